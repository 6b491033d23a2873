//! Nim and the games with its P-positions or with a Grundy function like its own.
//!
//! [`Nim`], [`MooreNim`], [`FraenkelZusman`], [`AllOrOne`] on an odd number of piles, [`EqualPiles`] (Nim
//! on two piles with moves that change nothing), [`CyclicNimhoff`], and [`WytK`] for the sets K that are
//! settled.

mod bouton;
mod equal_piles;
mod fraenkel_zusman;
mod moore;
mod nimhoff;
mod wyt_k;

pub use bouton::{AllOrOne, Nim};
pub use equal_piles::EqualPiles;
pub use fraenkel_zusman::FraenkelZusman;
pub use moore::MooreNim;
pub use nimhoff::CyclicNimhoff;
pub use wyt_k::WytK;

use malachite::Natural;
use wythoff_rules::Outcome;

use crate::decider::{Refusal, Verdict};
use crate::shown::show_position;

/// The position, if it has the number of piles of the game.
fn piles(position: &[Natural], expected: usize) -> Result<&[Natural], Refusal> {
    if position.len() == expected {
        Ok(position)
    } else {
        Err(Refusal::Position(format!("expected {expected} piles, found {}", position.len())))
    }
}

fn lost(reason: impl Into<String>, cites: &[&'static str]) -> Verdict {
    Verdict { outcome: Outcome::P, winning: None, reason: reason.into(), cites: cites.to_vec() }
}

fn won(to: Vec<Natural>, reason: impl AsRef<str>, cites: &[&'static str]) -> Verdict {
    let reason = format!("{} Move to {}.", reason.as_ref(), show_position(&to));
    Verdict { outcome: Outcome::N, winning: Some(to), reason, cites: cites.to_vec() }
}
