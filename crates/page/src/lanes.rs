//! Who computes when. A request waits in a lane for a slot, and computes on a thread of its own.
//!
//! Clicks have slots of their own, so that none waits behind a table or a proof. A click that turns out to be long gives
//! its slot back after [`SHORT`] and goes on in the lane of slow ones; where that is full it ends. So a slot for clicks
//! is free again within [`SHORT`] whatever was asked.

use futures_util::future::{Either, select};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, oneshot};
use wythoff::Budget;
use wythoff_lab::{Engine, Event, Failure, Request, telling};

/// Time after which a click is a slow one.
const SHORT: Duration = Duration::from_millis(100);

/// A lane: slots, and how many may wait for one.
struct Lane {
    slots: Arc<Semaphore>,
    waiting: AtomicUsize,
    most_waiting: usize,
    /// Longest that anybody waits.
    patience: Duration,
    /// Bytes that a request of this lane may take.
    memory: u64,
}

impl Lane {
    fn new(slots: usize, most_waiting: usize, patience: u64, memory: u64) -> Lane {
        let (slots, waiting) = (Arc::new(Semaphore::new(slots)), AtomicUsize::new(0));
        Lane { slots, waiting, most_waiting, patience: Duration::from_secs(patience), memory }
    }

    /// A slot, or nothing where too many wait or it takes too long.
    async fn slot(&self) -> Option<OwnedSemaphorePermit> {
        /// Leaves the queue, also when the client has gone.
        struct Waiting<'a>(&'a AtomicUsize);
        impl Drop for Waiting<'_> {
            fn drop(&mut self) {
                self.0.fetch_sub(1, Ordering::Relaxed);
            }
        }
        let before = self.waiting.fetch_add(1, Ordering::Relaxed);
        let _waiting = Waiting(&self.waiting);
        if before >= self.most_waiting {
            return None;
        }
        let slot = self.slots.clone().acquire_owned();
        tokio::time::timeout(self.patience, slot).await.ok()?.ok()
    }
}

/// The lanes of a server.
pub(crate) struct Lanes {
    engine: Arc<Engine>,
    clicks: Lane,
    slow: Lane,
    tables: Lane,
    proofs: Lane,
}

/// The events of a request that is being answered; when it is dropped the request ends.
pub(crate) type Events = mpsc::UnboundedReceiver<Event>;

/// All slots are taken.
pub(crate) fn busy() -> Failure {
    Failure::new("busy", "too much is being computed at the moment").hint("try again in a moment")
}

impl Lanes {
    pub(crate) fn new(engine: Engine) -> Arc<Lanes> {
        let memory = engine.limits().memory_bytes;
        Arc::new(Lanes {
            engine: Arc::new(engine),
            clicks: Lane::new(8, 4096, 30, memory / 4),
            slow: Lane::new(4, 0, 0, memory / 4),
            tables: Lane::new(2, 1024, 60, memory),
            proofs: Lane::new(2, 32, 600, memory),
        })
    }

    pub(crate) fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Starts to answer a request, once there is a slot for it.
    pub(crate) async fn start(self: &Arc<Self>, request: Request) -> Result<Events, Failure> {
        let quick = self.engine.is_quick(&request);
        let lane = match (quick, request.is_proof()) {
            (true, _) => &self.clicks,
            (_, true) => &self.proofs,
            (_, false) => &self.tables,
        };
        let slot = lane.slot().await.ok_or_else(busy)?;
        let (tell, events) = mpsc::unbounded_channel();
        let cancel = Arc::new(AtomicBool::new(false));
        let budget = Budget::default().with_memory(lane.memory).with_cancel(cancel.clone());
        let progress = tell.clone();
        let budget = telling(budget, move |event| {
            let _ = progress.send(event);
        });
        let (done, over) = oneshot::channel();
        let evicted = Arc::new(AtomicBool::new(false));
        let (engine, told, full) = (self.engine.clone(), tell.clone(), evicted.clone());
        tokio::task::spawn_blocking(move || {
            let compute = || {
                engine.answer(&request, &budget, &mut |event| {
                    let event = match event {
                        // Ended to make room, not by whoever asked.
                        Event::Failed(_) if full.load(Ordering::Relaxed) => Event::Failed(busy()),
                        event => event,
                    };
                    let _ = told.send(event);
                })
            };
            if catch_unwind(AssertUnwindSafe(compute)).is_err() {
                let failure = Failure::new("internal", "the engine failed: this is a bug of the program");
                let _ = told.send(Event::Failed(failure));
            }
            let _ = done.send(());
        });
        let watch = self.clone().watch(tell, over, cancel, evicted, slot, quick);
        tokio::spawn(watch);
        Ok(events)
    }

    /// Holds the slot of a request until it is over; ends it when the client has gone, and moves it to the slow lane when
    /// it is long.
    async fn watch(
        self: Arc<Self>,
        tell: mpsc::UnboundedSender<Event>,
        over: oneshot::Receiver<()>,
        cancel: Arc<AtomicBool>,
        evicted: Arc<AtomicBool>,
        slot: OwnedSemaphorePermit,
        quick: bool,
    ) {
        let mut slot = Some(slot);
        let gone = pin!(tell.closed());
        let mut end = select(over, gone);
        if quick {
            match tokio::time::timeout(SHORT, &mut end).await {
                Ok(Either::Left(_)) => return,
                Ok(Either::Right((_, over))) => {
                    cancel.store(true, Ordering::Relaxed);
                    let _ = over.await;
                    return;
                }
                Err(_) => {
                    let other = self.slow.slots.clone().try_acquire_owned().ok();
                    if other.is_none() {
                        evicted.store(true, Ordering::Relaxed);
                        cancel.store(true, Ordering::Relaxed);
                    }
                    slot = other;
                }
            }
        }
        if let Either::Right((_, over)) = end.await {
            cancel.store(true, Ordering::Relaxed);
            let _ = over.await;
        }
        drop(slot);
    }
}
