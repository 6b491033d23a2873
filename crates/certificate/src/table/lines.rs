//! Families of one amount that compare the piles before a move with those after it: the options of a cell lie on a line, but
//! which of them are options differs from cell to cell, so that nothing can be carried along.
//!
//! What is asked is whether some option is listed. Few cells of a line are: those so far are kept by line, and only they are
//! tried. Costs an entry for each listed cell and direction, and an evaluation for each one before a cell on its line.

use super::Failure;
use super::game::{Game, Ray};
use std::collections::HashMap;

/// The listed cells so far along the lines of a game's families.
pub(super) struct Lines {
    families: Vec<(Ray, usize)>,
    directions: Vec<Direction>,
    sides: Vec<u64>,
    /// Bytes that entries may still take.
    left: usize,
}

/// Cells along the lines of one direction.
struct Direction {
    step: Vec<u64>,
    /// The latest listed cell of a line, as an entry, by where the line begins.
    latest: HashMap<u64, u32>,
    /// How many steps from the start of its line a cell is, and the entry before it on the line; 0 for none.
    entries: Vec<(u32, u32)>,
}

/// About what an entry takes, its place in the table included.
const ENTRY: usize = 48;

impl Lines {
    /// For a box with these sides; `None` if there is nothing to follow.
    pub fn new(families: Vec<Ray>, sides: &[u64], most: usize) -> Option<Lines> {
        let mut directions: Vec<Direction> = Vec::new();
        let mut placed = Vec::new();
        for family in families {
            let known = directions.iter().position(|direction| direction.step == family.step);
            placed.push((family, known.unwrap_or(directions.len())));
            if known.is_none() {
                let step = placed[placed.len() - 1].0.step.clone();
                directions.push(Direction { step, latest: HashMap::new(), entries: vec![(0, 0)] });
            }
        }
        let sides = sides.to_vec();
        (!placed.is_empty()).then_some(Lines { families: placed, directions, sides, left: most })
    }

    /// Notes a listed cell; cells come in lexicographic order.
    pub fn add(&mut self, position: &[u64]) -> Result<(), Failure> {
        for direction in &mut self.directions {
            let Some(left) = self.left.checked_sub(ENTRY) else {
                return Err(Failure::Limit { what: "too many cells along lines".to_string() });
            };
            self.left = left;
            let (start, steps) = start_of(&direction.step, position, &self.sides);
            let own = direction.entries.len() as u32;
            let before = direction.latest.insert(start, own).unwrap_or(0);
            direction.entries.push((steps as u32, before));
        }
        Ok(())
    }

    /// A listed option of a position. Of sorted piles the position is sorted.
    pub fn option(&self, game: &Game, position: &[u64]) -> Result<Option<Vec<u64>>, Failure> {
        for (ray, direction) in &self.families {
            game.step()?;
            let direction = &self.directions[*direction];
            if position.iter().zip(&ray.start).any(|(x, taken)| x < taken) {
                continue;
            }
            let first: Vec<u64> = position.iter().zip(&ray.start).map(|(x, taken)| x - taken).collect();
            let (start, steps) = start_of(&direction.step, &first, &self.sides);
            let mut entry = direction.latest.get(&start).copied().unwrap_or(0);
            while entry != 0 {
                game.step()?;
                let (at, before) = direction.entries[entry as usize];
                entry = before;
                let Some(amount) = steps.checked_sub(u64::from(at)) else { continue };
                let to: Vec<u64> =
                    first.iter().zip(&direction.step).map(|(x, step)| x - amount * step).collect();
                if to != position && game.leads_by(ray, position, &to)? {
                    return Ok(Some(to));
                }
            }
        }
        Ok(None)
    }
}

/// Where the line through a position begins in the box, as a cell, and how many steps away that is.
fn start_of(step: &[u64], position: &[u64], sides: &[u64]) -> (u64, u64) {
    let steps = position.iter().zip(step).filter_map(|(x, step)| x.checked_div(*step)).min().unwrap_or(0);
    let start = position.iter().zip(step).zip(sides);
    (start.fold(0, |cell, ((x, step), side)| cell * side + (x - steps * step)), steps)
}
