//! The list of mutants, `mutants.tsv`: name, file, place, replacement, rows.

use crate::Failure;

/// One thing wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mutant {
    /// Its name.
    pub id: &'static str,
    /// The file it changes, from the root of the workspace.
    pub file: &'static str,
    /// What stands before the changed text, so that the place is found once.
    pub before: &'static str,
    /// The changed text.
    pub original: &'static str,
    /// What stands after it.
    pub after: &'static str,
    /// What it becomes.
    pub replacement: &'static str,
    /// Ledger rows that should notice, separated by spaces.
    pub rows: &'static str,
}

impl Mutant {
    /// Whether it changes the text of a game, not the program.
    pub fn is_game(&self) -> bool {
        self.file.ends_with(".game")
    }

    /// The place as it stands in the file.
    pub fn place(&self) -> String {
        [self.before, self.original, self.after].concat()
    }

    /// The place with the mutation.
    pub fn mutated(&self) -> String {
        [self.before, self.replacement, self.after].concat()
    }
}

/// All mutants.
pub fn mutants() -> Result<Vec<Mutant>, Failure> {
    read(include_str!("../mutants.tsv"))
}

fn read(text: &'static str) -> Result<Vec<Mutant>, Failure> {
    text.lines()
        .enumerate()
        .skip(1)
        .map(|(i, line)| mutant(line).map_err(|reason| Failure::List { line: i + 1, reason }))
        .collect()
}

fn mutant(line: &'static str) -> Result<Mutant, String> {
    let cells: Vec<&str> = line.split('\t').collect();
    let [id, file, place, replacement, rows] = cells[..] else {
        return Err(format!("{} columns instead of 5", cells.len()));
    };
    let marked = || {
        let (before, rest) = place.split_once('«')?;
        let (original, after) = rest.split_once('»')?;
        Some((before, original, after))
    };
    let (before, original, after) = marked().ok_or("the changed text must stand between « and »")?;
    Ok(Mutant { id, file, before, original, after, replacement, rows })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::path::{Path, PathBuf};

    fn files(dir: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(dir).unwrap().flatten() {
            if entry.path().is_dir() { files(&entry.path(), found) } else { found.push(entry.path()) }
        }
    }

    #[test]
    fn a_line_names_file_place_and_rows() {
        let mutant = mutant("a\tb.rs\tlet x = «1»;\t2\tLEX-T13 LEX-T19").unwrap();
        assert_eq!((mutant.place(), mutant.mutated()), ("let x = 1;".into(), "let x = 2;".into()));
        assert!(super::mutant("a\tb.rs\tlet x = 1;\t2\t").is_err());
        assert!(super::mutant("a\tb.rs").is_err());
    }

    #[test]
    fn there_are_two_hundred_each_with_a_name_of_its_own_and_rows() {
        let all = mutants().unwrap();
        assert!(all.len() >= 200);
        assert_eq!(all.iter().map(|m| m.id).collect::<BTreeSet<_>>().len(), all.len());
        for mutant in &all {
            assert_ne!(mutant.original, mutant.replacement, "{}", mutant.id);
            assert!(!mutant.rows.is_empty(), "{} names no row", mutant.id);
        }
    }

    #[test]
    fn every_theory_module_and_every_game_has_a_mutant() {
        let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let mut found = Vec::new();
        for dir in ["theory/src", "catalog/games", "catalog/src/special"] {
            files(&crates.join(dir), &mut found);
        }
        let all = mutants().unwrap();
        for file in found {
            let name = file.to_string_lossy().replace('\\', "/");
            // A game that no row of the ledger speaks of has nothing that could notice a mutant.
            let text = std::fs::read_to_string(&file).unwrap_or_default();
            let cited = ["GEO-", "LEX-", "RLX-", "VIS-", "WYF-"].iter().any(|paper| text.contains(paper));
            if name.ends_with(".game") && !cited {
                continue;
            }
            let (_, by_rule) = crate::rule::with_turns(&name, &text, &[]);
            let has = all.iter().any(|m| name.ends_with(m.file.trim_start_matches("crates/")))
                || by_rule.iter().any(|mutant| !mutant.rows.is_empty());
            assert!(has || crate::rule::makes_no_answers(&text), "{name} has no mutant");
        }
    }

    #[test]
    fn mutated_games_are_still_games() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        for mutant in mutants().unwrap().iter().filter(|m| m.is_game()) {
            let text = std::fs::read_to_string(root.join(mutant.file)).unwrap();
            let mutated = text.replacen(&mutant.place(), &mutant.mutated(), 1);
            assert_ne!(text, mutated, "{}", mutant.id);
            let source = wythoff_rules::Source { name: mutant.id.to_string(), text: mutated };
            let bound = wythoff_rules::Rules::bind(source, &[]);
            assert!(bound.is_ok(), "{}: {:?}", mutant.id, bound.err());
        }
    }
}
