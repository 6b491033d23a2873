//! Patterns found in data, transducers, and games designed from sequences.

mod design;
mod findings;
mod games;
mod kinds;
mod leapers;
