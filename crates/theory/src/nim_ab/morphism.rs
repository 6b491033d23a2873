//! The differences of x_n in NIM(a,b) as a morphic word (VIS-A-nimab-poly, NEW-NIMAB-WORD).
//!
//! Write the letter j, 0 <= j <= b, for the step x_{n+1} - x_n = b + j. The word of the steps is
//! s0 sigma(s0) sigma^2(s0) ... with sigma(j) = 0^q i, q = floor((a+j-1)/b), i = ((a+j-1) mod b) + 1,
//! s0 = 0 in normal play and 1 in misère play with a > 1. The incidence matrix of sigma is VIS (10).
//! The lengths and sums of sigma^k(j) grow geometrically, so a place in the word is found by going down O(log n) levels:
//! one at a time through a table of all levels, or, for huge places and b not too large, by halves (`descent`).

use malachite::Natural;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::logic::traits::SignificantBits;

use super::descent::Descent;
use crate::Refusal;
use wythoff_numbers::pay;

/// Places of more bits than this are found by halves.
const LONG: u64 = 1 << 11;

/// Largest b for which they are: the matrix has about b^2 entries as long as the place.
const NARROW: u64 = 40;

/// Bits that the table of levels may take.
const TABLE_BITS: u64 = 1 << 32;

/// What the prefix is measured by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Its length n.
    Length,
    /// Its sum x_n.
    Sum,
    /// x_n + a n.
    Upper,
}

/// A prefix of the word: its length n and the sum of its steps, x_n.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prefix {
    /// The length n.
    pub length: Natural,
    /// The sum of the steps, x_n.
    pub sum: Natural,
}

impl Prefix {
    fn measure(&self, goal: Goal, a: u64) -> Natural {
        match goal {
            Goal::Length => self.length.clone(),
            Goal::Sum => self.sum.clone(),
            Goal::Upper => &self.sum + &self.length * Natural::from(a),
        }
    }

    fn add(&mut self, block: &Prefix, times: &Natural) {
        self.length += &block.length * times;
        self.sum += &block.sum * times;
    }
}

/// The word of the steps of NIM(a,b), a, b >= 1.
///
/// ```
/// use malachite::Natural;
/// use wythoff_theory::nim_ab::{DifferenceWord, Goal};
/// let mut word = DifferenceWord::new(1, 2, false);
/// assert_eq!(word.find(Goal::Length, &Natural::from(4u32)).unwrap().sum, 11);
/// ```
#[derive(Clone, Debug)]
pub struct DifferenceWord {
    a: u64,
    b: u64,
    start: u64,
    /// The first letter whose image is longer than one letter; before it sigma(j) = j + a.
    branching: u64,
    /// `levels[k - 1][j - branching]` measures sigma^k(j), k >= 1.
    levels: Vec<Vec<Prefix>>,
    bits: u64,
    /// For huge places.
    descent: Option<Descent>,
}

impl DifferenceWord {
    /// The word that starts with sigma^0(1) if `shifted`, else with sigma^0(0); a, b >= 1.
    pub fn new(a: u64, b: u64, shifted: bool) -> DifferenceWord {
        let branching = if a > b { 0 } else { b - a + 1 };
        DifferenceWord {
            a,
            b,
            start: u64::from(shifted),
            branching,
            levels: Vec::new(),
            bits: 0,
            descent: None,
        }
    }

    /// sigma(j) = 0^zeros last.
    fn image(&self, j: u64) -> (u64, u64) {
        let c = u128::from(self.a) + u128::from(j) - 1;
        let b = u128::from(self.b);
        ((c / b) as u64, (c % b) as u64 + 1)
    }

    /// sigma^k(j), measured; the levels up to k must exist.
    fn block(&self, k: usize, j: u64) -> Prefix {
        // As long as the image is one letter, only the level goes down.
        let single = if j >= self.branching { 0 } else { (self.branching - j).div_ceil(self.a) };
        let single = single.min(k as u64);
        let (k, j) = (k - single as usize, j + self.a * single);
        match k.checked_sub(1).and_then(|level| self.levels.get(level)) {
            Some(level) => level[(j - self.branching) as usize].clone(),
            None => Prefix { length: Natural::ONE, sum: Natural::from(self.b) + Natural::from(j) },
        }
    }

    /// Makes level k exist.
    fn grow(&mut self, k: usize) -> Result<(), Refusal> {
        while self.levels.len() < k {
            pay(1024)?;
            let last = self.levels.len();
            if (self.b - self.branching).saturating_add(1).saturating_mul(128) > TABLE_BITS {
                return Err(self.too_large());
            }
            let zero = self.block(last, 0);
            let level: Vec<Prefix> = (self.branching..=self.b)
                .map(|j| {
                    let (zeros, i) = self.image(j);
                    let mut block = self.block(last, i);
                    block.add(&zero, &Natural::from(zeros));
                    block
                })
                .collect();
            self.bits += level.iter().map(|block| block.sum.significant_bits() * 2 + 128).sum::<u64>();
            if self.bits > TABLE_BITS {
                return Err(self.too_large());
            }
            self.levels.push(level);
        }
        Ok(())
    }

    fn too_large(&self) -> Refusal {
        Refusal::Limit(format!(
            "NIM({},{}): the morphism needs more than 2^{} bits of table for a position of this size; take smaller piles or a smaller b",
            self.a,
            self.b,
            TABLE_BITS.ilog2()
        ))
    }

    /// The longest prefix whose measure is at most `bound`. For n digits, O(b^3 M(n) log n) where products of n digits take
    /// M(n); for short ones and b > 40, O((b/a) n) levels of at most a + 1 additions.
    pub fn find(&mut self, goal: Goal, bound: &Natural) -> Result<Prefix, Refusal> {
        if bound.significant_bits() > LONG && self.b <= NARROW {
            return self.find_by_halves(goal, bound);
        }
        self.find_by_levels(goal, bound)
    }

    fn find_by_halves(&mut self, goal: Goal, bound: &Natural) -> Result<Prefix, Refusal> {
        let (a, b, start) = (self.a, self.b, self.start);
        let weight = |j: u64| match goal {
            Goal::Length => Natural::ONE,
            Goal::Sum => Natural::from(b + j),
            Goal::Upper => Natural::from(a) + Natural::from(b + j),
        };
        let weights: Vec<Natural> = (0..=b).map(weight).collect();
        let images: Vec<(u64, u64)> = (0..=b).map(|j| self.image(j)).collect();
        let descent = self.descent.get_or_insert_with(|| Descent::new(images.into_iter(), start));
        let counts = descent.prefix(weights, bound)?;
        let sum = counts.iter().zip(b..).map(|(count, step)| count * Natural::from(step)).sum();
        Ok(Prefix { length: counts.into_iter().sum(), sum })
    }

    fn find_by_levels(&mut self, goal: Goal, bound: &Natural) -> Result<Prefix, Refusal> {
        let mut prefix = Prefix { length: Natural::ZERO, sum: Natural::ZERO };
        let mut room = bound.clone();
        let mut k = 0;
        loop {
            self.grow(k)?;
            let block = self.block(k, self.start);
            let size = block.measure(goal, self.a);
            if size > room {
                break;
            }
            room -= size;
            prefix.add(&block, &Natural::ONE);
            k += 1;
        }
        // The prefix ends inside sigma^k(j).
        let mut j = self.start;
        while k > 0 {
            k -= 1;
            let (zeros, last) = self.image(j);
            j = last;
            if zeros == 0 {
                continue;
            }
            let block = self.block(k, 0);
            let size = block.measure(goal, self.a);
            let fit = (&room / &size).min(Natural::from(zeros));
            room -= size * &fit;
            prefix.add(&block, &fit);
            if fit < zeros {
                j = 0;
            }
        }
        Ok(prefix)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nim_ab::pairs;

    #[test]
    fn the_word_is_the_recursion() {
        for a in 1..8u64 {
            for b in 1..8u64 {
                for shifted in [false, true] {
                    if shifted && a == 1 {
                        continue;
                    }
                    let mut word = DifferenceWord::new(a, b, shifted);
                    for (n, (x, _)) in pairs(a, b, shifted).enumerate().take(300) {
                        let n = n as u64;
                        let by_length = word.find(Goal::Length, &Natural::from(n)).unwrap();
                        assert_eq!(by_length.sum, x, "NIM({a},{b}) n = {n}");
                        assert_eq!(word.find(Goal::Sum, &Natural::from(x)).unwrap().length, n);
                        assert_eq!(word.find(Goal::Upper, &Natural::from(x + a * n)).unwrap().length, n);
                    }
                }
            }
        }
    }

    #[test]
    fn halves_agree_with_levels() {
        use malachite::base::num::arithmetic::traits::Pow;
        let games = [
            (1, 1, false),
            (1, 2, false),
            (2, 1, true),
            (3, 2, true),
            (1, 6, false),
            (7, 3, true),
            (u64::MAX, 1, false),
        ];
        for (a, b, shifted) in games {
            let mut word = DifferenceWord::new(a, b, shifted);
            for goal in [Goal::Length, Goal::Sum, Goal::Upper] {
                let huge = [40, 1000].map(|digits| Natural::from(7u32).pow(digits));
                for bound in (0u32..20).map(Natural::from).chain(huge) {
                    let by_levels = word.find_by_levels(goal, &bound).unwrap();
                    assert_eq!(
                        word.find_by_halves(goal, &bound).unwrap(),
                        by_levels,
                        "NIM({a},{b}) {goal:?} {bound}"
                    );
                    // At the end of a block and just before it.
                    let exact = by_levels.measure(goal, a);
                    assert_eq!(word.find_by_halves(goal, &exact).unwrap(), by_levels);
                    if exact > 0u32 {
                        let less = &exact - Natural::ONE;
                        assert_eq!(
                            word.find_by_halves(goal, &less).unwrap(),
                            word.find_by_levels(goal, &less).unwrap()
                        );
                    }
                }
                // Ends of the largest blocks: sigma^0(s0) ... sigma^k(s0).
                let mut end = Natural::ZERO;
                for k in 0..120 {
                    word.grow(k).unwrap();
                    end += word.block(k, word.start).measure(goal, a);
                    if k % 17 == 3 {
                        assert_eq!(word.find_by_halves(goal, &end).unwrap().measure(goal, a), end);
                    }
                }
            }
        }
    }

    #[test]
    fn a_table_too_large_is_refused() {
        let mut word = DifferenceWord::new(1 << 40, u64::MAX, false);
        assert!(matches!(word.find(Goal::Length, &Natural::from(9u32)), Err(Refusal::Limit(_))));
        let mut slow = DifferenceWord::new(1, u64::MAX, false);
        assert_eq!(
            slow.find(Goal::Length, &Natural::from(2u32)).unwrap().sum,
            Natural::from(u64::MAX) * Natural::from(2u32) + Natural::ONE
        );
    }
}
