//! A sweep on the cores of one machine.

use crate::plan::Plan;
use crate::shard::Key;
use crate::store::Store;
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use wythoff::{Budget, Error};

/// Time between two moments at which rows are put on disk.
const SYNC: Duration = Duration::from_secs(1);

/// Asks the questions of every game, on so many threads, and gives the rows in the order of the games. Rows that the
/// store has are not computed again; new ones are in it as soon as they are there. With a store, the rows are read from it
/// at the end and the list that is given back is empty.
///
/// Cancelling `budget` ends it; the rows that are done are kept. Its progress counts games.
pub fn run(
    plan: &Plan,
    mut store: Option<&mut Store>,
    threads: usize,
    budget: &Budget,
) -> Result<Vec<String>, Error> {
    // Each game once, even where a list names it twice.
    let mut seen: HashMap<Key, Option<String>> = HashMap::new();
    let mut waiting = Vec::new();
    for shard in plan.shards() {
        let key = shard.key();
        let known = store.as_ref().is_some_and(|store| store.has(&key));
        if seen.insert(key, None).is_none() && !known {
            waiting.push((key, shard));
        }
    }
    let (total, done) = (seen.len() as u64, (seen.len() - waiting.len()) as u64);
    let mut last = budget.now();
    let mut keep = |index: usize, row: String, finished: u64| -> Result<(), Error> {
        let key = waiting[index].0;
        match &mut store {
            None => _ = seen.insert(key, Some(row)),
            Some(store) => {
                store.add(key, &row)?;
                if budget.now().saturating_sub(last) >= SYNC {
                    store.sync()?;
                    last = budget.now();
                }
            }
        }
        Ok(budget.step(done + finished, total)?)
    };
    let ended = each(waiting.len(), threads, |index| waiting[index].1.row(budget), &mut keep);
    match store {
        Some(store) => {
            store.sync()?;
            ended?;
            store.finish(plan)?;
            Ok(Vec::new())
        }
        None => {
            ended?;
            Ok(plan.shards().filter_map(|shard| seen.get(&shard.key()).cloned().flatten()).collect())
        }
    }
}

/// Calls `work` for every index on some threads, and `keep` with what comes back, in the order in which it comes.
#[cfg(not(target_family = "wasm"))]
fn each(
    count: usize,
    threads: usize,
    work: impl Fn(usize) -> Result<String, Error> + Sync,
    keep: &mut dyn FnMut(usize, String, u64) -> Result<(), Error>,
) -> Result<(), Error> {
    let next = AtomicUsize::new(0);
    let over = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        let (send, receive) = std::sync::mpsc::sync_channel(64);
        for _ in 0..threads.clamp(1, count.max(1)) {
            let (send, next, over, work) = (send.clone(), &next, &over, &work);
            scope.spawn(move || {
                while !over.load(Ordering::Relaxed) {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= count || send.send((index, work(index))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(send);
        let (mut finished, mut ended) = (0, Ok(()));
        for (index, row) in receive {
            finished += 1;
            // After the first failure the rows that are still computed are kept too.
            let kept = row.and_then(|row| keep(index, row, finished));
            if kept.is_err() && ended.is_ok() {
                over.store(true, Ordering::Relaxed);
                ended = kept;
            }
        }
        ended
    })
}

/// Where there are no threads: one after the other.
#[cfg(target_family = "wasm")]
fn each(
    count: usize,
    _threads: usize,
    work: impl Fn(usize) -> Result<String, Error>,
    keep: &mut dyn FnMut(usize, String, u64) -> Result<(), Error>,
) -> Result<(), Error> {
    (0..count).try_for_each(|index| keep(index, work(index)?, index as u64 + 1))
}
