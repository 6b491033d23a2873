//! The incidence matrix VIS (10) of NIM(a,b) and its characteristic polynomial, exact.

use malachite::Integer;
use malachite::base::num::arithmetic::traits::DivExact;
use malachite::base::num::basic::traits::{One, Zero};

/// The (b+1) x (b+1) matrix VIS (10): M_{0,j} = floor((a+j-1)/b), and M_{i,j} = 1 iff j + a - i = 0 mod b, for i >= 1.
///
/// Column j counts the letters of sigma(j). The printed case form needs a = alpha b + beta with 1 <= beta <= b (VIS-D-mat10).
///
/// ```
/// use malachite::Integer;
/// use wythoff_theory::nim_ab::{characteristic_polynomial, incidence_matrix};
/// let p = characteristic_polynomial(&incidence_matrix(1, 1));
/// assert_eq!(p, [-1, -1, 1].map(Integer::from)); // z^2 - z - 1
/// ```
pub fn incidence_matrix(a: u64, b: u64) -> Vec<Vec<Integer>> {
    let (wide_a, wide_b) = (u128::from(a), u128::from(b.max(1)));
    let entry = |i: u128, j: u128| match i {
        0 => Integer::from((wide_a + j).saturating_sub(1) / wide_b),
        _ => Integer::from(u8::from((j + wide_a + wide_b - i).is_multiple_of(wide_b))),
    };
    (0..=wide_b).map(|i| (0..=wide_b).map(|j| entry(i, j)).collect()).collect()
}

/// The characteristic polynomial det(z I - M), coefficients from z^0 up, by Faddeev and LeVerrier.
///
/// N_1 = M, c_k = -tr(N_k)/k, N_{k+1} = M (N_k + c_k I); all divisions are exact. O(n^4) operations.
pub fn characteristic_polynomial(matrix: &[Vec<Integer>]) -> Vec<Integer> {
    let size = matrix.len();
    let mut coefficients = vec![Integer::ZERO; size + 1];
    coefficients[size] = Integer::ONE;
    let mut product = matrix.to_vec();
    for k in 1..=size {
        let trace: Integer = (0..size).map(|i| &product[i][i]).sum();
        let c = (-trace).div_exact(Integer::from(k));
        for (i, row) in product.iter_mut().enumerate() {
            row[i] += &c;
        }
        coefficients[size - k] = c;
        product = multiply(matrix, &product);
    }
    coefficients
}

fn multiply(left: &[Vec<Integer>], right: &[Vec<Integer>]) -> Vec<Vec<Integer>> {
    let columns = right.len();
    left.iter()
        .map(|row| {
            let mut sums = vec![Integer::ZERO; columns];
            for (factor, line) in row.iter().zip(right).filter(|(factor, _)| **factor != 0) {
                for (sum, entry) in sums.iter_mut().zip(line) {
                    *sum += factor * entry;
                }
            }
            sums
        })
        .collect()
}
