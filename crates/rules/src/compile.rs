//! Expressions to code: names are resolved, types checked, constants folded.

use crate::code::{Code, Function, Node};
use crate::error::{ErrorKind, Source};
use crate::expr::{Aggregate, BinaryOp, Builtin, Expr, ExprKind, PileVector};
use crate::names::{listed, nearest};
use crate::span::{Span, TextError};
use malachite::Integer;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A mistake in what is meant.
fn meaning(span: Span, message: impl Into<String>) -> TextError {
    TextError::new(span, message).of(ErrorKind::Meaning)
}

/// What a name stands for.
#[derive(Clone)]
pub(crate) enum Meaning {
    /// A number that changes: pile, amount, memory.
    Slot(usize),
    /// A pile: its slot before the move, and after it where there is one.
    Pile(usize, Option<usize>),
    /// A number that does not change.
    Integer(Arc<Integer>),
    Function(Arc<Function>, usize),
    List(Arc<Vec<Integer>>),
    Vectors(Arc<Vec<Vec<u64>>>),
    /// A choice: the words it may be, and the one it is.
    Word(Arc<Vec<String>>, String),
}

/// The names that an expression may use.
#[derive(Clone, Default)]
pub(crate) struct Scope {
    pub names: BTreeMap<String, Meaning>,
    /// Slots of the piles before and after the move, where a move is spoken of.
    pub before: Vec<usize>,
    pub after: Vec<usize>,
    pub source: Arc<Source>,
}

#[derive(Clone, Copy, PartialEq)]
enum Type {
    Integer,
    Truth,
}

impl Scope {
    /// Code for an integer.
    pub fn integer(&self, expr: &Expr) -> Result<Code, TextError> {
        self.typed(expr, Type::Integer)
    }

    /// Code for a condition.
    pub fn truth(&self, expr: &Expr) -> Result<Code, TextError> {
        self.typed(expr, Type::Truth)
    }

    fn typed(&self, expr: &Expr, wanted: Type) -> Result<Code, TextError> {
        let node = self.node(expr, wanted)?;
        if node.weight().is_excessive() {
            let message = "this is too large to be worked out, with the functions that it calls";
            return Err(TextError::new(expr.span, message).limit());
        }
        Ok(Code { node, source: self.source.clone() })
    }

    fn node(&self, expr: &Expr, wanted: Type) -> Result<Node, TextError> {
        let (node, found) = self.resolve(expr)?;
        match (wanted, found) {
            (Type::Integer, Type::Truth) => {
                Err(meaning(expr.span, "a number is needed here, and this is a condition"))
            }
            (Type::Truth, Type::Integer) => {
                Err(meaning(expr.span, "a condition is needed here, and this is a number")
                    .hint("compare it with something, as in `k < 3`"))
            }
            _ => Ok(node),
        }
    }

    fn int(&self, expr: &Expr) -> Result<Box<Node>, TextError> {
        Ok(Box::new(self.node(expr, Type::Integer)?))
    }

    fn cond(&self, expr: &Expr) -> Result<Box<Node>, TextError> {
        Ok(Box::new(self.node(expr, Type::Truth)?))
    }

    fn resolve(&self, expr: &Expr) -> Result<(Node, Type), TextError> {
        let span = expr.span;
        let number = |node: Node| Ok((fold(node), Type::Integer));
        let truth = |node: Node| Ok((fold(node), Type::Truth));
        match &expr.kind {
            ExprKind::Number(n) => number(constant(n.clone())),
            ExprKind::Name(name) => self.name(name, span),
            ExprKind::After(name) => match self.names.get(name) {
                Some(Meaning::Pile(_, Some(after))) => number(Node::Slot(*after)),
                Some(Meaning::Pile(_, None)) => {
                    Err(meaning(span, format!("`{name}'` speaks of a move, and there is none here")))
                }
                Some(_) => Err(meaning(span, format!("`{name}` is not a pile, so `{name}'` has no meaning"))),
                None => Err(self.unknown(name, span)),
            },
            ExprKind::Negate(a) => number(Node::Negate(self.int(a)?)),
            ExprKind::Binary(op, a, b) => number(Node::Binary(*op, self.int(a)?, self.int(b)?, span)),
            ExprKind::Abs(a) => number(Node::Abs(self.int(a)?)),
            ExprKind::Floor(a) => number(Node::Floor(self.int(a)?, span)),
            ExprKind::Sqrt(a) => number(Node::Sqrt(self.int(a)?, span)),
            ExprKind::Builtin(which, args) => {
                let mut nodes = Vec::new();
                for arg in args {
                    nodes.push(self.node(arg, Type::Integer)?);
                }
                number(match which {
                    Builtin::Min => Node::Min(nodes),
                    Builtin::Max => Node::Max(nodes),
                    Builtin::Gcd => Node::Gcd(nodes, span),
                    Builtin::Popcount => Node::Popcount(Box::new(nodes.swap_remove(0)), span),
                })
            }
            ExprKind::Aggregate(which, over) => number(self.aggregate(*which, *over, span)?),
            ExprKind::Call(name, args) => self.call(name, args, span),
            ExprKind::If(c, a, b) => {
                let c = self.cond(c)?;
                let ((yes, one), (no, other)) = (self.resolve(a)?, self.resolve(b)?);
                if one != other {
                    return Err(meaning(span, "one branch is a number and the other a condition"));
                }
                Ok((fold(Node::If(c, Box::new(yes), Box::new(no))), one))
            }
            ExprKind::Compare(a, rest) => {
                if let Some(equal) = self.word_comparison(a, rest)? {
                    return truth(Node::Const(i64::from(equal)));
                }
                let first = self.int(a)?;
                let mut others = Vec::new();
                for (comparison, b) in rest {
                    others.push((*comparison, self.node(b, Type::Integer)?));
                }
                truth(Node::Compare(first, others))
            }
            ExprKind::In(a, list) => match self.names.get(list) {
                Some(Meaning::List(values)) => truth(Node::In(self.int(a)?, values.clone())),
                Some(_) => Err(meaning(span, format!("`{list}` is not a list"))),
                None => Err(self.unknown(list, span)),
            },
            ExprKind::Among(a, numbers) => truth(Node::In(self.int(a)?, self.numbers(numbers)?)),
            ExprKind::Not(a) => truth(Node::Not(self.cond(a)?)),
            ExprKind::And(a, b) => truth(Node::And(self.cond(a)?, self.cond(b)?)),
            ExprKind::Or(a, b) => truth(Node::Or(self.cond(a)?, self.cond(b)?)),
        }
    }

    /// Numbers that a value may be one of, in increasing order.
    pub fn numbers(&self, numbers: &[Expr]) -> Result<Arc<Vec<Integer>>, TextError> {
        let mut values = Vec::new();
        for number in numbers {
            values.push(match self.node(number, Type::Integer)? {
                Node::Const(value) => Integer::from(value),
                Node::Big(value) => value.as_ref().clone(),
                _ => {
                    return Err(meaning(number.span, "the numbers after `in` do not change with the piles")
                        .hint("put conditions that do after `where`"));
                }
            });
        }
        values.sort();
        values.dedup();
        Ok(Arc::new(values))
    }

    fn name(&self, name: &str, span: Span) -> Result<(Node, Type), TextError> {
        match self.names.get(name) {
            Some(Meaning::Slot(slot) | Meaning::Pile(slot, _)) => Ok((Node::Slot(*slot), Type::Integer)),
            Some(Meaning::Integer(value)) => Ok((shared(value), Type::Integer)),
            Some(Meaning::Function(..)) => {
                Err(meaning(span, format!("`{name}` is a function")).hint(format!("write `{name}(...)`")))
            }
            Some(Meaning::List(_)) => {
                Err(meaning(span, format!("`{name}` is a list")).hint(format!("write `k in {name}`")))
            }
            Some(Meaning::Vectors(_)) => {
                Err(meaning(span, format!("`{name}` is a list of vectors"))
                    .hint(format!("write `w in {name}`")))
            }
            Some(Meaning::Word(words, _)) => {
                Err(meaning(span, format!("`{name}` is one of the words {}", words.join(", ")))
                    .hint(format!("write `{name} == {}`", words[0])))
            }
            None => Err(self.unknown(name, span)),
        }
    }

    /// The error for a name that stands for nothing, with the nearest that does.
    pub fn unknown(&self, name: &str, span: Span) -> TextError {
        let error =
            TextError::new(span, format!("there is nothing called `{name}` here")).of(ErrorKind::Name);
        match nearest(name, self.names.keys().map(String::as_str)) {
            Some(near) => error.hint(format!("did you mean `{near}`?")),
            None if self.names.is_empty() => error.hint("no name has a meaning here: write a number"),
            None => {
                let known = listed(self.names.keys().map(String::as_str));
                error.hint(format!("the names known here are: {known}"))
            }
        }
    }

    fn call(&self, name: &str, args: &[Expr], span: Span) -> Result<(Node, Type), TextError> {
        // `dim(v)` and `size(K)` speak of list parameters, whose values are known.
        if let ("dim" | "size", [Expr { kind: ExprKind::Name(list), .. }]) = (name, args) {
            match (name, self.names.get(list)) {
                ("dim", Some(Meaning::Vectors(v))) => {
                    return Ok((Node::Const(v.first().map_or(0, Vec::len) as i64), Type::Integer));
                }
                ("size", Some(Meaning::Vectors(v))) => {
                    return Ok((Node::Const(v.len() as i64), Type::Integer));
                }
                ("size", Some(Meaning::List(k))) => return Ok((Node::Const(k.len() as i64), Type::Integer)),
                _ => {}
            }
        }
        match self.names.get(name) {
            Some(Meaning::Function(function, arity)) => {
                if args.len() != *arity {
                    let message = format!("`{name}` takes {arity} arguments, and {} are given", args.len());
                    return Err(meaning(span, message));
                }
                let mut nodes = Vec::new();
                for arg in args {
                    nodes.push(self.node(arg, Type::Integer)?);
                }
                Ok((Node::Call(function.clone(), nodes, span), Type::Integer))
            }
            Some(_) => Err(meaning(span, format!("`{name}` is not a function"))
                .hint(format!("for a product write `{name}*(...)`"))),
            None => Err(self.unknown(name, span)),
        }
    }

    fn aggregate(&self, which: Aggregate, over: PileVector, span: Span) -> Result<Node, TextError> {
        if self.before.is_empty() || (over != PileVector::Before && self.after.is_empty()) {
            return Err(meaning(span, "there is no move to speak of here"));
        }
        let slots = |slots: &[usize]| slots.iter().map(|s| Node::Slot(*s)).collect::<Vec<_>>();
        let nodes = match over {
            PileVector::Before => slots(&self.before),
            PileVector::After => slots(&self.after),
            PileVector::Taken => self
                .before
                .iter()
                .zip(&self.after)
                .map(|(b, a)| {
                    Node::Binary(BinaryOp::Sub, Box::new(Node::Slot(*b)), Box::new(Node::Slot(*a)), span)
                })
                .collect(),
        };
        Ok(match which {
            Aggregate::Sum => Node::Sum(nodes),
            Aggregate::Xor => Node::Xor(nodes),
            Aggregate::Min => Node::Min(nodes),
            Aggregate::Max => Node::Max(nodes),
            Aggregate::Count => Node::Count(nodes),
        })
    }

    /// `on == nim`, for a parameter whose value is a word.
    fn word_comparison(
        &self,
        a: &Expr,
        rest: &[(crate::expr::Comparison, Expr)],
    ) -> Result<Option<bool>, TextError> {
        use crate::expr::Comparison;
        let ExprKind::Name(name) = &a.kind else { return Ok(None) };
        let Some(Meaning::Word(words, value)) = self.names.get(name) else { return Ok(None) };
        let [(comparison @ (Comparison::Equal | Comparison::Unequal), b)] = rest else {
            return Err(meaning(
                a.span,
                format!("`{name}` is a word: it can only be compared by `==` and `!=`"),
            ));
        };
        match &b.kind {
            ExprKind::Name(word) if words.contains(word) => {
                Ok(Some((word == value) == (*comparison == Comparison::Equal)))
            }
            _ => Err(meaning(b.span, format!("`{name}` is one of: {}", words.join(", ")))),
        }
    }
}

/// A number of the program.
pub(crate) fn constant(value: Integer) -> Node {
    match i64::try_from(&value) {
        Ok(small) => Node::Const(small),
        Err(_) => Node::Big(Arc::new(value)),
    }
}

/// A number that others hold too: a long one is not copied.
fn shared(value: &Arc<Integer>) -> Node {
    match i64::try_from(value.as_ref()) {
        Ok(small) => Node::Const(small),
        Err(_) => Node::Big(value.clone()),
    }
}

/// Arithmetic on constants is done once. What overflows or fails is left for evaluation, which knows the place.
fn fold(node: Node) -> Node {
    let is_constant = |n: &Node| matches!(n, Node::Const(_));
    let constant = match &node {
        Node::Negate(a) | Node::Abs(a) | Node::Not(a) | Node::In(a, _) | Node::Popcount(a, _) => {
            is_constant(a)
        }
        Node::Binary(_, a, b, _) | Node::And(a, b) | Node::Or(a, b) => is_constant(a) && is_constant(b),
        Node::Min(args) | Node::Max(args) => args.iter().all(is_constant),
        Node::Compare(a, rest) => is_constant(a) && rest.iter().all(|(_, b)| is_constant(b)),
        Node::If(c, a, b) => match c.as_ref() {
            Node::Const(0) => return (**b).clone(),
            Node::Const(_) => return (**a).clone(),
            _ => false,
        },
        _ => false,
    };
    match constant.then(|| node.fast(&[])) {
        Some(Ok(value)) => Node::Const(value),
        _ => match node {
            Node::Binary(BinaryOp::Mul, a, b, _) if matches!(*a, Node::Const(1)) => *b,
            Node::Binary(BinaryOp::Mul, a, b, _) if matches!(*b, Node::Const(1)) => *a,
            Node::Binary(BinaryOp::Add, a, b, _) if matches!(*a, Node::Const(0)) => *b,
            Node::Binary(BinaryOp::Add | BinaryOp::Sub, a, b, _) if matches!(*b, Node::Const(0)) => *a,
            // With truth values a constant side decides or vanishes.
            Node::And(a, b) if matches!(*a, Node::Const(1)) => *b,
            Node::And(a, _) if matches!(*a, Node::Const(0)) => Node::Const(0),
            Node::Or(a, b) if matches!(*a, Node::Const(0)) => *b,
            Node::Or(a, _) if matches!(*a, Node::Const(1)) => Node::Const(1),
            other => other,
        },
    }
}
