//! Prints how long each kind of proof takes (run with `--ignored --nocapture`, release profile).
use crate::zoo::*;
use std::time::Instant;
use wythoff_automata::*;

fn run(name: &str, game: &Game, system: &str, oracle: &dyn Oracle) -> Option<Box<Proof>> {
    let started = Instant::now();
    let outcome = learn::learn(game, &numeration(system), oracle, &learn::Options::default()).unwrap();
    let total = started.elapsed();
    let shown = match &outcome.verdict {
        Verdict::Proved(p) => {
            format!("proved {} states in {:?}, {:?}", p.dfa().states(), p.elapsed(), p.sizes())
        }
        Verdict::Refuted(r) => format!("refuted {:?} {:?}", r.position, r.witness),
        Verdict::Unknown(l) => format!("unknown: {l} ({} states)", outcome.guess.states()),
    };
    println!(
        "{name:24} {system:14} total {total:?} rounds {} calls {}: {shown}",
        outcome.rounds, outcome.prover_calls
    );
    outcome.proved()
}

#[test]
#[ignore = "prints timings"]
fn a_million_digits() {
    let table = PositionTable::by_rules(&wythoff(), 60).unwrap();
    let proof = run("wythoff", &wythoff(), "zeckendorf", &table).unwrap();
    let decider = Decider::new(&proof).unwrap();
    let word = |seed: u64| -> Vec<u8> {
        let (mut random, mut last) = (wythoff_numbers::Random::new(seed), 0);
        (0..1_000_000)
            .map(|_| {
                last = if last == 0 { random.below(2) as u8 } else { 0 };
                last
            })
            .collect()
    };
    let words = [word(1), word(2)];
    let started = Instant::now();
    println!("P: {} in {:?}", decider.is_p(&words, &[]).unwrap(), started.elapsed());
    let started = Instant::now();
    let found = decider.winning_move(&words, &[]).unwrap().unwrap();
    println!("a move by family {} in {:?}", found.family, started.elapsed());
    assert!(decider.is_p(&found.words, &[]).unwrap());
}

#[test]
#[ignore = "prints timings"]
fn timings() {
    for t in 1..=8i64 {
        let table = t_rows(60_000, t);
        run(&format!("t-wythoff {t}"), &t_wythoff(t), &format!("ostrowski {t}"), &table);
    }
    for k in 1..=6u64 {
        let table = diagonal_rows(
            20000,
            2 * k,
            |i| i % 2 == 1 || i >= 2 * k,
            &[[2 * k as i64 + 1, 2 * k as i64 + 2]],
        );
        run(&format!("dr {k}"), &dr(k as i64), &format!("ostrowski 1 {k}"), &table);
    }
    let started = Instant::now();
    let table = diagonal_rows(600_000, 1, |_| true, &[[2, 3]]);
    println!("table {:?}", started.elapsed());
    run("maharaja 2 3", &with_vectors(wythoff(), &[[2, 3], [3, 2]]), "zeckendorf", &table);
}
