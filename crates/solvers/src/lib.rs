//! Outcomes, Grundy values and streams of P-positions from the rules alone.

mod error;
pub mod kernel;
mod lines;
mod memory;
mod moves;
mod periods;
mod play;
mod referee;
mod remembered;
mod rising;
mod rows;
mod run;
mod saved;
mod solve;
mod strands;
mod threads;
mod windows;

pub use error::SolveError;
pub use periods::row_machine;
pub use play::Play;
pub use referee::{Referee, State, grundy_makes_sense};
pub use run::{PRun, Wanted};
pub use solve::{
    GrundyTable, PList, grundy_table, grundy_table_from, p_below, p_below_into, p_first, p_first_into, p_in,
    p_reached, palace_numbers,
};
pub use wythoff_numbers::{Budget, Stop};
