//! Which known game this is: the same game under its names, and games with the same P-positions or Grundy values.

use crate::clock::timed;
use crate::error::Error;
use crate::game::{Game, Header};
use serde::Serialize;
use std::collections::BTreeSet;
use wythoff_catalog::{Kind, entries, names_of};
use wythoff_numbers::Budget;
use wythoff_rules::Rules;

/// How it is known that two games agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Agreement {
    /// For all positions: the moves are the same, or one theory decides both.
    Proof,
    /// Computed from the rules, up to a bound.
    Rules,
}

/// A game of the catalog that agrees with the one asked about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Known {
    /// Its spec.
    pub spec: String,
    /// How it is known.
    pub by: Agreement,
    /// Compared for all piles below this; nothing where it holds for all positions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<u64>,
}

/// What a game is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Identified {
    /// The game.
    #[serde(flatten)]
    pub header: Header,
    /// The theory that decides it, with its parameters.
    pub theory: Option<String>,
    /// The same game under other names, the simplest first.
    pub same_game: Vec<Known>,
    /// Other games with the same P-positions.
    pub same_p: Vec<Known>,
    /// Other games with the same Grundy values.
    pub same_grundy: Vec<Known>,
    /// Time spent computing.
    pub seconds: f64,
}

/// Piles below this are compared, by the number of coordinates.
fn bound(coordinates: usize) -> u64 {
    match coordinates {
        0..=2 => 60,
        3 => 16,
        _ => 6,
    }
}

impl Game {
    /// The game under its names in the catalog, decided for all positions; and games of the catalog, with their default
    /// parameters, that have its P-positions or Grundy values.
    ///
    /// ```
    /// use wythoff::{Budget, Game};
    /// let game = Game::parse("(i,0) (0,i) (k,l) where k - l < 3 and l - k < 3")?;
    /// let known = game.identify(&Budget::default())?;
    /// assert_eq!(known.same_game[0].spec, "t-wythoff(t=3)");
    /// # Ok::<(), wythoff::Error>(())
    /// ```
    pub fn identify(&self, budget: &Budget) -> Result<Identified, Error> {
        let rules = self.rules_for("games are compared by their rules")?;
        let (found, seconds) = timed(budget, || identify(rules, budget));
        let (theory, same_game, same_p, same_grundy) = found?;
        Ok(Identified { header: self.header(), theory, same_game, same_p, same_grundy, seconds })
    }
}

type Found = (Option<String>, Vec<Known>, Vec<Known>, Vec<Known>);

fn identify(rules: &Rules, budget: &Budget) -> Result<Found, Error> {
    let theory = wythoff_theory::recognise(rules).ok().flatten();
    let same_game: Vec<Known> =
        names_of(rules).into_iter().map(|spec| Known { spec, by: Agreement::Proof, bound: None }).collect();
    budget.step(0, 0)?;
    let below = bound(rules.coordinates().len());
    let positions = |rules: &Rules| lost(rules, below, budget);
    let mine = positions(rules);
    let (mut same_p, mut same_grundy) = (Vec::new(), Vec::new());
    for entry in entries() {
        budget.step(0, 0)?;
        let Kind::Text(text) = entry.kind else { continue };
        let Ok(other) = Rules::read(text) else { continue };
        let alike = other.bounds() == rules.bounds() && other.memory().len() == rules.memory().len();
        let said = same_game.iter().any(|known| known.spec == entry.name);
        if !alike || said || other.convention() != rules.convention() {
            continue;
        }
        let Some(mine) = &mine else { break };
        if positions(&other).as_ref() != Some(mine) {
            continue;
        }
        // One theory with the same parameters decides both for all positions.
        let statement = |known: &wythoff_theory::Recognised| known.statement();
        let theirs = wythoff_theory::recognise(&other).ok().flatten();
        let proved = theory.is_some() && theory.as_ref().map(statement) == theirs.as_ref().map(statement);
        let spec = entry.name.to_string();
        same_p.push(match proved {
            true => Known { spec: spec.clone(), by: Agreement::Proof, bound: None },
            false => Known { spec: spec.clone(), by: Agreement::Rules, bound: Some(below) },
        });
        if same_values(rules, &other, below.min(30), budget) {
            same_grundy.push(Known { spec, by: Agreement::Rules, bound: Some(below.min(30)) });
        }
    }
    Ok((theory.map(|known| known.statement()), same_game, same_p, same_grundy))
}

/// The P-positions with piles below a bound; `None` where they are not computed within the budget.
fn lost(rules: &Rules, below: u64, budget: &Budget) -> Option<BTreeSet<Vec<u64>>> {
    let mut found = wythoff_solvers::p_below(rules, below, budget).ok()?.positions;
    // A pair of piles may be told apart by the rules and not by the P-positions: then each is listed once, sorted.
    if !rules.is_symmetric() && rules.bounds() == [None, None] {
        let all: BTreeSet<Vec<u64>> = found.iter().cloned().collect();
        if all.iter().all(|p| all.contains(&vec![p[1], p[0]])) {
            found.retain(|p| p[0] <= p[1]);
        }
    }
    Some(found.into_iter().collect())
}

/// Whether the Grundy values of two games are the same on a box.
fn same_values(one: &Rules, other: &Rules, side: u64, budget: &Budget) -> bool {
    let values = |rules: &Rules| {
        let sides: Vec<u64> = rules.bounds().iter().map(|bound| bound.unwrap_or(side)).collect();
        wythoff_solvers::grundy_table(rules, &sides, budget).ok().map(|table| table.values)
    };
    let mine = values(one);
    mine.is_some() && mine == values(other)
}
