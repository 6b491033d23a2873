//! The lexified nim-sum game (LEX Section 6, ledger LEX-O2): change one pile by any amount, or change the
//! piles by amounts x_1, .., x_K, of either sign, whose nim-sum is 0, so that the sorted result precedes.
//!
//! The paper does not say what the xor of a negative number is; both readings are offered. From the rules are decided two
//! piles, and positions with all piles but two empty: of those a move leads to others of the same kind, in rows before.
//!
//! Judged by: LEX-O2

use super::KnownAs;
use super::descent::{Descends, Descent};
use super::in_rust::{Built, Given, InRust, Parameter};
use malachite::Integer;
use std::sync::Arc;
use wythoff_numbers::Budget;
use wythoff_numbers::mex::mex;
use wythoff_rules::{ErrorKind, RuleError, Value};

use malachite::Natural;

use super::position::{self, Pile, SpecialPosition, small_piles, whole_piles};
use super::refused::{NotLegal, Refused};
use super::{Special, SpecialOutcome};

/// The most piles a game may have.
const MOST_PILES: usize = 16;
/// The largest pile that decides anything for three or more piles.
const MOST_PILE: u64 = 1 << 40;
/// The most piles whose ways of matching are tried.
const MOST_MATCHED: usize = 9;
/// The largest pile for which options and Grundy values of two piles are listed.
const MOST_LISTED: u64 = 300;

/// What the xor of amounts of either sign means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum XorReading {
    /// `xor=two`: two's complement; the reading in which two piles give Wythoff's moves.
    TwosComplement,
    /// `xor=abs`: the xor of the absolute values.
    Absolute,
}

impl XorReading {
    fn of(self, change: i64) -> i64 {
        match self {
            XorReading::TwosComplement => change,
            XorReading::Absolute => change.abs(),
        }
    }
}

/// The lexified nim-sum game on K piles.
///
/// ```
/// use wythoff_catalog::special::{Class, NimsumWytlex, Special, XorReading};
/// let game = NimsumWytlex::new(3, XorReading::TwosComplement).unwrap();
/// let lost = game.parse("0,4,7").unwrap();
/// assert_eq!(game.outcome(&lost).unwrap().class, Class::P);
/// assert!(game.outcome(&game.parse("2,3,4").unwrap()).is_err());
/// ```
#[derive(Clone)]
pub struct NimsumWytlex {
    piles: usize,
    reading: XorReading,
    budget: Budget,
}

impl NimsumWytlex {
    /// The game on `piles` >= 2 piles.
    pub fn new(piles: usize, reading: XorReading) -> Result<Self, Refused> {
        if !(2..=MOST_PILES).contains(&piles) {
            let reason =
                format!("the lexified nim-sum game is played on 2 to {MOST_PILES} piles, not on {piles}");
            return Err(Refused::input(reason).hint("write piles=3"));
        }
        Ok(NimsumWytlex { piles, reading, budget: Budget::default() })
    }

    fn sorted(&self, position: &[Pile]) -> Result<Vec<i64>, Refused> {
        let mut piles = small_piles(position, Some(self.piles), MOST_PILE)?;
        piles.sort_unstable();
        Ok(piles.into_iter().map(|pile| pile as i64).collect())
    }

    fn legal_sorted(&self, from: &[i64], to: &[i64]) -> Result<String, String> {
        if to >= from {
            return Err("the sorted result does not precede the sorted start lexicographically".to_string());
        }
        let mut single = false;
        let mut nim_sum = None;
        let mut to = to.to_vec();
        self.match_piles(from, &mut to, 0, &mut |changes| {
            single |= changes.iter().filter(|&&x| x != 0).count() == 1;
            if changes.iter().fold(0, |xor, &x| xor ^ self.reading.of(x)) == 0 {
                nim_sum.get_or_insert_with(|| changes.to_vec());
            }
        });
        match (single, nim_sum) {
            (true, _) => Ok("one pile changes".to_string()),
            (false, Some(changes)) => {
                let amounts: Vec<_> = changes.iter().map(i64::to_string).collect();
                Ok(format!("the amounts removed, {}, have nim-sum 0", amounts.join(", ")))
            }
            (false, None) => Err(
                "more than one pile changes, and in no matching of the piles do the amounts have nim-sum 0"
                    .to_string(),
            ),
        }
    }

    /// Calls `see` with the changes of every way of matching the piles.
    fn match_piles(&self, from: &[i64], to: &mut [i64], done: usize, see: &mut impl FnMut(&[i64])) {
        if done == to.len() {
            let changes: Vec<i64> = from.iter().zip(to.iter()).map(|(a, b)| a - b).collect();
            see(&changes);
            return;
        }
        for next in done..to.len() {
            if to[done..next].contains(&to[next]) {
                continue;
            }
            to.swap(done, next);
            self.match_piles(from, to, done + 1, see);
            to.swap(done, next);
        }
    }

    /// The last two piles of a sorted position whose others are empty.
    fn last_two(&self, position: &[Pile]) -> Result<[Natural; 2], Refused> {
        let mut piles = whole_piles(position, Some(self.piles))?;
        piles.sort();
        let (Some(c), Some(b)) = (piles.pop(), piles.pop()) else { return Ok(Default::default()) };
        if piles.iter().any(|pile| *pile != 0u32) {
            let reason =
                "with more than two nonempty piles a position moves to infinitely many P-positions (LEX-O2)";
            return Err(Refused::no_answer(reason).hint(
                "from the rules two piles are decided; by the theory also a smallest pile of 1 of three",
            ));
        }
        Ok([b, c])
    }
}

impl Descends for NimsumWytlex {
    /// Of positions with all piles but two empty: a pile that the target has is kept and the other one lowered to its
    /// partner; and each matching of the piles allows one or two sizes of the last one.
    fn reaches(&self, beginning: &[Natural], to: &[Natural]) -> Result<bool, Refused> {
        let [row, top] = beginning else { return Ok(to.contains(&beginning[0])) };
        let whole = |[b, c]: [&Natural; 2]| {
            let pile =
                |pile: &Natural| i64::try_from(pile).map_err(|_| Refused::limit("a pile is too large"));
            Ok::<_, Refused>([vec![0; self.piles - 2], vec![pile(b)?, pile(c)?]].concat())
        };
        Ok(self.legal_sorted(&whole([row, top])?, &whole([&to[0], &to[1]])?).is_ok())
    }
}

fn too_many() -> String {
    format!("with more than {MOST_MATCHED} piles the ways of matching them are too many to try")
}

impl Special for NimsumWytlex {
    fn known_as(&self) -> Option<KnownAs> {
        Some(KnownAs::NimsumWytlex { piles: self.piles, reading: self.reading })
    }

    fn within(&self, budget: &Budget) -> Arc<dyn Special> {
        Arc::new(NimsumWytlex { budget: budget.clone(), ..self.clone() })
    }

    fn spec(&self) -> String {
        let reading = match self.reading {
            XorReading::TwosComplement => "two",
            XorReading::Absolute => "abs",
        };
        format!("nimsum-wytlex(piles={},xor={reading})", self.piles)
    }

    fn rules(&self) -> String {
        let reading = match self.reading {
            XorReading::TwosComplement => "the xor of negative amounts is taken in two's complement",
            XorReading::Absolute => "the xor is taken of the absolute values of the amounts",
        };
        format!(
            "{} unordered piles.\n\
             Change one pile by any amount, or change the piles by amounts, not all 0, whose nim-sum is 0\n\
             ({reading}). Tokens may be added as well as removed.\n\
             The sorted result must precede the sorted start in lexicographic order. Last mover wins.",
            self.piles
        )
    }

    fn piles(&self) -> usize {
        self.piles
    }

    fn unordered(&self) -> bool {
        true
    }

    fn parse(&self, text: &str) -> Result<SpecialPosition, Refused> {
        let mut piles = whole_piles(&position::parse_piles(text)?, Some(self.piles))?;
        piles.sort();
        Ok(piles.into_iter().map(Pile::Whole).collect())
    }

    fn legal(&self, from: &[Pile], to: &[Pile]) -> Result<String, NotLegal> {
        if self.piles > MOST_MATCHED {
            return Err(Refused::limit(too_many()).hint("ask for fewer piles").into());
        }
        Ok(self.legal_sorted(&self.sorted(from)?, &self.sorted(to)?)?)
    }

    fn options(&self, from: &[Pile]) -> Result<Vec<SpecialPosition>, Refused> {
        if self.piles > 2 {
            let reason = "positions of the lexified nim-sum game on three or more piles can have infinitely many options";
            return Err(
                Refused::no_answer(reason).hint("ask for one winning move, or whether a given move is legal")
            );
        }
        let mut from = small_piles(from, Some(2), MOST_LISTED)?;
        from.sort_unstable();
        let from: Vec<i64> = from.iter().map(|&pile| pile as i64).collect();
        Ok(self
            .options_of_two(&from)
            .iter()
            .map(|to| position::position_of(&to.map(|pile| pile as u64)))
            .collect())
    }

    fn p_below(&self, bound: u64) -> Result<Vec<Vec<u64>>, Refused> {
        if self.piles > 2 && bound > 1 {
            let reason = "only P-positions with few nonempty piles are determined (LEX-O2)";
            return Err(
                Refused::no_answer(reason).hint("ask about one position whose smallest pile is 0 or 1")
            );
        }
        let found = Descent::new(self, 2, &self.budget).below(bound)?;
        Ok(found.into_iter().map(|pair| [vec![0; self.piles - 2], pair].concat()).collect())
    }

    fn p_first(&self, n: usize) -> Result<Vec<Vec<u64>>, Refused> {
        if self.piles > 2 {
            let reason = "the row of smallest pile 0 holds infinitely many P-positions";
            return Err(Refused::no_answer(reason).hint("ask about one position"));
        }
        let mut found = Vec::new();
        Descent::new(self, 2, &self.budget).first_into(n, &mut |pair| found.push(pair.to_vec()))?;
        Ok(found)
    }

    fn outcome(&self, position: &[Pile]) -> Result<SpecialOutcome, Refused> {
        let pair = self.last_two(position)?;
        let mut outcome = Descent::new(self, 2, &self.budget).outcome(&pair)?;
        for winning in &mut outcome.winning {
            let last = std::mem::take(&mut winning.to);
            winning.to = [vec![Pile::from(0); self.piles - 2], last].concat();
        }
        Ok(outcome)
    }

    fn grundy(&self, position: &[Pile]) -> Result<u64, Refused> {
        if self.piles > 2 {
            let reason = "positions can have infinitely many options, so a Grundy value would be an ordinal";
            return Err(Refused::no_answer(reason).hint("ask for the outcome"));
        }
        let mut piles = small_piles(position, Some(2), 40)?;
        piles.sort_unstable();
        // A move never raises the sum of two piles, so a box of that size holds all that is reached.
        let size = (piles[0] + piles[1] + 1) as usize;
        let mut table = vec![vec![0u64; size]; size];
        for low in 0..=piles[0] as usize {
            self.budget.check()?;
            for high in low..size - low {
                let options = self.options_of_two(&[low as i64, high as i64]);
                let values = options.iter().map(|to| table[to[0] as usize][to[1] as usize]);
                table[low][high] = mex(values);
            }
        }
        Ok(table[piles[0] as usize][piles[1] as usize])
    }
}

impl NimsumWytlex {
    /// The options of two sorted piles; none has a larger sum.
    fn options_of_two(&self, from: &[i64]) -> Vec<[i64; 2]> {
        let mut options = Vec::new();
        for low in 0..=from[0] {
            for high in low..=from[0] + from[1] - low {
                if self.legal_sorted(from, &[low, high]).is_ok() {
                    options.push([low, high]);
                }
            }
        }
        options
    }
}

/// The game's entry in the catalog.
pub(crate) const GAME: InRust = InRust {
    name: "nimsum-wytlex",
    title: "Nim-sum Wythoff, lexified",
    sources: &[("LEX", "6")],
    notes: &[
        "Exact for two piles, and where the smallest pile is at most 1; beyond that the rule does not determine it (LEX-O2).",
    ],
    parameters: &[
        Parameter { name: "piles", default: Some("3"), range: "piles >= 2" },
        Parameter { name: "xor", default: Some("two"), range: "one of two, abs" },
    ],
    build,
};

fn build(given: &Given<'_>) -> Result<Built, RuleError> {
    let (piles, xor) = (given.number("piles")?, given.text("xor").unwrap_or("two"));
    let reading = match xor {
        "two" => XorReading::TwosComplement,
        "abs" => XorReading::Absolute,
        other => {
            let message = format!("the parameter `xor` cannot be `{other}`");
            return Err(RuleError::new(ErrorKind::Parameter, message).hint("it is one of: two, abs"));
        }
    };
    let values = vec![
        ("piles".to_string(), Value::Integer(Integer::from(piles))),
        ("xor".to_string(), Value::Word(xor.to_string())),
    ];
    Ok((Arc::new(NimsumWytlex::new(piles, reading)?), values))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::special::Class;

    const BOTH: [XorReading; 2] = [XorReading::TwosComplement, XorReading::Absolute];

    #[test]
    fn two_piles_have_wythoffs_p_positions() {
        for reading in BOTH {
            let game = NimsumWytlex::new(2, reading).unwrap();
            let mut lost: Vec<Vec<i64>> = Vec::new();
            for low in 0..25 {
                for high in low..40 {
                    let from = vec![low, high];
                    if !lost.iter().any(|to| game.legal_sorted(&from, to).is_ok()) {
                        lost.push(from);
                    }
                }
            }
            let expect = game.p_below(40).unwrap();
            assert!(lost.iter().map(|p| vec![p[0] as u64, p[1] as u64]).eq(expect));
        }
    }

    #[test]
    fn the_readings_differ_where_the_ledger_says() {
        let [two, abs] = BOTH.map(|reading| NimsumWytlex::new(2, reading).unwrap());
        let (from, to) = (two.parse("1,2").unwrap(), two.parse("0,3").unwrap());
        assert!(two.legal(&from, &to).is_err());
        assert!(abs.legal(&from, &to).is_ok());
        let [two, abs] = BOTH.map(|reading| NimsumWytlex::new(3, reading).unwrap());
        let class = |game: &NimsumWytlex, c| game.outcome(&position::position_of(&[0, 4, c])).unwrap().class;
        assert_eq!((class(&two, 7), class(&two, 8)), (Class::P, Class::N));
        assert_eq!((class(&abs, 7), class(&abs, 8)), (Class::N, Class::P));
    }

    #[test]
    fn grundy_of_two_piles_in_twos_complement_is_wythoffs() {
        let game = NimsumWytlex::new(2, XorReading::TwosComplement).unwrap();
        let row: Vec<u64> = (0..8).map(|y| game.grundy(&position::position_of(&[2, y])).unwrap()).collect();
        assert_eq!(row, [2, 0, 1, 5, 3, 4, 8, 6]);
        let abs = NimsumWytlex::new(2, XorReading::Absolute).unwrap();
        assert_eq!(abs.grundy(&position::position_of(&[3, 5])).unwrap(), 0);
    }

    #[test]
    fn rows_of_zeros_agree_with_literal_legality() {
        for (piles, reading) in [(3, BOTH[0]), (3, BOTH[1]), (4, BOTH[0]), (4, BOTH[1])] {
            let game = NimsumWytlex::new(piles, reading).unwrap();
            let mut lost: Vec<Vec<i64>> = Vec::new();
            for b in 0..14 {
                for c in b..60 {
                    let from = [vec![0; piles - 2], vec![b, c]].concat();
                    if !lost.iter().any(|to| game.legal_sorted(&from, to).is_ok()) {
                        lost.push(from);
                    }
                }
                for c in
                    (b..60).step_by(3).chain(lost.iter().filter(|p| p[piles - 2] == b).map(|p| p[piles - 1]))
                {
                    let from = [vec![0; piles - 2], vec![b, c]].concat();
                    let position: SpecialPosition = from.iter().map(|x| Pile::from(*x as u64)).collect();
                    let outcome = game.outcome(&position).unwrap();
                    assert_eq!(outcome.class == Class::P, lost.contains(&from), "{reading:?} {from:?}");
                }
            }
        }
    }

    #[test]
    fn winning_moves_are_legal_and_lead_to_p_positions() {
        for reading in BOTH {
            let game = NimsumWytlex::new(3, reading).unwrap();
            for (b, c) in (0..12).flat_map(|b| (b..20).map(move |c| (b, c))) {
                let position = position::position_of(&[0, b, c]);
                for winning in game.outcome(&position).unwrap().winning {
                    assert!(game.legal(&position, &winning.to).is_ok());
                    assert_eq!(game.outcome(&winning.to).unwrap().class, Class::P);
                }
            }
        }
    }

    #[test]
    fn what_is_not_determined_is_refused() {
        let game = NimsumWytlex::new(3, XorReading::TwosComplement).unwrap();
        assert!(game.outcome(&position::position_of(&[2, 3, 4])).is_err());
        assert!(game.p_below(20).is_err());
        assert!(game.p_first(20).is_err());
        assert!(game.options(&position::position_of(&[1, 1, 1])).is_err());
        assert!(game.grundy(&position::position_of(&[0, 0, 1])).is_err());
        assert_eq!(game.p_below(1).unwrap(), [[0, 0, 0]]);
        let four = NimsumWytlex::new(4, XorReading::Absolute).unwrap();
        assert!(four.outcome(&position::position_of(&[0, 1, 1, 2])).is_err());
        assert!(four.outcome(&position::position_of(&[0, 0, 1, 2])).is_ok());
    }
}
