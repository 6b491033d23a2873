//! How fast the page is answered: the least of several runs, since machines are busy, and the ratio to one pass over as
//! many pixels.
//!
//! ```text
//! cargo run --release -p wythoff-lab --example lab_speed
//! ```

use std::hint::black_box;
use std::time::{Duration, Instant};
use wythoff::Budget;
use wythoff_lab::{Engine, Event, Limits, Request};

fn ask(engine: &Engine, question: &str) -> Duration {
    let start = Instant::now();
    let mut last = None;
    match Request::read(question.as_bytes(), engine.limits()) {
        Ok(request) => engine.answer(&request, &Budget::default(), &mut |event| last = Some(event)),
        Err(failure) => last = Some(Event::Failed(failure)),
    }
    let took = start.elapsed();
    if let Some(Event::Failed(failure)) = last {
        println!("{question}: {}", failure.message);
        std::process::exit(1);
    }
    took
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
    let say = |what: &str, took: Duration, goal: u64| {
        let ratio = took.as_secs_f64() / plain.as_secs_f64();
        println!(
            "{what:<58} {:>9.2} ms  goal {goal:>3} ms  {ratio:>7.1} passes",
            took.as_secs_f64() * 1000.0
        );
    };
    let fresh = || Engine::new("server", Limits::server());
    let engine = fresh();
    say(
        "a click: solve wythoff 6,10",
        least(
            (0..20)
                .map(|_| ask(&engine, r#"{"ask":"solve","game":"wythoff","position":"6,10","board":true}"#)),
        ),
        200,
    );
    let p = |x: u64, y: u64, level: u32| {
        format!(r#"{{"ask":"tile","game":"wythoff","layer":"p","x":{x},"y":{y},"level":{level},"size":512}}"#)
    };
    say("Wythoff's P-positions below 10^6: the first tile", ask(&engine, &p(0, 0, 11)), 50);
    for (what, question) in [
        ("  single cells at 600 000", p(1171, 1895, 0)),
        ("  a pixel 16 cells", p(60, 98, 4)),
        ("  all below 2^20", p(0, 0, 11)),
    ] {
        say(what, least((0..10).map(|_| ask(&engine, &question))), 50);
    }
    let g = |x: u64, y: u64, level: u32| {
        format!(
            r#"{{"ask":"tile","game":"wythoff","layer":"grundy","x":{x},"y":{y},"level":{level},"size":512}}"#
        )
    };
    say("Grundy values below 4096: the table", ask(&engine, &g(7, 7, 0)), 0);
    say("  a tile of it", least((0..10).map(|_| ask(&engine, &g(7, 7, 0)))), 100);
    say("  all of it", least((0..10).map(|_| ask(&engine, &g(0, 0, 3)))), 100);
    let typed = |n: u64| {
        let game = format!("(i,0) (0,i) (k,l) where |k - l| < {} or k == {n}", n % 5 + 1);
        let engine = fresh();
        ask(&engine, &format!(r#"{{"ask":"read","game":"{game}"}}"#))
            + ask(&engine, &format!(r#"{{"ask":"tile","game":"{game}","layer":"p","x":0,"y":0,"size":64}}"#))
    };
    say("typing a rule: read, and a board of 64 x 64", least((0..10).map(typed)), 100);
    say(
        "  with Grundy values",
        least((0..10).map(|n| {
            let game = format!("(i,0) (0,i) (k,l) where |k - l| < 3 or k == {n}");
            ask(
                &fresh(),
                &format!(r#"{{"ask":"tile","game":"{game}","layer":"grundy","x":0,"y":0,"size":64}}"#),
            )
        })),
        100,
    );
}
