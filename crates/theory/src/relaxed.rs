//! Fraenkel's general two-pile game and Relaxed Wythoff (RLX Definitions 1 and 2), for any f(x1, y1, x0) >= 0.
//!
//! A Nim move, or from sorted x0 <= y0 to sorted x1 <= y1 with x1 < x0, y1 < y0 and (y0-y1) - (x0-x1) < f(x1,y1,x0); Fraenkel's game takes the
//! absolute value on the left. P-positions (RLX-T4X): a_n = mex, b_n = the least b >= a_n from which no earlier pair can be
//! reached, which are the b outside a union of intervals, one for each earlier pair. The recurrence printed in RLX Theorem 4,
//! b_{n+1} = a_{n+1} + f(a_n,b_n,a_{n+1}) + b_n - a_n, is right under the hypotheses of RLX-T4S, which are checked here.

use std::collections::BTreeSet;
use std::sync::Arc;
use wythoff_numbers::NumberError;

use malachite::base::num::arithmetic::traits::UnsignedAbs;
use malachite::{Integer, Natural};
use wythoff_numbers::Real;
use wythoff_numbers::beatty::{Beatty, F_OF_ALPHA};
use wythoff_rules::{Argument, Quantity, Value};

use crate::form::{Bound, Form, Found, Guess, Look, Shape, Theory, found};
use crate::piles::{Sorted, lost, won};
use crate::shown::show_number;
use crate::{Decider, Refusal, Verdict};

/// Largest smaller pile that is decided: the pairs take quadratic time.
pub const STREAM_LIMIT: u64 = 10_000;

/// The function f(x1, y1, x0).
pub type Allowance = Arc<dyn Fn(u64, u64, u64) -> Result<u64, String> + Send + Sync>;

/// Which of the two games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// |(y0-y1) - (x0-x1)| < f.
    Fraenkel,
    /// (y0-y1) - (x0-x1) < f.
    Relaxed,
}

/// One of the two games with its f.
#[derive(Clone)]
pub struct GeneralGame {
    kind: Kind,
    allowance: Allowance,
}

impl GeneralGame {
    /// The game of the given kind.
    pub fn new(kind: Kind, allowance: Allowance) -> GeneralGame {
        GeneralGame { kind, allowance }
    }

    fn allow(&self, (x1, y1): (u64, u64), x0: u64) -> Result<u64, Refusal> {
        (self.allowance)(x1, y1, x0).map_err(|why| Refusal::Hypothesis {
            theorem: "RLX Definition 2",
            hypothesis: format!("f({x1},{y1},{x0}) is not defined: {why}"),
        })
    }

    /// The b with a move from (a,b) to the pair: [from, to), and the pair's own b by a Nim move.
    fn reached(&self, pair: (u64, u64), a: u64) -> Result<(u128, u128), Refusal> {
        let f = u128::from(self.allow(pair, a)?);
        let middle = u128::from(a) + u128::from(pair.1) - u128::from(pair.0);
        let above = u128::from(pair.1) + 1;
        let from = match self.kind {
            Kind::Relaxed => above,
            Kind::Fraenkel => above.max((middle + 1).saturating_sub(f)),
        };
        Ok((from, (middle + f).max(from)))
    }

    /// The pairs (a_n, b_n) from (0,0) on. O(n) a pair, and a sort.
    pub fn pairs(&self) -> Pairs<'_> {
        Pairs { game: self, pairs: Vec::new(), used: BTreeSet::new(), next: 0 }
    }

    /// The recurrence printed in RLX Theorem 4, while it fits in 64 bits.
    pub fn printed_recurrence(&self) -> impl Iterator<Item = Result<(u64, u64), Refusal>> + '_ {
        let mut used = BTreeSet::new();
        let (mut last, mut next) = (None, 0u64);
        std::iter::from_fn(move || {
            while used.remove(&next) {
                next += 1;
            }
            let a = next;
            next += 1;
            let b = match last {
                None => 0,
                Some((x, y)) => match self.allow((x, y), a) {
                    Ok(f) => a.checked_add(f)?.checked_add(y - x)?,
                    Err(refusal) => return Some(Err(refusal)),
                },
            };
            used.insert(b);
            last = Some((a, b));
            Some(Ok((a, b)))
        })
    }

    /// Checks the hypotheses of RLX-T4S on the first `count` pairs of the printed recurrence: f(0,0,1) >= 1 and, for k < n,
    /// (A) a_n + f(a_k,b_k,a_n) >= a_{k+1} + f(a_k,b_k,a_{k+1}), (B) f(a_k,b_k,a_n) + b_k - a_k <= f(a_{n-1},b_{n-1},a_n) + b_{n-1} - a_{n-1}.
    pub fn check_recurrence(&self, count: usize) -> Result<(), Refusal> {
        let fails = |hypothesis| Err(Refusal::Hypothesis { theorem: "RLX-T4S", hypothesis });
        if self.allow((0, 0), 1)? == 0 {
            return fails("f(0,0,1) is 0".into());
        }
        let pairs = self.printed_recurrence().take(count).collect::<Result<Vec<_>, _>>()?;
        for (n, &(a, _)) in pairs.iter().enumerate().skip(1) {
            let gain = |k: usize, x0: u64| -> Result<u128, Refusal> {
                let (x, y) = pairs[k];
                Ok(u128::from(self.allow((x, y), x0)?) + u128::from(y - x))
            };
            let last = gain(n - 1, a)?;
            for k in 0..n {
                let here = gain(k, a)?;
                let then = gain(k, pairs[k + 1].0)?;
                if u128::from(a) + here < u128::from(pairs[k + 1].0) + then {
                    return fails(format!(
                        "(A) at n = {n}, k = {k}: a_n + f(a_k,b_k,a_n) is below its value at n = k + 1"
                    ));
                }
                if here > last {
                    return fails(format!(
                        "(B) at n = {n}, k = {k}: f(a_k,b_k,a_n) + b_k - a_k exceeds its value at k = n - 1"
                    ));
                }
            }
        }
        Ok(())
    }
}

/// The pairs of a [`GeneralGame`].
pub struct Pairs<'g> {
    game: &'g GeneralGame,
    pairs: Vec<(u64, u64)>,
    used: BTreeSet<u64>,
    next: u64,
}

impl Pairs<'_> {
    fn advance(&mut self) -> Result<(u64, u64), Refusal> {
        while self.used.remove(&self.next) {
            self.next += 1;
        }
        let a = self.next;
        let mut reached = Vec::with_capacity(self.pairs.len());
        for &pair in &self.pairs {
            reached.push(self.game.reached(pair, a)?);
        }
        reached.sort_unstable();
        let mut b = u128::from(a);
        let mut intervals = reached.into_iter().peekable();
        loop {
            let before = b;
            while let Some((_, to)) = intervals.next_if(|(from, _)| *from <= b) {
                b = b.max(to);
            }
            // b_k itself is reached by taking a - a_k.
            while u64::try_from(b).is_ok_and(|b| b != a && self.used.contains(&b)) {
                b += 1;
            }
            if b == before {
                break;
            }
        }
        let b = u64::try_from(b).map_err(|_| Refusal::Limit("the pairs of this f leave 64 bits".into()))?;
        self.used.insert(b);
        self.next = a + 1;
        self.pairs.push((a, b));
        Ok((a, b))
    }
}

impl Iterator for Pairs<'_> {
    type Item = Result<(u64, u64), Refusal>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(self.advance())
    }
}

const CITES: &[&str] = &["RLX-T4X"];

impl Decider for GeneralGame {
    fn decide(&self, position: &[Natural]) -> Result<Verdict, Refusal> {
        let sorted = Sorted::of(position)?;
        let [x, y] = &sorted.piles;
        let Some(small) = u64::try_from(x).ok().filter(|&x| x <= STREAM_LIMIT) else {
            return Err(Refusal::Limit(format!(
                "the pairs are built one after the other, for a smaller pile of at most {STREAM_LIMIT}"
            )));
        };
        let mut earlier: Vec<(u64, u64)> = Vec::new();
        for pair in self.pairs() {
            let (a, b) = pair?;
            if b == small && a < b {
                let reason = format!(
                    "The smaller pile is the larger member of the pair ({a}, {b}): a Nim move on the larger pile."
                );
                return Ok(won(sorted.restore([x.clone(), Natural::from(a)]), reason, CITES));
            }
            if a < small {
                earlier.push((a, b));
                continue;
            }
            // a = small: the pair of this row.
            if *y == b {
                return Ok(lost(
                    format!("The piles are the pair number {} of the double mex.", earlier.len()),
                    CITES,
                ));
            }
            if *y > b {
                let reason = format!("The smaller pile is paired with {b}: a Nim move on the larger pile.");
                return Ok(won(sorted.restore([x.clone(), Natural::from(b)]), reason, CITES));
            }
            break;
        }
        for (k, &(a, b)) in earlier.iter().enumerate() {
            let (from, to) = self.reached((a, b), small)?;
            let target = || sorted.restore([a, b].map(Natural::from));
            if *y == b {
                return Ok(won(
                    target(),
                    format!("The larger pile is paired with {a}: a Nim move on the smaller pile."),
                    CITES,
                ));
            }
            if *y >= from && *y < to {
                let reason = format!(
                    "The pair number {k}, ({a}, {b}), is within reach: (y0 - y1) - (x0 - x1) satisfies the condition with f = {}.",
                    self.allow((a, b), small)?
                );
                return Ok(won(target(), reason, CITES));
            }
        }
        Err(Refusal::Hypothesis {
            theorem: "RLX-T4X",
            hypothesis: "no earlier pair can be reached, although the position is not a pair".into(),
        })
    }

    fn p_positions(&self) -> Option<Box<dyn Iterator<Item = Vec<u64>> + Send + '_>> {
        Some(Box::new(self.pairs().map_while(|pair| pair.ok().map(|(a, b)| vec![a, b]))))
    }
}

/// Relaxed Wythoff with the f of RLX (39) for an irrational alpha between 1 and 2, at any size. With beta the number
/// with 1/alpha + 1/beta = 1 the P-positions are (a_n, b_n) = (floor(n alpha), floor(n beta)) (RLX-T2, RLX-T5), and
/// f(a_n) = (b_n - b_(n-1)) - (a_n - a_(n-1)), where a_n + f(a_n) never decreases.
///
/// Cost: a few floors of multiples of alpha and beta.
pub struct BeattyGame {
    lower: Beatty,
    upper: Beatty,
}

impl BeattyGame {
    /// The game for an alpha.
    pub fn new(alpha: Real) -> Result<BeattyGame, Refusal> {
        let lower = Beatty::homogeneous(alpha).map_err(unknown)?;
        let upper = lower.complement().map_err(unknown)?;
        Ok(BeattyGame { lower, upper })
    }

    fn pair(&self, n: &Integer) -> Result<[Natural; 2], Refusal> {
        let term = |beatty: &Beatty| beatty.term(n).map_err(unknown).map(|m| m.unsigned_abs());
        Ok([term(&self.lower)?, term(&self.upper)?])
    }

    /// The index of a pile in a sequence, 0 for the pile 0.
    fn index(&self, beatty: &Beatty, pile: &Natural) -> Result<Option<Integer>, Refusal> {
        if *pile == 0u32 {
            return Ok(Some(Integer::from(0)));
        }
        beatty.index_of(&Integer::from(pile)).map_err(unknown)
    }
}

fn short(n: &Integer) -> String {
    show_number(n.unsigned_abs_ref())
}

fn unknown(error: NumberError) -> Refusal {
    Refusal::Hypothesis { theorem: "RLX-T5", hypothesis: error.to_string() }
}

const BEATTY: &[&str] = &["RLX-T2", "RLX-T5"];

impl Decider for BeattyGame {
    fn decide(&self, position: &[Natural]) -> Result<Verdict, Refusal> {
        let sorted = Sorted::of(position)?;
        let [x, y] = &sorted.piles;
        let Some(n) = self.index(&self.lower, x)? else {
            let n = self.index(&self.upper, x)?.ok_or_else(|| Refusal::Hypothesis {
                theorem: "RLX-T5",
                hypothesis: "the two sequences do not hold every pile".into(),
            })?;
            let [a, _] = self.pair(&n)?;
            let reason =
                format!("The smaller pile is b_n = floor(n beta) with n = {}: a Nim move to a_n.", short(&n));
            return Ok(won(sorted.restore([x.clone(), a]), reason, BEATTY));
        };
        let [_, b] = self.pair(&n)?;
        if *y == b {
            let reason = format!("The piles are floor(n alpha) and floor(n beta) with n = {}.", short(&n));
            return Ok(lost(reason, BEATTY));
        }
        if *y > b {
            let reason = format!(
                "The smaller pile is a_n = floor(n alpha) with n = {}: a Nim move to b_n.",
                short(&n)
            );
            return Ok(won(sorted.restore([x.clone(), b]), reason, BEATTY));
        }
        if let Some(m) = self.index(&self.upper, y)? {
            let [a, b] = self.pair(&m)?;
            let reason =
                format!("The larger pile is b_m = floor(m beta) with m = {}: a Nim move to a_m.", short(&m));
            return Ok(won(sorted.restore([a, b]), reason, BEATTY));
        }
        // b_m < y < b_(m+1) = a_(m+1) + f(a_(m+1)) + b_m - a_m <= x + f(x) + b_m - a_m, so (a_m, b_m) is within reach.
        let m = self.upper.count_up_to(&Integer::from(y)).map_err(unknown)?;
        let reason = format!(
            "The smaller pile is a_n = floor(n alpha), the larger lies between b_m and b_(m+1) with m = {} < n: taking from \
             both piles (a_m, b_m) is within reach, since a + f(a) never decreases along the a_n.",
            short(&m)
        );
        Ok(won(sorted.restore(self.pair(&m)?), reason, BEATTY))
    }

    fn p_positions(&self) -> Option<Box<dyn Iterator<Item = Vec<u64>> + Send + '_>> {
        Some(Box::new((0u64..).map_while(|n| {
            let [a, b] = self.pair(&Integer::from(n)).ok()?;
            Some(vec![u64::try_from(&a).ok()?, u64::try_from(&b).ok()?])
        })))
    }
}

/// Fraenkel's game and Relaxed Wythoff with any f; the f of RLX (39) belongs to a Beatty pair.
pub(crate) const THEORY: Theory = Theory {
    forms: &[
        Form {
            theory: "Fraenkel's general game",
            rules: Shape::Exactly(
                "param f(x1, y1, x0) = 2\npiles sorted x <= y\nmove (i, 0)\nmove (0, i)\nmove (k, l) where x' <= y' and |l - k| < f(x', y', x)",
            ),
            read: functions,
            decider: |form| general(Kind::Fraenkel, form),
        },
        Form {
            theory: "Relaxed Wythoff",
            rules: Shape::Exactly(
                "param f(x1, y1, x0) = 2\npiles sorted x <= y\nmove (i, 0)\nmove (0, i)\nmove (k, l) where x' <= y' and l - k < f(x', y', x)",
            ),
            read: functions,
            decider: |form| general(Kind::Relaxed, form),
        },
    ],
    cases: &[
        ("RLX-D2", &["relaxed(f=\"2\")", "relaxed(f=\"1 + x1 mod 3\")"]),
        ("RLX-T5", &["relaxed(alpha=\"sqrt(3)\")", "relaxed(alpha=\"sqrt(2)\")"]),
        ("RLX-T4X", &["relaxed(f=\"if x0 == 1 then 5 else 1\")", "relaxed(f=\"if x0 == 1 then 2 else 0\")"]),
        ("RLX-T1", &["fraenkel(f=\"3\")", "fraenkel(f=\"x1 + 1\")", "relaxed(f=\"1\")"]),
        ("VIS-T6", &["fraenkel(f=\"2\")", "fraenkel(f=\"x0 - x1\")"]),
    ],
};

/// What the larger pile may lose more than the smaller one, in the piles after the move and the smaller one before.
fn functions(look: &Look<'_>) -> Vec<Guess> {
    if !look.is_pair() {
        return Vec::new();
    }
    let name = |quantity| match quantity {
        Quantity::Left(0) => Some("x1".to_string()),
        Quantity::Left(1) => Some("y1".to_string()),
        Quantity::Taken(0) => Some("(x0 - x1)".to_string()),
        _ => None,
    };
    let read = look.bounds_on(1, &[(Quantity::Taken(0), -1)], &name).into_iter().map(Argument::Text);
    read.chain(look.functions(&["x1", "y1", "x0"])).map(|f| vec![("f", f)]).collect()
}

fn general(kind: Kind, form: &Bound<'_>) -> Found {
    if let Some(Value::Function(text)) = form.value("f")
        && let Some(alpha) = text.strip_prefix(F_OF_ALPHA)
        && let Ok(alpha) = Real::parse(alpha)
    {
        return found(BeattyGame::new(alpha)?);
    }
    let rules = form.rules.clone();
    let allowance = move |x1: u64, y1: u64, x0: u64| {
        let f = rules.function("f").ok_or("there is no f")?;
        let value = f(&[x1, y1, x0].map(Integer::from)).map_err(|e| e.to_string())?;
        u64::try_from(&value).map_err(|_| format!("its value {value} is negative or does not fit 64 bits"))
    };
    found(GeneralGame::new(kind, Arc::new(allowance)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::{Dice, Referee, nim};
    use malachite::base::num::arithmetic::traits::Pow;

    #[test]
    fn a_winning_move_of_a_thousand_digits_is_legal() {
        let mut dice = Dice::new(7);
        let game = BeattyGame::new(Real::parse("sqrt(2)").unwrap()).unwrap();
        let big = Natural::from(10u32).pow(1000);
        for _ in 0..40 {
            let n = Integer::from(&big + Natural::from(dice.below(1_000_000)));
            let [a, b] = game.pair(&n).unwrap();
            assert!(game.decide(&[a.clone(), b.clone()]).unwrap().winning.is_none());
            // Between a_n and b_n: only a move from both piles, or down to a smaller pair, wins.
            let y = &a + Natural::from(dice.below(1_000_000)) * (&b - &a) / Natural::from(1_000_000u32);
            let to = game.decide(&[a.clone(), y.clone()]).unwrap().winning.unwrap();
            assert!(game.decide(&to).unwrap().winning.is_none());
            let [x1, y1] = [to[0].clone().min(to[1].clone()), to[0].clone().max(to[1].clone())];
            let [c, d] = game.pair(&(&n - Integer::from(1))).unwrap();
            let f = (Integer::from(&b) - Integer::from(d)) - (Integer::from(&a) - Integer::from(c));
            let from_both = x1 < a && y1 < y && Integer::from(&y - &y1) - Integer::from(&a - &x1) < f;
            assert!(from_both || (y1 == y && x1 < a) || (x1 == a && y1 < y), "{n}");
        }
    }

    /// RLX Definitions 1 and 2 on sorted positions.
    fn options(kind: Kind, f: impl Fn(u64, u64, u64) -> u64) -> impl Fn(&[u64]) -> Vec<Vec<u64>> {
        move |p| {
            let (x0, y0) = (p[0].min(p[1]), p[0].max(p[1]));
            let mut to = nim(p);
            for x1 in 0..x0 {
                for y1 in x1..y0 {
                    let difference = (y0 - y1) as i64 - (x0 - x1) as i64;
                    let size = if kind == Kind::Fraenkel { difference.abs() } else { difference };
                    if size < f(x1, y1, x0) as i64 {
                        to.push(if p[0] <= p[1] { vec![x1, y1] } else { vec![y1, x1] });
                        if p[0] == p[1] {
                            to.push(vec![y1, x1]);
                        }
                    }
                }
            }
            to
        }
    }

    #[test]
    fn agrees_with_the_rules_for_random_f() {
        let mut dice = Dice::new(21);
        for round in 0..12 {
            let seed = dice.below(1000);
            let f = move |x1: u64, y1: u64, x0: u64| {
                let mixed = (x1 * 31 + y1 * 17 + x0 * 7 + seed).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 60;
                mixed % 4 + u64::from(x1 == 0)
            };
            for kind in [Kind::Fraenkel, Kind::Relaxed] {
                let game = GeneralGame::new(kind, Arc::new(move |x1, y1, x0| Ok(f(x1, y1, x0))));
                let mut referee = Referee::new(options(kind, f));
                referee.check(&game, &[16, 20], &format!("round {round} {kind:?}"));
                referee.check_stream(&game, 24, &format!("round {round} {kind:?}"));
            }
        }
    }

    #[test]
    fn constant_f_is_t_wythoff() {
        for t in 1..5u64 {
            let alpha = wythoff_numbers::Quadratic::t_wythoff(&Natural::from(t));
            for kind in [Kind::Fraenkel, Kind::Relaxed] {
                let game = GeneralGame::new(kind, Arc::new(move |_, _, _| Ok(t)));
                for (n, pair) in game.pairs().take(200).enumerate() {
                    let a = u64::try_from(&alpha.floor_mul(&n.into())).unwrap();
                    assert_eq!(pair.unwrap(), (a, a + t * n as u64));
                }
                assert_eq!(game.check_recurrence(60), Ok(()));
            }
        }
    }

    #[test]
    fn the_printed_recurrence_and_its_hypotheses() {
        let game = |f: fn(u64, u64, u64) -> u64| {
            GeneralGame::new(Kind::Relaxed, Arc::new(move |x, y, z| Ok(f(x, y, z))))
        };
        let list = |pairs: Vec<Result<(u64, u64), Refusal>>| {
            pairs.into_iter().map(Result::unwrap).collect::<Vec<_>>()
        };
        // RLX-T4: f = 5 if x0 = 1, else 1.
        let wrong = game(|_, _, x0| if x0 == 1 { 5 } else { 1 });
        assert_eq!(list(wrong.pairs().take(3).collect())[1..], [(1, 6), (2, 3)]);
        assert_eq!(list(wrong.printed_recurrence().take(3).collect())[1..], [(1, 6), (2, 8)]);
        assert!(wrong.check_recurrence(10).is_err());
        let right = game(|x1, y1, _| (x1 * 3 + y1) % 4 + 1);
        assert_eq!(right.check_recurrence(60), Ok(()));
        assert_eq!(
            list(right.pairs().take(60).collect()),
            list(right.printed_recurrence().take(60).collect())
        );
        // A fixed point: f = 2 if x0 = 1, else 0.
        let fixed = game(|_, _, x0| if x0 == 1 { 2 } else { 0 });
        assert_eq!(list(fixed.pairs().take(5).collect()), [(0, 0), (1, 3), (2, 2), (4, 6), (5, 7)]);
    }
}
