//! Cells that are settled together, and what one thread keeps for them.

use super::TILE;
use super::lanes::{Entry, Lane};
use super::plan::Plan;
use super::slots::{Behind, Slot, write_place};

/// Cells of an antidiagonal: `(low, sum - low), (low + 1, sum - low - 1), ...`.
#[derive(Clone, Copy)]
pub(super) struct Run {
    pub(super) table: usize,
    pub(super) low: usize,
    pub(super) sum: usize,
    pub(super) len: usize,
}

impl Run {
    /// The row and column of a cell, exchanged for mirror images.
    #[inline(always)]
    pub(super) fn place(self, k: usize, mirrored: bool) -> (usize, usize) {
        let (x, y) = (self.low + k, self.sum - self.low - k);
        if mirrored { (y, x) } else { (x, y) }
    }

    /// The cells from which so much can be taken.
    #[inline(always)]
    pub(super) fn within(self, row: usize, column: usize, mirrored: bool) -> std::ops::Range<usize> {
        let Run { low, sum, len, .. } = self;
        let (rising, falling) = if mirrored { (column, row) } else { (row, column) };
        let from = rising.saturating_sub(low).min(len);
        from..(sum + 1).saturating_sub(low + falling).min(len).max(from)
    }

    /// Bits of all its cells.
    #[inline(always)]
    pub(super) fn all(self) -> u64 {
        bits_of(&(0..self.len))
    }
}

/// The bits of some of 64 cells.
#[inline(always)]
pub(super) fn bits_of(cells: &std::ops::Range<usize>) -> u64 {
    if cells.is_empty() { 0 } else { (!0 >> (TILE - cells.len())) << cells.start }
}

/// Lines that the cells of an antidiagonal read, and which of the cells do.
#[derive(Clone, Copy, Default)]
pub(super) struct Read {
    pub(super) lane: Lane,
    pub(super) open: u64,
}

/// What one thread needs for a tile.
pub(super) struct Scratch {
    /// For each slot the lines of the cells of an antidiagonal.
    pub(super) lanes: Vec<Lane>,
    /// What they read.
    pub(super) reads: Vec<Read>,
    /// The values that single vectors lead to.
    pub(super) near: Vec<[u32; TILE]>,
    /// The first targets within reach, on lines of which cells reach a part.
    pub(super) within_reach: Vec<[u16; TILE]>,
    pub(super) values: [u32; TILE],
    /// Whether two groups of values are looked at together.
    pub(super) pairs: bool,
    /// No value before is larger; kept if there are sheets.
    pub(super) top: u32,
    /// A group of values that the sets of each cell hold.
    pub(super) sets: [[u64; super::WORDS]; TILE],
    /// The table that the rest is for, and its first coordinates.
    pub(super) table: Option<usize>,
    pub(super) place: Vec<usize>,
    /// For each slot where its strides begin below, if the first coordinates allow its moves.
    pub(super) shifts: Vec<Option<usize>>,
    /// For each stride of each slot what the first coordinates contribute to the numbers of its lines.
    pub(super) entries: Vec<Entry>,
    /// For each slot the same for its first stride, or for the sets that it shares.
    pub(super) own_entries: Vec<Entry>,
    /// For each single vector whether the first coordinates allow it.
    pub(super) within: Vec<bool>,
    /// The first of this thread's lines for moves that lie on no tracks, and the words noted on them.
    pub(super) own: usize,
    pub(super) noted: Vec<usize>,
}

impl Scratch {
    pub(super) fn new(plan: &Plan<'_>, thread: usize) -> Scratch {
        Scratch {
            lanes: vec![Lane::default(); plan.slots.len()],
            reads: vec![Read::default(); plan.reads],
            near: vec![[0; TILE]; plan.singles.len()],
            within_reach: vec![[0; TILE]; plan.parts_read.len()],
            values: [0; TILE],
            pairs: false,
            top: 0,
            sets: [[0; super::WORDS]; TILE],
            table: None,
            place: Vec::new(),
            shifts: Vec::new(),
            entries: Vec::new(),
            own_entries: Vec::new(),
            within: Vec::new(),
            own: plan.own + thread * TILE,
            noted: Vec::new(),
        }
    }

    /// Prepares for the tiles of a table.
    pub(super) fn enter(&mut self, plan: &Plan<'_>, table: usize) {
        if self.table == Some(table) {
            return;
        }
        self.table = Some(table);
        let mut place = vec![0; plan.first.len()];
        write_place(table, &plan.first, &mut place);
        let allows = |first: &[usize]| first.iter().zip(&place).all(|(least, x)| least <= x);
        self.shifts.clear();
        self.entries.clear();
        self.own_entries.clear();
        for slot in &plan.slots {
            let at = self.entries.len();
            let allowed = allows(&slot.first);
            self.shifts.push(allowed.then_some(at));
            self.entries.extend(slot.levels.iter().map(|lanes| lanes.enter(&place)));
            self.own_entries.push(match slot.shared.filter(|_| allowed) {
                Some(other) => {
                    let at: Vec<usize> = place.iter().zip(&slot.first).map(|(x, taken)| x - taken).collect();
                    plan.slots[other].levels[0].enter(&at)
                }
                None => self.entries[at],
            });
        }
        self.within = plan.singles.iter().map(|single| allows(&single.first)).collect();
        self.place = place;
    }

    pub(super) fn reaches_behind(&self, slot: &Slot, behind: &Behind) -> bool {
        let mut all = self.place.iter().zip(&slot.first).zip(&behind.first);
        all.all(|((x, start), back)| *x >= start + back)
    }
}
