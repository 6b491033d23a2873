//! Questions that mean no good: each ends within its budget, in an answer or in a failure that helps.
//!
//! `requests_fuzz` among the examples runs as many as one likes.

use crate::{mutate, questions};
use std::time::Duration;
use wythoff::Budget;
use wythoff_lab::{Engine, Event, Limits, Request};

#[test]
fn generated_questions_end_within_their_budget() {
    let (specs, positions) =
        ([mutate::corpus("specs"), mutate::corpus("rules")].concat(), mutate::corpus("positions"));
    let limits =
        Limits { click_ms: 200, table_ms: 200, proof_ms: 200, memory_bytes: 64 << 20, ..Limits::worker() };
    let engine = Engine::new("server", limits);
    let (mut read, mut answered) = (0, 0);
    for n in 0..1500 {
        let question = questions::question(7, n, &specs, &positions);
        let Ok(request) = Request::read(question.as_bytes(), engine.limits()) else { continue };
        read += 1;
        let (budget, mut last) = (Budget::default(), None);
        let start = budget.now();
        engine.answer(&request, &budget, &mut |event| last = Some(event));
        // Far beyond the budget, since the machine may be busy.
        assert!(budget.now() - start < Duration::from_secs(60), "{question}");
        match last.expect("a last event") {
            Event::Failed(failure) => {
                assert_ne!(failure.kind, "internal", "{question}: {}", failure.message);
                assert!(failure.message.len() < 2000, "{question}");
            }
            event => {
                assert!(event.is_last(), "{question}");
                answered += 1;
            }
        }
    }
    assert!(read > 900 && answered > 150, "{read} read, {answered} answered");
}
