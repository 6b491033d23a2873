//! Numbers of small height in a rational interval: a guess at what a slope is.

use wythoff_numbers::fraction::simplest_open;
use wythoff_numbers::int::traits::*;
use wythoff_numbers::{Integer, Quadratic, Rational};

/// Largest coefficient of a quadratic polynomial that is tried.
const HEIGHT: i64 = 60;

/// A number in an interval that is simpler than chance explains.
#[derive(Clone, Debug, PartialEq)]
pub struct Named {
    /// The number as text, such as `(1+sqrt(5))/2` or `3/2`.
    pub text: String,
    /// Of all rationals with smaller denominators, or all quadratic irrationals with polynomials of
    /// coefficients at most this, it is the only one, or the one of least height, in the interval.
    pub height: i64,
    /// The largest height searched.
    pub searched: i64,
    /// The quadratic irrational; `None` for a rational.
    pub quadratic: Option<Quadratic>,
}

/// A rational or quadratic irrational of surprisingly small height in `[low, high)`, or in `(low, high)` if the lower end
/// does not belong to the interval; `0 <= low < high`.
///
/// Heights are searched only as long as fewer than one in four intervals of this width would contain
/// such a number by chance. O(height²) integer operations.
///
/// ```
/// use wythoff_discover::findings::name_in;
/// use wythoff_numbers::Rational;
/// let (low, high) = (Rational::from_signeds(987, 610), Rational::from_signeds(1597, 987));
/// assert_eq!(name_in(&low, &high, true).unwrap().text, "(1+sqrt(5))/2");
/// ```
pub fn name_in(low: &Rational, high: &Rational, includes_low: bool) -> Option<Named> {
    if *low < 0 || low >= high {
        return None;
    }
    let inside = simplest_open(low, high);
    let at_low = includes_low && low.denominator_ref() <= inside.denominator_ref();
    let simplest = if at_low { low.clone() } else { inside };
    let width = high - low;
    let denominator = Integer::from(simplest.denominator_ref());
    let crowd = &width * Rational::from((&denominator).square());
    let fraction = || {
        let height = i64::try_from(&denominator).ok()?;
        Some(Named { text: simplest.to_string(), height, searched: height, quadratic: None })
    };
    if &crowd * Rational::from(32) < 1 {
        return fraction();
    }
    match quadratic_in(low, high, &width) {
        None if crowd * Rational::from(6) < 1 => fraction(),
        found => found,
    }
}

/// The quadratic irrational of least height in the interval, among heights that chance does not explain.
fn quadratic_in(low: &Rational, high: &Rational, width: &Rational) -> Option<Named> {
    // The polynomials of height h have about 4 (r + 1) h^3 roots near r for each unit of length.
    let crowd = width * (high + Rational::from(1)) * Rational::from(16);
    let searched = (1..=HEIGHT).take_while(|&h| &crowd * Rational::from(h).pow(3u64) < 1).last()?;
    let ends = (Fraction::of(low), Fraction::of(high));
    let mut best: Option<(i64, Quadratic)> = None;
    for a in 1..=searched {
        for b in -searched..=searched {
            if let Some((height, root)) = root_between(a, b, &ends, searched)
                && best.as_ref().is_none_or(|(least, _)| height < *least)
            {
                best = Some((height, root));
            }
        }
    }
    let (height, root) = best?;
    Some(Named { text: root.to_string(), height, searched, quadratic: Some(root) })
}

/// A nonnegative rational as p/q with p², pq, q² at hand.
struct Fraction {
    pp: Integer,
    pq: Integer,
    qq: Integer,
}

impl Fraction {
    fn of(x: &Rational) -> Fraction {
        let (p, q) = (Integer::from(x.numerator_ref()), Integer::from(x.denominator_ref()));
        Fraction { pp: (&p).square(), pq: &p * &q, qq: q.square() }
    }

    /// q² (a x² + b x).
    fn value(&self, a: i64, b: i64) -> Integer {
        &self.pp * Integer::from(a) + &self.pq * Integer::from(b)
    }
}

/// A root of a z² + b z + c between the ends for some |c| <= most, irreducible, with its height.
fn root_between(a: i64, b: i64, ends: &(Fraction, Fraction), most: i64) -> Option<(i64, Quadratic)> {
    let (at_low, at_high) = (ends.0.value(a, b), ends.1.value(a, b));
    // a x² + b x + c changes sign between the ends iff -c lies between its values there.
    let floor_low = (&at_low).div_mod(&ends.0.qq).0;
    let floor_high = (&at_high).div_mod(&ends.1.qq).0;
    let rising = &at_low * &ends.1.qq < &at_high * &ends.0.qq;
    let (from, to) = if rising { (floor_low, floor_high) } else { (floor_high, floor_low) };
    // Integers v with from < v <= to lie between the two values; more than one means a crowd.
    if to != &from + Integer::ONE {
        return None;
    }
    let c = i64::try_from(&-to).ok().filter(|c| c.abs() <= most)?;
    let discriminant = b * b - 4 * a * c;
    if discriminant <= 0 {
        return None;
    }
    let sign = if rising { 1 } else { -1 };
    let root = Quadratic::new(-b, sign, discriminant as u64, 2 * a).ok()?;
    root.is_irrational().then_some((a.max(b.abs()).max(c.abs()), root))
}
