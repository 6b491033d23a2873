//! The vector game [a,b,1] of GEO section 4: ordered piles, a Nim move or (i a, i b) with i >= 1.
//!
//! a != b: the P-positions are the equal piles (GEO Theorem 11). a = b = 1 is Wythoff's game. a = b = 2: the pairs are
//! those of P_n = mex, Q_n = P_n + 2 floor(n/4) with Q_{4k+2} and Q_{4k+3} exchanged (GEO Proposition 15), reached at any size by
//! the window recursion. a = b >= 3: the pairs of GEO Theorem 13, streamed; nothing faster is known.

use std::collections::HashMap;

use malachite::Natural;
use malachite::base::num::arithmetic::traits::{DivMod, Parity};
use malachite::base::num::basic::traits::{One, Two};

use crate::form::{Form, Shape, Theory, found, numbers};
use crate::mex_window::{MexWindow, Place};
use crate::piles::{Sorted, lost, piles, won};
use crate::shown::show_number;
use crate::{Decider, Refusal, Verdict, Visit, Wythoff};
use wythoff_numbers::bits::Bits;

/// Largest pile that is decided by streaming the pairs of [a,a,1], a >= 3.
pub const STREAM_LIMIT: u64 = 2_000_000;

/// The pairs of [a,a,1] by GEO Theorem 13: a_n = mex, b_n = the least unused b >= a_n such that no earlier pair has the same
/// difference and the same a_n mod a. Linear time in practice.
///
/// ```
/// use wythoff_theory::vector_game::EqualPairs;
/// let pairs: Vec<_> = EqualPairs::new(2).take(5).collect();
/// assert_eq!(pairs, [(0, 0), (1, 1), (2, 3), (4, 6), (5, 7)]);
/// ```
#[derive(Clone, Debug)]
pub struct EqualPairs {
    step: u64,
    next: usize,
    used: Bits,
    /// For each residue, which differences are used, and the least that is not.
    differences: Vec<(usize, Bits)>,
}

impl EqualPairs {
    /// The pairs of [step,step,1], step >= 1.
    pub fn new(step: u64) -> EqualPairs {
        EqualPairs { step: step.max(1), next: 0, used: Bits::default(), differences: Vec::new() }
    }
}

impl Iterator for EqualPairs {
    type Item = (u64, u64);

    fn next(&mut self) -> Option<(u64, u64)> {
        self.next = self.used.next_absent(self.next);
        let a = self.next;
        let residue = (a as u64 % self.step) as usize;
        if residue >= self.differences.len() {
            self.differences.resize(residue + 1, (0, Bits::default()));
        }
        let (least, seen) = &mut self.differences[residue];
        *least = seen.next_absent(*least);
        let mut d = *least;
        loop {
            let taken = seen.word_at(d) | self.used.word_at(a + d);
            if taken != u64::MAX {
                d += taken.trailing_ones() as usize;
                break;
            }
            d += 64;
        }
        seen.insert(d);
        let b = a + d;
        self.used.insert(a);
        self.used.insert(b);
        Some((a as u64, b as u64))
    }
}

/// The game [a,b,1].
pub struct VectorGame {
    a: u64,
    b: u64,
    case: Case,
}

enum Case {
    Diagonal,
    Wythoff(Wythoff),
    Two(MexWindow),
    Stream,
}

impl VectorGame {
    /// The game with the vector (a,b), a, b >= 1.
    pub fn new(a: u64, b: u64) -> Result<VectorGame, Refusal> {
        if a == 0 || b == 0 {
            return Err(Refusal::Hypothesis {
                theorem: "GEO section 4.1",
                hypothesis: format!("the vector ({a},{b}) must have two positive coordinates"),
            });
        }
        let case = match (a, b) {
            (1, 1) => Case::Wythoff(Wythoff::new()?),
            (2, 2) => Case::Two(MexWindow::theta_mu(2, 4)?),
            _ if a == b => Case::Stream,
            _ => Case::Diagonal,
        };
        Ok(VectorGame { a, b, case })
    }
}

/// The partner of x in [2,2,1], and the index n of GEO's pair (p_n, q_n).
fn partner_of_two(window: &MexWindow, x: &Natural) -> Result<(Natural, Natural), Refusal> {
    // q_n = Q_n with Q_{4k+2} and Q_{4k+3} exchanged: an involution on indices.
    let exchanged = |n: &Natural| match u64::try_from(&(n % Natural::from(4u32))).unwrap_or(0) {
        2 => n + Natural::ONE,
        3 => n - Natural::ONE,
        _ => n.clone(),
    };
    match window.place(x)? {
        Place::Lower(n) => {
            let m = exchanged(&n);
            // Both lower terms of the exchange are 2j and 2j + 1 (GEO Lemma 14), so Q_m needs no second search.
            let lower = if m > n {
                x + Natural::ONE
            } else if m < n {
                x - Natural::ONE
            } else {
                x.clone()
            };
            Ok((lower + window.difference(&m), n))
        }
        Place::Upper(m) => {
            let n = exchanged(&m);
            let lower = x - window.difference(&m);
            let lower = if n > m {
                lower + Natural::ONE
            } else if n < m {
                lower - Natural::ONE
            } else {
                lower
            };
            Ok((lower, n))
        }
        Place::Taken => Err(Refusal::Position("every pile belongs to a pair".into())),
    }
}

/// The index of the pair of [2,2,1] on the diagonal y - x = d whose lower term has the parity of x (GEO Lemma 14).
fn index_on_diagonal_of_two(d: &Natural, x: &Natural) -> Natural {
    let (k, odd) = d.div_mod(Natural::TWO);
    let block = &k << 2u32;
    match (odd == 1u32, x.odd()) {
        (false, false) => block,
        (false, true) => block + Natural::ONE,
        (true, false) => block + Natural::TWO,
        (true, true) => block + Natural::from(7u32),
    }
}

const TWO: &[&str] = &["GEO-P15", "GEO-L14", "VIS-A-mexpoly"];
const STREAM: &[&str] = &["GEO-T13"];

fn decide_two(window: &MexWindow, position: &[Natural]) -> Result<Verdict, Refusal> {
    let sorted = Sorted::of(position)?;
    let [x, y] = &sorted.piles;
    let (partner, n) = partner_of_two(window, x)?;
    if partner == *y {
        let reason =
            format!("The piles are the pair (p_n, q_n) with n = {} of Proposition 15.", show_number(&n));
        return Ok(lost(reason, TWO));
    }
    if partner < *y {
        let reason = format!(
            "The smaller pile is paired with {} in Proposition 15, which is less than the larger.",
            show_number(&partner)
        );
        return Ok(won(sorted.restore([x.clone(), partner]), reason, TWO));
    }
    let (partner, _) = partner_of_two(window, y)?;
    if partner < *x {
        let reason = format!(
            "The larger pile is paired with {} in Proposition 15, which is less than the smaller.",
            show_number(&partner)
        );
        return Ok(won(sorted.restore([partner, y.clone()]), reason, TWO));
    }
    let d = y - x;
    let n = index_on_diagonal_of_two(&d, x);
    let [a, _] = window.pair(&n)?;
    if a >= *x {
        return Err(Refusal::Hypothesis {
            theorem: "GEO Proposition 15",
            hypothesis: "no pair below on the diagonal, although the position is not a pair".into(),
        });
    }
    let reason = format!(
        "By Lemma 14 the pair (p_n, q_n), n = {}, has the same difference {} and the same parity, and it is smaller: take an \
         even number from both piles.",
        show_number(&n),
        show_number(&d)
    );
    let b = &a + d;
    Ok(won(sorted.restore([a, b]), reason, TWO))
}

fn decide_by_stream(step: u64, position: &[Natural]) -> Result<Verdict, Refusal> {
    let sorted = Sorted::of(position)?;
    let limit = || {
        Refusal::Limit(format!(
            "[{step},{step},1] is decided by streaming its pairs, for piles of at most {STREAM_LIMIT}: no faster method is known for a >= 3"
        ))
    };
    let [x, y] = match sorted.piles.each_ref().map(u64::try_from) {
        [Ok(x), Ok(y)] if y <= STREAM_LIMIT => [x, y],
        _ => return Err(limit()),
    };
    let target = |a: u64, b: u64| sorted.restore([a, b].map(Natural::from));
    let mut partner: HashMap<u64, u64> = HashMap::new();
    let mut on_diagonal = None;
    for (n, (a, b)) in EqualPairs::new(step).take_while(|&(a, _)| a <= y).enumerate() {
        if (a, b) == (x, y) {
            return Ok(lost(
                format!("The piles are pair number {n} of the algorithm of Theorem 13."),
                STREAM,
            ));
        }
        partner.extend([(a, b), (b, a)].into_iter().filter(|(pile, _)| *pile == x || *pile == y));
        if b - a == y - x && a < x && (x - a).is_multiple_of(step) {
            on_diagonal = Some((a, b));
        }
    }
    if let Some(&b) = partner.get(&x).filter(|&&b| b < y) {
        return Ok(won(target(x, b), format!("The smaller pile is paired with {b} by Theorem 13."), STREAM));
    }
    if let Some(&a) = partner.get(&y).filter(|&&a| a < x) {
        return Ok(won(target(a, y), format!("The larger pile is paired with {a} by Theorem 13."), STREAM));
    }
    match on_diagonal {
        Some((a, b)) => {
            let reason = format!(
                "A smaller pair of Theorem 13 has the same difference and the same residue mod {step}."
            );
            Ok(won(target(a, b), reason, STREAM))
        }
        None => Err(limit()),
    }
}

impl Decider for VectorGame {
    fn decide(&self, position: &[Natural]) -> Result<Verdict, Refusal> {
        match &self.case {
            Case::Wythoff(wythoff) => wythoff.decide(position),
            Case::Two(window) => decide_two(window, position),
            Case::Stream => decide_by_stream(self.a, position),
            Case::Diagonal => {
                let [x, y] = piles::<2>(position)?;
                let cites = &["GEO-T11"];
                if x == y {
                    return Ok(lost(
                        format!("The piles are equal, and ({}, {}) has unequal coordinates.", self.a, self.b),
                        cites,
                    ));
                }
                let least = x.min(y).clone();
                Ok(won(
                    vec![least.clone(), least],
                    "By Theorem 11 the equal piles are the P-positions: make the piles equal.",
                    cites,
                ))
            }
        }
    }

    fn p_positions(&self) -> Option<Box<dyn Iterator<Item = Vec<u64>> + Send + '_>> {
        match &self.case {
            Case::Diagonal => Some(Box::new((0..).map(|x| vec![x, x]))),
            _ => Some(Box::new(EqualPairs::new(self.a).map(|(a, b)| vec![a, b]))),
        }
    }

    fn p_stream(&self, visit: &mut Visit<'_>) -> Result<bool, Refusal> {
        let _ = match &self.case {
            Case::Diagonal => (0..).try_for_each(|x| visit(&[x, x])),
            _ => EqualPairs::new(self.a).try_for_each(|(a, b)| visit(&[a, b])),
        };
        Ok(true)
    }
}

/// A Nim move or a multiple of one vector.
pub(crate) const THEORY: Theory = Theory {
    forms: &[Form {
        theory: "the vector game",
        rules: Shape::Exactly(
            "param a >= 1 = 2\nparam b >= 1 = 2\npiles ordered x, y\nmove (i, 0)\nmove (0, i)\nmove (a*i, b*i)",
        ),
        read: |look| {
            if !look.is_pair() || look.takes(&[1, 1]) {
                return Vec::new();
            }
            let equal = look.least(|n| look.takes(&[n, n]));
            let apart = || look.pair(|a, b| a != b && look.takes(&[a, b]));
            numbers(equal.map(|n| (n, n)).or_else(apart).map(|(a, b)| [("a", a), ("b", b)]))
        },
        decider: |form| found(VectorGame::new(form.int("a")?, form.int("b")?)?),
    }],
    cases: &[
        ("GEO-T11", &["vector(a=1,b=2)", "vector(a=2,b=3)"]),
        ("GEO-T13", &["vector(a=3,b=3)"]),
        ("GEO-P15", &["vector(a=2,b=2)"]),
    ],
};

#[cfg(test)]
mod tests {
    use malachite::base::num::arithmetic::traits::Pow;

    use super::*;
    use crate::referee::{Dice, Referee, check_huge, nim};

    fn options(a: u64, b: u64) -> impl Fn(&[u64]) -> Vec<Vec<u64>> {
        move |p| {
            let mut to = nim(p);
            to.extend((1..).map_while(|i| Some(vec![p[0].checked_sub(i * a)?, p[1].checked_sub(i * b)?])));
            to
        }
    }

    #[test]
    fn agrees_with_the_rules() {
        for (a, b) in [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (1, 2), (3, 1), (2, 4), (6, 3)] {
            let game = VectorGame::new(a, b).unwrap();
            let mut referee = Referee::new(options(a, b));
            referee.check(&game, &[40, 44], &format!("[{a},{b},1]"));
            referee.check_stream(&game, 60, &format!("[{a},{b},1]"));
        }
        assert!(VectorGame::new(0, 2).is_err());
    }

    #[test]
    fn huge_positions_of_two() {
        let game = VectorGame::new(2, 2).unwrap();
        let mut dice = Dice::new(5);
        let n = Natural::from(10u32).pow(300);
        for i in 0..3u32 {
            let x = &n + dice.natural(10) + Natural::from(i);
            for y in [&x + (&x >> 2u32), &x + dice.natural(3), (&x << 1u32) + Natural::ONE] {
                check_huge(&game, &[y, x.clone()], &mut dice, 2, |p, dice| {
                    let take = dice.up_to(&(p.iter().min()?.clone() >> 1u32)) << 1u32;
                    Some(p.iter().map(|pile| pile - &take).collect())
                });
            }
        }
    }

    #[test]
    fn the_pairs_are_those_of_proposition_15() {
        let window = MexWindow::theta_mu(2, 4).unwrap();
        for (a, b) in EqualPairs::new(2).take(400) {
            assert_eq!(partner_of_two(&window, &Natural::from(a)).unwrap().0, b);
            assert_eq!(partner_of_two(&window, &Natural::from(b)).unwrap().0, a);
        }
    }
}
