//! The star operator (VIS Section 8.5): the moves of G* are the nonzero P-positions of G, subtracted.
//!
//! Row by row: a row is marked from the P-positions of the rows that a move reaches down to. Rows with few
//! P-positions are marked one by one, full rows (such as the axes of Wythoff*) 64 at a time, so that a
//! box of side B costs about the number of P-positions times the number of moves that fit above them.

use super::in_rust::{Built, Given, InRust, Parameter};
use std::sync::{Arc, Mutex, PoisonError};
use wythoff_numbers::Budget;
use wythoff_numbers::mex::mex;
use wythoff_numbers::tuples::{arrangements, next_below};
use wythoff_rules::{RuleError, Value};

use super::position::{self, Pile, SpecialPosition, small_piles, whole_piles};
use super::refused::{NotLegal, Refused};
use super::{Special, SpecialOutcome};
use wythoff_numbers::bits::Bits;

/// The largest side of a box of two piles, so that piles fit in 32 bits.
const MOST_SIDE: u64 = 200_000;
/// The most points of a box of another number of piles.
const MOST_POINTS: u64 = 50_000_000;
/// The most positions times moves that a Grundy value may cost.
const MOST_GRUNDY_WORK: u64 = 400_000_000;

/// The P-positions of a game below a bound.
pub type PBelow = Arc<dyn Fn(u64, &Budget) -> Result<Vec<Vec<u64>>, Refused> + Send + Sync>;
/// The options of a position of a game.
pub type OptionsOf = Arc<dyn Fn(&[u64], &Budget) -> Result<Vec<Vec<u64>>, Refused> + Send + Sync>;

/// A game that another is made of: its name, its number of piles, and its P-positions below any bound.
#[derive(Clone)]
pub struct Base {
    /// How the game is written, as in `wythoff`.
    pub(super) spec: String,
    /// The number of piles.
    pub(super) piles: usize,
    /// Whether positions that differ only by order are one position, listed sorted.
    pub(super) unordered: bool,
    /// All P-positions with every pile below a bound.
    pub(super) p_below: PBelow,
    /// All options of a position, where a game made of this one keeps its moves.
    pub(super) options: Option<OptionsOf>,
    /// Pays for what is computed with it.
    pub(super) budget: Budget,
    /// The moves below the largest bound asked so far: games made of games of games ask for them over and over.
    pub(super) known: Arc<Mutex<(u64, Moves)>>,
}

/// Vectors that are subtracted.
pub(super) type Moves = Arc<Vec<Vec<u64>>>;

impl Base {
    /// A game by its spec, its number of piles, whether their order does not matter, and its P-positions.
    pub fn new(spec: impl Into<String>, piles: usize, unordered: bool, p_below: PBelow) -> Base {
        let (spec, budget, known) = (spec.into(), Budget::default(), Arc::default());
        Base { spec, piles, unordered, p_below, options: None, budget, known }
    }

    /// The same, with the options of its positions.
    #[must_use]
    pub fn with_options(mut self, options: OptionsOf) -> Base {
        self.options = Some(options);
        self
    }

    /// The same, paid for by the budget of a request.
    #[must_use]
    pub fn within(mut self, budget: &Budget) -> Base {
        self.budget = budget.clone();
        self
    }

    /// The nonzero P-positions with piles below `bound`, in every order where order does not matter.
    pub(super) fn moves_below(&self, bound: u64) -> Result<Moves, Refused> {
        let (largest, known) = self.known.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if bound == largest {
            return Ok(known);
        }
        if bound < largest {
            let within = |taken: &&Vec<u64>| taken.iter().all(|&x| x < bound);
            return Ok(Arc::new(known.iter().filter(within).cloned().collect()));
        }
        let found = Arc::new(self.all_moves_below(bound)?);
        *self.known.lock().unwrap_or_else(PoisonError::into_inner) = (bound, found.clone());
        Ok(found)
    }

    fn all_moves_below(&self, bound: u64) -> Result<Vec<Vec<u64>>, Refused> {
        let mut moves = Vec::new();
        for position in (self.p_below)(bound, &self.budget)? {
            if position.len() != self.piles {
                return Err(Refused::input(format!("{} has positions of several lengths", self.spec))
                    .hint("its moves must be vectors of one length"));
            }
            if position.iter().any(|&pile| pile > 0) {
                if self.unordered { moves.extend(arrangements(&position)) } else { moves.push(position) }
            }
        }
        moves.sort_unstable();
        moves.dedup();
        Ok(moves)
    }
}

/// G*: positions as in G, moves subtract a nonzero P-position of G.
///
/// ```
/// use std::sync::Arc;
/// use wythoff_catalog::special::{Base, Special, Star};
/// // Nim on two piles has the P-positions (k,k), so Nim* has the moves (k,k).
/// let lost = Arc::new(|bound: u64, _: &wythoff_numbers::Budget| Ok((0..bound).map(|k| vec![k, k]).collect()));
/// let nim = Base::new("nim(piles=2)", 2, true, lost);
/// let star = Star::new(nim).unwrap();
/// assert_eq!(star.p_below(3).unwrap(), [[0, 0], [0, 1], [0, 2]]);
/// assert_eq!(Star::new(star.base()).unwrap().p_below(3).unwrap(), [[0, 0], [1, 1], [2, 2]]);
/// ```
#[derive(Clone)]
pub struct Star {
    of: Base,
}

impl Star {
    /// The star of a game.
    pub fn new(of: Base) -> Result<Self, Refused> {
        if !(1..=8).contains(&of.piles) {
            return Err(Refused::input(format!(
                "the star operator is computed for 1 to 8 piles, not for {}",
                of.piles
            ))
            .hint("take a game with fewer piles"));
        }
        Ok(Star { of })
    }

    /// This game as the base of another: stars nest.
    pub fn base(&self) -> Base {
        let (star, again) = (self.clone(), self.clone());
        let asked = |star: &Star, budget: &Budget| Star { of: star.of.clone().within(budget) };
        let p_below = Arc::new(move |bound, budget: &Budget| asked(&star, budget).p_below(bound));
        let options =
            Arc::new(move |position: &[u64], budget: &Budget| asked(&again, budget).options_of(position));
        Base::new(self.spec(), self.of.piles, self.of.unordered, p_below).with_options(options)
    }

    fn options_of(&self, position: &[u64]) -> Result<Vec<Vec<u64>>, Refused> {
        let bound = position.iter().copied().max().unwrap_or(0) + 1;
        let moves = self.of.moves_below(bound)?;
        let mut options: Vec<Vec<u64>> = moves.iter().filter_map(|taken| less(position, taken)).collect();
        if self.of.unordered {
            options.iter_mut().for_each(|option| option.sort_unstable());
        }
        options.sort();
        options.dedup();
        Ok(options)
    }

    fn point(&self, position: &[Pile]) -> Result<Vec<u64>, Refused> {
        let mut point = small_piles(position, Some(self.of.piles), MOST_SIDE)?;
        if self.of.unordered {
            point.sort_unstable();
        }
        Ok(point)
    }
}

/// The position less a move, if it fits.
fn less(position: &[u64], taken: &[u64]) -> Option<Vec<u64>> {
    position.iter().zip(taken).map(|(pile, taken)| pile.checked_sub(*taken)).collect()
}

impl Special for Star {
    fn within(&self, budget: &Budget) -> Arc<dyn Special> {
        Arc::new(Star { of: self.of.clone().within(budget) })
    }

    fn spec(&self) -> String {
        format!("star(of={})", self.of.spec)
    }

    fn rules(&self) -> String {
        format!(
            "Positions as in {0}.\n\
             Subtract a nonzero P-position of {0}{1}; no pile may become negative.\n\
             Last mover wins.",
            self.of.spec,
            if self.of.unordered { ", its piles in any order" } else { "" }
        )
    }

    fn piles(&self) -> usize {
        self.of.piles
    }

    fn unordered(&self) -> bool {
        self.of.unordered
    }

    fn parse(&self, text: &str) -> Result<SpecialPosition, Refused> {
        let mut piles = whole_piles(&position::parse_piles(text)?, Some(self.of.piles))?;
        if self.of.unordered {
            piles.sort();
        }
        Ok(piles.into_iter().map(Pile::Whole).collect())
    }

    fn legal(&self, from: &[Pile], to: &[Pile]) -> Result<String, NotLegal> {
        let (from, to) = (self.point(from)?, self.point(to)?);
        let bound = from.iter().copied().max().unwrap_or(0) + 1;
        let moves = self.of.moves_below(bound)?;
        for to in if self.of.unordered { arrangements(&to) } else { vec![to] } {
            if let Some(taken) = less(&from, &to)
                && moves.binary_search(&taken).is_ok()
            {
                return Ok(format!("({}) is a P-position of {}", show_small(&taken), self.of.spec));
            }
        }
        Err(format!("what is taken is no nonzero P-position of {}", self.of.spec).into())
    }

    fn options(&self, from: &[Pile]) -> Result<Vec<SpecialPosition>, Refused> {
        let options = self.options_of(&self.point(from)?)?;
        Ok(options.iter().map(|option| position::position_of(option)).collect())
    }

    fn p_below(&self, bound: u64) -> Result<Vec<Vec<u64>>, Refused> {
        check_side(bound, self.of.piles)?;
        let moves = self.of.moves_below(bound)?;
        match self.of.piles {
            2 => p_of_two(&moves, bound, self.of.unordered, &self.of.budget),
            _ => p_of_box(&moves, bound, self.of.piles, self.of.unordered, &self.of.budget),
        }
    }

    fn p_first(&self, _n: usize) -> Result<Vec<Vec<u64>>, Refused> {
        let reason = format!("nothing bounds the number of P-positions in a row of {}", self.spec());
        Err(Refused::no_answer(reason).hint("bound the piles instead"))
    }

    fn outcome(&self, position: &[Pile]) -> Result<SpecialOutcome, Refused> {
        let point = self.point(position)?;
        let lost = self.p_below(point.iter().copied().max().unwrap_or(0) + 1)?;
        let target = self.options_of(&point)?.into_iter().find(|option| lost.binary_search(option).is_ok());
        Ok(SpecialOutcome::impartial(target.map(|option| position::position_of(&option))))
    }

    fn grundy(&self, position: &[Pile]) -> Result<u64, Refused> {
        let point = self.point(position)?;
        let moves = self.of.moves_below(point.iter().copied().max().unwrap_or(0) + 1)?;
        grundy_by_moves(&point, &moves, &self.of.budget)
    }
}

fn show_small(piles: &[u64]) -> String {
    piles.iter().map(u64::to_string).collect::<Vec<_>>().join(",")
}

/// Refuses boxes that are too large.
pub(super) fn check_side(bound: u64, piles: usize) -> Result<(), Refused> {
    let points = u128::from(bound).checked_pow(piles as u32);
    let fits =
        if piles == 2 { bound <= MOST_SIDE } else { points.is_some_and(|n| n <= u128::from(MOST_POINTS)) };
    if fits {
        return Ok(());
    }
    Err(Refused::limit(format!("a box of side {bound} in {piles} piles is too large"))
        .hint("choose a smaller bound"))
}

/// The Grundy value of a subtraction game with these moves, by a table over the box below the point.
fn grundy_by_moves(point: &[u64], moves: &[Vec<u64>], budget: &Budget) -> Result<u64, Refused> {
    let points = point.iter().try_fold(1u64, |points, &x| points.checked_mul(x + 1));
    let work = points.and_then(|points| points.checked_mul(moves.len() as u64 + 1));
    if work.is_none_or(|work| work > MOST_GRUNDY_WORK) {
        return Err(Refused::limit("the table of Grundy values would take too long")
            .hint("ask for a smaller position"));
    }
    let mut values: Vec<u64> = Vec::new();
    let index =
        |at: &[u64]| at.iter().zip(point).fold(0, |index, (&x, &most)| index * (most + 1) + x) as usize;
    let sides: Vec<u64> = point.iter().map(|x| x + 1).collect();
    let mut at = vec![0; point.len()];
    loop {
        budget.charge(20 * (1 + moves.len() as u64))?;
        let seen = moves.iter().filter_map(|taken| less(&at, taken)).map(|to| values[index(&to)]);
        let value = mex(seen);
        values.push(value);
        if !next_below(&mut at, &sides) {
            return Ok(value);
        }
    }
}

/// The P-positions of a two-pile subtraction game below `bound`.
fn p_of_two(
    moves: &[Vec<u64>],
    bound: u64,
    unordered: bool,
    budget: &Budget,
) -> Result<Vec<Vec<u64>>, Refused> {
    let mut by_row: Vec<Vec<u64>> = vec![Vec::new(); bound as usize];
    for taken in moves {
        by_row[taken[0] as usize].push(taken[1]);
    }
    let in_row = by_row.first().cloned().unwrap_or_default();
    // The P-positions of each row: few are kept in a list, many as a set.
    let mut rows: Vec<Vec<u32>> = vec![Vec::new(); bound as usize];
    let mut dense_rows: Vec<(u64, Bits)> = Vec::new();
    let mut found = Vec::new();
    let mut won = Bits::with_len(bound as usize);
    for x in 0..bound {
        budget.charge(bound + moves.len() as u64)?;
        won.clear();
        // With unordered piles the points below the diagonal are known from earlier rows.
        let start = if unordered { x } else { 0 };
        // Full rows first: what they leave open bounds what the others need to mark.
        for (row, dense) in &dense_rows {
            let across = by_row[(x - row) as usize].iter();
            across.for_each(|&across| won.or_shifted(dense, across));
        }
        let first = won.next_absent(start);
        let Some(last) = won.last_absent_below(bound).filter(|&last| last >= first) else { continue };
        for down in 1..=x {
            let source = &rows[(x - down) as usize];
            for &across in &by_row[down as usize] {
                mark(source, across, first, last, &mut won);
            }
        }
        if unordered {
            // Points of this row found before the diagonal reach across it by the moves within a row.
            for &across in &in_row {
                mark(&rows[x as usize], across, first, last, &mut won);
            }
        }
        let mut y = won.next_absent(start);
        while y < bound {
            found.push(vec![x, y]);
            rows[x as usize].push(y as u32);
            if unordered && y != x {
                rows[y as usize].push(x as u32);
            }
            for &across in in_row.iter().take_while(|&&across| y + across < bound) {
                won.insert(y + across);
            }
            y = won.next_absent(y + 1);
        }
        // Points from before the diagonal came in order, so the list is sorted.
        let tops = &mut rows[x as usize];
        if tops.len() as u64 > bound / 64 {
            let mut dense = Bits::with_len(bound as usize);
            dense.insert_shifted(tops, 0u64);
            tops.clear();
            dense_rows.push((x, dense));
        }
    }
    Ok(found)
}

/// Marks the points from `first` to `last` that a move across by `across` leaves for one of `tops`.
fn mark(tops: &[u32], across: u64, first: u64, last: u64, won: &mut Bits) {
    let Some(highest) = last.checked_sub(across) else { return };
    let start = tops.partition_point(|&top| u64::from(top) + across < first);
    let end = start + tops[start..].partition_point(|&top| u64::from(top) <= highest);
    won.insert_shifted(&tops[start..end], across);
}

/// The P-positions of a subtraction game on any number of piles below `bound`, by marking upwards.
pub(super) fn p_of_box(
    moves: &[Vec<u64>],
    bound: u64,
    piles: usize,
    unordered: bool,
    budget: &Budget,
) -> Result<Vec<Vec<u64>>, Refused> {
    let mut found = Vec::new();
    let Some(points) = bound.checked_pow(piles as u32).filter(|&points| points > 0) else { return Ok(found) };
    let index = |at: &[u64]| at.iter().fold(0, |index, &x| index * bound + x);
    let mut won = Bits::with_len(points as usize);
    let (mut at, sides) = (vec![0; piles], vec![bound; piles]);
    loop {
        if !won.contains(index(&at)) {
            if !unordered || at.is_sorted() {
                found.push(at.clone());
            }
            budget.charge(8 * (1 + moves.len() as u64))?;
            for taken in moves {
                if at.iter().zip(taken).all(|(x, taken)| x + taken < bound) {
                    won.insert(index(&at) + index(taken));
                }
            }
        }
        if !next_below(&mut at, &sides) {
            return Ok(found);
        }
    }
}

/// The game's entry in the catalog.
pub(crate) const GAME: InRust = InRust {
    name: "star",
    title: "The star operator",
    sources: &[("VIS", "2, 8.5")],
    notes: &[
        "Moves are the nonzero P-positions of another game (VIS-D-star); of a Beatty pair it gives the pair back (VIS-8.5-duality).",
    ],
    parameters: &[Parameter { name: "of", default: Some("wythoff"), range: "a game" }],
    build,
};

fn build(given: &Given<'_>) -> Result<Built, RuleError> {
    let of = given.text("of").unwrap_or_default();
    Ok((Arc::new(Star::new(given.base(of)?)?), vec![("of".to_string(), Value::Word(of.to_string()))]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::special::{Class, golden};
    use wythoff_numbers::Random;

    fn wythoff() -> Base {
        let pairs = |bound: u64, _: &Budget| {
            let pairs = (0..).map_while(|n| golden::lower_small(n).map(|low| vec![low, low + n]));
            Ok(pairs.take_while(|pair| pair[1] < bound).collect())
        };
        Base::new("wythoff", 2, true, Arc::new(pairs))
    }

    /// The definition, move by move, on the full square.
    fn plain(moves: &[Vec<u64>], bound: u64) -> Vec<Vec<u64>> {
        let mut lost: Vec<Vec<u64>> = Vec::new();
        for x in 0..bound {
            for y in 0..bound {
                let reaches =
                    |taken: &Vec<u64>| less(&[x, y], taken).is_some_and(|to| lost.binary_search(&to).is_ok());
                if !moves.iter().any(reaches) {
                    lost.push(vec![x, y]);
                }
            }
        }
        lost
    }

    #[test]
    fn wythoff_star_below_150() {
        let star = Star::new(wythoff()).unwrap();
        let found = star.p_below(150).unwrap();
        assert_eq!(found.len(), 365);
        let interior: Vec<_> = found.iter().filter(|p| p[0] > 0).collect();
        assert_eq!(interior[..8], [&[1, 1], &[3, 3], &[3, 4], &[4, 4], &[6, 6], &[8, 8], &[8, 9], &[8, 12]]);
        assert_eq!(interior.last().unwrap()[..], [148, 148]);
        let mut square = plain(&wythoff().moves_below(150).unwrap(), 150);
        square.retain(|p| p[0] <= p[1]);
        assert_eq!(found, square);
        // VIS-8.5-cone: interior points have lower Wythoff numbers for coordinates and lie inside the cone.
        for p in interior {
            let lower = |x: u64| (1..=x).find(|&n| golden::lower_small(n) == Some(x));
            let n = lower(p[0]).unwrap();
            assert!(lower(p[1]).is_some() && p[1] < p[0] + n);
        }
    }

    #[test]
    fn the_double_star_has_wythoffs_p_positions() {
        let star = Star::new(wythoff()).unwrap();
        let double = Star::new(star.base()).unwrap();
        assert_eq!(double.p_below(130).unwrap(), (wythoff().p_below)(130, &Budget::default()).unwrap());
        let fourfold = Star::new(Star::new(double.base()).unwrap().base()).unwrap();
        assert_eq!(fourfold.p_below(60).unwrap(), double.p_below(60).unwrap());
        // Its moves hold Nim's, lack (2,2) and have (3,4): neither a restriction nor an extension.
        let at = |text: &str| double.parse(text).unwrap();
        assert!(double.legal(&at("7,9"), &at("7,4")).is_ok());
        assert!(double.legal(&at("20,31"), &at("18,29")).is_err());
        assert!(double.legal(&at("20,31"), &at("17,27")).is_ok());
    }

    #[test]
    fn all_ways_agree_on_random_moves() {
        let (mut random, free) = (Random::new(12345), Budget::default());
        let mut next = |n: u64| random.below(n);
        for _ in 0..40 {
            let mut moves: Vec<Vec<u64>> = (0..2 + next(6)).map(|_| vec![next(6), next(6)]).collect();
            moves.retain(|taken| taken[0] + taken[1] > 0);
            moves.sort();
            moves.dedup();
            let expect = plain(&moves, 70);
            assert_eq!(p_of_two(&moves, 70, false, &free), Ok(expect.clone()), "{moves:?}");
            assert_eq!(p_of_box(&moves, 70, 2, false, &free), Ok(expect), "{moves:?}");
            let mut symmetric: Vec<Vec<u64>> =
                moves.iter().flat_map(|m| [m.clone(), vec![m[1], m[0]]]).collect();
            symmetric.sort();
            symmetric.dedup();
            let mut expect = plain(&symmetric, 70);
            expect.retain(|p| p.is_sorted());
            assert_eq!(p_of_two(&symmetric, 70, true, &free), Ok(expect.clone()), "{symmetric:?}");
            assert_eq!(p_of_box(&symmetric, 70, 2, true, &free), Ok(expect), "{symmetric:?}");
        }
    }

    #[test]
    fn outcomes_options_and_values() {
        let star = Star::new(wythoff()).unwrap();
        let lost = star.p_below(20).unwrap();
        for x in 0..20u64 {
            for y in x..20 {
                let position = position::position_of(&[x, y]);
                let outcome = star.outcome(&position).unwrap();
                assert_eq!(outcome.class == Class::P, lost.contains(&vec![x, y]));
                assert_eq!(star.grundy(&position).unwrap() == 0, outcome.class == Class::P);
                for winning in &outcome.winning {
                    assert!(star.legal(&position, &winning.to).is_ok());
                    assert_eq!(star.outcome(&winning.to).unwrap().class, Class::P);
                }
            }
        }
        assert!(star.p_first(5).is_err());
        assert!(star.p_below(1_000_000).is_err());
    }

    #[test]
    fn stars_of_one_and_three_piles() {
        let nim = |piles: usize| {
            let below = move |bound: u64, _: &Budget| {
                p_of_box(&nim_moves(piles, bound), bound, piles, true, &Budget::default())
            };
            Base::new(format!("nim(piles={piles})"), piles, true, Arc::new(below))
        };
        let single = Star::new(nim(1)).unwrap();
        assert_eq!(single.p_below(5).unwrap(), [[0], [1], [2], [3], [4]]);
        let star = Star::new(nim(3)).unwrap();
        let double = Star::new(star.base()).unwrap();
        assert_eq!(double.p_below(9).unwrap(), (nim(3).p_below)(9, &Budget::default()).unwrap());
    }

    fn nim_moves(piles: usize, bound: u64) -> Vec<Vec<u64>> {
        let single = (0..piles).flat_map(|i| {
            (1..bound).map(move |k| {
                let mut taken = vec![0; piles];
                taken[i] = k;
                taken
            })
        });
        single.collect()
    }

    #[test]
    #[ignore = "half a minute in a release build"]
    fn wythoff_star_below_50000() {
        let found = Star::new(wythoff()).unwrap().p_below(50_000).unwrap();
        let interior: usize =
            found.iter().filter(|p| p[0] > 0).map(|p| if p[0] == p[1] { 1 } else { 2 }).sum();
        assert_eq!(interior, 1_579_186);
    }
}
