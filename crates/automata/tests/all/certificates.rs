//! Certificates of every kind of proof are accepted by the independent checker.

use crate::zoo::*;
use std::time::Instant;
use wythoff_automata::learn::{Options, learn};
use wythoff_automata::{Game, Limits, Oracle, PositionTable};
use wythoff_certificate::automaton::check;

#[track_caller]
fn certified(game: &Game, system: &str, oracle: &dyn Oracle) -> String {
    let outcome = learn(game, &numeration(system), oracle, &Options::default()).unwrap();
    let proof = outcome.proved().expect("proved");
    let text = proof.certificate("in words\nand more words", &Limits::default()).unwrap();
    let started = Instant::now();
    let report = match check(&text) {
        Ok(report) => report,
        Err(error) => panic!("{error}\n{}", text.lines().nth(error.line.saturating_sub(1)).unwrap_or("")),
    };
    println!(
        "{} states, {} bytes, {} steps, {:?}",
        report.states,
        text.len(),
        report.steps,
        started.elapsed()
    );
    assert_eq!(report.statement, proof.game().statement());
    assert_eq!(report.rules, ["in words", "and more words"]);
    assert_eq!(report.states, proof.dfa().states());
    text
}

#[track_caller]
fn by_rules(game: &Game, system: &str, bound: u64) -> String {
    certified(game, system, &PositionTable::by_rules(game, bound).unwrap())
}

#[test]
fn certificates_of_every_kind_are_accepted() {
    by_rules(&wythoff(), "zeckendorf", 60);
    by_rules(&wythoff(), "parry 1 1", 60);
    by_rules(&t_wythoff(2), "ostrowski 2", 300);
    by_rules(&misere(wythoff()), "zeckendorf", 60);
    by_rules(&misere(t_wythoff(2)), "ostrowski 2", 300);
    by_rules(&wythoff().terminal(&[3, 0]).terminal(&[0, 3]), "zeckendorf", 300);
    by_rules(&misere(wythoff().terminal(&[3, 0]).terminal(&[0, 3])), "zeckendorf", 300);
    by_rules(&w_translate(3), "zeckendorf", 200);
    by_rules(&r_wythoff(), "zeckendorf", 100);
    by_rules(&r_wythoff().plus_nim_pile(1), "zeckendorf", 120);
    by_rules(&connell(3), "ostrowski 3", 600);
    by_rules(&bt_wythoff(2, 2), "ostrowski 4", 700);
    by_rules(&radius(5), "base 6", 30);
    by_rules(&vector(2, 3), "base 2", 40);
    by_rules(&nim(3), "base 2", 16);
    by_rules(&all_or_one(3), "base 2", 16);
    by_rules(&three_vectors(4, 24, 3), "base 2", 64);
    by_rules(&blocking(wythoff(), 2), "zeckendorf", 700);
    by_rules(&blocking(wythoff(), 3), "zeckendorf", 300);
    let dr2 = diagonal_rows(4000, 4, |i| i % 2 == 1 || i >= 4, &[[5, 6]]);
    certified(&dr(2), "ostrowski 1 2", &dr2);
}

/// With tight limits some families are put off and used only where words are missing, or not at all; the
/// certificate differs and is accepted.
#[test]
fn certificates_under_tight_limits() {
    for (game, system, bound) in [(all_or_one(3), "base 2", 16), (wythoff(), "zeckendorf", 60)] {
        let table = PositionTable::by_rules(&game, bound).unwrap();
        let outcome = learn(&game, &numeration(system), &table, &Options::default()).unwrap();
        let proof = outcome.proved().unwrap();
        let usual = proof.certificate("", &Limits::default()).unwrap();
        let mut others = 0;
        for states in 10..130 {
            if let Ok(text) = proof.certificate("", &Limits { states, ..Limits::default() }) {
                check(&text).unwrap();
                others += usize::from(text != usual);
            }
        }
        println!("{others} other certificates");
        assert!(others > 0 || system == "zeckendorf");
    }
}

/// A family that covers only what others cover took its share of the certificate.
#[test]
fn certificates_leave_out_what_is_covered_already() {
    let text = by_rules(&wythoff().family(diagonal()), "zeckendorf", 60);
    assert_eq!(text.matches("\nadd family ").count(), 3);
    assert_eq!(text.matches("\nmacros 0\n").count(), 1);
}

#[test]
#[ignore = "a few seconds"]
fn large_certificates_are_accepted() {
    let game = with_vectors(wythoff(), &[[2, 3], [3, 2]]);
    certified(&game, "zeckendorf", &diagonal_rows(600_000, 1, |_| true, &[[2, 3]]));
    for k in [5u64, 6] {
        let vectors = [[2 * k as i64 + 1, 2 * k as i64 + 2]];
        let table = diagonal_rows(30_000, 2 * k, |i| i % 2 == 1 || i >= 2 * k, &vectors);
        certified(&dr(k as i64), &format!("ostrowski 1 {k}"), &table);
    }
    certified(&t_wythoff(8), "ostrowski 8", &t_rows(60_000, 8));
}
