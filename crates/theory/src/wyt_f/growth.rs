//! Increasing functions with a fast inverse, and Procedure 1 of WYF: whether a number is a lower one.

use malachite::Natural;
use malachite::base::num::arithmetic::traits::SaturatingSub;
use wythoff_numbers::int::traits::*;

use crate::decider::Refusal;
use crate::pair::fails;
use crate::shown::show_number;

/// A function of k >= 1 given by anyone.
pub type Function = Box<dyn Fn(&Natural) -> Natural + Send + Sync>;

/// A strictly increasing function with value(0) = 0.
pub(crate) trait Growth: Send + Sync {
    /// f(z).
    fn value(&self, z: &Natural) -> Natural;

    /// The z with f(z) = x, if there is one.
    fn inverse(&self, x: &Natural) -> Result<Option<Natural>, Refusal>;

    /// A lower bound of the number of binary digits of f(z), without computing f(z).
    fn least_bits(&self, _z: &Natural) -> u64 {
        0
    }

    /// f(z) compared with y, with f(z) where it had to be computed.
    fn value_unless_above(&self, z: &Natural, y: &Natural) -> Option<Natural> {
        if self.least_bits(z) > y.significant_bits() { None } else { Some(self.value(z)).filter(|v| v <= y) }
    }
}

/// Where x stands among the pairs (A_n, f(A_n)).
pub(crate) struct Ladder {
    /// z with f(z) = x and z < x, where x is an upper number: its partner.
    pub below: Option<Natural>,
    /// Number of times that the inverse of f was applied.
    pub steps: u64,
}

/// WYF Procedure 1 (Theorem 16): x is a lower number exactly when the chain x, f^-1(x), f^-2(x), ..., which
/// ends where there is no inverse or a fixed point, has even length.
pub(crate) fn ladder(f: &dyn Growth, x: &Natural) -> Result<Ladder, Refusal> {
    let mut steps = 0;
    let mut first = None;
    let mut at = x.clone();
    while let Some(z) = f.inverse(&at)?.filter(|z| *z != at) {
        steps += 1;
        if first.is_none() {
            first = Some(z.clone());
        }
        at = z;
    }
    Ok(Ladder { below: first.filter(|_| steps % 2 == 1), steps })
}

/// a_0 + a_1 u + ... + a_d u^d with nonnegative coefficients, d >= 1, where u is z or z - 1.
pub(crate) struct NaturalPolynomial {
    coefficients: Vec<Natural>,
    /// 0 if u = z, 1 if u = z - 1.
    origin: Natural,
}

impl NaturalPolynomial {
    /// The polynomial with these coefficients, the constant one first.
    pub fn new(coefficients: Vec<Natural>) -> NaturalPolynomial {
        NaturalPolynomial { coefficients, origin: Natural::ZERO }
    }

    /// The polynomial in z - 1 with these coefficients, for z >= 1.
    pub fn from_one(coefficients: Vec<Natural>) -> NaturalPolynomial {
        NaturalPolynomial { coefficients, origin: Natural::ONE }
    }

    /// f(z); z is at least 1 in a polynomial in z - 1.
    pub fn at(&self, z: &Natural) -> Natural {
        self.at_offset(&z.saturating_sub(&self.origin))
    }

    fn at_offset(&self, z: &Natural) -> Natural {
        let mut terms = self.coefficients.iter().rev();
        let leading = terms.next().cloned().unwrap_or(Natural::ZERO);
        terms.fold(leading, |sum, c| {
            let product = if sum == 1 {
                z.clone()
            } else if &sum == z {
                z.square()
            } else {
                sum * z
            };
            product + c
        })
    }

    /// The slope at u.
    fn slope(&self, z: &Natural) -> Natural {
        let terms = self.coefficients.iter().enumerate().skip(1).rev();
        terms.fold(Natural::ZERO, |sum, (i, c)| sum * z + c * Natural::from(i))
    }

    /// A lower bound of the number of binary digits of f(z), z >= 1: that of the leading term.
    pub fn least_bits(&self, z: &Natural) -> u64 {
        let z = z.saturating_sub(&self.origin);
        (z.significant_bits().saturating_sub(1)).saturating_mul(self.coefficients.len() as u64 - 1) + 1
    }

    /// The largest z with f(z) <= x, and f(z); `None` for x < a_0. Newton's method from above: O(M(n)) for
    /// a fixed degree.
    pub fn floor_inverse(&self, x: &Natural) -> Option<(Natural, Natural)> {
        let rest = x.checked_sub(self.coefficients.first()?)?;
        // a_i z^i <= rest for each i bounds z from above.
        let terms = self.coefficients.iter().enumerate().skip(1).filter(|(_, c)| **c != 0);
        let mut z = terms.map(|(i, c)| (&rest / c).floor_root(i as u64)).min()?;
        loop {
            let value = self.at_offset(&z);
            let Some(excess) = (&value).checked_sub(x).filter(|e| *e != 0) else {
                return Some((z + &self.origin, value));
            };
            // f is convex, so the tangent meets x at or above the root; rounding the step up keeps floor.
            let slope = self.slope(&z);
            z -= (excess + &slope - Natural::ONE) / slope;
        }
    }
}

/// A function known only by its values; the inverse is found by doubling and bisection.
pub(crate) struct Tabulated {
    /// The function.
    pub f: Function,
}

/// Longest number, in binary digits, whose inverse is bisected.
const MOST_BITS: u64 = 4096;

impl Growth for Tabulated {
    fn value(&self, z: &Natural) -> Natural {
        if *z == 0 { Natural::ZERO } else { (self.f)(z) }
    }

    fn inverse(&self, x: &Natural) -> Result<Option<Natural>, Refusal> {
        if x.significant_bits() > MOST_BITS {
            return Err(Refusal::Limit(format!(
                "the inverse of a function that is not a polynomial is bisected for numbers up to \
                 {MOST_BITS} binary digits, and this one has {}",
                x.significant_bits()
            )));
        }
        let (mut low, mut high) = (Natural::ZERO, Natural::ONE);
        while self.value(&high) <= *x {
            if high > *x {
                let hypothesis = format!("f(k) >= k is needed, and it fails at k = {}", show_number(&high));
                return fails("WYF Theorem 13", hypothesis);
            }
            low = high.clone();
            high <<= 1u32;
        }
        // f(low) <= x < f(high).
        while &high - &low > 1 {
            let middle = (&low + &high) >> 1u32;
            if self.value(&middle) <= *x { low = middle } else { high = middle }
        }
        Ok((self.value(&low) == *x).then_some(low))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::Dice;

    #[test]
    fn inverses_of_polynomials() {
        let mut dice = Dice::new(51);
        for coefficients in
            [&[0u64, 1][..], &[5, 3], &[0, 0, 1], &[7, 100, 1], &[0, 1 << 60, 0, 3], &[1, 0, 0, 0, 2, 9]]
        {
            let f = NaturalPolynomial::new(coefficients.iter().map(|&c| Natural::from(c)).collect());
            for limbs in [1, 1, 2, 3, 7] {
                for x in [dice.natural(limbs), Natural::from(dice.below(300))] {
                    match f.floor_inverse(&x) {
                        None => assert!(f.at(&Natural::ZERO) > x),
                        Some((z, value)) => {
                            assert!(f.at(&z) == value && value <= x && f.at(&(&z + Natural::ONE)) > x);
                            assert!(z == 0 || f.least_bits(&z) <= value.significant_bits());
                        }
                    }
                    let value = f.at(&x);
                    assert_eq!(f.floor_inverse(&value), Some((x, value)));
                }
            }
        }
    }
}
