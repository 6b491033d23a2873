//! How fast the solvers are, from rule texts alone, next to plain baselines compiled with the same flags in the same run.
//!
//! `cargo run --release --example speed`
//!
//! Processor time of one thread. Each figure comes with the ratio to a named baseline: Wythoff's Grundy table of the same
//! size (itself told as a ratio to straight loops with a set of values a line), flags on lines by straight loops for
//! outcomes, Wythoff's pairs by the mex rule for first P-positions, counters on lines by straight loops for blocking. What
//! misses its target says by how much, and all that do are listed again at the end. Ten games of lines are drawn anew each
//! time (`speed SEED` draws the same again), and growth is told as the exponent of time in N from N to 4N.

use std::hint::black_box;
use std::sync::Mutex;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use wythoff_rules::Rules;
use wythoff_solvers::{Budget, grundy_table, p_below_into, p_first_into};

/// Games by name, and how many times Wythoff's table theirs may take; without that, 3 ns a cell and line more than it.
const GAMES: &[(&str, &str, Option<f64>)] = &[
    ("t-wythoff t=2", "piles unordered x, y\nmove (i, 0)\nmove (k, l) where |k - l| < 2", Some(10.0)),
    ("t-wythoff t=10", "piles unordered x, y\nmove (i, 0)\nmove (k, l) where |k - l| < 10", Some(10.0)),
    ("t-wythoff t=100", "piles unordered x, y\nmove (i, 0)\nmove (k, l) where |k - l| < 100", Some(10.0)),
    ("r-wythoff", "piles sorted x <= y\nmove (0, i)\nmove (i, i)", Some(8.0)),
    (
        "e-wythoff",
        "piles sorted x <= y\nmove (i, 0)\nmove (0, i)\nmove (i, i)\nmove (k, l) for k >= 1, l >= 0 where l < k",
        Some(8.0),
    ),
    (
        "f-wythoff",
        "piles sorted x <= y\nmove (i, 0)\nmove (0, i)\nmove (t, t) where x' >= 1 and y' div x' == y div x",
        Some(8.0),
    ),
    (
        "w-translate",
        "piles sorted x <= y\nmove (i, 0)\nmove (0, i)\nmove (i, i) where x' >= 2 and y' >= 2",
        Some(8.0),
    ),
    (
        "t-translate",
        "piles sorted x <= y\nmove (i, 0)\nmove (0, i)\nmove (s, s) where x' > 0 and |y' div x' - y div x| <= 1",
        Some(8.0),
    ),
    ("connell", "piles unordered x, y\nmove (2*i, 0)\nmove (i, i)", Some(8.0)),
    (
        "bt-wythoff",
        "piles unordered x, y\nmove (2*i, 0)\nmove (k, l) where |k - l| < 4 and (k - l) mod 2 == 0",
        Some(8.0),
    ),
    ("gdwn", "piles unordered x, y\nmove (i, 0)\nmove (i, i)\nmove (i, 2*i)", Some(8.0)),
    (
        "dr",
        "piles unordered x, y\nmove (i, 0)\nmove (i, i) where i mod 2 == 1 or i >= 4\nmove (5, 6)",
        Some(8.0),
    ),
    ("king", "piles unordered x, y\nmove (i, 0) for 1 <= i <= 1\nmove (i, i) for 1 <= i <= 1", Some(8.0)),
    ("radius", "piles unordered x, y\nmove (i, 0) for 1 <= i <= 30\nmove (i, i) for 1 <= i <= 30", Some(8.0)),
    ("offset", "(i,0) (0,i) (i,i) (i,i+1)", None),
    (
        "far offset",
        "piles ordered x, y\nmove (i, 0)\nmove (0, i)\nmove (i, i)\nmove (i + 2, 0)\nmove (2*i, 3*i)",
        None,
    ),
    ("source gate", "piles ordered x, y\nmove (i, 0)\nmove (0, i)\nmove (i, i) where x <= 2*y", None),
    (
        "target gate",
        "piles ordered x, y\nmove (i, 0)\nmove (0, i)\nmove (i, i) where x' + y' mod 3 == 0",
        None,
    ),
    ("residues", "piles ordered x, y\nmove (i, 0)\nmove (0, i)\nmove (i, i) where i mod 3 == 1", None),
    ("limits", "piles ordered x, y\nmove (i, 0) for i <= 5\nmove (0, i) for i <= 9\nmove (i, i)", None),
    ("both ends", "piles ordered x, y\nmove (i, 0)\nmove (0, i)\nmove (i, i) where i <= x'", None),
    ("cone", "piles unordered x, y\nmove (i, 0)\nmove (k, l) where k <= l < 2*k", None),
    ("cone of squares", "piles unordered x, y\nmove (i, 0)\nmove (k, l) where k <= l < k^2 + k + 9", None),
    (
        "gated cone",
        "piles ordered x, y\nmove (i, 0)\nmove (0, i)\nmove (k, l) where l <= k <= 2*l and x' <= y' + 5",
        None,
    ),
];

const WYTHOFF: &str = "(i,0) (0,i) (i,i)";

/// Nanoseconds that a cell and line may cost more than a cell of Wythoff's table.
const NANOSECONDS: f64 = 3.0;

fn main() {
    let seed = std::env::args().nth(1).and_then(|seed| seed.parse().ok());
    let seed = seed
        .unwrap_or_else(|| SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |t| t.as_nanos() as u64));
    grundy_tables(seed);
    growth();
    outcomes(seed);
    first_positions();
    three_piles();
    blocked();
    threads();
    let missed = MISSED.lock().expect("one thread alone");
    println!("targets missed: {}", missed.len());
    missed.iter().for_each(|miss| println!("  {miss}"));
}

/// What missed its target.
static MISSED: Mutex<Vec<String>> = Mutex::new(Vec::new());

fn grundy_tables(seed: u64) {
    println!("Grundy tables as a ratio to Wythoff's of the same size");
    for side in [1_000, 2_000] {
        let plain = best(2, || plain_wythoff(side));
        let base = best(6, || table(WYTHOFF, &[side as u64; 2]));
        let ratio = base.as_secs_f64() / plain.as_secs_f64();
        println!(
            "  side {side}: Wythoff's {:.1} ms, {ratio:.2} of straight loops with a set a line",
            ms(base)
        );
        for (name, text, most) in GAMES {
            grundy(name, text, side as u64, base, *most);
        }
        println!("  ten games of lines drawn by {seed}");
        for draw in 0..10 {
            grundy("", &wythoff_rulegen::sample_lines(seed.wrapping_add(draw)), side as u64, base, None);
        }
    }
}

/// Compares a game's table with Wythoff's.
fn grundy(name: &str, text: &str, side: u64, base: Duration, most: Option<f64>) {
    let method = table(text, &[side, side]);
    let time = best(4, || table(text, &[side, side]));
    let times = time.as_secs_f64() / base.as_secs_f64();
    let more = (time.as_secs_f64() - base.as_secs_f64()) * 1e9 / (side * side) as f64;
    let lines = read(text).sheets(Some(side), false).map_or(0, |sheets| sheets.len());
    let name = if name.is_empty() { text.trim_end().replace('\n', "; ") } else { name.to_string() };
    let what = format!("Grundy {side}^2 of {name}");
    let verdict = match most {
        Some(most) => verdict(&what, "times", times, most),
        // Bands are runs of lines that need not cost as many; what is no line has no target.
        None if lines > 8 || lines == 0 => String::new(),
        None => verdict(&what, "ns a cell more", more, NANOSECONDS * lines as f64),
    };
    println!(
        "    {name:16} {:7.1} ms, {times:5.1} times, {more:6.1} ns a cell more, {lines} lines [{method}]{verdict}",
        ms(time)
    );
}

fn growth() {
    println!("growth of Grundy tables from 500 to 2,000 and from 1,000 to 4,000 (exponent at most 2.2)");
    for (name, text) in [("Wythoff", WYTHOFF)].into_iter().chain(GAMES.iter().map(|game| (game.0, game.1))) {
        let exponents = [500u64, 1_000].map(|side| {
            let small = best(3, || table(text, &[side; 2]));
            let large = best(1, || table(text, &[4 * side; 2]));
            (large.as_secs_f64() / small.as_secs_f64()).log(4.0)
        });
        let verdicts = ["500", "1,000"].map(|side| format!("growth from {side} of {name}"));
        let [small, large] = [0, 1].map(|at| verdict(&verdicts[at], "", exponents[at], 2.2));
        println!("  {name:16} {:.2}{small} {:.2}{large}", exponents[0], exponents[1]);
    }
}

fn outcomes(seed: u64) {
    let plain = best(1, || plain_outcomes(20_000));
    println!(
        "P-positions below 20,000 (target 1 s) as a ratio to flags on lines by straight loops, {:.0} ms",
        ms(plain)
    );
    let drawn: Vec<String> =
        (0..10).map(|draw| wythoff_rulegen::sample_lines(seed.wrapping_add(draw))).collect();
    let games = GAMES.iter().map(|game| (game.0.to_string(), game.1.to_string()));
    let drawn = drawn.into_iter().map(|text| (text.trim_end().replace('\n', "; "), text));
    for (name, text) in games.chain(drawn) {
        let rules = read(&text);
        let mut method = "";
        let below = best(1, || {
            let mut numbers = 0;
            method = p_below_into(&rules, 20_000, &budget(), &mut |chunk| numbers += chunk.len())
                .expect("an answer");
            numbers
        });
        let ratio = below.as_secs_f64() / plain.as_secs_f64();
        println!(
            "  {name:16} {:6.0} ms, {ratio:.2} times [{method}]{}",
            ms(below),
            verdict(&format!("P-positions below 20,000 of {name}"), "s", below.as_secs_f64(), 1.0)
        );
    }
}

fn first_positions() {
    let plain = best(2, || plain_pairs(1_000_000));
    println!(
        "the first 1,000,000 P-positions (target 1 s) as a ratio to Wythoff's pairs by the mex rule, {:.0} ms",
        ms(plain)
    );
    for (name, text) in [("Wythoff", WYTHOFF)].into_iter().chain(GAMES.iter().map(|game| (game.0, game.1))) {
        let rules = read(text);
        let mut method = Ok("");
        let first = best(1, || {
            let mut numbers = 0;
            let limits = budget().within(Duration::from_secs(20));
            method = p_first_into(&rules, 1_000_000, &limits, &mut |chunk| numbers += chunk.len());
            numbers
        });
        let ratio = first.as_secs_f64() / plain.as_secs_f64();
        match method {
            Ok(method) => println!(
                "  {name:16} {:6.0} ms, {ratio:.0} times [{method}]{}",
                ms(first),
                verdict(&format!("the first 1,000,000 of {name}"), "s", first.as_secs_f64(), 1.0)
            ),
            Err(error) => println!("  {name:16} {:6.0} ms: {error}", ms(first)),
        }
    }
}

fn three_piles() {
    let plain = [100, 200].map(|side| best(1, || plain_nim(side)));
    println!(
        "three piles (targets 300 ms for 100^3, 4,000 ms for 200^3) as a ratio to Nim by straight loops, {:.0} and {:.0} ms",
        ms(plain[0]),
        ms(plain[1])
    );
    for (name, text) in [
        ("wythoff-piles", "piles unordered x, y, z\nmove (i, 0, any)\nmove (i, i, any)"),
        ("nim", "piles unordered x, y, z\nmove (i, 0, 0)"),
        ("all-or-one", "piles unordered x, y, z\nmove (i, 0, 0)\nmove (i, i, i)"),
    ] {
        for (side, plain, most) in [(100, plain[0], 0.3), (200, plain[1], 4.0)] {
            let time = best(1, || table(text, &[side; 3]));
            let ratio = time.as_secs_f64() / plain.as_secs_f64();
            println!(
                "  {name:16} {side}^3 {:6.0} ms, {ratio:.2} times{}",
                ms(time),
                verdict(&format!("{name} {side}^3"), "s", time.as_secs_f64(), most)
            );
        }
    }
    let lopsided =
        best(1, || table("piles unordered x, y, z\nmove (i, 0, any)\nmove (i, i, any)", &[2, 3, 8_001]));
    println!(
        "  wythoff-piles 2 x 3 x 8,001 {:.0} ms{}",
        ms(lopsided),
        verdict("wythoff-piles 2 x 3 x 8,001", "s", lopsided.as_secs_f64(), 0.2)
    );
    let rules = read("piles unordered x, y, z\nmove (i, 0, 0)\nmove (any...) where xor(taken) == 0");
    let below = best(1, || count(|sink| p_below_into(&rules, 300, &budget(), sink).map(drop)));
    println!(
        "  nimsum-wythoff below 300 {:.0} ms (target 3,000){}",
        ms(below),
        verdict("nimsum-wythoff below 300", "s", below.as_secs_f64(), 3.0)
    );
}

fn blocked() {
    let plain = best(1, || plain_blocking(3_000, 1_000));
    println!(
        "blocking with k = 1,000 as a ratio to counters on lines by straight loops below 3,000, {:.0} ms",
        ms(plain)
    );
    let mut rules = read(WYTHOFF);
    rules.set_block(1_000, &[]).expect("a number of blocked options");
    for (bound, most) in [(3_000, 0.02), (20_000, 1.0)] {
        let below = best(2, || count(|sink| p_below_into(&rules, bound, &budget(), sink).map(drop)));
        let ratio = below.as_secs_f64() / plain.as_secs_f64();
        println!(
            "  below {bound:6} {:6.1} ms, {ratio:.2} times{}",
            ms(below),
            verdict(&format!("blocking below {bound}"), "s", below.as_secs_f64(), most)
        );
    }
}

fn threads() {
    println!(
        "two threads as a ratio to one (target 1.7), by the clock on the wall: it takes two cores that are free"
    );
    for (text, sides) in
        [(WYTHOFF, vec![4_000; 2]), ("piles unordered x, y, z\nmove (i, 0, 0)", vec![200; 3])]
    {
        let rules = read(text);
        let wall = |threads: usize| {
            let start = Instant::now();
            let table = grundy_table(&rules, &sides, &budget().with_threads(threads)).expect("a table");
            (start.elapsed().as_secs_f64(), table.values)
        };
        let (one, values) = wall(1);
        let (two, same) = wall(2);
        let again = (0..2).fold((one, two), |(one, two), _| (one.min(wall(1).0), two.min(wall(2).0)));
        let identical = if values == same { "the same values" } else { "OTHER VALUES" };
        // The time of two threads may be so much of one's.
        let (ratio, most) = (again.1 / again.0, 1.0 / 1.7);
        let verdict = verdict(&format!("two threads {sides:?}"), "of one thread's time", ratio, most);
        println!("  {sides:?} {:.2} times, {identical}{verdict}", again.0 / again.1);
    }
}

/// What is said of a figure that is above its target, which is listed at the end too.
fn verdict(what: &str, unit: &str, figure: f64, most: f64) -> String {
    if figure <= most {
        return String::new();
    }
    let by = format!("MISSED by {:.0} %", (figure / most - 1.0) * 100.0);
    let miss = format!("{what}: {figure:.2} {unit}, wanted {most:.2}: {by}");
    MISSED.lock().expect("one thread alone").push(miss);
    format!(" {by}")
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

fn count<E: std::fmt::Debug>(ask: impl Fn(&mut dyn FnMut(&[u64])) -> Result<(), E>) -> usize {
    let mut numbers = 0;
    ask(&mut |chunk| numbers += chunk.len()).expect("an answer");
    numbers
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// The least of a few runs, of fewer if they take seconds.
fn best<T>(runs: usize, mut work: impl FnMut() -> T) -> Duration {
    let (mut least, mut spent) = (Duration::MAX, Duration::ZERO);
    for _ in 0..runs {
        let start = clock::now();
        black_box(work());
        let time = clock::now().saturating_sub(start);
        (least, spent) = (least.min(time), spent + time);
        if spent > Duration::from_secs(2) {
            break;
        }
    }
    least
}

/// Time that this thread has had, which other programs disturb least.
#[cfg(target_os = "linux")]
mod clock {
    use std::time::Duration;

    #[repr(C)]
    struct Time {
        seconds: i64,
        nanoseconds: i64,
    }

    unsafe extern "C" {
        fn clock_gettime(clock: i32, time: *mut Time) -> i32;
    }

    pub fn now() -> Duration {
        let mut time = Time { seconds: 0, nanoseconds: 0 };
        // SAFETY: the place is large enough for what the system writes; 3 is the clock of the thread.
        unsafe { clock_gettime(3, &mut time) };
        Duration::new(time.seconds as u64, time.nanoseconds as u32)
    }
}

/// Time that has passed.
#[cfg(not(target_os = "linux"))]
mod clock {
    use std::time::{Duration, Instant};

    pub fn now() -> Duration {
        thread_local!(static START: Instant = Instant::now());
        START.with(Instant::elapsed)
    }
}

/// Wythoff's table by straight loops: a set of values for each row, column and diagonal.
fn plain_wythoff(side: usize) -> Vec<u32> {
    let words = 2 * side / 64 + 1;
    let mut sets = vec![vec![0u64; words]; 4 * side];
    let mut values = vec![0u32; side * side];
    for x in 0..side {
        for y in 0..side {
            let lines = [x, side + y, 2 * side + side + x - y - 1];
            values[x * side + y] = settle(&mut sets, lines);
        }
    }
    values
}

/// Nim with three piles by straight loops: a set of values for each line.
fn plain_nim(side: usize) -> Vec<u32> {
    let mut sets = vec![vec![0u64; 3 * side / 64 + 1]; 3 * side * side];
    let mut values = Vec::with_capacity(side * side * side);
    for x in 0..side {
        for y in 0..side {
            for z in 0..side {
                let lines = [x * side + y, (side + x) * side + z, (2 * side + y) * side + z];
                values.push(settle(&mut sets, lines));
            }
        }
    }
    values
}

/// The first value that is on no line, noted on all.
fn settle(sets: &mut [Vec<u64>], lines: [usize; 3]) -> u32 {
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
    value as u32
}

/// Wythoff's P-positions on a board by straight loops: a flag for each row, column and diagonal.
fn plain_outcomes(side: usize) -> usize {
    let (mut columns, mut diagonals) = (vec![false; side], vec![false; 2 * side]);
    let mut found = 0;
    for x in 0..side {
        let mut row = false;
        for y in 0..side {
            let diagonal = &mut diagonals[side + x - y];
            if !(row | columns[y] | *diagonal) {
                (row, columns[y], *diagonal) = (true, true, true);
                found += 1;
            }
        }
    }
    found
}

/// The first of Wythoff's pairs: the least number that is in no pair yet, and that plus their number.
fn plain_pairs(count: usize) -> usize {
    let mut used = vec![false; 3 * count];
    let (mut least, mut sum) = (0, 0);
    for n in 0..count {
        while used[least] {
            least += 1;
        }
        (used[least], used[least + n]) = (true, true);
        sum += 2 * least + n;
    }
    sum
}

/// Wythoff's game with up to k - 1 options blocked by straight loops: a counter for each row, column and diagonal.
fn plain_blocking(side: usize, k: u32) -> usize {
    let (mut columns, mut diagonals) = (vec![0u32; side], vec![0u32; 2 * side]);
    let mut found = 0;
    for x in 0..side {
        let mut row = 0;
        for y in 0..side {
            let diagonal = &mut diagonals[side + x - y];
            let lost = u32::from(row + columns[y] + *diagonal < k);
            row += lost;
            columns[y] += lost;
            *diagonal += lost;
            found += lost as usize;
        }
    }
    found
}
