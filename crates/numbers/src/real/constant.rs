//! Enclosures of pi and e from their series, with every error bounded.
//!
//! pi by Chudnovsky's series, whose terms alternate in sign and decrease, so two consecutive partial sums enclose
//! it; e by sum 1/k!, whose tail after 1/(k-1)! is below 2/k!. Both by binary splitting: O(M(n) log^2 n) for n bits.

use super::Enclosure;
use crate::int::traits::*;
use crate::int::{Integer, Natural};

/// (P, Q, T) of the terms k in [from, to) of Chudnovsky's series: T/Q is their sum relative to the term before.
fn chudnovsky(from: u64, to: u64) -> (Integer, Integer, Integer) {
    if to - from == 1 {
        let k = Integer::from(from);
        let p = if from == 0 {
            Integer::ONE
        } else {
            -((Integer::from(6u32) * &k - Integer::from(5u32))
                * ((&k << 1u32) - Integer::ONE)
                * (Integer::from(6u32) * &k - Integer::ONE))
        };
        let q = if from == 0 {
            Integer::ONE
        } else {
            // 640320^3 / 24
            k.clone().pow(3) * Integer::from(10_939_058_860_032_000u64)
        };
        let t = &p * (Integer::from(13_591_409u32) + Integer::from(545_140_134u32) * k);
        return (p, q, t);
    }
    let mid = from + (to - from) / 2;
    let (p1, q1, t1) = chudnovsky(from, mid);
    let (p2, q2, t2) = chudnovsky(mid, to);
    let t = t1 * &q2 + &p1 * t2;
    (p1 * p2, q1 * q2, t)
}

/// pi within a few units of 2^-bits.
pub(super) fn pi(bits: u64) -> Enclosure {
    let work = bits + 32;
    // Term k is below 2^(24 - 45 k): the ratio of neighbours is at most 205/10939058860032000 at k = 1 and below
    // 144/10939058860032000 after it. An even number of terms gives a lower bound, short by less than a unit.
    let terms = work / 45 + 2;
    let (_, q, t) = chudnovsky(0, terms + terms % 2);
    let low_sum = (t << work).div_mod(q).0;
    let high_sum = &low_sum + Integer::TWO;
    // pi = 426880 sqrt(10005) / sum
    let root = Integer::from((Natural::from(10_005u32) << (2 * work)).floor_sqrt());
    let top = Integer::from(426_880u32);
    let low = ((&top * &root) << work).div_mod(high_sum).0;
    let high = ((top * (root + Integer::ONE)) << work).div_mod(low_sum).0 + Integer::ONE;
    Enclosure { low, high, bits: work }.rounded_to(bits)
}

/// (P, Q) of sum over k in [from, to) of 1/(from+1 ... k+1): P/Q with Q = (from+1)...to.
fn exponential(from: u64, to: u64) -> (Integer, Integer) {
    if to - from == 1 {
        return (Integer::ONE, Integer::from(to));
    }
    let mid = from + (to - from) / 2;
    let (p1, q1) = exponential(from, mid);
    let (p2, q2) = exponential(mid, to);
    (p1 * &q2 + p2, q1 * q2)
}

/// e within a few units of 2^-bits.
pub(super) fn e(bits: u64) -> Enclosure {
    let work = bits + 8;
    // The least number of terms with n! > 2^work, bounded through floor(log2 k) for each factor.
    let (mut terms, mut log_factorial) = (2u64, 1u64);
    while log_factorial <= work {
        terms += 1;
        log_factorial += u64::from(terms.ilog2());
    }
    let (p, q) = exponential(0, terms);
    // 1 + P/Q < e < 1 + P/Q + 2/(terms+1)!
    let low = ((p + &q) << work).div_mod(q).0;
    let high = &low + Integer::from(3u32);
    Enclosure { low, high, bits: work }.rounded_to(bits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::int::parse_integer;

    /// arctan(1/x) by its alternating series in fixed point: the plain route to pi by Machin's formula.
    fn arctan_inverse(x: u32, bits: u64) -> Integer {
        let mut power = (Integer::ONE << bits) / Integer::from(x);
        let (mut sum, mut k, square) = (Integer::ZERO, 0u32, Integer::from(x * x));
        while power != 0 {
            let term = &power / Integer::from(2 * k + 1);
            if k % 2 == 0 {
                sum += term
            } else {
                sum -= term
            }
            power /= &square;
            k += 1;
        }
        sum
    }

    #[test]
    fn chudnovsky_agrees_with_machin() {
        for bits in [1u64, 64, 500, 4000] {
            let work = bits + 40;
            let machin = (arctan_inverse(5, work) << 4u32) - (arctan_inverse(239, work) << 2u32);
            let pi = pi(bits);
            assert!(&pi.high - &pi.low <= 3);
            let slack = Integer::ONE << 30u32;
            assert!((&pi.low << 40u32) <= &machin + &slack, "{bits}");
            assert!((&pi.high << 40u32) >= &machin - &slack, "{bits}");
        }
    }

    #[test]
    fn known_digits_of_e() {
        let digits =
            parse_integer("27182818284590452353602874713526624977572470936999595749669676277240766303535")
                .unwrap();
        let e = e(400);
        let scale = Integer::from(10u32).pow(76);
        assert_eq!((&e.low * &scale) >> 400u32, digits);
        assert_eq!((&e.high * &scale) >> 400u32, digits);
        assert!(&e.high - &e.low <= 3);
    }
}
