//! A fuzzer for the rule language that needs no nightly compiler: mutates valid texts by bytes, words and
//! expressions, and runs each through reading, binding, moves, patterns and printing.
//!
//! ```text
//! cargo run --release -p wythoff-rules --example rules_fuzz -- [--executions N] [--seconds S] [--seed S] [--from N] [FILE...]
//! ```
//! Execution n depends on the seed and on n alone, so that `--seed S --from N --executions 1` repeats one. Files
//! given are rule texts to start from besides those of `fuzz/corpus/rules`. A panic or an execution of more than ten seconds
//! is reported with its text and ends the run with exit code 1; the last line counts the executions.

#[path = "../../../fuzz/mutate.rs"]
mod mutate;

use mutate::{Random, text};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use wythoff_rules::{
    Argument, Rules, Source, parse_expr, parse_game, parse_list, parse_position, parse_vectors,
};

/// Everything that the language does with a text. Says whether the text was a game.
fn run(text: &str, n: u64) -> bool {
    let mut random = Random(n);
    let _ = match random.below(4) {
        0 => parse_expr(text).is_ok(),
        1 => parse_list(text).is_ok(),
        2 => parse_vectors(text).is_ok(),
        _ => parse_position(text).is_ok(),
    };
    let Ok(game) = parse_game(text) else {
        if random.below(4) == 0 {
            assert!(Rules::read(text).is_err());
        }
        return false;
    };
    let printed = game.to_string();
    assert_eq!(parse_game(&printed).as_ref(), Ok(&game), "printed and read back: {printed}");
    let mut arguments = Vec::new();
    if let (0, Some(param)) = (random.below(8), game.params.first()) {
        let value = random.pick(&["3", "0", "-1", "k^2", "1,2", "1 2; 2 1", "all", ")", "10^40"]);
        arguments.push((param.name.clone(), Argument::Text(value.to_string())));
    }
    let source = Source { name: "fuzz".to_string(), text: text.to_string() };
    let Ok(mut rules) = Rules::bind_game(game, source, &arguments) else { return false };
    rules.limit_tries(1 << 10);
    if let (0, Some(bound)) = (random.below(8), rules.bound_game()) {
        let text = bound.to_string();
        let again = Rules::read(&text).map(|r| r.is_symmetric());
        assert!(again.is_ok(), "bound and read back: {text}: {:?}", again.err());
    }
    let memory = rules.fresh_memory();
    for size in [4, 9, 1 << [0, 40, 61][random.below(3)]] {
        let position: Vec<u64> =
            rules.bounds().iter().map(|b| random.next() % b.unwrap_or(size).min(size).max(1)).collect();
        if rules.check_position(&position).is_err() {
            continue;
        }
        let mut last = None;
        let options = rules.for_each_option(&position, &memory, &mut |step| {
            last = Some(step.to.to_vec());
            std::ops::ControlFlow::Continue(())
        });
        if let Err(error) = &options {
            assert!(!format!("{error}\n{}", error.detail()).is_empty());
        }
        let _ = rules.legality(&position, &memory, &last.unwrap_or_else(|| position.clone()));
        for pattern in rules.patterns().take(6) {
            let _ = pattern.shape();
            let taken: Vec<u64> = position.iter().map(|p| random.next() % (p + 1)).collect();
            let _ = pattern.accepts(&position, &taken);
            if let Some((_, first)) = taken.split_last() {
                let _ = pattern.last_amounts(&position, first);
            }
        }
    }
    true
}

/// How many generated games there are to start from.
const GENERATED: u64 = 30_000;

/// What is running, for the watchdog: its number and when it started, in milliseconds.
static CURRENT: AtomicU64 = AtomicU64::new(0);
static SINCE: AtomicU64 = AtomicU64::new(u64::MAX);
static TEXT: Mutex<String> = Mutex::new(String::new());

fn main() {
    let (mut executions, mut seconds, mut seed, mut from) = (100_000u64, u64::MAX, 1u64, 0u64);
    let mut corpus: Vec<String> = Vec::new();
    let seeds = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus/rules");
    for file in std::fs::read_dir(seeds).into_iter().flatten().flatten() {
        corpus.extend(std::fs::read_to_string(file.path()));
    }
    corpus.sort();
    assert!(!corpus.is_empty(), "{seeds} is empty");
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = |what: &str| match arguments.next().and_then(|v| v.parse().ok()) {
            Some(value) => value,
            None => {
                eprintln!("error: {what} needs a number");
                std::process::exit(2);
            }
        };
        match argument.as_str() {
            "--executions" => executions = number("--executions"),
            "--seconds" => seconds = number("--seconds"),
            "--seed" => seed = number("--seed"),
            "--from" => from = number("--from"),
            file => match std::fs::read_to_string(file) {
                Ok(text) if !text.is_empty() => corpus.push(text),
                Ok(_) => {}
                Err(error) => {
                    eprintln!("error: {file}: {error}");
                    std::process::exit(2);
                }
            },
        }
    }
    // Two texts in three are generated, the others come from the lists.
    let given = corpus.len() as u64;
    corpus.extend((0..GENERATED).map(wythoff_rulegen::sample_spelling));
    for copy in 0..GENERATED / 2 {
        corpus.push(corpus[(copy % given) as usize].clone());
    }
    let began = Instant::now();
    std::thread::spawn(move || {
        loop {
            std::thread::sleep(Duration::from_millis(500));
            let since = SINCE.load(Ordering::Relaxed);
            if since != u64::MAX && began.elapsed().as_millis() as u64 > since + 10_000 {
                let text = TEXT.lock().map(|t| t.clone()).unwrap_or_default();
                println!(
                    "execution {} takes more than ten seconds:\n{text}",
                    CURRENT.load(Ordering::Relaxed)
                );
                std::process::exit(1);
            }
        }
    });
    std::panic::set_hook(Box::new(|_| {}));
    let (mut games, mut slowest, mut slowest_at) = (0u64, Duration::ZERO, 0);
    let mut done = 0;
    for n in from..from.saturating_add(executions) {
        if began.elapsed().as_secs() >= seconds {
            break;
        }
        let text = text(seed, n, &corpus);
        if let Ok(mut shown) = TEXT.lock() {
            shown.clone_from(&text);
        }
        CURRENT.store(n, Ordering::Relaxed);
        SINCE.store(began.elapsed().as_millis() as u64, Ordering::Relaxed);
        if executions == 1 {
            println!("{text}");
        }
        let start = Instant::now();
        match catch_unwind(AssertUnwindSafe(|| run(&text, n))) {
            Ok(game) => games += u64::from(game),
            Err(panic) => {
                let message = panic.downcast_ref::<String>().cloned();
                let message = message.or_else(|| panic.downcast_ref::<&str>().map(|s| s.to_string()));
                println!("execution {n} panics: {}\n{text}", message.unwrap_or_default());
                std::process::exit(1);
            }
        }
        SINCE.store(u64::MAX, Ordering::Relaxed);
        if start.elapsed() > slowest {
            (slowest, slowest_at) = (start.elapsed(), n);
        }
        done += 1;
        if done % 1_000_000 == 0 {
            println!("{done} executions, {games} games, slowest {slowest:?} at {slowest_at}");
        }
    }
    println!(
        "{done} executions in {} s, {games} of them games, slowest {slowest:?} (execution {slowest_at}), no panic, no hang",
        began.elapsed().as_secs()
    );
}
