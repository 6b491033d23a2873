//! Real numbers given by text, with guaranteed floors of n alpha + beta for n of any size.
//!
//! Three kinds, by how a tie with an integer is settled:
//! - quadratic numbers (and fractions): by integer square roots, see [`crate::quadratic`];
//! - algebraic numbers: by refinement down to a separation bound. With M the measure and d the degree,
//!   a nonzero x has |x| >= 1/M(x), and M(x+y) <= 2^(d e) M(x)^e M(y)^d, M(xy) <= M(x)^e M(y)^d (Mignotte);
//! - numbers in which pi or e occur: a rational function of one of them, with algebraic coefficients, is algebraic
//!   only if it is constant (Lindemann, Hermite), which is decided exactly; if both occur, or a square root is taken
//!   of them, an answer that no refinement below a stated number of bits can settle is an error that says so.

mod constant;
mod parse;
mod root;

use crate::budget::Stop;
use crate::error::NumberError;
use std::cmp::Ordering;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::fraction::simplest_closed;
use crate::int::traits::*;
use crate::int::{Integer, Natural, Rational};
use crate::paid::pay;
use crate::quadratic::{Convergents, Quadratic};
use root::Root;

/// Bits to which a number that may be rational is refined, beyond the size of the integers in the question.
pub const PRECISION_LIMIT: u64 = 1 << 14;

/// Bits beyond which an algebraic tie is not pursued: the separation bound would cost more than a person waits.
const SEPARATION_LIMIT: u64 = 1 << 27;

/// low/2^bits <= x <= high/2^bits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Enclosure {
    /// The scaled lower end.
    pub low: Integer,
    /// The scaled upper end.
    pub high: Integer,
    /// The scale.
    pub bits: u64,
}

impl Enclosure {
    /// The same enclosure, rounded outwards, at another scale.
    fn rounded_to(self, bits: u64) -> Enclosure {
        match self.bits.checked_sub(bits) {
            None => {
                let shift = bits - self.bits;
                Enclosure { low: self.low << shift, high: self.high << shift, bits }
            }
            Some(0) => self,
            Some(shift) => Enclosure { low: self.low >> shift, high: -((-self.high) >> shift), bits },
        }
    }

    /// Whether 0 may be the number.
    fn has_zero(&self) -> bool {
        self.low <= 0 && self.high >= 0
    }

    /// An upper bound for log2|x|, at least 0.
    fn magnitude(&self) -> u64 {
        let bits = self.low.significant_bits().max(self.high.significant_bits());
        bits.saturating_sub(self.bits)
    }
}

#[derive(Debug, Clone)]
enum Node {
    Quadratic(Quadratic),
    Root(Box<Root>, Rational),
    Pi,
    E,
    Sum(Real, Real),
    Product(Real, Real),
    Reciprocal(Real),
    Sqrt(Real),
    Power(Real, u32),
}

/// What kind of number an expression gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Algebraic: degree at most `degree`, log2 of the measure at most `measure`.
    Algebraic { degree: u64, measure: u64 },
    /// A quotient of polynomials in one transcendental constant, of degrees at most these.
    Rational { pi: bool, numerator: u64, denominator: u64 },
    /// Anything else.
    Open,
}

#[derive(Debug)]
struct Inner {
    node: Node,
    kind: Kind,
    /// About how many bits the number and its inverse can need before the point, by the shape of the expression.
    size: u64,
    cache: Mutex<Option<Enclosure>>,
}

/// An exact real number; cheap to clone.
///
/// ```
/// use wythoff_numbers::{Integer, real::Real};
/// let alpha = Real::parse("(sqrt(13)-1)/2").unwrap();
/// assert_eq!(alpha.floor_mul(&Integer::from(1000)).unwrap(), 1302);
/// let tribonacci = Real::parse("root(z^3-z^2-z-1, 1.8)").unwrap();
/// assert_eq!(tribonacci.floor_mul(&Integer::from(1000)).unwrap(), 1839);
/// let half_pi = Real::parse("pi/2").unwrap();
/// assert_eq!(half_pi.floor_affine(&Integer::from(100), &Real::parse("e").unwrap()).unwrap(), 159);
/// ```
#[derive(Debug, Clone)]
pub struct Real(Arc<Inner>);

/// The kind of a sum or product of two numbers.
fn joint_kind(x: Kind, y: Kind, product: bool) -> Kind {
    match (x, y) {
        (Kind::Algebraic { degree: d, measure: m }, Kind::Algebraic { degree: e, measure: n }) => {
            let degree = d.saturating_mul(e);
            let measure = m.saturating_mul(e).saturating_add(n.saturating_mul(d));
            Kind::Algebraic { degree, measure: measure.saturating_add(if product { 0 } else { degree }) }
        }
        (Kind::Open, _) | (_, Kind::Open) => Kind::Open,
        (Kind::Rational { pi: a, .. }, Kind::Rational { pi: b, .. }) if a != b => Kind::Open,
        _ => {
            let parts = |k| match k {
                Kind::Rational { pi, numerator, denominator } => (Some(pi), numerator, denominator),
                _ => (None, 0, 0),
            };
            let ((p, n, d), (q, m, e)) = (parts(x), parts(y));
            let denominator = d.saturating_add(e);
            let numerator =
                if product { n.saturating_add(m) } else { n.saturating_add(e).max(m.saturating_add(d)) };
            Kind::Rational { pi: p.or(q).unwrap_or(false), numerator, denominator }
        }
    }
}

impl Real {
    fn node(node: Node) -> Real {
        let kind = match &node {
            Node::Quadratic(q) => {
                // The integer polynomial c^2 z^2 - 2 a c z + a^2 - b^2 d has measure at most its 1-norm.
                let bits = |n: &Integer| n.significant_bits();
                let size = bits(q.a()).max(bits(q.c())).max(bits(q.b()) + q.d().significant_bits() / 2 + 1);
                if q.is_irrational() {
                    Kind::Algebraic { degree: 2, measure: 2 * size + 3 }
                } else {
                    Kind::Algebraic { degree: 1, measure: size }
                }
            }
            Node::Root(root, _) => Kind::Algebraic { degree: root.degree(), measure: root.log_measure() },
            Node::Pi => Kind::Rational { pi: true, numerator: 1, denominator: 0 },
            Node::E => Kind::Rational { pi: false, numerator: 1, denominator: 0 },
            Node::Sum(x, y) => joint_kind(x.0.kind, y.0.kind, false),
            Node::Product(x, y) => joint_kind(x.0.kind, y.0.kind, true),
            Node::Reciprocal(x) => match x.0.kind {
                Kind::Rational { pi, numerator, denominator } => {
                    Kind::Rational { pi, numerator: denominator, denominator: numerator }
                }
                other => other,
            },
            Node::Sqrt(x) => match x.0.kind {
                Kind::Algebraic { degree, measure } => {
                    Kind::Algebraic { degree: degree.saturating_mul(2), measure }
                }
                _ => Kind::Open,
            },
            Node::Power(x, k) => {
                let k = u64::from(*k);
                match x.0.kind {
                    Kind::Algebraic { degree, measure } => {
                        Kind::Algebraic { degree, measure: measure.saturating_mul(k) }
                    }
                    Kind::Rational { pi, numerator, denominator } => Kind::Rational {
                        pi,
                        numerator: numerator.saturating_mul(k),
                        denominator: denominator.saturating_mul(k),
                    },
                    Kind::Open => Kind::Open,
                }
            }
        };
        let size = match &node {
            Node::Quadratic(q) => {
                let bits =
                    q.a().significant_bits().max(q.b().significant_bits()).max(q.c().significant_bits());
                bits + q.d().significant_bits() / 2
            }
            Node::Root(root, _) => root.log_measure(),
            Node::Pi | Node::E => 2,
            Node::Sum(x, y) => x.0.size.max(y.0.size).saturating_add(1),
            Node::Product(x, y) => x.0.size.saturating_add(y.0.size),
            Node::Reciprocal(x) | Node::Sqrt(x) => x.0.size,
            Node::Power(x, k) => x.0.size.saturating_mul(u64::from(*k)),
        };
        Real(Arc::new(Inner { node, kind, size, cache: Mutex::new(None) }))
    }

    /// Reads an expression: decimals, `pi`, `e`, `phi`, `sqrt(x)`, `root(polynomial, decimal)`, `+ - * /`, `^k`.
    ///
    /// `root(p, x)` is the real root of the integer polynomial p nearest to x.
    ///
    /// ```
    /// use wythoff_numbers::real::Real;
    /// assert!(Real::parse("1+1/pi").is_ok());
    /// let mistake = Real::parse("sqrt(2").unwrap_err();
    /// assert_eq!(mistake.to_string(), "at byte 6: expected `)`, found the end of the text");
    /// ```
    pub fn parse(text: &str) -> Result<Real, NumberError> {
        parse::parse(text)
    }

    /// pi; all share one enclosure, which is computed once.
    pub fn pi() -> Real {
        static PI: OnceLock<Real> = OnceLock::new();
        PI.get_or_init(|| Real::node(Node::Pi)).clone()
    }

    /// e, the base of the natural logarithm.
    pub fn e() -> Real {
        static E: OnceLock<Real> = OnceLock::new();
        E.get_or_init(|| Real::node(Node::E)).clone()
    }

    /// The real root of an integer polynomial (constant term first) nearest to a fraction, isolated exactly.
    pub fn nearest_root(polynomial: &[Integer], near: &Rational) -> Result<Real, NumberError> {
        let mut p = polynomial.to_vec();
        while p.last().is_some_and(|c| *c == 0) {
            p.pop();
        }
        if p.len() < 2 {
            return Err(NumberError::NoRealRoot);
        }
        match root::nearest(&p, near)? {
            root::Nearest::Rational(x) => Ok(Real::from(x)),
            root::Nearest::None => Err(NumberError::NoRealRoot),
            root::Nearest::Ambiguous => Err(NumberError::AmbiguousRoot),
            root::Nearest::Irrational(root) => match root.polynomial.as_slice() {
                [c, b, a] => quadratic_root(a, b, c, &root, near),
                _ => Ok(Real::node(Node::Root(Box::new(root), near.clone()))),
            },
        }
    }

    /// The quadratic number, if the number is kept as one.
    pub fn as_quadratic(&self) -> Option<&Quadratic> {
        match &self.0.node {
            Node::Quadratic(q) => Some(q),
            _ => None,
        }
    }

    /// x + y.
    pub fn add(&self, other: &Real) -> Real {
        if let (Some(x), Some(y)) = (self.as_quadratic(), other.as_quadratic())
            && let Ok(sum) = x.add(y)
        {
            return Real::from(sum);
        }
        Real::node(Node::Sum(self.clone(), other.clone()))
    }

    /// -x.
    pub fn neg(&self) -> Real {
        self.mul(&Real::from(-1))
    }

    /// x - y.
    pub fn sub(&self, other: &Real) -> Real {
        self.add(&other.neg())
    }

    /// x y.
    pub fn mul(&self, other: &Real) -> Real {
        if let (Some(x), Some(y)) = (self.as_quadratic(), other.as_quadratic())
            && let Ok(product) = x.mul(y)
        {
            return Real::from(product);
        }
        Real::node(Node::Product(self.clone(), other.clone()))
    }

    /// 1/x, or an error if x is 0 or may be.
    pub fn recip(&self) -> Result<Real, NumberError> {
        if let Some(x) = self.as_quadratic() {
            return Ok(Real::from(x.recip()?));
        }
        if self.is_zero(PRECISION_LIMIT)? {
            return Err(NumberError::DivisionByZero);
        }
        Ok(Real::node(Node::Reciprocal(self.clone())))
    }

    /// x / y.
    pub fn div(&self, other: &Real) -> Result<Real, NumberError> {
        Ok(self.mul(&other.recip()?))
    }

    /// The square root of a number that is 0 or more.
    pub fn sqrt(&self) -> Result<Real, NumberError> {
        if let Some(x) = self.as_quadratic().and_then(Quadratic::to_rational) {
            return Ok(Real::from(Quadratic::sqrt_of_rational(&x)?));
        }
        match self.cmp_rational(&Rational::ZERO)? {
            Ordering::Less => Err(NumberError::NegativeRadicand),
            Ordering::Equal => Ok(Real::from(0)),
            Ordering::Greater => Ok(Real::node(Node::Sqrt(self.clone()))),
        }
    }

    /// x^k, k >= 0.
    pub fn pow(&self, k: u32) -> Real {
        match (k, self.as_quadratic()) {
            (0, _) => Real::from(1),
            (1, _) => self.clone(),
            (_, Some(x)) => {
                let mut power = Quadratic::integer(1);
                for bit in (0..32).rev() {
                    // Powers stay in the field of x.
                    power = power.mul(&power).unwrap_or(power);
                    if k >> bit & 1 == 1 {
                        power = power.mul(x).unwrap_or(power);
                    }
                }
                Real::from(power)
            }
            _ => Real::node(Node::Power(self.clone(), k)),
        }
    }

    /// An enclosure of x with a scale of at least `bits`, some units of 2^-bits wide.
    pub fn enclosure(&self, bits: u64) -> Result<Enclosure, Stop> {
        if let Some(enclosure) = &*self.0.cache.lock().unwrap_or_else(PoisonError::into_inner)
            && enclosure.bits >= bits
        {
            return Ok(enclosure.clone());
        }
        // Steps of a word keep a run of floors from refining each time. They must not be relative to what is kept:
        // the parts of a deep expression would then outgrow each other without end.
        let bits = bits.max(65).next_multiple_of(64);
        let fresh = self.compute(bits)?;
        *self.0.cache.lock().unwrap_or_else(PoisonError::into_inner) = Some(fresh.clone());
        Ok(fresh)
    }

    fn compute(&self, bits: u64) -> Result<Enclosure, Stop> {
        // A long multiplication or two, of numbers that are larger where several meet.
        pay(bits / 2 + 1)?;
        Ok(match &self.0.node {
            Node::Quadratic(q) => {
                let low = q.floor_mul(&Integer::power_of_2(bits));
                let exact = !q.is_irrational() && *q.c() == 1;
                let high = if exact { low.clone() } else { &low + Integer::ONE };
                Enclosure { low, high, bits }
            }
            Node::Root(root, _) => {
                let mut root = root.clone();
                root.refine(bits)?;
                root.enclosure()
            }
            Node::Pi => constant::pi(bits),
            Node::E => constant::e(bits),
            Node::Sum(x, y) => {
                let x = x.enclosure(bits + 2)?.rounded_to(bits + 2);
                let y = y.enclosure(bits + 2)?.rounded_to(bits + 2);
                Enclosure { low: x.low + y.low, high: x.high + y.high, bits: bits + 2 }.rounded_to(bits)
            }
            Node::Product(x, y) => {
                let guard = x.enclosure(64)?.magnitude().max(y.enclosure(64)?.magnitude()) + 3;
                let x = x.enclosure(bits + guard)?;
                let y = y.enclosure(bits + guard)?;
                let ends = [&x.low * &y.low, &x.low * &y.high, &x.high * &y.low, &x.high * &y.high];
                let [a, b, c, d] = ends;
                let low = (&a).min(&b).min((&c).min(&d)).clone();
                let high = a.max(b).max(c.max(d));
                Enclosure { low, high, bits: x.bits + y.bits }.rounded_to(bits)
            }
            Node::Power(x, k) => {
                let guard = (x.enclosure(64)?.magnitude() + 2) * u64::from(*k);
                let base = x.enclosure(bits + guard)?.rounded_to(bits + guard);
                let (p, q) = (base.low.clone().pow(u64::from(*k)), base.high.clone().pow(u64::from(*k)));
                let scale = base.bits * u64::from(*k);
                let (low, high) = if base.has_zero() && k % 2 == 0 {
                    (Integer::ZERO, p.max(q))
                } else if p <= q {
                    (p, q)
                } else {
                    (q, p)
                };
                Enclosure { low, high, bits: scale }.rounded_to(bits)
            }
            Node::Reciprocal(x) => {
                let guard = 2 * x.bits_below_one()? + 4;
                let x = x.enclosure(bits + guard)?;
                let one = Integer::power_of_2(x.bits + bits);
                let low = (&one).div_mod(x.high).0;
                let high = -((-one).div_mod(x.low).0);
                Enclosure { low, high, bits }
            }
            Node::Sqrt(x) => {
                // sqrt(x + h) - sqrt(x) <= h/(2 sqrt(x))
                let guard = x.bits_below_one()? / 2 + 4;
                let x = x.enclosure(bits + guard)?;
                // sqrt(low/2^scale) 2^work = sqrt(low 2^(2 work - scale))
                let work = bits + 4;
                let scaled = |n: Integer, up: bool| -> Integer {
                    let n = n.max(Integer::ZERO);
                    match (2 * work).checked_sub(x.bits) {
                        Some(shift) => n << shift,
                        None if up => -((-n) >> (x.bits - 2 * work)),
                        None => n >> (x.bits - 2 * work),
                    }
                };
                let low = scaled(x.low.clone(), false).unsigned_abs().floor_sqrt();
                let high = scaled(x.high.clone(), true).unsigned_abs().ceiling_sqrt();
                Enclosure { low: low.into(), high: high.into(), bits: work }.rounded_to(bits)
            }
        })
    }

    /// A bound for -log2|x|, at least 0, of a number that is known not to be 0.
    fn bits_below_one(&self) -> Result<u64, Stop> {
        let mut bits = 64;
        loop {
            let e = self.enclosure(bits)?;
            if !e.has_zero() {
                let smallest = e.low.significant_bits().min(e.high.significant_bits());
                return Ok((e.bits + 1).saturating_sub(smallest));
            }
            bits *= 2;
        }
    }

    /// About how many bits the number and its inverse can need before the point.
    pub(crate) fn size(&self) -> u64 {
        self.0.size
    }

    /// The same expression with a fraction in the place of pi and e; `None` at a pole.
    fn substituted(&self, value: &Rational) -> Option<Real> {
        Some(match &self.0.node {
            Node::Quadratic(_) | Node::Root(..) => self.clone(),
            Node::Pi | Node::E => Real::from(value.clone()),
            Node::Sum(x, y) => x.substituted(value)?.add(&y.substituted(value)?),
            Node::Product(x, y) => x.substituted(value)?.mul(&y.substituted(value)?),
            Node::Reciprocal(x) => x.substituted(value)?.recip().ok()?,
            Node::Sqrt(x) => x.substituted(value)?.sqrt().ok()?,
            Node::Power(x, k) => x.substituted(value)?.pow(*k),
        })
    }

    /// Whether a rational function of one constant, with numerator of the given degree, vanishes identically.
    fn vanishes_identically(&self, degree: u64) -> Result<bool, NumberError> {
        if degree > 4096 {
            return Err(NumberError::Undecided { bits: 0 });
        }
        let mut zeros = 0;
        // Poles are at most as many as the degree of the denominators; the bound below is generous.
        for r in 2..2 + 16 * (degree + 2) {
            pay(1)?;
            match self.substituted(&Rational::from(r)) {
                None => continue,
                Some(x) if !x.is_zero(PRECISION_LIMIT)? => return Ok(false),
                Some(_) => zeros += 1,
            }
            if zeros > degree {
                return Ok(true);
            }
        }
        Err(NumberError::Undecided { bits: 0 })
    }

    /// Whether x is exactly 0; `limit` bounds the refinement where no exact method is known.
    fn is_zero(&self, limit: u64) -> Result<bool, NumberError> {
        if let Some(q) = self.as_quadratic() {
            return Ok(q.sign() == Ordering::Equal);
        }
        if !self.enclosure(64)?.has_zero() {
            return Ok(false);
        }
        let bound = match self.0.kind {
            Kind::Algebraic { measure, .. } if measure < SEPARATION_LIMIT => measure + 8,
            Kind::Algebraic { .. } => return Err(NumberError::Undecided { bits: SEPARATION_LIMIT }),
            Kind::Rational { numerator, .. } => return self.vanishes_identically(numerator),
            Kind::Open => limit,
        };
        let mut bits = 128;
        loop {
            let enclosure = self.enclosure(bits.min(bound))?;
            if !enclosure.has_zero() {
                return Ok(false);
            }
            if enclosure.bits >= bound {
                break;
            }
            bits *= 2;
        }
        match self.0.kind {
            Kind::Algebraic { .. } => Ok(true),
            _ => Err(NumberError::Undecided { bits: bound }),
        }
    }

    /// Whether x is irrational: exact for algebraic numbers and rational functions of pi or of e, else unknown.
    ///
    /// ```
    /// use wythoff_numbers::real::Real;
    /// let irrational = |text| Real::parse(text).unwrap().is_irrational();
    /// assert_eq!(irrational("sqrt(2)+sqrt(3)"), Some(true));
    /// assert_eq!(irrational("(1+pi)/(2+2*pi)"), Some(false));
    /// assert_eq!(irrational("pi+e"), None);
    /// ```
    pub fn is_irrational(&self) -> Option<bool> {
        match self.to_rational() {
            Ok(None) => Some(true),
            Ok(Some(_)) => Some(false),
            Err(_) => None,
        }
    }

    /// The fraction that x is, or `None` for an irrational number; an error where neither is known.
    pub fn to_rational(&self) -> Result<Option<Rational>, NumberError> {
        match self.0.kind {
            _ if self.as_quadratic().is_some() => Ok(self.as_quadratic().and_then(Quadratic::to_rational)),
            Kind::Algebraic { measure, .. } => {
                if matches!(self.0.node, Node::Root(..)) {
                    return Ok(None);
                }
                if measure > SEPARATION_LIMIT {
                    return Err(NumberError::Undecided { bits: SEPARATION_LIMIT });
                }
                // A fraction p/q equal to x has |p|, |q| <= 2^measure, and only one such lies near x.
                let e = self.enclosure(2 * measure + 16)?;
                let scale = Integer::power_of_2(e.bits);
                let low = Rational::from_integers(e.low, scale.clone());
                let high = Rational::from_integers(e.high, scale);
                let candidate = simplest_closed(&low, &high);
                let zero = self.sub(&Real::from(candidate.clone())).is_zero(PRECISION_LIMIT)?;
                Ok(zero.then_some(candidate))
            }
            Kind::Rational { numerator, denominator, .. } => {
                let degree = numerator.saturating_add(denominator);
                for r in 2..2 + 16 * (degree.min(4096) + 2) {
                    if let Some(value) = self.substituted(&Rational::from(r)) {
                        let constant = self.sub(&value).vanishes_identically(degree)?;
                        return if constant { value.to_rational() } else { Ok(None) };
                    }
                }
                Err(NumberError::Undecided { bits: 0 })
            }
            Kind::Open => Err(NumberError::Undecided { bits: 0 }),
        }
    }

    /// The same number, as a fraction where it is a constant written with pi or with e, such as pi/pi: its floors are then
    /// as fast as those of a fraction.
    pub fn simplified(self) -> Real {
        match self.0.kind {
            Kind::Rational { .. } if self.as_quadratic().is_none() => match self.to_rational() {
                Ok(Some(value)) => Real::from(value),
                _ => self,
            },
            _ => self,
        }
    }

    /// The order of x against a fraction.
    pub fn cmp_rational(&self, x: &Rational) -> Result<Ordering, NumberError> {
        self.compare(&Real::from(x.clone()))
    }

    /// The order of two numbers.
    pub fn compare(&self, other: &Real) -> Result<Ordering, NumberError> {
        if let (Some(x), Some(y)) = (self.as_quadratic(), other.as_quadratic()) {
            return Ok(x.cmp(y));
        }
        let difference = self.sub(other);
        if difference.is_zero(PRECISION_LIMIT)? {
            return Ok(Ordering::Equal);
        }
        let mut bits = 64;
        loop {
            let e = difference.enclosure(bits)?;
            if !e.has_zero() {
                return Ok(if e.low > 0 { Ordering::Greater } else { Ordering::Less });
            }
            bits *= 2;
        }
    }

    /// floor(x).
    pub fn floor(&self) -> Result<Integer, NumberError> {
        self.floor_mul(&Integer::ONE)
    }

    /// floor(n x).
    pub fn floor_mul(&self, n: &Integer) -> Result<Integer, NumberError> {
        match self.as_quadratic() {
            Some(q) => Ok(q.floor_mul(n)),
            None => self.floor_affine(n, &Real::from(0)),
        }
    }

    /// floor(n x + y), guaranteed, or an error that says why it cannot be settled.
    ///
    /// Costs one enclosure of x with about as many bits as n has, kept for the next call.
    pub fn floor_affine(&self, n: &Integer, y: &Real) -> Result<Integer, NumberError> {
        if let (Some(x), Some(y)) = (self.as_quadratic(), y.as_quadratic()) {
            return Ok(x.floor_affine(n, y));
        }
        let size = n.significant_bits();
        let mut bits = size + 32;
        // Ties with an integer are rare: look twice before asking whether there is one.
        for _ in 0..2 {
            if let Ok(floor) = self.affine_floors(n, y, bits)? {
                return Ok(floor);
            }
            bits *= 2;
        }
        let value = Real::from(n.clone()).mul(self).add(y);
        let limit = PRECISION_LIMIT + 2 * size;
        loop {
            let nearest = match self.affine_floors(n, y, bits)? {
                Ok(floor) => return Ok(floor),
                Err(high) => high,
            };
            // The enclosure holds the integer `nearest` and, being narrow, no other.
            if value.sub(&Real::from(nearest.clone())).is_zero(limit)? {
                return Ok(nearest);
            }
            // Not equal: a finite refinement separates the number from the integer.
            bits *= 2;
        }
    }

    /// floor(n x + y) from enclosures, or the integer that the enclosure still contains above its lower end.
    fn affine_floors(&self, n: &Integer, y: &Real, bits: u64) -> Result<Result<Integer, Integer>, Stop> {
        let x = self.enclosure(bits)?;
        let (mut low, mut high) = (n * x.low, n * x.high);
        if *n < 0 {
            std::mem::swap(&mut low, &mut high);
        }
        let scale = x.bits;
        let y = y.enclosure(scale)?.rounded_to(scale);
        let (low, high) = ((low + y.low) >> scale, (high + y.high) >> scale);
        Ok(if low == high { Ok(low) } else { Err(high) })
    }

    /// The modulus beta with 1/alpha + 1/beta = 1, that is alpha/(alpha - 1).
    ///
    /// ```
    /// use wythoff_numbers::{Integer, real::Real};
    /// let beta = Real::parse("pi/2").unwrap().complement().unwrap();
    /// assert_eq!(beta.floor_mul(&Integer::from(4)).unwrap(), 11);
    /// ```
    pub fn complement(&self) -> Result<Real, NumberError> {
        if let Some(q) = self.as_quadratic() {
            return Ok(Real::from(q.complement().map_err(|_| NumberError::NoComplement(q.to_string()))?));
        }
        match self.sub(&Real::from(1)).recip() {
            // alpha/(alpha - 1) = 1 + 1/(alpha - 1)
            Ok(inverse) => Ok(inverse.add(&Real::from(1))),
            Err(NumberError::DivisionByZero) => Err(NumberError::NoComplement(self.to_string())),
            Err(e) => Err(e),
        }
    }

    /// The first `terms` partial quotients; fewer for a fraction.
    ///
    /// ```
    /// use wythoff_numbers::real::Real;
    /// let quotients = Real::parse("pi").unwrap().continued_fraction(5).unwrap();
    /// assert_eq!(quotients, [3, 7, 15, 1, 292]);
    /// ```
    pub fn continued_fraction(&self, terms: usize) -> Result<Vec<Integer>, NumberError> {
        if let Some(q) = self.as_quadratic() {
            return Ok(q.partial_quotients().take(terms).collect());
        }
        if let Ok(Some(x)) = self.to_rational() {
            return Ok(Quadratic::rational(&x).partial_quotients().take(terms).collect());
        }
        let open = self.0.kind == Kind::Open;
        let mut bits = 64 + 8 * terms as u64;
        loop {
            let e = self.enclosure(bits)?;
            let scale = Integer::power_of_2(e.bits);
            let end = |n| Quadratic::rational(&Rational::from_integers(n, scale.clone())).partial_quotients();
            let agreed: Vec<Integer> = end(e.low)
                .zip(end(e.high))
                .take(terms + 1)
                .take_while(|(a, b)| a == b)
                .map(|(a, _)| a)
                .collect();
            if agreed.len() > terms {
                return Ok(agreed.into_iter().take(terms).collect());
            }
            if open && bits > PRECISION_LIMIT.saturating_mul(1 + terms as u64) {
                return Err(NumberError::Undecided { bits });
            }
            bits *= 2;
        }
    }

    /// The first `terms` convergents p/q.
    pub fn convergents(&self, terms: usize) -> Result<Vec<(Integer, Integer)>, NumberError> {
        Ok(Convergents::new(self.continued_fraction(terms)?.into_iter()).collect())
    }

    /// x with `digits` decimals, rounded towards minus infinity: floor(10^digits x)/10^digits as text.
    pub fn to_decimal(&self, digits: u32) -> Result<String, NumberError> {
        let scaled = self.floor_mul(&Integer::from(10).pow(u64::from(digits)))?;
        let mut text = scaled.unsigned_abs_ref().to_string();
        if digits > 0 {
            let width = digits as usize + 1;
            if text.len() < width {
                text.insert_str(0, &"0".repeat(width - text.len()));
            }
            text.insert(text.len() - digits as usize, '.');
        }
        Ok(if scaled < 0 { format!("-{text}") } else { text })
    }
}

/// The root of a z^2 + b z + c that `root` isolates, as a quadratic number.
fn quadratic_root(
    a: &Integer,
    b: &Integer,
    c: &Integer,
    root: &Root,
    near: &Rational,
) -> Result<Real, NumberError> {
    let discriminant = b.square() - ((a * c) << 2u32);
    if discriminant < 0 {
        return Err(NumberError::NoRealRoot);
    }
    let d = discriminant.unsigned_abs();
    let e = root.enclosure();
    let scale = Integer::power_of_2(e.bits);
    for sign in [1, -1] {
        let candidate = Quadratic::new(-b, sign, d.clone(), a << 1u32)?;
        let scaled = candidate.mul_integer(&scale);
        if scaled > Quadratic::integer(e.low.clone()) && scaled < Quadratic::integer(e.high.clone()) {
            return Ok(Real::from(candidate));
        }
    }
    // One of the two lies in the cell; keep the general form rather than trust that.
    Ok(Real::node(Node::Root(Box::new(root.clone()), near.clone())))
}

impl From<Quadratic> for Real {
    fn from(q: Quadratic) -> Real {
        Real::node(Node::Quadratic(q))
    }
}

impl From<Rational> for Real {
    fn from(x: Rational) -> Real {
        Real::from(Quadratic::rational(&x))
    }
}

impl From<Integer> for Real {
    fn from(n: Integer) -> Real {
        Real::from(Quadratic::integer(n))
    }
}

impl From<i64> for Real {
    fn from(n: i64) -> Real {
        Real::from(Quadratic::integer(n))
    }
}

impl From<Natural> for Real {
    fn from(n: Natural) -> Real {
        Real::from(Integer::from(n))
    }
}

impl std::str::FromStr for Real {
    type Err = NumberError;

    fn from_str(text: &str) -> Result<Real, NumberError> {
        Real::parse(text)
    }
}

/// A polynomial (constant term first) as text in the variable z.
fn polynomial_text(p: &[Integer]) -> String {
    let mut text = String::new();
    for (power, c) in p.iter().enumerate().rev().filter(|(_, c)| **c != 0) {
        let sign = if *c < 0 {
            "-"
        } else if text.is_empty() {
            ""
        } else {
            "+"
        };
        let size = c.unsigned_abs();
        let variable = match power {
            0 => String::new(),
            1 => "z".to_owned(),
            k => format!("z^{k}"),
        };
        text += sign;
        text += &match (power, size == 1u32) {
            (0, _) => size.to_string(),
            (_, true) => variable,
            _ => format!("{size}*{variable}"),
        };
    }
    text
}

/// An exact decimal for a fraction that was written as one.
fn decimal_text(x: &Rational) -> String {
    let mut scale = Integer::ONE;
    let mut digits = 0;
    while !(x * Rational::from(&scale)).is_integer() && digits < 64 {
        scale *= Integer::from(10);
        digits += 1;
    }
    Real::from(x.clone()).to_decimal(digits).unwrap_or_else(|_| x.to_string())
}

impl fmt::Display for Real {
    /// Text that [`Real::parse`] reads back as the same number.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match &self.0.node {
            Node::Quadratic(q) => write!(f, "{q}"),
            Node::Root(root, near) => {
                write!(f, "root({}, {})", polynomial_text(&root.polynomial), decimal_text(near))
            }
            Node::Pi => f.write_str("pi"),
            Node::E => f.write_str("e"),
            Node::Sum(x, y) => write!(f, "({x}+{y})"),
            Node::Product(x, y) => write!(f, "({x})*({y})"),
            Node::Reciprocal(x) => write!(f, "1/({x})"),
            Node::Sqrt(x) => write!(f, "sqrt({x})"),
            Node::Power(x, k) => write!(f, "({x})^{k}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn real(text: &str) -> Real {
        Real::parse(text).unwrap_or_else(|e| panic!("{text}: {e}"))
    }

    fn int(n: i64) -> Integer {
        Integer::from(n)
    }

    /// Numbers of high degree against constants of many digits are refined far: within the budget of whoever asks.
    #[test]
    fn comparisons_are_paid_for() {
        use crate::{Budget, within};
        let (x, y) = (real("root(z^9-7, 1.2)+sqrt(2)"), real("root(z^9-7, 1.2)*root(z^7-5, 1.2)+1/10^100"));
        let zero = || x.add(&y).sub(&y.add(&x));
        let asked = |budget: &Budget| within(budget, || zero().is_zero(PRECISION_LIMIT));
        let short = asked(&Budget::default().with_work(100_000));
        assert!(matches!(short, Err(NumberError::Stopped(Stop::Work))), "{short:?}");
        let cancelled = Budget::default();
        cancelled.cancel();
        assert!(matches!(asked(&cancelled), Err(NumberError::Stopped(Stop::Cancelled))));
    }

    #[test]
    fn decimals_of_known_numbers() {
        for (text, decimals) in [
            ("(1+sqrt(5))/2", "1.61803398874989484820458683436563811772"),
            ("pi", "3.14159265358979323846264338327950288419"),
            ("e", "2.71828182845904523536028747135266249775"),
            ("1+1/pi", "1.31830988618379067153776752674502872406"),
            ("root(z^3-z^2-z-1, 1.8)", "1.83928675521416113255185256465328660042"),
            ("sqrt(2)+sqrt(3)", "3.14626436994197234232913506571557044551"),
            ("-pi/2", "-1.57079632679489661923132169163975144210"),
            ("sqrt(pi)", "1.77245385090551602729816748334114518279"),
            ("sqrt(sqrt(2))", "1.18920711500272106671749997056047591529"),
            ("sqrt(1/pi^100)", "0.00000000000000000000000013883736586582"),
            ("e^3", "20.08553692318766774092852965458171789698"),
            ("0", "0.00000000000000000000000000000000000000"),
            ("-1/8", "-0.12500000000000000000000000000000000000"),
        ] {
            assert_eq!(real(text).to_decimal(38).unwrap(), decimals, "{text}");
        }
    }

    #[test]
    fn ties_with_integers_are_settled() {
        // sqrt(2) sqrt(3) - sqrt(6) = 0, not seen by the quadratic arithmetic once hidden in sums.
        let hidden = real("(1+sqrt(2))*(1+sqrt(3))-1-sqrt(2)-sqrt(3)-sqrt(6)");
        assert_eq!(hidden.floor().unwrap(), 0);
        assert_eq!(hidden.is_irrational(), Some(false));
        let t = real("root(z^3-z^2-z-1, 1.8)");
        let identity = t.pow(3).sub(&t.pow(2)).sub(&t);
        assert_eq!(identity.floor().unwrap(), 1);
        assert_eq!(identity.sub(&real("1/1000000")).floor().unwrap(), 0);
        assert_eq!(t.floor_affine(&int(3), &t.mul(&Real::from(-3))).unwrap(), 0);
        assert_eq!(real("(pi^2-1)/(pi-1)-pi").floor().unwrap(), 1);
        assert_eq!(
            real("pi*e-e*pi").floor().unwrap_err(),
            NumberError::Undecided { bits: PRECISION_LIMIT + 2 }
        );
    }

    #[test]
    fn irrationality() {
        for (text, expected) in [
            ("7/4", Some(false)),
            ("sqrt(49)", Some(false)),
            ("root(z^3-2, 1)", Some(true)),
            ("root(z^3-8, 1)", Some(false)),
            ("sqrt(2)*sqrt(2)", Some(false)),
            ("sqrt(3+2*sqrt(2))-sqrt(2)", Some(false)),
            ("pi/2", Some(true)),
            ("pi*sqrt(2)", Some(true)),
            ("1/(1+e)", Some(true)),
            ("pi-pi", Some(false)),
            ("pi*e", None),
            ("sqrt(pi)", None),
        ] {
            assert_eq!(real(text).is_irrational(), expected, "{text}");
        }
    }

    #[test]
    fn complements_partition() {
        for text in ["sqrt(2)", "pi/2", "e/2", "1+1/pi", "root(z^3-z^2-z-1, 1.8)", "(sqrt(13)-1)/2"] {
            let alpha = real(text);
            let beta = alpha.complement().unwrap();
            let mut seen = vec![0u8; 400];
            for sequence in [&alpha, &beta] {
                for n in 1..400 {
                    let term = sequence.floor_mul(&int(n)).unwrap();
                    if let Some(count) = usize::try_from(&term).ok().and_then(|t| seen.get_mut(t)) {
                        *count += 1;
                    }
                }
            }
            assert!(seen[1..].iter().all(|&c| c == 1), "{text}");
        }
        assert!(real("1").complement().is_err());
        assert!(real("pi-pi+1").complement().is_err());
    }

    #[test]
    fn continued_fractions() {
        assert_eq!(real("e").continued_fraction(12).unwrap(), [2, 1, 2, 1, 1, 4, 1, 1, 6, 1, 1, 8]);
        assert_eq!(real("415/93").continued_fraction(12).unwrap(), [4, 2, 6, 7]);
        assert_eq!(real("root(z^3-2,1)").continued_fraction(8).unwrap(), [1, 3, 1, 5, 1, 1, 4, 1]);
        assert_eq!(real("pi-pi+7/2").continued_fraction(8).unwrap(), [3, 2]);
        let convergents = real("pi").convergents(4).unwrap();
        assert_eq!(convergents[3], (int(355), int(113)));
    }

    #[test]
    fn mistakes_have_places() {
        for (text, at) in [
            ("", 0),
            ("sqrt(2", 6),
            ("2 +", 3),
            ("1/(2-2)", 1),
            ("3 x", 2),
            ("sqrt(-1)", 0),
            ("root(z^2+1, 0)", 0),
            ("root(3, 0)", 5),
            ("root(z^2-2, 0)", 0),
            ("root(z-y, 0)", 7),
            ("foo", 0),
            ("2^x", 2),
            ("1/(pi-pi)", 1),
            ("((((pi^256)^256)^256)^256)", 20),
            ("((((10^256)^256)^256)^256)", 20),
        ] {
            let error = Real::parse(text).expect_err(text);
            assert_eq!(error.at(), Some(at), "{text}: {error}");
        }
        assert!(Real::parse(&"(".repeat(100_000)).is_err());
    }

    #[test]
    fn long_texts_are_answered_or_refused() {
        let nested =
            |open: &str, core: &str, close: &str| format!("{}{core}{}", open.repeat(90), close.repeat(90));
        for text in [
            format!("pi{}", "+pi".repeat(480)),
            format!("pi{}", "-sqrt(2)".repeat(240)),
            nested("1/(1+", "pi", ")"),
            nested("sqrt(1+", "e", ")"),
            nested("sqrt(", "2", ")"),
            nested("(", "pi*e", ")^2"),
            format!("root(z^100-{}, 1)", "9".repeat(2000)),
        ] {
            if let Ok(x) = Real::parse(&text) {
                assert!(x.floor_mul(&Integer::from(10).pow(50)).is_ok());
                let _ = x.is_irrational();
            }
        }
    }

    #[test]
    fn a_huge_multiple_of_pi() {
        // n pi for n = 10^3000 is the decimal expansion itself; its fraction obeys the recurrence of 355/113's error.
        let pi = real("pi");
        let n = Integer::from(10).pow(3000);
        let floor = pi.floor_mul(&n).unwrap();
        let digits = floor.to_string();
        assert!(digits.starts_with("31415926535897932384626433832795028841971693993751"));
        assert_eq!(digits.len(), 3001);
        // floor(2 n pi) is 2 floor(n pi) or one more.
        let twice = pi.floor_mul(&(&n << 1u32)).unwrap();
        let rest = twice - (floor << 1u32);
        assert!(rest == 0 || rest == 1);
    }

    proptest! {
        #[test]
        fn the_general_path_agrees_with_the_quadratic_one(a in -20i64..20, b in -9i64..9, d in 2u64..40, c in 1i64..9,
                                                         n in -100_000i64..100_000, m in -9i64..9) {
            let exact = Quadratic::new(a, b, d, c).unwrap();
            // (a + b root(z^2 - d))/c built from nodes that the quadratic arithmetic never merges
            let surd = Real::node(Node::Sqrt(Real::from(d as i64)));
            let general = Real::node(Node::Product(
                Real::node(Node::Sum(Real::from(a), Real::node(Node::Product(Real::from(b), surd)))),
                Real::from(Rational::from_signeds(1, c)),
            ));
            let (n, beta) = (Integer::from(n), Rational::from_signeds(m, 7));
            prop_assert_eq!(
                general.floor_affine(&n, &Real::from(beta.clone())).unwrap(),
                exact.floor_affine(&n, &Quadratic::rational(&beta))
            );
        }

        #[test]
        fn text_reads_back(a in -20i64..20, b in -9i64..9, d in 2u64..40, c in 1i64..9) {
            let x = Real::from(Quadratic::new(a, b, d, c).unwrap());
            prop_assert_eq!(real(&x.to_string()).compare(&x), Ok(Ordering::Equal));
            let y = x.add(&real("root(z^3-z^2-z-1, 1.8)")).mul(&Real::pi());
            prop_assert_eq!(real(&y.to_string()).to_decimal(20), y.to_decimal(20));
        }
    }
}
