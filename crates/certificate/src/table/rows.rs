//! P-sets, a row of cells at a time, where what may be taken is the same everywhere: 64 cells are looked at together.
//!
//! What a region of moves reaches from a row is, by its [`Plan`], what it reaches from a row before, shifted, and what
//! single steps reach: spans beyond the listed positions of rows before. Only cells that no region settles are looked at
//! one by one. Costs a pass over the words of a row for each plan and each step, and an evaluation for each cell that
//! only moves behind a gate could settle.

use super::Failure;
use super::game::{Game, Gate, Moves};
use super::plan::{Plan, Span, plans};

/// Which cells of a box are listed, rows of the last coordinate side by side.
pub(super) struct Listed {
    words: Vec<u64>,
    /// Cells of a row, and words that hold them.
    width: usize,
    stride: usize,
}

impl Listed {
    /// No cell is listed.
    pub fn new(cells: usize, width: usize) -> Listed {
        let stride = width.div_ceil(64);
        Listed { words: vec![0; cells.checked_div(width).unwrap_or(0) * stride], width, stride }
    }

    /// Every cell is listed.
    pub fn every(cells: usize, width: usize) -> Listed {
        let mut every = Listed::new(cells, width);
        every.words.fill(!0);
        every
    }

    fn place(&self, cell: usize) -> (usize, u32) {
        let (row, column) = (cell / self.width, cell % self.width);
        (row * self.stride + column / 64, (column % 64) as u32)
    }

    pub fn get(&self, cell: usize) -> bool {
        let (word, bit) = self.place(cell);
        self.words[word] >> bit & 1 == 1
    }

    /// Whether a cell of a row is listed.
    pub fn at(&self, row: usize, column: usize) -> bool {
        self.words[row * self.stride + column / 64] >> (column % 64) & 1 == 1
    }

    /// The columns of a row that are listed.
    pub fn columns(&self, row: usize) -> impl Iterator<Item = usize> + '_ {
        self.row(row).iter().enumerate().flat_map(|(at, word)| ones(*word).map(move |bit| 64 * at + bit))
    }

    pub fn set(&mut self, cell: usize) {
        let (word, bit) = self.place(cell);
        self.words[word] |= 1 << bit;
    }

    pub fn count(&self) -> u64 {
        self.words.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// The cells that are listed, in order.
    pub fn cells(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().filter(|(_, word)| **word != 0).flat_map(|(at, word)| {
            let start = at / self.stride * self.width + at % self.stride * 64;
            ones(*word).map(move |bit| start + bit)
        })
    }

    fn row(&self, row: usize) -> &[u64] {
        &self.words[row * self.stride..][..self.stride]
    }
}

/// The places of the ones in a word.
fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(bit)
    })
}

/// What the moves of a game reach, row by row.
pub(super) struct Rows {
    reaches: Vec<Reach>,
    /// What all of them reach from the present row.
    union: Vec<u64>,
}

/// What one region reaches.
struct Reach {
    parts: Vec<Part>,
    source: Option<Gate>,
    /// The listed positions behind its gate.
    listed: Option<Listed>,
}

/// A plan, with what it reaches.
struct Part {
    plan: Plan,
    /// Rows that its shift leads back, and those of its steps.
    back: usize,
    steps_back: Vec<usize>,
    /// What it reaches from each row so far; only of shifts out of the row.
    rows: Vec<u64>,
    here: Vec<u64>,
}

/// How many rows a vector leads back.
pub(super) fn rows_back(vector: &[u64], sides: &[u64]) -> usize {
    let first = vector.iter().zip(&sides[..sides.len() - 1]);
    first.fold(0, |rows, (step, side)| rows * *side as usize + *step as usize)
}

impl Rows {
    /// For a box with these sides and the listed positions in it. `None` if that takes more than so many bytes.
    pub fn new(
        game: &Game,
        moves: Vec<Moves>,
        sides: &[u64],
        listed: &Listed,
        position: &dyn Fn(usize) -> Vec<u64>,
        most: usize,
    ) -> Result<Option<Rows>, Failure> {
        let mut bytes = 0;
        let mut reaches = Vec::new();
        for Moves { region, source, target, .. } in moves {
            let Some(plans) = plans(region, sides) else { return Ok(None) };
            let parts: Vec<Part> =
                plans.into_iter().map(|plan| Part::new(plan, sides, listed.stride)).collect();
            bytes += 8 * listed.words.len() * parts.iter().filter(|part| part.back > 0).count();
            if bytes > most {
                return Ok(None);
            }
            let listed = match target {
                Some(gate) => {
                    let mut behind = Listed { words: vec![0; listed.words.len()], ..*listed };
                    for cell in listed.cells() {
                        if game.passes(&gate, &position(cell))? {
                            behind.set(cell);
                        }
                    }
                    Some(behind)
                }
                None => None,
            };
            reaches.push(Reach { parts, source, listed });
        }
        Ok(Some(Rows { reaches, union: vec![0; listed.stride] }))
    }

    /// Goes to the next row: its number and its first coordinates.
    pub fn arrive(&mut self, game: &Game, row: usize, first: &[u64], listed: &Listed) -> Result<(), Failure> {
        self.union.fill(0);
        for reach in &mut self.reaches {
            let from = reach.listed.as_ref().unwrap_or(listed);
            for at in 0..reach.parts.len() {
                let (before, rest) = reach.parts.split_at_mut(at);
                rest[0].arrive(row, first, from, before);
                game.charge((listed.stride * (1 + rest[0].plan.steps.len())) as u64)?;
            }
            let Some(here) = reach.parts.last().map(|part| &part.here) else { continue };
            let Some(gate) = &reach.source else {
                self.union.iter_mut().zip(here).for_each(|(all, one)| *all |= one);
                continue;
            };
            let mut position = [first, &[0]].concat();
            for (at, (all, one)) in self.union.iter_mut().zip(here).enumerate() {
                for bit in ones(one & !*all) {
                    position[first.len()] = (64 * at + bit) as u64;
                    if game.passes(gate, &position)? {
                        *all |= 1 << bit;
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether a move leads from a column of the present row to a listed position.
    pub fn reaches(&self, column: usize) -> bool {
        self.union[column / 64] >> (column % 64) & 1 == 1
    }

    /// The columns of the present row that are to be looked at: those that are listed, and those that nothing settles.
    pub fn unsettled(&self, row: usize, listed: &Listed) -> Vec<usize> {
        let words = self.union.iter().zip(listed.row(row)).enumerate();
        let open =
            words.flat_map(|(at, (reached, listed))| ones(!reached | listed).map(move |bit| 64 * at + bit));
        open.take_while(|column| *column < listed.width).collect()
    }
}

impl Part {
    fn new(plan: Plan, sides: &[u64], stride: usize) -> Part {
        let back = plan.shift.as_ref().map_or(0, |shift| rows_back(shift, sides));
        let steps_back = plan.steps.iter().map(|(prefix, _)| rows_back(prefix, sides)).collect();
        Part { plan, back, steps_back, rows: Vec::new(), here: vec![0; stride] }
    }

    fn arrive(&mut self, row: usize, first: &[u64], listed: &Listed, before: &[Part]) {
        self.here.fill(0);
        for ((prefix, span), back) in self.plan.steps.iter().zip(&self.steps_back) {
            if fits(first, prefix) {
                beyond(&mut self.here, listed.row(row - back), *span, listed.width);
            }
        }
        for inner in &self.plan.inner {
            self.here.iter_mut().zip(&before[*inner].here).for_each(|(all, one)| *all |= one);
        }
        let Some(shift) = &self.plan.shift else { return };
        let by = shift[first.len()] as usize;
        if self.back == 0 {
            return spread(&mut self.here, by);
        }
        if fits(first, shift) {
            let mut led = vec![0; self.here.len()];
            shifted(&mut led, &self.rows[(row - self.back) * self.here.len()..][..self.here.len()], by);
            self.here.iter_mut().zip(&led).for_each(|(all, one)| *all |= one);
        }
        self.rows.extend_from_slice(&self.here);
    }
}

/// Whether the first coordinates suffice for a step.
pub(super) fn fits(first: &[u64], step: &[u64]) -> bool {
    first.iter().zip(step).all(|(x, step)| x >= step)
}

/// Adds the columns that are so far beyond a listed one.
fn beyond(here: &mut [u64], listed: &[u64], (low, high): Span, width: usize) {
    let (low, high) = (low as usize, high as usize);
    // Listed ones are in order, so what was filled before need not be filled again.
    let mut filled = 0;
    for (at, word) in listed.iter().enumerate() {
        for bit in ones(*word) {
            let column = 64 * at + bit;
            let (from, to) = ((column + low).max(filled), (column + high + 1).min(width));
            if column + low >= width || filled >= width {
                return;
            }
            fill(here, from, to);
            filled = filled.max(to);
        }
    }
}

/// Sets the bits from one place to before another.
fn fill(words: &mut [u64], from: usize, to: usize) {
    if from >= to {
        return;
    }
    let (first, last) = (from / 64, (to - 1) / 64);
    let (start, end) = (!0u64 << (from % 64), !0u64 >> (63 - (to - 1) % 64));
    if first == last {
        words[first] |= start & end;
        return;
    }
    words[first] |= start;
    words[first + 1..last].fill(!0);
    words[last] |= end;
}

/// Adds the columns that are a step of so many columns, or several, beyond one that is there.
fn spread(here: &mut [u64], step: usize) {
    let bits = 64 * here.len();
    if step == 1 {
        if let Some(first) = here.iter().position(|word| *word != 0) {
            let from = 64 * first + here[first].trailing_zeros() as usize;
            fill(here, from, bits);
        }
        return;
    }
    let (mut by, mut more) = (step, vec![0; here.len()]);
    while by < bits {
        shifted(&mut more, here, by);
        here.iter_mut().zip(&more).for_each(|(here, more)| *here |= more);
        more.fill(0);
        by *= 2;
    }
}

/// Moves bits towards the end; those that leave the row are dropped.
fn shifted(to: &mut [u64], from: &[u64], by: usize) {
    let (words, bits) = (by / 64, by % 64);
    for at in (words..to.len()).rev() {
        let low = if bits == 0 || at == words { 0 } else { from[at - words - 1] >> (64 - bits) };
        to[at] = from[at - words] << bits | low;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_words_are_those_of_single_cells() {
        let (width, mut seed) = (150usize, 5u64);
        let mut random = |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % below
        };
        for _ in 0..300 {
            let columns: Vec<usize> = (0..random(5)).map(|_| random(width)).collect();
            let mut row = Listed::new(width, width);
            columns.iter().for_each(|column| row.set(*column));
            let low = random(80);
            let high = low + random(90);
            let mut here = vec![0; row.stride];
            beyond(&mut here, row.row(0), (low as u64, high as u64), width);
            let step = 1 + random(70);
            let mut closed = row.row(0).to_vec();
            spread(&mut closed, step);
            for y in 0..width {
                let is = |words: &[u64]| words[y / 64] >> (y % 64) & 1 == 1;
                let reached = columns.iter().any(|c| c + low <= y && y <= c + high);
                assert_eq!(is(&here), reached, "{columns:?} {low} {high} {y}");
                let led = columns.iter().any(|c| *c <= y && (y - c) % step == 0);
                assert_eq!(is(&closed), led, "{columns:?} {step} {y}");
            }
        }
    }
}
