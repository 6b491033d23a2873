//! What every command shares: limits, threads, Ctrl-C, the clock.

use crate::failure::Failure;
use crate::progress::Progress;
use clap::Args;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use wythoff::{Budget, Stop};

/// Options that every command takes.
#[derive(Args, Clone)]
pub struct Global {
    /// One JSON object on standard output, nothing else there
    #[arg(long, global = true)]
    pub json: bool,
    /// No progress
    #[arg(long, global = true)]
    pub quiet: bool,
    /// Most threads [default: as many as there are cores]
    #[arg(long, global = true, value_name = "N", allow_negative_numbers = true)]
    pub threads: Option<usize>,
    /// Most memory a computation may take, such as 500M or 8G [default: half of what is free]
    #[arg(long, global = true, value_name = "SIZE")]
    pub memory: Option<String>,
    /// Replace files that are there already
    #[arg(long, global = true)]
    pub force: bool,
    /// Seconds after which a computation ends, with what is complete [default: no end; proofs 120, patterns 300]
    #[arg(long, global = true, value_name = "S")]
    pub time: Option<f64>,
}

/// Processor time, for each thread, in which a computation that was interrupted or whose time is over ends by itself and
/// keeps what it has; what takes longer, such as a product of numbers of many million digits, is ended. A second Ctrl-C
/// ends it at once. It is processor time since on a busy machine a second may pass before the computation has its turn.
const GRACE: Duration = Duration::from_millis(100);

/// The same for a command that keeps a part of its answer, which takes longer to put together.
const GRACE_TO_KEEP: Duration = Duration::from_secs(1);

/// Time after which a process that does not get to compute at all is ended.
const PATIENCE: Duration = Duration::from_secs(20);

/// Time between two looks whether a computation has ended.
const LOOK: Duration = Duration::from_millis(10);

/// Set while somebody's typing or another program's output is waited for, which may never come.
static WAITING: AtomicBool = AtomicBool::new(false);

/// Set by commands that keep a part of their answer.
static KEEPS: AtomicBool = AtomicBool::new(false);

/// Set while others are served.
static SERVING: AtomicBool = AtomicBool::new(false);

/// What has been kept when the program is ended.
static KEPT: Mutex<String> = Mutex::new(String::new());

/// Time between two looks of the spinner.
const TICK: Duration = Duration::from_millis(250);

/// More threads than this are a slip of the pen.
const MOST_THREADS: usize = 1024;

/// What every command shares.
pub struct Context {
    /// Options that every command takes.
    pub global: Global,
    budget: Budget,
    progress: Arc<Progress>,
    /// Set when the answer is there and only has to be shown.
    computed: Arc<AtomicBool>,
}

impl Context {
    /// Reads the limits and listens for Ctrl-C.
    pub fn new(global: Global) -> Result<Context, Failure> {
        let free = free_memory();
        let memory_bytes = match &global.memory {
            Some(text) => {
                let asked = parse_size(text).ok_or_else(|| {
                    Failure::input(format!("--memory {text}: this is not a size")).hint("write 500M or 8G")
                })?;
                if asked > free && !global.quiet {
                    let free = free >> 20;
                    let warning =
                        format!("warning: --memory {text} is more than is free: the limit is {free} MiB\n");
                    let _ = std::io::stderr().write_all(warning.as_bytes());
                }
                asked.min(free)
            }
            None => free / 2,
        };
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = match global.threads {
            Some(0) => {
                return Err(
                    Failure::input("--threads 0: at least one thread is needed").hint("write --threads 1")
                );
            }
            Some(n) if n > MOST_THREADS => {
                let message = format!("--threads {n}: at most {MOST_THREADS} are started");
                return Err(Failure::input(message).hint("more threads than cores make nothing faster"));
            }
            Some(n) => n,
            None => cores,
        };
        // The ledger and the wavefronts share one pool; a second pool cannot be built, which is fine.
        let _ = rayon::ThreadPoolBuilder::new().num_threads(threads).build_global();
        let (cancel, computed) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
        let (told, over) = (cancel.clone(), computed.clone());
        let _ = ctrlc::set_handler(move || {
            let again = told.swap(true, Ordering::Relaxed);
            // An answer that is only being shown is not worth waiting for.
            let shown = over.load(Ordering::Relaxed) && !SERVING.load(Ordering::Relaxed);
            if again || shown || WAITING.load(Ordering::Relaxed) {
                end(130, "interrupted");
            }
            let over = over.clone();
            let ended = move || {
                if !is_over_in_time(&over, threads) {
                    end(130, "interrupted");
                }
            };
            // Where no thread can be made there is no grace.
            if std::thread::Builder::new().spawn(ended).is_err() {
                end(130, "interrupted");
            }
        });
        let progress = Arc::new(Progress::new(!global.quiet));
        let shown = progress.clone();
        let budget = Budget::default()
            .with_memory(memory_bytes)
            .with_threads(threads)
            .with_cancel(cancel)
            .measured()
            .with_progress(Arc::new(move |done, total| shown.report(done, total)));
        crate::memory::limit(memory_bytes);
        let time = match global.time.map(Duration::try_from_secs_f64) {
            None => None,
            Some(Ok(time)) => Some(time),
            Some(Err(_)) => {
                let seconds = global.time.unwrap_or_default();
                let failure = Failure::input(format!("--time {seconds}: this is no time"));
                return Err(failure.hint("write seconds, such as 10 or 0.5"));
            }
        };
        let budget = time.map_or(budget.clone(), |time| budget.within(time));
        let (spinner, still) = (progress.clone(), computed.clone());
        // Shows that something is at work where nobody says how far it is, and sees to it that the time allowed is kept.
        // Without the thread there is neither, which is all.
        let _ = std::thread::Builder::new().spawn(move || {
            let start = Instant::now();
            while !still.load(Ordering::Relaxed) {
                let left = time.map_or(TICK, |time| time.saturating_sub(start.elapsed()));
                if left.is_zero() && !is_over_in_time(&still, threads) {
                    end(3, "the time allowed is over");
                }
                std::thread::sleep(left.min(TICK));
                if !still.load(Ordering::Relaxed) {
                    spinner.tick();
                }
            }
        });
        Ok(Context { global, budget, progress, computed })
    }

    /// The budget of this request, with progress shown after two seconds.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// What pays for reading a game, and for what a game in Rust is asked: the request, without its end in time, which is
    /// that of the question.
    pub fn reading(&self) -> Budget {
        let budget = Budget::default().with_memory(self.budget.memory());
        budget.with_threads(self.budget.threads()).with_cancel(self.budget.cancel_flag()).measured()
    }

    /// The budget of a search that ends after so many seconds unless a time is given.
    pub fn budget_for(&self, seconds: u64) -> Budget {
        match self.global.time {
            Some(_) => self.budget.clone(),
            None => self.budget.clone().within(Duration::from_secs(seconds)),
        }
    }

    /// Whether Ctrl-C was pressed.
    pub fn cancelled(&self) -> bool {
        matches!(self.budget.check(), Err(Stop::Cancelled))
    }

    /// From now on the part of the answer that is complete is worth waiting for.
    pub fn keeps_a_part(&self) {
        KEEPS.store(true, Ordering::Relaxed);
    }

    /// The failure of a computation that ended before it was done, with what it has nevertheless.
    pub fn cut_short(&self, kept: &str) -> Failure {
        if self.cancelled() {
            return Failure::interrupted(format!("interrupted; {kept}"));
        }
        Failure::limit(format!("the time allowed is over; {kept}")).hint("allow more with --time")
    }

    /// Progress counts these things: their number, the rate and the time left are shown.
    pub fn counting(&self, things: &'static str) {
        self.progress.counting(things);
    }

    /// The answer is there: removes the progress bar.
    pub fn finish(&self) {
        self.computed.store(true, Ordering::Relaxed);
        self.progress.clear();
    }

    /// The program serves others from now on and ends in its own way: requests have limits of their own.
    pub fn serves(&self) {
        self.finish();
        SERVING.store(true, Ordering::Relaxed);
        crate::memory::unlimited();
    }

    /// The value of `compute`, and the seconds it took.
    pub fn timed<T>(&self, compute: impl FnOnce() -> T) -> (T, f64) {
        let start = Instant::now();
        let value = compute();
        (value, start.elapsed().as_secs_f64())
    }
}

/// What waits for input does this, so that Ctrl-C ends it at once.
pub fn waiting<T>(wait: impl FnOnce() -> T) -> T {
    WAITING.store(true, Ordering::Relaxed);
    let value = wait();
    WAITING.store(false, Ordering::Relaxed);
    value
}

/// What is kept, in words, should the program be ended from now on.
pub fn keeps(what: String) {
    *KEPT.lock().unwrap_or_else(|broken| broken.into_inner()) = what;
}

/// Ends the program; nothing half written stays.
fn end(code: i32, why: &str) -> ! {
    crate::output::remove_unfinished();
    let kept = KEPT.lock().map_or(String::new(), |kept| kept.clone());
    let kept = if kept.is_empty() { "nothing was kept" } else { &kept };
    // A reader that has gone away is no reason to stay.
    let _ = std::io::stderr().write_all(format!("error: {why}; {kept}\n").as_bytes());
    std::process::exit(code)
}

/// Whether a computation that should end does so by itself.
fn is_over_in_time(over: &AtomicBool, threads: usize) -> bool {
    let (start, used) = (Instant::now(), processor_time());
    // It may begin to keep something after it was told to end.
    let grace = || if KEEPS.load(Ordering::Relaxed) { GRACE_TO_KEEP } else { GRACE } * threads as u32;
    while !over.load(Ordering::Relaxed) {
        if processor_time().saturating_sub(used) >= grace() || start.elapsed() >= PATIENCE {
            return false;
        }
        std::thread::sleep(LOOK);
    }
    true
}

/// Processor time that this process has used.
#[cfg(unix)]
fn processor_time() -> Duration {
    let used = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::try_from(used).unwrap_or_default()
}

/// Where processor time cannot be asked for, time itself.
#[cfg(not(unix))]
fn processor_time() -> Duration {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    START.elapsed()
}

/// `500M`, `8G`, `123456`.
fn parse_size(text: &str) -> Option<u64> {
    let text = text.trim().trim_end_matches(['b', 'B']).trim_end_matches('i');
    let (digits, shift) = match text.chars().last()? {
        'k' | 'K' => (&text[..text.len() - 1], 10),
        'm' | 'M' => (&text[..text.len() - 1], 20),
        'g' | 'G' => (&text[..text.len() - 1], 30),
        't' | 'T' => (&text[..text.len() - 1], 40),
        _ => (text, 0),
    };
    digits.trim().parse::<u64>().ok()?.checked_mul(1 << shift).filter(|bytes| *bytes > 0)
}

/// Free memory of the machine, or 4 GiB where it cannot be read.
fn free_memory() -> u64 {
    let read = || {
        let text = std::fs::read_to_string("/proc/meminfo").ok()?;
        let line = text.lines().find(|line| line.starts_with("MemAvailable:"))?;
        line.split_whitespace().nth(1)?.parse::<u64>().ok()?.checked_mul(1024)
    };
    read().unwrap_or(4 << 30)
}

#[cfg(test)]
mod tests {
    use super::parse_size;

    #[test]
    fn sizes_are_read_as_people_write_them() {
        assert_eq!(parse_size("500M"), Some(500 << 20));
        assert_eq!(parse_size("8 GiB"), Some(8 << 30));
        assert_eq!(parse_size("12345"), Some(12345));
        for wrong in ["", "G", "-1", "8X", "99999999999G", "0"] {
            assert_eq!(parse_size(wrong), None, "{wrong}");
        }
    }
}
