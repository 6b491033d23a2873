//! Why a question about a game was not answered: the reason, and what to ask instead.
//!
//! No answers are made here.

use thiserror::Error;
use wythoff_numbers::Stop;

/// What stands in the way of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cause {
    /// The parameters or the position are not those of the game.
    Input,
    /// The question has no answer for this game, or none that is known.
    NoAnswer,
    /// The answer exists but needs more memory or time than a run may take.
    Limit,
}

/// A question that was refused, with the reason and a hint.
///
/// ```
/// use wythoff_catalog::special::{Cause, Refused};
/// let refused = Refused::no_answer("there is no order").hint("ask about one position");
/// assert_eq!(refused.cause, Cause::NoAnswer);
/// assert_eq!(refused.to_string(), "there is no order");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{reason}")]
pub struct Refused {
    /// What stands in the way.
    pub cause: Cause,
    /// The reason, in one sentence.
    pub reason: String,
    /// What to do instead.
    pub hint: String,
    /// What ended the computation, where it was the budget.
    pub stop: Option<Stop>,
}

impl From<Stop> for Refused {
    fn from(stop: Stop) -> Refused {
        let refused = Refused::limit(stop.to_string()).hint("ask for less, or allow more");
        Refused { stop: Some(stop), ..refused }
    }
}

impl Refused {
    /// The input is not a parameter or position of the game.
    pub fn input(reason: impl Into<String>) -> Self {
        Refused { cause: Cause::Input, reason: reason.into(), hint: String::new(), stop: None }
    }

    /// The question makes no sense for the game, or its answer is not known.
    pub fn no_answer(reason: impl Into<String>) -> Self {
        Refused { cause: Cause::NoAnswer, reason: reason.into(), hint: String::new(), stop: None }
    }

    /// The answer is out of reach of memory or time.
    pub fn limit(reason: impl Into<String>) -> Self {
        let hint = "ask for less".to_string();
        Refused { cause: Cause::Limit, reason: reason.into(), hint, stop: None }
    }

    /// The same refusal with a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = hint.into();
        self
    }
}

/// Why a move is not made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotLegal {
    /// The condition that it breaks.
    Breaks(String),
    /// It cannot be told.
    Unknown(Refused),
}

impl From<String> for NotLegal {
    fn from(condition: String) -> NotLegal {
        NotLegal::Breaks(condition)
    }
}

impl From<Refused> for NotLegal {
    fn from(refused: Refused) -> NotLegal {
        NotLegal::Unknown(refused)
    }
}
