//! `wyt design`: from sequences to a game whose P-positions they are; which moves can be adjoined or dropped.

mod change;

use crate::context::Context;
use crate::failure::Failure;
use crate::game::game_of;
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;
use wythoff_discover::design::{self, Design, NoDesign, Pair, Reach, Witness};
use wythoff_numbers::Real;

/// Arguments of `wyt design`.
#[derive(clap::Args)]
#[command(subcommand_required = true)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    /// The game of a complementary Beatty pair: floor(n ALPHA) and its complement
    Beatty {
        /// An irrational between 1 and 2, such as sqrt(2) or pi/2
        alpha: String,
        /// An offset: floor(n ALPHA + GAMMA), with its complement
        #[arg(long, default_value = "0", allow_hyphen_values = true)]
        gamma: String,
        /// How many pairs are looked at
        #[arg(long, default_value_t = 60)]
        terms: usize,
        #[command(flatten)]
        to: To,
    },
    /// The game of two sequences in a file: one pair a line, separated by a comma or white space; 0,0 may come first
    Pairs {
        /// The file
        file: PathBuf,
        #[command(flatten)]
        to: To,
    },
    /// Whether a move can be adjoined to a game without changing its P-positions
    Adjoin {
        /// The game
        spec: String,
        /// The move, such as 2,3; without it all that cannot be adjoined are listed
        vector: Option<String>,
        /// P-positions and moves with every pile below this
        #[arg(long, default_value_t = 200)]
        below: u64,
    },
    /// Whether a move can be removed from a game without changing its P-positions
    Remove {
        /// The game
        spec: String,
        /// The move, such as 0,3; without it the moves are listed, each with a position that needs it
        vector: Option<String>,
        /// P-positions with every pile below this
        #[arg(long, default_value_t = 200)]
        below: u64,
    },
}

#[derive(clap::Args)]
struct To {
    /// Which kind of game: wytlex, relaxed, relaxed-simple, star [default: every kind that works]
    #[arg(long, value_enum)]
    game: Option<Kind>,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Kind {
    Wytlex,
    Relaxed,
    RelaxedSimple,
    Star,
}

/// Designs a game.
pub fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    let real = |text: &str| Real::parse(text).map_err(|e| Failure::input(format!("`{text}`: {e}")));
    let refused = |error: NoDesign| Failure::input(error.to_string());
    match &args.what {
        What::Beatty { alpha, gamma, terms, to } => {
            let (alpha, gamma) = (real(alpha)?, real(gamma)?);
            let pair = Pair::with_offset(alpha, gamma, *terms, context.budget()).map_err(refused)?;
            show(&pair, to, context)
        }
        What::Pairs { file, to } => {
            let text = std::fs::read_to_string(file)
                .map_err(|e| Failure::input(format!("the file `{}` cannot be read: {e}", file.display())))?;
            let (mut first, mut second) = (Vec::new(), Vec::new());
            for (index, line) in text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty()) {
                let numbers: Vec<u64> = line
                    .split([',', ' ', '\t'])
                    .filter(|w| !w.is_empty())
                    .map(|w| {
                        w.parse()
                            .map_err(|_| Failure::input(format!("line {}: `{w}` is not a number", index + 1)))
                    })
                    .collect::<Result<_, _>>()?;
                let [a, b] = numbers[..] else {
                    return Err(Failure::input(format!("line {}: a pair has two numbers", index + 1)));
                };
                // The end position, as lists of P-positions begin.
                if (a, b) == (0, 0) && first.is_empty() {
                    continue;
                }
                first.push(a);
                second.push(b);
            }
            show(&Pair::listed(&first, &second).map_err(refused)?, to, context)
        }
        What::Adjoin { spec, vector, below } => {
            change::adjoin(game_of(spec)?.resolved(), vector.as_deref(), *below, context)
        }
        What::Remove { spec, vector, below } => {
            change::remove(game_of(spec)?.resolved(), vector.as_deref(), *below, context)
        }
    }
}

fn show(pair: &Pair, to: &To, context: &Context) -> Result<(), Failure> {
    let kinds = match to.game {
        Some(kind) => vec![kind],
        None => vec![Kind::Wytlex, Kind::RelaxedSimple, Kind::Relaxed, Kind::Star],
    };
    let mut rows: Vec<(String, Result<Design, NoDesign>)> = Vec::new();
    for kind in kinds {
        rows.push(match kind {
            Kind::Wytlex => ("Wytlex(2,f)".to_string(), design::wytlex(pair)),
            Kind::Relaxed => ("Relaxed Wythoff".to_string(), design::relaxed(pair, Witness::Increments)),
            Kind::RelaxedSimple => {
                ("Relaxed Wythoff, simpler f".to_string(), design::relaxed(pair, Witness::Origin))
            }
            Kind::Star => ("the star operator".to_string(), design::star(pair, 60)),
        });
    }
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if context.global.json {
        let designs: Vec<Value> = rows
            .iter()
            .map(|(kind, result)| match result {
                Ok(d) => json!({"kind": kind, "spec": d.spec, "f": d.f, "reach": reach(&d.reach), "reason": d.reason, "cites": d.cites}),
                Err(error) => json!({"kind": kind, "obstruction": error.to_string()}),
            })
            .collect();
        writeln!(out, "{}", json!({"designs": designs}))?;
    } else {
        for (kind, result) in &rows {
            match result {
                Ok(d) => writeln!(out, "{kind} ({}):\n  {}\n  {}", reach(&d.reach), d.spec, d.reason)?,
                Err(error) => writeln!(out, "{kind}: no, {error}")?,
            }
        }
    }
    out.flush()?;
    if rows.iter().all(|(_, result)| result.is_err()) {
        return Err(Failure::input("no game of these kinds has this pair as its P-positions"));
    }
    Ok(())
}

fn reach(reach: &Reach) -> String {
    match reach {
        Reach::Every => "for every position".to_string(),
        Reach::Rows(n) => format!("for the first {n} pairs"),
        Reach::Below(b) => format!("for piles below {b}"),
    }
}
