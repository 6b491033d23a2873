//! Arrays of numbers, such as the Wythoff array.

use crate::error::PlotError;
use crate::figure::{Body, Figure, Table, Words};

/// Most numbers of an array that are drawn.
const MOST: usize = 10_000;

/// Rows of numbers, already written in digits, each column and row under its number from 1 on; every other row shaded.
pub fn array<'a>(rows: &[Vec<String>], words: Words) -> Result<Figure<'a>, PlotError> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    if columns == 0 {
        return Err(PlotError::Empty("the array has no numbers"));
    }
    let asked = columns.saturating_mul(rows.len());
    if asked > MOST {
        return Err(PlotError::TooLarge { asked: asked as u64, what: "numbers", most: MOST as u64 });
    }
    let table = Table {
        columns: (1..=columns).map(|column| column.to_string()).collect(),
        rows: rows.iter().enumerate().map(|(i, row)| ((i + 1).to_string(), row.clone())).collect(),
        shaded: Box::new(|row, _| row % 2 == 0),
    };
    Ok(Figure { watch: None, words, body: Body::Table(table) })
}
