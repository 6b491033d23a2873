//! From sequences to a game whose P-positions they are; which moves a game can gain or lose and keep its P-positions.

mod change;

pub use change::{Adjoined, MoveUse, MoveUses, NotAdjoinable, Removed};

use crate::error::Error;
use crate::evidence::By;
use serde::{Deserialize, Serialize, Serializer};
use std::fmt;
use wythoff_discover::design::{self, Design, NoDesign, Pair, Reach, Witness};
use wythoff_numbers::NumberError;
use wythoff_numbers::{Budget, Real};

/// A kind of game that a pair of sequences may give.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DesignKind {
    /// Wytlex(2, f).
    Wytlex,
    /// Relaxed Wythoff with f at the origin alone.
    RelaxedSimple,
    /// Relaxed Wythoff with the increments of the pair.
    Relaxed,
    /// The star operator.
    Star,
}

impl DesignKind {
    /// Every kind, in the order in which they are tried.
    pub const ALL: [DesignKind; 4] =
        [DesignKind::Wytlex, DesignKind::RelaxedSimple, DesignKind::Relaxed, DesignKind::Star];

    fn of(self, pair: &Pair) -> Result<Design, NoDesign> {
        match self {
            DesignKind::Wytlex => design::wytlex(pair),
            DesignKind::RelaxedSimple => design::relaxed(pair, Witness::Origin),
            DesignKind::Relaxed => design::relaxed(pair, Witness::Increments),
            DesignKind::Star => design::star(pair, STARRED),
        }
    }
}

impl fmt::Display for DesignKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DesignKind::Wytlex => "Wytlex(2,f)",
            DesignKind::RelaxedSimple => "Relaxed Wythoff, simpler f",
            DesignKind::Relaxed => "Relaxed Wythoff",
            DesignKind::Star => "the star operator",
        })
    }
}

/// Piles below this are looked at for the star operator.
const STARRED: u64 = 60;

/// The games of a pair of sequences, one for each kind that was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Designs {
    /// The games, or why there is none.
    pub designs: Vec<Designed>,
}

/// A kind of game and what a pair of sequences gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Designed {
    /// The kind.
    #[serde(serialize_with = "shown")]
    pub kind: DesignKind,
    /// The game, or what stands in its way.
    #[serde(flatten)]
    pub result: DesignResult,
}

/// A game, or what stands in its way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum DesignResult {
    /// A game with the pair as its P-positions.
    Game {
        /// Its spec.
        spec: String,
        /// Its function, if it has one.
        f: Option<String>,
        /// How far it holds, in words.
        reach: String,
        /// Why.
        reason: String,
        /// A theorem, where it holds for every position; else what was computed.
        by: By,
        /// Rows of the ledger that it rests on.
        cites: Vec<&'static str>,
    },
    /// There is none.
    None {
        /// Why.
        obstruction: String,
    },
}

fn shown<S: Serializer>(kind: &DesignKind, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(kind)
}

impl Designs {
    fn of(pair: &Pair, kinds: &[DesignKind], budget: &Budget) -> Result<Designs, Error> {
        let mut designs = Vec::new();
        for kind in kinds {
            budget.check()?;
            let result = match kind.of(pair) {
                Ok(Design { spec, f, reach, reason, cites }) => {
                    let by = if matches!(reach, Reach::Every) { By::Theorem } else { By::Rules };
                    DesignResult::Game { spec, f, reach: reach_words(&reach), reason, by, cites }
                }
                Err(why) => DesignResult::None { obstruction: why.to_string() },
            };
            designs.push(Designed { kind: *kind, result });
        }
        Ok(Designs { designs })
    }

    /// Whether no kind has a game.
    pub fn is_empty(&self) -> bool {
        self.designs.iter().all(|designed| matches!(designed.result, DesignResult::None { .. }))
    }
}

fn reach_words(reach: &Reach) -> String {
    match reach {
        Reach::Every => "for every position".to_string(),
        Reach::Rows(n) => format!("for the first {n} pairs"),
        Reach::Below(b) => format!("for piles below {b}"),
    }
}

/// The games whose P-positions are the Beatty pair of floor(n alpha + gamma) and its complement; so many pairs are
/// looked at where there is no closed form.
///
/// ```
/// use wythoff::{Budget, DesignKind, DesignResult, design_beatty};
/// let made = design_beatty("sqrt(2)", "0", 60, &[DesignKind::Wytlex], &Budget::default())?;
/// assert!(matches!(&made.designs[0].result, DesignResult::Game { reach, .. } if reach == "for every position"));
/// # Ok::<(), wythoff::Error>(())
/// ```
pub fn design_beatty(
    alpha: &str,
    gamma: &str,
    terms: usize,
    kinds: &[DesignKind],
    budget: &Budget,
) -> Result<Designs, Error> {
    let real = |text: &str| Real::parse(text).map_err(|error| Error::input(format!("`{text}`: {error}")));
    let pair = Pair::with_offset(real(alpha)?, real(gamma)?, terms, budget)?;
    Designs::of(&pair, kinds, budget)
}

/// The games whose P-positions are the pairs that are listed; (0,0) may come first.
pub fn design_pairs(pairs: &[(u64, u64)], kinds: &[DesignKind], budget: &Budget) -> Result<Designs, Error> {
    let pairs = pairs.strip_prefix(&[(0, 0)]).unwrap_or(pairs);
    let (first, second): (Vec<u64>, Vec<u64>) = pairs.iter().copied().unzip();
    Designs::of(&Pair::listed(&first, &second)?, kinds, budget)
}

impl From<NoDesign> for Error {
    fn from(error: NoDesign) -> Error {
        match error {
            NoDesign::Beatty(NumberError::Stopped(stop)) => Error::from(stop),
            other => Error::input(other.to_string()),
        }
    }
}
