//! The game of Fraenkel and Zusman on K >= 3 piles: take any positive numbers from up to K - 1 piles, or
//! the same number from all (LEX-FZ, VIS-G-FZ).
//!
//! With T_n = n(n+1)/2, the P-positions are those with least pile T_n and excesses over it that sum to n.
//!
//! Judged by: LEX-FZ

use malachite::Natural;
use wythoff_numbers::int::traits::*;

use super::{lost, piles, won};
use crate::decider::{Decider, Refusal, Verdict};
use crate::pair::fails;
use crate::shown::show_number;

const CITES: [&str; 2] = ["VIS-G-FZ", "LEX-FZ"];

/// The game of Fraenkel and Zusman. O(piles M(n)) for n digits.
pub struct FraenkelZusman {
    piles: usize,
}

/// n(n+1)/2.
fn triangular(n: &Natural) -> Natural {
    (n * (n + Natural::ONE)) >> 1u32
}

/// The largest n with n(n+1)/2 <= m.
fn triangular_index(m: &Natural) -> Natural {
    (((m << 3u32) + Natural::ONE).floor_sqrt() - Natural::ONE) >> 1u32
}

impl FraenkelZusman {
    /// The game on `piles` >= 3 piles.
    pub fn new(piles: usize) -> Result<FraenkelZusman, Refusal> {
        if piles < 3 {
            return fails(
                "Fraenkel and Zusman",
                format!("there must be at least 3 piles, and there are {piles}"),
            );
        }
        Ok(FraenkelZusman { piles })
    }
}

/// Least pile, its triangular index, and the sum of the excesses over it.
fn measure(piles: &[Natural]) -> (Natural, Natural, Natural) {
    let least = piles.iter().min().cloned().unwrap_or(Natural::ZERO);
    let excess = piles.iter().map(|pile| pile - &least).fold(Natural::ZERO, |a, b| a + b);
    let n = triangular_index(&least);
    (least, n, excess)
}

/// Reduces the piles listed, each to `floor` or more, so that their excesses over `floor` sum to `sum`.
fn spread(to: &mut [Natural], order: &[usize], floor: &Natural, mut sum: Natural) {
    for &i in order {
        let kept = (&to[i] - floor).min(sum.clone());
        sum -= &kept;
        to[i] = floor + kept;
    }
}

impl Decider for FraenkelZusman {
    fn is_p(&self, position: &[Natural]) -> Result<bool, Refusal> {
        let (least, n, excess) = measure(piles(position, self.piles)?);
        Ok(excess == n && triangular(&n) == least)
    }

    fn decide(&self, position: &[Natural]) -> Result<Verdict, Refusal> {
        let position = piles(position, self.piles)?;
        let (least, n, excess) = measure(position);
        let floor = triangular(&n);
        let known = format!(
            "The least pile lies from T_n to below T_(n+1) for n = {}, and the excesses over it sum to e = \
             {}",
            show_number(&n),
            show_number(&excess)
        );
        if least == floor && excess == n {
            return Ok(lost(format!("{known}; it is T_n = n(n+1)/2 and e = n."), &CITES));
        }
        if excess < n || (excess == n && least > floor) {
            let taken = &least - triangular(&excess);
            let to = position.iter().map(|pile| pile - &taken).collect();
            let reason =
                format!("{known}, at most n: take the same number from all piles, so that T_e is the least.");
            return Ok(won(to, reason, &CITES));
        }
        let mut order: Vec<usize> = (0..position.len()).collect();
        order.sort_by(|&i, &j| position[i].cmp(&position[j]));
        let mut to = position.to_vec();
        if least == floor {
            spread(&mut to, &order[1..], &floor, n);
            let reason = format!(
                "{known}, more than n, and it is T_n: reduce the other piles until the excesses sum to n."
            );
            return Ok(won(to, reason, &CITES));
        }
        // One pile goes to T_n and one stays, with an excess of at most n over T_n; the rest make up the sum.
        let stays = order[1..].iter().copied().find(|&i| &position[i] - &floor <= n);
        let (stays, drops) = match stays {
            Some(i) => (i, order[0]),
            None => (order[0], order[1]),
        };
        let rest: Vec<usize> = order.into_iter().filter(|&i| i != stays && i != drops).collect();
        to[drops] = floor.clone();
        let sum = &n - (&position[stays] - &floor);
        spread(&mut to, &rest, &floor, sum);
        let reason = format!(
            "{known}, more than n: take one pile down to T_n, leave one as it is, and reduce the others \
             until the excesses over T_n sum to n."
        );
        Ok(won(to, reason, &CITES))
    }

    /// For each n the compositions of n into nondecreasing excesses.
    fn p_positions(&self) -> Option<Box<dyn Iterator<Item = Vec<u64>> + Send + '_>> {
        let parts = self.piles - 1;
        Some(Box::new(
            (0u64..).map_while(move |n| Some((n, n.checked_mul(n.checked_add(1)?)? / 2))).flat_map(
                move |(n, least)| {
                    let first = nondecreasing_from(parts, 0, n);
                    std::iter::successors(first, |parts| next_nondecreasing(parts)).map(move |parts| {
                        std::iter::once(least)
                            .chain(parts.into_iter().map(|e| least.saturating_add(e)))
                            .collect()
                    })
                },
            ),
        ))
    }
}

/// The first list of `count` nondecreasing numbers >= `least` with the given sum.
fn nondecreasing_from(count: usize, least: u64, sum: u64) -> Option<Vec<u64>> {
    let before = least.checked_mul(count as u64 - 1)?;
    let last = sum.checked_sub(before).filter(|&last| last >= least)?;
    let mut list = vec![least; count];
    *list.last_mut()? = last;
    Some(list)
}

/// The lexicographically next list of nondecreasing numbers with the same sum and length.
fn next_nondecreasing(list: &[u64]) -> Option<Vec<u64>> {
    (0..list.len().checked_sub(1)?).rev().find_map(|i| {
        let sum: u64 = list[i..].iter().sum();
        let tail = nondecreasing_from(list.len() - i, list[i] + 1, sum)?;
        Some([&list[..i], &tail].concat())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::{Dice, Referee};

    fn options(p: &[u64]) -> Vec<Vec<u64>> {
        let mut all = vec![vec![]];
        for &pile in p {
            all = all
                .into_iter()
                .flat_map(|q: Vec<u64>| (0..=pile).map(move |v| [q.clone(), vec![v]].concat()))
                .collect();
        }
        all.retain(|q| {
            let taken: Vec<u64> = p.iter().zip(q).map(|(a, b)| a - b).collect();
            let changed = taken.iter().filter(|&&k| k > 0).count();
            changed > 0 && (changed < p.len() || taken.iter().all(|k| *k == taken[0]))
        });
        all
    }

    #[test]
    fn agrees_with_the_rule() {
        let theory = FraenkelZusman::new(3).unwrap();
        let mut referee = Referee::new(options);
        referee.check(&theory, &[10, 11, 12], "fraenkel-zusman 3");
        let stream: Vec<_> = theory.p_positions().unwrap().take_while(|p| p[0] < 9).collect();
        let mut expected = Vec::new();
        for x in 0..9u64 {
            for y in x..12 {
                expected.extend((y..12).map(|z| vec![x, y, z]).filter(|p| referee.is_p(p)));
            }
        }
        assert_eq!(stream, expected);
        Referee::new(options).check(&FraenkelZusman::new(4).unwrap(), &[5, 5, 6, 5], "fraenkel-zusman 4");
        assert!(FraenkelZusman::new(2).is_err());
    }

    #[test]
    fn huge_piles_are_consistent() {
        let mut dice = Dice::new(33);
        for piles in [3usize, 4, 7] {
            let theory = FraenkelZusman::new(piles).unwrap();
            for spread in [1usize, 5, 10, 11, 20] {
                let base = dice.natural(20);
                let position: Vec<Natural> = (0..piles).map(|_| &base + dice.natural(spread)).collect();
                let to = theory.decide(&position).unwrap().winning.unwrap();
                assert_eq!(theory.is_p(&to), Ok(true));
                let taken: Vec<Natural> = position.iter().zip(&to).map(|(a, b)| a - b).collect();
                assert!(taken.iter().any(|k| *k == 0) || taken.iter().all(|k| *k == taken[0]));
                for _ in 0..20 {
                    let k = dice.up_to(to.iter().min().unwrap());
                    assert_eq!(theory.is_p(&to.iter().map(|v| v - &k).collect::<Vec<_>>()), Ok(false));
                }
            }
        }
    }
}
