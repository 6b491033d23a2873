//! The algorithms, one a file, on plain inputs: moves as vectors and intervals, boards as boxes.
//!
//! They know neither the rule language nor any game; the solvers choose among them by the shape of the rules.

mod bands;
mod blocking;
mod counts;
mod ends;
mod frontier;
mod general;
mod grundy;
mod jumps;
mod listed;
mod open;
mod outcomes;
mod pairs;
mod periods;
#[cfg(test)]
mod plain;
mod rails;
mod rays;
mod regions;
mod row_periods;
mod spans;
mod sweep;
mod tracks;

pub(crate) use bands::bands_into;
pub use bands::{BandMoves, LastRun, bands, grundy_bands};
pub use blocking::{Blocked, blocking};
pub use ends::Ends;
pub use frontier::{Frontier, frontier};
pub use general::{General, Moves, VisitRun, general_grundy, general_outcomes};
pub use grundy::{grundy, grundy_from};
pub use jumps::Jumps;
pub use listed::{Reach, listed};
pub use outcomes::{Ending, outcomes};
pub use pairs::{Convention, pairs};
pub use periods::{AdditivePeriod, additive_period};
pub use rays::{Ray, RayMoves, Strand};
pub use regions::{REGIONS, grundy_region};
pub use row_periods::{RowMachine, RowPeriod};
pub use spans::{Spans, SpansOfRows, Strips};
pub use sweep::sweep;
pub use tracks::{FewPerRow, Gates, NoGates, Others, Rest, Stride, Track, Tracks, Window};
pub(crate) use tracks::{Numbers, multiples, next};
