//! From rules to a theorem for all positions.
//!
//! [`translate`] turns rules of the linear fragment into the prover's move families; [`numerations`] says in which
//! numerations the P-positions may be recognised by a small automaton, best guess first; [`prove`] learns the
//! automaton from P-positions computed from the rules and proves it, or refutes a candidate, or says which limit
//! was reached.

mod numerations;
mod search;
mod translate;

pub use numerations::numerations;
pub use search::{Attempt, Candidate, Outcome, ProveFailure, Request, Source, prove};
pub use translate::translate;
