//! Chains: a machine that reads its own word needs finitely many states.
//!
//! The machine reads letter x of a word in state p(x) and then writes the letters from F(x) to F(x+1), which is beyond
//! x + 1. Fix a length m. The *link* at x is the state p(x), the m letters from x on, and the state p(F(x)) in which
//! the machine will be when it comes to what it is about to write; the *word* at x is the state p(x) and m + 1 letters.
//!
//! Let a link and a word of the same state and letters be given. Reading the m + 1 letters from p(x) tells what
//! is written from F(x) on; reading that from p(F(x)) tells
//! 1. the word at each place from F(x) to F(x+1), if enough is written;
//! 2. the link at x + 1: its last letter is that of the word at x.
//!
//! Let the link at the origin x0 and the words at x0 .. F(x0) be in two sets that are closed under this. Then they
//! have the link and the word at every x >= x0, by induction: from F(x0) on the word at x is one that 1. tells of a
//! smaller place. So if the sets are finite, so are the states. States are those that the rule makes,
//! never read from a file; sets that are not closed after a bounded number of links are refused.

use crate::transducer::Rejection;
use std::collections::{HashMap, HashSet};
use std::hash::Hash;

/// Most states. A game with lines has been seen to need 12,594.
const MOST_STATES: usize = 1 << 14;

/// What a state takes.
pub(crate) trait Held {
    /// Bytes, or more.
    fn bytes(&self) -> usize;
}

/// What a chain may cost.
pub struct Effort<'a> {
    /// Most links; each takes some 200 bytes.
    pub links: usize,
    /// Most bytes that states and what they write may take.
    pub bytes: usize,
    /// Asked now and then: whether to go on.
    pub go_on: &'a dyn Fn() -> bool,
}

impl Default for Effort<'_> {
    /// A few seconds, and 256 MiB for states.
    fn default() -> Self {
        Effort { links: 1 << 20, bytes: 1 << 28, go_on: &|| true }
    }
}

/// A machine whose states are numbered as they are met.
pub(crate) struct Machine<'a, S> {
    letters: usize,
    rule: &'a dyn Fn(&S, usize) -> Option<(S, Vec<u8>)>,
    states: Vec<S>,
    numbers: HashMap<S, usize>,
    steps: Vec<Vec<Option<(usize, Vec<u8>)>>>,
    bytes: usize,
    most: usize,
}

impl<'a, S: Clone + Eq + Hash + Held> Machine<'a, S> {
    /// `rule` says what a state and a letter below `letters` lead to and write; `None` where the game is none of the kind.
    /// The machine holds at most so many bytes.
    pub(crate) fn new(
        letters: usize,
        rule: &'a dyn Fn(&S, usize) -> Option<(S, Vec<u8>)>,
        most: usize,
    ) -> Self {
        let (states, numbers, steps) = (Vec::new(), HashMap::new(), Vec::new());
        Machine { letters, rule, states, numbers, steps, bytes: 0, most }
    }

    pub(crate) fn state(&self, number: usize) -> &S {
        &self.states[number]
    }

    fn number(&mut self, state: S) -> Result<usize, Rejection> {
        if let Some(&known) = self.numbers.get(&state) {
            return Ok(known);
        }
        if self.states.len() == MOST_STATES {
            return fault("more states than this checker keeps");
        }
        // In the list and as a key, and what it writes for each letter.
        self.keep(2 * state.bytes() + 64 + 32 * self.letters)?;
        self.numbers.insert(state.clone(), self.states.len());
        self.states.push(state);
        self.steps.push(vec![None; self.letters]);
        Ok(self.states.len() - 1)
    }

    fn keep(&mut self, bytes: usize) -> Result<(), Rejection> {
        self.bytes += bytes;
        if self.bytes > self.most { fault("states larger than this checker keeps") } else { Ok(()) }
    }

    /// The state after a letter, and what is written.
    fn step(&mut self, state: usize, letter: u8) -> Result<(usize, &[u8]), Rejection> {
        let letter = usize::from(letter);
        if self.steps[state][letter].is_none() {
            let Some((next, written)) = (self.rule)(&self.states[state], letter) else {
                return fault("the rule of the states does not go on: not such a game");
            };
            self.keep(written.capacity())?;
            let next = self.number(next)?;
            self.steps[state][letter] = Some((next, written));
        }
        let (next, written) = self.steps[state][letter].as_ref().map_or((0, &[][..]), |(n, w)| (*n, w));
        Ok((next, written))
    }
}

fn fault<T>(reason: &str) -> Result<T, Rejection> {
    Err(Rejection { line: 0, reason: reason.to_string() })
}

/// What closes: the states that are reached with the letters that each of them reads, and the number of links.
pub(crate) struct Closed {
    pub(crate) transitions: Vec<(usize, usize)>,
    pub(crate) states: usize,
    pub(crate) links: usize,
}

/// A state and the letters that follow, packed, with what can come after them and the states ahead that were linked.
struct Place {
    state: usize,
    window: u64,
    next: Vec<u8>,
    ahead: Vec<usize>,
}

struct Links {
    /// Letters of a window, and bits of a letter.
    length: usize,
    bits: usize,
    places: Vec<Place>,
    index: HashMap<(usize, u64), usize>,
    linked: HashSet<(usize, usize)>,
    /// Places, states ahead and last letters that are still to be followed.
    work: Vec<(usize, usize, u8)>,
    most: usize,
}

impl Links {
    fn place(&mut self, state: usize, window: u64) -> usize {
        let fresh = self.places.len();
        let found = *self.index.entry((state, window)).or_insert(fresh);
        if found == fresh {
            self.places.push(Place { state, window, next: Vec::new(), ahead: Vec::new() });
        }
        found
    }

    fn pack(&self, letters: &[u8]) -> u64 {
        letters.iter().rev().fold(0, |window, &letter| window << self.bits | u64::from(letter))
    }

    /// A word occurs: the letters of a window and one more.
    fn word(&mut self, state: usize, letters: &[u8]) {
        let (window, last) = (self.pack(&letters[..self.length]), letters[self.length]);
        let place = self.place(state, window);
        let here = &mut self.places[place];
        if !here.next.contains(&last) {
            here.next.push(last);
            self.work.extend(here.ahead.iter().map(|&ahead| (place, ahead, last)));
        }
    }

    /// A link occurs.
    fn link(&mut self, state: usize, window: u64, ahead: usize) -> Result<(), Rejection> {
        let place = self.place(state, window);
        if self.linked.insert((place, ahead)) {
            if self.linked.len() > self.most || self.places.len() > self.most {
                return fault("more links than this checker follows");
            }
            let here = &mut self.places[place];
            here.ahead.push(ahead);
            self.work.extend(here.next.iter().map(|&last| (place, ahead, last)));
        }
        Ok(())
    }
}

/// Closes links and words from the start of a word: its state, and the letters before F of the origin.
pub(crate) fn close<S: Clone + Eq + Hash + Held>(
    machine: &mut Machine<'_, S>,
    start: S,
    letters: &[u8],
    length: usize,
    effort: &Effort,
) -> Result<Closed, Rejection> {
    let bits = machine.letters.next_power_of_two().trailing_zeros() as usize;
    if length == 0 || bits * length > 60 || letters.is_empty() {
        return fault("a window must have letters, and be shorter; and the word must have begun");
    }
    let mut links = Links {
        length,
        bits,
        places: Vec::new(),
        index: HashMap::new(),
        linked: HashSet::new(),
        work: Vec::new(),
        most: effort.links,
    };
    let frontier = letters.len();
    let mut word = letters.to_vec();
    let mut states = vec![machine.number(start)?];
    for at in 0.. {
        if at >= frontier && word.len() > frontier + length {
            break;
        }
        let (next, written) = machine.step(states[at], word[at])?;
        if written.is_empty() {
            return fault("a state writes nothing");
        }
        word.extend_from_slice(written);
        states.push(next);
    }
    for at in 0..frontier {
        links.word(states[at], &word[at..=at + length]);
    }
    links.link(states[0], links.pack(&word[..length]), states[frontier])?;
    let mut followed = 0u64;
    while let Some((place, ahead, last)) = links.work.pop() {
        followed += 1;
        if followed.is_multiple_of(256) && !(effort.go_on)() {
            return fault("the check was interrupted");
        }
        follow(machine, &mut links, place, ahead, last)?;
    }
    let reached = links.places.iter().filter(|place| !place.ahead.is_empty());
    let first = (1u64 << bits) - 1;
    let mut transitions: Vec<(usize, usize)> =
        reached.map(|place| (place.state, (place.window & first) as usize)).collect();
    transitions.sort_unstable();
    transitions.dedup();
    let states = transitions.chunk_by(|a, b| a.0 == b.0).count();
    Ok(Closed { transitions, states, links: links.linked.len() })
}

/// What a link and a word of its letters tell.
fn follow<S: Clone + Eq + Hash + Held>(
    machine: &mut Machine<'_, S>,
    links: &mut Links,
    place: usize,
    ahead: usize,
    last: u8,
) -> Result<(), Rejection> {
    let Place { state, window, .. } = links.places[place];
    let whole = window | u64::from(last) << (links.bits * links.length);
    let letter = |i: usize| (whole >> (links.bits * i) & ((1 << links.bits) - 1)) as u8;
    let (mut at, mut written) = (state, Vec::new());
    let (mut first, mut after) = (0, state);
    for i in 0..=links.length {
        let (next, more) = machine.step(at, letter(i))?;
        if more.is_empty() {
            return fault("a state writes nothing");
        }
        written.extend_from_slice(more);
        at = next;
        if i == 0 {
            (first, after) = (written.len(), next);
        }
        if written.len() >= first + links.length {
            break;
        }
    }
    if written.len() < first + links.length {
        return fault("a window writes too little");
    }
    let mut reader = ahead;
    for i in 0..first {
        links.word(reader, &written[i..=i + links.length]);
        reader = machine.step(reader, written[i])?.0;
    }
    links.link(after, whole >> links.bits, reader)
}
