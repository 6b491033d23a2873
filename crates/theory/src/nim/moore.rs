//! Moore's Nim_k: take any positive numbers from at least one and at most k piles (LEX-MOORE).
//!
//! P exactly when in every binary place the number of piles with digit 1 is a multiple of k + 1. A winning
//! move is built from the leading place down: piles already reduced are free in the lower places; where
//! they cannot make the count a multiple of k + 1, as many further piles as needed drop their digit 1, and
//! they never exceed k.

use malachite::Natural;

use super::{lost, piles, won};
use crate::decider::{Decider, Refusal, Verdict};
use crate::pair::fails;

const CITES: [&str; 1] = ["LEX-MOORE"];

/// Moore's Nim_k. O(piles n) for n binary digits.
pub struct MooreNim {
    piles: usize,
    k: usize,
}

impl MooreNim {
    /// The game on `piles` >= 1 piles, at most k >= 1 of them reduced in a move.
    pub fn new(piles: usize, k: usize) -> Result<MooreNim, Refusal> {
        if piles == 0 || k == 0 {
            let hypothesis =
                format!("there must be at least one pile and k >= 1, and there are {piles} with k = {k}");
            return fails("Moore's theorem", hypothesis);
        }
        // More than all piles cannot be reduced, and k + 1 then exceeds every count but 0.
        Ok(MooreNim { piles, k: k.min(piles) })
    }
}

/// Whether in each of the 64 places of a word the number of ones is a multiple of `divisor`.
fn counts_divide(
    words: impl Iterator<Item = u64>,
    planes: &mut Vec<u64>,
    divisor: usize,
    piles: usize,
) -> bool {
    // planes[i] holds binary digit i of the count of each place.
    planes.clear();
    for word in words {
        let mut carry = word;
        for plane in planes.iter_mut() {
            (*plane, carry) = (*plane ^ carry, *plane & carry);
        }
        if carry != 0 {
            planes.push(carry);
        }
    }
    let mut good = 0u64;
    for count in (0..=piles).step_by(divisor) {
        let mut same = u64::MAX;
        for (i, plane) in planes.iter().enumerate() {
            same &= if count >> i & 1 == 1 { *plane } else { !*plane };
        }
        if count >> planes.len() == 0 {
            good |= same;
        }
    }
    good == u64::MAX
}

fn is_lost(limbs: &[Vec<u64>], k: usize) -> bool {
    let longest = limbs.iter().map(Vec::len).max().unwrap_or(0);
    let divisor = k + 1;
    let mut planes = Vec::new();
    (0..longest).all(|w| {
        let words = limbs.iter().map(|pile| pile.get(w).copied().unwrap_or(0));
        counts_divide(words, &mut planes, divisor, limbs.len())
    })
}

/// Reduces at most k piles so that every place counts a multiple of k + 1.
fn reduce(mut limbs: Vec<Vec<u64>>, k: usize) -> (Vec<Natural>, usize) {
    let longest = limbs.iter().map(Vec::len).max().unwrap_or(0);
    let mut free = vec![false; limbs.len()];
    let mut frees = 0;
    for w in (0..longest).rev() {
        for bit in (0..u64::BITS).rev() {
            let mask = 1u64 << bit;
            let has = |pile: &[u64]| pile.get(w).is_some_and(|word| word & mask != 0);
            let ones = limbs.iter().zip(&free).filter(|(pile, free)| !**free && has(pile)).count() % (k + 1);
            let mut wanted = (k + 1 - ones) % (k + 1);
            let mut dropped = 0;
            if wanted > frees {
                (wanted, dropped) = (0, ones);
            }
            if dropped == 0 && frees == 0 {
                continue;
            }
            for (pile, free) in limbs.iter_mut().zip(&mut free) {
                if *free {
                    // Leading digits of a pile are chosen once it is free, so it has this word.
                    if let Some(word) = pile.get_mut(w) {
                        *word &= !mask;
                        if wanted > 0 {
                            *word |= mask;
                            wanted -= 1;
                        }
                    }
                } else if dropped > 0 && has(pile) {
                    if let Some(word) = pile.get_mut(w) {
                        *word &= !mask;
                    }
                    (*free, dropped, frees) = (true, dropped - 1, frees + 1);
                }
            }
        }
    }
    (limbs.into_iter().map(Natural::from_owned_limbs_asc).collect(), frees)
}

impl Decider for MooreNim {
    fn is_p(&self, position: &[Natural]) -> Result<bool, Refusal> {
        let limbs: Vec<Vec<u64>> = piles(position, self.piles)?.iter().map(Natural::to_limbs_asc).collect();
        Ok(is_lost(&limbs, self.k))
    }

    fn decide(&self, position: &[Natural]) -> Result<Verdict, Refusal> {
        let limbs: Vec<Vec<u64>> = piles(position, self.piles)?.iter().map(Natural::to_limbs_asc).collect();
        let modulus = self.k + 1;
        if is_lost(&limbs, self.k) {
            let reason =
                format!("In every binary place the number of piles with digit 1 is a multiple of {modulus}.");
            return Ok(lost(reason, &CITES));
        }
        let place = leading_place(&limbs, self.k);
        let (to, reduced) = reduce(limbs, self.k);
        let reason = format!(
            "In the binary place {place} the number of piles with digit 1 is not a multiple of {modulus}: \
             from there down, {reduced} of the piles can be reduced so that it becomes one in every place."
        );
        Ok(won(to, reason, &CITES))
    }

    fn p_positions(&self) -> Option<Box<dyn Iterator<Item = Vec<u64>> + Send + '_>> {
        match (self.piles, self.k) {
            (2, 1) => Some(Box::new((0..).map(|i| vec![i, i]))),
            (piles, k) if k == piles => Some(Box::new(std::iter::once(vec![0; piles]))),
            _ => None,
        }
    }
}

/// The highest binary place where the count is not a multiple of k + 1.
fn leading_place(limbs: &[Vec<u64>], k: usize) -> u64 {
    let longest = limbs.iter().map(Vec::len).max().unwrap_or(0);
    let places = (0..longest as u64 * 64).rev();
    let count = |place: u64| {
        let bit =
            |pile: &Vec<u64>| pile.get((place / 64) as usize).is_some_and(|w| w >> (place % 64) & 1 == 1);
        limbs.iter().filter(|pile| bit(pile)).count()
    };
    places.into_iter().find(|&place| count(place) % (k + 1) != 0).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::{Dice, Referee};

    fn options(p: &[u64], k: usize) -> Vec<Vec<u64>> {
        let mut all = vec![vec![]];
        for &pile in p {
            all = all
                .into_iter()
                .flat_map(|q: Vec<u64>| (0..=pile).map(move |v| [q.clone(), vec![v]].concat()))
                .collect();
        }
        all.retain(|q| (1..=k).contains(&q.iter().zip(p).filter(|(a, b)| a != b).count()));
        all
    }

    #[test]
    fn agrees_with_the_rule() {
        for (piles, k, side) in
            [(1, 1, 9), (2, 1, 12), (2, 2, 9), (3, 1, 7), (3, 2, 8), (3, 5, 5), (4, 2, 5), (4, 3, 5)]
        {
            let mut referee = Referee::new(move |p: &[u64]| options(p, k));
            referee.check(
                &MooreNim::new(piles, k).unwrap(),
                &vec![side; piles],
                &format!("moore {piles} {k}"),
            );
        }
        assert!(MooreNim::new(0, 1).is_err() && MooreNim::new(3, 0).is_err());
    }

    #[test]
    fn huge_piles_are_consistent() {
        let mut dice = Dice::new(32);
        for (piles, k) in [(3usize, 1usize), (5, 2), (7, 3), (9, 8), (4, usize::MAX - 1)] {
            let theory = MooreNim::new(piles, k).unwrap();
            let position: Vec<Natural> = (0..piles).map(|i| dice.natural(20 + i)).collect();
            let to = theory.decide(&position).unwrap().winning.unwrap();
            assert_eq!(theory.is_p(&to), Ok(true));
            let changed = to.iter().zip(&position).filter(|(a, b)| a != b).count();
            assert!((1..=k).contains(&changed));
            assert!(to.iter().zip(&position).all(|(a, b)| a <= b));
            for _ in 0..50 {
                let i = dice.below(piles as u64) as usize;
                let mut next = to.clone();
                if next[i] != 0 {
                    next[i] -= dice.up_to(&to[i]);
                    assert_eq!(theory.is_p(&next), Ok(false));
                }
            }
        }
    }
}
