//! What is checked when a game is loaded: every amount is bounded, every move changes something, every game ends.

use crate::bind::{Arranged, Rules};
use crate::code::{Code, Effort, Node};
use crate::error::{ErrorKind, RuleError};
use crate::expr::BinaryOp;
use crate::game::PileOrder;
use crate::span::TextError;

pub(crate) fn check(rules: &Rules, effort: &mut Effort) -> Result<(), RuleError> {
    if rules.coordinates.is_empty() {
        return Err(RuleError::new(ErrorKind::Game, "the game has no piles")
            .hint("a move has an amount for each pile, as in `(i, 0)`"));
    }
    for arranged in &rules.arranged {
        amounts_are_bounded(rules, arranged)?;
        something_changes(rules, arranged, effort)?;
        let paid = effort.spend(8 * arranged.cost * (1 + arranged.takes.len() as u64));
        paid.map_err(|kind| {
            let error = TextError::new(arranged.span, "checking this move takes too long").of(kind);
            RuleError::located(error, &rules.source)
        })?;
    }
    play_ends(rules)
}

fn at(rules: &Rules, arranged: &Arranged, message: String, hint: &str) -> RuleError {
    RuleError::located(TextError::new(arranged.span, message).of(ErrorKind::Game).hint(hint), &rules.source)
}

/// Every variable has an upper bound: its own, or the supply of a pile.
fn amounts_are_bounded(rules: &Rules, arranged: &Arranged) -> Result<(), RuleError> {
    for (index, variable) in arranged.variables.iter().enumerate() {
        let supplied = !arranged.caps[index].is_empty() || arranged.growing[index].is_some();
        if !supplied && variable.highs.is_empty() && variable.list.is_none() {
            return Err(at(
                rules,
                arranged,
                "nothing bounds an amount of this move".to_string(),
                "give it a range such as `1 <= k <= x`",
            ));
        }
    }
    Ok(())
}

/// The smallest amounts of a family are not all zero where its condition allows them. Other zero vectors are
/// found when they are met.
fn something_changes(rules: &Rules, arranged: &Arranged, effort: &mut Effort) -> Result<(), RuleError> {
    if arranged.skip_zero || arranged.takes.iter().any(|take| least(&take.node, arranged) >= Some(1)) {
        return Ok(());
    }
    let count = rules.coordinates.len();
    for size in 0..4i64 {
        let bounded = |c: usize| rules.bounds[c].map_or(size, |b| size.min(b as i64 - 1));
        let before: Vec<i64> = (0..count).map(bounded).collect();
        let position: Vec<u64> = before.iter().map(|p| p.unsigned_abs()).collect();
        if !matches!(rules.is_position(&position), Ok(true)) {
            continue;
        }
        let mut slots = before.clone();
        slots.extend(rules.fresh_memory());
        slots.extend(&before);
        let mut empty = false;
        for variable in &arranged.variables {
            let low = match &variable.list {
                Some(list) => list.first().copied(),
                None => least(&Node::Slot(variable.slot), arranged),
            };
            empty |= low.is_none();
            slots.push(low.unwrap_or(0));
        }
        let still = !empty && arranged.takes.iter().all(|take| matches!(take.clamped(&slots, effort), Ok(0)));
        let allowed = arranged.condition.as_ref().is_none_or(|c| matches!(c.holds(&slots, effort), Ok(true)));
        if still && allowed {
            return Err(at(
                rules,
                arranged,
                "this move may change nothing, so the game need not end".to_string(),
                "let the amounts start at 1, or add a condition such as `where i + j > 0`; x, y, z, w are the piles",
            ));
        }
    }
    Ok(())
}

/// The game ends: amounts are never negative; or the total always falls; or the coordinates, taken in some order, fall
/// lexicographically.
fn play_ends(rules: &Rules) -> Result<(), RuleError> {
    let takes_only = |a: &Arranged| a.takes.iter().all(|t| least(&t.node, a) >= Some(0));
    let Some(first_growing) = rules.arranged.iter().find(|a| !takes_only(a)) else { return Ok(()) };
    let total_falls = |a: &Arranged| {
        let sum = Node::Sum(a.takes.iter().map(|t| t.node.clone()).collect());
        let exact = sum.linear().and_then(|linear| least_of_linear(&linear, a));
        exact.or_else(|| least(&sum, a)) >= Some(1)
    };
    if rules.arranged.iter().all(total_falls) {
        return Ok(());
    }
    if rules.order() == PileOrder::Ordered && falls_lexicographically(rules) {
        return Ok(());
    }
    let offending =
        rules.arranged.iter().find(|a| !takes_only(a) && !total_falls(a)).unwrap_or(first_growing);
    Err(at(
        rules,
        offending,
        "this move may add to a pile, and the game could go on for ever".to_string(),
        "a move that adds is allowed where the total always falls, or a coordinate that no move adds to",
    ))
}

/// For each memory cell, a value that it never falls below in play from a fresh start, where one is found: the fresh
/// value if every update keeps to it, given that the other cells keep to theirs.
pub(crate) fn least_remembered(rules: &Rules) -> Vec<Option<i64>> {
    let mut least: Vec<Option<i64>> = rules.memory.iter().map(|(_, fresh)| Some(*fresh)).collect();
    loop {
        let before = least.clone();
        for arranged in &rules.arranged {
            let assumed = Arranged { remembered: before.clone(), ..arranged.clone() };
            for (cell, update) in &arranged.updates {
                let lower = self::least(&update.node, &assumed);
                if lower < least[*cell] {
                    least[*cell] = None;
                }
            }
        }
        if least == before {
            return least;
        }
    }
}

/// Whether the coordinates have an order in which every move falls: no move raises the first of it, none of those that
/// may leave the first raises the second, and so on. To take any coordinate that can be next loses nothing: fewer moves
/// are left to be told from later ones.
fn falls_lexicographically(rules: &Rules) -> bool {
    let mut moves: Vec<&Arranged> = rules.arranged.iter().collect();
    let mut coordinates: Vec<usize> = (0..rules.coordinates.len()).collect();
    while !moves.is_empty() && !coordinates.is_empty() {
        let taken = |a: &Arranged, coordinate: usize| least(&a.takes[coordinate].node, a);
        let next = coordinates.iter().position(|c| moves.iter().all(|a| taken(a, *c) >= Some(0)));
        let Some(next) = next else { return false };
        let coordinate = coordinates.remove(next);
        moves.retain(|a| taken(a, coordinate) < Some(1));
    }
    true
}

/// A lower bound of an expression in a family, whatever the position.
pub(crate) fn least(node: &Node, arranged: &Arranged) -> Option<i64> {
    match node.linear() {
        Some(linear) => least_of_linear(&linear, arranged),
        None => range(node, arranged).0,
    }
}

fn least_of_linear(linear: &crate::linear::Linear, arranged: &Arranged) -> Option<i64> {
    let mut sum = linear.constant;
    for (slot, c) in &linear.terms {
        let (low, high) = range(&Node::Slot(*slot), arranged);
        let extreme = if *c > 0 { low? } else { high? };
        sum = sum.checked_add(c.checked_mul(extreme)?)?;
    }
    Some(sum)
}

type Bounds = (Option<i64>, Option<i64>);

/// Bounds of a variable whatever the position, those of the variables before it being known.
pub(crate) fn variable_range(arranged: &Arranged, index: usize) -> Bounds {
    let variable = &arranged.variables[index];
    let shifted = |(code, d): &(Code, i64), low: bool| {
        let (from, to) = range(&code.node, arranged);
        if low { from } else { to }?.checked_add(*d)
    };
    let list = variable.list.as_ref();
    let low = variable.lows.iter().filter_map(|b| shifted(b, true)).max();
    let high = variable.highs.iter().filter_map(|b| shifted(b, false)).min();
    (
        low.or_else(|| list.and_then(|l| l.first().copied())),
        high.or_else(|| list.and_then(|l| l.last().copied())),
    )
}

/// Bounds of an expression by interval arithmetic; `None` where there is none that is known.
fn range(node: &Node, arranged: &Arranged) -> Bounds {
    let of = |n: &Node| range(n, arranged);
    let both =
        |a: Option<i64>, b: Option<i64>, f: fn(i64, i64) -> Option<i64>| a.zip(b).and_then(|(a, b)| f(a, b));
    match node {
        Node::Const(value) => (Some(*value), Some(*value)),
        Node::Big(value) if **value > 0 => (Some(i64::MAX), None),
        Node::Slot(slot) if *slot < arranged.coordinates => (Some(0), None),
        Node::Slot(slot) if *slot < arranged.coordinates + arranged.remembered.len() => {
            (arranged.remembered[*slot - arranged.coordinates], None)
        }
        Node::Slot(slot) => {
            let variable = arranged.variables.iter().position(|v| v.slot == *slot);
            variable.and_then(|v| arranged.ranges.get(v).copied()).unwrap_or((None, None))
        }
        Node::Negate(a) => {
            let (low, high) = of(a);
            (high.and_then(i64::checked_neg), low.and_then(i64::checked_neg))
        }
        Node::Binary(op, a, b, _) => {
            let ((a0, a1), (b0, b1)) = (of(a), of(b));
            match op {
                BinaryOp::Add => (both(a0, b0, i64::checked_add), both(a1, b1, i64::checked_add)),
                BinaryOp::Sub => (both(a0, b1, i64::checked_sub), both(a1, b0, i64::checked_sub)),
                BinaryOp::Mul if a0 >= Some(0) && b0 >= Some(0) => {
                    (both(a0, b0, i64::checked_mul), both(a1, b1, i64::checked_mul))
                }
                BinaryOp::Mod if b0 >= Some(1) => (Some(0), b1.map(|b| b - 1)),
                BinaryOp::Div if a0 >= Some(0) && b0 >= Some(1) => (Some(0), a1),
                BinaryOp::Pow if a0 >= Some(1) && b0 >= Some(1) => (a0, None),
                BinaryOp::Pow if a0 >= Some(0) && b0 >= Some(0) => (Some(0), None),
                BinaryOp::Xor if a0 >= Some(0) && b0 >= Some(0) => (Some(0), None),
                _ => (None, None),
            }
        }
        Node::Abs(_) | Node::Popcount(..) | Node::Count(_) => (Some(0), None),
        Node::Min(args) => {
            let bounds: Vec<Bounds> = args.iter().map(of).collect();
            let low = bounds.iter().map(|b| b.0).min().flatten();
            (low, bounds.iter().filter_map(|b| b.1).min())
        }
        Node::Max(args) => {
            let bounds: Vec<Bounds> = args.iter().map(of).collect();
            let all_bounded = bounds.iter().all(|b| b.1.is_some());
            (
                bounds.iter().filter_map(|b| b.0).max(),
                bounds.iter().filter_map(|b| b.1).max().filter(|_| all_bounded),
            )
        }
        Node::If(_, a, b) => {
            let ((a0, a1), (b0, b1)) = (of(a), of(b));
            (a0.zip(b0).map(|(a, b)| a.min(b)), a1.zip(b1).map(|(a, b)| a.max(b)))
        }
        Node::Sum(args) => args.iter().map(of).fold((Some(0), Some(0)), |(l, h), (a, b)| {
            (both(l, a, i64::checked_add), both(h, b, i64::checked_add))
        }),
        _ => (None, None),
    }
}

/// Whether an expression grows by at least 1 whenever a variable does, the other slots staying as they are; a variable
/// is at least `least`. Then the supply of a pile bounds the variable, and its largest value is found by bisection.
pub(crate) fn grows(node: &Node, slot: usize, arranged: &Arranged) -> bool {
    let free = |n: &Node| {
        let mut free = true;
        n.slots(&mut |s| free &= s != slot);
        free
    };
    let least = |n: &Node| least(n, arranged);
    match node {
        Node::Slot(s) => *s == slot,
        Node::Binary(BinaryOp::Add, a, b, _) => {
            let one = |a: &Node, b: &Node| grows(a, slot, arranged) && (free(b) || grows(b, slot, arranged));
            one(a, b) || one(b, a)
        }
        Node::Binary(BinaryOp::Sub, a, b, _) => grows(a, slot, arranged) && free(b),
        Node::Binary(BinaryOp::Mul, a, b, _) => {
            // a grows by 1 or more, b is at least 1 and does not fall, a is not negative.
            let one = |a: &Node, b: &Node| {
                grows(a, slot, arranged)
                    && least(b) >= Some(1)
                    && (free(b) || least(a) >= Some(0) && grows(b, slot, arranged))
            };
            one(a, b) || one(b, a)
        }
        Node::Binary(BinaryOp::Pow, a, b, _) => {
            let base = grows(a, slot, arranged) && least(a) >= Some(0) && free(b) && least(b) >= Some(1);
            let exponent = free(a) && least(a) >= Some(2) && grows(b, slot, arranged) && least(b) >= Some(0);
            base || exponent
        }
        Node::Sum(args) => {
            args.iter().any(|a| grows(a, slot, arranged))
                && args.iter().all(|a| free(a) || grows(a, slot, arranged))
        }
        _ => false,
    }
}
