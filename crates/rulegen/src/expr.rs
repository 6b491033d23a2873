//! Random expressions that mean something in their scope: every operator, no division by zero, no negative roots.

use crate::tape::Tape;
use malachite::Integer;
use wythoff_rules::{Aggregate, BinaryOp, Builtin, Comparison, Expr, ExprKind, PileVector, Span};

/// The names that an expression may use.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    /// Numbers.
    pub numbers: Vec<String>,
    /// Piles that may be asked after the move.
    pub piles_after: Vec<String>,
    /// Whether all piles can be summed up: before the move.
    pub before: bool,
    /// Whether all piles can be summed up: after the move, and the amounts.
    pub after: bool,
    /// Functions with the number of their arguments.
    pub functions: Vec<(String, usize)>,
    /// Lists of numbers.
    pub lists: Vec<String>,
    /// Lists of vectors.
    pub vectors: Vec<String>,
    /// Words with what they may be.
    pub words: Vec<(String, Vec<String>)>,
    /// Whether divisors, exponents and roots are unrestricted, so that evaluation may fail.
    pub reckless: bool,
}

pub(crate) fn expr(kind: ExprKind) -> Expr {
    Expr { kind, span: Span::default() }
}

pub(crate) fn number(value: impl Into<Integer>) -> Expr {
    expr(ExprKind::Number(value.into()))
}

pub(crate) fn name(name: &str) -> Expr {
    expr(ExprKind::Name(name.to_string()))
}

pub(crate) fn binary(op: BinaryOp, a: Expr, b: Expr) -> Expr {
    expr(ExprKind::Binary(op, Box::new(a), Box::new(b)))
}

pub(crate) fn compare(a: Expr, comparison: Comparison, b: Expr) -> Expr {
    expr(ExprKind::Compare(Box::new(a), vec![(comparison, b)]))
}

pub(crate) fn and(a: Expr, b: Expr) -> Expr {
    expr(ExprKind::And(Box::new(a), Box::new(b)))
}

pub(crate) const COMPARISONS: [Comparison; 6] = [
    Comparison::AtMost,
    Comparison::AtLeast,
    Comparison::Less,
    Comparison::Greater,
    Comparison::Equal,
    Comparison::Unequal,
];

const AGGREGATES: [Aggregate; 5] =
    [Aggregate::Sum, Aggregate::Min, Aggregate::Max, Aggregate::Count, Aggregate::Xor];

/// A small number, now and then one past 64 bits.
fn literal(tape: &mut Tape, scope: &Scope) -> Expr {
    if scope.reckless && tape.once_in(24) {
        let powers = [62u64, 63, 64, 70];
        let value = Integer::from(1u8) << powers[tape.below(4)];
        return number(value - Integer::from(tape.below(3) as u64));
    }
    number(tape.below(7) as u64)
}

fn leaf(tape: &mut Tape, scope: &Scope) -> Expr {
    if scope.numbers.is_empty() || tape.once_in(3) {
        return literal(tape, scope);
    }
    name(&scope.numbers[tape.below(scope.numbers.len())])
}

/// A number.
pub(crate) fn integer(tape: &mut Tape, scope: &Scope, depth: usize) -> Expr {
    if depth == 0 || tape.below(3) == 0 {
        return leaf(tape, scope);
    }
    let inner = |tape: &mut Tape| Box::new(integer(tape, scope, depth - 1));
    let positive = |tape: &mut Tape| match scope.reckless {
        true => integer(tape, scope, depth - 1),
        false => number(tape.between(1, 5) as u64),
    };
    let magnitude = |tape: &mut Tape| match scope.reckless {
        true => inner(tape),
        false => Box::new(expr(ExprKind::Abs(inner(tape)))),
    };
    match tape.below(20) {
        0 => binary(BinaryOp::Add, *inner(tape), *inner(tape)),
        1 => binary(BinaryOp::Sub, *inner(tape), *inner(tape)),
        2 => binary(BinaryOp::Mul, *inner(tape), *inner(tape)),
        3 => binary(BinaryOp::Mul, number(tape.between(2, 4) as u64), leaf(tape, scope)),
        4 => expr(ExprKind::Abs(inner(tape))),
        5 => binary(BinaryOp::Div, *inner(tape), positive(tape)),
        6 => binary(BinaryOp::Mod, *inner(tape), positive(tape)),
        7 => binary(BinaryOp::Xor, *inner(tape), *inner(tape)),
        8 => {
            let exponent = if scope.reckless { leaf(tape, scope) } else { number(tape.below(4) as u64) };
            binary(BinaryOp::Pow, *inner(tape), exponent)
        }
        9 => expr(ExprKind::Negate(inner(tape))),
        10 => {
            let which = [Builtin::Min, Builtin::Max, Builtin::Gcd][tape.below(3)];
            let args = (0..tape.between(1, 3)).map(|_| *inner(tape)).collect();
            expr(ExprKind::Builtin(which, args))
        }
        11 => expr(ExprKind::Builtin(Builtin::Popcount, vec![*magnitude(tape)])),
        12 => expr(ExprKind::Floor(Box::new(binary(BinaryOp::Quotient, *inner(tape), positive(tape))))),
        13 => expr(ExprKind::Floor(Box::new(expr(ExprKind::Sqrt(magnitude(tape)))))),
        14 => {
            // floor((a + b sqrt n)/c), the shape of every quadratic Beatty sequence.
            let root = expr(ExprKind::Sqrt(Box::new(number(tape.between(2, 8) as u64))));
            let op = [BinaryOp::Add, BinaryOp::Sub][tape.below(2)];
            let sum = binary(op, *inner(tape), binary(BinaryOp::Mul, *inner(tape), root));
            let divisor = number(tape.between(1, 5) as u64);
            expr(ExprKind::Floor(Box::new(binary(BinaryOp::Quotient, sum, divisor))))
        }
        15 => {
            let condition = Box::new(condition(tape, scope, depth - 1));
            expr(ExprKind::If(condition, inner(tape), inner(tape)))
        }
        16 if scope.before => {
            let over = match scope.after {
                true => [PileVector::Taken, PileVector::After, PileVector::Before][tape.below(3)],
                false => PileVector::Before,
            };
            expr(ExprKind::Aggregate(AGGREGATES[tape.below(5)], over))
        }
        17 if !scope.functions.is_empty() => {
            let (function, arity) = &scope.functions[tape.below(scope.functions.len())];
            let args = (0..*arity).map(|_| *inner(tape)).collect();
            expr(ExprKind::Call(function.clone(), args))
        }
        18 if !scope.piles_after.is_empty() => {
            expr(ExprKind::After(scope.piles_after[tape.below(scope.piles_after.len())].clone()))
        }
        19 if !scope.vectors.is_empty() => {
            let what = ["dim", "size"][tape.below(2)];
            expr(ExprKind::Call(what.to_string(), vec![name(&scope.vectors[0])]))
        }
        19 if !scope.lists.is_empty() => {
            expr(ExprKind::Call("size".to_string(), vec![name(&scope.lists[0])]))
        }
        _ => leaf(tape, scope),
    }
}

/// A condition.
pub(crate) fn condition(tape: &mut Tape, scope: &Scope, depth: usize) -> Expr {
    let inner = |tape: &mut Tape| Box::new(condition(tape, scope, depth.saturating_sub(1)));
    let kinds = if depth == 0 { 3 } else { 10 };
    match tape.below(kinds) {
        4 => expr(ExprKind::And(inner(tape), inner(tape))),
        5 => expr(ExprKind::Or(inner(tape), inner(tape))),
        6 => expr(ExprKind::Not(inner(tape))),
        7 => expr(ExprKind::If(inner(tape), inner(tape), inner(tape))),
        8 if !scope.lists.is_empty() => {
            let list = scope.lists[tape.below(scope.lists.len())].clone();
            expr(ExprKind::In(Box::new(integer(tape, scope, depth - 1)), list))
        }
        9 if !scope.words.is_empty() => {
            let (word, values) = &scope.words[tape.below(scope.words.len())];
            let sign = [Comparison::Equal, Comparison::Unequal][tape.below(2)];
            compare(name(word), sign, name(&values[tape.below(values.len())]))
        }
        _ => {
            let first = Box::new(integer(tape, scope, depth.saturating_sub(1)));
            let signs = if tape.once_in(4) { 2 } else { 1 };
            let rest = (0..signs)
                .map(|_| (COMPARISONS[tape.below(6)], integer(tape, scope, depth.saturating_sub(1))))
                .collect();
            expr(ExprKind::Compare(first, rest))
        }
    }
}

/// An expression without regard to meaning: any names, numbers where conditions stand, and the reverse.
pub(crate) fn wild(tape: &mut Tape, depth: usize, in_floor: bool) -> Expr {
    let names = ["x", "i", "k", "last", "q_1", "list", "of2", "game", "start", "else2"];
    if depth == 0 || tape.below(4) == 0 {
        return match tape.below(4) {
            0 => number(tape.below(12) as u64),
            1 => expr(ExprKind::After(tape.pick(&names).to_string())),
            2 => expr(ExprKind::Aggregate(
                AGGREGATES[tape.below(5)],
                [PileVector::Taken, PileVector::After, PileVector::Before][tape.below(3)],
            )),
            _ => name(tape.pick(&names)),
        };
    }
    let inner = |tape: &mut Tape| Box::new(wild(tape, depth - 1, in_floor));
    let several = |tape: &mut Tape| (0..tape.between(1, 3)).map(|_| *inner(tape)).collect::<Vec<_>>();
    let operators = [
        BinaryOp::Add,
        BinaryOp::Sub,
        BinaryOp::Mul,
        BinaryOp::Div,
        BinaryOp::Mod,
        BinaryOp::Pow,
        BinaryOp::Xor,
        BinaryOp::Quotient,
    ];
    let kind = match tape.below(15) {
        0..=4 => {
            let op = operators[tape.below(if in_floor { 8 } else { 7 })];
            ExprKind::Binary(op, inner(tape), inner(tape))
        }
        5 => ExprKind::Negate(inner(tape)),
        6 => ExprKind::Abs(inner(tape)),
        7 => ExprKind::Floor(Box::new(wild(tape, depth - 1, true))),
        8 if in_floor => ExprKind::Sqrt(inner(tape)),
        8 => ExprKind::Builtin(Builtin::Popcount, vec![*inner(tape)]),
        9 => ExprKind::Builtin([Builtin::Min, Builtin::Max, Builtin::Gcd][tape.below(3)], several(tape)),
        10 => ExprKind::Call(tape.pick(&names).to_string(), several(tape)),
        11 => ExprKind::If(inner(tape), inner(tape), inner(tape)),
        12 => {
            let first = inner(tape);
            let rest = (0..tape.between(1, 3)).map(|_| (COMPARISONS[tape.below(6)], *inner(tape)));
            ExprKind::Compare(first, rest.collect())
        }
        13 if tape.once_in(2) => ExprKind::In(inner(tape), tape.pick(&names).to_string()),
        13 => ExprKind::Not(inner(tape)),
        _ if tape.once_in(2) => ExprKind::And(inner(tape), inner(tape)),
        _ => ExprKind::Or(inner(tape), inner(tape)),
    };
    expr(kind)
}
