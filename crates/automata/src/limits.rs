//! What a construction may cost. A limit that is reached means "unknown", never "no".

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use thiserror::Error;

/// Bounds on one run of the prover or the learner.
#[derive(Debug, Clone)]
pub struct Limits {
    /// The largest number of states of any intermediate automaton.
    pub states: usize,
    /// The largest number of bytes of any intermediate automaton.
    pub memory: usize,
    /// When to give up.
    pub deadline: Option<Instant>,
    /// Set from outside (another thread, Ctrl-C) to give up.
    pub cancel: Option<Arc<AtomicBool>>,
}

impl Default for Limits {
    /// A million states, 1 GiB, no deadline.
    fn default() -> Self {
        Limits { states: 1_000_000, memory: 1 << 30, deadline: None, cancel: None }
    }
}

/// The limit that was reached.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Limit {
    /// Too many states.
    #[error("{what} has more than {limit} states; raise the limit on states")]
    States {
        /// The automaton under construction.
        what: &'static str,
        /// The limit.
        limit: usize,
    },
    /// Too much memory.
    #[error("{what} needs more than {limit} bytes; raise the limit on memory")]
    Memory {
        /// The automaton under construction.
        what: &'static str,
        /// The limit.
        limit: usize,
    },
    /// The deadline has passed.
    #[error("out of time; allow more time")]
    Time,
    /// Cancelled from outside.
    #[error("cancelled")]
    Cancelled,
    /// The shortest counterexample does not fit in 64 bits a pile.
    #[error("a counterexample exists, but its shortest word has {digits} digits, beyond 64 bits")]
    Length {
        /// Digits of the shortest counterexample.
        digits: usize,
    },
    /// The oracle's data do not determine an automaton.
    #[error("the table of positions below {bound} does not determine the automaton; compute a longer table")]
    Data {
        /// How far the table goes.
        bound: u64,
    },
    /// The learner's own bound on rounds.
    #[error("no automaton after {rounds} rounds of learning; raise the number of rounds")]
    Rounds {
        /// Rounds that were run.
        rounds: usize,
    },
}

impl Limits {
    /// Fails when an automaton of this size exceeds a limit, or when time is up.
    pub(crate) fn check(&self, what: &'static str, states: usize, bytes: usize) -> Result<(), Limit> {
        if states > self.states {
            return Err(Limit::States { what, limit: self.states });
        }
        if bytes > self.memory {
            return Err(Limit::Memory { what, limit: self.memory });
        }
        if states.is_multiple_of(64) {
            if self.cancel.as_ref().is_some_and(|c| c.load(Ordering::Relaxed)) {
                return Err(Limit::Cancelled);
            }
            if self.deadline.is_some_and(|d| Instant::now() >= d) {
                return Err(Limit::Time);
            }
        }
        Ok(())
    }
}
