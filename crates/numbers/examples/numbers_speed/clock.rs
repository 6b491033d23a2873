//! The processor time of a computation, the mean of a few runs, and its ratio to one multiplication.

use std::time::Instant;

/// Seconds that this thread has spent on a processor, where the system tells; otherwise by the clock.
fn now(start: &Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| start.elapsed().as_secs_f64(), |n| n / 1e9)
}

/// Runs go on until they have taken this long together: the system counts in steps of some milliseconds.
const ENOUGH: f64 = 0.2;
const RUNS: u32 = 100_000;

/// The time of some work, the mean of as many runs as it takes to measure it, and its result.
pub fn seconds<T>(mut work: impl FnMut() -> T) -> (f64, T) {
    let clock = Instant::now();
    let start = now(&clock);
    let mut result = work();
    let mut runs = 1;
    while now(&clock) - start < ENOUGH && runs < RUNS {
        result = work();
        runs += 1;
    }
    ((now(&clock) - start) / f64::from(runs), result)
}

/// Prints rows: what was done, how long it took, how many multiplications that is, and the bound it should keep.
pub struct Table {
    unit: f64,
    missed: usize,
}

impl Table {
    /// A table whose unit is the time of one multiplication.
    pub fn new(what: &str, unit: f64) -> Table {
        println!("{what:<52} {:>9.3} ms", unit * 1e3);
        Table { unit, missed: 0 }
    }

    /// A row; `most` is the bound in seconds, if there is one.
    pub fn row(&mut self, name: &str, time: f64, most: Option<f64>) {
        let verdict = match most {
            Some(most) if time > most => format!("  misses {:.0} ms", most * 1e3),
            Some(most) => format!("  within {:.0} ms", most * 1e3),
            None => String::new(),
        };
        self.missed += usize::from(most.is_some_and(|most| time > most));
        println!("{name:<52} {:>9.3} ms  {:>8.2} x{verdict}", time * 1e3, time / self.unit);
    }

    /// How many rows missed their bound.
    pub fn missed(&self) -> usize {
        self.missed
    }
}
