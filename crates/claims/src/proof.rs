//! Statements for all positions, settled by an automaton: the set that a theorem names is written down as an
//! automaton, the prover decides whether it is stable and absorbing for the rules, and an independent checker reads
//! the certificate.

use crate::support::{rules, surd};
use crate::verdict::ensure;
use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;
use wythoff_automata::{Dfa, Game, Limits, Numeration, Prover, Verdict};
use wythoff_numbers::{Integer, Quadratic};
use wythoff_rules::Rules;

/// A set of positions, recognised by an automaton that reads the piles side by side, leading digits first.
pub struct Named {
    pub numeration: Numeration,
    pub dfa: Dfa,
}

/// Proves that a set is the P-positions of rules; how.
pub fn prove_rules(rules: &Rules, set: &Named) -> Result<String, String> {
    prove_game(&wythoff_prove::translate(rules).map_err(|e| e.to_string())?, set)
}

fn prove_game(game: &Game, set: &Named) -> Result<String, String> {
    let text = |e: &dyn std::fmt::Display| e.to_string();
    let limits = Limits::default();
    let prover = Prover::new(game, &set.numeration, &limits).map_err(|e| text(&e))?;
    match prover.prove(&set.dfa, &limits).map_err(|e| text(&e))? {
        Verdict::Proved(proof) => {
            let certificate = proof.certificate("", &limits).map_err(|e| text(&e))?;
            let report = wythoff_certificate::automaton::check(&certificate).map_err(|e| text(&e))?;
            ensure!(report.statement == game.statement(), "the certificate is about another game");
            Ok(format!("{} states, {}", report.states, set.numeration))
        }
        Verdict::Refuted(refutation) => Err(format!("the set fails at {:?}", refutation.position)),
        Verdict::Unknown(limit) => Err(limit.to_string()),
    }
}

/// Proves what the P-positions of a game of the catalog are, the set being found by the prover itself; how.
pub fn settle(spec: &str) -> Result<String, String> {
    settle_rules(&rules(spec)?, None).map_err(|e| format!("{spec}: {e}"))
}

/// The same for rules, in a numeration if one is given; the certificate is read by the independent checker.
pub fn settle_rules(rules: &Rules, numeration: Option<Numeration>) -> Result<String, String> {
    let request = wythoff_prove::Request { numeration, ..Default::default() };
    let (outcome, _) =
        wythoff_prove::prove(rules, &request, &crate::support::budget()).map_err(|e| e.to_string())?;
    match outcome {
        wythoff_prove::Outcome::Proved(proof) => {
            let certificate = proof.certificate("", &Limits::default()).map_err(|e| e.to_string())?;
            let report = wythoff_certificate::automaton::check(&certificate).map_err(|e| e.to_string())?;
            Ok(format!("{} states", report.states))
        }
        wythoff_prove::Outcome::Refuted { position, .. } => Err(format!("refuted at {position:?}")),
        wythoff_prove::Outcome::Unknown { limit } => Err(limit),
    }
}

/// Proves that a set is the P-positions of a game of the catalog; how.
pub fn prove(spec: &str, set: &Named) -> Result<String, String> {
    prove_rules(&rules(spec)?, set).map_err(|e| format!("{spec}: {e}"))
}

/// Proves that two sets are the positions of Grundy value 0 and 1 of a game of the catalog; how.
///
/// By Sprague and Grundy they are the P-positions of the game plus a Nim pile of 0 and of 1.
pub fn prove_values(spec: &str, zero: &Named, one: &Named) -> Result<String, String> {
    let game = wythoff_prove::translate(&rules(spec)?).map_err(|e| e.to_string())?;
    // One automaton with a start for either size of the Nim pile: the states of `one` come behind those of `zero`.
    let letters = zero.dfa.letters();
    let shift = zero.dfa.states() as u32;
    let (mut delta, mut output) = (vec![0; letters], vec![0]);
    for (dfa, shift) in [(&zero.dfa, 0), (&one.dfa, shift)] {
        for state in 1..=dfa.states() as u32 {
            delta.extend(dfa.row(state).iter().map(|to| if *to == 0 { 0 } else { to + shift }));
            output.push(dfa.output(state));
        }
    }
    let starts = vec![zero.dfa.starts()[0], one.dfa.starts()[0] + shift];
    let dfa = Dfa::from_parts(letters, delta, output, starts).map_err(|e| e.to_string())?;
    let both = Named { numeration: zero.numeration.clone(), dfa: dfa.minimised() };
    prove_game(&game.plus_nim_pile(1), &both).map_err(|e| format!("{spec}: {e}"))
}

/// The automaton whose states are what `next` leads to from `start`.
fn automaton<S: Clone + Eq + Hash>(
    letters: usize,
    start: S,
    next: impl Fn(&S, usize) -> Option<S>,
    accepts: impl Fn(&S) -> bool,
) -> Result<Dfa, String> {
    let mut states = vec![start.clone()];
    let mut known = HashMap::from([(start, 1u32)]);
    let mut delta = vec![0u32; letters];
    let mut output = vec![0u8];
    let mut done = 0;
    while let Some(state) = states.get(done).cloned() {
        output.push(u8::from(accepts(&state)));
        for letter in 0..letters {
            let target = match next(&state, letter) {
                None => 0,
                Some(to) => *known.entry(to.clone()).or_insert_with(|| {
                    states.push(to);
                    states.len() as u32
                }),
            };
            delta.push(target);
        }
        done += 1;
    }
    Dfa::from_parts(letters, delta, output, vec![1]).map(|dfa| dfa.minimised()).map_err(|e| e.to_string())
}

/// How far "y is x with a 0 appended, and x ends in an even number of zeros" has been read.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Shift {
    /// The digit that x must have next, which is the last one of y.
    owed: usize,
    /// Whether the number of zeros at the end of x is even; true for the empty word.
    even: bool,
    /// Whether x has begun.
    begun: bool,
}

impl Shift {
    fn read(&self, x: usize, y: usize) -> Option<Shift> {
        let begun = self.begun || x > 0;
        let even = x > 0 || !begun || !self.even;
        (x == self.owed).then_some(Shift { owed: y, even, begun })
    }

    fn holds(&self) -> bool {
        self.owed == 0 && self.even
    }
}

/// The pairs (x, y), in either order, of which one ends in an even number of zeros and the other is its left shift,
/// in the numeration 1, t + 1, ..., u_n = t u_(n-1) + u_(n-2) (VIS section 4.1).
pub fn shifts(t: u32) -> Result<Named, String> {
    let numeration = Numeration::ostrowski(&[t]).map_err(|e| e.to_string())?;
    let base = t as usize + 1;
    let start = Shift { owed: 0, even: true, begun: false };
    // A digit t is followed by 0.
    let legal = move |last: usize, digit: usize| last + 1 < base || digit == 0;
    let dfa = automaton(
        base * base,
        (Some(start.clone()), Some(start), [0, 0]),
        move |(upper, lower, last), letter| {
            let (x, y) = (letter % base, letter / base);
            let upper = upper.as_ref().and_then(|shift| shift.read(x, y));
            let lower = lower.as_ref().and_then(|shift| shift.read(y, x));
            let possible = legal(last[0], x) && legal(last[1], y) && (upper.is_some() || lower.is_some());
            possible.then_some((upper, lower, [x, y]))
        },
        |(upper, lower, _)| [upper, lower].into_iter().flatten().any(Shift::holds),
    )?;
    Ok(Named { numeration, dfa })
}

/// Proves, exactly, that the lower members of the pairs of [`shifts`] are floor(n alpha) and the upper ones
/// floor(n beta), n >= 1, alpha = (2 - t + sqrt(t^2 + 4))/2, beta = alpha + t.
///
/// With x = sum d_i u_i and its shift y, n = (y - x)/t, the excess n alpha - x is sum d_i e_i with
/// e_i = (u_(i+1) - u_i) alpha/t - u_i. These numbers satisfy the recurrence of the u_i, and e_1 = theta e_0 with
/// theta^2 = 1 + t theta, so e_i = e_0 theta^i; theta is negative and e_0 = -theta. For d_(2k) >= 1 the last digit
/// that is not 0 the sum lies strictly between e_0 theta^(2k) (1 + t theta/(1 - theta^2)) = 0 and
/// e_0 t/(1 - theta^2) = 1. So x = floor(n alpha) and y = x + t n = floor(n beta). Each positive number ends in an
/// even or odd number of zeros, so the floors cover them all, and by Beatty's theorem none twice.
pub fn shifts_are_floors(t: u32) -> Result<(), String> {
    let wide = i64::from(t);
    let root = (wide * wide + 4) as u64;
    let (alpha, theta) = (surd(2 - wide, 1, 2, root)?, surd(wide, -1, 2, root)?);
    let beta = alpha.add_integer(&Integer::from(wide));
    let text = |e: wythoff_numbers::NumberError| e.to_string();
    let one = Quadratic::integer(1);
    let e_0 = alpha.sub(&one).map_err(text)?;
    // u_0 = 1, u_1 = t + 1, u_2 = t^2 + t + 1: e_0 = alpha - 1 and e_1 = t alpha - (t + 1).
    let e_1 = alpha.mul_integer(&Integer::from(wide)).add_integer(&Integer::from(-wide - 1));
    let theta_2 = theta.mul(&theta).map_err(text)?;
    ensure!(
        theta_2 == theta.mul_integer(&Integer::from(wide)).add_integer(&Integer::from(1)),
        "theta^2, t = {t}"
    );
    ensure!(theta.sign().is_lt() && theta_2 < one, "-1 < theta < 0, t = {t}");
    ensure!(e_0 == theta.neg() && e_1 == theta.mul(&e_0).map_err(text)?, "the excess, t = {t}");
    let inverses = alpha.recip().and_then(|a| beta.recip().and_then(|b| a.add(&b))).map_err(text)?;
    ensure!(alpha.is_irrational() && inverses == one, "1/alpha + 1/beta = 1, t = {t}");
    Ok(())
}

/// Proves for each t that the P-positions of t-Wythoff are the pairs (floor(n alpha), floor(n beta)), and that these
/// are the pairs of a number that ends in an even number of zeros and its shift; how.
pub fn t_wythoff(most: u32) -> Result<String, String> {
    let mut states = Vec::new();
    for t in 1..=most {
        shifts_are_floors(t)?;
        states.push(prove(&format!("t-wythoff(t={t})"), &shifts(t)?)?);
    }
    Ok(states.join("; "))
}

/// Proves Wythoff's theorem for all positions from the rules of a game that has his P-positions; how.
pub fn wythoff(spec: &str) -> Result<String, String> {
    shifts_are_floors(1)?;
    Ok(format!(
        "all positions: stable and absorbing by an automaton, certificate re-checked ({})",
        prove(spec, &shifts(1)?)?
    ))
}

/// The positions whose leading digits are equal if `equal`, and whose last digits, in base `base`, are in a set.
pub fn by_last_digits(
    base: u32,
    piles: u32,
    equal: bool,
    last: impl Fn(&[u64]) -> bool,
) -> Result<Named, String> {
    let numeration = Numeration::base(base).map_err(|e| e.to_string())?;
    let digits = |letter: usize| -> Vec<u64> {
        (0..piles).map(|i| (letter / (base as usize).pow(i) % base as usize) as u64).collect()
    };
    let all_equal = |digits: &[u64]| digits.iter().all(|d| *d == digits[0]);
    // A state: whether the digits before the last are as they must be, and whether the last are in the set.
    let dfa = automaton(
        (base as usize).pow(piles),
        (true, last(&vec![0; piles as usize])),
        |(before, _), letter| {
            let digits = digits(letter);
            // A letter may be the last one or not: both are remembered.
            before.then(|| (!equal || all_equal(&digits), last(&digits)))
        },
        |(_, last)| *last,
    )?;
    Ok(Named { numeration, dfa })
}

/// The positions of nim-sum 0.
pub fn nim_sum_zero(piles: u32) -> Result<Named, String> {
    let numeration = Numeration::base(2).map_err(|e| e.to_string())?;
    let dfa = automaton(
        1 << piles,
        (),
        |(), letter| letter.count_ones().is_multiple_of(2).then_some(()),
        |()| true,
    )?;
    Ok(Named { numeration, dfa })
}

/// The pairs (x, y), in either order, with y - 2x in a list, and (0, 0).
pub fn doubles(excess: &'static [i64]) -> Result<Named, String> {
    let numeration = Numeration::base(2).map_err(|e| e.to_string())?;
    // Beyond 4 a difference can only grow, and excesses are at most 3.
    let step = |d: Option<i64>, x: i64, y: i64| d.map(|d| 2 * d + y - 2 * x).filter(|d| d.abs() <= 4);
    let dfa = automaton(
        4,
        (Some(0), Some(0), true),
        move |(upper, lower, zero), letter| {
            let (x, y) = ((letter % 2) as i64, (letter / 2) as i64);
            let next = (step(*upper, x, y), step(*lower, y, x), *zero && letter == 0);
            (next.0.is_some() || next.1.is_some()).then_some(next)
        },
        move |(upper, lower, zero)| *zero || [upper, lower].into_iter().flatten().any(|d| excess.contains(d)),
    )?;
    Ok(Named { numeration, dfa })
}

/// What the Zeckendorf digits read so far are worth with k digits to come: a u_k + b u_(k-1), where
/// u_-1 = u_0 = 1 and u_1 = 2, u_2 = 3, ...; the digits are differences of digits.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Worth {
    a: i64,
    b: i64,
}

impl Worth {
    /// Reads a digit of y and one of x, on the way to y = m x + c. `None` if no digits can lead there.
    fn read(self, y: usize, x: usize, (m, c): (i64, i64)) -> Option<Worth> {
        let next = Worth { a: self.a + self.b + y as i64 - m * x as i64, b: self.a };
        // k digits add at most u_k - 1 for y and take at most m (u_k - 1) for x. What is possible for some k is
        // possible for some k below 24: next to u_24 the numbers a, b, c here are small.
        let mut u = (1, 1);
        let possible = (0..24).any(|_| {
            let missing = c - next.a * u.1 - next.b * u.0;
            let most = u.1 - 1;
            u = (u.1, u.0 + u.1);
            (-m * most..=most).contains(&missing)
        });
        possible.then_some(next)
    }

    /// The value when no digit is left.
    fn value(self) -> i64 {
        self.a + self.b
    }
}

/// In the Zeckendorf numeration no 1 follows a 1.
fn zeckendorf(last: [usize; 2], x: usize, y: usize) -> bool {
    last[0] + x < 2 && last[1] + y < 2
}

/// The pairs (x, y), in either order, with y = m x + c, in the Zeckendorf numeration; m >= 1.
pub fn line(m: i64, c: i64) -> Result<Named, String> {
    let start = Some(Worth::default());
    let dfa = automaton(
        4,
        (start, start, [0, 0]),
        |(upper, lower, last), letter| {
            let (x, y) = (letter % 2, letter / 2);
            let upper = upper.and_then(|worth| worth.read(y, x, (m, c)));
            let lower = lower.and_then(|worth| worth.read(x, y, (m, c)));
            (zeckendorf(*last, x, y) && (upper.is_some() || lower.is_some())).then_some((
                upper,
                lower,
                [x, y],
            ))
        },
        |(upper, lower, _)| [upper, lower].into_iter().flatten().any(|worth| worth.value() == c),
    )?;
    Ok(Named { numeration: Numeration::ostrowski(&[1]).map_err(|e| e.to_string())?, dfa })
}

/// The pairs (m x + c, m y + c) with (x, y) in a set of pairs in the Zeckendorf numeration; m >= 1.
pub fn image(set: &Named, m: i64, c: i64) -> Result<Named, String> {
    // The digits of (x, y) are guessed: a state is all guesses that may still come right.
    type Guesses = BTreeSet<(u32, Worth, Worth)>;
    let step = |guesses: &Guesses, x: usize, y: usize| -> Guesses {
        let all = guesses.iter().flat_map(|guess| (0..4u32).map(move |letter| (guess, letter)));
        all.filter_map(|((state, first, second), letter)| {
            let to = set.dfa.next(*state, letter);
            let first = first.read(x, letter as usize % 2, (m, c))?;
            let second = second.read(y, letter as usize / 2, (m, c))?;
            (to != 0).then_some((to, first, second))
        })
        .collect()
    };
    // (x, y) may have digits before the first ones of its image.
    let mut start = Guesses::from([(set.dfa.starts()[0], Worth::default(), Worth::default())]);
    loop {
        let longer: Guesses = start.union(&step(&start, 0, 0)).copied().collect();
        if longer.len() == start.len() {
            break;
        }
        start = longer;
    }
    let dfa = automaton(
        4,
        (start, [0, 0]),
        |(guesses, last), letter| {
            let (x, y) = (letter % 2, letter / 2);
            let next = step(guesses, x, y);
            (zeckendorf(*last, x, y) && !next.is_empty()).then_some((next, [x, y]))
        },
        |(guesses, _)| {
            guesses.iter().any(|(state, first, second)| {
                set.dfa.output(*state) != 0 && first.value() == c && second.value() == c
            })
        },
    )?;
    Ok(Named { numeration: set.numeration.clone(), dfa })
}

/// The positions in one of two sets.
pub fn union(one: &Named, other: &Named) -> Result<Named, String> {
    let dfa = automaton(
        one.dfa.letters(),
        (one.dfa.starts()[0], other.dfa.starts()[0]),
        |(a, b), letter| {
            let next = (one.dfa.next(*a, letter as u32), other.dfa.next(*b, letter as u32));
            (next != (0, 0)).then_some(next)
        },
        |(a, b)| one.dfa.output(*a) != 0 || other.dfa.output(*b) != 0,
    )?;
    Ok(Named { numeration: one.numeration.clone(), dfa })
}

/// A set with some positions of another one instead.
pub fn edited(spec: &str, set: &Named, added: &[Vec<u64>], removed: &[Vec<u64>]) -> Result<Named, String> {
    let limits = Limits::default();
    let game = wythoff_prove::translate(&rules(spec)?).map_err(|e| e.to_string())?;
    let prover = Prover::new(&game, &set.numeration, &limits).map_err(|e| e.to_string())?;
    let dfa = prover.edited(&set.dfa, added, removed, &limits).map_err(|e| e.to_string())?;
    Ok(Named { numeration: set.numeration.clone(), dfa })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wythoffs_theorem_is_proved() {
        for t in 1..=3 {
            shifts_are_floors(t).unwrap();
            prove(&format!("t-wythoff(t={t})"), &shifts(t).unwrap()).unwrap();
        }
    }

    #[test]
    fn wrong_sets_are_refuted() {
        assert!(prove("t-wythoff(t=2)", &nim_sum_zero(2).unwrap()).is_err());
        assert!(prove("radius(r=3)", &by_last_digits(4, 2, false, |d| d[0] == d[1]).unwrap()).is_err());
        assert!(prove("blocking-wythoff(k=3)", &doubles(&[1]).unwrap()).is_err());
    }

    /// Sets against their definition, position by position, and with leading zeros.
    #[test]
    fn lines_and_images_are_what_they_say() {
        let game = wythoff_prove::translate(&rules("wythoff").unwrap()).unwrap();
        let pairs = shifts(1).unwrap();
        let prover = Prover::new(&game, &pairs.numeration, &Limits::default()).unwrap();
        let contains = |set: &Named, x: i64, y: i64| {
            x >= 0 && y >= 0 && prover.contains(&set.dfa, &[x as u64, y as u64]).unwrap()
        };
        for (m, c) in [(1, 0), (1, -1), (2, 1), (2, 2), (3, -2)] {
            let (line, image) = (line(m, c).unwrap(), image(&pairs, m, c).unwrap());
            for (x, y) in (0..60).flat_map(|x| (0..60).map(move |y| (x, y))) {
                assert_eq!(
                    contains(&line, x, y),
                    y == m * x + c || x == m * y + c,
                    "line {m} {c}: ({x},{y})"
                );
                let from = ((x - c) % m == 0 && (y - c) % m == 0)
                    .then(|| contains(&pairs, (x - c) / m, (y - c) / m));
                assert_eq!(contains(&image, x, y), from == Some(true), "image {m} {c}: ({x},{y})");
            }
        }
    }

    #[test]
    fn a_misere_set_is_the_normal_one_with_two_pairs_exchanged() {
        let normal = shifts(1).unwrap();
        let mut game = rules("wythoff").unwrap();
        game.set_misere().unwrap();
        let both = |x, y| [vec![x, y], vec![y, x]];
        let added = [both(0, 1).to_vec(), vec![vec![2, 2]]].concat();
        let removed = [both(1, 2).to_vec(), vec![vec![0, 0]]].concat();
        prove_rules(&game, &edited("wythoff", &normal, &added, &removed).unwrap()).unwrap();
        assert!(prove_rules(&game, &normal).is_err());
    }
}
