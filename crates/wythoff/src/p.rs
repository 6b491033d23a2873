//! P-positions: the first ones, or all below a bound, in one flat buffer.

use crate::clock::timed;
use crate::error::{Advice, Error};
use crate::evidence::{By, CONSTRUCTION, Evidence, Method, Question, Way, ways};
use crate::game::{Game, Header};
use crate::json;
use serde::ser::{Serialize, Serializer};
use wythoff_catalog::View;
use wythoff_catalog::special::{Basis, position_of};
use wythoff_numbers::{Budget, Stop};
use wythoff_solvers::SolveError;

/// Which P-positions are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
    /// The first so many in lexicographic order.
    First(usize),
    /// All with every pile below a bound.
    Below(u64),
}

/// Positions in one flat buffer, in lexicographic order.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Positions {
    width: usize,
    flat: Vec<u64>,
}

impl Positions {
    /// From positions of `width` piles each, one after the other.
    pub fn new(width: usize, flat: Vec<u64>) -> Positions {
        Positions { width: width.max(1), flat }
    }

    fn of(width: usize, positions: Vec<Vec<u64>>, budget: &Budget) -> Result<Positions, Stop> {
        let (width, mut flat) = (positions.first().map_or(width, Vec::len), Vec::new());
        budget.grow(LIST, &mut flat, positions.len().saturating_mul(width))?;
        positions.into_iter().for_each(|position| flat.extend_from_slice(&position));
        Ok(Positions::new(width, flat))
    }

    /// Piles of each position.
    pub fn width(&self) -> usize {
        self.width
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.flat.len() / self.width.max(1)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.flat.is_empty()
    }

    /// All piles, position after position.
    pub fn flat(&self) -> &[u64] {
        &self.flat
    }

    /// All piles, position after position.
    pub fn into_flat(self) -> Vec<u64> {
        self.flat
    }

    /// The positions.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &[u64]> + ExactSizeIterator {
        self.flat.chunks_exact(self.width.max(1))
    }

    /// The last position alone; none where there are none.
    pub fn last(&self) -> Positions {
        let start = self.flat.len().saturating_sub(self.width);
        Positions::new(self.width, self.flat[start..].to_vec())
    }

    fn skip(&mut self, count: usize) {
        let skipped = count.saturating_mul(self.width).min(self.flat.len());
        self.flat.drain(..skipped);
    }
}

impl Serialize for Positions {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.iter().map(json::Row))
    }
}

/// P-positions and how they are known.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct PPositions {
    /// The game.
    #[serde(flatten)]
    pub header: Header,
    /// `normal` or `misere`.
    pub convention: &'static str,
    /// What they rest on.
    pub by: By,
    /// Rows of the ledger that they rest on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cites: Vec<String>,
    /// In lexicographic order.
    pub positions: Positions,
    /// The method, for people.
    pub method: String,
    /// Interrupted: these are all up to the last one, but not all that were asked for.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub partial: bool,
    /// Time spent computing.
    pub seconds: f64,
}

/// What a way found.
struct Found {
    positions: Positions,
    evidence: Evidence,
    partial: bool,
}

impl Game {
    /// P-positions in lexicographic order, each once; the first `from` are left out.
    ///
    /// A cancelled search gives what it has, marked `partial`.
    ///
    /// ```
    /// use wythoff::{Budget, Game, Range};
    /// let game = Game::parse("wythoff")?;
    /// let found = game.p(Range::First(3), 0, None, &Budget::default())?;
    /// assert_eq!(found.positions.flat(), [0, 0, 1, 2, 3, 5]);
    /// # Ok::<(), wythoff::Error>(())
    /// ```
    pub fn p(
        &self,
        range: Range,
        from: usize,
        method: Option<Method>,
        budget: &Budget,
    ) -> Result<PPositions, Error> {
        let (found, seconds) = timed(budget, || self.find_p(range, from, method, budget));
        let mut found = found?;
        found.positions.skip(from);
        Ok(PPositions {
            header: self.header(),
            convention: self.convention(),
            by: found.evidence.by,
            cites: found.evidence.cites,
            positions: found.positions,
            method: found.evidence.reason,
            partial: found.partial,
            seconds,
        })
    }

    fn find_p(
        &self,
        range: Range,
        from: usize,
        method: Option<Method>,
        budget: &Budget,
    ) -> Result<Found, Error> {
        let question = match range {
            Range::First(_) => Question::First,
            Range::Below(bound) if bound <= SMALL => Question::SmallBox,
            Range::Below(_) => Question::LargeBox,
        };
        let range = match range {
            Range::First(n) => Range::First(n.saturating_add(from)),
            below => below,
        };
        for way in ways(question, method) {
            match way {
                Way::Theorem => {
                    if let Some(found) = self.p_by_theory(range, budget)? {
                        return Ok(found);
                    }
                }
                _ => return self.p_by_rules(range, budget),
            }
        }
        if method == Some(Method::Proof) {
            let error = Error::input("a proof decides positions one by one; it lists none");
            return Err(error.advise(Advice::AnyMethod));
        }
        let why = match wythoff_theory::decider_for(&self.resolved) {
            _ if self.is_modified_special() => NO_THEORY.to_string(),
            Err(refusal) => refusal.to_string(),
            Ok(_) => format!("no theory lists the P-positions of {}", self.called()),
        };
        Err(Error::input(why).advise(Advice::ByRules))
    }

    fn p_by_rules(&self, range: Range, budget: &Budget) -> Result<Found, Error> {
        let width = self.coordinates();
        match self.resolved.view() {
            View::Rules(rules) => {
                let found = match range {
                    Range::First(n) => wythoff_solvers::p_first(rules, n, budget),
                    Range::Below(bound) => wythoff_solvers::p_below(rules, bound, budget),
                };
                let (positions, method, partial) = match found {
                    Err(SolveError::Stopped { why: Stop::Cancelled | Stop::Time, found, .. }) => {
                        (found, "interrupted", true)
                    }
                    found => found.map(|found| (found.positions, found.method, false))?,
                };
                let positions = Positions::of(width, positions, budget)?;
                Ok(Found { positions, evidence: Evidence::rules(method), partial })
            }
            View::Special(special) => {
                let positions = match range {
                    Range::First(n) => special.p_first(n)?,
                    Range::Below(bound) => special.p_below(bound)?,
                };
                // The construction is the same that decides single positions, and rests on the same.
                let outcome = positions.first().and_then(|p| special.outcome(&position_of(p)).ok());
                let basis = outcome.map_or(Basis::Rules, |outcome| outcome.basis);
                let evidence = Evidence::construction(basis, CONSTRUCTION);
                Ok(Found { positions: Positions::of(width, positions, budget)?, evidence, partial: false })
            }
            View::Sum(_) => {
                Err(Error::input("the P-positions of a sum are not listed").advise(Advice::OnePosition))
            }
        }
    }

    /// From the theory, where one lists P-positions.
    fn p_by_theory(&self, range: Range, budget: &Budget) -> Result<Option<Found>, Error> {
        if self.is_modified_special() {
            return Ok(None);
        }
        let Ok(Some(decider)) = wythoff_theory::decider_for(&self.resolved) else { return Ok(None) };
        let Some(stream) = decider.p_positions() else { return Ok(None) };
        let (wanted, bound) = match range {
            Range::First(n) => (n, u64::MAX),
            Range::Below(bound) => (usize::MAX, bound),
        };
        let first = matches!(range, Range::First(_));
        let (width, total) = (self.coordinates(), if first { wanted as u64 } else { 0 });
        let bytes = |count: usize| count as u128 * width as u128 * 8;
        if first {
            budget.need(LIST, bytes(wanted))?;
        }
        let (mut flat, mut count, mut partial) = (Vec::new(), 0, false);
        // The first coordinate never decreases, so a stream below a bound ends where it passes the bound.
        for (index, position) in stream.take_while(|p| first || p[0] < bound).enumerate() {
            if count == wanted {
                break;
            }
            if index % PACE == 0 {
                match budget.step(count as u64, total) {
                    Err(Stop::Cancelled | Stop::Time) => {
                        partial = true;
                        break;
                    }
                    other => other?,
                }
                budget.allow(LIST, bytes(count))?;
                budget.grow(LIST, &mut flat, PACE * width)?;
            }
            if first || position.iter().all(|x| *x < bound) {
                flat.extend_from_slice(&position);
                count += 1;
            }
        }
        // A theory that gives out early leaves the rest to the rules.
        if first && count < wanted && !partial {
            return Ok(None);
        }
        let evidence = Evidence::theorem(&[], "the theory's stream");
        Ok(Some(Found { positions: Positions::new(width, flat), evidence, partial }))
    }
}

/// What takes the memory.
const LIST: &str = "the list of P-positions";

/// P-positions between two looks at the budget.
const PACE: usize = 4096;

/// Up to this bound the solvers fill a box at once.
const SMALL: u64 = 200_000;

/// Why no theory answers for a game in Rust with conventions.
pub(crate) const NO_THEORY: &str = "no theory decides this game with conventions on top";
