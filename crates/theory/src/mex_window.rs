//! Mex pairs with approximately linear differences at indices of any size (VIS section 4.11, VIS-A-mexpoly, NEW-MEXWINDOW).
//!
//! a_n = mex of the earlier a_i, b_i; b_n = a_n + c_n, c_n nondecreasing with c_n = delta n + O(1), delta > 0. Then
//! a_n = alpha n + O(1), b_n = beta n + O(1) with 1/alpha + 1/beta = 1, beta = alpha + delta (VIS Lemma 10). Which integers
//! near x are upper terms depends only on the pairs with index near x/beta, whose lower terms lie near (alpha/beta) x: windows
//! of bounded width, O(log x) of them. A window is accepted only if its own terms reach beyond both ends of the window that it
//! explains, which is enough since b_n increases; otherwise all windows are widened. So no bound on the O(1) is assumed.

use malachite::base::num::arithmetic::traits::{CheckedSub, DivMod, FloorSqrt, SaturatingSub};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::logic::traits::SignificantBits;
use malachite::{Integer, Natural};

use crate::Refusal;
use crate::shown::show_number;
use wythoff_numbers::{bytes_of, hold, pay};

/// Windows that one question may need.
const LEVELS: usize = 1 << 20;

/// Integers that one window may hold.
const WIDEST: u64 = 1 << 24;

/// The differences c_n: nondecreasing, within a bounded distance of a line through the origin.
pub trait Differences: Send + Sync {
    /// c_n.
    fn at(&self, n: &Natural) -> Natural;

    /// c_n, and c_{n+i} - c_n for 0 <= i < count; `None` if the sequence decreases there.
    fn run(&self, n: &Natural, count: usize) -> Option<(Natural, Vec<u64>)> {
        let first = self.at(n);
        let mut last = 0;
        let rises = (0..count).map(|i| {
            let rise = u64::try_from(&self.at(&(n + Natural::from(i))).checked_sub(&first)?).ok()?;
            (rise >= last).then(|| {
                last = rise;
                rise
            })
        });
        let rises = rises.collect::<Option<Vec<u64>>>()?;
        Some((first, rises))
    }
}

impl<F: Fn(&Natural) -> Natural + Send + Sync> Differences for F {
    fn at(&self, n: &Natural) -> Natural {
        self(n)
    }
}

/// c_n = theta floor(n/mu), mu >= 1.
struct Stairs {
    theta: u64,
    mu: u64,
}

impl Differences for Stairs {
    fn at(&self, n: &Natural) -> Natural {
        n / Natural::from(self.mu) * Natural::from(self.theta)
    }

    fn run(&self, n: &Natural, count: usize) -> Option<(Natural, Vec<u64>)> {
        let (stair, start) = n.div_mod(Natural::from(self.mu));
        let start = u64::try_from(&start).ok()?;
        let rise =
            |i: usize| start.checked_add(i as u64).and_then(|at| (at / self.mu).checked_mul(self.theta));
        let rises = (0..count).map(rise).collect::<Option<Vec<u64>>>()?;
        Some((stair * Natural::from(self.theta), rises))
    }
}

/// Where an integer stands among the pairs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// It is a_n (and b_n too where c_n = 0).
    Lower(Natural),
    /// It is b_n, and not a_n.
    Upper(Natural),
    /// It was taken before the first pair.
    Taken,
}

/// The pairs a_n = mex, b_n = a_n + c_n for n >= first, after some integers were taken.
///
/// ```
/// use malachite::{Natural, base::num::arithmetic::traits::Pow};
/// use wythoff_theory::mex_window::{MexWindow, Place};
/// let kimberling = MexWindow::theta_mu(1, 2).unwrap();
/// let n = Natural::from(10u32).pow(40);
/// let [a, b] = kimberling.pair(&n).unwrap();
/// assert_eq!(kimberling.place(&a).unwrap(), Place::Lower(n.clone()));
/// assert_eq!(kimberling.place(&b).unwrap(), Place::Upper(n));
/// ```
pub struct MexWindow {
    differences: Box<dyn Differences>,
    p: u64,
    q: u64,
    first: u64,
    taken: Vec<u64>,
    /// The first index with c_n > 0.
    positive_from: Natural,
}

/// Which integers of [low, low + width) are lower terms.
struct Window {
    low: Natural,
    /// The index of the first lower term at or after `low`.
    lower_index: Natural,
    /// The index of the first upper term at or after `low`.
    upper_index: Natural,
    is_lower: Vec<bool>,
}

/// alpha and 1/beta in fixed point.
struct Slopes {
    bits: u64,
    alpha: Natural,
    inverse_beta: Natural,
}

impl Slopes {
    /// alpha = (2q - p + s)/2q and 1/beta = (2q + p - s)/2p with s = sqrt(p^2 + 4q^2), delta = p/q.
    fn new(p: u64, q: u64, bits: u64) -> Slopes {
        let (p, q) = (Natural::from(p), Natural::from(q));
        let square = &p * &p + ((&q * &q) << 2u32);
        let s = (square << (2 * bits)).floor_sqrt();
        let twice_q = &q << 1u32;
        let alpha = ((&twice_q << bits) + &s - (&p << bits)) / &twice_q;
        let inverse_beta = (((twice_q + &p) << bits) - s) / (p << 1u32);
        Slopes { bits, alpha, inverse_beta }
    }

    fn alpha_times(&self, n: &Natural) -> Natural {
        scaled(&self.alpha, n, self.bits)
    }

    fn over_beta(&self, x: &Natural) -> Natural {
        scaled(&self.inverse_beta, x, self.bits)
    }

    /// factor times a short number, rounded up.
    fn short(&self, factor: &Natural, n: u64) -> u128 {
        let factor = u64::try_from(&(factor >> (self.bits - 32))).unwrap_or(u64::MAX);
        (((u128::from(factor) + 1) * u128::from(n)) >> 32) + 1
    }
}

/// About (factor / 2^bits) n, less than 2 too small: only as many leading bits of the factor as matter are multiplied.
fn scaled(factor: &Natural, n: &Natural, bits: u64) -> Natural {
    let drop = bits.saturating_sub(n.significant_bits() + 8);
    ((factor >> drop) * n) >> (bits - drop)
}

impl MexWindow {
    /// The pairs for n >= 0 with nothing taken before; c_n nondecreasing, c_n = (p/q) n + O(1), p, q >= 1.
    pub fn new(p: u64, q: u64, differences: impl Differences + 'static) -> Result<MexWindow, Refusal> {
        MexWindow::after(0, Vec::new(), p, q, differences)
    }

    /// The same for n >= first, the integers of `taken` being used up by what came before; no b_n may be
    /// one of them.
    pub fn after(
        first: u64,
        mut taken: Vec<u64>,
        p: u64,
        q: u64,
        differences: impl Differences + 'static,
    ) -> Result<MexWindow, Refusal> {
        if p == 0 || q == 0 {
            return Err(hypothesis(format!("the slope {p}/{q} of the differences must be positive")));
        }
        taken.sort_unstable();
        taken.dedup();
        let positive_from = first_positive(first, &differences)?;
        Ok(MexWindow { differences: Box::new(differences), p, q, first, taken, positive_from })
    }

    /// The sequences (P^{theta,mu}, Q^{theta,mu}) of GEO section 4.2: c_n = theta floor(n/mu).
    pub fn theta_mu(theta: u64, mu: u64) -> Result<MexWindow, Refusal> {
        MexWindow::new(theta, mu, Stairs { theta, mu: mu.max(1) })
    }

    /// c_n.
    pub fn difference(&self, n: &Natural) -> Natural {
        self.differences.at(n)
    }

    /// The pair (a_n, b_n). O(log n) windows, each a few products of numbers of the size of n.
    pub fn pair(&self, n: &Natural) -> Result<[Natural; 2], Refusal> {
        if *n < self.first {
            return Err(Refusal::Position(format!("the pairs are numbered from {}", self.first)));
        }
        let slopes = Slopes::new(self.p, self.q, n.significant_bits() + 16);
        let middle = slopes.alpha_times(n);
        let mut reach = 8u64;
        loop {
            let low = (&middle).saturating_sub(Natural::from(reach));
            let window = self.window(low, 2 * reach + 2)?;
            if window.lower_index <= *n {
                let skip = u64::try_from(&(n - &window.lower_index)).unwrap_or(u64::MAX);
                let found =
                    window.is_lower.iter().enumerate().filter(|(_, lower)| **lower).nth(skip as usize);
                if let Some((offset, _)) = found {
                    let a = window.low + Natural::from(offset);
                    let b = &a + self.difference(n);
                    return Ok([a, b]);
                }
            }
            reach = self.wider(reach)?;
        }
    }

    /// Whether x is a_n or b_n, and n. The same cost as [`MexWindow::pair`].
    pub fn place(&self, x: &Natural) -> Result<Place, Refusal> {
        let window = self.window(x.clone(), 1)?;
        if window.is_lower.first() == Some(&true) {
            return Ok(Place::Lower(window.lower_index));
        }
        Ok(if self.is_taken(x) { Place::Taken } else { Place::Upper(window.upper_index) })
    }

    fn is_taken(&self, x: &Natural) -> bool {
        u64::try_from(x).is_ok_and(|x| self.taken.binary_search(&x).is_ok())
    }

    fn taken_below(&self, x: &Natural) -> u64 {
        let below = match u64::try_from(x) {
            Ok(x) => self.taken.partition_point(|&t| t < x),
            Err(_) => self.taken.len(),
        };
        below as u64
    }

    fn wider(&self, reach: u64) -> Result<u64, Refusal> {
        if reach > 1 << 40 {
            return Err(hypothesis(format!(
                "the differences do not stay near a line of slope {}/{}",
                self.p, self.q
            )));
        }
        Ok(reach * 2)
    }

    /// The window [low, low + width).
    fn window(&self, low: Natural, width: u64) -> Result<Window, Refusal> {
        let slopes = Slopes::new(self.p, self.q, low.significant_bits() + 80);
        let mut slack = 4;
        loop {
            let chain = self.chain(&slopes, low.clone(), width, slack)?;
            if let Some(window) = self.climb(&chain)? {
                return Ok(window);
            }
            slack = self.wider(slack)?;
        }
    }

    /// The windows that explain each other, largest first; the last is computed from the start.
    fn chain(
        &self,
        slopes: &Slopes,
        low: Natural,
        width: u64,
        slack: u64,
    ) -> Result<Vec<(Natural, u64)>, Refusal> {
        let base = Natural::from(
            self.taken.last().map_or(0, |&t| t.saturating_add(1)).saturating_add(256).max(self.first),
        );
        let (mut chain, mut bytes) = (vec![(low, width)], 0);
        while let Some((low, width)) = chain.last().filter(|(low, _)| *low > base) {
            if chain.len() == LEVELS {
                return Err(Refusal::Limit(format!(
                    "the window recursion for differences of slope {}/{} needs more than {LEVELS} levels here",
                    self.p, self.q
                )));
            }
            bytes += bytes_of(low);
            hold("the chain of windows", bytes)?;
            pay(64 + low.significant_bits())?;
            // Two products a level; the other end of a window is a width away, and alpha, 1/beta < 2 to 32 bits are enough.
            let from = slopes.over_beta(low).saturating_sub(Natural::from(slack));
            let span = slopes.short(&slopes.inverse_beta, *width) + 2 * u128::from(slack) + 4;
            let below = slopes.alpha_times(&from).saturating_sub(Natural::from(slack));
            let wide = slopes.short(&slopes.alpha, u64::try_from(span).unwrap_or(u64::MAX))
                + 2 * u128::from(slack)
                + 4;
            let wide = u64::try_from(wide).ok().filter(|&wide| wide < WIDEST).ok_or_else(too_wide)?;
            chain.push((below, wide));
        }
        Ok(chain)
    }

    /// Computes the windows from the last to the first; `None` if one is too narrow to explain the next.
    fn climb(&self, chain: &[(Natural, u64)]) -> Result<Option<Window>, Refusal> {
        let mut current: Option<Window> = None;
        for (low, width) in chain.iter().rev() {
            pay(64 + *width + low.significant_bits() / 8)?;
            current = match &current {
                None => Some(self.by_definition(low, *width)?),
                Some(child) => match self.above(child, low, *width)? {
                    Some(window) => Some(window),
                    None => return Ok(None),
                },
            };
        }
        Ok(current)
    }

    /// A low window by the definition of mex. O(low + width).
    fn by_definition(&self, low: &Natural, width: u64) -> Result<Window, Refusal> {
        let low = u64::try_from(low).map_err(|_| too_wide())?;
        let high = low.checked_add(width).filter(|&high| high < WIDEST).ok_or_else(too_wide)?;
        let (least, rises) = self.run(&Natural::from(self.first), high as usize)?;
        let least = u64::try_from(&least).unwrap_or(u64::MAX);
        let mut is_lower = vec![false; high as usize];
        let mut is_upper = vec![false; high as usize];
        let (mut index, mut lower_index, mut upper_index) = (self.first, self.first, self.first);
        for x in 0..high {
            if is_upper[x as usize] || self.taken.binary_search(&x).is_ok() {
                continue;
            }
            is_lower[x as usize] = true;
            let c = least.saturating_add(rises[(index - self.first) as usize]);
            let b = x.saturating_add(c);
            if c > 0 && self.taken.binary_search(&b).is_ok() {
                return Err(hypothesis(format!("the upper term {b} was taken before")));
            }
            if let Some(cell) = is_upper.get_mut(b as usize) {
                *cell = true;
            }
            index += 1;
            lower_index += u64::from(x < low);
            if b < low {
                upper_index = index;
            }
        }
        Ok(Window {
            low: Natural::from(low),
            lower_index: Natural::from(lower_index),
            upper_index: Natural::from(upper_index),
            is_lower: is_lower.split_off(low as usize),
        })
    }

    /// The window [low, low + width) from the pairs whose lower terms lie in `child`.
    fn above(&self, child: &Window, low: &Natural, width: u64) -> Result<Option<Window>, Refusal> {
        let mut is_lower = vec![true; width as usize];
        let (least, rises) = self.run(&child.lower_index, child.is_lower.len())?;
        // Upper terms relative to `low`; those that matter are as near as the windows are wide.
        let shift = Integer::from(&child.low + least) - Integer::from(low);
        let Ok(shift) = i64::try_from(&shift) else { return Ok(None) };
        let lowers = child.is_lower.iter().enumerate().filter(|(_, lower)| **lower).map(|(offset, _)| offset);
        let uppers =
            lowers.zip(&rises).map(|(offset, &rise)| i128::from(shift) + offset as i128 + i128::from(rise));
        let mut before = 0u64;
        let mut complete = false;
        for upper in uppers {
            if upper < 0 {
                before += 1;
                continue;
            }
            match is_lower.get_mut(usize::try_from(upper).unwrap_or(usize::MAX)) {
                Some(cell) => *cell = false,
                None => {
                    complete = true;
                    break;
                }
            }
        }
        if !complete || (before == 0 && child.lower_index != self.first) {
            return Ok(None);
        }
        if self.taken.last().is_some_and(|last| *low <= *last) {
            for (offset, lower) in is_lower.iter_mut().enumerate() {
                *lower &= !self.is_taken(&(low + Natural::from(offset)));
            }
        }
        let upper_index = &child.lower_index + Natural::from(before);
        let uppers = (&upper_index).saturating_sub(&self.positive_from);
        let lower_index = Natural::from(self.first) + low - Natural::from(self.taken_below(low)) - uppers;
        Ok(Some(Window { low: low.clone(), lower_index, upper_index, is_lower }))
    }

    fn run(&self, n: &Natural, count: usize) -> Result<(Natural, Vec<u64>), Refusal> {
        let decreases = || hypothesis(format!("the differences decrease after n = {}", show_number(n)));
        self.differences.run(n, count).ok_or_else(decreases)
    }
}

fn too_wide() -> Refusal {
    Refusal::Limit(format!("the window recursion needs a window of more than {WIDEST} integers"))
}

/// The first n >= first with c_n > 0, by doubling and bisection.
fn first_positive(first: u64, differences: &dyn Differences) -> Result<Natural, Refusal> {
    let first = Natural::from(first);
    if differences.at(&first) > 0u32 {
        return Ok(first);
    }
    let mut step = Natural::ONE;
    while differences.at(&(&first + &step)) == 0u32 {
        if step.significant_bits() > 70 {
            return Err(hypothesis("the differences stay 0".into()));
        }
        step <<= 1u32;
    }
    let (mut low, mut high) = (Natural::ZERO, step);
    while &high - &low > 1u32 {
        let middle = (&low + &high) >> 1u32;
        if differences.at(&(&first + &middle)) > 0u32 { high = middle } else { low = middle }
    }
    Ok(first + high)
}

fn hypothesis(hypothesis: String) -> Refusal {
    Refusal::Hypothesis { theorem: "VIS-A-mexpoly", hypothesis }
}

#[cfg(test)]
mod tests {
    use malachite::base::num::arithmetic::traits::Pow;
    use wythoff_numbers::Quadratic;

    use super::*;

    /// The pairs by the definition.
    fn direct(c: impl Fn(u64) -> u64, first: u64, taken: &[u64], count: usize) -> Vec<(u64, u64)> {
        let mut used: std::collections::BTreeSet<u64> = taken.iter().copied().collect();
        let mut a = 0;
        (first..)
            .take(count)
            .map(|n| {
                while used.contains(&a) {
                    a += 1;
                }
                let b = a + c(n);
                used.extend([a, b]);
                (a, b)
            })
            .collect()
    }

    fn compare(window: &MexWindow, c: impl Fn(u64) -> u64, first: u64, taken: &[u64]) {
        let pairs = direct(c, first, taken, 3000);
        for (i, &(a, b)) in pairs.iter().enumerate().filter(|(i, _)| i % 37 == 0 || *i < 12) {
            let n = Natural::from(first + i as u64);
            assert_eq!(window.pair(&n).unwrap(), [a, b].map(Natural::from), "n = {n}");
            assert_eq!(window.place(&Natural::from(a)).unwrap(), Place::Lower(n.clone()));
            if a != b {
                assert_eq!(window.place(&Natural::from(b)).unwrap(), Place::Upper(n));
            }
        }
    }

    #[test]
    fn theta_mu_agrees_with_the_definition() {
        for theta in 1..5 {
            for mu in 1..6 {
                compare(&MexWindow::theta_mu(theta, mu).unwrap(), |n| theta * (n / mu), 0, &[]);
            }
        }
    }

    #[test]
    fn other_differences_and_a_start() {
        compare(&MexWindow::new(1, 1, |n: &Natural| n + Natural::ONE).unwrap(), |n| n + 1, 0, &[]);
        let c = |n: u64| n * 7 / 3 + n % 2;
        let window = MexWindow::new(7, 3, |n: &Natural| {
            n * Natural::from(7u32) / Natural::from(3u32) + n % Natural::from(2u32)
        });
        compare(&window.unwrap(), c, 0, &[]);
        let taken = [0, 1, 2, 3, 5, 9];
        let window = MexWindow::after(4, taken.to_vec(), 1, 1, |n: &Natural| n.clone()).unwrap();
        compare(&window, |n| n, 4, &taken);
        let collides = MexWindow::after(4, vec![0, 1, 2, 3, 8], 1, 1, |n: &Natural| n.clone()).unwrap();
        assert!(collides.pair(&Natural::from(100u32)).is_err());
    }

    #[test]
    fn wythoff_at_huge_indices() {
        let wythoff = MexWindow::theta_mu(1, 1).unwrap();
        let n = Natural::from(10u32).pow(1000);
        let floor = Quadratic::golden().floor_mul(&(&n).into());
        assert_eq!(wythoff.pair(&n).unwrap()[0], floor);
    }

    #[test]
    fn a_decreasing_or_constant_difference_is_refused() {
        assert!(MexWindow::new(1, 2, |_: &Natural| Natural::ZERO).is_err());
        assert!(MexWindow::new(0, 2, Natural::clone).is_err());
        let n = Natural::from(10u32).pow(9);
        let turning =
            MexWindow::new(1, 1, |n: &Natural| n + (n % Natural::from(4u32)) * Natural::from(2u32)).unwrap();
        assert!(turning.pair(&n).is_err());
    }
}
