//! The prover: is a candidate set the set of P-positions, for all positions?
//!
//! Moves decrease and every option of a position fits in words of the same length. So for each length L the
//! candidate, cut to the box [0, u_L)^d, is the P-set of the box iff it is stable and absorbing there; the
//! automata decide this for all L at once. In normal play extra terminal positions must lie in the set. In
//! misère play terminal positions are outside and need no option in the set; the set of terminal positions is
//! itself computed as "has no option at all".

use crate::error::AutomataError;
use std::time::Duration;

use crate::absorption::{self, EASY};
use crate::blocking;
use crate::decide;
use crate::dfa::{Alphabet, Dfa};
use crate::disjoint::Space;
use crate::family::{CompiledFamily, Labels, Nfa};
use crate::game::{Atom, Change, Convention, Family, Game};
use crate::hash::Interner;
use crate::limits::{Limit, Limits};
use crate::numeration::Numeration;
use crate::smallest::{self, Accepted, Word};
use crate::stability::Unstable;

/// What is wrong at a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Witness {
    /// The position is in the set and so is this option (its family is named by number).
    StableBroken {
        /// The family by which the option is reached.
        family: usize,
        /// The option.
        option: Vec<u64>,
    },
    /// The position is outside the set and has no option in it.
    NotAbsorbed,
    /// A terminal position is outside the set (normal play) or in it (misère play).
    Terminal,
    /// Blocking: the position is in the set although these options in the set are too many to block.
    TooMany {
        /// Options in the set.
        options: Vec<Vec<u64>>,
    },
    /// Blocking: the position is outside the set although all its options in the set can be blocked.
    TooFew {
        /// Options in the set.
        options: Vec<Vec<u64>>,
    },
}

/// A position at which the candidate contradicts the rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refutation {
    /// The position.
    pub position: Vec<u64>,
    /// What is wrong there.
    pub witness: Witness,
    /// The words that were read, with leading zeros.
    pub(crate) word: Word,
    /// The word of the option of `StableBroken`.
    pub(crate) option: Option<Word>,
}

/// Sizes met on the way.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sizes {
    /// States of all family automata together.
    pub families: usize,
    /// The largest family after determinisation, before minimisation.
    pub determinised: usize,
    /// The largest union.
    pub union: usize,
}

/// A candidate that is the P-set.
#[derive(Debug, Clone)]
pub struct Proof {
    game: Game,
    numeration: Numeration,
    dfa: Dfa,
    sizes: Sizes,
    elapsed: Duration,
}

impl Proof {
    /// The game, its families disjoint if it has blocking.
    pub fn game(&self) -> &Game {
        &self.game
    }
    /// The numeration.
    pub fn numeration(&self) -> &Numeration {
        &self.numeration
    }
    /// The minimal automaton of the P-positions.
    pub fn dfa(&self) -> &Dfa {
        &self.dfa
    }
    /// Sizes met on the way.
    pub fn sizes(&self) -> Sizes {
        self.sizes
    }
    /// Time spent by the prover.
    pub fn elapsed(&self) -> Duration {
        self.elapsed
    }
}

/// The prover's answer.
#[derive(Debug, Clone)]
pub enum Verdict {
    /// The candidate is the set of P-positions.
    Proved(Box<Proof>),
    /// It is not.
    Refuted(Refutation),
    /// A limit was reached.
    Unknown(Limit),
}

impl Verdict {
    /// The proof, if it is one.
    pub fn proved(self) -> Option<Box<Proof>> {
        match self {
            Verdict::Proved(proof) => Some(proof),
            _ => None,
        }
    }

    /// The refutation, if it is one.
    pub fn refuted(self) -> Option<Refutation> {
        match self {
            Verdict::Refuted(refutation) => Some(refutation),
            _ => None,
        }
    }
}

/// A game prepared for proofs in one numeration.
pub struct Prover {
    pub(crate) game: Game,
    pub(crate) numeration: Numeration,
    pub(crate) alphabet: Alphabet,
    pub(crate) universe: Dfa,
    pub(crate) families: Vec<CompiledFamily>,
    /// The extra terminal positions.
    pub(crate) extra: Option<Dfa>,
    /// In misère play: all terminal positions.
    pub(crate) ends: Option<Dfa>,
}

/// Whether counterexamples need only exist or should be small.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Counterexample {
    Shortest,
    LeastSum,
}

impl Prover {
    /// Prepares a game: checks it, builds its atoms and, in misère play, its set of terminal positions.
    pub fn new(game: &Game, numeration: &Numeration, limits: &Limits) -> Result<Self, AutomataError> {
        game.validate()?;
        let alphabet = Alphabet::new(game, numeration)?;
        let universe = Dfa::universe(numeration, &alphabet, game.modes());
        let mut game = game.clone();
        if matches!(game.convention, Convention::Blocking(_)) {
            let space = Space { game: &game, numeration, alphabet: &alphabet, universe: &universe, limits };
            game.families = space.disjoint(&game.families)??;
        }
        let families = game
            .families
            .iter()
            .map(|f| CompiledFamily::new(&game, f, numeration, &alphabet, Labels::Drop, limits))
            .collect::<Result<Vec<_>, _>>()?;
        let numeration = numeration.clone();
        let mut prover = Prover { game, numeration, alphabet, universe, families, extra: None, ends: None };
        if !prover.game.terminals.is_empty() {
            prover.extra = Some(prover.finite_set(&prover.game.terminals, limits)?);
        }
        if prover.game.convention == Convention::Misere {
            let none = Dfa::empty(prover.alphabet.letters(), prover.game.modes());
            let nfas = prover.nfas(&prover.universe, limits)?;
            let stuck =
                absorption::cover(&prover.universe, &prover.game.families, &nfas, &none, EASY, limits)?
                    .missed;
            prover.ends = Some(match &prover.extra {
                Some(extra) => stuck.sum(extra, 1, limits)?,
                None => stuck,
            });
        }
        Ok(prover)
    }

    /// The positions of a game on piles without a move, those that are declared terminal included, in increasing order of
    /// their digits; `None` if there are more than `most`.
    ///
    /// ```
    /// use wythoff_automata::{Family, Game, Limits, Prover};
    /// let game = Game::new(2).family(Family::vector(&[1, 0])).family(Family::vector(&[2, 2]));
    /// assert_eq!(Prover::without_moves(&game, 10, &Limits::default()).unwrap(), None);
    /// let game = game.family(Family::vector(&[0, 1])).terminal(&[3, 4]);
    /// let ends = Prover::without_moves(&game, 10, &Limits::default()).unwrap();
    /// assert_eq!(ends, Some(vec![vec![0, 0], vec![3, 4]]));
    /// ```
    pub fn without_moves(
        game: &Game,
        most: usize,
        limits: &Limits,
    ) -> Result<Option<Vec<Vec<u64>>>, AutomataError> {
        let game = Game { convention: Convention::Misere, ..game.clone() };
        let Ok(binary) = Numeration::base(2) else { return Ok(None) };
        let prover = Prover::new(&game, &binary, limits)?;
        let ends = match &prover.ends {
            Some(ends) => ends.clone().minimised(),
            None => return Ok(None),
        };
        let start = ends.starts()[0];
        let mut found = Vec::new();
        // Words that do not begin with a zero; a longer word than there are states could be pumped.
        let mut words = vec![(start, Vec::new())];
        while let Some((state, letters)) = words.pop() {
            if letters.len() > ends.states() || found.len() > most {
                return Ok(None);
            }
            if ends.output(state) != 0 {
                let word = Word { mode: 0, letters: letters.clone() };
                found.extend(prover.position(&word));
            }
            // In a minimal automaton every state but the dead one leads to acceptance.
            for letter in (u32::from(letters.is_empty())..ends.letters() as u32).rev() {
                let next = ends.next(state, letter);
                if next != 0 {
                    words.push((next, [letters.as_slice(), &[letter]].concat()));
                }
            }
        }
        found.sort();
        Ok((found.len() <= most).then_some(found))
    }

    /// The game as prepared.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The numeration.
    pub fn numeration(&self) -> &Numeration {
        &self.numeration
    }

    /// Decides whether the candidate is the set of P-positions; a counterexample has the least sum of
    /// coordinates where the search for it is affordable, and the fewest digits otherwise.
    pub fn prove(&self, candidate: &Dfa, limits: &Limits) -> Result<Verdict, AutomataError> {
        self.decide(candidate, Counterexample::LeastSum, limits)
    }

    /// The candidate with some positions added and others removed.
    pub fn edited(
        &self,
        candidate: &Dfa,
        added: &[Vec<u64>],
        removed: &[Vec<u64>],
        limits: &Limits,
    ) -> Result<Dfa, AutomataError> {
        if let Some(bad) = added.iter().chain(removed).find(|p| !self.game.is_position(p)) {
            return Err(AutomataError::Terminal(bad.clone()));
        }
        self.fits(candidate)?;
        let more = candidate.sum(&self.finite_set(added, limits)?, 1, limits)?;
        Ok(more.difference(&self.finite_set(removed, limits)?, limits)?)
    }

    /// The positions that satisfy all atoms of at least one of the lists; the atoms speak of the position alone.
    pub fn set_of(&self, conditions: &[Vec<Atom>], limits: &Limits) -> Result<Dfa, AutomataError> {
        let n = self.game.coordinates.len();
        let families: Vec<Family> = conditions
            .iter()
            .map(|atoms| Family { atoms: atoms.clone(), ..Family::new("condition", &vec![Change::Same; n]) })
            .collect();
        let mut set = Dfa::empty(self.alphabet.letters(), self.game.modes());
        for family in &families {
            family.check_numbers(n)?;
            // Nothing moves, so the automaton that guesses an option guesses the position itself.
            let compiled = CompiledFamily::new(
                &self.game,
                family,
                &self.numeration,
                &self.alphabet,
                Labels::Drop,
                limits,
            )?;
            let period = self.numeration.period();
            let phases = self.universe.phases(period);
            let nfa = Nfa::build(&compiled, &self.universe, &phases, period, self.game.modes(), limits)?;
            set = set.sum(&absorption::reach(&nfa, &self.universe, 1, limits)?.0, 1, limits)?;
        }
        Ok(set)
    }

    /// Whether the candidate contains a position of 64-bit coordinates; `None` if it is no position.
    pub fn contains(&self, candidate: &Dfa, position: &[u64]) -> Option<bool> {
        if !self.game.is_position(position) || self.fits(candidate).is_err() {
            return None;
        }
        let word = self.word(position, 0)?;
        Some(candidate.run(word.mode, &word.letters) != 0)
    }

    /// Refuses an automaton that tells a position from the same position with leading zeros.
    pub fn check_leading_zeros(&self, candidate: &Dfa, limits: &Limits) -> Result<(), AutomataError> {
        self.fits(candidate)?;
        let period = self.numeration.period();
        // In a minimal automaton states are the same if the same words lead from them to acceptance.
        let set =
            candidate.clone().map_output(|o| o.min(1)).intersection(&self.universe, limits)?.minimised();
        let after = |state: u32| (0..period).fold(state, |state, _| set.next(state, 0));
        if set.starts().iter().any(|&start| after(start) != start) {
            return Err(AutomataError::LeadingZeros(period));
        }
        Ok(())
    }

    pub(crate) fn fits(&self, candidate: &Dfa) -> Result<(), AutomataError> {
        let (need_letters, need_starts) = (self.alphabet.letters(), self.game.modes());
        let (letters, starts) = (candidate.letters(), candidate.starts().len());
        if letters != need_letters || starts != need_starts {
            return Err(AutomataError::Automaton { letters, starts, need_letters, need_starts });
        }
        Ok(())
    }

    pub(crate) fn decide(
        &self,
        candidate: &Dfa,
        kind: Counterexample,
        limits: &Limits,
    ) -> Result<Verdict, AutomataError> {
        self.fits(candidate)?;
        Ok(match self.attempt(candidate, kind, limits) {
            Ok(verdict) => verdict,
            Err(limit) => Verdict::Unknown(limit),
        })
    }

    fn attempt(&self, candidate: &Dfa, kind: Counterexample, limits: &Limits) -> Result<Verdict, Limit> {
        let started = limits.budget.now();
        let set = candidate.clone().map_output(|o| o.min(1)).intersection(&self.universe, limits)?;
        if kind == Counterexample::LeastSum
            && let Some(refutation) = self.first_small(&set, limits)?
        {
            return Ok(Verdict::Refuted(refutation));
        }
        let mut sizes = Sizes::default();
        let refutation = match self.game.convention {
            Convention::Blocking(k) => self.blocking(&set, k, kind, limits, &mut sizes)?,
            Convention::Normal | Convention::Misere => self.plain(&set, kind, limits, &mut sizes)?,
        };
        Ok(match refutation {
            Some(refutation) => Verdict::Refuted(refutation),
            None => Verdict::Proved(Box::new(Proof {
                game: self.game.clone(),
                numeration: self.numeration.clone(),
                dfa: set,
                sizes,
                elapsed: limits.budget.now().saturating_sub(started),
            })),
        })
    }

    fn plain(
        &self,
        set: &Dfa,
        kind: Counterexample,
        limits: &Limits,
        sizes: &mut Sizes,
    ) -> Result<Option<Refutation>, Limit> {
        let modes = self.game.modes();
        let mut best: Option<Refutation> = None;
        // Terminal positions.
        let wrong = match (&self.ends, &self.extra) {
            (Some(ends), _) => Some(set.intersection(ends, limits)?),
            (None, Some(extra)) => Some(extra.difference(set, limits)?),
            (None, None) => None,
        };
        if let Some(wrong) = wrong
            && let Some(word) = self.counterexample(&Accepted(&wrong), kind, limits)?
        {
            keep_least(&mut best, self.refute(word, Witness::Terminal, None)?);
        }
        // Stability.
        let source = match (&self.ends, &self.extra) {
            (None, Some(extra)) => set.difference(extra, limits)?,
            _ => set.clone(),
        };
        let mut nfas = Vec::new();
        let phases = set.phases(self.numeration.period());
        for (f, family) in self.families.iter().enumerate() {
            if kind == Counterexample::Shortest && best.is_some() {
                return Ok(best);
            }
            let nfa = Nfa::build(family, set, &phases, self.numeration.period(), modes, limits)?;
            sizes.families += nfa.states();
            let graph = Unstable { source: &source, family: &nfa };
            if let Some(word) = self.counterexample(&graph, kind, limits)? {
                let option = decide::find_option(family, set, &self.alphabet, &word);
                let position = option.as_ref().and_then(|o| self.position(o)).unwrap_or_default();
                let witness = Witness::StableBroken { family: f, option: position };
                keep_least(&mut best, self.refute(word, witness, option)?);
            }
            nfas.push(nfa);
        }
        // Absorption.
        if let Some(known) = best {
            // Refuted already; a smaller position that is not absorbed is worth a limited search only.
            if kind == Counterexample::Shortest {
                return Ok(Some(known));
            }
            let small = Limits { states: limits.states.min(20_000), ..limits.clone() };
            let more = self.absorption(set, &nfas, kind, &small, sizes).ok().flatten();
            let mut best = Some(known);
            if let Some(more) = more {
                keep_least(&mut best, more);
            }
            return Ok(best);
        }
        self.absorption(set, &nfas, kind, limits, sizes)
    }

    fn absorption(
        &self,
        set: &Dfa,
        nfas: &[Nfa],
        kind: Counterexample,
        limits: &Limits,
        sizes: &mut Sizes,
    ) -> Result<Option<Refutation>, Limit> {
        let base = match &self.ends {
            Some(ends) => set.sum(ends, 1, limits)?,
            None => set.clone(),
        };
        let cover = absorption::cover(&self.universe, &self.game.families, nfas, &base, EASY, limits)?;
        (sizes.determinised, sizes.union) = cover.largest;
        let missed = cover.missed;
        match self.counterexample(&Accepted(&missed), kind, limits)? {
            Some(word) => self.refute(word, Witness::NotAbsorbed, None).map(Some),
            None => Ok(None),
        }
    }

    fn blocking(
        &self,
        set: &Dfa,
        k: u8,
        kind: Counterexample,
        limits: &Limits,
        sizes: &mut Sizes,
    ) -> Result<Option<Refutation>, Limit> {
        if let Some(extra) = &self.extra {
            let wrong = extra.difference(set, limits)?;
            if let Some(word) = self.counterexample(&Accepted(&wrong), kind, limits)? {
                return self.refute(word, Witness::Terminal, None).map(Some);
            }
        }
        let machines = self.counts(set, k, limits, sizes)?;
        let mut count = Dfa::empty(self.alphabet.letters(), self.game.modes());
        for i in absorption::order(&self.game.families, &machines) {
            count = count.sum(&machines[i], k, limits)?;
            sizes.union = sizes.union.max(count.states());
        }
        let (many, few) = blocking::violations(&count, set, self.extra.as_ref(), &self.universe, k, limits)?;
        let mut best = None;
        for (wrong, in_set) in [(many, true), (few, false)] {
            if let Some(word) = self.counterexample(&Accepted(&wrong), kind, limits)? {
                self.position(&word).ok_or(Limit::Length { digits: word.letters.len() })?;
                let mut options = Vec::new();
                for family in &self.families {
                    let found = decide::all_options(family, set, &self.alphabet, &word, usize::from(k) + 8);
                    options.extend(found.iter().filter_map(|w| self.position(w)));
                }
                let witness = if in_set { Witness::TooMany { options } } else { Witness::TooFew { options } };
                keep_least(&mut best, self.refute(word, witness, None)?);
            }
        }
        Ok(best)
    }

    /// The automata of all families towards `target`.
    pub(crate) fn nfas(&self, target: &Dfa, limits: &Limits) -> Result<Vec<Nfa>, Limit> {
        let period = self.numeration.period();
        let phases = target.phases(period);
        let modes = self.game.modes();
        self.families.iter().map(|f| Nfa::build(f, target, &phases, period, modes, limits)).collect()
    }

    /// For each family the positions with an option in `target`; outputs count options up to `cap`, and an
    /// option that cannot be blocked counts as `cap`.
    pub(crate) fn counts(
        &self,
        target: &Dfa,
        cap: u8,
        limits: &Limits,
        sizes: &mut Sizes,
    ) -> Result<Vec<Dfa>, Limit> {
        let mut machines = Vec::new();
        for (family, nfa) in self.game.families.iter().zip(self.nfas(target, limits)?) {
            sizes.families += nfa.states();
            let own = if family.blockable { cap } else { 1 };
            let (machine, raw) = absorption::reach(&nfa, &self.universe, own, limits)?;
            sizes.determinised = sizes.determinised.max(raw);
            machines.push(if own == cap { machine } else { machine.map_output(|o| o * cap) });
        }
        Ok(machines)
    }

    fn counterexample(
        &self,
        graph: &dyn smallest::Graph,
        kind: Counterexample,
        limits: &Limits,
    ) -> Result<Option<Word>, Limit> {
        let Some(word) = smallest::shortest(graph, self.game.modes(), limits)? else { return Ok(None) };
        Ok(Some(match kind {
            Counterexample::Shortest => word,
            Counterexample::LeastSum => {
                smallest::least(graph, word, &self.game, &self.numeration, &self.alphabet, limits)
            }
        }))
    }

    fn refute(&self, word: Word, witness: Witness, option: Option<Word>) -> Result<Refutation, Limit> {
        let position = self.position(&word).ok_or(Limit::Length { digits: word.letters.len() })?;
        Ok(Refutation { position, witness, word, option })
    }

    /// The position that a word represents; `None` beyond 64 bits.
    pub(crate) fn position(&self, word: &Word) -> Option<Vec<u64>> {
        let mut position = self.game.mode_values(word.mode);
        for (track, i) in self.game.piles().into_iter().enumerate() {
            position[i] = self.numeration.value(&self.alphabet.track(&word.letters, track))?;
        }
        Some(position)
    }

    /// The word of a position with at least `length` digits a pile.
    pub(crate) fn word(&self, position: &[u64], length: usize) -> Option<Word> {
        let piles = self.game.piles();
        let longest = piles.iter().map(|&i| self.numeration.length(position[i])).max()?.max(length);
        let words = piles
            .iter()
            .map(|&i| self.numeration.digits(position[i], longest))
            .collect::<Option<Vec<_>>>()?;
        Some(Word { mode: self.game.mode_of(position), letters: self.alphabet.word(&words)? })
    }

    /// The automaton of finitely many positions, with any number of leading zeros.
    pub(crate) fn finite_set(&self, positions: &[Vec<u64>], limits: &Limits) -> Result<Dfa, Limit> {
        let mut result = Dfa::empty(self.alphabet.letters(), self.game.modes());
        for position in positions {
            let word = self.word(position, 0).ok_or(Limit::Length { digits: 64 })?;
            result = result.sum(&self.padded(&word, limits)?, 1, limits)?;
        }
        Ok(result)
    }

    /// The automaton of one word after any number of blocks of zeros, as a subset construction: the word may
    /// itself begin with zeros inside its first block.
    fn padded(&self, word: &Word, limits: &Limits) -> Result<Dfa, Limit> {
        let letters = self.alphabet.letters();
        let period = self.numeration.period();
        let n = word.letters.len();
        let mut sets: Interner<u32> = Interner::new();
        sets.intern(&[u32::MAX]);
        // Elements: i < n + 1 inside the word; n + 1 + j after j zeros of a padding block.
        sets.intern(&[0]);
        let mut delta = vec![0u32; letters];
        let mut output = vec![0u8];
        let mut at = 1;
        while at < sets.len() {
            limits.check("a terminal position", sets.len(), sets.bytes())?;
            let set = sets.get(at).to_vec();
            output.push(u8::from(set.contains(&(n as u32))));
            for letter in 0..letters as u32 {
                let mut next = Vec::new();
                for &e in &set {
                    let e = e as usize;
                    if e < n && word.letters[e] == letter {
                        next.push(e as u32 + 1);
                    }
                    let zeros = if e == 0 { Some(0) } else { e.checked_sub(n + 1) };
                    if let (Some(z), 0) = (zeros, letter) {
                        next.push(if z + 1 == period { 0 } else { (n + 2 + z) as u32 });
                    }
                }
                next.sort_unstable();
                next.dedup();
                delta.push(if next.is_empty() { 0 } else { sets.intern(&next).0 as u32 });
            }
            at += 1;
        }
        let mut starts = vec![0; self.game.modes()];
        starts[word.mode] = 1;
        Ok(Dfa::raw(letters, delta, output, starts))
    }
}

/// Keeps the refutation whose position has the smaller sum of coordinates.
fn keep_least(best: &mut Option<Refutation>, new: Refutation) {
    let sum = |r: &Refutation| r.position.iter().map(|&v| u128::from(v)).sum::<u128>();
    if best.as_ref().is_none_or(|b| sum(&new) < sum(b)) {
        *best = Some(new);
    }
}
