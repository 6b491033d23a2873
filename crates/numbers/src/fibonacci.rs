//! Fibonacci numbers by doubling: F(2k) = F(k)(2F(k+1) - F(k)), F(2k+1) = F(k)^2 + F(k+1)^2.

use crate::int::traits::*;
use crate::int::{Integer, Natural};

/// (F(n), F(n+1)) with F(0) = 0, F(1) = 1. O(M(n)).
pub fn fibonacci_pair(n: u64) -> (Natural, Natural) {
    let (mut a, mut b) = (Natural::ZERO, Natural::ONE);
    for i in (0..64 - n.leading_zeros()).rev() {
        let even = &a * ((&b << 1u32) - &a);
        let odd = a.square() + b.square();
        (a, b) = if n >> i & 1 == 1 {
            let next = &even + &odd;
            (odd, next)
        } else {
            (even, odd)
        };
    }
    (a, b)
}

/// F(n) with F(1) = F(2) = 1.
///
/// ```
/// use wythoff_numbers::fibonacci::fibonacci;
/// assert_eq!(fibonacci(90), 2_880_067_194_370_816_120u64);
/// ```
pub fn fibonacci(n: u64) -> Natural {
    fibonacci_pair(n).0
}

/// Term j (from 0) of the sequence x_0, x_1, x_j = x_(j-1) + x_(j-2): F(j-1) x_0 + F(j) x_1.
pub fn fibonacci_like(first: &Integer, second: &Integer, j: u64) -> Integer {
    match j.checked_sub(1) {
        None => first.clone(),
        Some(k) => {
            let (a, b) = fibonacci_pair(k);
            Integer::from(a) * first + Integer::from(b) * second
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubling_agrees_with_adding() {
        let (mut a, mut b) = (Integer::ZERO, Integer::ONE);
        for n in 0..300u64 {
            assert_eq!(Integer::from(fibonacci(n)), a);
            assert_eq!(fibonacci_like(&Integer::ZERO, &Integer::ONE, n), a);
            (a, b) = (b.clone(), a + b);
        }
    }
}
