//! Theorems about the P-positions of proved games: statements in the linear fragment with quantifiers, games with the
//! same P-positions, moves that change nothing. Each is decided by automata and comes with a certificate.

mod english;
mod find;
mod formula;

pub use english::{Account, account, account_of};
pub use find::{Found, find, formula};
pub use formula::{Statement, Vocabulary};

use crate::candidate::Candidate;
use crate::error::ProveFailure;
use crate::search::{Outcome, Request, prove};
use crate::text::rules_text;
use crate::translate::at_start;
use serde::Serialize;
use wythoff_automata::logic::{Formula, Logic, Relation};
use wythoff_automata::{Convention, Coordinate, Dfa, Limits, Proof, SetText};
use wythoff_rules::Rules;
use wythoff_solvers::Budget;

/// A statement about a game, decided.
#[derive(Debug, Clone, Serialize)]
pub struct Decided {
    /// The statement.
    pub statement: String,
    /// Whether it holds for all positions.
    pub holds: bool,
    /// Values of the variables for which it fails, if it does and has variables.
    pub counterexample: Vec<(String, u64)>,
    /// States of the largest automaton on the way.
    pub largest: usize,
    /// Steps of the decision.
    pub steps: usize,
    /// The steps with their automata, as lines of a certificate.
    #[serde(skip)]
    lines: Vec<String>,
    /// The names of the variables.
    #[serde(skip)]
    names: Vec<String>,
}

/// The words in which statements about a proved game are written.
pub fn vocabulary(rules: &Rules, proof: &Proof) -> Vocabulary {
    let mut bounded: Vec<u64> = rules.bounds().iter().flatten().copied().collect();
    let values: Vec<u64> = proof
        .game()
        .coordinates
        .iter()
        .filter_map(|c| match c {
            Coordinate::Bounded(values) => Some(u64::from(*values)),
            Coordinate::Pile => None,
        })
        .collect();
    // One bounded coordinate more than the rules have: the Nim pile that shows Grundy values.
    let more = values.len() > bounded.len() && !rules.convention().pass;
    let grundy = more.then(|| values.last().map_or(0, |v| *v as u32 - 1));
    bounded.truncate(values.len());
    let piles = rules.coordinates()[..rules.piles()].to_vec();
    Vocabulary { piles, bounded, grundy, start: at_start(rules) }
}

/// Decides a statement about a game whose P-positions are proved.
///
/// ```
/// use wythoff_prove::{Outcome, Request, prove, theorems::implies};
/// let rules = wythoff_rules::Rules::read("(i,0) (0,i) (i,i)").unwrap();
/// let (outcome, _) = prove(&rules, &Request::default(), &Default::default()).unwrap();
/// let Outcome::Proved(proof) = outcome else { panic!() };
/// let limits = Default::default();
/// assert!(implies(&rules, &proof, "exists unique y: P(x, y)", &limits).unwrap().holds);
/// let wrong = implies(&rules, &proof, "y >= 2*x implies N", &limits).unwrap();
/// assert_eq!(wrong.counterexample, [("x".to_string(), 0), ("y".to_string(), 0)]);
/// ```
pub fn implies(rules: &Rules, proof: &Proof, text: &str, limits: &Limits) -> Result<Decided, ProveFailure> {
    let statement = Statement::read(text, &vocabulary(rules, proof))?;
    decide(&statement, &[proof], limits)
}

/// Decides a statement about the sets of proofs in one numeration.
pub fn decide(statement: &Statement, proofs: &[&Proof], limits: &Limits) -> Result<Decided, ProveFailure> {
    let Some(first) = proofs.first() else {
        return Err(ProveFailure::Question("a statement is about at least one game".to_string()));
    };
    let mut logic = Logic::new(first.numeration(), proofs.iter().map(|p| p.dfa()).collect(), limits);
    let relation = logic.relation(&statement.formula)?;
    let counterexample = logic.counterexample(&relation)?;
    let named = |values: &Vec<u64>| {
        let name = |v: &usize| statement.names.get(*v).cloned().unwrap_or_default();
        relation.variables.iter().map(name).zip(values.iter().copied()).collect()
    };
    Ok(Decided {
        statement: statement.text.clone(),
        holds: counterexample.is_none(),
        counterexample: counterexample.as_ref().map(named).unwrap_or_default(),
        largest: largest(&logic),
        steps: logic.steps.len(),
        lines: logic.lines()?,
        names: statement.names.clone(),
    })
}

fn largest(logic: &Logic<'_>) -> usize {
    logic.steps.iter().map(|s| s.relation.dfa.states()).max().unwrap_or(0)
}

impl Decided {
    /// The certificate of a statement that holds, about the games of these rules and proofs.
    pub fn certificate(&self, games: &[(&Rules, &Proof)], limits: &Limits) -> Result<String, ProveFailure> {
        if !self.holds {
            return Err(ProveFailure::Question("a statement that fails has no certificate".to_string()));
        }
        theorem_text(&self.statement, &self.names, &self.lines, "all", games, limits)
    }
}

fn theorem_text(
    told: &str,
    names: &[String],
    steps: &[String],
    conclusion: &str,
    games: &[(&Rules, &Proof)],
    limits: &Limits,
) -> Result<String, ProveFailure> {
    let mut text = "wythoff theorem certificate 1\n".to_string();
    for line in told.lines() {
        text += &format!("told {line}\n");
    }
    text += &format!("names {}\ngames {}\n", names.join(" "), games.len());
    for (rules, proof) in games {
        let rules = rules_text(rules).unwrap_or_else(|| rules.name().to_string());
        text += &proof.certificate(&rules, limits)?;
    }
    for line in steps {
        text += line;
        text.push('\n');
    }
    text += &format!("conclude {conclusion}\nend theorem\n");
    Ok(text)
}

/// The set of one Grundy value, or of the P-positions: a proof, and which of its starts.
#[derive(Clone, Copy)]
pub struct Side<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// The proof.
    pub proof: &'a Proof,
    /// The Grundy value, where the proof is about Grundy values; 0 for P-positions.
    pub grundy: u32,
}

impl Side<'_> {
    /// Which of the starts of the proof's automaton.
    fn mode(&self) -> usize {
        self.grundy as usize + at_start(self.rules)
    }
}

/// Whether two games have the same P-positions.
#[derive(Debug, Clone, Serialize)]
pub struct Sameness {
    /// What was asked, in words.
    pub statement: String,
    /// Whether it holds.
    pub holds: bool,
    /// The positions at which the sets differ, each with whether it is in the first; all of them if `complete`.
    pub exceptions: Vec<(Vec<u64>, bool)>,
    /// Whether all exceptions are listed. If not, there are infinitely many, or too many to list.
    pub complete: bool,
    /// All exceptions have every pile below this, where that is known.
    pub corner: Option<u64>,
    /// The statement as decided, with the means for its certificate.
    pub decided: Decided,
}

/// Exceptions that are listed.
const LISTED: usize = 200;

/// The largest corner that exceptions are looked for in where none is given.
const CORNER: u64 = 1 << 14;

/// Compares the sets of two proofs in one numeration: the same, or the same but for finitely many positions. With
/// `beyond` it is asked whether they agree wherever some pile is at least that large.
pub fn same(
    first: Side<'_>,
    second: Side<'_>,
    beyond: Option<u64>,
    limits: &Limits,
) -> Result<Sameness, ProveFailure> {
    let piles = first.rules.piles();
    if second.rules.piles() != piles || has_bounded(first.rules) || has_bounded(second.rules) {
        return Err(ProveFailure::Question(
            "positions are compared where both games have the same number of piles and nothing else"
                .to_string(),
        ));
    }
    if first.proof.numeration().to_string() != second.proof.numeration().to_string() {
        return Err(ProveFailure::Question("the proofs are in different numerations".to_string()));
    }
    let names: Vec<String> = first.rules.coordinates()[..piles].to_vec();
    let variables: Vec<usize> = (0..piles).collect();
    let member =
        |set: usize, side: &Side<'_>| Formula::Member { set, mode: side.mode(), piles: variables.clone() };
    let (a, b) = (member(0, &first), member(1, &second));
    let sets: Vec<&Dfa> = vec![first.proof.dfa(), second.proof.dfa()];
    let mut logic = Logic::new(first.proof.numeration(), sets, limits);
    let differ = Formula::Not(Box::new(Formula::iff(a.clone(), b.clone())));
    let difference = logic.relation(&differ)?;
    let inside = |bound: u64| -> Formula {
        let below =
            |v: &usize| Formula::Linear { terms: vec![(*v, 1)], lo: None, hi: Some(bound as i64 - 1) };
        variables
            .iter()
            .map(below)
            .reduce(|x, y| Formula::And(Box::new(x), Box::new(y)))
            .unwrap_or(Formula::Constant(true))
    };
    // Exceptions outside a corner; `None` if there is none.
    let mut outside = |bound: u64| -> Result<Option<Vec<u64>>, ProveFailure> {
        let far = Formula::And(Box::new(differ.clone()), Box::new(Formula::Not(Box::new(inside(bound)))));
        let relation = logic.relation(&far)?;
        Ok(logic.first(&relation)?)
    };
    let mut corner = None;
    let mut far = None;
    let empty = difference.dfa.states() == 0;
    if empty {
        corner = Some(0);
    } else if let Some(bound) = beyond {
        far = outside(bound)?;
        corner = far.is_none().then_some(bound);
    } else {
        let mut bound = 1;
        while corner.is_none() && bound <= CORNER {
            corner = outside(bound)?.is_none().then_some(bound);
            bound *= 2;
        }
    }
    let listing = Logic::new(first.proof.numeration(), Vec::new(), limits);
    let (listed, whole) = match corner {
        Some(bound) => listing.below(&difference, bound, LISTED)?,
        None => (listing.first(&difference)?.into_iter().chain(far.clone()).collect(), false),
    };
    let set = |side: &Side<'_>| SetText {
        numeration: side.proof.numeration().clone(),
        piles,
        dfa: side.proof.dfa().clone(),
    };
    let (ours, position_mode) = (set(&first), first.mode() as u64);
    let is_first = |p: &[u64]| {
        let mut place = p.to_vec();
        if ours.dfa.starts().len() > 1 {
            place.push(position_mode);
        }
        ours.contains(&place).unwrap_or(false)
    };
    let exceptions: Vec<(Vec<u64>, bool)> = listed.into_iter().map(|p| (p.clone(), is_first(&p))).collect();
    // The theorem: they agree, or the position is one of the exceptions, or lies in the corner.
    let holds = corner.is_some() && (empty || beyond.is_some());
    let agree = Formula::iff(a, b);
    let formula = match corner {
        _ if empty || corner.is_none() => agree,
        Some(_) if whole => {
            let is = |p: &Vec<u64>| {
                let equal = |(v, value): (&usize, &u64)| {
                    let value = Some(*value as i64);
                    Formula::Linear { terms: vec![(*v, 1)], lo: value, hi: value }
                };
                let all = variables.iter().zip(p).map(equal);
                all.reduce(|x, y| Formula::And(Box::new(x), Box::new(y))).unwrap_or(Formula::Constant(false))
            };
            exceptions.iter().fold(agree, |f, (p, _)| Formula::Or(Box::new(f), Box::new(is(p))))
        }
        Some(bound) => Formula::Or(Box::new(agree), Box::new(inside(bound))),
        None => agree,
    };
    let called = |side: &Side<'_>| match side.rules.convention().word() {
        "misere" => format!("{} in misère play", side.rules.name()),
        _ => side.rules.name().to_string(),
    };
    // Where names do not tell the games apart, they are numbered.
    let (mut names_of, unnamed) =
        ([called(&first), called(&second)], |s: &Side<'_>| s.rules.name().is_empty());
    if names_of[0] == names_of[1] || unnamed(&first) || unnamed(&second) {
        names_of = ["game 1".to_string(), "game 2".to_string()];
    }
    let what = |side: &Side<'_>, name: &str| match grundy_of(side) {
        None => format!("a P-position of {name}"),
        Some(_) => format!("of Grundy value {} in {name}", side.grundy),
    };
    let (one, other) = (what(&first, &names_of[0]), what(&second, &names_of[1]));
    let statement = match (empty, corner) {
        (true, _) => format!("a position is {one} if and only if it is {other}"),
        (false, Some(bound)) if whole => format!(
            "a position is {one} if and only if it is {other}, but for {} exceptions, all with piles below {bound}",
            exceptions.len()
        ),
        (false, Some(bound)) => {
            format!("a position with a pile of at least {bound} is {one} if and only if it is {other}")
        }
        (false, None) => format!("a position is {one} if and only if it is {other}"),
    };
    let text = Statement { text: statement.clone(), formula, names };
    let decided = decide(&text, &[first.proof, second.proof], limits)?;
    Ok(Sameness {
        statement,
        holds,
        exceptions,
        complete: empty || whole && corner.is_some(),
        corner,
        decided,
    })
}

fn has_bounded(rules: &Rules) -> bool {
    rules.bounds().iter().any(Option::is_some)
}

/// The largest Grundy value that a proof is about, if it is about Grundy values.
fn grundy_of(side: &Side<'_>) -> Option<u32> {
    vocabulary(side.rules, side.proof).grundy
}

/// A proof of the second game in the numeration of the first: the set of the first if it is right, otherwise what is
/// learnt in that numeration.
pub fn prove_alike(
    first: Side<'_>,
    second: &Rules,
    request: Request<'_>,
    budget: &Budget,
) -> Result<Outcome, ProveFailure> {
    let numeration = first.proof.numeration().clone();
    let plain = !has_bounded(first.rules) && !second.convention().pass;
    if plain && first.rules.piles() == second.piles() && request.grundy.is_none() {
        let dfa = one_start(first.proof.dfa(), first.mode());
        let set = SetText { numeration: numeration.clone(), piles: second.piles(), dfa };
        let candidate = Some(Candidate::Automaton(Box::new(set)));
        let asked = Request { candidate, states: request.states, ..Request::default() };
        if let (proved @ Outcome::Proved(_), _) = prove(second, &asked, budget)? {
            return Ok(proved);
        }
    }
    let request = Request { numeration: Some(numeration), candidate: None, ..request };
    Ok(prove(second, &request, budget)?.0)
}

/// The automaton of one value of the bounded coordinates.
fn one_start(dfa: &Dfa, mode: usize) -> Dfa {
    let states = 0..=dfa.states() as u32;
    let delta = states.clone().flat_map(|s| dfa.row(s).iter().copied()).collect();
    let output = states.map(|s| dfa.output(s)).collect();
    let start = dfa.starts().get(mode).copied().unwrap_or(0);
    // The parts are those of an automaton.
    Dfa::from_parts(dfa.letters(), delta, output, vec![start]).map_or_else(|_| dfa.clone(), |d| d.minimised())
}

/// The moves that join no two P-positions.
#[derive(Debug, Clone, Serialize)]
pub struct Redundant {
    /// What they are, in words.
    pub statement: String,
    /// States of their automaton.
    pub states: usize,
    /// The moves below a bound that can be added.
    pub moves: Vec<Vec<u64>>,
    /// The moves below it that cannot: they join two P-positions.
    pub others: Vec<Vec<u64>>,
    /// The bound.
    pub below: u64,
    /// Whether finitely many moves cannot be added: then these are all below this.
    pub others_below: Option<u64>,
    /// The set as an automaton file.
    #[serde(skip)]
    pub set: String,
    #[serde(skip)]
    lines: Vec<String>,
    #[serde(skip)]
    names: Vec<String>,
}

/// All single moves that can be added to a game without changing its P-positions: v such that no two P-positions differ
/// by v, the larger not being terminal. They can be added one by one or all together: a set that is stable and
/// absorbing stays so. Normal play only: in misère play a new move may make a terminal position one that is not.
pub fn redundant(
    rules: &Rules,
    proof: &Proof,
    below: u64,
    limits: &Limits,
) -> Result<Redundant, ProveFailure> {
    let piles = rules.piles();
    if has_bounded(rules) || proof.game().coordinates.len() != piles {
        return Err(ProveFailure::Question("moves are vectors where positions are piles alone".to_string()));
    }
    if proof.game().convention != Convention::Normal || rules.convention().pass {
        let what = "redundant moves are those of normal play without a pass: with blocking options are counted, and in \
                    misère play a new move may make a terminal position one that is not";
        return Err(ProveFailure::Question(what.to_string()));
    }
    // Variables: the move v, the smaller P-position p, the larger q.
    let (v, p, q) = (|i: usize| i, |i: usize| piles + i, |i: usize| 2 * piles + i);
    let mut names = Vec::new();
    for prefix in ["v", "p", "q"] {
        names.extend(rules.coordinates()[..piles].iter().map(|name| format!("{prefix}_{name}")));
    }
    let member = |of: &dyn Fn(usize) -> usize| Formula::Member {
        set: 0,
        mode: 0,
        piles: (0..piles).map(of).collect(),
    };
    let mut larger = member(&q);
    for terminal in &proof.game().terminals {
        let equal = |i: usize| {
            let value = i64::try_from(terminal[i]).ok();
            Formula::Linear { terms: vec![(q(i), 1)], lo: value, hi: value }
        };
        let is = (0..piles).map(equal).reduce(|a, b| Formula::And(Box::new(a), Box::new(b)));
        if let Some(is) = is {
            larger = Formula::And(Box::new(larger), Box::new(Formula::Not(Box::new(is))));
        }
    }
    let step = |i: usize| Formula::Linear {
        terms: vec![(q(i), 1), (p(i), -1), (v(i), -1)],
        lo: Some(0),
        hi: Some(0),
    };
    // Pile by pile, so that few variables are there at once.
    let inner = Formula::And(Box::new(step(0)), Box::new(larger));
    let inner = Formula::And(Box::new(member(&p)), Box::new(Formula::Exists(q(0), Box::new(inner))));
    let mut joins = Formula::Exists(p(0), Box::new(inner));
    for i in 1..piles {
        let both = Formula::And(Box::new(step(i)), Box::new(joins));
        joins = Formula::Exists(p(i), Box::new(Formula::Exists(q(i), Box::new(both))));
    }
    let formula = Formula::Not(Box::new(joins));
    let mut logic = Logic::new(proof.numeration(), vec![proof.dfa()], limits);
    let relation = logic.relation(&formula)?;
    let lines = logic.lines()?;
    let (moves, _) = logic.below(&relation, below, usize::MAX)?;
    let moves: Vec<Vec<u64>> = moves.into_iter().filter(|m| m.iter().any(|x| *x > 0)).collect();
    let joined = logic.relation(&Formula::Not(Box::new(formula)))?;
    let (others, _) = logic.below(&joined, below, usize::MAX)?;
    let others: Vec<Vec<u64>> = others.into_iter().filter(|m| m.iter().any(|x| *x > 0)).collect();
    let others_below = finite(&mut logic, &joined, piles)?;
    let statement =
        "a single move can be added without changing the P-positions if and only if no two P-positions, \
                     the larger not terminal, differ by it"
            .to_string();
    let set = set_text(proof, &relation);
    let states = relation.dfa.states();
    Ok(Redundant { statement, states, moves, others, below, others_below, set, lines, names })
}

/// A bound below which all tuples of a relation lie, if a small one exists.
fn finite(logic: &mut Logic<'_>, relation: &Relation, piles: usize) -> Result<Option<u64>, ProveFailure> {
    if relation.dfa.states() == 0 {
        return Ok(Some(0));
    }
    let steps = logic.steps.len();
    let mut bound = 1u64;
    let mut found = None;
    while found.is_none() && bound <= 1 << 12 {
        let below = |i: usize| Formula::Linear { terms: vec![(i, 1)], lo: None, hi: Some(bound as i64 - 1) };
        let all = (0..piles).map(below).reduce(|a, b| Formula::And(Box::new(a), Box::new(b)));
        let corner = logic.relation(&all.unwrap_or(Formula::Constant(true)))?;
        found = contained(relation, &corner).then_some(bound);
        bound *= 2;
    }
    logic.steps.truncate(steps);
    Ok(found)
}

/// Whether every word of one relation is a word of another on the same variables.
fn contained(a: &Relation, b: &Relation) -> bool {
    let mut seen = std::collections::HashSet::new();
    let mut stack = vec![(a.dfa.starts()[0], b.dfa.starts()[0])];
    while let Some((x, y)) = stack.pop() {
        if x == 0 || !seen.insert((x, y)) {
            continue;
        }
        if a.dfa.output(x) != 0 && b.dfa.output(y) == 0 {
            return false;
        }
        stack.extend(a.dfa.row(x).iter().zip(b.dfa.row(y)).map(|(x, y)| (*x, *y)));
    }
    true
}

/// A relation as an automaton file.
fn set_text(proof: &Proof, relation: &Relation) -> String {
    let numeration = proof.numeration();
    let base = usize::from(numeration.max_digit()) + 1;
    let dfa = &relation.dfa;
    let mut text =
        format!("numeration {numeration}\nautomaton set {}\nstarts {}\n", dfa.states(), dfa.starts()[0]);
    for state in 1..=dfa.states() as u32 {
        text += &format!("s {}", dfa.output(state));
        for (letter, to) in dfa.row(state).iter().enumerate().filter(|(_, to)| **to != 0) {
            let digit = |track: usize| (letter / base.pow(track as u32) % base).to_string();
            let digits: Vec<String> = (0..relation.variables.len()).map(digit).collect();
            text += &format!(" {}>{to}", digits.join(","));
        }
        text.push('\n');
    }
    text
}

impl Redundant {
    /// The certificate that the automaton accepts just these moves.
    pub fn certificate(&self, rules: &Rules, proof: &Proof, limits: &Limits) -> Result<String, ProveFailure> {
        theorem_text(&self.statement, &self.names, &self.lines, "set", &[(rules, proof)], limits)
    }
}
