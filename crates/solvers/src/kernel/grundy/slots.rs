//! What is kept of a track: sets of values on its lines, or the latest targets, and when cells take it in and read it.

use super::lanes::Lanes;
use crate::kernel::tracks::{Track, Tracks};

/// A line that is closed to the cell.
pub(super) const CLOSED: u32 = u32::MAX;

/// The first target within reach where there is none.
pub(super) const NONE_WITHIN: u16 = u16::MAX;

/// What falls out of a window: the way back from the target, in rows, columns and first coordinates.
pub(super) struct Behind {
    pub(super) row: usize,
    pub(super) column: usize,
    pub(super) first: Vec<usize>,
    pub(super) rows: usize,
    /// In the coordinate that tells latest targets.
    pub(super) along: usize,
}

/// A track, or its mirror image.
pub(super) struct Slot {
    /// The least that is taken, and in rows of the table all of it but the last.
    pub(super) row: usize,
    pub(super) column: usize,
    pub(super) first: Vec<usize>,
    pub(super) rows: usize,
    /// The least that is taken and the first stride, as they lie on the board.
    pub(super) start: Vec<usize>,
    pub(super) stride: Vec<usize>,
    /// The accumulators of each stride.
    pub(super) levels: Vec<Lanes>,
    /// The number of the first line of the first stride.
    pub(super) base: usize,
    pub(super) source: Option<usize>,
    pub(super) target: Option<usize>,
    pub(super) mirrored: bool,
    /// What falls out of reach, where sets hold a greatest number of targets.
    pub(super) behind: Option<Behind>,
    /// Of a line whose values may repeat, or of which cells reach a part: the latest target with each value.
    pub(super) latest: Option<Latest>,
    /// Which part of the line cells reach, if latest targets are all that is kept of it.
    pub(super) part: Option<Part>,
    /// The window whose targets its sets hold.
    pub(super) slides: Option<Sliding>,
    /// A ray: a cell's value is noted on its line at once, since the next cell of the line may move there.
    pub(super) ray: bool,
    /// Where it stands among what cells read, if they do.
    pub(super) read: Option<usize>,
    /// Where the first targets within reach are listed, if cells reach a part and read it.
    pub(super) listed: Option<usize>,
    /// A slot whose sets are read instead of sets of its own.
    pub(super) shared: Option<usize>,
}

/// A window that never goes back on lines where the values within reach differ.
pub(super) struct Sliding {
    pub(super) window: usize,
    /// Where the first targets that have not been taken out begin, one a line.
    pub(super) lows: usize,
    pub(super) stride: Often,
    pub(super) along: Along,
}

/// A stride, and how often it can be taken from a row, and from a column.
pub(super) struct Often {
    pub(super) stride: (usize, usize),
    pub(super) down: Vec<u32>,
    pub(super) across: Vec<u32>,
}

impl Often {
    pub(super) fn new(stride: (usize, usize), rows: usize, columns: usize) -> Often {
        let often = |side: usize, step: usize| -> Vec<u32> {
            (0..side).map(|x| x.checked_div(step).map_or(u32::MAX, |often| often as u32)).collect()
        };
        Often { stride, down: often(rows, stride.0), across: often(columns, stride.1) }
    }

    /// How often it can be taken from a cell.
    ///
    /// # Safety
    /// The cell is on the board.
    #[inline(always)]
    pub(super) unsafe fn from(&self, (row, column): (usize, usize)) -> usize {
        // SAFETY: there is a number for each row and each column.
        unsafe { (*self.down.get_unchecked(row)).min(*self.across.get_unchecked(column)) as usize }
    }
}

/// The latest target of each value on the lines of a slot, told by a coordinate: that plus 1, or 0 if there is none.
#[derive(Clone, Copy)]
pub(super) struct Latest {
    /// Where the first line begins, and how many lines there is room for.
    pub(super) base: usize,
    pub(super) lines: usize,
    pub(super) along: Along,
    /// The least that is taken of the coordinate.
    pub(super) taken: usize,
}

impl Latest {
    /// Where the latest target of a line that has a value stands.
    #[inline(always)]
    pub(super) fn at(self, line: usize, value: usize) -> usize {
        self.base + (value / 64 * self.lines + line) * 64 + value % 64
    }
}

/// Where a coordinate of a slot stands; rows and columns are exchanged for mirror images.
#[derive(Clone, Copy)]
pub(super) enum Along {
    First(usize),
    Row,
    Column,
}

impl Along {
    /// The coordinate of a cell, by its first coordinates and the last two.
    #[inline(always)]
    pub(super) fn of(self, first: &[usize], (row, column): (usize, usize)) -> usize {
        match self {
            Along::First(at) => first[at],
            Along::Row => row,
            Along::Column => column,
        }
    }
}

/// Which targets of a line a cell reaches.
pub(super) enum Part {
    /// Those up to so much before the cell, by the coordinate that tells them.
    Back(usize),
    /// Those that a window tells, and if they do not end at the nearest one what is needed to take them in.
    Window(usize, Option<Stack>),
}

/// Targets of the lines of a window are taken in one after the other, and given back in reverse order.
pub(super) struct Stack {
    /// Where the numbers of targets that are taken in begin, one a line.
    pub(super) heights: usize,
    /// Where the latest targets before each are kept, one a cell, so that any can be given back.
    pub(super) before: usize,
    pub(super) stride: Often,
}

/// A single vector.
pub(super) struct Single {
    pub(super) row: usize,
    pub(super) column: usize,
    pub(super) first: Vec<usize>,
    pub(super) rows: usize,
    pub(super) source: Option<usize>,
    pub(super) target: Option<usize>,
    pub(super) mirrored: bool,
}

/// A slot on whose lines cells note their values at once, if the target's gate is open.
pub(super) struct Feed {
    pub(super) slot: usize,
    pub(super) target: Option<usize>,
    pub(super) mirrored: bool,
}

/// For how many lines there is room in the latest targets, which stand word after word of values, and in a word line after
/// line: an odd number of times 64, or else the words of a line would drive each other out of the cache.
pub(super) fn room_for(lines: u128) -> u128 {
    (lines.div_ceil(64) | 1) * 64
}

/// Whether cells reach a part only of the lines of a track.
pub(super) fn is_partial(track: &Track) -> bool {
    track.window.is_some() || track.strides.len() == 1 && track.strides[0].count.is_some()
}

/// Whether a set of what is within reach is kept of such lines: if values within reach differ, so that what falls out of it
/// can be taken out.
pub(super) fn slides(track: &Track, moves: &Tracks<'_>) -> bool {
    is_partial(track)
        && track.start == track.strides[0].vector
        && track.window.map_or(track.distinct, |window| moves.windows[window].distinct)
}

/// Whether latest targets are kept: instead of sets, or since what falls out of an inner window may be in it again.
pub(super) fn keeps_latest(track: &Track, moves: &Tracks<'_>) -> bool {
    let repeats = !track.distinct && track.strides.iter().any(|stride| stride.count.is_some());
    if is_partial(track) { !slides(track, moves) } else { repeats }
}

/// Where the last coordinate but one is.
pub(super) fn last_two(v: &[usize]) -> usize {
    v.len() - 2
}

/// The same with the last two coordinates exchanged.
pub(super) fn exchanged(v: &[usize]) -> Vec<usize> {
    let mut out = v.to_vec();
    let last = out.len() - 1;
    out.swap(last - 1, last);
    out
}

pub(super) fn write_place(mut index: usize, sides: &[usize], place: &mut [usize]) {
    for (x, side) in place.iter_mut().zip(sides).rev() {
        *x = index % side;
        index /= side;
    }
}
