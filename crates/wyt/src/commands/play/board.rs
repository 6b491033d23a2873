//! The position as people see it: a queen on a board for two small piles, rows of counters otherwise.

use std::fmt::Write;
use wythoff::play::Match;
use wythoff::{Budget, Terminal};

/// Most counters of a pile that are drawn.
const COUNTERS: u64 = 40;

/// The board, or the piles.
pub(super) fn draw(played: &Match, terminal: &Terminal, budget: &Budget) -> String {
    let game = played.game();
    let piles: Option<Vec<u64>> = played
        .position()
        .piles()
        .and_then(|piles| piles.iter().map(|pile| u64::try_from(pile).ok()).collect::<Option<Vec<u64>>>());
    let start = played.rounds().first().map_or(played.position(), |round| &round.from).piles();
    let most = start.iter().flatten().filter_map(|pile| u64::try_from(pile).ok()).max().unwrap_or(u64::MAX);
    match piles.as_deref() {
        Some(&[x, y]) if game.coordinates() == 2 && 2 * most + 8 < terminal.columns as u64 && most < 32 => {
            queen(played, x, y, most.max(x).max(y), budget)
        }
        Some(piles) => counters(&game.coordinate_names(), piles),
        None => format!("at {}", played.position()),
    }
}

/// A queen on a board with 0,0 in the lower left corner: `*` where she can go, `x` where that is blocked.
fn queen(played: &Match, x: u64, y: u64, most: u64, budget: &Budget) -> String {
    let (game, mirrored) = (played.game(), played.game().is_symmetric());
    let cells = |positions: &[wythoff::Position]| -> Vec<(u64, u64)> {
        let pair = |to: &wythoff::Position| {
            let piles = to.piles()?;
            Some((u64::try_from(piles.first()?).ok()?, u64::try_from(piles.get(1)?).ok()?))
        };
        positions.iter().filter_map(pair).collect()
    };
    let options = game.options(played.position(), budget).map_or(Vec::new(), |found| cells(&found.options));
    let blocked = cells(played.blocked());
    // Where order does not matter a move is drawn where the queen goes, not where its sorted piles are.
    let reaches = |cells: &[(u64, u64)], u: u64, v: u64| {
        cells.contains(&(u, v)) || mirrored && u <= x && v <= y && cells.contains(&(v, u))
    };
    let width = most.to_string().len();
    let mut out = String::new();
    for v in (0..=most).rev() {
        let _ = write!(out, "{v:>width$} ");
        for u in 0..=most {
            let cell = if (u, v) == (x, y) {
                "♛"
            } else if reaches(&blocked, u, v) && u <= x && v <= y {
                "x"
            } else if reaches(&options, u, v) && u <= x && v <= y {
                "*"
            } else {
                "·"
            };
            let _ = write!(out, " {cell}");
        }
        out.push('\n');
    }
    let _ = write!(out, "{:>width$} ", "");
    for u in 0..=most {
        let _ = write!(out, " {}", u % 10);
    }
    out
}

fn counters(names: &[String], piles: &[u64]) -> String {
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let digits = piles.iter().map(|pile| pile.to_string().len()).max().unwrap_or(0);
    let line = |(name, pile): (&String, &u64)| {
        let drawn = "●".repeat((*pile).min(COUNTERS) as usize);
        let more = if *pile > COUNTERS { "…" } else { "" };
        format!("{name:>width$} {pile:>digits$} {drawn}{more}").trim_end().to_string()
    };
    names.iter().zip(piles).map(line).collect::<Vec<_>>().join("\n")
}
