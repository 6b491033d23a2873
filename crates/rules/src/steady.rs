//! How a condition goes on along the last pile, from its form: it repeats, or it changes once for all, or neither is known.
//!
//! A value repeats with a period m if the pile occurs inside `... mod m` alone, under sums, products and powers: these depend
//! on residues only. A comparison changes once if what it compares only rises, or only falls; piles are not negative, so
//! products and powers of what rises rise.

use crate::code::Node;
use crate::expr::{BinaryOp, Comparison};

/// Longest period that is looked for.
const MOST_PERIOD: u64 = 1 << 12;

/// How a condition goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Steady {
    /// It repeats after so many.
    Repeats(u64),
    /// It changes at most once.
    Turns,
    /// Nothing is known.
    Unknown,
}

impl Steady {
    /// How a condition goes on along a slot; all slots hold numbers that are not negative.
    pub fn of(condition: &Node, slot: usize) -> Steady {
        let ways = |other: usize| Rise { up: other == slot, down: false, natural: true };
        match period(condition, slot) {
            Some(period) => Steady::Repeats(period),
            None if truth(condition, &ways).is_some() => Steady::Turns,
            None => Steady::Unknown,
        }
    }
}

fn mentions(node: &Node, slot: usize) -> bool {
    let mut found = false;
    node.slots(&mut |other| found |= other == slot);
    found
}

fn lcm(a: u64, b: u64) -> Option<u64> {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    Some(a / x * b).filter(|lcm| *lcm <= MOST_PERIOD)
}

/// A period of a value along a slot.
fn period(node: &Node, slot: usize) -> Option<u64> {
    let all = |mut nodes: &mut dyn Iterator<Item = &Node>| {
        Iterator::try_fold(&mut nodes, 1, |all, node| lcm(all, period(node, slot)?))
    };
    if !mentions(node, slot) {
        return Some(1);
    }
    match node {
        Node::Binary(BinaryOp::Mod, a, b, _) => match **b {
            Node::Const(m @ 1..) if m as u64 <= MOST_PERIOD && depends_on_residue(a, slot, m as u64) => {
                Some(m as u64)
            }
            _ => lcm(period(a, slot)?, period(b, slot)?),
        },
        Node::Negate(a) | Node::Abs(a) | Node::Not(a) | Node::In(a, _) => period(a, slot),
        Node::Binary(_, a, b, _) | Node::And(a, b) | Node::Or(a, b) => {
            lcm(period(a, slot)?, period(b, slot)?)
        }
        Node::Min(args) | Node::Max(args) | Node::Sum(args) | Node::Xor(args) => all(&mut args.iter()),
        Node::If(c, a, b) => all(&mut [&**c, &**a, &**b].into_iter()),
        Node::Compare(a, rest) => all(&mut std::iter::once(&**a).chain(rest.iter().map(|(_, b)| b))),
        _ => None,
    }
}

/// Whether the residue of a value modulo m depends on the residue of a slot alone.
fn depends_on_residue(node: &Node, slot: usize, m: u64) -> bool {
    let inner = |node: &Node| depends_on_residue(node, slot, m);
    match node {
        Node::Slot(_) => true,
        Node::Negate(a) => inner(a),
        Node::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, a, b, _) => inner(a) && inner(b),
        Node::Binary(BinaryOp::Pow, a, b, _) => matches!(**b, Node::Const(0..)) && inner(a),
        Node::Sum(args) => args.iter().all(inner),
        _ => period(node, slot).is_some_and(|period| m.is_multiple_of(period)),
    }
}

/// Which way a value goes as something grows, and whether it is never negative.
#[derive(Clone, Copy)]
pub(crate) struct Rise {
    /// It may rise.
    pub up: bool,
    /// It may fall.
    pub down: bool,
    /// It is never negative.
    pub natural: bool,
}

impl Rise {
    const FIXED: Rise = Rise { up: false, down: false, natural: false };

    fn turned(self) -> Rise {
        Rise { up: self.down, down: self.up, natural: false }
    }

    fn is_fixed(self) -> bool {
        !self.up && !self.down
    }

    /// What two values do together, if not opposite things.
    fn and(self, other: Rise) -> Option<Rise> {
        let (up, down) = (self.up || other.up, self.down || other.down);
        let natural = self.natural && other.natural;
        (!(up && down)).then_some(Rise { up, down, natural })
    }
}

/// Which way the slots go.
type Ways<'a> = &'a dyn Fn(usize) -> Rise;

/// Which way a condition goes, true being more than false; `None` if it may go both ways.
pub(crate) fn truth(condition: &Node, ways: Ways<'_>) -> Option<Rise> {
    match condition {
        Node::And(a, b) | Node::Or(a, b) => truth(a, ways)?.and(truth(b, ways)?),
        Node::Not(a) => truth(a, ways).map(Rise::turned),
        Node::If(c, a, b) => {
            truth(c, ways).filter(|c| c.is_fixed())?;
            truth(a, ways)?.and(truth(b, ways)?)
        }
        Node::Compare(a, rest) => {
            let (mut left, mut all) = (rise(a, ways)?, Rise::FIXED);
            for (comparison, right) in rest {
                let right = rise(right, ways)?;
                let one = match comparison {
                    Comparison::Less | Comparison::AtMost => right.and(left.turned())?,
                    Comparison::Greater | Comparison::AtLeast => left.and(right.turned())?,
                    Comparison::Equal | Comparison::Unequal => {
                        Some(Rise::FIXED).filter(|_| left.is_fixed() && right.is_fixed())?
                    }
                };
                (left, all) = (right, all.and(one)?);
            }
            Some(all)
        }
        _ => fixed(condition, ways),
    }
}

/// That a value stays the same, if nothing in it changes.
fn fixed(node: &Node, ways: Ways<'_>) -> Option<Rise> {
    let mut changes = false;
    node.slots(&mut |slot| changes |= !ways(slot).is_fixed());
    (!changes).then_some(Rise::FIXED)
}

/// Which way a number goes; `None` if it may go both ways.
pub(crate) fn rise(node: &Node, ways: Ways<'_>) -> Option<Rise> {
    let inner = |node: &Node| rise(node, ways);
    let all = |args: &[Node]| {
        let mut rises = args.iter().map(inner);
        let first = rises.next()??;
        rises.try_fold(first, |all, rise| all.and(rise?))
    };
    let found = match node {
        Node::Slot(slot) => Some(ways(*slot)),
        Node::Const(n) => Some(Rise { natural: *n >= 0, ..Rise::FIXED }),
        Node::Negate(a) => inner(a).map(Rise::turned),
        Node::Binary(BinaryOp::Add, a, b, _) => inner(a)?.and(inner(b)?),
        Node::Binary(BinaryOp::Sub, a, b, _) => inner(a)?.and(inner(b)?.turned()),
        Node::Binary(BinaryOp::Mul, a, b, _) => match (&**a, &**b) {
            (Node::Const(c), a) | (a, Node::Const(c)) if *c < 0 => inner(a).map(Rise::turned),
            (Node::Const(_), a) | (a, Node::Const(_)) => inner(a),
            _ => inner(a)?.and(inner(b)?).filter(|both| both.natural),
        },
        Node::Binary(BinaryOp::Pow, a, b, _) if matches!(**b, Node::Const(1..)) => {
            inner(a).filter(|base| base.natural)
        }
        // 0^0 is 1, so that powers of 0 fall.
        Node::Binary(BinaryOp::Pow, a, b, _) if matches!(**a, Node::Const(1..)) => {
            inner(b).filter(|exponent| exponent.natural)
        }
        Node::Binary(BinaryOp::Div, a, b, _) if matches!(**b, Node::Const(1..)) => inner(a),
        Node::Floor(a, _) => match &**a {
            Node::Binary(BinaryOp::Quotient, a, b, _) if matches!(**b, Node::Const(1..)) => inner(a),
            _ => None,
        },
        Node::Sqrt(a, _) => inner(a).filter(|square| square.natural),
        Node::Sum(args) | Node::Min(args) | Node::Max(args) => all(args),
        _ => None,
    };
    found.or_else(|| fixed(node, ways))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::Code;
    use crate::formula::Formula;
    use crate::gate::{Gate, Mask};
    use proptest::prelude::*;
    use wythoff_numbers::Budget;
    use wythoff_numbers::int::Integer;

    /// A condition is read as a number, 1 or 0.
    fn steady(formula: &Formula) -> Steady {
        match &formula.code.node {
            Node::If(condition, ..) => Steady::of(condition, 1),
            constant => Steady::of(constant, 1),
        }
    }

    #[test]
    fn forms() {
        let steady = |text: &str| steady(&Formula::read_condition("test", text, &["x", "y"]).unwrap());
        assert_eq!(steady("x*y mod 5 < 3"), Steady::Repeats(5));
        assert_eq!(steady("(x + y^2) mod 4 == y mod 6"), Steady::Repeats(12));
        assert_eq!(steady("x mod 7 == 1"), Steady::Repeats(1));
        assert_eq!(steady("x^2 > y"), Steady::Turns);
        assert_eq!(steady("x*y <= 100 - y^3"), Steady::Turns);
        assert_eq!(steady("2^y > 100*x"), Steady::Turns);
        assert_eq!(steady("0^y > x"), Steady::Unknown);
        assert_eq!(steady("y - x*y > 3"), Steady::Unknown);
        assert_eq!(steady("(y div 2) mod 3 == 0"), Steady::Unknown);
        assert_eq!(steady("x mod (y + 1) == 0"), Steady::Unknown);
        assert_eq!(steady("(x - y)^2 > 9"), Steady::Unknown);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2048))]

        #[test]
        fn what_is_said_is_so(text in conditions(), x in 0i64..9) {
            let Ok(formula) = Formula::read_condition("test", &text, &["x", "y"]) else { return Ok(()) };
            let holds = |y: i64| formula.value(&[Integer::from(x), Integer::from(y)]).map(|v| v != 0).ok();
            let values: Option<Vec<bool>> = (0..80).map(holds).collect();
            let Some(values) = values else { return Ok(()) };
            match steady(&formula) {
                Steady::Unknown => {}
                Steady::Turns => {
                    let turns = values.windows(2).filter(|pair| pair[0] != pair[1]).count();
                    prop_assert!(turns <= 1, "{}", text);
                }
                Steady::Repeats(period) => {
                    let later = values.iter().skip(period as usize);
                    prop_assert!(values.iter().zip(later).all(|(a, b)| a == b), "{} {}", text, period);
                }
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1024))]

        /// Many words are what each of them is, where a condition repeats, where it turns, and else.
        #[test]
        fn many_words_are_what_each_is(
            text in conditions(), other in conditions(), joined in 0usize..4, x in 0u64..9, at in 0u64..3,
            wanted in proptest::collection::vec(prop_oneof![Just(!0u64), Just(0), any::<u64>()], 1..16),
        ) {
            let text = match joined {
                0 => format!("{text} and {other}"),
                1 => format!("{text} or not {other}"),
                _ => text,
            };
            let Ok(formula) = Formula::read_condition("test", &text, &["x", "y"]) else { return Ok(()) };
            let Node::If(condition, ..) = &formula.code.node else { return Ok(()) };
            let code = Code { node: (**condition).clone(), source: formula.code.source.clone() };
            let gate = Gate::new(Mask::new(&code, 0, 2, &Budget::default()));
            let each = wanted.iter().zip(at..).map(|(word, number)| gate.word(&[x], number * 64, *word));
            let Ok(each) = each.collect::<Result<Vec<u64>, _>>() else { return Ok(()) };
            let mut words = wanted.clone();
            gate.words(&[x], at, &mut words).unwrap();
            prop_assert_eq!(words, each, "{}", text);
        }
    }

    /// Comparisons of small expressions of x and y.
    fn conditions() -> impl Strategy<Value = String> {
        let leaf =
            prop_oneof![Just("x".to_string()), Just("y".to_string()), (0i64..7).prop_map(|c| c.to_string())];
        let number = leaf.prop_recursive(3, 12, 2, |inner| {
            let op = proptest::sample::select(vec!["+", "-", "*", "min", "max"]);
            prop_oneof![
                (inner.clone(), op, inner.clone()).prop_map(|(a, op, b)| match op {
                    "min" | "max" => format!("{op}({a}, {b})"),
                    _ => format!("({a} {op} {b})"),
                }),
                (inner.clone(), 1i64..7).prop_map(|(a, m)| format!("({a} mod {m})")),
                (inner.clone(), 1i64..4).prop_map(|(a, m)| format!("({a} div {m})")),
                (inner.clone(), 1i64..4).prop_map(|(a, m)| format!("({a})^{m}")),
                (0i64..4, inner).prop_map(|(base, a)| format!("{base}^min(9, max(0, {a}))")),
            ]
        });
        let sign = proptest::sample::select(vec!["<", "<=", ">", ">=", "==", "!="]);
        (number.clone(), sign, number).prop_map(|(a, sign, b)| format!("{a} {sign} {b}"))
    }
}
