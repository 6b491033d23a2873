//! Wythoff's pairs (A_n, B_n) = (floor(n phi), floor(n phi) + n) in exact integer arithmetic,
//! for the games of this folder whose answers rest on them (VIS Theorem 1).

use malachite::Natural;
use malachite::base::num::arithmetic::traits::FloorSqrt;
use malachite::base::num::arithmetic::traits::Square;

/// A_n = floor(n phi) = floor((n + floor(sqrt(5 n^2))) / 2), in O(M(log n)).
pub fn lower(n: &Natural) -> Natural {
    let root = (n.square() * Natural::from(5u32)).floor_sqrt();
    (n + root) >> 1u64
}

/// A_n for machine words; `None` when it does not fit.
pub fn lower_small(n: u64) -> Option<u64> {
    let n = u128::from(n);
    let root = n.checked_mul(n)?.checked_mul(5)?.isqrt();
    u64::try_from((n + root) / 2).ok()
}

#[cfg(test)]
/// Whether the pair (in either order) is a P-position of Wythoff: min = A_{max - min}.
pub fn is_pair(x: &Natural, y: &Natural) -> bool {
    let (small, large) = if x <= y { (x, y) } else { (y, x) };
    lower(&(large - small)) == *small
}

/// One move to a P-position of Wythoff, as (amount from x, amount from y); `None` at a P-position.
pub fn winning_removal(x: &Natural, y: &Natural) -> Option<(Natural, Natural)> {
    if x > y {
        return winning_removal(y, x).map(|(from_y, from_x)| (from_x, from_y));
    }
    let gap = y - x;
    let foot = lower(&gap);
    if foot == *x {
        return None;
    }
    if foot < *x {
        let both = x - foot;
        return Some((both.clone(), both));
    }
    // Here x < A_gap, so the partner of x, on either side of it, is below y.
    let partner = partner(x);
    Some((Natural::from(0u32), y - partner))
}

/// The pile that makes a P-position of Wythoff with x: B_n for x = A_n, A_n for x = B_n.
pub fn partner(x: &Natural) -> Natural {
    if *x == 0u32 {
        return Natural::from(0u32);
    }
    // n = ceil(x / phi) = A_x - x + 1 for x >= 1 is the only index at which A can take the value x.
    let n = lower(x) - x + Natural::from(1u32);
    if lower(&n) == *x {
        return x + n;
    }
    // x = B_m = A_m + m with m = ceil(x / phi^2) = 2x - A_x for x >= 1.
    let m = (x << 1u64) - lower(x);
    lower(&m)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_the_mex_pairs() {
        let mut used = vec![false; 6000];
        let mut a = 0usize;
        for n in 0..2000u64 {
            while used[a] {
                a += 1;
            }
            let b = a + n as usize;
            if b >= used.len() {
                break;
            }
            (used[a], used[b]) = (true, true);
            assert_eq!(lower_small(n), Some(a as u64));
            assert_eq!(lower(&Natural::from(n)), a as u64);
            assert_eq!(partner(&Natural::from(a)), b as u64);
            assert_eq!(partner(&Natural::from(b)), a as u64);
        }
    }

    #[test]
    fn every_other_pair_has_a_move_to_one() {
        for x in 0u64..60 {
            for y in 0u64..60 {
                let (bx, by) = (Natural::from(x), Natural::from(y));
                match winning_removal(&bx, &by) {
                    None => assert!(is_pair(&bx, &by)),
                    Some((k, l)) => {
                        assert!(k != 0u32 || l != 0u32);
                        assert!(k == 0u32 || l == 0u32 || k == l);
                        assert!(is_pair(&(bx - k), &(by - l)), "{x},{y}");
                    }
                }
            }
        }
    }
}
