//! The figures of the papers, drawn from the rules as SVG.

use crate::support::{p_below, pairs_below};
use std::fmt::Write;
use wythoff_theory::blocking_ca::PalaceTable;
use wythoff_theory::star::WythoffStar;

/// A figure of a paper.
pub struct Figure {
    /// The paper.
    pub paper: &'static str,
    /// Its name there.
    pub name: String,
    /// What it shows.
    pub caption: String,
    /// The drawing.
    pub svg: String,
}

/// The figures that could be drawn, paper by paper.
pub fn figures() -> Vec<Figure> {
    let drawn = [
        ("GEO", "Figure 5", "P-positions of [1,2,1], piles below 40", pairs("vector(a=1,b=2)", 40)),
        ("GEO", "Figure 6", "P-positions of [2,2,1], piles below 60", pairs("vector(a=2,b=2)", 60)),
        ("VIS", "Figure 1", "P-positions of Wythoff Nim, piles below 60", pairs("wythoff", 60)),
        ("VIS", "Figure 4", "P-positions of 100-Blocking Wythoff Nim, piles below 300", blocking(100, 300)),
        ("VIS", "Figure 5", "P-positions of (3,5)-GDWN, piles below 400", pairs("gdwn(p=3,q=5)", 400)),
        (
            "VIS",
            "Figure 6",
            "Ratios b/a of the upper P-positions (a,b) of (1,2)-GDWN, a below 2000: they split into two beams",
            ratios("gdwn(p=1,q=2)", 5000),
        ),
        ("VIS", "Figure 8", "P-positions of (Wythoff)*, piles below 400", star(400)),
    ];
    let figure = |(paper, name, caption, svg): (&'static str, &str, &str, Option<String>)| {
        Some(Figure { paper, name: name.to_string(), caption: caption.to_string(), svg: svg? })
    };
    drawn.into_iter().filter_map(figure).collect()
}

/// Room for the numbers beside and below a drawing of 400 units.
const LEFT: u64 = 34;
const BELOW: u64 = 22;

/// A frame of 400 x 400 with numbers at both axes, the origin at the lower left; `label` is the number at a share of
/// the axis in quarters.
fn frame(body: &str, across: impl Fn(u64) -> String, up: impl Fn(u64) -> String) -> String {
    let mut ticks = String::new();
    for quarter in 0..=4u64 {
        let at = 100 * quarter;
        let anchor = if quarter == 4 { "end" } else { "middle" };
        let _ = write!(
            ticks,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"{anchor}\">{}</text>",
            LEFT + at,
            400 + 16,
            across(quarter)
        );
        let baseline = (400 - at + 4).max(11);
        let _ = write!(
            ticks,
            "<text x=\"{}\" y=\"{baseline}\" text-anchor=\"end\">{}</text>",
            LEFT - 5,
            up(quarter)
        );
    }
    format!(
        "<svg viewBox=\"0 0 {} {}\" role=\"img\" font-family=\"sans-serif\" font-size=\"11\" fill=\"#555\"><rect x=\"{LEFT}\" width=\"400\" height=\"400\" fill=\"#f6f5f0\"/>{body}{ticks}</svg>",
        LEFT + 401,
        400 + BELOW
    )
}

/// A board of `side` x `side` cells with the given ones dark, each `dot` cells wide.
fn board(side: u64, dot: u64, cells: impl Iterator<Item = (u64, u64)>) -> String {
    let mut path = String::new();
    for (x, y) in cells.filter(|(x, y)| *x < side && *y < side) {
        let _ = write!(path, "M{x} {}h{dot}v{dot}h-{dot}z", side.saturating_sub(dot + y));
    }
    let body = format!(
        "<svg x=\"{LEFT}\" width=\"400\" height=\"400\" viewBox=\"0 0 {side} {side}\"><path d=\"{path}\" fill=\"#1c1c1c\"/></svg>"
    );
    let label = |quarter: u64| (side * quarter / 4).to_string();
    frame(&body, label, label)
}

fn pairs(spec: &str, side: u64) -> Option<String> {
    let found = p_below(spec, side).ok()?;
    // Few positions on a large board would not be seen.
    Some(board(side, side.div_ceil(200), found.iter().flat_map(|p| [(p[0], p[1]), (p[1], p[0])])))
}

fn blocking(k: u32, side: usize) -> Option<String> {
    let table = PalaceTable::new(k, side, side).ok()?;
    let cells = (0..side).flat_map(|x| (0..side).map(move |y| (x, y)));
    let lost = cells.filter(|(x, y)| table.is_p(*x, *y)).map(|(x, y)| (x as u64, y as u64));
    Some(board(side as u64, 1, lost))
}

fn star(side: u64) -> Option<String> {
    let star = WythoffStar::below(side).ok()?;
    let axis = (0..side).flat_map(|n| [(0, n), (n, 0)]);
    let interior = star.interior().flat_map(|(x, y)| [(x, y), (y, x)]);
    Some(board(side, 1, axis.chain(interior)))
}

/// The ratio b/a, from 1 to 3, against a up to 2/5 of the bound.
fn ratios(spec: &str, bound: u64) -> Option<String> {
    let width = bound * 2 / 5;
    let mut dots = String::new();
    for (a, b) in pairs_below(spec, bound).ok()?.into_iter().filter(|p| p.0 > 0 && p.0 < width) {
        let height = 400u64.saturating_sub((b * 200 / a).saturating_sub(200)).min(399);
        let _ = write!(dots, "M{} {height}h1.2v1.2h-1.2z", LEFT + a * 400 / width);
    }
    let up = |quarter: u64| ["1", "1.5", "2", "2.5", "3"][quarter.min(4) as usize].to_string();
    Some(frame(
        &format!("<path d=\"{dots}\" fill=\"#1c1c1c\"/>"),
        |quarter| (width * quarter / 4).to_string(),
        up,
    ))
}
