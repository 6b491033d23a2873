//! Proofs for all positions.

use crate::error::Error;
use crate::game::Game;
use wythoff_numbers::Budget;
use wythoff_prove::{Attempt, Outcome, Request, prove};
use wythoff_rules::Rules;

impl Game {
    /// Looks for a proof; the theory may propose the P-positions, what is proved is about the rules.
    pub fn search_proof(
        &self,
        rules: &Rules,
        request: Request<'_>,
        budget: &Budget,
    ) -> Result<(Outcome, Vec<Attempt>), Error> {
        let theory = wythoff_theory::decider_for(&self.resolved).ok().flatten();
        let proposed = |bound: u64| {
            let stream = theory.as_ref()?.p_positions()?;
            Some(stream.take_while(|p| p[0] < bound).filter(|p| p.iter().all(|x| *x < bound)).collect())
        };
        Ok(prove(rules, &Request { source: Some(&proposed), ..request }, budget)?)
    }
}
