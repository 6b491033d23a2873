//! `wyt compare`: where two games differ first.

use super::grundy::numbers;
use crate::context::Context;
use crate::count::number;
use crate::failure::Failure;
use crate::game::{GameArgs, game_of};
use crate::json;
use std::io::Write;

/// Piles below this are compared where nothing is said, by the number of coordinates.
fn usual(coordinates: usize, grundy: bool) -> u64 {
    match (coordinates, grundy) {
        (0..=1, _) => 10_000,
        (2, false) => 1_000,
        (2, true) => 300,
        (3, _) => 40,
        _ => 12,
    }
}

/// Arguments of `wyt compare`.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The game that it is compared with
    #[arg(value_name = "SPEC2")]
    other: String,
    /// The conventions (--misere, --block, --terminal, --forced-n, --pass) go on top of both games, not of the first alone
    #[arg(long)]
    both: bool,
    /// Compare the P-positions with every pile below B [default: 1000 for two piles, fewer for more]
    #[arg(long, value_name = "B", value_parser = number::<u64>)]
    below: Option<u64>,
    /// Compare Grundy values on a table of this size, R or RxC, instead of P-positions
    #[arg(long, value_name = "RxC", conflicts_with = "below")]
    size: Option<String>,
    /// Compare Grundy values instead of P-positions, on a table of the usual size
    #[arg(long, conflicts_with = "below")]
    grundy: bool,
}

/// Compares two games.
pub fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    let game = args.game.resolve(context)?;
    let other = game_of(&args.other, context)?;
    let other = if args.both { other.with(&args.game.convention.read()?)? } else { other };
    let grundy = args.grundy || args.size.is_some();
    let usual = usual(game.coordinates(), grundy);
    let found = if grundy {
        let sides = args.size.as_deref().map(numbers).transpose()?.unwrap_or_else(|| vec![usual]);
        game.compare_grundy(&other, &sides, context.budget())?
    } else {
        game.compare_p(&other, args.below.unwrap_or(usual), context.budget())?
    };
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    context.finish();
    if context.global.json {
        json::write(&mut out, &found)?;
        return Ok(out.flush()?);
    }
    let joined = |piles: &[u64], by: &str| piles.iter().map(u64::to_string).collect::<Vec<_>>().join(by);
    let what = if grundy { "Grundy values" } else { "P-positions" };
    match &found.first {
        None => {
            writeln!(out, "the same {what}, compared for piles below {}", joined(&found.below, ","))?;
            writeln!(out, "`wyt prove SPEC --same-as SPEC2` looks for a proof for all positions")?;
        }
        Some(first) => {
            writeln!(out, "different {what}, first at {}", joined(first, ","))?;
            for (name, value) in [&args.game.spec, &args.other].into_iter().zip(found.values.iter().flatten())
            {
                writeln!(out, "  {name}: {value}")?;
            }
        }
    }
    Ok(out.flush()?)
}
