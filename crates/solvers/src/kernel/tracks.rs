//! Moves as tracks on a board: lines and sheets of lines with gates, as the kernels want them.
//!
//! A track is {start + sum of j·stride}: from a position p its options are p - start and what lies behind that along the
//! strides. An accumulator for each line of a stride holds what has been met on it; the first stride's accumulators
//! take in single cells, each further stride's take in the whole accumulators of the stride before. So a plane costs
//! two lines, and a band of any width does, its inner stride being a sliding window.

use crate::error::SolveError;
use wythoff_numbers::Budget;
use wythoff_numbers::bits::{transpose, word_from};

/// A stride of a track: a vector that is not zero, and how many multiples count, 0 included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stride {
    /// The vector.
    pub vector: Vec<usize>,
    /// The number of multiples; as many as the board has room for if there is none.
    pub count: Option<usize>,
}

/// Moves of one kind on a board.
#[derive(Clone, Debug)]
pub struct Track {
    /// The least that is taken.
    pub start: Vec<usize>,
    /// The strides, the innermost first; only that one may have a count. None for a single vector.
    pub strides: Vec<Stride>,
    /// The gate at the position moved from.
    pub source: Option<usize>,
    /// The gate at the position moved to.
    pub target: Option<usize>,
    /// The comparisons of both ends, see [`Tracks::windows`].
    pub window: Option<usize>,
    /// The mirrored moves belong to the game too, and have no track of their own.
    pub twice: bool,
    /// Values on a line of the first stride are known to differ within reach.
    pub distinct: bool,
    /// Whether the moves can be blocked.
    pub blockable: bool,
}

/// Conditions on positions, row by row.
pub trait Gates: Sync {
    /// Writes for which positions `(first..., 0), (first..., 1), ...` a gate is open, 64 to a word.
    fn row(&self, gate: usize, first: &[usize], words: &mut [u64]) -> Result<(), SolveError>;

    /// For which of the positions `(first..., from), (first..., from + 1), ...` in `lanes` a gate is open, the first in the
    /// lowest bit.
    fn word(&self, gate: usize, first: &[usize], from: usize, lanes: u64) -> Result<u64, SolveError>;

    /// The columns of a row where a gate is open, as `from..to`, if they are known to be an interval in every row.
    fn interval(&self, gate: usize, first: &[usize]) -> Option<(usize, usize)> {
        let _ = (gate, first);
        None
    }

    /// Whether a gate is known to be closed at a position and at all that lie any number of vectors beyond it.
    fn is_shut_behind(&self, gate: usize, position: &[usize], vector: &[usize]) -> bool {
        let _ = (gate, position, vector);
        false
    }

    /// Whether a gate is known to be open or closed alike at all positions that differ by multiples of a vector.
    fn is_same_along(&self, gate: usize, vector: &[usize]) -> bool {
        let _ = (gate, vector);
        false
    }

    /// Whether a whole row of a gate costs little more than a few of its cells.
    fn is_quick(&self, gate: usize) -> bool {
        let _ = gate;
        false
    }

    /// Whether two gates are known to be open nowhere together.
    fn are_apart(&self, one: usize, other: usize) -> bool {
        let _ = (one, other);
        false
    }

    /// A column no further than `most` up to which a gate is known to be open from column `from` of a row on; `from` if
    /// nothing is known.
    fn open_to(&self, gate: usize, first: &[usize], from: usize, most: usize) -> Result<usize, SolveError> {
        let _ = (gate, first, most);
        Ok(from)
    }

    /// How many gates there are.
    fn count(&self) -> usize;

    /// Of the cells `target + start + j * stride` of a track with window number `window` and at most `most`, from which
    /// j to which one can move to the target; `None` for none.
    fn reach(
        &self,
        window: usize,
        target: &[usize],
        most: usize,
    ) -> Result<Option<(usize, usize)>, SolveError> {
        let _ = (window, target, most);
        Ok(None)
    }

    /// Whether `reach` says the same of all targets of a row, but for what is beyond the columns of the board.
    fn reaches_by_rows(&self, window: usize) -> bool {
        let _ = window;
        false
    }

    /// The same of a row, if it is so of all: as if the board had columns without end.
    fn reach_of_row(
        &self,
        window: usize,
        row: usize,
        most: usize,
    ) -> Result<Option<(usize, usize)>, SolveError> {
        let _ = (window, row, most);
        Ok(None)
    }
}

/// Moves that lie on no tracks.
pub trait Rest: Sync {
    /// Calls `visit` with every run of options of a position, as [`Moves::for_each_run`](super::Moves::for_each_run).
    fn for_each_run(&self, position: &[u64], visit: super::VisitRun<'_>) -> Result<(), SolveError>;
}

/// Moves that lie on no tracks, as they are told.
pub enum Others<'a> {
    /// In runs, anew for each position.
    Asked(Box<dyn Rest + 'a>),
    /// By a span in each row, on a board of two piles.
    Spans(super::Strips<'a>),
    /// By both ends; for P-positions only.
    Jumps(Box<dyn super::Jumps + 'a>),
}

/// No gates.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoGates;

impl Gates for NoGates {
    fn row(&self, _: usize, _: &[usize], words: &mut [u64]) -> Result<(), SolveError> {
        words.fill(!0);
        Ok(())
    }

    fn word(&self, _: usize, _: &[usize], _: usize, lanes: u64) -> Result<u64, SolveError> {
        Ok(lanes)
    }

    fn count(&self) -> usize {
        0
    }
}

/// Which targets are within reach of a cell of a board of two piles along a track with one stride, where comparisons of both
/// ends leave an interval of them: told by a coordinate that the stride lowers.
#[derive(Clone, Debug)]
pub struct Window {
    /// The coordinate.
    pub coordinate: usize,
    /// For each cell the first target within reach, or 65,535 if there is none.
    pub from: Vec<u16>,
    /// Whether that is told for each value of the coordinate instead, since it is the same for all cells that have it.
    pub alone: bool,
    /// For each cell that has one what is behind the last, if that may be before the nearest target.
    pub to: Option<Vec<u16>>,
    /// The nearest target is the next cell of the line, and what is within reach of two cells of a line and before both of
    /// them is within reach of the first: so that values within reach differ, and the first target never falls.
    pub distinct: bool,
}

/// Why a row has few P-positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FewPerRow {
    /// All multiples of `step` from `from` steps on may be taken from the second pile: in each residue class of columns no
    /// P-position is so far behind another.
    Second {
        /// The number whose multiples may be taken.
        step: usize,
        /// The first that may be.
        from: usize,
    },
    /// The piles may be exchanged, and any number may be taken from the larger one.
    Larger,
}

/// All moves on a board.
pub struct Tracks<'a> {
    /// The sides of the board.
    pub sides: Vec<usize>,
    /// The moves; any may be told twice.
    pub tracks: Vec<Track>,
    /// The gates that the tracks name.
    pub gates: Box<dyn Gates + 'a>,
    /// Comparisons between both ends of a move, which along each line leave an interval of targets.
    pub windows: Vec<Window>,
    /// Of two piles, why a row has few P-positions, if it has.
    pub few_per_row: Option<FewPerRow>,
    /// Two equal sides, and the moves do not tell the piles apart: tracks that are `twice` stand for their mirror images.
    pub half: bool,
    /// Moves besides the tracks, which are asked of each position; only Grundy values are found with them.
    pub rest: Option<Others<'a>>,
}

impl Tracks<'_> {
    /// How many cells the board has.
    pub(crate) fn cells(&self) -> u128 {
        self.sides.iter().fold(1u128, |all, side| all.saturating_mul(*side as u128))
    }

    /// Bytes that the numbers of the lines of all strides take, with the head of a list for each line.
    pub(crate) fn line_bytes(&self) -> u128 {
        let Some((_, first)) = self.sides.split_last() else { return 0 };
        let parts = first.iter().fold(0u128, |all, side| all + *side as u128) * size_of::<usize>() as u128;
        let strides = self.tracks.iter().flat_map(|track| &track.strides);
        let lines = strides.map(|stride| Numbers::count(&stride.vector[..first.len()], first));
        lines.fold(0, |all, lines| {
            let heads = lines.saturating_mul(size_of::<Vec<u64>>() as u128);
            u128::saturating_add(all, heads.saturating_add(parts))
        })
    }

    /// The positions that are on the board, each once, as the number of a row along the last coordinate and the column in it,
    /// in increasing order.
    pub(crate) fn by_rows(&self, positions: &[Vec<usize>]) -> Vec<(usize, usize)> {
        let inside = |p: &&Vec<usize>| p.iter().zip(&self.sides).all(|(x, side)| x < side);
        let place = |p: &Vec<usize>| {
            let (column, first) = p.split_last()?;
            Some((first.iter().zip(&self.sides).fold(0, |row, (x, side)| row * side + x), *column))
        };
        let mut places: Vec<(usize, usize)> = positions.iter().filter(inside).filter_map(place).collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    /// No play on the board is longer, and no Grundy value larger.
    pub(crate) fn longest_play(&self) -> usize {
        let length = self.sides.iter().map(|side| side - 1).sum::<usize>();
        if self.rest.is_some() {
            return length;
        }
        let Some(least) = self.tracks.iter().map(|t| t.start.iter().sum::<usize>()).min() else { return 0 };
        let by_length = length / least.max(1);
        let options = |track: &Track| {
            let each = track
                .strides
                .iter()
                .map(|s| s.count.unwrap_or(usize::MAX).min(multiples(s, &self.sides) + 1));
            each.fold(1usize, usize::saturating_mul).saturating_mul(if track.twice { 2 } else { 1 })
        };
        by_length.min(self.tracks.iter().map(options).fold(0, usize::saturating_add))
    }

    /// The gates of the whole board, as bits.
    pub(crate) fn open(&self, budget: &Budget) -> Result<Vec<Open>, SolveError> {
        (0..self.gates.count()).map(|gate| Open::new(&*self.gates, gate, &self.sides, budget)).collect()
    }
}

/// How many multiples of a stride the board has room for, 0 not counted.
pub(crate) fn multiples(stride: &Stride, sides: &[usize]) -> usize {
    let each = stride.vector.iter().zip(sides).filter(|(v, _)| **v > 0).map(|(v, side)| (side - 1) / v);
    each.min().unwrap_or(0)
}

/// A gate on the whole board.
pub(crate) struct Open {
    words: Vec<u64>,
    /// Words of a row.
    width: usize,
    /// The same bits by antidiagonals of each table of the last two coordinates, a bit for each row of the table.
    across: Vec<u64>,
    /// Words of an antidiagonal, and antidiagonals of a table.
    across_width: usize,
    sums: usize,
}

impl Open {
    /// Bytes of one: a narrow table with many rows has long antidiagonals that are nearly empty.
    pub fn bytes(sides: &[usize]) -> u128 {
        let (columns, first) = sides.split_last().map_or((0, sides), |(c, first)| (*c, first));
        let (rows, side) = (first.iter().product::<usize>() as u128, first.last().copied().unwrap_or(1));
        let across = (side + columns) as u128 * (side.div_ceil(64) + 1) as u128;
        8 * (rows * columns.div_ceil(64) as u128 + across * (rows / side.max(1) as u128))
    }

    fn new(gates: &dyn Gates, gate: usize, sides: &[usize], budget: &Budget) -> Result<Open, SolveError> {
        let (columns, first) = sides.split_last().map_or((0, sides), |(c, first)| (*c, first));
        let (width, rows) = (columns.div_ceil(64), first.iter().product::<usize>());
        let mut words = vec![0; width * rows];
        let mut prefix = vec![0; first.len()];
        for row in words.chunks_mut(width.max(1)) {
            budget.check()?;
            gates.row(gate, &prefix, row)?;
            // What is off the board is closed.
            if !columns.is_multiple_of(64) {
                row[columns / 64] &= !(!0 << (columns % 64));
            }
            next(&mut prefix, first);
        }
        let side = first.last().copied().unwrap_or(1);
        // A word behind the last, so that 64 bits can be read from any row on.
        let (sums, across_width) = (side + columns, side.div_ceil(64) + 1);
        let mut across = vec![0; sums * across_width * (rows / side.max(1))];
        for (table, across) in across.chunks_mut((sums * across_width).max(1)).enumerate() {
            for block in 0..side.div_ceil(64) {
                budget.check()?;
                for from in (block * 64..sums).step_by(64) {
                    // Bit j of word i is the cell of row i with sum from + j; turned over, the cells of a sum.
                    let mut square = [0u64; 64];
                    for (i, word) in square.iter_mut().enumerate().take(side - block * 64) {
                        let row = block * 64 + i;
                        let words = &words[(table * side + row) * width..][..width];
                        *word = word_from(words, from as isize - row as isize);
                    }
                    transpose(&mut square);
                    for (j, word) in square.iter().enumerate().take(sums - from) {
                        across[(from + j) * across_width + block] = *word;
                    }
                }
            }
        }
        Ok(Open { words, width, across, across_width, sums })
    }

    /// Whether the gate is open anywhere in the columns `from..to` that are told for each row of the table.
    pub fn anywhere(&self, columns: impl Fn(usize) -> (usize, usize)) -> bool {
        self.words.chunks(self.width.max(1)).enumerate().any(|(row, words)| {
            let (from, to) = columns(row);
            from < to && wythoff_numbers::bits::next_set(words, from, 0).is_some_and(|column| column < to)
        })
    }

    /// 1 if the gate is open at a cell, else 0.
    ///
    /// # Safety
    /// The cell is on the board.
    #[inline(always)]
    pub unsafe fn bit(&self, row: usize, column: usize) -> u64 {
        let word = row * self.width + column / 64;
        debug_assert!(word < self.words.len());
        // SAFETY: as the caller promises.
        unsafe { self.words.get_unchecked(word) >> (column % 64) & 1 }
    }

    /// Whether the gate is open at 64 cells of a table with the same sum of row and column, from a row on (which may be
    /// before the first), as bits.
    #[inline(always)]
    pub fn along(&self, table: usize, sum: usize, row: isize) -> u64 {
        let start = (table * self.sums + sum) * self.across_width;
        word_from(&self.across[start..start + self.across_width], row)
    }
}

/// The next position of a box in lexicographic order, the first after the last.
pub(crate) fn next(position: &mut [usize], sides: &[usize]) {
    for (x, side) in position.iter_mut().zip(sides).rev() {
        *x += 1;
        if *x < *side {
            return;
        }
        *x = 0;
    }
}

/// Numbers the lines of a stride: the number is a sum of a part for each coordinate.
///
/// Of the coordinates that the stride lowers one, c, is chosen; the line through p is told by p_c mod v_c and by
/// p_e - v_e floor(p_c / v_c) for all others.
#[derive(Clone, Debug)]
pub(crate) struct Numbers {
    pub parts: Vec<Vec<usize>>,
    pub count: usize,
}

impl Numbers {
    /// How many numbers the lines take, by the coordinate that makes it least.
    fn size(vector: &[usize], sides: &[usize]) -> Option<(usize, u128)> {
        let lowered = (0..sides.len()).filter(|c| vector[*c] > 0);
        let size = |c: usize| {
            let most = (sides[c] - 1) / vector[c];
            let others = (0..sides.len()).filter(|e| *e != c);
            let lines = others.map(|e| sides[e] as u128 + vector[e] as u128 * most as u128);
            lines.fold(vector[c].min(sides[c]) as u128, u128::saturating_mul)
        };
        lowered.map(|c| (c, size(c))).min_by_key(|(_, size)| *size)
    }

    pub fn count(vector: &[usize], sides: &[usize]) -> u128 {
        Numbers::size(vector, sides).map_or(0, |(_, size)| size)
    }

    pub fn new(vector: &[usize], sides: &[usize]) -> Numbers {
        let (chosen, size) = Numbers::size(vector, sides).unwrap_or((0, 0));
        let v = vector[chosen].max(1);
        let most = (sides[chosen] - 1) / v;
        let mut parts: Vec<Vec<usize>> = sides.iter().map(|side| vec![0; *side]).collect();
        let mut stride = v.min(sides[chosen]);
        parts[chosen].iter_mut().enumerate().for_each(|(x, part)| *part = x % v);
        for e in (0..sides.len()).rev().filter(|e| *e != chosen) {
            let lead = vector[e] * most;
            parts[e].iter_mut().enumerate().for_each(|(x, part)| *part = x * stride);
            for (x, part) in parts[chosen].iter_mut().enumerate() {
                *part += (lead - vector[e] * (x / v)) * stride;
            }
            stride *= sides[e] + lead;
        }
        Numbers { parts, count: size as usize }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_line_is_what_a_stride_joins(
            vector in proptest::collection::vec(0usize..4, 1..4), sides in proptest::collection::vec(1usize..6, 3),
        ) {
            prop_assume!(vector.iter().any(|v| *v > 0));
            let sides = &sides[..vector.len()];
            let numbers = Numbers::new(&vector, sides);
            let cells: usize = sides.iter().product();
            let mut all = Vec::new();
            let mut position = vec![0; sides.len()];
            for _ in 0..cells {
                all.push(position.clone());
                next(&mut position, sides);
            }
            let id = |p: &[usize]| p.iter().zip(&numbers.parts).map(|(x, part)| part[*x]).sum::<usize>();
            let behind = |p: &[usize], q: &[usize]| (0..6).any(|i| {
                p.iter().zip(q).zip(&vector).all(|((x, y), v)| *x == *y + i * v)
            });
            for p in &all {
                prop_assert!(id(p) < numbers.count);
                for q in &all {
                    prop_assert_eq!(id(p) == id(q), behind(p, q) || behind(q, p));
                }
            }
        }
    }
}
