//! The P-positions of Wytlex(K) and Wytlex(K, f) in their order: LEX Constructions 8 and 18, which LEX
//! Theorems 13 and 19 prove right (ledger LEX-C8, LEX-C18; p_i is the mex of Q_i for every i <= K).
//!
//! Two algorithms for one construction. Without f the sizes X and differences D are bitsets read 64
//! candidates at a time from the frontier `p_{i-1} + mex D` (ledger NEW-LEX-LINEAR: linear in practice).
//! With f they are sets of disjoint intervals of numbers of any size, since f may grow without bound.

use std::collections::BTreeMap;

use malachite::base::num::arithmetic::traits::UnsignedAbs;
use malachite::base::num::logic::traits::SignificantBits;
use malachite::{Integer, Natural};

use wythoff_numbers::Budget;

use super::refused::Refused;
use super::wytlex::PileFunction;
use wythoff_numbers::bits::Bits;
use wythoff_numbers::clipped;

/// So much of a position is shown in an error.
const SHOWN: usize = 100;

/// The P-positions of Wytlex(K), in machine words.
///
/// O(K^2) word operations for a position in practice; memory a bit for each number up to the largest pile.
pub(super) struct PlainStream {
    piles: Vec<u64>,
    sizes: Bits,
    differences: Bits,
    mex_sizes: u64,
    mex_differences: u64,
}

impl PlainStream {
    /// Stands at P^0 = (0, .., 0).
    pub(super) fn new(piles: usize) -> Self {
        let mut stream = PlainStream {
            piles: vec![0; piles],
            sizes: Bits::default(),
            differences: Bits::default(),
            mex_sizes: 0,
            mex_differences: 0,
        };
        stream.record();
        stream
    }

    /// The position at which the stream stands.
    pub(super) fn current(&self) -> &[u64] {
        &self.piles
    }

    /// A lower bound for the largest pile of the next and every later position: each of its gaps is at
    /// least mex D.
    pub(super) fn least_next_top(&self) -> u64 {
        self.mex_sizes + (self.piles.len() as u64 - 1) * self.mex_differences
    }

    /// Goes to the next P-position.
    pub(super) fn advance(&mut self) {
        self.piles[0] = self.mex_sizes;
        for i in 1..self.piles.len() {
            let mut candidate = self.piles[i - 1] + self.mex_differences;
            loop {
                let mut taken = self.sizes.word_at(candidate);
                for &earlier in &self.piles[..i] {
                    taken |= self.differences.word_at(candidate - earlier);
                }
                if taken != u64::MAX {
                    candidate += u64::from((!taken).trailing_zeros());
                    break;
                }
                candidate += 64;
            }
            self.piles[i] = candidate;
        }
        self.record();
    }

    fn record(&mut self) {
        for (j, &high) in self.piles.iter().enumerate() {
            self.sizes.insert(high);
            for &low in &self.piles[..j] {
                self.differences.insert(high - low);
            }
        }
        self.mex_sizes = self.sizes.next_absent(self.mex_sizes);
        self.mex_differences = self.differences.next_absent(self.mex_differences);
    }
}

/// A set of numbers of any size as disjoint half-open intervals that do not touch, start to end.
#[derive(Default)]
struct Intervals {
    ends: BTreeMap<Natural, Natural>,
}

impl Intervals {
    /// Adds [start, end), which must not be empty.
    fn insert(&mut self, mut start: Natural, mut end: Natural) {
        if let Some((left, left_end)) = self.ends.range(..=&start).next_back()
            && *left_end >= start
        {
            if *left_end >= end {
                return;
            }
            start = left.clone();
        }
        while let Some((right, right_end)) = self.ends.range(&start..=&end).next() {
            if *right_end > end {
                end = right_end.clone();
            }
            let right = right.clone();
            self.ends.remove(&right);
        }
        self.ends.insert(start, end);
    }

    /// The end of the interval that holds n, if one does.
    fn end_around(&self, n: &Natural) -> Option<&Natural> {
        let (_, end) = self.ends.range(..=n).next_back()?;
        (end > n).then_some(end)
    }

    /// The least number that is in no interval.
    fn mex(&self) -> Natural {
        self.end_around(&Natural::from(0u32)).cloned().unwrap_or_default()
    }
}

/// The most bits that a value of f may have.
const MOST_BITS: u64 = 1 << 22;

/// f at a sorted position: at least 1, or the reason why the game is not defined there.
pub(super) fn width(f: &PileFunction, piles: &[Natural], budget: &Budget) -> Result<Natural, Refused> {
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

/// The P-positions of Wytlex(K, f), of any size.
///
/// O(K^2 log n) comparisons for a position in practice; memory O(n K^2) intervals at worst.
pub(super) struct VariableStream {
    f: PileFunction,
    /// Pays for the values of f.
    budget: Budget,
    piles: Vec<Natural>,
    sizes: Intervals,
    differences: Intervals,
}

impl VariableStream {
    /// Stands at P^0 = (0, .., 0).
    pub(super) fn new(piles: usize, f: PileFunction, budget: &Budget) -> Result<Self, Refused> {
        let piles = vec![Natural::from(0u32); piles];
        let (sizes, differences) = (Intervals::default(), Intervals::default());
        let mut stream = VariableStream { f, budget: budget.clone(), piles, sizes, differences };
        stream.record()?;
        Ok(stream)
    }

    /// The position at which the stream stands.
    pub(super) fn current(&self) -> &[Natural] {
        &self.piles
    }

    /// A lower bound for the largest pile of the next and every later position.
    pub(super) fn least_next_top(&self) -> Natural {
        self.sizes.mex() + self.differences.mex() * Natural::from(self.piles.len() - 1)
    }

    /// Goes to the next P-position; refused where f is below 1 at it.
    pub(super) fn advance(&mut self) -> Result<(), Refused> {
        self.piles[0] = self.sizes.mex();
        for i in 1..self.piles.len() {
            let mut candidate = self.piles[i - 1].clone();
            'higher: loop {
                if let Some(end) = self.sizes.end_around(&candidate) {
                    candidate = end.clone();
                    continue;
                }
                for earlier in &self.piles[..i] {
                    if let Some(end) = self.differences.end_around(&(&candidate - earlier)) {
                        candidate = earlier + end;
                        continue 'higher;
                    }
                }
                break;
            }
            self.piles[i] = candidate;
        }
        self.record()
    }

    fn record(&mut self) -> Result<(), Refused> {
        let width = width(&self.f, &self.piles, &self.budget)?;
        for (j, high) in self.piles.iter().enumerate() {
            self.sizes.insert(high.clone(), high + Natural::from(1u32));
            for low in &self.piles[..j] {
                let difference = high - low;
                let end = &difference + &width;
                self.differences.insert(difference, end);
            }
        }
        Ok(())
    }
}

/// Either stream, showing its positions as numbers of any size.
pub(super) enum Stream {
    /// Wytlex(K).
    Plain(PlainStream, Vec<Natural>),
    /// Wytlex(K, f).
    Variable(VariableStream),
}

impl Stream {
    /// Stands at P^0 = (0, .., 0).
    pub(super) fn new(piles: usize, f: Option<&PileFunction>, budget: &Budget) -> Result<Self, Refused> {
        Ok(match f {
            None => Stream::Plain(PlainStream::new(piles), vec![Natural::from(0u32); piles]),
            Some(f) => Stream::Variable(VariableStream::new(piles, f.clone(), budget)?),
        })
    }

    /// The position at which the stream stands.
    pub(super) fn current(&self) -> &[Natural] {
        match self {
            Stream::Plain(_, shown) => shown,
            Stream::Variable(stream) => stream.current(),
        }
    }

    /// Goes to the next P-position.
    pub(super) fn advance(&mut self) -> Result<(), Refused> {
        match self {
            Stream::Plain(stream, shown) => {
                stream.advance();
                for (shown, &pile) in shown.iter_mut().zip(stream.current()) {
                    *shown = Natural::from(pile);
                }
                Ok(())
            }
            Stream::Variable(stream) => stream.advance(),
        }
    }

    /// A lower bound for the largest pile of the next and every later position.
    pub(super) fn least_next_top(&self) -> Natural {
        match self {
            Stream::Plain(stream, _) => Natural::from(stream.least_next_top()),
            Stream::Variable(stream) => stream.least_next_top(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::Arc;

    use super::*;

    /// Construction 18 with plain sets, each line as printed (and p_K defined, see LEX-C8).
    fn construction_18(piles: usize, count: usize, f: impl Fn(&[u64]) -> u64) -> Vec<Vec<u64>> {
        let mut found = vec![vec![0u64; piles]];
        while found.len() < count {
            let x: BTreeSet<u64> = found.iter().flatten().copied().collect();
            let mut d = BTreeSet::new();
            for p in &found {
                for i in 0..piles {
                    for j in i + 1..piles {
                        d.extend((0..f(p)).map(|s| p[j] - p[i] + s));
                    }
                }
            }
            let mut q = x;
            let mut next = Vec::new();
            for _ in 0..piles {
                let p = (0..).find(|n| !q.contains(n)).unwrap();
                next.push(p);
                q.extend(d.iter().map(|&difference| p + difference));
            }
            found.push(next);
        }
        found
    }

    fn first(piles: usize, count: usize, f: Option<PileFunction>) -> Vec<Vec<u64>> {
        let mut stream = Stream::new(piles, f.as_ref(), &Budget::default()).unwrap();
        let mut found = Vec::new();
        for _ in 0..count {
            found.push(stream.current().iter().map(|n| u64::try_from(n).unwrap()).collect());
            stream.advance().unwrap();
        }
        found
    }

    #[test]
    fn both_streams_follow_the_construction() {
        let one: PileFunction = Arc::new(|_: &[Natural], _: &Budget| Ok(Integer::from(1)));
        for piles in 2..=6 {
            let expect = construction_18(piles, 70, |_| 1);
            assert_eq!(first(piles, 70, None), expect);
            assert_eq!(first(piles, 70, Some(one.clone())), expect);
        }
    }

    #[test]
    fn the_interval_stream_follows_construction_18() {
        let f1: PileFunction = Arc::new(|b: &[Natural], _: &Budget| {
            Ok(Integer::from(&b[0] % Natural::from(3u32)) + Integer::from(1))
        });
        let f2: PileFunction =
            Arc::new(|b: &[Natural], _: &Budget| Ok(Integer::from(&b[1] - &b[0]) + Integer::from(1)));
        for piles in 2..=4 {
            assert_eq!(first(piles, 40, Some(f1.clone())), construction_18(piles, 40, |b| b[0] % 3 + 1));
            assert_eq!(first(piles, 7, Some(f2.clone())), construction_18(piles, 7, |b| b[1] - b[0] + 1));
        }
    }

    #[test]
    fn random_widths() {
        for salt in 1..12u64 {
            let table = move |b: &[u64]| {
                let mixed =
                    b.iter().fold(salt, |mixed, &pile| (mixed ^ pile).wrapping_mul(0x9E37_79B9_7F4A_7C15));
                1 + (mixed >> 40) % 9
            };
            let f: PileFunction = Arc::new(move |b: &[Natural], _: &Budget| {
                let piles: Vec<u64> = b.iter().map(|pile| u64::try_from(pile).unwrap()).collect();
                Ok(Integer::from(table(&piles)))
            });
            for piles in 2..=4 {
                assert_eq!(first(piles, 25, Some(f.clone())), construction_18(piles, 25, table), "{salt}");
            }
        }
    }

    #[test]
    fn far_values() {
        let mut stream = PlainStream::new(3);
        (0..100_000).for_each(|_| stream.advance());
        let [low, middle, top] = *stream.current() else { panic!("three piles") };
        // LEX-X1: the two gaps differ by at most 2.
        assert!((top - middle..=top - middle + 2).contains(&(middle - low)));
        (100_000..1_000_000).for_each(|_| stream.advance());
        assert_eq!(stream.current(), [1_881_291, 3_581_986, 5_282_681]);
    }

    #[test]
    fn a_width_below_one_names_the_position() {
        let f: PileFunction =
            Arc::new(|b: &[Natural], _: &Budget| Ok(Integer::from(3) - Integer::from(&b[0])));
        let mut stream = VariableStream::new(3, f, &Budget::default()).unwrap();
        let refused = (0..20).find_map(|_| stream.advance().err()).unwrap();
        assert_eq!(
            refused.reason,
            format!("f is 0 at [{}]; Variable Wytlex needs f >= 1", {
                let piles: Vec<_> = stream.current().iter().map(Natural::to_string).collect();
                piles.join(",")
            })
        );
        assert_eq!(stream.current()[0], 3u32);
    }
}
