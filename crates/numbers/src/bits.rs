//! Sets of small numbers as words of bits: 64 memberships a word, read at any offset.

/// A number that a set can hold: an index, or the size of a pile.
pub trait Member: Copy {
    /// As an index; a number that no memory has a place for is the last one.
    fn index(self) -> usize;
    /// An index as such a number.
    fn of(index: usize) -> Self;
}

impl Member for usize {
    #[inline]
    fn index(self) -> usize {
        self
    }

    #[inline]
    fn of(index: usize) -> usize {
        index
    }
}

impl Member for u64 {
    #[inline]
    fn index(self) -> usize {
        usize::try_from(self).unwrap_or(usize::MAX)
    }

    #[inline]
    fn of(index: usize) -> u64 {
        index as u64
    }
}

/// A set of numbers from 0 on, which grows as numbers are put in. Numbers past its end are not in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bits {
    words: Vec<u64>,
}

impl Bits {
    /// The empty set, with room for the numbers below `len`.
    pub fn with_len(len: usize) -> Bits {
        Bits { words: vec![0; len.div_ceil(64)] }
    }

    /// Puts a number in.
    #[inline]
    pub fn insert(&mut self, index: impl Member) {
        let index = index.index();
        if index / 64 >= self.words.len() {
            self.words.resize((index / 64 + 1).next_power_of_two(), 0);
        }
        self.words[index / 64] |= 1 << (index % 64);
    }

    /// Takes a number out.
    #[inline]
    pub fn remove(&mut self, index: usize) {
        if let Some(word) = self.words.get_mut(index / 64) {
            *word &= !(1 << (index % 64));
        }
    }

    /// Whether a number is in.
    #[inline]
    pub fn contains(&self, index: impl Member) -> bool {
        let index = index.index();
        self.words.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 == 1)
    }

    /// The memberships of `index, index + 1, ..., index + 63`, the first in the lowest bit.
    #[inline]
    pub fn word_at(&self, index: impl Member) -> u64 {
        word_at(&self.words, index.index())
    }

    /// The least number from `index` on that is not in.
    pub fn next_absent<M: Member>(&self, index: M) -> M {
        let index = index.index();
        M::of(next_set(&self.words, index, !0).unwrap_or(index.max(64 * self.words.len())))
    }

    /// The largest number below `bound` that is not in, if there is one.
    pub fn last_absent_below<M: Member>(&self, bound: M) -> Option<M> {
        let mut end = bound.index();
        while end > 0 {
            let word = (end - 1) / 64;
            let kept = end - 64 * word;
            let absent = !self.words.get(word).copied().unwrap_or(0) & (!0 >> (64 - kept));
            if absent != 0 {
                return Some(M::of(64 * word + 63 - absent.leading_zeros() as usize));
            }
            end = 64 * word;
        }
        None
    }

    /// Takes all numbers out, keeping the room.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Puts every n + `shift` in, as far as there is room.
    pub fn insert_shifted(&mut self, numbers: &[u32], shift: impl Member) {
        let shift = shift.index();
        for n in numbers {
            let n = *n as usize + shift;
            if let Some(word) = self.words.get_mut(n / 64) {
                *word |= 1 << (n % 64);
            }
        }
    }

    /// Puts every number of another set in, raised by `shift`, as far as there is room.
    pub fn or_shifted(&mut self, other: &Bits, shift: impl Member) {
        let shift = shift.index();
        let (offset, bits) = (shift / 64, shift % 64);
        let Some(room) = self.words.get_mut(offset..) else { return };
        if bits == 0 {
            for (target, source) in room.iter_mut().zip(&other.words) {
                *target |= source;
            }
        } else {
            let mut carry = 0;
            for (target, source) in room.iter_mut().zip(&other.words) {
                *target |= source << bits | carry;
                carry = source >> (64 - bits);
            }
            if let Some(target) = room.get_mut(other.words.len()) {
                *target |= carry;
            }
        }
    }

    /// How many numbers are in.
    pub fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The numbers that are in, in increasing order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        ones(&self.words)
    }

    /// The words, the lowest numbers first.
    pub fn words(&self) -> &[u64] {
        &self.words
    }
}

/// 64 bits from bit `index` on; 0 past the end.
#[inline]
pub fn word_at(words: &[u64], index: usize) -> u64 {
    let (word, shift) = (index / 64, index % 64);
    let low = words.get(word).copied().unwrap_or(0) >> shift;
    if shift == 0 {
        return low;
    }
    low | words.get(word + 1).copied().unwrap_or(0) << (64 - shift)
}

/// 64 bits from bit `index` on, which may be before the first.
#[inline]
pub fn word_from(words: &[u64], index: isize) -> u64 {
    match index {
        0.. => word_at(words, index as usize),
        -63..0 => words.first().copied().unwrap_or(0) << -index,
        _ => 0,
    }
}

/// Puts 64 bits in from bit `index` on, which must be inside.
#[inline]
pub fn or_at(words: &mut [u64], index: usize, bits: u64) {
    let (word, shift) = (index / 64, index % 64);
    words[word] |= bits << shift;
    if shift != 0 && bits >> (64 - shift) != 0 {
        words[word + 1] |= bits >> (64 - shift);
    }
}

/// Turns a square of 64 x 64 bits over: bit j of word i becomes bit i of word j.
pub fn transpose(square: &mut [u64; 64]) {
    // Halves are exchanged, then quarters, and so on (Hacker's Delight, 7-3).
    let (mut width, mut mask) = (32, 0x0000_0000_ffff_ffffu64);
    while width > 0 {
        let mut at = 0;
        while at < 64 {
            let exchanged = (square[at] >> width ^ square[at + width]) & mask;
            square[at] ^= exchanged << width;
            square[at + width] ^= exchanged;
            at = (at + width + 1) & !width;
        }
        width /= 2;
        mask ^= mask << width;
    }
}

/// Indices of the bits that are set, in increasing order.
#[inline]
pub fn ones(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(index, word)| {
        let mut rest = *word;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let bit = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                index * 64 + bit
            })
        })
    })
}

/// The first bit from `from` on that is set, in the words turned over by `flip` (0 or !0).
#[inline]
pub fn next_set(words: &[u64], from: usize, flip: u64) -> Option<usize> {
    let mut word = from / 64;
    let mut bits = (*words.get(word)? ^ flip) & (!0 << (from % 64));
    while bits == 0 {
        word += 1;
        bits = *words.get(word)? ^ flip;
    }
    Some(word * 64 + bits.trailing_zeros() as usize)
}

/// Levels of a [`Filling`]: the last has a bit for 64^7 numbers.
const LEVELS: usize = 8;

/// A growing set that knows which of its words are full, which words of those are, and so on, so that long full
/// stretches are jumped over: `next_absent` costs O(log n) whatever it passes.
#[derive(Clone, Debug, Default)]
pub struct Filling {
    /// The set, and above each level the numbers of its full words. No memory holds a full word of the last.
    levels: [Bits; LEVELS],
    /// The longest full stretch that was passed so far, from its first number to the one after its last.
    stretch: (usize, usize),
}

impl Filling {
    /// Puts a number in.
    #[inline]
    pub fn insert(&mut self, index: usize) {
        self.levels[0].insert(index);
        if self.levels[0].words[index / 64] == !0 {
            self.note_full(index / 64);
        }
    }

    /// Puts all numbers of a run in.
    #[inline]
    pub fn insert_run(&mut self, run: std::ops::Range<usize>) {
        let mut first = run.start;
        while first < run.end {
            let end = run.end.min((first / 64 + 1) * 64);
            let mask = (!0 >> (64 - (end - first))) << (first % 64);
            // What is in already is noted on every level.
            if self.levels[0].words.get(first / 64).is_none_or(|word| word & mask != mask) {
                self.levels[0].insert(end - 1);
                self.levels[0].words[first / 64] |= mask;
                self.note_full(first / 64);
            }
            first = end;
        }
    }

    /// Notes a word of the set that may have become full.
    fn note_full(&mut self, mut word: usize) {
        let mut level = 0;
        while level + 1 < LEVELS && self.levels[level].words[word] == !0 {
            level += 1;
            self.levels[level].insert(word);
            word /= 64;
        }
    }

    /// Takes a number out.
    pub fn remove(&mut self, mut index: usize) {
        if self.stretch.0 <= index && index < self.stretch.1 {
            self.stretch.1 = index;
        }
        for level in &mut self.levels {
            level.remove(index);
            index /= 64;
        }
    }

    /// What a set is saved by: its words up to the last that is not 0, and the stretch that it remembers.
    pub fn parts(&self) -> (&[u64], (usize, usize)) {
        let words = &self.levels[0].words;
        let end = words.iter().rposition(|word| *word != 0).map_or(0, |last| last + 1);
        (&words[..end], self.stretch)
    }

    /// The set that was saved.
    pub fn from_parts(words: Vec<u64>, stretch: (usize, usize)) -> Filling {
        let mut filling = Filling { stretch, ..Filling::default() };
        let full: Vec<usize> = (0..words.len()).filter(|word| words[*word] == !0).collect();
        filling.levels[0].words = words;
        full.into_iter().for_each(|word| filling.note_full(word));
        filling
    }

    /// The end of the remembered stretch if it holds a number, else the number itself.
    #[inline]
    pub fn end_of_stretch(&self, index: usize) -> usize {
        if self.stretch.0 <= index { index.max(self.stretch.1) } else { index }
    }

    /// As `next_absent`, and remembers the stretch that was passed if it goes on with the one remembered or is longer.
    pub fn pass_stretch(&mut self, index: usize) -> usize {
        let end = self.next_absent(index);
        let (from, to) = self.stretch;
        if index <= to && from <= end {
            self.stretch = (from.min(index), to.max(end));
        } else if end - index > to - from {
            self.stretch = (index, end);
        }
        end
    }

    /// The memberships of 64 numbers from `index` on.
    #[inline]
    pub fn word_at(&self, index: usize) -> u64 {
        self.levels[0].word_at(index)
    }

    /// The least number from `index` on that is not in.
    #[inline]
    pub fn next_absent(&self, mut index: usize) -> usize {
        // Up while the rest of the word is full, then down to the first gap.
        let mut level = 0;
        while let Some(&word) = self.levels.get(level).and_then(|bits| bits.words.get(index / 64)) {
            let gaps = !word & (!0 << (index % 64));
            if gaps != 0 {
                index = index / 64 * 64 + gaps.trailing_zeros() as usize;
                break;
            }
            index = index / 64 + 1;
            level += 1;
        }
        for below in self.levels[..level.min(self.levels.len())].iter().rev() {
            let word = below.words.get(index).copied().unwrap_or(0);
            index = index * 64 + word.trailing_ones() as usize;
        }
        index
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn shifts_and_gaps_agree_with_single_members() {
        let members = [0usize, 1, 5, 63, 64, 70, 127, 128, 300];
        let mut set = Bits::default();
        members.iter().for_each(|n| set.insert(*n));
        assert_eq!(
            (set.next_absent(0usize), set.next_absent(63u64), set.next_absent(127usize)),
            (2, 65, 129)
        );
        assert_eq!((set.next_absent(10_000u64), Bits::default().next_absent(77usize)), (10_000, 77));
        for bound in 0..700usize {
            let expected = (0..bound).rev().find(|n| !members.contains(n));
            assert_eq!(set.last_absent_below(bound), expected);
        }
        for shift in [0usize, 1, 63, 64, 65, 200] {
            let (mut shifted, mut listed) = (Bits::with_len(600), Bits::with_len(600));
            shifted.or_shifted(&set, shift);
            listed.insert_shifted(&members.map(|n| n as u32), shift);
            for n in 0..600usize {
                let expected = n >= shift && members.contains(&(n - shift));
                assert_eq!((shifted.contains(n), listed.contains(n)), (expected, expected), "{n} {shift}");
            }
        }
        set.clear();
        assert_eq!(set.count(), 0);
    }

    #[test]
    fn a_saved_set_is_the_same() {
        let mut filling = Filling::default();
        filling.insert_run(3..9_000);
        filling.pass_stretch(5);
        let (words, stretch) = filling.parts();
        let read = Filling::from_parts(words.to_vec(), stretch);
        assert_eq!(read.parts(), filling.parts());
        assert_eq!((read.next_absent(3), read.next_absent(9_001)), (9_000, 9_001));
    }

    proptest! {
        #[test]
        fn words_at_any_offset(members in proptest::collection::btree_set(0usize..700, 0..400), at in 0usize..800) {
            let mut bits = Bits::default();
            members.iter().for_each(|m| bits.insert(*m));
            let expected = (0..64).filter(|i| members.contains(&(at + i))).fold(0u64, |w, i| w | 1 << i);
            prop_assert_eq!(bits.word_at(at), expected);
            prop_assert_eq!(bits.iter().collect::<Vec<_>>(), members.iter().copied().collect::<Vec<_>>());
        }

        #[test]
        fn next_absent_is_the_least(holes in proptest::collection::btree_set(0usize..20_000, 1..6), at in 0usize..20_000) {
            let mut filling = Filling::default();
            (0..20_000).filter(|i| !holes.contains(i)).for_each(|i| filling.insert(i));
            let expected = holes.range(at..).next().copied().unwrap_or(20_000);
            prop_assert_eq!(filling.next_absent(at), expected);
            prop_assert_eq!(filling.pass_stretch(at), expected);
            prop_assert_eq!(filling.end_of_stretch(at), expected);
            filling.remove(at);
            prop_assert_eq!(filling.next_absent(at), at);
            prop_assert_eq!(filling.end_of_stretch(at), at);
            prop_assert!(filling.end_of_stretch(at / 2) <= filling.next_absent(at / 2));
        }

        #[test]
        fn a_run_is_its_numbers(runs in proptest::collection::vec((0usize..600, 0usize..300), 0..8), at in 0usize..900) {
            let (mut by_runs, mut one_by_one) = (Filling::default(), Filling::default());
            for (start, length) in runs {
                by_runs.insert_run(start..start + length);
                (start..start + length).for_each(|index| one_by_one.insert(index));
            }
            prop_assert_eq!(by_runs.word_at(at), one_by_one.word_at(at));
            prop_assert_eq!(by_runs.next_absent(at), one_by_one.next_absent(at));
        }

        #[test]
        fn transposing_turns_bits_over(words in proptest::collection::vec(any::<u64>(), 64)) {
            let mut square: [u64; 64] = words.clone().try_into().unwrap();
            transpose(&mut square);
            for (i, word) in words.iter().enumerate() {
                for (j, turned) in square.iter().enumerate() {
                    prop_assert_eq!(word >> j & 1, turned >> i & 1);
                }
            }
        }

        #[test]
        fn or_at_any_offset(at in 0usize..64, bits in any::<u64>(), other in any::<u64>()) {
            let mut words = [other, other, 0];
            or_at(&mut words, at, bits);
            prop_assert_eq!(word_at(&words, at), word_at(&[other, other, 0], at) | bits);
        }
    }
}
