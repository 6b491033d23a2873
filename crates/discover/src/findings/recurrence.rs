//! Linear recurrences with constant coefficients: Berlekamp and Massey's algorithm modulo a prime, the coefficients
//! lifted to rationals, every term checked exactly.

use super::Finding;
use super::Numbers;
use wythoff_numbers::int::traits::*;
use wythoff_numbers::{Integer, Rational};

/// 2^61 - 1.
const PRIME: u64 = (1 << 61) - 1;
/// Terms used to find the recurrence; all terms are used to check it.
const READ: usize = 400;

/// s_n = c_1 s_{n-1} + … + c_r s_{n-r}.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recurrence {
    /// c_1, …, c_r.
    pub coefficients: Vec<Rational>,
}

fn times(a: u64, b: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(PRIME)) as u64
}

fn minus(a: u64, b: u64) -> u64 {
    if a >= b { a - b } else { a + PRIME - b }
}

fn inverse(a: u64) -> u64 {
    let (mut base, mut exponent, mut result) = (a, PRIME - 2, 1);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = times(result, base);
        }
        base = times(base, base);
        exponent >>= 1;
    }
    result
}

/// The shortest recurrence modulo the prime; O(n · order).
fn berlekamp_massey(terms: &[u64]) -> Vec<u64> {
    let (mut current, mut before): (Vec<u64>, Vec<u64>) = (Vec::new(), Vec::new());
    let mut failed: Option<(usize, u64)> = None;
    for (n, &term) in terms.iter().enumerate() {
        let predicted =
            current.iter().enumerate().fold(0, |sum, (i, &c)| (sum + times(c, terms[n - 1 - i])) % PRIME);
        let error = minus(term, predicted);
        if error == 0 {
            continue;
        }
        let Some((last, last_error)) = failed else {
            current = vec![0; n + 1];
            failed = Some((n, error));
            continue;
        };
        let factor = times(error, inverse(last_error));
        let mut next = vec![0; n - last - 1];
        next.push(factor);
        next.extend(before.iter().map(|&c| minus(0, times(factor, c))));
        next.resize(next.len().max(current.len()), 0);
        for (slot, &c) in next.iter_mut().zip(&current) {
            *slot = (*slot + c) % PRIME;
        }
        if n - current.len() > last - before.len() {
            before = current;
            failed = Some((n, error));
        }
        current = next;
    }
    current
}

/// The fraction p/q with small p and q that is `residue` modulo the prime.
fn reconstruct(residue: u64) -> Option<Rational> {
    const SMALL: i128 = 1 << 29;
    let (mut r, mut next_r) = (i128::from(PRIME), i128::from(residue));
    let (mut t, mut next_t) = (0i128, 1i128);
    while next_r > SMALL {
        let quotient = r / next_r;
        (r, next_r) = (next_r, r - quotient * next_r);
        (t, next_t) = (next_t, t - quotient * next_t);
    }
    (next_t != 0 && next_t.abs() <= SMALL).then(|| Rational::from_signeds(next_r, next_t))
}

/// The shortest recurrence that all terms obey, if its order is at most a third of their number.
///
/// ```
/// use wythoff_discover::findings::recurrence;
/// use wythoff_numbers::Rational;
/// let found = recurrence(&[1, 3, 4, 7, 11, 18, 29, 47, 76]).unwrap();
/// assert_eq!(found.coefficients, [Rational::from(1), Rational::from(1)]);
/// ```
pub fn recurrence(terms: &[i64]) -> Option<Recurrence> {
    let read = &terms[..terms.len().min(READ)];
    let residues: Vec<u64> =
        read.iter().map(|&t| i128::from(t).rem_euclid(i128::from(PRIME)) as u64).collect();
    let found = berlekamp_massey(&residues);
    if found.is_empty() || 3 * found.len() > read.len() {
        return None;
    }
    let coefficients: Vec<Rational> = found.into_iter().map(reconstruct).collect::<Option<_>>()?;
    let exact = terms.windows(coefficients.len() + 1).all(|w| {
        let (last, earlier) = w.split_last().unwrap_or((&0, &[]));
        let terms = coefficients.iter().zip(earlier.iter().rev());
        terms.fold(Rational::ZERO, |sum, (c, &s)| sum + c * Rational::from(s)) == *last
    });
    exact.then_some(Recurrence { coefficients })
}

impl Recurrence {
    /// `s_n = s_(n-1) + s_(n-2)`.
    pub fn text(&self, name: &str) -> String {
        let mut text = format!("{name}_n =");
        let mut first = true;
        for (i, c) in self.coefficients.iter().enumerate() {
            if *c == 0 {
                continue;
            }
            let sign = match (*c < 0, first) {
                (true, _) => " -",
                (false, true) => "",
                (false, false) => " +",
            };
            let size = c.abs();
            let factor = if size == 1 { String::new() } else { format!("{size} ") };
            text.push_str(&format!("{sign} {factor}{name}_(n-{})", i + 1));
            first = false;
        }
        if first { format!("{text} 0") } else { text }
    }

    /// Whether the terms are a polynomial in n of degree order - 1: the recurrence of (z - 1)^order.
    fn is_polynomial(&self) -> bool {
        let order = self.coefficients.len();
        let mut binomial = Integer::ONE;
        self.coefficients.iter().enumerate().all(|(i, c)| {
            binomial = &binomial * Integer::from(order - i) / Integer::from(i + 1);
            let signed = if i % 2 == 0 { binomial.clone() } else { -&binomial };
            *c == signed
        })
    }
}

pub(super) fn of_terms(name: &str, start: i64, terms: &[i64]) -> Option<Finding> {
    // A sequence with few differences grows like a line; what it obeys is a period.
    let mut steps: Vec<i128> = terms.windows(2).map(|w| i128::from(w[1]) - i128::from(w[0])).collect();
    steps.sort_unstable();
    steps.dedup();
    if 4 * steps.len() <= terms.len() {
        return None;
    }
    let found = recurrence(terms)?;
    let order = found.coefficients.len();
    let first = start + order as i64;
    let polynomial =
        if found.is_polynomial() { format!(": a polynomial of degree {}", order - 1) } else { String::new() };
    let statement = format!("{} for n >= {first}{polynomial}", found.text(name));
    let coefficients: Vec<String> = found.coefficients.iter().map(Rational::to_string).collect();
    let data = Numbers::Recurrence { coefficients, order, sequence: name.to_string() };
    Some(Finding::new("recurrence", statement, format!("n < {}", start + terms.len() as i64), data))
}
