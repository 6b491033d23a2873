//! The P-positions of a box, for questions about the positions in it: listed once, by the kernel that lists them fastest,
//! and then each is a look. A game with a pass has two lists: before it is used, and after.

use crate::error::Error;
use std::collections::HashSet;
use wythoff_numbers::Budget;
use wythoff_rules::Rules;
use wythoff_solvers::{State, p_below};

/// Every P-position with piles below a bound.
pub(crate) struct Lost<'a> {
    rules: &'a Rules,
    before: HashSet<Vec<u64>>,
    /// Once the pass has been used; nothing where there is none.
    after: Option<HashSet<Vec<u64>>>,
    pub(crate) bound: u64,
    pub(crate) method: String,
}

/// Whether lists say all about a game: it remembers nothing but the pass, its boxes are closed under moves, and play comes
/// to no position that is not listed because no game starts there.
pub(crate) fn are_listed(rules: &Rules) -> bool {
    rules.memory().is_empty() && rules.only_takes() && !rules.restricts_starts()
}

impl<'a> Lost<'a> {
    /// In the box of a position and of all its options.
    pub(crate) fn around(rules: &'a Rules, position: &[u64], budget: &Budget) -> Result<Lost<'a>, Error> {
        let piles = position.iter().zip(rules.bounds()).filter(|(_, bound)| bound.is_none());
        let bound = piles.map(|(x, _)| *x).max().unwrap_or(0).saturating_add(1);
        let found = p_below(rules, bound, budget)?;
        let after = match rules.convention().pass {
            true => Some(p_below(&rules.after_the_pass(), bound, budget)?.positions.into_iter().collect()),
            false => None,
        };
        let (before, method) = (found.positions.into_iter().collect(), found.method.to_string());
        Ok(Lost { rules, before, after, bound, method })
    }

    /// Whether a state of the box, its piles in any order, is lost for whoever is to move.
    pub(crate) fn has(&self, state: &State) -> bool {
        let list = self.after.as_ref().filter(|_| state.passed).unwrap_or(&self.before);
        list.contains(&self.rules.canonical(&state.position))
    }
}
