//! Grundy values of two piles whose moves are one region of amounts, whatever the position: cones `k <= l < f(k)` and the
//! like, where lines would be too many.
//!
//! Of the amounts from both piles a direction d is found along which the region never ends: region + d is inside the
//! region. Then the options of p by it are those of p - d and what is taken by the amounts that are new, those v of which
//! v - d is not in the region. The new amounts are cut into runs along rows and along columns; from one cell of a row (a
//! column) to the next a run takes in one value and lets go of one, which counters keep track of. Amounts from one pile
//! alone are runs of their own.
//!
//! Cost: O(runs of new amounts within reach) and a few passes over a set of values, for each cell; memory for a counter of
//! each value in each column. With f(k) = k^2 a cell has about 2 sqrt(side) runs.

use super::bands::BandMoves;
use crate::error::SolveError;
use crate::solve::GrundyTable;
use wythoff_numbers::Budget;

/// How the values were found.
pub const REGIONS: &str = "sliding runs of amounts";

/// Directions along which a region may go on.
const DIRECTIONS: [(usize, usize); 8] = [(1, 1), (0, 1), (1, 0), (2, 2), (1, 2), (2, 1), (0, 2), (2, 0)];

/// The Grundy values on a board in row-major order, the game being over at `ends`, too; `None` if there are more than two
/// piles, or if the region goes on in no direction.
///
/// ```
/// use wythoff_solvers::{Budget, kernel::{BandMoves, LastRun, grundy_region}};
/// // Any number from one pile, or k and l from both with |k - l| < 2.
/// let moves = BandMoves::new(&[3, 4], true, &Budget::default(), |k, runs| {
///     let k = k[0] as u32;
///     if k == 0 {
///         runs.push(LastRun { step: 1, first: 1, last: 3 });
///     } else {
///         runs.push(LastRun { step: 1, first: 0, last: 0 });
///         runs.push(LastRun { step: 1, first: (k - 1).max(1), last: k + 1 });
///     }
///     Ok(())
/// });
/// let values = grundy_region(&moves.unwrap().unwrap(), &[], &Budget::default()).unwrap().unwrap();
/// assert_eq!(values, [0, 1, 2, 3, 1, 2, 3, 0, 2, 3, 4, 5]);
/// ```
pub fn grundy_region(
    moves: &BandMoves,
    ends: &[Vec<usize>],
    limits: &Budget,
) -> Result<Option<Vec<u32>>, SolveError> {
    let Some((rows, columns)) = moves.two_piles() else { return Ok(None) };
    let words = (rows + columns - 1).div_ceil(64);
    let bits = rows as u128 * columns.div_ceil(64) as u128 * 8;
    let counters = columns as u128 * words as u128 * 64 * 4;
    limits.need("the table", (rows * columns) as u128 * 4 + counters * 2 + bits * 2)?;
    let Some(plan) = Plan::new(moves, rows, columns) else { return Ok(None) };
    plan.fill(moves, ends, words, limits).map(Some)
}

/// Amounts `(along, first), ..., (along, last)`, or with both exchanged; without end if there is no last.
#[derive(Clone, Copy, Debug)]
struct Run {
    along: usize,
    first: usize,
    last: Option<usize>,
}

struct Plan {
    rows: usize,
    columns: usize,
    direction: (usize, usize),
    /// Runs of new amounts along rows and along columns.
    across: Vec<Run>,
    down: Vec<Run>,
    /// Runs of amounts from the second pile alone, and from the first alone.
    second: Vec<Run>,
    first: Vec<Run>,
}

/// A set of amounts from both piles, a row of bits for each amount from the first.
struct Region {
    width: usize,
    bits: Vec<u64>,
}

impl Region {
    fn has(&self, k: usize, l: usize) -> bool {
        self.bits[k * self.width + l / 64] >> (l % 64) & 1 != 0
    }

    fn set(&mut self, k: usize, l: usize) {
        self.bits[k * self.width + l / 64] |= 1 << (l % 64);
    }
}

impl Plan {
    fn new(moves: &BandMoves, rows: usize, columns: usize) -> Option<Plan> {
        let width = columns.div_ceil(64);
        let mut region = Region { width, bits: vec![0; rows * width] };
        let mut alone = (vec![false; columns], vec![false; rows]);
        for k in 0..rows {
            moves.for_each_last(k, |l| {
                if k == 0 {
                    alone.0[l] = true;
                } else if l == 0 {
                    alone.1[k] = true;
                } else {
                    region.set(k, l);
                }
            });
        }
        let mut plan = DIRECTIONS.iter().find_map(|d| Plan::along(*d, &region, rows, columns))?;
        plan.second = runs_of(0, &alone.0);
        plan.first = runs_of(0, &alone.1);
        Some(plan)
    }

    /// The new amounts along a direction, if the region goes on there.
    fn along(d: (usize, usize), region: &Region, rows: usize, columns: usize) -> Option<Plan> {
        let mut single = vec![Vec::new(); columns];
        let mut across = Vec::new();
        let mut new = vec![false; columns];
        for k in 1..rows {
            for l in 1..columns {
                let here = region.has(k, l);
                let before = k > d.0 && l > d.1 && region.has(k - d.0, l - d.1);
                if before && !here {
                    return None;
                }
                new[l] = here && !before;
            }
            for run in runs_of(k, &new) {
                match run.last {
                    Some(last) if last == run.first => single[last].push(k),
                    _ => across.push(run),
                }
            }
        }
        let mut down = Vec::new();
        let mut new = vec![false; rows];
        for (l, amounts) in single.iter().enumerate().filter(|(_, amounts)| !amounts.is_empty()) {
            new.fill(false);
            amounts.iter().for_each(|k| new[*k] = true);
            down.extend(runs_of(l, &new));
        }
        // Those that begin later are not within reach yet, nor are those behind them.
        across.sort_by_key(|run| run.along);
        down.sort_by_key(|run| run.along);
        Some(Plan { rows, columns, direction: d, across, down, second: Vec::new(), first: Vec::new() })
    }

    fn fill(
        &self,
        moves: &BandMoves,
        ends: &[Vec<usize>],
        words: usize,
        limits: &Budget,
    ) -> Result<Vec<u32>, SolveError> {
        let (rows, columns) = (self.rows, self.columns);
        let mut is_end = vec![false; rows * columns];
        for end in ends {
            if let &[x, y] = &end[..]
                && x < rows
                && y < columns
            {
                is_end[x * columns + y] = true;
            }
        }
        // From a cell above the diagonal the direction must not lead below it.
        let half = self.direction.0 >= self.direction.1 && moves.may_be_exchanged(ends);
        let mut values = vec![0u32; rows * columns];
        let values_of = |_| limits.check().map(|()| Values::new(words));
        let mut columns_alone = (0..columns).map(values_of).collect::<Result<Vec<Values>, _>>()?;
        let mut columns_new = (0..columns).map(values_of).collect::<Result<Vec<Values>, _>>()?;
        // What is reached from the cells of the last rows along the direction.
        let kept = self.direction.0 + 1;
        let mut reached = vec![0u64; kept * columns * words];
        let mut most = 0;
        for x in 0..rows {
            if let Err(error) = limits.step(x as u64, rows as u64) {
                return Err(SolveError::from(error).keeping_table(|| {
                    let sides = [rows as u64, columns as u64];
                    GrundyTable::complete_part(&sides, true, REGIONS, |at| {
                        (at < x * columns).then(|| values[at])
                    })
                }));
            }
            let (mut alone, mut new) = (Values::new(words), Values::new(words));
            for y in 0..columns {
                let value = |k: usize, l: usize| values[(x - k) * columns + y - l];
                for run in self.across.iter().take_while(|run| run.along <= x) {
                    new.slide(run, y, |l| value(run.along, l));
                }
                self.second.iter().for_each(|run| alone.slide(run, y, |l| value(0, l)));
                // On half a board what lies below the diagonal is known; only the row goes on.
                if half && y < x {
                    continue;
                }
                let column = &mut columns_alone[y];
                self.first.iter().for_each(|run| column.slide(run, x, |k| value(k, 0)));
                let fresh = &mut columns_new[y];
                for run in self.down.iter().take_while(|run| run.along <= y) {
                    fresh.slide(run, x, |k| value(k, run.along));
                }
                let used = most / 64 + 1;
                let here = (x % kept * columns + y) * words;
                let back = self.direction;
                if x >= back.0 && y >= back.1 {
                    let before = ((x - back.0) % kept * columns + y - back.1) * words;
                    reached.copy_within(before..before + used, here);
                } else {
                    reached[here..here + used].fill(0);
                }
                let reached = &mut reached[here..here + used];
                let sets = reached.iter_mut().zip(&new.bits).zip(&fresh.bits);
                sets.for_each(|((word, a), b)| *word |= a | b);
                let mut all = reached.iter().zip(&alone.bits).zip(&column.bits);
                let free = all.position(|((a, b), c)| a | b | c != !0);
                let mut mex = match free {
                    Some(at) => {
                        let word = reached[at] | alone.bits[at] | column.bits[at];
                        at * 64 + word.trailing_ones() as usize
                    }
                    None => used * 64,
                };
                if is_end[x * columns + y] {
                    mex = 0;
                }
                most = most.max(mex);
                values[x * columns + y] = mex as u32;
                if half {
                    values[y * columns + x] = mex as u32;
                }
            }
        }
        limits.step(rows as u64, rows as u64)?;
        Ok(values)
    }
}

/// The runs of what is set, without end where they reach it.
fn runs_of(along: usize, set: &[bool]) -> Vec<Run> {
    let mut runs = Vec::new();
    let mut at = 0;
    while at < set.len() {
        if !set[at] {
            at += 1;
            continue;
        }
        let first = at;
        while at < set.len() && set[at] {
            at += 1;
        }
        runs.push(Run { along, first, last: (at < set.len()).then_some(at - 1) });
    }
    runs
}

/// Values with how often each is met.
struct Values {
    counts: Vec<u32>,
    bits: Vec<u64>,
}

impl Values {
    fn new(words: usize) -> Values {
        Values { counts: vec![0; words * 64], bits: vec![0; words] }
    }

    /// A run comes to a cell number `at` of its row or column: takes in what its first amount leads to, and lets go of what
    /// is behind its last.
    #[inline(always)]
    fn slide(&mut self, run: &Run, at: usize, value: impl Fn(usize) -> u32) {
        if at >= run.first {
            let value = value(run.first) as usize;
            self.counts[value] += 1;
            self.bits[value / 64] |= 1 << (value % 64);
        }
        if let Some(last) = run.last
            && at > last
        {
            let value = value(last + 1) as usize;
            self.counts[value] -= 1;
            if self.counts[value] == 0 {
                self.bits[value / 64] &= !(1 << (value % 64));
            }
        }
    }
}
