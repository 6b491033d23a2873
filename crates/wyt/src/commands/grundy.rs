//! `wyt grundy`: Sprague–Grundy values.

use crate::context::Context;
use crate::count::{TOO_LARGE, number};
use crate::failure::Failure;
use crate::game::{GameArgs, position_text};
use crate::json;
use crate::resume::{Resume, question};
use crate::summary::{Hasher, Summary};
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use wythoff::{Game, GrundyValues};

/// Arguments of `wyt grundy`.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// A table: R for every pile below R, or RxC (RxCxD for three piles)
    #[arg(long, value_name = "RxC", conflicts_with = "at", allow_hyphen_values = true)]
    size: Option<String>,
    /// One position
    #[arg(long, value_name = "POS", allow_hyphen_values = true)]
    at: Option<String>,
    /// No data, but the number of rows, the last value and the SHA-256
    #[arg(long)]
    summary: bool,
    /// With --size: save the state of the run in this file, and go on from it if it is there
    #[arg(long, value_name = "FILE", requires = "size")]
    resume: Option<PathBuf>,
}

/// Shows a table of values, or the value of one position.
pub fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    let game = args.game.resolve(context)?;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if let Some(at) = &args.at {
        let position = game.position(&position_text(at)?)?;
        let found = game.grundy(&position, context.budget())?;
        context.finish();
        if context.global.json {
            json::write(&mut out, &found)?;
        } else {
            writeln!(out, "{}", found.value)?;
        }
        return Ok(out.flush()?);
    }
    let size = args.size.as_deref().ok_or_else(|| {
        Failure::input("which values?").hint("add --size RxC for a table, or --at POS for one position")
    })?;
    let (mut found, resume) = table(&game, size, args.resume.as_deref(), context)?;
    let interrupted = whole(&found, context);
    context.finish();
    if args.summary {
        let summary = summary(&found, context);
        if context.global.json {
            (found.values, found.sides) = (Vec::new(), vec![0]);
            json::write_summary(&mut out, &found, "values", &summary)?;
        } else {
            summary.print(&mut out)?;
        }
    } else if context.global.json {
        found.write_json(&mut out)?;
    } else {
        print(&mut out, &found)?;
    }
    out.flush()?;
    interrupted?;
    resume.into_iter().for_each(Resume::done);
    Ok(())
}

/// The failure to end with where the computation was interrupted.
pub fn whole(found: &GrundyValues, context: &Context) -> Result<(), Failure> {
    if !found.partial {
        return Ok(());
    }
    let sides: Vec<String> = found.sides.iter().map(u64::to_string).collect();
    Err(context.cut_short(&format!("these are the values of a table of {}", sides.join("x"))))
}

/// The numbers of a size: `8` for all piles, `8x12`.
pub fn numbers(size: &str) -> Result<Vec<u64>, Failure> {
    let side = |n: &str| {
        number(n).map_err(|why: String| {
            let why = if why == TOO_LARGE { why } else { "this is not a size".to_string() };
            Failure::input(format!("--size {size}: {why}")).hint("write --size 12, or --size 8x20")
        })
    };
    size.split(['x', 'X']).map(side).collect()
}

/// The table of values, and where its state is saved, if it is.
pub fn table<'a>(
    game: &Game,
    size: &str,
    resume: Option<&'a Path>,
    context: &'a Context,
) -> Result<(GrundyValues, Option<Resume<'a>>), Failure> {
    let sides = numbers(size)?;
    context.keeps_a_part();
    match resume {
        None => Ok((game.grundy_table(&sides, context.budget())?, None)),
        Some(file) => resumed(game, &sides, file, context).map(|(found, resume)| (found, Some(resume))),
    }
}

/// The first time after which a run is saved.
const FIRST: Duration = Duration::from_millis(250);

/// The table in a run that is saved on the way. The run is ended, saved and begun again with what it has, each time after as
/// long as it has taken so far: so that not more is lost than was done, nor much done twice.
fn resumed<'a>(
    game: &Game,
    sides: &[u64],
    file: &'a Path,
    context: &'a Context,
) -> Result<(GrundyValues, Resume<'a>), Failure> {
    let budget = context.budget();
    let sides = game.sides(sides)?;
    let question = question(&format!("Grundy values on {sides:?}"), game)?;
    let (mut resume, state) = Resume::open(file, question, context)?;
    let (mut spent, mut known) = match state {
        Some(state) => taken(&state, sides.len()).ok_or_else(|| resume.wrong())?,
        None => (Duration::ZERO, (vec![0; sides.len()], Vec::new())),
    };
    loop {
        let start = Instant::now();
        let part = budget.clone().within(spent.max(FIRST));
        let from = (!known.1.is_empty()).then(|| known.clone());
        let found = game.grundy_table_from(from, &sides, &part);
        spent += start.elapsed();
        match found {
            Ok(found) if !found.partial => return Ok((found, resume)),
            Ok(found) => {
                if found.values.len() > known.1.len() {
                    known = (found.sides.clone(), found.values.clone());
                }
                resume.save(&saved(spent, &known))?;
                if budget.check().is_err() {
                    return Ok((found, resume));
                }
            }
            // No part of the table was complete yet.
            Err(_) if budget.check().is_ok() && part.check().is_err() => {
                resume.save(&saved(spent, &known))?;
            }
            Err(error) => return Err(error.into()),
        }
    }
}

/// The state of a run: the time that it has taken, and the part of the table that it has.
fn saved(spent: Duration, (sides, values): &(Vec<u64>, Vec<u32>)) -> Vec<u8> {
    let mut state = (spent.as_millis() as u64).to_le_bytes().to_vec();
    sides.iter().for_each(|side| state.extend_from_slice(&side.to_le_bytes()));
    values.iter().for_each(|value| state.extend_from_slice(&value.to_le_bytes()));
    state
}

#[allow(clippy::type_complexity)]
fn taken(state: &[u8], piles: usize) -> Option<(Duration, (Vec<u64>, Vec<u32>))> {
    let (head, values) = state.split_at_checked(8 * (piles + 1))?;
    let mut words = head.chunks_exact(8).filter_map(|word| Some(u64::from_le_bytes(word.try_into().ok()?)));
    let spent = Duration::from_millis(words.next()?);
    let sides: Vec<u64> = words.collect();
    let cells = sides.iter().try_fold(4u64, |cells, side| cells.checked_mul(*side))?;
    if cells != values.len() as u64 {
        return None;
    }
    let values = values.chunks_exact(4).filter_map(|word| Some(u32::from_le_bytes(word.try_into().ok()?)));
    Some((spent, (sides, values.collect())))
}

fn summary(found: &GrundyValues, context: &Context) -> Summary {
    let width = found.sides.last().map_or(1, |s| *s as usize).max(1);
    let mut hasher = Hasher::new(context.budget().threads());
    found.values.chunks(width).for_each(|row| hasher.row(row.iter().map(|value| u64::from(*value))));
    hasher.finish(found.values.last().map_or(Value::Null, |v| json!(v)))
}

fn print(out: &mut impl Write, table: &GrundyValues) -> Result<(), Failure> {
    let columns = table.sides.last().map_or(1, |s| *s as usize).max(1);
    let widest = table.values.iter().max().map_or(1, |v| v.to_string().len()).max(columns.to_string().len());
    let planes = &table.sides[..table.sides.len().saturating_sub(2)];
    let rows = if table.sides.len() >= 2 { table.sides[table.sides.len() - 2] as usize } else { 1 }.max(1);
    for (plane, values) in table.values.chunks(rows * columns).enumerate() {
        if !planes.is_empty() {
            let mut rest = plane as u64;
            let mut at = vec![0; planes.len()];
            for (x, side) in at.iter_mut().zip(planes).rev() {
                *x = rest % side;
                rest /= side;
            }
            writeln!(
                out,
                "{}{},*,*",
                if plane == 0 { "" } else { "\n" },
                at.iter().map(u64::to_string).collect::<Vec<_>>().join(",")
            )?;
        }
        let header: Vec<String> = (0..columns).map(|c| format!("{c:>widest$}")).collect();
        writeln!(out, "{:>widest$} | {}", "", header.join(" "))?;
        writeln!(out, "{}", "-".repeat((widest + 1) * (columns + 1) + 1))?;
        for (row, values) in values.chunks(columns).enumerate() {
            let cells: Vec<String> = values.iter().map(|v| format!("{v:>widest$}")).collect();
            writeln!(out, "{row:>widest$} | {}", cells.join(" "))?;
        }
    }
    Ok(())
}
