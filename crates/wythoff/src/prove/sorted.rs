//! Games on three piles or more in which order does not matter: where the game with its piles in any order is not settled,
//! the game on sorted piles is tried.

use super::{ProofRequest, Proved};
use crate::error::Error;
use crate::game::Game;
use wythoff_automata::{Limits, Numeration, Proof};
use wythoff_catalog::Files;
use wythoff_numbers::Budget;
use wythoff_prove::{Candidate, Outcome, Request, condition, prove, prove_sorted};
use wythoff_rules::Rules;

/// Piles from which on sorted positions are tried.
const PILES: usize = 3;

/// The part of the time that the game with its piles in any order gets.
const PART: u32 = 4;

impl Game {
    /// The automaton of all positions, or else of the sorted ones.
    pub(super) fn sorted_or_not(
        &self,
        rules: &Rules,
        request: &ProofRequest,
        files: &dyn Files,
        budget: &Budget,
    ) -> Result<Proved, Error> {
        let ProofRequest { certificate, states, latex, numeration, data, .. } = request.clone();
        let plain = ProofRequest { certificate, states, latex, numeration, data, ..ProofRequest::default() }
            == *request;
        let open = plain && rules.is_symmetric() && rules.piles() >= PILES;
        if !open || !matches!(rules.on_sorted_piles(), Ok(Some(_))) {
            return self.automaton(rules, request, files, budget);
        }
        let first = budget.time_left().map_or(budget.clone(), |left| budget.clone().within(left / PART));
        let any_order = self.automaton(rules, request, files, &first)?;
        if any_order.verdict != "unknown" {
            return Ok(any_order);
        }
        Ok(self.on_sorted_piles(rules, request, budget)?.unwrap_or(any_order))
    }

    fn on_sorted_piles(
        &self,
        rules: &Rules,
        request: &ProofRequest,
        budget: &Budget,
    ) -> Result<Option<Proved>, Error> {
        let theory = crate::theory::decider_for(&self.resolved, budget).ok().flatten();
        let proposed = |bound: u64| super::p_positions(theory.as_deref()?, bound);
        let asked = Request {
            numeration: request.numeration.as_deref().map(super::numeration).transpose()?,
            states: request.states,
            data: request.data,
            source: Some(&proposed),
            ..Request::default()
        };
        let formula = theory.as_ref().and_then(|theory| theory.condition());
        let found = match formula.filter(|_| request.data.is_none()) {
            Some(text) => by_formula(rules, text, &asked, budget)?,
            None => None,
        };
        let (sorted, proof) = match found {
            Some(found) => found,
            None => match prove_sorted(rules, &asked, budget)? {
                Some((sorted, Outcome::Proved(proof), _)) => (sorted, proof),
                _ => return Ok(None),
            },
        };
        let limits = Limits { budget: budget.clone(), ..Limits::default() };
        let limits = Limits { states: request.states.unwrap_or(limits.states), ..limits };
        let mut proved = self.whole(&sorted, &proof, None, request, &limits)?;
        let (order, states) = (rules.coordinates().join(" <= "), proof.dfa().states());
        let why = format!(
            "order does not matter: a position with {order} is a P-position if and only if {states} states accept it, and \
             the game on sorted piles was proved, in which a move leads to the sorted option and other tuples have no \
             moves and are no options"
        );
        let numeration = proof.numeration();
        proved.statement =
            format!("proved for all positions: {why} ({states} states, piles written in {numeration})");
        proved.account = proved.account.map(|told| {
            let told = told.replacen(&format!("Let {} be", self.name()), "Let G be", 1);
            format!("{told}\nFor {}: {why}.", self.name())
        });
        Ok(Some(proved))
    }
}

/// The condition of a theory as a candidate on sorted piles; tuples that are not sorted are in the set, having no moves.
fn by_formula(
    rules: &Rules,
    text: &str,
    asked: &Request<'_>,
    budget: &Budget,
) -> Result<Option<(Rules, Box<Proof>)>, Error> {
    let Some(sorted) = rules.on_sorted_piles()? else { return Ok(None) };
    let sorted = Rules::read(&sorted)?;
    let unsorted: String =
        rules.coordinates().windows(2).map(|pair| format!(" or {} > {}", pair[0], pair[1])).collect();
    let Ok(any) = condition(&sorted, &format!("({text}){unsorted}")) else { return Ok(None) };
    // A linear and modular condition has its smallest automata in a base.
    let numeration = asked.numeration.clone().or_else(|| Numeration::base(2).ok());
    let candidate = Some(Candidate::Condition(any));
    let asked = Request { candidate, numeration, states: asked.states, ..Request::default() };
    let half = budget.time_left().map_or(budget.clone(), |left| budget.clone().within(left / 2));
    match prove(&sorted, &asked, &half)?.0 {
        Outcome::Proved(proof) => Ok(Some((sorted, proof))),
        _ => Ok(None),
    }
}
