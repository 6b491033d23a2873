//! Ho's restriction and extension of Wythoff's game, with its P-positions (VIS 6.2).
//!
//! R-Wythoff: a Nim move in the larger pile only, or the same number from both. E-Wythoff: Wythoff's moves
//! and, from a <= b, to (a - k, b - l) with 0 <= l < k <= a. Wythoff's winning moves, which reduce the
//! larger pile or both piles equally, serve in both.

use malachite::Natural;

use crate::decider::{Decider, Refusal, Verdict};
use crate::form::{Form, Shape, Theory, found, plain};
use crate::pair::Pair;
use crate::wythoff::Wythoff;

/// R-Wythoff or E-Wythoff. O(M(n)) a position of n digits.
pub struct Ho {
    wythoff: Wythoff,
    name: &'static str,
    cites: [&'static str; 2],
}

impl Ho {
    /// R-Wythoff.
    pub fn r() -> Result<Ho, Refusal> {
        Ok(Ho { wythoff: Wythoff::new()?, name: "R-Wythoff", cites: ["VIS-6.2-R-P", "VIS-T2"] })
    }

    /// A game with the moves of R-Wythoff and none that E-Wythoff has not: the former win, the latter join no two P-positions.
    pub fn between() -> Result<Ho, Refusal> {
        let name = "A game between R-Wythoff and E-Wythoff";
        Ok(Ho { wythoff: Wythoff::new()?, name, cites: ["VIS-6.2-R-P", "VIS-6.2-E-P"] })
    }

    /// E-Wythoff.
    pub fn e() -> Result<Ho, Refusal> {
        Ok(Ho { wythoff: Wythoff::new()?, name: "E-Wythoff", cites: ["VIS-6.2-E-P", "VIS-T2"] })
    }
}

impl Decider for Ho {
    fn is_p(&self, position: &[Natural]) -> Result<bool, Refusal> {
        self.wythoff.is_p(position)
    }

    fn decide(&self, position: &[Natural]) -> Result<Verdict, Refusal> {
        let pair = Pair::of(position)?;
        let mut answer = self.wythoff.pairs().answer(&pair.x, &pair.y);
        answer.case = format!(
            "{} has the P-positions of Wythoff's game (t = 1, alpha = phi). {}",
            self.name, answer.case
        );
        Ok(pair.answer(answer, &self.cites))
    }

    fn p_positions(&self) -> Option<Box<dyn Iterator<Item = Vec<u64>> + Send + '_>> {
        self.wythoff.p_positions()
    }
}

/// R-Wythoff, E-Wythoff, and every game in between.
pub(crate) const THEORY: Theory = Theory {
    forms: &[
        Form {
            theory: "R-Wythoff",
            rules: Shape::Exactly(RESTRICTION),
            read: |look| plain(look.is_pair() && look.takes(&[1, 1])),
            decider: |_| found(Ho::r()?),
        },
        Form {
            theory: "E-Wythoff",
            rules: Shape::Exactly(EXTENSION),
            read: |look| plain(look.is_pair() && look.takes(&[1, 1])),
            decider: |_| found(Ho::e()?),
        },
        Form {
            theory: "between R-Wythoff and E-Wythoff",
            rules: Shape::Between(RESTRICTION, EXTENSION),
            read: |look| plain(look.is_pair() && look.takes(&[1, 1])),
            decider: |_| found(Ho::between()?),
        },
    ],
    cases: &[("VIS-6.2-R-P", &["r-wythoff"]), ("VIS-6.2-E-P", &["e-wythoff"])],
};

const RESTRICTION: &str = "piles sorted x <= y\nmove (0, i)\nmove (i, i)";
const EXTENSION: &str =
    "piles sorted x <= y\nmove (i, 0)\nmove (0, i)\nmove (i, i)\nmove (k, l) for k >= 1, l >= 0 where l < k";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::{Referee, both, nim};

    #[test]
    fn restriction_agrees_with_the_rule() {
        let mut referee = Referee::new(|p: &[u64]| {
            let least = p[0].min(p[1]);
            let mut to: Vec<_> = (1..=least).map(|i| vec![p[0] - i, p[1] - i]).collect();
            to.extend((0..p[0]).filter(|_| p[0] >= p[1]).map(|v| vec![v, p[1]]));
            to.extend((0..p[1]).filter(|_| p[1] >= p[0]).map(|v| vec![p[0], v]));
            to
        });
        referee.check(&Ho::r().unwrap(), &[40, 50], "r-wythoff");
    }

    #[test]
    fn extension_agrees_with_the_rule() {
        let mut referee = Referee::new(|p: &[u64]| {
            let mut to = nim(p);
            // The larger number comes from the smaller pile (from either of two equal ones).
            to.extend(both(p, |k, l| k == l || (p[0] <= p[1] && k > l) || (p[1] <= p[0] && l > k)));
            to
        });
        let theory = Ho::e().unwrap();
        referee.check(&theory, &[36, 40], "e-wythoff");
        referee.check_stream(&theory, 40, "e-wythoff");
    }
}
