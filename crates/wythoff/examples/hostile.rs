//! Hostile requests of every kind through the library in one process, each with 256 MB and 20 milliseconds, 200, or nearly
//! two seconds.
//!
//! ```text
//! cargo run --release -p wythoff --example hostile -- [REQUESTS] [--seconds S] [--seed S] [--from N] [FOLDER]
//! ```
//! A folder of the corpus (specs, rules, positions, reals, names, files) asks only what is about its texts. Time is the
//! processor's and memory is counted by the allocator, so that a busy machine changes nothing. A panic, an error that helps
//! nobody and a request over its limits are failures.

#[path = "../../../fuzz/driver.rs"]
mod driver;
#[path = "../../../fuzz/facade.rs"]
#[allow(missing_docs)]
mod facade;
#[path = "../../../fuzz/limits.rs"]
mod limits;
#[path = "../../../fuzz/mutate.rs"]
mod mutate;

use driver::{Asked, drive};
use facade::{Corpus, KINDS, Request, kinds_of};
use wythoff_numbers::memory;

#[global_allocator]
static ALLOCATOR: memory::Counted = memory::Counted;

/// How often a request that is over its limits is tried again.
const TRIES: usize = 2;

fn main() {
    let asked = Asked::read();
    let kinds = match asked.rest.first() {
        None => &KINDS[..],
        Some(folder) => kinds_of(folder).unwrap_or_else(|| {
            eprintln!("error: `{folder}` is not one of specs, rules, positions, reals, names, files");
            std::process::exit(2);
        }),
    };
    let corpus = Corpus::read();
    memory::keep_reserve();
    let about = |n: u64| {
        let request = Request::new(asked.seed, n, kinds, &corpus);
        format!("{:?} {:?}", request.kind, request.texts)
    };
    drive(&asked, about, |n, _| {
        let run = || {
            let request = Request::new(asked.seed, n, kinds, &corpus);
            limits::measured(limits::allowed(n), |budget| request.run(budget))
        };
        // On a machine that others use even processor time is sometimes too long: what is over is so again.
        let run = (0..TRIES).fold(run(), |last, _| if last.is_over() { run() } else { last });
        if run.is_over() {
            return Err(format!("{:?} of {:?}, {} MB", run.time, run.allowed, run.bytes >> 20));
        }
        Ok(match run.answer {
            Ok(()) => "answered",
            Err(error) => match error.kind {
                wythoff::Kind::Input => "input",
                wythoff::Kind::Check => "check",
                wythoff::Kind::Limit => "limit",
                wythoff::Kind::Interrupted => "interrupted",
            },
        })
    });
}
