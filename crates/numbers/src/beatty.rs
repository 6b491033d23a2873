//! Beatty sequences floor(n alpha + gamma), n >= 1: terms, membership, complementarity.
//!
//! Rayleigh (VIS section 1): floor(n alpha), floor(n beta) are complementary iff both are irrational and
//! 1/alpha + 1/beta = 1. The conditions for nonhomogeneous pairs, rational and irrational, are those of Fraenkel
//! and Skolem with their corrections (ledger VIS-T-nonhom); see [`complementary`].

mod bang;
mod cover;
mod fault;
mod graham;
mod splitting;

use crate::error::NumberError;
use std::cmp::Ordering;

use crate::int::traits::*;
use crate::int::{Integer, Rational};
use crate::quadratic::Quadratic;
use crate::real::Real;

pub use bang::{Within, within};
pub use cover::{
    ArithmeticProgression, Cover, arithmetic_covers, exact_cover, exact_cover_within, first_defect,
};
pub use fault::{Fault, NotComplementary, first_fault, not_complementary};
pub use splitting::{Splitting, fraenkel_sequence, fraenkel_splitting, search_splittings};

/// How the function that a modulus alpha determines, the steps of floor(n beta) less those of floor(n alpha), is shown: this,
/// and the alpha.
pub const F_OF_ALPHA: &str = "the f of RLX (39) for alpha = ";

/// The sequence floor(n alpha + gamma), n = 1, 2, ..., for alpha > 0.
///
/// ```
/// use wythoff_numbers::{Integer, Real, beatty::Beatty};
/// let lower = Beatty::homogeneous(Real::parse("phi").unwrap()).unwrap();
/// assert_eq!(lower.terms().take(6).collect::<Result<Vec<_>, _>>().unwrap(), [1, 3, 4, 6, 8, 9]);
/// assert_eq!(lower.index_of(&Integer::from(9)).unwrap(), Some(Integer::from(6)));
/// assert_eq!(lower.index_of(&Integer::from(10)).unwrap(), None);
/// ```
#[derive(Debug, Clone)]
pub struct Beatty {
    alpha: Real,
    gamma: Real,
    /// 1/alpha
    density: Real,
    /// gamma/alpha
    shift: Real,
}

impl Beatty {
    /// floor(n alpha + gamma).
    pub fn new(alpha: Real, gamma: Real) -> Result<Beatty, NumberError> {
        let (alpha, gamma) = (alpha.simplified(), gamma.simplified());
        if alpha.cmp_rational(&Rational::ZERO)? != Ordering::Greater {
            return Err(NumberError::Modulus(alpha.to_string()));
        }
        let density = alpha.recip()?;
        let shift = gamma.mul(&density);
        Ok(Beatty { alpha, gamma, density, shift })
    }

    /// floor(n alpha).
    pub fn homogeneous(alpha: Real) -> Result<Beatty, NumberError> {
        Beatty::new(alpha, Real::from(0))
    }

    /// The modulus alpha.
    pub fn alpha(&self) -> &Real {
        &self.alpha
    }

    /// The additive constant gamma.
    pub fn gamma(&self) -> &Real {
        &self.gamma
    }

    /// The n-th term floor(n alpha + gamma), for any integer n.
    pub fn term(&self, n: &Integer) -> Result<Integer, NumberError> {
        self.alpha.floor_affine(n, &self.gamma)
    }

    /// The terms n = 1, 2, ...
    pub fn terms(&self) -> impl Iterator<Item = Result<Integer, NumberError>> + '_ {
        (1u64..).map(|n| self.term(&Integer::from(n)))
    }

    /// The least n >= 1 with floor(n alpha + gamma) = m, by one division: n = ceil((m - gamma)/alpha).
    pub fn index_of(&self, m: &Integer) -> Result<Option<Integer>, NumberError> {
        let n = -self.density.floor_affine(&-m, &self.shift)?;
        let n = n.max(Integer::ONE);
        Ok((self.term(&n)? == *m).then_some(n))
    }

    /// Whether m = floor(n alpha + gamma) for some n >= 1.
    pub fn contains(&self, m: &Integer) -> Result<bool, NumberError> {
        Ok(self.index_of(m)?.is_some())
    }

    /// The number of n >= 1 with floor(n alpha + gamma) <= m.
    pub fn count_up_to(&self, m: &Integer) -> Result<Integer, NumberError> {
        // n alpha + gamma < m + 1: n < (m + 1 - gamma)/alpha
        let next = -self.density.floor_affine(&-(m + Integer::ONE), &self.shift)?;
        Ok((next - Integer::ONE).max(Integer::ZERO))
    }

    /// The only sequence that can be complementary for irrational alpha > 1: floor(n beta + delta) with
    /// beta = alpha/(alpha - 1) and delta = -beta gamma/alpha. [`complementary`] says whether it is.
    pub fn complement(&self) -> Result<Beatty, NumberError> {
        if self.alpha.cmp_rational(&Rational::ONE)? != Ordering::Greater {
            return Err(NumberError::NoComplement(self.alpha.to_string()));
        }
        let beta = self.alpha.complement()?;
        if self.gamma.as_quadratic().is_some_and(|gamma| *gamma == Quadratic::rational(&Rational::ZERO)) {
            return Beatty::homogeneous(beta);
        }
        let delta = self.gamma.div(&Real::from(1).sub(&self.alpha))?;
        Beatty::new(beta, delta)
    }

    /// alpha and gamma as fractions, gamma lowered to a multiple of 1/q for alpha = p/q (the terms stay the same).
    fn rational(&self) -> Result<(Rational, Rational), NumberError> {
        let alpha =
            self.alpha.to_rational()?.ok_or_else(|| NumberError::Irrational(self.alpha.to_string()))?;
        let q = Integer::from(alpha.denominator_ref());
        let steps = self.gamma.floor_mul(&q)?;
        Ok((alpha, Rational::from_integers(steps, q)))
    }
}

/// Why two sequences are not complementary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Obstruction {
    /// 1/alpha + 1/beta is not 1.
    Densities,
    /// The additive constants of irrational moduli do not fit: gamma/alpha + delta/beta must be 0.
    Constants,
    /// The additive constants of rational moduli do not fit: with alpha = q/p the sum
    /// ceil(-p gamma) + ceil(-(q-p) delta) must be 1.
    RationalConstants,
    /// A sequence starts too low or too high: 0 <= (1 - gamma)/alpha <= 1 must hold (irrational moduli),
    /// 1 <= p + ceil(-p gamma) <= q for alpha = q/p (rational moduli).
    Start,
    /// (k - gamma)/alpha is an integer for some k >= 2, so an integer is hit twice and another missed.
    Lattice {
        /// The k.
        k: Integer,
    },
}

/// Whether floor(n alpha + gamma) and floor(n beta + delta), n >= 1, split the positive integers.
///
/// With densities a = 1/alpha, b = 1/beta and a' = -gamma/alpha, b' = -delta/beta, so that a term is
/// floor((n - a')/a): necessary and sufficient are a + b = 1 and, for irrational a,
/// a' + b' = 0, 0 <= a + a' <= 1 and k a + a' no integer for k >= 2; for a = p/q in lowest terms
/// ceil(q a') + ceil(q b') = 1 and 1 <= p + ceil(q a') <= q.
///
/// ```
/// use wythoff_numbers::{Real, beatty::{Beatty, complementary}};
/// let beatty = |a: &str, c: &str| Beatty::new(Real::parse(a).unwrap(), Real::parse(c).unwrap()).unwrap();
/// assert_eq!(complementary(&beatty("sqrt(2)", "0"), &beatty("2+sqrt(2)", "0")).unwrap(), None);
/// assert_eq!(complementary(&beatty("3/2", "0"), &beatty("3", "-1")).unwrap(), None);
/// assert!(complementary(&beatty("3/2", "0"), &beatty("3", "0")).unwrap().is_some());
/// ```
pub fn complementary(x: &Beatty, y: &Beatty) -> Result<Option<Obstruction>, NumberError> {
    let one = Rational::ONE;
    if x.density.add(&y.density).cmp_rational(&one)? != Ordering::Equal {
        return Ok(Some(Obstruction::Densities));
    }
    if let Some(a) = x.density.to_rational()? {
        let (p, q) = (Integer::from(a.numerator_ref()), Integer::from(a.denominator_ref()));
        // ceil(q a') = -floor(q gamma/alpha)
        let ceil_a = -x.shift.floor_mul(&q)?;
        let ceil_b = -y.shift.floor_mul(&q)?;
        if &ceil_a + ceil_b != 1 {
            return Ok(Some(Obstruction::RationalConstants));
        }
        let start = p + ceil_a;
        return Ok((start < 1 || start > q).then_some(Obstruction::Start));
    }
    if x.shift.add(&y.shift).cmp_rational(&Rational::ZERO)? != Ordering::Equal {
        return Ok(Some(Obstruction::Constants));
    }
    // a + a' = (1 - gamma)/alpha
    let start = x.density.sub(&x.shift);
    if start.cmp_rational(&Rational::ZERO)? == Ordering::Less
        || start.cmp_rational(&one)? == Ordering::Greater
    {
        return Ok(Some(Obstruction::Start));
    }
    let k = lattice_index(&x.alpha, &x.gamma)?;
    Ok(k.filter(|k| *k >= 2).map(|k| Obstruction::Lattice { k }))
}

/// The integer k with gamma = k - j alpha for an integer j, alpha irrational; `None` if there is none.
fn lattice_index(alpha: &Real, gamma: &Real) -> Result<Option<Integer>, NumberError> {
    if let Ok(Some(c)) = gamma.to_rational() {
        return Ok(Integer::try_from(c).ok());
    }
    let relation = || NumberError::Relation { alpha: alpha.to_string(), gamma: gamma.to_string() };
    let (Some(a), Some(c)) = (alpha.as_quadratic(), gamma.as_quadratic()) else { return Err(relation()) };
    if !a.same_field(c) {
        return Ok(None);
    }
    // j is -(surd part of gamma)/(surd part of alpha), and then k = gamma + j alpha must be an integer.
    let surd = |x: &Quadratic| x.sub(&x.algebraic_conjugate());
    let ratio = surd(c).and_then(|c| c.div(&surd(a)?))?;
    let Some(j) = ratio.neg().to_rational().and_then(|r| Integer::try_from(r).ok()) else { return Ok(None) };
    let k = a.mul_integer(&j).add(c)?;
    Ok(k.to_rational().and_then(|r| Integer::try_from(r).ok()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn real(text: &str) -> Real {
        Real::parse(text).unwrap()
    }

    /// By counting: each of 1..=bound exactly once, and no term below 1.
    fn splits_by_counting(x: &Beatty, y: &Beatty, bound: usize) -> bool {
        first_defect(&[x.clone(), y.clone()], bound as u64, &crate::Budget::default()).unwrap().is_none()
    }

    #[test]
    fn wythoff_pairs() {
        // VIS Table 1
        let lower = Beatty::homogeneous(real("phi")).unwrap();
        let upper = lower.complement().unwrap();
        let take = |s: &Beatty| s.terms().take(14).collect::<Result<Vec<_>, _>>().unwrap();
        assert_eq!(take(&lower), [1, 3, 4, 6, 8, 9, 11, 12, 14, 16, 17, 19, 21, 22]);
        assert_eq!(take(&upper), [2, 5, 7, 10, 13, 15, 18, 20, 23, 26, 28, 31, 34, 36]);
        assert_eq!(complementary(&lower, &upper).unwrap(), None);
    }

    #[test]
    fn huge_indices() {
        let s = Beatty::new(real("root(z^3-z^2-z-1, 1.8)"), real("pi")).unwrap();
        for n in [Integer::from(10).pow(50), Integer::from(7).pow(300)] {
            let m = s.term(&n).unwrap();
            assert_eq!(s.index_of(&m).unwrap(), Some(n.clone()));
            assert_eq!(s.count_up_to(&m).unwrap(), n);
        }
    }

    #[test]
    fn rational_pairs_agree_with_counting() {
        let mut partitions = 0;
        for q in 2..=6i64 {
            for p in 1..q {
                for c in -8..=8i64 {
                    for e in -8..=8i64 {
                        let gamma = Rational::from_signeds(c, 4);
                        let delta = Rational::from_signeds(e, 4);
                        let x = Beatty::new(Rational::from_signeds(q, p).into(), gamma.into()).unwrap();
                        let y = Beatty::new(Rational::from_signeds(q, q - p).into(), delta.into()).unwrap();
                        let expected = splits_by_counting(&x, &y, 40);
                        assert_eq!(complementary(&x, &y).unwrap().is_none(), expected, "{q}/{p} {c}/4 {e}/4");
                        partitions += usize::from(expected);
                    }
                }
            }
        }
        assert!(partitions > 20);
    }

    #[test]
    fn irrational_pairs_agree_with_counting() {
        // gamma = (i + j phi)/2, delta from gamma/alpha + delta/beta = 0: for phi, delta = -phi gamma.
        let phi = Quadratic::golden();
        let beta = phi.complement().unwrap();
        let mut partitions = 0;
        for i in -6..=6i64 {
            for j in -4..=4i64 {
                let half = Rational::from_signeds(1, 2);
                let gamma = phi
                    .mul_integer(&Integer::from(j))
                    .add_integer(&Integer::from(i))
                    .mul(&Quadratic::rational(&half))
                    .unwrap();
                let delta = gamma.mul(&phi).unwrap().neg();
                let x = Beatty::new(phi.clone().into(), gamma.into()).unwrap();
                let y = Beatty::new(beta.clone().into(), delta.into()).unwrap();
                let expected = splits_by_counting(&x, &y, 300);
                assert_eq!(complementary(&x, &y).unwrap().is_none(), expected, "({i}+{j}phi)/2");
                partitions += usize::from(expected);
            }
        }
        assert!(partitions > 5);
    }

    #[test]
    fn obstructions() {
        let pair = |a: &str, c: &str, b: &str, d: &str| {
            complementary(&Beatty::new(real(a), real(c)).unwrap(), &Beatty::new(real(b), real(d)).unwrap())
                .unwrap()
        };
        assert_eq!(pair("sqrt(2)", "0", "3", "0"), Some(Obstruction::Densities));
        assert_eq!(pair("sqrt(2)", "1/2", "2+sqrt(2)", "0"), Some(Obstruction::Constants));
        // Homogeneous rational moduli are never complementary.
        for (p, q) in [(3, 2), (5, 3), (7, 4)] {
            let x = Rational::from_signeds(p, q);
            let y = Rational::from_signeds(p, p - q);
            assert!(pair(&x.to_string(), "0", &y.to_string(), "0").is_some());
        }
        assert!(Beatty::homogeneous(real("-2")).is_err());
        assert!(matches!(
            complementary(
                &Beatty::new(real("pi/2"), real("pi/8")).unwrap(),
                &Beatty::new(real("pi/2").complement().unwrap(), real("-(pi/4)/(pi-2)")).unwrap()
            ),
            Err(NumberError::Relation { .. })
        ));
    }

    proptest! {
        #[test]
        fn membership_agrees_with_listing(p in 1i64..40, q in 1i64..20, c in -20i64..20) {
            let s = Beatty::new(Rational::from_signeds(p, q).into(), Rational::from_signeds(c, 3).into()).unwrap();
            let terms: Vec<Integer> = s.terms().take(100).collect::<Result<_, _>>().unwrap();
            let last = terms.last().unwrap();
            let mut m = &terms[0] - Integer::from(3);
            while m < *last {
                let expected = terms.iter().position(|t| *t == m).map(|i| Integer::from(i + 1));
                prop_assert_eq!(s.index_of(&m).unwrap(), expected);
                prop_assert_eq!(s.count_up_to(&m).unwrap(), terms.iter().filter(|t| **t <= m).count());
                m += Integer::ONE;
            }
        }
    }
}
