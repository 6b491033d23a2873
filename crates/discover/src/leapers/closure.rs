//! The proof: a finite set of windows of the word that is closed under the transducer (ledger
//! VIS-8.4-closure).
//!
//! Let `Q` be the states, `K` the synchronisation length, `L` the window length, `S` a set of words
//! of length `L`, and `x0` a column with `d(x0) >= L`, `d(x0)` at least the reach of the vectors, and
//! its state in `Q`. Suppose that
//! 1. the transitions at `x0 .. x0+K` are listed and every window that starts in `[x0, F(x0+K))` is in `S`;
//! 2. for each `u` in `S` and each state `q` that remains of `Q` after the first `K` letters, reading the rest of
//!    `u` from `q` uses listed transitions only, and each factor of length `L` of what is written
//!    that starts inside the output of the letter `u[K]` is complete and in `S`.
//!
//! Then for every `x >= x0` the window at `x` is in `S` and the transition at `x` is listed: a window
//! that starts at or beyond `F(x0+K)` starts inside the output of some letter `z >= x0+K`, the window
//! at `z-K` comes earlier, since `F(z) >= z + L`, and 2. applies to it.
//!
//! For Wythoff's moves `K` is so long that one state remains, which the telescope needs. Where differences are counted no
//! `K` is; and if every letter can be read in every state, `K = 0` and `L = 1` are enough.

use super::{Certificate, Columns, Leapers, Machine};
use std::collections::{HashMap, HashSet, VecDeque};
use thiserror::Error;
use wythoff_numbers::Budget;

/// How far [`certify`] looks before it gives up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Columns of the sequence that are explored for states.
    pub columns: u64,
    /// Longest window tried.
    pub window: usize,
    /// Most windows kept.
    pub windows: usize,
    /// Most states.
    pub states: usize,
}

impl Default for Limits {
    /// Answers at once: enough for the vectors (1,2), (2,3), (4,7) and all harmless ones.
    fn default() -> Limits {
        Limits { columns: 30_000, window: 240, windows: 50_000, states: 1_000 }
    }
}

impl Limits {
    /// A few seconds: enough for (3,5) and (4,6).
    pub fn deep() -> Limits {
        Limits { columns: 300_000, window: 640, windows: 500_000, states: 4_000 }
    }
}

/// Why there is no certificate within the limits; it says nothing about larger ones. It is an answer, and told as one.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoCertificate {
    /// More states than allowed.
    #[error("more than {0} states in the first {1} columns; raise the limit on states")]
    States(usize, u64),
    /// Some factor does not synchronise, or does not write enough, within the longest window.
    #[error(
        "no certificate with windows up to {window} letters: synchronisation takes at least {sync}; raise the limit on the window"
    )]
    Window {
        /// The limit.
        window: usize,
        /// Letters that synchronisation was seen to need.
        sync: usize,
    },
    /// Cancelled from outside.
    #[error("the search was interrupted")]
    Cancelled,
    /// A P-position without the least difference or row, where bands or neighbours of Nim moves need it.
    #[error(
        "a P-position does not have the least difference that is left: the finite state does not describe this game"
    )]
    Order,
    /// The set of windows grew beyond its limit.
    #[error(
        "no certificate with {windows} windows: there are more of {window} letters; raise the limit on windows"
    )]
    Windows {
        /// The limit.
        windows: usize,
        /// The window length reached.
        window: usize,
    },
}

/// What stops one attempt at closure.
enum Obstacle {
    /// A window is not synchronised by its first letters.
    Synchronise,
    /// A window writes too little.
    Lengthen,
    /// A window used a transition that the machine had not met; it has now.
    Learned,
    /// Too many windows.
    TooMany,
    /// The rule makes no step of a transducer.
    Order,
    /// Cancelled from outside.
    Cancelled,
}

/// Finds the transducer and a closed set of windows; O(columns · states + windows · L).
///
/// ```
/// use wythoff_discover::leapers::{Leapers, Limits, certify};
/// let certificate = certify(&Leapers::new(&[(1, 2)])?, &Limits::default())?;
/// assert_eq!(certificate.machine().states().len(), 15);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn certify(leapers: &Leapers, limits: &Limits) -> Result<Certificate, NoCertificate> {
    certify_within(leapers, limits, &Budget::default())
}

/// [`certify`] within a budget.
pub fn certify_within(
    leapers: &Leapers,
    limits: &Limits,
    budget: &Budget,
) -> Result<Certificate, NoCertificate> {
    // Nothing is counted: some letters tell the state.
    if leapers.is_wythoff() || leapers.kind().layers() > 1 {
        let explored = explore(leapers, limits, budget)?;
        let sync = longest_unsynchronised(&explored.0, &explored.1.letters, limits.window);
        return closed(explored, sync, true, limits, budget);
    }
    match complete(leapers, &Limits { states: COMPLETE.min(limits.states), ..*limits }, budget) {
        Err(NoCertificate::States(..)) => {}
        other => return other,
    }
    // Few letters before short windows are often enough, and cheap to try.
    let mut last = NoCertificate::Cancelled;
    for (sync, window, windows) in [(8, 48, 10_000), (24, 96, 20_000), (64, limits.window, limits.windows)] {
        let limits =
            Limits { window: window.min(limits.window), windows: windows.min(limits.windows), ..*limits };
        match explore(leapers, &limits, budget).and_then(|found| closed(found, sync, false, &limits, budget))
        {
            Err(_) if budget.check().is_err() => return Err(NoCertificate::Cancelled),
            Err(why) => last = why,
            found => return found,
        }
    }
    Err(last)
}

/// States of a transducer that reads every letter in every state: there are few, or there is no such transducer.
const COMPLETE: usize = 256;

/// Every letter can be read in every state that is reached.
fn complete(leapers: &Leapers, limits: &Limits, budget: &Budget) -> Result<Certificate, NoCertificate> {
    let short = Limits { columns: 1, window: 1, ..*limits };
    let (mut machine, start) = explore(leapers, &short, budget)?;
    let mut at = 0;
    while at < machine.states().len() {
        for letter in 0..leapers.kind().letters() {
            machine.learn(at, letter).ok_or(NoCertificate::Order)?;
        }
        if machine.states().len() > limits.states {
            return Err(NoCertificate::States(limits.states, limits.columns));
        }
        if budget.check().is_err() {
            return Err(NoCertificate::Cancelled);
        }
        at += 1;
    }
    let windows = (0..leapers.kind().letters()).map(|letter| Box::from([letter])).collect();
    Ok(Certificate::new(machine, start.origin, start.state, 0, 1, windows))
}

/// Lengthens the windows, and the letters before them, until they are closed. With `one`, the letters before must leave
/// one state.
fn closed(
    (mut machine, start): (Machine, Start),
    mut sync: usize,
    one: bool,
    limits: &Limits,
    budget: &Budget,
) -> Result<Certificate, NoCertificate> {
    let mut length = 2 * sync + 2;
    loop {
        if length > limits.window {
            return Err(NoCertificate::Window { window: limits.window, sync });
        }
        match close(&mut machine, &start, sync, length, one, limits.windows, budget) {
            Ok(windows) => {
                return Ok(Certificate::new(machine, start.origin, start.state, sync, length, windows));
            }
            Err(Obstacle::Synchronise) => {
                sync += 1 + sync / 16;
                length = length.max(2 * sync + 2);
            }
            Err(Obstacle::Lengthen) => length += 1 + length / 32,
            Err(Obstacle::Cancelled) => return Err(NoCertificate::Cancelled),
            Err(Obstacle::Order) => return Err(NoCertificate::Order),
            Err(Obstacle::TooMany) => {
                return Err(NoCertificate::Windows { windows: limits.windows, window: length });
            }
            Err(Obstacle::Learned) => {
                if machine.states().len() > limits.states {
                    return Err(NoCertificate::States(limits.states, limits.columns));
                }
            }
        }
    }
}

/// The start of the proof: the origin `x0`, its state, `F(x0) - x0`, and the letters from `x0` on.
struct Start {
    origin: u64,
    state: usize,
    lead: usize,
    letters: Vec<u8>,
}

/// Runs the columns and enters all states and transitions from the origin on.
fn explore(leapers: &Leapers, limits: &Limits, budget: &Budget) -> Result<(Machine, Start), NoCertificate> {
    let mut columns = Columns::new(leapers);
    let needed = limits.window as u64 + leapers.clear();
    while columns.least_difference() < needed {
        if budget.check().is_err() {
            return Err(NoCertificate::Cancelled);
        }
        columns.advance();
    }
    let origin = columns.x();
    let lead = columns.least_difference() as usize;
    let mut machine = Machine::new(leapers);
    let start = machine.enter(columns.state());
    let mut state = start;
    for _ in 0..limits.columns {
        let letter = columns.letter(columns.x());
        columns.advance();
        state = machine.learn(state, letter).ok_or(NoCertificate::Order)?.0;
        if machine.states().len() > limits.states {
            return Err(NoCertificate::States(limits.states, limits.columns));
        }
        if budget.check().is_err() {
            return Err(NoCertificate::Cancelled);
        }
    }
    let letters = (origin..columns.frontier()).map(|c| columns.letter(c)).collect();
    Ok((machine, Start { origin, state: start, lead, letters }))
}

/// The most letters that a factor starting in the first 8,192 places needs to leave one state.
fn longest_unsynchronised(machine: &Machine, letters: &[u8], limit: usize) -> usize {
    let mut subsets = Subsets::new(machine);
    let places = letters.len().saturating_sub(limit).min(8192);
    let needed = |place: usize| subsets.run(machine, &letters[place..place + limit]).unwrap_or(limit);
    (0..places).map(needed).max().unwrap_or(1).max(1)
}

/// The windows that follow from those of the start, sorted, or what stands in the way.
fn close(
    machine: &mut Machine,
    start: &Start,
    sync: usize,
    length: usize,
    one: bool,
    most: usize,
    budget: &Budget,
) -> Result<Vec<Box<[u8]>>, Obstacle> {
    let mut seen: HashSet<Box<[u8]>> = HashSet::new();
    let mut queue: VecDeque<Box<[u8]>> = VecDeque::new();
    let mut subsets = Subsets::new(machine);
    for window in start.letters.windows(length).take(written(machine, start, sync)?) {
        if seen.insert(window.into()) {
            queue.push_back(window.into());
        }
    }
    while let Some(window) = queue.pop_front() {
        if budget.check().is_err() {
            return Err(Obstacle::Cancelled);
        }
        let states = subsets.left(machine, &window[..sync]).to_vec();
        if one && states.len() != 1 {
            return Err(Obstacle::Synchronise);
        }
        for state in states {
            for next in successors(machine, state, &window, sync)? {
                if !seen.contains(&next) {
                    if seen.len() == most {
                        return Err(Obstacle::TooMany);
                    }
                    seen.insert(next.clone());
                    queue.push_back(next);
                }
            }
        }
    }
    let mut windows: Vec<Box<[u8]>> = seen.into_iter().collect();
    windows.sort_unstable();
    Ok(windows)
}

/// `F(x0 + K) - x0`, learning the transitions at `x0 .. x0 + K`.
fn written(machine: &mut Machine, start: &Start, sync: usize) -> Result<usize, Obstacle> {
    let mut state = start.state;
    let mut output = start.lead;
    for &letter in start.letters.iter().take(sync) {
        let (next, new) = machine.learn(state, letter).ok_or(Obstacle::Order)?;
        if new {
            return Err(Obstacle::Learned);
        }
        output += machine.edge(state, letter).map_or(0, |edge| edge.output.len());
        state = next;
    }
    Ok(output)
}

/// The windows written from inside the output of the letter after synchronisation.
fn successors(
    machine: &mut Machine,
    state: usize,
    window: &[u8],
    sync: usize,
) -> Result<Vec<Box<[u8]>>, Obstacle> {
    let mut state = state;
    let mut output = Vec::with_capacity(2 * window.len());
    let mut starts = 0;
    for (read, &letter) in window[sync..].iter().enumerate() {
        let (next, new) = machine.learn(state, letter).ok_or(Obstacle::Order)?;
        if new {
            return Err(Obstacle::Learned);
        }
        if let Some(edge) = machine.edge(state, letter) {
            output.extend_from_slice(&edge.output);
        }
        if read == 0 {
            starts = output.len();
        }
        state = next;
    }
    if output.len() + 1 < window.len() + starts {
        return Err(Obstacle::Lengthen);
    }
    Ok(output.windows(window.len()).take(starts).map(Into::into).collect())
}

/// The subset automaton of a machine, built as far as it is walked.
struct Subsets {
    sets: Vec<Vec<usize>>,
    index: HashMap<Vec<usize>, usize>,
    next: Vec<Vec<Option<usize>>>,
}

impl Subsets {
    fn new(machine: &Machine) -> Subsets {
        let all: Vec<usize> = (0..machine.states().len()).collect();
        let next = vec![vec![None; usize::from(machine.leapers().kind().letters())]];
        Subsets { sets: vec![all.clone()], index: HashMap::from([(all, 0)]), next }
    }

    fn step(&mut self, machine: &Machine, set: usize, letter: u8) -> usize {
        let slot = usize::from(letter);
        if let Some(next) = self.next[set][slot] {
            return next;
        }
        let mut states = self.sets[set].clone();
        machine.narrow(&mut states, letter);
        let fresh = self.sets.len();
        let next = *self.index.entry(states.clone()).or_insert(fresh);
        if next == fresh {
            self.sets.push(states);
            self.next.push(vec![None; usize::from(machine.leapers().kind().letters())]);
        }
        self.next[set][slot] = Some(next);
        next
    }

    /// How many letters leave at most one state of all.
    fn run(&mut self, machine: &Machine, letters: &[u8]) -> Option<usize> {
        let mut set = 0;
        for (read, &letter) in letters.iter().enumerate() {
            if self.sets[set].len() <= 1 {
                return Some(read);
            }
            set = self.step(machine, set, letter);
        }
        (self.sets[set].len() <= 1).then_some(letters.len())
    }

    /// The states that the letters leave of all.
    fn left(&mut self, machine: &Machine, letters: &[u8]) -> &[usize] {
        let set = letters.iter().fold(0, |set, &letter| self.step(machine, set, letter));
        &self.sets[set]
    }
}
