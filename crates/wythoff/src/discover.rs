//! What pattern a game follows, as far as the data show.

use crate::clock::timed;
use crate::error::Error;
use crate::evidence::By;
use crate::game::{Game, Header};
use serde::Serialize;
use wythoff_discover::DiscoverError;
use wythoff_discover::findings::{self, Finding, Numbers};
use wythoff_discover::game::{Discovered, of_grundy, of_rules};
use wythoff_discover::leapers;
use wythoff_numbers::Budget;

/// What was found about a game or a sequence.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Discovery {
    /// The game; nothing for a sequence.
    #[serde(flatten)]
    pub header: Option<Header>,
    /// The findings, simplest first.
    pub findings: Vec<Found>,
    /// What the data are computed from.
    pub by: By,
    /// The certificate of the transducer, where one was found.
    #[serde(skip)]
    pub certificate: Option<String>,
    /// Ended before everything was looked for.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub partial: bool,
    /// Time spent computing.
    pub seconds: f64,
}

/// One thing that the data show.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Found {
    /// What it is about: `slope`, `beatty`, `difference`, `automaton`, ...
    pub kind: &'static str,
    /// One readable sentence.
    pub statement: String,
    /// How far it was checked.
    pub bound: String,
    /// The data, or a proof for all positions.
    pub by: By,
    /// The numbers in it.
    pub data: Numbers,
}

impl Found {
    /// Whether the data refute it: what is said is settled, and no pattern that fits.
    pub fn is_refuted(&self) -> bool {
        self.data.is_refuted()
    }
}

/// A beam of P-positions: an interval of ratios y/x that holds many, beside gaps that hold none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Beam {
    /// The least ratio, as a fraction.
    pub from: String,
    /// The greatest ratio.
    pub to: String,
    /// Positions in it, of those that were looked at.
    pub positions: u64,
    /// Whether it narrows farther out, or is narrow already.
    pub narrows: bool,
}

impl From<Finding> for Found {
    fn from(finding: Finding) -> Found {
        let Finding { kind, statement, bound, data } = finding;
        // A transducer is found with its finite certificate; all else is what the data show.
        let by = if matches!(data, Numbers::Transducer { .. }) { By::Proof } else { By::Rules };
        Found { kind, statement, bound, by, data }
    }
}

impl From<DiscoverError> for Error {
    fn from(error: DiscoverError) -> Error {
        match error {
            DiscoverError::Solve(error) => Error::from(error),
            DiscoverError::Stopped(stop) => Error::from(stop),
            other => Error::input(other.to_string()).hint("ask about another game, or about more positions"),
        }
    }
}

/// What an integer sequence shows; its terms are counted from `start`.
pub fn discover_sequence(start: i64, terms: &[i64], budget: &Budget) -> Discovery {
    let (found, seconds) = timed(budget, || findings::of_sequence(start, terms));
    discovery(None, found, None, seconds, budget)
}

impl Game {
    /// Examines the P-positions with all piles below a bound; a sensible one where none is given.
    ///
    /// ```
    /// use wythoff::{Budget, Game};
    /// let found = Game::parse("wythoff")?.discover(Some(200), false, &Budget::default())?;
    /// assert!(found.findings.iter().any(|f| f.statement == "b_n = a_n + n for every n"));
    /// # Ok::<(), wythoff::Error>(())
    /// ```
    pub fn discover(&self, below: Option<u64>, deep: bool, budget: &Budget) -> Result<Discovery, Error> {
        self.discover_telling(below, deep, budget, &mut |_| {})
    }

    /// The same, each finding told as it is found.
    pub fn discover_telling(
        &self,
        below: Option<u64>,
        deep: bool,
        budget: &Budget,
        tell: &mut dyn FnMut(&Found),
    ) -> Result<Discovery, Error> {
        let tell = &mut |finding: &Finding| tell(&Found::from(finding.clone()));
        let below = below.unwrap_or(match self.rules().map_or(2, |rules| rules.coordinates().len()) {
            0..=2 => 3000,
            3 => 60,
            _ => 12,
        });
        let transducer = if deep { leapers::Limits::deep() } else { leapers::Limits::default() };
        let (found, seconds) = timed(budget, || match self.rules() {
            Some(rules) => Ok((of_rules(rules, below, budget, &transducer, tell)?, By::Rules)),
            None => self.discover_listed(below, budget, tell),
        });
        let (Discovered { findings, certificate }, by) = found?;
        let discovery = discovery(Some(self.header()), findings, certificate, seconds, budget);
        Ok(Discovery { by, ..discovery })
    }

    /// What the P-positions of a game that is no rule text show, and what they are computed from.
    fn discover_listed(
        &self,
        below: u64,
        budget: &Budget,
        tell: &mut dyn FnMut(&Finding),
    ) -> Result<(Discovered, By), Error> {
        let listed = self.p(crate::Range::Below(below), 0, None, budget)?;
        budget.check()?;
        let list = listed.positions.iter().map(<[u64]>::to_vec).collect();
        let positions = self.as_data(list, below)?;
        let findings = findings::of_positions_telling(&positions, budget, tell);
        Ok((Discovered { findings, certificate: None }, listed.by))
    }

    /// Positions below a bound, or up to a row, as findings are made from.
    fn as_data(&self, list: Vec<Vec<u64>>, below: u64) -> Result<findings::Positions, Error> {
        let positions = match self.is_symmetric() {
            true => findings::Positions::unordered(list, below),
            false => findings::Positions::ordered(list, below),
        };
        Ok(positions?)
    }

    /// The beams of the first P-positions of a two-pile game: where the ratios y/x of the far half of them lie.
    ///
    /// ```
    /// use wythoff::{Budget, Game};
    /// let beams = Game::parse("wythoff")?.slopes(100, &Budget::default())?;
    /// assert_eq!((beams.len(), beams[0].from.as_str(), beams[0].to.as_str()), (1, "233/144", "13/8"));
    /// # Ok::<(), wythoff::Error>(())
    /// ```
    pub fn slopes(&self, first: usize, budget: &Budget) -> Result<Vec<Beam>, Error> {
        if self.coordinates() != 2 {
            return Err(Error::input("slopes are those of pairs, and this game has not two piles")
                .hint("ask about a game of two piles"));
        }
        let found = self.p(crate::Range::First(first), 0, None, budget)?;
        if found.partial {
            budget.check()?;
        }
        let rows = found.positions.last().flat().first().copied().unwrap_or(0);
        let list = found.positions.iter().map(<[u64]>::to_vec).collect();
        let positions = self.as_data(list, rows)?;
        let beams = findings::slopes(&positions).into_iter().filter_map(|found| match found.data {
            Numbers::Slope { beam, interval: [from, to], positions, .. } => {
                Some(Beam { from, to, positions: positions as u64, narrows: beam })
            }
            _ => None,
        });
        Ok(beams.collect())
    }

    /// Examines rows of Grundy values.
    pub fn discover_grundy(&self, sides: &[u64], budget: &Budget) -> Result<Discovery, Error> {
        let rules = self.rules_for("rows of Grundy values are examined from the rules")?;
        let sides = self.sides(sides)?;
        let columns = sides.get(1).copied().unwrap_or(1);
        let (found, seconds) = timed(budget, || of_grundy(rules, sides[0], columns, budget));
        Ok(discovery(Some(self.header()), found?, None, seconds, budget))
    }
}

fn discovery(
    header: Option<Header>,
    findings: Vec<Finding>,
    certificate: Option<String>,
    seconds: f64,
    budget: &Budget,
) -> Discovery {
    let (findings, partial) = (findings.into_iter().map(Found::from).collect(), budget.check().is_err());
    Discovery { header, findings, by: By::Rules, certificate, partial, seconds }
}
