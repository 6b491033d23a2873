//! Files re-checked by code that shares nothing with what wrote them.

use crate::clock::timed;
use crate::error::Error;
use crate::evidence::By;
use crate::game::counted;
use serde::Serialize;
use std::time::Duration;
use wythoff_automata::Limits;
use wythoff_certificate::automaton::{Bounds, ErrorKind, escaped};
use wythoff_certificate::table::Failure as TableFailure;
use wythoff_certificate::{Effort, automaton, beams, table, theorem, transducer};
use wythoff_numbers::Budget;
use wythoff_prove::{AgainstRules, against_rules};

/// What a file that is right says.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Checked {
    /// Always true: a file that is wrong is an error of the kind `check`.
    pub ok: bool,
    /// `p-set`, `grundy`, `automaton`, `transducer` or `theorem`.
    pub kind: String,
    /// What the file now rests on: a proof that was checked, or the rules, by which a table was computed again.
    pub by: By,
    /// Whether the rules text was compared with what was checked.
    pub compared: bool,
    /// The rules as they stand in the file.
    pub about: String,
    /// What was checked, in words.
    pub details: String,
    /// Time spent checking.
    pub seconds: f64,
    /// The statement of a proof, line by line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub statement: Option<Vec<String>>,
    /// The same in the rule language.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub statement_as_rules: Option<String>,
    /// Why the rules text was not compared, if it was not.
    #[serde(skip)]
    pub unread: Option<String>,
}

/// Checks the text of a table, a P-set or a certificate.
///
/// ```
/// use wythoff::{Budget, check};
/// let error = check("nothing of the kind", &Budget::default()).unwrap_err();
/// assert_eq!(error.message, "this is no file that can be checked");
/// ```
pub fn check(text: &str, budget: &Budget) -> Result<Checked, Error> {
    let (checked, seconds) = timed(budget, || look(text, budget));
    Ok(Checked { seconds, ..checked? })
}

fn look(text: &str, budget: &Budget) -> Result<Checked, Error> {
    let first = text.lines().next().unwrap_or_default();
    if first.starts_with("wyt-table") {
        let report =
            table::check_table_within(text, table::WORK.min(steps(budget))).map_err(
                |failure| match failure {
                    TableFailure::Wrong { .. } => Error::check(failure.to_string())
                        .hint("the table is not that of the rules in the file"),
                    TableFailure::Limit { .. } => {
                        Error::limit(failure.to_string()).hint("check a smaller table")
                    }
                    TableFailure::Malformed { .. } | TableFailure::Rules { .. } => {
                        Error::input(failure.to_string())
                            .hint("export the table again, in the format `table`")
                    }
                },
            )?;
        let below: Vec<String> = report.below.iter().map(|b| b.to_string()).collect();
        let details = format!(
            "{} play, coordinates below {}: {} positions checked, {} of them P",
            report.convention,
            below.join(","),
            report.cells,
            report.lost
        );
        return Ok(plain(report.kind.to_string(), report.rules, details));
    }
    if first.starts_with("wyt-certificate") {
        let go_on = || budget.check().is_ok();
        let effort = Effort { go_on: &go_on, ..Effort::default() };
        let (rules, told) = match first.trim() == beams::HEADER {
            true => beams::check_within(text, &effort).map(|found| (found.rules.clone(), found.to_string())),
            false => {
                transducer::check_within(text, &effort).map(|found| (found.rules.clone(), found.to_string()))
            }
        }
        .map_err(|rejection| {
            if go_on() {
                // A line that cannot be read has a number; a step of the proof that fails has none.
                return if rejection.line > 0 { unreadable(rejection) } else { rejected(rejection) };
            }
            Error::limit(format!("not checked: {rejection}")).hint("allow more time")
        })?;
        return Ok(plain("transducer".to_string(), rules, told));
    }
    if first.starts_with(theorem::HEADER) {
        return theorem_checked(text, budget);
    }
    if first.starts_with("wythoff automaton") || text.contains("\nnumeration ") {
        let report = automaton::check_within(text, bounds(budget)).map_err(refused)?;
        let (words, rules) = (report.game.words(), report.game.rule_text());
        let unread = compared(&report, budget)?;
        let (told, unread) = match unread {
            Ok(told) => (told, None),
            Err(why) => (format!("the rules text was not compared with it ({})", escaped(&why)), Some(why)),
        };
        let details = format!(
            "proved for all positions: {} in {}; the statement that was checked:\n{}\nthe same as rules:\n{}{told}",
            counted(report.states, "state"),
            report.numeration,
            indented(&words.join("\n")),
            indented(&rules) + "\n",
        );
        let mut checked = plain("automaton".to_string(), report.rules.join("\n"), details);
        (checked.compared, checked.unread) = (unread.is_none(), unread);
        (checked.statement, checked.statement_as_rules) = (Some(words), Some(rules));
        return Ok(checked);
    }
    Err(Error::input("this is no file that can be checked")
        .hint("tables are exported in the format `table`, certificates come with proofs"))
}

/// A statement about games: what was checked is shown, and every game is compared with its rules text.
fn theorem_checked(text: &str, budget: &Budget) -> Result<Checked, Error> {
    let theorem = theorem::check_within(text, bounds(budget)).map_err(refused)?;
    let mut unread = None;
    let mut details = theorem.to_string();
    for (number, game) in theorem.games.iter().enumerate() {
        match compared(game, budget)? {
            Ok(told) => details += &format!("\ngame {}: {told}", number + 1),
            Err(why) => {
                details +=
                    &format!("\ngame {}: the rules text was not compared ({})", number + 1, escaped(&why));
                unread = Some(why);
            }
        }
    }
    let rules: Vec<String> = theorem.games.iter().map(|game| game.game.rule_text()).collect();
    let about: Vec<String> = theorem.told.iter().map(|line| format!("told: {line}")).collect();
    let mut checked = plain("theorem".to_string(), about.join("\n"), details);
    (checked.compared, checked.unread) = (unread.is_none(), unread);
    (checked.statement, checked.statement_as_rules) =
        (Some(vec![theorem.statement.clone()]), Some(rules.join("\n")));
    Ok(checked)
}

/// A file that is cut off or no certificate at all is wrong input, as for tables; it is not a proof that failed.
fn unreadable(why: impl std::fmt::Display) -> Error {
    Error::input(why.to_string()).hint("the file is cut off, or it is no certificate of this program")
}

/// Steps that the checkers take in the time that is left, some tens of nanoseconds each.
fn steps(budget: &Budget) -> u64 {
    const A_MICROSECOND: u128 = 40;
    budget.time_left().map_or(u64::MAX, |left| {
        u64::try_from(left.as_micros().saturating_mul(A_MICROSECOND)).unwrap_or(u64::MAX)
    })
}

/// What a certificate may cost: as the checker has it, or less where the budget is smaller.
fn bounds(budget: &Budget) -> Bounds {
    let usual = Bounds::default();
    Bounds { steps: usual.steps.min(steps(budget)), bytes: usual.bytes.min(budget.memory()) }
}

fn refused(error: automaton::CheckError) -> Error {
    match error.kind {
        ErrorKind::Malformed => unreadable(error),
        ErrorKind::Limit => Error::limit(format!("not checked: {error}")).hint("allow more time and memory"),
        ErrorKind::Wrong => rejected(error),
    }
}

/// A proof that fails.
fn rejected(why: impl std::fmt::Display) -> Error {
    Error::check(why.to_string()).hint("this is no proof: prove the game again, and compare the two files")
}

/// A file whose rules are themselves what was checked.
fn plain(kind: String, about: String, details: String) -> Checked {
    Checked {
        ok: true,
        by: if matches!(kind.as_str(), "p-set" | "grundy") { By::Rules } else { By::Proof },
        kind,
        compared: true,
        about,
        details,
        seconds: 0.0,
        statement: None,
        statement_as_rules: None,
        unread: None,
    }
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}")).collect::<Vec<_>>().join("\n")
}

/// Whether a checked certificate is about the rules text in it, which the checker only repeats: what was compared, or
/// why it could not be. Where they differ the check fails.
fn compared(report: &automaton::Report, budget: &Budget) -> Result<Result<String, String>, Error> {
    let budget = budget.clone().with_memory(budget.memory().min(1 << 30)).within(Duration::from_secs(20));
    let limits = Limits { budget, ..Limits::default() };
    match against_rules(report, &limits) {
        AgainstRules::Same { grundy, below } => {
            let below: Vec<String> = below.iter().map(u64::to_string).collect();
            let plus = match grundy {
                None => String::new(),
                Some(g) => format!(" plus a Nim pile of at most {g}: the sets of Grundy value 0 to {g}"),
            };
            Ok(Ok(format!(
                "the families are those of the rules text{plus}; all moves from positions below {} were compared by the checker's own reader",
                below.join(",")
            )))
        }
        AgainstRules::Different(lines) => {
            let mut failure =
                Error::check("the proof is right, but it is not about the rules text in the file");
            for line in lines {
                failure = failure.hint(escaped(&line));
            }
            Err(failure)
        }
        AgainstRules::Unread(why) => Ok(Err(why)),
    }
}
