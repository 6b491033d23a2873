//! Patterns found in data, transducers, and games designed from sequences.

mod beams;
mod design;
mod design_moves;
mod findings;
mod games;
mod kinds;
mod leapers;
