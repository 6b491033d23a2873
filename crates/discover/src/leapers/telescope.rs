//! The telescope: any stretch of the word from a stretch `1/phi` as far out, level by level down to a
//! small table (ledger VIS-8.4-telescope). Decides piles of thousands of digits, with a winning move.
//!
//! If `Z(x)` counts the zeros before `x` and the state at `x` has `r` used differences and `s` used
//! columns ahead, then `F(x) = x + Z(x) - r` and `Z(F(x)) = F(x) - (Z(x) - 1 - s)`: each zero uses one
//! difference, and each but the first puts one 1 into the word. So a stretch with its `Z` gives a
//! stretch `phi` times as far out with its `Z`, once `K` letters have told the state.
//!
//! Where the stretches lie is a guess from `F(x) = phi x + O(1)`; that they fit is checked exactly, and
//! they are widened if they do not.

use super::{Certificate, Columns, Leapers, Machine};
use crate::error::DiscoverError;
use malachite::Natural;
use malachite::base::num::arithmetic::traits::{FloorSqrt, SaturatingSub, Square};
use malachite::base::num::logic::traits::SignificantBits;
use wythoff_numbers::Budget;

/// Bytes of a rung beside its digits, and steps that it takes.
const RUNG: u128 = 64;

/// The outcome of a position, and what shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The position is P.
    P,
    /// The position is N: a P-position can be reached.
    N {
        /// The P-position, piles in the order of the question.
        to: [Natural; 2],
        /// The move that leads there.
        by: Step,
    },
}

/// A move of Wythoff plus vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// From the larger pile.
    Larger,
    /// From the smaller pile.
    Smaller,
    /// The same number from both piles.
    Both,
    /// An adjoined vector, the smaller pile's share first.
    Vector(u32, u32),
}

impl Step {
    /// The move in words.
    pub fn words(&self) -> String {
        match self {
            Step::Larger => "take from the larger pile".to_string(),
            Step::Smaller => "take from the smaller pile".to_string(),
            Step::Both => "take the same number from both piles".to_string(),
            Step::Vector(p, q) => format!("take {p} from the smaller pile and {q} from the larger"),
        }
    }
}

/// Decides positions of any size of one game "Wythoff plus finitely many vectors".
///
/// ```
/// use malachite::Natural;
/// use wythoff_discover::leapers::{Leapers, Limits, Telescope, certify};
/// let certificate = certify(&Leapers::new(&[(2, 3)])?, &Limits::default())?;
/// let telescope = Telescope::new(&certificate);
/// let x = Natural::from(10u64).pow(100);
/// let y = telescope.partner(&x)?;
/// assert_eq!(telescope.partner(&y)?, x);
/// # use malachite::base::num::arithmetic::traits::Pow;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Telescope {
    machine: Machine,
    sync: u64,
    origin: u64,
    /// Letters of the first columns.
    letters: Vec<u8>,
    /// Zeros before each of these columns.
    zeros: Vec<u64>,
    /// The other coordinate of each of the first columns.
    partner: Vec<u64>,
    /// The smaller coordinate for each of the first differences.
    by_difference: Vec<u64>,
    budget: Budget,
}

/// A stretch of the word: letters from column `at` on, and the zeros before it.
struct Stretch {
    at: Natural,
    zeros: Natural,
    letters: Vec<u8>,
}

/// A stretch after its first `K` letters: the state, and the frontier with its zeros.
struct Entry {
    state: usize,
    column: Natural,
    frontier: Natural,
    zeros_at_frontier: Natural,
}

impl Telescope {
    /// From a certificate; O(origin) for the table at the foot.
    pub fn new(certificate: &Certificate) -> Telescope {
        let machine = certificate.machine().clone();
        let sync = certificate.sync() as u64;
        let foot = 4 * certificate.origin() + 64 * (sync + u64::from(machine.leapers().reach())) + 1024;
        let mut columns = Columns::new(machine.leapers());
        let mut pairs = Vec::new();
        while columns.x() < foot {
            pairs.extend(columns.advance());
        }
        let letters: Vec<u8> = (0..columns.frontier()).map(|c| columns.letter(c)).collect();
        let mut zeros = Vec::with_capacity(letters.len());
        let mut count = 0;
        for &letter in &letters {
            zeros.push(count);
            count += u64::from(letter == 0);
        }
        let mut partner = vec![0; foot as usize];
        let mut by_difference = vec![0; columns.least_difference() as usize];
        for (a, b) in pairs {
            for (column, other) in [(a, b), (b, a)] {
                if let Some(slot) = partner.get_mut(column as usize) {
                    *slot = other;
                }
            }
            if let Some(slot) = by_difference.get_mut((b - a) as usize) {
                *slot = a;
            }
        }
        let (origin, budget) = (certificate.origin(), Budget::default());
        Telescope { machine, sync, origin, letters, zeros, partner, by_difference, budget }
    }

    /// The same, paid for by a request: the ladder of a number of n digits has O(n) rungs of O(n) digits.
    #[must_use]
    pub fn within(mut self, budget: &Budget) -> Telescope {
        self.budget = budget.clone();
        self
    }

    /// The vectors of the game.
    pub fn leapers(&self) -> &Leapers {
        self.machine.leapers()
    }

    /// The other coordinate of the one P-position with pile `x`.
    ///
    /// O(log x) levels; each reads a bounded number of letters and adds numbers of the size of `x`.
    pub fn partner(&self, x: &Natural) -> Result<Natural, DiscoverError> {
        if let Some(&small) = u64::try_from(x).ok().and_then(|x| self.partner.get(x as usize)) {
            return Ok(Natural::from(small));
        }
        self.widening(x, |margin| {
            let here = self.pairs(x, 1, margin)?;
            if let Some((_, b)) = here.into_iter().next() {
                return Some(b);
            }
            // The letter is 1: x is the larger coordinate of a pair near x/phi.
            let low = over_phi(x).saturating_sub(Natural::from(margin));
            self.pairs(&low, 2 * margin, margin)?.into_iter().find(|(_, b)| b == x).map(|(a, _)| a)
        })
    }

    /// The smaller coordinate of the one P-position with this difference.
    pub fn with_difference(&self, d: &Natural) -> Result<Natural, DiscoverError> {
        if let Some(&small) = u64::try_from(d).ok().and_then(|d| self.by_difference.get(d as usize)) {
            return Ok(Natural::from(small));
        }
        self.widening(d, |margin| {
            let low = (over_phi(d) + d).saturating_sub(Natural::from(margin));
            self.pairs(&low, 2 * margin, margin)?.into_iter().find(|(a, b)| &(b - a) == d).map(|(a, _)| a)
        })
    }

    /// The P-positions `(a, b)` with `from <= a < from + count` and `a <= b`.
    pub fn p_positions(&self, from: &Natural, count: u64) -> Result<Vec<(Natural, Natural)>, DiscoverError> {
        if u64::try_from(from).is_ok_and(|from| from < self.origin + self.sync) {
            let mut columns = Columns::new(self.machine.leapers());
            let end = from + Natural::from(count);
            let mut pairs = Vec::new();
            while end > columns.x() {
                let pair = columns.advance().map(|(a, b)| (Natural::from(a), Natural::from(b)));
                pairs.extend(pair.filter(|(a, _)| a >= from));
            }
            return Ok(pairs);
        }
        self.widening(from, |margin| self.pairs(from, count, margin))
    }

    /// Whether the position is P.
    pub fn is_p(&self, x: &Natural, y: &Natural) -> Result<bool, DiscoverError> {
        Ok(&self.partner(x.min(y))? == x.max(y))
    }

    /// P, or N with a P-position that can be reached.
    pub fn decide(&self, x: &Natural, y: &Natural) -> Result<Answer, DiscoverError> {
        Ok(match self.decide_sorted(x.min(y), x.max(y))? {
            Answer::N { to: [a, b], by } if x > y => Answer::N { to: [b, a], by },
            answer => answer,
        })
    }

    fn decide_sorted(&self, x: &Natural, y: &Natural) -> Result<Answer, DiscoverError> {
        let b = self.partner(x)?;
        if &b == y {
            return Ok(Answer::P);
        }
        if &b < y {
            return Ok(Answer::N { to: [x.clone(), b], by: Step::Larger });
        }
        // x <= y < b: y was refused in column x, so its difference or its column is used or a vector
        // leads to a P-position.
        let d = y - x;
        let a = self.with_difference(&d)?;
        if &a < x {
            return Ok(Answer::N { to: [a.clone(), a + d], by: Step::Both });
        }
        let a = self.partner(y)?;
        if &a < x {
            return Ok(Answer::N { to: [a, y.clone()], by: Step::Smaller });
        }
        for &(p, q) in self.machine.leapers().vectors() {
            let (take, other) = (Natural::from(p), Natural::from(q));
            if &take <= x && &other <= y {
                let (s, t) = (x - take, y - other);
                if self.is_p(&s, &t)? {
                    return Ok(Answer::N { to: [s, t], by: Step::Vector(p, q) });
                }
            }
        }
        Err(DiscoverError::Margin { column: x.clone(), margin: 0 })
    }

    /// Tries wider and wider stretches.
    fn widening<T>(&self, column: &Natural, attempt: impl Fn(u64) -> Option<T>) -> Result<T, DiscoverError> {
        let mut margin = 8 + 2 * u64::from(self.machine.leapers().reach());
        // Each rung is shorter than the one above it by a constant number of bits, log 2 / log phi < 3/2 of them a bit.
        let bits = u128::from(column.significant_bits());
        self.budget.need("the ladder of positions", bits * 3 / 2 * (bits / 16 + RUNG))?;
        for _ in 0..6 {
            if let Some(found) = attempt(margin) {
                return Ok(found);
            }
            self.budget.check()?;
            margin *= 2;
        }
        Err(DiscoverError::Margin { column: column.clone(), margin })
    }

    /// The P-positions with smaller coordinate in `[from, from + count)`; `None` if a stretch is too short.
    fn pairs(&self, from: &Natural, count: u64, margin: u64) -> Option<Vec<(Natural, Natural)>> {
        let stretch = self.stretch(from, self.sync, count, margin)?;
        let Entry { mut state, mut column, mut frontier, .. } = self.enter(&stretch)?;
        let mut found = Vec::new();
        for &letter in &stretch.letters[self.sync as usize..] {
            let edge = self.machine.edge(state, letter)?;
            if let Some(offset) = edge.place {
                found.push((column.clone(), &frontier + Natural::from(offset)));
            }
            column += Natural::from(1u32);
            frontier += Natural::from(edge.output.len());
            state = edge.to;
        }
        Some(found)
    }

    /// The letters of `[c - back, c + ahead)`, by the ladder `c, c/phi, c/phi^2, …`.
    fn stretch(&self, c: &Natural, back: u64, ahead: u64, margin: u64) -> Option<Stretch> {
        let mut rungs = vec![(c.saturating_sub(Natural::from(back)), back + ahead)];
        let (mut back, mut ahead) = (back, ahead);
        let table = Natural::from(self.letters.len());
        let guard = c.significant_bits() + 8;
        let mut upper = c << guard;
        let mut lower = over_phi(&upper);
        while rungs.last().is_some_and(|(at, length)| at + Natural::from(*length) > table) {
            // 5/8 exceeds 1/phi, so the stretch below covers this one and K letters before it.
            self.budget.charge(RUNG as u64 + lower.significant_bits() / 16).ok()?;
            back = back * 5 / 8 + 1 + self.sync + margin;
            ahead = ahead * 5 / 8 + 1 + margin;
            let at = (&lower >> guard).saturating_sub(Natural::from(back));
            if at < self.origin {
                return None;
            }
            rungs.push((at, back + ahead));
            // 1/phi^2 = 1 - 1/phi; the error grows by phi a rung and the guard bits absorb it.
            let next = upper.saturating_sub(&lower);
            upper = std::mem::replace(&mut lower, next);
        }
        let (at, length) = rungs.pop()?;
        let mut stretch = self.table(&at, length)?;
        while let Some((at, length)) = rungs.pop() {
            self.budget.charge(RUNG as u64 * 4 + at.significant_bits() / 16).ok()?;
            stretch = self.lift(&stretch, at, length)?;
        }
        Some(stretch)
    }

    /// A stretch from the table.
    fn table(&self, at: &Natural, length: u64) -> Option<Stretch> {
        let from = u64::try_from(at).ok()? as usize;
        let letters = self.letters.get(from..from + length as usize)?.to_vec();
        Some(Stretch { at: at.clone(), zeros: Natural::from(*self.zeros.get(from)?), letters })
    }

    /// Synchronises on the first `K` letters.
    fn enter(&self, stretch: &Stretch) -> Option<Entry> {
        let head = stretch.letters.get(..self.sync as usize)?;
        let &[state] = self.machine.survivors(head).as_slice() else {
            return None;
        };
        let pending = self.machine.states().get(state)?;
        let column = &stretch.at + Natural::from(self.sync);
        let zeros = &stretch.zeros + Natural::from(head.iter().filter(|&&l| l == 0).count());
        let frontier = (&column + &zeros).saturating_sub(Natural::from(pending.differences.len()));
        let ones = zeros.saturating_sub(Natural::from(1 + pending.used.len()));
        let zeros_at_frontier = (&frontier).saturating_sub(ones);
        Some(Entry { state, column, frontier, zeros_at_frontier })
    }

    /// The letters of `[at, at + length)` from the stretch below; `None` if it does not write them all.
    fn lift(&self, below: &Stretch, at: Natural, length: u64) -> Option<Stretch> {
        let entry = self.enter(below)?;
        if entry.frontier > at {
            return None;
        }
        let skip = u64::try_from(&(&at - entry.frontier)).ok()? as usize;
        let end = skip.checked_add(length as usize)?;
        let mut written = Vec::with_capacity(end + 8);
        let mut state = entry.state;
        for &letter in &below.letters[self.sync as usize..] {
            if written.len() >= end {
                break;
            }
            let edge = self.machine.edge(state, letter)?;
            written.extend_from_slice(&edge.output);
            state = edge.to;
        }
        let letters = written.get(skip..end)?.to_vec();
        let zeros =
            entry.zeros_at_frontier + Natural::from(written[..skip].iter().filter(|&&l| l == 0).count());
        Some(Stretch { at, zeros, letters })
    }
}

/// `floor(n/phi)`, from `1/phi = (sqrt(5) - 1)/2`.
fn over_phi(n: &Natural) -> Natural {
    ((n.square() * Natural::from(5u32)).floor_sqrt() - n) >> 1u32
}
