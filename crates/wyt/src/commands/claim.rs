//! `wyt claim`, `wyt claims`: rows of the ledger to read.

use crate::context::Context;
use crate::failure::Failure;
use serde_json::{Value, json};
use std::io::Write;
use wythoff::ledger::{Finding, Row, Scale, claim, rows, run as verify};
use wythoff::nearest;

/// Arguments of `wyt claim`.
#[derive(clap::Args)]
pub struct Args {
    /// A row of the ledger, such as LEX-T13
    #[arg(value_name = "ID")]
    id: String,
}

/// Arguments of `wyt claims`.
#[derive(clap::Args)]
pub struct SearchArgs {
    /// Words that must all occur in a row: in its name, place or texts
    #[arg(value_name = "WORD", required = true)]
    words: Vec<String>,
}

fn object(row: &Row) -> Value {
    let mut object = serde_json::to_value(row).unwrap_or_default();
    if let (Some(map), Some(claim)) = (object.as_object_mut(), claim(row.id)) {
        map.insert("recorded".to_string(), json!(claim.expected));
        map.insert("code".to_string(), json!(claim.code));
    }
    object
}

/// There is no row of this name.
pub fn no_row(id: &str) -> Failure {
    let failure = Failure::input(format!("there is no row `{id}` in the ledger"));
    match nearest(id, rows().iter().map(|row| row.id)) {
        Some(near) => failure.hint(format!("did you mean `{near}`?")),
        None => failure.hint("`wyt claims WORD` searches the rows"),
    }
}

fn recorded(row: &Row) -> &'static str {
    claim(row.id).map_or("", |claim| claim.expected.word())
}

/// How it is checked, and how far: what the smallest run of its check says, which is mostly over at once.
fn checked(row: &Row, context: &Context) -> Option<Finding> {
    verify(&[claim(row.id)?], Scale::SMALL, &|_| {}, context.budget()).pop().map(|found| found.finding)
}

/// Shows a row: printed, how it is read, corrected, the status recorded, how it is checked and where.
pub fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    let row = rows().iter().find(|row| row.id.eq_ignore_ascii_case(&args.id));
    let row = row.ok_or_else(|| no_row(&args.id))?;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if context.global.json {
        let mut object = object(row);
        if let (Some(map), Some(finding)) = (object.as_object_mut(), checked(row, context)) {
            map.insert("bound".to_string(), json!(finding.bound));
        }
        writeln!(out, "{object}")?;
        return Ok(out.flush()?);
    }
    writeln!(out, "{} ({}, {}; {}): {}", row.id, row.paper, row.locus, row.kind, recorded(row))?;
    for (label, text) in
        [("printed", row.printed), ("read as", row.reading), ("corrected", row.corrected), ("note", row.note)]
    {
        if !text.is_empty() {
            writeln!(out, "  {label}: {text}")?;
        }
    }
    // The row can be read while its check runs.
    out.flush()?;
    if let (Some(claim), Some(finding)) = (claim(row.id), checked(row, context)) {
        writeln!(out, "  checked: {}", finding.bound)?;
        for (label, text) in [
            ("as printed, fails at", &finding.counterexample),
            ("shown by", &finding.command),
            ("found", &finding.detail),
        ] {
            if let Some(text) = text {
                writeln!(out, "  {label}: {text}")?;
            }
        }
        writeln!(out, "  code: {}", claim.code)?;
    }
    writeln!(out, "  run: wyt verify {} (goes further), wyt verify --deep {}", row.id, row.id)?;
    Ok(out.flush()?)
}

/// Lists the rows in which all words occur.
pub fn search(args: &SearchArgs, context: &Context) -> Result<(), Failure> {
    let words: Vec<String> = args.words.iter().map(|word| word.to_lowercase()).collect();
    let has = |row: &&Row| {
        let text =
            [row.id, row.paper, row.locus, row.kind, row.printed, row.reading, row.corrected, row.note];
        let text = text.join(" ").to_lowercase();
        words.iter().all(|word| text.contains(word.as_str()))
    };
    let found: Vec<&Row> = rows().iter().filter(has).collect();
    if found.is_empty() {
        let words = args.words.join(" ");
        return Err(Failure::input(format!("no row of the ledger has `{words}` in its texts"))
            .hint("search for fewer words, or list a paper: wyt claims LEX"));
    }
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if context.global.json {
        let list: Vec<Value> = found.iter().map(|row| object(row)).collect();
        writeln!(out, "{}", json!({"claims": list}))?;
    } else {
        for row in &found {
            writeln!(out, "{:24} {:10} {}", row.id, recorded(row), row.printed)?;
        }
        writeln!(out, "{} of {} rows", found.len(), rows().len())?;
    }
    Ok(out.flush()?)
}
