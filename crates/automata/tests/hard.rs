//! Games at the edge of what is proved; run with `--ignored --nocapture` in the release profile.

mod zoo;

use std::time::Instant;
use wythoff_automata::learn::{Options, learn};
use wythoff_automata::{Atom, Change, Family, Game, Oracle, PairTable, PositionTable, Verdict};
use zoo::*;

fn report(name: &str, game: &Game, system: &str, oracle: &dyn Oracle) {
    let started = Instant::now();
    let outcome =
        learn(game, &numeration(system), oracle, &Options { scan: 100_000, ..Options::default() }).unwrap();
    let shown = match &outcome.verdict {
        Verdict::Proved(p) => {
            format!("proved, {} states in {:?} {:?}", p.dfa().states(), p.elapsed(), p.sizes())
        }
        Verdict::Refuted(r) => format!("refuted at {:?}", r.position),
        Verdict::Unknown(l) => format!("unknown: {l}; guess of {} states", outcome.guess.states()),
    };
    println!(
        "{name} in {system}: {shown} ({:?} in all, {} rounds, {} calls)",
        started.elapsed(),
        outcome.rounds,
        outcome.prover_calls
    );
}

#[test]
#[ignore = "minutes"]
fn blocking_more() {
    for (t, k) in [(1, 4), (1, 5), (2, 2), (2, 3), (3, 2)] {
        let game = blocking(t_wythoff(t), k);
        for bound in [500, 1000, 2000, 4000] {
            let table = PositionTable::by_rules(&game, bound).unwrap();
            report(
                &format!("blocking {k} of t={t}, table to {bound}"),
                &game,
                &format!("ostrowski {t}"),
                &table,
            );
        }
    }
}

#[test]
#[ignore = "minutes"]
fn ray_two_two() {
    for bound in [1000, 4000] {
        let game = vector(2, 2);
        let table = PositionTable::by_rules(&game, bound).unwrap();
        for system in
            ["ostrowski 1 1 3", "ostrowski 1 3 1", "ostrowski 3 1 1", "ostrowski 4 4", "ostrowski 8"]
        {
            report(&format!("[2,2], table to {bound}"), &game, system, &table);
        }
    }
}
/// VIS (6): x_n = mex_b of what came before, y_n = x_n + an; a guess for the learner only.
fn nim_ab_pairs(a: u64, b: u64, bound: u64) -> PairTable {
    let mut partner = vec![None; bound as usize];
    let mut x = 0u64;
    for n in 0.. {
        // The least x that is at least b above the last element below it, with the next one more than b away.
        let mut last: i64 = -(b as i64);
        let mut v = 0u64;
        if n > 0 {
            last = x as i64;
            v = x + 1;
        }
        while v < bound && v < (last + b as i64) as u64 {
            if partner[v as usize].is_some() {
                last = v as i64;
            }
            v += 1;
        }
        while v < bound && partner[v as usize].is_some() {
            last = v as i64;
            while v < bound && (v as i64) < last + b as i64 {
                v += 1;
                if v < bound && partner[v as usize].is_some() {
                    last = v as i64;
                }
            }
        }
        x = v;
        if x >= bound {
            break;
        }
        let y = x + a * n;
        partner[x as usize] = Some(y);
        if y < bound {
            partner[y as usize] = Some(x);
        }
    }
    PairTable::new(partner)
}

#[test]
#[ignore = "minutes"]
fn nim_ab_games() {
    for (a, b, system) in [
        (2, 2, "zeckendorf"),
        (4, 2, "ostrowski 2"),
        (6, 2, "ostrowski 3"),
        (3, 3, "zeckendorf"),
        (6, 3, "ostrowski 2"),
        (4, 4, "zeckendorf"),
        (5, 5, "zeckendorf"),
        (0, 3, "base 3"),
    ] {
        report(&format!("nim-ab {a} {b}"), &nim_ab(a, b), system, &nim_ab_pairs(a as u64, b as u64, 200_000));
    }
}

/// The Tribonacci game on sorted piles, by arrangements.
fn tribonacci() -> Game {
    use Change::{Less, Same};
    let mut game = Game::new(3);
    for mask in 1..7usize {
        let change: Vec<Change> = (0..3).map(|i| if mask >> i & 1 == 1 { Less } else { Same }).collect();
        game = game.family(Family::new(&format!("free {mask}"), &change));
    }
    let unit = |plus: &[usize], minus: &[usize]| -> Vec<i64> {
        (0..3)
            .map(|i| {
                plus.iter().filter(|&&p| p == i).count() as i64
                    - minus.iter().filter(|&&p| p == i).count() as i64
            })
            .collect()
    };
    let mut balanced = Family::new("balanced", &[Less; 3]);
    for i in 0..3 {
        balanced = balanced.with(Atom::taken(&unit(&[(i + 1) % 3, (i + 2) % 3], &[i]), Some(0), None));
    }
    game = game.family(balanced);
    for [a, b, c] in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        for third in 0..3 {
            let (p, q) = ((third + 1) % 3, (third + 2) % 3);
            for (k, last) in [unit(&[a], &[c]), unit(&[c], &[b])].iter().enumerate() {
                game = game.family(
                    Family::new(&format!("{a}{b}{c} {third} {k}"), &[Less; 3])
                        .with(Atom::taken(&unit(&[p], &[q]), Some(0), Some(0)))
                        .with(Atom::taken(&unit(&[third], &[p, p]), Some(1), None))
                        .with(Atom::before(&unit(&[b], &[a]), Some(0), None))
                        .with(Atom::before(&unit(&[c], &[b]), Some(0), None))
                        .with(Atom::after(last, Some(0), None)),
                );
            }
        }
    }
    game
}

#[test]
#[ignore = "minutes"]
fn tribonacci_game() {
    let game = tribonacci();
    // From the rules on a small box, and from the word a -> ab, b -> ac, c -> a beyond.
    let mut word = vec![0u8];
    while word.len() < 3000 {
        word = word.iter().flat_map(|c| [vec![0, 1], vec![0, 2], vec![0]][*c as usize].clone()).collect();
    }
    let mut of: [Vec<u64>; 3] = Default::default();
    for (i, c) in word.iter().enumerate() {
        of[*c as usize].push(i as u64 + 1);
    }
    let mut members = vec![vec![0, 0, 0]];
    for ((&a, &b), &c) in of[0].iter().zip(&of[1]).zip(&of[2]) {
        let t = [a, b, c];
        for [i, j, k] in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            members.push(vec![t[i], t[j], t[k]]);
        }
    }
    let table = PositionTable::new(2500, members);
    let small = PositionTable::by_rules(&game, 26).unwrap();
    let inside = |t: &PositionTable| t.positions().filter(|p| p.iter().all(|&v| v < 26)).collect::<Vec<_>>();
    assert_eq!(inside(&small), inside(&table));
    report("tribonacci", &game, "parry 1 1 1", &table);
}

/// Wythoff plus (1,2), (2,1), from the rules with bit tables.
fn maharaja_pairs(bound: u64) -> PairTable {
    let mut partner: Vec<Option<u64>> = vec![None; bound as usize];
    let mut used = vec![false; bound as usize];
    let mut least = 0u64;
    let mut known = bound;
    'rows: for x in 0..bound {
        if partner[x as usize].is_some() {
            continue;
        }
        while used[least as usize] {
            least += 1;
        }
        let at = |x: Option<u64>, y: Option<u64>| match (x, y) {
            (Some(x), Some(y)) => partner[x as usize] == Some(y),
            _ => false,
        };
        let mut d = least;
        loop {
            let y = x + d;
            if y >= bound {
                known = x;
                break 'rows;
            }
            let blocked = used[d as usize]
                || partner[y as usize].is_some()
                || at(x.checked_sub(1), y.checked_sub(2))
                || at(x.checked_sub(2), y.checked_sub(1));
            if !blocked {
                partner[x as usize] = Some(y);
                partner[y as usize] = Some(x);
                used[d as usize] = true;
                break;
            }
            d += 1;
        }
    }
    partner.truncate(known as usize);
    PairTable::new(partner)
}

#[test]
#[ignore = "minutes"]
fn maharaja() {
    let game = with_vectors(wythoff(), &[[1, 2], [2, 1]]);
    let table = maharaja_pairs(40_000_000);
    let deadline = Some(Instant::now() + std::time::Duration::from_secs(2400));
    let limits = wythoff_automata::Limits { states: 3_000_000, memory: 4 << 30, deadline, cancel: None };
    let options = Options { limits, ..Options::default() };
    let started = Instant::now();
    let outcome = learn(&game, &numeration("zeckendorf"), &table, &options).unwrap();
    println!(
        "maharaja: {:?}; guess of {} states fits below {} ({:?}, {} rounds, {} calls)",
        match &outcome.verdict {
            Verdict::Proved(_) => "proved".to_string(),
            Verdict::Refuted(r) => format!("{r:?}"),
            Verdict::Unknown(l) => l.to_string(),
        },
        outcome.guess.states(),
        outcome.fits_below,
        started.elapsed(),
        outcome.rounds,
        outcome.prover_calls
    );
}
