//! P-positions on a box whose moves are tracks: row by row along the last coordinate, 64 cells at a time.
//!
//! Each line of a stride that leaves the row has a bit: whether a P-position was met on it. Lines are numbered so that
//! along a row the numbers are consecutive; so the cells of a row that a track makes N are its bits read at an offset, and
//! a stride along the row smears bits. What is left is settled from left to right by the moves along the row itself. If
//! two piles may be exchanged, only the cells with row <= column are computed. Moves of two amounts that the position bounds
//! reach each P-position from a span of the row.
//!
//! Cost: O(tracks) words for 64 cells, and a step for each P-position, with such moves one for each row and P-position before it; memory a bit a cell and a bit a line.

use super::jumps::{Jumps, Known};
use super::open::{OpenAlong, OpenEnds};
use super::rails::{Rail, Rails, smear};
use super::spans::Reached;
use super::tracks::{Numbers, Others, Track, Tracks, multiples, next};
use crate::error::SolveError;
use wythoff_numbers::Budget;
use wythoff_numbers::bits::{next_set, ones, or_at, transpose, word_at, word_from};

/// Rows of bits, 64 cells to a word.
pub(crate) struct Rows {
    words: Vec<u64>,
    /// Words of a row.
    width: usize,
}

impl Rows {
    pub(crate) fn new(rows: usize, columns: usize) -> Rows {
        let width = columns.div_ceil(64);
        Rows { words: vec![0; rows * width], width }
    }

    pub(crate) fn row(&self, row: usize) -> &[u64] {
        &self.words[row * self.width..(row + 1) * self.width]
    }

    pub(crate) fn row_mut(&mut self, row: usize) -> &mut [u64] {
        &mut self.words[row * self.width..(row + 1) * self.width]
    }

    pub(crate) fn insert(&mut self, row: usize, column: usize) {
        self.words[row * self.width + column / 64] |= 1 << (column % 64);
    }

    /// Puts what lies right of the diagonal of a row where it lies below it, as soon as it may be asked for: within
    /// 64 rows at once, further away 64 rows together.
    pub(crate) fn mirror(&mut self, row: usize) {
        let (block, rows) = (row / 64, self.words.len() / self.width.max(1));
        let mut near = self.row(row)[block] & (!0 << (row % 64)) & !(1 << (row % 64));
        while near != 0 {
            self.insert(block * 64 + near.trailing_zeros() as usize, row);
            near &= near - 1;
        }
        if row % 64 != 63 && row + 1 != rows {
            return;
        }
        let first = block * 64;
        for column in block + 1..self.width {
            let mut square = [0u64; 64];
            for (word, at) in square.iter_mut().zip(first..=row) {
                *word = self.words[at * self.width + column];
            }
            if square.iter().all(|word| *word == 0) {
                continue;
            }
            transpose(&mut square);
            for (word, at) in square.iter().zip(column * 64..rows) {
                self.words[at * self.width + block] |= word;
            }
        }
    }

    /// The columns of a row whose bits are set, in increasing order.
    pub fn columns(&self, row: usize) -> impl Iterator<Item = usize> + '_ {
        ones(self.row(row))
    }
}

/// How the game ends.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ending<'a> {
    /// The player who cannot move wins.
    pub misere: bool,
    /// Once in the game either player may pass, not where it is over.
    pub pass: bool,
    /// The game is over at these positions, too.
    pub ends: &'a [Vec<usize>],
    /// The two piles may be exchanged, and the sides are equal.
    pub half: bool,
}

/// Calls `visit` with the rows of P-positions in lexicographic order of the first coordinates: the number of a row, and
/// its bits; with those that are done if the computation is ended.
///
/// `false`, having visited nothing, if this kernel does not apply: comparisons of both ends on more than two piles or of what
/// is taken beside a fixed number of rows, or two strides along the row.
pub fn outcomes(
    moves: &Tracks<'_>,
    ending: &Ending<'_>,
    budget: &Budget,
    visit: &mut dyn FnMut(usize, &[u64]),
) -> Result<bool, SolveError> {
    let Some((&columns, first)) = moves.sides.split_last() else { return Ok(false) };
    if moves.sides.contains(&0) {
        return Ok(true);
    }
    let tables = if ending.pass { 2 } else { 1 };
    let table = moves.cells() / 8 * tables + columns as u128;
    budget.need("the table", table.saturating_add(moves.line_bytes()))?;
    let rows: usize = first.iter().product();
    let Some(after) = Machine::new(moves, budget)? else { return Ok(false) };
    let before = if ending.pass { Machine::new(moves, budget)? } else { None };
    // Where there is a move at all is asked in misère play and for the pass.
    let asks = ending.misere || ending.pass;
    let told = match &moves.rest {
        None => true,
        Some(Others::Asked(_)) => false,
        Some(Others::Spans(_)) => !asks,
        Some(Others::Jumps(_)) => true,
    };
    if !told {
        return Ok(false);
    }
    let minds = moves.tracks.iter().any(|track| track.target.is_some() || track.window.is_some());
    let any = if asks && minds { Machine::new(moves, budget)? } else { None };
    let (mut lost, mut kept) =
        (Rows::new(rows, columns), Rows::new(if ending.pass { rows } else { 0 }, columns));
    let mut done = 0;
    let machines = Machines { after, before, any };
    let answer = machines.run(moves, ending, budget, &mut lost, &mut kept, &mut done);
    if let Err(SolveError::Rules(error)) = answer {
        return Err(SolveError::Rules(error));
    }
    let table = if ending.pass { &kept } else { &lost };
    (0..done).for_each(|row| visit(row, table.row(row)));
    answer.map(|()| true)
}

/// The machine of the game, that of the game before the pass, and one that asks where there are moves at all.
struct Machines {
    after: Machine,
    before: Option<Machine>,
    any: Option<Machine>,
}

impl Machines {
    fn run(
        mut self,
        moves: &Tracks<'_>,
        ending: &Ending<'_>,
        budget: &Budget,
        lost: &mut Rows,
        kept: &mut Rows,
        done: &mut usize,
    ) -> Result<(), SolveError> {
        let (columns, first) = (moves.sides[moves.sides.len() - 1], &moves.sides[..moves.sides.len() - 1]);
        let rows: usize = first.iter().product();
        let asks = ending.misere || ending.pass;
        let ends = moves.by_rows(ending.ends);
        let width = columns.div_ceil(64);
        let every = vec![!0u64; width];
        let (mut blocked, mut movable, mut over) = (vec![0u64; width], vec![0u64; width], Vec::new());
        let mut place = vec![0; first.len()];
        for row in 0..rows {
            if row % 16 == 0 {
                budget.step(row as u64, rows as u64)?;
            }
            let from = if ending.half { place[0] } else { 0 };
            over.clear();
            let at = ends.partition_point(|end| end.0 < row);
            over.extend(ends[at..].iter().take_while(|end| end.0 == row).map(|end| end.1));
            let forced = if ending.misere { &[][..] } else { &over };
            let here = Here { moves, place: &place, row, from, columns };
            blocked.fill(0);
            here.close(&mut blocked);
            self.after.block(&here, &|r| lost.row(r), &mut blocked)?;
            if asks {
                movable.fill(0);
                match &mut self.any {
                    Some(any) => {
                        any.block(&here, &|_| &every, &mut movable)?;
                        any.all_along(&here, &mut movable)?;
                    }
                    None => self.after.allowed(&here, &mut movable)?,
                }
                over.iter().for_each(|c| movable[c / 64] &= !(1 << (c % 64)));
            }
            let jumps = match &moves.rest {
                Some(Others::Jumps(jumps)) => Some(jumps.as_ref()),
                _ => None,
            };
            if let Some(jumps) = jumps {
                let movable = if ending.misere {
                    over.iter().for_each(|c| blocked[c / 64] |= 1 << (c % 64));
                    Some(&movable[..])
                } else {
                    None
                };
                let asked = Asked { jumps, movable, budget };
                self.after.settle_asked(&here, &mut blocked, forced, &asked, lost)?;
            } else {
                if ending.misere {
                    blocked.iter_mut().zip(&movable).for_each(|(b, m)| *b |= !m);
                }
                self.after.settle(&here, &mut blocked, forced, lost)?;
            }
            if ending.half {
                lost.mirror(row);
            }
            if let Some(before) = &mut self.before {
                blocked.fill(0);
                here.close(&mut blocked);
                before.block(&here, &|r| kept.row(r), &mut blocked)?;
                if let Some(jumps) = jumps {
                    // Where lines lead nowhere and a pass would win the others are asked.
                    over.iter().for_each(|c| blocked[c / 64] |= u64::from(ending.misere) << (c % 64));
                    for column in ones(lost.row(row)).filter(|column| *column >= from) {
                        let (word, bit) = (column / 64, 1 << (column % 64));
                        if movable[word] & bit == 0
                            && over.binary_search(&column).is_err()
                            && jumps.has_move((row, column))?
                        {
                            movable[word] |= bit;
                        }
                    }
                }
                // To pass is to leave the other player where the pass is gone.
                for ((b, m), l) in blocked.iter_mut().zip(&movable).zip(lost.row(row)) {
                    *b |= m & l | if ending.misere && jumps.is_none() { !m } else { 0 };
                }
                match jumps {
                    Some(jumps) => {
                        let asked = Asked { jumps, movable: ending.misere.then_some(&movable[..]), budget };
                        before.settle_asked(&here, &mut blocked, forced, &asked, kept)?;
                    }
                    None => before.settle(&here, &mut blocked, forced, kept)?,
                }
                if ending.half {
                    kept.mirror(row);
                }
            }
            *done = row + 1;
            next(&mut place, first);
        }
        Ok(budget.step(rows as u64, rows as u64)?)
    }
}

/// The row that is being computed.
pub(crate) struct Here<'a> {
    pub moves: &'a Tracks<'a>,
    pub place: &'a [usize],
    pub row: usize,
    /// The first column that is not known.
    pub from: usize,
    pub columns: usize,
}

impl Here<'_> {
    /// Blocks what is known already, and what is off the board.
    fn close(&self, blocked: &mut [u64]) {
        if !self.columns.is_multiple_of(64) {
            blocked[self.columns / 64] |= !0 << (self.columns % 64);
        }
        if self.from > 0 {
            blocked[..self.from / 64].fill(!0);
            blocked[self.from / 64] |= !(!0 << (self.from % 64));
        }
    }
}

/// What is asked of cells that lines leave open.
struct Asked<'a> {
    jumps: &'a dyn Jumps,
    /// In misère play, the cells from which a line leads anywhere.
    movable: Option<&'a [u64]>,
    budget: &'a Budget,
}

/// The accumulators of one stride.
enum Level {
    Along {
        step: usize,
        count: Option<usize>,
    },
    Down {
        numbers: Numbers,
        /// What a step takes from the first coordinates, and from the column.
        down: Vec<usize>,
        across: usize,
        /// The most steps that the first coordinates have room for.
        most: usize,
        count: Option<usize>,
        /// For each class of rows the bits of its lines.
        sets: Vec<Vec<u64>>,
        /// If the count is not idle: for each line one more than the last step at which a P-position was met.
        last: Vec<Vec<u32>>,
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
}

/// A line whose moves compare both ends: from each P-position it is open for a while, in rows.
struct Timed {
    window: usize,
    start: (usize, usize),
    stride: (usize, usize),
    most: usize,
    source: Option<usize>,
    target: Option<usize>,
    /// For each row the lines that a P-position opens or closes from there on.
    events: Vec<Vec<(usize, bool)>>,
    /// Where all P-positions of a row open and close their lines in the same rows: these, instead.
    by_rows: Option<Vec<Vec<Turn>>>,
    /// For each class of rows how many P-positions a line is open to, and whether it is to any.
    counts: Vec<Vec<u32>>,
    sets: Vec<Vec<u64>>,
}

/// The lines of the P-positions of a row, opened or closed together.
#[derive(Clone, Copy)]
struct Turn {
    before: usize,
    /// What the number of a line is more than the column of its P-position.
    more: usize,
    /// The columns whose lines are on the board then.
    columns: usize,
    opens: bool,
}

/// Gates at the positions moved to are kept for no more rows than this.
const MOST_KEPT: usize = 64;

#[derive(Default)]
struct Machine {
    wires: Vec<Wire>,
    timed: Vec<Timed>,
    rails: Rails,
    reached: Reached,
    known: Known,
    open: OpenEnds,
    columns: usize,
    scratch: Vec<u64>,
    mask: Vec<u64>,
}

impl Machine {
    fn new(moves: &Tracks<'_>, budget: &Budget) -> Result<Option<Machine>, SolveError> {
        let columns = moves.sides[moves.sides.len() - 1];
        let width = columns.div_ceil(64);
        let mut machine =
            Machine { columns, scratch: vec![0; width], mask: vec![0; width], ..Machine::default() };
        if let Some(Others::Jumps(jumps)) = &moves.rest {
            machine.known = Known::new(jumps.as_ref(), &moves.sides, budget)?;
        }
        for track in &moves.tracks {
            let added = match track.window {
                Some(window) => {
                    // A counter and a bit for each cell of each line, and what lines need beyond the board.
                    budget.need("the notes on lines", moves.cells().saturating_mul(10))?;
                    machine.add_timed(track, window, &moves.sides, moves.gates.as_ref())
                }
                None => machine.add(track, &moves.sides),
            };
            if track.twice || !added {
                return Ok(None);
            }
        }
        let near = machine.wires.iter().filter(|wire| wire.levels.is_empty()).map(|wire| wire.rows);
        let kept = near.filter(|rows| *rows < MOST_KEPT).max().unwrap_or(0) + 1;
        let (gates, firsts) = (moves.gates.as_ref(), moves.sides.len() - 1);
        budget.need("the gates along rows", 2 * OpenAlong::bytes(gates.count(), columns, kept))?;
        machine.open = OpenEnds {
            sources: OpenAlong::new(gates, firsts, columns, 1),
            targets: OpenAlong::new(gates, firsts, columns, kept),
        };
        // Gates at the source are asked where nothing else decides.
        machine.wires.sort_by_key(|wire| wire.source.is_some());
        let bits: u128 = (machine.wires.iter().flat_map(|wire| &wire.levels))
            .map(|level| match level {
                Level::Along { .. } => 0,
                Level::Down { numbers, across, most, count, .. } => {
                    let each = (columns + across * most) as u128;
                    numbers.count as u128 * each * if count.is_some() { 33 } else { 1 }
                }
            })
            .sum();
        budget.need("the notes on lines", bits / 8)?;
        Ok(Some(machine))
    }

    fn add_timed(&mut self, track: &Track, window: usize, sides: &[usize], gates: &dyn super::Gates) -> bool {
        let (&[rows, columns], &[x, y], [stride]) = (sides, &track.start[..], &track.strides[..]) else {
            return false;
        };
        let &[down, across] = &stride.vector[..] else { return false };
        if down == 0 && x == 0 {
            let (source, target) = (track.source, track.target);
            let (column, step, count, window) = (y, across, stride.count, Some(window));
            self.rails.push(Rail { column, step, count, source, target, window }, columns);
            return true;
        }
        if down == 0 || x == 0 {
            return false;
        }
        let most = (rows - 1) / down;
        let size = columns + across * most + 128;
        self.timed.push(Timed {
            window,
            start: (x, y),
            stride: (down, across),
            most,
            source: track.source,
            target: track.target,
            events: vec![Vec::new(); rows + 1],
            by_rows: gates.reaches_by_rows(window).then(|| vec![Vec::new(); rows + 1]),
            counts: vec![vec![0; size]; down.min(rows)],
            sets: vec![vec![0; size.div_ceil(64)]; down.min(rows)],
        });
        true
    }

    fn add(&mut self, track: &Track, sides: &[usize]) -> bool {
        let (first, columns) = (&sides[..sides.len() - 1], sides[sides.len() - 1]);
        let stays = |v: &[usize]| v[..v.len() - 1].iter().all(|x| *x == 0);
        let (start, column) = (&track.start[..first.len()], track.start[first.len()]);
        if stays(&track.start) {
            // What stays in the row, and what leaves it with each of the strides.
            let inside: Vec<_> = track.strides.iter().filter(|s| stays(&s.vector)).collect();
            let (step, count) = match inside[..] {
                [] => (1, Some(1)),
                [one] => (one.vector[first.len()], one.count),
                _ => return false,
            };
            let (source, target) = (track.source, track.target);
            self.rails.push(Rail { column, step, count, source, target, window: None }, columns);
            let leaving: Vec<usize> =
                (0..track.strides.len()).filter(|s| !stays(&track.strides[*s].vector)).collect();
            for (order, at) in leaving.iter().enumerate() {
                let mut part = track.clone();
                let vector = track.strides[*at].vector.clone();
                part.start.iter_mut().zip(&vector).for_each(|(x, v)| *x += v);
                part.strides[*at].count = track.strides[*at].count.map(|count| count - 1);
                let mut index = 0;
                part.strides.retain(|stride| {
                    index += 1;
                    stride.count != Some(1) && !leaving[..order].contains(&(index - 1))
                });
                if part.start.iter().zip(sides).all(|(x, side)| x < side) && !self.add(&part, sides) {
                    return false;
                }
            }
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
            let most = multiples(&super::Stride { vector: down.to_vec(), count: None }, first);
            let count = stride.count;
            levels.push(Level::Down {
                sets: vec![Vec::new(); if count.is_none() { numbers.count } else { 0 }],
                last: vec![Vec::new(); if count.is_some() { numbers.count } else { 0 }],
                numbers,
                down: down.to_vec(),
                across,
                most,
                count,
            });
        }
        let rows = start.iter().zip(first).fold(0, |row, (x, side)| row * side + x);
        self.wires.push(Wire {
            first: start.to_vec(),
            rows,
            column,
            levels,
            source: track.source,
            target: track.target,
        });
        true
    }

    /// The cells of a row from which a move out of it reaches a P-position.
    fn block<'t>(
        &mut self,
        here: &Here<'_>,
        table: &dyn Fn(usize) -> &'t [u64],
        blocked: &mut [u64],
    ) -> Result<(), SolveError> {
        let Here { moves, place, row, .. } = *here;
        let from = here.from / 64;
        let Machine { wires, timed, scratch, mask, columns, reached, open, .. } = self;
        let OpenEnds { sources, targets } = open;
        let gates = moves.gates.as_ref();
        if let Some(Others::Spans(strips)) = &moves.rest {
            let before = row.checked_sub(1).map(table);
            reached.block((moves.gates.as_ref(), strips), (row, *columns), before, blocked)?;
        }
        for line in timed {
            line.block(here, table, mask, blocked)?;
        }
        let mut target: Vec<usize> = vec![0; place.len()];
        for wire in wires {
            if place.iter().zip(&wire.first).any(|(x, start)| x < start) {
                continue;
            }
            target.iter_mut().zip(place.iter().zip(&wire.first)).for_each(|(t, (x, s))| *t = x - s);
            let found = table(row - wire.rows);
            let plain = wire.target.is_none() && wire.levels.len() <= 1;
            if !plain || matches!(wire.levels.first(), Some(Level::Along { .. })) {
                scratch.copy_from_slice(found);
                if let Some(gate) = wire.target {
                    targets.narrow(gates, gate, (row - wire.rows, &target), scratch)?;
                }
            }
            // Of the cells that a word of bits blocks those at which the gate is open; what is blocked anyway is not asked.
            let mut open = |w: usize, bits: u64, blocked: u64| match wire.source {
                Some(gate) if bits & !blocked != 0 => {
                    sources.word(gates, gate, (row, place), w, bits & !blocked)
                }
                _ => Ok(bits),
            };
            let column = wire.column as isize;
            let depth = wire.levels.len();
            for (at, level) in wire.levels.iter_mut().enumerate() {
                let (own, found): (&mut Vec<u64>, Option<&[u64]>) =
                    (scratch, (plain && at == 0).then_some(found));
                match level {
                    Level::Along { step, count } => smear(own, *step, *count, *columns),
                    Level::Down { numbers, down, across, most, count, sets, last } => {
                        let class: usize = target.iter().zip(&numbers.parts).map(|(x, part)| part[*x]).sum();
                        let steps = target
                            .iter()
                            .zip(&*down)
                            .filter_map(|(x, v)| x.checked_div(*v))
                            .min()
                            .unwrap_or(0);
                        let lead = *across * (*most - steps);
                        let size = *columns + *across * *most + 64;
                        let input = found.unwrap_or(own);
                        if let Some(count) = count {
                            let seen = &mut last[class];
                            seen.resize(size, 0);
                            for bit in ones(input).filter(|bit| *bit < *columns) {
                                seen[bit + lead] = steps as u32 + 1;
                            }
                            let least = (steps + 2).saturating_sub(*count).max(1) as u32;
                            for (w, word) in own.iter_mut().enumerate() {
                                let lines = &seen[w * 64 + lead..(w * 64 + lead + 64).min(size)];
                                *word = 0;
                                for (bit, at) in lines.iter().enumerate() {
                                    *word |= u64::from(*at >= least) << bit;
                                }
                            }
                            continue;
                        }
                        let set = &mut sets[class];
                        set.resize(size.div_ceil(64) + 1, 0);
                        for (w, bits) in input.iter().enumerate().filter(|(_, bits)| **bits != 0) {
                            or_at(set, w * 64 + lead, *bits);
                        }
                        if at + 1 == depth {
                            for (w, word) in blocked.iter_mut().enumerate().skip(from) {
                                let index = (w * 64 + lead) as isize - column;
                                // What would come from before the first column is off the board.
                                let cut = column - (w * 64) as isize;
                                let inside = match cut {
                                    ..=0 => !0,
                                    1..64 => !0 << cut,
                                    _ => 0,
                                };
                                *word |= open(w, word_from(set, index) & inside, *word)?;
                            }
                        } else {
                            for (w, word) in own.iter_mut().enumerate() {
                                *word = word_at(set, w * 64 + lead);
                            }
                        }
                    }
                }
            }
            let direct = matches!(wire.levels.last(), Some(Level::Down { count: None, .. }));
            if !direct {
                let input = if plain && depth == 0 { found } else { &scratch[..] };
                for (w, word) in blocked.iter_mut().enumerate().skip(from) {
                    *word |= open(w, word_from(input, (w * 64) as isize - column), *word)?;
                }
            }
        }
        Ok(())
    }

    /// The cells from which the moves allow going anywhere, if no move minds its target.
    fn allowed(&mut self, here: &Here<'_>, movable: &mut [u64]) -> Result<(), SolveError> {
        let Here { moves, place, .. } = *here;
        let ones = vec![!0u64; movable.len()];
        for wire in &self.wires {
            if place.iter().zip(&wire.first).all(|(x, start)| x >= start) {
                let gate = wire.source.map_or(Ok(()), |gate| moves.gates.row(gate, place, &mut self.mask));
                gate?;
                for (w, word) in movable.iter_mut().enumerate() {
                    let open = if wire.source.is_some() { self.mask[w] } else { !0 };
                    *word |= word_from(&ones, (w * 64) as isize - wire.column as isize) & open;
                }
            }
        }
        self.all_along(here, movable)
    }

    /// Adds the cells from which a move along the row leads anywhere.
    fn all_along(&mut self, here: &Here<'_>, movable: &mut [u64]) -> Result<(), SolveError> {
        self.rails.all_along(here, (&mut self.scratch, &mut self.mask), movable)
    }

    /// Settles the cells of a row from column `from` on, the cells before being known.
    fn settle(
        &mut self,
        here: &Here<'_>,
        blocked: &mut [u64],
        forced: &[usize],
        lost: &mut Rows,
    ) -> Result<(), SolveError> {
        self.rails.settle(here, &mut self.open, blocked, forced, lost.row_mut(here.row))
    }

    /// The same as [`Machine::settle`] where other moves are asked about at the cells that are left.
    fn settle_asked(
        &mut self,
        here: &Here<'_>,
        blocked: &mut [u64],
        forced: &[usize],
        asked: &Asked<'_>,
        lost: &mut Rows,
    ) -> Result<(), SolveError> {
        let Here { row, from, .. } = *here;
        self.rails.begin(here, &mut self.open, blocked, lost.row(row))?;
        for before in ones(lost.row(row)).take_while(|column| *column < from) {
            self.known.insert(asked.jumps, here.place, (row, before), blocked)?;
        }
        let mut forced = forced.iter().copied().filter(|column| *column >= from).peekable();
        // The words before this one have been held against the lines: what a P-position of the row settles need not be.
        let (mut column, mut held) = (from, from / 64);
        loop {
            let free = next_set(blocked, column, !0);
            let Some(found) = free.into_iter().chain(forced.peek().copied()).min() else { return Ok(()) };
            let (word, bit) = (found / 64, 1 << (found % 64));
            if word >= held {
                self.known.block(asked.jumps, here.place, (row, found), &mut blocked[word], asked.budget)?;
                held = word + 1;
                continue;
            }
            if forced.next_if_eq(&found).is_none() {
                // Whatever is before this cell is settled.
                let mut open = !blocked[word] & (!0 << (found % 64));
                let left = self.known.is_left(asked.jumps, row, word, &mut open, asked.budget)?;
                blocked[word] |= !open & (!0 << (found % 64));
                if !left {
                    continue;
                }
                let stuck = asked.movable.is_some_and(|movable| movable[word] & bit == 0);
                if stuck && !asked.jumps.has_move((row, found))? {
                    blocked[word] |= bit;
                    continue;
                }
            }
            lost.insert(row, found);
            self.known.insert(asked.jumps, here.place, (row, found), blocked)?;
            self.rails.mark(here, &mut self.open, found, blocked)?;
            let target = (row as u32, found as u32);
            blocked[word] |= self.known.sources(asked.jumps, row, word, !blocked[word], target)?;
            column = found + 1;
        }
    }
}

impl Timed {
    /// Takes in the P-positions of the row before, and blocks the cells of this row whose lines are open.
    fn block<'t>(
        &mut self,
        here: &Here<'_>,
        table: &dyn Fn(usize) -> &'t [u64],
        mask: &mut [u64],
        blocked: &mut [u64],
    ) -> Result<(), SolveError> {
        let (rows, row) = (here.moves.sides[0], here.row);
        let ((down, across), (x, y)) = (self.stride, self.start);
        let lead = |row: usize| across * (self.most - row / down);
        let targets = |before: usize, mask: &mut [u64]| match self.target {
            Some(gate) => here.moves.gates.row(gate, &[before], mask),
            None => {
                mask.fill(!0);
                Ok(())
            }
        };
        if let (Some(before), Some(turns)) = (row.checked_sub(1), &mut self.by_rows)
            && let Some((first, last)) = here.moves.gates.reach_of_row(self.window, before, rows)?
        {
            let (from, to) = (before + x + first * down, before + x + (last + 1) * down);
            let right = y + first * across;
            let more = lead(from) + right;
            let turn = |opens| Turn { before, more, columns: here.columns.saturating_sub(right), opens };
            turns[from].push(turn(true));
            if to < rows {
                turns[to].push(turn(false));
            }
        } else if let (Some(before), None) = (row.checked_sub(1), &self.by_rows) {
            targets(before, mask)?;
            for column in ones(table(before)).filter(|column| mask[column / 64] >> (column % 64) & 1 != 0) {
                if column >= here.columns {
                    break;
                }
                let Some((first, last)) = here.moves.gates.reach(self.window, &[before, column], rows)?
                else {
                    continue;
                };
                let from = before + x + first * down;
                let number = lead(from) + column + y + first * across;
                self.events[from].push((number, true));
                let to = before + x + (last + 1) * down;
                if to < rows {
                    self.events[to].push((number, false));
                }
            }
        }
        let class = row % down;
        let (counts, set) = (&mut self.counts[class], &mut self.sets[class]);
        let mut take_in = |number: usize, opens: bool| {
            let count = &mut counts[number];
            *count = if opens { *count + 1 } else { *count - 1 };
            let bit = 1 << (number % 64);
            let word = &mut set[number / 64];
            *word = if *count > 0 { *word | bit } else { *word & !bit };
        };
        for (number, opens) in std::mem::take(&mut self.events[row]) {
            take_in(number, opens);
        }
        for turn in self.by_rows.as_mut().map_or_else(Vec::new, |turns| std::mem::take(&mut turns[row])) {
            targets(turn.before, mask)?;
            for (w, (word, mask)) in table(turn.before).iter().zip(&*mask).enumerate() {
                ones(&[word & mask])
                    .map(|bit| w * 64 + bit)
                    .take_while(|column| *column < turn.columns)
                    .for_each(|column| take_in(column + turn.more, turn.opens));
            }
        }
        if let Some(gate) = self.source {
            here.moves.gates.row(gate, here.place, mask)?;
        }
        for (w, word) in blocked.iter_mut().enumerate().skip(here.from / 64) {
            let open = if self.source.is_some() { mask[w] } else { !0 };
            *word |= word_at(&self.sets[class], w * 64 + lead(row)) & open;
        }
        Ok(())
    }
}
