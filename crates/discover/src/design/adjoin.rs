//! Moves that can be adjoined to a game or taken from it without changing its P-positions.
//!
//! A move (i, j) that may be played wherever it fits can be adjoined iff no two P-positions differ by it: P-positions
//! must not be joined, and N-positions keep their winning moves. For Wythoff (VIS 4.6, ledger VIS-T-adjoin), with
//! i <= j and d = j - i: two P-positions differ by (i, j) iff d >= 1 and i is A_d, A_d + 1, or A_(d-m) - B_m for some m.

use std::collections::{BTreeMap, HashSet};
use wythoff_numbers::int::traits::*;
use wythoff_numbers::{Integer, Natural, Quadratic};

/// Two P-positions that a move would join.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The P-position that the move would leave.
    pub from: [Natural; 2],
    /// The P-position that it would reach.
    pub to: [Natural; 2],
}

/// A_n = floor(n phi).
fn lower(n: &Integer) -> Integer {
    Quadratic::golden().floor_mul(n)
}

/// Whether the move (i, j) would join two P-positions of Wythoff: a pair that it joins, or `None` if it can be adjoined.
///
/// Piles of any size: O(log) square roots of the size of i + j.
///
/// ```
/// use wythoff_discover::design::conflict_with_wythoff;
/// use wythoff_numbers::Natural;
/// let joins = |i: u32, j: u32| conflict_with_wythoff(&Natural::from(i), &Natural::from(j)).is_some();
/// assert!(joins(1, 2)); // (1,2) itself is P
/// assert!(joins(2, 3)); // (3,5) to (1,2)
/// assert!(!joins(1, 3));
/// assert!(!joins(7, 0)); // a Nim move
/// ```
pub fn conflict_with_wythoff(i: &Natural, j: &Natural) -> Option<Conflict> {
    if i > j {
        let Conflict { from: [x, y], to: [u, v] } = conflict_with_wythoff(j, i)?;
        return Some(Conflict { from: [y, x], to: [v, u] });
    }
    let (i, d) = (Integer::from(i), Integer::from(j) - Integer::from(i));
    if d == 0 {
        return None;
    }
    let pair = |n: &Integer| {
        let a = lower(n);
        let b = &a + n;
        [a, b]
    };
    let joined = |from: [Integer; 2], to: [Integer; 2]| {
        let natural = |[x, y]: [Integer; 2]| Some([Natural::try_from(x).ok()?, Natural::try_from(y).ok()?]);
        Some(Conflict { from: natural(from)?, to: natural(to)? })
    };
    let a = lower(&d);
    if i == a {
        return joined(pair(&d), [Integer::ZERO, Integer::ZERO]);
    }
    if i == &a + Integer::ONE {
        // A_(m+d) - A_m = A_d + 1 once the fractional part of m phi is large enough; Fibonacci numbers m come close to 1.
        let (mut m, mut next) = (Integer::ONE, Integer::TWO);
        loop {
            let n = &m + &d;
            if lower(&n) - lower(&m) == i {
                return joined(pair(&n), pair(&m));
            }
            let sum = &m + &next;
            m = std::mem::replace(&mut next, sum);
        }
    }
    // A_(d-m) - B_m = d phi - m phi^3 + e with |e| < 1, so m is one of the two integers next to (d phi - i)/phi^3.
    let near =
        Quadratic::new(&d * Integer::from(3) + &i * Integer::from(4), -(&d + &i * Integer::TWO), 5u32, 2)
            .ok()?
            .floor();
    for m in [near.clone(), near + Integer::ONE] {
        let n = &d - &m;
        if m >= 0 && n >= m {
            let ([an, bn], [am, bm]) = (pair(&n), pair(&m));
            if &an - &bm == i {
                return joined([an, bn], [bm, am]);
            }
        }
    }
    None
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
pub fn conflicts_below(positions: &HashSet<(u64, u64)>, bound: u64) -> Vec<(u64, u64)> {
    let mut list: Vec<(u64, u64)> = positions.iter().copied().collect();
    list.sort_unstable();
    let mut found = HashSet::new();
    for (k, &(x, y)) in list.iter().enumerate() {
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
    found
}

/// What a move is good for on a box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveUse {
    /// The move, smaller amount first; its mirror image counts with it.
    pub vector: (u64, u64),
    /// The first position whose only winning moves are this one and its mirror image: without it the position would
    /// turn P. `None` if every position of the box has another winning move, so that this move alone can be dropped
    /// there.
    pub needed_at: Option<(u64, u64)>,
}

/// For each move of a symmetric two-pile game whose moves may be played wherever they fit: is it needed on the box of
/// piles below `below`? `positions` holds every arrangement of the P-positions there. O(below^2 · P in reach).
pub fn uses_of_moves(
    allowed: impl Fn(u64, u64) -> bool,
    positions: &HashSet<(u64, u64)>,
    below: u64,
) -> Vec<MoveUse> {
    let mut list: Vec<(u64, u64)> =
        positions.iter().copied().filter(|&(x, y)| x < below && y < below).collect();
    list.sort_unstable();
    let mut uses: BTreeMap<(u64, u64), Option<(u64, u64)>> = BTreeMap::new();
    for i in 0..below {
        for j in i..below {
            if (i, j) != (0, 0) && allowed(i, j) {
                uses.insert((i, j), None);
            }
        }
    }
    for x in 0..below {
        for y in x..below {
            if positions.contains(&(x, y)) {
                continue;
            }
            let winning =
                list.iter().take_while(|p| p.0 <= x).filter(|p| p.1 <= y).map(|p| (x - p.0, y - p.1));
            let mut winning: Vec<(u64, u64)> =
                winning.filter(|&(i, j)| allowed(i, j)).map(|(i, j)| (i.min(j), i.max(j))).collect();
            winning.sort_unstable();
            winning.dedup();
            if let [only] = winning[..]
                && let Some(slot) = uses.get_mut(&only)
            {
                slot.get_or_insert((x, y));
            }
        }
    }
    uses.into_iter().map(|(vector, needed_at)| MoveUse { vector, needed_at }).collect()
}
