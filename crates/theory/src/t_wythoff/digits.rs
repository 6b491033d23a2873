//! The numeration system of Wyt(s k + t) (WYF-G5; VIS-T-t-arith for s = 1), for integers of any size.
//!
//! Weights u_0 = 1, u_1 = s + t, u_i = (s + t - 1) u_{i-1} + s u_{i-2}; digits from 0 to s + t - 1, and the
//! largest digit is followed by one below s. A number is a lower one, A_n, when it ends in an even number of
//! zeros, and B_n is A_n shifted by one place. The index n is read by the weights v_i = (u_{i+1} - s u_i)/t
//! of the same digits, that is v_0 = 1, v_1 = s + t - 1 and the same recurrence: the greedy digits of n for
//! the weights v, read with the weights u, are A_n if they end in an even number of zeros and A_n + 1
//! otherwise.
//!
//! Digits are found by halving: the upper half of the digits of x is itself the expansion of an integer near
//! x/theta^h, where theta^h + theta'^h is an integer known exactly; a few steps up or down make it right.
//! O(M(n) log n) for n digits.

use malachite::{Integer, Natural};
use wythoff_numbers::int::traits::*;

/// The numeration system with parameters s, t.
pub(crate) struct Positional {
    s: u64,
    t: u64,
    /// s + t - 1, the largest digit.
    most: u64,
    /// Weights of one leaf, below 2^63, and the first weight above.
    values: Vec<u64>,
    indices: Vec<u64>,
}

/// What the digits stand for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Weights {
    /// The number itself, by the weights u.
    Value,
    /// An index, by the weights v.
    Index,
}

/// A number read through its digits.
struct Reading {
    /// Number of zeros at the end; `None` for 0.
    zeros: Option<usize>,
    /// The digits read with the weights u_i.
    value: Natural,
    /// The digits read with the weights u_{i+1}.
    shifted: Natural,
}

/// Where a number stands among the pairs, with the other member of its pair.
pub(crate) struct Placed {
    /// Whether it is a lower number A_n.
    pub is_lower: bool,
    /// n.
    pub index: Natural,
    /// B_n for A_n, A_n for B_n.
    pub partner: Natural,
    /// Zeros at the end of its expansion (0 for the number 0).
    pub zeros: usize,
}

/// Constants of a half of length h; F_0 = 0, F_1 = 1, F_i = (s + t - 1) F_{i-1} + s F_{i-2}.
struct Half {
    /// s F_{h-1}, F_h, s F_h, F_{h+1}.
    value_low: Natural,
    value_high: Natural,
    shifted_low: Natural,
    shifted_high: Natural,
    /// u_h.
    value_weight: Natural,
    /// The integer near theta^h, and near theta^h (theta - s)/t.
    value_ratio: Natural,
    index_ratio: Natural,
}

impl Positional {
    /// The system for s, t >= 1 with s + t < 2^32.
    pub fn new(s: u32, t: u32) -> Option<Positional> {
        let (s, t) = (u64::from(s), u64::from(t));
        if s == 0 || t == 0 || s + t >= 1 << 32 {
            return None;
        }
        let most = s + t - 1;
        let fill = |second: u64| {
            let mut weights = vec![1u64, second];
            while let Some(next) = Self::next_weight(&weights, most, s) {
                weights.push(next);
            }
            weights
        };
        // The last weight is kept as the bound of a leaf.
        let values = fill(s + t);
        let mut indices = fill(most);
        indices.truncate(values.len());
        Some(Positional { s, t, most, values, indices })
    }

    fn next_weight(weights: &[u64], most: u64, s: u64) -> Option<u64> {
        let [.., b, a] = weights else { return None };
        let next = u128::from(*a) * u128::from(most) + u128::from(*b) * u128::from(s);
        u64::try_from(next).ok().filter(|&n| n < 1 << 63)
    }

    /// Digits in a leaf.
    fn leaf(&self) -> usize {
        self.values.len() - 1
    }

    /// Where x stands.
    pub fn place(&self, x: &Natural) -> Placed {
        let reading = self.read(x, Weights::Value);
        let Some(zeros) = reading.zeros else {
            return Placed { is_lower: true, index: Natural::ZERO, partner: Natural::ZERO, zeros: 0 };
        };
        let (s, t) = (Natural::from(self.s), Natural::from(self.t));
        if zeros.is_multiple_of(2) {
            let index = (&reading.shifted - &s * x) / t;
            Placed { is_lower: true, index, partner: reading.shifted, zeros }
        } else {
            // u_{i-1} = (u_{i+1} - (s + t - 1) u_i)/s; the last digit is 0, so nothing falls off.
            let partner = (&reading.shifted - Natural::from(self.most) * x) / &s;
            Placed { is_lower: false, index: (x - &s * &partner) / t, partner, zeros }
        }
    }

    /// A_n.
    pub fn lower(&self, n: &Natural) -> Natural {
        let reading = self.read(n, Weights::Index);
        match reading.zeros {
            Some(zeros) if zeros % 2 == 1 => reading.value - Natural::ONE,
            _ => reading.value,
        }
    }

    /// Zeros at the end of the expansion of x (`None` for 0), and the weight of the last nonzero digit.
    pub fn last_weight(&self, x: &Natural) -> Option<(usize, Natural)> {
        let zeros = self.read(x, Weights::Value).zeros?;
        Some((zeros, self.weight(zeros)))
    }

    /// u_i, by doubling. O(M(i)).
    fn weight(&self, i: usize) -> Natural {
        // (F_i, F_{i+1}) from the bits of i.
        let (s, most) = (Natural::from(self.s), Natural::from(self.most));
        let (mut f, mut g) = (Natural::ZERO, Natural::ONE);
        for bit in (0..usize::BITS).rev() {
            // F_{2k} = F_k (2 F_{k+1} - most F_k), F_{2k+1} = F_{k+1}^2 + s F_k^2.
            let even = &f * ((&g << 1u32) - &most * &f);
            let odd = (&g).square() + &s * (&f).square();
            (f, g) = if i >> bit & 1 == 1 {
                let next = &most * &odd + &s * even;
                (odd, next)
            } else {
                (even, odd)
            };
        }
        // u_i = F_{i+1} + F_i, since u_0 = F_1 + F_0 and u_1 = F_2 + F_1 = s + t.
        f + g
    }

    /// The constants of halves of length leaf, 2 leaf, 4 leaf, ... until a whole of twice the last covers x.
    fn halves(&self, x: &Natural, weights: Weights) -> Vec<Half> {
        let (s, t) = (Natural::from(self.s), Natural::from(self.t));
        let u1 = Natural::from(self.s + self.t);
        // F_{h-1}, F_h, F_{h+1} for h = leaf.
        let mut f = [Natural::ZERO, Natural::ONE, Natural::from(self.most)];
        for _ in 1..self.leaf() {
            let next = Natural::from(self.most) * &f[2] + &s * &f[1];
            f.rotate_left(1);
            f[2] = next;
        }
        let mut halves = Vec::new();
        loop {
            let (low, mid, high) = (&f[0], &f[1], &f[2]);
            let (value_low, shifted_low) = (&s * low, &s * mid);
            let value_weight = mid * &u1 + &value_low;
            let shifted_weight = high * &u1 + &shifted_low;
            let index_weight = (&shifted_weight - &s * &value_weight) / &t;
            let covered = match weights {
                Weights::Value => *x < value_weight,
                Weights::Index => *x < index_weight,
            };
            if covered {
                return halves;
            }
            let value_ratio = high + &value_low;
            let next_ratio = Natural::from(self.most) * high + (&shifted_low << 1u32);
            let index_ratio = (next_ratio - &s * &value_ratio) / &t;
            let next = [
                mid.square() + &s * low.square(),
                mid * (high + &value_low),
                high.square() + &s * mid.square(),
            ];
            halves.push(Half {
                value_low,
                value_high: mid.clone(),
                shifted_low,
                shifted_high: high.clone(),
                value_weight,
                value_ratio,
                index_ratio,
            });
            f = next;
        }
    }

    /// The greedy digits of x for the weights, read with the weights u.
    fn read(&self, x: &Natural, weights: Weights) -> Reading {
        let halves = self.halves(x, weights);
        let mut digits = vec![0u32; self.leaf() << halves.len()];
        let (value, shifted) = self.fill(x.clone(), &halves, &mut digits, weights);
        Reading { zeros: digits.iter().position(|&d| d != 0), value, shifted }
    }

    /// Writes the digits of x, least significant first, into zeroed `digits`; returns their readings with
    /// u_i, u_{i+1}.
    fn fill(&self, x: Natural, halves: &[Half], digits: &mut [u32], weights: Weights) -> (Natural, Natural) {
        if x == 0 {
            return (Natural::ZERO, Natural::ZERO);
        }
        let Some((half, smaller)) = halves.split_last() else {
            return self.fill_leaf(&x, digits, weights);
        };
        let (low_digits, high_digits) = digits.split_at_mut(digits.len() / 2);
        let ratio = match weights {
            Weights::Value => &half.value_ratio,
            Weights::Index => &half.index_ratio,
        };
        let mut value = (&x / ratio).min(&half.value_weight - Natural::ONE);
        let (_, mut shifted) = self.fill(value.clone(), smaller, high_digits, Weights::Value);
        let raised = |value: &Natural, shifted: &Natural| {
            (
                &half.value_high * shifted + &half.value_low * value,
                &half.shifted_high * shifted + &half.shifted_low * value,
            )
        };
        let weigh = |(v, w): &(Natural, Natural)| match weights {
            Weights::Value => v.clone(),
            Weights::Index => (w - Natural::from(self.s) * v) / Natural::from(self.t),
        };
        let mut whole = raised(&value, &shifted);
        let mut rest = Integer::from(&x) - Integer::from(weigh(&whole));
        // Adding 1 to the upper half adds u_1 to its shift, less t where the last digit s + t - 1 turns to 0.
        let growth = |digits: &[u32]| {
            let full = digits.first().is_some_and(|&d| u64::from(d) == self.most);
            Natural::from(if full { self.s } else { self.s + self.t })
        };
        let mut moved = false;
        while rest < 0 {
            self.decrement(high_digits);
            let step = growth(high_digits);
            rest += Integer::from(weigh(&raised(&Natural::ONE, &step)));
            shifted -= step;
            value -= Natural::ONE;
            moved = true;
        }
        loop {
            let step = growth(high_digits);
            let gain = Integer::from(weigh(&raised(&Natural::ONE, &step)));
            if rest < gain {
                break;
            }
            self.increment(high_digits);
            rest -= gain;
            shifted += step;
            value += Natural::ONE;
            moved = true;
        }
        if moved {
            whole = raised(&value, &shifted);
        }
        let (low, low_shifted) = self.fill(rest.unsigned_abs(), smaller, low_digits, weights);
        (whole.0 + low, whole.1 + low_shifted)
    }

    fn fill_leaf(&self, x: &Natural, digits: &mut [u32], weights: Weights) -> (Natural, Natural) {
        let table = match weights {
            Weights::Value => &self.values,
            Weights::Index => &self.indices,
        };
        let mut rest = u64::try_from(x).unwrap_or(0);
        let (mut value, mut shifted) = (0u128, 0u128);
        for i in (0..self.leaf()).rev() {
            let digit = rest / table[i];
            rest -= digit * table[i];
            digits[i] = digit as u32;
            value += u128::from(digit) * u128::from(self.values[i]);
            shifted += u128::from(digit) * u128::from(self.values[i + 1]);
        }
        (Natural::from(value), Natural::from(shifted))
    }

    /// Adds 1 to an expansion that has room for it.
    fn increment(&self, digits: &mut [u32]) {
        let (s, most) = (self.s as u32, self.most as u32);
        let mut i = 0;
        if digits[0] == most {
            digits[0] = 0;
            i = 1;
        }
        if let Some(digit) = digits.get_mut(i) {
            *digit += 1;
        }
        // (s + t - 1) u_{i+1} + s u_i = u_{i+2}.
        while i + 1 < digits.len() && digits[i + 1] == most && digits[i] == s {
            digits[i] = 0;
            digits[i + 1] = 0;
            i += 2;
            if let Some(digit) = digits.get_mut(i) {
                *digit += 1;
            }
        }
    }

    /// Subtracts 1 from a positive expansion: ... d 0 0 0 becomes ... (d-1) (s+t-1) (s-1) (s+t-1).
    fn decrement(&self, digits: &mut [u32]) {
        let Some(j) = digits.iter().position(|&d| d != 0) else { return };
        digits[j] -= 1;
        for (distance, digit) in digits[..j].iter_mut().rev().enumerate() {
            *digit = if distance % 2 == 0 { self.most } else { self.s - 1 } as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pairs by mex: A_n = mex, B_n = s A_n + t n.
    fn pairs(s: u64, t: u64, count: usize) -> Vec<(u64, u64)> {
        let mut used = std::collections::BTreeSet::new();
        let mut next = 0;
        (0..count as u64)
            .map(|n| {
                while used.remove(&next) {
                    next += 1;
                }
                let pair = (next, s * next + t * n);
                used.insert(pair.1);
                next += 1;
                pair
            })
            .collect()
    }

    #[test]
    fn places_and_indices_agree_with_mex() {
        for (s, t) in [(1, 1), (1, 2), (1, 7), (2, 1), (2, 2), (3, 5), (7, 1), (50, 1), (1, 60)] {
            let system = Positional::new(s, t).unwrap();
            for (n, &(a, b)) in pairs(s.into(), t.into(), 700).iter().enumerate() {
                assert_eq!(system.lower(&Natural::from(n)), Natural::from(a), "A_{n} for s={s} t={t}");
                let lower = system.place(&Natural::from(a));
                assert!(lower.is_lower);
                assert_eq!((lower.index, lower.partner), (Natural::from(n), Natural::from(b)));
                if n > 0 {
                    let upper = system.place(&Natural::from(b));
                    assert!(!upper.is_lower);
                    assert_eq!((upper.index, upper.partner), (Natural::from(n), Natural::from(a)));
                }
            }
        }
    }

    #[test]
    fn halving_agrees_with_greedy_division() {
        let mut dice = crate::referee::Dice::new(11);
        for (s, t) in [(1u32, 1u32), (1, 3), (2, 1), (5, 2), (40, 1), (3_000_000_000, 5), (1, 4_000_000_000)]
        {
            let system = Positional::new(s, t).unwrap();
            for limbs in [2, 5, 17] {
                let x = dice.natural(limbs);
                let (sn, most) = (Natural::from(s), Natural::from(s) + Natural::from(t) - Natural::ONE);
                let mut weights = vec![Natural::ONE, &most + Natural::ONE];
                while weights[weights.len() - 1] <= x {
                    let k = weights.len();
                    weights.push(&most * &weights[k - 1] + &sn * &weights[k - 2]);
                }
                let (mut rest, mut shifted, mut zeros) = (x.clone(), Natural::ZERO, 0);
                for i in (0..weights.len() - 1).rev() {
                    let (digit, r) = rest.div_mod(&weights[i]);
                    if digit != 0 {
                        zeros = i;
                    }
                    shifted += digit * &weights[i + 1];
                    rest = r;
                }
                let reading = system.read(&x, Weights::Value);
                assert_eq!(reading.zeros, Some(zeros));
                assert_eq!(reading.value, x);
                assert_eq!(reading.shifted, shifted);
                assert_eq!(system.weight(weights.len() - 1), weights[weights.len() - 1]);
            }
        }
    }
}
