//! The n vectors game (GEO Section 2, ledger GEO-NV): positions are the points of the monoid that the given
//! vectors span; a move subtracts a positive multiple of one vector if the result is still in the monoid.
//! Zero vectors are refused (ledger GEO-NV0: they would let a player pass for ever).
//!
//! Outcomes and Grundy values by a table over the box below a point: monoid membership, then the game.
//!
//! Judged by: GEO-NV

use super::in_rust::{Built, Given, InRust, Parameter};
use super::position::{self, Pile, SpecialPosition, small_piles, whole_piles};
use super::refused::{NotLegal, Refused};
use super::{Special, SpecialOutcome};
use std::sync::Arc;
use wythoff_numbers::Budget;
use wythoff_numbers::mex::mex;
use wythoff_rules::{RuleError, Value};

/// The most points of a box.
const MOST_POINTS: u64 = 100_000_000;
/// The most points of a box whose Grundy values are computed.
const MOST_VALUES: u64 = 1_000_000;
/// The most coordinates of a vector.
const MOST_COORDINATES: usize = 16;
/// The most vectors: they are compared pair by pair.
const MOST_VECTORS: usize = 1024;

/// The n vectors game on nonnegative integer vectors.
///
/// ```
/// use wythoff_catalog::special::{NVectors, Special};
/// let wythoff = NVectors::parse_vectors("1 0; 0 1; 1 1").unwrap();
/// assert_eq!(wythoff.p_below(8).unwrap(), [[0, 0], [1, 2], [3, 5], [4, 7]]);
/// let even = NVectors::parse_vectors("2 0; 0 2").unwrap();
/// assert!(even.parse("1,2").is_err());
/// ```
#[derive(Clone)]
pub struct NVectors {
    vectors: Vec<Vec<u64>>,
    dropped: usize,
    symmetric: bool,
    budget: Budget,
}

/// Points between two looks at the budget.
const PACE: usize = 4096;

/// A box of points in lexicographic order, the last coordinate running fastest.
struct Grid {
    sizes: Vec<usize>,
    strides: Vec<usize>,
    points: usize,
}

impl Grid {
    fn new(sizes: Vec<u64>, most: u64) -> Result<Self, Refused> {
        let points =
            sizes.iter().try_fold(1u64, |points, &size| points.checked_mul(size).filter(|&p| p <= most));
        let Some(points) = points else {
            return Err(Refused::limit(format!("the box has more than {most} points"))
                .hint("choose smaller coordinates"));
        };
        let sizes: Vec<usize> = sizes.iter().map(|&size| size as usize).collect();
        let mut strides = vec![1; sizes.len()];
        for i in (0..sizes.len().saturating_sub(1)).rev() {
            strides[i] = strides[i + 1] * sizes[i + 1];
        }
        Ok(Grid { sizes, strides, points: points as usize })
    }

    /// Calls `visit` with the index and the coordinates of every point, in order.
    fn visit(&self, budget: &Budget, mut visit: impl FnMut(usize, &[u64])) -> Result<(), Refused> {
        let mut point = vec![0u64; self.sizes.len()];
        for index in 0..self.points {
            if index % PACE == 0 {
                budget.check()?;
            }
            visit(index, &point);
            for (coordinate, &size) in point.iter_mut().zip(&self.sizes).rev() {
                *coordinate += 1;
                if *coordinate < size as u64 {
                    break;
                }
                *coordinate = 0;
            }
        }
        Ok(())
    }

    /// How far apart a point and the point less `vector` stand.
    fn offset(&self, vector: &[u64]) -> usize {
        vector.iter().zip(&self.strides).map(|(&x, &stride)| x as usize * stride).sum()
    }
}

/// What a table knows of its points.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Outside,
    Won,
    Lost,
}

impl NVectors {
    /// The game on these vectors; duplicates are dropped, zero vectors refused.
    pub fn new(vectors: Vec<Vec<u64>>) -> Result<Self, Refused> {
        let Some(first) = vectors.first() else {
            return Err(Refused::input("the n vectors game needs at least one vector")
                .hint("write v=\"1 0; 0 1; 1 1\""));
        };
        if !(1..=MOST_COORDINATES).contains(&first.len()) {
            return Err(Refused::input(format!("vectors have 1 to {MOST_COORDINATES} coordinates"))
                .hint("write v=\"1 0; 0 1; 1 1\""));
        }
        for (index, vector) in vectors.iter().enumerate() {
            if vector.len() != first.len() {
                let reason = format!(
                    "vector {} has {} coordinates, the first has {}",
                    index + 1,
                    vector.len(),
                    first.len()
                );
                return Err(Refused::input(reason).hint("give all vectors as many"));
            }
            if vector.iter().all(|&x| x == 0) {
                let reason = format!(
                    "vector {} is zero: subtracting it would be a pass, and the game would not end",
                    index + 1
                );
                return Err(Refused::input(reason).hint("leave the zero vector out"));
            }
            if vector.iter().any(|&x| x >= 1 << 32) {
                return Err(Refused::limit(format!("vector {} has a coordinate of 2^32 or more", index + 1))
                    .hint("give smaller ones"));
            }
        }
        if vectors.len() > MOST_VECTORS {
            return Err(
                Refused::limit(format!("there are more than {MOST_VECTORS} vectors")).hint("give fewer")
            );
        }
        let given = vectors.len();
        let mut distinct: Vec<Vec<u64>> = Vec::new();
        for vector in vectors {
            if !distinct.contains(&vector) {
                distinct.push(vector);
            }
        }
        let symmetric = is_symmetric(&distinct);
        let dropped = given - distinct.len();
        Ok(NVectors { dropped, vectors: distinct, symmetric, budget: Budget::default() })
    }

    /// Reads vectors as `1 0; 0 1; 1 1`.
    pub fn parse_vectors(text: &str) -> Result<Self, Refused> {
        let vectors = text.split(';').enumerate().map(|(index, vector)| {
            let numbers = vector.split([' ', ',']).filter(|word| !word.is_empty());
            let numbers = numbers.map(|word| {
                word.parse::<u64>().map_err(|_| {
                    let reason = format!("vector {}: `{word}` is not a nonnegative whole number", index + 1);
                    Refused::input(reason).hint("write v=\"1 0; 0 1; 1 1\"")
                })
            });
            numbers.collect()
        });
        NVectors::new(vectors.collect::<Result<_, _>>()?)
    }

    /// The vectors of the game, without duplicates.
    pub fn vectors(&self) -> &[Vec<u64>] {
        &self.vectors
    }

    fn coordinates(&self) -> usize {
        self.vectors[0].len()
    }

    /// Whether each point of the box is in the monoid: 0 is, and a point is if it is one vector above one that is.
    fn membership(&self, grid: &Grid) -> Result<Vec<bool>, Refused> {
        let offsets: Vec<usize> = self.vectors.iter().map(|vector| grid.offset(vector)).collect();
        let mut member = vec![false; grid.points];
        grid.visit(&self.budget, |index, point| {
            let below = self.vectors.iter().zip(&offsets).any(|(vector, &offset)| {
                vector.iter().zip(point).all(|(v, x)| v <= x) && member[index - offset]
            });
            member[index] = index == 0 || below;
        })?;
        Ok(member)
    }

    /// Outcomes on a box. `lines[v]` says of each point whether some point below it on a line along v is lost,
    /// so the work is a constant for each point and vector.
    fn outcomes(&self, grid: &Grid) -> Result<Vec<Known>, Refused> {
        let member = self.membership(grid)?;
        let offsets: Vec<usize> = self.vectors.iter().map(|vector| grid.offset(vector)).collect();
        let mut known = vec![Known::Outside; grid.points];
        let mut lines = vec![vec![false; grid.points]; self.vectors.len()];
        grid.visit(&self.budget, |index, point| {
            let mut won = false;
            for ((vector, &offset), line) in self.vectors.iter().zip(&offsets).zip(&mut lines) {
                if vector.iter().zip(point).all(|(v, x)| v <= x) {
                    let below = index - offset;
                    line[index] = line[below] || known[below] == Known::Lost;
                    won |= line[index];
                }
            }
            if member[index] {
                known[index] = if won { Known::Won } else { Known::Lost };
            }
        })?;
        Ok(known)
    }

    /// The point of the box with these coordinates as its largest corner; refused outside the monoid.
    fn corner(&self, position: &[Pile], most: u64) -> Result<(Vec<u64>, Grid, Vec<bool>), Refused> {
        let point = small_piles(position, Some(self.coordinates()), most)?;
        let grid = Grid::new(point.iter().map(|&x| x + 1).collect(), most)?;
        let member = self.membership(&grid)?;
        if member[grid.points - 1] {
            return Ok((point, grid, member));
        }
        let reason = format!("{} is not in the monoid that the vectors span", position::show(position));
        Err(Refused::input(reason).hint("positions are sums of the vectors, with repetition"))
    }

    /// The point sorted, if the order of the coordinates does not matter.
    fn normal(&self, mut point: Vec<u64>) -> Vec<u64> {
        if self.symmetric {
            point.sort_unstable();
        }
        point
    }

    /// Calls `see` with the index and the coordinates of the corner less k v for each vector and k >= 1, as
    /// far as the result is in the monoid; `see` ends the search by returning true.
    fn find_option(
        &self,
        point: &[u64],
        grid: &Grid,
        member: &[bool],
        mut see: impl FnMut(usize, &[u64]) -> bool,
    ) -> Option<(usize, u64)> {
        for (place, vector) in self.vectors.iter().enumerate() {
            let offset = grid.offset(vector);
            let mut option = point.to_vec();
            let mut index = grid.points - 1;
            let mut times = 0;
            while vector.iter().zip(&option).all(|(v, x)| v <= x) {
                option.iter_mut().zip(vector).for_each(|(x, v)| *x -= v);
                index -= offset;
                times += 1;
                if member[index] && see(index, &option) {
                    return Some((place, times));
                }
            }
        }
        None
    }
}

/// Whether the set of vectors is mapped to itself by every exchange of neighbouring coordinates.
fn is_symmetric(vectors: &[Vec<u64>]) -> bool {
    let coordinates = vectors[0].len();
    vectors.iter().all(|vector| {
        (1..coordinates).all(|i| {
            let mut exchanged = vector.clone();
            exchanged.swap(i - 1, i);
            vectors.contains(&exchanged)
        })
    })
}

impl Special for NVectors {
    fn within(&self, budget: &Budget) -> Arc<dyn Special> {
        Arc::new(NVectors { budget: budget.clone(), ..self.clone() })
    }

    fn spec(&self) -> String {
        let vectors =
            self.vectors.iter().map(|vector| vector.iter().map(u64::to_string).collect::<Vec<_>>().join(" "));
        format!("n-vectors(v=\"{}\")", vectors.collect::<Vec<_>>().join("; "))
    }

    fn rules(&self) -> String {
        let vectors = self.vectors.iter().map(|vector| format!("({})", commas(vector)));
        let mut rules = format!(
            "Positions are the points of the monoid spanned by {}.\n\
             Subtract a positive multiple of one of these vectors; the result must be in the monoid.\n\
             The game ends at 0. Last mover wins.",
            vectors.collect::<Vec<_>>().join(", ")
        );
        if self.dropped > 0 {
            rules.push_str(&format!("\n({} repeated vectors add no move and were dropped.)", self.dropped));
        }
        rules
    }

    fn piles(&self) -> usize {
        self.coordinates()
    }

    fn unordered(&self) -> bool {
        self.symmetric
    }

    fn parse(&self, text: &str) -> Result<SpecialPosition, Refused> {
        let position = position::parse_piles(text)?;
        whole_piles(&position, Some(self.coordinates()))?;
        let (point, ..) = self.corner(&position, MOST_POINTS)?;
        Ok(position::position_of(&self.normal(point)))
    }

    fn legal(&self, from: &[Pile], to: &[Pile]) -> Result<String, NotLegal> {
        let corner = |position| self.corner(position, MOST_POINTS);
        let ((point, grid, member), (to, ..)) = (corner(from)?, corner(to)?);
        let to = self.normal(to);
        match self.find_option(&point, &grid, &member, |_, option| self.normal(option.to_vec()) == to) {
            Some((place, times)) => Ok(format!("{times} times ({})", commas(&self.vectors[place]))),
            None => Err("the difference is no positive multiple of one of the vectors".to_string().into()),
        }
    }

    fn options(&self, from: &[Pile]) -> Result<Vec<SpecialPosition>, Refused> {
        let (point, grid, member) = self.corner(from, MOST_POINTS)?;
        let mut options = Vec::new();
        self.find_option(&point, &grid, &member, |_, option| {
            options.push(self.normal(option.to_vec()));
            false
        });
        options.sort();
        options.dedup();
        Ok(options.iter().map(|option| position::position_of(option)).collect())
    }

    fn p_below(&self, bound: u64) -> Result<Vec<Vec<u64>>, Refused> {
        let grid = Grid::new(vec![bound; self.coordinates()], MOST_POINTS)?;
        let known = self.outcomes(&grid)?;
        let mut found = Vec::new();
        grid.visit(&self.budget, |index, point| {
            if known[index] == Known::Lost && (!self.symmetric || point.is_sorted()) {
                found.push(point.to_vec());
            }
        })?;
        Ok(found)
    }

    /// Two coordinates with (0,1) among the vectors: every first coordinate in the monoid has exactly one
    /// P-position, since earlier rows forbid finitely many points of a row. Otherwise refused.
    fn p_first(&self, n: usize) -> Result<Vec<Vec<u64>>, Refused> {
        if self.coordinates() != 2 || !self.vectors.contains(&vec![0, 1]) {
            let reason = "the vectors do not bound the number of P-positions with the same first coordinate";
            return Err(Refused::no_answer(reason).hint("bound the coordinates instead"));
        }
        if n == 0 {
            return Ok(Vec::new());
        }
        let mut bound = (n as u64).saturating_mul(2).saturating_add(8);
        loop {
            let grid = Grid::new(vec![bound; 2], MOST_POINTS)?;
            let known = self.outcomes(&grid)?;
            let mut found = Vec::new();
            for (x, row) in known.chunks(bound as usize).enumerate() {
                // A row without points of the monoid holds nothing; another one is done when its point is found.
                if row.iter().all(|&point| point == Known::Outside) {
                    continue;
                }
                match row.iter().position(|&point| point == Known::Lost) {
                    Some(y) if self.symmetric && y < x => {}
                    Some(y) => found.push(vec![x as u64, y as u64]),
                    None => break,
                }
                if found.len() == n {
                    return Ok(found);
                }
            }
            bound = bound.saturating_mul(2);
        }
    }

    fn outcome(&self, position: &[Pile]) -> Result<SpecialOutcome, Refused> {
        let (point, grid, member) = self.corner(position, MOST_POINTS)?;
        let known = self.outcomes(&grid)?;
        let mut target = None;
        self.find_option(&point, &grid, &member, |index, option| {
            if known[index] == Known::Lost {
                target = Some(position::position_of(&self.normal(option.to_vec())));
            }
            target.is_some()
        });
        Ok(SpecialOutcome::impartial(target))
    }

    fn grundy(&self, position: &[Pile]) -> Result<u64, Refused> {
        let (_, grid, member) = self.corner(position, MOST_VALUES)?;
        let offsets: Vec<usize> = self.vectors.iter().map(|vector| grid.offset(vector)).collect();
        let mut values = vec![0u64; grid.points];
        grid.visit(&self.budget, |index, point| {
            if !member[index] {
                return;
            }
            let mut seen = Vec::new();
            for (vector, &offset) in self.vectors.iter().zip(&offsets) {
                let times = vector.iter().zip(point).filter(|&(&v, _)| v > 0).map(|(&v, &x)| x / v).min();
                let below = (1..=times.unwrap_or(0)).map(|k| index - k as usize * offset);
                seen.extend(below.filter(|&below| member[below]).map(|below| values[below]));
            }
            values[index] = mex(seen);
        })?;
        Ok(values[grid.points - 1])
    }
}

fn commas(vector: &[u64]) -> String {
    vector.iter().map(u64::to_string).collect::<Vec<_>>().join(",")
}

/// The game's entry in the catalog.
pub(crate) const GAME: InRust = InRust {
    name: "n-vectors",
    title: "The n vectors game",
    sources: &[("GEO", "2")],
    notes: &[
        "Positions are the points of the monoid that the vectors span; independent vectors give Nim (GEO-P8).",
    ],
    parameters: &[Parameter {
        name: "v",
        default: Some("1 0; 0 1; 1 1"),
        range: "vectors of nonnegative integers, none zero",
    }],
    build,
};

fn build(given: &Given<'_>) -> Result<Built, RuleError> {
    let v = given.text("v").unwrap_or_default();
    Ok((Arc::new(NVectors::parse_vectors(v)?), vec![("v".to_string(), Value::Word(v.to_string()))]))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::special::Class;

    /// Membership by trying every vector again and again.
    fn in_monoid(point: &[u64], vectors: &[Vec<u64>]) -> bool {
        point.iter().all(|&x| x == 0)
            || vectors.iter().any(|vector| {
                let less: Option<Vec<u64>> =
                    point.iter().zip(vector).map(|(x, v)| x.checked_sub(*v)).collect();
                less.is_some_and(|less| in_monoid(&less, vectors))
            })
    }

    /// Grundy values by the definition, on literal membership.
    fn value(point: &[u64], vectors: &[Vec<u64>], memo: &mut HashMap<Vec<u64>, u64>) -> u64 {
        if let Some(&known) = memo.get(point) {
            return known;
        }
        let mut seen = Vec::new();
        for vector in vectors {
            let mut less = point.to_vec();
            while less.iter().zip(vector).all(|(x, v)| v <= x) {
                less.iter_mut().zip(vector).for_each(|(x, v)| *x -= v);
                if in_monoid(&less, vectors) {
                    seen.push(value(&less, vectors, memo));
                }
            }
        }
        let value = (0..).find(|v| !seen.contains(v)).unwrap();
        memo.insert(point.to_vec(), value);
        value
    }

    fn random_vectors(count: usize) -> Vec<String> {
        let mut random = wythoff_numbers::Random::new(7);
        let mut next = |n: u64| random.below(n);
        let vectors = (0..count).map(|_| {
            let vectors: Vec<String> =
                (0..2 + next(3)).map(|_| format!("{} {}", next(4), 1 + next(3))).collect();
            vectors.join("; ")
        });
        vectors.collect()
    }

    #[test]
    fn tables_agree_with_the_definition() {
        let fixed = [
            "1 0; 0 1; 1 1",
            "2 0; 0 2; 1 3",
            "2; 3",
            "2 1; 1 2",
            "3 0; 1 1; 0 2",
            "1 0 0; 0 1 0; 0 0 1; 1 1 1",
        ];
        for text in fixed.into_iter().map(str::to_string).chain(random_vectors(12)) {
            let game = NVectors::parse_vectors(&text).unwrap();
            let mut memo = HashMap::new();
            let bound = if game.coordinates() == 3 { 4 } else { 9 };
            let mut expect = Vec::new();
            let grid = Grid::new(vec![bound; game.coordinates()], 10_000).unwrap();
            let visited = grid.visit(&Budget::default(), |_, point| {
                let position = position::position_of(point);
                if !in_monoid(point, &game.vectors) {
                    assert!(game.outcome(&position).is_err());
                    return;
                }
                let expected = value(point, &game.vectors, &mut memo);
                assert_eq!(game.grundy(&position).unwrap(), expected, "{text} {point:?}");
                let outcome = game.outcome(&position).unwrap();
                assert_eq!(outcome.class == Class::P, expected == 0);
                for winning in &outcome.winning {
                    assert!(game.legal(&position, &winning.to).is_ok());
                    assert_eq!(game.outcome(&winning.to).unwrap().class, Class::P);
                }
                if expected == 0 && (!game.symmetric || point.is_sorted()) {
                    expect.push(point.to_vec());
                }
            });
            assert!(visited.is_ok());
            assert_eq!(game.p_below(bound).unwrap(), expect, "{text}");
        }
    }

    #[test]
    fn three_vectors_in_their_own_coordinates() {
        // [1,3,2] embedded as v1 = (2,0), v2 = (0,2), v3 = (1,3): (x,y,i) is the point (2x+i, 2y+3i).
        let game = NVectors::parse_vectors("2 0; 0 2; 1 3").unwrap();
        let lost = |x: u64, y: u64, i: u64| {
            game.outcome(&position::position_of(&[2 * x + i, 2 * y + 3 * i])).unwrap().class == Class::P
        };
        let p: Vec<[u64; 3]> =
            vec![[0, 0, 0], [0, 1, 1], [1, 0, 1], [1, 1, 0], [2, 2, 0], [2, 5, 1], [3, 2, 1], [3, 3, 0]];
        for x in 0..4 {
            for y in 0..6 {
                for i in 0..2 {
                    assert_eq!(lost(x, y, i), p.contains(&[x, y, i]), "{x} {y} {i}");
                }
            }
        }
    }

    #[test]
    fn independent_vectors_are_nim() {
        let game = NVectors::parse_vectors("2 1 0; 0 1 0; 0 0 3").unwrap();
        for (a, b, c) in [(1u64, 2u64, 3u64), (4, 1, 2), (3, 3, 0)] {
            let point = [2 * a, a + b, 3 * c];
            assert_eq!(game.grundy(&position::position_of(&point)).unwrap(), a ^ b ^ c);
        }
    }

    #[test]
    fn first_positions_by_row() {
        let wythoff = NVectors::parse_vectors("1 0; 0 1; 1 1").unwrap();
        assert_eq!(wythoff.p_first(5).unwrap(), [[0, 0], [1, 2], [3, 5], [4, 7], [6, 10]]);
        let ordered = NVectors::parse_vectors("1 0; 0 1; 1 2").unwrap();
        assert_eq!(ordered.p_first(4).unwrap(), [[0, 0], [1, 1], [2, 2], [3, 3]]);
        assert!(NVectors::parse_vectors("2 1; 1 2").unwrap().p_first(3).is_err());
        assert!(wythoff.p_first(0).unwrap().is_empty());
    }

    #[test]
    fn refusals_and_duplicates() {
        let reason = |text: &str| NVectors::parse_vectors(text).err().unwrap().reason;
        assert!(reason("1 0; 0 0").starts_with("vector 2 is zero"));
        assert!(reason("1 0; 0 1 1").contains("3 coordinates"));
        assert!(reason("1 x").contains("`x`"));
        assert!(reason("1 -1").contains("`-1`"));
        let twice = NVectors::parse_vectors("1 0; 0 1; 1 0").unwrap();
        assert_eq!(twice.vectors().len(), 2);
        assert!(twice.rules().contains("1 repeated vectors"));
        assert!(
            NVectors::parse_vectors("2 0; 0 2").unwrap().parse("3,4").unwrap_err().reason.contains("monoid")
        );
    }
}
