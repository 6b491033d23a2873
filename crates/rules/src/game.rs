//! A game as it is written: the text's own structure, before parameters have values.

use crate::expr::{Comparison, Expr};
use crate::span::Span;

/// A game in the rule language.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Game {
    /// `game t-wythoff`; empty for inline rules.
    pub name: String,
    /// `title "t-Wythoff"`.
    pub title: Option<String>,
    /// `alias queen, corner-the-lady`: other names for it.
    pub aliases: Vec<String>,
    /// `words "..."`: the rules for people who do not read the rule language yet.
    pub words: Option<String>,
    /// `printed rat-printed`: the name under which the rule as printed is kept, where it is another one.
    pub printed: Option<String>,
    /// `proved`: the P-positions, with the parameters as written here, are proved from the rules alone.
    pub proved: bool,
    /// `source VIS "4.1 (iii)"`: where the game is described.
    pub sources: Vec<(String, String)>,
    /// `note "..."`: what is known of the game.
    pub notes: Vec<String>,
    /// `param t >= 1 = 2`.
    pub params: Vec<Param>,
    /// `require gcd == 1 "the vectors must be coprime"`: conditions on the parameters.
    pub requires: Vec<(Expr, String)>,
    /// `piles unordered x, y`; inline rules have ordered piles without names.
    pub piles: Piles,
    /// `extra i below c`: a coordinate of bounded range that is not a pile.
    pub extras: Vec<(String, Expr)>,
    /// `memory last = 0`: what is remembered of earlier moves, with its value at the start.
    pub memory: Vec<(String, Expr)>,
    /// `position where x >= 1`: which tuples are positions at all.
    pub positions: Option<Expr>,
    /// `start where x >= 1`: which positions a game may start from.
    pub starts: Option<Expr>,
    /// `move ...`.
    pub moves: Vec<Move>,
    /// Conventions written with the rules.
    pub modifiers: Vec<Modifier>,
}

/// A parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    /// Its name.
    pub name: String,
    /// What kind of value it takes, with its default.
    pub kind: ParamKind,
    /// Where it was written.
    pub span: Span,
}

impl Param {
    /// The names under which a value is given: its own, and that of a slope in its place.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let slope = match &self.kind {
            ParamKind::Function { slope, .. } => slope.as_deref(),
            _ => None,
        };
        std::iter::once(self.name.as_str()).chain(slope)
    }
}

/// The kinds of parameter, each with its default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParamKind {
    /// `param t >= 1 = 2 where t < 100`: bounds, default (which may name other parameters), further condition.
    Integer {
        /// Comparisons that the value must satisfy.
        bounds: Vec<(Comparison, Expr)>,
        /// The value if none is given.
        default: Expr,
        /// A condition, which may name other parameters.
        condition: Option<Expr>,
    },
    /// `param f(k) = k^2`: a function of its arguments.
    Function {
        /// Names of the arguments.
        arguments: Vec<String>,
        /// `param f(x1, y1, x0) of alpha = 2`: the name of an irrational that may be given in place of the function.
        slope: Option<String>,
        /// The function if none is given.
        default: Expr,
    },
    /// `param K list = 1, 2, 4`.
    List(Vec<Expr>),
    /// `param v vectors = 1 2; 2 1`.
    Vectors(Vec<Vec<Expr>>),
    /// `param on in all, diagonal, nim = all`.
    Choice {
        /// The words it may be.
        words: Vec<String>,
        /// The word if none is given.
        default: String,
    },
}

/// How the piles stand to each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PileOrder {
    /// Moves are exactly as written.
    #[default]
    Ordered,
    /// Moves apply to the piles in any arrangement.
    Unordered,
    /// The first pile is the smallest; the result of a move is sorted again.
    Sorted,
}

/// The piles of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Piles {
    /// How they stand to each other.
    pub order: PileOrder,
    /// Their names, or none if the number is what the vectors have (inline rules).
    pub names: PileNames,
}

/// Names of the piles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum PileNames {
    /// As many as the vectors have components (inline rules); named `x, y, z, w, ...`.
    #[default]
    FromVectors,
    /// `x, y`.
    Listed(Vec<String>),
    /// `x[n]`: as many as an expression says, named `x1, x2, ...`.
    Counted(String, Expr),
}

/// A family of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// `move nim: ...`: a name for the family.
    pub label: Option<String>,
    /// What is taken from each pile.
    pub takes: Takes,
    /// `for i >= 1`: what the amounts range over. A variable that is not mentioned starts at 1.
    pub ranges: Vec<Range>,
    /// `where ...`.
    pub condition: Option<Expr>,
    /// `then last = i`: what is remembered.
    pub updates: Vec<(String, Expr)>,
    /// Where it was written.
    pub span: Span,
}

/// What a move takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Takes {
    /// `(i, 0...)`: an amount for each pile.
    Vector(Vec<Component>),
    /// `w` or `2*i*w`, `w` running through a list of vectors.
    Multiple(Option<Expr>, String),
}

/// A component of a vector of amounts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// The amount; `None` stands for `any`: some number from 0 on, not all of the vector 0.
    pub amount: Option<Expr>,
    /// How many piles it is for.
    pub repeat: Repeat,
}

/// How many piles a component is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Repeat {
    /// One pile.
    Once,
    /// `any^k`: as many as an expression says.
    Times(Expr),
    /// `0...`: all the piles that no other component is for.
    Rest,
}

/// What a variable ranges over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Range {
    /// `k, l >= 1` or `1 <= i <= r`: bounds that the variables share, each seen from the variable.
    Bounds(Vec<String>, Vec<(Comparison, Expr)>),
    /// `k in K`, `w in v`: a list parameter.
    In(String, String),
    /// `k in {1, 4, 9}`: the numbers written there.
    Among(String, Vec<Expr>),
}

/// A convention on top of the moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Modifier {
    /// `misere`: the last mover loses.
    Misere,
    /// `block k of nim if on == nim`: up to k-1 options, of these families or of all, may be blocked.
    Block {
        /// The number k.
        count: Expr,
        /// Labels of the families whose moves can be blocked; all if empty.
        families: Vec<String>,
        /// When it applies.
        condition: Option<Expr>,
    },
    /// `terminal (1, 2)`: the game ends there.
    Terminal(Vec<Expr>),
    /// `pass`: once in the game either player may pass, not from a terminal position.
    Pass,
}
