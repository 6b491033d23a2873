//! A game from its text, with conventions on top.

use crate::error::{Error, Place};
use crate::json::{self, Object};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wythoff_catalog::{Files, NoFiles, OnTop, Resolved, Spec, View};
use wythoff_numbers::{Budget, within};
use wythoff_rules::{RuleError, Rules};

/// What goes on top of any game: misère play, blocking, extra ends, forced N-positions, a pass.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Conventions {
    /// The last mover loses.
    pub misere: bool,
    /// Up to k - 1 options are blocked before each move.
    pub block: Option<Block>,
    /// The game ends at these positions too.
    pub terminals: Vec<String>,
    /// At these positions whoever is to move has won, whatever the moves are; in normal play without a pass.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub forced_n: Vec<String>,
    /// Once in the game either player may pass, not from a terminal position.
    pub pass: bool,
}

/// Blocking of up to k - 1 options.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Block {
    /// One more than the number of options that may be blocked.
    pub k: u64,
    /// The family whose options may be blocked; all where nothing is said.
    #[serde(default)]
    pub family: Option<String>,
}

impl std::str::FromStr for Block {
    type Err = Error;

    /// `3`, or `3:FAMILY`.
    fn from_str(text: &str) -> Result<Block, Error> {
        let (count, family) = match text.split_once(':') {
            Some((count, family)) => (count, Some(family.to_string())),
            None => (text, None),
        };
        let k = count.trim().parse().map_err(|_| {
            Error::input(format!("blocking {text}: `{count}` is not a number from 1 on"))
                .hint("write 3, or 3:FAMILY with a label of one of the game's families")
        })?;
        Ok(Block { k, family })
    }
}

impl Conventions {
    /// Whether nothing goes on top.
    pub fn is_plain(&self) -> bool {
        *self == Conventions::default()
    }
}

/// A game, ready to be asked.
///
/// ```
/// use wythoff::Game;
/// let game = Game::parse("t-wythoff(t=3)")?;
/// assert_eq!(game.name(), "t-wythoff");
/// # Ok::<(), wythoff::Error>(())
/// ```
#[derive(Clone)]
pub struct Game {
    pub(crate) resolved: Resolved,
    spec: String,
    conventions: Conventions,
}

impl std::fmt::Debug for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Game").field("spec", &self.spec).field("conventions", &self.conventions).finish()
    }
}

impl Game {
    /// The game of a text: a name of the catalog with parameters, rules, or a sum of such. It names no file.
    pub fn parse(text: &str) -> Result<Game, Error> {
        Game::parse_with(text, &NoFiles)
    }

    /// The game of a text that may name files, `@my.game`, which come from the source that is passed in.
    pub fn parse_with(text: &str, files: &dyn Files) -> Result<Game, Error> {
        Game::parse_within(text, files, &Budget::default())
    }

    /// The same, paid for by the budget of a request.
    pub fn parse_within(text: &str, files: &dyn Files, budget: &Budget) -> Result<Game, Error> {
        let read = within(budget, || Resolved::parse_within(text, files, budget));
        let resolved = read.map_err(|error| {
            let place = place_in(text, files, &error);
            let (inline, error) = (text.trim_start().starts_with('('), Error { place, ..Error::from(error) });
            if inline && text.contains(" + ") {
                return error.hint("in a sum, rules go in quotation marks: \"(i,0) (0,i)\" + nim");
            }
            if inline && (text.contains("misere") || text.contains("misère")) {
                return error.hint("misère play is a convention on top of the rules, not a word in them");
            }
            error
        })?;
        Ok(Game { resolved, spec: text.to_string(), conventions: Conventions::default() })
    }

    /// The same game with conventions on top.
    pub fn with(self, conventions: &Conventions) -> Result<Game, Error> {
        let on_top = OnTop {
            misere: conventions.misere,
            block: conventions.block.as_ref().map(|block| (block.k, block.family.clone())),
            terminals: conventions.terminals.clone(),
            forced_n: conventions.forced_n.clone(),
            pass: conventions.pass,
        };
        let resolved = self.resolved.with(&on_top)?;
        Ok(Game { resolved, spec: self.spec, conventions: conventions.clone() })
    }

    /// The text that the game was read from.
    pub fn spec(&self) -> &str {
        &self.spec
    }

    /// What goes on top of it.
    pub fn conventions(&self) -> &Conventions {
        &self.conventions
    }

    /// The game's name in the catalog or in its file; rules without a name as they are written.
    pub fn name(&self) -> String {
        name(&self.resolved)
    }

    /// How errors speak of the game: its name, or these rules where they have none.
    pub fn called(&self) -> String {
        called(&self.resolved)
    }

    /// The number of piles and other coordinates; for a sum, of all its games together.
    pub fn coordinates(&self) -> usize {
        coordinates(&self.resolved)
    }

    /// The names of the coordinates.
    pub fn coordinate_names(&self) -> Vec<String> {
        match self.resolved.view() {
            View::Rules(rules) => rules.coordinates().to_vec(),
            _ => (1..=self.coordinates()).map(|i| format!("x{i}")).collect(),
        }
    }

    /// Whether positions that differ only by the order of their piles are one position.
    pub fn is_symmetric(&self) -> bool {
        match self.resolved.view() {
            View::Rules(rules) => rules.is_symmetric(),
            View::Special(special) => special.unordered(),
            View::Sum(_) => false,
        }
    }

    /// `normal` or `misere`.
    pub fn convention(&self) -> &'static str {
        match self.resolved.view() {
            View::Rules(rules) => rules.convention().word(),
            View::Special(special) if special.conventions().is_some_and(|c| c.misere) => "misere",
            _ => "normal",
        }
    }

    /// The bound rules, for a game of the rule language: what the parts below the facade work on.
    pub fn rules(&self) -> Option<&Rules> {
        match self.resolved.view() {
            View::Rules(rules) => Some(rules),
            _ => None,
        }
    }

    /// The game as the catalog resolved it: what the parts below the facade work on.
    pub fn resolved(&self) -> &Resolved {
        &self.resolved
    }

    /// The bound rules, or the error that a question about rules gets.
    pub(crate) fn rules_for(&self, what: &str) -> Result<&Rules, Error> {
        self.rules().ok_or_else(|| {
            Error::input(format!("{} is not in the rule language, and {what}", self.called()))
                .hint("its definition is a program; games of the rule language have a rule text")
        })
    }

    /// Whether conventions are on top of a game in Rust: theories speak of the paper's game.
    pub(crate) fn is_modified_special(&self) -> bool {
        matches!(self.resolved.view(), View::Special(special) if special.conventions().is_some())
    }

    /// The start of every answer: the game, its parameters, what goes on top.
    pub fn header(&self) -> Header {
        header(&self.resolved)
    }
}

/// The bytes of a spec that an error is about: of rules and of the spec itself as they are, of the value of a parameter
/// where it stands in the spec once.
fn place_in(text: &str, files: &dyn Files, error: &RuleError) -> Option<Place> {
    let place = error.place.as_ref()?;
    let within = |start: usize, length: usize| {
        let (from, to) = (place.span.start.min(length), place.span.end.min(length));
        Place { start: start + from, end: start + to.max(from) }
    };
    match Spec::parse_with(text, files) {
        Err(_) | Ok(Spec::Rules(_)) => Some(within(0, text.len())),
        Ok(Spec::Named { arguments, .. }) => {
            let (_, value) = arguments.iter().find(|(name, _)| *name == place.source)?;
            let mut found = text.match_indices(value.as_str());
            let (start, _) = found.next().filter(|_| found.next().is_none())?;
            Some(within(start, value.len()))
        }
        _ => None,
    }
}

/// The start of every answer: the game and its parameters, and what goes on top of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Header {
    /// The game's name; rules without one as they are written.
    pub game: String,
    /// Its parameters with their values.
    pub params: Object,
    /// Blocking: k and the families.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub block: Option<Value>,
    /// Extra ends.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub terminals: Vec<Value>,
    /// Positions that are N by decree.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub forced_n: Vec<Value>,
    /// Whether there is a pass.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub pass: bool,
}

pub(crate) fn coordinates(game: &Resolved) -> usize {
    match game.view() {
        View::Rules(rules) => rules.coordinates().len(),
        View::Special(special) => special.piles(),
        View::Sum(terms) => terms.iter().map(coordinates).sum(),
    }
}

fn name(game: &Resolved) -> String {
    match game.view() {
        View::Rules(rules) if game.entry().is_none() && rules.name().is_empty() => rules.game().to_string(),
        View::Sum(terms) => {
            terms.iter().map(|term| name(term).trim().to_string()).collect::<Vec<_>>().join(" + ")
        }
        _ => game.name(),
    }
}

pub(crate) fn called(game: &Resolved) -> String {
    match game.name() {
        name if name.split(" + ").all(|part| !part.is_empty()) => format!("`{name}`"),
        _ => "these rules".to_string(),
    }
}

fn header(game: &Resolved) -> Header {
    let params = game.values().iter().map(|(name, value)| (name.clone(), json::parameter(value))).collect();
    let mut header = Header {
        game: name(game),
        params,
        block: None,
        terminals: Vec::new(),
        forced_n: Vec::new(),
        pass: false,
    };
    match game.view() {
        View::Special(special) => {
            if let Some(conventions) = special.conventions() {
                if conventions.block > 1 {
                    header.block = Some(json!({"k": json::number(conventions.block), "families": "all"}));
                }
                header.terminals = conventions.terminals.iter().map(|p| json::special_position(p)).collect();
                header.pass = conventions.pass;
            }
        }
        View::Rules(rules) => {
            let convention = rules.convention();
            if let Some(block) = &convention.block {
                let families = rules.families().iter().zip(&block.families);
                let labels: Vec<&str> =
                    families.filter(|(_, in_it)| **in_it).map(|(f, _)| f.label.as_str()).collect();
                let all = labels.len() == block.families.len();
                let families = if all { json!("all") } else { json!(labels) };
                header.block = Some(json!({"k": json::number(block.k), "families": families}));
            }
            header.terminals = convention.terminals.iter().map(|p| json::position(p)).collect();
            header.forced_n = rules.forced_n().iter().map(|p| json::position(p)).collect();
            header.pass = convention.pass;
        }
        View::Sum(_) => {}
    }
    header
}

/// So many of a thing: `1 state`, `7 states`.
pub(crate) fn counted(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

impl Header {
    /// Writes its members into an object that holds more.
    pub(crate) fn entries<M: serde::ser::SerializeMap>(&self, object: &mut M) -> Result<(), M::Error> {
        object.serialize_entry("game", &self.game)?;
        object.serialize_entry("params", &self.params)?;
        if let Some(block) = &self.block {
            object.serialize_entry("block", block)?;
        }
        if !self.terminals.is_empty() {
            object.serialize_entry("terminals", &self.terminals)?;
        }
        if !self.forced_n.is_empty() {
            object.serialize_entry("forced_n", &self.forced_n)?;
        }
        if self.pass {
            object.serialize_entry("pass", &true)?;
        }
        Ok(())
    }
}
