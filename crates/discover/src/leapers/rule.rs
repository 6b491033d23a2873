//! The rule: Wythoff's moves and a finite symmetric set of vectors, each playable once a turn.

use thiserror::Error;

/// Coordinates of a vector stay below this, so that offsets in a state are small.
const LARGEST: u64 = 1 << 12;

/// Why a list of vectors is not a rule of this kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum LeaperError {
    /// A vector that takes nothing.
    #[error("the vector (0,0) takes nothing; leave it out")]
    Zero,
    /// A vector too long for the finite-state method.
    #[error(
        "the vector ({0},{1}) has a coordinate above {LARGEST}; the finite-state method takes shorter vectors"
    )]
    TooLong(u64, u64),
}

/// The vectors adjoined to Wythoff's moves: symmetric, sorted, without those that are Wythoff moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leapers {
    vectors: Vec<(u32, u32)>,
}

impl Leapers {
    /// The symmetric closure of the vectors; Nim and diagonal vectors are dropped, being moves already.
    ///
    /// ```
    /// use wythoff_discover::leapers::Leapers;
    /// let knight = Leapers::new(&[(1, 2)])?;
    /// assert_eq!(knight.vectors(), [(1, 2), (2, 1)]);
    /// # Ok::<(), wythoff_discover::leapers::LeaperError>(())
    /// ```
    pub fn new(vectors: &[(u64, u64)]) -> Result<Leapers, LeaperError> {
        let mut symmetric = Vec::new();
        for &(p, q) in vectors {
            if (p, q) == (0, 0) {
                return Err(LeaperError::Zero);
            }
            let short = |v: u64| u32::try_from(v).ok().filter(|_| v <= LARGEST);
            let (Some(s), Some(t)) = (short(p), short(q)) else {
                return Err(LeaperError::TooLong(p, q));
            };
            if s != 0 && t != 0 && s != t {
                symmetric.extend([(s, t), (t, s)]);
            }
        }
        symmetric.sort_unstable();
        symmetric.dedup();
        Ok(Leapers { vectors: symmetric })
    }

    /// The vectors in lexicographic order, both arrangements of each.
    pub fn vectors(&self) -> &[(u32, u32)] {
        &self.vectors
    }

    /// The largest coordinate of a vector, 0 if there is none.
    pub fn reach(&self) -> u32 {
        self.vectors.iter().map(|&(p, q)| p.max(q)).max().unwrap_or(0)
    }

    /// The game as a person writes it: `Wythoff with the moves (1,2) (2,1)`.
    pub fn text(&self) -> String {
        let each: String = self.vectors.iter().map(|(p, q)| format!(" ({p},{q})")).collect();
        if each.is_empty() { "Wythoff".to_string() } else { format!("Wythoff with the moves{each}") }
    }
}
