//! A game and its theory: the rules are recognised, a game in Rust is known by what it is.

use malachite::Natural;
use wythoff_catalog::special::{KnownAs, Pile, Special, SpecialPosition};
use wythoff_catalog::{Resolved, View};
use wythoff_numbers::Budget;
use wythoff_rules::Outcome;
use wythoff_theory::end_wythoff::EndWythoff;
use wythoff_theory::ratwyt::RatWyt;
use wythoff_theory::wytlex::Wytlex;
use wythoff_theory::{Decider, Refusal, Verdict, within};

/// What decides a game; nothing where no theory of it is known, or where conventions are on top of a game in Rust.
pub(crate) fn decider_for(game: &Resolved, budget: &Budget) -> Result<Option<Box<dyn Decider>>, Refusal> {
    match game.view() {
        View::Rules(rules) => within(budget, || wythoff_theory::decider_for(rules)),
        View::Special(special) if special.conventions().is_none() => in_rust(special.as_ref()),
        View::Special(_) | View::Sum(_) => Ok(None),
    }
}

/// The theory of a game that no rule text says: the game says which it is.
fn in_rust(game: &dyn Special) -> Result<Option<Box<dyn Decider>>, Refusal> {
    let Some(known) = game.known_as() else { return Ok(None) };
    Ok(Some(match known {
        KnownAs::EndWythoff => Box::new(EndWythoff::new()),
        KnownAs::RatWyt => Box::new(RatWyt::new()?),
        KnownAs::Wytlex { piles } => Wytlex::decider(piles)?,
    }))
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
    let Verdict { outcome, winning, reason, cites } = within(budget, || decider.decide(&numbers))?;
    Ok(Some(SpecialVerdict { outcome, winning: winning.map(|to| special.position(to)), reason, cites }))
}

#[cfg(test)]
#[path = "theory_tests.rs"]
mod tests;
