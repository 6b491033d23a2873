//! `wyt claim`, `wyt claims`: rows of the ledger to read, without running them.

use crate::context::Context;
use crate::failure::Failure;
use serde_json::{Value, json};
use std::io::Write;
use wythoff::nearest;
use wythoff_claims::{Row, claim, rows};

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
    }
    object
}

fn recorded(row: &Row) -> &'static str {
    claim(row.id).map_or("", |claim| claim.expected.word())
}

/// Shows a row: printed, how it is read, corrected, and the status recorded.
pub fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    let Some(row) = rows().iter().find(|row| row.id.eq_ignore_ascii_case(&args.id)) else {
        let failure = Failure::input(format!("there is no row `{}` in the ledger", args.id));
        return Err(match nearest(&args.id, rows().iter().map(|row| row.id)) {
            Some(near) => failure.hint(format!("did you mean `{near}`?")),
            None => failure.hint("`wyt claims WORD` searches the rows"),
        });
    };
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if context.global.json {
        writeln!(out, "{}", object(row))?;
    } else {
        writeln!(out, "{} ({}, {}; {}): {}", row.id, row.paper, row.locus, row.kind, recorded(row))?;
        for (label, text) in [
            ("printed", row.printed),
            ("read as", row.reading),
            ("corrected", row.corrected),
            ("note", row.note),
        ] {
            if !text.is_empty() {
                writeln!(out, "  {label}: {text}")?;
            }
        }
        writeln!(out, "  run: wyt verify {}", row.id)?;
    }
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
