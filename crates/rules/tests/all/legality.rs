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

#[test]
fn huge_piles_are_answered_at_once() {
    let (from, to) = ([1_000_000_000_000_000_000; 2], [5, 6]);
    let wythoff = reasons(WYTHOFF, &from, &to);
    assert!(
        wythoff[0].starts_with("the move takes 999999999999999994 and 999999999999999995"),
        "{wythoff:?}"
    );
    let band = "piles unordered x, y\nmove nim: (i, 0)\nmove (k, l) where |k - l| < 2";
    let broken = reasons(band, &from, &[5, 17]);
    assert_eq!(
        broken,
        [
            "move 2 (k, l) where |k - l| < 2: needs |k - l| < 2 (k = 999999999999999983, l = 999999999999999995)"
        ]
    );
    let nim = format!("piles unordered {}\nmove (i, 0, 0, 0, 0, 0, 0, 0)", "a, b, c, d, e, f, g, h");
    let many: Vec<u64> = (0..8).map(|i| from[0] + i).collect();
    assert!(reasons(&nim, &many, &[1, 2, 3, 4, 5, 6, 7, 8])[0].starts_with("the move takes "));
    // An order of the piles in which the move is legal is found whatever order comes first.
    let knight = Rules::read("piles unordered x, y, z\nmove (1, 2, 0)").unwrap();
    let huge = 1u64 << 60;
    let legal = knight.legality(&[huge, 7, huge], &[], &[6, huge, huge - 2]).unwrap();
    assert_eq!(legal, Legality::Legal { family: 0 });
}

/// Of ordered piles an end is that position alone, whether or not the moves are seen to be symmetric.
#[test]
fn an_end_of_ordered_piles_is_one_position() {
    use wythoff_rules::{Decision, Relation};
    let text = |more: &str| format!("piles ordered x, y\nmove (i, 0)\nmove (0, i)\n{more}terminal (1, 5)");
    let (plain, hidden) = (text(""), text("move (i, 0) for i <= 3\n"));
    let games = [&plain, &hidden].map(|text| Rules::read(text).unwrap());
    for game in &games {
        assert!(game.is_ended(&[1, 5]) && !game.is_ended(&[5, 1]));
        assert_eq!(game.options(&[5, 1]).unwrap().len(), 6);
    }
    let mut relation = Relation::of(&games[0]).unwrap();
    assert_eq!(relation.is_same_game(&games[1]), Decision::Holds);
    let unordered = |ends: &str| Rules::read(&format!("piles unordered x, y\nmove (i, 0)\n{ends}")).unwrap();
    assert_eq!(relation.is_same_game(&unordered("terminal (1, 5)")), Decision::Fails);
    let both = Rules::read(&text("terminal (5, 1)\n")).unwrap();
    let mut relation = Relation::of(&both).unwrap();
    assert_eq!(relation.is_same_game(&unordered("terminal (5, 1)")), Decision::Holds);
    assert_eq!(relation.is_same_game(&unordered("terminal (1, 5)\nterminal (2, 2)")), Decision::Fails);
}
