//! Moves that can be taken from a game without changing its P-positions.
//!
//! A move is needed at an N-position if every winning move there is this one or its mirror image: without it the position
//! turns P. Of Wythoff no move can be removed (VIS 4.6, ledger VIS-T-norestr); for t-Wythoff all winning moves of a
//! position are found from the pairs of its two piles and from those on its diagonals, at any size.

use std::collections::{BTreeMap, HashSet};

use malachite::base::num::basic::traits::Zero;
use malachite::{Integer, Natural};
use wythoff_theory::Refusal;
use wythoff_theory::t_wythoff::Algebraic;

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

/// Pairs (A_n, B_n) from which a position that needs a move is looked for.
const TRIED: u64 = 4000;

/// A position of t-Wythoff, t >= 1, whose only winning moves are (i, j) and its mirror image, so that the move cannot be
/// removed; `None` if none lies that far above one of the first pairs. i and j of any size: O(M(n)) for each pair tried.
///
/// ```
/// use malachite::Natural;
/// use wythoff_discover::design::needed_in_t_wythoff;
/// let at = needed_in_t_wythoff(1, &Natural::from(2u32), &Natural::from(2u32)).unwrap();
/// // (2,2) can also be won by taking 1 from one pile; (3,4) has only the move to (1,2).
/// assert_eq!(at, Some([3u32, 4].map(Natural::from)));
/// ```
pub fn needed_in_t_wythoff(t: u64, i: &Natural, j: &Natural) -> Result<Option<[Natural; 2]>, Refusal> {
    let game = Algebraic::new(t)?;
    let t = Integer::from(t);
    for n in 0..TRIED {
        let n = Natural::from(n);
        let (a, b) = (game.lower(&n), game.upper(&n));
        for [k, l] in [[i, j], [j, i]] {
            let position = [&a + k, &b + l];
            let same = |(x, y): &(Natural, Natural)| (x == i && y == j) || (x == j && y == i);
            if winning_moves(&game, &t, &position).iter().all(same) {
                return Ok(Some(position));
            }
        }
    }
    Ok(None)
}

/// What the winning moves of t-Wythoff take from a position, all of them.
fn winning_moves(game: &Algebraic, t: &Integer, [x, y]: &[Natural; 2]) -> HashSet<(Natural, Natural)> {
    let mut targets = vec![[x.clone(), game.partner(x)], [game.partner(y), y.clone()]];
    // From both piles: the difference changes by less than t, so it is t m or -t m for an m next to it over t.
    let middle = (Integer::from(y) - Integer::from(x)) / t;
    for m in [&middle - Integer::from(1), middle.clone(), middle + Integer::from(1)] {
        let n = m.unsigned_abs_ref();
        let (a, b) = (game.lower(n), game.upper(n));
        targets.push(if m >= 0 { [a, b] } else { [b, a] });
    }
    let taken = targets.into_iter().filter(|[u, v]| u <= x && v <= y).map(|[u, v]| (x - u, y - v));
    let allowed = |(k, l): &(Natural, Natural)| match (*k == Natural::ZERO, *l == Natural::ZERO) {
        (true, true) => false,
        (false, false) => {
            Integer::from(k) - Integer::from(l) < *t && Integer::from(l) - Integer::from(k) < *t
        }
        _ => true,
    };
    taken.filter(allowed).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The winning moves of a small position, by the list of pairs.
    fn by_list(t: u64, [x, y]: [u64; 2]) -> HashSet<(u64, u64)> {
        let game = Algebraic::new(t).unwrap();
        let pairs = (0..60u64).map(|n| {
            let small = |m: Natural| u64::try_from(&m).unwrap();
            (small(game.lower(&n.into())), small(game.upper(&n.into())))
        });
        let both = pairs.flat_map(|(a, b)| [(a, b), (b, a)]).filter(|&(u, v)| u <= x && v <= y);
        let taken = both.map(|(u, v)| (x - u, y - v)).filter(|&taken| taken != (0, 0));
        taken.filter(|&(k, l)| k == 0 || l == 0 || k.abs_diff(l) < t).collect()
    }

    #[test]
    fn all_winning_moves() {
        for t in 1..5 {
            let game = Algebraic::new(t).unwrap();
            for x in 0..40u64 {
                for y in 0..40u64 {
                    let found = winning_moves(&game, &Integer::from(t), &[x, y].map(Natural::from));
                    let found: HashSet<(u64, u64)> = found
                        .iter()
                        .map(|(k, l)| (u64::try_from(k).unwrap(), u64::try_from(l).unwrap()))
                        .collect();
                    assert_eq!(found, by_list(t, [x, y]), "t = {t}, ({x},{y})");
                }
            }
        }
    }

    #[test]
    fn every_move_of_wythoff_is_needed_and_where() {
        let huge = Natural::from(3u32) << 400u64;
        let amounts: Vec<Natural> = (1..60u64).map(Natural::from).chain([huge]).collect();
        for k in &amounts {
            for move_ in [[k.clone(), Natural::ZERO], [k.clone(), k.clone()]] {
                let at = needed_in_t_wythoff(1, &move_[0], &move_[1]).unwrap();
                let [x, y] = at.expect("no move of Wythoff can be removed");
                let game = Algebraic::new(1).unwrap();
                let wins = winning_moves(&game, &Integer::from(1), &[x, y]);
                assert!(!wins.is_empty() && wins.len() <= 2);
            }
        }
    }
}
