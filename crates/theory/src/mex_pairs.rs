//! Pairs (A_n, B_n) with A_n the least number not used before and B_n increasing, streamed in linear time.

use std::collections::VecDeque;

/// The pairs (a, upper(n, a)), n = 0, 1, ..., where a is the mex of all earlier entries; it ends where
/// `upper` does. `upper` must be strictly increasing in n and at least a. O(1) amortised a pair.
pub(crate) struct MexPairs<F> {
    n: u64,
    next: u64,
    pending: VecDeque<u64>,
    upper: F,
}

impl<F: FnMut(u64, u64) -> Option<u64>> MexPairs<F> {
    /// Starts at n = 0 with nothing used.
    pub fn new(upper: F) -> Self {
        MexPairs { n: 0, next: 0, pending: VecDeque::new(), upper }
    }
}

impl<F: FnMut(u64, u64) -> Option<u64>> Iterator for MexPairs<F> {
    type Item = Vec<u64>;

    fn next(&mut self) -> Option<Vec<u64>> {
        while self.pending.front() == Some(&self.next) {
            self.pending.pop_front();
            self.next = self.next.checked_add(1)?;
        }
        let a = self.next;
        let b = (self.upper)(self.n, a)?;
        if b > a {
            self.pending.push_back(b);
        }
        self.n += 1;
        self.next = a.checked_add(1)?;
        Some(vec![a, b])
    }
}
