//! Is a finite sequence floor(n a + b)? The linear-time test of Boshernitzan and Fraenkel, with all lines that fit.
//!
//! s_n <= n a + b < s_n + 1 for all n holds for some b iff (s_j - s_i - 1)/(j - i) < a < (s_j - s_i + 1)/(j - i) for all
//! i < j, so the slopes that fit are an open interval. It is kept as the terms come in, by tangents to the convex hulls
//! of the points (n, s_n) and (n, s_n + 1), each point entering and leaving a hull once (O'Rourke); ledger LEX-BFALG.

use crate::error::NumberError;
use std::cmp::Ordering;
use std::ops::{Add, Mul, Sub};

use crate::fraction::simplest_open;
use crate::int::traits::*;
use crate::int::{Integer, Rational};
use crate::real::Real;

/// Integers in which slopes are compared: `i128` for machine-word data, [`Integer`] for any.
pub trait Coordinate: Clone + Ord + From<i64> + Into<Integer> {
    /// (b - a)(d - c) as an order against (f - e)(h - g).
    fn cross(ba: (&Self, &Self), dc: (&Self, &Self), fe: (&Self, &Self), hg: (&Self, &Self)) -> Ordering;
    /// a + 1.
    fn successor(&self) -> Self;
}

fn cross_of<T>(ba: (&T, &T), dc: (&T, &T), fe: (&T, &T), hg: (&T, &T)) -> Ordering
where
    T: Ord + Mul<Output = T>,
    for<'a> &'a T: Sub<&'a T, Output = T>,
{
    ((ba.0 - ba.1) * (dc.0 - dc.1)).cmp(&((fe.0 - fe.1) * (hg.0 - hg.1)))
}

fn successor_of<T: From<i64>>(x: &T) -> T
where
    for<'a> &'a T: Add<T, Output = T>,
{
    x + T::from(1)
}

impl Coordinate for i128 {
    fn cross(ba: (&i128, &i128), dc: (&i128, &i128), fe: (&i128, &i128), hg: (&i128, &i128)) -> Ordering {
        cross_of(ba, dc, fe, hg)
    }
    fn successor(&self) -> i128 {
        successor_of(self)
    }
}

impl Coordinate for Integer {
    fn cross(
        ba: (&Integer, &Integer),
        dc: (&Integer, &Integer),
        fe: (&Integer, &Integer),
        hg: (&Integer, &Integer),
    ) -> Ordering {
        cross_of(ba, dc, fe, hg)
    }
    fn successor(&self) -> Integer {
        successor_of(self)
    }
}

/// A point (index, value).
#[derive(Debug, Clone)]
struct Point<T> {
    x: T,
    y: T,
}

/// The order of the slopes of p -> q and r -> s, where the first coordinates increase.
fn slopes<T: Coordinate>(p: &Point<T>, q: &Point<T>, r: &Point<T>, s: &Point<T>) -> Ordering {
    T::cross((&q.y, &p.y), (&s.x, &r.x), (&s.y, &r.y), (&q.x, &p.x))
}

/// A hull whose front is dropped as the tangent moves along.
#[derive(Debug, Clone)]
struct Hull<T> {
    points: Vec<Point<T>>,
    front: usize,
    /// The slope order that a hull must not have between neighbours: `Less` for an upper hull.
    wrong: Ordering,
}

impl<T: Coordinate> Hull<T> {
    fn new(wrong: Ordering) -> Self {
        Hull { points: Vec::new(), front: 0, wrong }
    }

    fn push(&mut self, p: Point<T>) {
        while let [.., a, b] = &self.points[self.front..] {
            let turn = slopes(a, b, b, &p);
            if turn == self.wrong || turn == Ordering::Equal {
                self.points.pop();
            } else {
                break;
            }
        }
        self.points.push(p);
    }

    /// Moves the front to the point from which the slope to p is extreme: `better` than from its neighbours.
    fn tangent(&mut self, p: &Point<T>, better: Ordering) -> Option<Point<T>> {
        while let [a, b, ..] = &self.points[self.front..] {
            if slopes(b, p, a, p) != better {
                break;
            }
            self.front += 1;
        }
        self.points.get(self.front).cloned()
    }
}

/// A sequence read term by term, with all lines n a + b whose floors are its terms.
///
/// ```
/// use wythoff_numbers::{Rational, spectrum::Spectrum};
/// let mut wythoff: Spectrum<i128> = Spectrum::new(1);
/// for term in [1, 3, 4, 6, 8, 9, 11, 12, 14] {
///     wythoff.push(term).unwrap();
/// }
/// assert_eq!(wythoff.slopes(), (Some(Rational::from_signeds(3, 2)), Some(Rational::from_signeds(5, 3))));
/// let refutation = wythoff.push(17).unwrap_err();
/// assert_eq!(refutation.index, 10);
/// ```
#[derive(Debug, Clone)]
pub struct Spectrum<T> {
    next: i64,
    /// Upper hull of (n, s_n).
    lower: Hull<T>,
    /// Lower hull of (n, s_n + 1).
    upper: Hull<T>,
    /// An upper point and a later lower point: every fitting slope is greater than theirs.
    least: Option<(Point<T>, Point<T>)>,
    /// A lower point and a later upper point: every fitting slope is less than theirs.
    greatest: Option<(Point<T>, Point<T>)>,
}

/// The first term that no line allows, with the two pairs of indices that contradict each other.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "the term at index {index} refutes floor(n a + b): indices {low:?} need a > {above}, indices {high:?} need a < {below}"
)]
pub struct Refutation {
    /// The index of the term.
    pub index: i64,
    /// Indices (i, j) with a > (s_j - s_i - 1)/(j - i) = `above`.
    pub low: (i64, i64),
    /// Indices (i, j) with a < (s_j - s_i + 1)/(j - i) = `below`.
    pub high: (i64, i64),
    /// The lower bound.
    pub above: Rational,
    /// The upper bound, not greater than the lower.
    pub below: Rational,
}

/// All (a, b) with s_n = floor(n a + b): a polygon that contains its lower boundary without the two end points.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lines {
    /// The corners of the lower boundary, from the least slope to the greatest, the two ends included.
    pub lower: Vec<(Rational, Rational)>,
    /// The corners of the upper boundary between the same ends; none of it belongs to the set.
    pub upper: Vec<(Rational, Rational)>,
}

fn slope_of<T: Coordinate>(p: &Point<T>, q: &Point<T>) -> Rational {
    let (px, py): (Integer, Integer) = (p.x.clone().into(), p.y.clone().into());
    let (qx, qy): (Integer, Integer) = (q.x.clone().into(), q.y.clone().into());
    Rational::from_integers(qy - py, qx - px)
}

fn index_of<T: Coordinate>(p: &Point<T>) -> i64 {
    // Indices come from an i64 counter.
    i64::try_from(&p.x.clone().into()).unwrap_or(i64::MAX)
}

/// y - x a, the intercept of the line with slope a through a point.
fn intercept<T: Coordinate>(p: &Point<T>, a: &Rational) -> Rational {
    let (x, y): (Integer, Integer) = (p.x.clone().into(), p.y.clone().into());
    Rational::from(y) - a * Rational::from(x)
}

impl<T: Coordinate> Spectrum<T> {
    /// No terms yet; the first will have index `start`.
    pub fn new(start: i64) -> Self {
        Spectrum {
            next: start,
            lower: Hull::new(Ordering::Less),
            upper: Hull::new(Ordering::Greater),
            least: None,
            greatest: None,
        }
    }

    /// Adds the next term, or refutes. Amortised O(1). After a refutation the terms before it still stand.
    pub fn push(&mut self, term: T) -> Result<(), Box<Refutation>> {
        let x = T::from(self.next);
        let high = Point { x: x.clone(), y: term.successor() };
        let low = Point { x, y: term };
        // Beyond the last index the fitting lines run strictly between those of least and greatest slope.
        if let Some((p, q)) = &self.least
            && slopes(p, &high, p, q) != Ordering::Greater
        {
            return Err(Box::new(Refutation {
                index: self.next,
                low: (index_of(p), index_of(q)),
                high: (index_of(q), self.next),
                above: slope_of(p, q),
                below: slope_of(q, &high),
            }));
        }
        if let Some((p, q)) = &self.greatest
            && slopes(p, &low, p, q) != Ordering::Less
        {
            return Err(Box::new(Refutation {
                index: self.next,
                low: (index_of(q), self.next),
                high: (index_of(p), index_of(q)),
                above: slope_of(q, &low),
                below: slope_of(p, q),
            }));
        }
        if self.least.as_ref().is_none_or(|(p, q)| slopes(p, &low, p, q) == Ordering::Greater) {
            self.least = self.upper.tangent(&low, Ordering::Greater).map(|p| (p, low.clone()));
        }
        if self.greatest.as_ref().is_none_or(|(p, q)| slopes(p, &high, p, q) == Ordering::Less) {
            self.greatest = self.lower.tangent(&high, Ordering::Less).map(|p| (p, high.clone()));
        }
        self.lower.push(low);
        self.upper.push(high);
        self.next += 1;
        Ok(())
    }

    /// The index that the next term will have.
    pub fn next_index(&self) -> i64 {
        self.next
    }

    /// The open interval of the slopes that fit; unbounded while there are fewer than two terms.
    pub fn slopes(&self) -> (Option<Rational>, Option<Rational>) {
        let of = |pair: &Option<(Point<T>, Point<T>)>| pair.as_ref().map(|(p, q)| slope_of(p, q));
        (of(&self.least), of(&self.greatest))
    }

    /// The intercepts b in [first, second) that fit with slope a; `None` if the slope does not fit or there is no term.
    pub fn intercepts(&self, a: &Rational) -> Option<(Rational, Rational)> {
        let (least, greatest) = self.slopes();
        if least.is_some_and(|l| *a <= l) || greatest.is_some_and(|g| *a >= g) {
            return None;
        }
        let low = self.lower.points[self.lower.front..].iter().map(|p| intercept(p, a)).max()?;
        let high = self.upper.points[self.upper.front..].iter().map(|p| intercept(p, a)).min()?;
        Some((low, high))
    }

    /// A line that fits: the slope with the least denominator, and the least intercept for it.
    pub fn witness(&self) -> Option<(Rational, Rational)> {
        let a = match self.slopes() {
            (Some(low), Some(high)) => simplest_open(&low, &high),
            _ => Rational::ZERO,
        };
        let b = self.intercepts(&a)?.0;
        Some((a, b))
    }

    /// Whether floor(n a + b) gives all the terms. O(size of the hulls) floors.
    pub fn fits(&self, a: &Real, b: &Real) -> Result<bool, NumberError> {
        let (least, greatest) = self.slopes();
        if let Some(l) = least
            && a.cmp_rational(&l)? != Ordering::Greater
        {
            return Ok(false);
        }
        if let Some(g) = greatest
            && a.cmp_rational(&g)? != Ordering::Less
        {
            return Ok(false);
        }
        for (hull, lower) in [(&self.lower, true), (&self.upper, false)] {
            for p in &hull.points[hull.front..] {
                let floor = a.floor_affine(&p.x.clone().into(), b)?;
                let y: Integer = p.y.clone().into();
                if (floor >= y) != lower {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// The polygon of all (a, b) that fit; `None` while there are fewer than two terms.
    pub fn lines(&self) -> Option<Lines> {
        let (Some(least), Some(greatest)) = self.slopes() else { return None };
        let corner = |p: &Point<T>, a: Rational| {
            let b = intercept(p, &a);
            (a, b)
        };
        let inside = |a: &Rational| *a > least && *a < greatest;
        let edges = |hull: &Hull<T>| {
            let points = &hull.points[hull.front..];
            let mut corners: Vec<(Rational, Rational)> = points
                .windows(2)
                .map(|w| corner(&w[0], slope_of(&w[0], &w[1])))
                .filter(|(a, _)| inside(a))
                .collect();
            corners.sort();
            corners
        };
        let (first, _) = self.least.as_ref()?;
        let (last, _) = self.greatest.as_ref()?;
        let mut lower = vec![corner(first, least.clone())];
        lower.extend(edges(&self.lower));
        lower.push(corner(last, greatest.clone()));
        Some(Lines { lower, upper: edges(&self.upper) })
    }
}

/// Reads machine-word terms with indices from `start`; the lines that fit, or the first index that refutes. Linear time.
///
/// ```
/// use wythoff_numbers::spectrum::fit;
/// let terms: Vec<i64> = (1..1000i64).map(|n| n * 355 / 113 - 2).collect();
/// assert!(fit(1, &terms).is_ok());
/// assert_eq!(fit(1, &[1, 4, 5]).unwrap_err().index, 3);
/// ```
pub fn fit(start: i64, terms: &[i64]) -> Result<Spectrum<i128>, Box<Refutation>> {
    let mut spectrum = Spectrum::new(start);
    for &term in terms {
        spectrum.push(i128::from(term))?;
    }
    Ok(spectrum)
}

/// The same for terms of any size.
pub fn fit_integers(start: i64, terms: &[Integer]) -> Result<Spectrum<Integer>, Box<Refutation>> {
    let mut spectrum = Spectrum::new(start);
    for term in terms {
        spectrum.push(term.clone())?;
    }
    Ok(spectrum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// All pairs: the open interval of slopes, or the first index that empties it.
    fn by_all_pairs(start: i64, s: &[i64]) -> Result<(Option<Rational>, Option<Rational>), i64> {
        let (mut low, mut high): (Option<Rational>, Option<Rational>) = (None, None);
        for j in 0..s.len() {
            for i in 0..j {
                let width = (j - i) as i64;
                let above = Rational::from_signeds(s[j] - s[i] - 1, width);
                let below = Rational::from_signeds(s[j] - s[i] + 1, width);
                low = Some(low.map_or(above.clone(), |l| l.max(above)));
                high = Some(high.map_or(below.clone(), |h| h.min(below)));
            }
            if let (Some(l), Some(h)) = (&low, &high)
                && l >= h
            {
                return Err(start + j as i64);
            }
        }
        Ok((low, high))
    }

    fn check(start: i64, terms: &[i64]) {
        match (fit(start, terms), by_all_pairs(start, terms)) {
            (Ok(s), Ok(interval)) => {
                assert_eq!(s.slopes(), interval, "{terms:?}");
                if let Some((a, b)) = s.witness() {
                    let (a, b) = (Real::from(a), Real::from(b));
                    for (n, term) in (start..).zip(terms) {
                        assert_eq!(a.floor_affine(&n.into(), &b).unwrap(), *term);
                    }
                    assert!(s.fits(&a, &b).unwrap());
                }
                if let Some(lines) = s.lines() {
                    // The middle of two neighbouring corners of the lower boundary is a line that fits.
                    for w in lines.lower.windows(2) {
                        let a = (&w[0].0 + &w[1].0) / Rational::TWO;
                        let b = (&w[0].1 + &w[1].1) / Rational::TWO;
                        assert!(s.fits(&Real::from(a), &Real::from(b)).unwrap(), "{terms:?}");
                    }
                    for (a, b) in &lines.upper {
                        assert_eq!(s.intercepts(a).unwrap().1, *b);
                        assert!(!s.fits(&Real::from(a.clone()), &Real::from(b.clone())).unwrap());
                    }
                }
                let big: Vec<Integer> = terms.iter().map(|&t| Integer::from(t)).collect();
                assert_eq!(fit_integers(start, &big).unwrap().slopes(), s.slopes());
            }
            (Err(refutation), Err(index)) => {
                assert_eq!(refutation.index, index, "{terms:?}");
                assert!(refutation.above >= refutation.below);
                let at = |n: i64| Rational::from(terms[(n - start) as usize]);
                let slope =
                    |(i, j): (i64, i64), d: i64| (at(j) - at(i) + Rational::from(d)) / Rational::from(j - i);
                assert_eq!(slope(refutation.low, -1), refutation.above);
                assert_eq!(slope(refutation.high, 1), refutation.below);
            }
            (fast, slow) => panic!("{terms:?}: {fast:?} against {slow:?}"),
        }
    }

    #[test]
    fn coordinates_of_wytlex_three() {
        // LEX after Theorem 13: no coordinate is a Beatty sequence; three terms suffice.
        for terms in [[1, 4, 5], [2, 7, 9], [3, 10, 13]] {
            check(1, &terms);
            assert!(fit(1, &terms).is_err());
        }
    }

    #[test]
    fn a_long_irrational_spectrum() {
        let (a, b) = (Real::parse("pi/2").unwrap(), Real::parse("e/7").unwrap());
        let terms: Vec<i64> = (1..3000)
            .map(|n| i64::try_from(&a.floor_affine(&Integer::from(n), &b).unwrap()).unwrap())
            .collect();
        let s = fit(1, &terms).unwrap();
        assert!(s.fits(&a, &b).unwrap());
        assert!(!s.fits(&a, &Real::parse("e/7+1/100").unwrap()).unwrap());
    }

    proptest! {
        #[test]
        fn agrees_with_all_pairs_on_lines(p in -30i64..30, q in 1i64..12, c in -20i64..20, start in -3i64..3, len in 0usize..40) {
            let terms: Vec<i64> = (0..len as i64).map(|n| (p * (n + start) + c).div_euclid(q)).collect();
            check(start, &terms);
        }

        #[test]
        fn agrees_with_all_pairs_near_lines(p in 1i64..30, q in 1i64..12, at in 0usize..30, by in -1i64..=1, len in 1usize..30) {
            let mut terms: Vec<i64> = (0..len as i64).map(|n| (p * n).div_euclid(q)).collect();
            let at = at % len;
            terms[at] += by;
            check(0, &terms);
        }

        #[test]
        fn agrees_with_all_pairs_on_walks(steps in proptest::collection::vec(1i64..=2, 0..12)) {
            let terms: Vec<i64> = steps.iter().scan(0, |s, d| { *s += d; Some(*s) }).collect();
            check(1, &terms);
        }
    }
}
