//! Wythoff plus finitely many vectors: a linear stream, a finite transducer that writes the word of
//! upper coordinates while reading it, a proof that it never leaves its states, and a telescope that
//! decides piles of thousands of digits (VIS 8.4; ledger VIS-8.4-dictionary, -closure, -telescope).
//!
//! The word `w` has a letter for each column: `1` if the column is the larger coordinate of a
//! P-position, `0` if it is the smaller one. Column `x` with letter `0` is matched with the least
//! `y >= x + d` that is free, where `d` is the least difference not yet used: so all letters before
//! the *frontier* `F(x) = x + d` are settled when column `x` is reached, and `F(x)` is about
//! `1.618 x`. What the rest of the word needs to know is the [`State`].
//!
//! The same holds for other moves that are Nim's and the diagonal's up to finitely much ([`Kind`]): diagonals with gaps or
//! blocked, bands, NIM(a,b), misère play. There a difference is used several times, the slope need not be an
//! algebraic integer, and no number of letters tells the state; but often every letter can be read in every state, or the
//! windows are closed whichever state they are read in, and that proves as much. The telescope is for Wythoff's moves.

mod census;
mod certificate;
mod closure;
mod decider;
mod machine;
mod read;
mod rule;
mod stream;
mod telescope;

pub use census::census;
pub use certificate::Certificate;
pub use closure::{Limits, NoCertificate, certify, certify_within};
pub use decider::LeaperTheory;
pub use machine::{Edge, Layer, Machine, State};
pub use rule::{Kind, Leapers};
pub(crate) use rule::{LARGEST, WIDEST};
pub use stream::{Columns, PStream};
pub use telescope::{Answer, Step, Telescope};
