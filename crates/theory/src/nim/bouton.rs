//! Nim (Bouton), and Nim with the move "the same number from all piles" on an odd number of piles (GEO
//! Theorem 9).
//!
//! P exactly when the nim-sum of the piles is 0; with an odd number of piles the extra move leads from no
//! such position to another one, and the Grundy function stays the nim-sum (GEO Remark 10).

use malachite::Natural;
use wythoff_numbers::int::traits::*;

use super::{lost, piles, won};
use crate::decider::{Decider, Refusal, Verdict};
use crate::pair::fails;
use crate::shown::show_number;

/// Nim on any fixed number of piles. O(n) for n digits.
pub struct Nim {
    piles: usize,
}

impl Nim {
    /// Nim on `piles` >= 1 piles.
    pub fn new(piles: usize) -> Result<Nim, Refusal> {
        if piles == 0 {
            return fails("Bouton's theorem", "there must be at least one pile");
        }
        Ok(Nim { piles })
    }

    /// The Grundy value: the nim-sum of the piles.
    pub fn grundy(&self, position: &[Natural]) -> Result<Natural, Refusal> {
        Ok(nim_sum(piles(position, self.piles)?))
    }
}

fn nim_sum(piles: &[Natural]) -> Natural {
    piles.iter().fold(Natural::ZERO, |sum, pile| sum ^ pile)
}

/// Bouton's answer: a pile with the leading bit of the nim-sum is reduced by it.
fn answer(piles: &[Natural], cites: &[&'static str]) -> Verdict {
    let sum = nim_sum(piles);
    let reduced =
        piles.iter().map(|pile| pile ^ &sum).zip(piles).enumerate().find(|(_, (new, old))| new < *old);
    let Some((i, (new, _))) = reduced.filter(|_| sum != 0) else {
        return lost("The nim-sum of the piles is 0.", cites);
    };
    let mut to = piles.to_vec();
    to[i] = new;
    let reason = format!(
        "The nim-sum of the piles is {}; pile {} has its leading binary digit: take that pile down to its \
         nim-sum with it.",
        show_number(&sum),
        i + 1
    );
    won(to, reason, cites)
}

impl Decider for Nim {
    fn is_p(&self, position: &[Natural]) -> Result<bool, Refusal> {
        Ok(nim_sum(piles(position, self.piles)?) == 0)
    }

    fn decide(&self, position: &[Natural]) -> Result<Verdict, Refusal> {
        Ok(answer(piles(position, self.piles)?, &["GEO-NIM"]))
    }

    /// Only for one and two piles: with more there are infinitely many beginning with 0.
    fn p_positions(&self) -> Option<Box<dyn Iterator<Item = Vec<u64>> + Send + '_>> {
        match self.piles {
            1 => Some(Box::new(std::iter::once(vec![0]))),
            2 => Some(Box::new((0..).map(|i| vec![i, i]))),
            _ => None,
        }
    }
}

/// Nim with the same number from all piles, on an odd number of piles. O(n) for n digits.
pub struct AllOrOne {
    piles: usize,
}

impl AllOrOne {
    /// The game on an odd number of piles; an even number is refused, since no theory is known.
    pub fn new(piles: usize) -> Result<AllOrOne, Refusal> {
        if piles.is_multiple_of(2) {
            return fails("GEO Theorem 9", format!("the number of piles must be odd, and it is {piles}"));
        }
        Ok(AllOrOne { piles })
    }

    /// The Grundy value: the nim-sum of the piles (GEO Remark 10).
    pub fn grundy(&self, position: &[Natural]) -> Result<Natural, Refusal> {
        Ok(nim_sum(piles(position, self.piles)?))
    }
}

impl Decider for AllOrOne {
    fn is_p(&self, position: &[Natural]) -> Result<bool, Refusal> {
        Ok(nim_sum(piles(position, self.piles)?) == 0)
    }

    fn decide(&self, position: &[Natural]) -> Result<Verdict, Refusal> {
        let mut verdict = answer(piles(position, self.piles)?, &["GEO-T9", "GEO-R10", "VIS-T-nheap-odd"]);
        verdict.reason =
            format!("With an odd number of piles the P-positions are those of Nim. {}", verdict.reason);
        Ok(verdict)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::{Dice, Referee, nim};

    #[test]
    fn agree_with_the_rules() {
        Referee::new(nim).check(&Nim::new(1).unwrap(), &[9], "nim 1");
        Referee::new(nim).check(&Nim::new(2).unwrap(), &[20, 20], "nim 2");
        Referee::new(nim).check(&Nim::new(3).unwrap(), &[9, 9, 10], "nim 3");
        let all = |p: &[u64]| {
            let mut to = nim(p);
            let least = p.iter().copied().min().unwrap_or(0);
            to.extend((1..=least).map(|k| p.iter().map(|v| v - k).collect()));
            to
        };
        Referee::new(all).check(&AllOrOne::new(1).unwrap(), &[9], "all-or-one 1");
        Referee::new(all).check(&AllOrOne::new(3).unwrap(), &[9, 9, 9], "all-or-one 3");
        Referee::new(all).check(&AllOrOne::new(5).unwrap(), &[4, 4, 4, 4, 4], "all-or-one 5");
        assert!(AllOrOne::new(4).is_err() && Nim::new(0).is_err());
        assert!(Nim::new(3).unwrap().decide(&[Natural::ONE]).is_err());
    }

    #[test]
    fn huge_piles_are_consistent() {
        let mut dice = Dice::new(31);
        let theory = AllOrOne::new(5).unwrap();
        let position: Vec<Natural> = (0..5).map(|_| dice.natural(100)).collect();
        let to = theory.decide(&position).unwrap().winning.unwrap();
        assert_eq!(theory.is_p(&to), Ok(true));
        for _ in 0..100 {
            let k = dice.up_to(to.iter().min().unwrap());
            let next: Vec<Natural> = to.iter().map(|v| v - &k).collect();
            assert_eq!(theory.is_p(&next), Ok(false));
        }
    }
}
