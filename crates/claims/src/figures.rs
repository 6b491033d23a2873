//! The figures of the papers, drawn from the rules as SVG.

use crate::support::{p_below, pairs_below, rules};
use std::collections::BTreeSet;
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
        (
            "GEO",
            "Figure 1",
            "Wythoff's game on a chessboard: where a queen at (7,5) may go",
            options_of("wythoff", [7, 5], 9),
        ),
        ("GEO", "Figure 4", "Moves of [3,1,1] from (11,8)", options_of("vector(a=3,b=1)", [11, 8], 13)),
        (
            "GEO",
            "Figure 5",
            "P-positions of [α,β,1], α ≠ β, here [1,2,1]: the diagonal; piles below 20",
            pairs("vector(a=1,b=2)", 20),
        ),
        ("GEO", "Figure 6", "First P-positions of [2,2,1], piles below 28", pairs("vector(a=2,b=2)", 28)),
        (
            "GEO",
            "Figure 7",
            "Positions that move to (5,3) in [2,2,1]: absorbed by it",
            absorbed("vector(a=2,b=2)", [5, 3], 14),
        ),
        ("GEO", "Figure 9", "Moves of the 3-radius game from (8,6)", options_of("radius(r=3)", [8, 6], 11)),
        (
            "VIS",
            "Figure 1",
            "The fill rule of Wythoff Nim: the first P-positions (dark) and the cells that see one of them along a column or a diagonal (light); the next are (6,10) and (10,6)",
            fill_rule(12, 6),
        ),
        (
            "VIS",
            "Figure 4, left",
            "P-positions of 100-Blocking Wythoff Nim on 300 x 300, the origin at the upper left",
            blocking(100, 300, 1),
        ),
        (
            "VIS",
            "Figure 4, right",
            "1000-Blocking Wythoff Nim on 3000 x 3000, the origin at the upper left: the share of P-positions in squares of 10 x 10, black for all, in quarters",
            blocking(1000, 3000, 10),
        ),
        (
            "VIS",
            "Figure 5, left",
            "(3,5)-GDWN: cells that see a P-position along (0,t), piles below 200",
            beams(3, 5, (0, 1), 200),
        ),
        (
            "VIS",
            "Figure 5, middle",
            "(3,5)-GDWN: cells that see a P-position along (t,t), piles below 200",
            beams(3, 5, (1, 1), 200),
        ),
        (
            "VIS",
            "Figure 5, right",
            "(3,5)-GDWN: cells that see a P-position along (3t,5t), piles below 200",
            beams(3, 5, (3, 5), 200),
        ),
        ("VIS", "Figure 6, left", "P-positions of Maharaja Nim, piles below 200", pairs("maharaja", 200)),
        (
            "VIS",
            "Figure 6, right",
            "P-positions of (1,2)-GDWN, piles below 200: the upper ones split into two beams",
            pairs("gdwn(p=1,q=2)", 200),
        ),
        (
            "VIS",
            "Figure 6, slopes",
            "Ratios b/a of the upper P-positions (a,b) of (1,2)-GDWN, a below 2000: near 1.478 and 2.248",
            ratios("gdwn(p=1,q=2)", 5000),
        ),
        ("VIS", "Figure 8", "P-positions of (Wythoff)*, piles below 1000", star(1000)),
    ];
    let figure = |(paper, name, caption, svg): (&'static str, &str, &str, Option<String>)| {
        Some(Figure { paper, name: name.to_string(), caption: caption.to_string(), svg: svg? })
    };
    drawn.into_iter().filter_map(figure).collect()
}

/// Room for the numbers beside and below a drawing of 400 units.
const LEFT: u64 = 34;
const BELOW: u64 = 22;

/// A frame of 400 x 400 with numbers at both axes, at quarters from the left and from below.
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
    shades(side, dot, std::iter::empty(), cells)
}

/// The same with other cells light.
fn shades(
    side: u64,
    dot: u64,
    light: impl Iterator<Item = (u64, u64)>,
    dark: impl Iterator<Item = (u64, u64)>,
) -> String {
    let path = |cells: &mut dyn Iterator<Item = (u64, u64)>| {
        let mut path = String::new();
        for (x, y) in cells.filter(|(x, y)| *x < side && *y < side) {
            let _ = write!(path, "M{x} {}h{dot}v{dot}h-{dot}z", side.saturating_sub(dot + y));
        }
        path
    };
    let (mut light, mut dark) = (light, dark);
    let body = format!(
        "<svg x=\"{LEFT}\" width=\"400\" height=\"400\" viewBox=\"0 0 {side} {side}\"><path d=\"{}\" fill=\"#b9c7dd\"/><path d=\"{}\" fill=\"#1c1c1c\"/></svg>",
        path(&mut light),
        path(&mut dark)
    );
    let label = |quarter: u64| (side * quarter / 4).to_string();
    frame(&body, label, label)
}

/// A position (dark) and its options (light) on a board.
fn options_of(spec: &str, from: [u64; 2], side: u64) -> Option<String> {
    let game = rules(spec).ok()?;
    let both = (0..side).flat_map(|x| (0..side).map(move |y| [x, y]));
    let canonical: BTreeSet<Vec<u64>> =
        game.options(&game.canonical(&from)).ok()?.iter().map(|o| game.canonical(o)).collect();
    // Both orders of a target where the pile order allows the move as it stands.
    let light = both.filter(|to| {
        to[0] <= from[0] && to[1] <= from[1] && *to != from && canonical.contains(&game.canonical(to))
    });
    Some(shades(
        side,
        1,
        light.map(|to| (to[0], to[1])).collect::<Vec<_>>().into_iter(),
        std::iter::once((from[0], from[1])),
    ))
}

/// A position (dark) and those that move to it (light).
fn absorbed(spec: &str, to: [u64; 2], side: u64) -> Option<String> {
    let game = rules(spec).ok()?;
    let target = game.canonical(&to);
    let mut light = Vec::new();
    for (x, y) in (to[0]..side).flat_map(|x| (to[1]..side).map(move |y| (x, y))) {
        if game.options(&game.canonical(&[x, y])).ok()?.iter().any(|o| game.canonical(o) == target)
            && (x, y) != (to[0], to[1])
        {
            light.push((x, y));
        }
    }
    Some(shades(side, 1, light.into_iter(), std::iter::once((to[0], to[1]))))
}

/// The P-positions of Wythoff Nim in the columns below `known`, and the cells above the diagonal that see one of them.
fn fill_rule(side: u64, known: u64) -> Option<String> {
    let found = pairs_below("wythoff", 4 * side).ok()?;
    let lost: Vec<(u64, u64)> =
        found.iter().filter(|p| p.0 < known).flat_map(|&(a, b)| [(a, b), (b, a)]).collect();
    let seen = |(x, y): &(u64, u64)| {
        lost.iter().any(|(a, b)| (a == x && b < y) || (x > a && y > b && x - a == y - b && b >= a))
    };
    let light: Vec<(u64, u64)> =
        (0..side).flat_map(|x| (x..side).map(move |y| (x, y))).filter(seen).collect();
    Some(shades(side, 1, light.into_iter(), lost.into_iter()))
}

/// The cells of (p,q)-GDWN that see a P-position along a direction.
fn beams(p: u64, q: u64, direction: (u64, u64), side: u64) -> Option<String> {
    let found = pairs_below(&format!("gdwn(p={p},q={q})"), side).ok()?;
    let mut cells = BTreeSet::new();
    for (a, b) in found.into_iter().flat_map(|(a, b)| [(a, b), (b, a)]) {
        cells.extend(
            (1..side)
                .map(|t| (a + t * direction.0, b + t * direction.1))
                .take_while(|(x, y)| *x < side && *y < side),
        );
    }
    Some(board(side, 1, cells.into_iter()))
}

fn pairs(spec: &str, side: u64) -> Option<String> {
    let found = p_below(spec, side).ok()?;
    // Few positions on a large board would not be seen.
    Some(board(side, side.div_ceil(200), found.iter().flat_map(|p| [(p[0], p[1]), (p[1], p[0])])))
}

/// The P-positions of k-Blocking Wythoff Nim, the origin at the upper left as in the paper: squares of `grain` cells a
/// side, the darker the more of them are P.
fn blocking(k: u32, side: usize, grain: usize) -> Option<String> {
    const SHADES: [&str; 5] = ["", "#d5dbe6", "#9fb0cc", "#5f718f", "#1c1c1c"];
    let table = PalaceTable::new(k, side, side).ok()?;
    let squares = side / grain;
    let shade = |x: usize, y: usize| {
        let cells = (0..grain).flat_map(|i| (0..grain).map(move |j| (x * grain + i, y * grain + j)));
        4 * cells.filter(|(x, y)| table.is_p(*x, *y)).count() / (grain * grain)
    };
    let mut paths = [const { String::new() }; SHADES.len()];
    for y in 0..squares {
        let row: Vec<usize> = (0..squares).map(|x| shade(x, y)).collect();
        let mut x = 0;
        for run in row.chunk_by(|a, b| a == b) {
            let _ = write!(paths[run[0]], "M{x} {y}h{0}v1h-{0}z", run.len());
            x += run.len();
        }
    }
    let drawn: String = (SHADES.iter().zip(&paths).skip(1))
        .filter(|(_, path)| !path.is_empty())
        .map(|(color, path)| format!("<path d=\"{path}\" fill=\"{color}\"/>"))
        .collect();
    let body = format!(
        "<svg x=\"{LEFT}\" width=\"400\" height=\"400\" viewBox=\"0 0 {squares} {squares}\">{drawn}</svg>"
    );
    let label = |quarter: u64| (side as u64 * quarter / 4).to_string();
    Some(frame(&body, label, |quarter| label(4 - quarter)))
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

#[cfg(test)]
mod tests {
    #[test]
    fn every_figure_is_drawn_and_none_is_empty() {
        let drawn = super::figures();
        assert_eq!(drawn.len(), 16);
        for figure in drawn {
            assert!(
                figure.svg.contains("<path d=\"M") || figure.svg.matches("M").count() > 5,
                "{}",
                figure.name
            );
        }
    }
}
