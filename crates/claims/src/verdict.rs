//! What running a claim finds.

use std::fmt;

/// How a claim stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Status {
    /// It holds as far as it was checked.
    Holds,
    /// As printed it fails, and there is no corrected statement to hold in its place.
    Refuted,
    /// As printed it fails, and the corrected statement holds as far as it was checked.
    Corrected,
    /// A conjecture or open problem: what was searched is reported.
    Open,
    /// No program can check it.
    Unchecked,
    /// The check itself failed.
    Error,
}

impl Status {
    /// The word for scripts.
    pub fn word(self) -> &'static str {
        match self {
            Status::Holds => "holds",
            Status::Refuted => "refuted",
            Status::Corrected => "corrected",
            Status::Open => "open",
            Status::Unchecked => "unchecked",
            Status::Error => "error",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// What a check found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How the claim stands.
    pub status: Status,
    /// How far it was checked, such as `n < 2000`; the reason for an unchecked row.
    pub bound: String,
    /// The smallest position, index or parameter found at which the printed statement fails.
    pub counterexample: Option<String>,
    /// A command that shows the counterexample.
    pub command: Option<String>,
    /// What else was found: the range of a conjecture, the corrected statement.
    pub detail: Option<String>,
    /// Whether a proof for all positions settles it.
    pub proved: bool,
}

/// A finding, or the counterexample at which a statement that should hold fails.
pub type Checked = Result<Finding, String>;

impl Finding {
    fn new(status: Status, bound: impl fmt::Display) -> Finding {
        let bound = bound.to_string();
        Finding { status, bound, counterexample: None, command: None, detail: None, proved: false }
    }

    /// The statement holds up to a bound.
    pub fn holds(bound: impl fmt::Display) -> Checked {
        Ok(Finding::new(Status::Holds, bound))
    }

    /// A proof for all positions settles the statement.
    pub fn proved(how: impl fmt::Display) -> Checked {
        Ok(Finding { proved: true, ..Finding::new(Status::Holds, how) })
    }

    /// The printed statement fails, here.
    pub fn refuted(counterexample: impl fmt::Display, searched: impl fmt::Display) -> Checked {
        let counterexample = Some(counterexample.to_string());
        Ok(Finding { counterexample, ..Finding::new(Status::Refuted, searched) })
    }

    /// The printed statement fails, here, and the corrected one holds up to a bound.
    pub fn corrected(counterexample: impl fmt::Display, bound: impl fmt::Display) -> Checked {
        let counterexample = Some(counterexample.to_string());
        Ok(Finding { counterexample, ..Finding::new(Status::Corrected, bound) })
    }

    /// A conjecture or open problem, with what was searched and what was found.
    pub fn open(searched: impl fmt::Display, found: impl fmt::Display) -> Checked {
        Ok(Finding { detail: Some(found.to_string()), ..Finding::new(Status::Open, searched) })
    }

    /// No program can check it, with the reason.
    pub fn unchecked(reason: impl fmt::Display) -> Checked {
        Ok(Finding::new(Status::Unchecked, reason))
    }
}

/// Adds to a finding.
pub(crate) trait With {
    /// A command that shows the counterexample.
    fn command(self, command: impl fmt::Display) -> Checked;
    /// What else was found.
    fn detail(self, detail: impl fmt::Display) -> Checked;
}

impl With for Checked {
    fn command(self, command: impl fmt::Display) -> Checked {
        self.map(|finding| Finding { command: Some(command.to_string()), ..finding })
    }

    fn detail(self, detail: impl fmt::Display) -> Checked {
        self.map(|finding| Finding { detail: Some(detail.to_string()), ..finding })
    }
}

/// Ends a check with a counterexample unless a condition holds.
macro_rules! ensure {
    ($condition:expr, $($message:tt)+) => {
        if !$condition {
            return Err(format!($($message)+));
        }
    };
}

/// Ends a check with a counterexample unless two values, computed by different routes, are equal.
macro_rules! agree {
    ($left:expr, $right:expr, $($message:tt)+) => {{
        let (left, right) = (&$left, &$right);
        if left != right {
            return Err(format!("{}: {left:?} against {right:?}", format!($($message)+)));
        }
    }};
}

pub(crate) use {agree, ensure};
