//! Two-pile games whose P-positions stay the equal piles of Nim (VIS-G-knl): Nim with the fixed pair k, l
//! taken from the two piles, k != l, and Nim with any unequal numbers taken from both.
//!
//! No extra move joins two positions with equal piles, and from unequal piles the Nim move remains.

use malachite::Natural;

use crate::decider::{Decider, Refusal, Verdict};
use crate::pair::{Pair, fails};

/// A two-pile game whose P-positions are the equal piles. O(n) for n digits.
pub struct EqualPiles {
    name: String,
    cites: [&'static str; 1],
}

impl EqualPiles {
    /// Nim with the pair k, l taken from the two piles (nim-plus), k != l, both positive.
    pub fn nim_plus(k: u64, l: u64) -> Result<EqualPiles, Refusal> {
        if k == l || k == 0 || l == 0 {
            return fails("VIS 4.3", format!("k and l must be positive and different, and k = {k}, l = {l}"));
        }
        Ok(EqualPiles {
            name: format!("Taking {k} from one pile and {l} from the other"),
            cites: ["VIS-G-knl"],
        })
    }

    /// Nim with any k != l taken from the two piles (unequal).
    pub fn unequal() -> EqualPiles {
        EqualPiles { name: "Taking different numbers from the two piles".into(), cites: ["VIS-G-knl"] }
    }
}

impl Decider for EqualPiles {
    fn is_p(&self, position: &[Natural]) -> Result<bool, Refusal> {
        let pair = Pair::of(position)?;
        Ok(pair.x == pair.y)
    }

    fn decide(&self, position: &[Natural]) -> Result<Verdict, Refusal> {
        let pair = Pair::of(position)?;
        let rule = format!("{} never leads from equal piles to equal piles", self.name);
        Ok(if pair.x == pair.y {
            pair.lost(format!("{rule}, so these equal piles are lost as in Nim."), &self.cites)
        } else {
            let equal = pair.x.clone();
            pair.won(equal.clone(), equal, format!("{rule}: make the piles equal as in Nim."), &self.cites)
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
            let theory = EqualPiles::nim_plus(k, l).unwrap();
            referee.check(&theory, &[24, 26], "nim-plus");
            referee.check_stream(&theory, 26, "nim-plus");
        }
        let mut referee = Referee::new(|p: &[u64]| {
            let mut to = nim(p);
            to.extend(both(p, |i, j| i != j));
            to
        });
        referee.check(&EqualPiles::unequal(), &[20, 22], "unequal");
        assert!(EqualPiles::nim_plus(3, 3).is_err() && EqualPiles::nim_plus(0, 3).is_err());
    }
}
