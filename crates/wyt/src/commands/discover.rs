//! `wyt discover`: what pattern the P-positions, Grundy values or a sequence follow, and how far it was checked.

use crate::context::Context;
use crate::failure::Failure;
use crate::game::ConventionArgs;
use crate::game::GameArgs;
use crate::output::Output;
use serde_json::{Map, Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use wythoff_discover::findings::{self, Finding};
use wythoff_discover::game::{DiscoverError, of_game, of_grundy};
use wythoff_discover::leapers;

/// Arguments of `wyt discover`.
#[derive(clap::Args)]
pub struct Args {
    /// A game [or use --sequence]
    #[arg(value_name = "SPEC", required_unless_present = "sequence")]
    spec: Option<String>,
    #[command(flatten)]
    convention: ConventionArgs,
    /// P-positions with every pile below this
    #[arg(long, value_name = "B")]
    below: Option<u64>,
    /// The rows of Grundy values instead: RxC
    #[arg(long, value_name = "RxC")]
    grundy: Option<String>,
    /// A file with integers s_1, s_2, ..., separated by commas or white space, instead of a game
    #[arg(long, value_name = "FILE", conflicts_with = "spec")]
    sequence: Option<PathBuf>,
    /// Write the transducer's certificate here, for Wythoff plus finitely many vectors
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Longer windows in the search for a transducer
    #[arg(long)]
    deep: bool,
    /// Prove the P-positions, and list the theorems about them that hold for all positions
    #[arg(long, conflicts_with_all = ["sequence", "grundy", "certificate", "below"])]
    theorems: bool,
}

/// Seconds after which the search ends where no other time is given.
const SECONDS: u64 = 300;

/// Looks for patterns.
pub fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    if args.theorems {
        return theorems(args, context);
    }
    let output = args
        .certificate
        .as_deref()
        .map(|path| Output::over(path, super::prove::CERTIFICATE, context))
        .transpose()?;
    let (found, seconds) = context.timed(|| find(args, context));
    let (header, found, certificate) = found?;
    context.finish();
    if let Some(output) = output {
        let text = certificate.ok_or_else(|| {
            Failure::input("there is no transducer to certify")
                .hint("certificates are for Wythoff plus finitely many vectors; see also `wyt prove`")
        })?;
        output.write_text(&text)?;
    }
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if context.global.json {
        let mut object = header;
        object.insert("findings".into(), Value::Array(found.iter().map(Finding::to_json).collect()));
        object.insert("seconds".into(), json!(seconds));
        writeln!(out, "{}", Value::Object(object))?;
    } else {
        for finding in &found {
            writeln!(out, "{}: {} [{}]", finding.kind, finding.statement, finding.bound)?;
        }
        // What is refuted is settled; it is no pattern that fits.
        let fits = found.iter().any(|finding| finding.data.get("refuted").is_none());
        let next = match (!fits, args.sequence.is_some()) {
            _ if !fits && !found.is_empty() => {
                "no pattern was found that fits the data; what is said above is refuted by them"
            }
            (true, true) => "no pattern found; more terms may show one",
            (true, false) => "no pattern found; a larger --below or --grundy may show one",
            (false, true) => "These fit the data as far as said.",
            (false, false) => {
                "These fit the data as far as said. `wyt prove` tries to prove the P-positions for ever."
            }
        };
        writeln!(out, "{next}")?;
    }
    out.flush()?;
    if context.cancelled() {
        return Err(Failure::interrupted("interrupted; not everything was looked for"));
    }
    Ok(())
}

/// Theorems for all positions.
fn theorems(args: &Args, context: &Context) -> Result<(), Failure> {
    let game = GameArgs { spec: args.spec.clone().unwrap_or_default(), convention: args.convention.clone() }
        .resolve()?;
    let budget = context.budget_for(SECONDS);
    let (found, seconds) = context.timed(|| game.theorems(&budget));
    context.finish();
    let found = found?;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if context.global.json {
        let mut object = crate::json::object(&game.header());
        let findings = found.found.iter().map(|theorem| {
            json!({"kind": theorem.kind, "statement": theorem.statement, "bound": "all positions", "formula": theorem.formula, "proved": true})
        });
        object.insert("findings".into(), Value::Array(findings.collect()));
        object.insert("numeration".into(), json!(found.numeration));
        object.insert("states".into(), json!(found.states));
        object.insert("seconds".into(), json!(seconds));
        writeln!(out, "{}", Value::Object(object))?;
    } else {
        let states = crate::game::counted(found.states, "state");
        writeln!(
            out,
            "the P-positions are recognised by {states}, piles written in {}; for all positions:",
            found.numeration
        )?;
        for theorem in &found.found {
            writeln!(out, "{}: {}", theorem.kind, theorem.statement)?;
        }
    }
    out.flush()?;
    Ok(())
}

type Found = (Map<String, Value>, Vec<Finding>, Option<String>);

fn find(args: &Args, context: &Context) -> Result<Found, Failure> {
    let budget = &context.budget_for(SECONDS);
    let failed = |error: DiscoverError| match error {
        DiscoverError::Solve(error) => Failure::from(error),
        other => Failure::input(other.to_string()),
    };
    if let Some(path) = &args.sequence {
        return Ok((Map::new(), findings::of_sequence(1, &terms(path)?), None));
    }
    let game = GameArgs { spec: args.spec.clone().unwrap_or_default(), convention: args.convention.clone() }
        .resolve()?;
    let header = crate::json::object(&game.header());
    if let Some(size) = &args.grundy {
        let sides = game.sides(&super::grundy::numbers(size)?)?;
        let Some(rules) = game.rules() else {
            return Err(Failure::input("rows of Grundy values are for games in the rule language"));
        };
        let columns = sides.get(1).copied().unwrap_or(1);
        let found = of_grundy(rules, sides[0], columns, budget).map_err(failed)?;
        return Ok((header, found, None));
    }
    let below = args.below.unwrap_or(match game.rules().map_or(2, |rules| rules.coordinates().len()) {
        0..=2 => 3000,
        3 => 60,
        _ => 12,
    });
    let transducer = if args.deep { leapers::Limits::deep() } else { leapers::Limits::default() };
    let found = of_game(game.resolved(), below, budget, &transducer).map_err(failed)?;
    Ok((header, found.findings, found.certificate.map(|c| c.text())))
}

/// The integers in a file.
fn terms(path: &Path) -> Result<Vec<i64>, Failure> {
    let place = path.display();
    let text = std::fs::read_to_string(path)
        .map_err(|e| Failure::input(format!("the file `{place}` cannot be read: {e}")))?;
    let mut terms = Vec::new();
    for (line, text) in text.lines().enumerate() {
        for word in text.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty()) {
            terms.push(word.parse::<i64>().map_err(|_| {
                Failure::input(format!("{place}, line {}: `{word}` is not an integer of 64 bits", line + 1))
            })?);
        }
    }
    if terms.is_empty() {
        return Err(Failure::input(format!("{place}: there are no integers in this file"))
            .hint("a sequence is written as integers s_1, s_2, ..., separated by commas or white space"));
    }
    Ok(terms)
}
