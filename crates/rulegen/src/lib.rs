//! Random games of the rule language, for tests and benches: every construct of the grammar, most of them games.
//!
//! ```
//! use proptest::prelude::*;
//! use wythoff_rules::Rules;
//! proptest!(ProptestConfig::with_cases(4), |(text in wythoff_rulegen::two_pile_rays())| {
//!     prop_assert!(Rules::read(&text).is_ok());
//! });
//! ```

mod constructs;
mod expr;
mod family;
mod game;
mod lines;
mod spelling;
mod tape;

pub use constructs::{CONSTRUCTS, constructs};
pub use lines::lines_game;

use expr::Scope;
use game::Extent;
use proptest::prelude::*;
use tape::Tape;
use wythoff_rules::{Expr, Game};

fn from_tape<T: std::fmt::Debug>(make: impl Fn(&mut Tape) -> T + Clone) -> impl Strategy<Value = T> {
    prop::collection::vec(any::<u32>(), 0..tape::LENGTH)
        .prop_map(move |numbers| make(&mut Tape::new(numbers)))
}

/// Games with everything in them: files and inline rules of one to three piles. Most of them can be bound; values
/// past 64 bits and moves that fail at some position occur.
pub fn any_game() -> impl Strategy<Value = Game> {
    from_tape(|tape| game::game(tape, &ANYTHING))
}

/// Texts of [`any_game`] as people might type them: `≤`, `2i`, comments, broken lines. With the game that is meant.
pub fn any_spelling() -> impl Strategy<Value = (Game, String)> {
    from_tape(|tape| {
        let game = game::game(tape, &ANYTHING);
        let text = spelling::respelled(&game.to_string(), tape);
        (game, text)
    })
}

/// Games that only the grammar binds: unknown names, conditions where numbers belong. For printing and reading.
pub fn wild_game() -> impl Strategy<Value = Game> {
    from_tape(game::wild_game)
}

/// Inline rules for two ordered piles, all rays and vectors; two times in three with both Nim rays.
pub fn two_pile_rays() -> impl Strategy<Value = String> {
    from_tape(|tape| game::rays(tape).to_string())
}

/// Two piles with any moves and conventions that keep to a box: conditions, lists, functions, ranges. Evaluation
/// never fails; piles up to a dozen are quickly solved.
pub fn two_pile_game() -> impl Strategy<Value = String> {
    from_tape(|tape| game::game(tape, &TWO_PILES).to_string())
}

/// One to three piles with everything, memory and extra coordinates too. Evaluation never fails; piles up to five
/// are quickly solved.
pub fn n_pile_game() -> impl Strategy<Value = String> {
    from_tape(|tape| game::game(tape, &SMALL).to_string())
}

/// A number made of the given names; its evaluation may fail (division by zero, a negative root, a value past the
/// bit limit).
pub fn any_integer(names: &[&str]) -> impl Strategy<Value = Expr> + use<> {
    let scope = named(names);
    from_tape(move |tape| {
        let depth = tape.between(1, 4);
        expr::integer(tape, &scope, depth)
    })
}

/// A condition on the given names; its evaluation may fail.
pub fn any_condition(names: &[&str]) -> impl Strategy<Value = Expr> + use<> {
    let scope = named(names);
    from_tape(move |tape| {
        let depth = tape.between(1, 4);
        expr::condition(tape, &scope, depth)
    })
}

fn named(names: &[&str]) -> Scope {
    Scope { numbers: names.iter().map(|n| n.to_string()).collect(), reckless: true, ..Scope::default() }
}

/// The text of a game that depends on the seed alone.
///
/// ```
/// assert_eq!(wythoff_rulegen::sample(7), wythoff_rulegen::sample(7));
/// assert!(wythoff_rules::parse_game(&wythoff_rulegen::sample(7)).is_ok());
/// ```
pub fn sample(seed: u64) -> String {
    game::game(&mut Tape::seeded(seed), &SMALL).to_string()
}

/// The text of a game as [`any_spelling`] draws them, that depends on the seed alone.
pub fn sample_spelling(seed: u64) -> String {
    let mut tape = Tape::seeded(seed);
    let text = game::game(&mut tape, &ANYTHING).to_string();
    spelling::respelled(&text, &mut tape)
}

/// The rays of [`two_pile_rays`], depending on the seed alone.
pub fn sample_rays(seed: u64) -> String {
    game::rays(&mut Tape::seeded(seed)).to_string()
}

/// A game of [`lines_game`] on two piles that can be bound and that is made of lines, depending on the seed alone.
pub fn sample_lines(seed: u64) -> String {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let mut runner =
        TestRunner::new_with_rng(Config::default(), TestRng::from_seed(RngAlgorithm::ChaCha, &bytes));
    loop {
        let Ok(tree) = lines_game(2).new_tree(&mut runner) else { continue };
        let text = tree.current();
        let is_lines = |rules: wythoff_rules::Rules| rules.sheets(Some(1_000), false).is_some();
        if wythoff_rules::Rules::read(&text).is_ok_and(is_lines) {
            return text;
        }
    }
}

const ANYTHING: Extent = Extent { piles: (1, 3), beyond_boxes: true, reckless: true };
const TWO_PILES: Extent = Extent { piles: (2, 2), beyond_boxes: false, reckless: false };
const SMALL: Extent = Extent { piles: (1, 3), beyond_boxes: true, reckless: false };
