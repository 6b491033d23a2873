//! What a request may ask for and use, in one place; the answer to `engine` tells it.

use serde::Serialize;
use std::time::Duration;
use wythoff::Budget;

/// The limits of an engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Limits {
    /// Bytes of a whole request.
    pub request_bytes: usize,
    /// Bytes of the text of a game.
    pub game_bytes: usize,
    /// Bytes of the text of a position.
    pub position_bytes: usize,
    /// Terms, positions or cells along a side that are listed at once.
    pub count: usize,
    /// Options of a position that are listed.
    pub options: usize,
    /// Moves of a game that is being played.
    pub moves: usize,
    /// Piles of P-positions that tiles show are below this.
    pub tile_piles: u64,
    /// Cells of a table of values that tiles are cut from.
    pub tile_cells: u64,
    /// The most that a tile is zoomed out: a pixel is 2^level cells wide.
    pub tile_level: u32,
    /// Pixels of a picture along a side.
    pub pixels: u32,
    /// Bytes that the tables kept for tiles may take together.
    pub cache_bytes: u64,
    /// Bytes that one request may take.
    pub memory_bytes: u64,
    /// Milliseconds that a click may take.
    pub click_ms: u64,
    /// Milliseconds that a table, a picture or an export may take.
    pub table_ms: u64,
    /// Milliseconds that a proof, a search for patterns or a row of the ledger may take.
    pub proof_ms: u64,
}

impl Limits {
    /// Of the server on a person's machine.
    pub fn server() -> Limits {
        Limits {
            request_bytes: 256 << 10,
            game_bytes: 64 << 10,
            position_bytes: 100_000,
            count: 100_000,
            options: 20_000,
            moves: 10_000,
            tile_piles: 1 << 22,
            tile_cells: 1 << 24,
            tile_level: 14,
            pixels: 8192,
            cache_bytes: 256 << 20,
            memory_bytes: 512 << 20,
            click_ms: 10_000,
            table_ms: 60_000,
            proof_ms: 600_000,
        }
    }

    /// Of the engine inside a page: the memory of a phone.
    pub fn worker() -> Limits {
        Limits {
            cache_bytes: 96 << 20,
            memory_bytes: 256 << 20,
            tile_piles: 1 << 21,
            pixels: 4096,
            ..Limits::server()
        }
    }

    /// The same for a server that may hold so many bytes in all: a quarter for the tables that are kept, the rest shared by
    /// two tables, two proofs, and the clicks, a quarter as large each, of which eight are answered, four are slow and two begin anew.
    pub fn in_all(self, bytes: u64) -> Limits {
        let cache_bytes = self.cache_bytes.min(bytes / 4);
        Limits { cache_bytes, memory_bytes: self.memory_bytes.min((bytes - cache_bytes) / 8), ..self }
    }

    /// The budget of a request that may take so many milliseconds.
    pub fn within(&self, budget: &Budget, milliseconds: u64) -> Budget {
        let memory = budget.memory().min(self.memory_bytes);
        budget.clone().with_memory(memory).within(Duration::from_millis(milliseconds))
    }
}
