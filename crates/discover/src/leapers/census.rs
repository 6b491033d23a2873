//! States counted as VIS 8.4 would: used columns, used differences, and the recent P-positions
//! themselves rather than the cells they reach (ledger VIS-8.4-dictionary: 15 states and 24
//! transitions for (1,2), 7 and 12 for (2,3)). [`Machine`](super::Machine) keeps cells, which merges
//! states that differ only in P-positions with no effect.

use super::{Columns, Leapers};
use std::collections::{HashSet, VecDeque};

/// States and transitions met in this many columns, once the differences exceed the vectors' reach.
pub fn census(leapers: &Leapers, columns: u64) -> (usize, usize) {
    let reach = i64::from(leapers.reach());
    let mut game = Columns::new(leapers);
    let mut recent: VecDeque<(u64, u64)> = VecDeque::new();
    let mut states = HashSet::new();
    let mut transitions = HashSet::new();
    while game.x() < columns {
        let (x, f) = (game.x(), game.frontier());
        if game.least_difference() > 2 * u64::from(leapers.reach()) {
            let pending = game.state();
            let relative = recent.iter().map(|&(a, b)| (a as i64 - x as i64, b as i64 - f as i64));
            let near: Vec<(i64, i64)> = relative.filter(|&(i, j)| i >= -reach && j >= -reach).collect();
            let state = (pending.used, pending.differences, near);
            transitions.insert((state.clone(), game.letter(x)));
            states.insert(state);
        }
        recent.extend(game.advance());
        while recent.front().is_some_and(|&(a, _)| a + u64::from(leapers.reach()) < game.x()) {
            recent.pop_front();
        }
    }
    (states.len(), transitions.len())
}
