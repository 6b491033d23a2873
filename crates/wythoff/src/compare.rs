//! Whether two games have the same P-positions or Grundy values, and the first position where they differ.

use crate::clock::timed;
use crate::error::Error;
use crate::evidence::By;
use crate::game::{Game, Header};
use crate::p::{Positions, Range};
use serde::Serialize;
use std::collections::BTreeSet;
use wythoff_automata::Limits;
use wythoff_numbers::tuples::arrangements;
use wythoff_numbers::{Budget, Natural};
use wythoff_prove::theorems::{Side, prove_alike, same};
use wythoff_prove::{Outcome, Request};

/// Two games compared.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// The first game.
    #[serde(flatten)]
    pub header: Header,
    /// The spec of the other.
    pub with: String,
    /// What was compared: `p` or `grundy`.
    pub what: &'static str,
    /// Whether they agree.
    pub same: bool,
    /// The position where they differ: the least by its largest pile, then in lexicographic order.
    pub first: Option<Vec<u64>>,
    /// What the first game and the other have there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<[Compared; 2]>,
    /// Piles below these were compared.
    pub below: Vec<u64>,
    /// Both were computed from their rules, or one of them by a theorem.
    pub by: By,
    /// Time spent computing.
    pub seconds: f64,
}

/// What a game has at a position where it differs from another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Compared {
    /// `P` or `N`; for partizan games also `L` or `R`.
    Outcome(String),
    /// The Grundy value.
    Grundy(u32),
}

impl std::fmt::Display for Compared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Compared::Outcome(outcome) => f.write_str(outcome),
            Compared::Grundy(value) => value.fmt(f),
        }
    }
}

/// A position where two games differ, and what they have there.
type Difference = (Vec<u64>, [Compared; 2]);

/// Whether two games have the same P-positions, for all positions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sameness {
    /// The first game.
    #[serde(flatten)]
    pub header: Header,
    /// The spec of the other.
    pub with: String,
    /// `proved`, `refuted` or `unknown`.
    pub verdict: &'static str,
    /// Where they differ.
    pub first: Option<Vec<u64>>,
    /// How it is known, or what was not.
    pub reason: String,
    /// A proof for all positions; the rules where a small position refutes it, or nothing more is known.
    pub by: By,
    /// Time spent computing.
    pub seconds: f64,
}

/// Piles below this are compared before a proof is looked for.
const SMALL: u64 = 100;

impl Game {
    /// Decides whether two games have the same P-positions: they are compared below a small bound, then the set that is
    /// proved to be the other's is proved to be this game's too.
    ///
    /// ```
    /// use wythoff::{Budget, Game};
    /// let wythoff = Game::parse("wythoff")?;
    /// let verdict = |text: &str| Game::parse(text)?.same_p(&wythoff, &Budget::default()).map(|same| same.verdict);
    /// assert_eq!(verdict("(i,0) (0,i) (i,i) (2,4) (4,2)")?, "proved");
    /// assert_eq!(verdict("(i,0) (0,i) (i,i) (1,2) (2,1)")?, "refuted");
    /// # Ok::<(), wythoff::Error>(())
    /// ```
    pub fn same_p(&self, other: &Game, budget: &Budget) -> Result<Sameness, Error> {
        let (found, seconds) = timed(budget, || self.decide_same_p(other, budget));
        let (verdict, first, reason, by) = found?;
        let (header, with) = (self.header(), other.spec().to_string());
        Ok(Sameness { header, with, verdict, first, reason, by, seconds })
    }

    fn decide_same_p(&self, other: &Game, budget: &Budget) -> Result<Decision, Error> {
        if let (Some((first, _)), _) = self.differing_p(other, SMALL, budget)? {
            return Ok(("refuted", Some(first), format!("computed for piles below {SMALL}"), By::Rules));
        }
        let unknown = |reason: String| Ok(("unknown", None, reason, By::Rules));
        let (mine, theirs) = (self.rules_for(FROM_RULES)?, other.rules_for(FROM_RULES)?);
        let Outcome::Proved(known) = other.search_proof(theirs, Request::default(), budget)?.0 else {
            budget.check()?;
            return unknown(format!("the P-positions of {} are not proved", other.called()));
        };
        let known = Side { rules: theirs, proof: &known, grundy: 0 };
        let Outcome::Proved(alike) = prove_alike(known, mine, Request::default(), budget)? else {
            budget.check()?;
            return unknown(format!(
                "the P-positions of {} are not proved in {}",
                self.called(),
                known.proof.numeration()
            ));
        };
        let limits = Limits { budget: budget.clone(), ..Limits::default() };
        let alike = Side { rules: mine, proof: &alike, grundy: 0 };
        let found = same(alike, known, None, &limits)
            .map_err(|error| Error::limit(error.to_string()).hint("compare them below a bound"))?;
        let first = found.exceptions.into_iter().next().map(|(position, _)| position);
        Ok((if found.holds { "proved" } else { "refuted" }, first, found.statement, By::Proof))
    }

    /// Compares the P-positions with all piles below a bound.
    ///
    /// ```
    /// use wythoff::{Budget, Game};
    /// let (one, other) = (Game::parse("wythoff")?, Game::parse("maharaja")?);
    /// let found = one.compare_p(&other, 50, &Budget::default())?;
    /// assert_eq!(found.first, Some(vec![1, 2]));
    /// assert_eq!(found.values.unwrap().map(|value| value.to_string()), ["P", "N"]);
    /// # Ok::<(), wythoff::Error>(())
    /// ```
    pub fn compare_p(&self, other: &Game, below: u64, budget: &Budget) -> Result<Comparison, Error> {
        let (found, seconds) = timed(budget, || self.differing_p(other, below, budget));
        let (first, by) = found?;
        Ok(self.compared(other, "p", first, vec![below; self.coordinates()], by, seconds))
    }

    /// Compares the Grundy values on a box: one side for all piles, or one for each.
    ///
    /// ```
    /// use wythoff::{Budget, Game};
    /// let (one, other) = (Game::parse("(i,0) (0,i) (i,2i)")?, Game::parse("(i,0) (0,i)")?);
    /// assert!(one.compare_grundy(&other, &[32], &Budget::default())?.same);
    /// # Ok::<(), wythoff::Error>(())
    /// ```
    pub fn compare_grundy(&self, other: &Game, sides: &[u64], budget: &Budget) -> Result<Comparison, Error> {
        let (found, seconds) = timed(budget, || self.differing_values(other, sides, budget));
        let (first, sides) = found?;
        Ok(self.compared(other, "grundy", first, sides, By::Rules, seconds))
    }

    fn compared(
        &self,
        other: &Game,
        what: &'static str,
        found: Option<Difference>,
        below: Vec<u64>,
        by: By,
        seconds: f64,
    ) -> Comparison {
        let (header, with, same) = (self.header(), other.spec().to_string(), found.is_none());
        let (first, values) = found.unzip();
        Comparison { header, with, what, same, first, values, below, by, seconds }
    }

    fn differing_p(
        &self,
        other: &Game,
        below: u64,
        budget: &Budget,
    ) -> Result<(Option<Difference>, By), Error> {
        self.must_have_as_many_piles(other)?;
        let found = |game: &Game| {
            let found = game.p(Range::Below(below), 0, None, budget)?;
            whole(found.partial, budget)?;
            Ok::<_, Error>(found)
        };
        let (mine, theirs) = (found(self)?, found(other)?);
        let by = if mine.by == By::Rules { theirs.by } else { mine.by };
        // Games that both do not tell the order of the piles apart list each position once.
        let expand = self.is_symmetric() != other.is_symmetric();
        let all = |game: &Game, list: &Positions| -> BTreeSet<Vec<u64>> {
            match expand && game.is_symmetric() {
                true => list.iter().flat_map(arrangements).collect(),
                false => list.iter().map(<[u64]>::to_vec).collect(),
            }
        };
        let (mine, theirs) = (all(self, &mine.positions), all(other, &theirs.positions));
        let Some(first) = mine.symmetric_difference(&theirs).min_by_key(|at| size(at)) else {
            return Ok((None, by));
        };
        let outcome = |game: &Game, lost: &BTreeSet<Vec<u64>>| {
            let outcome = match lost.contains(first) {
                true => "P".to_string(),
                false if game.is_partizan() => {
                    let piles: Vec<Natural> = first.iter().map(|pile| Natural::from(*pile)).collect();
                    game.outcome(&game.position_of(&piles)?, budget)?
                }
                false => "N".to_string(),
            };
            Ok::<_, Error>(Compared::Outcome(outcome))
        };
        let values = [outcome(self, &mine)?, outcome(other, &theirs)?];
        Ok((Some((first.clone(), values)), by))
    }

    fn differing_values(
        &self,
        other: &Game,
        sides: &[u64],
        budget: &Budget,
    ) -> Result<(Option<Difference>, Vec<u64>), Error> {
        self.must_have_as_many_piles(other)?;
        let found = |game: &Game| {
            let found = game.grundy_table(sides, budget)?;
            whole(found.partial, budget).map(|()| found)
        };
        let (mine, theirs) = (found(self)?, found(other)?);
        if mine.sides != theirs.sides {
            return Err(Error::input("the bounded coordinates of the two games differ")
                .hint("games with the same coordinates are compared"));
        }
        let cells = mine.values.iter().zip(&theirs.values).enumerate();
        let differing = cells.filter(|(_, (a, b))| a != b).map(|(cell, (a, b))| {
            (at(cell as u64, &mine.sides), [Compared::Grundy(*a), Compared::Grundy(*b)])
        });
        Ok((differing.min_by_key(|(at, _)| size(at)), mine.sides))
    }

    fn must_have_as_many_piles(&self, other: &Game) -> Result<(), Error> {
        let (mine, theirs) = (self.coordinates(), other.coordinates());
        if mine == theirs {
            return Ok(());
        }
        let message = format!("{} has {mine} piles, and {} has {theirs}", self.called(), other.called());
        Err(Error::input(message)
            .hint("games of equally many piles are compared; some are told how many: nim(piles=2)"))
    }
}

/// The verdict, a position where two games differ, and the reason.
type Decision = (&'static str, Option<Vec<u64>>, String, By);

/// Why a game in Rust is not compared for all positions.
const FROM_RULES: &str = "a proof starts from rule text";

/// What positions are ordered by: the largest pile, then the piles.
pub(crate) fn size(position: &[u64]) -> (u64, Vec<u64>) {
    (position.iter().copied().max().unwrap_or(0), position.to_vec())
}

/// The position of a cell of a table, the last coordinate running fastest.
pub(crate) fn at(mut cell: u64, sides: &[u64]) -> Vec<u64> {
    let mut at = vec![0; sides.len()];
    for (x, side) in at.iter_mut().zip(sides).rev() {
        (*x, cell) = (cell % side, cell / side);
    }
    at
}

/// What was cut short is no answer.
pub(crate) fn whole(partial: bool, budget: &Budget) -> Result<(), Error> {
    if !partial {
        return Ok(());
    }
    budget.check()?;
    Err(Error::limit("the answer is not complete").hint("allow more time, or ask for less"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compared(one: &str, other: &str, below: u64) -> Comparison {
        let game = |text: &str| Game::parse(text).unwrap();
        game(one).compare_p(&game(other), below, &Budget::default()).unwrap()
    }

    #[test]
    fn order_of_piles_counts_only_where_a_game_tells_it_apart() {
        // The same set, once listed sorted and once in both orders.
        assert!(compared("(i,0) (0,i) (i,i)", "(i,0) (0,i) (i,i) (2,1)", 1).same);
        let cut = compared("wythoff", "(i,0) (0,i) (i,i) (2,1)", 20);
        assert_eq!(cut.first, Some(vec![2, 1]));
        assert_eq!(compared("nim(piles=3)", "wythoff-piles(piles=3)", 8).first, Some(vec![0, 1, 1]));
    }

    #[test]
    fn games_of_other_piles_are_refused() {
        let (one, other) = (Game::parse("wythoff").unwrap(), Game::parse("nim(piles=3)").unwrap());
        assert!(one.compare_p(&other, 5, &Budget::default()).is_err());
        assert!(one.compare_grundy(&other, &[5], &Budget::default()).is_err());
    }
}
