//! `wyt moves`: the options of a position, or whether one move is legal.

use crate::context::Context;
use crate::count::number;
use crate::failure::Failure;
use crate::game::{GameArgs, position_text};
use crate::json;
use std::io::Write;

/// Arguments of `wyt moves`.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The position, such as 6,10; @FILE or - reads it
    #[arg(value_name = "POS")]
    position: String,
    /// Whether the move to this position is legal, by which family, or which condition it breaks
    #[arg(long, value_name = "POS", allow_hyphen_values = true)]
    to: Option<String>,
    /// At most so many options are listed, the first in lexicographic order; all are counted
    #[arg(long, value_name = "N", default_value_t = 10_000, conflicts_with = "to", allow_negative_numbers = true, value_parser = number::<usize>)]
    first: usize,
}

/// Lists the options, or judges one move.
pub fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    let game = args.game.resolve(context)?;
    let position = game.position(&position_text(&args.position)?)?;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if let Some(to) = &args.to {
        let judged = game.legal(&position, &position_text(to)?, context.budget())?;
        if context.global.json {
            json::write(&mut out, &judged)?;
        } else if let Some(family) = &judged.family {
            writeln!(out, "legal, by {family}")?;
        } else {
            writeln!(out, "not legal")?;
            for reason in &judged.reasons {
                writeln!(out, "  {reason}")?;
            }
        }
        return Ok(out.flush()?);
    }
    let found = game.first_options(&position, args.first, context.budget())?;
    context.finish();
    if context.global.json {
        json::write(&mut out, &found)?;
    } else {
        for option in &found.options {
            writeln!(out, "{option}")?;
        }
    }
    out.flush()?;
    if let Some(listed) = found.listed {
        let which = if found.any { "some" } else { "the first" };
        let count = if found.at_least { "at least " } else { "" };
        let note =
            format!("note: {which} {listed} of {count}{} options; --first N lists more\n", found.count);
        let _ = std::io::stderr().write_all(note.as_bytes());
    }
    Ok(())
}
