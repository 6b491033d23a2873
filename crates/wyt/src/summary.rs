//! `--summary`: count, last item and digest of data as text, one row a line, numbers joined by commas.

use serde_json::Value;
use sha2::digest::common::hazmat::{SerializableState, SerializedState};
use sha2::{Digest, Sha256};
use std::io::{self, Write};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::JoinHandle;
use wythoff::Digits;

/// Data in short.
pub struct Summary {
    /// Rows.
    pub count: u64,
    /// The last position, or the last value of the last row.
    pub last: Value,
    /// SHA-256 of the rows.
    pub sha256: String,
}

/// Bytes that are hashed at a time: worth a call, and near.
const PIECE: usize = 1 << 17;

/// Pieces that may wait for the other thread.
const WAITING: usize = 4;

/// A writer whose bytes are hashed, beside the computation where there are threads for it.
pub struct Hasher {
    place: Place,
    count: u64,
    text: Digits,
}

enum Place {
    Here(Box<Sha256>),
    /// By another thread; pieces that it has done come back to be filled again.
    There {
        send: SyncSender<Digits>,
        back: Receiver<Digits>,
        digest: JoinHandle<Sha256>,
    },
}

impl Hasher {
    /// With at most so many threads, the caller's own included.
    pub fn new(threads: usize) -> Hasher {
        let place = (threads > 1).then(elsewhere).flatten();
        Hasher {
            place: place.unwrap_or_else(|| Place::Here(Box::default())),
            count: 0,
            text: Digits::default(),
        }
    }

    /// One more row.
    #[inline]
    pub fn row(&mut self, row: impl IntoIterator<Item = u64>) {
        self.text.row(row);
        self.rest();
    }

    /// One more row that is text already.
    pub fn line(&mut self, line: &str) {
        self.text.text(line.as_bytes());
        self.text.text(b"\n");
        self.rest();
    }

    #[inline]
    fn rest(&mut self) {
        self.count += 1;
        if self.text.len() >= PIECE {
            self.hash();
        }
    }

    fn hash(&mut self) {
        match &mut self.place {
            Place::Here(digest) => digest.update(self.text.as_bytes()),
            Place::There { send, back, .. } => {
                let mut next = back.try_recv().unwrap_or_default();
                next.clear();
                // The other thread ends only when this end is dropped.
                let _ = send.send(std::mem::replace(&mut self.text, next));
            }
        }
        self.text.clear();
    }

    /// What was taken in so far, to go on from later; only where the bytes are hashed here.
    pub fn save(&mut self) -> Option<Vec<u8>> {
        self.hash();
        let Place::Here(digest) = &self.place else { return None };
        Some([&self.count.to_le_bytes(), &digest.serialize()[..]].concat())
    }

    /// A hasher that goes on from what was saved.
    pub fn load(bytes: &[u8]) -> Option<Hasher> {
        let (count, digest) = bytes.split_at_checked(8)?;
        let state = SerializedState::<Sha256>::try_from(digest).ok()?;
        let digest = Sha256::deserialize(&state).ok()?;
        let count = u64::from_le_bytes(count.try_into().ok()?);
        Some(Hasher { place: Place::Here(Box::new(digest)), count, text: Digits::default() })
    }

    /// How many rows were taken in.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The summary, with this last item.
    pub fn finish(mut self, last: Value) -> Summary {
        self.hash();
        let digest = match self.place {
            Place::Here(digest) => *digest,
            Place::There { send, digest, .. } => {
                drop(send);
                match digest.join() {
                    Ok(digest) => digest,
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
        };
        let sha256 = digest.finalize().iter().map(|b| format!("{b:02x}")).collect();
        Summary { count: self.count, last, sha256 }
    }
}

/// A thread that hashes; none where no thread can be made.
fn elsewhere() -> Option<Place> {
    let (send, pieces) = sync_channel::<Digits>(WAITING);
    let (done, back) = sync_channel::<Digits>(WAITING);
    let hash = move || {
        let mut digest = Sha256::new();
        for piece in pieces {
            digest.update(piece.as_bytes());
            // A piece too many is dropped.
            let _ = done.try_send(piece);
        }
        digest
    };
    let digest = std::thread::Builder::new().spawn(hash).ok()?;
    Some(Place::There { send, back, digest })
}

impl Summary {
    /// For people.
    pub fn print(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "count: {}\nlast: {}\nsha256: \"{}\"", self.count, self.last, self.sha256)
    }
}
