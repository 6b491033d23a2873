//! Rows of a Grundy table of two piles by a machine that goes column by column: additive periods, each closed exactly by
//! a repetition of the machine's state, and values at any column.
//!
//! The moves are rays, strands (a band such as |k - l| < 3 is a bundle of them) and vectors, any number from the second pile
//! among them; all others take from the first pile too. Row y then holds each value at most once, and a value v is missing
//! at column x only if it is taken by a smaller row: each of the y rows below bars it at one column for each of the R other
//! rays, strands and vectors, so x - R y <= G(y, x) <= x + R y. (For
//! Wythoff's game Landman's x - 2y <= G <= x + y; VIS section 6.1.) Relative to x everything that matters of the rows
//! 0..=y is therefore bounded: the values used in each row from the least unused one on, the values on each line that goes
//! on to a later row, and the last few values where vectors and strands look back at them. The machine has no input. If that
//! state repeats after c columns, G(y, x + c) = G(y, x) + c from there on: an exact proof, row by row from row 0 on.
//!
//! Sets of values are rings of bits, a value at its remainder modulo the size; nothing is shifted. That no ring is too
//! small is checked in every column, and the bounds above are not relied on.
//!
//! Cost: O(rays y/256) steps a cell at most; memory (rows + lines) x size of a ring, for some 9 log2(columns) states of the
//! machine. Finding where the period begins goes over the columns once more, from saved states.

use super::rays::{Ray, RayMoves, Strand};
use crate::error::SolveError;
use crate::saved;
use wythoff_numbers::Budget;

/// Words that are looked at together.
const GROUP: usize = 4;

/// Columns that go side by side.
const BLOCK: usize = 8;

/// Columns between two looks at the budget.
const PACE: u64 = 64;

/// Columns between two questions whether to pause.
const PAUSE: u64 = 1024;

/// Most rays and strands that leave the row.
const MOST_LINES: usize = 15;

/// Most vectors, limited rays written out.
const MOST_VECTORS: usize = 64;

/// The longest vector whose values are remembered.
const LONGEST: usize = 1 << 12;

/// Most rows.
const MOST_ROWS: usize = 1 << 14;

/// A row of a Grundy table that is additively periodic: G(row, x + period) = G(row, x) + period for all x >= preperiod.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowPeriod {
    /// The row: the first pile.
    pub row: u64,
    /// The least such column.
    pub preperiod: u64,
    /// The least period.
    pub period: u64,
    /// A column before which the state of the rows up to this one is that of `cycle` columns later.
    pub closed: u64,
    /// The cycle of that state, a multiple of the period.
    pub cycle: u64,
}

/// The moves as the machine takes them.
#[derive(Clone, Debug)]
struct Moves {
    /// A ray is the strand that starts with its own step.
    strands: Vec<Strand>,
    vectors: Vec<(usize, usize)>,
}

impl Moves {
    /// How many columns back values are looked up one by one.
    fn depth(&self) -> usize {
        let delayed = self.strands.iter().filter(|strand| is_delayed(strand)).map(|strand| strand.start.1);
        self.vectors.iter().map(|v| v.1).chain(delayed).map(|back| back + BLOCK).max().unwrap_or(0)
    }
}

/// Whether a value comes within reach of the line later than the next cell of it.
fn is_delayed(strand: &Strand) -> bool {
    strand.start != (strand.down, strand.across)
}

fn parts(moves: &RayMoves, rows: usize) -> Option<Moves> {
    if moves.row_step() != Some(1) {
        return None;
    }
    let mut vectors: Vec<(usize, usize)> = moves.vectors().iter().copied().filter(|v| v.0 > 0).collect();
    let mut strands = Vec::new();
    for &strand in moves.strands() {
        let Strand { down, across, start } = strand;
        match (down, start.0) {
            // What stays in the row is among its own moves.
            (0, 0) => {}
            (0, _) => return None,
            (_, 0) => strands.push(Strand { start: (down, start.1.checked_add(across)?), ..strand }),
            _ => strands.push(strand),
        }
    }
    for &Ray { down, across, limit } in moves.rays().iter().filter(|ray| ray.down > 0) {
        match limit {
            Some(limit) if limit < rows.div_ceil(down) => {
                for i in 1..=limit.min(MOST_VECTORS + 1) {
                    vectors.push((down.checked_mul(i)?, across.checked_mul(i)?));
                }
            }
            // No row has room for more steps.
            _ => strands.push(Strand { down, across, start: (down, across) }),
        }
    }
    vectors.retain(|v| v.0 < rows);
    strands.retain(|strand| strand.start.0 < rows);
    let fits = strands.len() <= MOST_LINES
        && vectors.len() <= MOST_VECTORS
        && vectors.iter().all(|v| v.1 < LONGEST)
        && strands.iter().all(|strand| strand.across < LONGEST && strand.start.1 < LONGEST)
        && rows <= MOST_ROWS;
    fits.then_some(Moves { strands, vectors })
}

/// The lines of one strand: for each row modulo its step down a ring of lines, by the column where they start.
#[derive(Clone)]
struct Lines {
    down: usize,
    across: usize,
    /// What a cell takes in before it reads its line; without it, what a cell notes when it is done.
    delayed: Option<(usize, usize)>,
    ring: usize,
    /// For each row the first of its lines, and what to add to the column modulo the ring.
    first: Vec<usize>,
    lead: Vec<usize>,
    /// The values on each line.
    sets: Vec<u64>,
}

impl Lines {
    fn new(strand: &Strand, rows: usize, words: usize) -> Lines {
        let (Strand { down, across, start }, ring) = (*strand, Lines::ring(strand, rows));
        let first = (0..rows).map(|row| row % down * ring).collect();
        let lead = (0..rows).map(|row| (ring - across * (row / down) % ring) % ring).collect();
        let delayed = is_delayed(strand).then_some(start);
        Lines { down, across, delayed, ring, first, lead, sets: vec![0; down.min(rows) * ring * words] }
    }

    /// How many columns a line goes through, and those that go side by side.
    fn ring(strand: &Strand, rows: usize) -> usize {
        strand.across * ((rows - 1) / strand.down) + BLOCK
    }

    /// Where the words of the line through a cell begin; the column is given modulo the ring.
    #[inline]
    fn place(&self, row: usize, phase: usize, words: usize) -> usize {
        let line = phase + self.lead[row];
        (self.first[row] + if line >= self.ring { line - self.ring } else { line }) * words
    }
}

/// A ring is too small for the values that come.
struct Narrow;

/// Bits of a ring that are never in use at once: more than the values of one column and the next few can spread by.
const ROOM: u64 = 1024;

/// The machine before a column.
#[derive(Clone)]
struct Machine {
    moves: Moves,
    rows: usize,
    /// Words of a ring, a power of two.
    words: usize,
    column: u64,
    /// For each row the values used from the least unused one's word on, and that least one.
    used: Vec<u64>,
    mex: Vec<u64>,
    lines: Vec<Lines>,
    /// The values of the last columns, as many as vectors look back.
    depth: usize,
    history: Vec<u64>,
    /// The greatest value so far, and lower bounds for the values on lines that are still followed.
    top: u64,
    lows: Vec<u64>,
}

impl Machine {
    fn new(moves: &Moves, rows: usize, words: usize) -> Machine {
        let lines: Vec<Lines> = moves.strands.iter().map(|s| Lines::new(s, rows, words)).collect();
        let depth = moves.depth();
        let followed = |lines: &Lines| lines.ring + lines.delayed.map_or(0, |start| start.1);
        let longest = lines.iter().map(followed).max().unwrap_or(0);
        Machine {
            moves: moves.clone(),
            rows,
            words,
            column: 0,
            used: vec![0; rows * words],
            mex: vec![0; rows],
            lines,
            depth,
            history: vec![0; depth * rows],
            top: 0,
            lows: vec![0; longest / PACE as usize + 2],
        }
    }

    /// Bytes that a machine takes.
    fn bytes(moves: &Moves, rows: usize, words: usize) -> u128 {
        let lines = |strand: &Strand| strand.down.min(rows) as u128 * Lines::ring(strand, rows) as u128;
        let sets = rows as u128 + moves.strands.iter().map(lines).sum::<u128>();
        (sets * words as u128 + (rows * (moves.depth() + 4)) as u128) * 8
    }

    /// The values of the next `BLOCK` columns for the first rows: those of a row one after the other.
    fn step(&mut self, values: &mut [[u64; BLOCK]]) -> Result<(), Narrow> {
        // Registers of 256 bits where the processor has them.
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi1") {
            // SAFETY: the processor has just been asked.
            return unsafe { self.step_wide(values) };
        }
        self.step_by_lines(values)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1")]
    fn step_wide(&mut self, values: &mut [[u64; BLOCK]]) -> Result<(), Narrow> {
        self.step_by_lines(values)
    }

    #[inline(always)]
    fn step_by_lines(&mut self, values: &mut [[u64; BLOCK]]) -> Result<(), Narrow> {
        match self.lines.len() {
            0 => self.step_with::<0>(values),
            1 => self.step_with::<1>(values),
            2 => self.step_with::<2>(values),
            3 => self.step_with::<3>(values),
            4 => self.step_with::<4>(values),
            5 => self.step_with::<5>(values),
            6 => self.step_with::<6>(values),
            7 => self.step_with::<7>(values),
            _ => self.step_with::<MOST_LINES>(values),
        }
    }

    #[inline(always)]
    fn step_with<const K: usize>(&mut self, values: &mut [[u64; BLOCK]]) -> Result<(), Narrow> {
        let words = self.words;
        let mut phases = [[0; K]; BLOCK];
        for (ahead, phases) in phases.iter_mut().enumerate() {
            for (phase, lines) in phases.iter_mut().zip(&mut self.lines) {
                *phase = ((self.column + ahead as u64) % lines.ring as u64) as usize;
                // The lines that start in this column.
                for class in 0..lines.down.min(self.rows) {
                    let start = (class * lines.ring + *phase) * words;
                    lines.sets[start..start + words].fill(0);
                }
            }
        }
        // The columns go side by side, each a row behind the one before it: no cell needs what was found just before it.
        for time in 0..values.len() + BLOCK - 1 {
            for (ahead, phases) in phases.iter().enumerate() {
                let row = time.wrapping_sub(ahead);
                if let Some(values) = values.get_mut(row) {
                    values[ahead] = self.cell(row, self.column + ahead as u64, phases)?;
                }
            }
        }
        self.column += BLOCK as u64;
        if self.column.is_multiple_of(PACE) {
            let low = self.mex[..values.len()].iter().copied().min().unwrap_or(0);
            self.lows.rotate_left(1);
            if let Some(last) = self.lows.last_mut() {
                *last = low;
            }
        }
        let span = self.top - self.lows[0].min(self.top);
        if span + ROOM > 64 * words as u64 { Err(Narrow) } else { Ok(()) }
    }

    /// The value of a cell, noted on its lines.
    #[inline(always)]
    fn cell<const K: usize>(&mut self, row: usize, column: u64, phases: &[usize; K]) -> Result<u64, Narrow> {
        let words = self.words;
        let mask = words - 1;
        let mut places = [0; K];
        for ((place, phase), lines) in places.iter_mut().zip(phases).zip(&mut self.lines) {
            *place = lines.place(row, *phase, words);
            if let Some((down, across)) = lines.delayed
                && down <= row
                && across as u64 <= column
            {
                let column = (column - across as u64) % self.depth as u64;
                let value = self.history[column as usize * self.rows + row - down];
                lines.sets[*place + ((value / 64) as usize & mask)] |= 1 << (value % 64);
            }
        }
        let used = &self.used[row * words..][..words];
        let mut sets = [used; K];
        for ((set, place), lines) in sets.iter_mut().zip(&places).zip(&self.lines) {
            *set = &lines.sets[*place..][..words];
        }
        let found = if self.moves.vectors.is_empty() {
            search(used, &sets, self.mex[row])?
        } else {
            let (mut barred, mut bars) = ([0u64; MOST_VECTORS], 0);
            for &(down, across) in &self.moves.vectors {
                if down <= row && across as u64 <= column {
                    let column = (column - across as u64) % self.depth as u64;
                    barred[bars] = self.history[column as usize * self.rows + row - down];
                    bars += 1;
                }
            }
            let mut from = self.mex[row];
            loop {
                let found = search(used, &sets, from)?;
                if !barred[..bars].contains(&found) {
                    break found;
                }
                from = found + 1;
            }
        };
        let (at, bit) = ((found / 64) as usize & mask, 1 << (found % 64));
        for (place, lines) in places.iter().zip(&mut self.lines) {
            // What is delayed is taken in from the values of the last columns.
            lines.sets[place + at] |= if lines.delayed.is_none() { bit } else { 0 };
        }
        let used = &mut self.used[row * words..][..words];
        used[at] |= bit;
        if found == self.mex[row] {
            // Full words are left behind empty, for the values to come.
            let mut word = found / 64;
            while used[word as usize & mask] == !0 {
                used[word as usize & mask] = 0;
                word += 1;
            }
            self.mex[row] = word * 64 + u64::from(used[word as usize & mask].trailing_ones());
        }
        self.top = self.top.max(found);
        if self.depth > 0 {
            self.history[(column % self.depth as u64) as usize * self.rows + row] = found;
        }
        Ok(found)
    }

    fn save(&self, to: &mut Vec<u8>) {
        saved::words(to, &[self.column, self.top]);
        saved::words(to, &self.used);
        saved::words(to, &self.mex);
        self.lines.iter().for_each(|lines| saved::words(to, &lines.sets));
        saved::words(to, &self.history);
        saved::words(to, &self.lows);
    }

    /// Takes on the state of a machine of the same size.
    fn load(&mut self, from: &mut &[u8]) -> Option<()> {
        let mut sized = |old: &mut Vec<u64>| {
            let new = saved::read_words(from)?;
            (new.len() == old.len()).then(|| *old = new)
        };
        let mut numbers = vec![0; 2];
        sized(&mut numbers)?;
        (self.column, self.top) = (numbers[0], numbers[1]);
        sized(&mut self.used)?;
        sized(&mut self.mex)?;
        self.lines.iter_mut().try_for_each(|lines| sized(&mut lines.sets))?;
        sized(&mut self.history)?;
        sized(&mut self.lows)
    }

    /// Whether what a row needs of the past is the same in two machines, relative to their columns. Of the rows below this
    /// must be known.
    fn row_repeats(&self, row: usize, before: &Machine) -> bool {
        let words = self.words;
        let relative = |machine: &Machine| machine.mex[row].wrapping_sub(machine.column);
        if relative(self) != relative(before) {
            return false;
        }
        let own = |machine: &Machine, word: usize| {
            ring_word(&machine.used[row * words..][..words], machine.mex[row] + 64 * word as u64)
        };
        // The last word holds what is below the least unused value, which is full.
        if !(0..words - 1).all(|word| own(self, word) == own(before, word)) {
            return false;
        }
        for (lines, earlier) in self.lines.iter().zip(&before.lines) {
            if row < lines.down {
                continue;
            }
            // The lines that come to this row in the next columns.
            for ahead in 0..lines.across as u64 {
                let set = |lines: &'_ Lines, column: u64, word: usize| {
                    let phase = ((column + ahead) % lines.ring as u64) as usize;
                    let start = lines.place(row, phase, words);
                    ring_word(&lines.sets[start..][..words], column + 64 * word as u64)
                };
                let same = |word| set(lines, self.column, word) == set(earlier, before.column, word);
                if !(0..words).all(same) {
                    return false;
                }
            }
        }
        (1..=self.depth as u64).all(|back| {
            let at = |machine: &Machine| {
                let column = machine.column.checked_sub(back)?;
                let value = machine.history[(column % self.depth as u64) as usize * self.rows + row];
                Some(value.wrapping_sub(column))
            };
            at(self) == at(before)
        })
    }
}

/// 64 bits of a ring from the place of a value on.
fn ring_word(ring: &[u64], value: u64) -> u64 {
    let mask = ring.len() - 1;
    let (word, shift) = ((value / 64) as usize, value % 64);
    let low = ring[word & mask] >> shift;
    if shift == 0 { low } else { low | ring[(word + 1) & mask] << (64 - shift) }
}

/// The least value from `from` on that is in none of the sets: word by word to the next group, then by groups.
#[inline(always)]
fn search<const K: usize>(used: &[u64], sets: &[&[u64]; K], from: u64) -> Result<u64, Narrow> {
    let mask = used.len() - 1;
    let mut word = (from / 64) as usize;
    // What is below `from` does not count.
    let mut taken = (1u64 << (from % 64)) - 1;
    loop {
        let at = word & mask;
        taken |= sets.iter().fold(used[at], |taken, set| taken | set[at]);
        if taken != !0 {
            return Ok(word as u64 * 64 + u64::from(taken.trailing_ones()));
        }
        (word, taken) = (word + 1, 0);
        if word.is_multiple_of(GROUP) {
            break;
        }
    }
    let (used, _) = used.as_chunks::<GROUP>();
    let sets = sets.map(|set| set.as_chunks::<GROUP>().0);
    let first = word / GROUP;
    for group in first..first + used.len() {
        let at = group & (used.len() - 1);
        let mut open = used[at];
        for set in &sets {
            open.iter_mut().zip(&set[at]).for_each(|(word, more)| *word |= more);
        }
        if open.iter().fold(!0, |all, word| all & word) != !0 {
            for (i, word) in open.iter().enumerate() {
                if *word != !0 {
                    return Ok(((group * GROUP + i) as u64) * 64 + u64::from(word.trailing_ones()));
                }
            }
        }
    }
    Err(Narrow)
}

/// The machine from its first column on, with the states that were saved on the way.
pub struct RowMachine {
    moves: Moves,
    rows: usize,
    words: usize,
    machine: Machine,
    saved: Vec<Machine>,
    next_save: u64,
    /// For each row that is closed the save from which on it repeats, and the cycle.
    closed: Vec<(usize, u64)>,
    values: Vec<[u64; BLOCK]>,
    settling: Option<Settling>,
}

/// The search for where periods begin, from the last save on back.
struct Settling {
    /// Saves that are still to be looked at.
    saves: usize,
    /// Rows whose beginning was not found after them.
    open: Vec<usize>,
    found: Vec<RowPeriod>,
}

/// Columns to the first save after the start.
const FIRST_SAVE: u64 = 64;

impl RowMachine {
    /// For rows 0 up to `last`; `None` if the moves are not such that rows are known to be additively periodic this way.
    pub fn new(moves: &RayMoves, last: usize, budget: &Budget) -> Result<Option<RowMachine>, SolveError> {
        let rows = last + 1;
        let Some(moves) = parts(moves, rows) else { return Ok(None) };
        // From the bounds: values of a column, and of the columns that a line goes through.
        let spread = (moves.strands.len() + moves.vectors.len() + 1) * rows;
        let along = moves.strands.iter().map(|s| s.across * (rows / s.down) + s.start.1).max().unwrap_or(0);
        let words = (spread + along + ROOM as usize + 64).div_ceil(64).next_power_of_two().max(2 * GROUP);
        RowMachine::with_words(moves, rows, words, budget).map(Some)
    }

    fn with_words(
        moves: Moves,
        rows: usize,
        words: usize,
        budget: &Budget,
    ) -> Result<RowMachine, SolveError> {
        budget.need("the machine of the rows", 3 * Machine::bytes(&moves, rows, words))?;
        let machine = Machine::new(&moves, rows, words);
        let saved = vec![machine.clone()];
        let values = vec![[0; BLOCK]; rows];
        Ok(RowMachine {
            moves,
            rows,
            words,
            machine,
            saved,
            next_save: FIRST_SAVE,
            closed: Vec::new(),
            values,
            settling: None,
        })
    }

    /// Columns gone so far.
    pub fn columns(&self) -> u64 {
        self.machine.column
    }

    /// How many rows, from row 0 on, are known to be periodic.
    pub fn closed_rows(&self) -> usize {
        self.closed.len()
    }

    /// A block of columns further.
    fn advance(&mut self, budget: &Budget) -> Result<(), SolveError> {
        if self.machine.column.is_multiple_of(PACE) {
            budget.step(self.machine.column, 0)?;
        }
        if self.machine.step(&mut self.values).is_err() {
            // Larger rings, from the start; what is closed stays so, but the saved states are of another size.
            *self = RowMachine::with_words(self.moves.clone(), self.rows, 2 * self.words, budget)?;
            return Ok(());
        }
        let now = self.machine.column;
        let Some(save) = self.saved.last() else { return Ok(()) };
        let (rows, cycle) = (self.closed.len(), self.closed.last().map_or(1, |closed| closed.1));
        // The rows that are closed repeat just at the multiples of their cycle.
        if rows < self.rows && (now - save.column).is_multiple_of(cycle) {
            let mut row = rows;
            while row < self.rows && self.machine.row_repeats(row, save) {
                row += 1;
            }
            self.closed.resize(row, (self.saved.len() - 1, now - save.column));
        }
        if now >= self.next_save && self.closed.len() < self.rows {
            let bytes = Machine::bytes(&self.moves, self.rows, self.words);
            budget.allow("the saved states of the rows", bytes * (self.saved.len() as u128 + 3))?;
            self.saved.push(self.machine.clone());
            self.next_save = now + (now / 8).max(FIRST_SAVE);
        }
        Ok(())
    }

    /// Goes on until all rows are closed and their periods are known, or until `pause` says so between two steps. Says
    /// whether it is done.
    pub fn go_on(&mut self, budget: &Budget, pause: &mut dyn FnMut() -> bool) -> Result<bool, SolveError> {
        while self.closed.len() < self.rows {
            self.advance(budget)?;
            if self.machine.column.is_multiple_of(PAUSE) && pause() {
                return Ok(false);
            }
        }
        if self.settling.is_none() {
            let found = self.closed.iter().enumerate().map(|(row, (save, cycle))| RowPeriod {
                row: row as u64,
                preperiod: 0,
                period: *cycle,
                closed: self.saved[*save].column,
                cycle: *cycle,
            });
            let found = found.collect();
            self.settling = Some(Settling { saves: self.saved.len(), open: Vec::new(), found });
        }
        while self.settling.as_ref().is_some_and(|settling| settling.saves > 0) {
            let Some(mut settling) = self.settling.take() else { break };
            // Rows whose beginning is not found between two saves are looked at before them.
            let save = settling.saves - 1;
            let before = settling.open.len();
            settling.open.extend((0..self.rows).filter(|row| self.closed[*row].0 == save));
            settling.open.sort_unstable();
            if !settling.open.is_empty()
                && let Err(error) = self.settle(save, &mut settling, budget)
            {
                // Nothing of this save is kept.
                settling.open.retain(|row| self.closed[*row].0 > save);
                debug_assert_eq!(settling.open.len(), before);
                self.settling = Some(settling);
                return Err(error);
            }
            settling.saves = save;
            self.settling = Some(settling);
            if pause() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The state between two calls, to go on from later.
    pub fn save(&self) -> Vec<u8> {
        let mut to = Vec::new();
        saved::number(&mut to, self.words);
        self.machine.save(&mut to);
        saved::number(&mut to, self.saved.len());
        self.saved.iter().for_each(|machine| machine.save(&mut to));
        let closed: Vec<u64> = self.closed.iter().flat_map(|(save, cycle)| [*save as u64, *cycle]).collect();
        saved::words(&mut to, &closed);
        saved::words(&mut to, &[self.next_save]);
        if let Some(Settling { saves, open, found }) = &self.settling {
            saved::number(&mut to, *saves);
            saved::words(&mut to, &open.iter().map(|row| *row as u64).collect::<Vec<_>>());
            let found: Vec<u64> = found.iter().flat_map(|row| [row.preperiod, row.period]).collect();
            saved::words(&mut to, &found);
        }
        to
    }

    /// Takes on a state that a machine for the same moves and rows has saved; `false` if it is none, and then this machine
    /// is of no use.
    pub fn load(&mut self, mut bytes: &[u8], budget: &Budget) -> bool {
        self.try_load(&mut bytes, budget).is_some() && bytes.is_empty()
    }

    fn try_load(&mut self, from: &mut &[u8], budget: &Budget) -> Option<()> {
        let words = saved::read(from)?;
        let sound = words.is_power_of_two() && words >= self.words && words <= from.len();
        *self =
            sound.then(|| RowMachine::with_words(self.moves.clone(), self.rows, words, budget).ok())??;
        self.machine.load(from)?;
        let count = saved::read(from)?;
        self.saved.clear();
        for _ in 0..count {
            let mut machine = Machine::new(&self.moves, self.rows, words);
            machine.load(from)?;
            self.saved.push(machine);
        }
        let closed = saved::read_words(from)?;
        self.closed = closed.chunks_exact(2).map(|pair| (pair[0] as usize, pair[1])).collect();
        self.next_save = *saved::read_words(from)?.first()?;
        let well = self.closed.len() <= self.rows
            && !self.saved.is_empty()
            && self.closed.iter().all(|(save, cycle)| *save < self.saved.len() && *cycle > 0);
        if !from.is_empty() {
            let saves = saved::read(from)?;
            let open: Vec<usize> = saved::read_words(from)?.iter().map(|row| *row as usize).collect();
            let numbers = saved::read_words(from)?;
            let found: Vec<RowPeriod> = (numbers.chunks_exact(2).zip(&self.closed).enumerate())
                .filter(|(_, (_, (save, _)))| *save < self.saved.len())
                .map(|(row, (pair, (save, cycle)))| RowPeriod {
                    row: row as u64,
                    preperiod: pair[0],
                    period: pair[1],
                    closed: self.saved[*save].column,
                    cycle: *cycle,
                })
                .collect();
            let sound = saves <= self.saved.len()
                && found.len() == self.rows
                && open.iter().all(|row| *row < self.rows);
            self.settling = Some(sound.then_some(Settling { saves, open, found })?);
        }
        well.then_some(())
    }

    /// The least periods and their beginnings, of all rows; none before [`RowMachine::go_on`] is done.
    pub fn periods(&self) -> Option<&[RowPeriod]> {
        self.settling.as_ref().filter(|settling| settling.saves == 0).map(|settling| &settling.found[..])
    }

    /// The value of the last row at a column, or if the row is closed before that column is reached, at a column with the
    /// same value relative to the column: the value, its column, and the columns from which and after which the state
    /// repeats if that was used. `column` is given with its remainders: `reduced(c, m)` is the least column >= c that is
    /// congruent to the one asked for modulo m.
    pub fn last_row_at(
        &mut self,
        column: Option<u64>,
        reduced: impl Fn(u64, u64) -> u64,
        budget: &Budget,
    ) -> Result<(u64, u64, Option<(u64, u64)>), SolveError> {
        loop {
            if let Some(column) = column
                && column < self.machine.column
            {
                return Ok((self.value_from_save(column, budget)?, column, None));
            }
            if self.closed.len() == self.rows {
                let (save, cycle) = self.closed[self.rows - 1];
                let start = self.saved[save].column;
                let at = reduced(start, cycle);
                return Ok((self.value_from_save(at, budget)?, at, Some((start, cycle))));
            }
            self.advance(budget)?;
        }
    }

    fn value_from_save(&self, column: u64, budget: &Budget) -> Result<u64, SolveError> {
        let save = self.saved.partition_point(|save| save.column <= column) - 1;
        let mut machine = self.saved[save].clone();
        let mut values = vec![[0; BLOCK]; self.rows];
        while machine.column <= column {
            if machine.column.is_multiple_of(PACE) {
                budget.step(machine.column, column)?;
            }
            // The same columns went well before.
            let _ = machine.step(&mut values);
        }
        // Blocks begin at multiples of their length.
        Ok(values[self.rows - 1][(column % BLOCK as u64) as usize])
    }

    /// Goes from the save before `save` on, until the period of the open rows is seen to hold from some column after that
    /// save on, or from it on. Rows that are settled are taken out.
    fn settle(&self, save: usize, settling: &mut Settling, budget: &Budget) -> Result<(), SolveError> {
        let Settling { open, found, .. } = settling;
        let start = self.saved[save.saturating_sub(1)].column;
        let end = self.saved[save].column;
        let cycle = |row: usize| self.closed[row].1;
        let longest = open.iter().map(|row| cycle(*row)).max().unwrap_or(0);
        let total: u128 = open.iter().map(|row| u128::from(cycle(*row))).sum();
        let last = open.last().map_or(0, |row| *row);
        budget
            .need("one period of each row", total * 4 + Machine::bytes(&self.moves, self.rows, self.words))?;
        // Relative to the column values fit in 32 bits: the rings have fewer bits.
        let mut rings: Vec<Vec<i32>> = open.iter().map(|row| vec![0; cycle(*row) as usize]).collect();
        // The column after the last one at which the period failed.
        let mut begins = vec![start; open.len()];
        let mut machine = self.saved[save.saturating_sub(1)].clone();
        let mut values = vec![[0; BLOCK]; last + 1];
        while machine.column < end + longest {
            let column = machine.column;
            if column.is_multiple_of(PACE) {
                budget.step(column, end + longest)?;
            }
            let _ = machine.step(&mut values);
            // Cycles are whole blocks.
            for ((row, ring), begin) in open.iter().zip(&mut rings).zip(&mut begins) {
                let first = (column % cycle(*row)) as usize;
                let places = &mut ring[first..first + BLOCK];
                for ((place, value), column) in places.iter_mut().zip(values[*row]).zip(column..) {
                    let relative = (value as i64 - column as i64) as i32;
                    if column >= start + cycle(*row) && *place != relative {
                        *begin = column - cycle(*row) + 1;
                    }
                    *place = relative;
                }
            }
        }
        let mut left = Vec::new();
        for ((row, ring), begin) in open.iter().zip(&rings).zip(begins) {
            found[*row].preperiod = begin;
            if self.closed[*row].0 == save {
                found[*row].period = least_period(ring) as u64;
            }
            if begin == start && start > 0 {
                left.push(*row);
            }
        }
        *open = left;
        Ok(())
    }
}

/// The least rotation that leaves a cycle as it is.
fn least_period(cycle: &[i32]) -> usize {
    let mut period = cycle.len();
    let repeats = |step: usize| cycle[step..] == cycle[..cycle.len() - step];
    let (mut rest, mut prime) = (period, 2);
    while rest > 1 {
        if prime * prime > rest {
            prime = rest;
        }
        if rest % prime != 0 {
            prime += 1;
            continue;
        }
        rest /= prime;
        if repeats(period / prime) {
            period /= prime;
        }
    }
    period
}

#[cfg(test)]
mod tests {
    use super::super::rays::tests::any_moves;
    use super::*;
    use proptest::prelude::*;

    /// The table by straight loops.
    fn table(moves: &RayMoves, rows: usize, columns: usize) -> Vec<Vec<u64>> {
        let mut values = vec![vec![0; columns]; rows];
        for row in 0..rows {
            for column in 0..columns {
                let mut seen = std::collections::BTreeSet::new();
                moves.for_each(row, column, |a, b| {
                    seen.insert(values[row - a][column - b]);
                });
                values[row][column] = (0..).find(|v| !seen.contains(v)).unwrap_or(0);
            }
        }
        values
    }

    fn wythoff() -> RayMoves {
        RayMoves::new([Ray::new(1, 0), Ray::new(0, 1), Ray::new(1, 1)], [])
    }

    fn periods(moves: &RayMoves, last: usize) -> Vec<RowPeriod> {
        let mut machine = RowMachine::new(moves, last, &Budget::default()).unwrap().unwrap();
        assert!(machine.go_on(&Budget::default(), &mut || false).unwrap());
        machine.periods().unwrap().to_vec()
    }

    #[test]
    fn a_machine_goes_on_from_where_it_was_saved() {
        let budget = Budget::default();
        let new = || RowMachine::new(&wythoff(), 24, &budget).unwrap().unwrap();
        let (mut machine, mut pauses) = (new(), 0);
        while !machine.go_on(&budget, &mut || true).unwrap() {
            pauses += 1;
            let state = machine.save();
            machine = new();
            assert!(machine.load(&state, &budget));
            assert!(!new().load(&state[..state.len() - 1], &budget));
        }
        assert!(pauses > 5);
        assert_eq!(machine.periods().unwrap(), periods(&wythoff(), 24));
    }

    #[test]
    fn first_rows_of_wythoffs_game() {
        let expected = [
            (0, 1),
            (0, 3),
            (0, 3),
            (8, 6),
            (9, 12),
            (27, 24),
            (37, 12),
            (92, 24),
            (102, 24),
            (127, 24),
            (224, 24),
            (277, 48),
            (347, 48),
            (382, 96),
            (613, 96),
            (693, 96),
            (771, 192),
            (865, 192),
            (919, 384),
            (1032, 384),
            (1165, 384),
        ];
        let found: Vec<_> = periods(&wythoff(), 20).iter().map(|p| (p.preperiod, p.period)).collect();
        assert_eq!(found, expected);
    }

    /// A band takes from both piles nearly the same: rows of 3-Wythoff by straight loops, far beyond where they repeat.
    #[test]
    fn rows_of_a_band() {
        let near = [(1, 1), (1, 2), (1, 3), (2, 1), (3, 1)].map(|start| Strand { down: 1, across: 1, start });
        let moves = RayMoves::new([Ray::new(1, 0), Ray::new(0, 1)], []).and_strands(near);
        let values = table(&moves, 4, 1500);
        for found in periods(&moves, 3) {
            let (row, start, period) =
                (&values[found.row as usize], found.preperiod as usize, found.period as usize);
            assert!(start + 4 * period < 1500, "{found:?}");
            assert!((start..1500 - period).all(|x| row[x + period] == row[x] + period as u64), "{found:?}");
        }
    }

    #[test]
    fn values_far_out() {
        let values = table(&wythoff(), 7, 400);
        let mut machine = RowMachine::new(&wythoff(), 6, &Budget::default()).unwrap().unwrap();
        for column in [0, 3, 37, 38, 200, 399u64] {
            let reduced = |from: u64, cycle: u64| from + (column + cycle - from % cycle) % cycle;
            let asked = Some(column).filter(|_| column < 150);
            let (value, at, _) = machine.last_row_at(asked, reduced, &Budget::default()).unwrap();
            assert_eq!(value + column - at, values[6][column as usize], "{column}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(192))]
        #[test]
        fn agrees_with_straight_loops(more in any_moves(), last in 0usize..7) {
            let rays = [Ray::new(0, 1)].into_iter().chain(more.rays().iter().copied());
            let moves = RayMoves::new(rays, more.vectors().iter().copied());
            let moves = moves.and_strands(more.strands().iter().copied());
            let columns = 264;
            let values = table(&moves, last + 1, columns);
            let machine = RowMachine::new(&moves, last, &Budget::default()).unwrap();
            let along = |strand: &Strand| strand.down == 0 && strand.start.0 > 0;
            prop_assert_eq!(machine.is_none(), moves.strands().iter().any(along));
            let Some(mut machine) = machine else { return Ok(()) };
            for column in (0..columns).step_by(BLOCK) {
                machine.advance(&Budget::default()).unwrap();
                prop_assert_eq!(machine.columns(), (column + BLOCK) as u64);
                for (row, found) in machine.values.iter().enumerate() {
                    prop_assert_eq!(&found[..], &values[row][column..column + BLOCK], "({}, {})", row, column);
                }
            }
            if machine.closed_rows() <= last {
                return Ok(());
            }
            machine.go_on(&Budget::default(), &mut || false).unwrap();
            for found in machine.periods().unwrap() {
                let (row, period) = (&values[found.row as usize], found.period as usize);
                let holds = |start: usize, period: usize| {
                    (start..columns - period).all(|x| row[x + period] == row[x] + period as u64)
                };
                let start = found.preperiod as usize;
                prop_assert!(start + 2 * period > columns || holds(start, period));
                prop_assert!(start == 0 || start + period > columns || !holds(start - 1, period));
                let tail = start.max(columns / 2);
                prop_assert!((1..period).all(|less| tail + 2 * period > columns || !holds(tail, less)));
            }
        }
    }

    #[test]
    fn the_least_period_of_a_cycle() {
        assert_eq!(least_period(&[1, 2, 1, 2, 1, 2]), 2);
        assert_eq!(least_period(&[1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3]), 3);
        assert_eq!(least_period(&[1, 1, 1, 1, 1, 1, 1]), 1);
        assert_eq!(least_period(&[1, 2, 1, 1, 2, 2]), 6);
    }
}
