//! In which numeration the P-positions may be recognised by a small automaton: guesses, best first.
//!
//! Far out the P-positions of most games lie along *beams*, y = s x + O(1). A beam of irrational slope is recognised only
//! where the weights grow with a unit of the field of s (Cobham's theorem and its relatives exclude all else), so each
//! such slope is read as a quadratic number with small coefficients, and the periods of its continued fraction, and of
//! the field's own integers, are the guesses. Rational slopes, and sets that are dense in the plane, leave the choice of
//! a base. Floating point only orders the guesses; every guess is then proved or refuted exactly.

use std::borrow::Cow;
use wythoff_automata::AutomataError;
use wythoff_automata::Numeration;

/// Largest base tried: two piles in base b need b^2 letters.
const LARGEST_BASE: u64 = 32;

/// Largest period looked for.
const LARGEST_PERIOD: u64 = 63;

/// Positions that are looked at for periods.
const FOR_PERIODS: usize = 20_000;

/// Largest partial quotient tried.
const LARGEST_QUOTIENT: i128 = 40;

/// From this partial quotient on the letters are so many that another numeration of the same field is tried as well.
const MANY: u32 = 10;

/// Longest period of a continued fraction tried.
const LONGEST: usize = 8;

/// Largest outer coefficient of a quadratic equation that a slope is read as, and the largest inner one.
const OUTER: i128 = 12;
const INNER: i128 = 60;

/// Quadratic numbers that are tried for one slope.
const NUMBERS: usize = 3;

/// Numerations that the positions suggest, and those that are worth a try with any set.
#[derive(Debug, Default)]
pub struct Numerations {
    /// Suggested by periods and slopes, in groups, likeliest first: those of one group are equally likely, and which of
    /// them is best shows when automata are fitted.
    pub likely: Vec<Vec<Numeration>>,
    /// The usual ones.
    pub usual: Vec<Numeration>,
}

/// Numerations to try for a set of positions of so many piles that is complete below `bound`; coordinates after the
/// piles are not looked at.
///
/// ```
/// let a = |n: u64| (n + (5 * n * n).isqrt()) / 2;
/// let pairs: Vec<Vec<u64>> = (0..=100).map(|n| vec![a(n), a(n) + n]).collect();
/// let found = wythoff_prove::numerations(&pairs, 2, 262);
/// assert_eq!(found.likely[0][0].to_string(), "ostrowski 1");
/// ```
pub fn numerations(positions: &[Vec<u64>], piles: usize, bound: u64) -> Numerations {
    let mut groups = Groups::default();
    if piles == 2 {
        let (near, bound) = near(positions, bound, FOR_PERIODS);
        for period in periods(&near, bound) {
            // Residues modulo the period show in the last digits of its divisors, too, with fewer letters.
            let divisors = (2..=period.min(LARGEST_BASE)).filter(|d| period % d == 0);
            groups.push(divisors.map(|base| Numeration::base(base as u32)));
        }
    }
    if piles >= 2 {
        for slope in beams(positions, piles, bound) {
            slope.suggest(piles, &mut groups);
        }
    }
    let likely = std::mem::take(&mut groups.list);
    let mut usual = vec![Ok(Numeration::zeckendorf()), Numeration::base(2), Numeration::base(3)];
    if piles == 3 {
        usual.push(Numeration::parry(&[1, 1, 1]));
    }
    groups.push(usual.into_iter());
    Numerations { likely, usual: groups.list.concat() }
}

/// Groups of numerations, each numeration once.
#[derive(Default)]
struct Groups {
    list: Vec<Vec<Numeration>>,
    names: Vec<String>,
}

impl Groups {
    fn push(&mut self, numerations: impl Iterator<Item = Result<Numeration, AutomataError>>) {
        let mut group = Vec::new();
        for numeration in numerations.flatten() {
            let name = numeration.to_string();
            if !self.names.contains(&name) {
                self.names.push(name);
                group.push(numeration);
            }
        }
        if !group.is_empty() {
            self.list.push(group);
        }
    }
}

/// The positions below a smaller bound, halved as often as need be, if there are more than so many; and that bound.
pub(crate) fn near(positions: &[Vec<u64>], bound: u64, most: usize) -> (Cow<'_, [Vec<u64>]>, u64) {
    if positions.len() <= most {
        return (Cow::Borrowed(positions), bound);
    }
    // How often the bound may be halved and a position is below it still, all in one pass.
    let largest = |position: &Vec<u64>| position.iter().copied().max().unwrap_or(0);
    let mut leaving = [0usize; 65];
    for position in positions {
        let pile = largest(position);
        leaving[(0..64).take_while(|halved| bound >> halved > pile).count()] += 1;
    }
    let (mut halved, mut inside) = (0, positions.len() - leaving[0]);
    while inside > most && bound >> halved > 1 {
        halved += 1;
        inside -= leaving[halved];
    }
    let bound = bound >> halved;
    (positions.iter().filter(|position| largest(position) < bound).cloned().collect(), bound)
}

/// The slope of a beam, and how far off it may be.
#[derive(Debug, Clone, Copy)]
struct Slope {
    value: f64,
    error: f64,
}

/// The beams of two neighbouring piles, sorted: those with the most positions first. A set that is dense in the plane
/// has none.
fn beams(positions: &[Vec<u64>], piles: usize, bound: u64) -> Vec<Slope> {
    let mut found: Vec<(usize, Slope)> = Vec::new();
    for pair in 0..piles - 1 {
        let mut points: Vec<(f64, f64)> = Vec::new();
        for position in positions {
            let mut sorted = position[..piles].to_vec();
            sorted.sort_unstable();
            if sorted[pair] > 0 && sorted[piles - 1] > bound / 4 {
                points.push((sorted[pair] as f64, sorted[pair + 1] as f64));
            }
        }
        points.sort_by(|a, b| (a.1 / a.0).total_cmp(&(b.1 / b.0)));
        let mut rest = points.as_slice();
        while !rest.is_empty() {
            let ratio = |p: &(f64, f64)| p.1 / p.0;
            // Offsets of a few units blur the ratio the more, the steeper the beam.
            let gap = |p: &(f64, f64)| 0.02 + 4.0 * ratio(p) * ratio(p) / bound as f64;
            let end = rest.windows(2).position(|w| ratio(&w[1]) - ratio(&w[0]) > gap(&w[0]));
            let (beam, others) = rest.split_at(end.map_or(rest.len(), |e| e + 1));
            rest = others;
            found.extend(slope(beam).map(|slope| (beam.len(), slope)));
        }
    }
    found.sort_by_key(|(points, _)| std::cmp::Reverse(*points));
    found.into_iter().map(|(_, slope)| slope).take(6).collect()
}

/// The line through the points of a beam, if they lie along one: the near and the far half give the slope, so that a
/// constant offset does not count.
fn slope(beam: &[(f64, f64)]) -> Option<Slope> {
    if beam.len() < 4 {
        return None;
    }
    let mut points = beam.to_vec();
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    let n = points.len() as f64;
    let mean = |f: &dyn Fn(&(f64, f64)) -> f64| points.iter().map(f).sum::<f64>() / n;
    let (x, y) = (mean(&|p| p.0), mean(&|p| p.1));
    let square = mean(&|p| (p.0 - x) * (p.0 - x));
    if square < 1.0 {
        return None;
    }
    let value = mean(&|p| (p.0 - x) * (p.1 - y)) / square;
    let off = mean(&|p| (p.1 - y - value * (p.0 - x)).powi(2)).sqrt();
    // Points that fill a region are far from any line.
    let width = square.sqrt();
    (value > 0.9 && off < 2.0 + 0.02 * width * value)
        .then_some(Slope { value, error: (2.0 * off / n.sqrt() + 0.5) / width })
}

impl Slope {
    /// The numerations of the numbers near the slope, simplest numbers first.
    fn suggest(&self, piles: usize, into: &mut Groups) {
        let rational = (1..=6).map(f64::from).any(|q| {
            let off = self.value * q - (self.value * q).round();
            off.abs() <= self.error * q && self.error * q < 0.1
        });
        let mut numbers: Vec<(i128, Surd)> = Vec::new();
        for a in 1..=OUTER {
            for c in (-OUTER..=OUTER).filter(|c| *c != 0) {
                let s = self.value;
                let b = -((a as f64) * s + c as f64 / s);
                // Where the error is large, several inner coefficients fit.
                let slack = (a as f64 - c as f64 / (s * s)).abs() * self.error;
                for b in (b - slack).ceil() as i128..=(b + slack).floor() as i128 {
                    if b.abs() <= INNER && gcd(gcd(a, b), c) == 1 {
                        numbers.extend(Surd::root(a, b, c, s).map(|surd| (a + b.abs() + c.abs(), surd)));
                    }
                }
            }
        }
        numbers.sort_by_key(|(height, _)| *height);
        // A short table leaves many numbers open: the simplest are taken, fewer where a fraction will do.
        let open = if rational || self.error > 0.005 { 1 } else { NUMBERS };
        for (_, surd) in numbers.iter().take(open) {
            let own = surd.period();
            // The field's own integers lead to more states over fewer letters.
            let plain = own.as_ref().is_some_and(|period| period.iter().all(|a| *a < MANY));
            let field = if plain { None } else { surd.of_the_field().period() };
            for period in [own, field].into_iter().flatten() {
                // The slope tells the continued fraction, not where its period begins.
                let turns = (0..period.len()).map(|turn| [&period[turn..], &period[..turn]].concat());
                into.push(turns.map(|turned| Numeration::ostrowski(&turned)));
            }
        }
        if rational {
            into.push([Numeration::base(2)].into_iter());
            into.push([Numeration::base(3)].into_iter());
        }
        if piles >= 3 && !rational {
            into.push(self.parry());
        }
    }

    /// Recurrences of degree 3 whose dominant root, or its square, is the slope.
    fn parry(&self) -> impl Iterator<Item = Result<Numeration, AutomataError>> {
        let Slope { value: slope, error } = *self;
        let all = (0..64).map(|n| [1 + n / 16, n / 4 % 4, 1 + n % 4]);
        let near = all.filter(move |c| {
            let at = |x: f64| x * x * x - f64::from(c[0]) * x * x - f64::from(c[1]) * x - f64::from(c[2]);
            let (mut low, mut high) = (1.0, 10.0);
            for _ in 0..60 {
                let middle = (low + high) / 2.0;
                if at(middle) < 0.0 { low = middle } else { high = middle }
            }
            [low, low * low].iter().any(|root| (root - slope).abs() < error)
        });
        near.map(|c| Numeration::parry(&c))
    }
}

/// (p + sqrt d) / q with q dividing d - p^2; d is no square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Surd {
    p: i128,
    q: i128,
    d: i128,
}

impl Surd {
    /// The root of a x^2 + b x + c that is nearest to a number; `None` if it is rational or not real.
    fn root(a: i128, b: i128, c: i128, near: f64) -> Option<Surd> {
        let d = b * b - 4 * a * c;
        if d <= 0 || d.isqrt().pow(2) == d {
            return None;
        }
        let high = Surd { p: -b, q: 2 * a, d };
        let low = Surd { p: b, q: -2 * a, d };
        let distance = |s: &Surd| (s.value() - near).abs();
        Some(if distance(&high) <= distance(&low) { high } else { low })
    }

    fn value(&self) -> f64 {
        (self.p as f64 + (self.d as f64).sqrt()) / self.q as f64
    }

    /// Generates the integers of the field: sqrt n or (1 + sqrt n)/2, n without squares.
    fn of_the_field(&self) -> Surd {
        let mut n = self.d;
        for f in 2..=n.isqrt() {
            while n % (f * f) == 0 {
                n /= f * f;
            }
        }
        if n % 4 == 1 { Surd { p: 1, q: 2, d: n } } else { Surd { p: 0, q: 1, d: n } }
    }

    /// The period of its continued fraction, if it is short and its partial quotients are small.
    fn period(&self) -> Option<Vec<u32>> {
        let Surd { mut p, mut q, mut d } = *self;
        if (d - p * p) % q != 0 {
            (p, d, q) = (p * q.abs(), d * q * q, q * q.abs());
        }
        let root = d.isqrt();
        let mut seen: Vec<(i128, i128)> = Vec::new();
        let mut quotients: Vec<i128> = Vec::new();
        loop {
            if let Some(start) = seen.iter().position(|s| *s == (p, q)) {
                let period = &quotients[start..];
                let small = period.iter().all(|a| (1..=LARGEST_QUOTIENT).contains(a));
                return (small && period.len() <= LONGEST)
                    .then(|| period.iter().map(|a| *a as u32).collect());
            }
            if seen.len() > 4 * LONGEST {
                return None;
            }
            seen.push((p, q));
            // The floor of (p + sqrt d)/q, which is no integer.
            let a = if q > 0 { (p + root).div_euclid(q) } else { -(p + root).div_euclid(-q) - 1 };
            quotients.push(a);
            p = a * q - p;
            q = (d - p * p) / q;
            if q == 0 {
                return None;
            }
        }
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

/// Numbers p such that the set is carried into itself by (p, p), or by (p, 0).
fn periods(positions: &[Vec<u64>], bound: u64) -> Vec<u64> {
    let set: std::collections::HashSet<(u64, u64)> =
        positions.iter().flat_map(|p| [(p[0], p[1]), (p[1], p[0])]).collect();
    let fits = |p: u64, dx: u64, dy: u64| {
        set.iter().all(|&(x, y)| {
            x + dx * p >= bound || y + dy * p >= bound || set.contains(&(x + dx * p, y + dy * p))
        }) && set.iter().all(|&(x, y)| x < dx * p || y < dy * p || set.contains(&(x - dx * p, y - dy * p)))
    };
    let most = LARGEST_PERIOD.min(bound / 4);
    let diagonal = (2..=most).find(|p| fits(*p, 1, 1));
    let axis = (2..=most).find(|p| fits(*p, 1, 0));
    axis.into_iter().chain(diagonal).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn period(a: i128, b: i128, c: i128, near: f64) -> Option<Vec<u32>> {
        Surd::root(a, b, c, near)?.period()
    }

    #[test]
    fn continued_fractions_of_quadratic_numbers() {
        assert_eq!(period(1, -1, -1, 1.6), Some(vec![1]));
        // Slopes of t-Wythoff, of M_DR(2), of blocking 5, of even diagonals.
        assert_eq!(period(1, -7, -1, 7.1), Some(vec![7]));
        assert_eq!(period(1, -2, -2, 2.7), Some(vec![2, 1]));
        assert_eq!(period(5, -4, -5, 1.477), Some(vec![1, 2, 10, 2, 1]));
        assert_eq!(period(2, -1, -2, 1.28), Some(vec![1, 3, 1]));
        assert_eq!(Surd::root(5, -4, -5, 1.477).and_then(|s| s.of_the_field().period()), Some(vec![5]));
        assert_eq!(period(1, -2, -3, 3.0), None);
    }

    /// A beam of Wythoff's slope whose points are far from the line through the origin, and a rational beam.
    #[test]
    fn offsets_do_not_hide_the_slope() {
        let golden = |n: u64| (n + (5 * n * n).isqrt()) / 2;
        let mut points: Vec<Vec<u64>> = (0..200).map(|n| vec![golden(n), golden(n) + n + 40]).collect();
        points.extend((0..200).map(|n| vec![2 * n, 5 * n + 7]));
        let found = numerations(&points, 2, 600);
        let names: Vec<String> = found.likely.concat().iter().map(ToString::to_string).collect();
        assert!(["base 2", "ostrowski 1"].iter().all(|name| names.iter().any(|n| n == name)), "{names:?}");
    }

    /// A wide table of a set that fills the plane took minutes, in which nothing could end it.
    #[test]
    fn wide_tables_are_looked_at_in_part() {
        let all =
            |x: u64| (0..1_500).filter(move |y| !(x + 2 * y).is_multiple_of(30)).map(move |y| vec![x, y]);
        let points: Vec<Vec<u64>> = (0..1_500).flat_map(all).collect();
        let (near, bound) = near(&points, 1_500, FOR_PERIODS);
        assert!(bound >= 64 && near.len() <= FOR_PERIODS, "{bound}");
        assert!(near.iter().all(|p| p[0] < bound && p[1] < bound));
        let found = numerations(&points, 2, 1_500);
        assert!(found.likely.concat().iter().any(|n| n.to_string() == "base 10"), "{found:?}");
    }

    /// `ostrowski 38` was guessed for sets that are dense in the plane.
    #[test]
    fn dense_sets_have_no_slope() {
        let points: Vec<Vec<u64>> =
            (0..100).flat_map(|x| (0..100).map(move |y| vec![x, y])).filter(|p| p[0] & p[1] == 0).collect();
        assert!(
            numerations(&points, 2, 100).likely.concat().iter().all(|n| n.to_string().starts_with("base"))
        );
    }
}
