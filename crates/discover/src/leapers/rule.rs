//! The rule: two piles, and moves that are Nim's and the diagonal's up to finitely much.
//!
//! Plainly Wythoff's moves and a finite symmetric set of vectors, each playable once a turn. More generally ([`Kind`]) Nim
//! moves may take a few from the other pile too, the diagonal may be a band, have gaps, or be blocked: all that matters is
//! that a P-position excludes, from some column on, whole columns, whole rows and whole diagonals, and else finitely many
//! cells near it.

use crate::error::DiscoverError;

/// Coordinates of a vector stay below this, so that offsets in a state are small.
pub(crate) const LARGEST: u64 = 1 << 12;

/// Numbers of a [`Kind`] stay below this.
pub(crate) const WIDEST: u32 = 64;

/// The moves beside the vectors, and how play ends. In each pair of amounts (i, j), i or j may be 0, not both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// `b`: the moves (i, j) with min(i, j) < b; 1 for Nim.
    pub near: u32,
    /// `t`: the moves (i, j), both positive, with |i - j| < t; 1 for the diagonal.
    pub band: u32,
    /// `m`: on the diagonal only multiples of m.
    pub step: u32,
    /// `k`: before each move fewer than k of the options on the diagonal or in the band may be forbidden; 1 for none.
    pub block: u32,
    /// Whoever cannot move wins.
    pub misere: bool,
    /// `g`: the sets of Grundy value 0 to g, not only the P-positions.
    pub values: u32,
    /// Once in the game either player may pass, not where there is no move.
    pub pass: bool,
}

impl Default for Kind {
    /// Wythoff's moves in normal play.
    fn default() -> Kind {
        Kind { near: 1, band: 1, step: 1, block: 1, misere: false, values: 0, pass: false }
    }
}

impl Kind {
    /// Whether every P-position must have the least difference and the least row that are left: a band excludes cells
    /// below a P-position's row only later, and so do moves near Nim's.
    pub fn is_strict(&self) -> bool {
        self.band > 1 || self.near > 1
    }

    /// The sets that are found side by side: one for each Grundy value, or one without and one with the pass. Each later
    /// one is found like the first, but for the positions of those before it, which are excluded.
    pub fn layers(&self) -> u32 {
        1 + self.values + u32::from(self.pass)
    }

    /// The letters: for each layer whether the column is the larger coordinate of a position in it.
    pub fn letters(&self) -> u8 {
        1 << self.layers()
    }

    /// Whether an amount is taken without a vector.
    fn has(&self, i: u32, j: u32) -> bool {
        i.min(j) < self.near || (i.abs_diff(j) < self.band && i.is_multiple_of(self.step))
    }
}

/// Moves of one kind and the vectors adjoined to them: symmetric, sorted, without those that are moves already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leapers {
    vectors: Vec<(u32, u32)>,
    kind: Kind,
}

impl Leapers {
    /// Wythoff's moves and the symmetric closure of the vectors; Nim and diagonal vectors are dropped, being moves already.
    ///
    /// ```
    /// use wythoff_discover::leapers::Leapers;
    /// let knight = Leapers::new(&[(1, 2)])?;
    /// assert_eq!(knight.vectors(), [(1, 2), (2, 1)]);
    /// # Ok::<(), wythoff_discover::DiscoverError>(())
    /// ```
    pub fn new(vectors: &[(u64, u64)]) -> Result<Leapers, DiscoverError> {
        Leapers::of_kind(vectors, Kind::default())
    }

    /// The same with other moves than Wythoff's.
    pub fn of_kind(vectors: &[(u64, u64)], kind: Kind) -> Result<Leapers, DiscoverError> {
        let fine = [kind.near, kind.band, kind.step, kind.block].iter().all(|n| (1..=WIDEST).contains(n));
        if !fine || (kind.band > 1 && kind.step > 1) || (kind.block > 1 && (kind.misere || kind.near > 1)) {
            return Err(DiscoverError::LeaperKind);
        }
        let mut symmetric = Vec::new();
        for &(p, q) in vectors {
            if (p, q) == (0, 0) {
                return Err(DiscoverError::ZeroVector);
            }
            let short = |v: u64| u32::try_from(v).ok().filter(|_| v <= LARGEST);
            let (Some(s), Some(t)) = (short(p), short(q)) else {
                return Err(DiscoverError::LongVector(p, q));
            };
            if !kind.has(s, t) {
                symmetric.extend([(s, t), (t, s)]);
            }
        }
        symmetric.sort_unstable();
        symmetric.dedup();
        let plain = Kind { values: 0, pass: false, ..kind } == Kind::default() && symmetric.is_empty();
        if kind.layers() > 1 && (!plain || kind.values > 2 || (kind.values > 0 && kind.pass)) {
            return Err(DiscoverError::LeaperKind);
        }
        if kind.block > 1 && !symmetric.is_empty() {
            return Err(DiscoverError::LeaperKind);
        }
        Ok(Leapers { vectors: symmetric, kind })
    }

    /// The vectors in lexicographic order, both arrangements of each.
    pub fn vectors(&self) -> &[(u32, u32)] {
        &self.vectors
    }

    /// The moves beside the vectors.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Whether the moves beside the vectors are Wythoff's, in normal play: then every column has a P-position, each
    /// difference occurs once, and positions of any size are decided by a [`Telescope`](super::Telescope).
    pub fn is_wythoff(&self) -> bool {
        self.kind == Kind::default()
    }

    /// Whether an automaton in an Ostrowski numeration is to be expected: without vectors, the difference grows by a whole
    /// number from one P-position to the next, and the slope is a quadratic integer. In misère play neighbours of Nim's moves
    /// shift the first of them, and the guesses of automata grow with the table.
    pub fn expects_automaton(&self) -> bool {
        let Kind { near, band, step, block, misere, .. } = self.kind;
        self.vectors.is_empty()
            && self.kind.layers() == 1
            && step == 1
            && band % block == 0
            && band % near == 0
            && !(misere && near > 1)
    }

    /// The largest coordinate of a vector, 0 if there is none.
    pub fn reach(&self) -> u32 {
        self.vectors.iter().map(|&(p, q)| p.max(q)).max().unwrap_or(0)
    }

    /// The least difference from which on columns, diagonals and cells are all that P-positions exclude.
    pub(super) fn clear(&self) -> u64 {
        u64::from(self.reach().max(self.kind.band).max(self.kind.near))
    }

    /// The game as a person writes it: `Wythoff with the moves (1,2) (2,1)`.
    pub fn text(&self) -> String {
        let Kind { near, band, step, block, misere, values, pass } = self.kind;
        let mut text = match (near, band, step) {
            (1, 1, 1) => "Wythoff".to_string(),
            (1, 1, m) => format!("Nim with diagonal moves by multiples of {m}"),
            (1, t, _) => format!("Nim with moves (i,j), |i - j| < {t}"),
            (b, 1, 1) => format!("moves (i,j), i = j or min(i,j) < {b}"),
            (b, 1, m) => format!("moves (i,j), i = j a multiple of {m} or min(i,j) < {b}"),
            (b, t, _) => format!("moves (i,j), |i - j| < {t} or min(i,j) < {b}"),
        };
        let each: String = self.vectors.iter().map(|(p, q)| format!(" ({p},{q})")).collect();
        if !each.is_empty() {
            text += &format!(" with the moves{each}");
        }
        if block > 1 {
            text += &format!(", fewer than {block} moves on both piles blocked");
        }
        if misere {
            text += ", misère";
        }
        if values > 0 {
            text += &format!(", Grundy values 0 to {values}");
        }
        if pass {
            text += ", with a pass";
        }
        text
    }

    /// The game in the rule language, for piles in order or not: the moves are the same. Which Grundy values are meant is
    /// no part of it.
    pub fn rules(&self, ordered: bool) -> String {
        let Kind { near, band, step, block, misere, pass, .. } = self.kind;
        let mut text = format!("piles {} x, y\n", if ordered { "ordered" } else { "unordered" });
        text += &match (near, ordered) {
            (1, false) => "move nim: (i, 0)\n".to_string(),
            (1, true) => "move nim: (i, 0)\nmove nim: (0, i)\n".to_string(),
            (b, _) => format!("move near: (i, j) for i, j >= 0 where i + j > 0 and min(i, j) < {b}\n"),
        };
        text += &match (band, step) {
            (1, 1) => "move both: (i, i)\n".to_string(),
            (1, m) => format!("move both: (i, i) where i mod {m} == 0\n"),
            (t, _) => format!("move both: (i, j) for i, j >= 1 where |i - j| < {t}\n"),
        };
        for (p, q) in self.vectors.iter().filter(|(p, q)| ordered || p <= q) {
            text += &format!("move ({p}, {q})\n");
        }
        if block > 1 {
            text += &format!("block {block} of both\n");
        }
        if misere {
            text += "misere\n";
        }
        if pass {
            text += "pass\n";
        }
        text
    }
}
