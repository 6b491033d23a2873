//! P-positions row by row where moves may raise the second pile: queens that also see along the rising antidiagonal
//! (OEIS A065188, A275895) and their like.
//!
//! Every move lowers the first pile, or takes from the second; any number may be taken from the second. So each row has
//! exactly one P-position: the first cell that no P-position of an earlier row sees. A P-position sees along lines, and
//! notes itself on each; a cell is asked for its lines. A row is read from the first column that is not taken for ever.
//!
//! Cost: as many cells a row as lie between that column and the P-position, O(moves) each; memory grows with the rows.

use crate::error::SolveError;
use std::ops::ControlFlow;
use wythoff_numbers::Budget;
use wythoff_rules::{Rules, Steps};

/// The name of the method.
pub(crate) const RISING: &str = "rising rows";

/// Rows between two looks at the budget.
const PACE: u64 = 64;

/// Most vectors that are asked one by one.
const VECTORS: usize = 64;

/// The moves: rays (a, b), a > 0, of all multiples, and single vectors (a, b), a > 0.
pub(crate) struct Rising {
    rays: Vec<(u64, i64)>,
    vectors: Vec<(u64, i64)>,
}

/// A set of integers near 0.
#[derive(Default)]
struct Bits {
    from_zero: Vec<u64>,
    below_zero: Vec<u64>,
}

impl Bits {
    fn place(key: i128) -> (bool, usize, u64) {
        let (negative, size) = (key < 0, if key < 0 { -1 - key } else { key } as usize);
        (negative, size / 64, 1 << (size % 64))
    }

    fn contains(&self, key: i128) -> bool {
        let (negative, word, bit) = Bits::place(key);
        let words = if negative { &self.below_zero } else { &self.from_zero };
        words.get(word).is_some_and(|found| found & bit != 0)
    }

    fn insert(&mut self, key: i128) {
        let (negative, word, bit) = Bits::place(key);
        let words = if negative { &mut self.below_zero } else { &mut self.from_zero };
        if words.len() <= word {
            words.resize((word + 1).max(2 * words.len()), 0);
        }
        words[word] |= bit;
    }

    fn bytes(&self) -> u128 {
        8 * (self.from_zero.len() + self.below_zero.len()) as u128
    }
}

impl Rising {
    /// The moves of rules that this method is for: some move raises the second pile, and each row has one P-position.
    pub fn of(rules: &Rules) -> Option<Rising> {
        let convention = rules.convention();
        let plain = !convention.misere
            && convention.block.is_none()
            && !convention.pass
            && convention.terminals.is_empty();
        let two = rules.coordinates().len() == 2 && rules.piles() == 2 && rules.memory().is_empty();
        let bare = !rules.sorts_piles() && !rules.is_symmetric() && !rules.restricts_positions();
        if !plain || !two || !bare || rules.only_takes() {
            return None;
        }
        let (mut rays, mut vectors) = (Vec::new(), Vec::new());
        for pattern in rules.patterns() {
            match pattern.steps()? {
                Steps::Vectors(list) => {
                    for vector in list {
                        vectors.push(step(&vector)?);
                    }
                }
                Steps::Ray { vector, from: 1, to: None } => rays.push(step(&vector)?),
                Steps::Ray { vector, from, to: Some(to) } if to - from < VECTORS as u64 => {
                    let (a, b) = step(&vector)?;
                    for times in from..=to {
                        vectors.push((a.checked_mul(times)?, b.checked_mul(i64::try_from(times).ok()?)?));
                    }
                }
                Steps::Ray { .. } => return None,
            }
        }
        // What stays in the row is taken from the second pile: all of it by (0, i), which must be there.
        let whole_rows = rays.contains(&(0, 1));
        let stays = |(a, b): &(u64, i64)| *a == 0 && *b > 0;
        let falls = |(a, b): &(u64, i64)| *a > 0 || *b > 0;
        if !whole_rows || !rays.iter().chain(&vectors).all(falls) || vectors.len() > VECTORS {
            return None;
        }
        rays.retain(|ray| !stays(ray));
        vectors.retain(|vector| !stays(vector));
        let small = |(a, b): &(u64, i64)| *a < 1 << 20 && b.unsigned_abs() < 1 << 20;
        rays.iter().chain(&vectors).all(small).then_some(Rising { rays, vectors })
    }

    /// Calls `visit` with the P-position of each row, from row 0 on, until told to stop.
    pub fn rows(
        &self,
        limits: &Budget,
        visit: &mut dyn FnMut(u64, u64) -> ControlFlow<()>,
    ) -> Result<(), SolveError> {
        // The line of a cell (x, y) for a ray (a, b): a y - b x, among the rows of the same residue modulo a.
        let mut lines: Vec<Vec<Bits>> =
            self.rays.iter().map(|(a, _)| (0..*a).map(|_| Bits::default()).collect()).collect();
        let upright = self.rays.iter().position(|ray| *ray == (1, 0));
        let mut found: Vec<u64> = Vec::new();
        let mut free = 0;
        for x in 0u64.. {
            if x % PACE == 0 {
                let held: u128 = lines.iter().flatten().map(Bits::bytes).sum();
                limits.need("the notes on lines", 2 * held + 8 * u128::from(x))?;
                limits.step(x, 0)?;
            }
            if let Some(columns) = upright {
                while lines[columns][0].contains(i128::from(free)) {
                    free += 1;
                }
            }
            let line =
                |(a, b): (u64, i64), y: u64| i128::from(a) * i128::from(y) - i128::from(b) * i128::from(x);
            let seen = |y: u64| {
                self.rays
                    .iter()
                    .zip(&lines)
                    .any(|(ray, notes)| notes[(x % ray.0) as usize].contains(line(*ray, y)))
                    || self.vectors.iter().any(|(a, b)| {
                        let from = x.checked_sub(*a).and_then(|row| found.get(row as usize));
                        from.is_some_and(|column| i128::from(*column) + i128::from(*b) == i128::from(y))
                    })
            };
            let mut y = free;
            while seen(y) {
                y += 1;
            }
            for (ray, notes) in self.rays.iter().zip(&mut lines) {
                notes[(x % ray.0) as usize].insert(line(*ray, y));
            }
            found.push(y);
            if visit(x, y).is_break() {
                return Ok(());
            }
        }
        Ok(())
    }
}

/// A vector of two components whose first is not negative.
fn step(vector: &[i64]) -> Option<(u64, i64)> {
    let &[a, b] = vector else { return None };
    Some((u64::try_from(a).ok()?, b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn first(text: &str, rows: usize) -> Option<Vec<(u64, u64)>> {
        let rules = Rules::read(text).unwrap();
        let mut found = Vec::new();
        Rising::of(&rules)?
            .rows(&Budget::default(), &mut |x, y| {
                found.push((x, y));
                if found.len() < rows { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            })
            .unwrap();
        Some(found)
    }

    /// By the options of the rules: a cell is P if none of its options is, rows in order.
    fn literal(text: &str, rows: u64) -> Vec<(u64, u64)> {
        let rules = Rules::read(text).unwrap();
        let (mut lost, mut list) = (BTreeSet::new(), Vec::new());
        for x in 0..rows {
            let y = (0..).find(|y| {
                let options = rules.options(&[x, *y]).unwrap();
                !options.iter().any(|o| lost.contains(&(o[0], o[1])))
            });
            lost.insert((x, y.unwrap()));
            list.push((x, y.unwrap()));
        }
        list
    }

    #[test]
    fn rows_are_those_of_the_rules() {
        for text in [
            "(i,0) (0,i) (i,i) (i,-i)",
            "(i,0) (0,i) (i,-i)",
            "(0,i) (i,-2i) (2i,i)",
            "(i,0) (0,i) (3i,-2i) (1,-4)",
            "(0,i) (i,-i) for 1 <= i <= 3 (i,i)",
            "(i,0) (0,i) (2,-1) (1,3) (2i,-3i)",
        ] {
            assert_eq!(first(text, 24).as_deref(), Some(&literal(text, 24)[..]), "{text}");
        }
    }

    #[test]
    fn other_rules_are_left_to_others() {
        assert_eq!(first("(i,0) (0,i) (i,i)", 3), None);
        assert_eq!(first("(i,0) (0,2i) (i,-i)", 3), None);
        assert_eq!(first("(i,0) (0,i) (i,-j) for j <= i", 3), None);
    }
}
