//! End-Wythoff (VIS Section 4.5): a row of piles; take any positive number from the left or the right end
//! pile, or the same positive number from both. A pile that is emptied at an end vanishes.
//!
//! For a middle K the P-positions (a, K, b) are the graph of a permutation a -> b, since each row and each
//! column holds one. It depends on K only through l and r with (0, K, l) and (r, K, 0) in P (ledger
//! VIS-T-end-type), and l and r of a row come from those of shorter rows: a table over the intervals of the
//! row decides it in O(m^2) look-ups for m piles, each look-up linear in the pile sizes up to a word factor.

use super::KnownAs;
use super::in_rust::{Built, Given, InRust, Parameter};
use malachite::Integer;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;
use wythoff_numbers::Budget;
use wythoff_numbers::mex::mex;
use wythoff_numbers::tuples::next_below;
use wythoff_rules::{RuleError, Value};

use malachite::Natural;

use super::position::{self, Pile, SpecialPosition, small_piles, whole_piles};
use super::refused::Refused;
use super::{Basis, Special, SpecialOutcome};
use wythoff_numbers::bits::Bits;

/// The largest pile that is decided.
const MOST_PILE: u64 = 50_000;
/// The most word operations that a row may take.
const MOST_WORK: u128 = 20_000_000_000;
/// The most rows that `p_below` goes through.
const MOST_ROWS: u128 = 50_000_000;
/// The most tokens in a row whose Grundy value is computed.
const MOST_TOKENS: u64 = 200;

/// End-Wythoff; positions may have any number of piles, lists of P-positions have `piles` of them.
///
/// ```
/// use wythoff_catalog::special::{Class, EndWythoff, Special, show};
/// let game = EndWythoff::new(3).unwrap();
/// // (1, 2) is a P-position, so (a, 1, 2, b) is one exactly when (a, b) is one of Wythoff.
/// assert_eq!(game.outcome(&game.parse("3,1,2,5").unwrap()).unwrap().class, Class::P);
/// ```
pub struct EndWythoff {
    piles: usize,
    budget: Budget,
}

/// The P-positions (a, K, b) of a middle K with a and b below a bound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MiddleTable {
    /// The l with (0, K, l) in P.
    pub left_empty: u64,
    /// The r with (r, K, 0) in P.
    pub right_empty: u64,
    /// The pairs (a, b), by increasing a.
    pub pairs: Vec<(u64, u64)>,
}

/// The pairings a -> b that belong to (l, r), as far as they were needed.
struct Pairings<'a> {
    known: HashMap<(u64, u64), Rc<Vec<u64>>>,
    budget: &'a Budget,
}

/// Piles between two looks at the budget.
const PACE: u64 = 256;

impl Pairings<'_> {
    fn new(budget: &Budget) -> Pairings<'_> {
        Pairings { known: HashMap::new(), budget }
    }

    /// The pairing of (l, r) for a = 0, .., most: each b is the least that no earlier a uses, in its column
    /// or on its diagonal, except that 0 goes with l, and r with 0.
    fn up_to(&mut self, (l, r): (u64, u64), most: u64) -> Result<Rc<Vec<u64>>, Refused> {
        if let Some(known) = self.known.get(&(l, r))
            && known.len() as u64 > most
        {
            return Ok(known.clone());
        }
        let mut used = Bits::default();
        let mut diagonals = Bits::default();
        let mut partners = Vec::with_capacity(most as usize + 1);
        let mut least = 1;
        used.insert(0u64);
        for a in 0..=most {
            if a % PACE == 0 {
                self.budget.check()?;
            }
            // The diagonal of (a, b) is b - a + most >= 0.
            let b = if a == 0 {
                l
            } else if a == r {
                0
            } else {
                let mut b = least;
                loop {
                    let taken = used.word_at(b) | diagonals.word_at(b + most - a);
                    if taken != u64::MAX {
                        break b + u64::from((!taken).trailing_zeros());
                    }
                    b += 64;
                }
            };
            used.insert(b);
            diagonals.insert(b + most - a);
            least = used.next_absent(least);
            partners.push(b);
        }
        let partners = Rc::new(partners);
        self.known.insert((l, r), partners.clone());
        Ok(partners)
    }

    fn partner(&mut self, kind: (u64, u64), a: u64) -> Result<u64, Refused> {
        let size = a.next_power_of_two().max(64);
        Ok(self.up_to(kind, size)?[a as usize])
    }

    /// (l, r) of a middle without empty piles, by the intervals of the row.
    fn kind(&mut self, middle: &[u64]) -> Result<(u64, u64), Refused> {
        // kinds[i] belongs to the interval of the current length that starts at i.
        let mut shorter = vec![(0, 0); middle.len() + 1];
        for length in 1..=middle.len() {
            let longer = (0..=middle.len() - length).map(|i| {
                let (first, last) = (middle[i], middle[i + length - 1]);
                let (without_first, without_last) = (shorter[i + 1], shorter[i]);
                let l = self.partner(without_first, first)?;
                let r = self.partner((without_last.1, without_last.0), last)?;
                Ok::<_, Refused>((l, r))
            });
            shorter = longer.collect::<Result<_, _>>()?;
        }
        Ok(shorter[0])
    }
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
        Ok(EndWythoff { piles, budget: Budget::default() })
    }

    /// The table of P-positions (a, K, b) with a and b below `bound` for the middle K.
    ///
    /// ```
    /// use wythoff_catalog::special::EndWythoff;
    /// let table = EndWythoff::new(3).unwrap().middle_table(&[1], 8).unwrap();
    /// assert_eq!((table.left_empty, table.right_empty), (2, 2));
    /// ```
    pub fn middle_table(&self, middle: &[u64], bound: u64) -> Result<MiddleTable, Refused> {
        let middle = without_empty(middle);
        check_work(&middle, bound)?;
        let mut pairings = Pairings::new(&self.budget);
        let (l, r) = pairings.kind(&middle)?;
        let mut pairs = Vec::new();
        if bound > 0 {
            let partners = pairings.up_to((l, r), bound - 1)?;
            pairs.extend((0..bound).zip(partners.iter().copied()).filter(|&(_, b)| b < bound));
        }
        Ok(MiddleTable { left_empty: l, right_empty: r, pairs })
    }

    fn row(&self, position: &[Pile]) -> Result<Vec<u64>, Refused> {
        let row = without_empty(&small_piles(position, None, MOST_PILE)?);
        check_work(&row, 0)?;
        Ok(row)
    }

    /// A P-position that the row moves to, or nothing if it is one.
    fn target(&self, row: &[u64]) -> Result<Option<Vec<u64>>, Refused> {
        let (first, middle, last) = match row {
            [] => return Ok(None),
            [_] => return Ok(Some(Vec::new())),
            [first, middle @ .., last] => (*first, middle, *last),
        };
        let mut pairings = Pairings::new(&self.budget);
        let kind = pairings.kind(middle)?;
        let right = pairings.up_to(kind, first)?;
        let with_ends = |a: u64, b: u64| [vec![a], middle.to_vec(), vec![b]].concat();
        let partner = right[first as usize];
        if partner == last {
            return Ok(None);
        }
        if partner < last {
            return Ok(Some(with_ends(first, partner)));
        }
        let diagonal = (1..=first.min(last)).find(|&k| right[(first - k) as usize] == last - k);
        if let Some(k) = diagonal {
            return Ok(Some(with_ends(first - k, last - k)));
        }
        Ok((0..first).find(|&a| right[a as usize] == last).map(|a| with_ends(a, last)))
    }
}

fn check_work(row: &[u64], bound: u64) -> Result<(), Refused> {
    let most = row.iter().copied().max().unwrap_or(0).max(bound);
    let intervals = (row.len() as u128 + 1).pow(2);
    let work = intervals * (u128::from(most).pow(2) / 64 + 1000);
    if most > MOST_PILE || work > MOST_WORK {
        let reason = format!("a row of {} piles of up to {most} takes too long", row.len());
        return Err(Refused::limit(reason).hint("ask for fewer or smaller piles"));
    }
    Ok(())
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

fn grundy_of(row: &[u64], memo: &mut HashMap<Vec<u64>, u64>, budget: &Budget) -> Result<u64, Refused> {
    if let Some(&known) = memo.get(row) {
        return Ok(known);
    }
    budget.check()?;
    let options = options_of(row);
    let values = options.iter().map(|option| grundy_of(option, memo, budget));
    let value = mex(values.collect::<Result<Vec<u64>, _>>()?);
    memo.insert(row.to_vec(), value);
    Ok(value)
}

impl Special for EndWythoff {
    fn known_as(&self) -> Option<KnownAs> {
        Some(KnownAs::EndWythoff)
    }

    fn within(&self, budget: &Budget) -> Arc<dyn Special> {
        Arc::new(EndWythoff { piles: self.piles, budget: budget.clone() })
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

    fn legal(&self, from: &[Pile], to: &[Pile]) -> Result<String, String> {
        let row = |position| {
            let row = whole_piles(position, None).map_err(|refused| refused.reason)?;
            Ok::<_, String>(row.into_iter().filter(|pile| *pile != 0u32).collect::<Vec<Natural>>())
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
        Err(wrong)
    }

    fn options(&self, from: &[Pile]) -> Result<Vec<SpecialPosition>, Refused> {
        let row = self.row(from)?;
        Ok(options_of(&row).iter().map(|option| shown(option)).collect())
    }

    fn p_below(&self, bound: u64) -> Result<Vec<Vec<u64>>, Refused> {
        let middles = u128::from(bound).checked_pow(self.piles.saturating_sub(2) as u32);
        let rows = middles.and_then(|middles| middles.checked_mul(u128::from(bound)));
        if rows.is_none_or(|rows| rows > MOST_ROWS) || bound > MOST_PILE {
            let reason =
                format!("there are more than {MOST_ROWS} rows of {} piles below {bound}", self.piles);
            return Err(Refused::limit(reason).hint("choose a smaller bound"));
        }
        if bound == 0 {
            return Ok(Vec::new());
        }
        if self.piles == 1 {
            return Ok(vec![vec![0]]);
        }
        let mut pairings = Pairings::new(&self.budget);
        let mut middle = vec![0; self.piles - 2];
        let sides = vec![bound; middle.len()];
        let mut tables = Vec::new();
        loop {
            self.budget.check()?;
            let kind = pairings.kind(&without_empty(&middle))?;
            tables.push((middle.clone(), pairings.up_to(kind, bound - 1)?));
            // The next middle in lexicographic order.
            if !next_below(&mut middle, &sides) {
                break;
            }
        }
        let mut found = Vec::new();
        for a in 0..bound {
            self.budget.check()?;
            for (middle, partners) in &tables {
                let b = partners[a as usize];
                if b < bound && !(self.unordered() && b < a) {
                    found.push([vec![a], middle.clone(), vec![b]].concat());
                }
            }
        }
        Ok(found)
    }

    fn p_first(&self, n: usize) -> Result<Vec<Vec<u64>>, Refused> {
        match self.piles {
            1 if n <= 1 => Ok(vec![vec![0]; n]),
            1 => Err(Refused::no_answer("one pile has a single P-position, 0")
                .hint("ask for rows of 2 piles or more")),
            2 if n as u64 <= MOST_PILE / 4 => {
                let mut found = self.p_below(3 * n as u64 + 1)?;
                found.truncate(n);
                Ok(found)
            }
            2 => Err(Refused::limit("that many positions take too long").hint("two piles are `wythoff`")),
            _ => Err(Refused::no_answer("the row of first pile 0 holds infinitely many P-positions")
                .hint("bound the piles instead")),
        }
    }

    fn outcome(&self, position: &[Pile]) -> Result<SpecialOutcome, Refused> {
        let row = self.row(position)?;
        Ok(SpecialOutcome::impartial(
            self.target(&row)?.map(|row| shown(&row)),
            Basis::Theorem(&["VIS-T-end-type"]),
        ))
    }

    fn grundy(&self, position: &[Pile]) -> Result<u64, Refused> {
        let row = without_empty(&small_piles(position, None, MOST_TOKENS)?);
        if row.iter().sum::<u64>() > MOST_TOKENS {
            let reason = format!("Grundy values are computed for rows of at most {MOST_TOKENS} tokens");
            return Err(Refused::limit(reason));
        }
        grundy_of(&row, &mut HashMap::new(), &self.budget)
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
    use crate::special::{Class, golden};

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
    fn a_middle_that_is_lost_gives_wythoffs_pairs() {
        let game = EndWythoff::new(4).unwrap();
        let table = game.middle_table(&[1, 2], 60).unwrap();
        assert_eq!((table.left_empty, table.right_empty), (0, 0));
        for (a, b) in table.pairs {
            assert!(golden::is_pair(&a.into(), &b.into()));
        }
    }

    #[test]
    fn differences_settle_after_the_noise() {
        // VIS-T-end-diff: b_i - a_i = i for i > max(l, r), pairs with a_i <= b_i in order of a_i.
        let game = EndWythoff::new(3).unwrap();
        for middle in [vec![3u64], vec![7], vec![4, 9], vec![2, 2, 5]] {
            let table = game.middle_table(&middle, 400).unwrap();
            let noise = table.left_empty.max(table.right_empty);
            let pairs = table.pairs.iter().filter(|(a, b)| a <= b).take(100).enumerate();
            for (i, (a, b)) in pairs.map(|(i, pair)| (i as u64, pair)) {
                assert!(i <= noise || b - a == i, "{middle:?} {i}");
            }
        }
    }

    #[test]
    fn illegal_moves_say_why() {
        let game = EndWythoff::new(3).unwrap();
        let from = position::position_of(&[3, 4, 5]);
        let message = |to: &[u64]| game.legal(&from, &position::position_of(to)).unwrap_err();
        assert_eq!(message(&[3, 4, 5]), "a move takes at least one token");
        assert_eq!(message(&[2, 4, 3]), "1 from the left end and 2 from the right are not the same number");
        assert_eq!(message(&[3, 1, 5]), "more than the two end piles change, or a pile grows");
        assert_eq!(game.legal(&from, &position::position_of(&[4, 5])).unwrap(), "3 from the left end");
    }
}
