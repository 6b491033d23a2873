//! Exact covers of the positive integers by sequences with irrational moduli.
//!
//! Two complementary sequences, each split by an exact cover of the indices by arithmetic progressions, cover exactly; by
//! Graham's theorem (1973) nothing else with an irrational modulus does. floor((a n + b) alpha + gamma) has modulus a alpha
//! and constant b alpha + gamma, so the parts of one sequence are those whose moduli are rational multiples of each other.

use super::{Beatty, Cover, complementary, exact_cover_within, first_defect};
use crate::budget::Budget;
use crate::error::NumberError;
use crate::int::traits::*;
use crate::int::{Integer, Rational};
use crate::real::Real;

/// How far an integer that is missed or hit twice is looked for.
const SEARCHED: u64 = 20_000;

/// Whether sequences, one of which has an irrational modulus, split the positive integers.
pub(super) fn irrational_cover(sequences: &[Beatty], budget: &Budget) -> Result<Cover, NumberError> {
    if let Some((at, times)) = first_defect(sequences, SEARCHED, budget)? {
        return Ok(Cover::Defect { at, times });
    }
    if let [first, second] = &classes(sequences)[..]
        && let (Some(x), Some(y)) = (merged(first, budget)?, merged(second, budget)?)
        && complementary(&x, &y)?.is_none()
    {
        return Ok(Cover::Aperiodic);
    }
    Err(NumberError::Unsettled { bound: SEARCHED })
}

/// x as a fraction, where that is known.
fn fraction(x: Result<Real, crate::NumberError>) -> Option<Rational> {
    x.ok()?.to_rational().ok()?
}

/// The sequences sorted by their moduli up to rational factors, each with its factor.
fn classes(sequences: &[Beatty]) -> Vec<Vec<(&Beatty, Rational)>> {
    let mut classes: Vec<Vec<(&Beatty, Rational)>> = Vec::new();
    for s in sequences {
        let factors = classes.iter().map(|class| fraction(s.alpha().div(class[0].0.alpha())));
        let found = factors.enumerate().find_map(|(k, factor)| Some((k, factor?)));
        match found {
            Some((k, factor)) => classes[k].push((s, factor)),
            None => classes.push(vec![(s, Rational::ONE)]),
        }
    }
    classes
}

/// The sequence that the sequences of a class split, if they split one by progressions.
fn merged(class: &[(&Beatty, Rational)], budget: &Budget) -> Result<Option<Beatty>, NumberError> {
    let Some((base, _)) = class.first() else { return Ok(None) };
    let density: Rational = class.iter().map(|(_, factor)| Rational::ONE / factor).sum();
    let alpha = base.alpha().div(&Real::from(density.clone()))?;
    let mut progressions = Vec::with_capacity(class.len());
    for (s, factor) in class {
        let step = Integer::try_from(factor * &density);
        let start = fraction(s.gamma().sub(base.gamma()).div(&alpha)).map(Integer::try_from);
        let (Ok(step), Some(Ok(start))) = (step, start) else { return Ok(None) };
        progressions.push((step, start));
    }
    let Some(least) = progressions.iter().map(|(step, start)| step + start).min() else { return Ok(None) };
    let before = least - Integer::ONE;
    let indices = progressions
        .into_iter()
        .map(|(step, start)| Beatty::new(Real::from(step), Real::from(start - &before)))
        .collect::<Result<Vec<_>, _>>()?;
    match exact_cover_within(&indices, budget)? {
        Cover::Exact { .. } => {
            let gamma = base.gamma().add(&alpha.mul(&Real::from(before)));
            Ok(Some(Beatty::new(alpha, gamma)?))
        }
        _ => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::super::exact_cover;
    use super::*;

    fn list(sequences: &[(&str, &str)]) -> Vec<Beatty> {
        let real = |text: &str| Real::parse(text).unwrap();
        sequences.iter().map(|(alpha, gamma)| Beatty::new(real(alpha), real(gamma)).unwrap()).collect()
    }

    #[test]
    fn split_complementary_sequences_cover() {
        for sequences in [
            &[("phi", "0"), ("phi^2", "0")][..],
            // The lower Wythoff numbers with odd and even index, the upper ones with index 0, 1, 2 modulo 3.
            &[("2*phi", "-phi"), ("2*phi", "0"), ("phi^2", "0")],
            &[
                ("2*phi", "-phi"),
                ("2*phi", "0"),
                ("3*phi^2", "-2*phi^2"),
                ("3*phi^2", "-phi^2"),
                ("3*phi^2", "0"),
            ],
            &[("2*sqrt(2)", "-sqrt(2)"), ("4*sqrt(2)", "-2*sqrt(2)"), ("4*sqrt(2)", "0"), ("2+sqrt(2)", "0")],
        ] {
            assert_eq!(exact_cover(&list(sequences)), Ok(Cover::Aperiodic), "{sequences:?}");
        }
    }

    #[test]
    fn what_is_missed_or_hit_twice() {
        let defect = |sequences: &[(&str, &str)]| match exact_cover(&list(sequences)) {
            Ok(Cover::Defect { at, times }) => (u64::try_from(&at).unwrap(), times),
            other => panic!("{other:?}"),
        };
        assert_eq!(defect(&[("phi", "0")]), (2, 0));
        assert_eq!(defect(&[("phi", "0"), ("phi", "0"), ("phi^2", "0")]), (1, 2));
        assert_eq!(defect(&[("2*phi", "-phi"), ("2*phi", "0"), ("phi^2", "1/2")]), (2, 0));
        assert_eq!(defect(&[("sqrt(2)", "0"), ("2", "0")]), (2, 2));
    }
}
