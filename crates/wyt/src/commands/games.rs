//! `wyt games`: the catalog.

use crate::context::Context;
use crate::failure::Failure;
use serde_json::{Value, json};
use std::io::Write;
use wythoff_catalog::special::named_only::NAMED_ONLY;
use wythoff_catalog::special::position_of;
use wythoff_catalog::{Entry, Resolved, View, entries};

/// Arguments of `wyt games`.
#[derive(clap::Args)]
pub struct Args {
    /// Games that the papers name without giving their rules
    #[arg(long)]
    named_only: bool,
    /// Only games whose name or title contains this
    #[arg(value_name = "WORD")]
    word: Option<String>,
}

/// Lists the games.
pub fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    let wanted =
        |text: &str| args.word.as_ref().is_none_or(|w| text.to_lowercase().contains(&w.to_lowercase()));
    if args.named_only {
        let games: Vec<_> = NAMED_ONLY.iter().filter(|g| wanted(g.name) || wanted(g.known)).collect();
        if context.global.json {
            let rows: Vec<Value> = games
                .iter()
                .map(|g| json!({"name": g.name, "source": g.locus, "claim": g.claim, "known": g.known}))
                .collect();
            writeln!(out, "{}", json!({"games": rows, "seconds": 0.0}))?;
        } else {
            for game in games {
                writeln!(out, "{}  ({})\n    {}", game.name, game.locus, game.known)?;
            }
        }
        return Ok(());
    }
    let games: Vec<&Entry> = entries().iter().filter(|e| wanted(e.name) || wanted(&e.title)).collect();
    if context.global.json {
        let (rows, seconds) = context.timed(|| games.iter().map(|entry| row(entry)).collect::<Vec<Value>>());
        writeln!(out, "{}", json!({"games": rows, "seconds": seconds}))?;
        return Ok(());
    }
    let width = games.iter().map(|e| signature(e).chars().count()).max().unwrap_or(0);
    for entry in &games {
        let papers = papers(entry);
        writeln!(
            out,
            "{:width$}  {:31}  {}  [{}]",
            signature(entry),
            answers(entry).join(", "),
            entry.title,
            papers.join(" ")
        )?;
    }
    if args.word.is_none() {
        writeln!(
            out,
            "\n`wyt show NAME` has the rules; `wyt games --named-only` lists games known by name only."
        )?;
    }
    Ok(())
}

fn row(entry: &Entry) -> Value {
    let params: Vec<Value> = entry
        .parameters()
        .into_iter()
        .map(|(name, default, range)| {
            let default = default.map(|text| text.parse::<i64>().map_or_else(|_| json!(text), |n| json!(n)));
            json!({"name": name, "default": default, "range": range})
        })
        .collect();
    let sources: Vec<String> =
        entry.sources.iter().map(|(paper, place)| format!("{paper} {place}")).collect();
    json!({
        "name": entry.name,
        "aliases": entry.aliases,
        "title": entry.title,
        "params": params,
        "sources": sources,
        "answers": answers(entry),
    })
}

/// `t-wythoff(t=2)`.
pub fn signature(entry: &Entry) -> String {
    let parameters: Vec<String> = entry
        .parameters()
        .into_iter()
        .filter_map(|(name, default, _)| {
            let default = default?;
            let plain = default.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
            Some(if plain { format!("{name}={default}") } else { format!("{name}=\"{default}\"") })
        })
        .collect();
    if parameters.is_empty() {
        entry.name.to_string()
    } else {
        format!("{}({})", entry.name, parameters.join(","))
    }
}

fn papers(entry: &Entry) -> Vec<&str> {
    let mut papers: Vec<&str> = entry.sources.iter().map(|(paper, _)| paper.as_str()).collect();
    papers.dedup();
    papers
}

/// Which answers a game has.
fn answers(entry: &Entry) -> Vec<&'static str> {
    let mut answers = vec!["rules"];
    let Ok(game) = Resolved::parse(entry.name) else { return answers };
    let mut proved = wythoff_prove::SETTLED.contains(&entry.name);
    match game.view() {
        View::Rules(rules) => {
            if let Some(decider) = wythoff_theory::decider_for(&game).ok().flatten() {
                if decider.p_positions().is_some() {
                    answers.push("formula");
                }
                answers.push("strategy");
            }
            // Wythoff plus vectors is proved by a transducer.
            proved |= wythoff_discover::game::leapers_of(rules).is_some();
        }
        // A theory of a game in Rust knows its end, of however many piles.
        _ => {
            let decided = |piles| wythoff_theory::decide_special(&game, &position_of(&vec![0; piles]));
            if (1..=3).any(|piles| matches!(decided(piles), Ok(Some(_)))) {
                answers.push("strategy");
            }
        }
    }
    if proved {
        answers.push("proof");
    }
    answers
}
