//! Moves between piles of any size, judged by the conditions of the rules in exact integers. Only rules of the linear
//! fragment can be judged so; the others are played from piles of 64 bits.

use crate::error::Error;
use crate::position::Position;
use malachite::{Integer, Natural};
use wythoff_rules::{Condition, Form, PileOrder, Rules, parse_position};

/// Most orders of the piles that are tried.
const ORDERS: usize = 5040;

/// The family of a legal move, or why it is none; `too_large` where the rules cannot be judged at this size.
pub(crate) fn judge(
    rules: &Rules,
    from: &Position,
    to: &str,
    too_large: Error,
) -> Result<Result<String, Vec<String>>, Error> {
    let (Some(from), Ok(conjunctions)) = (from.plain_piles(), rules.fragment()) else {
        return Err(too_large);
    };
    let to = parse_position(to)?;
    if to.len() != from.len() {
        // The same words as for small piles.
        rules.check_position(&vec![0; to.len()])?;
    }
    let orders = match rules.order() == PileOrder::Ordered && !rules.is_symmetric() {
        true => vec![to.clone()],
        false => orders(&to, ORDERS).ok_or(too_large)?,
    };
    for to in &orders {
        let falls = from.iter().zip(to).zip(rules.bounds()).all(|((a, b), bound)| match bound {
            None => b <= a,
            Some(bound) => *b < *bound,
        });
        if !falls || to == from {
            continue;
        }
        let holds = |condition: &Condition| match condition {
            Condition::AtLeastZero(form) => value(form, from, to) >= 0,
            Condition::Divisible(form, modulus) => {
                *modulus != 0 && value(form, from, to) % Integer::from(*modulus) == 0
            }
        };
        if let Some(found) = conjunctions.iter().find(|c| c.conditions.iter().all(holds)) {
            let family = &rules.families()[found.family];
            return Ok(Ok(format!("{}: {}", family.label, family.text)));
        }
    }
    let families = rules.families().iter().map(|family| format!("{} {}", family.label, family.text));
    let reason = if to == from {
        "takes nothing: a move changes some pile".to_string()
    } else {
        format!("no family has this move: {}", families.collect::<Vec<_>>().join("; "))
    };
    Ok(Err(vec![reason]))
}

fn value(form: &Form, from: &[Natural], to: &[Natural]) -> Integer {
    let mut sum = Integer::from(form.constant);
    for (coefficients, position) in [(&form.before, from), (&form.after, to)] {
        for (c, x) in coefficients.iter().zip(position).filter(|(c, _)| **c != 0) {
            sum += Integer::from(*c) * Integer::from(x);
        }
    }
    sum
}

/// All orders of the piles, where there are not too many.
fn orders(piles: &[Natural], most: usize) -> Option<Vec<Vec<Natural>>> {
    let count = (1..=piles.len()).try_fold(1usize, |n, k| n.checked_mul(k)).filter(|n| *n <= most)?;
    let mut all = vec![Vec::new()];
    for pile in piles {
        let grown = all.iter().flat_map(|order: &Vec<Natural>| {
            (0..=order.len()).map(|at| {
                let mut order = order.clone();
                order.insert(at, pile.clone());
                order
            })
        });
        all = grown.collect();
    }
    debug_assert_eq!(all.len(), count);
    Some(all)
}
