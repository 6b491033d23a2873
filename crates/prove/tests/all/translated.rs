//! The game that the prover reasons about has the moves of the rules, position by position, for random rules.

use proptest::prelude::*;
use std::collections::BTreeSet;
use wythoff_numbers::tuples::below;
use wythoff_prove::translate;
use wythoff_rulegen::{n_pile_game, two_pile_game, two_pile_rays};
use wythoff_rules::Rules;

/// Compares all moves between small positions; whether the rules are in the fragment.
fn compare(text: &str) -> Result<bool, TestCaseError> {
    let Ok(rules) = Rules::read(text) else { return Ok(false) };
    // A pass is one more coordinate of the translated game; `pass.rs` holds these against the referee.
    if rules.convention().pass {
        return Ok(false);
    }
    let Ok(game) = translate(&rules) else { return Ok(false) };
    let size = if rules.piles() == 2 { 8 } else { 4 };
    let sides = |more: u64| rules.bounds().iter().map(|b| b.unwrap_or(size + more)).collect::<Vec<_>>();
    // A move may add to a pile: options are looked for a little beyond the box.
    let around: Vec<Vec<u64>> = below(&sides(3)).collect();
    for from in below(&sides(0)) {
        let Ok(expected) = rules.options(&from) else { return Ok(false) };
        let ended = rules.is_ended(&from);
        let expected: BTreeSet<Vec<u64>> =
            expected.iter().filter(|_| !ended).map(|to| rules.canonical(to)).collect();
        let found: BTreeSet<Vec<u64>> =
            around.iter().filter(|to| game.is_option(&from, to)).map(|to| rules.canonical(to)).collect();
        let near: BTreeSet<Vec<u64>> = expected.into_iter().filter(|to| around.contains(to)).collect();
        prop_assert_eq!(&found, &near, "{:?} of\n{}", from, text);
    }
    Ok(true)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn two_piles(text in two_pile_game()) {
        compare(&text)?;
    }

    #[test]
    fn rays(text in two_pile_rays()) {
        prop_assert!(compare(&text)?, "rays are in the fragment:\n{}", text);
    }

    #[test]
    fn any_piles(text in n_pile_game()) {
        compare(&text)?;
    }
}

#[test]
fn games_of_all_kinds_are_compared() {
    for text in [
        "(i,0) (0,i) (k,l) for k >= 1, l >= 1 where |k-l| < 3",
        "(i,0) (0,i) (3i, 2i) (1,2)",
        "piles sorted x <= y\nmove (0,i)\nmove (s,s) where x' > 0 and y' mod 3 == 1",
        "piles unordered x, y, z\nmove (i, j, 0) where i <= 2*j and z >= 2",
        "piles ordered x\nextra c below 3\nmove (i, 0) where c == 0\nmove (i, -1) where c < 2 and i >= 2\nmove (0, i)",
        "piles ordered x\nextra c below 3\nextra d below 3\nmove (0, i, j) for 0 <= i <= 2, 0 <= j <= 2 where i + j > 0\nmove (i, 0, 0)",
        "piles ordered x, y\nextra c below 3\nmove (i, 0, 0)\nmove (0, 0, i)\nmove (p, 3*p, c - j) for p >= 1, 0 <= j < 3",
    ] {
        Rules::read(text).and_then(|rules| translate(&rules)).unwrap();
        assert!(compare(text).unwrap(), "{text}");
    }
}

#[test]
fn a_pile_that_grows_is_outside_the_fragment() {
    for text in [
        "(i,0) (0,i) (2,-1) (-1,2)",
        "(i,0) (3,-1)",
        "piles ordered x, y\nmove (i, -j) for i >= 1, 1 <= j <= 4",
    ] {
        let error = translate(&Rules::read(text).unwrap()).err().unwrap().to_string();
        assert!(error.contains("may add to a pile"), "{text}: {error}");
    }
}
