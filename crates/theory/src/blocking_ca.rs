//! The cellular automaton of k-Blocking Wythoff Nim (VIS Theorem 7, NEW-BLOCK-CA): a second computation of the palace numbers.
//!
//! The palace number of a cell is the number of P-positions that it sees along its row, column and diagonal; it is P iff that is
//! below k. With g = palace number - k, a = (x-2,y-2), b = (x-2,y-1), c = (x-1,y-2), d = (x-1,y-1), e = (x-1,y), f = (x,y-1):
//! g = a - b - c + e + f + 3[a<0] - 2[b<0] - 2[c<0] - [d<0] + [e<0] + [f<0], where g = k if x, y < 0 and 0 if one of them is.
//!
//! Judged by: VIS-8.2-fig4

use crate::Refusal;

/// Cells that a table may have.
const CELLS: usize = 1 << 28;

/// The palace numbers of a box.
///
/// ```
/// use wythoff_theory::blocking_ca::PalaceTable;
/// let table = PalaceTable::new(2, 20, 20).unwrap();
/// assert!(table.is_p(0, 1) && table.is_p(2, 2) && !table.is_p(0, 2));
/// assert_eq!(table.palace(0, 2), Some(2));
/// ```
#[derive(Clone, Debug)]
pub struct PalaceTable {
    k: i32,
    width: usize,
    height: usize,
    /// Columns of height + 2 cells, with two rows and columns of the outside before the box.
    cells: Vec<i32>,
}

impl PalaceTable {
    /// The box 0 <= x < width, 0 <= y < height for up to k - 1 blocked options, k >= 1. O(1) a cell.
    pub fn new(k: u32, width: usize, height: usize) -> Result<PalaceTable, Refusal> {
        if k == 0 || k > 1 << 30 {
            return Err(Refusal::Hypothesis {
                theorem: "VIS Theorem 7",
                hypothesis: format!("k must be from 1 to 2^30, here {k}: up to k - 1 options can be blocked"),
            });
        }
        let cells = width.checked_add(2).zip(height.checked_add(2)).and_then(|(w, h)| w.checked_mul(h));
        let Some(size) = cells.filter(|&size| size <= CELLS) else {
            return Err(Refusal::Limit(format!("the automaton's table holds at most {CELLS} cells")));
        };
        let k = k as i32;
        // Column x holds height + 2 cells; both coordinates are shifted by 2.
        let row = height + 2;
        let mut cells = vec![0i32; size];
        for outside in [0, 1, row, row + 1] {
            cells[outside] = k;
        }
        for x in 2..width + 2 {
            for y in 2..height + 2 {
                let at = x * row + y;
                let [a, b, c] = [cells[at - 2 * row - 2], cells[at - 2 * row - 1], cells[at - row - 2]];
                let [d, e, f] = [cells[at - row - 1], cells[at - row], cells[at - 1]];
                let negative = |cell: i32| i32::from(cell < 0);
                cells[at] =
                    a - b - c + e + f + 3 * negative(a) - 2 * negative(b) - 2 * negative(c) - negative(d)
                        + negative(e)
                        + negative(f);
            }
        }
        Ok(PalaceTable { k, width, height, cells })
    }

    /// The number of P-positions that (x,y) can move to; `None` outside the box.
    pub fn palace(&self, x: usize, y: usize) -> Option<u32> {
        if x >= self.width || y >= self.height {
            return None;
        }
        let cell = self.cells.get((x + 2) * (self.height + 2) + y + 2)?;
        u32::try_from(cell + self.k).ok()
    }

    /// Whether (x,y), inside the box, is a P-position.
    pub fn is_p(&self, x: usize, y: usize) -> bool {
        self.palace(x, y).is_some_and(|palace| palace < self.k as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// P iff at most k - 1 options are P, by counting.
    fn count(k: u32, size: usize) -> Vec<Vec<u32>> {
        let mut palace = vec![vec![0; size]; size];
        for x in 0..size {
            for y in 0..size {
                let lost = |u: usize, v: usize, palace: &Vec<Vec<u32>>| u32::from(palace[u][v] < k);
                palace[x][y] = (0..x).map(|u| lost(u, y, &palace)).sum::<u32>()
                    + (0..y).map(|v| lost(x, v, &palace)).sum::<u32>()
                    + (1..=x.min(y)).map(|i| lost(x - i, y - i, &palace)).sum::<u32>();
            }
        }
        palace
    }

    #[test]
    fn the_automaton_counts() {
        for k in [1, 2, 3, 4, 7, 20, 60] {
            let (table, counted) = (PalaceTable::new(k, 70, 60).unwrap(), count(k, 70));
            for (x, y) in (0..70).flat_map(|x| (0..60).map(move |y| (x, y))) {
                assert_eq!(table.palace(x, y), Some(counted[x][y]), "k = {k} at ({x},{y})");
            }
        }
    }

    #[test]
    fn closed_forms_of_two_and_three() {
        let two = PalaceTable::new(2, 150, 310).unwrap();
        let three = PalaceTable::new(3, 150, 310).unwrap();
        let phi = wythoff_numbers::Quadratic::golden();
        let doubled: Vec<(usize, usize)> = (0..100usize)
            .map(|n| {
                let a = usize::try_from(&phi.floor_mul(&n.into())).unwrap();
                (2 * a + 2, 2 * (a + n) + 2)
            })
            .collect();
        for x in 0..150 {
            for y in x..310 {
                let on_line = (x, y) == (0, 0) || y == 2 * x + 1;
                assert_eq!(two.is_p(x, y), on_line || doubled.contains(&(x, y)), "k = 2 at ({x},{y})");
                assert_eq!(three.is_p(x, y), on_line || y == 2 * x + 2, "k = 3 at ({x},{y})");
            }
        }
    }

    #[test]
    fn limits() {
        assert!(PalaceTable::new(0, 5, 5).is_err());
        assert!(PalaceTable::new(1, usize::MAX, 5).is_err());
        assert!(PalaceTable::new(1, 0, 0).unwrap().palace(0, 0).is_none());
    }
}
