//! Games of the papers whose moves the rule language cannot say: options without end (Wytlex), rationals
//! (RatWyt), piles that may grow (Relaxed Wythoff by its bare inequality), rows that shrink (End-Wythoff), monoids (the n vectors game), moves that are another game's
//! P-positions (the star operator) and moves that differ for the two players (the golden nugget game).
//!
//! Each is a file of its own that reads the paper's definition literally; all answer through [`Special`].
//!
//! No answers are made here.

pub mod cgt;
mod descent;
mod end_wythoff;
mod golden;
mod golden_nugget;
mod in_rust;
mod modified;
mod n_vectors;
pub mod named_only;
mod nimsum_wytlex;
mod position;
mod ratwyt;
mod refused;
mod relaxed_growing;
mod star;
mod three_vectors;
mod with_own_p;
mod wytlex;

use malachite::Natural;
use std::sync::Arc;
use wythoff_numbers::Budget;

pub use end_wythoff::EndWythoff;
pub use golden_nugget::{GoldenNugget, PileValue};
pub(crate) use in_rust::Given;
pub use in_rust::{InRust, Parameter};
pub use modified::{Conventions, Modified};
pub use n_vectors::NVectors;
pub use nimsum_wytlex::{NimsumWytlex, XorReading};
pub use position::{Pile, SpecialPosition, parse_piles, position_of, show};
pub use ratwyt::RatWyt;
pub use refused::{Cause, NotLegal, Refused};
pub use relaxed_growing::Constraint;
pub use star::{Base, OptionsOf, PBelow, Star};
pub use three_vectors::{ThreeVectors, check_three_vectors};
pub use with_own_p::WithOwnP;
pub use wytlex::{PileFunction, Wytlex, definition_3, definition_14};

/// The games in Rust; what each is says its file.
pub(crate) const GAMES: [&InRust; 9] = [
    &end_wythoff::GAME,
    &golden_nugget::GAME,
    &n_vectors::GAME,
    &nimsum_wytlex::GAME,
    &ratwyt::GAME,
    &relaxed_growing::GAME,
    &star::GAME,
    &with_own_p::GAME,
    &wytlex::GAME,
];

/// Who wins: the four outcome classes of partizan play; impartial games know only P and N.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Class {
    /// The previous player wins: whoever must move loses.
    P,
    /// The next player wins.
    N,
    /// Left wins, whoever moves first.
    L,
    /// Right wins, whoever moves first.
    R,
}

impl std::fmt::Display for Class {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Class::P => "P",
            Class::N => "N",
            Class::L => "L",
            Class::R => "R",
        })
    }
}

/// A player of a partizan game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Player {
    /// Left, who wins positive games.
    Left,
    /// Right, who wins negative games.
    Right,
}

/// A move that wins, given as the position it leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WinningMove {
    /// Whose move it is, where the players' moves differ.
    pub player: Option<Player>,
    /// The position moved to.
    pub to: SpecialPosition,
}

/// Who wins a position, and one winning move for each player who has one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpecialOutcome {
    /// The outcome class.
    pub class: Class,
    /// One winning move (for partizan games one for each player who can win by moving first).
    pub winning: Vec<WinningMove>,
    /// The canonical form as text, for partizan games.
    pub value: Option<String>,
    /// The reduced canonical form as text, for partizan games.
    pub reduced: Option<String>,
}

impl SpecialOutcome {
    /// An impartial outcome: P without a move, N with the move that wins.
    pub fn impartial(winning: Option<SpecialPosition>) -> Self {
        let class = if winning.is_some() { Class::N } else { Class::P };
        let winning = winning.into_iter().map(|to| WinningMove { player: None, to }).collect();
        SpecialOutcome { class, winning, value: None, reduced: None }
    }
}

/// The games in Rust of which a theory is known; each says itself which it is.
#[derive(Clone)]
pub enum KnownAs {
    /// End-Wythoff, listed for rows of so many piles.
    EndWythoff {
        /// The number of piles.
        piles: usize,
    },
    /// The lexified nim-sum game.
    NimsumWytlex {
        /// The number of piles.
        piles: usize,
        /// What the xor of amounts of either sign means.
        reading: XorReading,
    },
    /// RatWyt.
    RatWyt,
    /// Relaxed Wythoff in which a pile may grow.
    RelaxedGrowing {
        /// f(x1, y1, x0).
        f: Constraint,
    },
    /// Wytlex.
    Wytlex {
        /// The number of piles.
        piles: usize,
        /// The function f of the piles moved to, where there is one.
        f: Option<PileFunction>,
    },
}

/// Positions that are handed over at once: whoever gets them looks at the budget each time.
const CHUNK: usize = 1 << 10;

fn in_chunks(positions: &[Vec<u64>], sink: &mut dyn FnMut(&[u64])) {
    positions.chunks(CHUNK).for_each(|some| sink(&some.concat()));
}

/// A game written in Rust, as the command line sees it.
///
/// Positions given to the methods are normalised by each game (sorted, where the piles are unordered), so
/// any position with the right number of piles may be passed.
pub trait Special: Send + Sync {
    /// The game with its parameters, as in `wytlex(piles=3)`.
    fn spec(&self) -> String;

    /// The rules in words, several lines.
    fn rules(&self) -> String;

    /// The same game, asked by another request: its budget pays for what is computed from here on.
    fn within(&self, budget: &Budget) -> Arc<dyn Special>;

    /// The piles of a position, as lists of positions show them.
    fn piles(&self) -> usize;

    /// Whether positions that differ only by order are one position, shown sorted.
    fn unordered(&self) -> bool;

    /// Whether the players have different moves.
    fn is_partizan(&self) -> bool {
        false
    }

    /// The game as its theory knows it, where there is one: no rule text says it, so that it has no form to be
    /// recognised by.
    fn known_as(&self) -> Option<KnownAs> {
        None
    }

    /// What goes on top of the paper's game, if anything does.
    fn conventions(&self) -> Option<&Conventions> {
        None
    }

    /// Reads and normalises a position.
    fn parse(&self, text: &str) -> Result<SpecialPosition, Refused>;

    /// Whether `from` may be moved to `to`: the rule that allows it, or why it does not or cannot be told to.
    fn legal(&self, from: &[Pile], to: &[Pile]) -> Result<String, NotLegal>;

    /// A position as whole numbers, in which theories speak of it: its piles; a rational is two, above and below the line.
    fn numbers(&self, position: &[Pile]) -> Result<Vec<Natural>, Refused> {
        let mut numbers = position::whole_piles(position, None)?;
        if self.unordered() {
            numbers.sort();
        }
        Ok(numbers)
    }

    /// The position of such numbers.
    fn position(&self, mut numbers: Vec<Natural>) -> SpecialPosition {
        if self.unordered() {
            numbers.sort();
        }
        numbers.into_iter().map(Pile::Whole).collect()
    }

    /// All options of a position, each once, in lexicographic order; refused where there is no end of them.
    fn options(&self, from: &[Pile]) -> Result<Vec<SpecialPosition>, Refused>;

    /// All P-positions with every pile below `bound`, each once, in lexicographic order.
    fn p_below(&self, bound: u64) -> Result<Vec<Vec<u64>>, Refused>;

    /// The first `n` P-positions in lexicographic order, where every row holds finitely many.
    fn p_first(&self, n: usize) -> Result<Vec<Vec<u64>>, Refused>;

    /// Hands over the same positions as `p_below` in flat chunks, one position after the other.
    fn p_below_into(&self, bound: u64, _: &Budget, sink: &mut dyn FnMut(&[u64])) -> Result<(), Refused> {
        in_chunks(&self.p_below(bound)?, sink);
        Ok(())
    }

    /// Hands over the same positions as `p_first` in flat chunks, one position after the other.
    fn p_first_into(&self, n: usize, _: &Budget, sink: &mut dyn FnMut(&[u64])) -> Result<(), Refused> {
        in_chunks(&self.p_first(n)?, sink);
        Ok(())
    }

    /// Who wins, and a winning move.
    fn outcome(&self, position: &[Pile]) -> Result<SpecialOutcome, Refused>;

    /// The Sprague–Grundy value, where the game has one.
    fn grundy(&self, position: &[Pile]) -> Result<u64, Refused>;
}
