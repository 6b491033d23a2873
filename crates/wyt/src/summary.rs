//! `--summary`: count, last item and digest of data as text, one row a line, numbers joined by commas.

use serde_json::Value;
use sha2::{Digest, Sha256};
use std::io::{self, Write};
use wythoff::Positions;

/// Data in short.
pub struct Summary {
    /// Rows.
    pub count: u64,
    /// The last position, or the last value of the last row.
    pub last: Value,
    /// SHA-256 of the rows.
    pub sha256: String,
}

/// Bytes that are hashed at a time.
const PIECE: usize = 1 << 16;

/// A writer whose bytes are hashed, in pieces that are worth a call.
#[derive(Default)]
pub struct Hasher {
    digest: Sha256,
    count: u64,
    buffer: Vec<u8>,
}

impl Hasher {
    /// One more row.
    pub fn row<T: itoa::Integer>(&mut self, row: impl IntoIterator<Item = T>) {
        push_row(&mut self.buffer, row);
        self.rest();
    }

    /// One more row that is text already.
    pub fn line(&mut self, line: &str) {
        self.buffer.extend_from_slice(line.as_bytes());
        self.buffer.push(b'\n');
        self.rest();
    }

    fn rest(&mut self) {
        self.count += 1;
        if self.buffer.len() >= PIECE {
            self.digest.update(&self.buffer);
            self.buffer.clear();
        }
    }

    /// The summary, with this last item.
    pub fn finish(mut self, last: Value) -> Summary {
        self.digest.update(&self.buffer);
        let sha256 = self.digest.finalize().iter().map(|b| format!("{b:02x}")).collect();
        Summary { count: self.count, last, sha256 }
    }
}

impl Summary {
    /// Of positions.
    pub fn of(positions: &Positions, last: Value) -> Summary {
        let mut hasher = Hasher::default();
        positions.iter().for_each(|position| hasher.row(position.iter().copied()));
        hasher.finish(last)
    }

    /// For people.
    pub fn print(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "count: {}\nlast: {}\nsha256: \"{}\"", self.count, self.last, self.sha256)
    }
}

/// Numbers joined by commas, and a newline.
fn push_row<T: itoa::Integer>(to: &mut Vec<u8>, row: impl IntoIterator<Item = T>) {
    let mut digits = itoa::Buffer::new();
    for (index, number) in row.into_iter().enumerate() {
        if index > 0 {
            to.push(b',');
        }
        to.extend_from_slice(digits.format(number).as_bytes());
    }
    to.push(b'\n');
}

/// Writes numbers joined by commas on a line.
pub fn write_row(out: &mut impl Write, row: &[u64]) -> io::Result<()> {
    let mut line = Vec::with_capacity(row.len() * 8);
    push_row(&mut line, row.iter().copied());
    out.write_all(&line)
}
