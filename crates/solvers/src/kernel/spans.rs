//! Values within reach of the cells of a row whose moves lead to a span of columns in each row before, as amounts bounded by
//! the position do: `k <= x div 2 and l <= k`.
//!
//! From one cell of a row to the next the ends of a span move a little; what comes within reach is counted, and what falls out
//! of reach is taken back, so that the values met are known at each cell.
//!
//! P-positions are found the other way round: each that is known is reached from a span of the row that is being computed.
//!
//! Cost: for each cell and row within reach working out the span, and as many steps as its ends move; memory for a counter of
//! each value and a span for each row, in each row that is being computed. For outcomes a span for each row and P-position.

use super::tracks::Gates;
use crate::error::SolveError;
use wythoff_numbers::bits::ones;

/// Rows that are asked for at a time.
pub const LANES: usize = 64;

/// Where a span begins and what is behind it, in each of some rows.
pub type SpansOfRows = [(u32, u32); LANES];

/// Moves that lead from each cell of a board of two piles to a span of columns in each row.
pub trait Spans: Sync {
    /// The spans within reach of a cell by taking `taken`, `taken + 1`, ... from the first pile, as far as that suffices.
    fn spans(
        &self,
        strip: usize,
        cell: (usize, usize),
        taken: usize,
        out: &mut SpansOfRows,
    ) -> Result<(), SolveError>;

    /// The spans of a row, its columns being below a bound, from which moves lead to some cells of rows before.
    fn sources(
        &self,
        strip: usize,
        row: usize,
        below: usize,
        targets: &[(u32, u32)],
        out: &mut SpansOfRows,
    ) -> Result<(), SolveError>;
}

/// Moves by spans, and for each kind the gates at its source and at its target.
pub struct Strips<'a> {
    /// The gates.
    pub gates: Vec<(Option<usize>, Option<usize>)>,
    /// The spans.
    pub spans: Box<dyn Spans + 'a>,
}

/// What is within reach of a cell of one row, by one kind of moves.
#[derive(Clone)]
pub(crate) struct Met {
    /// For each row the span that is counted.
    spans: Vec<(u32, u32)>,
    counts: Vec<u32>,
    /// The values that are met.
    pub bits: Vec<u64>,
}

impl Met {
    /// Nothing yet, at a cell of a row, of values below a multiple of 64.
    pub fn new(row: usize, values: usize) -> Met {
        Met { spans: vec![(0, 0); row + 1], counts: vec![0; values], bits: vec![0; values / 64] }
    }

    /// Bytes of one, at most.
    pub fn bytes(rows: usize, values: usize) -> u128 {
        rows as u128 * 8 + values as u128 * 4 + values as u128 / 8
    }

    /// Counts another span of a row than before. `value` tells the value of a column, if moves may lead there.
    #[inline(always)]
    pub fn turn_to(&mut self, row: usize, (from, to): (u32, u32), value: impl Fn(usize) -> Option<usize>) {
        let (mut first, mut end) = self.spans[row];
        if (first, end) == (from, to) {
            return;
        }
        if from >= to || from >= end || to <= first {
            (first..end).for_each(|column| self.leave(value(column as usize)));
            (first, end) = if from >= to { (0, 0) } else { (from, from) };
        }
        if from < to {
            (end..to).for_each(|column| self.take_in(value(column as usize)));
            (from..first).for_each(|column| self.take_in(value(column as usize)));
            (first..from).for_each(|column| self.leave(value(column as usize)));
            (to..end).for_each(|column| self.leave(value(column as usize)));
            (first, end) = (from, to);
        }
        self.spans[row] = (first, end);
    }

    #[inline(always)]
    fn take_in(&mut self, value: Option<usize>) {
        if let Some(value) = value {
            self.counts[value] += 1;
            self.bits[value / 64] |= 1 << (value % 64);
        }
    }

    #[inline(always)]
    fn leave(&mut self, value: Option<usize>) {
        if let Some(value) = value {
            self.counts[value] -= 1;
            if self.counts[value] == 0 {
                self.bits[value / 64] &= !(1 << (value % 64));
            }
        }
    }
}

/// More P-positions than this many a row and column are not few.
const FEW: usize = 8;

/// The P-positions of the rows before one, for each kind of moves those that it may lead to.
#[derive(Default)]
pub(crate) struct Reached {
    targets: Vec<Vec<(u32, u32)>>,
    /// How many spans more begin than end at each column.
    changes: Vec<i32>,
    mask: Vec<u64>,
}

impl Reached {
    /// Takes in the P-positions of the row before, and blocks the cells of this row from which moves lead to any.
    pub fn block(
        &mut self,
        (gates, strips): (&dyn Gates, &Strips<'_>),
        (row, columns): (usize, usize),
        before: Option<&[u64]>,
        blocked: &mut [u64],
    ) -> Result<(), SolveError> {
        self.targets.resize(strips.gates.len(), Vec::new());
        self.mask.resize(blocked.len(), 0);
        for (strip, ((source, target), targets)) in strips.gates.iter().zip(&mut self.targets).enumerate() {
            if let Some(before) = before {
                self.mask.fill(!0);
                if let Some(gate) = target {
                    gates.row(*gate, &[row - 1], &mut self.mask)?;
                }
                let open = |column: &usize| self.mask[column / 64] >> (column % 64) & 1 != 0;
                let found = ones(before).take_while(|column| *column < columns).filter(open);
                targets.extend(found.map(|column| (row as u32 - 1, column as u32)));
            }
            if targets.len() > FEW * (row + columns) {
                return Err(SolveError::not_this_way("there are too many P-positions to look at each"));
            }
            self.changes.clear();
            self.changes.resize(columns + 1, 0);
            let mut spans = [(0, 0); LANES];
            for some in targets.chunks(LANES) {
                strips.spans.sources(strip, row, columns, some, &mut spans)?;
                for (from, to) in spans.iter().take(some.len()) {
                    self.changes[*from as usize] += 1;
                    self.changes[*to as usize] -= 1;
                }
            }
            self.mask.fill(!0);
            if let Some(gate) = source {
                gates.row(*gate, &[row], &mut self.mask)?;
            }
            let mut within = 0;
            for ((word, mask), changes) in blocked.iter_mut().zip(&self.mask).zip(self.changes.chunks(64)) {
                let mut reached = 0u64;
                for (lane, change) in changes.iter().enumerate() {
                    within += change;
                    reached |= u64::from(within > 0) << lane;
                }
                *word |= reached & mask;
            }
        }
        Ok(())
    }
}
