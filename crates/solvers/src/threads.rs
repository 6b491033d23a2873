//! As many threads as asked for.

/// Runs `work` with up to `threads` threads for whatever it does in parallel; in the caller's if none can be made.
pub(crate) fn within<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
        Ok(pool) => pool.install(work),
        Err(_) => work(),
    }
}
