//! From the rules to patterns and proofs; from sequences to rules.

pub mod beams;
mod chains;
pub mod design;
mod error;
pub mod findings;
pub mod game;
pub mod leapers;

pub use chains::first_closed;
pub use error::DiscoverError;
