//! The loop of every fuzzer: execution n of a seed depends on the two alone, a panic and a hang are reported with their
//! text, and the last lines say what became of all.
//!
//! Arguments: `[EXECUTIONS] [--seconds S] [--seed S] [--from N]`, and words that the fuzzer itself reads.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::exit;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// What was asked for on the command line.
pub struct Asked {
    /// How many executions, at most.
    pub executions: u64,
    /// How long, at most.
    pub seconds: u64,
    /// The seed.
    pub seed: u64,
    /// The first execution.
    pub from: u64,
    /// Words that are left.
    pub rest: Vec<String>,
}

impl Asked {
    /// From the command line.
    pub fn read() -> Asked {
        let mut asked = Asked { executions: 100_000, seconds: u64::MAX, seed: 1, from: 0, rest: Vec::new() };
        let mut words = std::env::args().skip(1);
        while let Some(word) = words.next() {
            let mut number = || match words.next().and_then(|next| next.parse().ok()) {
                Some(value) => value,
                None => {
                    eprintln!("error: {word} needs a number behind it");
                    exit(2);
                }
            };
            match word.as_str() {
                "--executions" => asked.executions = number(),
                "--seconds" => asked.seconds = number(),
                "--seed" => asked.seed = number(),
                "--from" => asked.from = number(),
                _ => match word.parse() {
                    Ok(executions) => asked.executions = executions,
                    Err(_) => asked.rest.push(word),
                },
            }
        }
        asked
    }
}

/// Longer than this and an execution hangs: by the processor's time where the system tells it, since a machine may be busy.
const HANGS: Duration = Duration::from_secs(60);

/// Time that the first thread, in which executions run, has had.
fn spent() -> Duration {
    static BEGAN: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    let told = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split_whitespace().next()?.parse().ok());
    nanoseconds.map_or_else(|| BEGAN.get_or_init(Instant::now).elapsed(), Duration::from_nanos)
}

/// So many failures are shown whole.
const SHOWN: usize = 50;

/// The execution that is running, for the watch.
static RUNNING: Mutex<Option<(u64, Duration, String)>> = Mutex::new(None);

/// Runs the executions that are asked for and ends the program. `text` is what execution n is about; `run` says in a word
/// what became of it, or what is wrong.
pub fn drive(
    asked: &Asked,
    text: impl Fn(u64) -> String,
    mut run: impl FnMut(u64, &str) -> Result<&'static str, String>,
) {
    let began = Instant::now();
    std::thread::spawn(watch);
    std::panic::set_hook(Box::new(|_| {}));
    let (mut ends, mut failures, mut slowest) = (BTreeMap::<&str, u64>::new(), 0, (Duration::ZERO, 0));
    for n in asked.from..asked.from.saturating_add(asked.executions) {
        if began.elapsed().as_secs() >= asked.seconds {
            break;
        }
        let about = text(n);
        let start = Instant::now();
        running(Some((n, spent(), about.clone())));
        let ended = catch_unwind(AssertUnwindSafe(|| run(n, &about)));
        running(None);
        slowest = slowest.max((start.elapsed(), n));
        let wrong = match ended {
            Ok(Ok(word)) => {
                *ends.entry(word).or_default() += 1;
                continue;
            }
            Ok(Err(why)) => why,
            Err(panic) => format!("it panics: {}", message(&*panic)),
        };
        failures += 1;
        if failures <= SHOWN {
            println!("execution {n}: {wrong}: {about}");
        }
    }
    let done: u64 = ends.values().sum::<u64>() + failures as u64;
    println!(
        "{done} executions of seed {} in {} s: {ends:?}; slowest {:?} (execution {}); most memory of the process {}; {failures} failures",
        asked.seed,
        began.elapsed().as_secs(),
        slowest.0,
        slowest.1,
        most_resident(),
    );
    exit(i32::from(failures > 0));
}

fn running(now: Option<(u64, Duration, String)>) {
    *RUNNING.lock().unwrap_or_else(|broken| broken.into_inner()) = now;
}

fn watch() {
    loop {
        std::thread::sleep(Duration::from_millis(500));
        let running = RUNNING.lock().unwrap_or_else(|broken| broken.into_inner());
        if let Some((n, since, text)) = &*running
            && spent().saturating_sub(*since) > HANGS
        {
            println!("execution {n} takes more than {} seconds: {text}", HANGS.as_secs());
            exit(1);
        }
    }
}

fn message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|text| text.to_string())).unwrap_or_default()
}

/// The most memory that the process held at once, where the system says so.
fn most_resident() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    status.lines().find_map(|line| line.strip_prefix("VmHWM:")).map_or("unknown", str::trim).to_string()
}
