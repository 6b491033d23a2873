//! The order in which tiles are computed, by one thread or as those just before them are done.
//!
//! A tile is 64 rows of so many antidiagonals: all its antidiagonals are long, and what it needs of columns and diagonals comes
//! one after the other. It waits for the same antidiagonals of the rows before it and for its rows' antidiagonals before it.
//! A thread goes on in its own rows of tiles while it can, and another in the next rows behind it: what tiles hand on then stays
//! with one processor more often. Of many tables, where the lines that lead from one to the next are as many as a table has
//! cells, so many are taken together and the same tile of each of these comes one after the other, in one thread while it can.

use super::board::Board;
use super::plan::Plan;
use super::scratch::Scratch;
use super::{BLOCK, SLAB, TILE};
use crate::error::SolveError;
use std::sync::atomic::{AtomicU8, AtomicU32, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use wythoff_numbers::Budget;

/// The tiles of a board, and for each how many of those just before it are not done.
pub(super) struct Tiles {
    first: Vec<usize>,
    down: usize,
    across: usize,
    columns: usize,
    /// How many antidiagonals a tile has.
    long: usize,
    half: bool,
    /// How many tables are taken together.
    slab: usize,
    pub(super) waiting: Vec<AtomicU8>,
    /// For each that is done a value that none in it or before it exceeds.
    pub(super) tops: Vec<AtomicU32>,
    queue: Mutex<Queue>,
    /// How many tiles were ready when that changed last.
    offered: AtomicUsize,
    more: Condvar,
}

/// Tiles that can be computed, and how many are not done.
#[derive(Default)]
struct Queue {
    /// With their ranks.
    ready: Vec<(usize, usize)>,
    /// The blocks in which threads are, or were last.
    blocks: Vec<usize>,
    left: usize,
    stop: bool,
}

impl Queue {
    /// Takes the next tile for a thread: one of the block in which it is, whose columns and diagonals its processor has; else
    /// one of a block in which no other thread is; and the first of these. So many ranks are a block.
    fn take(&mut self, thread: usize, long: usize) -> Option<usize> {
        let choice = |(rank, _): &(usize, usize)| {
            let block = rank / long;
            let own = self.blocks[thread] == block;
            (!own, !own && self.blocks.contains(&block), *rank)
        };
        let (at, _) = self.ready.iter().enumerate().min_by_key(|(_, ready)| choice(ready))?;
        let (rank, tile) = self.ready.swap_remove(at);
        self.blocks[thread] = rank / long;
        Some(tile)
    }
}

/// How often a thread looks for a tile before it sleeps: about as long as it would take to wake up.
const LOOKS: usize = 1000;

/// Of a tile that is done.
const DONE: u8 = u8::MAX;

impl Tiles {
    pub(super) fn new(plan: &Plan<'_>) -> Tiles {
        let long = plan.tile_sums();
        let (down, across) = (plan.rows.div_ceil(TILE), (plan.rows + plan.columns - 1).div_ceil(long));
        let tables = plan.first.iter().product::<usize>();
        let count = tables * down * across;
        let mut tiles = Tiles {
            first: plan.first.clone(),
            down,
            across,
            columns: plan.columns,
            long,
            half: plan.half,
            slab: if tables > 1 { SLAB } else { 1 },
            waiting: Vec::new(),
            tops: (0..count).map(|_| AtomicU32::new(0)).collect(),
            queue: Mutex::default(),
            offered: AtomicUsize::new(1),
            more: Condvar::new(),
        };
        tiles.waiting = (0..count).map(|tile| AtomicU8::new(tiles.before(tile).count() as u8)).collect();
        tiles.queue =
            Mutex::new(Queue { ready: vec![(0, 0)], blocks: Vec::new(), left: tiles.count(), stop: false });
        tiles
    }

    /// When a tile is taken if none before it must be waited for: block by block, and in a block by sums; of tables that are
    /// taken together the same tile one after the other.
    fn rank(&self, tile: usize) -> usize {
        let (table, i, j) = self.place(tile);
        let block = (table / self.slab * self.down.div_ceil(BLOCK) + i / BLOCK) * self.across + j;
        (block * BLOCK + i % BLOCK) * self.slab + table % self.slab
    }

    /// How many ranks one thread best takes.
    fn ranks_together(&self) -> usize {
        if self.slab > 1 { self.slab } else { self.across * BLOCK }
    }

    /// The table, the rows and the sums.
    pub(super) fn place(&self, tile: usize) -> (usize, usize, usize) {
        (tile / (self.down * self.across), tile / self.across % self.down, tile % self.across)
    }

    /// Whether there is such a tile in each table: of each row of tiles those from the first sum to the last, and at least to
    /// where the next row begins, so that each waits for all before it.
    fn is_tile(&self, i: usize, j: usize) -> bool {
        let last = (i + 1) * TILE - 1;
        let most = if self.half { last } else { self.columns - 1 };
        i < self.down
            && j < self.across
            && (j + 1) * self.long > i * TILE
            && j * self.long <= last + most.max(1)
    }

    pub(super) fn count(&self) -> usize {
        let each = (0..self.down).map(|i| (0..self.across).filter(|j| self.is_tile(i, *j)).count());
        self.first.iter().product::<usize>() * each.sum::<usize>()
    }

    /// Whether the tile of a cell is done.
    pub(super) fn is_done(&self, table: usize, x: usize, y: usize) -> bool {
        let tile = (table * self.down + x / TILE) * self.across + (x + y) / self.long;
        self.waiting[tile].load(Ordering::Acquire) == DONE
    }

    /// Computes all tiles one after the other.
    pub(super) fn in_order(
        &self,
        budget: &Budget,
        board: &Board<'_>,
        scratch: &mut Scratch,
        compute: impl Fn(&mut Scratch, usize),
    ) -> Result<(), SolveError> {
        let (total, mut done) = (self.count() as u64, 0);
        let tables = self.first.iter().product::<usize>();
        for slab in (0..tables).step_by(self.slab) {
            for rows in (0..self.down).step_by(BLOCK) {
                let places = (0..self.across * BLOCK).map(|at| (rows + at % BLOCK, at / BLOCK));
                for (i, j) in places.filter(|(i, j)| self.is_tile(*i, *j)) {
                    for table in slab..tables.min(slab + self.slab) {
                        budget.step(done, total)?;
                        let tile = (table * self.down + i) * self.across + j;
                        compute(scratch, tile);
                        board.check()?;
                        self.waiting[tile].store(DONE, Ordering::Release);
                        done += 1;
                    }
                }
            }
        }
        Ok(())
    }

    /// Computes tiles as they get ready, together with other threads, until all are done.
    pub(super) fn as_ready(
        &self,
        budget: &Budget,
        board: &Board<'_>,
        scratch: &mut Scratch,
        compute: impl Fn(&mut Scratch, usize),
    ) -> Result<(), SolveError> {
        let total = self.count() as u64;
        // A thread that panics holds no lock.
        let lock = || self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        let mut queue = lock();
        let (thread, long) = (queue.blocks.len(), self.ranks_together());
        queue.blocks.push(usize::MAX);
        loop {
            if queue.stop || queue.left == 0 {
                self.more.notify_all();
                return Ok(());
            }
            let Some(tile) = queue.take(thread, long) else {
                drop(queue);
                let mut looks = 0;
                while looks < LOOKS && self.offered.load(Ordering::Relaxed) == 0 {
                    looks += 1;
                    std::hint::spin_loop();
                }
                queue = lock();
                if queue.ready.is_empty() && queue.left > 0 && !queue.stop {
                    queue = self.more.wait(queue).unwrap_or_else(PoisonError::into_inner);
                }
                continue;
            };
            self.offered.store(queue.ready.len(), Ordering::Relaxed);
            let done = total - queue.left as u64;
            drop(queue);
            if let Err(error) = budget.step(done, total) {
                lock().stop = true;
                self.more.notify_all();
                return Err(error.into());
            }
            compute(scratch, tile);
            if let Err(error) = board.check() {
                lock().stop = true;
                self.more.notify_all();
                return Err(error);
            }
            self.waiting[tile].store(DONE, Ordering::Release);
            let ready: Vec<_> = self.after(tile).map(|tile| (self.rank(tile), tile)).collect();
            queue = lock();
            queue.left -= 1;
            queue.ready.extend(ready);
            self.offered.store(queue.ready.len(), Ordering::Relaxed);
            if queue.ready.len() > 1 || queue.left == 0 {
                self.more.notify_all();
            }
        }
    }

    /// A value that none in the tiles before one exceeds; these are done.
    pub(super) fn top_before(&self, tile: usize) -> u32 {
        self.before(tile).map(|before| self.tops[before].load(Ordering::Relaxed)).max().unwrap_or(0)
    }

    /// The tiles just before one.
    fn before(&self, tile: usize) -> impl Iterator<Item = usize> + '_ {
        let (table, i, j) = self.place(tile);
        let along = (j > 0 && self.is_tile(i, j - 1)).then(|| tile - 1);
        let above = (i > 0 && self.is_tile(i - 1, j)).then(|| tile - self.across);
        let (mut rest, mut step) = (table, self.down * self.across);
        let tables = self.first.iter().rev().filter_map(move |side| {
            let (at, by) = (rest % side, step);
            (rest, step) = (rest / side, step * side);
            (at > 0).then(|| tile - by)
        });
        along.into_iter().chain(above).chain(tables)
    }

    /// The tiles that are ready now that this one is done.
    fn after(&self, tile: usize) -> impl Iterator<Item = usize> + '_ {
        let (table, i, j) = self.place(tile);
        let each = self.down * self.across;
        let mut step = each;
        let mut next = Vec::with_capacity(self.first.len() + 2);
        next.extend(self.is_tile(i, j + 1).then_some(tile + 1));
        next.extend(self.is_tile(i + 1, j).then_some(tile + self.across));
        let mut rest = table;
        for side in self.first.iter().rev() {
            next.extend((rest % side + 1 < *side).then_some(tile + step));
            rest /= side;
            step *= side;
        }
        next.into_iter().filter(|next| self.waiting[*next].fetch_sub(1, Ordering::AcqRel) == 1)
    }
}
