//! Long calls: they release the interpreter, work in a thread of their own, and look every 20 ms whether Ctrl-C was
//! pressed.

use crate::error::{LimitError, WythoffError, raised};
use pyo3::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};
use wythoff::{Budget, Error};

/// What a call may use, as Python gives it.
#[derive(FromPyObject)]
pub struct Limits {
    #[pyo3(item)]
    memory: u64,
    #[pyo3(item)]
    pub threads: usize,
    #[pyo3(item)]
    timeout: Option<f64>,
    #[pyo3(item)]
    progress: Option<Py<PyAny>>,
}

impl Limits {
    /// The same memory and threads, without a deadline and without a progress bar.
    pub fn quiet(&self) -> Limits {
        Limits { memory: self.memory, threads: self.threads, timeout: None, progress: None }
    }
}

/// Time between two looks at the interpreter's signals.
const LOOK: Duration = Duration::from_millis(20);

/// Looks between two calls of the progress bar.
const TELL: u32 = 10;

/// How long a computation that was told to end is waited for. After that it ends by itself, unheard.
const GRACE: Duration = Duration::from_millis(50);

/// How far a computation is.
#[derive(Clone, Default)]
pub struct Far(Arc<(AtomicU64, AtomicU64)>);

/// The budget of a call, and how far it is.
pub fn budget(limits: &Limits) -> PyResult<(Budget, Far)> {
    let far = Far::default();
    let told = far.clone();
    let budget = Budget::default().with_memory(limits.memory).with_threads(limits.threads);
    let budget = budget.with_progress(Arc::new(move |done, total| {
        told.0.0.store(done, Ordering::Relaxed);
        told.0.1.store(total, Ordering::Relaxed);
    }));
    Ok(match limits.timeout {
        None => (budget, far),
        Some(seconds) => {
            let time = Duration::try_from_secs_f64(seconds)
                .map_err(|_| WythoffError::new_err("timeout is a number of seconds from 0 on"))?;
            (budget.within(time), far)
        }
    })
}

/// Runs `work` without the interpreter, ends it at Ctrl-C, tells how far it is.
pub fn run<T: Send + 'static>(
    py: Python<'_>,
    limits: &Limits,
    work: impl FnOnce(&Budget) -> Result<T, Error> + Send + 'static,
) -> PyResult<T> {
    let (budget, far) = budget(limits)?;
    let (send, mut receive) = sync_channel(1);
    let mine = budget.clone();
    std::thread::spawn(move || {
        let _ = send.send(work(&mine));
    });
    match wait(py, &mut receive, &budget, &far, limits.progress.as_ref())? {
        Some(answer) => answer.map_err(|error| raised(py, error)),
        None => Err(LimitError::new_err("the computation ended without an answer")),
    }
}

/// Waits for what a thread sends; nothing if it ended without. At Ctrl-C the budget is cancelled.
pub fn wait<T: Send>(
    py: Python<'_>,
    receive: &mut Receiver<T>,
    budget: &Budget,
    far: &Far,
    progress: Option<&Py<PyAny>>,
) -> PyResult<Option<T>> {
    let mut looks = 0;
    loop {
        let channel = &mut *receive;
        match py.detach(move || channel.recv_timeout(LOOK)) {
            Ok(answer) => return Ok(Some(answer)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) => {}
        }
        let mut heard = py.check_signals();
        looks += 1;
        if let (Ok(()), Some(progress), 0) = (&heard, progress, looks % TELL) {
            let (done, total) = (far.0.0.load(Ordering::Relaxed), far.0.1.load(Ordering::Relaxed));
            heard = progress.call1(py, (done, total)).map(|_| ());
        }
        if let Err(interrupt) = heard {
            budget.cancel();
            let until = Instant::now() + GRACE;
            while Instant::now() < until && receive.recv_timeout(LOOK / 4).is_err_and(is_late) {}
            return Err(interrupt);
        }
    }
}

fn is_late(error: RecvTimeoutError) -> bool {
    error == RecvTimeoutError::Timeout
}
