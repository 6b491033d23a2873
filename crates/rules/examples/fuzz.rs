//! A fuzzer for the rule language that needs no nightly compiler: mutates valid texts by bytes, words and
//! expressions, and runs each through reading, binding, moves, patterns and printing.
//!
//! ```text
//! cargo run --release -p wythoff-rules --example fuzz -- [--executions N] [--seconds S] [--seed S] [--from N] [FILE...]
//! ```
//! Execution n depends on the seed and on n alone, so that `--seed S --from N --executions 1` repeats one. Files
//! given are rule texts to start from besides the built-in ones. A panic or an execution of more than ten seconds
//! is reported with its text and ends the run with exit code 1; the last line counts the executions.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use wythoff_rules::{
    Argument, Rules, Source, parse_expr, parse_game, parse_list, parse_position, parse_vectors,
};

/// Numbers from a seed (splitmix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, count: usize) -> usize {
        (self.next() % count.max(1) as u64) as usize
    }

    fn pick<'a, T: ?Sized>(&mut self, things: &[&'a T]) -> &'a T {
        things[self.below(things.len())]
    }
}

/// Valid texts that use what generated ones seldom do.
const TEXTS: [&str; 8] = [
    "(i,0) (0,i) (i,i)",
    "(i,0) (0,2i) (k,l) for k >= 1, l >= 0 where |k-l| < 3 and x' <= y' (1,2)",
    "piles sorted x <= y\nposition where x >= 1\nmove reduce: (0, k*x) for 1 <= k <= y div x where y' >= 1",
    "piles ordered n\nmemory last = 0\nstart where n >= 1\nmove take: (i) where if last == 0 then i < n else i <= 2*last then last = i",
    "param f(k) = floor((k + sqrt(5*k^2))/2)\nparam K list = 1, 2, 4\npiles unordered x[3]\nmove (any^2, 0...)\nmove (k...) for k in K where f(k) mod 3 != 1 or xor(taken) == 0",
    "param v vectors = 1 2; 2 1\npiles ordered x[dim(v)]\nmove line: i*w for i >= 1, w in v\nmove (i + 1)*w for w in v, 0 <= i < size(v)",
    "param k >= 1 = 2\nparam on in all, nim = nim\npiles unordered x, y\nmove nim: (i, 0)\nmove (i, i)\nblock k of nim if on == nim\nterminal (1, 2)\npass",
    "piles ordered x, y\nextra e below 2\nmove (k, 0, 0)\nmove (p, 3p, e - j) for p >= 1, 0 <= j < 2 where min(x, y, |p - 2|) < gcd(x, 4) + popcount(y)\nmisere",
];

const WORDS: [&str; 96] = [
    "(",
    ")",
    "[",
    "]",
    ",",
    ";",
    ":",
    "=",
    "==",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "+",
    "-",
    "*",
    "/",
    "^",
    "|",
    "'",
    "...",
    ".",
    "{",
    "}",
    "->",
    "\"",
    "#",
    "\n",
    "\n  ",
    " ",
    "≤",
    "≥",
    "≠",
    "…",
    "−",
    "and",
    "or",
    "not",
    "if",
    "then",
    "else",
    "in",
    "div",
    "mod",
    "xor",
    "for",
    "where",
    "any",
    "min",
    "max",
    "floor",
    "sqrt",
    "popcount",
    "gcd",
    "sum",
    "count",
    "of",
    "below",
    "before",
    "after",
    "taken",
    "game",
    "title",
    "source",
    "note",
    "param",
    "require",
    "piles",
    "extra",
    "memory",
    "position",
    "start",
    "move",
    "misere",
    "block",
    "terminal",
    "pass",
    "ordered",
    "unordered",
    "sorted",
    "list",
    "vectors",
    "x",
    "y",
    "i",
    "k",
    "l",
    "f(",
    "dim(v)",
    "size(K)",
    "x'",
    "any^2",
    "0...",
    "i*w",
    "w in v",
];

const NUMBERS: [&str; 16] = [
    "0",
    "1",
    "2",
    "3",
    "7",
    "12",
    "13",
    "63",
    "64",
    "2147483648",
    "4611686018427387904",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551616",
    "1000000000000000000000000000000",
    "4194304",
];

const EXPRESSIONS: [&str; 20] = [
    "(-1)",
    "|k - l|",
    "2^2^k",
    "x div (y - 3)",
    "k mod 0",
    "floor(sqrt(k) + sqrt(2))",
    "floor((k + k*sqrt(5))/2)",
    "(if x < y then k else l)",
    "min(before)",
    "sum(taken)",
    "xor(after)",
    "count(taken)",
    "x'",
    "f(f(f(k)))",
    "k in K",
    "0 <= k < l <= x",
    "not not (x == y)",
    "((((((((k))))))))",
    "9223372036854775807 + k",
    "-9223372036854775807 - 1",
];

/// Pieces of a text: words, numbers, signs, spaces.
fn pieces(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if first.is_ascii_alphanumeric() || first == '_' {
            rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        out.push(&rest[..length]);
        rest = &rest[length..];
    }
    out
}

/// The text of execution `n`.
fn text(seed: u64, n: u64, corpus: &[String]) -> String {
    let mut random = Random(seed ^ n.wrapping_mul(0xd134_2543_de82_ef95));
    let start = |random: &mut Random| corpus[random.below(corpus.len())].as_str();
    let mut text = start(&mut random).to_string();
    for _ in 0..random.below(5) {
        text = match random.below(4) {
            0 => mutate_bytes(text, &mut random),
            1 => {
                // A line of another text.
                let other = start(&mut random);
                let mut lines: Vec<&str> = text.lines().collect();
                let others: Vec<&str> = other.lines().collect();
                let line = others.get(random.below(others.len())).copied().unwrap_or("");
                lines.insert(random.below(lines.len() + 1), line);
                lines.join("\n")
            }
            _ => mutate_pieces(&text, &mut random),
        };
        if text.is_empty() {
            break;
        }
    }
    text
}

fn mutate_bytes(text: String, random: &mut Random) -> String {
    let mut bytes = text.into_bytes();
    let at = random.below(bytes.len());
    match random.below(6) {
        0 => bytes[at] = random.next() as u8,
        1 => bytes.insert(at, random.next() as u8 & 0x7f),
        2 => {
            bytes.remove(at);
        }
        3 => bytes.truncate(at),
        4 => {
            let end = (at + 1 + random.below(30)).min(bytes.len());
            let copy: Vec<u8> = bytes[at..end].to_vec();
            let times = 1 + random.below(3);
            for _ in 0..times {
                bytes.splice(at..at, copy.iter().copied());
            }
        }
        _ => {
            let other = random.below(bytes.len());
            bytes.swap(at, other);
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn mutate_pieces(text: &str, random: &mut Random) -> String {
    let mut list: Vec<String> = pieces(text).into_iter().map(str::to_string).collect();
    let at = random.below(list.len());
    match random.below(9) {
        0 => list[at] = random.pick(&WORDS).to_string(),
        1 => list.insert(at, random.pick(&WORDS).to_string()),
        2 => {
            list.remove(at);
        }
        3 => {
            let numbers: Vec<usize> =
                (0..list.len()).filter(|i| list[*i].bytes().all(|b| b.is_ascii_digit())).collect();
            let at = if numbers.is_empty() { at } else { numbers[random.below(numbers.len())] };
            list[at] = random.pick(&NUMBERS).to_string();
        }
        4 | 5 => {
            let names: Vec<usize> =
                (0..list.len()).filter(|i| list[*i].bytes().all(|b| b.is_ascii_alphanumeric())).collect();
            let at = if names.is_empty() { at } else { names[random.below(names.len())] };
            list[at] = random.pick(&EXPRESSIONS).to_string();
        }
        6 => {
            let other = random.below(list.len());
            list.swap(at, other);
        }
        7 => {
            let (open, close) = [("(", ")"), ("|", "|"), ("floor(", ")"), ("min(", ", 2)")][random.below(4)];
            let times = [1, 2, 9, 70][random.below(4)];
            list[at] = format!("{}{}{}", open.repeat(times), list[at], close.repeat(times));
        }
        _ => {
            let sign = random.pick(&[" + ", "*", " xor ", " and ", "^", " < ", ", ", " div "]).to_string();
            let times = [1, 1, 2, 2, 3, 3, 9, 1100][random.below(8)];
            list[at] = vec![list[at].clone(); times + 1].join(&sign);
        }
    }
    list.concat()
}

/// Everything that the language does with a text. Says whether the text was a game.
fn run(text: &str, n: u64) -> bool {
    let mut random = Random(n);
    let _ = match random.below(4) {
        0 => parse_expr(text).is_ok(),
        1 => parse_list(text).is_ok(),
        2 => parse_vectors(text).is_ok(),
        _ => parse_position(text).is_ok(),
    };
    let Ok(game) = parse_game(text) else {
        if random.below(4) == 0 {
            assert!(Rules::read(text).is_err());
        }
        return false;
    };
    let printed = game.to_string();
    assert_eq!(parse_game(&printed).as_ref(), Ok(&game), "printed and read back: {printed}");
    let mut arguments = Vec::new();
    if let (0, Some(param)) = (random.below(8), game.params.first()) {
        let value = random.pick(&["3", "0", "-1", "k^2", "1,2", "1 2; 2 1", "all", ")", "10^40"]);
        arguments.push((param.name.clone(), Argument::Text(value.to_string())));
    }
    let source = Source { name: "fuzz".to_string(), text: text.to_string() };
    let Ok(mut rules) = Rules::bind_game(game, source, &arguments) else { return false };
    rules.limit_tries(1 << 10);
    if let (0, Some(bound)) = (random.below(8), rules.bound_game()) {
        let text = bound.to_string();
        let again = Rules::read(&text).map(|r| r.is_symmetric());
        assert!(again.is_ok(), "bound and read back: {text}: {:?}", again.err());
    }
    let memory = rules.fresh_memory();
    for size in [4, 9, 1 << [0, 40, 61][random.below(3)]] {
        let position: Vec<u64> =
            rules.bounds().iter().map(|b| random.next() % b.unwrap_or(size).min(size).max(1)).collect();
        if rules.check_position(&position).is_err() {
            continue;
        }
        let mut last = None;
        let options = rules.for_each_option(&position, &memory, &mut |step| {
            last = Some(step.to.to_vec());
            std::ops::ControlFlow::Continue(())
        });
        if let Err(error) = &options {
            assert!(!format!("{error}\n{}", error.place).is_empty());
        }
        let _ = rules.legality(&position, &memory, &last.unwrap_or_else(|| position.clone()));
        for pattern in rules.patterns().take(6) {
            let _ = pattern.shape();
            let taken: Vec<u64> = position.iter().map(|p| random.next() % (p + 1)).collect();
            let _ = pattern.accepts(&position, &taken);
            if let Some((_, first)) = taken.split_last() {
                let _ = pattern.last_amounts(&position, first);
            }
        }
    }
    true
}

/// How many generated games there are to start from.
const GENERATED: u64 = 30_000;

/// What is running, for the watchdog: its number and when it started, in milliseconds.
static CURRENT: AtomicU64 = AtomicU64::new(0);
static SINCE: AtomicU64 = AtomicU64::new(u64::MAX);
static TEXT: Mutex<String> = Mutex::new(String::new());

fn main() {
    let (mut executions, mut seconds, mut seed, mut from) = (100_000u64, u64::MAX, 1u64, 0u64);
    let mut corpus: Vec<String> = TEXTS.iter().map(|t| t.to_string()).collect();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = |what: &str| match arguments.next().and_then(|v| v.parse().ok()) {
            Some(value) => value,
            None => {
                eprintln!("error: {what} needs a number");
                std::process::exit(2);
            }
        };
        match argument.as_str() {
            "--executions" => executions = number("--executions"),
            "--seconds" => seconds = number("--seconds"),
            "--seed" => seed = number("--seed"),
            "--from" => from = number("--from"),
            file => match std::fs::read_to_string(file) {
                Ok(text) if !text.is_empty() => corpus.push(text),
                Ok(_) => {}
                Err(error) => {
                    eprintln!("error: {file}: {error}");
                    std::process::exit(2);
                }
            },
        }
    }
    // Two texts in three are generated, the others come from the lists.
    let given = corpus.len() as u64;
    corpus.extend((0..GENERATED).map(wythoff_rulegen::sample_spelling));
    for copy in 0..GENERATED / 2 {
        corpus.push(corpus[(copy % given) as usize].clone());
    }
    let began = Instant::now();
    std::thread::spawn(move || {
        loop {
            std::thread::sleep(Duration::from_millis(500));
            let since = SINCE.load(Ordering::Relaxed);
            if since != u64::MAX && began.elapsed().as_millis() as u64 > since + 10_000 {
                let text = TEXT.lock().map(|t| t.clone()).unwrap_or_default();
                println!(
                    "execution {} takes more than ten seconds:\n{text}",
                    CURRENT.load(Ordering::Relaxed)
                );
                std::process::exit(1);
            }
        }
    });
    std::panic::set_hook(Box::new(|_| {}));
    let (mut games, mut slowest, mut slowest_at) = (0u64, Duration::ZERO, 0);
    let mut done = 0;
    for n in from..from.saturating_add(executions) {
        if began.elapsed().as_secs() >= seconds {
            break;
        }
        let text = text(seed, n, &corpus);
        if let Ok(mut shown) = TEXT.lock() {
            shown.clone_from(&text);
        }
        CURRENT.store(n, Ordering::Relaxed);
        SINCE.store(began.elapsed().as_millis() as u64, Ordering::Relaxed);
        if executions == 1 {
            println!("{text}");
        }
        let start = Instant::now();
        match catch_unwind(AssertUnwindSafe(|| run(&text, n))) {
            Ok(game) => games += u64::from(game),
            Err(panic) => {
                let message = panic.downcast_ref::<String>().cloned();
                let message = message.or_else(|| panic.downcast_ref::<&str>().map(|s| s.to_string()));
                println!("execution {n} panics: {}\n{text}", message.unwrap_or_default());
                std::process::exit(1);
            }
        }
        SINCE.store(u64::MAX, Ordering::Relaxed);
        if start.elapsed() > slowest {
            (slowest, slowest_at) = (start.elapsed(), n);
        }
        done += 1;
        if done % 1_000_000 == 0 {
            println!("{done} executions, {games} games, slowest {slowest:?} at {slowest_at}");
        }
    }
    println!(
        "{done} executions in {} s, {games} of them games, slowest {slowest:?} (execution {slowest_at}), no panic, no hang",
        began.elapsed().as_secs()
    );
}
