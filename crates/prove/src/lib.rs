//! From rules to a theorem for all positions.
//!
//! [`translate`] turns rules of the linear fragment into the prover's move families; [`numerations`] says in which
//! numerations the P-positions may be recognised by a small automaton, best guess first; [`prove`] learns the
//! automaton from P-positions computed from the rules and proves it, or decides a candidate, or says which limit was
//! reached; [`prove_between`] does so for conditions on quotients of piles; [`Player`] decides positions of any size by a proof; [`compare()`] tells whether the game that a
//! certificate states is the game of some rules.

mod against;
mod asked;
mod candidate;
mod compare;
mod confirm;
mod data;
mod error;
mod numerations;
mod play;
mod quotients;
mod search;
mod text;
pub mod theorems;
mod translate;

pub use against::{AgainstRules, against_rules};
pub use asked::{Agreement, agreement, compared_below};
pub use candidate::{Candidate, asked_below, condition};
pub use compare::{Comparison, compare};
pub use confirm::{confirm, shown};
pub use error::ProveFailure;
pub use numerations::numerations;
pub use play::{Decision, Player};
pub use quotients::{Between, prove_between};
pub use search::{Attempt, Outcome, Request, Source, prove, prove_sorted};
pub use text::rules_text;
pub use translate::translate;
