//! `wyt eval`: formulas of the rule language on integers, side by side; what the arithmetic in the papers says.

use crate::context::Context;
use crate::failure::Failure;
use crate::json;
use std::io::Write;
use wythoff::numbers::{Line, Variable, evaluate, evaluate_each};

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

/// Evaluates the formulas at all values of the variables.
pub fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    let variables: Vec<Variable> = args.ranges.iter().map(|text| text.parse()).collect::<Result<_, _>>()?;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if context.global.json {
        json::write(&mut out, &evaluate(&args.formulas, &variables, context.budget())?)?;
        return Ok(out.flush()?);
    }
    let done = evaluate_each(&args.formulas, &variables, context.budget(), &mut |line: Line| {
        let named = variables.iter().zip(&line.at);
        let at: Vec<String> = named.map(|(variable, value)| format!("{} = {value}", variable.name)).collect();
        let colon = if at.is_empty() { "" } else { ": " };
        Ok::<_, Failure>(writeln!(out, "{}{colon}{}", at.join(", "), line.values.join("  "))?)
    });
    out.flush()?;
    done
}
