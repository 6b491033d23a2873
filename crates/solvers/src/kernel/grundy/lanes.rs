//! Numbers for the lines of a stride, which run on along each antidiagonal of the last two coordinates: so that its cells find
//! what their lines hold side by side.
//!
//! Let the stride take a from rows and b from columns. If it leaves the first coordinates alone then, with s = a + b, the line
//! through (x, y) is told by (x + y) mod s and x - a floor((x + y) / s), which rises with x where x + y is given. Else one of
//! the first coordinates tells how often the stride was taken, the cell is moved by that to where the line met the board,
//! and these places are numbered antidiagonal by antidiagonal.
//!
//! Cost: O(rows + columns) numbers kept for a stride; there are as many lines as the stride makes, or a few more.

pub(super) struct Lanes {
    /// The number behind the last.
    pub(super) end: usize,
    /// For each antidiagonal what the row is added to, wrapping.
    along: Vec<usize>,
    /// For each of the first coordinates its part of the number, wrapping.
    first: Vec<Vec<usize>>,
    /// Which of them moves cells, and by how many antidiagonals.
    moved: Option<(usize, Vec<usize>)>,
}

/// What the first coordinates contribute.
#[derive(Clone, Copy, Default)]
pub(super) struct Entry {
    part: usize,
    moved: usize,
}

/// Numbers that belong to the cells of an antidiagonal: those of lines rise or fall by 1.
#[derive(Clone, Copy, Default)]
pub(super) struct Lane {
    /// The first, wrapping.
    pub(super) start: usize,
    pub(super) step: isize,
}

impl Lane {
    #[inline(always)]
    pub(super) fn at(self, k: usize) -> usize {
        self.start.wrapping_add_signed(self.step * k as isize)
    }
}

/// How the lines of a stride are told.
enum Shape {
    /// By the sum s, and by so many numbers for each residue, of which the first are below 0.
    Sums { s: usize, width: u128, lead: usize },
    /// By a first coordinate that the stride lowers, and how often at most.
    First { chosen: usize, most: usize },
}

impl Shape {
    /// The least of the shapes, and how many lines it has.
    fn of(vector: &[usize], sides: &[usize]) -> (Shape, u128) {
        let (first, rest) = vector.split_at(vector.len() - 2);
        let (a, b, rows, columns) = (rest[0], rest[1], sides[first.len()], sides[first.len() + 1]);
        let lowered = (0..first.len()).filter(|c| first[*c] > 0).map(|chosen| {
            let most = (sides[chosen] - 1) / first[chosen];
            let others = (0..sides.len()).filter(|e| *e != chosen);
            let lines = others.map(|e| sides[e] as u128 + vector[e] as u128 * most as u128);
            let size = lines.fold(first[chosen].min(sides[chosen]) as u128, u128::saturating_mul);
            (Shape::First { chosen, most }, size)
        });
        lowered.min_by_key(|(_, size)| *size).unwrap_or_else(|| {
            let s = (a + b).max(1);
            // x - a floor((x + y) / s) is not below (b x - a y) / s, and above that by less than a.
            let least = a as u128 * (columns - 1) as u128 / s as u128;
            let width =
                least + (b as u128 * (rows - 1) as u128 + a as u128 * (s - 1) as u128) / s as u128 + 1;
            let used = s.min(rows + columns - 1) as u128;
            let tables =
                sides[..first.len()].iter().fold(1u128, |all, side| all.saturating_mul(*side as u128));
            (Shape::Sums { s, width, lead: least as usize }, tables.saturating_mul(width * used))
        })
    }
}

impl Lanes {
    /// How many numbers the lines take.
    pub(super) fn count(vector: &[usize], sides: &[usize]) -> u128 {
        Shape::of(vector, sides).1
    }

    /// Numbers the lines, the first being `base`; their count must be small enough.
    pub(super) fn new(base: usize, vector: &[usize], sides: &[usize]) -> Lanes {
        let last = vector.len() - 2;
        let (a, b, rows, columns) = (vector[last], vector[last + 1], sides[last], sides[last + 1]);
        let (shape, count) = Shape::of(vector, sides);
        let mut first: Vec<Vec<usize>> = sides[..last].iter().map(|side| vec![0; *side]).collect();
        let (along, moved) = match shape {
            Shape::Sums { s, width, lead } => {
                let (width, sums) = (width as usize, rows + columns - 1);
                let mut stride = width * s.min(sums);
                for part in &mut first {
                    part.iter_mut().enumerate().for_each(|(z, part)| *part = z * stride);
                    stride *= part.len();
                }
                let along = |sum: usize| (base + sum % s * width + lead).wrapping_sub(a * (sum / s));
                ((0..sums).map(along).collect(), None)
            }
            Shape::First { chosen, most } => {
                let v = vector[chosen];
                let left = |z: usize| most - z / v;
                let (height, width) = (rows + a * most, columns + b * most);
                // The places of an antidiagonal from the first row on that is on the board.
                let mut along = Vec::with_capacity(height + width - 1);
                let mut before = base;
                for sum in 0..height + width - 1 {
                    let low = (sum + 1).saturating_sub(width);
                    along.push(before.wrapping_sub(low));
                    before += height.min(sum + 1) - low;
                }
                let mut stride = height * width;
                let mut own: Vec<usize> = (0..sides[chosen]).map(|z| z % v * stride + a * left(z)).collect();
                stride *= v.min(sides[chosen]);
                for e in (0..last).filter(|e| *e != chosen) {
                    first[e].iter_mut().enumerate().for_each(|(z, part)| *part = z * stride);
                    own.iter_mut().enumerate().for_each(|(z, part)| *part += vector[e] * left(z) * stride);
                    stride *= sides[e] + vector[e] * most;
                }
                first[chosen] = own;
                (along, Some((chosen, (0..sides[chosen]).map(|z| (a + b) * left(z)).collect())))
            }
        };
        Lanes { end: base + count as usize, along, first, moved }
    }

    /// What first coordinates contribute.
    pub(super) fn enter(&self, first: &[usize]) -> Entry {
        let part = self.first.iter().zip(first).fold(0, |all, (part, z)| all + part[*z]);
        Entry { part, moved: self.moved.as_ref().map_or(0, |(chosen, moved)| moved[first[*chosen]]) }
    }

    /// The number of the line through a cell, or if row and column are exchanged through its image; of the next cells of the
    /// antidiagonal the next numbers. The number means nothing if the row is off the board.
    #[inline(always)]
    pub(super) fn lane(&self, entry: Entry, sum: usize, row: isize, exchanged: bool) -> Lane {
        let row = if exchanged { sum as isize - row } else { row };
        let start = self.along[sum + entry.moved].wrapping_add(entry.part).wrapping_add_signed(row);
        Lane { start, step: if exchanged { -1 } else { 1 } }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tracks::next;
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_line_is_what_a_stride_joins(
            vector in proptest::collection::vec(0usize..4, 2..5), sides in proptest::collection::vec(1usize..6, 4),
        ) {
            prop_assume!(vector.iter().any(|v| *v > 0));
            let sides = &sides[..vector.len()];
            let lanes = Lanes::new(7, &vector, sides);
            let mut all = Vec::new();
            let mut position = vec![0; sides.len()];
            for _ in 0..sides.iter().product::<usize>() {
                all.push(position.clone());
                next(&mut position, sides);
            }
            let last = sides.len() - 2;
            let id = |p: &[usize]| {
                let (x, y) = (p[last], p[last + 1]);
                let lane = lanes.lane(lanes.enter(&p[..last]), x + y, x as isize, false);
                // Of the cell that is k further along the antidiagonal the number is k more.
                for low in 0..=x {
                    let from = lanes.lane(lanes.enter(&p[..last]), x + y, low as isize, false);
                    assert_eq!(from.at(x - low), lane.at(0));
                }
                lane.at(0)
            };
            let behind = |p: &[usize], q: &[usize]| (0..6).any(|i| {
                p.iter().zip(q).zip(&vector).all(|((x, y), v)| *x == *y + i * v)
            });
            prop_assert_eq!(lanes.end - 7, Lanes::count(&vector, sides) as usize);
            for p in &all {
                prop_assert!((7..lanes.end).contains(&id(p)));
                for q in &all {
                    prop_assert_eq!(id(p) == id(q), behind(p, q) || behind(q, p));
                }
            }
        }
    }
}
