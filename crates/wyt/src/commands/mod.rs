//! One file a command: its arguments, what it calls, and how it shows the answer.

pub mod check;
pub mod claim;
pub mod compare;
pub mod design;
pub mod discover;
pub mod eval;
pub mod export;
pub mod games;
pub mod grundy;
pub mod identify;
pub mod moves;
pub mod numbers;
pub mod oeis;
pub mod p;
pub mod palace;
pub mod periods;
pub mod play;
pub mod plot;
pub mod prove;
pub mod serve;
pub mod show;
pub mod slope;
pub mod solve;
pub mod sweep;
pub mod verify;
