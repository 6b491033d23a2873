//! Numeration systems and linear conditions, in exact integer arithmetic.

/// Weights are tabulated while they stay below 2^100, at most 100 of them.
const WEIGHTS: usize = 100;

/// The weights that a word ends with, and the scale, are below this: a dozen products with 64-bit values, and moduli
/// up to 1000 times the scale, then fit.
const TAIL: i128 = 1 << 53;

/// A numeration system: weights u_n with u_{j+1} = sum over i of `recurrence[j mod P][i]` u_{j-i}, and a digit
/// condition such that the words of length L, a multiple of P, that obey it are 0, ..., u_L - 1 in
/// lexicographic order.
pub(crate) struct Numeration {
    pub(crate) recurrence: Vec<Vec<i64>>,
    /// The largest digit at each index modulo P.
    pub(crate) max: Vec<u64>,
    /// `follow[j mod P][state][digit]`: the digit condition.
    follow: Vec<Vec<Vec<Option<usize>>>>,
    /// scale · u_n, from n = 1 - k on.
    weights: Vec<i128>,
    scale: i128,
}

impl Numeration {
    /// Reads `base b`, `ostrowski a_0 a_1 ..` (least significant first) or `parry c_1 .. c_k`.
    pub(crate) fn parse(words: &[&str]) -> Result<Self, String> {
        let (name, rest) = words.split_first().ok_or("no numeration system is named")?;
        let c = rest.iter().map(|w| w.parse::<u8>().map(i64::from)).collect::<Result<Vec<i64>, _>>();
        let c = c.map_err(|_| "the coefficients of the numeration must be from 0 to 250")?;
        let k = c.len();
        if k == 0 || k > 12 || c.iter().any(|&x| x > 250) {
            return Err("a numeration needs 1 to 12 coefficients from 0 to 250".into());
        }
        match *name {
            "base" if k == 1 && c[0] >= 2 => {
                let follow = vec![vec![vec![Some(0); c[0] as usize]]];
                Self::finish(vec![vec![c[0]]], vec![1], 1, follow)
            }
            "ostrowski" if c.iter().all(|&a| a >= 1) => {
                // d_j = a_j forces d_{j-1} = 0; u_{-1} = u_0 = 1.
                let row = |a: i64| {
                    let free = (0..=a).map(|d| Some(usize::from(d == a))).collect();
                    vec![free, (0..=a).map(|d| if d == 0 { Some(0) } else { None }).collect()]
                };
                let follow = c.iter().map(|&a| row(a)).collect();
                Self::finish(c.iter().map(|&a| vec![a, 1]).collect(), vec![1, 1], 1, follow)
            }
            "parry" => {
                let ordered = (1..k).all(|i| c[i..] <= c[..k - i]);
                if c[0] == 0 || c[k - 1] == 0 || (k == 1 && c[0] < 2) || !ordered {
                    return Err("Parry's condition fails for the coefficients of the numeration".into());
                }
                // State j: the last j digits are c_1 .. c_j; then a smaller digit, or c_{j+1} if j + 1 < k.
                let max = c[0] - i64::from(k == 1);
                let next = |j: usize, d: i64| match d.cmp(&c[j]) {
                    std::cmp::Ordering::Less => Some(0),
                    std::cmp::Ordering::Equal if j + 1 < k => Some(j + 1),
                    _ => None,
                };
                let follow = vec![(0..k).map(|j| (0..=max).map(|d| next(j, d)).collect()).collect()];
                // u_n = c_1 u_{n-1} + .. + c_n u_0 + 1 for n < k; then back to u_{1-k}, with denominators.
                let too_large = "the coefficients of the numeration are too large";
                let last = i128::from(c[k - 1]);
                let scale = last.checked_pow(k as u32 - 1).filter(|s| *s < TAIL).ok_or(too_large)?;
                let mut u = vec![0i128; 2 * k - 1];
                for n in 0..k {
                    let sum: i128 = (0..n).map(|i| i128::from(c[i]) * u[n - 1 - i + k - 1]).sum();
                    u[n + k - 1] = sum + scale;
                    if u[n + k - 1] >= TAIL {
                        return Err(too_large.into());
                    }
                }
                for n in (1..k).rev() {
                    let known: i128 = (1..k).map(|i| i128::from(c[i - 1]) * u[n + k - 1 - i]).sum();
                    u[n - 1] = (u[n + k - 1] - known) / last;
                    // Weights below u_0 grow backwards.
                    if u[n - 1].abs() >= TAIL {
                        return Err(too_large.into());
                    }
                }
                Self::finish(vec![c.clone()], u[..k].iter().rev().copied().collect(), scale, follow)
            }
            _ => Err(format!("`{}` is no numeration system", words.join(" "))),
        }
    }

    fn finish(
        recurrence: Vec<Vec<i64>>,
        tail: Vec<i128>,
        scale: i128,
        follow: Vec<Vec<Vec<Option<usize>>>>,
    ) -> Result<Self, String> {
        let k = tail.len();
        let max = follow.iter().map(|states| states[0].len() as u64 - 1).collect();
        let mut weights: Vec<i128> = tail.into_iter().rev().collect();
        for j in 0..WEIGHTS {
            let row = &recurrence[j % recurrence.len()];
            let term = |i: usize| i128::from(row[i]).checked_mul(weights[j + k - 1 - i]);
            let sum = (0..k).try_fold(0i128, |sum, i| sum.checked_add(term(i)?)).filter(|s| *s < 1 << 100);
            let Some(sum) = sum else { break };
            weights.push(sum);
        }
        Ok(Numeration { recurrence, max, follow, weights, scale })
    }

    pub(crate) fn period(&self) -> usize {
        self.recurrence.len()
    }

    pub(crate) fn degree(&self) -> usize {
        self.recurrence[0].len()
    }

    /// The digit condition: the next state, or `None` if the digit may not stand there.
    pub(crate) fn follow(&self, index: usize, state: usize, digit: u64) -> Option<usize> {
        *self.follow[index].get(state)?.get(usize::try_from(digit).ok()?)?
    }

    /// Whether v · (u_n, u_{n-1}, ..) >= bound, all times `scale`, for every n >= 0 with n = phase mod P.
    ///
    /// Period 1: the values satisfy a recurrence with nonnegative coefficients, the first positive; k
    /// nonnegative ones in a row never decrease again. Period P > 1, degree 2: g(n+2P) = tr g(n+P) - (-1)^P g(n)
    /// with tr >= 2 if P is even, so 0 <= g(n) <= g(n+P) persists.
    fn always_at_least(&self, v: &[i128], phase: usize, bound: i128) -> bool {
        let k = self.degree();
        let (mut previous, mut row) = (-1, 0);
        let mut n = phase;
        while let Some(window) = self.weights.get(n..n + k) {
            let sum = (0..k).try_fold(0i128, |g, i| g.checked_add(v[i].checked_mul(window[k - 1 - i])?));
            let Some(g) = sum else { return false };
            if g < bound {
                return false;
            }
            row = if g >= 0 { row + 1 } else { 0 };
            if (self.period() == 1 && row >= k) || (self.period() > 1 && previous >= 0 && g >= previous) {
                return true;
            }
            previous = g;
            n += self.period();
        }
        false
    }
}

/// lo <= sum <= hi, or sum = residue mod modulus.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Bound {
    Linear(Option<i64>, Option<i64>),
    Mod(i64, i64),
}

/// A condition on the piles x and x' of a move (coefficients of bounded coordinates are kept by the family).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Condition {
    pub(crate) before: Vec<i64>,
    pub(crate) after: Vec<i64>,
    pub(crate) bound: Bound,
    /// Sums of the positive and of the negated negative coefficients; a pile that stays has one coefficient.
    pub(crate) positive: i64,
    pub(crate) negative: i64,
}

/// What is known of a condition after some digits: it holds whatever follows, or the value so far is
/// v_1 u_n + v_2 u_{n-1} + .. + constant with n digits to come.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Known {
    True,
    Value(Vec<i64>),
}

impl Condition {
    /// Whether it is met by the piles before and after a move, by the definition.
    pub(crate) fn met(&self, x: &[i64], y: &[i64]) -> bool {
        let dot = |c: &[i64], p: &[i64]| -> i128 {
            c.iter().zip(p).map(|(&c, &v)| i128::from(c) * i128::from(v)).sum()
        };
        let sum = dot(&self.before, x) + dot(&self.after, y);
        match self.bound {
            Bound::Linear(lo, hi) => {
                lo.is_none_or(|lo| sum >= i128::from(lo)) && hi.is_none_or(|hi| sum <= i128::from(hi))
            }
            Bound::Mod(m, r) => (sum - i128::from(r)).rem_euclid(i128::from(m)) == 0,
        }
    }

    /// What is known before any digit, if the bounded coordinates contribute `constant`.
    pub(crate) fn start(&self, system: &Numeration, constant: i64) -> Option<Known> {
        let mut v = vec![0; system.degree() + 1];
        v[system.degree()] = constant;
        self.settle(system, v, 0)
    }

    /// What one more letter before and after the move adds.
    pub(crate) fn weight(&self, x: &[u64], y: &[u64]) -> i64 {
        (0..x.len()).map(|i| self.before[i] * x[i] as i64 + self.after[i] * y[i] as i64).sum()
    }

    /// What is known after one more letter of this [`weight`](Condition::weight); `index` is the index of its digits
    /// modulo P. `Ok(None)`: the condition fails whatever follows.
    pub(crate) fn step(
        &self,
        system: &Numeration,
        known: &Known,
        index: usize,
        weight: i64,
    ) -> Result<Option<Known>, String> {
        let Known::Value(v) = known else { return Ok(Some(Known::True)) };
        let k = system.degree();
        let row = &system.recurrence[index];
        let next = || -> Option<Vec<i64>> {
            let mut next = Vec::with_capacity(k + 1);
            for i in 0..k {
                let carried = if i + 1 < k { v[i + 1] } else { 0 };
                next.push(row[i].checked_mul(v[0])?.checked_add(carried)?);
            }
            next[0] = next[0].checked_add(weight)?;
            next.push(v[k]);
            Some(next)
        };
        let next = next().ok_or("a linear condition overflows 64 bits")?;
        Ok(self.settle(system, next, index))
    }

    /// Replaces a value by `True` if the condition holds for all continuations, by `None` if for none.
    fn settle(&self, system: &Numeration, mut v: Vec<i64>, phase: usize) -> Option<Known> {
        let k = system.degree();
        let (lo, hi) = match self.bound {
            Bound::Linear(lo, hi) => (lo.map(i128::from), hi.map(i128::from)),
            Bound::Mod(modulus, _) => {
                let m = i128::from(modulus) * system.scale;
                v.iter_mut().for_each(|x| *x = i128::from(*x).rem_euclid(m) as i64);
                return Some(Known::Value(v));
            }
        };
        let constant = i128::from(v[k]);
        // What is to come lies between -negative (u_n - 1) and positive (u_n - 1).
        let shifted = |by: i64, sign: i128| -> Vec<i128> {
            let mut w: Vec<i128> = v[..k].iter().map(|&x| sign * i128::from(x)).collect();
            w[0] -= i128::from(by);
            w
        };
        let at_least = |b: i128| {
            let bound = (b - constant - i128::from(self.negative)) * system.scale;
            system.always_at_least(&shifted(self.negative, 1), phase, bound)
        };
        let at_most = |b: i128| {
            let bound = (constant - b - i128::from(self.positive)) * system.scale;
            system.always_at_least(&shifted(self.positive, -1), phase, bound)
        };
        if lo.is_some_and(|lo| at_most(lo - 1)) || hi.is_some_and(|hi| at_least(hi + 1)) {
            return None;
        }
        if lo.is_none_or(at_least) && hi.is_none_or(at_most) {
            return Some(Known::True);
        }
        Some(Known::Value(v))
    }

    /// Whether the condition holds when no digit is to come.
    pub(crate) fn holds(&self, system: &Numeration, known: &Known) -> bool {
        let Known::Value(v) = known else { return true };
        let k = system.degree();
        let sum: i128 = (0..k).map(|i| i128::from(v[i]) * system.weights[k - 1 - i]).sum();
        let sum = sum + i128::from(v[k]) * system.scale;
        match self.bound {
            Bound::Linear(lo, hi) => {
                lo.is_none_or(|lo| sum >= i128::from(lo) * system.scale)
                    && hi.is_none_or(|hi| sum <= i128::from(hi) * system.scale)
            }
            Bound::Mod(m, r) => {
                (sum - i128::from(r) * system.scale).rem_euclid(i128::from(m) * system.scale) == 0
            }
        }
    }
}
