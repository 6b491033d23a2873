//! Grundy values as a heat map.

use super::check_shape;
use crate::axis::{ticks, whole};
use crate::cells::Valued;
use crate::colour::{Rgb, ramp};
use crate::error::PlotError;
use crate::figure::{Board, Body, Figure, Ink, Legend, Origin, Words};

/// Colours of the ramp.
const SHADES: u32 = 200;

/// Up to this value each has its own entry in the legend.
const FEW: u32 = 12;

/// Grundy values, `values[x * rows + y]`: 0 is the colour of paper, larger values are darker.
///
/// ```
/// use wythoff_plot::{Words, grundy};
/// let figure = grundy(3, 3, &[0, 1, 2, 1, 2, 0, 2, 0, 1], Words::new("Wythoff Nim")).unwrap();
/// assert!(figure.svg().unwrap().contains("P-position"));
/// ```
pub fn grundy<'a>(columns: u64, rows: u64, values: &'a [u32], words: Words) -> Result<Figure<'a>, PlotError> {
    check_shape(values.len(), columns, rows)?;
    let most = values.iter().copied().max().unwrap_or(0).max(1);
    let shades = most.min(SHADES);
    // Value 1 has the lightest shade, the largest value the darkest.
    let class = move |value: u32| match (value, most) {
        (0, _) => 0,
        (value, most) if most <= SHADES => value as u8,
        (value, most) => (1 + u64::from(value - 1) * u64::from(SHADES - 1) / u64::from(most - 1)) as u8,
    };
    let palette: Vec<Rgb> = std::iter::once(Rgb::WHITE).chain(ramp(shades as usize)).collect();
    let zero = (0, "0 (P-position)".to_string());
    let legend = if most <= FEW {
        let own = (1..=most).map(|value| (value as u8, value.to_string()));
        Legend::Classes(std::iter::once(zero).chain(own).collect())
    } else {
        let span = i128::from(most - 1);
        let part = |tick: i128| ((tick - 1) * 1000 / span) as i64;
        let inner = ticks(1, i128::from(most), 6).into_iter().filter(|t| part(*t) > 80 && part(*t) < 920);
        let numbers = std::iter::once(1).chain(inner).chain([i128::from(most)]);
        let numbers = numbers.map(|tick| (part(tick), whole(tick))).collect();
        Legend::Bar { first: 1, last: shades as u8, numbers, below: Some(zero) }
    };
    let board = Board {
        heading: String::new(),
        columns,
        rows,
        origin: Origin::LowerLeft,
        ink: Ink::Cells(Box::new(Valued { columns, rows, values, class: Box::new(class) })),
        palette,
        diagonal: false,
        slopes: Vec::new(),
        legend,
        numbers: Some(Box::new(move |x, y| {
            values.get((x * rows + y) as usize).map_or(String::new(), u32::to_string)
        })),
    };
    Ok(Figure { watch: None, words, body: Body::Boards(vec![board]) })
}
