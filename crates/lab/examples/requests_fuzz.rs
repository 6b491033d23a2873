//! Hostile requests through the laboratory's engine in one process.
//!
//! ```text
//! cargo run --release -p wythoff-lab --example requests_fuzz -- [EXECUTIONS] [SEED] [FROM]
//! ```
//! Request n depends on the seed and on n alone. A panic, an internal failure or two seconds beyond its budget end the run
//! with the request; the last line says what came of them and, on Linux, the most memory that the process held.

#[path = "../../../fuzz/mutate.rs"]
mod mutate;
#[path = "../../../fuzz/questions.rs"]
mod questions;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};
use wythoff::Budget;
use wythoff_lab::{Engine, Event, Limits, Request};

/// Milliseconds of a request.
const BUDGET: u64 = 50;

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|a| a.parse().ok()).collect();
    let (executions, seed, from) = (
        numbers.first().copied().unwrap_or(100_000),
        numbers.get(1).copied().unwrap_or(1),
        numbers.get(2).copied().unwrap_or(0),
    );
    let specs = [questions::corpus("specs"), questions::corpus("rules")].concat();
    let positions = questions::corpus("positions");
    let limits = Limits {
        click_ms: BUDGET,
        table_ms: BUDGET,
        proof_ms: BUDGET,
        memory_bytes: 64 << 20,
        cache_bytes: 32 << 20,
        ..Limits::server()
    };
    let engine = Engine::new("server", limits);
    let (mut unread, mut answered, mut failed, mut slowest) = (0u64, 0u64, 0u64, (Duration::ZERO, 0));
    for n in from..from + executions {
        let question = questions::question(seed, n, &specs, &positions);
        let Ok(request) = Request::read(question.as_bytes(), engine.limits()) else {
            unread += 1;
            continue;
        };
        let (start, mut last) = (Instant::now(), None);
        let caught = catch_unwind(AssertUnwindSafe(|| {
            engine.answer(&request, &Budget::default(), &mut |event| last = Some(event));
        }));
        let took = start.elapsed();
        let internal =
            matches!(&last, None | Some(Event::Failed(wythoff_lab::Failure { kind: "internal", .. })));
        if caught.is_err() || internal {
            println!("request {n}: {question}");
            std::process::exit(1);
        }
        match last {
            Some(Event::Failed(_)) => failed += 1,
            _ => answered += 1,
        }
        if took > slowest.0 {
            slowest = (took, n);
        }
    }
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).map_or("unknown", str::trim);
    println!(
        "{executions} requests: {answered} answered, {failed} refused, {unread} not read; slowest {:?} (request {}), most memory {most}",
        slowest.0, slowest.1
    );
}
