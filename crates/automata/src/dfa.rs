//! Deterministic automata with small numeric outputs, one start state for each value of the bounded
//! coordinates. State 0 is the dead state; outputs above 1 count options (blocking).

use crate::error::AutomataError;

use crate::game::Game;
use crate::hash::{FastMap, Interner};
use crate::limits::{Limit, Limits};
use crate::minimise;
use crate::numeration::Numeration;

/// The letters: tuples of digits, one a pile. Letter number = sum of digit_i · base^i.
#[derive(Debug, Clone)]
pub(crate) struct Alphabet {
    pub(crate) tracks: usize,
    pub(crate) base: usize,
    digits: Vec<u8>,
}

impl Alphabet {
    pub(crate) fn new(game: &Game, numeration: &Numeration) -> Result<Self, AutomataError> {
        let tracks = game.piles().len();
        let base = usize::from(numeration.max_digit()) + 1;
        let letters = base
            .checked_pow(tracks as u32)
            .filter(|&n| n <= 4096)
            .ok_or(AutomataError::Letters { piles: tracks, digit: numeration.max_digit() })?;
        let mut digits = Vec::with_capacity(letters * tracks);
        for letter in 0..letters {
            let mut rest = letter;
            for _ in 0..tracks {
                digits.push((rest % base) as u8);
                rest /= base;
            }
        }
        Ok(Alphabet { tracks, base, digits })
    }

    pub(crate) fn letters(&self) -> usize {
        self.digits.len() / self.tracks
    }

    pub(crate) fn digits(&self, letter: usize) -> &[u8] {
        &self.digits[letter * self.tracks..(letter + 1) * self.tracks]
    }

    /// The letters of words of equal length, one a pile; `None` if lengths differ or a digit is too large.
    pub(crate) fn word(&self, words: &[Vec<u8>]) -> Option<Vec<u32>> {
        let length = words.first()?.len();
        if words.len() != self.tracks || words.iter().any(|w| w.len() != length) {
            return None;
        }
        let mut letters = vec![0u32; length];
        for word in words.iter().rev() {
            for (letter, &digit) in letters.iter_mut().zip(word) {
                if usize::from(digit) >= self.base {
                    return None;
                }
                *letter = *letter * self.base as u32 + u32::from(digit);
            }
        }
        Some(letters)
    }

    /// The digits of pile `track` in a word of letters.
    pub(crate) fn track(&self, word: &[u32], track: usize) -> Vec<u8> {
        word.iter().map(|&l| self.digits(l as usize)[track]).collect()
    }
}

/// A deterministic automaton; see the module's page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dfa {
    letters: usize,
    delta: Vec<u32>,
    output: Vec<u8>,
    starts: Vec<u32>,
}

impl Dfa {
    /// An automaton from its table `delta[state * letters + letter]`, outputs (0 rejects) and start states.
    /// State 0 must be dead.
    pub fn from_parts(
        letters: usize,
        delta: Vec<u32>,
        output: Vec<u8>,
        starts: Vec<u32>,
    ) -> Result<Self, AutomataError> {
        if output.is_empty() || starts.is_empty() || delta.len() != output.len() * letters {
            return Err(AutomataError::Table);
        }
        if let Some(&t) = delta.iter().chain(&starts).find(|&&t| t as usize >= output.len()) {
            return Err(AutomataError::Target(t));
        }
        if output[0] != 0 || delta[..letters].iter().any(|&t| t != 0) {
            return Err(AutomataError::Dead);
        }
        Ok(Dfa { letters, delta, output, starts })
    }

    pub(crate) fn raw(letters: usize, delta: Vec<u32>, output: Vec<u8>, starts: Vec<u32>) -> Self {
        Dfa { letters, delta, output, starts }
    }

    /// The empty language.
    pub(crate) fn empty(letters: usize, modes: usize) -> Self {
        Dfa { letters, delta: vec![0; letters], output: vec![0], starts: vec![0; modes] }
    }

    /// Number of states without the dead one.
    pub fn states(&self) -> usize {
        self.output.len() - 1
    }

    /// Number of transitions that do not lead to the dead state.
    pub fn transitions(&self) -> usize {
        self.delta.iter().filter(|t| **t != 0).count()
    }

    /// Number of letters.
    pub fn letters(&self) -> usize {
        self.letters
    }

    /// The start state for each value of the bounded coordinates (one without them).
    pub fn starts(&self) -> &[u32] {
        &self.starts
    }

    /// The state after a letter.
    pub fn next(&self, state: u32, letter: u32) -> u32 {
        self.delta[state as usize * self.letters + letter as usize]
    }

    /// The transitions of a state, 0 where there is none.
    pub fn row(&self, state: u32) -> &[u32] {
        &self.delta[state as usize * self.letters..][..self.letters]
    }

    /// The output of a state; 0 rejects.
    pub fn output(&self, state: u32) -> u8 {
        self.output[state as usize]
    }

    /// The output on a word of letters.
    pub fn run(&self, mode: usize, word: &[u32]) -> u8 {
        let mut state = self.starts[mode];
        for &letter in word {
            state = self.next(state, letter);
        }
        self.output(state)
    }

    /// Whether no word is accepted; only for trimmed automata.
    pub(crate) fn is_empty(&self) -> bool {
        self.starts.iter().all(|&s| s == 0)
    }

    /// The minimal automaton, states numbered in breadth-first order: equal languages give equal automata.
    pub fn minimised(&self) -> Self {
        // Without a deadline nothing stops it.
        self.minimised_within(&Limits::default()).unwrap_or_else(|_| self.clone())
    }

    /// [`Self::minimised`], which ends when the budget does.
    pub(crate) fn minimised_within(&self, limits: &Limits) -> Result<Self, Limit> {
        let n = self.output.len();
        // Forward, then backward reachability.
        let mut order: Vec<u32> = Vec::new();
        let mut index = vec![u32::MAX; n];
        for &s in self.starts.iter().filter(|&&s| s != 0) {
            if index[s as usize] == u32::MAX {
                index[s as usize] = order.len() as u32;
                order.push(s);
            }
        }
        let mut at = 0;
        let mut count = vec![0u32; 1];
        let mut edges: Vec<(u32, u32, u32)> = Vec::new();
        while at < order.len() {
            for (letter, &t) in self.row(order[at]).iter().enumerate() {
                if t != 0 {
                    if index[t as usize] == u32::MAX {
                        index[t as usize] = order.len() as u32;
                        order.push(t);
                    }
                    edges.push((at as u32, letter as u32, index[t as usize]));
                }
            }
            at += 1;
        }
        let live = order.len();
        count.resize(live + 1, 0);
        for e in &edges {
            count[e.2 as usize + 1] += 1;
        }
        for i in 0..live {
            count[i + 1] += count[i];
        }
        let mut fill = count.clone();
        let mut sources = vec![0u32; edges.len()];
        for e in &edges {
            sources[fill[e.2 as usize] as usize] = e.0;
            fill[e.2 as usize] += 1;
        }
        let mut useful = vec![false; live];
        let mut stack: Vec<u32> = Vec::new();
        for i in 0..live {
            if self.output[order[i] as usize] != 0 {
                useful[i] = true;
                stack.push(i as u32);
            }
        }
        while let Some(t) = stack.pop() {
            for &s in &sources[count[t as usize] as usize..count[t as usize + 1] as usize] {
                if !useful[s as usize] {
                    useful[s as usize] = true;
                    stack.push(s);
                }
            }
        }
        // Renumber the useful states and refine.
        let mut number = vec![u32::MAX; live];
        let mut output = Vec::new();
        for i in 0..live {
            if useful[i] {
                number[i] = output.len() as u32;
                output.push(self.output[order[i] as usize]);
            }
        }
        edges.retain(|e| useful[e.0 as usize] && useful[e.2 as usize]);
        for e in &mut edges {
            *e = (number[e.0 as usize], e.1, number[e.2 as usize]);
        }
        let (class, classes) = minimise::classes(&output, &edges, limits)?;
        // The quotient, numbered in breadth-first order from 1.
        let mut member = vec![u32::MAX; classes];
        let mut row_start = vec![0usize; output.len() + 1];
        for e in &edges {
            row_start[e.0 as usize + 1] += 1;
        }
        for i in 0..output.len() {
            row_start[i + 1] += row_start[i];
        }
        for (s, &c) in class.iter().enumerate() {
            member[c as usize] = s as u32;
        }
        let mut name = vec![0u32; classes];
        let mut queue: Vec<u32> = Vec::new();
        let mut result = Dfa::empty(self.letters, self.starts.len());
        for (mode, &s) in self.starts.iter().enumerate() {
            let i = if s == 0 { u32::MAX } else { index[s as usize] };
            if i != u32::MAX && useful[i as usize] {
                let c = class[number[i as usize] as usize];
                if name[c as usize] == 0 {
                    queue.push(c);
                    name[c as usize] = queue.len() as u32;
                }
                result.starts[mode] = name[c as usize];
            }
        }
        let mut at = 0;
        while at < queue.len() {
            let s = member[queue[at] as usize] as usize;
            let base = result.delta.len();
            result.delta.resize(base + self.letters, 0);
            result.output.push(output[s]);
            for e in &edges[row_start[s]..row_start[s + 1]] {
                let c = class[e.2 as usize];
                if name[c as usize] == 0 {
                    queue.push(c);
                    name[c as usize] = queue.len() as u32;
                }
                result.delta[base + e.1 as usize] = name[c as usize];
            }
            at += 1;
        }
        Ok(result)
    }

    /// The product automaton of the pairs reachable from the starts; `output` combines outputs, and a pair
    /// for which `keep` is false is dead. Not minimised.
    pub(crate) fn product(
        &self,
        other: &Dfa,
        what: &'static str,
        limits: &Limits,
        output: impl Fn(u8, u8) -> u8,
        keep: impl Fn(u32, u32) -> bool,
    ) -> Result<Dfa, Limit> {
        let letters = self.letters;
        let mut ids: FastMap<u64, u32> = FastMap::default();
        let mut pairs: Vec<(u32, u32)> = vec![(0, 0)];
        let mut result = Dfa::empty(letters, self.starts.len());
        let mut id = |a: u32, b: u32, pairs: &mut Vec<(u32, u32)>| -> u32 {
            if !keep(a, b) {
                return 0;
            }
            *ids.entry(u64::from(a) << 32 | u64::from(b)).or_insert_with(|| {
                pairs.push((a, b));
                pairs.len() as u32 - 1
            })
        };
        for mode in 0..self.starts.len() {
            result.starts[mode] = id(self.starts[mode], other.starts[mode], &mut pairs);
        }
        let mut at = 1;
        while at < pairs.len() {
            limits.check(what, pairs.len(), pairs.len() * (letters * 4 + 32))?;
            let (a, b) = pairs[at];
            result.output.push(output(self.output(a), other.output(b)));
            for letter in 0..letters as u32 {
                let (x, y) = (self.next(a, letter), other.next(b, letter));
                let target = if x | y == 0 { 0 } else { id(x, y, &mut pairs) };
                result.delta.push(target);
            }
            at += 1;
        }
        Ok(result)
    }

    /// Words of both, minimal.
    pub(crate) fn intersection(&self, other: &Dfa, limits: &Limits) -> Result<Dfa, Limit> {
        let product =
            self.product(other, "an intersection", limits, |a, b| a.min(b), |a, b| a != 0 && b != 0)?;
        product.minimised_within(limits)
    }

    /// Words of self that are not of `other`, minimal.
    pub(crate) fn difference(&self, other: &Dfa, limits: &Limits) -> Result<Dfa, Limit> {
        let product =
            self.product(other, "a difference", limits, |a, b| if b == 0 { a } else { 0 }, |a, _| a != 0)?;
        product.minimised_within(limits)
    }

    /// Outputs added, at most `cap`; minimal.
    pub(crate) fn sum(&self, other: &Dfa, cap: u8, limits: &Limits) -> Result<Dfa, Limit> {
        let product = self.product(
            other,
            "a union of move families",
            limits,
            |a, b| a.saturating_add(b).min(cap),
            |a, b| a | b != 0,
        )?;
        product.minimised_within(limits)
    }

    /// Outputs changed by a function with f(0) = 0.
    pub(crate) fn map_output(mut self, f: impl Fn(u8) -> u8) -> Self {
        for o in &mut self.output {
            *o = f(*o);
        }
        self
    }

    /// All valid words, lengths multiples of the period: the universe in which candidates live.
    pub(crate) fn universe(numeration: &Numeration, alphabet: &Alphabet, modes: usize) -> Self {
        let letters = alphabet.letters();
        let period = numeration.period();
        let mut states: Interner<u32> = Interner::new();
        // Slice: the digit-condition state of each track, then the phase: digits to come mod period.
        let dead = vec![u32::MAX];
        states.intern(&dead);
        let start = vec![0u32; alphabet.tracks + 1];
        states.intern(&start);
        let mut result = Dfa::empty(letters, modes);
        result.starts = vec![1; modes];
        let mut at = 1;
        while at < states.len() {
            let state = states.get(at).to_vec();
            let phase = state[alphabet.tracks] as usize;
            let index = (phase + period - 1) % period;
            result.output.push(u8::from(phase == 0));
            for letter in 0..letters {
                let mut next = Vec::with_capacity(state.len());
                for (track, &digit) in alphabet.digits(letter).iter().enumerate() {
                    match numeration.follow(index, state[track] as usize, usize::from(digit)) {
                        Some(f) => next.push(f as u32),
                        None => break,
                    }
                }
                let target = if next.len() == alphabet.tracks {
                    next.push(index as u32);
                    states.intern(&next).0
                } else {
                    0
                };
                result.delta.push(target as u32);
            }
            at += 1;
        }
        result
    }

    /// The phase (digits to come modulo the period) of every state of a trimmed automaton whose words are
    /// all valid.
    pub(crate) fn phases(&self, period: usize) -> Vec<usize> {
        let mut phase = vec![usize::MAX; self.output.len()];
        let mut stack = Vec::new();
        for &s in &self.starts {
            if s != 0 && phase[s as usize] == usize::MAX {
                phase[s as usize] = 0;
                stack.push(s);
            }
        }
        while let Some(s) = stack.pop() {
            let next = (phase[s as usize] + period - 1) % period;
            for &t in self.row(s) {
                if t != 0 && phase[t as usize] == usize::MAX {
                    phase[t as usize] = next;
                    stack.push(t);
                }
            }
        }
        phase
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Moore's quadratic refinement, the twin of `minimised`.
    fn moore_classes(dfa: &Dfa) -> usize {
        let n = dfa.output.len();
        let mut reach = vec![false; n];
        let mut stack: Vec<u32> = dfa.starts.clone();
        while let Some(s) = stack.pop() {
            if !std::mem::replace(&mut reach[s as usize], true) {
                stack.extend(dfa.row(s));
            }
        }
        let mut class: Vec<usize> = dfa.output.iter().map(|&o| usize::from(o)).collect();
        loop {
            let mut ids = std::collections::BTreeMap::new();
            let next: Vec<usize> = (0..n)
                .map(|s| {
                    let key =
                        (class[s], dfa.row(s as u32).iter().map(|&t| class[t as usize]).collect::<Vec<_>>());
                    let fresh = ids.len();
                    *ids.entry(key).or_insert(fresh)
                })
                .collect();
            let before = class.iter().collect::<std::collections::BTreeSet<_>>().len();
            let after = ids.len();
            class = next;
            if before == after {
                break;
            }
        }
        let mut live: Vec<usize> = (0..n).filter(|&s| reach[s]).map(|s| class[s]).collect();
        live.push(class[0]);
        live.sort_unstable();
        live.dedup();
        live.len() - 1
    }

    proptest! {
        #[test]
        fn minimised_is_minimal_and_equivalent(
            n in 1usize..12, letters in 1usize..4, seed in proptest::collection::vec(0u32..1000, 60), words in proptest::collection::vec(proptest::collection::vec(0u32..100, 0..9), 30)
        ) {
            let mut delta = vec![0; letters];
            let mut output = vec![0u8];
            for s in 0..n {
                output.push((seed[s] % 5).saturating_sub(2) as u8);
                for l in 0..letters {
                    delta.push(seed[12 + s * letters + l] % (n as u32 + 1));
                }
            }
            let starts = vec![1, seed[59] % (n as u32 + 1)];
            let dfa = Dfa::from_parts(letters, delta, output, starts).unwrap();
            let small = dfa.minimised();
            prop_assert_eq!(small.states(), moore_classes(&dfa));
            prop_assert_eq!(&small.minimised(), &small);
            for word in words {
                let word: Vec<u32> = word.into_iter().map(|l| l % letters as u32).collect();
                for mode in 0..2 {
                    prop_assert_eq!(dfa.run(mode, &word), small.run(mode, &word));
                }
            }
        }
    }

    #[test]
    fn universe_counts_words() {
        let game = Game::new(2);
        for system in ["zeckendorf", "ostrowski 1 3", "base 3", "parry 1 1 1"] {
            let numeration: Numeration = system.parse().unwrap();
            let alphabet = Alphabet::new(&game, &numeration).unwrap();
            let universe = Dfa::universe(&numeration, &alphabet, 1);
            let mut count = vec![0u64; universe.states() + 1];
            count[1] = 1;
            for length in 1..=6 {
                let mut next = vec![0u64; count.len()];
                for (s, &words) in count.iter().enumerate().skip(1) {
                    for &t in universe.row(s as u32) {
                        next[t as usize] += words;
                    }
                }
                next[0] = 0;
                count = next;
                if length % numeration.period() == 0 {
                    let total: u64 =
                        (1..count.len()).map(|s| count[s] * u64::from(universe.output(s as u32))).sum();
                    assert_eq!(total, numeration.weight(length).unwrap().pow(2), "{system} {length}");
                }
            }
        }
    }
}
