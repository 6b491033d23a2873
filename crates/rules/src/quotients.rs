//! Quotients of piles, rounded down: no linear condition, but between two that are.
//!
//! Let Q be a number. Where a quotient a div b has b >= 1 and is from 0 to Q it is one of finitely many cases q b <= a <
//! (q + 1) b. Moves whose quotients are all of this kind are moves of the rules: the game *below*. If in every other case
//! each comparison with the quotient is taken for true, there are more moves than in the rules: the game *above*. So
//! the moves of the rules lie between those of two games of the linear fragment.

use crate::code::Node;
use crate::expr::BinaryOp;
use crate::fragment::{Condition, Form};
use std::fmt::Write;

/// How a quotient by something that is not constant is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    /// It is outside the fragment.
    Refused,
    /// From 0 to this; moves with other quotients are left out.
    Below(i64),
    /// The same, but other quotients may be anything.
    Above(i64),
}

/// Dividend and divisor of the first quotient in an expression whose divisor is not constant.
pub(crate) fn quotient_in(node: &Node) -> Option<(Node, Node)> {
    if let Some((a, b)) = divided(node) {
        return Some((a.clone(), b.clone()));
    }
    parts(node).into_iter().find_map(quotient_in)
}

/// The expression with that quotient replaced by a number.
pub(crate) fn with_quotient(node: &Node, value: i64) -> Node {
    let mut node = node.clone();
    put(&mut node, value);
    node
}

/// Whether it was found.
fn put(node: &mut Node, value: i64) -> bool {
    if divided(node).is_some() {
        *node = Node::Const(value);
        return true;
    }
    match node {
        Node::Negate(a) | Node::Abs(a) | Node::Floor(a, _) => put(a, value),
        Node::Binary(_, a, b, _) | Node::If(_, a, b) => put(a, value) || put(b, value),
        Node::Min(args) | Node::Max(args) | Node::Sum(args) => args.iter_mut().any(|a| put(a, value)),
        _ => false,
    }
}

/// The expressions inside one whose quotients are looked for. The condition of an `if` is a comparison of its own.
fn parts(node: &Node) -> Vec<&Node> {
    match node {
        Node::Negate(a) | Node::Abs(a) | Node::Floor(a, _) => vec![a],
        Node::Binary(_, a, b, _) | Node::If(_, a, b) => vec![a, b],
        Node::Min(args) | Node::Max(args) | Node::Sum(args) => args.iter().collect(),
        _ => Vec::new(),
    }
}

fn divided(node: &Node) -> Option<(&Node, &Node)> {
    let (a, b) = match node {
        Node::Binary(BinaryOp::Div, a, b, _) => (a, b),
        Node::Floor(inner, _) => match inner.as_ref() {
            Node::Binary(BinaryOp::Quotient, a, b, _) => (a, b),
            _ => return None,
        },
        _ => return None,
    };
    (!b.linear().is_some_and(|b| b.is_constant())).then_some((a, b))
}

/// A conjunction as the text of a move: an amount for each pile, which the conditions determine.
pub(crate) fn family_text(label: Option<&str>, names: &[String], conditions: &[Condition]) -> String {
    let mut stem = "d".to_string();
    while names.iter().any(|name| name.starts_with(&stem)) {
        stem.push('d');
    }
    let amounts: Vec<String> = (1..=names.len()).map(|pile| format!("{stem}{pile}")).collect();
    let label = label.map(|label| format!("{label}: ")).unwrap_or_default();
    let mut text = format!("{label}({}) for {} >= 0", amounts.join(", "), amounts.join(", "));
    let mut told: Vec<String> = Vec::new();
    for condition in conditions {
        let condition = match condition {
            Condition::AtLeastZero(form) => at_least_zero(form, names),
            Condition::Divisible(form, modulus) => format!("({}) mod {modulus} == 0", sum(form, names)),
        };
        if !told.contains(&condition) {
            told.push(condition);
        }
    }
    if !told.is_empty() {
        text += &format!(" where {}", told.join(" and "));
    }
    text
}

/// The terms with a positive coefficient on the left, the others on the right.
fn at_least_zero(form: &Form, names: &[String]) -> String {
    let mut sides = [Vec::new(), Vec::new()];
    for (coefficients, prime) in [(&form.before, ""), (&form.after, "'")] {
        for (c, name) in coefficients.iter().zip(names).filter(|(c, _)| **c != 0) {
            let times = if c.unsigned_abs() == 1 { String::new() } else { format!("{}*", c.unsigned_abs()) };
            sides[usize::from(*c < 0)].push(format!("{times}{name}{prime}"));
        }
    }
    if form.constant != 0 {
        sides[usize::from(form.constant < 0)].push(form.constant.unsigned_abs().to_string());
    }
    let [left, right] = sides.map(|side| if side.is_empty() { "0".to_string() } else { side.join(" + ") });
    format!("{left} >= {right}")
}

fn sum(form: &Form, names: &[String]) -> String {
    let mut text = form.constant.to_string();
    for (coefficients, prime) in [(&form.before, ""), (&form.after, "'")] {
        for (c, name) in coefficients.iter().zip(names).filter(|(c, _)| **c != 0) {
            let sign = if *c < 0 { '-' } else { '+' };
            let _ = write!(text, " {sign} {}*{name}{prime}", c.unsigned_abs());
        }
    }
    text
}
