//! Values within reach of the cells of a row whose moves lead to a span of columns in each row before, as amounts bounded by
//! the position do: `k <= x div 2 and l <= k`.
//!
//! From one cell of a row to the next the ends of a span move a little; what comes within reach is counted, and what falls out
//! of reach is taken back, so that the values met are known at each cell.
//!
//! Cost: for each cell and row within reach working out the span, and as many steps as its ends move; memory for a counter of
//! each value and a span for each row, in each row that is being computed.

use crate::error::SolveError;

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
