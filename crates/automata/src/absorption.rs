//! Absorption: every position outside the set has an option in the set.
//!
//! Each family is determinised and minimised by itself; the results are united one by one, starting from the
//! set, and minimised each time. For a true candidate the unions collapse; one big subset construction over
//! all families would not. A family that grows too large by itself, or that makes the union too large, is put
//! off: often the others cover everything, and if not, it is determinised only along words that are still missing.

use crate::dfa::Dfa;
use crate::family::Nfa;
use crate::game::{Change, Family};
use crate::limits::{Limit, Limits};

/// A family with more states than this is put off.
pub(crate) const EASY: usize = 30_000;

/// A family whose union with those before has more states than this is put off, too.
const UNION: usize = 2_000;

/// The positions with an option by one family in the target, among the words of `within`; minimal. Outputs
/// count options up to `cap`. Also the number of states before minimisation.
pub(crate) fn reach(family: &Nfa, within: &Dfa, cap: u8, limits: &Limits) -> Result<(Dfa, usize), Limit> {
    let raw = family.quotient(cap, limits)?.determinise(within, cap, limits)?;
    let states = raw.states();
    Ok((raw.minimised_within(limits)?, states))
}

/// The order of the unions: families that move several piles first, then by size.
pub(crate) fn order(families: &[Family], machines: &[Dfa]) -> Vec<usize> {
    let moving = |f: &Family| f.change.iter().filter(|c| **c != Change::Same).count();
    let mut order: Vec<usize> = (0..machines.len()).collect();
    order.sort_by_key(|&i| (moving(&families[i]) < 2, machines[i].states()));
    order
}

/// How positions are covered.
pub(crate) struct Cover {
    /// For each family positions with an option by it: all of them, or those that were still missing, or
    /// none if the family was not needed.
    pub(crate) machines: Vec<Dfa>,
    /// The unions, each with the family added.
    pub(crate) steps: Vec<(usize, Dfa)>,
    /// What no family covers.
    pub(crate) missed: Dfa,
    /// The largest automaton before minimisation, and the largest union.
    pub(crate) largest: (usize, usize),
}

/// Covers the universe by `base` and the positions with an option by some family; families with more than
/// `easy` states are put off.
pub(crate) fn cover(
    universe: &Dfa,
    families: &[Family],
    nfas: &[Nfa],
    base: &Dfa,
    easy: usize,
    limits: &Limits,
) -> Result<Cover, Limit> {
    let easy = Limits { states: limits.states.min(easy), ..limits.clone() };
    let none = Dfa::empty(universe.letters(), universe.starts().len());
    let mut machines = Vec::new();
    let mut late: Vec<usize> = Vec::new();
    let mut largest = (0, base.states());
    for (i, nfa) in nfas.iter().enumerate() {
        match reach(nfa, universe, 1, &easy) {
            Ok((machine, raw)) => {
                largest.0 = largest.0.max(raw);
                machines.push(machine);
            }
            Err(Limit::States { .. } | Limit::Memory { .. }) => {
                late.push(i);
                machines.push(none.clone());
            }
            Err(limit) => return Err(limit),
        }
    }
    let mut union = base.clone();
    let mut steps = Vec::new();
    let modest = Limits { states: limits.states.min(UNION), ..limits.clone() };
    for i in order(families, &machines) {
        if machines[i].states() == 0 {
            continue;
        }
        match union.sum(&machines[i], 1, &modest) {
            // All that it covers is covered already: the certificate need not speak of it.
            Ok(more) if more == union => {
                machines[i] = none.clone();
                continue;
            }
            Ok(more) => union = more,
            Err(Limit::States { .. } | Limit::Memory { .. }) => {
                late.push(i);
                machines[i] = none.clone();
                continue;
            }
            Err(limit) => return Err(limit),
        }
        largest.1 = largest.1.max(union.states());
        steps.push((i, union.clone()));
    }
    let mut missed = universe.difference(&union, limits)?;
    // Those first that are simple along the missing words, however hard they were to determinise.
    let mut sized = Vec::new();
    for i in late {
        if missed.is_empty() {
            break;
        }
        let size = match reach(&nfas[i], &missed, 1, limits) {
            Ok((machine, _)) => machine.states(),
            Err(Limit::States { .. } | Limit::Memory { .. }) => usize::MAX,
            Err(limit) => return Err(limit),
        };
        sized.push((size, nfas[i].states(), i));
    }
    sized.sort_unstable();
    let mut reached = None;
    for (_, _, i) in sized {
        if missed.is_empty() {
            break;
        }
        match reach(&nfas[i], &missed, 1, limits) {
            Ok((machine, _)) if machine.is_empty() => {}
            Ok((machine, raw)) => {
                union = union.sum(&machine, 1, limits)?;
                largest = (largest.0.max(raw), largest.1.max(union.states()));
                missed = universe.difference(&union, limits)?;
                machines[i] = machine;
                steps.push((i, union.clone()));
            }
            Err(limit) => reached = Some(limit),
        }
    }
    match reached {
        Some(limit) if !missed.is_empty() => Err(limit),
        _ => Ok(Cover { machines, steps, missed, largest }),
    }
}
