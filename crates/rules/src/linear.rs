//! Linear forms: what of an expression is a sum of multiples of slots. The fast solvers and the prover live on it.

use crate::code::Node;
use crate::expr::BinaryOp;
use std::collections::BTreeMap;

/// constant + sum of coefficient * slot, with no zero coefficients.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Linear {
    /// The part that does not change.
    pub constant: i64,
    /// The coefficient of each slot that matters.
    pub terms: BTreeMap<usize, i64>,
}

impl Linear {
    /// A constant.
    pub fn constant(constant: i64) -> Linear {
        Linear { constant, terms: BTreeMap::new() }
    }

    /// The coefficient of a slot.
    pub fn coefficient(&self, slot: usize) -> i64 {
        self.terms.get(&slot).copied().unwrap_or(0)
    }

    /// Whether no slot matters.
    pub fn is_constant(&self) -> bool {
        self.terms.is_empty()
    }

    /// self + factor * other, if it fits.
    pub fn plus(mut self, other: &Linear, factor: i64) -> Option<Linear> {
        self.constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        for (slot, coefficient) in &other.terms {
            let sum = self.coefficient(*slot).checked_add(coefficient.checked_mul(factor)?)?;
            if sum == 0 {
                self.terms.remove(slot);
            } else {
                self.terms.insert(*slot, sum);
            }
        }
        Some(self)
    }

    /// The form with every slot renamed.
    pub fn renamed(&self, rename: impl Fn(usize) -> usize) -> Linear {
        let terms = self.terms.iter().map(|(slot, c)| (rename(*slot), *c)).collect();
        Linear { constant: self.constant, terms }
    }
}

impl Node {
    /// This expression as a linear form, if it is one.
    pub(crate) fn linear(&self) -> Option<Linear> {
        match self {
            Node::Const(value) => Some(Linear::constant(*value)),
            Node::Slot(slot) => Some(Linear { constant: 0, terms: [(*slot, 1)].into() }),
            Node::Negate(a) => Linear::default().plus(&a.linear()?, -1),
            Node::Binary(BinaryOp::Add, a, b, _) => a.linear()?.plus(&b.linear()?, 1),
            Node::Binary(BinaryOp::Sub, a, b, _) => a.linear()?.plus(&b.linear()?, -1),
            Node::Binary(BinaryOp::Mul, a, b, _) => {
                let (a, b) = (a.linear()?, b.linear()?);
                if a.is_constant() {
                    Linear::default().plus(&b, a.constant)
                } else if b.is_constant() {
                    Linear::default().plus(&a, b.constant)
                } else {
                    None
                }
            }
            Node::Sum(args) => args.iter().try_fold(Linear::default(), |sum, a| sum.plus(&a.linear()?, 1)),
            _ => None,
        }
    }

    /// Calls `visit` with every slot that the expression reads.
    pub(crate) fn slots(&self, visit: &mut dyn FnMut(usize)) {
        self.each(&mut |node| {
            if let Node::Slot(slot) = node {
                visit(*slot);
            }
        });
    }

    /// Calls `visit` with the expression and everything in it.
    pub(crate) fn each<'a>(&'a self, visit: &mut dyn FnMut(&'a Node)) {
        visit(self);
        match self {
            Node::Const(_) | Node::Big(_) | Node::Slot(_) => {}
            Node::Negate(a)
            | Node::Abs(a)
            | Node::Not(a)
            | Node::In(a, _)
            | Node::Popcount(a, _)
            | Node::Floor(a, _)
            | Node::Sqrt(a, _) => a.each(visit),
            Node::Binary(_, a, b, _) | Node::And(a, b) | Node::Or(a, b) => {
                a.each(visit);
                b.each(visit);
            }
            Node::Min(args)
            | Node::Max(args)
            | Node::Gcd(args, _)
            | Node::Sum(args)
            | Node::Xor(args)
            | Node::Count(args)
            | Node::Call(_, args, _) => args.iter().for_each(|a| a.each(visit)),
            Node::If(c, a, b) => [c, a, b].into_iter().for_each(|e| e.each(visit)),
            Node::Compare(a, rest) => {
                a.each(visit);
                rest.iter().for_each(|(_, b)| b.each(visit));
            }
        }
    }

    /// The expression with something else in the place of every slot.
    pub(crate) fn with_slots(&self, put: &dyn Fn(usize) -> Node) -> Node {
        self.with(&|node| match node {
            Node::Slot(slot) => Some(put(*slot)),
            _ => None,
        })
    }

    /// The expression with something else in the place of the parts for which `put` has it.
    pub(crate) fn with(&self, put: &dyn Fn(&Node) -> Option<Node>) -> Node {
        if let Some(other) = put(self) {
            return other;
        }
        let boxed = |a: &Node| Box::new(a.with(put));
        let all = |args: &[Node]| args.iter().map(|a| a.with(put)).collect::<Vec<Node>>();
        match self {
            Node::Const(_) | Node::Big(_) | Node::Slot(_) => self.clone(),
            Node::Negate(a) => Node::Negate(boxed(a)),
            Node::Abs(a) => Node::Abs(boxed(a)),
            Node::Not(a) => Node::Not(boxed(a)),
            Node::In(a, list) => Node::In(boxed(a), list.clone()),
            Node::Popcount(a, span) => Node::Popcount(boxed(a), *span),
            Node::Floor(a, span) => Node::Floor(boxed(a), *span),
            Node::Sqrt(a, span) => Node::Sqrt(boxed(a), *span),
            Node::Binary(op, a, b, span) => Node::Binary(*op, boxed(a), boxed(b), *span),
            Node::And(a, b) => Node::And(boxed(a), boxed(b)),
            Node::Or(a, b) => Node::Or(boxed(a), boxed(b)),
            Node::Min(args) => Node::Min(all(args)),
            Node::Max(args) => Node::Max(all(args)),
            Node::Gcd(args, span) => Node::Gcd(all(args), *span),
            Node::Sum(args) => Node::Sum(all(args)),
            Node::Xor(args) => Node::Xor(all(args)),
            Node::Count(args) => Node::Count(all(args)),
            Node::Call(function, args, span) => Node::Call(function.clone(), all(args), *span),
            Node::If(c, a, b) => Node::If(boxed(c), boxed(a), boxed(b)),
            Node::Compare(a, rest) => {
                let rest = rest.iter().map(|(comparison, b)| (*comparison, b.with(put)));
                Node::Compare(boxed(a), rest.collect())
            }
        }
    }
}
