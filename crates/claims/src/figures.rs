//! The figures of the papers, drawn from the rules as SVG.

use crate::support::{p_below, pairs_below, rules};
use std::collections::BTreeSet;
use std::fmt::Write;
use wythoff_rules::Rules;
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
            "The fill rule of Wythoff Nim: the first P-positions (dark), the cells above the diagonal of the board that see one of them along a column (blue) or a diagonal (red), the next P-position (6,10) (green) and its mirror image (10,6) (yellow)",
            fill_rule(12, 6),
        ),
        (
            "VIS",
            "Figure 2",
            "Wythoff Nim on a chessboard: where a Queen at (5,7) may go; the corner (0,0) is at the lower left",
            options_of("wythoff", [5, 7], 8),
        ),
        (
            "VIS",
            "Figure 3",
            "What determines the Grundy value of Wythoff Nim at (14,5) (dark): the options to the left (blue), down (green) and slant (red)",
            directions([14, 5], 18),
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
            "1000-Blocking Wythoff Nim on 3000 x 3000, the origin at the upper left: the share of P-positions in squares of 10 x 10, at least 1, 5, 15 and 40 (black) percent",
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
        (
            "VIS",
            "Figure 8",
            "P-positions of (Wythoff)*, piles below 5000: how many there are in squares of 10 x 10, from one (light) to four and more (dark)",
            star(5000, 10),
        ),
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
    painted(side, dot, vec![(LIGHT, light.collect()), (DARK, dark.collect())])
}

const LIGHT: &str = "#b9c7dd";
const DARK: &str = "#1c1c1c";
const BLUE: &str = "#8fb1e3";
const RED: &str = "#e39a8f";
const GREEN: &str = "#3a9a4a";
const YELLOW: &str = "#e8c21c";

/// A board of `side` x `side` cells with cells of several colours, each `dot` cells wide; later ones lie above.
fn painted(side: u64, dot: u64, layers: Vec<(&str, Vec<(u64, u64)>)>) -> String {
    let mut body = format!("<svg x=\"{LEFT}\" width=\"400\" height=\"400\" viewBox=\"0 0 {side} {side}\">");
    for (color, cells) in layers {
        let mut path = String::new();
        for (x, y) in cells.into_iter().filter(|(x, y)| *x < side && *y < side) {
            let _ = write!(path, "M{x} {}h{dot}v{dot}h-{dot}z", side.saturating_sub(dot + y));
        }
        let _ = write!(body, "<path d=\"{path}\" fill=\"{color}\"/>");
    }
    body += "</svg>";
    let label = |quarter: u64| (side * quarter / 4).to_string();
    frame(&body, label, label)
}

/// Whether a game has the move from one cell of a board to another.
///
/// The piles of the game may be exchanged, the cells of a board may not: the same amounts are taken where one pile is so much
/// larger that the order is plain. The games drawn have the same moves everywhere.
fn moves(game: &Rules, from: [u64; 2], to: [u64; 2]) -> Option<bool> {
    if from == to || to[0] > from[0] || to[1] > from[1] {
        return Some(false);
    }
    let apart = |[x, y]: [u64; 2]| game.canonical(&[x + 4 * from[1] + 100, y]);
    let target = apart(to);
    Some(game.options(&apart(from)).ok()?.iter().any(|option| game.canonical(option) == target))
}

fn cells(side: u64) -> impl Iterator<Item = [u64; 2]> {
    (0..side).flat_map(move |x| (0..side).map(move |y| [x, y]))
}

/// A position (dark) and its options (light) on a board.
fn options_of(spec: &str, from: [u64; 2], side: u64) -> Option<String> {
    let game = rules(spec).ok()?;
    let mut light = Vec::new();
    for to in cells(side) {
        light.extend(moves(&game, from, to)?.then_some((to[0], to[1])));
    }
    Some(shades(side, 1, light.into_iter(), std::iter::once((from[0], from[1]))))
}

/// A position (dark) and those that move to it (light).
fn absorbed(spec: &str, to: [u64; 2], side: u64) -> Option<String> {
    let game = rules(spec).ok()?;
    let mut light = Vec::new();
    for from in cells(side) {
        light.extend(moves(&game, from, to)?.then_some((from[0], from[1])));
    }
    Some(shades(side, 1, light.into_iter(), std::iter::once((to[0], to[1]))))
}

/// The P-positions of Wythoff Nim in the columns below `known`, the cells above the diagonal of the board that see one of
/// them, and the next P-position.
fn fill_rule(side: u64, known: u64) -> Option<String> {
    let found = pairs_below("wythoff", 4 * side).ok()?;
    let lost: Vec<(u64, u64)> =
        found.iter().filter(|p| p.0 < known).flat_map(|&(a, b)| [(a, b), (b, a)]).collect();
    let upper = || (0..side).flat_map(|x| (x..side).map(move |y| (x, y)));
    let column = upper().filter(|(x, y)| lost.iter().any(|(a, b)| a == x && b < y)).collect();
    let slant = |x: u64, y: u64| lost.iter().any(|&(a, b)| b >= a && x > a && y > b && x - a == y - b);
    let diagonal = upper().filter(|&(x, y)| slant(x, y)).collect();
    let &(a, b) = found.iter().find(|p| p.0 >= known)?;
    let layers = vec![(BLUE, column), (RED, diagonal), (DARK, lost), (GREEN, vec![(a, b)])];
    Some(painted(side, 1, layers.into_iter().chain([(YELLOW, vec![(b, a)])]).collect()))
}

/// A position of Wythoff Nim (dark) and its options by direction: left, down, slant.
fn directions(from: [u64; 2], side: u64) -> Option<String> {
    let game = rules("wythoff").ok()?;
    let mut layers = vec![(BLUE, Vec::new()), (GREEN, Vec::new()), (RED, Vec::new())];
    for to in cells(side) {
        if moves(&game, from, to)? {
            let direction = if to[1] == from[1] { 0 } else { 1 + usize::from(to[0] != from[0]) };
            layers[direction].1.push((to[0], to[1]));
        }
    }
    layers.push((DARK, vec![(from[0], from[1])]));
    Some(painted(side, 1, layers))
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
    let table = PalaceTable::new(k, side, side).ok()?;
    let body = squares(side / grain, |x, y| {
        let cells = (0..grain).flat_map(|i| (0..grain).map(move |j| (x * grain + i, y * grain + j)));
        let lost = cells.filter(|(x, y)| table.is_p(*x, *y)).count();
        [1, 5, 15, 40].iter().filter(|percent| 100 * lost >= *percent * grain * grain).count()
    });
    let label = |quarter: u64| (side as u64 * quarter / 4).to_string();
    Some(frame(&body, label, |quarter| label(4 - quarter)))
}

/// Squares in five shades, 0 for none to 4, the first row on top.
fn squares(count: usize, shade: impl Fn(usize, usize) -> usize) -> String {
    const SHADES: [&str; 5] = ["", "#d5dbe6", "#9fb0cc", "#5f718f", DARK];
    let mut paths = [const { String::new() }; SHADES.len()];
    for y in 0..count {
        let row: Vec<usize> = (0..count).map(|x| shade(x, y).min(4)).collect();
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
    format!("<svg x=\"{LEFT}\" width=\"400\" height=\"400\" viewBox=\"0 0 {count} {count}\">{drawn}</svg>")
}

/// The P-positions of (Wythoff)*, counted in squares of `grain` cells a side.
fn star(side: usize, grain: usize) -> Option<String> {
    let star = WythoffStar::below(side as u64).ok()?;
    let count = side / grain;
    let mut times = vec![0usize; count * count];
    let mut mark = |x: u64, y: u64| {
        let (column, row) = (x as usize / grain, y as usize / grain);
        if column < count && row < count {
            times[row * count + column] += 1;
        }
    };
    mark(0, 0);
    (1..side as u64).for_each(|n| {
        mark(0, n);
        mark(n, 0);
    });
    for (x, y) in star.interior() {
        mark(x, y);
        if x != y {
            mark(y, x);
        }
    }
    let body = squares(count, |x, y| times[(count - 1 - y) * count + x]);
    let label = |quarter: u64| (side as u64 * quarter / 4).to_string();
    Some(frame(&body, label, label))
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
        assert_eq!(drawn.len(), 18);
        for figure in drawn {
            assert!(
                figure.svg.contains("<path d=\"M") || figure.svg.matches("M").count() > 5,
                "{}",
                figure.name
            );
        }
    }

    /// A queen stays where she is seen to go: the piles of the game may be exchanged, the cells of the board may not.
    #[test]
    fn moves_are_those_of_the_board() {
        let light = |spec: &str, from: [u64; 2]| {
            let game = super::rules(spec).unwrap();
            super::cells(12).filter(|to| super::moves(&game, from, *to).unwrap()).collect::<Vec<_>>()
        };
        let queen = |[x, y]: [u64; 2], most: u64| {
            let taken = |[u, v]: [u64; 2]| Some((x.checked_sub(u)?, y.checked_sub(v)?));
            let line = |(i, j): (u64, u64)| (i == 0) != (j == 0) || i == j && i > 0;
            super::cells(12)
                .filter(|to| taken(*to).is_some_and(|(i, j)| line((i, j)) && i.max(j) <= most))
                .collect::<Vec<_>>()
        };
        for from in [[7, 5], [5, 7], [8, 6], [4, 4], [0, 3]] {
            assert_eq!(light("wythoff", from), queen(from, 12), "{from:?}");
            assert_eq!(light("radius(r=3)", from), queen(from, 3), "{from:?}");
        }
        assert_eq!(light("vector(a=3,b=1)", [7, 2]).len(), 7 + 2 + 2);
    }

    /// The fill rule finds (6,10), as the figure of the paper does.
    #[test]
    fn the_next_position_of_the_fill_rule_is_the_printed_one() {
        let drawn = super::fill_rule(12, 6).unwrap();
        let cell = |x: u64, y: u64| format!("M{x} {}h1v1h-1z", 11 - y);
        for (color, at) in [(super::GREEN, cell(6, 10)), (super::YELLOW, cell(10, 6))] {
            assert!(drawn.contains(&format!("<path d=\"{at}\" fill=\"{color}\"/>")), "{color}");
        }
    }
}
