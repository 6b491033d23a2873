//! Moves that can be adjoined to a game without changing its P-positions.
//!
//! A move (i, j) that may be played wherever it fits can be adjoined iff no two P-positions differ by it: P-positions
//! must not be joined, and N-positions keep their winning moves. For t-Wythoff with i <= j two P-positions differ by
//! (i, j) iff j - i = t k with k >= 1 and i is A_k, A_k + 1, or A_(k-m) - B_m for some m (t = 1: VIS 4.6, ledger
//! VIS-T-adjoin; the differences of A take the values A_k and A_k + 1 for every t, since A_n = floor(n alpha)).

use std::collections::HashSet;
use wythoff_numbers::int::traits::*;
use wythoff_numbers::{Budget, Integer, Natural, Quadratic, Stop};
use wythoff_theory::{Decider, Refusal};

/// Two P-positions that a move would join.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The P-position that the move would leave.
    pub from: [Natural; 2],
    /// The P-position that it would reach.
    pub to: [Natural; 2],
}

/// Whether the move (i, j) would join two P-positions of t-Wythoff, t >= 1: a pair that it joins, or `None` if it can be
/// adjoined.
///
/// Piles of any size: O(log) square roots of the size of i + j.
///
/// ```
/// use wythoff_discover::design::conflict_with_t_wythoff;
/// use wythoff_numbers::Natural;
/// let joins = |t, i: u32, j: u32| conflict_with_t_wythoff(t, &Natural::from(i), &Natural::from(j)).is_some();
/// assert!(joins(1, 1, 2)); // (1,2) itself is P
/// assert!(joins(1, 2, 3)); // (3,5) to (1,2)
/// assert!(!joins(1, 1, 3));
/// assert!(!joins(1, 7, 0)); // a Nim move
/// assert!(joins(2, 1, 3) && !joins(2, 1, 2));
/// ```
pub fn conflict_with_t_wythoff(t: u64, i: &Natural, j: &Natural) -> Option<Conflict> {
    if i > j {
        let Conflict { from: [x, y], to: [u, v] } = conflict_with_t_wythoff(t, j, i)?;
        return Some(Conflict { from: [y, x], to: [v, u] });
    }
    let (alpha, t) = (Quadratic::t_wythoff(&Natural::from(t)), Integer::from(t));
    let (i, d) = (Integer::from(i), Integer::from(j) - Integer::from(i));
    let (k, rest) = (&d).div_mod(&t);
    if d == 0 || rest != 0 {
        return None;
    }
    let pair = |n: &Integer| {
        let a = alpha.floor_mul(n);
        let b = &a + &t * n;
        [a, b]
    };
    let joined = |from: [Integer; 2], to: [Integer; 2]| {
        let natural = |[x, y]: [Integer; 2]| Some([Natural::try_from(x).ok()?, Natural::try_from(y).ok()?]);
        Some(Conflict { from: natural(from)?, to: natural(to)? })
    };
    let a = alpha.floor_mul(&k);
    if i == a {
        return joined(pair(&k), [Integer::ZERO, Integer::ZERO]);
    }
    if i == &a + Integer::ONE {
        // A_(m+k) - A_m = A_k + 1 once the fractional part of m alpha is large enough; every second denominator of a
        // convergent of alpha = [1; t, t, ...] comes closer to 1.
        let (mut m, mut next) = (Integer::ONE, t.clone());
        loop {
            let n = &m + &k;
            if alpha.floor_mul(&n) - alpha.floor_mul(&m) == i {
                return joined(pair(&n), pair(&m));
            }
            let later = &m + &t * &next;
            m = std::mem::replace(&mut next, later);
        }
    }
    // A_(k-m) - B_m = k alpha - m (2 alpha + t) + e with |e| < 1, so m is next to (k alpha - i)/(2 + sqrt(t^2 + 4)).
    let root = (&t * &t + Integer::from(4)).unsigned_abs();
    let slope = &k * &t + &i * Integer::TWO;
    let near =
        Quadratic::new(&slope * Integer::TWO + &k * &t * &t, -slope, root, &t * &t * Integer::TWO).ok()?;
    let near = near.floor();
    for m in [&near - Integer::ONE, near.clone(), near + Integer::ONE] {
        let n = &k - &m;
        if m >= 0 && n >= m {
            let ([an, bn], [am, bm]) = (pair(&n), pair(&m));
            if &an - &bm == i {
                return joined([an, bn], [bm, am]);
            }
        }
    }
    None
}

/// [`conflict_with_t_wythoff`] for Wythoff, t = 1.
pub fn conflict_with_wythoff(i: &Natural, j: &Natural) -> Option<Conflict> {
    conflict_with_t_wythoff(1, i, j)
}

/// Two P-positions that differ by (i, j), of which the smaller is listed and the larger is asked of a theory; so a move
/// of any size can be refuted, and one that is not has been tried from every listed position.
pub fn conflict_by_theory(
    decider: &dyn Decider,
    listed: &[(u64, u64)],
    i: &Natural,
    j: &Natural,
) -> Result<Option<Conflict>, Refusal> {
    for &(x, y) in listed {
        let to = [Natural::from(x), Natural::from(y)];
        let from = [&to[0] + i, &to[1] + j];
        if from != to && decider.is_p(&from)? {
            return Ok(Some(Conflict { from, to }));
        }
    }
    Ok(None)
}

/// Two listed P-positions that differ by (i, j); `None` means that no listed ones do.
///
/// `positions` holds every arrangement; for each P-position one lookup.
pub fn conflict(positions: &HashSet<(u64, u64)>, i: u64, j: u64) -> Option<((u64, u64), (u64, u64))> {
    let mut joined: Vec<((u64, u64), (u64, u64))> = positions
        .iter()
        .filter_map(|&(x, y)| Some(((x, y), (x.checked_sub(i)?, y.checked_sub(j)?))))
        .filter(|(_, to)| positions.contains(to))
        .collect();
    joined.sort_unstable();
    joined.first().copied().filter(|_| (i, j) != (0, 0))
}

/// The moves (i, j) with i <= j < bound that join two listed P-positions: none of them can be adjoined. O(P^2).
pub fn conflicts_below(
    positions: &HashSet<(u64, u64)>,
    bound: u64,
    budget: &Budget,
) -> Result<Vec<(u64, u64)>, Stop> {
    let mut list: Vec<(u64, u64)> = positions.iter().copied().collect();
    list.sort_unstable();
    let mut found = HashSet::new();
    for (k, &(x, y)) in list.iter().enumerate() {
        budget.check()?;
        for &(u, v) in list[..k].iter().rev() {
            if x - u >= bound {
                break;
            }
            if let Some(j) = y.checked_sub(v)
                && j < bound
            {
                found.insert(((x - u).min(j), (x - u).max(j)));
            }
        }
    }
    let mut found: Vec<(u64, u64)> = found.into_iter().collect();
    found.sort_unstable();
    Ok(found)
}
