//! P-positions of two piles that may be exchanged, where any number may be taken from the larger pile, row by row, in
//! memory that grows with one side only; the other moves are tracks with gates.
//!
//! For each smaller pile there is at most one larger pile, none if the pile is the larger one of an earlier pair. A pair
//! notes itself, and its mirror image when that row comes, on the lines of the other moves; a row is searched 64 cells
//! at a time for the first whose lines are not noted, full stretches being jumped over. Comparisons between both ends of a
//! move open a line for some rows.
//!
//! Cost: O(tracks) words a jump, a few jumps a row as measured.

use super::rays::Ray;
use super::sweep::Noted;
use super::tracks::{Track, Tracks};
use crate::error::SolveError;
use std::collections::HashMap;
use std::ops::ControlFlow;
use wythoff_numbers::Budget;

/// Rows between two looks at the budget.
const PACE: usize = 256;

/// No entry in a list.
const NONE: u32 = u32::MAX;

/// Calls `visit` with the pairs in lexicographic order until told to stop, or until a row has none below the second side.
///
/// Returns `false` if this kernel does not apply, or if a row has no pair although the second side is longer than the
/// first; what was visited then is right, but not all.
pub fn pairs(
    moves: &Tracks<'_>,
    budget: &Budget,
    visit: &mut dyn FnMut(usize, usize) -> ControlFlow<()>,
) -> Result<bool, SolveError> {
    let &[rows, columns] = &moves.sides[..] else { return Ok(false) };
    if !moves.larger || rows == 0 || rows >= NONE as usize || columns >= NONE as usize {
        return Ok(false);
    }
    let mut wires = Vec::new();
    for track in &moves.tracks {
        // What stays in the row is done by the moves of the larger pile.
        if track.start[0] == 0 && track.strides.iter().all(|stride| stride.vector[0] == 0) {
            continue;
        }
        let Some(wire) = Wire::new(track, rows) else { return Ok(false) };
        wires.push(wire);
    }
    let lines: u128 = wires.iter().map(|wire| wire.lines(rows, columns.min(4 * rows))).sum();
    budget.need("the notes on lines", lines / 8 * 2 + rows as u128 * 16)?;
    let mut found = Found { upper: vec![NONE; rows], heads: vec![NONE; rows], nodes: Vec::new() };
    let mut barred = Vec::new();
    for row in 0..rows {
        if row % PACE == 0 {
            budget.step(row as u64, rows as u64)?;
        }
        barred.clear();
        for wire in &mut wires {
            if let Notes::Lines(noted, _) | Notes::Timed(noted, _) = &mut wire.notes {
                noted.enter(row);
            }
            wire.enter(moves, row, &found, &mut barred)?;
        }
        if found.heads[row] != NONE {
            continue;
        }
        match free(moves, &wires, row, &barred)? {
            Some(column) => {
                found.upper[row] = column as u32;
                if row < column && column < rows {
                    found.nodes.push((row as u32, found.heads[column]));
                    found.heads[column] = found.nodes.len() as u32 - 1;
                }
                if visit(row, column).is_break() {
                    return Ok(true);
                }
            }
            None if columns > rows => return Ok(false),
            None => {}
        }
    }
    budget.step(rows as u64, rows as u64)?;
    Ok(true)
}

/// The pairs so far: for each row the larger pile, and those whose larger pile it is.
struct Found {
    upper: Vec<u32>,
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
        below.chain((self.upper[row] != NONE).then_some(self.upper[row] as usize))
    }
}

enum Notes {
    /// A single vector.
    Single,
    /// The lines of a stride; a P-position notes a run of so many.
    Lines(Noted, usize),
    /// Lines that are open for some rows.
    Timed(Noted, Events),
}

/// What happens in each row: lines open and close.
struct Events {
    /// The last event of each row, and of each event the one before it in its row.
    heads: Vec<u32>,
    events: Vec<Event>,
    /// By residue and number how many P-positions besides the first a line is open to, if any.
    extra: HashMap<(usize, usize), u32>,
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

/// A track that leaves the row.
struct Wire {
    start: (usize, usize),
    notes: Notes,
    stride: (usize, usize),
    vector: [usize; 2],
    source: Option<usize>,
    target: Option<usize>,
    window: usize,
}

impl Wire {
    fn new(track: &Track, rows: usize) -> Option<Wire> {
        let start = (track.start[0], track.start[1]);
        if start.0 == 0 || track.twice {
            return None;
        }
        let noted = |vector: &[usize]| Noted::new(Ray::new(vector[0], vector[1]), rows, 1);
        let (notes, stride) = match &track.strides[..] {
            [] => (Notes::Single, (0, 0)),
            [one] if track.window.is_some() && one.vector[0] > 0 => {
                let lines = noted(&one.vector);
                let events = Events { heads: vec![NONE; rows], events: Vec::new(), extra: HashMap::new() };
                (Notes::Timed(lines, events), (one.vector[0], one.vector[1]))
            }
            [one] if one.count.is_none() && one.vector[0] > 0 && track.window.is_none() => {
                (Notes::Lines(noted(&one.vector), 1), (one.vector[0], one.vector[1]))
            }
            [inner, outer] if inner.vector == [0, 1] && outer.vector[0] > 0 && outer.count.is_none() => {
                (Notes::Lines(noted(&outer.vector), inner.count?), (outer.vector[0], outer.vector[1]))
            }
            _ => return None,
        };
        let window = track.window.unwrap_or(0);
        let vector = [stride.0, stride.1];
        Some(Wire { start, notes, stride, vector, source: track.source, target: track.target, window })
    }

    fn lines(&self, rows: usize, columns: usize) -> u128 {
        match &self.notes {
            Notes::Single => 0,
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
        let ahead = if matches!(self.notes, Notes::Timed(..)) { 1 } else { down };
        let before = row.checked_sub(ahead);
        for column in before.into_iter().flat_map(|before| found.in_row(before)) {
            let before = row - ahead;
            if let Some(gate) = self.target
                && moves.gates.word(gate, &[before], column, 1)? == 0
            {
                continue;
            }
            match &mut self.notes {
                Notes::Single => {
                    let to = column + across;
                    let open = match self.source {
                        Some(gate) => moves.gates.word(gate, &[row], to, 1)? != 0,
                        None => true,
                    };
                    barred.extend(open.then_some(to));
                }
                Notes::Lines(noted, count) => noted.note_run(row, column, &(across..across + *count)),
                Notes::Timed(noted, events) => {
                    let rows = moves.sides[0];
                    // A line that stays on one side of the diagonal may be closed for good.
                    if let Some(gate) = self.source
                        && moves.gates.is_shut_behind(gate, &[before + down, column + across], &self.vector)
                    {
                        continue;
                    }
                    let Some((first, last)) = moves.gates.reach(self.window, &[before, column], rows)? else {
                        continue;
                    };
                    let from = before + down + first * self.stride.0;
                    let number = noted.through(from).1 + column + across + first * self.stride.1;
                    events.push(from, number, true);
                    events.push(before + down + (last + 1) * self.stride.0, number, false);
                }
            }
        }
        if let Notes::Timed(noted, events) = &mut self.notes {
            let class = row % self.stride.0;
            let mut next = events.heads[row];
            while let Some(&Event { number, before, opens }) = events.events.get(next as usize) {
                next = before;
                let is_open = noted.has(row, number);
                if opens && is_open {
                    *events.extra.entry((class, number)).or_insert(0) += 1;
                } else if opens {
                    noted.set(row, number, true);
                } else {
                    match events.extra.get_mut(&(class, number)) {
                        Some(1) => drop(events.extra.remove(&(class, number))),
                        Some(more) => *more -= 1,
                        None => noted.set(row, number, false),
                    }
                }
            }
        }
        Ok(())
    }
}

/// The first column from the diagonal on whose lines are not noted and that is not barred.
fn free(
    moves: &Tracks<'_>,
    wires: &[Wire],
    row: usize,
    barred: &[usize],
) -> Result<Option<usize>, SolveError> {
    let columns = moves.sides[1];
    let mut column = row;
    while column < columns {
        let mut noted = 0u64;
        let mut next = column + 64;
        for wire in wires {
            let (Notes::Lines(lines, _) | Notes::Timed(lines, _)) = &wire.notes else { continue };
            let (set, shift) = lines.through(row);
            let mut word = set.word_at(column + shift);
            let end = match wire.source {
                None => usize::MAX,
                Some(gate) => match moves.gates.interval(gate, &[row]) {
                    Some((from, to)) => {
                        word &= between(from, to, column);
                        if from <= column { to } else { 0 }
                    }
                    None => {
                        if word != 0 {
                            word = moves.gates.word(gate, &[row], column, word)?;
                        }
                        0
                    }
                },
            };
            if word == !0 && end > next {
                next = next.max((set.next_absent(column + shift) - shift).min(end));
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
            return Ok((column < columns).then_some(column));
        }
        column = next;
    }
    Ok(None)
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
