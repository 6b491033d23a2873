//! Why a solver gives no answer.

use crate::solve::GrundyTable;
use thiserror::Error;
use wythoff_rules::RuleError;

/// Why a solver gives no answer.
#[derive(Debug, Error)]
pub enum SolveError {
    /// The computation would need more memory than allowed; refused before it starts.
    #[error("{what} would need {} of memory, and {} are allowed", Bytes(*needed), Bytes(u128::from(*allowed)))]
    Memory {
        /// What needs the memory.
        what: &'static str,
        /// Bytes it would need.
        needed: u128,
        /// Bytes allowed.
        allowed: u64,
    },
    /// The computation would need more memory than the machine gives; refused before it starts.
    #[error("{what} would need {} of memory, and the machine does not have them", Bytes(*needed))]
    Machine {
        /// What needs the memory.
        what: &'static str,
        /// Bytes it would need.
        needed: u128,
    },
    /// Somebody asked to end it.
    #[error("ended before it was done")]
    Cancelled {
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
        /// What can be asked instead.
        hint: String,
    },
    /// The rules themselves fail at some position.
    #[error(transparent)]
    Rules(#[from] RuleError),
}

impl SolveError {
    /// The same error, but if the computation was ended, with what it had found.
    pub(crate) fn keeping(self, positions: impl FnOnce() -> Vec<Vec<u64>>) -> SolveError {
        match self {
            SolveError::Cancelled { table, .. } => SolveError::Cancelled { found: positions(), table },
            other => other,
        }
    }

    /// The same error, but if the computation was ended, with the part of a table that it had completed.
    pub(crate) fn keeping_table(self, table: impl FnOnce() -> GrundyTable) -> SolveError {
        match self {
            SolveError::Cancelled { found, .. } => {
                let table = Some(table()).filter(|table| !table.values.is_empty()).map(Box::new);
                SolveError::Cancelled { found, table }
            }
            other => other,
        }
    }
}

/// A number of bytes for people.
struct Bytes(u128);

impl std::fmt::Display for Bytes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        const UNITS: [&str; 7] = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
        let (mut tenths, mut unit) = (self.0.saturating_mul(10), 0);
        while tenths >= 10_240 && unit + 1 < UNITS.len() {
            tenths = tenths.div_ceil(1024);
            unit += 1;
        }
        match (unit, tenths % 10) {
            (0, _) | (_, 0) => write!(f, "{} {}", tenths / 10, UNITS[unit]),
            (_, tenth) => write!(f, "{}.{} {}", tenths / 10, tenth, UNITS[unit]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_read_well() {
        let shown = |n| Bytes(n).to_string();
        assert_eq!(shown(0), "0 bytes");
        assert_eq!(shown(1023), "1023 bytes");
        assert_eq!(shown(1 << 20), "1 MiB");
        assert_eq!(shown(3 << 29), "1.5 GiB");
    }
}
