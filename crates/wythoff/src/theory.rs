//! A game and its theory: the rules are recognised, a game in Rust is known by what it is.

use malachite::base::num::arithmetic::traits::UnsignedAbs;
use malachite::{Integer, Natural};
use std::sync::Arc;
use wythoff_catalog::special::{KnownAs, Pile, Special, SpecialPosition, XorReading};
use wythoff_catalog::{Resolved, View};
use wythoff_numbers::{Budget, within};
use wythoff_rules::Outcome;
use wythoff_theory::end_wythoff::EndWythoff;
use wythoff_theory::growing::Growing;
use wythoff_theory::lexified_nimsum::{LexifiedNimsum, Xor};
use wythoff_theory::ratwyt::RatWyt;
use wythoff_theory::wytlex::Wytlex;
use wythoff_theory::{Decider, Refusal, Verdict};

/// What decides a game; nothing where no theory of it is known, or where conventions are on top of a game in Rust.
pub(crate) fn decider_for(game: &Resolved, budget: &Budget) -> Result<Option<Box<dyn Decider>>, Refusal> {
    match game.view() {
        View::Rules(rules) => within(budget, || wythoff_theory::decider_for(rules)),
        View::Special(special) if special.conventions().is_none() => {
            special.known_as().map(|known| in_rust(known, budget)).transpose()
        }
        View::Special(_) | View::Sum(_) => Ok(None),
    }
}

/// The theory of a game that no rule text says: the game says which it is.
fn in_rust(known: KnownAs, budget: &Budget) -> Result<Box<dyn Decider>, Refusal> {
    let budget = budget.clone();
    Ok(match known {
        KnownAs::EndWythoff { piles } => Box::new(EndWythoff::listing(piles)),
        KnownAs::NimsumWytlex { piles, reading } => {
            let xor = match reading {
                XorReading::TwosComplement => Xor::TwosComplement,
                XorReading::Absolute => Xor::Absolute,
            };
            LexifiedNimsum::decider(piles, xor)?
        }
        KnownAs::RatWyt => Box::new(RatWyt::new()?),
        KnownAs::RelaxedGrowing { f } => Box::new(Growing::new(Arc::new(move |values: &[Natural; 3]| {
            f(&values.each_ref().map(Integer::from), &budget)
        }))),
        KnownAs::Wytlex { piles, f: None } => Wytlex::decider(piles)?,
        KnownAs::Wytlex { piles, f: Some(f) } => {
            let reach = move |to: &[Natural]| match f(to, &budget)? {
                value if value < 0 => Err(format!("it is {value}")),
                value => Ok(value.unsigned_abs()),
            };
            Box::new(Wytlex::variable(piles, Arc::new(reach))?)
        }
    })
}

/// A theory asked within a budget. What ended a function that it asks is told as the end it is.
pub(crate) fn asked<T>(budget: &Budget, ask: impl FnOnce() -> Result<T, Refusal>) -> Result<T, Refusal> {
    within(budget, ask).map_err(|refusal| budget.check().map_or_else(Refusal::Stopped, |()| refusal))
}

/// Rows of the ledger that a theory rests on, as it says of an end of the game.
pub(crate) fn cites(decider: &dyn Decider, coordinates: usize) -> Vec<&'static str> {
    let verdict = |pile: u32| decider.decide(&vec![Natural::from(pile); coordinates]).ok();
    verdict(0).or_else(|| verdict(1)).map_or(Vec::new(), |verdict| verdict.cites)
}

/// The answer of a theory about a position of a game in Rust.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SpecialVerdict {
    /// Who wins.
    pub outcome: Outcome,
    /// A P-position that can be moved to; `None` for a P-position.
    pub winning: Option<SpecialPosition>,
    /// Why, in one readable paragraph.
    pub reason: String,
    /// Ledger rows that the answer rests on.
    pub cites: Vec<&'static str>,
}

/// The theory's answer about a position of a game in Rust; `None` where no theory of the game is known here.
pub(crate) fn decide_special(
    game: &Resolved,
    special: &dyn Special,
    position: &[Pile],
    budget: &Budget,
) -> Result<Option<SpecialVerdict>, Refusal> {
    let Some(decider) = decider_for(game, budget)? else { return Ok(None) };
    let numbers = special.numbers(position).map_err(|refused| Refusal::Position(refused.reason))?;
    let Verdict { outcome, winning, reason, cites } = asked(budget, || decider.decide(&numbers))?;
    Ok(Some(SpecialVerdict { outcome, winning: winning.map(|to| special.position(to)), reason, cites }))
}

#[cfg(test)]
#[path = "theory_tests.rs"]
mod tests;
