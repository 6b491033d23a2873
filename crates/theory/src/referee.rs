//! Only for tests: outcomes from the literal rule on a small box, and checks of a theory against them.
//!
//! No answers are made here.

use std::collections::HashMap;

use malachite::Natural;
use malachite::base::num::basic::traits::One;
use wythoff_numbers::Random;
use wythoff_rules::Outcome;

use crate::decider::Decider;

/// Test data that a seed repeats.
pub struct Dice(Random);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(Random::new(seed))
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0.below(bound)
    }

    /// A number of about `limbs` times 64 bits.
    pub fn natural(&mut self, limbs: usize) -> Natural {
        Natural::from_owned_limbs_asc((0..limbs).map(|_| self.0.bits()).collect())
    }

    /// A number from 1 to n, of any order of magnitude.
    pub fn up_to(&mut self, n: &Natural) -> Natural {
        use malachite::base::num::logic::traits::SignificantBits;
        let limbs = (n.significant_bits() as usize).div_ceil(64);
        let limbs = 1 + self.below(limbs as u64) as usize;
        let shift = self.below(60);
        (self.natural(limbs) >> shift) % n + Natural::ONE
    }
}

/// One literal position.
pub type Piles = Vec<u64>;

/// P or N from the rule alone, remembered.
pub struct Referee<O> {
    options: O,
    misere: bool,
    known: HashMap<Piles, bool>,
}

impl<O: Fn(&[u64]) -> Vec<Piles>> Referee<O> {
    pub fn new(options: O) -> Self {
        Referee { options, misere: false, known: HashMap::new() }
    }

    pub fn misere(options: O) -> Self {
        Referee { options, misere: true, known: HashMap::new() }
    }

    /// Whether the player who moves loses.
    pub fn is_p(&mut self, position: &[u64]) -> bool {
        if let Some(&known) = self.known.get(position) {
            return known;
        }
        let options = (self.options)(position);
        let p = if options.is_empty() { !self.misere } else { !options.iter().any(|o| self.is_p(o)) };
        self.known.insert(position.to_vec(), p);
        p
    }

    /// Compares a theory with the rule on every position of the box, in every order of the piles.
    pub fn check(&mut self, theory: &dyn Decider, sizes: &[u64], name: &str) {
        let mut position = vec![0; sizes.len()];
        loop {
            self.check_one(theory, &position, name);
            let Some(i) = (0..sizes.len()).rev().find(|&i| position[i] + 1 < sizes[i]) else { return };
            position[i] += 1;
            position[i + 1..].fill(0);
        }
    }

    fn check_one(&mut self, theory: &dyn Decider, position: &[u64], name: &str) {
        let big: Vec<Natural> = position.iter().map(|&p| Natural::from(p)).collect();
        let expected = self.is_p(position);
        assert_eq!(theory.is_p(&big), Ok(expected), "{name}: is_p {position:?}");
        let verdict = theory.decide(&big).unwrap_or_else(|e| panic!("{name}: {position:?}: {e}"));
        assert_eq!(verdict.outcome == Outcome::P, expected, "{name}: {position:?}: {}", verdict.reason);
        assert!(!verdict.reason.is_empty() && !verdict.cites.is_empty());
        match verdict.winning {
            Some(to) => {
                let to: Piles = to.iter().map(|p| u64::try_from(p).unwrap()).collect();
                let options = (self.options)(position);
                assert!(
                    !expected && options.contains(&to),
                    "{name}: {position:?} -> {to:?}: {}",
                    verdict.reason
                );
                assert!(self.is_p(&to), "{name}: {position:?} -> {to:?} is not P: {}", verdict.reason);
            }
            None => assert!(
                expected || (self.misere && (self.options)(position).is_empty()),
                "{name}: {position:?} has no move: {}",
                verdict.reason
            ),
        }
    }

    /// Compares the stream with the P-positions x <= y of the box with the given side.
    pub fn check_stream(&mut self, theory: &dyn Decider, side: u64, name: &str) {
        let mut expected = Vec::new();
        for x in 0..side {
            for y in x..side {
                if self.is_p(&[x, y]) {
                    expected.push(vec![x, y]);
                }
            }
        }
        let stream = theory.p_positions().unwrap_or_else(|| panic!("{name} has no stream"));
        let found: Vec<Piles> = stream.take_while(|p| p[0] < side).filter(|p| p[1] < side).collect();
        assert_eq!(found, expected, "{name}");
    }
}

/// Nim moves from two piles.
pub fn nim(p: &[u64]) -> Vec<Piles> {
    let mut to = Vec::new();
    for (i, &pile) in p.iter().enumerate() {
        for left in 0..pile {
            let mut q = p.to_vec();
            q[i] = left;
            to.push(q);
        }
    }
    to
}

/// Moves that take k from the first and l from the second of two piles, k and l both positive, where
/// `allowed`.
pub fn both(p: &[u64], allowed: impl Fn(u64, u64) -> bool) -> Vec<Piles> {
    let mut to = Vec::new();
    for k in 1..=p[0] {
        for l in 1..=p[1] {
            if allowed(k, l) {
                to.push(vec![p[0] - k, p[1] - l]);
            }
        }
    }
    to
}

/// On two huge piles: a winning move leads to a P-position, and none of the options that `option` draws
/// from a P-position is P.
pub fn check_huge(
    theory: &dyn Decider,
    position: &[Natural],
    dice: &mut Dice,
    draws: usize,
    option: impl Fn(&[Natural], &mut Dice) -> Option<Vec<Natural>>,
) {
    let verdict = theory.decide(position).unwrap();
    let lost = match verdict.winning {
        None => position.to_vec(),
        Some(to) => {
            assert_eq!(verdict.outcome, Outcome::N);
            to
        }
    };
    assert_eq!(theory.is_p(&lost), Ok(true), "{}", verdict.reason);
    assert_eq!(theory.decide(&lost).unwrap().outcome, Outcome::P);
    for _ in 0..draws {
        if let Some(to) = option(&lost, dice) {
            assert_eq!(theory.is_p(&to), Ok(false), "an option of a P-position is P");
        }
    }
}

/// A random Nim move, or a random move that takes k and k + e with 0 <= e < t from the two piles.
pub fn wythoff_option(p: &[Natural], t: u64, dice: &mut Dice) -> Option<Vec<Natural>> {
    let i = dice.below(2) as usize;
    let mut to = p.to_vec();
    if to[i] == 0 {
        return None;
    }
    if dice.below(2) == 0 {
        let k = dice.up_to(&to[i]);
        to[i] -= k;
        return Some(to);
    }
    let least = p.iter().min()?.clone();
    if least == 0 {
        return None;
    }
    let k = dice.up_to(&least);
    let l = &k + Natural::from(dice.below(t));
    if l > to[1 - i] {
        return None;
    }
    to[i] -= k;
    to[1 - i] -= l;
    Some(to)
}
