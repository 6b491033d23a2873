//! `wyt grundy`: Sprague–Grundy values.

use crate::context::Context;
use crate::failure::Failure;
use crate::game::{GameArgs, counted, position_text, small_position};
use crate::json;
use serde_json::{Value, json};
use std::io::Write;
use std::sync::Arc;
use wythoff_catalog::special::{Conventions, Modified, Special, position_of};
use wythoff_catalog::{Resolved, View};
use wythoff_rules::show_position;
use wythoff_solvers::{GrundyTable, Play, Referee, SolveError, State, Stop};

/// Arguments of `wyt grundy`.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// A table: R for every pile below R, or RxC (RxCxD for three piles)
    #[arg(long, value_name = "RxC", conflicts_with = "at", allow_hyphen_values = true)]
    size: Option<String>,
    /// One position
    #[arg(long, value_name = "POS", allow_hyphen_values = true)]
    at: Option<String>,
    /// No data, but the number of rows, the last value and the SHA-256
    #[arg(long)]
    summary: bool,
}

/// Shows a table of values, or the value of one position.
pub fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    let game = args.game.resolve()?;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if let Some(at) = &args.at {
        let (value, seconds) = context.timed(|| value_at(&game, &position_text(at)?, context));
        let value = value?;
        if context.global.json {
            let mut object = json::header(&game);
            object.insert("value".into(), json::number(value));
            object.insert("by".into(), json!("rules"));
            object.insert("seconds".into(), json!(seconds));
            writeln!(out, "{}", Value::Object(object))?;
        } else {
            writeln!(out, "{value}")?;
        }
        return Ok(out.flush()?);
    }
    let size = args.size.as_deref().ok_or_else(|| {
        Failure::input("which values?").hint("add --size RxC for a table, or --at POS for one position")
    })?;
    let (table, seconds) = context.timed(|| table(&game, size, context));
    context.finish();
    let (table, interrupted) = match table {
        Err(Unfinished::Interrupted(part)) => {
            let sides: Vec<String> = part.sides.iter().map(u64::to_string).collect();
            let what = format!("these are the values of a table of {}", sides.join("x"));
            (*part, Some(Failure::interrupted(format!("interrupted; {what}"))))
        }
        table => (table?, None),
    };
    if context.global.json {
        let (mut head, mut tail) = (json::header(&game), serde_json::Map::new());
        if args.summary {
            summary(&mut head, &table);
        }
        tail.insert("by".into(), json!("rules"));
        tail.insert("method".into(), json!(table.method));
        if interrupted.is_some() {
            tail.insert("partial".into(), json!(true));
        }
        tail.insert("seconds".into(), json!(seconds));
        let values = json::Nested { values: &table.values, sides: &table.sides };
        let data = (!args.summary).then_some(("values", values));
        json::write(&mut out, &json::Answer { head: &head, data, tail: &tail })?;
    } else if args.summary {
        let mut object = serde_json::Map::new();
        summary(&mut object, &table);
        for (key, value) in &object {
            writeln!(out, "{key}: {value}")?;
        }
    } else {
        print(&mut out, &table)?;
    }
    out.flush()?;
    interrupted.map_or(Ok(()), Err)
}

/// Why there is no whole table.
pub enum Unfinished {
    /// Ctrl-C; this part of it is complete.
    Interrupted(Box<GrundyTable>),
    /// There is nothing.
    Failed(Failure),
}

impl From<Failure> for Unfinished {
    fn from(failure: Failure) -> Unfinished {
        Unfinished::Failed(failure)
    }
}

impl From<SolveError> for Unfinished {
    fn from(error: SolveError) -> Unfinished {
        match error {
            SolveError::Stopped { why: Stop::Cancelled, table: Some(part), .. } => {
                Unfinished::Interrupted(part)
            }
            SolveError::Stopped { why: Stop::Cancelled, .. } => {
                Unfinished::Failed(Failure::interrupted("interrupted; no part of the table was complete yet"))
            }
            other => Unfinished::Failed(other.into()),
        }
    }
}

impl From<Unfinished> for Failure {
    /// Where only the whole is of use.
    fn from(unfinished: Unfinished) -> Failure {
        match unfinished {
            Unfinished::Interrupted(_) => Failure::interrupted("interrupted"),
            Unfinished::Failed(failure) => failure,
        }
    }
}

/// The sides that a size asks for: `8` for all piles, `8x12`.
pub fn sides(game: &Resolved, size: &str) -> Result<Vec<u64>, Failure> {
    let wrong = || {
        Failure::input(format!("--size {size}: this is not a size")).hint("write --size 12, or --size 8x20")
    };
    let numbers: Vec<u64> =
        size.split(['x', 'X']).map(|n| n.trim().parse().map_err(|_| wrong())).collect::<Result<_, _>>()?;
    let bounds: Vec<Option<u64>> = match game.view() {
        View::Rules(rules) => rules.bounds().to_vec(),
        View::Special(special) => vec![None; special.p_below(1)?.first().map_or(1, Vec::len)],
        View::Sum(_) => return Err(Failure::input("a sum has no table").hint("use --at POS")),
    };
    let piles = bounds.iter().filter(|b| b.is_none()).count();
    let mut sides = match numbers.len() {
        1 => vec![numbers[0]; piles],
        n if n == piles || n == bounds.len() => numbers,
        n => {
            return Err(Failure::input(format!(
                "--size {size} has {}, and the game {}",
                counted(n, "side"),
                counted(piles, "pile")
            )));
        }
    };
    // A bounded extra coordinate runs through its whole range.
    for bound in bounds.iter().skip(sides.len()) {
        sides.push(bound.unwrap_or(1));
    }
    Ok(sides)
}

/// The table of values.
pub fn table(game: &Resolved, size: &str, context: &Context) -> Result<GrundyTable, Unfinished> {
    let sides = sides(game, size)?;
    match game.view() {
        View::Rules(rules) => Ok(wythoff_solvers::grundy_table(rules, &sides, context.budget())?),
        View::Special(special) => special_table(special, sides, context),
        View::Sum(_) => Err(Failure::input("a sum has no table").hint("use --at POS").into()),
    }
}

/// Most cells of the table of a game in Rust.
const MOST_CELLS: u64 = 1 << 21;

/// How the table of a game in Rust is found.
const OWN_RULES: &str = "the game's own rules";

/// The table of a game in Rust, cell by cell from the options, each value kept.
fn special_table(
    special: &Arc<dyn Special>,
    sides: Vec<u64>,
    context: &Context,
) -> Result<GrundyTable, Unfinished> {
    let cells = sides.iter().try_fold(1u64, |n, s| n.checked_mul(*s)).filter(|n| *n <= MOST_CELLS);
    let cells = cells.ok_or_else(|| {
        Failure::limit(format!(
            "the table is too large: this game is solved cell by cell, at most {MOST_CELLS} of them"
        ))
    })?;
    // The game itself says whether it has Grundy values.
    special.grundy(&position_of(&vec![0; sides.len()])).map_err(Failure::from)?;
    let keeping: Arc<dyn Special> = match special.conventions() {
        Some(_) => special.clone(),
        None => Arc::new(Modified::new(special.clone(), Conventions::default()).map_err(Failure::from)?),
    };
    let mut values = Vec::new();
    for cell in 0..cells {
        if context.budget().step(cell, cells).is_err() {
            let part = GrundyTable::complete_part(&sides, true, OWN_RULES, |at| values.get(at).copied());
            return Err(Unfinished::Interrupted(Box::new(part)));
        }
        let mut rest = cell;
        let mut position = vec![0; sides.len()];
        for (x, side) in position.iter_mut().zip(&sides).rev() {
            *x = rest % side;
            rest /= side;
        }
        values.push(keeping.grundy(&position_of(&position)).map_err(Failure::from)? as u32);
    }
    Ok(GrundyTable { sides, values, method: OWN_RULES })
}

/// The value of one position; of a sum, the nim-sum of the values.
pub fn value_at(game: &Resolved, text: &str, context: &Context) -> Result<u64, Failure> {
    match game.view() {
        View::Rules(rules) => {
            let state = super::solve::state(rules, text)?;
            value_of(rules, &state, context)
        }
        View::Special(special) => {
            let _busy = context.busy();
            Ok(special.grundy(&special.parse(text)?)?)
        }
        View::Sum(terms) => {
            let parts = sum_parts(terms, text)?;
            let values = terms.iter().zip(parts).map(|(term, part)| value_at(term, part, context));
            values.into_iter().try_fold(0, |sum, value| Ok(sum ^ value?))
        }
    }
}

/// The Grundy value of a state: by the referee while that is cheap, else from the table up to it.
pub fn value_of(rules: &wythoff_rules::Rules, state: &State, context: &Context) -> Result<u64, Failure> {
    let cells = state.position.iter().try_fold(1u64, |n, x| n.checked_mul(x.saturating_add(1)));
    let plain = rules.memory().is_empty() && rules.convention().is_plain() && rules.only_takes();
    if plain && cells.is_some_and(|cells| cells <= 4096) {
        return Ok(Referee::new(rules).grundy(state)?);
    }
    if !plain {
        return Ok(Play::new(rules, context.budget()).grundy(state)?);
    }
    let sides: Vec<u64> =
        state.position.iter().zip(rules.bounds()).map(|(x, b)| b.unwrap_or(x.saturating_add(1))).collect();
    let table = wythoff_solvers::grundy_table(rules, &sides, context.budget())?;
    let index = state.position.iter().zip(&sides).fold(0, |index, (x, side)| index * side + x);
    table
        .values
        .get(index as usize)
        .map(|v| u64::from(*v))
        .ok_or_else(|| Failure::limit("the table is too large"))
}

/// The parts of a position of a sum: `3,5 + 4`.
pub fn sum_parts<'a>(terms: &[Resolved], text: &'a str) -> Result<Vec<&'a str>, Failure> {
    let parts: Vec<&str> = text.split('+').map(str::trim).collect();
    if parts.len() != terms.len() {
        let parts = counted(parts.len(), "part");
        let message = format!("the position has {parts}, and the sum {}", counted(terms.len(), "game"));
        return Err(Failure::input(message).hint("write a position for each game: 3,5 + 4"));
    }
    Ok(parts)
}

/// One row a line, numbers joined by commas.
fn rows(table: &GrundyTable) -> impl Iterator<Item = String> + '_ {
    let width = table.sides.last().map_or(1, |s| *s as usize).max(1);
    table.values.chunks(width).map(|row| row.iter().map(|v| v.to_string()).collect::<Vec<_>>().join(","))
}

fn summary(object: &mut serde_json::Map<String, Value>, table: &GrundyTable) {
    super::p::summarise(object, rows(table), None);
    object.insert("last".into(), table.values.last().map_or(Value::Null, |v| json!(v)));
}

fn print(out: &mut impl Write, table: &GrundyTable) -> Result<(), Failure> {
    let columns = table.sides.last().map_or(1, |s| *s as usize).max(1);
    let widest = table.values.iter().max().map_or(1, |v| v.to_string().len()).max(columns.to_string().len());
    let planes = &table.sides[..table.sides.len().saturating_sub(2)];
    let rows = if table.sides.len() >= 2 { table.sides[table.sides.len() - 2] as usize } else { 1 }.max(1);
    for (plane, values) in table.values.chunks(rows * columns).enumerate() {
        if !planes.is_empty() {
            let mut rest = plane as u64;
            let mut at = vec![0; planes.len()];
            for (x, side) in at.iter_mut().zip(planes).rev() {
                *x = rest % side;
                rest /= side;
            }
            writeln!(out, "{}{},*,*", if plane == 0 { "" } else { "\n" }, show_position(&at))?;
        }
        let header: Vec<String> = (0..columns).map(|c| format!("{c:>widest$}")).collect();
        writeln!(out, "{:>widest$} | {}", "", header.join(" "))?;
        writeln!(out, "{}", "-".repeat((widest + 1) * (columns + 1) + 1))?;
        for (row, values) in values.chunks(columns).enumerate() {
            let cells: Vec<String> = values.iter().map(|v| format!("{v:>widest$}")).collect();
            writeln!(out, "{row:>widest$} | {}", cells.join(" "))?;
        }
    }
    Ok(())
}

/// A position given as text, for a game of the rule language.
pub fn rules_position(rules: &wythoff_rules::Rules, text: &str) -> Result<Vec<u64>, Failure> {
    let position = small_position(text)?;
    rules.check_position(&position)?;
    Ok(rules.canonical(&position))
}
