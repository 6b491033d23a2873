//! Games of the catalog, proved from their rules alone: data from the rules, a learnt automaton, a proof, a certificate,
//! and the independent check of it.

use crate::common::{proved, rules};
use wythoff_prove::{Request, prove};

fn all(specs: &[String]) {
    for spec in specs {
        proved(spec, &rules(spec), &Request::default());
    }
}

fn misere(spec: &str) {
    let mut game = rules(spec);
    game.set_misere().unwrap();
    proved(spec, &game, &Request::default());
}

#[test]
fn t_wythoff() {
    for t in 1..=8 {
        let proof = proved("t-wythoff", &rules(&format!("t-wythoff(t={t})")), &Request::default());
        assert_eq!(proof.dfa().states(), 2 * t + 5);
    }
}

#[test]
fn misere_t_wythoff() {
    for t in 1..=5 {
        misere(&format!("t-wythoff(t={t})"));
    }
}

#[test]
fn translations_and_restrictions() {
    let mut specs: Vec<String> = (1..=6).map(|k| format!("w-translate(k={k})")).collect();
    specs.extend(["r-wythoff", "e-wythoff"].map(String::from));
    specs.extend((1..=4).map(|b| format!("connell(b={b})")));
    specs.extend(["bt-wythoff(b=1,t=2)", "bt-wythoff(b=2,t=1)", "bt-wythoff(b=2,t=2)"].map(String::from));
    all(&specs);
}

#[test]
fn diagonal_restricted() {
    all(&["dr(k=1)".to_string()]);
    for k in 2..=6 {
        let proof = proved("dr", &rules(&format!("dr(k={k})")), &Request::default());
        assert_eq!(proof.numeration().to_string(), format!("ostrowski 1 {k}"));
        assert_eq!(proof.dfa().states(), 20 * k - 6);
    }
}

#[test]
fn periodic_games() {
    let mut specs: Vec<String> = (1..=12).map(|r| format!("radius(r={r})")).collect();
    for (a, b) in [(1, 2), (1, 3), (2, 3), (3, 5), (2, 4)] {
        specs.push(format!("vector(a={a},b={b})"));
    }
    specs.extend((2..=8).map(|t| format!("wyt-f(f=\"{t}\")")));
    all(&specs);
}

#[test]
fn several_piles() {
    let specs = ["all-or-one(piles=3)", "all-or-one(piles=5)", "nim(piles=3)", "three-vectors(a=1,b=4,c=2)"];
    all(&specs.map(String::from));
}

/// The slopes of k = 3, 8, 14 are rational, that of k = 4 is 1 + sqrt 2, and k = 2 has the golden ratio: a numeration of
/// another slope has no automaton.
#[test]
fn blocking() {
    let expected = [
        (2, 1, 73, "ostrowski 1"),
        (3, 1, 7, "base 2"),
        (4, 1, 40, "ostrowski 2"),
        (14, 1, 189, "base 2"),
        (3, 2, 9, "base 3"),
        (4, 2, 26, "base 2"),
        (3, 3, 27, "base 2"),
        (4, 3, 30, "base 2"),
        (5, 3, 32, "base 2"),
    ];
    for (k, t, states, numeration) in expected {
        let spec = format!("blocking-wythoff(k={k}, t={t})");
        let proof = proved(&spec, &rules(&spec), &Request::default());
        assert_eq!(
            (proof.dfa().states(), proof.numeration().to_string().as_str()),
            (states, numeration),
            "{spec}"
        );
    }
}

#[test]
fn wythoff_with_vectors() {
    let proof = proved("maharaja", &rules("maharaja(p=2,q=3)"), &Request::default());
    assert_eq!(proof.dfa().states(), 307);
    // Moves that change nothing: Wythoff's own 7 states.
    for (a, b) in [(1, 3), (2, 4), (3, 3)] {
        let text = format!("(i,0) (0,i) (i,i) ({a},{b}) ({b},{a})");
        let proof = proved(&text, &rules(&text), &Request::default());
        assert_eq!(proof.dfa().states(), 7, "{text}");
    }
}

#[test]
fn grundy_value_one_of_ho_s_games() {
    for spec in ["r-wythoff", "e-wythoff"] {
        proved(spec, &rules(spec), &Request { grundy: Some(1), ..Request::default() });
    }
}

#[test]
fn every_game_that_is_said_to_be_settled() {
    let settled = wythoff_catalog::entries().iter().filter(|entry| entry.proved);
    let names: Vec<String> = settled.map(|entry| entry.name.to_string()).collect();
    assert!(names.len() >= 30, "{names:?}");
    all(&names);
}

#[test]
fn rules_outside_the_fragment_are_named() {
    let error =
        prove(&rules("euclid"), &Request::default(), &wythoff_solvers::Budget::default()).err().unwrap();
    assert!(error.to_string().contains("outside the linear fragment"), "{error}");
}
