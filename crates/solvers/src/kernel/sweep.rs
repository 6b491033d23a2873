//! P-positions of two piles whose moves are rays, strands and vectors, any multiple of some number from the second pile
//! among them, row by row, in memory that grows with one side only.
//!
//! Forward marking: a P-position notes itself on its lines, and a cell is N as soon as one of its lines is noted. Lines
//! are numbered so that along a row the numbers are consecutive: the line of (p, q) through (x, y) is (x mod p,
//! y - q floor(x/p)). So 64 cells are decided by one OR of a word from each ray, and since a row has one P-position, full
//! stretches are jumped over. If only multiples of m may be taken along the row it has one P-position in each residue
//! class of columns, and so the numbers of lines are kept by residue classes. Single vectors look back at the P-positions of few rows, and strands are noted when their
//! first cell comes.
//!
//! Cost: O(directions) words a jump, a few jumps a row and residue class as measured.

use super::ends::Ends;
use super::rays::{Ray, RayMoves, Strand};
use crate::error::SolveError;
use std::ops::{ControlFlow, Range};
use wythoff_numbers::Budget;
use wythoff_numbers::bits::Filling;

/// Rows between two looks at the limits.
const PACE: usize = 256;

/// Most residue classes of columns.
const MOST_CLASSES: usize = 256;

/// Calls `visit` with the P-positions with first pile below `rows` and second below `columns`, in lexicographic order,
/// until told to stop. Without `columns` every row is searched to its end; that needs a row to have one, see
/// [`RayMoves::row_step`].
///
/// Returns `false`, having visited nothing, if this kernel does not apply: limited rays together with extra ends,
/// or rows that may have many P-positions in a residue class, see [`RayMoves::row_step`].
///
/// ```
/// use std::ops::{ControlFlow, Range};
/// use wythoff_solvers::{Budget, kernel::{Ends, Ray, RayMoves, sweep}};
/// let wythoff = RayMoves::new([Ray::new(1, 0), Ray::new(0, 1), Ray::new(1, 1)], []);
/// let mut found = Vec::new();
/// let visit = &mut |x, y| { found.push((x, y)); ControlFlow::Continue(()) };
/// assert!(sweep(&wythoff, 5, None, &Ends::default(), &Budget::default(), visit).unwrap());
/// assert_eq!(found, [(0, 0), (1, 2), (2, 1), (3, 5), (4, 7)]);
/// ```
pub fn sweep(
    moves: &RayMoves,
    rows: usize,
    columns: Option<usize>,
    ends: &Ends,
    limits: &Budget,
    visit: &mut dyn FnMut(usize, usize) -> ControlFlow<()>,
) -> Result<bool, SolveError> {
    let limited = moves.rays().iter().any(|ray| ray.limit.is_some());
    if limited && !ends.extra().is_empty() {
        return Ok(false);
    }
    let row_by_row = |strand: &Strand| strand.down > 0 || strand.start.0 == 0;
    let step = moves.row_step().filter(|step| *step <= MOST_CLASSES);
    let Some(step) = step.filter(|_| moves.strands().iter().all(row_by_row)) else { return Ok(false) };
    if rows == 0 || columns == Some(0) {
        return Ok(true);
    }
    Sparse::new(moves, rows, columns, step, limits)?.run(ends, limits, visit)?;
    Ok(true)
}

/// The columns below this have no move at all: where misère play is won by the player to move.
fn first_movable(moves: &RayMoves, row: usize) -> usize {
    moves.least().filter(|(down, _)| *down <= row).map(|(_, across)| across).min().unwrap_or(usize::MAX)
}

/// The noted lines of a ray that goes down.
pub(super) struct Noted {
    ray: Ray,
    /// Columns are asked by their residue modulo this.
    step: usize,
    /// One set for each row modulo the ray's step down and each residue of the number of a line.
    classes: Vec<Filling>,
    /// Added to the number of a line so that none is negative.
    lead: usize,
    /// The row that is being computed, its class and what to add to its columns.
    current: (usize, usize, usize),
}

impl Noted {
    pub fn new(ray: Ray, rows: usize, step: usize) -> Noted {
        let lead = ray.across * ((rows - 1) / ray.down);
        Noted { ray, step, classes: vec![Filling::default(); ray.down * step], lead, current: (0, 0, lead) }
    }

    /// Makes a row the one that is asked for quickly.
    pub fn enter(&mut self, row: usize) {
        self.current = (row, row % self.ray.down, self.lead - self.ray.across * (row / self.ray.down));
    }

    /// What to add to a column to get the number of the line through it.
    fn shift(&self, row: usize) -> usize {
        match self.current {
            (current, _, shift) if current == row => shift,
            _ => self.lead - self.ray.across * (row / self.ray.down),
        }
    }

    /// The class of a row.
    fn class(&self, row: usize) -> usize {
        match self.current {
            (current, class, _) if current == row => class,
            _ => row % self.ray.down,
        }
    }

    /// The set of the lines through a row, and what to add to a column.
    pub fn through(&self, row: usize) -> (&Filling, usize) {
        self.through_class(row, 0)
    }

    /// The set of the lines through the columns of a row with a residue, and what to add to the quotient of a column.
    fn through_class(&self, row: usize, residue: usize) -> (&Filling, usize) {
        let first = self.shift(row) + residue;
        if self.step == 1 {
            return (&self.classes[self.class(row)], first);
        }
        (&self.classes[self.class(row) * self.step + first % self.step], first / self.step)
    }

    /// The set that holds a number of a line through a row, and the number there.
    fn class_of(&mut self, row: usize, number: usize) -> (&mut Filling, usize) {
        let class = self.class(row);
        if self.step == 1 {
            return (&mut self.classes[class], number);
        }
        (&mut self.classes[class * self.step + number % self.step], number / self.step)
    }

    fn note(&mut self, row: usize, column: usize) {
        let (set, number) = self.class_of(row, self.shift(row) + column);
        set.insert(number);
    }

    /// Notes the lines of the columns from `column + across.start` on.
    pub fn note_run(&mut self, row: usize, column: usize, across: &Range<usize>) {
        let (first, count) = (self.shift(row) + column + across.start, across.len());
        // Numbers of the same residue follow one another.
        for start in first..first + count.min(self.step) {
            let more = (first + count - start).div_ceil(self.step);
            let (set, number) = self.class_of(row, start);
            set.insert_run(number..number + more);
        }
    }

    /// Notes a line by its number among those through rows like this one, or takes the note back.
    pub fn set(&mut self, row: usize, number: usize, noted: bool) {
        let (set, number) = self.class_of(row, number);
        if noted { set.insert(number) } else { set.remove(number) }
    }

    /// The number of the line through a cell.
    pub fn number(&self, row: usize, column: usize) -> usize {
        self.shift(row) + column
    }

    /// Whether a line is noted, by its number.
    pub fn has(&mut self, row: usize, number: usize) -> bool {
        let (set, number) = self.class_of(row, number);
        set.word_at(number) & 1 != 0
    }

    fn forget(&mut self, row: usize, column: usize) {
        self.set(row, self.shift(row) + column, false);
    }

    /// The row whose P-positions are one step too far behind a row.
    fn left_behind(&self, row: usize) -> Option<usize> {
        row.checked_sub(self.ray.limit?.checked_add(1)?.checked_mul(self.ray.down)?)
    }
}

/// Strands that start side by side: how many rows down, and how far across.
struct Start {
    down: usize,
    across: Range<usize>,
}

impl Start {
    /// Starts, side by side where they can be.
    fn join(mut starts: Vec<(usize, usize)>) -> Vec<Start> {
        starts.sort_unstable();
        let mut joined: Vec<Start> = Vec::new();
        for (down, across) in starts {
            match joined.last_mut() {
                Some(last) if last.down == down && last.across.end == across => last.across.end += 1,
                _ => joined.push(Start { down, across: across..across + 1 }),
            }
        }
        joined
    }
}

/// At most one P-position in each residue class of a row, but for extra ends.
struct Sparse<'a> {
    moves: &'a RayMoves,
    step: usize,
    rows: usize,
    columns: usize,
    rays: Vec<Noted>,
    /// Strands of one direction: the lines noted so far, and where the strands start.
    bundles: Vec<(Noted, Vec<Start>)>,
    /// The P-positions so far, and where the rows begin among them.
    found: Vec<(usize, usize)>,
    starts: Vec<usize>,
}

impl<'a> Sparse<'a> {
    fn new(
        moves: &'a RayMoves,
        rows: usize,
        columns: Option<usize>,
        step: usize,
        limits: &Budget,
    ) -> Result<Sparse<'a>, SolveError> {
        let down = |ray: &&Ray| ray.down > 0 && ray.down < rows && columns.is_none_or(|c| ray.across < c);
        let mut rays: Vec<Ray> = moves.rays().iter().filter(down).copied().collect();
        let mut bundles: Vec<(Ray, Vec<(usize, usize)>)> = Vec::new();
        // What stays in the row is done by the ray along the row, and what leaves the board is no move on it.
        let inside = |strand: &&Strand| {
            strand.down > 0 && strand.start.0 < rows && columns.is_none_or(|c| strand.start.1 < c)
        };
        for strand in moves.strands().iter().filter(inside) {
            let ray = Ray::new(strand.down, strand.across);
            match bundles.iter_mut().find(|(along, _)| *along == ray) {
                Some((_, starts)) => starts.push(strand.start),
                None => bundles.push((ray, vec![strand.start])),
            }
        }
        // A ray among the strands is one of them: only together they leave no gaps, which are what cannot be jumped over.
        for (ray, starts) in &mut bundles {
            let before = rays.len();
            rays.retain(|other| other != ray);
            if rays.len() < before {
                starts.push((ray.down, ray.across));
            }
        }
        let width = columns.unwrap_or(rows) as u128;
        let lines: u128 = (rays.iter().chain(bundles.iter().map(|(ray, _)| ray)))
            .map(|r| r.down as u128 * width + r.across as u128 * rows as u128)
            .sum();
        // A strand is noted where it starts, however far that is.
        let furthest = |starts: &Vec<(usize, usize)>| starts.iter().map(|start| start.1 as u128).max();
        let lines = lines + bundles.iter().filter_map(|(_, starts)| furthest(starts)).sum::<u128>();
        limits.need("the notes on lines", lines / 8 * 2 + rows as u128 * (8 + 16 * step as u128))?;
        let rays = rays.into_iter().map(|ray| Noted::new(ray, rows, step)).collect();
        let noted = |ray| Noted::new(ray, rows, step);
        let bundles = bundles.into_iter().map(|(ray, starts)| (noted(ray), Start::join(starts))).collect();
        let columns = columns.unwrap_or(usize::MAX);
        Ok(Sparse { moves, step, rows, columns, rays, bundles, found: Vec::new(), starts: Vec::new() })
    }

    fn run(
        mut self,
        ends: &Ends,
        limits: &Budget,
        visit: &mut dyn FnMut(usize, usize) -> ControlFlow<()>,
    ) -> Result<(), SolveError> {
        let mut barred = Vec::new();
        for row in 0..self.rows {
            if row % PACE == 0 {
                limits.step(row as u64, self.rows as u64)?;
            }
            self.starts.push(self.found.len());
            self.rays.iter_mut().for_each(|ray| ray.enter(row));
            self.bundles.iter_mut().for_each(|(noted, _)| noted.enter(row));
            self.forget_behind(row);
            self.note_strands(row);
            barred.clear();
            for &(a, b) in self.moves.vectors() {
                // A vector with a = 0 would be on the ray along the row.
                if a <= row && a > 0 {
                    let row = row - a;
                    barred.extend(self.found[self.starts[row]..self.starts[row + 1]].iter().map(|p| p.1 + b));
                }
            }
            let from = if ends.misere() { first_movable(self.moves, row) } else { 0 };
            let extra = ends.in_row(row).filter(|column| *column < self.columns);
            if ends.misere() {
                barred.extend(extra.clone());
            }
            for residue in 0..self.step {
                let free = self.free(row, residue, from, &barred);
                // What lies beyond an end of its class can move there.
                let end = extra.clone().find(|end| !ends.misere() && end % self.step == residue);
                let free = free.filter(|column| end.is_none_or(|end| *column < end));
                self.found.extend(free.map(|column| (row, column)));
            }
            if !ends.misere() {
                self.found.extend(extra.map(|column| (row, column)));
            }
            self.found[self.starts[row]..].sort_unstable();
            for index in self.starts[row]..self.found.len() {
                let (row, column) = self.found[index];
                self.rays.iter_mut().for_each(|ray| ray.note(row, column));
                for (noted, starts) in &mut self.bundles {
                    let here = starts.iter().filter(|start| start.down == 0);
                    here.for_each(|start| noted.note_run(row, column, &start.across));
                }
                if visit(row, column).is_break() {
                    return Ok(());
                }
            }
        }
        Ok(limits.step(self.rows as u64, self.rows as u64)?)
    }

    fn forget_behind(&mut self, row: usize) {
        for ray in &mut self.rays {
            if let Some(old) = ray.left_behind(row) {
                for &(row, column) in &self.found[self.starts[old]..self.starts[old + 1]] {
                    ray.forget(row, column);
                }
            }
        }
    }

    /// Notes the strands that begin in a row, from P-positions above it.
    fn note_strands(&mut self, row: usize) {
        for (noted, starts) in &mut self.bundles {
            for start in starts.iter().filter(|start| (1..=row).contains(&start.down)) {
                let above = row - start.down;
                for &(_, column) in &self.found[self.starts[above]..self.starts[above + 1]] {
                    noted.note_run(row, column, &start.across);
                }
            }
        }
    }

    /// The first column of a residue class from `from` on whose lines are not noted and that is not barred.
    fn free(&self, row: usize, residue: usize, from: usize, barred: &[usize]) -> Option<usize> {
        let sets = || self.rays.iter().chain(self.bundles.iter().map(|(noted, _)| noted));
        let step = self.step;
        // Columns are told by their quotients.
        let mut at = from.saturating_sub(residue).div_ceil(step);
        loop {
            let mut noted = 0;
            for ray in sets() {
                let (set, shift) = ray.through_class(row, residue);
                noted |= set.word_at(at + shift);
            }
            for bar in barred.iter().filter(|bar| **bar % step == residue) {
                if let Some(bit) = (bar / step).checked_sub(at).filter(|bit| *bit < 64) {
                    noted |= 1 << bit;
                }
            }
            if noted != !0 {
                let column = (at + noted.trailing_ones() as usize).checked_mul(step)?.checked_add(residue)?;
                return (column < self.columns).then_some(column);
            }
            let mut next = at + 64;
            for ray in sets() {
                let (set, shift) = ray.through_class(row, residue);
                if set.word_at(at + shift) == !0 {
                    next = next.max(set.next_absent(at + shift) - shift);
                }
            }
            at = next;
            if at >= self.columns {
                return None;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::plain;
    use super::super::rays::tests::any_moves;
    use super::*;
    use proptest::prelude::*;

    fn swept(
        moves: &RayMoves,
        rows: usize,
        columns: Option<usize>,
        ends: &Ends,
    ) -> Option<Vec<(usize, usize)>> {
        let mut found = Vec::new();
        let mut visit = |x, y| {
            found.push((x, y));
            ControlFlow::Continue(())
        };
        sweep(moves, rows, columns, ends, &Budget::default(), &mut visit).unwrap().then_some(found)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(192))]
        #[test]
        fn agrees_with_straight_loops(
            moves in any_moves(), rows in 1usize..40, columns in 1usize..90, misere in any::<bool>(),
            extra in prop_oneof![2 => Just(vec![]), 1 => proptest::collection::vec((0usize..9, 0usize..9), 0..3)],
        ) {
            let ends = Ends::new(misere, extra);
            if let Some(found) = swept(&moves, rows, Some(columns), &ends) {
                prop_assert_eq!(found, plain::p_positions(&moves, rows, columns, &ends));
            } else {
                prop_assert!(moves.row_step().is_none() || !ends.extra().is_empty() || !moves.strands().is_empty());
            }
        }

        #[test]
        fn rows_are_searched_to_their_end(moves in any_moves(), rows in 1usize..30) {
            match swept(&moves, rows, None, &Ends::default()) {
                None => prop_assert!(moves.row_step().is_none() || moves.strands().iter().any(|s| s.down == 0)),
                Some(found) => {
                    prop_assert_eq!(found.len(), rows * moves.row_step().unwrap_or(1));
                    let columns = found.iter().map(|p| p.1 + 1).max().unwrap_or(1);
                    prop_assert_eq!(found, plain::p_positions(&moves, rows, columns, &Ends::default()));
                }
            }
        }
    }

    #[test]
    fn far_rows_of_wythoffs_game() {
        let moves = RayMoves::new([Ray::new(1, 0), Ray::new(0, 1), Ray::new(1, 1)], []);
        let found = swept(&moves, 20_000, None, &Ends::default()).unwrap();
        // a is the least number not used, b = a + n.
        let (mut a, mut used) = (0, vec![false; 60_000]);
        for n in 0..20_000 {
            while used[a] {
                a += 1;
            }
            (used[a], used[a + n]) = (true, true);
            assert!(a >= 20_000 || found[a] == (a, a + n));
            assert!(a + n >= 20_000 || found[a + n] == (a + n, a));
        }
    }

    #[test]
    fn a_strand_that_starts_far_out_is_paid_for_or_left_out() {
        let rules = wythoff_rules::Rules::read("(i,2147483648) (0,i) (i,i)").unwrap();
        let little = Budget::default().with_memory(1 << 20);
        // No move on this board, and half a gigabyte on one without a bound.
        assert_eq!(crate::p_below(&rules, 100, &little).unwrap().positions.len(), 100);
        assert!(crate::p_first(&rules, 10, &little).is_err());
    }
}
