//! Wyt(f) for a polynomial f of degree at least 2 with nonnegative coefficients and f(0) > 0 (WYF Theorem
//! 20).
//!
//! With g(0) = 0 and g(x) = max(f(x), f(1) x), which is superadditive, the P-positions are (A_n, g(A_n)),
//! A_n = mex. The same holds if f(1 + u) has nonnegative coefficients and f(f(1)) >= f(1)^2: then f is convex on x >= 1
//! and meets the line f(1) x again at or below f(1), so that f - f(1) x is superadditive beyond; below, A_n = n, and
//! the max-recursion of WYF-NEW1 gives B_n = B_{n-1} + f(1).
//!
//! Judged by: WYF-T20

use malachite::Natural;
use wythoff_numbers::int::traits::*;

use super::growth::{Growth, Ladder, NaturalPolynomial, ladder};
use crate::decider::mex_pairs;
use crate::decider::{Decider, Refusal, Verdict};
use crate::pair::{Pair, fails};
use crate::shown::show_number;

/// Wyt(f) for a polynomial with f(0) > 0. O(M(n)) for a fixed degree.
pub struct Polynomial {
    g: Envelope,
    /// Whether a coefficient is negative, beyond the printed theorem.
    signed: bool,
}

/// g = max(f(x), f(1) x), g(0) = 0.
struct Envelope {
    f: NaturalPolynomial,
    /// f(1).
    first: Natural,
}

impl Growth for Envelope {
    fn value(&self, z: &Natural) -> Natural {
        if *z == 0 { Natural::ZERO } else { self.f.at(z).max(&self.first * z) }
    }

    fn inverse(&self, x: &Natural) -> Result<Option<Natural>, Refusal> {
        // The larger of two increasing functions is x where the smaller of their inverses is.
        let Some((by_curve, value)) = self.f.floor_inverse(x) else {
            return Ok((*x == 0).then_some(Natural::ZERO));
        };
        let (by_line, rest) = x.div_mod(&self.first);
        let z = (&by_curve).min(&by_line).clone();
        if z == 0 {
            return Ok((*x == 0).then_some(z));
        }
        let exact = (z == by_line && rest == 0) || (z == by_curve && value == *x);
        Ok(exact.then_some(z))
    }

    fn least_bits(&self, z: &Natural) -> u64 {
        if *z == 0 { 0 } else { self.f.least_bits(z) }
    }
}

impl Polynomial {
    /// The game for these coefficients, the constant one first.
    pub fn new(coefficients: Vec<Natural>) -> Result<Polynomial, Refusal> {
        match coefficients.as_slice() {
            [constant, .., leading] if *constant != 0 && coefficients.len() >= 3 && *leading != 0 => {
                let first = coefficients.iter().fold(Natural::ZERO, |a, b| a + b);
                let g = Envelope { f: NaturalPolynomial::new(coefficients), first };
                Ok(Polynomial { g, signed: false })
            }
            _ => fails("WYF Theorem 20", "the polynomial must have degree at least 2 and f(0) > 0"),
        }
    }

    /// The game for f(1 + u) with these nonnegative coefficients, where f(f(1)) >= f(1)^2.
    pub(super) fn of_curve(f: NaturalPolynomial) -> Polynomial {
        let first = f.at(&Natural::ONE);
        Polynomial { g: Envelope { f, first }, signed: true }
    }

    fn cites(&self, printed: &'static [&'static str]) -> &'static [&'static str] {
        if self.signed { &["WYF-NEW1"] } else { printed }
    }
}

impl Decider for Polynomial {
    fn is_p(&self, position: &[Natural]) -> Result<bool, Refusal> {
        let Pair { x, y, .. } = &Pair::of(position)?;
        let partner = self.g.value_unless_above(x, y);
        Ok(partner.is_some_and(|p| p == *y) && ladder(&self.g, x)?.below.is_none())
    }

    fn decide(&self, position: &[Natural]) -> Result<Verdict, Refusal> {
        let pair = Pair::of(position)?;
        let (x, y) = (&pair.x, &pair.y);
        let Ladder { below, steps } = ladder(&self.g, x)?;
        let chain = format!(
            "With g(x) = max(f(x), f(1) x), the inverse of g can be applied {steps} times to the smaller \
             pile"
        );
        if let Some(partner) = below {
            let reason = format!(
                "{chain}, an odd number, so it is some B_n = g(A_n) (case i): take the larger pile down to \
                 A_n."
            );
            return Ok(pair.won(x.clone(), partner, reason, self.cites(&["WYF-T20II", "WYF-T20"])));
        }
        let chain = format!("{chain}, an even number, so it is some A_n");
        if let Some(partner) = self.g.value_unless_above(x, y) {
            if *y == partner {
                return Ok(
                    pair.lost(format!("{chain}, and the larger pile is g(A_n)."), self.cites(&["WYF-T20"]))
                );
            }
            let reason =
                format!("{chain}, and the larger pile exceeds g(A_n) (case ii): take it down to g(A_n).");
            return Ok(pair.won(x.clone(), partner, reason, self.cites(&["WYF-T20II", "WYF-T20"])));
        }
        if self.g.f.least_bits(x) > y.significant_bits() || *y < self.g.f.at(x) {
            let reason =
                format!("{chain}, and the larger pile is less than f(A_n) (case iii): take everything.");
            return Ok(pair.won(
                Natural::ZERO,
                Natural::ZERO,
                reason,
                self.cites(&["WYF-T20II-iii", "WYF-T20"]),
            ));
        }
        let (s, rest) = y.div_mod(&self.g.first);
        // Here A_m = m and B_m = f(1) m for all m up to n.
        if rest == 0 {
            let reason = format!(
                "{chain}, f(A_n) <= y < g(A_n), and the larger pile is B_m = f(1) m with m = {} (case iv): \
                 take the smaller pile down to m.",
                show_number(&s)
            );
            return Ok(pair.won(s, y.clone(), reason, self.cites(&["WYF-T20II-iv", "WYF-T20"])));
        }
        let reason = format!(
            "{chain}, f(A_n) <= y < g(A_n), and the larger pile is f(1) s + r with s = {} and r = {} > 0 \
             (case v): take from both piles down to (s, f(1) s).",
            show_number(&s),
            show_number(&rest)
        );
        let target = y - rest;
        Ok(pair.won(s, target, reason, self.cites(&["WYF-T20II-v", "WYF-T20"])))
    }

    fn p_positions(&self) -> Option<Box<dyn Iterator<Item = Vec<u64>> + Send + '_>> {
        Some(Box::new(mex_pairs(|_, a| u64::try_from(&self.g.value(&Natural::from(a))).ok())))
    }
}
