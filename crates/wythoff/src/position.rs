//! Positions as people write them: piles of any size, what is remembered of earlier moves, parts of a sum.

use crate::error::Error;
use crate::game::{Game, counted};
use crate::json;
use malachite::Natural;
use serde::ser::{Serialize, Serializer};
use serde_json::{Value, json};
use std::fmt;
use wythoff_catalog::special::{SpecialPosition, show};
use wythoff_catalog::{Resolved, View};
use wythoff_rules::{LARGEST_PILE, Rules, parse_position, show_position};
use wythoff_solvers::State;

/// A position of a game, read once and never parsed again.
///
/// Shown as it is written (`6,10`, `20;last=4`, `3,5 + 4`); serialised as an array of piles, decimal strings above 2^53,
/// or as its text where there is more to it than piles.
///
/// ```
/// let game = wythoff::Game::parse("wythoff")?;
/// assert_eq!(game.position("10, 6")?.to_string(), "6,10");
/// # Ok::<(), wythoff::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position(pub(crate) Inner);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Inner {
    /// Of a game in the rule language.
    Piles {
        piles: Vec<Natural>,
        /// What is remembered, one value for each name.
        memory: Vec<i64>,
        /// Whether the pass is spent.
        passed: bool,
        /// The memory as it is written, `;last=4`.
        remembered: String,
        /// Whether a position of this game may be more than its piles.
        stateful: bool,
    },
    /// Of a game in Rust.
    Special(SpecialPosition),
    /// Of a sum.
    Sum(Vec<Position>),
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Inner::Piles { piles, remembered, .. } => {
                for (index, pile) in piles.iter().enumerate() {
                    write!(f, "{}{pile}", if index == 0 { "" } else { "," })?;
                }
                f.write_str(remembered)
            }
            Inner::Special(piles) => f.write_str(&show(piles)),
            Inner::Sum(parts) => {
                for (index, part) in parts.iter().enumerate() {
                    write!(f, "{}{part}", if index == 0 { "" } else { " + " })?;
                }
                Ok(())
            }
        }
    }
}

impl Serialize for Position {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.to_json().serialize(to)
    }
}

impl Position {
    /// The piles, where the position is made of whole piles.
    pub fn piles(&self) -> Option<Vec<Natural>> {
        match &self.0 {
            Inner::Piles { piles, .. } => Some(piles.clone()),
            Inner::Special(piles) => piles.iter().map(|pile| pile.whole().cloned()).collect(),
            Inner::Sum(_) => None,
        }
    }

    /// As it is serialised.
    pub fn to_json(&self) -> Value {
        match &self.0 {
            Inner::Piles { piles, stateful: false, .. } => {
                Value::Array(piles.iter().map(json::natural).collect())
            }
            Inner::Special(piles) => json::special_position(piles),
            _ => json!(self.to_string()),
        }
    }

    /// Piles without memory.
    pub(crate) fn of_piles(piles: Vec<Natural>) -> Position {
        let (memory, remembered) = (Vec::new(), String::new());
        Position(Inner::Piles { piles, memory, passed: false, remembered, stateful: false })
    }

    /// Piles that a proof leads to, where nothing but a pass is remembered.
    pub(crate) fn of_proof(rules: &Rules, piles: Vec<Natural>, passed: bool) -> Position {
        let remembered = if passed { PASSED.to_string() } else { String::new() };
        let (memory, stateful) = (rules.fresh_memory(), is_stateful(rules));
        Position(Inner::Piles { piles, memory, passed, remembered, stateful })
    }

    /// A state of the solvers.
    pub(crate) fn of_state(rules: &Rules, state: &State) -> Position {
        let mut remembered = String::new();
        for ((name, fresh), value) in rules.memory().iter().zip(&state.memory) {
            if value != fresh {
                remembered += &format!(";{name}={value}");
            }
        }
        if state.passed {
            remembered += PASSED;
        }
        Position(Inner::Piles {
            piles: state.position.iter().map(|x| Natural::from(*x)).collect(),
            memory: state.memory.clone(),
            passed: state.passed,
            remembered,
            stateful: is_stateful(rules),
        })
    }

    /// The state that the solvers play from, where the piles are small enough for them.
    pub(crate) fn state(&self) -> Result<State, Error> {
        match &self.0 {
            Inner::Piles { piles, memory, passed, .. } => {
                Ok(State { position: small(piles)?, memory: memory.clone(), passed: *passed })
            }
            _ => Err(Error::input("this is not a position of one game of the rule language")
                .hint("write its piles, separated by commas")),
        }
    }

    /// The piles of a game in the rule language, where nothing is remembered.
    pub(crate) fn plain_piles(&self) -> Option<&[Natural]> {
        match &self.0 {
            Inner::Piles { piles, remembered, .. } if remembered.is_empty() => Some(piles),
            _ => None,
        }
    }

    /// Whether the pass is spent.
    pub(crate) fn is_passed(&self) -> bool {
        matches!(self.0, Inner::Piles { passed: true, .. })
    }

    /// The same position when the pass is spent.
    pub(crate) fn passed(mut self) -> Position {
        if let Inner::Piles { passed, remembered, .. } = &mut self.0
            && !std::mem::replace(passed, true)
        {
            *remembered += PASSED;
        }
        self
    }

    /// The piles of a game in the rule language, where the pass is spent and nothing else is remembered.
    pub(crate) fn passed_piles(&self) -> Option<&[Natural]> {
        match &self.0 {
            Inner::Piles { piles, passed: true, remembered, .. } if remembered == PASSED => Some(piles),
            _ => None,
        }
    }

    pub(crate) fn special(&self) -> &[wythoff_catalog::special::Pile] {
        match &self.0 {
            Inner::Special(piles) => piles,
            _ => &[],
        }
    }

    pub(crate) fn parts(&self) -> &[Position] {
        match &self.0 {
            Inner::Sum(parts) => parts,
            _ => &[],
        }
    }

    /// More positions lie below this one than a table should hold.
    pub(crate) fn is_beyond_tables(&self) -> bool {
        let Inner::Piles { piles, .. } = &self.0 else { return false };
        let below = piles.iter().try_fold(1u64, |n, x| n.checked_mul(u64::try_from(x).ok()?.checked_add(1)?));
        below.is_none_or(|cells| cells > LARGE)
    }
}

/// What is written after the piles when the pass is spent.
const PASSED: &str = ";passed=1";

/// Positions with more than this many others below them are left to a proof before the rules are asked.
const LARGE: u64 = 10_000_000_000;

fn is_stateful(rules: &Rules) -> bool {
    !rules.memory().is_empty() || rules.convention().pass
}

/// Piles that can be played from the rules.
pub(crate) fn small(piles: &[Natural]) -> Result<Vec<u64>, Error> {
    let fits = |pile: &Natural| {
        u64::try_from(pile).ok().filter(|pile| *pile <= LARGEST_PILE).ok_or_else(|| {
            Error::limit("a pile is too large to be played from the rules").hint("piles are below 2^62")
        })
    };
    piles.iter().map(fits).collect()
}

impl Game {
    /// Reads a position: `6,10`; with what is remembered of earlier moves, `20;last=4`; of a sum, `3,5 + 4`.
    pub fn position(&self, text: &str) -> Result<Position, Error> {
        of(&self.resolved, text)
    }

    /// The position with these piles.
    pub fn position_of(&self, piles: &[Natural]) -> Result<Position, Error> {
        match self.resolved.view() {
            View::Rules(rules) => of_rules(rules, piles.to_vec(), std::iter::empty()),
            _ => self.position(&piles.iter().map(Natural::to_string).collect::<Vec<_>>().join(",")),
        }
    }
}

/// A position of a game in the rule language.
pub(crate) fn of_text(rules: &Rules, text: &str) -> Result<Position, Error> {
    let mut parts = text.trim().split(';');
    of_rules(rules, parse_position(parts.next().unwrap_or_default())?, parts)
}

pub(crate) fn of(game: &Resolved, text: &str) -> Result<Position, Error> {
    match game.view() {
        View::Rules(rules) => of_text(rules, text),
        View::Special(special) => Ok(Position(Inner::Special(special.parse(text)?))),
        View::Sum(terms) => {
            let parts: Vec<&str> = text.split('+').map(str::trim).collect();
            if parts.len() != terms.len() {
                let (parts, games) = (counted(parts.len(), "part"), counted(terms.len(), "game"));
                let message = format!("the position has {parts}, and the sum {games}");
                return Err(Error::input(message).hint("write a position for each game: 3,5 + 4"));
            }
            let parts = terms.iter().zip(parts).map(|(term, part)| of(term, part));
            Ok(Position(Inner::Sum(parts.collect::<Result<_, _>>()?)))
        }
    }
}

fn of_rules<'a>(
    rules: &Rules,
    mut piles: Vec<Natural>,
    remembered: impl Iterator<Item = &'a str>,
) -> Result<Position, Error> {
    let mut memory = rules.fresh_memory();
    let (mut passed, mut given) = (None, vec![false; memory.len()]);
    let twice = |name: &str| Error::input(format!("`{name}` is given twice")).hint("give each name once");
    for part in remembered {
        let (name, value) =
            part.split_once('=').map_or((part.trim(), None), |(n, v)| (n.trim(), Some(v.trim())));
        if name == "passed" && !rules.memory().iter().any(|(n, _)| n == name) {
            if !rules.convention().pass {
                return Err(Error::input("this game has no pass").hint("a pass is a convention on top of it"));
            }
            let spent = match value {
                None | Some("1") => true,
                Some("0") => false,
                Some(other) => {
                    let message = format!("passed={other}: the pass is spent (1) or not (0)");
                    return Err(Error::input(message).hint("write ;passed=1"));
                }
            };
            if passed.replace(spent).is_some() {
                return Err(twice(name));
            }
            continue;
        }
        let (cell, value) = rules.parse_memory(part)?;
        if std::mem::replace(&mut given[cell], true) {
            return Err(twice(name));
        }
        memory[cell] = value;
    }
    let passed = passed.unwrap_or(false);
    match small(&piles) {
        Ok(position) => {
            rules.check_position(&position)?;
            let position = rules.canonical(&position);
            if memory == rules.fresh_memory() && !rules.is_start(&position)? {
                let message = format!("a game does not start from {}", show_position(&position));
                return Err(Error::input(message).hint("the rules say where it may start"));
            }
            Ok(Position::of_state(rules, &State { position, memory, passed }))
        }
        // Of large piles nothing is remembered but a pass.
        Err(too_large) if given.contains(&true) => Err(too_large),
        Err(_) => {
            if piles.len() != rules.coordinates().len() {
                // The same words as for a position that the rules answer for.
                rules.check_position(&vec![0; piles.len()])?;
            }
            if rules.is_symmetric() {
                piles.sort();
            }
            let stateful = is_stateful(rules);
            let remembered = if passed { PASSED.to_string() } else { String::new() };
            Ok(Position(Inner::Piles { piles, memory, passed, remembered, stateful }))
        }
    }
}
