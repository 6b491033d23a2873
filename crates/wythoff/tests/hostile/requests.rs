//! Requests that mean no good, of every kind, in one process: each ends within its budget, with an error that helps, and
//! the process goes on. The example `hostile` runs as many as one likes.

use crate::facade::{Corpus, KINDS, Request};
use crate::{alone, limits};
use std::collections::BTreeSet;
use std::time::Duration;

const REQUESTS: u64 = 700;

#[test]
fn generated_requests_end_within_their_budget() {
    let _alone = alone();
    let corpus = Corpus::read();
    let (mut kinds, mut answered) = (BTreeSet::new(), 0);
    for n in 0..REQUESTS {
        let request = Request::new(7, n, &KINDS, &corpus);
        let (kind, texts) = (request.kind, request.texts.clone());
        kinds.insert(kind);
        let run = limits::measured(limits::allowed(n), |budget| request.run(budget));
        answered += u64::from(run.answer.is_ok());
        // The code that is tested is not optimised: what it does between two looks takes longer.
        let shown = format!("request {n}, {kind:?}: {:?}, {} MB: {texts:.300?}", run.time, run.bytes >> 20);
        assert!(run.time <= run.allowed + Duration::from_secs(1), "{shown}");
        assert!(run.bytes <= limits::BYTES, "{shown}");
    }
    assert!(REQUESTS / 10 < answered && answered < REQUESTS, "{answered} of {REQUESTS} were answered");
    assert_eq!(kinds.len(), 21, "{kinds:?}");
}
