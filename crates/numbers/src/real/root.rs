//! Real roots of integer polynomials: isolation by Sturm sequences, refinement by quadratic interval refinement.
//!
//! A root is kept as a square-free polynomial and a dyadic cell [m, m+1]/2^k on which it changes sign exactly once.
//! Refinement (Abbott) guesses a subcell by the secant and checks it by two signs, so precision doubles a step.

use std::cmp::Ordering;

use super::Enclosure;
use crate::budget::Stop;
use crate::int::traits::*;
use crate::int::{Integer, Natural, Rational};
use crate::paid::pay;

/// Coefficients from the constant term up; the last is not 0.
pub(super) type Polynomial = Vec<Integer>;

/// Halvings of the radius in the search for the nearest root.
const ROUNDS: u64 = 4096;

/// An irrational real root of a square-free integer polynomial, isolated.
#[derive(Debug, Clone)]
pub(super) struct Root {
    /// The square-free polynomial.
    pub(super) polynomial: Polynomial,
    /// The root lies in (cell, cell + 1)/2^bits.
    cell: Integer,
    bits: u64,
}

/// What the nearest root to a decimal turned out to be.
pub(super) enum Nearest {
    /// A fraction.
    Rational(Rational),
    /// An irrational number.
    Irrational(Root),
    /// The polynomial has no real root.
    None,
    /// Two roots are equally near, or too near to each other to tell within the bits tried.
    Ambiguous,
}

fn trim(p: &mut Vec<Rational>) {
    while p.last().is_some_and(|c| *c == 0) {
        p.pop();
    }
}

/// Remainder of p by d over the rationals; d is not empty.
fn remainder(mut p: Vec<Rational>, d: &[Rational]) -> Vec<Rational> {
    trim(&mut p);
    let Some(lead) = d.last() else { return p };
    while p.len() >= d.len() {
        let Some(top) = p.pop() else { break };
        let factor = top / lead;
        let shift = p.len() + 1 - d.len();
        for (i, c) in d[..d.len() - 1].iter().enumerate() {
            p[shift + i] -= &factor * c;
        }
        trim(&mut p);
    }
    p
}

fn derivative(p: &[Rational]) -> Vec<Rational> {
    p.iter().enumerate().skip(1).map(|(i, c)| c * Rational::from(i)).collect()
}

/// A positive multiple of p with coprime integer coefficients.
fn primitive(p: &[Rational]) -> Polynomial {
    let denominators = p.iter().fold(Natural::ONE, |l, c| l.lcm(c.to_denominator()));
    let scale = Rational::from(&denominators);
    let integers: Vec<Integer> = p.iter().map(|c| (c * &scale).floor()).collect();
    let content = integers.iter().fold(Natural::ZERO, |g, c| g.gcd(c.unsigned_abs()));
    if content == Natural::ZERO {
        return integers;
    }
    let content = Integer::from(content);
    integers.into_iter().map(|c| c.div_exact(&content)).collect()
}

fn rationals(p: &[Integer]) -> Vec<Rational> {
    p.iter().map(Rational::from).collect()
}

/// p divided by gcd(p, p').
fn square_free(p: &[Integer]) -> Polynomial {
    let p = rationals(p);
    let (mut a, mut b) = (p.clone(), derivative(&p));
    while !b.is_empty() {
        let r = rationals(&primitive(&remainder(a, &b)));
        a = std::mem::replace(&mut b, r);
    }
    if a.len() <= 1 {
        return primitive(&p);
    }
    // Exact division p / gcd.
    let mut rest = p;
    let mut quotient = vec![Rational::ZERO; rest.len() + 1 - a.len()];
    while rest.len() >= a.len() {
        let shift = rest.len() - a.len();
        let (Some(top), Some(lead)) = (rest.pop(), a.last()) else { break };
        let factor = top / lead;
        for (i, c) in a[..a.len() - 1].iter().enumerate() {
            rest[shift + i] -= &factor * c;
        }
        quotient[shift] = factor;
    }
    primitive(&quotient)
}

fn sturm(p: &[Integer]) -> Vec<Polynomial> {
    let first = rationals(p);
    let second = derivative(&first);
    let mut chain = vec![p.to_vec(), primitive(&second)];
    while let [.., a, b] = chain.as_slice() {
        if b.len() <= 1 {
            break;
        }
        let r: Vec<Rational> = remainder(rationals(a), &rationals(b)).into_iter().map(|c| -c).collect();
        if r.is_empty() {
            break;
        }
        chain.push(primitive(&r));
    }
    chain
}

/// The sign of p at the fraction x, by a homogeneous Horner scheme.
fn sign_at(p: &[Integer], x: &Rational) -> Ordering {
    let numerator = Integer::from_sign_and_abs_ref(*x >= 0, x.numerator_ref());
    let denominator = Integer::from(x.denominator_ref());
    let mut power = Integer::ONE;
    let mut value = Integer::ZERO;
    for c in p.iter().rev() {
        value = value * &numerator + c * &power;
        power *= &denominator;
    }
    value.sign()
}

/// 2^(bits deg p) p(m/2^bits).
fn value_at(p: &[Integer], m: &Integer, bits: u64) -> Integer {
    let mut value = Integer::ZERO;
    for (shift, c) in p.iter().rev().enumerate() {
        value = value * m + (c << (bits * shift as u64));
    }
    value
}

fn variations(chain: &[Polynomial], x: &Rational) -> usize {
    let signs: Vec<Ordering> =
        chain.iter().map(|p| sign_at(p, x)).filter(|s| *s != Ordering::Equal).collect();
    signs.windows(2).filter(|w| w[0] != w[1]).count()
}

/// The number of distinct real roots in [low, high].
fn count(chain: &[Polynomial], low: &Rational, high: &Rational) -> usize {
    let at_low = usize::from(sign_at(&chain[0], low) == Ordering::Equal);
    variations(chain, low).saturating_sub(variations(chain, high)) + at_low
}

/// Every root has absolute value at most 2 max |a_(n-k)/a_n|^(1/k) (Fujiwara), rounded up to a power of two.
fn root_bound(p: &[Integer]) -> Rational {
    let Some((lead, rest)) = p.split_last() else { return Rational::ONE };
    let lead = lead.significant_bits();
    let mut exponent = 0;
    for (k, c) in (1u64..).zip(rest.iter().rev()) {
        // |c/a_n| < 2^(bits c - bits a_n + 1)
        let ratio = (c.significant_bits() + 1).saturating_sub(lead);
        exponent = exponent.max(ratio.div_ceil(k));
    }
    Rational::from(Natural::power_of_2(exponent + 1))
}

/// The real root of p nearest to x. The polynomial is not constant.
pub(super) fn nearest(p: &[Integer], x: &Rational) -> Result<Nearest, Stop> {
    let p = square_free(p);
    if sign_at(&p, x) == Ordering::Equal {
        return Ok(Nearest::Rational(x.clone()));
    }
    let chain = sturm(&p);
    let bound = root_bound(&p);
    let mut far = (x - &bound).abs().max((x + &bound).abs());
    let total = count(&chain, &(x - &far), &(x + &far));
    if total == 0 {
        return Ok(Nearest::None);
    }
    // Shrink the radius until one root is left; `near` always holds none.
    let mut near = Rational::ZERO;
    let mut inside = total;
    for _ in 0..ROUNDS {
        if inside == 1 {
            break;
        }
        pay(p.len() as u64 * 1000)?;
        let radius = (&near + &far) / Rational::TWO;
        let n = count(&chain, &(x - &radius), &(x + &radius));
        if n == 0 {
            near = radius;
        } else {
            (far, inside) = (radius, n);
        }
    }
    if inside != 1 {
        return Ok(Nearest::Ambiguous);
    }
    let (low, high) = (x - &far, x + &far);
    for end in [&low, &high] {
        if sign_at(&p, end) == Ordering::Equal {
            return Ok(Nearest::Rational(end.clone()));
        }
    }
    isolate(p, &low, &high)
}

/// The single root of p in (low, high), not at an end.
fn isolate(p: Polynomial, low: &Rational, high: &Rational) -> Result<Nearest, Stop> {
    let left = sign_at(&p, low);
    let mut bits = 0u64;
    let (mut a, mut b) = loop {
        let scale = Rational::from(Natural::power_of_2(bits));
        let a: Integer = -((-(low * &scale)).floor());
        let b: Integer = (high * &scale).floor();
        if a < b {
            let (va, vb) = (value_at(&p, &a, bits), value_at(&p, &b, bits));
            for (m, v) in [(&a, &va), (&b, &vb)] {
                if *v == 0 {
                    return Ok(Nearest::Rational(Rational::from_integers_ref(m, &Integer::power_of_2(bits))));
                }
            }
            if va.sign() == left && vb.sign() != left {
                break (a, b);
            }
        }
        bits += 1;
    };
    while &b - &a > 1 {
        let mid = (&a + &b) >> 1u32;
        match value_at(&p, &mid, bits).sign() {
            Ordering::Equal => {
                return Ok(Nearest::Rational(Rational::from_integers(mid, Integer::power_of_2(bits))));
            }
            s if s == left => a = mid,
            _ => b = mid,
        }
    }
    // A rational root is k/c for the leading coefficient c: at most two candidates once the cell is narrow.
    let lead = p.last().map_or(Integer::ONE, |c| c.abs());
    let mut root = Root { polynomial: p, cell: a, bits };
    root.refine(lead.significant_bits() + 1)?;
    let first = (&lead * &root.cell) >> root.bits;
    for step in 0..=2u32 {
        let candidate = Rational::from_integers(&first + Integer::from(step), lead.clone());
        let scaled = &candidate * Rational::from(Natural::power_of_2(root.bits));
        let inside = scaled > root.cell && scaled < &root.cell + Integer::ONE;
        if inside && sign_at(&root.polynomial, &candidate) == Ordering::Equal {
            return Ok(Nearest::Rational(candidate));
        }
    }
    Ok(Nearest::Irrational(root))
}

impl Root {
    /// The degree of the polynomial.
    pub(super) fn degree(&self) -> u64 {
        self.polynomial.len() as u64 - 1
    }

    /// A bound for log2 of the measure of the polynomial: its 2-norm (Landau).
    pub(super) fn log_measure(&self) -> u64 {
        let norm: Natural = self.polynomial.iter().map(|c| c.unsigned_abs().square()).sum();
        norm.significant_bits() / 2 + 1
    }

    /// Narrows the cell to width 2^-bits or less.
    pub(super) fn refine(&mut self, bits: u64) -> Result<(), Stop> {
        let p = &self.polynomial;
        let degree = p.len() as u64 - 1;
        let mut at_low = value_at(p, &self.cell, self.bits);
        let mut at_high = value_at(p, &(&self.cell + Integer::ONE), self.bits);
        let sign = at_low.sign();
        let mut gain = 1u64;
        while self.bits < bits {
            let step = gain.min(bits - self.bits);
            // Values at two points, each a product of growing size for each degree.
            pay((self.bits + step).saturating_mul(degree).saturating_mul(degree) / 2 + 1)?;
            let base = &self.cell << step;
            let width = Integer::power_of_2(step);
            let next = self.bits + step;
            // The secant's guess, strictly inside the cell.
            let guess = if step == 1 {
                Integer::ONE
            } else {
                ((&at_low << step) / (&at_low - &at_high)).clamp(Integer::ONE, &width - Integer::ONE)
            };
            let middle = value_at(p, &(&base + &guess), next);
            let (other, right) = if middle.sign() == sign {
                (&guess + Integer::ONE, true)
            } else {
                (&guess - Integer::ONE, false)
            };
            let edge = if other == width {
                &at_high << (step * degree)
            } else if other == 0 {
                &at_low << (step * degree)
            } else {
                value_at(p, &(&base + &other), next)
            };
            if (edge.sign() == sign) == right {
                gain = (gain / 2).max(1);
                continue;
            }
            (at_low, at_high) = if right { (middle, edge) } else { (edge, middle) };
            self.cell = base + if right { guess } else { other };
            self.bits = next;
            gain *= 2;
        }
        Ok(())
    }

    /// The cell as an enclosure.
    pub(super) fn enclosure(&self) -> Enclosure {
        Enclosure { low: self.cell.clone(), high: &self.cell + Integer::ONE, bits: self.bits }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn poly(c: &[i64]) -> Polynomial {
        c.iter().map(|&c| Integer::from(c)).collect()
    }

    #[test]
    fn square_root_of_two_refines_to_the_integer_root() {
        let Nearest::Irrational(mut root) = nearest(&poly(&[-2, 0, 1]), &Rational::from(1)).unwrap() else {
            panic!()
        };
        for bits in [10u64, 100, 5000] {
            root.refine(bits).unwrap();
            let e = root.enclosure();
            assert!(e.bits >= bits);
            assert_eq!(Natural::exact_from(&e.low), (Natural::TWO << (2 * e.bits)).floor_sqrt());
        }
    }

    #[test]
    fn rational_repeated_and_missing_roots() {
        // (z - 2)^2 (3z + 1)
        let p = poly(&[4, 8, -11, 3]);
        assert!(matches!(nearest(&p, &Rational::from(5)).unwrap(), Nearest::Rational(r) if r == 2));
        assert!(
            matches!(nearest(&p, &Rational::from(0)).unwrap(), Nearest::Rational(r) if r == Rational::from_signeds(-1, 3))
        );
        assert!(matches!(nearest(&poly(&[1, 0, 1]), &Rational::from(0)).unwrap(), Nearest::None));
        assert!(matches!(nearest(&poly(&[-2, 0, 1]), &Rational::from(0)).unwrap(), Nearest::Ambiguous));
    }

    #[test]
    fn the_nearest_of_three() {
        // (z^2 - 2)(z^2 - 3): roots ±1.414, ±1.732
        let p = poly(&[6, 0, -5, 0, 1]);
        for (x, floor_hundred) in [(15, 141), (17, 173), (-15, -142), (-30, -174)] {
            let Nearest::Irrational(mut root) = nearest(&p, &Rational::from_signeds(x, 10)).unwrap() else {
                panic!()
            };
            root.refine(30).unwrap();
            assert_eq!((Integer::from(100) * &root.enclosure().low) >> root.bits, floor_hundred);
        }
    }
}
