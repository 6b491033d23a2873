//! The table that is computed and what is kept of its lines, of which threads use different parts.

use super::{LATEST, WORDS};
use crate::error::SolveError;
use crate::kernel::spans::Met;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// What the tiles share.
pub(super) struct Board<'a> {
    pub(super) values: Shared<'a, u32>,
    pub(super) groups: Shared<'a, [u64; WORDS]>,
    pub(super) first: Shared<'a, u32>,
    pub(super) latest: Shared<'a, u16>,
    pub(super) heights: Shared<'a, u32>,
    pub(super) before: Shared<'a, u16>,
    /// For each row that is being computed what is met by each kind of spans.
    pub(super) met: Vec<Mutex<Vec<Met>>>,
    /// Set when the rules themselves could not be worked out at some cell, and why.
    pub(super) failed: AtomicBool,
    pub(super) failure: Mutex<Option<SolveError>>,
}

impl Board<'_> {
    /// The error of a cell that could not be worked out, once.
    pub(super) fn check(&self) -> Result<(), SolveError> {
        if !self.failed.load(Ordering::Relaxed) {
            return Ok(());
        }
        let error = self.failure.lock().unwrap_or_else(PoisonError::into_inner).take();
        error.map_or(Ok(()), Err)
    }

    /// The latest targets of some values, from a place on.
    ///
    /// # Safety
    /// As for [`Shared::at`].
    #[inline(always)]
    pub(super) unsafe fn some_latest(&self, index: usize) -> &[u16; LATEST] {
        #[cfg(debug_assertions)]
        assert!(index + LATEST <= self.latest.len);
        // SAFETY: as the caller promises.
        unsafe { &*self.latest.start.add(index).cast() }
    }

    /// A word of the groups, counted from the first.
    ///
    /// # Safety
    /// As for [`Shared::at_mut`].
    #[inline(always)]
    #[allow(clippy::mut_from_ref)]
    pub(super) unsafe fn word(&self, index: usize) -> &mut u64 {
        #[cfg(debug_assertions)]
        assert!(index / WORDS < self.groups.len);
        // SAFETY: as the caller promises; groups are arrays of words, one behind the other.
        unsafe { &mut *self.groups.start.cast::<u64>().add(index) }
    }
}

/// A slice of which different threads use different elements.
pub(super) struct Shared<'a, T> {
    pub(super) start: *mut T,
    #[cfg(debug_assertions)]
    pub(super) len: usize,
    pub(super) life: PhantomData<&'a mut [T]>,
}

// SAFETY: access is through the unsafe methods only, whose callers keep threads apart.
unsafe impl<T: Send + Sync> Sync for Shared<'_, T> {}

impl<'a, T> Shared<'a, T> {
    pub(super) fn new(slice: &'a mut [T]) -> Shared<'a, T> {
        Shared {
            start: slice.as_mut_ptr(),
            #[cfg(debug_assertions)]
            len: slice.len(),
            life: PhantomData,
        }
    }

    /// # Safety
    /// The index is inside, and no other thread changes the element.
    #[inline(always)]
    pub(super) unsafe fn at(&self, index: usize) -> &T {
        #[cfg(debug_assertions)]
        assert!(index < self.len);
        // SAFETY: inside the slice; as the caller promises.
        unsafe { &*self.start.add(index) }
    }

    /// # Safety
    /// The index is inside, no other thread uses the element, and this one has no other reference to it.
    #[inline(always)]
    #[allow(clippy::mut_from_ref)]
    pub(super) unsafe fn at_mut(&self, index: usize) -> &mut T {
        #[cfg(debug_assertions)]
        assert!(index < self.len);
        // SAFETY: inside the slice; as the caller promises.
        unsafe { &mut *self.start.add(index) }
    }

    /// # Safety
    /// The index is inside, and no other thread changes the element.
    #[inline(always)]
    pub(super) unsafe fn get(&self, index: usize) -> T
    where
        T: Copy,
    {
        // SAFETY: as the caller promises.
        unsafe { *self.at(index) }
    }
}
