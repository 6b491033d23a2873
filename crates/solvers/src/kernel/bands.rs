//! Games whose moves do not look at the position, on any number of coordinates: for each vector of first amounts the
//! last amounts are a few runs (intervals, perhaps of one residue class).
//!
//! The board is cut into rows along the last coordinate. In a row a P-position of an earlier row makes a few runs of
//! cells N; for each start of a run the furthest end is kept, and one pass along the row finds the cells that no run
//! covers. Grundy values come value by value: the cells of value g are the P-positions among the cells that have no
//! smaller value.
//!
//! Cost: O(P-positions) steps a row, and O(columns) for the pass; times the number of values for Grundy values. If the
//! coordinates may be exchanged only sorted positions are computed.

use crate::error::SolveError;
use crate::solve::GrundyTable;
use std::time::Duration;
use wythoff_numbers::Budget;
use wythoff_numbers::tuples::next_arrangement;

/// Last amounts `first, first + step, ..., last`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LastRun {
    /// The distance of neighbours, at least 1.
    pub step: u32,
    /// The smallest amount.
    pub first: u32,
    /// The greatest amount.
    pub last: u32,
}

/// Moves that do not look at the position, on a board with sides of its own.
#[derive(Clone, Debug)]
pub struct BandMoves {
    /// Sides of the board without the last.
    sides: Vec<usize>,
    columns: usize,
    /// The runs of the first amounts number k are `runs[starts[k]..starts[k + 1]]`.
    starts: Vec<u32>,
    runs: Vec<LastRun>,
    symmetric: bool,
    /// Two coordinates, and any number may be taken from the first alone: then `runs` leave that out.
    takes_first: bool,
}

/// Most columns of a board.
const MOST_COLUMNS: usize = 1 << 30;

impl BandMoves {
    /// Collects the runs of last amounts for all first amounts on a board; `runs_for` writes those of one vector of
    /// first amounts. `symmetric` promises that the coordinates may be exchanged; it is used if the sides are equal.
    ///
    /// The vector that takes nothing is left out. Runs that leave the board are cut.
    pub fn new(
        sides: &[usize],
        symmetric: bool,
        limits: &Budget,
        mut runs_for: impl FnMut(&[usize], &mut Vec<LastRun>) -> Result<(), SolveError>,
    ) -> Result<Option<BandMoves>, SolveError> {
        let Some((&columns, sides)) = sides.split_last() else { return Ok(None) };
        let rows = sides.iter().try_fold(1usize, |rows, side| rows.checked_mul(*side));
        let Some(rows) = rows.filter(|rows| *rows < 1 << 31 && (1..MOST_COLUMNS).contains(&columns)) else {
            return Ok(None);
        };
        limits.need("the runs of amounts", rows as u128 * 20)?;
        let mut moves = BandMoves {
            sides: sides.to_vec(),
            columns,
            starts: Vec::with_capacity(rows + 1),
            runs: Vec::new(),
            symmetric: symmetric && sides.iter().all(|side| *side == columns),
            takes_first: false,
        };
        let mut amounts = vec![0; sides.len()];
        let mut runs = Vec::new();
        for row in 0..rows {
            if row % 256 == 0 {
                limits.step(0, 1)?;
            }
            moves.starts.push(moves.runs.len() as u32);
            moves.write_prefix(row, &mut amounts);
            runs.clear();
            runs_for(&amounts, &mut runs)?;
            tidy(&mut runs, row == 0, columns);
            moves.runs.extend_from_slice(&runs);
            if moves.runs.len() > u32::MAX as usize {
                return Ok(None);
            }
            limits.allow("the runs of amounts", rows as u128 * 8 + moves.runs.len() as u128 * 12)?;
        }
        moves.starts.push(moves.runs.len() as u32);
        moves.leave_out_first();
        Ok(Some(moves))
    }

    /// The sides of a board of two piles.
    pub(super) fn two_piles(&self) -> Option<(usize, usize)> {
        let &[rows] = &self.sides[..] else { return None };
        Some((rows, self.columns))
    }

    /// Calls with all last amounts that go with a first amount on a board of two piles, nothing from both left out.
    pub(super) fn for_each_last(&self, first: usize, mut visit: impl FnMut(usize)) {
        if self.takes_first && first > 0 {
            visit(0);
        }
        for run in self.runs(first) {
            (run.first..=run.last).step_by(run.step as usize).for_each(|last| visit(last as usize));
        }
    }

    /// Whether the coordinates may be exchanged on a board with such ends.
    pub(super) fn may_be_exchanged(&self, ends: &[Vec<usize>]) -> bool {
        self.symmetric && self.ends_symmetric(&self.ends(ends))
    }

    /// How many rows the board has.
    fn rows(&self) -> usize {
        self.starts.len() - 1
    }

    fn runs(&self, amounts: usize) -> &[LastRun] {
        &self.runs[self.starts[amounts] as usize..self.starts[amounts + 1] as usize]
    }

    /// The position in a row and a column.
    fn position(&self, row: usize, column: usize) -> Vec<u64> {
        let width = self.sides.len();
        let mut prefix = vec![0; width];
        self.write_prefix(row, &mut prefix);
        prefix.into_iter().chain([column]).map(|x| x as u64).collect()
    }

    fn write_prefix(&self, mut row: usize, prefix: &mut [usize]) {
        for (x, side) in prefix.iter_mut().zip(&self.sides).rev() {
            *x = row % side;
            row /= side;
        }
    }

    fn prefix(&self, row: usize) -> Vec<usize> {
        let mut prefix = vec![0; self.sides.len()];
        self.write_prefix(row, &mut prefix);
        prefix
    }

    fn row_of(&self, prefix: impl Iterator<Item = usize>) -> usize {
        prefix.zip(&self.sides).fold(0, |row, (x, side)| row * side + x)
    }

    /// Whether any number may be taken from the last coordinate alone.
    fn empties_rows(&self) -> bool {
        let whole = LastRun { step: 1, first: 1, last: self.columns as u32 - 1 };
        self.columns == 1 || self.runs(0).contains(&whole)
    }

    /// Two coordinates, any number from the first alone: a set of used columns says it with less work.
    fn leave_out_first(&mut self) {
        let only_zero = |run: &LastRun| (run.first, run.last) == (0, 0);
        if self.sides.len() != 1 || !(1..self.rows()).all(|k| self.runs(k).iter().any(|run| run.first == 0)) {
            return;
        }
        self.takes_first = true;
        let (mut starts, mut runs) = (Vec::with_capacity(self.starts.len()), Vec::new());
        for k in 0..self.rows() {
            starts.push(runs.len() as u32);
            runs.extend(self.runs(k).iter().filter(|run| !only_zero(run)));
        }
        starts.push(runs.len() as u32);
        (self.starts, self.runs) = (starts, runs);
    }

    /// For each row the least last amount of any move that its first coordinates allow.
    fn least_amounts(&self) -> Vec<u32> {
        let mut least: Vec<u32> = (0..self.rows())
            .map(|k| {
                let own = self.runs(k).iter().map(|run| run.first).min().unwrap_or(u32::MAX);
                if self.takes_first && k > 0 { 0 } else { own }
            })
            .collect();
        let mut stride = 1;
        for side in self.sides.iter().rev() {
            for row in 0..least.len() {
                if row / stride % side > 0 {
                    least[row] = least[row].min(least[row - stride]);
                }
            }
            stride *= side;
        }
        least
    }
}

/// Cuts runs at the board's edge, leaves out the vector that takes nothing, sorts, and joins what touches.
fn tidy(runs: &mut Vec<LastRun>, nothing_first: bool, columns: usize) {
    let most = columns as u32 - 1;
    runs.retain_mut(|run| {
        if nothing_first && run.first == 0 {
            run.first = run.step;
        }
        if run.first > most || run.first > run.last {
            return false;
        }
        run.last = run.first + (run.last.min(most) - run.first) / run.step * run.step;
        if run.first == run.last {
            run.step = 1;
        }
        true
    });
    runs.sort_unstable();
    runs.dedup_by(|next, run| {
        let joins = next.step == 1 && run.step == 1 && next.first <= run.last + 1;
        if joins {
            run.last = run.last.max(next.last);
        }
        joins
    });
}

/// The convention on a board: misère or not, and extra ends, as (row, column), sorted.
struct Convention {
    misere: bool,
    ends: Vec<(usize, usize)>,
}

/// The P-positions on a board, in lexicographic order; only sorted ones if the coordinates may be exchanged. The game
/// ends at `ends`, too.
///
/// ```
/// use wythoff_solvers::{Budget, kernel::{BandMoves, LastRun, bands}};
/// // Any number from one pile, or k and l from both with |k - l| < 2.
/// let moves = BandMoves::new(&[12, 12], true, &Budget::default(), |k, runs| {
///     let k = k[0] as u32;
///     if k == 0 {
///         runs.push(LastRun { step: 1, first: 1, last: 11 });
///     } else {
///         runs.push(LastRun { step: 1, first: 0, last: 0 });
///         runs.push(LastRun { step: 1, first: (k - 1).max(1), last: k + 1 });
///     }
///     Ok(())
/// });
/// let lost = bands(&moves.unwrap().unwrap(), false, &[], &Budget::default()).unwrap();
/// assert_eq!(lost, [[0, 0], [1, 3], [2, 6], [4, 10]]);
/// ```
pub fn bands(
    moves: &BandMoves,
    misere: bool,
    ends: &[Vec<usize>],
    limits: &Budget,
) -> Result<Vec<Vec<u64>>, SolveError> {
    let mut lost = Vec::new();
    bands_into(moves, misere, ends, limits, &mut |position| lost.push(position.to_vec()))?;
    Ok(lost)
}

/// Time after the end of a computation in which what it has found is still given.
const GIVING: Duration = Duration::from_millis(50);

/// The same positions, given one by one; the first of them if the computation is ended.
pub(crate) fn bands_into(
    moves: &BandMoves,
    misere: bool,
    ends: &[Vec<usize>],
    limits: &Budget,
    give: &mut dyn FnMut(&[u64]),
) -> Result<(), SolveError> {
    let convention = Convention { misere, ends: moves.ends(ends) };
    let symmetric = moves.symmetric && moves.ends_symmetric(&convention.ends);
    let sparse = moves.empties_rows() && convention.ends.is_empty();
    let bytes = moves.rows() as u128 * if sparse { 4 } else { 32 } + moves.columns as u128 * 16;
    limits.need("the P-positions", bytes)?;
    let (mut level, mut lost) = (Level::new(moves, symmetric), Vec::new());
    let done = if sparse {
        level.sweep::<One>(&convention, None, limits, &mut lost)
    } else {
        level.sweep::<Many>(&convention, None, limits, &mut lost)
    };
    let end = limits.now() + GIVING;
    for (index, (row, column)) in lost.into_iter().enumerate() {
        if done.is_err() && index % 4096 == 0 && limits.now() > end {
            break;
        }
        give(&moves.position(row, column));
    }
    done
}

/// The Grundy values on a board in row-major order; the game ends at `ends`, too.
///
/// Costs one outcome computation for each value that occurs.
pub fn grundy_bands(moves: &BandMoves, ends: &[Vec<usize>], limits: &Budget) -> Result<Vec<u32>, SolveError> {
    let (rows, columns) = (moves.rows(), moves.columns);
    let cells = rows as u128 * columns as u128;
    limits.need("the table", cells * 4 + cells / 8 + rows as u128 * 32)?;
    let mut values = vec![0u32; rows * columns];
    let mut convention = Convention { misere: false, ends: moves.ends(ends) };
    let symmetric = moves.symmetric && moves.ends_symmetric(&convention.ends);
    let mut level = Level::new(moves, symmetric);
    let mut done = Done::new(rows, columns);
    for value in 0.. {
        let sparse = moves.empties_rows() && convention.ends.is_empty();
        let mut lost = Vec::new();
        let swept = limits
            .step(done.count as u64, (rows * columns) as u64)
            .map_err(SolveError::from)
            .and_then(|()| {
                if sparse {
                    level.sweep::<One>(&convention, Some(&done), limits, &mut lost)
                } else {
                    level.sweep::<Many>(&convention, Some(&done), limits, &mut lost)
                }
            });
        let kept = || {
            let sides: Vec<u64> = moves.sides.iter().chain([&columns]).map(|side| *side as u64).collect();
            GrundyTable::complete_part(&sides, true, METHOD, |at| {
                done.contains(at / columns, at % columns).then(|| values[at])
            })
        };
        swept.map_err(|error| error.keeping_table(kept))?;
        for (row, column) in lost {
            level.for_each_arrangement(row, column, &mut |row, column| {
                values[row * columns + column] = value;
                done.insert(row, column);
            });
        }
        convention.ends.clear();
        if done.count == rows * columns {
            break;
        }
    }
    Ok(values)
}

impl BandMoves {
    fn ends(&self, ends: &[Vec<usize>]) -> Vec<(usize, usize)> {
        let inside = |end: &&Vec<usize>| {
            end.len() == self.sides.len() + 1
                && end.iter().zip(self.sides.iter().chain([&self.columns])).all(|(x, side)| x < side)
        };
        let place = |end: &Vec<usize>| {
            let (prefix, column) = end.split_at(self.sides.len());
            (self.row_of(prefix.iter().copied()), column[0])
        };
        let mut ends: Vec<_> = ends.iter().filter(inside).map(place).collect();
        ends.sort_unstable();
        ends
    }

    fn ends_symmetric(&self, ends: &[(usize, usize)]) -> bool {
        let level = Level::new(self, true);
        ends.iter().all(|&(row, column)| {
            let mut all = true;
            level.for_each_arrangement(row, column, &mut |row, column| {
                all &= ends.binary_search(&(row, column)).is_ok();
            });
            all
        })
    }
}

/// How the values were found.
const METHOD: &str = "runs of amounts, value by value";

/// The cells that have a smaller value already.
struct Done {
    words: usize,
    bits: Vec<u64>,
    columns: usize,
    /// For each row the first word with a cell that is not done.
    first: Vec<u32>,
    count: usize,
}

impl Done {
    fn new(rows: usize, columns: usize) -> Done {
        let words = columns.div_ceil(64);
        let mut bits = vec![0; words * rows];
        if !columns.is_multiple_of(64) {
            bits.iter_mut().skip(words - 1).step_by(words).for_each(|word| *word = !0 << (columns % 64));
        }
        Done { words, bits, columns, first: vec![0; rows], count: 0 }
    }

    fn insert(&mut self, row: usize, column: usize) {
        let word = &mut self.bits[row * self.words + column / 64];
        let bit = 1 << (column % 64);
        self.count += usize::from(*word & bit == 0);
        *word |= bit;
        let first = &mut self.first[row];
        while (*first as usize) < self.words && self.bits[row * self.words + *first as usize] == !0 {
            *first += 1;
        }
    }

    fn contains(&self, row: usize, column: usize) -> bool {
        self.bits[row * self.words + column / 64] >> (column % 64) & 1 == 1
    }

    /// The first cell of a row from `from` on that is not done.
    fn next_open(&self, row: usize, from: usize) -> usize {
        let bits = &self.bits[row * self.words..(row + 1) * self.words];
        let mut word = (from / 64).max(self.first[row] as usize);
        let mut below = if word == from / 64 { !(!0 << (from % 64)) } else { 0 };
        while word < self.words {
            let open = !(bits[word] | below);
            if open != 0 {
                return word * 64 + open.trailing_zeros() as usize;
            }
            (word, below) = (word + 1, 0);
        }
        self.columns
    }
}

/// The P-positions of each row.
trait Store {
    /// Whether a row has at most one.
    const ONE: bool;
    fn new(rows: usize) -> Self;
    fn push(&mut self, row: usize, column: u32);
    fn for_each(&self, row: usize, visit: impl FnMut(u32));
    /// Whether the row is settled: no further P-position can come.
    fn is_full(&self, row: usize) -> bool;
}

/// At most one P-position a row.
struct One(Vec<u32>);

impl Store for One {
    const ONE: bool = true;
    fn new(rows: usize) -> One {
        One(vec![u32::MAX; rows])
    }
    fn push(&mut self, row: usize, column: u32) {
        self.0[row] = column;
    }
    #[inline(always)]
    fn for_each(&self, row: usize, mut visit: impl FnMut(u32)) {
        if self.0[row] != u32::MAX {
            visit(self.0[row]);
        }
    }
    fn is_full(&self, row: usize) -> bool {
        self.0[row] != u32::MAX
    }
}

/// Any number of P-positions a row.
struct Many(Vec<Vec<u32>>);

impl Store for Many {
    const ONE: bool = false;
    fn new(rows: usize) -> Many {
        Many(vec![Vec::new(); rows])
    }
    fn push(&mut self, row: usize, column: u32) {
        self.0[row].push(column);
    }
    #[inline(always)]
    fn for_each(&self, row: usize, visit: impl FnMut(u32)) {
        self.0[row].iter().copied().for_each(visit);
    }
    fn is_full(&self, _: usize) -> bool {
        false
    }
}

/// No amount.
const NONE: u32 = u32::MAX;

/// One pass over the board: the P-positions among the cells that are not done.
struct Level<'a> {
    moves: &'a BandMoves,
    symmetric: bool,
    /// For each vector of first amounts its last amount, if it has just one, and most have; the others stand in `few`.
    singles: Option<Vec<u32>>,
    /// First amounts that have runs, with their vectors, if few have; else all are tried in order.
    few: Option<Vec<(usize, Vec<usize>)>>,
    /// For each column one more than the furthest end of the runs of step 1 that start there.
    reach: Vec<u32>,
    /// The same for each other step.
    stepped: Vec<Stepped>,
}

impl<'a> Level<'a> {
    fn new(moves: &'a BandMoves, symmetric: bool) -> Level<'a> {
        let mut steps: Vec<u32> = moves.runs.iter().map(|run| run.step).filter(|step| *step > 1).collect();
        steps.sort_unstable();
        steps.dedup();
        let mut full: Vec<usize> = (0..moves.rows()).filter(|k| !moves.runs(*k).is_empty()).collect();
        let single = |k: usize| match moves.runs(k) {
            [run] if run.first == run.last => run.first,
            _ => NONE,
        };
        let singles: Vec<u32> = (0..moves.rows()).map(single).collect();
        let most = singles.iter().filter(|amount| **amount != NONE).count() * 4 > moves.rows() * 3;
        if most {
            full.retain(|k| singles[*k] == NONE);
        }
        Level {
            moves,
            symmetric,
            few: (full.len() * 4 < moves.rows())
                .then(|| full.into_iter().map(|k| (k, moves.prefix(k))).collect()),
            singles: most.then_some(singles),
            // Behind the last column is what leaves the board.
            reach: vec![0; moves.columns + 1],
            stepped: steps.into_iter().map(|step| Stepped::new(step, moves.columns)).collect(),
        }
    }

    /// Lists the P-positions in lexicographic order; only sorted ones if the coordinates may be exchanged.
    fn sweep<S: Store>(
        &mut self,
        convention: &Convention,
        done: Option<&Done>,
        limits: &Budget,
        lost: &mut Vec<(usize, usize)>,
    ) -> Result<(), SolveError> {
        let rows = self.moves.rows();
        let least = if convention.misere { self.moves.least_amounts() } else { vec![0; 0] };
        let mut store = S::new(rows);
        let mut used = Used::new(self.moves);
        let mut prefix = vec![0; self.moves.sides.len()];
        for row in 0..rows {
            if row % 64 == 0 && done.is_none() {
                limits.step(row as u64, rows as u64)?;
            }
            self.moves.write_prefix(row, &mut prefix);
            if self.symmetric && !prefix.is_sorted() || store.is_full(row) {
                continue;
            }
            let mut from = if convention.ends.is_empty() { used.first() } else { 0 };
            if self.symmetric {
                from = from.max(prefix.last().copied().unwrap_or(0));
            }
            if let Some(done) = done {
                from = done.next_open(row, from);
            }
            if from >= self.moves.columns {
                continue;
            }
            let fresh = lost.len();
            let least = least.get(row).map_or(0, |least| *least as usize);
            if S::ONE && prefix.len() == 1 && self.stepped.is_empty() && lost.len() < self.moves.columns / 32
            {
                if let Some(column) = self.look_along(row, from, least, done, &used, lost) {
                    lost.push((row, column));
                    self.for_each_arrangement(row, column, &mut |row, column| {
                        store.push(row, column as u32);
                        used.insert(column);
                    });
                }
                continue;
            }
            self.gather(row, &prefix, from, &store);
            // Whoever takes them holds them once more.
            if !S::ONE {
                limits.grow("the P-positions", lost, self.moves.columns - from)?;
            }
            self.pass::<S>(row, from, least, convention, done, &used, lost);
            self.reach[from..].fill(0);
            self.stepped.iter_mut().for_each(|stepped| stepped.clear(from));
            for &(row, column) in &lost[fresh..] {
                self.for_each_arrangement(row, column, &mut |row, column| {
                    store.push(row, column as u32);
                    used.insert(column);
                });
            }
        }
        Ok(())
    }

    /// The first cell from `from` on that no run covers, where few P-positions are known: their runs are sorted, and
    /// what they cover is jumped over.
    fn look_along(
        &self,
        row: usize,
        from: usize,
        least: usize,
        done: Option<&Done>,
        used: &Used,
        lost: &[(usize, usize)],
    ) -> Option<usize> {
        let mut covers = Vec::with_capacity(2 * lost.len());
        let mut note = |earlier: usize, column: usize| {
            if earlier < row {
                let runs = self.moves.runs(row - earlier).iter();
                covers.extend(runs.map(|run| (column + run.first as usize, column + run.last as usize + 1)));
            }
        };
        for &(x, y) in lost {
            note(x, y);
            if self.symmetric && x != y {
                note(y, x);
            }
        }
        covers.sort_unstable();
        let mut covers = covers.into_iter().peekable();
        let mut column = from.max(least);
        let mut end = 0;
        while column < self.moves.columns {
            while let Some((_, to)) = covers.next_if(|(start, _)| *start <= column) {
                end = end.max(to);
            }
            if column < end {
                column = end;
            } else if used.contains(column) || done.is_some_and(|done| done.contains(row, column)) {
                column += 1;
            } else {
                return Some(column);
            }
        }
        None
    }

    /// Notes the runs of N-cells that earlier rows (and what is known of this one) cause from column `from` on.
    fn gather<S: Store>(&mut self, row: usize, prefix: &[usize], from: usize, store: &S) {
        let moves = self.moves;
        if let Some(singles) = self.singles.take() {
            self.gather_singles(row, prefix, from, store, &singles);
            self.singles = Some(singles);
        }
        if let Some(few) = self.few.take() {
            for (amounts, vector) in &few {
                if vector.iter().zip(prefix).all(|(a, x)| a <= x) {
                    store.for_each(row - amounts, |column| self.note(moves.runs(*amounts), column, from));
                }
            }
            self.few = Some(few);
            return;
        }
        let Some((&last, outer)) = prefix.split_last() else {
            store.for_each(row, |column| self.note(moves.runs(0), column, from));
            return;
        };
        self.for_each_stretch(outer, |level, base| {
            for earlier in base..=base + last {
                store.for_each(earlier, |column| level.note(moves.runs(row - earlier), column, from));
            }
        });
    }

    /// Calls `visit` with the first row of each stretch of rows whose first coordinates but the last are not beyond `outer`.
    fn for_each_stretch(&mut self, outer: &[usize], mut visit: impl FnMut(&mut Self, usize)) {
        let side = self.moves.sides[outer.len()];
        let mut at = vec![0; outer.len()];
        loop {
            let base = self.moves.row_of(at.iter().copied()) * side;
            visit(self, base);
            let Some(next) = (0..outer.len()).rev().find(|c| at[*c] < outer[*c]) else { return };
            at[next] += 1;
            at[next + 1..].fill(0);
        }
    }

    /// Notes what single last amounts cause, without a question for each.
    fn gather_singles<S: Store>(
        &mut self,
        row: usize,
        prefix: &[usize],
        from: usize,
        store: &S,
        singles: &[u32],
    ) {
        let Some((&last, outer)) = prefix.split_last() else { return };
        let (columns, from) = (self.moves.columns as u32, from as u32);
        self.for_each_stretch(outer, |level, base| {
            let amounts = singles[row - base - last..=row - base].iter().rev();
            for (earlier, amount) in (base..=base + last).zip(amounts) {
                store.for_each(earlier, |column| {
                    let cell = column.saturating_add(*amount).min(columns);
                    let cell = if cell < from { columns } else { cell };
                    let reach = &mut level.reach[cell as usize];
                    *reach = (*reach).max(cell + 1);
                });
            }
        });
    }

    /// Notes the runs of cells that have a move to a P-position in `column` of another row.
    #[inline(always)]
    fn note(&mut self, runs: &[LastRun], column: u32, from: usize) {
        for run in runs {
            let end = column + run.last + 1;
            if run.step == 1 {
                let start = (column + run.first).max(from as u32);
                if let Some(reach) = self.reach.get_mut(start as usize) {
                    *reach = (*reach).max(end);
                }
            } else {
                let start = column + run.first;
                let start = start + (from as u32).saturating_sub(start).next_multiple_of(run.step);
                let stepped = self.stepped.iter_mut().find(|stepped| stepped.step == run.step);
                if let Some(reach) = stepped.and_then(|stepped| stepped.reach.get_mut(start as usize)) {
                    *reach = (*reach).max(end);
                }
            }
        }
    }

    /// Goes along a row and finds the cells that no run covers.
    #[allow(clippy::too_many_arguments)]
    fn pass<S: Store>(
        &mut self,
        row: usize,
        from: usize,
        least: usize,
        convention: &Convention,
        done: Option<&Done>,
        used: &Used,
        lost: &mut Vec<(usize, usize)>,
    ) {
        let moves = self.moves;
        let mut cover = 0;
        self.stepped.iter_mut().for_each(|stepped| stepped.class = from % stepped.step as usize);
        for column in from..moves.columns {
            cover = cover.max(self.reach[column]);
            let mut covered = (column as u32) < cover;
            for stepped in &mut self.stepped {
                covered |= stepped.covers(column);
            }
            let is_end = !convention.ends.is_empty() && convention.ends.binary_search(&(row, column)).is_ok();
            if is_end && convention.misere {
                continue;
            }
            if !is_end {
                let is_done = || done.is_some_and(|done| done.contains(row, column));
                if covered || used.contains(column) || column < least || is_done() {
                    continue;
                }
            }
            lost.push((row, column));
            if S::ONE {
                return;
            }
            self.note(moves.runs(0), column as u32, column + 1);
        }
    }

    /// Calls `visit` with every position that has the same coordinates in another order, if order does not matter.
    fn for_each_arrangement(&self, row: usize, column: usize, visit: &mut dyn FnMut(usize, usize)) {
        if !self.symmetric {
            return visit(row, column);
        }
        let width = self.moves.sides.len();
        let mut position = vec![0; width + 1];
        self.moves.write_prefix(row, &mut position[..width]);
        position[width] = column;
        position.sort_unstable();
        loop {
            visit(self.moves.row_of(position[..width].iter().copied()), position[width]);
            if !next_arrangement(&mut position) {
                return;
            }
        }
    }
}

/// Runs of one step other than 1, noted along a row.
struct Stepped {
    step: u32,
    /// For each column one more than the furthest end of the runs that start there.
    reach: Vec<u32>,
    /// How far each residue class is covered.
    cover: Vec<u32>,
    /// The class of the column that comes next.
    class: usize,
}

impl Stepped {
    fn new(step: u32, columns: usize) -> Stepped {
        Stepped { step, reach: vec![0; columns], cover: vec![0; step as usize], class: 0 }
    }

    fn clear(&mut self, from: usize) {
        self.reach[from..].fill(0);
        self.cover.fill(0);
    }

    /// Whether a run covers a column; columns come one after the other.
    #[inline(always)]
    fn covers(&mut self, column: usize) -> bool {
        let cover = &mut self.cover[self.class];
        *cover = (*cover).max(self.reach[column]);
        self.class = if self.class + 1 == self.step as usize { 0 } else { self.class + 1 };
        (column as u32) < *cover
    }
}

/// The columns with a P-position, where one makes the rest of its column N.
struct Used {
    columns: Vec<bool>,
    first: usize,
}

impl Used {
    fn new(moves: &BandMoves) -> Used {
        Used { columns: vec![false; if moves.takes_first { moves.columns } else { 0 }], first: 0 }
    }

    fn contains(&self, column: usize) -> bool {
        self.columns.get(column).is_some_and(|used| *used)
    }

    fn insert(&mut self, column: usize) {
        if let Some(used) = self.columns.get_mut(column) {
            *used = true;
        }
    }

    /// The first column that is not used.
    fn first(&mut self) -> usize {
        while self.contains(self.first) {
            self.first += 1;
        }
        self.first
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// A random set of vectors: some whole rays, some vectors, perhaps closed under permutation.
    fn any_vectors(width: usize, side: usize) -> impl Strategy<Value = (BTreeSet<Vec<usize>>, bool)> {
        let vector = proptest::collection::vec(0usize..4, width);
        let parts = proptest::collection::vec((vector, 1usize..3, any::<bool>()), 0..5);
        (parts, any::<bool>(), any::<bool>()).prop_map(move |(parts, symmetric, nim)| {
            let mut all = BTreeSet::new();
            for (vector, step, ray) in parts {
                for i in 1..=if ray { side } else { 1 } {
                    all.insert(vector.iter().map(|v| v * step * i).collect::<Vec<_>>());
                }
            }
            for i in 1..side {
                for c in 0..if nim { width } else { 0 } {
                    all.insert((0..width).map(|j| if j == c { i } else { 0 }).collect());
                }
            }
            if symmetric {
                for vector in all.clone() {
                    all.extend(wythoff_numbers::tuples::arrangements(&vector));
                }
            }
            all.remove(&vec![0; width]);
            (all, symmetric)
        })
    }

    /// The vectors as runs, neighbours joined where `join` says so.
    fn as_moves(vectors: &BTreeSet<Vec<usize>>, sides: &[usize], symmetric: bool) -> BandMoves {
        BandMoves::new(sides, symmetric, &Budget::default(), |first, runs| {
            let mut lasts: Vec<u32> = vectors
                .iter()
                .filter(|v| v[..first.len()] == *first)
                .map(|v| v[first.len()] as u32)
                .collect();
            // Three in a row at distance 2 are given as a run of step 2.
            if let [a, b, c, ..] = lasts[..]
                && b == a + 2
                && c == b + 2
            {
                runs.push(LastRun { step: 2, first: a, last: c });
                lasts.drain(..3);
            }
            runs.extend(lasts.iter().map(|l| LastRun { step: 1, first: *l, last: *l }));
            Ok(())
        })
        .unwrap()
        .unwrap()
    }

    fn positions(sides: &[usize]) -> Vec<Vec<usize>> {
        sides.iter().fold(vec![vec![]], |all, side| {
            all.iter().flat_map(|p| (0..*side).map(move |x| [p.as_slice(), &[x]].concat())).collect()
        })
    }

    fn options<'a>(
        vectors: &'a BTreeSet<Vec<usize>>,
        p: &'a [usize],
    ) -> impl Iterator<Item = Vec<usize>> + 'a {
        vectors.iter().filter_map(|v| p.iter().zip(v).map(|(x, a)| x.checked_sub(*a)).collect())
    }

    fn check(
        (vectors, symmetric): (BTreeSet<Vec<usize>>, bool),
        sides: Vec<usize>,
        misere: bool,
        ends: Vec<Vec<usize>>,
    ) -> Result<(), TestCaseError> {
        let moves = as_moves(&vectors, &sides, symmetric);
        let mut lost = BTreeSet::new();
        let mut values = std::collections::BTreeMap::new();
        for p in positions(&sides) {
            let over = ends.contains(&p) || options(&vectors, &p).next().is_none();
            if (over && !misere) || (!over && !options(&vectors, &p).any(|o| lost.contains(&o))) {
                lost.insert(p.clone());
            }
            let seen: BTreeSet<u32> = options(&vectors, &p).map(|o| values[&o]).collect();
            let value = if over { 0 } else { (0..).find(|g| !seen.contains(g)).unwrap() };
            values.insert(p, value);
        }
        let found = bands(&moves, misere, &ends, &Budget::default()).unwrap();
        let halved = moves.symmetric && moves.ends_symmetric(&moves.ends(&ends));
        let expected = lost.into_iter().filter(|p| !halved || p.is_sorted());
        let expected: Vec<Vec<u64>> = expected.map(|p| p.into_iter().map(|x| x as u64).collect()).collect();
        prop_assert_eq!(found, expected);
        let found = grundy_bands(&moves, &ends, &Budget::default()).unwrap();
        prop_assert_eq!(found, values.into_values().collect::<Vec<_>>());
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(96))]
        #[test]
        fn one_pile(moves in any_vectors(1, 20), side in 1usize..20, misere in any::<bool>()) {
            check(moves, vec![side], misere, vec![])?;
        }

        #[test]
        fn two_piles(
            moves in any_vectors(2, 14), sides in proptest::collection::vec(1usize..14, 2), square in any::<bool>(),
            misere in any::<bool>(), ends in proptest::collection::vec(proptest::collection::vec(0usize..6, 2), 0..3),
        ) {
            let sides = if square { vec![sides[0]; 2] } else { sides };
            check(moves, sides, misere, ends)?;
        }

        #[test]
        fn long_rows_agree_with_straight_loops(
            moves in super::super::rays::tests::any_rays(), rows in 1usize..90, columns in 64usize..90,
            square in any::<bool>(), misere in any::<bool>(),
        ) {
            let columns = if square { rows } else { columns };
            let limits = Budget::default();
            let mut runs = vec![Vec::new(); rows];
            moves.for_each(rows - 1, columns - 1, |a, b| {
                runs[a].push(LastRun { step: 1, first: b as u32, last: b as u32 });
            });
            let bands_of_moves = BandMoves::new(&[rows, columns], moves.is_symmetric(), &limits, |first, out| {
                out.extend_from_slice(&runs[first[0]]);
                Ok(())
            });
            let found = bands(&bands_of_moves.unwrap().unwrap(), misere, &[], &limits).unwrap();
            let half = moves.is_symmetric() && rows == columns;
            let all = super::super::plain::p_positions(&moves, rows, columns, &super::super::Ends::new(misere, []));
            let expected = all.into_iter().filter(|(x, y)| x <= y || !half);
            let expected: Vec<Vec<u64>> = expected.map(|(x, y)| vec![x as u64, y as u64]).collect();
            prop_assert_eq!(found, expected);
        }

        #[test]
        fn three_piles(
            moves in any_vectors(3, 6), sides in proptest::collection::vec(1usize..6, 3), square in any::<bool>(),
            misere in any::<bool>(),
        ) {
            let sides = if square { vec![sides[0]; 3] } else { sides };
            check(moves, sides, misere, vec![])?;
        }
    }
}
