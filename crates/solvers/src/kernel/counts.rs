//! Blocking where nothing but rays counts: two piles, no gates, memory that grows with one side only.
//!
//! As in [`blocking`](super::blocking()) each line keeps how many P-positions have been met on it, and along a row the
//! lines of a stride are consecutive. Here a row needs no more of the past than those counts and the rows that the
//! least moves lead to, so that rows are handed over one by one and forgotten. No line ever counts more than k
//! P-positions, since a cell with k on one of its lines is none: small k are counted with 16 bits. Along the row itself
//! 16 cells are settled together where the counts are all far enough from k, else one after the other.
//!
//! If the piles may be exchanged only the cells with row <= column are computed: what lies below the diagonal counts in
//! its row as many as the column has, and lines that never come back over the diagonal need not know it.
//!
//! Cost: O(rays) additions a cell, 16 at a time; memory a counter a line.

use super::tracks::{Track, Tracks};
use crate::error::SolveError;
use wythoff_numbers::Budget;

/// Cells that are settled together.
const CHUNK: usize = 16;

/// A ray that leaves the row.
struct Ray {
    down: usize,
    across: usize,
    /// The most steps that the rows have room for.
    most: usize,
}

/// The rays of a game that this kernel counts.
pub(super) struct Counts {
    rays: Vec<Ray>,
    /// Whether any number may be taken along the row.
    along: bool,
    half: bool,
    rows: usize,
    columns: usize,
    k: u64,
}

impl Counts {
    /// `None` if the kernel does not apply: gates, windows, limits, offsets, parallel rays, moves that cannot be
    /// blocked, or on half a board lines that come back over the diagonal.
    pub fn new(moves: &Tracks<'_>, k: u64, half: bool) -> Option<Counts> {
        let &[rows, columns] = &moves.sides[..] else { return None };
        let mut counts = Counts { rays: Vec::new(), along: false, half, rows, columns, k };
        for track in &moves.tracks {
            let &[down, across] = ray(track)? else { return None };
            match (down, across) {
                (0, 1) => counts.along = true,
                (0, _) => return None,
                _ if half && across > down => return None,
                _ => counts.rays.push(Ray { down, across, most: (rows - 1) / down }),
            }
        }
        // Parallel rays may share moves, which would count twice.
        let parallel =
            |a: &Ray, b: &Ray| a.down as u128 * b.across as u128 == b.down as u128 * a.across as u128;
        if counts.rays.iter().enumerate().any(|(i, a)| counts.rays[..i].iter().any(|b| parallel(a, b))) {
            return None;
        }
        // What lies left of the diagonal is counted by the columns.
        let mirrored = counts.rays.iter().any(|ray| (ray.down, ray.across) == (1, 0));
        (!half || !counts.along || mirrored).then_some(counts)
    }

    /// Bytes that the counters take.
    fn bytes(&self) -> u128 {
        let lines = |ray: &Ray| ray.down as u128 * (self.columns + ray.across * ray.most) as u128;
        let past = self.rays.iter().map(|ray| ray.down).max().unwrap_or(0) + 2;
        (self.rays.iter().map(lines).sum::<u128>() + (past * self.columns) as u128) * 4
    }

    /// Hands over the rows one by one, as bits.
    pub fn run(&self, budget: &Budget, visit: &mut dyn FnMut(usize, &[u64])) -> Result<(), SolveError> {
        budget.need("the counts of lines", self.bytes())?;
        let lines = self.rays.len() as u64 + 1;
        // Sums of all lines, and of 16 cells more.
        if self.k.saturating_add(CHUNK as u64).saturating_mul(lines) < 1 << 16 {
            self.count::<u16>(budget, visit)
        } else {
            self.count::<u32>(budget, visit)
        }
    }

    fn count<T: Count>(
        &self,
        budget: &Budget,
        visit: &mut dyn FnMut(usize, &[u64]),
    ) -> Result<(), SolveError> {
        let (rows, columns) = (self.rows, self.columns);
        let sizes = |ray: &Ray| vec![vec![T::default(); columns + ray.across * ray.most]; ray.down.min(rows)];
        let mut sums: Vec<Vec<Vec<T>>> = self.rays.iter().map(sizes).collect();
        let depth = self.rays.iter().map(|ray| ray.down).max().unwrap_or(0).min(rows) + 1;
        let mut past = vec![vec![T::default(); columns]; depth];
        let mut total = vec![T::default(); columns];
        let mut bits = vec![0u64; columns.div_ceil(64)];
        // More than all counts together if k is.
        let k = T::from_u64(self.k.min((1 << 31) - 1));
        for row in 0..rows {
            if row % 16 == 0 {
                budget.step(row as u64, rows as u64)?;
            }
            let from = if self.half { row } else { 0 };
            let mut before = T::default();
            total[from..].fill(T::default());
            for (ray, sums) in self.rays.iter().zip(&mut sums) {
                let Some(target) = row.checked_sub(ray.down) else { continue };
                let lead = ray.across * (ray.most - target / ray.down);
                let first = if self.half { target } else { 0 };
                let seen = &mut sums[target % ray.down][lead..lead + columns];
                add(&mut seen[first..], &past[target % depth][first..]);
                if self.half && (ray.down, ray.across) == (1, 0) {
                    before = seen[row];
                }
                let from = from.max(ray.across);
                if from < columns {
                    add(&mut total[from..], &seen[from - ray.across..columns - ray.across]);
                }
            }
            let lost = &mut past[row % depth];
            settle(&total[from..], if self.along { Some(before) } else { None }, k, &mut lost[from..]);
            bits.fill(0);
            pack(&lost[from..], from, &mut bits);
            visit(row, &bits);
        }
        Ok(budget.step(rows as u64, rows as u64)?)
    }
}

/// The vector of a track that is an unlimited ray without gates, whose moves can be blocked.
fn ray(track: &Track) -> Option<&[usize]> {
    let [stride] = &track.strides[..] else { return None };
    let plain = track.start == stride.vector
        && stride.count.is_none()
        && track.source.is_none()
        && track.target.is_none()
        && track.window.is_none()
        && track.blockable
        && !track.twice;
    plain.then_some(&stride.vector)
}

/// A counter.
trait Count: Copy + Default + Ord + std::ops::AddAssign + std::ops::Add<Output = Self> {
    const ONE: Self;
    fn from_u64(n: u64) -> Self;
}

impl Count for u16 {
    const ONE: u16 = 1;
    fn from_u64(n: u64) -> u16 {
        n as u16
    }
}

impl Count for u32 {
    const ONE: u32 = 1;
    fn from_u64(n: u64) -> u32 {
        n as u32
    }
}

fn add<T: Count>(sums: &mut [T], more: &[T]) {
    sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += *more);
}

/// Which cells of a row are P: 1 or 0. With moves along the row those found before a cell, `before` to begin with, count.
fn settle<T: Count>(total: &[T], before: Option<T>, k: T, lost: &mut [T]) {
    let Some(mut sum) = before else {
        lost.iter_mut().zip(total).for_each(|(l, t)| *l = if *t < k { T::ONE } else { T::default() });
        return;
    };
    let (wholes, rest) = total.as_chunks::<CHUNK>();
    let (lost_wholes, lost_rest) = lost.as_chunks_mut::<CHUNK>();
    let all = T::from_u64(CHUNK as u64);
    for (total, lost) in wholes.iter().zip(lost_wholes) {
        let (mut least, mut most) = (total[0], total[0]);
        for t in total {
            (least, most) = (least.min(*t), most.max(*t));
        }
        if least + sum >= k {
            *lost = [T::default(); CHUNK];
        } else if most + sum + all <= k {
            *lost = [T::ONE; CHUNK];
            sum += all;
        } else {
            one_by_one(total, &mut sum, k, lost);
        }
    }
    one_by_one(rest, &mut sum, k, lost_rest);
}

fn one_by_one<T: Count>(total: &[T], sum: &mut T, k: T, lost: &mut [T]) {
    for (total, lost) in total.iter().zip(lost) {
        *lost = if *total + *sum < k { T::ONE } else { T::default() };
        *sum += *lost;
    }
}

/// The ones as bits, from bit `from` on.
fn pack<T: Count>(lost: &[T], from: usize, bits: &mut [u64]) {
    let lead = (64 - from % 64) % 64;
    let (first, rest) = lost.split_at(lead.min(lost.len()));
    let word = |lost: &[T]| {
        lost.iter().enumerate().fold(0u64, |word, (bit, l)| word | u64::from(*l == T::ONE) << bit)
    };
    if !first.is_empty() {
        bits[from / 64] |= word(first) << (from % 64);
    }
    for (bits, lost) in bits[from.div_ceil(64)..].iter_mut().zip(rest.chunks(64)) {
        // Neighbours are mostly alike.
        *bits = if lost.len() == 64 && lost.iter().all(|l| *l == lost[0]) {
            if lost[0] == T::ONE { !0 } else { 0 }
        } else {
            word(lost)
        };
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Blocked, NoGates, Stride, blocking};
    use super::*;
    use proptest::prelude::*;

    fn game(vectors: &[[usize; 2]], sides: [usize; 2], upto: Option<usize>) -> Tracks<'static> {
        let track = |v: &[usize; 2]| Track {
            start: v.to_vec(),
            strides: vec![Stride { vector: v.to_vec(), count: upto }],
            source: None,
            target: None,
            window: None,
            twice: false,
            distinct: false,
            blockable: true,
        };
        Tracks {
            sides: sides.to_vec(),
            tracks: vectors.iter().map(track).collect(),
            gates: Box::new(NoGates),
            windows: vec![],
            few_per_row: None,
            half: false,
            rest: None,
        }
    }

    proptest! {
        /// The other kernel counts the same moves if their amounts have a limit that the board does not reach.
        #[test]
        fn both_ways_of_counting_agree(
            more in proptest::sample::subsequence(vec![[1, 2], [2, 1], [1, 3], [3, 2]], 0..3),
            rows in 1usize..50, columns in 1usize..90, k in 1u64..40,
        ) {
            let vectors = [&[[1, 0], [0, 1], [1, 1]][..], &more].concat();
            let sides = [rows, columns];
            let counts = Counts::new(&game(&vectors, sides, None), k, false).unwrap();
            let (mut small, mut large, mut general) = (Vec::new(), Vec::new(), Vec::new());
            counts.count::<u16>(&Budget::default(), &mut |_, bits| small.push(bits.to_vec())).unwrap();
            counts.count::<u32>(&Budget::default(), &mut |_, bits| large.push(bits.to_vec())).unwrap();
            let limited = game(&vectors, sides, Some(100));
            let asked = Blocked { k, ends: &[], half: false, palace: false };
            blocking(&limited, &asked, &Budget::default(), &mut |_, bits| general.push(bits.to_vec())).unwrap();
            prop_assert_eq!(&small, &general);
            prop_assert_eq!(small, large);
        }

        #[test]
        fn half_a_board_is_the_half_of_the_whole(side in 1usize..150, k in 1u64..40) {
            let game = game(&[[1, 0], [0, 1], [1, 1]], [side, side], None);
            let (mut whole, mut half) = (Vec::new(), Vec::new());
            let note = |found: &mut Vec<(usize, usize)>, x: usize, bits: &[u64]| {
                found.extend(wythoff_numbers::bits::ones(bits).filter(|y| *y >= x).map(|y| (x, y)));
            };
            let run = |half: bool, visit: &mut dyn FnMut(usize, &[u64])| {
                Counts::new(&game, k, half).unwrap().run(&Budget::default(), visit).unwrap();
            };
            run(false, &mut |x, bits| note(&mut whole, x, bits));
            run(true, &mut |x, bits| note(&mut half, x, bits));
            prop_assert_eq!(whole, half);
        }
    }
}
