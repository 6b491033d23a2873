//! A server and what a client of it does; for the tests and for `examples/under_load.rs`.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;
use wythoff_page::Server;

/// A rule whose proof takes as long as it may.
const PROOF: &str = r#"{"ask":"prove","game":"(i,0) (0,i) (i,i)","on":{"block":7},"time":600}"#;

/// All that is answered until the connection ends.
pub(crate) fn read(mut stream: TcpStream) -> String {
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

/// A server that runs until it is dropped.
pub(crate) struct Running {
    pub(crate) port: u16,
    end: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    pub(crate) fn new() -> Running {
        let server = Server::bind(Some(0)).unwrap();
        let (port, end) = (server.port(), Arc::new(AtomicBool::new(false)));
        let flag = end.clone();
        let thread = Some(std::thread::spawn(move || server.run(&flag).unwrap()));
        Running { port, end, thread }
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
        stream
    }

    /// Sends bytes and reads the whole answer.
    pub(crate) fn raw(&self, request: &str) -> String {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).unwrap();
        read(stream)
    }

    /// The head of a question of the page.
    pub(crate) fn head(&self, path: &str, length: usize) -> String {
        format!(
            "POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n",
            self.port
        )
    }

    /// A question whose answer is not read yet.
    pub(crate) fn send(&self, question: &str) -> TcpStream {
        let mut stream = self.connect();
        stream.write_all((self.head("/api", question.len()) + question).as_bytes()).unwrap();
        stream
    }

    /// More questions made to burn time than there are slots for proofs, tables and clicks that turn out to be slow.
    pub(crate) fn burn(&self) -> Vec<TcpStream> {
        let one = |n: usize| {
            let table = format!(
                r#"{{"ask":"tile","game":"(i,0) (0,i) (k,l) where (k*k+{n}*l) mod 7 < 3","layer":"grundy","x":7,"y":7,"size":512}}"#
            );
            let position = format!(
                r#"{{"ask":"solve","game":"(i,0,0) (0,i,0) (0,0,i) (i,j,k) where (i*j+{n}*k) mod 5 == 1","position":"90,90,90"}}"#
            );
            self.send([PROOF, &table, &position][n % 3])
        };
        (0..24).map(one).collect()
    }

    pub(crate) fn ask(&self, question: &str) -> String {
        self.raw(&(self.head("/api", question.len()) + question))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.end.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
