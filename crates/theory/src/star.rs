//! The star operator on a box, and the structure of (Wythoff)* (VIS section 8.5, NEW-STAR-STRUCT).
//!
//! G* is the subtraction game whose moves are the nonzero P-positions of G. In (Wythoff)* every axis point is P, and an interior
//! P-position has both coordinates among the lower Wythoff numbers A_n and, for x = A_n <= y, y < B_n (from any other interior point an axis
//! point is reached). Each row offset r belongs to one move, (r, partner of r), so marking forward from each P-position costs one step a
//! row, and only pairs of lower numbers need a mark.

use wythoff_numbers::Quadratic;

use crate::Refusal;

/// Largest bound of [`WythoffStar`].
const BOUND_LIMIT: u64 = 100_000;

/// Cells of the box that [`star`] fills.
const CELLS: usize = 1 << 28;

/// The P-positions, on a box, of the subtraction game with the given moves: `p[x][y]`.
///
/// Moves that do not fit, and (0,0), are ignored. O(number of P-positions times number of moves).
///
/// ```
/// use wythoff_theory::star::star;
/// // Nim on two piles below 4: moves (k,0), (0,k); its P-positions are the diagonal, and back.
/// let nim: Vec<_> = (1..4).flat_map(|k| [(k, 0), (0, k)]).collect();
/// let p = star(&nim, 4, 4).unwrap();
/// assert!((0..4).all(|x| (0..4).all(|y| p[x][y] == (x == y))));
/// ```
pub fn star(moves: &[(usize, usize)], width: usize, height: usize) -> Result<Vec<Vec<bool>>, Refusal> {
    if width.checked_mul(height).is_none_or(|cells| cells > CELLS) {
        return Err(Refusal::Limit(format!("the star operator is applied to at most {CELLS} cells")));
    }
    let mut p = vec![vec![true; height]; width];
    for x in 0..width {
        for y in 0..height {
            if !p[x][y] {
                continue;
            }
            for &(u, v) in moves.iter().filter(|step| **step != (0, 0)) {
                let cell = x.checked_add(u).zip(y.checked_add(v)).and_then(|(x, y)| p.get_mut(x)?.get_mut(y));
                if let Some(cell) = cell {
                    *cell = false;
                }
            }
        }
    }
    Ok(p)
}

/// The nonzero P-positions of a table, as the moves of the starred game.
pub fn moves_of(p: &[Vec<bool>]) -> Vec<(usize, usize)> {
    let cells = p
        .iter()
        .enumerate()
        .flat_map(|(x, column)| column.iter().enumerate().map(move |(y, lost)| (x, y, *lost)));
    cells.filter(|&(x, y, lost)| lost && (x, y) != (0, 0)).map(|(x, y, _)| (x, y)).collect()
}

/// The P-positions of (Wythoff)* with both coordinates below a bound.
///
/// ```
/// use wythoff_theory::star::WythoffStar;
/// let star = WythoffStar::below(50).unwrap();
/// assert!(star.is_p(0, 7) && star.is_p(1, 1) && !star.is_p(1, 2) && star.is_p(3, 4));
/// ```
#[derive(Clone, Debug)]
pub struct WythoffStar {
    bound: u64,
    /// The lower Wythoff numbers below the bound, from A_1 = 1.
    lower: Vec<u32>,
    /// For each integer below the bound: its place in `lower`, or none.
    place: Vec<Option<u32>>,
    /// For each i, whether (lower[i], lower[j]), j >= i, is not P: bit j - i.
    marked: Vec<Vec<u64>>,
}

impl WythoffStar {
    /// Solves the square of the given side. About side^2.4 steps.
    pub fn below(bound: u64) -> Result<WythoffStar, Refusal> {
        if bound > BOUND_LIMIT {
            return Err(Refusal::Limit(format!("(Wythoff)* is solved below {BOUND_LIMIT} at most")));
        }
        let size = bound as usize;
        let phi = Quadratic::golden();
        let numbers = (1..).map(|n: u32| (n, phi.floor_mul(&n.into())));
        let lower: Vec<u32> =
            numbers.map_while(|(_, a)| u32::try_from(&a).ok().filter(|&a| u64::from(a) < bound)).collect();
        let mut place = vec![None; size];
        let mut partner = vec![0u32; size];
        for (i, &a) in lower.iter().enumerate() {
            place[a as usize] = Some(i as u32);
            let b = a + i as u32 + 1;
            partner[a as usize] = b;
            if let Some(cell) = partner.get_mut(b as usize) {
                *cell = a;
            }
        }
        let count = lower.len();
        let marked = (0..count).map(|i| vec![0u64; (count - i).div_ceil(64)]).collect();
        let mut star = WythoffStar { bound, lower, place, marked };
        for i in 0..count {
            for j in i..count {
                let (x, y) = (star.lower[i], star.lower[j]);
                // Beyond the cone y < B_n nothing is P.
                if y > x + i as u32 {
                    break;
                }
                if !star.is_marked(i, j) {
                    star.mark_from(&partner, x as usize, y as usize);
                    if i != j {
                        star.mark_from(&partner, y as usize, x as usize);
                    }
                }
            }
        }
        Ok(star)
    }

    fn is_marked(&self, i: usize, j: usize) -> bool {
        self.marked[i][(j - i) / 64] >> ((j - i) % 64) & 1 == 1
    }

    /// Marks what moves to (x,y) and could be P.
    fn mark_from(&mut self, partner: &[u32], x: usize, y: usize) {
        for (r, &s) in partner.iter().enumerate().take(partner.len() - x).skip(1) {
            let Some(Some(j)) = self.place.get(y + s as usize) else { continue };
            let Some(i) = self.place[x + r] else { continue };
            let (i, j) = (i.min(*j) as usize, i.max(*j) as usize);
            self.marked[i][(j - i) / 64] |= 1 << ((j - i) % 64);
        }
    }

    /// Whether (x,y), both below the bound, is a P-position; false outside.
    pub fn is_p(&self, x: u64, y: u64) -> bool {
        let (x, y) = (x.min(y), x.max(y));
        if y >= self.bound {
            return false;
        }
        if x == 0 {
            return true;
        }
        let (Some(i), Some(j)) = (self.place[x as usize], self.place[y as usize]) else { return false };
        // y < B_n = x + n for x = A_n, n = i + 1.
        y <= x + u64::from(i) && !self.is_marked(i as usize, j as usize)
    }

    /// The interior P-positions with x <= y, in lexicographic order.
    pub fn interior(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.lower.iter().enumerate().flat_map(move |(i, &x)| {
            let row = self.lower[i..].iter().take_while(move |&&y| y <= x + i as u32);
            row.filter(move |&&y| self.is_p(x.into(), y.into())).map(move |&y| (x.into(), y.into()))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wythoff_pairs(size: usize) -> Vec<(usize, usize)> {
        let phi = Quadratic::golden();
        let pairs = (1..size).map(|n| {
            let a = usize::try_from(&phi.floor_mul(&n.into())).unwrap();
            (a, a + n)
        });
        pairs.filter(|&(a, _)| a < size).flat_map(|(a, b)| [(a, b), (b, a)]).collect()
    }

    #[test]
    fn agrees_with_the_operator() {
        let size = 230;
        let p = star(&wythoff_pairs(size), size, size).unwrap();
        let fast = WythoffStar::below(size as u64).unwrap();
        for (x, y) in (0..size).flat_map(|x| (0..size).map(move |y| (x, y))) {
            assert_eq!(fast.is_p(x as u64, y as u64), p[x][y], "({x},{y})");
        }
    }

    #[test]
    fn starred_twice_is_wythoff() {
        let size = 90;
        let once = star(&wythoff_pairs(size), size, size).unwrap();
        let twice = star(&moves_of(&once), size, size).unwrap();
        let mut found = moves_of(&twice);
        let mut expected: Vec<_> =
            wythoff_pairs(size).into_iter().filter(|&(x, y)| x < size && y < size).collect();
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected);
    }

    #[test]
    fn counts() {
        let star = WythoffStar::below(1000).unwrap();
        let ordered: usize = star.interior().map(|(x, y)| if x == y { 1 } else { 2 }).sum();
        assert_eq!(ordered, 5316);
        assert!(WythoffStar::below(u64::MAX).is_err());
        assert!(!WythoffStar::below(0).unwrap().is_p(0, 0));
    }
}
