//! The lower Wythoff numbers A_n = floor(n phi) in exact integer arithmetic, by which a game's rules may speak.
//!
//! Judged by: LEX-O2

/// A_n = floor((n + floor(sqrt(5 n^2))) / 2) for machine words; `None` when it does not fit.
pub fn lower_small(n: u64) -> Option<u64> {
    let n = u128::from(n);
    let root = n.checked_mul(n)?.checked_mul(5)?.isqrt();
    u64::try_from((n + root) / 2).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use wythoff_numbers::mex::MexPairs;

    #[test]
    fn lower_numbers_are_the_least_ones_left() {
        let pairs = MexPairs::with_upper(1, |n, a| Some(a + n));
        for (n, (a, _)) in pairs.take(2000).enumerate() {
            assert_eq!(lower_small(n as u64), Some(a));
        }
    }
}
