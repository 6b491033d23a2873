//! `wyt design`: from sequences to a game whose P-positions they are; which moves can be adjoined or dropped.

use crate::context::Context;
use crate::count::number;
use crate::failure::Failure;
use crate::game::{game_of, read_text};
use crate::json;
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};
use wythoff::{
    Adjoined, DesignKind, DesignResult, Designs, MoveUses, Natural, NotAdjoinable, Removed, design_beatty,
    design_pairs,
};

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
        #[arg(long, default_value_t = 60, value_parser = number::<usize>)]
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
        #[arg(long, default_value_t = 200, value_parser = number::<u64>)]
        below: u64,
    },
    /// Whether a move can be removed from a game without changing its P-positions
    Remove {
        /// The game
        spec: String,
        /// The move, such as 0,3; without it the moves are listed, each with a position that needs it
        vector: Option<String>,
        /// P-positions with every pile below this
        #[arg(long, default_value_t = 200, value_parser = number::<u64>)]
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

impl To {
    fn kinds(&self) -> Vec<DesignKind> {
        match self.game {
            None => DesignKind::ALL.to_vec(),
            Some(Kind::Wytlex) => vec![DesignKind::Wytlex],
            Some(Kind::Relaxed) => vec![DesignKind::Relaxed],
            Some(Kind::RelaxedSimple) => vec![DesignKind::RelaxedSimple],
            Some(Kind::Star) => vec![DesignKind::Star],
        }
    }
}

/// How pairs are written.
const PAIRS: &str = "write the pairs a_n, b_n, one a line: 1,2";

/// Designs a game.
pub fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    let budget = context.budget();
    match &args.what {
        What::Beatty { alpha, gamma, terms, to } => {
            show_designs(&design_beatty(alpha, gamma, *terms, &to.kinds(), budget)?, context)
        }
        What::Pairs { file, to } => show_designs(&design_pairs(&pairs(file)?, &to.kinds(), budget)?, context),
        What::Adjoin { spec, vector: Some(vector), below } => {
            show(&game_of(spec, context)?.adjoin(vector, *below, budget)?, adjoined, context)
        }
        What::Adjoin { spec, vector: None, below } => {
            show(&game_of(spec, context)?.not_adjoinable(*below, budget)?, not_adjoinable, context)
        }
        What::Remove { spec, vector: Some(vector), below } => {
            show(&game_of(spec, context)?.remove(vector, *below, budget)?, removed, context)
        }
        What::Remove { spec, vector: None, below } => {
            show(&game_of(spec, context)?.move_uses(*below, budget)?, uses, context)
        }
    }
}

/// The pairs in a file, one a line.
fn pairs(file: &Path) -> Result<Vec<(u64, u64)>, Failure> {
    let text = read_text(file)?;
    let mut pairs = Vec::new();
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let number = |word: &str| {
            word.parse::<u64>().map_err(|_| {
                Failure::input(format!("line {}: `{word}` is not a number", index + 1)).hint(PAIRS)
            })
        };
        let words = line.split([',', ' ', '\t']).filter(|word| !word.is_empty());
        let [a, b] = words.map(number).collect::<Result<Vec<u64>, _>>()?[..] else {
            return Err(Failure::input(format!("line {}: a pair has two numbers", index + 1)).hint(PAIRS));
        };
        pairs.push((a, b));
    }
    Ok(pairs)
}

/// Where lines for people go.
type Out = std::io::BufWriter<std::io::StdoutLock<'static>>;

/// Shows an answer: as JSON, or in lines.
fn show<T: Serialize>(
    answer: &T,
    lines: fn(&T, &mut Out) -> std::io::Result<()>,
    context: &Context,
) -> Result<(), Failure> {
    context.finish();
    let mut out: Out = std::io::BufWriter::new(std::io::stdout().lock());
    if context.global.json {
        json::write(&mut out, answer)?;
    } else {
        lines(answer, &mut out)?;
    }
    Ok(out.flush()?)
}

fn show_designs(made: &Designs, context: &Context) -> Result<(), Failure> {
    show(made, designs, context)?;
    if made.is_empty() {
        return Err(Failure::input("no game of these kinds has this pair as its P-positions")
            .hint("allow other kinds of moves; see `wyt design --help`"));
    }
    Ok(())
}

fn designs(made: &Designs, out: &mut Out) -> std::io::Result<()> {
    for designed in &made.designs {
        let kind = designed.kind;
        match &designed.result {
            DesignResult::Game { spec, reach, reason, .. } => {
                writeln!(out, "{kind} ({reach}):\n  {spec}\n  {reason}")?;
            }
            DesignResult::None { obstruction } => writeln!(out, "{kind}: no, {obstruction}")?,
        }
    }
    Ok(())
}

fn shown([x, y]: &[Natural; 2]) -> String {
    format!("({x},{y})")
}

/// The rules with the move or without it, or nothing where they cannot be written.
fn rules(text: Option<&String>, which: &str, out: &mut Out) -> std::io::Result<()> {
    if let Some(text) = text {
        writeln!(out, "the rules {which} it, for a file that `wyt p @FILE` reads:")?;
        // Flush left, so that they can be saved as they are.
        writeln!(out, "{}", text.trim_end())?;
    }
    Ok(())
}

fn adjoined(answer: &Adjoined, out: &mut Out) -> std::io::Result<()> {
    let vector = shown(&answer.vector);
    match &answer.joins {
        None => {
            writeln!(out, "{vector} can be adjoined: it joins no two P-positions ({})", answer.bound)?;
            rules(answer.rules.as_ref(), "with", out)
        }
        Some([from, to]) => writeln!(
            out,
            "{vector} cannot be adjoined: it joins the P-positions {} and {}",
            shown(from),
            shown(to)
        ),
    }
}

fn not_adjoinable(answer: &NotAdjoinable, out: &mut Out) -> std::io::Result<()> {
    let bound = &answer.bound;
    writeln!(out, "moves that cannot be adjoined, since they join two P-positions ({bound}):")?;
    answer.not_adjoinable.iter().try_for_each(|(i, j)| writeln!(out, "{i},{j}"))
}

fn removed(answer: &Removed, out: &mut Out) -> std::io::Result<()> {
    let vector = shown(&answer.vector);
    match &answer.needed_at {
        Some(at) => {
            writeln!(out, "{vector} cannot be removed: {} has no other winning move", shown(at))
        }
        None => {
            let bound = &answer.bound;
            writeln!(out, "{vector} can be removed: every N-position has another winning move ({bound})")?;
            rules(answer.rules.as_ref(), "without", out)
        }
    }
}

fn uses(answer: &MoveUses, out: &mut Out) -> std::io::Result<()> {
    let bound = &answer.bound;
    writeln!(out, "each move, and the first position that has no other winning move ({bound}):")?;
    for used in &answer.moves {
        let (i, j) = used.vector;
        match used.needed_at {
            Some((x, y)) => writeln!(out, "{i},{j}  needed at {x},{y}")?,
            None => writeln!(out, "{i},{j}  can be removed")?,
        }
    }
    Ok(())
}
