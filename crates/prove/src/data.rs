//! The P-positions on a box, as the learner asks for them: from the rules, from Grundy values, or from a candidate.

use crate::candidate::asked_below;
use crate::error::ProveFailure;
use crate::numerations::near;
use crate::search::Request;
use crate::text::without_pass;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use wythoff_automata::{Coordinate, Game, Oracle, PairTable, PositionTable};
use wythoff_numbers::tuples::{arrangements, next_below};
use wythoff_rules::{RuleError, Rules};

/// The set on a box, as the learner asks for it.
pub(crate) struct Data {
    /// Asked by the learner.
    pub(crate) oracle: Box<dyn Oracle>,
    /// Members from which the numeration is guessed: all with piles below `below`.
    pub(crate) members: Vec<Vec<u64>>,
    pub(crate) below: u64,
    /// How many members were found in all.
    pub(crate) found: usize,
}

/// Most members that are kept to guess from. Sets that fill the plane have too many.
const KEPT: usize = 500_000;

impl Data {
    fn new(oracle: Box<dyn Oracle>, members: Vec<Vec<u64>>) -> Data {
        let found = members.len();
        let (kept, below) = match near(&members, oracle.bound(), KEPT) {
            (Cow::Owned(part), below) => (Some(part), below),
            (Cow::Borrowed(_), below) => (None, below),
        };
        Data { members: kept.unwrap_or(members), below, found, oracle }
    }

    /// Computes the set with all piles below the bound.
    pub(crate) fn compute(
        rules: &Rules,
        game: &Game,
        request: &Request<'_>,
        bound: u64,
        solver: &wythoff_solvers::Budget,
    ) -> Result<Data, ProveFailure> {
        let sides: Vec<u64> = game
            .coordinates
            .iter()
            .map(|c| match c {
                Coordinate::Pile => bound,
                Coordinate::Bounded(values) => u64::from(*values),
            })
            .collect();
        if let Some(candidate) = &request.candidate {
            let most = asked_below(sides.len());
            let small: Vec<u64> = sides.iter().map(|s| (*s).min(most)).collect();
            let mut members = Vec::new();
            each(&small, &mut |p| {
                if candidate.contains(p) == Some(true) {
                    members.push(p.to_vec());
                }
            });
            let box_bound = most.min(bound);
            return Ok(Data::new(Box::new(PositionTable::new(box_bound, members.clone())), members));
        }
        if let Some(g) = request.grundy {
            let table = wythoff_solvers::grundy_table(rules, &sides[..sides.len() - 1], solver)?;
            let mut members = Vec::new();
            let mut index = 0;
            each(&sides[..sides.len() - 1], &mut |p| {
                if table.values[index] <= g {
                    members.push([p, &[u64::from(table.values[index])]].concat());
                }
                index += 1;
            });
            let shown =
                members.iter().filter(|m| m.last() == Some(&0)).map(|m| m[..m.len() - 1].to_vec()).collect();
            return Ok(Data::new(Box::new(PositionTable::new(bound, members)), shown));
        }
        if rules.convention().pass {
            let gone = without_pass(rules).ok_or_else(|| RuleError::plain("a parameter is no rule text"))?;
            let mut all = Vec::new();
            let mut members = Vec::new();
            for (rules, left) in [(&gone, 0), (rules, 1)] {
                members = wythoff_solvers::p_below(rules, bound, solver)?.positions;
                for position in &members {
                    let places =
                        if rules.is_symmetric() { arrangements(position) } else { vec![position.clone()] };
                    all.extend(places.into_iter().map(|place| [place.as_slice(), &[left]].concat()));
                }
            }
            return Ok(Data::new(Box::new(PositionTable::new(bound, all)), members));
        }
        let members = match request.source.and_then(|source| source(bound)) {
            Some(members) => members,
            None => wythoff_solvers::p_below(rules, bound, solver)?.positions,
        };
        // One partner for every pile: known as soon as one of the two piles is.
        if rules.is_symmetric() && sides.len() == 2 {
            let pairs: Vec<(u64, u64)> = members.iter().map(|p| (p[0], p[1])).collect();
            // All piles are below the bound.
            let mut used = vec![false; usize::try_from(bound).unwrap_or(0)];
            let mut free = |pile: u64| match usize::try_from(pile).ok().and_then(|at| used.get_mut(at)) {
                Some(used) => !std::mem::replace(used, true),
                None => false,
            };
            let single = pairs.iter().all(|(a, b)| free(*a) && (a == b || free(*b)));
            if single {
                return Ok(Data::new(Box::new(PairTable::below(bound, pairs)), members));
            }
        }
        let table = if rules.is_symmetric() {
            PositionTable::new(bound, members.iter().flat_map(|p| arrangements(p)))
        } else {
            PositionTable::new(bound, members.iter().cloned())
        };
        Ok(Data::new(Box::new(table), members))
    }
}

/// Piles below this are looked at one by one in a game on sorted piles, and of tuples that are not sorted those below the
/// second: the prover finds what is wrong with the others.
const SCANNED: u64 = 40;
const UNSORTED: u64 = 10;

/// Where there is a fast source, sorted positions are known to so many times the bound.
const FURTHER: u64 = 40;

/// The P-positions of a game on sorted piles: those of the rules, and all tuples that are not sorted, from which there is
/// no move.
struct SortedTable {
    scanned: u64,
    known: u64,
    lost: BTreeSet<Vec<u64>>,
}

impl Oracle for SortedTable {
    fn contains(&self, position: &[u64]) -> Option<bool> {
        let known = position.iter().all(|pile| *pile < self.known);
        known.then(|| !position.is_sorted() || self.lost.contains(position))
    }

    fn bound(&self) -> u64 {
        self.scanned
    }

    fn members(&self, ends: &[u64], visit: &mut dyn FnMut(&[u64]) -> ControlFlow<()>) {
        let mut stopped = false;
        let mut meet = |position: &[u64]| stopped = stopped || visit(position).is_break();
        let inside = |position: &Vec<u64>| position.iter().zip(ends).all(|(pile, end)| pile < end);
        self.lost.iter().filter(|position| inside(position)).for_each(|position| meet(position));
        let small: Vec<u64> = ends.iter().map(|end| (*end).min(UNSORTED)).collect();
        each(&small, &mut |position| {
            if !position.is_sorted() {
                meet(position);
            }
        });
    }
}

impl Data {
    /// The P-positions of rules in which order does not matter, for the game on sorted piles.
    pub(crate) fn on_sorted_piles(
        rules: &Rules,
        request: &Request<'_>,
        bound: u64,
        solver: &wythoff_solvers::Budget,
    ) -> Result<Data, ProveFailure> {
        let far = bound.saturating_mul(FURTHER);
        let (known, members) = match request.source.and_then(|source| source(far)) {
            Some(members) => (far, members),
            None => (bound, wythoff_solvers::p_below(rules, bound, solver)?.positions),
        };
        let lost = members.iter().map(|position| rules.canonical(position)).collect();
        let below = bound.min(SCANNED);
        Ok(Data::new(Box::new(SortedTable { scanned: below, known, lost }), members))
    }
}

fn each(sides: &[u64], visit: &mut dyn FnMut(&[u64])) {
    if sides.contains(&0) {
        return;
    }
    let mut position = vec![0; sides.len()];
    loop {
        visit(&position);
        if !next_below(&mut position, sides) {
            return;
        }
    }
}
