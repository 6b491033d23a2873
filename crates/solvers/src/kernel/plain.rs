//! Straight loops, the judge of the kernels in tests.

use super::{Ends, RayMoves};

/// Grundy values by looking at every option, with extra ends of value 0.
pub(crate) fn grundy(moves: &RayMoves, rows: usize, columns: usize, ends: &[(usize, usize)]) -> Vec<u32> {
    let mut values = vec![0u32; rows * columns];
    for x in 0..rows {
        for y in 0..columns {
            let mut seen = std::collections::BTreeSet::new();
            moves.for_each(x, y, |a, b| {
                seen.insert(values[(x - a) * columns + y - b]);
            });
            values[x * columns + y] = match ends.contains(&(x, y)) {
                true => 0,
                false => (0..).find(|g| !seen.contains(g)).unwrap_or(0),
            };
        }
    }
    values
}

/// P-positions by looking at every option, in lexicographic order.
pub(crate) fn p_positions(moves: &RayMoves, rows: usize, columns: usize, ends: &Ends) -> Vec<(usize, usize)> {
    let mut lost = std::collections::BTreeSet::new();
    for x in 0..rows {
        for y in 0..columns {
            let (mut movable, mut winning) = (false, false);
            moves.for_each(x, y, |a, b| {
                movable = true;
                winning |= lost.contains(&(x - a, y - b));
            });
            let over = !movable || ends.contains(x, y);
            if (over && !ends.misere()) || (!over && !winning) {
                lost.insert((x, y));
            }
        }
    }
    lost.into_iter().collect()
}
