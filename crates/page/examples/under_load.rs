//! How long a click takes while rules made to burn time fill every slot of the server, and with 1,000 connections open.
//!
//! ```text
//! cargo run --release -p wythoff-page --example under_load
//! ```

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use wythoff_page::Server;

const CLICK: &str = r#"{"ask":"solve","game":"wythoff","position":"6,10","board":true}"#;
const PROOF: &str = r#"{"ask":"prove","game":"(i,0) (0,i) (i,i)","on":{"block":7},"time":600}"#;

fn send(port: u16, question: &str) -> TcpStream {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("the server listens");
    let length = question.len();
    let head = format!(
        "POST /api HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    );
    stream.write_all((head + question).as_bytes()).expect("the server reads");
    stream
}

fn read(mut stream: TcpStream) -> String {
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer
}

/// Clicks one after the other: the middle, the 99th of a hundred, the longest.
fn clicks(port: u16, what: &str) {
    let mut took: Vec<Duration> = (0..300)
        .map(|_| {
            let start = Instant::now();
            let answer = read(send(port, CLICK));
            assert!(answer.contains(r#""outcome":"P""#), "{answer}");
            start.elapsed()
        })
        .collect();
    took.sort();
    let ms = |at: usize| took[at].as_secs_f64() * 1000.0;
    println!("{what:<48} half within {:>7.2} ms, 99 % {:>7.2} ms, all {:>7.2} ms", ms(149), ms(296), ms(299));
}

fn main() {
    let server = Server::bind(Some(0)).expect("a port");
    let (port, end) = (server.port(), Arc::new(AtomicBool::new(false)));
    let ended = end.clone();
    let running = std::thread::spawn(move || server.run(&ended));
    clicks(port, "clicks, nothing else");
    let burning: Vec<TcpStream> = (0..24)
        .map(|n| {
            let table = format!(
                r#"{{"ask":"tile","game":"(i,0) (0,i) (k,l) where (k*k+{n}*l) mod 7 < 3","layer":"grundy","x":7,"y":7,"size":512}}"#
            );
            let position = format!(
                r#"{{"ask":"solve","game":"(i,0,0) (0,i,0) (0,0,i) (i,j,k) where (i*j+{n}*k) mod 5 == 1","position":"90,90,90"}}"#
            );
            send(port, [PROOF, &table, &position][n % 3])
        })
        .collect();
    std::thread::sleep(Duration::from_millis(500));
    clicks(port, "clicks, 24 requests that burn time");
    drop(burning);
    let start = Instant::now();
    let many: Vec<TcpStream> = (0..1000).map(|_| send(port, CLICK)).collect();
    let answered = many.into_iter().map(read).filter(|answer| answer.contains(r#""outcome":"P""#)).count();
    println!("1,000 clicks at once: {answered} answered, {:.2} s for all", start.elapsed().as_secs_f64());
    end.store(true, Ordering::Relaxed);
    let _ = running.join();
}
