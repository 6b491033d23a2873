//! Numbers of any size in rules: the translation is exact or refuses, with the place. Each of these rules was once
//! translated to another game, and a false theorem proved of it.

use wythoff_prove::{condition, translate};
use wythoff_rules::Rules;

/// The translation has the moves of the rules between the given positions, or refuses with a place in the text.
#[track_caller]
fn exact_or_refused(text: &str, from: &[u64], options: &[&[u64]]) {
    let rules = Rules::read(text).unwrap();
    match translate(&rules) {
        Ok(game) => {
            for to in options {
                assert!(game.is_option(from, to), "{text}: {from:?} to {to:?} is lost");
            }
        }
        Err(error) => {
            assert!(error.message.contains("outside the linear fragment"), "{text}: {error}");
            assert!(error.detail().contains("line 1"), "{text}: {error:?}");
        }
    }
}

/// A modulus beyond 32 bits was taken for a contradiction, and the family dropped.
#[test]
fn a_large_modulus_drops_no_family() {
    exact_or_refused("(70000i,0) where i mod 65536 == 0 (0,i)", &[4_587_520_000, 0], &[&[0, 0]]);
    // 65537 * 65536 fits 33 bits, 4096 * 1048576 is 2^32 itself.
    exact_or_refused("(65537i,0) where i mod 65536 == 0 (0,i)", &[65537 * 65536, 0], &[&[0, 0]]);
    exact_or_refused("(1048576i,0) where i mod 4096 == 0 (0,i)", &[1 << 32, 0], &[&[0, 0]]);
}

/// The negative of the least 64-bit number does not exist.
#[test]
fn the_least_number_is_not_negated() {
    let text = "(i,0) where (x - 9223372036854775807 - 1) mod 3 == 0 (0,i)";
    // -2^63 is 1 modulo 3: piles of 2, 5, 8, ... may be taken from.
    exact_or_refused(text, &[2, 0], &[&[1, 0], &[0, 0]]);
    if let Ok(game) = translate(&Rules::read(text).unwrap()) {
        assert!(!game.is_option(&[1, 0], &[0, 0]) && !game.is_option(&[3, 0], &[2, 0]));
    }
    exact_or_refused("(i,0) where x >= 0 - 9223372036854775807 - 1 (0,i)", &[3, 0], &[&[1, 0]]);
    exact_or_refused("(i,0) where 0 - x >= 0 - 9223372036854775807 - 1 (0,i)", &[3, 0], &[&[1, 0]]);
    let rules = Rules::read("(i,0) (0,i)").unwrap();
    if let Ok(any) = condition(&rules, "(x - 9223372036854775807 - 1) mod 3 == 0") {
        let set = wythoff_prove::Candidate::Condition(any);
        assert_eq!((set.contains(&[2, 2]), set.contains(&[1, 1])), (Some(true), Some(false)));
    }
}

/// A list with a number beyond 64 bits lost that number.
#[test]
fn a_list_loses_no_number() {
    let text =
        "param s list = 3, 18446744073709551616\npiles ordered x, y\nmove (i, 0) where x in s\nmove (0, i)";
    let rules = Rules::read(text).unwrap();
    assert!(translate(&rules).unwrap_err().message.contains("64 bits"));
}

/// Coefficients and bounds beyond what the prover handles are refused where they stand.
#[test]
fn large_coefficients_are_refused_with_their_place() {
    for text in [
        "(i,0) (0,i) (1000003i,1000033i)",
        "(i,0) where x >= 9000000000000 (0,i)",
        "(i,0) where x mod 1009 == 3 (0,i)",
        "(i,0) where 9223372036854775807*x >= y (0,i)",
    ] {
        let error = translate(&Rules::read(text).unwrap()).unwrap_err();
        assert!(error.message.contains("outside the linear fragment"), "{text}: {error}");
        assert!(error.detail().contains("line 1"), "{text}: {error:?}");
    }
}

/// What divides a congruence is divided out: 2(x - x') = 0 mod 2000 is a congruence modulo 1000.
#[test]
fn congruences_are_reduced() {
    let rules = Rules::read("(2i,0) where 2*x mod 2000 == 0 (0,i)").unwrap();
    let game = translate(&rules).unwrap();
    assert!(game.is_option(&[1000, 0], &[998, 0]) && !game.is_option(&[500, 0], &[498, 0]));
}
