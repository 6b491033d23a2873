//! Beams: the ratios y/x of far P-positions, clustered by exact comparison.
//!
//! The outer shell of the data is compared with the shell half as far out. A gap between neighbouring ratios
//! separates two beams if it is at least three quarters as wide as the empty interval of the inner shell around its
//! middle: true gaps stay, gaps inside a beam halve with the beam.

use super::Numbers;
use super::{Finding, Positions};
use std::cmp::Ordering;
use wythoff_numbers::Rational;

/// A ratio as a fraction with positive denominator.
#[derive(Clone, Copy, Debug)]
struct Ratio {
    y: u64,
    x: u64,
}

impl Ratio {
    fn compare(&self, other: &Ratio) -> Ordering {
        (u128::from(self.y) * u128::from(other.x)).cmp(&(u128::from(other.y) * u128::from(self.x)))
    }

    fn rational(&self) -> Rational {
        Rational::from_unsigneds(self.y, self.x)
    }
}

pub(super) fn of_positions(positions: &Positions) -> Vec<Finding> {
    if positions.piles() != 2 {
        return Vec::new();
    }
    let listed = positions.list().iter().filter(|p| p[0] > 0);
    // A list by rows reaches beyond the box: then shells go by the first pile, or the steep beam would be favoured.
    let by_rows = positions.list().iter().any(|p| p[1] >= positions.below());
    let size = |p: &Vec<u64>| if by_rows { p[0] } else { p[0].max(p[1]) };
    let Some(far) = listed.clone().map(size).max() else { return Vec::new() };
    let shell = |from: u64, to: u64| {
        let inside = listed.clone().filter(|p| (from..=to).contains(&size(p)));
        let mut ratios: Vec<Ratio> = inside.map(|p| Ratio { y: p[1], x: p[0] }).collect();
        ratios.sort_by(Ratio::compare);
        ratios
    };
    let (outer, inner) = (shell(far / 2 + 1, far), shell(far / 4 + 1, far / 2));
    if outer.len() < 8 || inner.len() < 8 {
        return Vec::new();
    }
    let bound = if by_rows { format!("smaller pile up to {far}") } else { positions.bound() };
    // More than a few positions in each row fill a region: there are no beams to tell apart.
    let dense = outer.len() as u64 > 2 * far;
    let beams = if dense { vec![&outer[..]] } else { split(&outer, &inner) };
    let mut found = Vec::new();
    for beam in &beams {
        let (low, high) = (beam[0].rational(), beam[beam.len() - 1].rational());
        let width = &high - &low;
        let near: Vec<&Ratio> = inner
            .iter()
            .filter(|r| r.rational() >= &low - &width && r.rational() <= &high + &width)
            .collect();
        let inner_width = match (near.first(), near.last()) {
            (Some(first), Some(last)) => last.rational() - first.rational(),
            _ => width.clone(),
        };
        let shrinks = &width * Rational::from(4) <= &inner_width * Rational::from(3);
        let narrow = &width * Rational::from(16) <= high;
        let (kind, data) = (
            "slope",
            Numbers::Slope {
                beam: shrinks || narrow,
                interval: [low.to_string(), high.to_string()],
                of: outer.len(),
                positions: beam.len(),
            },
        );
        let statement = if shrinks || narrow {
            let which = if beams.len() == 1 {
                "a single beam".to_string()
            } else {
                format!("one of {} beams", beams.len())
            };
            format!(
                "the ratio y/x of the outer P-positions lies in [{low}, {high}]: {which}, with {} of {} positions",
                beam.len(),
                outer.len()
            )
        } else {
            format!(
                "the ratios y/x of {} of {} outer P-positions spread over [{low}, {high}] and do not narrow",
                beam.len(),
                outer.len()
            )
        };
        found.push(Finding::new(kind, statement, bound.clone(), data));
    }
    found
}

/// Cuts the sorted outer ratios at the persistent gaps.
fn split<'a>(outer: &'a [Ratio], inner: &[Ratio]) -> Vec<&'a [Ratio]> {
    let mut beams = Vec::new();
    let mut from = 0;
    // A few stray positions are no beam.
    let fewest = (outer.len() / 20).max(3);
    for i in 1..outer.len() {
        let (low, high) = (outer[i - 1].rational(), outer[i].rational());
        let gap = &high - &low;
        // Narrow gaps are not worth a look: beams are told apart from a hundredth of the slope on.
        let room = i - from >= fewest && outer.len() - i >= fewest;
        if room && &gap * Rational::from(100) > high && persists(&low, &high, inner) {
            beams.push(&outer[from..i]);
            from = i;
        }
    }
    beams.push(&outer[from..]);
    beams
}

/// Whether the gap is at least three quarters of the empty interval of the inner shell around its middle.
fn persists(low: &Rational, high: &Rational, inner: &[Ratio]) -> bool {
    let middle = (low + high) / Rational::from(2);
    let at = inner.partition_point(|r| r.rational() <= middle);
    match (at.checked_sub(1).and_then(|i| inner.get(i)), inner.get(at)) {
        (Some(below), Some(above)) => {
            (above.rational() - below.rational()) * Rational::from(3) <= (high - low) * Rational::from(4)
        }
        _ => false,
    }
}
