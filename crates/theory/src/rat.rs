//! The rat game on three piles and the mouse game on two (VIS section 4.7, VIS-G-rat3, VIS-G-mouse).
//!
//! Rat: P-positions (floor(7n/4), floor(7n/2) - 1, 7n - 3), n >= 1, and (0,0,0). The printed rule's a fails; the rule here has
//! a = 2 iff (y - x) mod 7 is 0, 2 or 5, and its moves II and III keep the order of the piles. Mouse: (floor(3n/2), 3n - 1) and (0,0).
//! Both systems split the positive integers, so a pile that stays fixes the target, and the other moves fix a difference up to a constant.

use malachite::Natural;
use malachite::base::num::arithmetic::traits::{DivRound, SaturatingSub};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::rounding_modes::RoundingMode;

use crate::form::{Form, Shape, Theory, found, plain};
use crate::piles::{Sorted, lost, won};
use crate::shown::show_number;
use crate::{Decider, Refusal, Verdict};

/// The orders in which three things can be matched with three piles.
const PERMUTATIONS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// The n-th P-position of the rat game; (0,0,0) for n = 0. O(n) for n digits.
///
/// ```
/// use malachite::Natural;
/// use wythoff_theory::rat::rat_triple;
/// assert_eq!(rat_triple(&Natural::from(2u32)), [3u32, 6, 11].map(Natural::from));
/// ```
pub fn rat_triple(n: &Natural) -> [Natural; 3] {
    if *n == 0u32 {
        return [Natural::ZERO, Natural::ZERO, Natural::ZERO];
    }
    let seven = n * Natural::from(7u32);
    [&seven >> 2u32, (&seven >> 1u32) - Natural::ONE, seven - Natural::from(3u32)]
}

/// The n-th P-position of the mouse game; (0,0) for n = 0.
pub fn mouse_pair(n: &Natural) -> [Natural; 2] {
    if *n == 0u32 {
        return [Natural::ZERO, Natural::ZERO];
    }
    let three = n * Natural::from(3u32);
    [&three >> 1u32, three - Natural::ONE]
}

/// Indices near (difference) * numerator / denominator.
fn near(difference: &Natural, numerator: u32, denominator: u32) -> impl Iterator<Item = Natural> {
    let middle = difference * Natural::from(numerator) / Natural::from(denominator);
    let start = middle.saturating_sub(Natural::from(3u32));
    (0..8u32).map(move |i| &start + Natural::from(i))
}

/// |x - y| < bound.
fn closer(x: &Natural, y: &Natural, bound: u32) -> bool {
    let distance = if x >= y { x - y } else { y - x };
    distance < bound
}

/// n with member(n) = x for one of the sequences floor(modulus n) - less, modulus = 7/4, 7/2, 7 or 3/2, 3.
fn index(x: &Natural, less: u32, numerator: u32, denominator: u32) -> Natural {
    let scaled = (x + Natural::from(less)) * Natural::from(denominator);
    scaled.div_round(Natural::from(numerator), RoundingMode::Ceiling).0
}

/// The rat game. Linear time in the number of digits.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rat;

const RAT: &[&str] = &["VIS-T-rat3", "VIS-G-rat3"];

impl Rat {
    /// The game; it has no parameter.
    pub fn new() -> Rat {
        Rat
    }

    /// The index of the triple that contains x, and which member x is.
    fn place(x: &Natural) -> Option<(Natural, usize)> {
        [(0, 7, 4), (1, 7, 2), (3, 7, 1)].into_iter().enumerate().find_map(
            |(member, (less, numerator, denominator))| {
                let n = index(x, less, numerator, denominator);
                (rat_triple(&n)[member] == *x).then_some((n, member))
            },
        )
    }

    fn winning(piles: &[Natural; 3]) -> Option<([Natural; 3], String)> {
        for kept in 0..3 {
            let (n, member) = Rat::place(&piles[kept])?;
            let triple = rat_triple(&n);
            for order in PERMUTATIONS.iter().filter(|order| order[kept] == member) {
                let target = order.map(|i| triple[i].clone());
                if target != *piles && target.iter().zip(piles).all(|(left, pile)| left <= pile) {
                    let reason = format!(
                        "Pile {} belongs to the triple with n = {}, whose other members fit into the other two piles (rule I).",
                        show_number(&piles[kept]),
                        show_number(&n)
                    );
                    return Some((target, reason));
                }
            }
        }
        let [x, y, z] = piles;
        let below = |t: &[Natural; 3]| t[0] < *x && t[1] < *y && t[2] < *z;
        let near_pair = y - x;
        let residue = &near_pair % Natural::from(7u32);
        let a = if [0u32, 2, 5].iter().any(|r| residue == *r) { 2 } else { 1 };
        for n in near(&(&near_pair + Natural::ONE), 4, 7) {
            let triple = rat_triple(&n);
            if below(&triple) && closer(&near_pair, &(&triple[1] - &triple[0]), a) {
                let reason = format!(
                    "The triple with n = {} has its first two members {} apart, against y - x = {}: less than a = {a} off (rule II).",
                    show_number(&n),
                    show_number(&(&triple[1] - &triple[0])),
                    show_number(&near_pair),
                );
                return Some((triple, reason));
            }
        }
        let far_pair = z - x;
        for n in near(&(&far_pair + Natural::from(3u32)), 4, 21) {
            let triple = rat_triple(&n);
            let width = &triple[2] - &triple[0];
            let b = if width == 0u32 {
                3
            } else if &width % Natural::from(7u32) == 4u32 {
                6
            } else {
                5
            };
            if below(&triple) && closer(&far_pair, &width, b) {
                let reason = format!(
                    "The triple with n = {} has w - u = {}, against z - x = {}: less than b = {b} off (rule III).",
                    show_number(&n),
                    show_number(&width),
                    show_number(&far_pair),
                );
                return Some((triple, reason));
            }
        }
        None
    }
}

impl Decider for Rat {
    /// 7n = z + 3, x = floor(7n/4) and y + 1 = floor(7n/2).
    fn condition(&self) -> Option<&'static str> {
        Some("x + y + z == 0 or z mod 7 == 4 and 4*x <= z + 3 <= 4*x + 3 and 2*y <= z + 1 <= 2*y + 1")
    }

    fn is_p(&self, position: &[Natural]) -> Result<bool, Refusal> {
        let sorted = Sorted::of(position)?;
        let n = index(&sorted.piles[0], 0, 7, 4);
        Ok(rat_triple(&n) == sorted.piles)
    }

    fn decide(&self, position: &[Natural]) -> Result<Verdict, Refusal> {
        let sorted = Sorted::of(position)?;
        if self.is_p(position)? {
            let n = index(&sorted.piles[0], 0, 7, 4);
            let reason =
                format!("The piles are (floor(7n/4), floor(7n/2) - 1, 7n - 3) for n = {}.", show_number(&n));
            return Ok(lost(reason, RAT));
        }
        match Rat::winning(&sorted.piles) {
            Some((target, reason)) => Ok(won(sorted.restore(target), reason, RAT)),
            None => Err(Refusal::Hypothesis {
                theorem: "VIS-T-rat3",
                hypothesis: "no move to one of its triples exists, although the position is none of them"
                    .into(),
            }),
        }
    }

    fn p_positions(&self) -> Option<Box<dyn Iterator<Item = Vec<u64>> + Send + '_>> {
        Some(Box::new((0..u64::MAX / 7).map(|n| match n {
            0 => vec![0, 0, 0],
            _ => vec![7 * n / 4, 7 * n / 2 - 1, 7 * n - 3],
        })))
    }
}

/// The mouse game: a Nim move, or k, l > 0 from the two piles with |k - l| < a, a = 2 if y - x = 0 mod 3, else 1.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mouse;

const MOUSE: &[&str] = &["VIS-G-mouse"];

impl Mouse {
    /// The game; it has no parameter.
    pub fn new() -> Mouse {
        Mouse
    }

    /// The other member of the pair that contains x, and its index.
    fn partner(x: &Natural) -> (Natural, Natural) {
        let lower = index(x, 0, 3, 2);
        let [a, b] = mouse_pair(&lower);
        if a == *x {
            return (b, lower);
        }
        let upper = index(x, 1, 3, 1);
        let [a, _] = mouse_pair(&upper);
        (a, upper)
    }
}

impl Decider for Mouse {
    fn decide(&self, position: &[Natural]) -> Result<Verdict, Refusal> {
        let sorted = Sorted::of(position)?;
        let [x, y] = &sorted.piles;
        let (partner, n) = Mouse::partner(x);
        if partner == *y {
            return Ok(lost(
                format!("The piles are (floor(3n/2), 3n - 1) for n = {}.", show_number(&n)),
                MOUSE,
            ));
        }
        if partner < *y {
            let reason = format!(
                "The smaller pile belongs to the pair with n = {}: a Nim move on the larger.",
                show_number(&n)
            );
            return Ok(won(sorted.restore([x.clone(), partner]), reason, MOUSE));
        }
        let (partner, n) = Mouse::partner(y);
        if partner < *x {
            let reason = format!(
                "The larger pile belongs to the pair with n = {}: a Nim move on the smaller.",
                show_number(&n)
            );
            return Ok(won(sorted.restore([partner, y.clone()]), reason, MOUSE));
        }
        let difference = y - x;
        let a = if &difference % Natural::from(3u32) == 0u32 { 2 } else { 1 };
        for n in near(&(&difference + Natural::ONE), 2, 3) {
            let pair = mouse_pair(&n);
            if pair[0] < *x && pair[1] < *y && closer(&difference, &(&pair[1] - &pair[0]), a) {
                let reason = format!(
                    "The pair with n = {} has difference {}, against y - x = {}: less than a = {a} off.",
                    show_number(&n),
                    show_number(&(&pair[1] - &pair[0])),
                    show_number(&difference),
                );
                return Ok(won(sorted.restore(pair), reason, MOUSE));
            }
        }
        Err(Refusal::Hypothesis {
            theorem: "VIS-G-mouse",
            hypothesis: "no move to one of its pairs exists, although the position is none of them".into(),
        })
    }

    fn p_positions(&self) -> Option<Box<dyn Iterator<Item = Vec<u64>> + Send + '_>> {
        Some(Box::new(
            (0..u64::MAX / 3).map(|n| if n == 0 { vec![0, 0] } else { vec![3 * n / 2, 3 * n - 1] }),
        ))
    }
}

/// The mouse game and the rat game.
pub(crate) const THEORY: Theory = Theory {
    forms: &[
        Form {
            theory: "the mouse game",
            rules: Shape::Exactly(
                "piles sorted x <= y\nmove (i, 0)\nmove (0, i)\nmove (k, l) where |k - l| < (if (y - x) mod 3 == 0 then 2 else 1)",
            ),
            read: |look| {
                plain(look.is_pair() && look.moves(&[5, 5], &[2, 3]) && !look.moves(&[5, 6], &[2, 4]))
            },
            decider: |_| found(Mouse::new()),
        },
        Form {
            theory: "the rat game",
            rules: Shape::Exactly(
                "piles sorted x <= y <= z\nmove (any, any, 0)\nmove (any, 0, any)\nmove (0, any, any)\n\
             move (l, k, m) where x' <= y' <= z' and |k - l| < (if (y - x) mod 7 == 0 or (y - x) mod 7 == 2 or (y - x) mod 7 == 5 then 2 else 1)\n\
             move (l, m, k) where x' <= y' <= z' and |k - l| < (if z' == x' then 3 else if (z' - x') mod 7 == 4 then 6 else 5)",
            ),
            read: |look| plain(look.piles() == Some(3) && look.takes(&[1, 1, 0]) && look.takes(&[1, 1, 1])),
            decider: |_| found(Rat::new()),
        },
    ],
    cases: &[("VIS-T-rat3", &["rat"]), ("VIS-G-mouse", &["mouse"])],
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::{Dice, Referee, both, check_huge, nim};

    /// The corrected rule of VIS-G-rat3, read literally.
    fn rat_options(p: &[u64]) -> Vec<Vec<u64>> {
        let mut to = Vec::new();
        for order in PERMUTATIONS {
            if p[order[0]] > p[order[1]] || p[order[1]] > p[order[2]] {
                continue;
            }
            let [x, y, z] = order.map(|i| p[i]);
            let a = if matches!((y - x) % 7, 0 | 2 | 5) { 2 } else { 1 };
            for (u, v, w) in (0..=x).flat_map(|u| (0..=y).flat_map(move |v| (0..=z).map(move |w| (u, v, w))))
            {
                let taken = [x - u, y - v, z - w];
                let zeros = taken.iter().filter(|t| **t == 0).count();
                let b = match w.wrapping_sub(u) {
                    0 => 3,
                    d if d % 7 == 4 => 6,
                    _ => 5,
                };
                let ordered = u <= v && v <= w;
                let one = zeros > 0 && zeros < 3;
                let two = zeros == 0 && ordered && taken[0].abs_diff(taken[1]) < a;
                let three = zeros == 0 && ordered && taken[0].abs_diff(taken[2]) < b;
                if one || two || three {
                    let mut left = vec![0; 3];
                    for (i, pile) in order.into_iter().zip([u, v, w]) {
                        left[i] = pile;
                    }
                    to.push(left);
                }
            }
        }
        to
    }

    #[test]
    fn rat_agrees_with_the_rules() {
        Referee::new(rat_options).check(&Rat::new(), &[10, 12, 19], "rat");
    }

    #[test]
    fn every_rat_position_has_its_move() {
        for (x, y, z) in (0..30u64).flat_map(|x| (x..45).flat_map(move |y| (y..70).map(move |z| (x, y, z)))) {
            let verdict = Rat.decide(&[x, y, z].map(Natural::from)).unwrap();
            if let Some(target) = verdict.winning {
                assert!(Rat.is_p(&target).unwrap());
            }
        }
    }

    #[test]
    fn mouse_agrees_with_the_rules() {
        let mut referee = Referee::new(|p: &[u64]| {
            let a = if p[0].abs_diff(p[1]).is_multiple_of(3) { 2 } else { 1 };
            let mut to = nim(p);
            to.extend(both(p, |k, l| k.abs_diff(l) < a));
            to
        });
        referee.check(&Mouse, &[45, 50], "mouse");
        referee.check_stream(&Mouse, 60, "mouse");
    }

    #[test]
    fn huge_positions_are_consistent() {
        let mut dice = Dice::new(8);
        for _ in 0..30 {
            let mut piles = [dice.natural(40), dice.natural(40), dice.natural(41)];
            check_huge(&Rat, &piles, &mut dice, 20, |p, dice| {
                let mut to = p.to_vec();
                for pile in to.iter_mut().skip(dice.below(2) as usize).take(2) {
                    let take = dice.up_to(pile);
                    *pile -= take;
                }
                Some(to)
            });
            piles[2] = &piles[0] + dice.natural(39);
            check_huge(&Mouse, &[piles[0].clone(), piles[2].clone()], &mut dice, 20, |p, dice| {
                let mut to = p.to_vec();
                let take = dice.up_to(&to[1]);
                to[1] -= take;
                Some(to)
            });
        }
    }
}
