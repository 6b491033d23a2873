//! Positions as sorted piles: the theorems speak of x <= y <= ..., a person gives the piles in any order.
//!
//! Judged by: VIS-T-rat3, VIS-T-trib, VIS-C-a0b0

use std::array;

use malachite::Natural;
use wythoff_rules::Outcome;

use crate::shown::show_position;
use crate::{Refusal, Verdict};

/// The piles of a position in nondecreasing order, with the places they came from.
pub(crate) struct Sorted<const N: usize> {
    /// The piles, smallest first.
    pub piles: [Natural; N],
    places: [usize; N],
}

impl<const N: usize> Sorted<N> {
    /// Sorts a position, which must have N piles; equal piles keep their order.
    pub fn of(position: &[Natural]) -> Result<Sorted<N>, Refusal> {
        let position: &[Natural; N] = piles(position)?;
        let mut places: [usize; N] = array::from_fn(|i| i);
        places.sort_by(|&i, &j| position[i].cmp(&position[j]));
        let piles = places.map(|i| position[i].clone());
        Ok(Sorted { piles, places })
    }

    /// Puts what is left of the sorted piles back in the places where the piles stood.
    pub fn restore(&self, left: [Natural; N]) -> Vec<Natural> {
        let mut target = vec![Natural::default(); N];
        for (pile, &place) in left.into_iter().zip(&self.places) {
            target[place] = pile;
        }
        target
    }
}

/// The piles of a position that must have N of them.
pub(crate) fn piles<const N: usize>(position: &[Natural]) -> Result<&[Natural; N], Refusal> {
    position.try_into().map_err(|_| {
        Refusal::Position(format!("this game has {N} piles, the position has {}", position.len()))
    })
}

/// The verdict P.
pub(crate) fn lost(reason: impl Into<String>, cites: &[&'static str]) -> Verdict {
    Verdict { outcome: Outcome::P, winning: None, reason: reason.into(), cites: cites.to_vec() }
}

/// The verdict N with a move to `target`.
pub(crate) fn won(target: Vec<Natural>, reason: impl AsRef<str>, cites: &[&'static str]) -> Verdict {
    let reason = format!("{} Move to {}.", reason.as_ref(), show_position(&target));
    Verdict { outcome: Outcome::N, winning: Some(target), reason, cites: cites.to_vec() }
}

/// The verdict N of a misère game that is over: the player to move has already won.
pub(crate) fn won_without_a_move(cites: &[&'static str]) -> Verdict {
    let reason = "No move is left, and in misère play the last to move has lost: the player to move has won.";
    Verdict { outcome: Outcome::N, winning: None, reason: reason.into(), cites: cites.to_vec() }
}
