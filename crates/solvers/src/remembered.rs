//! One pile, where what is remembered bounds the next amount and is told by the last one: Fibonacci Nim and its like
//! ("dynamic Nim"; [`Rules::up_to`] says of which rules).
//!
//! A state is lost if and only if its least winning amount may not be taken: if any winning amount may be, so may the least. And
//! whether an amount wins depends on the pile alone, since the state that it leads to does. So one number a pile replaces a
//! table over all histories. A pass is a second such number: where the pass is gone, and where it is not.
//!
//! Cost: as many looks a pile as its least winning amount is large (for Fibonacci Nim O(log n) on average).

use crate::error::SolveError;
use wythoff_numbers::Budget;
use wythoff_rules::{Rules, UpTo};

/// The name of the method.
pub(crate) const LEAST_AMOUNTS: &str = "least winning amounts";

/// No amount wins.
const NONE: u64 = u64::MAX;

/// Looks between two looks at the limits.
const PACE: u64 = 1 << 12;

/// The least winning amounts of all piles so far.
struct Amounts<'a> {
    rules: &'a Rules,
    moves: UpTo<'a>,
    /// Where the pass is gone or there is none, and where it is not.
    least: [Vec<u64>; 2],
}

/// Calls `visit` with the lost piles below a bound at the start of the game. `false`, having visited nothing, if the rules
/// are not of that kind.
pub(crate) fn lost_piles(
    rules: &Rules,
    bound: u64,
    limits: &Budget,
    visit: &mut dyn FnMut(u64),
) -> Result<bool, SolveError> {
    let (Some(moves), convention) = (rules.up_to(), rules.convention()) else { return Ok(false) };
    if convention.block.is_some() {
        return Ok(false);
    }
    limits.need("the least winning amounts", u128::from(bound) * if convention.pass { 16 } else { 8 })?;
    let mut amounts = Amounts { rules, moves, least: [Vec::new(), Vec::new()] };
    let fresh = rules.fresh_memory();
    let (mut lost, mut looks) = (Vec::new(), 0);
    for pile in 0..bound {
        for stage in 0..=usize::from(convention.pass) {
            match amounts.least_of(pile, stage, &mut looks, limits) {
                // What cannot be worked out may be what no play comes to.
                Err(SolveError::Rules(_)) | Ok(None) => return Ok(false),
                Err(error) => {
                    lost.into_iter().for_each(visit);
                    return Err(error);
                }
                Ok(Some(least)) => amounts.least[stage].push(least),
            }
        }
        if rules.is_start(&[pile])? && amounts.is_lost(pile, &fresh, usize::from(convention.pass))? {
            lost.push(pile);
        }
    }
    lost.into_iter().for_each(visit);
    Ok(true)
}

impl Amounts<'_> {
    /// Whether the player to move loses, all smaller piles and this one being known.
    fn is_lost(&self, pile: u64, memory: &[i64], stage: usize) -> Result<bool, SolveError> {
        let misere = self.rules.convention().misere;
        let over = self.rules.is_ended(&[pile]) || !self.moves.allows(pile, memory, self.moves.least())?;
        if over {
            return Ok(!misere);
        }
        let least = self.least[stage][pile as usize];
        if least != NONE && self.moves.allows(pile, memory, least)? {
            return Ok(false);
        }
        // To pass leaves the other player where the pass is gone.
        Ok(stage == 0 || !self.is_lost(pile, memory, 0)?)
    }

    /// The least amount that wins, or [`NONE`]; `None` if a number that is remembered is too large.
    fn least_of(
        &self,
        pile: u64,
        stage: usize,
        looks: &mut u64,
        limits: &Budget,
    ) -> Result<Option<u64>, SolveError> {
        let mut memory = self.rules.fresh_memory();
        for amount in self.moves.least()..=pile {
            if looks.is_multiple_of(PACE) {
                limits.step(0, 0)?;
            }
            *looks += 1;
            if !self.moves.remember(pile, amount, &mut memory)? {
                return Ok(None);
            }
            if self.is_lost(pile - amount, &memory, stage)? {
                return Ok(Some(amount));
            }
        }
        Ok(Some(NONE))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::Referee;
    use proptest::prelude::*;
    use proptest::sample::select;
    use wythoff_rules::Outcome;

    fn lost(rules: &Rules, bound: u64) -> Option<Vec<u64>> {
        let mut all = Vec::new();
        lost_piles(rules, bound, &Budget::default(), &mut |pile| all.push(pile)).unwrap().then_some(all)
    }

    #[test]
    fn fibonacci_numbers_are_lost() {
        let rules = Rules::read(
            "piles ordered n\nmemory last = 0\nstart where n >= 1\n\
             move (i) where if last == 0 then i < n else i <= 2*last then last = i",
        );
        let found = lost(&rules.unwrap(), 10_000).unwrap();
        assert_eq!(found[..8], [1, 2, 3, 5, 8, 13, 21, 34]);
        assert_eq!(found.last(), Some(&6765));
    }

    proptest! {
        #[test]
        fn least_amounts_decide(
            bound in select(vec![
                "i <= 2*last", "i <= last", "i < 3*last - 1", "i <= last + 3", "i*i <= last + 9", "i <= max(2, last div 2)",
                "i <= 2*last and n - i >= last - 4", "n' >= last", "i <= 7 - last", "i <= 2*last or i <= 3", "2*i <= n + last",
                "not i > last + 1",
            ]),
            first in select(vec!["i < n", "i <= 5", "2*i <= n", "n' >= 2"]),
            least in 1u64..3,
            update in select(vec!["i", "2*i - 1", "n - i", "n' + i*i", "3"]),
            (misere, pass) in (any::<bool>(), any::<bool>()),
            end in proptest::option::of(0u64..9),
        ) {
            let text = format!(
                "piles ordered n\nmemory last = 0\n\
                 move (i) for i >= {least} where if last == 0 then {first} else {bound} then last = {update}"
            );
            let mut rules = Rules::read(&text).unwrap();
            if misere {
                rules.set_misere().unwrap();
            }
            if pass {
                rules.set_pass();
            }
            if let Some(end) = end {
                rules.add_terminal(&[end]).unwrap();
            }
            let found = lost(&rules, 24);
            let mut referee = Referee::new(&rules);
            let expected: Vec<u64> = (0..24)
                .filter(|n| {
                    let start = referee.start(&[*n]);
                    referee.outcome(&start).unwrap() == Outcome::P
                })
                .collect();
            prop_assert_eq!(found, Some(expected), "{}", text);
        }
    }
}
