//! `wyt p`: P-positions.

use crate::context::Context;
use crate::failure::Failure;
use crate::game::GameArgs;
use crate::json;
use crate::summary::{Summary, write_row};
use serde_json::Value;
use std::io::Write;
use wythoff::{Game, Method, PPositions, Range};

/// Arguments of `wyt p`.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    range: RangeArgs,
    /// No data, but its count, last position and SHA-256
    #[arg(long)]
    summary: bool,
}

/// Which P-positions are asked for, and by which method.
#[derive(clap::Args, Clone)]
pub struct RangeArgs {
    /// The first N in lexicographic order
    #[arg(long, value_name = "N", conflicts_with = "below", allow_negative_numbers = true)]
    pub first: Option<usize>,
    /// All with every pile below B
    #[arg(long, value_name = "B", allow_negative_numbers = true)]
    pub below: Option<u64>,
    /// Skip the first K
    #[arg(long, value_name = "K", default_value_t = 0, allow_negative_numbers = true)]
    pub from: usize,
    /// How: from the rules, or from the theory [default: the fastest that is established]
    #[arg(long, value_enum)]
    pub by: Option<By>,
}

/// A method.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum By {
    /// From the rules
    Rules,
    /// From the theory
    Theory,
}

impl By {
    /// As the library calls it.
    pub fn method(self) -> Method {
        match self {
            By::Rules => Method::Rules,
            By::Theory => Method::Theory,
        }
    }
}

/// Lists P-positions.
pub fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    let game = args.game.resolve(context)?;
    let mut found = find(&game, &args.range, context)?;
    let interrupted = whole(&found, context);
    context.finish();
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if args.summary {
        let positions = std::mem::take(&mut found.positions);
        let last = positions.last();
        let last = serde_json::to_value(&last).map_or(Value::Null, |last| last[0].clone());
        let summary = Summary::of(&positions, last);
        if context.global.json {
            json::write_summary(&mut out, &found, "positions", &summary)?;
        } else {
            summary.print(&mut out)?;
        }
    } else if context.global.json {
        json::write(&mut out, &found)?;
    } else {
        for position in found.positions.iter() {
            write_row(&mut out, position)?;
        }
    }
    out.flush()?;
    interrupted
}

/// The P-positions that a range asks for.
pub fn find(game: &Game, range: &RangeArgs, context: &Context) -> Result<PPositions, Failure> {
    let wanted = match (range.first, range.below) {
        (Some(n), _) => Range::First(n),
        (None, Some(bound)) => Range::Below(bound),
        (None, None) => {
            return Err(Failure::input("how many P-positions?").hint("add --first N or --below B"));
        }
    };
    context.keeps_a_part();
    Ok(game.p(wanted, range.from, range.by.map(By::method), context.budget())?)
}

/// The failure to end with where the search was interrupted.
pub fn whole(found: &PPositions, context: &Context) -> Result<(), Failure> {
    if !found.partial {
        return Ok(());
    }
    let what = match found.positions.iter().last() {
        Some(last) => {
            let last = last.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
            format!("these are all up to {last}, {} in number", found.positions.len())
        }
        None => "none was found yet".to_string(),
    };
    Err(context.cut_short(&what))
}
