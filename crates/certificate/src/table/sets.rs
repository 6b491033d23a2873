//! Tables of values where what may be taken is the same everywhere: for each cell the set of the values of its options.
//!
//! By the [`Plan`] of a region the set of a cell is the set of the cell that the shift leads back to, in which nobody else is
//! interested and which is therefore changed in place, and the values that the steps lead to; long spans are windows that
//! slide along a row and count the values in them. Costs, for each cell, a look at the sets of its regions up to its value, 64
//! values at a time, and for each step a value or two.

use super::Failure;
use super::game::{Game, Gate, Moves};
use super::plan::{Plan, SHORT, SPANS, plans};
use super::rows::{fits, rows_back};

/// The sets of values that the moves of a game lead to.
pub(super) struct Sets {
    regions: Vec<Reach>,
    sides: Vec<u64>,
    width: usize,
    /// The present cell: row, first coordinates, column.
    row: usize,
    first: Vec<u64>,
    /// Values from here on are no values of the table.
    values: u64,
}

struct Reach {
    parts: Vec<Part>,
    source: Option<Gate>,
    target: Option<Gate>,
    /// The cells so far that the gate lets through.
    behind: Vec<u64>,
    /// Whether the present cell may use it.
    open: bool,
}

/// No set.
const NONE: u32 = u32::MAX;

/// A plan, with its sets.
struct Part {
    plan: Plan,
    back: usize,
    words: usize,
    /// All sets, and those that are free.
    sets: Vec<u64>,
    free: Vec<u32>,
    /// The set of each cell of the rows that the shift leads back.
    held: Vec<u32>,
    /// That of the present cell, and whether nothing leads back to it.
    now: u32,
    ends: bool,
    /// Steps with how many cells they lead back, and the columns: cells one by one, and windows.
    cells: Vec<(usize, Vec<u64>, u64)>,
    windows: Vec<(usize, Vec<u64>, u64, u64)>,
    /// How often the windows hold each value, and which they hold.
    counts: Vec<u32>,
    inside: Vec<u64>,
    /// What of this the present row has.
    live_cells: Vec<(usize, u64)>,
    live_windows: Vec<(usize, u64, u64)>,
    led: bool,
    leads: bool,
}

impl Sets {
    /// For a box with these sides and values below a bound. `None` if that takes more than so many bytes.
    pub fn new(moves: Vec<Moves>, sides: &[u64], values: u64, most: usize) -> Option<Sets> {
        let width = *sides.last()? as usize;
        let words = usize::try_from(values / 64).ok()? + 1;
        let cells = sides.iter().product::<u64>() as usize;
        let (mut regions, mut bytes) = (Vec::new(), 0usize);
        for Moves { region, source, target, .. } in moves {
            let mut parts = Vec::new();
            for plan in plans(region, sides, SPANS)? {
                let part = Part::new(plan, sides, width, words);
                let sets = if part.plan.shift.is_some() { part.back * width + width + 1 } else { 1 };
                bytes = bytes.checked_add(sets.checked_mul(8 * words + 8)?)?.checked_add(12 * 64 * words)?;
                if bytes > most {
                    return None;
                }
                parts.push(part);
            }
            let behind = if target.is_some() { vec![0; cells.div_ceil(64)] } else { Vec::new() };
            bytes = bytes.checked_add(8 * behind.len())?;
            regions.push(Reach { parts, source, target, behind, open: true });
        }
        let sides = sides.to_vec();
        (bytes <= most).then_some(Sets { regions, sides, width, row: 0, first: Vec::new(), values })
    }

    /// Goes to the next cell.
    pub fn arrive(&mut self, game: &Game, position: &[u64], table: &[u64]) -> Result<(), Failure> {
        let (first, column) = position.split_at(position.len() - 1);
        let column = column[0];
        if column == 0 {
            self.row = rows_back(position, &self.sides);
            self.first = first.to_vec();
        }
        let cell = self.row * self.width + column as usize;
        let mut work = 1;
        for reach in &mut self.regions {
            if let Some(gate) = &reach.target
                && game.passes(gate, position)?
            {
                reach.behind[cell / 64] |= 1 << (cell % 64);
            }
            let behind = reach.target.as_ref().map(|_| &reach.behind[..]);
            let value = |cell: usize| {
                let open = behind.is_none_or(|bits| bits[cell / 64] >> (cell % 64) & 1 == 1);
                let value = table[cell];
                (open && value < self.values).then_some(value as usize)
            };
            for at in 0..reach.parts.len() {
                let (before, rest) = reach.parts.split_at_mut(at);
                let part = &mut rest[0];
                if column == 0 {
                    part.begin(&self.first, &self.sides);
                }
                part.arrive(self.row, column, self.width, &value, before);
                work += part.live_cells.len() + part.live_windows.len() + 1;
            }
            reach.open = match &reach.source {
                Some(gate) => game.passes(gate, position)?,
                None => true,
            };
        }
        game.charge(work as u64)
    }

    /// The sets of the present cell.
    fn now(&self) -> impl Iterator<Item = &[u64]> {
        self.regions.iter().filter(|reach| reach.open).filter_map(|reach| Some(reach.parts.last()?.set()))
    }

    /// Whether a value is the least that no option has, where there are no options besides.
    pub fn is_least(&self, claim: u64) -> bool {
        let (word, bit) = ((claim / 64) as usize, claim % 64);
        if claim >= self.values {
            return false;
        }
        let full = (0..word).all(|at| self.now().fold(0, |all, set| all | set[at]) == !0);
        let all = self.now().fold(0, |all, set| all | set[word]);
        full && all & (!0 >> (63 - bit)) == (1 << bit) - 1
    }

    /// Adds the values of options to some that were found otherwise.
    pub fn add(&self, found: &mut Vec<u64>) {
        for set in self.now() {
            if found.len() < set.len() {
                found.resize(set.len(), 0);
            }
            found.iter_mut().zip(set).for_each(|(all, one)| *all |= one);
        }
    }
}

impl Part {
    fn new(plan: Plan, sides: &[u64], width: usize, words: usize) -> Part {
        let back = plan.shift.as_ref().map_or(0, |shift| rows_back(shift, sides));
        let (mut cells, mut windows) = (Vec::new(), Vec::new());
        for (prefix, (low, high)) in &plan.steps {
            let rows = rows_back(prefix, sides);
            if high - low < SHORT {
                cells.extend((*low..=*high).map(|by| (rows * width + by as usize, prefix.clone(), by)));
            } else {
                windows.push((rows * width, prefix.clone(), *low, *high));
            }
        }
        let counted = if windows.is_empty() { 0 } else { words };
        let held = if plan.shift.is_some() { vec![NONE; (back + 1) * width] } else { Vec::new() };
        Part {
            plan,
            back,
            words,
            sets: Vec::new(),
            free: Vec::new(),
            held,
            now: NONE,
            ends: false,
            cells,
            windows,
            counts: vec![0; 64 * counted],
            inside: vec![0; counted],
            live_cells: Vec::new(),
            live_windows: Vec::new(),
            led: false,
            leads: false,
        }
    }

    /// Goes to the next row.
    fn begin(&mut self, first: &[u64], sides: &[u64]) {
        self.live_cells.clear();
        let cells = self.cells.iter().filter(|(_, prefix, _)| fits(first, prefix));
        self.live_cells.extend(cells.map(|(back, _, by)| (*back, *by)));
        self.live_windows.clear();
        let windows = self.windows.iter().filter(|(_, prefix, ..)| fits(first, prefix));
        self.live_windows.extend(windows.map(|(back, _, low, high)| (*back, *low, *high)));
        self.counts.fill(0);
        self.inside.fill(0);
        if let Some(shift) = &self.plan.shift {
            self.led = fits(first, &shift[..first.len()]);
            self.leads = first.iter().zip(shift).zip(sides).all(|((x, step), side)| x + step < *side);
        }
    }

    fn set(&self) -> &[u64] {
        &self.sets[self.now as usize * self.words..][..self.words]
    }

    fn arrive(
        &mut self,
        row: usize,
        column: u64,
        width: usize,
        value: &dyn Fn(usize) -> Option<usize>,
        before: &[Part],
    ) {
        if self.ends {
            self.free.push(self.now);
        }
        self.ends = true;
        let mut fresh = true;
        if let Some(shift) = &self.plan.shift {
            let by = shift[shift.len() - 1];
            let ring = self.back + 1;
            self.ends = !(self.leads && column + by < width as u64);
            if self.led && column >= by {
                self.now = self.held[(row - self.back) % ring * width + (column - by) as usize];
                fresh = false;
            }
        }
        if fresh {
            self.now = self.free.pop().unwrap_or((self.sets.len() / self.words) as u32);
            let start = self.now as usize * self.words;
            self.sets.resize(self.sets.len().max(start + self.words), 0);
            self.sets[start..start + self.words].fill(0);
        }
        if self.plan.shift.is_some() {
            self.held[row % (self.back + 1) * width + column as usize] = self.now;
        }
        let cell = row * width + column as usize;
        let set = &mut self.sets[self.now as usize * self.words..][..self.words];
        for (back, by) in &self.live_cells {
            if *by <= column
                && let Some(value) = value(cell - back)
            {
                set[value / 64] |= 1 << (value % 64);
            }
        }
        for (back, low, high) in &self.live_windows {
            if *low <= column
                && let Some(value) = value(cell - back - *low as usize)
            {
                self.counts[value] += 1;
                self.inside[value / 64] |= 1 << (value % 64);
            }
            if *high < column
                && let Some(value) = value(cell - back - *high as usize - 1)
            {
                self.counts[value] -= 1;
                if self.counts[value] == 0 {
                    self.inside[value / 64] &= !(1 << (value % 64));
                }
            }
        }
        if !self.live_windows.is_empty() {
            set.iter_mut().zip(&self.inside).for_each(|(all, one)| *all |= one);
        }
        for inner in &self.plan.inner {
            set.iter_mut().zip(before[*inner].set()).for_each(|(all, one)| *all |= one);
        }
    }
}
