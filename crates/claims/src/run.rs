//! Running claims: each once, side by side, with what is recorded for its row compared with what was found.

use crate::ledger::{Row, rows};
use crate::verdict::{Checked, Finding, Status};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex};
use wythoff_numbers::{Budget, Random, within};

/// The size of the bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Size {
    /// Just enough to fail if the statement is wrong: for tests.
    Small,
    /// The whole ledger within minutes.
    Quick,
    /// An hour.
    Deep,
}

/// How far a check goes, and on which random instances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    /// The size of the bounds.
    pub size: Size,
    /// The seed of the random instances: the same seed searches the same ones.
    pub seed: u64,
}

impl Scale {
    /// The smallest bounds, with the usual instances.
    pub const SMALL: Scale = Scale { size: Size::Small, seed: 0 };

    /// The bound for this scale.
    pub fn bound<T>(self, small: T, quick: T, deep: T) -> T {
        match self.size {
            Size::Small => small,
            Size::Quick => quick,
            Size::Deep => deep,
        }
    }

    /// The source of one search, told apart from others by `salt`.
    pub(crate) fn random(self, salt: u64) -> Random {
        crate::support::random(salt, self.seed)
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
    /// The path of the check in the code.
    pub code: &'static str,
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
#[derive(Clone, Debug, Serialize)]
pub struct Result {
    /// The row.
    #[serde(flatten)]
    pub row: &'static Row,
    /// What was found.
    #[serde(flatten)]
    pub finding: Finding,
    /// The status recorded for the row.
    #[serde(rename = "recorded")]
    pub expected: Status,
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

/// Runs claims side by side, in as many threads as the budget has, and tells each when it is over; returns those that were run before the budget ended.
pub fn run(
    wanted: &[&'static Claim],
    scale: Scale,
    done: &(dyn Fn(&Result) + Sync),
    budget: &Budget,
) -> Vec<Result> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by_key(|&i| LONG.iter().position(|id| *id == wanted[i].id).unwrap_or(LONG.len()));
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    let work = || {
        while let Some(&i) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
            if budget.check().is_err() {
                break;
            }
            let Some(result) = run_one(wanted[i], scale, budget) else { continue };
            done(&result);
            found.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push((i, result));
        }
    };
    rayon::scope(|scope| (0..budget.threads()).for_each(|_| scope.spawn(|_| work())));
    let mut found = found.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    found.sort_by_key(|(i, _)| *i);
    found.into_iter().map(|(_, result)| result).collect()
}

fn run_one(claim: &'static Claim, scale: Scale, budget: &Budget) -> Option<Result> {
    let row = rows().iter().find(|row| row.id == claim.id)?;
    let start = budget.now();
    // The threads are for rows.
    let one = budget.clone().with_threads(1);
    // A check that panics is a defect of the check; the others still run. It shares the budget with them, whose parts are atomic.
    let caught = std::panic::catch_unwind(AssertUnwindSafe(|| within(&one, || claim.run(scale))));
    let finding = match caught {
        // What the budget broke off found nothing, whatever it says.
        _ if budget.check().is_err() => return None,
        Ok(Ok(finding)) => finding,
        // A check that fails refutes nothing: it says that something here is wrong.
        Ok(Err(message)) => Finding::error(message),
        Err(_) => Finding::error("the check panicked"),
    };
    let seconds = budget.now().saturating_sub(start).as_secs_f64();
    Some(Result { row, expected: claim.expected, finding, seconds })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn broken(_: Scale) -> Checked {
        Err("a computation broke off".to_string())
    }

    #[test]
    fn a_check_that_errs_is_red_also_where_a_refutation_is_recorded() {
        for expected in [Status::Refuted, Status::Corrected, Status::Holds] {
            let claim: &'static Claim =
                Box::leak(Box::new(Claim { id: "LEX-T13", expected, check: broken, code: "" }));
            let results = run(&[claim], Scale::SMALL, &|_| {}, &Budget::default());
            assert_eq!(results[0].finding.status, Status::Error);
            assert!(!results[0].as_recorded());
        }
    }

    #[test]
    fn every_row_has_a_claim() {
        assert_eq!(claims().len(), rows().len());
        assert!(claims().iter().all(|claim| claim.expected != Status::Error));
    }
}
