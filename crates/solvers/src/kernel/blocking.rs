//! Blocking on two piles whose moves are rays and vectors: P-options are counted, not looked for.
//!
//! Each line keeps how many P-positions it holds so far (within a limited ray's reach), so the number of P-options of a
//! cell is a sum of one counter for each ray and one look for each vector. The number of P-options is the *palace
//! number*; with up to k-1 blocked the mover wins if it is at least k, or if some P-option cannot be blocked.
//!
//! Cost: O(rays + vectors) a cell; memory one bit a cell and one counter a line.

use super::ends::Ends;
use super::rays::{Lines, Ray, RayMoves};
use crate::bits::Bits;
use crate::error::SolveError;
use crate::limits::Limits;

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
/// use wythoff_solvers::{Limits, kernel::{BlockedMoves, Ends, Ray, RayMoves, blocking}};
/// let wythoff = RayMoves::new([Ray::new(1, 0), Ray::new(0, 1), Ray::new(1, 1)], []);
/// let moves = BlockedMoves { blockable: wythoff, free: RayMoves::default(), k: 2 };
/// let (lost, _) = blocking(&moves, 4, 4, &Ends::default(), false, &Limits::default()).unwrap().unwrap();
/// assert_eq!(lost.iter().collect::<Vec<_>>(), [0, 1, 4, 7, 10, 13]); // (0,0) (0,1) (1,0) (1,3) (2,2) (3,1)
/// ```
pub fn blocking(
    moves: &BlockedMoves,
    rows: usize,
    columns: usize,
    ends: &Ends,
    palace: bool,
    limits: &Limits<'_>,
) -> Result<Option<(Bits, Vec<u32>)>, SolveError> {
    if rows == 0 || columns == 0 {
        return Ok(Some((Bits::default(), Vec::new())));
    }
    let cells = rows as u128 * columns as u128;
    let fits = |ray: &Ray| ray.multiples(rows, columns) > 0;
    let sides = [(&moves.blockable, true), (&moves.free, false)];
    let rays: Vec<(Ray, bool)> =
        sides.iter().flat_map(|(m, b)| m.rays().iter().filter(|r| fits(r)).map(|r| (*r, *b))).collect();
    let vectors: Vec<((usize, usize), bool)> =
        sides.iter().flat_map(|(m, b)| m.vectors().iter().map(|v| (*v, *b))).collect();
    if overlap(&rays, &vectors) {
        return Ok(None);
    }
    let lines: u128 = rays.iter().map(|(r, _)| Lines::count(*r, rows, columns) as u128).sum();
    limits.need("the table", cells / 8 + lines * 4 + if palace { cells * 4 } else { 0 })?;
    let mut rays: Vec<Counted> = rays
        .into_iter()
        .map(|(ray, blockable)| {
            let lines = Lines::new(ray, rows, columns);
            Counted { counts: vec![0; lines.count], lines, ray, blockable }
        })
        .collect();
    let mut lost = Bits::with_len(rows * columns);
    let mut counts = Vec::with_capacity(if palace { rows * columns } else { 0 });
    for x in 0..rows {
        limits.step(x as u64, rows as u64)?;
        for y in 0..columns {
            let is_lost = |a: usize, b: usize| lost.contains((x - a) * columns + y - b);
            let (mut blockable, mut free) = (0, 0);
            for counted in &mut rays {
                let count = counted.at(x, y, &is_lost);
                *(if counted.blockable { &mut blockable } else { &mut free }) += u64::from(count);
            }
            for &((a, b), is_blockable) in &vectors {
                if a <= x && b <= y && is_lost(a, b) {
                    *(if is_blockable { &mut blockable } else { &mut free }) += 1;
                }
            }
            let moves_on = |m: &RayMoves| {
                let steps = m.rays().iter().map(|r| (r.down, r.across)).chain(m.vectors().iter().copied());
                steps.into_iter().any(|(a, b)| a <= x && b <= y)
            };
            let over = ends.contains(x, y)
                || (ends.misere() && !moves_on(&moves.blockable) && !moves_on(&moves.free));
            if palace {
                counts.push(if ends.contains(x, y) { 0 } else { (blockable + free) as u32 });
            }
            if if over { !ends.misere() } else { free == 0 && blockable < moves.k } {
                lost.insert(x * columns + y);
                for counted in &mut rays {
                    let line = counted.lines.row[x] + counted.lines.column[y];
                    counted.counts[line] += 1;
                }
            }
        }
    }
    Ok(Some((lost, counts)))
}

/// The P-positions on each line of a ray.
struct Counted {
    ray: Ray,
    lines: Lines,
    counts: Vec<u32>,
    blockable: bool,
}

impl Counted {
    /// How many P-positions the ray reaches from a cell; forgets the one that is now too far behind.
    fn at(&mut self, x: usize, y: usize, is_lost: &dyn Fn(usize, usize) -> bool) -> u32 {
        let count = &mut self.counts[self.lines.row[x] + self.lines.column[y]];
        if let Some(limit) = self.ray.limit {
            let behind = |step: usize| limit.checked_add(1).and_then(|steps| steps.checked_mul(step));
            if let (Some(a), Some(b)) = (behind(self.ray.down), behind(self.ray.across))
                && a <= x
                && b <= y
                && is_lost(a, b)
            {
                *count -= 1;
            }
        }
        *count
    }
}

/// Whether some vector could be taken in two ways.
fn overlap(rays: &[(Ray, bool)], vectors: &[((usize, usize), bool)]) -> bool {
    let same_direction =
        |(a, b): (usize, usize), (c, d): (usize, usize)| a as u128 * d as u128 == b as u128 * c as u128;
    let direction = |ray: &Ray| (ray.down, ray.across);
    let two_rays = rays
        .iter()
        .enumerate()
        .any(|(i, (r, _))| rays[..i].iter().any(|(other, _)| same_direction(direction(r), direction(other))));
    let ray_and_vector =
        vectors.iter().any(|(v, _)| rays.iter().any(|(r, _)| same_direction(*v, direction(r))));
    let two_vectors = vectors.iter().enumerate().any(|(i, (v, _))| vectors[..i].iter().any(|(w, _)| v == w));
    two_rays || ray_and_vector || two_vectors
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
            let answer = blocking(&moves, rows, columns, &ends, true, &Limits::default()).unwrap();
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
