//! When two families are the same moves, and when a game does not care for the order of its piles.
//!
//! Families are compared by a normal form: linear parts as coefficients, comparisons as signs of differences,
//! sets of conditions sorted. Equal forms mean equal moves; different forms may too, and then the game is just
//! treated as ordered.

use crate::bind::{Arranged, Rules};
use crate::code::Node;
use crate::expr::{BinaryOp, Comparison};
use crate::linear::Linear;
use crate::shape::{Pattern, Shape};
use malachite::base::num::logic::traits::SignificantBits;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Whether the moves, and what else the rules say, are the same under every permutation of the coordinates.
pub(crate) fn is_symmetric(rules: &Rules) -> bool {
    let count = rules.coordinates.len();
    let needed = needed(rules);
    let own: BTreeSet<String> = needed.iter().map(|a| key(rules, a)).collect();
    (1..count).all(|second| {
        let swap = |c: usize| {
            if c == second {
                second - 1
            } else if c == second - 1 {
                second
            } else {
                c
            }
        };
        let swapped: BTreeSet<String> = needed.iter().map(|a| permuted_key(rules, a, &swap)).collect();
        let condition_stays = |code: &Option<crate::code::Code>| {
            code.as_ref().is_none_or(|code| {
                let slots = |slot: usize| if slot < count { swap(slot) } else { slot };
                normal(&code.node, &|s| s) == normal(&code.node, &slots)
            })
        };
        own == swapped && condition_stays(&rules.positions) && condition_stays(&rules.starts)
    })
}

/// The families without those all of whose moves are another's, from every position: (2,4) or (2i,4i) next to (i,2i), (1,2) in
/// a band. Where options are counted or remembered every family matters.
fn needed(rules: &Rules) -> Vec<&Arranged> {
    if rules.convention.block.is_some() || !rules.memory.is_empty() {
        return rules.arranged.iter().collect();
    }
    let patterns: Vec<Pattern> = rules.patterns().collect();
    let shapes: Vec<Shape> = patterns.iter().map(Pattern::shape).collect();
    let on_other_ray = |index: usize, vector: &Vec<u64>| {
        shapes.iter().enumerate().any(|(other, shape)| match shape {
            Shape::Ray { vector: step, from: 1, to: None } if other != index => multiple(vector, step),
            _ => false,
        })
    };
    // What is taken from every position is taken from the one that has no more.
    let in_other_region = |vector: &Vec<u64>| {
        let same_everywhere = patterns.iter().zip(&shapes).filter(|(_, shape)| **shape == Shape::Invariant);
        same_everywhere
            .into_iter()
            .any(|(pattern, _)| matches!(pattern.accepts(vector, vector), Ok(Some(true))))
    };
    let superfluous = |index: usize| {
        match &shapes[index] {
        Shape::Vectors(vectors) => {
            !vectors.is_empty() && vectors.iter().all(|v| on_other_ray(index, v) || in_other_region(v))
        }
        // Equal rays have one form, and no more than one of them counts.
        ray @ Shape::Ray { vector, .. } => shapes.iter().any(|shape| {
            matches!(shape, Shape::Ray { vector: step, from: 1, to: None } if shape != ray && multiple(vector, step))
        }),
        _ => false,
    }
    };
    rules.arranged.iter().enumerate().filter(|(index, _)| !superfluous(*index)).map(|(_, a)| a).collect()
}

/// Whether a vector is a positive multiple of a step.
fn multiple(vector: &[u64], step: &[u64]) -> bool {
    let times = vector.iter().zip(step).find_map(|(v, s)| v.checked_div(*s)).unwrap_or(0);
    times > 0 && vector.iter().zip(step).all(|(v, s)| s.checked_mul(times) == Some(*v))
}

/// The normal form of a family in an arrangement.
pub(crate) fn key(rules: &Rules, arranged: &Arranged) -> String {
    permuted_key(rules, arranged, &|c| c)
}

/// The normal form after the coordinates are permuted.
fn permuted_key(rules: &Rules, arranged: &Arranged, permute: &dyn Fn(usize) -> usize) -> String {
    let (count, memory) = (rules.coordinates.len(), rules.memory.len());
    let after = count + memory;
    let first_variable = after + count;
    let mut takes: Vec<Option<&Node>> = vec![None; count];
    for (coordinate, take) in arranged.takes.iter().enumerate() {
        takes[permute(coordinate)] = Some(&take.node);
    }
    // Variables are numbered in the order in which the permuted vector meets them.
    let mut order: Vec<usize> = Vec::new();
    for take in takes.iter().flatten() {
        take.slots(&mut |slot| {
            if slot >= first_variable && !order.contains(&slot) {
                order.push(slot);
            }
        });
    }
    for variable in &arranged.variables {
        if !order.contains(&variable.slot) {
            order.push(variable.slot);
        }
    }
    let rename = |slot: usize| {
        if slot < count {
            permute(slot)
        } else if (after..first_variable).contains(&slot) {
            after + permute(slot - after)
        } else if slot >= first_variable {
            first_variable + order.iter().position(|s| *s == slot).unwrap_or(slot)
        } else {
            slot
        }
    };
    let show = |node: &Node| normal(node, &rename);
    let mut out: Vec<String> = takes.iter().flatten().map(|take| show(take)).collect();
    for slot in &order {
        let Some(variable) = arranged.variables.iter().find(|v| v.slot == *slot) else { continue };
        let mut parts: Vec<String> = Vec::new();
        parts.extend(variable.lows.iter().map(|(code, d)| format!("from {}{d:+}", show(&code.node))));
        parts.extend(variable.highs.iter().map(|(code, d)| format!("to {}{d:+}", show(&code.node))));
        parts.extend(variable.list.iter().map(|list| format!("in {list:?}")));
        parts.sort();
        out.push(parts.join(" "));
    }
    out.push(arranged.condition.as_ref().map_or(String::new(), |c| show(&c.node)));
    out.push(format!("{}", arranged.skip_zero));
    for (cell, update) in &arranged.updates {
        out.push(format!("{cell}:{}", show(&update.node)));
    }
    if let Some(block) = &rules.convention.block {
        out.push(format!("blockable {:?}", block.families.get(arranged.family)));
    }
    out.join("|")
}

/// The normal form of an expression with its slots renamed.
pub(crate) fn normal(node: &Node, rename: &dyn Fn(usize) -> usize) -> String {
    if let Some(linear) = node.linear() {
        return shown(&linear.renamed(rename));
    }
    let list = |args: &[Node]| {
        let mut parts: Vec<String> = args.iter().map(|a| normal(a, rename)).collect();
        parts.sort();
        parts.join(",")
    };
    match node {
        Node::Const(_) | Node::Slot(_) => String::new(),
        // A long number is told by where it is kept: a copy elsewhere counts as another one, which is safe.
        Node::Big(value) if value.significant_bits() > 4096 => format!("big {:p}", Arc::as_ptr(value)),
        Node::Big(value) => value.to_string(),
        Node::Negate(a) => format!("-({})", normal(a, rename)),
        Node::Abs(a) => match a.linear() {
            Some(linear) => format!("abs {}", shown(&positive(linear.renamed(rename)))),
            None => format!("abs {}", normal(a, rename)),
        },
        Node::Binary(op, a, b, _) => {
            let (mut a, mut b) = (normal(a, rename), normal(b, rename));
            if matches!(op, BinaryOp::Add | BinaryOp::Mul | BinaryOp::Xor) && b < a {
                std::mem::swap(&mut a, &mut b);
            }
            format!("({a}) {op:?} ({b})")
        }
        Node::Min(args) => format!("min({})", list(args)),
        Node::Max(args) => format!("max({})", list(args)),
        Node::Gcd(args, _) => format!("gcd({})", list(args)),
        Node::Sum(args) => format!("sum({})", list(args)),
        Node::Xor(args) => format!("xor({})", list(args)),
        Node::Count(args) => format!("count({})", list(args)),
        Node::Popcount(a, _) => format!("popcount({})", normal(a, rename)),
        Node::Floor(a, _) => format!("floor({})", normal(a, rename)),
        Node::Sqrt(a, _) => format!("sqrt({})", normal(a, rename)),
        Node::If(c, a, b) => {
            format!("if({};{};{})", normal(c, rename), normal(a, rename), normal(b, rename))
        }
        Node::Compare(..) | Node::And(..) => {
            let mut parts = Vec::new();
            conjuncts(node, rename, &mut parts);
            parts.sort();
            parts.dedup();
            parts.join(" & ")
        }
        Node::In(a, list) => format!("{} in {list:?}", normal(a, rename)),
        Node::Not(a) => format!("not({})", normal(a, rename)),
        Node::Or(..) => {
            let mut parts = Vec::new();
            disjuncts(node, &mut |n| parts.push(format!("[{}]", normal(n, rename))));
            parts.sort();
            parts.dedup();
            parts.join(" v ")
        }
        Node::Call(function, args, _) => {
            // Functions are the same if they are one and the same object.
            let parts: Vec<String> = args.iter().map(|a| normal(a, rename)).collect();
            format!("call {:p}({})", Arc::as_ptr(function), parts.join(","))
        }
    }
}

/// What must hold together, each by itself; `a < b < c` is two things.
fn conjuncts(node: &Node, rename: &dyn Fn(usize) -> usize, out: &mut Vec<String>) {
    match node {
        Node::And(a, b) => {
            conjuncts(a, rename, out);
            conjuncts(b, rename, out);
        }
        Node::Compare(a, rest) => {
            let mut left = a.as_ref();
            for (comparison, right) in rest {
                out.push(compared(*comparison, left, right, rename));
                left = right;
            }
        }
        // Parentheses keep a disjunction in one piece.
        other => out.push(format!("({})", normal(other, rename))),
    }
}

fn disjuncts<'a>(node: &'a Node, visit: &mut dyn FnMut(&'a Node)) {
    match node {
        Node::Or(a, b) => {
            disjuncts(a, visit);
            disjuncts(b, visit);
        }
        other => visit(other),
    }
}

fn shown(linear: &Linear) -> String {
    let terms: Vec<String> = linear.terms.iter().map(|(slot, c)| format!("{c:+}s{slot}")).collect();
    format!("{}{:+}", terms.join(""), linear.constant)
}

/// The form or its negative, whichever has a positive first coefficient.
fn positive(linear: Linear) -> Linear {
    match linear.terms.values().next() {
        Some(c) if *c < 0 => Linear::default().plus(&linear, -1).unwrap_or(linear),
        _ => linear,
    }
}

/// `form mod m` compared with 0, m a number: the form and m.
fn divisible(a: &Node, b: &Node) -> Option<(Linear, i64)> {
    let constant = |node: &Node| node.linear().filter(Linear::is_constant).map(|linear| linear.constant);
    match a {
        Node::Binary(BinaryOp::Mod, form, modulus, _) if constant(b) == Some(0) => {
            Some((form.linear()?, constant(modulus).filter(|m| *m != 0)?))
        }
        _ => None,
    }
}

fn compared(comparison: Comparison, a: &Node, b: &Node, rename: &dyn Fn(usize) -> usize) -> String {
    let difference = |a: &Node, b: &Node| b.linear()?.plus(&a.linear()?, -1);
    let (comparison, a, b) = match comparison {
        Comparison::Greater | Comparison::AtLeast => (comparison.mirrored(), b, a),
        other => (other, a, b),
    };
    match (difference(a, b), comparison) {
        // Over the integers a < b is b - a - 1 >= 0.
        (Some(d), Comparison::Less) => match d.plus(&Linear::constant(1), -1) {
            Some(d) => format!("{} >= 0", shown(&d.renamed(rename))),
            None => format!("{} < {}", normal(a, rename), normal(b, rename)),
        },
        (Some(d), Comparison::AtMost) => format!("{} >= 0", shown(&d.renamed(rename))),
        (Some(d), sign) => format!("{} {} 0", shown(&positive(d.renamed(rename))), sign.sign()),
        (None, Comparison::Equal | Comparison::Unequal) if divisible(a, b).is_some() => {
            // A number and its negative have the same divisors.
            let (form, modulus) = divisible(a, b).unwrap_or_default();
            format!("{} {} 0 mod {modulus}", shown(&positive(form.renamed(rename))), comparison.sign())
        }
        (None, Comparison::Equal | Comparison::Unequal) => {
            let (mut a, mut b) = (normal(a, rename), normal(b, rename));
            if b < a {
                std::mem::swap(&mut a, &mut b);
            }
            format!("({a}) {} ({b})", comparison.sign())
        }
        (None, sign) => format!("({}) {} ({})", normal(a, rename), sign.sign(), normal(b, rename)),
    }
}

/// Every order of so many things: each is the place that every one goes to, the last thing moved through first.
pub(crate) fn permutations(count: usize) -> Vec<Vec<usize>> {
    (0..count).fold(vec![Vec::new()], |all, next| {
        let longer = |order: &Vec<usize>| {
            let order = order.clone();
            (0..=order.len()).map(move |at| [&order[..at], &[next], &order[at..]].concat())
        };
        all.iter().flat_map(longer).collect()
    })
}
