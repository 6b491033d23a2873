//! A progress bar on standard error, for anything that takes more than two seconds.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Shows nothing for two seconds, then how far the work is.
pub struct Progress {
    shown: bool,
    start: Instant,
    bar: OnceLock<ProgressBar>,
    /// Whether it is known how much there is to do.
    known: AtomicBool,
    /// What is counted, where that is worth showing.
    things: OnceLock<&'static str>,
}

impl Progress {
    /// Progress that is shown if it is wanted and somebody is there to see it.
    pub fn new(wanted: bool) -> Progress {
        Progress {
            shown: wanted && std::io::stderr().is_terminal(),
            start: Instant::now(),
            bar: OnceLock::new(),
            known: AtomicBool::new(false),
            things: OnceLock::new(),
        }
    }

    /// Reports `done` of `total`; a total of 0 is unknown, and so is how far it is before anything is done.
    pub fn report(&self, done: u64, total: u64) {
        let Some(bar) = self.bar() else { return };
        if total > 0 && done > 0 {
            if !self.known.swap(true, Ordering::Relaxed) {
                bar.set_style(match self.things.get() {
                    None => style("{bar:40} {percent}% {elapsed} (left {eta})"),
                    Some(things) => style(&format!(
                        "{{bar:30}} {{pos}} of {{len}} {things}, {{per_sec}}, {{elapsed}} (left {{eta}})"
                    )),
                });
            }
            bar.set_length(total);
            bar.set_position(done);
        }
    }

    /// Progress counts these things.
    pub fn counting(&self, things: &'static str) {
        let _ = self.things.set(things);
    }

    /// Shows that something is at work.
    pub fn tick(&self) {
        if let Some(bar) = self.bar() {
            bar.tick();
        }
    }

    fn bar(&self) -> Option<&ProgressBar> {
        let wanted = self.shown && self.start.elapsed() >= Duration::from_secs(2);
        wanted.then(|| {
            self.bar.get_or_init(|| ProgressBar::new_spinner().with_style(style("{spinner} {elapsed}")))
        })
    }

    /// Removes the bar.
    pub fn clear(&self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}
