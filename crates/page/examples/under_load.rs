//! How long a click takes while rules made to burn time fill every slot of the server, and beside 1,000 clicks at once.
//!
//! ```text
//! cargo run --release -p wythoff-page --example under_load
//! ```

#[path = "../tests/all/client.rs"]
mod client;

use client::{Running, read};
use std::net::TcpStream;
use std::time::{Duration, Instant};

const GAMES: [&str; 3] = ["wythoff", "(i,0) (0,i) (k,l) where |k-l| < 3 or k == 7", "gdwn(p=1,q=2)"];

/// A click on a cell of a board of 100 x 100.
fn question(n: usize) -> String {
    let (game, x, y) = (GAMES[n % 3], n * 37 % 100, n * 53 % 97);
    format!(r#"{{"ask":"solve","game":"{game}","position":"{x},{y}","board":true}}"#)
}

fn click(server: &Running, n: usize) -> Duration {
    let start = Instant::now();
    let answer = server.ask(&question(n));
    assert!(answer.contains(r#""outcome""#), "{answer}");
    start.elapsed()
}

/// The middle, the 99th of a hundred, the longest.
fn told(what: &str, mut took: Vec<Duration>) {
    took.sort();
    let ms = |at: usize| took[at].as_secs_f64() * 1000.0;
    let most = took.len() - 1;
    println!(
        "{what:<48} half within {:>7.2} ms, 99 % {:>7.2} ms, all {:>7.2} ms",
        ms(most / 2),
        ms(most * 99 / 100),
        ms(most)
    );
}

fn main() {
    let server = Running::new();
    told("clicks, nothing else", (0..300).map(|n| click(&server, n)).collect());
    let burning = server.burn();
    std::thread::sleep(Duration::from_millis(500));
    told("clicks, 24 requests that burn time", (0..300).map(|n| click(&server, n)).collect());
    drop(burning);
    std::thread::sleep(Duration::from_secs(1));
    let (mut others, mut all) = (Vec::new(), Vec::new());
    for round in 0..10 {
        let start = Instant::now();
        let many: Vec<TcpStream> = (0..1000).map(|n| server.send(&question(n))).collect();
        others.push(click(&server, round));
        let answered = many.into_iter().map(read).filter(|answer| answer.contains(r#""outcome""#)).count();
        assert_eq!(answered, 1000);
        all.push(start.elapsed());
    }
    told("1,000 clicks at once, the last of them", all);
    told("another's click beside them", others);
}
