//! Tables that tiles are cut from: kept while there is room, the ones used longest ago forgotten first, each computed
//! by one request while the others that need it wait.

use crate::event::Failure;
use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use wythoff::{Budget, Error};

/// What is kept.
pub(crate) trait Kept {
    /// Bytes that it takes.
    fn bytes(&self) -> u64;
}

/// Things that were computed, by their names.
pub(crate) struct Cache<T> {
    state: Mutex<State<T>>,
    ready: Condvar,
    most: u64,
}

struct State<T> {
    slots: HashMap<String, Slot<T>>,
    bytes: u64,
    uses: u64,
}

struct Slot<T> {
    value: Option<Arc<T>>,
    /// Somebody computes it.
    busy: bool,
    used: u64,
}

/// Time between two looks whether a request that waits for another's table is still wanted.
const LOOK: Duration = Duration::from_millis(20);

/// Gives the slot back, even if the computation panics.
struct Busy<'a, T: Kept> {
    cache: &'a Cache<T>,
    key: &'a str,
}

impl<T: Kept> Drop for Busy<'_, T> {
    fn drop(&mut self) {
        let mut state = self.cache.lock();
        if let Some(slot) = state.slots.get_mut(self.key) {
            slot.busy = false;
            if slot.value.is_none() {
                state.slots.remove(self.key);
            }
        }
        drop(state);
        self.cache.ready.notify_all();
    }
}

impl<T: Kept> Cache<T> {
    /// A cache of at most so many bytes.
    pub(crate) fn new(most: u64) -> Cache<T> {
        let state = State { slots: HashMap::new(), bytes: 0, uses: 0 };
        Cache { state: Mutex::new(state), ready: Condvar::new(), most }
    }

    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the kept thing of this name is `enough`.
    pub(crate) fn has(&self, key: &str, enough: impl Fn(&T) -> bool) -> bool {
        self.lock().slots.get(key).and_then(|slot| slot.value.as_deref()).is_some_and(enough)
    }

    /// The kept thing of this name if it is `enough`, or else what `compute` makes of it.
    pub(crate) fn get(
        &self,
        key: &str,
        budget: &Budget,
        enough: impl Fn(&T) -> bool,
        compute: impl FnOnce(Option<&T>) -> Result<T, Failure>,
    ) -> Result<Arc<T>, Failure> {
        let mut state = self.lock();
        let old = loop {
            state.uses += 1;
            let now = state.uses;
            let slot =
                state.slots.entry(key.to_string()).or_insert(Slot { value: None, busy: false, used: 0 });
            slot.used = now;
            match &slot.value {
                Some(value) if enough(value) => return Ok(value.clone()),
                _ if slot.busy => {}
                value => {
                    let old = value.clone();
                    slot.busy = true;
                    break old;
                }
            }
            state = self.ready.wait_timeout(state, LOOK).unwrap_or_else(PoisonError::into_inner).0;
            budget.check().map_err(Error::from)?;
        };
        drop(state);
        let busy = Busy { cache: self, key };
        let value = Arc::new(compute(old.as_deref())?);
        self.keep(key, &value);
        drop(busy);
        Ok(value)
    }

    fn keep(&self, key: &str, value: &Arc<T>) {
        let mut state = self.lock();
        let Some(slot) = state.slots.get_mut(key) else { return };
        let before = slot.value.take().map_or(0, |old| old.bytes());
        let room = value.bytes() <= self.most;
        slot.value = room.then(|| value.clone());
        state.bytes = state.bytes - before + if room { value.bytes() } else { 0 };
        while state.bytes > self.most {
            let others = state.slots.iter().filter(|(name, slot)| *name != key && slot.value.is_some());
            let Some(oldest) = others.min_by_key(|(_, slot)| slot.used).map(|(name, _)| name.clone()) else {
                break;
            };
            let Some(slot) = state.slots.get_mut(&oldest) else { break };
            let freed = slot.value.take().map_or(0, |old| old.bytes());
            let busy = slot.busy;
            state.bytes -= freed;
            if !busy {
                state.slots.remove(&oldest);
            }
        }
    }

    #[cfg(test)]
    fn held(&self) -> (usize, u64) {
        let state = self.lock();
        (state.slots.len(), state.bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    impl Kept for u64 {
        fn bytes(&self) -> u64 {
            *self
        }
    }

    fn get(cache: &Cache<u64>, key: &str, bytes: u64) -> Arc<u64> {
        cache.get(key, &Budget::default(), |kept| *kept >= bytes, |_| Ok(bytes)).unwrap()
    }

    #[test]
    fn the_oldest_go_first_and_the_room_is_never_exceeded() {
        let cache = Cache::new(100);
        for (key, bytes) in [("a", 40), ("b", 40), ("a", 40), ("c", 40)] {
            get(&cache, key, bytes);
        }
        assert_eq!(cache.held(), (2, 80));
        let computed = AtomicUsize::new(0);
        let again = |key| {
            cache.get(
                key,
                &Budget::default(),
                |_| true,
                |_| {
                    computed.fetch_add(1, Ordering::Relaxed);
                    Ok(1)
                },
            )
        };
        again("a").unwrap();
        again("c").unwrap();
        assert_eq!(computed.load(Ordering::Relaxed), 0);
        again("b").unwrap();
        assert_eq!(computed.load(Ordering::Relaxed), 1);
        // What has no room is given, and not kept.
        assert_eq!(*get(&cache, "d", 101), 101);
        assert_eq!(cache.held().1, 81);
    }

    #[test]
    fn a_failed_or_panicking_computation_leaves_the_slot_free() {
        let cache: Cache<u64> = Cache::new(100);
        let failed =
            cache.get("a", &Budget::default(), |_| true, |_| Err(Failure::new("limit", "too large")));
        assert_eq!(failed.unwrap_err().kind, "limit");
        let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let _ = cache.get("a", &Budget::default(), |_| true, |_| panic!("on purpose"));
        }));
        assert!(panicked.is_err());
        assert_eq!(*get(&cache, "a", 7), 7);
    }

    #[test]
    fn two_requests_compute_a_table_once() {
        let (cache, computed) = (Cache::new(100), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    let value = cache.get(
                        "a",
                        &Budget::default(),
                        |_| true,
                        |_| {
                            std::thread::sleep(Duration::from_millis(30));
                            computed.fetch_add(1, Ordering::Relaxed);
                            Ok(5u64)
                        },
                    );
                    assert_eq!(*value.unwrap(), 5);
                });
            }
        });
        assert_eq!(computed.load(Ordering::Relaxed), 1);
    }
}
