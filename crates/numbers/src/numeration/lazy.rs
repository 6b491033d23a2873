//! Lazy (maximal) Fibonacci representations: leading digit 1, no two adjacent zeros (VIS section 1, Table 2).
//!
//! With L digits the largest value is M_L = u_(L+1) - 2, and the complement of a lazy word of n is the Zeckendorf word
//! of M_L - n; L is the least with M_L >= n.

use super::{Digits, Parry, Positional, zeckendorf};
use crate::budget::Budget;
use crate::error::NumberError;
use crate::int::Natural;
use crate::int::traits::*;

/// Lazy Fibonacci representations over 1, 2, 3, 5, 8, ...
///
/// ```
/// use wythoff_numbers::{Natural, numeration::{LazyFibonacci, Positional}};
/// let lazy = LazyFibonacci::new();
/// assert_eq!(lazy.represent(&Natural::from(7u32)).unwrap().to_string(), "1010");
/// ```
#[derive(Debug, Clone)]
pub struct LazyFibonacci {
    minimal: Parry,
}

impl LazyFibonacci {
    /// The lazy Fibonacci system.
    pub fn new() -> LazyFibonacci {
        LazyFibonacci { minimal: zeckendorf() }
    }

    /// The number of digits of the lazy word of n: the least L with n <= u_(L+1) - 2.
    fn length(&self, n: &Natural, budget: &Budget) -> Result<usize, NumberError> {
        // u_L <= n + 1 < u_(L+1) for the Zeckendorf word of n + 1, which has L + 1 digits.
        let next = self.minimal.represent_within(&(n + Natural::ONE), budget)?;
        Ok(next.len() - 1)
    }
}

impl Default for LazyFibonacci {
    fn default() -> LazyFibonacci {
        LazyFibonacci::new()
    }
}

impl Positional for LazyFibonacci {
    fn represent(&self, n: &Natural) -> Result<Digits, NumberError> {
        self.represent_within(n, &Budget::default())
    }

    fn represent_within(&self, n: &Natural, budget: &Budget) -> Result<Digits, NumberError> {
        let length = self.length(n, budget)?;
        let largest = self.minimal.value_within(&Digits::new(vec![1; length]), budget)?;
        let complement = self.minimal.represent_within(&(largest - n), budget)?;
        Ok(Digits::new((0..length).map(|i| 1 - complement.digit(i)).collect()))
    }

    fn value(&self, digits: &Digits) -> Result<Natural, NumberError> {
        self.minimal.value(digits)
    }

    fn value_within(&self, digits: &Digits, budget: &Budget) -> Result<Natural, NumberError> {
        self.minimal.value_within(digits, budget)
    }

    fn basis(&self, count: usize) -> Result<Vec<Natural>, NumberError> {
        self.minimal.basis(count)
    }

    fn is_canonical(&self, digits: &Digits) -> Result<bool, NumberError> {
        let d = digits.as_slice();
        Ok(d.iter().all(|x| *x <= 1) && d.windows(2).all(|w| w[0] + w[1] >= 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::int::Integer;
    use crate::quadratic::Quadratic;

    /// VIS Table 2, with the maximal rows 7 to 11 corrected (ledger VIS-TAB2).
    const TABLE_2: [(u32, &str, &str); 13] = [
        (1, "1", "1"),
        (2, "10", "10"),
        (3, "100", "11"),
        (4, "101", "101"),
        (5, "1000", "110"),
        (6, "1001", "111"),
        (7, "1010", "1010"),
        (8, "10000", "1011"),
        (9, "10001", "1101"),
        (10, "10010", "1110"),
        (11, "10100", "1111"),
        (12, "10101", "10101"),
        (13, "100000", "10110"),
    ];

    #[test]
    fn table_2() {
        for (n, minimal, maximal) in TABLE_2 {
            let n = Natural::from(n);
            assert_eq!(zeckendorf().represent(&n).unwrap().to_string(), minimal);
            assert_eq!(LazyFibonacci::new().represent(&n).unwrap().to_string(), maximal);
        }
    }

    #[test]
    fn lazy_words_are_unique_and_mark_the_lower_numbers() {
        let lazy = LazyFibonacci::new();
        let phi = Quadratic::golden();
        let lower: std::collections::HashSet<Integer> =
            (1..1000).map(|n| phi.floor_mul(&Integer::from(n))).collect();
        let mut seen = std::collections::HashSet::new();
        for n in 0..1200u32 {
            let n = Natural::from(n);
            let digits = lazy.represent(&n).unwrap();
            assert_eq!(lazy.value(&digits).unwrap(), n);
            assert!(lazy.is_canonical(&digits).unwrap());
            // VIS-7.3-lazy-ends: n is a lower Wythoff number iff 1 is a summand.
            if n > 0 {
                assert_eq!(digits.digit(0) == 1, lower.contains(&Integer::from(&n)));
            }
            let greedy = zeckendorf().represent(&n).unwrap();
            assert!(greedy.sum() <= digits.sum() && greedy.len() - digits.len() <= 1);
            assert!(seen.insert(digits));
        }
    }
}
