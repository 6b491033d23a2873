//! Backwards: from a complementary pair of sequences to a game that has it as its P-positions, and which moves a game
//! can gain or lose without changing them.
//!
//! The answers are specs that go straight back into the program. Each says how far it holds; where no such game exists
//! the obstruction names the first index that fails.

mod adjoin;
mod change;
mod pair;
mod relaxed;
mod remove;
mod star;
mod text;
mod wytlex;

pub use adjoin::{
    Conflict, conflict, conflict_by_theory, conflict_with_t_wythoff, conflict_with_wythoff, conflicts_below,
};
pub use change::{with_move, without_move};
pub use pair::Pair;
pub use relaxed::{Witness, relaxed};
pub use remove::{MoveUse, uses_of_moves};
pub use star::star;
pub use wytlex::wytlex;

use thiserror::Error;
use wythoff_numbers::NumberError;

/// How far a designed game has the given pair as its P-positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// For every position.
    Every,
    /// For the rows of the first pairs, this many.
    Rows(usize),
    /// For positions with all piles below this.
    Below(u64),
}

/// A game with a given pair as its P-positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Design {
    /// The game, as a spec of the command line.
    pub spec: String,
    /// Its function as text, if it has one.
    pub f: Option<String>,
    /// How far it holds.
    pub reach: Reach,
    /// Why, in a sentence.
    pub reason: String,
    /// Ledger rows that it rests on.
    pub cites: Vec<&'static str>,
}

/// Why there is no such game, or none can be made from these data. It is an answer, told beside the games of other kinds; what
/// fails on the way is a [`DiscoverError`](crate::DiscoverError).
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoDesign {
    /// The sequences have different lengths, or none.
    #[error("the sequences have {0} and {1} terms; give equally many, at least one")]
    Lengths(usize, usize),
    /// A term that is 0.
    #[error("term {0} is 0; the sequences run over positive integers")]
    Zero(usize),
    /// An integer in both sequences, or twice in one.
    #[error("{value} occurs twice, in pairs {first} and {second}: the sequences are not complementary")]
    Twice {
        /// The integer.
        value: u64,
        /// The index of one pair.
        first: usize,
        /// The index of the other pair.
        second: usize,
    },
    /// An integer in neither sequence.
    #[error("{value} is missed: pair {index} should hold it, the least integer not used before")]
    Missed {
        /// The integer.
        value: u64,
        /// The index of the pair that comes too late.
        index: usize,
    },
    /// Two Beatty sequences that do not split the positive integers.
    #[error("the two sequences do not split the positive integers: {0}")]
    NotComplementary(wythoff_numbers::beatty::NotComplementary),
    /// A slope that leaves no room for another sequence.
    #[error("{0} must lie between 1 and 2: no two sequences with this slope split the positive integers")]
    Slope(String),
    /// A rational slope whose offset does not make up for it.
    #[error("{slope} is rational; without an offset the slope must be irrational: {why}")]
    Rational {
        /// The slope.
        slope: String,
        /// What fails.
        why: wythoff_numbers::beatty::NotComplementary,
    },
    /// Differences that the family of games cannot have.
    #[error("{game} cannot have pairs {m} ({am},{bm}) and {n} ({an},{bn}): {rule}")]
    Differences {
        /// The family of games.
        game: &'static str,
        /// Index of the earlier pair.
        m: usize,
        /// Its smaller coordinate.
        am: u64,
        /// Its larger coordinate.
        bm: u64,
        /// Index of the first pair that fails.
        n: usize,
        /// Its smaller coordinate.
        an: u64,
        /// Its larger coordinate.
        bn: u64,
        /// The condition that is broken.
        rule: &'static str,
    },
    /// The star operator gives another set.
    #[error(
        "the star of the game with these moves is another one: ({x},{y}) is {is} there; first difference, by x + y"
    )]
    Star {
        /// First pile.
        x: u64,
        /// Second pile.
        y: u64,
        /// `P` or `N`.
        is: char,
    },
    /// A box without a pair has no moves for the star operator.
    #[error("no pair has both numbers below {0}: the game with these moves has none there")]
    NoPairs(u64),
    /// A box too large for the star operator.
    #[error("the star operator works on boxes below {0}")]
    Box(u64),
    /// A real number that does not serve.
    #[error(transparent)]
    Beatty(#[from] NumberError),
    /// A term too large.
    #[error("term {0} does not fit in 62 bits; ask for fewer terms")]
    Large(usize),
}
