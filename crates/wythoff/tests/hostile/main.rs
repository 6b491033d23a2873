//! What means no good, and a machine that has no more memory. A program of its own: its memory and its processor time are
//! measured, and what one test is refused must not be refused to another.
#![cfg(unix)]

mod allocations;
#[path = "../../../../fuzz/facade.rs"]
#[allow(missing_docs, dead_code)]
mod facade;
#[path = "../../../../fuzz/limits.rs"]
#[allow(dead_code)]
mod limits;
#[path = "../../../../fuzz/mutate.rs"]
mod mutate;
mod requests;

use std::sync::{Mutex, MutexGuard};
use wythoff_numbers::memory;

#[global_allocator]
static ALLOCATOR: memory::Counted = memory::Counted;

/// One test at a time.
fn alone() -> MutexGuard<'static, ()> {
    static ONE: Mutex<()> = Mutex::new(());
    ONE.lock().unwrap_or_else(|broken| broken.into_inner())
}
