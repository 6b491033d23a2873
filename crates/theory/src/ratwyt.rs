//! RatWyt on two rationals (VIS section 4.8): any positive number of steps on one, or the same number on both.
//!
//! A step takes p/q to (p-q)/q if p/q >= 1, else to p/(q-p), and ends at 0. The number of steps to 0 is the sum of the partial
//! quotients of p/q, so the game is Wythoff's on these depths (VIS-T-ratwyt). A position is written as four naturals p, q, p', q'.

use malachite::Natural;
use malachite::base::num::arithmetic::traits::{DivExact, DivMod, Gcd};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::logic::traits::SignificantBits;

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

    /// The number of steps to 0: the sum of the partial quotients. O(n^2) for n digits, by Lehmer's form of Euclid's algorithm.
    ///
    /// ```
    /// use wythoff_theory::ratwyt::Fraction;
    /// assert_eq!(Fraction::new(&7u32.into(), &2u32.into()).unwrap().depth(), 5); // 7/2 = [3; 2]
    /// ```
    pub fn depth(&self) -> Natural {
        let mut walk = Walk::new(self);
        walk.run(None);
        walk.steps
    }

    /// The rational after the given number of steps; 0 stays 0.
    pub fn after(&self, steps: &Natural) -> Fraction {
        let mut walk = Walk::new(self);
        walk.run(Some(steps));
        if walk.x == 0u32 || walk.y == 0u32 {
            return Fraction { p: Natural::ZERO, q: Natural::ONE };
        }
        let (p, q) = if walk.flipped { (walk.y, walk.x) } else { (walk.x, walk.y) };
        Fraction { p, q }
    }
}

/// Euclid's algorithm on (x, y), which is (p, q), or (q, p) when flipped; each subtraction is a step.
struct Walk {
    x: Natural,
    y: Natural,
    flipped: bool,
    steps: Natural,
}

/// Several quotients found from leading digits: x, y become a x - b y, d y - c x, or their negatives after an odd number.
struct Batch {
    a: u64,
    b: u64,
    c: u64,
    d: u64,
    sum: u64,
    odd: bool,
}

impl Walk {
    fn new(fraction: &Fraction) -> Walk {
        Walk { x: fraction.p.clone(), y: fraction.q.clone(), flipped: false, steps: Natural::ZERO }
    }

    /// Takes steps until one number is 0, or the budget is used up.
    fn run(&mut self, budget: Option<&Natural>) {
        while self.y != 0u32 {
            let left = budget.map(|budget| budget - &self.steps);
            if left.as_ref().is_some_and(|left| *left == 0u32) {
                return;
            }
            let most = left.as_ref().map_or(u64::MAX, |left| u64::try_from(left).unwrap_or(u64::MAX));
            if let Some(batch) = leading_quotients(&self.x, &self.y, most) {
                self.apply(&batch);
                continue;
            }
            let (quotient, rest) = (&self.x).div_mod(&self.y);
            if let Some(left) = left.filter(|left| quotient > *left) {
                self.x -= &self.y * &left;
                self.steps += left;
                return;
            }
            self.steps += quotient;
            self.x = std::mem::replace(&mut self.y, rest);
            self.flipped = !self.flipped;
        }
    }

    fn apply(&mut self, batch: &Batch) {
        let product = |n: &Natural, factor: u64| n * Natural::from(factor);
        let (ax, by) = (product(&self.x, batch.a), product(&self.y, batch.b));
        let (cx, dy) = (product(&self.x, batch.c), product(&self.y, batch.d));
        (self.x, self.y) = if batch.odd { (by - ax, cx - dy) } else { (ax - by, dy - cx) };
        self.flipped ^= batch.odd;
        self.steps += Natural::from(batch.sum);
    }
}

/// Quotients of x/y that the leading 62 bits decide, with a sum of at most `most` (Knuth, Algorithm 4.5.2L).
fn leading_quotients(x: &Natural, y: &Natural, most: u64) -> Option<Batch> {
    let drop = x.significant_bits().checked_sub(62).filter(|&drop| drop > 0 && y <= x)?;
    let leading = |n: &Natural| i64::try_from(&(n >> drop)).ok();
    let (mut u, mut v) = (leading(x)?, leading(y)?);
    let (mut a, mut b, mut c, mut d) = (1i64, 0i64, 0i64, 1i64);
    let (mut sum, mut odd) = (0u64, false);
    while v + c != 0 && v + d != 0 {
        let quotient = (u + a) / (v + c);
        if quotient != (u + b) / (v + d) {
            break;
        }
        // Stop in front of a quotient that would exceed the budget or the coefficients' room.
        let Some(longer) = sum.checked_add(quotient as u64).filter(|&sum| sum <= most) else { break };
        let (Some(qc), Some(qd)) = (quotient.checked_mul(c), quotient.checked_mul(d)) else { break };
        let (Some(next_c), Some(next_d)) = (a.checked_sub(qc), b.checked_sub(qd)) else { break };
        (a, c, b, d) = (c, next_c, d, next_d);
        (u, v) = (v, u - quotient * v);
        (sum, odd) = (longer, !odd);
    }
    if b == 0 {
        return None;
    }
    let [a, b, c, d] = [a, b, c, d].map(i64::unsigned_abs);
    Some(Batch { a, b, c, d, sum, odd })
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
        let depths = fractions.each_ref().map(Fraction::depth);
        let verdict = self.wythoff.decide(&depths)?;
        let reason = format!(
            "The partial quotients sum to {} and {}, and RatWyt is Wythoff's game on these sums. {}",
            show_number(&depths[0]),
            show_number(&depths[1]),
            verdict.reason
        );
        let Some(target) = verdict.winning else { return Ok(lost(reason, CITES)) };
        let mut left = Vec::with_capacity(4);
        for ((fraction, depth), goal) in fractions.iter().zip(&depths).zip(&target) {
            let Fraction { p, q } = fraction.after(&(depth - goal));
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

    /// The quotients one by one.
    fn plain_depth(fraction: &Fraction) -> Natural {
        let (mut p, mut q) = (fraction.p.clone(), fraction.q.clone());
        let mut depth = Natural::ZERO;
        while q != 0u32 {
            let (quotient, rest) = (&p).div_mod(&q);
            depth += quotient;
            p = std::mem::replace(&mut q, rest);
        }
        depth
    }

    #[test]
    fn batches_agree_with_single_quotients() {
        let mut dice = Dice::new(6);
        for limbs in [1, 2, 3, 7, 30] {
            for _ in 0..20 {
                let (p, q) = (dice.natural(limbs), dice.natural(limbs) + Natural::ONE);
                let fraction = Fraction::new(&p, &q).unwrap();
                let depth = fraction.depth();
                assert_eq!(depth, plain_depth(&fraction));
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
