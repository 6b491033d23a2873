//! P-positions of two piles of which a row, or each residue class of it, has at most one, row by row, in memory that grows with one side only; the
//! moves are tracks with gates.
//!
//! It has if any number (any multiple of a number) may be taken from the second pile; or, where the piles may be exchanged,
//! from the larger one: then for each smaller pile there is at most one larger pile, none if the pile is the larger one of an
//! earlier pair. A P-position notes itself, and its mirror image when that row comes, on the lines of the other moves; a
//! row is searched 64 cells at a time for the first whose lines are not noted, full stretches being jumped over. Limited
//! amounts, comparisons between both ends of a move, and bands that begin in several rows open a line for some rows. A
//! cone that holds all integer points between its edges is asked by these: of the P-positions that are not inside the
//! cones of others, the last that a cell has passed one edge of tells whether it has passed the other.
//!
//! Cost: O(tracks) words a jump (for a cone a search in an ordered map), a few jumps a row as measured.

use super::rays::Ray;
use super::sweep::Noted;
use super::tracks::{OnePerRow, Track, Tracks};
use crate::error::SolveError;
use std::collections::{BTreeMap, HashMap};
use std::ops::{ControlFlow, Range};
use wythoff_numbers::Budget;

/// Rows between two looks at the budget.
const PACE: usize = 256;

/// Most residue classes of columns.
const MOST_CLASSES: usize = 64;

/// No entry in a list.
const NONE: u32 = u32::MAX;

/// Calls `visit` with the P-positions in lexicographic order (of pairs that may be exchanged the sorted ones) until told to
/// stop. If the second side is only a guess (`endless`), a row that may have one beyond it ends the search.
///
/// Returns `false` if this kernel does not apply, or if such a row was met; what was visited then is right, but not all.
pub fn pairs(
    moves: &Tracks<'_>,
    endless: bool,
    budget: &Budget,
    visit: &mut dyn FnMut(usize, usize) -> ControlFlow<()>,
) -> Result<bool, SolveError> {
    let &[rows, columns] = &moves.sides[..] else { return Ok(false) };
    let Some(kind) = moves.one_per_row else { return Ok(false) };
    if rows == 0 || rows >= NONE as usize || columns >= NONE as usize {
        return Ok(false);
    }
    let step = match kind {
        OnePerRow::Second(step) => step,
        OnePerRow::Larger => 1,
    };
    if step > MOST_CLASSES {
        return Ok(false);
    }
    let windows = moves.tracks.iter().filter(|track| track.window.is_some()).count();
    budget.need("the notes on lines", rows as u128 * (16 + 4 * step + 4 * windows) as u128)?;
    let mut wires = Vec::new();
    for track in &moves.tracks {
        // What stays in the row is done by the moves of the second pile.
        if track.start[0] == 0 && track.strides.iter().all(|stride| stride.vector[0] == 0) {
            continue;
        }
        let Some(wire) = Wire::new(track, &moves.tracks, rows) else { return Ok(false) };
        wires.push(wire);
    }
    let lines: u128 = wires.iter().map(|wire| wire.lines(rows, columns.min(4 * rows))).sum();
    budget.need("the notes on lines", lines / 8 * 2 + rows as u128 * 16)?;
    let mut found =
        Found { columns: Vec::new(), starts: vec![0], heads: vec![NONE; rows], nodes: Vec::new() };
    let mut barred = Vec::new();
    for row in 0..rows {
        if row % PACE == 0 {
            budget.step(row as u64, rows as u64)?;
        }
        barred.clear();
        for wire in &mut wires {
            wire.enter(moves, row, &found, &mut barred)?;
        }
        let own = found.columns.len();
        let (from, classes) = match kind {
            OnePerRow::Larger if found.heads[row] != NONE => (row, 0),
            OnePerRow::Larger => (row, 1),
            OnePerRow::Second(step) => (0, step),
        };
        for residue in 0..classes {
            match free(moves, &wires, row, from, (residue, step), &barred)? {
                Search::At(column) => found.columns.push(column as u32),
                Search::Beyond if endless => return Ok(false),
                Search::Beyond | Search::Nowhere => {}
            }
        }
        found.columns[own..].sort_unstable();
        found.starts.push(found.columns.len());
        for at in own..found.columns.len() {
            let column = found.columns[at] as usize;
            if kind == OnePerRow::Larger && row < column && column < rows {
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
}

enum Notes {
    /// A single vector.
    Single,
    /// Runs of columns of one row.
    Along(Vec<Range<usize>>),
    /// The lines of a stride; a P-position notes the runs of lines that begin so many rows below it.
    Lines(Noted, Vec<(usize, Range<usize>)>),
    /// Lines that are open for so many steps of the stride.
    Limited(Noted, Extra, usize),
    /// Lines that are open for some rows, as comparisons between both ends say: the number of their window.
    Compared(Noted, Events, usize),
    /// All that lies between two directions.
    Cone(Cone),
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
    /// The apexes that are in no other's cone: the form of the first edge, and that of the second, which falls.
    front: BTreeMap<i64, i64>,
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
        Some(Cone { low, high, front: BTreeMap::new() })
    }

    /// The forms of both edges; sides are below 2^32 and vectors below 2^20.
    fn forms(&self, row: usize, column: usize) -> (i64, i64) {
        let (x, y) = (row as i64, column as i64);
        (self.low.0 * y - self.low.1 * x, self.high.1 * x - self.high.0 * y)
    }

    fn insert(&mut self, row: usize, column: usize) {
        let (first, second) = self.forms(row, column);
        if self.front.range(..=first).next_back().is_some_and(|(_, other)| *other <= second) {
            return;
        }
        while let Some((&key, _)) = self.front.range(first..).next().filter(|(_, other)| **other >= second) {
            self.front.remove(&key);
        }
        self.front.insert(first, second);
    }

    /// Which of 64 columns from `column` on are in some cone, and up to which column all are if those 64 are.
    fn word(&self, row: usize, column: usize) -> (u64, usize) {
        let (mut word, mut at) = (0u64, column);
        while at < column + 64 {
            let (first, second) = self.forms(row, at);
            match self.front.range(..=first).next_back() {
                Some((_, apex)) if *apex <= second => {
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
                    let Some((apex, _)) = self.front.range(first + 1..).next() else { break };
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
}

impl Wire {
    /// The wire of a track among all tracks.
    fn new(track: &Track, all: &[Track], rows: usize) -> Option<Wire> {
        if track.twice {
            return None;
        }
        let pair = |v: &[usize]| (v[0], v[1]);
        let mut start = pair(&track.start);
        let stride = track.strides.last().map_or((0, 0), |stride| pair(&stride.vector));
        let noted = || Noted::new(Ray::new(stride.0, stride.1), rows, 1);
        // What a line has in the row of the P-position itself does not matter.
        let below = |start: (usize, usize)| match start.0 {
            0 => (stride.0, start.1 + stride.1),
            _ => start,
        };
        let notes = match (&track.strides[..], track.window) {
            ([], None) => Notes::Single,
            ([_], Some(window)) if stride.0 > 0 => {
                let events = Events { heads: vec![NONE; rows], events: Vec::new(), extra: Extra::default() };
                Notes::Compared(noted(), events, window)
            }
            ([one], None) if stride.0 > 0 => match one.count {
                None => {
                    let (down, across) = below(start);
                    Notes::Lines(noted(), vec![(down, across..across + 1)])
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
                    Notes::Lines(noted(), vec![(down, across..across + count)])
                }
                Some(count) if stride.0 > 0 => {
                    let beside =
                        |i: usize| below((start.0 + i * inner.vector[0], start.1 + i * inner.vector[1]));
                    let run = |(down, across)| (down, across..across + 1);
                    Notes::Lines(noted(), (0..count).map(beside).map(run).collect())
                }
                None if is_whole(track, all) => Notes::Cone(Cone::new(pair(&inner.vector), stride)?),
                _ => return None,
            },
            _ => return None,
        };
        let count = track.strides.last().and_then(|stride| stride.count);
        Some(Wire { start, notes, stride, count, source: track.source, target: track.target })
    }

    fn lines(&self, rows: usize, columns: usize) -> u128 {
        match &self.notes {
            Notes::Single | Notes::Along(_) | Notes::Cone(_) => 0,
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
        let (down, across) = self.start;
        let class = row.checked_rem(self.stride.0).unwrap_or(0);
        // The P-positions of the row so many above, if the gate is open there.
        let target = self.target;
        let above = |ahead: usize, visit: &mut dyn FnMut(usize, usize) -> Result<(), SolveError>| {
            let Some(before) = row.checked_sub(ahead) else { return Ok(()) };
            for column in found.in_row(before) {
                let open = match target {
                    Some(gate) => moves.gates.word(gate, &[before], column, 1)? != 0,
                    None => true,
                };
                if open {
                    visit(before, column)?;
                }
            }
            Ok(())
        };
        match &mut self.notes {
            Notes::Single => above(down, &mut |_, column| {
                let to = column + across;
                let open = match self.source {
                    Some(gate) => moves.gates.word(gate, &[row], to, 1)? != 0,
                    None => true,
                };
                barred.extend(open.then_some(to));
                Ok(())
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
                starts.iter().try_for_each(|(down, across)| {
                    above(*down, &mut |_, column| {
                        noted.note_run(row, column, across);
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
            Notes::Cone(cone) => above(1, &mut |before, column| {
                cone.insert(before + down, column + across);
                Ok(())
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

/// The first column from `from` on, in a residue class, whose lines are not noted and that is not barred.
fn free(
    moves: &Tracks<'_>,
    wires: &[Wire],
    row: usize,
    from: usize,
    (residue, step): (usize, usize),
    barred: &[usize],
) -> Result<Search, SolveError> {
    let columns = moves.sides[1];
    let mut column = from;
    let class = (0..64).step_by(step).fold(0u64, |bits, at| bits | 1 << at);
    while column < columns {
        let mut noted = !(class << ((residue + step - column % step) % step));
        let mut next = column + 64;
        for wire in wires {
            // Where the gate is an interval of columns, and up to where it goes on from here; else nothing is known.
            let (mask, end) = match wire.source.map(|gate| (gate, moves.gates.interval(gate, &[row]))) {
                None => (!0, usize::MAX),
                Some((_, Some((from, to)))) => {
                    (between(from, to, column), if from <= column { to } else { 0 })
                }
                Some((_, None)) => (!0, 0),
            };
            if mask == 0 {
                continue;
            }
            let (mut word, full_to) = match &wire.notes {
                Notes::Single => continue,
                Notes::Cone(cone) => cone.word(row, column),
                Notes::Along(runs) => {
                    let word = |run: &Range<usize>| between(run.start, run.end, column);
                    let full = runs.iter().find(|run| word(run) == !0);
                    (runs.iter().fold(0, |all, run| all | word(run)), full.map_or(0, |run| run.end))
                }
                Notes::Lines(lines, _) | Notes::Limited(lines, ..) | Notes::Compared(lines, ..) => {
                    let (set, shift) = lines.through(row);
                    let word = set.word_at(column + shift);
                    let jumps = word == !0 && end > next;
                    (word, if jumps { set.next_absent(column + shift) - shift } else { 0 })
                }
            };
            word &= mask;
            if let Some(gate) = wire.source.filter(|_| end == 0 && mask == !0 && word != 0) {
                word = moves.gates.word(gate, &[row], column, word)?;
            }
            if word == !0 && end > next {
                next = next.max(full_to.min(end));
            }
            noted |= word;
        }
        for bar in barred {
            if let Some(bit) = bar.checked_sub(column).filter(|bit| *bit < 64) {
                noted |= 1 << bit;
            }
        }
        if noted != !0 {
            column += noted.trailing_ones() as usize;
            return Ok(if column < columns { Search::At(column) } else { Search::Beyond });
        }
        column = next;
    }
    Ok(if column == usize::MAX { Search::Nowhere } else { Search::Beyond })
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
