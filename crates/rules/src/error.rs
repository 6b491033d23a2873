//! What can go wrong with rules: one error with its kind, its place in the text, and hints. The text with the caret is
//! one rendering of it.

use crate::span::{Span, TextError};
use std::fmt;
use wythoff_numbers::{Stop, clipped};

/// A text that rules were read from, for showing places in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// What the text is: `rules`, a file, or the name of a parameter.
    pub name: String,
    /// The text itself.
    pub text: String,
}

impl Source {
    /// A text under a name.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Source {
        Source { name: name.into(), text: text.into() }
    }
}

/// The kinds of thing that go wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The text is not in the language.
    Syntax,
    /// A name stands for nothing, or for two things.
    Name,
    /// What is written is in the language but has no meaning there: a condition where a number is needed, say.
    Meaning,
    /// A value given for a parameter is not one that it can have.
    Parameter,
    /// The rules are no game: a move may change nothing, or play need not end.
    Game,
    /// A value cannot be worked out: division by zero, the root of a negative number.
    Value,
    /// A position is not one of the game, or not a position at all.
    Position,
    /// A convention cannot go on top of the game.
    Convention,
    /// A file cannot be had.
    File,
    /// The question is not one that these rules can be asked.
    Unsupported,
    /// A stated limit was reached; nothing is wrong.
    Limit,
    /// The budget of the request is spent, or the request was ended.
    Stopped(Box<Stop>),
}

impl ErrorKind {
    /// The kind in one word, for programs.
    pub fn word(&self) -> &'static str {
        match self {
            ErrorKind::Syntax => "syntax",
            ErrorKind::Name => "name",
            ErrorKind::Meaning => "meaning",
            ErrorKind::Parameter => "parameter",
            ErrorKind::Game => "game",
            ErrorKind::Value => "value",
            ErrorKind::Position => "position",
            ErrorKind::Convention => "convention",
            ErrorKind::File => "file",
            ErrorKind::Unsupported => "unsupported",
            ErrorKind::Limit => "limit",
            ErrorKind::Stopped(_) => "stopped",
        }
    }
}

/// A place in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// What the text is.
    pub source: String,
    /// The bytes of it that are meant.
    pub span: Span,
    /// The line, from 1 on.
    pub line: usize,
    /// The column, from 1 on, in characters.
    pub column: usize,
    /// The line, or what stands around the place in a long one.
    excerpt: String,
    /// Characters of the excerpt before the place, and of the place itself.
    before: usize,
    width: usize,
}

/// Most characters of a line that are shown.
const SHOWN: usize = 160;

/// Most characters of a message or hint; what a text says is echoed, and a text may be long.
const MESSAGE: usize = 600;

impl Place {
    fn new(span: Span, source: &Source) -> Place {
        let text = &source.text;
        let start = floor_boundary(text, span.start.min(text.len()));
        let end = floor_boundary(text, span.end.clamp(start, text.len()));
        let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |at| start + at);
        let line = text[..start].matches('\n').count() + 1;
        let column = text[line_start..start].chars().count() + 1;
        let width = text[start..end.min(line_end).max(start)].chars().count().max(1);
        // Of a long line the part around the place is shown.
        let from =
            if column + width.min(SHOWN / 2) > SHOWN { column - 1 - (column - 1).min(SHOWN / 2) } else { 0 };
        let mut excerpt: String = text[line_start..line_end].chars().skip(from).take(SHOWN).collect();
        if text[line_start..line_end].chars().nth(from + SHOWN).is_some() {
            excerpt.push('…');
        }
        let mut before = column - 1 - from;
        if from > 0 {
            excerpt.insert(0, '…');
            before += 1;
        }
        let width = width.min(excerpt.chars().count().saturating_sub(before)).max(1);
        Place { source: source.name.clone(), span, line, column, excerpt, before, width }
    }

    fn gutter(&self) -> String {
        " ".repeat(self.line.to_string().len())
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (gutter, Place { source, line, column, excerpt, .. }) = (self.gutter(), self);
        writeln!(f, "  --> {source}, line {line}, column {column}\n {gutter} |\n {line} | {excerpt}")?;
        writeln!(f, " {gutter} | {}{}", " ".repeat(self.before), "^".repeat(self.width))
    }
}

/// Rules cannot be read, bound or followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleError {
    /// What kind of thing is wrong.
    pub kind: ErrorKind,
    /// What is wrong, in one line.
    pub message: String,
    /// Where in the text, if it is in one.
    pub place: Option<Box<Place>>,
    /// The position at which it went wrong, if it was at one.
    pub position: Option<String>,
    /// What to do about it.
    pub hints: Vec<String>,
}

impl RuleError {
    /// An error without a place.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> RuleError {
        RuleError {
            kind,
            message: clipped(&message.into(), MESSAGE),
            place: None,
            position: None,
            hints: Vec::new(),
        }
    }

    /// A question that these rules cannot be asked.
    pub fn plain(message: impl Into<String>) -> RuleError {
        RuleError::new(ErrorKind::Unsupported, message)
    }

    /// An error at a place of a text.
    pub fn at(kind: ErrorKind, message: impl Into<String>, span: Span, source: &Source) -> RuleError {
        RuleError { place: Some(Box::new(Place::new(span, source))), ..RuleError::new(kind, message) }
    }

    /// An error in a text, with the text.
    pub(crate) fn located(error: TextError, source: &Source) -> RuleError {
        let TextError { kind, message, span, hint } = error;
        let located = RuleError::at(kind, message, span, source);
        hint.into_iter().fold(located, RuleError::hint)
    }

    /// The same error with one more hint.
    #[must_use]
    pub fn hint(mut self, hint: impl fmt::Display) -> RuleError {
        self.hints.push(clipped(&hint.to_string(), MESSAGE));
        self
    }

    /// The same error, at a position.
    #[must_use]
    pub fn at_position(mut self, position: impl fmt::Display) -> RuleError {
        self.position.get_or_insert_with(|| clipped(&position.to_string(), MESSAGE));
        self
    }

    /// Whether a stated limit was reached or a budget spent, rather than something being wrong.
    pub fn is_limit(&self) -> bool {
        matches!(self.kind, ErrorKind::Limit | ErrorKind::Stopped(_))
    }

    /// What goes below the message: the line with a caret under the place, and the hints; may be empty.
    ///
    /// ```
    /// let error = wythoff_rules::parse_expr("i + (q").unwrap_err();
    /// assert_eq!(error.message, "expected `)`, found the end");
    /// let detail = error.detail();
    /// let lines: Vec<&str> = detail.lines().collect();
    /// assert_eq!(lines, ["  --> rules, line 1, column 7", "   |", " 1 | i + (q", "   |       ^"]);
    /// ```
    pub fn detail(&self) -> String {
        let gutter = self.place.as_ref().map_or(" ".to_string(), |place| place.gutter());
        let place = self.place.as_ref().map_or(String::new(), |place| place.to_string());
        let hints = self.hints.iter().map(|hint| format!(" {gutter} = hint: {hint}\n"));
        place + &hints.collect::<String>()
    }
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.position {
            Some(position) => write!(f, " at position {position}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for RuleError {}

impl From<Stop> for RuleError {
    fn from(stop: Stop) -> RuleError {
        RuleError::new(ErrorKind::Stopped(Box::new(stop.clone())), stop.to_string())
    }
}

fn floor_boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_cut_around_the_place() {
        let text = format!("{} q {}", "x".repeat(1000), "y".repeat(1000));
        let source = Source::new("rules", text);
        let error =
            RuleError::at(ErrorKind::Name, "there is no `q`", Span { start: 1001, end: 1002 }, &source);
        let lines: Vec<String> = error.detail().lines().map(str::to_string).collect();
        assert_eq!(lines[0], "  --> rules, line 1, column 1002");
        assert!(lines[2].chars().count() < 200);
        assert_eq!(lines[2].chars().nth(lines[3].chars().position(|c| c == '^').unwrap()), Some('q'));
        // A place that is long itself is not underlined beyond what is shown.
        let whole = RuleError::at(ErrorKind::Name, "long", Span { start: 0, end: 2000 }, &source);
        assert!(whole.detail().lines().all(|line| line.chars().count() < 200));
    }

    #[test]
    fn messages_have_an_end() {
        let error = RuleError::plain("ä".repeat(100_000)).hint("z".repeat(100_000));
        assert!(error.message.len() < 700 && error.hints[0].len() < 700);
    }
}
