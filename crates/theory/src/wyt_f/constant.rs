//! Wyt(t), f(k) = t constant (WYF Theorems 9 and 10).
//!
//! For t >= 2 write m = m2 (t^2 - 1) + m1 t + m0 with 0 <= m1, m0 < t. The P-positions are the pairs in
//! which m1 <= m0 and the partner has m1 and m0 exchanged. For t <= 1 the game is Nim. A constant number of
//! divisions by t^2 - 1 and t: linear time for a fixed t.

use malachite::Natural;
use wythoff_numbers::int::traits::*;

use crate::decider::{Decider, Refusal, Verdict};
use crate::pair::Pair;
use crate::shown::show_number;

/// Wyt(t) for a constant t >= 0.
///
/// ```
/// use malachite::Natural;
/// use wythoff_theory::{Decider, wyt_f::Constant};
/// let game = Constant::new(Natural::from(10u32));
/// assert!(game.is_p(&[Natural::from(16u32), Natural::from(61u32)])?);
/// # Ok::<(), wythoff_theory::Refusal>(())
/// ```
pub struct Constant {
    t: Natural,
    /// t^2 - 1; `None` for t <= 1.
    period: Option<Natural>,
}

/// m = high (t^2 - 1) + m1 t + m0; `base` is high (t^2 - 1).
struct Digits {
    base: Natural,
    m1: Natural,
    m0: Natural,
}

impl Constant {
    /// The game for the constant t.
    pub fn new(t: Natural) -> Constant {
        let period = (t >= 2).then(|| (&t).square() - Natural::ONE);
        Constant { t, period }
    }

    fn digits(&self, m: &Natural, period: &Natural) -> Digits {
        let rest = m % period;
        let (m1, m0) = (&rest).div_mod(&self.t);
        Digits { base: m - rest, m1, m0 }
    }

    /// base + first t + second.
    fn compose(&self, base: &Natural, first: &Natural, second: &Natural) -> Natural {
        base + first * &self.t + second
    }
}

impl Decider for Constant {
    fn is_p(&self, position: &[Natural]) -> Result<bool, Refusal> {
        let Pair { x, y, .. } = &Pair::of(position)?;
        let Some(period) = &self.period else { return Ok(x == y) };
        let digits = self.digits(x, period);
        Ok(digits.m1 <= digits.m0 && self.compose(&digits.base, &digits.m0, &digits.m1) == *y)
    }

    fn decide(&self, position: &[Natural]) -> Result<Verdict, Refusal> {
        let pair = Pair::of(position)?;
        let (x, y) = (&pair.x, &pair.y);
        let Some(period) = &self.period else {
            let cites = ["WYF-G2", "WYF-T9"];
            return Ok(if x == y {
                pair.lost("For t <= 1 the game is Nim, and the piles are equal.", &cites)
            } else {
                pair.won(x.clone(), x.clone(), "For t <= 1 the game is Nim: make the piles equal.", &cites)
            });
        };
        let digits = self.digits(x, period);
        let partner = self.compose(&digits.base, &digits.m0, &digits.m1);
        let written = format!(
            "With t = {} the smaller pile is m2 (t^2 - 1) + m1 t + m0 with m1 = {}, m0 = {}",
            show_number(&self.t),
            show_number(&digits.m1),
            show_number(&digits.m0)
        );
        if digits.m1 > digits.m0 {
            let reason = format!(
                "{written}; m1 > m0, so it is some B_n (case i): take the larger pile down to A_n, the \
                 smaller with m1 and m0 exchanged."
            );
            return Ok(pair.won(x.clone(), partner, reason, &["WYF-T9II-i", "WYF-T9"]));
        }
        if *y == partner {
            let reason = format!("{written}; m1 <= m0, and the larger pile has m1 and m0 exchanged.");
            return Ok(pair.lost(reason, &["WYF-T10", "WYF-T9"]));
        }
        if *y > partner {
            let reason = format!(
                "{written}; m1 <= m0, so it is some A_n, and the larger pile exceeds B_n, where m1 and m0 \
                 are exchanged (case ii): take it down to B_n."
            );
            return Ok(pair.won(x.clone(), partner, reason, &["WYF-T9II-ii", "WYF-T9"]));
        }
        let larger = self.digits(y, period);
        // s = y1 + floor((y0 - x1)/t), and |y0 - x1| < t.
        let s = if larger.m0 >= digits.m1 { larger.m1 } else { larger.m1 - Natural::ONE };
        let a = self.compose(&digits.base, &digits.m1, &s);
        let b = self.compose(&digits.base, &s, &digits.m1);
        let reason = format!(
            "{written}; it is some A_n, and the larger pile is less than B_n (case iii): take from both \
             piles down to the pair with the digits m1 and s = {}.",
            show_number(&s)
        );
        Ok(pair.won(a, b, reason, &["WYF-T9II-iii", "WYF-T9"]))
    }

    fn p_positions(&self) -> Option<Box<dyn Iterator<Item = Vec<u64>> + Send + '_>> {
        let Some(period) = &self.period else { return Some(Box::new((0..).map(|i| vec![i, i]))) };
        let Ok(t) = u64::try_from(&self.t) else {
            // One period exceeds 64 bits and begins with (i, i t).
            let t = self.t.clone();
            let rows =
                (0u64..).map_while(move |i| Some(vec![i, u64::try_from(&(Natural::from(i) * &t)).ok()?]));
            return Some(Box::new(rows));
        };
        let period = u128::try_from(period).ok()?;
        let t = u128::from(t);
        Some(Box::new(
            (0u64..)
                .filter_map(move |m| {
                    let rest = u128::from(m) % period;
                    let (m1, m0) = (rest / t, rest % t);
                    let partner = (u128::from(m) - rest) + m0 * t + m1;
                    (m1 <= m0).then(|| Some(vec![m, u64::try_from(partner).ok()?]))
                })
                .map_while(|pair| pair),
        ))
    }
}
