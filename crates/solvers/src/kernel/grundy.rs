//! Grundy values on a box whose moves are tracks: each cell's mex from the values met on its lines.
//!
//! Each line keeps the set of values on it, 512 to a cache line, and the first group of 512 that is not full; a cell
//! ORs the groups of its lines from the furthest first group on and takes the first zero. What a cell adds to a line
//! is taken in when the first cell that may move there comes, so that least amounts, gates at the target, sliding
//! windows and sheets of several strides are the same few steps. Cells are taken in square tiles of the last two
//! coordinates, so that the groups that a tile needs stay in cache, and in a tile antidiagonal by antidiagonal: cells of
//! one antidiagonal share no line, so that all of them take in, line by line, before any of them takes its mex. If two
//! piles may be exchanged only the cells with row >= column are computed. Rows of tiles run in parallel, each a little
//! behind those that it depends on.
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
    grundy_with(moves, ends, has_wide_words(), budget)
}

/// Whether the processor has registers of 256 bits.
fn has_wide_words() -> bool {
    #[cfg(target_arch = "x86_64")]
    return is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2");
    #[cfg(not(target_arch = "x86_64"))]
    false
}

/// The same with or without registers of 256 bits, which the processor must have if they are wanted.
fn grundy_with(
    moves: &Tracks<'_>,
    ends: &[Vec<usize>],
    wide: bool,
    budget: &Budget,
) -> Result<Option<Vec<u32>>, SolveError> {
    budget.need("the table", moves.cells().saturating_mul(4))?;
    let Some(plan) = Plan::new(moves, ends, wide, budget)? else { return Ok(None) };
    macro_rules! by_lines {
        ($($count:literal)*) => {
            match plan.reads {
                $($count => plan.fill::<$count>(budget),)*
                _ => plan.fill::<MOST_READ>(budget),
            }
        };
    }
    by_lines!(1 2 3 4 5 6 7 8).map(Some)
}

/// A line that is closed to the cell.
const CLOSED: u32 = u32::MAX;

/// The accumulators of one stride of a track: where the numbers of lines come from.
struct Level {
    /// The number of its first line.
    base: usize,
    row: Vec<u32>,
    column: Vec<u32>,
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
    /// Where the lines that cells read are listed; none if no cell may move along the slot.
    read: Option<usize>,
    /// Where the lines on which cells note their values are listed; rays only, if any cell reads them later.
    feed: Option<usize>,
    /// On the diagonal the mirror image has done all that is to be done.
    skips_diagonal: bool,
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
    /// How many lines a cell reads at most, and on how many it notes its value.
    reads: usize,
    feeds: usize,
    /// The processor has registers of 256 bits.
    #[cfg(target_arch = "x86_64")]
    wide: bool,
}

impl<'a> Plan<'a> {
    fn new(
        moves: &'a Tracks<'a>,
        ends: &[Vec<usize>],
        wide: bool,
        budget: &Budget,
    ) -> Result<Option<Plan<'a>>, SolveError> {
        #[cfg(not(target_arch = "x86_64"))]
        let _ = wide;
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
            ends,
            reads: 0,
            feeds: 0,
            #[cfg(target_arch = "x86_64")]
            wide,
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
            if track.strides.is_empty() {
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
                        row: numbers.parts[last].iter().map(|part| (part + from) as u32).collect(),
                        column: numbers.parts[last + 1].iter().map(|part| *part as u32).collect(),
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
                    read: None,
                    feed: None,
                    skips_diagonal: *mirrored && counted,
                });
            }
            plan.lines += numbers.iter().map(|n| n.count).sum::<usize>();
            if counted {
                plan.counters += numbers[0].count * groups * GROUP;
                plan.states += if track.window.is_some() { numbers[0].count } else { 0 };
            }
        }
        // The line behind the last is that of cells which may not move: it stays empty.
        plan.lines += 1;
        if plan.slots.len() > MOST_READ || u32::try_from(plan.lines).is_err() {
            return Ok(None);
        }
        plan.open = moves.open()?;
        plan.leave_out_closed(moves);
        Ok(Some(plan))
    }

    /// Tells what each slot is for. On half a board a slot or its mirror image may never be open beside the diagonal,
    /// where both are the same: then one of them need not be read, nor fed unless its lines cross the diagonal.
    fn leave_out_closed(&mut self, moves: &Tracks<'_>) {
        let mut idle = vec![(false, false); self.slots.len()];
        let mut at = 0;
        for track in moves.tracks.iter().filter(|track| !track.strides.is_empty()) {
            if self.half && track.twice {
                let below = track.source.is_some_and(|gate| !self.open[gate].anywhere(|x| (0, x)));
                let columns = self.columns;
                let above = !below
                    && track.source.is_some_and(|gate| !self.open[gate].anywhere(|x| (x + 1, columns)));
                let stays_below = track.strides.iter().all(|s| s.vector[0] >= s.vector[1]);
                let stays_above = track.strides.iter().all(|s| s.vector[0] <= s.vector[1]);
                idle[at] = (below, below && stays_below);
                idle[at + 1] = (above, above && stays_above);
            }
            at += if track.twice { 2 } else { 1 };
        }
        let (mut reads, mut feeds) = (0, 0);
        let next = |count: &mut usize| {
            *count += 1;
            *count - 1
        };
        for at in 0..self.slots.len() {
            let (unread, unfed) = idle[at];
            let twin_is_gone = self.slots[at].mirrored && idle[at - 1].1;
            let slot = &mut self.slots[at];
            // Who counts must do both or nothing.
            let unread = unread && (unfed || slot.counters.is_none());
            slot.read = (!unread).then(|| next(&mut reads));
            slot.feed = (slot.ray && !unfed).then(|| next(&mut feeds));
            slot.skips_diagonal &= !twin_is_gone;
        }
        let mut unfed = idle.iter().map(|(_, unfed)| *unfed);
        self.slots.retain(|_| !unfed.next().unwrap_or(false));
        (self.reads, self.feeds) = (reads, feeds);
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
        unsafe { self.tile_anywhere::<LINES, false>(board, scratch, table, i, j) }
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
        unsafe { self.tile_anywhere::<LINES, true>(board, scratch, table, i, j) }
    }

    /// # Safety
    /// As for [`Plan::tile`].
    #[inline(always)]
    unsafe fn tile_anywhere<const LINES: usize, const WIDE: bool>(
        &self,
        board: &Board<'_>,
        scratch: &mut Scratch,
        table: usize,
        i: usize,
        j: usize,
    ) {
        let rows = i * TILE..((i + 1) * TILE).min(self.rows);
        let columns = j * TILE..((j + 1) * TILE).min(self.columns);
        for sum in rows.start + columns.start..rows.end + columns.end - 1 {
            let mut low = rows.start.max((sum + 1).saturating_sub(columns.end));
            if self.half {
                low = low.max(sum.div_ceil(2));
            }
            let high = rows.end.min(sum - columns.start + 1);
            if low >= high {
                continue;
            }
            let run = Run { table, low, sum, len: high - low };
            // SAFETY: as the caller promises.
            unsafe {
                for at in 0..self.slots.len() {
                    self.gather(board, scratch, at, run);
                }
                for at in 0..self.singles.len() {
                    self.gather_single(board, scratch, at, run);
                }
                for k in 0..run.len {
                    self.settle::<LINES, WIDE>(board, scratch, run, k);
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

    /// Settles the k-th cell of an antidiagonal, of which all has been gathered: takes its mex, and notes it on its rays.
    #[inline(always)]
    unsafe fn settle<const LINES: usize, const WIDE: bool>(
        &self,
        board: &Board<'_>,
        scratch: &Scratch,
        run: Run,
        k: usize,
    ) {
        let x = run.low + k;
        let here = (run.table * self.rows + x) * self.columns + run.sum - x;
        // SAFETY: as the caller promises; as many lists as the plan says.
        unsafe {
            let (group, w, bit) = if !self.ends.is_empty() && self.ends.binary_search(&here).is_ok() {
                (0, 0, 0)
            } else if self.singles.is_empty() {
                self.mex::<LINES, false, WIDE>(board, scratch, k)
            } else {
                self.mex::<LINES, true, WIDE>(board, scratch, k)
            };
            for list in &scratch.feeds {
                let id = *list.get_unchecked(k);
                if id != CLOSED {
                    self.note(board, id as usize, group, w, bit);
                }
            }
            *board.values.at_mut(here) = (group * GROUP + w * 64) as u32 + bit;
        }
    }

    /// The first value that none of the lines holds, and no single vector leads to if there are any, as group, word and
    /// bit.
    #[inline(always)]
    unsafe fn mex<const LINES: usize, const SINGLES: bool, const WIDE: bool>(
        &self,
        board: &Board<'_>,
        scratch: &Scratch,
        k: usize,
    ) -> (usize, usize, u32) {
        let count = if LINES == MOST_READ { self.reads } else { LINES };
        // SAFETY: as the caller promises.
        unsafe {
            let id = |s: usize| *scratch.reads.get_unchecked(s).get_unchecked(k) as usize;
            let mut group = 0;
            for s in 0..count {
                group = group.max(board.first.get(id(s)) as usize);
            }
            let mut start = group * self.lines;
            loop {
                let mut used = [0u64; WORDS];
                for s in 0..count {
                    or(&mut used, board.groups.at(start + id(s)));
                }
                if SINGLES {
                    for list in &scratch.near {
                        let value = *list.get_unchecked(k) as usize;
                        if value / GROUP == group {
                            used[value % GROUP / 64] |= 1 << (value % 64);
                        }
                    }
                }
                #[cfg(target_arch = "x86_64")]
                let open = if WIDE { open_words_wide(&used) } else { open_words(&used) };
                #[cfg(not(target_arch = "x86_64"))]
                let open = open_words(&used);
                if open != 0 {
                    let w = open.trailing_zeros() as usize & (WORDS - 1);
                    return (group, w, used[w].trailing_ones());
                }
                group += 1;
                start += self.lines;
            }
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

    /// Lists the lines of a slot for the cells of an antidiagonal, having taken in what has come within their reach.
    #[inline(always)]
    unsafe fn gather(&self, board: &Board<'_>, scratch: &mut Scratch, at: usize, run: Run) {
        let Run { table, low, sum, len } = run;
        let slot = &self.slots[at];
        let base = table * self.rows;
        let place = |k: usize| {
            let (x, y) = (low + k, sum - low - k);
            if slot.mirrored { (y, x) } else { (x, y) }
        };
        let level = &slot.levels[0];
        // SAFETY: as the caller promises; rows and columns are on the board, and parts are as long as its sides.
        unsafe {
            let mut ids = [0u32; TILE];
            let part = scratch.line_parts[at];
            for (k, id) in ids.iter_mut().enumerate().take(len) {
                let (a, b) = place(k);
                let (row, column) = (level.row.get_unchecked(a), level.column.get_unchecked(b));
                *id = row.wrapping_add(*column).wrapping_add(part);
            }
            if slot.ray {
                if let Some(list) = slot.feed.map(|feed| scratch.feeds.get_unchecked_mut(feed)) {
                    *list = ids;
                    if let Some(gate) = slot.target {
                        for (k, id) in list.iter_mut().enumerate().take(len) {
                            let (a, b) = place(k);
                            *id = if self.open[gate].at(base + a, b) { *id } else { CLOSED };
                        }
                    }
                }
            } else if !self.take_in(board, scratch, at, run, &mut ids) {
                return;
            }
            let Some(read) = slot.read else { return };
            if let Some(gate) = slot.source {
                let empty = self.lines as u32 - 1;
                for (k, id) in ids.iter_mut().enumerate().take(len) {
                    let (a, b) = place(k);
                    *id = if self.open[gate].at(base + a, b) { *id } else { empty };
                }
            }
            *scratch.reads.get_unchecked_mut(read) = ids;
        }
    }

    /// Takes in what has come within reach of the cells of an antidiagonal along a slot that is no ray, and leaves the
    /// lines that they read; `false` if there are none, which is listed then.
    #[inline(always)]
    unsafe fn take_in(
        &self,
        board: &Board<'_>,
        scratch: &mut Scratch,
        at: usize,
        run: Run,
        ids: &mut [u32; TILE],
    ) -> bool {
        let Run { table, low, sum, len } = run;
        let slot = &self.slots[at];
        let (base, empty) = (table * self.rows, self.lines as u32 - 1);
        // The cells from which the least amount can be taken.
        let (rising, falling) = if slot.mirrored { (slot.column, slot.row) } else { (slot.row, slot.column) };
        let from = rising.saturating_sub(low).min(len);
        let to = (sum + 1).saturating_sub(low + falling).min(len).max(from);
        let shift = scratch.shifts[at].filter(|_| from < to);
        // SAFETY: as the caller promises.
        unsafe {
            let Some(shift) = shift else {
                if let Some(read) = slot.read {
                    scratch.reads.get_unchecked_mut(read)[..len].fill(empty);
                }
                return false;
            };
            ids[..from].fill(empty);
            ids[to..len].fill(empty);
            for k in from..to {
                let (x, y) = (low + k, sum - low - k);
                let (a, b) = if slot.mirrored { (y, x) } else { (x, y) };
                if slot.skips_diagonal && x == y {
                    ids[k] = empty;
                    continue;
                }
                let mut id = ids[k] as usize;
                let (target, column) = (base + a - slot.rows, b - slot.column);
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
                    let (row, column) = (level.row.get_unchecked(a), level.column.get_unchecked(b));
                    let outer = row.wrapping_add(*column).wrapping_add(*part) as usize;
                    let (mut from, mut to) = (id, outer);
                    for _ in 0..self.groups {
                        let more = *board.groups.at(from);
                        or(board.groups.at_mut(to), &more);
                        (from, to) = (from + self.lines, to + self.lines);
                    }
                    self.pass_full(board, outer);
                    id = outer;
                }
                ids[k] = id as u32;
            }
        }
        true
    }

    /// Lists where a single vector leads from the cells of an antidiagonal.
    #[inline(always)]
    unsafe fn gather_single(&self, board: &Board<'_>, scratch: &mut Scratch, at: usize, run: Run) {
        let single = &self.singles[at];
        let base = run.table * self.rows;
        let within = scratch.within[at];
        for k in 0..run.len {
            let (x, y) = (run.low + k, run.sum - run.low - k);
            let (a, b) = if single.mirrored { (y, x) } else { (x, y) };
            let open = within
                && a >= single.row
                && b >= single.column
                && self.is_open(single.source, base + a, b)
                && self.is_open(single.target, base + a - single.rows, b - single.column);
            // SAFETY: as the caller promises.
            scratch.near[at][k] = if open {
                unsafe { self.value(board, base + a - single.rows, b - single.column) as u32 }
            } else {
                CLOSED
            };
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

/// Which words of a group are not full, the first in the lowest bit.
#[inline(always)]
fn open_words(used: &[u64; WORDS]) -> u32 {
    used.iter().enumerate().fold(0, |open, (w, word)| open | u32::from(*word != !0) << w)
}

/// The same with registers of 256 bits.
///
/// # Safety
/// The processor has them.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
#[inline]
unsafe fn open_words_wide(used: &[u64; WORDS]) -> u32 {
    use std::arch::x86_64::*;
    // SAFETY: both halves of a group are inside it.
    unsafe {
        let full = _mm256_set1_epi64x(-1);
        let half = |at: usize| {
            let words = _mm256_loadu_si256(used.as_ptr().add(at).cast());
            _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(words, full))) as u32
        };
        !(half(0) | half(4) << 4) & 0xff
    }
}

/// Cells of an antidiagonal of a tile: `(low, sum - low), (low + 1, sum - low - 1), ...`.
#[derive(Clone, Copy)]
struct Run {
    table: usize,
    low: usize,
    sum: usize,
    len: usize,
}

/// What one thread needs for a tile.
struct Scratch {
    /// For the cells of an antidiagonal the lines that they read and those on which they note their values, and the
    /// values that single vectors lead to.
    reads: Vec<[u32; TILE]>,
    feeds: Vec<[u32; TILE]>,
    near: Vec<[u32; TILE]>,
    /// The first coordinates.
    place: Vec<usize>,
    /// For each slot where its parts of line numbers begin, if the first coordinates allow its moves.
    shifts: Vec<Option<usize>>,
    parts: Vec<u32>,
    /// For each slot the part of the line number of its first stride.
    line_parts: Vec<u32>,
    /// For each single vector whether the first coordinates allow it.
    within: Vec<bool>,
}

impl Scratch {
    fn new(plan: &Plan<'_>) -> Scratch {
        Scratch {
            reads: vec![[0; TILE]; plan.reads],
            feeds: vec![[0; TILE]; plan.feeds],
            near: vec![[0; TILE]; plan.singles.len()],
            place: Vec::new(),
            shifts: Vec::new(),
            parts: Vec::new(),
            line_parts: Vec::new(),
            within: Vec::new(),
        }
    }

    /// Prepares for the tiles with given first coordinates.
    fn enter(&mut self, plan: &Plan<'_>, place: &[usize]) {
        let allows = |first: &[usize]| first.iter().zip(place).all(|(least, x)| least <= x);
        self.place = place.to_vec();
        self.shifts.clear();
        self.parts.clear();
        self.line_parts.clear();
        for slot in &plan.slots {
            let at = self.parts.len();
            self.shifts.push(allows(&slot.first).then_some(at));
            for level in &slot.levels {
                self.parts
                    .push(level.first.iter().zip(place).map(|(part, x)| part[*x]).sum::<usize>() as u32);
            }
            self.line_parts.push(self.parts[at]);
        }
        self.within = plan.singles.iter().map(|single| allows(&single.first)).collect();
    }

    fn reaches_behind(&self, slot: &Slot, behind: &Behind) -> bool {
        let mut all = self.place.iter().zip(&slot.first).zip(&behind.first);
        all.all(|((x, start), back)| x - start >= *back)
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

#[cfg(test)]
mod tests {
    use super::super::{NoGates, Stride};
    use super::*;
    use proptest::prelude::*;

    fn track() -> impl Strategy<Value = Track> {
        let vector = || (0usize..3, 0usize..3).prop_filter("a move", |v| *v != (0, 0));
        let stride = (vector(), proptest::option::of(2usize..9));
        (vector(), proptest::option::weighted(0.8, stride), any::<bool>()).prop_map(|(start, stride, ray)| {
            let strides = stride.into_iter().map(|(v, count)| Stride { vector: vec![v.0, v.1], count });
            let strides: Vec<Stride> = strides.collect();
            let own = strides.first().map(|s| s.vector.clone()).filter(|_| ray);
            Track {
                start: own.unwrap_or(vec![start.0, start.1]),
                strides,
                source: None,
                target: None,
                window: None,
                twice: false,
                distinct: false,
                blockable: false,
            }
        })
    }

    proptest! {
        /// The path without registers of 256 bits gives the same values, also in two threads.
        #[test]
        fn wide_and_narrow_words_agree(
            tracks in proptest::collection::vec(track(), 1..6), sides in proptest::collection::vec(1usize..150, 2),
        ) {
            let game = Tracks { sides, tracks, gates: Box::new(NoGates), windows: vec![], larger: false, half: false };
            let values = |wide, threads| {
                grundy_with(&game, &[vec![2, 3]], wide, &Budget::default().with_threads(threads)).unwrap()
            };
            prop_assert_eq!(values(false, 1), values(has_wide_words(), 1));
            prop_assert_eq!(values(false, 1), values(has_wide_words(), 2));
        }
    }
}
