//! `wyt array`: arrays and trees, the axioms of interspersions, fractal sequences.

use super::{integer, list, number};
use crate::context::Context;
use crate::failure::Failure;
use crate::game::position_text;
use serde_json::{Value, json};
use std::io::Write;
use wythoff_numbers::Integer;
use wythoff_numbers::arrays::dispersion::{
    check_interspersion, is_fractal, lower_trim, row_numbers, upper_trim,
};
use wythoff_numbers::catalogue;
use wythoff_numbers::int::{Rational, parse_integer};

/// Arguments of `wyt array`.
#[derive(clap::Args)]
pub struct ArrayArgs {
    /// A name such as wythoff or 'dispersion(of="upper-wythoff")', a tree such as t1, or @FILE with rows of numbers;
    /// without one the names are listed
    name: Option<String>,
    /// Rows and columns of the corner; of a tree, generations and nodes of each
    #[arg(long, value_name = "RxC", default_value = "8x8")]
    size: String,
    /// One entry: row,column, of any size
    #[arg(long, value_name = "I,J")]
    at: Option<String>,
    /// Whether the corner keeps the four axioms of an interspersion
    #[arg(long, conflicts_with = "at")]
    axioms: bool,
    /// The row numbers of 1, 2, 3, ... and their trims: a fractal sequence if the array is an interspersion
    #[arg(long, conflicts_with_all = ["at", "axioms"])]
    fractal: bool,
}

/// `wyt array`.
pub fn array(args: &ArrayArgs, context: &Context) -> Result<(), Failure> {
    let Some(name) = &args.name else {
        return list(&[catalogue::arrays(), catalogue::trees()].concat(), context);
    };
    if catalogue::trees().iter().any(|tree| tree.name == name) {
        if args.axioms || args.fractal {
            return Err(Failure::input(format!("`{name}` is a tree")).hint("the axioms are about arrays"));
        }
        return tree(name, args, context);
    }
    let (answer, seconds) = context.timed(|| answer(name, args));
    let (mut object, text) = answer?;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if context.global.json {
        object["name"] = json!(name);
        object["seconds"] = json!(seconds);
        writeln!(out, "{object}")?;
    } else {
        write!(out, "{text}")?;
    }
    Ok(out.flush()?)
}

/// The answer as a JSON object and as text.
fn answer(name: &str, args: &ArrayArgs) -> Result<(Value, String), Failure> {
    if let Some(at) = &args.at {
        let (i, column) = place(at)?;
        let value = catalogue::array(name)?.entry(&integer(i)?, column)?;
        return Ok((json!({"value": number(&value)}), format!("{value}\n")));
    }
    let corner = if name.starts_with('@') || name == "-" {
        rows(&position_text(name)?)?
    } else {
        let (rows, columns) = size(args)?;
        catalogue::array(name)?.corner(rows, columns)?
    };
    if args.axioms {
        let broken = check_interspersion(&corner);
        let text = match &broken {
            None => "the corner keeps the four axioms of an interspersion\n".to_string(),
            Some(violation) => format!("no interspersion: {violation}\n"),
        };
        return Ok((
            json!({"interspersion": broken.is_none(), "violation": broken.map(|v| v.to_string())}),
            text,
        ));
    }
    if args.fractal {
        let numbers = row_numbers(&corner);
        let (lower, upper, fractal) = (lower_trim(&numbers), upper_trim(&numbers), is_fractal(&numbers));
        let join = |list: &[u64]| list.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
        let text = format!(
            "rows of 1, 2, ...  {}\nlower trim         {}\nupper trim         {}\n{}\n",
            join(&numbers),
            join(&lower),
            join(&upper),
            if fractal {
                "fractal as far as the corner shows: the lower trim is the sequence again"
            } else {
                "not fractal: the lower trim is another sequence"
            }
        );
        return Ok((
            json!({"rows": numbers, "lower_trim": lower, "upper_trim": upper, "fractal": fractal}),
            text,
        ));
    }
    let mut text = Vec::new();
    table(&mut text, &corner)?;
    let values: Vec<Value> =
        corner.iter().map(|row| Value::Array(row.iter().map(number).collect())).collect();
    Ok((json!({"values": values}), String::from_utf8_lossy(&text).into_owned()))
}

/// Rows of numbers, one a line, with commas or white space between them.
fn rows(text: &str) -> Result<Vec<Vec<Integer>>, Failure> {
    let mut rows = Vec::new();
    for (line, row) in text.lines().enumerate().filter(|(_, row)| !row.trim().is_empty()) {
        let numbers = row.split([',', ' ', '\t']).filter(|word| !word.is_empty()).map(|word| {
            parse_integer(word)
                .map_err(|_| Failure::input(format!("line {}: `{word}` is not an integer", line + 1)))
        });
        rows.push(numbers.collect::<Result<Vec<_>, _>>()?);
    }
    match rows.is_empty() {
        true => {
            Err(Failure::input("there are no rows")
                .hint("write a row a line, numbers with commas between them"))
        }
        false => Ok(rows),
    }
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
        let (generation, seconds) =
            context.timed(|| row.checked_sub(1).and_then(|row| tree.generations().nth(row)));
        let generation = generation.ok_or_else(outside)?;
        let index = usize::try_from(column).ok().and_then(|column| column.checked_sub(1));
        let value = index.and_then(|index| generation.get(index)).ok_or_else(outside)?;
        if context.global.json {
            writeln!(out, "{}", json!({"name": name, "value": node(value), "seconds": seconds}))?;
        } else {
            writeln!(out, "{value}")?;
        }
        return Ok(out.flush()?);
    }
    let (rows, columns) = size(args)?;
    if rows > GENERATIONS {
        return Err(too_many(rows));
    }
    let (generations, seconds): (Vec<Vec<Rational>>, _) =
        context.timed(|| tree.generations().take(rows).collect());
    if context.global.json {
        let shown = |row: &Vec<Rational>| Value::Array(row.iter().take(columns).map(node).collect());
        let values: Vec<Value> = generations.iter().map(shown).collect();
        writeln!(out, "{}", json!({"name": name, "values": values, "seconds": seconds}))?;
    } else {
        let shown = |row: &Vec<Rational>| -> Vec<String> {
            let more = (row.len() > columns).then(|| "...".to_string());
            row.iter().take(columns).map(|x| x.to_string()).chain(more).collect()
        };
        table(&mut out, &generations.iter().map(shown).collect::<Vec<_>>())?;
    }
    Ok(out.flush()?)
}
