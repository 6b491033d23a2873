//! A progress bar on standard error, for anything that takes more than two seconds.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Shows nothing for two seconds, then how far the work is.
pub struct Progress {
    shown: bool,
    start: Instant,
    bar: OnceLock<ProgressBar>,
}

impl Progress {
    /// Progress that is shown if it is wanted and somebody is there to see it.
    pub fn new(wanted: bool) -> Progress {
        Progress {
            shown: wanted && std::io::stderr().is_terminal(),
            start: Instant::now(),
            bar: OnceLock::new(),
        }
    }

    /// Reports `done` of `total`; a total of 0 is unknown.
    pub fn report(&self, done: u64, total: u64) {
        if !self.shown || self.start.elapsed() < Duration::from_secs(2) {
            return;
        }
        let bar = self.bar.get_or_init(|| {
            let bar = if total == 0 { ProgressBar::new_spinner() } else { ProgressBar::new(total) };
            let template =
                if total == 0 { "{spinner} {elapsed}" } else { "{bar:40} {percent}% {elapsed} (left {eta})" };
            bar.with_style(
                ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()),
            )
        });
        bar.set_length(total);
        bar.set_position(done);
    }

    /// Removes the bar.
    pub fn clear(&self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }
}
