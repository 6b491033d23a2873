//! Fill rules: the beams of N-positions that P-positions send out (VIS Figures 1 and 5).

use super::both_ways;
use crate::cells::Cells;
use crate::colour::Rgb;
use crate::error::PlotError;
use crate::figure::{Board, Body, Figure, Ink, Legend, Origin, Words};
use crate::map::MOST_PIXELS;

/// A direction in which a P-position makes N-positions: all multiples of a vector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ray {
    /// Step along the first pile.
    pub dx: u64,
    /// Step along the second pile.
    pub dy: u64,
    /// What it is called: `(0,t)`.
    pub label: String,
}

/// Classes of cells, row by row.
struct Painted {
    side: u64,
    classes: Vec<u8>,
}

impl Cells for Painted {
    fn columns(&self) -> u64 {
        self.side
    }

    fn rows(&self) -> u64 {
        self.side
    }

    fn paint(&self, row: u64, line: &mut [u8]) {
        let start = (row * self.side) as usize;
        line.copy_from_slice(&self.classes[start..start + line.len()]);
    }
}

impl Painted {
    fn new(side: u64) -> Result<Painted, PlotError> {
        if side == 0 {
            return Err(PlotError::Empty("the board has no cells"));
        }
        if side > MOST_PIXELS {
            return Err(PlotError::TooLarge { asked: side, what: "cells", most: MOST_PIXELS });
        }
        Ok(Painted { side, classes: vec![0; (side * side) as usize] })
    }

    fn set(&mut self, x: u64, y: u64, class: u8) {
        if x < self.side && y < self.side {
            self.classes[(y * self.side + x) as usize] = class;
        }
    }

    /// All multiples of a ray, from a position on.
    fn beam(&mut self, (x, y): (u64, u64), ray: &Ray, class: u8) {
        if ray.dx == 0 && ray.dy == 0 {
            return;
        }
        let (mut x, mut y) = (x.saturating_add(ray.dx), y.saturating_add(ray.dy));
        while x < self.side && y < self.side {
            self.set(x, y, class);
            (x, y) = (x.saturating_add(ray.dx), y.saturating_add(ray.dy));
        }
    }

    fn board<'a>(self, heading: String, palette: Vec<Rgb>, legend: Legend) -> Board<'a> {
        Board {
            heading,
            columns: self.side,
            rows: self.side,
            origin: Origin::LowerLeft,
            ink: Ink::Cells(Box::new(self)),
            palette,
            diagonal: false,
            slopes: Vec::new(),
            legend,
            numbers: None,
        }
    }
}

/// The fill rule at work (VIS Figure 1): P-positions as sources of light, the last of them marked, and the beams of the
/// rays in colours, later rays over earlier ones.
pub fn fill<'a>(
    below: u64,
    positions: &[[u64; 2]],
    mirrored: bool,
    rays: &[Ray],
    words: Words,
) -> Result<Figure<'a>, PlotError> {
    const BEAMS: [Rgb; 5] = [Rgb::SKY, Rgb::PURPLE, Rgb(0xc9, 0xc9, 0xc9), Rgb::VERMILION, Rgb::BLUE];
    let mut board = Painted::new(below)?;
    // The newest pair, drawn as (x, y) with x <= y, and turned around where that is a P-position too.
    let newest = positions.iter().map(|p| (p[0].min(p[1]), p[0].max(p[1]))).max();
    let is_newest = |(x, y): (u64, u64)| newest == Some((x.min(y), x.max(y)));
    for (i, ray) in rays.iter().enumerate() {
        for position in both_ways(positions, mirrored).filter(|p| !is_newest(*p)) {
            board.beam(position, ray, (i % BEAMS.len() + 4) as u8);
        }
    }
    let mut turned = false;
    for (x, y) in both_ways(positions, mirrored) {
        let class = if !is_newest((x, y)) {
            1
        } else if x <= y {
            2
        } else {
            turned = true;
            3
        };
        board.set(x, y, class);
    }
    let palette: Vec<Rgb> =
        [Rgb::WHITE, Rgb::BLACK, Rgb::GREEN, Rgb::YELLOW].into_iter().chain(BEAMS).collect();
    let mut entries = vec![(1, "P-position".to_string())];
    if let Some((x, y)) = newest {
        entries.push((2, format!("next: ({x},{y})")));
        if turned {
            entries.push((3, format!("its mirror ({y},{x})")));
        }
    }
    entries.extend(
        rays.iter()
            .take(BEAMS.len())
            .enumerate()
            .map(|(i, ray)| ((i + 4) as u8, format!("beams {}", ray.label))),
    );
    let board = board.board(String::new(), palette, Legend::Classes(entries));
    Ok(Figure { watch: None, words, body: Body::Boards(vec![board]) })
}

/// The beams of each ray alone, black, a panel each (VIS Figure 5).
pub fn beams<'a>(
    below: u64,
    positions: &[[u64; 2]],
    mirrored: bool,
    rays: &[Ray],
    words: Words,
) -> Result<Figure<'a>, PlotError> {
    if rays.is_empty() {
        return Err(PlotError::Empty("the game has no moves along a line"));
    }
    let mut boards = Vec::new();
    for ray in rays {
        let mut board = Painted::new(below)?;
        for position in both_ways(positions, mirrored) {
            board.beam(position, ray, 1);
        }
        boards.push(board.board(ray.label.clone(), vec![Rgb::WHITE, Rgb::BLACK], Legend::None));
    }
    Ok(Figure { watch: None, words, body: Body::Boards(boards) })
}
