//! The named arrays.

use crate::error::NumberError;
use std::sync::Arc;

use super::{Entry, Parameter, Sequence, Spec, sequence};
use crate::arrays::Array;
use crate::arrays::dispersion::try_dispersion;
use crate::beatty::Beatty;
use crate::budget::Budget;
use crate::int::Integer;
use crate::int::traits::SignificantBits;

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        name: "wythoff",
        parameters: &[],
        description: "the Wythoff array, OEIS A035513: every positive integer once, a Fibonacci sequence a row",
        source: "VIS Table 6",
    },
    Entry {
        name: "left-justified",
        parameters: &[],
        description: "the Wythoff array extended to the left to pairs (a, b) with a > b, OEIS A165357",
        source: "VIS 7.1",
    },
    Entry {
        name: "difference",
        parameters: &[],
        description: "the Wythoff difference array, OEIS A080164: the dispersion of the upper Wythoff sequence",
        source: "VIS Table 7",
    },
    Entry {
        name: "stolarsky",
        parameters: &[],
        description: "Stolarsky's array, OEIS A035506: the second entry of a row is nearest to phi times the first",
        source: "VIS 7.1",
    },
    Entry {
        name: "zeckendorf",
        parameters: &[],
        description: "column j: the numbers whose least Zeckendorf term is F(j+1); equal to the Wythoff array",
        source: "VIS 7.2",
    },
    Entry {
        name: "dispersion",
        parameters: &[
            Parameter { name: "alpha", default: "2+sqrt(2)" },
            Parameter { name: "gamma", default: "0" },
            Parameter { name: "of", default: "" },
        ],
        description: "rows t(n), s(t(n)), s(s(t(n))), ... for s(n) = floor(n alpha + gamma), or the named sequence s, and its complement t",
        source: "VIS 7.1",
    },
];

/// A named array.
#[derive(Debug, Clone)]
pub enum NamedArray {
    /// An array with a formula.
    Fixed(Array),
    /// The dispersion of a Beatty sequence.
    Dispersion(Beatty),
    /// The dispersion of a named sequence.
    DispersionOf(Arc<Sequence>),
}

/// Bytes of an entry beside its digits.
const ENTRY: u64 = 32;

/// The first rows and columns of the dispersion of a sequence, within a budget.
fn disperse(
    term: impl Fn(&Integer) -> Result<Integer, NumberError>,
    rows: usize,
    columns: usize,
    budget: &Budget,
) -> Result<Vec<Vec<Integer>>, NumberError> {
    let mut held = 0u64;
    let counted = |n: &Integer| {
        let term = term(n)?;
        held += ENTRY + term.significant_bits() / 8;
        budget.check()?;
        budget.allow("the corner", u128::from(held))?;
        Ok::<_, NumberError>(term)
    };
    try_dispersion(counted, rows, columns)
}

impl NamedArray {
    /// The first rows and columns.
    pub fn corner(&self, rows: usize, columns: usize) -> Result<Vec<Vec<Integer>>, NumberError> {
        self.corner_within(rows, columns, &Budget::default())
    }

    /// The first rows and columns, within a budget.
    pub fn corner_within(
        &self,
        rows: usize,
        columns: usize,
        budget: &Budget,
    ) -> Result<Vec<Vec<Integer>>, NumberError> {
        // An entry takes at least so much, and where a row is a Fibonacci sequence two bits in three columns more.
        let row = columns as u128 * (u128::from(ENTRY) + columns as u128 / 24);
        budget.need("the corner", (row + size_of::<Vec<Integer>>() as u128).saturating_mul(rows as u128))?;
        match self {
            NamedArray::Fixed(array) => {
                let mut corner = Vec::with_capacity(rows);
                for row in array.rows(columns as u64).take(rows) {
                    budget.step(corner.len() as u64, rows as u64)?;
                    corner.push(row?);
                }
                Ok(corner)
            }
            NamedArray::Dispersion(s) => disperse(|n| s.term(n), rows, columns, budget),
            NamedArray::DispersionOf(s) => disperse(|n| s.term_within(n, budget), rows, columns, budget),
        }
    }

    /// The entry in row i and column j, from 1; of a dispersion only within a corner that can be written out.
    pub fn entry(&self, i: &Integer, j: u64) -> Result<Integer, NumberError> {
        self.entry_within(i, j, &Budget::default())
    }

    /// The same within a budget.
    pub fn entry_within(&self, i: &Integer, j: u64, budget: &Budget) -> Result<Integer, NumberError> {
        budget.check()?;
        let outside = NumberError::Place;
        match self {
            NamedArray::Fixed(array) => Ok(array.entry(i, j)?),
            NamedArray::Dispersion(_) | NamedArray::DispersionOf(_) => {
                let row =
                    usize::try_from(i).ok().filter(|i| (1..=1_000_000).contains(i)).ok_or(outside.clone())?;
                let column =
                    usize::try_from(j).ok().filter(|j| (1..=10_000).contains(j)).ok_or(outside.clone())?;
                let mut corner = self.corner_within(row, column, budget)?;
                Ok(corner.pop().and_then(|mut row| row.pop()).ok_or(outside)?)
            }
        }
    }
}

/// An array by its name and parameters.
///
/// ```
/// use wythoff_numbers::catalogue::array;
/// let corner = array("dispersion(alpha=\"phi^2\")").unwrap().corner(2, 3).unwrap();
/// assert_eq!(corner, [[1, 2, 5], [3, 7, 18]]);
/// let same = array("dispersion(of=upper-wythoff)").unwrap().corner(2, 3).unwrap();
/// assert_eq!(same, corner);
/// ```
pub fn array(text: &str) -> Result<NamedArray, NumberError> {
    let spec = Spec::parse(text)?;
    let entry = spec.entry("array", ENTRIES)?;
    match Array::ALL.into_iter().find(|a| a.to_string() == entry.name) {
        Some(array) => Ok(NamedArray::Fixed(array)),
        None if !spec.text(entry, "of").is_empty() => {
            Ok(NamedArray::DispersionOf(Arc::new(sequence(spec.text(entry, "of"))?)))
        }
        None => {
            Ok(NamedArray::Dispersion(Beatty::new(spec.real(entry, "alpha")?, spec.real(entry, "gamma")?)?))
        }
    }
}
