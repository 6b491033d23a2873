//! Numeration automata, the prover and its learner.
//!
//! A game is given as move families of linear and modular conditions ([`Game`]). A candidate for its
//! P-positions is a finite automaton that reads the piles, written in a [`Numeration`], in parallel.
//! [`Prover::prove`] decides whether the candidate is the P-set, for **all** positions:
//!
//! * *stable*: no position of the set has an option in the set;
//! * *absorbing*: every position outside the set has an option in the set.
//!
//! Moves decrease, so by induction exactly one set is stable and absorbing, and it is the P-set. The
//! candidate may come from anywhere, usually from [`learn`]; it is never trusted.
//!
//! ```
//! use wythoff_automata::{learn, Family, Game, Limits, Numeration, PositionTable};
//! // Wythoff Nim: any number from one pile, or the same number from both.
//! let game = Game::new(2)
//!     .family(Family::nim(2, 0))
//!     .family(Family::nim(2, 1))
//!     .family(Family::ray("diagonal", &[1, 1]));
//! // Some P-positions, computed from the rules.
//! let table = PositionTable::by_rules(&game, 40).unwrap();
//! let outcome = learn::learn(&game, &Numeration::zeckendorf(), &table, &learn::Options::default()).unwrap();
//! let proof = outcome.proved().expect("Wythoff's pairs in Zeckendorf are recognised by 7 states");
//! assert_eq!(proof.dfa().states(), 7);
//! ```

pub mod atoms;
pub mod coq;
pub mod decide;
pub mod dfa;
mod error;
pub mod game;
pub mod learn;
pub mod limits;
pub mod logic;
pub mod numeration;
pub mod oracle;
pub mod prove;
pub mod text;
pub mod walnut;

mod absorption;
mod blocking;
mod certify;
mod disjoint;
mod dot;
mod family;
mod hash;
mod minimise;
mod small;
mod smallest;
mod stability;

pub use decide::Decider;
pub use dfa::Dfa;
pub use error::AutomataError;
pub use game::{Atom, Change, Convention, Coordinate, Family, Game};
pub use limits::{Limit, Limits};
pub use numeration::Numeration;
pub use oracle::{Oracle, PairTable, PositionTable};
pub use prove::{Proof, Prover, Refutation, Verdict, Witness};
pub use text::SetText;
