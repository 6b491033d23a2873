//! RatWyt on two rationals (VIS section 4.8): any positive number of steps on one, or the same number on both.
//!
//! A step takes p/q to (p-q)/q if p/q >= 1, else to p/(q-p), and ends at 0. The number of steps to 0 is the sum of the partial
//! quotients of p/q, so the game is Wythoff's on these depths (VIS-T-ratwyt). A position is written as four naturals p, q, p', q'.

mod quotients;

use malachite::Natural;
use malachite::base::num::arithmetic::traits::{CheckedSub, DivExact, Gcd, Parity};
use malachite::base::num::basic::traits::{One, Zero};

use quotients::{evaluate, quotients};

use crate::piles::{lost, won};
use crate::shown::show_number;
use crate::{Decider, Refusal, Verdict, Wythoff};

const CITES: &[&str] = &["VIS-T-ratwyt", "VIS-D-step"];

/// A rational p/q >= 0 in lowest terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fraction {
    /// The numerator.
    pub p: Natural,
    /// The denominator.
    pub q: Natural,
}

impl Fraction {
    /// p/q in lowest terms; `None` for q = 0.
    pub fn new(p: &Natural, q: &Natural) -> Option<Fraction> {
        if *q == 0u32 {
            return None;
        }
        let g = p.gcd(q);
        Some(Fraction { p: p.div_exact(&g), q: q.div_exact(&g) })
    }

    /// The number of steps to 0: the sum of the partial quotients. O(M(n) log^2 n) for n digits, by the half-gcd.
    ///
    /// ```
    /// use wythoff_theory::ratwyt::Fraction;
    /// assert_eq!(Fraction::new(&7u32.into(), &2u32.into()).unwrap().depth(), 5); // 7/2 = [3; 2]
    /// ```
    pub fn depth(&self) -> Natural {
        quotients(&self.p, &self.q).iter().sum()
    }

    /// The rational after the given number of steps; 0 stays 0.
    pub fn after(&self, steps: &Natural) -> Fraction {
        after(quotients(&self.p, &self.q), steps)
    }
}

/// The rational with these partial quotients after the given number of steps, each of which takes 1 from the first
/// quotient that is left; where an odd number of them is used up, numerator and denominator change places.
fn after(mut list: Vec<Natural>, steps: &Natural) -> Fraction {
    let mut left = steps.clone();
    let mut used = 0;
    while let Some(rest) = list.get(used).and_then(|q| (&left).checked_sub(q)) {
        left = rest;
        used += 1;
    }
    match list.get_mut(used) {
        None => return Fraction { p: Natural::ZERO, q: Natural::ONE },
        Some(q) => *q -= left,
    }
    let (x, y) = evaluate(&list[used..]);
    if used.odd() { Fraction { p: y, q: x } } else { Fraction { p: x, q: y } }
}

/// The game RatWyt.
pub struct RatWyt {
    wythoff: Wythoff,
}

impl RatWyt {
    /// The game; it has no parameter.
    pub fn new() -> Result<RatWyt, Refusal> {
        Ok(RatWyt { wythoff: Wythoff::new()? })
    }

    /// The two rationals of a position p, q, p', q'.
    pub fn fractions(position: &[Natural]) -> Result<[Fraction; 2], Refusal> {
        let refuse = || {
            let text = "a position of RatWyt is two rationals, as four naturals p, q, p', q' with positive denominators";
            Refusal::Position(text.into())
        };
        let [p1, q1, p2, q2] = position else { return Err(refuse()) };
        match (Fraction::new(p1, q1), Fraction::new(p2, q2)) {
            (Some(left), Some(right)) => Ok([left, right]),
            _ => Err(refuse()),
        }
    }
}

impl Decider for RatWyt {
    fn is_p(&self, position: &[Natural]) -> Result<bool, Refusal> {
        let fractions = RatWyt::fractions(position)?;
        self.wythoff.is_p(&fractions.map(|fraction| fraction.depth()))
    }

    fn decide(&self, position: &[Natural]) -> Result<Verdict, Refusal> {
        let fractions = RatWyt::fractions(position)?;
        let lists = fractions.each_ref().map(|fraction| quotients(&fraction.p, &fraction.q));
        let depths = lists.each_ref().map(|list| list.iter().sum::<Natural>());
        let verdict = self.wythoff.decide(&depths)?;
        let reason = format!(
            "The partial quotients sum to {} and {}, and RatWyt is Wythoff's game on these sums. {}",
            show_number(&depths[0]),
            show_number(&depths[1]),
            verdict.reason
        );
        let Some(target) = verdict.winning else { return Ok(lost(reason, CITES)) };
        let mut left = Vec::with_capacity(4);
        for ((list, depth), goal) in lists.into_iter().zip(&depths).zip(&target) {
            let Fraction { p, q } = after(list, &(depth - goal));
            left.extend([p, q]);
        }
        Ok(won(left, reason, CITES))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::{Dice, Referee};

    /// One step by the rule; `None` from 0.
    fn step(p: u64, q: u64) -> Option<(u64, u64)> {
        match p {
            0 => None,
            _ if p >= q => Some((p - q, q)),
            _ => Some((p, q - p)),
        }
    }

    fn options(position: &[u64]) -> Vec<Vec<u64>> {
        let [p, q, r, s] = *position else { unreachable!() };
        let mut to = Vec::new();
        let (mut left, mut right) = (Some((p, q)), Some((r, s)));
        let (mut both_left, mut both_right) = (left, right);
        while left.is_some() || right.is_some() {
            left = left.and_then(|(p, q)| step(p, q));
            right = right.and_then(|(r, s)| step(r, s));
            to.extend(left.map(|(a, b)| vec![a, b, r, s]));
            to.extend(right.map(|(a, b)| vec![p, q, a, b]));
            both_left = both_left.and_then(|(p, q)| step(p, q));
            both_right = both_right.and_then(|(r, s)| step(r, s));
            to.extend(both_left.zip(both_right).map(|((a, b), (c, d))| vec![a, b, c, d]));
        }
        to
    }

    #[test]
    fn agrees_with_the_rules() {
        let game = RatWyt::new().unwrap();
        let mut referee = Referee::new(options);
        let fractions: Vec<(u64, u64)> =
            (0..10).flat_map(|p| (1..8).map(move |q| (p, q))).filter(|&(p, q)| p.gcd(q) == 1).collect();
        for &(p, q) in &fractions {
            for &(r, s) in &fractions {
                let big = [p, q, r, s].map(Natural::from);
                assert_eq!(game.is_p(&big), Ok(referee.is_p(&[p, q, r, s])), "{p}/{q}, {r}/{s}");
                if let Some(target) = game.decide(&big).unwrap().winning {
                    let target: Vec<u64> = target.iter().map(|x| u64::try_from(x).unwrap()).collect();
                    assert!(options(&[p, q, r, s]).contains(&target) && referee.is_p(&target));
                }
            }
        }
    }

    #[test]
    fn steps_add_up() {
        let mut dice = Dice::new(6);
        for limbs in [1, 2, 3, 7, 30] {
            for _ in 0..20 {
                let (p, q) = (dice.natural(limbs), dice.natural(limbs) + Natural::ONE);
                let fraction = Fraction::new(&p, &q).unwrap();
                let depth = fraction.depth();
                let part = dice.up_to(&depth);
                let after = fraction.after(&part);
                assert_eq!(after.depth() + &part, depth);
                assert_eq!(fraction.after(&depth), Fraction { p: Natural::ZERO, q: Natural::ONE });
                assert_eq!(after.after(&Natural::from(3u32)), fraction.after(&(part + Natural::from(3u32))));
            }
        }
    }

    #[test]
    fn huge_fractions() {
        let game = RatWyt::new().unwrap();
        let mut dice = Dice::new(2);
        for _ in 0..5 {
            let position: Vec<Natural> = (0..4).map(|_| dice.natural(52)).collect();
            let verdict = game.decide(&position).unwrap();
            if let Some(target) = verdict.winning {
                assert!(game.is_p(&target).unwrap());
            }
        }
        assert!(game.decide(&[1u32, 0, 1, 1].map(Natural::from)).is_err());
    }
}
