//! Any game on a box from one question: does a move lead from here to there? Each position is held against the list of
//! P-positions found so far.
//!
//! That is much less than looking at all options where P-positions are few, as they are when a move may take anything
//! from several piles. P-positions that share a coordinate with the position or have the same differences are asked
//! first, since moves from one pile and equal moves from all are common; then the one that answered last.
//!
//! Cost: at most (positions) x (P-positions) questions, and a few a position as measured.

use crate::error::SolveError;
use std::collections::HashMap;
use wythoff_numbers::Budget;

/// A game as a relation. Moves only take.
pub trait Reach {
    /// Whether a move leads from one position to another, which is nowhere larger (after sorting, where order does not
    /// matter). `None` if that cannot be told.
    fn reaches(&self, from: &[u64], to: &[u64]) -> Result<Option<bool>, SolveError>;

    /// Whether any number may be taken from the last pile alone (the largest, where order does not matter), so that a
    /// row is N behind its P-position. For extra ends this need not hold.
    fn empties_rows(&self) -> bool;

    /// Whether there is any move.
    fn has_move(&self, from: &[u64]) -> Result<bool, SolveError>;

    /// Whether a tuple is a position of the game.
    fn is_position(&self, position: &[u64]) -> Result<bool, SolveError>;

    /// Whether the game ends at a position although it may have moves.
    fn is_end(&self, position: &[u64]) -> bool;
}

/// More P-positions than this many a row are not few.
const FEW: usize = 4;

/// Listed positions that are asked for between two looks at the budget: a few milliseconds.
const PACE: usize = 1 << 14;

/// The P-positions of a box in lexicographic order; only sorted ones if order does not matter. `None` if this kernel
/// does not apply: the relation cannot be told, or P-positions are not few.
pub fn listed(
    sides: &[usize],
    symmetric: bool,
    misere: bool,
    game: &dyn Reach,
    limits: &Budget,
) -> Result<Option<Vec<Vec<u64>>>, SolveError> {
    if sides.contains(&0) {
        return Ok(Some(Vec::new()));
    }
    let rows = sides[..sides.len() - 1].iter().fold(1u128, |rows, side| rows.saturating_mul(*side as u128));
    let mut lost: Vec<Vec<u64>> = Vec::new();
    let mut likely = Likely::default();
    let mut row = vec![0u64; sides.len() - 1];
    let (mut done, mut asked): (u64, usize) = (0, 0);
    loop {
        let step = limits.step(done, rows.min(u128::from(u64::MAX)) as u64);
        step.map_err(|stop| SolveError::from(stop).keeping(|| lost.clone()))?;
        limits.allow("the list of P-positions", lost.len() as u128 * 48)?;
        // The P-positions that this row's positions may reach, the one that answered last in front.
        let below = |p: &&Vec<u64>| p.iter().zip(&row).all(|(a, x)| a <= x);
        let mut near: Vec<Vec<u64>> = lost.iter().rev().filter(below).cloned().collect();
        let mut position = row.clone();
        let from = if symmetric { row.last().copied().unwrap_or(0) } else { 0 };
        position.push(from);
        let settled = game.empties_rows() && symmetric && lost.iter().any(|p| extends(p, &row));
        let end = if settled { from } else { sides[sides.len() - 1] as u64 };
        for last in from..end {
            asked += 1 + near.len();
            if asked >= PACE {
                asked = 0;
                limits.check().map_err(|stop| SolveError::from(stop).keeping(|| lost.clone()))?;
            }
            position[row.len()] = last;
            match is_lost(&position, &mut near, &likely, misere, game)? {
                None => return Ok(None),
                Some(false) => {}
                Some(true) => {
                    lost.push(position.clone());
                    likely.insert(&position);
                    near.insert(0, position.clone());
                    if game.empties_rows() {
                        break;
                    }
                }
            }
        }
        done += 1;
        if lost.len() as u64 > done.saturating_mul(FEW as u64).max(64) {
            return Ok(None);
        }
        let Some(at) = (0..row.len()).rev().find(|c| row[*c] + 1 < sides[*c] as u64) else { break };
        row[at] += 1;
        let least = if symmetric { row[at] } else { 0 };
        row[at + 1..].fill(least);
    }
    Ok(Some(lost))
}

/// Whether a sorted P-position consists of a row's coordinates and one more, which then is below the row's cells.
fn extends(p: &[u64], row: &[u64]) -> bool {
    let mut rest = row.iter().peekable();
    p.iter().filter(|x| rest.next_if_eq(x).is_none()).count() == 1
}

/// P-positions by what a move is likely to keep. Hints only: whatever they say, the question is asked.
#[derive(Default)]
struct Likely {
    by_coordinate: HashMap<u64, Vec<Vec<u64>>>,
    by_differences: HashMap<Vec<u64>, Vec<Vec<u64>>>,
}

impl Likely {
    /// Most hints for one thing kept.
    const MOST: usize = 4;

    fn insert(&mut self, p: &[u64]) {
        let note = |hints: &mut Vec<Vec<u64>>| {
            hints.truncate(Likely::MOST - 1);
            hints.insert(0, p.to_vec());
        };
        note(self.by_differences.entry(differences(p)).or_default());
        p.iter().for_each(|x| note(self.by_coordinate.entry(*x).or_default()));
    }

    fn of<'a>(&'a self, position: &'a [u64]) -> impl Iterator<Item = &'a Vec<u64>> {
        let by_coordinate = position.iter().filter_map(|x| self.by_coordinate.get(x));
        let by_differences = self.by_differences.get(&differences(position));
        by_coordinate.chain(by_differences).flatten().filter(move |p| p.as_slice() < position)
    }
}

fn differences(position: &[u64]) -> Vec<u64> {
    position.windows(2).map(|pair| pair[1].wrapping_sub(pair[0])).collect()
}

fn is_lost(
    position: &[u64],
    near: &mut [Vec<u64>],
    likely: &Likely,
    misere: bool,
    game: &dyn Reach,
) -> Result<Option<bool>, SolveError> {
    if !game.is_position(position)? {
        return Ok(Some(false));
    }
    if game.is_end(position) {
        return Ok(Some(!misere));
    }
    for p in likely.of(position) {
        match game.reaches(position, p)? {
            None => return Ok(None),
            Some(true) => return Ok(Some(false)),
            Some(false) => {}
        }
    }
    for index in 0..near.len() {
        if near[index].last() > position.last() {
            continue;
        }
        match game.reaches(position, &near[index])? {
            None => return Ok(None),
            Some(true) => {
                near[..=index].rotate_right(1);
                return Ok(Some(false));
            }
            Some(false) => {}
        }
    }
    Ok(Some(!misere || game.has_move(position)?))
}

#[cfg(test)]
mod tests {
    use super::super::plain;
    use super::super::rays::tests::any_moves;
    use super::super::{Ends, RayMoves};
    use super::*;
    use proptest::prelude::*;

    /// Two piles from which the vectors of a list may be taken.
    struct Listed {
        moves: RayMoves,
        ends: Ends,
        symmetric: bool,
    }

    impl Listed {
        fn has(&self, from: &[u64], mut wanted: impl FnMut(u64, u64) -> bool) -> bool {
            let mut found = false;
            self.moves.for_each(from[0] as usize, from[1] as usize, |a, b| {
                found |= wanted(from[0] - a as u64, from[1] - b as u64);
            });
            found
        }
    }

    impl Reach for Listed {
        fn reaches(&self, from: &[u64], to: &[u64]) -> Result<Option<bool>, SolveError> {
            let same = |x: u64, y: u64| [x, y] == *to || (self.symmetric && [y, x] == *to);
            Ok(Some(self.has(from, same)))
        }
        fn empties_rows(&self) -> bool {
            self.moves.empties_rows() && self.ends.extra().is_empty()
        }
        fn has_move(&self, from: &[u64]) -> Result<bool, SolveError> {
            Ok(self.has(from, |_, _| true))
        }
        fn is_position(&self, _: &[u64]) -> Result<bool, SolveError> {
            Ok(true)
        }
        fn is_end(&self, position: &[u64]) -> bool {
            self.ends.contains(position[0] as usize, position[1] as usize)
        }
    }

    proptest! {
        #[test]
        fn agrees_with_straight_loops(
            moves in any_moves(), rows in 1usize..14, columns in 1usize..14, misere in any::<bool>(),
            extra in proptest::collection::vec((0usize..9, 0usize..9), 0..3),
        ) {
            let extra: Vec<_> = extra.iter().flat_map(|&(x, y)| [(x, y), (y, x)]).collect();
            let ends = Ends::new(misere, extra);
            let symmetric = moves.is_symmetric() && rows == columns;
            let game = Listed { moves, ends, symmetric };
            let found = listed(&[rows, columns], symmetric, misere, &game, &Budget::default()).unwrap();
            let Some(found) = found else { return Ok(()) };
            let expected = plain::p_positions(&game.moves, rows, columns, &game.ends).into_iter();
            let expected = expected.filter(|(x, y)| !symmetric || x <= y).map(|(x, y)| vec![x as u64, y as u64]);
            prop_assert_eq!(found, expected.collect::<Vec<_>>());
        }
    }
}
