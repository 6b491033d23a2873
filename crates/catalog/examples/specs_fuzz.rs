//! Hostile requests through the library in one process: specs, rules and positions that are nearly those of
//! `fuzz/corpus`, each within its own budget.
//!
//! ```text
//! cargo run --release -p wythoff-catalog --example specs_fuzz -- [EXECUTIONS] [SEED] [FROM]
//! ```
//! Execution n depends on the seed and on n alone. A panic ends the run with the text; the last line says how long the
//! slowest request took and, on Linux, the most memory that the process held.

#[path = "../../../fuzz/mutate.rs"]
mod mutate;
#[path = "../../../fuzz/request.rs"]
mod request;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// The texts of a folder of the corpus.
fn corpus(folder: &str) -> Vec<String> {
    let path = format!("{}/../../fuzz/corpus/{folder}", env!("CARGO_MANIFEST_DIR"));
    let files = std::fs::read_dir(&path).into_iter().flatten().flatten();
    let mut texts: Vec<String> = files.filter_map(|file| std::fs::read_to_string(file.path()).ok()).collect();
    texts.sort();
    assert!(!texts.is_empty(), "{path} is empty");
    texts
}

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|a| a.parse().ok()).collect();
    let (executions, seed, from) = (
        numbers.first().copied().unwrap_or(100_000),
        numbers.get(1).copied().unwrap_or(1),
        numbers.get(2).copied().unwrap_or(0),
    );
    let specs: Vec<String> = corpus("specs").into_iter().chain(corpus("rules")).collect();
    let positions = corpus("positions");
    let (mut games, mut slow, mut slowest) = (0, 0, (Duration::ZERO, 0));
    for n in from..from + executions {
        let (spec, position) = (mutate::text(seed, n, &specs), mutate::text(!seed, n, &positions));
        let start = Instant::now();
        match catch_unwind(AssertUnwindSafe(|| request::run(&spec, &position, &request::budget()))) {
            Ok(game) => games += u64::from(game),
            Err(_) => {
                println!("execution {n}, position {position:?}:\n{spec}");
                std::process::exit(1);
            }
        }
        let took = start.elapsed();
        slow += u64::from(took > Duration::from_secs(2));
        if took > slowest.0 {
            slowest = (took, n);
        }
    }
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).map_or("unknown", str::trim);
    println!(
        "{executions} requests, {games} of them games, {slow} over 2 s, slowest {:?} (execution {}), most memory {most}",
        slowest.0, slowest.1
    );
}
