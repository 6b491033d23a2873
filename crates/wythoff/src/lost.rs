//! The P-positions of a box, for questions about the positions in it: listed once, by the kernel that lists them fastest,
//! and then each is a look. A game with a pass has two lists: before it is used, and after.

use crate::error::Error;
use std::collections::HashSet;
use wythoff_numbers::Budget;
use wythoff_rules::Rules;
use wythoff_solvers::{State, p_below, p_in};

/// Every P-position of a box.
pub(crate) struct Lost<'a> {
    rules: &'a Rules,
    before: HashSet<Vec<u64>>,
    /// Once the pass has been used; nothing where there is none.
    after: Option<HashSet<Vec<u64>>>,
    /// Which piles were computed, in words.
    pub(crate) region: String,
    pub(crate) method: String,
}

/// How many positions there are up to this one.
pub(crate) fn positions_up_to(position: &[u64]) -> Option<u64> {
    position.iter().try_fold(1u64, |n, x| n.checked_mul(x.saturating_add(1)))
}

impl<'a> Lost<'a> {
    /// Whether lists say all about a game: it remembers nothing but the pass, its boxes are closed under moves, and play comes
    /// to no position that is not listed because no game starts there.
    pub(crate) fn say_all(rules: &Rules) -> bool {
        rules.memory().is_empty() && rules.only_takes() && !rules.restricts_starts()
    }

    /// In the box of a position and of all its options. Two piles are computed as far as the larger one, in streams that hold
    /// no box; of more piles each goes as far as it is.
    pub(crate) fn around(rules: &'a Rules, position: &[u64], budget: &Budget) -> Result<Lost<'a>, Error> {
        let sides: Vec<u64> = position.iter().map(|x| x.saturating_add(1)).collect();
        let piles = sides.iter().zip(rules.bounds()).filter(|(_, bound)| bound.is_none());
        let bound = piles.map(|(side, _)| *side).max().unwrap_or(1);
        let even = sides.len() <= 2 || sides.iter().all(|side| *side == bound);
        let list = |rules: &Rules| match even {
            true => p_below(rules, bound, budget),
            false => p_in(rules, &sides, budget),
        };
        let found = list(rules)?;
        let after = match rules.convention().pass {
            true => Some(list(&rules.after_the_pass())?.positions.into_iter().collect()),
            false => None,
        };
        let region = match even {
            true => format!("with piles below {bound}"),
            false => {
                format!("up to {}", position.iter().map(u64::to_string).collect::<Vec<_>>().join(","))
            }
        };
        let (before, method) = (found.positions.into_iter().collect(), found.method.to_string());
        Ok(Lost { rules, before, after, region, method })
    }

    /// Whether a state of the box, its piles in any order, is lost for whoever is to move.
    pub(crate) fn has(&self, state: &State) -> bool {
        let list = self.after.as_ref().filter(|_| state.passed).unwrap_or(&self.before);
        list.contains(&self.rules.canonical(&state.position))
    }
}
