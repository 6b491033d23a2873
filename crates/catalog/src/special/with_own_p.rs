//! A game with its own P-positions adjoined as moves (Fraenkel and Ozery, VIS Section 4.3, ledger VIS-G-FO):
//! a move is a move of G, or subtracts a nonzero P-position of G.
//!
//! Since P-positions of G are no longer lost once they can be taken whole, the new game is another one:
//! Nim on two piles becomes Wythoff (ledger VIS-C-redherring).

use super::in_rust::{Built, Given, InRust, Parameter};
use super::position::{self, Pile, SpecialPosition, small_piles, whole_piles};
use super::refused::{NotLegal, Refused};
use super::star::{Base, OptionsOf, check_side};
use super::{Special, SpecialOutcome};
use std::sync::Arc;
use wythoff_numbers::Budget;
use wythoff_numbers::bits::Bits;
use wythoff_numbers::mex::mex;
use wythoff_numbers::tuples::next_below;
use wythoff_rules::{RuleError, Value};

/// The most points of a box whose outcomes are computed.
const MOST_POINTS: u64 = 20_000_000;
/// The most points of a box whose Grundy values are computed.
const MOST_VALUES: u64 = 250_000;

/// G with its own nonzero P-positions as further moves.
#[derive(Clone)]
pub struct WithOwnP {
    of: Base,
    options: OptionsOf,
}

/// Points of a box in lexicographic order.
struct Square {
    bound: u64,
}

impl Square {
    fn index(&self, at: &[u64]) -> u64 {
        at.iter().fold(0, |index, &x| index * self.bound + x)
    }

    fn visit(
        &self,
        piles: usize,
        mut visit: impl FnMut(&[u64]) -> Result<(), Refused>,
    ) -> Result<(), Refused> {
        if self.bound == 0 {
            return Ok(());
        }
        let (mut at, sides) = (vec![0; piles], vec![self.bound; piles]);
        loop {
            visit(&at)?;
            if !next_below(&mut at, &sides) {
                return Ok(());
            }
        }
    }
}

impl WithOwnP {
    /// The game; its base must know its options, and no option may have a larger pile than its start.
    pub fn new(of: Base) -> Result<Self, Refused> {
        if !(1..=8).contains(&of.piles) {
            return Err(Refused::input(format!(
                "with-own-p is computed for 1 to 8 piles, not for {}",
                of.piles
            ))
            .hint("take a game with fewer piles"));
        }
        let Some(options) = of.options.clone() else {
            return Err(Refused::input(format!("the moves of {} are not known here", of.spec))
                .hint("take a game whose options can be listed"));
        };
        Ok(WithOwnP { of, options })
    }

    /// This game as the base of another.
    pub fn base(&self) -> Base {
        let (game, same) = (self.clone(), self.clone());
        let p_below = Arc::new(move |bound, budget: &Budget| game.asked_by(budget).p_below(bound));
        let options = Arc::new(move |position: &[u64], budget: &Budget| {
            let (bound, game) = (position.iter().copied().max().unwrap_or(0) + 1, same.asked_by(budget));
            game.options_of(position, &game.of.moves_below(bound)?)
        });
        Base::new(self.spec(), self.of.piles, self.of.unordered, p_below).with_options(options)
    }

    fn asked_by(&self, budget: &Budget) -> WithOwnP {
        WithOwnP { of: self.of.clone().within(budget), options: self.options.clone() }
    }

    /// The options by the moves of G, which must not lead above the start.
    fn own_options(&self, at: &[u64]) -> Result<Vec<Vec<u64>>, Refused> {
        let mut options = (self.options)(at, &self.of.budget)?;
        for option in &mut options {
            if self.of.unordered {
                option.sort_unstable();
            }
            if option.len() != at.len()
                || option.as_slice() >= at
                || option.iter().zip(at).any(|(to, from)| to > from)
            {
                return Err(Refused::no_answer(format!("a move of {} adds tokens", self.of.spec))
                    .hint("with-own-p needs a game that only takes"));
            }
        }
        Ok(options)
    }

    fn options_of(&self, at: &[u64], moves: &[Vec<u64>]) -> Result<Vec<Vec<u64>>, Refused> {
        self.of.budget.charge(64 + 8 * moves.len() as u64)?;
        let mut options = self.own_options(at)?;
        for taken in moves {
            let to: Option<Vec<u64>> = at.iter().zip(taken).map(|(x, taken)| x.checked_sub(*taken)).collect();
            if let Some(mut to) = to {
                if self.of.unordered {
                    to.sort_unstable();
                }
                options.push(to);
            }
        }
        options.sort();
        options.dedup();
        Ok(options)
    }

    fn point(&self, position: &[Pile]) -> Result<Vec<u64>, Refused> {
        let mut point = small_piles(position, Some(self.of.piles), 100_000)?;
        if self.of.unordered {
            point.sort_unstable();
        }
        Ok(point)
    }

    fn check(&self, bound: u64, most: u64) -> Result<(), Refused> {
        check_side(bound, self.of.piles)?;
        if bound.checked_pow(self.of.piles as u32).is_none_or(|points| points > most) {
            let reason = format!("a box of side {bound} in {} piles is too large", self.of.piles);
            return Err(Refused::limit(reason).hint("choose a smaller bound"));
        }
        Ok(())
    }
}

impl Special for WithOwnP {
    fn within(&self, budget: &Budget) -> Arc<dyn Special> {
        Arc::new(self.asked_by(budget))
    }

    fn spec(&self) -> String {
        format!("with-own-p(of={})", self.of.spec)
    }

    fn rules(&self) -> String {
        format!(
            "Positions and moves as in {0}.\n\
             Or subtract a nonzero P-position of {0}{1}; no pile may become negative.\n\
             Last mover wins.",
            self.of.spec,
            if self.of.unordered { ", its piles in any order" } else { "" }
        )
    }

    fn piles(&self) -> usize {
        self.of.piles
    }

    fn unordered(&self) -> bool {
        self.of.unordered
    }

    fn parse(&self, text: &str) -> Result<SpecialPosition, Refused> {
        let mut piles = whole_piles(&position::parse_piles(text)?, Some(self.of.piles))?;
        if self.of.unordered {
            piles.sort();
        }
        Ok(piles.into_iter().map(Pile::Whole).collect())
    }

    fn legal(&self, from: &[Pile], to: &[Pile]) -> Result<String, NotLegal> {
        let (from, to) = (self.point(from)?, self.point(to)?);
        if self.own_options(&from)?.contains(&to) {
            return Ok(format!("a move of {}", self.of.spec));
        }
        let moves = self.of.moves_below(from.iter().copied().max().unwrap_or(0) + 1)?;
        if self.options_of(&from, &moves)?.contains(&to) {
            return Ok(format!("what is taken is a P-position of {}", self.of.spec));
        }
        Err(format!("neither a move of {0} nor the removal of a P-position of {0}", self.of.spec).into())
    }

    fn options(&self, from: &[Pile]) -> Result<Vec<SpecialPosition>, Refused> {
        let point = self.point(from)?;
        let moves = self.of.moves_below(point.iter().copied().max().unwrap_or(0) + 1)?;
        Ok(self.options_of(&point, &moves)?.iter().map(|option| position::position_of(option)).collect())
    }

    fn p_below(&self, bound: u64) -> Result<Vec<Vec<u64>>, Refused> {
        self.check(bound, MOST_POINTS)?;
        let moves = self.of.moves_below(bound)?;
        let square = Square { bound };
        let mut lost = Bits::default();
        let mut won = Bits::default();
        let mut found = Vec::new();
        square.visit(self.of.piles, |at| {
            if won.contains(square.index(at)) || self.of.unordered && !at.is_sorted() {
                return Ok(());
            }
            self.of.budget.charge(64)?;
            if self.own_options(at)?.iter().any(|option| lost.contains(square.index(option))) {
                return Ok(());
            }
            lost.insert(square.index(at));
            found.push(at.to_vec());
            self.of.budget.charge(32 * moves.len() as u64)?;
            for taken in moves.iter() {
                let mut above: Vec<u64> = at.iter().zip(taken).map(|(x, taken)| x + taken).collect();
                if self.of.unordered {
                    above.sort_unstable();
                }
                if above.iter().all(|&x| x < bound) {
                    won.insert(square.index(&above));
                }
            }
            Ok(())
        })?;
        Ok(found)
    }

    fn p_first(&self, _n: usize) -> Result<Vec<Vec<u64>>, Refused> {
        let reason = format!("nothing bounds the number of P-positions in a row of {}", self.spec());
        Err(Refused::no_answer(reason).hint("bound the piles instead"))
    }

    fn outcome(&self, position: &[Pile]) -> Result<SpecialOutcome, Refused> {
        let point = self.point(position)?;
        let bound = point.iter().copied().max().unwrap_or(0) + 1;
        let lost = self.p_below(bound)?;
        let options = self.options_of(&point, &self.of.moves_below(bound)?)?;
        let target = options.into_iter().find(|option| lost.binary_search(option).is_ok());
        Ok(SpecialOutcome::impartial(target.map(|option| position::position_of(&option))))
    }

    fn grundy(&self, position: &[Pile]) -> Result<u64, Refused> {
        let point = self.point(position)?;
        let bound = point.iter().copied().max().unwrap_or(0) + 1;
        self.check(bound, MOST_VALUES)?;
        let moves = self.of.moves_below(bound)?;
        let square = Square { bound };
        let mut values = vec![0u64; bound.pow(self.of.piles as u32) as usize];
        square.visit(self.of.piles, |at| {
            if !self.of.unordered || at.is_sorted() {
                let options = self.options_of(at, &moves)?;
                let seen = options.iter().map(|option| values[square.index(option) as usize]);
                values[square.index(at) as usize] = mex(seen);
            }
            Ok(())
        })?;
        Ok(values[square.index(&point) as usize])
    }
}

/// The game's entry in the catalog.
pub(crate) const GAME: InRust = InRust {
    name: "with-own-p",
    title: "A game with its own P-positions as moves",
    sources: &[("VIS", "4.3")],
    notes: &["Fraenkel and Ozery adjoin to Wythoff its own P-positions (VIS-G-FO)."],
    parameters: &[Parameter { name: "of", default: Some("wythoff"), range: "a game" }],
    build,
};

fn build(given: &Given<'_>) -> Result<Built, RuleError> {
    let of = given.text("of").unwrap_or_default();
    Ok((Arc::new(WithOwnP::new(given.base(of)?)?), vec![("of".to_string(), Value::Word(of.to_string()))]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::special::{Class, golden};

    fn rook(at: &[u64]) -> Vec<Vec<u64>> {
        let left = (0..at[0]).map(|x| vec![x, at[1]]);
        left.chain((0..at[1]).map(|y| vec![at[0], y])).collect()
    }

    fn nim() -> Base {
        let lost = Arc::new(|bound: u64, _: &Budget| Ok((0..bound).map(|k| vec![k, k]).collect()));
        Base::new("nim(piles=2)", 2, true, lost).with_options(Arc::new(|at: &[u64], _: &Budget| Ok(rook(at))))
    }

    fn wythoff() -> Base {
        let pairs = |bound: u64, _: &Budget| {
            let pairs = (0..).map_while(|n| golden::lower_small(n).map(|low| vec![low, low + n]));
            Ok(pairs.take_while(|pair| pair[1] < bound).collect())
        };
        let queen = |at: &[u64], _: &Budget| {
            let mut options = rook(at);
            options.extend((1..=at[0].min(at[1])).map(|k| vec![at[0] - k, at[1] - k]));
            Ok(options)
        };
        Base::new("wythoff", 2, true, Arc::new(pairs)).with_options(Arc::new(queen))
    }

    #[test]
    fn nim_with_its_own_p_positions_is_wythoff() {
        let game = WithOwnP::new(nim()).unwrap();
        assert_eq!(game.p_below(60).unwrap(), (wythoff().p_below)(60, &Budget::default()).unwrap());
        let row: Vec<u64> = (0..8).map(|y| game.grundy(&position::position_of(&[2, y])).unwrap()).collect();
        assert_eq!(row, [2, 0, 1, 5, 3, 4, 8, 6]);
    }

    #[test]
    fn wythoff_with_its_own_p_positions() {
        let game = WithOwnP::new(wythoff()).unwrap();
        let expect =
            [[0, 0], [1, 3], [2, 6], [4, 5], [7, 12], [8, 11], [9, 17], [10, 16], [13, 25], [14, 24]];
        assert_eq!(game.p_below(26).unwrap()[..10], expect);
        let lost = game.p_below(26).unwrap();
        for x in 0..26u64 {
            for y in x..26 {
                let position = position::position_of(&[x, y]);
                let outcome = game.outcome(&position).unwrap();
                assert_eq!(outcome.class == Class::P, lost.contains(&vec![x, y]));
                for winning in &outcome.winning {
                    assert!(game.legal(&position, &winning.to).is_ok());
                }
                let options = game.options(&position).unwrap();
                let any_lost = options
                    .iter()
                    .any(|option| lost.iter().any(|lost| position::position_of(lost) == *option));
                assert_eq!(any_lost, outcome.class == Class::N);
            }
        }
    }

    #[test]
    fn nests_and_refuses() {
        let once = WithOwnP::new(nim()).unwrap();
        let twice = WithOwnP::new(once.base()).unwrap();
        let expect = WithOwnP::new(wythoff()).unwrap().p_below(40).unwrap();
        assert_eq!(twice.p_below(40).unwrap(), expect);
        assert!(once.p_first(3).is_err());
        assert!(WithOwnP::new(Base { options: None, ..nim() }).is_err());
        let growing: OptionsOf =
            Arc::new(|at, _| Ok(if at[0] > 0 { vec![vec![at[0] - 1, at[1] + 1]] } else { vec![] }));
        let odd = WithOwnP::new(Base { unordered: false, options: Some(growing), ..nim() }).unwrap();
        assert!(odd.p_below(5).is_err());
    }
}
