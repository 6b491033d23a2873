//! `wyt slope`: l(a,b) of NIM(a,b) with its polynomial and matrix.

use crate::context::Context;
use crate::count::number;
use crate::failure::Failure;
use crate::json;
use std::io::Write;
use wythoff::numbers::Integer;

/// Arguments of `wyt slope`.
#[derive(clap::Args)]
pub struct Args {
    /// NIM(a,b): any amounts whose difference is below a, or of which one is below b
    a: u64,
    /// b
    b: u64,
    /// Digits after the point
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = number::<u64>)]
    digits: u64,
}

/// Shows the slope.
pub fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    let found = wythoff::nim_slope(args.a, args.b, args.digits, context.budget())?;
    context.finish();
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if context.global.json {
        json::write(&mut out, &found)?;
        return Ok(out.flush()?);
    }
    writeln!(out, "l({},{}) = {}..", found.a, found.b, found.slope)?;
    writeln!(out, "= {}/(r-1), r > 1 the root of {}", found.a, polynomial(&found.polynomial))?;
    writeln!(out, "l is a root of {}", polynomial(&found.polynomial_of_slope))?;
    for row in &found.matrix {
        let cells: Vec<String> = row.iter().map(ToString::to_string).collect();
        writeln!(out, "[{}]", cells.join(" "))?;
    }
    Ok(out.flush()?)
}

/// A polynomial as people write it, highest power first.
fn polynomial(coefficients: &[Integer]) -> String {
    let mut text = String::new();
    for (power, c) in coefficients.iter().enumerate().rev().filter(|(_, c)| **c != 0) {
        let (sign, size) = if *c < 0 { ("-", -c) } else { ("+", c.clone()) };
        match (text.is_empty(), sign) {
            (true, "-") => text += "-",
            (true, _) => {}
            (false, sign) => text += &format!(" {sign} "),
        }
        let variable = match power {
            0 => String::new(),
            1 => "z".to_string(),
            _ => format!("z^{power}"),
        };
        text += &match (size == 1, power) {
            (true, 1..) => variable,
            (_, 0) => size.to_string(),
            _ => format!("{size} {variable}"),
        };
    }
    text
}
