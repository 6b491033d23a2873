//! Mutants by rule: every function of the theories, and of the games in Rust, that returns a verdict, a move, or whether a
//! position is P, with its answer turned. A verdict with a move names another target; one without a move has the other
//! outcome; a move is not found.

use crate::Failure;
use crate::list::Mutant;
use std::path::{Path, PathBuf};

/// Where they stand.
const THEORIES: &str = "crates/theory/src/";
const GAMES: &str = "crates/catalog/src/special/";

/// What the header of a file says that makes or passes on answers of others.
const NO_ANSWERS: &str = "//! No answers are made here.";

/// What stands in the header of a file before rows that notice a change of its answers, beside those of its listed mutants
/// and of its cases.
const JUDGED_BY: &str = "//! Judged by: ";

/// The first lines of a file, which say what it is.
fn header(text: &str) -> impl Iterator<Item = &str> {
    text.lines().take_while(|line| line.starts_with("//!"))
}

/// Whether a file gives no answers of its own.
pub fn makes_no_answers(text: &str) -> bool {
    header(text).any(|line| line == NO_ANSWERS)
}

/// The rows that a file names as its judges.
fn judges(text: &str) -> impl Iterator<Item = &str> {
    header(text).filter_map(|line| line.strip_prefix(JUDGED_BY)).flat_map(|rows| rows.split(", "))
}

/// What a function is called that says whether a position is P.
const ASKS: [&str; 4] = ["is_p", "is_lost", "is_lost_pair", "is_pair"];

/// What a function is called that looks for a winning move.
const SEEKS: [&str; 3] = ["target", "winning_target", "winning_removal"];

/// A mutant by rule: a function with its answer turned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turned {
    /// Its name: the file below `theory/src` or `catalog/src`, the function, and which of that name.
    pub id: String,
    /// The file, from the root of the workspace.
    pub file: String,
    /// Ledger rows that should notice.
    pub rows: String,
}

/// What a function returns, as far as it matters here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Returns {
    /// A verdict of a theory.
    Verdict,
    /// The same for x <= y.
    Answer,
    /// The outcome of a game in Rust.
    Outcome,
    /// Whether a position is P.
    IsP,
    /// A move, if there is one.
    Move,
    /// Moves to try.
    Moves,
}

impl Returns {
    /// What a function returns, and whether it may fail.
    fn of(name: &str, text: &str) -> Option<(Returns, bool)> {
        let inside = ["Refusal", "Refused"]
            .iter()
            .find_map(|error| text.strip_prefix("Result<")?.strip_suffix(&format!(", {error}>")));
        let value = inside.unwrap_or(text);
        let returns = match value {
            "Verdict" => Returns::Verdict,
            "Answer" => Returns::Answer,
            "SpecialOutcome" => Returns::Outcome,
            "bool" if ASKS.contains(&name) => Returns::IsP,
            "Option<Win>" => Returns::Move,
            "Vec<(Natural, Natural, String)>" => Returns::Moves,
            _ if SEEKS.contains(&name) && value.starts_with("Option<") => Returns::Move,
            _ => return None,
        };
        Some((returns, inside.is_some()))
    }

    /// The answer turned, from `answer`.
    fn turned(self, fallible: bool) -> &'static str {
        match (self, fallible) {
            (Returns::Verdict | Returns::Answer | Returns::Outcome, true) => "answer.map(turned)",
            (Returns::Verdict | Returns::Answer | Returns::Outcome, false) => "turned(answer)",
            (Returns::IsP, true) => "answer.map(|lost| !lost)",
            (Returns::IsP, false) => "!answer",
            (Returns::Move, true) => "answer.map(|_| None)",
            (Returns::Move, false) => "None",
            (Returns::Moves, true) => "answer.map(|_| Vec::new())",
            (Returns::Moves, false) => "Vec::new()",
        }
    }
}

/// What turns verdicts.
const TURN: &str = r#"
/// The same answer with another move, or without a move with the other outcome.
#[allow(dead_code)]
fn turned<T: Turn>(answer: T) -> T {
    answer.turned()
}

#[allow(dead_code)]
trait Turn {
    fn turned(self) -> Self;
}
"#;

/// What turns a verdict.
const TURN_VERDICT: &str = r#"
impl Turn for crate::Verdict {
    fn turned(mut self) -> Self {
        match self.winning.as_mut().and_then(|to| to.first_mut()) {
            Some(pile) => *pile = &*pile + malachite::Natural::from(1u32),
            None => {
                self.outcome = match self.outcome {
                    wythoff_rules::Outcome::P => wythoff_rules::Outcome::N,
                    _ => wythoff_rules::Outcome::P,
                };
            }
        }
        self
    }
}
"#;

/// What turns an answer for x <= y.
const TURN_ANSWER: &str = r#"
impl Turn for crate::pair::Answer {
    fn turned(mut self) -> Self {
        self.to = match self.to {
            Some((x, y)) => Some((x + malachite::Natural::from(1u32), y)),
            None => Some((malachite::Natural::from(0u32), malachite::Natural::from(0u32))),
        };
        self
    }
}
"#;

/// What turns the outcome of a game in Rust.
const TURN_OUTCOME: &str = r#"
impl Turn for crate::special::SpecialOutcome {
    fn turned(mut self) -> Self {
        if self.winning.pop().is_none() {
            self.class = match self.class {
                crate::special::Class::P => crate::special::Class::N,
                _ => crate::special::Class::P,
            };
        }
        self
    }
}
"#;

/// The files of the theories and of the games in Rust that answer, from the root of the workspace.
pub fn files(root: &Path) -> Result<Vec<String>, Failure> {
    fn collect(dir: &Path, found: &mut Vec<PathBuf>) -> Result<(), Failure> {
        let entries = std::fs::read_dir(dir).map_err(|e| Failure::File(dir.to_path_buf(), e))?;
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.is_dir() { collect(&path, found)? } else { found.push(path) }
        }
        Ok(())
    }
    let mut found = Vec::new();
    collect(&root.join(THEORIES), &mut found)?;
    collect(&root.join(GAMES), &mut found)?;
    let mut names: Vec<String> = found
        .iter()
        .filter_map(|path| path.strip_prefix(root).ok())
        .map(|path| path.to_string_lossy().replace('\\', "/"))
        .filter(|name| name.ends_with(".rs"))
        .collect();
    names.sort();
    Ok(names)
}

/// The rows that a theory names beside the games in which it is compared with the rules.
fn cases(text: &str) -> impl Iterator<Item = &str> {
    let cases = text.split_once("cases: &[").map_or("", |(_, rest)| rest.split("\n};").next().unwrap_or(""));
    let before_games = cases.split("&[").filter_map(|before| before.trim_end().strip_suffix("\","));
    before_games.filter_map(|before| Some(before.rsplit_once('"')?.1))
}

/// A text with a choice around the body of every function of the rule, and what was changed.
pub fn with_turns(file: &str, text: &str, listed: &[Mutant]) -> (String, Vec<Turned>) {
    if makes_no_answers(text) {
        return (text.to_string(), Vec::new());
    }
    let short = file.trim_start_matches(THEORIES).trim_start_matches("crates/catalog/src/");
    let mut rows: Vec<&str> =
        listed.iter().filter(|m| m.file == file).flat_map(|m| m.rows.split_whitespace()).collect();
    rows.extend(judges(text));
    rows.extend(cases(text));
    rows.sort_unstable();
    rows.dedup();
    let rows = rows.join(" ");
    let (code, tests) = match text.find("#[cfg(test)]\nmod tests") {
        Some(at) => text.split_at(at),
        None => (text, ""),
    };
    let (mut out, mut found, mut lines) = (String::new(), Vec::new(), code.split_inclusive('\n').peekable());
    let mut kinds: Vec<Returns> = Vec::new();
    // A function for tests alone cannot be alive in the program.
    let mut for_tests = false;
    while let Some(line) = lines.next() {
        out += line;
        let trimmed = line.trim_start();
        let tested = for_tests;
        for_tests = trimmed.starts_with("#[cfg(test)]")
            || for_tests && (trimmed.starts_with("///") || trimmed.starts_with("#["));
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
        let Some((kind, fallible)) = Returns::of(name, returned).filter(|_| !tested) else { continue };
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
            kind.turned(fallible)
        );
        kinds.push(kind);
        found.push(Turned { id, file: file.to_string(), rows: rows.clone() });
    }
    if found.is_empty() {
        return (text.to_string(), found);
    }
    let parts =
        [(Returns::Verdict, TURN_VERDICT), (Returns::Answer, TURN_ANSWER), (Returns::Outcome, TURN_OUTCOME)];
    let parts: String =
        parts.into_iter().filter(|(kind, _)| kinds.contains(kind)).map(|(_, text)| text).collect();
    let turn = if parts.is_empty() { "" } else { TURN };
    (out + turn + &parts + tests, found)
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

    #[test]
    fn rows_are_those_of_the_cases() {
        let text = "const THEORY: Theory = Theory {\n    cases: &[\n        (\"A-1\", &[\"g(f=\\\"1\\\")\", \"h\"]),\n        (\n            \"B-2\",\n            &[\"g\"],\n        ),\n    ],\n};\nfn is_p() -> bool {\n    true\n}\n";
        let (_, found) = with_turns("crates/theory/src/a.rs", text, &[]);
        assert_eq!(found[0].rows, "A-1 B-2");
    }

    #[test]
    fn functions_for_tests_are_left_alone() {
        let text = "#[cfg(test)]\n/// Lost?\nfn is_p() -> bool {\n    true\n}\nfn is_lost() -> bool {\n    true\n}\n";
        let (_, found) = with_turns("crates/theory/src/a.rs", text, &[]);
        assert_eq!(found.iter().map(|t| t.id.as_str()).collect::<Vec<_>>(), ["a.rs/is_lost/1"]);
    }

    /// The rule: a function of the theories or of the games in Rust that returns a verdict, a move, or whether a position is
    /// P, has a mutant, and rows that should notice it.
    #[test]
    fn every_function_that_answers_has_a_mutant_and_rows() {
        let listed = crate::list::mutants().unwrap();
        let mut all = Vec::new();
        for file in files(&root()).unwrap() {
            let text = std::fs::read_to_string(root().join(&file)).unwrap();
            if makes_no_answers(&text) {
                continue;
            }
            let (_, found) = with_turns(&file, &text, &listed);
            let code = text.split("#[cfg(test)]\nmod tests").next().unwrap();
            // Written another way: by the text of the return types alone, and by names.
            let returned = |value: &str| {
                let ways = ["", "Refusal", "Refused"].map(|error| match error {
                    "" => format!(") -> {value} {{"),
                    _ => format!(") -> Result<{value}, {error}> {{"),
                });
                ways.iter().map(|way| code.matches(way).count()).sum::<usize>()
            };
            let types =
                ["Verdict", "Answer", "SpecialOutcome", "Option<Win>", "Vec<(Natural, Natural, String)>"];
            let by_type: usize = types.iter().map(|value| returned(value)).sum();
            let named = |name: &str| {
                let starts = [format!("fn {name}("), format!("fn {name}<")];
                let bodies = starts.iter().flat_map(|start| code.split(start).skip(1));
                bodies.filter(|rest| rest.find('{') < rest.find(';').or(Some(usize::MAX))).count()
            };
            let only_tested = code.matches("#[cfg(test)]\n/// Whether the pair").count();
            let by_name: usize = SEEKS.iter().chain(&ASKS).map(|name| named(name)).sum();
            assert_eq!(found.len() + only_tested, by_type + by_name, "{file}");
            all.extend(found);
        }
        assert!(all.len() >= 110, "{} functions", all.len());
        let without: Vec<&str> = all.iter().filter(|t| t.rows.is_empty()).map(|t| t.id.as_str()).collect();
        assert!(without.is_empty(), "no row for {without:?}");
    }
}
