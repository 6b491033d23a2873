//! Wythoff's game with Nim moves of at most R and free diagonal moves (GEO Problem 27(ii), GEO-P27b).
//!
//! For x <= y, (x, y) is P exactly when x = pi(y mod (R+1)), where pi exchanges A_n and B_n of Wythoff's
//! pairs. A winning move is one of at most five candidates: one in each direction for each way in which the
//! theorem can hold.

use malachite::Natural;
use wythoff_numbers::int::traits::*;

use crate::decider::{Decider, Refusal, Verdict};
use crate::pair::{Pair, fails};
use crate::shown::show_number;
use crate::wythoff::Wythoff;

const CITES: [&str; 1] = ["GEO-P27b"];

/// Wythoff's game with only the Nim moves bounded. One division for each pile, and Wythoff's pairs up to the
/// smaller pile or R.
pub struct RadiusNim {
    r: Natural,
    modulus: Natural,
    wythoff: Wythoff,
}

impl RadiusNim {
    /// The game with Nim moves of at most r >= 1.
    pub fn new(r: u64) -> Result<RadiusNim, Refusal> {
        if r == 0 {
            return fails("GEO Problem 27(ii)", "R must be at least 1, and it is 0");
        }
        let r = Natural::from(r);
        Ok(RadiusNim { modulus: &r + Natural::ONE, r, wythoff: Wythoff::new()? })
    }

    /// Whether (x, y), x <= y, is P.
    fn is_lost(&self, x: &Natural, y: &Natural) -> bool {
        self.wythoff.pairs().partner(&(y % &self.modulus)) == *x
    }

    /// Whether (x, y) in any order is P.
    fn is_lost_pair(&self, x: &Natural, y: &Natural) -> bool {
        if x <= y { self.is_lost(x, y) } else { self.is_lost(y, x) }
    }

    /// The P-positions that a move from the N-position x <= y may reach, each with its case.
    fn candidates(&self, x: &Natural, y: &Natural) -> Vec<(Natural, Natural, String)> {
        let pairs = self.wythoff.pairs();
        let mut found = Vec::new();
        // B_n <= 2 A_n (GEO Lemma 24), so only x <= 2R can have a residue as its partner.
        let partner = (*x <= (&self.r << 1u32)).then(|| pairs.partner(x));
        if let Some(partner) = partner.filter(|p| *p <= self.r) {
            // The largest number below y with the residue of the partner of x.
            let down = (y + &self.modulus - &partner) % &self.modulus;
            if down <= *y {
                let case = "take the larger pile down to the residue that is the partner of the smaller pile";
                found.push((x.clone(), y - down, case.to_string()));
            }
        }
        let below = pairs.partner(&(x % &self.modulus));
        if below < *y && (y - &below) <= self.r {
            let case = "take the larger pile down to the partner of the residue of the smaller one";
            found.push((x.clone(), below, case.to_string()));
        }
        let across = pairs.partner(&(y % &self.modulus));
        if across < *x && (x - &across) <= self.r {
            let case = "take the smaller pile down to the partner of the residue of the larger one";
            found.push((across, y.clone(), case.to_string()));
        }
        let difference = y - x;
        let m = &difference % &self.modulus;
        let opposite = (&self.modulus - &m) % &self.modulus;
        for (a, n) in [(pairs.lower(&m), &m), (pairs.upper(&opposite), &opposite)] {
            if a < *x {
                let case = format!(
                    "the difference is {} modulo R + 1, that of Wythoff's pair number {}: take the same \
                     number from both",
                    show_number(&m),
                    show_number(n)
                );
                let b = &a + &difference;
                found.push((a, b, case));
            }
        }
        found
    }
}

impl Decider for RadiusNim {
    fn is_p(&self, position: &[Natural]) -> Result<bool, Refusal> {
        let Pair { x, y, .. } = &Pair::of(position)?;
        Ok(self.is_lost(x, y))
    }

    fn decide(&self, position: &[Natural]) -> Result<Verdict, Refusal> {
        let pair = Pair::of(position)?;
        let (x, y) = (&pair.x, &pair.y);
        let residue = format!(
            "The larger pile is {} modulo R + 1 = {}",
            show_number(&(y % &self.modulus)),
            show_number(&self.modulus)
        );
        if self.is_lost(x, y) {
            let reason =
                format!("{residue}, and the smaller pile is the partner of that residue in Wythoff's pairs.");
            return Ok(pair.lost(reason, &CITES));
        }
        for (a, b, case) in self.candidates(x, y) {
            if self.is_lost_pair(&a, &b) {
                let reason =
                    format!("{residue}, and the smaller pile is not its partner in Wythoff's pairs: {case}.");
                return Ok(pair.won(a, b, reason, &CITES));
            }
        }
        fails("GEO Problem 27(ii)", "no move to a position of the stated form was found")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::{Dice, Referee, both, check_huge, nim};

    #[test]
    fn agrees_with_the_rule() {
        for r in [1, 2, 3, 4, 5, 7, 12, 19, 100] {
            let mut referee = Referee::new(move |p: &[u64]| {
                let mut to = nim(p);
                to.retain(|q| p[0] - q[0] + p[1] - q[1] <= r);
                to.extend(both(p, |k, l| k == l));
                to
            });
            referee.check(&RadiusNim::new(r).unwrap(), &[44, 48], &format!("radius-nim {r}"));
        }
        assert!(RadiusNim::new(0).is_err());
    }

    #[test]
    fn huge_piles_are_consistent() {
        let mut dice = Dice::new(17);
        for r in [1u64, 10, 1 << 50] {
            let theory = RadiusNim::new(r).unwrap();
            for limbs in [1, 2, 40] {
                let position = [dice.natural(limbs), dice.natural(40)];
                check_huge(&theory, &position, &mut dice, 40, |p, d| {
                    let i = d.below(2) as usize;
                    let mut to = p.to_vec();
                    if d.below(2) == 0 {
                        let k = d.up_to(p.iter().min().filter(|v| **v != 0)?);
                        to.iter_mut().for_each(|v| *v -= &k);
                    } else {
                        let k = Natural::from(1 + d.below(r));
                        to[i] = (&to[i]).checked_sub(k)?;
                    }
                    Some(to)
                });
            }
        }
    }
}
