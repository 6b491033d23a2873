//! How fast the page is answered: the least of several runs, since machines are busy, and the ratio to one pass over as
//! many pixels as a tile has. `speed.ndjson` has the questions; `crates/wasm/speed.mjs` asks the engine inside a page the same.
//!
//! ```text
//! cargo run --release -p wythoff-lab --example lab_speed
//! ```

use serde_json::Value;
use std::hint::black_box;
use std::time::{Duration, Instant};
use wythoff::Budget;
use wythoff_lab::{Engine, Event, Limits, Request};

fn ask(engine: &Engine, question: &str) {
    let mut last = None;
    match Request::read(question.as_bytes(), engine.limits()) {
        Ok(request) => engine.answer(&request, &Budget::default(), &mut |event| last = Some(event)),
        Err(failure) => last = Some(Event::Failed(failure)),
    }
    if let Some(Event::Failed(failure)) = last {
        println!("{question}: {}", failure.message);
        std::process::exit(1);
    }
}

fn least(times: impl Iterator<Item = Duration>) -> Duration {
    times.min().unwrap_or_default()
}

fn main() {
    let plain = least((0..20).map(|_| {
        let start = Instant::now();
        let pixels: Vec<u16> = (0..512u32 * 512).map(|n| black_box(n) as u16).collect();
        black_box(pixels);
        start.elapsed()
    }));
    let fresh = || Engine::new("server", Limits::server());
    let engine = fresh();
    for line in include_str!("speed.ndjson").lines() {
        let row: Value = serde_json::from_str(line).expect("a line of JSON");
        let asks: Vec<String> = row["asks"].as_array().into_iter().flatten().map(Value::to_string).collect();
        let took = least((0..row["runs"].as_u64().unwrap_or(1)).map(|_| {
            let new = (row["fresh"] == true).then(fresh);
            let engine = new.as_ref().unwrap_or(&engine);
            let start = Instant::now();
            asks.iter().for_each(|question| ask(engine, question));
            start.elapsed()
        }));
        let goal = row["goal"].as_u64().map_or(String::new(), |goal| format!("goal {goal} ms"));
        println!(
            "{:<58} {:>9.2} ms  {goal:<11}  {:>7.1} passes",
            row["what"].as_str().unwrap_or_default(),
            took.as_secs_f64() * 1000.0,
            took.as_secs_f64() / plain.as_secs_f64()
        );
    }
}
