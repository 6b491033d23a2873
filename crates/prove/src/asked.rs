//! Sets that are known position by position only: how far they agree with the P-positions. That they agree on a box
//! proves nothing beyond it, and is never called a proof.

use crate::error::ProveFailure;
use wythoff_automata::{Limits, Proof, Prover};
use wythoff_numbers::tuples::arrangements;
use wythoff_rules::Rules;
use wythoff_solvers::{Budget, SolveError};

/// How a set stands to the P-positions on a box.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Agreement {
    /// They are the same for all positions with every pile below this.
    Fits {
        /// The bound.
        below: u64,
    },
    /// They differ; the position has the least sum of coordinates.
    Differs {
        /// The position.
        position: Vec<u64>,
        /// Whether it is a P-position; the set says the opposite.
        lost: bool,
    },
}

/// All piles below this are compared.
pub fn compared_below(coordinates: usize) -> u64 {
    match coordinates {
        0..=1 => 4096,
        2 => 512,
        3 => 40,
        _ => 10,
    }
}

/// Compares a set with the P-positions: with the proved automaton where there is one, else with the rules.
pub fn agreement(
    rules: &Rules,
    set: &(dyn Fn(&[u64]) -> bool + Sync),
    proof: Option<&Proof>,
    budget: &Budget,
) -> Result<Agreement, ProveFailure> {
    let below = compared_below(rules.coordinates().len());
    let limits = Limits { budget: budget.clone(), ..Limits::default() };
    let lost: Box<dyn Fn(&[u64]) -> bool> = match proof {
        Some(proof) => {
            let prover = Prover::new(proof.game(), proof.numeration(), &limits)?;
            let dfa = proof.dfa().clone();
            Box::new(move |p| prover.contains(&dfa, p) == Some(true))
        }
        None => {
            let found = wythoff_solvers::p_below(rules, below, budget)?.positions;
            let known: std::collections::HashSet<Vec<u64>> = found.into_iter().collect();
            Box::new(move |p| known.contains(&rules.canonical(p)))
        }
    };
    let sides: Vec<u64> = rules.bounds().iter().map(|b| b.unwrap_or(below)).collect();
    let most: u64 = sides.iter().map(|s| s - 1).sum();
    for sum in 0..=most {
        budget.step(sum, most).map_err(SolveError::from)?;
        for position in of_sum(&sides, sum) {
            let seen = if rules.is_symmetric() {
                if !position.is_sorted() {
                    continue;
                }
                arrangements(&position)
            } else {
                vec![position]
            };
            for position in seen {
                let is = lost(&position);
                if set(&position) != is {
                    return Ok(Agreement::Differs { position, lost: is });
                }
            }
        }
    }
    Ok(Agreement::Fits { below })
}

/// All tuples below the sides with a given sum, in lexicographic order.
fn of_sum(sides: &[u64], sum: u64) -> Vec<Vec<u64>> {
    let Some((first, rest)) = sides.split_first() else {
        return if sum == 0 { vec![Vec::new()] } else { Vec::new() };
    };
    let most: u64 = rest.iter().map(|s| s - 1).sum();
    let mut out = Vec::new();
    for value in sum.saturating_sub(most)..=sum.min(first - 1) {
        out.extend(of_sum(rest, sum - value).into_iter().map(|tail| [&[value], tail.as_slice()].concat()));
    }
    out
}
