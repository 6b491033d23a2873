//! Closed forms, recurrences, deciders and winning moves for piles of any size, one module a family.

mod bits;
pub mod blocking;
pub mod blocking_ca;
pub mod connell;
mod decider;
mod dr;
pub mod end_wythoff;
mod euclid;
mod fibonacci_nim;
pub mod gdwn;
pub mod grundy_rows;
pub mod ho;
mod line;
mod mex_pairs;
pub mod mex_window;
pub mod nim;
pub mod nim_ab;
pub mod nimsum;
mod pair;
mod piles;
pub mod radius;
pub mod rat;
pub mod ratwyt;
#[cfg(test)]
mod referee;
mod registry;
pub mod relaxed;
mod shown;
mod special;
pub mod star;
pub mod t_wythoff;
pub mod three_vectors;
pub mod translate;
pub mod tribonacci;
pub mod vector_game;
pub mod wyt_f;
mod wythoff;
pub mod wytlex;

pub use decider::{Decider, Refusal, Verdict};
pub use dr::DucheneRigo;
pub use euclid::Euclid;
pub use fibonacci_nim::FibonacciNim;
pub use registry::decider_for;
pub use shown::show_number;
pub use special::{SpecialVerdict, decide_special};
pub use wythoff::Wythoff;
