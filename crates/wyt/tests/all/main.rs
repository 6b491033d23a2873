//! The command line, run as people run it.

mod commands;
mod designs;
mod doors;
mod exchange;
mod exits;
#[cfg(target_os = "linux")]
mod faults;
mod files;
mod golden;
mod helps;
mod ledger;
mod licences;
#[cfg(target_os = "linux")]
mod limits;
#[cfg(unix)]
mod lines;
mod looking;
mod mistakes;
mod proving;
mod readme;
mod run;
