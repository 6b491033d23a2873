//! The command line, run as people run it.

mod commands;
mod designs;
mod doors;
mod files;
mod golden;
mod interrupt;
mod ledger;
mod licences;
mod looking;
mod proving;
mod readme;
