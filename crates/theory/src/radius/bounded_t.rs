//! t-Wythoff with every amount at most R (GEO Problem 28, GEO-P28).
//!
//! With M = R + 1 and the pairs (A_n, B_n) of t-Wythoff with B_n <= R, write x = i M + r, y = j M + s, x <=
//! y. i = j: P exactly when (r, s) = (A_n, B_n). i < j: P exactly when (r, s) = (A_n, B_n), or (r, s) =
//! (B_n, A_n) and there is no m >= 1 with B_m <= R, |t (n + m) - M| < t, A_m < B_n and A_n < B_m. This form
//! was found by computation (t <= 14, R <= 60; t <= 6, R <= 120; t <= 3, R <= 200) and has no general
//! proof.

use malachite::{Integer, Natural};
use wythoff_numbers::int::traits::*;

use crate::decider::{Decider, Refusal, Verdict};
use crate::pair::{Pair, fails};
use crate::shown::show_number;
use crate::t_wythoff::{Algebraic, Place};

const CITES: [&str; 1] = ["GEO-P28"];
const THEOREM: &str = "GEO Problem 28";

/// t-Wythoff with every amount at most R. One division for each pile, and t-Wythoff's pairs below R.
pub struct BoundedTWythoff {
    t: Natural,
    modulus: Natural,
    pairs: Algebraic,
}

impl BoundedTWythoff {
    /// The game with |k - l| < t and amounts of at most r; t, r >= 1.
    pub fn new(t: u64, r: u64) -> Result<BoundedTWythoff, Refusal> {
        if t == 0 || r == 0 {
            return fails(THEOREM, format!("t and R must be at least 1, and t = {t}, R = {r}"));
        }
        let modulus = Natural::from(r) + Natural::ONE;
        Ok(BoundedTWythoff { t: Natural::from(t), modulus, pairs: Algebraic::new(t)? })
    }

    /// Whether (B_n, A_n) is P where the larger pile has more whole turns than the smaller.
    fn stands_reversed(&self, n: &Natural) -> bool {
        let (a, b) = (self.pairs.lower(n), self.pairs.upper(n));
        // |t (n + m) - M| < t leaves the two integers next to M/t.
        let quotient = &self.modulus / &self.t;
        [quotient.clone(), quotient + Natural::ONE].into_iter().all(|sum| {
            let Some(m) = (&sum).checked_sub(n).filter(|m| *m != 0) else { return true };
            let gap = Integer::from(&sum * &self.t) - Integer::from(&self.modulus);
            let (am, bm) = (self.pairs.lower(&m), self.pairs.upper(&m));
            gap.unsigned_abs() >= self.t || bm >= self.modulus || am >= b || a >= bm
        })
    }

    /// Whether x <= y is P.
    fn is_lost(&self, x: &Natural, y: &Natural) -> bool {
        let ((i, r), (j, s)) = (x.div_mod(&self.modulus), y.div_mod(&self.modulus));
        if r <= s {
            return self.pairs.is_pair(&r, &s);
        }
        if i == j || !self.pairs.is_pair(&s, &r) {
            return false;
        }
        self.stands_reversed(&((r - s) / &self.t))
    }

    fn is_lost_pair(&self, x: &Natural, y: &Natural) -> bool {
        if x <= y { self.is_lost(x, y) } else { self.is_lost(y, x) }
    }

    /// The amount from 0 to R that takes `pile` to `residue`.
    fn amount(&self, pile: &Natural, residue: &Natural) -> Natural {
        (pile + &self.modulus - residue) % &self.modulus
    }

    /// The partner of a residue, if it is a residue too.
    fn partner(&self, residue: &Natural) -> Option<Natural> {
        let partner = match self.pairs.place(residue) {
            Place::Lower(n) => residue + &self.t * n,
            Place::Upper(n) => residue - &self.t * n,
        };
        (partner < self.modulus).then_some(partner)
    }

    /// The amounts (k, l) of every move from x, y whose target has residues (A_n, B_n) or (B_n, A_n).
    fn candidates(&self, x: &Natural, y: &Natural) -> Vec<(Natural, Natural, String)> {
        let mut found = Vec::new();
        if let Some(partner) = self.partner(&(x % &self.modulus)) {
            let case = "take the larger pile to the partner of the residue of the smaller".to_string();
            found.push((Natural::ZERO, self.amount(y, &partner), case));
        }
        if let Some(partner) = self.partner(&(y % &self.modulus)) {
            let case = "take the smaller pile to the partner of the residue of the larger".to_string();
            found.push((self.amount(x, &partner), Natural::ZERO, case));
        }
        // y - x changes by less than t, and it must become t n or -t n modulo M.
        let delta = (y - x) % &self.modulus;
        let negative = (&self.modulus - &delta) % &self.modulus;
        for (near, reversed) in [(delta, false), (negative, true)] {
            for n in self.multiples_near(&near) {
                let (a, b) = (self.pairs.lower(&n), self.pairs.upper(&n));
                if b >= self.modulus {
                    continue;
                }
                let (r, s) = if reversed { (b, a) } else { (a, b) };
                let (k, l) = (self.amount(x, &r), self.amount(y, &s));
                let gap = (Integer::from(&k) - Integer::from(&l)).unsigned_abs();
                if k != 0 && l != 0 && gap < self.t {
                    let case = format!(
                        "take from both piles down to the residues of pair number {}",
                        show_number(&n)
                    );
                    found.push((k, l, case));
                }
            }
        }
        found
    }

    /// The n with t n <= R within t of `near`, on the circle of residues.
    fn multiples_near(&self, near: &Natural) -> Vec<Natural> {
        let middle = near / &self.t;
        let last = (&self.modulus - Natural::ONE) / &self.t;
        let mut found: Vec<Natural> = [
            (&middle).checked_sub(Natural::ONE),
            Some(middle.clone()),
            Some(&middle + Natural::ONE),
            Some(Natural::ZERO),
            Some(Natural::ONE),
            Some(last.clone()),
            (&last).checked_sub(Natural::ONE),
        ]
        .into_iter()
        .flatten()
        .filter(|n| *n <= last)
        .collect();
        found.sort();
        found.dedup();
        found
    }
}

impl Decider for BoundedTWythoff {
    fn is_p(&self, position: &[Natural]) -> Result<bool, Refusal> {
        let Pair { x, y, .. } = &Pair::of(position)?;
        Ok(self.is_lost(x, y))
    }

    fn decide(&self, position: &[Natural]) -> Result<Verdict, Refusal> {
        let pair = Pair::of(position)?;
        let (x, y) = (&pair.x, &pair.y);
        let residues = format!(
            "Modulo R + 1 = {} the piles are ({}, {})",
            show_number(&self.modulus),
            show_number(&(x % &self.modulus)),
            show_number(&(y % &self.modulus))
        );
        if self.is_lost(x, y) {
            let reason = format!(
                "{residues}, a pair of t-Wythoff in an order that is lost here (a form found by \
                 computation, without a general proof)."
            );
            return Ok(pair.lost(reason, &CITES));
        }
        for (k, l, case) in self.candidates(x, y) {
            let (Some(a), Some(b)) = (x.checked_sub(k), y.checked_sub(l)) else { continue };
            if (a != *x || b != *y) && self.is_lost_pair(&a, &b) {
                let reason =
                    format!("{residues}: {case} (a form found by computation, without a general proof).");
                return Ok(pair.won(a, b, reason, &CITES));
            }
        }
        fails(THEOREM, "no move to a position of the stated form was found; the form has no general proof")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::{Dice, Referee, both, check_huge, nim};

    #[test]
    fn agrees_with_the_rule() {
        for (t, r) in
            [(1, 1), (1, 4), (2, 1), (2, 3), (2, 5), (2, 7), (2, 9), (3, 7), (3, 11), (4, 4), (5, 13), (9, 6)]
        {
            let mut referee = Referee::new(move |p: &[u64]| {
                let mut to = nim(p);
                to.retain(|q| p[0] - q[0] + p[1] - q[1] <= r);
                to.extend(both(p, |k, l| k <= r && l <= r && k.abs_diff(l) < t));
                to
            });
            referee.check(
                &BoundedTWythoff::new(t, r).unwrap(),
                &[34, 36],
                &format!("bounded-t-wythoff {t} {r}"),
            );
        }
        assert!(BoundedTWythoff::new(0, 1).is_err() && BoundedTWythoff::new(1, 0).is_err());
    }

    #[test]
    fn huge_piles_are_consistent() {
        let mut dice = Dice::new(19);
        for (t, r) in [(1u64, 10u64), (2, 5), (3, 1000), (7, 1 << 40)] {
            let theory = BoundedTWythoff::new(t, r).unwrap();
            for _ in 0..4 {
                let position = [dice.natural(40), dice.natural(40)];
                check_huge(&theory, &position, &mut dice, 40, |p, d| {
                    let k = 1 + d.below(r);
                    let l = (k + d.below(t)).min(r);
                    let (k, l) = if d.below(3) == 0 { (0, l) } else { (k, l) };
                    Some(vec![&p[0] - Natural::from(k), &p[1] - Natural::from(l)])
                });
            }
        }
    }
}
