//! Memory for the sets of lines, in large pages where the system has them.
//!
//! A word of these is read before it is written: with pages of 4 KB the system takes two faults a page, and at the second stops
//! all threads of the program, which two threads on many tables wait for longer than they compute.

/// Asks the system for large pages for memory that has not been used yet. It may refuse, and nothing but time is lost.
pub(crate) fn in_large_pages<T>(memory: &mut [T]) {
    #[cfg(target_os = "linux")]
    {
        use std::ffi::{c_int, c_void};
        unsafe extern "C" {
            fn madvise(start: *mut c_void, length: usize, advice: c_int) -> c_int;
        }
        /// The least pages, to which the system holds; where they are larger it refuses.
        const PAGE: usize = 1 << 12;
        const LARGE: usize = 1 << 21;
        const ADVISE_LARGE: c_int = 14;
        if size_of_val(memory) < LARGE {
            return;
        }
        let start = memory.as_mut_ptr().cast::<u8>();
        let before = start.addr() % PAGE;
        // SAFETY: what the pages hold stays the same, and so it does if there are none.
        unsafe { madvise(start.wrapping_sub(before).cast(), before + size_of_val(memory), ADVISE_LARGE) };
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}
