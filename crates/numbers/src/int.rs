//! The one place where big integers come from: malachite's types, the traits that work on them, decimal text.
//!
//! Multiplication, division, square roots and conversion to and from decimal text are subquadratic.

use crate::error::NumberError;
use std::str::FromStr;

pub use malachite::{Integer, Natural, Rational};

/// The arithmetic traits of malachite that the parts of this project use, under one name.
pub mod traits {
    pub use malachite::base::num::arithmetic::traits::{
        Abs, CeilingDivMod, CeilingRoot, CeilingSqrt, CheckedDiv, CheckedSqrt, CheckedSub, DivExact, DivMod,
        DivRem, DivisibleBy, DivisibleByPowerOf2, ExtendedGcd, Floor, FloorRoot, FloorSqrt, Gcd, IsPowerOf2,
        Lcm, Mod, ModPowerOf2, NegAssign, Parity, Pow, PowerOf2, Reciprocal, Sign, Square, UnsignedAbs,
    };
    pub use malachite::base::num::basic::traits::{NegativeOne, One, Two, Zero};
    pub use malachite::base::num::conversion::traits::{ConvertibleFrom, ExactFrom, IsInteger, RoundingFrom};
    pub use malachite::base::num::logic::traits::{BitAccess, LowMask, SignificantBits, TrailingZeros};
}

use traits::{Floor, FloorSqrt, Zero};

/// Byte range of the digits of `text` after blanks are trimmed, with the sign.
fn digits_of(text: &str) -> Result<(bool, usize, &str), NumberError> {
    let start = text.len() - text.trim_start().len();
    let body = text.trim();
    let (negative, skip) = match body.as_bytes().first() {
        Some(b'-') => (true, 1),
        Some(b'+') => (false, 1),
        _ => (false, 0),
    };
    let digits = &body[skip..];
    let at = start + skip;
    if digits.is_empty() {
        return Err(NumberError::NoDigit { at });
    }
    match digits.char_indices().find(|(_, c)| !c.is_ascii_digit()) {
        Some((i, found)) => Err(NumberError::Digit { at: at + i, found }),
        None => Ok((negative, at, digits)),
    }
}

/// Reads a decimal integer of any length, with an optional sign and blanks around it. O(M(n) log n).
///
/// ```
/// use wythoff_numbers::int::{parse_integer, Integer};
/// assert_eq!(parse_integer(" -12 "), Ok(Integer::from(-12)));
/// assert_eq!(parse_integer("1x").unwrap_err().to_string(), "expected a decimal digit at byte 1, found `x`");
/// ```
pub fn parse_integer(text: &str) -> Result<Integer, NumberError> {
    let (negative, at, digits) = digits_of(text)?;
    let n = Natural::from_str(digits).map_err(|()| NumberError::NoDigit { at })?;
    Ok(if negative { -Integer::from(n) } else { Integer::from(n) })
}

/// Reads a decimal integer that is 0 or more; see [`parse_integer`].
pub fn parse_natural(text: &str) -> Result<Natural, NumberError> {
    let (negative, at, digits) = digits_of(text)?;
    let n = Natural::from_str(digits).map_err(|()| NumberError::NoDigit { at })?;
    if negative && n != Natural::ZERO { Err(NumberError::Negative { at: at - 1 }) } else { Ok(n) }
}

/// Reads an exact decimal fraction such as `-1.839`. O(M(n) log n).
pub fn parse_decimal(text: &str) -> Result<Rational, NumberError> {
    let start = text.len() - text.trim_start().len();
    let body = text.trim();
    let Some(dot) = body.find('.') else { return parse_integer(text).map(Rational::from) };
    let fraction = &body[dot + 1..];
    if let Some((i, found)) = fraction.char_indices().find(|(_, c)| !c.is_ascii_digit()) {
        return Err(NumberError::Digit { at: start + dot + 1 + i, found });
    }
    let joined = format!("{}{fraction}", &body[..dot]);
    // Dropping the point moves a mistake before it nowhere, and the fraction is known to be digits.
    let value = parse_integer(&joined).map_err(|error| error.moved(start))?;
    let scale = traits::Pow::pow(Integer::from(10), fraction.len() as u64);
    Ok(Rational::from_integers(value, scale))
}

/// The integer square root floor(sqrt(n)). O(M(n)).
pub fn isqrt(n: &Natural) -> Natural {
    n.floor_sqrt()
}

/// Quotient rounded towards minus infinity; `None` for a zero divisor.
pub fn floor_div(n: &Integer, d: &Integer) -> Option<Integer> {
    if *d == Integer::ZERO { None } else { Some(traits::DivMod::div_mod(n, d).0) }
}

/// The remainder that goes with [`floor_div`]: 0 <= r < d for d > 0; `None` for a zero divisor.
pub fn floor_mod(n: &Integer, d: &Integer) -> Option<Integer> {
    if *d == Integer::ZERO { None } else { Some(traits::Mod::mod_op(n, d)) }
}

/// floor(x) of an exact fraction.
pub fn floor(x: &Rational) -> Integer {
    x.floor()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimal_text() {
        assert_eq!(parse_natural("00123"), Ok(Natural::from(123u32)));
        assert_eq!(parse_natural("-3"), Err(NumberError::Negative { at: 0 }));
        assert_eq!(parse_natural("-0"), Ok(Natural::ZERO));
        assert_eq!(parse_integer("  "), Err(NumberError::NoDigit { at: 2 }));
        assert_eq!(parse_integer("é"), Err(NumberError::Digit { at: 0, found: 'é' }));
        assert_eq!(parse_integer(" 12é"), Err(NumberError::Digit { at: 3, found: 'é' }));
        assert_eq!(parse_decimal("-1.50"), Ok(Rational::from_signeds(-3, 2)));
        assert_eq!(parse_decimal("7"), Ok(Rational::from(7)));
        assert_eq!(parse_decimal(" 1.2.3"), Err(NumberError::Digit { at: 4, found: '.' }));
        assert_eq!(parse_decimal("."), Err(NumberError::NoDigit { at: 0 }));
    }

    #[test]
    fn floors_of_quotients() {
        for n in -20..=20i64 {
            for d in [-7i64, -2, 1, 3] {
                let expected = (n as f64 / d as f64).floor() as i64;
                assert_eq!(floor_div(&n.into(), &d.into()), Some(expected.into()), "{n}/{d}");
                assert_eq!(floor_mod(&n.into(), &d.into()), Some((n - expected * d).into()));
            }
        }
        assert_eq!(floor_div(&1.into(), &0.into()), None);
    }
}
