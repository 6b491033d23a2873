//! The algorithms, one a file, on plain inputs: moves as vectors and intervals, boards as boxes.
//!
//! They know neither the rule language nor any game; [`crate::dispatch`] chooses among them by the shape of the rules.

mod grundy_rays;
#[cfg(test)]
mod plain;
mod rays;

pub use grundy_rays::grundy_rays;
pub use rays::{Ray, RayMoves};
