//! Statements for all positions, settled by an automaton: the set that a theorem names is written down as an
//! automaton, the prover decides whether it is stable and absorbing for the rules, and an independent checker reads
//! the certificate.

use crate::support::{rules, surd};
use crate::verdict::ensure;
use std::collections::HashMap;
use std::hash::Hash;
use wythoff_automata::{Dfa, Limits, Numeration, Prover, Verdict};
use wythoff_numbers::{Integer, Quadratic};
use wythoff_rules::Rules;

/// A set of positions, recognised by an automaton that reads the piles side by side, leading digits first.
pub struct Named {
    pub numeration: Numeration,
    pub dfa: Dfa,
}

/// Proves that a set is the P-positions of rules; how.
pub fn prove_rules(rules: &Rules, set: &Named) -> Result<String, String> {
    let text = |e: &dyn std::fmt::Display| e.to_string();
    let limits = Limits::default();
    let game = wythoff_prove::translate(rules).map_err(|e| text(&e))?;
    let prover = Prover::new(&game, &set.numeration, &limits).map_err(|e| text(&e))?;
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

/// Proves that a set is the P-positions of a game of the catalog; how.
pub fn prove(spec: &str, set: &Named) -> Result<String, String> {
    prove_rules(&rules(spec)?, set).map_err(|e| format!("{spec}: {e}"))
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
    let text = |e: wythoff_numbers::quadratic::QuadraticError| e.to_string();
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
