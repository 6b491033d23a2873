//! Moves along a row of a board: what a P-position of the row says of the cells behind it, 64 cells at a time.
//!
//! Moves that take less than 64 and have the same gates are a pattern of bits; a row is settled word by word with it. A limited
//! line that takes more, and lines whose ends are compared, mark what lies behind each P-position; an endless line does so once
//! for each residue class of columns.

use super::open::OpenEnds;
use super::outcomes::Here;
use crate::error::SolveError;
use wythoff_numbers::bits::{next_set, ones, word_from};

/// A track along the row.
pub(crate) struct Rail {
    pub column: usize,
    pub step: usize,
    pub count: Option<usize>,
    pub source: Option<usize>,
    pub target: Option<usize>,
    /// The comparisons of both ends.
    pub window: Option<usize>,
}

impl Rail {
    /// The most that is taken.
    fn reach(&self) -> usize {
        let more = self.count.and_then(|count| (count - 1).checked_mul(self.step));
        more.map_or(usize::MAX, |more| more.saturating_add(self.column))
    }

    /// The first column of a row from which one can move to a given one, and what is behind the last; `None` if there is none.
    fn sources(&self, here: &Here<'_>, to: usize) -> Result<Option<(usize, usize)>, SolveError> {
        let (first, last) = match (self.window, self.count) {
            (Some(window), _) => match here.moves.gates.reach(window, &[here.row, to], here.columns)? {
                Some((first, last)) => (first, Some(last)),
                None => return Ok(None),
            },
            (None, count) => (0, count.map(|count| count - 1)),
        };
        let from = to + self.column + first * self.step;
        let last = last.and_then(|last| (last - first).checked_mul(self.step)?.checked_add(from));
        Ok(Some((from, last.map_or(here.columns, |last| here.columns.min(last + 1)))))
    }

    /// Puts in the place of columns those from which a move that compares both ends leads to one of them, less `column`.
    fn smear_within_reach(&self, here: &Here<'_>, words: &mut [u64]) -> Result<(), SolveError> {
        // How many more columns come within reach than fall out of it, step by step.
        let mut more = vec![0i32; here.columns + self.column + self.step];
        for to in ones(words).take_while(|to| *to < here.columns) {
            if let Some((from, end)) = self.sources(here, to)?.filter(|(from, end)| from < end) {
                more[from - self.column] += 1;
                // One step behind the last.
                more[from + (end - from).next_multiple_of(self.step) - self.column] -= 1;
            }
        }
        words.fill(0);
        for column in 0..here.columns {
            if let Some(before) = column.checked_sub(self.step) {
                more[column] += more[before];
            }
            words[column / 64] |= u64::from(more[column] > 0) << (column % 64);
        }
        Ok(())
    }

    /// What is taken, as bits, if that is always less than 64.
    fn pattern(&self) -> Option<u64> {
        let count = self.count.filter(|_| self.window.is_none() && self.reach() < 64)?;
        Some((0..count).fold(0, |bits, j| bits | 1 << (self.column + j * self.step)))
    }
}

/// Moves that take less than 64.
struct Near {
    /// What is taken, as bits.
    pattern: u64,
    source: Option<usize>,
    target: Option<usize>,
    /// They lead nowhere in the present row.
    shut: bool,
}

/// A line that takes 64 or more.
struct Far {
    /// The number of the rail.
    rail: usize,
    /// The residues that need not be marked again; none if each P-position is reached from cells of its own.
    marked: Vec<bool>,
    shut: bool,
}

/// All moves along a row.
#[derive(Default)]
pub(crate) struct Rails {
    all: Vec<Rail>,
    near: Vec<Near>,
    far: Vec<Far>,
    /// The cells of the present row to which some move may lead.
    reached: Vec<u64>,
}

impl Rails {
    /// Adds a track, on a board with so many columns.
    pub fn push(&mut self, rail: Rail, columns: usize) {
        let own = |near: &&mut Near| (near.source, near.target) == (rail.source, rail.target);
        match (rail.pattern(), self.near.iter_mut().find(own)) {
            (Some(pattern), Some(near)) => near.pattern |= pattern,
            (Some(pattern), None) => {
                let (source, target) = (rail.source, rail.target);
                self.near.push(Near { pattern, source, target, shut: false });
            }
            (None, _) => {
                let endless = rail.count.is_none() && rail.window.is_none();
                let marked = if endless { vec![false; rail.step.min(columns)] } else { Vec::new() };
                self.far.push(Far { rail: self.all.len(), marked, shut: false });
            }
        }
        self.all.push(rail);
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The pattern of all moves, if there are no others and no gates.
    fn plain(&self) -> Option<u64> {
        match &self.near[..] {
            [near] if self.far.is_empty() && near.source.is_none() && near.target.is_none() => {
                Some(near.pattern)
            }
            _ => None,
        }
    }

    /// Begins a row: marks what its known cells say of the others.
    pub fn begin(
        &mut self,
        here: &Here<'_>,
        open: &mut OpenEnds,
        blocked: &mut [u64],
        lost: &[u64],
    ) -> Result<(), SolveError> {
        let (gates, row) = (here.moves.gates.as_ref(), (here.row, here.place));
        self.reached.clear();
        self.reached.resize(blocked.len(), 0);
        let reached = &mut self.reached;
        let mut is_shut = |source: Option<usize>, target: Option<usize>| -> Result<bool, SolveError> {
            if let Some(gate) = source
                && open.sources.is_shut(gates, gate, row)?
            {
                return Ok(true);
            }
            let Some(gate) = target else {
                reached.fill(!0);
                return Ok(false);
            };
            let shut = open.targets.is_shut(gates, gate, row)?;
            open.targets.add(gates, gate, row, reached)?;
            Ok(shut)
        };
        for near in &mut self.near {
            near.shut = is_shut(near.source, near.target)?;
        }
        for far in &mut self.far {
            far.marked.fill(false);
            far.shut = is_shut(self.all[far.rail].source, self.all[far.rail].target)?;
        }
        let reach = self.all.iter().map(Rail::reach).fold(0, usize::max);
        let mut column = here.from.saturating_sub(reach);
        while let Some(before) = next_set(lost, column, 0).filter(|column| *column < here.from) {
            self.mark(here, open, before, blocked)?;
            column = before + 1;
        }
        Ok(())
    }

    /// Settles the cells of a row from column `from` on, the cells before being known. `forced` are P-positions anyway.
    pub fn settle(
        &mut self,
        here: &Here<'_>,
        open: &mut OpenEnds,
        blocked: &mut [u64],
        forced: &[usize],
        lost: &mut [u64],
    ) -> Result<(), SolveError> {
        let from = here.from;
        if !self.is_empty() {
            self.begin(here, open, blocked, lost)?;
        }
        if let Some(pattern) = self.plain().filter(|_| forced.is_empty()) {
            settle_near(pattern, from / 64, blocked, lost);
            return Ok(());
        }
        let mut forced = forced.iter().copied().filter(|column| *column >= from).peekable();
        // Other cells say nothing of those behind them.
        for word in if self.is_empty() { blocked.len() } else { from / 64 }..blocked.len() {
            let mut left = !0u64;
            loop {
                let mut free = !blocked[word] & self.reached[word] & left;
                if let Some(end) = forced.peek().filter(|end| **end / 64 == word) {
                    free |= 1 << (end % 64);
                }
                if free == 0 {
                    break;
                }
                let found = word * 64 + free.trailing_zeros() as usize;
                left = !0 << (found % 64) << 1;
                if forced.next_if_eq(&found).is_some() {
                    lost[word] |= 1 << (found % 64);
                }
                self.mark(here, open, found, blocked)?;
            }
        }
        lost.iter_mut().zip(&*blocked).for_each(|(lost, blocked)| *lost |= !blocked);
        forced.for_each(|c| lost[c / 64] |= 1 << (c % 64));
        Ok(())
    }

    /// Blocks the cells of a row from which a move along it leads to a P-position.
    pub fn mark(
        &mut self,
        here: &Here<'_>,
        open: &mut OpenEnds,
        found: usize,
        blocked: &mut [u64],
    ) -> Result<(), SolveError> {
        let (gates, row) = (here.moves.gates.as_ref(), (here.row, here.place));
        let (word, bit) = (found / 64, found % 64);
        for near in self.near.iter().filter(|near| !near.shut) {
            if let Some(gate) = near.target
                && open.targets.word(gates, gate, row, word, 1 << bit)? == 0
            {
                continue;
            }
            // The pattern has no bit 0: what passes the end of the word.
            for (w, bits) in [(word, near.pattern << bit), (word + 1, near.pattern >> 1 >> (63 - bit))] {
                let Some(blocked) = blocked.get_mut(w).filter(|blocked| bits & !**blocked != 0) else {
                    continue;
                };
                *blocked |= match near.source {
                    Some(gate) => open.sources.word(gates, gate, row, w, bits & !*blocked)?,
                    None => bits,
                };
            }
        }
        for far in self.far.iter_mut().filter(|far| !far.shut) {
            let rail = &self.all[far.rail];
            if let Some(gate) = rail.target
                && open.targets.word(gates, gate, row, word, 1 << bit)? == 0
            {
                continue;
            }
            if let Some(marked) = far.marked.get_mut(found % rail.step) {
                if std::mem::replace(marked, true) {
                    continue;
                }
                far.shut = far.marked.iter().all(|marked| *marked);
            }
            let Some((mut at, end)) = rail.sources(here, found)? else { continue };
            while at < end {
                let (w, mut lanes) = (at / 64, 0);
                if rail.step == 1 {
                    let high = if end - w * 64 < 64 { !(!0 << (end - w * 64)) } else { !0 };
                    lanes = (!0 << (at % 64)) & high;
                    at = (w + 1) * 64;
                }
                while at < end && at / 64 == w {
                    lanes |= 1 << (at % 64);
                    at += rail.step;
                }
                lanes &= !blocked[w];
                if lanes != 0 {
                    blocked[w] |= match rail.source {
                        Some(gate) => open.sources.word(gates, gate, row, w, lanes)?,
                        None => lanes,
                    };
                }
            }
        }
        Ok(())
    }

    /// Adds the cells of a row from which a move along it leads anywhere. `scratch` and `mask` are as long as the row.
    pub fn all_along(
        &self,
        here: &Here<'_>,
        (scratch, mask): (&mut [u64], &mut [u64]),
        movable: &mut [u64],
    ) -> Result<(), SolveError> {
        let Here { moves, place, columns, .. } = *here;
        for rail in &self.all {
            scratch.fill(!0);
            if let Some(gate) = rail.target {
                moves.gates.row(gate, place, scratch)?;
            }
            if rail.window.is_some() {
                rail.smear_within_reach(here, scratch)?;
            } else {
                smear(scratch, rail.step, rail.count, columns);
            }
            if let Some(gate) = rail.source {
                moves.gates.row(gate, place, mask)?;
            }
            for (w, word) in movable.iter_mut().enumerate() {
                let open = if rail.source.is_some() { mask[w] } else { !0 };
                *word |= word_from(scratch, (w * 64) as isize - rail.column as isize) & open;
            }
        }
        Ok(())
    }
}

/// Settles a row where moves along it take less than 64, as the bits of `near` say.
fn settle_near(near: u64, from: usize, blocked: &[u64], lost: &mut [u64]) {
    let mut carried = 0;
    for (blocked, lost) in blocked.iter().zip(lost).skip(from) {
        let mut free = !(blocked | carried);
        carried = 0;
        while free != 0 {
            let bit = free.trailing_zeros();
            *lost |= 1 << bit;
            free &= !(near << bit | 1 << bit);
            // The pattern has no bit 0: what passes the end of the word.
            carried |= near >> 1 >> (63 - bit);
        }
    }
}

/// Shifts bits up and keeps what there was.
fn or_shifted(words: &mut [u64], by: usize) {
    for w in (by / 64..words.len()).rev() {
        let more = word_from(words, (w * 64) as isize - by as isize);
        words[w] |= more;
    }
}

/// Puts in j·step more than each bit for all j < count.
pub(crate) fn smear(words: &mut [u64], step: usize, count: Option<usize>, columns: usize) {
    let Some(count) = count else { return smear_all(words, step) };
    let mut have = 1;
    while have < count {
        let more = have.min(count - have);
        if more * step >= columns {
            return;
        }
        or_shifted(words, more * step);
        have += more;
    }
}

/// The same for all j.
fn smear_all(words: &mut [u64], step: usize) {
    if step == 1 {
        if let Some(first) = next_set(words, 0, 0) {
            words[first / 64] |= !0 << (first % 64);
            words[first / 64 + 1..].fill(!0);
        }
        return;
    }
    for w in 0..words.len() {
        // What comes from the words before, which are done, and then what comes from the word itself.
        let mut word = words[w] | word_from(words, (w * 64) as isize - step as isize);
        let mut by = step;
        while by < 64 {
            word |= word << by;
            by *= 2;
        }
        words[w] = word;
    }
}
