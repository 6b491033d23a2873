//! What a request may use, and how it is told to stop: the one budget of every long computation.
//!
//! A [`Budget`] is cheap to clone and shared by all that works for one request: what one part spends, the others no
//! longer have. Long computations call [`Budget::step`] at least every few milliseconds; what costs more the larger its
//! numbers are calls [`Budget::charge`]; what holds memory asks with [`Budget::need`] before it takes it. Answers never
//! depend on the number of threads.
//!
//! ```
//! use wythoff_numbers::{Budget, Stop};
//! let budget = Budget::default().with_work(10);
//! assert_eq!(budget.charge(7), Ok(()));
//! assert_eq!(budget.charge(7), Err(Stop::Work));
//! ```

use crate::memory;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;
use thiserror::Error;

/// Time since some fixed moment; injected, since a library has no clock of its own on every platform.
pub type Clock = Arc<dyn Fn() -> Duration + Send + Sync>;

/// Called now and then with the work done and the work there is; 0 of 0 where the end is not known.
pub type Progress = Arc<dyn Fn(u64, u64) + Send + Sync>;

/// Why a computation ends before it is done.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Stop {
    /// Somebody asked to end it.
    #[error("ended before it was done")]
    Cancelled,
    /// The time allowed is over.
    #[error("the time allowed is over")]
    Time,
    /// The work allowed is done.
    #[error("this needs more steps than are allowed")]
    Work,
    /// More memory is needed than allowed.
    #[error("{what} would need {} of memory, and {} are allowed", Bytes(*needed), Bytes(u128::from(*allowed)))]
    Memory {
        /// What needs the memory.
        what: &'static str,
        /// Bytes it would need.
        needed: u128,
        /// Bytes allowed.
        allowed: u64,
    },
    /// More memory is needed than the machine gives.
    #[error("{what} would need {} of memory, and the machine does not have them", Bytes(*needed))]
    Machine {
        /// What needs the memory.
        what: &'static str,
        /// Bytes it would need.
        needed: u128,
    },
}

/// Bounds on one request: memory, work, threads, a deadline, a flag that ends it, and somebody who wants to know how far
/// it is.
#[derive(Clone)]
pub struct Budget {
    memory: u64,
    threads: usize,
    deadline: Option<Duration>,
    clock: Clock,
    cancel: Arc<AtomicBool>,
    /// What is left of the work; `u64::MAX` where it is not counted.
    work: Arc<AtomicU64>,
    progress: Progress,
    /// What the process held when the request began, where the request answers for what it holds more.
    held: Option<u64>,
}

/// From this many bytes on the machine is asked whether it has them.
const LARGE: u128 = 1 << 20;

/// Work of which it is asked beforehand whether there is time for it.
const LONG: u64 = 1 << 23;

/// Work between two looks at the clock, as a power of two.
const PACE: u32 = 16;

/// What the machine is asked in.
#[repr(align(4096))]
struct Page {
    _bytes: [u8; memory::PAGE],
}

impl Default for Budget {
    /// 4 GiB, one thread, no deadline, work not counted, silent.
    fn default() -> Self {
        Budget {
            memory: 4 << 30,
            threads: 1,
            deadline: None,
            clock: system_clock(),
            cancel: Arc::default(),
            work: Arc::new(AtomicU64::new(u64::MAX)),
            progress: Arc::new(|_, _| {}),
            held: None,
        }
    }
}

/// The machine's clock; where the platform has none, time stands still until another is injected.
fn system_clock() -> Clock {
    #[cfg(not(target_family = "wasm"))]
    {
        let start = std::time::Instant::now();
        Arc::new(move || start.elapsed())
    }
    #[cfg(target_family = "wasm")]
    Arc::new(|| Duration::ZERO)
}

impl Budget {
    /// The same, with at most so many bytes of memory.
    pub fn with_memory(mut self, bytes: u64) -> Budget {
        self.memory = bytes;
        self
    }

    /// The same, with at most so many threads; 0 and 1 both mean one.
    pub fn with_threads(mut self, threads: usize) -> Budget {
        self.threads = threads.max(1);
        self
    }

    /// The same, with a purse of its own of so many units of work, about a nanosecond each.
    pub fn with_work(mut self, units: u64) -> Budget {
        self.work = Arc::new(AtomicU64::new(units));
        self
    }

    /// The same, and all that the process holds more from now on counts as the request's, whether it was asked for or
    /// not; for a process that answers one request at a time, and whose allocator counts ([`memory::Counted`]).
    pub fn measured(mut self) -> Budget {
        self.held = Some(memory::live());
        self
    }

    /// The same, ended by this flag.
    pub fn with_cancel(mut self, cancel: Arc<AtomicBool>) -> Budget {
        self.cancel = cancel;
        self
    }

    /// The same, telling its progress to somebody.
    pub fn with_progress(mut self, progress: Progress) -> Budget {
        self.progress = progress;
        self
    }

    /// The same with another clock; a deadline that was set is dropped, since it was the other clock's.
    pub fn with_clock(mut self, clock: Clock) -> Budget {
        (self.clock, self.deadline) = (clock, None);
        self
    }

    /// The same, but it ends after so much time from now, or when it would have ended anyway.
    pub fn within(mut self, time: Duration) -> Budget {
        let end = self.now().saturating_add(time);
        self.deadline = Some(self.deadline.map_or(end, |deadline| deadline.min(end)));
        self
    }

    /// Most bytes that the request may hold.
    pub fn memory(&self) -> u64 {
        self.memory
    }

    /// Most threads, at least one.
    pub fn threads(&self) -> usize {
        self.threads.max(1)
    }

    /// Time on the budget's clock.
    pub fn now(&self) -> Duration {
        (self.clock)()
    }

    /// The time that is left, if there is a deadline.
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_sub(self.now()))
    }

    /// The flag that ends the request.
    pub fn cancel_flag(&self) -> Arc<AtomicBool> {
        self.cancel.clone()
    }

    /// Ends the request: every computation that shares this budget stops soon.
    pub fn cancel(&self) {
        self.cancel.store(true, Ordering::Relaxed);
    }

    /// Why to stop now, if there is a reason.
    pub fn check(&self) -> Result<(), Stop> {
        if self.cancel.load(Ordering::Relaxed) {
            return Err(Stop::Cancelled);
        }
        self.held_with("this", 0)?;
        match self.deadline {
            Some(deadline) if self.now() >= deadline => Err(Stop::Time),
            _ => Ok(()),
        }
    }

    /// Refuses so many bytes more than the request holds, where that is measured, and any where the machine has none.
    fn held_with(&self, what: &'static str, bytes: u128) -> Result<(), Stop> {
        let live = memory::live();
        if let Some(held) = self.held {
            let (needed, allowed) = (u128::from(live.saturating_sub(held)) + bytes, self.memory);
            if needed > u128::from(allowed) {
                return Err(Stop::Memory { what, needed, allowed });
            }
        }
        if memory::is_short() {
            return Err(Stop::Machine { what, needed: u128::from(live) + bytes });
        }
        Ok(())
    }

    /// Reports progress, and ends the computation if there is a reason to stop.
    pub fn step(&self, done: u64, total: u64) -> Result<(), Stop> {
        self.check()?;
        (self.progress)(done, total);
        Ok(())
    }

    /// Pays for so many units of work, before it is done: what is long and cannot be ended once it is begun, such as a product
    /// of long numbers, is not begun if there is no time for it.
    pub fn charge(&self, units: u64) -> Result<(), Stop> {
        let late = |left: Duration| left < Duration::from_nanos(units);
        if units >= LONG && self.time_left().is_some_and(late) {
            return Err(Stop::Time);
        }
        let left = self.work.load(Ordering::Relaxed);
        if left == u64::MAX {
            return self.check();
        }
        if left < units {
            self.work.store(0, Ordering::Relaxed);
            return Err(Stop::Work);
        }
        self.work.fetch_sub(units, Ordering::Relaxed);
        if left >> PACE != (left - units) >> PACE { self.check() } else { Ok(()) }
    }

    /// Refuses a computation that would need more memory than allowed, or than the machine gives.
    pub fn need(&self, what: &'static str, bytes: u128) -> Result<(), Stop> {
        self.allow(what, bytes)?;
        self.held_with(what, bytes)?;
        // The machine may have less than is allowed: ask it, in one piece, and give it back.
        let (mut probe, pages) = (Vec::<Page>::new(), bytes as usize / size_of::<Page>());
        if bytes >= LARGE && std::hint::black_box(&mut probe).try_reserve_exact(pages).is_err() {
            return Err(Stop::Machine { what, needed: bytes });
        }
        std::hint::black_box(probe);
        Ok(())
    }

    /// Makes room for so many more things in a list that grows, which may be refused like any other memory.
    pub fn grow<T>(&self, what: &'static str, list: &mut Vec<T>, more: usize) -> Result<(), Stop> {
        if list.capacity() - list.len() >= more {
            return Ok(());
        }
        // A list that grows becomes twice as long.
        let bytes = (list.len().max(more) as u128 + list.len() as u128) * size_of::<T>() as u128;
        self.need(what, bytes)?;
        list.try_reserve(more).map_err(|_| Stop::Machine { what, needed: bytes })
    }

    /// Refuses more memory than allowed, for what grows on the way: the machine is not asked.
    pub fn allow(&self, what: &'static str, bytes: u128) -> Result<(), Stop> {
        if bytes > u128::from(self.memory) || bytes > isize::MAX as u128 {
            return Err(Stop::Memory { what, needed: bytes, allowed: self.memory });
        }
        Ok(())
    }
}

impl std::fmt::Debug for Budget {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Budget")
            .field("memory", &self.memory)
            .field("threads", &self.threads)
            .field("time_left", &self.time_left())
            .finish_non_exhaustive()
    }
}

/// A number of bytes for people.
pub struct Bytes(pub u128);

impl std::fmt::Display for Bytes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        const UNITS: [&str; 7] = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
        let (mut tenths, mut unit) = (self.0.saturating_mul(10), 0);
        while tenths >= 10_240 && unit + 1 < UNITS.len() {
            tenths = tenths.div_ceil(1024);
            unit += 1;
        }
        match (unit, tenths % 10) {
            (0, _) | (_, 0) => write!(f, "{} {}", tenths / 10, UNITS[unit]),
            (_, tenth) => write!(f, "{}.{} {}", tenths / 10, tenth, UNITS[unit]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_read_well() {
        let shown = |n| Bytes(n).to_string();
        assert_eq!(shown(0), "0 bytes");
        assert_eq!(shown(1023), "1023 bytes");
        assert_eq!(shown(1 << 20), "1 MiB");
        assert_eq!(shown(3 << 29), "1.5 GiB");
    }

    #[test]
    fn clones_share_cancellation_and_work() {
        let budget = Budget::default().with_work(100);
        let clone = budget.clone();
        assert_eq!(clone.charge(60), Ok(()));
        assert_eq!(budget.charge(60), Err(Stop::Work));
        clone.cancel();
        assert_eq!(budget.step(0, 0), Err(Stop::Cancelled));
    }

    #[test]
    fn a_deadline_is_kept_by_the_injected_clock_and_never_moved_out() {
        let time = Arc::new(AtomicU64::new(0));
        let shown = time.clone();
        let clock: Clock = Arc::new(move || Duration::from_secs(shown.load(Ordering::Relaxed)));
        let budget = Budget::default().with_clock(clock).within(Duration::from_secs(5));
        let later = budget.clone().within(Duration::from_secs(50));
        assert_eq!(later.time_left(), Some(Duration::from_secs(5)));
        time.store(5, Ordering::Relaxed);
        assert_eq!(budget.check(), Err(Stop::Time));
        assert_eq!(later.check(), Err(Stop::Time));
    }

    #[test]
    fn long_work_is_not_begun_without_time_for_it() {
        let clock: Clock = Arc::new(|| Duration::ZERO);
        let budget = Budget::default().with_clock(clock).within(Duration::from_millis(20));
        assert_eq!(budget.charge(19_000_000), Ok(()));
        assert_eq!(budget.charge(21_000_000), Err(Stop::Time));
        assert_eq!(budget.charge(1000), Ok(()));
    }

    #[test]
    fn memory_beyond_the_budget_is_refused_before_it_is_taken() {
        let budget = Budget::default().with_memory(1000);
        assert_eq!(budget.need("a table", 1000), Ok(()));
        let more = budget.need("a table", 1001).unwrap_err();
        assert_eq!(more.to_string(), "a table would need 1001 bytes of memory, and 1000 bytes are allowed");
    }
}
