//! Positional numeration systems whose linear relations are recognised by finite automata.
//!
//! Weights u_0 = 1 < u_1 < u_2 < ... satisfy a linear recurrence with periodic nonnegative coefficients:
//!
//! * base b: u_{j+1} = b u_j;
//! * Ostrowski type, digits a_0, a_1, ... purely periodic: u_{-1} = u_0 = 1, u_{j+1} = a_j u_j + u_{j-1},
//!   0 <= d_j <= a_j, and d_j = a_j forces d_{j-1} = 0 (Zeckendorf: all a_j = 1);
//! * simple Parry c_1 .. c_k: every k consecutive digits are lexicographically below c_1 .. c_k
//!   (Tribonacci: 1, 1, 1).
//!
//! In each of them the words of length L that obey the digit condition represent 0, 1, ..., u_L - 1, once
//! each and in lexicographic order. Words are read most significant digit first; all words of a tuple have
//! the same length, a multiple of the period.

use crate::error::AutomataError;
use std::fmt;
use std::str::FromStr;

use wythoff_numbers::catalogue;
use wythoff_numbers::numeration::Coefficients;

/// Digits are stored in bytes.
pub(crate) const MAX_DIGIT: u64 = 250;
/// Weights are tabulated to this index, far beyond 64 bits.
const TABLE: usize = 100;
/// The weights that a word ends with are below this, so that a dozen products with 64-bit values fit 128 bits.
const TAIL: i128 = 1 << 53;

/// A numeration system; see the module's page for the three kinds.
///
/// ```
/// use wythoff_automata::Numeration;
/// let zeckendorf = Numeration::zeckendorf();
/// assert_eq!(zeckendorf.digits(11, 0).unwrap(), [1, 0, 1, 0, 0]); // 8 + 3
/// assert_eq!(zeckendorf.value(&[1, 0, 1, 0, 0]), Some(11));
/// let tribonacci = Numeration::parry(&[1, 1, 1]).unwrap();
/// assert_eq!(tribonacci.digits(6, 0).unwrap(), [1, 1, 0]); // 4 + 2
/// ```
#[derive(Clone)]
pub struct Numeration {
    coefficients: Coefficients,
    /// `recurrence[j mod P][i]`: u_{j+1} = sum over i of it times u_{j-i}.
    recurrence: Vec<Vec<i64>>,
    /// `scale` * (u_0, u_{-1}, ..., u_{1-k}); `scale` clears the denominators of the weights below u_0.
    tail: Vec<i64>,
    scale: i64,
    /// The largest digit at index j mod P.
    max_digit: Vec<u8>,
    /// `follow[j mod P][state][digit]`: the state of the digit condition after the digit at index j.
    follow: Vec<Vec<Vec<Option<u8>>>>,
    /// `scale` * u_n at index n + k - 1, for n from 1 - k.
    weights: Vec<i128>,
    /// u_0, u_1, ... below 2^64.
    small: Vec<u64>,
}

impl Numeration {
    /// Zeckendorf: Ostrowski type with all a_j = 1.
    pub fn zeckendorf() -> Self {
        Self::build_ostrowski(vec![1])
    }

    /// Base b, 2 <= b <= 250.
    pub fn base(b: u32) -> Result<Self, AutomataError> {
        range("the base", 2, u64::from(b))?;
        let follow = vec![vec![vec![Some(0); b as usize]]];
        Ok(Self::finish(
            Coefficients::Base(u64::from(b)),
            vec![vec![i64::from(b)]],
            vec![1],
            1,
            vec![(b - 1) as u8],
            follow,
        ))
    }

    /// Ostrowski type with the period a_0, a_1, ..., a_{P-1} (least significant first), each from 1 to 250.
    pub fn ostrowski(period: &[u32]) -> Result<Self, AutomataError> {
        if period.is_empty() || period.len() > 12 {
            return Err(AutomataError::Coefficients);
        }
        for &a in period {
            range("a partial quotient", 1, u64::from(a))?;
        }
        Ok(Self::build_ostrowski(period.to_vec()))
    }

    fn build_ostrowski(period: Vec<u32>) -> Self {
        let recurrence = period.iter().map(|&a| vec![i64::from(a), 1]).collect();
        let max_digit = period.iter().map(|&a| a as u8).collect();
        let follow = period
            .iter()
            .map(|&a| {
                let free = (0..=a).map(|d| Some(u8::from(d == a))).collect();
                let after_max = (0..=a).map(|d| (d == 0).then_some(0)).collect();
                vec![free, after_max]
            })
            .collect();
        Self::finish(Coefficients::Ostrowski(wide(&period)), recurrence, vec![1, 1], 1, max_digit, follow)
    }

    /// Simple Parry type c_1 .. c_k: u_n counts the words of length n all of whose k consecutive digits are
    /// lexicographically below c_1 .. c_k.
    pub fn parry(c: &[u32]) -> Result<Self, AutomataError> {
        if c.is_empty() || c.len() > 12 {
            return Err(AutomataError::Coefficients);
        }
        for &x in c {
            range("a coefficient", 0, u64::from(x))?;
        }
        let k = c.len();
        let first = c[0];
        if first == 0 || c[k - 1] == 0 || (k == 1 && first < 2) || (1..k).any(|i| c[i..] > c[..k - i]) {
            return Err(AutomataError::Parry);
        }
        // State j: the last j digits are c_1 .. c_j.
        let follow = (0..k)
            .map(|j| {
                (0..=first)
                    .map(|d| match d.cmp(&c[j]) {
                        std::cmp::Ordering::Less => Some(0),
                        std::cmp::Ordering::Equal if j + 1 < k => Some(j as u8 + 1),
                        _ => None,
                    })
                    .collect()
            })
            .collect::<Vec<Vec<Option<u8>>>>();
        // u_n = c_1 u_{n-1} + ... + c_n u_0 + 1 for n < k, and the recurrence from n = k on; solved
        // backwards for u_{-1}, ..., u_{1-k} with denominators powers of c_k.
        let mut forward = vec![1i128];
        for n in 1..=k {
            let sum: i128 = (0..n).map(|i| i128::from(c[i]) * forward[n - 1 - i]).sum();
            forward.push(sum + i128::from(n < k));
        }
        let scale = i128::from(c[k - 1]).checked_pow(k as u32 - 1).ok_or(AutomataError::Large)?;
        // values[i] = scale * u_{i - (k - 1)}
        let mut values = vec![0i128; 2 * k - 1];
        for n in 0..k {
            values[n + k - 1] =
                forward[n].checked_mul(scale).filter(|v| *v < TAIL).ok_or(AutomataError::Large)?;
        }
        for n in (1..k).rev() {
            // u_n = sum c_i u_{n-i}; the lowest weight is u_{n-k}.
            let known: i128 = (1..k).map(|i| i128::from(c[i - 1]) * values[n + k - 1 - i]).sum();
            values[n - 1] = (values[n + k - 1] - known) / i128::from(c[k - 1]);
        }
        // Weights below u_0 grow backwards; what does not fit is refused rather than cut off.
        let fits =
            |i: usize| i64::try_from(values[k - 1 - i]).ok().filter(|w| i128::from(w.unsigned_abs()) < TAIL);
        let tail = (0..k).map(fits).collect::<Option<Vec<i64>>>().ok_or(AutomataError::Large)?;
        let recurrence = vec![c.iter().map(|&x| i64::from(x)).collect()];
        let max = (first - u32::from(k == 1)) as u8;
        let follow = vec![
            follow.into_iter().map(|row| row[..=max as usize].to_vec()).collect::<Vec<Vec<Option<u8>>>>(),
        ];
        Ok(Self::finish(Coefficients::Parry(wide(c)), recurrence, tail, scale as i64, vec![max], follow))
    }

    fn finish(
        coefficients: Coefficients,
        recurrence: Vec<Vec<i64>>,
        tail: Vec<i64>,
        scale: i64,
        max_digit: Vec<u8>,
        follow: Vec<Vec<Vec<Option<u8>>>>,
    ) -> Self {
        let k = tail.len();
        let mut weights: Vec<i128> = tail.iter().rev().map(|&w| i128::from(w)).collect();
        'table: for j in 0..TABLE {
            let mut next = 0i128;
            for (i, &c) in recurrence[j % recurrence.len()].iter().enumerate() {
                match i128::from(c).checked_mul(weights[j + k - 1 - i]).and_then(|t| next.checked_add(t)) {
                    // Left of 2^100 so that small multiples never overflow.
                    Some(sum) if sum < 1 << 100 => next = sum,
                    _ => break 'table,
                }
            }
            weights.push(next);
        }
        let small =
            weights[k - 1..].iter().map_while(|&w| u64::try_from(w / i128::from(scale)).ok()).collect();
        Numeration { coefficients, recurrence, tail, scale, max_digit, follow, weights, small }
    }

    /// Which system it is.
    pub fn coefficients(&self) -> &Coefficients {
        &self.coefficients
    }

    /// The period P; words have lengths that are multiples of it.
    pub fn period(&self) -> usize {
        self.recurrence.len()
    }

    /// The order k of the recurrence.
    pub fn degree(&self) -> usize {
        self.tail.len()
    }

    /// The largest digit that occurs at any index.
    pub fn max_digit(&self) -> u8 {
        self.max_digit.iter().copied().max().unwrap_or(0)
    }

    /// The largest digit at index j (0 is the least significant).
    pub fn max_digit_at(&self, j: usize) -> u8 {
        self.max_digit[j % self.period()]
    }

    pub(crate) fn recurrence(&self, j: usize) -> &[i64] {
        &self.recurrence[j % self.recurrence.len()]
    }

    pub(crate) fn tail(&self) -> &[i64] {
        &self.tail
    }

    pub(crate) fn scale(&self) -> i64 {
        self.scale
    }

    /// The state of the digit condition after `digit` at index j.
    pub(crate) fn follow(&self, j: usize, state: usize, digit: usize) -> Option<usize> {
        let next = self.follow[j % self.period()].get(state)?.get(digit)?;
        next.map(usize::from)
    }

    /// scale * u_n for n > -k, where it is tabulated.
    pub(crate) fn scaled_weight(&self, n: isize) -> Option<i128> {
        self.weights.get(usize::try_from(n + self.tail.len() as isize - 1).ok()?).copied()
    }

    /// The weight u_n, if below 2^64.
    pub fn weight(&self, n: usize) -> Option<u64> {
        self.small.get(n).copied()
    }

    /// Whether v_1 u_n + v_2 u_{n-1} + ... >= bound (all times `scale`) for every n = phase mod P, n >= 0.
    ///
    /// Exact, without reals. Let g(n) = v · (u_n, ..., u_{n-k+1}). For period 1 it satisfies the recurrence,
    /// whose coefficients are nonnegative with the first positive, so after k consecutive nonnegative values
    /// it never decreases again. For period P > 1 (degree 2) it satisfies g(n + 2P) = tr g(n + P) - det g(n)
    /// along n = phase, det = (-1)^P, with tr >= 2 if det = 1, so 0 <= g(n) <= g(n + P) persists. `false` may
    /// also mean "not settled within the table", which is safe for the callers: they keep the state.
    pub(crate) fn always_at_least(&self, v: &[i128], phase: usize, bound: i128) -> bool {
        let k = self.tail.len();
        let period = self.period();
        let mut last = -1i128;
        let mut nonnegative = 0;
        for n in (phase..).step_by(period) {
            let Some(window) = self.weights.get(n..n + k) else { return false };
            let mut g = 0i128;
            for (i, &c) in v.iter().enumerate() {
                match c.checked_mul(window[k - 1 - i]).and_then(|t| g.checked_add(t)) {
                    Some(sum) => g = sum,
                    None => return false,
                }
            }
            if g < bound {
                return false;
            }
            nonnegative = if g >= 0 { nonnegative + 1 } else { 0 };
            if if period == 1 { nonnegative >= k } else { 0 <= last && last <= g } {
                return true;
            }
            last = g;
        }
        false
    }

    /// The least multiple of the period that is a length sufficient for n.
    pub fn length(&self, n: u64) -> usize {
        let mut length = 0;
        while self.weight(length).is_some_and(|u| u <= n) {
            length += self.period();
        }
        length
    }

    /// The digits of n, most significant first, padded with zeros to at least `length` (rounded up to a
    /// multiple of the period). `None` only if the weights near n exceed the table.
    pub fn digits(&self, n: u64, length: usize) -> Option<Vec<u8>> {
        let length = length.next_multiple_of(self.period()).max(self.length(n));
        let mut rest = n;
        let mut digits = Vec::with_capacity(length);
        for j in (0..length).rev() {
            let digit = match self.weight(j) {
                Some(u) if u <= rest => {
                    let digit = rest / u;
                    rest -= digit * u;
                    digit
                }
                _ => 0,
            };
            digits.push(u8::try_from(digit).ok()?);
        }
        (rest == 0).then_some(digits)
    }

    /// The number that a word of digits represents; `None` above 2^64. The digit condition is not checked.
    pub fn value(&self, word: &[u8]) -> Option<u64> {
        let mut sum = 0u64;
        for (j, &d) in word.iter().rev().enumerate() {
            if d > 0 {
                sum = sum.checked_add(self.weight(j)?.checked_mul(u64::from(d))?)?;
            }
        }
        Some(sum)
    }

    /// Whether a word obeys the digit condition (its length a multiple of the period).
    pub fn is_valid(&self, word: &[u8]) -> bool {
        let mut state = 0;
        for (i, &d) in word.iter().enumerate() {
            match self.follow(word.len() - 1 - i, state, usize::from(d)) {
                Some(next) => state = next,
                None => return false,
            }
        }
        word.len().is_multiple_of(self.period())
    }
}

fn wide(list: &[u32]) -> Vec<u64> {
    list.iter().map(|c| u64::from(*c)).collect()
}

fn range(what: &'static str, least: u64, given: u64) -> Result<(), AutomataError> {
    if given < least || given > MAX_DIGIT {
        return Err(AutomataError::Range { what, least, given });
    }
    Ok(())
}

impl fmt::Display for Numeration {
    /// The text that [`FromStr`] reads: `base 2`, `ostrowski 1 4`, `parry 1 1 1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.coefficients.fmt(f)
    }
}

impl fmt::Debug for Numeration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Numeration({self})")
    }
}

impl FromStr for Numeration {
    type Err = AutomataError;

    /// A system as every command spells it (`wythoff_numbers::catalogue::system`), if automata can read it.
    fn from_str(text: &str) -> Result<Self, AutomataError> {
        let wrong = || AutomataError::Numeration(text.trim().to_string());
        let small = |list: &[u64]| -> Result<Vec<u32>, AutomataError> {
            let digit = |x: &u64| u32::try_from(*x).map_err(|_| AutomataError::Large);
            list.iter().map(digit).collect()
        };
        match Coefficients::parse(text).map_err(|_| wrong())? {
            Some(Coefficients::Base(b)) => Self::base(small(&[b])?[0]),
            Some(Coefficients::Ostrowski(period)) if !period.is_empty() => Self::ostrowski(&small(&period)?),
            Some(Coefficients::Parry(c)) if !c.is_empty() => Self::parry(&small(&c)?),
            Some(_) => Err(wrong()),
            None => {
                let system = catalogue::system(text).map_err(|_| wrong())?;
                let not_automatic = || AutomataError::NotAutomatic(text.trim().to_string());
                match system.purely_periodic().ok_or_else(not_automatic)? {
                    [only] if only.len() == 1 => Self::base(small(only)?[0]),
                    // u_(j+1) = a_j u_j + u_(j-1).
                    rows if rows.iter().all(|row| row.len() == 2 && row[1] == 1) => {
                        Self::ostrowski(&small(&rows.iter().map(|row| row[0]).collect::<Vec<_>>())?)
                    }
                    [only] => Self::parry(&small(only)?),
                    _ => Err(not_automatic()),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn systems() -> Vec<Numeration> {
        [
            "zeckendorf",
            "base 2",
            "base 7",
            "ostrowski 3",
            "ostrowski 1 4",
            "ostrowski 2 1 3",
            "parry 1 1 1",
            "parry 2 2",
            "parry 3 1 2",
        ]
        .iter()
        .map(|t| t.parse().unwrap())
        .collect()
    }

    /// One spelling for representations and for proofs: what `rep` calls a system is understood here, and means the same.
    #[test]
    fn systems_are_spelled_as_everywhere() {
        for (text, canonical) in [
            ("zeckendorf", "ostrowski 1"),
            ("t-wythoff(t=3)", "ostrowski 3"),
            ("tribonacci", "parry 1 1 1"),
            ("multibonacci(k=4)", "parry 1 1 1 1"),
            ("linear(s=2,t=1)", "parry 2 2"),
            ("base(b=7)", "base 7"),
            ("ostrowski(period=1.4)", "ostrowski 1 4"),
            ("u(n)=2u(n-1)+u(n-2); 1, 3", "ostrowski 2"),
        ] {
            let (system, named) = (text.parse::<Numeration>().unwrap(), catalogue::system(text).unwrap());
            assert_eq!(system.to_string(), canonical);
            for n in 0..200u64 {
                let digits = system.digits(n, 0).unwrap();
                let word: Vec<String> = digits.iter().map(u8::to_string).collect();
                let expected = named.represent(&n.into()).unwrap();
                assert_eq!(
                    word.concat().trim_start_matches('0'),
                    expected.trim_start_matches('0'),
                    "{text} {n}"
                );
            }
        }
        for text in ["lazy", "wyt(t=7)", "ostrowski(alpha=\"sqrt(2)\")"] {
            assert!(matches!(text.parse::<Numeration>(), Err(AutomataError::NotAutomatic(_))), "{text}");
        }
    }

    #[test]
    fn valid_words_count_in_order() {
        for system in systems() {
            let length = system.length(300);
            let mut previous: Option<Vec<u8>> = None;
            for n in 0..400u64 {
                let word = system.digits(n, length + system.period()).unwrap();
                assert!(system.is_valid(&word), "{system} {n} {word:?}");
                assert_eq!(system.value(&word), Some(n));
                assert!(previous.is_none_or(|p| p < word), "{system} {n}");
                previous = Some(word);
            }
            // As many valid words of length L as numbers below u_L.
            let small = system.period() * 6 / system.period().max(3);
            let length = small.next_multiple_of(system.period());
            let base = usize::from(system.max_digit()) + 1;
            let count = (0..base.pow(length as u32))
                .filter(|&code| {
                    let word: Vec<u8> =
                        (0..length).map(|i| (code / base.pow(i as u32) % base) as u8).collect();
                    system.is_valid(&word)
                })
                .count();
            assert_eq!(Some(count as u64), system.weight(length), "{system}");
        }
    }

    #[test]
    fn always_at_least_agrees_with_a_long_table() {
        for system in systems() {
            let k = system.degree();
            for code in 0..7i128.pow(k as u32) {
                let v: Vec<i128> = (0..k).map(|i| code / 7i128.pow(i as u32) % 7 - 3).collect();
                for bound in -4..=4 {
                    for phase in 0..system.period() {
                        let claimed = system.always_at_least(&v, phase, bound);
                        let seen = (phase..30).step_by(system.period()).all(|n| {
                            let g: i128 = (0..k)
                                .map(|i| v[i] * system.scaled_weight(n as isize - i as isize).unwrap())
                                .sum();
                            g >= bound
                        });
                        assert_eq!(claimed, seen, "{system} {v:?} {bound} {phase}");
                    }
                }
            }
        }
    }

    #[test]
    fn refuses_nonsense() {
        assert!(Numeration::base(1).is_err());
        assert!(Numeration::ostrowski(&[]).is_err());
        assert!(Numeration::ostrowski(&[0]).is_err());
        assert!(Numeration::parry(&[1, 2]).is_err());
        assert!("fibonacci?".parse::<Numeration>().is_err());
        assert_eq!("ostrowski 1 4".parse::<Numeration>().unwrap().to_string(), "ostrowski 1 4");
    }
}
