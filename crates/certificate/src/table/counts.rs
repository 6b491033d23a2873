//! How many listed positions moves lead to, cell by cell.
//!
//! Moves are regions that are apart from each other. By its [`Plan`] a region is itself shifted and a rest that is apart from it: the count at a cell is the one that the shift
//! leads back to and those of the rest. Costs, for each cell, an addition for each plan and two looks for each step.

use super::plan::{Plan, Region, SPANS, plans};
use super::rows::{Listed, fits, rows_back};

/// The counts of regions in a box.
pub(super) struct Counts {
    parts: Vec<Part>,
    /// The parts that are whole regions.
    whole: Vec<usize>,
    sides: Vec<u64>,
    width: usize,
    row: usize,
}

struct Part {
    plan: Plan,
    back: usize,
    /// Whether the present row has what the shift leads back to.
    led: bool,
    /// Counts of the rows that the shift leads back, and of the present one.
    held: Vec<u32>,
    /// The steps of the present row: the row that they lead to, the span, how many of it are listed.
    windows: Vec<(usize, u64, u64, u32)>,
    now: u32,
}

impl Counts {
    /// For a box with these sides. `None` if that takes more than so many bytes.
    pub fn new(regions: &[Region], sides: &[u64], most: usize) -> Option<Counts> {
        let width = *sides.last()? as usize;
        let (mut parts, mut whole, mut bytes) = (Vec::new(), Vec::new(), 0usize);
        let mut all = Vec::new();
        for region in regions {
            // Plans name those before them.
            let mut plans = plans(region.clone(), sides, SPANS)?;
            plans.iter_mut().flat_map(|plan| &mut plan.inner).for_each(|inner| *inner += all.len());
            all.extend(plans);
            whole.push(all.len() - 1);
        }
        for plan in all {
            let back = plan.shift.as_ref().map_or(0, |shift| rows_back(shift, sides));
            bytes = bytes.checked_add(back.checked_add(1)?.checked_mul(4 * width)?)?;
            if bytes > most {
                return None;
            }
            let held = vec![0; (back + 1) * width];
            parts.push(Part { plan, back, led: false, held, windows: Vec::new(), now: 0 });
        }
        Some(Counts { parts, whole, sides: sides.to_vec(), width, row: 0 })
    }

    /// Goes to the row with these first coordinates.
    pub fn begin(&mut self, row: usize, first: &[u64]) {
        self.row = row;
        for part in &mut self.parts {
            let steps = part.plan.steps.iter().filter(|(prefix, _)| fits(first, prefix));
            let rows =
                steps.map(|(prefix, (low, high))| (row - rows_back(prefix, &self.sides), *low, *high, 0));
            part.windows = rows.collect();
            part.led = part.plan.shift.as_ref().is_some_and(|shift| fits(first, &shift[..first.len()]));
        }
    }

    /// The count at the next column of the row.
    pub fn arrive(&mut self, column: usize, listed: &Listed) -> u32 {
        for at in 0..self.parts.len() {
            let (before, rest) = self.parts.split_at_mut(at);
            let part = &mut rest[0];
            let mut count: u32 = part.plan.inner.iter().map(|inner| before[*inner].now).sum();
            for (row, low, high, inside) in &mut part.windows {
                let (low, high) = (*low as usize, *high as usize);
                *inside += u32::from(column >= low && listed.at(*row, column - low));
                *inside -= u32::from(column > high && listed.at(*row, column - high - 1));
                count += *inside;
            }
            if let Some(shift) = &part.plan.shift {
                let (by, ring) = (shift[shift.len() - 1] as usize, part.back + 1);
                if part.led && column >= by {
                    count += part.held[(self.row - part.back) % ring * self.width + column - by];
                }
                part.held[self.row % ring * self.width + column] = count;
            }
            part.now = count;
        }
        self.whole.iter().map(|at| self.parts[*at].now).sum()
    }
}
