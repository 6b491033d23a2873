//! Arrays of Fibonacci sequences: Wythoff, left-justified, difference, Stolarsky, Zeckendorf (VIS 7.1, 7.2).
//!
//! Rows and columns count from 1. With L(i) = floor(i phi) and F(1) = F(2) = 1,
//! W(i,j) = F(j+1) L(i) + F(j) (i-1); the difference array is D(i,j) = W(i,2j) - W(i,2j-1); the Stolarsky array has
//! first column floor(i phi^2 - phi/2), the integers that are not nearest to a multiple of phi, then the nearest
//! integer to phi times it. Each entry is computed from its place, of any size.

pub mod dispersion;

use crate::error::NumberError;
use std::fmt;

use crate::fibonacci::{fibonacci_like, fibonacci_pair};
use crate::int::traits::*;
use crate::int::{Integer, Natural, Rational};
use crate::numeration::{Digits, Positional, shared_zeckendorf};
use crate::quadratic::Quadratic;

/// An array of VIS section 7, with one Fibonacci sequence a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Array {
    /// Morrison's Wythoff array (OEIS A035513).
    Wythoff,
    /// Each row of the Wythoff array extended to the left to the first pair (a, b) with a > b (A165357).
    LeftJustified,
    /// Differences of the Wythoff pairs in each row of the Wythoff array (A080164).
    Difference,
    /// Stolarsky's array (A035506).
    Stolarsky,
    /// Column j: the numbers whose least Zeckendorf term is F(j+1); equal to the Wythoff array.
    Zeckendorf,
}

/// The last column that is computed.
pub(crate) const COLUMNS: u64 = 1 << 24;

fn phi() -> Quadratic {
    Quadratic::golden()
}

impl Array {
    /// All arrays.
    pub const ALL: [Array; 5] =
        [Array::Wythoff, Array::LeftJustified, Array::Difference, Array::Stolarsky, Array::Zeckendorf];

    /// The entry in row i and column j, from 1.
    ///
    /// ```
    /// use wythoff_numbers::{Integer, arrays::Array, int::traits::Pow};
    /// let at = |i: i64, j| Array::Wythoff.entry(&Integer::from(i), j).unwrap();
    /// assert_eq!([at(1, 1), at(1, 2), at(2, 1), at(8, 11)], [1, 2, 4, 2351]);
    /// assert!(Array::Stolarsky.entry(&Integer::from(10).pow(1000), 1_000).is_ok());
    /// ```
    pub fn entry(self, i: &Integer, j: u64) -> Result<Integer, NumberError> {
        if *i < 1 || j < 1 {
            return Err(NumberError::Place);
        }
        if j > COLUMNS {
            return Err(NumberError::Column);
        }
        match self {
            Array::Wythoff => Ok(wythoff_entry(i, j)),
            Array::LeftJustified => {
                let (first, second) = left_start(i);
                Ok(fibonacci_like(&first, &second, j - 1))
            }
            // D(i,1) = L(i), D(i,j) = W(i,2j-2)
            Array::Difference => match j.checked_sub(1) {
                Some(0) | None => Ok(phi().floor_mul(i)),
                Some(k) => Ok(wythoff_entry(i, 2 * k)),
            },
            Array::Stolarsky => {
                let (first, second) = stolarsky_start(i);
                Ok(fibonacci_like(&first, &second, j - 1))
            }
            Array::Zeckendorf => {
                // The i-th word that ends in 0 1 0^(j-1): the Zeckendorf word of i - 1 before it.
                let system = shared_zeckendorf();
                let before = system.represent(&Natural::exact_from(i - Integer::ONE))?;
                let places = usize::try_from(j).map_err(|_| NumberError::Place)?;
                let mut digits = before.shifted_left(places + 1).as_slice().to_vec();
                digits.resize(digits.len().max(places), 0);
                digits[places - 1] = 1;
                Ok(Integer::from(system.value(&Digits::new(digits))?))
            }
        }
    }

    /// The rows one by one, each cut after `columns` entries.
    pub fn rows(self, columns: u64) -> impl Iterator<Item = Result<Vec<Integer>, NumberError>> {
        (1u64..).map(move |i| {
            let i = Integer::from(i);
            let (mut a, mut b) = (self.entry(&i, 1)?, self.entry(&i, 2)?);
            if self == Array::Difference {
                return (1..=columns).map(|j| self.entry(&i, j)).collect();
            }
            let mut row = Vec::new();
            for _ in 0..columns {
                row.push(a.clone());
                (a, b) = (b.clone(), a + b);
            }
            Ok(row)
        })
    }

    /// The row and column in which a positive integer stands.
    ///
    /// ```
    /// use wythoff_numbers::{Integer, arrays::Array};
    /// assert_eq!(Array::Wythoff.locate(&Integer::from(2351)).unwrap(), (Integer::from(8), 11));
    /// ```
    pub fn locate(self, n: &Integer) -> Result<(Integer, u64), NumberError> {
        if *n < 1 {
            return Err(NumberError::Place);
        }
        match self {
            Array::Wythoff | Array::Zeckendorf => {
                let system = shared_zeckendorf();
                let word = system.represent(&Natural::exact_from(n))?;
                let zeros = word.trailing_zeros();
                let row = system.value(&word.shifted_right(zeros + 2))?;
                Ok((Integer::from(row) + Integer::ONE, zeros as u64 + 1))
            }
            Array::LeftJustified => Err(NumberError::Repeated),
            Array::Difference | Array::Stolarsky => {
                // Go left along the row: the element before n is the one whose successor is n.
                let (mut now, mut column) = (n.clone(), 1u64);
                while let Some(before) = self.before(&now) {
                    now = before;
                    column += 1;
                }
                let row = match self {
                    // The first column is floor(i phi), or floor(i phi^2 - phi/2); i is found by one division.
                    Array::Difference => ceil_div(&Quadratic::integer(now), &phi()),
                    _ => {
                        let half = half_phi().add_integer(&now);
                        ceil_div(&half, &phi().add_integer(&Integer::ONE))
                    }
                };
                Ok((row, column))
            }
        }
    }

    /// The number to the left of n in its row of the difference or the Stolarsky array.
    fn before(self, n: &Integer) -> Option<Integer> {
        // Successors are floor(m phi^2) and floor(m phi + 1/2); both increase, so m is found by one division.
        let (alpha, gamma) = match self {
            Array::Difference => (phi().add_integer(&Integer::ONE), Quadratic::integer(0)),
            _ => (phi(), Quadratic::rational(&Rational::from_signeds(1, 2))),
        };
        let m = ceil_div(&gamma.neg().add_integer(n), &alpha);
        (m >= 1 && alpha.floor_affine(&m, &gamma) == *n).then_some(m)
    }
}

/// ceil(x/y) for x, y in the field of phi, y > 0.
fn ceil_div(x: &Quadratic, y: &Quadratic) -> Integer {
    // Both lie in one field and y is not 0.
    x.div(y).map_or(Integer::ZERO, |q| q.ceil())
}

/// phi/2.
fn half_phi() -> Quadratic {
    let phi = phi();
    phi.mul(&Quadratic::rational(&Rational::from_signeds(1, 2))).unwrap_or(phi)
}

/// F(j+1) L(i) + F(j) (i-1).
fn wythoff_entry(i: &Integer, j: u64) -> Integer {
    let (f, next) = fibonacci_pair(j);
    Integer::from(next) * phi().floor_mul(i) + Integer::from(f) * (i - Integer::ONE)
}

/// The first pair (a, b) with a > b to the left in row i of the Wythoff array.
fn left_start(i: &Integer) -> (Integer, Integer) {
    // The row reads ..., L(i) - (i-1), i-1, L(i), L(i)+i-1, ...
    let (mut b, mut c) = (i - Integer::ONE, phi().floor_mul(i));
    loop {
        let a = &c - &b;
        if a > b {
            return (a, b);
        }
        (b, c) = (a, b);
    }
}

/// The first two entries of row i of Stolarsky's array.
fn stolarsky_start(i: &Integer) -> (Integer, Integer) {
    let first = phi().add_integer(&Integer::ONE).floor_affine(i, &half_phi().neg());
    let second = phi().floor_affine(&first, &Quadratic::rational(&Rational::from_signeds(1, 2)));
    (first, second)
}

impl fmt::Display for Array {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Array::Wythoff => "wythoff",
            Array::LeftJustified => "left-justified",
            Array::Difference => "difference",
            Array::Stolarsky => "stolarsky",
            Array::Zeckendorf => "zeckendorf",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{HashMap, HashSet};

    fn corner(array: Array, rows: usize, columns: u64) -> Vec<Vec<Integer>> {
        array.rows(columns).take(rows).collect::<Result<_, _>>().unwrap()
    }

    /// VIS Table 6.
    const TABLE_6: [[u32; 11]; 8] = [
        [1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144],
        [4, 7, 11, 18, 29, 47, 76, 123, 199, 322, 521],
        [6, 10, 16, 26, 42, 68, 110, 178, 288, 466, 754],
        [9, 15, 24, 39, 63, 102, 165, 267, 432, 699, 1131],
        [12, 20, 32, 52, 84, 136, 220, 356, 576, 932, 1508],
        [14, 23, 37, 60, 97, 157, 254, 411, 665, 1076, 1741],
        [17, 28, 45, 73, 118, 191, 309, 500, 809, 1309, 2118],
        [19, 31, 50, 81, 131, 212, 343, 555, 898, 1453, 2351],
    ];

    /// VIS Table 7.
    const TABLE_7: [[u32; 9]; 6] = [
        [1, 2, 5, 13, 34, 89, 233, 610, 1597],
        [3, 7, 18, 47, 123, 322, 843, 2207, 5778],
        [4, 10, 26, 68, 178, 466, 1220, 3194, 8362],
        [6, 15, 39, 102, 267, 699, 1830, 4791, 12543],
        [8, 20, 52, 136, 356, 932, 2440, 6388, 16724],
        [9, 23, 60, 157, 411, 1076, 2817, 7375, 19308],
    ];

    #[test]
    fn printed_tables() {
        for (row, expected) in corner(Array::Wythoff, 8, 11).iter().zip(TABLE_6) {
            assert_eq!(*row, expected);
        }
        for (row, expected) in corner(Array::Difference, 6, 9).iter().zip(TABLE_7) {
            assert_eq!(*row, expected);
        }
    }

    /// Rows that start with the least number not used before, the second entry given, then the Fibonacci rule.
    fn by_least_unused(rows: usize, columns: usize, second: impl Fn(u64) -> u64) -> Vec<Vec<u64>> {
        let mut used = HashSet::new();
        let mut array = Vec::new();
        let mut least = 1;
        for _ in 0..rows {
            while used.contains(&least) {
                least += 1;
            }
            let (mut a, mut b) = (least, second(least));
            let mut row = Vec::new();
            while row.len() < columns || a < 10_000 {
                used.insert(a);
                row.push(a);
                (a, b) = (b, a + b);
            }
            row.truncate(columns);
            array.push(row);
        }
        array
    }

    #[test]
    fn wythoff_and_stolarsky_from_their_definitions() {
        let phi = phi();
        let floor = |x: Integer| u64::try_from(&x).unwrap();
        // The second entry of a Wythoff row is the shift of the first: floor((a+1) phi) - 1.
        let shift = |a: u64| floor(phi.floor_mul(&Integer::from(a + 1))) - 1;
        assert!(
            corner(Array::Wythoff, 60, 8).iter().zip(by_least_unused(60, 8, shift)).all(|(x, y)| *x == y)
        );
        let half = Quadratic::rational(&Rational::from_signeds(1, 2));
        let nearest = |a: u64| floor(phi.floor_affine(&Integer::from(a), &half));
        assert!(
            corner(Array::Stolarsky, 60, 8).iter().zip(by_least_unused(60, 8, nearest)).all(|(x, y)| *x == y)
        );
    }

    #[test]
    fn the_zeckendorf_array_is_the_wythoff_array() {
        for i in 1..40u32 {
            for j in 1..9 {
                let i = Integer::from(i);
                assert_eq!(Array::Zeckendorf.entry(&i, j), Array::Wythoff.entry(&i, j));
            }
        }
        let huge = Integer::from(10).pow(300);
        assert_eq!(Array::Zeckendorf.entry(&huge, 77), Array::Wythoff.entry(&huge, 77));
    }

    #[test]
    fn places_and_entries_are_inverse() {
        for array in [Array::Wythoff, Array::Difference, Array::Stolarsky, Array::Zeckendorf] {
            let mut seen = HashSet::new();
            for n in 1..2000u32 {
                let n = Integer::from(n);
                let (i, j) = array.locate(&n).unwrap();
                assert_eq!(array.entry(&i, j).unwrap(), n, "{array}");
                assert!(seen.insert((i, j)));
            }
            let huge = Integer::from(7).pow(400);
            let (i, j) = array.locate(&huge).unwrap();
            assert_eq!(array.entry(&i, j).unwrap(), huge);
        }
    }

    #[test]
    fn left_justified_rows_hold_every_pair_once() {
        let mut starts: HashMap<(Integer, Integer), usize> = HashMap::new();
        let mut pairs: HashMap<(Integer, Integer), usize> = HashMap::new();
        for row in corner(Array::LeftJustified, 2000, 14) {
            *starts.entry((row[0].clone(), row[1].clone())).or_default() += 1;
            for w in row[1..].windows(2) {
                *pairs.entry((w[0].clone(), w[1].clone())).or_default() += 1;
            }
        }
        for a in 0..=25i64 {
            for b in 0..=25i64 {
                let pair = (Integer::from(a), Integer::from(b));
                if a > b {
                    assert_eq!(starts.get(&pair), Some(&1), "({a},{b})");
                } else if (a, b) != (0, 0) {
                    // As printed the statement includes (0,0), which no row contains.
                    assert_eq!(pairs.get(&pair), Some(&1), "({a},{b})");
                }
            }
        }
        assert!(!pairs.contains_key(&(Integer::ZERO, Integer::ZERO)));
        assert_eq!(Array::LeftJustified.locate(&Integer::ONE), Err(NumberError::Repeated));
    }

    #[test]
    fn outside() {
        assert_eq!(Array::Wythoff.entry(&Integer::ZERO, 1), Err(NumberError::Place));
        assert_eq!(Array::Wythoff.entry(&Integer::ONE, 0), Err(NumberError::Place));
        assert_eq!(Array::Difference.entry(&Integer::ONE, u64::MAX), Err(NumberError::Column));
        assert_eq!(Array::Wythoff.locate(&Integer::ZERO), Err(NumberError::Place));
    }
}
