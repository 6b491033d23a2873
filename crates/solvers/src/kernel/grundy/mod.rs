//! Grundy values on a box whose moves are tracks: each cell's mex from the values met on its lines.
//!
//! Each line keeps the set of values on it, 512 to a cache line, and the first group of 512 that is not full; a cell
//! ORs the groups of its lines from the furthest first group on and takes the first zero (`settle`). What a cell adds to a
//! ray is noted at once; what it adds to other lines is taken in when the first cell that may move there comes, so that least
//! amounts, gates at the target and sheets of several strides are the same few steps (`gather`). Where a cell reaches a part of
//! a line only (a greatest amount, a comparison of both ends) and the values within reach differ, what falls out of reach is
//! taken out of the set. If they may be equal the line has no set: it keeps for each value the latest target that has it, so
//! that nothing is ever taken out, and a value is met if its latest target is not before the first within reach; of the values
//! that the sets leave open 64 are compared at a time (`parts`). A line beside a ray, such as (i, i+1) beside (i, i), reads
//! the ray's sets where what these hold too much are options (`plan`). Moves that lie on no tracks are asked of each cell,
//! whose options' values become a line of its own (`others`).
//!
//! Cells are taken antidiagonal by antidiagonal of the last two coordinates, 64 rows deep: cells of one antidiagonal share no
//! line, so that all of them take in, line by line, before any of them takes its mex, and lines are numbered so that theirs
//! lie side by side (`lanes`): a cell and line cost one load, at a place that is reckoned once for all lines. If two piles
//! may be exchanged only the cells with row >= column are computed. Threads take tiles as those just before them are done
//! (`tiles`).
//!
//! Cost: O(lines through a cell) words a cell and group scanned, measured at 1.4 groups for 1,000, 2.6 for 4,000 and 5 for
//! 10,000, two at a time where most cells look beyond the first, and for sheets a pass over the groups that are not full; memory (number of lines) x (bound on the values) bits, 16
//! times that for lines of latest targets. The bound is the longest play: value g needs g moves.

mod board;
mod fill;
mod gather;
mod lanes;
mod others;
mod parts;
mod plan;
mod scratch;
mod settle;
mod slots;
mod tiles;
mod union;

use super::tracks::Tracks;
use crate::error::SolveError;
use plan::Plan;
use union::Registers;
use wythoff_numbers::Budget;

/// Words of a group: one cache line.
const WORDS: usize = 8;
/// Values of a group.
const GROUP: usize = 64 * WORDS;
/// Latest targets that are compared at a time: those of a word of values.
const LATEST: usize = 64;
/// Rows of a tile, and most cells of an antidiagonal that are settled together.
const TILE: usize = 64;
/// Rows of tiles that are taken together, so that their columns and diagonals stay in the larger cache.
const BLOCK: usize = 4;
/// Tables that are taken together: then what leads from one to the next is fetched once for so many, and what is done of a run
/// that is ended is still nearly all of its first tables.
const SLAB: usize = 32;
/// Two groups are looked at together while so many eighths of the cells of an antidiagonal look further than the first.
const PAIRS: usize = 6;
/// Most accumulators that one cell reads.
const MOST_READ: usize = 64;

/// How the values were found.
const METHOD: &str = "value sets on lines";

/// The Grundy values of all positions of the board, the last coordinate running fastest; at `ends` the game is over.
///
/// `None` if this kernel does not apply: more than 64 tracks, or a side past 65,535 where lines keep latest targets.
///
/// ```
/// use wythoff_solvers::{Budget, kernel::{NoGates, Stride, Track, Tracks, grundy}};
/// let ray = |v: [usize; 2]| Track {
///     start: v.to_vec(), strides: vec![Stride { vector: v.to_vec(), count: None }], source: None, target: None,
///     window: None, twice: false, distinct: true, blockable: false,
/// };
/// let tracks = [[1, 0], [0, 1], [1, 1]].map(ray).to_vec();
/// let wythoff = Tracks { sides: vec![4, 4], tracks, gates: Box::new(NoGates), windows: vec![], few_per_row: None, half: false, rest: None };
/// let values = grundy(&wythoff, &[], &Budget::default()).unwrap().unwrap();
/// assert_eq!(values, [0, 1, 2, 3, 1, 2, 0, 4, 2, 0, 1, 5, 3, 4, 5, 6]);
/// ```
pub fn grundy(
    moves: &Tracks<'_>,
    ends: &[Vec<usize>],
    budget: &Budget,
) -> Result<Option<Vec<u32>>, SolveError> {
    grundy_from(moves, ends, None, budget)
}

/// The same where the values of a box at the origin are known, its sides and its values in the same order: there the lines
/// take in what they hold, and nothing is worked out again.
pub fn grundy_from(
    moves: &Tracks<'_>,
    ends: &[Vec<usize>],
    known: Option<(&[u64], &[u32])>,
    budget: &Budget,
) -> Result<Option<Vec<u32>>, SolveError> {
    if moves.sides.contains(&0) || moves.sides.is_empty() {
        return Ok(Some(Vec::new()));
    }
    grundy_with(moves, ends, known, (Registers::widest(), PAIRS), budget)
}

/// The same with given registers, which the processor must have, and when two groups are looked at together.
fn grundy_with(
    moves: &Tracks<'_>,
    ends: &[Vec<usize>],
    known: Option<(&[u64], &[u32])>,
    (registers, pairs): (Registers, usize),
    budget: &Budget,
) -> Result<Option<Vec<u32>>, SolveError> {
    budget.need("the table", moves.cells().saturating_mul(4))?;
    let Some(mut plan) = Plan::new(moves, ends, registers, budget)? else { return Ok(None) };
    plan.pairs = pairs;
    let Some((sides, values)) = known else { return plan.fill(&[], budget).map(Some) };
    let fits = |(known, side): (&u64, &usize)| *known as u128 <= *side as u128;
    let cells = sides.iter().fold(1u128, |all, side| all.saturating_mul(u128::from(*side)));
    if sides.len() != moves.sides.len()
        || !sides.iter().zip(&moves.sides).all(fits)
        || cells != values.len() as u128
    {
        return plan.fill(&[], budget).map(Some);
    }
    plan.known = sides.iter().map(|side| *side as usize).collect();
    if plan.known.len() == 1 {
        plan.known.insert(0, 1);
    }
    plan.fill(values, budget).map(Some)
}

#[cfg(test)]
mod tests {
    use super::super::{NoGates, Stride, Track};
    use super::*;
    use proptest::prelude::*;

    fn track() -> impl Strategy<Value = Track> {
        let vector = || (0usize..3, 0usize..3).prop_filter("a move", |v| *v != (0, 0));
        let stride = (vector(), proptest::option::of(2usize..9));
        (vector(), proptest::option::weighted(0.8, stride), any::<bool>()).prop_map(|(start, stride, ray)| {
            let strides = stride.into_iter().map(|(v, count)| Stride { vector: vec![v.0, v.1], count });
            let strides: Vec<Stride> = strides.collect();
            let own = strides.first().map(|s| s.vector.clone()).filter(|_| ray);
            Track {
                start: own.unwrap_or(vec![start.0, start.1]),
                strides,
                source: None,
                target: None,
                window: None,
                twice: false,
                distinct: false,
                blockable: false,
            }
        })
    }

    proptest! {
        /// A table that goes on from a part of it is the same, also in two threads.
        #[test]
        fn tables_go_on_from_a_part(
            tracks in proptest::collection::vec(track(), 1..6), sides in proptest::collection::vec(1usize..260, 2),
            part in (0.0f64..=1.0, 0.0f64..=1.0),
        ) {
            let game = Tracks { sides: sides.clone(), tracks, gates: Box::new(NoGates), windows: vec![], few_per_row: None, half: false, rest: None };
            let whole = grundy(&game, &[vec![2, 3]], &Budget::default()).unwrap().unwrap();
            let (rows, columns) = ((sides[0] as f64 * part.0) as usize, (sides[1] as f64 * part.1) as usize);
            let known: Vec<u32> =
                whole.chunks(sides[1]).take(rows).flat_map(|row| row[..columns].iter().copied()).collect();
            let known = Some((&[rows as u64, columns as u64][..], &known[..]));
            for threads in [1, 2] {
                let budget = Budget::default().with_threads(threads);
                let again = grundy_from(&game, &[vec![2, 3]], known, &budget).unwrap().unwrap();
                prop_assert_eq!(&again, &whole);
            }
        }

        /// All registers give the same values, also in two threads.
        #[test]
        fn wide_and_narrow_registers_agree(
            tracks in proptest::collection::vec(track(), 1..6), sides in proptest::collection::vec(1usize..150, 2),
        ) {
            let game = Tracks { sides, tracks, gates: Box::new(NoGates), windows: vec![], few_per_row: None, half: false, rest: None };
            let values = |registers, threads| {
                let budget = Budget::default().with_threads(threads);
                grundy_with(&game, &[vec![2, 3]], None, (registers, PAIRS), &budget).unwrap()
            };
            for registers in Registers::all() {
                prop_assert_eq!(values(Registers::Any, 1), values(registers, 1));
                prop_assert_eq!(values(Registers::Any, 1), values(registers, 2));
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(8))]

        /// Tables that are taken together are the same in two threads, and going on from some of them; the first is that of
        /// two piles.
        #[test]
        fn many_tables_in_any_order(
            tracks in proptest::collection::vec((track(), 0usize..3), 1..6), sides in (SLAB..3 * SLAB, 40usize..140, 40usize..90),
        ) {
            let more = |v: &[usize], first: usize| [&[first][..], v].concat();
            let tracks = tracks.into_iter().map(|(track, first)| Track {
                start: more(&track.start, first),
                strides: track.strides.iter().map(|s| Stride { vector: more(&s.vector, first), count: s.count }).collect(),
                ..track
            });
            let sides = vec![sides.0, sides.1, sides.2];
            let game = Tracks { sides: sides.clone(), tracks: tracks.collect(), gates: Box::new(NoGates), windows: vec![], few_per_row: None, half: false, rest: None };
            let whole = grundy(&game, &[vec![1, 2, 3]], &Budget::default()).unwrap().unwrap();
            let first = sides[0] / 2;
            let part = &whole[..first * sides[1] * sides[2]];
            let known = Some((&[first as u64, sides[1] as u64, sides[2] as u64][..], part));
            let two = Budget::default().with_threads(2);
            prop_assert_eq!(&grundy(&game, &[vec![1, 2, 3]], &two).unwrap().unwrap(), &whole);
            prop_assert_eq!(&grundy_from(&game, &[vec![1, 2, 3]], known, &two).unwrap().unwrap(), &whole);
            let flat = Tracks { sides: vec![1, sides[1], sides[2]], ..game };
            let alone = grundy(&flat, &[], &Budget::default()).unwrap().unwrap();
            prop_assert_eq!(&alone, &whole[..sides[1] * sides[2]]);
        }

        /// It is the same whether one group of values is looked at or two.
        #[test]
        fn one_group_or_two(
            others in proptest::collection::vec(track(), 0..4), sides in proptest::collection::vec(400usize..600, 2),
        ) {
            let rays = [[1, 0], [0, 1]].map(|v| Track {
                start: v.to_vec(), strides: vec![Stride { vector: v.to_vec(), count: None }], source: None, target: None,
                window: None, twice: false, distinct: false, blockable: false,
            });
            let tracks = rays.into_iter().chain(others).collect();
            let game = Tracks { sides, tracks, gates: Box::new(NoGates), windows: vec![], few_per_row: None, half: false, rest: None };
            let one = grundy_with(&game, &[], None, (Registers::Any, usize::MAX), &Budget::default()).unwrap();
            for registers in Registers::all() {
                let two = grundy_with(&game, &[], None, (registers, 0), &Budget::default().with_threads(2)).unwrap();
                prop_assert_eq!(&one, &two);
            }
        }
    }
}
