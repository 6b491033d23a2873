//! Tables for a paper: LaTeX without packages, except `longtable` for a list that does not fit a page.

use crate::export::Data;
use crate::game::Game;
use std::io::{self, Write};

/// Rows that fit a page.
const PAGE: usize = 40;

/// Writes the data as a LaTeX table, row by row, after a comment that says what it is.
pub(crate) fn table(game: &Game, data: Data<'_>, out: &mut dyn Write) -> io::Result<()> {
    match data {
        Data::Positions(found, _) => {
            let names: Vec<String> =
                game.coordinate_names().iter().map(|name| format!("${}$", math(name))).collect();
            let rows = found.positions.iter().enumerate().map(|(n, position)| {
                let piles: Vec<String> = position.iter().map(u64::to_string).collect();
                format!("{n} & {}", piles.join(" & "))
            });
            let head = format!("$n$ & {}", names.join(" & "));
            let columns = format!("r|{}", "r".repeat(names.len()));
            let what = format!("P-positions of {}", game.name());
            framed(&what, &columns, &head, rows, out)
        }
        Data::Values(found) => {
            let width = found.sides.last().map_or(1, |side| *side as usize).max(1);
            let head: String = (0..width).fold(String::new(), |head, y| head + &format!(" & {y}"));
            let outer = &found.sides[..found.sides.len().saturating_sub(1)];
            let rows = found.values.chunks(width).enumerate().map(|(index, row)| {
                let mut at = Vec::new();
                let mut rest = index as u64;
                for side in outer.iter().rev() {
                    at.push((rest % side.max(&1)).to_string());
                    rest /= side.max(&1);
                }
                at.reverse();
                row.iter().fold(at.join(","), |line, value| line + &format!(" & {value}"))
            });
            let what = format!("Sprague-Grundy values of {}", game.name());
            framed(&what, &format!("r|{}", "r".repeat(width)), &head, rows, out)
        }
    }
}

fn framed(
    what: &str,
    columns: &str,
    head: &str,
    rows: impl ExactSizeIterator<Item = String>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut out = io::BufWriter::new(out);
    let (count, long) = (rows.len(), rows.len() > PAGE);
    let environment = if long { "longtable" } else { "tabular" };
    let what = what.split_whitespace().collect::<Vec<_>>().join(" ");
    writeln!(out, "% {what}{}", if long { "; \\usepackage{longtable}" } else { "" })?;
    writeln!(out, "\\begin{{{environment}}}{{{columns}}}\n{head} \\\\ \\hline")?;
    if long {
        writeln!(out, "\\endhead")?;
    }
    for (index, row) in rows.enumerate() {
        writeln!(out, "{row}{}", if index + 1 < count { " \\\\" } else { "" })?;
    }
    writeln!(out, "\\end{{{environment}}}")?;
    out.flush()
}

/// A name in mathematics: `x1` is x with an index.
fn math(name: &str) -> String {
    let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = &name[letters.len()..];
    let letters = if letters.len() > 1 {
        format!("\\mathit{{{}}}", letters.replace('_', "\\_"))
    } else {
        letters.to_string()
    };
    if digits.is_empty() { letters } else { format!("{letters}_{{{digits}}}") }
}
