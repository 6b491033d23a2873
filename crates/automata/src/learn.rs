//! Guessing the automaton: Angluin's L* with Rivest and Schapire's treatment of counterexamples.
//!
//! The membership oracle is a table (or a stream) of positions; the equivalence oracle is first a scan of the
//! table and then the prover, whose counterexamples go back as new distinguishing suffixes. Where a row of
//! observations lies partly outside the table it is merged with the first class it does not contradict. That
//! may guess wrong, and it is harmless: nothing is believed before the prover has accepted it.

use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::ops::ControlFlow;

use crate::dfa::Dfa;
use crate::game::{Coordinate, Game};
use crate::hash::FastMap;
use crate::limits::{Limit, Limits};
use crate::numeration::Numeration;
use crate::oracle::Oracle;
use crate::prove::{Counterexample, Proof, ProveError, Prover, Refutation, Verdict, Witness};
use crate::smallest::Word;

/// Bounds of the learner.
#[derive(Debug, Clone)]
pub struct Options {
    /// Positions below this are compared with a guess before the prover is asked; doubled repeatedly when
    /// the prover gets lost.
    pub scan: u64,
    /// At most this many rounds of refinement.
    pub rounds: usize,
    /// The prover's limit on states while the scan does not cover the whole table: wrong but stable guesses
    /// grow without end.
    pub trial_states: usize,
    /// A guess with more transitions than this is not worth the prover's time: it says more than the data do.
    pub transitions: usize,
    /// Limits of the last proof, and on the size of a guess.
    pub limits: Limits,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            scan: 3000,
            rounds: 2000,
            trial_states: 60_000,
            transitions: usize::MAX,
            limits: Limits::default(),
        }
    }
}

/// What learning led to.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The prover's last word. `Refuted` means that the oracle's own set is not the P-set: the guess agrees
    /// with it at the position and at all its options that matter.
    pub verdict: Verdict,
    /// The last guess, minimal.
    pub guess: Dfa,
    /// The guess agrees with the oracle for piles below this.
    pub fits_below: u64,
    /// Rounds of refinement.
    pub rounds: usize,
    /// Calls of the prover.
    pub prover_calls: usize,
}

impl Outcome {
    /// The proof, if there is one.
    pub fn proved(self) -> Option<Box<Proof>> {
        self.verdict.proved()
    }
}

/// Learns an automaton of the oracle's set and proves that it is the set of P-positions of the game.
pub fn learn(
    game: &Game,
    numeration: &Numeration,
    oracle: &dyn Oracle,
    options: &Options,
) -> Result<Outcome, ProveError> {
    let prover = Prover::new(game, numeration, &options.limits)?;
    learn_with(&prover, oracle, options)
}

/// [`learn`] with a prepared prover.
pub fn learn_with(prover: &Prover, oracle: &dyn Oracle, options: &Options) -> Result<Outcome, ProveError> {
    let mut learner = Learner::new(prover, oracle);
    let mut scan = options.scan.min(oracle.bound());
    let mut rounds = 0;
    let mut prover_calls = 0;
    let mut guess = Dfa::empty(prover.alphabet.letters(), prover.game.modes());
    let guessing =
        Limits { states: options.limits.states.min(options.transitions), ..options.limits.clone() };
    let stop = |limit: Limit, guess: Dfa, fits_below: u64, rounds: usize, prover_calls: usize| {
        Ok(Outcome { verdict: Verdict::Unknown(limit), guess, fits_below, rounds, prover_calls })
    };
    loop {
        rounds += 1;
        if rounds > options.rounds {
            return stop(Limit::Rounds { rounds: options.rounds }, guess, 0, rounds, prover_calls);
        }
        let hypothesis = match learner.hypothesis(&guessing) {
            Ok(hypothesis) => hypothesis,
            Err(Limit::States { limit, .. }) if limit < options.limits.states => {
                return stop(Limit::Data { bound: oracle.bound() }, guess, 0, rounds, prover_calls);
            }
            Err(limit) => return stop(limit, guess, 0, rounds, prover_calls),
        };
        guess = hypothesis.minimised();
        let wrong = learner.disagreements(&guess, scan, 8);
        if !wrong.is_empty() {
            if !learner.refine(&hypothesis, &wrong) {
                return stop(Limit::Data { bound: oracle.bound() }, guess, 0, rounds, prover_calls);
            }
            continue;
        }
        if guess.transitions() > options.transitions {
            return stop(Limit::Data { bound: oracle.bound() }, guess, scan, rounds, prover_calls);
        }
        prover_calls += 1;
        let whole = scan >= oracle.bound();
        let mut limits = options.limits.clone();
        if !whole {
            limits.states = limits.states.min(options.trial_states);
        }
        match prover.decide(&guess, Counterexample::Shortest, &limits)? {
            Verdict::Proved(proof) => {
                let verdict = Verdict::Proved(proof);
                return Ok(Outcome { verdict, guess, fits_below: scan, rounds, prover_calls });
            }
            Verdict::Refuted(refutation) => match learner.judge(&guess, &refutation) {
                Judgement::Wrong(words) if learner.refine(&hypothesis, &words) => {}
                Judgement::Genuine => {
                    // Once more for a small position; keep the short one if the table cannot confirm it.
                    let small = prover.decide(&guess, Counterexample::LeastSum, &limits)?;
                    let verdict = match small {
                        Verdict::Refuted(r) if matches!(learner.judge(&guess, &r), Judgement::Genuine) => {
                            Verdict::Refuted(r)
                        }
                        _ => Verdict::Refuted(refutation),
                    };
                    return Ok(Outcome { verdict, guess, fits_below: scan, rounds, prover_calls });
                }
                _ if !whole => scan = scan.saturating_mul(8).min(oracle.bound()),
                _ => {
                    return stop(Limit::Data { bound: oracle.bound() }, guess, scan, rounds, prover_calls);
                }
            },
            Verdict::Unknown(limit @ (Limit::Time | Limit::Cancelled)) => {
                return stop(limit, guess, scan, rounds, prover_calls);
            }
            Verdict::Unknown(_) if !whole => scan = scan.saturating_mul(8).min(oracle.bound()),
            Verdict::Unknown(limit) => return stop(limit, guess, scan, rounds, prover_calls),
        }
    }
}

/// The smallest automaton found that agrees with the oracle for all piles below `below`: a fit, not a proof.
pub fn fit(
    game: &Game,
    numeration: &Numeration,
    oracle: &dyn Oracle,
    below: u64,
    limits: &Limits,
) -> Result<Dfa, ProveError> {
    let shape = Game {
        families: Vec::new(),
        terminals: Vec::new(),
        convention: crate::game::Convention::Normal,
        ..game.clone()
    };
    let prover = Prover::new(&shape, numeration, limits)?;
    let mut learner = Learner::new(&prover, oracle);
    loop {
        let hypothesis = learner.hypothesis(limits)?;
        let guess = hypothesis.minimised();
        let wrong = learner.disagreements(&guess, below.min(oracle.bound()), 8);
        if wrong.is_empty() {
            return Ok(guess);
        }
        if !learner.refine(&hypothesis, &wrong) {
            return Err(Limit::Data { bound: oracle.bound() }.into());
        }
    }
}

/// What a refutation of a guess means.
enum Judgement {
    /// The guess differs from the oracle at these words.
    Wrong(Vec<Word>),
    /// It does not: the oracle's set itself is refuted.
    Genuine,
    /// The table does not reach that far.
    Beyond,
}

struct Suffix {
    letters: Vec<u32>,
    /// The value of each track.
    values: Vec<u64>,
    /// From which states of the universe the suffix leads to a complete valid word.
    valid_from: Vec<bool>,
}

#[derive(Clone)]
struct Prefix {
    mode: usize,
    /// For each track the coefficients of u_n, u_{n-1}, ... with n digits to come.
    vectors: Vec<i128>,
    /// The state of the universe.
    valid: u32,
}

struct State {
    prefix: Prefix,
    row: Row,
}

/// Observations: one bit a suffix, and whether it is known.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
struct Row {
    known: Vec<u64>,
    value: Vec<u64>,
}

impl Row {
    fn contradicts(&self, other: &Row) -> bool {
        (0..self.known.len()).any(|i| self.known[i] & other.known[i] & (self.value[i] ^ other.value[i]) != 0)
    }
}

struct Learner<'a> {
    prover: &'a Prover,
    oracle: &'a dyn Oracle,
    piles: Vec<usize>,
    mode_values: Vec<Vec<u64>>,
    suffixes: Vec<Suffix>,
    seen: HashSet<Vec<u32>>,
    states: Vec<State>,
    position: RefCell<Vec<u64>>,
}

impl<'a> Learner<'a> {
    fn new(prover: &'a Prover, oracle: &'a dyn Oracle) -> Self {
        let game = &prover.game;
        let mut learner = Learner {
            prover,
            oracle,
            piles: game.piles(),
            mode_values: (0..game.modes()).map(|m| game.mode_values(m)).collect(),
            suffixes: Vec::new(),
            seen: HashSet::new(),
            states: Vec::new(),
            position: RefCell::default(),
        };
        learner.add_suffix(&[]);
        learner
    }

    fn add_suffix(&mut self, letters: &[u32]) -> bool {
        if !self.seen.insert(letters.to_vec()) {
            return false;
        }
        let universe = &self.prover.universe;
        let valid_from = (0..=universe.states() as u32)
            .map(|mut s| {
                for &l in letters {
                    s = universe.next(s, l);
                }
                universe.output(s) != 0
            })
            .collect();
        let values = (0..self.piles.len())
            .map(|t| self.prover.numeration.value(&self.prover.alphabet.track(letters, t)))
            .collect::<Option<Vec<u64>>>();
        let Some(values) = values else { return false };
        self.suffixes.push(Suffix { letters: letters.to_vec(), values, valid_from });
        true
    }

    fn empty_prefix(&self, mode: usize) -> Prefix {
        let vectors = vec![0; self.piles.len() * self.prover.numeration.degree()];
        Prefix { mode, vectors, valid: self.prover.universe.starts()[mode] }
    }

    /// The prefix with one more letter, read at `index` modulo the period.
    fn extend(&self, prefix: &Prefix, letter: u32, index: usize) -> Prefix {
        let numeration = &self.prover.numeration;
        let k = numeration.degree();
        let recurrence = numeration.recurrence(index);
        let digits = self.prover.alphabet.digits(letter as usize);
        let mut vectors = Vec::with_capacity(prefix.vectors.len());
        for (t, &digit) in digits.iter().enumerate() {
            let v = &prefix.vectors[t * k..(t + 1) * k];
            for (i, &c) in recurrence.iter().enumerate() {
                let carry = i128::from(c).saturating_mul(v[0]);
                let extra = if i == 0 { i128::from(digit) } else { 0 };
                vectors.push(carry.saturating_add(v.get(i + 1).copied().unwrap_or(0)).saturating_add(extra));
            }
        }
        Prefix { mode: prefix.mode, vectors, valid: self.prover.universe.next(prefix.valid, letter) }
    }

    /// What a prefix adds to each pile when so many digits follow; `None` if that is too large.
    fn above(&self, prefix: &Prefix, length: usize) -> Option<Vec<i128>> {
        let numeration = &self.prover.numeration;
        let k = numeration.degree();
        let scale = i128::from(numeration.scale());
        let worth = |t: usize| {
            let mut sum = 0i128;
            for (j, &v) in prefix.vectors[t * k..(t + 1) * k].iter().enumerate() {
                if v != 0 {
                    let weight = numeration.scaled_weight(length as isize - j as isize)?;
                    sum = sum.checked_add(v.checked_mul(weight)?)?;
                }
            }
            Some(if scale == 1 { sum } else { sum / scale })
        };
        (0..self.piles.len()).map(worth).collect()
    }

    /// Whether a prefix that adds so much to each pile and a suffix worth `values` are a member together.
    fn query(&self, mode: usize, above: &[i128], values: &[u64]) -> Option<bool> {
        // One buffer for all queries: they are most of the learner's work.
        let mut position = self.position.borrow_mut();
        position.clear();
        position.extend_from_slice(&self.mode_values[mode]);
        for ((&pile, sum), value) in self.piles.iter().zip(above).zip(values) {
            position[pile] = u64::try_from(sum.checked_add(i128::from(*value))?).ok()?;
        }
        self.oracle.contains(&position)
    }

    fn row(&self, prefix: &Prefix) -> Row {
        let words = self.suffixes.len().div_ceil(64);
        let mut row = Row { known: vec![0; words], value: vec![0; words] };
        // Suffixes share few lengths.
        let mut above: Vec<Option<Option<Vec<i128>>>> = Vec::new();
        for (i, s) in self.suffixes.iter().enumerate() {
            let member = if s.valid_from[prefix.valid as usize] {
                let length = s.letters.len();
                if above.len() <= length {
                    above.resize(length + 1, None);
                }
                let above = above[length].get_or_insert_with(|| self.above(prefix, length));
                above.as_ref().and_then(|above| self.query(prefix.mode, above, &s.values))
            } else {
                // No valid word, no member.
                Some(false)
            };
            if let Some(member) = member {
                row.known[i / 64] |= 1 << (i % 64);
                row.value[i / 64] |= u64::from(member) << (i % 64);
            }
        }
        row
    }

    /// The automaton of all distinct rows, from the empty words on. States with different digit conditions
    /// are never merged, so the automaton accepts valid words only.
    fn hypothesis(&mut self, limits: &Limits) -> Result<Dfa, Limit> {
        let universe = &self.prover.universe;
        let letters = self.prover.alphabet.letters();
        let period = self.prover.numeration.period();
        let mut states: Vec<State> = Vec::new();
        let mut depth: Vec<usize> = Vec::new();
        let mut exact: FastMap<(u32, Row), u32> = FastMap::default();
        let mut of_valid: Vec<Vec<u32>> = vec![Vec::new(); universe.states() + 1];
        let mut class =
            |prefix: Prefix, level: usize, states: &mut Vec<State>, depth: &mut Vec<usize>| -> u32 {
                let row = self.row(&prefix);
                let key = (prefix.valid, row);
                if let Some(&known) = exact.get(&key) {
                    return known;
                }
                let (valid, row) = key;
                let peers = &mut of_valid[valid as usize];
                let found = peers.iter().copied().find(|&s| !states[s as usize - 1].row.contradicts(&row));
                let id = found.unwrap_or_else(|| {
                    states.push(State { prefix, row: row.clone() });
                    depth.push(level);
                    peers.push(states.len() as u32);
                    states.len() as u32
                });
                exact.insert((valid, row), id);
                id
            };
        let starts: Vec<u32> = (0..self.mode_values.len())
            .map(|mode| class(self.empty_prefix(mode), 0, &mut states, &mut depth))
            .collect();
        let mut delta = vec![0; letters];
        let mut output = vec![0];
        let mut at = 0;
        while at < states.len() {
            limits.check("a guessed automaton", states.len(), states.len() * (letters * 4 + 200))?;
            output.push((states[at].row.known[0] & states[at].row.value[0] & 1) as u8);
            let phase = (period - depth[at] % period) % period;
            let index = (phase + period - 1) % period;
            let prefix = states[at].prefix.clone();
            for letter in 0..letters as u32 {
                let target = if universe.next(prefix.valid, letter) == 0 {
                    0
                } else {
                    let next = self.extend(&prefix, letter, index);
                    class(next, depth[at] + 1, &mut states, &mut depth)
                };
                delta.push(target);
            }
            at += 1;
        }
        self.states = states;
        Ok(Dfa::raw(letters, delta, output, starts))
    }

    fn ends(&self, below: u64) -> Vec<u64> {
        self.prover
            .game
            .coordinates
            .iter()
            .map(|c| match c {
                Coordinate::Pile => below,
                Coordinate::Bounded(b) => u64::from(*b),
            })
            .collect()
    }

    /// Words of positions with piles below `below` on which guess and oracle differ, at most `most`.
    fn disagreements(&self, guess: &Dfa, below: u64, most: usize) -> Vec<Word> {
        let mut wrong = Vec::new();
        let numeration = &self.prover.numeration;
        let length = numeration.length(below.saturating_sub(1));
        // Members that the guess rejects.
        self.oracle.members(&self.ends(below), &mut |position| {
            for length in [0, length] {
                if let Some(word) = self.prover.word(position, length)
                    && guess.run(word.mode, &word.letters) == 0
                {
                    wrong.push(word);
                    break;
                }
            }
            if wrong.len() >= most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if wrong.len() >= most {
            return wrong;
        }
        // Words that the guess accepts and the oracle does not have.
        let mut alive = vec![vec![false; guess.states() + 1]; length + 1];
        for n in 0..=length {
            for s in 1..=guess.states() as u32 {
                alive[n][s as usize] = if n == 0 {
                    guess.output(s) != 0
                } else {
                    guess.row(s).iter().any(|&t| alive[n - 1][t as usize])
                };
            }
        }
        let mut search =
            Search { learner: self, guess, alive: &alive, letters: vec![0; length], mode: 0, wrong, most };
        for mode in 0..self.mode_values.len() {
            search.mode = mode;
            let position = self.mode_values[mode].clone();
            search.visit(guess.starts()[mode], length, position);
        }
        search.wrong
    }

    /// Adds, for each word on which the hypothesis is wrong, a suffix that shows it. `false` if none is new.
    fn refine(&mut self, hypothesis: &Dfa, wrong: &[Word]) -> bool {
        let mut added = false;
        for word in wrong {
            let length = word.letters.len();
            let mut state = hypothesis.starts()[word.mode];
            let mut last: Option<bool> = None;
            let mut cut = None;
            for i in 0..=length {
                let suffix = &word.letters[i..];
                let answer = self.state_query(state, suffix);
                if let (Some(a), Some(b)) = (last, answer)
                    && a != b
                    && !self.seen.contains(suffix)
                {
                    cut = Some(i);
                    break;
                }
                last = answer;
                if i < length {
                    state = hypothesis.next(state, word.letters[i]);
                }
            }
            // If no change is visible within the table, offer every suffix.
            for i in cut.map_or(0..length, |i| i..i + 1) {
                added |= self.add_suffix(&word.letters[i..]);
            }
        }
        added
    }

    fn state_query(&self, state: u32, suffix: &[u32]) -> Option<bool> {
        let prefix = &self.states.get((state as usize).checked_sub(1)?)?.prefix;
        let universe = &self.prover.universe;
        let end = suffix.iter().fold(prefix.valid, |s, &l| universe.next(s, l));
        let values = (0..self.piles.len())
            .map(|t| self.prover.numeration.value(&self.prover.alphabet.track(suffix, t)))
            .collect::<Option<Vec<u64>>>()?;
        if universe.output(end) == 0 {
            return Some(false);
        }
        self.query(prefix.mode, &self.above(prefix, suffix.len())?, &values)
    }

    /// Compares guess and oracle at a refuted position and at its options in either set.
    fn judge(&self, guess: &Dfa, refutation: &Refutation) -> Judgement {
        let x = &refutation.position;
        let length = refutation.word.letters.len();
        let wrong: RefCell<Vec<Word>> = RefCell::default();
        let beyond = Cell::new(false);
        let compare = |word: &Word, position: &[u64]| match self.oracle.contains(position) {
            Some(member) if member != (guess.run(word.mode, &word.letters) != 0) => {
                wrong.borrow_mut().push(word.clone());
            }
            Some(_) => {}
            None => beyond.set(true),
        };
        compare(&refutation.word, x);
        if let Some(option) = &refutation.option
            && let Some(position) = self.prover.position(option)
        {
            compare(option, &position);
        }
        if let Witness::TooMany { options } | Witness::TooFew { options } = &refutation.witness {
            for y in options {
                if let Some(word) = self.prover.word(y, length) {
                    compare(&word, y);
                }
            }
        }
        let ends: Vec<u64> = x
            .iter()
            .zip(&self.prover.game.coordinates)
            .map(|(&v, c)| match c {
                Coordinate::Pile => v.saturating_add(1),
                Coordinate::Bounded(b) => u64::from(*b),
            })
            .collect();
        if !beyond.get() {
            self.oracle.members(&ends, &mut |y| {
                if self.prover.game.is_option(x, y)
                    && let Some(word) = self.prover.word(y, length)
                {
                    compare(&word, y);
                }
                ControlFlow::Continue(())
            });
        }
        let (wrong, beyond) = (wrong.into_inner(), beyond.get());
        match (wrong.is_empty(), beyond) {
            (false, _) => Judgement::Wrong(wrong),
            (true, true) => Judgement::Beyond,
            (true, false) => Judgement::Genuine,
        }
    }
}

/// Depth-first enumeration of the words of a guess, those that the oracle denies collected.
struct Search<'a> {
    learner: &'a Learner<'a>,
    guess: &'a Dfa,
    /// `alive[n][state]`: some word of n letters is accepted from the state.
    alive: &'a [Vec<bool>],
    letters: Vec<u32>,
    mode: usize,
    wrong: Vec<Word>,
    most: usize,
}

impl Search<'_> {
    fn visit(&mut self, state: u32, rest: usize, position: Vec<u64>) {
        if !self.alive[rest][state as usize] || self.wrong.len() >= self.most {
            return;
        }
        if rest == 0 {
            if self.learner.oracle.contains(&position) == Some(false) {
                self.wrong.push(Word { mode: self.mode, letters: self.letters.clone() });
            }
            return;
        }
        let guess = self.guess;
        let Some(unit) = self.learner.prover.numeration.weight(rest - 1) else { return };
        for (letter, &next) in guess.row(state).iter().enumerate() {
            if next == 0 || !self.alive[rest - 1][next as usize] {
                continue;
            }
            let at = self.letters.len() - rest;
            self.letters[at] = letter as u32;
            let mut here = position.clone();
            let digits = self.learner.prover.alphabet.digits(letter);
            let fits = self.learner.piles.iter().zip(digits).all(|(&pile, &digit)| {
                let sum = u64::from(digit).checked_mul(unit).and_then(|d| here[pile].checked_add(d));
                here[pile] = sum.unwrap_or(u64::MAX);
                sum.is_some()
            });
            if fits {
                self.visit(next, rest - 1, here);
            }
        }
    }
}
