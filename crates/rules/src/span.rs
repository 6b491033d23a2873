//! Places in a text, and mistakes at them before it is known which text it is.

use crate::error::ErrorKind;

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
pub(crate) struct TextError {
    pub kind: ErrorKind,
    pub message: String,
    pub span: Span,
    pub hint: Option<String>,
}

impl TextError {
    /// A text that is not in the language.
    pub fn new(span: Span, message: impl Into<String>) -> TextError {
        TextError { kind: ErrorKind::Syntax, message: message.into(), span, hint: None }
    }

    /// The same error of another kind.
    pub fn of(mut self, kind: ErrorKind) -> TextError {
        self.kind = kind;
        self
    }

    /// The same error with a suggestion.
    pub fn hint(mut self, hint: impl Into<String>) -> TextError {
        self.hint = Some(hint.into());
        self
    }

    /// The same error, marked as a limit that was reached.
    pub fn limit(self) -> TextError {
        self.of(ErrorKind::Limit)
    }
}
