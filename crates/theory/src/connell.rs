//! Connell's game and bt-Wythoff: a positive multiple of b from one pile, or k, l > 0 from the two with
//! |k - l| < b t and k = l mod b (VIS 4.1; Connell's game is t = 1).
//!
//! Every move keeps the difference mod b, so the game falls into b classes. With s = b t and
//! alpha = (2 - s + sqrt(s^2 + 4))/2 the P-positions of class j = 0..b-1 are x = floor(n alpha + g_j),
//! y = x + s n + j, n >= 0, where g_0 = 0 and g_j = 1 - 1/t + j alpha/s (VIS-T-btwythoff). The lower members
//! of class j and the upper ones of class b - j are complementary.

use malachite::{Integer, Natural};
use wythoff_numbers::NumberError;
use wythoff_numbers::Quadratic;
use wythoff_numbers::int::traits::*;

use crate::decider::{Decider, Refusal, Verdict};
use crate::form::{Form, Shape, Theory, found, numbers};
use crate::line::{Line, wythoff_slope};
use crate::pair::{Pair, fails};
use crate::shown::show_number;

/// bt-Wythoff; Connell's game for t = 1. O(M(n)) a position of n digits.
pub struct BtWythoff {
    b: u64,
    t: u64,
    /// s = b t.
    step: Natural,
    cites: [&'static str; 2],
}

impl BtWythoff {
    /// bt-Wythoff, b >= 1 and t >= 1.
    pub fn new(b: u64, t: u64) -> Result<BtWythoff, Refusal> {
        BtWythoff::cited(b, t, ["VIS-T-btwythoff", "VIS-G-btwythoff"])
    }

    /// Connell's game, b >= 1.
    pub fn connell(b: u64) -> Result<BtWythoff, Refusal> {
        BtWythoff::cited(b, 1, ["VIS-C-connell-b", "VIS-G-connell"])
    }

    fn cited(b: u64, t: u64, cites: [&'static str; 2]) -> Result<BtWythoff, Refusal> {
        if b == 0 || t == 0 {
            return fails(
                "VIS 4.1 (bt-Wythoff)",
                format!("b and t must be at least 1, and b = {b}, t = {t}"),
            );
        }
        Ok(BtWythoff { b, t, step: Natural::from(b) * Natural::from(t), cites })
    }

    /// The lower members of class j < b.
    fn lower(&self, j: &Natural) -> Result<Line, NumberError> {
        let alpha = wythoff_slope(&self.step);
        if *j == 0 {
            return Line::homogeneous(alpha);
        }
        let t = Integer::from(self.t);
        let constant = Quadratic::new(&t - Integer::ONE, 0, Natural::ZERO, t)?;
        let share = alpha.mul_integer(&Integer::from(j)).div(&Quadratic::integer(&self.step))?;
        Line::new(alpha, constant.add(&share)?)
    }

    /// The upper members of class j < b: floor(n (alpha + s) + g_j + j).
    fn upper(&self, j: &Natural) -> Result<Line, NumberError> {
        self.lower(j)?.raised(&Integer::from(&self.step), &Integer::from(j))
    }

    fn classes<T>(&self, line: Result<T, NumberError>) -> Result<T, Refusal> {
        line.or_else(|error| fails("VIS 4.1 (bt-Wythoff)", error.to_string()))
    }
}

impl Decider for BtWythoff {
    fn is_p(&self, position: &[Natural]) -> Result<bool, Refusal> {
        let Pair { x, y, .. } = &Pair::of(position)?;
        let (n, j) = (y - x).div_mod(&self.step);
        if j >= self.b || n > x + Natural::ONE {
            return Ok(false);
        }
        Ok(self.classes(self.lower(&j))?.term(&n) == *x)
    }

    fn decide(&self, position: &[Natural]) -> Result<Verdict, Refusal> {
        let pair = Pair::of(position)?;
        let (x, y) = (&pair.x, &pair.y);
        let b = Natural::from(self.b);
        let (i, j) = (y - x).div_mod(&b);
        let class = format!("Every move keeps the difference mod {}, which is {j}", self.b);
        let lower = self.classes(self.lower(&j))?;
        let Some(n) = lower.index(x) else {
            let mirror = if j == 0 { Natural::ZERO } else { &b - &j };
            let n = self.classes(self.upper(&mirror))?.first_at_least(x);
            let partner = x - &self.step * &n - &mirror;
            let reason = format!(
                "{class}. Seen from the larger pile the smaller is the upper member of pair n = {} of \
                 class {mirror}: take the larger pile down to the lower member.",
                show_number(&n)
            );
            return Ok(pair.won(x.clone(), partner, reason, &self.cites));
        };
        let partner = x + &self.step * &n + &j;
        let class = format!(
            "{class}. The smaller pile is the lower member floor(n alpha + g) of pair n = {} of that class",
            show_number(&n)
        );
        if *y == partner {
            return Ok(pair.lost(format!("{class}, and the larger pile is the upper member."), &self.cites));
        }
        if *y > partner {
            let reason =
                format!("{class}, and the larger pile exceeds the upper member: take it down to that.");
            return Ok(pair.won(x.clone(), partner, reason, &self.cites));
        }
        let m = i / Natural::from(self.t);
        let a = lower.term(&m);
        let target = &a + &self.step * &m + &j;
        let reason = format!(
            "{class}, and the larger pile is less than the upper member; the difference belongs to pair m \
             = {} < n: take from both piles down to that pair.",
            show_number(&m)
        );
        Ok(pair.won(a, target, reason, &self.cites))
    }

    fn p_positions(&self) -> Option<Box<dyn Iterator<Item = Vec<u64>> + Send + '_>> {
        // A stream keeps one line for each class.
        if self.b > 100_000 {
            return None;
        }
        let lines: Option<Vec<Line>> = (0..self.b).map(|j| self.lower(&Natural::from(j)).ok()).collect();
        let lines = lines?;
        let step = self.b.checked_mul(self.t)?;
        let mut index = vec![0u64; lines.len()];
        let mut next: Vec<Option<u64>> =
            lines.iter().map(|l| u64::try_from(&l.term(&Natural::ZERO)).ok()).collect();
        let row = move |x: u64| {
            let mut ys = Vec::new();
            for (j, line) in lines.iter().enumerate() {
                while next[j] == Some(x) {
                    ys.extend(x.checked_add(step.checked_mul(index[j])?.checked_add(j as u64)?));
                    index[j] += 1;
                    next[j] = u64::try_from(&line.term(&Natural::from(index[j]))).ok();
                }
            }
            ys.sort_unstable();
            Some(ys.into_iter().map(move |y| vec![x, y]))
        };
        Some(Box::new((0u64..).map_while(row).flatten()))
    }
}

/// A multiple of b from one pile, or k = l mod b from the two with |k - l| < bt; t = 1 is Connell's game.
pub(crate) const THEORY: Theory = Theory {
    forms: &[Form {
        theory: "bt-Wythoff",
        rules: Shape::Exactly(
            "param b >= 1 = 2\nparam t >= 1 = 2\npiles unordered x, y\nmove (b*i, 0)\nmove (k, l) where |k - l| < b*t and (k - l) mod b == 0",
        ),
        read: |look| {
            let b =
                if look.is_pair() { look.least(|i| look.takes(&[i, 0])).filter(|b| *b > 1) } else { None };
            let t = b.and_then(|b| look.bounded(|d| look.takes(&[1, 1 + (d - 1) * b])));
            numbers(b.zip(t).map(|(b, t)| [("b", b), ("t", t)]))
        },
        decider: |form| found(BtWythoff::new(form.int("b")?, form.int("t")?)?),
    }],
    cases: &[
        ("VIS-C-connell-b", &["connell(b=3)"]),
        ("VIS-T-btwythoff", &["bt-wythoff(b=2,t=2)", "bt-wythoff(b=3,t=1)"]),
    ],
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::{Dice, Referee, both, check_huge, nim};

    fn rule(b: u64, t: u64) -> impl Fn(&[u64]) -> Vec<Vec<u64>> {
        move |p| {
            let mut to = nim(p);
            to.retain(|q| (p[0] - q[0] + p[1] - q[1]) % b == 0);
            to.extend(both(p, |k, l| k.abs_diff(l) < b * t && k % b == l % b));
            to
        }
    }

    #[test]
    fn agrees_with_the_rule() {
        for (b, t) in
            [(1, 1), (1, 3), (2, 1), (2, 2), (3, 1), (3, 4), (4, 3), (5, 2), (7, 1), (30, 2), (2, 30)]
        {
            let mut referee = Referee::new(rule(b, t));
            let theory = BtWythoff::new(b, t).unwrap();
            referee.check(&theory, &[32, 40], &format!("bt-wythoff {b} {t}"));
            referee.check_stream(&theory, 40, "bt-wythoff");
        }
        for b in [1, 2, 3, 6] {
            Referee::new(rule(b, 1)).check(&BtWythoff::connell(b).unwrap(), &[30, 36], "connell");
        }
        assert!(BtWythoff::new(0, 1).is_err() && BtWythoff::connell(0).is_err());
    }

    #[test]
    fn huge_piles_are_consistent() {
        let mut dice = Dice::new(6);
        for (b, t) in [(1u64, 1u64), (2, 1), (3, 2), (1_000_003, 7)] {
            let theory = BtWythoff::new(b, t).unwrap();
            for _ in 0..3 {
                let x = dice.natural(40);
                let y = &x + dice.up_to(&x);
                check_huge(&theory, &[x, y], &mut dice, 20, |p, d| {
                    let least = p.iter().min()?;
                    let k = d.up_to(least);
                    let l = &k + Natural::from(b) * Natural::from(d.below(t));
                    (l <= p[1]).then(|| vec![&p[0] - k, &p[1] - l])
                });
            }
        }
    }
}
