//! Fraenkel's splitting of the positive integers, and a search for other splittings with distinct moduli.
//!
//! The m sequences floor(n (2^m-1)/2^(m-k)) - 2^(k-1) + 1, k = 1..m, split the positive integers (VIS (4) in 4.7);
//! Fraenkel's conjecture (VIS-CJ-fraenkel): for m >= 3 no other distinct moduli do.

use std::collections::HashSet;

use super::Beatty;
use crate::budget::{Budget, Stop};
use crate::int::traits::*;
use crate::int::{Integer, Natural, Rational};
use crate::real::Real;

/// Words of a set of residues; periods up to 64 times this.
const WORDS: usize = 8;

/// A set of residues modulo a period up to 512.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Residues([u64; WORDS]);

impl Residues {
    const EMPTY: Residues = Residues([0; WORDS]);

    fn insert(&mut self, r: usize) {
        self.0[r / 64] |= 1 << (r % 64);
    }

    fn contains(&self, r: usize) -> bool {
        self.0[r / 64] >> (r % 64) & 1 == 1
    }

    fn disjoint(&self, other: &Residues) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & b == 0)
    }

    fn union(&self, other: &Residues) -> Residues {
        let mut all = *self;
        for (a, b) in all.0.iter_mut().zip(&other.0) {
            *a |= b;
        }
        all
    }

    fn least_missing(&self) -> usize {
        self.0
            .iter()
            .enumerate()
            .find(|(_, w)| **w != u64::MAX)
            .map_or(64 * WORDS, |(i, w)| 64 * i + w.trailing_ones() as usize)
    }
}

/// A splitting of the residues modulo `period` into sets {floor(n period/d) + shift}.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Splitting {
    /// The common period.
    pub period: u64,
    /// For each sequence the number d of its terms in a period, and its shift; d decreasing.
    pub parts: Vec<(u64, u64)>,
}

impl Splitting {
    /// The moduli period/d, increasing.
    pub fn moduli(&self) -> Vec<Rational> {
        self.parts.iter().map(|(d, _)| Rational::from_unsigneds(self.period, *d)).collect()
    }

    /// The sequences on the positive integers.
    pub fn sequences(&self) -> Vec<Beatty> {
        self.parts
            .iter()
            .filter_map(|&(d, shift)| {
                // floor((n + j) L/d) + shift with the least j that makes the first term positive.
                let (d, l, t) = (Integer::from(d), Integer::from(self.period), Integer::from(shift));
                let j = -(((&t - Integer::ONE) * &d).div_mod(&l).0) - Integer::ONE;
                let alpha = Rational::from_integers(l, d);
                let gamma = &alpha * Rational::from(j) + Rational::from(t);
                Beatty::new(Real::from(alpha), Real::from(gamma)).ok()
            })
            .collect()
    }
}

/// Fraenkel's m sequences floor(n (2^m-1)/2^(m-k)) - 2^(k-1) + 1, k = 1..m.
///
/// ```
/// use wythoff_numbers::{Integer, beatty::fraenkel_splitting};
/// let rat = fraenkel_splitting(3); // floor(7n/4), floor(7n/2) - 1, 7n - 3
/// let n = Integer::from(5);
/// let triple: Vec<Integer> = rat.iter().map(|s| s.term(&n).unwrap()).collect();
/// assert_eq!(triple, [8, 16, 32]);
/// ```
pub fn fraenkel_splitting(m: u64) -> Vec<Beatty> {
    (1..=m).filter_map(|k| fraenkel_sequence(m, k)).collect()
}

/// The k-th of Fraenkel's m sequences, 1 <= k <= m.
pub fn fraenkel_sequence(m: u64, k: u64) -> Option<Beatty> {
    let half = m.checked_sub(k)?;
    let low = k.checked_sub(1)?;
    let top = Integer::power_of_2(m) - Integer::ONE;
    let alpha = Rational::from_integers(top, Integer::from(Natural::power_of_2(half)));
    let gamma = Integer::ONE - Integer::power_of_2(low);
    Beatty::new(Real::from(alpha), Real::from(gamma)).ok()
}

/// All splittings of the residues modulo `period` (at most 512) into m sequences with distinct moduli, up to rotation.
///
/// A sequence with d terms in the period is a rotation of {floor(n period/d)}; the densest is put at shift 0, and the
/// least residue not covered branches on the next. Splittings that have a smaller period are left out.
///
/// ```
/// use wythoff_numbers::{Budget, beatty::search_splittings};
/// let found = search_splittings(3, 7, &Budget::default())?;
/// assert!(found.iter().all(|s| s.parts.iter().map(|p| p.0).eq([4, 2, 1])));
/// assert!(!found.is_empty() && search_splittings(3, 12, &Budget::default())?.is_empty());
/// # Ok::<(), wythoff_numbers::Stop>(())
/// ```
pub fn search_splittings(m: usize, period: u64, budget: &Budget) -> Result<Vec<Splitting>, Stop> {
    let Some(length) = usize::try_from(period).ok().filter(|p| *p >= 1 && *p <= 64 * WORDS) else {
        return Ok(Vec::new());
    };
    let rotations = (0..=length).map(|d| budget.check().map(|()| rotations_of(d, length)));
    let rotations: Vec<Vec<(u64, Residues)>> = rotations.collect::<Result<_, Stop>>()?;
    let mut search = Search { m, length, rotations, parts: Vec::new(), found: Vec::new() };
    for d in 1..length {
        if let Some(&(_, set)) = search.rotations[d].first() {
            search.parts.push((d, 0));
            search.extend(set, length - d, budget)?;
            search.parts.pop();
        }
    }
    Ok(search.found)
}

/// The distinct rotations of {floor(n length/d)}.
fn rotations_of(d: usize, length: usize) -> Vec<(u64, Residues)> {
    let mut seen = HashSet::new();
    let mut list = Vec::new();
    for shift in 0..length {
        let mut set = Residues::EMPTY;
        for n in 0..d {
            set.insert((n * length / d + shift) % length);
        }
        if d > 0 && seen.insert(set) {
            list.push((shift as u64, set));
        }
    }
    list
}

struct Search {
    m: usize,
    length: usize,
    rotations: Vec<Vec<(u64, Residues)>>,
    parts: Vec<(usize, u64)>,
    found: Vec<Splitting>,
}

impl Search {
    fn extend(&mut self, covered: Residues, left: usize, budget: &Budget) -> Result<(), Stop> {
        budget.check()?;
        let more = self.m.saturating_sub(self.parts.len());
        if more == 0 {
            let common = self.parts.iter().fold(self.length as u64, |g, (d, _)| g.gcd(*d as u64));
            if left == 0 && common == 1 {
                let mut parts: Vec<(u64, u64)> = self.parts.iter().map(|&(d, t)| (d as u64, t)).collect();
                parts.sort_unstable_by(|x, y| y.cmp(x));
                self.found.push(Splitting { period: self.length as u64, parts });
            }
            return Ok(());
        }
        let Some(&(densest, _)) = self.parts.first() else { return Ok(()) };
        // `more` distinct numbers below the densest must sum to what is left.
        let least = more * (more + 1) / 2;
        let most: usize = (densest.saturating_sub(more)..densest).sum();
        if left < least || left > most {
            return Ok(());
        }
        let residue = covered.least_missing();
        for d in 1..densest.min(left + 1) {
            if self.parts.iter().any(|p| p.0 == d) || left - d < least - more {
                continue;
            }
            for i in 0..self.rotations[d].len() {
                let (shift, set) = self.rotations[d][i];
                if set.contains(residue) && set.disjoint(&covered) {
                    self.parts.push((d, shift));
                    self.extend(covered.union(&set), left - d, budget)?;
                    self.parts.pop();
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::beatty::{Cover, exact_cover};

    #[test]
    fn fraenkel_systems_split() {
        for m in 1..=11 {
            assert_eq!(exact_cover(&fraenkel_splitting(m)).unwrap(), Cover::Exact { period: (1 << m) - 1 });
        }
        assert!(fraenkel_splitting(0).is_empty());
    }

    #[test]
    fn only_the_conjectured_moduli_in_small_periods() {
        for (m, longest) in [(3usize, 40u64), (4, 30), (5, 31)] {
            let mut periods = HashSet::new();
            for period in 1..=longest {
                for s in search_splittings(m, period, &Budget::default()).unwrap() {
                    let expected: Vec<Rational> = (1..=m as u64)
                        .map(|i| Rational::from_unsigneds((1u64 << m) - 1, 1 << (m as u64 - i)))
                        .collect();
                    assert_eq!(s.moduli(), expected);
                    assert!(matches!(exact_cover(&s.sequences()).unwrap(), Cover::Exact { .. }));
                    periods.insert(period);
                }
            }
            assert_eq!(periods, HashSet::from([(1 << m) - 1]), "m = {m}");
        }
    }

    #[test]
    fn two_sequences_split_in_many_ways() {
        // For m = 2 there is a splitting for each period: the conjecture starts at 3.
        for period in 3..20u64 {
            assert!(!search_splittings(2, period, &Budget::default()).unwrap().is_empty());
        }
    }
}
