//! Times of the solvers next to plain baselines compiled with the same flags, in one run, from rule texts alone.
//!
//! `cargo run --release -p wythoff-solvers --example solvers_speed`
//!
//! Grundy tables are told as a ratio to Wythoff's table of the same size, and in nanoseconds a cell more than it needs;
//! the plain baseline is a table of Wythoff's game by straight loops with one set of values a line. Outcomes are told
//! next to their target. Ten games of lines are drawn anew each time, and the growth from N to 4N is told as an exponent.

use std::hint::black_box;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use wythoff_rules::Rules;
use wythoff_solvers::{Budget, grundy_table, p_below_into, p_first_into};

/// Games by name, and how many times Wythoff's table theirs may take.
const GAMES: &[(&str, &str, f64)] = &[
    ("t-wythoff t=2", "piles unordered x, y\nmove (i, 0)\nmove (k, l) where |k - l| < 2", 10.0),
    ("t-wythoff t=10", "piles unordered x, y\nmove (i, 0)\nmove (k, l) where |k - l| < 10", 10.0),
    ("t-wythoff t=100", "piles unordered x, y\nmove (i, 0)\nmove (k, l) where |k - l| < 100", 10.0),
    ("r-wythoff", "piles sorted x <= y\nmove (0, i)\nmove (i, i)", 8.0),
    (
        "e-wythoff",
        "piles sorted x <= y\nmove (i, 0)\nmove (0, i)\nmove (i, i)\nmove (k, l) for k >= 1, l >= 0 where l < k",
        8.0,
    ),
    (
        "f-wythoff",
        "piles sorted x <= y\nmove (i, 0)\nmove (0, i)\nmove (t, t) where x' >= 1 and y' div x' == y div x",
        8.0,
    ),
    (
        "w-translate",
        "piles sorted x <= y\nmove (i, 0)\nmove (0, i)\nmove (i, i) where x' >= 2 and y' >= 2",
        8.0,
    ),
    (
        "t-translate",
        "piles sorted x <= y\nmove (i, 0)\nmove (0, i)\nmove (s, s) where x' > 0 and |y' div x' - y div x| <= 1",
        8.0,
    ),
    ("connell", "piles unordered x, y\nmove (2*i, 0)\nmove (i, i)", 8.0),
    (
        "bt-wythoff",
        "piles unordered x, y\nmove (2*i, 0)\nmove (k, l) where |k - l| < 4 and (k - l) mod 2 == 0",
        8.0,
    ),
    ("gdwn", "piles unordered x, y\nmove (i, 0)\nmove (i, i)\nmove (i, 2*i)", 8.0),
    ("dr", "piles unordered x, y\nmove (i, 0)\nmove (i, i) where i mod 2 == 1 or i >= 4\nmove (5, 6)", 8.0),
    ("king", "piles unordered x, y\nmove (i, 0) for 1 <= i <= 1\nmove (i, i) for 1 <= i <= 1", 8.0),
    ("radius", "piles unordered x, y\nmove (i, 0) for 1 <= i <= 30\nmove (i, i) for 1 <= i <= 30", 8.0),
    ("offset", "(i,0) (0,i) (i,i) (i,i+1)", 8.0),
    ("gated", "piles ordered x, y\nmove (i, 0)\nmove (0, i)\nmove (i, i) where x <= 2*y", 8.0),
];

const WYTHOFF: &str = "(i,0) (0,i) (i,i)";

fn main() {
    println!("Grundy tables, one thread");
    let plain = best(2, || plain_wythoff(1_000));
    let own = best(3, || table(WYTHOFF, &[1_000, 1_000]));
    println!("  Wythoff's 1,000^2 {:.1} ms, straight loops with a set a line {:.1} ms", ms(own), ms(plain));
    for side in [1_000, 2_000] {
        let base = best(3, || table(WYTHOFF, &[side, side]));
        println!("  side {side}: Wythoff's {:.1} ms", ms(base));
        for (name, text, most) in GAMES {
            grundy(name, text, side, base, Some(*most));
        }
        if side == 1_000 {
            let seed = SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |t| t.as_nanos() as u64);
            println!("  ten games of lines drawn by {seed}");
            for draw in 0..10 {
                grundy("", &wythoff_rulegen::sample_lines(seed.wrapping_add(draw)), side, base, None);
            }
        }
    }
    println!("growth of a Grundy table from 500 to 2,000: the exponent is at most 2.2");
    for (name, text, _) in GAMES {
        let (small, large) = (best(3, || table(text, &[500, 500])), best(2, || table(text, &[2_000, 2_000])));
        println!("  {name:20} {:.2}", (large.as_secs_f64() / small.as_secs_f64()).log(4.0));
    }
    println!("P-positions below 20,000 (target 1 s), and the first 1,000,000 (target 1 s)");
    for (name, text, _) in GAMES {
        let rules = read(text);
        let below = best(1, || count(|sink| p_below_into(&rules, 20_000, &budget(), sink).map(drop)));
        println!("  {name:20} {:8.0} ms", ms(below));
    }
    for text in [WYTHOFF, GAMES[0].1, GAMES[2].1, GAMES[10].1, "(i,0) (0,i) (i,i) (1,2) (2,1)"] {
        let rules = read(text);
        let first = best(1, || count(|sink| p_first_into(&rules, 1_000_000, &budget(), sink).map(drop)));
        println!("  first 10^6 of {:60} {:8.0} ms", text.replace('\n', "; "), ms(first));
    }
    println!("three piles (targets 300 ms for 100^3, 4,000 ms for 200^3)");
    for (name, text) in [
        ("wythoff-piles", "piles unordered x, y, z\nmove (i, 0, any)\nmove (i, i, any)"),
        ("nim", "piles unordered x, y, z\nmove (i, 0, 0)"),
        ("all-or-one", "piles unordered x, y, z\nmove (i, 0, 0)\nmove (i, i, i)"),
    ] {
        let times = [100, 200].map(|side| ms(best(1, || table(text, &[side; 3]))));
        println!("  {name:20} {:8.0} ms {:8.0} ms", times[0], times[1]);
    }
    println!("blocking with k = 1,000 (targets 20 ms below 3,000)");
    let mut rules = read(WYTHOFF);
    rules.set_block(1_000, &[]).expect("a number of blocked options");
    for bound in [3_000, 20_000] {
        let below = best(1, || count(|sink| p_below_into(&rules, bound, &budget(), sink).map(drop)));
        println!("  below {bound:6} {:8.0} ms", ms(below));
    }
    println!("two threads (target 1.7 times one), by the clock on the wall");
    for (text, sides) in
        [(WYTHOFF, vec![4_000; 2]), ("piles unordered x, y, z\nmove (i, 0, 0)", vec![200; 3])]
    {
        let rules = read(text);
        let wall = |threads: usize| {
            let start = Instant::now();
            black_box(grundy_table(&rules, &sides, &budget().with_threads(threads)).expect("a table"));
            start.elapsed().as_secs_f64()
        };
        let (one, two) = (wall(1).min(wall(1)), wall(2).min(wall(2)));
        println!("  {sides:?} {:.2} times", one / two);
    }
}

fn read(text: &str) -> Rules {
    Rules::read(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn budget() -> Budget {
    Budget::default().with_memory(8 << 30)
}

fn table(text: &str, sides: &[u64]) -> &'static str {
    black_box(grundy_table(&read(text), sides, &budget()).expect("a table")).method
}

/// Compares a game's table with Wythoff's.
fn grundy(name: &str, text: &str, side: u64, base: Duration, most: Option<f64>) {
    let method = table(text, &[side, side]);
    let time = best(2, || table(text, &[side, side]));
    let cells = (side * side) as f64;
    let more = (time.as_secs_f64() - base.as_secs_f64()) * 1e9 / cells;
    let sheets = read(text).sheets(Some(side), false).map_or(0, |sheets| sheets.len());
    let most = most.map_or(String::new(), |most| format!(" (at most {most:.0})"));
    let name = if name.is_empty() { text.replace('\n', "; ") } else { name.to_string() };
    println!(
        "    {name:20} {:8.1} ms, {:5.1} times{most}, {more:6.1} ns a cell more, {sheets} sheets [{method}]",
        ms(time),
        time.as_secs_f64() / base.as_secs_f64(),
    );
}

fn count<E: std::fmt::Debug>(ask: impl Fn(&mut dyn FnMut(&[u64])) -> Result<(), E>) -> usize {
    let mut numbers = 0;
    ask(&mut |chunk| numbers += chunk.len()).expect("an answer");
    numbers
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// Time that this thread has had, where the system tells (other programs then disturb less); else time that has passed.
fn now(start: Instant) -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = told.and_then(|text| text.split_whitespace().next()?.parse().ok());
    nanos.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

/// The least of a few runs.
fn best<T>(runs: usize, mut work: impl FnMut() -> T) -> Duration {
    let clock = Instant::now();
    let run = |_| {
        let start = now(clock);
        black_box(work());
        now(clock).saturating_sub(start)
    };
    (0..runs).map(run).min().unwrap_or_default()
}

/// Wythoff's table by straight loops: a set of values for each row, column and diagonal.
fn plain_wythoff(side: usize) -> Vec<u32> {
    let words = 2 * side / 64 + 1;
    let mut sets = vec![vec![0u64; words]; 4 * side];
    let mut values = vec![0u32; side * side];
    for x in 0..side {
        for y in 0..side {
            let lines = [x, side + y, 2 * side + side + x - y - 1];
            let mut w = 0;
            let value = loop {
                let used = lines.iter().fold(0, |used, line| used | sets[*line][w]);
                if used != !0 {
                    break w * 64 + used.trailing_ones() as usize;
                }
                w += 1;
            };
            for line in lines {
                sets[line][value / 64] |= 1 << (value % 64);
            }
            values[x * side + y] = value as u32;
        }
    }
    values
}
