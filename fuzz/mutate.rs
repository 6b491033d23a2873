//! Texts that are nearly those of a corpus: changed by bytes, words, numbers and expressions. Used by the fuzzers that run
//! on the stable compiler and by the test of hostile requests.

use wythoff_numbers::Random;

/// The texts of a folder of `fuzz/corpus`, sorted.
pub fn corpus(folder: &str) -> Vec<String> {
    let path = format!("{}/../../fuzz/corpus/{folder}", env!("CARGO_MANIFEST_DIR"));
    let files = std::fs::read_dir(&path).into_iter().flatten().flatten();
    let mut texts: Vec<String> = files.filter_map(|file| std::fs::read_to_string(file.path()).ok()).collect();
    texts.sort();
    assert!(!texts.is_empty(), "{path} is empty");
    texts
}

const WORDS: [&str; 100] = [
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
    "in {1, 4}",
    "alias",
    "words",
    "printed",
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

/// Expressions that cost much or mean little.
const EXPRESSIONS: [&str; 26] = [
    "3^2500000",
    "gcd(3^99999 + i, 2^99999 + x)",
    "i^2",
    "2^i",
    "i in 1, 4, 9",
    "(7^7^7 mod (3^9999))",
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

/// The text of execution `n`: one of the corpus with a few changes.
pub fn text(seed: u64, n: u64, corpus: &[String]) -> String {
    let mut random = Random::new(seed ^ n.wrapping_mul(0xd134_2543_de82_ef95));
    let start = |random: &mut Random| corpus[random.index(corpus.len())].as_str();
    let mut text = start(&mut random).to_string();
    for _ in 0..random.index(5) {
        text = match random.index(4) {
            0 => mutate_bytes(text, &mut random),
            1 => {
                // A line of another text.
                let other = start(&mut random);
                let mut lines: Vec<&str> = text.lines().collect();
                let others: Vec<&str> = other.lines().collect();
                let line = others.get(random.index(others.len())).copied().unwrap_or("");
                lines.insert(random.index(lines.len() + 1), line);
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
    let at = random.index(bytes.len());
    match random.index(6) {
        0 => bytes[at] = random.bits() as u8,
        1 => bytes.insert(at, random.bits() as u8 & 0x7f),
        2 => {
            bytes.remove(at);
        }
        3 => bytes.truncate(at),
        4 => {
            let end = (at + 1 + random.index(30)).min(bytes.len());
            let copy: Vec<u8> = bytes[at..end].to_vec();
            let times = 1 + random.index(3);
            for _ in 0..times {
                bytes.splice(at..at, copy.iter().copied());
            }
        }
        _ => {
            let other = random.index(bytes.len());
            bytes.swap(at, other);
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn mutate_pieces(text: &str, random: &mut Random) -> String {
    let mut list: Vec<String> = pieces(text).into_iter().map(str::to_string).collect();
    let at = random.index(list.len());
    match random.index(9) {
        0 => list[at] = random.pick(&WORDS).to_string(),
        1 => list.insert(at, random.pick(&WORDS).to_string()),
        2 => {
            list.remove(at);
        }
        3 => {
            let numbers: Vec<usize> =
                (0..list.len()).filter(|i| list[*i].bytes().all(|b| b.is_ascii_digit())).collect();
            let at = if numbers.is_empty() { at } else { numbers[random.index(numbers.len())] };
            list[at] = random.pick(&NUMBERS).to_string();
        }
        4 | 5 => {
            let names: Vec<usize> =
                (0..list.len()).filter(|i| list[*i].bytes().all(|b| b.is_ascii_alphanumeric())).collect();
            let at = if names.is_empty() { at } else { names[random.index(names.len())] };
            list[at] = random.pick(&EXPRESSIONS).to_string();
        }
        6 => {
            let other = random.index(list.len());
            list.swap(at, other);
        }
        7 => {
            let (open, close) = [("(", ")"), ("|", "|"), ("floor(", ")"), ("min(", ", 2)")][random.index(4)];
            let times = [1, 2, 9, 70][random.index(4)];
            list[at] = format!("{}{}{}", open.repeat(times), list[at], close.repeat(times));
        }
        _ => {
            let sign = random.pick(&[" + ", "*", " xor ", " and ", "^", " < ", ", ", " div "]).to_string();
            let times = [1, 1, 2, 2, 3, 3, 9, 1100][random.index(8)];
            list[at] = vec![list[at].clone(); times + 1].join(&sign);
        }
    }
    list.concat()
}
