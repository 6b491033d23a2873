//! Guessing the automaton: Angluin's L* with Rivest and Schapire's treatment of counterexamples.
//!
//! The membership oracle is a table (or a stream) of positions; the equivalence oracle is first a scan of the
//! table and then the prover, whose counterexamples go back as new distinguishing suffixes. Where a row of
//! observations lies partly outside the table it is merged with the first class it does not contradict. That
//! may guess wrong, and it is harmless: nothing is believed before the prover has accepted it.

use crate::error::AutomataError;
use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::ops::ControlFlow;

use crate::dfa::Dfa;
use crate::game::{Coordinate, Game};
use crate::hash::Interner;
use crate::limits::{Limit, Limits};
use crate::numeration::Numeration;
use crate::oracle::Oracle;
use crate::prove::{Counterexample, Proof, Prover, Refutation, Verdict, Witness};
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
    /// Suffixes that told words apart in an earlier [`fit`] of the same set.
    pub suffixes: Vec<Vec<u32>>,
    /// The automaton of that fit: the prover is asked about it before anything is learnt.
    pub guess: Option<Dfa>,
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
            suffixes: Vec::new(),
            guess: None,
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
    /// So many words are told apart in pairs by the table: no automaton of the set has fewer states.
    pub at_least: usize,
    /// Rounds of refinement.
    pub rounds: usize,
    /// Calls of the prover.
    pub prover_calls: usize,
    /// The table would have to reach this pile to tell what is wrong with the guess.
    pub wanted: Option<u64>,
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
) -> Result<Outcome, AutomataError> {
    let prover = Prover::new(game, numeration, &options.limits)?;
    learn_with(&prover, oracle, options)
}

/// [`learn`] with a prepared prover.
pub fn learn_with(prover: &Prover, oracle: &dyn Oracle, options: &Options) -> Result<Outcome, AutomataError> {
    let mut scan = options.scan.min(oracle.bound());
    let trial = |scan: u64| Limits {
        states: match scan >= oracle.bound() {
            true => options.limits.states,
            false => options.limits.states.min(options.trial_states),
        },
        ..options.limits.clone()
    };
    let mut learner = Learner::new(prover, oracle);
    // What was said of the guess that came along; most often the learner comes to the same one.
    let mut known = None;
    if let Some(guess) = &options.guess {
        let verdict = prover.decide(guess, Counterexample::Shortest, &trial(scan))?;
        if matches!(verdict, Verdict::Proved(_)) {
            let course = Course {
                guess: guess.clone(),
                fits_below: oracle.bound(),
                rounds: 0,
                prover_calls: 1,
                wanted: None,
            };
            return Ok(course.end(&learner, verdict));
        }
        known = Some((guess, verdict));
    }
    for suffix in &options.suffixes {
        learner.add_suffix(suffix);
    }
    let mut course = Course {
        guess: Dfa::empty(prover.alphabet.letters(), prover.game.modes()),
        fits_below: 0,
        rounds: 0,
        prover_calls: 0,
        wanted: None,
    };
    let guessing =
        Limits { states: options.limits.states.min(options.transitions), ..options.limits.clone() };
    let short = Limit::Data { bound: oracle.bound() };
    loop {
        course.rounds += 1;
        if course.rounds > options.rounds {
            return course.stop(&learner, Limit::Rounds { rounds: options.rounds });
        }
        let hypothesis = match learner.hypothesis(&guessing) {
            Ok(hypothesis) => hypothesis,
            Err(Limit::States { limit, .. }) if limit < options.limits.states => {
                return course.stop(&learner, short);
            }
            Err(limit) => return course.stop(&learner, limit),
        };
        course.guess = hypothesis.minimised();
        course.fits_below = 0;
        let wrong = match learner.disagreements(&course.guess, scan, MOST, &options.limits) {
            Ok(wrong) => wrong,
            Err(limit) => return course.stop(&learner, limit),
        };
        if !wrong.is_empty() {
            if !learner.refine(&hypothesis, &wrong) {
                return course.stop(&learner, short);
            }
            continue;
        }
        course.fits_below = scan;
        if course.guess.transitions() > options.transitions {
            return course.stop(&learner, short);
        }
        course.prover_calls += 1;
        let whole = scan >= oracle.bound();
        let limits = trial(scan);
        let verdict = match known.take() {
            Some((guess, verdict)) if *guess == course.guess => verdict,
            _ => prover.decide(&course.guess, Counterexample::Shortest, &limits)?,
        };
        match verdict {
            Verdict::Proved(proof) => return Ok(course.end(&learner, Verdict::Proved(proof))),
            Verdict::Refuted(refutation) => match learner.judge(&course.guess, &refutation) {
                Judgement::Wrong(words) if learner.refine(&hypothesis, &words) => {}
                Judgement::Genuine => {
                    // Once more for a small position; keep the short one if the table cannot confirm it.
                    let small = prover.decide(&course.guess, Counterexample::LeastSum, &limits)?;
                    let verdict = match small {
                        Verdict::Refuted(r)
                            if matches!(learner.judge(&course.guess, &r), Judgement::Genuine) =>
                        {
                            Verdict::Refuted(r)
                        }
                        _ => Verdict::Refuted(refutation),
                    };
                    return Ok(course.end(&learner, verdict));
                }
                _ if !whole => scan = scan.saturating_mul(8).min(oracle.bound()),
                _ => {
                    course.wanted = refutation.position.iter().max().copied();
                    return course.stop(&learner, short);
                }
            },
            Verdict::Unknown(limit @ (Limit::Time | Limit::Cancelled)) => {
                return course.stop(&learner, limit);
            }
            Verdict::Unknown(_) if !whole => scan = scan.saturating_mul(8).min(oracle.bound()),
            Verdict::Unknown(limit) => return course.stop(&learner, limit),
        }
    }
}

/// Disagreements that are treated in one round.
const MOST: usize = 8;

/// How far learning has come.
struct Course {
    guess: Dfa,
    fits_below: u64,
    rounds: usize,
    prover_calls: usize,
    wanted: Option<u64>,
}

impl Course {
    fn end(self, learner: &Learner<'_>, verdict: Verdict) -> Outcome {
        let Course { guess, fits_below, rounds, prover_calls, wanted } = self;
        let at_least = learner.told_apart();
        Outcome { verdict, guess, fits_below, at_least, rounds, prover_calls, wanted }
    }

    fn stop(self, learner: &Learner<'_>, limit: Limit) -> Result<Outcome, AutomataError> {
        Ok(self.end(learner, Verdict::Unknown(limit)))
    }
}

/// An automaton that agrees with a table, and how it grew with it.
#[derive(Debug, Clone)]
pub struct Fit {
    /// The automaton; the last guess, if a limit was reached.
    pub dfa: Dfa,
    /// States of the automaton that agrees with a quarter of the table: as many, if the table determines it.
    pub quarter: usize,
    /// So many words are told apart in pairs by the table: no automaton of the set has fewer states.
    pub at_least: usize,
    /// The suffixes that tell them apart.
    pub suffixes: Vec<Vec<u32>>,
    /// The limit that was reached before an automaton agreed with the whole table.
    pub reached: Option<Limit>,
}

/// The smallest automaton found that agrees with the oracle for all piles below `below`: a fit, not a proof. Suffixes that
/// told words apart in a shorter table spare the search for them.
pub fn fit(
    game: &Game,
    numeration: &Numeration,
    oracle: &dyn Oracle,
    below: u64,
    suffixes: &[Vec<u32>],
    limits: &Limits,
) -> Result<Fit, AutomataError> {
    let shape = Game {
        families: Vec::new(),
        terminals: Vec::new(),
        convention: crate::game::Convention::Normal,
        ..game.clone()
    };
    let prover = Prover::new(&shape, numeration, limits)?;
    let mut learner = Learner::new(&prover, oracle);
    for suffix in suffixes {
        learner.add_suffix(suffix);
    }
    let mut fit = Fit {
        dfa: Dfa::empty(prover.alphabet.letters(), prover.game.modes()),
        quarter: 0,
        at_least: 0,
        suffixes: Vec::new(),
        reached: None,
    };
    fit.reached = learner.fit(below.min(oracle.bound()), &mut fit, limits).err();
    fit.at_least = learner.told_apart();
    fit.suffixes = learner.suffixes.into_iter().map(|s| s.letters).collect();
    Ok(fit)
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

/// A word, and what was observed of it: every observation is made once.
struct Prefix {
    mode: usize,
    /// For each track the coefficients of u_n, u_{n-1}, ... with n digits to come.
    vectors: Vec<i128>,
    /// The state of the universe.
    valid: u32,
    /// The observations, and the number of suffixes that they cover.
    row: Row,
    covered: usize,
    /// The word with one more letter, where that was asked for; 0 where not.
    children: Vec<u32>,
}

/// A class of words: the first one found, and its observations then.
struct State {
    prefix: u32,
    row: Row,
}

/// The state of the universe, then for every 64 suffixes the bits of those with a known answer, and the answers.
#[derive(Clone, Default)]
struct Row(Vec<u64>);

impl Row {
    fn new(valid: u32) -> Row {
        Row(vec![u64::from(valid)])
    }

    /// Known answers and answers, 64 suffixes at a time.
    fn observed(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.0[1..].chunks_exact(2).map(|pair| (pair[0], pair[1]))
    }

    fn contradicts(&self, other: &Row) -> bool {
        self.observed().zip(other.observed()).any(|((k, v), (l, w))| k & l & (v ^ w) != 0)
    }

    fn is_alive(&self) -> bool {
        self.observed().any(|(known, value)| known & value != 0)
    }

    fn note(&mut self, suffix: usize, member: bool) {
        let at = 1 + suffix / 64 * 2;
        self.0[at] |= 1 << (suffix % 64);
        self.0[at + 1] |= u64::from(member) << (suffix % 64);
    }
}

/// What a prefix adds to each pile before suffixes of one length.
#[derive(Clone, Default)]
enum Above {
    #[default]
    NotAsked,
    TooLarge,
    Sums(Vec<i128>),
}

impl Prefix {
    fn new(mode: usize, vectors: Vec<i128>, valid: u32) -> Self {
        Prefix { mode, vectors, valid, row: Row::new(valid), covered: 0, children: Vec::new() }
    }
}

/// The classes of one hypothesis.
struct Classes {
    /// The rows met, and their classes.
    rows: Interner<u64>,
    of_row: Vec<u32>,
    /// The classes with each state of the universe.
    of_valid: Vec<Vec<u32>>,
    /// Letters of the first word of each class.
    depth: Vec<usize>,
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
    /// The words that were looked at; the empty ones first, one for each value of the bounded coordinates.
    prefixes: Vec<Prefix>,
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
            prefixes: Vec::new(),
        };
        for mode in 0..learner.mode_values.len() {
            let vectors = vec![0; learner.piles.len() * prover.numeration.degree()];
            learner.prefixes.push(Prefix::new(mode, vectors, prover.universe.starts()[mode]));
        }
        learner.add_suffix(&[]);
        learner
    }

    /// Learns until the guess agrees with the table, first with a quarter of it.
    fn fit(&mut self, below: u64, fit: &mut Fit, limits: &Limits) -> Result<(), Limit> {
        for scan in [below / 4, below] {
            fit.quarter = fit.dfa.states();
            loop {
                let hypothesis = self.hypothesis(limits)?;
                fit.dfa = hypothesis.minimised_within(limits)?;
                let wrong = self.disagreements(&fit.dfa, scan, MOST, limits)?;
                if wrong.is_empty() {
                    break;
                }
                if !self.refine(&hypothesis, &wrong) {
                    return Err(Limit::Data { bound: self.oracle.bound() });
                }
            }
        }
        Ok(())
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

    /// The prefix with one more letter, read at `index` modulo the period.
    fn extended(&mut self, prefix: u32, letter: u32, index: usize) -> u32 {
        let letters = self.prover.alphabet.letters();
        let from = &mut self.prefixes[prefix as usize];
        if from.children.is_empty() {
            from.children.resize(letters, 0);
        }
        let known = from.children[letter as usize];
        if known != 0 {
            return known;
        }
        let numeration = &self.prover.numeration;
        let k = numeration.degree();
        let recurrence = numeration.recurrence(index);
        let digits = self.prover.alphabet.digits(letter as usize);
        let mut vectors = Vec::with_capacity(from.vectors.len());
        for (t, &digit) in digits.iter().enumerate() {
            let v = &from.vectors[t * k..(t + 1) * k];
            for (i, &c) in recurrence.iter().enumerate() {
                let carry = i128::from(c).saturating_mul(v[0]);
                let extra = if i == 0 { i128::from(digit) } else { 0 };
                vectors.push(carry.saturating_add(v.get(i + 1).copied().unwrap_or(0)).saturating_add(extra));
            }
        }
        let valid = self.prover.universe.next(from.valid, letter);
        let next = Prefix::new(from.mode, vectors, valid);
        let number = self.prefixes.len() as u32;
        self.prefixes[prefix as usize].children[letter as usize] = number;
        self.prefixes.push(next);
        number
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

    /// Makes the observations of a prefix with all suffixes.
    fn observe(&mut self, prefix: u32, limits: &Limits) -> Result<(), Limit> {
        let at = &mut self.prefixes[prefix as usize];
        let (covered, all) = (at.covered, self.suffixes.len());
        if covered == all {
            return Ok(());
        }
        limits.budget.charge(50 + 50 * (all - covered) as u64)?;
        let mut row = std::mem::take(&mut at.row);
        row.0.resize(1 + 2 * all.div_ceil(64), 0);
        let at = &self.prefixes[prefix as usize];
        // Suffixes share few lengths.
        let mut above: Vec<Above> = Vec::new();
        for (i, s) in self.suffixes.iter().enumerate().skip(covered) {
            // No valid word, no member.
            let mut member = Some(false);
            if s.valid_from[at.valid as usize] {
                let length = s.letters.len();
                if above.len() <= length {
                    above.resize(length + 1, Above::NotAsked);
                }
                if let Above::NotAsked = above[length] {
                    above[length] = self.above(at, length).map_or(Above::TooLarge, Above::Sums);
                }
                member = match &above[length] {
                    Above::Sums(sums) => self.query(at.mode, sums, &s.values),
                    _ => None,
                };
            }
            if let Some(member) = member {
                row.note(i, member);
            }
        }
        let at = &mut self.prefixes[prefix as usize];
        (at.row, at.covered) = (row, all);
        Ok(())
    }

    /// How many of the words found contradict each other in pairs. The rows say what follows a word in the set, so an
    /// automaton of the set has a state for each of them (Myhill and Nerode); words that nothing completes are left out,
    /// the dead state is not counted.
    fn told_apart(&self) -> usize {
        let mut chosen: Vec<&Row> = Vec::new();
        for row in self.states.iter().map(|state| &state.row) {
            if row.is_alive() && chosen.iter().all(|other| other.contradicts(row)) {
                chosen.push(row);
            }
        }
        chosen.len()
    }

    /// The automaton of all distinct rows, from the empty words on. States with different digit conditions
    /// are never merged, so the automaton accepts valid words only.
    fn hypothesis(&mut self, limits: &Limits) -> Result<Dfa, Limit> {
        let letters = self.prover.alphabet.letters();
        let period = self.prover.numeration.period();
        let mut classes = Classes {
            rows: Interner::new(),
            of_row: Vec::new(),
            of_valid: vec![Vec::new(); self.prover.universe.states() + 1],
            depth: Vec::new(),
        };
        self.states.clear();
        let mut starts = Vec::new();
        for mode in 0..self.mode_values.len() {
            starts.push(self.class(mode as u32, 0, &mut classes, limits)?);
        }
        let mut delta = vec![0; letters];
        let mut output = vec![0];
        let mut at = 0;
        while at < self.states.len() {
            let size = self.states.len();
            limits.check("a guessed automaton", size, self.bytes())?;
            let State { prefix, row } = &self.states[at];
            // The first suffix is the empty one.
            output.push(u8::from(row.observed().next().is_some_and(|(known, value)| known & value & 1 != 0)));
            let (prefix, level) = (*prefix, classes.depth[at]);
            let phase = (period - level % period) % period;
            let index = (phase + period - 1) % period;
            for letter in 0..letters as u32 {
                let valid = self.prefixes[prefix as usize].valid;
                let target = if self.prover.universe.next(valid, letter) == 0 {
                    0
                } else {
                    let next = self.extended(prefix, letter, index);
                    self.class(next, level + 1, &mut classes, limits)?
                };
                delta.push(target);
            }
            at += 1;
        }
        Ok(Dfa::raw(letters, delta, output, starts))
    }

    /// The class of a prefix of so many letters; it is the first of a new one, if all others contradict it.
    fn class(
        &mut self,
        prefix: u32,
        level: usize,
        classes: &mut Classes,
        limits: &Limits,
    ) -> Result<u32, Limit> {
        self.observe(prefix, limits)?;
        let Prefix { valid, row, .. } = &self.prefixes[prefix as usize];
        let (id, new) = classes.rows.intern(&row.0);
        if !new {
            return Ok(classes.of_row[id]);
        }
        let peers = &mut classes.of_valid[*valid as usize];
        let known = peers.iter().copied().find(|&s| !self.states[s as usize - 1].row.contradicts(row));
        let class = known.unwrap_or_else(|| {
            self.states.push(State { prefix, row: row.clone() });
            classes.depth.push(level);
            peers.push(self.states.len() as u32);
            self.states.len() as u32
        });
        classes.of_row.push(class);
        Ok(class)
    }

    /// Memory of the observations.
    fn bytes(&self) -> usize {
        let row = self.suffixes.len().div_ceil(64) * 16;
        self.prefixes.len() * (row + 120 + self.piles.len() * 32)
            + self.states.len() * self.prover.alphabet.letters() * 8
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
    fn disagreements(
        &self,
        guess: &Dfa,
        below: u64,
        most: usize,
        limits: &Limits,
    ) -> Result<Vec<Word>, Limit> {
        let mut wrong = Vec::new();
        let mut seen = 0u64;
        let mut stopped = None;
        let numeration = &self.prover.numeration;
        let length = numeration.length(below.saturating_sub(1));
        // Members that the guess rejects.
        self.oracle.members(&self.ends(below), &mut |position| {
            seen += 1;
            if seen.is_multiple_of(PACE)
                && let Err(stop) = limits.budget.charge(200 * PACE)
            {
                stopped = Some(stop);
                return ControlFlow::Break(());
            }
            wrong.extend(self.rejected(guess, position, length));
            if wrong.len() >= most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if let Some(stop) = stopped {
            return Err(stop.into());
        }
        if wrong.len() >= most {
            return Ok(wrong);
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
        let (letters, position) = (vec![0; length], Vec::new());
        let alive = &alive;
        let mut search =
            Search { learner: self, guess, alive, letters, position, mode: 0, wrong, most, limits, seen: 0 };
        for mode in 0..self.mode_values.len() {
            search.mode = mode;
            search.position.clone_from(&self.mode_values[mode]);
            search.visit(guess.starts()[mode], length)?;
        }
        Ok(search.wrong)
    }

    /// The word of a position that the guess rejects, without leading zeros or with them to a given length.
    fn rejected(&self, guess: &Dfa, position: &[u64], length: usize) -> Option<Word> {
        let word = self.prover.word(position, length)?;
        let period = self.prover.numeration.period();
        let zeros = word.letters.iter().position(|&l| l != 0).unwrap_or(word.letters.len());
        let (zeros, own) = word.letters.split_at(zeros / period * period);
        let start = guess.starts()[word.mode];
        let after = |state: u32, letters: &[u32]| letters.iter().fold(state, |s, &l| guess.next(s, l));
        if guess.output(after(start, own)) == 0 {
            return Some(Word { mode: word.mode, letters: own.to_vec() });
        }
        // Where zeros lead back to the start they change nothing.
        let padded = after(start, zeros);
        (padded != start && guess.output(after(padded, own)) == 0).then_some(word)
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
        let prefix = self.states.get((state as usize).checked_sub(1)?)?.prefix;
        let prefix = &self.prefixes[prefix as usize];
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
    /// What the letters so far are worth.
    position: Vec<u64>,
    mode: usize,
    wrong: Vec<Word>,
    most: usize,
    limits: &'a Limits,
    seen: u64,
}

/// Positions between two looks at the clock.
const PACE: u64 = 1 << 10;

impl Search<'_> {
    fn visit(&mut self, state: u32, rest: usize) -> Result<(), Limit> {
        if !self.alive[rest][state as usize] || self.wrong.len() >= self.most {
            return Ok(());
        }
        self.seen += 1;
        if self.seen.is_multiple_of(PACE) {
            self.limits.budget.charge(100 * PACE)?;
        }
        let (learner, guess) = (self.learner, self.guess);
        if rest == 0 {
            if learner.oracle.contains(&self.position) == Some(false) {
                self.wrong.push(Word { mode: self.mode, letters: self.letters.clone() });
            }
            return Ok(());
        }
        let Some(unit) = learner.prover.numeration.weight(rest - 1) else { return Ok(()) };
        for (letter, &next) in guess.row(state).iter().enumerate() {
            if next == 0 || !self.alive[rest - 1][next as usize] {
                continue;
            }
            let at = self.letters.len() - rest;
            self.letters[at] = letter as u32;
            let places = || learner.piles.iter().zip(learner.prover.alphabet.digits(letter));
            let mut added = 0;
            for (&pile, &digit) in places() {
                let sum = u64::from(digit).checked_mul(unit).and_then(|d| self.position[pile].checked_add(d));
                let Some(sum) = sum else { break };
                self.position[pile] = sum;
                added += 1;
            }
            if added == learner.piles.len() {
                self.visit(next, rest - 1)?;
            }
            for (&pile, &digit) in places().take(added) {
                self.position[pile] -= u64::from(digit) * unit;
            }
        }
        Ok(())
    }
}
