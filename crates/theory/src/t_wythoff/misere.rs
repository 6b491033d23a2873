//! Misère t-Wythoff: the last mover loses (VIS-T-mis1, VIS-T-mis-t-rec, VIS-T-mis-t-alg).
//!
//! t = 1: the pairs of Wythoff's game with (0,0), (1,2) replaced by (0,1), (2,2).
//! t > 1: A_n = floor(n alpha + 1/alpha), B_n = A_n + t n + 1 for n >= 0, alpha = (2 - t + sqrt(t^2 + 4))/2.

use malachite::Natural;
use wythoff_numbers::int::traits::*;
use wythoff_rules::Outcome;

use super::algebraic::{Algebraic, Place};
use crate::decider::mex_pairs;
use crate::decider::{Decider, Refusal, Verdict};
use crate::line::{Line, wythoff_slope};
use crate::pair::{Answer, Pair, fails};
use crate::shown::show_number;

/// The pairs for t > 1.
struct More {
    t: Natural,
    lower: Line,
    upper: Line,
}

/// Misère t-Wythoff. O(M(n)) a position of n digits.
pub struct Misere(Kind);

enum Kind {
    /// t = 1.
    One(Box<Algebraic>),
    /// t > 1.
    More(Box<More>),
}

impl Misere {
    /// The strategy for t >= 1.
    pub fn new(t: u64) -> Result<Misere, Refusal> {
        const THEOREM: &str = "VIS 4.2";
        match t {
            0 => fails(THEOREM, "t must be at least 1, and it is 0"),
            1 => Ok(Misere(Kind::One(Box::new(Algebraic::new(1)?)))),
            _ => {
                let t = Natural::from(t);
                let alpha = wythoff_slope(&t);
                let lines = alpha.recip().and_then(|offset| {
                    let beta = alpha.add_integer(&(&t).into());
                    let upper = Line::new(beta, offset.add_integer(&1.into()))?;
                    Ok((Line::new(alpha, offset)?, upper))
                });
                match lines {
                    Ok((lower, upper)) => Ok(Misere(Kind::More(Box::new(More { t, lower, upper })))),
                    Err(error) => fails(THEOREM, error.to_string()),
                }
            }
        }
    }
}

/// The move for t = 1 from x <= y, not both 0.
fn answer_one(normal: &Algebraic, x: &Natural, y: &Natural) -> Answer {
    let nat = |n: u32| Natural::from(n);
    if *x <= 2 {
        let partner = if *x == 0 {
            nat(1)
        } else if *x == 1 {
            nat(0)
        } else {
            nat(2)
        };
        if *y == partner {
            return Answer::lost(
                "This is one of (0,1), (2,2), which replace (0,0), (1,2) in misère play.".into(),
            );
        }
        let case = "The smaller pile is at most 2, where misère play has the pairs (0,1), (2,2): take the \
                    larger pile down to the partner of the smaller one.";
        return Answer::won(x.clone(), partner, case.into());
    }
    let d = y - x;
    let far = d >= 2;
    match normal.place(x) {
        Place::Lower(n) if d < n && !far => {
            let (a, b) = if d == 0 { (nat(2), nat(2)) } else { (nat(0), nat(1)) };
            let case = "The smaller pile is a lower Wythoff number above 2 and the piles differ by at most \
                        1: take the same number from both down to (2,2) or (0,1), the exceptional pairs of \
                        misère play.";
            Answer::won(a, b, case.into())
        }
        _ => {
            let mut answer = normal.answer(x, y);
            answer.case = format!(
                "Above the pairs (0,1), (2,2) misère play has the pairs of normal play. {}",
                answer.case
            );
            answer
        }
    }
}

/// The move for t > 1 from x <= y, not both 0.
fn answer_more(pairs: &More, x: &Natural, y: &Natural) -> Answer {
    let More { t, lower, upper } = pairs;
    let Some(n) = lower.index(x) else {
        let n = upper.first_at_least(x);
        let case = format!(
            "The smaller pile is B_n = A_n + t n + 1 with n = {}: take the larger pile down to A_n = \
             floor(n alpha + 1/alpha).",
            show_number(&n)
        );
        return Answer::won(x.clone(), lower.term(&n), case);
    };
    let partner = x + t * &n + Natural::ONE;
    if *y == partner {
        return Answer::lost(format!(
            "The piles are (A_n, A_n + t n + 1), A_n = floor(n alpha + 1/alpha), with n = {}.",
            show_number(&n)
        ));
    }
    if *y > partner {
        let case = format!(
            "The smaller pile is A_n = floor(n alpha + 1/alpha) with n = {}, and the larger exceeds B_n = \
             A_n + t n + 1: take the larger pile down to B_n.",
            show_number(&n)
        );
        return Answer::won(x.clone(), partner, case);
    }
    if x == y {
        let case =
            "The piles are equal: take all of one and leave 1 of the other, which is allowed since t > 1.";
        return Answer::won(Natural::ZERO, Natural::ONE, case.into());
    }
    let m = (y - x - Natural::ONE) / t;
    let a = lower.term(&m);
    let b = &a + t * &m + Natural::ONE;
    let case = format!(
        "The smaller pile is A_n with n = {}, the larger is less than B_n, and their difference lies in [t \
         m + 1, t m + t] for m = {} < n: take from both piles down to (A_m, B_m).",
        show_number(&n),
        show_number(&m)
    );
    Answer::won(a, b, case)
}

impl Decider for Misere {
    fn is_p(&self, position: &[Natural]) -> Result<bool, Refusal> {
        let Pair { x, y, .. } = &Pair::of(position)?;
        Ok(match &self.0 {
            Kind::One(normal) => {
                let special = (*x == 0 && *y == 1) || (*x == 2 && *y == 2);
                special || (*x > 2 && normal.is_pair(x, y))
            }
            Kind::More(pairs) => {
                let More { t, lower, .. } = pairs.as_ref();
                if x == y {
                    return Ok(false);
                }
                let (n, rest) = (y - x - Natural::ONE).div_mod(t);
                rest == 0 && n <= *x && lower.term(&n) == *x
            }
        })
    }

    fn decide(&self, position: &[Natural]) -> Result<Verdict, Refusal> {
        let pair = Pair::of(position)?;
        let cites = match &self.0 {
            Kind::One(_) => ["VIS-T-mis1", "VIS-G-mis-t"],
            Kind::More(_) => ["VIS-T-mis-t-alg", "VIS-T-mis-t-rec"],
        };
        if pair.y == 0 {
            let reason = "Nothing is left: the other player took the last counter and has lost.".into();
            return Ok(Verdict { outcome: Outcome::N, winning: None, reason, cites: cites.to_vec() });
        }
        let answer = match &self.0 {
            Kind::One(normal) => answer_one(normal, &pair.x, &pair.y),
            Kind::More(pairs) => answer_more(pairs, &pair.x, &pair.y),
        };
        Ok(pair.answer(answer, &cites))
    }

    fn p_positions(&self) -> Option<Box<dyn Iterator<Item = Vec<u64>> + Send + '_>> {
        Some(match &self.0 {
            Kind::One(normal) => Box::new([vec![0, 1], vec![2, 2]].into_iter().chain(normal.pairs().skip(2))),
            Kind::More(pairs) => {
                let t = u64::try_from(&pairs.t).ok();
                Box::new(mex_pairs(move |n, a| {
                    if n == 0 { Some(1) } else { a.checked_add(t?.checked_mul(n)?.checked_add(1)?) }
                }))
            }
        })
    }
}
