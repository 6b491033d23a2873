//! The command line, run as people run it.

mod commands;
mod designs;
mod files;
mod golden;
mod ledger;
mod licences;
mod looking;
mod proving;
mod readme;
