//! Who wins: the two outcome classes of an impartial game.

use std::fmt;

/// The outcome of a position: `P` if the previous player wins, `N` if the next one does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The player who moves next loses.
    P,
    /// The player who moves next wins.
    N,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::P => "P",
            Outcome::N => "N",
        })
    }
}
