//! Straight loops, the judge of the kernels in tests.

use super::{Ends, RayMoves};

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
