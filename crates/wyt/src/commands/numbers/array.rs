//! `wyt array`: arrays and trees, the axioms of interspersions, fractal sequences.

use super::{integer, list, show};
use crate::context::Context;
use crate::count::number;
use crate::failure::Failure;
use crate::game::position_text;
use wythoff::numbers::{Array, Corner, Fractal, Named};

/// Arguments of `wyt array`.
#[derive(clap::Args)]
pub struct ArrayArgs {
    /// A name such as wythoff or 'dispersion(of="upper-wythoff")', a tree such as t1, or @FILE with rows of numbers;
    /// without one the names are listed
    name: Option<String>,
    /// Rows and columns of the corner; of a tree, generations and nodes of each
    #[arg(long, value_name = "R or RxC", default_value = "8x8")]
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
    let Some(name) = &args.name else { return list(Named::Arrays, context) };
    let budget = context.budget();
    let array = match name.starts_with('@') || name == "-" {
        true => Array::given(name, &position_text(name)?, budget)?,
        false => Array::parse(name)?,
    };
    if let Some(at) = &args.at {
        let (row, column) = place(at)?;
        let found = array.entry(&integer(row)?, column, budget)?;
        return show(&found, &found.value.to_string(), context);
    }
    let (rows, columns) = size(args)?;
    if args.axioms {
        let found = array.axioms(rows, columns, budget)?;
        let text = match &found.violation {
            None => "the corner keeps the four axioms of an interspersion".to_string(),
            Some(violation) => format!("no interspersion: {violation}"),
        };
        return show(&found, &text, context);
    }
    if args.fractal {
        let found = array.fractal(rows, columns, budget)?;
        return show(&found, &fractal(&found), context);
    }
    let found = array.corner(rows, columns, budget)?;
    show(&found, &table(&found, array.is_tree()), context)
}

fn fractal(found: &Fractal) -> String {
    let join = |list: &[u64]| list.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
    let verdict = match found.fractal {
        true => "fractal as far as the corner shows: the lower trim is the sequence again",
        false => "not fractal: the lower trim is another sequence",
    };
    format!(
        "rows of 1, 2, ...  {}\nlower trim         {}\nupper trim         {}\n{verdict}",
        join(&found.rows),
        join(&found.lower_trim),
        join(&found.upper_trim)
    )
}

/// A place ROW,COLUMN.
fn place(at: &str) -> Result<(&str, u64), Failure> {
    let (row, column) = at
        .split_once(',')
        .ok_or_else(|| Failure::input("--at takes ROW,COLUMN, such as 3,5").hint("write --at 3,5"))?;
    let number = number(column).map_err(|_: String| {
        Failure::input(format!("`{column}` is not a column"))
            .hint("write --at ROW,COLUMN, both from 1 on, such as 3,5")
    })?;
    Ok((row, number))
}

/// Rows and columns of the corner asked for.
fn size(args: &ArrayArgs) -> Result<(usize, usize), Failure> {
    let wrong = || {
        Failure::input(format!("--size {}: this is not a size", args.size))
            .hint("write --size 8 or --size 8x10")
    };
    let (rows, columns) = args.size.split_once(['x', 'X']).unwrap_or((&args.size, &args.size));
    Ok((number(rows).map_err(|_: String| wrong())?, number(columns).map_err(|_: String| wrong())?))
}

/// Rows of numbers, aligned.
fn table(found: &Corner, is_tree: bool) -> String {
    let shown = |(row, more): (&Vec<_>, &bool)| -> Vec<String> {
        let more = (is_tree && *more).then(|| "...".to_string());
        row.iter().map(ToString::to_string).chain(more).collect()
    };
    let text: Vec<Vec<String>> = found.values.iter().zip(&found.more).map(shown).collect();
    let width = text.iter().flatten().map(String::len).max().unwrap_or(1);
    let line = |row: Vec<String>| row.iter().map(|c| format!("{c:>width$}")).collect::<Vec<_>>().join(" ");
    text.into_iter().map(line).collect::<Vec<_>>().join("\n")
}
