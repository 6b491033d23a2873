//! Growable sets of small integers as words of bits, read at any offset, with fast search for the first gap.

/// A set of integers >= 0 that grows as needed; everything beyond its end is absent.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bits {
    words: Vec<u64>,
}

impl Bits {
    /// Whether i is present.
    pub fn contains(&self, i: usize) -> bool {
        self.word(i / 64) >> (i % 64) & 1 == 1
    }

    /// Adds i; says whether that leaves no gap among the 64 integers of its word.
    pub fn insert(&mut self, i: usize) -> bool {
        let at = i / 64;
        if at >= self.words.len() {
            self.words.resize((at + 1).next_power_of_two().max(64), 0);
        }
        let word = &mut self.words[at];
        *word |= 1 << (i % 64);
        *word == u64::MAX
    }

    /// The 64 bits at i, i+1, ..., i+63.
    pub fn window(&self, i: usize) -> u64 {
        let (at, shift) = (i / 64, i % 64);
        let low = self.word(at);
        if shift == 0 { low } else { low >> shift | self.word(at + 1) << (64 - shift) }
    }

    /// The first absent integer >= i, word by word.
    pub fn next_gap(&self, i: usize) -> usize {
        self.gap_in_word(i).unwrap_or_else(|| {
            let from = i / 64 + 1;
            let full = self.words.iter().skip(from).take_while(|word| **word == u64::MAX).count();
            (from + full) * 64 + self.word(from + full).trailing_ones() as usize
        })
    }

    /// The first absent integer >= i, if it lies in the same word.
    fn gap_in_word(&self, i: usize) -> Option<usize> {
        let masked = self.word(i / 64) | ((1u64 << (i % 64)) - 1);
        (masked != u64::MAX).then(|| i / 64 * 64 + masked.trailing_ones() as usize)
    }

    fn word(&self, at: usize) -> u64 {
        self.words.get(at).copied().unwrap_or(0)
    }
}

/// A set with two levels of summaries above it, so that long full stretches are jumped over.
#[derive(Clone, Debug, Default)]
pub(crate) struct LayeredBits {
    bits: Bits,
    /// The words without a gap, and the words of that set without a gap.
    full: Bits,
    fuller: Bits,
}

impl LayeredBits {
    /// Adds i.
    pub fn insert(&mut self, i: usize) {
        if self.bits.insert(i) && self.full.insert(i / 64) {
            self.fuller.insert(i / 4096);
        }
    }

    /// The 64 bits at i, i+1, ..., i+63.
    pub fn window(&self, i: usize) -> u64 {
        self.bits.window(i)
    }

    /// The first absent integer >= i.
    pub fn next_gap(&self, i: usize) -> usize {
        self.bits.gap_in_word(i).unwrap_or_else(|| {
            let word = self.full.gap_in_word(i / 64 + 1).unwrap_or_else(|| {
                let block = self.fuller.next_gap((i / 64 + 1) / 64 + 1);
                block * 64 + self.full.word(block).trailing_ones() as usize
            });
            word * 64 + self.bits.word(word).trailing_ones() as usize
        })
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
            let (mut bits, mut layered) = (Bits::default(), LayeredBits::default());
            let mut plain = vec![false; 700_000];
            for (i, cell) in plain.iter_mut().enumerate().take(600_000) {
                if dice.below(density) != 1 || density == 1 {
                    bits.insert(i);
                    layered.insert(i);
                    *cell = true;
                }
            }
            for _ in 0..300 {
                let i = dice.below(650_000) as usize;
                let gap = (i..).find(|&j| !plain[j]).unwrap();
                assert_eq!((bits.next_gap(i), layered.next_gap(i)), (gap, gap));
                let window = (0..64).fold(0, |w, j| w | u64::from(plain[i + j]) << j);
                assert_eq!((bits.window(i), layered.window(i)), (window, window));
                assert_eq!(bits.contains(i), plain[i]);
            }
        }
        assert_eq!((Bits::default().next_gap(77), LayeredBits::default().next_gap(77)), (77, 77));
    }
}
