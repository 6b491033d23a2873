//! A growing set of whole numbers as a bitset that can be read 64 members at a time from any place.

/// A set of `u64` numbers; memory is one bit for each number up to the largest member.
#[derive(Debug, Clone, Default)]
pub(super) struct Bits {
    words: Vec<u64>,
}

impl Bits {
    /// The empty set with room for `0..bound` without growing.
    pub(super) fn with_room(bound: usize) -> Self {
        Bits { words: vec![0; bound / 64 + 2] }
    }

    /// Adds a member.
    pub(super) fn insert(&mut self, n: u64) {
        let word = (n / 64) as usize;
        if word >= self.words.len() {
            self.words.resize((word + 1).max(2 * self.words.len()), 0);
        }
        self.words[word] |= 1 << (n % 64);
    }

    /// Adds every n + shift, which must be below the room that the set was made with.
    pub(super) fn insert_shifted(&mut self, numbers: &[u32], shift: u64) {
        for &n in numbers {
            let n = u64::from(n) + shift;
            if let Some(word) = self.words.get_mut((n / 64) as usize) {
                *word |= 1 << (n % 64);
            }
        }
    }

    /// Whether n is a member.
    pub(super) fn contains(&self, n: u64) -> bool {
        self.word((n / 64) as usize) >> (n % 64) & 1 == 1
    }

    /// Bit k of the answer says whether n + k is a member, k < 64.
    pub(super) fn window(&self, n: u64) -> u64 {
        let (word, shift) = ((n / 64) as usize, n % 64);
        let low = self.word(word) >> shift;
        if shift == 0 { low } else { low | self.word(word + 1) << (64 - shift) }
    }

    /// The least number >= n that is no member.
    pub(super) fn next_absent(&self, mut n: u64) -> u64 {
        loop {
            let absent = !self.window(n);
            if absent != 0 {
                return n + u64::from(absent.trailing_zeros());
            }
            n += 64;
        }
    }

    /// The largest number below `bound` that is no member, if there is one.
    pub(super) fn last_absent_below(&self, bound: u64) -> Option<u64> {
        let mut end = bound;
        while end > 0 {
            let word = (end - 1) / 64;
            let kept = end - 64 * word;
            let absent = !self.word(word as usize) & (u64::MAX >> (64 - kept));
            if absent != 0 {
                return Some(64 * word + 63 - u64::from(absent.leading_zeros()));
            }
            end = 64 * word;
        }
        None
    }

    /// Removes all members, keeping the room.
    pub(super) fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Adds every member of `other` shifted up by `shift`, as far as this set has room.
    pub(super) fn or_shifted(&mut self, other: &Bits, shift: u64) {
        let (offset, bits) = ((shift / 64) as usize, shift % 64);
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

    fn word(&self, index: usize) -> u64 {
        self.words.get(index).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_and_shifts_agree_with_single_members() {
        let members = [0u64, 1, 5, 63, 64, 70, 127, 128, 300];
        let mut set = Bits::default();
        members.iter().for_each(|&n| set.insert(n));
        for n in 0..400u64 {
            assert_eq!(set.contains(n), members.contains(&n));
            for k in 0..64 {
                assert_eq!(set.window(n) >> k & 1 == 1, members.contains(&(n + k)));
            }
        }
        assert_eq!((set.next_absent(0), set.next_absent(63), set.next_absent(127)), (2, 65, 129));
        for bound in 0..400u64 {
            let expect = (0..bound).rev().find(|n| !members.contains(n));
            assert_eq!(set.last_absent_below(bound), expect);
        }
        for shift in [0u64, 1, 63, 64, 65, 200] {
            let mut shifted = Bits::with_room(600);
            shifted.or_shifted(&set, shift);
            for n in 0..600u64 {
                assert_eq!(shifted.contains(n), n >= shift && members.contains(&(n - shift)), "{n} {shift}");
            }
        }
    }
}
