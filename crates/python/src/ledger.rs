//! The ledger of the papers' claims: its rows, and running them.

use crate::error::{WythoffError, raised};
use crate::run::{Limits, run};
use crate::text;
use pyo3::prelude::*;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicU64, Ordering};
use wythoff::{Error, nearest};
use wythoff::ledger::{Claim, Scale, Size, claim, claims, papers};

/// All rows with the status that is recorded for each, as JSON.
#[pyfunction]
pub fn ledger() -> PyResult<String> {
    let told = |row: &wythoff::ledger::Row| {
        let mut told = serde_json::to_value(row).unwrap_or_default();
        told["recorded"] = json!(claim(row.id).map(|claim| claim.expected));
        told
    };
    text(&wythoff::ledger::rows().iter().map(told).collect::<Vec<Value>>())
}

fn wanted(ids: &[String], paper: Option<&str>) -> Result<Vec<&'static Claim>, Error> {
    let papers: Vec<&str> = papers().collect();
    if let Some(paper) = paper.filter(|paper| !papers.contains(paper)) {
        return Err(Error::input(format!("there is no paper `{paper}`"))
            .hint(format!("one of: {}", papers.join(", "))));
    }
    if ids.is_empty() {
        let of = |claim: &&Claim| {
            paper.is_none_or(|paper| {
                wythoff::ledger::rows().iter().any(|row| row.id == claim.id && row.paper == paper)
            })
        };
        return Ok(claims().iter().filter(of).collect());
    }
    let find = |id: &String| {
        claim(id).ok_or_else(|| {
            let error = Error::input(format!("there is no row `{id}` in the ledger"));
            match nearest(id, claims().iter().map(|claim| claim.id)) {
                Some(near) => error.hint(format!("did you mean `{near}`?")),
                None => error.hint("claims() lists all rows"),
            }
        })
    };
    ids.iter().map(find).collect()
}

/// Runs rows (all of a paper, or all, where none is named): what was found as JSON, and a document if one is asked for:
/// `markdown`, `html`, or for one paper `errata-markdown` or `errata-latex`.
#[pyfunction]
#[pyo3(signature = (ids, paper, size, seed, document, limits))]
pub fn verify(
    py: Python<'_>,
    ids: Vec<String>,
    paper: Option<String>,
    size: &str,
    seed: u64,
    document: Option<String>,
    limits: Limits,
) -> PyResult<(String, Option<String>)> {
    let size = match size {
        "small" => Size::Small,
        "quick" => Size::Quick,
        "deep" => Size::Deep,
        other => {
            return Err(WythoffError::new_err(format!(
                "there is no size `{other}`\n   = hint: it is one of: small, quick, deep"
            )));
        }
    };
    let wanted = wanted(&ids, paper.as_deref()).map_err(|error| raised(py, error))?;
    let (told, document) = run(py, &limits, move |budget| {
        let (finished, total) = (AtomicU64::new(0), wanted.len() as u64);
        let done = |_: &_| _ = budget.step(finished.fetch_add(1, Ordering::Relaxed) + 1, total);
        let results = wythoff::ledger::run(&wanted, Scale { size, seed }, &done, budget);
        // Half of the rows are no report.
        budget.check()?;
        let document = match (document.as_deref(), &paper) {
            (Some("markdown"), _) => Some(wythoff::ledger::markdown(&results)),
            (Some("html"), _) => Some(wythoff::ledger::html(&results, &wythoff::ledger::figures())),
            (Some("errata-markdown"), Some(paper)) => wythoff::ledger::errata_markdown(&results, paper),
            (Some("errata-latex"), Some(paper)) => wythoff::ledger::errata_latex(&results, paper),
            _ => None,
        };
        let told: Vec<Value> = results
            .iter()
            .map(|result| {
                let mut told = serde_json::to_value(result).unwrap_or_default();
                told["as_recorded"] = json!(result.as_recorded());
                told
            })
            .collect();
        Ok((told, document))
    })?;
    Ok((text(&told)?, document))
}
