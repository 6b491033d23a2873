//! Formulas of the rule language on integers of any size, side by side.

use crate::clock::timed;
use crate::error::{Advice, Error};
use crate::evidence::Grounds;
use serde::Serialize;
use wythoff_numbers::int::{Integer, parse_integer};
use wythoff_numbers::{Budget, decimal};
use wythoff_rules::{ErrorKind, Formula};

/// A variable and its range, both ends included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// The name.
    pub name: String,
    /// The first value.
    pub from: Integer,
    /// The last value.
    pub to: Integer,
}

impl std::str::FromStr for Variable {
    type Err = Error;

    /// `n=3`, or `n=1..10`.
    fn from_str(text: &str) -> Result<Variable, Error> {
        let fault = || Error::input(format!("`{text}` is not a range")).hint("write n=3 or n=1..10");
        let (name, ends) = text.split_once('=').ok_or_else(fault)?;
        let (from, to) = ends.split_once("..").unwrap_or((ends, ends));
        let end = |text: &str| parse_integer(text.trim()).map_err(|_| fault());
        let (from, to) = (end(from)?, end(to)?);
        if name.trim().is_empty() || from > to {
            return Err(fault());
        }
        Ok(Variable { name: name.trim().to_string(), from, to })
    }
}

/// Values of formulas for all values of the variables.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Evaluation {
    /// The formulas.
    pub formulas: Vec<String>,
    /// The names of the variables.
    pub variables: Vec<String>,
    /// A line for each choice of values, the last variable running fastest.
    pub lines: Vec<Line>,
    /// What it rests on.
    #[serde(flatten)]
    pub grounds: Grounds,
    /// Time spent computing.
    pub seconds: f64,
}

/// Values of the formulas at values of the variables, in decimal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// The values of the variables.
    pub at: Vec<String>,
    /// The values of the formulas; a condition is 1 or 0.
    pub values: Vec<String>,
}

/// Lines that are computed at most.
const MOST: u64 = 1_000_000;

/// Bytes of a line beside its digits.
const LINE: usize = 128;

/// Evaluates formulas or conditions for all values of the variables.
///
/// ```
/// use wythoff::{Budget, numbers::evaluate};
/// let found = evaluate(&["n^2".into(), "n^2 >= 4*n".into()], &["n=3..4".parse()?], &Budget::default())?;
/// assert_eq!(found.lines[1].values, ["16", "1"]);
/// # Ok::<(), wythoff::Error>(())
/// ```
pub fn evaluate(formulas: &[String], variables: &[Variable], budget: &Budget) -> Result<Evaluation, Error> {
    let (mut lines, mut bytes) = (Vec::new(), 0);
    let hold = &mut |line: Line| -> Result<(), Error> {
        bytes += LINE + line.at.iter().chain(&line.values).map(|text| text.len() + LINE / 4).sum::<usize>();
        budget.allow("the lines", bytes as u128)?;
        lines.push(line);
        Ok(())
    };
    let (done, seconds) = timed(budget, || evaluate_each(formulas, variables, budget, hold));
    done?;
    let variables = variables.iter().map(|variable| variable.name.clone()).collect();
    Ok(Evaluation { formulas: formulas.to_vec(), variables, lines, grounds: Grounds::DEFINITION, seconds })
}

/// The same, giving the lines one by one without holding them.
pub fn evaluate_each<E: From<Error>>(
    formulas: &[String],
    variables: &[Variable],
    budget: &Budget,
    give: &mut dyn FnMut(Line) -> Result<(), E>,
) -> Result<(), E> {
    let names: Vec<&str> = variables.iter().map(|variable| variable.name.as_str()).collect();
    let read = |text: &String| {
        // A condition is 1 or 0.
        Formula::read("formula", text, &names)
            .or_else(|error| Formula::read_condition("formula", text, &names).map_err(|_| error))
            .map(|formula| formula.within(budget))
            .map_err(|error| match error.kind {
                ErrorKind::Name => Error::from(error).advise(Advice::Ranges),
                _ => Error::from(error),
            })
    };
    let formulas = formulas.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let mut values: Vec<Integer> = variables.iter().map(|variable| variable.from.clone()).collect();
    for done in 0.. {
        budget.step(done, 0).map_err(Error::from)?;
        if done == MOST {
            return Err(Error::limit(format!("more than {MOST} lines")).hint("choose smaller ranges").into());
        }
        let at = values.iter().map(ToString::to_string).collect();
        let results = formulas.iter().map(|formula| -> Result<String, Error> {
            let value = formula.value(&values)?;
            Ok(wythoff_numbers::within(budget, || decimal(&value))?)
        });
        give(Line { at, values: results.collect::<Result<_, _>>()? })?;
        // The last variable runs fastest.
        let Some(place) = (0..values.len()).rev().find(|i| values[*i] < variables[*i].to) else { break };
        values[place] += Integer::from(1);
        for later in place + 1..values.len() {
            values[later] = variables[later].from.clone();
        }
    }
    Ok(())
}
