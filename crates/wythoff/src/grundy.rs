//! Sprague–Grundy values: of one position, and on a box in one flat buffer.

use crate::clock::timed;
use crate::error::{Advice, Error};
use crate::evidence::{By, OWN_RULES, Question, Way, ways};
use crate::game::{Game, Header, counted};
use crate::json;
use crate::periods::{Repetition, far_value};
use crate::position::Position;
use malachite::Natural;
use malachite::base::num::basic::traits::Zero;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use std::sync::Arc;
use wythoff_catalog::special::{Conventions, Modified, Special, position_of};
use wythoff_catalog::{Resolved, View};
use wythoff_numbers::{Budget, Stop};
use wythoff_rules::Rules;
use wythoff_solvers::{GrundyTable, Play, SolveError};

/// The Grundy value of one position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GrundyValue {
    /// The game.
    #[serde(flatten)]
    pub header: Header,
    /// The value; beyond 2^53 a decimal string.
    #[serde(serialize_with = "json::one_natural")]
    pub value: Natural,
    /// What it rests on.
    pub by: By,
    /// The repetition that carried a value far out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period: Option<Repetition>,
    /// Time spent computing.
    pub seconds: f64,
}

impl GrundyValue {
    /// The value as it is serialised.
    pub fn value_json(&self) -> serde_json::Value {
        json::natural(&self.value)
    }
}

/// Grundy values on a box.
#[derive(Clone, Debug, PartialEq)]
pub struct GrundyValues {
    /// The game.
    pub header: Header,
    /// The side of the box in each coordinate.
    pub sides: Vec<u64>,
    /// The values, the last coordinate running fastest; 0 where there is no position.
    pub values: Vec<u32>,
    /// What they rest on.
    pub by: By,
    /// The method, for people.
    pub method: String,
    /// Interrupted: a smaller box than asked for, complete.
    pub partial: bool,
    /// Time spent computing.
    pub seconds: f64,
}

impl GrundyValues {
    /// All but the values.
    pub(crate) fn clone_frame(&self) -> GrundyValues {
        GrundyValues {
            header: self.header.clone(),
            sides: vec![0],
            values: Vec::new(),
            by: self.by,
            method: self.method.clone(),
            partial: self.partial,
            seconds: self.seconds,
        }
    }
}

impl Serialize for GrundyValues {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut object = to.serialize_map(None)?;
        self.header.entries(&mut object)?;
        let values = json::Nested { values: &self.values, sides: &self.sides };
        object.serialize_entry("values", &values)?;
        object.serialize_entry("by", &self.by)?;
        object.serialize_entry("method", &self.method)?;
        if self.partial {
            object.serialize_entry("partial", &true)?;
        }
        object.serialize_entry("seconds", &self.seconds)?;
        object.end()
    }
}

impl Game {
    /// The Grundy value of a position; of a sum, the nim-sum of the values.
    ///
    /// ```
    /// use wythoff::{Budget, Game};
    /// let game = Game::parse("wythoff + nim(piles=1)")?;
    /// assert_eq!(game.grundy(&game.position("3,5 + 4")?, &Budget::default())?.value, 4);
    /// # Ok::<(), wythoff::Error>(())
    /// ```
    pub fn grundy(&self, position: &Position, budget: &Budget) -> Result<GrundyValue, Error> {
        let (found, seconds) = timed(budget, || valued(&self.resolved, position, budget));
        let (value, period) = found?;
        Ok(GrundyValue { header: self.header(), value, by: By::Rules, period, seconds })
    }

    /// The Grundy values on a box with these sides; one side means all piles below it.
    ///
    /// A cancelled computation gives the part that is complete, marked `partial`.
    ///
    /// ```
    /// use wythoff::{Budget, Game};
    /// let table = Game::parse("wythoff")?.grundy_table(&[2, 4], &Budget::default())?;
    /// assert_eq!(table.values, [0, 1, 2, 3, 1, 2, 0, 4]);
    /// # Ok::<(), wythoff::Error>(())
    /// ```
    pub fn grundy_table(&self, sides: &[u64], budget: &Budget) -> Result<GrundyValues, Error> {
        self.grundy_table_from(None, sides, budget)
    }

    /// The same, going on from a part of the table that is known, its sides and its values, such as a run that was ended
    /// has kept.
    ///
    /// ```
    /// use wythoff::{Budget, Game};
    /// let (game, budget) = (Game::parse("wythoff")?, Budget::default());
    /// let part = game.grundy_table(&[70, 90], &budget)?;
    /// let whole = game.grundy_table_from(Some((part.sides, part.values)), &[100, 90], &budget)?;
    /// assert_eq!(whole.values, game.grundy_table(&[100, 90], &budget)?.values);
    /// # Ok::<(), wythoff::Error>(())
    /// ```
    pub fn grundy_table_from(
        &self,
        known: Option<(Vec<u64>, Vec<u32>)>,
        sides: &[u64],
        budget: &Budget,
    ) -> Result<GrundyValues, Error> {
        let sides = self.sides(sides)?;
        let known = known.map(|(sides, values)| GrundyTable { sides, values, method: "" });
        let (table, seconds) = timed(budget, || {
            let mut found = Err(no_table());
            for way in ways(Question::Values, None) {
                match (way, self.resolved.view()) {
                    (Way::Kernel, View::Rules(rules)) => {
                        found = wythoff_solvers::grundy_table_from(rules, &sides, known.as_ref(), budget)
                            .or_else(kept);
                    }
                    (Way::Own, View::Special(special)) => {
                        found = special_table(&special.within(budget), &sides, budget);
                    }
                    _ => {}
                }
            }
            found.map(|table| (table, false)).or_else(|unfinished| match unfinished {
                Unfinished::Part(part) => Ok((*part, true)),
                Unfinished::Failed(error) => Err(error),
            })
        });
        let (table, partial) = table?;
        Ok(GrundyValues {
            header: self.header(),
            sides: table.sides,
            values: table.values,
            by: By::Rules,
            method: table.method.to_string(),
            partial,
            seconds,
        })
    }

    /// The sides that are asked for: one number for all piles, or one for each.
    pub fn sides(&self, numbers: &[u64]) -> Result<Vec<u64>, Error> {
        let bounds: Vec<Option<u64>> = match self.resolved.view() {
            View::Rules(rules) => rules.bounds().to_vec(),
            View::Special(_) => vec![None; self.coordinates()],
            View::Sum(_) => return Err(Error::from(no_table())),
        };
        let piles = bounds.iter().filter(|b| b.is_none()).count();
        let mut sides = match numbers.len() {
            1 => vec![numbers[0]; piles],
            n if n == piles || n == bounds.len() => numbers.to_vec(),
            n => {
                let (sides, piles) = (counted(n, "side"), counted(piles, "pile"));
                return Err(Error::input(format!("the size has {sides}, and the game {piles}"))
                    .hint("give one side for all piles, or one for each"));
            }
        };
        // A bounded extra coordinate runs through its whole range.
        for bound in bounds.iter().skip(sides.len()) {
            sides.push(bound.unwrap_or(1));
        }
        Ok(sides)
    }
}

/// Why there is no whole table.
enum Unfinished {
    /// It was ended; this part of it is complete.
    Part(Box<GrundyTable>),
    /// There is nothing.
    Failed(Error),
}

impl From<Error> for Unfinished {
    fn from(error: Error) -> Unfinished {
        Unfinished::Failed(error)
    }
}

impl From<Unfinished> for Error {
    fn from(unfinished: Unfinished) -> Error {
        match unfinished {
            Unfinished::Part(_) => Error::interrupted("interrupted"),
            Unfinished::Failed(error) => error,
        }
    }
}

fn no_table() -> Unfinished {
    Unfinished::Failed(Error::input("a sum has no table").advise(Advice::OnePosition))
}

fn kept(error: SolveError) -> Result<GrundyTable, Unfinished> {
    match error {
        SolveError::Stopped { why: Stop::Cancelled | Stop::Time, table: Some(part), .. } => {
            Err(Unfinished::Part(part))
        }
        SolveError::Stopped { why: Stop::Cancelled, .. } => {
            Err(Unfinished::Failed(Error::interrupted("interrupted; no part of the table was complete yet")))
        }
        other => Err(Unfinished::Failed(other.into())),
    }
}

/// Most cells of the table of a game in Rust.
const MOST_CELLS: u64 = 1 << 21;

/// The table of a game in Rust, cell by cell from the options, each value kept.
fn special_table(
    special: &Arc<dyn Special>,
    sides: &[u64],
    budget: &Budget,
) -> Result<GrundyTable, Unfinished> {
    let cells = sides.iter().try_fold(1u64, |n, s| n.checked_mul(*s)).filter(|n| *n <= MOST_CELLS);
    let cells = cells.ok_or_else(|| {
        Error::limit(format!(
            "the table is too large: this game is solved cell by cell, at most {MOST_CELLS} of them"
        ))
        .hint("ask for a smaller table")
    })?;
    // The game itself says whether it has Grundy values.
    special.grundy(&position_of(&vec![0; sides.len()])).map_err(Error::from)?;
    let keeping: Arc<dyn Special> = match special.conventions() {
        Some(_) => special.clone(),
        None => {
            let plain = Modified::new(special.clone(), Conventions::default()).map_err(Error::from)?;
            plain.within(budget)
        }
    };
    let mut values = Vec::new();
    for cell in 0..cells {
        if budget.step(cell, cells).is_err() {
            let part = GrundyTable::complete_part(sides, true, OWN_RULES, |at| values.get(at).copied());
            return Err(Unfinished::Part(Box::new(part)));
        }
        let mut rest = cell;
        let mut position = vec![0; sides.len()];
        for (x, side) in position.iter_mut().zip(sides).rev() {
            *x = rest % side;
            rest /= side;
        }
        values.push(keeping.grundy(&position_of(&position)).map_err(Error::from)? as u32);
    }
    Ok(GrundyTable { sides: sides.to_vec(), values, method: OWN_RULES })
}

/// The value of one position, and the repetition that carried it there, by the ways of the table.
fn valued(
    game: &Resolved,
    position: &Position,
    budget: &Budget,
) -> Result<(Natural, Option<Repetition>), Error> {
    let near = |value: u64| (Natural::from(value), None);
    for way in ways(Question::Value, None) {
        let found = match (way, game.view()) {
            (Way::Repetition, View::Rules(rules)) => far_value(rules, position, budget)?,
            (Way::Kernel, View::Rules(rules)) => value_in_table(rules, position, budget)?.map(near),
            (Way::Lines, View::Rules(rules)) => {
                Some(near(Play::new(rules, budget).grundy(&position.state()?)?))
            }
            (Way::Own, View::Special(special)) => {
                Some(near(special.within(budget).grundy(position.special())?))
            }
            (Way::NimSum, View::Sum(terms)) => {
                let mut sum = Natural::ZERO;
                for (term, part) in terms.iter().zip(position.parts()) {
                    sum ^= valued(term, part, budget)?.0;
                }
                Some((sum, None))
            }
            _ => None,
        };
        if let Some(found) = found {
            return Ok(found);
        }
    }
    Err(Error::input("this game has no Grundy values").advise(Advice::OnePosition))
}

/// The value of one position; of a sum, the nim-sum of the values.
pub(crate) fn value_at(game: &Resolved, position: &Position, budget: &Budget) -> Result<Natural, Error> {
    Ok(valued(game, position, budget)?.0)
}

/// The Grundy value of a position from the table up to it, where tables are of this game.
fn value_in_table(rules: &Rules, position: &Position, budget: &Budget) -> Result<Option<u64>, Error> {
    let plain = rules.memory().is_empty() && rules.convention().is_plain() && rules.only_takes();
    if !plain {
        return Ok(None);
    }
    let state = position.state()?;
    let sides: Vec<u64> =
        state.position.iter().zip(rules.bounds()).map(|(x, b)| b.unwrap_or(x.saturating_add(1))).collect();
    let table = wythoff_solvers::grundy_table(rules, &sides, budget)?;
    let index = state.position.iter().zip(&sides).fold(0, |index, (x, side)| index * side + x);
    let value = table.values.get(index as usize).map(|v| u64::from(*v));
    let value =
        value.ok_or_else(|| Error::limit("the table is too large").hint("ask for a smaller position"))?;
    Ok(Some(value))
}
