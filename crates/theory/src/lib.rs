//! Closed forms, recurrences, deciders and winning moves for piles of any size, one module a family.

mod decider;
mod line;
mod mex_pairs;
mod pair;
#[cfg(test)]
mod referee;
mod shown;
pub mod t_wythoff;

pub use decider::{Decider, Refusal, Verdict};
pub use shown::show_number;
