//! End-Wythoff (VIS Section 4.5): a row of piles; take any positive number from the left or the right end
//! pile, or the same positive number from both. A pile that is emptied at an end vanishes.

use super::KnownAs;
use super::in_rust::{Built, Given, InRust, Parameter};
use malachite::{Integer, Natural};
use std::sync::Arc;
use wythoff_numbers::Budget;
use wythoff_rules::{RuleError, Value};

use super::modified::{Modified, Settled};
use super::position::{self, Pile, SpecialPosition, small_piles, whole_piles};
use super::refused::{NotLegal, Refused};
use super::{Special, SpecialOutcome};

/// The largest pile whose options are listed.
const MOST_PILE: u64 = 50_000;

/// End-Wythoff; positions may have any number of piles, lists of P-positions have `piles` of them.
///
/// ```
/// use wythoff_catalog::special::{Class, EndWythoff, Special, show};
/// let game = EndWythoff::new(3).unwrap();
/// // (1, 2) is a P-position, so (a, 1, 2, b) is one exactly when (a, b) is one of Wythoff.
/// assert_eq!(game.outcome(&game.parse("3,1,2,5").unwrap()).unwrap().class, Class::P);
/// ```
#[derive(Clone)]
pub struct EndWythoff {
    piles: usize,
    settled: Settled,
    budget: Budget,
}

/// The row without its empty piles: an empty pile changes nothing, whether it vanishes now or at an end.
fn without_empty(row: &[u64]) -> Vec<u64> {
    row.iter().copied().filter(|&pile| pile > 0).collect()
}

fn shown(row: &[u64]) -> SpecialPosition {
    let row = without_empty(row);
    if row.is_empty() { position::position_of(&[0]) } else { position::position_of(&row) }
}

impl EndWythoff {
    /// End-Wythoff with lists of rows of `piles` >= 1 piles.
    pub fn new(piles: usize) -> Result<Self, Refused> {
        if !(1..=1000).contains(&piles) {
            return Err(Refused::input(format!(
                "End-Wythoff is listed for 1 to 1000 piles, not for {piles}"
            ))
            .hint("write piles=3"));
        }
        Ok(EndWythoff { piles, settled: Settled::default(), budget: Budget::default() })
    }

    fn row(&self, position: &[Pile]) -> Result<Vec<u64>, Refused> {
        Ok(without_empty(&small_piles(position, None, MOST_PILE)?))
    }

    /// The game as its options say it, one position after the other.
    fn by_options(&self) -> Modified {
        Modified::plain(Arc::new(self.clone()), self.settled.clone(), &self.budget)
    }
}

/// Every row that one move leads to, each once.
fn options_of(row: &[u64]) -> Vec<Vec<u64>> {
    let row = without_empty(row);
    let mut options = Vec::new();
    let mut add = |from_left: u64, from_right: u64| {
        let mut option = row.clone();
        let last = option.len() - 1;
        option[0] -= from_left;
        option[last] -= from_right;
        options.push(without_empty(&option));
    };
    match row[..] {
        [] => {}
        [only] => (1..=only).for_each(|k| add(k, 0)),
        [first, .., last] => {
            (1..=first).for_each(|k| add(k, 0));
            (1..=last).for_each(|k| add(0, k));
            (1..=first.min(last)).for_each(|k| add(k, k));
        }
    }
    options.sort();
    options.dedup();
    options
}

impl Special for EndWythoff {
    fn known_as(&self) -> Option<KnownAs> {
        Some(KnownAs::EndWythoff { piles: self.piles })
    }

    fn within(&self, budget: &Budget) -> Arc<dyn Special> {
        Arc::new(EndWythoff { budget: budget.clone(), ..self.clone() })
    }

    fn spec(&self) -> String {
        format!("end-wythoff(piles={})", self.piles)
    }

    fn rules(&self) -> String {
        "A row of piles, of any length.\n\
         Take any positive number from the left end pile or from the right end pile,\n\
         or the same positive number from both end piles. An emptied end pile vanishes.\n\
         Last mover wins."
            .to_string()
    }

    fn piles(&self) -> usize {
        self.piles
    }

    fn unordered(&self) -> bool {
        self.piles <= 2
    }

    fn parse(&self, text: &str) -> Result<SpecialPosition, Refused> {
        let piles = whole_piles(&position::parse_piles(text)?, None)?;
        Ok(self.position(piles))
    }

    fn numbers(&self, position: &[Pile]) -> Result<Vec<Natural>, Refused> {
        whole_piles(position, None)
    }

    fn position(&self, numbers: Vec<Natural>) -> SpecialPosition {
        let left: SpecialPosition = numbers.into_iter().filter(|n| *n != 0u32).map(Pile::Whole).collect();
        if left.is_empty() { position::position_of(&[0]) } else { left }
    }

    fn legal(&self, from: &[Pile], to: &[Pile]) -> Result<String, NotLegal> {
        let row = |position| {
            let row = whole_piles(position, None)?;
            Ok::<_, NotLegal>(row.into_iter().filter(|pile| *pile != 0u32).collect::<Vec<Natural>>())
        };
        let (from, to) = (row(from)?, row(to)?);
        // The result with its vanished end piles put back: none, one at either end, or both.
        let padded = [(0, 0), (1, 0), (0, 1), (1, 1)].into_iter().filter_map(|(left, right)| {
            let empty = |count| vec![Natural::from(0u32); count];
            let full = [empty(left), to.clone(), empty(right)].concat();
            (full.len() == from.len()).then_some(full)
        });
        let mut wrong = "more than the two end piles change, or a pile grows".to_string();
        for full in padded {
            let changed = |i: &usize| from[*i] != full[*i];
            let inner = (1..from.len().saturating_sub(1)).any(|i| changed(&i));
            if inner || from.iter().zip(&full).any(|(a, b)| b > a) {
                continue;
            }
            let (Some(first), Some(last)) = (from.first(), from.last()) else { continue };
            let left = first - &full[0];
            let right = if from.len() == 1 { Natural::from(0u32) } else { last - &full[full.len() - 1] };
            wrong = match (left == 0u32, right == 0u32) {
                (true, true) => "a move takes at least one token".to_string(),
                (false, true) => return Ok(format!("{left} from the left end")),
                (true, false) => return Ok(format!("{right} from the right end")),
                _ if left == right => return Ok(format!("{left} from both ends")),
                _ => {
                    format!("{left} from the left end and {right} from the right are not the same number")
                }
            };
        }
        Err(wrong.into())
    }

    fn options(&self, from: &[Pile]) -> Result<Vec<SpecialPosition>, Refused> {
        let row = self.row(from)?;
        Ok(options_of(&row).iter().map(|option| shown(option)).collect())
    }

    fn p_below(&self, bound: u64) -> Result<Vec<Vec<u64>>, Refused> {
        self.by_options().p_below(bound)
    }

    fn p_first(&self, n: usize) -> Result<Vec<Vec<u64>>, Refused> {
        match self.piles {
            1 if n <= 1 => Ok(vec![vec![0]; n]),
            1 => Err(Refused::no_answer("one pile has a single P-position, 0")
                .hint("ask for rows of 2 piles or more")),
            2 => {
                // Each size is in one pair, so that n pairs have sizes below 3n + 1.
                let mut found = self.p_below((n as u64).saturating_mul(3).saturating_add(1))?;
                found.truncate(n);
                Ok(found)
            }
            _ => Err(Refused::no_answer("the row of first pile 0 holds infinitely many P-positions")
                .hint("bound the piles instead")),
        }
    }

    fn outcome(&self, position: &[Pile]) -> Result<SpecialOutcome, Refused> {
        self.by_options().outcome(&shown(&self.row(position)?))
    }

    fn grundy(&self, position: &[Pile]) -> Result<u64, Refused> {
        self.by_options().grundy(&shown(&self.row(position)?))
    }
}

/// The game's entry in the catalog.
pub(crate) const GAME: InRust = InRust {
    name: "end-wythoff",
    title: "End-Wythoff",
    sources: &[("VIS", "4.5")],
    notes: &[
        "If the middle K is P then (a, K, b) is P if and only if (a, b) is a Wythoff pair (VIS-T-end-KP).",
    ],
    parameters: &[Parameter {
        name: "piles",
        default: Some("3"),
        range: "the length of the rows that `p` lists, 1 or more",
    }],
    build,
};

fn build(given: &Given<'_>) -> Result<Built, RuleError> {
    let piles = given.number("piles")?;
    let values = vec![("piles".to_string(), Value::Integer(Integer::from(piles)))];
    Ok((Arc::new(EndWythoff::new(piles)?), values))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::special::Class;
    use std::collections::HashMap;

    /// The rule with nothing else: take from the left, from the right, or alike from both.
    fn is_lost(row: &[u64], memo: &mut HashMap<Vec<u64>, bool>) -> bool {
        let row: Vec<u64> = row.iter().copied().filter(|&x| x > 0).collect();
        if let Some(&known) = memo.get(&row) {
            return known;
        }
        let last = row.len().wrapping_sub(1);
        let mut lost = true;
        if row.len() == 1 {
            lost = false;
        } else if row.len() >= 2 {
            for k in 0..=row[0] {
                for l in 0..=row[last] {
                    if (k, l) != (0, 0) && (k == 0 || l == 0 || k == l) {
                        let mut next = row.clone();
                        next[0] -= k;
                        next[last] -= l;
                        lost &= !is_lost(&next, memo);
                    }
                }
            }
        }
        memo.insert(row, lost);
        lost
    }

    fn rows(piles: usize, bound: u64) -> Vec<Vec<u64>> {
        (0..piles).fold(vec![Vec::new()], |rows, _| {
            rows.into_iter()
                .flat_map(|row: Vec<u64>| (0..bound).map(move |x| [row.clone(), vec![x]].concat()))
                .collect()
        })
    }

    #[test]
    fn tables_agree_with_the_rule() {
        let mut memo = HashMap::new();
        for (piles, bound) in [(1, 12), (2, 30), (3, 12), (4, 6), (5, 4)] {
            let game = EndWythoff::new(piles).unwrap();
            let mut expect = rows(piles, bound);
            expect.retain(|row| is_lost(row, &mut memo) && (piles > 2 || row.is_sorted()));
            assert_eq!(game.p_below(bound).unwrap(), expect, "{piles} piles");
        }
    }

    #[test]
    fn outcomes_moves_and_values_agree_with_the_rule() {
        let mut memo = HashMap::new();
        let game = EndWythoff::new(3).unwrap();
        for row in [rows(1, 5), rows(2, 8), rows(3, 6), rows(4, 4), rows(5, 3)].concat() {
            let position = position::position_of(&row);
            let outcome = game.outcome(&position).unwrap();
            assert_eq!(outcome.class == Class::P, is_lost(&row, &mut memo), "{row:?}");
            let options = game.options(&position).unwrap();
            for option in &options {
                assert!(game.legal(&position, option).is_ok(), "{row:?} {option:?}");
            }
            for winning in &outcome.winning {
                assert!(options.contains(&winning.to));
                assert_eq!(game.outcome(&winning.to).unwrap().class, Class::P);
            }
            assert_eq!(game.grundy(&position).unwrap() == 0, outcome.class == Class::P);
        }
    }

    #[test]
    fn illegal_moves_say_why() {
        let game = EndWythoff::new(3).unwrap();
        let from = position::position_of(&[3, 4, 5]);
        let message = |to: &[u64]| game.legal(&from, &position::position_of(to)).unwrap_err();
        let breaks = |condition: &str| NotLegal::from(condition.to_string());
        assert_eq!(message(&[3, 4, 5]), breaks("a move takes at least one token"));
        let unequal = "1 from the left end and 2 from the right are not the same number";
        assert_eq!(message(&[2, 4, 3]), breaks(unequal));
        assert_eq!(message(&[3, 1, 5]), breaks("more than the two end piles change, or a pile grows"));
        assert_eq!(game.legal(&from, &position::position_of(&[4, 5])).unwrap(), "3 from the left end");
    }
}
