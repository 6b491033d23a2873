//! `wyt identify`: which known game this is.

use crate::context::Context;
use crate::failure::Failure;
use crate::game::GameArgs;
use crate::json;
use std::io::Write;
use wythoff::{Identified, Known};

/// Arguments of `wyt identify`.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
}

/// Names the game, and games that agree with it.
pub fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    let known = args.game.resolve(context)?.identify(context.budget())?;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    context.finish();
    if context.global.json {
        json::write(&mut out, &known)?;
        out.flush()?;
        return ended(&known, context);
    }
    let specs = |games: &[Known]| {
        let one = |game: &Known| match game.bound {
            Some(bound) => format!("{} (piles below {bound})", game.spec),
            None => game.spec.clone(),
        };
        games.iter().map(one).collect::<Vec<_>>().join(", ")
    };
    match known.same_game.is_empty() {
        true if known.partial => writeln!(out, "no game with these moves was found so far")?,
        true => writeln!(out, "no game of the catalog has these moves")?,
        false => writeln!(out, "the same game, proved: {}", specs(&known.same_game))?,
    }
    if let Some(theory) = &known.theory {
        writeln!(out, "theory: {theory}")?;
    }
    if !known.same_p.is_empty() {
        writeln!(out, "the same P-positions: {}", specs(&known.same_p))?;
    }
    if !known.same_grundy.is_empty() {
        writeln!(out, "the same Grundy values: {}", specs(&known.same_grundy))?;
    }
    out.flush()?;
    ended(&known, context)
}

/// A search that was ended is none that is done.
fn ended(known: &Identified, context: &Context) -> Result<(), Failure> {
    match known.partial {
        false => Ok(()),
        true if context.cancelled() => {
            Err(Failure::interrupted("interrupted before all games were compared"))
        }
        true => Err(Failure::limit("the time allowed is over before all games were compared")
            .hint("allow more with --time")),
    }
}
