//! A row ends with its budget.

use std::time::{Duration, Instant};
use wythoff_claims::{Scale, Size, claims, run};
use wythoff_numbers::Budget;

/// What a row may take after it was cancelled, in a development build on a busy machine: the slowest take half of it.
const MOST: Duration = Duration::from_millis(1200);

/// Every row with the bounds of a quick run: most are over before they are cancelled, and the others stop.
#[test]
fn every_row_stops_when_it_is_cancelled() {
    let scale = Scale { size: Size::Quick, seed: 0 };
    let mut late = Vec::new();
    for claim in claims() {
        let budget = Budget::default();
        let other = budget.clone();
        let start = Instant::now();
        let asked = std::thread::spawn(move || run(&[claim], scale, &|_| {}, &other).len());
        while !asked.is_finished() && start.elapsed() < Duration::from_millis(20) {
            std::thread::sleep(Duration::from_millis(1));
        }
        budget.cancel();
        let cancelled = Instant::now();
        asked.join().unwrap();
        if cancelled.elapsed() > MOST {
            late.push((claim.id, cancelled.elapsed()));
        }
    }
    assert!(late.is_empty(), "{late:?}");
}
