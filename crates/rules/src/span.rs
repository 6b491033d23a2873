//! Places in a text, and errors that show them: the line, a caret under the place, what was expected, and a cure.

use std::fmt;

/// A range of bytes in the text that a thing was read from.
///
/// Places do not take part in comparisons: two games are equal if they say the same, wherever it was written.
#[derive(Clone, Copy, Debug, Default)]
pub struct Span {
    /// Offset of the first byte.
    pub start: usize,
    /// Offset just after the last byte.
    pub end: usize,
}

impl PartialEq for Span {
    fn eq(&self, _: &Span) -> bool {
        true
    }
}

impl Eq for Span {}

impl Span {
    /// The range from the start of `self` to the end of `other`.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start, end: other.end.max(self.start) }
    }
}

/// A mistake in a text: what is wrong, where, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// What is wrong, in one line.
    pub message: String,
    /// Where it is wrong.
    pub span: Span,
    /// A suggestion, if there is one.
    pub hint: Option<String>,
    /// Whether a stated limit was passed, rather than a rule of the language broken.
    pub limit: bool,
}

impl TextError {
    /// An error at a place.
    pub fn new(span: Span, message: impl Into<String>) -> TextError {
        TextError { message: message.into(), span, hint: None, limit: false }
    }

    /// The same error with a suggestion.
    pub fn hint(mut self, hint: impl Into<String>) -> TextError {
        self.hint = Some(hint.into());
        self
    }

    /// The same error, marked as a limit that was reached.
    pub fn limit(mut self) -> TextError {
        self.limit = true;
        self
    }

    /// The error as people read it: the message, the line of `text` with a caret, and the suggestion.
    ///
    /// ```
    /// use wythoff_rules::{Span, TextError};
    /// let error = TextError::new(Span { start: 4, end: 5 }, "there is no variable `q`");
    /// assert_eq!(error.render("i + q", "rules"), "\
    /// there is no variable `q`
    ///   --> rules, line 1, column 5
    ///    |
    ///  1 | i + q
    ///    |     ^
    /// ");
    /// ```
    pub fn render(&self, text: &str, name: &str) -> String {
        let start = floor_boundary(text, self.span.start.min(text.len()));
        let end = floor_boundary(text, self.span.end.clamp(start, text.len()));
        let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |at| start + at);
        let number = text[..start].matches('\n').count() + 1;
        let column = text[line_start..start].chars().count() + 1;
        let width = text[start..end.min(line_end).max(start)].chars().count().max(1);
        let gutter = " ".repeat(number.to_string().len());
        let line = &text[line_start..line_end];
        let mut out = format!(
            "{}\n  --> {name}, line {number}, column {column}\n {gutter} |\n {number} | {line}\n {gutter} | {}{}\n",
            self.message,
            " ".repeat(column - 1),
            "^".repeat(width)
        );
        if let Some(hint) = &self.hint {
            out += &format!(" {gutter} = hint: {hint}\n");
        }
        out
    }
}

fn floor_boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for TextError {}
