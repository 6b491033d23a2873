//! RatWyt (VIS Section 4.8): two rationals in lowest terms; a step takes p/q to (p-q)/q if p >= q and to
//! p/(q-p) otherwise, and ends at 0. A move makes any positive number of steps on one rational, or the same
//! positive number on both.
//!
//! A rational is as many steps from 0 as the sum of its partial quotients; many steps are made at once by division.

use super::KnownAs;
use super::in_rust::{Built, Given, InRust};
use malachite::Natural;
use malachite::base::num::arithmetic::traits::DivRem;
use malachite::base::num::logic::traits::SignificantBits;
use std::sync::Arc;
use wythoff_numbers::Budget;
use wythoff_rules::RuleError;

use super::modified::{Modified, Settled};
use super::position::{self, Pile, SpecialPosition};
use super::refused::{NotLegal, Refused};
use super::{Special, SpecialOutcome};

/// The most options that are listed.
const MOST_OPTIONS: u64 = 100_000;
/// The most bits of numerator and denominator where Euclid's algorithm, which takes their square, is used.
const MOST_BITS: u64 = 1 << 19;

/// RatWyt.
///
/// ```
/// use wythoff_catalog::special::{Class, RatWyt, Special, show};
/// let game = RatWyt::default();
/// let position = game.parse("1/2,5/3").unwrap();
/// let outcome = game.outcome(&position).unwrap();
/// assert_eq!((outcome.class, show(&outcome.winning[0].to)), (Class::N, "1/2,1".to_string()));
/// ```
#[derive(Clone, Default)]
pub struct RatWyt {
    settled: Settled,
    budget: Budget,
}

/// The number of steps from p/q to 0: the sum of the partial quotients, in O(b^2) for b bits.
fn level(rational: &Pile) -> Natural {
    let (mut p, mut q) = rational.parts();
    let mut steps = Natural::from(0u32);
    while p != 0u32 && q != 0u32 {
        let (quotient, rest) = (&p).div_rem(&q);
        steps += quotient;
        p = q;
        q = rest;
    }
    steps
}

/// The rational after `count` steps, stopping at 0.
fn after_steps(rational: &Pile, count: &Natural) -> Pile {
    let (mut p, mut q) = rational.parts();
    let mut left = count.clone();
    while left != 0u32 && p != 0u32 {
        let above = p >= q;
        let (large, small) = if above { (&mut p, &q) } else { (&mut q, &p) };
        // Below 1 the denominator stays positive: p/q with p | q walks up to p/p = 1, which is above.
        let most = if above { &*large / small } else { (&*large - Natural::from(1u32)) / small };
        let taken = most.min(left.clone());
        *large -= small * &taken;
        left -= taken;
    }
    Pile::ratio(p, q).unwrap_or(Pile::from(0))
}

impl RatWyt {
    /// The two rationals of a position.
    fn two<'a>(&self, position: &'a [Pile]) -> Result<(&'a Pile, &'a Pile), Refused> {
        match position {
            [first, second] => Ok((first, second)),
            _ => Err(Refused::input(format!("RatWyt has 2 rationals, the position has {}", position.len()))
                .hint("write the position as 5/3,7/2")),
        }
    }

    /// The same, short enough for Euclid's algorithm.
    fn pair<'a>(&self, position: &'a [Pile]) -> Result<(&'a Pile, &'a Pile), Refused> {
        let long = |pile: &Pile| {
            let (num, den) = pile.parts();
            num.significant_bits().min(den.significant_bits()) > MOST_BITS
        };
        let (first, second) = self.two(position)?;
        if long(first) || long(second) {
            let reason = format!("continued fractions of more than {MOST_BITS} bits take too long");
            return Err(Refused::limit(reason).hint("a winning move is found by the theory at any size"));
        }
        Ok((first, second))
    }

    /// The game as its options say it, one position after the other.
    fn by_options(&self) -> Modified {
        Modified::plain(Arc::new(self.clone()), self.settled.clone(), &self.budget)
    }

    /// How many steps lead from one rational to the other, if any number does.
    fn steps_between(from: &Pile, to: &Pile) -> Option<Natural> {
        let (high, low) = (level(from), level(to));
        if high < low {
            return None;
        }
        let steps = high - low;
        (after_steps(from, &steps) == *to).then_some(steps)
    }
}

impl Special for RatWyt {
    fn known_as(&self) -> Option<KnownAs> {
        Some(KnownAs::RatWyt)
    }

    fn within(&self, budget: &Budget) -> Arc<dyn Special> {
        Arc::new(RatWyt { budget: budget.clone(), ..self.clone() })
    }

    fn spec(&self) -> String {
        "ratwyt".to_string()
    }

    fn rules(&self) -> String {
        "Two rationals in lowest terms.\n\
         A step takes p/q to (p-q)/q if p >= q, and to p/(q-p) otherwise; 0 has no step.\n\
         Make any positive number of steps on one rational, or the same positive number on both.\n\
         Last mover wins."
            .to_string()
    }

    fn piles(&self) -> usize {
        2
    }

    fn unordered(&self) -> bool {
        false
    }

    fn parse(&self, text: &str) -> Result<SpecialPosition, Refused> {
        let position = position::parse_piles(text)?;
        self.two(&position)?;
        Ok(position)
    }

    fn numbers(&self, position: &[Pile]) -> Result<Vec<Natural>, Refused> {
        Ok(position.iter().map(Pile::parts).flat_map(|(p, q)| [p, q]).collect())
    }

    fn position(&self, numbers: Vec<Natural>) -> SpecialPosition {
        numbers.chunks_exact(2).filter_map(|r| Pile::ratio(r[0].clone(), r[1].clone())).collect()
    }

    fn legal(&self, from: &[Pile], to: &[Pile]) -> Result<String, NotLegal> {
        let ((a, b), (c, d)) = (self.pair(from)?, self.pair(to)?);
        let steps = |from: &Pile, to: &Pile| {
            RatWyt::steps_between(from, to)
                .ok_or_else(|| format!("no number of steps leads from {from} to {to}"))
        };
        let (first, second) = (steps(a, c)?, steps(b, d)?);
        if first == 0u32 && second == 0u32 {
            return Err("a move makes at least one step".to_string().into());
        }
        if first != 0u32 && second != 0u32 && first != second {
            return Err(format!(
                "{first} steps on one rational and {second} on the other are not the same number"
            )
            .into());
        }
        Ok(format!("{first} steps on the first rational, {second} on the second"))
    }

    fn options(&self, from: &[Pile]) -> Result<Vec<SpecialPosition>, Refused> {
        let (a, b) = self.pair(from)?;
        let levels =
            [level(a), level(b)].map(|level| u64::try_from(&level).ok().filter(|&l| l <= MOST_OPTIONS));
        let [Some(high), Some(low)] = levels else {
            return Err(Refused::limit(format!("there are more than {MOST_OPTIONS} options"))
                .hint("ask for a winning move"));
        };
        let path = |rational: &Pile, level: u64| -> Vec<Pile> {
            let mut path = vec![rational.clone()];
            for _ in 0..level {
                path.extend(path.last().map(|last| after_steps(last, &Natural::from(1u32))));
            }
            path
        };
        let (first, second) = (path(a, high), path(b, low));
        let mut options: Vec<SpecialPosition> = Vec::new();
        options.extend(first[1..].iter().map(|a| vec![a.clone(), b.clone()]));
        options.extend(second[1..].iter().map(|b| vec![a.clone(), b.clone()]));
        options.extend(first[1..].iter().zip(&second[1..]).map(|(a, b)| vec![a.clone(), b.clone()]));
        Ok(options)
    }

    fn p_below(&self, _bound: u64) -> Result<Vec<Vec<u64>>, Refused> {
        Err(no_order())
    }

    fn p_first(&self, _n: usize) -> Result<Vec<Vec<u64>>, Refused> {
        Err(no_order())
    }

    fn outcome(&self, position: &[Pile]) -> Result<SpecialOutcome, Refused> {
        self.by_options().outcome(position)
    }

    fn grundy(&self, position: &[Pile]) -> Result<u64, Refused> {
        self.by_options().grundy(position)
    }
}

fn no_order() -> Refused {
    Refused::no_answer("positions of RatWyt are pairs of rationals, which no order lists")
        .hint("ask about one position, such as 5/3,7/2")
}

/// The game's entry in the catalog.
pub(crate) const GAME: InRust = InRust {
    name: "ratwyt",
    title: "RatWyt: Wythoff on pairs of rationals",
    sources: &[("VIS", "4.8")],
    notes: &[
        "P if and only if the sums of partial quotients of the two continued fractions are a Wythoff pair (VIS-T-ratwyt).",
    ],
    parameters: &[],
    build,
};

fn build(_: &Given<'_>) -> Result<Built, RuleError> {
    Ok((Arc::new(RatWyt::default()), Vec::new()))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::special::Class;

    fn ratio(p: u64, q: u64) -> Pile {
        Pile::ratio(Natural::from(p), Natural::from(q)).unwrap()
    }

    /// The step exactly as printed.
    fn step((p, q): (u64, u64)) -> (u64, u64) {
        if p >= q { (p - q, q) } else { (p, q - p) }
    }

    /// Outcomes by the printed rule alone.
    fn is_lost(state: [(u64, u64); 2], memo: &mut HashMap<[(u64, u64); 2], bool>) -> bool {
        if let Some(&known) = memo.get(&state) {
            return known;
        }
        let mut options = Vec::new();
        let walk = |mut r: (u64, u64)| {
            let mut path = Vec::new();
            while r.0 > 0 {
                r = step(r);
                path.push(r);
            }
            path
        };
        let (first, second) = (walk(state[0]), walk(state[1]));
        options.extend(first.iter().map(|&a| [a, state[1]]));
        options.extend(second.iter().map(|&b| [state[0], b]));
        options.extend(first.iter().zip(&second).map(|(&a, &b)| [a, b]));
        let lost = !options.into_iter().any(|option| is_lost(option, memo));
        memo.insert(state, lost);
        lost
    }

    #[test]
    fn outcomes_and_moves_agree_with_the_printed_rule() {
        let game = RatWyt::default();
        let mut memo = HashMap::new();
        let mut rationals = Vec::new();
        for q in 1..7u64 {
            for p in 0..8u64 {
                let reduced = ratio(p, q).parts();
                let reduced = (u64::try_from(&reduced.0).unwrap(), u64::try_from(&reduced.1).unwrap());
                if !rationals.contains(&reduced) {
                    rationals.push(reduced);
                }
            }
        }
        for &a in &rationals {
            for &b in &rationals {
                let position = vec![ratio(a.0, a.1), ratio(b.0, b.1)];
                let outcome = game.outcome(&position).unwrap();
                assert_eq!(outcome.class == Class::P, is_lost([a, b], &mut memo), "{a:?} {b:?}");
                let options = game.options(&position).unwrap();
                for option in &options {
                    assert!(game.legal(&position, option).is_ok(), "{position:?} {option:?}");
                }
                for winning in &outcome.winning {
                    assert!(options.contains(&winning.to));
                    assert_eq!(game.outcome(&winning.to).unwrap().class, Class::P);
                }
                assert_eq!(game.grundy(&position).unwrap() == 0, outcome.class == Class::P);
            }
        }
    }

    #[test]
    fn steps_are_taken_in_blocks() {
        for (p, q) in [(5u64, 3u64), (3, 5), (12, 1), (1, 12), (34, 55), (7, 2), (0, 1)] {
            let mut reached = (p, q);
            for count in 0..=40u64 {
                assert_eq!(
                    after_steps(&ratio(p, q), &Natural::from(count)),
                    ratio(reached.0, reached.1.max(1))
                );
                if reached.0 > 0 {
                    reached = step(reached);
                }
            }
        }
    }

    #[test]
    fn levels_of_many_digits() {
        let game = RatWyt::default();
        let digits = "7".repeat(300);
        let position = game.parse(&format!("{digits}/5,{digits}")).unwrap();
        let to = game.parse(&format!("{digits}/5,1")).unwrap();
        assert!(game.legal(&position, &to).is_ok());
        assert!(game.options(&position).is_err() && game.outcome(&position).is_err());
    }

    #[test]
    fn refusals() {
        let game = RatWyt::default();
        assert!(game.p_below(10).is_err());
        assert!(game.parse("1/2").is_err());
        assert!(game.parse("1/0,2").is_err());
        let from = game.parse("5/3,7/2").unwrap();
        let message = |to: &str| game.legal(&from, &game.parse(to).unwrap()).unwrap_err();
        let breaks = |condition: &str| NotLegal::from(condition.to_string());
        assert_eq!(message("5/3,7/2"), breaks("a move makes at least one step"));
        assert_eq!(message("4/3,7/2"), breaks("no number of steps leads from 5/3 to 4/3"));
        let unequal = "1 steps on one rational and 2 on the other are not the same number";
        assert_eq!(message("2/3,3/2"), breaks(unequal));
    }
}
