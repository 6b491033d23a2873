//! From rules to theorems: the catalog proved, wrong candidates refuted, theorems, play by a proof.

mod catalog;
mod common;
mod play;
mod refuted;
mod sizes;
mod theorems;
mod translated;
