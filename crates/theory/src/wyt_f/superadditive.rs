//! Wyt(f) for superadditive f: f(k + l) >= f(k) + f(l), f(k) >= k (WYF Theorem 13 and Procedure 1).
//!
//! P-positions (A_n, f(A_n)) with A_n = mex; whether a number is an A_n is read off the chain of its
//! inverses under f, whose length is logarithmic. From (A_n, y) with A_n <= y < f(A_n) everything is taken
//! at once.
//!
//! Judged by: WYF-T16

use malachite::Natural;
use wythoff_numbers::int::traits::*;

use super::growth::{Function, Growth, Ladder, NaturalPolynomial, Tabulated, ladder};
use crate::decider::mex_pairs;
use crate::decider::{Decider, Refusal, Verdict};
use crate::pair::{Pair, fails};

const THEOREM: &str = "WYF Theorem 13";
/// Declared hypotheses are checked for k + l up to this.
pub(super) const CHECKED: u64 = 256;

/// Wyt(f) for superadditive f. O(M(n)) for polynomials of degree at least 2.
pub struct Superadditive {
    f: Box<dyn Growth>,
    note: &'static str,
}

impl Growth for NaturalPolynomial {
    fn value(&self, z: &Natural) -> Natural {
        if *z == 0 { Natural::ZERO } else { self.at(z) }
    }

    fn inverse(&self, x: &Natural) -> Result<Option<Natural>, Refusal> {
        Ok(self.floor_inverse(x).filter(|(_, value)| value == x).map(|(z, _)| z))
    }

    fn least_bits(&self, z: &Natural) -> u64 {
        if *z == 0 { 0 } else { NaturalPolynomial::least_bits(self, z) }
    }
}

impl Superadditive {
    /// The game for a_1 k + ... + a_d k^d with nonnegative coefficients (the constant one, 0, first), d >= 2
    /// (WYF Remark 3).
    pub fn of_polynomial(coefficients: Vec<Natural>) -> Result<Superadditive, Refusal> {
        match coefficients.as_slice() {
            [zero, .., leading] if *zero == 0 && coefficients.len() >= 3 && *leading != 0 => {
                Ok(Superadditive { f: Box::new(NaturalPolynomial::new(coefficients)), note: "" })
            }
            _ => fails(THEOREM, "the polynomial must have degree at least 2 and f(0) = 0"),
        }
    }

    /// The game for a polynomial known to be superadditive on k >= 1, with f(1) >= 1.
    pub(super) fn of_curve(f: NaturalPolynomial) -> Superadditive {
        Superadditive { f: Box::new(f), note: "" }
    }

    /// The game for a function declared superadditive; this is checked for k + l <= 256.
    pub fn declared(f: Function) -> Result<Superadditive, Refusal> {
        let values: Vec<Natural> = (1..=CHECKED).map(|k| f(&Natural::from(k))).collect();
        let at = |k: usize| &values[k - 1];
        for sum in 1..=values.len() {
            if *at(sum) < sum as u64 {
                return fails(THEOREM, format!("f(k) >= k is needed, and f({sum}) = {}", at(sum)));
            }
            for k in 1..=sum / 2 {
                let parts = at(k) + at(sum - k);
                if *at(sum) < parts {
                    return fails(
                        THEOREM,
                        format!(
                            "f must be superadditive, and f({sum}) = {} < f({k}) + f({}) = {parts}",
                            at(sum),
                            sum - k
                        ),
                    );
                }
            }
        }
        Ok(Superadditive {
            f: Box::new(Tabulated { f }),
            note: " (f is superadditive as declared, checked for k + l <= 256)",
        })
    }
}

impl Decider for Superadditive {
    fn is_p(&self, position: &[Natural]) -> Result<bool, Refusal> {
        let Pair { x, y, .. } = &Pair::of(position)?;
        let partner = self.f.value_unless_above(x, y);
        Ok(partner.is_some_and(|p| p == *y) && ladder(self.f.as_ref(), x)?.below.is_none())
    }

    fn decide(&self, position: &[Natural]) -> Result<Verdict, Refusal> {
        let pair = Pair::of(position)?;
        let (x, y) = (&pair.x, &pair.y);
        let Ladder { below, steps } = ladder(self.f.as_ref(), x)?;
        let chain = format!("The inverse of f can be applied {steps} times to the smaller pile{}", self.note);
        if let Some(partner) = below {
            let reason = format!(
                "{chain}, an odd number, so it is some B_n = f(A_n): take the larger pile down to A_n."
            );
            return Ok(pair.won(x.clone(), partner, reason, &["WYF-T13II-i", "WYF-T16"]));
        }
        let chain = format!("{chain}, an even number, so it is some A_n");
        let Some(partner) = self.f.value_unless_above(x, y) else {
            let reason = format!("{chain}, and the larger pile is less than f(A_n): take everything.");
            return Ok(pair.won(Natural::ZERO, Natural::ZERO, reason, &["WYF-T13II-iii", "WYF-T16"]));
        };
        if *y == partner {
            return Ok(pair.lost(format!("{chain}, and the larger pile is f(A_n)."), &["WYF-T13", "WYF-T16"]));
        }
        let reason = format!("{chain}, and the larger pile exceeds f(A_n): take it down to f(A_n).");
        Ok(pair.won(x.clone(), partner, reason, &["WYF-T13II-ii", "WYF-T16"]))
    }

    fn p_positions(&self) -> Option<Box<dyn Iterator<Item = Vec<u64>> + Send + '_>> {
        Some(Box::new(mex_pairs(|_, a| u64::try_from(&self.f.value(&Natural::from(a))).ok())))
    }
}
