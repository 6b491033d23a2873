//! Closed forms, recurrences, deciders and winning moves for piles of any size, one module a family.

mod decider;

pub use decider::{Decider, Refusal, Verdict};
