//! Conditions on the quotient of the piles, F-Wythoff and T_k: outside the linear fragment, and yet proved, from their
//! text; random games of the same form against the referee.

use crate::common::rules;
use wythoff_prove::{Player, compare, prove_between, rules_text, translate};
use wythoff_rules::Rules;
use wythoff_solvers::{Budget, p_below};

/// The moves of the rules lie between those of the two games, on a box.
fn lies_between(whole: &Rules, below: &Rules, above: &Rules, bound: u64) {
    for x in 0..bound {
        for y in 0..bound {
            let options = |rules: &Rules| -> Vec<Vec<u64>> {
                let mut all = rules.options(&[x, y]).expect("options");
                all.iter_mut().for_each(|p| rules.canonicalise(p));
                all
            };
            let (few, some, many) = (options(below), options(whole), options(above));
            assert!(few.iter().all(|to| some.contains(to)), "{x},{y}");
            assert!(some.iter().all(|to| many.contains(to)), "{x},{y}");
        }
    }
}

fn settled(name: &str, whole: &Rules, states: usize) {
    assert!(translate(whole).is_err(), "{name} is outside the fragment");
    let between = prove_between(whole, None, &Budget::default()).expect("proved").expect("proved");
    lies_between(whole, &between.below, &between.above, 14);
    assert_eq!(between.proof.dfa().states(), states, "{name}");
    let player = Player::new(&between.below, &between.proof).expect("a player");
    let lost = p_below(whole, 80, &Budget::default()).expect("solved").positions;
    for x in 0..80u64 {
        for y in x..80 {
            let found = player.decide(&[x.into(), y.into()]).expect("decided").lost;
            assert_eq!(found, lost.contains(&vec![x, y]), "{name} {x},{y}");
        }
    }
    // Both proofs have certificates that the checker accepts, about the two games as they are written.
    for (rules, proof) in [(&between.below, &between.proof), (&between.above, &between.bound)] {
        let text = rules_text(rules).expect("text");
        let certificate = proof.certificate(&text, &Default::default()).expect("a certificate");
        let report = wythoff_certificate::automaton::check(&certificate).expect("accepted");
        let compared =
            compare(rules, &report.statement, proof.numeration(), &Default::default()).expect("compared");
        assert!(compared.differences.is_empty(), "{name}: {:?}", compared.differences);
    }
}

#[test]
fn f_wythoff() {
    settled("f-wythoff", &rules("f-wythoff"), 8);
}

#[test]
fn t_translate() {
    for k in [0, 1, 2] {
        settled(&format!("T_{k}"), &rules(&format!("t-translate(k={k})")), 8);
    }
}

#[test]
fn other_games_with_quotients() {
    // The diagonal where the quotient falls, or floor(y/x) written otherwise, or a band.
    for text in [
        "piles sorted x <= y\nmove (i, 0)\nmove (0, i)\nmove (t, t) where x' >= 1 and floor(y'/x') == floor(y/x)",
        "piles sorted x <= y\nmove (i, 0)\nmove (0, i)\nmove (t, t) where x' >= 1 and not (y' div x' != y div x)",
        "piles sorted x <= y\nmove (i, 0)\nmove (0, i)\nmove (t, t) where x >= 2 and y div x >= 1",
    ] {
        let whole = Rules::read(text).expect("rules");
        let Some(between) = prove_between(&whole, None, &Budget::default()).expect("asked") else {
            panic!("{text}: no proof");
        };
        lies_between(&whole, &between.below, &between.above, 12);
        let player = Player::new(&between.below, &between.proof).expect("a player");
        let lost = p_below(&whole, 60, &Budget::default()).expect("solved").positions;
        for x in 0..60u64 {
            for y in x..60 {
                let found = player.decide(&[x.into(), y.into()]).expect("decided").lost;
                assert_eq!(found, lost.contains(&vec![x, y]), "{text} {x},{y}");
            }
        }
    }
}

#[test]
fn what_has_no_bound() {
    // P-positions have every quotient: (0,i) alone, and the diagonal by quotients.
    let whole =
        Rules::read("piles sorted x <= y\nmove (0, i) where x >= 1 and y' div x == y div x").expect("rules");
    assert!(prove_between(&whole, None, &Budget::default()).expect("asked").is_none());
    // A move that adds to a pile is in no text that says what is taken.
    let grows =
        Rules::read("piles ordered x, y\nmove (0, i)\nmove (i, -1) where x div (y + 1) >= 1").expect("rules");
    assert_eq!(grows.bounded_quotients(1).expect("asked"), None);
    // Products stay outside, with the place.
    let product = Rules::read("(i,0) (0,i) (k,l) where k*l < 9").expect("rules");
    assert!(prove_between(&product, None, &Budget::default()).is_err());
}
