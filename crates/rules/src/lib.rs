//! The rule language, and what it compiles to: positions, options, conventions. Knows no paper.

mod outcome;

pub use outcome::Outcome;
