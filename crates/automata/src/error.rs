//! What can be wrong with a game, an automaton, a numeration, a proof or a file of these.

use crate::limits::Limit;
use crate::numeration::MAX_DIGIT;
use thiserror::Error;

/// Why there is no automaton, no proof or no file.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum AutomataError {
    /// A limit was reached.
    #[error(transparent)]
    Limit(#[from] Limit),
    /// A base below 2 or a digit bound out of range.
    #[error("{what} must be from {least} to {MAX_DIGIT}, not {given}")]
    Range {
        /// What was given.
        what: &'static str,
        /// The least value.
        least: u64,
        /// The value.
        given: u64,
    },
    /// No coefficients of a numeration, or too many.
    #[error("a numeration system needs from 1 to 12 coefficients")]
    Coefficients,
    /// Parry's condition fails.
    #[error(
        "the coefficients must be lexicographically at least each of their tails, and end in a positive one"
    )]
    Parry,
    /// Weights beyond 64 bits.
    #[error("the coefficients are too large: a weight of the numeration does not fit 64 bits")]
    Large,
    /// A text that is no numeration.
    #[error("`{0}` is no numeration system; write `zeckendorf`, `base 2`, `ostrowski 1 4` or `parry 1 1 1`")]
    Numeration(String),
    /// A system whose sums are not read by a finite automaton here.
    #[error(
        "no automaton for sums in `{0}` is known here; write `zeckendorf`, `base 2`, `ostrowski 1 4` or `parry 1 1 1`"
    )]
    NotAutomatic(String),
    /// Table sizes of an automaton do not fit together.
    #[error("the transition table must have one entry for each state and letter")]
    Table,
    /// A transition to a state that does not exist.
    #[error("transition or start to state {0}, which does not exist")]
    Target(u32),
    /// State 0 must be dead.
    #[error("state 0 must be the dead state: output 0 and no way out")]
    Dead,
    /// No piles, or too many.
    #[error("the game has {0} piles; from 1 to 8 are handled")]
    Piles(usize),
    /// Too many values of the bounded coordinates.
    #[error("the bounded coordinates must have at least one and together at most 1024 values")]
    Bounded,
    /// A family with the wrong number of coordinates.
    #[error("family `{family}` speaks of {given} coordinates, the game has {expected}")]
    FamilyShape {
        /// The family.
        family: String,
        /// Its number of coordinates.
        given: usize,
        /// The game's.
        expected: usize,
    },
    /// Moves that need not end.
    #[error(
        "family `{0}` need not decrease: give some pile the change `Less`, or let all piles stay and a bounded \
         coordinate decrease (split `AtMost` into `Same` and `Less`)"
    )]
    Termination(String),
    /// A pile that may grow.
    #[error("family `{0}` lets a pile take any value; only bounded coordinates may")]
    Grows(String),
    /// Numbers beyond the exact range of the constructions.
    #[error("family `{family}`: {what}")]
    Size {
        /// The family.
        family: String,
        /// The number, and what it may be.
        what: String,
    },
    /// A tuple of the wrong shape.
    #[error("{0:?} is not a position of the game")]
    Terminal(Vec<u64>),
    /// Too many letters.
    #[error("{piles} piles with digits to {digit} give more than 4096 letters; use a smaller base")]
    Letters {
        /// Number of piles.
        piles: usize,
        /// The largest digit.
        digit: u8,
    },
    /// Blocking counts options, so families must not share any.
    #[error("families `{first}` and `{second}` share options; blocking needs disjoint families")]
    Overlap {
        /// One family.
        first: String,
        /// The other.
        second: String,
    },
    /// Blocking zero options of zero.
    #[error("blocking needs k from 1 to 60, not {0}")]
    Blocking(u8),
    /// The automaton does not read this game's positions.
    #[error(
        "the automaton has {letters} letters and {starts} start states; this game in this numeration needs \
         {need_letters} and {need_starts}"
    )]
    Automaton {
        /// Letters of the automaton.
        letters: usize,
        /// Start states of the automaton.
        starts: usize,
        /// Letters needed.
        need_letters: usize,
        /// Start states needed.
        need_starts: usize,
    },
    /// A position and the same position with leading zeros are told apart.
    #[error(
        "the automaton accepts some position but not the same position with {0} leading zeros, or the other way \
         round; zeros at the start must change nothing"
    )]
    LeadingZeros(usize),
    /// A position with the wrong number of piles or values.
    #[error("the position has the wrong number of piles, or a bounded coordinate out of range")]
    Position,
    /// Words of different lengths, or not of a valid length.
    #[error("the digits must be of equal length, a multiple of {0}")]
    WordLength(usize),
    /// Digits that the numeration does not allow.
    #[error("the digits of pile {0} are no greedy representation in this numeration")]
    Digits(usize),
    /// Winning moves under blocking depend on what is blocked.
    #[error("with blocking a winning move depends on what the opponent blocks")]
    BlockedMove,
    /// A file of a set or a certificate that cannot be read.
    #[error("line {line}: {message}")]
    Text {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        message: String,
    },
    /// What the Coq development does not cover.
    #[error("the Coq development does not cover {0}")]
    Coq(&'static str),
    /// A certificate that is not as expected.
    #[error("line {0} of the certificate cannot be translated to Coq")]
    CoqLine(usize),
    /// Blocking is not first-order in this simple way.
    #[error("games with blocking are not exported: counting options needs formulas with distinct witnesses")]
    WalnutBlocking,
    /// Names are letters and digits.
    #[error("`{0}` is no name for Walnut: use lower-case letters and digits, a letter first")]
    WalnutName(String),
    /// An automaton file of Walnut's that cannot be read.
    #[error("line {line} of the automaton: {message}")]
    WalnutText {
        /// The line.
        line: usize,
        /// What is wrong.
        message: String,
    },
}
