//! Wyt(f) for every f that strictly increases on k >= 1 with f(1) >= 1 (WYF-NEW1).
//!
//! A_n = mex, B_0 = 0, B_n = max over m < n of B_m + f(A_n - A_m). From (A_n, y) with A_n <= y < B_n move
//! to the pair with the least m for which y - B_m < f(A_n - A_m). The recursion takes O(n) for each pair,
//! so it serves small piles; the classes with a closed form have modules of their own.

use std::collections::VecDeque;

use malachite::Natural;
use wythoff_numbers::int::traits::*;

use super::growth::Function;
use super::superadditive::CHECKED;
use crate::decider::{Decider, Refusal, Verdict};
use crate::pair::{Pair, fails};
use crate::shown::show_number;

const CITES: [&str; 1] = ["WYF-NEW1"];
/// The largest smaller pile that is decided.
const LARGEST: u64 = 4000;

/// Wyt(f) for strictly increasing f. O(x^2) for a smaller pile x <= 4000.
pub struct Increasing {
    f: Function,
}

/// The pairs in order.
struct Recursion<'f> {
    f: &'f Function,
    /// f(1), f(2), ... as far as needed, known to increase.
    values: Vec<Natural>,
    pairs: Vec<(u64, Natural)>,
    /// Upper numbers not yet passed by the mex.
    pending: VecDeque<Natural>,
    next: u64,
}

impl<'f> Recursion<'f> {
    fn new(f: &'f Function) -> Recursion<'f> {
        Recursion { f, values: Vec::new(), pairs: Vec::new(), pending: VecDeque::new(), next: 0 }
    }

    /// Makes f(1), ..., f(k) known.
    fn know(&mut self, k: u64) -> Result<(), Refusal> {
        while (self.values.len() as u64) < k {
            let at = self.values.len() as u64 + 1;
            let value = (self.f)(&Natural::from(at));
            let last = self.values.last();
            if value == 0 {
                return fails("WYF-NEW1", format!("f(1) must be at least 1, and f({at}) = 0"));
            }
            if let Some(last) = last.filter(|last| value <= **last) {
                let found =
                    format!("f({}) = {}, f({at}) = {}", at - 1, show_number(last), show_number(&value));
                return fails("WYF-NEW1", format!("f must strictly increase, and {found}"));
            }
            self.values.push(value);
        }
        Ok(())
    }

    /// f(k), k >= 1, where known.
    fn value(&self, k: u64) -> &Natural {
        &self.values[k as usize - 1]
    }

    fn step(&mut self) -> Result<(u64, Natural), Refusal> {
        while self.pending.front().is_some_and(|b| *b == self.next) {
            self.pending.pop_front();
            self.next += 1;
        }
        let a = self.next;
        self.know(a)?;
        let reached = self.pairs.iter().map(|(m, b)| b + self.value(a - m)).max();
        let b = reached.unwrap_or(Natural::ZERO);
        if b > a {
            self.pending.push_back(b.clone());
        }
        self.pairs.push((a, b.clone()));
        self.next = a + 1;
        Ok((a, b))
    }
}

impl Increasing {
    /// The game for f, whose increase is checked for k <= 256 at once and beyond as far as it is used.
    pub fn new(f: Function) -> Result<Increasing, Refusal> {
        Recursion::new(&f).know(CHECKED)?;
        Ok(Increasing { f })
    }

    /// The pairs up to the one that contains x.
    fn pairs_up_to(&self, x: &Natural) -> Result<Recursion<'_>, Refusal> {
        let Some(x) = u64::try_from(x).ok().filter(|&x| x <= LARGEST) else {
            return Err(Refusal::Limit(format!(
                "for a function that is only known to increase, the pairs are computed up to a smaller \
                 pile of {LARGEST}; constant, linear, polynomial and superadditive functions have no such \
                 limit"
            )));
        };
        let mut recursion = Recursion::new(&self.f);
        loop {
            let (a, b) = recursion.step()?;
            if a == x || b == x {
                return Ok(recursion);
            }
        }
    }
}

impl Decider for Increasing {
    fn is_p(&self, position: &[Natural]) -> Result<bool, Refusal> {
        let Pair { x, y, .. } = &Pair::of(position)?;
        let recursion = self.pairs_up_to(x)?;
        Ok(recursion.pairs.last().is_some_and(|(a, b)| a == x && b == y))
    }

    fn decide(&self, position: &[Natural]) -> Result<Verdict, Refusal> {
        let pair = Pair::of(position)?;
        let (x, y) = (&pair.x, &pair.y);
        let recursion = self.pairs_up_to(x)?;
        let Some((a, b)) = recursion.pairs.last() else {
            return fails("WYF-NEW1", "the recursion gave no pair");
        };
        let n = recursion.pairs.len() - 1;
        if a != x {
            let reason = format!(
                "The max-recursion gives (A_{n}, B_{n}) = ({a}, {x}): take the larger pile down to {a}."
            );
            return Ok(pair.won(x.clone(), Natural::from(*a), reason, &CITES));
        }
        let known = format!("The max-recursion gives (A_{n}, B_{n}) = ({a}, {})", show_number(b));
        if y == b {
            return Ok(pair.lost(format!("{known}."), &CITES));
        }
        if y > b {
            let reason = format!("{known}, and the larger pile exceeds B_{n}: take it down to B_{n}.");
            return Ok(pair.won(x.clone(), b.clone(), reason, &CITES));
        }
        let reaches = |(m, b): &&(u64, Natural)| m < a && *y < b + recursion.value(a - m);
        let Some((m, target)) = recursion.pairs.iter().find(reaches) else {
            return fails("WYF-NEW1", "no earlier pair is in reach");
        };
        let reason = format!(
            "{known}, the larger pile is less than B_{n}, and A_m = {m} is the first with y - B_m < \
             f(A_{n} - A_m): take from both piles down to (A_m, B_m)."
        );
        Ok(pair.won(Natural::from(*m), target.clone(), reason, &CITES))
    }

    /// O(n) for the pair number n; it ends where B_n exceeds 64 bits or f stops increasing.
    fn p_positions(&self) -> Option<Box<dyn Iterator<Item = Vec<u64>> + Send + '_>> {
        let mut recursion = Recursion::new(&self.f);
        Some(Box::new(std::iter::from_fn(move || {
            let (a, b) = recursion.step().ok()?;
            Some(vec![a, u64::try_from(&b).ok()?])
        })))
    }
}
