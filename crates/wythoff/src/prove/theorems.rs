//! Theorems that nobody asked for: the statements that make sense for a game, tried by themselves.

use crate::clock::timed;
use crate::error::{Advice, Error};
use crate::evidence::By;
use crate::game::{Game, Header};
use serde::Serialize;
use wythoff_automata::Limits;
use wythoff_catalog::{Resolved, entries};
use wythoff_numbers::Budget;
use wythoff_prove::theorems::find;
use wythoff_prove::{Outcome, Request};

/// A theorem for all positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Theorem {
    /// What kind it is: `rows`, `differences`, `slope`, `beatty`, `same`, `misere`, `redundant`, `family`, `symmetric`.
    pub kind: String,
    /// The theorem, in words.
    pub statement: String,
    /// How far it holds: `all positions`.
    pub bound: &'static str,
    /// The formula that was decided, if it is one.
    pub formula: Option<String>,
    /// Always true.
    pub proved: bool,
}

/// What was proved of a game without being asked for.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Theorems {
    /// The game.
    #[serde(flatten)]
    pub header: Header,
    /// The theorems.
    #[serde(rename = "findings")]
    pub found: Vec<Theorem>,
    /// A proof.
    pub by: By,
    /// The numeration of the automaton of the P-positions.
    pub numeration: String,
    /// Its states.
    pub states: usize,
    /// Time spent computing.
    pub seconds: f64,
}

impl Game {
    /// Proves the P-positions and tries the statements that make sense for the game; what holds is returned.
    ///
    /// ```
    /// let theorems = wythoff::Game::parse("wythoff")?.theorems(&Default::default())?;
    /// assert!(theorems.found.iter().any(|t| t.statement == "every row has exactly one P-position"));
    /// # Ok::<(), wythoff::Error>(())
    /// ```
    pub fn theorems(&self, budget: &Budget) -> Result<Theorems, Error> {
        let (found, seconds) = timed(budget, || self.find_theorems(budget));
        Ok(Theorems { seconds, ..found? })
    }

    fn find_theorems(&self, budget: &Budget) -> Result<Theorems, Error> {
        let rules = self.rules_for("a proof starts from rule text")?;
        let proof = match self.search_proof(rules, Request::default(), budget)?.0 {
            Outcome::Proved(proof) => proof,
            Outcome::Unknown { limit } => {
                let error = Error::limit(format!("the P-positions are not proved: {limit}"));
                return Err(error.advise(Advice::MoreTime));
            }
            Outcome::Refuted { .. } => return Err(Error::check("the P-positions were refuted")),
        };
        // Games that may have the same P-positions: those of the catalog that are proved in short time.
        let own = self.name();
        let others: Vec<_> = entries()
            .iter()
            .filter(|entry| entry.proved && entry.name != own)
            .filter_map(|entry| {
                Some((entry.name.to_string(), Resolved::parse(entry.name).ok()?.into_rules()?))
            })
            .collect();
        let limits = Limits { budget: budget.clone(), ..Limits::default() };
        let theorem = |found: wythoff_prove::theorems::Found| Theorem {
            kind: found.kind,
            statement: found.statement,
            bound: "all positions",
            formula: found.formula,
            proved: true,
        };
        Ok(Theorems {
            header: self.header(),
            found: find(rules, &proof, &others, &limits)?.into_iter().map(theorem).collect(),
            by: By::Proof,
            numeration: proof.numeration().to_string(),
            states: proof.dfa().states(),
            seconds: 0.0,
        })
    }
}
