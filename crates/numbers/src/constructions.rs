//! Constructions of the Wythoff sequences without a game (VIS 7.3): Mancala, steps, ranking, splitting, equations.
//!
//! Each gives L(n) = floor(n phi), U(n) = floor(n phi^2) or a generalisation by a route that does not know phi, so that it
//! can be compared with the formula.

use crate::error::NumberError;
use std::cmp::Ordering;
use std::collections::{BTreeMap, VecDeque};

use crate::int::traits::*;
use crate::int::{Integer, Rational};
use crate::real::Real;

/// Schroeder's Mancala with n stacks of 1, 2, ..., n chips: the number of steps, and the last row.
///
/// A step removes the leftmost stack and adds one chip to each stack to its right, leftover chips making new stacks of
/// one chip; the game ends, after at least one step, with n stacks of different sizes. The steps are L(n), and the last
/// row is n, n-1, ..., 1. A stack is not touched by each chip that lands on it: it holds what it began with and one chip
/// for each earlier stack that reached so far. O(n) steps and memory, and a row is looked at only if it has n stacks.
///
/// ```
/// use wythoff_numbers::constructions::mancala;
/// assert_eq!(mancala(4), (6, vec![4, 3, 2, 1]));
/// ```
pub fn mancala(n: u32) -> (u64, Vec<u64>) {
    let size = u64::from(n);
    // Places are counted from the first stack on: the row is at place + 1, ..., end.
    let (mut place, mut end) = (0, size);
    // ends[k]: how many removed stacks reach exactly as far as place + 1 + k; reaching: those that reach place + 1.
    let mut ends: VecDeque<u64> = VecDeque::new();
    let mut reaching = 0;
    while place < end {
        place += 1;
        let chips = reaching + if place <= size { place } else { 0 };
        reaching = reaching + 1 - ends.pop_front().unwrap_or(0);
        end = end.max(place + chips);
        let last = usize::try_from(chips - 1).unwrap_or(usize::MAX - 1);
        if ends.len() <= last {
            ends.resize(last + 1, 0);
        }
        ends[last] += 1;
        if end - place == size {
            let mut left = reaching;
            let row: Vec<u64> = (place + 1..=end)
                .zip(ends.iter().chain(std::iter::repeat(&0)))
                .map(|(at, ended)| {
                    let chips = left + if at <= size { at } else { 0 };
                    left -= ended;
                    chips
                })
                .collect();
            let mut sizes = row.clone();
            sizes.sort_unstable();
            if sizes.windows(2).all(|pair| pair[0] != pair[1]) {
                return (place, row);
            }
        }
    }
    (place, Vec::new())
}

/// Knott's infinite Mancala: the pebbles in pot 1, 2, 3, ... at the moment each is emptied; floor(n phi).
///
/// Pot n starts with n pebbles, and the leftmost pot is emptied one pebble a pot into those to its right. Linear time.
///
/// ```
/// use wythoff_numbers::constructions::infinite_mancala;
/// assert_eq!(infinite_mancala().take(6).collect::<Vec<_>>(), [1, 3, 4, 6, 8, 9]);
/// ```
pub fn infinite_mancala() -> impl Iterator<Item = u64> {
    // ends[k]: how many emptied pots reach exactly as far as pot (now + k).
    let mut ends: VecDeque<u64> = VecDeque::new();
    let mut reaching = 0u64;
    (1u64..).map(move |pot| {
        let pebbles = pot + reaching;
        reaching -= ends.pop_front().unwrap_or(0);
        // This pot reaches pots pot+1 to pot+pebbles.
        reaching += 1;
        let last = usize::try_from(pebbles - 1).unwrap_or(usize::MAX - 1);
        if ends.len() <= last {
            ends.resize(last + 1, 0);
        }
        ends[last] += 1;
        pebbles
    })
}

/// A sequence by steps: first term a, then plus `big` if n is already a term, else plus `small`.
///
/// With (1; 2, 1) the lower and with (2; 3, 2; test on the lower) the upper Wythoff numbers; the printed condition, that
/// a(n) is determined, has to read that n is a term (ledger VIS-7.3-plus2).
///
/// ```
/// use wythoff_numbers::constructions::wythoff_by_steps;
/// let pairs: Vec<(u64, u64)> = wythoff_by_steps().take(5).collect();
/// assert_eq!(pairs, [(1, 2), (3, 5), (4, 7), (6, 10), (8, 13)]);
/// ```
pub fn wythoff_by_steps() -> impl Iterator<Item = (u64, u64)> {
    // Terms of the lower sequence that n has not reached yet.
    let mut terms: VecDeque<u64> = VecDeque::new();
    let (mut lower, mut upper) = (1u64, 2u64);
    (1u64..).map(move |n| {
        let pair = (lower, upper);
        terms.push_back(lower);
        let is_term = terms.front() == Some(&n);
        if is_term {
            terms.pop_front();
        }
        lower += if is_term { 2 } else { 1 };
        upper += if is_term { 3 } else { 2 };
        pair
    })
}

/// One number of the joint ranking of all j/r and k/s.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ranked {
    /// j/r.
    First(u64),
    /// k/s.
    Second(u64),
}

/// All j/r and k/s, j, k >= 1, in increasing order, by comparing them; 1/r + 1/s = 1, r > 1 irrational.
///
/// The place of n/r is floor(n s), that of n/s is floor(n r).
pub fn joint_ranking(r: &Real, length: usize) -> Result<Vec<Ranked>, NumberError> {
    let s = r.complement()?;
    let (mut j, mut k) = (1u64, 1u64);
    let mut list = Vec::with_capacity(length);
    for _ in 0..length {
        // j/r < k/s iff j s < k r
        let left = s.mul(&Real::from(Integer::from(j)));
        let right = r.mul(&Real::from(Integer::from(k)));
        if left.compare(&right)? == Ordering::Less {
            list.push(Ranked::First(j));
            j += 1;
        } else {
            list.push(Ranked::Second(k));
            k += 1;
        }
    }
    Ok(list)
}

/// The sequences `n+[n/t]+[n/t^2]`, `n+[nt]+[n/t]`, `n+[nt]+[nt^2]`, t^3 = t^2 + t + 1 (A184820-A184822).
///
/// They split the positive integers.
///
/// ```
/// use wythoff_numbers::{Integer, constructions::ThreeWay};
/// assert_eq!(ThreeWay::new().unwrap().terms(&Integer::from(4)).unwrap(), [7, 13, 24]);
/// ```
#[derive(Debug, Clone)]
pub struct ThreeWay {
    t: Real,
    square: Real,
    inverse: Real,
    inverse_square: Real,
}

impl ThreeWay {
    /// The splitting, with its constant isolated.
    pub fn new() -> Result<ThreeWay, NumberError> {
        let minus = Integer::NEGATIVE_ONE;
        let t = Real::nearest_root(&[minus.clone(), minus.clone(), minus, Integer::ONE], &Rational::TWO)?;
        let inverse = t.recip()?;
        Ok(ThreeWay { square: t.pow(2), inverse_square: inverse.pow(2), inverse, t })
    }

    /// The n-th terms of the three sequences.
    pub fn terms(&self, n: &Integer) -> Result<[Integer; 3], NumberError> {
        let (once, square) = (self.t.floor_mul(n)?, self.square.floor_mul(n)?);
        let (down, further) = (self.inverse.floor_mul(n)?, self.inverse_square.floor_mul(n)?);
        Ok([n + &down + further, n + &once + down, n + once + square])
    }
}

/// Deepest search for solutions of an equation: one level of recursion an integer.
const DEEPEST: u64 = 4096;

/// A complementary equation of VIS 7.3 for sequences a, b that split the positive integers, a(1) = 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Equation {
    /// a(a(n)) = b(n) - 1
    One,
    /// a(b(n)) = a(n) + b(n)
    Two,
    /// b(a(n)) = a(n) + b(n) - 1
    Three,
    /// b(b(n)) = a(n) + 2 b(n)
    Four,
}

impl Equation {
    /// The four equations.
    pub const ALL: [Equation; 4] = [Equation::One, Equation::Two, Equation::Three, Equation::Four];

    /// Both sides at n (from 1), where the prefixes of a and b determine them.
    fn sides(self, a: &[u64], b: &[u64], n: usize) -> (Option<u64>, Option<u64>) {
        let at =
            |list: &[u64], n: u64| usize::try_from(n).ok().and_then(|n| list.get(n.checked_sub(1)?).copied());
        let (x, y) = (at(a, n as u64), at(b, n as u64));
        match self {
            Equation::One => (x.and_then(|x| at(a, x)), y.map(|y| y - 1)),
            Equation::Two => (y.and_then(|y| at(a, y)), x.zip(y).map(|(x, y)| x + y)),
            Equation::Three => (x.and_then(|x| at(b, x)), x.zip(y).map(|(x, y)| x + y - 1)),
            Equation::Four => (y.and_then(|y| at(b, y)), x.zip(y).map(|(x, y)| x + 2 * y)),
        }
    }

    /// The first n at which two prefixes break the equation; places that they do not determine are passed over.
    pub fn first_failure(self, a: &[u64], b: &[u64]) -> Option<usize> {
        (1..=a.len().max(b.len()))
            .find(|&n| matches!(self.sides(a, b, n), (Some(left), Some(right)) if left != right))
    }

    /// The splittings of 1..=bound into a and b with a(1) = 1 that no determined place refutes, at most `limit` of them;
    /// each is given by its a. A value that a side determines beyond the integers placed so far must not be passed.
    /// A bound above 4096 is taken as 4096.
    ///
    /// ```
    /// use wythoff_numbers::constructions::Equation;
    /// assert_eq!(Equation::One.solutions(20, 10), [[1, 3, 4, 6, 8, 9, 11, 12, 14, 16, 17, 19]]);
    /// assert!(Equation::Two.solutions(20, 10).len() > 1);
    /// ```
    pub fn solutions(self, bound: u64, limit: usize) -> Vec<Vec<u64>> {
        let mut found = Vec::new();
        let bound = bound.min(DEEPEST);
        if bound >= 1 {
            self.search(&mut vec![1], &mut Vec::new(), 2, bound, limit, &mut found);
        }
        found
    }

    /// A solution, its a and b up to a bound: L and U for the first equation, which has no other, and sequences other
    /// than these for the second to the fourth.
    ///
    /// (2) a(n) the least number left, b(n) = a(n) + 2n, so that a(n) = floor(n sqrt 2). (3), (4) Each n asks for a value
    /// b(k) = v at a later index, k = a(n), v = a(n) + b(n) - 1 or k = b(n), v = a(n) + 2 b(n). From one such point to the
    /// next v grows by more than k, so there is always room; between them a takes as many integers as it can. Then a(n)
    /// comes before b(n), and every point is asked for before it is reached.
    ///
    /// ```
    /// use wythoff_numbers::constructions::Equation;
    /// let (a, b) = Equation::Three.solution(20);
    /// assert_eq!((&a[..5], &b[..5]), (&[1, 3, 5, 7, 8][..], &[2, 4, 6, 9, 10][..]));
    /// assert_eq!(Equation::Three.first_failure(&a, &b), None);
    /// ```
    pub fn solution(self, bound: u64) -> (Vec<u64>, Vec<u64>) {
        match self {
            Equation::One => by_mex(bound, 1),
            Equation::Two => by_mex(bound, 2),
            Equation::Three => through_points(bound, |x, y| (x, x + y - 1)),
            Equation::Four => through_points(bound, |x, y| (y, x + 2 * y)),
        }
    }

    fn search(
        self,
        a: &mut Vec<u64>,
        b: &mut Vec<u64>,
        next: u64,
        bound: u64,
        limit: usize,
        found: &mut Vec<Vec<u64>>,
    ) {
        if found.len() >= limit {
            return;
        }
        if next > bound {
            found.push(a.clone());
            return;
        }
        for to_a in [true, false] {
            if to_a {
                a.push(next)
            } else {
                b.push(next)
            }
            if self.admits(a, b, next) {
                self.search(a, b, next + 1, bound, limit, found);
            }
            if to_a {
                a.pop()
            } else {
                b.pop()
            };
        }
    }

    /// Whether the prefixes, which hold exactly the integers up to `last`, can be continued to terms that satisfy every
    /// equation whose terms they determine.
    fn admits(self, a: &[u64], b: &[u64], last: u64) -> bool {
        // b(n) is placed and a(n) is not: a(a(n)) = b(n) - 1 stands behind a(n) > last, so it is too large.
        if self == Equation::One && b.len() > a.len() {
            return false;
        }
        // a(2) = 2 would make b(2) = b(a(2)) = b(2) + 1.
        if self == Equation::Three && a.get(1) == Some(&2) {
            return false;
        }
        let mut terms = Terms { a, b, last, forced: Default::default() };
        self.determine(&mut terms) && terms.have_room()
    }

    /// Writes down every term that the equation determines, until nothing is new; false if two values disagree.
    fn determine(self, terms: &mut Terms<'_>) -> bool {
        use Side::{First, Second};
        loop {
            let known = terms.forced.len();
            let placed = terms.a.len().max(terms.b.len()) as u64;
            let beyond = terms.forced.keys().map(|(_, n)| *n).filter(|n| *n > placed);
            let indices: Vec<u64> = (1..=placed).chain(beyond.collect::<Vec<_>>()).collect();
            for n in indices {
                let (x, y) = (terms.at(First, n), terms.at(Second, n));
                let agreed = match (self, x, y) {
                    (Equation::One, Some(x), Some(y)) => terms.force(First, x, y.checked_sub(1)),
                    (Equation::One, Some(x), None) => match terms.at(First, x) {
                        Some(left) => terms.force(Second, n, left.checked_add(1)),
                        None => true,
                    },
                    (Equation::Two, Some(x), Some(y)) => terms.force(First, y, x.checked_add(y)),
                    (Equation::Two, None, Some(y)) => match terms.at(First, y) {
                        Some(left) => terms.force(First, n, left.checked_sub(y)),
                        None => true,
                    },
                    (Equation::Three, Some(x), Some(y)) => {
                        terms.force(Second, x, x.checked_add(y).map(|sum| sum - 1))
                    }
                    (Equation::Three, Some(x), None) => match terms.at(Second, x) {
                        Some(left) => {
                            terms.force(Second, n, left.checked_add(1).and_then(|l| l.checked_sub(x)))
                        }
                        None => true,
                    },
                    (Equation::Four, Some(x), Some(y)) => {
                        terms.force(Second, y, y.checked_mul(2).and_then(|twice| twice.checked_add(x)))
                    }
                    (Equation::Four, None, Some(y)) => match terms.at(Second, y) {
                        Some(left) => {
                            terms.force(First, n, y.checked_mul(2).and_then(|t| left.checked_sub(t)))
                        }
                        None => true,
                    },
                    _ => true,
                };
                if !agreed {
                    return false;
                }
            }
            if terms.forced.len() == known {
                return true;
            }
        }
    }
}

/// a(n) the least number left, b(n) = a(n) + k n, up to a bound.
fn by_mex(bound: u64, k: u64) -> (Vec<u64>, Vec<u64>) {
    let (mut a, mut b): (Vec<u64>, Vec<u64>) = (Vec::new(), Vec::new());
    let mut taken = 0;
    for m in 1..=bound {
        if b.get(taken) == Some(&m) {
            taken += 1;
        } else {
            a.push(m);
            b.push(m + k * a.len() as u64);
        }
    }
    b.truncate(taken);
    (a, b)
}

/// Splits 1..=bound so that b(k) = v for the point (k, v) that each a(n), b(n) names, a first between the points.
fn through_points(bound: u64, point: impl Fn(u64, u64) -> (u64, u64)) -> (Vec<u64>, Vec<u64>) {
    let (mut a, mut b): (Vec<u64>, Vec<u64>) = (Vec::new(), Vec::new());
    let mut points: VecDeque<(u64, u64)> = VecDeque::new();
    let mut known = 0;
    for m in 1..=bound {
        let to_b = match points.front() {
            Some((k, v)) => v - m < k - b.len() as u64,
            None => b.len() < a.len(),
        };
        (if to_b { &mut b } else { &mut a }).push(m);
        if points.front().is_some_and(|(_, v)| *v == m) {
            points.pop_front();
        }
        while let (Some(x), Some(y)) = (a.get(known), b.get(known)) {
            let (k, v) = point(*x, *y);
            if v > m {
                points.push_back((k, v));
            }
            known += 1;
        }
    }
    (a, b)
}

/// One of the two sequences.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    First,
    Second,
}

/// The terms of a and b up to `last`, and later ones that an equation forces, by sequence and index.
struct Terms<'a> {
    a: &'a [u64],
    b: &'a [u64],
    last: u64,
    forced: BTreeMap<(Side, u64), u64>,
}

impl Terms<'_> {
    fn prefix(&self, side: Side) -> &[u64] {
        match side {
            Side::First => self.a,
            Side::Second => self.b,
        }
    }

    /// The n-th term, n from 1, if it is known.
    fn at(&self, side: Side, n: u64) -> Option<u64> {
        let index = usize::try_from(n.checked_sub(1)?).ok()?;
        self.prefix(side).get(index).or_else(|| self.forced.get(&(side, n))).copied()
    }

    /// Makes a value the n-th term; false if that cannot be. Values beyond 64 bits are let pass.
    fn force(&mut self, side: Side, n: u64, value: Option<u64>) -> bool {
        let Some(value) = value else { return side == Side::Second };
        match self.at(side, n) {
            Some(known) => known == value,
            None => {
                self.forced.insert((side, n), value);
                value > self.last
            }
        }
    }

    /// Whether the integers after `last` can be dealt so that the forced terms get their indices: of two neighbours the
    /// later has room for as many terms of either sequence as must come between them.
    fn have_room(&self) -> bool {
        let mut points: Vec<(u64, Side, u64)> = self.forced.iter().map(|((s, n), v)| (*v, *s, *n)).collect();
        points.sort_unstable();
        // How many integers up to `at` are in b.
        let (mut at, mut seconds) = (self.last, self.b.len() as u64);
        for (value, side, n) in points {
            let upto = match side {
                Side::Second => Some(n),
                Side::First => value.checked_sub(n),
            };
            // The integers strictly between, and how many of them are in b.
            let between = value.checked_sub(at).and_then(|gap| gap.checked_sub(1));
            let dealt = upto.and_then(|upto| upto.checked_sub(seconds + u64::from(side == Side::Second)));
            let (Some(upto), Some(between), Some(dealt)) = (upto, between, dealt) else { return false };
            if dealt > between {
                return false;
            }
            (at, seconds) = (value, upto);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::int::Natural;
    use crate::quadratic::Quadratic;

    fn lower(n: u64) -> u64 {
        u64::try_from(&Quadratic::golden().floor_mul(&Integer::from(n))).unwrap()
    }

    #[test]
    fn mancala_counts_lower_wythoff_numbers() {
        for n in 1..=60u32 {
            let (steps, row) = mancala(n);
            assert_eq!(steps, lower(u64::from(n)));
            assert_eq!(row, (1..=u64::from(n)).rev().collect::<Vec<_>>());
        }
        assert_eq!(mancala(0), (0, vec![]));
        assert_eq!(mancala(1_000_000).0, lower(1_000_000));
        for (n, pebbles) in (1u64..2000).zip(infinite_mancala()) {
            assert_eq!(pebbles, lower(n));
        }
    }

    /// The game chip by chip, as it is told.
    #[test]
    fn mancala_is_the_game_that_is_told() {
        for n in 1..=40u32 {
            let mut stacks: VecDeque<u64> = (1..=u64::from(n)).collect();
            let mut steps = 0;
            while let Some(chips) = stacks.pop_front() {
                let covered = stacks.len().min(chips as usize);
                stacks.iter_mut().take(covered).for_each(|stack| *stack += 1);
                (covered as u64..chips).for_each(|_| stacks.push_back(1));
                steps += 1;
                let different: std::collections::HashSet<u64> = stacks.iter().copied().collect();
                if different.len() == n as usize && stacks.len() == n as usize {
                    break;
                }
            }
            assert_eq!(mancala(n), (steps, stacks.into()), "{n}");
        }
    }

    #[test]
    fn steps_of_one_two_and_three() {
        for (n, pair) in (1u64..2000).zip(wythoff_by_steps()) {
            assert_eq!(pair, (lower(n), lower(n) + n));
        }
    }

    #[test]
    fn joint_ranking_places() {
        for text in ["phi", "sqrt(2)", "pi/2", "e/2"] {
            let r = Real::parse(text).unwrap();
            let s = r.complement().unwrap();
            for (place, ranked) in (1u64..).zip(joint_ranking(&r, 200).unwrap()) {
                let expected = match ranked {
                    Ranked::First(j) => s.floor_mul(&Integer::from(j)).unwrap(),
                    Ranked::Second(k) => r.floor_mul(&Integer::from(k)).unwrap(),
                };
                assert_eq!(expected, place, "{text}");
            }
        }
        // The fifteenth of the printed list has to be 6/alpha.
        assert_eq!(joint_ranking(&Real::parse("phi").unwrap(), 15).unwrap()[14], Ranked::First(6));
    }

    #[test]
    fn three_way_splitting() {
        let mut hits = vec![0u8; 700];
        let splitting = ThreeWay::new().unwrap();
        for n in 1..700 {
            for term in splitting.terms(&Integer::from(n)).unwrap() {
                if let Some(h) = usize::try_from(&term).ok().and_then(|t| hits.get_mut(t)) {
                    *h += 1;
                }
            }
        }
        assert!(hits[1..].iter().all(|h| *h == 1));
    }

    #[test]
    fn complementary_equations() {
        let a: Vec<u64> = (1..=400).map(lower).collect();
        let b: Vec<u64> = (1..=400).map(|n| lower(n) + n).collect();
        for equation in Equation::ALL {
            assert_eq!(equation.first_failure(&a, &b), None);
        }
        // Only (1) has L as its only solution; every k-Wythoff pair satisfies (2).
        let unique = Equation::One.solutions(60, 5);
        assert_eq!(unique, [a.iter().copied().filter(|x| *x <= 60).collect::<Vec<_>>()]);
        let silver = Quadratic::t_wythoff(&Natural::TWO);
        let floor = |n: u64| u64::try_from(&silver.floor_mul(&Integer::from(n))).unwrap();
        let a: Vec<u64> = (1..=400).map(floor).collect();
        let b: Vec<u64> = (1..=400).map(|n| floor(n) + 2 * n).collect();
        assert_eq!(Equation::Two.first_failure(&a, &b), None);
        assert!(Equation::One.first_failure(&a, &b).is_some());
        for equation in Equation::ALL {
            let (a, b) = equation.solution(5000);
            assert_eq!(equation.first_failure(&a, &b), None, "{equation:?}");
            let mut all = [a.clone(), b].concat();
            all.sort_unstable();
            assert!(all.into_iter().eq(1..=5000), "{equation:?}");
            assert_eq!(a[..20] == (1..=20).map(lower).collect::<Vec<_>>(), equation == Equation::One);
        }
        // (3) and (4) have other solutions too: those of the ledger, and more than one up to a bound.
        for equation in [Equation::Two, Equation::Three, Equation::Four] {
            assert!(equation.solutions(40, 3).len() > 1, "{equation:?}");
        }
        let complement = |a: &[u64], bound: u64| (1..=bound).filter(|x| !a.contains(x)).collect::<Vec<_>>();
        let a = [1, 3, 5, 8, 9, 11, 15, 16, 17];
        assert_eq!(Equation::Three.first_failure(&a, &complement(&a, 17)), None);
        let a = [1, 3, 4, 8, 9, 10, 11, 12, 14, 15, 17];
        assert_eq!(Equation::Four.first_failure(&a, &complement(&a, 17)), None);
    }

    #[test]
    fn prefixes_that_are_admitted_go_on() {
        for equation in Equation::ALL {
            let short = equation.solutions(14, 10_000);
            for a in &short {
                let b: Vec<u64> = (1..=14).filter(|x| !a.contains(x)).collect();
                let mut found = Vec::new();
                equation.search(&mut a.clone(), &mut b.clone(), 15, 60, 1, &mut found);
                assert!(!found.is_empty(), "{equation:?}: {a:?} cannot be continued to 60");
            }
            let lower: Vec<u64> = (1..).map(lower).take_while(|x| *x <= 14).collect();
            assert!(short.contains(&lower), "{equation:?}");
        }
    }
}
