//! The given pair of sequences: pairs (a_n, b_n), n >= 1, a_n < b_n, that use each positive integer once.

use super::NoDesign;
use std::cmp::Ordering;
use std::collections::HashMap;
use wythoff_numbers::NumberError;
use wythoff_numbers::beatty::{Beatty, not_complementary};
use wythoff_numbers::{Budget, Integer, Quadratic, Rational, Real};

/// A complementary pair, as far as its terms go: a_n < b_n, a_n increasing, a_n the least integer not used before.
#[derive(Clone, Debug)]
pub struct Pair {
    pairs: Vec<(u64, u64)>,
    /// The two sequences where they are Beatty sequences and a_n comes from the first for every n.
    beatty: Option<(Beatty, Beatty)>,
}

impl Pair {
    /// The first `terms` pairs of floor(n alpha) and its complement floor(n alpha/(alpha - 1)).
    ///
    /// ```
    /// use wythoff_discover::design::Pair;
    /// use wythoff_numbers::Real;
    /// let pair = Pair::homogeneous(Real::parse("sqrt(2)").unwrap(), 4)?;
    /// assert_eq!(pair.pairs(), [(1, 3), (2, 6), (4, 10), (5, 13)]);
    /// # Ok::<(), wythoff_discover::design::NoDesign>(())
    /// ```
    pub fn homogeneous(alpha: Real, terms: usize) -> Result<Pair, NoDesign> {
        let first = Beatty::homogeneous(alpha)?;
        let second = first.complement()?;
        Pair::beatty(first, second, terms, &Budget::default())
    }

    /// The first `terms` pairs of floor(n alpha + gamma) and the only Beatty sequence that can complement it; rational
    /// slopes serve where an offset makes up for them.
    ///
    /// ```
    /// use wythoff_discover::design::Pair;
    /// use wythoff_numbers::Real;
    /// let real = |text| Real::parse(text).unwrap();
    /// let pair = |alpha, gamma| Pair::with_offset(real(alpha), real(gamma), 4, &Default::default());
    /// assert_eq!(pair("sqrt(2)", "1/3")?.pairs(), [(1, 2), (3, 6), (4, 9), (5, 12)]);
    /// let error = pair("3/2", "0").unwrap_err().to_string();
    /// assert!(error.starts_with("3/2 is rational; without an offset the slope must be irrational"));
    /// # Ok::<(), wythoff_discover::design::NoDesign>(())
    /// ```
    pub fn with_offset(alpha: Real, gamma: Real, terms: usize, budget: &Budget) -> Result<Pair, NoDesign> {
        if alpha.cmp_rational(&Rational::from(1))? != Ordering::Greater {
            return Err(NoDesign::Slope(alpha.to_string()));
        }
        let rational = matches!(alpha.to_rational(), Ok(Some(_)));
        let slope = alpha.to_string();
        let first = Beatty::new(alpha, gamma)?;
        let second = first.complement()?;
        match Pair::beatty(first, second, terms, budget) {
            Err(NoDesign::NotComplementary(why)) if rational => Err(NoDesign::Rational { slope, why }),
            made => made,
        }
    }

    /// The first `terms` pairs of two Beatty sequences, homogeneous or not, that split the positive integers.
    pub fn beatty(first: Beatty, second: Beatty, terms: usize, budget: &Budget) -> Result<Pair, NoDesign> {
        if let Some(why) = not_complementary(&first, &second, budget)? {
            return Err(NoDesign::NotComplementary(why));
        }
        let listed = |sequence: &Beatty| {
            let terms = (1..=terms).map(|n| {
                budget.check().map_err(NumberError::from)?;
                let term = sequence.term(&Integer::from(n))?;
                u64::try_from(&term).ok().filter(|t| t >> 62 == 0).ok_or(NoDesign::Large(n))
            });
            terms.collect::<Result<Vec<u64>, NoDesign>>()
        };
        let (x, y) = (listed(&first)?, listed(&second)?);
        let made = Pair::listed(&x, &y)?;
        // The sequence with the smaller slope stays the smaller one if it starts as such.
        let slopes = first.alpha().compare(second.alpha())?;
        let ordered = match x.first().cmp(&y.first()) {
            Ordering::Less if slopes != Ordering::Greater => Some((first, second)),
            Ordering::Greater if slopes != Ordering::Less => Some((second, first)),
            _ => None,
        };
        Ok(Pair { beatty: ordered, ..made })
    }

    /// Any two sequences, term by term; either may hold the smaller number of a pair.
    pub fn listed(first: &[u64], second: &[u64]) -> Result<Pair, NoDesign> {
        if first.is_empty() || first.len() != second.len() {
            return Err(NoDesign::Lengths(first.len(), second.len()));
        }
        let mut pairs = Vec::with_capacity(first.len());
        let mut holder: HashMap<u64, usize> = HashMap::new();
        let mut least = 1;
        for (i, (&x, &y)) in first.iter().zip(second).enumerate() {
            let index = i + 1;
            if x == 0 || y == 0 {
                return Err(NoDesign::Zero(index));
            }
            if (x | y) >> 62 != 0 {
                return Err(NoDesign::Large(index));
            }
            for value in [x, y] {
                if let Some(first) = holder.insert(value, index) {
                    return Err(NoDesign::Twice { value, first, second: index });
                }
            }
            if x.min(y) != least {
                return Err(NoDesign::Missed { value: least, index });
            }
            while holder.contains_key(&least) {
                least += 1;
            }
            pairs.push((x.min(y), x.max(y)));
        }
        Ok(Pair { pairs, beatty: None })
    }

    /// The pairs (a_n, b_n), n = 1, 2, …
    pub fn pairs(&self) -> &[(u64, u64)] {
        &self.pairs
    }

    /// The slopes and constants as quadratic numbers, if both sequences have such.
    pub(super) fn quadratic(&self) -> Option<Lines<'_>> {
        let (first, second) = self.beatty.as_ref()?;
        Some(Lines {
            alpha: first.alpha().as_quadratic()?,
            gamma: first.gamma().as_quadratic()?,
            beta: second.alpha().as_quadratic()?,
            delta: second.gamma().as_quadratic()?,
        })
    }

    /// The Beatty sequences of a_n and b_n.
    pub(super) fn sequences(&self) -> Option<(&Beatty, &Beatty)> {
        self.beatty.as_ref().map(|(first, second)| (first, second))
    }
}

/// a_n = floor(n alpha + gamma), b_n = floor(n beta + delta).
pub(super) struct Lines<'a> {
    pub alpha: &'a Quadratic,
    pub gamma: &'a Quadratic,
    pub beta: &'a Quadratic,
    pub delta: &'a Quadratic,
}
