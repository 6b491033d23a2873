//! The laboratory's engine inside a page: the protocol of [`wythoff_lab`] over a plain C ABI, so that a worker asks it
//! what it would ask the server. `engine.mjs` beside this crate loads the module and speaks with it.
//!
//! The module exports `memory` and two functions:
//!
//! * `take(length) -> address`: room for a request of so many bytes;
//! * `answer(address, length)`: reads the request that was written there, gives the room back, and answers: it returns
//!   when the last event was told.
//!
//! It imports from `lab`:
//!
//! * `now() -> f64`: milliseconds since some moment, as `performance.now()`;
//! * `stop() -> i32`: not 0 when the request that is being answered is to end. It is asked every few milliseconds;
//! * `tell(kind, address, length)`: an event, a line of JSON in UTF-8 (kind 0), or the bytes that the line before it
//!   announced (kind 1). They are gone when `tell` returns, and it must not call the module.
//!
//! One request at a time. After a trap (a bug, or no memory left) the instance is of no use; a new one is.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use wythoff::Budget;
use wythoff_lab::{Engine, Event, Limits, Request, telling};

#[cfg(target_family = "wasm")]
mod abi;

/// Who loads the engine.
#[derive(Clone, Copy)]
pub struct Host {
    /// Milliseconds since some moment.
    pub now: fn() -> f64,
    /// Whether the request that is being answered is to end.
    pub stop: fn() -> bool,
    /// Takes an event.
    pub tell: fn(&Event),
}

/// The engine of a page.
pub fn engine() -> Engine {
    Engine::new("worker", Limits::worker())
}

/// Answers a request: every event is told to the host, the last one too.
pub fn answer(engine: &Engine, request: &[u8], host: Host) {
    let request = match Request::read(request, engine.limits()) {
        Ok(request) => request,
        Err(failure) => return (host.tell)(&Event::Failed(failure)),
    };
    let cancel = Arc::new(AtomicBool::new(false));
    let told = cancel.clone();
    let clock = Arc::new(move || {
        // The clock is looked at wherever a computation may end: there the host is asked too.
        if (host.stop)() {
            told.store(true, Ordering::Relaxed);
        }
        Duration::try_from_secs_f64((host.now)() / 1000.0).unwrap_or_default()
    });
    let budget = Budget::default().with_clock(clock).with_cancel(cancel);
    let budget = telling(budget, move |event| (host.tell)(&event));
    engine.answer(&request, &budget, &mut |event| (host.tell)(&event));
}
