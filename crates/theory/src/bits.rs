//! Growable sets of small integers as words of bits, read at any offset, with fast search for the first gap.

/// A set of integers >= 0 that grows as needed; everything beyond its end is absent.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bits {
    words: Vec<u64>,
    /// Bit j of `full[i]` says that word 64 i + j has no gap; `fuller` says the same of the words of `full`.
    full: Vec<u64>,
    fuller: Vec<u64>,
}

impl Bits {
    /// Whether i is present.
    pub fn contains(&self, i: usize) -> bool {
        self.words.get(i / 64).is_some_and(|word| word >> (i % 64) & 1 == 1)
    }

    /// Adds i.
    pub fn insert(&mut self, i: usize) {
        let word = i / 64;
        if word >= self.words.len() {
            let length = (word + 1).next_power_of_two().max(64);
            self.words.resize(length, 0);
            self.full.resize(length.div_ceil(64), 0);
            self.fuller.resize(length.div_ceil(4096), 0);
        }
        self.words[word] |= 1 << (i % 64);
        if self.words[word] == u64::MAX {
            self.full[word / 64] |= 1 << (word % 64);
            if self.full[word / 64] == u64::MAX {
                self.fuller[word / 4096] |= 1 << (word / 64 % 64);
            }
        }
    }

    /// The 64 bits at i, i+1, ..., i+63.
    pub fn window(&self, i: usize) -> u64 {
        let (word, shift) = (i / 64, i % 64);
        let low = self.words.get(word).copied().unwrap_or(0);
        if shift == 0 {
            return low;
        }
        let high = self.words.get(word + 1).copied().unwrap_or(0);
        low >> shift | high << (64 - shift)
    }

    /// The first absent integer >= i; full stretches are jumped 64 and 4096 words at a time.
    pub fn next_gap(&self, i: usize) -> usize {
        let mut word = i / 64;
        let Some(&first) = self.words.get(word) else { return i };
        let masked = first | ((1u64 << (i % 64)) - 1);
        if masked != u64::MAX {
            return word * 64 + masked.trailing_ones() as usize;
        }
        word += 1;
        while let Some(&here) = self.words.get(word) {
            if here != u64::MAX {
                return word * 64 + here.trailing_ones() as usize;
            }
            let block = word / 64;
            let masked = self.full[block] | ((1u64 << (word % 64)) - 1);
            if masked != u64::MAX {
                word = block * 64 + masked.trailing_ones() as usize;
                continue;
            }
            let mut block = block + 1;
            while block < self.full.len() && self.full[block] == u64::MAX {
                let masked = self.fuller[block / 64] | ((1u64 << (block % 64)) - 1);
                block = if masked == u64::MAX {
                    (block / 64 + 1) * 64
                } else {
                    block / 64 * 64 + masked.trailing_ones() as usize
                };
            }
            word = block * 64;
            if let Some(&summary) = self.full.get(block) {
                word += summary.trailing_ones() as usize;
            }
        }
        word.max(i / 64) * 64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::Dice;

    #[test]
    fn gaps_and_windows_agree_with_a_plain_set() {
        let mut dice = Dice::new(4);
        for density in [1, 2, 50, 100_000] {
            let mut bits = Bits::default();
            let mut plain = vec![false; 700_000];
            for (i, cell) in plain.iter_mut().enumerate().take(600_000) {
                if dice.below(density) != 1 || density == 1 {
                    bits.insert(i);
                    *cell = true;
                }
            }
            for _ in 0..300 {
                let i = dice.below(650_000) as usize;
                let gap = (i..).find(|&j| !plain[j]).unwrap();
                assert_eq!(bits.next_gap(i), gap);
                let window = (0..64).fold(0, |w, j| w | u64::from(plain[i + j]) << j);
                assert_eq!(bits.window(i), window);
                assert_eq!(bits.contains(i), plain[i]);
            }
        }
        assert_eq!(Bits::default().next_gap(77), 77);
    }
}
