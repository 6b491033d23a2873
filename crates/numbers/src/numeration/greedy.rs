//! The greedy rule on any increasing basis, and recurrences given as text.
//!
//! On a basis 1 = u_0 < u_1 < ... each n has exactly one representation with d_i u_i + ... + d_0 u_0 < u_(i+1) for every i
//! (WYF, proof of Lemma 3). A recurrence whose coefficients do not increase and whose first terms are the canonical ones
//! is converted by the fast method of [`super::parry`]; any other by division by each basis element in turn.

use super::{Digits, Parry, Positional};
use crate::budget::Budget;
use crate::error::NumberError;
use crate::int::traits::*;
use crate::int::{Integer, Natural, parse_integer};

/// Numbers above this are refused by the plain method: the basis alone would fill the memory.
const PLAIN_BITS: u64 = 1 << 15;

/// The greedy rule on a finite basis; the last digit is unbounded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Greedy {
    basis: Vec<Natural>,
}

impl Greedy {
    /// A basis that starts with 1 and increases.
    pub fn new(basis: Vec<Integer>) -> Result<Greedy, NumberError> {
        let mut before = Integer::ZERO;
        for (index, value) in basis.iter().enumerate() {
            if *value <= before || (index == 0 && *value != 1) {
                return Err(NumberError::Basis { index, value: value.clone(), before });
            }
            before = value.clone();
        }
        if basis.is_empty() {
            return Err(NumberError::System("the basis is empty".to_owned()));
        }
        Ok(Greedy { basis: basis.into_iter().map(|u| u.unsigned_abs()).collect() })
    }
}

impl Positional for Greedy {
    /// One division for each basis element. A digit above 2^64 is refused.
    fn represent(&self, n: &Natural) -> Result<Digits, NumberError> {
        let mut rest = n.clone();
        let mut digits = vec![0; self.basis.len()];
        for (digit, u) in digits.iter_mut().zip(&self.basis).rev() {
            if rest >= *u {
                let (q, r) = rest.div_mod(u);
                *digit =
                    u64::try_from(&q).map_err(|_| NumberError::TooLarge { bits: n.significant_bits() })?;
                rest = r;
            }
        }
        Ok(Digits::new(digits))
    }

    fn value(&self, digits: &Digits) -> Result<Natural, NumberError> {
        if digits.len() > self.basis.len() {
            return Err(NumberError::System(format!("the basis has only {} elements", self.basis.len())));
        }
        Ok(digits.as_slice().iter().zip(&self.basis).map(|(d, u)| Natural::from(*d) * u).sum())
    }

    fn basis(&self, count: usize) -> Result<Vec<Natural>, NumberError> {
        Ok(self.basis.iter().take(count).cloned().collect())
    }
}

/// The greedy rule on the solution of a linear recurrence with constant coefficients.
///
/// ```
/// use wythoff_numbers::{Natural, numeration::{Positional, Recurrence}};
/// let pell = Recurrence::parse("u(n) = 2u(n-1) + u(n-2); 1, 3").unwrap();
/// assert!(pell.is_fast());
/// assert_eq!(pell.represent(&Natural::from(100u32)).unwrap().to_string(), "100001");
/// let squares = Recurrence::parse("u(n)=3u(n-1)-3u(n-2)+u(n-3); 1, 4, 9").unwrap();
/// assert_eq!(squares.represent(&Natural::from(1000u32)).unwrap().digit(30), 1); // 31^2 = 961
/// ```
#[derive(Debug, Clone)]
pub struct Recurrence {
    coefficients: Vec<Integer>,
    first: Vec<Integer>,
    fast: Option<Parry>,
}

impl Recurrence {
    /// u_n = c_1 u_(n-1) + ... + c_k u_(n-k) with the first terms u_0, u_1, ..., at least k of them.
    pub fn new(coefficients: Vec<Integer>, first: Vec<Integer>) -> Result<Recurrence, NumberError> {
        if coefficients.is_empty() || first.len() < coefficients.len() {
            return Err(NumberError::System(format!(
                "a recurrence of order {0} needs {0} first terms, not {1}",
                coefficients.len().max(1),
                first.len()
            )));
        }
        let small: Option<Vec<u64>> = coefficients.iter().map(|c| u64::try_from(c).ok()).collect();
        let fast = small.and_then(|c| Parry::constant(&c).ok()).filter(|parry| {
            parry.basis(first.len()).is_ok_and(|basis| basis.iter().zip(&first).all(|(u, v)| v == u))
        });
        let recurrence = Recurrence { coefficients, first, fast };
        // A basis that does not start and keep increasing is refused at once.
        recurrence.basis(recurrence.first.len() + recurrence.coefficients.len())?;
        Ok(recurrence)
    }

    /// The simple Parry system c_1 .. c_k, whose words have every k digits in a row lexicographically below c_1 .. c_k:
    /// u_n is 1 + c_1 u_(n-1) + ... + c_n u_0 before the recurrence begins.
    ///
    /// ```
    /// use wythoff_numbers::numeration::{Positional, Recurrence};
    /// let system = Recurrence::of_parry(&[3, 1, 2]).unwrap();
    /// assert_eq!(system.basis(5).unwrap(), [1u32, 4, 14, 48, 166]);
    /// assert!(Recurrence::of_parry(&[1, 2]).is_err());
    /// ```
    pub fn of_parry(c: &[u64]) -> Result<Recurrence, NumberError> {
        if c.last().is_none_or(|last| *last == 0) || (1..c.len()).any(|i| c[i..] > *c) {
            return Err(NumberError::System(
                "the coefficients must be lexicographically at least each of their tails, and end in a positive one"
                    .to_owned(),
            ));
        }
        let mut first: Vec<Integer> = vec![Integer::from(1)];
        for _ in 1..c.len() {
            let sum: Integer = c.iter().zip(first.iter().rev()).map(|(c, u)| Integer::from(*c) * u).sum();
            first.push(sum + Integer::from(1));
        }
        Recurrence::new(c.iter().map(|c| Integer::from(*c)).collect(), first)
    }

    /// Reads `u(n) = 2u(n-1) + u(n-2); 1, 3`: the recurrence, then the first terms.
    pub fn parse(text: &str) -> Result<Recurrence, NumberError> {
        let (rule, terms) = text.split_once(';').ok_or_else(|| NumberError::Syntax {
            at: text.len(),
            expected: "`;` and the first terms of the basis, as in `u(n)=u(n-1)+u(n-2); 1, 2`".to_owned(),
        })?;
        let coefficients = Parser { text: rule, at: 0 }.rule()?;
        let mut first = Vec::new();
        let mut at = rule.len() + 1;
        for term in terms.split(',') {
            first.push(parse_integer(term).map_err(|e| NumberError::Syntax {
                at: at + e.at().unwrap_or(0),
                expected: "an integer".to_owned(),
            })?);
            at += term.len() + 1;
        }
        Recurrence::new(coefficients, first)
    }

    /// The same system with the subquadratic method, where that applies.
    pub fn fast(&self) -> Option<&Parry> {
        self.fast.as_ref()
    }

    /// Whether the subquadratic method applies.
    pub fn is_fast(&self) -> bool {
        self.fast.is_some()
    }

    /// The elements of the basis, as long as `more` says so of the last.
    fn elements(&self, more: impl Fn(usize, &Integer) -> bool) -> Result<Vec<Integer>, NumberError> {
        let mut basis: Vec<Integer> = Vec::new();
        loop {
            let index = basis.len();
            let value = match self.first.get(index) {
                Some(u) => u.clone(),
                None => self.coefficients.iter().zip(basis.iter().rev()).map(|(c, u)| c * u).sum(),
            };
            let before = basis.last().cloned().unwrap_or(Integer::ZERO);
            if value <= before || (index == 0 && value != 1) {
                return Err(NumberError::Basis { index, value, before });
            }
            if !more(index, &value) {
                return Ok(basis);
            }
            basis.push(value);
        }
    }
}

impl Positional for Recurrence {
    fn represent(&self, n: &Natural) -> Result<Digits, NumberError> {
        self.represent_within(n, &Budget::default())
    }

    fn represent_within(&self, n: &Natural, budget: &Budget) -> Result<Digits, NumberError> {
        if let Some(fast) = &self.fast {
            return fast.represent_within(n, budget);
        }
        budget.check()?;
        if n.significant_bits() > PLAIN_BITS {
            return Err(NumberError::TooLarge { bits: PLAIN_BITS });
        }
        let bound = Integer::from(n);
        let mut basis = self.elements(|_, u| *u <= bound)?;
        if basis.is_empty() {
            basis.push(Integer::ONE);
        }
        Greedy::new(basis)?.represent(n)
    }

    fn value(&self, digits: &Digits) -> Result<Natural, NumberError> {
        self.value_within(digits, &Budget::default())
    }

    fn value_within(&self, digits: &Digits, budget: &Budget) -> Result<Natural, NumberError> {
        match &self.fast {
            Some(fast) => fast.value_within(digits, budget),
            None if digits.len() as u64 > PLAIN_BITS => Err(NumberError::TooLarge { bits: PLAIN_BITS }),
            None => {
                let basis = self.basis(digits.len())?;
                Ok(digits.as_slice().iter().zip(basis).map(|(d, u)| Natural::from(*d) * u).sum())
            }
        }
    }

    fn basis(&self, count: usize) -> Result<Vec<Natural>, NumberError> {
        Ok(self.elements(|index, _| index < count)?.into_iter().map(|u| u.unsigned_abs()).collect())
    }
}

/// Reads the rule part `u(n) = 2*u(n-1) + u(n-2)`.
struct Parser<'a> {
    text: &'a str,
    at: usize,
}

/// Largest order of a recurrence.
const ORDER: usize = 64;

impl Parser<'_> {
    fn blanks(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn accept(&mut self, token: &str) -> bool {
        self.blanks();
        let found = self.text[self.at..].starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    fn require(&mut self, token: &str) -> Result<(), NumberError> {
        if self.accept(token) { Ok(()) } else { Err(self.expected(&format!("`{token}`"))) }
    }

    fn expected(&self, what: &str) -> NumberError {
        NumberError::Syntax { at: self.at, expected: what.to_owned() }
    }

    fn digits(&mut self) -> Option<Integer> {
        self.blanks();
        let rest = &self.text[self.at..];
        let length = rest.bytes().take_while(u8::is_ascii_digit).count();
        let number = parse_integer(&rest[..length]).ok()?;
        self.at += length;
        Some(number)
    }

    fn rule(mut self) -> Result<Vec<Integer>, NumberError> {
        for token in ["u", "(", "n", ")", "="] {
            self.require(token)?;
        }
        let mut coefficients: Vec<Integer> = Vec::new();
        let mut negative = self.accept("-");
        loop {
            let coefficient = self.digits();
            if coefficient.is_some() {
                self.accept("*");
            }
            for token in ["u", "(", "n", "-"] {
                self.require(token)?;
            }
            let at = self.at;
            let lag =
                self.digits().and_then(|k| usize::try_from(&k).ok()).filter(|k| (1..=ORDER).contains(k));
            let Some(lag) = lag else {
                self.at = at;
                return Err(self.expected("a number from 1 to 64"));
            };
            self.require(")")?;
            if coefficients.len() < lag {
                coefficients.resize(lag, Integer::ZERO);
            }
            let coefficient = coefficient.unwrap_or(Integer::ONE);
            coefficients[lag - 1] += if negative { -coefficient } else { coefficient };
            if self.accept("+") {
                negative = false;
            } else if self.accept("-") {
                negative = true;
            } else {
                break;
            }
        }
        self.blanks();
        if self.at < self.text.len() {
            return Err(self.expected("`+`, `-` or `;`"));
        }
        Ok(coefficients)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_increasing_basis_gives_unique_words() {
        // WYF-L3gen on some finite systems, by enumerating all admissible digit strings.
        for basis in [vec![1, 4, 6, 15], vec![1, 2, 9], vec![1, 7, 8, 9, 50]] {
            let system = Greedy::new(basis.iter().map(|u| Integer::from(*u)).collect()).unwrap();
            for n in 0..300u32 {
                let digits = system.represent(&Natural::from(n)).unwrap();
                assert_eq!(system.value(&digits).unwrap(), n);
                let mut partial = 0u64;
                for (i, u) in basis.iter().enumerate() {
                    partial += digits.digit(i) * *u as u64;
                    assert!(basis.get(i + 1).is_none_or(|next| partial < *next as u64));
                }
            }
        }
        assert!(Greedy::new(vec![Integer::TWO]).is_err());
        assert!(Greedy::new(vec![Integer::ONE, Integer::ONE]).is_err());
    }

    #[test]
    fn fast_and_plain_agree() {
        let fast = Recurrence::parse("u(n)=u(n-1)+u(n-2)+u(n-3); 1,2,4").unwrap();
        assert!(fast.is_fast());
        let plain = Recurrence { fast: None, ..fast.clone() };
        for n in [0u64, 1, 6, 7, 1 << 40, u64::MAX] {
            let n = Natural::from(n).pow(3);
            let digits = fast.represent(&n).unwrap();
            assert_eq!(digits, plain.represent(&n).unwrap());
            assert_eq!(plain.value(&digits).unwrap(), n);
        }
        // Other first terms: the plain method.
        let lucas = Recurrence::parse("u(n)=u(n-1)+u(n-2); 1,3").unwrap();
        assert!(!lucas.is_fast());
        assert_eq!(lucas.represent(&Natural::from(6u32)).unwrap().to_string(), "102");
        assert!(lucas.represent(&(Natural::ONE << 100_000u32)).is_err());
    }

    #[test]
    fn mistakes_have_places() {
        for (text, at) in [
            ("u(n)=u(n-1)+u(n-2)", 18),
            ("v(n)=u(n-1); 1", 0),
            ("u(n)=u(n-0); 1", 9),
            ("u(n)=u(n-1) u(n-2); 1, 2", 12),
            ("u(n)=u(n-1)+u(n-2); 1, x", 23),
        ] {
            match Recurrence::parse(text) {
                Err(NumberError::Syntax { at: found, .. }) => assert_eq!(found, at, "{text}"),
                other => panic!("{text}: {other:?}"),
            }
        }
        assert!(matches!(Recurrence::parse("u(n)=u(n-1)-u(n-2); 1, 2"), Err(NumberError::Basis { .. })));
        assert!(matches!(Recurrence::parse("u(n)=u(n-1)+u(n-2); 1"), Err(NumberError::System(_))));
    }
}
