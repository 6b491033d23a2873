//! The pairs of NIM(a,b) by the recursion of VIS (6) and (12): x_n = mex_b of the earlier coordinates.
//!
//! mex_b of a set: put -b before it; at the first gap larger than b, its left end plus b (VIS-D-mexb). Since x_n fills
//! such a gap, the search for x_{n+1} starts at x_n and meets only the y_i beyond it: O(1) amortised a pair.

use std::collections::VecDeque;

/// The pairs (x_n, y_n), n = 0, 1, ..., while they fit in 64 bits.
///
/// ```
/// use wythoff_theory::nim_ab::MexPairs;
/// let pairs: Vec<_> = MexPairs::new(1, 2, false).take(5).collect();
/// assert_eq!(pairs, [(0, 0), (2, 3), (5, 7), (9, 12), (11, 15)]);
/// ```
#[derive(Clone, Debug)]
pub struct MexPairs {
    a: u64,
    b: u64,
    shift: u64,
    n: u64,
    /// x_n, once n > 0 pairs were given.
    x: Option<u64>,
    /// The y_i greater than the last x.
    ahead: VecDeque<u64>,
}

impl MexPairs {
    /// The pairs with y_n = x_n + a n, or x_n + a n + 1 if `shifted` (misère play with a > 1).
    pub fn new(a: u64, b: u64, shifted: bool) -> MexPairs {
        MexPairs { a, b, shift: u64::from(shifted), n: 0, x: None, ahead: VecDeque::new() }
    }

    /// mex_b of the coordinates so far.
    fn next_x(&mut self) -> Option<u64> {
        let Some(mut left) = self.x else { return Some(0) };
        while let Some(&y) = self.ahead.front() {
            if y > left && y - left > self.b {
                break;
            }
            left = left.max(y);
            self.ahead.pop_front();
        }
        left.checked_add(self.b)
    }
}

impl Iterator for MexPairs {
    type Item = (u64, u64);

    fn next(&mut self) -> Option<(u64, u64)> {
        let x = self.next_x()?;
        let y = x.checked_add(self.a.checked_mul(self.n)?)?.checked_add(self.shift)?;
        self.x = Some(x);
        self.ahead.push_back(y);
        self.n += 1;
        Some((x, y))
    }
}
