//! Two piles where moves may raise one: queens that also see along the rising antidiagonal (OEIS A065188, A274528,
//! A275895) and their like.
//!
//! Say that the second pile may rise (the other way round, the piles are exchanged here and back again). Every move lowers
//! the first pile, or takes from the second; any number may be taken from the second. So each row has exactly one
//! P-position: the first cell that no P-position of an earlier row sees. A P-position sees along lines, and notes itself
//! on each; a cell is asked for its lines. A row is read from the first column that is not taken for ever. For Grundy
//! values the lines note which values have been on them.
//!
//! Cost: as many cells a row as lie between that column and the P-position, O(moves) each; memory grows with the rows. A
//! Grundy value costs the words of its lines' sets.

use crate::error::SolveError;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::ops::ControlFlow;
use wythoff_numbers::Budget;
use wythoff_numbers::bits::Bits;
use wythoff_rules::{Rules, Steps};

/// The name of the method.
pub(crate) const RISING: &str = "rising rows";

/// Rows between two looks at the budget.
const PACE: u64 = 64;

/// Most vectors that are asked one by one.
const VECTORS: usize = 64;

/// How many rows may be gone through for a P-position of a column that has none yet, beyond those that were asked for.
const FAR: u64 = 1 << 20;

/// The moves: rays (a, b), a > 0, of all multiples, and single vectors (a, b), a > 0.
pub(crate) struct Rising {
    rays: Vec<(u64, i64)>,
    vectors: Vec<(u64, i64)>,
    /// The first pile is the one that may rise: rows are columns here.
    exchanged: bool,
}

/// A set of integers near 0: those from 0 on, and below it the numbers -1 - n.
#[derive(Default)]
struct Near {
    from_zero: Bits,
    below_zero: Bits,
}

impl Near {
    fn contains(&self, key: i128) -> bool {
        if key < 0 {
            self.below_zero.contains((-1 - key) as usize)
        } else {
            self.from_zero.contains(key as usize)
        }
    }

    fn insert(&mut self, key: i128) {
        if key < 0 {
            self.below_zero.insert((-1 - key) as usize)
        } else {
            self.from_zero.insert(key as usize)
        }
    }

    fn bytes(&self) -> u128 {
        8 * (self.from_zero.words().len() + self.below_zero.words().len()) as u128
    }
}

impl Rising {
    /// The moves of rules that this method is for: some move raises a pile, and each row of the other has one P-position.
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
                        let times = i64::try_from(times).ok()?;
                        vectors.push((a.checked_mul(times)?, b.checked_mul(times)?));
                    }
                }
                Steps::Ray { .. } => return None,
            }
        }
        Rising::lowering(&rays, &vectors, false).or_else(|| Rising::lowering(&rays, &vectors, true))
    }

    /// The moves, the piles exchanged if asked for, if they lower the first pile or stay and take any number from the
    /// second.
    fn lowering(rays: &[(i64, i64)], vectors: &[(i64, i64)], exchanged: bool) -> Option<Rising> {
        let turned = |moves: &[(i64, i64)]| -> Option<Vec<(u64, i64)>> {
            let turn = |&(a, b): &(i64, i64)| if exchanged { (b, a) } else { (a, b) };
            moves.iter().map(turn).map(|(a, b)| Some((u64::try_from(a).ok()?, b))).collect()
        };
        let (mut rays, mut vectors) = (turned(rays)?, turned(vectors)?);
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
        rays.iter().chain(&vectors).all(small).then_some(Rising { rays, vectors, exchanged })
    }

    /// A cell as the piles are written.
    fn piles(&self, x: u64, y: u64) -> [u64; 2] {
        if self.exchanged { [y, x] } else { [x, y] }
    }

    /// The P-positions with the first pile below `rows` and the second below `columns`, in lexicographic order.
    pub fn within(
        &self,
        rows: u64,
        columns: u64,
        limits: &Budget,
        visit: &mut dyn FnMut(&[u64]),
    ) -> Result<(), SolveError> {
        let [rows, columns] = self.piles(rows, columns);
        let mut found = Vec::new();
        if rows == 0 || columns == 0 {
            return Ok(());
        }
        self.rows(limits, &mut |x, y| {
            if y < columns {
                let position = self.piles(x, y);
                if self.exchanged { found.push(position) } else { visit(&position) }
            }
            if x + 1 < rows { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        found.sort_unstable();
        found.iter().for_each(|position| visit(position));
        Ok(())
    }

    /// The first P-positions in lexicographic order, until `visit` says that it has enough.
    pub fn first(
        &self,
        wanted: usize,
        limits: &Budget,
        visit: &mut dyn FnMut(&[u64]) -> ControlFlow<()>,
    ) -> Result<(), SolveError> {
        if !self.exchanged {
            return self.rows(limits, &mut |x, y| visit(&[x, y]));
        }
        // Each column is met in its turn, when it has been found: (0, i) as written leaves it one P-position at most.
        let (mut waiting, mut next, mut found) = (BTreeMap::new(), 0, false);
        let far = (wanted as u64).saturating_mul(64).max(FAR);
        self.rows(limits, &mut |x, y| {
            waiting.insert(y, x);
            while let Some(x) = waiting.remove(&next) {
                if visit(&self.piles(x, next)).is_break() {
                    found = true;
                    return ControlFlow::Break(());
                }
                next += 1;
            }
            if x < far { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        match found {
            true => Ok(()),
            false => Err(SolveError::Refused {
                what: format!("no P-position with first pile {next} was found below {far}"),
                hint: "ask for those below a bound instead".to_string(),
            }),
        }
    }

    /// Whether no two P-positions have the same first pile, so that they can be listed by it.
    pub fn lists_rows(&self) -> bool {
        !self.exchanged || self.rays.contains(&(1, 0))
    }

    /// The Grundy values of the cells with the first pile below `rows` and the second below `columns`, in row-major order.
    pub fn grundy(&self, rows: usize, columns: usize, limits: &Budget) -> Result<Vec<u32>, SolveError> {
        let [height, width] = self.piles(rows as u64, columns as u64).map(|side| side as usize);
        let mut values = vec![0; rows * columns];
        let mut noted: Vec<HashMap<(u64, i128), Bits>> = self.rays.iter().map(|_| HashMap::new()).collect();
        // The rows that vectors reach back to.
        let back = self.vectors.iter().map(|(a, _)| *a as usize).max().unwrap_or(0);
        let mut before: VecDeque<Vec<u32>> = VecDeque::new();
        let mut held = 0u128;
        for x in 0..height {
            // As far out as moves from the rows to come may rise.
            let steps = (height - 1 - x) as u64;
            let rise = |(a, b): &(u64, i64)| (*b).min(0).unsigned_abs() * steps / a;
            let rise = self.rays.iter().chain(&self.vectors).map(rise).max().unwrap_or(0);
            let (mut in_row, mut row) = (Bits::default(), Vec::new());
            for y in 0..width + rise as usize {
                if y % (1 << 10) == 0 {
                    limits.need("the values on lines", held)?;
                    limits.step(x as u64, height as u64)?;
                }
                let mut single = Bits::default();
                for (a, b) in &self.vectors {
                    let from = before.len().checked_sub(*a as usize).map(|at| &before[at]);
                    let column = usize::try_from(y as i128 - i128::from(*b)).ok();
                    if let Some(value) = from.zip(column).and_then(|(row, column)| row.get(column)) {
                        single.insert(*value as usize);
                    }
                }
                let line = |(a, b): (u64, i64)| {
                    (x as u64 % a, i128::from(a) * y as i128 - i128::from(b) * x as i128)
                };
                let sets: Vec<&[u64]> = (self.rays.iter().zip(&noted))
                    .filter_map(|(ray, notes)| notes.get(&line(*ray)).map(Bits::words))
                    .chain([in_row.words(), single.words()])
                    .collect();
                let value = least_missing(&sets);
                in_row.insert(value as usize);
                for (ray, notes) in self.rays.iter().zip(&mut noted) {
                    let set = notes.entry(line(*ray)).or_default();
                    held -= 8 * set.words().len() as u128;
                    set.insert(value as usize);
                    held += 8 * set.words().len() as u128;
                }
                row.push(value);
                if y < width {
                    let [r, c] = self.piles(x as u64, y as u64).map(|at| at as usize);
                    values[r * columns + c] = value;
                }
            }
            before.push_back(row);
            if before.len() > back {
                before.pop_front();
            }
        }
        Ok(values)
    }

    /// All P-positions that play from a position can come to, and some others: those of its row and of earlier ones.
    pub fn up_to(&self, position: &[u64], limits: &Budget) -> Result<Vec<Vec<u64>>, SolveError> {
        let from = position[usize::from(self.exchanged)];
        limits.need("the list of P-positions", 48 * u128::from(from))?;
        let mut found = Vec::new();
        self.rows(limits, &mut |x, y| {
            found.push(self.piles(x, y).to_vec());
            if x < from { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        Ok(found)
    }

    /// Calls `visit` with the P-position of each row, from row 0 on, until told to stop.
    fn rows(
        &self,
        limits: &Budget,
        visit: &mut dyn FnMut(u64, u64) -> ControlFlow<()>,
    ) -> Result<(), SolveError> {
        // The line of a cell (x, y) for a ray (a, b): a y - b x, among the rows of the same residue modulo a.
        let mut lines: Vec<Vec<Near>> =
            self.rays.iter().map(|(a, _)| (0..*a).map(|_| Near::default()).collect()).collect();
        let upright = self.rays.iter().position(|ray| *ray == (1, 0));
        let mut found: Vec<u64> = Vec::new();
        let mut free = 0;
        for x in 0u64.. {
            if x % PACE == 0 {
                let held: u128 = lines.iter().flatten().map(Near::bytes).sum();
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

/// The least number that is in none of the sets.
fn least_missing(sets: &[&[u64]]) -> u32 {
    (0..)
        .map(|word: usize| (word, sets.iter().fold(0, |all, set| all | set.get(word).unwrap_or(&0))))
        .find(|(_, all)| *all != u64::MAX)
        .map_or(0, |(word, all)| word as u32 * 64 + all.trailing_ones())
}

/// A vector of two components.
fn step(vector: &[i64]) -> Option<(i64, i64)> {
    let &[a, b] = vector else { return None };
    Some((a, b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn first(text: &str, rows: usize) -> Option<Vec<(u64, u64)>> {
        let rules = Rules::read(text).unwrap();
        let mut found = Vec::new();
        Rising::of(&rules)?
            .first(rows, &Budget::default(), &mut |position| {
                found.push((position[0], position[1]));
                if found.len() < rows { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            })
            .unwrap();
        Some(found)
    }

    /// The same moves with the piles exchanged.
    const PAIRS: [(&str, &str); 3] = [
        ("(i,0) (0,i) (i,i) (i,-i)", "(i,0) (0,i) (i,i) (-i,i)"),
        ("(i,0) (0,i) (3i,-2i) (1,-4)", "(0,i) (i,0) (-2i,3i) (-4,1)"),
        ("(i,0) (0,i) (2,-1) (1,3) (2i,-3i)", "(i,0) (0,i) (-1,2) (3,1) (-3i,2i)"),
    ];

    #[test]
    fn either_pile_may_rise() {
        for (second, first_pile) in PAIRS {
            let mut turned: Vec<(u64, u64)> =
                first(second, 200).unwrap().into_iter().map(|(x, y)| (y, x)).collect();
            turned.sort_unstable();
            let listed = first(first_pile, 40).unwrap();
            assert_eq!(turned[..40], listed[..], "{first_pile}");
            let rules = Rules::read(first_pile).unwrap();
            let mut within = Vec::new();
            let moves = Rising::of(&rules).unwrap();
            moves
                .within(20, 9, &Budget::default(), &mut |position| within.push((position[0], position[1])))
                .unwrap();
            turned.retain(|(x, y)| *x < 20 && *y < 9);
            assert_eq!(within, turned, "{first_pile}");
            let reached = moves.up_to(&[7, 8], &Budget::default()).unwrap();
            assert!(reached.iter().map(|p| p[1]).eq(0..=8), "{first_pile}");
        }
        // A row of the first pile may have many where nothing is taken from the second alone.
        let rules = Rules::read("(i,0) (-i,2i)").unwrap();
        assert!(!Rising::of(&rules).unwrap().lists_rows());
    }

    #[test]
    fn values_are_those_of_the_rules() {
        for text in PAIRS.iter().flat_map(|(a, b)| [a, b]).chain(&["(0,i) (i,-2i) (2i,i) (1,1)"]) {
            let rules = Rules::read(text).unwrap();
            let (mut referee, mut wanted) = (crate::Referee::new(&rules), Vec::new());
            for x in 0..6u64 {
                for y in 0..7u64 {
                    let start = referee.start(&[x, y]);
                    wanted.push(referee.grundy(&start).unwrap() as u32);
                }
            }
            assert_eq!(
                Rising::of(&rules).unwrap().grundy(6, 7, &Budget::default()).unwrap(),
                wanted,
                "{text}"
            );
        }
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
