//! Expressions worked out for 64 neighbouring values of one slot at a time.
//!
//! Each operation is a loop over 64 numbers that the compiler turns into vector instructions. Bounds on the values go
//! along, so that no operation can overflow: where they would not fit the expression is left to the other ways. A lane
//! whose value is not plainly fine (a division by zero, say) is marked, and whoever wants it asks for it alone.

use crate::code::{Function, Node};
use crate::expr::{BinaryOp, Comparison};

/// How many values are worked out together.
pub(crate) const LANES: usize = 64;

/// Deeper expressions would need too much of the stack.
const NESTING: u64 = 48;

/// Values stay below this, so that sums and differences of two fit.
const MOST: i128 = 1 << 62;

/// 64 values between two bounds, and which of them are not known.
#[derive(Clone)]
pub(crate) struct Lanes {
    pub values: [i64; LANES],
    low: i64,
    high: i64,
    pub unknown: u64,
}

impl Lanes {
    /// 0 in every lane.
    pub fn zero() -> Lanes {
        Lanes { values: [0; LANES], low: 0, high: 0, unknown: 0 }
    }

    /// The same value in every lane.
    pub fn constant(value: i64) -> Option<Lanes> {
        let fits = i128::from(value).abs() < MOST;
        fits.then_some(Lanes { values: [value; LANES], low: value, high: value, unknown: 0 })
    }

    /// The values `from, from + 1, ...`.
    pub fn counting(from: i64) -> Option<Lanes> {
        Lanes::affine(i128::from(from), 1)
    }

    /// The values `first, first + step, ...`.
    pub fn affine(first: i128, step: i64) -> Option<Lanes> {
        let last = first + i128::from(step) * (LANES as i128 - 1);
        let (low, high) = bounds(first.min(last), first.max(last))?;
        let start = first as i64;
        let values = std::array::from_fn(|lane| start.wrapping_add(step.wrapping_mul(lane as i64)));
        Some(Lanes { values, low, high, unknown: 0 })
    }

    /// Given values.
    pub fn given(values: [i64; LANES]) -> Option<Lanes> {
        let (low, high) = values.iter().fold((0, 0), |(low, high), v| (*v.min(&low), *v.max(&high)));
        let (low, high) = bounds(i128::from(low), i128::from(high))?;
        Some(Lanes { values, low, high, unknown: 0 })
    }

    /// Which values are not 0, the first in the lowest bit.
    pub fn truths(&self) -> u64 {
        self.values.iter().enumerate().fold(0, |bits, (lane, value)| bits | u64::from(*value != 0) << lane)
    }

    /// Truth values.
    fn flags(bits: u64, unknown: u64) -> Lanes {
        let values = std::array::from_fn(|lane| (bits >> lane & 1) as i64);
        Lanes { values, low: 0, high: 1, unknown }
    }

    fn map(mut self, (low, high): (i128, i128), f: impl Fn(i64) -> i64) -> Option<Lanes> {
        (self.low, self.high) = bounds(low, high)?;
        self.values.iter_mut().for_each(|value| *value = f(*value));
        Some(self)
    }

    #[inline(always)]
    fn zip(mut self, other: &Lanes, (low, high): (i128, i128), f: impl Fn(i64, i64) -> i64) -> Option<Lanes> {
        (self.low, self.high) = bounds(low, high)?;
        self.values.iter_mut().zip(&other.values).for_each(|(a, b)| *a = f(*a, *b));
        self.unknown |= other.unknown;
        Some(self)
    }

    fn range(&self) -> (i128, i128) {
        (i128::from(self.low), i128::from(self.high))
    }

    fn quotient(mut self, other: Lanes, wants_rest: bool) -> Option<Lanes> {
        let (a, b) = (self.range(), other.range());
        let most = a.0.abs().max(a.1.abs());
        let reach = if wants_rest { b.0.abs().max(b.1.abs()) } else { most };
        self.unknown |= other.unknown;
        let small = |(low, high): (i128, i128)| low >= 0 && high <= i128::from(u32::MAX);
        if small(a) && b.0 == b.1 && (2..=i128::from(u32::MAX)).contains(&b.0) {
            // With m = floor((2^64 - 1) / d) + 1 the quotient is floor(n m / 2^64), n and d being less than 2^32: m d - 2^64 is
            // less than d, so that n m / 2^64 is less than 1/d too large. Lanes that are not known may be anything.
            let divisor = b.0 as u64;
            let inverse = u64::MAX / divisor + 1;
            for a in &mut self.values {
                let quotient = ((u128::from(*a as u64) * u128::from(inverse)) >> 64) as i64;
                *a =
                    if wants_rest { a.wrapping_sub(quotient.wrapping_mul(divisor as i64)) } else { quotient };
            }
            (self.low, self.high) = bounds(0, if wants_rest { b.1 - 1 } else { a.1 / b.0 })?;
            return Some(self);
        }
        if small(a) && small(b) {
            for (lane, (a, b)) in self.values.iter_mut().zip(&other.values).enumerate() {
                let (numerator, divisor) = (*a as u32, *b as u32);
                self.unknown |= u64::from(divisor == 0) << lane;
                let divisor = divisor.max(1);
                let value = if wants_rest { numerator % divisor } else { numerator / divisor };
                *a = i64::from(value);
            }
            let high = if wants_rest { a.1.min(b.1) } else { a.1 };
            (self.low, self.high) = bounds(0, high)?;
            return Some(self);
        }
        for (lane, (a, b)) in self.values.iter_mut().zip(&other.values).enumerate() {
            self.unknown |= u64::from(*b == 0) << lane;
            let divisor = if *b == 0 { 1 } else { *b };
            // Rounded down, and the rest has the sign of the divisor.
            let (mut quotient, mut rest) = (a.wrapping_div(divisor), a.wrapping_rem(divisor));
            if rest != 0 && (rest < 0) != (divisor < 0) {
                quotient -= 1;
                rest += divisor;
            }
            *a = if wants_rest { rest } else { quotient };
        }
        (self.low, self.high) = bounds(-reach - 1, reach + 1)?;
        Some(self)
    }
}

fn bounds(low: i128, high: i128) -> Option<(i64, i64)> {
    (low > -MOST && high < MOST).then_some((low as i64, high as i64))
}

fn products((a, b): (i128, i128), (c, d): (i128, i128)) -> (i128, i128) {
    let all = [a * c, a * d, b * c, b * d];
    (all.into_iter().min().unwrap_or(0), all.into_iter().max().unwrap_or(0))
}

/// All values of a xor of numbers between these bounds.
fn xor_range((a, b): (i128, i128), (c, d): (i128, i128)) -> (i128, i128) {
    let widest = [a, b, c, d].into_iter().map(i128::unsigned_abs).max().unwrap_or(0);
    let power = (widest + 1).next_power_of_two() as i128;
    (if a < 0 || c < 0 { -power } else { 0 }, power - 1)
}

impl Node {
    /// Whether the expression may be worked out by lanes.
    pub(crate) fn has_lanes(&self) -> bool {
        self.weight().nesting <= NESTING
    }

    /// In which of some lanes the condition holds, and in which it is not known; `None` if it cannot be worked out this way.
    /// What a conjunction says first is asked first, and the rest where that leaves any.
    pub(crate) fn holds_in(&self, slots: &[Lanes], within: u64) -> Option<(u64, u64)> {
        match self {
            Node::And(a, b) => {
                let (holds, unknown) = a.holds_in(slots, within)?;
                let rest = holds & !unknown & within;
                if rest == 0 {
                    return Some((0, unknown & within));
                }
                let (also, more) = b.holds_in(slots, rest)?;
                Some((rest & also, (unknown | more & rest) & within))
            }
            Node::Compare(a, others) => match &others[..] {
                [(comparison, b)] => {
                    let (a, b) = (a.lanes(slots)?, b.lanes(slots)?);
                    let holds = compared(*comparison, &a.values, &b.values);
                    Some((holds & within, (a.unknown | b.unknown) & within))
                }
                _ => self.lanes(slots).map(|all| (all.truths() & within, all.unknown & within)),
            },
            _ => self.lanes(slots).map(|all| (all.truths() & within, all.unknown & within)),
        }
    }

    /// The values for the given slots; `None` if they cannot be worked out this way.
    pub(crate) fn lanes(&self, slots: &[Lanes]) -> Option<Lanes> {
        match self {
            Node::Const(value) => Lanes::constant(*value),
            Node::Slot(slot) => slots.get(*slot).cloned(),
            Node::Negate(a) => {
                let a = a.lanes(slots)?;
                let (low, high) = a.range();
                a.map((-high, -low), i64::wrapping_neg)
            }
            Node::Binary(op, a, b, _) => {
                let (a, b) = (a.lanes(slots)?, b.lanes(slots)?);
                let (r, s) = (a.range(), b.range());
                match op {
                    BinaryOp::Add => a.zip(&b, (r.0 + s.0, r.1 + s.1), i64::wrapping_add),
                    BinaryOp::Sub => a.zip(&b, (r.0 - s.1, r.1 - s.0), i64::wrapping_sub),
                    BinaryOp::Mul => a.zip(&b, products(r, s), i64::wrapping_mul),
                    BinaryOp::Div => a.quotient(b, false),
                    BinaryOp::Mod => a.quotient(b, true),
                    BinaryOp::Xor => a.zip(&b, xor_range(r, s), |a, b| a ^ b),
                    BinaryOp::Pow if b.low == b.high && (1..=8).contains(&b.low) => {
                        let power = (1..b.low).try_fold(r, |all, _| {
                            let all = products(all, r);
                            bounds(all.0, all.1).map(|_| all)
                        })?;
                        let exponent = b.low as u32;
                        a.zip(&b, power, |a, _| a.wrapping_pow(exponent))
                    }
                    BinaryOp::Pow | BinaryOp::Quotient => None,
                }
            }
            Node::Abs(a) => {
                let a = a.lanes(slots)?;
                let (low, high) = a.range();
                a.map((0, low.abs().max(high.abs())), i64::wrapping_abs)
            }
            Node::Min(args) => folded(args, slots, |a, b| {
                let range = (a.range().0.min(b.range().0), a.range().1.min(b.range().1));
                a.zip(&b, range, i64::min)
            }),
            Node::Max(args) => folded(args, slots, |a, b| {
                let range = (a.range().0.max(b.range().0), a.range().1.max(b.range().1));
                a.zip(&b, range, i64::max)
            }),
            Node::Sum(args) => folded(args, slots, |a, b| {
                let range = (a.range().0 + b.range().0, a.range().1 + b.range().1);
                a.zip(&b, range, i64::wrapping_add)
            }),
            Node::Xor(args) => folded(args, slots, |a, b| {
                let range = xor_range(a.range(), b.range());
                a.zip(&b, range, |a, b| a ^ b)
            }),
            Node::Count(args) => {
                let mut count = Lanes::constant(0)?;
                for a in args {
                    let a = a.lanes(slots)?;
                    let flags = Lanes::flags(a.truths(), a.unknown);
                    let range = (0, count.range().1 + 1);
                    count = count.zip(&flags, range, i64::wrapping_add)?;
                }
                Some(count)
            }
            Node::Popcount(a, _) => {
                let mut a = a.lanes(slots)?;
                for (lane, value) in a.values.iter().enumerate() {
                    a.unknown |= u64::from(*value < 0) << lane;
                }
                a.map((0, 64), |value| i64::from(value.count_ones()))
            }
            Node::Floor(a, _) => match a.as_ref() {
                Node::Binary(BinaryOp::Quotient, a, b, _) => a.lanes(slots)?.quotient(b.lanes(slots)?, false),
                Node::Sqrt(a, _) => {
                    let mut a = a.lanes(slots)?;
                    for (lane, value) in a.values.iter().enumerate() {
                        a.unknown |= u64::from(*value < 0) << lane;
                    }
                    let high = i128::from(a.high.max(0).isqrt());
                    a.map((0, high), |value| value.max(0).isqrt())
                }
                _ => None,
            },
            Node::Gcd(args, _) => {
                // One argument alone stands for itself without its sign.
                let first = Lanes::constant(0)?;
                args.iter().try_fold(first, |all, a| {
                    let a = a.lanes(slots)?;
                    let most = |(low, high): (i128, i128)| low.abs().max(high.abs());
                    let most = most(all.range()).max(most(a.range()));
                    all.zip(&a, (0, most), gcd)
                })
            }
            Node::If(c, a, b) => {
                let (c, a, b) = (c.lanes(slots)?, a.lanes(slots)?, b.lanes(slots)?);
                let holds = c.truths();
                let mut out = a;
                (out.low, out.high) = (out.low.min(b.low), out.high.max(b.high));
                for (lane, (value, other)) in out.values.iter_mut().zip(&b.values).enumerate() {
                    *value = if holds >> lane & 1 != 0 { *value } else { *other };
                }
                out.unknown = c.unknown | holds & out.unknown | !holds & b.unknown;
                Some(out)
            }
            Node::Compare(a, rest) => {
                let mut left = a.lanes(slots)?;
                let (mut holds, mut unknown) = (!0u64, left.unknown);
                for (comparison, right) in rest {
                    let right = right.lanes(slots)?;
                    // What stands behind a comparison that fails is not asked.
                    unknown |= holds & right.unknown;
                    holds &= compared(*comparison, &left.values, &right.values);
                    left = right;
                }
                Some(Lanes::flags(holds, unknown))
            }
            Node::In(a, list) if list.len() <= 16 => {
                let a = a.lanes(slots)?;
                let mut holds = 0;
                for value in list.iter().filter_map(|value| i64::try_from(value).ok()) {
                    holds |= compared(Comparison::Equal, &a.values, &[value; LANES]);
                }
                Some(Lanes::flags(holds, a.unknown))
            }
            Node::Not(a) => {
                let a = a.lanes(slots)?;
                Some(Lanes::flags(!a.truths(), a.unknown))
            }
            Node::And(a, b) => {
                let (a, b) = (a.lanes(slots)?, b.lanes(slots)?);
                let holds = a.truths();
                Some(Lanes::flags(holds & b.truths(), a.unknown | holds & b.unknown))
            }
            Node::Or(a, b) => {
                let (a, b) = (a.lanes(slots)?, b.lanes(slots)?);
                let holds = a.truths();
                Some(Lanes::flags(holds | b.truths(), a.unknown | !holds & b.unknown))
            }
            Node::Call(function, args, _) => match function.as_ref() {
                Function::Native(_) => None,
                Function::Code(code, _) => {
                    let args = args.iter().map(|a| a.lanes(slots)).collect::<Option<Vec<_>>>()?;
                    let unknown = args.iter().fold(0, |all, a| all | a.unknown);
                    let mut value = code.node.lanes(&args)?;
                    value.unknown |= unknown;
                    Some(value)
                }
            },
            Node::Big(_) | Node::Sqrt(..) | Node::In(..) => None,
        }
    }
}

/// The greatest common divisor; divisions of 32 bits where they suffice are several times as fast.
fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = match (u32::try_from(a), u32::try_from(b)) {
            (Ok(small), Ok(divisor)) => (b, u64::from(small % divisor)),
            _ => (b, a % b),
        };
    }
    a as i64
}

/// The lanes of all arguments put together one after the other.
fn folded(args: &[Node], slots: &[Lanes], together: impl Fn(Lanes, Lanes) -> Option<Lanes>) -> Option<Lanes> {
    let (first, rest) = args.split_first()?;
    rest.iter().try_fold(first.lanes(slots)?, |all, a| together(all, a.lanes(slots)?))
}

fn compared(comparison: Comparison, a: &[i64; LANES], b: &[i64; LANES]) -> u64 {
    #[inline(always)]
    fn bits(a: &[i64; LANES], b: &[i64; LANES], holds: impl Fn(i64, i64) -> bool) -> u64 {
        let both = a.iter().zip(b).enumerate();
        both.fold(0, |bits, (lane, (a, b))| bits | u64::from(holds(*a, *b)) << lane)
    }
    match comparison {
        Comparison::Equal => bits(a, b, |a, b| a == b),
        Comparison::Unequal => bits(a, b, |a, b| a != b),
        Comparison::Less => bits(a, b, |a, b| a < b),
        Comparison::AtMost => bits(a, b, |a, b| a <= b),
        Comparison::Greater => bits(a, b, |a, b| a > b),
        Comparison::AtLeast => bits(a, b, |a, b| a >= b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::span::Span;
    use proptest::prelude::*;

    /// An expression in three slots that a tape of numbers spells.
    fn spelled(tape: &mut dyn Iterator<Item = u8>, depth: usize) -> Node {
        use BinaryOp::*;
        let (kind, detail) = (tape.next().unwrap_or(0), tape.next().unwrap_or(0));
        if depth == 0 || kind < 60 {
            return match detail {
                0..60 => Node::Const(i64::from(detail) - 9),
                60..70 => Node::Const(i64::MAX >> (detail - 60)),
                _ => Node::Slot(usize::from(detail % 3)),
            };
        }
        let span = Span::default();
        let mut one = || Box::new(spelled(tape, depth - 1));
        match kind % 16 {
            0 => Node::Negate(one()),
            1 => Node::Abs(one()),
            2 => Node::Not(one()),
            3 => Node::Popcount(one(), span),
            4 => Node::Min(vec![*one(), *one()]),
            5 => Node::Max(vec![*one(), *one()]),
            6 => Node::Sum(vec![*one(), *one(), *one()]),
            7 => Node::Xor(vec![*one(), *one()]),
            8 => Node::Count(vec![*one(), *one()]),
            9 => Node::If(one(), one(), one()),
            10 => {
                if detail < 128 {
                    Node::And(one(), one())
                } else {
                    Node::Or(one(), one())
                }
            }
            11 => {
                let all = [
                    Comparison::Equal,
                    Comparison::Unequal,
                    Comparison::Less,
                    Comparison::AtMost,
                    Comparison::Greater,
                    Comparison::AtLeast,
                ];
                let at = |shift: u8| all[usize::from(detail.wrapping_add(shift)) % all.len()];
                Node::Compare(one(), vec![(at(0), *one()), (at(1), *one())])
            }
            12 => Node::Gcd(vec![*one(), *one()], span),
            13 => Node::Floor(Node::Sqrt(one(), span).into(), span),
            _ => {
                let op = [Add, Sub, Mul, Div, Mod, Xor, Pow][usize::from(detail) % 7];
                Node::Binary(op, one(), one(), span)
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2048))]
        /// What the lanes say is what the expression says of each position, where they say anything.
        #[test]
        fn lanes_are_values(
            tape in proptest::collection::vec(any::<u8>(), 0..60), x in 0i64..300, y in 0i64..70_000, from in 0i64..200,
            within: u64,
        ) {
            let node = spelled(&mut tape.into_iter(), 4);
            let slots = [x, y].map(|v| Lanes::constant(v).unwrap());
            let slots = [slots.to_vec(), vec![Lanes::counting(from).unwrap()]].concat();
            if let Some((holds, unknown)) = node.holds_in(&slots, within) {
                prop_assert_eq!((holds | unknown) & !within, 0);
                for lane in (0..LANES).filter(|lane| (within & !unknown) >> lane & 1 != 0) {
                    let value = node.fast(&[x, y, from + lane as i64]);
                    prop_assert_eq!(value.ok().map(|value| value != 0), Some(holds >> lane & 1 != 0), "lane {}", lane);
                }
            }
            let Some(lanes) = node.lanes(&slots) else { return Ok(()) };
            for lane in 0..LANES {
                if lanes.unknown >> lane & 1 == 0 {
                    let value = node.fast(&[x, y, from + lane as i64]);
                    prop_assert_eq!(value.ok(), Some(lanes.values[lane]), "lane {}", lane);
                }
            }
        }
    }
}
