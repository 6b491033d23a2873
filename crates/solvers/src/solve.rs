//! The one door to the solvers: a question about a game's rules, answered by the fastest method that the shape of
//! the rules allows. (Contract with the catalog, the claims and the command line: the signatures here are fixed.)
//!
//! | shape of the rules | P-positions | Grundy values |
//! | --- | --- | --- |
//! | two piles, rays and vectors that may raise one, one P-position a row of the other | rising rows | rising rows |
//! | two piles, rays, bands and vectors, one P-position a row | row sweep | value sets on lines |
//! | lines and cones with gates, any number from the second or the larger of two piles | pairs row by row | value sets on lines |
//! | lines, bands, cones and planes with gates, any number of piles | rows of bits | value sets on lines |
//! | the same with blocking | counting P-options | none |
//! | two piles, amounts that do not depend on the position and go on in some direction | runs of amounts | sliding runs |
//! | amounts that do not depend on the position | runs of amounts | runs, value by value |
//! | two piles, an amount from each, bounded by the position and one another, beside lines | rows of bits, spans of rows | value sets on lines, sliding spans |
//! | few P-positions, or one amount, beside lines moves that can be told from their ends | rows of bits, pairs of ends | as below |
//! | the same with blocking, or lines with moves that come twice | counting P-options, pairs of ends | none |
//! | families of which some are lines and others are not | as below | value sets on lines, other options one by one |
//! | few P-positions, and moves that can be told from their ends | list of P-positions | table of options |
//! | anything else without memory that stays in the box | table of options | table of options |
//! | one pile, the next amount bounded by what the last one says | least winning amounts | lines of play |
//! | anything | lines of play | lines of play |

use crate::error::SolveError;
use crate::kernel::{
    Blocked, Convention, Ending, General, REGIONS, RayMoves, bands_into, blocking, frontier, general_grundy,
    general_outcomes, grundy_bands, grundy_from, grundy_region, listed, outcomes, pairs, sweep,
};
use crate::lines::{Purpose, tracks, tracks_but};
use crate::moves::{RuleMoves, RuleReach, Wanted, all_ends, band_moves, ends, is_closed, ray_moves};
use crate::play::Play;
use crate::referee::{Referee, grundy_makes_sense};
use crate::remembered::{LEAST_AMOUNTS, lost_piles};
use crate::rising::{RISING, Rising};
use crate::rows::{are_all, first_by_rows};
use std::ops::ControlFlow;
use wythoff_numbers::Budget;
use wythoff_numbers::tuples::{arrangements, next_below};
use wythoff_rules::{Outcome, RuleError, Rules};

/// P-positions and how they were found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PList {
    /// Each once, canonical, in lexicographic order; fresh starts where the game has memory.
    pub positions: Vec<Vec<u64>>,
    /// The method that found them.
    pub method: &'static str,
}

/// All P-positions with every pile below `bound` (bounded extra coordinates run through their whole range).
///
/// ```
/// use wythoff_rules::Rules;
/// use wythoff_solvers::{Budget, p_below};
/// let found = p_below(&Rules::read("(i,0) (0,i) (i,i)").unwrap(), 8, &Budget::default()).unwrap();
/// assert_eq!(found.positions, [[0, 0], [1, 2], [3, 5], [4, 7]]);
/// assert_eq!(found.method, "row sweep");
/// ```
pub fn p_below(rules: &Rules, bound: u64, limits: &Budget) -> Result<PList, SolveError> {
    collected(rules, limits, |sink| p_below_into(rules, bound, limits, sink))
}

/// All P-positions in a box whose sides may differ, one for each coordinate. Where the order of the piles does not matter, the
/// sorted ones, and the sides in any order.
///
/// ```
/// use wythoff_rules::Rules;
/// use wythoff_solvers::{Budget, p_in};
/// let rules = Rules::read("(i,0,0) (0,i,0) (0,0,i)").unwrap();
/// let found = p_in(&rules, &[2, 3, 1000], &Budget::default()).unwrap();
/// assert_eq!(found.positions, [[0, 0, 0], [0, 1, 1], [0, 2, 2], [1, 2, 3]]);
/// ```
pub fn p_in(rules: &Rules, sides: &[u64], limits: &Budget) -> Result<PList, SolveError> {
    // A position that fits in the box in some order fits sorted in the sorted box.
    let mut sides = sides.to_vec();
    rules.canonicalise(&mut sides);
    let mut found = list_in_box(rules, &sides, true, limits)?;
    // Rows of two piles come whole where the sides differ.
    found.positions.retain(|position| !rules.is_symmetric() || position.is_sorted());
    Ok(found)
}

/// The same positions as [`p_below`], handed to `sink` in flat chunks: one position after the other, as many numbers
/// each as the game has coordinates. Returns the method. What was found before the computation was ended has been
/// handed over then.
///
/// ```
/// use wythoff_rules::Rules;
/// use wythoff_solvers::{Budget, p_below_into};
/// let mut flat = Vec::new();
/// let rules = Rules::read("(i,0) (0,i) (i,i)").unwrap();
/// p_below_into(&rules, 8, &Budget::default(), &mut |chunk| flat.extend_from_slice(chunk)).unwrap();
/// assert_eq!(flat, [0, 0, 1, 2, 3, 5, 4, 7]);
/// ```
pub fn p_below_into(
    rules: &Rules,
    bound: u64,
    limits: &Budget,
    sink: &mut dyn FnMut(&[u64]),
) -> Result<&'static str, SolveError> {
    let sides: Vec<u64> = rules.bounds().iter().map(|b| b.unwrap_or(bound)).collect();
    let mut delivery = Delivery::new(rules, sink, true);
    let method = p_in_box(rules, &sides, limits, &mut delivery);
    delivery.finish()?;
    method
}

/// Positions on their way to whoever asked, those left out from which no game starts or that stand in another order.
pub(crate) struct Delivery<'a> {
    rules: &'a Rules,
    sink: &'a mut dyn FnMut(&[u64]),
    /// Only canonical positions from which a game may start.
    starts: bool,
    /// The order of the piles does not matter.
    symmetric: bool,
    buffer: Vec<u64>,
    count: usize,
    failure: Option<RuleError>,
}

/// Numbers in a chunk.
const CHUNK: usize = 1 << 13;

impl<'a> Delivery<'a> {
    pub fn new(rules: &'a Rules, sink: &'a mut dyn FnMut(&[u64]), starts: bool) -> Delivery<'a> {
        let symmetric = rules.is_symmetric();
        Delivery {
            rules,
            sink,
            starts,
            symmetric,
            buffer: Vec::with_capacity(CHUNK),
            count: 0,
            failure: None,
        }
    }

    fn push(&mut self, position: &[u64]) {
        if self.starts {
            if self.symmetric && !position.is_sorted() {
                return;
            }
            match self.rules.is_start(position) {
                Ok(true) => {}
                Ok(false) => return,
                Err(error) => {
                    self.failure.get_or_insert(error);
                    return;
                }
            }
        }
        self.count += 1;
        self.buffer.extend_from_slice(position);
        if self.buffer.len() + position.len() > CHUNK {
            (self.sink)(&self.buffer);
            self.buffer.clear();
        }
    }

    /// The positions of a row: their first coordinates, and the last ones as bits.
    fn push_row(&mut self, first: &[u64], bits: &[u64]) {
        let sorted = self.starts && self.symmetric;
        if sorted && !first.is_sorted() {
            return;
        }
        let from = first.last().map_or(0, |last| if sorted { *last as usize } else { 0 });
        let asked = self.starts && self.rules.restricts_starts();
        let mut position = [first, &[0]].concat();
        // Of two piles, those of a word: the first pile is the same for all.
        let mut pairs = first.first().filter(|_| first.len() == 1 && !asked).map(|x| [*x; 128]);
        for (number, bits) in bits.iter().enumerate().skip(from / 64) {
            let mut rest = if number == from / 64 { bits & !0 << (from % 64) } else { *bits };
            let start = (number * 64) as u64;
            if let Some(pairs) = &mut pairs {
                let count = rest.count_ones() as usize;
                if rest == !0 {
                    (0..64).for_each(|k| pairs[2 * k + 1] = start + k as u64);
                } else {
                    for pair in pairs.chunks_exact_mut(2).take(count) {
                        pair[1] = start + u64::from(rest.trailing_zeros());
                        rest &= rest - 1;
                    }
                }
                self.count += count;
                self.buffer.extend_from_slice(&pairs[..2 * count]);
                rest = 0;
            }
            while rest != 0 {
                if let Some(last) = position.last_mut() {
                    *last = start + u64::from(rest.trailing_zeros());
                }
                rest &= rest - 1;
                if asked {
                    self.push(&position);
                    continue;
                }
                self.count += 1;
                self.buffer.extend_from_slice(&position);
            }
            // No more than 64 positions beyond the chunk.
            if self.buffer.len() > CHUNK {
                (self.sink)(&self.buffer);
                self.buffer.clear();
            }
        }
    }

    /// Pairs of piles one after the other, at most `most` positions of them. Where order does not matter they are sorted.
    fn push_pairs(&mut self, flat: &[u64], most: usize) {
        if self.starts && self.rules.restricts_starts() {
            for pair in flat.chunks_exact(2) {
                if self.count < most {
                    self.push(pair);
                }
            }
            return;
        }
        let room = most.saturating_sub(self.count).saturating_mul(2).min(flat.len());
        if !self.buffer.is_empty() {
            (self.sink)(&self.buffer);
            self.buffer.clear();
        }
        self.count += room / 2;
        if room > 0 {
            (self.sink)(&flat[..room]);
        }
    }

    /// Delivers what an error has kept.
    fn rescued(&mut self, error: SolveError) -> SolveError {
        match error {
            SolveError::Stopped { why, found, table } => {
                self.list(&found);
                SolveError::Stopped { why, found: Vec::new(), table }
            }
            other => other,
        }
    }

    fn list(&mut self, positions: &[Vec<u64>]) {
        positions.iter().for_each(|position| self.push(position));
    }

    /// Hands over the rest.
    pub fn finish(self) -> Result<(), SolveError> {
        if !self.buffer.is_empty() {
            (self.sink)(&self.buffer);
        }
        self.failure.map_or(Ok(()), |error| Err(error.into()))
    }
}

/// What is handed over, as a list.
fn collected(
    rules: &Rules,
    limits: &Budget,
    ask: impl FnOnce(&mut dyn FnMut(&[u64])) -> Result<&'static str, SolveError>,
) -> Result<PList, SolveError> {
    let width = rules.coordinates().len().max(1);
    let room = usize::try_from(limits.memory() / LIST_BYTES).unwrap_or(usize::MAX);
    let (mut positions, mut all, mut stop) = (Vec::new(), 0usize, None);
    let method = ask(&mut |chunk| {
        let more = chunk.len() / width;
        all += more;
        if all <= room && stop.is_none() {
            match limits.grow("the list of P-positions", &mut positions, more) {
                Ok(()) => positions.extend(chunk.chunks(width).map(<[u64]>::to_vec)),
                Err(why) => stop = Some(why),
            }
        }
    });
    if let Some(why) = stop {
        return Err(why.into());
    }
    limits.allow("the list of P-positions", all as u128 * u128::from(LIST_BYTES))?;
    match method {
        Ok(method) => Ok(PList { positions, method }),
        Err(error) => Err(error.keeping(|| positions)),
    }
}

/// Bytes of a position in a list.
const LIST_BYTES: u64 = 48;

/// Delivers the P-positions in a box, in lexicographic order. Where order does not matter and the sides are equal the
/// sorted ones come for certain, the others perhaps; if the sides differ, all.
fn p_in_box(
    rules: &Rules,
    sides: &[u64],
    limits: &Budget,
    out: &mut Delivery<'_>,
) -> Result<&'static str, SolveError> {
    if let Some(sizes) = sizes(sides, limits)? {
        for method in [
            by_rising,
            by_rays,
            by_pairs,
            by_lines,
            by_bands,
            by_spans,
            by_jumps,
            by_vectors,
            by_list,
            by_options,
            by_least_amounts,
        ] {
            if let Some(method) = method(rules, &sizes, limits, out)? {
                return Ok(method);
            }
        }
    }
    by_play(rules, sides, limits, out)
}

/// The P-positions in a box as a list: canonical ones from which games start, or all.
pub(crate) fn list_in_box(
    rules: &Rules,
    sides: &[u64],
    starts: bool,
    limits: &Budget,
) -> Result<PList, SolveError> {
    collected(rules, limits, |sink| {
        let mut delivery = Delivery::new(rules, sink, starts);
        let method = p_in_box(rules, sides, limits, &mut delivery);
        delivery.finish()?;
        method
    })
}

/// The sides as sizes of arrays; refused if even a bit a cell of one row would be too much.
fn sizes(sides: &[u64], limits: &Budget) -> Result<Option<Vec<usize>>, SolveError> {
    for side in sides {
        limits.need("one row", u128::from(*side) / 8)?;
    }
    Ok(sides.iter().map(|side| usize::try_from(*side).ok()).collect())
}

/// Moves that look at nothing but amounts and may raise one pile, where any number may be taken from the other.
fn by_rising(
    rules: &Rules,
    sizes: &[usize],
    limits: &Budget,
    out: &mut Delivery<'_>,
) -> Result<Option<&'static str>, SolveError> {
    let (&[rows, columns], Some(moves)) = (sizes, Rising::of(rules)) else { return Ok(None) };
    moves.within(rows as u64, columns as u64, limits, &mut |position| out.push(position))?;
    Ok(Some(RISING))
}

/// One pile where what the last move says bounds the next.
fn by_least_amounts(
    rules: &Rules,
    sizes: &[usize],
    limits: &Budget,
    out: &mut Delivery<'_>,
) -> Result<Option<&'static str>, SolveError> {
    let &[bound] = sizes else { return Ok(None) };
    let found = lost_piles(rules, bound as u64, limits, &mut |pile| out.push(&[pile]))?;
    Ok(found.then_some(LEAST_AMOUNTS))
}

fn by_rays(
    rules: &Rules,
    sizes: &[usize],
    limits: &Budget,
    out: &mut Delivery<'_>,
) -> Result<Option<&'static str>, SolveError> {
    let (&[rows, columns], convention) = (sizes, rules.convention()) else { return Ok(None) };
    if convention.pass || convention.block.is_some() {
        return Ok(None);
    }
    let ends = ends(rules);
    let Some(moves) = ray_moves(rules, |_| true).filter(|moves| moves.row_step().is_some()) else {
        return Ok(None);
    };
    let half = rules.is_symmetric() && rows == columns;
    if convention.is_plain()
        && frontier(&moves, rows, Some(columns), half, limits, &mut |chunk| {
            out.push_pairs(chunk, usize::MAX);
            ControlFlow::Continue(())
        })?
    {
        return Ok(Some(FRONTIER));
    }
    let done = sweep(&moves, rows, Some(columns), &ends, limits, &mut |x, y| {
        out.push(&[x as u64, y as u64]);
        ControlFlow::Continue(())
    })?;
    Ok(done.then_some("row sweep"))
}

/// How P-positions of rays and vectors are found.
const FRONTIER: &str = "row sweep";

/// Lines with gates on two piles, where any number may be taken from the second one, or from the larger one.
fn by_pairs(
    rules: &Rules,
    sizes: &[usize],
    limits: &Budget,
    out: &mut Delivery<'_>,
) -> Result<Option<&'static str>, SolveError> {
    let small = sizes.iter().all(|side| *side < SMALL);
    if sizes.len() != 2 || small || (rules.is_symmetric() && !is_cube(sizes)) {
        return Ok(None);
    }
    let mut found = Vec::new();
    let done = pairs_in(rules, sizes, false, usize::MAX, limits, &mut found);
    // Nothing is in the list if pairs are not found this way; what is there when the search is ended is delivered.
    found.chunks(2).for_each(|pair| out.push(pair));
    Ok(done?.then_some(PAIRS))
}

/// How pairs are found.
const PAIRS: &str = "pairs row by row";

/// Boxes smaller than this are left to the other methods.
const SMALL: usize = 512;

/// Lists the first pairs on a board, at most `n` of them that count; `false`, with none listed, if they cannot be found that
/// way. If the second side is only a guess, every row must have its pair there.
fn pairs_in(
    rules: &Rules,
    sizes: &[usize],
    endless: bool,
    n: usize,
    limits: &Budget,
    flat: &mut Vec<u64>,
) -> Result<bool, SolveError> {
    if rules.convention().block.is_some() {
        return Ok(false);
    }
    let ends = ends(rules);
    let has_move = |x: usize, y: usize| {
        let mut any = false;
        rules.for_each_option(&[x as u64, y as u64], &[], &mut |_| {
            any = true;
            ControlFlow::Break(())
        })?;
        Ok(any)
    };
    let (mut count, mut failure) = (0, None);
    let found = tracks(rules, sizes, Purpose::Outcomes, limits).and_then(|moves| {
        let Some(moves) = moves else { return Ok(false) };
        let mut won = Vec::new();
        if rules.convention().pass {
            // A pass wins at the P-positions of the game without it where that is not over.
            let without = Convention { ends: &ends, won: &[], has_move: &has_move };
            let all = pairs(&moves, &without, endless, limits, &mut |x, y| {
                won.push((x, y));
                ControlFlow::Continue(())
            })?;
            if !all {
                return Ok(false);
            }
            let goes_on = |&(x, y): &(usize, usize)| Ok(!ends.contains(x, y) && has_move(x, y)?);
            let asked: Result<Vec<bool>, SolveError> = won.iter().map(goes_on).collect();
            let mut asked = asked?.into_iter();
            won.retain(|_| asked.next().unwrap_or(false));
        }
        let convention = Convention { ends: &ends, won: &won, has_move: &has_move };
        pairs(&moves, &convention, endless, limits, &mut |x, y| {
            let pair = [x as u64, y as u64];
            let room = limits.grow("the list of P-positions", flat, 2).map_err(SolveError::from);
            match room.and_then(|()| Ok(counts(rules, &pair)?)) {
                Ok(counted) => {
                    flat.extend(pair);
                    count += usize::from(counted);
                }
                Err(error) => failure = Some(error),
            }
            if count >= n || failure.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
    });
    if let Some(error) = failure {
        return Err(error);
    }
    match found {
        // A gate that cannot be worked out where no move asks for it.
        Err(SolveError::Rules(_)) | Ok(false) => {
            flat.clear();
            Ok(false)
        }
        done => done,
    }
}

/// Whether a P-position is one of those that are listed.
fn counts(rules: &Rules, position: &[u64]) -> Result<bool, RuleError> {
    Ok((!rules.is_symmetric() || position.is_sorted()) && rules.is_start(position)?)
}

/// Lines with gates, on any number of piles, with blocking or without.
fn by_lines(
    rules: &Rules,
    sizes: &[usize],
    limits: &Budget,
    out: &mut Delivery<'_>,
) -> Result<Option<&'static str>, SolveError> {
    by_tracks(rules, sizes, Purpose::Outcomes, limits, out)
}

/// The same beside two amounts that the position bounds.
fn by_spans(
    rules: &Rules,
    sizes: &[usize],
    limits: &Budget,
    out: &mut Delivery<'_>,
) -> Result<Option<&'static str>, SolveError> {
    if rules.convention().block.is_some() {
        return Ok(None);
    }
    let found = by_tracks(rules, sizes, Purpose::OutcomesAndSpans, limits, out)?;
    Ok(found.map(|_| "rows of bits, spans of rows"))
}

/// The same beside moves that are told by both their ends, with blocking or without.
fn by_jumps(
    rules: &Rules,
    sizes: &[usize],
    limits: &Budget,
    out: &mut Delivery<'_>,
) -> Result<Option<&'static str>, SolveError> {
    let is_blocked = rules.convention().block.is_some();
    if !is_blocked && by_tracks(rules, sizes, Purpose::OutcomesAndJumps, limits, out)?.is_some() {
        return Ok(Some(JUMPS));
    }
    let found = by_tracks(rules, sizes, Purpose::OutcomesByJumps, limits, out)?;
    Ok(found.map(|_| if is_blocked { COUNTED_JUMPS } else { JUMPS }))
}

/// The families that are to be told by their ends, so that no move of the others comes twice.
fn overlapping(rules: &Rules, sizes: &[usize], limits: &Budget) -> Result<Vec<usize>, SolveError> {
    let count = rules.families().len();
    let mut left = Vec::new();
    for family in 0..count {
        let others: Vec<usize> = left.iter().copied().chain(family + 1..count).collect();
        let alone = tracks_but(rules, sizes, Purpose::OutcomesByJumps, &others, limits)?;
        let repeats = alone.map_or(Ok(true), |moves| moves.repeats(limits))?;
        if repeats {
            left.push(family);
        }
    }
    Ok(left)
}

/// How P-positions are found where moves are told by both their ends.
pub(crate) const JUMPS: &str = "rows of bits, pairs of ends";

/// The same with blocking.
pub(crate) const COUNTED_JUMPS: &str = "counting P-options, pairs of ends";

fn by_tracks(
    rules: &Rules,
    sizes: &[usize],
    purpose: Purpose,
    limits: &Budget,
    out: &mut Delivery<'_>,
) -> Result<Option<&'static str>, SolveError> {
    let convention = rules.convention();
    let cells = sizes.iter().fold(1u128, |cells, side| cells.saturating_mul(*side as u128));
    // Some games with blocking need much less than a bit a cell.
    if cells / 8 > u128::from(limits.memory()) && convention.block.is_none() {
        return Ok(None);
    }
    let ends = all_ends(rules);
    let half = sizes.len() == 2 && is_cube(sizes) && rules.is_symmetric();
    let first = &sizes[..sizes.len() - 1];
    let mut position = vec![0u64; first.len()];
    let mut visit = |row: usize, bits: &[u64]| {
        let mut rest = row;
        for (x, side) in position.iter_mut().zip(first).rev() {
            *x = (rest % side) as u64;
            rest /= side;
        }
        out.push_row(&position, bits);
    };
    let told = |sizes: &[usize]| {
        let jumps = purpose == Purpose::OutcomesByJumps && convention.block.is_some();
        let left = if jumps { overlapping(rules, sizes, limits)? } else { Vec::new() };
        tracks_but(rules, sizes, purpose, &left, limits)
    };
    let found = told(sizes).and_then(|moves| match (moves, &convention.block) {
        (None, _) => Ok(None),
        (Some(_), Some(_)) if convention.misere || convention.pass => Ok(None),
        (Some(moves), Some(block)) => {
            // Sorted piles that are equal have the moves of one order only.
            let game = Blocked {
                k: block.k,
                ends: &ends,
                half: half && (!rules.sorts_piles() || moves.rest.is_some()),
                palace: false,
            };
            let counted = blocking(&moves, &game, limits, &mut visit)?;
            Ok(counted.map(|_| "counting P-options"))
        }
        (Some(moves), None) => {
            let ending = Ending { misere: convention.misere, pass: convention.pass, ends: &ends, half };
            Ok(outcomes(&moves, &ending, limits, &mut visit)?.then_some("rows of bits"))
        }
    });
    match found {
        // A gate that cannot be worked out where no move asks for it.
        Err(SolveError::Rules(_)) => Ok(None),
        answer => answer,
    }
}

/// Runs of amounts that can be worked out, if they are few.
fn by_bands(
    rules: &Rules,
    sizes: &[usize],
    limits: &Budget,
    out: &mut Delivery<'_>,
) -> Result<Option<&'static str>, SolveError> {
    by_runs(rules, sizes, Wanted::FewRuns, limits, out)
}

/// Runs of amounts however many, each vector being asked for where they cannot be worked out.
fn by_vectors(
    rules: &Rules,
    sizes: &[usize],
    limits: &Budget,
    out: &mut Delivery<'_>,
) -> Result<Option<&'static str>, SolveError> {
    by_runs(rules, sizes, Wanted::AllRuns, limits, out)
}

fn by_runs(
    rules: &Rules,
    sizes: &[usize],
    wanted: Wanted,
    limits: &Budget,
    out: &mut Delivery<'_>,
) -> Result<Option<&'static str>, SolveError> {
    let convention = rules.convention();
    if convention.pass || convention.block.is_some() {
        return Ok(None);
    }
    let Some(moves) = band_moves(rules, sizes, wanted, limits)? else { return Ok(None) };
    bands_into(&moves, convention.misere, &all_ends(rules), limits, &mut |position| out.push(position))?;
    Ok(Some("runs of amounts"))
}

/// The game as the general kernels want it, on a box with increasing sides if order does not matter.
fn general(rules: &Rules, sizes: &[usize]) -> General {
    let convention = rules.convention();
    // Blocking counts options, so there every order is a place of its own.
    let symmetric = rules.is_symmetric() && convention.block.is_none();
    let mut sides = sizes.to_vec();
    if symmetric {
        sides.sort_unstable();
    }
    General {
        sides,
        symmetric,
        only_takes: rules.only_takes(),
        may_stand_still: rules.may_stand_still(),
        misere: convention.misere,
        block: convention.block.as_ref().map_or(1, |block| block.k),
        pass: convention.pass,
    }
}

fn most_of(sides: &[usize]) -> u64 {
    sides.iter().max().map_or(0, |side| *side as u64)
}

fn by_options(
    rules: &Rules,
    sizes: &[usize],
    limits: &Budget,
    out: &mut Delivery<'_>,
) -> Result<Option<&'static str>, SolveError> {
    if !rules.memory().is_empty() {
        return Ok(None);
    }
    let game = general(rules, sizes);
    let positions = general_outcomes(&game, &RuleMoves::new(rules, most_of(&game.sides)), limits)?;
    let positions = positions.map(|positions| in_all_orders(rules, &game, positions, sizes));
    Ok(positions.map(|positions| {
        out.list(&positions);
        "table of options"
    }))
}

/// Sorted positions on increasing sides, as cells of the box asked for.
fn in_all_orders(rules: &Rules, game: &General, positions: Vec<Vec<u64>>, sizes: &[usize]) -> Vec<Vec<u64>> {
    if !game.symmetric || is_cube(sizes) {
        return positions;
    }
    let mut positions = all_orders(rules, positions);
    positions.retain(|position| position.iter().zip(sizes).all(|(x, size)| *x < *size as u64));
    positions
}

fn by_list(
    rules: &Rules,
    sizes: &[usize],
    limits: &Budget,
    out: &mut Delivery<'_>,
) -> Result<Option<&'static str>, SolveError> {
    let game = general(rules, sizes);
    if !is_closed(rules) || game.block > 1 || game.pass || rules.may_stand_still() {
        return Ok(None);
    }
    let reach = RuleReach::new(rules, &game.sides)?;
    let positions = listed(&game.sides, game.symmetric, game.misere, &reach, limits)?;
    let positions = positions.map(|positions| in_all_orders(rules, &game, positions, sizes));
    Ok(positions.map(|positions| {
        out.list(&positions);
        "list of P-positions"
    }))
}

fn is_cube<T: PartialEq>(sides: &[T]) -> bool {
    sides.windows(2).all(|pair| pair[0] == pair[1])
}

fn by_play(
    rules: &Rules,
    sides: &[u64],
    limits: &Budget,
    out: &mut Delivery<'_>,
) -> Result<&'static str, SolveError> {
    let (mut play, referee) = (Play::new(rules, limits), Referee::new(rules));
    for_each(sides, &mut |position| {
        limits.step(0, 0)?;
        let wanted = !rules.is_symmetric() || !is_cube(sides) || position.is_sorted();
        if wanted && rules.is_position(position)? && rules.is_start(position)? {
            let start = referee.start(position);
            if play.outcome(&start)? == Outcome::P {
                out.push(position);
            }
        }
        Ok(())
    })?;
    Ok("lines of play")
}

/// The first `n` P-positions in lexicographic order, where the rules bound every row (all P-positions with the same
/// first pile); refused otherwise, with a bound as the way out.
///
/// ```
/// use wythoff_rules::Rules;
/// use wythoff_solvers::{Budget, SolveError, p_first};
/// let read = |text| Rules::read(text).unwrap();
/// let found = p_first(&read("(i,0) (0,i) (i,i)"), 4, &Budget::default()).unwrap();
/// assert_eq!(found.positions, [[0, 0], [1, 2], [3, 5], [4, 7]]);
/// let endless = p_first(&read("(1,0) (0,1)"), 4, &Budget::default());
/// assert!(matches!(endless, Err(SolveError::Refused { .. })));
/// ```
pub fn p_first(rules: &Rules, n: usize, limits: &Budget) -> Result<PList, SolveError> {
    limits.need("the list of P-positions", n as u128 * u128::from(LIST_BYTES))?;
    collected(rules, limits, |sink| p_first_into(rules, n, limits, sink))
}

/// The same positions as [`p_first`], handed to `sink` in flat chunks as by [`p_below_into`].
pub fn p_first_into(
    rules: &Rules,
    n: usize,
    limits: &Budget,
    sink: &mut dyn FnMut(&[u64]),
) -> Result<&'static str, SolveError> {
    let plain = rules.convention().block.is_none() && !rules.convention().pass;
    let mut delivery = Delivery::new(rules, sink, true);
    if let Some(moves) = Rising::of(rules).filter(|moves| n > 0 && moves.lists_rows()) {
        let swept = moves.first(n, limits, &mut |position| {
            delivery.push(position);
            let done = delivery.count >= n || delivery.failure.is_some();
            if done { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        delivery.finish()?;
        return swept.map(|()| RISING);
    }
    let swept = match ray_moves(rules, |_| true).filter(|moves| plain && moves.row_step().is_some()) {
        Some(moves) => first_by_sweep(rules, &moves, n, limits, &mut delivery),
        None => Ok(false),
    };
    let method = match swept {
        Ok(true) => Ok("row sweep"),
        Ok(false) => {
            let mut pairs = Vec::new();
            let listed = first_pairs(rules, n, limits, &mut pairs);
            pairs.chunks(2).for_each(|pair| delivery.push(pair));
            match listed {
                Ok(true) => Ok(PAIRS),
                Ok(false) => match first_by_rows(rules, n, limits) {
                    Ok(found) => {
                        delivery.list(&found.positions);
                        Ok(found.method)
                    }
                    Err(error) => Err(delivery.rescued(error)),
                },
                Err(error) => Err(error),
            }
        }
        Err(error) => Err(error),
    };
    delivery.finish()?;
    method
}

/// Most rows of the first board on which pairs are looked for.
const AT_FIRST: usize = 1 << 12;

/// Rows of which all but the first few have no pair before no more are looked for.
const BARREN: usize = 1 << 19;

/// Lists the first `n` pairs row by row, on boards that grow; `false`, with none listed, if they cannot be found that way.
fn first_pairs(rules: &Rules, n: usize, limits: &Budget, found: &mut Vec<u64>) -> Result<bool, SolveError> {
    if rules.coordinates().len() != 2 || n == 0 {
        return Ok(false);
    }
    let mut rows = n.saturating_mul(2).clamp(64, AT_FIRST);
    while rows < u32::MAX as usize / 64 {
        found.clear();
        if !pairs_in(rules, &[rows, 64 * rows], true, n, limits, found)? {
            return Ok(false);
        }
        let mut count = 0;
        for pair in found.chunks(2) {
            count += usize::from(counts(rules, pair)?);
        }
        if count >= n {
            return Ok(true);
        }
        // There may be no more.
        let all: Vec<Vec<u64>> = found.chunks(2).take(AT_FIRST).map(<[u64]>::to_vec).collect();
        let last = all.last().map_or(0, |last| last[0] as usize);
        if are_all(rules, &all, rows as u64)
            || all.len() < AT_FIRST && rows >= BARREN.max(last.saturating_mul(4096))
        {
            break;
        }
        // As many rows as those found so far lead one to expect, and some more.
        rows = rows.saturating_mul((n / count.max(1)).clamp(1, 8) + 1);
    }
    found.clear();
    Ok(false)
}

/// Delivers the first `n` row by row; `false`, having delivered nothing, if the rows cannot be swept.
fn first_by_sweep(
    rules: &Rules,
    moves: &RayMoves,
    n: usize,
    limits: &Budget,
    out: &mut Delivery<'_>,
) -> Result<bool, SolveError> {
    let mut rows = n.saturating_mul(2).max(64);
    // What a shorter sweep has delivered is passed over by a longer one.
    let mut delivered = 0usize;
    if rules.convention().is_plain() {
        while out.count < n && out.failure.is_none() {
            let mut seen = 0;
            let done = frontier(moves, rows, None, rules.is_symmetric(), limits, &mut |chunk| {
                let passed = delivered.saturating_sub(seen).min(chunk.len());
                seen += chunk.len();
                delivered = delivered.max(seen);
                out.push_pairs(&chunk[passed..], n);
                if out.count >= n || out.failure.is_some() {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            })?;
            if !done {
                break;
            }
            rows = rows.saturating_mul(2);
        }
    }
    while out.count < n && out.failure.is_none() {
        let mut seen = 0;
        let done = sweep(moves, rows, None, &ends(rules), limits, &mut |x, y| {
            seen += 1;
            if seen > delivered {
                delivered = seen;
                out.push(&[x as u64, y as u64]);
            }
            if out.count >= n || out.failure.is_some() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })?;
        if !done {
            return Ok(false);
        }
        rows = rows.saturating_mul(2);
    }
    Ok(true)
}

/// Grundy values on a box, in row-major order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GrundyTable {
    /// The side of the box in each coordinate.
    pub sides: Vec<u64>,
    /// The values, the last coordinate running fastest.
    pub values: Vec<u32>,
    /// The method that found them.
    pub method: &'static str,
}

impl GrundyTable {
    /// The larger of two parts of an unfinished table that are complete: all that comes before some first coordinate
    /// (if `rows` are wanted), and the box at the origin with sides as equal as the table allows. `value` gives the
    /// value of a cell that is done, by its place in row-major order.
    pub fn complete_part(
        sides: &[u64],
        rows: bool,
        method: &'static str,
        mut value: impl FnMut(usize) -> Option<u32>,
    ) -> GrundyTable {
        let Some((&width, rows_of)) = sides.split_last() else {
            return GrundyTable { sides: Vec::new(), values: value(0).into_iter().collect(), method };
        };
        let first = sides[0];
        let longest = sides.iter().copied().max().unwrap_or(0);
        let (mut full, mut side, mut row) = (first, longest, 0);
        // Only cells that may make one of the two parts smaller are looked at.
        let _ = for_each(rows_of, &mut |start| {
            let outer = start.iter().copied().max().unwrap_or(0);
            let counts = start.first().is_none_or(|x| *x < full);
            let columns = match (counts, outer < side) {
                (true, _) => width,
                (false, true) => side.min(width),
                (false, false) => 0,
            };
            if let Some(open) = (0..columns).find(|column| value(row + *column as usize).is_none()) {
                full = full.min(start.first().copied().unwrap_or(open));
                side = side.min(outer.max(open));
            }
            row += width as usize;
            Ok(())
        });
        let mut kept = sides.to_vec();
        if let Some(first) = kept.first_mut() {
            *first = full;
        }
        let cube: Vec<u64> = sides.iter().map(|s| side.min(*s)).collect();
        let cells = |sides: &[u64]| sides.iter().fold(1u64, |cells, side| cells.saturating_mul(*side));
        if !rows || cells(&cube) > cells(&kept) {
            kept = cube;
        }
        let mut values = Vec::new();
        let (columns, rows_kept) = (kept[kept.len() - 1] as usize, &kept[..kept.len() - 1]);
        let _ = for_each(rows_kept, &mut |start| {
            let row = start.iter().zip(sides).fold(0, |at, (x, side)| at * *side as usize + *x as usize);
            values.extend((row * width as usize..).take(columns).filter_map(&mut value));
            Ok(())
        });
        GrundyTable { sides: kept, values, method }
    }
}

impl SolveError {
    /// The same error, but the table that was kept, on increasing sides, in the order of the sides asked for.
    fn keeping_order(self, sides: &[u64]) -> SolveError {
        match self {
            SolveError::Stopped { why, found, table: Some(part) } => {
                let longest = part.sides.iter().copied().max().unwrap_or(0);
                let shortest = part.sides.iter().copied().min().unwrap_or(0);
                let increasing: Vec<usize> = part.sides.iter().map(|side| *side as usize).collect();
                let mut sorted = sides.to_vec();
                sorted.sort_unstable();
                let kept = if sorted == sides {
                    part.sides.clone()
                } else {
                    // Of a part that is no cube only the cube in it is there in every order.
                    let is_cube =
                        part.sides.iter().zip(&sorted).all(|(part, side)| *part == longest.min(*side));
                    let side = if is_cube { longest } else { shortest };
                    sides.iter().map(|whole| side.min(*whole)).collect()
                };
                let values = rearranged(part.values, &increasing, &kept);
                SolveError::Stopped {
                    why,
                    found,
                    table: Some(Box::new(GrundyTable { sides: kept, values, method: part.method })),
                }
            }
            other => other,
        }
    }
}

/// The Grundy values on a box with the given sides (one for each coordinate); 0 where there is no position.
///
/// ```
/// use wythoff_rules::Rules;
/// use wythoff_solvers::{Budget, grundy_table};
/// let table = grundy_table(&Rules::read("(i,0) (0,i) (i,i)").unwrap(), &[2, 4], &Budget::default()).unwrap();
/// assert_eq!(table.values, [0, 1, 2, 3, 1, 2, 0, 4]);
/// ```
pub fn grundy_table(rules: &Rules, sides: &[u64], limits: &Budget) -> Result<GrundyTable, SolveError> {
    grundy_table_from(rules, sides, None, limits)
}

/// The same, going on from the part of the table that is known, such as a run that was ended has kept. Moves along lines use
/// it; other methods begin anew.
pub fn grundy_table_from(
    rules: &Rules,
    sides: &[u64],
    known: Option<&GrundyTable>,
    limits: &Budget,
) -> Result<GrundyTable, SolveError> {
    grundy_makes_sense(rules)?;
    let table = |values, method| GrundyTable { sides: sides.to_vec(), values, method };
    let cells = sides.iter().fold(1u128, |cells, side| cells.saturating_mul(u128::from(*side)));
    limits.need("the table", cells.saturating_mul(4))?;
    if let Some(sizes) = sizes(sides, limits)?.filter(|sizes| sizes.len() == rules.coordinates().len()) {
        if let (&[rows, columns], Some(moves)) = (&sizes[..], Rising::of(rules)) {
            return Ok(table(moves.grundy(rows, columns, limits)?, RISING));
        }
        if !rules.convention().pass {
            if let Some(values) = grundy_by_lines(rules, &sizes, Purpose::Grundy, known, limits)? {
                return Ok(table(values, "value sets on lines"));
            }
            if has_short_rest(rules, &sizes)
                && let Some(values) = grundy_by_lines(rules, &sizes, Purpose::GrundyAndRest, known, limits)?
            {
                return Ok(table(values, LINES_AND_OPTIONS));
            }
            if let Some(moves) = band_moves(rules, &sizes, Wanted::AllRuns, limits)? {
                let ends = all_ends(rules);
                if let Some(values) = grundy_region(&moves, &ends, limits)? {
                    return Ok(table(values, REGIONS));
                }
                let values = grundy_bands(&moves, &ends, limits)?;
                return Ok(table(values, "runs of amounts, value by value"));
            }
            if let Some(values) = grundy_by_lines(rules, &sizes, Purpose::GrundyAndSpans, known, limits)? {
                return Ok(table(values, LINES_AND_SPANS));
            }
            if let Some(values) = grundy_by_lines(rules, &sizes, Purpose::GrundyAndRest, known, limits)? {
                return Ok(table(values, LINES_AND_OPTIONS));
            }
        }
        if rules.memory().is_empty() {
            let game = general(rules, &sizes);
            let values = general_grundy(&game, &RuleMoves::new(rules, most_of(&game.sides)), limits);
            let in_order =
                |error: SolveError| if game.symmetric { error.keeping_order(sides) } else { error };
            if let Some(values) = values.map_err(in_order)? {
                return Ok(table(rearranged(values, &game.sides, sides), "table of options"));
            }
        }
    }
    let (mut play, referee) = (Play::new(rules, limits), Referee::new(rules));
    let mut values = Vec::new();
    let done = for_each(sides, &mut |position| {
        limits.step(values.len() as u64, cells as u64)?;
        let value = if rules.is_position(position)? { play.grundy(&referee.start(position))? } else { 0 };
        values.push(value as u32);
        Ok(())
    });
    let kept = || GrundyTable::complete_part(sides, true, "lines of play", |at| values.get(at).copied());
    done.map_err(|error| error.keeping_table(kept))?;
    Ok(table(values, "lines of play"))
}

/// How Grundy values are found where some families are no lines.
const LINES_AND_OPTIONS: &str = "value sets on lines, other options one by one";

/// How they are found where the others have two amounts and lead to spans of rows.
const LINES_AND_SPANS: &str = "value sets on lines, sliding spans of rows";

/// Whether the families that are no lines have no more than one amount each, so that they are not many options.
fn has_short_rest(rules: &Rules, sizes: &[usize]) -> bool {
    let most = sizes.iter().max().map(|side| *side as u64);
    let rest = rules.sheets_and_rest(most, false).map_or(Vec::new(), |(_, rest)| rest);
    !rest.is_empty() && rest.iter().all(|family| rules.amounts_of(*family) <= 1)
}

/// Grundy values by lines, if the moves are lines. Gates are asked at more positions than moves start from or lead to:
/// if one of them cannot be worked out there, another method must answer.
fn grundy_by_lines(
    rules: &Rules,
    sizes: &[usize],
    purpose: Purpose,
    known: Option<&GrundyTable>,
    limits: &Budget,
) -> Result<Option<Vec<u32>>, SolveError> {
    let known = known.map(|table| (&table.sides[..], &table.values[..]));
    let found = tracks(rules, sizes, purpose, limits).and_then(|moves| match moves {
        Some(moves) => grundy_from(&moves, &all_ends(rules), known, limits),
        None => Ok(None),
    });
    match found {
        Err(SolveError::Rules(_)) => Ok(None),
        answer => answer,
    }
}

/// A table on increasing sides, read in the order of the sides asked for.
fn rearranged(values: Vec<u32>, increasing: &[usize], sides: &[u64]) -> Vec<u32> {
    if increasing.iter().zip(sides).all(|(a, b)| *a as u64 == *b) {
        return values;
    }
    let mut out = Vec::with_capacity(values.len());
    let mut sorted = Vec::new();
    let _ = for_each(sides, &mut |position| {
        sorted.clear();
        sorted.extend_from_slice(position);
        sorted.sort_unstable();
        let index = sorted.iter().zip(increasing).fold(0, |index, (x, side)| index * side + *x as usize);
        out.push(values[index]);
        Ok(())
    });
    out
}

/// The palace numbers on a board of two piles whose moves are rays and vectors: how many P-options each position has,
/// in row-major order, every place of the board being an option of its own. With up to k-1 options blocked a position
/// is P if this is below k (and if no P-option is out of the block's reach).
///
/// ```
/// use wythoff_rules::Rules;
/// use wythoff_solvers::{Budget, palace_numbers};
/// let mut rules = Rules::read("(i,0) (0,i) (i,i)").unwrap();
/// rules.set_block(2, &[]).unwrap();
/// assert_eq!(palace_numbers(&rules, 2, 4, &Budget::default()).unwrap(), [0, 1, 2, 2, 1, 3, 2, 1]);
/// ```
pub fn palace_numbers(
    rules: &Rules,
    rows: u64,
    columns: u64,
    limits: &Budget,
) -> Result<Vec<u32>, SolveError> {
    let convention = rules.convention();
    if let Some(sizes) = sizes(&[rows, columns], limits)?.filter(|_| rules.coordinates().len() == 2)
        && !convention.pass
        && !convention.misere
        && !rules.sorts_piles()
        && let Some(moves) = tracks(rules, &sizes, Purpose::Outcomes, limits)?
    {
        let k = convention.block.as_ref().map_or(1, |block| block.k);
        let game = Blocked { k, ends: &all_ends(rules), half: false, palace: true };
        if let Some(counts) = blocking(&moves, &game, limits, &mut |_, _| {})? {
            return Ok(counts);
        }
    }
    Err(SolveError::Refused {
        what: "palace numbers are counted for two piles and moves along different lines".to_string(),
        hint: "give rays and vectors of which none is a multiple of another".to_string(),
    })
}

/// Where moves may raise a pile and a few P-positions decide: all P-positions that play from a position can come to, among
/// others. `None` for other rules.
///
/// ```
/// use wythoff_rules::Rules;
/// use wythoff_solvers::{Budget, p_reached};
/// let rules = Rules::read("(i,0) (0,i) (i,i) (-i,i)").unwrap();
/// let found = p_reached(&rules, &[3, 2], &Budget::default()).unwrap();
/// assert_eq!(found.unwrap().positions, [[0, 0], [2, 1], [4, 2]]);
/// assert_eq!(p_reached(&Rules::read("(i,0) (0,i)").unwrap(), &[3, 2], &Budget::default()).unwrap(), None);
/// ```
pub fn p_reached(rules: &Rules, position: &[u64], limits: &Budget) -> Result<Option<PList>, SolveError> {
    let Some(moves) = Rising::of(rules) else { return Ok(None) };
    Ok(Some(PList { positions: moves.up_to(position, limits)?, method: RISING }))
}

/// Every order of each position, sorted: the P-positions as cells of a box with equal sides.
pub(crate) fn all_orders(rules: &Rules, positions: Vec<Vec<u64>>) -> Vec<Vec<u64>> {
    if !rules.is_symmetric() {
        return positions;
    }
    let mut all: Vec<_> = positions.into_iter().flat_map(|position| arrangements(&position)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Calls `visit` with every position of a box in lexicographic order, until it fails.
pub(crate) fn for_each(
    sides: &[u64],
    visit: &mut dyn FnMut(&[u64]) -> Result<(), SolveError>,
) -> Result<(), SolveError> {
    if sides.contains(&0) {
        return Ok(());
    }
    let mut position = vec![0; sides.len()];
    loop {
        visit(&position)?;
        if !next_below(&mut position, sides) {
            return Ok(());
        }
    }
}
