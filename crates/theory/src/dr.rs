//! M_DR(k) of Duchêne and Rigo: Wythoff's moves without (2i,2i) for 0 < i < k, with (2k+1,2k+2) and
//! (2k+2,2k+1) (VIS Theorem 3).
//!
//! P: (floor(n alpha), floor(n beta)), alpha = (2 - k + sqrt(k^2 + 4k))/2 = [1; 1, k, 1, k, ...],
//! beta = (3k + sqrt(k^2 + 4k))/(2k), 1/alpha + 1/beta = 1.

use malachite::{Integer, Natural};
use wythoff_numbers::Quadratic;
use wythoff_numbers::int::traits::*;

use crate::decider::mex_pairs;
use crate::decider::{Decider, Refusal, Verdict};
use crate::form::{Form, Shape, Theory, found, numbers};
use crate::line::Line;
use crate::pair::{Pair, fails};
use crate::shown::show_number;

const THEOREM: &str = "VIS Theorem 3";
const CITES: [&str; 2] = ["VIS-T3", "VIS-G-MDR"];
/// Pairs of one difference tried for a diagonal move; about k/2 of them exist.
const MOST_TRIALS: u32 = 100_000;

/// M_DR(k). O(M(n) log k) a position of n digits, and O(k) floors for a diagonal move at worst.
pub struct DucheneRigo {
    k: Natural,
    lower: Line,
    upper: Line,
}

impl DucheneRigo {
    /// The game with k >= 1.
    pub fn new(k: u64) -> Result<DucheneRigo, Refusal> {
        if k == 0 {
            return fails(THEOREM, "k must be at least 1, and it is 0");
        }
        let k = Natural::from(k);
        let radicand = (&k).square() + (&k << 2u32);
        let big = Integer::from(&k);
        let lower = Quadratic::new(Integer::TWO - &big, 1, radicand.clone(), 2).and_then(Line::homogeneous);
        let upper =
            Quadratic::new(&big * Integer::from(3), 1, radicand, &big << 1u32).and_then(Line::homogeneous);
        match (lower, upper) {
            (Ok(lower), Ok(upper)) => Ok(DucheneRigo { k, lower, upper }),
            (Err(error), _) | (_, Err(error)) => fails(THEOREM, error.to_string()),
        }
    }

    /// Whether (x, y), x <= y, is a pair.
    fn is_pair(&self, x: &Natural, y: &Natural) -> bool {
        let n = self.lower.first_at_least(x);
        self.lower.term(&n) == *x && self.upper.term(&n) == *y
    }

    fn difference(&self, n: &Natural) -> Natural {
        self.upper.term(n) - self.lower.term(n)
    }

    /// The least m <= n with B_m - A_m >= d; the differences never decrease.
    fn first_with_difference(&self, d: &Natural, n: &Natural) -> Natural {
        // d - 1 < m (beta - alpha) < d + 1 and beta - alpha > 1/k leave a window of 2k indices below d k + k.
        let mut high = ((d + Natural::ONE) * &self.k).min(n.clone());
        let mut low = Natural::ZERO;
        while low < high {
            let middle = (&low + &high) >> 1u32;
            if self.difference(&middle) >= *d { high = middle } else { low = middle + Natural::ONE }
        }
        low
    }

    /// Whether the same number i may be taken from both piles.
    fn allows(&self, i: &Natural) -> bool {
        *i != 0 && (i.odd() || *i >= (&self.k << 1u32))
    }
}

impl Decider for DucheneRigo {
    fn is_p(&self, position: &[Natural]) -> Result<bool, Refusal> {
        let Pair { x, y, .. } = &Pair::of(position)?;
        Ok(self.is_pair(x, y))
    }

    fn decide(&self, position: &[Natural]) -> Result<Verdict, Refusal> {
        let pair = Pair::of(position)?;
        let (x, y) = (&pair.x, &pair.y);
        let Some(n) = self.lower.index(x) else {
            let n = self.upper.first_at_least(x);
            let reason = format!(
                "The smaller pile is B_n = floor(n beta) with n = {}: take the larger pile down to A_n = \
                 floor(n alpha).",
                show_number(&n)
            );
            return Ok(pair.won(x.clone(), self.lower.term(&n), reason, &CITES));
        };
        let known = format!("The smaller pile is A_n = floor(n alpha) with n = {}", show_number(&n));
        let partner = self.upper.term(&n);
        if *y == partner {
            return Ok(pair.lost(format!("{known} and the larger is B_n = floor(n beta)."), &CITES));
        }
        if *y > partner {
            let reason = format!("{known}, and the larger exceeds B_n = floor(n beta): take it down to B_n.");
            return Ok(pair.won(x.clone(), partner, reason, &CITES));
        }
        if let Some(m) = self.upper.index(y) {
            let reason = format!(
                "{known}, and the larger is B_m with m = {} < n: take the smaller down to A_m.",
                show_number(&m)
            );
            return Ok(pair.won(self.lower.term(&m), y.clone(), reason, &CITES));
        }
        for (a, b) in [(1u32, 2u32), (2, 1)] {
            let take = |i: u32, pile: &Natural| pile.checked_sub((&self.k << 1u32) + Natural::from(i));
            let (Some(a), Some(b)) = (take(a, x), take(b, y)) else { continue };
            let (least, most) = if a <= b { (&a, &b) } else { (&b, &a) };
            if self.is_pair(least, most) {
                let reason = format!(
                    "{known}, the larger is less than B_n, and the move (2k+1, 2k+2) leads to a pair."
                );
                return Ok(pair.won(a, b, reason, &CITES));
            }
        }
        let d = y - x;
        let mut m = self.first_with_difference(&d, &n);
        for _ in 0..MOST_TRIALS {
            if m >= n || self.difference(&m) != d {
                return fails(THEOREM, "no move to a pair was found");
            }
            let a = self.lower.term(&m);
            if self.allows(&(x - &a)) {
                let reason = format!(
                    "{known}, the larger is less than B_n, and pair m = {} has the same difference, at a \
                     distance that may be taken: take the same number from both piles.",
                    show_number(&m)
                );
                let b = &a + &d;
                return Ok(pair.won(a, b, reason, &CITES));
            }
            m += Natural::ONE;
        }
        Err(Refusal::Limit(format!(
            "none of {MOST_TRIALS} pairs with this difference is reached by a diagonal move"
        )))
    }

    fn p_positions(&self) -> Option<Box<dyn Iterator<Item = Vec<u64>> + Send + '_>> {
        Some(Box::new(mex_pairs(|n, _| u64::try_from(&self.upper.term(&Natural::from(n))).ok())))
    }
}

/// Wythoff's moves with (2i,2i), i < k, exchanged for a leap.
pub(crate) const THEORY: Theory = Theory {
    forms: &[Form {
        theory: "the game of Duchêne and Rigo",
        rules: Shape::Exactly(
            "param k >= 1 = 2\npiles unordered x, y\nmove (i, 0)\nmove (i, i) where i mod 2 == 1 or i >= 2*k\nmove (2*k + 1, 2*k + 2)",
        ),
        read: |look| {
            let fits = look.is_pair() && look.takes(&[1, 1]) && !look.takes(&[1, 2]);
            let k = if fits { look.run(|n| !look.takes(&[2 * n, 2 * n])).map(|n| n + 1) } else { None };
            numbers(k.filter(|k| look.takes(&[2 * k + 1, 2 * k + 2])).map(|k| [("k", k)]))
        },
        decider: |form| found(DucheneRigo::new(form.int("k")?)?),
    }],
    cases: &[("VIS-T3", &["dr(k=1)", "dr(k=2)", "dr(k=3)", "dr(k=5)", "dr(k=8)"])],
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::{Dice, Referee, both, check_huge, nim};

    #[test]
    fn agrees_with_the_rule() {
        for k in [1u64, 2, 3, 4, 6, 9, 15, 40] {
            let mut referee = Referee::new(move |p: &[u64]| {
                let mut to = nim(p);
                to.extend(both(p, |i, j| {
                    (i == j && (i % 2 == 1 || i / 2 >= k)) || (i.min(j) == 2 * k + 1 && i.max(j) == 2 * k + 2)
                }));
                to
            });
            let theory = DucheneRigo::new(k).unwrap();
            referee.check(&theory, &[50, 56], &format!("dr {k}"));
            referee.check_stream(&theory, 56, "dr");
        }
        assert!(DucheneRigo::new(0).is_err());
    }

    #[test]
    fn huge_piles_are_consistent() {
        let mut dice = Dice::new(20);
        for k in [1u64, 2, 5] {
            let theory = DucheneRigo::new(k).unwrap();
            for _ in 0..4 {
                let x = dice.natural(40);
                let y = &x + dice.up_to(&x) / Natural::from(k);
                check_huge(&theory, &[x, y], &mut dice, 30, |p, d| {
                    let i = d.below(2) as usize;
                    let mut to = p.to_vec();
                    if d.below(2) == 0 {
                        let amount = d.up_to(&p[i]);
                        to[i] -= amount;
                    } else {
                        let amount = d.up_to(p.iter().min()?);
                        if amount.even() && amount < 2 * k {
                            return None;
                        }
                        to.iter_mut().for_each(|v| *v -= &amount);
                    }
                    Some(to)
                });
            }
        }
    }
}
