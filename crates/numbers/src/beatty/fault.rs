//! Why two sequences are not complementary, with the first integer that shows it.

use crate::error::NumberError;
use std::fmt;

use super::{Beatty, Obstruction, complementary};
use crate::budget::Budget;
use crate::int::Integer;
use crate::int::traits::*;

/// Integers are looked at up to this.
const LOOKED_AT: u64 = 20_000;

/// The same where a floor takes an enclosure: milliseconds each.
const LOOKED_AT_SLOWLY: u64 = 200;

/// An integer that two sequences do not hit exactly once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// A term that is not positive.
    Below(Integer),
    /// An integer in neither sequence.
    Missed(Integer),
    /// An integer in both sequences.
    Both(Integer),
    /// An integer twice in one sequence.
    Repeated(Integer),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Below(m) => write!(f, "the term {m} is not positive"),
            Fault::Missed(m) => write!(f, "{m} is in neither sequence"),
            Fault::Both(m) => write!(f, "{m} is in both sequences"),
            Fault::Repeated(m) => write!(f, "{m} is twice in one sequence"),
        }
    }
}

impl fmt::Display for Obstruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Obstruction::Densities => write!(f, "1/alpha + 1/beta is not 1"),
            Obstruction::Constants => write!(f, "gamma/alpha + delta/beta is not 0"),
            Obstruction::RationalConstants => {
                write!(f, "alpha and beta are rational, and gamma and delta do not make up for it")
            }
            Obstruction::Start => write!(f, "a sequence starts too low or too high"),
            Obstruction::Lattice { k } => write!(f, "(k - gamma)/alpha is an integer for k = {k}"),
        }
    }
}

/// Why two sequences do not split the positive integers: the condition that fails, and an integer that shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotComplementary {
    /// The condition that fails.
    pub obstruction: Obstruction,
    /// The least integer that is not hit exactly once, if it is small.
    pub fault: Option<Fault>,
}

impl fmt::Display for NotComplementary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.fault {
            Some(fault) => write!(f, "{fault}: {}", self.obstruction),
            None => write!(f, "{}", self.obstruction),
        }
    }
}

/// As [`complementary`], with an integer that shows why not; the integer is looked for as far as the budget goes.
///
/// ```
/// use wythoff_numbers::{Budget, Real, beatty::{Beatty, not_complementary}};
/// let budget = Budget::default();
/// let beatty = |a: &str| Beatty::homogeneous(Real::parse(a).unwrap()).unwrap();
/// let why = not_complementary(&beatty("7/3"), &beatty("7/4"), &budget).unwrap().unwrap();
/// assert!(why.to_string().starts_with("6 is in neither sequence"));
/// assert!(not_complementary(&beatty("sqrt(2)"), &beatty("2+sqrt(2)"), &budget).unwrap().is_none());
/// ```
pub fn not_complementary(
    x: &Beatty,
    y: &Beatty,
    budget: &Budget,
) -> Result<Option<NotComplementary>, NumberError> {
    let Some(obstruction) = complementary(x, y)? else { return Ok(None) };
    let quick =
        [x, y].iter().all(|s| s.alpha().as_quadratic().is_some() && s.gamma().as_quadratic().is_some());
    let bound = if quick { LOOKED_AT } else { LOOKED_AT_SLOWLY };
    // The integer is an illustration: where a floor cannot be decided there is none.
    let fault = match first_fault(x, y, bound, budget) {
        Err(NumberError::Stopped(stop)) => return Err(stop.into()),
        found => found.unwrap_or(None),
    };
    Ok(Some(NotComplementary { obstruction, fault }))
}

/// The least integer up to the bound that two sequences do not hit exactly once; four floors for each integer.
pub fn first_fault(
    x: &Beatty,
    y: &Beatty,
    bound: u64,
    budget: &Budget,
) -> Result<Option<Fault>, NumberError> {
    let counts = |m: u64| -> Result<[Integer; 2], NumberError> {
        let m = Integer::from(m);
        Ok([x.count_up_to(&m)?, y.count_up_to(&m)?])
    };
    let mut before = counts(0)?;
    if before.iter().any(|count| *count != 0) {
        let first = Integer::ONE;
        return Ok(Some(Fault::Below(x.term(&first)?.min(y.term(&first)?))));
    }
    for m in 1..=bound {
        budget.step(m, bound)?;
        let now = counts(m)?;
        let hits = [&now[0] - &before[0], &now[1] - &before[1]];
        let here = Integer::from(m);
        if hits.iter().any(|count| *count > 1) {
            return Ok(Some(Fault::Repeated(here)));
        }
        if hits[0] == hits[1] {
            return Ok(Some(if hits[0] == 0 { Fault::Missed(here) } else { Fault::Both(here) }));
        }
        before = now;
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::super::first_defect;
    use super::*;
    use crate::int::Rational;
    use crate::real::Real;

    fn beatty(alpha: &str, gamma: &str) -> Beatty {
        Beatty::new(Real::parse(alpha).unwrap(), Real::parse(gamma).unwrap()).unwrap()
    }

    #[test]
    fn faults_agree_with_listing() {
        let mut kinds = [0; 5];
        for p in 1..=9i64 {
            for q in 1..=5i64 {
                for c in -4..=4i64 {
                    let x =
                        Beatty::new(Rational::from_signeds(p, q).into(), Rational::from_signeds(c, 3).into());
                    let (x, y) = (x.unwrap(), beatty("5/2", "-1/2"));
                    let found = first_fault(&x, &y, 60, &Budget::default()).unwrap();
                    let listed = first_defect(&[x, y], 60, &Budget::default()).unwrap();
                    let (kind, at) = match &found {
                        None => (0, None),
                        Some(Fault::Below(m)) => (1, Some(m)),
                        Some(Fault::Missed(m)) => (2, Some(m)),
                        Some(Fault::Both(m)) => (3, Some(m)),
                        Some(Fault::Repeated(m)) => (4, Some(m)),
                    };
                    assert_eq!(at, listed.as_ref().map(|(at, _)| at), "{p}/{q} {c}/3");
                    if let Some((at, times)) = &listed
                        && *at >= 1
                    {
                        assert_eq!(*times == 0, kind == 2, "{p}/{q} {c}/3");
                    }
                    kinds[kind] += 1;
                }
            }
        }
        assert!(kinds.iter().all(|&count| count > 0), "{kinds:?}");
    }

    #[test]
    fn reasons_in_words() {
        let why = |x: Beatty| {
            let y = x.complement().unwrap();
            let why = not_complementary(&x, &y, &Budget::default()).unwrap();
            why.map(|why| why.to_string()).unwrap_or_default()
        };
        assert!(why(beatty("3/2", "0")).starts_with("2 is in neither sequence: alpha and beta are rational"));
        for gamma in ["1/3", "-1/3", "0", "-sqrt(2)/7"] {
            assert_eq!(why(beatty("sqrt(2)", gamma)), "", "{gamma}");
            assert_eq!(why(beatty("3/2", "1/4")), "");
        }
        assert!(why(beatty("sqrt(2)", "5")).contains("starts too low or too high"));
        assert!(why(beatty("sqrt(2)", "5-3*sqrt(2)")).starts_with("4 is in neither sequence: (k - gamma)"));
        assert!(beatty("1/2", "0").complement().is_err());
    }
}
