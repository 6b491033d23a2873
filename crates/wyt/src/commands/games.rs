//! `wyt games`: the catalog.

use crate::context::Context;
use crate::failure::Failure;
use serde_json::json;
use std::io::Write;
use wythoff::{catalog, named_only};

/// Arguments of `wyt games`.
#[derive(clap::Args)]
pub struct Args {
    /// Games that the papers name without giving their rules
    #[arg(long)]
    named_only: bool,
    /// Only games whose name, title, words or notes contain this
    #[arg(value_name = "WORD")]
    word: Option<String>,
}

/// Lists the games.
pub fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let word = args.word.as_deref();
    if args.named_only {
        let games = named_only(word);
        if context.global.json {
            writeln!(out, "{}", json!({"games": games, "seconds": 0.0}))?;
        } else {
            for game in &games {
                writeln!(out, "{}  ({})\n    {}", game.name, game.source, game.known)?;
            }
        }
        return if games.is_empty() { nothing(word) } else { Ok(out.flush()?) };
    }
    let (games, seconds) = context.timed(|| catalog(word));
    if context.global.json {
        writeln!(out, "{}", json!({"games": games, "seconds": seconds}))?;
        return Ok(out.flush()?);
    }
    if games.is_empty() {
        return nothing(word);
    }
    let width = games.iter().map(|game| game.signature.chars().count()).max().unwrap_or(0).max(4);
    writeln!(out, "{:width$}  {:31}  title  [papers]", "game", "answers")?;
    for game in &games {
        let (answers, papers) = (game.answers.join(", "), game.papers.join(" "));
        writeln!(out, "{:width$}  {answers:31}  {}  [{papers}]", game.signature, game.title)?;
    }
    if word.is_none() {
        writeln!(
            out,
            "\nanswers: rules (computed), formula (P-positions listed), strategy (piles of any size), proof (for all positions)\n`wyt show NAME` has the rules; `wyt games --named-only` lists games known by name only."
        )?;
    }
    Ok(out.flush()?)
}

fn nothing(word: Option<&str>) -> Result<(), Failure> {
    let message = format!("no game has `{}` in its name, title, words or notes", word.unwrap_or_default());
    Err(Failure::input(message).hint("`wyt games` lists them all"))
}
