//! Slots, and those who wait for one: the oldest has the next one, or the newest. A slot is given back when it is dropped;
//! whoever has gone meanwhile is passed over.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;

/// Who of those who wait has the next slot.
#[derive(Clone, Copy)]
pub(super) enum Next {
    Oldest,
    Newest,
}

/// Slots of a lane.
pub(super) struct Slots(Arc<Shared>);

struct Shared {
    state: Mutex<State>,
    most_waiting: usize,
    next: Next,
}

struct State {
    free: usize,
    /// The oldest first.
    waiting: VecDeque<oneshot::Sender<Slot>>,
}

/// A slot, until it is dropped. Nothing is in one that could not be handed over.
pub(super) struct Slot(Option<Arc<Shared>>);

impl Slots {
    /// So many slots, for which at most so many wait.
    pub(super) fn new(free: usize, most_waiting: usize, next: Next) -> Slots {
        let state = Mutex::new(State { free, waiting: VecDeque::new() });
        Slots(Arc::new(Shared { state, most_waiting, next }))
    }

    /// A slot once there is one, or nothing where too many wait.
    pub(super) async fn one(&self) -> Option<Slot> {
        let slot = {
            let mut state = self.0.lock();
            if state.free > 0 {
                state.free -= 1;
                return Some(Slot(Some(self.0.clone())));
            }
            if state.waiting.len() >= self.0.most_waiting {
                state.waiting.retain(|client| !client.is_closed());
            }
            if state.waiting.len() >= self.0.most_waiting {
                return None;
            }
            let (client, slot) = oneshot::channel();
            state.waiting.push_back(client);
            slot
        };
        slot.await.ok()
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whoever has the next slot; where nobody waits it is free.
    fn next(&self) -> Option<oneshot::Sender<Slot>> {
        let mut state = self.lock();
        let client = match self.next {
            Next::Oldest => state.waiting.pop_front(),
            Next::Newest => state.waiting.pop_back(),
        };
        if client.is_none() {
            state.free += 1;
        }
        client
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let Some(shared) = self.0.take() else { return };
        while let Some(client) = shared.next() {
            match client.send(Slot(Some(shared.clone()))) {
                Ok(()) => return,
                // The client has gone.
                Err(mut slot) => slot.0 = None,
            }
        }
    }
}
