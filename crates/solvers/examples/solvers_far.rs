//! How far the streams of P-positions and the row machine go in a given time, from rule texts alone, next to plain
//! baselines compiled with the same flags: processor time, one thread.
//!
//! `cargo run --release -p wythoff-solvers --example solvers_far [WORD]`: only the lines with that word.
//!
//! The plain baseline of pairs is a loop over frontier pointers for Wythoff's game alone: the least number not used and
//! the least difference. What is asked for is the shape of the rules; the games are examples, and four are drawn anew
//! each time.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use wythoff_numbers::Random;
use wythoff_rules::Rules;
use wythoff_solvers::{Budget, p_below_into, p_first_into, row_machine};

fn main() {
    let word = std::env::args().nth(1).unwrap_or_default();
    let wanted = |line: &str| line.contains(&word);
    let plain = timed(|| plain_pairs(10_000_000)).0;
    println!("plain loop over frontier pointers, 10^7 pairs: {:.3} s", plain.as_secs_f64());
    let seed = SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |now| now.as_nanos() as u64);
    let mut random = Random::new(seed);
    let mut vectors = |symmetric: bool| {
        let mut text = "(i,0) (0,i) (i,i)".to_string();
        for _ in 0..2 {
            let (a, b) = (random.between(1, 5), random.between(1, 7));
            text += &format!(" ({a},{b})");
            if symmetric {
                text += &format!(" ({b},{a})");
            }
        }
        text
    };
    let mut games = vec!["(i,0) (0,i) (i,i)".to_string(), "(i,0) (0,i) (i,i) (1,2) (2,1)".to_string()];
    games.extend([vectors(true), vectors(true), vectors(false), vectors(false)]);
    for game in games.iter().filter(|game| wanted(&format!("vectors {game}"))) {
        let rules = read(game);
        let (time, count) =
            timed(|| count(|sink| p_first_into(&rules, 10_000_000, &budget(), sink).map(drop)));
        let ratio = time.as_secs_f64() / plain.as_secs_f64();
        println!(
            "vectors {game}: first {count} in {:.3} s, {ratio:.1} times the plain loop",
            time.as_secs_f64()
        );
    }
    for game in
        ["(i,0) (0,i) (i,i) (i,2i) (2i,i)", "(i,0) (0,i) (i,i) (3i,5i) (5i,3i)", "(i,0) (0,i) (2i,3i) (i,i)"]
    {
        if wanted(&format!("rays {game}")) {
            let rules = read(game);
            let (time, count) =
                timed(|| count(|sink| p_below_into(&rules, 10_000_000, &budget(), sink).map(drop)));
            let ratio = time.as_secs_f64() / plain.as_secs_f64();
            println!(
                "rays {game}: {count} below 10^7 in {:.3} s, {ratio:.1} times the plain loop",
                time.as_secs_f64()
            );
        }
    }
    for (k, bound) in [(1000, 3_000), (1000, 20_000), (50, 20_000)] {
        if wanted("blocking") {
            let mut rules = read("(i,0) (0,i) (i,i)");
            if rules.set_block(k, &[]).is_ok() {
                let (time, count) =
                    timed(|| count(|sink| p_below_into(&rules, bound, &budget(), sink).map(drop)));
                let cell = time.as_nanos() as f64 / (bound * bound) as f64;
                println!(
                    "blocking k={k} below {bound}: {count} in {:.3} s, {cell:.2} ns a cell",
                    time.as_secs_f64()
                );
            }
        }
    }
    for (game, last) in [("(i,0) (0,i) (i,i)", 100), ("(i,0) (0,i) (i,i) (1,2) (2,1)", 30)] {
        if wanted(&format!("periods {game}")) {
            let (rules, budget) = (read(game), budget());
            let machine = row_machine(&rules, false, last, &budget).ok().flatten();
            if let Some(mut machine) = machine {
                let (time, row) = timed(|| {
                    let _ = machine.go_on(&budget, &mut || false);
                    machine.periods().and_then(|rows| rows.last().copied())
                });
                println!("periods {game}: {row:?} in {:.3} s", time.as_secs_f64());
            }
        }
    }
}

fn read(text: &str) -> Rules {
    Rules::read(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn budget() -> Budget {
    Budget::default().with_memory(8 << 30)
}

fn count<E>(ask: impl FnOnce(&mut dyn FnMut(&[u64])) -> Result<(), E>) -> u64 {
    let mut count = 0;
    let done = ask(&mut |chunk| count += chunk.len() as u64 / 2);
    if done.is_ok() { count } else { 0 }
}

/// Wythoff's pairs by the least number and the least difference that are not used.
fn plain_pairs(n: usize) -> u64 {
    let (mut used, mut a, mut sum) = (vec![0u64; n * 3 / 64 + 2], 0, 0);
    for difference in 0..n {
        while used[a / 64] >> (a % 64) & 1 != 0 {
            a += 1;
        }
        let b = a + difference;
        used[a / 64] |= 1 << (a % 64);
        used[b / 64] |= 1 << (b % 64);
        sum += b as u64;
    }
    sum
}

/// Processor time of this thread where the system tells it, else time that passes.
fn timed<T>(run: impl FnOnce() -> T) -> (Duration, T) {
    let spent = || {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
    };
    let (before, clock) = (spent(), Instant::now());
    let value = std::hint::black_box(run());
    let time = before.zip(spent()).map_or_else(|| clock.elapsed(), |(before, after)| after - before);
    (time, value)
}
