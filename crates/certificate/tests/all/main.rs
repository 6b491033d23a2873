//! The independent checkers, on tables and on hostile files.

mod hostile;
mod tables;
