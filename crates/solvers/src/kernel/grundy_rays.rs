//! Grundy values of two piles whose moves are rays and vectors: each cell's mex from the values used on its lines.
//!
//! Each line keeps the set of values on it, 512 to a cache line, and the first group of 512 that is not full; a cell
//! ORs the groups of its lines from the furthest first group on and takes the first zero. Cells are taken in square
//! tiles, so that the groups that a tile needs stay in cache, and groups of neighbouring lines lie side by side.
//! If the piles may be exchanged only the cells with row >= column are computed. Tiles on one antidiagonal share no
//! line and run in parallel.
//!
//! Cost: O(lines through a cell) words a cell and group scanned, measured at 1 group for 1,000 and 5 for 10,000;
//! memory (number of lines) x (bound on the values) bits. The bound is the longest play: value g needs g moves.

use super::rays::{Lines, Ray, RayMoves};
use crate::error::SolveError;
use crate::solve::GrundyTable;
use std::marker::PhantomData;
use wythoff_numbers::Budget;

/// Words of a group: one cache line.
const WORDS: usize = 8;
/// Values of a group.
const GROUP: usize = 64 * WORDS;
/// Side of a tile.
const TILE: usize = 32;
/// Rays with at most this many multiples on the board are tried one by one.
const FEW: usize = 12;
/// Most lines through a cell; boards with more are left to other kernels.
const MOST_LINES: usize = 16;

/// The Grundy values of all positions with piles below `rows` and `columns`, row by row; at `ends` the game is over.
///
/// `None` if this kernel does not apply: strands, more than 16 rays, or limited rays together with extra ends.
///
/// ```
/// use wythoff_solvers::{Budget, kernel::{Ray, RayMoves, grundy_rays}};
/// let wythoff = RayMoves::new([Ray::new(1, 0), Ray::new(0, 1), Ray::new(1, 1)], []);
/// let values = grundy_rays(&wythoff, 4, 4, &[], &Budget::default()).unwrap().unwrap();
/// assert_eq!(values, [0, 1, 2, 3, 1, 2, 0, 4, 2, 0, 1, 5, 3, 4, 5, 6]);
/// ```
pub fn grundy_rays(
    moves: &RayMoves,
    rows: usize,
    columns: usize,
    ends: &[(usize, usize)],
    limits: &Budget,
) -> Result<Option<Vec<u32>>, SolveError> {
    if rows == 0 || columns == 0 {
        return Ok(Some(Vec::new()));
    }
    if !moves.strands().is_empty() {
        return Ok(None);
    }
    limits.need("the table", rows as u128 * columns as u128 * 4)?;
    let Some(plan) = Plan::new(moves, rows, columns, ends, limits)? else { return Ok(None) };
    macro_rules! by_lines {
        ($($count:literal)*) => {
            match plan.slots.len() {
                $($count => plan.fill::<$count>(limits),)*
                _ => return Ok(None),
            }
        };
    }
    by_lines!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16).map(Some)
}

/// One of the lines through a cell: where its number comes from, and where moves along it lead.
struct Slot {
    row: Vec<usize>,
    column: Vec<usize>,
    ray: Ray,
}

struct Plan {
    rows: usize,
    columns: usize,
    /// Only cells with row >= column.
    half: bool,
    slots: Vec<Slot>,
    lines: usize,
    groups: usize,
    vectors: Vec<(usize, usize)>,
    /// Extra ends, sorted.
    ends: Vec<(usize, usize)>,
    /// The processor has registers of 256 bits.
    #[cfg(target_arch = "x86_64")]
    wide: bool,
}

impl Plan {
    fn new(
        moves: &RayMoves,
        rows: usize,
        columns: usize,
        ends: &[(usize, usize)],
        limits: &Budget,
    ) -> Result<Option<Plan>, SolveError> {
        let table = rows as u128 * columns as u128 * 4;
        let groups = moves.longest_play(rows, columns) / GROUP + 1;
        let ends_symmetric = ends.iter().all(|&(x, y)| ends.contains(&(y, x)));
        let half = rows == columns && moves.is_symmetric() && ends_symmetric;
        // Steep rays have many lines with few cells each: where the lines would not fit, their moves are tried singly.
        let mut few = FEW;
        let (moves, lines) = loop {
            let moves = moves.on_board(rows, columns, few);
            let kept = |ray: &&Ray| !half || ray.down <= ray.across;
            let lines: usize =
                moves.rays().iter().filter(kept).map(|r| Lines::count(*r, rows, columns)).sum();
            let bytes = table + lines as u128 * (groups * WORDS * 8 + 4) as u128;
            if bytes <= u128::from(limits.memory()) {
                break (moves, lines);
            }
            let least = moves.rays().iter().map(|ray| ray.multiples(rows, columns)).min();
            match least {
                Some(multiples) if moves.rays().len() > 2 => few = multiples,
                _ => limits.need("the sets of values on lines", bytes)?,
            }
        };
        let limited = moves.rays().iter().any(|ray| ray.limit.is_some());
        if moves.rays().len() > MOST_LINES || (limited && !ends.is_empty()) {
            return Ok(None);
        }
        let mut slots = Vec::new();
        let mut from = 0;
        for ray in moves.rays().iter().filter(|ray| !half || ray.down <= ray.across) {
            let numbers = Lines::new(*ray, rows, columns);
            let mut push = |lines: Lines, ray: Ray| {
                slots.push(Slot {
                    row: lines.row.iter().map(|id| id + from).collect(),
                    column: lines.column,
                    ray,
                });
            };
            if half && ray.down == ray.across {
                // The line of (x, y) and that of (y, x) are one: (y mod p, x - y) for x >= y.
                let row = (0..rows).collect();
                let column = (0..columns).map(|y| (y % ray.down * columns).wrapping_sub(y)).collect();
                push(Lines { row, column, count: numbers.count }, *ray);
            } else if half {
                push(numbers.mirrored(), ray.mirrored());
                push(numbers.clone(), *ray);
            } else {
                push(numbers.clone(), *ray);
            }
            from += numbers.count;
        }
        debug_assert_eq!(from, lines);
        let mut ends = ends.to_vec();
        ends.sort_unstable();
        Ok(Some(Plan {
            rows,
            columns,
            half,
            slots,
            lines,
            groups,
            vectors: moves.vectors().to_vec(),
            ends,
            #[cfg(target_arch = "x86_64")]
            wide: is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2"),
        }))
    }

    fn fill<const LINES: usize>(&self, limits: &Budget) -> Result<Vec<u32>, SolveError> {
        let mut values = vec![0u32; self.rows * self.columns];
        let mut words = vec![0u64; self.groups * self.lines * WORDS + WORDS];
        let lead = words.as_ptr().align_offset(64).min(WORDS);
        let (groups, _) = words[lead..].as_chunks_mut::<WORDS>();
        let mut first = vec![0u32; self.lines];
        let board = Board {
            values: Shared::new(&mut values),
            groups: Shared::new(groups),
            first: Shared::new(&mut first),
        };
        let (down, across) = (self.rows.div_ceil(TILE), self.columns.div_ceil(TILE));
        let tiles = |row: usize| if self.half { row + 1 } else { across };
        let total = (0..down).map(|row| tiles(row) as u64).sum();
        if limits.threads() <= 1 || down.min(across) < 4 {
            let mut scratch = Scratch::new(self);
            let mut done = 0;
            for i in 0..down {
                let is_done = |x: usize, y: usize| if self.half { x.max(y) } else { x } < i;
                limits.step(done, total).map_err(|stop| self.keeping(stop.into(), &board, is_done))?;
                for j in 0..tiles(i) {
                    // SAFETY: one thread.
                    unsafe { self.tile::<LINES>(&board, &mut scratch, i, j) }
                }
                done += tiles(i) as u64;
            }
        } else {
            let mut done = 0;
            crate::threads::within(limits.threads(), || -> Result<(), SolveError> {
                use rayon::prelude::*;
                for sum in 0..down + across - 1 {
                    let is_done = |x: usize, y: usize| x + y < sum;
                    limits.step(done, total).map_err(|stop| self.keeping(stop.into(), &board, is_done))?;
                    let wave: Vec<usize> = (0..down).filter(|&i| i <= sum && sum - i < tiles(i)).collect();
                    done += wave.len() as u64;
                    wave.into_par_iter().for_each_init(
                        || Scratch::new(self),
                        |scratch, i| {
                            // SAFETY: tiles of one antidiagonal write disjoint cells, groups and first groups: a line
                            // meets at most one of them, since along a line neither coordinate falls. They read cells
                            // of their own tile and of earlier antidiagonals only.
                            unsafe { self.tile::<LINES>(&board, scratch, i, sum - i) }
                        },
                    );
                }
                Ok(())
            })?;
        }
        limits.step(total, total)?;
        Ok(values)
    }

    /// An error with the part of the table that is complete, `is_done` telling which tiles are.
    fn keeping(
        &self,
        error: SolveError,
        board: &Board<'_>,
        is_done: impl Fn(usize, usize) -> bool,
    ) -> SolveError {
        error.keeping_table(|| {
            let sides = [self.rows as u64, self.columns as u64];
            GrundyTable::complete_part(&sides, true, "value sets on lines", |at| {
                let done = is_done(at / self.columns / TILE, at % self.columns / TILE);
                // SAFETY: no tile is being computed, and the place is on the board.
                done.then(|| unsafe { board.values.get(at) })
            })
        })
    }

    /// Computes a tile.
    ///
    /// # Safety
    /// No other thread uses the lines or the cells of this tile at the same time, and all tiles above and to the left
    /// are done.
    unsafe fn tile<const LINES: usize>(&self, board: &Board<'_>, scratch: &mut Scratch, i: usize, j: usize) {
        #[cfg(target_arch = "x86_64")]
        if self.wide {
            // SAFETY: as the caller promises, on a processor that has what the function needs.
            return unsafe { self.tile_with_wide_words::<LINES>(board, scratch, i, j) };
        }
        // SAFETY: as the caller promises.
        unsafe { self.tile_anywhere::<LINES>(board, scratch, i, j) }
    }

    /// The same code compiled for processors with registers of 256 bits.
    ///
    /// # Safety
    /// As for [`Plan::tile`], on such a processor.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2")]
    unsafe fn tile_with_wide_words<const LINES: usize>(
        &self,
        board: &Board<'_>,
        scratch: &mut Scratch,
        i: usize,
        j: usize,
    ) {
        // SAFETY: as the caller promises.
        unsafe { self.tile_anywhere::<LINES>(board, scratch, i, j) }
    }

    /// # Safety
    /// As for [`Plan::tile`].
    #[inline(always)]
    unsafe fn tile_anywhere<const LINES: usize>(
        &self,
        board: &Board<'_>,
        scratch: &mut Scratch,
        i: usize,
        j: usize,
    ) {
        let rows = i * TILE..((i + 1) * TILE).min(self.rows);
        let columns = j * TILE..((j + 1) * TILE).min(self.columns);
        let slots: &[Slot; LINES] =
            self.slots.as_slice().try_into().expect("one instance for each number of lines");
        let limited = slots.iter().any(|slot| slot.ray.limit.is_some());
        let plain = self.vectors.is_empty() && self.ends.is_empty() && !limited;
        // Antidiagonal by antidiagonal: neighbours share no line, so that one need not wait for the other.
        for sum in rows.start + columns.start..rows.end + columns.end - 1 {
            let mut low = rows.start.max((sum + 1).saturating_sub(columns.end));
            if self.half {
                low = low.max(sum.div_ceil(2));
            }
            for x in low..rows.end.min(sum - columns.start + 1) {
                let y = sum - x;
                let ids: [usize; LINES] =
                    std::array::from_fn(|s| slots[s].row[x].wrapping_add(slots[s].column[y]));
                // SAFETY: as the caller promises.
                unsafe {
                    if plain {
                        self.cell::<LINES, false>(board, scratch, x, y, &ids);
                    } else {
                        if limited {
                            self.forget(board, slots, x, y, &ids);
                        }
                        if self.ends.binary_search(&(x, y)).is_ok() {
                            self.put(board, x, y, &ids, 0, 0, 0);
                            continue;
                        }
                        self.look(board, scratch, x, y);
                        self.cell::<LINES, true>(board, scratch, x, y, &ids);
                        scratch.clear();
                    }
                }
            }
        }
        if self.half {
            for y in columns {
                for x in rows.start.max(y + 1)..rows.end {
                    // SAFETY: a cell of the mirrored tile, which only this tile writes.
                    unsafe {
                        *board.values.at_mut(y * self.columns + x) = board.values.get(x * self.columns + y);
                    }
                }
            }
        }
    }

    /// The mex of the values on the lines (and in the scratch set) of a cell.
    #[inline(always)]
    unsafe fn cell<const LINES: usize, const SCRATCH: bool>(
        &self,
        board: &Board<'_>,
        scratch: &Scratch,
        x: usize,
        y: usize,
        ids: &[usize; LINES],
    ) {
        // SAFETY: as the caller promises.
        unsafe {
            let mut group = 0;
            for id in ids {
                group = group.max(board.first.get(*id) as usize);
            }
            let mut start = group * self.lines;
            let used = loop {
                let mut used = [0u64; WORDS];
                for id in ids {
                    or(&mut used, board.groups.at(start + id));
                }
                if SCRATCH {
                    or(&mut used, &scratch.groups[group]);
                }
                if used.iter().fold(!0, |all, word| all & word) != !0 {
                    break used;
                }
                group += 1;
                start += self.lines;
            };
            let mut open = 0u32;
            for (w, word) in used.iter().enumerate() {
                open |= u32::from(*word != !0) << w;
            }
            let w = open.trailing_zeros() as usize & (WORDS - 1);
            self.put(board, x, y, ids, group, w, used[w].trailing_ones());
        }
    }

    /// Gives a cell its value and notes it on the cell's lines.
    #[inline(always)]
    #[allow(clippy::too_many_arguments)]
    unsafe fn put<const LINES: usize>(
        &self,
        board: &Board<'_>,
        x: usize,
        y: usize,
        ids: &[usize; LINES],
        group: usize,
        w: usize,
        bit: u32,
    ) {
        // SAFETY: as the caller promises.
        unsafe {
            for id in ids {
                let set = board.groups.at_mut(group * self.lines + id);
                set[w] |= 1 << bit;
                if set[w] == !0 {
                    let first = board.first.at_mut(*id);
                    while (*first as usize) < self.groups
                        && board.groups.at(*first as usize * self.lines + id).iter().all(|word| *word == !0)
                    {
                        *first += 1;
                    }
                }
            }
            *board.values.at_mut(x * self.columns + y) = (group * GROUP + w * 64) as u32 + bit;
        }
    }

    /// Puts the values that single vectors lead to into the scratch set.
    unsafe fn look(&self, board: &Board<'_>, scratch: &mut Scratch, x: usize, y: usize) {
        for &(a, b) in &self.vectors {
            if a <= x && b <= y {
                // SAFETY: an earlier cell, as the caller promises.
                scratch.insert(unsafe { self.value(board, x - a, y - b) });
            }
        }
    }

    /// Takes from each limited line the value that is one step too far behind. Values within reach differ from it,
    /// since that cell is an option of all cells between.
    unsafe fn forget<const LINES: usize>(
        &self,
        board: &Board<'_>,
        slots: &[Slot; LINES],
        x: usize,
        y: usize,
        ids: &[usize; LINES],
    ) {
        for (slot, id) in slots.iter().zip(ids) {
            let Some(limit) = slot.ray.limit else { continue };
            let (down, across) = (slot.ray.down * (limit + 1), slot.ray.across * (limit + 1));
            if down > x || across > y {
                continue;
            }
            // SAFETY: an earlier cell, as the caller promises.
            unsafe {
                let value = self.value(board, x - down, y - across);
                let group = value / GROUP;
                board.groups.at_mut(group * self.lines + id)[value % GROUP / 64] &= !(1 << (value % 64));
                let first = board.first.at_mut(*id);
                *first = (*first).min(group as u32);
            }
        }
    }

    /// The value of a cell that is done.
    unsafe fn value(&self, board: &Board<'_>, x: usize, y: usize) -> usize {
        let (x, y) = if self.half && x < y { (y, x) } else { (x, y) };
        // SAFETY: an earlier cell, as the caller promises.
        unsafe { board.values.get(x * self.columns + y) as usize }
    }
}

#[inline(always)]
fn or(used: &mut [u64; WORDS], more: &[u64; WORDS]) {
    used.iter_mut().zip(more).for_each(|(used, more)| *used |= more);
}

/// The values that single vectors lead to, emptied after each cell.
struct Scratch {
    groups: Vec<[u64; WORDS]>,
    members: Vec<usize>,
}

impl Scratch {
    fn new(plan: &Plan) -> Scratch {
        Scratch { groups: vec![[0; WORDS]; plan.groups], members: Vec::new() }
    }

    fn insert(&mut self, value: usize) {
        self.groups[value / GROUP][value % GROUP / 64] |= 1 << (value % 64);
        self.members.push(value);
    }

    fn clear(&mut self) {
        for value in self.members.drain(..) {
            self.groups[value / GROUP][value % GROUP / 64] = 0;
        }
    }
}

/// What the tiles share.
struct Board<'a> {
    values: Shared<'a, u32>,
    groups: Shared<'a, [u64; WORDS]>,
    first: Shared<'a, u32>,
}

/// A slice of which different threads use different elements.
struct Shared<'a, T> {
    start: *mut T,
    #[cfg(debug_assertions)]
    len: usize,
    life: PhantomData<&'a mut [T]>,
}

// SAFETY: access is through the unsafe methods only, whose callers keep threads apart.
unsafe impl<T: Send + Sync> Sync for Shared<'_, T> {}

impl<'a, T> Shared<'a, T> {
    fn new(slice: &'a mut [T]) -> Shared<'a, T> {
        Shared {
            start: slice.as_mut_ptr(),
            #[cfg(debug_assertions)]
            len: slice.len(),
            life: PhantomData,
        }
    }

    /// # Safety
    /// The index is inside, and no other thread changes the element.
    #[inline(always)]
    unsafe fn at(&self, index: usize) -> &T {
        #[cfg(debug_assertions)]
        assert!(index < self.len);
        // SAFETY: inside the slice; as the caller promises.
        unsafe { &*self.start.add(index) }
    }

    /// # Safety
    /// The index is inside, no other thread uses the element, and this one has no other reference to it.
    #[inline(always)]
    #[allow(clippy::mut_from_ref)]
    unsafe fn at_mut(&self, index: usize) -> &mut T {
        #[cfg(debug_assertions)]
        assert!(index < self.len);
        // SAFETY: inside the slice; as the caller promises.
        unsafe { &mut *self.start.add(index) }
    }

    /// # Safety
    /// The index is inside, and no other thread changes the element.
    #[inline(always)]
    unsafe fn get(&self, index: usize) -> T
    where
        T: Copy,
    {
        // SAFETY: as the caller promises.
        unsafe { *self.at(index) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::plain;
    use super::super::rays::tests::any_rays;
    use super::*;
    use proptest::prelude::*;
    use wythoff_numbers::Stop;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(96))]
        #[test]
        fn agrees_with_straight_loops(
            moves in any_rays(), rows in 1usize..50, columns in 1usize..50, square in any::<bool>(),
            ends in proptest::collection::vec((0usize..9, 0usize..9), 0..3),
        ) {
            let columns = if square { rows } else { columns };
            let values = grundy_rays(&moves, rows, columns, &ends, &Budget::default()).unwrap();
            let Some(values) = values else { return Ok(()) };
            prop_assert_eq!(values, plain::grundy(&moves, rows, columns, &ends));
        }

        #[test]
        fn threads_change_nothing(moves in any_rays(), side in 130usize..170) {
            let one = grundy_rays(&moves, side, side, &[], &Budget::default()).unwrap();
            let two = grundy_rays(&moves, side, side, &[], &Budget::default().with_threads(2)).unwrap();
            prop_assert_eq!(one, two);
        }
    }

    #[test]
    fn several_groups_of_values() {
        let nim = RayMoves::new([Ray::new(1, 0), Ray::new(0, 1)], []);
        let table = grundy_rays(&nim, 3, 1200, &[], &Budget::default()).unwrap().unwrap();
        assert!((0..3).all(|x| (0..1200).all(|y| table[x * 1200 + y] as usize == x ^ y)));
        let wythoff = RayMoves::new([Ray::new(1, 0), Ray::new(0, 1), Ray::new(1, 1)], []);
        let table = grundy_rays(&wythoff, 700, 700, &[], &Budget::default()).unwrap().unwrap();
        // The P-positions of Wythoff's game: a is the least number not used, b = a + n.
        let (mut a, mut used, mut zeros) = (0, [false; 3000], 0);
        for n in 0..700 {
            while used[a] {
                a += 1;
            }
            (used[a], used[a + n]) = (true, true);
            if a + n < 700 {
                assert_eq!(table[a * 700 + a + n], 0);
                zeros += if n == 0 { 1 } else { 2 };
            }
        }
        assert_eq!(table.iter().filter(|v| **v == 0).count(), zeros);
    }

    #[test]
    fn more_memory_than_allowed_is_refused() {
        let nim = RayMoves::new([Ray::new(1, 0), Ray::new(0, 1)], []);
        let small = Budget::default().with_memory(1000);
        assert!(matches!(
            grundy_rays(&nim, 100, 100, &[], &small),
            Err(SolveError::Stopped { why: Stop::Memory { .. }, .. })
        ));
    }
}
