//! Which moves of t-Wythoff can be removed without changing its P-positions, exactly (t = 1: none, VIS-T-norestr).
//!
//! A move is needed where every winning move is this one or its mirror image. From (0,k) only k can be taken. From both
//! piles, i <= j, j - i < t, the position is (A_n + i, B_n + j), since (A_n + j, B_n + i), i < j, n >= 1, also reaches
//! (A_{n-1}, B_{n-1}). A Nim move wins iff one of its piles is an upper number, and the only other pair that moves from both
//! piles may reach is (A_{n+1}, B_{n+1}), if i < j.
//! - i = j: needed at (i,i) if i is a lower number. If it is an upper one, both piles are lower numbers as soon as the
//!   fractional part of n alpha is near enough to 1.
//! - i < j: (A_{n+1}, B_{n+1}) = (A_n, B_n) + (d, d + t), d = 1 or 2, is out of reach only for j < t + d. If j <= t, the move is needed
//!   at (i,j), n = 0; if j = t + 1, at n = t, where d = 2; if j >= t + 2, nowhere.

use malachite::Natural;
use malachite::base::num::arithmetic::traits::Square;
use malachite::base::num::basic::traits::Zero;

use super::{Algebraic, Place};
use crate::Refusal;

/// A position of t-Wythoff, t >= 1, whose only winning moves are (i, j) and its mirror image; `None` if there is none, so
/// that the move can be removed. i and j of any size, not both 0; O(M(n)) for most n-digit amounts, O(M(n) log n) for all.
///
/// ```
/// use malachite::Natural;
/// use wythoff_theory::t_wythoff::needed_at;
/// let at = |t, i: u32, j: u32| needed_at(t, &Natural::from(i), &Natural::from(j)).unwrap();
/// // (2,2) can also be won by taking 1 from one pile; (3,4) has only the move to (1,2).
/// assert_eq!(at(1, 2, 2), Some([3u32, 4].map(Natural::from)));
/// assert!(at(2, 2, 3).is_some() && at(2, 3, 4).is_none());
/// ```
pub fn needed_at(t: u64, i: &Natural, j: &Natural) -> Result<Option<[Natural; 2]>, Refusal> {
    let game = Algebraic::new(t)?;
    let t = Natural::from(t);
    let (i, j) = if i <= j { (i, j) } else { (j, i) };
    if j - i >= t && *i != 0u32 {
        return Err(Refusal::Position(format!("({i},{j}) is no move of t-Wythoff with t = {t}")));
    }
    let above = |n: &Natural| [game.lower(n) + i, game.upper(n) + j];
    if *i == 0u32 || (i == j && is_lower(&game, i)) || (i < j && *j <= t) {
        return Ok(Some(above(&Natural::ZERO)));
    }
    if i < j {
        return Ok((j - &t == 1u32).then(|| above(&t)));
    }
    // Every second denominator of the convergents of alpha = [1; t, t, ...] has a multiple of alpha just below an integer:
    // u, the terms of even index of u_{k+1} = t u_k + u_{k-1}, here of index 2, 4, 8, ...
    let (mut u, mut next) = (t.clone(), (&t).square() + Natural::from(1u32));
    loop {
        let position = above(&u);
        if position.iter().all(|pile| is_lower(&game, pile)) {
            return Ok(Some(position));
        }
        let doubled = &u * ((&next << 1u32) - &t * &u);
        let after = (&u).square() + next.square();
        (u, next) = (doubled, after);
    }
}

fn is_lower(game: &Algebraic, x: &Natural) -> bool {
    matches!(game.place(x), Place::Lower(_))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decider::Decider;

    /// What the winning moves of a position take, by trying all moves.
    fn winning(game: &Algebraic, t: u64, [x, y]: [u64; 2]) -> Vec<(u64, u64)> {
        let mut found = Vec::new();
        for k in 0..=x {
            for l in 0..=y {
                let legal = (k, l) != (0, 0) && (k == 0 || l == 0 || k.abs_diff(l) < t);
                if legal && game.is_p(&[x - k, y - l].map(Natural::from)).unwrap() {
                    found.push((k.min(l), k.max(l)));
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    #[test]
    fn needed_moves_are_those_that_a_box_shows() {
        for t in 1..5u64 {
            let game = Algebraic::new(t).unwrap();
            let mut needed = std::collections::HashSet::new();
            for (x, y) in (0..44u64).flat_map(|x| (x..44).map(move |y| (x, y))) {
                if let [only] = winning(&game, t, [x, y])[..] {
                    needed.insert(only);
                }
            }
            for (i, j) in (0..9u64).flat_map(|i| (i.max(1)..9).map(move |j| (i, j))) {
                if i != 0 && j - i >= t {
                    assert!(needed_at(t, &i.into(), &j.into()).is_err());
                    continue;
                }
                let at = needed_at(t, &i.into(), &j.into()).unwrap();
                assert_eq!(at.is_some(), needed.contains(&(i, j)), "t = {t}, ({i},{j})");
                if let Some([x, y]) = at {
                    let small = [u64::try_from(&x).unwrap(), u64::try_from(&y).unwrap()];
                    if small[1] < 200 {
                        assert_eq!(winning(&game, t, small), [(i, j)], "t = {t}, ({i},{j}) at {small:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn no_move_of_wythoff_can_be_removed() {
        // Fibonacci numbers are the hardest: far positions are the first that need them.
        let (mut f, mut next) = (Natural::from(1u32), Natural::from(2u32));
        let game = Algebraic::new(1).unwrap();
        for _ in 0..400 {
            let [x, y] = needed_at(1, &f, &f).unwrap().unwrap();
            assert!(is_lower(&game, &x) && is_lower(&game, &y) && game.is_p(&[&x - &f, &y - &f]) == Ok(true));
            let sum = &f + &next;
            f = std::mem::replace(&mut next, sum);
        }
    }
}
