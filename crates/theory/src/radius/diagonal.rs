//! Wythoff's game with diagonal moves of at most R and free Nim moves (GEO Problem 27(i), GEO-P27a).
//!
//! Each number stands in one pair: A_n is the least unused number, B_n >= A_n the least unused one whose
//! difference did not occur at an A_m >= A_n - R. At most 2R + 1 candidates are blocked, so the differences
//! stay within 2R + 1, the state (what is used ahead, which differences are recent) is finite, and the pairs
//! are additively periodic from some point on. The period is found by repetition of the state, exactly.

use malachite::Natural;
use wythoff_numbers::int::traits::*;

use crate::decider::{Decider, Refusal, Verdict};
use crate::pair::{Pair, fails};
use crate::shown::show_number;

const CITES: [&str; 1] = ["GEO-P27a"];
/// Numbers looked at in search of the period, at most about 2R for each pair.
const MOST_WORK: usize = 400_000_000;
/// Pairs written in search of the period.
const MOST_PAIRS: usize = 2_000_000;

/// Wythoff's game with only the diagonal moves bounded: pairs up to the end of the first period.
pub struct RadiusDiagonal {
    r: u64,
    /// The partner of each number of the table.
    partner: Vec<u64>,
    /// From `start` on partner(x + length) = partner(x) + length; `None` if no period was found in time.
    period: Option<Period>,
}

struct Period {
    start: u64,
    length: u64,
}

/// The pairs as they are produced.
#[derive(Clone)]
struct Walk {
    r: u64,
    /// The next number to look at.
    next: u64,
    /// ahead[i]: next + i is used, a ring of 2R + 2 entries starting at `head`.
    ahead: Vec<bool>,
    head: usize,
    /// last[d]: 1 + the latest A_m with difference d.
    last: Vec<u64>,
}

impl Walk {
    fn new(r: u64) -> Walk {
        let width = 2 * r as usize + 2;
        Walk { r, next: 0, ahead: vec![false; width], head: 0, last: vec![0; width] }
    }

    fn slot(&self, offset: usize) -> usize {
        (self.head + offset) % self.ahead.len()
    }

    fn advance(&mut self) {
        self.ahead[self.head] = false;
        self.head = self.slot(1);
        self.next += 1;
    }

    /// The next pair.
    fn step(&mut self) -> (u64, u64) {
        while self.ahead[self.head] {
            self.advance();
        }
        let a = self.next;
        let free = |&d: &usize| {
            let recent = self.last[d] > 0 && a - (self.last[d] - 1) <= self.r;
            !self.ahead[self.slot(d)] && !recent
        };
        // At most R numbers ahead are used and at most R differences are recent, so one is free.
        let d = (0..self.ahead.len()).find(free).unwrap_or(0);
        let slot = self.slot(d);
        self.ahead[slot] = true;
        self.last[d] = a + 1;
        self.advance();
        (a, a + d as u64)
    }

    /// Whether the two walks continue alike.
    fn same_state(&self, other: &Walk) -> bool {
        let age = |walk: &Walk, d: usize| {
            let age = walk.next - walk.last[d].saturating_sub(1);
            (walk.last[d] > 0 && age <= walk.r).then_some(age)
        };
        (0..self.ahead.len())
            .all(|i| self.ahead[self.slot(i)] == other.ahead[other.slot(i)] && age(self, i) == age(other, i))
    }
}

impl RadiusDiagonal {
    /// The game with diagonal moves of at most r, 1 <= r <= 100000.
    pub fn new(r: u64) -> Result<RadiusDiagonal, Refusal> {
        if r == 0 {
            return fails("GEO Problem 27(i)", "R must be at least 1, and it is 0");
        }
        if r > 100_000 {
            return Err(Refusal::Limit(format!("the period is searched for R up to 100000, and R = {r}")));
        }
        let mut walk = Walk::new(r);
        let mut partner = Vec::new();
        let write = |walk: &mut Walk, partner: &mut Vec<u64>| {
            let (a, b) = walk.step();
            let size = b as usize + 1;
            if partner.len() < size {
                partner.resize(size, u64::MAX);
            }
            partner[a as usize] = b;
            partner[b as usize] = a;
        };
        // Brent's search: the state is compared with one saved at each power of two.
        let mut saved = walk.clone();
        let mut power = 1usize;
        let mut period = None;
        let most = MOST_PAIRS.min(MOST_WORK / (2 * r as usize + 2));
        for n in 1..=most {
            write(&mut walk, &mut partner);
            if walk.same_state(&saved) {
                // Members of pairs begun before the saved state lie within 2R + 2 of it.
                let start = saved.next + 2 * r + 2;
                period = Some(Period { start, length: walk.next - saved.next });
                break;
            }
            if n == power {
                saved = walk.clone();
                power *= 2;
            }
        }
        if let Some(Period { start, length }) = period {
            while walk.next < start + length {
                write(&mut walk, &mut partner);
            }
            partner.truncate((start + length) as usize);
        } else {
            // Beyond the walk some numbers still lack their partner.
            partner.truncate(walk.next as usize);
        }
        Ok(RadiusDiagonal { r, partner, period })
    }

    /// Pairs and length (q, p) of the additive period found, A_{n+q} = A_n + p; it need not be the least.
    pub fn period(&self) -> Option<(u64, u64)> {
        let Period { start, length } = self.period.as_ref()?;
        let window = self.partner.get(*start as usize..)?;
        let lower = window.iter().zip(*start..).filter(|(partner, x)| **partner >= *x).count();
        Some((lower as u64, *length))
    }

    /// The other member of the pair of x.
    fn partner(&self, x: &Natural) -> Result<Natural, Refusal> {
        let small = u64::try_from(x).ok().and_then(|v| self.partner.get(usize::try_from(v).ok()?));
        if let Some(&known) = small {
            return Ok(Natural::from(known));
        }
        let Some(Period { start, length }) = &self.period else {
            return Err(Refusal::Limit(format!(
                "no period was found for R = {} in time, so piles up to {} are decided",
                self.r,
                self.partner.len().saturating_sub(1)
            )));
        };
        let (start, length) = (Natural::from(*start), Natural::from(*length));
        let (turns, rest) = (x - &start).div_mod(&length);
        let place = usize::try_from(&(rest + start)).unwrap_or(0);
        let known = self.partner.get(place).copied().unwrap_or(0);
        Ok(Natural::from(known) + turns * length)
    }
}

impl Decider for RadiusDiagonal {
    fn is_p(&self, position: &[Natural]) -> Result<bool, Refusal> {
        let Pair { x, y, .. } = &Pair::of(position)?;
        Ok(self.partner(x)? == *y)
    }

    fn decide(&self, position: &[Natural]) -> Result<Verdict, Refusal> {
        let pair = Pair::of(position)?;
        let (x, y) = (&pair.x, &pair.y);
        let partner = self.partner(x)?;
        let known = format!("The partner of the smaller pile is {}", show_number(&partner));
        let known = match &self.period {
            Some(p) => format!("{known}, found modulo the additive period {} of the pairs", p.length),
            None => known,
        };
        if partner == *y {
            return Ok(pair.lost(format!("{known}, which is the larger pile."), &CITES));
        }
        if partner < *y {
            let reason = format!("{known}, less than the larger pile: take the larger pile down to it.");
            return Ok(pair.won(x.clone(), partner, reason, &CITES));
        }
        let across = self.partner(y)?;
        if across < *x {
            let reason = format!(
                "{known}; that of the larger pile is less than the smaller pile: take that down to it."
            );
            return Ok(pair.won(across, y.clone(), reason, &CITES));
        }
        // The difference was taken at one of the last R numbers.
        let difference = y - x;
        for k in 1..=self.r {
            let Some(a) = x.checked_sub(Natural::from(k)) else { break };
            let b = &a + &difference;
            if self.partner(&a)? == b {
                let reason = format!(
                    "{known}, and a pair of the same difference lies {k} <= R below: take {k} from both."
                );
                return Ok(pair.won(a, b, reason, &CITES));
            }
        }
        fails("GEO Problem 27(i)", "no pair with this difference lies within R below")
    }

    fn p_positions(&self) -> Option<Box<dyn Iterator<Item = Vec<u64>> + Send + '_>> {
        let mut walk = Walk::new(self.r);
        Some(Box::new(std::iter::from_fn(move || {
            let (a, b) = walk.step();
            Some(vec![a, b])
        })))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::{Dice, Referee, both, check_huge, nim};

    #[test]
    fn agrees_with_the_rule() {
        for r in [1, 2, 3, 4, 5, 6, 8, 13, 100] {
            let mut referee = Referee::new(move |p: &[u64]| {
                let mut to = nim(p);
                to.extend(both(p, |k, l| k == l && k <= r));
                to
            });
            let theory = RadiusDiagonal::new(r).unwrap();
            referee.check(&theory, &[46, 50], &format!("radius-diagonal {r}"));
            referee.check_stream(&theory, 50, "radius-diagonal");
        }
        assert!(RadiusDiagonal::new(0).is_err());
    }

    #[test]
    fn the_period_continues() {
        for r in [1u64, 2, 3, 6, 8, 20, 57] {
            let theory = RadiusDiagonal::new(r).unwrap();
            let Some((pairs, length)) = theory.period() else { panic!("no period for R = {r}") };
            assert!(pairs > 0 && length > 0);
            for p in theory.p_positions().unwrap().take(3 * theory.partner.len() + 100) {
                assert_eq!(theory.partner(&Natural::from(p[0])), Ok(Natural::from(p[1])), "R = {r}");
                assert_eq!(theory.partner(&Natural::from(p[1])), Ok(Natural::from(p[0])), "R = {r}");
            }
        }
    }

    #[test]
    fn huge_piles_are_consistent() {
        let mut dice = Dice::new(18);
        for r in [1u64, 9, 40] {
            let theory = RadiusDiagonal::new(r).unwrap();
            for spread in [1u64, 5, 100, 1 << 60] {
                let x = dice.natural(40);
                let y = &x + Natural::from(dice.below(spread));
                check_huge(&theory, &[x, y], &mut dice, 60, |p, d| {
                    let i = d.below(2) as usize;
                    let k = d.up_to(&p[i]);
                    let mut to = p.to_vec();
                    if d.below(2) == 0 {
                        to[i] -= k;
                    } else {
                        let k = Natural::from(1 + d.below(r));
                        to.iter_mut().for_each(|v| *v -= &k);
                    }
                    Some(to)
                });
            }
        }
    }
}
