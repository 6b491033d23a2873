//! `wyt discover`: what pattern the P-positions, Grundy values or a sequence follow, and how far it was checked.

use crate::context::Context;
use crate::count::number;
use crate::failure::Failure;
use crate::game::{ConventionArgs, GameArgs, counted, read_text};
use crate::json;
use crate::output::Output;
use std::io::Write;
use std::path::{Path, PathBuf};
use wythoff::{Budget, Discovery, Game, discover_sequence, family_theorems};
use wythoff_sweep::Grid;

/// Arguments of `wyt discover`.
#[derive(clap::Args)]
pub struct Args {
    /// A game [or use --sequence]
    #[arg(value_name = "SPEC", required_unless_present = "sequence")]
    spec: Option<String>,
    #[command(flatten)]
    convention: ConventionArgs,
    /// P-positions with every pile below this
    #[arg(long, value_name = "B", value_parser = number::<u64>)]
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
    /// With --theorems: a family of games, {NAME} in the spec running through a range such as t=1..8
    #[arg(long = "for", value_name = "NAME=A..B", requires = "theorems", allow_hyphen_values = true)]
    range: Option<String>,
}

/// Seconds after which the search ends where no other time is given.
const SECONDS: u64 = 300;

/// Looks for patterns.
pub fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    match &args.range {
        Some(range) => return family(args, range, context),
        None if args.theorems => return theorems(args, context),
        None => {}
    }
    let output = args
        .certificate
        .as_deref()
        .map(|path| Output::over(path, super::prove::CERTIFICATE, context))
        .transpose()?;
    let found = find(args, &context.budget_for(SECONDS), context)?;
    context.finish();
    if let Some(output) = output {
        let text = found.certificate.as_ref().ok_or_else(|| {
            Failure::input("there is no transducer to certify")
                .hint("certificates are for Wythoff plus finitely many vectors; see also `wyt prove`")
        })?;
        output.write_text(text)?;
    }
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if context.global.json {
        json::write(&mut out, &found)?;
    } else {
        for finding in &found.findings {
            writeln!(out, "{}: {} [{}]", finding.kind, finding.statement, finding.bound)?;
        }
        // What is refuted is settled; it is no pattern that fits.
        let fits = found.findings.iter().any(|finding| !finding.is_refuted());
        let next = match (!fits, args.sequence.is_some()) {
            _ if !fits && !found.findings.is_empty() => {
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

fn game(args: &Args, context: &Context) -> Result<Game, Failure> {
    named(args.spec.clone().unwrap_or_default(), args, context)
}

fn named(spec: String, args: &Args, context: &Context) -> Result<Game, Failure> {
    GameArgs { spec, convention: args.convention.clone() }.resolve(context)
}

/// Theorems about each game of a family, and how they go on with its parameter.
fn family(args: &Args, range: &str, context: &Context) -> Result<(), Failure> {
    let grid = Grid::read(args.spec.as_deref().unwrap_or_default(), &[range])?;
    let (parameter, members) = grid.family()?;
    let mut games = Vec::new();
    for (value, spec) in members {
        games.push((value, named(spec.to_string(), args, context)?));
    }
    let found = family_theorems(parameter, games, &context.budget_for(SECONDS));
    context.finish();
    let found = found?;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if context.global.json {
        json::write(&mut out, &found)?;
        return Ok(out.flush()?);
    }
    for member in &found.members {
        let told = match (member.proved, &member.numeration, member.states) {
            (true, Some(numeration), Some(states)) => {
                let theorems = counted(member.findings.len(), "theorem");
                format!("proved, {} in {numeration}, {theorems}", counted(states, "state"))
            }
            (true, None, Some(states)) => format!("proved, a transducer of {}", counted(states, "state")),
            _ => format!("not proved: {}", member.limit.as_deref().unwrap_or("no proof was found")),
        };
        writeln!(out, "{parameter} = {}: {told}", member.value)?;
    }
    if found.schemas.is_empty() {
        writeln!(out, "no statement was found that goes on with {parameter}")?;
    } else {
        writeln!(out, "proved for the values named, and conjectured for all others:")?;
    }
    for schema in &found.schemas {
        writeln!(out, "{}: {} [{parameter} = {}]", schema.kind, schema.statement, schema.range())?;
    }
    Ok(out.flush()?)
}

/// Theorems for all positions.
fn theorems(args: &Args, context: &Context) -> Result<(), Failure> {
    let found = game(args, context)?.theorems(&context.budget_for(SECONDS));
    context.finish();
    let found = found?;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if context.global.json {
        json::write(&mut out, &found)?;
    } else {
        let states = counted(found.states, "state");
        writeln!(
            out,
            "the P-positions are recognised by {states}, piles written in {}; for all positions:",
            found.numeration
        )?;
        for theorem in &found.found {
            writeln!(out, "{}: {}", theorem.kind, theorem.statement)?;
        }
    }
    Ok(out.flush()?)
}

fn find(args: &Args, budget: &Budget, context: &Context) -> Result<Discovery, Failure> {
    if let Some(path) = &args.sequence {
        return Ok(discover_sequence(1, &terms(path)?, budget));
    }
    let game = game(args, context)?;
    Ok(match &args.grundy {
        Some(size) => game.discover_grundy(&super::grundy::numbers(size)?, budget)?,
        None => game.discover(args.below, args.deep, budget)?,
    })
}

/// The integers in a file.
fn terms(path: &Path) -> Result<Vec<i64>, Failure> {
    let place = path.display();
    let text = read_text(path)?;
    let mut terms = Vec::new();
    for (line, text) in text.lines().enumerate() {
        for word in text.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty()) {
            terms.push(word.parse::<i64>().map_err(|_| {
                Failure::input(format!("{place}, line {}: `{word}` is not an integer of 64 bits", line + 1))
                    .hint("write integers separated by commas or white space")
            })?);
        }
    }
    if terms.is_empty() {
        return Err(Failure::input(format!("{place}: there are no integers in this file"))
            .hint("a sequence is written as integers s_1, s_2, ..., separated by commas or white space"));
    }
    Ok(terms)
}
