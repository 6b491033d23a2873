//! Compiled expressions: names resolved to slots, checked 64-bit arithmetic first, integers of any size when that
//! does not suffice. Nothing wraps: an overflow of the fast path is an exact answer of the slow one.

use crate::error::{ErrorKind, RuleError, Source};
use crate::expr::{BinaryOp, Comparison};
use crate::span::{Span, TextError};
use malachite::base::num::arithmetic::traits::{
    Abs, DivMod, FloorSqrt, GcdAssign, Mod, NegAssign, Parity, Pow, Sign, UnsignedAbs,
};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::logic::traits::{CountOnes, SignificantBits};
use malachite::{Integer, Natural};
use std::cmp::Ordering;
use std::sync::Arc;
use wythoff_numbers::Budget;

/// Most bits a value may have; larger ones are refused with their place.
pub const VALUE_BITS: u64 = 1 << 22;

/// Most work for one position, in steps of some ten nanoseconds: amounts tried, operations on long numbers.
pub const TRIES: u64 = 1 << 28;

/// Most operations of an expression with the functions that it calls, and the deepest nesting of them.
const OPERATIONS: u64 = 1 << 16;
const NESTING: u64 = 1500;

/// A function computed outside the language, such as the floors of a Beatty sequence.
pub type Native = Arc<dyn Fn(&[Integer]) -> Result<Integer, String> + Send + Sync>;

/// What a function parameter was bound to.
#[derive(Clone)]
pub(crate) enum Function {
    Code(Code, Weight),
    Native(Native),
}

/// How large an expression is, the functions that it calls included.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Weight {
    pub operations: u64,
    pub nesting: u64,
}

impl Weight {
    /// Whether evaluation would take too long, or too much of the stack.
    pub fn is_excessive(self) -> bool {
        self.operations > OPERATIONS || self.nesting > NESTING
    }
}

/// The work done so far, the most that may be done, and the budget of the request that pays for it.
pub(crate) struct Effort<'b> {
    spent: u64,
    limit: u64,
    /// What the request has not paid for yet, and when it pays.
    unpaid: u64,
    instalment: u64,
    budget: Option<&'b Budget>,
}

/// Steps between two payments: a fraction of a millisecond.
const INSTALMENT: u64 = 1 << 14;

/// Units of a budget, about a nanosecond each, that a step costs.
const UNITS: u64 = 10;

/// Steps of a function computed outside the language: some microseconds.
const NATIVE: u64 = 400;

/// Most steps for one value by itself: some 40 milliseconds.
const ALONE: u64 = 1 << 22;

impl Default for Effort<'_> {
    fn default() -> Self {
        Effort { spent: 0, limit: ALONE, unpaid: 0, instalment: INSTALMENT, budget: None }
    }
}

impl Drop for Effort<'_> {
    fn drop(&mut self) {
        // What is spent too much shows at the next payment.
        let _ = self.pay();
    }
}

impl<'b> Effort<'b> {
    /// At most so many steps, which the request pays for.
    pub fn new(limit: u64, budget: &'b Budget) -> Effort<'b> {
        // The first step is paid at once, so that a spent budget shows however short the questions are.
        Effort { spent: 0, limit, unpaid: 0, instalment: 0, budget: Some(budget) }
    }

    /// For one value by itself, which the request pays for.
    pub fn alone(budget: &'b Budget) -> Effort<'b> {
        Effort::new(ALONE, budget)
    }

    /// At most so many steps from now on.
    pub fn limit(&mut self, steps: u64) {
        self.limit = self.limit.min(self.spent.saturating_add(steps));
    }

    /// Counts some work; an error of no place says why there may be no more.
    #[inline]
    pub fn spend(&mut self, steps: u64) -> Result<(), ErrorKind> {
        self.spent = self.spent.saturating_add(steps);
        self.unpaid = self.unpaid.saturating_add(steps);
        if self.spent > self.limit {
            return Err(ErrorKind::Limit);
        }
        if self.unpaid >= self.instalment { self.pay() } else { Ok(()) }
    }

    /// Counts work for the request that the limit does not count.
    #[inline]
    pub fn owe(&mut self, steps: u64) {
        self.unpaid = self.unpaid.saturating_add(steps);
    }

    fn pay(&mut self) -> Result<(), ErrorKind> {
        let unpaid = std::mem::take(&mut self.unpaid);
        self.instalment = INSTALMENT;
        match self.budget {
            Some(budget) if unpaid > 0 => {
                budget.charge(unpaid.saturating_mul(UNITS)).map_err(|stop| ErrorKind::Stopped(Box::new(stop)))
            }
            _ => Ok(()),
        }
    }
}

/// A compiled expression with the text it came from.
#[derive(Clone)]
pub(crate) struct Code {
    pub node: Node,
    pub source: Arc<Source>,
}

/// A resolved expression. Truth values are 0 and 1.
#[derive(Clone)]
pub(crate) enum Node {
    Const(i64),
    Big(Arc<Integer>),
    Slot(usize),
    Negate(Box<Node>),
    Binary(BinaryOp, Box<Node>, Box<Node>, Span),
    Abs(Box<Node>),
    Min(Vec<Node>),
    Max(Vec<Node>),
    Gcd(Vec<Node>, Span),
    Sum(Vec<Node>),
    Xor(Vec<Node>),
    Count(Vec<Node>),
    Popcount(Box<Node>, Span),
    Floor(Box<Node>, Span),
    Sqrt(Box<Node>, Span),
    If(Box<Node>, Box<Node>, Box<Node>),
    Compare(Box<Node>, Vec<(Comparison, Node)>),
    In(Box<Node>, Arc<Vec<Integer>>),
    Not(Box<Node>),
    And(Box<Node>, Box<Node>),
    Or(Box<Node>, Box<Node>),
    Call(Arc<Function>, Vec<Node>, Span),
}

/// Why the fast path stops.
pub(crate) enum Stop {
    /// Does not fit 64 bits: the slow path must answer.
    Overflow,
}

/// Why the slow path stops.
enum Fault {
    At(TextError),
    Done(RuleError),
}

fn fault<T>(span: Span, message: &str) -> Result<T, Fault> {
    Err(Fault::At(TextError::new(span, message).of(ErrorKind::Value)))
}

fn too_big<T>(span: Span) -> Result<T, Fault> {
    let message = format!("a value here has more than {VALUE_BITS} bits, which is the limit");
    Err(Fault::At(TextError::new(span, message).limit()))
}

impl Code {
    /// The value for the given slots.
    pub fn value(&self, slots: &[i64], effort: &mut Effort) -> Result<Integer, RuleError> {
        if let Ok(value) = self.node.fast(slots) {
            return Ok(Integer::from(value));
        }
        self.slow_value(slots, effort)
    }

    fn slow_value(&self, slots: &[i64], effort: &mut Effort) -> Result<Integer, RuleError> {
        effort.owe(2 * slots.len() as u64);
        self.big_value(&slots.iter().map(|s| Integer::from(*s)).collect::<Vec<_>>(), effort)
    }

    /// The value for the given slots, if it fits 64 bits; larger values are cut to the nearest that does.
    pub fn clamped(&self, slots: &[i64], effort: &mut Effort) -> Result<i64, RuleError> {
        if let Ok(value) = self.node.fast(slots) {
            return Ok(value);
        }
        let value = self.slow_value(slots, effort)?;
        Ok(i64::try_from(&value).unwrap_or(if value > 0 { i64::MAX } else { i64::MIN }))
    }

    /// Whether the condition holds for the given slots.
    pub fn holds(&self, slots: &[i64], effort: &mut Effort) -> Result<bool, RuleError> {
        match self.node.fast(slots) {
            Ok(value) => Ok(value != 0),
            Err(Stop::Overflow) => Ok(self.slow_value(slots, effort)? != 0),
        }
    }

    /// The value for slots of any size.
    pub fn big_value(&self, slots: &[Integer], effort: &mut Effort) -> Result<Integer, RuleError> {
        self.node.big(slots, effort).map_err(|fault| match fault {
            Fault::Done(error) => error,
            Fault::At(error) => RuleError::located(error, &self.source),
        })
    }
}

impl Node {
    /// Checked 64-bit evaluation. Anything that is not plainly fine, errors included, is left to the slow path.
    pub(crate) fn fast(&self, slots: &[i64]) -> Result<i64, Stop> {
        let over = Stop::Overflow;
        Ok(match self {
            Node::Const(value) => *value,
            Node::Big(_) => return Err(over),
            Node::Slot(slot) => slots[*slot],
            Node::Negate(a) => a.fast(slots)?.checked_neg().ok_or(over)?,
            Node::Binary(op, a, b, _) => {
                let (a, b) = (a.fast(slots)?, b.fast(slots)?);
                match op {
                    BinaryOp::Add => a.checked_add(b).ok_or(over)?,
                    BinaryOp::Sub => a.checked_sub(b).ok_or(over)?,
                    BinaryOp::Mul => a.checked_mul(b).ok_or(over)?,
                    BinaryOp::Div => floor_div(a, b).ok_or(over)?,
                    BinaryOp::Mod => floor_mod(a, b).ok_or(over)?,
                    BinaryOp::Pow => {
                        let exponent = u32::try_from(b).map_err(|_| Stop::Overflow)?;
                        a.checked_pow(exponent).ok_or(over)?
                    }
                    BinaryOp::Xor => a ^ b,
                    BinaryOp::Quotient => return Err(over),
                }
            }
            Node::Abs(a) => a.fast(slots)?.checked_abs().ok_or(over)?,
            Node::Min(args) => {
                let mut least = i64::MAX;
                for a in args {
                    least = least.min(a.fast(slots)?);
                }
                least
            }
            Node::Max(args) => {
                let mut most = i64::MIN;
                for a in args {
                    most = most.max(a.fast(slots)?);
                }
                most
            }
            Node::Sum(args) => {
                let mut sum = 0i64;
                for a in args {
                    sum = sum.checked_add(a.fast(slots)?).ok_or(Stop::Overflow)?;
                }
                sum
            }
            Node::Xor(args) => {
                let mut sum = 0;
                for a in args {
                    sum ^= a.fast(slots)?;
                }
                sum
            }
            Node::Count(args) => {
                let mut count = 0;
                for a in args {
                    count += i64::from(a.fast(slots)? != 0);
                }
                count
            }
            Node::Popcount(a, _) => {
                let a = a.fast(slots)?;
                if a < 0 {
                    return Err(over);
                }
                i64::from(a.count_ones())
            }
            Node::Floor(a, _) => match a.as_ref() {
                Node::Binary(BinaryOp::Quotient, a, b, _) => {
                    floor_div(a.fast(slots)?, b.fast(slots)?).ok_or(over)?
                }
                Node::Sqrt(a, _) => {
                    let a = a.fast(slots)?;
                    if a < 0 {
                        return Err(over);
                    }
                    a.isqrt()
                }
                _ => return Err(over),
            },
            Node::Gcd(args, _) => {
                let mut all = 0u64;
                for a in args {
                    let mut rest = a.fast(slots)?.unsigned_abs();
                    while rest != 0 {
                        (all, rest) = (rest, all % rest);
                    }
                }
                i64::try_from(all).map_err(|_| Stop::Overflow)?
            }
            // Rare enough to be left to the slow path.
            Node::Sqrt(..) => return Err(over),
            Node::If(c, a, b) => return if c.fast(slots)? != 0 { a.fast(slots) } else { b.fast(slots) },
            Node::Compare(a, rest) => {
                let mut left = a.fast(slots)?;
                for (comparison, b) in rest {
                    let right = b.fast(slots)?;
                    if !comparison.holds(&left, &right) {
                        return Ok(0);
                    }
                    left = right;
                }
                1
            }
            Node::In(a, list) => {
                let value = Integer::from(a.fast(slots)?);
                i64::from(list.binary_search(&value).is_ok())
            }
            Node::Not(a) => i64::from(a.fast(slots)? == 0),
            Node::And(a, b) => i64::from(a.fast(slots)? != 0 && b.fast(slots)? != 0),
            Node::Or(a, b) => i64::from(a.fast(slots)? != 0 || b.fast(slots)? != 0),
            Node::Call(function, args, _) => match function.as_ref() {
                Function::Native(_) => return Err(over),
                Function::Code(code, _) => {
                    let mut values = [0i64; 8];
                    if args.len() > values.len() {
                        return Err(over);
                    }
                    for (value, a) in values.iter_mut().zip(args) {
                        *value = a.fast(slots)?;
                    }
                    code.node.fast(&values[..args.len()])?
                }
            },
        })
    }

    /// How large the expression is.
    pub(crate) fn weight(&self) -> Weight {
        let mut below = Weight::default();
        let mut add = |inner: Weight| {
            below.operations = below.operations.saturating_add(inner.operations);
            below.nesting = below.nesting.max(inner.nesting);
        };
        match self {
            Node::Const(_) | Node::Big(_) | Node::Slot(_) => {}
            Node::Negate(a)
            | Node::Abs(a)
            | Node::Popcount(a, _)
            | Node::Floor(a, _)
            | Node::Sqrt(a, _)
            | Node::In(a, _)
            | Node::Not(a) => add(a.weight()),
            Node::Binary(_, a, b, _) | Node::And(a, b) | Node::Or(a, b) => {
                add(a.weight());
                add(b.weight());
            }
            Node::Min(args)
            | Node::Max(args)
            | Node::Gcd(args, _)
            | Node::Sum(args)
            | Node::Xor(args)
            | Node::Count(args) => args.iter().for_each(|a| add(a.weight())),
            Node::If(c, a, b) => [c, a, b].iter().for_each(|e| add(e.weight())),
            Node::Compare(a, rest) => {
                add(a.weight());
                rest.iter().for_each(|(_, b)| add(b.weight()));
            }
            Node::Call(function, args, _) => {
                args.iter().for_each(|a| add(a.weight()));
                if let Function::Code(_, weight) = function.as_ref() {
                    add(*weight);
                }
            }
        }
        Weight { operations: below.operations.saturating_add(1), nesting: below.nesting + 1 }
    }

    /// Exact evaluation with integers of any size.
    fn big(&self, slots: &[Integer], effort: &mut Effort) -> Result<Integer, Fault> {
        // Numbers of any size are made and dropped on the way.
        effort.owe(5);
        Ok(match self {
            Node::Const(value) => Integer::from(*value),
            Node::Big(value) => value.as_ref().clone(),
            Node::Slot(slot) => slots[*slot].clone(),
            Node::Negate(a) => -a.big(slots, effort)?,
            Node::Binary(op, a, b, span) => {
                let (a, b) = (a.big(slots, effort)?, b.big(slots, effort)?);
                spend(effort, operation_cost(*op, &a, &b), *span)?;
                arithmetic(*op, a, b, *span)?
            }
            Node::Abs(a) => a.big(slots, effort)?.abs(),
            Node::Min(args) => extreme(args, slots, effort, Ordering::Less)?,
            Node::Max(args) => extreme(args, slots, effort, Ordering::Greater)?,
            Node::Gcd(args, span) => {
                let mut gcd = Natural::ZERO;
                for a in args {
                    let a = a.big(slots, effort)?.unsigned_abs();
                    spend(effort, gcd_cost(&gcd, &a), *span)?;
                    gcd.gcd_assign(a);
                }
                Integer::from(gcd)
            }
            Node::Sum(args) => {
                let mut sum = Integer::ZERO;
                for a in args {
                    sum += a.big(slots, effort)?;
                }
                sum
            }
            Node::Xor(args) => {
                let mut sum = Integer::ZERO;
                for a in args {
                    sum ^= a.big(slots, effort)?;
                }
                sum
            }
            Node::Count(args) => {
                let mut count = 0;
                for a in args {
                    count += i64::from(a.big(slots, effort)? != 0);
                }
                Integer::from(count)
            }
            Node::Popcount(a, span) => {
                let a = a.big(slots, effort)?;
                if a < 0 {
                    return fault(*span, "`popcount` of a negative number");
                }
                Integer::from(a.unsigned_abs().count_ones())
            }
            Node::Floor(a, span) => {
                let a = a.real(slots, effort)?;
                spend(effort, 64 * (1 + a.bits() / 64), *span)?;
                a.floor()
            }
            Node::Sqrt(_, span) => return fault(*span, "`sqrt` stands outside `floor`"),
            Node::If(c, a, b) => {
                return if c.big(slots, effort)? != 0 { a.big(slots, effort) } else { b.big(slots, effort) };
            }
            Node::Compare(a, rest) => {
                let mut left = a.big(slots, effort)?;
                for (comparison, b) in rest {
                    let right = b.big(slots, effort)?;
                    if !comparison.holds(&left, &right) {
                        return Ok(Integer::ZERO);
                    }
                    left = right;
                }
                Integer::ONE
            }
            Node::In(a, list) => Integer::from(i64::from(list.binary_search(&a.big(slots, effort)?).is_ok())),
            Node::Not(a) => Integer::from(i64::from(a.big(slots, effort)? == 0)),
            Node::And(a, b) => {
                Integer::from(i64::from(a.big(slots, effort)? != 0 && b.big(slots, effort)? != 0))
            }
            Node::Or(a, b) => {
                Integer::from(i64::from(a.big(slots, effort)? != 0 || b.big(slots, effort)? != 0))
            }
            Node::Call(function, args, span) => {
                let mut values = Vec::with_capacity(args.len());
                for a in args {
                    values.push(a.big(slots, effort)?);
                }
                match function.as_ref() {
                    Function::Code(code, _) => code.big_value(&values, effort).map_err(Fault::Done)?,
                    Function::Native(native) => {
                        spend(effort, NATIVE, *span)?;
                        match native(&values) {
                            Ok(value) => value,
                            Err(message) => return fault(*span, &message),
                        }
                    }
                }
            }
        })
    }

    /// Evaluation inside `floor`: exact numbers (p + q sqrt d)/r.
    fn real(&self, slots: &[Integer], effort: &mut Effort) -> Result<Surd, Fault> {
        Ok(match self {
            Node::Negate(a) => {
                let mut a = a.real(slots, effort)?;
                a.p.neg_assign();
                a.q.neg_assign();
                a
            }
            Node::Binary(
                op @ (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Quotient),
                a,
                b,
                span,
            ) => {
                let (a, b) = (a.real(slots, effort)?, b.real(slots, effort)?);
                spend(effort, 4 * product_cost(a.bits() + b.bits()), *span)?;
                let d = a.common_root(&b).ok_or_else(|| {
                    let message = "two different square roots meet inside one `floor`";
                    Fault::At(TextError::new(*span, message).of(ErrorKind::Value))
                })?;
                let result = match op {
                    BinaryOp::Add => a.plus(&b, d),
                    BinaryOp::Sub => a.plus(&b.negated(), d),
                    BinaryOp::Mul => a.times(&b, d),
                    _ => match b.inverse() {
                        Some(inverse) => a.times(&inverse, d),
                        None => return fault(*span, "division by zero"),
                    },
                };
                if result.bits() > VALUE_BITS {
                    return too_big(*span);
                }
                result
            }
            Node::Sqrt(a, span) => {
                let a = a.big(slots, effort)?;
                if a < 0 {
                    return fault(*span, "the square root of a negative number");
                }
                Surd { p: Integer::ZERO, q: Integer::ONE, d: a.unsigned_abs(), r: Natural::ONE }
            }
            other => Surd::from(other.big(slots, effort)?),
        })
    }
}

fn extreme(
    args: &[Node],
    slots: &[Integer],
    effort: &mut Effort,
    wanted: Ordering,
) -> Result<Integer, Fault> {
    let mut best: Option<Integer> = None;
    for a in args {
        let value = a.big(slots, effort)?;
        if best.as_ref().is_none_or(|b| value.cmp(b) == wanted) {
            best = Some(value);
        }
    }
    Ok(best.unwrap_or(Integer::ZERO))
}

/// Steps of an operation: a pass over the words, more where it is more than that.
fn operation_cost(op: BinaryOp, a: &Integer, b: &Integer) -> u64 {
    let (bits, words) = (a.significant_bits(), (a.significant_bits() + b.significant_bits()) / 64);
    match op {
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Xor => 1 + words / 8,
        // The last product of a power is half the result by itself, and the ones before it halve.
        BinaryOp::Pow => {
            let exponent = u64::try_from(b).unwrap_or(u64::MAX);
            2 * product_cost(bits.saturating_mul(exponent).min(2 * VALUE_BITS))
        }
        BinaryOp::Mul => product_cost(64 * words),
        _ => 3 * product_cost(64 * words),
    }
}

/// Steps of a product of so many bits: up to a thousand words by the square, beyond by a little more than the length.
fn product_cost(bits: u64) -> u64 {
    let words = bits / 64;
    1 + words * words.min(256) / 16
}

/// Steps of a greatest common divisor, which costs the product of the lengths.
fn gcd_cost(a: &Natural, b: &Natural) -> u64 {
    let words = |n: &Natural| 1 + n.significant_bits() / 64;
    1 + words(a).saturating_mul(words(b)) / 8
}

fn spend(effort: &mut Effort, work: u64, span: Span) -> Result<(), Fault> {
    effort.spend(work).map_err(|kind| {
        Fault::At(TextError::new(span, "working out the values here takes too long").of(kind))
    })
}

fn arithmetic(op: BinaryOp, a: Integer, b: Integer, span: Span) -> Result<Integer, Fault> {
    let bits = |n: &Integer| n.significant_bits();
    Ok(match op {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        BinaryOp::Mul => {
            if bits(&a) + bits(&b) > VALUE_BITS {
                return too_big(span);
            }
            a * b
        }
        BinaryOp::Div | BinaryOp::Mod | BinaryOp::Quotient if b == 0 => {
            return fault(span, "division by zero");
        }
        BinaryOp::Div => a.div_mod(b).0,
        BinaryOp::Mod => a.mod_op(b),
        BinaryOp::Quotient => return fault(span, "`/` stands outside `floor`"),
        BinaryOp::Pow => {
            if b < 0 {
                return fault(span, "a negative exponent");
            }
            if (&a).unsigned_abs() <= 1u32 {
                let sign_stays = a >= 0 || b.even();
                let magnitude = if b == 0 { Integer::ONE } else { a.abs() };
                return Ok(if sign_stays { magnitude } else { -magnitude });
            }
            let Ok(exponent) = u64::try_from(&b) else { return too_big(span) };
            if (bits(&a) - 1).saturating_mul(exponent) > VALUE_BITS {
                return too_big(span);
            }
            a.pow(exponent)
        }
        BinaryOp::Xor => a ^ b,
    })
}

fn floor_div(a: i64, b: i64) -> Option<i64> {
    let quotient = a.checked_div(b)?;
    Some(if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
}

fn floor_mod(a: i64, b: i64) -> Option<i64> {
    let remainder = a.checked_rem(b)?;
    Some(if remainder != 0 && (remainder < 0) != (b < 0) { remainder + b } else { remainder })
}

/// The number (p + q sqrt d)/r with r > 0.
#[derive(Clone, Debug)]
struct Surd {
    p: Integer,
    q: Integer,
    d: Natural,
    r: Natural,
}

impl From<Integer> for Surd {
    fn from(p: Integer) -> Surd {
        Surd { p, q: Integer::ZERO, d: Natural::ZERO, r: Natural::ONE }
    }
}

impl Surd {
    /// The radicand that both share, if they do.
    fn common_root(&self, other: &Surd) -> Option<Natural> {
        if self.q == 0 {
            Some(other.d.clone())
        } else if other.q == 0 || self.d == other.d {
            Some(self.d.clone())
        } else {
            None
        }
    }

    fn negated(&self) -> Surd {
        Surd { p: -&self.p, q: -&self.q, d: self.d.clone(), r: self.r.clone() }
    }

    fn plus(&self, other: &Surd, d: Natural) -> Surd {
        let (r, s) = (Integer::from(&self.r), Integer::from(&other.r));
        let p = &self.p * &s + &other.p * &r;
        let q = &self.q * &s + &other.q * &r;
        Surd { p, q, d, r: &self.r * &other.r }
    }

    fn times(&self, other: &Surd, d: Natural) -> Surd {
        let root = Integer::from(&d);
        let p = &self.p * &other.p + &self.q * &other.q * root;
        let q = &self.p * &other.q + &self.q * &other.p;
        Surd { p, q, d, r: &self.r * &other.r }
    }

    /// 1/x = r (p - q sqrt d)/(p^2 - q^2 d); none for zero.
    fn inverse(&self) -> Option<Surd> {
        let r = Integer::from(&self.r);
        let mut norm = &self.p * &self.p - &self.q * &self.q * Integer::from(&self.d);
        let (mut p, mut q) = (&self.p * &r, -(&self.q * &r));
        if norm == 0 {
            // p = -+ q sqrt d with d a square: a rational number, or zero.
            let root = Integer::from((&self.d).floor_sqrt());
            let value = &self.p + &self.q * root;
            if value == 0 {
                return None;
            }
            norm = value;
            p = r;
            q = Integer::ZERO;
        }
        if norm < 0 {
            norm.neg_assign();
            p.neg_assign();
            q.neg_assign();
        }
        Some(Surd { p, q, d: self.d.clone(), r: norm.unsigned_abs() })
    }

    fn bits(&self) -> u64 {
        let widest = self.p.significant_bits().max(self.q.significant_bits());
        widest.max(self.r.significant_bits()).max(self.d.significant_bits())
    }

    /// floor((p + q sqrt d)/r) = floor((p + floor(q sqrt d))/r).
    fn floor(&self) -> Integer {
        let square = (&self.q * &self.q).unsigned_abs() * &self.d;
        let root = (&square).floor_sqrt();
        let exact = &root * &root == square;
        let mut whole = Integer::from(root);
        if self.q.sign() == Ordering::Less {
            whole = if exact { -whole } else { -whole - Integer::ONE };
        }
        (&self.p + whole).div_mod(Integer::from(&self.r)).0
    }
}
