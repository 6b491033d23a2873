//! Outcomes, Grundy values and streams of P-positions from the rules alone.

mod referee;

pub use referee::{Referee, State, grundy_makes_sense};
