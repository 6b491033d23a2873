//! Exact numbers: integers of any size, reals with guaranteed floors, Beatty sequences, numeration systems, words, arrays, trees. Knows no game.
//!
//! Nothing here is decided by floating point: a floor is computed by integer square roots for quadratic
//! irrationals and by rational enclosures, refined until the answer is certain, for other reals.
//!
//! - [`Budget`], [`memory`]: what a request may use, for every part of the laboratory;
//! - [`bits`], [`tuples`], [`Random`]: sets of small numbers, boxes and orders, numbers from a seed;
//! - [`int`], [`fraction`], [`fibonacci`]: integers and fractions, and the least tools on them;
//! - [`quadratic`], [`real`]: exact numbers, floors of n alpha + beta, continued fractions;
//! - [`beatty`], [`spectrum`]: sequences floor(n alpha + beta), their complements and covers, and their recognition;
//! - [`numeration`]: representations over a basis, in subquadratic time;
//! - [`words`]: fixed points of morphisms, in one and two dimensions;
//! - [`arrays`], [`trees`], [`mex`], [`constructions`]: the Wythoff array and its kin;
//! - [`catalogue`]: all of it by name.

pub mod arrays;
pub mod beatty;
pub mod bits;
mod budget;
pub mod catalogue;
mod clipped;
pub mod constructions;
mod error;
pub mod fibonacci;
pub mod fraction;
pub mod int;
pub mod memory;
pub mod mex;
pub mod numeration;
mod paid;
pub mod quadratic;
mod random;
pub mod real;
pub mod spectrum;
pub mod trees;
pub mod tuples;
pub mod words;

pub use budget::{Budget, Bytes, Clock, Progress, Stop};
pub use clipped::clipped;
pub use error::NumberError;
pub use int::{Integer, Natural, Rational};
pub use paid::{asked_within, bytes_of, decimal, hold, pay, within};
pub use quadratic::Quadratic;
pub use random::Random;
pub use real::Real;
