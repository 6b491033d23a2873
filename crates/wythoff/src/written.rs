//! A position in the numeration of its game: the one in which its P-positions are likely to be read off the digits.

use crate::error::Error;
use crate::game::Game;
use crate::numbers::represent;
use crate::p::Range;
use crate::position::Position;
use serde::Serialize;
use wythoff_numbers::Budget;

/// A position, written in digits.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Written {
    /// The numeration system, as [`crate::numbers`] names it; nothing where the P-positions suggest none.
    pub system: Option<String>,
    /// Why this one.
    pub why: String,
    /// The piles.
    pub piles: Vec<WrittenPile>,
}

/// A pile, written in digits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WrittenPile {
    /// The pile.
    pub number: String,
    /// Its digits, the most significant first.
    pub digits: String,
}

/// Piles below this are looked at, by the number of piles.
fn bound(piles: usize) -> u64 {
    match piles {
        0..=2 => 400,
        3 => 40,
        _ => 8,
    }
}

impl Game {
    /// The numeration that the beams and periods of the P-positions suggest: the first in which a proof is looked for.
    ///
    /// ```
    /// use wythoff::{Budget, Game};
    /// let game = Game::parse("t-wythoff(t=3)")?;
    /// assert_eq!(game.numeration(&Budget::default())?.as_deref(), Some("ostrowski 3"));
    /// # Ok::<(), wythoff::Error>(())
    /// ```
    pub fn numeration(&self, budget: &Budget) -> Result<Option<String>, Error> {
        let piles = self.coordinates();
        let below = bound(piles);
        let found = self.p(Range::Below(below), 0, None, budget)?;
        if found.partial {
            budget.check()?;
        }
        let positions: Vec<Vec<u64>> = found.positions.iter().map(<[u64]>::to_vec).collect();
        let likely = wythoff_prove::numerations(&positions, piles, below).likely;
        let name = likely.first().and_then(|group| group.first()).map(ToString::to_string);
        // Ostrowski's numeration of the golden ratio has a name of its own.
        Ok(name.map(|name| if name == "ostrowski 1" { "zeckendorf".to_string() } else { name }))
    }

    /// The piles of a position in the numeration of the game.
    ///
    /// ```
    /// use wythoff::{Budget, Game};
    /// let game = Game::parse("wythoff")?;
    /// let written = game.written(&game.position("6,10")?, &Budget::default())?;
    /// assert_eq!(written.system.as_deref(), Some("zeckendorf"));
    /// assert_eq!(written.piles[1].digits, "10010");
    /// # Ok::<(), wythoff::Error>(())
    /// ```
    pub fn written(&self, position: &Position, budget: &Budget) -> Result<Written, Error> {
        let Some(system) = self.numeration(budget)? else {
            let why = "the P-positions suggest no numeration".to_string();
            return Ok(Written { system: None, why, piles: Vec::new() });
        };
        let mut piles = Vec::new();
        for pile in position.piles().unwrap_or_default() {
            let number = pile.to_string();
            let digits = represent(&system, &number, budget)?.text;
            piles.push(WrittenPile { number, digits });
        }
        let why = "which the slopes and periods of the P-positions suggest".to_string();
        Ok(Written { system: Some(system), why, piles })
    }
}
