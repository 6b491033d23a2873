//! From rules to theorems: the catalog proved, wrong candidates refuted, theorems, play by a proof.

mod catalog;
mod common;
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
