//! The P-positions in linear time: one pass over the columns with the used columns, the used
//! differences and the cells that a vector reaches from recent P-positions (VIS 8.4, ledger
//! VIS-8.4-maharaja).
//!
//! Column `x` is skipped if it is the larger coordinate of an earlier P-position (a Nim move leads
//! there). Otherwise its P-position is the least `y >= x` such that column `y` is free, the
//! difference `y - x` is new, and no vector leads from `(x, y)` to an earlier P-position. For other
//! kinds of moves (see [`Kind`]) a difference may be used `block` times by each class of columns
//! modulo `step`, a used difference excludes those nearer than `band`, a used column or row those
//! less than `near` after it; then a column may have no P-position.

use super::{Kind, Layer, Leapers, State};
use std::collections::{BTreeMap, BTreeSet};
use wythoff_numbers::bits::Bits;

/// How often each difference is used by each class of columns, no more than `most` being counted.
#[derive(Clone, Debug)]
struct Uses {
    counts: Vec<u8>,
    classes: u64,
    most: u8,
}

impl Uses {
    fn count(&self, difference: u64, class: u64) -> u8 {
        self.counts.get((difference * self.classes + class) as usize).copied().unwrap_or(0)
    }

    fn add(&mut self, difference: u64, class: u64) {
        let at = (difference * self.classes + class) as usize;
        if at >= self.counts.len() {
            self.counts.resize((at + 1).max(self.counts.len() * 2), 0);
        }
        self.counts[at] = self.most.min(self.counts[at] + 1);
    }

    fn is_full(&self, difference: u64) -> bool {
        (0..self.classes).all(|class| self.count(difference, class) == self.most)
    }
}

/// The process column by column; amortised O(number of vectors) a column.
#[derive(Clone, Debug)]
pub struct Columns {
    leapers: Leapers,
    kind: Kind,
    /// The next column.
    x: u64,
    /// The least difference not used up.
    d: u64,
    /// P-positions so far.
    placed: u64,
    larger: Bits,
    uses: Uses,
    /// Differences that are used from a column on: those of a band whose cells are below the P-position's row before,
    /// and those of the P-position with its piles exchanged.
    later: BTreeMap<u64, Vec<u64>>,
    /// The rows of the P-positions in the last columns.
    recent: BTreeMap<u64, u64>,
    /// Cells `(x', y')`, `x' >= x`, that a vector joins to a P-position already placed.
    cells: BTreeSet<(u64, u64)>,
    /// The largest `y` so far.
    top: u64,
    /// The largest used difference so far.
    widest: u64,
    /// The layers after the first.
    upper: Vec<Upper>,
}

/// A layer after the first: it has Wythoff's moves.
#[derive(Clone, Debug, Default)]
struct Upper {
    larger: Bits,
    differences: Bits,
    d: u64,
    top: u64,
    widest: u64,
}

impl Upper {
    /// The row in column `x`, which is none of the rows excluded.
    fn place(&mut self, x: u64, excluded: &[u64]) -> Option<u64> {
        if x > 0 && self.larger.contains(x) {
            return None;
        }
        let mut y = x + self.d;
        while self.larger.contains(y) || self.differences.contains(y - x) || excluded.contains(&y) {
            y += 1;
        }
        self.larger.insert(y);
        self.differences.insert(y - x);
        while self.differences.contains(self.d) {
            self.d += 1;
        }
        (self.top, self.widest) = (self.top.max(y), self.widest.max(y - x));
        Some(y)
    }
}

impl Columns {
    /// Before column 0.
    pub fn new(leapers: &Leapers) -> Columns {
        let kind = leapers.kind();
        Columns {
            leapers: leapers.clone(),
            kind,
            x: 0,
            d: 0,
            placed: 0,
            larger: Bits::default(),
            uses: Uses { counts: Vec::new(), classes: u64::from(kind.step), most: kind.block as u8 },
            later: BTreeMap::new(),
            recent: BTreeMap::new(),
            cells: BTreeSet::new(),
            top: 0,
            widest: 0,
            upper: vec![Upper::default(); kind.layers() as usize - 1],
        }
    }

    /// The column that [`Columns::advance`] settles next.
    pub fn x(&self) -> u64 {
        self.x
    }

    /// The least difference `b - a` not used up before column `x`.
    pub fn least_difference(&self) -> u64 {
        self.upper.iter().map(|layer| layer.d).fold(self.d, u64::min)
    }

    /// `F(x)`: all letters below it are settled.
    pub fn frontier(&self) -> u64 {
        self.x + self.least_difference()
    }

    /// The number of P-positions `(a, b)`, `a <= b`, with `a < x`; of zeros before `x` where every column has one.
    pub fn placed(&self) -> u64 {
        self.placed
    }

    /// The letter of a column below the frontier: for each layer a bit, 1 if the column is a larger coordinate.
    pub fn letter(&self, column: u64) -> u8 {
        let bits = std::iter::once(&self.larger).chain(self.upper.iter().map(|layer| &layer.larger));
        bits.zip(0..).map(|(set, bit)| u8::from(column > 0 && set.contains(column)) << bit).sum()
    }

    /// Settles column `x`: its P-position `(x, y)` with `y >= x`, or `None` if `x` is a larger coordinate or too near an
    /// earlier one. With a pass, of the game as it begins.
    pub fn advance(&mut self) -> Option<(u64, u64)> {
        let x = self.x;
        let first = self.row();
        if let Some(y) = first {
            self.place(x, y);
        }
        let mut excluded: Vec<u64> = first.into_iter().collect();
        let mut last = first;
        for layer in &mut self.upper {
            if self.kind.pass && x == 0 {
                excluded.clear();
            }
            last = layer.place(x, &excluded);
            excluded.extend(last);
        }
        let place = if self.kind.pass { last } else { first }.map(|y| (x, y));
        self.x += 1;
        for difference in self.later.remove(&self.x).unwrap_or_default() {
            self.uses.add(difference, self.x % self.uses.classes);
        }
        while self.uses.is_full(self.d) {
            self.d += 1;
        }
        while self.cells.first().is_some_and(|&(column, _)| column <= x) {
            self.cells.pop_first();
        }
        place
    }

    /// The row of the P-position in column `x`.
    fn row(&self) -> Option<u64> {
        let x = self.x;
        let near = u64::from(self.kind.near);
        let first = (x + 1).saturating_sub(near);
        if (first..=x).any(|column| self.letter(column) & 1 == 1) {
            return None;
        }
        // From the rows of the last columns on, Nim's neighbours lead to them.
        let end = self.recent.range(first..).map(|(_, &y)| y).min().unwrap_or(u64::MAX);
        let class = x % self.uses.classes;
        let free = |y: &u64| {
            let rows = (y + 1).saturating_sub(near).max(x)..=*y;
            !rows.into_iter().any(|row| self.larger.contains(row))
                && self.uses.count(y - x, class) < self.uses.most
                && !self.cells.contains(&(x, *y))
                && !(self.kind.misere && *y == 0)
        };
        let mut y = x + self.d;
        while y < end {
            if free(&y) {
                return Some(y);
            }
            y += 1;
        }
        None
    }

    fn place(&mut self, x: u64, y: u64) {
        self.larger.insert(y);
        self.placed += 1;
        if self.kind.near > 1 {
            self.recent.insert(x, y);
            let first = (x + 2).saturating_sub(u64::from(self.kind.near));
            self.recent = self.recent.split_off(&first);
        }
        let (e, reach) = (y - x, u64::from(self.kind.band) - 1);
        for difference in e.saturating_sub(reach)..=e + reach {
            if difference >= e {
                self.uses.add(difference, x % self.uses.classes);
            } else {
                // (x', x' + difference) is beyond row y from this column on.
                self.later.entry(y - difference + 1).or_default().push(difference);
            }
        }
        if e > 0 {
            for difference in 0..(reach + 1).saturating_sub(e) {
                self.later.entry(y + 1).or_default().push(difference);
            }
        }
        (self.top, self.widest) = (self.top.max(y), self.widest.max(e + reach));
        for &(p, q) in self.leapers.vectors() {
            let (s, t) = (x + u64::from(p), y + u64::from(q));
            self.cells.insert((s.min(t), s.max(t)));
        }
    }

    /// What the rest of the word depends on, relative to `(x, F(x))`.
    pub fn state(&self) -> State {
        let (x, f) = (self.x, self.frontier());
        let used = (f..=self.top).filter(|&i| self.larger.contains(i)).map(|i| (i - f) as u32).collect();
        let mut differences = Vec::new();
        let classes = self.uses.classes;
        let d = self.least_difference();
        for e in d..=self.widest {
            for class in 0..classes {
                let relative = (class + classes - x % classes) % classes;
                for _ in 0..self.uses.count(e, class) {
                    differences.push(((e - d) as u32, relative as u32));
                }
            }
        }
        let cells =
            self.cells.iter().filter(|&&(_, t)| t >= f).map(|&(s, t)| ((s - x) as u32, (t - f) as u32));
        let near = u64::from(self.kind.near);
        let occupied = |c: &u64| self.letter(*c) & 1 == 1 || self.recent.contains_key(c);
        let last = (x.saturating_sub(near - 1)..x).rev().find(occupied);
        let quiet = last.map_or(0, |column| (column + near - x) as u32);
        let listed = |from: u64, to: u64, set: &Bits| {
            (from..=to).filter(|&i| set.contains(i)).map(|i| (i - from) as u32).collect()
        };
        let layer = |layer: &Upper| Layer {
            used: listed(f, layer.top, &layer.larger),
            differences: listed(d, layer.widest, &layer.differences),
        };
        let upper = self.upper.iter().map(layer).collect();
        State { used, differences, cells: cells.collect(), quiet, upper }.canonical(&self.kind)
    }
}

/// The P-positions `(a, b)` with `a <= b` in the order of `a`, without end.
///
/// ```
/// use wythoff_discover::leapers::{Leapers, PStream};
/// let maharaja = PStream::new(&Leapers::new(&[(1, 2)])?);
/// let first: Vec<_> = maharaja.take(5).collect();
/// assert_eq!(first, [(0, 0), (1, 3), (2, 6), (4, 5), (7, 10)]);
/// # Ok::<(), wythoff_discover::DiscoverError>(())
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
