//! Filling the table, tile by tile.

use super::board::{Board, Shared};
use super::plan::Plan;
use super::scratch::{Run, Scratch};
use super::slots::write_place;
use super::tiles::Tiles;
use super::union::{AnyUnion, Registers, Union};
#[cfg(target_arch = "x86_64")]
use super::union::{Union256, Union512};
use super::{METHOD, TILE, WORDS};
use crate::error::SolveError;
use crate::kernel::tracks::Others;
use crate::memory::in_large_pages;
use crate::solve::GrundyTable;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use wythoff_numbers::Budget;

impl Plan<'_> {
    pub(super) fn fill(&self, known: &[u32], budget: &Budget) -> Result<Vec<u32>, SolveError> {
        let tables: usize = self.first.iter().product();
        let mut values = vec![0u32; tables * self.rows * self.columns];
        if let Some((width, rows)) = self.known.split_last().filter(|(width, _)| **width > 0) {
            let mut place = vec![0; rows.len()];
            let sides = [&self.first[..], &[self.rows]].concat();
            for (row, known) in known.chunks(*width).enumerate() {
                write_place(row, rows, &mut place);
                let at = place.iter().zip(&sides).fold(0, |at, (x, side)| at * side + x) * self.columns;
                values[at..at + width].copy_from_slice(known);
            }
        }
        let mut words = vec![0u64; self.groups * self.lines * WORDS + WORDS];
        in_large_pages(&mut words);
        let lead = words.as_ptr().align_offset(64).min(WORDS);
        let (groups, _) = words[lead..].as_chunks_mut::<WORDS>();
        let mut first = vec![0u32; self.lines];
        // Lines begin with a cache line.
        let mut latest = vec![0u16; self.latest + 32];
        in_large_pages(&mut latest);
        let lead = latest.as_ptr().align_offset(64).min(32);
        let (mut heights, mut before) = (vec![0u32; self.heights], vec![0u16; self.before]);
        let board = Board {
            values: Shared::new(&mut values),
            groups: Shared::new(groups),
            first: Shared::new(&mut first),
            latest: Shared::new(&mut latest[lead..]),
            heights: Shared::new(&mut heights),
            before: Shared::new(&mut before),
            met: match self.moves.rest {
                Some(Others::Spans(_)) => (0..self.rows).map(|_| Mutex::default()).collect(),
                _ => Vec::new(),
            },
            failed: AtomicBool::new(false),
            failure: Mutex::new(None),
        };
        let threads_begun = AtomicUsize::new(0);
        let tiles = Tiles::new(self);
        let total = tiles.count() as u64;
        let scratch = || Scratch::new(self, threads_begun.fetch_add(1, Ordering::Relaxed));
        // SAFETY: of two tiles that are computed at the same time neither is beyond the other in all of first coordinates, rows
        // and sums of the last two coordinates, so that they share no line, since along a line none of these falls; and what a tile reads of other tiles is done.
        let compute = |scratch: &mut Scratch, tile: usize| unsafe {
            let (table, i, j) = tiles.place(tile);
            scratch.enter(self, table);
            scratch.top = tiles.top_before(tile);
            self.tile(&board, scratch, table, i, j);
            tiles.tops[tile].store(scratch.top, Ordering::Relaxed);
        };
        let threads = budget.threads().min(tiles.waiting.len());
        let outcome = if threads <= 1 || tables * self.rows * self.columns < 1 << 14 {
            tiles.in_order(budget, &board, &mut scratch(), compute)
        } else {
            crate::threads::together(threads, || tiles.as_ready(budget, &board, &mut scratch(), compute))
        };
        if let Err(error) = outcome {
            return Err(error.keeping_table(|| {
                let sides: Vec<u64> = self.moves.sides.iter().map(|side| *side as u64).collect();
                GrundyTable::complete_part(&sides, true, METHOD, |at| {
                    let (table, cell) = (at / (self.rows * self.columns), at % (self.rows * self.columns));
                    let (mut x, mut y) = (cell / self.columns, cell % self.columns);
                    if self.half && x < y {
                        (x, y) = (y, x);
                    }
                    // SAFETY: nothing is being computed any more, and the place is on the board.
                    tiles.is_done(table, x, y).then(|| unsafe { board.values.get(at) })
                })
            }));
        }
        budget.step(total, total)?;
        drop(board);
        Ok(values)
    }

    /// Whether the values of all cells of an antidiagonal in the table with these first coordinates are known.
    fn is_known(&self, first: &[usize], run: Run) -> bool {
        let Some((known, [rows, columns])) = self.known.split_last_chunk::<2>() else { return false };
        first.iter().zip(known).all(|(x, known)| x < known)
            && run.low + run.len <= *rows
            && run.sum - run.low < *columns
    }

    /// Computes a tile.
    ///
    /// # Safety
    /// No other thread uses the lines or the cells of this tile at the same time, and all tiles before it are done.
    unsafe fn tile(&self, board: &Board<'_>, scratch: &mut Scratch, table: usize, i: usize, j: usize) {
        // SAFETY: as the caller promises, on a processor that has what the functions need.
        unsafe {
            match self.registers {
                #[cfg(target_arch = "x86_64")]
                Registers::Bits512 => self.tile_512(board, scratch, table, i, j),
                #[cfg(target_arch = "x86_64")]
                Registers::Bits256 => self.tile_256(board, scratch, table, i, j),
                Registers::Any => self.tile_with::<AnyUnion>(board, scratch, table, i, j),
            }
        }
    }

    /// The same code compiled for processors with registers of 512 bits.
    ///
    /// # Safety
    /// As for [`Plan::tile`], on such a processor.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512dq,avx512bw,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
    unsafe fn tile_512(&self, board: &Board<'_>, scratch: &mut Scratch, table: usize, i: usize, j: usize) {
        // SAFETY: as the caller promises.
        unsafe { self.tile_with::<Union512>(board, scratch, table, i, j) }
    }

    /// The same code compiled for processors with registers of 256 bits.
    ///
    /// # Safety
    /// As for [`Plan::tile`], on such a processor.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    unsafe fn tile_256(&self, board: &Board<'_>, scratch: &mut Scratch, table: usize, i: usize, j: usize) {
        // SAFETY: as the caller promises.
        unsafe { self.tile_with::<Union256>(board, scratch, table, i, j) }
    }

    /// # Safety
    /// As for [`Plan::tile`].
    #[inline(always)]
    unsafe fn tile_with<U: Union>(
        &self,
        board: &Board<'_>,
        scratch: &mut Scratch,
        table: usize,
        i: usize,
        j: usize,
    ) {
        let rows = i * TILE..((i + 1) * TILE).min(self.rows);
        let long = self.tile_sums();
        for sum in j * long..((j + 1) * long).min(self.rows + self.columns - 1) {
            let mut low = rows.start.max((sum + 1).saturating_sub(self.columns));
            if self.half {
                low = low.max(sum.div_ceil(2));
            }
            let high = rows.end.min(sum + 1);
            if low >= high {
                continue;
            }
            let run = Run { table, low, sum, len: high - low };
            let known = self.is_known(&scratch.place, run);
            // SAFETY: as the caller promises.
            unsafe {
                for at in 0..self.slots.len() {
                    self.gather::<U>(board, scratch, at, run);
                }
                for at in 0..self.singles.len() {
                    self.gather_single(board, scratch, at, run);
                }
                if let Some(rest) = self.moves.rest.as_ref().filter(|_| !known) {
                    self.gather_rest(board, scratch, rest, run);
                }
                self.settle::<U>(board, scratch, run, known);
            }
        }
    }
}
