//! Quadratic numbers (a + b sqrt(d))/c, exact: arithmetic, order, floors, periodic continued fractions.
//!
//! A floor costs one integer square root of twice the size of the argument, since
//! floor((a + b sqrt(d))/c) = floor((a + floor(b sqrt(d)))/c) for a positive integer c.
//! The modulus conjugate to alpha in the sense of Rayleigh (VIS section 1) is alpha/(alpha - 1).

use crate::error::NumberError;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::fmt;

use crate::int::traits::*;
use crate::int::{Integer, Natural, Rational};

/// An exact number (a + b sqrt(d))/c with integers a, b, c > 0, d >= 0.
///
/// Kept in lowest terms; d has no square factor that trial division by small primes finds, and a number that
/// is rational always has b = 0, d = 0. Equality and order are those of the values, also across fields.
///
/// ```
/// use wythoff_numbers::{Integer, Quadratic};
/// let phi = Quadratic::golden();
/// assert_eq!(phi.to_string(), "(1+sqrt(5))/2");
/// assert_eq!(phi.floor_mul(&Integer::from(6)), 9);
/// assert_eq!(phi.complement().unwrap().floor_mul(&Integer::from(6)), 15);
/// ```
#[derive(Debug, Clone)]
pub struct Quadratic {
    a: Integer,
    b: Integer,
    c: Integer,
    d: Natural,
}

/// Primes whose squares are removed from a radicand; the rest of it stays as it is.
const SMALL_PRIMES: [u32; 15] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47];

/// floor(b sqrt(d)) for d that is 0 or not a square. One integer square root.
fn floor_of_surd(b: &Integer, d: &Natural) -> Integer {
    let root = Integer::from((b.unsigned_abs_ref().square() * d).floor_sqrt());
    if *b >= 0 || *d == Natural::ZERO { root } else { -root - Integer::ONE }
}

/// The sign of p + q sqrt(d), d not a square unless q = 0.
fn sign_two(p: &Integer, q: &Integer, d: &Natural) -> Ordering {
    let (sp, sq) = (p.sign(), q.sign());
    if sq == Ordering::Equal || sp == sq {
        return if sp == Ordering::Equal { sq } else { sp };
    }
    if sp == Ordering::Equal {
        return sq;
    }
    match p.unsigned_abs_ref().square().cmp(&(q.unsigned_abs_ref().square() * d)) {
        Ordering::Less => sq,
        Ordering::Greater => sp,
        Ordering::Equal => Ordering::Equal,
    }
}

/// The sign of p + q sqrt(d) + r sqrt(e) for d, e in different quadratic fields.
fn sign_three(p: &Integer, q: &Integer, d: &Natural, r: &Integer, e: &Natural) -> Ordering {
    let left = sign_two(p, q, d);
    let right = r.sign();
    if left == Ordering::Equal || left == right {
        return right;
    }
    if right == Ordering::Equal {
        return left;
    }
    // Opposite signs: compare (p + q sqrt d)^2 with r^2 e, that is the sign of u + v sqrt(d).
    let u = Integer::from(p.unsigned_abs_ref().square() + q.unsigned_abs_ref().square() * d)
        - Integer::from(r.unsigned_abs_ref().square() * e);
    let v = (p * q) << 1u32;
    match sign_two(&u, &v, d) {
        Ordering::Greater => left,
        Ordering::Less => right,
        Ordering::Equal => Ordering::Equal,
    }
}

impl Quadratic {
    /// (a + b sqrt(d))/c in lowest terms.
    pub fn new(
        a: impl Into<Integer>,
        b: impl Into<Integer>,
        d: impl Into<Natural>,
        c: impl Into<Integer>,
    ) -> Result<Quadratic, NumberError> {
        let c = c.into();
        if c == Integer::ZERO {
            return Err(NumberError::DivisionByZero);
        }
        Ok(Quadratic::reduced(a.into(), b.into(), d.into(), c))
    }

    /// Lowest terms of (a + b sqrt(d))/c, c != 0.
    fn reduced(mut a: Integer, mut b: Integer, mut d: Natural, mut c: Integer) -> Quadratic {
        if b == Integer::ZERO || d == Natural::ZERO {
            (b, d) = (Integer::ZERO, Natural::ZERO);
        } else {
            for p in SMALL_PRIMES {
                let square = Natural::from(p * p);
                while (&d).divisible_by(&square) {
                    d = d.div_exact(&square);
                    b *= Integer::from(p);
                }
            }
            if let Some(root) = (&d).checked_sqrt() {
                a += b * Integer::from(root);
                (b, d) = (Integer::ZERO, Natural::ZERO);
            }
        }
        let g = (&a).unsigned_abs().gcd((&b).unsigned_abs()).gcd((&c).unsigned_abs());
        if g != Natural::ONE {
            let g = Integer::from(g);
            a = a.div_exact(&g);
            b = b.div_exact(&g);
            c = c.div_exact(&g);
        }
        if c < 0 {
            (a, b, c) = (-a, -b, -c);
        }
        Quadratic { a, b, c, d }
    }

    /// The integer n.
    pub fn integer(n: impl Into<Integer>) -> Quadratic {
        Quadratic { a: n.into(), b: Integer::ZERO, c: Integer::ONE, d: Natural::ZERO }
    }

    /// The fraction x.
    pub fn rational(x: &Rational) -> Quadratic {
        let a = Integer::from_sign_and_abs(*x >= 0, x.to_numerator());
        Quadratic { a, b: Integer::ZERO, c: Integer::from(x.to_denominator()), d: Natural::ZERO }
    }

    /// sqrt(d).
    pub fn sqrt(d: impl Into<Natural>) -> Quadratic {
        Quadratic::reduced(Integer::ZERO, Integer::ONE, d.into(), Integer::ONE)
    }

    /// The square root of a fraction x >= 0: sqrt(p q)/q for x = p/q.
    pub fn sqrt_of_rational(x: &Rational) -> Result<Quadratic, NumberError> {
        if *x < 0 {
            return Err(NumberError::NegativeRadicand);
        }
        let q = x.to_denominator();
        let d = x.to_numerator() * &q;
        Ok(Quadratic::reduced(Integer::ZERO, Integer::ONE, d, Integer::from(q)))
    }

    /// The golden ratio (1 + sqrt(5))/2.
    pub fn golden() -> Quadratic {
        Quadratic::reduced(Integer::ONE, Integer::ONE, Natural::from(5u32), Integer::TWO)
    }

    /// The lower modulus of t-Wythoff, (2 - t + sqrt(t^2 + 4))/2 (VIS section 4.1); its complement is itself plus t.
    pub fn t_wythoff(t: &Natural) -> Quadratic {
        let d = t.square() + Natural::from(4u32);
        Quadratic::reduced(Integer::TWO - Integer::from(t), Integer::ONE, d, Integer::TWO)
    }

    /// The numerator's rational part a.
    pub fn a(&self) -> &Integer {
        &self.a
    }

    /// The coefficient b of the surd; 0 exactly for a rational number.
    pub fn b(&self) -> &Integer {
        &self.b
    }

    /// The denominator c > 0.
    pub fn c(&self) -> &Integer {
        &self.c
    }

    /// The radicand d; 0 exactly for a rational number.
    pub fn d(&self) -> &Natural {
        &self.d
    }

    /// Whether the number is irrational.
    pub fn is_irrational(&self) -> bool {
        self.b != 0
    }

    /// The number as a fraction, if it is one.
    pub fn to_rational(&self) -> Option<Rational> {
        (!self.is_irrational()).then(|| Rational::from_integers_ref(&self.a, &self.c))
    }

    /// The sign, as an order against 0.
    pub fn sign(&self) -> Ordering {
        sign_two(&self.a, &self.b, &self.d)
    }

    /// The algebraic conjugate (a - b sqrt(d))/c.
    pub fn algebraic_conjugate(&self) -> Quadratic {
        Quadratic { b: -&self.b, ..self.clone() }
    }

    /// -x.
    pub fn neg(&self) -> Quadratic {
        Quadratic { a: -&self.a, b: -&self.b, ..self.clone() }
    }

    /// 1/x = c (a - b sqrt(d))/(a^2 - b^2 d).
    pub fn recip(&self) -> Result<Quadratic, NumberError> {
        let norm = (&self.a).square() - (&self.b).square() * Integer::from(&self.d);
        if norm == Integer::ZERO {
            return Err(NumberError::DivisionByZero);
        }
        Ok(Quadratic::reduced(&self.c * &self.a, -(&self.c * &self.b), self.d.clone(), norm))
    }

    /// `other` as (b', c', d) with a common radicand, when the two numbers lie in one quadratic field.
    fn common_radicand(&self, other: &Quadratic) -> Result<(Natural, Integer, Integer), NumberError> {
        // sqrt(e) = sqrt(d e)/d * sqrt(d), so the fields agree exactly when d e is a square.
        if !other.is_irrational() {
            return Ok((self.d.clone(), Integer::ZERO, Integer::ONE));
        }
        if !self.is_irrational() || self.d == other.d {
            return Ok((other.d.clone(), other.b.clone(), Integer::ONE));
        }
        match (&self.d * &other.d).checked_sqrt() {
            Some(root) => Ok((self.d.clone(), &other.b * Integer::from(root), Integer::from(&self.d))),
            None => Err(NumberError::DifferentFields(self.d.clone(), other.d.clone())),
        }
    }

    /// Whether x and y lie in one quadratic field, so that sums and products stay quadratic.
    pub fn same_field(&self, other: &Quadratic) -> bool {
        self.common_radicand(other).is_ok()
    }

    /// x + y within one field.
    pub fn add(&self, other: &Quadratic) -> Result<Quadratic, NumberError> {
        let (d, b, scale) = self.common_radicand(other)?;
        // other = (a scale + b sqrt(d))/(c scale)
        let c = &other.c * &scale;
        let a = &other.a * scale;
        Ok(Quadratic::reduced(&self.a * &c + a * &self.c, &self.b * &c + b * &self.c, d, &self.c * c))
    }

    /// x - y within one field.
    pub fn sub(&self, other: &Quadratic) -> Result<Quadratic, NumberError> {
        self.add(&other.neg())
    }

    /// x y within one field; also the product of two pure surds, sqrt(d) sqrt(e) = sqrt(d e).
    pub fn mul(&self, other: &Quadratic) -> Result<Quadratic, NumberError> {
        let (d, b, scale) = match self.common_radicand(other) {
            Ok(common) => common,
            Err(_) if self.a == 0 && other.a == 0 => {
                let d = &self.d * &other.d;
                return Ok(Quadratic::reduced(Integer::ZERO, &self.b * &other.b, d, &self.c * &other.c));
            }
            Err(e) => return Err(e),
        };
        let a = &other.a * &scale;
        let c = &other.c * scale;
        let e = Integer::from(&d);
        Ok(Quadratic::reduced(&self.a * &a + &self.b * &b * e, &self.a * b + &self.b * a, d, &self.c * c))
    }

    /// x / y within one field.
    pub fn div(&self, other: &Quadratic) -> Result<Quadratic, NumberError> {
        self.mul(&other.recip()?)
    }

    /// x + n.
    pub fn add_integer(&self, n: &Integer) -> Quadratic {
        Quadratic { a: &self.a + n * &self.c, ..self.clone() }
    }

    /// x n.
    pub fn mul_integer(&self, n: &Integer) -> Quadratic {
        Quadratic::reduced(&self.a * n, &self.b * n, self.d.clone(), self.c.clone())
    }

    /// floor(x). One integer square root.
    pub fn floor(&self) -> Integer {
        (&self.a + floor_of_surd(&self.b, &self.d)).div_mod(&self.c).0
    }

    /// ceil(x) = -floor(-x).
    pub fn ceil(&self) -> Integer {
        -self.neg().floor()
    }

    /// floor(n x), with one integer square root of about twice the length of n. O(M(log n)).
    ///
    /// ```
    /// use wythoff_numbers::{Integer, Quadratic};
    /// assert_eq!(Quadratic::sqrt(2u32).floor_mul(&Integer::from(100)), 141);
    /// assert_eq!(Quadratic::sqrt(2u32).floor_mul(&Integer::from(-100)), -142);
    /// ```
    pub fn floor_mul(&self, n: &Integer) -> Integer {
        (n * &self.a + floor_of_surd(&(n * &self.b), &self.d)).div_mod(&self.c).0
    }

    /// floor(n x + y) for any two quadratic numbers, in one field or not. O(M(log n)).
    ///
    /// ```
    /// use wythoff_numbers::{Integer, Quadratic};
    /// let (x, y) = (Quadratic::sqrt(2u32), Quadratic::sqrt(3u32));
    /// assert_eq!(x.floor_affine(&Integer::from(100), &y), 143); // 141.42… + 1.73…
    /// ```
    pub fn floor_affine(&self, n: &Integer, y: &Quadratic) -> Integer {
        // n x + y = (a + b sqrt(d) + e sqrt(f))/c
        let a = n * &self.a * &y.c + &y.a * &self.c;
        let b = n * &self.b * &y.c;
        let c = &self.c * &y.c;
        match self.common_radicand(y) {
            Ok((d, b2, scale)) => {
                let surd = floor_of_surd(&(b * &scale + b2 * &self.c), &d);
                (a * &scale + surd).div_mod(c * scale).0
            }
            Err(_) => {
                let e = &y.b * &self.c;
                let low = floor_of_surd(&b, &self.d) + floor_of_surd(&e, &y.d);
                let next = -(&low + Integer::ONE);
                let surds = if sign_three(&next, &b, &self.d, &e, &y.d) == Ordering::Less {
                    low
                } else {
                    low + Integer::ONE
                };
                (a + surds).div_mod(c).0
            }
        }
    }

    /// The modulus beta with 1/alpha + 1/beta = 1, that is alpha/(alpha - 1); no such number for alpha = 0, 1.
    pub fn complement(&self) -> Result<Quadratic, NumberError> {
        if self.sign() == Ordering::Equal {
            return Err(NumberError::DivisionByZero);
        }
        self.div(&self.add_integer(&Integer::NEGATIVE_ONE))
    }

    /// The partial quotients one by one; ends for a rational number, never for an irrational one.
    pub fn partial_quotients(&self) -> PartialQuotients {
        // (P + sqrt(D))/Q with Q dividing D - P^2 is kept by the classical step.
        let c = &self.c;
        let (mut p, mut q, mut root) =
            (self.a.clone(), c.clone(), (&self.b).square() * Integer::from(&self.d));
        if self.b < 0 {
            (p, q) = (-p, -q);
        }
        if self.is_irrational() && !(&root - (&p).square()).divisible_by(&q) {
            p *= c;
            root *= c.square();
            q *= c;
        }
        PartialQuotients {
            floor_root: Integer::from((&root).unsigned_abs().floor_sqrt()),
            p,
            q,
            root,
            done: false,
        }
    }

    /// The continued fraction with its period; a rational number has an empty period.
    ///
    /// Fails when head and period are longer than `limit` terms (periods grow like sqrt(d)).
    ///
    /// ```
    /// use wythoff_numbers::Quadratic;
    /// let cf = Quadratic::sqrt(7u32).continued_fraction(100).unwrap();
    /// assert_eq!((cf.head, cf.period), (vec![2.into()], vec![1.into(), 1.into(), 1.into(), 4.into()]));
    /// ```
    pub fn continued_fraction(&self, limit: usize) -> Result<ContinuedFraction, NumberError> {
        let mut states = self.partial_quotients();
        let mut seen: HashMap<(Integer, Integer), usize> = HashMap::new();
        let mut terms = Vec::new();
        loop {
            if self.is_irrational() {
                if let Some(&start) = seen.get(&(states.p.clone(), states.q.clone())) {
                    let period = terms.split_off(start);
                    return Ok(ContinuedFraction { head: terms, period });
                }
                seen.insert((states.p.clone(), states.q.clone()), terms.len());
            }
            match states.next() {
                None => return Ok(ContinuedFraction { head: terms, period: Vec::new() }),
                Some(_) if terms.len() == limit => return Err(NumberError::NoPeriodWithin(limit)),
                Some(term) => terms.push(term),
            }
        }
    }

    /// The convergents p/q in order, each from the last two.
    pub fn convergents(&self) -> Convergents<PartialQuotients> {
        Convergents::new(self.partial_quotients())
    }
}

/// A continued fraction [head; period, period, ...]; the period is empty for a rational number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContinuedFraction {
    /// The terms before the period.
    pub head: Vec<Integer>,
    /// The terms that repeat for ever.
    pub period: Vec<Integer>,
}

impl ContinuedFraction {
    /// The n-th partial quotient, n >= 0; `None` after the end of a finite fraction.
    pub fn term(&self, n: usize) -> Option<&Integer> {
        match n.checked_sub(self.head.len()) {
            None => self.head.get(n),
            Some(_) if self.period.is_empty() => None,
            Some(k) => self.period.get(k % self.period.len()),
        }
    }
}

/// The partial quotients of a quadratic number, by the step (P, Q) -> (a Q - P, (D - P'^2)/Q).
#[derive(Debug, Clone)]
pub struct PartialQuotients {
    p: Integer,
    q: Integer,
    root: Integer,
    floor_root: Integer,
    done: bool,
}

impl Iterator for PartialQuotients {
    type Item = Integer;

    fn next(&mut self) -> Option<Integer> {
        if self.done {
            return None;
        }
        if self.root == Integer::ZERO {
            let (term, rest) = (&self.p).div_mod(&self.q);
            self.done = rest == Integer::ZERO;
            self.p = std::mem::replace(&mut self.q, rest);
            return Some(term);
        }
        // floor((P + sqrt(D))/Q): for Q < 0 it is floor((-P - sqrt(D))/(-Q)) and floor(-sqrt(D)) = -floor(sqrt(D)) - 1.
        let term = if self.q > 0 {
            (&self.p + &self.floor_root).div_mod(&self.q).0
        } else {
            (-&self.p - &self.floor_root - Integer::ONE).div_mod(-&self.q).0
        };
        let p = &term * &self.q - &self.p;
        self.q = (&self.root - (&p).square()).div_exact(&self.q);
        self.p = p;
        Some(term)
    }
}

/// Convergents of a continued fraction from its partial quotients.
#[derive(Debug, Clone)]
pub struct Convergents<I> {
    terms: I,
    last: (Integer, Integer),
    now: (Integer, Integer),
}

impl<I: Iterator<Item = Integer>> Convergents<I> {
    /// The convergents p_k/q_k, k = 0, 1, ..., of the given partial quotients.
    pub fn new(terms: I) -> Self {
        Convergents { terms, last: (Integer::ZERO, Integer::ONE), now: (Integer::ONE, Integer::ZERO) }
    }
}

impl<I: Iterator<Item = Integer>> Iterator for Convergents<I> {
    type Item = (Integer, Integer);

    fn next(&mut self) -> Option<(Integer, Integer)> {
        let term = self.terms.next()?;
        let next = (&term * &self.now.0 + &self.last.0, &term * &self.now.1 + &self.last.1);
        self.last = std::mem::replace(&mut self.now, next);
        Some(self.now.clone())
    }
}

impl PartialEq for Quadratic {
    fn eq(&self, other: &Quadratic) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Quadratic {}

impl PartialOrd for Quadratic {
    fn partial_cmp(&self, other: &Quadratic) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Quadratic {
    /// Exact order of the values, also of numbers from different quadratic fields.
    fn cmp(&self, other: &Quadratic) -> Ordering {
        match self.sub(other) {
            Ok(difference) => difference.sign(),
            Err(_) => sign_three(
                &(&self.a * &other.c - &other.a * &self.c),
                &(&self.b * &other.c),
                &self.d,
                &-(&other.b * &self.c),
                &other.d,
            ),
        }
    }
}

impl From<Rational> for Quadratic {
    fn from(x: Rational) -> Quadratic {
        Quadratic::rational(&x)
    }
}

impl From<Integer> for Quadratic {
    fn from(n: Integer) -> Quadratic {
        Quadratic::integer(n)
    }
}

impl fmt::Display for Quadratic {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mut top = String::new();
        let mut terms = 0;
        if self.a != 0 || self.b == 0 {
            top += &self.a.to_string();
            terms += 1;
        }
        if self.b != 0 {
            if self.b < 0 {
                top.push('-');
            } else if terms > 0 {
                top.push('+');
            }
            let b = (&self.b).unsigned_abs();
            if b != Natural::ONE {
                top += &format!("{b}*");
            }
            top += &format!("sqrt({})", self.d);
            terms += 1;
        }
        match (self.c == 1, terms) {
            (true, _) => f.write_str(&top),
            (false, 1) => write!(f, "{top}/{}", self.c),
            (false, _) => write!(f, "({top})/{}", self.c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn q(a: i64, b: i64, d: u64, c: i64) -> Quadratic {
        Quadratic::new(a, b, d, c).unwrap()
    }

    /// floor by bisection on the order alone: a second route to every floor.
    fn floor_by_order(x: &Quadratic) -> Integer {
        let (mut lo, mut hi) = (Integer::from(-1), Integer::from(1));
        while Quadratic::integer(lo.clone()) > *x {
            lo <<= 1u32;
        }
        while Quadratic::integer(hi.clone()) <= *x {
            hi <<= 1u32;
        }
        while &hi - &lo > 1 {
            let mid: Integer = (&lo + &hi) >> 1u32;
            if Quadratic::integer(mid.clone()) <= *x { lo = mid } else { hi = mid }
        }
        lo
    }

    #[test]
    fn lowest_terms() {
        assert_eq!(Quadratic::sqrt(8u32).to_string(), "2*sqrt(2)");
        assert_eq!(q(2, 2, 9, -4).to_string(), "-2");
        assert_eq!(q(-1, 1, 13, 2).to_string(), "(-1+sqrt(13))/2");
        assert_eq!(q(0, -3, 5, 2).to_string(), "-3*sqrt(5)/2");
        assert!(!Quadratic::sqrt(49u32).is_irrational());
        assert_eq!(Quadratic::new(1, 1, 2u32, 0).unwrap_err(), NumberError::DivisionByZero);
    }

    #[test]
    fn different_spellings_of_one_field() {
        // 53^2 is not removed by the small primes.
        let x = Quadratic::sqrt(2u32 * 53 * 53);
        assert_eq!(x, q(0, 53, 2, 1));
        assert_eq!(x.add(&Quadratic::sqrt(2u32)).unwrap(), q(0, 54, 2, 1));
        assert_eq!(x.mul(&Quadratic::sqrt(2u32)).unwrap(), q(106, 0, 0, 1));
        assert_eq!(Quadratic::sqrt(2u32).mul(&Quadratic::sqrt(3u32)).unwrap(), Quadratic::sqrt(6u32));
        assert!(Quadratic::sqrt(2u32).add(&Quadratic::sqrt(3u32)).is_err());
    }

    #[test]
    fn t_wythoff_moduli() {
        for t in 1..20u32 {
            let alpha = Quadratic::t_wythoff(&Natural::from(t));
            assert_eq!(alpha.complement().unwrap(), alpha.add_integer(&Integer::from(t)));
        }
    }

    #[test]
    fn periods() {
        let cf = Quadratic::golden().continued_fraction(10).unwrap();
        assert_eq!((cf.head.len(), cf.period), (0, vec![Integer::ONE]));
        let cf = q(415, 0, 0, 93).continued_fraction(10).unwrap();
        assert_eq!(cf.head, [4, 2, 6, 7].map(Integer::from));
        assert_eq!(cf.term(9), None);
        assert!(Quadratic::sqrt(94u32).continued_fraction(10).is_err());
        let x = q(-7, -2, 3, 5);
        let cf = x.continued_fraction(50).unwrap();
        for (n, term) in x.partial_quotients().take(100).enumerate() {
            assert_eq!(cf.term(n), Some(&term));
        }
        let cf = Quadratic::integer(-3).continued_fraction(10).unwrap();
        assert_eq!(cf.head, [Integer::from(-3)]);
    }

    #[test]
    fn convergents_alternate_around_the_number() {
        for x in [Quadratic::golden(), Quadratic::sqrt(7u32), q(-7, -2, 3, 5), q(3, 1, 53, 7)] {
            for (k, (p, d)) in x.convergents().take(20).enumerate() {
                let c = Quadratic::rational(&Rational::from_integers(p, d));
                let expected = if k % 2 == 0 { Ordering::Less } else { Ordering::Greater };
                assert_eq!(c.cmp(&x), expected, "{x} at {k}");
            }
        }
    }

    proptest! {
        #[test]
        fn floors_agree_with_bisection(a in -50i64..50, b in -50i64..50, d in 0u64..60, c in 1i64..20,
                                       n in -1000i64..1000, a2 in -50i64..50, b2 in -9i64..9, d2 in 0u64..30, c2 in 1i64..9) {
            let (x, y) = (q(a, b, d, c), q(a2, b2, d2, c2));
            let n = Integer::from(n);
            prop_assert_eq!(x.floor(), floor_by_order(&x));
            prop_assert_eq!(x.floor_mul(&n), floor_by_order(&x.mul_integer(&n)));
            let floor = x.floor_affine(&n, &y);
            if let Ok(sum) = x.mul_integer(&n).add(&y) {
                prop_assert_eq!(&floor, &sum.floor());
            }
            // floor <= n x + y < floor + 1, both by the order across fields
            let nx = x.mul_integer(&n);
            prop_assert!(y.neg().add_integer(&floor) <= nx);
            prop_assert!(y.neg().add_integer(&(&floor + Integer::ONE)) > nx);
        }

        #[test]
        fn field_laws(a in -9i64..9, b in -9i64..9, d in 0u64..40, c in 1i64..9, e in -9i64..9, f in -9i64..9) {
            let (x, y) = (q(a, b, d, c), q(e, f, d, 3));
            let sum = x.add(&y).unwrap();
            prop_assert_eq!(sum.sub(&y).unwrap(), x.clone());
            prop_assert_eq!(sum.mul(&x).unwrap(), x.mul(&x).unwrap().add(&y.mul(&x).unwrap()).unwrap());
            if y.sign() != Ordering::Equal {
                prop_assert_eq!(x.div(&y).unwrap().mul(&y).unwrap(), x.clone());
            }
            if let Ok(beta) = x.complement() {
                let one = x.recip().unwrap().add(&beta.recip().unwrap()).unwrap();
                prop_assert_eq!(one, Quadratic::integer(1));
            }
        }

        #[test]
        fn continued_fraction_evaluates_back(a in -30i64..30, b in -5i64..5, d in 2u64..30, c in 1i64..9) {
            let x = q(a, b, d, c);
            let terms: Vec<Integer> = x.partial_quotients().take(12).collect();
            // x is recovered by folding the tail x_n = 1/(x_{n-1} - a_{n-1}).
            let mut tail = x.clone();
            for (k, term) in terms.iter().enumerate() {
                prop_assert_eq!(&tail.floor(), term);
                let rest = tail.add_integer(&-term.clone());
                if rest.sign() == Ordering::Equal {
                    prop_assert_eq!(k, terms.len() - 1);
                    break;
                }
                tail = rest.recip().unwrap();
            }
        }
    }
}
