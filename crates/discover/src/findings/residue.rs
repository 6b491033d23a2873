//! P-sets that depend on the piles modulo m, and P-sets with nim-sum 0; exact on the box.

use super::Numbers;
use super::{Finding, Positions};
use std::collections::BTreeSet;
use wythoff_numbers::{Budget, Stop};

/// Largest modulus tried.
const MODULUS: u64 = 128;

pub(super) fn of_positions(positions: &Positions, budget: &Budget) -> Result<Vec<Finding>, Stop> {
    let points = positions.box_points();
    let below = positions.below();
    if points.is_empty() || positions.piles() == 0 || below < 8 {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    if positions.piles() >= 2
        && points.iter().all(|p| p.iter().fold(0, |x, y| x ^ y) == 0)
        && zero_sums(positions.piles(), below) == points.len() as u128
    {
        let statement = "a position is P iff the nim-sum of its piles is 0";
        found.push(Finding::new("nim-sum", statement, positions.bound(), Numbers::NimSum { nim_sum: 0 }));
    }
    for m in 1..=MODULUS.min(below / 3) {
        budget.check()?;
        let Some(classes) = classes(&points, m, below) else { continue };
        let shown: Vec<String> = classes.iter().take(12).map(|c| format!("({})", join(c))).collect();
        let more = if classes.len() > 12 { ", …" } else { "" };
        let statement = format!(
            "a position is P iff its piles modulo {m} are one of {} residue vectors: {}{more}",
            classes.len(),
            shown.join(", ")
        );
        let data = Numbers::Residues { modulus: m, residues: classes.into_iter().collect() };
        found.push(Finding::new("residue", statement, positions.bound(), data));
        break;
    }
    Ok(found)
}

fn join(numbers: &[u64]) -> String {
    let each: Vec<String> = numbers.iter().map(u64::to_string).collect();
    each.join(",")
}

/// The residue vectors of the points, if every position of the box with such residues is a point: the
/// counts must agree. O(points) for each m.
fn classes(points: &[Vec<u64>], m: u64, below: u64) -> Option<BTreeSet<Vec<u64>>> {
    let size = |r: &u64| u128::from((below - r).div_ceil(m));
    let mut classes: BTreeSet<Vec<u64>> = BTreeSet::new();
    let mut total = 0u128;
    for point in points {
        let residues: Vec<u64> = point.iter().map(|x| x % m).collect();
        if !classes.contains(&residues) {
            total += residues.iter().map(size).product::<u128>();
            if total > points.len() as u128 {
                return None;
            }
            classes.insert(residues);
        }
    }
    (total == points.len() as u128).then_some(classes)
}

/// How many vectors of piles below the bound have nim-sum 0, digit by digit from the top: a mask says which piles
/// still equal the bound.
fn zero_sums(piles: usize, below: u64) -> u128 {
    if piles > 12 {
        return 0;
    }
    let most = below - 1;
    let mut ways = vec![0u128; 1 << piles];
    if let Some(all_equal) = ways.last_mut() {
        *all_equal = 1;
    }
    for bit in (0..64 - most.leading_zeros()).rev() {
        let top = most >> bit & 1 == 1;
        let mut next = vec![0u128; ways.len()];
        for (tight, &count) in ways.iter().enumerate().filter(|(_, count)| **count > 0) {
            for digits in (0..1usize << piles).filter(|d| d.count_ones() % 2 == 0) {
                if !top && digits & tight != 0 {
                    continue;
                }
                next[if top { tight & digits } else { tight }] += count;
            }
        }
        ways = next;
    }
    ways.iter().sum()
}
