//! The catalog: every game of the papers under a stable name. What is said of a game stands in the game's own file,
//! `games/NAME.game` or its module in `special`; there is no other list.

use crate::special::{GAMES, InRust};
use std::sync::LazyLock;
use wythoff_rules::{Game, Param, ParamKind, parse_game};

/// A game of the catalog.
#[non_exhaustive]
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// Other names for it.
    pub aliases: Vec<String>,
    /// Its title.
    pub title: String,
    /// The rules in words; `None` for a game in Rust, which says them itself.
    pub words: Option<String>,
    /// Where it is described: paper and place.
    pub sources: Vec<(String, String)>,
    /// What is known of it.
    pub notes: Vec<String>,
    /// Rule text, or a game in Rust.
    pub kind: Kind,
    /// The name under which the rule as printed is kept, where it is not this game's.
    pub printed: Option<String>,
    /// Whether its P-positions, with its first parameters, are proved from the rules alone.
    pub proved: bool,
    parameters: Vec<(String, Option<String>, String)>,
}

/// How the game is written.
pub enum Kind {
    /// In the rule language.
    Text(&'static str),
    /// In Rust, since the rule language cannot say it.
    Rust(&'static InRust),
}

impl Entry {
    /// The parameters with their defaults and what they may be, as text.
    pub fn parameters(&self) -> Vec<(String, Option<String>, String)> {
        self.parameters.clone()
    }

    /// Names of the parameters.
    pub(crate) fn parameter_names(&self) -> Vec<&str> {
        self.parameters.iter().map(|(name, _, _)| name.as_str()).collect()
    }

    fn of_text(text: &'static str) -> Option<Entry> {
        // Every text is bound by a test; one that could not be read would be missing here.
        let Game { title, aliases, words, printed, proved, sources, notes, params, .. } =
            parse_game(text).ok()?;
        let name = text.lines().find_map(|line| line.strip_prefix("game "))?.trim();
        let parameters = params.iter().map(described).chain(params.iter().filter_map(in_place)).collect();
        let title = title.unwrap_or_default();
        Some(Entry {
            name,
            aliases,
            title,
            words,
            sources,
            notes,
            kind: Kind::Text(text),
            printed,
            proved,
            parameters,
        })
    }

    fn in_rust(game: &'static InRust) -> Entry {
        let pair = |(paper, place): &(&str, &str)| (paper.to_string(), place.to_string());
        let parameters = game.parameters.iter();
        Entry {
            name: game.name,
            aliases: Vec::new(),
            title: game.title.to_string(),
            words: None,
            sources: game.sources.iter().map(pair).collect(),
            notes: game.notes.iter().map(|note| note.to_string()).collect(),
            kind: Kind::Rust(game),
            printed: None,
            proved: false,
            parameters: parameters
                .map(|p| (p.name.to_string(), p.default.map(str::to_string), p.range.to_string()))
                .collect(),
        }
    }
}

/// A parameter of a rule text: name, default, range.
fn described(param: &Param) -> (String, Option<String>, String) {
    let (default, range) = match &param.kind {
        ParamKind::Integer { bounds, default, condition } => {
            let mut parts: Vec<String> =
                bounds.iter().map(|(c, bound)| format!("{} {} {bound}", param.name, c.sign())).collect();
            parts.extend(condition.as_ref().map(|c| c.to_string()));
            (default.to_string(), if parts.is_empty() { "an integer".to_string() } else { parts.join(", ") })
        }
        ParamKind::Function { arguments, default, .. } => {
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

/// A slope that may be given in place of a function.
fn in_place(param: &Param) -> Option<(String, Option<String>, String)> {
    let ParamKind::Function { slope: Some(slope), .. } = &param.kind else { return None };
    Some((slope.clone(), None, format!("in place of {}: an irrational between 1 and 2", param.name)))
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
    entries().iter().find(|e| e.name == name || e.aliases.iter().any(|alias| alias == name))
}

static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let mut entries: Vec<Entry> = TEXTS.iter().filter_map(|text| Entry::of_text(text)).collect();
    entries.extend(GAMES.iter().map(|game| Entry::in_rust(game)));
    entries.sort_by_key(|entry| entry.name);
    entries
});

/// The files of the folder `games`, as the build finds them.
const TEXTS: &[&str] = include!(concat!(env!("OUT_DIR"), "/games.rs"));

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Resolved;
    use std::collections::BTreeSet;

    #[test]
    fn every_game_of_the_catalog_binds_with_its_defaults() {
        for entry in entries() {
            assert!(Resolved::parse(entry.name).is_ok(), "{}", entry.name);
            assert!(!entry.title.is_empty() && !entry.sources.is_empty(), "{}", entry.name);
            assert!(entry.printed.as_ref().is_none_or(|name| super::entry(name).is_some()), "{}", entry.name);
        }
        assert_eq!(entries().len(), TEXTS.len() + GAMES.len());
        let names = entries().iter().flat_map(|e| e.aliases.iter().map(String::as_str).chain([e.name]));
        let count = names.clone().count();
        assert_eq!(names.collect::<BTreeSet<_>>().len(), count, "a name stands for two games");
    }

    #[test]
    fn every_rule_text_is_also_told_in_words() {
        for entry in entries().iter().filter(|entry| matches!(entry.kind, Kind::Text(_))) {
            let words = entry.words.as_deref().unwrap_or_else(|| panic!("{} has no words", entry.name));
            // Parameters are named, so that a reader finds them in the rules.
            for parameter in entry.parameter_names() {
                let hidden = ["piles", "v", "alpha"].contains(&parameter);
                let named = words.split(|c: char| !c.is_alphanumeric()).any(|word| word.contains(parameter));
                assert!(hidden || named, "{}: {parameter}", entry.name);
            }
        }
    }
}
