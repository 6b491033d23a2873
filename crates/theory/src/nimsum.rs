//! Nim-sum Wythoff on three piles, one plane at a time (LEX-NIMSUM, VIS Conjectures 4 and 5, NEW-3HEAP).
//!
//! Moves: take from one pile, or a nonzero vector (r,s,t) with r xor s xor t = 0. For each a and b one c makes (a,b,c) P. In the plane
//! of a first pile a, (b,c) and (c,b) are P together, so only pairs with the least unused b are searched. A P-position (a',b',c')
//! attacks (a,b,c) by r = a - a', s = b - b', t = r xor s iff c - b = c' - b' + r - 2 (s and r): for each submask of r one diagonal of
//! the plane of a' is looked up, so a candidate costs O(a 2^popcount) and no box is filled.

use crate::Refusal;

/// Largest first pile.
const FIRST_LIMIT: u32 = 4096;

/// Largest bound on the second pile.
const BOUND_LIMIT: u32 = 1 << 24;

/// The pairs (b,c) of one plane.
#[derive(Clone, Debug, Default)]
struct Plane {
    /// The pile that completes (a,b); `None` where it is not known.
    partner: Vec<Option<u32>>,
    /// The pairs b <= c by their difference.
    on_diagonal: Vec<Vec<(u32, u32)>>,
    least_difference: usize,
}

impl Plane {
    fn partner(&self, b: u32) -> Option<u32> {
        self.partner.get(b as usize).copied().flatten()
    }

    fn add(&mut self, b: u32, c: u32) {
        let (b, c) = (b.min(c), b.max(c));
        for (row, other) in [(b, c), (c, b)] {
            if row as usize >= self.partner.len() {
                self.partner.resize(row as usize + 1, None);
            }
            self.partner[row as usize] = Some(other);
        }
        let d = (c - b) as usize;
        if d >= self.on_diagonal.len() {
            self.on_diagonal.resize(d + 1, Vec::new());
        }
        self.on_diagonal[d].push((b, c));
        while self.on_diagonal.get(self.least_difference).is_some_and(|list| !list.is_empty()) {
            self.least_difference += 1;
        }
    }

    /// Whether a pair of this plane, r below, attacks (b,c).
    fn attacks(&self, r: u32, b: u32, c: u32) -> bool {
        let difference = i64::from(c) - i64::from(b);
        let mut submask = r;
        loop {
            // s and r = submask, so t - s = r - 2 submask.
            let d = difference - (i64::from(r) - 2 * i64::from(submask));
            if let Some(pairs) = self.on_diagonal.get(d.unsigned_abs() as usize) {
                let hit = |&(low, high): &(u32, u32)| {
                    let row = if d >= 0 { low } else { high };
                    row <= b && (b - row) & r == submask
                };
                if pairs.iter().any(hit) {
                    return true;
                }
            }
            if submask == 0 {
                return false;
            }
            submask = (submask - 1) & r;
        }
    }
}

/// The planes of the first piles 0, 1, ..., `most`, for second piles up to a bound.
///
/// ```
/// use wythoff_theory::nimsum::NimSumPlanes;
/// let planes = NimSumPlanes::solve(2, 300).unwrap();
/// assert_eq!(planes.pairs(0).take(4).collect::<Vec<_>>(), [(0, 0), (1, 2), (3, 5), (4, 7)]);
/// assert_eq!(planes.offset(2).kappa, 6);
/// ```
#[derive(Clone, Debug)]
pub struct NimSumPlanes {
    planes: Vec<Plane>,
    bound: u32,
}

/// How C_n - B_n - n behaves in a plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offset {
    /// Its last value.
    pub kappa: i64,
    /// The index from which it had that value.
    pub since: usize,
    /// The number of pairs computed.
    pub pairs: usize,
}

impl NimSumPlanes {
    /// All P-positions (a,b,c) with a <= most and b <= bound.
    pub fn solve(most: u32, bound: u32) -> Result<NimSumPlanes, Refusal> {
        if most > FIRST_LIMIT || bound > BOUND_LIMIT || bound < most {
            return Err(Refusal::Limit(format!(
                "the planes are solved for first piles up to {FIRST_LIMIT} and second piles from there up to {BOUND_LIMIT}"
            )));
        }
        let mut planes: Vec<Plane> = Vec::new();
        for a in 0..=most {
            let mut plane = Plane::default();
            for b in 0..=bound {
                if plane.partner(b).is_some() {
                    continue;
                }
                let known = if b < a { planes[b as usize].partner(a) } else { None };
                let c = known.unwrap_or_else(|| least_partner(&planes, &plane, a, b));
                plane.add(b, c);
            }
            planes.push(plane);
        }
        Ok(NimSumPlanes { planes, bound })
    }

    /// The c for which (a,b,c) is P; `None` outside the solved part.
    pub fn partner(&self, a: u32, b: u32) -> Option<u32> {
        if b > self.bound {
            return None;
        }
        self.planes.get(a as usize)?.partner(b)
    }

    /// The pairs (B_n, C_n) with a <= B_n <= C_n of the plane of a, B_n increasing.
    pub fn pairs(&self, a: u32) -> impl Iterator<Item = (u32, u32)> + '_ {
        (a..=self.bound).filter_map(move |b| self.partner(a, b).filter(|&c| c >= b).map(|c| (b, c)))
    }

    /// C_n - B_n - n in the plane of a: eventually constant by VIS Conjecture 4, here as far as computed.
    pub fn offset(&self, a: u32) -> Offset {
        let mut offset = Offset { kappa: 0, since: 0, pairs: 0 };
        for (n, (b, c)) in self.pairs(a).enumerate() {
            let value = i64::from(c) - i64::from(b) - n as i64;
            if value != offset.kappa {
                (offset.kappa, offset.since) = (value, n);
            }
            offset.pairs = n + 1;
        }
        offset
    }
}

/// The least c >= b such that no smaller P-position can be reached from (a,b,c), where b is the least unused.
fn least_partner(planes: &[Plane], plane: &Plane, a: u32, b: u32) -> u32 {
    let free = |&c: &u32| {
        let difference = (c - b) as usize;
        // Nim moves, equal amounts within the plane, and the vectors that change the plane.
        plane.partner(c).is_none()
            && plane.on_diagonal.get(difference).is_none_or(Vec::is_empty)
            && planes
                .iter()
                .zip(0..)
                .all(|(lower, first)| lower.partner(b) != Some(c) && !lower.attacks(a - first, b, c))
    };
    (b + plane.least_difference as u32..).find(free).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_rules() {
        const SIZE: usize = 15;
        let mut lost = vec![[[false; SIZE]; SIZE]; SIZE];
        for (a, b, c) in
            (0..SIZE).flat_map(|a| (0..SIZE).flat_map(move |b| (0..SIZE).map(move |c| (a, b, c))))
        {
            let nim = (0..a).any(|x| lost[x][b][c])
                || (0..b).any(|y| lost[a][y][c])
                || (0..c).any(|z| lost[a][b][z]);
            let vector = || {
                (0..=a).any(|r| {
                    (0..=b).any(|s| (r, s) != (0, 0) && r ^ s <= c && lost[a - r][b - s][c - (r ^ s)])
                })
            };
            lost[a][b][c] = !nim && !vector();
        }
        let planes = NimSumPlanes::solve(SIZE as u32 - 1, 60).unwrap();
        for (a, b, c) in
            (0..SIZE).flat_map(|a| (0..SIZE).flat_map(move |b| (0..SIZE).map(move |c| (a, b, c))))
        {
            let is_p = planes.partner(a as u32, b as u32) == Some(c as u32);
            assert_eq!(is_p, lost[a][b][c], "({a},{b},{c})");
        }
    }

    #[test]
    fn offsets_of_the_first_planes() {
        let planes = NimSumPlanes::solve(6, 1500).unwrap();
        let kappa: Vec<i64> = (0..=6).map(|a| planes.offset(a).kappa).collect();
        assert_eq!(kappa, [0, 3, 6, 11, 13, 17, 21]);
        assert!((0..=6).all(|a| planes.offset(a).since * 2 < planes.offset(a).pairs));
    }

    #[test]
    fn limits() {
        assert!(NimSumPlanes::solve(10, 5).is_err());
        assert!(NimSumPlanes::solve(u32::MAX, u32::MAX).is_err());
    }
}
