//! The algorithms, one a file, on plain inputs: moves as vectors and intervals, boards as boxes.
//!
//! They know neither the rule language nor any game; [`crate::dispatch`] chooses among them by the shape of the rules.

mod bands;
mod ends;
mod grundy_rays;
#[cfg(test)]
mod plain;
mod rays;
mod sweep;

pub use bands::{BandMoves, LastRun, bands, grundy_bands};
pub use ends::Ends;
pub use grundy_rays::grundy_rays;
pub use rays::{Ray, RayMoves};
pub use sweep::sweep;
