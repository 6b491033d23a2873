//! Memory: what the program holds is counted, and where there is no more one clear error and the exit code of a limit
//! follow, not an abort.
//!
//! What solvers need in one piece is asked for before they start, and whatever grows is looked at on the way; this is for
//! what grows between two looks.

use std::sync::atomic::{AtomicU64, Ordering};
use wythoff::memory;

#[global_allocator]
static ALLOCATOR: memory::Counted = memory::Counted;

/// What the program may hold beyond the limit of a computation: its catalog, its buffers, what it shows.
const OWN: u64 = 32 << 20;

/// What a computation may hold.
static ALLOWED: AtomicU64 = AtomicU64::new(4 << 30);

/// Bytes that a computation may hold.
pub fn allowed() -> u64 {
    ALLOWED.load(Ordering::Relaxed)
}

/// From now on the program holds at most so many bytes more, and a little.
pub fn limit(bytes: u64) {
    ALLOWED.store(bytes, Ordering::Relaxed);
    memory::keep_reserve();
    memory::limit((memory::live() + OWN).saturating_add(bytes).saturating_add(bytes / 8));
    memory::end_by(refused);
}

/// The program holds what its requests are allowed.
pub fn unlimited() {
    memory::limit(u64::MAX);
}

#[cold]
fn refused() -> ! {
    use std::io::Write;
    crate::output::remove_unfinished();
    // Written without a buffer: there is no memory for one.
    let _ = std::io::stderr().write_all(
        b"error: this needs more memory than is allowed\n   = hint: ask for less, or allow more with --memory\n",
    );
    std::process::exit(3)
}
