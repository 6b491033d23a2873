//! What went wrong, as people and scripts see it: one line, the place, a hint, an exit code.

use std::process::ExitCode;
use wythoff_catalog::special::{Cause, Refused};
use wythoff_rules::RuleError;
use wythoff_solvers::{SolveError, Stop};

/// A command that did not do what was asked.
#[derive(Debug)]
pub struct Failure {
    /// 1: a check failed; 2: the input is wrong; 3: a limit was reached; 130: interrupted.
    pub code: u8,
    /// One line.
    pub message: String,
    /// The place in the text, and hints, line by line; may be empty.
    pub detail: String,
}

impl Failure {
    /// A check failed.
    pub fn check(message: impl Into<String>) -> Failure {
        Failure { code: 1, message: message.into(), detail: String::new() }
    }

    /// The input is wrong.
    pub fn input(message: impl Into<String>) -> Failure {
        Failure { code: 2, message: message.into(), detail: String::new() }
    }

    /// A limit was reached.
    pub fn limit(message: impl Into<String>) -> Failure {
        Failure { code: 3, message: message.into(), detail: String::new() }
    }

    /// The run was interrupted; what was kept has been written.
    pub fn interrupted(message: impl Into<String>) -> Failure {
        Failure { code: 130, message: message.into(), detail: String::new() }
    }

    /// The same failure with a hint.
    pub fn hint(mut self, hint: impl std::fmt::Display) -> Failure {
        self.detail += &format!("   = hint: {hint}\n");
        self
    }

    /// Prints the failure; the exit code says its kind.
    pub fn report(&self, _json: bool) -> ExitCode {
        // A reader that has gone away, as in `wyt ... | head`, is no failure.
        if !self.message.is_empty() {
            eprint!("error: {}\n{}", self.message, self.detail);
        }
        ExitCode::from(self.code)
    }
}

impl From<RuleError> for Failure {
    fn from(error: RuleError) -> Failure {
        let code = if error.limit { 3 } else { 2 };
        Failure { code, message: error.to_string(), detail: error.place }
    }
}

impl From<SolveError> for Failure {
    fn from(error: SolveError) -> Failure {
        match error {
            SolveError::Rules(error) => Failure::from(error),
            SolveError::Refused { what, hint } => {
                let failure = Failure::input(what);
                if hint.is_empty() { failure } else { failure.hint(hint) }
            }
            SolveError::Stopped { why, .. } => Failure::from(why),
        }
    }
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Failure {
        match stop {
            Stop::Cancelled => Failure::interrupted("interrupted"),
            Stop::Memory { .. } => {
                Failure::limit(stop.to_string()).hint("ask for less, or allow more with --memory")
            }
            Stop::Time => Failure::limit(stop.to_string()).hint("ask for less, or allow more with --time"),
            Stop::Machine { .. } | Stop::Work => Failure::limit(stop.to_string()).hint("ask for less"),
        }
    }
}

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Failure {
        let code = if refused.cause == Cause::Limit { 3 } else { 2 };
        let failure = Failure { code, message: refused.reason, detail: String::new() };
        if refused.hint.is_empty() { failure } else { failure.hint(refused.hint) }
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Failure {
        if error.kind() == std::io::ErrorKind::BrokenPipe {
            return Failure { code: 0, message: String::new(), detail: String::new() };
        }
        Failure::input(format!("writing failed: {error}"))
    }
}
