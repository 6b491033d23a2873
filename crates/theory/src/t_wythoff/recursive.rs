//! t-Wythoff by recursion alone (VIS-T-t-rec): A_n = mex{A_i, B_i : i < n}, B_n = A_n + t n.
//!
//! It writes the pairs one after another, so it serves small piles; it is the plainest of the three
//! strategies.
//!
//! Judged by: VIS-T-t-rec

use std::collections::BTreeSet;

use malachite::Natural;
use malachite::base::num::basic::traits::Zero;
use wythoff_rules::Outcome;

use crate::decider::{Decider, Refusal, Verdict};

/// The largest smaller pile that is decided; the pairs below it are all written down.
const LARGEST: u64 = 4_000_000;
const CITES: [&str; 1] = ["VIS-T-t-rec"];

/// t-Wythoff by mex alone. O(x log x) time and O(x) space for a smaller pile x.
pub struct Recursive {
    t: u64,
}

/// The pairs written so far.
struct Pairs {
    t: u64,
    lower: Vec<u64>,
    /// The numbers in pairs that the mex has not passed.
    used: BTreeSet<u64>,
    /// A lower bound of the mex, which never decreases.
    mex: u64,
}

impl Pairs {
    fn new(t: u64) -> Pairs {
        Pairs { t, lower: Vec::new(), used: BTreeSet::new(), mex: 0 }
    }

    /// The next pair (A_n, B_n); `None` when B_n exceeds 64 bits. What lies beyond `beyond` is forgotten.
    fn step(&mut self, beyond: u64) -> Option<(u64, u64)> {
        while self.used.remove(&self.mex) {
            self.mex += 1;
        }
        let n = self.lower.len() as u64;
        let a = self.mex;
        let b = a.checked_add(self.t.checked_mul(n)?)?;
        self.lower.push(a);
        self.used.extend([a, b].into_iter().filter(|v| *v <= beyond));
        Some((a, b))
    }
}

impl Recursive {
    /// The strategy for t >= 1.
    pub fn new(t: u64) -> Result<Recursive, Refusal> {
        if t == 0 {
            let hypothesis = "t must be at least 1, and it is 0".into();
            return Err(Refusal::Hypothesis { theorem: "VIS 4.1 (recursive)", hypothesis });
        }
        Ok(Recursive { t })
    }
}

impl Decider for Recursive {
    fn decide(&self, position: &[Natural]) -> Result<Verdict, Refusal> {
        let [first, second] = position else {
            return Err(Refusal::Position(format!("expected two piles, found {}", position.len())));
        };
        let (small, large, swapped) =
            if first <= second { (first, second, false) } else { (second, first, true) };
        let x = match u64::try_from(small) {
            Ok(x) if x <= LARGEST => x,
            _ => {
                return Err(Refusal::Limit(format!(
                    "the recursive strategy writes every pair up to the smaller pile, and stops at \
                     {LARGEST}; use the algebraic one"
                )));
            }
        };
        let lost =
            |reason: String| Verdict { outcome: Outcome::P, winning: None, reason, cites: CITES.to_vec() };
        let won = |to: (Natural, Natural), reason: String| Verdict {
            outcome: Outcome::N,
            winning: Some(if swapped { vec![to.1, to.0] } else { vec![to.0, to.1] }),
            reason,
            cites: CITES.to_vec(),
        };
        let mut pairs = Pairs::new(self.t);
        let (a, b) = loop {
            let Some((a, b)) = pairs.step(x) else {
                return Err(Refusal::Limit("the upper member of a pair exceeds 64 bits".into()));
            };
            if a == x || b == x {
                break (a, b);
            }
        };
        let n = pairs.lower.len() - 1;
        if b == x && a != x {
            let reason = format!(
                "The mex recursion puts the smaller pile {x} at B_{n} = {x}, whose partner is A_{n} = {a}: \
                 take the larger pile down to A_{n}."
            );
            return Ok(won((small.clone(), Natural::from(a)), reason));
        }
        let upper = Natural::from(b);
        if *large == upper {
            return Ok(lost(format!(
                "The mex recursion gives A_{n} = {a}, B_{n} = A_{n} + {} * {n} = {b}.",
                self.t
            )));
        }
        if *large > upper {
            let reason = format!(
                "The smaller pile is A_{n} = {a} and the larger exceeds its partner B_{n} = {b}: take the \
                 larger pile down to B_{n}."
            );
            return Ok(won((small.clone(), upper), reason));
        }
        let difference = u64::try_from(&(large - small)).unwrap_or(u64::MAX);
        let m = difference / self.t;
        let target = pairs.lower.get(m as usize).copied().unwrap_or(0);
        let reason = format!(
            "The smaller pile is A_{n} = {a}, the larger lies below B_{n} = {b}, and their difference \
             {difference} lies in [{t} m, {t} m + {t}) for m = {m}: take from both piles down to (A_{m}, \
             B_{m}).",
            t = self.t
        );
        let to = (Natural::from(target), Natural::from(target) + Natural::from(self.t) * Natural::from(m));
        debug_assert!(m < n as u64 && *large != Natural::ZERO);
        Ok(won(to, reason))
    }

    fn p_positions(&self) -> Option<Box<dyn Iterator<Item = Vec<u64>> + Send + '_>> {
        let mut pairs = Pairs::new(self.t);
        Some(Box::new(std::iter::from_fn(move || pairs.step(u64::MAX).map(|(a, b)| vec![a, b]))))
    }
}
