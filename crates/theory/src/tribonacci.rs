//! The Tribonacci game of Duchêne and Rigo (VIS section 3.2), three piles a <= b <= c of any size.
//!
//! Moves: (1) take from one or two piles; (2) take alpha, beta, gamma > 0 with 2 max <= sum; (3) for beta > 2 alpha > 0 take alpha
//! from two piles and beta from the third, unless that leaves a' < c' < b' of the piles a, b, c.
//! P-positions: (A_n, B_n, C_n), the places of the n-th a, b, c in the Tribonacci word a -> ab, b -> ac, c -> a. With r the Tribonacci
//! representation of n-1: A_n - 1 = [r0], B_n - 1 = [r01], C_n - 1 = [r011] (VIS-C-trib-poly), and C_n = A_n + B_n + n.
//!
//! A winning move is found among a bounded number of candidates, since each rule fixes the index of its target: a pile that stays
//! fixes it; two equal amounts fix a difference, and the three differences increase with n; and rule (2) asks only that the index be
//! at least c - a - b while its other conditions get harder as it grows.

use malachite::Natural;
use malachite::base::num::arithmetic::traits::SaturatingSub;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::logic::traits::SignificantBits;
use wythoff_numbers::NumberError;
use wythoff_numbers::numeration::{Digits, Parry, Positional, tribonacci};

use crate::form::{Form, Shape, Theory, found, plain};
use crate::piles::{Sorted, lost, won};
use crate::shown::show_number;
use crate::{Decider, Refusal, Verdict};

const CITES: &[&str] = &["VIS-T-trib", "VIS-C-trib-poly"];

/// The orders in which three things can be matched with three piles.
const PERMUTATIONS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// The Tribonacci game. A position of n digits costs O(M(n) log n).
///
/// ```
/// use malachite::Natural;
/// use wythoff_theory::{Decider, tribonacci::Tribonacci};
/// let game = Tribonacci::new();
/// assert!(game.is_p(&[3u32, 6, 11].map(Natural::from)).unwrap());
/// ```
pub struct Tribonacci {
    system: Parry,
}

impl Default for Tribonacci {
    fn default() -> Tribonacci {
        Tribonacci::new()
    }
}

/// T_k, T_{k+1}, T_{k+2} for one large k: their ratios are those of the powers of the Tribonacci constant, to k bits.
struct Powers([Natural; 3]);

fn refuse(error: NumberError) -> Refusal {
    Refusal::Limit(error.to_string())
}

impl Tribonacci {
    /// The game; it has no parameter.
    pub fn new() -> Tribonacci {
        Tribonacci { system: tribonacci() }
    }

    /// (A_n, B_n, C_n), with (0,0,0) for n = 0.
    pub fn triple(&self, n: &Natural) -> Result<[Natural; 3], Refusal> {
        if *n == 0u32 {
            return Ok([Natural::ZERO, Natural::ZERO, Natural::ZERO]);
        }
        let r = self.system.represent(&(n - Natural::ONE)).map_err(refuse)?;
        let value = |digits: &Digits| self.system.value(digits).map_err(refuse);
        let a = value(&r.shifted_left(1))? + Natural::ONE;
        let b = value(&r.shifted_left(2))? + Natural::from(2u32);
        let c = &a + &b + n;
        Ok([a, b, c])
    }

    /// The index n of the triple that contains x, and which of its three members x is; (0, 0) for x = 0.
    pub fn place(&self, x: &Natural) -> Result<(Natural, usize), Refusal> {
        if *x == 0u32 {
            return Ok((Natural::ZERO, 0));
        }
        let digits = self.system.represent(&(x - Natural::ONE)).map_err(refuse)?;
        let ones = digits.as_slice().iter().take_while(|digit| **digit == 1).count();
        let n = self.system.value(&digits.shifted_right(ones + 1)).map_err(refuse)? + Natural::ONE;
        Ok((n, ones))
    }

    fn powers(&self, bits: u64) -> Result<Powers, Refusal> {
        let places = usize::try_from(bits + 16).unwrap_or(usize::MAX);
        let basis = |k: usize| self.system.value(&Digits::new(vec![1]).shifted_left(k)).map_err(refuse);
        Ok(Powers([basis(places)?, basis(places + 1)?, basis(places + 2)?]))
    }

    /// The triple with member `high` minus member `low` equal to `difference`, if there is one.
    fn with_difference(
        &self,
        powers: &Powers,
        low: usize,
        high: usize,
        difference: &Natural,
    ) -> Result<Option<[Natural; 3]>, Refusal> {
        let Powers([t0, t1, t2]) = powers;
        // Members grow like tau n, tau^2 n, tau^3 n, and tau^3 = tau^2 + tau + 1.
        let slope = match (low, high) {
            (0, 1) => t2 - t1,
            (1, 2) => t1 + t0,
            _ => t2 + t0,
        };
        let mut n = difference * t0 / slope;
        let mut rising = None;
        loop {
            let triple = self.triple(&n)?;
            let found = &triple[high] - &triple[low];
            let up = match found.cmp(difference) {
                std::cmp::Ordering::Equal => return Ok(Some(triple)),
                std::cmp::Ordering::Less => true,
                std::cmp::Ordering::Greater => false,
            };
            if rising.is_some_and(|rising| rising != up) {
                return Ok(None);
            }
            rising = Some(up);
            n = if up { n + Natural::ONE } else { n.saturating_sub(Natural::ONE) };
        }
    }

    /// Rule (1): one pile stays.
    fn keep_one(&self, piles: &[Natural; 3]) -> Result<Option<([Natural; 3], String)>, Refusal> {
        for kept in 0..3 {
            let (n, member) = self.place(&piles[kept])?;
            let triple = self.triple(&n)?;
            for order in PERMUTATIONS.iter().filter(|order| order[kept] == member) {
                let target = order.map(|i| triple[i].clone());
                if target != *piles && target.iter().zip(piles).all(|(left, pile)| left <= pile) {
                    let reason = format!(
                        "Pile {} is {}_n for n = {}, and the other two members of that triple fit into the other piles: \
                         take from those (rule 1).",
                        show_number(&piles[kept]),
                        ["A", "B", "C"][member],
                        show_number(&n),
                    );
                    return Ok(Some((target, reason)));
                }
            }
        }
        Ok(None)
    }

    /// Rule (2): from all three, no amount more than the other two together.
    fn take_balanced(&self, piles: &[Natural; 3]) -> Result<Option<([Natural; 3], String)>, Refusal> {
        let [a, b, c] = piles;
        for n in [Natural::ZERO, c.saturating_sub(a + b)] {
            let triple = self.triple(&n)?;
            for order in &PERMUTATIONS {
                let target = order.map(|i| triple[i].clone());
                if target.iter().zip(piles).any(|(left, pile)| left >= pile) {
                    continue;
                }
                let [x, y, z] = [&piles[0] - &target[0], &piles[1] - &target[1], &piles[2] - &target[2]];
                if x <= &y + &z && y <= &x + &z && z <= &x + &y {
                    let reason = format!(
                        "The triple (A_n, B_n, C_n) with n = {} can be reached by taking from all three piles so that no amount \
                         exceeds the other two together (rule 2); that needs n >= c - a - b, because C_n = A_n + B_n + n.",
                        show_number(&n),
                    );
                    return Ok(Some((target, reason)));
                }
            }
        }
        Ok(None)
    }

    /// Rule (3): the same from two piles, more than twice that from the third.
    fn take_pair(&self, piles: &[Natural; 3]) -> Result<Option<([Natural; 3], String)>, Refusal> {
        let powers = self.powers(piles[2].significant_bits())?;
        for (i, j, third) in [(0, 1, 2), (1, 2, 0), (0, 2, 1)] {
            let difference = &piles[j] - &piles[i];
            for (low, high, rest) in [(0, 1, 2), (1, 2, 0), (0, 2, 1)] {
                let Some(triple) = self.with_difference(&powers, low, high, &difference)? else { continue };
                if triple[low] >= piles[i] || triple[rest] >= piles[third] {
                    continue;
                }
                let alpha = &piles[i] - &triple[low];
                let beta = &piles[third] - &triple[rest];
                let mut target = piles.clone();
                target[i] = triple[low].clone();
                target[j] = triple[high].clone();
                target[third] = triple[rest].clone();
                let forbidden = target[0] < target[2] && target[2] < target[1];
                if beta > alpha.clone() + &alpha && !forbidden {
                    let reason = format!(
                        "Two piles differ by {}, and so do two members of one smaller triple: take {} from both and more than twice \
                         that from the third pile (rule 3).",
                        show_number(&difference),
                        show_number(&alpha),
                    );
                    return Ok(Some((target, reason)));
                }
            }
        }
        Ok(None)
    }
}

impl Decider for Tribonacci {
    fn is_p(&self, position: &[Natural]) -> Result<bool, Refusal> {
        let Sorted { piles: [a, b, c], .. } = &Sorted::of(position)?;
        let (n, member) = self.place(a)?;
        if member != 0 {
            return Ok(false);
        }
        let [_, upper, top] = self.triple(&n)?;
        Ok(*b == upper && *c == top)
    }

    fn decide(&self, position: &[Natural]) -> Result<Verdict, Refusal> {
        let sorted = Sorted::of(position)?;
        if self.is_p(position)? {
            let n = self.place(&sorted.piles[0])?.0;
            let reason = format!(
                "The piles are (A_n, B_n, C_n) for n = {}: less 1, they are the Tribonacci representation of n - 1 followed by 0, 01 and 011.",
                show_number(&n)
            );
            return Ok(lost(reason, CITES));
        }
        let win = match self.keep_one(&sorted.piles)? {
            Some(win) => Some(win),
            None => match self.take_balanced(&sorted.piles)? {
                Some(win) => Some(win),
                None => self.take_pair(&sorted.piles)?,
            },
        };
        let (target, reason) = win.ok_or_else(|| Refusal::Hypothesis {
            theorem: "VIS-T-trib",
            hypothesis: "no move to one of its triples exists, although the position is none of them".into(),
        })?;
        Ok(won(sorted.restore(target), reason, CITES))
    }

    fn p_positions(&self) -> Option<Box<dyn Iterator<Item = Vec<u64>> + Send + '_>> {
        Some(Box::new((0u64..).map_while(|n| {
            let triple = self.triple(&Natural::from(n)).ok()?;
            triple.iter().map(|pile| u64::try_from(pile).ok()).collect()
        })))
    }
}

/// The Tribonacci game.
pub(crate) const THEORY: Theory = Theory {
    forms: &[Form {
        theory: "the Tribonacci game",
        rules: Shape::Exactly(
            "piles sorted a <= b <= c\nmove (any, any, 0)\nmove (any, 0, any)\nmove (0, any, any)\n\
         move (i, j, k) where 2*max(i, j, k) <= i + j + k\n\
         move (p, p, q) where q > 2*p and not a' < c' < b'\n\
         move (p, q, p) where q > 2*p and not a' < c' < b'\n\
         move (q, p, p) where q > 2*p and not a' < c' < b'",
        ),
        read: |look| plain(look.piles() == Some(3) && look.takes(&[1, 1, 0]) && look.takes(&[2, 2, 3])),
        decider: |_| found(Tribonacci::new()),
    }],
    cases: &[("VIS-T-trib", &["tribonacci"])],
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::{Dice, Referee};

    /// The rule of VIS section 3.2, read literally; equal piles may be called a, b, c in any order.
    fn options(p: &[u64]) -> Vec<Vec<u64>> {
        let mut to = Vec::new();
        for order in PERMUTATIONS {
            if p[order[0]] > p[order[1]] || p[order[1]] > p[order[2]] {
                continue;
            }
            let [a, b, c] = order.map(|i| p[i]);
            for (x, y, z) in (0..=a).flat_map(|x| (0..=b).flat_map(move |y| (0..=c).map(move |z| (x, y, z))))
            {
                let taken = [a - x, b - y, c - z];
                let (sum, max) = (taken.iter().sum::<u64>(), taken.into_iter().max().unwrap());
                let zeros = taken.iter().filter(|t| **t == 0).count();
                let balanced = zeros == 0 && 2 * max <= sum;
                let pair = zeros == 0
                    && [(0, 1, 2), (0, 2, 1), (1, 2, 0)]
                        .iter()
                        .any(|&(i, j, k)| taken[i] == taken[j] && taken[k] > 2 * taken[i])
                    && !(x < z && z < y);
                if (sum > 0 && zeros > 0) || balanced || pair {
                    let mut left = vec![0; 3];
                    for (i, pile) in order.into_iter().zip([x, y, z]) {
                        left[i] = pile;
                    }
                    to.push(left);
                }
            }
        }
        to
    }

    #[test]
    fn agrees_with_the_rules() {
        let game = Tribonacci::new();
        Referee::new(options).check(&game, &[9, 11, 14], "tribonacci");
    }

    #[test]
    fn wins_on_a_larger_box() {
        // Outcomes by theorem; here every N-position must have its winning move, which decide() refuses otherwise.
        let game = Tribonacci::new();
        for a in 0..24u64 {
            for b in a..40 {
                for c in (b..80).step_by(3) {
                    let piles = [a, b, c].map(Natural::from);
                    let verdict = game.decide(&piles).unwrap();
                    if let Some(target) = verdict.winning {
                        assert!(game.is_p(&target).unwrap());
                        let small =
                            |p: &[Natural]| p.iter().map(|x| u64::try_from(x).unwrap()).collect::<Vec<_>>();
                        if c < 24 {
                            assert!(
                                options(&[a, b, c]).contains(&small(&target)),
                                "({a},{b},{c}) -> {target:?}"
                            );
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn table_3() {
        let first: Vec<_> = Tribonacci::new().p_positions().unwrap().take(6).collect();
        assert_eq!(first, [[0, 0, 0], [1, 2, 4], [3, 6, 11], [5, 9, 17], [7, 13, 24], [8, 15, 28]]);
    }

    #[test]
    fn huge_positions_are_consistent() {
        let game = Tribonacci::new();
        let mut dice = Dice::new(3);
        for _ in 0..8 {
            let n = dice.natural(50);
            let triple = game.triple(&n).unwrap();
            assert!(game.is_p(&triple).unwrap());
            let [a, b, c] = &triple;
            let d = dice.natural(20);
            for position in [
                [a + &d, b + &d, c + &d],
                [a + &d, b.clone(), c.clone()],
                [a + &d, b + &d, c + &d + &d + &d + Natural::ONE],
                [a.clone(), b - Natural::ONE, c - Natural::ONE],
                [a - Natural::ONE, b - Natural::ONE, c - Natural::ONE],
            ] {
                let verdict = game.decide(&position).unwrap();
                if let Some(target) = verdict.winning {
                    assert!(game.is_p(&target).unwrap(), "{}", verdict.reason);
                }
            }
        }
    }
}
