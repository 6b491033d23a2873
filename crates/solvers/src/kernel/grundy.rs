//! Grundy values on a box whose moves are tracks: each cell's mex from the values met on its lines.
//!
//! Each line keeps the set of values on it, 512 to a cache line, and the first group of 512 that is not full; a cell
//! ORs the groups of its lines from the furthest first group on and takes the first zero. What a cell adds to a line
//! is taken in when the first cell that may move there comes, so that least amounts, gates at the target and sheets of
//! several strides are the same few steps. Where a cell reaches a part of a line only (a greatest amount, a comparison of both
//! ends) and the values within reach differ, what falls out of reach is taken out of the set. If they may be equal the line
//! has no set: it keeps for each value the latest target that has it, so that nothing is ever taken out, and a value is met
//! if its latest target is not before the first within reach; of the values that the sets leave open 64 are compared at a
//! time. Cells are taken in square tiles of the last two
//! coordinates, so that the groups that a tile needs stay in cache, and in a tile antidiagonal by antidiagonal: cells of
//! one antidiagonal share no line, so that all of them take in, line by line, before any of them takes its mex. A line
//! beside a ray, such as (i, i+1) beside (i, i), reads the ray's sets where what these hold too much are options. If two
//! piles may be exchanged only the cells with row >= column are computed. Moves that lie on no tracks are asked of each cell,
//! whose options' values become a line of its own. Threads take tiles as those just before them are done.
//!
//! Cost: O(lines through a cell) words a cell and group scanned, measured at 1 group for 1,000 and 5 for 10,000, and for
//! sheets a pass over the groups that are not full; memory (number of lines) x (bound on the values) bits, 16 times that for
//! lines of latest targets. The bound is the longest play: value g needs g moves.

use super::spans::{LANES, Met, Strips};
use super::tracks::{Numbers, Open, Others, Rest, Track, Tracks};
use crate::error::SolveError;
use crate::solve::GrundyTable;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use wythoff_numbers::Budget;

/// Words of a group: one cache line.
const WORDS: usize = 8;
/// Values of a group.
const GROUP: usize = 64 * WORDS;
/// Latest targets that are compared at a time: those of a word of values.
const LATEST: usize = 64;
/// Side of a tile.
const TILE: usize = 64;
/// Side of a block of tiles that are taken one after the other, so that their lines stay in the larger cache.
const BLOCK: usize = 4;
/// Most accumulators that one cell reads.
const MOST_READ: usize = 64;

/// How the values were found.
const METHOD: &str = "value sets on lines";

/// The Grundy values of all positions of the board, the last coordinate running fastest; at `ends` the game is over.
///
/// `None` if this kernel does not apply: more than 64 tracks, or a side past 65,535 where lines keep latest targets.
///
/// ```
/// use wythoff_solvers::{Budget, kernel::{NoGates, Stride, Track, Tracks, grundy}};
/// let ray = |v: [usize; 2]| Track {
///     start: v.to_vec(), strides: vec![Stride { vector: v.to_vec(), count: None }], source: None, target: None,
///     window: None, twice: false, distinct: true, blockable: false,
/// };
/// let tracks = [[1, 0], [0, 1], [1, 1]].map(ray).to_vec();
/// let wythoff = Tracks { sides: vec![4, 4], tracks, gates: Box::new(NoGates), windows: vec![], few_per_row: None, half: false, rest: None };
/// let values = grundy(&wythoff, &[], &Budget::default()).unwrap().unwrap();
/// assert_eq!(values, [0, 1, 2, 3, 1, 2, 0, 4, 2, 0, 1, 5, 3, 4, 5, 6]);
/// ```
pub fn grundy(
    moves: &Tracks<'_>,
    ends: &[Vec<usize>],
    budget: &Budget,
) -> Result<Option<Vec<u32>>, SolveError> {
    grundy_from(moves, ends, None, budget)
}

/// The same where the values of a box at the origin are known, its sides and its values in the same order: there the lines
/// take in what they hold, and nothing is worked out again.
pub fn grundy_from(
    moves: &Tracks<'_>,
    ends: &[Vec<usize>],
    known: Option<(&[u64], &[u32])>,
    budget: &Budget,
) -> Result<Option<Vec<u32>>, SolveError> {
    if moves.sides.contains(&0) || moves.sides.is_empty() {
        return Ok(Some(Vec::new()));
    }
    grundy_with(moves, ends, known, Registers::widest(), budget)
}

/// The registers that the code is compiled for.
#[derive(Clone, Copy, Debug)]
enum Registers {
    Any,
    #[cfg(target_arch = "x86_64")]
    Bits256,
    #[cfg(target_arch = "x86_64")]
    Bits512,
}

impl Registers {
    /// All that the processor has.
    fn all() -> Vec<Registers> {
        #[allow(unused_mut)]
        let mut all = vec![Registers::Any];
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt")
        {
            all.push(Registers::Bits256);
            if is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vl")
            {
                all.push(Registers::Bits512);
            }
        }
        all
    }

    fn widest() -> Registers {
        Registers::all().pop().unwrap_or(Registers::Any)
    }
}

/// The same with given registers, which the processor must have.
fn grundy_with(
    moves: &Tracks<'_>,
    ends: &[Vec<usize>],
    known: Option<(&[u64], &[u32])>,
    registers: Registers,
    budget: &Budget,
) -> Result<Option<Vec<u32>>, SolveError> {
    budget.need("the table", moves.cells().saturating_mul(4))?;
    let Some(mut plan) = Plan::new(moves, ends, registers, budget)? else { return Ok(None) };
    let Some((sides, values)) = known else { return plan.fill(&[], budget).map(Some) };
    let fits = |(known, side): (&u64, &usize)| *known as u128 <= *side as u128;
    let cells = sides.iter().fold(1u128, |all, side| all.saturating_mul(u128::from(*side)));
    if sides.len() != moves.sides.len()
        || !sides.iter().zip(&moves.sides).all(fits)
        || cells != values.len() as u128
    {
        return plan.fill(&[], budget).map(Some);
    }
    plan.known = sides.iter().map(|side| *side as usize).collect();
    if plan.known.len() == 1 {
        plan.known.insert(0, 1);
    }
    plan.fill(values, budget).map(Some)
}

/// A line that is closed to the cell.
const CLOSED: u32 = u32::MAX;

/// The first target within reach where there is none.
const NONE_WITHIN: u16 = u16::MAX;

/// The accumulators of one stride of a track: where the numbers of lines come from.
struct Level {
    /// The number of its first line.
    base: usize,
    /// The parts of the coordinate that rises along an antidiagonal, and of the one that falls, the last in front.
    rising: Vec<u32>,
    falling: Vec<u32>,
    first: Vec<Vec<usize>>,
}

impl Level {
    /// The numbers of the lines through the cells of an antidiagonal.
    ///
    /// # Safety
    /// The cells are on the board.
    #[inline(always)]
    unsafe fn numbers(&self, run: Run, part: u32, ids: &mut [u32; TILE]) {
        let back = self.falling.len() - 1 - (run.sum - run.low);
        // SAFETY: as the caller promises; there is a part for each row and each column.
        let (rising, falling) = unsafe {
            (
                self.rising.get_unchecked(run.low..run.low + run.len),
                self.falling.get_unchecked(back..back + run.len),
            )
        };
        for ((id, a), b) in ids.iter_mut().zip(rising).zip(falling) {
            *id = a.wrapping_add(*b).wrapping_add(part);
        }
    }
}

/// What falls out of a window: the way back from the target, in rows, columns and first coordinates.
struct Behind {
    row: usize,
    column: usize,
    first: Vec<usize>,
    rows: usize,
    /// In the coordinate that tells latest targets.
    along: usize,
}

/// A track, or its mirror image.
struct Slot {
    /// The least that is taken, and in rows of the table all of it but the last.
    row: usize,
    column: usize,
    first: Vec<usize>,
    rows: usize,
    /// The least that is taken and the first stride, as they lie on the board.
    start: Vec<usize>,
    stride: Vec<usize>,
    levels: Vec<Level>,
    source: Option<usize>,
    target: Option<usize>,
    mirrored: bool,
    /// What falls out of reach, where sets hold a greatest number of targets.
    behind: Option<Behind>,
    /// Of a line whose values may repeat, or of which cells reach a part: the latest target with each value.
    latest: Option<Latest>,
    /// Which part of the line cells reach, if latest targets are all that is kept of it.
    part: Option<Part>,
    /// The window whose targets its sets hold.
    slides: Option<Sliding>,
    /// A ray: a cell's value is noted on its line at once, since the next cell of the line may move there.
    ray: bool,
    /// Where the lines that cells read are listed, those left out at which the source's gate is closed.
    gated: Option<usize>,
    /// Where the first targets within reach are listed, if cells reach a part and read it.
    listed: Option<usize>,
    /// A slot whose sets are read instead of sets of its own.
    shared: Option<usize>,
}

/// A window that never goes back on lines where the values within reach differ.
struct Sliding {
    window: usize,
    /// Where the first targets that have not been taken out begin, one a line.
    lows: usize,
    /// The stride, and the part of it in the coordinate that tells targets.
    stride: (usize, usize),
    step: u32,
    along: Along,
}

/// The latest target of each value on the lines of a slot, told by a coordinate: that plus 1, or 0 if there is none.
#[derive(Clone, Copy)]
struct Latest {
    /// Where the first line begins, and how many lines there is room for.
    base: usize,
    lines: usize,
    along: Along,
    /// The least that is taken of the coordinate.
    taken: usize,
}

impl Latest {
    /// Where the latest target of a line that has a value stands.
    #[inline(always)]
    fn at(self, line: usize, value: usize) -> usize {
        self.base + (value / 64 * self.lines + line) * 64 + value % 64
    }
}

/// Where a coordinate of a slot stands; rows and columns are exchanged for mirror images.
#[derive(Clone, Copy)]
enum Along {
    First(usize),
    Row,
    Column,
}

impl Along {
    /// The coordinate of a cell, by its first coordinates and the last two.
    #[inline(always)]
    fn of(self, first: &[usize], (row, column): (usize, usize)) -> usize {
        match self {
            Along::First(at) => first[at],
            Along::Row => row,
            Along::Column => column,
        }
    }
}

/// Which targets of a line a cell reaches.
enum Part {
    /// Those up to so much before the cell, by the coordinate that tells them.
    Back(usize),
    /// Those that a window tells, and if they do not end at the cell what is needed to take them in.
    Window(usize, Option<Stack>),
}

/// Targets of the lines of a window are taken in one after the other, and given back in reverse order.
struct Stack {
    /// Where the numbers of targets that are taken in begin, one a line.
    heights: usize,
    /// Where the latest targets before each are kept, one a cell, if any is ever given back.
    before: Option<usize>,
    /// The stride, and how often it can be taken from a row, and from a column.
    stride: (usize, usize),
    down: Vec<u32>,
    across: Vec<u32>,
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

/// A list of lines on which cells note their values at once, if the target's gate is open.
struct Feed {
    list: usize,
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
    /// How many latest targets, heights of stacks, and latest targets before others are kept.
    latest: usize,
    heights: usize,
    before: usize,
    /// The least that any move takes in all.
    least: usize,
    /// Extra ends as places in the table, sorted.
    ends: Vec<usize>,
    /// The lists of the lines that cells read, and of those on which they note their values.
    reads: Vec<usize>,
    feeds: Vec<Feed>,
    /// The slots of which cells reach a part: those that they read, with their latest targets, and those on which they note
    /// their values.
    parts_read: Vec<(usize, Latest)>,
    parts_fed: Vec<usize>,
    /// How many lists there are.
    lists: usize,
    /// The first of the lines of cells that have moves which lie on no tracks.
    own: usize,
    /// The sides of a box at the origin whose values are known; none if nothing is.
    known: Vec<usize>,
    registers: Registers,
}

/// Bytes of gates that are no matter.
const GATES: u128 = 1 << 20;

impl<'a> Plan<'a> {
    fn new(
        moves: &'a Tracks<'a>,
        ends: &[Vec<usize>],
        registers: Registers,
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
            latest: 0,
            heights: 0,
            before: 0,
            least: match moves.rest {
                Some(_) => 1,
                None => moves.tracks.iter().map(|t| t.start.iter().sum()).min().unwrap_or(0).max(1),
            },
            ends,
            reads: Vec::new(),
            feeds: Vec::new(),
            parts_read: Vec::new(),
            parts_fed: Vec::new(),
            lists: 0,
            own: 0,
            known: Vec::new(),
            registers,
        };
        let strides =
            |t: &Track| -> Vec<Vec<usize>> { t.strides.iter().map(|s| lift(&s.vector, 0)).collect() };
        let lines = |t: &Track| {
            let sets = strides(t).iter().map(|v| Numbers::count(v, &sides)).fold(0, u128::saturating_add);
            if is_partial(t) && !slides(t, moves) { 0 } else { sets }
        };
        let sets = moves.tracks.iter().map(lines).fold(0, u128::saturating_add);
        let latest = moves.tracks.iter().filter(|t| keeps_latest(t, moves)).filter_map(|t| {
            let lines = Numbers::count(strides(t).first()?, &sides);
            Some(room_for(lines).saturating_mul((groups * GROUP) as u128))
        });
        let latest = latest.fold(0, u128::saturating_add);
        let gates = Open::bytes(&moves.sides) * moves.gates.count() as u128;
        // Nothing is gained where gates take much more than the table itself.
        if gates > 32 * moves.cells() + GATES {
            return Ok(None);
        }
        let bytes = moves.cells() * 4
            + sets.saturating_mul((groups * WORDS * 8 + 4) as u128)
            + latest * 2
            + moves.windows.iter().filter(|window| window.to.is_some()).count() as u128 * moves.cells() * 2
            + gates;
        if let Some(Others::Spans(strips)) = &moves.rest {
            let met = Met::bytes(rows, groups * GROUP).saturating_mul(rows as u128);
            if bytes.saturating_add(met.saturating_mul(strips.gates.len() as u128))
                > u128::from(budget.memory())
            {
                return Ok(None);
            }
        }
        budget.need("the sets of values on lines", bytes)?;
        if latest > 0 && sides.iter().any(|side| *side >= usize::from(u16::MAX)) {
            return Ok(None);
        }
        for track in &moves.tracks {
            let lifted = lift(&track.start, 0);
            let start = &lifted;
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
                        rows: table_rows(start),
                        source: track.source,
                        target: track.target,
                        mirrored: *mirrored,
                    });
                }
                continue;
            }
            let vectors = strides(track);
            let numbers: Vec<Numbers> = vectors.iter().map(|v| Numbers::new(v, &sides)).collect();
            let (keeps_latest, slides) = (keeps_latest(track, moves), slides(track, moves));
            let partial = is_partial(track) && !slides;
            for mirrored in images {
                let place = |v: &[usize]| if *mirrored { exchanged(v) } else { v.to_vec() };
                let (start, stride) = (place(start), place(&vectors[0]));
                // Lines without sets are numbered for themselves.
                let mut from = if partial { 0 } else { plan.lines };
                let mut levels = Vec::new();
                for numbers in &numbers {
                    let (before, last) = numbers.parts.split_at(first.len());
                    let (rising, falling) =
                        if *mirrored { (&last[1], &last[0]) } else { (&last[0], &last[1]) };
                    levels.push(Level {
                        base: from,
                        rising: rising.iter().map(|part| (part + from) as u32).collect(),
                        falling: falling.iter().rev().map(|part| *part as u32).collect(),
                        first: before.to_vec(),
                    });
                    from += numbers.count;
                }
                let coordinate = match track.window {
                    Some(window) => moves.windows[window].coordinate,
                    None => vectors[0].iter().rposition(|v| *v > 0).unwrap_or(0),
                };
                let behind =
                    track.strides[0].count.filter(|_| !partial && track.window.is_none()).map(|count| {
                        let back: Vec<usize> = vectors[0].iter().map(|v| v.saturating_mul(count)).collect();
                        Behind {
                            row: back[last_two(&back)],
                            column: back[back.len() - 1],
                            first: back[..first.len()].to_vec(),
                            rows: table_rows(&back),
                            along: back[coordinate],
                        }
                    });
                let latest = Latest {
                    base: plan.latest,
                    lines: room_for(numbers[0].count as u128) as usize,
                    along: match coordinate.checked_sub(first.len()) {
                        None => Along::First(coordinate),
                        Some(0) => Along::Row,
                        Some(_) => Along::Column,
                    },
                    taken: lifted[coordinate],
                };
                let straight = track.start == track.strides[0].vector;
                let part = match (track.window, track.strides[0].count) {
                    _ if !partial => None,
                    (Some(index), _) => {
                        let stride = (vectors[0][first.len()], vectors[0][first.len() + 1]);
                        let often = |side: usize, step: usize| -> Vec<u32> {
                            (0..side)
                                .map(|x| x.checked_div(step).map_or(u32::MAX, |often| often as u32))
                                .collect()
                        };
                        let returns = moves.windows[index].to.is_some();
                        let stack = (returns || !straight).then(|| Stack {
                            heights: plan.heights,
                            before: returns.then_some(plan.before),
                            stride,
                            down: often(rows, stride.0),
                            across: often(columns, stride.1),
                        });
                        Some(Part::Window(index, stack))
                    }
                    (None, Some(count)) => {
                        let back = vectors[0][coordinate].saturating_mul(count - 1);
                        Some(Part::Back(lifted[coordinate].saturating_add(back)))
                    }
                    (None, None) => None,
                };
                let slides = track.window.filter(|_| slides).map(|window| Sliding {
                    window,
                    lows: plan.heights,
                    stride: (vectors[0][first.len()], vectors[0][first.len() + 1]),
                    step: vectors[0][coordinate] as u32,
                    along: latest.along,
                });
                plan.slots.push(Slot {
                    row: start_last[0],
                    column: start_last[1],
                    first: start_first.to_vec(),
                    rows: table_rows(&lifted),
                    start,
                    stride,
                    levels,
                    source: track.source,
                    target: track.target,
                    mirrored: *mirrored,
                    behind,
                    latest: keeps_latest.then_some(latest),
                    ray: straight && track.strides.len() == 1 && !partial,
                    part,
                    slides,
                    gated: None,
                    listed: None,
                    shared: None,
                });
            }
            if !partial {
                plan.lines += numbers.iter().map(|n| n.count).sum::<usize>();
            }
            if keeps_latest {
                plan.latest += room_for(numbers[0].count as u128) as usize * groups * GROUP;
            }
            if let Some(window) = track.window {
                plan.heights += numbers[0].count;
                plan.before += if moves.windows[window].to.is_some() { rows * columns } else { 0 };
            }
        }
        // Cells of an antidiagonal have a line each for the moves that lie on no tracks.
        plan.own = plan.lines;
        if moves.rest.is_some() {
            plan.lines += TILE * budget.threads().max(1);
        }
        // The line behind the last is that of cells which may not move: it stays empty.
        plan.lines += 1;
        if plan.slots.len() > MOST_READ || u32::try_from(plan.lines).is_err() {
            return Ok(None);
        }
        plan.open = moves.open(budget)?;
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
        let mut idle = idle.into_iter();
        let mut reads = Vec::new();
        self.slots.retain(|_| {
            let (unread, unfed) = idle.next().unwrap_or_default();
            if !unfed {
                reads.push(!unread);
            }
            !unfed
        });
        self.share(moves);
        self.lists = self.slots.len();
        for (at, (slot, read)) in self.slots.iter_mut().zip(reads).enumerate() {
            if let Some(part) = &slot.part {
                let straight = slot.start == slot.stride && !matches!(part, Part::Window(_, Some(_)));
                self.parts_fed.extend(straight.then_some(at));
                if let Some(latest) = slot.latest.filter(|_| read) {
                    slot.listed = Some(self.parts_read.len());
                    self.parts_read.push((at, latest));
                }
                continue;
            }
            if slot.ray {
                self.feeds.push(Feed { list: at, target: slot.target, mirrored: slot.mirrored });
            }
            if read {
                slot.gated = (slot.source.is_some() || slot.slides.is_some()).then_some(self.lists);
                self.lists += usize::from(slot.gated.is_some());
                self.reads.push(slot.gated.unwrap_or(at));
            }
        }
        if moves.rest.is_some() {
            self.reads.push(self.lists);
            self.lists += 1;
        }
    }

    /// Finds slots that can read the sets of a ray with the same stride. When a cell p is settled such a set holds all cells
    /// of the line that are settled: those behind `p - start`, which the slot wants, and perhaps `p - start + m * stride`.
    /// None of these may lie beside p, since it may be settled or not, and those before p must be options anyway.
    fn share(&mut self, moves: &Tracks<'_>) {
        let plain = |t: &&Track| t.source.is_none() && t.target.is_none() && t.window.is_none();
        let mut always = Vec::new();
        for track in moves.tracks.iter().filter(plain) {
            let ray = match &track.strides[..] {
                [] => false,
                [stride] if stride.count.is_none() && stride.vector == track.start => true,
                _ => continue,
            };
            let vector = if track.start.len() == 1 { vec![0, track.start[0]] } else { track.start.clone() };
            always.extend(track.twice.then(|| (exchanged(&vector), ray)));
            always.push((vector, ray));
        }
        let is_option = |w: &[usize]| {
            always.iter().any(|(vector, ray)| {
                let Some((x, v)) = w.iter().zip(vector).find(|(_, v)| **v > 0) else { return false };
                let times = x / v;
                times > 0 && (*ray || times == 1) && w.iter().zip(vector).all(|(x, v)| *x == times * v)
            })
        };
        let shared = |slot: &Slot| {
            // What a limit puts out of reach stays in the sets of a ray.
            let limited = slot.behind.is_some() || slot.part.is_some() || slot.slides.is_some();
            if slot.ray || slot.levels.len() > 1 || slot.target.is_some() || limited {
                return None;
            }
            // On half a board the lines of even strides are noted on one side of the diagonal only; what lies next to it is
            // read by the mirror image.
            let last = slot.start.len() - 1;
            if self.half
                && slot.stride[0] == slot.stride[1]
                && (slot.source.is_some() || slot.start[last - 1].abs_diff(slot.start[last]) > 1)
            {
                return None;
            }
            let mut left: Vec<isize> = slot.start.iter().map(|x| *x as isize).collect();
            loop {
                left.iter_mut().zip(&slot.stride).for_each(|(x, v)| *x -= *v as isize);
                if left.iter().all(|x| *x <= 0) {
                    break;
                }
                let before: Option<Vec<usize>> = left.iter().map(|x| usize::try_from(*x).ok()).collect();
                if !is_option(&before?) {
                    return None;
                }
            }
            self.slots.iter().position(|other| {
                other.ray
                    && other.target.is_none()
                    && other.behind.is_none()
                    && other.slides.is_none()
                    && other.stride == slot.stride
            })
        };
        let found: Vec<Option<usize>> = self.slots.iter().map(shared).collect();
        self.slots.iter_mut().zip(found).for_each(|(slot, shared)| slot.shared = shared);
    }

    fn fill(&self, known: &[u32], budget: &Budget) -> Result<Vec<u32>, SolveError> {
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
        let lead = words.as_ptr().align_offset(64).min(WORDS);
        let (groups, _) = words[lead..].as_chunks_mut::<WORDS>();
        let mut first = vec![0u32; self.lines];
        // Lines begin with a cache line.
        let mut latest = vec![0u16; self.latest + 32];
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
        // SAFETY: of two tiles that are computed at the same time none is beyond the other in all coordinates, so that they
        // share no line, since along a line no coordinate falls; and what a tile reads of other tiles is done.
        let compute = |scratch: &mut Scratch, tile: usize| unsafe {
            let (table, i, j) = tiles.place(tile);
            scratch.enter(self, table);
            self.tile(&board, scratch, table, i, j);
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
                    tiles.is_done(table, x / TILE, y / TILE).then(|| unsafe { board.values.get(at) })
                })
            }));
        }
        budget.step(total, total)?;
        drop(board);
        Ok(values)
    }

    /// Whether all values of a tile of the table with these first coordinates are known.
    fn is_known(&self, first: &[usize], row: usize, column: usize) -> bool {
        let Some((known, [rows, columns])) = self.known.split_last_chunk::<2>() else { return false };
        let end = |from: usize, side: usize| (from + TILE).min(side);
        first.iter().zip(known).all(|(x, known)| x < known)
            && end(row, self.rows) <= *rows
            && end(column, self.columns) <= *columns
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
        let columns = j * TILE..((j + 1) * TILE).min(self.columns);
        let known = self.is_known(&scratch.place, rows.start, columns.start);
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
                if let Some(rest) = self.moves.rest.as_ref().filter(|_| !known) {
                    self.gather_rest(board, scratch, rest, run);
                }
                macro_rules! settle_by_lines {
                    ($($count:literal)*) => {
                        match self.reads.len() {
                            $($count => self.settle::<$count, U>(board, scratch, run, known),)*
                            _ => self.settle::<MOST_READ, U>(board, scratch, run, known),
                        }
                    };
                }
                settle_by_lines!(1 2 3 4 5 6 7 8);
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

    /// Settles the cells of an antidiagonal, for which all has been gathered: takes their mex, and notes it on their rays.
    ///
    /// Step by step for all cells, so that the processor works at several of them at the same time: those whose first
    /// groups are full are looked at again together.
    #[inline(always)]
    unsafe fn settle<const LINES: usize, U: Union>(
        &self,
        board: &Board<'_>,
        scratch: &mut Scratch,
        run: Run,
        known: bool,
    ) {
        let len = run.len;
        let count = if LINES == MOST_READ { self.reads.len() } else { LINES };
        // SAFETY: as the caller promises; there are as many lists as the plan says, each as long as the antidiagonal.
        unsafe {
            let first = (run.table * self.rows + run.low) * self.columns + run.sum - run.low;
            let here = |k: usize| first + k * self.columns - k;
            if known {
                for (k, value) in scratch.values[..len].iter_mut().enumerate() {
                    *value = board.values.get(here(k));
                }
            } else {
                let mut lists = [scratch.lists.as_ptr(); LINES];
                for (list, at) in lists.iter_mut().zip(self.reads.get_unchecked(..count)) {
                    *list = list.add(*at);
                }
                let lists = lists.get_unchecked(..count);
                let mut group = [0u32; TILE];
                for list in lists {
                    let list = &**list;
                    for k in 0..len {
                        let first = board.first.get(*list.get_unchecked(k) as usize);
                        let group = group.get_unchecked_mut(k);
                        *group = (*group).max(first);
                    }
                }
                if self.parts_read.is_empty() {
                    self.look_all::<U>(board, lists, scratch, len, &mut group);
                } else {
                    self.look_at_parts::<U>(board, lists, scratch, len, &mut group);
                }
            }
            let values = &mut scratch.values;
            if !self.ends.is_empty() {
                for (k, value) in values[..len].iter_mut().enumerate() {
                    if self.ends.binary_search(&here(k)).is_ok() {
                        *value = 0;
                    }
                }
            }
            for (k, value) in values[..len].iter().enumerate() {
                *board.values.at_mut(here(k)) = *value;
            }
            // Where a value stands in the sets of a line is the same for all lines.
            let (mut places, mut bits) = ([0u64; TILE], [0u64; TILE]);
            let width = (self.lines * WORDS) as u64;
            for k in 0..len {
                let value = u64::from(*values.get_unchecked(k));
                *places.get_unchecked_mut(k) = value / GROUP as u64 * width + value % GROUP as u64 / 64;
                *bits.get_unchecked_mut(k) = 1 << (value % 64);
            }
            for feed in &self.feeds {
                let list = scratch.lists.get_unchecked(feed.list);
                let open = feed.target.map(|gate| self.open_along(gate, feed.mirrored, run, (0, 0, 0)));
                for k in 0..len {
                    let (id, place) = (*list.get_unchecked(k) as usize, *places.get_unchecked(k));
                    let bit = match open {
                        None => *bits.get_unchecked(k),
                        Some(open) => *bits.get_unchecked(k) & (open >> k & 1).wrapping_neg(),
                    };
                    let word = board.word(place as usize + id * WORDS);
                    *word |= bit;
                    if *word == !0 {
                        self.pass_full(board, id);
                    }
                }
            }
            for at in &self.parts_fed {
                self.feed_part(board, scratch, *at, run);
            }
        }
    }

    /// Finds the values of all cells of an antidiagonal from their first groups on: those whose groups are full are looked at
    /// again together.
    #[inline(always)]
    unsafe fn look_all<U: Union>(
        &self,
        board: &Board<'_>,
        lists: &[*const [u32; TILE]],
        scratch: &mut Scratch,
        len: usize,
        group: &mut [u32; TILE],
    ) {
        let mut full = [0u8; TILE];
        let mut left = 0;
        // SAFETY: as the caller promises.
        unsafe {
            for k in 0..len {
                *full.get_unchecked_mut(left) = k as u8;
                left += usize::from(self.look::<U>(board, lists, scratch, k, group));
            }
            while left > 0 {
                let again = std::mem::take(&mut left);
                for at in 0..again {
                    let k = *full.get_unchecked(at);
                    *full.get_unchecked_mut(left) = k;
                    left += usize::from(self.look::<U>(board, lists, scratch, k as usize, group));
                }
            }
        }
    }

    /// Looks for the first value that is not in a group of any line of a cell, nor where a single vector leads. If there is
    /// none the next group is the cell's; `true` then.
    #[inline(always)]
    unsafe fn look<U: Union>(
        &self,
        board: &Board<'_>,
        lists: &[*const [u32; TILE]],
        scratch: &mut Scratch,
        k: usize,
        group: &mut [u32; TILE],
    ) -> bool {
        // SAFETY: as the caller promises.
        unsafe {
            let group = group.get_unchecked_mut(k);
            let here = *group as usize;
            let used = self.union::<U>(board, lists, &scratch.near, k, here);
            let value = scratch.values.get_unchecked_mut(k);
            let (open, word) = used.first_open();
            *value = (here * GROUP) as u32 + open.trailing_zeros() % WORDS as u32 * 64 + word.trailing_ones();
            *group += 1;
            open == 0
        }
    }

    /// The values of a group that the sets of a cell's lines hold, and to which single vectors lead.
    #[inline(always)]
    unsafe fn union<U: Union>(
        &self,
        board: &Board<'_>,
        lists: &[*const [u32; TILE]],
        near: &[[u32; TILE]],
        k: usize,
        group: usize,
    ) -> U {
        // SAFETY: as the caller promises.
        unsafe {
            let start = group * self.lines;
            let mut used = U::none();
            for list in lists {
                used.add(board.groups.at(start + *(**list).get_unchecked(k) as usize));
            }
            for list in near {
                used.add_value(*list.get_unchecked(k) as usize, group);
            }
            used
        }
    }

    /// As [`Plan::look_all`] where there are lines of which cells reach a part: first the sets of all cells, so that the
    /// latest targets of the values which they leave open are under way when they are looked at.
    #[inline(always)]
    unsafe fn look_at_parts<U: Union>(
        &self,
        board: &Board<'_>,
        lists: &[*const [u32; TILE]],
        scratch: &mut Scratch,
        len: usize,
        group: &mut [u32; TILE],
    ) {
        let mut open = [0u32; TILE];
        let mut asked: [u8; TILE] = std::array::from_fn(|k| k as u8);
        let mut left = len;
        // SAFETY: as the caller promises.
        unsafe {
            while left > 0 {
                for k in asked.get_unchecked(..left) {
                    let k = *k as usize;
                    let here = *group.get_unchecked(k) as usize;
                    let words = scratch.sets.get_unchecked_mut(k);
                    let set = self.union::<U>(board, lists, &scratch.near, k, here).write(words);
                    *open.get_unchecked_mut(k) = set;
                    let value = here * GROUP + set.trailing_zeros() as usize % WORDS * 64;
                    for (list, latest) in &self.parts_read {
                        let line = *scratch.lists.get_unchecked(*list).get_unchecked(k) as usize;
                        U::fetch(board.latest.start.wrapping_add(latest.at(line, value)));
                    }
                }
                let again = std::mem::take(&mut left);
                for at in 0..again {
                    let k = *asked.get_unchecked(at);
                    *asked.get_unchecked_mut(left) = k;
                    let k = k as usize;
                    let group = group.get_unchecked_mut(k);
                    match self.first_out_of_reach::<U>(board, scratch, k, *group, *open.get_unchecked(k)) {
                        Some(value) => *scratch.values.get_unchecked_mut(k) = value,
                        None => left += 1,
                    }
                    *group += 1;
                }
            }
        }
    }

    /// The first value of a group that neither the sets of a cell hold nor a target within reach has.
    #[inline(always)]
    unsafe fn first_out_of_reach<U: Union>(
        &self,
        board: &Board<'_>,
        scratch: &Scratch,
        k: usize,
        group: u32,
        mut open: u32,
    ) -> Option<u32> {
        // SAFETY: as the caller promises.
        unsafe {
            while open != 0 {
                let at = open.trailing_zeros() as usize % WORDS;
                let first = group as usize * GROUP + at * 64;
                let mut word = scratch.sets.get_unchecked(k)[at];
                for ((list, latest), reach) in self.parts_read.iter().zip(&scratch.within_reach) {
                    let line = *scratch.lists.get_unchecked(*list).get_unchecked(k) as usize;
                    word |= U::above(board.some_latest(latest.at(line, first)), *reach.get_unchecked(k));
                }
                if word != !0 {
                    return Some(first as u32 + word.trailing_ones());
                }
                open &= open - 1;
            }
        }
        None
    }

    /// Notes a value on a line, if the bit is 1.
    #[inline(always)]
    unsafe fn note(&self, board: &Board<'_>, id: usize, value: usize, bit: u64) {
        // SAFETY: as the caller promises.
        unsafe {
            let set = board.groups.at_mut(value / GROUP * self.lines + id);
            let word = set.get_unchecked_mut(value % GROUP / 64);
            *word |= bit << (value % 64);
            if *word == !0 {
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
        let slot = &self.slots[at];
        // SAFETY: as the caller promises.
        unsafe {
            if let Some(part) = slot.latest.zip(slot.part.as_ref()) {
                slot.levels[0].numbers(
                    run,
                    *scratch.line_parts.get_unchecked(at),
                    scratch.lists.get_unchecked_mut(at),
                );
                return self.gather_part(board, scratch, at, part, run);
            }
            match slot.shared {
                Some(other) => self.read_shared(scratch, at, other, run),
                None => {
                    let part = *scratch.line_parts.get_unchecked(at);
                    slot.levels[0].numbers(run, part, scratch.lists.get_unchecked_mut(at));
                    match (slot.ray, &slot.slides) {
                        (true, Some(window)) => self.slide(board, scratch, at, window, run),
                        (true, None) => self.drop_behind(board, scratch, at, run),
                        (false, _) => self.take_in(board, scratch, at, run),
                    }
                }
            }
            if let (Some(list), Some(gate), None) = (slot.gated, slot.source, &slot.slides) {
                let open = self.open_along(gate, slot.mirrored, run, (0, 0, 0));
                let empty = self.lines as u32 - 1;
                let ids = *scratch.lists.get_unchecked(at);
                let gated = scratch.lists.get_unchecked_mut(list);
                for (k, (gated, id)) in gated.iter_mut().zip(&ids).enumerate().take(run.len) {
                    *gated = if open >> k & 1 != 0 { *id } else { empty };
                }
            }
        }
    }

    /// Lists the lines of another slot through what a slot takes least from the cells of an antidiagonal.
    #[inline(always)]
    fn read_shared(&self, scratch: &mut Scratch, at: usize, other: usize, run: Run) {
        let (slot, level) = (&self.slots[at], &self.slots[other].levels[0]);
        let cells = match scratch.shifts[at] {
            Some(_) => run.within(slot.row, slot.column, slot.mirrored),
            None => 0..0,
        };
        let (part, ids, empty) = (scratch.line_parts[at], &mut scratch.lists[at], self.lines as u32 - 1);
        ids[..cells.start].fill(empty);
        ids[cells.end..run.len].fill(empty);
        if cells.is_empty() {
            return;
        }
        let (rising, falling) = if slot.mirrored { (slot.column, slot.row) } else { (slot.row, slot.column) };
        let back = level.falling.len() - 1 - (run.sum - run.low);
        let rising = &level.rising[run.low + cells.start - rising..][..cells.len()];
        let falling = &level.falling[back + cells.start + falling..][..cells.len()];
        for ((id, a), b) in ids[cells].iter_mut().zip(rising).zip(falling) {
            *id = a.wrapping_add(*b).wrapping_add(part);
        }
    }

    /// At which cells of an antidiagonal a gate is open, or at what lies `back` behind them, in rows of all tables, in rows
    /// of one, and in columns. Bits of cells that are off the board mean nothing.
    #[inline(always)]
    fn open_along(&self, gate: usize, mirrored: bool, run: Run, back: (usize, usize, usize)) -> u64 {
        let Run { table, low, sum, .. } = run;
        let Some(behind) = sum.checked_sub(back.1 + back.2) else { return 0 };
        let gate = &self.open[gate];
        let table = table - (back.0 - back.1) / self.rows;
        if mirrored {
            // Rows fall along the antidiagonal.
            let last = (sum - low) as isize - back.1 as isize;
            return gate.along(table, behind, last - 63).reverse_bits();
        }
        gate.along(table, behind, low as isize - back.1 as isize)
    }

    /// Takes in what has come within reach of the cells of an antidiagonal along a slot that is no ray, and lists the
    /// lines that they read then.
    #[inline(always)]
    unsafe fn take_in(&self, board: &Board<'_>, scratch: &mut Scratch, at: usize, run: Run) {
        let Run { table, sum, len, .. } = run;
        let slot = &self.slots[at];
        let (base, empty) = (table * self.rows, self.lines as u32 - 1);
        let cells = run.within(slot.row, slot.column, slot.mirrored);
        let shift = scratch.shifts[at].filter(|_| !cells.is_empty());
        // SAFETY: as the caller promises.
        unsafe {
            let Some(shift) = shift else {
                scratch.lists.get_unchecked_mut(at)[..len].fill(empty);
                return;
            };
            let ids = scratch.lists.get_unchecked_mut(at);
            ids[..cells.start].fill(empty);
            ids[cells.end..len].fill(empty);
            let back = (slot.rows, slot.row, slot.column);
            let open = slot.target.map_or(!0, |gate| self.open_along(gate, slot.mirrored, run, back));
            for k in cells.clone() {
                let (a, b) = run.place(k, slot.mirrored);
                let value = self.value(board, base + a - back.0, b - back.2);
                if let Some(latest) = slot.latest.filter(|_| open >> k & 1 != 0) {
                    let target = latest.along.of(&scratch.place, (a, b)) - latest.taken;
                    *board.latest.at_mut(latest.at(ids[k] as usize - slot.base(), value)) = target as u16 + 1;
                }
                self.note(board, ids[k] as usize, value, open >> k & 1);
            }
            self.drop_behind(board, scratch, at, run);
            let ids = scratch.lists.get_unchecked_mut(at);
            // No play from here is longer, and no value on the lines larger.
            let longest = (sum + scratch.place.iter().sum::<usize>()) / self.least;
            let groups = (longest / GROUP + 1).min(self.groups);
            for (level, part) in slot.levels.iter().zip(&scratch.parts[shift..]).skip(1) {
                let mut outer = [0u32; TILE];
                level.numbers(run, *part, &mut outer);
                for k in cells.clone() {
                    let (inner, outer) = (ids[k] as usize, outer[k] as usize);
                    // What is full stays so.
                    for group in board.first.get(outer) as usize..groups {
                        let more = *board.groups.at(group * self.lines + inner);
                        or(board.groups.at_mut(group * self.lines + outer), &more);
                    }
                    self.pass_full(board, outer);
                    ids[k] = outer as u32;
                }
            }
        }
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
        let open = self.open_at(slot.target, slot.mirrored, run, back);
        let ids = &scratch.lists[at];
        for k in run.within(back.1, back.2, slot.mirrored).filter(|k| open >> k & 1 != 0) {
            let (a, b) = run.place(k, slot.mirrored);
            // SAFETY: as the caller promises.
            unsafe {
                let value = self.value(board, run.table * self.rows + a - back.0, b - back.2);
                let id = ids[k] as usize;
                // Unless a later target has it. Without latest targets the values within reach differ.
                let stays = slot.latest.is_some_and(|latest| {
                    let target = latest.along.of(&scratch.place, (a, b)) - latest.taken - behind.along;
                    board.latest.get(latest.at(id - slot.base(), value)) as usize != target + 1
                });
                if !stays {
                    self.leave(board, id, value);
                }
            }
        }
    }

    /// Takes out what has fallen out of a window of the cells of an antidiagonal, and lists the lines that they read.
    #[inline(always)]
    unsafe fn slide(&self, board: &Board<'_>, scratch: &mut Scratch, at: usize, window: &Sliding, run: Run) {
        let slot = &self.slots[at];
        let (down, across) = window.stride;
        let first = &self.moves.windows[window.window].from;
        // SAFETY: as the caller promises; windows are as large as the board.
        unsafe {
            for k in 0..run.len {
                let (a, b) = run.place(k, slot.mirrored);
                let from = *first.get_unchecked(a * self.columns + b);
                let id = *scratch.lists.get_unchecked(at).get_unchecked(k) as usize;
                if let Some(list) = slot.gated {
                    let line = if from == NONE_WITHIN { self.lines - 1 } else { id };
                    *scratch.lists.get_unchecked_mut(list).get_unchecked_mut(k) = line as u32;
                }
                let here = window.along.of(&scratch.place, (a, b)) as u32;
                let from = if from == NONE_WITHIN { here } else { u32::from(from) };
                let low = board.heights.at_mut(window.lows + id - slot.base());
                if *low >= from {
                    continue;
                }
                let often = |x: usize, step: usize| x.checked_div(step).unwrap_or(usize::MAX);
                let last = often(a, down).min(often(b, across));
                let (near, far) = ((here - from) / window.step, (here - *low) / window.step);
                for j in near as usize + 1..=(far as usize).min(last) {
                    let (row, column) = (a - j * down, b - j * across);
                    if self.is_open(slot.target, row, column) {
                        self.leave(board, id, self.value(board, row, column));
                    }
                }
                *low = from;
            }
        }
    }

    /// Lists where a single vector leads from the cells of an antidiagonal.
    #[inline(always)]
    unsafe fn gather_single(&self, board: &Board<'_>, scratch: &mut Scratch, at: usize, run: Run) {
        let single = &self.singles[at];
        let base = run.table * self.rows;
        let cells =
            if scratch.within[at] { run.within(single.row, single.column, single.mirrored) } else { 0..0 };
        let near = &mut scratch.near[at];
        near[..cells.start].fill(CLOSED);
        near[cells.end..run.len].fill(CLOSED);
        for k in cells.clone() {
            let (a, b) = run.place(k, single.mirrored);
            // SAFETY: as the caller promises; the vector stays on the board.
            near[k] = unsafe { self.value(board, base + a - single.rows, b - single.column) as u32 };
        }
        if cells.is_empty() || single.source.is_none() && single.target.is_none() {
            return;
        }
        let open = |gate: Option<usize>, back: (usize, usize, usize)| {
            gate.map_or(!0, |gate| self.open_along(gate, single.mirrored, run, back))
        };
        let open =
            open(single.source, (0, 0, 0)) & open(single.target, (single.rows, single.row, single.column));
        for (k, near) in near.iter_mut().enumerate().take(cells.end).skip(cells.start) {
            *near = if open >> k & 1 != 0 { *near } else { CLOSED };
        }
    }

    /// Collects what the moves that lie on no tracks lead to, on a line for each cell of an antidiagonal.
    ///
    /// # Safety
    /// As for [`Plan::tile`].
    #[inline(never)]
    unsafe fn gather_rest(&self, board: &Board<'_>, scratch: &mut Scratch, rest: &Others<'_>, run: Run) {
        let lines = scratch.own;
        scratch.lists[self.lists - 1] = std::array::from_fn(|k| (lines + k) as u32);
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

    #[inline(always)]
    fn is_open(&self, gate: Option<usize>, row: usize, column: usize) -> bool {
        // SAFETY: the place is on the board.
        gate.is_none_or(|gate| unsafe { self.open[gate].bit(row, column) } != 0)
    }

    /// Takes a value out of a line.
    #[inline(always)]
    unsafe fn leave(&self, board: &Board<'_>, id: usize, value: usize) {
        // SAFETY: as the caller promises.
        unsafe {
            let group = value / GROUP;
            board.groups.at_mut(group * self.lines + id)[value % GROUP / 64] &= !(1 << (value % 64));
            let first = board.first.at_mut(id);
            *first = (*first).min(group as u32);
        }
    }

    /// Lists the first targets within reach of the cells of an antidiagonal on lines of which they reach a part, having
    /// taken in what cells do not note themselves.
    #[inline(always)]
    unsafe fn gather_part(
        &self,
        board: &Board<'_>,
        scratch: &mut Scratch,
        at: usize,
        (latest, part): (Latest, &Part),
        run: Run,
    ) {
        let slot = &self.slots[at];
        let cells = match scratch.shifts[at] {
            Some(_) => run.within(slot.row, slot.column, slot.mirrored),
            None => 0..0,
        };
        let mut first = [NONE_WITHIN; TILE];
        // SAFETY: as the caller promises; windows are as large as the board.
        unsafe {
            match part {
                Part::Back(most) => {
                    for k in cells.clone() {
                        let here = latest.along.of(&scratch.place, run.place(k, slot.mirrored));
                        first[k] = here.saturating_sub(*most) as u16;
                    }
                    if slot.start != slot.stride {
                        let back = (slot.rows, slot.row, slot.column);
                        let open = self.open_at(slot.target, slot.mirrored, run, back);
                        let base = run.table * self.rows;
                        for k in cells.clone().filter(|k| open >> k & 1 != 0) {
                            let (a, b) = run.place(k, slot.mirrored);
                            let value = self.value(board, base + a - back.0, b - back.2);
                            let target = latest.along.of(&scratch.place, (a, b)) - latest.taken;
                            let id = scratch.lists[at][k] as usize;
                            *board.latest.at_mut(latest.at(id - slot.base(), value)) = target as u16 + 1;
                        }
                    }
                }
                Part::Window(index, stack) => {
                    let window = &self.moves.windows[*index];
                    for k in cells.clone() {
                        let (a, b) = run.place(k, slot.mirrored);
                        first[k] = *window.from.get_unchecked(a * self.columns + b);
                    }
                    if let Some(stack) = stack {
                        for k in cells.clone().filter(|k| first[*k] != NONE_WITHIN) {
                            let (a, b) = run.place(k, slot.mirrored);
                            let here = latest.along.of(&scratch.place, (a, b)) - latest.taken;
                            let end = match &window.to {
                                Some(to) => usize::from(to[a * self.columns + b]),
                                None => here + 1,
                            };
                            let id = scratch.lists[at][k] as usize;
                            self.stack_up(board, slot, (latest, stack), id, (a, b), here, end);
                        }
                    }
                }
            }
            let Some(list) = slot.listed else { return };
            if slot.source.is_some() {
                let open = self.open_at(slot.source, slot.mirrored, run, (0, 0, 0));
                for k in cells {
                    first[k] = if open >> k & 1 != 0 { first[k] } else { NONE_WITHIN };
                }
            }
            scratch.within_reach[list] = first;
        }
    }

    /// Makes a line hold the targets before one of them, the one nearest to the cell being `here`.
    #[inline(always)]
    #[allow(clippy::too_many_arguments)]
    unsafe fn stack_up(
        &self,
        board: &Board<'_>,
        slot: &Slot,
        (latest, stack): (Latest, &Stack),
        id: usize,
        (a, b): (usize, usize),
        here: usize,
        end: usize,
    ) {
        let (row, column) = (a - slot.row, b - slot.column);
        let (down, across) = stack.stride;
        let step = if matches!(latest.along, Along::Row) { down } else { across };
        // SAFETY: as the caller promises; tables are as large as the board, and lists as long as there are lines.
        unsafe {
            let nearest = (*stack.down.get_unchecked(row)).min(*stack.across.get_unchecked(column)) as usize;
            // Targets are counted from the edge.
            let wanted = nearest + 1 - ((here + 1).saturating_sub(end).div_ceil(step)).min(nearest + 1);
            let target = |n: usize| (row - (nearest - n) * down, column - (nearest - n) * across);
            let height = board.heights.at_mut(stack.heights + id);
            while (*height as usize) < wanted {
                let n = *height as usize;
                let (row, column) = target(n);
                *height += 1;
                if self.is_open(slot.target, row, column) {
                    let value = self.value(board, row, column);
                    let latest = board.latest.at_mut(latest.at(id - slot.base(), value));
                    if let Some(before) = stack.before {
                        *board.before.at_mut(before + row * self.columns + column) = *latest;
                    }
                    *latest = (here - (nearest - n) * step) as u16 + 1;
                }
            }
            while *height as usize > wanted {
                *height -= 1;
                let (row, column) = target(*height as usize);
                if let Some(before) = stack.before.filter(|_| self.is_open(slot.target, row, column)) {
                    let value = self.value(board, row, column);
                    *board.latest.at_mut(latest.at(id - slot.base(), value)) =
                        board.before.get(before + row * self.columns + column);
                }
            }
        }
    }

    /// Notes the values of the cells of an antidiagonal on lines of which cells reach a part.
    #[inline(always)]
    unsafe fn feed_part(&self, board: &Board<'_>, scratch: &Scratch, at: usize, run: Run) {
        let slot = &self.slots[at];
        let Some(latest) = slot.latest else { return };
        let open = self.open_at(slot.target, slot.mirrored, run, (0, 0, 0));
        // SAFETY: as the caller promises.
        unsafe {
            let list = scratch.lists.get_unchecked(at);
            for k in (0..run.len).filter(|k| open >> k & 1 != 0) {
                let here = latest.along.of(&scratch.place, run.place(k, slot.mirrored));
                let (id, value) =
                    (*list.get_unchecked(k) as usize, *scratch.values.get_unchecked(k) as usize);
                *board.latest.at_mut(latest.at(id - slot.base(), value)) = here as u16 + 1;
            }
        }
    }

    /// As [`Plan::open_along`]; everywhere, if there is no gate.
    #[inline(always)]
    fn open_at(&self, gate: Option<usize>, mirrored: bool, run: Run, back: (usize, usize, usize)) -> u64 {
        gate.map_or(!0, |gate| self.open_along(gate, mirrored, run, back))
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

/// For how many lines there is room in the latest targets, which stand word after word of values, and in a word line after
/// line: an odd number of times 64, or else the words of a line would drive each other out of the cache.
fn room_for(lines: u128) -> u128 {
    (lines.div_ceil(64) | 1) * 64
}

/// Whether cells reach a part only of the lines of a track.
fn is_partial(track: &Track) -> bool {
    track.window.is_some() || track.strides.len() == 1 && track.strides[0].count.is_some()
}

/// Whether a set of what is within reach is kept of such lines: if values within reach differ, so that what falls out of it
/// can be taken out.
fn slides(track: &Track, moves: &Tracks<'_>) -> bool {
    is_partial(track)
        && track.start == track.strides[0].vector
        && track.window.map_or(track.distinct, |window| moves.windows[window].distinct)
}

/// Whether latest targets are kept: instead of sets, or since what falls out of an inner window may be in it again.
fn keeps_latest(track: &Track, moves: &Tracks<'_>) -> bool {
    let repeats = !track.distinct && track.strides.iter().any(|stride| stride.count.is_some());
    if is_partial(track) { !slides(track, moves) } else { repeats }
}

/// Where the last coordinate but one is.
fn last_two(v: &[usize]) -> usize {
    v.len() - 2
}

/// The same with the last two coordinates exchanged.
fn exchanged(v: &[usize]) -> Vec<usize> {
    let mut out = v.to_vec();
    let last = out.len() - 1;
    out.swap(last - 1, last);
    out
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

/// A union of groups.
trait Union {
    fn none() -> Self;
    /// # Safety
    /// The processor has the registers.
    unsafe fn add(&mut self, group: &[u64; WORDS]);
    /// Adds a value, if it belongs to the group of that number.
    ///
    /// # Safety
    /// The processor has the registers.
    #[inline(always)]
    unsafe fn add_value(&mut self, value: usize, group: usize)
    where
        Self: Sized,
    {
        let mut more = [0u64; WORDS];
        more[value % GROUP / 64] = u64::from(value / GROUP == group) << (value % 64);
        // SAFETY: as the caller promises.
        unsafe { self.add(&more) }
    }
    /// Which words are not full, the first in the lowest bit, and the first of them.
    ///
    /// # Safety
    /// The processor has the registers.
    unsafe fn first_open(self) -> (u32, u64);
    /// Writes all words, and tells which are not full.
    ///
    /// # Safety
    /// The processor has the registers.
    unsafe fn write(self, words: &mut [u64; WORDS]) -> u32;
    /// Which of some numbers are above another.
    ///
    /// # Safety
    /// The processor has the registers.
    unsafe fn above(numbers: &[u16; LATEST], other: u16) -> u64;
    /// Says that what stands at a place will be wanted.
    fn fetch(place: *const u16);
}

struct AnyUnion([u64; WORDS]);

impl Union for AnyUnion {
    #[inline(always)]
    fn none() -> AnyUnion {
        AnyUnion([0; WORDS])
    }
    #[inline(always)]
    unsafe fn add(&mut self, group: &[u64; WORDS]) {
        or(&mut self.0, group);
    }
    #[inline(always)]
    unsafe fn first_open(self) -> (u32, u64) {
        let words = self.0;
        // SAFETY: as the caller promises.
        let open = unsafe { self.write(&mut [0; WORDS]) };
        (open, words[open.trailing_zeros() as usize % WORDS])
    }
    #[inline(always)]
    unsafe fn write(self, words: &mut [u64; WORDS]) -> u32 {
        *words = self.0;
        self.0.iter().enumerate().fold(0, |open, (w, word)| open | u32::from(*word != !0) << w)
    }
    #[inline(always)]
    unsafe fn above(numbers: &[u16; LATEST], other: u16) -> u64 {
        let bits = numbers.iter().enumerate();
        bits.fold(0, |above, (at, number)| above | u64::from(*number > other) << at)
    }
    #[inline(always)]
    fn fetch(_: *const u16) {}
}

#[cfg(target_arch = "x86_64")]
use wide::{Union256, Union512};

/// The same in registers of 256 and 512 bits.
#[cfg(target_arch = "x86_64")]
mod wide {
    use super::{GROUP, LATEST, Union, WORDS};
    use std::arch::x86_64::*;

    pub struct Union256([__m256i; 2]);

    impl Union for Union256 {
        #[inline(always)]
        fn none() -> Union256 {
            // SAFETY: all bits 0 are a value of the type.
            Union256(unsafe { std::mem::zeroed() })
        }
        #[inline(always)]
        unsafe fn add(&mut self, group: &[u64; WORDS]) {
            // SAFETY: both halves of a group are inside it; as the caller promises.
            unsafe {
                let half = |at: usize| _mm256_loadu_si256(group.as_ptr().add(at).cast());
                self.0[0] = _mm256_or_si256(self.0[0], half(0));
                self.0[1] = _mm256_or_si256(self.0[1], half(4));
            }
        }
        #[inline(always)]
        unsafe fn first_open(self) -> (u32, u64) {
            let mut words = [0; WORDS];
            // SAFETY: as the caller promises.
            let open = unsafe { self.write(&mut words) };
            (open, words[open.trailing_zeros() as usize % WORDS])
        }
        #[inline(always)]
        unsafe fn write(self, words: &mut [u64; WORDS]) -> u32 {
            // SAFETY: as the caller promises; the words are as many.
            unsafe {
                let full = _mm256_set1_epi64x(-1);
                let is_full = |half: __m256i| {
                    _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(half, full))) as u32
                };
                *words = std::mem::transmute::<[__m256i; 2], [u64; WORDS]>(self.0);
                !(is_full(self.0[0]) | is_full(self.0[1]) << 4) & 0xff
            }
        }
        #[inline(always)]
        unsafe fn above(numbers: &[u16; LATEST], other: u16) -> u64 {
            // SAFETY: as the caller promises; four times 16 numbers.
            unsafe {
                let (other, zero) = (_mm256_set1_epi16(other as i16), _mm256_setzero_si256());
                // What is not above leaves nothing when the other is taken away.
                let not_above = |at: usize| {
                    let sixteen = _mm256_loadu_si256(numbers.as_ptr().add(at).cast());
                    _mm256_cmpeq_epi16(_mm256_subs_epu16(sixteen, other), zero)
                };
                let thirty_two = |at: usize| {
                    let bytes = _mm256_packs_epi16(not_above(at), not_above(at + 16));
                    !_mm256_movemask_epi8(_mm256_permute4x64_epi64(bytes, 0b11_01_10_00)) as u32
                };
                u64::from(thirty_two(0)) | u64::from(thirty_two(32)) << 32
            }
        }
        #[inline(always)]
        fn fetch(place: *const u16) {
            fetch(place);
        }
    }

    #[inline(always)]
    fn fetch(place: *const u16) {
        // SAFETY: any place may be fetched.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(place.cast()) }
    }

    pub struct Union512(__m512i);

    impl Union for Union512 {
        #[inline(always)]
        fn none() -> Union512 {
            // SAFETY: all bits 0 are a value of the type.
            Union512(unsafe { std::mem::zeroed() })
        }
        #[inline(always)]
        unsafe fn add(&mut self, group: &[u64; WORDS]) {
            // SAFETY: as the caller promises.
            unsafe { self.0 = _mm512_or_si512(self.0, _mm512_loadu_si512(group.as_ptr().cast())) }
        }
        #[inline(always)]
        unsafe fn add_value(&mut self, value: usize, group: usize) {
            let word = u8::from(value / GROUP == group) << (value % GROUP / 64);
            // SAFETY: as the caller promises.
            unsafe { self.0 = _mm512_or_si512(self.0, _mm512_maskz_set1_epi64(word, 1 << (value % 64))) }
        }
        #[inline(always)]
        unsafe fn first_open(self) -> (u32, u64) {
            // SAFETY: as the caller promises.
            unsafe {
                let open = _mm512_cmpneq_epi64_mask(self.0, _mm512_set1_epi64(-1));
                let first = _mm512_maskz_compress_epi64(open, self.0);
                (u32::from(open), _mm_cvtsi128_si64(_mm512_castsi512_si128(first)) as u64)
            }
        }
        #[inline(always)]
        unsafe fn write(self, words: &mut [u64; WORDS]) -> u32 {
            // SAFETY: as the caller promises; the words are as many.
            unsafe {
                _mm512_storeu_si512(words.as_mut_ptr().cast(), self.0);
                u32::from(_mm512_cmpneq_epi64_mask(self.0, _mm512_set1_epi64(-1)))
            }
        }
        #[inline(always)]
        unsafe fn above(numbers: &[u16; LATEST], other: u16) -> u64 {
            // SAFETY: as the caller promises.
            unsafe {
                let other = _mm512_set1_epi16(other as i16);
                let thirty_two = |at: usize| {
                    let numbers = _mm512_loadu_si512(numbers.as_ptr().add(at).cast());
                    u64::from(_mm512_cmpgt_epu16_mask(numbers, other))
                };
                thirty_two(0) | thirty_two(32) << 32
            }
        }
        #[inline(always)]
        fn fetch(place: *const u16) {
            fetch(place);
        }
    }
}

/// The tiles of a board, and for each how many of those just before it are not done.
struct Tiles {
    first: Vec<usize>,
    down: usize,
    across: usize,
    half: bool,
    waiting: Vec<AtomicU8>,
    queue: Mutex<Queue>,
    more: Condvar,
}

/// Tiles that can be computed, and how many are not done.
#[derive(Default)]
struct Queue {
    /// By rank.
    ready: BinaryHeap<Reverse<(usize, usize)>>,
    left: usize,
    stop: bool,
}

/// Of a tile that is done.
const DONE: u8 = u8::MAX;

impl Tiles {
    fn new(plan: &Plan<'_>) -> Tiles {
        let (down, across) = (plan.rows.div_ceil(TILE), plan.columns.div_ceil(TILE));
        let count = plan.first.iter().product::<usize>() * down * across;
        let mut tiles = Tiles {
            first: plan.first.clone(),
            down,
            across,
            half: plan.half,
            waiting: Vec::new(),
            queue: Mutex::default(),
            more: Condvar::new(),
        };
        let mut place = vec![0; plan.first.len()];
        let before = |tile: usize| {
            let (table, i, j) = tiles.place(tile);
            write_place(table, &tiles.first, &mut place);
            let first = place.iter().filter(|x| **x > 0).count();
            (first + usize::from(tiles.is_tile(i.wrapping_sub(1), j)) + usize::from(j > 0)) as u8
        };
        tiles.waiting = (0..count).map(before).map(AtomicU8::new).collect();
        tiles.queue = Mutex::new(Queue {
            ready: BinaryHeap::from([Reverse((0, 0))]),
            left: tiles.count(),
            stop: false,
        });
        tiles
    }

    /// When a tile is taken if none before it must be waited for: block by block, and row by row inside a block.
    fn rank(&self, tile: usize) -> usize {
        let (table, i, j) = self.place(tile);
        let blocks = (self.down.div_ceil(BLOCK), self.across.div_ceil(BLOCK));
        let block = (table * blocks.0 + i / BLOCK) * blocks.1 + j / BLOCK;
        (block * BLOCK + i % BLOCK) * BLOCK + j % BLOCK
    }

    /// The table, and the row and column of tiles in it.
    fn place(&self, tile: usize) -> (usize, usize, usize) {
        (tile / (self.down * self.across), tile / self.across % self.down, tile % self.across)
    }

    /// Whether there is such a tile in each table; of mirror images one.
    fn is_tile(&self, i: usize, j: usize) -> bool {
        i < self.down && j < self.across && (!self.half || j <= i)
    }

    fn count(&self) -> usize {
        let each = |i: usize| if self.half { i + 1 } else { self.across };
        self.first.iter().product::<usize>() * (0..self.down).map(each).sum::<usize>()
    }

    fn is_done(&self, table: usize, i: usize, j: usize) -> bool {
        self.waiting[(table * self.down + i) * self.across + j].load(Ordering::Acquire) == DONE
    }

    /// Computes all tiles one after the other.
    fn in_order(
        &self,
        budget: &Budget,
        board: &Board<'_>,
        scratch: &mut Scratch,
        compute: impl Fn(&mut Scratch, usize),
    ) -> Result<(), SolveError> {
        let (total, mut done) = (self.count() as u64, 0);
        let (down, across) = (self.down.div_ceil(BLOCK), self.across.div_ceil(BLOCK));
        for block in 0..self.first.iter().product::<usize>() * down * across {
            budget.step(done, total)?;
            let (table, rows, columns) =
                (block / (down * across), block / across % down * BLOCK, block % across * BLOCK);
            for (i, j) in (0..BLOCK * BLOCK).map(|at| (rows + at / BLOCK, columns + at % BLOCK)) {
                if self.is_tile(i, j) {
                    let tile = (table * self.down + i) * self.across + j;
                    compute(scratch, tile);
                    board.check()?;
                    self.waiting[tile].store(DONE, Ordering::Release);
                    done += 1;
                }
            }
        }
        Ok(())
    }

    /// Computes tiles as they get ready, together with other threads, until all are done.
    fn as_ready(
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
        loop {
            if queue.stop || queue.left == 0 {
                self.more.notify_all();
                return Ok(());
            }
            let Some(Reverse((_, tile))) = queue.ready.pop() else {
                queue = self.more.wait(queue).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
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
            let ready: Vec<_> = self.after(tile).map(|tile| Reverse((self.rank(tile), tile))).collect();
            queue = lock();
            queue.left -= 1;
            queue.ready.extend(ready);
            if queue.ready.len() > 1 || queue.left == 0 {
                self.more.notify_all();
            }
        }
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

/// Cells of an antidiagonal of a tile: `(low, sum - low), (low + 1, sum - low - 1), ...`.
#[derive(Clone, Copy)]
struct Run {
    table: usize,
    low: usize,
    sum: usize,
    len: usize,
}

impl Run {
    /// The row and column of a cell, exchanged for mirror images.
    #[inline(always)]
    fn place(self, k: usize, mirrored: bool) -> (usize, usize) {
        let (x, y) = (self.low + k, self.sum - self.low - k);
        if mirrored { (y, x) } else { (x, y) }
    }

    /// The cells from which so much can be taken.
    #[inline(always)]
    fn within(self, row: usize, column: usize, mirrored: bool) -> std::ops::Range<usize> {
        let Run { low, sum, len, .. } = self;
        let (rising, falling) = if mirrored { (column, row) } else { (row, column) };
        let from = rising.saturating_sub(low).min(len);
        from..(sum + 1).saturating_sub(low + falling).min(len).max(from)
    }
}

/// What one thread needs for a tile.
struct Scratch {
    /// For each slot the lines of the cells of an antidiagonal; then those that they read where that is different.
    lists: Vec<[u32; TILE]>,
    /// The values that single vectors lead to.
    near: Vec<[u32; TILE]>,
    /// The first targets within reach, on lines of which cells reach a part.
    within_reach: Vec<[u16; TILE]>,
    values: [u32; TILE],
    /// A group of values that the sets of each cell hold.
    sets: [[u64; WORDS]; TILE],
    /// The table that the rest is for, and its first coordinates.
    table: Option<usize>,
    place: Vec<usize>,
    /// For each slot where its parts of line numbers begin, if the first coordinates allow its moves.
    shifts: Vec<Option<usize>>,
    parts: Vec<u32>,
    /// For each slot the part of the line number of its first stride.
    line_parts: Vec<u32>,
    /// For each single vector whether the first coordinates allow it.
    within: Vec<bool>,
    /// The first of this thread's lines for moves that lie on no tracks, and the words noted on them.
    own: usize,
    noted: Vec<usize>,
}

impl Scratch {
    fn new(plan: &Plan<'_>, thread: usize) -> Scratch {
        Scratch {
            lists: vec![[0; TILE]; plan.lists],
            near: vec![[0; TILE]; plan.singles.len()],
            within_reach: vec![[0; TILE]; plan.parts_read.len()],
            values: [0; TILE],
            sets: [[0; WORDS]; TILE],
            table: None,
            place: Vec::new(),
            shifts: Vec::new(),
            parts: Vec::new(),
            line_parts: Vec::new(),
            within: Vec::new(),
            own: plan.own + thread * TILE,
            noted: Vec::new(),
        }
    }

    /// Prepares for the tiles of a table.
    fn enter(&mut self, plan: &Plan<'_>, table: usize) {
        if self.table == Some(table) {
            return;
        }
        self.table = Some(table);
        let mut place = vec![0; plan.first.len()];
        write_place(table, &plan.first, &mut place);
        let allows = |first: &[usize]| first.iter().zip(&place).all(|(least, x)| least <= x);
        self.shifts.clear();
        self.parts.clear();
        self.line_parts.clear();
        for slot in &plan.slots {
            let at = self.parts.len();
            let allowed = allows(&slot.first);
            self.shifts.push(allowed.then_some(at));
            for level in &slot.levels {
                self.parts
                    .push(level.first.iter().zip(&place).map(|(part, x)| part[*x]).sum::<usize>() as u32);
            }
            self.line_parts.push(match slot.shared.filter(|_| allowed) {
                Some(other) => {
                    let part = &plan.slots[other].levels[0].first;
                    let at = place.iter().zip(&slot.first).map(|(x, taken)| x - taken);
                    part.iter().zip(at).map(|(part, x)| part[x]).sum::<usize>() as u32
                }
                None => self.parts[at],
            });
        }
        self.within = plan.singles.iter().map(|single| allows(&single.first)).collect();
        self.place = place;
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
    latest: Shared<'a, u16>,
    heights: Shared<'a, u32>,
    before: Shared<'a, u16>,
    /// For each row that is being computed what is met by each kind of spans.
    met: Vec<Mutex<Vec<Met>>>,
    /// Set when the rules themselves could not be worked out at some cell, and why.
    failed: AtomicBool,
    failure: Mutex<Option<SolveError>>,
}

impl Board<'_> {
    /// The error of a cell that could not be worked out, once.
    fn check(&self) -> Result<(), SolveError> {
        if !self.failed.load(Ordering::Relaxed) {
            return Ok(());
        }
        let error = self.failure.lock().unwrap_or_else(PoisonError::into_inner).take();
        error.map_or(Ok(()), Err)
    }

    /// The latest targets of some values, from a place on.
    ///
    /// # Safety
    /// As for [`Shared::at`].
    #[inline(always)]
    unsafe fn some_latest(&self, index: usize) -> &[u16; LATEST] {
        #[cfg(debug_assertions)]
        assert!(index + LATEST <= self.latest.len);
        // SAFETY: as the caller promises.
        unsafe { &*self.latest.start.add(index).cast() }
    }

    /// A word of the groups, counted from the first.
    ///
    /// # Safety
    /// As for [`Shared::at_mut`].
    #[inline(always)]
    #[allow(clippy::mut_from_ref)]
    unsafe fn word(&self, index: usize) -> &mut u64 {
        #[cfg(debug_assertions)]
        assert!(index / WORDS < self.groups.len);
        // SAFETY: as the caller promises; groups are arrays of words, one behind the other.
        unsafe { &mut *self.groups.start.cast::<u64>().add(index) }
    }
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
        /// A table that goes on from a part of it is the same, also in two threads.
        #[test]
        fn tables_go_on_from_a_part(
            tracks in proptest::collection::vec(track(), 1..6), sides in proptest::collection::vec(1usize..260, 2),
            part in (0.0f64..=1.0, 0.0f64..=1.0),
        ) {
            let game = Tracks { sides: sides.clone(), tracks, gates: Box::new(NoGates), windows: vec![], few_per_row: None, half: false, rest: None };
            let whole = grundy(&game, &[vec![2, 3]], &Budget::default()).unwrap().unwrap();
            let (rows, columns) = ((sides[0] as f64 * part.0) as usize, (sides[1] as f64 * part.1) as usize);
            let known: Vec<u32> =
                whole.chunks(sides[1]).take(rows).flat_map(|row| row[..columns].iter().copied()).collect();
            let known = Some((&[rows as u64, columns as u64][..], &known[..]));
            for threads in [1, 2] {
                let budget = Budget::default().with_threads(threads);
                let again = grundy_from(&game, &[vec![2, 3]], known, &budget).unwrap().unwrap();
                prop_assert_eq!(&again, &whole);
            }
        }

        /// All registers give the same values, also in two threads.
        #[test]
        fn wide_and_narrow_registers_agree(
            tracks in proptest::collection::vec(track(), 1..6), sides in proptest::collection::vec(1usize..150, 2),
        ) {
            let game = Tracks { sides, tracks, gates: Box::new(NoGates), windows: vec![], few_per_row: None, half: false, rest: None };
            let values = |registers, threads| {
                grundy_with(&game, &[vec![2, 3]], None, registers, &Budget::default().with_threads(threads)).unwrap()
            };
            for registers in Registers::all() {
                prop_assert_eq!(values(Registers::Any, 1), values(registers, 1));
                prop_assert_eq!(values(Registers::Any, 1), values(registers, 2));
            }
        }
    }
}
