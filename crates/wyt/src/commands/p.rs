//! `wyt p`: P-positions.

use crate::context::Context;
use crate::count::number;
use crate::failure::Failure;
use crate::game::GameArgs;
use crate::json;
use crate::resume::{Resume, question};
use crate::summary::Hasher;
use serde_json::Value;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use wythoff::{Digits, Game, Method, PPositions, PRun, PStream, Positions, Range};

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
    /// With --summary: save the state of the run in this file, and go on from it if it is there
    #[arg(long, value_name = "FILE", requires = "summary", conflicts_with = "from")]
    resume: Option<PathBuf>,
}

/// Which P-positions are asked for, and by which method.
#[derive(clap::Args, Clone)]
pub struct RangeArgs {
    /// The first N in lexicographic order
    #[arg(long, value_name = "N", conflicts_with = "below", allow_negative_numbers = true, value_parser = number::<usize>)]
    pub first: Option<usize>,
    /// All with every pile below B
    #[arg(long, value_name = "B", allow_negative_numbers = true, value_parser = number::<u64>)]
    pub below: Option<u64>,
    /// Skip the first K
    #[arg(long, value_name = "K", default_value_t = 0, allow_negative_numbers = true, value_parser = number::<usize>)]
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
    if let Some(file) = &args.resume {
        return resumed(&game, &args.range, file, context);
    }
    if args.summary {
        return summary(&game, &args.range, context);
    }
    let found = find(&game, &args.range, context)?;
    let interrupted = whole(&found, context);
    context.finish();
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if context.global.json {
        found.write_json(&mut out)?;
    } else {
        let mut text = Digits::default();
        for position in found.positions.iter() {
            text.row(position.iter().copied());
            if text.len() >= PIECE {
                out.write_all(text.as_bytes())?;
                text.clear();
            }
        }
        out.write_all(text.as_bytes())?;
    }
    out.flush()?;
    interrupted
}

/// Count, last position and digest; the positions are not held.
fn summary(game: &Game, range: &RangeArgs, context: &Context) -> Result<(), Failure> {
    let (width, budget) = (game.coordinates(), context.budget());
    let (mut hasher, mut last) = (Hasher::new(budget.threads()), Vec::new());
    context.keeps_a_part();
    let found = game.p_into(wanted(range)?, range.from, range.by.map(By::method), budget, &mut |chunk| {
        chunk.chunks_exact(width).for_each(|position| hasher.row(position.iter().copied()));
        last.clear();
        last.extend_from_slice(&chunk[chunk.len() - width..]);
    })?;
    let interrupted = if found.partial { Err(cut(&last, found.count, context)) } else { Ok(()) };
    context.finish();
    show(&found, hasher, &last, context)?;
    interrupted
}

/// The same in a run that is saved on the way, and goes on from where it was saved.
fn resumed(game: &Game, range: &RangeArgs, file: &Path, context: &Context) -> Result<(), Failure> {
    let (width, budget, wanted) = (game.coordinates(), context.budget(), wanted(range)?);
    if range.by == Some(By::Theory) {
        return Err(Failure::input("a run that is resumed is made from the rules").hint("leave out --by"));
    }
    let question = question(&format!("P-positions {wanted:?}"), game)?;
    let (mut resume, state) = Resume::open(file, question, context)?;
    let mut run = game.p_run(wanted, budget)?;
    // Hashed here: what is saved is of one moment.
    let (mut hasher, mut last) = (Hasher::new(1), Vec::new());
    if let Some(state) = state {
        (hasher, last) = taken(&state, &mut run, width).ok_or_else(|| resume.wrong())?;
    }
    let mut broken = None;
    loop {
        let done = run.go_on(budget, &mut |chunk| {
            chunk.chunks_exact(width).for_each(|position| hasher.row(position.iter().copied()));
            last.clear();
            last.extend_from_slice(&chunk[chunk.len() - width..]);
            if resume.is_due() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        match done {
            Ok(true) => break,
            Ok(false) => {}
            Err(error) => broken = Some(Failure::from(error)),
        }
        let hashed = hasher.save().unwrap_or_default();
        let mut state = Vec::new();
        state.extend_from_slice(&(hashed.len() as u64).to_le_bytes());
        state.extend_from_slice(&hashed);
        state.extend_from_slice(&(last.len() as u64).to_le_bytes());
        last.iter().for_each(|pile| state.extend_from_slice(&pile.to_le_bytes()));
        state.extend_from_slice(&run.save());
        let written = resume.save(&state);
        if let Some(failure) = broken {
            return Err(failure.hint("the same command goes on from where it was last saved"));
        }
        written?;
    }
    context.finish();
    show(&run.answer(hasher.count()), hasher, &last, context)?;
    resume.done();
    Ok(())
}

/// A state of a run: what was hashed, the last position, and the search.
fn taken(state: &[u8], run: &mut PRun, width: usize) -> Option<(Hasher, Vec<u64>)> {
    let word = |bytes: &[u8]| Some(u64::from_le_bytes(bytes.get(..8)?.try_into().ok()?));
    let length = usize::try_from(word(state)?).ok()?;
    let (hashed, rest) = state[8..].split_at_checked(length)?;
    let piles = usize::try_from(word(rest)?).ok().filter(|piles| *piles == 0 || *piles == width)?;
    let (last, search) = rest[8..].split_at_checked(8 * piles)?;
    let last = last.chunks_exact(8).filter_map(word).collect();
    let hasher = Hasher::load(hashed)?;
    run.load(search).then_some((hasher, last))
}

/// Shows a summary.
fn show(found: &PStream, hasher: Hasher, last: &[u64], context: &Context) -> Result<(), Failure> {
    let last = Positions::new(last.len(), last.to_vec());
    let last = serde_json::to_value(&last).map_or(Value::Null, |last| last[0].clone());
    let summary = hasher.finish(last);
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if context.global.json {
        json::write_summary(&mut out, found, "count", &summary)?;
    } else {
        summary.print(&mut out)?;
    }
    Ok(out.flush()?)
}

/// Bytes of text that are written at a time.
const PIECE: usize = 1 << 16;

/// The P-positions that a range asks for.
pub fn find(game: &Game, range: &RangeArgs, context: &Context) -> Result<PPositions, Failure> {
    context.keeps_a_part();
    Ok(game.p(wanted(range)?, range.from, range.by.map(By::method), context.budget())?)
}

fn wanted(range: &RangeArgs) -> Result<Range, Failure> {
    match (range.first, range.below) {
        (Some(n), _) => Ok(Range::First(n)),
        (None, Some(bound)) => Ok(Range::Below(bound)),
        (None, None) => Err(Failure::input("how many P-positions?").hint("add --first N or --below B")),
    }
}

/// The failure to end with where the search was interrupted.
pub fn whole(found: &PPositions, context: &Context) -> Result<(), Failure> {
    if !found.partial {
        return Ok(());
    }
    let last = found.positions.iter().last().unwrap_or_default();
    Err(cut(last, found.positions.len() as u64, context))
}

/// What is said where the search was interrupted.
fn cut(last: &[u64], count: u64, context: &Context) -> Failure {
    let what = if last.is_empty() {
        "none was found yet".to_string()
    } else {
        let last = last.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        format!("these are all up to {last}, {count} in number")
    };
    context.cut_short(&what)
}
