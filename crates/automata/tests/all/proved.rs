//! Games whose P-positions must be proved from the rules alone.

use crate::zoo::*;
use wythoff_automata::learn::{Options, fit, learn};
use wythoff_automata::{Family, Game, Limits, Oracle, PositionTable, Proof, Verdict};

/// Learns from the table and proves; the automaton must have `states` states if that is not 0.
#[track_caller]
fn proved(game: &Game, system: &str, oracle: &dyn Oracle, states: usize) -> Box<Proof> {
    let outcome = learn(game, &numeration(system), oracle, &Options::default()).unwrap();
    let proof = match outcome.verdict {
        Verdict::Proved(proof) => proof,
        other => panic!("{system}: {} states, {other:?}", outcome.guess.states()),
    };
    assert!(states == 0 || proof.dfa().states() == states, "{} states", proof.dfa().states());
    assert!(outcome.at_least <= proof.dfa().states(), "at least {}", outcome.at_least);
    proof
}

/// What a table says about every automaton: the bound is reached where there is one, and grows where there is none.
#[test]
fn words_told_apart() {
    let game = crate::zoo::t_wythoff(1);
    let at_least = |system: &str, below: u64| {
        let fit = fit(&game, &numeration(system), &t_rows(below, 1), below, &[], &Limits::default()).unwrap();
        assert!(fit.reached.is_none());
        fit.at_least
    };
    assert_eq!([200, 800].map(|below| at_least("zeckendorf", below)), [7, 7]);
    assert!(at_least("base 2", 800) > at_least("base 2", 200) + 20);
}

#[track_caller]
fn proved_by_rules(game: &Game, system: &str, bound: u64, states: usize) -> Box<Proof> {
    proved(game, system, &PositionTable::by_rules(game, bound).unwrap(), states)
}

#[test]
fn t_wythoff() {
    for t in 1..=8 {
        let bound = [0, 200, 500, 2000, 6000, 10_000, 40_000, 40_000, 60_000][t as usize];
        proved(&crate::zoo::t_wythoff(t), &format!("ostrowski {t}"), &t_rows(bound, t), 2 * t as usize + 5);
    }
}

#[test]
fn misere_t_wythoff() {
    proved_by_rules(&misere(crate::zoo::t_wythoff(1)), "zeckendorf", 100, 13);
    for (t, bound, states) in [(1, 200, 13), (2, 1000, 10), (3, 3000, 12), (4, 8000, 14), (5, 20_000, 16)] {
        proved(
            &misere(crate::zoo::t_wythoff(t)),
            &format!("ostrowski {t}"),
            &misere_t_rows(bound, t),
            states,
        );
    }
}

#[test]
fn w_translates() {
    for (k, states) in [(1, 8), (2, 19), (3, 13), (4, 25), (5, 28), (6, 23)] {
        proved_by_rules(&w_translate(k), "zeckendorf", 300, states);
    }
}

#[test]
fn restriction_and_extension() {
    proved_by_rules(&r_wythoff(), "zeckendorf", 100, 7);
    proved_by_rules(&e_wythoff(), "zeckendorf", 60, 7);
}

/// VIS 6.2: the positions of Grundy value 1, from the sum with a pile of at most one token.
#[test]
fn grundy_value_one_of_restriction_and_extension() {
    for game in [r_wythoff(), e_wythoff()] {
        let game = game.plus_nim_pile(1);
        let proof = proved_by_rules(&game, "zeckendorf", 120, 0);
        let decider = wythoff_automata::Decider::new(&proof).unwrap();
        assert!(decider.is_p_at(&[0, 1, 1]).unwrap());
        // (floor(phi n) - 1, floor(phi n) + n - 1) for n = 10: phi n = 16.18.
        assert!(decider.is_p_at(&[15, 25, 1]).unwrap());
        assert!(!decider.is_p_at(&[15, 26, 1]).unwrap());
    }
}

#[test]
fn connell_games() {
    for (b, bound, states) in [(1, 100, 7), (2, 300, 12), (3, 700, 16), (4, 1400, 20)] {
        proved_by_rules(&connell(b), &format!("ostrowski {b}"), bound, states);
    }
}

#[test]
fn bt_wythoff_games() {
    for (b, t, bound) in [(2, 2, 700), (3, 1, 700)] {
        proved_by_rules(&bt_wythoff(b, t), &format!("ostrowski {}", b * t), bound, 0);
    }
}

#[test]
fn duchene_rigo_games() {
    for (k, states) in [(1u64, 14), (2, 34), (3, 54), (4, 74)] {
        let vectors = [[2 * k as i64 + 1, 2 * k as i64 + 2]];
        let table = diagonal_rows(8000, 2 * k, |i| i % 2 == 1 || i >= 2 * k, &vectors);
        proved(&dr(k as i64), &format!("ostrowski 1 {k}"), &table, states);
    }
}

#[test]
#[ignore = "a few seconds"]
fn duchene_rigo_games_five_and_six() {
    for (k, states) in [(5u64, 94), (6, 114)] {
        let vectors = [[2 * k as i64 + 1, 2 * k as i64 + 2]];
        let table = diagonal_rows(30_000, 2 * k, |i| i % 2 == 1 || i >= 2 * k, &vectors);
        proved(&dr(k as i64), &format!("ostrowski 1 {k}"), &table, states);
    }
}

#[test]
fn radius_games() {
    for r in 1..=12 {
        proved_by_rules(&radius(r), &format!("base {}", r + 1), 4 * (r as u64 + 1), 0);
    }
    for (r, states) in [(1, 2), (2, 3), (3, 7), (4, 25)] {
        proved_by_rules(&radius(r), "base 2", 100, states);
    }
}

#[test]
fn rays_beside_nim() {
    for (a, b) in [(1, 2), (2, 3), (3, 5), (1, 3), (5, 2)] {
        proved_by_rules(&vector(a, b), "base 2", 40, 1);
    }
}

#[test]
fn constant_functions() {
    for (t, states) in [(2, 7), (3, 6), (4, 62), (5, 17), (6, 0), (7, 39), (8, 0)] {
        let table = rows(40_000, u64::MAX, 0, |x, y, earlier| {
            let take = |k: i64, l: i64| earlier.contains(x - k, y - l) || earlier.contains(x - l, y - k);
            (1..t).any(|k| (k..t).any(|l| take(k, l)))
        });
        proved(&wyt_constant(t), "base 2", &table, states);
    }
}

#[test]
fn several_piles() {
    proved_by_rules(&nim(3), "base 2", 16, 1);
    proved_by_rules(&all_or_one(3), "base 2", 16, 1);
    proved_by_rules(&all_or_one(5), "base 2", 4, 1);
}

#[test]
fn three_vectors_like_nim() {
    for (a, b, c) in [(1, 4, 2), (1, 8, 4), (4, 24, 3), (2, 14, 7)] {
        proved_by_rules(&three_vectors(a, b, c), "base 2", 64, 0);
    }
}

#[test]
fn blocked_wythoff() {
    proved_by_rules(&blocking(wythoff(), 2), "zeckendorf", 700, 73);
    proved_by_rules(&blocking(wythoff(), 3), "zeckendorf", 300, 28);
}

#[test]
#[ignore = "a large table"]
fn bt_wythoff_two_three() {
    proved_by_rules(&bt_wythoff(2, 3), "ostrowski 6", 3500, 0);
}

/// Blocking counts options: an overlapping family must not change anything.
#[test]
fn overlapping_families_are_made_disjoint() {
    let game = wythoff().family(
        Family::new(
            "both by an odd number",
            &[wythoff_automata::Change::Less, wythoff_automata::Change::Less],
        )
        .with(wythoff_automata::Atom::taken(&[1, -1], Some(0), Some(0)))
        .with(wythoff_automata::Atom::taken_mod(&[1, 0], 2, 1)),
    );
    proved_by_rules(&blocking(game, 3), "zeckendorf", 300, 28);
}

/// VIS Section 5 with b > 1: where b divides a the digits of Ostrowski type a/b suffice.
#[test]
fn nim_ab_with_b_dividing_a() {
    proved_by_rules(&nim_ab(2, 2), "zeckendorf", 200, 19);
    proved_by_rules(&nim_ab(0, 3), "base 3", 30, 2);
}

#[test]
fn redundant_vectors() {
    for v in [[2, 4], [1, 3]] {
        proved_by_rules(&with_vectors(wythoff(), &[v, [v[1], v[0]]]), "zeckendorf", 100, 7);
        proved_by_rules(&with_vectors(wythoff(), &[v]), "zeckendorf", 100, 7);
    }
}

#[test]
fn extra_terminal_positions() {
    let game = wythoff().terminal(&[3, 0]).terminal(&[0, 3]);
    let proof = proved_by_rules(&game, "zeckendorf", 400, 0);
    let decider = wythoff_automata::Decider::new(&proof).unwrap();
    assert!(decider.is_p_at(&[3, 0]).unwrap());
    proved_by_rules(&misere(game), "zeckendorf", 400, 0);
}

#[test]
#[ignore = "a few seconds"]
fn wythoff_with_two_three() {
    let game = with_vectors(wythoff(), &[[2, 3], [3, 2]]);
    proved(&game, "zeckendorf", &diagonal_rows(600_000, 1, |_| true, &[[2, 3]]), 307);
}
