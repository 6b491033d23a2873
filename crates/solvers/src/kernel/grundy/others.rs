//! Moves that lie on no tracks: what they lead to becomes a line of each cell's own.

use super::board::Board;
use super::lanes::Lane;
use super::plan::Plan;
use super::scratch::{Read, Run, Scratch};
use super::{GROUP, WORDS};
use crate::error::SolveError;
use crate::kernel::spans::{LANES, Met, Strips};
use crate::kernel::tracks::{Others, Rest};
use std::ops::ControlFlow;
use std::sync::PoisonError;
use std::sync::atomic::Ordering;

impl Plan<'_> {
    /// Collects what the moves that lie on no tracks lead to, on a line for each cell of an antidiagonal.
    ///
    /// # Safety
    /// As for [`Plan::tile`].
    #[inline(never)]
    pub(super) unsafe fn gather_rest(
        &self,
        board: &Board<'_>,
        scratch: &mut Scratch,
        rest: &Others<'_>,
        run: Run,
    ) {
        let lines = scratch.own;
        if let Some(read) = scratch.reads.last_mut() {
            *read = Read { lane: Lane { start: lines, step: 1 }, open: run.all() };
        }
        if board.failed.load(Ordering::Relaxed) {
            return;
        }
        // What the last antidiagonal has left.
        for word in scratch.noted.drain(..) {
            // SAFETY: a line of this thread.
            unsafe { *board.word(word) = 0 };
        }
        // SAFETY: as the caller promises.
        let told = unsafe {
            match rest {
                Others::Asked(rest) => self.gather_asked(board, scratch, rest.as_ref(), run),
                Others::Spans(strips) => self.gather_spans(board, scratch, strips, run),
                // The plan refuses these.
                Others::Jumps(_) => Err(SolveError::not_this_way("both ends of a move tell no value")),
            }
        };
        if let Err(error) = told {
            board.failed.store(true, Ordering::Relaxed);
            *board.failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
        }
    }

    /// The values that spans of rows lead to, each cell of a row going on from the one before.
    ///
    /// # Safety
    /// As for [`Plan::tile`].
    unsafe fn gather_spans(
        &self,
        board: &Board<'_>,
        scratch: &mut Scratch,
        strips: &Strips<'_>,
        run: Run,
    ) -> Result<(), SolveError> {
        let mut spans = [(0, 0); LANES];
        for cell in 0..run.len {
            let (x, y) = run.place(cell, false);
            let own = scratch.own + cell;
            let mut met = board.met[x].lock().unwrap_or_else(PoisonError::into_inner);
            if met.is_empty() {
                met.resize(strips.gates.len(), Met::new(x, self.groups * GROUP));
            }
            for (strip, ((source, target), met)) in strips.gates.iter().zip(met.iter_mut()).enumerate() {
                // A row goes on where its moves are open again.
                if !self.is_open(*source, x, y) {
                    continue;
                }
                for taken in (0..=x).step_by(LANES) {
                    strips.spans.spans(strip, (x, y), taken, &mut spans)?;
                    for (row, span) in (0..=x - taken).rev().zip(spans) {
                        // SAFETY: moves only take, so that the column is on the board, and its cell is done.
                        let value = |column: usize| unsafe {
                            self.is_open(*target, row, column).then(|| self.value(board, row, column))
                        };
                        met.turn_to(row, span, value);
                    }
                }
                for (at, bits) in met.bits.iter().enumerate().filter(|(_, bits)| **bits != 0) {
                    let word = (at / WORDS * self.lines + own) * WORDS + at % WORDS;
                    // SAFETY: a line of this thread.
                    unsafe { *board.word(word) |= bits };
                    scratch.noted.push(word);
                }
            }
            if y + 1 == self.columns || self.half && x == y {
                *met = Vec::new();
            }
        }
        Ok(())
    }

    /// The values of options that are told in runs.
    ///
    /// # Safety
    /// As for [`Plan::tile`].
    unsafe fn gather_asked(
        &self,
        board: &Board<'_>,
        scratch: &mut Scratch,
        rest: &dyn Rest,
        run: Run,
    ) -> Result<(), SolveError> {
        let lines = scratch.own;
        let mut position: Vec<u64> = scratch.place.iter().map(|x| *x as u64).collect();
        position.extend([0, 0]);
        let last = position.len() - 1;
        for k in 0..run.len {
            let (x, y) = run.place(k, false);
            (position[last - 1], position[last]) = (x as u64, y as u64);
            // A single pile is a board with one row.
            let from = &position[position.len() - self.moves.sides.len()..];
            let noted = &mut scratch.noted;
            rest.for_each_run(from, &mut |to, step, mut lanes| {
                let columns = to.len() - 1;
                let rows = |v: &[i64]| {
                    v[..columns]
                        .iter()
                        .zip(&self.moves.sides)
                        .fold(0, |row, (x, side)| row * *side as i64 + x)
                };
                let (first, step) = ((rows(to), to[columns]), (rows(step), step[columns]));
                let own = lines + k;
                while lanes != 0 {
                    let lane = i64::from(lanes.trailing_zeros());
                    lanes &= lanes - 1;
                    let (row, column) = (first.0 - lane * step.0, first.1 - lane * step.1);
                    // SAFETY: moves only take, so that the option is on the board, and it is done.
                    unsafe {
                        let value = self.value(board, row as usize, column as usize);
                        let word = (value / GROUP * self.lines + own) * WORDS + value % GROUP / 64;
                        let bits = board.word(word);
                        if *bits == 0 {
                            noted.push(word);
                        }
                        *bits |= 1 << (value % 64);
                    }
                }
                ControlFlow::Continue(())
            })?;
        }
        Ok(())
    }
}
