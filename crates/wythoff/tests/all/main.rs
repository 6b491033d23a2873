//! The library as a stranger uses it.

mod answers;
mod cancel;
mod evidence;
mod play;
mod proofs;
mod recognition;
mod tables;
mod winning;
