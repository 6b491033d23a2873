//! Blocking on a box whose moves are tracks: P-options are counted, not looked for.
//!
//! Each line keeps how many P-positions have been met on it; along a row the lines of a stride are consecutive, so the
//! counts of a row are a sum of a few runs of counters, and only moves along the row itself are counted cell by cell. A
//! window takes out what falls out of it, and sheets add up the counts of their lines. The number of P-options is the
//! *palace number*; with up to k-1 blocked the mover wins if it is at least k, or if some P-option cannot be blocked.
//!
//! Moves that are told by both their ends are counted at the cells where lines leave it open who wins: see `jumps`.
//!
//! Cost: O(tracks) additions a cell; memory one bit a cell, and a counter a line. Rays alone need no bits, and less time: see
//! `counts`.

use super::counts::Counts;
use super::jumps::{Counted, Jumps};
use super::outcomes::Rows;
use super::tracks::{Numbers, Others, Stride, Track, Tracks, multiples, next};
use crate::error::SolveError;
use std::collections::{BTreeMap, HashMap};
use wythoff_numbers::bits::ones;
use wythoff_numbers::{Budget, Stop};

/// Most vectors that are compared to see that none comes twice.
const MOST_VECTORS: usize = 1 << 22;

/// Which positions a game with blocking is about.
#[derive(Clone, Copy, Debug)]
pub struct Blocked<'a> {
    /// The mover wins with this many P-options that can be blocked; at least 1.
    pub k: u64,
    /// The game is over at these positions.
    pub ends: &'a [Vec<usize>],
    /// The two piles may be exchanged, and the sides are equal.
    pub half: bool,
    /// Whether the palace numbers are wanted.
    pub palace: bool,
}

/// Calls `visit` with the rows of P-positions, as [`outcomes`](super::outcomes()) does, and returns the palace numbers, none unless asked
/// for. In each row but for the last coordinate; `None`, having visited nothing, if this kernel does not apply: windows,
/// or a move that comes by two tracks and would be counted twice.
///
/// ```
/// use wythoff_solvers::{Budget, kernel::{Blocked, NoGates, Stride, Track, Tracks, blocking}};
/// let ray = |v: [usize; 2]| Track {
///     start: v.to_vec(), strides: vec![Stride { vector: v.to_vec(), count: None }], source: None, target: None,
///     window: None, twice: false, distinct: false, blockable: true,
/// };
/// let tracks = [[1, 0], [0, 1], [1, 1]].map(ray).to_vec();
/// let wythoff = Tracks { sides: vec![4, 4], tracks, gates: Box::new(NoGates), windows: vec![], few_per_row: None, half: false, rest: None };
/// let one = Blocked { k: 2, ends: &[], half: false, palace: false };
/// let mut found = Vec::new();
/// let mut visit = |x: usize, bits: &[u64]| found.extend((0..4).filter(|y| bits[0] >> y & 1 != 0).map(|y| (x, y)));
/// blocking(&wythoff, &one, &Budget::default(), &mut visit).unwrap();
/// assert_eq!(found, [(0, 0), (0, 1), (1, 0), (1, 3), (2, 2), (3, 1)]);
/// ```
pub fn blocking(
    moves: &Tracks<'_>,
    game: &Blocked<'_>,
    budget: &Budget,
    visit: &mut dyn FnMut(usize, &[u64]),
) -> Result<Option<Vec<u32>>, SolveError> {
    let Some((&columns, first)) = moves.sides.split_last() else { return Ok(None) };
    if moves.sides.contains(&0) {
        return Ok(Some(Vec::new()));
    }
    let jumps = match &moves.rest {
        None => None,
        Some(Others::Jumps(jumps)) if !game.palace => Some(jumps.as_ref()),
        Some(_) => return Ok(None),
    };
    let plain = jumps.is_none() && game.ends.is_empty() && !game.palace;
    let counts = Counts::new(moves, game.k, game.half).filter(|_| plain);
    if let Some(counts) = counts {
        counts.run(budget, visit)?;
        return Ok(Some(Vec::new()));
    }
    // Asked before anything is made: more cells than can be counted have no numbers either.
    budget.need("the table", (moves.cells() / 8).saturating_add(moves.line_bytes()))?;
    let Some(mut machine) = Machine::new(moves, columns) else { return Ok(None) };
    if moves.repeats(budget)? {
        return Ok(None);
    }
    let cells = moves.cells();
    budget.need("the table", cells / 8 + machine.counters() * 4 + if game.palace { cells * 4 } else { 0 })?;
    let rows: usize = first.iter().product();
    let mut table = Rows::new(rows, columns);
    let mut palace = Vec::new();
    let mut done = 0;
    let answer = machine.run(moves, game, jumps, budget, &mut table, &mut palace, &mut done);
    if let Err(SolveError::Rules(error)) = answer {
        return Err(SolveError::Rules(error));
    }
    (0..done).for_each(|row| visit(row, table.row(row)));
    answer.map(|()| Some(palace))
}

impl Tracks<'_> {
    /// Whether some vector on the board belongs to two tracks that are open at the same positions, as far as is known.
    pub(crate) fn repeats(&self, budget: &Budget) -> Result<bool, Stop> {
        // The tracks that share a vector are a set; most sets have one track.
        let (mut seen, mut sets) = (HashMap::new(), vec![Vec::new()]);
        let mut larger = BTreeMap::new();
        for (number, track) in self.tracks.iter().enumerate() {
            let mut left = MOST_VECTORS;
            let mut see = |vector: usize| {
                let set: &mut usize = seen.entry(vector).or_insert(0);
                let apart = |other: &usize| {
                    let gates = track.source.zip(self.tracks[*other].source);
                    gates.is_some_and(|(one, other)| self.gates.are_apart(one, other))
                };
                let before = *set;
                *set = *larger.entry((before, number)).or_insert_with(|| {
                    if !sets[before].iter().all(apart) {
                        return usize::MAX;
                    }
                    let more = [&sets[before][..], &[number]].concat();
                    sets.push(more);
                    sets.len() - 1
                });
                let new = *set != usize::MAX && seen.len() <= MOST_VECTORS && left > 0;
                left = left.saturating_sub(1);
                if left.is_multiple_of(LOOK) {
                    budget.check()?;
                    // The table doubles when it grows.
                    budget.allow("the vectors", 64 * seen.len() as u128)?;
                }
                Ok(new)
            };
            if !each_vector(&track.strides, track.start.clone(), &self.sides, &mut see)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Vectors between two looks at the budget.
const LOOK: usize = 1 << 12;

/// Tells the vectors from one on along some strides, as numbers, that lie on a board; whether all were wanted.
fn each_vector(
    strides: &[Stride],
    mut vector: Vec<usize>,
    sides: &[usize],
    see: &mut dyn FnMut(usize) -> Result<bool, Stop>,
) -> Result<bool, Stop> {
    let inside = |vector: &[usize]| vector.iter().zip(sides).all(|(x, side)| x < side);
    let Some((stride, strides)) = strides.split_first() else {
        let place = vector.iter().zip(sides).fold(0, |at, (x, side)| at * side + x);
        return if inside(&vector) { see(place) } else { Ok(true) };
    };
    for _ in 0..stride.count.unwrap_or(usize::MAX) {
        if !inside(&vector) {
            break;
        }
        if !each_vector(strides, vector.clone(), sides, see)? {
            return Ok(false);
        }
        vector.iter_mut().zip(&stride.vector).for_each(|(x, v)| *x += v);
    }
    Ok(true)
}

/// The counters of one stride.
enum Level {
    Along {
        step: usize,
        count: Option<usize>,
    },
    Down {
        numbers: Numbers,
        down: Vec<usize>,
        across: usize,
        most: usize,
        count: Option<usize>,
        sums: Vec<Vec<u32>>,
    },
}

/// A track that leaves the row.
struct Wire {
    first: Vec<usize>,
    rows: usize,
    column: usize,
    levels: Vec<Level>,
    source: Option<usize>,
    target: Option<usize>,
    blockable: bool,
}

/// A track along the row.
struct Rail {
    column: usize,
    step: usize,
    count: Option<usize>,
    source: Option<usize>,
    target: Option<usize>,
    blockable: bool,
    /// For each residue how many P-positions are within reach.
    sums: Vec<u32>,
}

struct Machine {
    wires: Vec<Wire>,
    rails: Vec<Rail>,
    columns: usize,
    known: Counted,
}

fn holds(words: &[u64], at: usize) -> bool {
    words[at / 64] >> (at % 64) & 1 != 0
}

impl Machine {
    fn new(moves: &Tracks<'_>, columns: usize) -> Option<Machine> {
        let mut machine =
            Machine { wires: Vec::new(), rails: Vec::new(), columns, known: Counted::default() };
        for track in &moves.tracks {
            if track.window.is_some() || track.twice || !machine.add(track, &moves.sides) {
                return None;
            }
        }
        Some(machine)
    }

    fn counters(&self) -> u128 {
        let level = |level: &Level| match level {
            Level::Along { .. } => 0,
            Level::Down { numbers, across, most, .. } => {
                numbers.count as u128 * (self.columns + across * most) as u128
            }
        };
        self.wires.iter().flat_map(|wire| &wire.levels).map(level).sum()
    }

    fn add(&mut self, track: &Track, sides: &[usize]) -> bool {
        let first = &sides[..sides.len() - 1];
        let stays = |v: &[usize]| v[..v.len() - 1].iter().all(|x| *x == 0);
        let (start, column) = (&track.start[..first.len()], track.start[first.len()]);
        if stays(&track.start) {
            let (step, count) = match &track.strides[..] {
                [] => (1, Some(1)),
                [one] if stays(&one.vector) => (one.vector[first.len()], one.count),
                _ => return false,
            };
            let (source, target, blockable) = (track.source, track.target, track.blockable);
            self.rails.push(Rail {
                column,
                step,
                count,
                source,
                target,
                blockable,
                sums: vec![0; step.min(sides[first.len()])],
            });
            return true;
        }
        let mut levels = Vec::new();
        for (depth, stride) in track.strides.iter().enumerate() {
            let (down, across) = (&stride.vector[..first.len()], stride.vector[first.len()]);
            if depth > 0 && stride.count.is_some() {
                return false;
            }
            if stays(&stride.vector) {
                levels.push(Level::Along { step: across, count: stride.count });
                continue;
            }
            let numbers = Numbers::new(down, first);
            levels.push(Level::Down {
                sums: vec![Vec::new(); numbers.count],
                most: multiples(&Stride { vector: down.to_vec(), count: None }, first),
                numbers,
                down: down.to_vec(),
                across,
                count: stride.count,
            });
        }
        self.wires.push(Wire {
            first: start.to_vec(),
            rows: start.iter().zip(first).fold(0, |row, (x, side)| row * side + x),
            column,
            levels,
            source: track.source,
            target: track.target,
            blockable: track.blockable,
        });
        true
    }

    fn run(
        &mut self,
        moves: &Tracks<'_>,
        game: &Blocked<'_>,
        jumps: Option<&dyn Jumps>,
        budget: &Budget,
        table: &mut Rows,
        palace: &mut Vec<u32>,
        done: &mut usize,
    ) -> Result<(), SolveError> {
        let first = &moves.sides[..moves.sides.len() - 1];
        let rows: usize = first.iter().product();
        let columns = self.columns;
        let mut over = moves.by_rows(game.ends).into_iter().peekable();
        let (mut blockable, mut free) = (vec![0u32; columns], vec![0u32; columns]);
        let (mut scratch, mut mask) = (vec![0u32; columns], vec![0u64; columns.div_ceil(64)]);
        let mut place = vec![0; first.len()];
        let any_free =
            self.wires.iter().any(|wire| !wire.blockable) || self.rails.iter().any(|rail| !rail.blockable);
        let k = u32::try_from(game.k).unwrap_or(u32::MAX);
        for row in 0..rows {
            if row % 16 == 0 {
                budget.step(row as u64, rows as u64)?;
            }
            // Palace numbers are wanted of all cells.
            let from = if game.half && !game.palace { place[0] } else { 0 };
            blockable[from..].fill(0);
            free[from..].fill(0);
            for wire in &mut self.wires {
                if place.iter().zip(&wire.first).any(|(x, start)| x < start) {
                    continue;
                }
                let sums = if wire.blockable { &mut blockable } else { &mut free };
                wire.count(moves, &place, row, from, table, &mut scratch, &mut mask, sums)?;
            }
            let plain = matches!(
                &self.rails[..],
                [] | [Rail {
                    column: 1,
                    step: 1,
                    count: None,
                    source: None,
                    target: None,
                    blockable: true,
                    ..
                }]
            );
            let is_over = over.peek().is_some_and(|end| end.0 == row);
            if plain && !any_free && !game.palace && !is_over && jumps.is_none() {
                let along = !self.rails.is_empty();
                let mut sum: u32 =
                    if along { table.columns(row).take_while(|y| *y < from).count() as u32 } else { 0 };
                let words = table.row_mut(row);
                let mut word = words[from / 64];
                for y in from..columns {
                    let is_lost = blockable[y] + sum < k;
                    sum += u32::from(is_lost && along);
                    word |= u64::from(is_lost) << (y % 64);
                    if y % 64 == 63 {
                        words[y / 64] = word;
                        word = words.get(y / 64 + 1).copied().unwrap_or(0);
                    }
                }
                if !columns.is_multiple_of(64) {
                    words[columns / 64] = word;
                }
            } else {
                self.along(
                    moves,
                    &place,
                    row,
                    from,
                    &mut blockable,
                    &mut free,
                    table,
                    k,
                    &mut over,
                    palace,
                    game.palace,
                    jumps,
                    budget,
                )?;
            }
            if game.half && !game.palace {
                table.mirror(row);
            }
            *done = row + 1;
            next(&mut place, first);
        }
        Ok(budget.step(rows as u64, rows as u64)?)
    }

    /// Settles a row cell by cell.
    #[allow(clippy::too_many_arguments)]
    fn along(
        &mut self,
        moves: &Tracks<'_>,
        place: &[usize],
        row: usize,
        from: usize,
        blockable: &mut [u32],
        free: &mut [u32],
        table: &mut Rows,
        k: u32,
        over: &mut std::iter::Peekable<impl Iterator<Item = (usize, usize)>>,
        palace: &mut Vec<u32>,
        wanted: bool,
        jumps: Option<&dyn Jumps>,
        budget: &Budget,
    ) -> Result<(), SolveError> {
        let width = self.columns.div_ceil(64);
        let mut gates: Vec<(Option<Vec<u64>>, Option<Vec<u64>>)> = Vec::new();
        for rail in &mut self.rails {
            rail.sums.fill(0);
            let ask = |gate: Option<usize>| -> Result<Option<Vec<u64>>, SolveError> {
                let Some(gate) = gate else { return Ok(None) };
                let mut words = vec![0; width];
                moves.gates.row(gate, place, &mut words)?;
                Ok(Some(words))
            };
            gates.push((ask(rail.source)?, ask(rail.target)?));
        }
        if let Some(jumps) = jumps {
            let needed = |y: usize| if free[y] > 0 { 0 } else { k.saturating_sub(blockable[y]) };
            self.known.begin(jumps, (row, from, self.columns), needed)?;
        }
        for y in 0..self.columns {
            let (mut can, mut cannot) = (0, 0);
            for (rail, (source, target)) in self.rails.iter_mut().zip(&gates) {
                let Some(near) = y.checked_sub(rail.column) else { continue };
                let words = table.row(row);
                let counts =
                    |at: usize| holds(words, at) && target.as_ref().is_none_or(|gate| holds(gate, at));
                let sum = &mut rail.sums[near % rail.step];
                *sum += u32::from(counts(near));
                let behind = rail.count.and_then(|count| near.checked_sub(count.checked_mul(rail.step)?));
                *sum -= u32::from(behind.is_some_and(counts));
                if source.as_ref().is_none_or(|gate| holds(gate, y)) {
                    *(if rail.blockable { &mut can } else { &mut cannot }) += *sum;
                }
            }
            let is_end = over.next_if_eq(&(row, y)).is_some();
            if y < from {
                if let Some(jumps) = jumps.filter(|_| holds(table.row(row), y)) {
                    self.known.insert(jumps, (row, y), k)?;
                }
                continue;
            }
            let (can, cannot) = (can + blockable[y], cannot + free[y]);
            if wanted {
                palace.push(if is_end { 0 } else { can + cannot });
            }
            let mut is_lost = is_end || (cannot == 0 && can < k);
            if let Some(jumps) = jumps.filter(|_| is_lost) {
                if !is_end {
                    budget.check()?;
                    is_lost = !self.known.wins(jumps, (row, y), k - can)?;
                }
                if is_lost {
                    self.known.insert(jumps, (row, y), k)?;
                }
            }
            if is_lost {
                table.insert(row, y);
            }
        }
        Ok(())
    }
}

impl Wire {
    /// Adds to the counts of a row, from column `from` on, the P-options by this track.
    #[allow(clippy::too_many_arguments)]
    fn count(
        &mut self,
        moves: &Tracks<'_>,
        place: &[usize],
        row: usize,
        from: usize,
        table: &Rows,
        scratch: &mut [u32],
        mask: &mut [u64],
        sums: &mut [u32],
    ) -> Result<(), SolveError> {
        let columns = scratch.len();
        let target: Vec<usize> = place.iter().zip(&self.first).map(|(x, start)| x - start).collect();
        let found = |row: usize, place: &[usize], mask: &mut [u64]| -> Result<(), SolveError> {
            mask.copy_from_slice(table.row(row));
            if let Some(gate) = self.target {
                let mut open = vec![0; mask.len()];
                moves.gates.row(gate, place, &mut open)?;
                mask.iter_mut().zip(open).for_each(|(m, o)| *m &= o);
            }
            Ok(())
        };
        found(row - self.rows, &target, mask)?;
        let single = matches!(self.levels[..], [Level::Down { .. }]);
        if !single {
            scratch.fill(0);
            ones(mask).for_each(|y| scratch[y] = 1);
        }
        // A single line is read where it is kept.
        let mut kept: Option<(&[u32], usize)> = None;
        for (depth, level) in self.levels.iter_mut().enumerate() {
            match level {
                Level::Along { step, count } => {
                    for y in *step..columns {
                        scratch[y] += scratch[y - *step];
                    }
                    if let Some(back) = count.and_then(|count| count.checked_mul(*step)) {
                        for y in (back..columns).rev() {
                            scratch[y] -= scratch[y - back];
                        }
                    }
                }
                Level::Down { numbers, down, across, most, count, sums } => {
                    let class: usize = target.iter().zip(&numbers.parts).map(|(x, part)| part[*x]).sum();
                    let steps =
                        target.iter().zip(&*down).filter_map(|(x, v)| x.checked_div(*v)).min().unwrap_or(0);
                    let lead = *across * (*most - steps);
                    let sums = &mut sums[class];
                    sums.resize(columns + *across * *most, 0);
                    if single {
                        ones(mask).for_each(|y| sums[y + lead] += 1);
                    } else {
                        sums[lead..].iter_mut().zip(&*scratch).for_each(|(sum, more)| *sum += more);
                    }
                    if let Some(count) = count.filter(|count| *count <= steps && depth == 0) {
                        let behind: Vec<usize> =
                            target.iter().zip(&*down).map(|(x, v)| x - v * count).collect();
                        let rows =
                            (down.iter().zip(&moves.sides)).fold(0, |row, (v, side)| row * side + v * count);
                        mask.copy_from_slice(table.row(row - self.rows - rows));
                        if let Some(gate) = self.target {
                            let mut open = vec![0; mask.len()];
                            moves.gates.row(gate, &behind, &mut open)?;
                            mask.iter_mut().zip(open).for_each(|(m, o)| *m &= o);
                        }
                        let lead = *across * (*most - (steps - count));
                        ones(mask).for_each(|y| sums[y + lead] -= 1);
                    }
                    if single {
                        kept = Some((sums, lead));
                    } else {
                        scratch.copy_from_slice(&sums[lead..lead + columns]);
                    }
                }
            }
        }
        let source: &[u32] = kept.map_or(scratch, |(sums, lead)| &sums[lead..lead + columns]);
        let from = from.max(self.column);
        if from >= columns {
            return Ok(());
        }
        if let Some(gate) = self.source {
            moves.gates.row(gate, place, mask)?;
            for y in from..columns {
                sums[y] += if holds(mask, y) { source[y - self.column] } else { 0 };
            }
        } else {
            let seen = &source[from - self.column..columns - self.column];
            sums[from..].iter_mut().zip(seen).for_each(|(sum, more)| *sum += more);
        }
        Ok(())
    }
}
