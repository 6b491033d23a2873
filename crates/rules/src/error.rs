//! What can go wrong with rules, as one error that shows the place in the text.

use crate::span::TextError;
use std::fmt;

/// A text that rules were read from, for showing places in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// What the text is: `rules`, a file, or the name of a parameter.
    pub name: String,
    /// The text itself.
    pub text: String,
}

/// Rules cannot be read, bound or followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleError {
    /// What is wrong, in one line.
    pub message: String,
    /// The place in the text with a caret, and a hint; may be empty.
    pub place: String,
    /// The position at which it went wrong, if it was at one.
    pub position: Option<String>,
    /// Whether a stated limit was reached, rather than something being wrong.
    pub limit: bool,
}

impl RuleError {
    /// An error without a place.
    pub fn plain(message: impl Into<String>) -> RuleError {
        RuleError { message: message.into(), place: String::new(), position: None, limit: false }
    }

    /// An error in a text, with the place shown.
    pub fn at(error: TextError, source: &Source) -> RuleError {
        let rendered = error.render(&source.text, &source.name);
        let place = rendered.split_once('\n').map_or(String::new(), |(_, rest)| rest.to_string());
        RuleError { message: error.message, place, position: None, limit: error.limit }
    }

    /// The same error with a hint below the place.
    pub fn hint(mut self, hint: impl fmt::Display) -> RuleError {
        self.place += &format!("   = hint: {hint}\n");
        self
    }

    /// The same error, at a position.
    pub fn at_position(mut self, position: impl fmt::Display) -> RuleError {
        self.position.get_or_insert_with(|| position.to_string());
        self
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
