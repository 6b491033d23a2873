//! The kinds of pictures, one a file: each turns what was computed into a [`Figure`](crate::Figure).

mod array;
mod blocking;
mod difference;
mod fill;
mod grundy;
mod p;
mod periods;
mod ratio;

pub use array::array;
pub use blocking::{Palaces, palaces};
pub use difference::{difference, grundy_difference};
pub use fill::{Ray, beams, fill};
pub use grundy::grundy;
pub use p::{PPositions, p};
pub use periods::{RowPeriod, periods};
pub use ratio::{Pair, Ratios, ratio};

use crate::error::PlotError;

/// Refuses a flat table that does not have a value for each cell.
fn check_shape(found: usize, columns: u64, rows: u64) -> Result<(), PlotError> {
    if columns == 0 || rows == 0 {
        return Err(PlotError::Empty("the board has no cells"));
    }
    if columns.checked_mul(rows) == Some(found as u64) {
        Ok(())
    } else {
        Err(PlotError::Shape { found, columns, rows })
    }
}

/// Positions and, where order does not matter, the same turned around.
fn both_ways(positions: &[[u64; 2]], mirrored: bool) -> impl Iterator<Item = (u64, u64)> {
    let turned = move |&[x, y]: &[u64; 2]| [Some((x, y)), (mirrored && x != y).then_some((y, x))];
    positions.iter().flat_map(turned).flatten()
}
