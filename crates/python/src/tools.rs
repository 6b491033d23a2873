//! What is asked of no game: numbers of the papers, designs, patterns of a sequence, formulas. A question is JSON, and so is
//! its answer; Python names the questions.

use crate::run::{Limits, run};
use crate::{position, read};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use wythoff::numbers::{self, Array, BeattyPairRequest, Named, Sequence, Variable};
use wythoff::{
    Budget, DesignKind, Error, Game, design_beatty, design_pairs, discover_sequence, family_theorems,
    nim_slope,
};
use wythoff_sweep::Grid;

/// A question; integers that may be of any size are written in decimal.
#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case", deny_unknown_fields)]
enum Question {
    Names { kind: Kind },
    Terms { name: String, count: u64 },
    Term { name: String, index: String },
    Letters { name: String, count: u64 },
    Letter { name: String, at: String },
    Corner { name: String, rows: usize, columns: usize },
    Entry { name: String, row: String, column: u64 },
    Axioms { name: String, rows: usize, columns: usize },
    Fractal { name: String, rows: usize, columns: usize },
    Digits { system: String, number: String },
    Value { system: String, digits: String },
    Shift { system: String, number: String, places: i64 },
    TrailingZeros { system: String, number: String },
    Beatty { alpha: String, gamma: String, beta: Option<String>, delta: Option<String>, first: u64 },
    BeattyTerm { alpha: String, gamma: String, index: String },
    BeattyIndex { alpha: String, gamma: String, term: String },
    BeattyWithin { alpha: String, beta: String },
    Cover { sequences: Vec<String> },
    Splitting { sequences: u64, period: Option<u64> },
    Spectrum { terms: String, start: i64, line: Option<(String, String)> },
    Slope { a: u64, b: u64, digits: u64 },
    Evaluate { formulas: Vec<String>, ranges: Vec<String> },
    DesignBeatty { alpha: String, gamma: String, terms: usize, kinds: Option<Vec<DesignKind>> },
    DesignPairs { pairs: Vec<(u64, u64)>, kinds: Option<Vec<DesignKind>> },
    Discover { terms: Vec<i64>, start: i64 },
    Family { template: String, range: String },
}

/// What has names.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Sequences,
    Arrays,
    Words,
    Systems,
}

impl Kind {
    fn named(&self) -> Named {
        match self {
            Kind::Sequences => Named::Sequences,
            Kind::Arrays => Named::Arrays,
            Kind::Words => Named::Words,
            Kind::Systems => Named::Systems,
        }
    }
}

/// An answer as JSON.
fn told(answer: impl Serialize) -> Result<String, Error> {
    serde_json::to_string(&answer).map_err(|error| Error::limit(error.to_string()))
}

impl Question {
    fn answer(&self, budget: &Budget) -> Result<String, Error> {
        let kinds = |kinds: &Option<Vec<DesignKind>>| kinds.clone().unwrap_or(DesignKind::ALL.to_vec());
        match self {
            Question::Names { kind } => told(numbers::names(kind.named())),
            Question::Terms { name, count } => told(Sequence::parse(name)?.first(*count, budget)?),
            Question::Term { name, index } => {
                told(Sequence::parse(name)?.at(&numbers::integer(index)?, budget)?)
            }
            Question::Letters { name, count } => told(numbers::letters(name, *count, budget)?),
            Question::Letter { name, at } => told(numbers::letter(name, at, budget)?),
            Question::Corner { name, rows, columns } => {
                told(Array::parse(name)?.corner(*rows, *columns, budget)?)
            }
            Question::Entry { name, row, column } => {
                told(Array::parse(name)?.entry(&numbers::integer(row)?, *column, budget)?)
            }
            Question::Axioms { name, rows, columns } => {
                told(Array::parse(name)?.axioms(*rows, *columns, budget)?)
            }
            Question::Fractal { name, rows, columns } => {
                told(Array::parse(name)?.fractal(*rows, *columns, budget)?)
            }
            Question::Digits { system, number } => told(numbers::represent(system, number, budget)?),
            Question::Value { system, digits } => told(numbers::represented(system, digits, budget)?),
            Question::Shift { system, number, places } => {
                told(numbers::shifted(system, number, *places, budget)?)
            }
            Question::TrailingZeros { system, number } => {
                told(numbers::trailing_zeros(system, number, budget)?)
            }
            Question::Beatty { alpha, gamma, beta, delta, first } => {
                let (alpha, gamma) = (alpha.clone(), Some(gamma.clone()));
                let (beta, delta, first) = (beta.clone(), delta.clone(), *first);
                told(numbers::beatty_pair(&BeattyPairRequest { alpha, gamma, beta, delta, first }, budget)?)
            }
            Question::BeattyTerm { alpha, gamma, index } => {
                told(numbers::beatty_at(alpha, gamma, &numbers::integer(index)?, budget)?)
            }
            Question::BeattyIndex { alpha, gamma, term } => {
                told(numbers::beatty_contains(alpha, gamma, &numbers::integer(term)?, budget)?)
            }
            Question::BeattyWithin { alpha, beta } => told(numbers::beatty_within(beta, alpha, budget)?),
            Question::Cover { sequences } => told(numbers::beatty_cover(sequences, budget)?),
            Question::Splitting { sequences, period: None } => {
                told(numbers::fraenkel_splitting(*sequences, budget)?)
            }
            Question::Splitting { sequences, period: Some(period) } => {
                told(numbers::splittings(*sequences, *period, budget)?)
            }
            Question::Spectrum { terms, start, line } => {
                let line = line.as_ref().map(|(alpha, gamma)| (alpha.as_str(), gamma.as_str()));
                told(numbers::spectrum(terms, *start, line, budget)?)
            }
            Question::Slope { a, b, digits } => told(nim_slope(*a, *b, *digits, budget)?),
            Question::Evaluate { formulas, ranges } => {
                let variables: Vec<Variable> =
                    ranges.iter().map(|range| range.parse()).collect::<Result<_, _>>()?;
                told(numbers::evaluate(formulas, &variables, budget)?)
            }
            Question::DesignBeatty { alpha, gamma, terms, kinds: some } => {
                told(design_beatty(alpha, gamma, *terms, &kinds(some), budget)?)
            }
            Question::DesignPairs { pairs, kinds: some } => told(design_pairs(pairs, &kinds(some), budget)?),
            Question::Discover { terms, start } => told(discover_sequence(*start, terms, budget)),
            Question::Family { template, range } => {
                let grid = Grid::read(template, &[range])?;
                let (parameter, games) = grid.family()?;
                let games = games.into_iter().map(|(value, spec)| Ok((value, Game::parse(spec)?)));
                let games = games.collect::<Result<Vec<_>, Error>>()?;
                told(family_theorems(parameter, games, budget)?)
            }
        }
    }
}

/// The answer to a question.
#[pyfunction]
pub fn ask(py: Python<'_>, question: &str, limits: Limits) -> PyResult<String> {
    let question: Question = read(question)?;
    run(py, &limits, move |budget| question.answer(budget))
}

/// Where a sequence stands in a copy of the OEIS, as JSON: its terms with commas between them, or a b-file.
#[pyfunction]
#[pyo3(signature = (terms, stripped, names, limits))]
pub fn oeis(
    py: Python<'_>,
    terms: String,
    stripped: PathBuf,
    names: Option<PathBuf>,
    limits: Limits,
) -> PyResult<String> {
    // Opened here, so that a file that is not there is Python's own exception.
    let stripped = std::fs::File::open(stripped)?;
    let names = names.map(std::fs::File::open).transpose()?;
    run(py, &limits, move |budget| {
        told(looked_up(&[wythoff::oeis::Sequence::read(&terms)?], stripped, names, budget)?)
    })
}

/// The places of sequences in a copy of the OEIS.
pub fn looked_up(
    sequences: &[wythoff::oeis::Sequence],
    stripped: std::fs::File,
    names: Option<std::fs::File>,
    budget: &Budget,
) -> Result<Vec<wythoff::oeis::Match>, Error> {
    let mut search = wythoff::oeis::Search::new(sequences);
    search.read(stripped, budget)?;
    if let Some(names) = names {
        search.names(names, budget)?;
    }
    Ok(search.finish())
}

/// The decimal digits of a number that is given by its bytes, the least first: Python refuses to write long ones.
#[pyfunction]
pub fn decimal(bytes: &[u8]) -> String {
    position::natural(bytes).to_string()
}

/// The bytes of a number that is written in decimal, the least first.
#[pyfunction]
pub fn bytes_of<'py>(py: Python<'py>, digits: &str) -> PyResult<Bound<'py, PyBytes>> {
    let number = numbers::natural(digits).map_err(|error| crate::error::raised(py, error))?;
    Ok(PyBytes::new(py, &position::bytes(&number)))
}
