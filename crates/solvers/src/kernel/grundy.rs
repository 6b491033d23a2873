//! Grundy values on a box whose moves are tracks: each cell's mex from the values met on its lines.
//!
//! Each line keeps the set of values on it, 512 to a cache line, and the first group of 512 that is not full; a cell
//! ORs the groups of its lines from the furthest first group on and takes the first zero. What a cell adds to a line
//! is taken in when the first cell that may move there comes, so that least amounts, gates at the target, sliding
//! windows and sheets of several strides are the same few steps. Cells are taken in square tiles of the last two
//! coordinates, so that the groups that a tile needs stay in cache. If two piles may be exchanged only the cells with
//! row >= column are computed. Rows of tiles run in parallel, each a little behind those that it depends on.
//!
//! Cost: O(lines through a cell) words a cell and group scanned, measured at 1 group for 1,000 and 5 for 10,000, and for
//! sheets a pass over all groups; memory (number of lines) x (bound on the values) bits. The bound is the longest
//! play: value g needs g moves.

use super::tracks::{Numbers, Open, Track, Tracks};
use crate::error::SolveError;
use crate::solve::GrundyTable;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use wythoff_numbers::Budget;

/// Words of a group: one cache line.
const WORDS: usize = 8;
/// Values of a group.
const GROUP: usize = 64 * WORDS;
/// Side of a tile.
const TILE: usize = 32;
/// Most accumulators that one cell reads.
const MOST_READ: usize = 64;

/// How the values were found.
const METHOD: &str = "value sets on lines";

/// The Grundy values of all positions of the board, the last coordinate running fastest; at `ends` the game is over.
///
/// `None` if this kernel does not apply: more than 64 tracks, or a side past 65,535 where values must be counted.
///
/// ```
/// use wythoff_solvers::{Budget, kernel::{NoGates, Stride, Track, Tracks, grundy}};
/// let ray = |v: [usize; 2]| Track {
///     start: v.to_vec(), strides: vec![Stride { vector: v.to_vec(), count: None }], source: None, target: None,
///     window: None, twice: false, distinct: true, blockable: false,
/// };
/// let tracks = [[1, 0], [0, 1], [1, 1]].map(ray).to_vec();
/// let wythoff = Tracks { sides: vec![4, 4], tracks, gates: Box::new(NoGates), windows: vec![], larger: false, half: false };
/// let values = grundy(&wythoff, &[], &Budget::default()).unwrap().unwrap();
/// assert_eq!(values, [0, 1, 2, 3, 1, 2, 0, 4, 2, 0, 1, 5, 3, 4, 5, 6]);
/// ```
pub fn grundy(
    moves: &Tracks<'_>,
    ends: &[Vec<usize>],
    budget: &Budget,
) -> Result<Option<Vec<u32>>, SolveError> {
    if moves.sides.contains(&0) || moves.sides.is_empty() {
        return Ok(Some(Vec::new()));
    }
    budget.need("the table", moves.cells().saturating_mul(4))?;
    let Some(plan) = Plan::new(moves, ends, budget)? else { return Ok(None) };
    macro_rules! by_lines {
        ($($count:literal)*) => {
            match plan.slots.len() {
                $($count if plan.simple => plan.fill::<$count>(budget),)*
                _ => plan.fill::<MOST_READ>(budget),
            }
        };
    }
    by_lines!(1 2 3 4 5 6 7 8 9 10 11 12).map(Some)
}

/// The accumulators of one stride of a track: where the numbers of lines come from.
struct Level {
    /// The number of its first line.
    base: usize,
    row: Vec<usize>,
    column: Vec<usize>,
    first: Vec<Vec<usize>>,
}

/// What falls out of a window: the way back from the target, in rows, columns and first coordinates.
struct Behind {
    row: usize,
    column: usize,
    first: Vec<usize>,
    rows: usize,
}

/// A track, or its mirror image.
struct Slot {
    /// The least that is taken, and in rows of the table all of it but the last.
    row: usize,
    column: usize,
    first: Vec<usize>,
    rows: usize,
    levels: Vec<Level>,
    source: Option<usize>,
    target: Option<usize>,
    mirrored: bool,
    behind: Option<Behind>,
    window: Option<Window>,
    /// Where the counters of a slot whose values may repeat begin.
    counters: Option<usize>,
    /// A ray: a cell's value is noted on its line at once, since the next cell of the line may move there.
    ray: bool,
}

struct Window {
    index: usize,
    /// Where the states of its lines begin.
    states: usize,
    stride: (usize, usize),
}

/// A single vector.
struct Single {
    row: usize,
    column: usize,
    first: Vec<usize>,
    rows: usize,
    source: Option<usize>,
    target: Option<usize>,
    mirrored: bool,
}

struct Plan<'a> {
    moves: &'a Tracks<'a>,
    rows: usize,
    columns: usize,
    /// Sides of the coordinates before the last two.
    first: Vec<usize>,
    half: bool,
    slots: Vec<Slot>,
    singles: Vec<Single>,
    open: Vec<Open>,
    lines: usize,
    groups: usize,
    counters: usize,
    states: usize,
    /// Extra ends as places in the table, sorted.
    ends: Vec<usize>,
    /// Nothing but rays on two coordinates.
    simple: bool,
    /// The processor has registers of 256 bits.
    #[cfg(target_arch = "x86_64")]
    wide: bool,
}

impl<'a> Plan<'a> {
    fn new(
        moves: &'a Tracks<'a>,
        ends: &[Vec<usize>],
        budget: &Budget,
    ) -> Result<Option<Plan<'a>>, SolveError> {
        // A single pile is a board with one row.
        let lift = |v: &[usize], with: usize| if v.len() == 1 { vec![with, v[0]] } else { v.to_vec() };
        let sides = lift(&moves.sides, 1);
        let (first, last) = sides.split_at(sides.len() - 2);
        let (rows, columns) = (last[0], last[1]);
        let place = |v: &[usize]| v.iter().zip(&sides).fold(0, |at, (x, side)| at * side + x);
        let inside = |end: &&Vec<usize>| {
            end.len() == moves.sides.len() && end.iter().zip(&moves.sides).all(|(x, s)| x < s)
        };
        let mut ends: Vec<usize> = ends.iter().filter(inside).map(|end| place(&lift(end, 0))).collect();
        ends.sort_unstable();
        let groups = moves.longest_play() / GROUP + 1;
        let mut plan = Plan {
            moves,
            rows,
            columns,
            first: first.to_vec(),
            half: moves.half,
            slots: Vec::new(),
            singles: Vec::new(),
            open: Vec::new(),
            lines: 0,
            groups,
            counters: 0,
            states: 0,
            simple: ends.is_empty() && first.is_empty(),
            ends,
            #[cfg(target_arch = "x86_64")]
            wide: is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2"),
        };
        let strides =
            |t: &Track| -> Vec<Vec<usize>> { t.strides.iter().map(|s| lift(&s.vector, 0)).collect() };
        let lines =
            |t: &Track| strides(t).iter().map(|v| Numbers::count(v, &sides)).fold(0, u128::saturating_add);
        let sets = moves.tracks.iter().map(lines).fold(0, u128::saturating_add);
        let counted =
            |t: &&Track| t.window.is_some() || (!t.distinct && t.strides.iter().any(|s| s.count.is_some()));
        let counters = moves.tracks.iter().filter(counted).filter_map(|t| {
            Some(Numbers::count(strides(t).first()?, &sides).saturating_mul((groups * GROUP) as u128))
        });
        let counters = counters.fold(0, u128::saturating_add);
        let bytes = moves.cells() * 4
            + sets.saturating_mul((groups * WORDS * 8 + 4) as u128)
            + counters * 2
            + moves.cells() / 8 * moves.gates.count() as u128;
        budget.need("the sets of values on lines", bytes)?;
        if counters > 0 && sides.iter().any(|side| *side > 1 << 16) {
            return Ok(None);
        }
        for track in &moves.tracks {
            let start = lift(&track.start, 0);
            let (start_first, start_last) = start.split_at(first.len());
            let table_rows =
                |v: &[usize]| v[..v.len() - 1].iter().zip(&sides).fold(0, |at, (x, side)| at * side + x);
            let images: &[bool] = if track.twice { &[false, true] } else { &[false] };
            plan.simple &= track.source.is_none() && track.target.is_none() && track.window.is_none();
            if track.strides.is_empty() {
                plan.simple = false;
                for mirrored in images {
                    plan.singles.push(Single {
                        row: start_last[0],
                        column: start_last[1],
                        first: start_first.to_vec(),
                        rows: table_rows(&start),
                        source: track.source,
                        target: track.target,
                        mirrored: *mirrored,
                    });
                }
                continue;
            }
            plan.simple &= track.strides.len() == 1
                && track.strides[0].count.is_none()
                && track.start == track.strides[0].vector;
            let vectors = strides(track);
            let numbers: Vec<Numbers> = vectors.iter().map(|v| Numbers::new(v, &sides)).collect();
            let counted = counted(&track);
            for mirrored in images {
                let mut from = plan.lines;
                let mut levels = Vec::new();
                for numbers in &numbers {
                    let last = first.len();
                    levels.push(Level {
                        base: from,
                        row: numbers.parts[last].iter().map(|part| part + from).collect(),
                        column: numbers.parts[last + 1].clone(),
                        first: numbers.parts[..last].to_vec(),
                    });
                    from += numbers.count;
                }
                let behind = track.strides[0].count.map(|count| {
                    let back: Vec<usize> = vectors[0].iter().map(|v| v.saturating_mul(count)).collect();
                    Behind {
                        row: back[last_two(&back)],
                        column: back[back.len() - 1],
                        first: back[..first.len()].to_vec(),
                        rows: table_rows(&back),
                    }
                });
                let window = track.window.map(|index| Window {
                    index,
                    states: plan.states,
                    stride: (vectors[0][first.len()], vectors[0][first.len() + 1]),
                });
                plan.slots.push(Slot {
                    row: start_last[0],
                    column: start_last[1],
                    first: start_first.to_vec(),
                    rows: table_rows(&start),
                    levels,
                    source: track.source,
                    target: track.target,
                    mirrored: *mirrored,
                    behind,
                    window,
                    counters: counted.then_some(plan.counters),
                    ray: track.strides.len() == 1
                        && track.strides[0].count.is_none()
                        && track.start == track.strides[0].vector
                        && track.window.is_none(),
                });
            }
            plan.lines += numbers.iter().map(|n| n.count).sum::<usize>();
            if counted {
                plan.counters += numbers[0].count * groups * GROUP;
                plan.states += if track.window.is_some() { numbers[0].count } else { 0 };
            }
        }
        if plan.slots.len() > MOST_READ {
            return Ok(None);
        }
        plan.open = moves.open()?;
        Ok(Some(plan))
    }

    fn fill<const LINES: usize>(&self, budget: &Budget) -> Result<Vec<u32>, SolveError> {
        let tables: usize = self.first.iter().product();
        let mut values = vec![0u32; tables * self.rows * self.columns];
        let mut words = vec![0u64; self.groups * self.lines * WORDS + WORDS];
        let lead = words.as_ptr().align_offset(64).min(WORDS);
        let (groups, _) = words[lead..].as_chunks_mut::<WORDS>();
        let (mut first, mut counters) = (vec![0u32; self.lines], vec![0u16; self.counters]);
        let mut states = vec![(0u32, 0u32); self.states];
        let board = Board {
            values: Shared::new(&mut values),
            groups: Shared::new(groups),
            first: Shared::new(&mut first),
            counters: Shared::new(&mut counters),
            states: Shared::new(&mut states),
        };
        let (down, across) = (self.rows.div_ceil(TILE), self.columns.div_ceil(TILE));
        let tiles = |i: usize| if self.half { i + 1 } else { across };
        let total = tables as u64 * (0..down).map(|row| tiles(row) as u64).sum::<u64>();
        // A row of tiles waits for those that are one less in one coordinate.
        let progress: Vec<AtomicUsize> = (0..tables * down).map(|_| AtomicUsize::new(0)).collect();
        let (next_row, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
        let done = AtomicUsize::new(0);
        let work = |alone: bool| -> Result<(), SolveError> {
            let mut scratch = Scratch::new(self);
            let mut place = vec![0; self.first.len()];
            loop {
                let row = next_row.fetch_add(1, Ordering::Relaxed);
                if row >= tables * down || stop.load(Ordering::Relaxed) {
                    return Ok(());
                }
                if let Err(error) = budget.step(done.load(Ordering::Relaxed) as u64, total) {
                    stop.store(true, Ordering::Relaxed);
                    return Err(error.into());
                }
                let (table, i) = (row / down, row % down);
                write_place(table, &self.first, &mut place);
                scratch.enter(self, &place);
                let mut before: Vec<usize> = Vec::new();
                if !alone {
                    before.extend((i > 0).then(|| row - 1));
                    let mut step = down;
                    for (x, side) in place.iter().zip(&self.first).rev() {
                        before.extend((*x > 0).then(|| row - step));
                        step *= side;
                    }
                }
                for j in 0..tiles(i) {
                    for earlier in &before {
                        let wanted = (j + 1).min(tiles(earlier % down));
                        let mut tries = 0u32;
                        while progress[*earlier].load(Ordering::Acquire) < wanted {
                            if stop.load(Ordering::Relaxed) {
                                return Ok(());
                            }
                            tries += 1;
                            if tries % 64 == 0 { std::thread::yield_now() } else { std::hint::spin_loop() }
                        }
                    }
                    // SAFETY: of two tiles that are computed at the same time none is beyond the other in all
                    // coordinates, so that they share no line, since along a line no coordinate falls; and what a
                    // tile reads of other tiles is done.
                    unsafe { self.tile::<LINES>(&board, &mut scratch, table, i, j) }
                    progress[row].store(j + 1, Ordering::Release);
                }
                done.fetch_add(tiles(i), Ordering::Relaxed);
            }
        };
        let threads = budget.threads().min(tables * down);
        let outcome = if threads <= 1 || tables * self.rows * self.columns < 1 << 14 {
            work(true)
        } else {
            crate::threads::together(threads, || work(false))
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
                    let done = progress[table * down + x / TILE].load(Ordering::Acquire) > y / TILE;
                    // SAFETY: nothing is being computed any more, and the place is on the board.
                    done.then(|| unsafe { board.values.get(at) })
                })
            }));
        }
        budget.step(total, total)?;
        Ok(values)
    }

    /// Computes a tile.
    ///
    /// # Safety
    /// No other thread uses the lines or the cells of this tile at the same time, and all tiles before it are done.
    unsafe fn tile<const LINES: usize>(
        &self,
        board: &Board<'_>,
        scratch: &mut Scratch,
        table: usize,
        i: usize,
        j: usize,
    ) {
        #[cfg(target_arch = "x86_64")]
        if self.wide {
            // SAFETY: as the caller promises, on a processor that has what the function needs.
            return unsafe { self.tile_with_wide_words::<LINES>(board, scratch, table, i, j) };
        }
        // SAFETY: as the caller promises.
        unsafe { self.tile_anywhere::<LINES>(board, scratch, table, i, j) }
    }

    /// The same code compiled for processors with registers of 256 bits.
    ///
    /// # Safety
    /// As for [`Plan::tile`], on such a processor.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2")]
    unsafe fn tile_with_wide_words<const LINES: usize>(
        &self,
        board: &Board<'_>,
        scratch: &mut Scratch,
        table: usize,
        i: usize,
        j: usize,
    ) {
        // SAFETY: as the caller promises.
        unsafe { self.tile_anywhere::<LINES>(board, scratch, table, i, j) }
    }

    /// # Safety
    /// As for [`Plan::tile`].
    #[inline(always)]
    unsafe fn tile_anywhere<const LINES: usize>(
        &self,
        board: &Board<'_>,
        scratch: &mut Scratch,
        table: usize,
        i: usize,
        j: usize,
    ) {
        let rows = i * TILE..((i + 1) * TILE).min(self.rows);
        let columns = j * TILE..((j + 1) * TILE).min(self.columns);
        let simple: Option<&[Slot; LINES]> = self.slots.as_slice().try_into().ok().filter(|_| self.simple);
        // Antidiagonal by antidiagonal: neighbours share no line, so that one need not wait for the other.
        for sum in rows.start + columns.start..rows.end + columns.end - 1 {
            let mut low = rows.start.max((sum + 1).saturating_sub(columns.end));
            if self.half {
                low = low.max(sum.div_ceil(2));
            }
            for x in low..rows.end.min(sum - columns.start + 1) {
                let y = sum - x;
                // SAFETY: as the caller promises.
                unsafe {
                    if let Some(slots) = simple {
                        self.simple_cell(board, slots, x, y);
                    } else {
                        self.cell(board, scratch, table, x, y);
                    }
                }
            }
        }
        if self.half {
            for y in columns {
                for x in rows.start.max(y + 1)..rows.end {
                    // SAFETY: a cell of the mirrored tile, which only this tile writes.
                    unsafe {
                        *board.values.at_mut(y * self.columns + x) = board.values.get(x * self.columns + y);
                    }
                }
            }
        }
    }

    /// A cell all of whose lines are rays: its value is noted on them at once.
    #[inline(always)]
    unsafe fn simple_cell<const LINES: usize>(
        &self,
        board: &Board<'_>,
        slots: &[Slot; LINES],
        x: usize,
        y: usize,
    ) {
        let ids: [usize; LINES] = std::array::from_fn(|s| {
            let level = &slots[s].levels[0];
            if slots[s].mirrored {
                level.row[y].wrapping_add(level.column[x])
            } else {
                level.row[x].wrapping_add(level.column[y])
            }
        });
        // SAFETY: as the caller promises.
        unsafe {
            let (group, w, bit) = self.mex(board, &ids, None);
            for id in &ids {
                self.note(board, *id, group, w, bit);
            }
            *board.values.at_mut(x * self.columns + y) = (group * GROUP + w * 64) as u32 + bit;
        }
    }

    /// The first value that none of the lines holds, as group, word and bit.
    #[inline(always)]
    unsafe fn mex(&self, board: &Board<'_>, ids: &[usize], more: Option<&Scratch>) -> (usize, usize, u32) {
        // SAFETY: as the caller promises.
        unsafe {
            let mut group = 0;
            for id in ids {
                group = group.max(board.first.get(*id) as usize);
            }
            let mut start = group * self.lines;
            let used = loop {
                let mut used = [0u64; WORDS];
                for id in ids {
                    or(&mut used, board.groups.at(start + id));
                }
                if let Some(scratch) = more {
                    or(&mut used, &scratch.groups[group]);
                }
                if used.iter().fold(!0, |all, word| all & word) != !0 {
                    break used;
                }
                group += 1;
                start += self.lines;
            };
            let mut open = 0u32;
            for (w, word) in used.iter().enumerate() {
                open |= u32::from(*word != !0) << w;
            }
            let w = open.trailing_zeros() as usize & (WORDS - 1);
            (group, w, used[w].trailing_ones())
        }
    }

    /// Notes a value on a line.
    #[inline(always)]
    unsafe fn note(&self, board: &Board<'_>, id: usize, group: usize, w: usize, bit: u32) {
        // SAFETY: as the caller promises.
        unsafe {
            let set = board.groups.at_mut(group * self.lines + id);
            set[w] |= 1 << bit;
            if set[w] == !0 {
                self.pass_full(board, id);
            }
        }
    }

    /// Moves the first group that is not full.
    #[inline(always)]
    unsafe fn pass_full(&self, board: &Board<'_>, id: usize) {
        // SAFETY: as the caller promises.
        unsafe {
            let first = board.first.at_mut(id);
            while (*first as usize) < self.groups
                && board.groups.at(*first as usize * self.lines + id).iter().all(|word| *word == !0)
            {
                *first += 1;
            }
        }
    }

    /// Any cell: what has come within reach is taken in, then the mex is taken.
    #[inline(always)]
    unsafe fn cell(&self, board: &Board<'_>, scratch: &mut Scratch, table: usize, x: usize, y: usize) {
        let (mut ids, mut count) = ([0usize; MOST_READ], 0);
        let (mut rays, mut noted) = ([0usize; MOST_READ], 0);
        let (base, here) = (table * self.rows, (table * self.rows + x) * self.columns + y);
        // SAFETY: as the caller promises; rows and columns are on the board, and parts are as long as its sides.
        unsafe {
            for (at, slot) in self.slots.iter().enumerate() {
                let (a, b) = if slot.mirrored { (y, x) } else { (x, y) };
                let level = slot.levels.get_unchecked(0);
                let line = |level: &Level, shift: usize| {
                    level
                        .row
                        .get_unchecked(a)
                        .wrapping_add(*level.column.get_unchecked(b))
                        .wrapping_add(shift)
                };
                if slot.ray {
                    let id = line(level, scratch.ray_parts[at]);
                    if self.is_open(slot.source, base + a, b) {
                        ids[count] = id;
                        count += 1;
                    }
                    if self.is_open(slot.target, base + a, b) {
                        rays[noted] = id;
                        noted += 1;
                    }
                    continue;
                }
                let Some(shift) = scratch.shifts[at] else { continue };
                if a < slot.row || b < slot.column || (slot.mirrored && x == y && slot.counters.is_some()) {
                    continue;
                }
                let row = base + a;
                let mut id = line(level, scratch.parts[shift]);
                let (target, column) = (row - slot.rows, b - slot.column);
                match &slot.window {
                    Some(window) => self.slide(board, slot, window, id, (a, b), (a - slot.row, column)),
                    None => {
                        if self.is_open(slot.target, target, column) {
                            self.enter(board, slot, id, self.value(board, target, column));
                        }
                        if let Some(behind) = &slot.behind
                            && a - slot.row >= behind.row
                            && column >= behind.column
                            && scratch.reaches_behind(slot, behind)
                            && self.is_open(slot.target, target - behind.rows, column - behind.column)
                        {
                            let old = self.value(board, target - behind.rows, column - behind.column);
                            self.leave(board, slot, id, old);
                        }
                    }
                }
                for (level, part) in slot.levels.iter().zip(&scratch.parts[shift..]).skip(1) {
                    let outer = line(level, *part);
                    let (mut from, mut to) = (id, outer);
                    for _ in 0..self.groups {
                        let more = *board.groups.at(from);
                        or(board.groups.at_mut(to), &more);
                        (from, to) = (from + self.lines, to + self.lines);
                    }
                    self.pass_full(board, outer);
                    id = outer;
                }
                if self.is_open(slot.source, row, b) {
                    ids[count] = id;
                    count += 1;
                }
            }
            let over = !self.ends.is_empty() && self.ends.binary_search(&here).is_ok();
            let (group, w, bit) = if over {
                (0, 0, 0)
            } else if self.singles.is_empty() {
                self.mex(board, &ids[..count], None)
            } else {
                for (at, single) in self.singles.iter().enumerate() {
                    let (a, b) = if single.mirrored { (y, x) } else { (x, y) };
                    if a < single.row || b < single.column || !scratch.within[at] {
                        continue;
                    }
                    let row = base + a;
                    if self.is_open(single.source, row, b)
                        && self.is_open(single.target, row - single.rows, b - single.column)
                    {
                        scratch.insert(self.value(board, row - single.rows, b - single.column));
                    }
                }
                let found = self.mex(board, &ids[..count], Some(scratch));
                scratch.clear();
                found
            };
            for id in &rays[..noted] {
                self.note(board, *id, group, w, bit);
            }
            *board.values.at_mut(here) = (group * GROUP + w * 64) as u32 + bit;
        }
    }

    #[inline(always)]
    fn is_open(&self, gate: Option<usize>, row: usize, column: usize) -> bool {
        gate.is_none_or(|gate| self.open[gate].at(row, column))
    }

    /// Takes a value into a line.
    #[inline(always)]
    unsafe fn enter(&self, board: &Board<'_>, slot: &Slot, id: usize, value: usize) {
        // SAFETY: as the caller promises.
        unsafe {
            if let Some(from) = slot.counters {
                let counter = board.counters.at_mut(self.counter(slot, from, id, value));
                *counter += 1;
                if *counter > 1 {
                    return;
                }
            }
            self.note(board, id, value / GROUP, value % GROUP / 64, (value % 64) as u32);
        }
    }

    /// Takes a value out of a line. Without counters the values within reach differ from it.
    #[inline(always)]
    unsafe fn leave(&self, board: &Board<'_>, slot: &Slot, id: usize, value: usize) {
        // SAFETY: as the caller promises.
        unsafe {
            if let Some(from) = slot.counters {
                let counter = board.counters.at_mut(self.counter(slot, from, id, value));
                *counter -= 1;
                if *counter > 0 {
                    return;
                }
            }
            let group = value / GROUP;
            board.groups.at_mut(group * self.lines + id)[value % GROUP / 64] &= !(1 << (value % 64));
            let first = board.first.at_mut(id);
            *first = (*first).min(group as u32);
        }
    }

    fn counter(&self, slot: &Slot, from: usize, id: usize, value: usize) -> usize {
        from + (id - slot.base()) * self.groups * GROUP + value
    }

    /// Makes a line hold just the targets that the window of a cell names.
    unsafe fn slide(
        &self,
        board: &Board<'_>,
        slot: &Slot,
        window: &Window,
        id: usize,
        (a, b): (usize, usize),
        (row, column): (usize, usize),
    ) {
        let (from, to) = self.moves.windows[window.index][a * self.columns + b];
        let (down, across) = window.stride;
        let steps =
            row.checked_div(down).unwrap_or(usize::MAX).min(column.checked_div(across).unwrap_or(usize::MAX));
        let (first_row, first_column) = (row - steps * down, column - steps * across);
        let at = |k: u32| (first_row + k as usize * down, first_column + k as usize * across);
        // SAFETY: as the caller promises.
        unsafe {
            let state = board.states.at_mut(window.states + id - slot.base());
            let (mut low, mut high) = *state;
            if from >= to {
                // Nothing within reach: keep the order of the ends.
                while low < high {
                    self.toggle(board, slot, id, at(low), false);
                    low += 1;
                }
                *state = (low, low);
                return;
            }
            if to <= low || from >= high {
                while low < high {
                    self.toggle(board, slot, id, at(low), false);
                    low += 1;
                }
                (low, high) = (from, from);
            }
            while low > from {
                low -= 1;
                self.toggle(board, slot, id, at(low), true);
            }
            while high < to {
                self.toggle(board, slot, id, at(high), true);
                high += 1;
            }
            while low < from {
                self.toggle(board, slot, id, at(low), false);
                low += 1;
            }
            while high > to {
                high -= 1;
                self.toggle(board, slot, id, at(high), false);
            }
            *state = (low, high);
        }
    }

    unsafe fn toggle(
        &self,
        board: &Board<'_>,
        slot: &Slot,
        id: usize,
        (row, column): (usize, usize),
        comes: bool,
    ) {
        if !self.is_open(slot.target, row, column) {
            return;
        }
        // SAFETY: as the caller promises.
        unsafe {
            let value = self.value(board, row, column);
            if comes { self.enter(board, slot, id, value) } else { self.leave(board, slot, id, value) }
        }
    }

    /// The value of a cell that is done, by its row in the table of all rows.
    #[inline(always)]
    unsafe fn value(&self, board: &Board<'_>, row: usize, column: usize) -> usize {
        let (row, column) = if self.half && row < column { (column, row) } else { (row, column) };
        // SAFETY: an earlier cell, as the caller promises.
        unsafe { board.values.get(row * self.columns + column) as usize }
    }
}

impl Slot {
    /// The number of the first line of the first stride.
    fn base(&self) -> usize {
        self.levels[0].base
    }
}

/// Where the last coordinate but one is.
fn last_two(v: &[usize]) -> usize {
    v.len() - 2
}

fn write_place(mut index: usize, sides: &[usize], place: &mut [usize]) {
    for (x, side) in place.iter_mut().zip(sides).rev() {
        *x = index % side;
        index /= side;
    }
}

#[inline(always)]
fn or(used: &mut [u64; WORDS], more: &[u64; WORDS]) {
    used.iter_mut().zip(more).for_each(|(used, more)| *used |= more);
}

/// What one thread needs for a tile.
struct Scratch {
    /// The values that single vectors lead to, emptied after each cell.
    groups: Vec<[u64; WORDS]>,
    members: Vec<usize>,
    /// The first coordinates.
    place: Vec<usize>,
    /// For each slot where its parts of line numbers begin, if the first coordinates allow its moves.
    shifts: Vec<Option<usize>>,
    parts: Vec<usize>,
    /// For each slot the part of the line number of its first stride.
    ray_parts: Vec<usize>,
    /// For each single vector whether the first coordinates allow it.
    within: Vec<bool>,
}

impl Scratch {
    fn new(plan: &Plan<'_>) -> Scratch {
        Scratch {
            groups: vec![[0; WORDS]; plan.groups],
            members: Vec::new(),
            place: Vec::new(),
            shifts: Vec::new(),
            parts: Vec::new(),
            ray_parts: Vec::new(),
            within: Vec::new(),
        }
    }

    /// Prepares for the tiles with given first coordinates.
    fn enter(&mut self, plan: &Plan<'_>, place: &[usize]) {
        let allows = |first: &[usize]| first.iter().zip(place).all(|(least, x)| least <= x);
        self.place = place.to_vec();
        self.shifts.clear();
        self.parts.clear();
        self.ray_parts.clear();
        for slot in &plan.slots {
            let at = self.parts.len();
            self.shifts.push(allows(&slot.first).then_some(at));
            for level in &slot.levels {
                self.parts.push(level.first.iter().zip(place).map(|(part, x)| part[*x]).sum());
            }
            self.ray_parts.push(self.parts[at]);
        }
        self.within = plan.singles.iter().map(|single| allows(&single.first)).collect();
    }

    fn reaches_behind(&self, slot: &Slot, behind: &Behind) -> bool {
        let mut all = self.place.iter().zip(&slot.first).zip(&behind.first);
        all.all(|((x, start), back)| x - start >= *back)
    }

    fn insert(&mut self, value: usize) {
        self.groups[value / GROUP][value % GROUP / 64] |= 1 << (value % 64);
        self.members.push(value);
    }

    fn clear(&mut self) {
        for value in self.members.drain(..) {
            self.groups[value / GROUP][value % GROUP / 64] = 0;
        }
    }
}

/// What the tiles share.
struct Board<'a> {
    values: Shared<'a, u32>,
    groups: Shared<'a, [u64; WORDS]>,
    first: Shared<'a, u32>,
    counters: Shared<'a, u16>,
    states: Shared<'a, (u32, u32)>,
}
/// A slice of which different threads use different elements.
struct Shared<'a, T> {
    start: *mut T,
    #[cfg(debug_assertions)]
    len: usize,
    life: PhantomData<&'a mut [T]>,
}

// SAFETY: access is through the unsafe methods only, whose callers keep threads apart.
unsafe impl<T: Send + Sync> Sync for Shared<'_, T> {}

impl<'a, T> Shared<'a, T> {
    fn new(slice: &'a mut [T]) -> Shared<'a, T> {
        Shared {
            start: slice.as_mut_ptr(),
            #[cfg(debug_assertions)]
            len: slice.len(),
            life: PhantomData,
        }
    }

    /// # Safety
    /// The index is inside, and no other thread changes the element.
    #[inline(always)]
    unsafe fn at(&self, index: usize) -> &T {
        #[cfg(debug_assertions)]
        assert!(index < self.len);
        // SAFETY: inside the slice; as the caller promises.
        unsafe { &*self.start.add(index) }
    }

    /// # Safety
    /// The index is inside, no other thread uses the element, and this one has no other reference to it.
    #[inline(always)]
    #[allow(clippy::mut_from_ref)]
    unsafe fn at_mut(&self, index: usize) -> &mut T {
        #[cfg(debug_assertions)]
        assert!(index < self.len);
        // SAFETY: inside the slice; as the caller promises.
        unsafe { &mut *self.start.add(index) }
    }

    /// # Safety
    /// The index is inside, and no other thread changes the element.
    #[inline(always)]
    unsafe fn get(&self, index: usize) -> T
    where
        T: Copy,
    {
        // SAFETY: as the caller promises.
        unsafe { *self.at(index) }
    }
}
