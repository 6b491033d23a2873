//! `wyt check`: files re-checked by code that shares nothing with what wrote them.

use crate::context::Context;
use crate::failure::Failure;
use crate::game::read_limited;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;
use wythoff_automata::{Limits, Numeration};
use wythoff_certificate::table::Failure as TableFailure;
use wythoff_certificate::{automaton, table, transducer};
use wythoff_prove::compare;
use wythoff_rules::Rules;
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

/// Checks a file.
pub fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    let cannot =
        |why: String| Failure::input(format!("the file `{}` cannot be read: {why}", args.file.display()));
    let text = read_limited(&args.file, LARGEST).map_err(cannot)?;
    let first = text.lines().next().unwrap_or_default();
    let ((kind, about, details), seconds) = {
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
    if context.global.json {
        writeln!(
            out,
            "{}",
            json!({"ok": true, "kind": kind, "about": about, "details": details, "seconds": seconds})
        )?;
    } else {
        writeln!(out, "ok: {kind}\n{}", about.trim_end())?;
        writeln!(out, "{details}")?;
    }
    Ok(())
}

fn located(mut failure: Failure, args: &Args) -> Failure {
    failure.message = format!("{}: {}", args.file.display(), failure.message);
    failure
}

type Checked = (String, String, String);

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
        return Ok((report.kind.to_string(), report.rules, details));
    }
    if first.starts_with("wyt-certificate") {
        let accepted = transducer::check(text).map_err(|rejection| {
            // A line that cannot be read has a number; a step of the proof that fails has none.
            if rejection.line > 0 { unreadable(rejection) } else { Failure::check(rejection.to_string()) }
        })?;
        return Ok(("transducer".to_string(), accepted.rules.clone(), accepted.to_string()));
    }
    if first.starts_with("wythoff automaton") || text.contains("\nnumeration ") {
        let report = automaton::check(text).map_err(|error| {
            if error.malformed { unreadable(error) } else { Failure::check(error.to_string()) }
        })?;
        let about = report.rules.join("\n");
        let details = format!(
            "proved for all positions: {} states in {}; the statement that was checked:\n{}\n{}",
            report.states,
            report.numeration,
            report.families.join("\n"),
            against_rules(&report)?
        );
        return Ok(("automaton".to_string(), about, details));
    }
    Err(Failure::input("this is no file that can be checked")
        .hint("tables come from `wyt export --format table`, certificates from `wyt prove --certificate`"))
}

/// A file that is cut off or no certificate at all is wrong input, as for tables; it is not a proof that failed.
fn unreadable(why: impl std::fmt::Display) -> Failure {
    Failure::input(why.to_string()).hint("the file is cut off, or it is no certificate of this program")
}

/// Whether the families of a checked certificate are those of the rules text in it, which the checker only repeats.
fn against_rules(report: &automaton::Report) -> Result<String, Failure> {
    let unread = |why: String| {
        Ok(format!("the rules text was not compared with the families ({why}): compare them yourself"))
    };
    if report.rules.iter().all(|line| line.trim().is_empty()) {
        return unread("there is none".to_string());
    }
    let rules = match Rules::read(&report.rules.join("\n")) {
        Ok(rules) => rules,
        Err(error) => return unread(format!("it is not in the rule language: {error}")),
    };
    let numeration = match report.numeration.parse::<Numeration>() {
        Ok(numeration) => numeration,
        Err(error) => return unread(error.to_string()),
    };
    let budget = Budget::default().within(Duration::from_secs(20));
    let limits = Limits { budget, ..Limits::default() };
    match compare(&rules, &report.statement, &numeration, &limits) {
        Ok(same) if same.differences.is_empty() => Ok(match same.grundy {
            None => "the families are those of the rules text".to_string(),
            Some(g) => format!(
                "the families are those of the rules text plus a Nim pile of at most {g}: the sets of Grundy value 0 to {g}"
            ),
        }),
        Ok(other) => {
            let mut failure =
                Failure::check("the proof is right, but it is not about the rules text in the file");
            for line in other.differences {
                failure = failure.hint(line);
            }
            Err(failure)
        }
        Err(error) => unread(error.to_string()),
    }
}
