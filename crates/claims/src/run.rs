//! Running claims: each once, side by side, with what is recorded for its row compared with what was found.

use crate::ledger::{Row, rows};
use crate::verdict::{Checked, Finding, Status};
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex};
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

/// Rows that take longest, longest first: begun first, so that no processor waits for the last of them.
const LONG: &[&str] =
    &["VIS-A-end-poly", "GEO-R20a", "VIS-CJ-fraenkel", "VIS-CJ4", "NEW-3HEAP", "VIS-T-t-arith"];

/// Runs claims side by side, calling `done` after each; stops when `cancelled` says so and returns what was run.
pub fn run(
    wanted: &[&'static Claim],
    scale: Scale,
    done: &(dyn Fn(&Result) + Sync),
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Vec<Result> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by_key(|&i| LONG.iter().position(|id| *id == wanted[i].id).unwrap_or(LONG.len()));
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    let work = || {
        while let Some(&i) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
            if cancelled() {
                break;
            }
            let Some(result) = run_one(wanted[i], scale) else { continue };
            done(&result);
            found.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push((i, result));
        }
    };
    rayon::scope(|scope| (0..rayon::current_num_threads()).for_each(|_| scope.spawn(|_| work())));
    let mut found = found.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    found.sort_by_key(|(i, _)| *i);
    found.into_iter().map(|(_, result)| result).collect()
}

fn run_one(claim: &'static Claim, scale: Scale) -> Option<Result> {
    let row = rows().iter().find(|row| row.id == claim.id)?;
    let start = Instant::now();
    // A check that panics is a defect of the check; the others still run.
    let caught = std::panic::catch_unwind(|| claim.run(scale));
    let finding = match caught {
        Ok(Ok(finding)) => reproducible(finding, claim.id),
        Ok(Err(counterexample)) => failed(Status::Refuted, counterexample),
        Err(_) => failed(Status::Error, "the check panicked".to_string()),
    };
    Some(Result { row, expected: claim.expected, finding, seconds: start.elapsed().as_secs_f64() })
}

/// A counterexample that no other command shows is shown by the check itself.
fn reproducible(mut finding: Finding, id: &str) -> Finding {
    if finding.counterexample.is_some() && finding.command.is_none() {
        finding.command = Some(format!("wyt verify {id}"));
    }
    finding
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
