//! The memory that the process holds, counted as it is taken, and what happens where there is no more.
//!
//! Most tables are asked for before they are made ([`crate::Budget::need`]); what grows on the way, a list, a set, an
//! integer of millions of digits, asks nobody. A program whose allocator is [`Counted`] knows what it holds: a budget that
//! is [measured](crate::Budget::measured) ends its request by an ordinary error when that is too much. Where the machine
//! itself refuses, a reserve is given up first, and the request ends by an error while there is still room to do so.
//!
//! The counts are the process's, not a request's, and so they are variables of the process: an allocator is one of these, and
//! is called without anything that could name the request. A library that is used without it counts nothing.
//!
//! ```
//! use wythoff_numbers::{Budget, Stop, memory};
//! #[global_allocator]
//! static ALLOCATOR: memory::Counted = memory::Counted;
//! let budget = Budget::default().with_memory(1 << 20).measured();
//! let mut list = Vec::new();
//! let stop = (0u64..).find_map(|n| {
//!     list.push(n);
//!     budget.check().err()
//! });
//! assert!(matches!(stop, Some(Stop::Memory { .. })));
//! ```

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, AtomicIsize, AtomicPtr, AtomicUsize, Ordering};

/// The system's allocator, with a count of what is held; made the program's own by `#[global_allocator]`.
pub struct Counted;

/// Bytes held, those that threads have not told yet left out.
static LIVE: AtomicIsize = AtomicIsize::new(0);
/// The most that were held since somebody asked.
static PEAK: AtomicIsize = AtomicIsize::new(0);
/// Most bytes that may be held.
static MOST: AtomicUsize = AtomicUsize::new(usize::MAX);
/// What is given up when memory is refused for the first time.
static RESERVE: AtomicPtr<u8> = AtomicPtr::new(null_mut());
/// Whether it has been given up.
static SHORT: AtomicBool = AtomicBool::new(false);
/// What ends the program where even then there is no memory, a `fn() -> !`; none where the platform's way will do.
static END: AtomicPtr<()> = AtomicPtr::new(null_mut());

thread_local! {
    /// Bytes taken and not told yet; less than none where more was given back.
    static UNTOLD: Cell<isize> = const { Cell::new(0) };
}

/// Bytes that a thread takes or gives back before it tells: no two threads wait for each other at every small thing.
const TOLD: isize = 1 << 14;

/// A request in whole pages is a question, whose answer is told ([`crate::Budget::need`]); others count on what they ask.
pub(crate) const PAGE: usize = 4096;

/// Untouched, it takes no room.
const RESERVED: Layout = match Layout::from_size_align(16 << 20, 16) {
    Ok(layout) => layout,
    Err(_) => panic!("the layout is sound"),
};

/// Bytes that the process holds; 0 where its allocator does not count.
pub fn live() -> u64 {
    LIVE.load(Ordering::Relaxed).max(0) as u64
}

/// The most bytes that the process held since this was last asked.
pub fn peak() -> u64 {
    PEAK.swap(LIVE.load(Ordering::Relaxed), Ordering::Relaxed).max(0) as u64
}

/// From now on the process holds at most so many bytes: memory beyond is refused as if the machine had no more.
pub fn limit(bytes: u64) {
    MOST.store(usize::try_from(bytes).unwrap_or(usize::MAX), Ordering::Relaxed);
}

/// Keeps a reserve for the moment when memory is refused. Says whether there is room for one.
pub fn keep_reserve() -> bool {
    if RESERVE.load(Ordering::Relaxed).is_null() {
        // SAFETY: the layout is not empty.
        let block = unsafe { Counted.taken(RESERVED.size(), || System.alloc(RESERVED)) };
        if block.is_null() {
            return false;
        }
        if RESERVE.compare_exchange(null_mut(), block, Ordering::AcqRel, Ordering::Relaxed).is_err() {
            // SAFETY: taken just now with this layout, and nobody has it.
            unsafe { Counted.dealloc(block, RESERVED) };
        }
    }
    SHORT.store(false, Ordering::Relaxed);
    true
}

/// Whether memory was refused and there is still no room for a new reserve.
pub fn is_short() -> bool {
    SHORT.load(Ordering::Relaxed) && !keep_reserve()
}

/// Calls this where memory is refused and the reserve is gone. It must not take memory, and must not return.
pub fn end_by(end: fn() -> !) {
    END.store(end as *mut (), Ordering::Relaxed);
}

/// Counts bytes that are taken, or given back where there are less than none.
fn count(bytes: isize) {
    // A thread that is being taken down has nothing left to tell from.
    let told = UNTOLD.try_with(|untold| {
        let sum = untold.get() + bytes;
        let told = sum.abs() >= TOLD;
        untold.set(if told { 0 } else { sum });
        if told { sum } else { 0 }
    });
    match told.unwrap_or(bytes) {
        0 => {}
        told => {
            let live = LIVE.fetch_add(told, Ordering::Relaxed) + told;
            if live > PEAK.load(Ordering::Relaxed) {
                PEAK.fetch_max(live, Ordering::Relaxed);
            }
        }
    }
}

impl Counted {
    /// Takes memory if so many bytes more may be held; null where they may not or where the machine has none.
    fn taken(&self, bytes: usize, take: impl FnOnce() -> *mut u8) -> *mut u8 {
        let most = MOST.load(Ordering::Relaxed);
        if most != usize::MAX && (live() as usize).saturating_add(bytes) > most {
            return null_mut();
        }
        let pointer = take();
        if !pointer.is_null() {
            count(bytes as isize);
        }
        pointer
    }

    /// The same; where it fails the reserve is given up, and it is tried again.
    fn insisted(&self, layout: Layout, bytes: usize, take: impl Fn() -> *mut u8) -> *mut u8 {
        let pointer = self.taken(bytes, &take);
        if !pointer.is_null() || layout.align() >= PAGE {
            return pointer;
        }
        let reserve = RESERVE.swap(null_mut(), Ordering::AcqRel);
        if !reserve.is_null() {
            SHORT.store(true, Ordering::Relaxed);
            // SAFETY: taken with this layout, and nobody else has it any more.
            unsafe { self.dealloc(reserve, RESERVED) };
            let pointer = self.taken(bytes, &take);
            if !pointer.is_null() {
                return pointer;
            }
        }
        let end = END.load(Ordering::Relaxed);
        if !end.is_null() {
            // SAFETY: only ever stored from a function of this type.
            let end = unsafe { std::mem::transmute::<*mut (), fn() -> !>(end) };
            end();
        }
        null_mut()
    }
}

// SAFETY: every call goes to the system's allocator as it came, once or, where it failed, twice; what it gives is passed
// on as it is.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises.
        self.insisted(layout, layout.size(), || unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises.
        self.insisted(layout, layout.size(), || unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let more = size.saturating_sub(layout.size());
        // SAFETY: as the caller promises; where it fails the old block is as it was.
        let moved = self.insisted(layout, more, || unsafe { System.realloc(pointer, layout, size) });
        if !moved.is_null() && size < layout.size() {
            count(size as isize - layout.size() as isize);
        }
        moved
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(pointer, layout) }
    }
}
