//! Moves between piles of any size, judged by the conditions of the rules in exact integers. Only rules of the linear
//! fragment can be judged so; the others are played from piles of 64 bits.

use crate::error::Error;
use crate::position::Position;
use malachite::{Integer, Natural};
use wythoff_numbers::tuples::arrangements;
use wythoff_rules::{Condition, Conjunction, Family, Form, PileOrder, Rules, parse_position};

/// Most orders of the piles that are tried.
const ORDERS: usize = 5040;

/// The family of a legal move, or why it is none; `too_large` where the rules cannot be judged at this size.
pub(crate) fn judge(
    rules: &Rules,
    from: &Position,
    to: &str,
    too_large: Error,
) -> Result<Result<String, Vec<String>>, Error> {
    let spent = from.passed_piles().is_some();
    let (Some(from), Ok(conjunctions)) =
        (from.plain_piles().or_else(|| from.passed_piles()), rules.fragment())
    else {
        return Err(too_large);
    };
    let mut parts = to.split(';');
    let to = parse_position(parts.next().unwrap_or_default())?;
    let said: Vec<&str> = parts.map(str::trim).collect();
    if to.len() != from.len() {
        // The same words as for small piles.
        rules.check_position(&vec![0; to.len()])?;
    }
    let orders = match rules.order() == PileOrder::Ordered && !rules.is_symmetric() {
        true => Some(vec![to.clone()]),
        false => orders(&to, ORDERS),
    };
    let Some(orders) = orders else { return Err(too_large) };
    let stays = orders.iter().any(|to| to == from);
    // What the position moved to is said to remember is at most that the pass is spent.
    let spends = spent || (rules.convention().pass && stays);
    if said.iter().any(|part| *part != "passed=1" && *part != "passed") || (!said.is_empty() && !spends) {
        return Err(too_large);
    }
    if rules.convention().pass && stays {
        if spent {
            return Ok(Err(vec!["the pass is spent".to_string()]));
        }
        // Nobody passes where there is no move; one is looked for among small amounts.
        return match small_amounts(from).any(|to| family_of(rules, &conjunctions, from, &to).is_some()) {
            true => Ok(Ok("the pass, once in the game".to_string())),
            false => Err(too_large),
        };
    }
    for to in &orders {
        if let Some(family) = family_of(rules, &conjunctions, from, to) {
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

/// The family by whose conditions a move is legal, the piles in this order.
fn family_of<'a>(
    rules: &'a Rules,
    conjunctions: &[Conjunction],
    from: &[Natural],
    to: &[Natural],
) -> Option<&'a Family> {
    let falls = from.iter().zip(to).zip(rules.bounds()).all(|((a, b), bound)| match bound {
        None => b <= a,
        Some(bound) => *b < *bound,
    });
    if !falls || to == from {
        return None;
    }
    let holds = |condition: &Condition| match condition {
        Condition::AtLeastZero(form) => value(form, from, to) >= 0,
        Condition::Divisible(form, modulus) => {
            *modulus != 0 && value(form, from, to) % Integer::from(*modulus) == 0
        }
    };
    let found = conjunctions.iter().find(|c| c.conditions.iter().all(holds))?;
    Some(&rules.families()[found.family])
}

/// What is left when 1, 2 or 3 is taken from some of the piles.
fn small_amounts(piles: &[Natural]) -> impl Iterator<Item = Vec<Natural>> + '_ {
    let sets = 1u32..1 << piles.len().min(6);
    sets.flat_map(|set| (1u32..=3).map(move |amount| (set, Natural::from(amount)))).filter_map(
        move |(set, amount)| {
            let left = piles.iter().enumerate().map(|(place, pile)| match set >> place & 1 == 1 {
                true => (*pile >= amount).then(|| pile - &amount),
                false => Some(pile.clone()),
            });
            left.collect()
        },
    )
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
    (1..=piles.len()).try_fold(1usize, |n, k| n.checked_mul(k)).filter(|n| *n <= most)?;
    Some(arrangements(piles))
}
