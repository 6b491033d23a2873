//! Blocking games: how many P-positions a cell sees (its palace number), and the outcome that follows from it.

use super::check_shape;
use crate::cells::Valued;
use crate::colour::{Rgb, ramp};
use crate::error::PlotError;
use crate::figure::{Board, Body, Figure, Ink, Legend, Origin, Words};

/// Shades for palace numbers from k on.
const SHADES: u32 = 9;

/// Palace numbers of a game in which up to k-1 options are blocked.
#[derive(Clone, Debug)]
pub struct Palaces<'a> {
    /// Cells across.
    pub columns: u64,
    /// Cells along the other pile.
    pub rows: u64,
    /// P-positions seen from each cell, `counts[x * rows + y]`.
    pub counts: &'a [u32],
    /// Cells with fewer than k are lost.
    pub k: u32,
    /// Where 0,0 is; the papers draw it at the upper left.
    pub origin: Origin,
    /// Whether the outcome alone is drawn.
    pub outcomes_only: bool,
}

/// The regions of a blocking game: P-positions dark, the others by how many more than k P-positions they see.
pub fn palaces<'a>(picture: &Palaces<'a>, words: Words) -> Result<Figure<'a>, PlotError> {
    let Palaces { columns, rows, counts, k, .. } = *picture;
    check_shape(counts.len(), columns, rows)?;
    let most = counts.iter().map(|count| count.saturating_sub(k)).max().unwrap_or(0);
    let shades = if picture.outcomes_only { 0 } else { most.min(SHADES - 1) + 1 };
    // Just enough is the lightest shade; class 1 is a P-position.
    let class = move |count: u32| match count.checked_sub(k) {
        None => 1,
        Some(_) if shades == 0 => 0,
        Some(over) => (2 + over.min(shades - 1)) as u8,
    };
    let mut palette = vec![Rgb::WHITE, Rgb::BLACK];
    let mut entries = vec![(1, format!("P: sees fewer than {k}"))];
    if shades == 0 {
        entries.push((0, "N".to_string()));
    } else {
        // The darkest colours of the ramp are too near to black.
        palette.extend(ramp(shades as usize + 2).into_iter().take(shades as usize));
        for over in 0..shades {
            let or_more = if over + 1 == shades && most >= SHADES { " or more" } else { "" };
            entries.push(((2 + over) as u8, format!("N: sees {}{or_more}", k + over)));
        }
    }
    let board = Board {
        heading: String::new(),
        columns,
        rows,
        origin: picture.origin,
        ink: Ink::Cells(Box::new(Valued { columns, rows, values: counts, class: Box::new(class) })),
        palette,
        diagonal: false,
        slopes: Vec::new(),
        legend: Legend::Classes(entries),
        numbers: Some(Box::new(move |x, y| {
            counts.get((x * rows + y) as usize).map_or(String::new(), u32::to_string)
        })),
    };
    Ok(Figure { watch: None, words, body: Body::Boards(vec![board]) })
}
