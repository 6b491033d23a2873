//! P-positions of two piles whose moves are endless rays and single vectors, any number from the second pile among
//! them, row by row and far: Wythoff's game with any finite set of vectors, Nim with any finite set of rays.
//!
//! A row has one P-position, the first column none of whose lines is noted and that no vector bars. Lines are numbered
//! as in `sweep`: the line of (p, q) through (x, y) is (x mod p, y - q floor(x/p)), so 64 columns are asked by one word of
//! each direction. Every set of lines remembers its longest full stretch found so far. That stretch stays full and its end
//! is the frontier of the direction (the least difference not used, the least column not used), so a search begins there
//! and nearly always ends in the first word.
//!
//! If the piles may be exchanged only pairs with row <= column are computed: the column set then says which rows are the
//! larger pile of an earlier pair. A mirror image (b, a) of a pair matters on lines that cross the diagonal. Those with
//! q > p are below the diagonal before row b, and are noted at once; those with p > q are above it before row b, where they
//! must not count, so they wait for that row.
//!
//! Cost: O(directions + vectors) words a row as measured; memory a bit a line, four bytes a row where mirror images wait.

use super::rays::{Ray, RayMoves};
use crate::error::SolveError;
use crate::saved;
use std::ops::ControlFlow;
use wythoff_numbers::Budget;
use wythoff_numbers::bits::Filling;

/// Rows between two looks at the budget.
const PACE: usize = 1 << 12;

/// Numbers in a chunk that is handed over.
const CHUNK: usize = 1 << 13;

/// Most vectors, limited rays written out.
const MOST_VECTORS: usize = 48;

/// The longest vector whose P-positions are remembered.
const LONGEST: usize = 1 << 16;

/// No partner.
const NONE: u32 = u32::MAX;

/// Whether the kernel takes these moves: their endless rays that leave the row, and their vectors.
fn parts(moves: &RayMoves) -> Option<(Vec<Ray>, Vec<(usize, usize)>)> {
    if moves.row_step() != Some(1) || !moves.strands().is_empty() {
        return None;
    }
    let mut vectors: Vec<(usize, usize)> = moves.vectors().iter().copied().filter(|v| v.0 > 0).collect();
    let mut rays = Vec::new();
    for ray in moves.rays().iter().filter(|ray| ray.down > 0) {
        match ray.limit {
            None => rays.push(*ray),
            Some(limit) if limit <= MOST_VECTORS => {
                for i in 1..=limit {
                    vectors.push((ray.down.checked_mul(i)?, ray.across.checked_mul(i)?));
                }
            }
            Some(_) => return None,
        }
    }
    let short = |v: &(usize, usize)| v.0 < LONGEST && v.1 < LONGEST;
    (vectors.len() <= MOST_VECTORS && vectors.iter().all(short)).then_some((rays, vectors))
}

/// Hands over the P-positions with first pile below `rows` and second below `columns` in flat chunks, in lexicographic
/// order, until told to stop. Without `columns` every row is searched to its end. With `half` the piles may be exchanged,
/// no side is shorter than the first, and only positions with row <= column are handed over.
///
/// Returns `false`, having handed over nothing, if this kernel does not apply.
///
/// ```
/// use std::ops::ControlFlow;
/// use wythoff_solvers::{Budget, kernel::{Ray, RayMoves, frontier}};
/// let maharaja = RayMoves::new([Ray::new(1, 0), Ray::new(0, 1), Ray::new(1, 1)], [(1, 2), (2, 1)]);
/// let mut found = Vec::new();
/// let sink = &mut |chunk: &[u64]| { found.extend_from_slice(chunk); ControlFlow::Continue(()) };
/// assert!(frontier(&maharaja, 8, None, true, &Budget::default(), sink).unwrap());
/// assert_eq!(found, [0, 0, 1, 3, 2, 6, 4, 5, 7, 10]);
/// ```
pub fn frontier(
    moves: &RayMoves,
    rows: usize,
    columns: Option<usize>,
    half: bool,
    budget: &Budget,
    sink: &mut dyn FnMut(&[u64]) -> ControlFlow<()>,
) -> Result<bool, SolveError> {
    if rows == 0 || columns == Some(0) {
        return Ok(parts(moves).is_some());
    }
    let Some(mut frontier) = Frontier::new(moves, rows, columns, half, budget)? else { return Ok(false) };
    frontier.run(budget, sink)?;
    Ok(true)
}

/// The lines of one ray.
struct Lines {
    ray: Ray,
    /// One set for each row modulo the ray's step down.
    classes: Vec<Filling>,
    /// Added to the number of a line so that none is negative.
    lead: usize,
    /// Of the row that is being computed: its class, and what to add to its columns.
    class: usize,
    shift: usize,
    /// Whether the lines of mirror images are noted: at once, or when their row comes.
    mirror: Mirror,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mirror {
    Never,
    Now,
    Later,
}

impl Lines {
    fn new(ray: Ray, rows: usize, half: bool) -> Lines {
        let mirror = match ray.down.cmp(&ray.across) {
            _ if !half => Mirror::Never,
            // The columns of mirror images and their diagonals never come to cells with row <= column.
            _ if ray.across == 0 => Mirror::Never,
            std::cmp::Ordering::Equal => Mirror::Never,
            std::cmp::Ordering::Less => Mirror::Now,
            std::cmp::Ordering::Greater => Mirror::Later,
        };
        let lead = ray.across * ((rows - 1) / ray.down);
        let classes = vec![Filling::default(); ray.down.min(rows)];
        Lines { ray, classes, lead, class: 0, shift: lead, mirror }
    }

    /// Goes to a row.
    #[inline]
    fn enter(&mut self, row: usize) {
        match self.ray.down {
            1 => self.shift = self.lead - self.ray.across * row,
            down => (self.class, self.shift) = (row % down, self.lead - self.ray.across * (row / down)),
        }
    }

    /// Notes the line through a cell of any row of the board.
    fn note(&mut self, row: usize, column: usize) {
        let number = self.lead - self.ray.across * (row / self.ray.down) + column;
        self.classes[row % self.ray.down].insert(number);
    }
}

/// P-positions of the last rows, by row modulo a power of two; each remembers its row.
struct Recent {
    cells: Vec<(usize, usize)>,
}

impl Recent {
    fn new(rows: usize) -> Recent {
        Recent { cells: vec![(usize::MAX, 0); rows.next_power_of_two()] }
    }

    #[inline]
    fn put(&mut self, row: usize, column: usize) {
        let mask = self.cells.len() - 1;
        self.cells[row & mask] = (row, column);
    }

    #[inline]
    fn get(&self, row: usize) -> Option<usize> {
        let (found, column) = self.cells[row & (self.cells.len() - 1)];
        (found == row).then_some(column)
    }
}

/// Rows on a page of partners.
const PAGE: usize = 1 << 16;

/// The smaller pile of each larger one to come, in pages that are dropped when they are passed.
#[derive(Default)]
struct Partners {
    pages: Vec<Option<Box<[u32]>>>,
}

impl Partners {
    fn put(&mut self, larger: usize, smaller: usize) {
        let page = larger / PAGE;
        if page >= self.pages.len() {
            self.pages.resize(page + 1, None);
        }
        let page = self.pages[page].get_or_insert_with(|| vec![NONE; PAGE].into_boxed_slice());
        page[larger % PAGE] = smaller as u32;
    }

    fn take(&mut self, larger: usize) -> Option<usize> {
        let page = self.pages.get_mut(larger / PAGE)?;
        let found = page.as_ref()?[larger % PAGE];
        if larger % PAGE == PAGE - 1 {
            *page = None;
        }
        (found != NONE).then_some(found as usize)
    }
}

/// A search by [`frontier`] that can be stopped, saved, and gone on with.
pub struct Frontier {
    /// The next row.
    row: usize,
    rows: usize,
    columns: usize,
    half: bool,
    lines: Vec<Lines>,
    /// Which of the lines are columns.
    upright: Option<usize>,
    vectors: Vec<(usize, usize)>,
    /// How far below the diagonal a mirror image may lie so that a vector leads from above it there.
    lift: usize,
    recent: Recent,
    mirrored: Recent,
    /// Where some mirror images wait for their rows.
    partners: Option<Partners>,
}

impl Frontier {
    /// Before its first row, of at least one; `None` if the kernel does not apply.
    pub fn new(
        moves: &RayMoves,
        rows: usize,
        columns: Option<usize>,
        half: bool,
        budget: &Budget,
    ) -> Result<Option<Frontier>, SolveError> {
        let Some((rays, vectors)) = parts(moves) else { return Ok(None) };
        if rows == 0 || rows >= NONE as usize || columns.is_some_and(|columns| half && columns < rows) {
            return Ok(None);
        }
        let reaches = |ray: &&Ray| ray.down < rows && columns.is_none_or(|columns| ray.across < columns);
        let mut lines: Vec<Lines> =
            rays.iter().filter(reaches).map(|ray| Lines::new(*ray, rows, half)).collect();
        // The longest stretches are on slanting lines: they are jumped over first.
        lines.sort_by_key(|lines| lines.ray.across == 0);
        // Without a bound a row ends within a few times its own number, as all lines before it fill up.
        let width = columns.unwrap_or(rows.saturating_mul(2)) as u128;
        let bits: u128 =
            lines.iter().map(|l| l.ray.down as u128 * width + l.ray.across as u128 * rows as u128).sum();
        let later = lines.iter().any(|lines| lines.mirror == Mirror::Later);
        let waiting = if later { rows as u128 * 4 } else { 0 };
        budget.need("the notes on lines", bits / 8 + waiting)?;
        let upright = lines.iter().position(|lines| lines.ray == Ray::new(1, 0));
        let depth = vectors.iter().map(|v| v.0).max().unwrap_or(0);
        let lift = vectors.iter().map(|v| v.1.saturating_sub(v.0)).max().unwrap_or(0);
        Ok(Some(Frontier {
            row: 0,
            rows,
            columns: columns.unwrap_or(usize::MAX),
            half: half && upright.is_some(),
            upright,
            lines,
            vectors,
            lift,
            recent: Recent::new(depth + 1),
            mirrored: Recent::new(depth + lift + 1),
            partners: later.then(Partners::default),
        }))
    }

    /// Goes on to the end, or until told to stop; what was found until then has been handed over, and no more.
    pub fn run(
        &mut self,
        budget: &Budget,
        sink: &mut dyn FnMut(&[u64]) -> ControlFlow<()>,
    ) -> Result<(), SolveError> {
        let mut chunk = Vec::with_capacity(CHUNK);
        let mut barred = Vec::with_capacity(2 * MOST_VECTORS);
        let mut look = 0;
        while self.row < self.rows {
            let row = self.row;
            if row >= look {
                look = row + PACE;
                if let Err(stop) = budget.step(row as u64, self.rows as u64) {
                    let _ = sink(&chunk);
                    return Err(stop.into());
                }
            }
            if let Some(next) = self.larger_pile(row) {
                self.row = next;
                continue;
            }
            self.row += 1;
            barred.clear();
            for &(down, across) in &self.vectors {
                let Some(above) = row.checked_sub(down) else { continue };
                barred.extend(self.recent.get(above).map(|column| column + across));
                if self.half {
                    barred.extend(self.mirrored.get(above).map(|column| column + across));
                }
            }
            self.lines.iter_mut().for_each(|lines| lines.enter(row));
            if let Some(column) = self.free(row, &barred) {
                self.note(row, column);
                chunk.extend_from_slice(&[row as u64, column as u64]);
                if chunk.len() >= CHUNK {
                    if sink(&chunk).is_break() {
                        return Ok(());
                    }
                    chunk.clear();
                }
            }
        }
        if !chunk.is_empty() && sink(&chunk).is_break() {
            return Ok(());
        }
        Ok(budget.step(self.rows as u64, self.rows as u64)?)
    }

    /// Whether all rows are done.
    pub fn is_done(&self) -> bool {
        self.row >= self.rows
    }

    /// The state between two runs, for a search with the same moves and bounds to go on from.
    pub fn save(&self, to: &mut Vec<u8>) {
        saved::number(to, self.row);
        for set in self.lines.iter().flat_map(|lines| &lines.classes) {
            saved::filling(to, set);
        }
        for (row, column) in self.recent.cells.iter().chain(&self.mirrored.cells) {
            saved::number(to, *row);
            saved::number(to, *column);
        }
        let pages: &[_] = self.partners.as_ref().map_or(&[], |partners| &partners.pages);
        saved::number(to, pages.len());
        for page in pages {
            let page: &[u32] = page.as_deref().unwrap_or_default();
            saved::number(to, page.len());
            page.iter().for_each(|smaller| to.extend_from_slice(&smaller.to_le_bytes()));
        }
    }

    /// Takes on a state; `None` if it is not one of such a search, and then this one is of no use.
    pub fn load(&mut self, from: &mut &[u8]) -> Option<()> {
        self.row = saved::read(from)?;
        for set in self.lines.iter_mut().flat_map(|lines| &mut lines.classes) {
            *set = saved::read_filling(from)?;
        }
        for cell in self.recent.cells.iter_mut().chain(&mut self.mirrored.cells) {
            *cell = (saved::read(from)?, saved::read(from)?);
        }
        let pages = saved::read(from)?;
        if let Some(partners) = &mut self.partners {
            partners.pages.clear();
            for _ in 0..pages {
                let count = saved::read(from)?;
                let bytes = saved::take(from, count.checked_mul(4)?)?;
                let page = bytes.chunks_exact(4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]));
                let page: Box<[u32]> = page.collect();
                partners.pages.push(match page.len() {
                    0 => None,
                    PAGE => Some(page),
                    _ => return None,
                });
            }
        }
        Some(())
    }

    /// If a row is the larger pile of an earlier pair, a later row before which all are; the lines that waited for it are
    /// noted.
    #[inline]
    fn larger_pile(&mut self, row: usize) -> Option<usize> {
        let upright = self.upright.filter(|_| self.half)?;
        let lines = &mut self.lines[upright];
        let used = lines.classes[0].word_at(lines.lead + row);
        if used & 1 == 0 {
            return None;
        }
        let Some(partners) = &mut self.partners else {
            return Some(row + used.trailing_ones() as usize);
        };
        if let Some(column) = partners.take(row) {
            let later = self.lines.iter_mut().filter(|lines| lines.mirror == Mirror::Later);
            later.for_each(|lines| lines.note(row, column));
        }
        Some(row + 1)
    }

    /// The first column whose lines are not noted and that is not barred.
    #[inline]
    fn free(&mut self, row: usize, barred: &[usize]) -> Option<usize> {
        let mut at = if self.half { row } else { 0 };
        'search: loop {
            if at >= self.columns {
                return None;
            }
            let mut noted = 0u64;
            for lines in &self.lines {
                let set = &lines.classes[lines.class];
                let end = set.end_of_stretch(at + lines.shift);
                if end > at + lines.shift {
                    at = end - lines.shift;
                    continue 'search;
                }
                noted |= set.word_at(at + lines.shift);
            }
            for bar in barred {
                if let Some(bit) = bar.checked_sub(at).filter(|bit| *bit < 64) {
                    noted |= 1 << bit;
                }
            }
            if noted != !0 {
                let column = at + noted.trailing_ones() as usize;
                return (column < self.columns).then_some(column);
            }
            let mut next = at + 64;
            for lines in &mut self.lines {
                let set = &mut lines.classes[lines.class];
                if set.word_at(at + lines.shift) == !0 {
                    next = next.max(set.pass_stretch(at + lines.shift) - lines.shift);
                }
            }
            at = next;
        }
    }

    /// Notes a P-position, and its mirror image as far as it matters.
    #[inline]
    fn note(&mut self, row: usize, column: usize) {
        for lines in &mut self.lines {
            let class = lines.class;
            lines.classes[class].insert(column + lines.shift);
            if lines.mirror == Mirror::Now && column > row && column < self.rows {
                lines.note(column, row);
            }
        }
        if !self.vectors.is_empty() {
            self.recent.put(row, column);
            if self.half && column > row && column - row <= self.lift {
                self.mirrored.put(column, row);
            }
        }
        if let Some(partners) = &mut self.partners
            && column > row
            && column < self.rows
        {
            partners.put(column, row);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::ends::Ends;
    use super::super::plain;
    use super::super::rays::tests::any_rays;
    use super::*;
    use proptest::prelude::*;

    fn found(
        moves: &RayMoves,
        rows: usize,
        columns: Option<usize>,
        half: bool,
    ) -> Option<Vec<(usize, usize)>> {
        let mut flat = Vec::new();
        let sink = &mut |chunk: &[u64]| {
            flat.extend_from_slice(chunk);
            ControlFlow::Continue(())
        };
        let done = frontier(moves, rows, columns, half, &Budget::default(), sink).unwrap();
        done.then(|| flat.chunks(2).map(|p| (p[0] as usize, p[1] as usize)).collect())
    }

    fn nim_and(more: RayMoves) -> RayMoves {
        let rays = [Ray::new(1, 0), Ray::new(0, 1)].into_iter().chain(more.rays().iter().copied());
        RayMoves::new(rays, more.vectors().iter().copied())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]
        #[test]
        fn agrees_with_straight_loops(
            more in any_rays(), rows in 1usize..70, columns in 1usize..120, nim in any::<bool>(),
        ) {
            let moves = if nim { nim_and(more) } else { more };
            if let Some(found) = found(&moves, rows, Some(columns), false) {
                prop_assert_eq!(found, plain::p_positions(&moves, rows, columns, &Ends::default()));
            } else {
                prop_assert!(moves.row_step() != Some(1));
            }
        }

        #[test]
        fn half_a_board_is_the_half_of_the_whole(more in any_rays(), rows in 1usize..70, extra in 0usize..40) {
            let moves = nim_and(more);
            prop_assume!(moves.is_symmetric());
            let columns = rows + extra;
            let mut whole = plain::p_positions(&moves, rows, columns, &Ends::default());
            whole.retain(|(x, y)| x <= y);
            prop_assert_eq!(found(&moves, rows, Some(columns), true), Some(whole));
        }

        #[test]
        fn rows_are_searched_to_their_end(more in any_rays(), rows in 1usize..40) {
            let moves = nim_and(more);
            let whole = found(&moves, rows, None, false).unwrap();
            prop_assert_eq!(whole.len(), rows);
            let columns = whole.iter().map(|p| p.1 + 1).max().unwrap_or(1);
            prop_assert_eq!(&whole, &plain::p_positions(&moves, rows, columns, &Ends::default()));
            if moves.is_symmetric() {
                let upper: Vec<_> = whole.into_iter().filter(|(x, y)| x <= y).collect();
                prop_assert_eq!(found(&moves, rows, None, true), Some(upper));
            }
        }
    }

    #[test]
    fn a_search_goes_on_from_where_it_was_saved() {
        let rays = [(1, 0), (0, 1), (1, 1), (1, 2), (2, 1)].map(|(a, b)| Ray::new(a, b));
        for moves in
            [RayMoves::new(rays, []), RayMoves::new(rays[..3].to_vec(), [(1, 2), (2, 1), (5, 9), (9, 5)])]
        {
            let new =
                || Frontier::new(&moves, 90_000, Some(90_000), true, &Budget::default()).unwrap().unwrap();
            let whole = found(&moves, 90_000, Some(90_000), true).unwrap();
            let (mut flat, mut search) = (Vec::new(), new());
            while !search.is_done() {
                search
                    .run(&Budget::default(), &mut |chunk| {
                        flat.extend_from_slice(chunk);
                        ControlFlow::Break(())
                    })
                    .unwrap();
                let mut state = Vec::new();
                search.save(&mut state);
                search = new();
                let mut rest = &state[..];
                search.load(&mut rest).unwrap();
                assert!(rest.is_empty());
                assert!(new().load(&mut &state[..state.len() - 1]).is_none());
            }
            let flat: Vec<_> = flat.chunks(2).map(|p| (p[0] as usize, p[1] as usize)).collect();
            assert_eq!(flat, whole);
        }
    }

    #[test]
    fn far_rows_agree_with_the_sweep() {
        let rays = [(1, 0), (0, 1), (1, 1), (1, 2), (2, 1)].map(|(a, b)| Ray::new(a, b));
        for moves in [RayMoves::new(rays, []), RayMoves::new(rays[..3].to_vec(), [(1, 2), (3, 1), (5, 2)])] {
            let mut swept = Vec::new();
            let mut visit = |x, y| {
                swept.push((x, y));
                ControlFlow::Continue(())
            };
            super::super::sweep(&moves, 30_000, None, &Ends::default(), &Budget::default(), &mut visit)
                .unwrap();
            assert_eq!(found(&moves, 30_000, None, false).as_ref(), Some(&swept));
            if moves.is_symmetric() {
                swept.retain(|(x, y)| x <= y);
                assert_eq!(found(&moves, 30_000, None, true), Some(swept));
            }
        }
    }
}
