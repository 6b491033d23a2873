//! Wytlex(K) and Variable Wytlex(K,f) (LEX Definitions 3, 14 and 16): piles may grow, the sorted position must go down lexicographically.
//!
//! A -> B is legal iff B precedes A and they share a pile size or some difference of A lies in D(B) + [0, f(B)); f = 1 is Wytlex(K).
//! P-positions: LEX Constructions 8 and 18 (Theorems 13 and 19). X is the set of sizes used, D that of the differences used;
//! p_1 = mex X and p_i is the least integer outside X and p_j + D, j < i. With X and D as bits that is a scan that starts at
//! p_{i-1} + mex D, linear in practice for every K (NEW-LEX-LINEAR); for K = 3 a step takes O(1) (NEW-LEX3).
//!
//! Judged by: LEX-L12, LEX-T13

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::Arc;

use malachite::Natural;
use malachite::base::num::arithmetic::traits::CheckedSub;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::logic::traits::SignificantBits;

use crate::decider::stream_below;
use crate::piles::{lost, won};
use crate::shown::{show_number, show_position};
use crate::{Decider, Refusal, Verdict, Visit, Wythoff};
use wythoff_numbers::bits::Bits;
use wythoff_numbers::pay;

/// Largest smallest pile for which Wytlex(K) is decided: the construction runs up to it.
pub const STREAM_LIMIT: u64 = 20_000_000;

/// The same for Wytlex(K,f), whose construction is slower.
pub const VARIABLE_LIMIT: u64 = 500_000;

/// The most bits that a value of f may have.
const MOST_BITS: u64 = 1 << 22;

/// Largest number of piles of a [`Wytlex`] game.
pub const MOST_PILES: usize = 64;

/// What a step of a construction costs, in nanoseconds, and steps between two payments.
const WORK: u64 = 100;
const PACE: u64 = 256;

/// The P-positions of Wytlex(3) after [0,0,0], O(1) a step.
///
/// With S the set of p_3 - p_1 so far and d the last p_2 - p_1: m = d + 1 + [d+1 in S], h = [p_1 + m in X],
/// d = m + h (1 + [m+1 in S]), p_2 = p_1 + d, p_3 = p_2 + m.
///
/// ```
/// use wythoff_theory::wytlex::Wytlex3;
/// let first: Vec<_> = Wytlex3::new().take(4).collect();
/// assert_eq!(first, [[1, 2, 3], [4, 7, 10], [5, 9, 13], [6, 11, 16]]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Wytlex3 {
    used: Bits,
    sums: Bits,
    difference: usize,
    last: usize,
}

impl Wytlex3 {
    /// Starts before [1,2,3].
    pub fn new() -> Wytlex3 {
        Wytlex3::default()
    }
}

impl Iterator for Wytlex3 {
    type Item = [u64; 3];

    fn next(&mut self) -> Option<[u64; 3]> {
        let first = self.used.next_absent(self.last + 1);
        let mut m = self.difference + 1;
        m += usize::from(self.sums.contains(m));
        let mut d = m;
        if self.used.contains(first + m) {
            d += 1 + usize::from(self.sums.contains(m + 1));
        }
        let (second, third) = (first + d, first + d + m);
        for pile in [first, second, third] {
            self.used.insert(pile);
        }
        self.sums.insert(d + m);
        self.difference = d;
        self.last = first;
        Some([first, second, third].map(|pile| pile as u64))
    }
}

/// The P-positions of Wytlex(K), K >= 1, after the one without tokens; any K, linear in practice.
///
/// ```
/// use wythoff_theory::wytlex::WytlexStream;
/// let first: Vec<_> = WytlexStream::new(4).take(2).collect();
/// assert_eq!(first, [vec![1, 2, 3, 4], vec![5, 9, 13, 17]]);
/// ```
#[derive(Clone, Debug)]
pub struct WytlexStream {
    used: Bits,
    differences: Bits,
    least_used: usize,
    least_difference: usize,
    piles: Vec<usize>,
}

impl WytlexStream {
    /// Starts before [1,2,...,K].
    pub fn new(piles: usize) -> WytlexStream {
        let mut differences = Bits::default();
        differences.insert(0usize);
        WytlexStream {
            used: Bits::default(),
            differences,
            least_used: 1,
            least_difference: 1,
            piles: vec![0; piles],
        }
    }
}

impl WytlexStream {
    /// The next position.
    fn advance(&mut self) -> &[usize] {
        self.least_used = self.used.next_absent(self.least_used);
        self.least_difference = self.differences.next_absent(self.least_difference);
        self.piles[0] = self.least_used;
        for i in 1..self.piles.len() {
            let (placed, rest) = self.piles.split_at_mut(i);
            let mut at = placed[i - 1] + self.least_difference;
            loop {
                let blocked =
                    placed.iter().fold(self.used.word_at(at), |w, p| w | self.differences.word_at(at - p));
                if blocked != u64::MAX {
                    rest[0] = at + blocked.trailing_ones() as usize;
                    break;
                }
                at += 64;
            }
        }
        for (i, &high) in self.piles.iter().enumerate() {
            self.used.insert(high);
            for low in &self.piles[..i] {
                self.differences.insert(high - low);
            }
        }
        &self.piles
    }
}

impl Iterator for WytlexStream {
    type Item = Vec<u64>;

    fn next(&mut self) -> Option<Vec<u64>> {
        if self.piles.is_empty() {
            return None;
        }
        Some(self.advance().iter().map(|&pile| pile as u64).collect())
    }
}

/// The function f of Wytlex(K,f), on the sorted piles of the position moved to; it must be at least 1.
pub type Reach = Arc<dyn Fn(&[Natural]) -> Result<Natural, String> + Send + Sync>;

/// The P-positions of Wytlex(K,f) by Construction 18, from the one without tokens on; the set D as disjoint intervals.
pub struct VariableStream {
    reach: Reach,
    used: BTreeSet<Natural>,
    least_used: Natural,
    /// Disjoint, not adjacent: start -> end (exclusive).
    differences: BTreeMap<Natural, Natural>,
    piles: usize,
    started: bool,
}

impl VariableStream {
    /// The stream for K >= 1 piles.
    pub fn new(piles: usize, reach: Reach) -> VariableStream {
        VariableStream {
            reach,
            used: BTreeSet::new(),
            least_used: Natural::ONE,
            differences: BTreeMap::new(),
            piles,
            started: false,
        }
    }

    /// The next P-position; refused where f is below 1 or undefined.
    pub fn advance(&mut self) -> Result<Vec<Natural>, Refusal> {
        pay(WORK)?;
        let position = if self.started { self.least_position() } else { vec![Natural::ZERO; self.piles] };
        self.started = true;
        let reach = reach_at(&self.reach, &position)?;
        for difference in differences(&position) {
            let end = &difference + &reach;
            insert_interval(&mut self.differences, difference, end);
        }
        self.used.extend(position.iter().cloned());
        Ok(position)
    }

    /// A lower bound for the largest pile of the next and every later position: each of its gaps is one that is not used.
    fn least_largest(&self) -> Natural {
        if !self.started {
            return Natural::ZERO;
        }
        let gap = self.differences.get(&Natural::ZERO).cloned().unwrap_or_default();
        &self.least_used + gap * Natural::from(self.piles - 1)
    }

    fn least_position(&mut self) -> Vec<Natural> {
        while self.used.remove(&self.least_used) {
            self.least_used += Natural::ONE;
        }
        let mut position: Vec<Natural> = Vec::with_capacity(self.piles);
        for i in 0..self.piles {
            let mut at = if i == 0 { self.least_used.clone() } else { position[i - 1].clone() };
            loop {
                let before = at.clone();
                for pile in &position {
                    let difference = &at - pile;
                    let covering = self.differences.range(..=&difference).next_back();
                    if let Some((_, end)) = covering.filter(|(_, end)| **end > difference) {
                        at = pile + end;
                    }
                }
                while self.used.contains(&at) {
                    at += Natural::ONE;
                }
                if at == before {
                    break;
                }
            }
            position.push(at);
        }
        position
    }
}

impl Iterator for VariableStream {
    type Item = Result<Vec<Natural>, Refusal>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(self.advance())
    }
}

/// f at a position, made sure to be at least 1.
fn reach_at(reach: &Reach, position: &[Natural]) -> Result<Natural, Refusal> {
    let fails = |hypothesis| Refusal::Hypothesis { theorem: "LEX Theorem 19", hypothesis };
    let value = reach(position)
        .map_err(|why| fails(format!("f is not defined at {}: {why}", show_position(position))))?;
    if value == 0u32 {
        return Err(fails(format!("f must be at least 1, but it is 0 at {}", show_position(position))));
    }
    if value.significant_bits() > MOST_BITS {
        let text = format!("f has more than {MOST_BITS} bits at {}", show_position(position));
        return Err(Refusal::Limit(text));
    }
    Ok(value)
}

/// D(A): the differences a_j - a_i, i < j, of sorted piles.
fn differences(position: &[Natural]) -> impl Iterator<Item = Natural> + '_ {
    position.iter().enumerate().flat_map(|(j, high)| position[..j].iter().map(move |low| high - low))
}

/// Adds [start, end) and joins what touches it.
fn insert_interval(intervals: &mut BTreeMap<Natural, Natural>, mut start: Natural, mut end: Natural) {
    while let Some((low, high)) =
        intervals.range(..=&end).next_back().map(|(low, high)| (low.clone(), high.clone()))
    {
        if high < start {
            break;
        }
        intervals.remove(&low);
        start = start.min(low);
        end = end.max(high);
    }
    intervals.insert(start, end);
}

/// Whether sorted A -> sorted B is a move of Wytlex(K,f) with f(B) = reach (LEX Definition 16). O(K^4).
pub fn is_move(from: &[Natural], to: &[Natural], reach: &Natural) -> bool {
    if to >= from || to.len() != from.len() {
        return false;
    }
    let shared = from.iter().any(|pile| to.contains(pile));
    shared
        || differences(to).any(|low| {
            let high = &low + reach;
            differences(from).any(|d| low <= d && d < high)
        })
}

/// What is wrong with a list that should be the P-positions whose smallest pile is at most M.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// One listed position moves to another.
    #[error("a listed position has a move to another: {0:?} -> {1:?}")]
    Joined(Vec<Natural>, Vec<Natural>),
    /// A position that no move leads from to the list; pile values after the given ones are arbitrary.
    #[error("no move to the list from the positions that begin with {0:?}")]
    Uncovered(Vec<Natural>),
    /// The list itself is not usable.
    #[error("{0}")]
    List(String),
}

/// Checks from the rules alone that a list is the set of all P-positions of Wytlex(K,f) whose smallest pile is at most M, though
/// such positions are infinitely many: no listed position moves to another, and every other position with v_1 <= M moves to a
/// listed one. Positions are covered by prefixes: if v_1 is a later pile of a listed position, that one shares v_1 and precedes;
/// if v_1, ..., v_{i-1} begin a listed position and v_i is larger than its next pile, the same; and each smaller v_i must be a pile of
/// an earlier listed position or differ from an earlier v_j by a difference that such a position reaches. O(n^2 K^4).
pub fn check_list(list: &[Vec<Natural>], reach: &Reach, up_to: u64) -> Result<(), Fault> {
    let Some(piles) = list.first().map(Vec::len) else { return Err(Fault::List("the list is empty".into())) };
    for position in list {
        if position.len() != piles || !position.is_sorted() {
            return Err(Fault::List(format!("{position:?} is not {piles} sorted piles")));
        }
    }
    if !list.windows(2).all(|pair| pair[0] < pair[1]) {
        return Err(Fault::List("the list is not in lexicographic order".into()));
    }
    let reaches = list.iter().map(|p| reach_at(reach, p)).collect::<Result<Vec<_>, _>>();
    let reaches = reaches.map_err(|refusal| Fault::List(refusal.to_string()))?;
    for (n, from) in list.iter().enumerate() {
        if let Some(m) = (0..n).find(|&m| is_move(from, &list[m], &reaches[m])) {
            return Err(Fault::Joined(from.clone(), list[m].clone()));
        }
    }
    for first in 0..=up_to {
        let first = Natural::from(first);
        // A listed position that has v_1 as a later pile precedes every position that begins with v_1.
        if list.iter().any(|p| p[0] < first && p.contains(&first)) {
            continue;
        }
        let Some(n) = list.iter().position(|p| p[0] == first) else {
            return Err(Fault::Uncovered(vec![first]));
        };
        check_prefixes(list, &reaches, n)?;
    }
    Ok(())
}

/// Every position that begins like list[n] and then has a smaller pile moves to an earlier listed one.
fn check_prefixes(list: &[Vec<Natural>], reaches: &[Natural], n: usize) -> Result<(), Fault> {
    let here = &list[n];
    for i in 1..here.len() {
        let mut covered = BTreeMap::new();
        for (earlier, reach) in list[..n].iter().zip(reaches) {
            for pile in earlier {
                insert_interval(&mut covered, pile.clone(), pile + Natural::ONE);
            }
            for difference in differences(earlier) {
                for pile in &here[..i] {
                    insert_interval(&mut covered, pile + &difference, pile + &difference + reach);
                }
            }
        }
        // The values from v_{i-1} to p_i - 1.
        let mut at = here[i - 1].clone();
        while at < here[i] {
            match covered.range(..=&at).next_back() {
                Some((_, end)) if *end > at => at = end.clone(),
                _ => {
                    let mut prefix = here[..i].to_vec();
                    prefix.push(at);
                    return Err(Fault::Uncovered(prefix));
                }
            }
        }
    }
    Ok(())
}

/// Wytlex(K), or Wytlex(K,f).
#[derive(Clone)]
pub struct Wytlex {
    piles: usize,
    reach: Option<Reach>,
}

impl Wytlex {
    /// Wytlex(K), K >= 1.
    pub fn new(piles: usize) -> Result<Wytlex, Refusal> {
        Wytlex::checked(piles, None)
    }

    /// Variable Wytlex(K,f); f is given the sorted piles of the position moved to.
    pub fn variable(piles: usize, reach: Reach) -> Result<Wytlex, Refusal> {
        Wytlex::checked(piles, Some(reach))
    }

    fn checked(piles: usize, reach: Option<Reach>) -> Result<Wytlex, Refusal> {
        if piles == 0 {
            return Err(Refusal::Hypothesis {
                theorem: "LEX Definition 3",
                hypothesis: "there must be a pile".into(),
            });
        }
        Ok(Wytlex { piles, reach })
    }

    /// What decides Wytlex(K): two piles are Wythoff's game, of any size.
    pub fn decider(piles: usize) -> Result<Box<dyn Decider>, Refusal> {
        Ok(match piles {
            2 => Box::new(Wythoff::new()?),
            _ => Box::new(Wytlex::new(piles)?),
        })
    }

    fn cites(&self) -> &'static [&'static str] {
        if self.reach.is_some() { &["LEX-T19", "LEX-C18"] } else { &["LEX-T13", "LEX-C8"] }
    }

    /// f at a position: 1 in Wytlex(K).
    pub fn reach(&self, position: &[Natural]) -> Result<Natural, Refusal> {
        self.reach.as_ref().map_or(Ok(Natural::ONE), |reach| reach_at(reach, position))
    }

    /// The P-positions from the one without tokens on.
    pub fn stream(&self) -> Box<dyn Iterator<Item = Result<Vec<Natural>, Refusal>> + Send> {
        if let Some(reach) = &self.reach {
            return Box::new(VariableStream::new(self.piles, reach.clone()));
        }
        let zero = std::iter::once(vec![0; self.piles]);
        let rest = WytlexStream::new(self.piles);
        Box::new(zero.chain(rest).map(|p| Ok(p.into_iter().map(Natural::from).collect())))
    }

    /// [`check_list`] with the f of this game.
    pub fn check_list(&self, list: &[Vec<Natural>], up_to: u64) -> Result<(), Fault> {
        let one: Reach = Arc::new(|_| Ok(Natural::ONE));
        check_list(list, self.reach.as_ref().unwrap_or(&one), up_to)
    }

    /// Hands over the P-positions P^0, P^1, ... until it is told to stop. Those of Wytlex(K) are found in machine words.
    fn walk(&self, visit: &mut dyn FnMut(usize, &[Natural]) -> ControlFlow<()>) -> Result<(), Refusal> {
        let mut n = 0;
        let mut next = |position: &[Natural]| {
            n += 1;
            visit(n - 1, position)
        };
        if let Some(reach) = &self.reach {
            let mut stream = VariableStream::new(self.piles, reach.clone());
            while next(&stream.advance()?).is_continue() {}
            return Ok(());
        }
        let (mut shown, mut stopped, mut passed) = (vec![Natural::ZERO; self.piles], Ok(()), 0);
        self.p_stream(&mut |position| {
            passed += 1;
            if passed % PACE == 0 {
                stopped = pay(PACE * WORK);
            }
            if stopped.is_err() {
                return ControlFlow::Break(());
            }
            shown.iter_mut().zip(position).for_each(|(shown, pile)| *shown = Natural::from(*pile));
            next(&shown)
        })?;
        Ok(stopped?)
    }

    /// The P-position that contains `first`, and its number.
    fn with_pile(&self, first: &Natural) -> Result<(usize, Vec<Natural>), Refusal> {
        let limit = if self.reach.is_some() { VARIABLE_LIMIT } else { STREAM_LIMIT };
        if *first > limit {
            return Err(Refusal::Limit(format!(
                "the P-positions are built one after the other, for a smallest pile of at most {limit}; here it is {}",
                show_number(first)
            )));
        }
        let mut found = None;
        self.walk(&mut |n, position| {
            if !position.contains(first) {
                return ControlFlow::Continue(());
            }
            found = Some((n, position.to_vec()));
            ControlFlow::Break(())
        })?;
        found.ok_or_else(|| Refusal::Limit("no P-position was built".into()))
    }
}

/// Puts the piles of a target where the move can be seen: equal piles stay, and two piles that keep their difference are matched.
fn arrange(position: &[Natural], target: &[Natural]) -> Vec<Natural> {
    let mut left: Vec<Natural> = target.to_vec();
    let mut places: Vec<Option<Natural>> = vec![None; position.len()];
    let mut put = |place: usize, pile: &Natural, left: &mut Vec<Natural>| {
        if let Some(i) = left.iter().position(|other| other == pile) {
            places[place] = Some(left.swap_remove(i));
        }
    };
    if let Some(place) = position.iter().position(|pile| target.contains(pile)) {
        put(place, &position[place], &mut left);
    } else {
        let pairs = |n: usize| (0..n).flat_map(move |i| (0..n).map(move |j| (i, j))).filter(|(i, j)| i != j);
        let matched = pairs(position.len()).find_map(|(i, j)| {
            let difference = (&position[j]).checked_sub(&position[i])?;
            pairs(target.len())
                .find(|&(k, l)| (&target[l]).checked_sub(&target[k]) == Some(difference.clone()))
                .map(|t| (i, j, t))
        });
        if let Some((i, j, (k, l))) = matched {
            put(i, &target[k], &mut left);
            put(j, &target[l], &mut left);
        }
    }
    left.sort();
    let mut left = left.into_iter();
    places.into_iter().map(|place| place.or_else(|| left.next()).unwrap_or_default()).collect()
}

impl Decider for Wytlex {
    fn decide(&self, position: &[Natural]) -> Result<Verdict, Refusal> {
        if position.len() != self.piles {
            let text = format!("this game has {} piles, the position has {}", self.piles, position.len());
            return Err(Refusal::Position(text));
        }
        let mut sorted = position.to_vec();
        sorted.sort();
        let (n, last) = self.with_pile(&sorted[0])?;
        if last == sorted {
            return Ok(lost(
                format!("The piles are the P-position P^{n} of the construction."),
                self.cites(),
            ));
        }
        let to =
            |target: &[Natural], reason: String| Ok(won(arrange(position, target), reason, self.cites()));
        if last < sorted {
            let reason = format!(
                "The smallest pile {} belongs to the P-position P^{n}, which comes earlier in lexicographic order: keep that pile.",
                show_number(&sorted[0])
            );
            return to(&last, reason);
        }
        // Here v_1 = p_1 and the first pile that differs is smaller than that of P^n.
        let i = (0..self.piles).find(|&i| sorted[i] != last[i]).unwrap_or(0);
        let mut answer = None;
        self.walk(&mut |m, target| {
            if m == n {
                return ControlFlow::Break(());
            }
            if target.contains(&sorted[i]) {
                let reason = format!(
                    "Pile {} belongs to the earlier P-position P^{m}: keep that pile.",
                    show_number(&sorted[i])
                );
                answer = Some(to(target, reason));
                return ControlFlow::Break(());
            }
            match self.reach(target) {
                Err(refusal) => answer = Some(Err(refusal)),
                Ok(reach) if is_move(&sorted, target, &reach) => {
                    let reason = format!(
                        "P^{n} agrees with the position up to pile number {i} and is larger after it; a difference of two piles is one \
                         that the earlier P-position P^{m} reaches."
                    );
                    answer = Some(to(target, reason));
                }
                Ok(_) => return ControlFlow::Continue(()),
            }
            ControlFlow::Break(())
        })?;
        if let Some(answer) = answer {
            return answer;
        }
        Err(Refusal::Hypothesis {
            theorem: "LEX Lemma 12",
            hypothesis: "no earlier P-position can be reached, although the position is not P".into(),
        })
    }

    fn p_positions(&self) -> Option<Box<dyn Iterator<Item = Vec<u64>> + Send + '_>> {
        if self.reach.is_none() {
            return Some(Box::new(std::iter::once(vec![0; self.piles]).chain(WytlexStream::new(self.piles))));
        }
        Some(Box::new(
            self.stream().map_while(|p| p.ok()?.iter().map(|pile| u64::try_from(pile).ok()).collect()),
        ))
    }

    fn p_stream(&self, visit: &mut Visit<'_>) -> Result<bool, Refusal> {
        if let Some(reach) = &self.reach {
            let mut stream = VariableStream::new(self.piles, reach.clone());
            loop {
                let position: Option<Vec<u64>> =
                    stream.advance()?.iter().map(|pile| u64::try_from(pile).ok()).collect();
                let Some(position) = position else {
                    return Err(Refusal::Limit(
                        "a pile of the next P-position does not fit in 64 bits".into(),
                    ));
                };
                if visit(&position).is_break() {
                    return Ok(true);
                }
            }
        }
        if self.piles == 3 {
            let _ = std::iter::once([0; 3]).chain(Wytlex3::new()).try_for_each(|position| visit(&position));
            return Ok(true);
        }
        let (mut stream, mut shown) = (WytlexStream::new(self.piles), vec![0; self.piles]);
        while visit(&shown).is_continue() {
            shown.iter_mut().zip(stream.advance()).for_each(|(shown, pile)| *shown = *pile as u64);
        }
        Ok(true)
    }

    fn p_below(&self, bound: u64, visit: &mut Visit<'_>) -> Result<bool, Refusal> {
        let Some(reach) = &self.reach else { return stream_below(self, bound, visit) };
        let mut stream = VariableStream::new(self.piles, reach.clone());
        while stream.least_largest() < bound {
            let position = stream.advance()?;
            let small = position.iter().map(|pile| u64::try_from(pile).ok().filter(|pile| *pile < bound));
            if let Some(position) = small.collect::<Option<Vec<u64>>>()
                && visit(&position).is_break()
            {
                break;
            }
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use malachite::base::num::arithmetic::traits::Pow;

    use super::*;

    /// Construction 8 or 18 with plain sets.
    fn construction(piles: usize, f: impl Fn(&[u64]) -> u64, count: usize) -> Vec<Vec<u64>> {
        let mut list = vec![vec![0; piles]];
        let mut used = BTreeSet::from([0]);
        let mut reached: BTreeSet<u64> = (0..f(&list[0])).collect();
        while list.len() < count {
            let mut position: Vec<u64> = Vec::new();
            for _ in 0..piles {
                let free = |v: &u64| {
                    !used.contains(v) && position.iter().all(|p| *v >= *p && !reached.contains(&(v - p)))
                };
                let next = (0..).find(free).unwrap();
                position.push(next);
            }
            used.extend(&position);
            for (j, high) in position.iter().enumerate() {
                for low in &position[..j] {
                    reached.extend(high - low..high - low + f(&position));
                }
            }
            list.push(position);
        }
        list
    }

    fn constant(c: u32) -> Reach {
        Arc::new(move |_| Ok(Natural::from(c)))
    }

    #[test]
    fn streams_are_construction_8() {
        for piles in 2..=6 {
            let expected = construction(piles, |_| 1, 150);
            let found: Vec<_> = Wytlex::new(piles).unwrap().p_positions().unwrap().take(150).collect();
            assert_eq!(found, expected, "K = {piles}");
        }
        let fast: Vec<_> = Wytlex3::new().take(20_000).map(|p| p.to_vec()).collect();
        let scan: Vec<_> = WytlexStream::new(3).take(20_000).collect();
        assert_eq!(fast, scan);
    }

    #[test]
    fn far_values() {
        assert_eq!(Wytlex3::new().nth(999_999), Some([1_881_291, 3_581_986, 5_282_681]));
    }

    #[test]
    fn variable_streams_are_construction_18() {
        let natural = |p: &[u64]| p.iter().map(|&x| Natural::from(x)).collect::<Vec<_>>();
        type Plain = fn(&[u64]) -> u64;
        let cases: [(usize, Reach, Plain); 5] = [
            (3, constant(2), |_| 2),
            (2, constant(3), |_| 3),
            (3, Arc::new(|p| Ok(&p[0] + Natural::ONE)), |p| p[0] + 1),
            (4, Arc::new(|p| Ok(&p[0] % Natural::from(3u32) + Natural::ONE)), |p| p[0] % 3 + 1),
            (2, Arc::new(|p| Ok(&p[1] % Natural::from(5u32) + Natural::ONE)), |p| p[1] % 5 + 1),
        ];
        for (piles, reach, f) in cases {
            let expected = construction(piles, f, 18);
            let found: Vec<_> =
                VariableStream::new(piles, reach.clone()).take(18).map(Result::unwrap).collect();
            let expected: Vec<_> = expected.iter().map(|p| natural(p)).collect();
            assert_eq!(found, expected);
            let last = u64::try_from(&found[17][0]).unwrap();
            assert_eq!(check_list(&found, &reach, last), Ok(()));
        }
    }

    #[test]
    fn exponential_f() {
        // LEX-O4: f = 1 + B3 - B2 gives p_2 - p_1 = p_3 - p_2 = (3^n - 1)/2.
        let reach: Reach = Arc::new(|p| Ok(Natural::ONE + &p[2] - &p[1]));
        let mut power = Natural::ONE;
        for position in VariableStream::new(3, reach.clone()).take(60) {
            let position = position.unwrap();
            let expected = (&power - Natural::ONE) >> 1u32;
            assert_eq!(&position[1] - &position[0], expected);
            assert_eq!(&position[2] - &position[1], expected);
            power *= Natural::from(3u32);
        }
        let list: Vec<_> = VariableStream::new(3, reach.clone()).take(12).map(Result::unwrap).collect();
        assert_eq!(check_list(&list, &reach, 9), Ok(()));
    }

    #[test]
    fn a_wrong_list_is_refused() {
        let list: Vec<_> = Wytlex::new(3).unwrap().stream().take(30).map(Result::unwrap).collect();
        let first = u64::try_from(&list[29][0]).unwrap();
        assert_eq!(check_list(&list, &constant(1), first), Ok(()));
        assert!(matches!(check_list(&list, &constant(1), first + 30), Err(Fault::Uncovered(_))));
        let mut longer = list.clone();
        longer[12][2] += Natural::from(40u32);
        assert!(check_list(&longer, &constant(1), first).is_err());
        assert!(matches!(
            check_list(&list, &constant(2), first),
            Err(Fault::Joined(..) | Fault::Uncovered(_))
        ));
        let mut gap = list;
        gap.remove(4);
        assert!(check_list(&gap, &constant(1), first).is_err());
    }

    /// LEX Definition 3 with a cap on the piles: change two piles as in Wythoff, the others at will, and go down.
    fn literal_move(from: &[u64], to: &[u64]) -> bool {
        let mut orders = vec![vec![]];
        for i in 0..to.len() {
            orders = orders
                .into_iter()
                .flat_map(|o: Vec<usize>| {
                    (0..=o.len()).map(move |at| {
                        let mut o = o.clone();
                        o.insert(at, i);
                        o
                    })
                })
                .collect();
        }
        to < from
            && orders.iter().any(|order| {
                let change: Vec<i64> =
                    order.iter().zip(from).map(|(&i, &a)| to[i] as i64 - a as i64).collect();
                let pairs = (0..change.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
                change.iter().any(|c| *c != 0)
                    && (change.contains(&0) || pairs.into_iter().any(|(i, j)| change[i] == change[j]))
            })
    }

    #[test]
    fn decisions_follow_the_rules() {
        let size = 13u64;
        let game = Wytlex::new(3).unwrap();
        let all: Vec<Vec<u64>> = (0..size)
            .flat_map(|a| (a..size).flat_map(move |b| (b..size).map(move |c| vec![a, b, c])))
            .collect();
        // Positions within the box: a move out of the box only makes piles larger, and no P-position of the box needs one.
        let mut lost_ones: Vec<Vec<u64>> = Vec::new();
        for position in &all {
            let piles: Vec<Natural> = position.iter().map(|&p| Natural::from(p)).collect();
            let verdict = game.decide(&piles).unwrap();
            if let Some(target) = &verdict.winning {
                let mut target: Vec<u64> = target.iter().map(|p| u64::try_from(p).unwrap()).collect();
                let change: Vec<i64> =
                    target.iter().zip(position).map(|(b, a)| *b as i64 - *a as i64).collect();
                let equal = (0..3).any(|i| (0..i).any(|j| change[i] == change[j]));
                assert!(change.contains(&0) || equal, "{position:?} -> {target:?}");
                target.sort_unstable();
                assert!(literal_move(position, &target), "{position:?} -> {target:?}");
                let piles: Vec<Natural> = target.iter().map(|&p| Natural::from(p)).collect();
                assert!(game.is_p(&piles).unwrap());
            } else {
                assert!(!lost_ones.iter().any(|other| literal_move(position, other)), "{position:?}");
                lost_ones.push(position.clone());
            }
        }
        let huge = Natural::from(10u32).pow(50);
        let verdict = game.decide(&[huge.clone(), Natural::from(4u32), huge + Natural::ONE]).unwrap();
        assert_eq!(verdict.winning.unwrap(), [7u32, 4, 10].map(Natural::from));
    }

    #[test]
    fn definitions_3_and_14_agree() {
        let all: Vec<Vec<u64>> =
            (0..6).flat_map(|a| (a..6).flat_map(move |b| (b..6).map(move |c| vec![a, b, c]))).collect();
        for from in &all {
            for to in &all {
                let big = |p: &[u64]| p.iter().map(|&x| Natural::from(x)).collect::<Vec<_>>();
                assert_eq!(
                    is_move(&big(from), &big(to), &Natural::ONE),
                    literal_move(from, to),
                    "{from:?} -> {to:?}"
                );
            }
        }
    }
}
