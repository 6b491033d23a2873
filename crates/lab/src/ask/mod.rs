//! The questions, each answered by a call of the facade.

pub(crate) mod files;
pub(crate) mod game;
pub(crate) mod ledger;
pub(crate) mod numbers;
pub(crate) mod play;
pub(crate) mod position;
