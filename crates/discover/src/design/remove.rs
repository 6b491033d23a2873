//! Moves that can be taken from a game without changing its P-positions.
//!
//! A move is needed at an N-position if every winning move there is this one or its mirror image: without it the position
//! turns P. Of Wythoff no move can be removed (VIS 4.6, ledger VIS-T-norestr); for t-Wythoff
//! [`wythoff_theory::t_wythoff::needed_at`] says at any size which can.

use std::collections::{BTreeMap, HashSet};
use wythoff_numbers::{Budget, Stop};

/// What a move is good for on a box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveUse {
    /// The move, smaller amount first; its mirror image counts with it.
    pub vector: (u64, u64),
    /// The first position whose only winning moves are this one and its mirror image: without it the position would
    /// turn P. `None` if every position of the box has another winning move, so that this move alone can be dropped
    /// there.
    pub needed_at: Option<(u64, u64)>,
}

/// For each move of a symmetric two-pile game whose moves may be played wherever they fit: is it needed on the box of
/// piles below `below`? `positions` holds every arrangement of the P-positions there. O(below^2 · P in reach).
pub fn uses_of_moves(
    allowed: impl Fn(u64, u64) -> bool,
    positions: &HashSet<(u64, u64)>,
    below: u64,
    budget: &Budget,
) -> Result<Vec<MoveUse>, Stop> {
    let mut list: Vec<(u64, u64)> =
        positions.iter().copied().filter(|&(x, y)| x < below && y < below).collect();
    list.sort_unstable();
    let mut uses: BTreeMap<(u64, u64), Option<(u64, u64)>> = BTreeMap::new();
    for i in 0..below {
        for j in i..below {
            if (i, j) != (0, 0) && allowed(i, j) {
                uses.insert((i, j), None);
            }
        }
    }
    for x in 0..below {
        for y in x..below {
            budget.check()?;
            if positions.contains(&(x, y)) {
                continue;
            }
            let winning =
                list.iter().take_while(|p| p.0 <= x).filter(|p| p.1 <= y).map(|p| (x - p.0, y - p.1));
            let mut winning: Vec<(u64, u64)> =
                winning.filter(|&(i, j)| allowed(i, j)).map(|(i, j)| (i.min(j), i.max(j))).collect();
            winning.sort_unstable();
            winning.dedup();
            if let [only] = winning[..]
                && let Some(slot) = uses.get_mut(&only)
            {
                slot.get_or_insert((x, y));
            }
        }
    }
    Ok(uses.into_iter().map(|(vector, needed_at)| MoveUse { vector, needed_at }).collect())
}
