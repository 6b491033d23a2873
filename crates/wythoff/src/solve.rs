//! Who wins a position, by which move, and how it is known.

use crate::clock::timed;
use crate::error::{Advice, Error, Kind};
use crate::evidence::{By, Evidence, Method, OWN_RULES, ProofNote, Question, Way, ways};
use crate::game::{Game, Header, counted};
use crate::grundy::value_at;
use crate::json;
use crate::lost::{Lost, positions_up_to};
use crate::p::NO_THEORY;
use crate::position::{Inner, Position};
use crate::theory::{asked, decide_special};
use malachite::Natural;
use malachite::base::num::basic::traits::Zero;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::time::Duration;
use wythoff_automata::{Convention, Limits, Numeration, SetText};
use wythoff_catalog::special::{Refused, Special};
use wythoff_catalog::{Resolved, View};
use wythoff_certificate::{automaton, beams, transducer};
use wythoff_discover::game::{kind_of, leapers_of};
use wythoff_discover::leapers::{self, Certificate, LeaperTheory};
use wythoff_numbers::Budget;
use wythoff_prove::ProveFailure;
use wythoff_prove::{Outcome as Proof, Player, Request, compare, prove_between};
use wythoff_rules::{Outcome, Rules};
use wythoff_solvers::{Play, Referee, State};
use wythoff_theory::{Decider, Refusal, Verdict};

/// What is asked about a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SolveRequest<'a> {
    /// All winning moves instead of one.
    pub all: bool,
    /// The method; the fastest that is established where nothing is said.
    pub method: Option<Method>,
    /// The text of a certificate that is checked, compared with the game, and decides.
    pub certificate: Option<&'a str>,
    /// Time that a proof may take; half a minute where nothing is said.
    pub proof_time: Option<Duration>,
}

/// The answer about one position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Solved {
    /// The game.
    #[serde(flatten)]
    pub header: Header,
    /// `P` or `N`; for partizan games also `L` or `R`.
    pub outcome: String,
    /// The positions that winning moves lead to.
    pub moves: Vec<Position>,
    /// How it is known.
    #[serde(flatten)]
    pub evidence: Evidence,
    /// The Grundy value of a sum, or the value of a partizan game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// Who makes each of the moves, where the players' moves differ.
    #[serde(skip)]
    pub players: Vec<String>,
    /// Time spent computing.
    pub seconds: f64,
}

/// What a way found.
struct Answer {
    outcome: String,
    moves: Vec<Position>,
    players: Vec<String>,
    evidence: Evidence,
    value: Option<Value>,
}

impl Answer {
    fn new(outcome: impl ToString, moves: Vec<Position>, evidence: Evidence) -> Answer {
        Answer { outcome: outcome.to_string(), moves, players: Vec::new(), evidence, value: None }
    }

    /// The same answer, saying why no theorem gave it.
    fn although(mut self, refused: Option<String>) -> Answer {
        if let Some(refused) = refused {
            self.evidence.reason += &format!("; {refused}");
        }
        self
    }
}

/// Time that a proof may take where nothing is said.
const PROOF_TIME: Duration = Duration::from_secs(30);

impl Game {
    /// Who wins, by which move, and how it is known.
    ///
    /// ```
    /// use wythoff::{Budget, Game};
    /// let game = Game::parse("wythoff")?;
    /// let solved = game.solve(&game.position("6,10")?, &Default::default(), &Budget::default())?;
    /// assert_eq!((solved.outcome.as_str(), solved.evidence.by), ("P", wythoff::By::Theorem));
    /// # Ok::<(), wythoff::Error>(())
    /// ```
    pub fn solve(
        &self,
        position: &Position,
        request: &SolveRequest<'_>,
        budget: &Budget,
    ) -> Result<Solved, Error> {
        let (answer, seconds) = timed(budget, || self.answer(position, request, budget));
        let Answer { outcome, moves, players, evidence, value } = answer?;
        Ok(Solved { header: self.header(), outcome, moves, evidence, value, players, seconds })
    }

    /// `P` or `N`; for partizan games also `L` or `R`.
    pub fn outcome(&self, position: &Position, budget: &Budget) -> Result<String, Error> {
        Ok(self.solve(position, &SolveRequest::default(), budget)?.outcome)
    }

    fn answer(
        &self,
        position: &Position,
        request: &SolveRequest<'_>,
        budget: &Budget,
    ) -> Result<Answer, Error> {
        let question = if request.all { Question::AllMoves } else { Question::Solve };
        let tried = ways(question, request.method);
        if tried.clone().next().is_none() {
            return Err(Error::input(
                "all winning moves are found by looking at every option, from the rules",
            )
            .hint("the theory or a proof gives one winning move"));
        }
        match self.resolved.view() {
            View::Special(special) => {
                let special = special.within(budget);
                if request.certificate.is_some() || request.method == Some(Method::Proof) {
                    self.rules_for("a proof starts from rule text")?;
                }
                if request.all {
                    return self.all_of_special(special.as_ref(), position, request.method, budget);
                }
                self.special(special.as_ref(), position, tried, budget)
            }
            View::Sum(terms) => {
                if request.certificate.is_some() || request.method == Some(Method::Proof) {
                    self.rules_for("a proof starts from rule text")?;
                }
                if !tried.into_iter().any(|way| way == Way::NimSum) {
                    let message = "a sum is solved by the Grundy values of its games, from the rules";
                    return Err(Error::input(message).advise(Advice::AnyMethod));
                }
                sum(terms, position, request.all, budget)
            }
            View::Rules(rules) => {
                if let Some(certificate) = request.certificate {
                    return by_certificate(rules, position, certificate, budget);
                }
                self.by_ways(rules, position, request, tried, budget)
            }
        }
    }

    /// The ways of the table, one after the other; why a way did not answer is told by the one that did, or by the error.
    fn by_ways(
        &self,
        rules: &Rules,
        position: &Position,
        request: &SolveRequest<'_>,
        tried: impl Iterator<Item = Way> + Clone,
        budget: &Budget,
    ) -> Result<Answer, Error> {
        let (mut refused, mut unproved) = (None, None);
        let mut failure = Error::input(format!("no theory decides {}", self.called()))
            .hint("from the rules it can be computed for piles that are not too large; a proof decides piles of any size")
            .advise(Advice::ByRules);
        let last_way = tried.clone().last();
        for way in tried {
            let last = last_way == Some(way);
            match way {
                Way::Theorem => match self.by_theory(rules, position, budget)? {
                    Ok(answer) => return Ok(answer),
                    Err(Some(refusal)) if last => {
                        failure = Error::input(refusal).advise(Advice::ByRules);
                    }
                    Err(refusal) => refused = refusal.map(|r| format!("no theorem answers here: {r}")),
                },
                Way::LargeTransducer | Way::Transducer => {
                    if let Some(answer) = by_transducer(rules, position, way == Way::Transducer, budget)? {
                        return Ok(answer.although(refused));
                    }
                }
                Way::LargeProof if !position.is_beyond_tables() => {}
                // A search for another proof, and then the rules, would take all of the time and the memory.
                Way::LargeProof if is_proved_by_columns(rules, position) => {
                    let message = "with a pass the P-positions are proved by a transducer, which finds them one column after the other: piles this large are not decided";
                    let error = Error::limit(message)
                        .hint(format!("piles below {TRANSDUCED} are decided from the rules"));
                    return Err(refused.into_iter().fold(error, Error::hint));
                }
                Way::LargeProof => match self.by_proof(rules, position, request.proof_time, budget) {
                    Ok(answer) => return Ok(answer.although(refused)),
                    Err(error) => unproved = Some(error.message),
                },
                Way::Proof => return self.by_proof(rules, position, request.proof_time, budget),
                // The rest are ways from the rules.
                way => match by_rules(rules, position, request.all, way, budget) {
                    Ok(Some(answer)) => return Ok(answer.although(refused)),
                    Ok(None) => {}
                    Err(error) if error.kind == Kind::Limit => {
                        let unproved = unproved.map(|why| format!("a proof was tried too: {why}"));
                        return Err(refused.into_iter().chain(unproved).fold(error, Error::hint));
                    }
                    Err(error) => return Err(error),
                },
            }
        }
        Err(failure)
    }

    /// The answer of a theory, or why the game's theory gives none; nothing if it has none.
    fn by_theory(
        &self,
        rules: &Rules,
        position: &Position,
        budget: &Budget,
    ) -> Result<Result<Answer, Option<String>>, Error> {
        let decider = match crate::theory::decider_for(&self.resolved, budget) {
            Ok(Some(decider)) => decider,
            Ok(None) => return Ok(Err(None)),
            Err(refusal) => return Ok(Err(Some(refusal.to_string()))),
        };
        let Some(piles) = position.plain_piles() else { return Ok(Err(None)) };
        let mut verdict = match asked(budget, || decider.decide(piles)) {
            Ok(verdict) => verdict,
            Err(Refusal::Stopped(stop)) => return Err(stop.into()),
            Err(refusal) => return Ok(Err(Some(refusal.to_string()))),
        };
        let remembered =
            verdict.winning.as_mut().map(|to| to.split_off(rules.coordinates().len().min(to.len())));
        let mut answer = told(rules, verdict, By::Theorem);
        for to in &mut answer.moves {
            if let Inner::Piles { remembered: text, stateful, .. } = &mut to.0 {
                for ((name, _), cell) in rules.memory().iter().zip(remembered.iter().flatten()) {
                    *text += &format!(";{name}={cell}");
                    *stateful = true;
                }
            }
        }
        Ok(Ok(answer))
    }

    /// Proves the P-positions within the time allowed, then decides.
    fn by_proof(
        &self,
        rules: &Rules,
        position: &Position,
        time: Option<Duration>,
        budget: &Budget,
    ) -> Result<Answer, Error> {
        let piles = proof_piles(position)?;
        let allowed = budget.clone().within(time.unwrap_or(PROOF_TIME));
        if rules.fragment().is_err()
            && let Ok(Some(between)) = prove_between(rules, None, &allowed)
        {
            let player = Player::new(&between.below, &between.proof).map_err(failed)?;
            let how = "proved for games with fewer and with more moves just now";
            return by_player(rules, &player, position, piles, how);
        }
        let (outcome, _) = self.search_proof(rules, Request::default(), &allowed)?;
        let proof = match outcome {
            Proof::Proved(proof) => proof,
            Proof::Unknown { .. } if matches!(budget.check(), Err(wythoff_numbers::Stop::Cancelled)) => {
                return Err(Error::interrupted("interrupted before a proof was found"));
            }
            Proof::Unknown { limit } => {
                return Err(Error::limit(format!("no proof was found: {limit}"))
                    .hint("a proof by itself may be given other limits, and its certificate used here")
                    .advise(Advice::MoreTime));
            }
            Proof::Refuted { .. } => {
                return Err(Error::limit("no proof was found")
                    .hint("allow more time, or ask for the answer from the rules"));
            }
        };
        let player = Player::new(rules, &proof).map_err(failed)?;
        by_player(rules, &player, position, piles, "proved from the rules just now")
    }

    /// A game in Rust: by its theory, or by its own rules.
    fn special(
        &self,
        special: &dyn Special,
        position: &Position,
        tried: impl Iterator<Item = Way>,
        budget: &Budget,
    ) -> Result<Answer, Error> {
        let mut refused = None;
        for way in tried {
            match way {
                Way::Theorem => match self.special_by_theory(special, position, budget)? {
                    Ok(answer) => return Ok(answer),
                    Err(why) => refused = Some(why),
                },
                Way::Own => {
                    let refused = refused
                        .and_then(|(why, told)| told.then(|| format!("no theorem answers here: {why}")));
                    let outcome = stopped_first(budget, special.outcome(position.special()))
                        .map_err(|error| refused.iter().fold(error, Error::hint))?;
                    let evidence = Evidence::rules(OWN_RULES);
                    let mut answer = Answer::new(outcome.class, Vec::new(), evidence).although(refused);
                    for winning in outcome.winning {
                        answer.players.extend(winning.player.map(|player| format!("{player:?}")));
                        answer.moves.push(Position(Inner::Special(winning.to)));
                    }
                    answer.value = outcome.value.map(|value| json!(value));
                    return Ok(answer);
                }
                _ => {}
            }
        }
        let why = refused.map_or_else(|| NO_THEORY.to_string(), |(why, _)| why);
        Err(Error::input(why).advise(Advice::ByRules))
    }

    /// The answer of the theory of a game in Rust, or why there is none, and whether that is worth telling beside another.
    fn special_by_theory(
        &self,
        special: &dyn Special,
        position: &Position,
        budget: &Budget,
    ) -> Result<Result<Answer, (String, bool)>, Error> {
        if self.is_modified_special() {
            return Ok(Err((NO_THEORY.to_string(), false)));
        }
        let mut verdict = match decide_special(&self.resolved, special, position.special(), budget) {
            Ok(Some(verdict)) => verdict,
            Ok(None) => return Ok(Err((format!("no theory of {} is known here", self.called()), false))),
            Err(Refusal::Stopped(stop)) => return Err(stop.into()),
            Err(refusal) => return Ok(Err((refusal.to_string(), true))),
        };
        if special.unordered() {
            sort_told(&mut verdict.reason);
        }
        let moves = verdict.winning.into_iter().map(|to| Position(Inner::Special(to))).collect();
        let evidence = Evidence::theorem(&verdict.cites, verdict.reason);
        Ok(Ok(Answer::new(verdict.outcome, moves, evidence)))
    }
    /// All winning moves of a game in Rust, each option asked.
    fn all_of_special(
        &self,
        special: &dyn Special,
        position: &Position,
        method: Option<Method>,
        budget: &Budget,
    ) -> Result<Answer, Error> {
        let mut answer = self.special(special, position, ways(Question::Solve, method), budget)?;
        if !answer.players.is_empty() {
            let message =
                "the players of this game have different moves: all winning moves are for impartial games";
            return Err(Error::input(message).hint("one winning move is given for each player who has one"));
        }
        answer.moves.clear();
        for option in special.options(position.special())? {
            let option = Position(Inner::Special(option));
            if self.special(special, &option, ways(Question::Solve, method), budget)?.outcome
                == Outcome::P.to_string()
            {
                answer.moves.push(option);
            }
        }
        answer.evidence.reason = "every option was looked at".to_string();
        Ok(answer)
    }
}

/// What the budget ended is told so, however deep in a game's own functions it was noticed.
fn stopped_first<T>(budget: &Budget, asked: Result<T, Refused>) -> Result<T, Error> {
    asked.map_err(|refused| budget.check().map_or_else(Error::from, |()| refused.into()))
}

/// Piles from which the transducer answers by itself.
const TRANSDUCED: u64 = 100_000;

/// Whether what is known of a game's P-positions is the word that a transducer writes, and the position is far out in it:
/// with a pass there is no ladder that leads there.
fn is_proved_by_columns(rules: &Rules, position: &Position) -> bool {
    let far = |piles: &[Natural]| {
        piles.iter().any(|n| u64::try_from(n).is_ok_and(|n| n >= TRANSDUCED) || *n > u64::MAX)
    };
    rules.convention().pass
        && position.plain_piles().is_some_and(far)
        && leapers_of(rules).is_some_and(|l| l.is_wythoff())
}

/// Wythoff plus finitely many vectors: a transducer with a finite certificate decides piles of any size. Small piles
/// are left to the rules unless they are asked for.
fn by_transducer(
    rules: &Rules,
    position: &Position,
    also_small: bool,
    budget: &Budget,
) -> Result<Option<Answer>, Error> {
    // The telescope speaks of two piles, without coordinates beside them.
    let plain = rules.coordinates().len() == 2;
    let leapers = leapers_of(rules).filter(|l| plain && l.is_wythoff() && !l.vectors().is_empty());
    let (Some(leapers), Some(piles)) = (leapers, position.plain_piles()) else { return Ok(None) };
    let small = piles.iter().all(|n| u64::try_from(n).is_ok_and(|n| n < TRANSDUCED));
    if small && !also_small {
        return Ok(None);
    }
    let Ok(certificate) = leapers::certify_within(&leapers, &leapers::Limits::default(), budget) else {
        return Ok(None);
    };
    match LeaperTheory::new(&certificate).within(budget).decide(piles) {
        Ok(verdict) => Ok(Some(told(rules, verdict, By::Proof))),
        Err(Refusal::Stopped(stop)) => Err(stop.into()),
        Err(_) => Ok(None),
    }
}

/// A theory's verdict; where order does not matter a move leads to a sorted position, in the words of the reason too.
fn told(rules: &Rules, verdict: Verdict, by: By) -> Answer {
    let Verdict { outcome, winning, mut reason, cites } = verdict;
    let moves = winning.map(|mut to| {
        if rules.is_symmetric() {
            to.sort();
            sort_told(&mut reason);
        }
        Position::of_piles(to)
    });
    let evidence = Evidence { by, ..Evidence::theorem(&cites, reason) };
    Answer::new(outcome, moves.into_iter().collect(), evidence)
}

/// How the last sentence of a reason begins that names a move: `Move to (3, 1).`
const MOVE: &str = "Move to (";

/// Leaves the move out of a reason, where another one is made.
pub(crate) fn without_move(reason: &mut String) {
    if let Some(at) = reason.rfind(MOVE).filter(|_| reason.ends_with(").")) {
        reason.truncate(at);
        reason.truncate(reason.trim_end().len());
    }
}

/// Sorts the piles in the sentence of a reason that names a move.
fn sort_told(reason: &mut String) {
    let Some(at) = reason.rfind(MOVE).map(|at| at + MOVE.len()) else { return };
    let Some(told) = reason[at..].strip_suffix(").") else { return };
    let mut piles: Vec<&str> = told.split(", ").collect();
    if piles.iter().all(|pile| pile.chars().all(|c| c.is_ascii_digit())) {
        piles.sort_by_key(|pile| (pile.len(), *pile));
        let told = piles.join(", ");
        reason.replace_range(at.., &format!("{told})."));
    }
}

/// The piles that a proof speaks of.
fn proof_piles(position: &Position) -> Result<&[Natural], Error> {
    position.plain_piles().or_else(|| position.passed_piles()).ok_or_else(|| {
        Error::input("a proof speaks of positions without memory of earlier moves")
            .hint("leave the method open")
    })
}

/// Checks a certificate by independent code, compares its game with the rules, then decides.
fn by_certificate(
    rules: &Rules,
    position: &Position,
    certificate: &str,
    budget: &Budget,
) -> Result<Answer, Error> {
    let piles = proof_piles(position)?;
    if certificate.lines().next().map(str::trim) == Some(transducer::HEADER) {
        return by_transducer_certificate(rules, piles, certificate, budget);
    }
    if certificate.lines().next().map(str::trim) == Some(beams::HEADER) {
        return Err(undecided("blocking games"));
    }
    let wrong = |what: String| {
        Error::input(format!("the certificate: {what}")).hint("it must be one that this program wrote, whole")
    };
    let report = automaton::check(certificate).map_err(|e| {
        Error::check(format!("the certificate: {e}")).hint("it must be one that this program wrote, whole")
    })?;
    let numeration = report.numeration.parse::<Numeration>().map_err(|e| wrong(e.to_string()))?;
    let compared = compare(rules, &report.statement, &numeration, &Limits::default())
        .map_err(|e| Error::input(e.to_string()).hint("prove this game, and take that certificate"))?;
    if let Some(first) = compared.differences.first() {
        return Err(Error::check(format!("the certificate is not about this game; {first}"))
            .hint("prove this game, and take that certificate"));
    }
    let set = SetText::read(certificate).map_err(|e| wrong(e.to_string()))?;
    let player = Player::of_set(rules, &set, compared.grundy).map_err(failed)?;
    by_player(rules, &player, position, piles, CHECKED)
}

/// A certificate that decides no single positions.
fn undecided(what: &str) -> Error {
    Error::input(format!(
        "the certificate proves which columns have a P-position; positions are decided from it for Wythoff's moves plus vectors where windows are closed, not for {what}"
    ))
    .hint("ask for the answer from the rules")
}

/// The same with the certificate of a transducer: Wythoff plus finitely many vectors.
fn by_transducer_certificate(
    rules: &Rules,
    piles: &[Natural],
    certificate: &str,
    budget: &Budget,
) -> Result<Answer, Error> {
    let accepted = transducer::check(certificate).map_err(|e| {
        Error::check(format!("the certificate: {e}")).hint("it must be one that this program wrote, whole")
    })?;
    if accepted.chained {
        return Err(undecided("a proof by a chain"));
    }
    let read = Certificate::read(certificate).map_err(|e| {
        Error::input(format!("the certificate: {e}")).hint("it must be one that this program wrote, whole")
    })?;
    if kind_of(rules).as_ref() != Some(read.machine().leapers()) {
        let about = &accepted.rules;
        return Err(Error::check(format!("the certificate is not about this game; it is about {about}"))
            .hint("prove this game, and take that certificate"));
    }
    if !read.machine().leapers().is_wythoff() || piles.len() != 2 {
        return Err(undecided(&accepted.rules));
    }
    let verdict = LeaperTheory::new(&read).within(budget).decide(piles).map_err(|e| match e {
        Refusal::Stopped(stop) => Error::from(stop),
        other => Error::input(other.to_string()).hint("ask for the answer from the rules"),
    })?;
    let mut answer = told(rules, verdict, By::Proof);
    answer.evidence.reason += &format!(" {}{}", CHECKED[..1].to_uppercase(), &CHECKED[1..]);
    answer.evidence.proof = Some(ProofNote {
        states: accepted.states,
        numeration: None,
        statement: vec![accepted.to_string()],
        how: CHECKED.to_string(),
    });
    Ok(answer)
}

/// How a certificate that was given answers.
const CHECKED: &str = "the certificate was checked, and its game is this one";

fn by_player(
    rules: &Rules,
    player: &Player,
    position: &Position,
    piles: &[Natural],
    how: &str,
) -> Result<Answer, Error> {
    let passed = position.passed_piles().is_some();
    let decision = if passed { player.decide_passed(piles) } else { player.decide(piles) };
    let decision = decision.map_err(failed)?;
    let (states, numeration) = (player.states(), player.numeration().to_string());
    let mut reason = format!(
        "the P-positions are those that {} accept{}, piles written in {numeration}; {how}",
        counted(states, "state"),
        if states == 1 { "s" } else { "" }
    );
    if !decision.lost && decision.to.is_none() {
        reason += match player.game().convention {
            Convention::Blocking(_) => "; a winning move depends on what is blocked",
            _ => "; the game is over here, and whoever cannot move wins",
        };
    }
    let statement = player.game().statement();
    let proof = ProofNote { states, numeration: Some(numeration), statement, how: how.to_string() };
    let evidence = Evidence { by: By::Proof, cites: Vec::new(), reason, proof: Some(proof) };
    let outcome = if decision.lost { Outcome::P } else { Outcome::N };
    let passed = passed || decision.passes;
    let moves = decision.to.into_iter().map(|to| Position::of_proof(rules, to, passed)).collect();
    Ok(Answer::new(outcome, moves, evidence))
}

fn failed(error: ProveFailure) -> Error {
    match error {
        ProveFailure::Rules(error) => Error::from(error),
        illegal @ ProveFailure::Illegal(_) => {
            Error::check(illegal.to_string()).hint("this is a fault of the program: please report the game")
        }
        other => Error::input(other.to_string()).hint("leave the method open"),
    }
}

/// Up to this many positions the referee answers.
const SMALL: u64 = 1_000;

/// The outcome, the moves that win, and how they were found.
type Found = (Outcome, Vec<State>, String);

/// From the rules in one way; nothing where it is not for this game or position.
fn played(rules: &Rules, state: &State, way: Way, budget: &Budget) -> Result<Option<Found>, Error> {
    Ok(match way {
        Way::Referee => {
            let plain = rules.memory().is_empty() && !rules.convention().pass && rules.only_takes();
            let few = positions_up_to(&state.position).is_some_and(|cells| cells <= SMALL);
            if !plain || !few {
                return Ok(None);
            }
            let mut referee = Referee::new(rules);
            let outcome = referee.outcome(state)?;
            Some((outcome, referee.winning(state)?, "the referee followed every line of play".to_string()))
        }
        Way::Reached if !rules.restricts_starts() => {
            let Some(found) = wythoff_solvers::p_reached(rules, &state.position, budget)? else {
                return Ok(None);
            };
            let reason = format!("all P-positions that play can come to were computed, by {}", found.method);
            let lost: HashSet<Vec<u64>> = found.positions.into_iter().collect();
            Some(among(rules, state, |state| lost.contains(&rules.canonical(&state.position)), reason)?)
        }
        Way::Box if Lost::say_all(rules) => Some(from_box(rules, state, budget)?),
        Way::Lines => {
            let mut play = Play::new(rules, budget);
            let outcome = play.outcome(state)?;
            let reason = "lines of play were followed as far as they decide".to_string();
            Some((outcome, play.winning(state)?, reason))
        }
        _ => None,
    })
}

/// From the rules in one way, as an answer.
fn by_rules(
    rules: &Rules,
    position: &Position,
    all: bool,
    way: Way,
    budget: &Budget,
) -> Result<Option<Answer>, Error> {
    let Some((outcome, mut winning, reason)) = played(rules, &position.state()?, way, budget)? else {
        return Ok(None);
    };
    for option in &mut winning {
        rules.canonicalise(&mut option.position);
    }
    // With blocking, places that differ by order are options of their own.
    winning.sort();
    winning.dedup();
    winning.truncate(if all { usize::MAX } else { 1 });
    let moves = winning.iter().map(|option| Position::of_state(rules, option)).collect();
    Ok(Some(Answer::new(outcome, moves, Evidence::rules(reason))))
}

/// The outcome from all P-positions with piles up to the largest.
fn from_box(rules: &Rules, state: &State, budget: &Budget) -> Result<Found, Error> {
    let lost = Lost::around(rules, &state.position, budget)?;
    let reason = format!("all P-positions {} were computed, by {}", lost.region, lost.method);
    among(rules, state, |state| lost.has(state), reason)
}

/// The outcome where it is known which options are P.
fn among(
    rules: &Rules,
    state: &State,
    is_lost: impl Fn(&State) -> bool,
    reason: String,
) -> Result<Found, Error> {
    if is_lost(state) {
        return Ok((Outcome::P, Vec::new(), reason));
    }
    // Options may be many; only those that win are kept. With blocking they are places on the board, in any order.
    let (mut winning, mut option, mut moves) = (HashSet::new(), state.clone(), false);
    if !rules.is_ended(&state.position) {
        rules.for_each_option(&state.position, &state.memory, &mut |step| {
            moves = true;
            option.position.clone_from_slice(step.to);
            if is_lost(&option) {
                winning.insert(option.clone());
            }
            ControlFlow::Continue(())
        })?;
    }
    if moves && rules.convention().pass && !state.passed {
        winning.extend([State { passed: true, ..state.clone() }].into_iter().filter(is_lost));
    }
    Ok((Outcome::N, winning.into_iter().collect(), reason))
}

/// A sum by Sprague and Grundy: P if and only if the nim-sum of the values is 0.
fn sum(terms: &[Resolved], position: &Position, all: bool, budget: &Budget) -> Result<Answer, Error> {
    let parts = position.parts();
    let values: Vec<Natural> =
        terms.iter().zip(parts).map(|(term, part)| value_at(term, part, budget)).collect::<Result<_, _>>()?;
    let total = values.iter().fold(Natural::ZERO, |sum, v| sum ^ v);
    let mut moves = Vec::new();
    for (index, term) in terms.iter().enumerate() {
        let wanted = &total ^ &values[index];
        if total == 0 || (wanted > values[index] && moves.is_empty() && !all && index + 1 < terms.len()) {
            continue;
        }
        for option in crate::options::options_of(term, &parts[index], budget)? {
            if value_at(term, &option, budget)? == wanted {
                let mut moved = parts.to_vec();
                moved[index] = option;
                moves.push(Position(Inner::Sum(moved)));
                if !all {
                    break;
                }
            }
        }
        if !all && !moves.is_empty() {
            break;
        }
    }
    let shown: Vec<String> = values.iter().map(|v| v.to_string()).collect();
    let reason = format!("the Grundy values are {}, their nim-sum is {total}", shown.join(", "));
    let mut answer = Answer::new(if total == 0 { "P" } else { "N" }, moves, Evidence::rules(reason));
    answer.value = Some(json::natural(&total));
    Ok(answer)
}
