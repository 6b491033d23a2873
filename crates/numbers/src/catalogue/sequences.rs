//! The named sequences.

use crate::error::NumberError;
use std::collections::VecDeque;
use std::sync::Arc;

use super::{Entry, Parameter, Spec, system};
use crate::arrays::Array;
use crate::beatty::{Beatty, fraenkel_sequence};
use crate::budget::Budget;
use crate::constructions::{Equation, ThreeWay, infinite_mancala, mancala, wythoff_by_steps};
use crate::fibonacci::fibonacci;
use crate::int::traits::*;
use crate::int::{Integer, Natural};
use crate::mex::{MexPairs, theta_mu};
use crate::numeration::{LazyFibonacci, Positional, zeckendorf};
use crate::quadratic::Quadratic;
use crate::trees::{Tree, gaussian_integers};
use crate::words::Morphism;

const fn parameter(name: &'static str, default: &'static str) -> Parameter {
    Parameter { name, default }
}

macro_rules! entries {
    ($($name:literal [$($parameter:literal = $default:literal),*] $description:literal, $source:literal;)*) => {
        &[$(Entry {
            name: $name,
            parameters: &[$(parameter($parameter, $default)),*],
            description: $description,
            source: $source,
        }),*]
    };
}

pub(super) const ENTRIES: &[Entry] = entries! {
    "lower-wythoff" [] "L(n) = floor(n phi), OEIS A000201", "VIS 7.3, Table 8";
    "upper-wythoff" [] "U(n) = floor(n phi^2), OEIS A001950", "VIS 7.3, Table 8";
    "t-wythoff-lower" ["t" = "2"] "floor(n (2-t+sqrt(t^2+4))/2)", "VIS 4.1";
    "t-wythoff-upper" ["t" = "2"] "floor(n (2+t+sqrt(t^2+4))/2)", "VIS 4.1";
    "dr-lower" ["k" = "2"] "floor(n a), a = [1; 1, k, 1, k, ...]", "VIS Theorem 3";
    "dr-upper" ["k" = "2"] "floor(n b), 1/a + 1/b = 1, a = [1; 1, k, 1, k, ...]", "VIS Theorem 3";
    "beatty" ["alpha" = "sqrt(2)", "gamma" = "0"] "floor(n alpha + gamma)", "VIS section 1";
    "fraenkel" ["m" = "3", "i" = "1"] "floor(n (2^m-1)/2^(m-i)) - 2^(i-1) + 1, the i-th of m that split the integers", "VIS (4)";
    "rat" ["i" = "1"] "floor(7n/4), floor(7n/2) - 1, 7n - 3: the sequences of the rat game", "VIS 4.7";
    "mouse" ["i" = "1"] "floor(3n/2), 3n - 1: the sequences of the mouse game", "VIS 4.7";
    "fibonacci" [] "F(n), F(0) = 0, F(1) = 1", "VIS 7.2";
    "fibonacci-shift" [] "floor((n+1) phi) - 1, the left shift of the Zeckendorf word of n", "VIS 7.2";
    "tribonacci-a" [] "places of a in the Tribonacci word", "VIS Table 3";
    "tribonacci-b" [] "places of b in the Tribonacci word", "VIS Table 3";
    "tribonacci-c" [] "places of c in the Tribonacci word", "VIS Table 3";
    "wythoff-iterate" ["m" = "2"] "L applied m times to n; m = 2: the Wythoff AA numbers", "VIS 7.3";
    "three-way" ["i" = "1"] "the i-th of n+[n/t]+[n/t^2], n+[nt]+[n/t], n+[nt]+[nt^2], t^3 = t^2+t+1", "VIS 7.3";
    "fractal" [] "the row of the Wythoff array that holds n", "VIS 7.1";
    "wythoff-row" ["i" = "1"] "row i of the Wythoff array", "VIS Table 6";
    "wythoff-column" ["j" = "1"] "column j of the Wythoff array", "VIS Table 6";
    "zeckendorf-terms" [] "number of terms in the Zeckendorf representation of n", "VIS 7.3";
    "lazy-terms" [] "number of terms in the lazy Fibonacci representation of n", "VIS 7.3";
    "basis" ["system" = "zeckendorf"] "the basis of a numeration system, from u_0 on", "VIS 4.1";
    "kimberling" [] "P^{1,2}: P_n = mex, Q_n = P_n + floor(n/2); the P", "GEO 4.2";
    "theta-mu-lower" ["theta" = "1", "mu" = "2"] "P_n = mex, Q_n = P_n + theta floor(n/mu); the P", "GEO 4.2";
    "theta-mu-upper" ["theta" = "1", "mu" = "2"] "P_n = mex, Q_n = P_n + theta floor(n/mu); the Q", "GEO 4.2";
    "s-wythoff-lower" ["k" = "2", "m" = "1"] "a_n least unused, b_n = a_n + kn + m; the a", "VIS 7.3";
    "s-wythoff-upper" ["k" = "2", "m" = "1"] "a_n least unused, b_n = a_n + kn + m; the b", "VIS 7.3";
    "nim-ab-x" ["a" = "1", "b" = "2"] "x_n = mex_b, y_n = x_n + an; the x", "VIS (6)";
    "nim-ab-y" ["a" = "1", "b" = "2"] "x_n = mex_b, y_n = x_n + an; the y", "VIS (6)";
    "mancala" [] "steps of Schroeder's Mancala with n stacks, by playing it", "VIS 7.3";
    "infinite-mancala" [] "pebbles in pot n when it is emptied, by playing it", "VIS 7.3";
    "steps-lower" [] "floor(n phi) by steps of 1 and 2 that the sequence itself tells", "VIS 7.3";
    "steps-upper" [] "floor(n phi^2) by steps of 2 and 3 that floor(n phi) tells", "VIS 7.3";
    "ranking" ["r" = "(1+sqrt(5))/2", "of" = "1"] "the place of n/r (of=1) or n/s (of=2) among all j/r and k/s, 1/r + 1/s = 1", "VIS 7.3";
    "equation" ["i" = "1"] "an a with complement b and 1: a(a(n)) = b(n)-1 (only L), or, other than L, 2: a(b(n)) = a(n)+b(n), 3: b(a(n)) = a(n)+b(n)-1, 4: b(b(n)) = a(n)+2b(n)", "VIS 7.3";
    "t1" [] "nodes of the tree T1, OEIS A074049", "VIS 7.4";
    "t2" [] "nodes of the tree T2 by generation", "VIS 7.4";
    "t3" [] "nodes of the tree T3, OEIS A232723", "VIS 7.4";
    "t4-numerators" [] "numerators of the tree T4", "VIS 7.4";
    "t4-denominators" [] "denominators of the tree T4, OEIS A226080", "VIS 7.4";
    "calkin-wilf-numerators" [] "numerators of the Calkin–Wilf tree", "VIS 4.8";
    "calkin-wilf-denominators" [] "denominators of the Calkin–Wilf tree", "VIS 4.8";
    "gaussian-real" [] "real parts of the tree of Gaussian integers, 1; x+1, ix", "VIS 7.4";
    "gaussian-imaginary" [] "imaginary parts of the tree of Gaussian integers, 1; x+1, ix", "VIS 7.4";
    "lazy-lower" [] "nodes of the tree L*, OEIS A255773", "VIS 7.3";
    "lazy-upper" [] "nodes of the tree U*, OEIS A255774", "VIS 7.3";
};

/// Last index to which a sequence without a formula is followed for a single term.
const FOLLOWED: u64 = 10_000_000;

/// Terms between two looks at the budget, where a term takes no time to speak of.
const LOOK: u64 = 256;

type Term = Box<dyn Fn(&Integer, &Budget) -> Result<Integer, NumberError> + Send + Sync>;
type Terms = Box<dyn Iterator<Item = Integer> + Send>;

/// The terms in order.
struct Start {
    /// From the first on.
    terms: Box<dyn Fn() -> Terms + Send + Sync>,
    /// Bytes held for each term that is passed.
    bytes: u64,
}

enum Way {
    /// Any term at once.
    Formula(Term),
    /// The terms in order only.
    Stream(Start),
    /// Any term at once, and the terms in order faster than one by one.
    Both(Term, Start),
}

/// A named sequence.
pub struct Sequence {
    entry: &'static Entry,
    first: u64,
    way: Way,
}

impl std::fmt::Debug for Sequence {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.debug_struct("Sequence").field("name", &self.entry.name).field("first", &self.first).finish()
    }
}

impl Sequence {
    /// Its line in the catalogue.
    pub fn entry(&self) -> &'static Entry {
        self.entry
    }

    /// The index of its first term.
    pub fn first_index(&self) -> u64 {
        self.first
    }

    /// Whether a term of any index is computed at once.
    pub fn has_formula(&self) -> bool {
        !matches!(self.way, Way::Stream(_))
    }

    /// The term with index n.
    pub fn term(&self, n: &Integer) -> Result<Integer, NumberError> {
        self.term_within(n, &Budget::default())
    }

    /// The term with index n, within a budget.
    pub fn term_within(&self, n: &Integer, budget: &Budget) -> Result<Integer, NumberError> {
        if *n < self.first {
            return Err(NumberError::Index { name: self.entry.name, first: self.first });
        }
        budget.check()?;
        match &self.way {
            Way::Formula(term) | Way::Both(term, _) => term(n, budget),
            Way::Stream(_) => {
                let too_far = || NumberError::TooFar { name: self.entry.name, limit: FOLLOWED };
                let n = u64::try_from(n).ok().filter(|n| *n <= FOLLOWED).ok_or_else(too_far)?;
                let place = usize::try_from(n - self.first).map_err(|_| too_far())?;
                self.terms_within(budget).nth(place).ok_or_else(too_far)?
            }
        }
    }

    /// The terms in order; ends where a term would pass the machine's range.
    pub fn terms(&self) -> Box<dyn Iterator<Item = Result<Integer, NumberError>> + '_> {
        self.terms_within(&Budget::default())
    }

    /// The same within a budget: where it is used up the last item says so.
    pub fn terms_within(
        &self,
        budget: &Budget,
    ) -> Box<dyn Iterator<Item = Result<Integer, NumberError>> + '_> {
        let budget = budget.clone();
        match &self.way {
            Way::Formula(term) => Box::new((self.first..).map(move |n| {
                budget.check()?;
                term(&Integer::from(n), &budget)
            })),
            Way::Stream(start) | Way::Both(_, start) => {
                Box::new((0u64..).zip((start.terms)()).map(move |(passed, term)| {
                    if passed.is_multiple_of(LOOK) {
                        budget.check()?;
                        let bytes = u128::from(passed) * u128::from(start.bytes);
                        budget.allow("following the sequence", bytes)?;
                    }
                    Ok(term)
                }))
            }
        }
    }
}

fn quadratic(alpha: Quadratic) -> (u64, Way) {
    (1, Way::Formula(Box::new(move |n, _| Ok(alpha.floor_mul(n)))))
}

fn beatty(sequence: Beatty) -> (u64, Way) {
    (1, Way::Formula(Box::new(move |n, _| sequence.term(n))))
}

/// The places of a letter in the Tribonacci word: any one by descent, all in order by writing the word.
fn letters(letter: char) -> Result<(u64, Way), NumberError> {
    let word = Morphism::tribonacci().word('a')?;
    let written = word.clone();
    let term = move |n: &Integer, _: &Budget| Ok(Integer::from(word.occurrence(letter, &n.unsigned_abs())?));
    let start = move || -> Terms {
        let places = (1u64..).zip(written.clone().into_letters()).filter(move |(_, c)| *c == letter);
        Box::new(places.map(|(n, _)| Integer::from(n)))
    };
    Ok((1, Way::Both(Box::new(term), Start { terms: Box::new(start), bytes: 0 })))
}

fn formula(
    first: u64,
    term: impl Fn(&Integer) -> Result<Integer, NumberError> + Send + Sync + 'static,
) -> (u64, Way) {
    (first, Way::Formula(Box::new(move |n, _| term(n))))
}

/// Bytes that a stream of machine words holds for each term that is passed, at most.
const WORDS_HELD: u64 = 24;

/// Bytes that a tree holds for each node: what was seen, and what waits for its turn.
const NODE_HELD: u64 = 240;

fn stream<I>(first: u64, start: impl Fn() -> I + Send + Sync + 'static) -> (u64, Way)
where
    I: Iterator<Item = Integer> + Send + 'static,
{
    let terms = Box::new(move || -> Terms { Box::new(start()) });
    (first, Way::Stream(Start { terms, bytes: WORDS_HELD }))
}

/// A stream that holds more for each term.
fn holding(bytes: u64, (first, way): (u64, Way)) -> (u64, Way) {
    let way = match way {
        Way::Stream(start) => Way::Stream(Start { bytes, ..start }),
        other => other,
    };
    (first, way)
}

/// Elements of a basis that are listed.
const LONGEST_BASIS: usize = 1 << 16;

/// Stacks with which Mancala is played, at most.
const PLAYED: u32 = 1 << 22;

/// How far a solution of a complementary equation is written down.
const SEARCHED: u64 = 1 << 20;

/// Bytes that mex pairs hold for a term where upper terms are near each other, and how near.
const STEP_HELD: u64 = 2;
const NEAR: u64 = 250;

/// A column of mex pairs.
fn pairs<P>(first: u64, upper: bool, start: impl Fn() -> P + Send + Sync + 'static) -> (u64, Way)
where
    P: Iterator<Item = (u64, u64)> + Send + 'static,
{
    stream(first, move || start().map(move |(a, b)| Integer::from(if upper { b } else { a })))
}

fn nodes(tree: Tree, denominators: bool) -> (u64, Way) {
    let start = move || {
        tree.nodes().map(move |x| {
            if denominators {
                Integer::from(x.into_denominator())
            } else {
                Integer::from_sign_and_abs(x >= 0, x.into_numerator())
            }
        })
    };
    holding(NODE_HELD, stream(1, start))
}

/// The modulus [1; 1, k, 1, k, ...] = (2 - k + sqrt(k^2 + 4k))/2.
fn duchene_rigo(k: u64) -> Result<Quadratic, NumberError> {
    let k = Integer::from(k);
    let d = (&k).square() + (&k << 2u32);
    Quadratic::new(Integer::TWO - k, 1, d.unsigned_abs(), 2)
}

/// A sequence by its name and parameters.
///
/// ```
/// use wythoff_numbers::{Integer, catalogue::sequence, int::traits::Pow};
/// let upper = sequence("t-wythoff-upper(t=3)").unwrap();
/// assert_eq!(upper.terms().take(4).collect::<Result<Vec<_>, _>>().unwrap(), [4, 8, 12, 17]);
/// assert!(upper.term(&Integer::from(10).pow(1000)).is_ok());
/// ```
pub fn sequence(text: &str) -> Result<Sequence, NumberError> {
    let spec = Spec::parse(text)?;
    let entry = spec.entry("sequence", ENTRIES)?;
    let number = |name: &str, least: u64| spec.number(entry, name, least, 1 << 31);
    let t_wythoff = || Ok::<_, NumberError>(Quadratic::t_wythoff(&Natural::from(number("t", 1)?)));
    let splitting = |m: u64, i: u64| -> Result<(u64, Way), NumberError> {
        let part = fraenkel_sequence(m, i).ok_or_else(|| NumberError::Value {
            parameter: "i".to_owned(),
            value: i.to_string(),
            cause: format!("expected a whole number from 1 to {m}"),
        })?;
        Ok(beatty(part))
    };
    let (first, way) = match entry.name {
        "lower-wythoff" => quadratic(Quadratic::golden()),
        "upper-wythoff" => quadratic(Quadratic::golden().add_integer(&Integer::ONE)),
        "t-wythoff-lower" => quadratic(t_wythoff()?),
        "t-wythoff-upper" => quadratic(t_wythoff()?.add_integer(&Integer::from(number("t", 1)?))),
        "dr-lower" => quadratic(duchene_rigo(number("k", 1)?)?),
        "dr-upper" => {
            let lower = duchene_rigo(number("k", 1)?)?;
            quadratic(lower.complement()?)
        }
        "beatty" => beatty(Beatty::new(spec.real(entry, "alpha")?, spec.real(entry, "gamma")?)?),
        "fraenkel" => splitting(spec.number(entry, "m", 1, 10_000)?, number("i", 1)?)?,
        "rat" => splitting(3, spec.number(entry, "i", 1, 3)?)?,
        "mouse" => splitting(2, spec.number(entry, "i", 1, 2)?)?,
        "fibonacci" => formula(0, |n| {
            let n = u64::try_from(n).ok().filter(|n| *n <= 1 << 24);
            let n = n.ok_or(NumberError::TooFar { name: "fibonacci", limit: 1 << 24 })?;
            Ok(Integer::from(fibonacci(n)))
        }),
        "fibonacci-shift" => {
            formula(1, |n| Ok(Quadratic::golden().floor_mul(&(n + Integer::ONE)) - Integer::ONE))
        }
        "tribonacci-a" => letters('a')?,
        "tribonacci-b" => letters('b')?,
        "tribonacci-c" => letters('c')?,
        "wythoff-iterate" => {
            let m = spec.number(entry, "m", 1, 10_000)?;
            let term = move |n: &Integer, budget: &Budget| {
                let (phi, mut x) = (Quadratic::golden(), n.clone());
                for done in 0..m {
                    budget.step(done, m)?;
                    x = phi.floor_mul(&x);
                }
                Ok(x)
            };
            (1, Way::Formula(Box::new(term)))
        }
        "three-way" => {
            let i = spec.number(entry, "i", 1, 3)?;
            let splitting = ThreeWay::new()?;
            formula(1, move |n| {
                let [a, b, c] = splitting.terms(n)?;
                Ok(match i {
                    1 => a,
                    2 => b,
                    _ => c,
                })
            })
        }
        "fractal" => formula(1, |n| Ok(Array::Wythoff.locate(n)?.0)),
        "wythoff-row" => {
            let i = Integer::from(number("i", 1)?);
            formula(1, move |n| {
                let j = u64::try_from(n).ok().filter(|j| *j <= 1 << 24);
                let j = j.ok_or(NumberError::TooFar { name: "wythoff-row", limit: 1 << 24 })?;
                Array::Wythoff.entry(&i, j)
            })
        }
        "wythoff-column" => {
            let j = number("j", 1)?;
            formula(1, move |n| Array::Wythoff.entry(n, j))
        }
        "zeckendorf-terms" => {
            let system = zeckendorf();
            formula(0, move |n| Ok(Integer::from(system.represent(&n.unsigned_abs())?.sum())))
        }
        "lazy-terms" => {
            let system = LazyFibonacci::new();
            formula(0, move |n| Ok(Integer::from(system.represent(&n.unsigned_abs())?.sum())))
        }
        "basis" => {
            let system = Arc::new(system(spec.text(entry, "system"))?);
            let all = system.clone();
            let term = move |n: &Integer, budget: &Budget| {
                let count = usize::try_from(n).ok().filter(|n| *n < LONGEST_BASIS);
                let limit = LONGEST_BASIS as u64 - 1;
                let count = count.ok_or(NumberError::TooFar { name: "basis", limit })?;
                budget.allow("the basis", count as u128 * count as u128 / 4)?;
                let basis = system.basis(count + 1)?;
                let last = (basis.len() as u64).saturating_sub(1);
                let far = NumberError::TooFar { name: "basis", limit: last };
                basis.into_iter().nth(count).map(Integer::from).ok_or(far)
            };
            // In order: twice as many as were passed when these are used up.
            let terms = move || -> Terms {
                let (system, mut count, mut listed) = (all.clone(), 0, VecDeque::new());
                Box::new(std::iter::from_fn(move || {
                    if listed.is_empty() && count < LONGEST_BASIS {
                        let more = (2 * count).clamp(64, LONGEST_BASIS);
                        listed.extend(system.basis(more).unwrap_or_default().into_iter().skip(count));
                        count = more;
                    }
                    listed.pop_front().map(Integer::from)
                }))
            };
            (0, Way::Both(Box::new(term), Start { terms: Box::new(terms), bytes: 4096 }))
        }
        "kimberling" => holding(STEP_HELD, pairs(0, false, || theta_mu(1, 2))),
        "theta-mu-lower" | "theta-mu-upper" => {
            let (theta, mu) = (number("theta", 0)?, number("mu", 1)?);
            let found = pairs(0, entry.name == "theta-mu-upper", move || theta_mu(theta, mu));
            if theta <= NEAR { holding(STEP_HELD, found) } else { found }
        }
        "s-wythoff-lower" | "s-wythoff-upper" => {
            let (k, m) = (number("k", 0)?, number("m", 0)?);
            let difference = move |n: u64| k.saturating_mul(n).saturating_add(m);
            pairs(1, entry.name == "s-wythoff-upper", move || MexPairs::from_one(difference))
        }
        "nim-ab-x" | "nim-ab-y" => {
            let (a, b) = (number("a", 0)?, number("b", 1)?);
            let difference = move |n: u64| a.saturating_mul(n);
            pairs(0, entry.name == "nim-ab-y", move || MexPairs::with_gap(b, difference))
        }
        "mancala" => formula(1, |n| {
            let n = u32::try_from(n).ok().filter(|n| *n <= PLAYED);
            let n = n.ok_or(NumberError::TooFar { name: "mancala", limit: u64::from(PLAYED) })?;
            Ok(Integer::from(mancala(n).0))
        }),
        "infinite-mancala" => stream(1, || infinite_mancala().map(Integer::from)),
        "steps-lower" => stream(1, || wythoff_by_steps().map(|(lower, _)| Integer::from(lower))),
        "steps-upper" => stream(1, || wythoff_by_steps().map(|(_, upper)| Integer::from(upper))),
        "ranking" => {
            let r = spec.real(entry, "r")?;
            let s = r.complement()?;
            // Below n/r there are the n - 1 smaller j/r and the k/s with k < n s/r.
            let others = if spec.number(entry, "of", 1, 2)? == 1 { s.div(&r)? } else { r.div(&s)? };
            formula(1, move |n| Ok(n + others.floor_mul(n)?))
        }
        "equation" => {
            let equation = Equation::ALL[spec.number(entry, "i", 1, 4)? as usize - 1];
            stream(1, move || equation.solution(SEARCHED).0.into_iter().map(Integer::from))
        }
        "t1" => nodes(Tree::T1, false),
        "t2" => nodes(Tree::T2, false),
        "t3" => nodes(Tree::T3, false),
        "t4-denominators" => nodes(Tree::T4, true),
        "calkin-wilf-numerators" => nodes(Tree::CalkinWilf, false),
        "calkin-wilf-denominators" => nodes(Tree::CalkinWilf, true),
        "gaussian-real" => {
            holding(NODE_HELD, stream(1, || gaussian_integers().flatten().map(|(a, _)| Integer::from(a))))
        }
        "gaussian-imaginary" => {
            holding(NODE_HELD, stream(1, || gaussian_integers().flatten().map(|(_, b)| Integer::from(b))))
        }
        "lazy-lower" => nodes(Tree::LazyLower, false),
        "lazy-upper" => nodes(Tree::LazyUpper, false),
        _ => nodes(Tree::T4, false),
    };
    Ok(Sequence { entry, first, way })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(text: &str, count: usize) -> Vec<Integer> {
        sequence(text).unwrap().terms().take(count).collect::<Result<_, _>>().unwrap()
    }

    #[test]
    fn terms_of_the_papers() {
        assert_eq!(start("lower-wythoff", 12), [1, 3, 4, 6, 8, 9, 11, 12, 14, 16, 17, 19]);
        assert_eq!(start("upper-wythoff", 12), [2, 5, 7, 10, 13, 15, 18, 20, 23, 26, 28, 31]);
        assert_eq!(start("tribonacci-c", 5), [4, 11, 17, 24, 28]);
        assert_eq!(start("rat(i=2)", 5), [2, 6, 9, 13, 16]);
        assert_eq!(start("mouse(i=2)", 4), [2, 5, 8, 11]);
        assert_eq!(start("wythoff-iterate(m=2)", 5), [1, 4, 6, 9, 12]);
        assert_eq!(start("fractal", 21), [1, 1, 1, 2, 1, 3, 2, 1, 4, 3, 2, 5, 1, 6, 4, 3, 7, 2, 8, 5, 1]);
        assert_eq!(start("s-wythoff-lower", 6), [1, 2, 3, 5, 6, 8]);
        assert_eq!(start("mancala", 6), start("infinite-mancala", 6));
        assert_eq!(start("basis(system=tribonacci)", 6), [1, 2, 4, 7, 13, 24]);
        // Routes of VIS 7.3 that do not know phi.
        for name in ["steps-lower", "ranking(of=2)", "equation"] {
            assert_eq!(start(name, 300), start("lower-wythoff", 300), "{name}");
        }
        for name in ["steps-upper", "ranking"] {
            assert_eq!(start(name, 300), start("upper-wythoff", 300), "{name}");
        }
        assert_eq!(start("t3", 6), [0, 1, 2, 4, -1, 8]);
        assert_eq!(start("dr-lower(k=1)", 6), start("lower-wythoff", 6));
        assert_eq!(start("theta-mu-lower(theta=1,mu=1)", 5), [0, 1, 3, 4, 6]);
        assert_eq!(start("theta-mu-lower", 30), start("kimberling", 30));
        // GEO: P^{2,4} at 2m and 2m+1 is 2R_m and 2R_m + 1 for Kimberling's R.
        let (doubled, plain) = (start("theta-mu-lower(theta=2,mu=4)", 40), start("kimberling", 20));
        for (m, r) in plain.iter().enumerate() {
            assert_eq!(doubled[2 * m], r << 1u32);
            assert_eq!(doubled[2 * m + 1], (r << 1u32) + Integer::ONE);
        }
    }

    #[test]
    fn far_terms() {
        let huge = Integer::from(10).pow(200);
        assert!(sequence("beatty(alpha=\"pi/2\",gamma=\"1/3\")").unwrap().term(&huge).is_ok());
        assert!(matches!(sequence("kimberling").unwrap().term(&huge), Err(NumberError::TooFar { .. })));
        let columns = sequence("wythoff-column(j=3)").unwrap();
        assert!(columns.has_formula() && columns.term(&huge).is_ok());
    }
}
