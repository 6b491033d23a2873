//! `wyt sweep`: questions asked of a grid of games, one row a game, in a folder that a kill leaves whole.

use crate::context::Context;
use crate::count::number;
use crate::failure::Failure;
use crate::game::{ConventionArgs, counted, read_text};
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};
use wythoff_sweep::{Grid, Limits, Plan, Store, Tally, run as ask};

/// Arguments of `wyt sweep`.
#[derive(clap::Args)]
#[command(after_help = "\
Questions: p first=N, p below=B, grundy size=R or RxC, slopes, identify, prove, discover,
same-p of=SPEC (proved), same-p below=B of=SPEC, same-grundy size=R of=SPEC. Numbers may be written 10^4.

The folder holds rows.jsonl (a row of JSON a game, each with its digest) and, when all rows are there,
rows.parquet for data frames. The same sweep ends with the same bytes whatever the number of threads.")]
pub struct Args {
    /// A spec with {a}, {b}, ... in it, or @FILE with a spec a line
    template: String,
    /// A name and its values: a=1..20, b=a+1..20, c=2,3,5 (repeatable; the last runs fastest)
    #[arg(long = "for", value_name = "NAME=A..B", allow_hyphen_values = true)]
    ranges: Vec<String>,
    /// A question (repeatable)
    #[arg(long, value_name = "QUESTION", required = true)]
    ask: Vec<String>,
    /// The folder for the rows
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// Go on where an earlier run ended
    #[arg(long)]
    resume: bool,
    /// Seconds for each game
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = number::<u64>)]
    each: u64,
    /// Steps for each game: a limit that is the same on every machine
    #[arg(long, value_name = "N", value_parser = number::<u64>)]
    steps: Option<u64>,
    #[command(flatten)]
    convention: ConventionArgs,
}

/// Asks the questions.
pub fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    let grid = match args.template.strip_prefix('@') {
        Some(path) => {
            if !args.ranges.is_empty() {
                return Err(Failure::input("a list of specs has no ranges").hint("leave out --for"));
            }
            Grid::lines(&read_text(Path::new(path))?)
        }
        None => Grid::read(&args.template, &args.ranges).map_err(|error| {
            Failure::from(error).hint("a name in braces gets its values by --for, such as --for t=1..20")
        })?,
    };
    if grid.cases().is_empty() {
        return Err(Failure::input("there is no game to ask about")
            .hint("write ranges from low to high: --for t=1..20"));
    }
    let (games, threads) = (grid.cases().len(), context.budget().threads());
    // Each game may use the same memory whatever the number of threads: its row must not depend on them.
    let limits =
        Limits { steps: args.steps, milliseconds: args.each.saturating_mul(1000), ..Limits::default() };
    let plan = Plan::new(grid, &args.ask, limits)?.with(args.convention.read()?);
    let mut store = Store::open(&args.output, &plan, args.resume)?;
    let had = store.len();
    context.counting("games");
    let (done, seconds) = context.timed(|| ask(&plan, Some(&mut store), threads, context.budget()));
    context.finish();
    if let Err(error) = done {
        let kept = format!(
            "{} are kept in {}; go on with --resume",
            counted(store.len(), "row"),
            args.output.display()
        );
        return Err(Failure::from(error).hint(kept));
    }
    let Tally { limit, error, first } = store.tally(&plan)?;
    let (folder, computed) = (args.output.display(), store.len() - had);
    let mut out = std::io::stdout().lock();
    if context.global.json {
        let answer = json!({
            "folder": folder.to_string(), "games": games, "computed": computed, "limit": limit, "error": error,
            "seconds": seconds,
        });
        writeln!(out, "{answer}")?;
    } else {
        writeln!(out, "{folder}: {}, {computed} of them computed now", counted(games, "game"))?;
        for (count, what) in [(limit, "beyond a limit"), (error, "with an error")] {
            if count > 0 {
                writeln!(out, "{} {what}", counted(count, "row"))?;
            }
        }
        if let Some((spec, error)) = first {
            writeln!(out, "the first of them: {spec}: {error}")?;
        }
    }
    Ok(())
}
