//! Relaxed Wythoff by its bare inequality (RLX Definition 2): pile B may grow when pile A shrinks.
//!
//! From x0 <= y0 a Nim move, or to any x1 <= y1 with x1 < x0 and (y0-y1)-(x0-x1) < f(x1,y1,x0). Each number is in one P-position:
//! a the least number left, b the least one left with b - a >= f(a_k,b_k,a) + b_k - a_k for all earlier pairs (RLX-T4L). Each
//! pair asks f of all pairs before it: quadratic.

use std::collections::BTreeSet;
use std::sync::Arc;

use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Natural};

use crate::piles::{Sorted, lost, won};
use crate::shown::show_number;
use crate::{Decider, Refusal, Verdict, Visit};
use wythoff_numbers::pay;

const CITES: &[&str] = &["RLX-T4L"];

/// The most pairs that are made.
const MOST_PAIRS: usize = 6_000;

/// What asking f costs, in nanoseconds.
const WORK: u64 = 100;

/// The function f(x1, y1, x0); it must be at least 0.
pub type Allowance = Arc<dyn Fn(&[Natural; 3]) -> Result<Integer, String> + Send + Sync>;

/// The game with its f.
#[derive(Clone)]
pub struct Growing {
    f: Allowance,
}

/// Pairs in the order of their first piles, and all their numbers.
struct Pairs<'a> {
    game: &'a Growing,
    list: Vec<[Natural; 2]>,
    used: BTreeSet<Natural>,
    next: Natural,
}

impl Pairs<'_> {
    /// Makes the next pair.
    fn advance(&mut self) -> Result<&[Natural; 2], Refusal> {
        if self.list.len() >= MOST_PAIRS {
            return Err(Refusal::Limit(format!(
                "the P-positions are built one after the other, at most {MOST_PAIRS} of them"
            )));
        }
        while self.used.contains(&self.next) {
            self.next += Natural::ONE;
        }
        let a = self.next.clone();
        let mut least = Integer::from(&a);
        pay(WORK * self.list.len() as u64)?;
        for pair in &self.list {
            least = least.max(self.game.end(pair, &a)?);
        }
        let mut b = Natural::try_from(least).unwrap_or_else(|_| a.clone());
        while self.used.contains(&b) {
            b += Natural::ONE;
        }
        self.used.extend([a.clone(), b.clone()]);
        self.list.push([a, b]);
        Ok(&self.list[self.list.len() - 1])
    }
}

impl Growing {
    /// The game of f.
    pub fn new(f: Allowance) -> Growing {
        Growing { f }
    }

    /// Pairs with first pile x0 and second pile below this move to a pair: x0 + f + y1 - x1.
    fn end(&self, [x1, y1]: &[Natural; 2], x0: &Natural) -> Result<Integer, Refusal> {
        let fails = |hypothesis| Refusal::Hypothesis { theorem: "RLX Definition 2", hypothesis };
        let f = (self.f)(&[x1.clone(), y1.clone(), x0.clone()]);
        let f = f.map_err(|why| fails(format!("f({x1},{y1},{x0}) is not defined: {why}")))?;
        if f < 0 {
            return Err(fails(format!("f must be at least 0, but f({x1},{y1},{x0}) = {f}")));
        }
        Ok(Integer::from(x0) + f + Integer::from(y1) - Integer::from(x1))
    }

    fn pairs(&self) -> Pairs<'_> {
        Pairs { game: self, list: Vec::new(), used: BTreeSet::new(), next: Natural::ZERO }
    }
}

impl Decider for Growing {
    fn decide(&self, position: &[Natural]) -> Result<Verdict, Refusal> {
        let sorted = Sorted::<2>::of(position)?;
        let [x, y] = &sorted.piles;
        let mut pairs = self.pairs();
        while !pairs.used.contains(x) {
            pairs.advance()?;
        }
        let Some(own) = pairs.list.iter().find(|pair| pair.contains(x)) else {
            return Err(Refusal::Limit("no P-position was built".into()));
        };
        if *own == sorted.piles {
            return Ok(lost("The piles are a pair of the recurrence.", CITES));
        }
        let to = |[a, b]: &[Natural; 2], why: String| Ok(won(vec![a.clone(), b.clone()], why, CITES));
        if own[0] != *x || *y > own[1] {
            let pair = own.each_ref().map(show_number).join(", ");
            return to(
                own,
                format!("Pile {} belongs to the pair ({pair}): lower the other pile.", show_number(x)),
            );
        }
        for pair in pairs.list.iter().take_while(|pair| pair[0] < *x) {
            if pair[1] == *y || *y < self.end(pair, x)? {
                return to(
                    pair,
                    "The piles lie before their pair: the inequality leads to an earlier one.".into(),
                );
            }
        }
        Err(Refusal::Hypothesis {
            theorem: "RLX-T4L",
            hypothesis: "no earlier pair can be reached, although the position is not a pair".into(),
        })
    }

    fn p_stream(&self, visit: &mut Visit<'_>) -> Result<bool, Refusal> {
        let mut pairs = self.pairs();
        loop {
            let [a, b] = pairs.advance()?;
            let (Ok(a), Ok(b)) = (u64::try_from(a), u64::try_from(b)) else {
                return Err(Refusal::Limit("a pile of the next P-position does not fit in 64 bits".into()));
            };
            if visit(&[a, b]).is_break() {
                return Ok(true);
            }
        }
    }

    fn p_below(&self, bound: u64, visit: &mut Visit<'_>) -> Result<bool, Refusal> {
        let mut pairs = self.pairs();
        loop {
            let [a, b] = pairs.advance()?;
            if *a >= bound {
                return Ok(true);
            }
            if let (Ok(a), Ok(b)) = (u64::try_from(a), u64::try_from(b))
                && b < bound
                && visit(&[a, b]).is_break()
            {
                return Ok(true);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ops::ControlFlow;
    use wythoff_numbers::Random;

    /// The definition, literally.
    fn is_move([x0, y0]: [i64; 2], [x1, y1]: [i64; 2], f: &impl Fn(i64, i64, i64) -> i64) -> bool {
        let takes = (x0 == x1 && y1 < y0) || (y0 == y1 && x1 < x0) || (y1 == x0 && x1 < y0);
        takes || x1 < x0 && (y0 - y1) - (x0 - x1) < f(x1, y1, x0)
    }

    #[test]
    fn agrees_with_the_inequality_for_random_f() {
        let mut dice = Random::new(3);
        for _ in 0..30 {
            let table: Vec<i64> = (0..64).map(|_| dice.between(0, 6) as i64).collect();
            let f = move |x1: i64, y1: i64, x0: i64| table[((x1 + 5 * y1 + 11 * x0) % 64) as usize];
            // Positions in lexicographic order: a move leads to an earlier one, with a second pile of any size.
            let mut known: Vec<[i64; 2]> = Vec::new();
            for x in 0..14 {
                let row = (x..).map(|y| [x, y]);
                let taken = known.iter().any(|pair| pair[1] == x);
                let free = |from: &[i64; 2]| !known.iter().any(|to| is_move(*from, *to, &f));
                known.extend(row.take(if taken { 0 } else { 500 }).find(free));
            }
            let plain = f.clone();
            let game = Growing::new(Arc::new(move |values: &[Natural; 3]| {
                let [x1, y1, x0] = values.each_ref().map(|value| i64::try_from(value).unwrap());
                Ok(Integer::from(f(x1, y1, x0)))
            }));
            let mut listed = Vec::new();
            let mut collect = |position: &[u64]| {
                listed.push([position[0] as i64, position[1] as i64]);
                if listed.len() < known.len() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            };
            assert!(game.p_stream(&mut collect).unwrap());
            assert_eq!(listed, known);
            for from in (0..14).flat_map(|x| (x..40).map(move |y| [x, y])) {
                let verdict = game.decide(&from.map(|pile| Natural::from(pile as u64))).unwrap();
                match verdict.winning {
                    None => assert!(known.contains(&from), "{from:?}"),
                    Some(to) => {
                        let to = [&to[0], &to[1]].map(|pile| i64::try_from(pile).unwrap());
                        assert!(known.contains(&to) && is_move(from, to, &plain), "{from:?} -> {to:?}");
                    }
                }
            }
        }
    }
}
