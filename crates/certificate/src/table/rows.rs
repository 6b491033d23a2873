//! P-sets whose moves go along lines, a row of cells at a time: 64 cells are looked at together.
//!
//! A cell has a move along the ray v to a listed position if and only if the cell a step v before it is listed or has such a
//! move itself. So what the rays reach in a row is the union of rows before it, shifted; only cells that no ray settles
//! are looked at one by one.

/// Which cells of a box are listed, rows of the last coordinate side by side.
pub(super) struct Listed {
    words: Vec<u64>,
    /// Cells of a row, and words that hold them.
    width: usize,
    stride: usize,
}

impl Listed {
    /// No cell is listed.
    pub fn new(cells: usize, width: usize) -> Listed {
        let stride = width.div_ceil(64);
        Listed { words: vec![0; cells.checked_div(width).unwrap_or(0) * stride], width, stride }
    }

    fn place(&self, cell: usize) -> (usize, u32) {
        let (row, column) = (cell / self.width, cell % self.width);
        (row * self.stride + column / 64, (column % 64) as u32)
    }

    pub fn get(&self, cell: usize) -> bool {
        let (word, bit) = self.place(cell);
        self.words[word] >> bit & 1 == 1
    }

    pub fn set(&mut self, cell: usize) {
        let (word, bit) = self.place(cell);
        self.words[word] |= 1 << bit;
    }

    pub fn count(&self) -> u64 {
        self.words.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// The cells that are listed, in order.
    pub fn cells(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().filter(|(_, word)| **word != 0).flat_map(|(at, word)| {
            let start = at / self.stride * self.width + at % self.stride * 64;
            ones(*word).map(move |bit| start + bit)
        })
    }

    fn row(&self, row: usize) -> &[u64] {
        &self.words[row * self.stride..][..self.stride]
    }
}

/// The places of the ones in a word.
fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(bit)
    })
}

/// What the rays of a game reach, row by row.
pub(super) struct Rows {
    rays: Vec<Ray>,
    /// What all rays together reach in the present row.
    union: Vec<u64>,
}

struct Ray {
    vector: Vec<u64>,
    /// Rows and columns that a step leads back.
    rows: usize,
    columns: usize,
    /// What it reaches in each row so far; nothing is kept of a ray within rows.
    reached: Vec<u64>,
}

impl Rows {
    /// For a box with these sides; the vectors are not zero.
    pub fn new(vectors: Vec<Vec<u64>>, sides: &[u64]) -> Option<Rows> {
        let count = sides.len().checked_sub(1)?;
        let strides = (0..count).map(|c| sides[c + 1..count].iter().product::<u64>() as usize);
        let strides: Vec<usize> = strides.collect();
        let rays = vectors.into_iter().map(|vector| {
            let rows = vector[..count].iter().zip(&strides).try_fold(0usize, |sum, (step, stride)| {
                sum.checked_add(usize::try_from(*step).ok()?.checked_mul(*stride)?)
            })?;
            let columns = usize::try_from(vector[count]).ok()?;
            Some(Ray { vector, rows, columns, reached: Vec::new() })
        });
        Some(Rows {
            rays: rays.collect::<Option<_>>()?,
            union: vec![0; (sides[count] as usize).div_ceil(64)],
        })
    }

    /// Goes to the next row: its number and its first coordinates.
    pub fn arrive(&mut self, row: usize, first: &[u64], listed: &Listed) {
        self.union.fill(0);
        for ray in &mut self.rays {
            let mut here = vec![0; listed.stride];
            if ray.rows == 0 {
                along(&mut here, listed.row(row), ray.columns);
            } else {
                if first.iter().zip(&ray.vector).all(|(x, step)| x >= step) {
                    let before = row - ray.rows;
                    let reached = &ray.reached[before * listed.stride..][..listed.stride];
                    let both: Vec<u64> = listed.row(before).iter().zip(reached).map(|(a, b)| a | b).collect();
                    shift(&mut here, &both, ray.columns);
                }
                ray.reached.extend_from_slice(&here);
            }
            self.union.iter_mut().zip(&here).for_each(|(all, one)| *all |= one);
        }
    }

    /// Whether a ray leads from a column of the present row to a listed position.
    pub fn reaches(&self, column: usize) -> bool {
        self.union[column / 64] >> (column % 64) & 1 == 1
    }

    /// The columns of the present row that are to be looked at: those that are listed, and those that no ray settles.
    pub fn unsettled(&self, row: usize, listed: &Listed) -> Vec<usize> {
        let words = self.union.iter().zip(listed.row(row)).enumerate();
        let open =
            words.flat_map(|(at, (reached, listed))| ones(!reached | listed).map(move |bit| 64 * at + bit));
        open.take_while(|column| *column < listed.width).collect()
    }

    /// How many rays have a move from a position.
    pub fn moves(&self, position: &[u64]) -> u64 {
        let fits = |ray: &&Ray| position.iter().zip(&ray.vector).all(|(x, step)| x >= step);
        self.rays.iter().filter(fits).count() as u64
    }

    /// A listed position that a ray leads to from a position.
    pub fn target(&self, position: &[u64], listed: &dyn Fn(&[u64]) -> bool) -> Option<Vec<u64>> {
        self.rays.iter().find_map(|ray| {
            let mut to = position.to_vec();
            loop {
                for (x, step) in to.iter_mut().zip(&ray.vector) {
                    *x = x.checked_sub(*step)?;
                }
                if listed(&to) {
                    return Some(to);
                }
            }
        })
    }
}

/// The columns that are a step of so many columns, or several, beyond a listed one.
fn along(here: &mut [u64], listed: &[u64], step: usize) {
    if step == 1 {
        let mut beyond = 0u64;
        for (here, listed) in here.iter_mut().zip(listed) {
            let first = listed & listed.wrapping_neg();
            // All bits above the first that is listed, or all of the word.
            *here = if beyond != 0 { !0 } else { !(first | first.wrapping_sub(1)) };
            if *listed == 0 && beyond == 0 {
                *here = 0;
            }
            beyond |= listed;
        }
        return;
    }
    shift(here, listed, step);
    let (mut by, bits) = (step, 64 * here.len());
    while by < bits {
        let mut more = vec![0; here.len()];
        shift(&mut more, here, by);
        here.iter_mut().zip(&more).for_each(|(here, more)| *here |= more);
        by *= 2;
    }
}

/// Moves bits towards the end; those that leave the row are dropped.
fn shift(to: &mut [u64], from: &[u64], by: usize) {
    let (words, bits) = (by / 64, by % 64);
    for at in (words..to.len()).rev() {
        let low = if bits == 0 || at == words { 0 } else { from[at - words - 1] >> (64 - bits) };
        to[at] = from[at - words] << bits | low;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_those_of_single_cells() {
        let (rows, width) = (9usize, 150usize);
        let sides = [rows as u64, width as u64];
        let vectors: Vec<Vec<u64>> = [[0, 1], [1, 0], [1, 1], [0, 3], [2, 70], [1, 64], [3, 0], [0, 64]]
            .iter()
            .map(|v| v.to_vec())
            .collect();
        let mut listed = Listed::new(rows * width, width);
        let mut seed = 5u64;
        for _ in 0..12 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            listed.set((seed >> 33) as usize % (rows * width));
        }
        assert_eq!(listed.cells().count() as u64, listed.count());
        for vector in &vectors {
            let mut found = Rows::new(vec![vector.clone()], &sides).unwrap();
            for x in 0..rows {
                found.arrive(x, &[x as u64], &listed);
                for y in 0..width {
                    let is_listed = |p: &[u64]| listed.get(p[0] as usize * width + p[1] as usize);
                    let reached = found.target(&[x as u64, y as u64], &is_listed).is_some();
                    assert_eq!(found.reaches(y), reached, "{vector:?} at {x},{y}");
                }
                for y in found.unsettled(x, &listed) {
                    assert!(y < width && (listed.get(x * width + y) || !found.reaches(y)));
                }
            }
        }
    }
}
