//! Why a solver gives no answer.

use crate::solve::GrundyTable;
use thiserror::Error;
use wythoff_numbers::Stop;
use wythoff_rules::{ErrorKind, RuleError};

/// Why a solver gives no answer.
#[derive(Debug, Error)]
pub enum SolveError {
    /// The budget ended it: cancelled, or out of time, work or memory.
    #[error("{why}")]
    Stopped {
        /// What ended it.
        why: Stop,
        /// What was asked for, as far as it was found: all P-positions up to the last one here, in lexicographic
        /// order. Empty where the method does not find them in that order.
        found: Vec<Vec<u64>>,
        /// Where Grundy values were asked for: the part of the table that is complete, if any.
        table: Option<Box<GrundyTable>>,
    },
    /// The rules have no answer to this question.
    #[error("{what}")]
    Refused {
        /// What is asked that has no answer.
        what: String,
        /// What can be asked instead; empty where it is all positions below a bound.
        hint: String,
    },
    /// The rules themselves fail at some position.
    #[error(transparent)]
    Rules(RuleError),
}

impl SolveError {
    /// What a kernel cannot tell its way: another answers.
    pub(crate) fn not_this_way(what: &str) -> SolveError {
        SolveError::Rules(RuleError::new(ErrorKind::Value, what))
    }

    /// The same error, but if the computation was ended, with what it had found.
    pub(crate) fn keeping(self, positions: impl FnOnce() -> Vec<Vec<u64>>) -> SolveError {
        match self {
            SolveError::Stopped { why, table, .. } => SolveError::Stopped { why, found: positions(), table },
            other => other,
        }
    }

    /// The same error, but if the computation was ended, with the part of a table that it had completed.
    pub(crate) fn keeping_table(self, table: impl FnOnce() -> GrundyTable) -> SolveError {
        match self {
            SolveError::Stopped { why, found, .. } => {
                let table = Some(table()).filter(|table| !table.values.is_empty()).map(Box::new);
                SolveError::Stopped { why, found, table }
            }
            other => other,
        }
    }
}

impl From<RuleError> for SolveError {
    fn from(error: RuleError) -> SolveError {
        match error.kind {
            // The rules pay from the same budget.
            ErrorKind::Stopped(why) => SolveError::from(*why),
            _ => SolveError::Rules(error),
        }
    }
}

impl From<Stop> for SolveError {
    fn from(why: Stop) -> SolveError {
        SolveError::Stopped { why, found: Vec::new(), table: None }
    }
}
