//! P-positions of two piles of which a row has few, row by row, in memory that grows with one side only; the moves are
//! tracks with gates.
//!
//! A row has few if all multiples of a number from some multiple on may be taken from the second pile: a P-position then
//! closes its residue class of columns from so far behind it on. Or if the piles may be exchanged and any number may be taken from
//! the larger one: then for each smaller pile there is at most one larger pile, none if the pile is the larger one of an
//! earlier pair. A P-position notes itself, and its mirror image when that row comes, on the lines of the other moves; a
//! row is searched 64 cells at a time for those whose lines are not noted, full stretches being jumped over, and what is
//! found is asked for moves along the row. A gate that is the same all along a line is asked when that is noted. Limited
//! amounts, comparisons between both ends of a move, and bands that begin in several rows open a line for some rows. A
//! cone that holds all integer points between its edges is asked by these: of the P-positions that are not inside the
//! cones of others, the last that a cell has passed one edge of tells whether it has passed the other.
//!
//! Extra ends are P-positions of normal play, positions without a move are none of misère play, and those from which a
//! pass wins (the P-positions of the game without it) are none of a game with a pass.
//!
//! Cost: O(tracks) words a jump (for a cone a search in a sorted list), a few jumps a row as measured.

use super::ends::Ends;
use super::rays::Ray;
use super::sweep::Noted;
use super::tracks::{FewPerRow, Track, Tracks};
use crate::error::SolveError;
use std::cell::Cell;
use std::collections::{HashMap, VecDeque};
use std::ops::{ControlFlow, Range};
use wythoff_numbers::Budget;

/// Rows between two looks at the budget.
const PACE: usize = 256;

/// Most residue classes of columns.
const MOST_CLASSES: usize = 64;

/// Most columns behind a P-position that another one of its class may be in.
const MOST_REACH: usize = 1 << 12;

/// No entry in a list.
const NONE: u32 = u32::MAX;

/// How the game ends, and which positions are left out.
pub struct Convention<'a> {
    /// Misère play or not, and extra ends.
    pub ends: &'a Ends,
    /// Pairs in lexicographic order from which a pass wins.
    pub won: &'a [(usize, usize)],
    /// Whether there is a move from a position.
    pub has_move: &'a dyn Fn(usize, usize) -> Result<bool, SolveError>,
}

impl Convention<'_> {
    /// The columns of a row that are no P-positions whatever the moves, beside those without a move.
    fn bar(&self, row: usize, barred: &mut Vec<usize>) {
        if self.ends.misere() {
            barred.extend(self.ends.in_row(row));
        }
        let from = self.won.partition_point(|pair| pair.0 < row);
        barred.extend(self.won[from..].iter().take_while(|pair| pair.0 == row).map(|pair| pair.1));
    }

    /// Whether a position that cannot reach a P-position is one; moves along the row are left from column `reach` on.
    fn is_lost(&self, row: usize, column: usize, reach: usize) -> Result<bool, SolveError> {
        Ok(!self.ends.misere() || column >= reach || (self.has_move)(row, column)?)
    }
}

/// Calls `visit` with the P-positions in lexicographic order (of pairs that may be exchanged the sorted ones) until told to
/// stop. If the second side is only a guess (`endless`), a row that may have one beyond it ends the search.
///
/// Returns `false` if this kernel does not apply, or if such a row was met; what was visited then is right, but not all.
pub fn pairs(
    moves: &Tracks<'_>,
    convention: &Convention<'_>,
    endless: bool,
    budget: &Budget,
    visit: &mut dyn FnMut(usize, usize) -> ControlFlow<()>,
) -> Result<bool, SolveError> {
    let &[rows, columns] = &moves.sides[..] else { return Ok(false) };
    let Some(kind) = moves.few_per_row else { return Ok(false) };
    if rows == 0 || rows >= NONE as usize || columns >= NONE as usize {
        return Ok(false);
    }
    let (step, reach) = match kind {
        FewPerRow::Second { step, from } => (step, step.saturating_mul(from)),
        FewPerRow::Larger => (1, 1),
    };
    let ends_beyond = |end: &(usize, usize)| end.0 < rows && end.1 >= columns;
    if step > MOST_CLASSES || reach > MOST_REACH || endless && convention.ends.extra().iter().any(ends_beyond)
    {
        return Ok(false);
    }
    let windows = moves.tracks.iter().filter(|track| track.window.is_some()).count();
    budget.need("the notes on lines", rows as u128 * (16 + 4 * step + 4 * windows) as u128)?;
    let Some((mut wires, rails)) = wired(moves, kind) else { return Ok(false) };
    let lines: u128 = wires.iter().map(|wire| wire.lines(rows, columns.min(4 * rows))).sum();
    budget.need("the notes on lines", lines / 8 * 2 + rows as u128 * 16)?;
    let mut found =
        Found { columns: Vec::new(), starts: vec![0], heads: vec![NONE; rows], nodes: Vec::new() };
    let mut barred = Vec::new();
    // The column from which on each residue class is closed.
    let mut closed = vec![usize::MAX; step];
    for row in 0..rows {
        if row % PACE == 0 {
            budget.step(row as u64, rows as u64)?;
        }
        barred.clear();
        for wire in &mut wires {
            wire.enter(moves, row, &found, &mut barred)?;
        }
        convention.bar(row, &mut barred);
        barred.sort_unstable();
        let own = found.columns.len();
        let taken = kind == FewPerRow::Larger && found.heads[row] != NONE;
        closed.fill(if taken { 0 } else { usize::MAX });
        let from = if kind == FewPerRow::Larger { row } else { 0 };
        let forced = convention.ends.in_row(row).filter(|end| (from..columns).contains(end));
        let mut forced = forced.filter(|_| !convention.ends.misere()).peekable();
        let mut column = from;
        loop {
            let free = match free(moves, &wires, row, column, &closed, &barred)? {
                Search::At(column) => Some(column),
                Search::Beyond if endless => return Ok(false),
                Search::Beyond | Search::Nowhere => None,
            };
            let end = forced.next_if(|end| free.is_none_or(|free| *end <= free));
            let Some(at) = end.or(free) else { break };
            column = at + 1;
            if end.is_none() {
                let reached = reaches(moves, &rails, row, at, &found.columns[own..])?;
                if reached || !convention.is_lost(row, at, reach)? {
                    continue;
                }
            }
            found.columns.push(at as u32);
            let class = &mut closed[at % step];
            *class = (*class).min(at + reach);
            rails.iter().for_each(|rail| rail.close(at, &mut closed));
        }
        found.starts.push(found.columns.len());
        for at in own..found.columns.len() {
            let column = found.columns[at] as usize;
            if kind == FewPerRow::Larger && row < column && column < rows {
                found.nodes.push((row as u32, found.heads[column]));
                found.heads[column] = found.nodes.len() as u32 - 1;
            }
            if visit(row, column).is_break() {
                return Ok(true);
            }
        }
    }
    budget.step(rows as u64, rows as u64)?;
    Ok(true)
}

/// The moves that leave the row, and those along it; `None` if some cannot be asked that way.
fn wired(moves: &Tracks<'_>, kind: FewPerRow) -> Option<(Vec<Wire>, Vec<Rail>)> {
    let (mut wires, mut rails): (Vec<Wire>, Vec<Rail>) = (Vec::new(), Vec::new());
    for track in &moves.tracks {
        if track.start[0] == 0 {
            let mut along = track.clone();
            along.strides.retain(|stride| stride.vector[0] == 0);
            if along.strides.len() > 1 || track.twice {
                return None;
            }
            let leaves = along.strides.len() < track.strides.len();
            rails.push(Rail { track: along });
            if !leaves {
                continue;
            }
        }
        let mut wire = Wire::new(track, moves)?;
        let joined = wires.iter_mut().any(|other| other.takes_in(&mut wire));
        if !joined {
            wires.push(wire);
        }
    }
    // Any number from the larger pile is all that is needed; and a class that is closed at once needs no moves within.
    let plain = |step| rails.iter().all(|rail| rail.keeps_classes(step));
    if matches!(kind, FewPerRow::Larger) || matches!(kind, FewPerRow::Second { step, from: 1 } if plain(step))
    {
        rails.clear();
    }
    Some((wires, rails))
}

/// Whether one can move along a row from a column to one of some others.
fn reaches(
    moves: &Tracks<'_>,
    rails: &[Rail],
    row: usize,
    from: usize,
    to: &[u32],
) -> Result<bool, SolveError> {
    for to in to {
        for rail in rails {
            if rail.takes(moves, row, from, *to as usize)? {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Moves along a row.
struct Rail {
    track: Track,
}

impl Rail {
    /// Whether one can move from a column to another of the same row.
    fn takes(&self, moves: &Tracks<'_>, row: usize, from: usize, to: usize) -> Result<bool, SolveError> {
        let Some(rest) = from.checked_sub(to).and_then(|taken| taken.checked_sub(self.track.start[1])) else {
            return Ok(false);
        };
        let times = match &self.track.strides[..] {
            [] => (rest == 0).then_some(0),
            [stride, ..] => {
                let times = rest / stride.vector[1];
                let within = stride.count.is_none_or(|count| times < count);
                (rest % stride.vector[1] == 0 && within).then_some(times)
            }
        };
        let Some(times) = times else { return Ok(false) };
        let open = |gate: Option<usize>, column: usize| match gate {
            Some(gate) => Ok::<_, SolveError>(moves.gates.word(gate, &[row], column, 1)? != 0),
            None => Ok(true),
        };
        if !open(self.track.source, from)? || !open(self.track.target, to)? {
            return Ok(false);
        }
        let Some(window) = self.track.window else { return Ok(true) };
        let reach = moves.gates.reach(window, &[row, to], usize::MAX)?;
        Ok(reach.is_some_and(|(first, last)| first <= times && times <= last))
    }

    /// Closes the residue classes of columns from all of which, from some on, an endless line leads to a P-position.
    fn close(&self, to: usize, closed: &mut [usize]) {
        let Track { source: None, target: None, window: None, .. } = self.track else { return };
        let [stride] = &self.track.strides[..] else { return };
        let (first, classes) = (to + self.track.start[1], closed.len());
        if stride.count.is_none() && classes.is_multiple_of(stride.vector[1]) {
            for column in (first..first + classes).step_by(stride.vector[1]) {
                closed[column % classes] = closed[column % classes].min(column);
            }
        }
    }

    /// Whether all amounts are multiples of a number.
    fn keeps_classes(&self, step: usize) -> bool {
        let along = self.track.strides.iter().map(|stride| &stride.vector);
        along.chain([&self.track.start]).all(|vector| vector[1] % step == 0)
    }
}

/// The P-positions so far: the columns of each row, and of pairs those whose larger pile it is.
struct Found {
    columns: Vec<u32>,
    /// Where the columns of each row begin.
    starts: Vec<usize>,
    heads: Vec<u32>,
    nodes: Vec<(u32, u32)>,
}

impl Found {
    /// The columns of all P-positions of a row.
    fn in_row(&self, row: usize) -> impl Iterator<Item = usize> + '_ {
        let mut next = self.heads[row];
        let below = std::iter::from_fn(move || {
            let (column, rest) = *self.nodes.get(next as usize)?;
            next = rest;
            Some(column as usize)
        });
        let own = &self.columns[self.starts[row]..self.starts[row + 1]];
        below.chain(own.iter().map(|column| *column as usize))
    }

    /// Calls `visit` with the P-positions of the row so many above a row where a gate is open.
    #[inline]
    fn above(
        &self,
        moves: &Tracks<'_>,
        row: usize,
        ahead: usize,
        gate: Option<usize>,
        mut visit: impl FnMut(usize, usize) -> Result<(), SolveError>,
    ) -> Result<(), SolveError> {
        let Some(before) = row.checked_sub(ahead) else { return Ok(()) };
        for column in self.in_row(before) {
            let open = match gate {
                Some(gate) => moves.gates.word(gate, &[before], column, 1)? != 0,
                None => true,
            };
            if open {
                visit(before, column)?;
            }
        }
        Ok(())
    }
}

enum Notes {
    /// Single vectors.
    Singles(Vec<Begin>),
    /// Runs of columns of one row.
    Along(Vec<Range<usize>>),
    /// The lines of a stride, and where those of a P-position begin.
    Lines(Noted, Vec<Begin>),
    /// Lines that are open for so many steps of the stride.
    Limited(Noted, Extra, usize),
    /// Lines that are open for some rows, as comparisons between both ends say: the number of their window.
    Compared(Noted, Events, usize),
    /// All that lies between two directions, and where the cones of a P-position begin.
    Cone(Cone, Vec<Begin>),
}

/// Runs of lines that begin so many rows below a P-position, if the gate is open there and at their beginning.
struct Begin {
    down: usize,
    across: Range<usize>,
    target: Option<usize>,
    /// A gate that is the same all along a line.
    source: Option<usize>,
}

/// To how many P-positions besides the first a line is open, by residue and number, if any.
#[derive(Default)]
struct Extra(HashMap<(usize, usize), u32>);

impl Extra {
    /// Opens or closes a line through a row.
    fn turn(&mut self, noted: &mut Noted, row: usize, class: usize, number: usize, opens: bool) {
        if opens && noted.has(row, number) {
            *self.0.entry((class, number)).or_insert(0) += 1;
        } else if opens {
            noted.set(row, number, true);
        } else {
            match self.0.get_mut(&(class, number)) {
                Some(1) => drop(self.0.remove(&(class, number))),
                Some(more) => *more -= 1,
                None => noted.set(row, number, false),
            }
        }
    }
}

/// What happens in each row: lines open and close.
struct Events {
    /// The last event of each row, and of each event the one before it in its row.
    heads: Vec<u32>,
    events: Vec<Event>,
    extra: Extra,
}

struct Event {
    number: usize,
    before: u32,
    opens: bool,
}

impl Events {
    fn push(&mut self, row: usize, number: usize, opens: bool) {
        let Some(head) = self.heads.get_mut(row) else { return };
        self.events.push(Event { number, before: *head, opens });
        *head = self.events.len() as u32 - 1;
    }
}

/// Whether the moves of a track with two endless strides, together with those of tracks with the same gates, are closed
/// under adding any integer point between the strides: then they are as good as all points of the cone behind its start.
fn is_whole(track: &Track, all: &[Track]) -> bool {
    let number = |v: &[usize]| (v[0] as i128, v[1] as i128);
    let cross = |a: (i128, i128), b: (i128, i128)| a.0 * b.1 - a.1 * b.0;
    let [inner, outer] = &track.strides[..] else { return false };
    let (u, v) = (number(&inner.vector), number(&outer.vector));
    let size = cross(u, v).abs();
    if size <= 1 {
        return size == 1;
    }
    if size > MOST_POINTS || (u.0 + v.0) * (u.1 + v.1) > MOST_POINTS * MOST_POINTS {
        return false;
    }
    let same = |other: &&Track| {
        (other.source, other.target, other.window) == (track.source, track.target, None)
            && other.strides.len() == 2
            && other.strides.iter().all(|stride| track.strides.contains(stride))
    };
    // Whether a vector is a sum of another track's start and multiples of the strides.
    let holds = |other: &Track, (x, y): (i128, i128)| {
        let start = number(&other.start);
        let rest = (x - start.0, y - start.1);
        let (size, i, j) = (cross(u, v), cross(rest, v), cross(u, rest));
        i % size == 0 && j % size == 0 && i / size >= 0 && j / size >= 0
    };
    // The points between the strides from which neither can be taken.
    let start = number(&track.start);
    let points = (0..=u.0 + v.0).flat_map(|x| (0..=u.1 + v.1).map(move |y| (x, y)));
    let turn = cross(u, v).signum();
    let mut inside = points
        .filter(|w| (0..size).contains(&(cross(u, *w) * turn)) && (0..size).contains(&(cross(*w, v) * turn)));
    inside.all(|(x, y)| all.iter().filter(same).any(|other| holds(other, (start.0 + x, start.1 + y))))
}

/// Most integer points between two strides from which neither can be taken.
const MOST_POINTS: i128 = 64;

/// What lies between two directions, seen from some positions.
///
/// A cell is in the cone of an apex if it lies beyond both edges: two linear forms are not less than at the apex.
struct Cone {
    /// The edge nearer to the rows, and the one nearer to the columns.
    low: (i64, i64),
    high: (i64, i64),
    /// The apexes that are in no other's cone: the form of the first edge, which rises, and that of the second, which falls.
    front: VecDeque<(i64, i64)>,
    /// How many apexes a cell had passed the first edge of when last asked: rows differ little from one to the next.
    near: Cell<usize>,
}

impl Cone {
    fn new(one: (usize, usize), other: (usize, usize)) -> Option<Cone> {
        let small = |v: (usize, usize)| (v.0 < 1 << 20 && v.1 < 1 << 20).then_some((v.0 as i64, v.1 as i64));
        let (one, other) = (small(one)?, small(other)?);
        let (low, high) = match one.0 * other.1 - one.1 * other.0 {
            0 => return None,
            1.. => (one, other),
            _ => (other, one),
        };
        Some(Cone { low, high, front: VecDeque::new(), near: Cell::new(0) })
    }

    /// The forms of both edges; sides are below 2^32 and vectors below 2^20.
    fn forms(&self, row: usize, column: usize) -> (i64, i64) {
        let (x, y) = (row as i64, column as i64);
        (self.low.0 * y - self.low.1 * x, self.high.1 * x - self.high.0 * y)
    }

    fn insert(&mut self, row: usize, column: usize) {
        let (first, second) = self.forms(row, column);
        let behind = self.front.partition_point(|apex| apex.0 <= first);
        if behind > 0 && self.front[behind - 1].1 <= second {
            return;
        }
        let from = self.front.partition_point(|apex| apex.0 < first);
        let inside = self.front.range(from..).take_while(|apex| apex.1 >= second).count();
        self.front.drain(from..from + inside);
        self.front.insert(from, (first, second));
    }

    /// How many apexes have a first form that is not greater.
    fn passed(&self, first: i64) -> usize {
        let has_passed = |at: usize| self.front[at].0 <= first;
        let mut low = self.near.get().min(self.front.len());
        let (mut high, mut step) = (low, 1);
        while high < self.front.len() && has_passed(high) {
            low = high + 1;
            high = (high + step).min(self.front.len());
            step *= 2;
        }
        step = 1;
        while low > 0 && !has_passed(low - 1) {
            high = low - 1;
            low = low.saturating_sub(step);
            step *= 2;
        }
        while low < high {
            let middle = low + (high - low) / 2;
            if has_passed(middle) { low = middle + 1 } else { high = middle }
        }
        self.near.set(low);
        low
    }

    /// Which of 64 columns from `column` on are in some cone, and up to which column all are if those 64 are.
    fn word(&self, row: usize, column: usize) -> (u64, usize) {
        let (mut word, mut at) = (0u64, column);
        let (first, _) = self.forms(row, column);
        let mut behind = self.passed(first);
        while at < column + 64 {
            let (first, second) = self.forms(row, at);
            while self.front.get(behind).is_some_and(|apex| apex.0 <= first) {
                behind += 1;
            }
            match behind.checked_sub(1).map(|last| self.front[last].1) {
                Some(apex) if apex <= second => {
                    // Covered as long as the second form is not below the apex's.
                    let end = match self.high.0 {
                        0 => usize::MAX,
                        step => at + ((second - apex) / step) as usize + 1,
                    };
                    word |= between(at, end, column);
                    if word == !0 && end >= column + 64 {
                        return (word, end);
                    }
                    at = end;
                }
                _ => {
                    let Some((apex, _)) = self.front.get(behind) else { break };
                    if self.low.0 == 0 {
                        break;
                    }
                    at += ((apex - first + self.low.0 - 1) / self.low.0) as usize;
                }
            }
        }
        (word, column + 64)
    }
}

/// A track that leaves the row.
struct Wire {
    start: (usize, usize),
    notes: Notes,
    stride: (usize, usize),
    count: Option<usize>,
    source: Option<usize>,
    target: Option<usize>,
    /// The columns of the present row where the gate is open, if they are known to be an interval.
    open: Option<(usize, usize)>,
}

impl Wire {
    /// The wire of a track among all tracks.
    fn new(track: &Track, moves: &Tracks<'_>) -> Option<Wire> {
        if track.twice {
            return None;
        }
        let rows = moves.sides[0];
        let pair = |v: &[usize]| (v[0], v[1]);
        let mut start = pair(&track.start);
        let stride = track.strides.last().map_or((0, 0), |stride| pair(&stride.vector));
        let noted = || Noted::new(Ray::new(stride.0, stride.1), rows, 1);
        // What a line has in the row of the P-position itself does not matter.
        let below = |start: (usize, usize)| match start.0 {
            0 => (stride.0, start.1 + stride.1),
            _ => start,
        };
        let same = |gate: &usize| moves.gates.is_same_along(*gate, &[stride.0, stride.1]);
        let fixed = track.source.filter(same);
        let begin =
            |down: usize, across: Range<usize>| Begin { down, across, target: track.target, source: fixed };
        let notes = match (&track.strides[..], track.window) {
            ([], None) => Notes::Singles(vec![begin(start.0, start.1..start.1 + 1)]),
            ([_], Some(window)) if stride.0 > 0 => {
                let events = Events { heads: vec![NONE; rows], events: Vec::new(), extra: Extra::default() };
                Notes::Compared(noted(), events, window)
            }
            ([one], None) if stride.0 > 0 => match one.count {
                None => {
                    let (down, across) = below(start);
                    Notes::Lines(noted(), vec![begin(down, across..across + 1)])
                }
                Some(count) => {
                    let left = count - usize::from(start.0 == 0);
                    start = below(start);
                    Notes::Limited(noted(), Extra::default(), left)
                }
            },
            ([one], None) if one.vector == [0, 1] => Notes::Along(Vec::new()),
            ([inner, outer], None) if outer.count.is_none() => match inner.count {
                Some(count) if stride.0 > 0 && inner.vector == [0, 1] => {
                    let (down, across) = below(start);
                    Notes::Lines(noted(), vec![begin(down, across..across + count)])
                }
                Some(count) if stride.0 > 0 => {
                    let beside =
                        |i: usize| below((start.0 + i * inner.vector[0], start.1 + i * inner.vector[1]));
                    let run = |(down, across)| begin(down, across..across + 1);
                    Notes::Lines(noted(), (0..count).map(beside).map(run).collect())
                }
                None if is_whole(track, &moves.tracks) => Notes::Cone(
                    Cone::new(pair(&inner.vector), stride)?,
                    vec![begin(start.0, start.1..start.1 + 1)],
                ),
                _ => return None,
            },
            _ => return None,
        };
        let count = track.strides.last().and_then(|stride| stride.count);
        let source = track.source.filter(|gate| !matches!(notes, Notes::Lines(..)) || Some(*gate) != fixed);
        Some(Wire { start, notes, stride, count, source, target: track.target, open: None })
    }

    /// Takes in another wire whose lines are of the same stride and as open; `false` if it is not of that kind.
    fn takes_in(&mut self, other: &mut Wire) -> bool {
        let same = self.stride == other.stride && self.source == other.source;
        match (&mut self.notes, &mut other.notes) {
            (Notes::Lines(_, own), Notes::Lines(_, more)) | (Notes::Singles(own), Notes::Singles(more))
                if same =>
            {
                own.append(more);
                true
            }
            (Notes::Cone(cone, own), Notes::Cone(other, more))
                if same && (cone.low, cone.high) == (other.low, other.high) =>
            {
                own.append(more);
                true
            }
            _ => false,
        }
    }

    fn lines(&self, rows: usize, columns: usize) -> u128 {
        match &self.notes {
            Notes::Singles(_) | Notes::Along(_) | Notes::Cone(..) => 0,
            _ => self.stride.0 as u128 * columns as u128 + self.stride.1 as u128 * rows as u128,
        }
    }

    /// Takes in the P-positions whose moves along this track begin in a row.
    fn enter(
        &mut self,
        moves: &Tracks<'_>,
        row: usize,
        found: &Found,
        barred: &mut Vec<usize>,
    ) -> Result<(), SolveError> {
        self.open = match self.source {
            Some(gate) => moves.gates.interval(gate, &[row]),
            None => Some((0, usize::MAX)),
        };
        let (down, across) = self.start;
        let class = row.checked_rem(self.stride.0).unwrap_or(0);
        let target = self.target;
        let above = |ahead: usize, visit: &mut dyn FnMut(usize, usize) -> Result<(), SolveError>| {
            found.above(moves, row, ahead, target, visit)
        };
        match &mut self.notes {
            Notes::Singles(vectors) => vectors.iter().try_for_each(|vector| {
                found.above(moves, row, vector.down, vector.target, |_, column| {
                    let to = column + vector.across.start;
                    let open = match self.source {
                        Some(gate) => moves.gates.word(gate, &[row], to, 1)? != 0,
                        None => true,
                    };
                    barred.extend(open.then_some(to));
                    Ok(())
                })
            }),
            Notes::Along(runs) => {
                runs.clear();
                above(down, &mut |_, column| {
                    let from = column + across;
                    runs.push(from..self.count.map_or(usize::MAX, |count| from.saturating_add(count)));
                    Ok(())
                })
            }
            Notes::Lines(noted, starts) => {
                noted.enter(row);
                starts.iter().try_for_each(|begin| {
                    found.above(moves, row, begin.down, begin.target, |_, column| {
                        let Some(gate) = begin.source else {
                            noted.note_run(row, column, &begin.across);
                            return Ok(());
                        };
                        for across in begin.across.clone() {
                            if moves.gates.word(gate, &[row], column + across, 1)? != 0 {
                                noted.note_run(row, column, &(across..across + 1));
                            }
                        }
                        Ok(())
                    })
                })
            }
            Notes::Limited(noted, extra, count) => {
                noted.enter(row);
                above(down, &mut |_, column| {
                    let number = noted.number(row, column + across);
                    extra.turn(noted, row, class, number, true);
                    Ok(())
                })?;
                let behind = count.saturating_mul(self.stride.0).saturating_add(down);
                above(behind, &mut |before, column| {
                    let number = noted.number(before + down, column + across);
                    extra.turn(noted, row, class, number, false);
                    Ok(())
                })
            }
            Notes::Cone(cone, begins) => begins.iter().try_for_each(|begin| {
                found.above(moves, row, 1, begin.target, |before, column| {
                    cone.insert(before + begin.down, column + begin.across.start);
                    Ok(())
                })
            }),
            Notes::Compared(noted, events, window) => {
                noted.enter(row);
                let rows = moves.sides[0];
                above(1, &mut |before, column| {
                    // A line that stays on one side of the diagonal may be closed for good.
                    let (first, vector) = ([before + down, column + across], [self.stride.0, self.stride.1]);
                    if self.source.is_some_and(|gate| moves.gates.is_shut_behind(gate, &first, &vector)) {
                        return Ok(());
                    }
                    let Some((first, last)) = moves.gates.reach(*window, &[before, column], rows)? else {
                        return Ok(());
                    };
                    let first = first.max(usize::from(down == 0));
                    let from = before + down + first * self.stride.0;
                    if first <= last && from < rows {
                        let number = noted.number(from, column + across + first * self.stride.1);
                        events.push(from, number, true);
                        events.push(before + down + (last + 1) * self.stride.0, number, false);
                    }
                    Ok(())
                })?;
                let mut next = events.heads[row];
                while let Some(&Event { number, before, opens }) = events.events.get(next as usize) {
                    next = before;
                    events.extra.turn(noted, row, class, number, opens);
                }
                Ok(())
            }
        }
    }
}

/// What a row has.
enum Search {
    /// A P-position in this column.
    At(usize),
    /// None on the board.
    Beyond,
    /// None however far it goes on.
    Nowhere,
}

/// The first column from `from` on whose class is not closed, whose lines are not noted and that is not barred.
fn free(
    moves: &Tracks<'_>,
    wires: &[Wire],
    row: usize,
    from: usize,
    closed: &[usize],
    barred: &[usize],
) -> Result<Search, SolveError> {
    let last = closed.iter().copied().max().unwrap_or(0);
    let columns = moves.sides[1].min(last);
    let (mut column, step) = (from, closed.len());
    let multiples = (0..64).step_by(step).fold(0u64, |bits, at| bits | 1 << at);
    while column < columns {
        let mut noted = match closed {
            [closed] => between(*closed, usize::MAX, column),
            _ => closed.iter().enumerate().fold(0, |noted, (residue, closed_from)| {
                let ahead = (residue + step - column % step) % step;
                noted | multiples << ahead & between(*closed_from, usize::MAX, column)
            }),
        };
        let mut next = column + 64;
        for wire in wires {
            // Where the gate is an interval of columns, and up to where it goes on from here; else nothing is known.
            let (mask, end) = match wire.open {
                Some((from, to)) => (between(from, to, column), if from <= column { to } else { 0 }),
                None => (!0, 0),
            };
            if mask == 0 {
                continue;
            }
            let (mut word, full_to) = match &wire.notes {
                Notes::Singles(_) => continue,
                Notes::Cone(cone, _) => {
                    let (word, end) = cone.word(row, column);
                    (word, Some(end))
                }
                Notes::Along(runs) => {
                    let word = |run: &Range<usize>| between(run.start, run.end, column);
                    let full = runs.iter().find(|run| word(run) == !0);
                    (runs.iter().fold(0, |all, run| all | word(run)), Some(full.map_or(0, |run| run.end)))
                }
                Notes::Lines(lines, _) | Notes::Limited(lines, ..) | Notes::Compared(lines, ..) => {
                    let (set, shift) = lines.through(row);
                    (set.word_at(column + shift), None)
                }
            };
            word &= mask;
            let asked = wire.source.filter(|_| wire.open.is_none() && word != 0);
            if let Some(gate) = asked {
                word = moves.gates.word(gate, &[row], column, word)?;
            }
            if word == !0 && (end > next || asked.is_some()) {
                let full_to = match (&wire.notes, full_to) {
                    (Notes::Lines(lines, _) | Notes::Limited(lines, ..) | Notes::Compared(lines, ..), _) => {
                        let (set, shift) = lines.through(row);
                        set.next_absent(column + shift) - shift
                    }
                    (_, full_to) => full_to.unwrap_or(0),
                };
                let end = match asked {
                    Some(gate) if full_to > next => moves.gates.open_to(gate, &[row], next, full_to)?,
                    Some(_) => 0,
                    None => end,
                };
                next = next.max(full_to.min(end));
            }
            noted |= word;
        }
        let here = barred.partition_point(|bar| *bar < column);
        for bar in barred[here..].iter().take_while(|bar| **bar < column + 64) {
            noted |= 1 << (bar - column);
        }
        if noted != !0 {
            column += noted.trailing_ones() as usize;
            break;
        }
        column = next;
    }
    Ok(match column {
        _ if column < columns => Search::At(column),
        usize::MAX => Search::Nowhere,
        _ if column >= last => Search::Nowhere,
        _ => Search::Beyond,
    })
}

/// The bits of 64 columns that lie in an interval.
fn between(from: usize, to: usize, column: usize) -> u64 {
    let above = |at: usize| match at.saturating_sub(column) {
        0 => !0u64,
        bits @ 1..64 => !0 << bits,
        _ => 0,
    };
    above(from) & !above(to)
}
