//! The whole way: P-positions from the rules, an automaton learnt in each likely numeration, a proof.

use crate::candidate::Candidate;
use crate::data::Data;
use crate::numerations::numerations;
use crate::translate::translate;
use std::time::Duration;
use thiserror::Error;
use wythoff_automata::learn::{self, Options};
use wythoff_automata::{
    Coordinate, Game, GameError, Limit, Limits, Numeration, Oracle, Proof, ProveError, Prover, Verdict,
    Witness,
};
use wythoff_rules::{RuleError, Rules};
use wythoff_solvers::{Budget, SolveError, Stop};

/// What is to be proved, and within which limits.
#[derive(Default)]
pub struct Request<'a> {
    /// A set to be proved; the P-positions themselves if there is none.
    pub candidate: Option<Candidate<'a>>,
    /// The numeration to use; likely ones are tried if there is none.
    pub numeration: Option<Numeration>,
    /// Prove the sets {G = 0}, ..., {G = g} instead of the P-positions alone.
    pub grundy: Option<u32>,
    /// Most states of any automaton on the way; a million where nothing is said.
    pub states: Option<usize>,
    /// Largest pile for which P-positions are computed as data for the learner.
    pub data: Option<u64>,
    /// A faster source of the P-positions below a bound than the rules. The guess that it leads to is never
    /// trusted: the proof speaks of the rules alone.
    pub source: Option<Source<'a>>,
}

/// The P-positions with every pile below a bound, each once.
pub type Source<'a> = &'a dyn Fn(u64) -> Option<Vec<Vec<u64>>>;

/// One numeration that was tried.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// The numeration.
    pub numeration: String,
    /// The P-positions that were known: all with piles below this.
    pub below: u64,
    /// How it ended.
    pub result: String,
    /// The time it took.
    pub elapsed: Duration,
}

/// What came of it.
pub enum Outcome {
    /// A theorem for all positions.
    Proved(Box<Proof>),
    /// The candidate is not the set of P-positions.
    Refuted {
        /// The position at which it fails.
        position: Vec<u64>,
        /// What is wrong there.
        witness: Witness,
        /// The numeration in which it was found.
        numeration: String,
    },
    /// A limit was reached in every numeration that was tried.
    Unknown {
        /// The limit, and how to raise it.
        limit: String,
    },
}

/// Why there is nothing to prove.
#[derive(Debug, Error)]
pub enum ProveFailure {
    /// The rules are outside the fragment.
    #[error(transparent)]
    Rules(#[from] RuleError),
    /// The P-positions could not be computed.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The prover refused.
    #[error(transparent)]
    Prove(#[from] ProveError),
}

/// Bounds up to which P-positions are computed, one after the other, until the proof succeeds, each with the states
/// that the prover may use: wrong guesses grow without end, and a small true one is found early.
const DATA: [(u64, usize); 7] = [
    (128, 10_000),
    (400, 20_000),
    (1_500, 60_000),
    (6_000, 60_000),
    (60_000, 200_000),
    (500_000, 200_000),
    (500_000, usize::MAX),
];

/// Most states where nothing is said.
const STATES: usize = 1_000_000;

/// Time after which no larger table is computed where no deadline was set.
const PATIENCE: Duration = Duration::from_secs(20);

/// Numerations of one group that are tried before the last tables.
const PREFERRED: usize = 2;

/// Guesses are compared on positions below this before one is proved.
const FITTED: u64 = 600;

/// States of the first of the guesses that are compared.
const GUESSED: usize = 300;

/// Proves or refutes.
pub fn prove(
    rules: &Rules,
    request: &Request<'_>,
    budget: &Budget,
) -> Result<(Outcome, Vec<Attempt>), ProveFailure> {
    let mut game = translate(rules)?;
    if let Some(g) = request.grundy {
        game = game.plus_nim_pile(g);
    }
    let states = request.states.unwrap_or(STATES);
    let mut search = Search {
        rules,
        game: &game,
        request,
        limits: Limits { states, budget: budget.clone() },
        attempts: Vec::new(),
        last: "no numeration was tried".to_string(),
    };
    Ok((search.run()?, search.attempts))
}

struct Search<'a> {
    rules: &'a Rules,
    game: &'a Game,
    request: &'a Request<'a>,
    limits: Limits,
    attempts: Vec<Attempt>,
    last: String,
}

impl Search<'_> {
    fn run(&mut self) -> Result<Outcome, ProveFailure> {
        if let Some(Candidate::Automaton(set)) = &self.request.candidate {
            let prover = Prover::new(self.game, &set.numeration, &self.limits)?;
            prover.check_leading_zeros(&set.dfa, &self.limits)?;
            let began = self.limits.budget.now();
            let verdict = prover.prove(&set.dfa, &self.limits)?;
            let outcome = self.settled(verdict, &set.numeration, 0, began);
            return Ok(outcome.unwrap_or_else(|| self.unknown()));
        }
        let piles = self.game.coordinates.iter().filter(|c| **c == Coordinate::Pile).count();
        let stages: Vec<(u64, usize)> = match (piles, self.request.data) {
            (_, Some(bound)) => vec![(bound, usize::MAX)],
            // A candidate is asked on one box.
            _ if self.request.candidate.is_some() => vec![(u64::MAX, usize::MAX)],
            (1 | 2, None) if self.request.grundy.is_none() => DATA.to_vec(),
            (1 | 2, None) => vec![(128, 60_000), (512, usize::MAX)],
            (3, None) => vec![(16, 60_000), (40, usize::MAX)],
            (_, None) => vec![(6, 60_000), (10, usize::MAX)],
        };
        let start = self.limits.budget.now();
        for (stage, &(bound, states)) in stages.iter().enumerate() {
            let budget = &self.limits.budget;
            let patient = budget.time_left().is_some() || budget.now().saturating_sub(start) <= PATIENCE;
            if !patient && !self.attempts.is_empty() {
                break;
            }
            let data = match Data::compute(self.rules, self.game, self.request, bound, budget) {
                Ok(data) => data,
                Err(ProveFailure::Solve(SolveError::Stopped {
                    why: Stop::Cancelled | Stop::Time, ..
                })) => return Ok(self.out_of_time()),
                // A larger table is out of reach: what was said of the smaller ones stands.
                Err(ProveFailure::Solve(error)) if !self.attempts.is_empty() => {
                    self.last = format!("{}; no larger table: {error}", self.last);
                    break;
                }
                Err(error) => return Err(error),
            };
            let last = stage + 1 == stages.len();
            // A guess that says more than the data do is left to a longer table.
            let transitions = if last { usize::MAX } else { 3 * data.members.len() + 32 };
            let finally = stage + 2 >= stages.len();
            let tried = self.tried(&data, stage == 0, finally);
            for (index, numeration) in tried.iter().enumerate() {
                if self.is_late() {
                    return Ok(self.out_of_time());
                }
                let began = self.limits.budget.now();
                let mut limits = self.share(tried.len() - index);
                limits.states = limits.states.min(states);
                let options = Options { limits, transitions, ..Options::default() };
                let verdict = self.attempt(numeration, data.oracle.as_ref(), &options)?;
                if let Some(outcome) = self.settled(verdict, numeration, data.oracle.bound(), began) {
                    return Ok(outcome);
                }
            }
        }
        Ok(self.unknown())
    }

    /// The numerations to try with these data, the usual ones only now and then if others are likelier.
    fn tried(&self, data: &Data, first: bool, finally: bool) -> Vec<Numeration> {
        if let Some(numeration) = &self.request.numeration {
            return vec![numeration.clone()];
        }
        let found = numerations(&data.members, data.oracle.bound());
        let usual = if first || finally || found.likely.is_empty() { found.usual } else { Vec::new() };
        let likely =
            found.likely.into_iter().flat_map(|group| self.ranked(group, data.oracle.as_ref(), finally));
        likely.chain(usual).collect()
    }

    /// Notes how an attempt ended; the outcome, if that settles the question.
    fn settled(
        &mut self,
        verdict: Verdict,
        numeration: &Numeration,
        below: u64,
        began: Duration,
    ) -> Option<Outcome> {
        let (result, outcome) = match verdict {
            Verdict::Proved(proof) => {
                (format!("proved, {} states", proof.dfa().states()), Some(Outcome::Proved(proof)))
            }
            Verdict::Refuted(refutation) if self.request.candidate.is_some() => {
                let (position, witness) = (refutation.position, refutation.witness);
                let numeration = numeration.to_string();
                ("refuted".to_string(), Some(Outcome::Refuted { position, witness, numeration }))
            }
            // The P-positions of the rules themselves cannot be refuted: the guess was wrong beyond the data.
            Verdict::Refuted(_) => (format!("no automaton fits the P-positions beyond {below}"), None),
            Verdict::Unknown(limit) => (limit.to_string(), None),
        };
        self.last.clone_from(&result);
        let elapsed = self.limits.budget.now().saturating_sub(began);
        self.attempts.push(Attempt { numeration: numeration.to_string(), below, result, elapsed });
        outcome
    }

    fn unknown(&self) -> Outcome {
        if self.is_late() { self.out_of_time() } else { Outcome::Unknown { limit: self.last.clone() } }
    }

    fn is_late(&self) -> bool {
        self.limits.budget.check().is_err()
    }

    fn out_of_time(&self) -> Outcome {
        let limit = self.limits.budget.check().err().unwrap_or(Stop::Time).to_string();
        Outcome::Unknown { limit }
    }

    /// The limits of one attempt of several: not all of the time that is left.
    fn share(&self, left: usize) -> Limits {
        let mut limits = self.limits.clone();
        if let (Some(rest), 2..) = (limits.budget.time_left(), left) {
            limits.budget = limits.budget.within((rest / 2).max(Duration::from_secs(2)).min(rest));
        }
        limits
    }

    /// The numerations of a group, those with the smallest fitting automaton first.
    fn ranked(&self, group: Vec<Numeration>, oracle: &dyn Oracle, finally: bool) -> Vec<Numeration> {
        if group.len() < 2 || matches!(self.request.candidate, Some(Candidate::Condition(_))) {
            return group;
        }
        let mut best: Option<usize> = None;
        let mut sized: Vec<(usize, Numeration)> = Vec::new();
        for numeration in group {
            // A numeration that needs far more states than another is not worth fitting to the end.
            let states = best.map_or(GUESSED, |b| 2 * b + 20).min(self.limits.states);
            let limits = Limits { states, ..self.limits.clone() };
            let below = oracle.bound().min(FITTED);
            let fitted = learn::fit(self.game, &numeration, oracle, below, &limits);
            // The size of the table, so that few states over many letters do not count as few.
            let size = fitted.as_ref().map_or(usize::MAX, |dfa| dfa.states() * dfa.letters());
            if let Ok(dfa) = &fitted {
                best = Some(best.unwrap_or(usize::MAX).min(dfa.states()));
            }
            sized.push((size, numeration));
        }
        // Those that need far more states come into play in the end, when the others have failed.
        let fitted = sized.iter().any(|(size, _)| *size < usize::MAX);
        if fitted && !finally {
            sized.retain(|(size, _)| *size < usize::MAX);
        }
        sized.sort_by_key(|(size, _)| *size);
        let most = if finally { usize::MAX } else { PREFERRED };
        sized.into_iter().take(most).map(|(_, numeration)| numeration).collect()
    }

    fn attempt(
        &self,
        numeration: &Numeration,
        oracle: &dyn Oracle,
        options: &Options,
    ) -> Result<Verdict, ProveError> {
        let limits = &options.limits;
        let prover = match Prover::new(self.game, numeration, limits) {
            Ok(prover) => prover,
            Err(error) => return refused(error),
        };
        let verdict = match &self.request.candidate {
            Some(Candidate::Condition(any)) => {
                prover.set_of(any, limits).and_then(|set| prover.prove(&set, limits))
            }
            _ => learn::learn_with(&prover, oracle, options).map(|outcome| outcome.verdict),
        };
        verdict.or_else(refused)
    }
}

fn refused(error: ProveError) -> Result<Verdict, ProveError> {
    match error {
        ProveError::Limit(limit) => Ok(Verdict::Unknown(limit)),
        // Too many letters in this numeration: another may do.
        ProveError::Game(GameError::Letters { .. }) => {
            Ok(Verdict::Unknown(Limit::States { what: "the alphabet", limit: 4096 }))
        }
        other => Err(other),
    }
}
