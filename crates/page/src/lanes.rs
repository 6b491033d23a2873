//! Who computes when. A request waits in a lane for a slot, and computes on a thread of its own.
//!
//! Clicks have slots of their own, so that none waits behind a table or a proof. A click that turns out to be long gives
//! its slot back after [`SHORT`] and goes on among the slow ones; where these are too many, the one that has been slow for
//! longest begins anew where few compute, since a click may be slow for no other reason than a busy machine. So a slot for clicks is free again
//! within [`SHORT`] whatever was asked, and the click that came last has it: whoever clicks while somebody else has a
//! thousand clicks waiting does not wait behind them.

mod slots;

use futures_util::future::{Either, select};
use slots::{Next, Slot, Slots};
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use wythoff::Budget;
use wythoff_lab::{Engine, Event, Failure, Request, telling};

/// Time after which a click is a slow one.
const SHORT: Duration = Duration::from_millis(100);

/// A lane: slots, and how long anybody waits for one.
struct Lane {
    slots: Slots,
    patience: Duration,
    /// Bytes that a request of this lane may take.
    memory: u64,
}

impl Lane {
    fn new(slots: Slots, patience: u64, memory: u64) -> Lane {
        Lane { slots, patience: Duration::from_secs(patience), memory }
    }

    /// A slot, or nothing where too many wait or it takes too long.
    async fn slot(&self) -> Option<Slot> {
        tokio::time::timeout(self.patience, self.slots.one()).await.ok()?
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
    /// It has ended so, and nothing was answered.
    unanswered: AtomicBool,
}

/// The lanes of a server.
pub(crate) struct Lanes {
    engine: Arc<Engine>,
    clicks: Lane,
    slow: Slow,
    /// Clicks that had to make room, from their beginning.
    again: Lane,
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
            clicks: Lane::new(Slots::new(8, 4096, Next::Newest), 30, memory / 4),
            slow: Slow::default(),
            again: Lane::new(Slots::new(2, 1024, Next::Oldest), 60, memory / 4),
            tables: Lane::new(Slots::new(2, 1024, Next::Oldest), 60, memory),
            proofs: Lane::new(Slots::new(2, 32, Next::Oldest), 600, memory),
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
        tokio::spawn(self.clone().answer(Arc::new(request), tell, slot, lane.memory, quick));
        Ok(events)
    }

    /// Answers in a slot. A click that had to make room is answered from its beginning among few: it may have been slow
    /// for no other reason than a busy machine.
    async fn answer(
        self: Arc<Self>,
        request: Arc<Request>,
        tell: mpsc::UnboundedSender<Event>,
        slot: Slot,
        memory: u64,
        quick: bool,
    ) {
        let (over, ending) = self.compute(&request, &tell, memory);
        self.watch(&tell, over, &ending, slot, quick).await;
        if !ending.unanswered.load(Ordering::Relaxed) || tell.is_closed() {
            return;
        }
        match self.again.slot().await {
            Some(slot) => {
                let (over, ending) = self.compute(&request, &tell, self.again.memory);
                self.watch(&tell, over, &ending, slot, false).await;
            }
            None => {
                let _ = tell.send(Event::Failed(busy()));
            }
        }
    }

    /// Starts to compute on a thread of its own: when it is over, and how it is ended.
    fn compute(
        &self,
        request: &Arc<Request>,
        tell: &mpsc::UnboundedSender<Event>,
        memory: u64,
    ) -> (oneshot::Receiver<()>, Arc<Ending>) {
        let cancel = Arc::new(AtomicBool::new(false));
        let budget = Budget::default().with_memory(memory).with_cancel(cancel.clone());
        let progress = tell.clone();
        let budget = telling(budget, move |event| {
            let _ = progress.send(event);
        });
        let (done, over) = oneshot::channel();
        let (to_make_room, unanswered) = (AtomicBool::new(false), AtomicBool::new(false));
        let ending = Arc::new(Ending { cancel, to_make_room, unanswered });
        let (engine, request, told, ended) =
            (self.engine.clone(), request.clone(), tell.clone(), ending.clone());
        tokio::task::spawn_blocking(move || {
            let compute = || {
                engine.answer(&request, &budget, &mut |event| match event {
                    Event::Failed(_) if ended.to_make_room.load(Ordering::Relaxed) => {
                        ended.unanswered.store(true, Ordering::Relaxed);
                    }
                    event => {
                        let _ = told.send(event);
                    }
                })
            };
            if catch_unwind(AssertUnwindSafe(compute)).is_err() {
                let failure = Failure::new("internal", "the engine failed: this is a bug of the program");
                let _ = told.send(Event::Failed(failure));
            }
            let _ = done.send(());
        });
        (over, ending)
    }

    /// Holds the slot of a request until it is over; ends it when the client has gone. A click that is long gives its
    /// slot back.
    async fn watch(
        &self,
        tell: &mpsc::UnboundedSender<Event>,
        over: oneshot::Receiver<()>,
        ending: &Arc<Ending>,
        slot: Slot,
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
                    self.slow.enter(ending);
                    slot = None;
                }
            }
        }
        if let Either::Right((_, over)) = end.await {
            ending.cancel.store(true, Ordering::Relaxed);
            let _ = over.await;
        }
        if quick {
            self.slow.leave(ending);
        }
        drop(slot);
    }
}
