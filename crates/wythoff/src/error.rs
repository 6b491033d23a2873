//! Why there is no answer: what is wrong, where, and what to ask instead.

use serde::Serialize;
use std::fmt;
use wythoff_automata::AutomataError;
use wythoff_catalog::special::{Cause, Refused};
use wythoff_numbers::{Stop, clipped};
use wythoff_prove::ProveFailure;
use wythoff_rules::{ErrorKind, RuleError};
use wythoff_solvers::SolveError;

/// The kind of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// What was asked is wrong: a text, a position, a question without an answer.
    Input,
    /// A check failed: a file says what is not so.
    Check,
    /// A limit of the budget or of a method was reached.
    Limit,
    /// The budget was cancelled.
    Interrupted,
}

/// What to ask instead. Every face words it in its own way: an option, an argument, a switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Advice {
    /// Ask for the answer from the rules.
    ByRules,
    /// Ask for the answer by a proof.
    ByProof,
    /// Leave the method open.
    AnyMethod,
    /// Ask for all positions below a bound instead of the first ones.
    Below,
    /// Allow more memory.
    MoreMemory,
    /// Ask for what the machine has memory for.
    LessMemory,
    /// Allow more time.
    MoreTime,
    /// Ask for one position.
    OnePosition,
    /// Say how many are wanted.
    HowMany,
    /// Look for patterns: they need no proof.
    Patterns,
    /// Name a second game.
    SecondGame,
    /// Say which values a variable has.
    Ranges,
}

/// An error that a person can act on.
///
/// ```
/// let error = wythoff::Game::parse("whythoff").err().unwrap();
/// assert_eq!(error.message, "there is no game called `whythoff`");
/// assert!(error.detail.contains("did you mean `wythoff`?"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Error {
    /// What kind of error it is.
    pub kind: Kind,
    /// What is wrong, in one line.
    pub message: String,
    /// The place in the text with a caret, and hints, line by line; may be empty.
    pub detail: String,
    /// The bytes that are meant, in the text of the question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// What to do about it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hints: Vec<String>,
    /// What to ask instead.
    pub advice: Option<Advice>,
}

/// Bytes of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Place {
    /// The first of them.
    pub start: usize,
    /// Just after the last.
    pub end: usize,
}

impl Error {
    fn new(kind: Kind, message: impl Into<String>) -> Error {
        let (detail, place, hints) = (String::new(), None, Vec::new());
        Error { kind, message: line(&message.into()), detail, place, hints, advice: None }
    }

    /// What was asked is wrong.
    pub fn input(message: impl Into<String>) -> Error {
        Error::new(Kind::Input, message)
    }

    /// A check failed.
    pub fn check(message: impl Into<String>) -> Error {
        Error::new(Kind::Check, message)
    }

    /// A limit was reached.
    pub fn limit(message: impl Into<String>) -> Error {
        Error::new(Kind::Limit, message)
    }

    /// The budget was cancelled.
    pub fn interrupted(message: impl Into<String>) -> Error {
        Error::new(Kind::Interrupted, message)
    }

    /// The same error with a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl fmt::Display) -> Error {
        let hint = line(&hint.to_string());
        self.detail += &format!("   = hint: {hint}\n");
        self.hints.push(hint);
        self
    }

    /// The same error with advice.
    #[must_use]
    pub fn advise(mut self, advice: Advice) -> Error {
        self.advice = Some(advice);
        self
    }
}

/// The longest line of an error.
const LINE: usize = 600;

/// One line, whatever the text of the question in it was.
fn line(text: &str) -> String {
    let escaped: String = text
        .chars()
        .map(|c| if c.is_control() { c.escape_debug().to_string() } else { c.to_string() })
        .collect();
    clipped(&escaped, LINE)
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

impl From<RuleError> for Error {
    fn from(error: RuleError) -> Error {
        let kind = if error.is_limit() { Kind::Limit } else { Kind::Input };
        let (message, detail) = (error.to_string(), error.detail());
        let place = error.place.as_ref().map(|place| Place { start: place.span.start, end: place.span.end });
        if let ErrorKind::Stopped(stop) = error.kind {
            // The place says what was at work; why it was ended is the budget's.
            let ended = Error::from(*stop);
            return Error { detail: detail + &ended.detail, place, ..ended };
        }
        Error { kind, message, detail, place, hints: error.hints, advice: None }
    }
}

impl From<Stop> for Error {
    fn from(stop: Stop) -> Error {
        match stop {
            Stop::Cancelled => Error::interrupted("interrupted"),
            Stop::Memory { .. } => Error::limit(stop.to_string()).advise(Advice::MoreMemory),
            Stop::Time => Error::limit(stop.to_string()).advise(Advice::MoreTime),
            Stop::Machine { .. } => Error::limit(stop.to_string()).advise(Advice::LessMemory),
            Stop::Work => Error::limit(stop.to_string()).hint("ask for less"),
        }
    }
}

impl From<std::io::Error> for Error {
    /// Whoever took the answer takes no more of it.
    fn from(error: std::io::Error) -> Error {
        Error::limit(format!("writing failed: {error}")).hint("write it where there is room")
    }
}

impl From<SolveError> for Error {
    fn from(error: SolveError) -> Error {
        match error {
            SolveError::Rules(error) => Error::from(error),
            SolveError::Refused { what, hint } if hint.is_empty() => Error::input(what).advise(Advice::Below),
            SolveError::Refused { what, hint } => Error::input(what).hint(hint),
            SolveError::Stopped { why, .. } => Error::from(why),
        }
    }
}

impl From<Refused> for Error {
    fn from(refused: Refused) -> Error {
        if let Some(stop) = refused.stop {
            return Error::from(stop);
        }
        let kind = if refused.cause == Cause::Limit { Kind::Limit } else { Kind::Input };
        let error = Error::new(kind, refused.reason);
        match refused.hint.as_str() {
            "" => error.hint("ask for less, or in another way"),
            hint => error.hint(hint),
        }
    }
}

/// What to do where a proof or a theorem is not found.
const MORE: &str = "allow more time or memory";

impl From<ProveFailure> for Error {
    fn from(failure: ProveFailure) -> Error {
        match failure {
            ProveFailure::Rules(error) => {
                // What the prover does not speak of has no place in the text.
                let error = Error::from(error);
                let helps = error.place.is_some() || !error.hints.is_empty() || error.advice.is_some();
                if helps { error } else { error.advise(Advice::Patterns) }
            }
            ProveFailure::Solve(error) => Error::from(error),
            ProveFailure::Prove(error) => Error::from(error),
            ProveFailure::Numbers(error) => Error::from(error),
            ProveFailure::Question(what) => {
                Error::input(what).hint("ask another question, or about another game")
            }
            ProveFailure::Position(what) => Error::input(what).hint("leave the method open"),
            illegal @ ProveFailure::Illegal(_) => Error::check(illegal.to_string())
                .hint("this is a fault of the program: please report the game"),
        }
    }
}

impl From<AutomataError> for Error {
    fn from(error: AutomataError) -> Error {
        match error {
            AutomataError::Limit(limit) => Error::limit(limit.to_string()).hint(MORE),
            other => Error::input(other.to_string()).hint("look for patterns without a proof instead"),
        }
    }
}
