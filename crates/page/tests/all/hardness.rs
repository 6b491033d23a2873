//! What a stranger may try: too much, too slow, cut off, and all at once. Other clicks are answered meanwhile.

use crate::client::{Running, read};
use std::io::Write;
use std::net::TcpStream;
use std::time::{Duration, Instant};

const CLICK: &str = r#"{"ask":"solve","game":"wythoff","position":"6,10"}"#;

/// The time of a click on a busy machine; quiet ones answer in a few milliseconds (the bench prints it).
const SOON: Duration = Duration::from_secs(20);

fn click(server: &Running) -> Duration {
    let start = Instant::now();
    let answer = server.ask(CLICK);
    assert!(answer.contains(r#""outcome":"P""#), "{answer}");
    start.elapsed()
}

#[test]
fn what_is_too_large_or_no_request_is_refused() {
    let server = Running::new();
    let long = format!(r#"{{"ask":"read","game":"{}"}}"#, "x".repeat(400_000));
    assert!(server.ask(&long).starts_with("HTTP/1.1 413"));
    let text = format!(r#"{{"ask":"read","game":"{}"}}"#, "x".repeat(100_000));
    assert!(server.ask(&text).contains("longer than"));
    for question in ["", "{", "null", "[]", r#"{"ask":"nothing"}"#, r#"{"ask":"solve"}"#, "\u{0}"] {
        let answer = server.ask(question);
        assert!(answer.starts_with("HTTP/1.1 400"), "{question}: {answer}");
        assert!(answer.contains(r#""kind":"input""#), "{question}: {answer}");
    }
    let nested = "[".repeat(100_000);
    assert!(server.ask(&nested).starts_with("HTTP/1.1 400"));
    let head = format!("GET /{} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", "a".repeat(200_000), server.port);
    assert!(!server.raw(&head).starts_with("HTTP/1.1 200"));
    click(&server);
}

/// A thousand, or as many as this process may hold at both of their ends.
fn connections() -> usize {
    let limits = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"));
    let most: usize = line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(1024);
    1000.min(most.saturating_sub(200) / 2)
}

#[test]
fn a_thousand_connections_at_once_lose_nothing() {
    let (server, half) = (Running::new(), connections() / 2);
    // Half of them say a part of what they want and wait.
    let idle: Vec<TcpStream> = (0..half)
        .map(|n| {
            let mut stream = server.connect();
            let part = server.head("/api", CLICK.len());
            stream.write_all(&part.as_bytes()[..part.len() - n % 40]).unwrap();
            stream
        })
        .collect();
    let busy: Vec<TcpStream> = (0..half).map(|_| server.send(CLICK)).collect();
    for answer in busy.into_iter().map(read) {
        assert!(answer.contains(r#""outcome":"P""#), "{answer}");
    }
    assert!(click(&server) < SOON);
    drop(idle);
}

/// A click beside a thousand of another, each of a cell of its own: how long it takes, and how long all of them.
fn beside_a_thousand(server: &Running) -> (Duration, Duration) {
    let start = Instant::now();
    let many: Vec<TcpStream> = (0..connections())
        .map(|n| {
            let (x, y) = (n / 30, n % 30);
            server.send(&format!(r#"{{"ask":"solve","game":"wythoff","position":"{x},{y}","board":true}}"#))
        })
        .collect();
    let other = click(server);
    for answer in many.into_iter().map(read) {
        assert!(answer.contains(r#""outcome""#), "{answer}");
    }
    (other, start.elapsed())
}

#[test]
fn whoever_clicks_beside_a_thousand_clicks_is_not_behind_them() {
    let server = Running::new();
    // On a machine that is busy with other things both take longer, and one click may have bad luck.
    let took: Vec<(Duration, Duration)> = (0..5).map(|_| beside_a_thousand(&server)).collect();
    let soon = took.iter().filter(|(other, all)| *other < Duration::from_millis(200).max(*all / 4)).count();
    assert!(soon >= 3, "{took:?}");
}

#[test]
fn clicks_are_answered_while_rules_burn_time_and_cut_connections_free_their_slots() {
    let server = Running::new();
    for _ in 0..3 {
        let burning = server.burn();
        std::thread::sleep(Duration::from_millis(300));
        for _ in 0..3 {
            assert!(click(&server) < SOON);
        }
        // Whoever asked has gone; what was computed for them ends.
        drop(burning);
    }
    let start = Instant::now();
    let proved = server.ask(r#"{"ask":"prove","game":"wythoff"}"#);
    assert!(proved.contains(r#""verdict":"proved""#), "{proved}");
    assert!(start.elapsed() < Duration::from_secs(100));
}

#[test]
fn an_answer_that_nobody_reads_stops_nobody() {
    let server = Running::new();
    let question = r#"{"ask":"first","game":"wythoff","count":100000}"#;
    let stuck: Vec<TcpStream> = (0..40).map(|_| server.send(question)).collect();
    std::thread::sleep(Duration::from_millis(200));
    assert!(click(&server) < SOON);
    drop(stuck);
    assert!(click(&server) < SOON);
}
