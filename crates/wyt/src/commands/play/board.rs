//! The position as people see it: a queen on a board for two small piles, rows of counters otherwise.

use std::fmt::Write;
use wythoff::play::{Match, Square};
use wythoff::{Budget, Position, Terminal};

/// Most counters of a pile that are drawn.
const COUNTERS: u64 = 40;

/// Squares along a side of the largest board, and in all.
const SIDE: u64 = 32;
const SQUARES: usize = 32 * 32;

/// The board, or the piles.
pub(super) fn draw(played: &Match, terminal: &Terminal, budget: &Budget) -> String {
    let game = played.game();
    let piles = |position: &Position| -> Option<Vec<u64>> {
        position.piles()?.iter().map(|pile| u64::try_from(pile).ok()).collect()
    };
    let start = played.rounds().first().map_or(played.position(), |round| &round.from);
    let start: Option<Square> = piles(start).and_then(|piles| piles.try_into().ok());
    if let Some(start) = start.filter(|[x, y]| x.max(y) < &SIDE)
        && let Ok(Some(trail)) = played.trail(start, SQUARES, budget)
        && let Some(most) = trail.iter().flatten().max().copied()
        && 2 * most + 8 < terminal.columns as u64
        && most < SIDE
    {
        return queen(played, trail[trail.len() - 1], most, budget);
    }
    match piles(played.position()) {
        Some(piles) => counters(&game.coordinate_names(), &piles),
        None => format!("at {}", played.position()),
    }
}

/// A queen on a board with 0,0 in the lower left corner: `*` where she can go, `x` where that is blocked.
fn queen(played: &Match, at: Square, most: u64, budget: &Budget) -> String {
    let reached = played.reached(at, SQUARES, budget).unwrap_or_default();
    let blocked = |[u, v]: Square| {
        let is =
            |to: &Position, u: u64, v: u64| to.to_string().split(';').next() == Some(&format!("{u},{v}"));
        let turned = played.game().is_symmetric();
        played.blocked().iter().any(|to| is(to, u, v) || turned && is(to, v, u))
    };
    let width = most.to_string().len();
    let mut out = String::new();
    for v in (0..=most).rev() {
        let _ = write!(out, "{v:>width$} ");
        for u in 0..=most {
            let cell = match [u, v] {
                square if square == at => "♛",
                square if !reached.contains(&square) => "·",
                square if blocked(square) => "x",
                _ => "*",
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
