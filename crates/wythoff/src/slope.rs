//! The slope l(a,b) = lim x_n/n of NIM(a,b), its polynomial VIS (9) and the matrix VIS (10).

use crate::clock::timed;
use crate::error::Error;
use crate::evidence::Grounds;
use crate::json;
use serde::Serialize;
use serde::ser::Serializer;
use wythoff_numbers::{Budget, Integer};
use wythoff_theory::nim_ab::{LimitSlope, incidence_matrix};

/// Largest b for which the matrix is written out.
const MATRIX: u64 = 64;

/// Most digits that are computed.
const DIGITS: u64 = 100_000;

/// l(a,b), exactly: the root of a polynomial.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NimSlope {
    /// The parameter a.
    pub a: u64,
    /// The parameter b.
    pub b: u64,
    /// The polynomial VIS (9) of a/g, b/g, g = gcd(a,b), coefficients from z^0 up; l = a/(r-1) for its root r > 1.
    #[serde(serialize_with = "json::integers")]
    pub polynomial: Vec<Integer>,
    /// A polynomial that vanishes at l itself, coefficients from z^0 up.
    #[serde(serialize_with = "json::integers")]
    pub polynomial_of_slope: Vec<Integer>,
    /// The matrix VIS (10) of a/g, b/g; nothing where it is large.
    #[serde(serialize_with = "rows", skip_serializing_if = "Vec::is_empty")]
    pub matrix: Vec<Vec<Integer>>,
    /// The first digits of l, none of them rounded.
    pub slope: String,
    /// What it rests on.
    #[serde(flatten)]
    pub grounds: Grounds,
    /// Time spent computing.
    pub seconds: f64,
}

fn rows<S: Serializer>(rows: &[Vec<Integer>], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(rows.iter().map(|row| row.iter().map(json::Whole).collect::<Vec<_>>()))
}

/// The slope of NIM(a,b), a and b >= 1, with as many digits as are wanted.
///
/// ```
/// let found = wythoff::nim_slope(1, 2, 6, &Default::default())?;
/// assert_eq!(found.polynomial, [-1, -1, 0, 1]); // z^3 - z - 1
/// assert_eq!(found.slope, "3.079595");
/// # Ok::<(), wythoff::Error>(())
/// ```
pub fn nim_slope(a: u64, b: u64, digits: u64, budget: &Budget) -> Result<NimSlope, Error> {
    if digits > DIGITS {
        return Err(Error::input(format!("{digits} digits: up to {DIGITS} are computed"))
            .hint("ask for fewer digits"));
    }
    let (found, seconds) = timed(budget, || -> Result<NimSlope, Error> {
        let slope = LimitSlope::new(a, b).map_err(|why| {
            Error::input(why.to_string())
                .hint("give two positive numbers without a common factor, such as 2 and 3")
        })?;
        let scale = slope.scale();
        let matrix = if b / scale <= MATRIX { incidence_matrix(a / scale, b / scale) } else { Vec::new() };
        Ok(NimSlope {
            a,
            b,
            polynomial: slope.polynomial().to_vec(),
            polynomial_of_slope: slope.polynomial_of_slope(),
            matrix,
            slope: slope.decimal(digits),
            grounds: Grounds::theorem("VIS-T-limit"),
            seconds: 0.0,
        })
    });
    Ok(NimSlope { seconds, ..found? })
}
