//! The golden nugget game (VIS Section 8.6, ledger VIS-8.6-partizan): one pile; Left takes a lower Wythoff
//! number A(n) = floor(n phi), Right an upper one B(n) = A(n) + n, n >= 1. Every positive number is one of
//! the two, so each removal belongs to exactly one player.
//!
//! Values are canonical forms by the rules; the reduced canonical form of every pile is a number or a switch.

use super::in_rust::{Built, Given, InRust};
use std::sync::Arc;
use std::sync::Mutex;
use wythoff_numbers::Budget;
use wythoff_rules::RuleError;

use super::cgt::{Game, Values};
use super::position::{self, Pile, SpecialPosition, small_piles};
use super::refused::{NotLegal, Refused};
use super::{Class, Player, Special, SpecialOutcome, WinningMove, golden};

/// The largest pile whose value is computed.
const MOST_VALUED: u64 = 600;
/// The largest pile whose outcome class is computed.
const MOST_PILE: u64 = 20_000;

/// The golden nugget game.
///
/// ```
/// use wythoff_catalog::special::{Class, GoldenNugget, Special};
/// let game = GoldenNugget::new();
/// let outcome = game.outcome(&game.parse("3").unwrap()).unwrap();
/// assert_eq!((outcome.class, outcome.value.as_deref()), (Class::L, Some("1/2")));
/// assert_eq!(game.value(5).unwrap().reduced, "{1|0}");
/// ```
pub struct GoldenNugget {
    piles: Arc<Mutex<Piles>>,
    budget: Budget,
}

/// The value of a pile in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PileValue {
    /// The canonical form.
    pub canonical: String,
    /// The reduced canonical form.
    pub reduced: String,
    /// Whether the value is a number.
    pub is_number: bool,
    /// The number at which play stops if Left begins.
    pub left_stop: String,
    /// The number at which play stops if Right begins.
    pub right_stop: String,
}

#[derive(Default)]
struct Piles {
    values: Values,
    heaps: Vec<Game>,
}

/// Whose removal k >= 1 is.
fn owner(k: u64) -> Player {
    // k = A(n) exactly when n = ceil(k / phi) = A(k) - k + 1 gives it back.
    let n = golden::lower_small(k).map_or(0, |lower| lower - k + 1);
    if golden::lower_small(n) == Some(k) { Player::Left } else { Player::Right }
}

impl Piles {
    fn heap(&mut self, pile: u64, budget: &Budget) -> Result<Game, Refused> {
        while self.heaps.len() as u64 <= pile {
            budget.check()?;
            let next = self.heaps.len() as u64;
            let (mut left, mut right) = (Vec::new(), Vec::new());
            for k in 1..=next {
                let option = self.heaps[(next - k) as usize];
                match owner(k) {
                    Player::Left => left.push(option),
                    Player::Right => right.push(option),
                }
            }
            let value = self.values.game(&left, &right);
            self.heaps.push(value);
        }
        Ok(self.heaps[pile as usize])
    }
}

impl Default for GoldenNugget {
    fn default() -> Self {
        GoldenNugget::new()
    }
}

impl GoldenNugget {
    /// The game.
    pub fn new() -> Self {
        GoldenNugget { piles: Arc::default(), budget: Budget::default() }
    }

    /// The value of a pile: canonical form, reduced canonical form and stops.
    pub fn value(&self, pile: u64) -> Result<PileValue, Refused> {
        if pile > MOST_VALUED {
            let reason = format!("values are computed for piles up to {MOST_VALUED}");
            return Err(Refused::limit(reason).hint("ask for a smaller pile"));
        }
        let mut piles = self.piles.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let heap = piles.heap(pile, &self.budget)?;
        let reduced = piles.values.reduced(heap);
        Ok(PileValue {
            canonical: piles.values.show(heap),
            reduced: piles.values.show(reduced),
            is_number: piles.values.number(heap).is_some(),
            left_stop: piles.values.left_stop(heap).to_string(),
            right_stop: piles.values.right_stop(heap).to_string(),
        })
    }

    fn pile(&self, position: &[Pile], most: u64) -> Result<u64, Refused> {
        Ok(small_piles(position, Some(1), most)?[0])
    }
}

/// For each pile up to `pile`, whether Left wins moving first, and whether Right does.
fn winners(pile: u64, budget: &Budget) -> Result<(Vec<bool>, Vec<bool>), Refused> {
    let (mut left, mut right) = (Vec::new(), Vec::new());
    let owners: Vec<Player> = (1..=pile).map(owner).collect();
    for heap in 0..=pile as usize {
        budget.check()?;
        let wins =
            |player: Player, other: &[bool]| (1..=heap).any(|k| owners[k - 1] == player && !other[heap - k]);
        let (by_left, by_right) = (wins(Player::Left, &right), wins(Player::Right, &left));
        left.push(by_left);
        right.push(by_right);
    }
    Ok((left, right))
}

impl Special for GoldenNugget {
    fn within(&self, budget: &Budget) -> Arc<dyn Special> {
        Arc::new(GoldenNugget { piles: self.piles.clone(), budget: budget.clone() })
    }

    fn spec(&self) -> String {
        "golden-nugget".to_string()
    }

    fn rules(&self) -> String {
        "One pile, two players with different moves.\n\
         Left takes a lower Wythoff number of tokens: 1, 3, 4, 6, 8, 9, .. = floor(n phi).\n\
         Right takes an upper Wythoff number: 2, 5, 7, 10, 13, .. = floor(n phi) + n.\n\
         Whoever cannot move loses."
            .to_string()
    }

    fn is_partizan(&self) -> bool {
        true
    }

    fn piles(&self) -> usize {
        1
    }

    fn unordered(&self) -> bool {
        true
    }

    fn parse(&self, text: &str) -> Result<SpecialPosition, Refused> {
        let position = position::parse_piles(text)?;
        position::whole_piles(&position, Some(1))?;
        Ok(position)
    }

    fn legal(&self, from: &[Pile], to: &[Pile]) -> Result<String, NotLegal> {
        let pile = |position| self.pile(position, 1 << 60);
        let (from, to) = (pile(from)?, pile(to)?);
        match from.checked_sub(to) {
            None | Some(0) => Err("a move takes at least one token".to_string().into()),
            Some(k) => Ok(match owner(k) {
                Player::Left => format!("Left takes {k}, a lower Wythoff number"),
                Player::Right => format!("Right takes {k}, an upper Wythoff number"),
            }),
        }
    }

    /// The options of both players; `legal` says whose each is.
    fn options(&self, from: &[Pile]) -> Result<Vec<SpecialPosition>, Refused> {
        let pile = self.pile(from, 1_000_000)?;
        Ok((0..pile).map(|to| position::position_of(&[to])).collect())
    }

    fn p_below(&self, bound: u64) -> Result<Vec<Vec<u64>>, Refused> {
        if bound > MOST_PILE {
            return Err(Refused::limit(format!("outcomes are computed below {MOST_PILE}"))
                .hint("choose a smaller bound"));
        }
        let Some(top) = bound.checked_sub(1) else { return Ok(Vec::new()) };
        let (left, right) = winners(top, &self.budget)?;
        Ok((0..bound)
            .filter(|&pile| !left[pile as usize] && !right[pile as usize])
            .map(|pile| vec![pile])
            .collect())
    }

    fn p_first(&self, n: usize) -> Result<Vec<Vec<u64>>, Refused> {
        let mut bound = 64;
        while bound <= 4096 {
            let mut found = self.p_below(bound)?;
            if found.len() >= n {
                found.truncate(n);
                return Ok(found);
            }
            bound *= 8;
        }
        let reason = "taking a whole pile is a move of one of the players, so 0 is the only P-position";
        Err(Refused::no_answer(reason).hint("ask who wins a given pile"))
    }

    fn outcome(&self, position: &[Pile]) -> Result<SpecialOutcome, Refused> {
        let pile = self.pile(position, MOST_PILE)?;
        let (left, right) = winners(pile, &self.budget)?;
        let heap = pile as usize;
        let class = match (left[heap], right[heap]) {
            (true, true) => Class::N,
            (true, false) => Class::L,
            (false, true) => Class::R,
            (false, false) => Class::P,
        };
        let target = |player: Player, other: &[bool]| {
            let k = (1..=pile).find(|&k| owner(k) == player && !other[(pile - k) as usize])?;
            Some(WinningMove { player: Some(player), to: position::position_of(&[pile - k]) })
        };
        let winning = target(Player::Left, &right).into_iter().chain(target(Player::Right, &left)).collect();
        let value = if pile <= MOST_VALUED { Some(self.value(pile)?) } else { None };
        let (value, reduced) = value.map(|value| (value.canonical, value.reduced)).unzip();
        Ok(SpecialOutcome { class, winning, value, reduced })
    }

    fn grundy(&self, _position: &[Pile]) -> Result<u64, Refused> {
        Err(Refused::no_answer(
            "the players have different moves, so piles have partizan values, not Grundy values",
        )
        .hint("ask for the outcome, which shows the value"))
    }
}

/// The game's entry in the catalog.
pub(crate) const GAME: InRust = InRust {
    name: "golden-nugget",
    title: "The golden nugget game (partizan)",
    sources: &[("VIS", "8.6")],
    notes: &["In reduced canonical form every heap is a number or a switch (VIS-8.6-claim, corrected)."],
    parameters: &[],
    build,
};

fn build(_: &Given<'_>) -> Result<Built, RuleError> {
    Ok((Arc::new(GoldenNugget::new()), Vec::new()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn owners_are_the_two_wythoff_sequences() {
        for n in 1..300 {
            let lower = golden::lower_small(n).unwrap();
            assert_eq!((owner(lower), owner(lower + n)), (Player::Left, Player::Right));
        }
    }

    #[test]
    fn numbers_among_the_first_piles() {
        let game = GoldenNugget::new();
        let numbers: Vec<(u64, String)> = (0..=60)
            .map(|pile| (pile, game.value(pile).unwrap()))
            .filter(|(_, value)| value.is_number)
            .map(|(pile, value)| (pile, value.canonical))
            .collect();
        let expect = [
            (0, "0"),
            (1, "1"),
            (3, "1/2"),
            (6, "3/4"),
            (11, "5/8"),
            (14, "7/8"),
            (19, "11/16"),
            (27, "13/16"),
            (32, "21/32"),
            (35, "15/16"),
            (40, "23/32"),
            (48, "27/32"),
            (53, "43/64"),
        ];
        assert!(numbers.iter().map(|(pile, value)| (*pile, value.as_str())).eq(expect));
    }

    #[test]
    fn every_reduced_form_is_a_number_or_a_switch() {
        let game = GoldenNugget::new();
        for pile in 0..=60u64 {
            let value = game.value(pile).unwrap();
            if value.left_stop == value.right_stop {
                assert_eq!(value.reduced, value.left_stop, "{pile}");
            } else {
                assert_eq!(value.reduced, format!("{{{}|{}}}", value.left_stop, value.right_stop), "{pile}");
                assert_eq!(value.left_stop, "1");
                assert_eq!(value.right_stop == "0", owner(pile) == Player::Right, "{pile}");
            }
        }
        // Piles A(B(n)) + 1 are 1 and a nonzero infinitesimal: neither a number nor a switch before reduction.
        let upper = (1..).map(|n| golden::lower_small(n).unwrap() + n);
        for pile in upper.map(|b| golden::lower_small(b).unwrap() + 1).take_while(|&pile| pile <= 60) {
            let value = game.value(pile).unwrap();
            assert!(!value.is_number);
            assert_eq!(value.reduced, "1");
        }
    }

    #[test]
    fn outcomes_agree_with_values() {
        let game = GoldenNugget::new();
        for pile in 0..=60u64 {
            let outcome = game.outcome(&position::position_of(&[pile])).unwrap();
            let mut piles = game.piles.lock().unwrap();
            let heap = piles.heap(pile, &Budget::default()).unwrap();
            assert_eq!(outcome.class, piles.values.class(heap));
            for winning in &outcome.winning {
                let to = u64::try_from(winning.to[0].whole().unwrap()).unwrap();
                assert_eq!(winning.player, Some(owner(pile - to)));
                let heap = piles.heap(to, &Budget::default()).unwrap();
                let class = piles.values.class(heap);
                let good = if winning.player == Some(Player::Left) { Class::L } else { Class::R };
                assert!(class == good || class == Class::P);
            }
        }
    }

    #[test]
    fn zero_is_the_only_p_position() {
        let game = GoldenNugget::new();
        assert_eq!(game.p_below(500).unwrap(), [[0]]);
        assert_eq!(game.p_first(1).unwrap(), [[0]]);
        assert!(game.p_first(2).is_err());
        assert!(game.grundy(&position::position_of(&[3])).is_err());
        assert!(game.legal(&position::position_of(&[3]), &position::position_of(&[3])).is_err());
    }
}
