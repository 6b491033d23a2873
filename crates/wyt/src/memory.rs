//! Where the machine refuses memory: one clear error and the exit code of a limit, not an abort.
//!
//! What solvers need in one piece is asked for before they start; this is for all that grows on the way.

use std::alloc::{GlobalAlloc, Layout, System};

/// The system's allocator, but a refusal ends the program with the error of a limit.
struct OrLimit;

#[global_allocator]
static ALLOCATOR: OrLimit = OrLimit;

/// A request in whole pages is a question, and the answer is told (`Limits::need`); others count on what they ask for.
const PAGE: usize = 4096;

fn given(pointer: *mut u8, align: usize) -> *mut u8 {
    if pointer.is_null() && align < PAGE {
        refused();
    }
    pointer
}

#[cold]
fn refused() -> ! {
    use std::io::Write;
    // Written without a buffer: there is no memory for one.
    let _ = std::io::stderr().write_all(b"error: the machine has no more memory\n   = hint: ask for less\n");
    std::process::exit(3)
}

// SAFETY: every call goes to the system's allocator as it came; a refusal is passed on or ends the program.
unsafe impl GlobalAlloc for OrLimit {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises.
        given(unsafe { System.alloc(layout) }, layout.align())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises.
        given(unsafe { System.alloc_zeroed(layout) }, layout.align())
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as the caller promises.
        given(unsafe { System.realloc(pointer, layout, size) }, layout.align())
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(pointer, layout) }
    }
}
