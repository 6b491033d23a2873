//! A drawing as a TikZ picture, for a paper in LaTeX: `\usepackage{tikz}` and `\input{FILE}`. Words are set by LaTeX in the
//! fonts of the paper; what a user typed is escaped.

use crate::cells::Cells;
use crate::colour::Rgb;
use crate::error::PlotError;
use crate::figure::go_on;
use crate::map;
use crate::scene::{Anchor, Mark, Point, Scene, Shape, Text};
use crate::svg::number;
use std::fmt::Write;

/// More rectangles than this are too many for LaTeX's memory.
const MOST_RUNS: usize = 20_000;

/// The drawing as one picture; a unit is three quarters of a point, as on the web.
pub(crate) fn write(scene: &Scene<'_>) -> Result<String, PlotError> {
    let mut out = String::new();
    let comment: String = scene.title.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let _ = writeln!(out, "% {comment}");
    out.push_str("\\begin{tikzpicture}[x=0.75pt,y=-0.75pt,line cap=butt]\n");
    let _ = writeln!(out, "\\useasboundingbox (0,0) rectangle {};", point((scene.width, scene.height)));
    let mut runs = 0;
    for shape in &scene.shapes {
        go_on(scene.watch)?;
        match shape {
            Shape::Rect { at, size, fill } => {
                let _ = writeln!(out, "\\fill[{}] {};", colour("fill", *fill), rectangle(*at, *size));
            }
            Shape::Frame { at, size, width, colour: ink } => {
                let (ink, width) = (colour("draw", *ink), length(*width));
                let _ = writeln!(out, "\\draw[{ink},line width={width}] {};", rectangle(*at, *size));
            }
            Shape::Line { from, to, width, colour: ink, dashed } => {
                let dash = if *dashed { ",dash pattern=on 3.75pt off 2.25pt" } else { "" };
                let (ink, width) = (colour("draw", *ink), length(*width));
                let _ = writeln!(
                    out,
                    "\\draw[{ink},line width={width}{dash}] {} -- {};",
                    point(*from),
                    point(*to)
                );
            }
            Shape::Text(text) => text_into(&mut out, text),
            Shape::Marks { mark, centres, side, colour: ink } => {
                runs += centres.len();
                marks_into(&mut out, *mark, centres, *side, *ink);
            }
            Shape::Image { at, size, cells, palette, down } => {
                runs += image_into(&mut out, *at, *size, *cells, palette, *down)?;
            }
        }
        if runs > MOST_RUNS {
            return Err(PlotError::TooLarge {
                asked: runs as u64,
                what: "TikZ rectangles",
                most: MOST_RUNS as u64,
            });
        }
    }
    out.push_str("\\end{tikzpicture}\n");
    Ok(out)
}

fn point((x, y): Point) -> String {
    format!("({},{})", number(x), number(y))
}

fn rectangle(at: Point, size: Point) -> String {
    format!("{} rectangle {}", point(at), point((at.0 + size.0, at.1 + size.1)))
}

/// A length that is no coordinate.
fn length(thousandths: i64) -> String {
    format!("{}pt", number(thousandths * 3 / 4))
}

fn colour(what: &str, Rgb(red, green, blue): Rgb) -> String {
    format!("{what}={{rgb,255:red,{red};green,{green};blue,{blue}}}")
}

fn text_into(out: &mut String, text: &Text) {
    let anchor = match text.anchor {
        Anchor::Start => "base west",
        Anchor::Middle => "base",
        Anchor::End => "base east",
    };
    let size = length(text.size);
    let bold = if text.bold { "\\bfseries " } else { "" };
    let ink = colour("text", text.colour);
    let (at, words) = (point(text.at), escape(&text.text));
    let _ = writeln!(
        out,
        "\\node[anchor={anchor},inner sep=0pt,{ink},font=\\fontsize{{{size}}}{{{size}}}\\selectfont {bold}] at {at} {{{words}}};"
    );
}

fn marks_into(out: &mut String, mark: Mark, centres: &[Point], side: i64, ink: Rgb) {
    if centres.is_empty() {
        return;
    }
    let half = side / 2;
    let _ = match mark {
        Mark::Ring => write!(out, "\\path[{},line width=0.75pt]", colour("draw", ink)),
        _ => write!(out, "\\path[{}]", colour("fill", ink)),
    };
    for (index, (x, y)) in centres.iter().enumerate() {
        out.push_str(if index % 4 == 0 { "\n  " } else { " " });
        match mark {
            Mark::Square => out.push_str(&rectangle((x - half, y - half), (side, side))),
            Mark::Disc | Mark::Ring => {
                let _ = write!(out, "{} circle[radius={}]", point((*x, *y)), length(half));
            }
        }
    }
    out.push_str(";\n");
}

/// A map as rectangles, one for each run of equal cells; gives their number.
fn image_into(
    out: &mut String,
    at: Point,
    size: Point,
    cells: &dyn Cells,
    palette: &[Rgb],
    down: bool,
) -> Result<usize, PlotError> {
    if let Some(ground) = palette.first().filter(|ground| **ground != Rgb::WHITE) {
        let _ = writeln!(out, "\\fill[{}] {};", colour("fill", *ground), rectangle(at, size));
    }
    let (columns, rows) = (i128::from(cells.columns()), i128::from(cells.rows()));
    let across = |x: usize| at.0 + (i128::from(size.0) * x as i128 / columns.max(1)) as i64;
    let along = |y: u64| at.1 + (i128::from(size.1) * i128::from(y) / rows.max(1)) as i64;
    let mut paths = vec![String::new(); palette.len()];
    let (mut count, mut line) = (0, map::line(cells)?);
    for drawn in 0..cells.rows() {
        cells.paint(if down { drawn } else { cells.rows() - 1 - drawn }, &mut line);
        let mut start = 0;
        for run in line.chunk_by(|a, b| a == b) {
            let end = start + run.len();
            if let Some(path) = paths.get_mut(usize::from(run[0])).filter(|_| run[0] > 0) {
                count += 1;
                if count > MOST_RUNS {
                    return Err(PlotError::TooLarge {
                        asked: count as u64,
                        what: "TikZ rectangles",
                        most: MOST_RUNS as u64,
                    });
                }
                let corner = (across(start), along(drawn));
                let far = (across(end) - corner.0, along(drawn + 1) - corner.1);
                let _ = write!(path, "\n  {}", rectangle(corner, far));
            }
            start = end;
        }
    }
    for (path, ink) in paths.iter().zip(palette).filter(|(path, _)| !path.is_empty()) {
        let _ = writeln!(out, "\\path[{}]{path};", colour("fill", *ink));
    }
    Ok(count)
}

/// Text that LaTeX takes as it is meant.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\textbackslash{}"),
            '{' | '}' | '$' | '&' | '#' | '%' | '_' => {
                out.push('\\');
                out.push(c);
            }
            '^' => out.push_str("\\textasciicircum{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '<' | '>' | '|' | '"' => {
                let _ = write!(out, "\\char{}{{}}", c as u32);
            }
            '–' => out.push_str("--"),
            '≤' => out.push_str("$\\leq$"),
            '≥' => out.push_str("$\\geq$"),
            '×' => out.push_str("$\\times$"),
            '…' => out.push_str("\\ldots{}"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_typed_stays_words() {
        assert_eq!(escape("\\input{x}% 50_$"), "\\textbackslash{}input\\{x\\}\\% 50\\_\\$");
    }
}
