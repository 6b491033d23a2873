//! Games made of lines: directions, offsets, residues, least and greatest amounts, bands and cones, with gates at the
//! source, at the target and between the two.

use proptest::prelude::*;
use proptest::sample::select;

/// A game of one to four piles whose families are lines and sheets, most of them with gates.
pub fn lines_game(piles: usize) -> impl Strategy<Value = String> {
    let order =
        if piles == 1 { select(vec!["ordered"]) } else { select(vec!["ordered", "unordered", "sorted"]) };
    let moves = proptest::collection::vec(family(piles), 1..5);
    // Nim's moves, or those of some amounts only.
    let nim = prop_oneof![
        4 => Just(None), 3 => Just(Some("i")), 1 => select(vec![Some("2*i"), Some("3*i"), Some("i + 1")]),
    ];
    (order, moves, nim).prop_map(move |(order, moves, nim)| {
        let names = &["x", "y", "z", "w"][..piles];
        let by = if order == "sorted" { " <= " } else { ", " };
        let mut text = format!("piles {order} {}\n", names.join(by));
        if let Some(amount) = nim {
            for c in 0..piles {
                let take: Vec<&str> = (0..piles).map(|d| if c == d { amount } else { "0" }).collect();
                text += &format!("move ({})\n", take.join(", "));
            }
        }
        for family in moves {
            text += &format!("move {family}\n");
        }
        text
    })
}

/// One family: what is taken, the amounts, and conditions.
fn family(piles: usize) -> BoxedStrategy<String> {
    let gates = proptest::collection::vec(gate(piles), 0..3);
    let line = (line(piles), gates.clone()).prop_map(|((takes, amounts, own), mut gates)| {
        gates.extend(own);
        with(takes, amounts, gates)
    });
    let sides = proptest::collection::vec(prop_oneof![3 => end(piles), 2 => two_and_ends(piles)], 0..3);
    let sheet = (sheet(piles), sides).prop_map(|((takes, amounts, own), mut gates)| {
        gates.extend(own);
        with(takes, amounts, gates)
    });
    if piles == 1 { line.boxed() } else { prop_oneof![3 => line, 2 => sheet].boxed() }
}

fn with(takes: String, amounts: String, gates: Vec<String>) -> String {
    let conditions = if gates.is_empty() { String::new() } else { format!(" where {}", gates.join(" and ")) };
    format!("{takes}{amounts}{conditions}")
}

/// Takes, ranges and perhaps a condition of its own.
type Takes = (String, String, Option<String>);

fn line(piles: usize) -> impl Strategy<Value = Takes> {
    let component = prop_oneof![
        4 => Just("0".to_string()), 5 => Just("i".to_string()), 2 => (2u32..4).prop_map(|c| format!("{c}*i")),
        2 => (1u32..4).prop_map(|c| format!("i + {c}")), 1 => (0u32..4).prop_map(|c| c.to_string()),
        1 => Just("i^2".to_string()),
    ];
    let takes = proptest::collection::vec(component, piles).prop_map(|mut all| {
        if !all.iter().any(|c| c.contains('i')) {
            all[0] = "i".to_string();
        }
        format!("({})", all.join(", "))
    });
    let amounts = prop_oneof![
        4 => Just(String::new()), 1 => (2u32..5).prop_map(|low| format!(" for i >= {low}")),
        2 => (1u32..4, 0u32..12).prop_map(|(low, more)| format!(" for {low} <= i <= {}", low + more)),
    ];
    let own = prop_oneof![
        4 => Just(None),
        1 => (2u32..4, 0u32..3).prop_map(|(m, r)| Some(format!("i mod {m} == {}", r % m))),
        1 => (2u32..9).prop_map(|c| Some(format!("(i mod 2 == 1 or i >= {c})"))),
        1 => Just(Some("popcount(i) <= 2".to_string())),
        1 => (1u32..9).prop_map(|c| Some(format!("i != {c}"))),
    ];
    (takes, amounts, own)
}

/// Two amounts from two of the piles.
fn sheet(piles: usize) -> impl Strategy<Value = Takes> {
    let pair = (0..piles, 0..piles).prop_filter("two piles", |(a, b)| a != b);
    let region = prop_oneof![
        (1i64..9).prop_map(|t| format!("|k - l| < {t}")),
        (0i64..4, 1i64..4, 1i64..4).prop_map(|(c, a, b)| format!("{a}*k <= {b}*l + {c}")),
        (1i64..3, 1i64..4, -4i64..4, 0i64..6)
            .prop_map(|(a, b, low, width)| format!("{low} <= {a}*k - {b}*l <= {}", low + width)),
        (2i64..4, 0i64..3).prop_map(|(m, r)| format!("(k + l) mod {m} == {}", r % m)),
        Just("k != l".to_string()),
        (2i64..9).prop_map(|h| format!("k + l < {h}")),
        Just("k >= 1".to_string()),
        (1i64..5).prop_map(|t| format!("|k - l| < (if (x + 1) mod 3 == 0 then {t} else 1)")),
        // One amount says the other.
        (1i64..4, 1i64..4, -3i64..4).prop_map(|(a, b, c)| format!("{a}*k == {b}*l + {c}")),
        (2i64..9).prop_map(|c| format!("k + l == {c}")),
        Just("(k == 2*l or l == 2*k)".to_string()),
        (2i64..5, 0i64..4).prop_map(|(m, r)| format!("|k - l| mod {m} == {}", r % m)),
        (1i64..5, 2i64..4, select(vec!["==", "!=", "<="]))
            .prop_map(|(m, n, c)| format!("k mod {m} {c} l mod {n}")),
        (1i64..4).prop_map(|t| format!("|k - l| < {t} and popcount(k) <= 2")),
    ];
    (pair, 0u32..2, 0u32..2, region).prop_map(move |((a, b), k, l, region)| {
        let take: Vec<&str> = (0..piles)
            .map(|c| {
                if c == a {
                    "k"
                } else if c == b {
                    "l"
                } else {
                    "0"
                }
            })
            .collect();
        let moved = if k + l == 0 { " and k + l > 0" } else { "" };
        (
            format!("({})", take.join(", ")),
            format!(" for k >= {k}, l >= {l}"),
            Some(format!("{region}{moved}")),
        )
    })
}

/// A condition on two amounts and the ends of a move.
fn two_and_ends(piles: usize) -> BoxedStrategy<String> {
    let name = select(["x", "y", "z", "w"][..piles].to_vec());
    (name.clone(), name, 0u32..11, 0i64..6)
        .prop_map(|(p, q, kind, c)| match kind {
            0 => format!("k <= {p} + {c}"),
            1 => format!("l <= {p}' + {c}"),
            2 => format!("k + l <= min({p}, {q})"),
            3 => format!("k <= {p} div 2 + {c}"),
            4 => format!("k + l == {p} div 2 + {q} div 3"),
            5 => format!("k*k <= {p} + {c}"),
            6 => format!("(k + {p}) mod 3 != {}", c % 3),
            7 => format!("k + {c} <= {p}' + {q}"),
            8 => format!("(k xor {p}) > {c}"),
            9 => format!("(l <= {p} or k < {c})"),
            _ => format!("k*l <= {p} + {q}'"),
        })
        .boxed()
}

/// A condition on one end of a move.
fn end(piles: usize) -> BoxedStrategy<String> {
    let names = &["x", "y", "z", "w"][..piles];
    let name = select(names.to_vec());
    (name.clone(), name, any::<bool>(), 0u32..9, 0i64..7, 1i64..4)
        .prop_map(|(p, q, after, kind, c, d)| {
            let prime = if after { "'" } else { "" };
            let (p, q) = (format!("{p}{prime}"), format!("{q}{prime}"));
            match kind {
                0 => format!("{p} <= {d}*{q} + {c}"),
                1 => format!("{p} >= {}", c % 4),
                2 => format!("{p} + {d}*{q} <= {}", 4 * c + 5),
                3 => format!("({p} + {d}*{q}) mod 3 == {}", c % 3),
                4 => format!("({p} < {c} or {q} mod 2 == 0)"),
                5 => format!("{p}*{q} mod 5 < 3"),
                6 => format!("popcount({p}) <= 2"),
                7 => format!("{p} != {q} + {}", c % 3),
                _ => format!("min({p}, {q}) <= {c}"),
            }
        })
        .boxed()
}

/// A condition on one end of a move with the amount `i`, or between its ends.
fn gate(piles: usize) -> BoxedStrategy<String> {
    let names = &["x", "y", "z", "w"][..piles];
    let name = select(names.to_vec());
    let between = (name.clone(), name, 0u32..13, 0i64..6).prop_map(|(p, q, kind, c)| match kind {
        0 => format!("i <= {p}' + {c}"),
        1 => format!("i <= {p} + {c}"),
        2 => format!("{p}' + {q} >= 2*i - {c}"),
        3 => format!("{p}' <= {q} + {c}"),
        4 => format!("{q}' div ({p}' + 1) == {q} div ({p} + 1)"),
        5 => format!("|{q}' div ({p}' + 2) - {q} div ({p} + 2)| <= {}", c % 3),
        6 => format!("({p}' + 2*{q}) mod 3 != {}", c % 3),
        // Amounts up to a number that is looked up, or from one on.
        7 => format!("i*i <= {p} + {c}"),
        8 => format!("i*i + i > {p}' - {c}"),
        9 => format!("i <= {p} div 2 + {q} div 3"),
        10 => format!("2*i - {c} < {p}' div 2"),
        // What is no line at all.
        11 => format!("(i xor {p}) > {c}"),
        _ => format!("i*{p}' mod 5 < 3 or {q} < {c}"),
    });
    prop_oneof![3 => end(piles), 2 => between].boxed()
}
