//! Rows of Wythoff's Grundy table by Landman's machine (VIS section 6.1): pre-period, period, and values at any column.
//!
//! x - 2y <= G(x,y) <= x + y, so H = G - x + 2y lies in 0..3y and a row is a bounded sequence. For each row i the machine keeps two
//! strings of 3i + 1 bits by H-value: Left, the values used in the row, and Slant, those of the diagonal; a third, Down, is built in each column.
//! H(x,i) is the first 0 of the union; then Left moves down by one and Slant(i+1) is Slant(i) with H(x,i) added, moved up by one. The machine has
//! no input, so when its state repeats exactly every row is periodic from there on: G(x+p,y) = G(x,y) + p.

use malachite::Natural;
use malachite::base::num::basic::traits::Zero;

use crate::Refusal;

/// Bytes that stored rows may take.
const STORE: usize = 1 << 31;

/// The machine for rows 0..=y.
struct Machine {
    /// Where row i's words start, and one more entry for the end.
    starts: Vec<usize>,
    left: Vec<u64>,
    slant: Vec<u64>,
}

/// words << by (by < 64), within the given words, into `to`; `extra` is a bit set before the shift.
fn shifted_up(from: &[u64], extra: usize, by: u32, to: &mut [u64]) {
    let mut carry = 0;
    for (i, cell) in to.iter_mut().enumerate() {
        let mut word = from.get(i).copied().unwrap_or(0);
        if extra / 64 == i {
            word |= 1 << (extra % 64);
        }
        *cell = word << by | carry;
        carry = word >> (64 - by);
    }
}

impl Machine {
    fn new(y: usize) -> Machine {
        let rows = y + 1;
        let mut starts = vec![0];
        for i in 0..rows {
            starts.push(starts[i] + (3 * i + 1).div_ceil(64));
        }
        let mut left = vec![0u64; starts[rows]];
        // In column 0, H = G + 2i: the values below 2i stand for negative ones.
        for i in 0..rows {
            for h in 0..2 * i {
                left[starts[i] + h / 64] |= 1 << (h % 64);
            }
        }
        let slant = vec![0; starts[rows]];
        Machine { starts, left, slant }
    }

    /// Computes H(x, 0..=y) into the y + 1 `values` and moves to column x + 1.
    fn step(&mut self, values: &mut [u16], down: &mut [u64], next: &mut [u64]) {
        let (mut incoming, mut outgoing) = next.split_at_mut(next.len() / 2);
        down.fill(0);
        incoming.fill(0);
        for (i, value) in values.iter_mut().enumerate() {
            let words = self.starts[i]..self.starts[i + 1];
            let count = words.len();
            let (left, slant) = (&mut self.left[words.clone()], &mut self.slant[words]);
            let mut h = 0;
            for k in 0..count {
                let union = left[k] | slant[k] | down[k];
                if union != u64::MAX {
                    h = k * 64 + union.trailing_ones() as usize;
                    break;
                }
            }
            *value = h as u16;
            // The next row's Slant in the next column, and its Down in this one; both stay below 3(i+1) + 1.
            let above = (3 * i + 4).div_ceil(64);
            shifted_up(slant, h, 1, &mut outgoing[..above]);
            slant.copy_from_slice(&incoming[..count]);
            (incoming, outgoing) = (outgoing, incoming);
            let mut carry = 0;
            for (k, word) in down[..above].iter_mut().enumerate() {
                if h / 64 == k {
                    *word |= 1 << (h % 64);
                }
                let shifted = *word << 2 | carry;
                carry = *word >> 62;
                *word = shifted;
            }
            left[h / 64] |= 1 << (h % 64);
            for k in 0..count {
                let above = left.get(k + 1).copied().unwrap_or(0);
                left[k] = left[k] >> 1 | above << 63;
            }
        }
    }
}

/// One row of the Grundy table, known for every column.
///
/// ```
/// use wythoff_theory::grundy_rows::GrundyRow;
/// let row = GrundyRow::new(5, 1 << 20).unwrap();
/// assert_eq!((row.preperiod(), row.period()), (27, 24));
/// assert_eq!(row.value(&8u32.into()), 2); // G(8,5)
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GrundyRow {
    y: u64,
    preperiod: usize,
    period: usize,
    /// H(x,y) for x below preperiod + period.
    values: Vec<u16>,
}

impl GrundyRow {
    /// Row y, from the exact repetition of the machine's state within the given number of columns. O(y^2/64) a column.
    pub fn new(y: u64, columns: usize) -> Result<GrundyRow, Refusal> {
        let rows = run(y, columns, true)?;
        rows.into_iter().next_back().ok_or_else(|| Refusal::Limit("no row was computed".into()))
    }

    /// Rows 0..=y at once.
    pub fn up_to(y: u64, columns: usize) -> Result<Vec<GrundyRow>, Refusal> {
        run(y, columns, false)
    }

    /// The least x from which G(x + period, y) = G(x, y) + period.
    pub fn preperiod(&self) -> usize {
        self.preperiod
    }

    /// The least period.
    pub fn period(&self) -> usize {
        self.period
    }

    /// The Grundy value G(x,y) for x of any size.
    pub fn value(&self, x: &Natural) -> Natural {
        let at = match usize::try_from(x) {
            Ok(x) if x < self.values.len() => x,
            _ => {
                let beyond = (x - Natural::from(self.preperiod)) % Natural::from(self.period);
                self.preperiod + usize::try_from(&beyond).unwrap_or(0)
            }
        };
        // H = G - x + 2y, and G >= 0.
        let h = self.values.get(at).map_or(Natural::ZERO, |&h| Natural::from(h));
        h + x - Natural::from(2 * self.y)
    }
}

/// Runs the machine until its state repeats (Brent's method) and reads the periods off the rows.
fn run(y: u64, columns: usize, only_last: bool) -> Result<Vec<GrundyRow>, Refusal> {
    let too_large = || {
        Refusal::Limit(format!(
            "rows up to {y} need more memory than {STORE} bytes; ask for fewer rows or columns"
        ))
    };
    let rows = usize::try_from(y).ok().filter(|&y| y < 20_000).ok_or_else(too_large)? + 1;
    let first_kept = if only_last { rows - 1 } else { 0 };
    let mut machine = Machine::new(rows - 1);
    let width = (3 * rows + 1).div_ceil(64);
    let (mut down, mut next) = (vec![0; width], vec![0; 2 * width]);
    let mut values = vec![0u16; rows];
    let mut kept: Vec<Vec<u16>> = vec![Vec::new(); rows - first_kept];
    let (mut saved, mut saved_at) = ((machine.left.clone(), machine.slant.clone()), 0);
    let mut next_save = 1;
    for x in 0..columns {
        if (x + 1).saturating_mul(2 * kept.len()) > STORE {
            return Err(too_large());
        }
        machine.step(&mut values, &mut down, &mut next);
        for (row, value) in kept.iter_mut().zip(&values[first_kept..]) {
            row.push(*value);
        }
        let now = x + 1;
        if machine.slant == saved.1 && machine.left == saved.0 {
            let cycle = now - saved_at;
            return Ok(kept
                .into_iter()
                .zip(first_kept as u64..)
                .map(|(row, y)| read_off(y, row, saved_at, cycle))
                .collect());
        }
        if now == next_save {
            saved = (machine.left.clone(), machine.slant.clone());
            (saved_at, next_save) = (now, 2 * next_save);
        }
    }
    Err(Refusal::Limit(format!(
        "the machine of rows 0 to {y} did not repeat a state within {columns} columns"
    )))
}

/// The least period and pre-period of a row that repeats with the given cycle from `start` on.
fn read_off(y: u64, mut values: Vec<u16>, start: usize, cycle: usize) -> GrundyRow {
    let divides = |p: &usize| cycle.is_multiple_of(*p);
    let tail = &values[start..start + cycle];
    let repeats = |p: &usize| (0..cycle).all(|i| tail[i] == tail[(i + p) % cycle]);
    let period = (1..=cycle).filter(divides).find(repeats).unwrap_or(cycle);
    let at = |values: &[u16], x: usize| {
        if x < start + cycle { values[x] } else { values[start + (x - start) % cycle] }
    };
    let mut preperiod = start;
    while preperiod > 0 && at(&values, preperiod - 1) == at(&values, preperiod - 1 + period) {
        preperiod -= 1;
    }
    values.truncate(preperiod + period);
    GrundyRow { y, preperiod, period, values }
}

#[cfg(test)]
mod tests {
    use malachite::base::num::arithmetic::traits::Pow;

    use super::*;

    #[test]
    fn rows_of_the_table() {
        let (width, height) = (300, 14);
        let mut g = vec![vec![0usize; height]; width];
        for x in 0..width {
            for y in 0..height {
                let mut seen = vec![false; x + y + 2];
                (0..x).for_each(|u| seen[g[u][y]] = true);
                (0..y).for_each(|v| seen[g[x][v]] = true);
                (1..=x.min(y)).for_each(|i| seen[g[x - i][y - i]] = true);
                g[x][y] = seen.iter().position(|s| !s).unwrap();
            }
        }
        for (y, row) in GrundyRow::up_to(height as u64 - 1, 1 << 16).unwrap().iter().enumerate() {
            for (x, column) in g.iter().enumerate() {
                assert_eq!(row.value(&Natural::from(x)), column[y] as u64, "G({x},{y})");
            }
        }
    }

    #[test]
    fn first_periods() {
        let expected = [
            (0, 1),
            (0, 3),
            (0, 3),
            (8, 6),
            (9, 12),
            (27, 24),
            (37, 12),
            (92, 24),
            (102, 24),
            (127, 24),
            (224, 24),
            (277, 48),
            (347, 48),
            (382, 96),
            (613, 96),
            (693, 96),
            (771, 192),
            (865, 192),
            (919, 384),
            (1032, 384),
            (1165, 384),
        ];
        let found: Vec<_> = GrundyRow::up_to(20, 1 << 16)
            .unwrap()
            .iter()
            .map(|row| (row.preperiod(), row.period()))
            .collect();
        assert_eq!(found, expected);
        let huge = Natural::from(10u32).pow(100);
        let row = GrundyRow::new(20, 1 << 16).unwrap();
        assert_eq!(row.value(&(&huge + Natural::from(384u32))), row.value(&huge) + Natural::from(384u32));
    }

    #[test]
    fn limits() {
        assert!(matches!(GrundyRow::new(20, 500), Err(Refusal::Limit(_))));
        assert!(GrundyRow::new(u64::MAX, 500).is_err());
    }
}
