//! Absorption: every position outside the set has an option in the set.
//!
//! Each family is determinised and minimised by itself; the results are united one by one, starting from the
//! set, and minimised each time. For a true candidate the unions collapse; one big subset construction over
//! all families would not.

use crate::dfa::Dfa;
use crate::family::Nfa;
use crate::game::{Change, Family};
use crate::limits::{Limit, Limits};

/// The positions with an option by one family in the target, minimal; outputs count options up to `cap`.
pub(crate) fn reach(family: &Nfa, universe: &Dfa, cap: u8, limits: &Limits) -> Result<(Dfa, usize), Limit> {
    let raw = family.quotient(cap).determinise(universe, cap, limits)?;
    let states = raw.states();
    Ok((raw.minimised(), states))
}

/// The order of the unions: families that move several piles first, then by size.
pub(crate) fn order(families: &[Family], machines: &[Dfa]) -> Vec<usize> {
    let moving = |f: &Family| f.change.iter().filter(|c| **c != Change::Same).count();
    let mut order: Vec<usize> = (0..machines.len()).collect();
    order.sort_by_key(|&i| (moving(&families[i]) < 2, machines[i].states()));
    order
}

/// The successive unions of `base` with the machines in the given order; outputs add up to `cap`.
pub(crate) fn unite(
    base: Dfa,
    machines: &[Dfa],
    order: &[usize],
    cap: u8,
    limits: &Limits,
) -> Result<Vec<Dfa>, Limit> {
    let mut chain = vec![base];
    for &i in order {
        let last = chain[chain.len() - 1].sum(&machines[i], cap, limits)?;
        chain.push(last);
    }
    Ok(chain)
}
