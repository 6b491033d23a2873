//! Expressions mean what a plain evaluator on big integers says they mean: as formulas, as parameters, as
//! conditions and updates of moves on the fast path.

use malachite::base::num::arithmetic::traits::{DivMod, FloorSqrt, Gcd, Mod, Pow, UnsignedAbs};
use malachite::base::num::logic::traits::{CountOnes, SignificantBits};
use malachite::rational::Rational;
use malachite::{Integer, Natural};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use wythoff_rulegen::{any_condition, any_integer};
use wythoff_rules::{BinaryOp, Builtin, Comparison, Expr, ExprKind, Formula, Rules, VALUE_BITS};

/// Why an expression has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Failure {
    Undefined,
    TooLong,
}

type Evaluated<T> = Result<T, Failure>;
type Values = BTreeMap<&'static str, Integer>;

fn integer(e: &Expr, values: &Values) -> Evaluated<Integer> {
    let of = |e: &Expr| integer(e, values);
    Ok(match &e.kind {
        ExprKind::Number(n) => n.clone(),
        ExprKind::Name(name) => values[name.as_str()].clone(),
        ExprKind::Negate(a) => -of(a)?,
        ExprKind::Abs(a) => Integer::from(of(a)?.unsigned_abs()),
        ExprKind::Binary(op, a, b) => binary(*op, of(a)?, of(b)?)?,
        ExprKind::Builtin(which, args) => {
            let args = args.iter().map(of).collect::<Evaluated<Vec<_>>>()?;
            match which {
                Builtin::Min => args.into_iter().min().unwrap(),
                Builtin::Max => args.into_iter().max().unwrap(),
                Builtin::Gcd => {
                    let gcd = args.iter().fold(Natural::from(0u8), |g, a| g.gcd(a.unsigned_abs()));
                    Integer::from(gcd)
                }
                Builtin::Popcount if args[0] < 0 => return Err(Failure::Undefined),
                Builtin::Popcount => Integer::from(args[0].unsigned_abs_ref().count_ones()),
            }
        }
        ExprKind::Floor(inner) => floor(inner, values)?,
        ExprKind::If(c, a, b) => of(if truth(c, values)? { a } else { b })?,
        other => panic!("not a number: {other:?}"),
    })
}

fn binary(op: BinaryOp, a: Integer, b: Integer) -> Evaluated<Integer> {
    let long = |bits: u64| if bits > VALUE_BITS { Err(Failure::TooLong) } else { Ok(()) };
    Ok(match op {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        BinaryOp::Mul => {
            long(a.significant_bits() + b.significant_bits())?;
            a * b
        }
        BinaryOp::Div | BinaryOp::Mod if b == 0 => return Err(Failure::Undefined),
        BinaryOp::Div => a.div_mod(b).0,
        BinaryOp::Mod => a.mod_op(b),
        BinaryOp::Pow if b < 0 => return Err(Failure::Undefined),
        BinaryOp::Pow if b == 0 => Integer::from(1),
        BinaryOp::Pow if a == 0 || a == 1 => a,
        BinaryOp::Pow if a == -1 => Integer::from(if (&b).mod_op(Integer::from(2)) == 0 { 1 } else { -1 }),
        BinaryOp::Pow => {
            let exponent = u64::try_from(&b).map_err(|_| Failure::TooLong)?;
            long((a.significant_bits() - 1).saturating_mul(exponent))?;
            a.pow(exponent)
        }
        BinaryOp::Xor => a ^ b,
        BinaryOp::Quotient => panic!("a quotient outside floor"),
    })
}

fn truth(e: &Expr, values: &Values) -> Evaluated<bool> {
    Ok(match &e.kind {
        ExprKind::Compare(a, rest) => {
            let mut left = integer(a, values)?;
            for (comparison, b) in rest {
                let right = integer(b, values)?;
                let holds = match comparison {
                    Comparison::Equal => left == right,
                    Comparison::Unequal => left != right,
                    Comparison::Less => left < right,
                    Comparison::AtMost => left <= right,
                    Comparison::Greater => left > right,
                    Comparison::AtLeast => left >= right,
                };
                if !holds {
                    return Ok(false);
                }
                left = right;
            }
            true
        }
        ExprKind::Not(a) => !truth(a, values)?,
        ExprKind::And(a, b) => truth(a, values)? && truth(b, values)?,
        ExprKind::Or(a, b) => truth(a, values)? || truth(b, values)?,
        ExprKind::If(c, a, b) => truth(if truth(c, values)? { a } else { b }, values)?,
        other => panic!("not a condition: {other:?}"),
    })
}

/// A real number a + b sqrt(n), for what the generator puts inside `floor`.
struct Root {
    a: Rational,
    b: Rational,
    n: Integer,
}

fn floor(e: &Expr, values: &Values) -> Evaluated<Integer> {
    let Root { a, b, n } = root(e, values)?;
    // The greatest integer k with k - a <= b sqrt(n), by bisection on exact comparisons.
    let reaches = |k: &Integer| {
        let gap = Rational::from(k) - &a;
        let square = |r: &Rational| r * r;
        let under = square(&b) * Rational::from(&n);
        match (gap <= 0, b >= 0) {
            (true, true) => true,
            (false, false) => false,
            (false, true) => square(&gap) <= under,
            (true, false) => square(&gap) >= under,
        }
    };
    let size = Integer::from(2) + Integer::from(a.floor_abs()) + {
        let whole = Integer::from(b.floor_abs()) + Integer::from(1);
        let root = Integer::from(n.unsigned_abs_ref().floor_sqrt()) + Integer::from(1);
        whole * root
    };
    let (mut low, mut high) = (-&size, size);
    while &high - &low > 1 {
        let middle = (&low + &high).div_mod(Integer::from(2)).0;
        if reaches(&middle) { low = middle } else { high = middle }
    }
    Ok(low)
}

trait FloorAbs {
    fn floor_abs(&self) -> Natural;
}

impl FloorAbs for Rational {
    fn floor_abs(&self) -> Natural {
        self.numerator_ref() / self.denominator_ref()
    }
}

fn root(e: &Expr, values: &Values) -> Evaluated<Root> {
    let none = || Rational::from(0);
    Ok(match &e.kind {
        ExprKind::Sqrt(inner) => {
            let n = integer(inner, values)?;
            if n < 0 {
                return Err(Failure::Undefined);
            }
            Root { a: none(), b: Rational::from(1), n }
        }
        ExprKind::Negate(x) => {
            let x = root(x, values)?;
            Root { a: -x.a, b: -x.b, n: x.n }
        }
        ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), x, y) => {
            let (x, y) = (root(x, values)?, root(y, values)?);
            let n = if x.b == 0 { y.n } else { x.n };
            match op {
                BinaryOp::Add => Root { a: x.a + y.a, b: x.b + y.b, n },
                _ => Root { a: x.a - y.a, b: x.b - y.b, n },
            }
        }
        ExprKind::Binary(BinaryOp::Mul, x, y) => {
            let (x, y) = (root(x, values)?, root(y, values)?);
            let n = if x.b == 0 { y.n.clone() } else { x.n.clone() };
            let a = &x.a * &y.a + &x.b * &y.b * Rational::from(&n);
            Root { a, b: x.a * y.b + x.b * y.a, n }
        }
        ExprKind::Binary(BinaryOp::Quotient, x, y) => {
            let (x, y) = (root(x, values)?, root(y, values)?);
            assert_eq!(y.b, 0, "the generator divides by rational numbers only");
            if y.a == 0 {
                return Err(Failure::Undefined);
            }
            Root { a: x.a / &y.a, b: x.b / y.a, n: x.n }
        }
        _ => Root { a: Rational::from(integer(e, values)?), b: none(), n: Integer::from(0) },
    })
}

fn values(x: i64, k: i64) -> Values {
    BTreeMap::from([("x", Integer::from(x)), ("k", Integer::from(k))])
}

fn interesting() -> impl Strategy<Value = i64> {
    prop_oneof![-6i64..40, Just(i64::MAX / 2), Just((1 << 31) + 1), -1000i64..1000]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    /// On integers of any size.
    #[test]
    fn formulas_have_their_value(e in any_integer(&["x", "k"]), x in interesting(), k in interesting()) {
        let formula = Formula::read("f", &e.to_string(), &["x", "k"]).unwrap();
        let found = formula.value(&[Integer::from(x), Integer::from(k)]);
        match (integer(&e, &values(x, k)), found) {
            (Ok(expected), Ok(found)) => prop_assert_eq!(found, expected, "{} at x={}, k={}", e, x, k),
            (Err(Failure::Undefined), Err(error)) => prop_assert!(!error.is_limit(), "{}: {}", e, error),
            (Err(Failure::TooLong), Err(error)) => prop_assert!(error.is_limit(), "{}: {}", e, error),
            // What is inside `floor` may be longer than what comes out.
            (Ok(_), Err(error)) => prop_assert!(error.is_limit() && e.to_string().contains("floor"), "{}: {}", e, error),
            (expected, found) => prop_assert!(false, "{}: {:?}, {:?}", e, expected, found),
        }
    }

    /// In a move: conditions and updates work with 64 bits as long as they can.
    #[test]
    fn moves_have_their_value(
        e in any_integer(&["x", "k"]),
        c in any_condition(&["x", "k"]),
        x in 1i64..50,
    ) {
        let text = format!("piles ordered x\nmemory m = 0\nmove (k) where {c} then m = {e}");
        let Ok(rules) = Rules::read(&text) else { return Err(TestCaseError::fail(text)) };
        let mut expected = Vec::new();
        let mut failure = None;
        for k in 1..=x {
            match truth(&c, &values(x, k)).map(|holds| (holds, integer(&e, &values(x, k)))) {
                Ok((false, _)) => {}
                Ok((true, Ok(value))) if i64::try_from(&value).is_ok_and(|v| v.unsigned_abs() < 1 << 63) => {
                    expected.push(((x - k) as u64, i64::try_from(&value).unwrap()));
                }
                Ok((true, Ok(_))) => failure = Some(Failure::TooLong),
                Ok((true, Err(why))) | Err(why) => failure = Some(why),
            }
            if failure.is_some() {
                break;
            }
        }
        let mut found = Vec::new();
        let done = rules.for_each_option(&[x as u64], &[0], &mut |step| {
            found.push((step.to[0], step.memory[0]));
            ControlFlow::Continue(())
        });
        match (failure, done) {
            (None, Ok(())) => prop_assert_eq!(found, expected, "{} at x={}", text, x),
            (Some(Failure::Undefined), Err(error)) => {
                prop_assert!(!error.is_limit());
                prop_assert_eq!(error.position, Some(x.to_string()));
            }
            (_, Err(error)) => prop_assert!(error.is_limit(), "{}: {}", text, error),
            (failure, Ok(())) => prop_assert!(false, "{} at x={}: {:?}", text, x, failure),
        }
    }

    /// As a parameter, its default naming others.
    #[test]
    fn parameters_have_their_value(e in any_integer(&["x", "k"]), x in 0i64..90, k in 0i64..9) {
        let text = format!("param r = {e}\nparam x = {x}\nparam k = {k}\npiles ordered p\nmove (i)");
        match (integer(&e, &values(x, k)), Rules::read(&text)) {
            (Ok(expected), Ok(rules)) => {
                prop_assert_eq!(rules.values()[0].1.to_string(), expected.to_string());
            }
            (expected, Err(error)) => {
                prop_assert!(expected.is_err() || error.is_limit(), "{}: {}", text, error);
            }
            (expected, Ok(_)) => prop_assert!(false, "{}: {:?}", text, expected),
        }
    }
}
