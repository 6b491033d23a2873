//! t-Wythoff by floors alone (VIS-T-t-alg, VIS Theorem 2 for t = 1): A_n = floor(n alpha), B_n = A_n + t n,
//! alpha = (2 - t + sqrt(t^2 + 4))/2.
//!
//! The sequences are complementary, so the index of a number follows from one floor of x/alpha. Every floor
//! is an integer square root: O(M(n)) for n digits.
//!
//! Judged by: VIS-T2, VIS-T-t-alg

use malachite::{Integer, Natural};
use wythoff_numbers::Quadratic;
use wythoff_numbers::int::traits::*;

use crate::decider::mex_pairs;
use crate::decider::{Decider, Refusal, Verdict};
use crate::pair::{Answer, Pair, fails};
use crate::shown::show_number;

const CITES: [&str; 2] = ["VIS-T-t-alg", "VIS-G-twythoff"];

/// Where a number stands among the pairs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// It is A_n (0 is A_0).
    Lower(Natural),
    /// It is B_n, n >= 1.
    Upper(Natural),
}

/// t-Wythoff by floors alone. O(M(n)) a position of n digits.
///
/// ```
/// use malachite::Natural;
/// use wythoff_theory::{Decider, t_wythoff::Algebraic};
/// let game = Algebraic::new(2)?;
/// let verdict = game.decide(&[Natural::from(7u32), Natural::from(9u32)])?;
/// assert_eq!(verdict.winning, Some(vec![Natural::from(1u32), Natural::from(3u32)]));
/// # Ok::<(), wythoff_theory::Refusal>(())
/// ```
pub struct Algebraic {
    t: Natural,
    alpha: Quadratic,
    inverse: Quadratic,
}

impl Algebraic {
    /// The strategy for t >= 1.
    pub fn new(t: u64) -> Result<Algebraic, Refusal> {
        Algebraic::with(Natural::from(t))
    }

    /// The strategy for t >= 1 of any size.
    pub fn with(t: Natural) -> Result<Algebraic, Refusal> {
        const THEOREM: &str = "VIS 4.1 (algebraic)";
        if t == 0 {
            return fails(THEOREM, "t must be at least 1, and it is 0");
        }
        let alpha = Quadratic::t_wythoff(&t);
        match alpha.recip() {
            Ok(inverse) => Ok(Algebraic { t, alpha, inverse }),
            Err(error) => fails(THEOREM, error.to_string()),
        }
    }

    /// A_n = floor(n alpha).
    pub fn lower(&self, n: &Natural) -> Natural {
        self.alpha.floor_mul(&Integer::from(n)).unsigned_abs()
    }

    /// B_n = A_n + t n.
    pub fn upper(&self, n: &Natural) -> Natural {
        self.lower(n) + &self.t * n
    }

    /// Whether x is some A_n or some B_n, and which.
    pub fn place(&self, x: &Natural) -> Place {
        if *x == 0 {
            return Place::Lower(Natural::ZERO);
        }
        // c of the positive A_n lie at or below x - 1; the others of 1, ..., x - 1 are B_n.
        let c = self.inverse.floor_mul(&Integer::from(x)).unsigned_abs();
        let n = &c + Natural::ONE;
        if self.is_lower(x, &n) { Place::Lower(n) } else { Place::Upper(x - c) }
    }

    /// The other member of the pair of x: the involution A_n <-> B_n.
    pub fn partner(&self, x: &Natural) -> Natural {
        match self.place(x) {
            Place::Lower(n) => x + &self.t * n,
            Place::Upper(n) => x - &self.t * n,
        }
    }

    /// Whether (x, y), x <= y, is some (A_n, B_n).
    pub fn is_pair(&self, x: &Natural, y: &Natural) -> bool {
        let (n, rest) = (y - x).div_mod(&self.t);
        // A_n >= n, so that most positions are settled without a floor.
        rest == 0 && n <= *x && self.is_lower(x, &n)
    }

    /// Whether x = floor(n alpha), n <= x: two squarings in place of a square root.
    fn is_lower(&self, x: &Natural, n: &Natural) -> bool {
        // x <= n (2 - t + r)/2 < x + 1 with r = sqrt(t^2 + 4), that is v <= n r < v + 2 for v = 2x + (t -
        // 2) n.
        let v = ((x - n) << 1u32) + &self.t * n;
        let middle = n.square() * ((&self.t).square() + Natural::from(4u32));
        match middle.checked_sub((&v).square()) {
            None => false,
            Some(excess) => excess < ((v + Natural::ONE) << 2u32),
        }
    }

    /// The winning move from x <= y, or that there is none.
    pub(crate) fn answer(&self, x: &Natural, y: &Natural) -> Answer {
        let n = match self.place(x) {
            Place::Upper(n) => {
                let partner = x - &self.t * &n;
                let case = format!(
                    "The smaller pile is B_n = floor(n (alpha + t)) with n = {}, and the larger exceeds \
                     A_n: take the larger pile down to A_n = floor(n alpha).",
                    show_number(&n)
                );
                return Answer::won(x.clone(), partner, case);
            }
            Place::Lower(n) => n,
        };
        let upper = x + &self.t * &n;
        if *y == upper {
            return Answer::lost(format!(
                "The piles are (floor(n alpha), floor(n alpha) + t n) with n = {}.",
                show_number(&n)
            ));
        }
        if *y > upper {
            let case = format!(
                "The smaller pile is A_n = floor(n alpha) with n = {}, and the larger exceeds B_n = A_n + \
                 t n: take the larger pile down to B_n.",
                show_number(&n)
            );
            return Answer::won(x.clone(), upper, case);
        }
        let m = (y - x) / &self.t;
        let (a, b) = (self.lower(&m), self.upper(&m));
        let case = format!(
            "The smaller pile is A_n = floor(n alpha) with n = {}, the larger is less than B_n, and their \
             difference lies in [t m, t m + t) for m = {} < n: take from both piles down to (A_m, B_m).",
            show_number(&n),
            show_number(&m)
        );
        Answer::won(a, b, case)
    }

    /// The pairs (A_n, B_n) that fit 64 bits, in linear time.
    pub(crate) fn pairs(&self) -> Box<dyn Iterator<Item = Vec<u64>> + Send + '_> {
        let t = u64::try_from(&self.t).ok();
        Box::new(mex_pairs(move |n, a| if n == 0 { Some(0) } else { a.checked_add(t?.checked_mul(n)?) }))
    }
}

impl Decider for Algebraic {
    fn is_p(&self, position: &[Natural]) -> Result<bool, Refusal> {
        let pair = Pair::of(position)?;
        Ok(self.is_pair(&pair.x, &pair.y))
    }

    fn decide(&self, position: &[Natural]) -> Result<Verdict, Refusal> {
        let pair = Pair::of(position)?;
        let mut answer = self.answer(&pair.x, &pair.y);
        answer.case =
            format!("With t = {} and alpha = {}: {}", show_number(&self.t), self.alpha, answer.case);
        Ok(pair.answer(answer, &CITES))
    }

    fn p_positions(&self) -> Option<Box<dyn Iterator<Item = Vec<u64>> + Send + '_>> {
        Some(self.pairs())
    }
}
