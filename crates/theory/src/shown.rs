//! A number of any size inside a sentence: all its digits when they are few, else both ends and their count.
//!
//! The leading digits come from an enclosure of a power of ten with 256-bit ends, so that a number of a
//! million digits is shown in linear time and no conversion to decimal is needed.
//!
//! No answers are made here.

use malachite::Natural;
use wythoff_numbers::int::traits::*;

/// Digits kept at each end of a long number.
const END: u64 = 8;
/// Longest number that is written in full.
const SHORT: u64 = 30;
/// Bits of the ends of an enclosure.
const PRECISION: u64 = 256;

/// The decimal digits of n, or `12345678…87654321 (1000000 digits)` when there are more than 30. O(n).
///
/// ```
/// use malachite::Natural;
/// use malachite::base::num::arithmetic::traits::Pow;
/// use wythoff_theory::show_number;
/// assert_eq!(show_number(&Natural::from(1200u32)), "1200");
/// assert_eq!(show_number(&Natural::from(7u32).pow(100)), "32344765…28060001 (85 digits)");
/// ```
pub fn show_number(n: &Natural) -> String {
    // A number of 3 bits a digit is short enough to be written without a thought.
    if n.significant_bits() <= 3 * SHORT {
        return n.to_string();
    }
    let (lead, digits) = leading_digits(n);
    if digits <= SHORT {
        return n.to_string();
    }
    let end = 10u64.pow(END as u32);
    format!("{lead}…{:0width$} ({digits} digits)", n % Natural::from(end), width = END as usize)
}

/// `(x, y)` with each pile shown by [`show_number`].
pub(crate) fn show_position(piles: &[Natural]) -> String {
    format!("({})", piles.iter().map(show_number).collect::<Vec<_>>().join(", "))
}

/// The first [`END`] digits of n and how many digits n has; n has more than [`END`] digits.
fn leading_digits(n: &Natural) -> (Natural, u64) {
    // floor(2^32 log10 2): the product below never exceeds log10 n, and falls short of it by less than 1.
    const LOG10_2: u128 = 1_292_913_986;
    let bits = n.significant_bits();
    let least_digits = ((u128::from(bits - 1) * LOG10_2) >> 32) as u64 + 1;
    let exponent = least_digits - END;
    let (low, high, shift) = power_of_ten(exponent);
    let drop = bits.saturating_sub(PRECISION);
    let top = n >> drop;
    let least = quotient(&top, drop, &high, shift);
    let most = quotient(&(&top + Natural::ONE), drop, &low, shift);
    let lead = if least == most { least } else { n / Natural::from(10u32).pow(exponent) };
    if lead >= 10u64.pow(END as u32) {
        (lead / Natural::from(10u32), least_digits + 1)
    } else {
        (lead, least_digits)
    }
}

/// floor(a 2^i / (b 2^j)).
fn quotient(a: &Natural, i: u64, b: &Natural, j: u64) -> Natural {
    if i >= j { (a << (i - j)) / b } else { a / (b << (j - i)) }
}

/// low 2^shift <= 10^k <= high 2^shift, with ends of about 256 bits.
fn power_of_ten(k: u64) -> (Natural, Natural, u64) {
    let (mut low, mut high, mut shift) = (Natural::ONE, Natural::ONE, 0u64);
    for bit in (0..u64::BITS).rev() {
        low = low.square();
        high = high.square();
        shift *= 2;
        if k >> bit & 1 == 1 {
            low *= Natural::from(10u32);
            high *= Natural::from(10u32);
        }
        let drop = low.significant_bits().saturating_sub(PRECISION);
        if drop > 0 {
            low >>= drop;
            high = (high >> drop) + Natural::ONE;
            shift += drop;
        }
    }
    (low, high, shift)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_decimal_text() {
        for base in [2u32, 3, 10, 99, 4_294_967_295] {
            for exponent in [1u64, 20, 29, 30, 31, 57, 100, 301, 1000, 4999] {
                for offset in [-1i32, 0, 1] {
                    let power = Natural::from(base).pow(exponent);
                    let n = match offset {
                        -1 => power - Natural::ONE,
                        0 => power,
                        _ => power + Natural::ONE,
                    };
                    let text = n.to_string();
                    let expected = if text.len() <= 30 {
                        text
                    } else {
                        format!("{}…{} ({} digits)", &text[..8], &text[text.len() - 8..], text.len())
                    };
                    assert_eq!(show_number(&n), expected);
                }
            }
        }
    }
}
