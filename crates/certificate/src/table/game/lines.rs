//! Families of one amount whose moves lead along a line, whatever their conditions speak of.

use super::{Failure, Family, Game, Order, slope, uses};

/// Most arrangements of the piles.
const ARRANGEMENTS: usize = 24;

/// Lists of amounts up to this long are tried one by one.
const FEW: usize = 8;

/// A family with its coordinates standing so: it leads from a position to that without `start` and some steps.
pub(in super::super) struct Ray {
    /// Which of all families.
    family: usize,
    arrangement: usize,
    pub start: Vec<u64>,
    pub step: Vec<u64>,
}

impl Game {
    /// The families along lines, besides those that are covered, and which families those are.
    pub(in super::super) fn lines(&self, covered: &[bool]) -> (Vec<Ray>, Vec<bool>) {
        let (mut all, mut lined) = (Vec::new(), vec![false; self.moves.len()]);
        if self.arrangements.len() > ARRANGEMENTS {
            return (all, lined);
        }
        for family in self.moves.iter().filter(|family| !covered[family.index]) {
            let Some((start, step)) = self.along(family) else { continue };
            lined[family.index] = true;
            for (number, arrangement) in self.arrangements.iter().enumerate() {
                let placed = |vector: &[u64]| {
                    let mut out = vec![0; vector.len()];
                    vector.iter().enumerate().for_each(|(c, x)| out[*arrangement.get(c).unwrap_or(&c)] = *x);
                    out
                };
                let line = Ray {
                    family: family.index,
                    arrangement: number,
                    start: placed(&start),
                    step: placed(&step),
                };
                all.push(line);
            }
        }
        (all, lined)
    }

    /// What a family takes with the amount 0, and with each more of it; `None` if it is no line or few moves.
    fn along(&self, family: &Family) -> Option<(Vec<u64>, Vec<u64>)> {
        let [amount] = &family.amounts[..] else { return None };
        let plain = self.fresh.is_empty() && family.updates.is_empty() && family.only_takes;
        let few = amount.list.as_ref().is_some_and(|list| list.len() <= FEW);
        if !plain || few || family.read_back.is_none() {
            return None;
        }
        let (mut start, mut step) = (Vec::new(), Vec::new());
        let zeros = vec![0; amount.place + 1];
        for take in &family.takes {
            if (0..amount.place).any(|place| uses(take, place)) {
                return None;
            }
            start.push(u64::try_from(self.machine.value(take, &zeros).ok()?).ok()?);
            step.push(u64::try_from(slope(take, amount.place)?).ok()?);
        }
        // A move that takes nothing must be seen where it is tried.
        let moves = family.any || amount.least? >= 1 || start.iter().any(|taken| *taken > 0);
        (moves && amount.least? >= 0 && step.iter().any(|taken| *taken > 0)).then_some((start, step))
    }

    /// Whether a family along a line leads from one position to another. Of sorted piles the first is sorted.
    pub(in super::super) fn leads_by(&self, line: &Ray, from: &[u64], to: &[u64]) -> Result<bool, Failure> {
        let (family, arrangement) = (&self.moves[line.family], &self.arrangements[line.arrangement]);
        let place = |c: usize| arrangement.get(c).copied().unwrap_or(c);
        let mut places: Vec<i128> = (0..from.len()).map(|c| i128::from(from[place(c)])).collect();
        places.extend((0..from.len()).map(|c| i128::from(to[place(c)])));
        let Some(read_back) = &family.read_back else { return Ok(false) };
        self.takes(family, read_back, &mut places)
    }

    /// Whether moves are made from the piles in order.
    pub(in super::super) fn sorts(&self) -> bool {
        self.order == Order::Sorted
    }
}
