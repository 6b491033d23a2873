//! Where gates are open along the row that is being looked at, as bits, worked out no more often than needed: once for all rows
//! where the row does not matter, once for a row where a row costs little, else 64 cells at a time and only where it is asked.

use super::tracks::Gates;
use crate::error::SolveError;

/// Gates at the positions moved from, and at those moved to.
#[derive(Default)]
pub(crate) struct OpenEnds {
    pub sources: OpenAlong,
    pub targets: OpenAlong,
}

/// What is known of the gates along the last rows that were asked for.
#[derive(Default)]
pub(crate) struct OpenAlong {
    gates: Vec<Along>,
    width: usize,
    /// Of each gate one more rows than this are kept; it is one less than a power of two.
    mask: usize,
}

#[derive(Default)]
struct Along {
    /// The gate is the same in all rows.
    fixed: bool,
    /// A row costs little.
    quick: bool,
    /// The rows that the words are of.
    rows: Vec<usize>,
    words: Vec<u64>,
    /// The cells that have been asked, where not all have.
    known: Vec<u64>,
}

/// The number of no row.
const NONE: usize = usize::MAX;

impl OpenAlong {
    /// Nothing is known yet, on a board with so many coordinates before the columns; so many rows or more are to be kept.
    pub fn new(gates: &dyn Gates, firsts: usize, columns: usize, kept: usize) -> OpenAlong {
        let kept = kept.next_power_of_two();
        let along = |gate: usize| {
            let unit = |at: usize| (0..=firsts).map(|c| usize::from(c == at)).collect::<Vec<usize>>();
            let fixed = (0..firsts).all(|c| gates.is_same_along(gate, &unit(c)));
            let rows = vec![NONE; if fixed { 1 } else { kept }];
            Along { fixed, quick: fixed || gates.is_quick(gate), rows, ..Along::default() }
        };
        let gates = (0..gates.count()).map(along).collect();
        OpenAlong { gates, width: columns.div_ceil(64), mask: kept - 1 }
    }

    /// Bytes of one, at most.
    pub fn bytes(gates: usize, columns: usize, kept: usize) -> u128 {
        gates as u128 * kept.next_power_of_two() as u128 * (columns as u128 / 4 + 32)
    }

    /// Where the words of a row are kept, and what that row is called there.
    #[inline(always)]
    fn slot(&self, gate: usize, row: usize) -> (usize, usize) {
        let key = if self.gates[gate].fixed { 0 } else { row };
        (key & self.mask & self.gates[gate].rows.len().wrapping_sub(1), key)
    }

    /// Of the cells of a word those in `lanes` at which a gate is open.
    #[inline(always)]
    pub fn word(
        &mut self,
        gates: &dyn Gates,
        gate: usize,
        (row, place): (usize, &[usize]),
        word: usize,
        lanes: u64,
    ) -> Result<u64, SolveError> {
        let (slot, key) = self.slot(gate, row);
        let along = &self.gates[gate];
        if along.quick && along.rows[slot] == key {
            return Ok(along.words[slot * self.width + word] & lanes);
        }
        self.asked(gates, gate, (row, place), word, lanes)
    }

    #[inline(never)]
    fn asked(
        &mut self,
        gates: &dyn Gates,
        gate: usize,
        row: (usize, &[usize]),
        word: usize,
        lanes: u64,
    ) -> Result<u64, SolveError> {
        let at = self.begin(gates, gate, row)? + word;
        let along = &mut self.gates[gate];
        if !along.quick {
            let asked = lanes & !along.known[at];
            if asked != 0 {
                along.words[at] |= gates.word(gate, row.1, word * 64, asked)?;
                along.known[at] |= asked;
            }
        }
        Ok(along.words[at] & lanes)
    }

    /// Where the words of a row begin, which are known as far as they have been asked for: all of them where that costs little.
    fn begin(
        &mut self,
        gates: &dyn Gates,
        gate: usize,
        (row, place): (usize, &[usize]),
    ) -> Result<usize, SolveError> {
        let (slot, key) = self.slot(gate, row);
        let (width, along) = (self.width, &mut self.gates[gate]);
        let from = slot * width;
        if along.rows[slot] == key {
            return Ok(from);
        }
        along.words.resize(along.rows.len() * width, 0);
        along.rows[slot] = key;
        let words = &mut along.words[from..from + width];
        if along.quick {
            match gates.row(gate, place, words) {
                // It cannot be worked out everywhere, and is asked where it must be.
                Err(SolveError::Rules(_)) => {
                    *along = Along { rows: vec![NONE; self.mask + 1], ..Along::default() };
                    return self.begin(gates, gate, (row, place));
                }
                done => done?,
            }
        } else {
            words.fill(0);
            along.known.resize(along.rows.len() * width, 0);
            along.known[from..from + width].fill(0);
        }
        Ok(from)
    }

    /// Whether a gate is seen to be closed all along a row.
    pub fn is_shut(
        &mut self,
        gates: &dyn Gates,
        gate: usize,
        row: (usize, &[usize]),
    ) -> Result<bool, SolveError> {
        if !self.gates[gate].quick {
            return Ok(false);
        }
        let from = self.begin(gates, gate, row)?;
        let along = &self.gates[gate];
        Ok(along.quick && along.words[from..from + self.width].iter().all(|word| *word == 0))
    }

    /// Adds to words of a row the cells at which a gate may be open.
    pub fn add(
        &mut self,
        gates: &dyn Gates,
        gate: usize,
        row: (usize, &[usize]),
        words: &mut [u64],
    ) -> Result<(), SolveError> {
        let from = if self.gates[gate].quick { self.begin(gates, gate, row)? } else { 0 };
        let along = &self.gates[gate];
        if along.quick {
            words.iter_mut().zip(&along.words[from..]).for_each(|(word, open)| *word |= open);
        } else {
            words.fill(!0);
        }
        Ok(())
    }

    /// Takes out of words of a row the cells at which a gate is closed.
    pub fn narrow(
        &mut self,
        gates: &dyn Gates,
        gate: usize,
        row: (usize, &[usize]),
        words: &mut [u64],
    ) -> Result<(), SolveError> {
        for (w, word) in words.iter_mut().enumerate().filter(|(_, word)| **word != 0) {
            *word = self.word(gates, gate, row, w, *word)?;
        }
        Ok(())
    }
}
