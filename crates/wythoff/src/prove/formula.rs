//! The P-positions of a proved game in a formula: a theorem where the prover settles it, or what fits the data.

use crate::game::Game;
use crate::p::Range;
use serde::Serialize;
use std::time::Duration;
use wythoff_automata::{Limits, Proof};
use wythoff_discover::findings::{Positions, of_positions_telling};
use wythoff_prove::theorems;
use wythoff_rules::Rules;

/// A formula for the P-positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Formula {
    /// The formula, in words.
    pub statement: String,
    /// How far it holds: `all positions` where it is proved, or how far it was compared.
    pub bound: String,
}

/// A verdict waits no longer for its formula.
const PATIENCE: Duration = Duration::from_secs(1);

/// Piles that a formula is compared with where no theorem says it.
const COMPARED: u64 = 1000;

impl Game {
    pub(super) fn formula(&self, rules: &Rules, proof: &Proof, limits: &Limits) -> Option<Formula> {
        let patience = limits.budget.time_left().map_or(PATIENCE, |left| left.min(PATIENCE));
        let limits = Limits { budget: limits.budget.clone().within(patience), ..limits.clone() };
        if let Some(statement) = theorems::formula(rules, proof, &limits) {
            return Some(Formula { statement, bound: "all positions".to_string() });
        }
        if rules.piles() != 2 || rules.coordinates().len() != 2 || !rules.is_symmetric() {
            return None;
        }
        let found = self.p(Range::Below(COMPARED), 0, None, &limits.budget).ok()?;
        if found.partial {
            return None;
        }
        let list = found.positions.iter().map(<[u64]>::to_vec).collect();
        let positions = Positions::unordered(list, COMPARED).ok()?;
        let all = of_positions_telling(&positions, &limits.budget, &mut |_| {});
        // What says a_n and b_n for every n.
        let says = |kind: &str| ["difference", "beatty", "period"].contains(&kind);
        let exact = |statement: &str| statement.contains("_n = ") || statement.contains(") = ");
        let fits: Vec<_> =
            all.into_iter().filter(|f| says(f.kind) && exact(&f.statement) && !f.data.is_refuted()).collect();
        let bound = fits.first()?.bound.clone();
        let statements: Vec<String> = fits.into_iter().map(|f| f.statement).collect();
        let of_both = ["a_", "b_"].iter().all(|name| statements.iter().any(|s| s.starts_with(name)));
        of_both.then(|| Formula {
            statement: format!("the P-positions are (a_n, b_n) with {}", statements.join("; ")),
            bound,
        })
    }
}
