//! Cyclic Nimhoff: a Nim move, or any nonzero vector with sum below h (WYF-G6, WYF-G6n, VIS-T-nimhoff-cyc).
//!
//! Grundy value h (floor(x_1/h) xor ... xor floor(x_p/h)) + (x_1 + ... + x_p mod h).

use malachite::Natural;
use wythoff_numbers::int::traits::*;

use super::{lost, piles, won};
use crate::decider::{Decider, Refusal, Verdict};
use crate::pair::fails;
use crate::shown::show_number;

const CITES: [&str; 2] = ["VIS-T-nimhoff-cyc", "WYF-G6n"];

/// Cyclic Nimhoff. One division for each pile.
pub struct CyclicNimhoff {
    h: Natural,
    piles: usize,
}

/// The piles divided by h: quotients, remainders, nim-sum of the quotients, sum of the remainders mod h.
struct Divided {
    quotients: Vec<Natural>,
    remainders: Vec<Natural>,
    nim_sum: Natural,
    sum: Natural,
}

impl CyclicNimhoff {
    /// The game with h >= 1 (h = 1 is Nim) on `piles` >= 1 piles.
    pub fn new(h: u64, piles: usize) -> Result<CyclicNimhoff, Refusal> {
        if h == 0 || piles == 0 {
            return fails(
                "cyclic Nimhoff",
                format!("h and the number of piles must be at least 1, and h = {h}, piles = {piles}"),
            );
        }
        Ok(CyclicNimhoff { h: Natural::from(h), piles })
    }

    /// The Grundy value.
    ///
    /// ```
    /// use malachite::Natural;
    /// use wythoff_theory::nim::CyclicNimhoff;
    /// let game = CyclicNimhoff::new(4, 2)?;
    /// assert_eq!(game.grundy(&[Natural::from(5u32), Natural::from(2u32)])?, Natural::from(7u32));
    /// # Ok::<(), wythoff_theory::Refusal>(())
    /// ```
    pub fn grundy(&self, position: &[Natural]) -> Result<Natural, Refusal> {
        let divided = self.divide(position)?;
        Ok(divided.nim_sum * &self.h + divided.sum)
    }

    fn divide(&self, position: &[Natural]) -> Result<Divided, Refusal> {
        let parts = piles(position, self.piles)?.iter().map(|pile| pile.div_mod(&self.h));
        let (quotients, remainders): (Vec<Natural>, Vec<Natural>) = parts.unzip();
        let nim_sum = quotients.iter().fold(Natural::ZERO, |a, b| a ^ b);
        let sum = remainders.iter().fold(Natural::ZERO, |a, b| a + b) % &self.h;
        Ok(Divided { quotients, remainders, nim_sum, sum })
    }
}

impl Decider for CyclicNimhoff {
    fn is_p(&self, position: &[Natural]) -> Result<bool, Refusal> {
        let divided = self.divide(position)?;
        Ok(divided.nim_sum == 0 && divided.sum == 0)
    }

    fn decide(&self, position: &[Natural]) -> Result<Verdict, Refusal> {
        let Divided { quotients, remainders, nim_sum, sum } = self.divide(position)?;
        let known = format!(
            "The quotients of the piles by h = {} have nim-sum {}, and the piles sum to {} modulo h",
            show_number(&self.h),
            show_number(&nim_sum),
            show_number(&sum)
        );
        if nim_sum == 0 && sum == 0 {
            return Ok(lost(format!("{known}."), &CITES));
        }
        let mut to = position.to_vec();
        if nim_sum == 0 {
            let mut left = sum;
            for (pile, remainder) in to.iter_mut().zip(&remainders) {
                let taken = remainder.min(&left).clone();
                left -= &taken;
                *pile -= taken;
            }
            let reason = format!("{known}: take that sum, less than h, out of the remainders.");
            return Ok(won(to, reason, &CITES));
        }
        let Some(i) = quotients.iter().position(|q| q ^ &nim_sum < *q) else {
            return fails("cyclic Nimhoff", "no pile has the leading digit of the nim-sum");
        };
        let others = (&sum + &self.h - &remainders[i]) % &self.h;
        let remainder = (&self.h - others) % &self.h;
        to[i] = (&quotients[i] ^ &nim_sum) * &self.h + remainder;
        let reason = format!(
            "{known}: take pile {} down so that its quotient balances the nim-sum and its remainder the sum.",
            i + 1
        );
        Ok(won(to, reason, &CITES))
    }

    /// Two piles: equal quotients q by h, and remainders r and s that sum to 0 or h.
    fn p_positions(&self) -> Option<Box<dyn Iterator<Item = Vec<u64>> + Send + '_>> {
        let h = u64::try_from(&self.h).ok().filter(|_| self.piles == 2)?;
        let block = move |start: u64| {
            let pair = move |r: u64| vec![start + r, start + if r == 0 { 0 } else { h - r }];
            (0..=h / 2).map(pair).filter(|pair| pair[0] <= pair[1])
        };
        Some(Box::new((0..u64::MAX / h).flat_map(move |q| block(q * h))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::{Dice, Referee, check_huge, nim};

    fn rule(h: u64) -> impl Fn(&[u64]) -> Vec<Vec<u64>> {
        move |p| {
            let mut all = vec![vec![]];
            for &pile in p {
                let lowest = pile.saturating_sub(h);
                all = all
                    .into_iter()
                    .flat_map(|q: Vec<u64>| (lowest..=pile).map(move |v| [q.clone(), vec![v]].concat()))
                    .collect();
            }
            all.retain(|q: &Vec<u64>| (1..h).contains(&p.iter().zip(q).map(|(a, b)| a - b).sum::<u64>()));
            all.extend(nim(p));
            all
        }
    }

    #[test]
    fn agrees_with_the_rule() {
        for h in [1, 2, 3, 4, 7, 50] {
            Referee::new(rule(h)).check(
                &CyclicNimhoff::new(h, 2).unwrap(),
                &[24, 25],
                &format!("nimhoff {h}"),
            );
        }
        for h in [2, 3, 5] {
            Referee::new(rule(h)).check(
                &CyclicNimhoff::new(h, 3).unwrap(),
                &[8, 8, 9],
                &format!("nimhoff {h}"),
            );
        }
        assert!(CyclicNimhoff::new(0, 2).is_err() && CyclicNimhoff::new(2, 0).is_err());
    }

    #[test]
    fn grundy_values_agree_with_the_rule() {
        for h in [2u64, 3, 4] {
            let (theory, options) = (CyclicNimhoff::new(h, 2).unwrap(), rule(h));
            let mut values = std::collections::HashMap::new();
            for x in 0..16u64 {
                for y in 0..16u64 {
                    let seen: Vec<u64> = options(&[x, y]).iter().map(|o| values[o]).collect();
                    let value = (0..).find(|v| !seen.contains(v)).unwrap();
                    assert_eq!(
                        theory.grundy(&[Natural::from(x), Natural::from(y)]),
                        Ok(Natural::from(value))
                    );
                    values.insert(vec![x, y], value);
                }
            }
        }
    }

    #[test]
    fn huge_piles_are_consistent() {
        let mut dice = Dice::new(34);
        for h in [1u64, 5, 1 << 40] {
            let theory = CyclicNimhoff::new(h, 3).unwrap();
            let position: Vec<Natural> = (0..3).map(|_| dice.natural(30)).collect();
            check_huge(&theory, &position, &mut dice, 50, |p, d| {
                let i = d.below(3) as usize;
                let mut to = p.to_vec();
                if h == 1 || d.below(2) == 0 {
                    to[i] -= d.up_to(&p[i]);
                } else {
                    let k = 1 + d.below(h - 1);
                    let l = d.below(h - k);
                    to[i] = (&to[i]).checked_sub(Natural::from(k))?;
                    to[(i + 1) % 3] = (&to[(i + 1) % 3]).checked_sub(Natural::from(l))?;
                }
                Some(to)
            });
        }
    }
}
