//! `wyt seq`, `wyt array`, `wyt word`, `wyt rep`, `wyt beatty`: the numbers of the papers.

mod array;
mod beatty;

pub use array::{ArrayArgs, array};
pub use beatty::{BeattyArgs, beatty};

use crate::context::Context;
use crate::failure::Failure;
use crate::game::position_text;
use serde_json::{Value, json};
use std::io::Write;
use wythoff_numbers::catalogue::{self, CatalogueError, Entry, NamedWord, Sequence};
use wythoff_numbers::int::{parse_integer, parse_natural};
use wythoff_numbers::numeration::Digits;
use wythoff_numbers::{Integer, Natural};

/// Arguments of `wyt seq`.
#[derive(clap::Args)]
pub struct SeqArgs {
    /// A name such as lower-wythoff or 'beatty(alpha="pi/2")'; without one the names are listed
    name: Option<String>,
    /// The first N terms
    #[arg(long, value_name = "N", default_value_t = 20)]
    first: usize,
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
    #[arg(long, value_name = "N", default_value_t = 60)]
    first: usize,
    /// One letter, of any index from 1 on (x,y for the two-dimensional word)
    #[arg(long, value_name = "INDEX")]
    at: Option<String>,
}

/// Arguments of `wyt rep`.
#[derive(clap::Args)]
pub struct RepArgs {
    /// A system such as zeckendorf, 'ostrowski(alpha="sqrt(2)")' or 'recurrence(...)'; without one the names are listed
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

impl From<CatalogueError> for Failure {
    fn from(error: CatalogueError) -> Failure {
        Failure::input(error.to_string())
    }
}

fn list(entries: &[Entry], context: &Context) -> Result<(), Failure> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if context.global.json {
        let rows: Vec<Value> = entries
            .iter()
            .map(|e| {
                let parameters: Vec<&str> = e.parameters.iter().map(|p| p.name).collect();
                json!({"name": e.name, "parameters": parameters, "description": e.description, "source": e.source})
            })
            .collect();
        writeln!(out, "{}", json!({"names": rows}))?;
    } else {
        for e in entries {
            let parameters: Vec<&str> = e.parameters.iter().map(|p| p.name).collect();
            let parameters =
                if parameters.is_empty() { String::new() } else { format!("({})", parameters.join(", ")) };
            writeln!(out, "{:32} {} [{}]", format!("{}{parameters}", e.name), e.description, e.source)?;
        }
    }
    Ok(out.flush()?)
}

fn integer(text: &str) -> Result<Integer, Failure> {
    let text = position_text(text)?;
    parse_integer(text.trim()).map_err(|e| Failure::input(e.to_string()))
}

fn natural(text: &str) -> Result<Natural, Failure> {
    let text = position_text(text)?;
    parse_natural(text.trim()).map_err(|e| Failure::input(e.to_string()))
}

/// Numbers with commas between them.
fn join(list: &[Integer]) -> String {
    list.iter().map(|n| n.to_string()).collect::<Vec<_>>().join(", ")
}

fn number(n: &Integer) -> Value {
    match i64::try_from(n) {
        Ok(small) if small.unsigned_abs() <= 1 << 53 => json!(small),
        _ => json!(n.to_string()),
    }
}

/// A term: of huge index by the theory of its game where the terms are otherwise followed in order.
fn far_or_near(name: &str, sequence: &Sequence, n: &Integer) -> Result<Integer, Failure> {
    if !sequence.has_formula()
        && *n >= sequence.first_index()
        && let Some(term) = wythoff_theory::far_term(name, n.unsigned_abs_ref())
            .map_err(|refusal| Failure::limit(refusal.to_string()))?
    {
        return Ok(Integer::from(term));
    }
    Ok(sequence.term(n)?)
}

/// `wyt seq`.
pub fn seq(args: &SeqArgs, context: &Context) -> Result<(), Failure> {
    let Some(name) = &args.name else { return list(catalogue::sequences(), context) };
    let sequence = catalogue::sequence(name)?;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if let Some(at) = &args.at {
        let n = integer(at)?;
        let (term, seconds) = context.timed(|| far_or_near(name, &sequence, &n));
        let term = term?;
        if context.global.json {
            writeln!(
                out,
                "{}",
                json!({"name": name, "index": number(&n), "value": number(&term), "seconds": seconds})
            )?;
        } else {
            writeln!(out, "{term}")?;
        }
        return Ok(out.flush()?);
    }
    let (terms, seconds) = context.timed(|| sequence.terms().take(args.first).collect::<Result<Vec<_>, _>>());
    let terms = terms?;
    if context.global.json || args.summary {
        let mut object = serde_json::Map::new();
        object.insert("name".into(), json!(name));
        object.insert("first_index".into(), json!(sequence.first_index()));
        if args.summary {
            let mut hasher = crate::summary::Hasher::default();
            terms.iter().for_each(|term| hasher.line(&term.to_string()));
            let summary = hasher.finish(terms.last().map_or(Value::Null, number));
            object.insert("count".into(), json!(summary.count));
            object.insert("last".into(), summary.last);
            object.insert("sha256".into(), json!(summary.sha256));
        } else {
            object.insert("values".into(), Value::Array(terms.iter().map(number).collect()));
        }
        object.insert("seconds".into(), json!(seconds));
        if context.global.json {
            writeln!(out, "{}", Value::Object(object))?;
        } else {
            for (key, value) in
                object.iter().filter(|(k, _)| ["count", "last", "sha256"].contains(&k.as_str()))
            {
                writeln!(out, "{key}: {value}")?;
            }
        }
    } else {
        let shown: Vec<String> = terms.iter().map(|t| t.to_string()).collect();
        writeln!(out, "{}", shown.join(", "))?;
    }
    Ok(out.flush()?)
}

/// `wyt word`.
pub fn word(args: &WordArgs, context: &Context) -> Result<(), Failure> {
    let Some(name) = &args.name else { return list(catalogue::words(), context) };
    let (text, seconds) = context.timed(|| letters(name, args));
    let text = text?;
    let mut out = std::io::stdout().lock();
    if context.global.json {
        writeln!(out, "{}", json!({"name": name, "word": text, "seconds": seconds}))?;
    } else {
        writeln!(out, "{text}")?;
    }
    Ok(())
}

/// The letters asked for.
fn letters(name: &str, args: &WordArgs) -> Result<String, Failure> {
    let fault = |e: wythoff_numbers::words::WordError| Failure::input(e.to_string());
    Ok(match (catalogue::word(name)?, &args.at) {
        (NamedWord::Line(word), Some(at)) => word.letter(&natural(at)?).map_err(fault)?.to_string(),
        (NamedWord::Line(word), None) => {
            if args.first > 1 << 26 {
                return Err(Failure::limit("the prefix is too long").hint("--at gives a letter at any index"));
            }
            word.letters().take(args.first).collect()
        }
        (NamedWord::Plane(picture), Some(at)) => {
            let (x, y) = at.split_once(',').ok_or_else(|| Failure::input("--at takes x,y for this word"))?;
            picture.letter(&natural(x)?, &natural(y)?).map_err(fault)?.to_string()
        }
        (NamedWord::Plane(picture), None) => {
            let side = args.first.min(64);
            let rows: Vec<String> =
                picture.corner(side, side).into_iter().map(|r| r.into_iter().collect()).collect();
            rows.join("\n")
        }
    })
}

/// Places by which digits are shifted at most.
const FARTHEST_SHIFT: i64 = 1 << 24;

fn shifted(digits: &Digits, places: i64) -> Result<Digits, Failure> {
    if places > FARTHEST_SHIFT {
        return Err(Failure::limit(format!("digits are shifted by at most {FARTHEST_SHIFT} places")));
    }
    let distance = usize::try_from(places.unsigned_abs()).unwrap_or(usize::MAX);
    Ok(if places < 0 { digits.shifted_right(distance) } else { digits.shifted_left(distance) })
}

/// `wyt rep`.
pub fn rep(args: &RepArgs, context: &Context) -> Result<(), Failure> {
    let Some(name) = &args.system else { return list(catalogue::systems(), context) };
    let system = catalogue::system(name)?;
    let Some(n) = &args.n else {
        return Err(Failure::input("which number?").hint(format!("write `wyt rep {name} 100`")));
    };
    let (text, seconds) = context.timed(|| -> Result<String, Failure> {
        if args.value {
            return Ok(system.value(position_text(n)?.trim())?.to_string());
        }
        if args.shift.is_none() && !args.trailing_zeros {
            return Ok(system.represent(&natural(n)?)?);
        }
        let digits = system.digits(&natural(n)?)?.ok_or_else(|| {
            Failure::input(format!("the digits of `{name}` cannot be shifted: its basis has three elements"))
        })?;
        match args.shift {
            Some(places) => Ok(system.value(&shifted(&digits, places)?.to_string())?.to_string()),
            None => Ok(digits.trailing_zeros().to_string()),
        }
    });
    let text = text?;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if context.global.json {
        let key = match args {
            _ if args.trailing_zeros => "trailing_zeros",
            _ if args.value || args.shift.is_some() => "value",
            _ => "digits",
        };
        writeln!(out, "{}", json!({"system": name, key: text, "seconds": seconds}))?;
    } else {
        writeln!(out, "{text}")?;
    }
    Ok(out.flush()?)
}
