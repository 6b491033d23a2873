//! Wythoff's P-positions translated: the games W_k, W_{j,k} and T_k (VIS 4.12).
//!
//! W_k: Nim moves, and the same number from both where k or more is left of each. P: (i,i) for i < k, and
//! (A_n + k, B_n + k). W_{j,k}, j <= k: j or more must be left of the smaller and k of the larger pile; the
//! same P. T_k: the same number s from both piles a <= b where a > s and |floor((b-s)/(a-s)) - floor(b/a)|
//! <= k; P: (0,0) and (A_n + 1, B_n + 1), whatever k is.

use malachite::Natural;

use crate::decider::{Decider, Refusal, Verdict};
use crate::form::{Form, Shape, Theory, found, numbers};
use crate::pair::{Pair, fails};
use crate::shown::show_number;
use crate::wythoff::Wythoff;

/// A game whose P-positions are (i,i) for i < k and Wythoff's pairs moved by (k,k). O(M(n)).
pub struct Translated {
    k: u64,
    shift: Natural,
    wythoff: Wythoff,
    cites: [&'static str; 2],
}

impl Translated {
    /// W_k, k >= 0.
    pub fn w(k: u64) -> Result<Translated, Refusal> {
        Translated::by(k, ["VIS-T-Wk", "VIS-T2"])
    }

    /// W_{j,k}, 0 <= j <= k.
    pub fn w_jk(j: u64, k: u64) -> Result<Translated, Refusal> {
        if j > k {
            return fails("VIS 4.12 (W_jk)", format!("j <= k is needed, and j = {j} exceeds k = {k}"));
        }
        Translated::by(k, ["VIS-T-Wjk", "VIS-T2"])
    }

    /// T_k, k >= 0: the translation is by 1 for every k.
    pub fn t(_k: u64) -> Result<Translated, Refusal> {
        Translated::by(1, ["VIS-T-Tk", "VIS-T2"])
    }

    fn by(k: u64, cites: [&'static str; 2]) -> Result<Translated, Refusal> {
        Ok(Translated { k, shift: Natural::from(k), wythoff: Wythoff::new()?, cites })
    }
}

impl Decider for Translated {
    fn is_p(&self, position: &[Natural]) -> Result<bool, Refusal> {
        let Pair { x, y, .. } = &Pair::of(position)?;
        Ok(if *x < self.shift {
            x == y
        } else {
            self.wythoff.pairs().is_pair(&(x - &self.shift), &(y - &self.shift))
        })
    }

    fn decide(&self, position: &[Natural]) -> Result<Verdict, Refusal> {
        let pair = Pair::of(position)?;
        let (x, y, k) = (&pair.x, &pair.y, &self.shift);
        if x < k {
            let below = format!(
                "The smaller pile is less than {}, where the P-positions are the equal piles",
                self.k
            );
            return Ok(if x == y {
                pair.lost(format!("{below}."), &self.cites)
            } else {
                pair.won(x.clone(), x.clone(), format!("{below}: make the piles equal."), &self.cites)
            });
        }
        let mut answer = self.wythoff.pairs().answer(&(x - k), &(y - k));
        answer.case = format!(
            "From {} on the P-positions are Wythoff's pairs with {} added to each pile; without it: {}",
            show_number(k),
            show_number(k),
            answer.case
        );
        answer.to = answer.to.map(|(a, b)| (a + k, b + k));
        Ok(pair.answer(answer, &self.cites))
    }

    fn p_positions(&self) -> Option<Box<dyn Iterator<Item = Vec<u64>> + Send + '_>> {
        let k = self.k;
        let shifted = self.wythoff.pairs().pairs();
        let shifted = shifted.map_while(move |p| p.iter().map(|v| v.checked_add(k)).collect());
        Some(Box::new((0..k).map(|i| vec![i, i]).chain(shifted)))
    }
}

/// W_{j,k} and T_k.
pub(crate) const THEORY: Theory = Theory {
    forms: &[
        Form {
            theory: "translated Wythoff, W_jk",
            rules: Shape::Exactly(
                "param k >= 0 = 2\nparam j >= 0 = k where j <= k\npiles sorted x <= y\nmove (i, 0)\nmove (0, i)\nmove (i, i) where x' >= j and y' >= k",
            ),
            read: |look| {
                if !look.is_pair() || !look.takes(&[1, 1]) {
                    return Vec::new();
                }
                let large = look.far();
                let k = look.run(|n| !look.moves(&[large, large], &[n - 1, n - 1]));
                let j = look.run(|n| !look.moves(&[large, 3 * large], &[n - 1, 2 * large + n - 1]));
                numbers(k.zip(j).map(|(k, j)| [("k", k), ("j", j)]))
            },
            decider: |form| found(Translated::w_jk(form.int("j")?, form.int("k")?)?),
        },
        Form {
            theory: "translated Wythoff, T_k",
            rules: Shape::Exactly(
                "param k >= 0 = 1\npiles sorted x <= y\nmove (i, 0)\nmove (0, i)\nmove (s, s) where x' > 0 and |y' div x' - y div x| <= k",
            ),
            read: |look| {
                // From (4, 4q + 3) to (2, 4q + 1) the quotient rises by q, and no Nim move leads there.
                let fits = look.is_pair() && look.takes(&[1, 1]);
                let k = if fits { look.run(|q| look.moves(&[4, 4 * q + 3], &[2, 4 * q + 1])) } else { None };
                numbers(k.map(|k| [("k", k)]))
            },
            decider: |form| found(Translated::t(form.int("k")?)?),
        },
    ],
    cases: &[
        ("VIS-T-Wk", &["w-translate(k=2)"]),
        ("VIS-T-Wjk", &["w-translate(k=3,j=1)"]),
        ("VIS-T-Tk", &["t-translate(k=1)", "t-translate(k=2)"]),
        ("VIS-6.1-F", &["f-wythoff"]),
    ],
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::{Dice, Referee, check_huge, nim, wythoff_option};

    fn diagonal(p: &[u64], allowed: impl Fn(u64, u64, u64) -> bool) -> Vec<Vec<u64>> {
        let (a, b) = (p[0].min(p[1]), p[0].max(p[1]));
        let mut to = nim(p);
        to.extend((1..=a).filter(|&i| allowed(a, b, i)).map(|i| vec![p[0] - i, p[1] - i]));
        to
    }

    #[test]
    fn w_agrees_with_the_rule() {
        for k in [0u64, 1, 2, 5, 50] {
            for j in [0, k / 2, k] {
                let mut referee =
                    Referee::new(move |p: &[u64]| diagonal(p, |a, b, i| a - i >= j && b - i >= k));
                let theory = Translated::w_jk(j, k).unwrap();
                referee.check(&theory, &[30, 40], &format!("w_jk {j} {k}"));
                referee.check_stream(&theory, 40, "w_jk");
            }
            let mut referee = Referee::new(move |p: &[u64]| diagonal(p, |a, _, i| a >= i + k));
            referee.check(&Translated::w(k).unwrap(), &[30, 40], &format!("w {k}"));
        }
        assert!(Translated::w_jk(3, 2).is_err());
    }

    #[test]
    fn t_agrees_with_the_rule() {
        for k in [0u64, 1, 2, 100] {
            let mut referee = Referee::new(move |p: &[u64]| {
                diagonal(p, |a, b, i| a > i && ((b - i) / (a - i)).abs_diff(b / a) <= k)
            });
            let theory = Translated::t(k).unwrap();
            referee.check(&theory, &[30, 40], &format!("t {k}"));
            referee.check_stream(&theory, 40, "t");
        }
    }

    #[test]
    fn huge_piles_are_consistent() {
        let mut dice = Dice::new(2);
        for k in [0u64, 7] {
            let theory = Translated::w(k).unwrap();
            let x = dice.natural(60);
            let y = &x + dice.up_to(&x);
            check_huge(&theory, &[x, y], &mut dice, 40, |p, d| {
                wythoff_option(p, 1, d).filter(|q| q.iter().all(|v| *v >= k))
            });
        }
    }
}
