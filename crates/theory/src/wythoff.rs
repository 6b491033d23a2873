//! Wythoff's game: a Nim move, or the same number from both piles (VIS Theorems 1 and 2, GEO section 1).
//!
//! P-positions (A_n, B_n) = (floor(n phi), floor(n phi) + n), phi = (1 + sqrt 5)/2.

use malachite::Natural;

use crate::decider::{Decider, Refusal, Verdict};
use crate::form::{Form, Shape, Theory, found, plain};
use crate::pair::Pair;
use crate::t_wythoff::Algebraic;

const CITES: [&str; 3] = ["VIS-T2", "VIS-T1", "GEO-A2"];

/// Wythoff's game. O(M(n)) a position of n digits.
///
/// ```
/// use malachite::Natural;
/// use wythoff_theory::{Decider, Wythoff};
/// let game = Wythoff::new()?;
/// assert!(game.is_p(&[Natural::from(13u32), Natural::from(8u32)])?);
/// let verdict = game.decide(&[Natural::from(9u32), Natural::from(11u32)])?;
/// assert_eq!(verdict.winning, Some(vec![Natural::from(3u32), Natural::from(5u32)]));
/// # Ok::<(), wythoff_theory::Refusal>(())
/// ```
pub struct Wythoff(Algebraic);

impl Wythoff {
    /// The game; it has no parameter.
    pub fn new() -> Result<Wythoff, Refusal> {
        Algebraic::new(1).map(Wythoff)
    }

    /// The pairs and the strategy that other games borrow.
    pub(crate) fn pairs(&self) -> &Algebraic {
        &self.0
    }
}

impl Decider for Wythoff {
    fn is_p(&self, position: &[Natural]) -> Result<bool, Refusal> {
        self.0.is_p(position)
    }

    fn decide(&self, position: &[Natural]) -> Result<Verdict, Refusal> {
        let pair = Pair::of(position)?;
        let mut answer = self.0.answer(&pair.x, &pair.y);
        answer.case = format!("Wythoff's theorem, t = 1 and alpha = (1 + sqrt(5))/2: {}", answer.case);
        Ok(pair.answer(answer, &CITES))
    }

    fn p_positions(&self) -> Option<Box<dyn Iterator<Item = Vec<u64>> + Send + '_>> {
        self.0.p_positions()
    }
}

/// A Nim move, or the same number from both piles.
pub(crate) const THEORY: Theory = Theory {
    forms: &[Form {
        theory: "Wythoff's game",
        rules: Shape::Exactly("piles unordered x, y\nmove (i, 0)\nmove (i, i)"),
        read: |look| plain(look.is_pair() && look.takes(&[1, 1]) && !look.takes(&[1, 2])),
        decider: |_| found(Wythoff::new()?),
    }],
    cases: &[
        ("VIS-T2", &["wythoff"]),
        ("LEX-D2", &["wythoff-piles(piles=2)"]),
        ("VIS-C-npile-2", &["nimsum-wythoff(piles=2)"]),
    ],
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::{Dice, Referee, both, check_huge, nim, wythoff_option};

    #[test]
    fn agrees_with_the_rule() {
        let mut referee = Referee::new(|p: &[u64]| {
            let mut to = nim(p);
            to.extend(both(p, |k, l| k == l));
            to
        });
        let theory = Wythoff::new().unwrap();
        referee.check(&theory, &[45, 60], "wythoff");
        referee.check_stream(&theory, 60, "wythoff");
    }

    #[test]
    fn huge_piles_are_consistent() {
        let (theory, mut dice) = (Wythoff::new().unwrap(), Dice::new(1));
        for _ in 0..5 {
            let x = dice.natural(200);
            let y = &x + dice.up_to(&x);
            check_huge(&theory, &[y, x], &mut dice, 50, |p, d| wythoff_option(p, 1, d));
        }
    }
}
