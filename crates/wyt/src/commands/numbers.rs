//! `wyt seq`, `wyt array`, `wyt word`, `wyt rep`, `wyt beatty`: the numbers of the papers.

mod array;
mod beatty;

pub use array::{ArrayArgs, array};
pub use beatty::{BeattyArgs, beatty};

use crate::context::Context;
use crate::count::number;
use crate::failure::Failure;
use crate::game::position_text;
use crate::json;
use crate::summary::Hasher;
use serde::Serialize;
use serde_json::Value;
use std::io::Write;
use wythoff::numbers::{self, Integer, Named, Sequence};

/// Arguments of `wyt seq`.
#[derive(clap::Args)]
pub struct SeqArgs {
    /// A name such as lower-wythoff or 'beatty(alpha="pi/2")'; without one the names are listed
    name: Option<String>,
    /// The first N terms
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = number::<u64>)]
    first: u64,
    /// One term, of any index
    #[arg(long, value_name = "INDEX", conflicts_with = "first")]
    at: Option<String>,
    /// No data, but the count, the last term and the SHA-256
    #[arg(long)]
    summary: bool,
}

/// Arguments of `wyt word`.
#[derive(clap::Args)]
pub struct WordArgs {
    /// A name such as fibonacci, or a morphism: 'a->ab,b->a'; without one the names are listed
    name: Option<String>,
    /// The first N letters
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = number::<u64>)]
    first: u64,
    /// One letter, of any index from 1 on (x,y for the two-dimensional word)
    #[arg(long, value_name = "INDEX")]
    at: Option<String>,
}

/// Arguments of `wyt rep`.
#[derive(clap::Args)]
pub struct RepArgs {
    /// A system such as zeckendorf, 'base 10', 'ostrowski(alpha="sqrt(2)")', 'parry 1 1 1' or a recurrence
    /// 'u(n)=u(n-1)+u(n-2); 1, 2'; without one the names are listed
    system: Option<String>,
    /// The number; @FILE or - reads a long one
    n: Option<String>,
    /// Read digits instead, and show their value
    #[arg(long)]
    value: bool,
    /// Shift the digits by K places to the left, or to the right if negative, and show the number that they then stand for
    #[arg(long, value_name = "K", allow_hyphen_values = true, conflicts_with = "value")]
    shift: Option<i64>,
    /// The number of zeros at the end of the digits
    #[arg(long, conflicts_with_all = ["value", "shift"])]
    trailing_zeros: bool,
}

fn list(kind: Named, context: &Context) -> Result<(), Failure> {
    let found = numbers::names(kind);
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if context.global.json {
        json::write(&mut out, &found)?;
    } else {
        for row in &found.names {
            let parameters = match &row.parameters[..] {
                [] => String::new(),
                names => format!("({})", names.join(", ")),
            };
            writeln!(out, "{:32} {} [{}]", format!("{}{parameters}", row.name), row.description, row.source)?;
        }
    }
    Ok(out.flush()?)
}

/// Shows an answer: itself for programs, or a text for people.
fn show(answer: &impl Serialize, text: &str, context: &Context) -> Result<(), Failure> {
    context.finish();
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    match context.global.json {
        true => json::write(&mut out, answer)?,
        false => writeln!(out, "{}", text.trim_end())?,
    }
    Ok(out.flush()?)
}

/// An integer typed, or read from a file.
fn integer(text: &str) -> Result<Integer, Failure> {
    Ok(numbers::integer(&position_text(text)?)?)
}

/// `wyt seq`.
pub fn seq(args: &SeqArgs, context: &Context) -> Result<(), Failure> {
    let Some(name) = &args.name else { return list(Named::Sequences, context) };
    let (sequence, budget) = (Sequence::parse(name)?, context.budget());
    if let Some(at) = &args.at {
        let term = sequence.at(&integer(at)?, budget)?;
        return show(&term, &term.value.to_string(), context);
    }
    if args.summary {
        return summary(args, &sequence, context);
    }
    if context.global.json {
        return show(&sequence.first(args.first, budget)?, "", context);
    }
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut comma = "";
    let done = sequence.each(args.first, budget, &mut |term: Integer| {
        write!(out, "{comma}{term}")?;
        comma = ", ";
        Ok::<_, Failure>(())
    });
    writeln!(out)?;
    out.flush()?;
    done
}

/// Count, last term and digest; the terms are not held.
fn summary(args: &SeqArgs, sequence: &Sequence, context: &Context) -> Result<(), Failure> {
    let (mut hasher, mut last) = (Hasher::new(context.budget().threads()), None);
    let (done, seconds) = context.timed(|| {
        sequence.each(args.first, context.budget(), &mut |term: Integer| {
            match u64::try_from(&term) {
                Ok(small) => hasher.row([small]),
                Err(_) => hasher.line(&term.to_string()),
            }
            last = Some(term);
            Ok::<_, Failure>(())
        })
    });
    done?;
    let last = last.map_or(Value::Null, |term| wythoff::numbers::json_value(&term));
    let summary = hasher.finish(last);
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if context.global.json {
        // What there would be without the data.
        let mut empty = sequence.first(0, context.budget())?;
        empty.seconds = seconds;
        json::write_summary(&mut out, &empty, "values", &summary)?;
    } else {
        summary.print(&mut out)?;
    }
    Ok(out.flush()?)
}

/// `wyt word`.
pub fn word(args: &WordArgs, context: &Context) -> Result<(), Failure> {
    let Some(name) = &args.name else { return list(Named::Words, context) };
    let found = match &args.at {
        Some(at) => numbers::letter(name, &position_text(at)?, context.budget())?,
        None => numbers::letters(name, args.first, context.budget())
            .map_err(|error| Failure::from(error).hint("--at gives a letter at any index"))?,
    };
    show(&found, &found.word, context)
}

/// `wyt rep`.
pub fn rep(args: &RepArgs, context: &Context) -> Result<(), Failure> {
    let Some(system) = &args.system else { return list(Named::Systems, context) };
    let Some(n) = &args.n else {
        let hint = match system.bytes().all(|byte| byte.is_ascii_digit()) {
            true => format!("name the system too: wyt rep zeckendorf {}", wythoff::clipped(system, 40)),
            false => format!("write `wyt rep '{}' 100`", wythoff::clipped(system, 60)),
        };
        return Err(Failure::input("a system and a number are needed").hint(hint));
    };
    let (n, budget) = (position_text(n)?, context.budget());
    let found = match args.shift {
        _ if args.value => numbers::represented(system, &n, budget)?,
        _ if args.trailing_zeros => numbers::trailing_zeros(system, &n, budget)?,
        Some(places) => numbers::shifted(system, &n, places, budget)?,
        None => numbers::represent(system, &n, budget)?,
    };
    show(&found, &found.text, context)
}
