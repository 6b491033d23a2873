//! Periods of Grundy rows: how long each row takes to become periodic, and its period.

use crate::axis::log2;
use crate::colour::Rgb;
use crate::error::PlotError;
use crate::figure::{Body, Figure, Scatter, Series, Words};
use crate::scene::Mark;

/// The additive period of one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowPeriod {
    /// The row.
    pub row: u64,
    /// Values before it becomes periodic.
    pub preperiod: u64,
    /// Its period.
    pub period: u64,
}

/// Preperiods and periods over the rows, on a logarithmic axis.
pub fn periods<'a>(rows: &[RowPeriod], words: Words) -> Result<Figure<'a>, PlotError> {
    let (Some(first), Some(last)) = (rows.iter().map(|r| r.row).min(), rows.iter().map(|r| r.row).max())
    else {
        return Err(PlotError::Empty("no row was given"));
    };
    let series = |label: &str, colour, mark, value: fn(&RowPeriod) -> u64| Series {
        label: label.to_string(),
        colour,
        mark,
        points: rows.iter().map(|r| (i128::from(r.row), log2(value(r)))).collect(),
    };
    let longest = rows.iter().map(|r| r.preperiod.max(r.period)).max().unwrap_or(1);
    let scatter = Scatter {
        series: vec![
            series("period", Rgb::BLUE, Mark::Disc, |r| r.period),
            series("preperiod", Rgb::VERMILION, Mark::Ring, |r| r.preperiod),
        ],
        x: (i128::from(first), i128::from(last).max(i128::from(first) + 1)),
        y: (0, log2(longest.max(10)) * 21 / 20),
        y_name: "values (logarithmic)".to_string(),
        logarithmic: true,
        guides: Vec::new(),
    };
    Ok(Figure { watch: None, words, body: Body::Scatter(scatter) })
}
