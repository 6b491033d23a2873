//! The whole way: P-positions from the rules, an automaton learnt in each likely numeration, a proof.

use crate::numerations::numerations;
use crate::translate::translate;
use std::time::{Duration, Instant};
use thiserror::Error;
use wythoff_automata::learn::{self, Options};
use wythoff_automata::{
    Coordinate, Game, GameError, Limit, Limits, Numeration, Oracle, PairTable, PositionTable, Proof,
    ProveError, Prover, Verdict, Witness,
};
use wythoff_rules::{RuleError, Rules};
use wythoff_solvers::SolveError;

/// A set of positions that is to be proved or refuted.
pub trait Candidate: Send + Sync {
    /// Whether a position is in the set.
    fn contains(&self, position: &[u64]) -> bool;
}

impl<F: Fn(&[u64]) -> bool + Send + Sync> Candidate for F {
    fn contains(&self, position: &[u64]) -> bool {
        self(position)
    }
}

/// What is to be proved, and within which limits.
#[derive(Default)]
pub struct Request<'a> {
    /// A set to be proved; the P-positions themselves if there is none.
    pub candidate: Option<&'a dyn Candidate>,
    /// The numeration to use; likely ones are tried if there is none.
    pub numeration: Option<Numeration>,
    /// Prove the sets {G = 0}, ..., {G = g} instead of the P-positions alone.
    pub grundy: Option<u32>,
    /// States and memory of the prover; its deadline ends the whole search.
    pub limits: Limits,
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

/// Bounds up to which P-positions are computed, one after the other, until the proof succeeds.
const DATA: [u64; 5] = [128, 400, 1_500, 20_000, 200_000];

/// Time after which no larger table is computed.
const PATIENCE: Duration = Duration::from_secs(20);

/// Proves or refutes.
pub fn prove(
    rules: &Rules,
    request: &Request<'_>,
    solver: &wythoff_solvers::Limits<'_>,
) -> Result<(Outcome, Vec<Attempt>), ProveFailure> {
    let mut game = translate(rules)?;
    if let Some(g) = request.grundy {
        game = game.plus_nim_pile(g);
    }
    let piles = game.coordinates.iter().filter(|c| **c == Coordinate::Pile).count();
    let bounds: Vec<u64> = match (piles, request.data) {
        (_, Some(bound)) => vec![bound],
        (1 | 2, None) if request.grundy.is_none() => DATA.to_vec(),
        (1 | 2, None) => vec![128, 512],
        (3, None) => vec![16, 40],
        (_, None) => vec![6, 10],
    };
    let start = Instant::now();
    let mut attempts = Vec::new();
    let mut last = "no numeration was tried".to_string();
    for bound in bounds {
        if start.elapsed() > PATIENCE && !attempts.is_empty() {
            break;
        }
        let data = Data::compute(rules, &game, request, bound, solver)?;
        let tried = match &request.numeration {
            Some(numeration) => vec![numeration.clone()],
            None => numerations(&data.members, bound),
        };
        for numeration in tried {
            let began = Instant::now();
            let outcome = attempt(&game, &numeration, data.oracle.as_ref(), request)?;
            let mut note = |result: String| {
                attempts.push(Attempt {
                    numeration: numeration.to_string(),
                    result,
                    elapsed: began.elapsed(),
                });
            };
            match outcome {
                Verdict::Proved(proof) => {
                    note(format!("proved, {} states", proof.dfa().states()));
                    return Ok((Outcome::Proved(proof), attempts));
                }
                Verdict::Refuted(refutation) if request.candidate.is_some() => {
                    note("refuted".to_string());
                    let numeration = numeration.to_string();
                    let (position, witness) = (refutation.position, refutation.witness);
                    return Ok((Outcome::Refuted { position, witness, numeration }, attempts));
                }
                // The P-positions of the rules themselves cannot be refuted: the guess was wrong beyond the data.
                Verdict::Refuted(_) => {
                    last = format!("no automaton fits the P-positions beyond {bound}");
                    note(last.clone());
                }
                Verdict::Unknown(Limit::Cancelled | Limit::Time) => {
                    last = "the time allowed is over; allow more with --time".to_string();
                    note(last.clone());
                    return Ok((Outcome::Unknown { limit: last }, attempts));
                }
                Verdict::Unknown(limit) => {
                    last = limit.to_string();
                    note(last.clone());
                }
            }
        }
    }
    Ok((Outcome::Unknown { limit: last }, attempts))
}

fn attempt(
    game: &Game,
    numeration: &Numeration,
    oracle: &dyn Oracle,
    request: &Request<'_>,
) -> Result<Verdict, ProveError> {
    let prover = match Prover::new(game, numeration, &request.limits) {
        Ok(prover) => prover,
        Err(error) => return refused(error),
    };
    let options = Options { limits: request.limits.clone(), ..Options::default() };
    match learn::learn_with(&prover, oracle, &options) {
        Ok(outcome) => Ok(outcome.verdict),
        Err(error) => refused(error),
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

/// The set on a box, as the learner asks for it.
struct Data {
    oracle: Box<dyn Oracle>,
    members: Vec<Vec<u64>>,
}

struct Asked<'a> {
    candidate: &'a dyn Candidate,
    bound: u64,
}

impl Data {
    fn compute(
        rules: &Rules,
        game: &Game,
        request: &Request<'_>,
        bound: u64,
        solver: &wythoff_solvers::Limits<'_>,
    ) -> Result<Data, ProveFailure> {
        let sides: Vec<u64> = game
            .coordinates
            .iter()
            .map(|c| match c {
                Coordinate::Pile => bound,
                Coordinate::Bounded(values) => u64::from(*values),
            })
            .collect();
        if let Some(candidate) = request.candidate {
            let asked = Asked { candidate, bound };
            let small: Vec<u64> = sides.iter().map(|s| (*s).min(256)).collect();
            let mut members = Vec::new();
            each(&small, &mut |p| {
                if asked.candidate.contains(p) {
                    members.push(p.to_vec());
                }
            });
            let box_bound = small.first().copied().unwrap_or(0);
            return Ok(Data { oracle: Box::new(PositionTable::new(box_bound, members.clone())), members });
        }
        if let Some(g) = request.grundy {
            let table = wythoff_solvers::grundy_table(rules, &sides[..sides.len() - 1], solver)?;
            let mut members = Vec::new();
            let mut index = 0;
            each(&sides[..sides.len() - 1], &mut |p| {
                if table.values[index] <= g {
                    members.push([p, &[u64::from(table.values[index])]].concat());
                }
                index += 1;
            });
            let shown =
                members.iter().filter(|m| m.last() == Some(&0)).map(|m| m[..m.len() - 1].to_vec()).collect();
            return Ok(Data { oracle: Box::new(PositionTable::new(bound, members)), members: shown });
        }
        let members = match request.source.and_then(|source| source(bound)) {
            Some(members) => members,
            None => wythoff_solvers::p_below(rules, bound, solver)?.positions,
        };
        // One partner for every pile: known as soon as one of the two piles is.
        if rules.is_symmetric() && sides.len() == 2 {
            let pairs: Vec<(u64, u64)> = members.iter().map(|p| (p[0], p[1])).collect();
            let mut used = std::collections::HashSet::new();
            let single = pairs.iter().all(|(a, b)| used.insert(*a) && (a == b || used.insert(*b)));
            if single {
                let table = PairTable::from_pairs(pairs);
                if table.bound() * 4 >= bound {
                    return Ok(Data { oracle: Box::new(table), members });
                }
            }
        }
        let all: Vec<Vec<u64>> = if rules.is_symmetric() {
            members.iter().flat_map(|p| arrangements(p)).collect()
        } else {
            members.clone()
        };
        Ok(Data { oracle: Box::new(PositionTable::new(bound, all)), members })
    }
}

fn arrangements(position: &[u64]) -> Vec<Vec<u64>> {
    let mut seen = std::collections::BTreeSet::new();
    let mut waiting = vec![position.to_vec()];
    while let Some(p) = waiting.pop() {
        if seen.insert(p.clone()) {
            for i in 1..p.len() {
                let mut swapped = p.clone();
                swapped.swap(i - 1, i);
                waiting.push(swapped);
            }
        }
    }
    seen.into_iter().collect()
}

fn each(sides: &[u64], visit: &mut dyn FnMut(&[u64])) {
    if sides.contains(&0) {
        return;
    }
    let mut position = vec![0; sides.len()];
    loop {
        visit(&position);
        let Some(at) = (0..sides.len()).rev().find(|c| position[*c] + 1 < sides[*c]) else { return };
        position[at] += 1;
        position[at + 1..].fill(0);
    }
}
