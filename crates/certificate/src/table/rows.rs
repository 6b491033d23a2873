//! P-sets, a row of cells at a time, where what may be taken is the same everywhere: 64 cells are looked at together.
//!
//! What a region of moves reaches from a row is, by its [`Plan`], what it reaches from a row before, shifted, and what
//! single steps reach: spans beyond the listed positions of rows before, or a row of bits where there are many spans. Only
//! cells that no region settles are looked at one by one. Costs a pass over the words of a row for each plan, for each span
//! of a step and for each listed position that a step with bits leads to, and an evaluation for each cell that only moves
//! behind a gate could settle.

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

    /// The listed ones of some cells that lie side by side in a row, both ends included.
    pub fn between(&self, low: usize, high: usize) -> impl Iterator<Item = usize> + '_ {
        let ((first, from), (last, to)) = (self.place(low), self.place(high));
        (first..=last).flat_map(move |at| {
            let mut word = self.words[at];
            if at == first {
                word &= !0 << from;
            }
            if at == last {
                word &= !0 >> (63 - to);
            }
            let start = at / self.stride * self.width + at % self.stride * 64;
            ones(word).map(move |bit| start + bit)
        })
    }

    /// Whether two cells lie in one row.
    pub fn in_a_row(&self, one: usize, other: usize) -> bool {
        one / self.width == other / self.width
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
    /// The rows that have any.
    occupied: Vec<bool>,
}

/// A plan, with what it reaches.
struct Part {
    shift: Option<Vec<u64>>,
    /// Parts before this one.
    inner: Vec<usize>,
    /// What the steps take from all coordinates but the last, one after the other, in lexicographic order.
    prefixes: Vec<u64>,
    steps: Vec<Step>,
    /// Rows that its shift leads back.
    back: usize,
    /// What it reaches from each row so far; only of shifts out of the row.
    rows: Vec<u64>,
    here: Vec<u64>,
}

/// What is taken of the last coordinate in a row that is so many rows back.
struct Step {
    back: usize,
    taken: Taken,
}

enum Taken {
    Spans(Vec<Span>),
    /// Ragged: a bit for each number.
    Bits(Vec<u64>),
}

/// More spans than this are held as bits.
const RAGGED: usize = 4;

/// Regions with more spans are not followed.
const SPANS: usize = 1 << 23;

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
        all: &Listed,
        position: &dyn Fn(usize) -> Vec<u64>,
        most: usize,
    ) -> Result<Option<Rows>, Failure> {
        let (listed, mut bytes) = (all, 0);
        let mut reaches = Vec::new();
        for Moves { region, source, target, .. } in moves {
            let Some(plans) = plans(region, sides, SPANS) else { return Ok(None) };
            let parts: Vec<Part> = plans.into_iter().map(|plan| Part::new(plan, sides, listed)).collect();
            bytes += 8 * listed.words.len() * parts.iter().filter(|part| part.back > 0).count();
            bytes += parts.iter().map(Part::bytes).sum::<usize>();
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
            let from = listed.as_ref().unwrap_or(all);
            let occupied = from.words.chunks(from.stride).map(|row| row.iter().any(|w| *w != 0)).collect();
            reaches.push(Reach { parts, source, listed, occupied });
        }
        Ok(Some(Rows { reaches, union: vec![0; listed.stride] }))
    }

    /// Goes to the next row: its number and its first coordinates. A row that is not asked about is only gone through where
    /// later ones are led back to it.
    pub fn arrive(
        &mut self,
        game: &Game,
        row: usize,
        first: &[u64],
        listed: &Listed,
        asked: bool,
    ) -> Result<(), Failure> {
        self.union.fill(0);
        for reach in &mut self.reaches {
            if !asked && reach.parts.iter().all(|part| part.back == 0) {
                continue;
            }
            let from = reach.listed.as_ref().unwrap_or(listed);
            for at in 0..reach.parts.len() {
                let (before, rest) = reach.parts.split_at_mut(at);
                let words = rest[0].arrive(row, first, from, &reach.occupied, before);
                game.charge(words)?;
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
    fn new(plan: Plan, sides: &[u64], listed: &Listed) -> Part {
        let back = plan.shift.as_ref().map_or(0, |shift| rows_back(shift, sides));
        let (mut prefixes, mut steps) = (Vec::new(), Vec::<(usize, Vec<Span>)>::new());
        let mut all = plan.steps;
        all.sort_unstable();
        for (prefix, span) in all {
            match steps.last_mut() {
                Some((_, spans)) if prefixes.ends_with(&prefix) => spans.push(span),
                _ => {
                    steps.push((rows_back(&prefix, sides), vec![span]));
                    prefixes.extend(prefix);
                }
            }
        }
        let step = |(back, spans): (usize, Vec<Span>)| {
            if spans.len() <= RAGGED {
                return Step { back, taken: Taken::Spans(spans) };
            }
            let mut bits = vec![0; listed.stride];
            for (low, high) in spans {
                fill(&mut bits, low as usize, (high as usize + 1).min(listed.width));
            }
            Step { back, taken: Taken::Bits(bits) }
        };
        let steps = steps.into_iter().map(step).collect();
        let here = vec![0; listed.stride];
        Part { shift: plan.shift, inner: plan.inner, prefixes, steps, back, rows: Vec::new(), here }
    }

    /// About how much its steps take.
    fn bytes(&self) -> usize {
        let taken = self.steps.iter().map(|step| match &step.taken {
            Taken::Spans(spans) => size_of_val(&spans[..]),
            Taken::Bits(bits) => size_of_val(&bits[..]),
        });
        taken.sum::<usize>() + size_of_val(&self.steps[..]) + size_of_val(&self.prefixes[..])
    }

    /// Says how many words were gone through.
    fn arrive(
        &mut self,
        row: usize,
        first: &[u64],
        listed: &Listed,
        occupied: &[bool],
        before: &[Part],
    ) -> u64 {
        let Part { shift, inner, prefixes, steps, back, rows, here } = self;
        here.fill(0);
        let (stride, mut passes) = (here.len(), 1 + inner.len());
        let mut each = |step: &Step| {
            if !occupied[row - step.back] {
                return;
            }
            let from = listed.row(row - step.back);
            match &step.taken {
                Taken::Spans(spans) => {
                    passes += spans.len();
                    spans.iter().for_each(|span| beyond(here, from, *span, listed.width));
                }
                Taken::Bits(bits) => {
                    for (at, word) in from.iter().enumerate() {
                        for bit in ones(*word) {
                            passes += 1;
                            add_shifted(here, bits, 64 * at + bit);
                        }
                    }
                }
            }
        };
        match first {
            [] => steps.iter().for_each(&mut each),
            [most, ..] => {
                // Prefixes are in order: those whose first coordinate is too large are the last.
                let near =
                    prefixes.chunks(first.len()).zip(&*steps).take_while(|(prefix, _)| prefix[0] <= *most);
                near.filter(|(prefix, _)| fits(first, prefix)).for_each(|(_, step)| each(step));
            }
        }
        for inner in &*inner {
            here.iter_mut().zip(&before[*inner].here).for_each(|(all, one)| *all |= one);
        }
        let words = (stride * passes + steps.len()) as u64;
        let Some(shift) = shift else { return words };
        let by = shift[first.len()] as usize;
        if *back == 0 {
            spread(here, by);
            return words;
        }
        if fits(first, shift) {
            add_shifted(here, &rows[(row - *back) * stride..][..stride], by);
        }
        rows.extend_from_slice(here);
        words
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
    let mut by = step;
    while by < bits {
        let before = here.to_vec();
        add_shifted(here, &before, by);
        by *= 2;
    }
}

/// Adds bits moved towards the end; those that leave the row are dropped.
fn add_shifted(to: &mut [u64], from: &[u64], by: usize) {
    let (words, bits) = (by / 64, by % 64);
    let Some(to) = to.get_mut(words..) else { return };
    if bits == 0 {
        return to.iter_mut().zip(from).for_each(|(to, word)| *to |= word);
    }
    let mut low = 0;
    for (to, word) in to.iter_mut().zip(from) {
        *to |= word << bits | low;
        low = word >> (64 - bits);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_side_by_side_are_those_between() {
        let width = 150;
        let mut listed = Listed::new(3 * width, width);
        let cells: Vec<usize> = (0..3 * width).filter(|cell| cell * cell % 7 == 2).collect();
        cells.iter().for_each(|cell| listed.set(*cell));
        for (low, high) in [(0, 0), (3, 149), (150, 299), (151, 213), (214, 214), (300, 449), (363, 364)] {
            assert!(listed.in_a_row(low, high));
            let expected: Vec<usize> =
                cells.iter().copied().filter(|cell| (low..=high).contains(cell)).collect();
            assert_eq!(listed.between(low, high).collect::<Vec<_>>(), expected, "{low} to {high}");
        }
        assert!(!listed.in_a_row(149, 150));
    }

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
