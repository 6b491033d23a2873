//! `wyt solve`: who wins, by which move, and how it is known.

use crate::context::Context;
use crate::failure::Failure;
use crate::game::{GameArgs, position_text, read_text};
use crate::json;
use serde_json::Value;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;
use wythoff::{Method, SolveRequest};

/// Arguments of `wyt solve`.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The position, such as 6,10; @FILE or - reads one too long for a command line
    #[arg(value_name = "POS")]
    position: String,
    /// All winning moves, from the rules
    #[arg(long)]
    all: bool,
    /// How: from the rules, from the theory, or by an automaton that is proved first [default: the theory where there
    /// is one; a proof for piles that are too large for the rules]
    #[arg(long, value_enum)]
    by: Option<By>,
    /// By a certificate of `wyt prove` or `wyt discover`: it is checked, its game is compared with SPEC, and it decides
    #[arg(long, value_name = "FILE", conflicts_with_all = ["by", "all"])]
    certificate: Option<PathBuf>,
}

/// Seconds that a proof may take where no other time is given.
const SECONDS: u64 = 30;

/// A method.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum By {
    /// From the rules
    Rules,
    /// From the theory
    Theory,
    /// By an automaton, proved first
    Proof,
}

impl By {
    fn method(self) -> Method {
        match self {
            By::Rules => Method::Rules,
            By::Theory => Method::Theory,
            By::Proof => Method::Proof,
        }
    }
}

/// Says who wins a position.
pub fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    let game = args.game.resolve(context)?;
    let position = game.position(&position_text(&args.position)?)?;
    let certificate = args.certificate.as_deref().map(read_text).transpose()?;
    let request = SolveRequest {
        all: args.all,
        method: args.by.map(By::method),
        certificate: certificate.as_deref(),
        proof_time: context.global.time.is_none().then_some(Duration::from_secs(SECONDS)),
    };
    let solved = game.solve(&position, &request, context.budget())?;
    context.finish();
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if context.global.json {
        json::write(&mut out, &solved)?;
        return Ok(out.flush()?);
    }
    let words = match solved.outcome.as_str() {
        "P" => "P: the player to move loses",
        "N" => "N: the player to move wins",
        "L" => "L: Left wins, whoever moves first",
        "R" => "R: Right wins, whoever moves first",
        other => other,
    };
    writeln!(out, "{words}")?;
    match &solved.value {
        Some(Value::String(value)) => writeln!(out, "value {value}")?,
        Some(value) => writeln!(out, "value {value}")?,
        None => {}
    }
    for (index, to) in solved.moves.iter().enumerate() {
        let who = solved.players.get(index).map_or(String::new(), |player| format!(" ({player})"));
        writeln!(out, "move to {to}{who}")?;
    }
    let cites = &solved.evidence.cites;
    let cites = if cites.is_empty() { String::new() } else { format!(" ({})", cites.join(", ")) };
    writeln!(out, "known by {}{cites}: {}", solved.evidence.by, solved.evidence.reason)?;
    Ok(out.flush()?)
}
