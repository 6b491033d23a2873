//! Wytlex(K) and Variable Wytlex(K, f): Wythoff on K piles in which tokens may be added as well as removed,
//! provided that the sorted result precedes the sorted start (LEX Definitions 3, 14 and 16).
//!
//! Judged by: LEX-L12, LEX-T19

use super::KnownAs;
use super::descent::{Descends, Descent};
use super::in_rust::{Built, Given, InRust, Parameter};
use std::cmp::Ordering;
use std::sync::Arc;
use wythoff_numbers::Budget;
use wythoff_numbers::clipped;
use wythoff_numbers::mex::mex;
use wythoff_rules::{COORDINATES, Formula, RuleError, Value};

use malachite::base::num::arithmetic::traits::UnsignedAbs;
use malachite::base::num::logic::traits::SignificantBits;
use malachite::{Integer, Natural};

use super::position::{self, Pile, SpecialPosition, whole_piles};
use super::refused::{NotLegal, Refused};
use super::{Special, SpecialOutcome};

/// The function f of Variable Wytlex, on the sorted piles moved to; an error says why it has no value.
pub type PileFunction = Arc<dyn Fn(&[Natural], &Budget) -> Result<Integer, String> + Send + Sync>;

/// The most piles a game may have: a position costs the square of their number.
const MOST_PILES: usize = 64;
/// The largest pile for which the options and Grundy values of two piles are listed.
const MOST_LISTED: u64 = 400;
/// The most bits that a value of f may have.
const MOST_BITS: u64 = 1 << 22;
/// So much of a position is shown in an error.
const SHOWN: usize = 100;

/// Wytlex(K), or Wytlex(K, f) with a function of the position moved to.
///
/// ```
/// use wythoff_catalog::special::{Special, Wytlex};
/// let game = Wytlex::new(3).unwrap();
/// assert_eq!(game.p_first(4).unwrap(), [[0, 0, 0], [1, 2, 3], [4, 7, 10], [5, 9, 13]]);
/// let from = game.parse("10,10,20").unwrap();
/// assert!(game.legal(&from, &game.parse("5,12,12").unwrap()).is_ok());
/// ```
#[derive(Clone)]
pub struct Wytlex {
    piles: usize,
    f: Option<(String, PileFunction)>,
    budget: Budget,
}

impl Wytlex {
    /// Wytlex(K) on `piles` >= 2 piles.
    pub fn new(piles: usize) -> Result<Self, Refused> {
        if !(2..=MOST_PILES).contains(&piles) {
            let reason = format!("Wytlex is played on 2 to {MOST_PILES} piles, not on {piles}");
            return Err(Refused::input(reason).hint("write piles=3"));
        }
        Ok(Wytlex { piles, f: None, budget: Budget::default() })
    }

    /// Wytlex(K, f); `text` is how f is written. Refused where f(0, .., 0) < 1.
    pub fn with_f(piles: usize, text: impl Into<String>, f: PileFunction) -> Result<Self, Refused> {
        let mut game = Wytlex::new(piles)?;
        width(&f, &vec![Natural::from(0u32); piles], &game.budget)?;
        game.f = Some((text.into(), f));
        Ok(game)
    }

    fn descent(&self) -> Descent<'_, Wytlex> {
        Descent::new(self, self.piles, &self.budget)
    }

    fn width(&self, piles: &[Natural]) -> Result<Natural, Refused> {
        match &self.f {
            None => Ok(Natural::from(1u32)),
            Some((_, f)) => width(f, piles, &self.budget),
        }
    }

    fn sorted(&self, position: &[Pile]) -> Result<Vec<Natural>, Refused> {
        let mut piles = whole_piles(position, Some(self.piles))?;
        piles.sort();
        Ok(piles)
    }

    /// Options of a position of two piles, or with at most one nonempty pile: the only finite cases.
    fn finite_options(&self, from: &[Natural]) -> Result<Vec<Vec<u64>>, Refused> {
        let nonempty = from.iter().filter(|&pile| *pile != 0u32).count();
        if self.piles > 2 && nonempty > 1 {
            let reason = "a position of Wytlex with two nonempty piles out of three or more has infinitely many options";
            return Err(
                Refused::no_answer(reason).hint("ask for one winning move, or whether a given move is legal")
            );
        }
        let top = match u64::try_from(&from[self.piles - 1]) {
            Ok(top) if top <= MOST_LISTED || nonempty <= 1 && top <= 1_000_000 => top,
            _ => {
                return Err(
                    Refused::limit("the options are too many to list").hint("ask for one winning move")
                );
            }
        };
        if nonempty <= 1 {
            let option = |last| [vec![0; self.piles - 1], vec![last]].concat();
            return Ok((0..top).map(option).collect());
        }
        let mut options = Vec::new();
        for low in 0..=top {
            for high in low..=top {
                let to = [Natural::from(low), Natural::from(high)];
                if to[..] < *from && self.legal_sorted(from, &to)?.is_ok() {
                    options.push(vec![low, high]);
                }
            }
        }
        Ok(options)
    }

    fn legal_sorted(&self, from: &[Natural], to: &[Natural]) -> Result<Result<String, String>, Refused> {
        Ok(definition_16(from, to, &self.width(to)?))
    }
}

/// f at a sorted position: at least 1, or the reason why the game is not defined there.
fn width(f: &PileFunction, piles: &[Natural], budget: &Budget) -> Result<Natural, Refused> {
    let at = || format!("[{}]", piles.iter().map(Natural::to_string).collect::<Vec<_>>().join(","));
    let value: Integer = f(piles, budget).map_err(|reason| {
        Refused::input(format!("f has no value at {}: {reason}", clipped(&at(), SHOWN)))
            .hint("f must be defined, and at least 1, at every position")
    })?;
    if value < 1 {
        return Err(Refused::input(format!("f is {value} at {}; Variable Wytlex needs f >= 1", at()))
            .hint("add a constant to f"));
    }
    if value.significant_bits() > MOST_BITS {
        return Err(Refused::limit(format!("f has more than {MOST_BITS} bits at {}", clipped(&at(), SHOWN)))
            .hint("ask for fewer positions"));
    }
    Ok(value.unsigned_abs())
}

impl Descends for Wytlex {
    /// A size or a difference that some of the piles share with the target they share whatever the other piles are; and
    /// a target has finitely many of both.
    fn reaches(&self, beginning: &[Natural], to: &[Natural]) -> Result<bool, Refused> {
        Ok(shared(beginning, to, &self.width(to)?).is_ok())
    }
}

impl Special for Wytlex {
    fn known_as(&self) -> Option<KnownAs> {
        Some(KnownAs::Wytlex { piles: self.piles, f: self.f.as_ref().map(|(_, f)| f.clone()) })
    }

    fn within(&self, budget: &Budget) -> Arc<dyn Special> {
        Arc::new(Wytlex { budget: budget.clone(), ..self.clone() })
    }

    fn spec(&self) -> String {
        match &self.f {
            None => format!("wytlex(piles={})", self.piles),
            Some((text, _)) => format!("wytlex(piles={},f=\"{text}\")", self.piles),
        }
    }

    fn rules(&self) -> String {
        let piles = self.piles;
        let order =
            "The sorted result must precede the sorted start in lexicographic order. Last mover wins.";
        match &self.f {
            None => format!(
                "{piles} unordered piles.\n\
                 Choose two piles; change one of them by any amount, or both by the same amount;\n\
                 change every other pile by any amount. Tokens may be added as well as removed.\n{order}"
            ),
            Some((text, _)) => format!(
                "{piles} unordered piles; f = {text} on the sorted piles b1 <= .. <= b{piles} moved to, f >= 1.\n\
                 A move leads to any piles that share a pile size with the start, or that have\n\
                 two piles whose difference d makes some difference of the start lie in d, .., d + f - 1.\n{order}"
            ),
        }
    }

    fn piles(&self) -> usize {
        self.piles
    }

    fn unordered(&self) -> bool {
        true
    }

    fn parse(&self, text: &str) -> Result<SpecialPosition, Refused> {
        let piles = self.sorted(&position::parse_piles(text)?)?;
        Ok(piles.into_iter().map(Pile::Whole).collect())
    }

    fn legal(&self, from: &[Pile], to: &[Pile]) -> Result<String, NotLegal> {
        Ok(self.legal_sorted(&self.sorted(from)?, &self.sorted(to)?)??)
    }

    fn options(&self, from: &[Pile]) -> Result<Vec<SpecialPosition>, Refused> {
        let options = self.finite_options(&self.sorted(from)?)?;
        Ok(options.iter().map(|option| position::position_of(option)).collect())
    }

    fn p_below(&self, bound: u64) -> Result<Vec<Vec<u64>>, Refused> {
        self.descent().below(bound)
    }

    fn p_first(&self, n: usize) -> Result<Vec<Vec<u64>>, Refused> {
        let mut found = Vec::new();
        self.descent().first_into(n, &mut |position| found.push(position.to_vec()))?;
        Ok(found)
    }

    fn p_first_into(&self, n: usize, budget: &Budget, sink: &mut dyn FnMut(&[u64])) -> Result<(), Refused> {
        Descent::new(self, self.piles, budget).first_into(n, sink)
    }

    fn outcome(&self, position: &[Pile]) -> Result<SpecialOutcome, Refused> {
        self.descent().outcome(&self.sorted(position)?)
    }

    fn grundy(&self, position: &[Pile]) -> Result<u64, Refused> {
        let piles = self.sorted(position)?;
        if self.piles > 2 {
            let reason =
                "positions of Wytlex have infinitely many options, so a Grundy value would be an ordinal";
            return Err(Refused::no_answer(reason).hint("ask for the outcome"));
        }
        let top = match u64::try_from(&piles[1]) {
            Ok(top) if top <= 60 => top as usize,
            _ => return Err(Refused::limit("Grundy values of Wytlex(2, f) are computed for piles up to 60")),
        };
        let mut table = vec![vec![0u64; top + 1]; top + 1];
        for low in 0..=top {
            self.budget.check()?;
            for high in low..=top {
                let from = [Natural::from(low), Natural::from(high)];
                let options = self.finite_options(&from)?;
                table[low][high] = mex(options.iter().map(|to| table[to[0] as usize][to[1] as usize]));
            }
        }
        Ok(u64::try_from(&piles[0]).map_or(0, |low| table[low as usize][top]))
    }
}

/// Whether LEX Definition 3 allows the move, read literally: some two piles i != j of `from` become two
/// piles of `to` by a change of one alone or of both alike, the others change at will, and the sorted result
/// precedes the sorted start.
pub fn definition_3(from: &[Natural], to: &[Natural]) -> bool {
    let (from, to) = (sorted_copy(from), sorted_copy(to));
    if from.len() != to.len() || to.cmp(&from) != Ordering::Less {
        return false;
    }
    let change = |a: &Natural, b: &Natural| Integer::from(a) - Integer::from(b);
    let places = 0..from.len();
    let wythoff_move = |i: usize, j: usize, k: usize, l: usize| {
        let (first, second) = (change(&from[i], &to[k]), change(&from[j], &to[l]));
        first == 0 || second == 0 || first == second
    };
    places.clone().any(|i| {
        places.clone().filter(|&j| j != i).any(|j| {
            places.clone().any(|k| places.clone().filter(|&l| l != k).any(|l| wythoff_move(i, j, k, l)))
        })
    })
}

/// Whether LEX Definition 14 allows the move: the result precedes, and a pile size or a difference is shared.
pub fn definition_14(from: &[Natural], to: &[Natural]) -> bool {
    definition_16(&sorted_copy(from), &sorted_copy(to), &Natural::from(1u32)).is_ok()
}

/// LEX Definition 16 on sorted piles with f(to) = `width`: the reason why, or the condition that fails.
fn definition_16(from: &[Natural], to: &[Natural], width: &Natural) -> Result<String, String> {
    if from.len() != to.len() {
        return Err("the positions have different numbers of piles".to_string());
    }
    if to >= from {
        return Err("the sorted result does not precede the sorted start lexicographically".to_string());
    }
    shared(from, to, width)
}

/// What the two have in common: a size, or a difference of `from` that meets one of `to`; or that there is nothing.
fn shared(from: &[Natural], to: &[Natural], width: &Natural) -> Result<String, String> {
    if let Some(shared) = from.iter().find(|pile| to.contains(pile)) {
        return Ok(format!("both positions have a pile of {shared}"));
    }
    for (i, low) in from.iter().enumerate() {
        for high in &from[i + 1..] {
            let difference = high - low;
            for (k, to_low) in to.iter().enumerate() {
                for to_high in &to[k + 1..] {
                    let start = to_high - to_low;
                    if start <= difference && difference < &start + width {
                        return Ok(format!(
                            "the difference {difference} of {low} and {high} meets {start}, of {to_low} and {to_high}"
                        ));
                    }
                }
            }
        }
    }
    Err("no pile size and no difference of two piles is shared".to_string())
}

fn sorted_copy(piles: &[Natural]) -> Vec<Natural> {
    let mut piles = piles.to_vec();
    piles.sort();
    piles
}

/// The game's entry in the catalog.
pub(crate) const GAME: InRust = InRust {
    name: "wytlex",
    title: "Wytlex(K) and Variable Wytlex(K, f)",
    sources: &[("LEX", "Definitions 3, 14, 16")],
    notes: &[
        "The P-positions come from a construction by mex and tile the positive integers (LEX-T13, LEX-T19).",
    ],
    parameters: &[
        Parameter { name: "piles", default: Some("3"), range: "piles >= 2" },
        Parameter { name: "f", default: None, range: "a function of b1, ..., bK, at least 1" },
    ],
    build,
};

fn build(given: &Given<'_>) -> Result<Built, RuleError> {
    let piles = given.number("piles")?;
    let mut values = vec![("piles".to_string(), Value::Integer(Integer::from(piles)))];
    let Some(f) = given.text("f") else {
        return Ok((Arc::new(Wytlex::new(piles)?), values));
    };
    let names: Vec<String> = (1..=piles.min(COORDINATES)).map(|i| format!("b{i}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let formula = Formula::read("f", f, &names)?;
    values.push(("f".to_string(), Value::Function(f.to_string())));
    let function = move |piles: &[Natural], budget: &Budget| {
        let values: Vec<Integer> = piles.iter().map(Integer::from).collect();
        formula.value_within(&values, budget).map_err(|e| e.to_string())
    };
    Ok((Arc::new(Wytlex::with_f(piles, f, Arc::new(function))?), values))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::special::{Cause, Class};

    fn naturals(piles: &[u64]) -> Vec<Natural> {
        piles.iter().map(|&n| Natural::from(n)).collect()
    }

    fn f(text: &str) -> PileFunction {
        let int = |n: &Natural| Integer::from(n);
        match text {
            "1+b3-b2" => {
                Arc::new(move |b: &[Natural], _: &Budget| Ok(Integer::from(1) + int(&b[2]) - int(&b[1])))
            }
            "1+b1" => Arc::new(move |b: &[Natural], _: &Budget| Ok(Integer::from(1) + int(&b[0]))),
            "2" => Arc::new(|_: &[Natural], _: &Budget| Ok(Integer::from(2))),
            _ => Arc::new(|_: &[Natural], _: &Budget| Err("unknown".to_string())),
        }
    }

    fn moves(game: &Wytlex, from: &str, to: &str) -> bool {
        game.legal(&game.parse(from).unwrap(), &game.parse(to).unwrap()).is_ok()
    }

    /// Every bijection of the piles, tried one by one.
    fn by_bijections(from: &[u64], to: &[u64]) -> bool {
        fn some(from: &[u64], to: &mut Vec<u64>, done: usize) -> bool {
            if done == to.len() {
                let x: Vec<i64> = from.iter().zip(to.iter()).map(|(&a, &b)| a as i64 - b as i64).collect();
                return (0..x.len()).any(|i| x[i] == 0 || (0..i).any(|j| x[i] == x[j]));
            }
            for next in done..to.len() {
                to.swap(done, next);
                let found = some(from, to, done + 1);
                to.swap(done, next);
                if found {
                    return true;
                }
            }
            false
        }
        let (mut from, mut to) = (from.to_vec(), to.to_vec());
        from.sort_unstable();
        to.sort_unstable();
        to < from && some(&from, &mut to, 0)
    }

    #[test]
    fn what_is_handed_over_is_the_list() {
        for piles in 2..6 {
            let (game, mut flat) = (Wytlex::new(piles).unwrap(), Vec::new());
            let sink = &mut |chunk: &[u64]| flat.extend_from_slice(chunk);
            game.p_first_into(40, &Budget::default(), sink).unwrap();
            assert_eq!(flat, game.p_first(40).unwrap().concat());
        }
    }

    proptest! {
        #[test]
        fn definitions_3_and_14_agree(
            (from, to) in (2usize..6).prop_flat_map(|k| (
                prop::collection::vec(0u64..14, k), prop::collection::vec(0u64..14, k)
            ))
        ) {
            let literal = definition_3(&naturals(&from), &naturals(&to));
            prop_assert_eq!(literal, definition_14(&naturals(&from), &naturals(&to)));
            prop_assert_eq!(literal, by_bijections(&from, &to));
        }
    }

    #[test]
    fn the_five_examples_of_section_2_1() {
        let game = Wytlex::new(3).unwrap();
        assert_eq!(game.options(&game.parse("0,0,0").unwrap()).unwrap(), Vec::<SpecialPosition>::new());
        assert!(moves(&game, "0,10,30", "0,0,0"));
        assert!(moves(&game, "0,10,30", "0,9,50"));
        assert!(moves(&game, "10,10,20", "5,12,12"));
        assert!(!moves(&game, "1,2,3", "0,0,0"));
        assert!(moves(&game, "23,39,58", "20,37,53"));
    }

    #[test]
    fn table_1() {
        let game = Wytlex::new(3).unwrap();
        let table = [
            [0, 0, 0],
            [1, 2, 3],
            [4, 7, 10],
            [5, 9, 13],
            [6, 11, 16],
            [8, 15, 22],
            [12, 21, 30],
            [14, 25, 36],
            [17, 29, 41],
            [18, 31, 44],
            [19, 34, 49],
            [20, 37, 53],
            [23, 42, 61],
        ];
        assert_eq!(game.p_first(13).unwrap(), table);
        assert_eq!(game.p_below(62).unwrap(), table);
        assert_eq!(game.p_below(61).unwrap(), table[..12]);
        assert_eq!(game.p_below(1).unwrap(), [[0, 0, 0]]);
        assert!(game.p_below(0).unwrap().is_empty());
    }

    #[test]
    fn table_2_legality() {
        let game = Wytlex::with_f(3, "1+b3-b2", f("1+b3-b2")).unwrap();
        let rows = [
            ("0,0,0", false),
            ("0,0,1", true),
            ("0,0,2", true),
            ("0,1,1", false),
            ("0,1,2", true),
            ("0,2,2", true),
            ("1,1,1", false),
            ("1,1,2", true),
            ("1,2,2", true),
            ("2,2,2", true),
        ];
        for (to, legal) in rows {
            assert_eq!(moves(&game, "2,4,6", to), legal, "{to}");
        }
    }

    /// P-positions in a box by the rules alone: options inside the box are all that is looked at, which is
    /// enough below the point where a winning move must leave the box.
    fn box_p(game: &Wytlex, bound: u64) -> Vec<Vec<u64>> {
        let mut positions = vec![Vec::new()];
        for _ in 0..game.piles {
            positions = positions
                .into_iter()
                .flat_map(|p: Vec<u64>| {
                    let least = p.last().copied().unwrap_or(0);
                    (least..bound).map(move |x| [p.clone(), vec![x]].concat())
                })
                .collect();
        }
        let mut p: Vec<Vec<u64>> = Vec::new();
        for from in positions {
            let from_piles = naturals(&from);
            if !p.iter().any(|to| game.legal_sorted(&from_piles, &naturals(to)).unwrap().is_ok()) {
                p.push(from);
            }
        }
        p
    }

    #[test]
    fn beginnings_agree_with_positions_one_by_one() {
        // Table 1 has no row that needs a target above the bound, so the box decides itself.
        for (piles, bound) in [(2, 25), (3, 23), (4, 11)] {
            let game = Wytlex::new(piles).unwrap();
            assert_eq!(game.p_below(bound).unwrap(), box_p(&game, bound), "{piles} piles");
        }
    }

    #[test]
    fn f_below_one_is_refused_with_the_position() {
        let zero: PileFunction = Arc::new(|_: &[Natural], _: &Budget| Ok(Integer::from(0)));
        let refused = Wytlex::with_f(3, "0", zero).err().unwrap();
        assert_eq!(refused.reason, "f is 0 at [0,0,0]; Variable Wytlex needs f >= 1");
        let falling: PileFunction =
            Arc::new(|b: &[Natural], _: &Budget| Ok(Integer::from(4) - Integer::from(&b[0])));
        let game = Wytlex::with_f(2, "4-b1", falling).unwrap();
        assert!(game.p_first(4).is_ok());
        assert!(game.p_first(9).unwrap_err().reason.starts_with("f is 0 at [4,"));
    }

    #[test]
    fn widths_that_grow_without_bound_are_given_up() {
        let game = Wytlex::with_f(3, "1+b3-b2", f("1+b3-b2")).unwrap();
        assert_eq!(game.p_first(9).unwrap()[8], [11, 3291, 6571]);
        assert_eq!(game.p_first(30).unwrap_err().cause, Cause::Limit);
    }

    #[test]
    fn golden_rows_of_other_games() {
        let five = Wytlex::new(5).unwrap().p_first(37).unwrap();
        assert_eq!(five[36], [65, 170, 275, 380, 485]);
        let three = Wytlex::with_f(3, "2", f("2")).unwrap().p_first(60).unwrap();
        assert_eq!((&three[1][..], &three[59][..]), (&[1, 3, 5][..], &[92, 266, 440][..]));
        let two = Wytlex::with_f(2, "2", f("2")).unwrap().p_first(60).unwrap();
        assert_eq!(two[59], [83, 201]);
        let quadratic = Wytlex::with_f(2, "1+b1", f("1+b1")).unwrap().p_first(60).unwrap();
        assert_eq!(quadratic[59], [67, 2143]);
    }

    #[test]
    fn winning_moves_are_legal_and_reach_p_positions() {
        let games =
            [Wytlex::new(3).unwrap(), Wytlex::with_f(3, "2", f("2")).unwrap(), Wytlex::new(4).unwrap()];
        for game in games {
            let lost = game.p_first(40).unwrap();
            for x in 0..9u64 {
                for y in x..16 {
                    for z in y..24 {
                        let piles = if game.piles == 3 { vec![x, y, z] } else { vec![x, y, z, 3 * z] };
                        let position = position::position_of(&piles);
                        let outcome = game.outcome(&position).unwrap();
                        match &outcome.winning[..] {
                            [] => assert!(lost.contains(&piles), "{piles:?}"),
                            [winning] => {
                                assert_eq!(outcome.class, Class::N);
                                assert!(!lost.contains(&piles));
                                assert!(game.legal(&position, &winning.to).is_ok());
                                assert_eq!(game.outcome(&winning.to).unwrap().class, Class::P);
                            }
                            _ => panic!("one move"),
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn huge_piles_are_decided_by_the_smallest() {
        let game = Wytlex::new(3).unwrap();
        let huge = format!("4,7,{}", "9".repeat(200));
        let outcome = game.outcome(&game.parse(&huge).unwrap()).unwrap();
        assert_eq!(outcome.winning[0].to, position::position_of(&[4, 7, 10]));
        let beyond = format!("{0},{0},{0}", "9".repeat(30));
        assert_eq!(game.outcome(&game.parse(&beyond).unwrap()).unwrap_err().cause, Cause::Limit);
    }

    #[test]
    fn wytlex_2_has_the_moves_and_values_of_wythoff() {
        let game = Wytlex::new(2).unwrap();
        for x in 0..9u64 {
            for y in x..9 {
                let options = game.options(&position::position_of(&[x, y])).unwrap();
                let mut wythoff = Vec::new();
                for (u, v) in (0..=x).flat_map(|u| (0..=y).map(move |v| (u, v))) {
                    if (u, v) != (x, y) && (u == x || v == y || x - u == y - v) {
                        wythoff.push(position::position_of(&[u.min(v), u.max(v)]));
                    }
                }
                assert!(wythoff.iter().all(|to| options.contains(to)));
                assert!(options.iter().all(|to| wythoff.contains(to)));
            }
        }
        let row: Vec<u64> = (0..8).map(|y| game.grundy(&position::position_of(&[2, y])).unwrap()).collect();
        assert_eq!(row, [2, 0, 1, 5, 3, 4, 8, 6]);
        let three = Wytlex::new(3).unwrap();
        assert!(three.grundy(&position::position_of(&[1, 2, 3])).is_err());
        assert!(three.options(&position::position_of(&[0, 2, 3])).is_err());
        assert_eq!(three.options(&position::position_of(&[0, 0, 3])).unwrap().len(), 3);
    }
}
