//! From rules to theorems: the catalog proved, wrong candidates refuted, theorems, play by a proof.

mod catalog;
mod common;
/// With its own tests, of what is private in it.
#[allow(dead_code)]
#[path = "../../src/numerations.rs"]
mod numerations;
mod page;
mod pass;
mod play;
mod quotients;
mod random;
mod refuted;
mod sizes;
mod sorted;
mod theorems;
mod translated;
