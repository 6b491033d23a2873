//! The independent checker of certificates; shares no code with the prover.

pub mod automaton;
pub mod table;
pub mod theorem;
pub mod transducer;
