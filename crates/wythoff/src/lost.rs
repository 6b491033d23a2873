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

/// Up to this many positions below the given one lines of play are followed where the box, whose sides are equal, has
/// more than [`BOX`] positions; two piles need no table of the box.
const NARROW: u64 = 40_000;
const BOX: u64 = 4_000_000;

/// How many positions there are up to this one.
pub(crate) fn positions_up_to(position: &[u64]) -> Option<u64> {
    position.iter().try_fold(1u64, |n, x| n.checked_mul(x.saturating_add(1)))
}

/// Whether lists say all about a game: it remembers nothing but the pass, its boxes are closed under moves, and play comes
/// to no position that is not listed because no game starts there.
fn are_listed(rules: &Rules) -> bool {
    rules.memory().is_empty() && rules.only_takes() && !rules.restricts_starts()
}

/// Whether the box is no larger than what it is to say of a position.
fn fills_its_box(position: &[u64]) -> bool {
    let side = position.iter().max().map_or(1, |most| most.saturating_add(1));
    let whole = position.iter().try_fold(1u64, |n, _| n.checked_mul(side));
    position.len() <= 2
        || positions_up_to(position).is_none_or(|cells| cells > NARROW)
        || whole.is_some_and(|whole| whole <= BOX)
}

impl<'a> Lost<'a> {
    /// Whether the list of the box is the way to the outcome of a position and of its options.
    pub(crate) fn say_all(rules: &Rules, position: &[u64]) -> bool {
        are_listed(rules) && fills_its_box(position)
    }

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
