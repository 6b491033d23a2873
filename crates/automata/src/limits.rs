//! What a construction may cost. A limit that is reached means "unknown", never "no".

use thiserror::Error;
use wythoff_numbers::{Budget, Stop};

/// Bounds on one run of the prover or the learner.
#[derive(Debug, Clone)]
pub struct Limits {
    /// The largest number of states of any intermediate automaton.
    pub states: usize,
    /// Memory of any intermediate automaton, deadline and cancellation.
    pub budget: Budget,
}

impl Default for Limits {
    /// A million states, 1 GiB, no deadline.
    fn default() -> Self {
        Limits { states: 1_000_000, budget: Budget::default().with_memory(1 << 30) }
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
    /// Numbers beyond 64 bits.
    #[error("{what} leads to numbers beyond 64 bits; try another numeration")]
    Numbers {
        /// The automaton under construction.
        what: &'static str,
    },
    /// A formula with too many variables at once.
    #[error("the formula has more than {limit} variables, or sets, at once")]
    Variables {
        /// How many are handled.
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
        if bytes as u64 > self.budget.memory() {
            return Err(Limit::Memory { what, limit: self.budget.memory() as usize });
        }
        // Every time: constructions grow by many states between two calls, and a look at the clock costs little.
        Ok(self.budget.check()?)
    }
}

impl From<Stop> for Limit {
    fn from(stop: Stop) -> Limit {
        match stop {
            Stop::Cancelled => Limit::Cancelled,
            Stop::Time | Stop::Work => Limit::Time,
            Stop::Memory { what, allowed, .. } => Limit::Memory { what, limit: allowed as usize },
            Stop::Machine { what, needed } => Limit::Memory { what, limit: needed as usize },
        }
    }
}
