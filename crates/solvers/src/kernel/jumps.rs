//! Cells of a row from which moves lead to P-positions, where a move is told by its ends alone: for families that are no lines,
//! beside those that are. Lines leave few cells of a row open, and P-positions are few where rows are lines: the cells that
//! are left are held against the list of P-positions.
//!
//! Most of these cells have many P-options, and neighbours often the same: what answered lately is asked first, for 64
//! neighbouring cells at a time. A cell that is left is held against all, 64 P-positions at a time: those of the nearest rows
//! first, then those of the nearest columns.
//!
//! Moves of one amount lie on lines: there a cell is held against the P-positions of its line only, the last first, for 64
//! neighbouring cells at a time; along the row, what lies behind a P-position as soon as that is found.
//!
//! Where P-options are counted, 64 cells together are held against the last P-positions before the row, and what is not won
//! then against the others, until enough are found.
//!
//! Cost: some questions for 64 cells that are won, and for each P-position one for 64 P-positions before it; on lines one for 64
//! cells and each P-position that their lines have at most.

use super::tracks::Numbers;
use crate::error::SolveError;
use wythoff_numbers::Budget;
use wythoff_numbers::bits::ones;

/// Positions that are asked for at a time.
pub const LANES: usize = 64;

/// Moves that are told by their ends. A cell is the number of a row along the last coordinate, and a column.
pub trait Jumps: Sync {
    /// Of the cells `(row, from), (row, from + 1), ...` in `lanes` those from which a move leads to a target, which is none of
    /// them.
    fn sources(&self, row: usize, from: usize, lanes: u64, target: (u32, u32)) -> Result<u64, SolveError>;

    /// Of up to 64 targets those in `lanes`, each as above, to which a move leads from a cell.
    fn targets(&self, cell: (usize, usize), lanes: u64, targets: &[(u32, u32)]) -> Result<u64, SolveError>;

    /// What those moves take that lie on lines: `start + i * step`. The questions above leave them out.
    fn lines(&self) -> &[(Vec<usize>, Vec<usize>)];

    /// Whether some moves lie on no lines.
    fn has_others(&self) -> bool;

    /// Of the cells in `lanes`, as above, those from which a move of a line leads each to its own of 64 targets.
    fn on_line(
        &self,
        line: usize,
        row: usize,
        from: usize,
        lanes: u64,
        targets: &[(u32, u32); LANES],
    ) -> Result<u64, SolveError>;

    /// Of up to 64 targets those in `lanes` to which a move of a line leads from a cell.
    fn on_line_to(
        &self,
        line: usize,
        cell: (usize, usize),
        lanes: u64,
        targets: &[(u32, u32)],
    ) -> Result<u64, SolveError>;

    /// Of the cells in `lanes`, as above, those from which a move of any kind that cannot be blocked leads to a target, and
    /// those from which only others do, of the latter those alone from which no track does that can be blocked.
    fn counted_sources(
        &self,
        row: usize,
        from: usize,
        lanes: u64,
        target: (u32, u32),
    ) -> Result<(u64, u64), SolveError>;

    /// Of up to 64 targets as above those to which a move of any kind leads that cannot be blocked, and those to which only others lead,
    /// of the latter those alone to which no track leads that can be blocked.
    fn counted(
        &self,
        cell: (usize, usize),
        lanes: u64,
        targets: &[(u32, u32)],
    ) -> Result<(u64, u64), SolveError>;

    /// As many options as a cell may have, or more.
    fn most_options(&self) -> usize;

    /// Whether any move leads from a cell.
    fn has_move(&self, cell: (usize, usize)) -> Result<bool, SolveError>;
}

/// More P-positions than this many a row are not few, unless each cell has more options still.
const FEW: usize = 8;

/// As many may be there before rows count.
const AT_FIRST: usize = 512;

/// How many P-positions 64 cells are held against together, at most.
const MOST_TOGETHER: usize = 128;

/// How many of them one after the other may be no options of any.
const MOST_IDLE: usize = 8;

/// Lists that are kept in order are no longer.
const LONGEST: usize = 1 << 15;

/// How many that answered lately are kept.
const LATELY: usize = 4;

/// Cells that are asked for one by one rather than together, if there are no more.
const ALONE: u32 = 4;

/// How many P-positions are few where so many are for the rows.
fn most(jumps: &dyn Jumps, for_rows: usize) -> usize {
    for_rows.max(jumps.most_options().saturating_mul(4).min(LONGEST)).saturating_add(AT_FIRST)
}

fn too_many() -> SolveError {
    SolveError::not_this_way("there are too many P-positions to look at each")
}

/// The P-positions that are known where they are counted, row by row.
#[derive(Default)]
pub(crate) struct Counted {
    all: Vec<(u32, u32)>,
    /// How many of them are before the row.
    before: usize,
    /// For each cell of the row how many P-options were found together with others.
    found: Vec<u32>,
    /// For each word of the row how many P-positions before it were asked about for its cells together.
    asked: Vec<usize>,
}

impl Counted {
    /// Begins a row, of which each cell from some column on needs some more P-options.
    pub fn begin(
        &mut self,
        jumps: &dyn Jumps,
        (row, from, columns): (usize, usize, usize),
        needed: impl Fn(usize) -> u32,
    ) -> Result<(), SolveError> {
        self.before = self.all.len();
        self.found.clear();
        self.found.resize(columns, 0);
        self.asked.clear();
        self.asked.resize(columns.div_ceil(LANES), 0);
        for word in from / LANES..columns.div_ceil(LANES) {
            let first = word * LANES;
            let cells = from.max(first)..columns.min(first + LANES);
            let mut open = cells.filter(|y| needed(*y) > 0).fold(0u64, |open, y| open | 1 << (y - first));
            let mut idle = 0;
            for target in self.all.iter().rev().take(MOST_TOGETHER) {
                if open.count_ones() <= ALONE || idle == MOST_IDLE {
                    break;
                }
                let (free, more) = jumps.counted_sources(row, first, open, *target)?;
                idle = if free | more == 0 { idle + 1 } else { 0 };
                self.asked[word] += 1;
                for lane in ones(&[free | more]) {
                    let found = &mut self.found[first + lane];
                    *found = if free >> lane & 1 != 0 { u32::MAX } else { *found + 1 };
                    open &= !(u64::from(*found >= needed(first + lane)) << lane);
                }
            }
        }
        Ok(())
    }

    /// Takes in a P-position; refuses if they are not few where a row has `k` of them.
    pub fn insert(
        &mut self,
        jumps: &dyn Jumps,
        (row, column): (usize, usize),
        k: u32,
    ) -> Result<(), SolveError> {
        if self.all.len() > most(jumps, FEW.saturating_mul(k as usize).saturating_mul(row + 1)) {
            return Err(too_many());
        }
        self.all.push((row as u32, column as u32));
        Ok(())
    }

    /// Whether a move that cannot be blocked leads from a cell to a P-position, or moves to `needed` others.
    pub fn wins(&self, jumps: &dyn Jumps, cell: (usize, usize), needed: u32) -> Result<bool, SolveError> {
        let mut needed = needed.saturating_sub(self.found[cell.1]);
        if needed == 0 {
            return Ok(true);
        }
        let older = self.before - self.asked[cell.1 / LANES];
        for some in self.all[self.before..].rchunks(LANES).chain(self.all[..older].rchunks(LANES)) {
            let (free, more) = jumps.counted(cell, !0 >> (LANES - some.len()), some)?;
            needed = needed.saturating_sub(more.count_ones());
            if free != 0 || needed == 0 {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// The P-positions of the lines of one kind of moves.
struct OnLines {
    start: Vec<usize>,
    numbers: Numbers,
    /// The moves stay in the row.
    along: bool,
    /// By the number of the line.
    lists: Vec<Vec<(u32, u32)>>,
}

/// The P-positions that are known.
#[derive(Default)]
pub(crate) struct Known {
    /// Those of the last rows, no more than 64.
    last: Vec<(u32, u32)>,
    /// All, by columns.
    columns: Vec<(u32, u32)>,
    /// Those that answered lately, the last in front.
    lately: Vec<(u32, u32)>,
    lines: Vec<OnLines>,
}

impl Known {
    /// None yet, on a board.
    pub fn new(jumps: &dyn Jumps, sides: &[usize], budget: &Budget) -> Result<Known, SolveError> {
        let mut known = Known::default();
        let last = sides.len() - 1;
        for (start, step) in jumps.lines() {
            let count = Numbers::count(step, sides);
            budget.need("the notes on lines", count.saturating_mul(size_of::<Vec<(u32, u32)>>() as u128))?;
            let along = start[..last].iter().chain(&step[..last]).all(|taken| *taken == 0);
            let numbers = Numbers::new(step, sides);
            let lists = if along { Vec::new() } else { vec![Vec::new(); numbers.count] };
            known.lines.push(OnLines { start: start.clone(), numbers, along, lists });
        }
        Ok(known)
    }

    /// Takes in a P-position of the row at a place, and blocks the cells from which a line along the row leads to it. Refuses if
    /// they are not few.
    pub fn insert(
        &mut self,
        jumps: &dyn Jumps,
        place: &[usize],
        (row, column): (usize, usize),
        blocked: &mut [u64],
    ) -> Result<(), SolveError> {
        let cell = (row as u32, column as u32);
        for (line, own) in self.lines.iter_mut().enumerate() {
            if !own.along {
                let number: usize =
                    place.iter().chain([&column]).zip(&own.numbers.parts).map(|(x, part)| part[*x]).sum();
                own.lists[number].push(cell);
                continue;
            }
            for (word, blocked) in blocked.iter_mut().enumerate().skip(column / LANES) {
                let mut lanes = !*blocked;
                if word == column / LANES {
                    lanes &= (!0 << (column % LANES)) & !(1 << (column % LANES));
                }
                if lanes != 0 {
                    *blocked |= jumps.on_line(line, row, word * LANES, lanes, &[cell; LANES])?;
                }
            }
        }
        if !jumps.has_others() {
            return Ok(());
        }
        if self.columns.len() > most(jumps, FEW * row) {
            return Err(too_many());
        }
        if self.last.len() == LANES {
            self.last.drain(..LANES / 2);
        }
        self.last.push(cell);
        let place = self.columns.partition_point(|other| (other.1, other.0) < (cell.1, cell.0));
        self.columns.insert(place, cell);
        Ok(())
    }

    /// Blocks, of 64 cells of a row, those from a column on from which a line out of the row leads to a P-position.
    pub fn block(
        &self,
        jumps: &dyn Jumps,
        place: &[usize],
        (row, from): (usize, usize),
        blocked: &mut u64,
        budget: &Budget,
    ) -> Result<(), SolveError> {
        let word = from / LANES;
        for (line, own) in self.lines.iter().enumerate().filter(|(_, own)| !own.along) {
            let (last, first) = (place.len(), &own.start[..place.len()]);
            if place.iter().zip(first).any(|(x, start)| x < start) {
                continue;
            }
            budget.check()?;
            let parts = &own.numbers.parts;
            let base: usize = (0..last).map(|c| parts[c][place[c] - first[c]]).sum();
            let mut open = !*blocked & (!0 << (from % LANES));
            let (mut targets, mut asked) = ([(0, 0); LANES], 0);
            for back in 1.. {
                let mut lanes = 0u64;
                for lane in ones(&[open]) {
                    let Some(column) = (word * LANES + lane).checked_sub(own.start[last]) else {
                        continue;
                    };
                    let list = &own.lists[base + parts[last][column]];
                    if let Some(target) = list.len().checked_sub(back).map(|at| list[at]) {
                        targets[lane] = target;
                        lanes |= 1 << lane;
                    }
                }
                if lanes.count_ones() <= ALONE {
                    open = lanes;
                    break;
                }
                let found = jumps.on_line(line, row, word * LANES, lanes, &targets)?;
                *blocked |= found;
                open = lanes & !found;
                asked = back;
            }
            for lane in ones(&[open]) {
                let column = word * LANES + lane;
                let Some(start) = column.checked_sub(own.start[last]) else { continue };
                let list = &own.lists[base + parts[last][start]];
                for some in list[..list.len().saturating_sub(asked)].rchunks(LANES) {
                    budget.check()?;
                    if jumps.on_line_to(line, (row, column), !0 >> (LANES - some.len()), some)? != 0 {
                        *blocked |= 1 << lane;
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether no move leads from the first open cell of 64 to a P-position that is known. Others among them that are found
    /// to have such a move are closed, and so is it if it has.
    pub fn is_left(
        &mut self,
        jumps: &dyn Jumps,
        row: usize,
        word: usize,
        open: &mut u64,
        budget: &Budget,
    ) -> Result<bool, SolveError> {
        if !jumps.has_others() {
            return Ok(true);
        }
        let first = *open & open.wrapping_neg();
        let mut at = 0;
        while at < self.lately.len() && open.count_ones() > ALONE {
            let found = self.sources(jumps, row, word, *open, self.lately[at])?;
            *open &= !found;
            if found != 0 {
                self.lately[..=at].rotate_right(1);
            }
            at += 1;
        }
        if *open & first == 0 {
            return Ok(false);
        }
        budget.check()?;
        let cell = (row, word * 64 + first.trailing_zeros() as usize);
        let Some(target) = self.target(jumps, cell)? else { return Ok(true) };
        *open &= !(first | self.sources(jumps, row, word, *open, target)?);
        self.lately.retain(|other| *other != target);
        self.lately.truncate(LATELY - 1);
        self.lately.insert(0, target);
        Ok(false)
    }

    /// Of the open cells of 64 those from which a move leads to a P-position.
    pub fn sources(
        &self,
        jumps: &dyn Jumps,
        row: usize,
        word: usize,
        open: u64,
        target: (u32, u32),
    ) -> Result<u64, SolveError> {
        // Along the row only what lies behind a P-position can lead to it.
        let least = target.1 as usize + usize::from(target.0 as usize == row);
        let inside = match least.saturating_sub(word * 64) {
            cut @ 0..64 => !0 << cut,
            _ => 0,
        };
        let lanes = open & inside;
        if lanes == 0 || !jumps.has_others() { Ok(0) } else { jumps.sources(row, word * 64, lanes, target) }
    }

    /// A P-position that a move from a cell leads to.
    fn target(&self, jumps: &dyn Jumps, cell: (usize, usize)) -> Result<Option<(u32, u32)>, SolveError> {
        let before = self.columns.partition_point(|other| other.1 as usize <= cell.1);
        let near = |(_, column): &(u32, u32)| *column as usize <= cell.1;
        let mut lanes =
            self.last.iter().enumerate().fold(0, |lanes, (lane, p)| lanes | u64::from(near(p)) << lane);
        for some in std::iter::once(&self.last[..]).chain(self.columns[..before].rchunks(LANES)) {
            let lanes = std::mem::replace(&mut lanes, !0) & !0 >> (LANES - some.len().max(1));
            let found = if lanes == 0 { 0 } else { jumps.targets(cell, lanes, some)? };
            if found != 0 {
                return Ok(Some(some[63 - found.leading_zeros() as usize]));
            }
        }
        Ok(None)
    }
}
