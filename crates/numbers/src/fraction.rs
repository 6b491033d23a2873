//! The fraction with the least denominator in an interval, by the Stern–Brocot tree.

use crate::int::Rational;
use crate::int::traits::*;

/// The fraction with the least denominator in [low, high], low <= high; among those with one denominator the least.
///
/// ```
/// use wythoff_numbers::{Rational, fraction::simplest_closed};
/// let decimal = |p: i64| Rational::from_signeds(p, 100);
/// assert_eq!(simplest_closed(&decimal(313), &decimal(315)), Rational::from_signeds(22, 7));
/// ```
pub fn simplest_closed(low: &Rational, high: &Rational) -> Rational {
    descend(low.clone(), high.clone(), true)
}

/// The fraction with the least denominator in the open interval (low, high), low < high.
///
/// ```
/// use wythoff_numbers::{Rational, fraction::simplest_open};
/// assert_eq!(simplest_open(&Rational::from(1), &Rational::from(2)), Rational::from_signeds(3, 2));
/// ```
pub fn simplest_open(low: &Rational, high: &Rational) -> Rational {
    descend(low.clone(), high.clone(), false)
}

fn descend(mut low: Rational, mut high: Rational, closed: bool) -> Rational {
    let mut quotients: Vec<Rational> = Vec::new();
    let last = loop {
        let floor = Rational::from((&low).floor());
        if closed && floor == low {
            break floor;
        }
        let next = &floor + Rational::ONE;
        if next < high || (closed && next == high) {
            break next;
        }
        // floor <= low < high <= floor + 1: the number is floor + 1/y.
        let least = (high - &floor).reciprocal();
        if floor == low {
            // y > least without an upper bound.
            let y = Rational::from((&least).floor()) + Rational::ONE;
            break floor + y.reciprocal();
        }
        high = (low - &floor).reciprocal();
        low = least;
        quotients.push(floor);
    };
    quotients.into_iter().rev().fold(last, |x, q| q + x.reciprocal())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// By trying denominators in turn.
    fn by_trial(low: &Rational, high: &Rational, closed: bool) -> Rational {
        for q in 1i64.. {
            let scale = Rational::from(q);
            let mut p = (low * &scale).floor();
            while Rational::from(&p) / &scale <= *high {
                let x = Rational::from(&p) / &scale;
                if (x > *low && x < *high) || (closed && x >= *low && x <= *high) {
                    return x;
                }
                p += crate::int::Integer::ONE;
            }
        }
        unreachable!()
    }

    proptest! {
        #[test]
        fn agrees_with_trial(a in -60i64..60, b in 1i64..30, c in 0i64..60, d in 1i64..40) {
            let low = Rational::from_signeds(a, b);
            let high = &low + Rational::from_signeds(c, d * d);
            prop_assert_eq!(simplest_closed(&low, &high), by_trial(&low, &high, true));
            if low < high {
                prop_assert_eq!(simplest_open(&low, &high), by_trial(&low, &high, false));
            }
        }
    }
}
