//! Exact covers of the positive integers by sequences, those with rational moduli here, and by arithmetic progressions.
//!
//! floor(n p/q + gamma) repeats with period p once it has started, so a list covers exactly iff it does up to the
//! last start plus the least common multiple of the p. Mirsky, Newman, Davenport and Rado (VIS section 2): in an exact
//! cover by two or more progressions the two largest moduli are equal.

use super::Beatty;
use super::graham::irrational_cover;
use crate::budget::Budget;
use crate::error::NumberError;
use crate::int::traits::*;
use crate::int::{Integer, Natural, Rational};

/// Longest stretch of integers that a covering test writes out.
const STRETCH: u64 = 1 << 27;

/// What a covering test found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cover {
    /// Every positive integer exactly once, for ever.
    Exact {
        /// The common period.
        period: u64,
    },
    /// Every positive integer exactly once, for ever, by irrational moduli.
    Aperiodic,
    /// An integer that is missed, hit twice or more, or hit although it is below 1.
    Defect {
        /// The least such integer.
        at: Integer,
        /// How often it is hit.
        times: u64,
    },
}

/// Whether sequences split the positive integers. O(period) for rational moduli.
///
/// ```
/// use wythoff_numbers::{Integer, beatty::{Cover, exact_cover, fraenkel_splitting}};
/// assert_eq!(exact_cover(&fraenkel_splitting(5)).unwrap(), Cover::Exact { period: 31 });
/// let two = &fraenkel_splitting(3)[..2];
/// assert_eq!(exact_cover(two).unwrap(), Cover::Defect { at: Integer::from(4), times: 0 });
/// ```
pub fn exact_cover(sequences: &[Beatty]) -> Result<Cover, NumberError> {
    exact_cover_within(sequences, &Budget::default())
}

/// The same within a budget.
pub fn exact_cover_within(sequences: &[Beatty], budget: &Budget) -> Result<Cover, NumberError> {
    if sequences.iter().any(|s| s.alpha().is_irrational() == Some(true)) {
        return irrational_cover(sequences, budget);
    }
    let mut period = Natural::ONE;
    let mut last_start = Integer::ONE;
    for s in sequences {
        let (alpha, gamma) = s.rational()?;
        period = period.lcm(alpha.to_numerator());
        last_start = last_start.max((alpha + gamma).floor());
    }
    let stretch = Integer::from(&period) + last_start;
    let too_long = || NumberError::Period { period: period.to_string(), limit: STRETCH };
    let bound = u64::try_from(&stretch).ok().filter(|b| *b <= STRETCH).ok_or_else(too_long)?;
    let period = u64::try_from(&period).map_err(|_| too_long())?;
    Ok(match first_defect(sequences, bound, budget)? {
        None => Cover::Exact { period },
        Some((at, times)) => Cover::Defect { at, times },
    })
}

/// The least integer up to `bound` that is not hit exactly once (or is hit although below 1), and how often it is.
pub fn first_defect(
    sequences: &[Beatty],
    bound: u64,
    budget: &Budget,
) -> Result<Option<(Integer, u64)>, NumberError> {
    let length = usize::try_from(bound).ok().filter(|_| bound <= STRETCH);
    let length = length.ok_or_else(|| NumberError::Period { period: bound.to_string(), limit: STRETCH })?;
    budget.need("the stretch of integers", u128::from(bound) + 1)?;
    let mut hits = vec![0u8; length + 1];
    let mut below: Option<Integer> = None;
    let limit = Integer::from(bound);
    for s in sequences {
        for term in s.terms() {
            let term = term?;
            budget.check()?;
            if term > limit {
                break;
            }
            match usize::try_from(&term) {
                Ok(m) if m >= 1 => hits[m] = hits[m].saturating_add(1),
                _ => below = Some(below.map_or(term.clone(), |b| b.min(term))),
            }
        }
    }
    if let Some(at) = below {
        let mut times = 0;
        for s in sequences {
            for term in s.terms() {
                let term = term?;
                budget.check()?;
                if term > at {
                    break;
                }
                times += u64::from(term == at);
            }
        }
        return Ok(Some((at, times)));
    }
    let defect = hits.iter().enumerate().skip(1).find(|(_, h)| **h != 1);
    Ok(defect.map(|(at, times)| (Integer::from(at), u64::from(*times))))
}

/// The residue class of `residue` modulo `modulus`, 0 <= residue < modulus.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ArithmeticProgression {
    /// The difference of neighbours.
    pub modulus: u64,
    /// The least member that is 0 or more.
    pub residue: u64,
}

impl ArithmeticProgression {
    fn contains(&self, n: u64) -> bool {
        n % self.modulus == self.residue
    }

    /// Two classes are disjoint iff the gcd of their moduli does not divide the difference of their residues.
    fn disjoint(&self, other: &ArithmeticProgression) -> bool {
        !self.residue.abs_diff(other.residue).is_multiple_of(self.modulus.gcd(other.modulus))
    }
}

/// All exact covers of the integers by 2 to `classes` progressions with moduli up to `largest`.
///
/// Depth first on the least integer not yet covered: its class is fixed by its modulus.
///
/// ```
/// use wythoff_numbers::beatty::arithmetic_covers;
/// for cover in arithmetic_covers(4, 8) {
///     let mut moduli: Vec<u64> = cover.iter().map(|p| p.modulus).collect();
///     moduli.sort();
///     assert_eq!(moduli[moduli.len() - 1], moduli[moduli.len() - 2]);
/// }
/// ```
pub fn arithmetic_covers(classes: usize, largest: u64) -> Vec<Vec<ArithmeticProgression>> {
    let mut found = Vec::new();
    extend(&mut Vec::new(), Rational::ONE, classes, largest, &mut found);
    found
}

fn extend(
    chosen: &mut Vec<ArithmeticProgression>,
    left: Rational,
    classes: usize,
    largest: u64,
    found: &mut Vec<Vec<ArithmeticProgression>>,
) {
    if left == 0 {
        found.push(chosen.clone());
        return;
    }
    if classes == 0 {
        return;
    }
    // The density that is left is positive, so the integers not covered go on for ever and the search ends.
    let Some(least) = (0u64..).find(|n| !chosen.iter().any(|p| p.contains(*n))) else { return };
    for modulus in 2..=largest {
        let part = Rational::from_unsigneds(1, modulus);
        if part > left || least >= modulus {
            continue;
        }
        let next = ArithmeticProgression { modulus, residue: least };
        if chosen.iter().all(|p| p.disjoint(&next)) {
            chosen.push(next);
            extend(chosen, &left - part, classes - 1, largest, found);
            chosen.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::real::Real;

    fn sequences(list: &[(&str, &str)]) -> Vec<Beatty> {
        list.iter()
            .map(|(a, c)| Beatty::new(Real::parse(a).unwrap(), Real::parse(c).unwrap()).unwrap())
            .collect()
    }

    #[test]
    fn covers_of_the_survey() {
        let cover = |list| exact_cover(&sequences(list)).unwrap();
        assert_eq!(cover(&[("2", "-1"), ("2", "0")]), Cover::Exact { period: 2 });
        // As printed in the text at hand {4n-3, 4n-1, 4n} misses 2; with 2n in place of 4n it covers.
        assert_eq!(cover(&[("4", "-3"), ("4", "-1"), ("4", "0")]), Cover::Defect { at: 2.into(), times: 0 });
        assert_eq!(cover(&[("4", "-3"), ("4", "-1"), ("2", "0")]), Cover::Exact { period: 4 });
        // The rat game's triple needs -1 in its middle term.
        assert_eq!(cover(&[("7/4", "0"), ("7/2", "-1"), ("7", "-3")]), Cover::Exact { period: 7 });
        assert_eq!(
            cover(&[("7/4", "0"), ("7/2", "0"), ("7", "-3")]),
            Cover::Defect { at: 2.into(), times: 0 }
        );
        assert_eq!(cover(&[("2", "-3"), ("2", "0")]), Cover::Defect { at: (-1).into(), times: 1 });
        assert_eq!(cover(&[("phi", "0")]), Cover::Defect { at: 2.into(), times: 0 });
    }

    #[test]
    fn largest_moduli_are_equal() {
        let covers = arithmetic_covers(5, 12);
        assert!(covers.len() > 30);
        for cover in covers {
            let mut moduli: Vec<u64> = cover.iter().map(|p| p.modulus).collect();
            moduli.sort_unstable();
            assert_eq!(moduli[moduli.len() - 1], moduli[moduli.len() - 2]);
            // Each cover is exact by counting as well.
            let period = moduli.iter().fold(1u64, |l, m| l.lcm(*m));
            for n in 0..period {
                assert_eq!(cover.iter().filter(|p| p.contains(n)).count(), 1);
            }
        }
    }
}
