//! The lexified nim-sum game (LEX Section 6, ledger LEX-O2): change one pile by any amount, or change the
//! piles by amounts x_1, .., x_K, of either sign, whose nim-sum is 0, so that the sorted result precedes.
//!
//! The paper does not say what the xor of a negative number is; both readings are offered. What is exact:
//! - two piles: Wythoff's P-positions under both readings. In two's complement the moves are Wythoff's; with
//!   absolute values the added moves keep the sum of the piles, which no two of Wythoff's pairs share.
//! - all piles but two empty: a row (0, .., 0, b, c) is decided by the rows with smaller b, finitely many.
//! - three piles (1, b, c): such a position reaches infinitely many positions (0, y, z), but only with
//!   z - y <= c + 2^L, L the number of bits of c, and P-positions (0, y, z) have distinct differences z - y;
//!   once every small difference has been met, no later one can matter.
//!
//! Beyond that the P-positions hang on infinitely many others without such a bound, and are refused.

use super::in_rust::{Built, Given, InRust, Parameter};
use malachite::Integer;
use std::sync::Arc;
use std::sync::Mutex;
use wythoff_numbers::Budget;
use wythoff_numbers::mex::mex;
use wythoff_rules::{ErrorKind, RuleError, Value};

use malachite::Natural;

use super::position::{self, Pile, SpecialPosition, small_piles, whole_piles};
use super::refused::Refused;
use super::{Basis, Special, SpecialOutcome, golden};
use wythoff_numbers::bits::Bits;

/// The most piles a game may have.
const MOST_PILES: usize = 16;
/// The largest pile that decides anything for three or more piles.
const MOST_PILE: u64 = 1 << 40;
/// The largest second largest pile whose row is computed.
const MOST_ROW: u64 = 3_000;
/// How far a row of the plane with a pile of size 1 is searched.
const MOST_TOP: u64 = 1 << 12;
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

    /// The c with reading(c - target) = xor.
    fn solutions(self, target: i64, xor: i64) -> [i64; 2] {
        match self {
            XorReading::TwosComplement => [target + xor; 2],
            XorReading::Absolute => [target + xor, target - xor],
        }
    }
}

/// The lexified nim-sum game on K piles.
///
/// ```
/// use wythoff_catalog::special::{Class, NimsumWytlex, Special, XorReading};
/// let game = NimsumWytlex::new(3, XorReading::TwosComplement).unwrap();
/// let lost = game.parse("1,5,74").unwrap();
/// assert_eq!(game.outcome(&lost).unwrap().class, Class::P);
/// assert!(game.outcome(&game.parse("2,3,4").unwrap()).is_err());
/// ```
#[derive(Clone)]
pub struct NimsumWytlex {
    piles: usize,
    reading: XorReading,
    planes: Arc<Mutex<Planes>>,
    budget: Budget,
}

/// P-positions (.., b, c) with a fixed beginning: all zeros, or zeros and a 1.
#[derive(Default)]
struct Planes {
    zero: Plane,
    one: Plane,
}

/// The P-positions of a plane, row by row.
#[derive(Default)]
struct Plane {
    /// The pairs (b, c) found, by increasing b; a row has at most one.
    pairs: Vec<(i64, i64)>,
    /// The number of rows done.
    rows: i64,
    /// The differences c - b met.
    differences: Bits,
}

impl Plane {
    fn in_row(&self, row: i64) -> Option<i64> {
        let place = self.pairs.binary_search_by_key(&row, |&(b, _)| b).ok()?;
        Some(self.pairs[place].1)
    }

    fn record(&mut self, found: Option<i64>) {
        if let Some(top) = found {
            self.pairs.push((self.rows, top));
            self.differences.insert((top - self.rows) as u64);
        }
        self.rows += 1;
    }
}

/// Which tops c of a row are answered by one P-position.
#[derive(Default)]
struct Answered {
    whole_row: bool,
    tops: Vec<i64>,
}

impl NimsumWytlex {
    /// The game on `piles` >= 2 piles.
    pub fn new(piles: usize, reading: XorReading) -> Result<Self, Refused> {
        if !(2..=MOST_PILES).contains(&piles) {
            let reason =
                format!("the lexified nim-sum game is played on 2 to {MOST_PILES} piles, not on {piles}");
            return Err(Refused::input(reason).hint("write piles=3"));
        }
        Ok(NimsumWytlex { piles, reading, planes: Arc::default(), budget: Budget::default() })
    }

    /// All P-positions with piles below `bound` that are determined: those with all piles but two empty and,
    /// for three piles, those with smallest pile 1.
    pub fn p_determined_below(&self, bound: u64) -> Result<Vec<Vec<u64>>, Refused> {
        if self.piles == 2 {
            return self.p_below(bound);
        }
        if bound > MOST_ROW {
            let reason = format!("rows are computed below {MOST_ROW}");
            return Err(Refused::limit(reason).hint("choose a smaller bound"));
        }
        let mut found = Vec::new();
        let top = bound as i64;
        let planes = if self.piles == 3 { 2 } else { 1 };
        for second in 0..planes.min(top) {
            for row in second..top {
                let Some(c) = self.row(second, row)? else { continue };
                if c < top {
                    let piles = [vec![0; self.piles - 3], vec![second as u64, row as u64, c as u64]];
                    found.push(piles.concat());
                }
            }
        }
        Ok(found)
    }

    fn sorted(&self, position: &[Pile]) -> Result<Vec<i64>, Refused> {
        let mut piles = small_piles(position, Some(self.piles), MOST_PILE)?;
        piles.sort_unstable();
        Ok(piles.into_iter().map(|pile| pile as i64).collect())
    }

    /// The P-position of row b of the plane with `second` = 0 or 1 before the two largest piles.
    fn row(&self, second: i64, row: i64) -> Result<Option<i64>, Refused> {
        if row > MOST_ROW as i64 {
            let reason = format!("the second largest pile is above {MOST_ROW}, as far as rows are computed");
            return Err(Refused::limit(reason).hint("ask for a smaller position"));
        }
        let mut planes = self.planes.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if second == 0 {
            while planes.zero.rows <= row {
                self.budget.check()?;
                self.extend_zero(&mut planes.zero);
            }
            return Ok(planes.zero.in_row(row));
        }
        while planes.one.rows <= row {
            self.budget.check()?;
            let found = match planes.one.rows {
                0 => None, // the sorted beginning would be (.., 0, 1)
                next => self.solve_one(&mut planes, next)?,
            };
            planes.one.record(found);
        }
        Ok(planes.one.in_row(row))
    }

    /// The next row of the plane of zeros: finitely many targets, each answering all of the row or few tops.
    fn extend_zero(&self, plane: &mut Plane) {
        let row = plane.rows;
        let mut forbidden = Bits::default();
        for &(y, z) in &plane.pairs {
            let answered = self.answered(0, row, 0, y, z);
            if answered.whole_row {
                plane.record(None);
                return;
            }
            answered.tops.iter().filter(|&&top| top >= row).for_each(|&top| forbidden.insert(top as u64));
        }
        plane.record(Some(forbidden.next_absent(row as u64) as i64));
    }

    /// A row of the plane of one 1, with every target of the plane of zeros that can matter.
    fn solve_one(&self, planes: &mut Planes, row: i64) -> Result<Option<i64>, Refused> {
        let mut limit = (2 * row as u64).next_power_of_two().max(8);
        while limit <= MOST_TOP {
            self.meet_differences(&mut planes.zero, 2 * limit)?;
            let mut forbidden = Bits::default();
            let targets = planes.zero.pairs.iter().map(|&pair| (0, pair));
            for (second, (y, z)) in targets.chain(planes.one.pairs.iter().map(|&pair| (1, pair))) {
                let answered = self.answered(1, row, second, y, z);
                if answered.whole_row {
                    return Ok(None);
                }
                let tops = answered.tops.iter().filter(|&&top| top >= row && top < limit as i64);
                tops.for_each(|&top| forbidden.insert(top as u64));
            }
            let top = forbidden.next_absent(row as u64);
            if top < limit {
                return Ok(Some(top as i64));
            }
            limit *= 2;
        }
        let reason = format!("no P-position of row (1,{row},..) was found below {MOST_TOP}");
        Err(Refused::limit(reason).hint("ask for a smaller position"))
    }

    /// Extends the plane of zeros until every difference up to `most` has been met: no later row repeats one.
    fn meet_differences(&self, plane: &mut Plane, most: u64) -> Result<(), Refused> {
        let mut met = plane.differences.next_absent(0);
        while met <= most {
            self.budget.check()?;
            if plane.rows > 8 * most as i64 + 1000 {
                let reason = format!("the difference {met} was not met among the rows with smaller piles");
                return Err(Refused::limit(reason).hint("ask for a smaller position"));
            }
            self.extend_zero(plane);
            met = plane.differences.next_absent(met);
        }
        Ok(())
    }

    /// For which c the position (0, .., from, row, c) may move to (0, .., second, y, z), order not looked at.
    ///
    /// Each way of matching the piles fixes the xor of all changes but that of c. O(K^3).
    fn answered(&self, from: i64, row: i64, second: i64, y: i64, z: i64) -> Answered {
        let mut start = vec![0; self.piles];
        start[self.piles - 3] = from;
        start[self.piles - 2] = row;
        let last = self.piles - 1;
        let mut answered = Answered::default();
        let mut target = vec![0; self.piles];
        for i in 0..self.piles {
            for j in (0..self.piles).filter(|&j| j != i) {
                for k in (0..self.piles).filter(|&k| k != i && k != j) {
                    target.fill(0);
                    (target[i], target[j], target[k]) = (z, y, second);
                    let changes = || start[..last].iter().zip(&target).map(|(&a, &b)| a - b);
                    let xor = changes().fold(0, |xor, change| xor ^ self.reading.of(change));
                    match changes().filter(|&change| change != 0).count() {
                        0 => answered.whole_row = true,
                        1 => answered.tops.push(target[last]),
                        _ => {}
                    }
                    answered.tops.extend(self.reading.solutions(target[last], xor));
                    if second == 0 {
                        break; // all places of a zero are alike
                    }
                }
            }
        }
        answered.tops.retain(|&top| top >= row);
        answered
    }

    /// The beginning of a position in a determined plane: 0 or 1.
    fn plane_of(&self, piles: &[i64]) -> Result<i64, Refused> {
        let sum: i64 = piles[..self.piles - 2].iter().sum();
        if sum == 0 || sum == 1 && self.piles == 3 {
            return Ok(sum);
        }
        let reason = if self.piles == 3 {
            "with smallest pile 2 or more the P-positions depend on infinitely many others (LEX-O2)"
        } else {
            "with more than two nonempty piles the P-positions depend on infinitely many others (LEX-O2)"
        };
        Err(Refused::no_answer(reason)
            .hint("piles=2 is exact, and so is a smallest pile of 0 or 1 for piles=3"))
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

    /// A P-position that the N-position (.., b, c) of a determined plane moves to.
    fn target(&self, plane: i64, piles: &[i64]) -> Result<Option<Vec<i64>>, Refused> {
        let (row, top) = (piles[self.piles - 2], piles[self.piles - 1]);
        let shaped = |second: i64, (y, z): (i64, i64)| {
            let mut target = vec![0; self.piles];
            target[self.piles - 3..].copy_from_slice(&[second, y, z]);
            target
        };
        match self.row(plane, row)? {
            Some(found) if found == top => return Ok(None),
            Some(found) if found < top => return Ok(Some(shaped(plane, (row, found)))),
            _ => {}
        }
        let planes = self.planes.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let own = if plane == 0 { &planes.zero } else { &planes.one };
        let own = own.pairs.iter().map(|&pair| (plane, pair));
        let lower = planes.zero.pairs.iter().map(|&pair| (0, pair)).filter(|_| plane == 1);
        for (second, pair) in own.chain(lower) {
            let answered = self.answered(plane, row, second, pair.0, pair.1);
            if answered.whole_row || answered.tops.contains(&top) {
                let target = shaped(second, pair);
                if target[..] < *piles && self.legal_sorted(piles, &target).is_ok() {
                    return Ok(Some(target));
                }
            }
        }
        Err(Refused::no_answer("no move to a determined P-position was found")
            .hint("beyond two piles the rule determines little: ask for positions with a pile of 0 or 1"))
    }
}

impl Special for NimsumWytlex {
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

    fn unordered(&self) -> bool {
        true
    }

    fn parse(&self, text: &str) -> Result<SpecialPosition, Refused> {
        let mut piles = whole_piles(&position::parse_piles(text)?, Some(self.piles))?;
        piles.sort();
        Ok(piles.into_iter().map(Pile::Whole).collect())
    }

    fn legal(&self, from: &[Pile], to: &[Pile]) -> Result<String, String> {
        if self.piles > 9 {
            return Err("with more than 9 piles the ways of matching them are too many to try".to_string());
        }
        let sorted = |position| self.sorted(position).map_err(|refused| refused.reason);
        self.legal_sorted(&sorted(from)?, &sorted(to)?)
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
        if self.piles > 2 {
            if bound <= 1 || bound == 2 && self.piles == 3 {
                return self.p_determined_below(bound);
            }
            let reason = "only P-positions with few nonempty piles are determined (LEX-O2)";
            return Err(
                Refused::no_answer(reason).hint("ask about one position whose smallest pile is 0 or 1")
            );
        }
        if bound > 100_000_000 {
            return Err(Refused::limit("the bound is above 100000000").hint("choose a smaller bound"));
        }
        let pairs = (0..).map_while(|n| Some((n, golden::lower_small(n)?)));
        Ok(pairs.map(|(n, low)| vec![low, low + n]).take_while(|pair| pair[1] < bound).collect())
    }

    fn p_first(&self, n: usize) -> Result<Vec<Vec<u64>>, Refused> {
        if self.piles > 2 {
            let reason = "the row of smallest pile 0 holds infinitely many P-positions";
            return Err(Refused::no_answer(reason).hint("ask about one position"));
        }
        if n > 100_000_000 {
            return Err(Refused::limit("more than 100000000 positions").hint("ask for fewer"));
        }
        Ok((0..n as u64).map_while(|n| golden::lower_small(n).map(|low| vec![low, low + n])).collect())
    }

    fn outcome(&self, position: &[Pile]) -> Result<SpecialOutcome, Refused> {
        if self.piles == 2 {
            let mut piles = whole_piles(position, Some(2))?;
            piles.sort();
            let target = golden::winning_removal(&piles[0], &piles[1]).map(|(k, l)| {
                let mut target: Vec<Natural> = vec![&piles[0] - k, &piles[1] - l];
                target.sort();
                target.into_iter().map(Pile::Whole).collect()
            });
            return Ok(SpecialOutcome::impartial(target, Basis::Theorem(&["LEX-O2"])));
        }
        let piles = self.sorted(position)?;
        let plane = self.plane_of(&piles)?;
        let target = self.target(plane, &piles)?;
        let target = target.map(|piles| piles.into_iter().map(|pile| Pile::from(pile as u64)).collect());
        Ok(SpecialOutcome::impartial(target, Basis::Rules))
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
        assert_eq!(two.row(0, 4).unwrap(), Some(7));
        assert_eq!(abs.row(0, 4).unwrap(), Some(8));
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
    fn the_plane_of_zeros_is_wythoff_in_twos_complement() {
        let game = NimsumWytlex::new(3, XorReading::TwosComplement).unwrap();
        for n in 0..200 {
            let low = golden::lower_small(n).unwrap();
            assert_eq!(game.row(0, low as i64).unwrap(), Some((low + n) as i64));
        }
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
                let row = lost.iter().find(|p| p[piles - 2] == b).map(|p| p[piles - 1]);
                assert_eq!(game.row(0, b).unwrap(), row, "{piles} {reading:?} {b}");
            }
        }
    }

    #[test]
    fn the_exact_plane_of_smallest_pile_1() {
        let game = NimsumWytlex::new(3, XorReading::TwosComplement).unwrap();
        let rows: Vec<_> = (1..8).filter_map(|b| Some((b, game.row(1, b).unwrap()?))).collect();
        assert_eq!(rows, [(1, 1), (3, 4), (5, 74), (6, 14), (7, 17)]);
    }

    #[test]
    fn the_plane_of_smallest_pile_1_agrees_with_literal_legality() {
        // Targets (0, y, z) far beyond the needed bound make the literal search exact for c < 100.
        for reading in BOTH {
            let game = NimsumWytlex::new(3, reading).unwrap();
            let mut targets: Vec<Vec<i64>> =
                (0..500).filter_map(|y| Some(vec![0, y, game.row(0, y).unwrap()?])).collect();
            for b in 1..8 {
                let found =
                    (b..100).find(|&c| !targets.iter().any(|to| game.legal_sorted(&[1, b, c], to).is_ok()));
                assert_eq!(game.row(1, b).unwrap().filter(|&c| c < 100), found, "{reading:?} {b}");
                targets.extend(found.map(|c| vec![1, b, c]));
            }
        }
    }

    #[test]
    fn winning_moves_are_legal_and_lead_to_p_positions() {
        for reading in BOTH {
            let game = NimsumWytlex::new(3, reading).unwrap();
            for low in 0..2u64 {
                for b in low..12 {
                    for c in b..20 {
                        let position = position::position_of(&[low, b, c]);
                        let outcome = game.outcome(&position).unwrap();
                        for winning in &outcome.winning {
                            assert!(game.legal(&position, &winning.to).is_ok());
                            assert_eq!(game.outcome(&winning.to).unwrap().class, Class::P);
                        }
                    }
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
        assert_eq!(game.p_below(2).unwrap(), [[0, 0, 0], [1, 1, 1]]);
        let four = NimsumWytlex::new(4, XorReading::Absolute).unwrap();
        assert!(four.outcome(&position::position_of(&[0, 1, 1, 2])).is_err());
        assert!(four.outcome(&position::position_of(&[0, 0, 1, 2])).is_ok());
    }
}
