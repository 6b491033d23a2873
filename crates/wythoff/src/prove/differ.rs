//! Whether two games have the same P-positions, seen on a box: what the rules alone refute needs no automaton.

use super::{Exception, ProofRequest, Proved};
use crate::compare::{size, whole};
use crate::error::Error;
use crate::evidence::{By, Method};
use crate::game::Game;
use crate::json;
use crate::p::Range;
use std::collections::BTreeSet;
use std::time::Duration;
use wythoff_catalog::Files;
use wythoff_numbers::Budget;
use wythoff_numbers::tuples::arrangements;
use wythoff_rules::show_position;

/// Positions at which two sets differ.
#[derive(Clone)]
pub(super) struct Differences {
    /// Each with whether it is in the first set, the smallest first.
    list: Vec<(Vec<u64>, bool)>,
    /// Piles below this were compared.
    below: u64,
    /// They do not end in a corner of the box.
    pub(super) go_on: bool,
}

/// All piles below this are compared.
fn compared_below(piles: usize) -> u64 {
    match piles {
        0..=2 => 400,
        3 => 40,
        _ => 12,
    }
}

/// Largest box of two piles for a comparison that begins far out.
const FARTHEST: u64 = 4_000;

/// No box is worth more time.
const PATIENCE: Duration = Duration::from_secs(2);

/// Differences that are listed.
const LISTED: usize = 200;

impl Game {
    /// Where this game and the other one that is asked for differ on a box; `None` where they agree there, where the box
    /// cannot be computed in short time, or where something else is asked as well.
    pub(super) fn differences(
        &self,
        request: &ProofRequest,
        files: &dyn Files,
        budget: &Budget,
    ) -> Result<Option<Differences>, Error> {
        let Some(spec) = request.same_as.as_ref().filter(|_| request.asks_sameness_alone()) else {
            return Ok(None);
        };
        let other = Game::parse_within(spec, files, budget)?;
        let plain =
            |game: &Game| game.rules().is_some_and(|rules| rules.piles() == rules.coordinates().len());
        if !plain(self) || !plain(&other) || self.coordinates() != other.coordinates() {
            return Ok(None);
        }
        let beyond = request.beyond.unwrap_or(0);
        let piles = self.coordinates();
        let mut below = compared_below(piles);
        if beyond >= below / 2 && piles == 2 {
            below = beyond.saturating_mul(2).min(FARTHEST);
        }
        let patience = budget.time_left().map_or(PATIENCE, |left| left.min(PATIENCE));
        let budget = budget.clone().within(patience);
        // What is not known in short time is left to the proof.
        let Ok([first, second]) = self.sets(request.grundy, &other, below, &budget) else { return Ok(None) };
        let largest = |at: &Vec<u64>| at.iter().copied().max().unwrap_or(0);
        let mut list: Vec<(Vec<u64>, bool)> = first
            .symmetric_difference(&second)
            .filter(|at| largest(at) >= beyond)
            .map(|at| (at.clone(), first.contains(at)))
            .collect();
        list.sort_by_key(|(at, _)| size(at));
        let go_on = list.last().is_some_and(|(at, _)| request.beyond.is_some() || largest(at) >= below / 2);
        list.truncate(LISTED);
        Ok((!list.is_empty()).then_some(Differences { list, below, go_on }))
    }

    /// The positions of value `grundy` of this game, or its P-positions, and the P-positions of another, below a bound.
    /// Each is there in every order unless neither game tells orders apart.
    fn sets(
        &self,
        grundy: Option<u32>,
        other: &Game,
        below: u64,
        budget: &Budget,
    ) -> Result<[BTreeSet<Vec<u64>>; 2], Error> {
        let alike = self.is_symmetric() && other.is_symmetric();
        let lost = |game: &Game| {
            let found = game.p(Range::Below(below), 0, Some(Method::Rules), budget)?;
            whole(found.partial, budget)?;
            let list = found.positions.iter();
            Ok::<BTreeSet<Vec<u64>>, Error>(match game.is_symmetric() && !alike {
                true => list.flat_map(arrangements).collect(),
                false => list.map(<[u64]>::to_vec).collect(),
            })
        };
        let first = match grundy {
            None => lost(self)?,
            Some(value) => {
                let table = self.grundy_table(&[below], budget)?;
                whole(table.partial, budget)?;
                let cells = table.values.iter().enumerate().filter(|(_, v)| **v == value);
                let places = cells.map(|(cell, _)| crate::compare::at(cell as u64, &table.sides));
                places.filter(|at| !alike || at.is_sorted()).collect()
            }
        };
        Ok([first, lost(other)?])
    }

    /// The answer where two sets differ.
    pub(super) fn apart(&self, found: Differences) -> Proved {
        let Differences { list, below, .. } = found;
        let at = list.first().map(|(at, _)| at.clone()).unwrap_or_default();
        let exception = |(position, first): (Vec<u64>, bool)| Exception {
            position,
            of: if first { "first" } else { "second" },
        };
        let why = format!("the sets of positions differ there, computed from the rules below {below}");
        Proved {
            by: By::Rules,
            counterexample: Some(json::position(&at)),
            confirmed: Some(true),
            exceptions: Some(list.into_iter().map(exception).collect()),
            exceptions_complete: Some(false),
            ..self.proved("refuted", format!("refuted at {}: {why}", show_position(&at)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Conventions;
    use serde_json::json;
    use wythoff_catalog::NoFiles;

    fn asked(game: &str, other: &str, change: impl Fn(&mut ProofRequest)) -> Proved {
        let mut request = ProofRequest { same_as: Some(other.to_string()), ..ProofRequest::default() };
        change(&mut request);
        Game::parse(game).unwrap().prove_with(&request, &NoFiles, &Budget::default()).unwrap()
    }

    /// No numeration serves both games: the answer was `unknown`, though (1,2) is a P-position of one alone.
    #[test]
    fn a_small_position_refutes() {
        for (first, second, of) in
            [("t-wythoff(t=2)", "wythoff", "second"), ("wythoff", "t-wythoff(t=2)", "first")]
        {
            let apart = asked(first, second, |_| {});
            assert_eq!((apart.verdict, apart.by), ("refuted", By::Rules), "{apart:?}");
            assert_eq!(apart.counterexample, Some(json!([1, 2])));
            assert_eq!(apart.exceptions.unwrap()[0], Exception { position: vec![1, 2], of });
            let beyond = asked(first, second, |request| request.beyond = Some(50));
            assert_eq!(beyond.verdict, "refuted");
            let at = beyond.exceptions.unwrap()[0].position[1];
            assert!((50..60).contains(&at), "{at}");
        }
    }

    /// Neither rules outside the linear fragment nor Grundy values are in the way, nor an order that one game tells apart.
    #[test]
    fn whatever_the_rules_are() {
        let product = asked("(i,0) (0,i) (i,i) where i*i <= x", "wythoff", |_| {});
        assert_eq!(product.verdict, "refuted", "{product:?}");
        let ones = asked("r-wythoff", "wythoff", |request| request.grundy = Some(1));
        assert_eq!((ones.verdict, ones.counterexample), ("refuted", Some(json!([0, 0]))));
        let ordered = asked("(i,0) (0,i) (i,i) (2,1)", "wythoff", |_| {});
        assert_eq!((ordered.verdict, ordered.counterexample), ("refuted", Some(json!([2, 1]))));
    }

    /// Exceptions in a corner are proved to be all of them.
    #[test]
    fn a_corner_is_still_proved() {
        let corner = asked("(i,0) (0,i) (i,i)", "wythoff", |_| {});
        assert_eq!((corner.verdict, corner.by), ("proved", By::Proof), "{corner:?}");
        let request = ProofRequest { same_as: Some("wythoff".to_string()), ..ProofRequest::default() };
        let conventions = Conventions { misere: true, ..Conventions::default() };
        let misere = Game::parse("wythoff").unwrap().with(&conventions).unwrap();
        let found = misere.prove_with(&request, &NoFiles, &Budget::default()).unwrap();
        assert_eq!((found.verdict, found.exceptions_complete), ("refuted", Some(true)), "{found:?}");
    }
}
