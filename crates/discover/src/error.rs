//! Why data could not be examined, or a transducer not be used.

use crate::leapers::{LARGEST, WIDEST};
use thiserror::Error;
use wythoff_numbers::{Natural, Stop};
use wythoff_solvers::SolveError;

/// Why there is nothing to find.
#[derive(Debug, Error)]
pub enum DiscoverError {
    /// The P-positions could not be computed.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The game has no list of P-positions.
    #[error("{0}")]
    Refused(String),
    /// The budget ended it.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// Positions with different numbers of piles.
    #[error("position {0} has {1} piles where the first has {2}")]
    Piles(usize, usize, usize),
    /// A coordinate too large.
    #[error("position {0} has a pile of 2^60 or more; findings are made on smaller data")]
    LargePile(usize),
    /// An unordered position that is not sorted.
    #[error("position {0} is not sorted, but its piles are unordered; sort each position")]
    Unsorted(usize),
    /// A vector that takes nothing.
    #[error("the vector (0,0) takes nothing; leave it out")]
    ZeroVector,
    /// A vector too long for the finite-state method.
    #[error(
        "the vector ({0},{1}) has a coordinate above {LARGEST}; the finite-state method takes shorter vectors"
    )]
    LongVector(u64, u64),
    /// Numbers that do not go together.
    #[error(
        "near, band, step and block are from 1 to {WIDEST}; a band has step 1; blocking goes with Nim and the band alone, in normal play; Grundy values, to 2, and a pass go with Wythoff's moves alone"
    )]
    LeaperKind,
    /// A line of a certificate is not what it should be.
    #[error("line {line}: {expected} expected")]
    Line {
        /// The line, from 1.
        line: usize,
        /// What should be there.
        expected: &'static str,
    },
    /// The stretches did not cover the place after repeated widening.
    #[error("the telescope did not settle column {column} with margins up to {margin} letters")]
    Margin {
        /// The column asked for.
        column: Natural,
        /// The widest margin tried.
        margin: u64,
    },
}
