//! The ledger of the papers: every row, and a row that is run here.

use crate::event::{Event, Failure};
use serde_json::{Value, json};
use wythoff::Budget;
use wythoff::ledger::{PAPERS, Scale, Status, claim as claim_of, claims, lines, run, sections_of};

/// All rows with the statuses that are recorded, paper by paper and section by section.
pub(crate) fn ledger() -> Event {
    let statuses: Vec<Value> =
        Status::ALL.iter().map(|status| json!({"status": status, "meaning": status.meaning()})).collect();
    let recorded = |id: &str| claim_of(id).map(|claim| claim.expected);
    let told = PAPERS.iter().map(|paper| {
        let told = sections_of(paper.sign).into_iter().map(|(number, rows)| {
            let rows: Vec<Value> = rows
                .iter()
                .map(|row| {
                    let mut told = serde_json::to_value(row).unwrap_or_default();
                    told["status"] = json!(recorded(row.id));
                    told
                })
                .collect();
            json!({"section": number, "rows": rows})
        });
        let told: Vec<Value> = told.collect();
        json!({"sign": paper.sign, "title": paper.title, "authors": paper.authors, "sections": told})
    });
    let papers: Vec<Value> = told.collect();
    Event::answer(&json!({"rows": claims().len(), "statuses": statuses, "papers": papers}))
}

/// A row, run: both sides are computed by different routes, and what was found stands beside what is recorded.
pub(crate) fn claim(id: &str, budget: &Budget) -> Result<Event, Failure> {
    let claim =
        claim_of(id).ok_or_else(|| Failure::input(format!("the ledger has no row `{id}`")).about("id"))?;
    let results = run(&[claim], Scale::SMALL, &|_| {}, budget);
    let Some(result) = results.first() else {
        budget.check().map_err(wythoff::Error::from)?;
        return Err(Failure::new("internal", "the row was not run"));
    };
    let lines: Vec<Value> =
        lines(result).into_iter().map(|(label, text)| json!({"label": label, "text": text})).collect();
    let mut told = serde_json::to_value(result).unwrap_or_default();
    told["as_recorded"] = json!(result.as_recorded());
    told["lines"] = json!(lines);
    Ok(Event::answer(&told))
}
