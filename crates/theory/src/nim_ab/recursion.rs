//! The pairs of NIM(a,b) by the recursion of VIS (6) and (12): x_n = mex_b of the earlier coordinates (VIS-D-mexb).

use wythoff_numbers::mex::MexPairs;

/// The pairs (x_n, y_n), n = 0, 1, ..., while they fit in 64 bits: y_n = x_n + a n, or x_n + a n + 1 if `shifted` (misère
/// play with a > 1). O(1) amortised a pair.
///
/// ```
/// let pairs: Vec<_> = wythoff_theory::nim_ab::pairs(1, 2, false).take(5).collect();
/// assert_eq!(pairs, [(0, 0), (2, 3), (5, 7), (9, 12), (11, 15)]);
/// ```
pub fn pairs(a: u64, b: u64, shifted: bool) -> impl Iterator<Item = (u64, u64)> {
    MexPairs::with_upper(b, move |n, x| x.checked_add(a.checked_mul(n)?)?.checked_add(u64::from(shifted)))
}
