//! From compiled expressions to terms and conjunctions: `|.|`, `min`, `max` and `if` fall into cases, functions are looked
//! through, division and remainder by a number become quotients, and what is not linear becomes a symbol of its own.
//!
//! Everything is read under what is known to hold where it is evaluated, so that a division by zero or a square root of a
//! negative number that the rules could meet is noticed: such rules are left alone.

use super::Outside;
use super::atom::{Atom, Conjunction};
use super::decide::Decide;
use super::term::{Opaque, Term};
use crate::code::{Function, Node};
use crate::expr::{BinaryOp, Comparison};
use std::sync::Arc;

/// Operations whose arguments may change places.
pub(crate) fn commutes(written: &str) -> bool {
    written.starts_with("# xor #") || written.starts_with("gcd(")
}

/// Most cases of one expression.
const CASES: usize = 512;

/// Deepest nesting of functions.
const DEPTH: usize = 200;

/// The values of an expression, each with what holds where it is taken.
pub(crate) type Cases = Vec<(Conjunction, Term)>;

pub(crate) struct Reader<'a> {
    pub decide: &'a mut Decide,
    depth: usize,
}

impl<'a> Reader<'a> {
    pub fn new(decide: &'a mut Decide) -> Reader<'a> {
        Reader { decide, depth: 0 }
    }

    /// An integer expression, `slots` being the terms of its slots.
    pub fn integer(&mut self, node: &Node, slots: &[Term], under: &Conjunction) -> Result<Cases, Outside> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(Outside::Size);
        }
        let out = self.integer_below(node, slots, under);
        self.depth -= 1;
        let out = out?;
        if out.len() > CASES { Err(Outside::Size) } else { Ok(out) }
    }

    fn integer_below(&mut self, node: &Node, slots: &[Term], under: &Conjunction) -> Result<Cases, Outside> {
        let one = |term: Term| Ok(vec![(under.clone(), term)]);
        match node {
            Node::Const(n) => one(Term::constant(i128::from(*n))),
            Node::Big(n) => one(Term::constant(i128::try_from(n.as_ref()).map_err(|_| Outside::Size)?)),
            Node::Slot(slot) => one(slots.get(*slot).cloned().ok_or(Outside::Meaning)?),
            Node::Negate(a) => self.each(a, slots, under, |_, _, a| a.times(-1)),
            Node::Sum(args) => self.folded(args, slots, under, |_, a, b| a.plus(b, 1)),
            Node::Binary(op, a, b, _) => self.binary(*op, a, b, slots, under),
            Node::Abs(a) => {
                let minus = Node::Negate(a.clone());
                self.extreme(&[(**a).clone(), minus], slots, under, true)
            }
            Node::Max(args) => self.extreme(args, slots, under, true),
            Node::Min(args) => self.extreme(args, slots, under, false),
            Node::Count(args) => {
                let counted = |arg: &Node| {
                    let nonzero =
                        Node::Compare(Box::new(arg.clone()), vec![(Comparison::Unequal, Node::Const(0))]);
                    Node::If(Box::new(nonzero), Box::new(Node::Const(1)), Box::new(Node::Const(0)))
                };
                self.integer(&Node::Sum(args.iter().map(counted).collect()), slots, under)
            }
            Node::Xor(args) => self.commuting("xor", args, slots, under),
            Node::Gcd(args, _) => self.commuting("gcd", args, slots, under),
            Node::Popcount(a, _) => {
                let read = |reader: &mut Self, under: &Conjunction, a: &Term| {
                    reader.never(under, Atom::AtLeast(a.times(-1)?.shifted(-1)?))?;
                    Ok(reader.decide.symbols.operation("popcount(#)", vec![a.clone()]))
                };
                self.each(a, slots, under, read)
            }
            Node::Floor(a, _) => self.floor(a, slots, under),
            Node::If(c, a, b) => {
                let mut out = Vec::new();
                for (wanted, branch) in [(true, a), (false, b)] {
                    for under in self.truth(c, wanted, slots, under)? {
                        out.extend(self.integer(branch, slots, &under)?);
                    }
                }
                Ok(out)
            }
            Node::Call(function, args, _) => self.call(function, args, slots, under),
            // Quotients and square roots stand inside `floor` only; the others are truth values.
            _ => Err(Outside::Meaning),
        }
    }

    fn each(
        &mut self,
        a: &Node,
        slots: &[Term],
        under: &Conjunction,
        with: impl Fn(&mut Self, &Conjunction, &Term) -> Result<Term, Outside>,
    ) -> Result<Cases, Outside> {
        let mut out = Vec::new();
        for (under, a) in self.integer(a, slots, under)? {
            let term = with(self, &under, &a)?;
            out.push((under, term));
        }
        Ok(out)
    }

    /// The arguments one after another, each under what holds for those before it.
    fn all(
        &mut self,
        args: &[Node],
        slots: &[Term],
        under: &Conjunction,
    ) -> Result<Vec<(Conjunction, Vec<Term>)>, Outside> {
        let mut out = vec![(under.clone(), Vec::new())];
        for arg in args {
            let mut longer = Vec::new();
            for (under, terms) in out {
                for (under, term) in self.integer(arg, slots, &under)? {
                    longer.push((under, [terms.as_slice(), &[term]].concat()));
                }
            }
            if longer.len() > CASES {
                return Err(Outside::Size);
            }
            out = longer;
        }
        Ok(out)
    }

    fn folded(
        &mut self,
        args: &[Node],
        slots: &[Term],
        under: &Conjunction,
        fold: impl Fn(&mut Self, &Term, &Term) -> Result<Term, Outside>,
    ) -> Result<Cases, Outside> {
        let mut out = Vec::new();
        for (under, terms) in self.all(args, slots, under)? {
            let mut sum = terms.first().cloned().unwrap_or_default();
            for term in terms.iter().skip(1) {
                sum = fold(self, &sum, term)?;
            }
            out.push((under, sum));
        }
        Ok(out)
    }

    fn binary(
        &mut self,
        op: BinaryOp,
        a: &Node,
        b: &Node,
        slots: &[Term],
        under: &Conjunction,
    ) -> Result<Cases, Outside> {
        let mut out = Vec::new();
        for (under, terms) in self.all(&[a.clone(), b.clone()], slots, under)? {
            let (a, b) = (&terms[0], &terms[1]);
            let term = match op {
                BinaryOp::Add => a.plus(b, 1)?,
                BinaryOp::Sub => a.plus(b, -1)?,
                BinaryOp::Mul => self.decide.symbols.product(a, b)?,
                BinaryOp::Div => self.quotient(a, b, &under)?,
                BinaryOp::Mod => {
                    let quotient = self.quotient(a, b, &under)?;
                    a.plus(&self.decide.symbols.product(&quotient, b)?, -1)?
                }
                BinaryOp::Pow => self.power(a, b, &under)?,
                BinaryOp::Xor => self.symmetric("xor", vec![a.clone(), b.clone()])?,
                BinaryOp::Quotient => return Err(Outside::Meaning),
            };
            out.push((under, term));
        }
        Ok(out)
    }

    /// floor(a / b).
    fn quotient(&mut self, a: &Term, b: &Term, under: &Conjunction) -> Result<Term, Outside> {
        if b.is_constant() && b.constant != 0 {
            let m = b.constant.checked_abs().ok_or(Outside::Size)?;
            let a = if b.constant < 0 { a.times(-1)? } else { a.clone() };
            return self.decide.symbols.quotient(&a, m);
        }
        self.never(under, Atom::Zero(b.clone()))?;
        Ok(self.decide.symbols.operation("# div #", vec![a.clone(), b.clone()]))
    }

    fn power(&mut self, a: &Term, b: &Term, under: &Conjunction) -> Result<Term, Outside> {
        if b.is_constant() {
            let exponent = u32::try_from(b.constant).ok().filter(|n| *n <= 32).ok_or(Outside::Size)?;
            let mut out = Term::constant(1);
            for _ in 0..exponent {
                out = self.decide.symbols.product(&out, a)?;
            }
            return Ok(out);
        }
        self.never(under, Atom::AtLeast(b.times(-1)?.shifted(-1)?))?;
        Ok(self.decide.symbols.operation("#^#", vec![a.clone(), b.clone()]))
    }

    fn commuting(
        &mut self,
        name: &str,
        args: &[Node],
        slots: &[Term],
        under: &Conjunction,
    ) -> Result<Cases, Outside> {
        let mut out = Vec::new();
        for (under, terms) in self.all(args, slots, under)? {
            let term = self.symmetric(name, terms)?;
            out.push((under, term));
        }
        Ok(out)
    }

    /// A nim-sum or greatest common divisor of terms in any order.
    fn symmetric(&mut self, name: &str, mut terms: Vec<Term>) -> Result<Term, Outside> {
        terms.retain(|t| *t != Term::default());
        terms.sort();
        if name == "xor" {
            // What occurs twice cancels.
            let mut kept: Vec<Term> = Vec::new();
            for term in terms {
                if kept.last() == Some(&term) {
                    kept.pop();
                } else {
                    kept.push(term);
                }
            }
            terms = kept;
        } else {
            terms.dedup();
        }
        if terms.is_empty() {
            return Ok(Term::default());
        }
        if terms.len() == 1 && name == "xor" {
            return Ok(terms.swap_remove(0));
        }
        let hashes = vec!["#"; terms.len()];
        let written = match name {
            "xor" => hashes.join(" xor "),
            _ => format!("{name}({})", hashes.join(", ")),
        };
        Ok(self.decide.symbols.operation(&written, terms))
    }

    fn floor(&mut self, inner: &Node, slots: &[Term], under: &Conjunction) -> Result<Cases, Outside> {
        if let Node::Binary(BinaryOp::Quotient, a, b, _) = inner
            && !has_root(a)
            && !has_root(b)
        {
            return self.binary(BinaryOp::Div, a, b, slots, under);
        }
        if !has_root(inner) {
            return self.integer(inner, slots, under);
        }
        let mut arguments = Vec::new();
        let written = skeleton(inner, &mut arguments)?;
        let root_alone = written == "sqrt(#)";
        // A root or quotient of anything but numbers may fail where the rules are evaluated.
        if !root_alone && !is_real_number(inner) {
            return Err(Outside::Failure);
        }
        let mut out = Vec::new();
        for (under, terms) in self.all(&arguments, slots, under)? {
            if root_alone {
                self.never(&under, Atom::AtLeast(terms[0].times(-1)?.shifted(-1)?))?;
            }
            out.push((under, self.decide.symbols.operation(&format!("floor({written})"), terms)));
        }
        Ok(out)
    }

    fn call(
        &mut self,
        function: &Arc<Function>,
        args: &[Node],
        slots: &[Term],
        under: &Conjunction,
    ) -> Result<Cases, Outside> {
        let mut out = Vec::new();
        for (under, terms) in self.all(args, slots, under)? {
            match function.as_ref() {
                Function::Code(code, _) => out.extend(self.integer(&code.node, &terms, &under)?),
                // Functions computed elsewhere are the same if they are one and the same object.
                Function::Native(native) => {
                    let address = Arc::as_ptr(native).cast::<()>() as usize;
                    let native = Opaque::Native(address, terms);
                    out.push((under, Term::symbol(self.decide.symbols.name(native))));
                }
            }
        }
        Ok(out)
    }

    fn extreme(
        &mut self,
        args: &[Node],
        slots: &[Term],
        under: &Conjunction,
        greatest: bool,
    ) -> Result<Cases, Outside> {
        let mut out = Vec::new();
        for (under, terms) in self.all(args, slots, under)? {
            for (index, term) in terms.iter().enumerate() {
                // The first of several equal ones, so that the cases exclude each other.
                let mut case = Some(under.clone());
                for (other, rival) in terms.iter().enumerate().filter(|(other, _)| *other != index) {
                    let ahead = if greatest { term.plus(rival, -1)? } else { rival.plus(term, -1)? };
                    let ahead = if other < index { ahead.shifted(-1)? } else { ahead };
                    case = match case {
                        Some(case) => case.with(Atom::AtLeast(ahead))?,
                        None => None,
                    };
                }
                out.extend(case.map(|case| (case, term.clone())));
            }
        }
        Ok(out)
    }

    /// Whatever the rules evaluate there, this never holds: otherwise they may fail, and are left alone.
    fn never(&mut self, under: &Conjunction, atom: Atom) -> Result<(), Outside> {
        match under.with(atom)? {
            Some(case) if self.decide.can_hold(&case)? => Err(Outside::Failure),
            _ => Ok(()),
        }
    }

    /// A condition (or its negation) as the cases in which it holds.
    pub fn truth(
        &mut self,
        node: &Node,
        wanted: bool,
        slots: &[Term],
        under: &Conjunction,
    ) -> Result<Vec<Conjunction>, Outside> {
        let out = self.truth_below(node, wanted, slots, under)?;
        if out.len() > CASES { Err(Outside::Size) } else { Ok(out) }
    }

    fn truth_below(
        &mut self,
        node: &Node,
        wanted: bool,
        slots: &[Term],
        under: &Conjunction,
    ) -> Result<Vec<Conjunction>, Outside> {
        match node {
            Node::Const(value) => Ok(if (*value != 0) == wanted { vec![under.clone()] } else { Vec::new() }),
            Node::Not(a) => self.truth(a, !wanted, slots, under),
            Node::And(a, b) | Node::Or(a, b) => {
                if matches!(node, Node::And(..)) == wanted {
                    let mut out = Vec::new();
                    for under in self.truth(a, wanted, slots, under)? {
                        out.extend(self.truth(b, wanted, slots, &under)?);
                    }
                    return Ok(out);
                }
                // What comes second is only evaluated where the first does not settle it.
                let mut out = self.truth(a, wanted, slots, under)?;
                if is_total(b) {
                    out.extend(self.truth(b, wanted, slots, under)?);
                } else {
                    for under in self.truth(a, !wanted, slots, under)? {
                        out.extend(self.truth(b, wanted, slots, &under)?);
                    }
                }
                Ok(out)
            }
            Node::If(c, a, b) => {
                let mut out = Vec::new();
                for (holds, branch) in [(true, a), (false, b)] {
                    for under in self.truth(c, holds, slots, under)? {
                        out.extend(self.truth(branch, wanted, slots, &under)?);
                    }
                }
                Ok(out)
            }
            Node::In(a, list) => {
                let comparison = if wanted { Comparison::Equal } else { Comparison::Unequal };
                let mut out = if wanted { Vec::new() } else { vec![under.clone()] };
                for value in list.iter() {
                    let value = Node::Big(Arc::new(value.clone()));
                    if wanted {
                        out.extend(self.compare(comparison, a, &value, slots, under)?);
                    } else {
                        let mut next = Vec::new();
                        for under in out {
                            next.extend(self.compare(comparison, a, &value, slots, &under)?);
                        }
                        out = next;
                    }
                }
                Ok(out)
            }
            Node::Compare(a, rest) => {
                let mut out = if wanted { vec![under.clone()] } else { Vec::new() };
                let mut left = a.as_ref();
                for (comparison, right) in rest {
                    if wanted {
                        let mut next = Vec::new();
                        for under in out {
                            next.extend(self.compare(*comparison, left, right, slots, &under)?);
                        }
                        out = next;
                    } else {
                        out.extend(self.compare(opposite(*comparison), left, right, slots, under)?);
                    }
                    left = right;
                }
                Ok(out)
            }
            _ => Err(Outside::Meaning),
        }
    }

    fn compare(
        &mut self,
        comparison: Comparison,
        a: &Node,
        b: &Node,
        slots: &[Term],
        under: &Conjunction,
    ) -> Result<Vec<Conjunction>, Outside> {
        if let Some(out) = self.congruence(comparison, a, b, slots, under)? {
            return Ok(out);
        }
        if let Some((bound, forms)) = self.between(comparison, a, b, slots, under)? {
            return self.all_hold(&forms, &bound);
        }
        let mut out = Vec::new();
        for (under, terms) in self.all(&[a.clone(), b.clone()], slots, under)? {
            let difference = terms[0].plus(&terms[1], -1)?;
            for atoms in self.signs(comparison, difference)? {
                out.extend(self.all_hold(&atoms, &under)?);
            }
        }
        Ok(out)
    }

    /// The factors of a term that is a product: it is 0 exactly where one of them is.
    fn factors(&self, term: &Term) -> Option<Vec<Term>> {
        let ([(symbol, _)], 0) = (term.parts.as_slice(), term.constant) else { return None };
        let Opaque::Product(factors) = self.decide.symbols.opaque(*symbol)? else { return None };
        let mut factors = factors.clone();
        factors.dedup();
        Some(factors.into_iter().map(Term::symbol).collect())
    }

    fn all_hold(&mut self, atoms: &[Atom], under: &Conjunction) -> Result<Vec<Conjunction>, Outside> {
        let mut out = under.clone();
        for atom in atoms {
            if !out.add(atom.clone())? {
                return Ok(Vec::new());
            }
        }
        Ok(vec![out])
    }

    /// `a mod m == r`: a congruence.
    fn congruence(
        &mut self,
        comparison: Comparison,
        a: &Node,
        b: &Node,
        slots: &[Term],
        under: &Conjunction,
    ) -> Result<Option<Vec<Conjunction>>, Outside> {
        if !matches!(comparison, Comparison::Equal | Comparison::Unequal) {
            return Ok(None);
        }
        let (Node::Binary(BinaryOp::Mod, value, modulus, _), other) = (match b {
            Node::Binary(BinaryOp::Mod, ..) => (b, a),
            _ => (a, b),
        }) else {
            return Ok(None);
        };
        let (Node::Const(m), Node::Const(r)) = (modulus.as_ref(), other) else { return Ok(None) };
        if *m < 1 || !(0..*m).contains(r) {
            return Ok(None);
        }
        let mut out = Vec::new();
        for (under, value) in self.integer(value, slots, under)? {
            let rest = value.shifted(-i128::from(*r))?;
            let atom = match comparison {
                Comparison::Equal => Atom::Divides(i128::from(*m), rest),
                _ => Atom::Leaves(i128::from(*m), rest),
            };
            out.extend(self.all_hold(&[atom], &under)?);
        }
        Ok(Some(out))
    }

    /// `|a| < b`, `max(...) <= b`, `min(...) > b`: every one of them compares so, without cases.
    fn between(
        &mut self,
        comparison: Comparison,
        a: &Node,
        b: &Node,
        slots: &[Term],
        under: &Conjunction,
    ) -> Result<Option<(Conjunction, Vec<Atom>)>, Outside> {
        let (comparison, a, b) = match comparison {
            Comparison::Less | Comparison::AtMost if matches!(b, Node::Min(_)) => {
                (comparison.mirrored(), b, a)
            }
            Comparison::Greater | Comparison::AtLeast if matches!(b, Node::Abs(_) | Node::Max(_)) => {
                (comparison.mirrored(), b, a)
            }
            _ => (comparison, a, b),
        };
        let small = matches!(comparison, Comparison::Less | Comparison::AtMost);
        let large = matches!(comparison, Comparison::Greater | Comparison::AtLeast);
        let sides: Vec<Node> = match a {
            Node::Abs(inner) if small => vec![(**inner).clone(), Node::Negate(inner.clone())],
            Node::Max(args) if small => args.clone(),
            Node::Min(args) if large => args.clone(),
            _ => return Ok(None),
        };
        // Only where nothing inside falls into cases of its own.
        let mut cases = self.all(&[std::slice::from_ref(b), sides.as_slice()].concat(), slots, under)?;
        if cases.len() != 1 {
            return Ok(None);
        }
        let (under, terms) = cases.swap_remove(0);
        let mut atoms = Vec::new();
        for side in &terms[1..] {
            let difference = side.plus(&terms[0], -1)?;
            atoms.extend(self.signs(comparison, difference)?.into_iter().flatten());
        }
        Ok(Some((under, atoms)))
    }

    /// difference (comparison) 0, as a disjunction of conjunctions.
    fn signs(&mut self, comparison: Comparison, difference: Term) -> Result<Vec<Vec<Atom>>, Outside> {
        let minus = difference.times(-1)?;
        if comparison == Comparison::Equal
            && let Some(factors) = self.factors(&difference)
        {
            return Ok(factors.into_iter().map(|factor| vec![Atom::Zero(factor)]).collect());
        }
        Ok(match comparison {
            Comparison::AtLeast => vec![vec![Atom::AtLeast(difference)]],
            Comparison::Greater => vec![vec![Atom::AtLeast(difference.shifted(-1)?)]],
            Comparison::AtMost => vec![vec![Atom::AtLeast(minus)]],
            Comparison::Less => vec![vec![Atom::AtLeast(minus.shifted(-1)?)]],
            Comparison::Equal => vec![vec![Atom::Zero(self.balanced(difference)?)]],
            Comparison::Unequal => Atom::Zero(self.balanced(difference)?)
                .negation()?
                .into_iter()
                .map(|atom| vec![atom])
                .collect(),
        })
    }

    /// A nim-sum of two is 0 exactly where their difference is.
    fn balanced(&self, difference: Term) -> Result<Term, Outside> {
        if let ([(symbol, _)], 0) = (difference.parts.as_slice(), difference.constant)
            && let Some(Opaque::Operation(written, arguments)) = self.decide.symbols.opaque(*symbol)
            && written == "# xor #"
        {
            return arguments[0].plus(&arguments[1], -1);
        }
        Ok(difference)
    }
}

fn opposite(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Equal => Comparison::Unequal,
        Comparison::Unequal => Comparison::Equal,
        Comparison::Less => Comparison::AtLeast,
        Comparison::AtLeast => Comparison::Less,
        Comparison::Greater => Comparison::AtMost,
        Comparison::AtMost => Comparison::Greater,
    }
}

/// Whether a real expression has a square root in it, looking no deeper than reals go.
fn has_root(node: &Node) -> bool {
    match node {
        Node::Sqrt(..) => true,
        Node::Negate(a) => has_root(a),
        Node::Binary(op, a, b, _) => *op == BinaryOp::Quotient || has_root(a) || has_root(b),
        _ => false,
    }
}

/// Whether a real expression has a value wherever its whole parts have: roots and divisors are numbers.
fn is_real_number(node: &Node) -> bool {
    let positive = |node: &Node| match node {
        Node::Const(n) => *n > 0,
        Node::Sqrt(a, _) => matches!(a.as_ref(), Node::Const(n) if *n > 0),
        _ => false,
    };
    match node {
        Node::Sqrt(a, _) => positive(a),
        Node::Binary(BinaryOp::Quotient, a, b, _) => is_real_number(a) && positive(b),
        Node::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, a, b, _) => {
            is_real_number(a) && is_real_number(b)
        }
        Node::Negate(a) => is_real_number(a),
        other => is_total(other),
    }
}

/// How a real expression is written, `#` for each of its whole parts.
fn skeleton(node: &Node, arguments: &mut Vec<Node>) -> Result<String, Outside> {
    Ok(match node {
        Node::Sqrt(a, _) => format!("sqrt({})", skeleton(a, arguments)?),
        Node::Negate(a) if has_root(a) => format!("-({})", skeleton(a, arguments)?),
        Node::Binary(op, a, b, _) if has_root(node) => {
            let sign = match op {
                BinaryOp::Add => "+",
                BinaryOp::Sub => "-",
                BinaryOp::Mul => "*",
                BinaryOp::Quotient => "/",
                _ => return Err(Outside::Meaning),
            };
            format!("({} {sign} {})", skeleton(a, arguments)?, skeleton(b, arguments)?)
        }
        _ => {
            arguments.push(node.clone());
            "#".to_string()
        }
    })
}

/// Whether an expression has a value wherever it is asked.
fn is_total(node: &Node) -> bool {
    let all = |nodes: &[Node]| nodes.iter().all(is_total);
    match node {
        Node::Const(_) | Node::Big(_) | Node::Slot(_) => true,
        Node::Negate(a) | Node::Abs(a) | Node::Not(a) | Node::In(a, _) => is_total(a),
        Node::Binary(BinaryOp::Div | BinaryOp::Mod, a, b, _) => {
            is_total(a) && matches!(b.as_ref(), Node::Const(m) if *m != 0)
        }
        Node::Binary(BinaryOp::Pow, a, b, _) => {
            is_total(a) && matches!(b.as_ref(), Node::Const(n) if *n >= 0)
        }
        Node::Binary(BinaryOp::Quotient, ..) | Node::Popcount(..) | Node::Floor(..) | Node::Sqrt(..) => false,
        Node::Binary(_, a, b, _) | Node::And(a, b) | Node::Or(a, b) => is_total(a) && is_total(b),
        Node::Min(args) | Node::Max(args) | Node::Gcd(args, _) => all(args),
        Node::Sum(args) | Node::Xor(args) | Node::Count(args) => all(args),
        Node::If(c, a, b) => is_total(c) && is_total(a) && is_total(b),
        Node::Compare(a, rest) => is_total(a) && rest.iter().all(|(_, b)| is_total(b)),
        Node::Call(function, args, _) => match function.as_ref() {
            Function::Code(code, _) => all(args) && is_total(&code.node),
            Function::Native(_) => false,
        },
    }
}
