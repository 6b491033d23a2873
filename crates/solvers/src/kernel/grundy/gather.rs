//! Before the cells of an antidiagonal are settled: what has come within their reach along each slot is taken in, what has
//! fallen out of it taken out, and what they read is told.

use super::board::Board;
use super::lanes::Lane;
use super::plan::Plan;
use super::scratch::{Read, Run, Scratch, bits_of};
use super::slots::{Along, CLOSED, NONE_WITHIN, Sliding, Slot};
use super::union::{Union, is_full, or};
use super::{GROUP, TILE};
use crate::kernel::tracks::Window;

impl Plan<'_> {
    /// Tells the lines of a slot for the cells of an antidiagonal, having taken in what has come within their reach.
    ///
    /// # Safety
    /// As for [`Plan::tile`]; the cells are of that tile.
    #[inline(always)]
    pub(super) unsafe fn gather<U: Union>(
        &self,
        board: &Board<'_>,
        scratch: &mut Scratch,
        at: usize,
        run: Run,
    ) {
        let slot = &self.slots[at];
        let read = match slot.shared {
            Some(other) => self.read_shared(scratch, at, other, run),
            // SAFETY: as the caller promises.
            None => unsafe {
                let entry = scratch.own_entries[at];
                let lane = slot.levels[0].lane(entry, run.sum, run.low as isize, slot.mirrored);
                scratch.lanes[at] = lane;
                if let Some(part) = slot.latest.zip(slot.part.as_ref()) {
                    return self.gather_part(board, scratch, at, part, run);
                }
                match (slot.ray, &slot.slides) {
                    (true, Some(window)) => {
                        Read { lane, open: self.slide::<U>(board, scratch, slot, lane, window, run) }
                    }
                    (true, None) => {
                        self.drop_behind(board, scratch, at, run);
                        Read { lane, open: !0 }
                    }
                    (false, _) => self.take_in(board, scratch, at, run),
                }
            },
        };
        if let Some(number) = slot.read {
            // What a window leaves is where its gate is open.
            let gate = slot.source.filter(|_| slot.slides.is_none());
            let open = read.open & self.open_at(gate, slot.mirrored, run, (0, 0, 0)) & run.all();
            scratch.reads[number] = Read { open, ..read };
        }
    }

    /// The lines of another slot through what a slot takes least from the cells of an antidiagonal.
    #[inline(always)]
    fn read_shared(&self, scratch: &Scratch, at: usize, other: usize, run: Run) -> Read {
        let (slot, other) = (&self.slots[at], &self.slots[other]);
        let cells = match scratch.shifts[at] {
            Some(_) => run.within(slot.row, slot.column, slot.mirrored),
            None => 0..0,
        };
        if cells.is_empty() {
            return Read::default();
        }
        let (row, sum) = (slot.start[slot.start.len() - 2], slot.row + slot.column);
        let low = run.low as isize - row as isize;
        let lane = other.levels[0].lane(scratch.own_entries[at], run.sum - sum, low, other.mirrored);
        Read { lane, open: bits_of(&cells) }
    }

    /// Takes in what has come within reach of the cells of an antidiagonal along a slot that is no ray, and tells the
    /// lines that they read then.
    #[inline(always)]
    unsafe fn take_in(&self, board: &Board<'_>, scratch: &Scratch, at: usize, run: Run) -> Read {
        let slot = &self.slots[at];
        let cells = run.within(slot.row, slot.column, slot.mirrored);
        let shift = scratch.shifts[at].filter(|_| !cells.is_empty());
        let Some(shift) = shift else { return Read::default() };
        let mut lane = scratch.lanes[at];
        let back = (slot.rows, slot.row, slot.column);
        let open = self.open_at(slot.target, slot.mirrored, run, back);
        let targets = self.behind(run, back, slot.mirrored);
        // SAFETY: as the caller promises.
        unsafe {
            let mut taken = open & bits_of(&cells);
            if 2 * taken.count_ones() as usize > cells.len() {
                for k in cells.clone() {
                    self.note(board, lane.at(k), board.values.get(targets.at(k)) as usize, open >> k & 1);
                }
                taken = 0;
            }
            while taken != 0 {
                let k = taken.trailing_zeros() as usize;
                taken &= taken - 1;
                self.note(board, lane.at(k), board.values.get(targets.at(k)) as usize, 1);
            }
            if let Some(latest) = slot.latest {
                for k in cells.clone().filter(|k| open >> k & 1 != 0) {
                    let value = board.values.get(targets.at(k)) as usize;
                    let target = latest.along.of(&scratch.place, run.place(k, slot.mirrored)) - latest.taken;
                    *board.latest.at_mut(latest.at(lane.at(k) - slot.base, value)) = target as u16 + 1;
                }
            }
            self.drop_behind(board, scratch, at, run);
            let groups = scratch.top as usize / GROUP + 1;
            for (level, entry) in slot.levels.iter().zip(&scratch.entries[shift..]).skip(1) {
                let outer = level.lane(*entry, run.sum, run.low as isize, slot.mirrored);
                for k in cells.clone() {
                    let (inner, outer) = (lane.at(k), outer.at(k));
                    // What is full stays so.
                    let first = board.first.get(outer) as usize;
                    for group in first..groups {
                        let more = *board.groups.at(group * self.lines + inner);
                        or(board.groups.at_mut(group * self.lines + outer), &more);
                    }
                    if first < groups && is_full(board.groups.at(first * self.lines + outer)) {
                        self.pass_full(board, outer);
                    }
                }
                lane = outer;
            }
        }
        Read { lane, open: bits_of(&cells) }
    }

    /// Takes out what has fallen out of reach of the cells of an antidiagonal since it is too far behind.
    #[inline(always)]
    unsafe fn drop_behind(&self, board: &Board<'_>, scratch: &Scratch, at: usize, run: Run) {
        let slot = &self.slots[at];
        let Some(behind) = &slot.behind else { return };
        if scratch.shifts[at].is_none() || !scratch.reaches_behind(slot, behind) {
            return;
        }
        let back = (slot.rows + behind.rows, slot.row + behind.row, slot.column + behind.column);
        let cells = run.within(back.1, back.2, slot.mirrored);
        let open = self.open_at(slot.target, slot.mirrored, run, back);
        let (lane, targets) = (scratch.lanes[at], self.behind(run, back, slot.mirrored));
        let mut left = open & bits_of(&cells);
        while left != 0 {
            let k = left.trailing_zeros() as usize;
            left &= left - 1;
            // SAFETY: as the caller promises.
            unsafe {
                let (value, id) = (board.values.get(targets.at(k)) as usize, lane.at(k));
                // Unless a later target has it. Without latest targets the values within reach differ.
                let stays = slot.latest.is_some_and(|latest| {
                    let place = run.place(k, slot.mirrored);
                    let target = latest.along.of(&scratch.place, place) - latest.taken - behind.along;
                    board.latest.get(latest.at(id - slot.base, value)) as usize != target + 1
                });
                if !stays {
                    self.leave(board, id, value);
                }
            }
        }
    }

    /// Takes out what has fallen out of a window of the cells of an antidiagonal, and tells which of them read their lines.
    #[inline(always)]
    unsafe fn slide<U: Union>(
        &self,
        board: &Board<'_>,
        scratch: &Scratch,
        slot: &Slot,
        lane: Lane,
        window: &Sliding,
        run: Run,
    ) -> u64 {
        let (down, across) = window.stride.stride;
        let often =
            if matches!(window.along, Along::Row) { &window.stride.down } else { &window.stride.across };
        let told = &self.moves.windows[window.window];
        let (first, here) = (&told.from, self.window_places(told, run, slot.mirrored));
        let mut open = 0;
        // What the next cells of the rows ask for, a cache line at a time.
        for k in ((run.sum - run.low) % 32..run.len).step_by(32).filter(|_| !told.alone) {
            U::fetch(first.as_ptr().wrapping_add(here.at(k) + 64));
        }
        for k in 0..run.len {
            // SAFETY: as the caller promises; windows are as large as the board.
            unsafe {
                let (a, b) = run.place(k, slot.mirrored);
                let from = *first.get_unchecked(here.at(k));
                open |= u64::from(from != NONE_WITHIN) << k;
                let here = window.along.of(&scratch.place, (a, b)) as u32;
                let from = if from == NONE_WITHIN { here } else { u32::from(from) };
                let id = lane.at(k);
                let low = board.heights.at_mut(window.lows + id - slot.base);
                if *low >= from {
                    continue;
                }
                let last = window.stride.from((a, b));
                let near = *often.get_unchecked((here - from) as usize);
                let far = *often.get_unchecked((here - *low) as usize);
                for j in near as usize + 1..=(far as usize).min(last) {
                    let (row, column) = (a - j * down, b - j * across);
                    if self.is_open(slot.target, row, column) {
                        self.leave(board, id, self.value(board, row, column));
                    }
                }
                *low = from;
            }
        }
        open
    }

    /// Where a window tells the first targets within reach of the cells of an antidiagonal.
    #[inline(always)]
    pub(super) fn window_places(&self, window: &Window, run: Run, mirrored: bool) -> Lane {
        if !window.alone {
            return self.behind(run, (0, 0, 0), mirrored);
        }
        let (row, column) = run.place(0, mirrored);
        let by_rows = window.coordinate == 0 && self.moves.sides.len() > 1;
        Lane { start: if by_rows { row } else { column }, step: if by_rows != mirrored { 1 } else { -1 } }
    }

    /// Lists where a single vector leads from the cells of an antidiagonal.
    ///
    /// # Safety
    /// As for [`Plan::gather`].
    #[inline(always)]
    pub(super) unsafe fn gather_single(&self, board: &Board<'_>, scratch: &mut Scratch, at: usize, run: Run) {
        let single = &self.singles[at];
        let cells =
            if scratch.within[at] { run.within(single.row, single.column, single.mirrored) } else { 0..0 };
        let near = &mut scratch.near[at];
        near[..cells.start].fill(CLOSED);
        near[cells.end..run.len].fill(CLOSED);
        if cells.is_empty() {
            return;
        }
        let back = (single.rows, single.row, single.column);
        let targets = self.behind(run, back, single.mirrored);
        let open = self.open_at(single.source, single.mirrored, run, (0, 0, 0))
            & self.open_at(single.target, single.mirrored, run, back);
        for (k, near) in near.iter_mut().enumerate().take(cells.end).skip(cells.start) {
            // SAFETY: as the caller promises; the vector stays on the board.
            let value = unsafe { board.values.get(targets.at(k)) };
            *near = if open >> k & 1 != 0 { value } else { CLOSED };
        }
    }

    /// Where in the table stands what lies `back` behind the cells of an antidiagonal, in rows of all tables, in rows of one,
    /// and in columns.
    #[inline(always)]
    pub(super) fn behind(&self, run: Run, back: (usize, usize, usize), mirrored: bool) -> Lane {
        let (row, column) = run.place(0, mirrored);
        let row = (run.table * self.rows + row).wrapping_sub(back.0);
        let start = row.wrapping_mul(self.columns).wrapping_add(column).wrapping_sub(back.2);
        let step = self.columns as isize - 1;
        Lane { start, step: if mirrored { -step } else { step } }
    }

    /// At which cells of an antidiagonal a gate is open, or at what lies `back` behind them, in rows of all tables, in rows
    /// of one, and in columns; everywhere, if there is no gate. Bits of cells that are off the board mean nothing.
    #[inline(always)]
    pub(super) fn open_at(
        &self,
        gate: Option<usize>,
        mirrored: bool,
        run: Run,
        back: (usize, usize, usize),
    ) -> u64 {
        let Some(gate) = gate else { return !0 };
        let Run { table, low, sum, .. } = run;
        let Some(behind) = sum.checked_sub(back.1 + back.2) else { return 0 };
        let gate = &self.open[gate];
        let table = table - (back.0 - back.1) / self.rows;
        if mirrored {
            // Rows fall along the antidiagonal.
            let last = (sum - low) as isize - back.1 as isize;
            return gate.along(table, behind, last - (TILE as isize - 1)).reverse_bits();
        }
        gate.along(table, behind, low as isize - back.1 as isize)
    }

    #[inline(always)]
    pub(super) fn is_open(&self, gate: Option<usize>, row: usize, column: usize) -> bool {
        // SAFETY: the place is on the board.
        gate.is_none_or(|gate| unsafe { self.open[gate].bit(row, column) } != 0)
    }

    /// The value of a cell that is done, by its row in the table of all rows.
    ///
    /// # Safety
    /// The cell is done.
    #[inline(always)]
    pub(super) unsafe fn value(&self, board: &Board<'_>, row: usize, column: usize) -> usize {
        // SAFETY: as the caller promises.
        unsafe { board.values.get(row * self.columns + column) as usize }
    }
}
