//! The whole way: P-positions from the rules, an automaton learnt in each likely numeration, a proof.

use crate::candidate::Candidate;
use crate::data::Data;
use crate::error::ProveFailure;
use crate::numerations::numerations;
use crate::translate::translate;
use std::collections::HashMap;
use std::time::Duration;
use wythoff_automata::AutomataError;
use wythoff_automata::learn::{self, Options};
use wythoff_automata::{
    Coordinate, Dfa, Game, Limit, Limits, Numeration, Oracle, Proof, Prover, Verdict, Witness,
};
use wythoff_numbers::numeration::Coefficients;
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

/// One numeration that was tried; what was seen last.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// The numeration.
    pub numeration: String,
    /// The P-positions that were known: all with piles below this.
    pub below: u64,
    /// No automaton of the P-positions in this numeration has fewer states: the table tells so many words apart.
    pub at_least: usize,
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

/// Bounds up to which P-positions of two piles are computed, one after the other, until the automaton is determined or
/// the budget ends, each with the states that the prover may use: wrong guesses grow without end, and a small true one is
/// found early.
const DATA: [(u64, usize); 8] = [
    (128, 10_000),
    (400, 20_000),
    (1_500, 60_000),
    (6_000, 60_000),
    (20_000, 200_000),
    (60_000, 200_000),
    (500_000, 200_000),
    (500_000, usize::MAX),
];

/// Of three piles, and of more.
const DATA_3: [(u64, usize); 4] = [(16, 60_000), (40, 200_000), (100, usize::MAX), (200, usize::MAX)];
const DATA_4: [(u64, usize); 4] = [(6, 60_000), (10, 200_000), (20, usize::MAX), (40, usize::MAX)];

/// With Grundy values beside two piles.
const DATA_GRUNDY: [(u64, usize); 4] =
    [(128, 60_000), (512, 200_000), (2_000, usize::MAX), (6_000, usize::MAX)];

/// Most states where nothing is said.
const STATES: usize = 1_000_000;

/// Time after which no larger table is computed where no deadline was set.
const PATIENCE: Duration = Duration::from_secs(60);

/// A table that took less, and has few members or does not show what is asked for, is passed over.
const CHEAP: Duration = Duration::from_millis(10);
const TELLING: usize = 100;

/// Few are less than this for each letter of the likeliest numeration, whose letters are counted up to a bound.
const PER_LETTER: usize = 16;
const COUNTED: usize = 256;

/// A table that took less is always followed by the next.
const QUICK: Duration = Duration::from_millis(200);

/// Numerations of one group that are proved before the last tables.
const PREFERRED: usize = 2;

/// Work on the first guess in each numeration, about a nanosecond a unit.
const FIRST_SLICE: u64 = 1_000_000;

/// A guess of so few states is given to the prover although it grew with the table.
const FEW: usize = 64;

/// Where few states have many letters, the next table is so many times longer.
const LONGER: u64 = 8;

/// Proves or refutes.
pub fn prove(
    rules: &Rules,
    request: &Request<'_>,
    budget: &Budget,
) -> Result<(Outcome, Vec<Attempt>), ProveFailure> {
    let mut game = translate(rules)?;
    if rules.convention().pass && (request.candidate.is_some() || request.grundy.is_some()) {
        let message = "with a pass the P-positions themselves are proved; candidates and Grundy values are not asked of such games";
        return Err(RuleError::plain(message).into());
    }
    if let Some(g) = request.grundy {
        game = game.plus_nim_pile(g);
    }
    let mut search = Search::new(rules, &game, request, budget);
    Ok((search.run()?, search.attempts))
}

/// A proof about sorted positions, for rules in which order does not matter: of the game on sorted piles, in which a tuple
/// that is not sorted has no moves and is no option ([`Rules::on_sorted_piles`]). With many piles it has far smaller
/// automata than the game with its piles in any order. `None` where there is no such game.
pub fn prove_sorted(
    rules: &Rules,
    request: &Request<'_>,
    budget: &Budget,
) -> Result<Option<(Rules, Outcome, Vec<Attempt>)>, ProveFailure> {
    if request.candidate.is_some() || request.grundy.is_some() {
        return Ok(None);
    }
    let Some(text) = rules.on_sorted_piles()? else { return Ok(None) };
    let sorted = Rules::read(&text)?;
    let game = translate(&sorted)?;
    let mut search = Search { sorted: true, ..Search::new(rules, &game, request, budget) };
    let outcome = search.run()?;
    let attempts = search.attempts;
    Ok(Some((sorted, outcome, attempts)))
}

struct Search<'a> {
    rules: &'a Rules,
    game: &'a Game,
    request: &'a Request<'a>,
    /// The game is the one on sorted piles.
    sorted: bool,
    limits: Limits,
    attempts: Vec<Attempt>,
    /// For each numeration how many words the tables told apart, one after the other.
    growth: HashMap<String, Vec<usize>>,
    /// For each numeration the suffixes that told words apart in the last table.
    suffixes: HashMap<String, Vec<Vec<u32>>>,
    /// The pile to which a table should reach, so that the last wrong guess shows.
    wanted: u64,
    /// Where a small guess failed for want of data only: the first to be tried with the next table.
    near: Option<String>,
    last: String,
}

/// An automaton that fits the table, to be proved.
struct Guess {
    numeration: Numeration,
    /// The size of its table, so that few states over many letters do not count as few.
    size: usize,
    /// `None` for a candidate that is a condition.
    dfa: Option<Dfa>,
}

/// Numerations that are equally likely.
struct Group {
    /// Those in which no guess is done, with the size that it has reached.
    waiting: Vec<(Numeration, usize)>,
    /// Guesses that fit the table.
    fits: Vec<Guess>,
}

impl Group {
    /// The smallest guesses, if none of those that are waiting can be smaller.
    fn ready(&mut self, most: usize) -> Vec<Guess> {
        self.fits.sort_by_key(|guess| guess.size);
        let best = self.fits.first().map_or(0, |guess| guess.size);
        if self.waiting.iter().any(|(_, size)| *size < best) {
            return Vec::new();
        }
        let mut fits = std::mem::take(&mut self.fits);
        fits.truncate(most);
        fits
    }
}

/// What one table allows.
struct Stage {
    /// States of the prover.
    states: usize,
    /// A guess with more transitions says more than the data do, and is left to a longer table.
    transitions: usize,
    first: bool,
    /// A larger table costs little.
    quick: bool,
    /// The last tables: all that was put off comes into play.
    finally: bool,
}

impl<'a> Search<'a> {
    fn new(rules: &'a Rules, game: &'a Game, request: &'a Request<'a>, budget: &Budget) -> Search<'a> {
        let states = request.states.unwrap_or(STATES);
        Search {
            rules,
            game,
            request,
            sorted: false,
            limits: Limits { states, budget: budget.clone() },
            attempts: Vec::new(),
            growth: HashMap::new(),
            suffixes: HashMap::new(),
            wanted: 0,
            near: None,
            last: "no numeration was tried".to_string(),
        }
    }

    fn run(&mut self) -> Result<Outcome, ProveFailure> {
        if let Some(Candidate::Automaton(set)) = &self.request.candidate {
            let prover = Prover::new(self.game, &set.numeration, &self.limits)?;
            prover.check_leading_zeros(&set.dfa, &self.limits)?;
            let began = self.limits.budget.now();
            let verdict = prover.prove(&set.dfa, &self.limits)?;
            let outcome = self.settled(verdict, &set.numeration, 0, 0, began);
            return Ok(outcome.unwrap_or_else(|| self.unknown()));
        }
        let piles = self.game.coordinates.iter().filter(|c| **c == Coordinate::Pile).count();
        let stages: Vec<(u64, usize)> = match (piles, self.request.data) {
            (_, Some(bound)) => vec![(bound, usize::MAX)],
            // A candidate is asked on one box.
            _ if self.request.candidate.is_some() => vec![(u64::MAX, usize::MAX)],
            (1 | 2, None) if self.request.grundy.is_some() => DATA_GRUNDY.to_vec(),
            (1 | 2, None) => DATA.to_vec(),
            (3, None) => DATA_3.to_vec(),
            (_, None) => DATA_4.to_vec(),
        };
        let start = self.limits.budget.now();
        for (index, &(bound, states)) in stages.iter().enumerate() {
            let began = self.limits.budget.now();
            let budget = &self.limits.budget;
            let data = match self.sorted {
                true => Data::on_sorted_piles(self.rules, self.request, bound, budget),
                false => Data::compute(self.rules, self.game, self.request, bound, budget),
            };
            let data = match data {
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
            let took = self.limits.budget.now().saturating_sub(began);
            let last = index + 1 == stages.len();
            let cheap = took < CHEAP && !last && self.request.candidate.is_none();
            if cheap && (self.few(&data, piles) || data.oracle.bound() < self.wanted) {
                continue;
            }
            self.wanted = 0;
            let stage = Stage {
                states,
                transitions: if last { usize::MAX } else { 3 * data.found + 32 },
                first: index == 0,
                quick: took < QUICK,
                finally: index + 2 >= stages.len(),
            };
            if let Some(outcome) = self.stage(&data, piles, &stage)? {
                return Ok(outcome);
            }
            if self.is_late() {
                return Ok(self.out_of_time());
            }
            if self.is_hopeless_everywhere() {
                self.last =
                    "in every likely numeration the least number of states grows with the table".to_string();
                break;
            }
            // The next table has the square of the ratio more positions at least where they are looked at one by one.
            let Some(&(next, _)) = stages.get(index + 1) else { break };
            let ratio = u32::try_from(next / bound.max(1)).unwrap_or(u32::MAX);
            let needed = took.saturating_mul(ratio.saturating_mul(ratio));
            let spent = self.limits.budget.now().saturating_sub(start);
            let left = self.limits.budget.time_left().unwrap_or(PATIENCE.saturating_sub(spent));
            if took > QUICK && needed > left {
                self.last = format!("{}; there is no time for a table below {next}", self.last);
                break;
            }
            if left.is_zero() {
                break;
            }
        }
        Ok(self.unknown())
    }

    /// Whether the table has few members for the letters in which they may be written.
    fn few(&self, data: &Data, piles: usize) -> bool {
        let letters = |numeration: &Numeration| {
            let digits = usize::from(numeration.max_digit()) + 1;
            digits.saturating_pow(piles as u32).min(COUNTED)
        };
        let found = data.found;
        if found < TELLING || self.request.numeration.is_some() {
            return found < TELLING;
        }
        // Along a beam: sets that fill the plane have more members than letters anyway.
        let likely = numerations(&data.members, piles, data.below).likely;
        let first = likely.iter().flatten().next();
        let along = first.filter(|first| matches!(first.coefficients(), Coefficients::Ostrowski(_)));
        along.is_some_and(|first| found < PER_LETTER * letters(first))
    }

    /// Fits and proves in the numerations that the table suggests, side by side: none gets much work before all have had
    /// a little.
    fn stage(&mut self, data: &Data, piles: usize, stage: &Stage) -> Result<Option<Outcome>, ProveFailure> {
        let mut groups = self.tried(data, piles, stage);
        if matches!(self.request.candidate, Some(Candidate::Condition(_))) {
            let guess = |(numeration, _)| Guess { numeration, size: 0, dfa: None };
            let all = groups.into_iter().flat_map(|group| group.waiting).map(guess).collect();
            return self.proved(all, data, stage);
        }
        // A small guess that was nearly right is followed up before anything else.
        if let Some(near) = self.near.take() {
            let mut group = Group { waiting: Vec::new(), fits: Vec::new() };
            for other in &mut groups {
                group
                    .waiting
                    .extend(other.waiting.extract_if(.., |(numeration, _)| numeration.to_string() == near));
            }
            self.fit(&mut group, data.oracle.as_ref(), u64::MAX, stage)?;
            if let Some(outcome) = self.proved(group.ready(1), data, stage)? {
                return Ok(Some(outcome));
            }
            if self.is_late() || (self.near.is_some() && !stage.finally && stage.quick) {
                return Ok(None);
            }
            groups.retain(|group| !group.waiting.is_empty());
        }
        // Slices are for comparison: a numeration that is alone gets all the work it needs.
        let alone = groups.iter().map(|group| group.waiting.len()).sum::<usize>() == 1;
        let mut slice = if alone { u64::MAX } else { FIRST_SLICE };
        while !groups.is_empty() {
            for group in &mut groups {
                self.fit(group, data.oracle.as_ref(), slice, stage)?;
                let guesses = group.ready(if stage.finally { usize::MAX } else { PREFERRED });
                if let Some(outcome) = self.proved(guesses, data, stage)? {
                    return Ok(Some(outcome));
                }
                // A longer table may well settle the small guess that failed for want of data.
                if self.is_late() || (self.wanted > 0 && !stage.finally && stage.quick) {
                    return Ok(None);
                }
            }
            groups.retain(|group| !group.waiting.is_empty());
            slice = slice.saturating_mul(5);
        }
        Ok(None)
    }

    /// Gives guesses to the prover, one after the other.
    fn proved(
        &mut self,
        guesses: Vec<Guess>,
        data: &Data,
        stage: &Stage,
    ) -> Result<Option<Outcome>, ProveFailure> {
        let count = guesses.len();
        for (index, guess) in guesses.into_iter().enumerate() {
            if self.is_late() {
                break;
            }
            let began = self.limits.budget.now();
            let mut limits = self.share(count - index);
            limits.states = limits.states.min(stage.states);
            let Guess { numeration, dfa, .. } = guess;
            let small = dfa.as_ref().is_some_and(|dfa| dfa.states() <= FEW);
            let suffixes = self.suffixes.get(&numeration.to_string()).cloned().unwrap_or_default();
            let transitions = stage.transitions;
            let options = Options { limits, transitions, suffixes, guess: dfa, ..Options::default() };
            let wanted = self.wanted;
            let (verdict, at_least) = self.attempt(&numeration, data.oracle.as_ref(), &options)?;
            if small && self.wanted > wanted {
                self.near = Some(numeration.to_string());
            }
            if let Some(outcome) = self.settled(verdict, &numeration, data.oracle.bound(), at_least, began) {
                return Ok(Some(outcome));
            }
        }
        Ok(None)
    }

    /// The numerations to try with these data, the usual ones only now and then if others are likelier.
    fn tried(&self, data: &Data, piles: usize, stage: &Stage) -> Vec<Group> {
        let mut groups = match &self.request.numeration {
            Some(numeration) => vec![vec![numeration.clone()]],
            None => {
                let found = numerations(&data.members, piles, data.below);
                let usual = stage.first || stage.finally || found.likely.is_empty();
                let usual = found.usual.into_iter().filter(|_| usual).map(|numeration| vec![numeration]);
                found.likely.into_iter().chain(usual).collect()
            }
        };
        for group in &mut groups {
            group.retain(|numeration| !self.is_hopeless(numeration));
        }
        let group = |numerations: Vec<Numeration>| Group {
            waiting: numerations.into_iter().map(|numeration| (numeration, 0)).collect(),
            fits: Vec::new(),
        };
        groups.into_iter().map(group).collect()
    }

    /// Fits automata in the numerations of a group, with so much work each. What needs more is left waiting; what the
    /// table does not determine is noted.
    fn fit(
        &mut self,
        group: &mut Group,
        oracle: &dyn Oracle,
        slice: u64,
        stage: &Stage,
    ) -> Result<(), ProveFailure> {
        for (numeration, _) in std::mem::take(&mut group.waiting) {
            if self.is_late() {
                return Ok(());
            }
            let began = self.limits.budget.now();
            let states = self.limits.states.min(stage.transitions);
            let limits = Limits { states, budget: self.limits.budget.clone().with_work(slice) };
            let before = self.suffixes.get(&numeration.to_string()).map_or(&[][..], Vec::as_slice);
            let fit = match learn::fit(self.game, &numeration, oracle, oracle.bound(), before, &limits) {
                Ok(fit) => fit,
                Err(error) => {
                    let verdict = refused(error)?;
                    self.settled(verdict, &numeration, oracle.bound(), 0, began);
                    continue;
                }
            };
            let states = fit.dfa.states();
            let size = states * fit.dfa.letters();
            if fit.reached == Some(Limit::Time) && !self.is_late() {
                group.waiting.push((numeration, size));
                continue;
            }
            self.growth.entry(numeration.to_string()).or_default().push(fit.at_least);
            self.suffixes.insert(numeration.to_string(), fit.suffixes);
            let grows = states > FEW && states > fit.quarter + fit.quarter / 8;
            let overfits = fit.dfa.transitions() > stage.transitions;
            if fit.reached.is_none() && overfits && states <= FEW {
                // Few states, many letters: a much longer table is cheaper than another numeration.
                self.wanted = self.wanted.max(oracle.bound().saturating_mul(LONGER));
                self.near = Some(numeration.to_string());
            }
            if fit.reached.is_some() || ((grows || overfits) && !stage.finally) {
                let result = match fit.reached {
                    Some(limit @ (Limit::Time | Limit::Cancelled)) => limit.to_string(),
                    _ if fit.quarter == 0 => format!("{states} states do not fit a quarter of the table"),
                    _ => format!("the guesses grow with the table, from {} states to {states}", fit.quarter),
                };
                self.note(&numeration, oracle.bound(), fit.at_least, result, began);
                continue;
            }
            group.fits.push(Guess { numeration, size, dfa: Some(fit.dfa) });
        }
        Ok(())
    }

    /// Whether the tables told more and more words apart, and the steps do not become shorter.
    fn is_hopeless(&self, numeration: &Numeration) -> bool {
        let Some(&[.., a, b, c, d]) = self.growth.get(&numeration.to_string()).map(Vec::as_slice) else {
            return false;
        };
        d > FEW && a < b && b - a <= c.saturating_sub(b) && c - b <= d.saturating_sub(c)
    }

    fn is_hopeless_everywhere(&self) -> bool {
        let tried: Option<Vec<Numeration>> = self.growth.keys().map(|name| name.parse().ok()).collect();
        tried.is_some_and(|tried| !tried.is_empty() && tried.iter().all(|n| self.is_hopeless(n)))
    }

    /// Notes how an attempt ended; the outcome, if that settles the question.
    fn settled(
        &mut self,
        verdict: Verdict,
        numeration: &Numeration,
        below: u64,
        at_least: usize,
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
        self.note(numeration, below, at_least, result, began);
        outcome
    }

    /// Keeps what was seen last in a numeration.
    fn note(
        &mut self,
        numeration: &Numeration,
        below: u64,
        at_least: usize,
        result: String,
        began: Duration,
    ) {
        let numeration = numeration.to_string();
        let known = self.attempts.iter().position(|a| a.numeration == numeration);
        let before = known.map(|at| self.attempts.remove(at));
        let at_least = at_least.max(before.as_ref().map_or(0, |a| a.at_least));
        let spent = self.limits.budget.now().saturating_sub(began);
        let elapsed = spent + before.map_or(Duration::ZERO, |a| a.elapsed);
        self.last.clone_from(&result);
        self.attempts.push(Attempt { numeration, below, at_least, result, elapsed });
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

    /// Learns and proves in one numeration; also how many states an automaton has at least.
    fn attempt(
        &mut self,
        numeration: &Numeration,
        oracle: &dyn Oracle,
        options: &Options,
    ) -> Result<(Verdict, usize), AutomataError> {
        let limits = &options.limits;
        let prover = match Prover::new(self.game, numeration, limits) {
            Ok(prover) => prover,
            Err(error) => return Ok((refused(error)?, 0)),
        };
        let result = match &self.request.candidate {
            Some(Candidate::Condition(any)) => {
                let verdict = prover.set_of(any, limits).and_then(|set| prover.prove(&set, limits));
                verdict.map(|verdict| (verdict, 0))
            }
            _ => learn::learn_with(&prover, oracle, options).map(|found| {
                self.wanted = self.wanted.max(found.wanted.unwrap_or(0));
                (found.verdict, found.at_least)
            }),
        };
        result.or_else(|error| Ok((refused(error)?, 0)))
    }
}

fn refused(error: AutomataError) -> Result<Verdict, AutomataError> {
    match error {
        AutomataError::Limit(limit) => Ok(Verdict::Unknown(limit)),
        // Too many letters in this numeration: another may do.
        AutomataError::Letters { .. } => {
            Ok(Verdict::Unknown(Limit::States { what: "the alphabet", limit: 4096 }))
        }
        other => Err(other),
    }
}
