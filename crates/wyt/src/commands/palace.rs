//! `wyt palace`: how many P-positions each cell sees, by counting or by the cellular automaton.

use super::grundy::numbers;
use crate::context::Context;
use crate::failure::Failure;
use crate::game::GameArgs;
use crate::json;
use std::io::Write;
use wythoff::{Budget, Error};

/// Arguments of `wyt palace`.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The table: R for both piles below R, or RxC
    #[arg(long, value_name = "RxC", default_value = "12")]
    size: String,
    /// By the cellular automaton of Wythoff's game with up to K-1 options blocked (--block K): palace number less K
    #[arg(long)]
    automaton: bool,
}

/// Shows palace numbers.
pub fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    let game = args.game.resolve(context)?;
    let size = match numbers(&args.size)?[..] {
        [side] => [side, side],
        [rows, columns] => [rows, columns],
        _ => return Err(Failure::input(format!("--size {}: palace numbers are of two piles", args.size))),
    };
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let counted = if args.automaton { None } else { Some(game.palace_numbers(size, context.budget())?) };
    if let Some(found) = counted {
        context.finish();
        if context.global.json {
            json::write(&mut out, &found)?;
        } else {
            let rows: Vec<&[u32]> = found.values.chunks(size[1].max(1) as usize).collect();
            print(&mut out, &rows, |value| found.is_p(value), context.budget())?;
        }
        return Ok(out.flush()?);
    }
    let found = game.palace_automaton(size, context.budget())?;
    context.finish();
    if context.global.json {
        json::write(&mut out, &found)?;
    } else {
        let rows: Vec<&[i64]> = found.values.iter().map(Vec::as_slice).collect();
        print(&mut out, &rows, |value| found.is_p(value), context.budget())?;
    }
    Ok(out.flush()?)
}

/// A table; P-positions are marked by a star. A long one takes longer than its values, so that time is looked at on the way.
fn print<T: Copy + Ord + std::fmt::Display>(
    out: &mut impl Write,
    rows: &[&[T]],
    lost: impl Fn(T) -> bool,
    budget: &Budget,
) -> Result<(), Failure> {
    let columns = rows.first().map_or(0, |row| row.len());
    let extremes = [rows.iter().copied().flatten().min(), rows.iter().copied().flatten().max()];
    let longest = extremes.into_iter().flatten().map(|value| value.to_string().len()).max().unwrap_or(1);
    let width = longest.max(columns.saturating_sub(1).to_string().len());
    write!(out, " {:>width$} |", "")?;
    for column in 0..columns {
        write!(out, " {column:>width$}{}", if column + 1 < columns { " " } else { "" })?;
    }
    for (x, row) in rows.iter().enumerate() {
        budget.check().map_err(Error::from)?;
        write!(out, "\n {x:>width$} |")?;
        for (y, value) in row.iter().enumerate() {
            let mark = match (lost(*value), y + 1 < columns) {
                (true, _) => "*",
                (false, true) => " ",
                (false, false) => "",
            };
            write!(out, " {value:>width$}{mark}")?;
        }
    }
    Ok(writeln!(out)?)
}
