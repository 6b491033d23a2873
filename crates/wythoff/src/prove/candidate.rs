//! A set of positions that somebody proposes: a condition, a Beatty pair, the P-positions of another game, a file.

use crate::error::Error;
use crate::game::Game;
use std::collections::HashSet;
use wythoff_automata::{Atom, Limits, Numeration, SetText};
use wythoff_catalog::Files;
use wythoff_numbers::NumberError;
use wythoff_numbers::{Integer, Real};
use wythoff_prove::{Candidate, Outcome, Request, compared_below, condition};
use wythoff_rules::{Formula, Rules};

/// A set that was proposed.
pub(super) struct Given {
    pub(super) set: Set,
    /// What the set is, in words, if a verdict is about the set itself and not about what was learnt from a box.
    pub(super) exact: Option<String>,
}

/// Whether a position is in a set.
type Membership = Box<dyn Fn(&[u64]) -> bool + Sync>;

/// The set.
pub(super) enum Set {
    /// Known position by position.
    Asked(Membership),
    /// Linear and modular conditions.
    Condition(Vec<Vec<Atom>>),
    /// An automaton.
    Automaton(Box<SetText>),
}

/// Longest file of an automaton, in bytes.
const LONGEST: usize = 1 << 30;

impl Given {
    /// The set as the prover takes it.
    pub(super) fn candidate(&self) -> Candidate<'_> {
        match &self.set {
            Set::Asked(asked) => Candidate::Asked(asked.as_ref()),
            Set::Condition(any) => Candidate::Condition(any.clone()),
            Set::Automaton(set) => Candidate::Automaton(set.clone()),
        }
    }

    fn asked(set: impl Fn(&[u64]) -> bool + Sync + 'static) -> Given {
        Given { set: Set::Asked(Box::new(set)), exact: None }
    }
}

impl Game {
    /// The set that a text proposes.
    pub(super) fn candidate(
        &self,
        text: &str,
        rules: &Rules,
        numeration: Option<&Numeration>,
        files: &dyn Files,
        limits: &Limits,
    ) -> Result<Given, Error> {
        if let Some(path) = text.strip_prefix('@') {
            return file(path, rules, numeration, files);
        }
        if let Some(alpha) = text.strip_prefix("beatty ") {
            return beatty(text, alpha, limits);
        }
        if let Some(spec) = text.strip_prefix("of ") {
            return other_game(text, spec, files, limits);
        }
        let names: Vec<&str> = rules.coordinates().iter().map(String::as_str).collect();
        let formula = Formula::read_condition("candidate", text, &names).map_err(|error| {
            Error::from(error).hint(format!(
                "a candidate is a condition on {}, `beatty ALPHA`, `of SPEC` or @FILE",
                names.join(", ")
            ))
        })?;
        if let Ok(any) = condition(rules, text) {
            return Ok(Given { set: Set::Condition(any), exact: Some(format!("those with {text}")) });
        }
        let piles = rules.clone();
        Ok(Given::asked(move |p| {
            let values: Vec<Integer> = piles.canonical(p).iter().map(|x| Integer::from(*x)).collect();
            formula.value(&values).is_ok_and(|v| v == 1)
        }))
    }
}

/// An automaton file, or the set of a certificate.
fn file(
    path: &str,
    rules: &Rules,
    numeration: Option<&Numeration>,
    files: &dyn Files,
) -> Result<Given, Error> {
    let text = files.read(path, LONGEST)?;
    let set = SetText::read(&text).map_err(|error| {
        Error::input(format!("{path}, {error}"))
            .hint("an automaton file has `numeration`, `automaton set N`, `starts` and a line `s` for each state; see docs/proving.md")
    })?;
    if set.piles != rules.piles() {
        let (digits, piles) = (set.piles, rules.piles());
        return Err(Error::input(format!(
            "{path}: its letters have {digits} digits, the game has {piles} piles"
        )));
    }
    if numeration.is_some_and(|asked| asked.to_string() != set.numeration.to_string()) {
        let message = format!("{path} is written in {}, and another numeration is asked for", set.numeration);
        return Err(Error::input(message).hint("leave the numeration open: the file says it"));
    }
    let exact = Some(format!("those that {path} accepts"));
    Ok(Given { set: Set::Automaton(Box::new(set)), exact })
}

/// The pairs (floor(n alpha), floor(n beta)), 1/alpha + 1/beta = 1.
fn beatty(text: &str, alpha: &str, limits: &Limits) -> Result<Given, Error> {
    let real = |error: NumberError| Error::input(format!("the candidate `{text}`: {error}"));
    let alpha = Real::parse(alpha).map_err(real)?;
    let beta = alpha.complement().map_err(real)?;
    let mut pairs = HashSet::new();
    for n in 0..=compared_below(2) {
        limits.budget.check()?;
        let n = Integer::from(n);
        let (a, b) = (alpha.floor_mul(&n).map_err(real)?, beta.floor_mul(&n).map_err(real)?);
        if let (Ok(a), Ok(b)) = (u64::try_from(&a), u64::try_from(&b)) {
            pairs.insert((a.min(b), a.max(b)));
        }
    }
    Ok(Given::asked(move |p| p.len() == 2 && pairs.contains(&(p[0].min(p[1]), p[0].max(p[1])))))
}

/// The P-positions of another game: proved, or else computed on a box.
fn other_game(text: &str, spec: &str, files: &dyn Files, limits: &Limits) -> Result<Given, Error> {
    let game = Game::parse_within(spec, files, &limits.budget)?;
    let Some(other) = game.rules() else {
        return Err(Error::input(format!("the candidate `{text}`: the game must be in the rule language")));
    };
    let request = Request { states: Some(limits.states), ..Request::default() };
    if let Ok((Outcome::Proved(proof), _)) = game.search_proof(other, request, &limits.budget) {
        let (numeration, dfa) = (proof.numeration().clone(), proof.dfa().clone());
        let set = SetText { numeration, piles: other.piles(), dfa };
        return Ok(Given { set: Set::Automaton(Box::new(set)), exact: Some(format!("those of {spec}")) });
    }
    let below = compared_below(other.coordinates().len());
    let found = wythoff_solvers::p_below(other, below, &limits.budget)?;
    let set: HashSet<Vec<u64>> = found.positions.into_iter().collect();
    let other = other.clone();
    Ok(Given::asked(move |p| set.contains(&other.canonical(p))))
}
