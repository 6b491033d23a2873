//! `wyt grundy`: Sprague–Grundy values.

use crate::context::Context;
use crate::count::{TOO_LARGE, number};
use crate::failure::Failure;
use crate::game::{GameArgs, position_text};
use crate::json;
use crate::summary::{Hasher, Summary};
use serde_json::{Value, json};
use std::io::Write;
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
    let mut found = table(&game, size, context)?;
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
    interrupted
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

/// The table of values.
pub fn table(game: &Game, size: &str, context: &Context) -> Result<GrundyValues, Failure> {
    let sides = numbers(size)?;
    context.keeps_a_part();
    Ok(game.grundy_table(&sides, context.budget())?)
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
