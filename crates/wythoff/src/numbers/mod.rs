//! The numbers of the papers: sequences, arrays and trees, words, numeration systems, Beatty sequences, formulas.
//!
//! Everything has a name with parameters, such as `t-wythoff-lower(t=3)`; [`names`] lists them. Answers are types that
//! serialise themselves, and every call keeps to its [`Budget`].
//!
//! ```
//! use wythoff::{Budget, numbers};
//! let budget = Budget::default();
//! let lower = numbers::Sequence::parse("lower-wythoff")?;
//! assert_eq!(lower.first(5, &budget)?.values, [1, 3, 4, 6, 8]);
//! assert_eq!(numbers::represent("zeckendorf", "100", &budget)?.text, "1000010100");
//! # Ok::<(), wythoff::Error>(())
//! ```

mod array;
mod beatty;
mod eval;
mod sequence;
mod system;
mod word;

pub use array::{Array, Axioms, Corner, Fractal, Item, Node};
pub use beatty::{
    BeattyPair, BeattyPairRequest, BeattyTerm, Containment, Covered, Membership, Spectrum, Splitting,
    Splittings, beatty_at, beatty_contains, beatty_cover, beatty_pair, beatty_within, fraenkel_splitting,
    spectrum, splittings,
};
pub use eval::{Evaluation, Line, Variable, evaluate, evaluate_each};
pub use sequence::{Sequence, Term, Terms};
pub use system::{Representation, RepresentationKind, represent, represented, shifted, trailing_zeros};
pub use word::{Word, letter, letters};

use crate::error::{Error, Kind};
use serde::Serialize;
use wythoff_numbers::NumberError;
pub use wythoff_numbers::beatty::Within;
use wythoff_numbers::catalogue::{self, Entry};
use wythoff_numbers::int::{parse_integer, parse_natural};
pub use wythoff_numbers::{Integer, Natural, Rational};

#[cfg(doc)]
use wythoff_numbers::Budget;

/// What has names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Named {
    /// Sequences.
    Sequences,
    /// Arrays and trees.
    Arrays,
    /// Words.
    Words,
    /// Numeration systems.
    Systems,
}

/// A list of names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Names {
    /// The names.
    pub names: Vec<Name>,
}

/// A name that can be asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Name {
    /// The name.
    pub name: &'static str,
    /// The names of its parameters.
    pub parameters: Vec<&'static str>,
    /// What it is.
    pub description: &'static str,
    /// Where it comes from.
    pub source: &'static str,
}

/// All names of a kind.
pub fn names(kind: Named) -> Names {
    let entries = match kind {
        Named::Sequences => catalogue::sequences().to_vec(),
        Named::Arrays => [catalogue::arrays(), catalogue::trees()].concat(),
        Named::Words => catalogue::words().to_vec(),
        Named::Systems => catalogue::systems().to_vec(),
    };
    let name = |entry: Entry| Name {
        name: entry.name,
        parameters: entry.parameters.iter().map(|parameter| parameter.name).collect(),
        description: entry.description,
        source: entry.source,
    };
    Names { names: entries.into_iter().map(name).collect() }
}

impl From<NumberError> for Error {
    fn from(error: NumberError) -> Error {
        match error.stop() {
            Some(stop) => Error::from(stop.clone()),
            None if error.is_limit() => Error::limit(error.to_string()).hint(cure(&error)),
            None => Error::input(error.to_string()).hint(cure(&error)),
        }
    }
}

/// What to write instead.
fn cure(error: &NumberError) -> &'static str {
    match error {
        NumberError::Unknown { .. } => "the names are listed where none is given",
        NumberError::Parameter { .. } | NumberError::Value { .. } | NumberError::Syntax { .. } => {
            "parameters stand behind the name, as in NAME(t=3); the list of names says which there are"
        }
        NumberError::Index { .. } => "ask for a later index",
        NumberError::Undecided { .. } => "write the number in its simplest form: a fraction, or a root",
        _ if error.is_about_a_real() => {
            "a real is written as in sqrt(2), (1+sqrt(5))/2, pi/2, 7/4, root(z^3-z^2-z-1, 1.8)"
        }
        NumberError::Modulus(_) => "write a modulus greater than 0, such as sqrt(2)",
        NumberError::Irrational(_) => "write fractions, such as 7/4",
        _ if error.is_limit() => "ask for less",
        _ => "the list of names says what there is, and how it is written",
    }
}

/// How numbers are written.
const INTEGER: &str = "write a whole number in decimal digits, such as 100";
const NATURAL: &str = "write a whole number from 0 on in decimal digits, such as 100";

/// An integer that somebody wrote: in digits, or as `10^30 + 7`.
pub fn integer(text: &str) -> Result<Integer, Error> {
    let text = text.trim();
    if is_sum(text) {
        return Ok(Integer::from(natural(text)?));
    }
    parse_integer(text).map_err(|error| Error::input(error.to_string()).hint(INTEGER))
}

/// An integer from 0 on that somebody wrote.
pub fn natural(text: &str) -> Result<Natural, Error> {
    let text = text.trim();
    if is_sum(text) {
        return Ok(wythoff_rules::parse_pile(text)?);
    }
    parse_natural(text).map_err(|error| Error::input(error.to_string()).hint(NATURAL))
}

/// Numbers with operations between them, as piles may be written.
fn is_sum(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit()) && text.contains('^')
}

/// An integer as answers hold it: a number, or a decimal string above 2^53.
pub fn json_value(n: &Integer) -> serde_json::Value {
    crate::json::integer(n)
}

/// Integers in lines, with commas or white space between them: the numbers of each line that has some.
fn integer_lines(text: &str, budget: &wythoff_numbers::Budget) -> Result<Vec<Vec<Integer>>, Error> {
    let mut rows = Vec::new();
    for (line, row) in text.lines().enumerate().filter(|(_, row)| !row.trim().is_empty()) {
        budget.check()?;
        let numbers = row.split([',', ' ', '\t']).filter(|word| !word.is_empty()).map(|word| {
            parse_integer(word).map_err(|_| {
                Error::input(format!("line {}: `{word}` is not an integer", line + 1))
                    .hint("write integers separated by commas or white space")
            })
        });
        rows.push(numbers.collect::<Result<Vec<_>, _>>()?);
    }
    Ok(rows)
}

/// Whether the budget of a request ended it.
fn ended(error: &Error) -> bool {
    matches!(error.kind, Kind::Limit | Kind::Interrupted)
}
