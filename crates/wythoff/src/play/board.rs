//! What play asks of a game: whether there is a move, which options there are, what may be blocked.

use super::Choice;
use crate::error::{Error, Kind};
use crate::game::Game;
use crate::position::{Inner, Position};
use std::ops::ControlFlow;
use wythoff_catalog::special::Refused;
use wythoff_catalog::{Resolved, View};
use wythoff_numbers::Budget;
use wythoff_solvers::Referee;

impl Game {
    /// Whether the players have different moves.
    pub(crate) fn is_partizan(&self) -> bool {
        partizan(&self.resolved)
    }

    /// How many options may be blocked before each move.
    pub fn blocked(&self) -> u64 {
        let k = match self.resolved.view() {
            View::Rules(rules) => rules.convention().block.as_ref().map_or(1, |block| block.k),
            View::Special(special) => special.conventions().map_or(1, |c| c.block),
            View::Sum(_) => 1,
        };
        k.saturating_sub(1)
    }

    /// Whether there is a pass in the game.
    pub(super) fn has_pass(&self) -> bool {
        match self.resolved.view() {
            View::Rules(rules) => rules.convention().pass,
            View::Special(special) => special.conventions().is_some_and(|c| c.pass),
            View::Sum(_) => false,
        }
    }

    /// Whether there is any move from a position.
    pub(super) fn has_move(&self, position: &Position, budget: &Budget) -> Result<bool, Error> {
        has_move(&self.resolved, position, budget)
    }

    /// All moves from a position, each with whether it may be blocked.
    pub(super) fn choices(&self, position: &Position, budget: &Budget) -> Result<Vec<Choice>, Error> {
        let View::Rules(rules) = self.resolved.view() else {
            let blockable = self.blocked() > 0;
            let options = self.options(position, budget)?.options;
            return Ok(options.into_iter().map(|to| Choice { to, blockable }).collect());
        };
        let state = position.state()?;
        let options = Referee::new(rules).options(&state)?;
        let choice = |(to, blockable)| Choice { to: Position::of_state(rules, &to), blockable };
        Ok(options.into_iter().map(choice).collect())
    }
}

fn partizan(game: &Resolved) -> bool {
    match game.view() {
        View::Rules(_) => false,
        View::Special(special) => special.is_partizan(),
        View::Sum(terms) => terms.iter().any(partizan),
    }
}

fn has_move(game: &Resolved, position: &Position, budget: &Budget) -> Result<bool, Error> {
    match (game.view(), &position.0) {
        (View::Sum(terms), Inner::Sum(parts)) => {
            for (term, part) in terms.iter().zip(parts) {
                if has_move(term, part, budget)? {
                    return Ok(true);
                }
            }
            Ok(false)
        }
        (View::Rules(rules), _) => match position.state() {
            Ok(state) => {
                if rules.is_ended(&state.position) {
                    return Ok(false);
                }
                let mut any = false;
                rules.for_each_option(&state.position, &state.memory, &mut |_| {
                    any = true;
                    ControlFlow::Break(())
                })?;
                Ok(any)
            }
            // Piles too large for the rules are played where single moves can still be judged.
            Err(error) if error.kind == Kind::Limit && rules.fragment().is_ok() => Ok(true),
            Err(error) => Err(error),
        },
        (View::Special(special), _) => match special.within(budget).options(position.special()) {
            Ok(options) => Ok(!options.is_empty()),
            Err(Refused { stop: Some(stop), .. }) => Err(stop.into()),
            // There is no end of options: there is one.
            Err(_) => Ok(true),
        },
        (View::Sum(_), _) => Ok(false),
    }
}
