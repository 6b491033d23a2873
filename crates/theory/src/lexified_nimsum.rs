//! Lexified Nim-sum Wythoff (LEX section 6): change one pile by any amount, or the piles by amounts, of either sign, whose nim-sum
//! is 0, so that the sorted result precedes the sorted start.
//!
//! The paper does not say what the xor of a negative number is; both readings are decided as far as they are determined (LEX-O2):
//! - two piles: Wythoff's P-positions under both readings. In two's complement the moves are Wythoff's; with
//!   absolute values the added moves keep the sum of the piles, which no two of Wythoff's pairs share.
//! - all piles but two empty: a row (0, .., 0, b, c) is decided by the rows with smaller b, finitely many.
//! - three piles (1, b, c): such a position reaches infinitely many positions (0, y, z), but only with
//!   z - y <= c + 2^L, L the number of bits of c, and P-positions (0, y, z) have distinct differences z - y;
//!   once every small difference has been met, no later one can matter.
//!
//! Beyond that the P-positions hang on infinitely many others without such a bound, and are refused. Rows take quadratic time.

use std::sync::{Mutex, PoisonError};

use malachite::Natural;
use wythoff_numbers::bits::Bits;

use crate::piles::{lost, won};
use crate::shown::show_position;
use crate::{Decider, Refusal, Verdict, Visit, Wythoff};
use wythoff_numbers::pay;

const CITES: &[&str] = &["LEX-O2"];

/// The largest pile that is decided for three or more piles.
const MOST_PILE: u64 = 1 << 40;

/// The largest second largest pile whose row is computed.
const MOST_ROW: u64 = 3_000;

/// How far a row of the plane with a pile of size 1 is searched.
const MOST_TOP: u64 = 1 << 12;

/// What one target of a row costs, in nanoseconds.
const WORK: u64 = 60;

/// What the xor of amounts of either sign means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Xor {
    /// In two's complement.
    TwosComplement,
    /// Of the absolute values.
    Absolute,
}

impl Xor {
    fn of(self, change: i64) -> i64 {
        match self {
            Xor::TwosComplement => change,
            Xor::Absolute => change.abs(),
        }
    }

    /// The c with reading(c - target) = xor.
    fn solutions(self, target: i64, xor: i64) -> [i64; 2] {
        match self {
            Xor::TwosComplement => [target + xor; 2],
            Xor::Absolute => [target + xor, target - xor],
        }
    }
}

/// The game on three piles or more.
///
/// ```
/// use malachite::Natural;
/// use wythoff_theory::lexified_nimsum::{LexifiedNimsum, Xor};
/// let game = LexifiedNimsum::decider(3, Xor::TwosComplement)?;
/// assert!(game.is_p(&[1u32, 5, 74].map(Natural::from))?);
/// assert!(game.is_p(&[2u32, 3, 4].map(Natural::from)).is_err());
/// # Ok::<(), wythoff_theory::Refusal>(())
/// ```
pub struct LexifiedNimsum {
    piles: usize,
    reading: Xor,
    planes: Mutex<Planes>,
}

/// On two piles: Wythoff's P-positions.
struct TwoPiles(Wythoff);

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

impl LexifiedNimsum {
    /// The game on so many piles >= 3.
    pub fn new(piles: usize, reading: Xor) -> Result<LexifiedNimsum, Refusal> {
        if piles < 3 {
            let hypothesis = "there must be three piles".into();
            return Err(Refusal::Hypothesis { theorem: "LEX-O2", hypothesis });
        }
        Ok(LexifiedNimsum { piles, reading, planes: Mutex::default() })
    }

    /// What decides the game on so many piles >= 2.
    pub fn decider(piles: usize, reading: Xor) -> Result<Box<dyn Decider>, Refusal> {
        Ok(match piles {
            2 => Box::new(TwoPiles(Wythoff::new()?)),
            _ => Box::new(LexifiedNimsum::new(piles, reading)?),
        })
    }

    /// All P-positions with piles below `bound` that are determined: those with all piles but two empty and,
    /// for three piles, those with smallest pile 1.
    pub fn determined_below(&self, bound: u64) -> Result<Vec<Vec<u64>>, Refusal> {
        if bound > MOST_ROW {
            return Err(Refusal::Limit(format!("rows are computed below {MOST_ROW}")));
        }
        let mut found = Vec::new();
        let top = bound as i64;
        let planes = if self.piles == 3 { 2 } else { 1 };
        for second in 0..planes.min(top) {
            for row in second..top {
                if let Some(c) = self.row(second, row)?.filter(|c| *c < top) {
                    let piles = [vec![0; self.piles - 3], vec![second as u64, row as u64, c as u64]];
                    found.push(piles.concat());
                }
            }
        }
        Ok(found)
    }

    /// The P-position of row b of the plane with `second` = 0 or 1 before the two largest piles.
    fn row(&self, second: i64, row: i64) -> Result<Option<i64>, Refusal> {
        if row > MOST_ROW as i64 {
            let reason = format!("the second largest pile is above {MOST_ROW}, as far as rows are computed");
            return Err(Refusal::Limit(reason));
        }
        let mut planes = self.planes.lock().unwrap_or_else(PoisonError::into_inner);
        if second == 0 {
            while planes.zero.rows <= row {
                self.extend_zero(&mut planes.zero)?;
            }
            return Ok(planes.zero.in_row(row));
        }
        while planes.one.rows <= row {
            let found = match planes.one.rows {
                0 => None, // the sorted beginning would be (.., 0, 1)
                next => self.solve_one(&mut planes, next)?,
            };
            planes.one.record(found);
        }
        Ok(planes.one.in_row(row))
    }

    /// The next row of the plane of zeros: finitely many targets, each answering all of the row or few tops.
    fn extend_zero(&self, plane: &mut Plane) -> Result<(), Refusal> {
        let row = plane.rows;
        pay(WORK * plane.pairs.len() as u64)?;
        let mut forbidden = Bits::default();
        for &(y, z) in &plane.pairs {
            let answered = self.answered(0, row, 0, y, z);
            if answered.whole_row {
                plane.record(None);
                return Ok(());
            }
            answered.tops.iter().filter(|&&top| top >= row).for_each(|&top| forbidden.insert(top as u64));
        }
        plane.record(Some(forbidden.next_absent(row as u64) as i64));
        Ok(())
    }

    /// A row of the plane of one 1, with every target of the plane of zeros that can matter.
    fn solve_one(&self, planes: &mut Planes, row: i64) -> Result<Option<i64>, Refusal> {
        let mut limit = (2 * row as u64).next_power_of_two().max(8);
        while limit <= MOST_TOP {
            self.meet_differences(&mut planes.zero, 2 * limit)?;
            pay(WORK * (planes.zero.pairs.len() + planes.one.pairs.len()) as u64)?;
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
        Err(Refusal::Limit(reason))
    }

    /// Extends the plane of zeros until every difference up to `most` has been met: no later row repeats one.
    fn meet_differences(&self, plane: &mut Plane, most: u64) -> Result<(), Refusal> {
        let mut met = plane.differences.next_absent(0);
        while met <= most {
            if plane.rows > 8 * most as i64 + 1000 {
                let reason = format!("the difference {met} was not met among the rows with smaller piles");
                return Err(Refusal::Limit(reason));
            }
            self.extend_zero(plane)?;
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
    fn plane_of(&self, piles: &[i64]) -> Result<i64, Refusal> {
        let sum: i64 = piles[..self.piles - 2].iter().sum();
        if sum == 0 || sum == 1 && self.piles == 3 {
            return Ok(sum);
        }
        let beyond = if self.piles == 3 {
            "with smallest pile 2 or more"
        } else {
            "with more than two nonempty piles"
        };
        let hypothesis = format!("{beyond} the P-positions depend on infinitely many others");
        Err(Refusal::Hypothesis { theorem: "LEX-O2", hypothesis })
    }
}

impl Decider for LexifiedNimsum {
    fn decide(&self, position: &[Natural]) -> Result<Verdict, Refusal> {
        if position.len() != self.piles {
            let text = format!("this game has {} piles, the position has {}", self.piles, position.len());
            return Err(Refusal::Position(text));
        }
        let small = |pile: &Natural| {
            let small = u64::try_from(pile).ok().filter(|pile| *pile <= MOST_PILE);
            small.map(|pile| pile as i64).ok_or_else(|| {
                Refusal::Limit(format!("positions of three or more piles are decided up to {MOST_PILE}"))
            })
        };
        let mut piles = position.iter().map(small).collect::<Result<Vec<i64>, _>>()?;
        piles.sort_unstable();
        let plane = self.plane_of(&piles)?;
        let (row, top) = (piles[self.piles - 2], piles[self.piles - 1]);
        let to = |second: i64, (y, z): (i64, i64), why: String| {
            let mut target = vec![Natural::default(); self.piles];
            for (pile, size) in target.iter_mut().rev().zip([z, y, second]) {
                *pile = Natural::from(size as u64);
            }
            Ok(won(target, why, CITES))
        };
        let known = match self.row(plane, row)? {
            Some(found) if found == top => {
                let reason =
                    format!("In the row of the pile {row} the last pile of the P-position is {top}.");
                return Ok(lost(reason, CITES));
            }
            Some(found) if found < top => {
                let reason =
                    format!("In the row of the pile {row} the last pile of the P-position is {found}.");
                return to(plane, (row, found), reason);
            }
            Some(found) => format!(
                "In the row of the pile {row} the last pile of the P-position is {found}, above {top}"
            ),
            None => format!("The row of the pile {row} holds no P-position"),
        };
        let planes = self.planes.lock().unwrap_or_else(PoisonError::into_inner);
        let own = if plane == 0 { &planes.zero } else { &planes.one };
        let own = own.pairs.iter().map(|&pair| (plane, pair));
        let lower = planes.zero.pairs.iter().map(|&pair| (0, pair)).filter(|_| plane == 1);
        for (second, pair) in own.chain(lower).filter(|(second, pair)| (*second, *pair) < (plane, (row, top)))
        {
            let answered = self.answered(plane, row, second, pair.0, pair.1);
            if answered.whole_row || answered.tops.contains(&top) {
                return to(second, pair, format!("{known}; an earlier P-position answers."));
            }
        }
        let what = show_position(position);
        Err(Refusal::Limit(format!("no move from {what} to a P-position that is determined was found")))
    }
}

impl Decider for TwoPiles {
    fn is_p(&self, position: &[Natural]) -> Result<bool, Refusal> {
        self.0.is_p(position)
    }

    fn decide(&self, position: &[Natural]) -> Result<Verdict, Refusal> {
        let mut verdict = self.0.decide(position)?;
        verdict.reason = format!("On two piles the P-positions are Wythoff's. {}", verdict.reason);
        verdict.cites.splice(..0, CITES.iter().copied());
        Ok(verdict)
    }

    fn p_stream(&self, visit: &mut Visit<'_>) -> Result<bool, Refusal> {
        self.0.p_stream(visit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ops::ControlFlow;
    use wythoff_numbers::tuples::arrangements;

    const BOTH: [Xor; 2] = [Xor::TwosComplement, Xor::Absolute];

    /// The rule, literally: for some matching of the piles one of them changes, or the changes have nim-sum 0.
    fn is_move(from: &[i64], to: &[i64], reading: Xor) -> bool {
        to < from
            && arrangements(to).iter().any(|to| {
                let changes = || from.iter().zip(to).map(|(a, b)| a - b);
                changes().filter(|change| *change != 0).count() == 1
                    || changes().fold(0, |xor, change| xor ^ reading.of(change)) == 0
            })
    }

    fn naturals(piles: &[i64]) -> Vec<Natural> {
        piles.iter().map(|pile| Natural::from(*pile as u64)).collect()
    }

    #[test]
    fn two_piles_have_wythoffs_p_positions() {
        for reading in BOTH {
            let game = LexifiedNimsum::decider(2, reading).unwrap();
            let mut lost: Vec<Vec<i64>> = Vec::new();
            for from in (0..25).flat_map(|low| (low..40).map(move |high| vec![low, high])) {
                if !lost.iter().any(|to| is_move(&from, to, reading)) {
                    lost.push(from);
                }
            }
            let mut listed = Vec::new();
            let mut collect = |position: &[u64]| {
                listed.push(position.iter().map(|pile| *pile as i64).collect::<Vec<_>>());
                ControlFlow::Continue(())
            };
            assert!(game.p_below(40, &mut collect).unwrap());
            assert_eq!(listed, lost);
        }
    }

    #[test]
    fn rows_of_zeros_agree_with_the_rule() {
        for (piles, reading) in [(3, BOTH[0]), (3, BOTH[1]), (4, BOTH[0]), (4, BOTH[1])] {
            let game = LexifiedNimsum::new(piles, reading).unwrap();
            let mut lost: Vec<Vec<i64>> = Vec::new();
            for b in 0..14 {
                for c in b..60 {
                    let from = [vec![0; piles - 2], vec![b, c]].concat();
                    if !lost.iter().any(|to| is_move(&from, to, reading)) {
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
        let game = LexifiedNimsum::new(3, Xor::TwosComplement).unwrap();
        let rows: Vec<_> = (1..8).filter_map(|b| Some((b, game.row(1, b).unwrap()?))).collect();
        assert_eq!(rows, [(1, 1), (3, 4), (5, 74), (6, 14), (7, 17)]);
        assert_eq!(game.determined_below(2).unwrap(), [[0, 0, 0], [1, 1, 1]]);
    }

    #[test]
    fn the_plane_of_smallest_pile_1_agrees_with_the_rule() {
        // Targets (0, y, z) far beyond the needed bound make the literal search exact for c < 100.
        for reading in BOTH {
            let game = LexifiedNimsum::new(3, reading).unwrap();
            let mut targets: Vec<Vec<i64>> =
                (0..500).filter_map(|y| Some(vec![0, y, game.row(0, y).unwrap()?])).collect();
            for b in 1..8 {
                let found = (b..100).find(|&c| !targets.iter().any(|to| is_move(&[1, b, c], to, reading)));
                assert_eq!(game.row(1, b).unwrap().filter(|&c| c < 100), found, "{reading:?} {b}");
                targets.extend(found.map(|c| vec![1, b, c]));
            }
        }
    }

    #[test]
    fn winning_moves_follow_the_rule_and_lead_to_p_positions() {
        for reading in BOTH {
            let game = LexifiedNimsum::new(3, reading).unwrap();
            for from in (0..2).flat_map(|a| (a..12).flat_map(move |b| (b..20).map(move |c| vec![a, b, c]))) {
                if let Some(to) = game.decide(&naturals(&from)).unwrap().winning {
                    assert!(game.is_p(&to).unwrap(), "{from:?} -> {to:?}");
                    let to: Vec<i64> = to.iter().map(|pile| i64::try_from(pile).unwrap()).collect();
                    assert!(is_move(&from, &to, reading), "{from:?} -> {to:?}");
                }
            }
        }
    }

    #[test]
    fn what_is_not_determined_is_refused() {
        let game = LexifiedNimsum::new(3, Xor::TwosComplement).unwrap();
        assert!(game.decide(&naturals(&[2, 3, 4])).is_err());
        let four = LexifiedNimsum::new(4, Xor::Absolute).unwrap();
        assert!(four.decide(&naturals(&[0, 1, 1, 2])).is_err());
        assert!(four.decide(&naturals(&[0, 0, 1, 2])).is_ok());
    }
}
