//! Who computes when. A request waits in a lane for a slot, and computes on a thread of its own.
//!
//! Clicks have slots of their own, so that none waits behind a table or a proof. A click that turns out to be long gives
//! its slot back after [`SHORT`] and goes on among the slow ones; where these are too many, the one that has been slow for
//! longest ends, since a click may be slow for no other reason than a busy machine. So a slot for clicks is free again
//! within [`SHORT`] whatever was asked.

use futures_util::future::{Either, select};
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
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

/// Clicks that turned out to be long, the one that has been for longest first.
#[derive(Default)]
struct Slow(Mutex<VecDeque<Arc<Ending>>>);

/// Most clicks that are slow at a time.
const MOST_SLOW: usize = 4;

impl Slow {
    fn listed<T>(&self, change: impl FnOnce(&mut VecDeque<Arc<Ending>>) -> T) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// One more; where there are too many, the first ends.
    fn enter(&self, click: &Arc<Ending>) {
        let first = self.listed(|clicks| {
            clicks.push_back(click.clone());
            if clicks.len() > MOST_SLOW { clicks.pop_front() } else { None }
        });
        if let Some(first) = first {
            first.to_make_room.store(true, Ordering::Relaxed);
            first.cancel.store(true, Ordering::Relaxed);
        }
    }

    fn leave(&self, click: &Arc<Ending>) {
        self.listed(|clicks| clicks.retain(|other| !Arc::ptr_eq(other, click)));
    }
}

/// How a request that is being answered is ended.
struct Ending {
    cancel: Arc<AtomicBool>,
    /// It ends to make room, not by whoever asked.
    to_make_room: AtomicBool,
}

/// The lanes of a server.
pub(crate) struct Lanes {
    engine: Arc<Engine>,
    clicks: Lane,
    slow: Slow,
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
            slow: Slow::default(),
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
        let ending = Arc::new(Ending { cancel, to_make_room: AtomicBool::new(false) });
        let (engine, told, ended) = (self.engine.clone(), tell.clone(), ending.clone());
        tokio::task::spawn_blocking(move || {
            let compute = || {
                engine.answer(&request, &budget, &mut |event| {
                    let event = match event {
                        Event::Failed(_) if ended.to_make_room.load(Ordering::Relaxed) => {
                            Event::Failed(busy())
                        }
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
        let watch = self.clone().watch(tell, over, ending, slot, quick);
        tokio::spawn(watch);
        Ok(events)
    }

    /// Holds the slot of a request until it is over; ends it when the client has gone. A click that is long gives its
    /// slot back.
    async fn watch(
        self: Arc<Self>,
        tell: mpsc::UnboundedSender<Event>,
        over: oneshot::Receiver<()>,
        ending: Arc<Ending>,
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
                    ending.cancel.store(true, Ordering::Relaxed);
                    let _ = over.await;
                    return;
                }
                Err(_) => {
                    self.slow.enter(&ending);
                    slot = None;
                }
            }
        }
        if let Either::Right((_, over)) = end.await {
            ending.cancel.store(true, Ordering::Relaxed);
            let _ = over.await;
        }
        if quick {
            self.slow.leave(&ending);
        }
        drop(slot);
    }
}
