//! The three vectors game [a,b,c] (GEO section 4.3): c v3 = a v1 + b v2, positions (x,y,i) with 0 <= i < c.
//!
//! True options: Nim moves in x, y and i, and (x - p a, y - p b, any i') for p >= 1 (the printed formula lacks the borrow, GEO-OP3).
//! The game is Nim-like if its P-positions are those with x xor y xor i = 0. Both ends of a move (p, i') with xor 0 leave
//! p (b - a) = (y - x) - (y' - x'), which depends only on x mod 2^K, K = ceil(log2 c): a finite test, exact for every [a,b,c]
//! (GEO-P23). gcd(a,b,c) = 1 is assumed throughout, as in the paper.

use malachite::Natural;
use malachite::base::num::arithmetic::traits::Gcd;
use malachite::base::num::basic::traits::Zero;
use malachite::base::num::logic::traits::SignificantBits;

use crate::form::{Form, Shape, Theory, found, numbers};
use crate::piles::{lost, piles, won};
use crate::shown::show_number;
use crate::vector_game::VectorGame;
use crate::{Decider, Refusal, Verdict};

/// Steps that the exact test may take.
const TEST_STEPS: u128 = 1 << 30;

/// ceil(log2 c), c >= 1.
fn bit_length(c: u64) -> u32 {
    64 - (c - 1).leading_zeros()
}

/// Refuses parameters that are not a game of GEO section 4.3.
fn check_parameters(a: u64, b: u64, c: u64) -> Result<(), Refusal> {
    let fails = |hypothesis: String| Err(Refusal::Hypothesis { theorem: "GEO section 4.3", hypothesis });
    if a == 0 || b == 0 || c == 0 {
        return fails(format!("[{a},{b},{c}] must have three positive parameters"));
    }
    let g = a.gcd(b).gcd(c);
    if g != 1 {
        return fails(format!(
            "[{a},{b},{c}] has the common factor {g}: it is the game [{},{},{}]",
            a / g,
            b / g,
            c / g
        ));
    }
    if c > 1 << 32 || a > 1 << 62 || b > 1 << 62 {
        return Err(Refusal::Limit("the parameters must satisfy c <= 2^32 and a, b <= 2^62".into()));
    }
    Ok(())
}

/// A move between two positions with xor 0, which shows that the game is not Nim-like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Obstruction {
    /// The position (x, y, i) that is moved from.
    pub from: [u128; 3],
    /// The position that is moved to.
    pub to: [u128; 3],
}

/// Whether [a,b,c] is Nim-like: `None` if it is, else a move that shows that it is not. O(2^K c^2/(b-a)).
///
/// ```
/// use wythoff_theory::three_vectors::obstruction;
/// assert_eq!(obstruction(1, 4, 2).unwrap(), None);
/// let joined = obstruction(1, 3, 2).unwrap().unwrap();
/// assert_eq!((joined.from, joined.to), ([2, 3, 1], [1, 0, 1]));
/// ```
pub fn obstruction(a: u64, b: u64, c: u64) -> Result<Option<Obstruction>, Refusal> {
    check_parameters(a, b, c)?;
    if a > b {
        let mirrored = obstruction(b, a, c)?;
        let swap = |[x, y, i]: [u128; 3]| [y, x, i];
        return Ok(mirrored.map(|found| Obstruction { from: swap(found.from), to: swap(found.to) }));
    }
    if a == b {
        let a = u128::from(a);
        return Ok(Some(Obstruction { from: [a, a, 0], to: [0, 0, 0] }));
    }
    // GEO Conjecture 22, proved: p (b - a) <= 2 c - 2 is needed.
    let most = (2 * u128::from(c) - 2) / u128::from(b - a);
    if most == 0 {
        return Ok(None);
    }
    let modulus = 1u64 << bit_length(c);
    if most * u128::from(modulus) * u128::from(c) > TEST_STEPS {
        if c <= 1 << 20 && u128::from(b) >= threshold(a, c)? {
            return Ok(None);
        }
        return Err(Refusal::Limit(format!(
            "testing whether [{a},{b},{c}] is Nim-like takes more than 2^30 steps"
        )));
    }
    let mut least: Option<Obstruction> = None;
    for p in 1..=most {
        let (down_x, down_y) = (p * u128::from(a), p * u128::from(b));
        let gap = (down_y - down_x) as i128;
        for u in 0..modulus {
            let v =
                (u128::from(u) + u128::from(modulus) - down_x % u128::from(modulus)) % u128::from(modulus);
            for i in 0..c {
                // y - x = s and y' - x' = s - p(b-a); the latter must come from an i' < c with the same high bits.
                let s = i128::from(u ^ i) - i128::from(u);
                let low = v as i128 + s - gap;
                if low < 0 || low >= i128::from(modulus) || (v ^ low as u128) >= u128::from(c) {
                    continue;
                }
                let found = lift(u, i, modulus, down_x, down_y);
                if least.is_none_or(|least| found.from < least.from) {
                    least = Some(found);
                }
            }
        }
    }
    Ok(least)
}

/// The smallest position with x = u mod 2^K and the given i from which the move by (down_x, down_y) can be made.
fn lift(u: u64, i: u64, modulus: u64, down_x: u128, down_y: u128) -> Obstruction {
    let modulus = u128::from(modulus);
    let (low_x, low_y) = (u128::from(u), u128::from(u ^ i));
    let needed = down_x.saturating_sub(low_x).max(down_y.saturating_sub(low_y)).div_ceil(modulus) * modulus;
    let (x, y) = (needed + low_x, needed + low_y);
    let (x1, y1) = (x - down_x, y - down_y);
    Obstruction { from: [x, y, u128::from(i)], to: [x1, y1, x1 ^ y1] }
}

/// The least beta such that [a,b,c] is Nim-like for all b >= beta with gcd(a,b,c) = 1 (GEO Problem 23). O(c log c).
///
/// beta = a + 1 + max {D(u) + D(v) : u + v = a - 1 mod 2^K}, D(u) = the largest i < c with i and u = 0.
///
/// ```
/// use wythoff_theory::three_vectors::threshold;
/// assert_eq!(threshold(1, 5).unwrap(), 10); // a = 1: 2c
/// assert_eq!(threshold(3, 4).unwrap(), 8); // c = 2^K: c (ceil(a/c) + 1)
/// ```
pub fn threshold(a: u64, c: u64) -> Result<u128, Refusal> {
    if a == 0 || c == 0 || c > 1 << 24 {
        return Err(Refusal::Hypothesis {
            theorem: "GEO-P23",
            hypothesis: format!("a >= 1 and, for the search, 1 <= c <= 2^24; here a = {a}, c = {c}"),
        });
    }
    let bits = bit_length(c);
    let modulus = 1u64 << bits;
    let sum = (a - 1) % modulus;
    let best = (0..modulus)
        .map(|u| {
            u128::from(largest_disjoint(u, c, bits))
                + u128::from(largest_disjoint((sum + modulus - u) % modulus, c, bits))
        })
        .max()
        .unwrap_or(0);
    Ok(u128::from(a) + 1 + best)
}

/// The largest i < c whose binary digits avoid those of u.
fn largest_disjoint(u: u64, c: u64, bits: u32) -> u64 {
    // Follow c - 1 from the top while its digits are allowed; at a forbidden 1 everything below is free.
    let (limit, free) = (c - 1, !u & ((1u64 << bits) - 1));
    for bit in (0..bits).rev() {
        if limit >> bit & 1 == 1 && u >> bit & 1 == 1 {
            let high = limit >> (bit + 1) << (bit + 1);
            return (high & free) | (free & ((1u64 << bit) - 1));
        }
    }
    limit
}

/// Whether the Grundy value is x xor y xor i everywhere: v2(a) != v2(b) and min(v2(a), v2(b)) >= K (GEO-R20a).
///
/// Checked here on boxes, not proved.
pub fn grundy_is_nim_sum(a: u64, b: u64, c: u64) -> Result<bool, Refusal> {
    check_parameters(a, b, c)?;
    let (v, w) = (a.trailing_zeros(), b.trailing_zeros());
    Ok(v != w && v.min(w) >= bit_length(c))
}

/// A Nim-like three vectors game.
#[derive(Clone, Debug)]
pub struct ThreeVectors {
    a: u64,
    b: u64,
    c: u64,
}

const CITES: &[&str] = &["GEO-C22", "GEO-P23"];

impl ThreeVectors {
    /// The game [a,b,c]; refused with an obstruction if it is not Nim-like.
    pub fn new(a: u64, b: u64, c: u64) -> Result<ThreeVectors, Refusal> {
        match obstruction(a, b, c)? {
            None => Ok(ThreeVectors { a, b, c }),
            Some(Obstruction { from, to }) => Err(Refusal::Hypothesis {
                theorem: "GEO-P23",
                hypothesis: format!(
                    "[{a},{b},{c}] is not Nim-like: {from:?} and {to:?} both have xor 0, and the first moves to the second"
                ),
            }),
        }
    }
}

impl Decider for ThreeVectors {
    fn decide(&self, position: &[Natural]) -> Result<Verdict, Refusal> {
        let heaps = piles::<3>(position)?;
        if heaps[2] >= self.c {
            return Err(Refusal::Position(format!(
                "the third coordinate of [{},{},{}] runs from 0 to {}",
                self.a,
                self.b,
                self.c,
                self.c - 1
            )));
        }
        let sum = &heaps[0] ^ &heaps[1] ^ &heaps[2];
        if sum == Natural::ZERO {
            return Ok(lost("The game is Nim-like, and the xor of the three coordinates is 0.", CITES));
        }
        let top = sum.significant_bits() - 1;
        let has_top = |heap: &Natural| (heap ^ &sum) < *heap;
        let Some(i) = heaps.iter().position(has_top) else {
            return Err(Refusal::Position("no coordinate has the leading digit of the xor".into()));
        };
        let mut target = heaps.to_vec();
        target[i] = &heaps[i] ^ &sum;
        let reason = format!(
            "The game is Nim-like, and the xor of the three coordinates is {}; coordinate {} has its binary digit {top}, so lowering it by \
             {} makes the xor 0.",
            show_number(&sum),
            i + 1,
            show_number(&(&heaps[i] - &target[i])),
        );
        Ok(won(target, reason, CITES))
    }
}

/// [a,b,1], Nim-like or not: the third coordinate is 0, and the game is the vector game on the first two.
pub struct OnePlane {
    game: VectorGame,
}

impl OnePlane {
    /// The game [a,b,1].
    pub fn new(a: u64, b: u64) -> Result<OnePlane, Refusal> {
        check_parameters(a, b, 1)?;
        Ok(OnePlane { game: VectorGame::new(a, b)? })
    }
}

impl Decider for OnePlane {
    fn decide(&self, position: &[Natural]) -> Result<Verdict, Refusal> {
        let [x, y, i] = piles::<3>(position)?;
        if *i != 0u32 {
            return Err(Refusal::Position("the third coordinate of [a,b,1] is 0".into()));
        }
        let mut verdict = self.game.decide(&[x.clone(), y.clone()])?;
        verdict.winning.iter_mut().for_each(|target| target.push(Natural::ZERO));
        Ok(verdict)
    }
}

/// The three vectors game; with c = 1 it is the vector game on one plane.
pub(crate) const THEORY: Theory = Theory {
    forms: &[Form {
        theory: "the three vectors game",
        rules: Shape::Exactly(
            "param a >= 1 = 1\nparam b >= 1 = 3\nparam c >= 1 = 2\nrequire gcd(a, b, c) == 1 \"a, b and c must have no common factor\"\n\
         piles ordered x, y\nextra i below c\nmove (k, 0, 0)\nmove (0, k, 0)\nmove (0, 0, k)\nmove (p*a, p*b, i - j) for p >= 1, 0 <= j < c",
        ),
        read: |look| {
            let [None, None, Some(c)] = look.rules.bounds() else { return Vec::new() };
            let large = 1 << 42;
            let found = look.pair(|a, b| look.moves(&[large, large, 0], &[large - a, large - b, 0]));
            numbers(found.map(|(a, b)| [("a", a), ("b", b), ("c", *c)]))
        },
        decider: |form| match (form.int("a")?, form.int("b")?, form.int("c")?) {
            (a, b, 1) => found(OnePlane::new(a, b)?),
            (a, b, c) => found(ThreeVectors::new(a, b, c)?),
        },
    }],
    cases: &[
        ("GEO-C22", &["three-vectors(a=1,b=4,c=2)", "three-vectors(a=2,b=7,c=3)"]),
        (
            "GEO-OP1",
            &["three-vectors(a=1,b=2,c=1)", "three-vectors(a=2,b=2,c=1)", "three-vectors(a=1,b=1,c=1)"],
        ),
    ],
};

#[cfg(test)]
mod tests {
    use malachite::base::num::arithmetic::traits::Pow;

    use super::*;
    use crate::referee::{Dice, Referee, check_huge, nim};

    /// Subtract k v3 from (x, y, i) as vectors: carry i below 0 into p copies of (a, b).
    fn options(a: u64, b: u64, c: u64) -> impl Fn(&[u64]) -> Vec<Vec<u64>> {
        move |p| {
            let mut to: Vec<Vec<u64>> = nim(p).into_iter().filter(|q| q[2] == p[2]).collect();
            let value = p[2] + c * (p[0] / a).min(p[1] / b);
            for k in 1..=value {
                let borrow = k.saturating_sub(p[2]).div_ceil(c);
                to.push(vec![p[0] - borrow * a, p[1] - borrow * b, p[2] + borrow * c - k]);
            }
            to
        }
    }

    #[test]
    fn the_exact_test_agrees_with_the_rules() {
        let mut dice = Dice::new(11);
        let mut like = 0;
        for _ in 0..60 {
            let (a, b, c) = (1 + dice.below(6), 1 + dice.below(14), 1 + dice.below(5));
            if a.gcd(b).gcd(c) != 1 {
                assert!(obstruction(a, b, c).is_err());
                continue;
            }
            let found = obstruction(a, b, c).unwrap();
            let mut referee = Referee::new(options(a, b, c));
            let size = if found.is_some() { 18 } else { 22 };
            let differs = (0..size)
                .flat_map(|x| (0..size).flat_map(move |y| (0..c).map(move |i| [x, y, i])))
                .find(|p| referee.is_p(p) != (p[0] ^ p[1] ^ p[2] == 0));
            match found {
                None => {
                    assert_eq!(differs, None, "[{a},{b},{c}]");
                    like += 1;
                    Referee::new(options(a, b, c)).check(
                        &ThreeVectors::new(a, b, c).unwrap(),
                        &[9, 11, c],
                        "three vectors",
                    );
                }
                Some(Obstruction { from, to }) => {
                    let small = |p: [u128; 3]| p.map(|x| x as u64);
                    assert!(options(a, b, c)(&small(from)).contains(&small(to).to_vec()));
                    assert_eq!((from[0] ^ from[1] ^ from[2], to[0] ^ to[1] ^ to[2]), (0, 0));
                    if from[0] < u128::from(size) && from[1] < u128::from(size) {
                        assert!(differs.is_some(), "[{a},{b},{c}]");
                    }
                    assert!(ThreeVectors::new(a, b, c).is_err());
                }
            }
        }
        assert!(like > 5);
    }

    #[test]
    fn one_plane_is_the_vector_game() {
        for (a, b) in [(1, 1), (2, 2), (3, 3), (5, 5), (1, 3)] {
            let game = OnePlane::new(a, b).unwrap();
            Referee::new(options(a, b, 1)).check(&game, &[18, 20, 1], "one plane");
        }
        let far = [Natural::from(10u32).pow(1000), Natural::from(3u32).pow(2000), Natural::ZERO];
        let game = OnePlane::new(2, 2).unwrap();
        let target = game.decide(&far).unwrap().winning.unwrap();
        assert!(game.is_p(&target).unwrap());
    }

    #[test]
    fn the_threshold_is_least() {
        for a in 1..12u64 {
            for c in 1..10u64 {
                let beta = threshold(a, c).unwrap() as u64;
                let coprime = |b: &u64| a.gcd(*b).gcd(c) == 1 && *b > a;
                let last = (1..=2 * c + a + 3)
                    .filter(coprime)
                    .filter(|&b| obstruction(a, b, c).unwrap().is_some())
                    .max();
                if let Some(last) = last {
                    assert!(last < beta, "a = {a}, c = {c}");
                }
                assert!((beta..beta + 6).filter(coprime).all(|b| obstruction(a, b, c).unwrap().is_none()));
                if coprime(&(beta - 1)) {
                    assert_eq!(last, Some(beta - 1), "a = {a}, c = {c}");
                }
            }
        }
    }

    #[test]
    fn the_digit_search_is_the_definition() {
        for c in 1..40u64 {
            let bits = bit_length(c);
            for u in 0..1 << bits {
                let expected = (0..c).filter(|i| i & u == 0).max().unwrap();
                assert_eq!(largest_disjoint(u, c, bits), expected, "u = {u}, c = {c}");
            }
        }
    }

    #[test]
    fn grundy_values() {
        use std::collections::HashMap;
        fn grundy(
            p: Vec<u64>,
            options: &dyn Fn(&[u64]) -> Vec<Vec<u64>>,
            known: &mut HashMap<Vec<u64>, u64>,
        ) -> u64 {
            if let Some(&g) = known.get(&p) {
                return g;
            }
            let seen: Vec<u64> = options(&p).into_iter().map(|q| grundy(q, options, known)).collect();
            let g = (0..).find(|g| !seen.contains(g)).unwrap();
            known.insert(p, g);
            g
        }
        for (a, b, c) in
            [(4, 24, 3), (1, 4, 2), (2, 4, 1), (2, 12, 1), (1, 5, 2), (4, 8, 3), (2, 3, 2), (8, 4, 1)]
        {
            let options = options(a, b, c);
            let mut known = HashMap::new();
            let equal = (0..28)
                .flat_map(|x| (0..28).flat_map(move |y| (0..c).map(move |i| [x, y, i])))
                .all(|p| grundy(p.to_vec(), &options, &mut known) == p[0] ^ p[1] ^ p[2]);
            assert_eq!(grundy_is_nim_sum(a, b, c).unwrap(), equal, "[{a},{b},{c}]");
        }
    }

    #[test]
    fn huge_positions() {
        let game = ThreeVectors::new(2, 5, 2).unwrap();
        let mut dice = Dice::new(1);
        for _ in 0..20 {
            let position = [dice.natural(60), dice.natural(60), Natural::from(dice.below(2))];
            check_huge(&game, &position, &mut dice, 30, |p, dice| {
                let p1 = dice.up_to(&(&p[0] >> 3u32));
                let left = [&p[0] - &p1 * Natural::from(2u32), p[1].clone(), Natural::from(dice.below(2))];
                let down = p1 * Natural::from(5u32);
                (down <= left[1]).then(|| vec![left[0].clone(), &left[1] - down, left[2].clone()])
            });
        }
        assert!(game.decide(&[1u32, 1, 2].map(Natural::from)).is_err());
        assert!(matches!(ThreeVectors::new(2, 8, 2), Err(Refusal::Hypothesis { .. })));
    }
}
