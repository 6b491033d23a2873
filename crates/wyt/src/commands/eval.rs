//! `wyt eval`: formulas of the rule language on integers, side by side; what the arithmetic in the papers says.

use crate::context::Context;
use crate::failure::Failure;
use serde_json::{Value, json};
use std::io::Write;
use wythoff_numbers::Integer;
use wythoff_numbers::int::parse_integer;
use wythoff_rules::Formula;

/// Arguments of `wyt eval`.
#[derive(clap::Args)]
pub struct Args {
    /// Formulas or conditions, such as 'floor((n + sqrt(5*n^2))/2)' or 'n^2 >= 4*n'
    #[arg(required = true)]
    formulas: Vec<String>,
    /// A variable and its range: n=3, n=1..10 (both ends included); may be repeated
    #[arg(long = "for", value_name = "VAR=A..B")]
    ranges: Vec<String>,
}

/// Lines that are computed at most.
const MOST: u64 = 1_000_000;

fn range(text: &str) -> Result<(String, Integer, Integer), Failure> {
    let fault = || Failure::input(format!("`{text}` is not a range")).hint("write n=3 or n=1..10");
    let (name, ends) = text.split_once('=').ok_or_else(fault)?;
    let (from, to) = ends.split_once("..").unwrap_or((ends, ends));
    let end = |text: &str| parse_integer(text.trim()).map_err(|_| fault());
    let (from, to) = (end(from)?, end(to)?);
    if name.trim().is_empty() || from > to {
        return Err(fault());
    }
    Ok((name.trim().to_string(), from, to))
}

/// Evaluates the formulas at all values of the variables.
pub fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    let ranges = args.ranges.iter().map(|text| range(text)).collect::<Result<Vec<_>, _>>()?;
    let names: Vec<&str> = ranges.iter().map(|(name, _, _)| name.as_str()).collect();
    let read = |text: &String| {
        // A condition is 1 or 0.
        Formula::read("formula", text, &names)
            .or_else(|e| Formula::read_condition("formula", text, &names).map_err(|_| e))
    };
    let formulas = args.formulas.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let mut values: Vec<Integer> = ranges.iter().map(|(_, from, _)| from.clone()).collect();
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let (mut lines, mut count) = (Vec::new(), 0);
    loop {
        count += 1;
        if count > MOST {
            return Err(Failure::limit(format!("more than {MOST} lines")).hint("choose smaller ranges"));
        }
        let results = formulas.iter().map(|f| f.value(&values)).collect::<Result<Vec<_>, _>>()?;
        let shown: Vec<String> = results.iter().map(ToString::to_string).collect();
        let at: Vec<String> =
            names.iter().zip(&values).map(|(name, value)| format!("{name} = {value}")).collect();
        if context.global.json {
            lines.push(
                json!({"at": values.iter().map(ToString::to_string).collect::<Vec<_>>(), "values": shown}),
            );
        } else if at.is_empty() {
            writeln!(out, "{}", shown.join("  "))?;
        } else {
            writeln!(out, "{}: {}", at.join(", "), shown.join("  "))?;
        }
        // The last variable runs fastest.
        let Some(place) = (0..values.len()).rev().find(|i| values[*i] < ranges[*i].2) else { break };
        values[place] += Integer::from(1);
        for later in place + 1..values.len() {
            values[later] = ranges[later].1.clone();
        }
    }
    if context.global.json {
        writeln!(
            out,
            "{}",
            json!({"formulas": args.formulas, "variables": names, "lines": Value::Array(lines)})
        )?;
    }
    Ok(out.flush()?)
}
