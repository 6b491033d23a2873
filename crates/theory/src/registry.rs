//! Which theory decides which game: from a game of the catalog with its parameters to a [`Decider`].

use crate::decider::{Decider, Refusal};
use wythoff_catalog::Resolved;

/// The theory of a game, if there is one; an error where there is one whose hypotheses are not met.
pub fn decider_for(_game: &Resolved) -> Result<Option<Box<dyn Decider>>, Refusal> {
    Ok(None)
}
