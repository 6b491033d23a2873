//! The catalog: every game of the papers under a stable name, with its parameters and sources.

use std::sync::LazyLock;
use wythoff_rules::{Game, parse_game};

/// A game of the catalog.
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// Other names for it.
    pub aliases: &'static [&'static str],
    /// Its title.
    pub title: String,
    /// Where it is described: paper and place.
    pub sources: Vec<(String, String)>,
    /// What is known of it.
    pub notes: Vec<String>,
    /// Rule text, or a game in Rust.
    pub kind: Kind,
    /// The name under which the rule as printed is kept, where it is not this game's.
    pub printed: Option<&'static str>,
}

/// How the game is written.
pub enum Kind {
    /// In the rule language.
    Text(&'static str),
    /// In Rust, since the rule language cannot say it, with these parameters.
    Rust(&'static [Parameter]),
}

/// A parameter of a game in Rust.
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// Its value if none is given; `None` if it may be left out.
    pub default: Option<&'static str>,
    /// What it may be.
    pub range: &'static str,
}

impl Entry {
    /// The parameters with their defaults and what they may be, as text.
    pub fn parameters(&self) -> Vec<(String, Option<String>, String)> {
        match &self.kind {
            Kind::Rust(parameters) => parameters
                .iter()
                .map(|p| (p.name.to_string(), p.default.map(str::to_string), p.range.to_string()))
                .collect(),
            Kind::Text(text) => match parse_game(text) {
                Ok(game) => {
                    let alpha = ("alpha", "in place of f: an irrational between 1 and 2");
                    let other = (self.name == "relaxed").then(|| (alpha.0.into(), None, alpha.1.into()));
                    game.params.iter().map(described).chain(other).collect()
                }
                Err(_) => Vec::new(),
            },
        }
    }
}

/// A parameter of a rule text: name, default, range.
fn described(param: &wythoff_rules::Param) -> (String, Option<String>, String) {
    use wythoff_rules::ParamKind;
    let (default, range) = match &param.kind {
        ParamKind::Integer { bounds, default, condition } => {
            let mut parts: Vec<String> =
                bounds.iter().map(|(c, bound)| format!("{} {} {bound}", param.name, c.sign())).collect();
            parts.extend(condition.as_ref().map(|c| c.to_string()));
            (default.to_string(), if parts.is_empty() { "an integer".to_string() } else { parts.join(", ") })
        }
        ParamKind::Function { arguments, default } => {
            (default.to_string(), format!("a function of {}", arguments.join(", ")))
        }
        ParamKind::List(items) => {
            let items: Vec<String> = items.iter().map(|i| i.to_string()).collect();
            (items.join(","), "a list of integers".to_string())
        }
        ParamKind::Vectors(vectors) => {
            let vector =
                |v: &Vec<wythoff_rules::Expr>| v.iter().map(|i| i.to_string()).collect::<Vec<_>>().join(" ");
            (vectors.iter().map(vector).collect::<Vec<_>>().join("; "), "a list of vectors".to_string())
        }
        ParamKind::Choice { words, default } => (default.clone(), format!("one of {}", words.join(", "))),
    };
    (param.name.clone(), Some(default), range)
}

/// All games, by name.
///
/// ```
/// assert!(wythoff_catalog::entries().iter().any(|entry| entry.name == "wythoff"));
/// ```
pub fn entries() -> &'static [Entry] {
    &ENTRIES
}

/// The game of a name or another name for it.
pub fn entry(name: &str) -> Option<&'static Entry> {
    entries().iter().find(|e| e.name == name || e.aliases.contains(&name))
}

static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let mut entries: Vec<Entry> = TEXTS.iter().filter_map(|text| of_text(text)).collect();
    entries.extend(in_rust());
    entries.sort_by_key(|entry| entry.name);
    entries
});

/// Other names: those that the papers use for a game that has one already.
const ALIASES: &[(&str, &[&str])] = &[
    ("wythoff", &["queen", "corner-the-lady", "wythoff-nim"]),
    ("t-wythoff", &["generalized-wythoff", "m-gw"]),
    ("dr", &["m-dr"]),
    ("nim-ab", &["nim-a-b"]),
    ("fraenkel", &["general-two-pile"]),
    ("maharaja", &["maharaja-nim"]),
    ("all-or-one", &["n-heap-wythoff"]),
];

/// Games whose rule as printed in the texts at hand is another one, kept under the second name.
const PRINTED: &[(&str, &str)] = &[
    ("holladay", "holladay-printed"),
    ("rat", "rat-printed"),
    ("tribonacci", "tribonacci-printed"),
    ("wyt-f", "wyt-f-printed"),
];

fn of_text(text: &'static str) -> Option<Entry> {
    // Every text is bound by a test; one that could not be read would be missing here.
    let Game { title, sources, notes, .. } = parse_game(text).ok()?;
    let name = text.strip_prefix("game   ")?.lines().next()?;
    Some(Entry {
        name,
        aliases: ALIASES.iter().find(|(n, _)| *n == name).map_or(&[], |(_, a)| a),
        title: title.unwrap_or_default(),
        sources,
        notes,
        kind: Kind::Text(text),
        printed: PRINTED.iter().find(|(n, _)| *n == name).map(|(_, p)| *p),
    })
}

fn in_rust() -> Vec<Entry> {
    let entry = |name, title: &str, sources: &[(&str, &str)], notes: &[&str], parameters| Entry {
        name,
        aliases: &[],
        title: title.to_string(),
        sources: sources.iter().map(|(paper, place)| (paper.to_string(), place.to_string())).collect(),
        notes: notes.iter().map(|n| n.to_string()).collect(),
        kind: Kind::Rust(parameters),
        printed: None,
    };
    const PILES: Parameter = Parameter { name: "piles", default: Some("3"), range: "piles >= 2" };
    vec![
        entry(
            "wytlex",
            "Wytlex(K) and Variable Wytlex(K, f)",
            &[("LEX", "Definitions 3, 14, 16")],
            &[
                "The P-positions come from a construction by mex and tile the positive integers (LEX-T13, LEX-T19).",
            ],
            &[PILES, Parameter { name: "f", default: None, range: "a function of b1, ..., bK, at least 1" }],
        ),
        entry(
            "nimsum-wytlex",
            "Nim-sum Wythoff, lexified",
            &[("LEX", "6")],
            &[
                "Exact for two piles, and where the smallest pile is at most 1; beyond that the rule does not determine it (LEX-O2).",
            ],
            &[PILES, Parameter { name: "xor", default: Some("two"), range: "one of two, abs" }],
        ),
        entry(
            "end-wythoff",
            "End-Wythoff",
            &[("VIS", "4.5")],
            &[
                "If the middle K is P then (a, K, b) is P if and only if (a, b) is a Wythoff pair (VIS-T-end-KP).",
            ],
            &[Parameter {
                name: "piles",
                default: Some("3"),
                range: "the length of the rows that `p` lists, 1 or more",
            }],
        ),
        entry(
            "ratwyt",
            "RatWyt: Wythoff on pairs of rationals",
            &[("VIS", "4.8")],
            &[
                "P if and only if the sums of partial quotients of the two continued fractions are a Wythoff pair (VIS-T-ratwyt).",
            ],
            &[],
        ),
        entry(
            "n-vectors",
            "The n vectors game",
            &[("GEO", "2")],
            &[
                "Positions are the points of the monoid that the vectors span; independent vectors give Nim (GEO-P8).",
            ],
            &[Parameter {
                name: "v",
                default: Some("1 0; 0 1; 1 1"),
                range: "vectors of nonnegative integers, none zero",
            }],
        ),
        entry(
            "star",
            "The star operator",
            &[("VIS", "2, 8.5")],
            &[
                "Moves are the nonzero P-positions of another game (VIS-D-star); of a Beatty pair it gives the pair back (VIS-8.5-duality).",
            ],
            &[Parameter { name: "of", default: Some("wythoff"), range: "a game" }],
        ),
        entry(
            "with-own-p",
            "A game with its own P-positions as moves",
            &[("VIS", "4.3")],
            &["Fraenkel and Ozery adjoin to Wythoff its own P-positions (VIS-G-FO)."],
            &[Parameter { name: "of", default: Some("wythoff"), range: "a game" }],
        ),
        entry(
            "golden-nugget",
            "The golden nugget game (partizan)",
            &[("VIS", "8.6")],
            &["In reduced canonical form every heap is a number or a switch (VIS-8.6-claim, corrected)."],
            &[],
        ),
    ]
}

const TEXTS: &[&str] = &[
    include_str!("../games/all-or-one.game"),
    include_str!("../games/blocking-wythoff.game"),
    include_str!("../games/bounded-t-wythoff.game"),
    include_str!("../games/bt-wythoff.game"),
    include_str!("../games/connell.game"),
    include_str!("../games/cyclic-nimhoff.game"),
    include_str!("../games/dr.game"),
    include_str!("../games/e-wythoff.game"),
    include_str!("../games/euclid.game"),
    include_str!("../games/f-wythoff.game"),
    include_str!("../games/fibonacci-nim.game"),
    include_str!("../games/fraenkel.game"),
    include_str!("../games/fraenkel-zusman.game"),
    include_str!("../games/gdwn.game"),
    include_str!("../games/holladay.game"),
    include_str!("../games/holladay-printed.game"),
    include_str!("../games/holladay-side.game"),
    include_str!("../games/imitation-nim.game"),
    include_str!("../games/king.game"),
    include_str!("../games/knight.game"),
    include_str!("../games/knight-chess.game"),
    include_str!("../games/larsson-multiples.game"),
    include_str!("../games/linear-nimhoff.game"),
    include_str!("../games/maharaja.game"),
    include_str!("../games/moore-nim.game"),
    include_str!("../games/mouse.game"),
    include_str!("../games/nim.game"),
    include_str!("../games/nim-ab.game"),
    include_str!("../games/nim-plus.game"),
    include_str!("../games/nimsum-wythoff.game"),
    include_str!("../games/r-wythoff.game"),
    include_str!("../games/radius.game"),
    include_str!("../games/radius-diagonal.game"),
    include_str!("../games/radius-nim.game"),
    include_str!("../games/rat.game"),
    include_str!("../games/rat-printed.game"),
    include_str!("../games/relaxed.game"),
    include_str!("../games/subtraction.game"),
    include_str!("../games/t-translate.game"),
    include_str!("../games/t-wythoff.game"),
    include_str!("../games/three-vectors.game"),
    include_str!("../games/tribonacci.game"),
    include_str!("../games/tribonacci-printed.game"),
    include_str!("../games/unequal.game"),
    include_str!("../games/vector.game"),
    include_str!("../games/w-translate.game"),
    include_str!("../games/wyt-f.game"),
    include_str!("../games/wyt-f-printed.game"),
    include_str!("../games/wyt-k.game"),
    include_str!("../games/wythoff.game"),
    include_str!("../games/wythoff-piles.game"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Resolved;

    #[test]
    fn every_game_of_the_catalog_binds_with_its_defaults() {
        for entry in entries() {
            assert!(Resolved::parse(entry.name).is_ok(), "{}", entry.name);
            assert!(!entry.sources.is_empty() && !entry.notes.is_empty(), "{}", entry.name);
        }
        assert_eq!(entries().len(), TEXTS.len() + in_rust().len());
    }
}
