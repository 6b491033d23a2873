//! (p,q)-GDWN (VIS section 8.3): Wythoff's moves and (pt,qt), (qt,pt), t >= 1; the P-positions column by column, fast.
//!
//! In column x, the least number not yet used, the pair is (x,y) with the least y >= x whose row, diagonal, (p,q)-line and (q,p)-line are
//! free. The (p,q)-line through (x,y) is named by x mod p and y - q floor(x/p), which increases with y in a fixed column: every
//! obstruction is then a bit set read at consecutive places, and 64 candidates are tested by the union of four words. Where a word is
//! full the next gap of each set is jumped to.

use crate::Refusal;
use wythoff_numbers::bits::Filling;

/// Largest (p + q) times the bound on the columns: the lines take a few bits for each.
const LINE_LIMIT: u64 = 1 << 31;

/// The lines of one direction (p,q): the class x mod p, then y - q floor(x/p), shifted so that it is not negative.
struct Lines {
    p: usize,
    q: usize,
    shift: usize,
    taken: Vec<Filling>,
}

impl Lines {
    fn new(p: usize, q: usize, bound: usize) -> Lines {
        Lines { p, q, shift: bound.div_ceil(p) * q, taken: vec![Filling::default(); p] }
    }

    /// The class of column x, and where y = 0 stands in it.
    fn origin(&self, x: usize) -> (usize, usize) {
        (x % self.p, self.shift - self.q * (x / self.p))
    }

    fn take(&mut self, x: usize, y: usize) {
        let (class, origin) = self.origin(x);
        self.taken[class].insert(origin + y);
    }
}

/// The pairs (a,b), a <= b, of (p,q)-GDWN with a below a bound, in order of a.
///
/// ```
/// use wythoff_theory::gdwn::GdwnPairs;
/// let pairs: Vec<_> = GdwnPairs::below(1, 2, 10).unwrap().collect();
/// assert_eq!(pairs, [(0, 0), (1, 3), (2, 6), (4, 5), (7, 10), (8, 14), (9, 17)]);
/// ```
pub struct GdwnPairs {
    bound: usize,
    next: usize,
    used: Filling,
    differences: Filling,
    least_difference: usize,
    lines: [Lines; 2],
}

impl GdwnPairs {
    /// The pairs with a < bound; p, q >= 1, p != q. Memory O((p + q) bound) bits.
    pub fn below(p: u64, q: u64, bound: u64) -> Result<GdwnPairs, Refusal> {
        if p == 0 || q == 0 || p == q {
            return Err(Refusal::Hypothesis {
                theorem: "VIS section 8.3",
                hypothesis: format!("p and q must be positive and different, here p = {p} and q = {q}"),
            });
        }
        let size = p.checked_add(q).and_then(|width| width.checked_mul(bound));
        if size.is_none_or(|size| size > LINE_LIMIT) {
            return Err(Refusal::Limit(format!(
                "({p},{q})-GDWN is streamed while (p + q) bound <= {LINE_LIMIT}; here bound = {bound}"
            )));
        }
        let (p, q, bound) = (p as usize, q as usize, bound as usize);
        let lines = [Lines::new(p, q, bound), Lines::new(q, p, bound)];
        Ok(GdwnPairs {
            bound,
            next: 0,
            used: Filling::default(),
            differences: Filling::default(),
            least_difference: 0,
            lines,
        })
    }

    fn least_partner(&self, x: usize) -> usize {
        let sets = self.lines.each_ref().map(|lines| {
            let (class, origin) = lines.origin(x);
            (&lines.taken[class], origin)
        });
        let mut y = x + self.least_difference;
        loop {
            let blocked = sets
                .iter()
                .fold(self.used.word_at(y) | self.differences.word_at(y - x), |word, (set, origin)| {
                    word | set.word_at(origin + y)
                });
            if blocked != u64::MAX {
                return y + blocked.trailing_ones() as usize;
            }
            y += 64;
            let gaps = [self.used.next_absent(y), self.differences.next_absent(y - x) + x];
            let line_gaps = sets.map(|(set, origin)| set.next_absent(origin + y) - origin);
            y = gaps.into_iter().chain(line_gaps).fold(y, usize::max);
        }
    }
}

impl Iterator for GdwnPairs {
    type Item = (u64, u64);

    fn next(&mut self) -> Option<(u64, u64)> {
        let x = self.used.next_absent(self.next);
        if x >= self.bound {
            return None;
        }
        self.next = x + 1;
        self.least_difference = self.differences.next_absent(self.least_difference);
        let y = self.least_partner(x);
        self.used.insert(x);
        self.used.insert(y);
        self.differences.insert(y - x);
        for lines in &mut self.lines {
            lines.take(x, y);
            // The mirror image can only be reached from columns beyond y.
            if y < self.bound {
                lines.take(y, x);
            }
        }
        Some((x as u64, y as u64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::{Referee, both, nim};

    #[test]
    fn agrees_with_the_rules() {
        for (p, q) in [(1, 2), (2, 1), (2, 3), (3, 5), (1, 3), (4, 7), (2, 4), (3, 4)] {
            let mut referee = Referee::new(move |position: &[u64]| {
                let mut to = nim(position);
                let line = |k: u64, l: u64, p: u64, q: u64| k.is_multiple_of(p) && l == k / p * q;
                to.extend(both(position, |k, l| k == l || line(k, l, p, q) || line(k, l, q, p)));
                to
            });
            let size = 45;
            let expected: Vec<(u64, u64)> = (0..size)
                .flat_map(|x| (x..size).map(move |y| (x, y)))
                .filter(|&(x, y)| referee.is_p(&[x, y]))
                .collect();
            let found: Vec<(u64, u64)> =
                GdwnPairs::below(p, q, size).unwrap().filter(|&(_, y)| y < size).collect();
            assert_eq!(found, expected, "({p},{q})");
        }
    }

    #[test]
    fn the_two_beams_of_one_two() {
        // NEW-GDWN12-SLOPES: b/a accumulates at 1.47779... and 2.24772...; nothing between.
        let pairs: Vec<_> = GdwnPairs::below(1, 2, 60_000).unwrap().filter(|&(a, _)| a > 20_000).collect();
        let (low, high): (Vec<_>, Vec<_>) = pairs.iter().partition(|&&(a, b)| b < 2 * a);
        assert!(low.len() > 5_000 && high.len() > 5_000);
        assert!(low.iter().all(|&&(a, b)| b * 1000 > a * 1470 && b * 1000 < a * 1486));
        assert!(high.iter().all(|&&(a, b)| b * 1000 > a * 2240 && b * 1000 < a * 2256));
    }

    #[test]
    fn parameters_are_checked() {
        assert!(GdwnPairs::below(3, 3, 10).is_err());
        assert!(GdwnPairs::below(0, 3, 10).is_err());
        assert!(GdwnPairs::below(1, 2, u64::MAX).is_err());
    }
}
