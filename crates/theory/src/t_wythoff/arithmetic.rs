//! t-Wythoff by digits alone (VIS-T-t-arith): weights 1, t + 1, p_i = t p_{i-1} + p_{i-2}.
//!
//! A number is a lower one when its expansion ends in an even number of zeros; shifting A_n by one place
//! gives B_n. No square root and no mex is used. O(M(n) log n) for n digits.
//!
//! Judged by: VIS-T-t-arith

use malachite::Natural;

use super::digits::Positional;
use crate::decider::{Decider, Refusal, Verdict};
use crate::pair::{Pair, fails};
use crate::shown::show_number;

const CITES: [&str; 1] = ["VIS-T-t-arith"];

/// t-Wythoff by digits alone. O(M(n) log n) a position of n digits.
pub struct Arithmetic {
    t: u32,
    system: Positional,
}

impl Arithmetic {
    /// The strategy for 1 <= t < 2^32 - 1.
    pub fn new(t: u64) -> Result<Arithmetic, Refusal> {
        if t == 0 {
            return fails("VIS 4.1 (arithmetic)", "t must be at least 1, and it is 0");
        }
        let system = u32::try_from(t).ok().and_then(|t| Some((t, Positional::new(1, t)?)));
        match system {
            Some((t, system)) => Ok(Arithmetic { t, system }),
            None => Err(Refusal::Limit(format!(
                "the digits of the arithmetic strategy hold t below 2^32 - 1, and t = {t}; use the \
                 algebraic one"
            ))),
        }
    }

    /// A_n, from the digits of n. O(M(n) log n).
    pub fn lower(&self, n: &Natural) -> Natural {
        self.system.lower(n)
    }
}

impl Decider for Arithmetic {
    fn is_p(&self, position: &[Natural]) -> Result<bool, Refusal> {
        let pair = Pair::of(position)?;
        let place = self.system.place(&pair.x);
        Ok(place.is_lower && place.partner == pair.y)
    }

    fn decide(&self, position: &[Natural]) -> Result<Verdict, Refusal> {
        let pair = Pair::of(position)?;
        let (x, y) = (&pair.x, &pair.y);
        let place = self.system.place(x);
        let n = show_number(&place.index);
        let ends = match place.zeros {
            0 => "in no zero".to_string(),
            1 => "in 1 zero".to_string(),
            z => format!("in {z} zeros"),
        };
        let written = format!(
            "Written with the weights 1, {}, ... (t = {}), the smaller pile ends {ends}",
            u64::from(self.t) + 1,
            self.t
        );
        if !place.is_lower {
            let reason = format!(
                "{written}, an odd number, so it is B_n with n = {n}: take the larger pile down to A_n, \
                 the digits of B_n without the last zero."
            );
            return Ok(pair.won(x.clone(), place.partner, reason, &CITES));
        }
        let written = format!("{written}, an even number, so it is A_n with n = {n}");
        if *y == place.partner {
            return Ok(pair.lost(
                format!("{written}, and the larger pile has the same digits with a zero put at the end."),
                &CITES,
            ));
        }
        if *y > place.partner {
            let reason = format!(
                "{written}; the larger pile exceeds B_n, the same digits with a zero put at the end: take \
                 it down to B_n."
            );
            return Ok(pair.won(x.clone(), place.partner, reason, &CITES));
        }
        let t = Natural::from(self.t);
        let m = (y - x) / &t;
        let a = self.system.lower(&m);
        let b = &a + t * &m;
        let reason = format!(
            "{written}; the larger pile is less than B_n, and the difference lies in [t m, t m + t) for m \
             = {}: take from both piles down to (A_m, B_m), where A_m is read off the digits of m.",
            show_number(&m)
        );
        Ok(pair.won(a, b, reason, &CITES))
    }

    fn p_positions(&self) -> Option<Box<dyn Iterator<Item = Vec<u64>> + Send + '_>> {
        Some(Box::new((0u64..).map_while(|n| {
            let a = self.system.lower(&Natural::from(n));
            let b = &a + Natural::from(self.t) * Natural::from(n);
            Some(vec![u64::try_from(&a).ok()?, u64::try_from(&b).ok()?])
        })))
    }
}
