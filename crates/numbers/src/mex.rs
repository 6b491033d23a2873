//! Least excluded values, and the pairs (a_n, b_n) that they generate.
//!
//! mex S is the least nonnegative integer not in S. mex_b S (VIS section 5): put -b before S in increasing order and
//! infinity after it; at the first gap greater than b, the left end plus b; mex_1 = mex. A mex pair has a_n = mex_b of all
//! a_i, b_i with i < n, and b_n = a_n + c_n (VIS 4.11, 7.3): c_n = n is Wythoff, c_n = theta floor(n/mu) the (theta, mu)
//! sequences of GEO, b > 1 the pairs of NIM(a,b).

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, VecDeque};

/// The least nonnegative integer not in the list. O(n).
///
/// ```
/// use wythoff_numbers::mex::mex;
/// assert_eq!(mex([]), 0);
/// assert_eq!(mex([0, 1, 3, 1]), 2);
/// ```
pub fn mex(values: impl IntoIterator<Item = u64>) -> u64 {
    let values: Vec<u64> = values.into_iter().collect();
    let mut seen = vec![false; values.len() + 1];
    for v in values {
        if let Some(s) = usize::try_from(v).ok().and_then(|v| seen.get_mut(v)) {
            *s = true;
        }
    }
    // One of n + 1 places is free of n values.
    seen.iter().position(|s| !s).unwrap_or(seen.len()) as u64
}

/// The left end plus b of the first gap greater than b, b >= 1. O(n log n).
///
/// ```
/// use wythoff_numbers::mex::mex_b;
/// assert_eq!(mex_b([], 3), 0);
/// assert_eq!(mex_b([0, 2, 5], 2), 4);
/// ```
pub fn mex_b(values: impl IntoIterator<Item = u64>, b: u64) -> u64 {
    let sorted: BTreeSet<u64> = values.into_iter().collect();
    let mut candidate = 0;
    for v in sorted {
        if v > candidate {
            break;
        }
        candidate = v.saturating_add(b);
    }
    candidate
}

/// The pairs a_n = mex_b{a_i, b_i : i < n}, b_n = a_n + c(n), n = 0, 1, 2, ...; linear time for increasing b_n.
///
/// ```
/// use wythoff_numbers::mex::MexPairs;
/// let wythoff: Vec<(u64, u64)> = MexPairs::new(|n| n).take(5).collect();
/// assert_eq!(wythoff, [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10)]);
/// let nim_1_2: Vec<(u64, u64)> = MexPairs::with_gap(2, |n| n).take(5).collect();
/// assert_eq!(nim_1_2, [(0, 0), (2, 3), (5, 7), (9, 12), (11, 15)]);
/// ```
#[derive(Debug, Clone)]
pub struct MexPairs<F> {
    /// b_n from n and a_n; nothing where the pairs end.
    upper: F,
    gap: u64,
    n: u64,
    /// The next candidate: the greatest value with no gap before it, plus `gap`.
    candidate: u64,
    /// Upper values not yet passed.
    ahead: Ahead,
}

/// A queue of numbers that mostly come in increasing order and near each other: a byte for each of those.
#[derive(Debug, Clone, Default)]
struct Ahead {
    /// The first and the last of those that came in order, if there are any.
    ends: Option<(u64, u64)>,
    /// From each of them to the next; `FAR` where the distance stands in `far`.
    steps: VecDeque<u8>,
    far: VecDeque<u64>,
    /// The others.
    stray: BinaryHeap<Reverse<u64>>,
}

/// More than a byte holds.
const FAR: u8 = u8::MAX;

impl Ahead {
    fn push(&mut self, value: u64) {
        match &mut self.ends {
            None => self.ends = Some((value, value)),
            Some((_, last)) if *last <= value => {
                match u8::try_from(value - *last) {
                    Ok(step) if step < FAR => self.steps.push_back(step),
                    _ => {
                        self.steps.push_back(FAR);
                        self.far.push_back(value - *last);
                    }
                }
                *last = value;
            }
            Some(_) => self.stray.push(Reverse(value)),
        }
    }

    /// The least number, taken out if it is at most `most`.
    fn pop_up_to(&mut self, most: u64) -> Option<u64> {
        let stray = self.stray.peek().map(|least| least.0).filter(|least| *least <= most);
        let (first, last) = match self.ends {
            Some(ends) if ends.0 <= most && stray.is_none_or(|stray| ends.0 <= stray) => ends,
            _ => {
                if stray.is_some() {
                    self.stray.pop();
                }
                return stray;
            }
        };
        let step = match self.steps.pop_front() {
            Some(FAR) => self.far.pop_front(),
            step => step.map(u64::from),
        };
        self.ends = step.map(|step| (first + step, last));
        Some(first)
    }
}

impl<F: FnMut(u64, u64) -> Option<u64>> MexPairs<F> {
    /// Pairs with mex_b and b_n = upper(n, a_n), as long as it gives one; b = 0 is taken as 1.
    ///
    /// ```
    /// use wythoff_numbers::mex::MexPairs;
    /// let pairs: Vec<(u64, u64)> = MexPairs::with_upper(1, |_, a| (a < 9).then_some(a * a)).collect();
    /// assert_eq!(pairs, [(0, 0), (1, 1), (2, 4), (3, 9), (5, 25), (6, 36), (7, 49), (8, 64)]);
    /// ```
    pub fn with_upper(b: u64, upper: F) -> Self {
        MexPairs { upper, gap: b.max(1), n: 0, candidate: 0, ahead: Ahead::default() }
    }
}

impl MexPairs<()> {
    /// Pairs with the ordinary mex.
    pub fn new(difference: impl FnMut(u64) -> u64) -> MexPairs<impl FnMut(u64, u64) -> Option<u64>> {
        MexPairs::with_gap(1, difference)
    }

    /// Pairs with mex_b; b = 0 is taken as 1.
    pub fn with_gap(
        b: u64,
        mut difference: impl FnMut(u64) -> u64,
    ) -> MexPairs<impl FnMut(u64, u64) -> Option<u64>> {
        MexPairs::with_upper(b, move |n, a| a.checked_add(difference(n)))
    }

    /// The same recursion with indices and values from 1 on, as in the s-Wythoff sequences (OEIS A184117): the first
    /// pair is (1, 1 + c(1)).
    pub fn from_one(difference: impl FnMut(u64) -> u64) -> MexPairs<impl FnMut(u64, u64) -> Option<u64>> {
        MexPairs { n: 1, candidate: 1, ..MexPairs::new(difference) }
    }
}

impl<F: FnMut(u64, u64) -> Option<u64>> Iterator for MexPairs<F> {
    type Item = (u64, u64);

    /// Ends where `upper` does, and when a value would pass 2^64.
    fn next(&mut self) -> Option<(u64, u64)> {
        while let Some(v) = self.ahead.pop_up_to(self.candidate) {
            self.candidate = self.candidate.max(v.checked_add(self.gap)?);
        }
        let a = self.candidate;
        let b = (self.upper)(self.n, a)?;
        self.candidate = a.checked_add(self.gap)?;
        self.ahead.push(b);
        self.n += 1;
        Some((a, b))
    }
}

/// The differences theta floor(n/mu) of the (theta, mu) sequences (GEO 4.2); mu = 0 is taken as 1.
pub fn theta_mu(theta: u64, mu: u64) -> MexPairs<impl FnMut(u64, u64) -> Option<u64>> {
    MexPairs::new(move |n| theta.saturating_mul(n / mu.max(1)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::int::{Integer, Natural};
    use crate::quadratic::Quadratic;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_queue_gives_the_least_first(
            steps in proptest::collection::vec((0u64..2_000, 0u64..600), 1..80), shift in 0u32..6,
        ) {
            let (mut queue, mut sorted, mut most) = (Ahead::default(), Vec::new(), 0);
            for (value, by) in steps {
                let value = most + (value >> shift);
                queue.push(value);
                sorted.push(value);
                most += by;
                sorted.sort_unstable();
                let split = sorted.partition_point(|v| *v <= most);
                for expected in sorted.drain(..split) {
                    prop_assert_eq!(queue.pop_up_to(most), Some(expected));
                }
                prop_assert_eq!(queue.pop_up_to(most), None);
            }
        }
    }

    #[test]
    fn k_wythoff_pairs_are_beatty_pairs() {
        for k in 1..=5u64 {
            let alpha = Quadratic::t_wythoff(&Natural::from(k));
            for (n, (a, b)) in (0u64..500).zip(MexPairs::new(|n| k * n)) {
                assert_eq!(alpha.floor_mul(&Integer::from(n)), a);
                assert_eq!(b, a + k * n);
            }
        }
    }

    #[test]
    fn tables_of_nim_a_b() {
        // VIS Tables 4 and 5: x_n of NIM(1,1), NIM(2,1), NIM(1,2), NIM(2,3).
        for (a, b, row) in [
            (1, 1, [0, 1, 3, 4, 6, 8, 9, 11, 12, 14]),
            (2, 1, [0, 1, 2, 4, 5, 7, 8, 9, 11, 12]),
            (1, 2, [0, 2, 5, 9, 11, 14, 17, 21, 25, 27]),
            (2, 3, [0, 3, 8, 11, 15, 20, 26, 29, 33, 36]),
        ] {
            let x: Vec<u64> = MexPairs::with_gap(b, |n| a * n).map(|p| p.0).take(10).collect();
            assert_eq!(x, row);
        }
        for (a, b) in [(1u64, 2u64), (2, 3), (3, 2), (5, 4)] {
            let pairs: Vec<(u64, u64)> = MexPairs::with_gap(b, |n| a * n).take(400).collect();
            for w in pairs.windows(2) {
                // VIS (8)
                assert!((b..=2 * b).contains(&(w[1].0 - w[0].0)));
                assert!((a + b..=a + 2 * b).contains(&(w[1].1 - w[0].1)));
            }
        }
    }

    #[test]
    fn s_wythoff_sequences() {
        // OEIS A184117 and its mate: s(n) = 2n + 1.
        let pairs: Vec<(u64, u64)> = MexPairs::from_one(|n| 2 * n + 1).take(6).collect();
        assert_eq!(pairs, [(1, 4), (2, 7), (3, 10), (5, 14), (6, 17), (8, 21)]);
    }

    proptest! {
        #[test]
        fn streams_agree_with_the_definition(b in 1u64..5, c in proptest::collection::vec(0u64..12, 60)) {
            let mut values: Vec<u64> = Vec::new();
            for (n, (x, y)) in (0usize..60).zip(MexPairs::with_gap(b, |n| c[n as usize])) {
                prop_assert_eq!(x, mex_b(values.iter().copied(), b), "n = {}", n);
                prop_assert_eq!(y, x + c[n]);
                if b == 1 {
                    prop_assert_eq!(x, mex(values.iter().copied()));
                }
                values.extend([x, y]);
            }
        }
    }
}
