//! Games at the edge of what is proved; run with `--ignored --nocapture` in the release profile.

use crate::zoo::*;
use std::time::Instant;
use wythoff_automata::learn::{Options, learn};
use wythoff_automata::{Atom, Change, Family, Game, Oracle, PairTable, PositionTable, Verdict};

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

/// The Tribonacci game on sorted piles: positions a <= b <= c, and options sorted again. Other triples have no moves
/// and are no options.
fn tribonacci() -> Game {
    use Change::{AtMost, Less, Same};
    let order =
        |a: usize, b: usize| -> Vec<i64> { (0..3).map(|i| i64::from(i == b) - i64::from(i == a)).collect() };
    let mut game = Game::new(3);
    for change in [[Less, AtMost, AtMost], [Same, Less, AtMost], [Same, Same, Less]] {
        // Pile i becomes the pile at place[i] of the sorted option.
        for place in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            // The sum of c_i times what is taken from pile i.
            let taken = |c: [i64; 3], lo: i64, hi: Option<i64>| {
                let mut after = vec![0; 3];
                for i in 0..3 {
                    after[place[i]] -= c[i];
                }
                Atom::Linear { before: c.to_vec(), after, lo: Some(lo), hi }
            };
            let family = |label: &str| {
                Family::new(&format!("{label} {place:?}"), &change)
                    .with(Atom::before(&order(0, 1), Some(0), None))
                    .with(Atom::before(&order(1, 2), Some(0), None))
                    .with(Atom::after(&order(0, 1), Some(0), None))
                    .with(Atom::after(&order(1, 2), Some(0), None))
            };
            let unit = |i: usize| [0, 1, 2].map(|j| i64::from(i == j));
            for i in 0..3 {
                let (j, k) = ((i + 1) % 3, (i + 2) % 3);
                let free = family("free").with(taken(unit(i), 0, Some(0)));
                game = game.family(free.with(taken(unit(j), 0, None)).with(taken(unit(k), 0, None)));
            }
            let mut balanced = family("balanced");
            for i in 0..3 {
                balanced = balanced.with(taken([0, 1, 2].map(|j| if i == j { -1 } else { 1 }), 0, None));
                balanced = balanced.with(taken(unit(i), 1, None));
            }
            game = game.family(balanced);
            for i in 0..3 {
                let (j, k) = ((i + 1) % 3, (i + 2) % 3);
                let mut equal = unit(j);
                equal[k] = -1;
                let mut twice = unit(i);
                (twice[j], twice[k]) = (-1, -1);
                let leap = family("leap").with(taken(equal, 0, Some(0))).with(taken(unit(j), 1, None));
                let leap = leap.with(taken(twice, 1, None));
                // Not a' < c' < b'.
                for (less, more) in [(2, 0), (1, 2)] {
                    game = game.family(leap.clone().with(Atom::after(
                        &order(place[less], place[more]),
                        Some(0),
                        None,
                    )));
                }
            }
        }
    }
    game
}

/// The places of the letters of the Tribonacci word, and all triples that are not sorted.
struct Triples {
    known: u64,
    sorted: std::collections::HashSet<Vec<u64>>,
}

impl Oracle for Triples {
    fn contains(&self, position: &[u64]) -> Option<bool> {
        if position.iter().any(|v| *v >= self.known) {
            return None;
        }
        Some(!position.is_sorted() || self.sorted.contains(position))
    }
    fn bound(&self) -> u64 {
        60
    }
}

#[test]
#[ignore = "minutes"]
fn tribonacci_game() {
    let game = tribonacci();
    let mut word = vec![0u8];
    while word.len() < 3000 {
        word = word.iter().flat_map(|c| [vec![0, 1], vec![0, 2], vec![0]][*c as usize].clone()).collect();
    }
    let mut of: [Vec<u64>; 3] = Default::default();
    for (i, c) in word.iter().enumerate() {
        of[*c as usize].push(i as u64 + 1);
    }
    let triples = of[0].iter().zip(&of[1]).zip(&of[2]).map(|((&a, &b), &c)| vec![a, b, c]);
    let sorted = triples.chain([vec![0, 0, 0]]).collect();
    let table = Triples { known: 2500, sorted };
    let small = PositionTable::by_rules(&game, 14).unwrap();
    for position in (0..14 * 14 * 14).map(|n| vec![n % 14, n / 14 % 14, n / 196]) {
        assert_eq!(small.contains(&position), table.contains(&position), "{position:?}");
    }
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
    let budget = wythoff_numbers::Budget::default().within(std::time::Duration::from_secs(2400));
    let limits = wythoff_automata::Limits { states: 3_000_000, budget };
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
