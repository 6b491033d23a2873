//! Closed forms, recurrences, deciders and winning moves for piles of any size, one module a family.
//!
//! No answers are made here.

pub mod blocking;
pub mod blocking_ca;
pub mod connell;
mod decider;
mod dr;
pub mod end_wythoff;
mod euclid;
mod far_terms;
mod fibonacci_nim;
mod form;
pub mod gdwn;
pub mod growing;
pub mod grundy_rows;
pub mod ho;
pub mod lexified_nimsum;
mod line;
pub mod mex_window;
pub mod nim;
pub mod nim_ab;
pub mod nimsum;
mod pair;
mod piles;
mod polynomial;
pub mod radius;
pub mod rat;
pub mod ratwyt;
mod recognise;
#[cfg(test)]
mod referee;
pub mod relaxed;
mod shown;
pub mod star;
pub mod t_wythoff;
pub mod three_vectors;
pub mod translate;
pub mod tribonacci;
pub mod vector_game;
pub mod wyt_f;
mod wythoff;
pub mod wytlex;

pub use decider::{Decider, Refusal, Verdict, Visit};
pub use dr::DucheneRigo;
pub use euclid::Euclid;
pub use far_terms::far_term;
pub use fibonacci_nim::FibonacciNim;
pub use recognise::{Recognised, cases, decider_for, recognise, t_of};
pub use shown::show_number;
pub use wythoff::Wythoff;
