//! Any game on a box, from its options alone: the plain method with a table instead of a memory.
//!
//! If moves only take, all options of a position have a smaller sum of coordinates, so the layers of equal sum are
//! computed one after the other, each in parallel; otherwise options are followed with a stack. Positions that differ
//! by order only are computed once where order does not matter.
//!
//! Options that lie in line come 64 at a time where the game tells them so; then every order of a position has its cell, so
//! that an option is found by its distance from the one before.
//!
//! Cost: one visit of every option of every position, some ns each in runs; outcomes stop at the first winning move.

use crate::error::SolveError;
use crate::solve::GrundyTable;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU8, AtomicU32, Ordering::Relaxed};
use wythoff_numbers::Budget;
use wythoff_numbers::tuples::next_arrangement;

/// What is told of runs of options: the first, what each next one takes more, and which of 64 are options.
pub type VisitRun<'v> = &'v mut dyn FnMut(&[i64], &[i64], u64) -> ControlFlow<()>;

/// A game as its options.
pub trait Moves: Sync {
    /// Calls `visit` with every option of a position and whether the move to it can be blocked, until told to stop.
    /// The same option may come several times. Options are canonical: sorted where order does not matter.
    fn for_each_option(
        &self,
        position: &[u64],
        visit: &mut dyn FnMut(&[u64], bool) -> ControlFlow<()>,
    ) -> Result<(), SolveError>;

    /// Calls `visit` with every run of options until told to stop: the first, its coordinates in the order in which the move
    /// leaves them, what each next one takes more, and which of 64 are options. What is no position may be among them. Of all
    /// moves, or of those that can be blocked, or of those that cannot.
    fn for_each_run(
        &self,
        position: &[u64],
        blockable: Option<bool>,
        visit: VisitRun<'_>,
    ) -> Result<(), SolveError>;

    /// Whether a tuple is a position of the game.
    fn is_position(&self, position: &[u64]) -> Result<bool, SolveError>;

    /// Whether the game ends at a position although it may have moves.
    fn is_end(&self, position: &[u64]) -> bool;
}

/// What a game is besides its options.
#[derive(Clone, Debug)]
pub struct General {
    /// The side of the box in each coordinate.
    pub sides: Vec<usize>,
    /// Positions that differ by order only are one position; the sides are equal then.
    pub symmetric: bool,
    /// No move adds to any coordinate.
    pub only_takes: bool,
    /// A move may take nothing: all moves are looked at, so that such a mistake is met wherever it stands.
    pub may_stand_still: bool,
    /// The player who cannot move wins.
    pub misere: bool,
    /// The mover wins with a P-option that cannot be blocked or with this many that can.
    pub block: u64,
    /// Once in the game either player may pass, not from a position where it is over.
    pub pass: bool,
}

/// The P-positions of a box in lexicographic order, each once; `None` if an option leaves the box.
pub fn general_outcomes(
    game: &General,
    moves: &dyn Moves,
    limits: &Budget,
) -> Result<Option<Vec<Vec<u64>>>, SolveError> {
    let cells = game.cells(limits, 1)?;
    let states: Vec<AtomicU8> = (0..cells).map(|_| AtomicU8::new(0)).collect();
    let task = Outcomes { game, moves, states: &states };
    if !game.settle(&task, cells, limits)? {
        return Ok(None);
    }
    let mut lost = Vec::new();
    for (index, state) in states.iter().enumerate() {
        if state.load(Relaxed) & LOST != 0 {
            let mut position = vec![0; game.sides.len()];
            game.write_position(index, &mut position);
            if !game.symmetric || position.is_sorted() {
                lost.push(position);
            }
        }
    }
    Ok(Some(lost))
}

/// The Grundy values of a box in row-major order, 0 where there is no position; `None` if an option leaves the box.
pub fn general_grundy(
    game: &General,
    moves: &dyn Moves,
    limits: &Budget,
) -> Result<Option<Vec<u32>>, SolveError> {
    let cells = game.cells(limits, if game.pass { 12 } else { 8 })?;
    let after_pass: Vec<AtomicU32> = (0..cells).map(|_| AtomicU32::new(UNKNOWN)).collect();
    let before_pass: Vec<AtomicU32> =
        (0..if game.pass { cells } else { 0 }).map(|_| AtomicU32::new(UNKNOWN)).collect();
    let task = Values { game, moves, after_pass: &after_pass, before_pass: &before_pass };
    let settled = game.settle(&task, cells, limits);
    let values = if game.pass { &before_pass } else { &after_pass };
    let mut position = vec![0; game.sides.len()];
    let mut value = |index| {
        let mut place = index;
        if game.symmetric {
            game.write_position(index, &mut position);
            position.sort_unstable();
            place = game.index(&position).unwrap_or(index);
        }
        let value = Some(values[place].load(Relaxed)).filter(|value| *value != UNKNOWN);
        value.map(|value| if value == NOWHERE { 0 } else { value })
    };
    let kept = || {
        let sides: Vec<u64> = game.sides.iter().map(|side| *side as u64).collect();
        let rows = !game.symmetric || sides.windows(2).all(|pair| pair[0] == pair[1]);
        GrundyTable::complete_part(&sides, rows, "table of options", &mut value)
    };
    if !settled.map_err(|error| error.keeping_table(kept))? {
        return Ok(None);
    }
    Ok(Some((0..cells).map(|index| value(index).unwrap_or(0)).collect()))
}

/// What is to be found out about each position.
trait Task: Sync {
    fn is_settled(&self, index: usize) -> bool;
    /// Settles a position if all its options are; else leaves the open ones in the scratch. `false` if one leaves the box.
    fn settle(&self, index: usize, position: &[u64], scratch: &mut Scratch) -> Result<bool, SolveError>;
}

/// Where more options may be blocked the P-options are sorted rather than looked through.
const MOST_BLOCKED: u64 = 64;

/// What one thread uses again and again.
#[derive(Default)]
struct Scratch {
    open: Vec<usize>,
    /// P-options that can be blocked, without the pass and with it.
    met: [Vec<usize>; 2],
    /// Values met, as bits; empty between two positions.
    used: Vec<u64>,
    order: Vec<u64>,
}

impl General {
    fn cells(&self, limits: &Budget, bytes: u128) -> Result<usize, SolveError> {
        let cells = self.sides.iter().fold(1u128, |cells, side| cells.saturating_mul(*side as u128));
        limits.need("the table", cells.saturating_mul(bytes))?;
        Ok(cells as usize)
    }

    fn index(&self, position: &[u64]) -> Option<usize> {
        position
            .iter()
            .zip(&self.sides)
            .try_fold(0, |index, (x, side)| (*x < *side as u64).then_some(index * side + *x as usize))
    }

    /// Whether options are taken in runs: as on a board that has a cell for every order.
    fn in_runs(&self) -> bool {
        let equal = self.sides.windows(2).all(|pair| pair[0] == pair[1]);
        self.block <= MOST_BLOCKED && (!self.symmetric || equal)
    }

    /// Calls `visit` with the cells of all options, until told to stop.
    fn for_each_cell(
        &self,
        moves: &dyn Moves,
        position: &[u64],
        blockable: Option<bool>,
        mut visit: impl FnMut(usize) -> ControlFlow<()>,
    ) -> Result<bool, SolveError> {
        let mut outside = false;
        moves.for_each_run(position, blockable, &mut |to, step, mut lanes| {
            let last = 63 - i64::from(lanes.leading_zeros().min(63));
            let leaves =
                |((x, step), side): ((&i64, &i64), &usize)| (*x).max(x - last * step) >= *side as i64;
            outside |= to.iter().zip(step).zip(&self.sides).any(leaves);
            if outside {
                return ControlFlow::Break(());
            }
            let place = |v: &[i64]| {
                v.iter().zip(&self.sides).fold(0isize, |at, (x, side)| at * *side as isize + *x as isize)
            };
            let (first, step) = (place(to), place(step));
            if lanes == !0 {
                return (0..64).try_for_each(|lane| visit((first - lane * step) as usize));
            }
            while lanes != 0 {
                let lane = lanes.trailing_zeros() as isize;
                lanes &= lanes - 1;
                visit((first - lane * step) as usize)?;
            }
            ControlFlow::Continue(())
        })?;
        Ok(!outside)
    }

    /// Calls `write` with the cell of every order of a position.
    fn in_every_order(&self, index: usize, position: &[u64], order: &mut Vec<u64>, write: impl Fn(usize)) {
        write(index);
        if !self.symmetric {
            return;
        }
        order.clear();
        order.extend_from_slice(position);
        while next_arrangement(order) {
            self.index(order).into_iter().for_each(&write);
        }
    }

    fn go_on_until(&self, decided: bool) -> ControlFlow<()> {
        if decided && !self.may_stand_still { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn write_position(&self, mut index: usize, position: &mut [u64]) {
        for (x, side) in position.iter_mut().zip(&self.sides).rev() {
            *x = (index % side) as u64;
            index /= side;
        }
    }

    /// Settles all positions; `false` if an option leaves the box.
    fn settle(&self, task: &dyn Task, cells: usize, limits: &Budget) -> Result<bool, SolveError> {
        if cells == 0 {
            return Ok(true);
        }
        match (self.only_takes, limits.threads() > 1 && cells >= 4096) {
            (true, true) => self.settle_by_layers(task, cells, limits),
            (true, false) => self.settle_in_order(task, cells, limits),
            (false, _) => self.settle_by_stack(task, cells, limits),
        }
    }

    /// In lexicographic order: options come before.
    fn settle_in_order(&self, task: &dyn Task, cells: usize, limits: &Budget) -> Result<bool, SolveError> {
        let mut position = vec![0; self.sides.len()];
        let mut scratch = Scratch::default();
        for index in 0..cells {
            if index % 256 == 0 {
                limits.step(index as u64, cells as u64)?;
            }
            self.write_position(index, &mut position);
            if self.symmetric && !position.is_sorted() {
                continue;
            }
            if !task.settle(index, &position, &mut scratch)? || !scratch.open.is_empty() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Layer by layer of equal sum, each in parallel.
    fn settle_by_layers(&self, task: &dyn Task, cells: usize, limits: &Budget) -> Result<bool, SolveError> {
        use rayon::prelude::*;
        let most: usize = self.sides.iter().map(|side| side - 1).sum();
        crate::threads::within(limits.threads(), || {
            let mut done = 0;
            for sum in 0..=most {
                let mut layer = Vec::new();
                self.layer(sum, 0, 0, 0, &mut layer);
                for part in layer.chunks(1 << 14) {
                    limits.step(done, cells as u64)?;
                    done += part.len() as u64;
                    let inside = part
                        .par_chunks(16)
                        .map(|indices| -> Result<bool, SolveError> {
                            let (mut position, mut scratch) = (vec![0; self.sides.len()], Scratch::default());
                            for index in indices {
                                self.write_position(*index, &mut position);
                                if !task.settle(*index, &position, &mut scratch)? || !scratch.open.is_empty()
                                {
                                    return Ok(false);
                                }
                            }
                            Ok(true)
                        })
                        // Whichever thread is first, the error told is that of the first position.
                        .collect::<Vec<_>>();
                    for result in inside {
                        if !result? {
                            return Ok(false);
                        }
                    }
                }
            }
            Ok(true)
        })
    }

    /// The places of the (sorted) positions with a given sum, from coordinate `at` on, in lexicographic order.
    fn layer(&self, rest: usize, at: usize, least: usize, index: usize, out: &mut Vec<usize>) {
        let Some(side) = self.sides.get(at) else {
            if rest == 0 {
                out.push(index);
            }
            return;
        };
        let room: usize = self.sides[at + 1..].iter().map(|side| side - 1).sum();
        let (mut low, mut high) = (rest.saturating_sub(room), rest.min(side - 1));
        if self.symmetric {
            low = low.max(least);
            high = high.min(rest / (self.sides.len() - at));
        }
        for x in low..=high {
            self.layer(rest - x, at + 1, x, index * side + x, out);
        }
    }

    /// Each position after its options, with a stack of its own.
    fn settle_by_stack(&self, task: &dyn Task, cells: usize, limits: &Budget) -> Result<bool, SolveError> {
        let mut position = vec![0; self.sides.len()];
        let (mut stack, mut scratch) = (Vec::new(), Scratch::default());
        for start in 0..cells {
            if start % 64 == 0 {
                limits.step(start as u64, cells as u64)?;
            }
            self.write_position(start, &mut position);
            if self.symmetric && !position.is_sorted() {
                continue;
            }
            stack.push(start);
            while let Some(&index) = stack.last() {
                if task.is_settled(index) {
                    stack.pop();
                    continue;
                }
                self.write_position(index, &mut position);
                scratch.open.clear();
                if !task.settle(index, &position, &mut scratch)? {
                    return Ok(false);
                }
                if scratch.open.is_empty() {
                    stack.pop();
                }
                stack.append(&mut scratch.open);
            }
        }
        Ok(true)
    }
}

const SETTLED: u8 = 1;
/// P while the pass is not used (or there is none).
const LOST: u8 = 2;
/// P after the pass.
const LOST_AFTER: u8 = 4;
/// No position of the game.
const NO_POSITION: u8 = 8;

struct Outcomes<'a> {
    game: &'a General,
    moves: &'a dyn Moves,
    states: &'a [AtomicU8],
}

impl Task for Outcomes<'_> {
    fn is_settled(&self, index: usize) -> bool {
        self.states[index].load(Relaxed) & SETTLED != 0
    }

    fn settle(&self, index: usize, position: &[u64], scratch: &mut Scratch) -> Result<bool, SolveError> {
        let game = self.game;
        if game.in_runs() {
            let mut state = SETTLED | NO_POSITION;
            if self.moves.is_position(position)? {
                let all = if game.pass { LOST | LOST_AFTER } else { LOST };
                let (mut over, mut seen) = (true, 0);
                let Scratch { open, met, .. } = &mut *scratch;
                met.iter_mut().for_each(Vec::clear);
                let kinds: &[Option<bool>] =
                    if game.block > 1 { &[Some(false), Some(true)] } else { &[None] };
                for blockable in kinds.iter().filter(|_| !self.moves.is_end(position)) {
                    let inside = game.for_each_cell(self.moves, position, *blockable, |to| {
                        let state = self.states[to].load(Relaxed);
                        if state & SETTLED == 0 {
                            open.push(to);
                        }
                        over &= state & NO_POSITION != 0;
                        let lost = state & all & !seen;
                        if *blockable != Some(true) {
                            seen |= lost;
                        } else if lost != 0 {
                            for (met, kind) in met.iter_mut().zip([LOST, LOST_AFTER]) {
                                if lost & kind != 0 && !met.contains(&to) {
                                    met.push(to);
                                    seen |= if met.len() as u64 >= game.block { kind } else { 0 };
                                }
                            }
                        }
                        game.go_on_until(seen == all)
                    })?;
                    if !inside {
                        return Ok(false);
                    }
                    if game.go_on_until(seen == all).is_break() {
                        break;
                    }
                }
                // An open option need not be followed if the position is won without it.
                if seen == all {
                    open.clear();
                }
                if !open.is_empty() {
                    return Ok(true);
                }
                state = game.state(over, seen);
            }
            game.in_every_order(index, position, &mut scratch.order, |cell| {
                self.states[cell].store(state, Relaxed);
            });
            return Ok(true);
        }
        let open = &mut scratch.open;
        if !self.moves.is_position(position)? {
            self.states[index].store(SETTLED, Relaxed);
            return Ok(true);
        }
        let (mut over, mut outside) = (true, false);
        // The kinds of P-options that were seen, and, for blocking, which.
        let mut seen = 0;
        let mut blockable: Vec<(usize, bool, u8)> = Vec::new();
        let all = if game.pass { LOST | LOST_AFTER } else { LOST };
        if !self.moves.is_end(position) {
            self.moves.for_each_option(position, &mut |option, can_be_blocked| {
                over = false;
                let Some(to) = game.index(option) else {
                    outside = true;
                    return ControlFlow::Break(());
                };
                let state = self.states[to].load(Relaxed);
                if state & SETTLED == 0 {
                    open.push(to);
                    return ControlFlow::Continue(());
                }
                if game.block > 1 && state & all != 0 {
                    blockable.push((to, can_be_blocked, state));
                } else {
                    seen |= state & all;
                }
                // An open option need not be followed if the position is won without it.
                game.go_on_until(seen == all)
            })?;
        }
        if outside {
            return Ok(false);
        }
        if seen == all {
            open.clear();
        }
        if !open.is_empty() {
            return Ok(true);
        }
        for kind in [LOST, LOST_AFTER] {
            if game.block > 1 && wins(&mut blockable, kind, game.block) {
                seen |= kind;
            }
        }
        self.states[index].store(game.state(over, seen), Relaxed);
        Ok(true)
    }
}

impl General {
    /// The state of a position that is over, or from which these kinds of P-positions can be moved to.
    fn state(&self, over: bool, seen: u8) -> u8 {
        let mut state = SETTLED;
        if over {
            state |= if self.misere { 0 } else { LOST | LOST_AFTER };
        } else {
            if seen & LOST_AFTER == 0 {
                state |= LOST_AFTER;
            }
            if seen & LOST == 0 && !(self.pass && state & LOST_AFTER != 0) {
                state |= LOST;
            }
        }
        state
    }
}

/// Whether the mover wins although up to k-1 of the blockable P-options are blocked.
fn wins(options: &mut [(usize, bool, u8)], kind: u8, k: u64) -> bool {
    options.sort_unstable();
    // An option can be blocked if every move to it can; `false` sorts first.
    let each = options.chunk_by(|a, b| a.0 == b.0).filter_map(|moves| moves.first());
    let lost = each.filter(|(_, _, state)| state & kind != 0);
    let mut count = 0;
    for (_, can_be_blocked, _) in lost {
        if !can_be_blocked {
            return true;
        }
        count += 1;
    }
    count >= k
}

const UNKNOWN: u32 = u32::MAX;
/// Of what is no position of the game.
const NOWHERE: u32 = u32::MAX - 1;

struct Values<'a> {
    game: &'a General,
    moves: &'a dyn Moves,
    after_pass: &'a [AtomicU32],
    before_pass: &'a [AtomicU32],
}

impl Task for Values<'_> {
    fn is_settled(&self, index: usize) -> bool {
        self.after_pass[index].load(Relaxed) != UNKNOWN
    }

    fn settle(&self, index: usize, position: &[u64], scratch: &mut Scratch) -> Result<bool, SolveError> {
        if self.game.in_runs() && !self.game.pass {
            let mut value = NOWHERE;
            if self.moves.is_position(position)? {
                let (open, used) = (&mut scratch.open, &mut scratch.used);
                let inside = self.moves.is_end(position)
                    || self.game.for_each_cell(self.moves, position, None, |to| {
                        let value = self.after_pass[to].load(Relaxed);
                        if value >= NOWHERE {
                            open.extend((value == UNKNOWN).then_some(to));
                            return ControlFlow::Continue(());
                        }
                        let word = value as usize / 64;
                        if word >= used.len() {
                            used.resize(word + 1, 0);
                        }
                        used[word] |= 1 << (value % 64);
                        ControlFlow::Continue(())
                    })?;
                if !inside || !open.is_empty() {
                    used.clear();
                    return Ok(inside);
                }
                let full = used.iter().take_while(|word| **word == !0).count();
                value = full as u32 * 64 + used.get(full).map_or(0, |word| word.trailing_ones());
                used.clear();
            }
            self.game.in_every_order(index, position, &mut scratch.order, |cell| {
                self.after_pass[cell].store(value, Relaxed);
            });
            return Ok(true);
        }
        let open = &mut scratch.open;
        let mut outside = false;
        let (mut after, mut before) = (Vec::new(), Vec::new());
        if self.moves.is_position(position)? && !self.moves.is_end(position) {
            self.moves.for_each_option(position, &mut |option, _| {
                let Some(to) = self.game.index(option) else {
                    outside = true;
                    return ControlFlow::Break(());
                };
                let value = self.after_pass[to].load(Relaxed);
                if value == UNKNOWN {
                    open.push(to);
                } else {
                    after.push(value);
                    before.extend(self.before_pass.get(to).map(|value| value.load(Relaxed)));
                }
                ControlFlow::Continue(())
            })?;
        }
        if outside {
            return Ok(false);
        }
        if open.is_empty() {
            let movable = !after.is_empty();
            let value = mex(&after);
            if let Some(cell) = self.before_pass.get(index) {
                before.extend(movable.then_some(value));
                cell.store(mex(&before), Relaxed);
            }
            self.after_pass[index].store(value, Relaxed);
        }
        Ok(true)
    }
}

/// The least number that is not among the values; linear in their number.
fn mex(values: &[u32]) -> u32 {
    let mut seen = vec![0u64; values.len() / 64 + 1];
    for value in values {
        if let Some(word) = seen.get_mut(*value as usize / 64) {
            *word |= 1 << (value % 64);
        }
    }
    let word = seen.iter().position(|word| *word != !0).unwrap_or(seen.len());
    word as u32 * 64 + seen.get(word).map_or(0, |word| word.trailing_ones())
}
