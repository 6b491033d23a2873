//! `wyt seq`, `wyt array`, `wyt word`, `wyt rep`, `wyt beatty`: the numbers of the papers.

use crate::context::Context;
use crate::failure::Failure;
use crate::game::position_text;
use serde_json::{Value, json};
use std::io::Write;
use wythoff_numbers::beatty::{Beatty, not_complementary};
use wythoff_numbers::catalogue::{self, CatalogueError, Entry, NamedWord};
use wythoff_numbers::int::{Rational, parse_integer, parse_natural};
use wythoff_numbers::{Integer, Natural, Real};

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

/// Arguments of `wyt array`.
#[derive(clap::Args)]
pub struct ArrayArgs {
    /// A name such as wythoff or stolarsky, or a tree such as t1; without one the names are listed
    name: Option<String>,
    /// Rows and columns of the corner; of a tree, generations and nodes of each
    #[arg(long, value_name = "RxC", default_value = "8x8")]
    size: String,
    /// One entry: row,column, of any size
    #[arg(long, value_name = "I,J")]
    at: Option<String>,
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
}

/// Arguments of `wyt beatty`.
#[derive(clap::Args)]
pub struct BeattyArgs {
    /// The modulus, such as sqrt(2), (1+sqrt(5))/2, pi/2, root(z^3-z^2-z-1, 1.8)
    alpha: String,
    /// A second modulus, or by default the one with 1/alpha + 1/beta = 1
    beta: Option<String>,
    /// Offset of the first sequence
    #[arg(long, default_value = "0", allow_hyphen_values = true)]
    gamma: String,
    /// Offset of the second sequence [default: 0, or the one that fits gamma if beta is not given]
    #[arg(long, allow_hyphen_values = true)]
    delta: Option<String>,
    /// The first N terms
    #[arg(long, value_name = "N", default_value_t = 12)]
    first: usize,
    /// One term floor(n alpha + gamma), n of any size
    #[arg(long, value_name = "N")]
    at: Option<String>,
    /// Whether an integer of any size is a term, and which
    #[arg(long, value_name = "X")]
    contains: Option<String>,
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

fn number(n: &Integer) -> Value {
    match i64::try_from(n) {
        Ok(small) if small.unsigned_abs() <= 1 << 53 => json!(small),
        _ => json!(n.to_string()),
    }
}

/// `wyt seq`.
pub fn seq(args: &SeqArgs, context: &Context) -> Result<(), Failure> {
    let Some(name) = &args.name else { return list(catalogue::sequences(), context) };
    let sequence = catalogue::sequence(name)?;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if let Some(at) = &args.at {
        let n = integer(at)?;
        let (term, seconds) = context.timed(|| sequence.term(&n));
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
            super::p::summarise(&mut object, terms.iter().map(|t| t.to_string()), None);
            object.insert("last".into(), terms.last().map_or(Value::Null, number));
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

/// `wyt array`.
pub fn array(args: &ArrayArgs, context: &Context) -> Result<(), Failure> {
    let Some(name) = &args.name else {
        return list(&[catalogue::arrays(), catalogue::trees()].concat(), context);
    };
    if catalogue::trees().iter().any(|tree| tree.name == name) {
        return tree(name, args, context);
    }
    let array = catalogue::array(name)?;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if let Some(at) = &args.at {
        let (i, column) = place(at)?;
        let value = array.entry(&integer(i)?, column)?;
        if context.global.json {
            writeln!(out, "{}", json!({"name": name, "value": number(&value)}))?;
        } else {
            writeln!(out, "{value}")?;
        }
        return Ok(out.flush()?);
    }
    let (rows, columns) = size(args)?;
    let corner = array.corner(rows, columns)?;
    if context.global.json {
        let values: Vec<Value> =
            corner.iter().map(|row| Value::Array(row.iter().map(number).collect())).collect();
        writeln!(out, "{}", json!({"name": name, "values": values}))?;
    } else {
        table(&mut out, &corner)?;
    }
    Ok(out.flush()?)
}

/// A place ROW,COLUMN.
fn place(at: &str) -> Result<(&str, u64), Failure> {
    let (row, column) =
        at.split_once(',').ok_or_else(|| Failure::input("--at takes ROW,COLUMN, such as 3,5"))?;
    let number = column.trim().parse().map_err(|_| Failure::input(format!("`{column}` is not a column")))?;
    Ok((row, number))
}

/// Rows and columns of the corner asked for.
fn size(args: &ArrayArgs) -> Result<(usize, usize), Failure> {
    let wrong = || Failure::input(format!("--size {}: write it as in 8x8", args.size));
    let (rows, columns) = args.size.split_once(['x', 'X']).ok_or_else(wrong)?;
    let rows: usize = rows.trim().parse().map_err(|_| wrong())?;
    let columns: usize = columns.trim().parse().map_err(|_| wrong())?;
    if rows.saturating_mul(columns) > 1 << 22 {
        return Err(Failure::limit("the corner is too large")
            .hint("at most 2^22 entries; --at gives one entry of any size"));
    }
    Ok((rows, columns))
}

/// Rows of numbers, aligned.
fn table<T: ToString>(out: &mut impl Write, rows: &[Vec<T>]) -> Result<(), Failure> {
    let text: Vec<Vec<String>> = rows.iter().map(|row| row.iter().map(T::to_string).collect()).collect();
    let width = text.iter().flatten().map(String::len).max().unwrap_or(1);
    for row in text {
        let cells: Vec<String> = row.iter().map(|c| format!("{c:>width$}")).collect();
        writeln!(out, "{}", cells.join(" "))?;
    }
    Ok(())
}

/// Generations of a tree that are walked; each may be almost twice as long as the one before.
const GENERATIONS: usize = 20;

/// A tree: its generations as rows, the nodes of one in the order of their parents, as many as there are columns.
fn tree(name: &str, args: &ArrayArgs, context: &Context) -> Result<(), Failure> {
    let too_many = |rows: usize| {
        let failure = Failure::limit(format!("generation {rows} of a tree is too long to be written out"));
        failure.hint(format!("generations are walked up to {GENERATIONS}"))
    };
    let tree = catalogue::tree(name)?;
    let node = |x: &Rational| match Integer::try_from(x) {
        Ok(whole) => number(&whole),
        Err(_) => json!(x.to_string()),
    };
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if let Some(at) = &args.at {
        let (row, column) = place(at)?;
        let row: usize = row.trim().parse().map_err(|_| Failure::input(format!("`{row}` is not a row")))?;
        if row > GENERATIONS {
            return Err(too_many(row));
        }
        let outside = || Failure::input(format!("there is no node {column} in generation {row} of `{name}`"));
        let generation =
            row.checked_sub(1).and_then(|row| tree.generations().nth(row)).ok_or_else(outside)?;
        let index = usize::try_from(column).ok().and_then(|column| column.checked_sub(1));
        let value = index.and_then(|index| generation.get(index)).ok_or_else(outside)?;
        if context.global.json {
            writeln!(out, "{}", json!({"name": name, "value": node(value)}))?;
        } else {
            writeln!(out, "{value}")?;
        }
        return Ok(out.flush()?);
    }
    let (rows, columns) = size(args)?;
    if rows > GENERATIONS {
        return Err(too_many(rows));
    }
    let generations: Vec<Vec<Rational>> = tree.generations().take(rows).collect();
    if context.global.json {
        let shown = |row: &Vec<Rational>| Value::Array(row.iter().take(columns).map(node).collect());
        let values: Vec<Value> = generations.iter().map(shown).collect();
        writeln!(out, "{}", json!({"name": name, "values": values}))?;
    } else {
        let shown = |row: &Vec<Rational>| -> Vec<String> {
            let more = (row.len() > columns).then(|| "...".to_string());
            row.iter().take(columns).map(|x| x.to_string()).chain(more).collect()
        };
        table(&mut out, &generations.iter().map(shown).collect::<Vec<_>>())?;
    }
    Ok(out.flush()?)
}

/// `wyt word`.
pub fn word(args: &WordArgs, context: &Context) -> Result<(), Failure> {
    let Some(name) = &args.name else { return list(catalogue::words(), context) };
    let fault = |e: wythoff_numbers::words::WordError| Failure::input(e.to_string());
    let text = match (catalogue::word(name)?, &args.at) {
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
    };
    let mut out = std::io::stdout().lock();
    if context.global.json {
        writeln!(out, "{}", json!({"name": name, "word": text}))?;
    } else {
        writeln!(out, "{text}")?;
    }
    Ok(())
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
        Ok(system.represent(&natural(n)?)?)
    });
    let text = text?;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if context.global.json {
        let key = if args.value { "value" } else { "digits" };
        writeln!(out, "{}", json!({"system": name, key: text, "seconds": seconds}))?;
    } else {
        writeln!(out, "{text}")?;
    }
    Ok(out.flush()?)
}

/// `wyt beatty`.
pub fn beatty(args: &BeattyArgs, context: &Context) -> Result<(), Failure> {
    let real = |text: &str| Real::parse(text).map_err(|e| Failure::input(format!("`{text}`: {e}")));
    let fault = |e: wythoff_numbers::beatty::BeattyError| Failure::input(e.to_string());
    let first = Beatty::new(real(&args.alpha)?, real(&args.gamma)?).map_err(fault)?;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if let Some(at) = &args.at {
        let term = first.term(&integer(at)?).map_err(fault)?;
        if context.global.json {
            writeln!(out, "{}", json!({"value": number(&term)}))?;
        } else {
            writeln!(out, "{term}")?;
        }
        return Ok(out.flush()?);
    }
    if let Some(x) = &args.contains {
        let index = first.index_of(&integer(x)?).map_err(fault)?;
        if context.global.json {
            writeln!(out, "{}", json!({"contains": index.is_some(), "index": index.as_ref().map(number)}))?;
        } else {
            match index {
                Some(n) => writeln!(out, "yes, at n = {n}")?,
                None => writeln!(out, "no")?,
            }
        }
        return Ok(out.flush()?);
    }
    let delta = args.delta.as_deref().map(real).transpose()?;
    let second = match &args.beta {
        Some(beta) => Beatty::new(real(beta)?, delta.unwrap_or(Real::from(0))).map_err(fault)?,
        None => {
            let second = first.complement().map_err(fault)?;
            match delta {
                Some(delta) => Beatty::new(second.alpha().clone(), delta).map_err(fault)?,
                None => second,
            }
        }
    };
    let terms = |b: &Beatty| -> Result<Vec<Integer>, Failure> {
        (1..=args.first as u64).map(|n| b.term(&Integer::from(n)).map_err(fault)).collect()
    };
    let (a, b) = (terms(&first)?, terms(&second)?);
    let together = not_complementary(&first, &second).map_err(fault)?;
    // The expansion of a fraction ends; one more quotient than is shown tells.
    let rational = matches!(first.alpha().to_rational(), Ok(Some(_)));
    let shown = if rational { 200 } else { 12 };
    let mut quotients =
        first.alpha().continued_fraction(shown + 1).map_err(|e| Failure::input(e.to_string()))?;
    let ends = quotients.len() <= shown;
    quotients.truncate(shown);
    if context.global.json {
        let list = |v: &[Integer]| Value::Array(v.iter().map(number).collect());
        writeln!(
            out,
            "{}",
            json!({
                "alpha": args.alpha,
                "continued_fraction": list(&quotients),
                "first": list(&a),
                "second": list(&b),
                "complementary": together.is_none(),
                "obstruction": together.as_ref().map(|why| why.to_string()),
            })
        )?;
    } else {
        let join = |v: &[Integer]| v.iter().map(|n| n.to_string()).collect::<Vec<_>>().join(", ");
        let more = if ends { "" } else { ", ..." };
        match &quotients[..] {
            [whole, part @ ..] if !part.is_empty() => {
                writeln!(out, "alpha = [{whole}; {}{more}]", join(part))?
            }
            whole => writeln!(out, "alpha = [{}]", join(whole))?,
        }
        writeln!(out, "first   {}", join(&a))?;
        writeln!(out, "second  {}", join(&b))?;
        match together {
            None => writeln!(out, "complementary: every positive integer is in exactly one of the two")?,
            Some(why) => writeln!(out, "not complementary: {why}")?,
        }
    }
    Ok(out.flush()?)
}
