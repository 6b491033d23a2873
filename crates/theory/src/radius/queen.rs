//! The R-radius game: Wythoff's moves of at most R (GEO Theorem 25).
//!
//! (x, y) is P exactly when (x mod (R+1), y mod (R+1)) is a P-position of Wythoff's game; play Wythoff's
//! move on the residues.

use malachite::Natural;

use crate::decider::{Decider, Refusal, Verdict};
use crate::pair::{Pair, fails};
use crate::shown::show_number;
use crate::wythoff::Wythoff;

const CITES: [&str; 2] = ["GEO-T25", "GEO-T25b"];

/// The R-radius game. One division for each pile, and Wythoff's game below R.
///
/// ```
/// use malachite::Natural;
/// use wythoff_theory::{Decider, radius::Radius};
/// let king = Radius::new(1)?;
/// assert!(king.is_p(&[Natural::from(4u32), Natural::from(6u32)])?);
/// # Ok::<(), wythoff_theory::Refusal>(())
/// ```
pub struct Radius {
    modulus: Natural,
    wythoff: Wythoff,
}

impl Radius {
    /// The game with moves of at most r >= 1.
    pub fn new(r: u64) -> Result<Radius, Refusal> {
        if r == 0 {
            return fails("GEO Theorem 25", "R must be at least 1, and it is 0");
        }
        Ok(Radius { modulus: Natural::from(r) + Natural::from(1u32), wythoff: Wythoff::new()? })
    }
}

impl Decider for Radius {
    fn is_p(&self, position: &[Natural]) -> Result<bool, Refusal> {
        let Pair { x, y, .. } = &Pair::of(position)?;
        let (r, s) = (x % &self.modulus, y % &self.modulus);
        Ok(if r <= s { self.wythoff.pairs().is_pair(&r, &s) } else { self.wythoff.pairs().is_pair(&s, &r) })
    }

    fn decide(&self, position: &[Natural]) -> Result<Verdict, Refusal> {
        let pair = Pair::of(position)?;
        let (r, s) = (&pair.x % &self.modulus, &pair.y % &self.modulus);
        let residues = format!(
            "Modulo R + 1 = {} the piles are ({}, {}), to be played as in Wythoff's game.",
            show_number(&self.modulus),
            show_number(&r),
            show_number(&s)
        );
        let mut answer = if r <= s {
            self.wythoff.pairs().answer(&r, &s)
        } else {
            let mut answer = self.wythoff.pairs().answer(&s, &r);
            answer.to = answer.to.map(|(a, b)| (b, a));
            answer
        };
        answer.to = answer.to.map(|(a, b)| (&pair.x - &r + a, &pair.y - &s + b));
        answer.case = format!("{residues} Of the residues: {}", answer.case);
        Ok(pair.answer(answer, &CITES))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::{Dice, Referee, both, check_huge, nim};

    #[test]
    fn agrees_with_the_rule() {
        for r in [1, 2, 3, 4, 7, 12, 100] {
            let mut referee = Referee::new(move |p: &[u64]| {
                let mut to = nim(p);
                to.retain(|q| p[0] - q[0] + p[1] - q[1] <= r);
                to.extend(both(p, |k, l| k == l && k <= r));
                to
            });
            referee.check(&Radius::new(r).unwrap(), &[36, 40], &format!("radius {r}"));
        }
        assert!(Radius::new(0).is_err());
    }

    #[test]
    fn huge_piles_are_consistent() {
        let mut dice = Dice::new(7);
        for r in [1u64, 10, u64::MAX] {
            let theory = Radius::new(r).unwrap();
            for _ in 0..4 {
                let position = [dice.natural(50), dice.natural(50)];
                check_huge(&theory, &position, &mut dice, 40, |p, d| {
                    let k = Natural::from(1 + d.below(r));
                    let pick = d.below(3);
                    Some(match pick {
                        0 => vec![&p[0] - k, p[1].clone()],
                        1 => vec![p[0].clone(), &p[1] - k],
                        _ => vec![&p[0] - &k, &p[1] - k],
                    })
                });
            }
        }
    }
}
