//! Euclid: from two positive numbers subtract a positive multiple of the smaller from the larger, leaving it
//! positive; who cannot move loses (VIS 4.13).
//!
//! Grundy value floor(y/x - x/y) for x <= y (VIS-T-euclid-g); it is t exactly where y/x lies between the
//! slopes of t-Wythoff and (t+1)-Wythoff. So (x, y) is P exactly when x = y or y/x < (1 + sqrt 5)/2.

use malachite::Natural;
use wythoff_numbers::int::traits::*;

use crate::decider::{Decider, Refusal, Verdict};
use crate::form::{Form, Shape, Theory, found, plain};
use crate::pair::Pair;
use crate::shown::show_number;

const CITES: [&str; 2] = ["VIS-T-euclid-g", "VIS-T-euclid-wyt"];

/// The game Euclid. O(M(n)) a position of n digits.
pub struct Euclid;

impl Euclid {
    /// The Grundy value floor(y/x - x/y), x <= y. O(M(n)).
    ///
    /// ```
    /// use malachite::Natural;
    /// use wythoff_theory::Euclid;
    /// assert_eq!(Euclid.grundy(&[Natural::from(3u32), Natural::from(10u32)]), Ok(Natural::from(3u32)));
    /// ```
    pub fn grundy(&self, position: &[Natural]) -> Result<Natural, Refusal> {
        let pair = positive(position)?;
        Ok(grundy(&pair.x, &pair.y))
    }
}

fn positive(position: &[Natural]) -> Result<Pair, Refusal> {
    let pair = Pair::of(position)?;
    if pair.x == 0 {
        return Err(Refusal::Position(
            "Euclid is played with two positive numbers, and one of these is 0".into(),
        ));
    }
    Ok(pair)
}

/// floor(y/x - x/y) for 0 < x <= y: with y = q x + r it is q or q - 1, as r/x >= x/y or not.
fn grundy(x: &Natural, y: &Natural) -> Natural {
    let (q, r) = y.div_mod(x);
    if r * y >= x.square() { q } else { q - Natural::ONE }
}

impl Decider for Euclid {
    fn is_p(&self, position: &[Natural]) -> Result<bool, Refusal> {
        let Pair { x, y, .. } = &positive(position)?;
        // y < 2x is needed, and is cheaper than the products.
        Ok((y - x) < *x && (y - x) * y < x.square())
    }

    fn decide(&self, position: &[Natural]) -> Result<Verdict, Refusal> {
        let pair = positive(position)?;
        let (x, y) = (&pair.x, &pair.y);
        let value = grundy(x, y);
        if value == 0 {
            let reason = if x == y {
                "The numbers are equal, so there is no move.".into()
            } else {
                "The Grundy value floor(y/x - x/y) is 0, that is y/x < (1 + sqrt(5))/2: the only move \
                 leads to a ratio above (1 + sqrt(5))/2."
                    .to_string()
            };
            return Ok(pair.lost(reason, &CITES));
        }
        let rest = y % x;
        let near = x + &rest;
        let known = format!("The Grundy value floor(y/x - x/y) is {}", show_number(&value));
        // (x, x + r) is P when (x + r)/x is below the golden ratio, else the smaller (r, x) is.
        let target = if rest == 0 || &rest * &near < x.square() { near } else { rest };
        let reason = if target >= *x {
            format!("{known}: leave less than (1 + sqrt(5))/2 times the smaller number.")
        } else {
            format!(
                "{known}: leave only the remainder of the larger number by the smaller, which is more than \
                 the smaller divided by (1 + sqrt(5))/2."
            )
        };
        Ok(pair.won(x.clone(), target, reason, &CITES))
    }

    /// Each x with the y from x to below (1 + sqrt 5)/2 x.
    fn p_positions(&self) -> Option<Box<dyn Iterator<Item = Vec<u64>> + Send + '_>> {
        Some(Box::new((1u64..).flat_map(|x| {
            let square = u128::from(x) * u128::from(x);
            (x..).take_while(move |&y| u128::from(y - x) * u128::from(y) < square).map(move |y| vec![x, y])
        })))
    }
}

/// Euclid's game: a multiple of the smaller off the larger, said in two ways.
pub(crate) const THEORY: Theory = Theory {
    forms: &[
        Form {
            theory: "Euclid",
            rules: Shape::Exactly(
                "piles sorted x <= y\nposition where x >= 1\nmove (0, k*x) for 1 <= k <= y div x where y' >= 1",
            ),
            read: |look| {
                plain(look.is_pair() && look.moves(&[2, 5], &[2, 1]) && !look.moves(&[2, 5], &[2, 2]))
            },
            decider: |_| found(Euclid),
        },
        Form {
            theory: "Euclid",
            rules: Shape::Exactly(
                "piles sorted x <= y\nposition where x >= 1\nmove (0, i) where i mod x == 0",
            ),
            read: |look| {
                plain(look.is_pair() && look.moves(&[2, 5], &[2, 1]) && !look.moves(&[2, 5], &[2, 2]))
            },
            decider: |_| found(Euclid),
        },
    ],
    cases: &[("VIS-T-euclid-wyt", &["euclid"])],
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::{Dice, Referee, check_huge};
    use std::collections::HashMap;

    fn options(p: &[u64]) -> Vec<Vec<u64>> {
        if p[0] == 0 || p[1] == 0 {
            return Vec::new();
        }
        if p[0] <= p[1] {
            (1..).map(|i| i * p[0]).take_while(|&m| m < p[1]).map(|m| vec![p[0], p[1] - m]).collect()
        } else {
            (1..).map(|i| i * p[1]).take_while(|&m| m < p[0]).map(|m| vec![p[0] - m, p[1]]).collect()
        }
    }

    #[test]
    fn agrees_with_the_rule() {
        let mut referee = Referee::new(options);
        let mut values: HashMap<Vec<u64>, u64> = HashMap::new();
        for x in 1..60u64 {
            for y in 1..60u64 {
                let position = [Natural::from(x), Natural::from(y)];
                let verdict = Euclid.decide(&position).unwrap();
                assert_eq!(Euclid.is_p(&position), Ok(referee.is_p(&[x, y])), "{x} {y}");
                match verdict.winning {
                    None => assert!(referee.is_p(&[x, y])),
                    Some(to) => {
                        let to: Vec<u64> = to.iter().map(|v| u64::try_from(v).unwrap()).collect();
                        assert!(options(&[x, y]).contains(&to) && referee.is_p(&to), "{x} {y} {to:?}");
                    }
                }
            }
        }
        // Grundy values from the rule, in order of the sum.
        for sum in 2..100u64 {
            for x in 1..sum {
                let position = vec![x, sum - x];
                let seen: Vec<u64> = options(&position).iter().map(|o| values[o]).collect();
                let value = (0..).find(|v| !seen.contains(v)).unwrap();
                let big: Vec<Natural> = position.iter().map(|&v| Natural::from(v)).collect();
                assert_eq!(Euclid.grundy(&big), Ok(Natural::from(value)));
                values.insert(position, value);
            }
        }
        let stream: Vec<_> = Euclid.p_positions().unwrap().take_while(|p| p[0] < 30).collect();
        let expected: Vec<_> = (1..30)
            .flat_map(|x| (x..2 * x + 1).map(move |y| vec![x, y]))
            .filter(|p| referee.is_p(p))
            .collect();
        assert_eq!(stream, expected);
        assert!(Euclid.decide(&[Natural::ZERO, Natural::ONE]).is_err());
    }

    #[test]
    fn huge_numbers_are_consistent() {
        let mut dice = Dice::new(3);
        for limbs in [1, 30, 59] {
            let (x, y) = (dice.natural(limbs), dice.natural(60));
            check_huge(&Euclid, &[x, y], &mut dice, 1, |p, _| {
                let (x, y) = if p[0] <= p[1] { (&p[0], &p[1]) } else { (&p[1], &p[0]) };
                (x < y).then(|| vec![x.clone(), y - x])
            });
        }
    }
}
