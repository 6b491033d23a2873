//! `wyt periods`: additive periods of the rows of a Grundy table.

use crate::context::Context;
use crate::count::number;
use crate::failure::Failure;
use crate::game::GameArgs;
use crate::json;
use crate::resume::{Resume, question};
use std::io::Write;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use wythoff::{Game, RowPeriods};

/// Arguments of `wyt periods`.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Which rows (the pile that stays): A..B, both included, or one row
    #[arg(long, value_name = "A..B", allow_hyphen_values = true)]
    rows: String,
    /// Save the state of the run in this file, and go on from it if it is there
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
}

/// Lists pre-periods and periods.
pub fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    let rows = range(&args.rows)?;
    let game = args.game.resolve(context)?;
    context.counting("columns");
    let found = match &args.resume {
        None => game.row_periods(rows, context.budget())?,
        Some(file) => resumed(&game, rows, file, context)?,
    };
    context.finish();
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if context.global.json {
        json::write(&mut out, &found)?;
    } else {
        writeln!(out, "row  pre-period  period")?;
        for row in &found.rows {
            writeln!(out, "{:>3}  {:>10}  {:>6}", row.row, row.preperiod, row.period)?;
        }
    }
    Ok(out.flush()?)
}

/// The same in a run that is saved on the way, and goes on from where it was saved.
fn resumed(
    game: &Game,
    rows: RangeInclusive<u64>,
    file: &Path,
    context: &Context,
) -> Result<RowPeriods, Failure> {
    let question = question(&format!("periods of rows {rows:?}"), game)?;
    let (mut resume, state) = Resume::open(file, question, context)?;
    let budget = context.budget();
    let mut run = game.period_run(rows, budget)?;
    if let Some(state) = state
        && !run.load(&state, budget)
    {
        return Err(resume.wrong());
    }
    let (done, seconds) = context.timed(|| {
        while !run.go_on(budget, &mut || resume.is_due())? {
            resume.save(&run.save())?;
        }
        Ok::<(), Failure>(())
    });
    done.map_err(|failure| failure.hint("the same command goes on from where it was last saved"))?;
    let found = run.answer(seconds)?;
    resume.done();
    Ok(found)
}

/// `3..8`, `3..=8` or `5`.
fn range(text: &str) -> Result<RangeInclusive<u64>, Failure> {
    let wrong = || Failure::input(format!("--rows {text}: these are no rows")).hint("write --rows 0..20");
    let number = |text: &str| number::<u64>(text).map_err(|_| wrong());
    match text.split_once("..") {
        None => number(text).map(|row| row..=row),
        Some((first, last)) => {
            let (first, last) = (number(first)?, number(last.strip_prefix('=').unwrap_or(last))?);
            if first > last { Err(wrong()) } else { Ok(first..=last) }
        }
    }
}
