//! Systems whose representations are read by a small automaton, with conversion in O(M(n) log n).
//!
//! Reading from the most significant digit, state i at position p allows a digit below c_i(p), which leads to state 0,
//! or, if i is not the last state, the digit c_i(p) itself, which leads to state i+1. With W_i(p) the number of words of
//! p digits allowed from state i, W_i(p+1) = c_i(p) W_0(p) + W_(i+1)(p) and W_i(0) = 1; the basis is u_p = W_0(p), and a
//! word's value is its rank among the words of its length. This covers
//! - recurrences u_n = c_1 u_(n-1) + ... + c_k u_(n-k), c_1 >= ... >= c_k >= 1, with their canonical first terms (Parry;
//!   the dominant root is a Pisot number by Brauer's theorem), such as Zeckendorf's and the Tribonacci system;
//! - Ostrowski's systems, with two states, c_0(p) = a_(p+1) (c_0(0) = a_1 - 1) and c_1(p) = 1.
//!
//! Conversion halves the positions. A word of the upper half has a vector Y of coefficients in W(middle); its rank y
//! estimates it from n within a bounded error, for the same reason for which n alpha - floor(n alpha) is bounded. The
//! estimate is converted first, and a few successor steps, each of which adds one W_i(middle), make it exact. The words
//! from any state are the first ones from state 0, so the rest is converted as if it stood alone.

use crate::error::NumberError;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::{Digits, Positional};
use crate::budget::{Budget, Stop};
use crate::int::Natural;
use crate::int::traits::*;

/// Largest coefficient: counts of single digits stay within a machine word.
const LARGEST: u64 = 1 << 60;

/// The budget is looked at for words of at least so many digits.
const LOOKED: usize = 1 << 12;

/// A numeration system with the automaton described in the module.
#[derive(Debug)]
pub struct Parry {
    states: usize,
    /// Coefficients c_0(p), c_1(p), ... of the positions before the period.
    head: Vec<Vec<u64>>,
    /// Coefficients that repeat.
    period: Vec<Vec<u64>>,
    /// Positions of a block that is converted in machine words.
    leaf: usize,
    leaves: Mutex<HashMap<usize, Arc<Leaf>>>,
    blocks: Mutex<HashMap<(usize, usize), Arc<Block>>>,
}

/// Tables of a block of `leaf` positions.
#[derive(Debug)]
struct Leaf {
    /// u_j within the block.
    basis: Vec<u64>,
    /// u_j as a vector over the counts W_i at the bottom of the block.
    vectors: Vec<Vec<u64>>,
}

/// Products over a block of positions.
#[derive(Debug)]
struct Block {
    /// W(top) = matrix W(bottom).
    matrix: Vec<Vec<Natural>>,
    /// Row sums: the number of words of the block from each state.
    counts: Vec<Natural>,
}

/// A block with its halves, and the factor that estimates the upper half of a word from its rank.
struct Estimate {
    lower: Arc<Block>,
    drop: u64,
    factor: Natural,
    scale: u64,
}

impl Clone for Parry {
    fn clone(&self) -> Parry {
        Parry::assembled(self.head.clone(), self.period.clone(), self.states)
    }
}

impl PartialEq for Parry {
    fn eq(&self, other: &Parry) -> bool {
        self.head == other.head && self.period == other.period
    }
}

impl Eq for Parry {}

impl Parry {
    /// The canonical system of u_n = c_1 u_(n-1) + ... + c_k u_(n-k) with c_1 >= ... >= c_k >= 1.
    ///
    /// ```
    /// use wythoff_numbers::numeration::{Positional, Parry};
    /// let system = Parry::constant(&[2, 1]).unwrap();
    /// assert_eq!(system.basis(5).unwrap(), [1u32, 3, 7, 17, 41]);
    /// assert!(Parry::constant(&[1, 2]).is_err());
    /// ```
    pub fn constant(coefficients: &[u64]) -> Result<Parry, NumberError> {
        let decreasing = coefficients.windows(2).all(|w| w[0] >= w[1]);
        match coefficients {
            [] => Err(NumberError::System("a recurrence needs at least one coefficient".to_owned())),
            [1] => Err(NumberError::System("u_n = u_(n-1) does not increase".to_owned())),
            [first, .., last] if decreasing && *last >= 1 && *first <= LARGEST => {
                Ok(Parry::of_known(vec![], vec![coefficients.to_vec()]))
            }
            [only] if *only <= LARGEST => Ok(Parry::of_known(vec![], vec![vec![*only]])),
            _ => Err(NumberError::System(format!(
                "the coefficients must not increase and lie between 1 and {LARGEST}, not {coefficients:?}"
            ))),
        }
    }

    /// Ostrowski's system with partial quotients a_1, a_2, ... = head, then period for ever.
    pub fn ostrowski(head: &[u64], period: &[u64]) -> Result<Parry, NumberError> {
        if period.is_empty() {
            return Err(NumberError::System("the continued fraction must not end".to_owned()));
        }
        if let Some(a) = head.iter().chain(period).find(|a| **a == 0 || **a > LARGEST) {
            return Err(NumberError::System(format!(
                "partial quotients must lie between 1 and {LARGEST}, not {a}"
            )));
        }
        // Position 0 has its own coefficient a_1 - 1, so it always belongs to the head.
        let mut head = head.to_vec();
        let mut period = period.to_vec();
        if head.is_empty() {
            head.push(period[0]);
            period.rotate_left(1);
        }
        head[0] -= 1;
        let rows = |list: Vec<u64>| list.into_iter().map(|a| vec![a, 1]).collect();
        Ok(Parry::of_known(rows(head), rows(period)))
    }

    /// The system of Ostrowski type u_(j+1) = a_j u_j + u_(j-1), u_(-1) = u_0 = 1, whose a_0, a_1, ... repeat from the
    /// first on: a digit a_j is followed by 0.
    pub fn periodic(period: &[u64]) -> Result<Parry, NumberError> {
        if period.is_empty() || period.iter().any(|a| *a == 0 || *a > LARGEST) {
            return Err(NumberError::System(format!(
                "partial quotients must lie between 1 and {LARGEST}, at least one of them"
            )));
        }
        Ok(Parry::of_known(vec![], period.iter().map(|a| vec![*a, 1]).collect()))
    }

    /// What repeats from the first position on, where everything does: the coefficients of each position.
    pub fn purely_periodic(&self) -> Option<&[Vec<u64>]> {
        self.head.is_empty().then_some(&self.period[..])
    }

    /// A system from coefficients that are known to be right.
    pub(super) fn of_known(head: Vec<Vec<u64>>, period: Vec<Vec<u64>>) -> Parry {
        let states = period.first().map_or(1, Vec::len);
        Parry::assembled(head, period, states)
    }

    fn assembled(head: Vec<Vec<u64>>, period: Vec<Vec<u64>>, states: usize) -> Parry {
        let largest = head.iter().chain(&period).flatten().copied().max().unwrap_or(1);
        // (largest + 1)^leaf < 2^62
        let leaf = (61 / (64 - largest.leading_zeros()).max(1)).max(1) as usize;
        Parry { states, head, period, leaf, leaves: Mutex::default(), blocks: Mutex::default() }
    }

    /// The coefficients c_0(p), c_1(p), ... at position p.
    fn coefficients(&self, position: usize) -> &[u64] {
        let class = self.class(position);
        match class.checked_sub(self.head.len()) {
            None => &self.head[class],
            Some(i) => &self.period[i],
        }
    }

    /// Positions of one class have the same coefficients above them.
    fn class(&self, position: usize) -> usize {
        match position.checked_sub(self.head.len()) {
            None => position,
            Some(beyond) => self.head.len() + beyond % self.period.len(),
        }
    }

    /// W(p+1) from W(p), for counts or for their vectors.
    fn step<T: Clone>(&self, position: usize, w: &[T], combine: impl Fn(u64, &T, Option<&T>) -> T) -> Vec<T> {
        let c = self.coefficients(position);
        (0..self.states).map(|i| combine(c[i], &w[0], w.get(i + 1))).collect()
    }

    fn leaf_at(&self, position: usize) -> Arc<Leaf> {
        let class = self.class(position);
        let mut leaves = self.leaves.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(leaf) = leaves.get(&class) {
            return leaf.clone();
        }
        let mut w: Vec<Vec<u64>> =
            (0..self.states).map(|i| (0..self.states).map(|j| u64::from(i == j)).collect()).collect();
        let mut vectors = Vec::with_capacity(self.leaf);
        for j in 0..self.leaf {
            vectors.push(w[0].clone());
            w = self.step(position + j, &w, |c, first, next| {
                let next = |l: usize| next.map_or(0, |v| v[l]);
                first.iter().enumerate().map(|(l, x)| c * x + next(l)).collect()
            });
        }
        let basis = vectors.iter().map(|v: &Vec<u64>| v.iter().sum()).collect();
        let leaf = Arc::new(Leaf { basis, vectors });
        leaves.insert(class, leaf.clone());
        leaf
    }

    /// The products over `len` positions, a power of two times `leaf`, from `position` up.
    fn block(&self, position: usize, len: usize, budget: &Budget) -> Result<Arc<Block>, Stop> {
        let key = (self.class(position), len);
        if let Some(block) = self.blocks.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Ok(block.clone());
        }
        budget.check()?;
        let matrix = if len == self.leaf {
            let mut w: Vec<Vec<Natural>> =
                (0..self.states).map(|i| (0..self.states).map(|j| Natural::from(i == j)).collect()).collect();
            for j in 0..len {
                w = self.step(position + j, &w, |c, first, next| {
                    let next = |l: usize| next.map_or(Natural::ZERO, |v| v[l].clone());
                    first.iter().enumerate().map(|(l, x)| Natural::from(c) * x + next(l)).collect()
                });
            }
            w
        } else {
            let low = self.block(position, len / 2, budget)?;
            let high = self.block(position + len / 2, len / 2, budget)?;
            let rows = high.matrix.iter().map(|row| budget.check().map(|()| times(row, &low.matrix)));
            rows.collect::<Result<_, Stop>>()?
        };
        let counts = matrix.iter().map(|row| row.iter().sum()).collect();
        let block = Arc::new(Block { matrix, counts });
        self.blocks.lock().unwrap_or_else(PoisonError::into_inner).insert(key, block.clone());
        Ok(block)
    }

    /// How to estimate the rank of the upper half of a word: (rank >> drop) * factor >> scale.
    fn estimate(&self, position: usize, len: usize, budget: &Budget) -> Result<Estimate, Stop> {
        let lower = self.block(position, len / 2, budget)?;
        let upper = self.block(position + len / 2, len / 2, budget)?;
        let (all, high) = (&self.block(position, len, budget)?.counts[0], &upper.counts[0]);
        let excess = all.significant_bits() - high.significant_bits();
        let drop = excess.saturating_sub(32);
        let scale = high.significant_bits() + 64;
        let factor = (high << (drop + scale)) / all;
        Ok(Estimate { lower, drop, factor, scale })
    }

    /// Writes the word of rank n among the words of `out.len()` digits from `position` up; returns its vector.
    fn write(
        &self,
        n: Natural,
        position: usize,
        out: &mut [u64],
        estimates: &mut HashMap<(usize, usize), Arc<Estimate>>,
        budget: &Budget,
    ) -> Result<Vec<Natural>, Stop> {
        let len = out.len();
        if len == self.leaf {
            return Ok(self.write_leaf(&n, position, out));
        }
        if len >= LOOKED {
            budget.check()?;
        }
        if n == 0 {
            out.fill(0);
            return Ok(vec![Natural::ZERO; self.states]);
        }
        let key = (self.class(position), len);
        let estimate = match estimates.get(&key) {
            Some(estimate) => estimate.clone(),
            None => {
                let estimate = Arc::new(self.estimate(position, len, budget)?);
                estimates.insert(key, estimate.clone());
                estimate
            }
        };
        let (low, high) = out.split_at_mut(len / 2);
        let middle = position + len / 2;
        let guess = ((&n >> estimate.drop) * &estimate.factor) >> estimate.scale;
        let mut bias = Natural::TWO;
        loop {
            let y = (&guess).checked_sub(&bias).unwrap_or(Natural::ZERO);
            let vector = self.write(y.clone(), middle, high, estimates, budget)?;
            let mut total = times(&vector, &estimate.lower.matrix);
            let rank: Natural = total.iter().sum();
            let Some(mut rest) = (&n).checked_sub(rank) else {
                bias <<= 1u32;
                continue;
            };
            let mut state = self.end_state(middle, high);
            while rest >= estimate.lower.counts[state] {
                if !self.successor(middle, high) {
                    break;
                }
                rest -= &estimate.lower.counts[state];
                for (t, m) in total.iter_mut().zip(&estimate.lower.matrix[state]) {
                    *t += m;
                }
                state = self.end_state(middle, high);
            }
            for (t, x) in total.iter_mut().zip(self.write(rest, position, low, estimates, budget)?) {
                *t += x;
            }
            return Ok(total);
        }
    }

    fn write_leaf(&self, n: &Natural, position: usize, out: &mut [u64]) -> Vec<Natural> {
        let leaf = self.leaf_at(position);
        // A rank within a leaf is below 2^62.
        let mut rest = u64::try_from(n).unwrap_or(u64::MAX);
        let mut vector = vec![0u64; self.states];
        let mut state = 0;
        for j in (0..out.len()).rev() {
            let bound = self.coefficients(position + j)[state];
            let digit = (rest / leaf.basis[j]).min(bound);
            rest -= digit * leaf.basis[j];
            out[j] = digit;
            if digit > 0 {
                for (v, x) in vector.iter_mut().zip(&leaf.vectors[j]) {
                    *v += digit * x;
                }
            }
            state = if digit == bound { (state + 1).min(self.states - 1) } else { 0 };
        }
        vector.into_iter().map(Natural::from).collect()
    }

    /// The least place above `from` (or at it) after which the state is certainly 0: a digit 0 where every c is positive.
    fn reset_above(&self, position: usize, word: &[u64], from: usize) -> usize {
        let zero = |j: &usize| word[*j] == 0 && self.coefficients(position + j).iter().all(|c| *c > 0);
        (from..word.len()).find(zero).unwrap_or(word.len())
    }

    /// The state after a word that starts in state 0.
    fn end_state(&self, position: usize, word: &[u64]) -> usize {
        let top = self.reset_above(position, word, 0);
        let mut state = 0;
        for j in (0..top).rev() {
            state = if word[j] == self.coefficients(position + j)[state] { state + 1 } else { 0 };
        }
        state.min(self.states - 1)
    }

    /// Replaces a word by the next one of its length; false if it was the last.
    fn successor(&self, position: usize, word: &mut [u64]) -> bool {
        let mut from = 0;
        loop {
            let top = self.reset_above(position, word, from);
            let mut state = 0;
            let mut place = None;
            for j in (0..top).rev() {
                let bound = self.coefficients(position + j)[state];
                let next = word[j] + 1;
                if next < bound || (next == bound && state + 1 < self.states) {
                    place = Some(j);
                }
                state = if word[j] == bound { (state + 1).min(self.states - 1) } else { 0 };
            }
            if let Some(j) = place {
                word[j] += 1;
                word[..j].fill(0);
                return true;
            }
            if top == word.len() {
                return false;
            }
            from = top + 1;
        }
    }

    /// The vector over W(position) of any digits.
    fn read(
        &self,
        position: usize,
        digits: &[u64],
        len: usize,
        budget: &Budget,
    ) -> Result<Vec<Natural>, Stop> {
        if digits.is_empty() {
            return Ok(vec![Natural::ZERO; self.states]);
        }
        if len >= LOOKED {
            budget.check()?;
        }
        if len == self.leaf {
            let leaf = self.leaf_at(position);
            let small = digits.iter().all(|d| *d < 1 << 32);
            if small {
                let mut vector = vec![0u128; self.states];
                for (d, x) in digits.iter().zip(&leaf.vectors) {
                    for (v, x) in vector.iter_mut().zip(x) {
                        *v += u128::from(*d) * u128::from(*x);
                    }
                }
                return Ok(vector.into_iter().map(Natural::from).collect());
            }
            let mut vector = vec![Natural::ZERO; self.states];
            for (d, x) in digits.iter().zip(&leaf.vectors) {
                for (v, x) in vector.iter_mut().zip(x) {
                    *v += Natural::from(*d) * Natural::from(*x);
                }
            }
            return Ok(vector);
        }
        let half = len / 2;
        let (low, high) = digits.split_at(half.min(digits.len()));
        let mut total = self.read(position, low, half, budget)?;
        if !high.is_empty() {
            let vector = self.read(position + half, high, half, budget)?;
            let block = self.block(position, half, budget)?;
            for (t, x) in total.iter_mut().zip(times(&vector, &block.matrix)) {
                *t += x;
            }
        }
        Ok(total)
    }
}

/// A row vector times a matrix.
fn times(row: &[Natural], matrix: &[Vec<Natural>]) -> Vec<Natural> {
    let columns = matrix.first().map_or(0, Vec::len);
    (0..columns).map(|l| row.iter().zip(matrix).map(|(x, m)| x * &m[l]).sum()).collect()
}

impl Positional for Parry {
    /// O(M(n) log n) for n bits.
    fn represent(&self, n: &Natural) -> Result<Digits, NumberError> {
        self.represent_within(n, &Budget::default())
    }

    fn represent_within(&self, n: &Natural, budget: &Budget) -> Result<Digits, NumberError> {
        let mut len = self.leaf;
        while self.block(0, len, budget)?.counts[0] <= *n {
            len *= 2;
            // The digits, their text, and the products of all lengths.
            let products = self.states * self.states * 4;
            let bytes = len as u128 * 10 + u128::from(n.significant_bits()) / 8 * products as u128;
            budget.need("the representation", bytes)?;
        }
        let mut digits = vec![0; len];
        self.write(n.clone(), 0, &mut digits, &mut HashMap::new(), budget)?;
        Ok(Digits::new(digits))
    }

    /// O(M(n) log n) for n digits.
    fn value(&self, digits: &Digits) -> Result<Natural, NumberError> {
        self.value_within(digits, &Budget::default())
    }

    fn value_within(&self, digits: &Digits, budget: &Budget) -> Result<Natural, NumberError> {
        let mut len = self.leaf;
        while len < digits.len() {
            len *= 2;
        }
        Ok(self.read(0, digits.as_slice(), len, budget)?.iter().sum())
    }

    fn basis(&self, count: usize) -> Result<Vec<Natural>, NumberError> {
        let mut w = vec![Natural::ONE; self.states];
        let mut basis = Vec::with_capacity(count);
        for position in 0..count {
            basis.push(w[0].clone());
            w = self.step(position, &w, |c, first, next| {
                Natural::from(c) * first + next.cloned().unwrap_or(Natural::ZERO)
            });
        }
        Ok(basis)
    }

    /// By the automaton, in linear time.
    fn is_canonical(&self, digits: &Digits) -> Result<bool, NumberError> {
        let mut state = 0;
        for (j, &digit) in digits.as_slice().iter().enumerate().rev() {
            let bound = self.coefficients(j)[state];
            state = match digit.cmp(&bound) {
                std::cmp::Ordering::Less => 0,
                std::cmp::Ordering::Equal if state + 1 < self.states => state + 1,
                _ => return Ok(false),
            };
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::int::Integer;
    use crate::numeration::{Greedy, linear_wyt, ostrowski, t_wythoff, tribonacci, zeckendorf};
    use crate::quadratic::Quadratic;
    use proptest::prelude::*;

    fn systems() -> Vec<Parry> {
        vec![
            zeckendorf(),
            tribonacci(),
            t_wythoff(3).unwrap(),
            linear_wyt(2, 1).unwrap(),
            linear_wyt(3, 4).unwrap(),
            Parry::constant(&[1, 1, 1, 1, 1]).unwrap(),
            Parry::constant(&[7]).unwrap(),
            Parry::constant(&[1 << 59, 3]).unwrap(),
            ostrowski(&Quadratic::golden()).unwrap(),
            ostrowski(&Quadratic::sqrt(7u32)).unwrap(),
            ostrowski(&Quadratic::new(-3, 2, 19u32, 7).unwrap()).unwrap(),
            Parry::ostrowski(&[1, 5, 1], &[1, 1, 1000]).unwrap(),
        ]
    }

    #[test]
    fn small_numbers_in_order() {
        for system in systems() {
            let basis = system.basis(40).unwrap();
            let mut last: Option<Digits> = None;
            for n in 0..600u32 {
                let digits = system.represent(&Natural::from(n)).unwrap();
                assert_eq!(system.value(&digits).unwrap(), n, "{system:?}");
                assert!(system.is_canonical(&digits).unwrap());
                let sum: Natural =
                    digits.as_slice().iter().zip(&basis).map(|(d, u)| Natural::from(*d) * u).sum();
                assert_eq!(sum, n);
                if let Some(last) = last {
                    let key = |d: &Digits| (d.len(), d.as_slice().iter().rev().copied().collect::<Vec<_>>());
                    assert!(key(&last) < key(&digits), "{system:?} at {n}");
                }
                last = Some(digits);
            }
        }
    }

    #[test]
    fn zeckendorf_is_the_ostrowski_system_of_the_golden_ratio() {
        // phi = [1; 1, 1, ...]: q_0 = q_1 = 1, so its digits are Zeckendorf's with a 0 appended.
        let golden = ostrowski(&Quadratic::golden()).unwrap();
        for n in 1..200u32 {
            let n = Natural::from(n);
            assert_eq!(golden.represent(&n).unwrap(), zeckendorf().represent(&n).unwrap().shifted_left(1));
        }
    }

    #[test]
    fn known_bases() {
        assert_eq!(zeckendorf().basis(6).unwrap(), [1u32, 2, 3, 5, 8, 13]);
        assert_eq!(tribonacci().basis(6).unwrap(), [1u32, 2, 4, 7, 13, 24]);
        assert_eq!(t_wythoff(2).unwrap().basis(5).unwrap(), [1u32, 3, 7, 17, 41]);
        // u_n = (s+t-1) u_(n-1) + s u_(n-2) with s = 2, t = 1: 1, 3, 8, 22
        assert_eq!(linear_wyt(2, 1).unwrap().basis(4).unwrap(), [1u32, 3, 8, 22]);
    }

    #[test]
    fn shifts_of_zeckendorf_words() {
        let phi = Quadratic::golden();
        for n in 1..500u32 {
            let shifted = zeckendorf().shift(&Natural::from(n)).unwrap();
            assert_eq!(Integer::from(shifted), phi.floor_mul(&Integer::from(n + 1)) - Integer::ONE);
        }
    }

    #[test]
    fn a_few_thousand_digits() {
        for (i, system) in systems().into_iter().enumerate() {
            let n = Natural::from(7u32 + i as u32).pow(4000);
            let digits = system.represent(&n).unwrap();
            assert!(system.is_canonical(&digits).unwrap());
            assert_eq!(system.value(&digits).unwrap(), n);
            // One below and at a power of the block structure: all-maximal words.
            let block = system.block(0, system.leaf * 8, &Budget::default()).unwrap();
            let top = block.counts[0].clone();
            for m in [&top - Natural::ONE, top.clone(), top + Natural::ONE] {
                let digits = system.represent(&m).unwrap();
                assert!(system.is_canonical(&digits).unwrap());
                assert_eq!(system.value(&digits).unwrap(), m);
            }
        }
    }

    proptest! {
        #[test]
        fn agrees_with_the_greedy_rule(which in 0usize..12, limbs in proptest::collection::vec(any::<u64>(), 1..12)) {
            let system = &systems()[which];
            let n = Natural::from_limbs_asc(&limbs);
            let mut count = 8;
            while system.basis(count).unwrap().last().unwrap() <= &n {
                count *= 2;
            }
            // The greedy rule needs a strictly increasing basis: Ostrowski's may start 1, 1.
            let mut basis: Vec<Integer> = system.basis(count).unwrap().into_iter().map(Integer::from).collect();
            let doubled = basis[0] == basis[1];
            if doubled {
                basis.remove(0);
            }
            let greedy = Greedy::new(basis).unwrap().represent(&n).unwrap();
            let greedy = if doubled { greedy.shifted_left(1) } else { greedy };
            prop_assert_eq!(system.represent(&n).unwrap(), greedy);
        }

        #[test]
        fn value_is_linear_on_any_digits(which in 0usize..12, digits in proptest::collection::vec(any::<u64>(), 0..200)) {
            let system = &systems()[which];
            let basis = system.basis(digits.len()).unwrap();
            let sum: Natural = digits.iter().zip(&basis).map(|(d, u)| Natural::from(*d) * u).sum();
            prop_assert_eq!(system.value(&Digits::new(digits)).unwrap(), sum);
        }

        #[test]
        fn even_number_of_zeros_marks_the_lower_sequence(t in 1u64..7, n in 1u64..1_000_000) {
            // VIS 4.1: m is a lower number of t-Wythoff iff its representation ends in an even number of zeros.
            let alpha = Quadratic::t_wythoff(&Natural::from(t));
            let n = Integer::from(n);
            let a = Natural::exact_from(alpha.floor_mul(&n));
            let b = Natural::exact_from(alpha.complement().unwrap().floor_mul(&n));
            let system = t_wythoff(t).unwrap();
            let digits = system.represent(&a).unwrap();
            prop_assert_eq!(digits.trailing_zeros() % 2, 0);
            prop_assert_eq!(system.value(&digits.shifted_left(1)).unwrap(), b.clone());
            prop_assert_eq!(system.represent(&b).unwrap().trailing_zeros() % 2, 1);
        }
    }
}
