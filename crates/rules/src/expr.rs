//! Expressions of the rule language: integers of any size and truth values, with their places.

use crate::span::Span;
use malachite::Integer;
use std::fmt;

/// An expression and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it was written.
    pub span: Span,
}

/// The kinds of expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    /// A literal.
    Number(Integer),
    /// A variable: a pile before the move, an amount, a parameter, a memory cell.
    Name(String),
    /// `x'`: what is left of a pile after the move.
    After(String),
    /// `-a`.
    Negate(Box<Expr>),
    /// An arithmetic operation.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `|a|`.
    Abs(Box<Expr>),
    /// `floor(...)` of a real expression.
    Floor(Box<Expr>),
    /// A square root, inside `floor` only.
    Sqrt(Box<Expr>),
    /// `min(a, b, ...)`, `max(a, b, ...)`, `gcd(a, b, ...)`, `popcount(a)`.
    Builtin(Builtin, Vec<Expr>),
    /// `sum(taken)`, `xor(taken)`, `min(before)`, `max(after)`, `count(taken)`: over all piles.
    Aggregate(Aggregate, PileVector),
    /// A function given as a parameter.
    Call(String, Vec<Expr>),
    /// `if c then a else b`.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `a < b <= c`: every neighbouring pair holds.
    Compare(Box<Expr>, Vec<(Comparison, Expr)>),
    /// `a in K`, `K` a list parameter.
    In(Box<Expr>, String),
    /// `a in {1, 4, 9}`: one of the numbers written there.
    Among(Box<Expr>, Vec<Expr>),
    /// `not a`.
    Not(Box<Expr>),
    /// `a and b`.
    And(Box<Expr>, Box<Expr>),
    /// `a or b`.
    Or(Box<Expr>, Box<Expr>),
}

/// Arithmetic between two integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `div`: floor division.
    Div,
    /// `mod`: the remainder of floor division.
    Mod,
    /// `/`: a quotient, inside `floor` only.
    Quotient,
    /// `^`
    Pow,
    /// `xor`, of two's complement for negatives.
    Xor,
}

/// Functions that the language has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Builtin {
    /// The least of its arguments.
    Min,
    /// The greatest of its arguments.
    Max,
    /// The number of ones in binary.
    Popcount,
    /// The greatest common divisor of its arguments.
    Gcd,
}

/// A summary of all piles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aggregate {
    /// The sum.
    Sum,
    /// The nim-sum.
    Xor,
    /// The least.
    Min,
    /// The greatest.
    Max,
    /// How many are not zero.
    Count,
}

/// What an aggregate is taken over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PileVector {
    /// The piles before the move.
    Before,
    /// The piles after the move.
    After,
    /// The amounts taken.
    Taken,
}

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `==`
    Equal,
    /// `!=`
    Unequal,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
}

impl Comparison {
    /// Whether the comparison holds for two values.
    pub fn holds<T: Ord>(self, a: &T, b: &T) -> bool {
        match self {
            Comparison::Equal => a == b,
            Comparison::Unequal => a != b,
            Comparison::Less => a < b,
            Comparison::AtMost => a <= b,
            Comparison::Greater => a > b,
            Comparison::AtLeast => a >= b,
        }
    }

    /// How it is written.
    pub fn sign(self) -> &'static str {
        match self {
            Comparison::Equal => "==",
            Comparison::Unequal => "!=",
            Comparison::Less => "<",
            Comparison::AtMost => "<=",
            Comparison::Greater => ">",
            Comparison::AtLeast => ">=",
        }
    }

    /// The comparison with its sides exchanged.
    pub fn mirrored(self) -> Comparison {
        match self {
            Comparison::Less => Comparison::Greater,
            Comparison::AtMost => Comparison::AtLeast,
            Comparison::Greater => Comparison::Less,
            Comparison::AtLeast => Comparison::AtMost,
            same => same,
        }
    }
}

impl Expr {
    /// Calls `visit` on this expression and all inside it, outermost first.
    pub fn walk(&self, visit: &mut dyn FnMut(&Expr)) {
        visit(self);
        match &self.kind {
            ExprKind::Number(_) | ExprKind::Name(_) | ExprKind::After(_) | ExprKind::Aggregate(..) => {}
            ExprKind::Negate(a)
            | ExprKind::Abs(a)
            | ExprKind::Floor(a)
            | ExprKind::Sqrt(a)
            | ExprKind::Not(a)
            | ExprKind::In(a, _) => a.walk(visit),
            ExprKind::Binary(_, a, b) | ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                a.walk(visit);
                b.walk(visit);
            }
            ExprKind::Builtin(_, args) | ExprKind::Call(_, args) => args.iter().for_each(|a| a.walk(visit)),
            ExprKind::Among(a, args) => {
                a.walk(visit);
                args.iter().for_each(|a| a.walk(visit));
            }
            ExprKind::If(c, a, b) => [c, a, b].iter().for_each(|e| e.walk(visit)),
            ExprKind::Compare(a, rest) => {
                a.walk(visit);
                rest.iter().for_each(|(_, b)| b.walk(visit));
            }
        }
    }
}

/// How tightly each construct binds; larger binds tighter.
fn level(kind: &ExprKind) -> u8 {
    match kind {
        ExprKind::If(..) => 0,
        ExprKind::Or(..) => 1,
        ExprKind::And(..) => 2,
        ExprKind::Not(..) => 3,
        ExprKind::Compare(..) | ExprKind::In(..) | ExprKind::Among(..) => 4,
        ExprKind::Binary(BinaryOp::Xor, ..) => 5,
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, ..) => 6,
        ExprKind::Binary(BinaryOp::Mul | BinaryOp::Div | BinaryOp::Mod | BinaryOp::Quotient, ..) => 7,
        ExprKind::Negate(..) => 8,
        ExprKind::Number(n) if *n < 0 => 8,
        ExprKind::Binary(BinaryOp::Pow, ..) => 9,
        _ => 10,
    }
}

/// Writes `e`, in parentheses if it binds more loosely than `needed`.
fn at_level(f: &mut fmt::Formatter<'_>, e: &Expr, needed: u8) -> fmt::Result {
    if level(&e.kind) < needed { write!(f, "({e})") } else { write!(f, "{e}") }
}

fn list(f: &mut fmt::Formatter<'_>, args: &[Expr], end: &str) -> fmt::Result {
    for (i, arg) in args.iter().enumerate() {
        write!(f, "{}{arg}", if i == 0 { "" } else { ", " })?;
    }
    f.write_str(end)
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let own = level(&self.kind);
        match &self.kind {
            ExprKind::Number(n) => write!(f, "{n}"),
            ExprKind::Name(name) => f.write_str(name),
            ExprKind::After(name) => write!(f, "{name}'"),
            ExprKind::Negate(a) => {
                f.write_str("-")?;
                at_level(f, a, 9)
            }
            ExprKind::Binary(op, a, b) => {
                let sign = match op {
                    BinaryOp::Add => " + ",
                    BinaryOp::Sub => " - ",
                    BinaryOp::Mul => "*",
                    BinaryOp::Div => " div ",
                    BinaryOp::Mod => " mod ",
                    BinaryOp::Quotient => "/",
                    BinaryOp::Pow => "^",
                    BinaryOp::Xor => " xor ",
                };
                // `^` is right-associative and takes a signed exponent; the others lean left.
                let (left, right) = if *op == BinaryOp::Pow { (own + 1, 8) } else { (own, own + 1) };
                at_level(f, a, left)?;
                f.write_str(sign)?;
                at_level(f, b, right)
            }
            ExprKind::Abs(a) => write!(f, "|{a}|"),
            ExprKind::Floor(a) => write!(f, "floor({a})"),
            ExprKind::Sqrt(a) => write!(f, "sqrt({a})"),
            ExprKind::Builtin(which, args) => {
                f.write_str(match which {
                    Builtin::Min => "min(",
                    Builtin::Max => "max(",
                    Builtin::Popcount => "popcount(",
                    Builtin::Gcd => "gcd(",
                })?;
                list(f, args, ")")
            }
            ExprKind::Aggregate(which, over) => {
                let which = match which {
                    Aggregate::Sum => "sum",
                    Aggregate::Xor => "xor",
                    Aggregate::Min => "min",
                    Aggregate::Max => "max",
                    Aggregate::Count => "count",
                };
                let over = match over {
                    PileVector::Before => "before",
                    PileVector::After => "after",
                    PileVector::Taken => "taken",
                };
                write!(f, "{which}({over})")
            }
            ExprKind::Call(name, args) => {
                write!(f, "{name}(")?;
                list(f, args, ")")
            }
            ExprKind::If(c, a, b) => write!(f, "if {c} then {a} else {b}"),
            ExprKind::Compare(a, rest) => {
                at_level(f, a, 5)?;
                for (comparison, b) in rest {
                    write!(f, " {} ", comparison.sign())?;
                    at_level(f, b, 5)?;
                }
                Ok(())
            }
            ExprKind::In(a, name) => {
                at_level(f, a, 5)?;
                write!(f, " in {name}")
            }
            ExprKind::Among(a, numbers) => {
                at_level(f, a, 5)?;
                f.write_str(" in {")?;
                list(f, numbers, "}")
            }
            ExprKind::Not(a) => {
                f.write_str("not ")?;
                at_level(f, a, 3)
            }
            ExprKind::And(a, b) => {
                at_level(f, a, 2)?;
                f.write_str(" and ")?;
                at_level(f, b, 3)
            }
            ExprKind::Or(a, b) => {
                at_level(f, a, 1)?;
                f.write_str(" or ")?;
                at_level(f, b, 2)
            }
        }
    }
}
