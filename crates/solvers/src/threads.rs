//! As many threads as asked for.

use crate::error::SolveError;

/// Runs `work` with up to `threads` threads for whatever it does in parallel; in the caller's if none can be made.
pub(crate) fn within<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
        Ok(pool) => pool.install(work),
        Err(_) => work(),
    }
}

/// Runs `work` in the caller's thread and in up to `threads - 1` others at the same time; the first error, if any.
pub(crate) fn together(
    threads: usize,
    work: impl Fn() -> Result<(), SolveError> + Sync,
) -> Result<(), SolveError> {
    #[cfg(target_family = "wasm")]
    {
        let _ = threads;
        work()
    }
    #[cfg(not(target_family = "wasm"))]
    std::thread::scope(|scope| {
        // What cannot be started is done by the others.
        let others: Vec<_> = (1..threads)
            .filter_map(|_| std::thread::Builder::new().spawn_scoped(scope, &work).ok())
            .collect();
        let mut outcome = work();
        for other in others {
            match other.join() {
                Ok(result) => outcome = outcome.and(result),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        outcome
    })
}
