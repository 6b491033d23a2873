//! End-Wythoff (VIS section 4.5): a row of piles; take from either end, or the same number from both ends; emptied ends vanish.
//!
//! For a middle K there is one l with (K, l) in P and one r with (r, K) in P, and the table of the rows (a, K, b) depends only on l and r
//! (VIS-T-end-type). So l and r of all intervals of a row are found from those of shorter intervals, O(m^2) look-ups for m piles, each
//! polynomial in the number of digits; beyond max(l, r) pairs the table is a shifted Wythoff table (VIS-T-end-diff).

mod list;
mod table;

use malachite::base::num::basic::traits::Zero;
use malachite::{Integer, Natural};

pub use list::pairs_below;
pub use table::Table;

use crate::piles::{lost, won};
use crate::shown::show_number;
use crate::{Decider, Refusal, Verdict, Visit, Wythoff};

const CITES: &[&str] = &["VIS-A-end-poly", "VIS-T-end-type"];

/// Longest row that is decided.
const LONGEST: usize = 256;

/// The game on rows of any length; a pile of 0 counts as absent. Lists are of rows of a given length.
///
/// ```
/// use malachite::Natural;
/// use wythoff_theory::{Decider, end_wythoff::EndWythoff};
/// let game = EndWythoff::new();
/// assert!(game.is_p(&[2u32, 3, 3].map(Natural::from)).unwrap());
/// // In the rows (a, 1, b): (1, 2) and (2, 1) are P, so l = r = 2.
/// let table = EndWythoff::middle(&[Natural::from(1u32)]).unwrap();
/// assert_eq!((table.l().clone(), table.right_of(&Natural::from(3u32)).unwrap()), (2u32.into(), 4u32.into()));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct EndWythoff {
    listed: usize,
}

impl EndWythoff {
    /// The game; it has no parameter.
    pub fn new() -> EndWythoff {
        EndWythoff::default()
    }

    /// The same, whose lists are of rows of so many piles.
    pub fn listing(piles: usize) -> EndWythoff {
        EndWythoff { listed: piles }
    }

    /// The table of the rows (a, K, b) for a middle K, which may be empty.
    pub fn middle(middle: &[Natural]) -> Result<Table, Refusal> {
        if middle.len() > LONGEST {
            return Err(Refusal::Limit(format!("rows of more than {LONGEST} piles are not decided")));
        }
        let piles: Vec<&Natural> = middle.iter().filter(|pile| **pile != 0u32).collect();
        // ends[i]: (l, r) of the interval of the current length that starts at i.
        let mut ends: Vec<(Natural, Natural)> = vec![(Natural::ZERO, Natural::ZERO); piles.len() + 1];
        for length in 1..=piles.len() {
            ends = (0..=piles.len() - length)
                .map(|i| {
                    let shorter = |(l, r): &(Natural, Natural)| Table::new(l.clone(), r.clone());
                    // (p_i, rest, b) and (a, rest, p_j).
                    let l = shorter(&ends[i + 1])?.right_of(piles[i])?;
                    let r = shorter(&ends[i])?.left_of(piles[i + length - 1])?;
                    Ok((l, r))
                })
                .collect::<Result<_, Refusal>>()?;
        }
        match ends.into_iter().next() {
            Some((l, r)) => Table::new(l, r),
            None => Table::new(Natural::ZERO, Natural::ZERO),
        }
    }
}

impl Decider for EndWythoff {
    fn decide(&self, position: &[Natural]) -> Result<Verdict, Refusal> {
        let occupied: Vec<usize> = (0..position.len()).filter(|&i| position[i] != 0u32).collect();
        let (first, last) = match occupied[..] {
            [] => return Ok(lost("No pile is left.", CITES)),
            [only] => {
                let mut target = position.to_vec();
                target[only] = Natural::ZERO;
                return Ok(won(target, "One pile is left: take it.", CITES));
            }
            [first, .., last] => (first, last),
        };
        let (a, b) = (&position[first], &position[last]);
        let table = EndWythoff::middle(&position[first + 1..last])?;
        let known = format!(
            "For the piles between the ends, K, (K, l) is P with l = {} and (r, K) with r = {}",
            show_number(table.l()),
            show_number(table.r())
        );
        let to = |left: Natural, right: Natural, why: String| {
            let mut target = position.to_vec();
            target[first] = left;
            target[last] = right;
            Ok(won(target, format!("{known}; {why}"), CITES))
        };
        let right = table.right_of(a)?;
        if right == *b {
            return Ok(lost(
                format!(
                    "{known}; the right end that goes with the left end is {}, as it stands.",
                    show_number(b)
                ),
                CITES,
            ));
        }
        if right < *b {
            let why = format!(
                "the right end that goes with the left end is {}: take from the right.",
                show_number(&right)
            );
            return to(a.clone(), right, why);
        }
        let left = table.left_of(b)?;
        if left < *a {
            let why = format!(
                "the left end that goes with the right end is {}: take from the left.",
                show_number(&left)
            );
            return to(left, b.clone(), why);
        }
        let difference = Integer::from(b) - Integer::from(a);
        let [left, right] = table.on_diagonal(&difference)?;
        if left >= *a {
            return Err(Refusal::Hypothesis {
                theorem: "VIS-T-end-type",
                hypothesis: "no P-position can be reached, although the row is not one".into(),
            });
        }
        let why = format!(
            "the P-position whose ends differ by the same {} is smaller: take the same from both ends.",
            show_number(difference.unsigned_abs_ref())
        );
        to(left, right, why)
    }

    fn p_stream(&self, visit: &mut Visit<'_>) -> Result<bool, Refusal> {
        // Rows of more piles that begin with 0 have no end.
        match self.listed {
            2 => Wythoff::new()?.p_stream(visit),
            _ => Ok(false),
        }
    }

    fn p_below(&self, bound: u64, visit: &mut Visit<'_>) -> Result<bool, Refusal> {
        match self.listed {
            0 => return Ok(false),
            2 => return Wythoff::new()?.p_below(bound, visit),
            piles => list::rows_below(piles, bound, visit)?,
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use malachite::base::num::arithmetic::traits::Pow;
    use malachite::base::num::basic::traits::One;

    use super::*;
    use crate::referee::{Dice, Referee};

    fn options(row: &[u64]) -> Vec<Vec<u64>> {
        let occupied: Vec<usize> = (0..row.len()).filter(|&i| row[i] > 0).collect();
        let (Some(&first), Some(&last)) = (occupied.first(), occupied.last()) else { return Vec::new() };
        let mut to = Vec::new();
        let mut taken = |k: u64, l: u64| {
            if k + l > 0 && k <= row[first] && l <= row[last] {
                let mut left = row.to_vec();
                left[first] -= k;
                left[last] -= l;
                to.push(left);
            }
        };
        for k in 0..=row[first].max(row[last]) {
            taken(k, 0);
            if first != last {
                taken(0, k);
                taken(k, k);
            }
        }
        to
    }

    #[test]
    fn agrees_with_the_rules() {
        let game = EndWythoff::new();
        let mut referee = Referee::new(options);
        referee.check(&game, &[24, 20], "two piles");
        referee.check(&game, &[9, 8, 9], "three piles");
        referee.check(&game, &[5, 4, 4, 6], "four piles");
        referee.check(&game, &[3, 3, 2, 3, 4], "five piles");
    }

    #[test]
    fn lists_agree_with_the_rules() {
        let mut referee = Referee::new(options);
        for (piles, bound) in [(1, 12), (2, 30), (3, 12), (4, 6), (5, 4)] {
            let mut listed: Vec<Vec<u64>> = Vec::new();
            let mut collect = |row: &[u64]| {
                listed.push(row.to_vec());
                std::ops::ControlFlow::Continue(())
            };
            assert!(EndWythoff::listing(piles).p_below(bound, &mut collect).unwrap());
            let mut expected: Vec<Vec<u64>> = wythoff_numbers::tuples::below(&vec![bound; piles]).collect();
            expected.retain(|row| referee.is_p(row) && (piles != 2 || row.is_sorted()));
            assert_eq!(listed, expected, "{piles} piles");
        }
    }

    /// The table with given l and r, filled by the rule.
    fn direct(l: u64, r: u64, size: u64) -> Vec<u64> {
        let mut right = vec![l];
        for a in 1..size {
            let attacked = |b: u64| {
                (0..a).any(|x| {
                    right[x as usize] == b || (right[x as usize] + a == b + x && right[x as usize] < b)
                }) || (b > 0 && a == r)
            };
            right.push(if a == r { 0 } else { (1..).find(|&b| !attacked(b)).unwrap() });
        }
        right
    }

    #[test]
    fn tables_of_any_ends() {
        let mut dice = Dice::new(17);
        let mut ends: Vec<(u64, u64)> = (0..12).map(|_| (1 + dice.below(60), 1 + dice.below(60))).collect();
        ends.extend([(1, 1), (1, 2), (3, 1), (7, 300), (300, 7)]);
        for (l, r) in ends {
            let table = Table::new(Natural::from(l), Natural::from(r)).unwrap();
            let right = direct(l, r, 320);
            for (a, &b) in right.iter().enumerate() {
                assert_eq!(table.right_of(&Natural::from(a)).unwrap(), b, "l = {l}, r = {r}, a = {a}");
                assert_eq!(table.left_of(&Natural::from(b)).unwrap(), a as u64, "l = {l}, r = {r}, b = {b}");
                let diagonal = table.on_diagonal(&(Integer::from(b) - Integer::from(a))).unwrap();
                assert_eq!(diagonal, [Natural::from(a), Natural::from(b)], "l = {l}, r = {r}");
            }
        }
        assert!(Table::new(Natural::ZERO, Natural::ONE).is_err());
    }

    #[test]
    fn windows_agree_with_filling_beyond_the_base() {
        // Ends of which the exchanges lie beyond the base, against a plain fill.
        let mut dice = Dice::new(23);
        for _ in 0..5 {
            let (l, r) = (3_200 + dice.below(1_000), 3_200 + dice.below(1_000));
            let table = Table::new(Natural::from(l), Natural::from(r)).unwrap();
            let right = fill(l, r, 7_000);
            for _ in 0..200 {
                let a = 1 + dice.below(6_999);
                assert_eq!(
                    table.right_of(&Natural::from(a)).unwrap(),
                    right[a as usize],
                    "l = {l}, r = {r}, a = {a}"
                );
            }
            for a in (l * 5 / 8 - 40..l * 5 / 8 + 10).chain(r * 5 / 8 - 40..r * 5 / 8 + 10) {
                assert_eq!(
                    table.right_of(&Natural::from(a)).unwrap(),
                    right[a as usize],
                    "l = {l}, r = {r}, a = {a}"
                );
            }
        }
    }

    /// [`direct`] with marks instead of searches.
    fn fill(l: u64, r: u64, size: usize) -> Vec<u64> {
        let (mut columns, mut diagonals) = (vec![false; 4 * size], vec![false; 6 * size]);
        columns[l as usize] = true;
        diagonals[2 * size + l as usize] = true;
        let mut right = vec![l];
        let mut least = 1;
        for a in 1..size {
            if a == r as usize {
                right.push(0);
                diagonals[2 * size - a] = true;
                continue;
            }
            while columns[least] {
                least += 1;
            }
            let b = (least..).find(|&b| !columns[b] && !diagonals[2 * size + b - a]).unwrap();
            columns[b] = true;
            diagonals[2 * size + b - a] = true;
            right.push(b as u64);
        }
        right
    }

    #[test]
    fn huge_rows_are_consistent() {
        let game = EndWythoff::new();
        let mut dice = Dice::new(31);
        let n = Natural::from(10u32).pow(120);
        for piles in [3, 4] {
            for _ in 0..4 {
                let row: Vec<Natural> = (0..piles).map(|_| (&n >> dice.below(6)) + dice.natural(3)).collect();
                let verdict = game.decide(&row).unwrap();
                if let Some(target) = verdict.winning {
                    assert!(game.is_p(&target).unwrap(), "{}", verdict.reason);
                }
            }
        }
    }
}
