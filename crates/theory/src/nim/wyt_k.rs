//! Wyt_K, a Nim move or k from both piles with k in K, for the sets K that are settled (VIS 3.1).
//!
//! K = {k}: period k + 2 ceil(k/2); in each period (i, i) for i < k, then (k+2j, k+2j+1) for j < ceil(k/2)
//! (VIS-T-wytK-P1). 1 in K and no member a multiple of 3: the same as K = {1} (VIS-T-wytK-Gpow).

use malachite::Natural;
use wythoff_numbers::int::traits::*;

use crate::decider::{Decider, Refusal, Verdict};
use crate::pair::{Pair, fails};
use crate::shown::show_number;

/// Wyt_K for a settled K. One division for each pile.
pub struct WytK {
    /// The size that decides: K, or a part of it that gives the same P-positions, is {k}.
    k: u64,
    grundy: Grundy,
    cites: &'static [&'static str],
}

/// What is known of the Grundy function.
enum Grundy {
    /// 3 (floor(x/3) xor floor(y/3)) + (x + y mod 3).
    Thirds,
    /// x xor y xor [binary digit i is 1 in both], K = {2^i}, i >= 1.
    Power(u64),
    Unknown,
}

impl WytK {
    /// Wyt_K; refused where no theory is known for K.
    pub fn new(set: &[u64]) -> Result<WytK, Refusal> {
        const THEOREM: &str = "VIS 3.1 (Wyt_K)";
        let mut set = set.to_vec();
        set.sort_unstable();
        set.dedup();
        match set.as_slice() {
            [] => fails(THEOREM, "K must not be empty"),
            [0, ..] => fails(THEOREM, "the members of K must be positive, and 0 is one of them"),
            [1, rest @ ..] => match rest.iter().find(|k| k.is_multiple_of(3)) {
                Some(k) => {
                    fails(THEOREM, format!("1 is in K, and then no member may be a multiple of 3, as {k} is"))
                }
                None => {
                    Ok(WytK { k: 1, grundy: Grundy::Thirds, cites: &["VIS-T-wytK-Gpow", "VIS-T-wytK-P1"] })
                }
            },
            [k] => {
                let power = k.is_power_of_two().then(|| u64::from(k.trailing_zeros()));
                let grundy = power.map_or(Grundy::Unknown, Grundy::Power);
                Ok(WytK { k: *k, grundy, cites: &["VIS-T-wytK-P1"] })
            }
            [first, second, ..] => fails(
                THEOREM,
                format!("K must have one member, or contain 1, and it contains {first} and {second}"),
            ),
        }
    }

    /// The Grundy value, where it is known: K = {2^i}, and sets with 1 and no multiple of 3.
    pub fn grundy(&self, position: &[Natural]) -> Result<Natural, Refusal> {
        let Pair { x, y, .. } = &Pair::of(position)?;
        match &self.grundy {
            Grundy::Thirds => {
                let three = Natural::from(3u32);
                let ((p, r), (q, s)) = (x.div_mod(&three), y.div_mod(&three));
                Ok((p ^ q) * &three + (r + s) % &three)
            }
            Grundy::Power(i) => {
                let common = x.get_bit(*i) && y.get_bit(*i);
                Ok(x ^ y ^ Natural::from(u32::from(common)))
            }
            Grundy::Unknown => fails(
                "VIS 3.1 (Wyt_K)",
                format!("the Grundy function is known for K = {{2^i}}, and K = {{{}}}", self.k),
            ),
        }
    }

    /// The partner of x, and whether x is one of the equal pairs of its period.
    fn partner(&self, x: &Natural) -> (Natural, bool) {
        let k = Natural::from(self.k);
        let period = &k + (Natural::from(self.k.div_ceil(2)) << 1u32);
        let rest = x % period;
        match rest.checked_sub(k) {
            None => (x.clone(), true),
            Some(above) if above.even() => (x + Natural::ONE, false),
            Some(_) => (x - Natural::ONE, false),
        }
    }
}

impl Decider for WytK {
    fn is_p(&self, position: &[Natural]) -> Result<bool, Refusal> {
        let Pair { x, y, .. } = &Pair::of(position)?;
        Ok(self.partner(x).0 == *y)
    }

    fn decide(&self, position: &[Natural]) -> Result<Verdict, Refusal> {
        let pair = Pair::of(position)?;
        let (x, y) = (&pair.x, &pair.y);
        let (partner, equal) = self.partner(x);
        let known = format!(
            "Modulo the period of K = {{{}}} the smaller pile {}, so its partner is {}",
            self.k,
            if equal { "is less than k" } else { "is k or more" },
            show_number(&partner)
        );
        if *y == partner {
            return Ok(pair.lost(format!("{known}."), self.cites));
        }
        if *y > partner {
            let reason = format!("{known}: take the larger pile down to it.");
            return Ok(pair.won(x.clone(), partner, reason, self.cites));
        }
        // The piles are equal and the partner is one more.
        let k = Natural::from(self.k);
        let reason = format!("{known}, one more than the piles, which are equal: take {} from both.", self.k);
        Ok(pair.won(x - &k, y - &k, reason, self.cites))
    }

    fn p_positions(&self) -> Option<Box<dyn Iterator<Item = Vec<u64>> + Send + '_>> {
        Some(Box::new((0u64..).filter_map(|x| {
            let partner = u64::try_from(&self.partner(&Natural::from(x)).0).ok()?;
            (partner >= x).then(|| vec![x, partner])
        })))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::{Dice, Referee, both, check_huge, nim};

    fn rule(set: Vec<u64>) -> impl Fn(&[u64]) -> Vec<Vec<u64>> {
        move |p| {
            let mut to = nim(p);
            to.extend(both(p, |k, l| k == l && set.contains(&k)));
            to
        }
    }

    #[test]
    fn agrees_with_the_rule() {
        for set in [
            vec![1],
            vec![2],
            vec![3],
            vec![4],
            vec![5],
            vec![9],
            vec![16],
            vec![60],
            vec![4, 1, 2],
            vec![1, 7, 10],
        ] {
            let mut referee = Referee::new(rule(set.clone()));
            let theory = WytK::new(&set).unwrap();
            referee.check(&theory, &[44, 46], &format!("wyt-k {set:?}"));
            referee.check_stream(&theory, 46, "wyt-k");
        }
        for bad in [vec![], vec![0], vec![1, 6], vec![2, 4]] {
            assert!(WytK::new(&bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn grundy_values_agree_with_the_rule() {
        for set in [vec![1], vec![2], vec![8], vec![1, 2, 8], vec![1, 5, 7]] {
            let (theory, options) = (WytK::new(&set).unwrap(), rule(set));
            let mut values = std::collections::HashMap::new();
            for x in 0..24u64 {
                for y in 0..24u64 {
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
        assert!(WytK::new(&[3]).unwrap().grundy(&[Natural::ONE, Natural::ONE]).is_err());
    }

    #[test]
    fn huge_piles_are_consistent() {
        let mut dice = Dice::new(35);
        for k in [1u64, 6, 1 << 40] {
            let theory = WytK::new(&[k]).unwrap();
            for _ in 0..4 {
                let x = dice.natural(30);
                check_huge(&theory, &[x.clone(), x], &mut dice, 50, |p, d| {
                    let i = d.below(3) as usize;
                    let mut to = p.to_vec();
                    match to.get_mut(i) {
                        Some(pile) => *pile -= d.up_to(&p[i]),
                        None => to.iter_mut().for_each(|v| *v -= Natural::from(k)),
                    }
                    Some(to)
                });
            }
        }
    }
}
