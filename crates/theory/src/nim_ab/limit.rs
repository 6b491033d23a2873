//! The slope l(a,b) = lim x_n/n of NIM(a,b) as an algebraic number (VIS-T-limit, VIS (9), (11)).
//!
//! For gcd(a,b) = 1, l = a/(r-1) where r > 1 is the one positive root of P(z) = z^{b+1} - z - 1 - sum_{i=1}^{a-1} z^{ceil(ib/a)};
//! and l(ka,kb) = k l(a,b). P has one change of sign, so r is unique; it is enclosed by dyadic rationals at which the exact
//! signs of P differ.

use malachite::base::num::arithmetic::traits::{DivExact, Floor, Gcd, Pow, PowerOf2};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Natural, Rational};

use crate::Refusal;

/// Largest a and b for which the polynomial is written out.
const LARGEST: u64 = 1 << 16;

/// The polynomial VIS (9), coefficients from z^0 up; needs a, b >= 1 and gcd(a,b) = 1. O(a + b).
///
/// ```
/// use malachite::Integer;
/// use wythoff_theory::nim_ab::limit_polynomial;
/// assert_eq!(limit_polynomial(1, 2).unwrap(), [-1, -1, 0, 1].map(Integer::from)); // z^3 - z - 1
/// ```
pub fn limit_polynomial(a: u64, b: u64) -> Result<Vec<Integer>, Refusal> {
    if a == 0 || b == 0 || a.gcd(b) != 1 {
        return Err(Refusal::Hypothesis {
            theorem: "VIS (9)",
            hypothesis: format!("a and b must be positive and coprime, here a = {a} and b = {b}"),
        });
    }
    if a > LARGEST || b > LARGEST {
        return Err(Refusal::Limit(format!("the polynomial VIS (9) is written out for a, b <= {LARGEST}")));
    }
    let mut coefficients = vec![Integer::ZERO; b as usize + 2];
    coefficients[b as usize + 1] += Integer::ONE;
    coefficients[1] -= Integer::ONE;
    coefficients[0] -= Integer::ONE;
    for i in 1..a {
        coefficients[(i * b).div_ceil(a) as usize] -= Integer::ONE;
    }
    Ok(coefficients)
}

/// The slope l(a,b), an algebraic number.
#[derive(Clone, Debug)]
pub struct LimitSlope {
    a: u64,
    /// gcd(a,b), by which the polynomial's parameters were divided.
    scale: u64,
    polynomial: Vec<Integer>,
}

impl LimitSlope {
    /// l(a,b) for a, b >= 1.
    pub fn new(a: u64, b: u64) -> Result<LimitSlope, Refusal> {
        let scale = a.gcd(b).max(1);
        let polynomial = limit_polynomial(a / scale, b / scale)?;
        Ok(LimitSlope { a, scale, polynomial })
    }

    /// The polynomial VIS (9) of a/g, b/g, g = gcd(a,b), whose root r > 1 gives l = a/(r-1).
    pub fn polynomial(&self) -> &[Integer] {
        &self.polynomial
    }

    /// A polynomial with integer coefficients, from z^0 up, that vanishes at l itself: z^{b+1} P(1 + a/z) in lowest terms.
    pub fn polynomial_of_slope(&self) -> Vec<Integer> {
        let degree = self.polynomial.len() - 1;
        let a = Integer::from(self.a);
        // Horner in (z + a), carrying one more factor z for each step: sum_k p_k (z+a)^k z^(degree-k).
        let mut sum = vec![Integer::ZERO; degree + 1];
        let mut power = vec![Integer::ONE];
        for (k, p) in self.polynomial.iter().enumerate() {
            for (i, c) in power.iter().enumerate() {
                sum[i + degree - k] += p * c;
            }
            let mut next = vec![Integer::ZERO; power.len() + 1];
            for (i, c) in power.iter().enumerate() {
                next[i] += c * &a;
                next[i + 1] += c;
            }
            power = next;
        }
        let content = sum.iter().fold(Natural::ZERO, |g, c| g.gcd(c.unsigned_abs_ref()));
        // P(1) < 0, so the leading coefficient of the sum is negative.
        let content = -Integer::from(content);
        sum.into_iter().map(|c| if content == 0 { c } else { c.div_exact(&content) }).collect()
    }

    /// The exact sign of P(m/2^bits), as the sign of an integer.
    fn value_at(&self, m: &Integer, bits: u64) -> Integer {
        let mut value = Integer::ZERO;
        let degree = self.polynomial.len() as u64 - 1;
        for (k, c) in self.polynomial.iter().enumerate().rev() {
            value = value * m + (c << (bits * (degree - k as u64)));
        }
        value
    }

    /// floor(r 2^bits) for the root r, by Newton's step on doubling precision, made sure by two exact signs.
    fn root(&self, bits: u64) -> Integer {
        if bits <= 16 {
            return self.bisect(
                Integer::power_of_2(bits),
                Integer::from(self.polynomial.len() as u64 + self.a) << bits,
                bits,
            );
        }
        let coarse = bits / 2 + 1;
        let start: Integer = self.root(coarse) << (bits - coarse);
        // Newton: z - P(z)/P'(z), all scaled by 2^bits and rounded; the signs below repair any rounding.
        let (mut value, mut slope) = (Integer::ZERO, Integer::ZERO);
        for c in self.polynomial.iter().rev() {
            slope = ((slope * &start) >> bits) + &value;
            value = ((value * &start) >> bits) + (c << bits);
        }
        let guess = if slope == 0 { start } else { &start - (value << bits) / slope };
        let mut step = Integer::ONE;
        let (mut low, mut high) = (guess.clone(), &guess + Integer::ONE);
        while self.value_at(&low, bits) > 0 {
            low -= &step;
            step <<= 1u32;
        }
        while self.value_at(&high, bits) <= 0 {
            high += &step;
            step <<= 1u32;
        }
        self.bisect(low, high, bits)
    }

    /// floor(r 2^bits) between a point with P <= 0 and one with P > 0.
    fn bisect(&self, mut low: Integer, mut high: Integer, bits: u64) -> Integer {
        while &high - &low > 1 {
            let middle: Integer = (&low + &high) >> 1u32;
            if self.value_at(&middle, bits) <= 0 { low = middle } else { high = middle }
        }
        low
    }

    /// An interval that contains the root r and is 2^-bits wide.
    pub fn root_interval(&self, bits: u64) -> (Rational, Rational) {
        let low = self.root(bits);
        let unit = Integer::power_of_2(bits);
        let high = &low + Integer::ONE;
        (Rational::from_integers_ref(&low, &unit), Rational::from_integers(high, unit))
    }

    /// An interval that contains l = a/(r-1); its width shrinks like 2^-bits.
    pub fn interval(&self, bits: u64) -> (Rational, Rational) {
        let a = Rational::from(self.a);
        let mut bits = bits;
        loop {
            let (low, high) = self.root_interval(bits);
            if low > 1 {
                return (&a / (high - Rational::ONE), a / (low - Rational::ONE));
            }
            bits += 64;
        }
    }

    /// The first digits of l after the point, none of them rounded.
    pub fn decimal(&self, digits: u64) -> String {
        let scale = Rational::from(Natural::from(10u32).pow(digits));
        let mut bits = digits * 10 / 3 + 64;
        loop {
            let (low, high) = self.interval(bits);
            let (low, high) = ((low * &scale).floor(), (high * &scale).floor());
            // l is irrational, so finer intervals end between two multiples of 10^-digits.
            if low == high {
                let text = low.to_string();
                let digits = digits as usize;
                // Not by a width: those of `format!` end at 65,535.
                let text = "0".repeat((digits + 1).saturating_sub(text.len())) + &text;
                let (whole, fraction) = text.split_at(text.len() - digits);
                return if digits == 0 { whole.into() } else { format!("{whole}.{fraction}") };
            }
            bits *= 2;
        }
    }

    /// gcd(a,b).
    pub fn scale(&self) -> u64 {
        self.scale
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nim_ab::{DifferenceWord, Goal, characteristic_polynomial, incidence_matrix};

    #[test]
    fn the_matrix_has_the_polynomial() {
        for a in 1..9u64 {
            for b in (1..8u64).filter(|&b| a.gcd(b) == 1) {
                assert_eq!(
                    characteristic_polynomial(&incidence_matrix(a, b)),
                    limit_polynomial(a, b).unwrap()
                );
            }
        }
        assert!(limit_polynomial(2, 4).is_err());
    }

    #[test]
    fn the_slope_is_the_limit_of_x_n_over_n() {
        let n = Natural::from(10u32).pow(80);
        for a in 1..6u64 {
            for b in 1..5u64 {
                let slope = LimitSlope::new(a, b).unwrap();
                let x = DifferenceWord::new(a, b, false).find(Goal::Length, &n).unwrap().sum;
                let ratio = Rational::from_naturals_ref(&x, &n);
                let (low, high) = slope.interval(40);
                let slack = Rational::from_naturals(Natural::ONE, Natural::from(10u32).pow(9));
                assert!(low - &slack < ratio && ratio < high + slack, "l({a},{b})");
            }
        }
    }

    #[test]
    fn golden_and_silver_digits() {
        let slope = LimitSlope::new(1, 1).unwrap();
        assert_eq!(slope.decimal(30), "1.618033988749894848204586834365");
        assert_eq!(slope.polynomial_of_slope(), [-1, -1, 1].map(Integer::from));
        assert_eq!(LimitSlope::new(2, 1).unwrap().decimal(20), "1.41421356237309504880");
        assert_eq!(LimitSlope::new(3, 3).unwrap().decimal(9), "4.854101966");
        assert_eq!(LimitSlope::new(1, 2).unwrap().decimal(0), "3");
    }

    #[test]
    fn a_thousand_digits_have_the_sign_change() {
        let slope = LimitSlope::new(2, 5).unwrap();
        let text = slope.decimal(1000);
        let digits: Integer = text.replace('.', "").parse().unwrap();
        let scale = Integer::from(10u32).pow(1000);
        let value = |m: &Integer| {
            let q = slope.polynomial_of_slope();
            let degree = q.len() - 1;
            q.iter()
                .enumerate()
                .map(|(k, c)| c * m.pow(k as u64) * (&scale).pow((degree - k) as u64))
                .sum::<Integer>()
        };
        let (below, above) = (value(&digits), value(&(digits + Integer::ONE)));
        assert!((below < 0) != (above < 0));
    }
}
