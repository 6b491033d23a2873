//! The sequence floor(n alpha + gamma) with quadratic alpha > 0: terms, and the index of a number.
//!
//! Each answer costs one or two integer square roots of twice the size of the argument.

use malachite::{Integer, Natural};
use wythoff_numbers::NumberError;
use wythoff_numbers::Quadratic;
use wythoff_numbers::int::traits::*;

/// floor(n alpha + gamma), n >= 0, with irrational alpha > 0 and gamma >= 0 in the field of alpha; gamma is
/// 0, or n alpha + gamma is never an integer.
pub(crate) struct Line {
    slope: Quadratic,
    offset: Quadratic,
    /// 1/alpha.
    inverse: Quadratic,
    /// -gamma/alpha.
    back: Quadratic,
}

impl Line {
    /// The line of slope alpha through (0, gamma).
    pub fn new(slope: Quadratic, offset: Quadratic) -> Result<Line, NumberError> {
        let inverse = slope.recip()?;
        let back = offset.mul(&inverse)?.neg();
        Ok(Line { slope, offset, inverse, back })
    }

    /// The line of slope alpha through the origin.
    pub fn homogeneous(slope: Quadratic) -> Result<Line, NumberError> {
        Line::new(slope, Quadratic::integer(0))
    }

    /// The line floor(n (alpha + slope) + gamma + offset).
    pub fn raised(&self, slope: &Integer, offset: &Integer) -> Result<Line, NumberError> {
        Line::new(self.slope.add_integer(slope), self.offset.add_integer(offset))
    }

    /// floor(n alpha + gamma).
    pub fn term(&self, n: &Natural) -> Natural {
        let n = Integer::from(n);
        if self.offset.sign().is_eq() {
            self.slope.floor_mul(&n).unsigned_abs()
        } else {
            self.slope.floor_affine(&n, &self.offset).unsigned_abs()
        }
    }

    /// The least n >= 0 with n alpha + gamma >= x: the only candidate for the first term equal to x.
    pub fn first_at_least(&self, x: &Natural) -> Natural {
        let x = Integer::from(x);
        if self.offset.sign().is_eq() {
            if x == 0 {
                return Natural::ZERO;
            }
            return (self.inverse.floor_mul(&x) + Integer::ONE).unsigned_abs();
        }
        let n = self.inverse.floor_affine(&x, &self.back) + Integer::ONE;
        if n < 0 { Natural::ZERO } else { n.unsigned_abs() }
    }

    /// The least n with floor(n alpha + gamma) = x, if there is one.
    pub fn index(&self, x: &Natural) -> Option<Natural> {
        let n = self.first_at_least(x);
        (self.term(&n) == *x).then_some(n)
    }
}

/// alpha_s = (2 - s + sqrt(s^2 + 4))/2, with 1/alpha_s + 1/(alpha_s + s) = 1.
pub(crate) fn wythoff_slope(s: &Natural) -> Quadratic {
    Quadratic::t_wythoff(s)
}
