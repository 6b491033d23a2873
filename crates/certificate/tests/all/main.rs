//! The independent checkers, on tables and on hostile files.

mod forged;
mod hostile;
mod tables;
