//! The catalog: every game of the papers, with its parameters, sources, and the answers it has.

use serde::Serialize;
use serde_json::{Value, json};
use std::ops::ControlFlow;
use wythoff_catalog::special::named_only::NAMED_ONLY;
use wythoff_catalog::{Entry, Resolved, View, entries};
use wythoff_numbers::Budget;
use wythoff_theory::Decider;

/// A game of the catalog.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CatalogRow {
    /// Its name.
    pub name: String,
    /// Other names of it.
    pub aliases: Vec<String>,
    /// Its title.
    pub title: String,
    /// Its parameters with defaults and ranges.
    pub params: Vec<ParameterRow>,
    /// Where it is described.
    pub sources: Vec<String>,
    /// Which answers it has: rules, formula, strategy, proof.
    pub answers: Vec<&'static str>,
    /// The rules in a sentence or two.
    #[serde(skip)]
    pub words: Option<String>,
    /// What is known of it.
    #[serde(skip)]
    pub notes: Vec<String>,
    /// The papers that describe it.
    #[serde(skip)]
    pub papers: Vec<String>,
    /// How it is called with its defaults: `t-wythoff(t=2)`.
    #[serde(skip)]
    pub signature: String,
}

/// A parameter of a game of the catalog.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ParameterRow {
    /// Its name.
    pub name: String,
    /// Its value where none is given.
    pub default: Option<Value>,
    /// Which values it takes.
    pub range: String,
}

/// A game that the papers name without giving its rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NamedOnly {
    /// Its name.
    pub name: &'static str,
    /// Where it is named.
    pub source: &'static str,
    /// The row of the ledger that speaks of it.
    pub claim: Option<&'static str>,
    /// What is known of it.
    pub known: &'static str,
}

/// Every game of the catalog whose name, title, aliases, words or notes contain a word; all where there is none.
pub fn catalog(word: Option<&str>) -> Vec<CatalogRow> {
    let word = word.map(str::to_lowercase);
    let has = |text: &str| word.as_ref().is_none_or(|word| text.to_lowercase().contains(word));
    let wanted = |entry: &&Entry| {
        has(entry.name)
            || has(&entry.title)
            || entry.aliases.iter().any(|alias| has(alias))
            || entry.notes.iter().any(|note| has(note))
            || entry.words.as_deref().is_some_and(has)
    };
    entries().iter().filter(wanted).map(row).collect()
}

/// Every game that the papers name without giving its rules, where its name or what is known contains a word.
pub fn named_only(word: Option<&str>) -> Vec<NamedOnly> {
    let word = word.map(str::to_lowercase);
    let has = |text: &str| word.as_ref().is_none_or(|word| text.to_lowercase().contains(word));
    let wanted = NAMED_ONLY.iter().filter(|game| has(game.name) || has(game.known));
    wanted.map(|g| NamedOnly { name: g.name, source: g.locus, claim: g.claim, known: g.known }).collect()
}

fn row(entry: &Entry) -> CatalogRow {
    let parameter = |(name, default, range): (String, Option<String>, String)| {
        let default = default.map(|text| text.parse::<i64>().map_or_else(|_| json!(text), |n| json!(n)));
        ParameterRow { name, default, range }
    };
    let mut papers: Vec<String> = entry.sources.iter().map(|(paper, _)| paper.to_string()).collect();
    papers.dedup();
    CatalogRow {
        name: entry.name.to_string(),
        aliases: entry.aliases.iter().map(|alias| alias.to_string()).collect(),
        title: entry.title.to_string(),
        params: entry.parameters().into_iter().map(parameter).collect(),
        sources: entry.sources.iter().map(|(paper, place)| format!("{paper} {place}")).collect(),
        answers: answers(entry),
        words: entry.words.clone(),
        notes: entry.notes.to_vec(),
        papers,
        signature: signature(entry),
    }
}

/// `t-wythoff(t=2)`.
fn signature(entry: &Entry) -> String {
    let parameters: Vec<String> = entry
        .parameters()
        .into_iter()
        .filter_map(|(name, default, _)| {
            let default = default?;
            let plain = default.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
            Some(if plain { format!("{name}={default}") } else { format!("{name}=\"{default}\"") })
        })
        .collect();
    if parameters.is_empty() {
        entry.name.to_string()
    } else {
        format!("{}({})", entry.name, parameters.join(","))
    }
}

/// Whether a theory lists the P-positions, one after the other or below a bound.
fn lists(decider: &dyn Decider) -> bool {
    let mut first = |_: &[u64]| ControlFlow::Break(());
    decider.p_stream(&mut first).is_ok_and(|listed| listed)
        || decider.p_below(1, &mut first).is_ok_and(|listed| listed)
}

/// Which answers a game has.
fn answers(entry: &Entry) -> Vec<&'static str> {
    let mut answers = vec!["rules"];
    let Ok(game) = Resolved::parse(entry.name) else { return answers };
    let mut proved = entry.proved;
    if let Some(decider) = crate::theory::decider_for(&game, &Budget::default()).ok().flatten() {
        if lists(decider.as_ref()) {
            answers.push("formula");
        }
        answers.push("strategy");
    }
    match game.view() {
        View::Rules(rules) => {
            // Wythoff plus vectors, and games like it, are proved by a transducer.
            proved = proved || wythoff_discover::game::leapers_of(rules).is_some();
        }
        View::Special(_) | View::Sum(_) => {}
    }
    if proved {
        answers.push("proof");
    }
    answers
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A theory that lists P-positions only as a stream or below a bound has a formula too; one without a list has none.
    #[test]
    fn a_formula_is_said_where_a_theory_lists() {
        let has = |name: &str, answer: &str| {
            entries().iter().any(|e| e.name == name && answers(e).contains(&answer))
        };
        for name in ["wythoff", "relaxed-growing", "end-wythoff"] {
            assert!(has(name, "formula"), "{name}");
        }
        assert!(has("ratwyt", "strategy") && !has("ratwyt", "formula"));
        assert!(has("king", "proof") && !has("euclid", "proof"));
    }
}
