//! Games with conditions on quotients of piles: their P-positions are those of two games of the linear fragment, one with
//! fewer moves and one with more.

use super::{ProofRequest, Proved};
use crate::error::Error;
use crate::game::Game;
use wythoff_automata::Limits;
use wythoff_catalog::Files;
use wythoff_numbers::Budget;
use wythoff_prove::{Between, prove_between, rules_text};
use wythoff_rules::Rules;

impl Game {
    /// What is asked is asked of the game with fewer moves, whose P-positions are those of the rules.
    pub(super) fn with_quotients(
        &self,
        rules: &Rules,
        request: &ProofRequest,
        files: &dyn Files,
        budget: &Budget,
    ) -> Result<Option<Proved>, Error> {
        let own = request.candidate.is_none() && request.numeration.is_none() && request.grundy.is_none();
        // Only where the fragment does not have the rules, and would with bounded quotients.
        if !own || rules.fragment().is_ok() || !matches!(rules.bounded_quotients(1), Ok(Some(_))) {
            return Ok(None);
        }
        let Some(between) = prove_between(rules, request.states, budget)? else { return Ok(None) };
        let limits = Limits { budget: budget.clone(), ..Limits::default() };
        let limits = Limits { states: request.states.unwrap_or(limits.states), ..limits };
        let Between { most, below, proof, above, bound } = &between;
        let mut proved = match request.asks_more() {
            true => self.statements(below, proof, request, files, &limits)?,
            false => self.whole(below, proof, None, request, &limits)?,
        };
        let why = format!(
            "the moves of the rules lie between those of two games, in which quotients of piles up to {most} are cases \
             and moves with others are left out, or allowed whatever they are; the same set is proved to be the \
             P-positions of both, so they are those of the rules"
        );
        if request.asks_more() {
            proved.statement += &format!("\n({why})");
            return Ok(Some(proved));
        }
        proved.statement += &format!("; {why}");
        proved.account = proved.account.map(|told| {
            let (told, name) =
                (told.replacen(&format!("Let {} be", self.name()), "Let G be", 1), self.name());
            format!("{told}\nThe same for {name}: {why}.")
        });
        if request.certificate && proved.certificate.is_some() {
            let text = rules_text(above).unwrap_or_default();
            match bound.certificate(&text, &limits) {
                Ok(second) => proved.more_certificates.push(second),
                Err(error) => {
                    proved.certificate_missing = Some(format!("of the game with more moves: {error}"))
                }
            }
        }
        Ok(Some(proved))
    }
}
