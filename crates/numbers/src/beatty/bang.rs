//! Whether every term of one homogeneous Beatty sequence is a term of another (Bang; VIS section 2, ledger VIS-T-bang).
//!
//! For irrational alpha > 1 and beta > 1 every floor(n beta) is some floor(m alpha) iff a (1 - 1/alpha) + b/beta = 1 for
//! positive integers a, b. If just one of the moduli is irrational none contains the other, unless alpha <= 1: multiples
//! of an irrational number fall into all residues. Rational sequences p/q and r/s repeat after lcm(p, r).

use super::Beatty;
use crate::budget::Budget;
use crate::error::NumberError;
use crate::int::traits::*;
use crate::int::{Integer, Rational};
use crate::quadratic::Quadratic;
use crate::real::Real;

/// Terms that are tried where nothing else decides.
const TRIED: u64 = 1_000;

/// Whether floor(n beta) runs through terms of floor(n alpha).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Within {
    /// It does, for all n.
    Always {
        /// a, b with a (1 - 1/alpha) + b/beta = 1, for irrational moduli above 1.
        relation: Option<(Integer, Integer)>,
    },
    /// It does not.
    Not {
        /// The first n whose term is none, and the term, if one is among those tried.
        first: Option<(Integer, Integer)>,
    },
    /// Nothing decides it for these numbers, and no term up to this index is an exception.
    Open {
        /// The last index tried.
        tried: u64,
    },
}

/// Whether every floor(n inner), n >= 1, is a floor(m outer), m >= 1.
///
/// O(lcm of the numerators) for rational moduli; for irrational ones in one quadratic field a linear system.
///
/// ```
/// use wythoff_numbers::Real;
/// use wythoff_numbers::beatty::{Within, within};
/// let real = |text| Real::parse(text).unwrap();
/// let found = within(&real("1+sqrt(5)"), &real("(1+sqrt(5))/2"), &Default::default()).unwrap();
/// assert_eq!(found, Within::Always { relation: Some((1.into(), 2.into())) });
/// let not = within(&real("sqrt(3)"), &real("(1+sqrt(5))/2"), &Default::default()).unwrap();
/// assert_eq!(not, Within::Not { first: Some((3.into(), 5.into())) });
/// ```
pub fn within(inner: &Real, outer: &Real, budget: &Budget) -> Result<Within, NumberError> {
    let (terms, holder) = (Beatty::homogeneous(inner.clone())?, Beatty::homogeneous(outer.clone())?);
    let one = Rational::from(1);
    // Steps of at most 1 leave out nothing, 0 excepted where alpha = 1.
    let steps = outer.cmp_rational(&one)?;
    if steps.is_lt() || steps.is_eq() && inner.cmp_rational(&one)?.is_ge() {
        return Ok(Within::Always { relation: None });
    }
    let decided = match (inner.to_rational()?, outer.to_rational()?) {
        (Some(beta), Some(alpha)) => {
            let period = Integer::from(alpha.numerator_ref().lcm(beta.numerator_ref()));
            let last = &period * Integer::from(beta.denominator_ref()) / Integer::from(beta.numerator_ref());
            let first = exception(&terms, &holder, &last, budget)?;
            return Ok(match first {
                None => Within::Always { relation: None },
                first => Within::Not { first },
            });
        }
        (None, None) => match (inner.as_quadratic(), outer.as_quadratic()) {
            (Some(beta), Some(alpha)) => match relation(alpha, beta)? {
                Some(pair) => return Ok(Within::Always { relation: Some(pair) }),
                None => true,
            },
            _ => false,
        },
        _ => true,
    };
    let first = exception(&terms, &holder, &Integer::from(TRIED), budget)?;
    Ok(if decided || first.is_some() { Within::Not { first } } else { Within::Open { tried: TRIED } })
}

/// The first of the terms up to an index that the holder does not have.
fn exception(
    terms: &Beatty,
    holder: &Beatty,
    last: &Integer,
    budget: &Budget,
) -> Result<Option<(Integer, Integer)>, NumberError> {
    let mut n = Integer::from(1);
    while n <= *last {
        budget.check()?;
        let term = terms.term(&n)?;
        if !holder.contains(&term)? {
            return Ok(Some((n, term)));
        }
        n += Integer::from(1);
    }
    Ok(None)
}

/// Positive integers a, b with a (1 - 1/alpha) + b/beta = 1, if there are any; alpha and beta irrational.
fn relation(alpha: &Quadratic, beta: &Quadratic) -> Result<Option<(Integer, Integer)>, NumberError> {
    if !alpha.same_field(beta) {
        return Ok(None);
    }
    let share = Quadratic::integer(1).sub(&alpha.recip()?)?;
    let other = beta.recip()?;
    let parts = |x: &Quadratic| {
        let part = |n: &Integer| Rational::from_integers_ref(n, x.c());
        (part(x.a()), part(x.b()))
    };
    // share = p + q sqrt d, other = r + s sqrt d: a q + b s = 0 and a p + b r = 1.
    let ((p, q), (r, s)) = (parts(&share), parts(&other));
    let ratio = -s / q;
    let sum = &ratio * p + r;
    if sum == 0u32 {
        return Ok(None);
    }
    let b = sum.reciprocal();
    let a = ratio * &b;
    let whole = |x: &Rational| Integer::try_from(x.clone()).ok().filter(|n| *n > 0);
    Ok(whole(&a).zip(whole(&b)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn real(text: &str) -> Real {
        Real::parse(text).unwrap()
    }

    /// Against the terms themselves, in both directions.
    #[test]
    fn verdicts_are_those_of_the_terms() {
        let moduli = [
            "3/2",
            "7/3",
            "2",
            "3",
            "5/4",
            "9/4",
            "1/2",
            "1",
            "2/3",
            "(1+sqrt(5))/2",
            "(3+sqrt(5))/2",
            "2+sqrt(5)",
            "3+sqrt(5)",
            "sqrt(2)",
            "2+sqrt(2)",
            "3*sqrt(2)",
            "1+sqrt(2)",
            "sqrt(5)",
            "2*sqrt(5)",
        ];
        for inner in moduli {
            for outer in moduli {
                let found = within(&real(inner), &real(outer), &Budget::default()).unwrap();
                let (terms, holder) =
                    (Beatty::homogeneous(real(inner)).unwrap(), Beatty::homogeneous(real(outer)).unwrap());
                let first = exception(&terms, &holder, &Integer::from(400), &Budget::default()).unwrap();
                match found {
                    Within::Always { .. } => assert_eq!(first, None, "{inner} in {outer}"),
                    Within::Not { first: told } => assert_eq!(first, told, "{inner} in {outer}"),
                    Within::Open { .. } => panic!("{inner} in {outer} is not decided"),
                }
            }
        }
    }

    #[test]
    fn other_numbers_are_left_open() {
        assert!(matches!(
            within(&real("2*pi"), &real("pi"), &Budget::default()).unwrap(),
            Within::Open { .. } | Within::Always { .. }
        ));
        assert!(matches!(
            within(&real("pi"), &real("e"), &Budget::default()).unwrap(),
            Within::Not { first: Some(_) }
        ));
    }
}
