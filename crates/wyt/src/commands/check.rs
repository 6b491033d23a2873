//! `wyt check`: files re-checked by code that shares nothing with what wrote them.

use crate::context::Context;
use crate::failure::Failure;
use crate::game::{counted, read_limited};
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;
use wythoff_automata::Limits;
use wythoff_certificate::automaton::escaped;
use wythoff_certificate::table::Failure as TableFailure;
use wythoff_certificate::{automaton, table, theorem, transducer};
use wythoff_prove::{AgainstRules, against_rules};
use wythoff_solvers::Budget;

/// Arguments of `wyt check`.
#[derive(clap::Args)]
pub struct Args {
    /// A table of `wyt export --format table`, or a certificate of `wyt prove` or `wyt discover`
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// Largest file that is read, in bytes.
const LARGEST: u64 = 1 << 31;

/// What a file that is right says.
struct Checked {
    kind: String,
    /// The rules as they stand in the file.
    about: String,
    /// What was checked, whole, as JSON besides.
    statement: Option<(Vec<String>, String)>,
    details: String,
    /// Why the rules text was not compared with what was checked, if it was not.
    unread: Option<String>,
}

/// Checks a file.
pub fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    let cannot =
        |why: String| Failure::input(format!("the file `{}` cannot be read: {why}", args.file.display()));
    let text = read_limited(&args.file, LARGEST).map_err(cannot)?;
    let first = text.lines().next().unwrap_or_default();
    let (checked, seconds) = {
        let (checked, seconds) = context.timed(|| check(&text, first));
        if let (Err(failure), true) = (&checked, context.global.json)
            && failure.code == 1
        {
            let wrong = json!({"ok": false, "wrong": failure.message, "seconds": seconds});
            writeln!(std::io::stdout().lock(), "{wrong}")?;
        }
        (checked.map_err(|f| located(f, args))?, seconds)
    };
    let mut out = std::io::stdout().lock();
    let compared = checked.unread.is_none();
    if context.global.json {
        let mut object = json!({
            "ok": true,
            "kind": checked.kind,
            "compared": compared,
            "about": checked.about,
            "details": checked.details,
            "seconds": seconds
        });
        if let Some((words, rules)) = &checked.statement {
            object["statement"] = json!(words);
            object["statement_as_rules"] = json!(rules);
        }
        writeln!(out, "{object}")?;
    } else {
        writeln!(out, "ok: {}\n{}", checked.kind, escaped_lines(checked.about.trim_end()))?;
        writeln!(out, "{}", checked.details)?;
    }
    match checked.unread {
        None => Ok(()),
        Some(why) => Err(located(
            Failure::check(format!(
                "the proof is right, but the rules text was not compared with it: {}",
                escaped(&why)
            ))
            .hint("the statement that was checked is shown above: compare it with the rules yourself"),
            args,
        )),
    }
}

/// A text from a file, line by line, without what could make a terminal show something else.
fn escaped_lines(text: &str) -> String {
    text.lines().map(escaped).collect::<Vec<_>>().join("\n")
}

fn located(mut failure: Failure, args: &Args) -> Failure {
    failure.message = format!("{}: {}", args.file.display(), failure.message);
    failure
}

fn check(text: &str, first: &str) -> Result<Checked, Failure> {
    if first.starts_with("wyt-table") {
        let report = table::check_table(text).map_err(|failure| match failure {
            TableFailure::Wrong { .. } => Failure::check(failure.to_string()),
            TableFailure::Limit { .. } => Failure::limit(failure.to_string()),
            TableFailure::Malformed { .. } | TableFailure::Rules { .. } => {
                Failure::input(failure.to_string())
            }
        })?;
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
        let accepted = transducer::check(text).map_err(|rejection| {
            // A line that cannot be read has a number; a step of the proof that fails has none.
            if rejection.line > 0 { unreadable(rejection) } else { Failure::check(rejection.to_string()) }
        })?;
        return Ok(plain("transducer".to_string(), accepted.rules.clone(), accepted.to_string()));
    }
    if first.starts_with(theorem::HEADER) {
        return theorem_checked(text);
    }
    if first.starts_with("wythoff automaton") || text.contains("\nnumeration ") {
        let report = automaton::check(text).map_err(|error| {
            if error.malformed { unreadable(error) } else { Failure::check(error.to_string()) }
        })?;
        let (words, rules) = (report.game.words(), report.game.rule_text());
        let unread = compared(&report)?;
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
        let (kind, about) = ("automaton".to_string(), report.rules.join("\n"));
        return Ok(Checked { kind, about, statement: Some((words, rules)), details, unread });
    }
    Err(Failure::input("this is no file that can be checked")
        .hint("tables come from `wyt export --format table`, certificates from `wyt prove --certificate`"))
}

/// A file that is cut off or no certificate at all is wrong input, as for tables; it is not a proof that failed.
fn unreadable(why: impl std::fmt::Display) -> Failure {
    Failure::input(why.to_string()).hint("the file is cut off, or it is no certificate of this program")
}

/// A statement about games: what was checked is shown, and every game is compared with its rules text.
fn theorem_checked(text: &str) -> Result<Checked, Failure> {
    let theorem = theorem::check(text).map_err(|error| {
        if error.malformed { unreadable(error) } else { Failure::check(error.to_string()) }
    })?;
    let mut unread = None;
    let mut details = theorem.to_string();
    for (number, game) in theorem.games.iter().enumerate() {
        match compared(game)? {
            Ok(told) => details += &format!("\ngame {}: {told}", number + 1),
            Err(why) => {
                details +=
                    &format!("\ngame {}: the rules text was not compared ({})", number + 1, escaped(&why));
                unread = Some(why);
            }
        }
    }
    let words = vec![theorem.statement.clone()];
    let rules: Vec<String> = theorem.games.iter().map(|game| game.game.rule_text()).collect();
    let about: Vec<String> = theorem.told.iter().map(|line| format!("told: {line}")).collect();
    let (kind, about) = ("theorem".to_string(), about.join("\n"));
    Ok(Checked { kind, about, statement: Some((words, rules.join("\n"))), details, unread })
}

/// A file whose rules are themselves what was checked.
fn plain(kind: String, about: String, details: String) -> Checked {
    Checked { kind, about, statement: None, details, unread: None }
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}")).collect::<Vec<_>>().join("\n")
}

/// Whether a checked certificate is about the rules text in it, which the checker only repeats: what was compared, or
/// why it could not be. Where they differ the check fails.
fn compared(report: &automaton::Report) -> Result<Result<String, String>, Failure> {
    let budget = Budget::default().with_memory(1 << 30).within(Duration::from_secs(20));
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
                Failure::check("the proof is right, but it is not about the rules text in the file");
            for line in lines {
                failure = failure.hint(escaped(&line));
            }
            Err(failure)
        }
        AgainstRules::Unread(why) => Ok(Err(why)),
    }
}
