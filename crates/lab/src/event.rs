//! What comes back: progress, parts as they are found, and one answer or failure at the end.

use serde::Serialize;
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use wythoff::{Advice, Budget, Error, Kind, Place};

/// Something that an engine tells while it answers; the last event of a request is an answer, bytes or a failure.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// How far it is; the end may not be known.
    Progress {
        /// What is being done.
        what: &'static str,
        /// Work done.
        done: u64,
        /// All the work, where it is known.
        total: Option<u64>,
    },
    /// A part of the answer, as JSON.
    Part(String),
    /// The answer, as JSON.
    Answer(String),
    /// The answer, as bytes of a kind (a media type).
    Bytes(&'static str, Vec<u8>),
    /// There is no answer.
    Failed(Failure),
}

impl Event {
    /// The answer that is this value.
    pub(crate) fn answer(value: &impl Serialize) -> Event {
        serialised(value).map_or_else(Event::Failed, Event::Answer)
    }

    /// The part that is this value.
    pub(crate) fn part(value: &impl Serialize) -> Event {
        serialised(value).map_or_else(Event::Failed, Event::Part)
    }

    /// Whether nothing comes after it.
    pub fn is_last(&self) -> bool {
        matches!(self, Event::Answer(_) | Event::Bytes(..) | Event::Failed(_))
    }

    /// The event as one line of JSON; of bytes their number alone, since they do not go through JSON.
    pub fn line(&self) -> String {
        match self {
            Event::Progress { what, done, total } => {
                json!({"progress": {"what": what, "done": done, "total": total}}).to_string()
            }
            Event::Part(text) => format!("{{\"part\":{text}}}"),
            Event::Answer(text) => format!("{{\"answer\":{text}}}"),
            Event::Bytes(kind, bytes) => json!({"bytes": {"kind": kind, "length": bytes.len()}}).to_string(),
            Event::Failed(failure) => json!({"error": failure}).to_string(),
        }
    }
}

fn serialised(value: &impl Serialize) -> Result<String, Failure> {
    serde_json::to_string(value).map_err(|error| Failure::new("internal", error.to_string()))
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// `rules`, `input`, `limit`, `cancelled`, `check`, `busy` or `internal`.
    pub kind: &'static str,
    /// What is wrong, in one line.
    pub message: String,
    /// Which member of the request it is about: `game`, `other`, `on`, `position`, ...
    pub field: Option<&'static str>,
    /// The bytes of that text that are meant.
    pub place: Option<Place>,
    /// What to do about it.
    pub hints: Vec<String>,
    /// What to ask instead, in one word.
    pub advice: Option<Advice>,
}

impl Failure {
    /// A failure of a kind.
    pub fn new(kind: &'static str, message: impl Into<String>) -> Failure {
        Failure { kind, message: message.into(), field: None, place: None, hints: Vec::new(), advice: None }
    }

    /// What was asked is wrong.
    pub(crate) fn input(message: impl Into<String>) -> Failure {
        Failure::new("input", message)
    }

    /// More was asked for than is given.
    pub(crate) fn limit(message: impl Into<String>) -> Failure {
        Failure::new("limit", message)
    }

    /// The same with a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Failure {
        self.hints.push(hint.into());
        self
    }

    /// The same, about a member of the request.
    #[must_use]
    pub(crate) fn about(mut self, field: &'static str) -> Failure {
        self.field = Some(field);
        self
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        let kind = match error.kind {
            Kind::Input => "input",
            Kind::Check => "check",
            Kind::Limit => "limit",
            Kind::Interrupted => "cancelled",
        };
        let Error { message, place, hints, advice, .. } = error;
        Failure { kind, message, field: None, place, hints, advice }
    }
}

/// Milliseconds between two events of progress.
const PACE: u64 = 100;

/// The budget with its progress told as events, not too often.
pub fn telling(budget: Budget, tell: impl Fn(Event) + Send + Sync + 'static) -> Budget {
    let clock = budget.clone();
    let last = AtomicU64::new(0);
    budget.with_progress(Arc::new(move |done, total| {
        let now = clock.now().as_millis() as u64;
        let before = last.load(Ordering::Relaxed);
        if now < before.saturating_add(PACE)
            || last.compare_exchange(before, now, Ordering::Relaxed, Ordering::Relaxed).is_err()
        {
            return;
        }
        tell(Event::Progress { what: "computing", done, total: (total > 0).then_some(total) });
    }))
}
