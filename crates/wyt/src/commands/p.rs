//! `wyt p`: P-positions.

use crate::context::Context;
use crate::failure::Failure;
use crate::game::{GameArgs, called};
use crate::json;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::io::Write;
use wythoff_catalog::{Resolved, View};
use wythoff_rules::show_position;
use wythoff_solvers::{SolveError, Stop};

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

/// P-positions and how they are known.
pub struct Found {
    /// In lexicographic order.
    pub positions: Vec<Vec<u64>>,
    /// `rules` or `theorem`.
    pub by: &'static str,
    /// The method, for people.
    pub method: String,
    /// Interrupted: these are all up to the last one, but not all that were asked for.
    pub partial: bool,
}

impl Found {
    /// All that were asked for.
    pub fn whole(self) -> Result<Vec<Vec<u64>>, Failure> {
        if self.partial { Err(self.interrupted()) } else { Ok(self.positions) }
    }

    fn interrupted(&self) -> Failure {
        let what = match self.positions.last() {
            Some(last) => {
                format!("these are all up to {}, {} in number", show_position(last), self.positions.len())
            }
            None => "none was found yet".to_string(),
        };
        Failure::interrupted(format!("interrupted; {what}"))
    }
}

/// Lists P-positions.
pub fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    let game = args.game.resolve()?;
    let (found, seconds) = context.timed(|| find(&game, &args.range, context));
    let found = found?;
    context.finish();
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if context.global.json {
        let (mut head, mut tail) = (json::header(&game), serde_json::Map::new());
        head.insert("convention".into(), json!(convention(&game)));
        head.insert("by".into(), json!(found.by));
        if args.summary {
            summarise(&mut head, found.positions.iter().map(|p| show_position(p)), found.positions.last());
        }
        tail.insert("method".into(), json!(found.method));
        if found.partial {
            tail.insert("partial".into(), json!(true));
        }
        tail.insert("seconds".into(), json!(seconds));
        let data = (!args.summary).then_some(("positions", json::Positions(&found.positions)));
        json::write(&mut out, &json::Answer { head: &head, data, tail: &tail })?;
    } else if args.summary {
        let mut object = serde_json::Map::new();
        summarise(&mut object, found.positions.iter().map(|p| show_position(p)), found.positions.last());
        for (key, value) in &object {
            writeln!(out, "{key}: {value}")?;
        }
    } else {
        for position in &found.positions {
            writeln!(out, "{}", show_position(position))?;
        }
    }
    out.flush()?;
    if found.partial { Err(found.interrupted()) } else { Ok(()) }
}

/// `normal` or `misere`.
pub fn convention(game: &Resolved) -> &'static str {
    match game.view() {
        View::Rules(rules) => rules.convention().word(),
        View::Special(special) if special.conventions().is_some_and(|c| c.misere) => "misere",
        _ => "normal",
    }
}

/// Whether conventions are on top of a game in Rust: theories speak of the paper's game.
pub fn is_modified(game: &Resolved) -> bool {
    game.special().is_some_and(|special| special.conventions().is_some())
}

/// Why no theory answers for such a game.
pub const NO_THEORY: &str = "no theory decides this game with conventions on top";

/// Count, last item, and digest of the lines.
pub fn summarise(
    object: &mut serde_json::Map<String, Value>,
    lines: impl Iterator<Item = String>,
    last: Option<&Vec<u64>>,
) {
    let mut digest = Sha256::new();
    let mut count = 0u64;
    for line in lines {
        digest.update(line.as_bytes());
        digest.update(b"\n");
        count += 1;
    }
    let hex: String = digest.finalize().iter().map(|b| format!("{b:02x}")).collect();
    object.insert("count".into(), json!(count));
    object.insert("last".into(), last.map_or(Value::Null, |p| json::position(p)));
    object.insert("sha256".into(), json!(hex));
}

/// Finds the P-positions that a range asks for.
pub fn find(game: &Resolved, range: &RangeArgs, context: &Context) -> Result<Found, Failure> {
    if range.first.is_none() && range.below.is_none() {
        return Err(Failure::input("how many P-positions?").hint("add --first N or --below B"));
    }
    let mut found = match (by_theory(game, range, context)?, range.by) {
        (Some(found), _) => found,
        (None, Some(By::Theory)) => {
            let why = match wythoff_theory::decider_for(game) {
                _ if is_modified(game) => NO_THEORY.to_string(),
                Err(refusal) => refusal.to_string(),
                Ok(_) => format!("no theory lists the P-positions of {}", called(game)),
            };
            return Err(Failure::input(why).hint("--by rules computes them"));
        }
        (None, _) => by_rules(game, range, context)?,
    };
    found.positions.drain(..range.from.min(found.positions.len()));
    Ok(found)
}

fn by_rules(game: &Resolved, range: &RangeArgs, context: &Context) -> Result<Found, Failure> {
    let limits = context.budget();
    let (positions, method) = match game.view() {
        View::Rules(rules) => {
            let found = match (range.first, range.below) {
                (Some(n), _) => wythoff_solvers::p_first(rules, n.saturating_add(range.from), &limits),
                (None, bound) => wythoff_solvers::p_below(rules, bound.unwrap_or(0), &limits),
            };
            match found {
                Err(SolveError::Stopped { why: Stop::Cancelled, found: positions, .. }) => {
                    let method = "interrupted".to_string();
                    return Ok(Found { positions, by: "rules", method, partial: true });
                }
                found => found.map(|found| (found.positions, found.method.to_string()))?,
            }
        }
        View::Special(special) => {
            let _busy = context.busy();
            let positions = match (range.first, range.below) {
                (Some(n), _) => special.p_first(n.saturating_add(range.from))?,
                (None, bound) => special.p_below(bound.unwrap_or(0))?,
            };
            (positions, "the game's own construction".to_string())
        }
        View::Sum(_) => {
            return Err(Failure::input("the P-positions of a sum are not listed")
                .hint("`wyt solve` answers for one position"));
        }
    };
    Ok(Found { positions, by: "rules", method, partial: false })
}

/// P-positions between two looks at the limits.
const PACE: usize = 4096;

/// What a position takes in memory.
const POSITION_BYTES: u128 = 48;

/// Beyond this size of a box the theory answers unless the rules are asked for.
const MANY: u64 = 200_000;

/// From the theory, where one lists P-positions: always for the first N, which may lie far out, and for large boxes;
/// small boxes are left to the rules.
fn by_theory(game: &Resolved, range: &RangeArgs, context: &Context) -> Result<Option<Found>, Failure> {
    let small = range.first.is_none() && range.below.is_some_and(|b| b <= MANY);
    if range.by == Some(By::Rules) || (range.by.is_none() && small) {
        return Ok(None);
    }
    if is_modified(game) {
        return Ok(None);
    }
    let Ok(Some(decider)) = wythoff_theory::decider_for(game) else { return Ok(None) };
    let Some(stream) = decider.p_positions() else { return Ok(None) };
    let wanted = range.first.map_or(usize::MAX, |n| n.saturating_add(range.from));
    let bound = if range.first.is_some() { u64::MAX } else { range.below.unwrap_or(0) };
    let (limits, mut positions, mut partial) = (context.budget(), Vec::new(), false);
    limits.need("the list of P-positions", range.first.map_or(0, |_| wanted as u128 * POSITION_BYTES))?;
    // The first coordinate never decreases, so a stream below a bound ends where it passes the bound.
    let stream = stream.take_while(|p| range.first.is_some() || p[0] < bound);
    for (index, position) in stream.enumerate() {
        if positions.len() == wanted {
            break;
        }
        if index % PACE == 0 {
            partial = limits.step(positions.len() as u64, range.first.map_or(0, |_| wanted as u64)).is_err();
            if partial {
                break;
            }
            limits.allow("the list of P-positions", positions.len() as u128 * POSITION_BYTES)?;
        }
        if range.first.is_some() || position.iter().all(|x| *x < bound) {
            positions.push(position);
        }
    }
    // A theory that gives out early leaves the rest to the rules.
    if range.first.is_some() && positions.len() < wanted && !partial {
        return Ok(None);
    }
    Ok(Some(Found { positions, by: "theorem", method: "the theory's stream".to_string(), partial }))
}
