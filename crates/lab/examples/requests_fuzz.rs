//! Hostile requests through the laboratory's engine in one process.
//!
//! ```text
//! cargo run --release -p wythoff-lab --example requests_fuzz -- [EXECUTIONS] [--seconds S] [--seed S] [--from N]
//! ```
//! A panic and an internal failure are failures.

#[path = "../../../fuzz/driver.rs"]
mod driver;
#[path = "../../../fuzz/mutate.rs"]
mod mutate;
#[path = "../../../fuzz/questions.rs"]
mod questions;

use driver::{Asked, drive};
use wythoff::Budget;
use wythoff_lab::{Engine, Event, Limits, Request};

/// Milliseconds of a request.
const BUDGET: u64 = 50;

fn main() {
    let asked = Asked::read();
    let specs = [mutate::corpus("specs"), mutate::corpus("rules")].concat();
    let positions = mutate::corpus("positions");
    let limits = Limits {
        click_ms: BUDGET,
        table_ms: BUDGET,
        proof_ms: BUDGET,
        memory_bytes: 64 << 20,
        cache_bytes: 32 << 20,
        ..Limits::server()
    };
    let engine = Engine::new("server", limits);
    drive(
        &asked,
        |n| questions::question(asked.seed, n, &specs, &positions),
        |_, question| {
            let Ok(request) = Request::read(question.as_bytes(), engine.limits()) else {
                return Ok("not read");
            };
            let mut last = None;
            engine.answer(&request, &Budget::default(), &mut |event| last = Some(event));
            match last {
                None => Err("no answer".to_string()),
                Some(Event::Failed(wythoff_lab::Failure { kind: "internal", message, .. })) => Err(message),
                Some(Event::Failed(_)) => Ok("refused"),
                Some(_) => Ok("answered"),
            }
        },
    );
}
