//! NIM(a,b) of Boros, Gurvich and Oudalov (VIS section 5): take (x',y') != (0,0) with |x'-y'| < a or min(x',y') < b.
//!
//! Normal play: P-positions x_n = mex_b of the earlier coordinates, y_n = x_n + a n (VIS (6)). Misère play: the same
//! with y_n = x_n + a n + 1 for a > 1 (VIS (12)); for a = 1 three positions change places (VIS-T-misab-1).
//! The differences of x_n form a morphic word, so huge positions are decided in O(b log n) operations on integers of their size,
//! or, where these are too many, by powers of its matrix.

mod descent;
mod limit;
mod matrix;
mod morphism;
mod recursion;

use malachite::Natural;
use malachite::base::num::arithmetic::traits::DivMod;
use malachite::base::num::basic::traits::{One, Zero};

pub use limit::{LimitSlope, limit_polynomial};
pub use matrix::{characteristic_polynomial, incidence_matrix};
pub use morphism::{DifferenceWord, Goal, Prefix};
pub use recursion::pairs;

use crate::form::{Form, Look, Shape, Theory, found, numbers};
use crate::piles::{Sorted, lost, won, won_without_a_move};
use crate::shown::show_number;
use crate::{Decider, Refusal, Verdict};

/// NIM(a,b) in normal or misère play.
///
/// ```
/// use malachite::Natural;
/// use wythoff_theory::{Decider, nim_ab::NimAb};
/// let game = NimAb::new(1, 2, false).unwrap();
/// let [x, y] = game.pair(&Natural::from(10u64).pow(1000)).unwrap();
/// assert!(game.is_p(&[x, y]).unwrap());
/// # use malachite::base::num::arithmetic::traits::Pow;
/// ```
#[derive(Clone, Debug)]
pub struct NimAb {
    a: u64,
    b: u64,
    misere: bool,
}

/// A P-position to move to, and why.
type Win = ([Natural; 2], String);

impl NimAb {
    /// The game with parameters a, b >= 0, not both 0.
    pub fn new(a: u64, b: u64, misere: bool) -> Result<NimAb, Refusal> {
        if a == 0 && b == 0 {
            return Err(Refusal::Hypothesis {
                theorem: "VIS (6)",
                hypothesis: "NIM(0,0) has no moves; a and b must not both be 0".into(),
            });
        }
        Ok(NimAb { a, b, misere })
    }

    /// The pair (x_n, y_n), n >= 0, of VIS (6) or (12). O(b log n) operations on integers of the size of n.
    pub fn pair(&self, n: &Natural) -> Result<[Natural; 2], Refusal> {
        let a = Natural::from(self.a);
        let b = Natural::from(self.b);
        Ok(match (self.a, self.b, self.misere) {
            (1, 0, true) => [Natural::ONE, n + Natural::ONE],
            (_, 0, _) => [Natural::ZERO, &a * n + self.shift()],
            (0, _, false) => [&b * n, &b * n],
            (0, _, true) if *n == 0u32 => [Natural::ZERO, Natural::ONE],
            (0, _, true) => [&b * n + Natural::ONE, &b * n + Natural::ONE],
            (1, _, true) if *n == 0u32 => [Natural::ZERO, Natural::ONE],
            (1, _, true) if *n == 1u32 => [&b + Natural::ONE, &b + Natural::ONE],
            _ => {
                let prefix = self.word().find(Goal::Length, n)?;
                let y = &prefix.sum + &a * n + self.shift();
                [prefix.sum, y]
            }
        })
    }

    /// y_n - x_n - a n: 1 in misère play with a > 1.
    fn shift(&self) -> Natural {
        Natural::from(u8::from(self.misere && self.a > 1))
    }

    fn word(&self) -> DifferenceWord {
        DifferenceWord::new(self.a, self.b, self.misere && self.a > 1)
    }

    fn cites(&self) -> &'static [&'static str] {
        match (self.a, self.b, self.misere) {
            (0, _, _) | (_, 0, _) => &["VIS-C-a0b0"],
            (_, _, false) => &["VIS-T-nimab-rec", "VIS-A-nimab-poly"],
            (1, _, true) => &["VIS-T-misab-1", "VIS-A-nimab-poly"],
            (_, _, true) => &["VIS-T12", "VIS-A-nimab-poly"],
        }
    }

    /// Whether (x', y') may be taken.
    fn may_take(&self, x: &Natural, y: &Natural) -> bool {
        let (low, high) = if x <= y { (x, y) } else { (y, x) };
        *high != 0u32 && (high - low < self.a || *low < self.b)
    }

    /// Whether (x,y) -> target is a move.
    pub fn is_move(&self, from: &[Natural; 2], target: &[Natural; 2]) -> bool {
        target[0] <= from[0]
            && target[1] <= from[1]
            && self.may_take(&(&from[0] - &target[0]), &(&from[1] - &target[1]))
    }

    /// Normal play, and misère play with a > 1: a, b >= 1.
    fn decide_by_word(&self, x: &Natural, y: &Natural) -> Result<Option<Win>, Refusal> {
        let a = Natural::from(self.a);
        let shift = self.shift();
        let excess = y - x;
        if excess < shift {
            // Misère, a > 1, equal piles: take x and x - 1.
            let reason =
                "The piles are equal, so one of them can be emptied and the other left with one token: \
                          the amounts differ by 1 < a."
                    .to_string();
            return Ok(Some(([Natural::ZERO, Natural::ONE], reason)));
        }
        let excess = excess - &shift;
        let (m, rest) = (&excess).div_mod(&a);
        let mut word = self.word();
        let prefix = word.find(Goal::Length, &m)?;
        let (x_m, y_m) = (prefix.sum.clone(), &prefix.sum + &a * &m + &shift);
        if *x == x_m && rest == 0u32 {
            return Ok(None);
        }
        let offset = if shift == 0u32 { "" } else { " + 1" };
        if *x >= x_m {
            let reason = format!(
                "With n = floor((y - x{})/a) = {}, the P-position (x_n, y_n), y_n = x_n + a n{offset}, has x_n = {} <= x. \
                 Taking x - x_n = {} and y - y_n is legal, since these differ by {rest} < a = {a}.",
                if shift == 0u32 { "" } else { " - 1" },
                show_number(&m),
                show_number(&x_m),
                show_number(&(x - &x_m)),
            );
            return Ok(Some(([x_m, y_m], reason)));
        }
        let lower = word.find(Goal::Sum, x)?;
        let take = x - &lower.sum;
        if take < self.b {
            let i = &lower.length;
            let target = [lower.sum.clone(), &lower.sum + &a * i + &shift];
            let reason = format!(
                "x lies below x_n for n = floor((y - x)/a) = {}, so by the definition of mex_b a coordinate of an earlier \
                 P-position lies less than b below x: x_i for i = {}. Taking x - x_i = {take} < b = {} from the smaller \
                 pile and whatever is needed from the larger reaches (x_i, y_i).",
                show_number(&m),
                show_number(i),
                self.b,
            );
            return Ok(Some((target, reason)));
        }
        // mex_b: if no x_i lies in (x - b, x], some y_i does.
        if *x < shift {
            return Err(inconsistent("VIS (6)"));
        }
        let upper = word.find(Goal::Upper, &(x - &shift))?;
        let y_i = &upper.sum + &a * &upper.length + &shift;
        if x - &y_i >= self.b {
            return Err(inconsistent("VIS (6)"));
        }
        let reason = format!(
            "x lies below x_n for n = floor((y - x)/a) = {}, so by the definition of mex_b a coordinate of an earlier \
             P-position lies less than b below x: y_i for i = {}. Taking x - y_i = {} < b = {} from the smaller pile and \
             leaving x_i in the larger reaches (y_i, x_i).",
            show_number(&m),
            show_number(&upper.length),
            x - &y_i,
            self.b,
        );
        Ok(Some(([y_i, upper.sum], reason)))
    }

    /// Misère play with a = 1, b >= 1: normal play apart from six positions.
    fn decide_misere_one(&self, x: &Natural, y: &Natural) -> Result<Option<Win>, Refusal> {
        let b = Natural::from(self.b);
        let after = &b + Natural::ONE;
        if (*x == 0u32 && *y == 1u32) || (*x == after && *y == after) {
            return Ok(None);
        }
        let exceptional =
            [[Natural::ZERO, Natural::ONE], [Natural::ONE, Natural::ZERO], [after.clone(), after.clone()]];
        let here = [x.clone(), y.clone()];
        let to_exceptional = |why: String| -> Result<Option<Win>, Refusal> {
            let target = exceptional.iter().find(|target| self.is_move(&here, target)).cloned();
            target.map(|target| Some((target, why))).ok_or_else(|| inconsistent("VIS-T-misab-1"))
        };
        let changed = |t: &[Natural; 2]| {
            let (low, high) = if t[0] <= t[1] { (&t[0], &t[1]) } else { (&t[1], &t[0]) };
            (*low == 0u32 && *high == 0u32) || (*low == b && *high == after)
        };
        if changed(&here) {
            return to_exceptional(
                "The position is P in normal play but N in misère play, where (0,0) and (b,b+1) give way to (0,1) and \
                 (b+1,b+1); from it one of these can be reached."
                    .into(),
            );
        }
        let normal = NimAb { misere: false, ..*self };
        let Some((target, why)) = normal.decide_by_word(x, y)? else { return Ok(None) };
        if !changed(&target) {
            return Ok(Some((
                target,
                format!("Away from a few small positions misère play is normal play. {why}"),
            )));
        }
        to_exceptional(
            "The normal winning move leads to (0,0) or (b,b+1), which are N in misère play; by VIS-C-misab-iii one of \
             (0,1) and (b+1,b+1), which are P, can be reached instead."
                .into(),
        )
    }

    /// a = 0 or b = 0: P-positions in arithmetic progression.
    fn decide_degenerate(&self, x: &Natural, y: &Natural) -> Result<Option<Win>, Refusal> {
        let (a, b) = (Natural::from(self.a), Natural::from(self.b));
        let one = Natural::ONE;
        if self.b == 0 && self.a == 1 && self.misere {
            if *x == 1u32 {
                return Ok(None);
            }
            let target = [one.clone(), y - x + one];
            let reason =
                "Only equal amounts can be taken, and the last taker loses: leave one in the smaller pile.";
            return Ok(Some((target, reason.into())));
        }
        if self.b == 0 {
            let shift = self.shift();
            let excess = y - x;
            let target = if excess < shift {
                [Natural::ZERO, one]
            } else {
                let m = (&excess - &shift).div_mod(&a).0;
                [Natural::ZERO, m * a + shift]
            };
            if [x, y] == [&target[0], &target[1]] {
                return Ok(None);
            }
            let reason = "With b = 0 the P-positions are (0, a n) in normal and (0, a n + 1) in misère play; the smaller pile \
                          is emptied and the amounts differ by less than a.";
            return Ok(Some((target, reason.into())));
        }
        let lift = Natural::from(u8::from(self.misere));
        if self.misere && *x <= b {
            if *x == 0u32 && *y == 1u32 {
                return Ok(None);
            }
            let target = if *x == 0u32 { [Natural::ZERO, one] } else { [one, Natural::ZERO] };
            let reason = "With a = 0 one token is left: less than b is taken from the smaller pile.";
            return Ok(Some((target, reason.into())));
        }
        let corner = (x - &lift).div_mod(&b).0 * &b + &lift;
        if *x == corner && *y == corner {
            return Ok(None);
        }
        let reason = format!(
            "With a = 0 the P-positions beyond the smallest are ({} n, {} n){}; less than b is taken from the smaller pile.",
            self.b,
            self.b,
            if self.misere { " + (1,1)" } else { "" }
        );
        Ok(Some(([corner.clone(), corner], reason)))
    }
}

/// A theorem and the computation disagree: an answer would be a guess.
fn inconsistent(theorem: &'static str) -> Refusal {
    Refusal::Hypothesis {
        theorem,
        hypothesis: "the computed sequences contradict it at this position".into(),
    }
}

impl Decider for NimAb {
    fn decide(&self, position: &[Natural]) -> Result<Verdict, Refusal> {
        let sorted = Sorted::of(position)?;
        let [x, y] = &sorted.piles;
        let over = *y == 0u32 || (self.a == 1 && self.b == 0 && *x == 0u32);
        if self.misere && over {
            return Ok(won_without_a_move(self.cites()));
        }
        let win = match (self.a, self.b, self.misere) {
            (0, _, _) | (_, 0, _) => self.decide_degenerate(x, y)?,
            (1, _, true) => self.decide_misere_one(x, y)?,
            _ => self.decide_by_word(x, y)?,
        };
        if let Some((target, reason)) = win {
            return Ok(won(sorted.restore(target), reason, self.cites()));
        }
        let reason = format!(
            "({}, {}) is one of the pairs (x_n, y_n) with x_n = mex_b of the earlier coordinates and y_n - x_n = {}.",
            show_number(x),
            show_number(y),
            show_number(&(y - x)),
        );
        Ok(lost(reason, self.cites()))
    }

    fn p_positions(&self) -> Option<Box<dyn Iterator<Item = Vec<u64>> + Send + '_>> {
        let (a, b) = (self.a, self.b);
        let counted = (0u64..).map_while(move |n| {
            let [x, y] = self.pair(&Natural::from(n)).ok()?;
            Some(vec![u64::try_from(&x).ok()?, u64::try_from(&y).ok()?])
        });
        if b == 0 {
            // All of them have the same smaller pile: a list of all below a bound would not end.
            return None;
        }
        if a == 0 {
            return Some(Box::new(counted));
        }
        let pairs = pairs(a, b, self.misere && a > 1).map(|(x, y)| vec![x, y]);
        if self.misere && a == 1 {
            return Some(Box::new(counted.take(2).chain(pairs.skip(2))));
        }
        Some(Box::new(pairs))
    }
}

/// NIM(a,b) in normal and in misère play.
pub(crate) const THEORY: Theory = Theory {
    forms: &[
        Form {
            theory: "NIM(a,b)",
            rules: Shape::Exactly(
                "param a >= 0 = 1\nparam b >= 0 = 2 where a + b > 0\npiles unordered x, y\nmove (i, j) for i, j >= 0 where i + j > 0 and (|i - j| < a or min(i, j) < b)",
            ),
            read: |look| numbers(parameters(look).map(|(a, b)| [("a", a), ("b", b)])),
            decider: |form| found(NimAb::new(form.int("a")?, form.int("b")?, false)?),
        },
        Form {
            theory: "misère NIM(a,b)",
            rules: Shape::Exactly(
                "param a >= 0 = 1\nparam b >= 0 = 2 where a + b > 0\npiles unordered x, y\nmove (i, j) for i, j >= 0 where i + j > 0 and (|i - j| < a or min(i, j) < b)\nmisere",
            ),
            read: |look| {
                let misere = look.rules.convention().misere;
                numbers(parameters(look).filter(|_| misere).map(|(a, b)| [("a", a), ("b", b)]))
            },
            decider: |form| found(NimAb::new(form.int("a")?, form.int("b")?, true)?),
        },
    ],
    cases: &[
        ("VIS-T-nimab-rec", &["nim-ab(a=1,b=2)", "nim-ab(a=2,b=3)"]),
        (
            "VIS-C-a0b0",
            &[
                "nim-ab(a=0,b=1)",
                "nim-ab(a=0,b=2)",
                "nim-ab(a=2,b=0)",
                "nim-ab(a=1,b=0)",
                "misère nim-ab(a=0,b=1)",
                "misère nim-ab(a=0,b=2)",
                "misère nim-ab(a=0,b=3)",
                "misère nim-ab(a=1,b=0)",
                "misère nim-ab(a=2,b=0)",
            ],
        ),
        ("VIS-T-misab-1", &["misère nim-ab(a=1,b=1)", "misère nim-ab(a=1,b=2)", "misère nim-ab(a=1,b=3)"]),
        ("VIS-T12", &["misère nim-ab(a=2,b=1)", "misère nim-ab(a=2,b=3)", "misère nim-ab(a=3,b=2)"]),
    ],
};

/// b: how many different numbers go with any; a: how far apart two that are not so small may be.
fn parameters(look: &Look<'_>) -> Option<(u64, u64)> {
    if !look.is_pair() {
        return None;
    }
    let b = look.run(|n| look.far_out(|any| look.takes(&[n - 1, any])))?;
    let i = b.max(1);
    let a = look.run(|d| look.takes(&[i, i + d - 1]))?;
    Some((a, b))
}

#[cfg(test)]
mod tests {
    use malachite::base::num::arithmetic::traits::Pow;

    use super::*;

    /// The outcomes on a box, by the rule of VIS (5) read literally.
    fn brute(a: u64, b: u64, misere: bool, size: u64) -> Vec<Vec<bool>> {
        let mut p = vec![vec![false; size as usize]; size as usize];
        for x in 0..size {
            for y in 0..size {
                let mut any = false;
                let mut wins = false;
                for u in 0..=x {
                    for v in 0..=y {
                        if (u, v) != (0, 0) && (u.abs_diff(v) < a || u.min(v) < b) {
                            any = true;
                            wins |= p[(x - u) as usize][(y - v) as usize];
                        }
                    }
                }
                p[x as usize][y as usize] = if any { !wins } else { !misere };
            }
        }
        p
    }

    fn natural(x: u64, y: u64) -> [Natural; 2] {
        [Natural::from(x), Natural::from(y)]
    }

    #[test]
    fn agrees_with_the_rules_and_wins() {
        let size = 22;
        for (a, b) in (0..5).flat_map(|a| (0..5).map(move |b| (a, b))).filter(|&pair| pair != (0, 0)) {
            for misere in [false, true] {
                let game = NimAb::new(a, b, misere).unwrap();
                let table = brute(a, b, misere, size);
                for (x, y) in (0..size).flat_map(|x| (0..size).map(move |y| (x, y))) {
                    let from = natural(x, y);
                    let verdict = game.decide(&from).unwrap();
                    let p = verdict.outcome == wythoff_rules::Outcome::P;
                    assert_eq!(p, table[x as usize][y as usize], "NIM({a},{b}) misere {misere} at ({x},{y})");
                    if let Some(target) = verdict.winning {
                        let target: [Natural; 2] = target.try_into().unwrap();
                        assert!(game.is_move(&from, &target), "NIM({a},{b}) ({x},{y}) -> {target:?}");
                        let [u, v] = target.map(|pile| u64::try_from(&pile).unwrap() as usize);
                        assert!(table[u][v]);
                    } else {
                        let over = (x, y) == (0, 0) || (x.min(y) == 0 && (a, b) == (1, 0));
                        assert!(p || over);
                    }
                }
                let Some(stream) = game.p_positions() else {
                    assert_eq!(b, 0);
                    continue;
                };
                let listed: Vec<Vec<u64>> = stream.take(60).filter(|pair| pair[1] < size).collect();
                let from_rules: Vec<Vec<u64>> = (0..size)
                    .flat_map(|x| (x..size).map(move |y| (x, y)))
                    .filter(|&(x, y)| table[x as usize][y as usize])
                    .map(|(x, y)| vec![x, y])
                    .collect();
                assert_eq!(listed, from_rules, "NIM({a},{b}) misere {misere}");
            }
        }
    }

    #[test]
    fn huge_positions_are_consistent() {
        for (a, b, misere) in [
            (1, 1, false),
            (1, 2, false),
            (2, 3, true),
            (3, 2, false),
            (1, 6, true),
            (5, 4, true),
            (3, 7, true),
        ] {
            let game = NimAb::new(a, b, misere).unwrap();
            let n = Natural::from(10u32).pow(1000) + Natural::from(7u32);
            let pair = game.pair(&n).unwrap();
            assert!(game.is_p(&pair).unwrap());
            for (dx, dy) in [(1u32, 0u32), (0, 1), (3, 17), (100, 1)] {
                let from = [&pair[0] + Natural::from(dx), &pair[1] + Natural::from(dy)];
                let verdict = game.decide(&from).unwrap();
                if let Some(target) = verdict.winning {
                    assert!(game.is_p(&target).unwrap());
                    assert!(game.is_move(&from, &target.try_into().unwrap()));
                }
            }
        }
    }

    #[test]
    fn one_is_floor_of_alpha_n() {
        // VIS (7): for b = 1, x_n = floor(alpha_a n).
        for a in 1..6u64 {
            let alpha = wythoff_numbers::Quadratic::t_wythoff(&Natural::from(a));
            let game = NimAb::new(a, 1, false).unwrap();
            let n = Natural::from(10u32).pow(300) + Natural::from(a);
            assert_eq!(game.pair(&n).unwrap()[0], alpha.floor_mul(&(&n).into()));
        }
    }
}
