//! Additive periods of the rows of a Grundy table, each closed exactly by a repetition of the state of the rows, and
//! values far out by them.

use crate::clock::timed;
use crate::error::Error;
use crate::evidence::By;
use crate::game::{Game, Header};
use crate::position::Position;
use malachite::Natural;
use serde::Serialize;
use std::ops::RangeInclusive;
use wythoff_numbers::{Budget, Stop};
use wythoff_rules::Rules;
use wythoff_solvers::kernel::RowMachine;
use wythoff_solvers::{SolveError, row_machine};

/// G(row, x + period) = G(row, x) + period for all x >= preperiod, both as small as they can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PeriodRow {
    /// The row: the pile that stays; the smaller or first one.
    pub row: u64,
    /// The least column from which on the row is periodic.
    pub preperiod: u64,
    /// The least period.
    pub period: u64,
    /// Before this column the state of the rows up to this one is that of `cycle` columns later.
    pub closed: u64,
    /// A multiple of the period.
    pub cycle: u64,
}

/// The additive periods of rows of a Grundy table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RowPeriods {
    /// The game.
    #[serde(flatten)]
    pub header: Header,
    /// The rows asked for.
    pub rows: Vec<PeriodRow>,
    /// What they rest on.
    pub by: By,
    /// The method, for people.
    pub method: &'static str,
    /// Time spent computing.
    pub seconds: f64,
}

/// What carries the value of one column to another: before column `from` the state of the rows up to `row` is that of
/// `cycle` columns later, and so G(row, x + cycle) = G(row, x) + cycle for all x >= from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Repetition {
    /// The row: the pile that stays.
    pub row: u64,
    /// A column from which on it repeats.
    pub from: u64,
    /// The cycle.
    pub cycle: u64,
    /// The column whose value was computed.
    pub at: u64,
}

/// How periods are closed.
const METHOD: &str = "repetition of the state of the rows";

/// The largest row for which a single value is carried by a period.
const MOST_ROW: u64 = 1 << 12;

/// A table is left to the other methods if its longer side is below this many times the shorter.
const LOPSIDED: u64 = 8;

/// Fewer cells than this are left to the other methods.
const SMALL: u64 = 1 << 16;

impl Game {
    /// The additive periods of the rows of the Grundy table in a range (the first pile, or any pile where order does not
    /// matter): pre-period and period, exact and least.
    ///
    /// Refused where rows are not known to be periodic: the moves must be rays and vectors, any number from the other pile
    /// among them, and all others must take from both piles or from this one.
    ///
    /// ```
    /// use wythoff::{Budget, Game};
    /// let found = Game::parse("wythoff")?.row_periods(3..=5, &Budget::default())?;
    /// let row = found.rows[2];
    /// assert_eq!((row.row, row.preperiod, row.period), (5, 27, 24));
    /// # Ok::<(), wythoff::Error>(())
    /// ```
    pub fn row_periods(&self, rows: RangeInclusive<u64>, budget: &Budget) -> Result<RowPeriods, Error> {
        let (run, seconds) = timed(budget, || {
            let mut run = self.period_run(rows, budget)?;
            run.go_on(budget, &mut || false)?;
            Ok::<_, Error>(run)
        });
        run?.answer(seconds)
    }

    /// The search for the same periods, to be ended at any moment and gone on with later.
    pub fn period_run(&self, rows: RangeInclusive<u64>, budget: &Budget) -> Result<PeriodRun, Error> {
        let rules = self.rules_for("periods of rows are found from rules")?;
        if rows.is_empty() {
            return Err(Error::input("no rows were asked for").hint("write A..B with A at most B"));
        }
        let last = usize::try_from(*rows.end()).map_err(|_| too_many())?;
        let machine = row_machine(rules, false, last, budget)?.ok_or_else(|| self.no_periods())?;
        Ok(PeriodRun { header: self.header(), rows, machine })
    }

    fn no_periods(&self) -> Error {
        Error::input(format!(
            "the rows of {} are not known to be additively periodic, or there are too many of them",
            self.called()
        ))
        .hint("the moves must be rays and vectors of two piles, any number from one pile among them")
    }
}

/// The value of a position with one small and one large pile, and how it was carried there; `None` where the other
/// methods are to answer.
pub(crate) fn far_value(
    rules: &Rules,
    position: &Position,
    budget: &Budget,
) -> Result<Option<(Natural, Option<Repetition>)>, Error> {
    let Some([x, y]) = position.plain_piles() else { return Ok(None) };
    let exchanged = y < x;
    let (short, long) = if exchanged { (y, x) } else { (x, y) };
    let Some(row) = u64::try_from(short).ok().filter(|row| *row <= MOST_ROW) else { return Ok(None) };
    let column = u64::try_from(long).ok();
    let near = |column: u64| column / LOPSIDED < row.max(1) || (row + 1).saturating_mul(column) < SMALL;
    if rules.coordinates().len() != 2 || column.is_some_and(near) {
        return Ok(None);
    }
    let exchanged = exchanged && !rules.is_symmetric();
    let Some(mut machine) = row_machine(rules, exchanged, row as usize, budget)? else { return Ok(None) };
    let (value, at, repeats) = last_value(&mut machine, long, column, budget)?;
    // From there on the value grows as the column does.
    let value = Natural::from(value) + (long - Natural::from(at));
    let period = repeats.map(|(from, cycle)| Repetition { row, from, cycle, at });
    Ok(Some((value, period)))
}

fn last_value(
    machine: &mut RowMachine,
    long: &Natural,
    column: Option<u64>,
    budget: &Budget,
) -> Result<(u64, u64, Option<(u64, u64)>), SolveError> {
    let reduced = |from: u64, cycle: u64| {
        let beyond = (long - Natural::from(from)) % Natural::from(cycle);
        from + u64::try_from(&beyond).unwrap_or(0)
    };
    machine.last_row_at(column, reduced, budget)
}

/// A search for the periods of rows that can be saved and gone on with.
pub struct PeriodRun {
    header: Header,
    rows: RangeInclusive<u64>,
    machine: RowMachine,
}

impl PeriodRun {
    /// Goes on to the end, or until `pause` says so between two steps; says whether it is done.
    pub fn go_on(&mut self, budget: &Budget, pause: &mut dyn FnMut() -> bool) -> Result<bool, Error> {
        match self.machine.go_on(budget, pause) {
            Err(SolveError::Stopped { why: Stop::Cancelled, .. }) => {
                let (closed, columns) = (self.machine.closed_rows(), self.machine.columns());
                let what = format!("interrupted at column {columns}, {closed} rows being closed");
                Err(Error::interrupted(what))
            }
            done => Ok(done?),
        }
    }

    /// The answer of a search that is done.
    pub fn answer(&self, seconds: f64) -> Result<RowPeriods, Error> {
        let found = self.machine.periods().ok_or_else(|| Error::interrupted("the search is not done"))?;
        let found = found.iter().filter(|found| self.rows.contains(&found.row)).map(|found| PeriodRow {
            row: found.row,
            preperiod: found.preperiod,
            period: found.period,
            closed: found.closed,
            cycle: found.cycle,
        });
        let (header, rows) = (self.header.clone(), found.collect());
        Ok(RowPeriods { header, rows, by: By::Rules, method: METHOD, seconds })
    }

    /// The state between two calls.
    pub fn save(&self) -> Vec<u8> {
        self.machine.save()
    }

    /// Takes on a state that a search for the same rows of the same game has saved; `false` if it is none.
    pub fn load(&mut self, state: &[u8], budget: &Budget) -> bool {
        self.machine.load(state, budget)
    }
}

fn too_many() -> Error {
    Error::limit("there are too many rows").hint("ask for fewer rows")
}
