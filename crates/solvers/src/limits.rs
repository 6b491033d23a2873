//! What a computation may use, and how it is told to stop.

use crate::error::SolveError;
use std::sync::atomic::{AtomicBool, Ordering};

/// Bounds on a computation: memory, threads, a flag that ends it, and somebody who wants to know how far it is.
///
/// The answer never depends on the number of threads.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// Most bytes that the computation may hold; more is refused before anything is computed.
    pub memory_bytes: u64,
    /// Most threads; 0 and 1 both mean one.
    pub threads: usize,
    /// Set by somebody else to end the computation with [`SolveError::Cancelled`].
    pub cancel: &'a AtomicBool,
    /// Called now and then with the work done and the work there is.
    pub progress: &'a (dyn Fn(u64, u64) + Sync),
}

/// From this many bytes on the machine is asked whether it has them.
const LARGE: u128 = 1 << 20;

/// What the machine is asked in.
#[repr(align(4096))]
struct Page {
    _bytes: [u8; 4096],
}

static NEVER: AtomicBool = AtomicBool::new(false);

impl Default for Limits<'_> {
    /// A quarter of 16 GiB, one thread, never cancelled, silent.
    fn default() -> Self {
        Limits { memory_bytes: 4 << 30, threads: 1, cancel: &NEVER, progress: &|_, _| {} }
    }
}

impl Limits<'_> {
    /// Refuses a computation that would need more memory than allowed, or than the machine gives.
    pub fn need(&self, what: &'static str, bytes: u128) -> Result<(), SolveError> {
        self.allow(what, bytes)?;
        // The machine may have less than is allowed: ask it, in one piece, and give it back.
        let (mut probe, pages) = (Vec::<Page>::new(), bytes as usize / size_of::<Page>());
        if bytes >= LARGE && std::hint::black_box(&mut probe).try_reserve_exact(pages).is_err() {
            return Err(SolveError::Machine { what, needed: bytes });
        }
        std::hint::black_box(probe);
        Ok(())
    }

    /// Refuses more memory than allowed, for what grows on the way: the machine is not asked.
    pub fn allow(&self, what: &'static str, bytes: u128) -> Result<(), SolveError> {
        if bytes > u128::from(self.memory_bytes) || bytes > isize::MAX as u128 {
            return Err(SolveError::Memory { what, needed: bytes, allowed: self.memory_bytes });
        }
        Ok(())
    }

    /// Reports progress, and ends the computation if somebody asked for that.
    pub fn step(&self, done: u64, total: u64) -> Result<(), SolveError> {
        if self.cancel.load(Ordering::Relaxed) {
            return Err(SolveError::Cancelled { found: Vec::new(), table: None });
        }
        (self.progress)(done, total);
        Ok(())
    }
}
