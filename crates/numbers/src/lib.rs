//! Exact numbers: integers of any size, reals with guaranteed floors, Beatty sequences, numeration systems, words, arrays, trees. Knows no game.
//!
//! Nothing here is decided by floating point: a floor is computed by integer square roots for quadratic
//! irrationals and by rational enclosures, refined until the answer is certain, for other reals.

pub mod arrays;
pub mod beatty;
pub mod catalogue;
pub mod constructions;
pub mod fibonacci;
pub mod fraction;
pub mod int;
pub mod mex;
pub mod numeration;
pub mod quadratic;
pub mod real;
pub mod spectrum;
pub mod trees;
pub mod words;

pub use int::{Integer, Natural, Rational};
pub use quadratic::Quadratic;
pub use real::Real;
