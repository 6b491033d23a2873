//! Mutants written into the program: each changed expression with a choice, each changed game text at loading.

use crate::Failure;
use crate::list::Mutant;
use crate::rule::{self, Turned};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The variable that says which mutant is alive.
pub const VARIABLE: &str = "WYTHOFF_MUTANT";

/// Where the texts of the games are read, and the expression that takes one.
const LOADER: &str = "crates/catalog/src/entry.rs";
const LOADS: (&str, &str, &str) = ("filter_map(|text| Entry::of_text(", "text", "))");

/// The root of the workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The files that change, with their new text, and the mutants by rule among them.
pub fn changed_files(mutants: &[Mutant]) -> Result<(BTreeMap<String, String>, Vec<Turned>), Failure> {
    let mut by_file: BTreeMap<&'static str, Vec<&Mutant>> = BTreeMap::new();
    for mutant in mutants {
        by_file.entry(mutant.file).or_default().push(mutant);
    }
    let by_hand: BTreeSet<&str> = by_file.keys().copied().collect();
    let mut changed: BTreeMap<String, String> = BTreeMap::new();
    let mut games = Vec::new();
    for (file, mutants) in by_file {
        let text = read(file)?;
        let (texts, code): (Vec<&Mutant>, Vec<&Mutant>) = mutants.into_iter().partition(|m| m.is_game());
        for mutant in texts {
            find(&text, mutant)?;
            games.push((mutant, text.lines().next().unwrap_or("").to_string()));
        }
        if !code.is_empty() {
            changed.insert(file.to_string(), with_choices(&text, &code)?);
        }
    }
    let mut turned = Vec::new();
    for file in rule::files(&root())? {
        let text = changed.remove(&file).map_or_else(|| read(&file), Ok)?;
        let (text, found) = rule::with_turns(&file, &text, mutants);
        if !found.is_empty() || by_hand.contains(file.as_str()) {
            changed.insert(file, text);
        }
        turned.extend(found);
    }
    changed.values_mut().for_each(|text| *text += CHOICE);
    changed.insert(LOADER.to_string(), with_games(&read(LOADER)?, &games)?);
    Ok((changed, turned))
}

fn read(file: &str) -> Result<String, Failure> {
    let path = root().join(file);
    std::fs::read_to_string(&path).map_err(|e| Failure::File(path, e))
}

/// Where the changed text of a mutant begins.
fn find(text: &str, mutant: &Mutant) -> Result<usize, Failure> {
    let place = mutant.place();
    let count = text.matches(&place).count();
    match text.find(&place) {
        Some(at) if count == 1 => Ok(at + mutant.before.len()),
        _ => Err(Failure::Place {
            mutant: mutant.id.to_string(),
            text: place,
            file: mutant.file.to_string(),
            count,
        }),
    }
}

/// The text with a choice in place of each changed expression.
fn with_choices(text: &str, mutants: &[&Mutant]) -> Result<String, Failure> {
    let mut places = mutants.iter().map(|m| Ok((find(text, m)?, *m))).collect::<Result<Vec<_>, Failure>>()?;
    places.sort_by_key(|(at, _)| *at);
    let (mut out, mut done) = (String::new(), 0);
    for (at, mutant) in places {
        let kept = text.get(done..at).ok_or_else(|| Failure::Overlap(mutant.file.to_string()))?;
        let Mutant { id, original, replacement, .. } = mutant;
        out += &format!("{kept}(if mutant({id:?}) {{ {replacement} }} else {{ {original} }})");
        done = at + original.len();
    }
    Ok(out + &text[done..])
}

const CHOICE: &str = r#"
/// Whether a mutant is alive.
fn mutant(id: &str) -> bool {
    static ALIVE: std::sync::OnceLock<Option<String>> = std::sync::OnceLock::new();
    ALIVE.get_or_init(|| std::env::var("WYTHOFF_MUTANT").ok()).as_deref() == Some(id)
}
"#;

/// The loader of the games with a step that changes a text; each game is known by its first line.
fn with_games(loader: &str, games: &[(&Mutant, String)]) -> Result<String, Failure> {
    let (before, text, after) = LOADS;
    let loads = Mutant {
        id: "the loader of the games",
        file: LOADER,
        before,
        original: text,
        after,
        replacement: "",
        rows: "",
    };
    let at = find(loader, &loads)?;
    let changes: String = games
        .iter()
        .map(|(mutant, first)| {
            format!("        ({:?}, {:?}, {:?}, {:?}),\n", mutant.id, first, mutant.place(), mutant.mutated())
        })
        .collect();
    Ok(format!(
        "{}altered({text}){}{CHOICE}
/// The text of a game, with the mutation that is alive.
fn altered(text: &'static str) -> &'static str {{
    const CHANGES: &[(&str, &str, &str, &str)] = &[
{changes}    ];
    match CHANGES.iter().find(|(id, first, ..)| mutant(id) && text.lines().next() == Some(*first)) {{
        Some((.., from, to)) => Box::leak(text.replacen(from, to, 1).into_boxed_str()),
        None => text,
    }}
}}
",
        &loader[..at],
        &loader[at + text.len()..],
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mutant(before: &'static str, original: &'static str, replacement: &'static str) -> Mutant {
        Mutant { id: "m", file: "f.rs", before, original, after: "", replacement, rows: "" }
    }

    #[test]
    fn an_expression_becomes_a_choice() {
        let (first, second) = (mutant("a = ", "1", "2"), mutant("b = ", "a + 1", "a"));
        let text = "let b = a + 1; let a = 1;";
        assert_eq!(
            with_choices(text, &[&first, &second]).unwrap(),
            r#"let b = (if mutant("m") { a } else { a + 1 }); let a = (if mutant("m") { 2 } else { 1 });"#
        );
    }

    #[test]
    fn a_place_must_be_there_once() {
        assert!(matches!(
            with_choices("a a", &[&mutant("", "a", "b")]),
            Err(Failure::Place { count: 2, .. })
        ));
        assert!(matches!(with_choices("", &[&mutant("", "a", "b")]), Err(Failure::Place { count: 0, .. })));
    }

    #[test]
    fn mutants_of_one_file_do_not_overlap() {
        let (outer, inner) = (mutant("", "a + b", "a"), mutant("a + ", "b", "c"));
        assert!(matches!(with_choices("a + b", &[&outer, &inner]), Err(Failure::Overlap(_))));
    }

    #[test]
    fn a_game_is_changed_where_it_is_loaded() {
        let nim = Mutant { file: "nim.game", ..mutant("nim: ", "(i, 0)", "(2*i, 0)") };
        let loader = "let all = TEXTS.iter().filter_map(|text| Entry::of_text(text));";
        let text = with_games(loader, &[(&nim, "game   nim".to_string())]).unwrap();
        assert!(text.starts_with("let all = TEXTS.iter().filter_map(|text| Entry::of_text(altered(text)));"));
        assert!(text.contains(r#"("m", "game   nim", "nim: (i, 0)", "nim: (2*i, 0)")"#));
        assert!(with_games("nothing is loaded here", &[]).is_err());
    }

    #[test]
    fn every_mutant_of_the_list_finds_its_place() {
        let (changed, _) = changed_files(&crate::list::mutants().unwrap()).unwrap();
        assert!(changed.len() > 60);
        assert!(changed[LOADER].contains(VARIABLE));
    }
}
