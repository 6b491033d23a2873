//! Positional systems: integers as sums of digits times the elements of a basis 1 = u_0 < u_1 < ...
//!
//! Every named system here is a [`Parry`] system, whose representations are read by a small automaton, so that a
//! number of a million decimal digits is written and read in O(M(n) log n); see [`parry`].

pub(crate) mod coefficients;
pub mod greedy;
pub mod lazy;
pub mod parry;
pub mod wyt;

use crate::error::NumberError;
use std::fmt;
use std::sync::OnceLock;

use crate::budget::Budget;
use crate::int::{Integer, Natural};
use crate::quadratic::Quadratic;

pub use coefficients::Coefficients;
pub use greedy::{Greedy, Recurrence};
pub use lazy::LazyFibonacci;
pub use parry::Parry;
pub use wyt::{WytDigits, WytSystem};

/// A representation: digits from the least significant up, without leading zeros; the number 0 has none.
///
/// As text the most significant digit comes first; digits above 9 make all digits separated by dots, and a single one is
/// followed by a dot: in base 100 `17` is 107, and `17.` is 17.
///
/// ```
/// use wythoff_numbers::numeration::Digits;
/// let d = Digits::parse("10100").unwrap();
/// assert_eq!((d.len(), d.trailing_zeros(), d.digit(2)), (5, 2, 1));
/// assert_eq!(Digits::new(vec![3, 0, 12]).to_string(), "12.0.3");
/// assert_eq!(Digits::new(vec![17]).to_string(), "17.");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Digits(Vec<u64>);

impl Digits {
    /// Digits from the least significant up; leading zeros are dropped.
    pub fn new(mut digits: Vec<u64>) -> Digits {
        while digits.last() == Some(&0) {
            digits.pop();
        }
        Digits(digits)
    }

    /// Reads `10100` or, with dots between the digits, `12.0.3`, or a single digit, `17.`; `0` is the number 0.
    pub fn parse(text: &str) -> Result<Digits, NumberError> {
        let start = text.len() - text.trim_start().len();
        let body = text.trim();
        let mistake = |at: usize| NumberError::Syntax { at: start + at, expected: "a digit".to_owned() };
        let mut digits = Vec::new();
        if body.contains('.') {
            let alone = body.strip_suffix('.').filter(|digit| !digit.contains('.'));
            let mut at = 0;
            for part in alone.unwrap_or(body).split('.') {
                digits.push(part.parse().map_err(|_| mistake(at))?);
                at += part.len() + 1;
            }
        } else {
            if body.is_empty() {
                return Err(mistake(0));
            }
            for (at, c) in body.char_indices() {
                digits.push(u64::from(c.to_digit(10).ok_or_else(|| mistake(at))?));
            }
        }
        digits.reverse();
        Ok(Digits::new(digits))
    }

    /// The number of digits; 0 for the number 0.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether this is the number 0.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The digit of u_i; 0 beyond the last.
    pub fn digit(&self, i: usize) -> u64 {
        self.0.get(i).copied().unwrap_or(0)
    }

    /// The digits from the least significant up.
    pub fn as_slice(&self) -> &[u64] {
        &self.0
    }

    /// The number of zeros at the end; 0 for the number 0.
    pub fn trailing_zeros(&self) -> usize {
        self.0.iter().take_while(|d| **d == 0).count()
    }

    /// The sum of the digits.
    pub fn sum(&self) -> Natural {
        self.0.iter().map(|d| Natural::from(*d)).sum()
    }

    /// The digits with `places` zeros appended at the end: each u_i becomes u_(i+places).
    pub fn shifted_left(&self, places: usize) -> Digits {
        let mut digits = vec![0; places];
        digits.extend_from_slice(&self.0);
        Digits::new(digits)
    }

    /// The digits without the last `places`.
    pub fn shifted_right(&self, places: usize) -> Digits {
        Digits(self.0.get(places..).unwrap_or_default().to_vec())
    }
}

impl fmt::Display for Digits {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("0");
        }
        let mut text = String::with_capacity(self.0.len());
        if self.0.iter().all(|d| *d < 10) {
            text.extend(self.0.iter().rev().filter_map(|d| char::from_digit(*d as u32, 10)));
        } else {
            for (i, d) in self.0.iter().rev().enumerate() {
                if i > 0 {
                    text.push('.');
                }
                text += &d.to_string();
            }
            if self.0.len() == 1 {
                text.push('.');
            }
        }
        f.write_str(&text)
    }
}

/// A way to write every natural number with digits over a basis.
pub trait Positional {
    /// The representation of n.
    fn represent(&self, n: &Natural) -> Result<Digits, NumberError>;

    /// The number that digits stand for, whether or not they are the representation of it.
    fn value(&self, digits: &Digits) -> Result<Natural, NumberError>;

    /// The representation of n within a budget.
    fn represent_within(&self, n: &Natural, budget: &Budget) -> Result<Digits, NumberError> {
        budget.check()?;
        self.represent(n)
    }

    /// The number that digits stand for, within a budget.
    fn value_within(&self, digits: &Digits, budget: &Budget) -> Result<Natural, NumberError> {
        budget.check()?;
        self.value(digits)
    }

    /// The first `count` elements of the basis.
    fn basis(&self, count: usize) -> Result<Vec<Natural>, NumberError>;

    /// Whether the digits are the representation of their value.
    fn is_canonical(&self, digits: &Digits) -> Result<bool, NumberError> {
        Ok(self.represent(&self.value(digits)?)? == *digits)
    }

    /// The number whose digits are those of n followed by a 0.
    fn shift(&self, n: &Natural) -> Result<Natural, NumberError> {
        self.value(&self.represent(n)?.shifted_left(1))
    }
}

/// Zeckendorf's system: basis 1, 2, 3, 5, 8, ..., digits 0 and 1, no two ones adjacent (VIS 7.2).
///
/// ```
/// use wythoff_numbers::{Natural, numeration::{Positional, zeckendorf}};
/// let z = zeckendorf();
/// assert_eq!(z.represent(&Natural::from(100u32)).unwrap().to_string(), "1000010100");
/// ```
pub fn zeckendorf() -> Parry {
    Parry::of_known(vec![], vec![vec![1, 1]])
}

/// One Zeckendorf system for all, so that its tables are made once.
pub(crate) fn shared_zeckendorf() -> &'static Parry {
    static SYSTEM: OnceLock<Parry> = OnceLock::new();
    SYSTEM.get_or_init(zeckendorf)
}

/// The Tribonacci system: basis 1, 2, 4, 7, 13, ..., no three ones adjacent.
pub fn tribonacci() -> Parry {
    Parry::of_known(vec![], vec![vec![1, 1, 1]])
}

/// The system of t-Wythoff: p_0 = 1, p_1 = t+1, p_i = t p_(i-1) + p_(i-2), digits 0..t, a digit t followed by 0.
///
/// A positive integer is a smaller member of a P-position iff its representation ends in an even number of zeros, and
/// the larger member is its left shift (VIS 4.1, arithmetic strategy).
pub fn t_wythoff(t: u64) -> Result<Parry, NumberError> {
    Parry::constant(&[t, 1])
}

/// The system of Wyt(sk+t): u_0 = 1, u_1 = s+t, u_n = (s+t-1) u_(n-1) + s u_(n-2) (ledger WYF-G5).
pub fn linear_wyt(s: u64, t: u64) -> Result<Parry, NumberError> {
    let first = s.checked_add(t).and_then(|c| c.checked_sub(1));
    match first {
        Some(first) if s >= 1 && t >= 1 => Parry::constant(&[first, s]),
        _ => Err(NumberError::System(format!("the linear system needs s, t >= 1, not s = {s}, t = {t}"))),
    }
}

/// Terms of a continued fraction that [`ostrowski`] looks at for the period.
const OSTROWSKI_TERMS: usize = 100_000;

/// Ostrowski's system of a quadratic irrational [a_0; a_1, a_2, ...]: the denominators q_0, q_1, ... of its convergents,
/// the digit of q_0 below a_1, that of q_k at most a_(k+1), and 0 after a digit a_(k+1).
///
/// ```
/// use wythoff_numbers::{Natural, Quadratic, numeration::{Positional, ostrowski}};
/// let system = ostrowski(&Quadratic::sqrt(2u32)).unwrap();
/// assert_eq!(system.basis(6).unwrap(), [1u32, 2, 5, 12, 29, 70]);
/// assert_eq!(system.represent(&Natural::from(100u32)).unwrap().to_string(), "110001");
/// ```
pub fn ostrowski(alpha: &Quadratic) -> Result<Parry, NumberError> {
    if !alpha.is_irrational() {
        return Err(NumberError::System(format!(
            "{alpha} is rational; Ostrowski's system needs an irrational number"
        )));
    }
    let cf = alpha.continued_fraction(OSTROWSKI_TERMS)?;
    let small = |list: &[Integer]| -> Result<Vec<u64>, NumberError> {
        list.iter()
            .map(|a| {
                u64::try_from(a)
                    .map_err(|_| NumberError::System(format!("the partial quotient {a} is above 2^64")))
            })
            .collect()
    };
    // The terms from a_1 on: a_0 is the first of the head, or of the period if the head is empty.
    let (head, period) = match cf.head.split_first() {
        Some((_, rest)) => (small(rest)?, small(&cf.period)?),
        None => {
            let mut period = small(&cf.period)?;
            period.rotate_left(1);
            (Vec::new(), period)
        }
    };
    Parry::ostrowski(&head, &period)
}
