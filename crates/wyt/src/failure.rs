//! What went wrong, as people and scripts see it: one line, the place, a hint, an exit code.

use std::io::Write;
use std::process::ExitCode;
use wythoff::{Advice, Error, Kind};

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
            // Where nobody can be told, the exit code still says it.
            let text = format!("error: {}\n{}", self.message, self.detail);
            let _ = std::io::stderr().write_all(text.as_bytes());
        }
        ExitCode::from(self.code)
    }
}

impl From<Error> for Failure {
    /// Advice becomes the option to type.
    fn from(error: Error) -> Failure {
        let code = match error.kind {
            Kind::Check => 1,
            Kind::Input => 2,
            Kind::Limit => 3,
            Kind::Interrupted => 130,
        };
        let failure = Failure { code, message: error.message, detail: error.detail };
        match error.advice {
            None => failure,
            Some(Advice::ByRules) => failure.hint("--by rules computes it"),
            Some(Advice::ByProof) => failure.hint("--by proof decides piles of any size"),
            Some(Advice::AnyMethod) => failure.hint("leave out --by"),
            Some(Advice::Below) => failure.hint("ask for all with every pile below a bound: --below 100"),
            Some(Advice::MoreMemory) => failure.hint("ask for less, or allow more with --memory"),
            Some(Advice::LessMemory) => failure.hint("ask for less"),
            Some(Advice::MoreTime) => failure.hint("ask for less, or allow more with --time"),
            Some(Advice::OnePosition) => {
                failure.hint("ask about one position: `wyt solve`, `wyt grundy --at`")
            }
            Some(Advice::Patterns) => failure.hint("`wyt discover` still finds patterns, without a proof"),
            Some(Advice::SecondGame) => failure.hint("add --with SPEC, such as --with 't-wythoff(t=2)'"),
            Some(Advice::Ranges) => failure.hint("a variable gets its values by --for n=1..10"),
            Some(Advice::HowMany) => failure.hint("add --first N or --below B"),
        }
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
