//! The figures of the papers, drawn from the rules as SVG.

use crate::support::{p_below, pairs_below};
use std::fmt::Write;
use wythoff_theory::blocking_ca::PalaceTable;
use wythoff_theory::star::WythoffStar;

/// Title and SVG of each figure that could be drawn.
pub fn figures() -> Vec<(String, String)> {
    let drawn = [
        ("VIS Figure 1: P-positions of Wythoff below 60", pairs("wythoff", 60)),
        ("VIS Figure 4: 100-Blocking Wythoff Nim on 300 x 300", blocking(100, 300)),
        ("VIS Figure 5: upper P-positions of (3,5)-GDWN below 400", pairs("gdwn(p=3,q=5)", 400)),
        ("VIS Figure 6: ratios b/a of (1,2)-GDWN below 2000", ratios("gdwn(p=1,q=2)", 2000)),
        ("VIS Figure 8: P-positions of (Wythoff)* below 400", star(400)),
        ("GEO Figure 5: P-positions of [1,2,1]", pairs("vector(a=1,b=2)", 40)),
        ("GEO Figure 6: P-positions of [2,2,1]", pairs("vector(a=2,b=2)", 60)),
    ];
    drawn.into_iter().filter_map(|(title, svg)| Some((title.to_string(), svg?))).collect()
}

/// A board of `side` x `side` cells with the given ones dark, the origin at the lower left.
fn board(side: u64, cells: impl Iterator<Item = (u64, u64)>) -> String {
    let mut path = String::new();
    for (x, y) in cells.filter(|(x, y)| *x < side && *y < side) {
        let _ = write!(path, "M{x} {}h1v1h-1z", side - 1 - y);
    }
    format!(
        "<svg viewBox=\"0 0 {side} {side}\" width=\"420\" height=\"420\" role=\"img\"><rect width=\"{side}\" height=\"{side}\" fill=\"#f4f4f4\"/><path d=\"{path}\" fill=\"#222\"/></svg>"
    )
}

fn pairs(spec: &str, side: u64) -> Option<String> {
    let found = p_below(spec, side).ok()?;
    Some(board(side, found.iter().flat_map(|p| [(p[0], p[1]), (p[1], p[0])])))
}

fn blocking(k: u32, side: usize) -> Option<String> {
    let table = PalaceTable::new(k, side, side).ok()?;
    let cells = (0..side).flat_map(|x| (0..side).map(move |y| (x, y)));
    let lost = cells.filter(|(x, y)| table.is_p(*x, *y)).map(|(x, y)| (x as u64, y as u64));
    Some(board(side as u64, lost))
}

fn star(side: u64) -> Option<String> {
    let star = WythoffStar::below(side).ok()?;
    let axis = (0..side).flat_map(|n| [(0, n), (n, 0)]);
    let interior = star.interior().flat_map(|(x, y)| [(x, y), (y, x)]);
    Some(board(side, axis.chain(interior)))
}

/// The ratio b/a against a.
fn ratios(spec: &str, side: u64) -> Option<String> {
    let mut dots = String::new();
    for (a, b) in pairs_below(spec, side).ok()?.into_iter().filter(|p| p.0 > 0) {
        // Ratios from 1 to 3 on a height of 300.
        let height = 300u64.saturating_sub((b * 150 / a).saturating_sub(150).min(300));
        let _ = write!(dots, "M{} {height}h1v1h-1z", a * 420 / side);
    }
    Some(format!(
        "<svg viewBox=\"0 0 420 301\" width=\"420\" height=\"301\" role=\"img\"><rect width=\"420\" height=\"301\" fill=\"#f4f4f4\"/><path d=\"{dots}\" fill=\"#222\"/></svg>"
    ))
}
