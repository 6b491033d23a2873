//! Hostile requests of every kind through the library in one process, each with 256 MB and 20 milliseconds, 200, or nearly
//! two seconds.
//!
//! ```text
//! cargo run --release -p wythoff --example hostile -- [REQUESTS] [SEED] [FROM]
//! ```
//! Request n depends on the seed and on n alone. Time is the processor's and memory is counted by the allocator, so that
//! a busy machine changes nothing. A panic, and an error that helps nobody, ends the run with its request; what takes more
//! than the limits is listed, and is a failure in the end.

#[path = "../../../fuzz/facade.rs"]
#[allow(missing_docs)]
mod facade;
#[path = "../../../fuzz/limits.rs"]
mod limits;
#[path = "../../../fuzz/mutate.rs"]
mod mutate;

use facade::{Corpus, Kind, Request};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::Duration;
use wythoff_numbers::memory;

#[global_allocator]
static ALLOCATOR: memory::Counted = memory::Counted;

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|a| a.parse().ok()).collect();
    let number = |at: usize, otherwise: u64| numbers.get(at).copied().unwrap_or(otherwise);
    let (requests, seed, from) = (number(0, 100_000), number(1, 1), number(2, 0));
    let corpus = Corpus::read(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus")));
    memory::keep_reserve();
    let (mut answered, mut ends) = (0, BTreeMap::<String, u64>::new());
    let (mut slowest, mut largest, mut over) = ((Duration::ZERO, 0), (0, 0), Vec::new());
    for n in from..from + requests {
        let request = Request::new(seed, n, &corpus);
        let (kind, texts) = (request.kind, request.texts.clone());
        let run = limits::measured(limits::allowed(n), |budget| {
            catch_unwind(AssertUnwindSafe(|| request.run(budget)))
        });
        match &run.answer {
            Ok(Ok(())) => answered += 1,
            Ok(Err(error)) => *ends.entry(format!("{:?}", error.kind).to_lowercase()).or_default() += 1,
            Err(_) => {
                println!("request {n}, {kind:?}: {texts:#?}");
                std::process::exit(1);
            }
        }
        if run.time > slowest.0 {
            slowest = (run.time, n);
        }
        if run.bytes > largest.0 {
            largest = (run.bytes, n);
        }
        if run.is_over() {
            let (time, megabytes) = (run.time, run.bytes >> 20);
            println!("request {n}, {kind:?}: {time:?} of {:?}, {megabytes} MB: {texts:?}", run.allowed);
            over.push((n, kind));
        }
        if (n + 1) % 1000 == 0 {
            println!("{} requests, {} over", n + 1 - from, over.len());
        }
    }
    let kinds: BTreeMap<Kind, u64> = over.iter().fold(BTreeMap::new(), |mut counts, (_, kind)| {
        *counts.entry(*kind).or_default() += 1;
        counts
    });
    println!("{requests} requests of seed {seed}: {answered} answered, the others ended by {ends:?}");
    println!(
        "slowest {:?} (request {}), largest {} MB (request {})",
        slowest.0,
        slowest.1,
        largest.0 >> 20,
        largest.1
    );
    println!(
        "over the limits: {} {kinds:?}; most memory of the process {}",
        over.len(),
        limits::most_resident()
    );
    std::process::exit(i32::from(!over.is_empty()));
}
