//! Why a move is not legal, in words that name the rule it breaks.

use wythoff_rules::{Legality, Rules};

#[track_caller]
fn reasons(rules: &str, from: &[u64], to: &[u64]) -> Vec<String> {
    let rules = Rules::read(rules).unwrap();
    match rules.legality(from, &rules.fresh_memory(), to).unwrap() {
        Legality::Illegal { reasons } => reasons,
        Legality::Legal { .. } => panic!("{from:?} to {to:?} is legal"),
    }
}

const WYTHOFF: &str = "piles unordered x, y\nmove nim: (i, 0)\nmove diagonal: (i, i)";

#[test]
fn a_move_takes_something_and_only_takes() {
    assert_eq!(reasons(WYTHOFF, &[3, 5], &[5, 3]), ["takes nothing: a move changes some pile"]);
    assert_eq!(reasons(WYTHOFF, &[3, 5], &[1, 6]), ["a pile cannot grow: y from 5 to 6"]);
}

#[test]
fn each_family_says_what_it_takes() {
    assert_eq!(
        reasons(WYTHOFF, &[3, 5], &[1, 2]),
        [
            "the move takes 1 and 4, or 2 and 3, and no family does",
            "nim (i, 0): takes from one pile",
            "diagonal (i, i): takes equal amounts",
        ]
    );
}

#[test]
fn a_broken_range_is_named_with_the_amount() {
    let bounded = "piles unordered x, y\nmove nim: (i, 0) for 1 <= i <= 3";
    assert_eq!(reasons(bounded, &[2, 9], &[2, 4]), ["nim (i, 0) for 1 <= i <= 3: needs i <= 3 here (i = 5)"]);
}

#[test]
fn changed_places_are_no_reason() {
    let sorted = "piles sorted x <= y\nmove (i, 0)\nmove both: (k, l) where x' <= y' and l - k < 2";
    assert_eq!(
        reasons(sorted, &[5, 9], &[4, 4]),
        ["both (k, l) where x' <= y' and l - k < 2: needs l - k < 2 (l = 5, k = 1)"]
    );
    assert_eq!(
        reasons(sorted, &[5, 9], &[3, 4]),
        ["both (k, l) where x' <= y' and l - k < 2: needs l - k < 2 (l = 5, k = 2)"]
    );
}
