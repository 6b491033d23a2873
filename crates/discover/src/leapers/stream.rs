//! The P-positions in linear time: one pass over the columns with the used columns, the used
//! differences and the cells that a vector reaches from recent P-positions (VIS 8.4, ledger
//! VIS-8.4-maharaja).
//!
//! Column `x` is skipped if it is the larger coordinate of an earlier P-position (a Nim move leads
//! there). Otherwise its P-position is the least `y >= x` such that column `y` is free, the
//! difference `y - x` is new, and no vector leads from `(x, y)` to an earlier P-position.

use super::{Leapers, State};
use std::collections::BTreeSet;

/// A growing set of integers, one bit each.
#[derive(Clone, Debug, Default)]
struct Bits(Vec<u64>);

impl Bits {
    fn contains(&self, i: u64) -> bool {
        self.0.get((i / 64) as usize).is_some_and(|word| word >> (i % 64) & 1 == 1)
    }

    fn insert(&mut self, i: u64) {
        let word = (i / 64) as usize;
        if word >= self.0.len() {
            self.0.resize((word + 1).max(self.0.len() * 2), 0);
        }
        self.0[word] |= 1 << (i % 64);
    }
}

/// The process column by column; amortised O(number of vectors) a column.
#[derive(Clone, Debug)]
pub struct Columns {
    leapers: Leapers,
    /// The next column.
    x: u64,
    /// The least difference not used.
    d: u64,
    /// P-positions so far.
    placed: u64,
    larger: Bits,
    differences: Bits,
    /// Cells `(x', y')`, `x' >= x`, that a vector joins to a P-position already placed.
    cells: BTreeSet<(u64, u64)>,
    /// The largest `y` so far.
    top: u64,
}

impl Columns {
    /// Before column 0.
    pub fn new(leapers: &Leapers) -> Columns {
        Columns {
            leapers: leapers.clone(),
            x: 0,
            d: 0,
            placed: 0,
            larger: Bits::default(),
            differences: Bits::default(),
            cells: BTreeSet::new(),
            top: 0,
        }
    }

    /// The column that [`Columns::advance`] settles next.
    pub fn x(&self) -> u64 {
        self.x
    }

    /// The least difference `b - a` not used before column `x`.
    pub fn least_difference(&self) -> u64 {
        self.d
    }

    /// `F(x)`: all letters below it are settled.
    pub fn frontier(&self) -> u64 {
        self.x + self.d
    }

    /// The number of P-positions `(a, b)`, `a <= b`, with `a < x`; that is, of zeros before `x`.
    pub fn placed(&self) -> u64 {
        self.placed
    }

    /// The letter of a column below the frontier: 1 if it is a larger coordinate.
    pub fn letter(&self, column: u64) -> u8 {
        u8::from(column > 0 && self.larger.contains(column))
    }

    /// Settles column `x`: its P-position `(x, y)` with `y >= x`, or `None` if `x` is a larger coordinate.
    pub fn advance(&mut self) -> Option<(u64, u64)> {
        let x = self.x;
        let place = (self.letter(x) == 0).then(|| {
            let mut y = x + self.d;
            while self.larger.contains(y) || self.differences.contains(y - x) || self.cells.contains(&(x, y))
            {
                y += 1;
            }
            self.larger.insert(y);
            self.differences.insert(y - x);
            self.placed += 1;
            self.top = self.top.max(y);
            for &(p, q) in self.leapers.vectors() {
                let (s, t) = (x + u64::from(p), y + u64::from(q));
                self.cells.insert((s.min(t), s.max(t)));
            }
            while self.differences.contains(self.d) {
                self.d += 1;
            }
            (x, y)
        });
        self.x += 1;
        while self.cells.first().is_some_and(|&(column, _)| column <= x) {
            self.cells.pop_first();
        }
        place
    }

    /// What the rest of the word depends on, relative to `(x, F(x))`.
    pub fn state(&self) -> State {
        let (x, f) = (self.x, self.frontier());
        let ahead = |base: u64, set: &Bits| {
            (base..=self.top).filter(|&i| set.contains(i)).map(|i| (i - base) as u32).collect()
        };
        let cells =
            self.cells.iter().filter(|&&(_, t)| t >= f).map(|&(s, t)| ((s - x) as u32, (t - f) as u32));
        State::canonical(ahead(f, &self.larger), ahead(self.d, &self.differences), cells.collect())
    }
}

/// The P-positions `(a, b)` with `a <= b` in the order of `a`, without end.
///
/// ```
/// use wythoff_discover::leapers::{Leapers, PStream};
/// let maharaja = PStream::new(&Leapers::new(&[(1, 2)])?);
/// let first: Vec<_> = maharaja.take(5).collect();
/// assert_eq!(first, [(0, 0), (1, 3), (2, 6), (4, 5), (7, 10)]);
/// # Ok::<(), wythoff_discover::leapers::LeaperError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PStream(Columns);

impl PStream {
    /// From `(0, 0)` on.
    pub fn new(leapers: &Leapers) -> PStream {
        PStream(Columns::new(leapers))
    }
}

impl Iterator for PStream {
    type Item = (u64, u64);

    fn next(&mut self) -> Option<(u64, u64)> {
        loop {
            if let Some(pair) = self.0.advance() {
                return Some(pair);
            }
        }
    }
}
