//! Mutants by rule: every function of the theories that returns a verdict, or whether a position is P, with its answer
//! turned. A verdict with a move names another target; one without a move has the other outcome.

use crate::Failure;
use crate::list::Mutant;
use std::path::{Path, PathBuf};

/// Files that give no answers of their own: they make or pass on those of others.
const PASSED_ON: [&str; 6] =
    ["lib.rs", "shown.rs", "referee.rs", "recognise.rs", "nim/mod.rs", "wyt_f/mod.rs"];

/// Rows for files whose listed mutants name none that asks for moves.
const MORE_ROWS: &[(&str, &str)] = &[
    ("pair.rs", "VIS-T2 WYF-T9"),
    ("piles.rs", "VIS-T-rat3 VIS-T-trib"),
    ("t_wythoff/algebraic.rs", "VIS-T2 VIS-T-t-alg"),
    ("t_wythoff/arithmetic.rs", "VIS-T-t-arith"),
    ("t_wythoff/recursive.rs", "VIS-T-t-rec"),
    ("wytlex.rs", "LEX-L12 LEX-T13"),
];

/// A mutant by rule: a function with its answer turned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turned {
    /// Its name: the file below `theory/src`, the function, and which of that name.
    pub id: String,
    /// The file, from the root of the workspace.
    pub file: String,
    /// Ledger rows that should notice.
    pub rows: String,
}

/// What a function returns, as far as it matters here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Returns {
    Verdict { fallible: bool },
    IsP { fallible: bool },
}

impl Returns {
    fn of(name: &str, text: &str) -> Option<Returns> {
        let fallible = text.starts_with("Result<");
        match text {
            "Result<Verdict, Refusal>" | "Verdict" => Some(Returns::Verdict { fallible }),
            "Result<bool, Refusal>" | "bool" if name == "is_p" => Some(Returns::IsP { fallible }),
            _ => None,
        }
    }

    /// The answer turned, from `answer`.
    fn turned(self) -> &'static str {
        match self {
            Returns::Verdict { fallible: true } => "answer.map(turned)",
            Returns::Verdict { fallible: false } => "turned(answer)",
            Returns::IsP { fallible: true } => "answer.map(|lost| !lost)",
            Returns::IsP { fallible: false } => "!answer",
        }
    }
}

/// What turns a verdict.
const TURN: &str = r#"
/// The same verdict with another move, or without a move with the other outcome.
#[allow(dead_code)]
fn turned(mut verdict: crate::Verdict) -> crate::Verdict {
    match verdict.winning.as_mut().and_then(|to| to.first_mut()) {
        Some(pile) => *pile = &*pile + malachite::Natural::from(1u32),
        None => {
            verdict.outcome = match verdict.outcome {
                wythoff_rules::Outcome::P => wythoff_rules::Outcome::N,
                _ => wythoff_rules::Outcome::P,
            };
        }
    }
    verdict
}
"#;

/// The files of the theories that answer, from the root of the workspace.
pub fn files(root: &Path) -> Result<Vec<String>, Failure> {
    fn collect(dir: &Path, found: &mut Vec<PathBuf>) -> Result<(), Failure> {
        let entries = std::fs::read_dir(dir).map_err(|e| Failure::File(dir.to_path_buf(), e))?;
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.is_dir() { collect(&path, found)? } else { found.push(path) }
        }
        Ok(())
    }
    let mut found = Vec::new();
    collect(&root.join("crates/theory/src"), &mut found)?;
    let mut names: Vec<String> = found
        .iter()
        .filter_map(|path| path.strip_prefix(root).ok())
        .map(|path| path.to_string_lossy().replace('\\', "/"))
        .filter(|name| name.ends_with(".rs") && !PASSED_ON.iter().any(|end| *name == below(end)))
        .collect();
    names.sort();
    Ok(names)
}

fn below(name: &str) -> String {
    format!("crates/theory/src/{name}")
}

/// A text with a choice around the body of every function of the rule, and what was changed.
pub fn with_turns(file: &str, text: &str, listed: &[Mutant]) -> (String, Vec<Turned>) {
    let short = file.trim_start_matches("crates/theory/src/");
    let mut rows: Vec<&str> =
        listed.iter().filter(|m| m.file == file).flat_map(|m| m.rows.split_whitespace()).collect();
    rows.extend(
        MORE_ROWS.iter().filter(|(end, _)| *end == short).flat_map(|(_, more)| more.split_whitespace()),
    );
    rows.sort_unstable();
    rows.dedup();
    let rows = rows.join(" ");
    let (code, tests) = match text.find("#[cfg(test)]\nmod tests") {
        Some(at) => text.split_at(at),
        None => (text, ""),
    };
    let (mut out, mut found, mut lines) = (String::new(), Vec::new(), code.split_inclusive('\n').peekable());
    while let Some(line) = lines.next() {
        out += line;
        let trimmed = line.trim_start();
        let begins =
            ["fn ", "pub fn ", "pub(crate) fn ", "pub(super) fn "].iter().any(|s| trimmed.starts_with(s));
        if !begins {
            continue;
        }
        let indent = &line[..line.len() - trimmed.len()];
        let mut signature = line.to_string();
        while !signature.trim_end().ends_with(['{', ';']) {
            let Some(more) = lines.next() else { break };
            out += more;
            signature += more;
        }
        if !signature.trim_end().ends_with('{') {
            continue;
        }
        let flat = signature.split_whitespace().collect::<Vec<_>>().join(" ");
        let name =
            flat.split("fn ").nth(1).and_then(|rest| rest.split(['(', '<']).next()).unwrap_or_default();
        let returned = flat.rsplit_once("-> ").map_or("", |(_, text)| text.trim_end_matches('{').trim());
        let Some(kind) = Returns::of(name, returned) else { continue };
        let mut body = String::new();
        let end = format!("{indent}}}");
        for line in lines.by_ref() {
            if line.trim_end() == end {
                break;
            }
            body += line;
        }
        let same = found.iter().filter(|t: &&Turned| t.id.starts_with(&format!("{short}/{name}/"))).count();
        let id = format!("{short}/{name}/{}", same + 1);
        out += &format!(
            "let answer = (|| -> {returned} {{\n{body}}})();\nif mutant({id:?}) {{ {} }} else {{ answer }}\n{end}\n",
            kind.turned()
        );
        found.push(Turned { id, file: file.to_string(), rows: rows.clone() });
    }
    if found.is_empty() {
        return (text.to_string(), found);
    }
    (out + TURN + tests, found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rewrite::root;

    #[test]
    fn bodies_are_wrapped() {
        let text = "impl A {\n    fn is_p(&self) -> Result<bool, Refusal> {\n        Ok(self.x? > 1)\n    }\n}\nfn other() -> u8 {\n    1\n}\n";
        let (changed, found) = with_turns("crates/theory/src/a.rs", text, &[]);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].id, "a.rs/is_p/1");
        assert!(
            changed.contains("let answer = (|| -> Result<bool, Refusal> {\n        Ok(self.x? > 1)\n})();")
        );
        assert!(changed.contains("if mutant(\"a.rs/is_p/1\") { answer.map(|lost| !lost) } else { answer }"));
        assert!(changed.contains("fn other() -> u8 {\n    1\n}"));
    }

    /// The rule: a function of the theories that returns a verdict, or whether a position is P, has a mutant, and rows
    /// that should notice it.
    #[test]
    fn every_function_that_answers_has_a_mutant_and_rows() {
        let listed = crate::list::mutants().unwrap();
        let mut all = Vec::new();
        for file in files(&root()).unwrap() {
            let text = std::fs::read_to_string(root().join(&file)).unwrap();
            let (_, found) = with_turns(&file, &text, &listed);
            let code = text.split("#[cfg(test)]\nmod tests").next().unwrap();
            // Written another way: by the text of the return types alone.
            let verdicts =
                code.matches("-> Result<Verdict, Refusal> {").count() + code.matches("-> Verdict {").count();
            let turned = found.iter().filter(|t| !t.id.contains("/is_p/")).count();
            assert_eq!(turned, verdicts, "{file}");
            all.extend(found);
        }
        assert!(all.len() >= 80, "{} functions", all.len());
        let without: Vec<&str> = all.iter().filter(|t| t.rows.is_empty()).map(|t| t.id.as_str()).collect();
        assert!(without.is_empty(), "no row for {without:?}");
    }
}
