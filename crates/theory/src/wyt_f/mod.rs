//! Wyt(f): a Nim move, or k and l from the two piles with 0 < k <= l < f(k) (WYF).
//!
//! A given f is classified: constant (Theorem 9), linear s k + t, superadditive (Theorem 13), a polynomial
//! of degree at least 2 with nonnegative coefficients and f(0) > 0 (Theorem 20) or with others for which its
//! proof holds, and otherwise strictly increasing (WYF-NEW1), where only small piles are decided. A function of none of these classes is
//! refused with the first place where it leaves them.
//!
//! No answers are made here.

mod constant;
mod growth;
mod increasing;
mod linear;
mod polynomial;
mod superadditive;

pub use constant::Constant;
pub use growth::Function;
pub use increasing::Increasing;
pub use linear::Linear;
pub use polynomial::Polynomial;
pub use superadditive::Superadditive;

use malachite::{Integer, Natural};
use wythoff_numbers::int::traits::*;
use wythoff_rules::{Argument, Formula, Quantity, Value, parse_expr};

use crate::decider::{Decider, Refusal, Verdict};
use crate::form::{Form, Shape, Theory, found};
use crate::pair::fails;
use crate::polynomial::polynomial;
use growth::NaturalPolynomial;

/// What the person who gives a function says of it; it is checked as far as it can be, up to k + l = 256.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Declared {
    /// Nothing: only strict increase is used.
    Increasing,
    /// f(k + l) >= f(k) + f(l) and f(k) >= k.
    Superadditive,
    /// f(k + l) <= f(k) + f(l), strictly increasing, f(1) >= 2.
    Subadditive,
}

/// The class of f whose theorem decides the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// f constant.
    Constant,
    /// f(k) = s k + t, or subadditive and so equivalent to such.
    Linear,
    /// f superadditive.
    Superadditive,
    /// A polynomial of degree at least 2 with nonnegative coefficients and f(0) > 0.
    Polynomial,
    /// f strictly increasing.
    Increasing,
}

/// Wyt(f) for an f that a theorem covers.
pub struct WytF {
    class: Class,
    theory: Box<dyn Decider>,
}

impl WytF {
    /// Wyt(f) for the polynomial f with these coefficients, the constant one first.
    ///
    /// ```
    /// use malachite::{Integer, Natural};
    /// use wythoff_theory::{Decider, wyt_f::{Class, WytF}};
    /// let game = WytF::of_polynomial(&[Integer::from(9), Integer::from(0), Integer::from(1)])?;
    /// assert_eq!(game.class(), Class::Polynomial);
    /// assert!(game.is_p(&[Natural::from(11u32), Natural::from(130u32)])?);
    /// # Ok::<(), wythoff_theory::Refusal>(())
    /// ```
    pub fn of_polynomial(coefficients: &[Integer]) -> Result<WytF, Refusal> {
        let length = coefficients.iter().rposition(|c| *c != 0).map_or(0, |last| last + 1);
        let coefficients = &coefficients[..length];
        let naturals: Option<Vec<Natural>> = coefficients.iter().map(|c| Natural::try_from(c).ok()).collect();
        match (coefficients, naturals) {
            ([], _) => Ok(WytF::new(Class::Constant, Constant::new(Natural::ZERO))),
            // A constant below 1 allows no move of the second kind, like the constant 0.
            ([c], _) => {
                Ok(WytF::new(Class::Constant, Constant::new(Natural::try_from(c).unwrap_or(Natural::ZERO))))
            }
            ([_, _], Some(c)) => Ok(WytF::new(Class::Linear, Linear::new(&c[1], &c[0])?)),
            (_, Some(c)) if c.first().is_some_and(|c| *c == 0) => {
                Ok(WytF::new(Class::Superadditive, Superadditive::of_polynomial(c)?))
            }
            (_, Some(c)) => Ok(WytF::new(Class::Polynomial, Polynomial::new(c)?)),
            (c, None) => {
                if let Some(theory) = signed(c) {
                    return Ok(theory);
                }
                strictly_increasing(c)?;
                let c = c.to_vec();
                let f: Function = Box::new(move |k| {
                    Natural::try_from(evaluate(&c, &Integer::from(k))).unwrap_or(Natural::ZERO)
                });
                Ok(WytF::new(Class::Increasing, Increasing::new(f)?))
            }
        }
    }

    /// Wyt(f) for any function of k >= 1, with what is declared of it.
    pub fn of_function(f: Function, declared: Declared) -> Result<WytF, Refusal> {
        Ok(match declared {
            Declared::Increasing => WytF::new(Class::Increasing, Increasing::new(f)?),
            Declared::Superadditive => WytF::new(Class::Superadditive, Superadditive::declared(f)?),
            Declared::Subadditive => WytF::new(Class::Linear, Linear::subadditive(f)?),
        })
    }

    /// The class of f.
    pub fn class(&self) -> Class {
        self.class
    }

    fn new(class: Class, theory: impl Decider + 'static) -> WytF {
        WytF { class, theory: Box::new(theory) }
    }
}

impl Decider for WytF {
    fn is_p(&self, position: &[Natural]) -> Result<bool, Refusal> {
        self.theory.is_p(position)
    }

    fn decide(&self, position: &[Natural]) -> Result<Verdict, Refusal> {
        self.theory.decide(position)
    }

    fn p_positions(&self) -> Option<Box<dyn Iterator<Item = Vec<u64>> + Send + '_>> {
        self.theory.p_positions()
    }
}

/// Wyt(f) for a polynomial with negative coefficients of which f(1 + u) has none, if it is superadditive or meets the
/// line f(1) x at or below f(1).
fn signed(coefficients: &[Integer]) -> Option<WytF> {
    // The coefficients at 1 and at 2.
    let (g, h) = (shifted(coefficients), shifted(&shifted(coefficients)));
    let naturals: Vec<Natural> = g.iter().map(|c| Natural::try_from(c).ok()).collect::<Option<_>>()?;
    let first = g.first().filter(|first| **first >= 1)?;
    let curve = NaturalPolynomial::from_one(naturals);
    // f(2+u+v) - f(1+u) - f(1+v): the mixed coefficients are multiples of those at 2, the others are compared here.
    let pure = g.iter().zip(&h).skip(1).all(|(g, h)| h >= g);
    if pure && h.first()? >= &(first << 1u32) {
        return Some(WytF::new(Class::Superadditive, Superadditive::of_curve(curve)));
    }
    if coefficients.len() >= 3 && evaluate(coefficients, first) >= first.square() {
        return Some(WytF::new(Class::Polynomial, Polynomial::of_curve(curve)));
    }
    None
}

/// The coefficients of f(1 + u), by Horner's scheme.
fn shifted(coefficients: &[Integer]) -> Vec<Integer> {
    let mut shifted = coefficients.to_vec();
    for from in 0..shifted.len() {
        for i in (from..shifted.len().saturating_sub(1)).rev() {
            let above = shifted[i + 1].clone();
            shifted[i] += above;
        }
    }
    shifted
}

fn evaluate(coefficients: &[Integer], k: &Integer) -> Integer {
    coefficients.iter().rev().fold(Integer::ZERO, |sum, c| sum * k + c)
}

/// Whether a polynomial of degree >= 1 strictly increases on k >= 1 from f(1) >= 1, for all k.
fn strictly_increasing(coefficients: &[Integer]) -> Result<(), Refusal> {
    const THEOREM: &str = "WYF-NEW1";
    const MOST: u64 = 1_000_000;
    let f = |k: u64| evaluate(coefficients, &Integer::from(k));
    let first = f(1);
    if first < 1 {
        return fails(THEOREM, format!("f(1) must be at least 1, and it is {first}"));
    }
    // Beyond Cauchy's bound 1 + max|c_i|/|c_d| on the roots of f(k+1) - f(k) its sign is that of the
    // leading term.
    let steps = difference(coefficients);
    let (Some(leading), Some(largest)) = (steps.last(), steps.iter().map(|c| c.unsigned_abs_ref()).max())
    else {
        return fails(THEOREM, "f must not be constant");
    };
    let bound = largest / leading.unsigned_abs_ref() + Natural::TWO;
    // A negative leading coefficient shows itself just beyond the bound.
    let Some(bound) = u64::try_from(&bound).ok().filter(|&b| b <= MOST) else {
        return Err(Refusal::Limit(format!(
            "whether f increases would have to be checked up to k = {bound}, and the limit is {MOST}"
        )));
    };
    let mut last = first;
    for k in 2..=bound + 2 {
        let next = f(k);
        if next <= last {
            return fails(
                THEOREM,
                format!("f must strictly increase, and f({}) = {last}, f({k}) = {next}", k - 1),
            );
        }
        last = next;
    }
    Ok(())
}

/// The coefficients of f(k+1) - f(k).
fn difference(coefficients: &[Integer]) -> Vec<Integer> {
    let mut steps = vec![Integer::ZERO; coefficients.len().saturating_sub(1)];
    for (degree, c) in coefficients.iter().enumerate() {
        // c ((k+1)^d - k^d) = sum of c binomial(d, i) k^i over i < d.
        let mut binomial = Integer::ONE;
        for (i, step) in steps.iter_mut().enumerate().take(degree) {
            *step += c * &binomial;
            binomial = binomial * Integer::from(degree - i) / Integer::from(i + 1);
        }
    }
    steps
}

/// Wyt(f), f being what the larger amount is below.
pub(crate) const THEORY: Theory = Theory {
    forms: &[Form {
        theory: "Wyt(f)",
        rules: Shape::Exactly(
            "param f(k) = k^2\npiles unordered x, y\nmove (i, 0)\nmove (k, l) where k <= l < f(k)",
        ),
        read: |look| {
            if !look.is_pair() {
                return Vec::new();
            }
            let name = |quantity| (quantity == Quantity::Taken(0)).then(|| "k".to_string());
            let read = look.bounds_on(1, &[], &name).into_iter().map(Argument::Text);
            read.chain(look.functions(&["k"])).map(|f| vec![("f", f)]).collect()
        },
        decider: |form| {
            let Some(Value::Function(text)) = form.value("f") else {
                return Err(Refusal::Limit("no f".into()));
            };
            if let Some(coefficients) = parse_expr(text).ok().and_then(|expr| polynomial(&expr)) {
                return found(WytF::of_polynomial(&coefficients)?);
            }
            let formula = Formula::read("f", text, &["k"]).map_err(|error| Refusal::Limit(error.message))?;
            let function = move |k: &Natural| {
                let value = formula.value(&[Integer::from(k)]).unwrap_or(Integer::ZERO);
                Natural::try_from(value).unwrap_or(Natural::ZERO)
            };
            found(WytF::of_function(Box::new(function), Declared::Increasing)?)
        },
    }],
    cases: &[
        ("WYF-G2", &["wyt-f(f=\"1\")"]),
        ("WYF-G4", &["wyt-f(f=\"k+3\")"]),
        ("WYF-G5", &["wyt-f(f=\"2*k+1\")", "wyt-f(f=\"3*k+2\")", "wyt-f(f=\"2*k\")"]),
        ("WYF-T9", &["wyt-f(f=\"2\")", "wyt-f(f=\"4\")"]),
        ("WYF-T16", &["wyt-f(f=\"k^2\")", "wyt-f(f=\"k^2+k\")"]),
        ("WYF-T20", &["wyt-f(f=\"k^2+1\")", "wyt-f(f=\"k^2+5\")"]),
        ("WYF-NEW1", &["wyt-f(f=\"k^2-2*k+3\")", "wyt-f(f=\"k + k div 3 + 1\")"]),
        ("WYF-L3", &["wyt-f(f=\"0\")", "wyt-f(f=\"3\")"]),
        ("WYF-NEW2", &["wyt-f(f=\"k + 2\")", "wyt-f(f=\"k + floor(sqrt(k)) + 1\")"]),
    ],
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::{Dice, Referee, both, check_huge, nim};

    fn rule(f: impl Fn(u64) -> i64) -> impl Fn(&[u64]) -> Vec<Vec<u64>> {
        let bound = move |k: u64, l: u64| (l as i64) < f(k);
        move |p| {
            let mut to = nim(p);
            to.extend(both(p, |k, l| (k <= l && bound(k, l)) || (l <= k && bound(l, k))));
            to
        }
    }

    fn polynomial(coefficients: &[i64]) -> (WytF, impl Fn(u64) -> i64 + use<>) {
        let big: Vec<Integer> = coefficients.iter().map(|&c| Integer::from(c)).collect();
        let small = coefficients.to_vec();
        let f = move |k: u64| small.iter().rev().fold(0, |sum, c| sum * k as i64 + c);
        (WytF::of_polynomial(&big).unwrap(), f)
    }

    #[test]
    fn polynomials_agree_with_the_rule() {
        let cases: [(&[i64], Class); 40] = [
            (&[], Class::Constant),
            (&[-5], Class::Constant),
            (&[1], Class::Constant),
            (&[2], Class::Constant),
            (&[3], Class::Constant),
            (&[5], Class::Constant),
            (&[10], Class::Constant),
            (&[90], Class::Constant),
            (&[0, 1], Class::Linear),
            (&[0, 2], Class::Linear),
            (&[0, 3, 0], Class::Linear),
            (&[1, 1], Class::Linear),
            (&[4, 1], Class::Linear),
            (&[1, 2], Class::Linear),
            (&[2, 2], Class::Linear),
            (&[5, 3], Class::Linear),
            (&[1, 9], Class::Linear),
            (&[30, 2], Class::Linear),
            (&[0, 0, 1], Class::Superadditive),
            (&[0, 1, 1], Class::Superadditive),
            (&[0, 0, 2], Class::Superadditive),
            (&[0, 0, 0, 1], Class::Superadditive),
            (&[9, 0, 1], Class::Polynomial),
            (&[1, 0, 1], Class::Polynomial),
            (&[20, 0, 1], Class::Polynomial),
            (&[3, 2, 1], Class::Polynomial),
            (&[1, 0, 0, 1], Class::Polynomial),
            (&[50, 1, 2], Class::Polynomial),
            (&[1, -1, 1], Class::Superadditive),
            (&[7, -2, 1], Class::Increasing),
            (&[-4, 5], Class::Superadditive),
            (&[-1, 2], Class::Superadditive),
            (&[5, -2, 0, 1], Class::Superadditive),
            (&[12, -1, 1], Class::Polynomial),
            (&[7, -2, 0, 1], Class::Polynomial),
            (&[20, -2, 1], Class::Increasing),
            (&[-1, 3], Class::Superadditive),
            (&[0, -1, 2], Class::Superadditive),
            (&[30, -2, 0, 1], Class::Polynomial),
            (&[-3, 4, 1], Class::Superadditive),
        ];
        for (coefficients, class) in cases {
            let (theory, f) = polynomial(coefficients);
            assert_eq!(theory.class(), class, "{coefficients:?}");
            let mut referee = Referee::new(rule(f));
            referee.check(&theory, &[22, 32], &format!("wyt-f {coefficients:?}"));
            referee.check_stream(&theory, 32, &format!("wyt-f {coefficients:?}"));
        }
    }

    #[test]
    fn long_rows_of_polynomials_agree_with_the_rule() {
        // Long enough for the cases (iv) and (v) of Theorem 20.
        for coefficients in [&[9i64, 0, 1][..], &[20, 0, 1], &[6, 2, 1], &[2, 1, 1]] {
            let (theory, f) = polynomial(coefficients);
            Referee::new(rule(f)).check(&theory, &[12, 130], &format!("wyt-f {coefficients:?}"));
        }
    }

    #[test]
    fn functions_agree_with_the_rule() {
        let root = |k: u64| k + k.isqrt() + 2;
        let ceiling = |k: u64| (7 * k).div_ceil(3) + 4;
        for f in
            [root, ceiling, |k| k + 3, |k| 2 * k + 2 + (k + 1) % 2, |k| 3 * k, |k| 2 * k, |k| 3 * k - k / 3]
        {
            let given = move |k: &Natural| Natural::from(u64::try_from(k).map_or(0, f));
            for declared in [Declared::Subadditive, Declared::Increasing] {
                let theory = WytF::of_function(Box::new(given), declared).unwrap();
                let mut referee = Referee::new(rule(move |k| f(k) as i64));
                referee.check(&theory, &[24, 32], &format!("{declared:?} f(1) = {}", f(1)));
                referee.check_stream(&theory, 32, "function");
            }
        }
        let powers = |k: &Natural| (Natural::ONE << u64::try_from(k).unwrap_or(0)) - Natural::ONE;
        for declared in [Declared::Superadditive, Declared::Increasing] {
            let theory = WytF::of_function(Box::new(powers), declared).unwrap();
            let mut referee = Referee::new(rule(|k| (1 << k) - 1));
            referee.check(&theory, &[16, 32], "2^k - 1");
        }
        let slow = |k: &Natural| k + k / Natural::from(3u32);
        let theory = WytF::of_function(Box::new(slow), Declared::Superadditive).unwrap();
        Referee::new(rule(|k| (k + k / 3) as i64)).check(&theory, &[28, 32], "k + floor(k/3)");
    }

    #[test]
    fn random_increasing_functions_agree_with_the_rule() {
        let mut dice = Dice::new(41);
        for _ in 0..12 {
            let mut table = vec![0u64, 1 + dice.below(5)];
            while table.len() < 400 {
                let last = table[table.len() - 1];
                table.push(last + 1 + dice.below(4) * dice.below(2));
            }
            let copy = table.clone();
            let f: Function = Box::new(move |k| {
                let k = usize::try_from(k).unwrap_or(0);
                Natural::from(copy.get(k).copied().unwrap_or(5 * k as u64))
            });
            let theory = WytF::of_function(f, Declared::Increasing).unwrap();
            Referee::new(rule(move |k| table[k as usize] as i64)).check(
                &theory,
                &[30, 40],
                "random increasing",
            );
        }
    }

    #[test]
    fn huge_piles_are_consistent() {
        let mut dice = Dice::new(42);
        for coefficients in [
            &[2i64][..],
            &[10],
            &[1 << 40],
            &[0, 2],
            &[3, 1],
            &[1, 2],
            &[5, 3],
            &[0, 0, 1],
            &[0, 5, 0, 1],
            &[9, 0, 1],
            &[77, 3, 0, 2],
        ] {
            let (theory, _) = polynomial(coefficients);
            let big: Vec<Integer> = coefficients.iter().map(|&c| Integer::from(c)).collect();
            for limbs in [(20usize, 20usize), (20, 21), (20, 40), (20, 60), (40, 41)] {
                let (x, y) = (dice.natural(limbs.0), dice.natural(limbs.1));
                check_huge(&theory, &[x, y], &mut dice, 20, |p, d| {
                    let (i, kind) = (d.below(2) as usize, d.below(2));
                    let mut to = p.to_vec();
                    if p[0] == 0 || p[1] == 0 {
                        return None;
                    }
                    let k = d.up_to(&p[i]);
                    if kind == 1 {
                        let bound = Natural::try_from(evaluate(&big, &Integer::from(&k))).ok()?;
                        let width = (&bound).checked_sub(&k).filter(|w| *w != 0)?;
                        let l = &k + d.up_to(&width) - Natural::ONE;
                        to[1 - i] = (&to[1 - i]).checked_sub(l)?;
                    }
                    to[i] -= k;
                    Some(to)
                });
            }
        }
    }

    #[test]
    fn functions_outside_the_theory_are_refused_with_the_place() {
        let of = |c: &[i64]| WytF::of_polynomial(&c.iter().map(|&c| Integer::from(c)).collect::<Vec<_>>());
        let text = |r: Result<WytF, Refusal>| r.err().map(|e| e.to_string()).unwrap_or_default();
        assert!(text(of(&[5, -1])).contains("f(1) = 4, f(2) = 3"));
        assert!(text(of(&[0, 7, -6, 1])).contains("f(1) = 2, f(2) = -2"));
        assert!(text(of(&[-5, 1, 1])).contains("f(1)"));
        assert!(text(of(&[1, -9_000_000_000_000, 1])).contains("f(1)"));
        let flat: Function = Box::new(|k| k.min(&Natural::from(9u32)).clone());
        assert!(text(WytF::of_function(flat, Declared::Increasing)).contains("f(10)"));
        let square: Function = Box::new(|k| k.square());
        assert!(WytF::of_function(square, Declared::Subadditive).is_err());
        let shifted: Function = Box::new(|k| k + Natural::TWO);
        assert!(text(WytF::of_function(shifted, Declared::Superadditive)).contains("f(2)"));
    }
    #[test]
    fn a_function_that_breaks_its_word_later_is_refused() {
        let limit = Natural::from(300u32);
        let stops: Function = Box::new(move |k| k.min(&limit) << 1u32);
        let theory = WytF::of_function(stops, Declared::Superadditive).unwrap();
        assert!(theory.decide(&[Natural::from(5000u32), Natural::from(6000u32)]).is_err());
        let limit = Natural::from(300u32);
        let stops: Function = Box::new(move |k| k.min(&limit) + Natural::TWO);
        let theory = WytF::of_function(stops, Declared::Increasing).unwrap();
        assert!(theory.decide(&[Natural::from(5000u32), Natural::from(6000u32)]).is_err());
        assert!(theory.decide(&[Natural::from(3000u32), Natural::from(3001u32)]).is_err());
    }
}
