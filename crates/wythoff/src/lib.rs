//! A laboratory for Wythoff-like games.
//!
//! A [`Game`] is read from a text: a name of the catalog, rules, or a sum. It answers questions; each answer is one
//! serialisable type that says how it is known. Long calls take a [`Budget`]: memory, threads, a deadline, cancel,
//! progress.
//!
//! ```
//! use wythoff::{Budget, Game, Range};
//! let budget = Budget::default();
//! // Wythoff's game with a knight's move, in the words of the rule language.
//! let game = Game::parse("(i,0) (0,i) (i,i) (1,2) (2,1)")?;
//! // The first five P-positions, none of them left out, by whichever method is fastest.
//! let lost = game.p(Range::First(5), 0, None, &budget)?;
//! assert_eq!(lost.positions.iter().last(), Some(&[7, 10][..]));
//! let table = game.grundy_table(&[2, 4], &budget)?;
//! for row in table.values.chunks(4) {
//!     println!("{row:?}");
//! }
//! let solved = game.solve(&game.position("6,10")?, &Default::default(), &budget)?;
//! println!("{}: {} ({})", solved.outcome, solved.moves[0], solved.evidence.reason);
//! let theorem = game.prove(&budget)?;
//! assert_eq!((theorem.verdict, theorem.kind), ("proved", Some("transducer")));
//! assert!(wythoff::check(&theorem.certificate.unwrap(), &budget)?.ok);
//! // A long run that is cancelled gives what is complete.
//! let long = Budget::default();
//! let cut = std::thread::scope(|scope| {
//!     scope.spawn(|| (std::thread::sleep(std::time::Duration::from_millis(20)), long.cancel()));
//!     game.p(Range::Below(10_000_000), 0, None, &long)
//! })?;
//! assert!(cut.partial);
//! # Ok::<(), wythoff::Error>(())
//! ```
//!
//! Where to look next:
//!
//! - a game: [`Game::parse`], [`Game::parse_with`] where its text names files, [`Game::with`] for conventions on top,
//!   [`Game::describe`], [`Game::identify`], [`catalog`];
//! - its positions: [`Game::position`], [`Game::options`], [`Game::legal`];
//! - answers: [`Game::solve`], [`Game::p`], [`Game::p_into`], [`Game::grundy`], [`Game::grundy_table`],
//!   [`Game::row_periods`], each with its [`Evidence`] or the [`By`] of it;
//! - what lies behind: [`Game::discover`], [`Game::prove_with`], [`Game::theorems`], [`Game::compare_p`], [`check`],
//!   [`design_beatty`];
//! - [`numbers`] for sequences, numerations and Beatty tools, [`play`] for an opponent, [`oeis`] to look sequences up;
//! - [`Error`] says what is wrong, where, and what to ask instead. The fields of every answer: `docs/answers.md`.

mod catalog;
mod check;
mod clock;
mod compare;
mod describe;
mod design;
mod digits;
mod discover;
mod error;
mod evidence;
mod export;
mod game;
mod grundy;
mod identify;
mod json;
mod large;
mod latex;
mod lost;
mod moves;
pub mod numbers;
pub mod oeis;
mod options;
mod p;
mod palace;
pub mod parquet;
mod periods;
mod picture;
pub mod play;
mod position;
mod prove;
mod slice;
mod slope;
mod solve;
mod table;
mod theory;
mod written;

pub use catalog::{CatalogRow, NamedOnly, ParameterRow, catalog, named_only};
pub use check::{Checked, check};
pub use compare::{Compared, Comparison, Sameness};
pub use describe::Description;
pub use design::{
    Adjoined, DesignKind, DesignResult, Designed, Designs, MoveUse, MoveUses, NotAdjoinable, Removed,
    design_beatty, design_pairs,
};
pub use digits::Digits;
pub use discover::{Beam, Discovery, Found, discover_sequence};
pub use error::{Advice, Error, Kind, Place};
pub use evidence::{By, Evidence, Grounds, Method, ProofNote};
pub use export::{Bfile, Data, Format};
pub use game::{Block, Conventions, Game, Header};
pub use grundy::{GrundyValue, GrundyValues};
pub use identify::{Agreement, Identified, Known};
pub use moves::Legality;
pub use options::Options;
pub use p::{PPositions, PRun, PStream, Positions, Range};
pub use palace::{PalaceAutomaton, PalaceNumbers};
pub use periods::{PeriodRow, PeriodRun, Repetition, RowPeriods};
pub use picture::{Picture, PictureKind, PictureRequest, SlopeLine, array_picture, slope_line};
pub use position::Position;
pub use prove::{
    AddedMoves, Exception, FamilyTheorems, Formula, Member, ProofFile, ProofRequest, Proved, Schema,
    Statement, Theorem, Theorems, Tried, family_theorems,
};
pub use slice::slice_pairs;
pub use slope::{NimSlope, nim_slope};
pub use solve::{SolveRequest, Solved};
pub use written::{Written, WrittenPile};
pub use wythoff_catalog::{Files, Names, NoFiles};
pub use wythoff_certificate::automaton::escaped;
/// The ledger: every claim of the papers, and one check for each, run within a budget.
///
/// ```
/// use wythoff::{Budget, ledger};
/// let row = ledger::claim("LEX-T13").unwrap();
/// let found = ledger::run(&[row], ledger::Scale::SMALL, &|_| {}, &Budget::default());
/// assert!(found[0].as_recorded());
/// ```
#[doc(inline)]
pub use wythoff_claims as ledger;
pub use wythoff_discover::findings::{Fit, Numbers as FoundNumbers};
pub use wythoff_numbers::clipped;
pub use wythoff_numbers::{Budget, Bytes, Clock, Natural, Stop, memory};
pub use wythoff_plot::Terminal;
pub use wythoff_rules::{ErrorKind, RuleError, nearest};
