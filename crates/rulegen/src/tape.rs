//! The choices that a generated game is made by: a tape of numbers, read from left to right.
//!
//! Every generator asks the tape and nothing else. A test draws the tape with `proptest`, whose shrinking then
//! shortens it and lowers its numbers; a bench fills it from a seed. Past its end a tape says 0, and in every list
//! of alternatives the simplest stands first.

use wythoff_numbers::Random;

/// A tape of choices.
pub(crate) struct Tape {
    numbers: Vec<u32>,
    at: usize,
}

impl Tape {
    pub fn new(numbers: Vec<u32>) -> Tape {
        Tape { numbers, at: 0 }
    }

    /// A tape that depends on a seed alone.
    pub fn seeded(seed: u64) -> Tape {
        let mut random = Random::new(seed);
        Tape::new((0..LENGTH).map(|_| random.bits() as u32).collect())
    }

    /// A number from 0 to `count - 1`.
    pub fn below(&mut self, count: usize) -> usize {
        let number = self.numbers.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        number as usize % count.max(1)
    }

    /// A number from `low` to `high`.
    pub fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high + 1 - low)
    }

    /// True once in `of` times; false at the end of the tape.
    pub fn once_in(&mut self, of: usize) -> bool {
        self.below(of) + 1 == of
    }

    /// One of some things; the first at the end of the tape.
    pub fn pick<'a, T: ?Sized>(&mut self, things: &[&'a T]) -> &'a T {
        things[self.below(things.len())]
    }
}

/// Longest tape: more choices than any game makes.
pub(crate) const LENGTH: usize = 600;
