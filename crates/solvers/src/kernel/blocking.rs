//! Blocking on two piles whose moves are rays, strands and vectors: P-options are counted, not looked for.
//!
//! For each direction v a cell keeps how many P-positions are at it or behind it along v; so the P-options by a ray, a
//! ray with a limit or a strand are a difference of two such counts, and a vector is one look. Their number is the
//! *palace number*; with up to k-1 blocked the mover wins if it is at least k, or if some P-option cannot be blocked.
//!
//! Cost: O(rays + strands + vectors) a cell; memory one bit a cell, and counts for as many rows as moves look back.

use super::ends::Ends;
use super::rays::RayMoves;
use crate::bits::Bits;
use crate::error::SolveError;
use std::collections::HashSet;
use wythoff_numbers::Budget;

/// Moves of which the previous player may block up to k-1, and moves that cannot be blocked.
#[derive(Clone, Debug)]
pub struct BlockedMoves {
    /// The moves that can be blocked.
    pub blockable: RayMoves,
    /// The moves that cannot.
    pub free: RayMoves,
    /// The mover wins with this many P-options that can be blocked; at least 1.
    pub k: u64,
}

/// The P-positions of a board as bits, row by row, and the palace numbers if `palace` is asked for.
///
/// `None` if this kernel does not apply: a move that comes by two rays or vectors would be counted twice.
///
/// ```
/// use wythoff_solvers::{Budget, kernel::{BlockedMoves, Ends, Ray, RayMoves, blocking}};
/// let wythoff = RayMoves::new([Ray::new(1, 0), Ray::new(0, 1), Ray::new(1, 1)], []);
/// let moves = BlockedMoves { blockable: wythoff, free: RayMoves::default(), k: 2 };
/// let (lost, _) = blocking(&moves, 4, 4, &Ends::default(), false, &Budget::default()).unwrap().unwrap();
/// assert_eq!(lost.iter().collect::<Vec<_>>(), [0, 1, 4, 7, 10, 13]); // (0,0) (0,1) (1,0) (1,3) (2,2) (3,1)
/// ```
pub fn blocking(
    moves: &BlockedMoves,
    rows: usize,
    columns: usize,
    ends: &Ends,
    palace: bool,
    limits: &Budget,
) -> Result<Option<(Bits, Vec<u32>)>, SolveError> {
    if rows == 0 || columns == 0 {
        return Ok(Some((Bits::default(), Vec::new())));
    }
    let cells = rows as u128 * columns as u128;
    if overlap(moves, rows, columns) {
        return Ok(None);
    }
    let kinds = [(&moves.blockable, true), (&moves.free, false)];
    let mut counters: Vec<Counter> = Vec::new();
    for (part, blockable) in kinds {
        let rays = part.rays().iter().map(|r| ((r.down, r.across), (r.down, r.across), r.limit));
        let strands = part.strands().iter().map(|s| ((s.down, s.across), s.start, None));
        for (step, start, limit) in rays.chain(strands).filter(|(_, (a, b), _)| *a < rows && *b < columns) {
            let ends_at = |from: usize, step: usize| from.checked_add(limit?.checked_mul(step)?);
            let end = ends_at(start.0, step.0).zip(ends_at(start.1, step.1));
            let end = end.filter(|(a, b)| *a < rows && *b < columns);
            let index = counters.iter().position(|c| c.step == step).unwrap_or_else(|| {
                counters.push(Counter { step, asked: Vec::new(), recent: Vec::new() });
                counters.len() - 1
            });
            counters[index].asked.push((start, end, blockable));
        }
    }
    let vectors = kinds.iter().flat_map(|(part, b)| part.vectors().iter().map(|v| (*v, *b)));
    let vectors: Vec<((usize, usize), bool)> = vectors.collect();
    let kept: u128 = counters.iter().map(|c| c.depth() as u128 * columns as u128).sum();
    limits.need("the table", cells / 8 + kept * 4 + if palace { cells * 4 } else { 0 })?;
    for counter in &mut counters {
        counter.recent = vec![vec![0; columns]; counter.depth()];
    }
    let mut lost = Bits::with_len(rows * columns);
    let mut counts = Vec::with_capacity(if palace { rows * columns } else { 0 });
    for x in 0..rows {
        let found =
            || lost.iter().map(|cell| vec![(cell / columns) as u64, (cell % columns) as u64]).collect();
        limits.step(x as u64, rows as u64).map_err(|stop| SolveError::from(stop).keeping(found))?;
        for y in 0..columns {
            let (mut blockable, mut free) = (0, 0);
            for counter in &counters {
                for (start, end, is_blockable) in &counter.asked {
                    let count = counter.at(x, y, *start) - end.map_or(0, |end| counter.at(x, y, end));
                    *(if *is_blockable { &mut blockable } else { &mut free }) += u64::from(count);
                }
            }
            for &((a, b), is_blockable) in &vectors {
                if a <= x && b <= y && lost.contains((x - a) * columns + y - b) {
                    *(if is_blockable { &mut blockable } else { &mut free }) += 1;
                }
            }
            let movable = || kinds.iter().any(|(part, _)| part.least().any(|(a, b)| a <= x && b <= y));
            let over = ends.contains(x, y) || (ends.misere() && !movable());
            if palace {
                counts.push(if ends.contains(x, y) { 0 } else { (blockable + free) as u32 });
            }
            let is_lost = if over { !ends.misere() } else { free == 0 && blockable < moves.k };
            if is_lost {
                lost.insert(x * columns + y);
            }
            counters.iter_mut().for_each(|counter| counter.enter(x, y, is_lost));
        }
    }
    Ok(Some((lost, counts)))
}

/// The first vector of a ray or strand, the first past its limit if that is on the board, and whether it can be blocked.
type Asked = ((usize, usize), Option<(usize, usize)>, bool);

/// How many P-positions are at a cell and behind it in steps of one direction, for the last rows.
struct Counter {
    step: (usize, usize),
    asked: Vec<Asked>,
    recent: Vec<Vec<u32>>,
}

impl Counter {
    /// How many rows are looked back at, and the row itself.
    fn depth(&self) -> usize {
        let asked = self.asked.iter().flat_map(|(start, end, _)| [Some(start.0), end.map(|end| end.0)]);
        asked.flatten().chain([self.step.0]).max().unwrap_or(0) + 1
    }

    /// The count at a cell after a vector is taken from it; none off the board.
    fn at(&self, x: usize, y: usize, (a, b): (usize, usize)) -> u32 {
        if a > x || b > y { 0 } else { self.recent[(x - a) % self.recent.len()][y - b] }
    }

    /// Enters the next cell.
    fn enter(&mut self, x: usize, y: usize, is_lost: bool) {
        let row = x % self.recent.len();
        self.recent[row][y] = 0;
        self.recent[row][y] = self.at(x, y, self.step) + u32::from(is_lost);
    }
}

/// Whether some vector on the board could be taken in two ways.
fn overlap(moves: &BlockedMoves, rows: usize, columns: usize) -> bool {
    let (mut seen, mut twice) = (HashSet::new(), false);
    for part in [&moves.blockable, &moves.free] {
        part.for_each(rows - 1, columns - 1, |a, b| twice |= !seen.insert((a, b)));
    }
    twice
}

#[cfg(test)]
mod tests {
    use super::super::rays::tests::any_moves;
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        #[test]
        fn agrees_with_straight_loops(
            blockable in any_moves(), free in any_moves(), k in 1u64..4, rows in 1usize..14, columns in 1usize..14,
            misere in any::<bool>(), extra in proptest::collection::vec((0usize..9, 0usize..9), 0..3),
            none_free in any::<bool>(),
        ) {
            let free = if none_free { RayMoves::default() } else { free };
            let moves = BlockedMoves { blockable, free, k };
            let ends = Ends::new(misere && k == 1, extra);
            let answer = blocking(&moves, rows, columns, &ends, true, &Budget::default()).unwrap();
            let Some((lost, counts)) = answer else { return Ok(()) };
            for x in 0..rows { for y in 0..columns {
                let mut options: BTreeMap<(usize, usize), bool> = BTreeMap::new();
                moves.blockable.for_each(x, y, |a, b| { options.insert((x - a, y - b), true); });
                moves.free.for_each(x, y, |a, b| { options.insert((x - a, y - b), false); });
                if ends.contains(x, y) { options.clear(); }
                let lost_options = || options.iter().filter(|((u, v), _)| lost.contains(u * columns + v));
                let is_lost = if options.is_empty() { !ends.misere() } else {
                    lost_options().all(|(_, b)| *b) && (lost_options().count() as u64) < k
                };
                prop_assert_eq!(lost.contains(x * columns + y), is_lost);
                prop_assert_eq!(counts[x * columns + y] as usize, lost_options().count());
            } }
        }
    }
}
