//! Dispersions, interspersions and fractal sequences (Kimberling; VIS 7.1).
//!
//! The dispersion of an increasing sequence s of positive integers, whose complement t is infinite with t(1) = 1, has the
//! rows t(n), s(t(n)), s(s(t(n))), ... An array is a dispersion iff it is an interspersion: (I1) every positive integer
//! once, (I2) rows increase, (I3) columns increase, (I4) u_i < v_h < u_(i+1) implies u_(i+1) < v_(h+1) < u_(i+2).
//! The sequence of row numbers of 1, 2, 3, ... is then a fractal sequence: deleting the first occurrence of each number
//! leaves it unchanged.

use crate::error::NumberError;
use crate::{Budget, Stop};
use std::collections::{HashMap, HashSet};

use crate::int::Integer;
use crate::int::traits::*;

/// Integers read in the search for the complement.
const READ: u64 = 10_000_000;

/// The first rows and columns of the dispersion of s, given as a function of n >= 1.
///
/// ```
/// use wythoff_numbers::{Integer, Quadratic, arrays::dispersion::dispersion};
/// // The Wythoff array is the dispersion of floor((n+1) phi) - 1.
/// let shift = |n: &Integer| Quadratic::golden().floor_mul(&(n + Integer::from(1))) - Integer::from(1);
/// let corner = dispersion(shift, 3, 4).unwrap();
/// assert_eq!(corner, [vec![1, 2, 3, 5], vec![4, 7, 11, 18], vec![6, 10, 16, 26]]);
/// ```
pub fn dispersion(
    s: impl Fn(&Integer) -> Integer,
    rows: usize,
    columns: usize,
) -> Result<Vec<Vec<Integer>>, NumberError> {
    try_dispersion(|n| Ok::<_, NumberError>(s(n)), rows, columns)
}

/// The same for a sequence whose terms may fail.
pub fn try_dispersion<E: From<NumberError>>(
    mut s: impl FnMut(&Integer) -> Result<Integer, E>,
    rows: usize,
    columns: usize,
) -> Result<Vec<Vec<Integer>>, E> {
    let mut complement = Vec::new();
    let mut before = Integer::ZERO;
    let (mut n, mut next) = (1u64, s(&Integer::ONE)?);
    let mut m = 0u64;
    while complement.len() < rows {
        m += 1;
        if m > READ {
            return Err(NumberError::Complement { found: complement.len(), bound: READ }.into());
        }
        if next <= before {
            return Err(NumberError::NotIncreasing { n, value: next, before }.into());
        }
        if next == m {
            if m == 1 {
                return Err(NumberError::ContainsOne.into());
            }
            n += 1;
            before = std::mem::replace(&mut next, s(&Integer::from(n))?);
        } else {
            complement.push(Integer::from(m));
        }
    }
    let mut corner = Vec::new();
    for first in complement {
        let mut row = Vec::new();
        let mut now = first;
        for _ in 0..columns {
            let next = s(&now)?;
            row.push(std::mem::replace(&mut now, next));
        }
        corner.push(row);
    }
    Ok(corner)
}

/// An axiom that a corner of an array breaks; rows and columns count from 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Violation {
    /// (I1) an integer that occurs twice.
    #[error("(I1): {0} occurs twice")]
    Repeated(Integer),
    /// (I1) an integer that would have to be in the corner and is not.
    #[error("(I1): {0} does not occur")]
    Missing(Integer),
    /// (I2) a row that does not increase after the given column.
    #[error("(I2): row {row} does not increase after column {column}")]
    Row {
        /// The row.
        row: usize,
        /// The column.
        column: usize,
    },
    /// (I3) a column that does not increase after the given row.
    #[error("(I3): column {column} does not increase after row {row}")]
    Column {
        /// The row.
        row: usize,
        /// The column.
        column: usize,
    },
    /// (I4) u_i < v_h < u_(i+1) without u_(i+1) < v_(h+1) < u_(i+2).
    #[error("(I4): v_{h} of row {v} lies between u_{i} and its successor in row {u}, but v_{} does not follow suit", h + 1)]
    Interspersion {
        /// The row u.
        u: usize,
        /// The row v.
        v: usize,
        /// The column i.
        i: usize,
        /// The column h.
        h: usize,
    },
}

/// Tests the four axioms on a corner of an array, as far as the corner decides them.
///
/// (I1) is tested up to the bound below which an interspersion must show every integer within the corner.
/// Every two rows are merged.
pub fn check_interspersion(corner: &[Vec<Integer>], budget: &Budget) -> Result<Option<Violation>, Stop> {
    for (r, row) in corner.iter().enumerate() {
        if let Some(c) = row.windows(2).position(|w| w[0] >= w[1]) {
            return Ok(Some(Violation::Row { row: r + 1, column: c + 1 }));
        }
    }
    for (r, pair) in corner.windows(2).enumerate() {
        if let Some(c) = pair[0].iter().zip(&pair[1]).position(|(x, y)| x >= y) {
            return Ok(Some(Violation::Column { row: r + 1, column: c + 1 }));
        }
    }
    let mut seen: HashSet<&Integer> = HashSet::new();
    for row in corner {
        for part in row.chunks(PART) {
            budget.charge(HASHED * part.len() as u64)?;
            if let Some(x) = part.iter().find(|x| !seen.insert(x)) {
                return Ok(Some(Violation::Repeated(x.clone())));
            }
        }
    }
    let bound = corner_bound(corner).unwrap_or(Integer::ZERO);
    let mut m = Integer::ONE;
    while m <= bound {
        if !seen.contains(&m) {
            return Ok(Some(Violation::Missing(m)));
        }
        m += Integer::ONE;
    }
    let mut merged = 0;
    for (u, first) in corner.iter().enumerate() {
        for (v, second) in corner.iter().enumerate() {
            if u == v {
                continue;
            }
            merged += first.len() + second.len();
            if merged >= PART {
                budget.charge(MERGED * std::mem::take(&mut merged) as u64)?;
            }
            // For each v_h the place i with u_i < v_h < u_(i+1), by merging.
            let mut i = 0;
            for (h, pair) in second.windows(2).enumerate() {
                while i < first.len() && first[i] < pair[0] {
                    i += 1;
                }
                if i == 0 || i + 1 >= first.len() {
                    continue;
                }
                // first[i-1] < v_h < first[i]
                if !(first[i] < pair[1] && pair[1] < first[i + 1]) {
                    return Ok(Some(Violation::Interspersion { u: u + 1, v: v + 1, i, h: h + 1 }));
                }
            }
        }
    }
    Ok(None)
}

/// Entries between two payments, and what one costs where it is looked up and where rows are merged.
const PART: usize = 4096;
const HASHED: u64 = 100;
const MERGED: u64 = 10;

/// The largest integer below which an interspersion shows every integer in this corner.
fn corner_bound(corner: &[Vec<Integer>]) -> Option<Integer> {
    let last_row = corner.last()?.first()?;
    let shortest = corner.iter().filter_map(|row| row.last()).min()?;
    Some(last_row.min(shortest).clone())
}

/// The row numbers of 1, 2, 3, ... as far as the corner of an interspersion shows them.
pub fn row_numbers(corner: &[Vec<Integer>], budget: &Budget) -> Result<Vec<u64>, Stop> {
    let mut rows: HashMap<&Integer, u64> = HashMap::new();
    for (r, row) in (1u64..).zip(corner) {
        for part in row.chunks(PART) {
            budget.charge(2 * HASHED * part.len() as u64)?;
            rows.extend(part.iter().map(|x| (x, r)));
        }
    }
    let mut list = Vec::new();
    let mut m = Integer::ONE;
    while let Some(&row) = rows.get(&m) {
        list.push(row);
        m += Integer::ONE;
    }
    Ok(list)
}

/// The sequence without the first occurrence of each number.
///
/// ```
/// use wythoff_numbers::arrays::dispersion::{lower_trim, upper_trim};
/// assert_eq!(lower_trim(&[1, 1, 1, 2, 1, 3, 2, 1]), [1, 1, 1, 2, 1]);
/// assert_eq!(upper_trim(&[1, 1, 1, 2, 1, 3, 2, 1]), [1, 2, 1]);
/// ```
pub fn lower_trim(sequence: &[u64]) -> Vec<u64> {
    let mut seen = HashSet::new();
    sequence.iter().copied().filter(|x| !seen.insert(*x)).collect()
}

/// The sequence lowered by 1, without its zeros.
pub fn upper_trim(sequence: &[u64]) -> Vec<u64> {
    sequence.iter().filter_map(|x| x.checked_sub(1)).filter(|x| *x > 0).collect()
}

/// Whether a finite sequence is the start of a fractal sequence: its lower trim is a prefix of it.
pub fn is_fractal(sequence: &[u64]) -> bool {
    let trimmed = lower_trim(sequence);
    sequence.starts_with(&trimmed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arrays::Array;
    use crate::quadratic::Quadratic;
    use proptest::prelude::*;

    fn corner(array: Array, rows: usize, columns: u64) -> Vec<Vec<Integer>> {
        array.rows(columns).take(rows).collect::<Result<_, _>>().unwrap()
    }

    #[test]
    fn arrays_are_dispersions() {
        let phi = Quadratic::golden();
        let square = phi.add_integer(&Integer::ONE);
        // D is the dispersion of the upper Wythoff sequence.
        let upper = |n: &Integer| square.floor_mul(n);
        assert_eq!(dispersion(upper, 30, 6).unwrap(), corner(Array::Difference, 30, 6));
        // The lower Wythoff sequence contains 1: it has no dispersion, whatever the printed remark says.
        let lower = |n: &Integer| phi.floor_mul(n);
        assert_eq!(dispersion(lower, 3, 3), Err(NumberError::ContainsOne));
        let falling = |n: &Integer| Integer::from(10) - n;
        assert!(matches!(dispersion(falling, 12, 3), Err(NumberError::NotIncreasing { .. })));
    }

    fn violation(corner: &[Vec<Integer>]) -> Option<Violation> {
        check_interspersion(corner, &Budget::default()).unwrap()
    }

    fn rows_of(corner: &[Vec<Integer>]) -> Vec<u64> {
        row_numbers(corner, &Budget::default()).unwrap()
    }

    #[test]
    fn axioms_hold_and_are_tested() {
        for array in [Array::Wythoff, Array::Difference, Array::Stolarsky] {
            let good = corner(array, 30, 10);
            assert_eq!(violation(&good), None, "{array}");
            let mut bad = good.clone();
            bad[3][2] += Integer::ONE;
            assert!(violation(&bad).is_some());
            let mut bad = good.clone();
            bad.remove(2);
            assert_eq!(violation(&bad), Some(Violation::Missing(good[2][0].clone())));
            let mut bad = good;
            bad.swap(4, 5);
            assert!(matches!(violation(&bad), Some(Violation::Column { row: 5, .. })));
        }
        // Two interleaved progressions obey I1 to I3 on a corner, but not I4.
        let rows = [vec![1, 2, 5, 6], vec![3, 4, 7, 8]].map(|r| r.into_iter().map(Integer::from).collect());
        assert!(matches!(violation(&rows), Some(Violation::Interspersion { .. })));
    }

    #[test]
    fn the_axioms_of_a_large_corner_are_tested_within_a_budget() {
        let corner = corner(Array::Wythoff, 300, 20);
        assert_eq!(check_interspersion(&corner, &Budget::default().with_work(1 << 30)), Ok(None));
        let short = || Budget::default().with_work(5_000_000);
        assert_eq!(check_interspersion(&corner, &short()), Err(Stop::Work));
        assert_eq!(row_numbers(&corner, &Budget::default().with_work(1000)), Err(Stop::Work));
    }

    #[test]
    fn fractal_sequence_of_the_wythoff_array() {
        let f = rows_of(&corner(Array::Wythoff, 400, 16));
        assert_eq!(f[..21], [1, 1, 1, 2, 1, 3, 2, 1, 4, 3, 2, 5, 1, 6, 4, 3, 7, 2, 8, 5, 1]);
        assert!(is_fractal(&f));
        for array in [Array::Difference, Array::Stolarsky] {
            assert!(is_fractal(&rows_of(&corner(array, 300, 16))));
        }
        // The upper trim is fractal too, and not f itself: it belongs to the array without its first row.
        let upper = upper_trim(&f);
        assert!(is_fractal(&upper) && !f.starts_with(&upper));
        assert!(!is_fractal(&[1, 2, 1, 1, 3]));
    }

    proptest! {
        #[test]
        fn dispersions_are_interspersions(steps in proptest::collection::vec(1u64..4, 400)) {
            // A random increasing sequence from 2 on, continued with gaps of 2.
            let terms: Vec<u64> = steps.iter().scan(1, |x, d| { *x += d; Some(*x) }).collect();
            let last = *terms.last().unwrap();
            let s = |n: &Integer| {
                let n = usize::try_from(n).unwrap();
                Integer::from(terms.get(n - 1).copied().unwrap_or_else(|| last + 2 * (n - terms.len()) as u64))
            };
            let corner = dispersion(s, 12, 8).unwrap();
            prop_assert_eq!(violation(&corner), None);
            prop_assert!(is_fractal(&rows_of(&corner)));
        }
    }
}
