//! Two-pile games whose P-positions stay the equal piles of Nim (VIS-G-knl): Nim with the fixed pair k, l
//! taken from the two piles, k != l, and Nim with any unequal numbers taken from both.
//!
//! No extra move joins two positions with equal piles, and from unequal piles the Nim move remains.

use malachite::Natural;

use crate::decider::{Decider, Refusal, Verdict};
use crate::pair::Pair;

/// A two-pile game whose P-positions are the equal piles. O(n) for n digits.
pub struct EqualPiles;

const CITES: [&str; 1] = ["VIS-G-knl"];

impl EqualPiles {
    /// Unequal piles can be made equal by a Nim move, and no move leads from equal piles to equal piles.
    pub fn new() -> EqualPiles {
        EqualPiles
    }
}

impl Default for EqualPiles {
    fn default() -> EqualPiles {
        EqualPiles::new()
    }
}

impl Decider for EqualPiles {
    fn is_p(&self, position: &[Natural]) -> Result<bool, Refusal> {
        let pair = Pair::of(position)?;
        Ok(pair.x == pair.y)
    }

    fn decide(&self, position: &[Natural]) -> Result<Verdict, Refusal> {
        let pair = Pair::of(position)?;
        let rule = "No move leads from equal piles to equal piles";
        Ok(if pair.x == pair.y {
            pair.lost(format!("{rule}, so these equal piles are lost as in Nim."), &CITES)
        } else {
            let equal = pair.x.clone();
            pair.won(equal.clone(), equal, format!("{rule}: make the piles equal as in Nim."), &CITES)
        })
    }

    fn p_positions(&self) -> Option<Box<dyn Iterator<Item = Vec<u64>> + Send + '_>> {
        Some(Box::new((0..).map(|i| vec![i, i])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::{Referee, both, nim};

    #[test]
    fn agree_with_the_rules() {
        for (k, l) in [(4, 7), (1, 2), (7, 4), (30, 1)] {
            let mut referee = Referee::new(move |p: &[u64]| {
                let mut to = nim(p);
                to.extend(both(p, |i, j| (i, j) == (k, l) || (i, j) == (l, k)));
                to
            });
            referee.check(&EqualPiles, &[24, 26], "nim-plus");
            referee.check_stream(&EqualPiles, 26, "nim-plus");
        }
        let mut referee = Referee::new(|p: &[u64]| {
            let mut to = nim(p);
            to.extend(both(p, |i, j| i != j));
            to
        });
        referee.check(&EqualPiles, &[20, 22], "unequal");
    }
}
