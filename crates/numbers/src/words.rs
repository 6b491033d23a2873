//! Infinite words fixed by a morphism: letters, prefix counts and occurrences at a huge index, without the prefix.
//!
//! If sigma(a) starts with a, the words sigma^k(a) grow to an infinite word. The vectors |sigma^k(x)| satisfy a linear
//! recurrence, and the letter at an index is found by descending from the least k that is long enough: O(log n) levels,
//! each an addition of big integers. Indices count from 1, as in VIS section 3.2.

pub mod picture;

use crate::error::NumberError;
use std::fmt;

use crate::int::Natural;
use crate::int::traits::*;

pub use picture::Picture;

/// A morphism on finitely many letters.
///
/// ```
/// use wythoff_numbers::{Natural, words::Morphism};
/// let fibonacci = Morphism::parse("a->ab,b->a").unwrap();
/// let prefix: String = fibonacci.word('a').unwrap().letters().take(13).collect();
/// assert_eq!(prefix, "abaababaabaab");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Morphism {
    letters: Vec<char>,
    images: Vec<Vec<usize>>,
}

/// Steps of a descent; words that grow slowly need many.
pub(crate) const LEVELS: usize = 1 << 22;

/// Size of an index.
pub(crate) const INDEX_BITS: u64 = 1 << 19;

/// Longest image of one letter.
const IMAGE: usize = 1 << 16;

impl Morphism {
    /// Reads `a->ab,b->a`; `x^3` is short for `xxx`.
    pub fn parse(text: &str) -> Result<Morphism, NumberError> {
        let mut rules: Vec<(char, Vec<char>)> = Vec::new();
        let mut at = 0;
        for part in text.split(',') {
            rules.push(parse_rule(part, at)?);
            at += part.len() + 1;
        }
        Morphism::new(&rules)
    }

    /// A morphism from its letters and their images.
    pub fn new(rules: &[(char, Vec<char>)]) -> Result<Morphism, NumberError> {
        let letters: Vec<char> = rules.iter().map(|r| r.0).collect();
        for (i, c) in letters.iter().enumerate() {
            if letters[..i].contains(c) {
                return Err(NumberError::Syntax { at: 0, expected: format!("one image for `{c}`, not two") });
            }
        }
        let index = |c: &char| letters.iter().position(|l| l == c).ok_or(NumberError::Letter(*c));
        let images =
            rules.iter().map(|(_, image)| image.iter().map(index).collect()).collect::<Result<_, _>>()?;
        Ok(Morphism { letters, images })
    }

    /// The Fibonacci morphism a -> ab, b -> a: a stands at the lower, b at the upper Wythoff numbers.
    pub fn fibonacci() -> Morphism {
        Morphism { letters: vec!['a', 'b'], images: vec![vec![0, 1], vec![0]] }
    }

    /// The morphism a -> a^k b, b -> a of k-Wythoff (VIS Remark 3), 1 <= k < 2^16.
    pub fn k_wythoff(k: u16) -> Morphism {
        let mut image = vec![0; usize::from(k.max(1))];
        image.push(1);
        Morphism { letters: vec!['a', 'b'], images: vec![image, vec![0]] }
    }

    /// The Tribonacci morphism a -> ab, b -> ac, c -> a.
    pub fn tribonacci() -> Morphism {
        Morphism { letters: vec!['a', 'b', 'c'], images: vec![vec![0, 1], vec![0, 2], vec![0]] }
    }

    /// The letters in the order of their rules.
    pub fn letters(&self) -> &[char] {
        &self.letters
    }

    /// The image of a finite word; letters without a rule are an error.
    pub fn apply(&self, word: &str) -> Result<String, NumberError> {
        let mut image = String::new();
        for c in word.chars() {
            image.extend(self.images[self.index(c)?].iter().map(|&i| self.letters[i]));
        }
        Ok(image)
    }

    fn index(&self, c: char) -> Result<usize, NumberError> {
        self.letters.iter().position(|l| *l == c).ok_or(NumberError::Letter(c))
    }

    /// The infinite word that starts with `start`.
    pub fn word(&self, start: char) -> Result<Word, NumberError> {
        let first = self.index(start)?;
        let image = &self.images[first];
        // The rest of the image must stay alive under iteration; a letter alive after as many steps as there are
        // letters is alive for ever.
        let mut alive: Vec<usize> = image.iter().skip(1).copied().collect();
        for _ in 0..=self.letters.len() {
            alive = alive.iter().flat_map(|&i| self.images[i].iter().copied()).collect();
            alive.sort_unstable();
            alive.dedup();
        }
        if image.first() != Some(&first) || alive.is_empty() {
            return Err(NumberError::NotProlongable(start));
        }
        Ok(Word { morphism: self.clone(), start: first })
    }

    /// w_(k+1)(x) = sum of w_k(y) over the letters y of the image of x.
    fn grow(&self, w: &[Natural]) -> Vec<Natural> {
        self.images.iter().map(|image| image.iter().map(|&y| &w[y]).sum()).collect()
    }
}

fn parse_rule(part: &str, at: usize) -> Result<(char, Vec<char>), NumberError> {
    let mistake = |offset: usize, expected: &str| NumberError::Syntax {
        at: at + offset,
        expected: expected.to_owned(),
    };
    let Some(arrow) = part.find("->") else { return Err(mistake(part.len(), "`->`, as in `a->ab,b->a`")) };
    let left = part[..arrow].trim();
    let mut chars = left.chars();
    let (Some(letter), None) = (chars.next(), chars.next()) else {
        return Err(mistake(part.len() - part.trim_start().len(), "one letter before `->`"));
    };
    let mut image: Vec<char> = Vec::new();
    let mut rest = part[arrow + 2..].char_indices().peekable();
    while let Some((i, c)) = rest.next() {
        let place = arrow + 2 + i;
        match c {
            ' ' | '\t' => {}
            '^' => {
                let mut digits = String::new();
                while let Some((_, d)) = rest.next_if(|(_, d)| d.is_ascii_digit()) {
                    digits.push(d);
                }
                let last = *image.last().ok_or_else(|| mistake(place, "a letter before `^`"))?;
                let power: usize = digits
                    .parse()
                    .ok()
                    .filter(|k| (1..=IMAGE).contains(k) && image.len() + k <= IMAGE)
                    .ok_or_else(|| mistake(place + 1, "an exponent from 1 to 65536"))?;
                image.extend(std::iter::repeat_n(last, power - 1));
            }
            '-' | '>' | ';' | '[' | ']' => return Err(mistake(place, "a letter")),
            _ if image.len() >= IMAGE => return Err(mistake(place, "an image of at most 65536 letters")),
            c => image.push(c),
        }
    }
    Ok((letter, image))
}

impl fmt::Display for Morphism {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (i, (letter, image)) in self.letters.iter().zip(&self.images).enumerate() {
            if i > 0 {
                f.write_str(",")?;
            }
            let image: String = image.iter().map(|&i| self.letters[i]).collect();
            write!(f, "{letter}->{image}")?;
        }
        Ok(())
    }
}

/// Vectors w_0, w_1, ..., w_top of a linear recurrence, read downwards with O(sqrt(top)) of them in memory.
pub(crate) struct Levels<F> {
    grow: F,
    stride: usize,
    checkpoints: Vec<Vec<Natural>>,
    window: Vec<Vec<Natural>>,
    window_start: usize,
}

impl<F: Fn(&[Natural]) -> Vec<Natural>> Levels<F> {
    /// Grows `first` until `done` and returns the levels and the index of the last.
    pub(crate) fn new(
        first: Vec<Natural>,
        grow: F,
        mut done: impl FnMut(&[Natural]) -> bool,
    ) -> Result<(Levels<F>, usize), NumberError> {
        // The number of levels is not known ahead: the stride grows with it.
        let mut levels =
            Levels { grow, stride: 1, checkpoints: vec![first.clone()], window: Vec::new(), window_start: 0 };
        let (mut now, mut top) = (first, 0);
        while !done(&now) {
            now = (levels.grow)(&now);
            top += 1;
            if top > LEVELS {
                return Err(NumberError::WordTooFar);
            }
            if top % levels.stride == 0 {
                levels.checkpoints.push(now.clone());
            }
            if levels.checkpoints.len() > 4 * levels.stride + 4 {
                levels.stride *= 2;
                let mut keep = 0usize;
                levels.checkpoints.retain(|_| {
                    keep += 1;
                    keep % 2 == 1
                });
            }
        }
        Ok((levels, top))
    }

    /// w_k; calls with decreasing k are cheap.
    pub(crate) fn at(&mut self, k: usize) -> &[Natural] {
        let start = k / self.stride * self.stride;
        if self.window.is_empty() || self.window_start != start {
            self.window = vec![self.checkpoints[start / self.stride].clone()];
            self.window_start = start;
        }
        while self.window.len() <= k - start {
            let next = (self.grow)(&self.window[self.window.len() - 1]);
            self.window.push(next);
        }
        &self.window[k - start]
    }
}

/// An infinite word fixed by a morphism.
#[derive(Debug, Clone)]
pub struct Word {
    morphism: Morphism,
    start: usize,
}

impl Word {
    /// The morphism that fixes the word.
    pub fn morphism(&self) -> &Morphism {
        &self.morphism
    }

    /// The letters one by one, in O(log n) memory.
    pub fn letters(&self) -> Letters {
        self.clone().into_letters()
    }

    /// The letters one by one, of a word that is given away.
    pub fn into_letters(self) -> Letters {
        // The word is start, then sigma^0(rest), sigma^1(rest), ... where sigma(start) = start rest.
        Letters { stack: vec![(self.start, 0)], word: self, level: 0 }
    }

    /// Descends to the place where `weight`, summed over the letters, reaches n: the letter there and the counts of all
    /// letters before it. `None` if the sum never reaches n.
    fn descend(
        &self,
        n: &Natural,
        weight: Vec<Natural>,
    ) -> Result<Option<(usize, Vec<Natural>)>, NumberError> {
        let m = &self.morphism;
        if *n == 0 {
            return Err(NumberError::IndexFromOne);
        }
        if n.significant_bits() > INDEX_BITS {
            return Err(NumberError::WordTooFar);
        }
        let size = m.letters.len();
        // The weights and the counts of every letter grow together, so that one pass serves all questions.
        let mut first = weight;
        for y in 0..size {
            first.extend((0..size).map(|x| Natural::from(x == y)));
        }
        let grow = |w: &[Natural]| -> Vec<Natural> { w.chunks(size).flat_map(|part| m.grow(part)).collect() };
        // A weight that has stopped growing for as many levels as there are letters never grows again.
        let mut stalled = 0;
        let mut before: Option<Natural> = None;
        let (mut levels, top) = Levels::new(first, grow, |w| {
            let now = &w[self.start];
            stalled = if before.as_ref() == Some(now) { stalled + 1 } else { 0 };
            before = Some(now.clone());
            now >= n || stalled > size
        })?;
        if levels.at(top)[self.start] < *n {
            return Ok(None);
        }
        let mut rest = n.clone();
        let mut counts = vec![Natural::ZERO; size];
        let mut letter = self.start;
        for level in (0..top).rev() {
            let w = levels.at(level);
            for &y in &m.images[letter] {
                if rest <= w[y] {
                    letter = y;
                    break;
                }
                rest -= &w[y];
                for (z, count) in counts.iter_mut().enumerate() {
                    *count += &w[(z + 1) * size + y];
                }
            }
        }
        Ok(Some((letter, counts)))
    }

    /// The n-th letter, n >= 1.
    ///
    /// ```
    /// use wythoff_numbers::{Natural, int::traits::Pow, words::Morphism};
    /// let word = Morphism::tribonacci().word('a').unwrap();
    /// assert_eq!(word.letter(&Natural::from(4u32)).unwrap(), 'c');
    /// assert!(word.letter(&Natural::from(10u32).pow(100)).is_ok());
    /// ```
    pub fn letter(&self, n: &Natural) -> Result<char, NumberError> {
        let ones = vec![Natural::ONE; self.morphism.letters.len()];
        let (letter, _) = self.descend(n, ones)?.ok_or(NumberError::IndexFromOne)?;
        Ok(self.morphism.letters[letter])
    }

    /// How often each letter occurs among the first n, in the order of the rules.
    pub fn counts(&self, n: &Natural) -> Result<Vec<(char, Natural)>, NumberError> {
        let ones = vec![Natural::ONE; self.morphism.letters.len()];
        let mut counts = vec![Natural::ZERO; self.morphism.letters.len()];
        if *n > 0 {
            let (letter, before) = self.descend(n, ones)?.ok_or(NumberError::IndexFromOne)?;
            counts = before;
            counts[letter] += Natural::ONE;
        }
        Ok(self.morphism.letters.iter().copied().zip(counts).collect())
    }

    /// The index of the n-th occurrence of a letter, n >= 1.
    ///
    /// ```
    /// use wythoff_numbers::{Natural, words::Morphism};
    /// let word = Morphism::tribonacci().word('a').unwrap();
    /// // VIS Table 3, n = 15
    /// let nth = |c| word.occurrence(c, &Natural::from(15u32)).unwrap();
    /// assert_eq!([nth('a'), nth('b'), nth('c')], [27u32, 50, 92]);
    /// ```
    pub fn occurrence(&self, letter: char, n: &Natural) -> Result<Natural, NumberError> {
        if *n == 0 {
            return Err(NumberError::IndexFromOne);
        }
        let y = self.morphism.index(letter)?;
        let weight = (0..self.morphism.letters.len()).map(|x| Natural::from(x == y)).collect();
        let (_, before) = self.descend(n, weight)?.ok_or(NumberError::Occurrence(letter))?;
        Ok(before.iter().sum::<Natural>() + Natural::ONE)
    }
}

/// The letters of an infinite word.
#[derive(Debug, Clone)]
pub struct Letters {
    word: Word,
    /// Letters with the number of times the morphism is still to be applied to them, the next on top.
    stack: Vec<(usize, u32)>,
    /// The power of the morphism that the next tail is put through.
    level: u32,
}

impl Iterator for Letters {
    type Item = char;

    fn next(&mut self) -> Option<char> {
        let morphism = &self.word.morphism;
        loop {
            match self.stack.pop() {
                Some((letter, 0)) => return Some(morphism.letters[letter]),
                Some((letter, level)) => {
                    self.stack.extend(morphism.images[letter].iter().rev().map(|&y| (y, level - 1)));
                }
                None => {
                    let rest = morphism.images[self.word.start].iter().skip(1).rev();
                    self.stack.extend(rest.map(|&y| (y, self.level)));
                    self.level += 1;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::int::Integer;
    use crate::numeration::{Positional, tribonacci};
    use crate::quadratic::Quadratic;

    fn prefix(text: &str, start: char, n: usize) -> String {
        Morphism::parse(text).unwrap().word(start).unwrap().letters().take(n).collect()
    }

    #[test]
    fn prefixes_of_the_survey() {
        // VIS 3.2; letters 20 and 21 of the Fibonacci word corrected (ledger VIS-C-fibword).
        assert_eq!(prefix("a->ab,b->a", 'a', 24), "abaababaabaababaababaaba");
        assert_eq!(prefix("a->ab, b->ac, c->a", 'a', 42), "abacabaabacababacabaabacabacabaabacababaca");
        assert_eq!(prefix("0->01,1->0", '0', 7), "0100101");
        assert_eq!(prefix("a->a^3b,b->a", 'a', 9), "aaabaaaba");
    }

    #[test]
    fn tribonacci_table() {
        // VIS Table 3, n = 1..15.
        let word = Morphism::tribonacci().word('a').unwrap();
        for (letter, row) in [
            ('a', [1u32, 3, 5, 7, 8, 10, 12, 14, 16, 18, 20, 21, 23, 25, 27]),
            ('b', [2, 6, 9, 13, 15, 19, 22, 26, 30, 33, 37, 39, 43, 46, 50]),
            ('c', [4, 11, 17, 24, 28, 35, 41, 48, 55, 61, 68, 72, 79, 85, 92]),
        ] {
            for (n, expected) in (1u32..).zip(row) {
                assert_eq!(word.occurrence(letter, &Natural::from(n)).unwrap(), expected);
            }
        }
    }

    #[test]
    fn letters_counts_and_occurrences_agree_with_the_prefix() {
        for text in [
            "a->ab,b->a",
            "a->aab,b->a",
            "a->ab,b->ac,c->a",
            "a->abc,b->ac,c->b",
            "a->ab,b->b",
            "a->ab,b->c,c->",
        ] {
            let Ok(word) = Morphism::parse(text).unwrap().word('a') else {
                assert_eq!(text, "a->ab,b->c,c->");
                continue;
            };
            let letters: Vec<char> = word.letters().take(300).collect();
            let mut seen: Vec<(char, u32)> = word.morphism().letters().iter().map(|c| (*c, 0)).collect();
            for (n, c) in (1u32..).zip(&letters) {
                let index = Natural::from(n);
                assert_eq!(word.letter(&index).unwrap(), *c, "{text} at {n}");
                let entry = seen.iter_mut().find(|e| e.0 == *c).unwrap();
                entry.1 += 1;
                let nth = Natural::from(entry.1);
                assert_eq!(word.occurrence(*c, &nth).unwrap(), n);
                let counts: Vec<(char, Natural)> =
                    seen.iter().map(|(c, k)| (*c, Natural::from(*k))).collect();
                assert_eq!(word.counts(&index).unwrap(), counts);
            }
        }
        let constant = Morphism::parse("a->ab,b->b").unwrap().word('a').unwrap();
        assert_eq!(constant.occurrence('a', &Natural::TWO), Err(NumberError::Occurrence('a')));
    }

    #[test]
    fn wythoff_numbers_at_huge_indices() {
        for k in 1..=4u16 {
            let word = Morphism::k_wythoff(k).word('a').unwrap();
            let alpha = Quadratic::t_wythoff(&Natural::from(k));
            let beta = alpha.complement().unwrap();
            for n in [Natural::from(1u32), Natural::from(3u32).pow(200), Natural::from(10u32).pow(60)] {
                let i = Integer::from(&n);
                assert_eq!(Integer::from(word.occurrence('a', &n).unwrap()), alpha.floor_mul(&i));
                assert_eq!(Integer::from(word.occurrence('b', &n).unwrap()), beta.floor_mul(&i));
            }
        }
    }

    #[test]
    fn tribonacci_numbers_by_digits() {
        // Ledger VIS-C-trib-poly: with r the Tribonacci word of n - 1, A_n - 1 = [r0], B_n - 1 = [r01], C_n - 1 = [r011].
        let (word, system) = (Morphism::tribonacci().word('a').unwrap(), tribonacci());
        for n in (1..200u32).map(Natural::from).chain([Natural::from(7u32).pow(500)]) {
            let r = system.represent(&(&n - Natural::ONE)).unwrap();
            for (letter, places, tail) in [('a', 1, 0u32), ('b', 2, 1), ('c', 3, 3)] {
                let value = system.value(&r.shifted_left(places)).unwrap() + Natural::from(tail);
                assert_eq!(word.occurrence(letter, &n).unwrap(), value + Natural::ONE);
            }
        }
    }

    #[test]
    fn prefix_occurrences_in_the_fibonacci_word() {
        // VIS-7.3-prefix: the prefix of length n occurs exactly at A^m(k), lengths grouped 1 | 2,3 | 4-6 | 7-11 | ...
        let phi = Quadratic::golden();
        let lower = |n: &Integer| phi.floor_mul(n);
        let word: Vec<char> = Morphism::fibonacci().word('a').unwrap().letters().take(2000).collect();
        for (iterates, lengths) in [(1, 1..=1usize), (2, 2..=3), (3, 4..=6), (4, 7..=11)] {
            for length in lengths {
                let starts: Vec<usize> =
                    (0..1000).filter(|&i| word[i..i + length] == word[..length]).map(|i| i + 1).collect();
                for (k, start) in (1u32..).zip(starts) {
                    let iterated = (0..iterates).fold(Integer::from(k), |x, _| lower(&x));
                    assert_eq!(iterated, start);
                }
            }
        }
    }

    #[test]
    fn mistakes() {
        for (text, at) in
            [("a-ab", 4), ("ab->a", 0), ("a->ab,b->a^", 11), ("a->^2", 3), ("a->a->b", 4), ("a->ab,a->b", 0)]
        {
            match Morphism::parse(text) {
                Err(NumberError::Syntax { at: found, .. }) => assert_eq!(found, at, "{text}"),
                other => panic!("{text}: {other:?}"),
            }
        }
        assert_eq!(Morphism::parse("a->ab"), Err(NumberError::Letter('b')));
        assert!(Morphism::fibonacci().word('b').is_err());
        assert!(Morphism::fibonacci().word('z').is_err());
        assert!(Morphism::parse("a->a").unwrap().word('a').is_err());
        assert_eq!(
            Morphism::fibonacci().word('a').unwrap().letter(&Natural::ZERO),
            Err(NumberError::IndexFromOne)
        );
        let slow = Morphism::parse("a->ab,b->b").unwrap().word('a').unwrap();
        assert_eq!(slow.letter(&(Natural::ONE << 600_000u32)), Err(NumberError::WordTooFar));
    }
}
