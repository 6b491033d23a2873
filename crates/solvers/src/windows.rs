//! Comparisons of both ends of a move, as the interval of targets that they leave to each cell of a board of two piles.
//!
//! A comparison says `before(position) + after(target) >= 0`. Along a line of targets `after` only rises or only falls, so that
//! it turns once; where it does is searched for from where it did for the cell before. If `after` looks at one coordinate
//! that the stride lowers, and never turns there, it is worked out for each value of that alone; else for each cell. If
//! `before` looks at nothing else either, so is the whole window.
//!
//! Cost: a few steps a cell and comparison, and what the measures cost.

use crate::error::SolveError;
use crate::kernel::{Gates, Numbers, Track, Window};
use wythoff_numbers::Budget;
use wythoff_numbers::bits::ones;
use wythoff_rules::{Between, Measure};

/// What is first where nothing is within reach.
const NONE: u16 = u16::MAX;

/// The targets within reach of every cell; `None` if along some line what is compared neither rises nor falls, so that they
/// are not in one piece, or if numbers are too large.
pub(crate) fn window(
    track: &Track,
    comparisons: &[Between],
    gates: &dyn Gates,
    sides: &[usize],
    budget: &Budget,
) -> Result<Option<Window>, SolveError> {
    let (&[rows, columns], [_]) = (sides, &track.strides[..]) else { return Ok(None) };
    if sides.iter().any(|side| *side >= usize::from(NONE)) {
        return Ok(None);
    }
    budget.need("the comparisons", (rows * columns) as u128 * 4 * (1 + comparisons.len() as u128))?;
    let board = Board { track, comparisons, gates, sides: [rows, columns], budget };
    match board.by_coordinate()? {
        Some(found) => Ok(Some(found)),
        None => board.by_cells(),
    }
}

struct Board<'a> {
    track: &'a Track,
    comparisons: &'a [Between],
    gates: &'a dyn Gates,
    sides: [usize; 2],
    budget: &'a Budget,
}

impl Board<'_> {
    /// Where the parts of targets are those of a coordinate.
    fn by_coordinate(&self) -> Result<Option<Window>, SolveError> {
        let stride = &self.track.strides[0].vector;
        let looks_at = |between: &Between| between.after.coordinate().filter(|c| stride[*c] > 0);
        let Some(coordinate) = self.comparisons.first().and_then(looks_at) else { return Ok(None) };
        let mut parts = Vec::new();
        for between in self.comparisons {
            if looks_at(between) != Some(coordinate) {
                return Ok(None);
            }
            // What cannot be worked out may never be asked for.
            let Some(values) = values_along(&between.after, coordinate, self.sides[coordinate]) else {
                return Ok(None);
            };
            let rising = values.is_sorted();
            if !rising && !values.is_sorted_by(|a, b| a >= b) {
                return Ok(None);
            }
            parts.push((values, rising));
        }
        if let Some(found) = self.by_coordinate_alone(coordinate, &parts)? {
            return Ok(Some(found));
        }
        // Which rise or fall by 1 from each to the next, and where each turned last.
        let by_one = |values: &[i64], rising: bool| {
            let step = if rising { 1 } else { -1 };
            values.windows(2).all(|pair| pair[0].checked_add(step) == Some(pair[1]))
        };
        let evenly: Vec<bool> = parts.iter().map(|(values, rising)| by_one(values, *rising)).collect();
        let mut turns = vec![0; parts.len()];
        let rises = parts.iter().all(|(_, rising)| *rising);
        let found = self.for_each_row(coordinate, rises, |_, _, before, reached| {
            for ((((values, rising), even), turn), before) in
                parts.iter().zip(&evenly).zip(&mut turns).zip(before)
            {
                if *even {
                    // Where a + at >= 0 first, or a - at < 0.
                    let most = values.len() as i64;
                    for ((from, to), before) in reached.iter_mut().zip(before) {
                        let a = values[0].saturating_add(*before);
                        match rising {
                            true => *from = (*from).max(a.saturating_neg().clamp(0, most) as u32),
                            false => *to = (*to).min(a.saturating_add(1).clamp(0, most) as u32),
                        }
                    }
                    continue;
                }
                let mut rest = &mut reached[..];
                for same in before.chunk_by(|a, b| a == b) {
                    let is_before = |at: usize| (values[at].saturating_add(same[0]) >= 0) != *rising;
                    *turn = turning(0..values.len(), *turn, is_before);
                    let (here, after) = rest.split_at_mut(same.len());
                    let turn = *turn as u32;
                    match rising {
                        true => here.iter_mut().for_each(|(from, _)| *from = (*from).max(turn)),
                        false => here.iter_mut().for_each(|(_, to)| *to = (*to).min(turn)),
                    }
                    rest = after;
                }
            }
        })?;
        Ok(Some(found))
    }

    /// Where what is within reach is the same for all cells with a value of the coordinate, up to their nearest targets.
    fn by_coordinate_alone(
        &self,
        coordinate: usize,
        parts: &[(Vec<i64>, bool)],
    ) -> Result<Option<Window>, SolveError> {
        let alone = |between: &Between| between.before.coordinate() == Some(coordinate);
        if self.track.source.is_some() || !self.comparisons.iter().all(alone) {
            return Ok(None);
        }
        let side = self.sides[coordinate];
        let before: Option<Vec<Vec<i64>>> =
            self.comparisons.iter().map(|between| values_along(&between.before, coordinate, side)).collect();
        let Some(before) = before else { return Ok(None) };
        let (least, step) = (self.track.start[coordinate], self.track.strides[0].vector[coordinate]);
        let back = self.track.strides[0].count.map_or(usize::MAX, |count| (count - 1).saturating_mul(step));
        let (mut first, mut turns) = (vec![NONE; side], vec![0; parts.len()]);
        for x in least..side {
            self.pause(x)?;
            let nearest = x - least;
            let (mut from, mut to) = (nearest.saturating_sub(back), nearest + 1);
            for (((values, rising), turn), before) in parts.iter().zip(&mut turns).zip(&before) {
                let is_before = |at: usize| (values[at].saturating_add(before[x]) >= 0) != *rising;
                *turn = turning(0..values.len(), *turn, is_before);
                if *rising { from = from.max(*turn) } else { to = to.min(*turn) }
            }
            if from < to && to <= nearest {
                return Ok(None);
            }
            if from < to {
                first[x] = from as u16;
            }
        }
        // As for all cells, below.
        let before = |x: usize| if first[x] == NONE { x } else { usize::from(first[x]) };
        let never_falls = (2 * step..side).all(|x| before(x - step) <= before(x));
        let distinct = self.track.start == self.track.strides[0].vector && never_falls;
        Ok(Some(Window { coordinate, from: first, alone: true, to: None, distinct }))
    }

    /// Where they are different for each cell.
    fn by_cells(&self) -> Result<Option<Window>, SolveError> {
        let [rows, columns] = self.sides;
        let stride = &self.track.strides[0].vector;
        let coordinate = usize::from(stride[1] > 0);
        let numbers = Numbers::new(stride, &self.sides);
        let lines = Lines::new(&numbers, stride, self.sides);
        let step = stride[0] * columns + stride[1];
        // For each line the number of the first target from the edge on.
        let mut begin = vec![u32::MAX; numbers.count];
        let twins = self.twins(|between| &between.after);
        // For each cell its part as a target, or that of the last target before it on its line.
        let cells =
            |twin: &Option<_>| if twin.is_none() { vec![NO_PART; rows * columns] } else { Vec::new() };
        let mut parts: Vec<Vec<i32>> = twins.iter().map(cells).collect();
        let mut met = vec![vec![Met::default(); numbers.count]; self.comparisons.len()];
        let everything = vec![!0u64; columns.div_ceil(64)];
        let (mut words, mut values) = (everything.clone(), vec![0i64; columns]);
        for x in 0..rows {
            self.pause(x)?;
            self.track.target.map_or(Ok(()), |gate| self.gates.row(gate, &[x], &mut words))?;
            let is_target = |y: usize| words[y / 64] >> (y % 64) & 1 != 0;
            for (((between, parts), met), _) in (self.comparisons.iter().zip(&mut parts))
                .zip(&mut met)
                .zip(&twins)
                .filter(|(_, twin)| twin.is_none())
            {
                between.after.row(&[x as u64], &is_target, &mut values)?;
                // What is no target has the part of the last one before it.
                if stride[0] > 0 && x >= stride[0] {
                    let (before, row) = parts.split_at_mut(x * columns);
                    let before = &before[(x - stride[0]) * columns..];
                    row[stride[1].min(columns)..columns]
                        .copy_from_slice(&before[..columns.saturating_sub(stride[1])]);
                }
                let asked = if stride[0] == 0 { &everything } else { &words };
                for y in ones(asked).take_while(|y| *y < columns) {
                    let (here, value) = (x * columns + y, &values[y]);
                    // Within a row it is not known before.
                    if stride[0] == 0 {
                        parts[here] = if y < stride[1] { NO_PART } else { parts[here - stride[1]] };
                        if !is_target(y) {
                            continue;
                        }
                    }
                    let last = parts[here];
                    let Some(value) = i32::try_from(*value).ok().filter(|value| *value != NO_PART) else {
                        return Ok(None);
                    };
                    parts[here] = value;
                    if last == NO_PART {
                        begin[lines.number(x, y)] = lines.from_edge(x, y) as u32;
                    } else if value != last {
                        let line = &mut met[lines.number(x, y)];
                        line.rises |= value > last;
                        line.falls |= value < last;
                    }
                }
            }
        }
        if !self.are_in_one_piece(&lines, &met)? {
            return Ok(None);
        }
        let mut turns = vec![vec![0u32; numbers.count]; self.comparisons.len()];
        // A twin falls where the other rises.
        let told: Vec<(usize, Option<i64>)> = (twins.iter().enumerate())
            .map(|(at, twin)| twin.map_or((at, None), |(other, sum)| (other, Some(sum))))
            .collect();
        let is_rising = |line: &Met, sum: Option<i64>| if sum.is_some() { !line.rises } else { !line.falls };
        let rises_everywhere = told.iter().all(|(at, sum)| met[*at].iter().all(|line| is_rising(line, *sum)));
        let mut reach = |(row, column): (usize, usize), before: &[Vec<i64>]| {
            // The nearest target.
            let (x, y) = (row - self.track.start[0], column - self.track.start[1]);
            let (line, nearest) = (lines.number(x, y), lines.from_edge(x, y));
            let (begin, edge) = (begin[line] as usize, x * columns + y - nearest * step);
            let (mut from, mut to) = (begin, nearest + 1);
            if begin > nearest {
                return (0, 0);
            }
            for ((&(at, sum), turns), before) in told.iter().zip(&mut turns).zip(before) {
                let (parts, turn, rising) = (&parts[at], &mut turns[line], is_rising(&met[at][line], sum));
                let before = before[column];
                let holds = |n: usize| {
                    let part = i64::from(parts[edge + n * step]);
                    sum.map_or(part, |sum| sum.saturating_sub(part)).saturating_add(before) >= 0
                };
                // What falls and holds of the nearest target holds of all.
                if !rising && holds(nearest) {
                    continue;
                }
                let found = turning(begin..nearest + 1, *turn as usize, |n| holds(n) != rising);
                *turn = found as u32;
                if rising { from = from.max(found) } else { to = to.min(found) }
            }
            if from >= to {
                return (0, 0);
            }
            let at = |n: usize| [x, y][coordinate] - (nearest - n) * stride[coordinate];
            (at(from), at(to - 1) + 1)
        };
        let found = self.for_each_row(coordinate, rises_everywhere, |x, sources, before, reached| {
            for y in ones(sources).take_while(|y| *y < columns) {
                let (from, to) = reach((x, y), before);
                reached[y] = (from as u32, to as u32);
            }
        })?;
        Ok(Some(found))
    }

    /// For each comparison an earlier one whose measure adds up with its own to a constant, and that constant: as the two
    /// halves of `y' div x' == y div x` do, which are worked out once.
    fn twins(&self, measure: impl Fn(&Between) -> &Measure) -> Vec<Option<(usize, i64)>> {
        let mut twins: Vec<Option<(usize, i64)>> = Vec::new();
        for (at, between) in self.comparisons.iter().enumerate() {
            let others = self.comparisons[..at].iter().zip(&twins).enumerate();
            let mut told =
                others.filter(|(_, (_, twin))| twin.is_none()).filter_map(|(other, (before, _))| {
                    Some((other, measure(between).sum_with(measure(before))?))
                });
            let twin = told.next();
            drop(told);
            twins.push(twin);
        }
        twins
    }

    /// Whether on all lines that some cell looks at the parts only rise or only fall.
    fn are_in_one_piece(&self, lines: &Lines<'_>, met: &[Vec<Met>]) -> Result<bool, SolveError> {
        let turns = |line: usize| met.iter().any(|met| met[line].rises && met[line].falls);
        let [rows, columns] = self.sides;
        let mut words = vec![!0u64; columns.div_ceil(64)];
        for x in self.track.start[0]..rows {
            self.track.source.map_or(Ok(()), |gate| self.gates.row(gate, &[x], &mut words))?;
            for y in (self.track.start[1]..columns).filter(|y| words[y / 64] >> (y % 64) & 1 != 0) {
                if turns(lines.number(x - self.track.start[0], y - self.track.start[1])) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Asks for the cells of every row that may move, told as bits, which targets the comparisons leave, by their parts at these
    /// cells: `reach` narrows intervals that hold everything. What it says of other cells means nothing.
    fn for_each_row(
        &self,
        coordinate: usize,
        mut ends_nearest: bool,
        mut reach: impl FnMut(usize, &[u64], &[Vec<i64>], &mut [(u32, u32)]),
    ) -> Result<Window, SolveError> {
        let [rows, columns] = self.sides;
        let (least, stride) = (&self.track.start, &self.track.strides[0]);
        let back = stride.count.map_or(usize::MAX, |count| (count - 1) * stride.vector[coordinate]);
        let back = u32::try_from(back).unwrap_or(u32::MAX);
        let mut first = vec![NONE; rows * columns];
        let mut behind = (!ends_nearest).then(|| vec![0; rows * columns]);
        ends_nearest = true;
        let mut words = vec![!0u64; columns.div_ceil(64)];
        let twins = self.twins(|between| &between.before);
        let mut values = vec![vec![0i64; columns]; self.comparisons.len()];
        let mut reached = vec![(0, u32::MAX); columns];
        for x in least[0]..rows {
            self.pause(x)?;
            self.track.source.map_or(Ok(()), |gate| self.gates.row(gate, &[x], &mut words))?;
            // Nothing can be taken from the first columns.
            words.iter_mut().take(least[1] / 64).for_each(|word| *word = 0);
            if let Some(word) = words.get_mut(least[1] / 64) {
                *word &= !0 << (least[1] % 64);
            }
            let is_source = |y: usize| words[y / 64] >> (y % 64) & 1 != 0;
            for (at, (between, twin)) in self.comparisons.iter().zip(&twins).enumerate() {
                let (found, rest) = values.split_at_mut(at);
                let Some((other, sum)) = twin else {
                    between.before.row(&[x as u64], &is_source, &mut rest[0])?;
                    continue;
                };
                rest[0]
                    .iter_mut()
                    .zip(&found[*other])
                    .for_each(|(own, other)| *own = sum.saturating_sub(*other));
            }
            reached.fill((0, u32::MAX));
            reach(x, &words, &values, &mut reached);
            // The nearest targets of the row, and what is within reach of its cells.
            let nearest = |y: usize| ([x, y][coordinate] - least[coordinate]) as u32;
            let within = |y: usize| {
                let ((from, to), nearest) = (reached[y], nearest(y));
                (from.max(nearest.saturating_sub(back)), to.min(nearest + 1))
            };
            let first = &mut first[x * columns..(x + 1) * columns];
            for (word, at) in words.iter().zip((0..columns).step_by(64)).filter(|(word, _)| **word != 0) {
                let cells = at.max(least[1])..(at + 64).min(columns);
                for y in cells.clone() {
                    let (from, to) = within(y);
                    first[y] = if from < to { from as u16 } else { NONE };
                }
                if *word != !0 {
                    cells.clone().filter(|y| word >> (y % 64) & 1 == 0).for_each(|y| first[y] = NONE);
                }
                if let Some(behind) = &mut behind {
                    for y in cells.filter(|y| first[*y] != NONE) {
                        let (_, to) = within(y);
                        behind[x * columns + y] = to as u16;
                        ends_nearest &= to > nearest(y);
                    }
                }
            }
        }
        let distinct = ends_nearest && *least == stride.vector && self.never_falls(coordinate, &first);
        Ok(Window { coordinate, from: first, alone: false, to: behind.filter(|_| !ends_nearest), distinct })
    }

    /// Whether along lines of a ray the first target within reach never falls, that of a cell without targets being the cell.
    fn never_falls(&self, coordinate: usize, first: &[u16]) -> bool {
        let ([rows, columns], step) = (self.sides, &self.track.strides[0].vector);
        let back = step[coordinate] as u16;
        // Cells next to the edge have one target at most.
        (2 * step[0]..rows).all(|x| {
            let row = &first[x * columns..(x + 1) * columns];
            let behind = &first[(x - step[0]) * columns..];
            (2 * step[1]..columns).fold(true, |never, y| {
                let here = [x, y][coordinate] as u16;
                let before = if behind[y - step[1]] == NONE { here - back } else { behind[y - step[1]] };
                never & (before <= if row[y] == NONE { here } else { row[y] })
            })
        })
    }

    fn pause(&self, row: usize) -> Result<(), SolveError> {
        if row.is_multiple_of(16) { Ok(self.budget.step(0, 1)?) } else { Ok(()) }
    }
}

/// The part where no target has been met.
const NO_PART: i32 = i32::MIN;

/// Whether the parts of targets have risen or fallen along a line.
#[derive(Clone, Copy, Default)]
struct Met {
    rises: bool,
    falls: bool,
}

/// The lines of a stride, and how far cells are from the edge on them.
struct Lines<'a> {
    numbers: &'a Numbers,
    down: Vec<usize>,
    across: Vec<usize>,
}

impl<'a> Lines<'a> {
    fn new(numbers: &'a Numbers, stride: &[usize], sides: [usize; 2]) -> Lines<'a> {
        let often = |at: usize| -> Vec<usize> {
            (0..sides[at]).map(|x| x.checked_div(stride[at]).unwrap_or(usize::MAX)).collect()
        };
        Lines { numbers, down: often(0), across: often(1) }
    }

    fn number(&self, x: usize, y: usize) -> usize {
        self.numbers.parts[0][x] + self.numbers.parts[1][y]
    }

    fn from_edge(&self, x: usize, y: usize) -> usize {
        self.down[x].min(self.across[y])
    }
}

/// The values of a measure of one coordinate.
fn values_along(measure: &Measure, coordinate: usize, side: usize) -> Option<Vec<i64>> {
    let mut position = [0; 2];
    let value = |x: usize| {
        position[coordinate] = x as u64;
        measure.value(&position).ok()
    };
    (0..side).map(value).collect()
}

/// The first number of a range that is not before the turn, searched for from a place near by.
fn turning(range: std::ops::Range<usize>, near: usize, is_before: impl Fn(usize) -> bool) -> usize {
    let near = near.clamp(range.start, range.end);
    let (mut low, mut high, mut step) = (near, near, 1);
    if near < range.end && is_before(near) {
        while high < range.end && is_before(high) {
            low = high + 1;
            high = (high + step).min(range.end);
            step *= 2;
        }
    } else {
        while low > range.start && !is_before(low - 1) {
            high = low - 1;
            low = low.saturating_sub(step).max(range.start);
            step *= 2;
        }
    }
    while low < high {
        let middle = low + (high - low) / 2;
        if is_before(middle) { low = middle + 1 } else { high = middle }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::turning;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_turn_is_found_from_anywhere(start in 0usize..9, len in 0usize..90, turn in 0usize..99, near in 0usize..120) {
            let expected = turn.clamp(start, start + len);
            prop_assert_eq!(turning(start..start + len, near, |at| at < turn), expected);
        }
    }
}
