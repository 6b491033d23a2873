//! The independent checker of certificates; shares no code with the prover.

pub mod automaton;
pub mod beams;
mod chain;
pub mod table;
pub mod theorem;
pub mod transducer;

pub use chain::Effort;
