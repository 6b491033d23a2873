//! What a hostile request may use, and what it did use.

use std::sync::Arc;
use std::time::Duration;
use wythoff::Budget;
use wythoff_numbers::memory;

/// Processor time of a request, at most; most have less.
pub const TIME: Duration = Duration::from_secs(2);

/// Bytes that a request may hold.
pub const BYTES: u64 = 256 << 20;

/// Looks at the clock and at memory are some milliseconds and megabytes apart.
const TIME_BETWEEN: Duration = Duration::from_millis(100);
const BYTES_BETWEEN: u64 = 16 << 20;

/// What became of a request.
pub struct Run<T> {
    /// The answer.
    pub answer: T,
    /// Processor time that it had, and took.
    pub allowed: Duration,
    /// Processor time that it took.
    pub time: Duration,
    /// The most that it held.
    pub bytes: u64,
}

impl<T> Run<T> {
    /// Whether it used more than it may.
    pub fn is_over(&self) -> bool {
        self.time > self.allowed + TIME_BETWEEN || self.bytes > BYTES
    }
}

/// The time that request n has: one in fifty nearly two seconds, most a few milliseconds.
pub fn allowed(n: u64) -> Duration {
    match n % 50 {
        0 => TIME - TIME_BETWEEN,
        1..=4 => Duration::from_millis(200),
        _ => Duration::from_millis(20),
    }
}

/// Runs a request within its time and a little less than its memory.
pub fn measured<T>(allowed: Duration, run: impl FnOnce(&Budget) -> T) -> Run<T> {
    let (before, start) = (memory::live(), processor_time());
    memory::peak();
    let budget = Budget::default()
        .with_clock(Arc::new(processor_time))
        .within(allowed)
        .with_memory(BYTES - BYTES_BETWEEN)
        .measured();
    let answer = run(&budget);
    let (time, bytes) = (processor_time() - start, memory::peak().saturating_sub(before));
    Run { answer, allowed, time, bytes }
}

/// Processor time of this process: a busy machine changes nothing.
pub fn processor_time() -> Duration {
    let used = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::try_from(used).unwrap_or_default()
}
