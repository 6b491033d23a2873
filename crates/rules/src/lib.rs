//! The rule language, and what it compiles to: positions, options, conventions. Knows no paper.
//!
//! Text becomes a [`Game`] ([`parse_game`]), a game with values for its parameters becomes [`Rules`]
//! ([`Rules::bind`]). Rules give the options of a position ([`Rules::for_each_option`]), say why a move is illegal
//! ([`Rules::legality`]), and show their shape to solvers ([`Rules::patterns`]): vectors, rays, sets of vectors that
//! can be asked which last components go with given first ones.
//!
//! ```
//! use wythoff_rules::{Rules, Shape};
//! let rules = Rules::read("
//! param  t >= 1 = 2
//! piles  unordered x, y
//! move   nim: (i, 0)
//! move   both: (k, l) where |k - l| < t
//! ").unwrap();
//! assert_eq!(rules.options(&[1, 2]).unwrap(), [[0, 0], [0, 1], [0, 2], [1, 1]]);
//! let both = rules.patterns().last().unwrap();
//! assert_eq!(both.shape(), Shape::Invariant);
//! let runs = both.last_amounts(&[9, 9], &[4]).unwrap().unwrap();
//! assert_eq!((runs[0].first, runs[0].last), (3, 5));
//! ```

mod bind;
mod bound;
mod check;
mod code;
mod compile;
mod error;
mod explain;
mod expr;
mod formula;
mod fragment;
mod game;
mod gate;
mod jumps;
mod lanes;
mod lexer;
mod linear;
mod lines;
mod names;
mod normal;
mod outcome;
mod parse;
mod print;
mod quotients;
mod remembered;
mod rules;
mod runs;
mod shape;
mod slope;
mod span;
mod steady;
mod strips;
mod symmetry;
mod walk;

pub use bind::{Argument, Block, COORDINATES, Convention, Family, Rules, Value};
pub use code::{Native, TRIES, VALUE_BITS};
pub use error::{ErrorKind, Place, RuleError, Source};
pub use explain::Legality;
pub use expr::{Aggregate, BinaryOp, Builtin, Comparison, Expr, ExprKind, PileVector};
pub use formula::Formula;
pub use fragment::{Condition, Conjunction, Form};
pub use game::{
    Component, Game, Modifier, Move, Param, ParamKind, PileNames, PileOrder, Piles, Range, Repeat, Takes,
};
pub use gate::{Gate, Measure};
pub use jumps::Jumps;
pub use linear::Linear;
pub use lines::{Between, Sheet, Stride};
pub use names::nearest;
pub use normal::{Decision, Quantity, Relation};
pub use outcome::Outcome;
pub use parse::{TEXT_LIMIT, is_rule_text, parse_expr, parse_game, parse_list, parse_vectors};
pub use remembered::UpTo;
pub use rules::{LARGEST_PILE, parse_pile, parse_position, show_position, split_position};
pub use runs::{Along, Runs, VisitRuns};
pub use shape::{Pattern, Run, Shape, Steps};
pub use span::Span;
pub use strips::{Asked, SolvedFor, Spans, Strip};
pub use walk::Step;
