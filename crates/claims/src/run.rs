//! Running claims: each once, side by side, with what is recorded for its row compared with what was found.

use crate::ledger::{Row, rows};
use crate::verdict::{Checked, Finding, Status};
use rayon::prelude::*;
use std::collections::HashMap;
use std::sync::LazyLock;
use std::time::Instant;

/// How far a check goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Just enough to fail if the statement is wrong: for tests.
    Small,
    /// The whole ledger within minutes.
    Quick,
    /// An hour.
    Deep,
}

impl Scale {
    /// The bound for this scale.
    pub fn bound<T>(self, small: T, quick: T, deep: T) -> T {
        match self {
            Scale::Small => small,
            Scale::Quick => quick,
            Scale::Deep => deep,
        }
    }
}

/// A row of the ledger that can be run.
#[derive(Clone, Copy)]
pub struct Claim {
    /// The row's name.
    pub id: &'static str,
    /// The status recorded for the row.
    pub expected: Status,
    /// The check.
    pub check: fn(Scale) -> Checked,
}

impl Claim {
    /// Runs the check, then the theories that rest on the row.
    pub fn run(&self, scale: Scale) -> Checked {
        let finding = (self.check)(scale)?;
        crate::theories::check(self.id, scale)?;
        Ok(finding)
    }
}

/// A claim with its row and what running it found.
#[derive(Clone, Debug)]
pub struct Result {
    /// The row.
    pub row: &'static Row,
    /// The status recorded for the row.
    pub expected: Status,
    /// What was found.
    pub finding: Finding,
    /// The time it took.
    pub seconds: f64,
}

impl Result {
    /// Whether the status found is the one recorded.
    pub fn as_recorded(&self) -> bool {
        self.finding.status == self.expected
    }
}

/// All claims in the order of the ledger.
pub fn claims() -> &'static [Claim] {
    static CLAIMS: LazyLock<Vec<Claim>> = LazyLock::new(|| {
        let modules = [
            crate::lex::CLAIMS,
            crate::rlx::CLAIMS,
            crate::wyf::CLAIMS,
            crate::geo::CLAIMS,
            crate::vis_1_3::CLAIMS,
            crate::vis_4_5::CLAIMS,
            crate::vis_6_7::CLAIMS,
            crate::vis_8::CLAIMS,
            crate::new::CLAIMS,
        ];
        let by_id: HashMap<&str, Claim> = modules.iter().flat_map(|m| m.iter()).map(|c| (c.id, *c)).collect();
        rows().iter().filter_map(|row| by_id.get(row.id).copied()).collect()
    });
    &CLAIMS
}

/// The claim of a name.
pub fn claim(id: &str) -> Option<&'static Claim> {
    claims().iter().find(|claim| claim.id == id)
}

/// Runs claims, calling `done` after each; stops when `cancelled` says so and returns what was run.
pub fn run(
    wanted: &[&'static Claim],
    scale: Scale,
    done: &(dyn Fn(&Result) + Sync),
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Vec<Result> {
    let one = |claim: &&'static Claim| {
        if cancelled() {
            return None;
        }
        let row = rows().iter().find(|row| row.id == claim.id)?;
        let start = Instant::now();
        // A check that panics is a defect of the check; the others still run.
        let caught = std::panic::catch_unwind(|| claim.run(scale));
        let finding = match caught {
            Ok(Ok(finding)) => finding,
            Ok(Err(counterexample)) => failed(Status::Refuted, counterexample),
            Err(_) => failed(Status::Error, "the check panicked".to_string()),
        };
        let result =
            Result { row, expected: claim.expected, finding, seconds: start.elapsed().as_secs_f64() };
        done(&result);
        Some(result)
    };
    wanted.par_iter().map(one).collect::<Vec<_>>().into_iter().flatten().collect()
}

fn failed(status: Status, counterexample: String) -> Finding {
    Finding {
        status,
        bound: String::new(),
        counterexample: Some(counterexample),
        command: None,
        detail: None,
        proved: false,
    }
}
