//! Wyt(s k + t) (WYF-G5): P-positions A_n = mex, B_n = s A_n + t n.
//!
//! s = 1 is t-Wythoff and decided by floors. For s, t >= 1 the numeration system of the pair (s, t)
//! decides: A_n ends in an even number of zeros and B_n is its shift. For t = 0 (WYF Theorem 13) B_n = s
//! A_n, and a number is an A_n when the exponent of s in it is even. A strictly increasing subadditive f
//! with f(1) >= 2 has the P-positions of the line through f(1) and f(2) (WYF-NEW2).

use malachite::Natural;
use wythoff_numbers::int::traits::*;

use super::growth::Function;
use super::superadditive::CHECKED;
use crate::decider::mex_pairs;
use crate::decider::{Decider, Refusal, Verdict};
use crate::pair::{Answer, Pair, fails};
use crate::shown::show_number;
use crate::t_wythoff::Algebraic;
use crate::t_wythoff::digits::{Placed, Positional};

/// Wyt(s k + t), or Wyt(f) for a subadditive f equivalent to it. O(M(n) log n) a position of n digits.
pub struct Linear {
    s: Natural,
    t: Natural,
    pairs: Pairs,
    /// The f whose moves are played, where it is not the line itself.
    subadditive: Option<Function>,
}

enum Pairs {
    /// s = 1, t = 0: Nim.
    Equal,
    /// s = 1, t >= 1.
    Floors(Algebraic),
    /// s >= 2, t = 0.
    Multiples,
    /// s >= 2, t >= 1.
    Digits(Positional),
}

impl Linear {
    /// The game for f(k) = s k + t, s >= 1.
    pub fn new(s: &Natural, t: &Natural) -> Result<Linear, Refusal> {
        let pairs = match (s, t) {
            (s, _) if *s == 0 => return fails("WYF section 5 (linear)", "s must be at least 1, and it is 0"),
            (s, t) if *s == 1 && *t == 0 => Pairs::Equal,
            (s, t) if *s == 1 => Pairs::Floors(Algebraic::with(t.clone())?),
            (_, t) if *t == 0 => Pairs::Multiples,
            (s, t) => {
                let small = u32::try_from(s).ok().zip(u32::try_from(t).ok());
                match small.and_then(|(s, t)| Positional::new(s, t)) {
                    Some(system) => Pairs::Digits(system),
                    None => {
                        return Err(Refusal::Limit(format!(
                            "the numeration system of s k + t holds s + t below 2^32, and s = {}, t = {}",
                            show_number(s),
                            show_number(t)
                        )));
                    }
                }
            }
        };
        Ok(Linear { s: s.clone(), t: t.clone(), pairs, subadditive: None })
    }

    /// The game for a function declared strictly increasing and subadditive, f(1) >= 2; checked for k + l
    /// <= 256.
    pub fn subadditive(f: Function) -> Result<Linear, Refusal> {
        const THEOREM: &str = "WYF-NEW2";
        let values: Vec<Natural> = (1..=CHECKED).map(|k| f(&Natural::from(k))).collect();
        let at = |k: usize| &values[k - 1];
        if *at(1) < 2 {
            return fails(THEOREM, format!("f(1) must be at least 2, and it is {}", at(1)));
        }
        for sum in 2..=values.len() {
            if at(sum) <= at(sum - 1) {
                let (a, b) = (at(sum - 1), at(sum));
                return fails(
                    THEOREM,
                    format!("f must strictly increase, and f({}) = {a}, f({sum}) = {b}", sum - 1),
                );
            }
            for k in 1..=sum / 2 {
                let parts = at(k) + at(sum - k);
                if *at(sum) > parts {
                    let found = format!("f({sum}) = {} > f({k}) + f({}) = {parts}", at(sum), sum - k);
                    return fails(THEOREM, format!("f must be subadditive, and {found}"));
                }
            }
        }
        let s = at(2) - at(1);
        let t = at(1) - &s;
        Ok(Linear { subadditive: Some(f), ..Linear::new(&s, &t)? })
    }

    /// Where x stands.
    fn place(&self, x: &Natural) -> Placed {
        match &self.pairs {
            Pairs::Equal => Placed { is_lower: true, index: x.clone(), partner: x.clone(), zeros: 0 },
            Pairs::Digits(system) => system.place(x),
            Pairs::Floors(floors) => {
                use crate::t_wythoff::Place;
                match floors.place(x) {
                    Place::Lower(n) => {
                        Placed { is_lower: true, partner: x + &self.t * &n, index: n, zeros: 0 }
                    }
                    Place::Upper(n) => {
                        Placed { is_lower: false, partner: x - &self.t * &n, index: n, zeros: 0 }
                    }
                }
            }
            Pairs::Multiples => {
                let exponent = valuation(x, &self.s);
                let is_lower = exponent.is_multiple_of(2);
                let partner = if is_lower { x * &self.s } else { x / &self.s };
                Placed { is_lower, index: Natural::ZERO, partner, zeros: exponent as usize }
            }
        }
    }

    /// The first pair that the second kind of move reaches from (A_n, y), A_n <= y < B_n.
    fn reach(&self, x: &Natural, y: &Natural, n: &Natural) -> Result<(Natural, Natural), Refusal> {
        let Some(f) = &self.subadditive else {
            // y - B_m < s (x - A_m) + t exactly when t m > y - s x - t; for t = 0 already m = 0 will do.
            let excess = y.checked_sub(&self.s * x).unwrap_or(Natural::ZERO);
            let m = excess.checked_div(&self.t).unwrap_or(Natural::ZERO);
            return Ok(self.pair(&m));
        };
        if x.significant_bits() > 2048 {
            let limit = "the move for a subadditive function is bisected for piles up to 2048 binary digits";
            return Err(Refusal::Limit(limit.into()));
        }
        // B_m + f(A_n - A_m) never decreases in m, since f is subadditive.
        let reaches = |(a, b): &(Natural, Natural)| b + f(&(x - a)) > *y;
        let (mut low, mut high) = (Natural::ZERO, if self.t == 0 { x.clone() } else { n.clone() });
        let end = high.clone();
        while low < high {
            let middle = (&low + &high) >> 1u32;
            if reaches(&self.pair(&middle)) { high = middle } else { low = middle + Natural::ONE }
        }
        let pair = self.pair(&low);
        if low == end || pair.1 > *y || !reaches(&pair) {
            return fails("WYF-NEW2", "f is not subadditive as far as these piles need it");
        }
        Ok(pair)
    }

    /// The pair with index i; for t = 0 the last pair with A_m <= i.
    fn pair(&self, i: &Natural) -> (Natural, Natural) {
        let a = match &self.pairs {
            Pairs::Digits(system) => system.lower(i),
            Pairs::Floors(floors) => floors.lower(i),
            Pairs::Equal => i.clone(),
            // Upper numbers are multiples of s, so the number before one is a lower one.
            Pairs::Multiples if valuation(i, &self.s).is_multiple_of(2) => i.clone(),
            Pairs::Multiples => i - Natural::ONE,
        };
        let b = match &self.pairs {
            Pairs::Equal | Pairs::Multiples => &self.s * &a,
            Pairs::Digits(_) | Pairs::Floors(_) => &self.s * &a + &self.t * i,
        };
        (a, b)
    }

    fn answer(&self, x: &Natural, y: &Natural) -> Result<Answer, Refusal> {
        let place = self.place(x);
        let known = match &self.pairs {
            Pairs::Equal => {
                "The game is Nim, since f(k) = k allows no other move, and the smaller pile".to_string()
            }
            Pairs::Multiples => format!(
                "The exponent of {} in the smaller pile is {}, so it",
                show_number(&self.s),
                place.zeros
            ),
            Pairs::Floors(_) => format!(
                "By floors of multiples of alpha (t-Wythoff, t = {}) the smaller pile",
                show_number(&self.t)
            ),
            Pairs::Digits(_) => format!(
                "In the numeration system of s = {}, t = {} the smaller pile ends in {} zeros, so it",
                self.s, self.t, place.zeros
            ),
        };
        let index =
            if self.t == 0 { String::new() } else { format!(" with n = {}", show_number(&place.index)) };
        if !place.is_lower {
            let case = format!("{known} is B_n = s A_n + t n{index}: take the larger pile down to A_n.");
            return Ok(Answer::won(x.clone(), place.partner, case));
        }
        if *y == place.partner {
            return Ok(Answer::lost(format!("{known} is A_n{index}, and the larger is B_n = s A_n + t n.")));
        }
        if *y > place.partner {
            let case = format!(
                "{known} is A_n{index}, and the larger exceeds B_n = s A_n + t n: take it down to B_n."
            );
            return Ok(Answer::won(x.clone(), place.partner, case));
        }
        let (a, b) = self.reach(x, y, &place.index)?;
        let case = format!(
            "{known} is A_n{index}, and the larger is less than B_n; A_m = {} is the first with y - B_m < \
             f(A_n - A_m): take from both piles down to (A_m, B_m).",
            show_number(&a)
        );
        Ok(Answer::won(a, b, case))
    }
}

/// The exponent of s >= 2 in x (0 for x = 0), by repeated squaring. O(M(n) log n).
fn valuation(x: &Natural, s: &Natural) -> u64 {
    if *x == 0 {
        return 0;
    }
    let mut rest = x.clone();
    let mut exponent = 0;
    let mut powers = vec![s.clone()];
    // Divide by s, s^2, s^4, ... while they divide, then back down.
    while let Some(power) = powers.last() {
        let (quotient, remainder) = (&rest).div_mod(power);
        if remainder != 0 {
            break;
        }
        exponent += 1 << (powers.len() - 1);
        rest = quotient;
        let next = power.square();
        powers.push(next);
    }
    for (i, power) in powers.iter().enumerate().rev() {
        let (quotient, remainder) = (&rest).div_mod(power);
        if remainder == 0 {
            exponent += 1 << i;
            rest = quotient;
        }
    }
    exponent
}

impl Decider for Linear {
    fn is_p(&self, position: &[Natural]) -> Result<bool, Refusal> {
        let Pair { x, y, .. } = &Pair::of(position)?;
        Ok(match &self.pairs {
            Pairs::Floors(floors) => floors.is_pair(x, y),
            _ => {
                let place = self.place(x);
                place.is_lower && place.partner == *y
            }
        })
    }

    fn decide(&self, position: &[Natural]) -> Result<Verdict, Refusal> {
        let pair = Pair::of(position)?;
        let answer = self.answer(&pair.x, &pair.y)?;
        let cites: &[&str] = match (&self.subadditive, &self.pairs) {
            (Some(_), _) => &["WYF-NEW2", "WYF-G5"],
            (None, Pairs::Equal) => &["WYF-G2"],
            (None, Pairs::Multiples) => &["WYF-T13", "WYF-T16"],
            (None, Pairs::Floors(_)) => &["WYF-G4", "VIS-T-t-alg"],
            (None, Pairs::Digits(_)) => &["WYF-G5", "WYF-NEW1"],
        };
        Ok(pair.answer(answer, cites))
    }

    fn p_positions(&self) -> Option<Box<dyn Iterator<Item = Vec<u64>> + Send + '_>> {
        let (s, t) = (u64::try_from(&self.s).ok(), u64::try_from(&self.t).ok());
        Some(Box::new(mex_pairs(move |n, a| {
            if n == 0 { Some(0) } else { s?.checked_mul(a)?.checked_add(t?.checked_mul(n)?) }
        })))
    }
}
