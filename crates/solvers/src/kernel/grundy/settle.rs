//! Settling the cells of an antidiagonal: their mex from the sets that they read, and noting it on their rays.

use super::board::Board;
use super::lanes::Lane;
use super::plan::Plan;
use super::scratch::{Read, Run, Scratch};
use super::union::{Union, is_full};
use super::{GROUP, MOST_READ, PAIRS, TILE, WORDS};

/// Values of a cache line of the table.
const LINE: usize = 16;

impl Plan<'_> {
    /// Settles the cells of an antidiagonal, for which all has been gathered: takes their mex, and notes it on their rays.
    ///
    /// # Safety
    /// As for [`Plan::tile`]; the cells are of that tile.
    #[inline(always)]
    pub(super) unsafe fn settle<U: Union>(
        &self,
        board: &Board<'_>,
        scratch: &mut Scratch,
        run: Run,
        known: bool,
    ) {
        let len = run.len;
        let here = self.behind(run, (0, 0, 0), false);
        // SAFETY: as the caller promises; there are as many lists as the plan says, each as long as the antidiagonal.
        unsafe {
            if known {
                for (k, value) in scratch.values[..len].iter_mut().enumerate() {
                    *value = board.values.get(here.at(k));
                }
            } else {
                self.take_mex::<U>(board, scratch, run);
            }
            let values = &mut scratch.values;
            if !self.ends.is_empty() {
                for (k, value) in values[..len].iter_mut().enumerate() {
                    if self.ends.binary_search(&here.at(k)).is_ok() {
                        *value = 0;
                    }
                }
            }
            if self.has_sheets {
                scratch.top = values[..len].iter().fold(scratch.top, |top, value| top.max(*value));
            }
            self.write::<U>(board, values, run, here);
            if self.half {
                self.write::<U>(board, values, run, self.behind(run, (0, 0, 0), true));
            }
            self.feed(board, scratch, run);
            for at in &self.parts_fed {
                self.feed_part(board, scratch, *at, run);
            }
        }
    }

    /// Writes the values of the cells of an antidiagonal to their places, and says which places come soon.
    #[inline(always)]
    unsafe fn write<U: Union>(&self, board: &Board<'_>, values: &[u32; TILE], run: Run, places: Lane) {
        let table = board.values.start;
        for (k, value) in values.iter().enumerate().take(run.len) {
            // SAFETY: as the caller promises.
            unsafe { *table.add(places.at(k)) = *value };
        }
        if places.step > 0 {
            // Along a row one of so many cells is the first of a cache line.
            for k in ((run.sum - run.low) % LINE..run.len).step_by(LINE) {
                U::fetch(table.wrapping_add(places.at(k) + 2 * LINE).cast());
            }
        } else {
            // Images come row by row.
            let row = table.wrapping_add(places.start + LINE * self.columns);
            (0..TILE).step_by(LINE).for_each(|at| U::fetch(row.wrapping_add(at).cast()));
        }
    }

    /// Finds the values of all cells of an antidiagonal.
    #[inline(always)]
    unsafe fn take_mex<U: Union>(&self, board: &Board<'_>, scratch: &mut Scratch, run: Run) {
        let mut group = [0u32; TILE];
        let mut whole = true;
        // SAFETY: as the caller promises.
        unsafe {
            for read in &scratch.reads {
                whole &= read.open == run.all();
                self.begin(board, read, run, &mut group);
            }
            if !self.parts_read.is_empty() {
                return self.look_at_parts::<U>(board, scratch, run.len, &mut group);
            }
            let pairs = scratch.pairs;
            macro_rules! by_reads {
                ($($count:literal)*) => {
                    match (scratch.reads.len(), whole, pairs) {
                        $(
                            ($count, true, true) => self.look_all::<$count, true, true, U>(board, scratch, run.len, &mut group),
                            ($count, true, false) => self.look_all::<$count, true, false, U>(board, scratch, run.len, &mut group),
                            ($count, false, true) => self.look_all::<$count, false, true, U>(board, scratch, run.len, &mut group),
                            ($count, false, false) => self.look_all::<$count, false, false, U>(board, scratch, run.len, &mut group),
                        )*
                        (_, _, true) => self.look_all::<MOST_READ, false, true, U>(board, scratch, run.len, &mut group),
                        (_, _, false) => self.look_all::<MOST_READ, false, false, U>(board, scratch, run.len, &mut group),
                    }
                };
            }
            let often = by_reads!(1 2 3 4 5 6 7 8);
            // Two are looked at until few cells look beyond both.
            let eighths = if pairs { self.pairs / PAIRS } else { self.pairs };
            scratch.pairs = self.groups > 1 && 8 * often as usize / run.len.max(1) >= eighths;
        }
    }

    /// Raises the groups at which cells begin to the first that are not full on lines that they read.
    #[inline(always)]
    unsafe fn begin(&self, board: &Board<'_>, read: &Read, run: Run, group: &mut [u32; TILE]) {
        if read.open == 0 {
            return;
        }
        let (from, to) = (read.open.trailing_zeros() as usize, TILE - read.open.leading_zeros() as usize);
        let group = &mut group[from..to];
        let (low, high) = (read.lane.at(from), read.lane.at(to - 1));
        // SAFETY: as the caller promises; between two cells that read lines there are lines.
        let first = unsafe { std::slice::from_raw_parts(board.first.start.add(low.min(high)), to - from) };
        let kept = |k: usize| if read.open >> (from + k) & 1 != 0 { !0 } else { 0 };
        match (read.open == run.all(), read.lane.step > 0) {
            (true, true) => raise(group, first.iter(), |_| !0),
            (true, false) => raise(group, first.iter().rev(), |_| !0),
            (false, true) => raise(group, first.iter(), kept),
            (false, false) => raise(group, first.iter().rev(), kept),
        }
    }

    /// Finds the values of all cells of an antidiagonal from their first groups on, one or two groups at a time: those whose
    /// groups are full are looked at again together. Step by step for all cells, so that the processor works at several of
    /// them at the same time. Tells how many were looked at again.
    #[inline(always)]
    unsafe fn look_all<const READS: usize, const WHOLE: bool, const PAIRS: bool, U: Union>(
        &self,
        board: &Board<'_>,
        scratch: &mut Scratch,
        len: usize,
        group: &mut [u32; TILE],
    ) -> u32 {
        let count = if READS == MOST_READ { scratch.reads.len() } else { READS };
        let mut lines = [(board.groups.start.cast_const(), 0, 0); READS];
        for ((place, step, open), read) in lines.iter_mut().zip(&scratch.reads) {
            (*place, *step, *open) = (place.wrapping_add(read.lane.start), read.lane.step, read.open);
        }
        let starts = lines;
        let Scratch { near, values, .. } = scratch;
        let last = if PAIRS { self.groups - 2 } else { self.groups - 1 } as u32;
        let (mut full, mut often) = (0u64, 0);
        // SAFETY: as the caller promises; lists are as long as an antidiagonal.
        unsafe {
            let lines = lines.get_unchecked_mut(..count);
            for k in 0..len {
                let group = group.get_unchecked_mut(k);
                if PAIRS {
                    *group = last.min(*group);
                }
                let (value, is_full) = look::<WHOLE, PAIRS, U>(lines, near, self.lines, k, *group as usize);
                *values.get_unchecked_mut(k) = value;
                full |= u64::from(is_full) << k;
                for (place, step, _) in lines.iter_mut() {
                    *place = place.wrapping_offset(*step);
                }
            }
            while full != 0 {
                often += full.count_ones();
                let mut again = std::mem::take(&mut full);
                while again != 0 {
                    let k = again.trailing_zeros() as usize;
                    again &= again - 1;
                    let group = group.get_unchecked_mut(k);
                    *group = last.min(*group + if PAIRS { 2 } else { 1 });
                    for ((place, ..), (start, step, _)) in lines.iter_mut().zip(&starts) {
                        *place = start.wrapping_offset(step * k as isize);
                    }
                    let (value, is_full) =
                        look::<WHOLE, PAIRS, U>(lines, near, self.lines, k, *group as usize);
                    *values.get_unchecked_mut(k) = value;
                    full |= u64::from(is_full) << k;
                }
            }
        }
        often
    }

    /// Notes the values of the cells of an antidiagonal on their rays.
    #[inline(always)]
    unsafe fn feed(&self, board: &Board<'_>, scratch: &Scratch, run: Run) {
        // Where a value stands in the sets of a line is the same for all lines.
        let (mut places, mut bits) = ([0usize; TILE], [0u64; TILE]);
        let width = self.lines * WORDS;
        for ((value, place), bit) in scratch.values[..run.len].iter().zip(&mut places).zip(&mut bits) {
            let value = *value as usize;
            (*place, *bit) = (value / GROUP * width + value % GROUP / 64, 1 << (value % 64));
        }
        let words = board.groups.start.cast::<u64>();
        for feed in &self.feeds {
            let lane = scratch.lanes[feed.slot];
            let open = self.open_at(feed.target, feed.mirrored, run, (0, 0, 0));
            let mut line = words.wrapping_add(lane.start.wrapping_mul(WORDS));
            // SAFETY: as the caller promises.
            let mut note = |k: usize, bit: u64| unsafe {
                let word = line.add(*places.get_unchecked(k));
                let noted = *word | bit;
                *word = noted;
                line = line.wrapping_offset(lane.step * WORDS as isize);
                if noted == !0 {
                    self.pass_full(board, lane.at(k));
                }
            };
            if feed.target.is_none() {
                bits[..run.len].iter().enumerate().for_each(|(k, bit)| note(k, *bit));
            } else {
                let bits = bits[..run.len].iter().enumerate();
                bits.for_each(|(k, bit)| note(k, bit & (open >> k & 1).wrapping_neg()));
            }
        }
    }

    /// Notes a value on a line, if the bit is 1.
    ///
    /// # Safety
    /// The line belongs to the tile that is computed, and values are on the board.
    #[inline(always)]
    pub(super) unsafe fn note(&self, board: &Board<'_>, id: usize, value: usize, bit: u64) {
        // SAFETY: as the caller promises.
        unsafe {
            let word = board.word((value / GROUP * self.lines + id) * WORDS + value % GROUP / 64);
            *word |= bit << (value % 64);
            if *word == !0 {
                self.pass_full(board, id);
            }
        }
    }

    /// Moves the first group that is not full.
    ///
    /// # Safety
    /// As for [`Plan::note`].
    #[cold]
    #[inline(never)]
    pub(super) unsafe fn pass_full(&self, board: &Board<'_>, id: usize) {
        // SAFETY: as the caller promises.
        unsafe {
            let first = board.first.at_mut(id);
            while (*first as usize) < self.groups
                && is_full(board.groups.at(*first as usize * self.lines + id))
            {
                *first += 1;
            }
        }
    }

    /// Takes a value out of a line.
    ///
    /// # Safety
    /// As for [`Plan::note`].
    #[inline(always)]
    pub(super) unsafe fn leave(&self, board: &Board<'_>, id: usize, value: usize) {
        // SAFETY: as the caller promises.
        unsafe {
            let group = value / GROUP;
            *board.word((group * self.lines + id) * WORDS + value % GROUP / 64) &= !(1 << (value % 64));
            let first = board.first.at_mut(id);
            if *first > group as u32 {
                *first = group as u32;
            }
        }
    }
}

/// The first value from a group of a cell on that is not met on its lines, which stand at places in the first group, nor where a single vector leads to; `true` if there
/// is none in the one or two groups that are looked at.
///
/// # Safety
/// The processor has the registers, there are such groups, and lists are as long as an antidiagonal.
#[inline(always)]
unsafe fn look<const WHOLE: bool, const PAIRS: bool, U: Union>(
    lines: &[(*const [u64; WORDS], isize, u64)],
    near: &[[u32; TILE]],
    width: usize,
    k: usize,
    group: usize,
) -> (u32, bool) {
    let (mut used, mut next) = (U::none(), U::none());
    // SAFETY: as the caller promises.
    unsafe {
        for (place, _, open) in lines {
            let at = place.wrapping_add(group * width);
            let (is_open, behind) = (open >> k & 1 != 0, at.wrapping_add(width));
            if WHOLE {
                used.add(&*at)
            } else {
                used.add_if(is_open, at)
            }
            if PAIRS {
                if WHOLE { next.add(&*behind) } else { next.add_if(is_open, behind) }
            }
        }
        for list in near {
            let value = *list.get_unchecked(k) as usize;
            used.add_value(value, group);
            if PAIRS {
                next.add_value(value, group + 1);
            }
        }
        let (open, word) = if PAIRS { used.first_open_before(next) } else { used.first_open() };
        let most = if PAIRS { 2 * WORDS } else { WORDS } as u32;
        let value = (group * GROUP) as u32 + open.trailing_zeros() % most * 64 + word.trailing_ones();
        (value, open == 0)
    }
}

/// Raises groups to others, of which so many bits are kept.
#[inline(always)]
fn raise<'a>(group: &mut [u32], first: impl Iterator<Item = &'a u32>, kept: impl Fn(usize) -> u32) {
    for (k, (group, first)) in group.iter_mut().zip(first).enumerate() {
        *group = (*group).max(first & kept(k));
    }
}
