//! Blocking: a position is P iff no unblockable option and fewer than k blockable options are P. Machines
//! whose outputs count options up to k are added, one family after the other, and compared with the set.
//! Families must be disjoint as sets of options, or an option would count twice.

use crate::dfa::Dfa;
use crate::limits::{Limit, Limits};

/// Positions of `set` (without `excused`) with at least k counted options, and positions outside the set
/// with fewer; both minimal.
pub(crate) fn violations(
    count: &Dfa,
    set: &Dfa,
    excused: Option<&Dfa>,
    universe: &Dfa,
    k: u8,
    limits: &Limits,
) -> Result<(Dfa, Dfa), Limit> {
    let full = count.clone().map_output(|o| u8::from(o >= k)).minimised_within(limits)?;
    let mut many = set.intersection(&full, limits)?;
    if let Some(excused) = excused {
        many = many.difference(excused, limits)?;
    }
    let few = universe.difference(set, limits)?.difference(&full, limits)?;
    Ok((many, few))
}
