//! The laboratory's protocol: what a page asks, and what it is told.

#[path = "../../../../fuzz/mutate.rs"]
mod mutate;
#[path = "../../../../fuzz/questions.rs"]
mod questions;

mod answers;
mod hostile;
mod tiles;

use serde_json::Value;
use wythoff::Budget;
use wythoff_lab::{Engine, Event, Limits, Request};

fn engine() -> Engine {
    Engine::new("server", Limits::server())
}

/// The last event of a question.
fn last(engine: &Engine, question: &str) -> Event {
    let mut last = None;
    match Request::read(question.as_bytes(), engine.limits()) {
        Ok(request) => engine.answer(&request, &Budget::default(), &mut |event| last = Some(event)),
        Err(failure) => last = Some(Event::Failed(failure)),
    }
    last.expect("a last event")
}

/// The answer to a question.
fn answer(question: &str) -> Value {
    match last(&engine(), question) {
        Event::Answer(text) => serde_json::from_str(&text).unwrap(),
        other => panic!("{question}: {}", other.line()),
    }
}

/// Why there is no answer to a question.
fn failure(question: &str) -> Value {
    match last(&engine(), question) {
        Event::Failed(failure) => serde_json::to_value(failure).unwrap(),
        other => panic!("{question}: {}", other.line()),
    }
}
