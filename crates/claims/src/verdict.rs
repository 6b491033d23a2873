//! What running a claim finds.

use serde::{Deserialize, Serialize};
use std::fmt;

/// How a claim stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// It holds as far as it was checked.
    Holds,
    /// What is printed fails in every reasonable reading; the corrected statement holds as far as it was checked.
    Corrected,
    /// What is printed fails in every reasonable reading, and there is nothing to put in its place.
    Refuted,
    /// Ambiguous, incomplete, or with a hypothesis that is stated elsewhere: the readings, and how each stands.
    Clarified,
    /// What is printed in the copy at hand fails, and the copy is the likely culprit.
    Scan,
    /// Asked or conjectured there, settled here.
    Answered,
    /// A conjecture or open problem: what was searched is reported.
    Open,
    /// No program can check it.
    Unchecked,
    /// The check failed to run, or contradicts what is recorded.
    Error,
}

impl Status {
    /// All of them, in the order of reports.
    pub const ALL: [Status; 9] = [
        Status::Holds,
        Status::Corrected,
        Status::Refuted,
        Status::Clarified,
        Status::Scan,
        Status::Answered,
        Status::Open,
        Status::Unchecked,
        Status::Error,
    ];

    /// The word for scripts.
    pub fn word(self) -> &'static str {
        match self {
            Status::Holds => "holds",
            Status::Corrected => "corrected",
            Status::Refuted => "refuted",
            Status::Clarified => "clarified",
            Status::Scan => "scan",
            Status::Answered => "answered",
            Status::Open => "open",
            Status::Unchecked => "unchecked",
            Status::Error => "error",
        }
    }

    /// The status of a word.
    pub fn of_word(word: &str) -> Option<Status> {
        Status::ALL.into_iter().find(|status| status.word() == word)
    }

    /// What it means, in a line.
    pub fn meaning(self) -> &'static str {
        match self {
            Status::Holds => "true as far as it was run; proved where it is settled for all positions",
            Status::Corrected => "what is printed fails; the corrected statement holds as far as it was run",
            Status::Refuted => "what is printed fails, with nothing to put in its place",
            Status::Clarified => "ambiguous, incomplete or with a hypothesis stated elsewhere; the readings",
            Status::Scan => "fails in the copy at hand, which is probably to blame, not the authors",
            Status::Answered => "asked or conjectured there, settled here",
            Status::Open => "a conjecture or problem: what was searched, and what was found",
            Status::Unchecked => "nothing that a program can run, with the reason",
            Status::Error => "the check failed to run, or contradicts the record",
        }
    }

    /// Whether a text in print fails, so that a counterexample and a command are due.
    pub fn fails_in_print(self) -> bool {
        matches!(self, Status::Corrected | Status::Refuted | Status::Scan)
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// What a check found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// How the claim stands.
    pub status: Status,
    /// How far it was checked, such as `n < 2000`; the reason for an unchecked row.
    pub bound: String,
    /// The smallest position, index or parameter found at which what is printed fails.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counterexample: Option<String>,
    /// A command that shows the counterexample.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// What the output of the command holds, in this order: a test runs it and looks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shows: Vec<String>,
    /// What else was found: the readings, the range of a conjecture, the answer; the message of an error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// Whether a proof for all positions settles it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub proved: bool,
}

/// A finding, or why the check failed: a statement that should hold and does not, or a computation that broke off.
pub type Checked = Result<Finding, String>;

/// Where a printed statement fails, found by a search.
///
/// There is no way to make one from a text alone: a counterexample that is not computed is not one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found(String);

/// The first failure that a search met; an error if it met none, since then the print is not refuted.
pub fn found<T: fmt::Display>(first: Option<T>, otherwise: &str) -> Result<Found, String> {
    first.map(|at| Found(at.to_string())).ok_or_else(|| format!("no counterexample: {otherwise}"))
}

impl Finding {
    fn new(status: Status, bound: impl fmt::Display) -> Finding {
        let bound = bound.to_string();
        Finding {
            status,
            bound,
            counterexample: None,
            command: None,
            shows: Vec::new(),
            detail: None,
            proved: false,
        }
    }

    /// The statement holds up to a bound.
    pub fn holds(bound: impl fmt::Display) -> Checked {
        Ok(Finding::new(Status::Holds, bound))
    }

    /// A proof for all positions settles the statement.
    pub fn proved(how: impl fmt::Display) -> Checked {
        Ok(Finding { proved: true, ..Finding::new(Status::Holds, how) })
    }

    /// What is printed fails, here.
    pub fn refuted(counterexample: Found, searched: impl fmt::Display) -> Checked {
        Ok(Finding { counterexample: Some(counterexample.0), ..Finding::new(Status::Refuted, searched) })
    }

    /// What is printed fails, here, and the corrected statement holds up to a bound.
    pub fn corrected(counterexample: Found, bound: impl fmt::Display) -> Checked {
        Ok(Finding { counterexample: Some(counterexample.0), ..Finding::new(Status::Corrected, bound) })
    }

    /// What the copy at hand prints fails, here; the likely original holds up to a bound.
    pub fn scan(counterexample: Found, bound: impl fmt::Display) -> Checked {
        Ok(Finding { counterexample: Some(counterexample.0), ..Finding::new(Status::Scan, bound) })
    }

    /// The readings of an ambiguous or incomplete statement, how each stands, and how far that was checked.
    pub fn clarified(readings: impl fmt::Display, bound: impl fmt::Display) -> Checked {
        Ok(Finding { detail: Some(readings.to_string()), ..Finding::new(Status::Clarified, bound) })
    }

    /// A question of the paper with its answer, and how far that was checked.
    pub fn answered(answer: impl fmt::Display, bound: impl fmt::Display) -> Checked {
        Ok(Finding { detail: Some(answer.to_string()), ..Finding::new(Status::Answered, bound) })
    }

    /// A conjecture or open problem, with what was searched and what was found.
    pub fn open(searched: impl fmt::Display, found: impl fmt::Display) -> Checked {
        Ok(Finding { detail: Some(found.to_string()), ..Finding::new(Status::Open, searched) })
    }

    /// No program can check it, with the reason.
    pub fn unchecked(reason: impl fmt::Display) -> Checked {
        Ok(Finding::new(Status::Unchecked, reason))
    }

    /// The check failed: what it said.
    pub(crate) fn error(message: impl fmt::Display) -> Finding {
        Finding { detail: Some(message.to_string()), ..Finding::new(Status::Error, "") }
    }
}

/// Adds to a finding.
pub(crate) trait With {
    /// A command with which to look further.
    fn command(self, command: impl fmt::Display) -> Checked;
    /// A command that shows the counterexample, and what its output holds, in this order.
    fn shown_by<T: fmt::Display>(
        self,
        command: impl fmt::Display,
        shows: impl IntoIterator<Item = T>,
    ) -> Checked;
    /// What else was found.
    fn detail(self, detail: impl fmt::Display) -> Checked;
    /// A place where one of the readings fails, found by a search.
    fn fails_at(self, counterexample: Found) -> Checked;
    /// A proof for all positions settles it.
    fn for_all(self) -> Checked;
}

impl With for Checked {
    fn command(self, command: impl fmt::Display) -> Checked {
        self.map(|finding| Finding { command: Some(command.to_string()), ..finding })
    }

    fn shown_by<T: fmt::Display>(
        self,
        command: impl fmt::Display,
        shows: impl IntoIterator<Item = T>,
    ) -> Checked {
        let shows = shows.into_iter().map(|part| part.to_string()).collect();
        self.map(|finding| Finding { command: Some(command.to_string()), shows, ..finding })
    }

    fn detail(self, detail: impl fmt::Display) -> Checked {
        self.map(|finding| Finding { detail: Some(detail.to_string()), ..finding })
    }

    fn fails_at(self, counterexample: Found) -> Checked {
        self.map(|finding| Finding { counterexample: Some(counterexample.0), ..finding })
    }

    fn for_all(self) -> Checked {
        self.map(|finding| Finding { proved: true, ..finding })
    }
}

/// Ends a check with an error unless a condition holds.
macro_rules! ensure {
    ($condition:expr, $($message:tt)+) => {{
        $crate::support::go_on(64)?;
        if !$condition {
            return Err(format!($($message)+));
        }
    }};
}

/// Ends a check with an error unless two values, computed by different routes, are equal.
macro_rules! agree {
    ($left:expr, $right:expr, $($message:tt)+) => {{
        $crate::support::go_on(64)?;
        let (left, right) = (&$left, &$right);
        if left != right {
            return Err(format!("{}: {left:?} against {right:?}", format!($($message)+)));
        }
    }};
}

pub(crate) use {agree, ensure};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_that_meets_nothing_refutes_nothing() {
        assert!(found(None::<u32>, "it holds").is_err());
        assert_eq!(
            found(Some(7), "it holds").and_then(|f| Finding::refuted(f, "")).unwrap().counterexample,
            Some("7".into())
        );
    }

    #[test]
    fn words_and_statuses_are_one_to_one() {
        for status in Status::ALL {
            assert_eq!(Status::of_word(status.word()), Some(status));
            assert_eq!(serde_json::to_value(status).unwrap(), status.word());
        }
    }
}
