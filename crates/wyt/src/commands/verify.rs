//! `wyt verify`: the papers, run.

use crate::context::Context;
use crate::failure::Failure;
use crate::game::{counted, read_text};
use crate::output::Output;
use serde_json::{Map, Value, json};
use sha2::Digest;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;
use wythoff::ledger::{
    Claim, Finding, Result as ClaimResult, Scale, Size, Status, claim, claims, papers, rows,
};
use wythoff::{Budget, Stop};

/// Arguments of `wyt verify`.
#[derive(clap::Args)]
pub struct Args {
    /// Rows of the ledger, such as LEX-T13 [default: all]
    #[arg(value_name = "ID")]
    ids: Vec<String>,
    /// Only this paper: LEX, RLX, WYF, GEO, VIS or NEW
    #[arg(long, conflicts_with = "ids")]
    paper: Option<String>,
    /// Only rows that end with this status
    #[arg(long, value_name = "STATUS")]
    status: Option<String>,
    /// Bounds that take an hour instead of minutes
    #[arg(long, conflicts_with = "small")]
    deep: bool,
    /// Bounds that take seconds
    #[arg(long)]
    small: bool,
    /// Seed of the random instances: another one searches others
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Keep finished rows here, and go on from it when started again
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Write a document, HTML or Markdown by the file's ending
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// What the authors of a paper should read, as Markdown or LaTeX by the ending of -o FILE
    #[arg(long, value_name = "PAPER", requires = "output", conflicts_with_all = ["ids", "paper", "status"])]
    errata: Option<String>,
    /// Where --errata is written: FILE.md or FILE.tex
    #[arg(short, long, value_name = "FILE", requires = "errata")]
    output: Option<PathBuf>,
}

/// The title of the document.
const REPORT: &[&str] = &["Five papers on Wythoff’s game, run", "Five papers on Wythoff's game, run"];

/// Runs the ledger.
pub fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    let wanted = wanted(args)?;
    let report = args.report.as_deref().map(|path| Output::over(path, REPORT, context)).transpose()?;
    let errata = args.output.as_deref().map(|path| Output::at(path, context)).transpose()?;
    let size = match (args.deep, args.small) {
        (true, _) => Size::Deep,
        (_, true) => Size::Small,
        _ => Size::Quick,
    };
    let scale = Scale { size, seed: args.seed };
    let kept = Arc::new(Kept::open(args.resume.as_deref(), scale, context.global.quiet)?);
    let waiting: Vec<&'static Claim> = wanted.iter().copied().filter(|c| !kept.contains(c.id)).collect();
    if let Some(path) = &args.resume {
        crate::context::keeps(format!("finished rows are in {}", path.display()));
    }
    let (results, seconds) = context.timed(|| run_rows(waiting, scale, &kept, context.budget()));
    context.finish();
    let cut = context.budget().check().is_err();
    let mut results = results;
    results.extend(kept.restored());
    let order: BTreeMap<&str, usize> = rows().iter().enumerate().map(|(i, r)| (r.id, i)).collect();
    results.sort_by_key(|r| order.get(r.row.id).copied());
    if let Some(status) = &args.status {
        results.retain(|r| r.finding.status.word() == status);
    }
    // A document of half the rows would replace a whole one.
    if let (Some(path), Some(output), false) = (&args.report, report, cut) {
        let text = if path.extension().is_some_and(|e| e == "md") {
            wythoff::ledger::markdown(&results)
        } else {
            wythoff::ledger::html(&results, &wythoff::ledger::figures())
        };
        output.write_text(&text)?;
    }
    if let (Some(paper), Some(path), Some(output), false) = (&args.errata, &args.output, errata, cut) {
        let write = if ends_with(path, &["tex"]) {
            wythoff::ledger::errata_latex
        } else {
            wythoff::ledger::errata_markdown
        };
        let text = write(&results, &paper.to_uppercase()).ok_or_else(|| no_paper(paper))?;
        output.write_text(&text)?;
    }
    print(&results, seconds, context)?;
    kept.whole(args.resume.as_deref())?;
    if let Err(why) = context.budget().check() {
        let saved =
            args.resume.as_ref().map_or(String::new(), |p| format!("; finished rows are in {}", p.display()));
        let so_far = format!("after {} of {} rows{saved}", results.len(), wanted.len());
        return Err(match why {
            Stop::Cancelled => Failure::interrupted(format!("interrupted {so_far}")),
            why => Failure::limit(format!("{why} {so_far}"))
                .hint("allow more with --time, or keep rows with --resume"),
        });
    }
    let wrong: Vec<&ClaimResult> = results.iter().filter(|r| !r.as_recorded()).collect();
    if let Some(first) = wrong.first() {
        let mut failure =
            Failure::check(format!("{} rows are not as recorded, first {}", wrong.len(), first.row.id));
        for result in &wrong {
            failure.detail += &format!(
                "  {}: {}, recorded as {}: {}\n",
                result.row.id,
                result.finding.status,
                result.expected,
                result.finding.detail.as_deref().unwrap_or(&result.finding.bound)
            );
        }
        return Err(failure);
    }
    Ok(())
}

/// Runs rows; when the budget ends, those that are finished are the result. Rows at work end with it,
/// some after a moment, which is not waited for.
fn run_rows(rows: Vec<&'static Claim>, scale: Scale, kept: &Arc<Kept>, budget: &Budget) -> Vec<ClaimResult> {
    let found = Arc::new(Mutex::new(Vec::new()));
    let (over, wait) = mpsc::channel();
    let (kept, list, limits, total) = (kept.clone(), found.clone(), budget.clone(), rows.len() as u64);
    let worker = std::thread::spawn(move || {
        let finished = AtomicUsize::new(0);
        let done = |result: &ClaimResult| {
            kept.add(result);
            list.lock().unwrap_or_else(|broken| broken.into_inner()).push(result.clone());
            let _ = limits.step(finished.fetch_add(1, Ordering::Relaxed) as u64 + 1, total);
        };
        wythoff::ledger::run(&rows, scale, &done, &limits);
        // Nobody waits any more where the budget has ended.
        let _ = over.send(());
    });
    const LOOK: Duration = Duration::from_millis(10);
    loop {
        match wait.recv_timeout(LOOK) {
            Err(mpsc::RecvTimeoutError::Timeout) if budget.check().is_ok() => {}
            Err(mpsc::RecvTimeoutError::Disconnected) => {
                // A fault in a check is shown as what it is.
                if let Err(panic) = worker.join() {
                    std::panic::resume_unwind(panic);
                }
                break;
            }
            _ => break,
        }
    }
    std::mem::take(&mut *found.lock().unwrap_or_else(|broken| broken.into_inner()))
}

fn ends_with(path: &Path, endings: &[&str]) -> bool {
    path.extension().is_some_and(|ending| endings.iter().any(|known| ending == *known))
}

fn no_paper(paper: &str) -> Failure {
    Failure::input(format!("there is no paper `{paper}`"))
        .hint(format!("one of: {}", papers().collect::<Vec<_>>().join(", ")))
}

fn wanted(args: &Args) -> Result<Vec<&'static Claim>, Failure> {
    if let Some(status) = &args.status
        && Status::of_word(status).is_none()
    {
        let words: Vec<&str> = Status::ALL.iter().map(|known| known.word()).collect();
        return Err(Failure::input(format!("there is no status `{status}`"))
            .hint(format!("one of: {}", words.join(", "))));
    }
    for (path, endings) in [(&args.report, ["html", "md"]), (&args.output, ["md", "tex"])] {
        if let Some(path) = path
            && !ends_with(path, &endings)
        {
            return Err(Failure::input(format!("nothing can be written as `{}`", path.display()))
                .hint(format!("end its name with .{} or .{}", endings[0], endings[1])));
        }
    }
    if !args.ids.is_empty() {
        let find = |id: &String| claim(id).ok_or_else(|| super::claim::no_row(id));
        return args.ids.iter().map(find).collect();
    }
    let paper = args.paper.as_ref().or(args.errata.as_ref()).map(|p| p.to_uppercase());
    if let Some(paper) = &paper
        && !papers().any(|known| known == paper)
    {
        return Err(no_paper(paper));
    }
    let of_paper = |c: &&Claim| {
        paper.as_ref().is_none_or(|p| rows().iter().any(|row| row.id == c.id && row.paper == p.as_str()))
    };
    Ok(claims().iter().filter(of_paper).collect())
}

fn print(results: &[ClaimResult], seconds: f64, context: &Context) -> Result<(), Failure> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut counts: BTreeMap<Status, usize> = BTreeMap::new();
    for result in results {
        *counts.entry(result.finding.status).or_default() += 1;
    }
    if context.global.json {
        let rows: Vec<Value> = results.iter().map(object).collect();
        let counts: Map<String, Value> =
            counts.iter().map(|(s, n)| (s.word().to_string(), json!(n))).collect();
        writeln!(out, "{}", json!({"claims": rows, "counts": counts, "seconds": seconds}))?;
        return Ok(out.flush()?);
    }
    for result in results {
        let finding = &result.finding;
        let mark = if result.as_recorded() { ' ' } else { '!' };
        let status =
            if finding.proved { format!("{} (proved)", finding.status) } else { finding.status.to_string() };
        writeln!(out, "{mark}{:24} {status:14} {}", result.row.id, finding.bound)?;
        // One row is told in full; of many only what fails, was found, or is to be run.
        let whole = results.len() == 1;
        if whole {
            writeln!(out, "{:26}printed: {}", "", result.row.printed)?;
        }
        for (label, text) in wythoff::ledger::lines(result) {
            let short = match label {
                "checked" | "searched" | "not run" => false,
                "run" => finding.command.is_some(),
                "read as" | "note" | "corrected" | "clear" => {
                    finding.status.fails_in_print() && label == "corrected"
                }
                _ => true,
            };
            if short || (whole && !matches!(label, "checked" | "searched" | "not run" | "run")) {
                writeln!(out, "{:26}{label}: {text}", "")?;
            }
        }
    }
    let counts: Vec<String> = counts.iter().map(|(status, n)| format!("{n} {status}")).collect();
    let rows = if results.len() == 1 { "row" } else { "rows" };
    writeln!(out, "{} {rows}: {} ({seconds:.1} s)", results.len(), counts.join(", "))?;
    Ok(out.flush()?)
}

fn object(result: &ClaimResult) -> Value {
    let mut object = serde_json::to_value(result).unwrap_or_default();
    if let (Status::Unchecked, Some(map)) = (result.finding.status, object.as_object_mut()) {
        map.insert("reason".to_string(), json!(result.finding.bound));
    }
    object
}

/// Finished rows in a file, one a line behind its SHA-256, so that a long run can be interrupted.
struct Kept {
    file: Option<Mutex<std::fs::File>>,
    restored: Vec<ClaimResult>,
    /// Why a row could not be kept, the first time.
    failed: Mutex<Option<std::io::Error>>,
}

impl Kept {
    /// The rows that an earlier run kept. Lines that were changed or cut short are told, and their rows run again.
    fn open(path: Option<&Path>, scale: Scale, quiet: bool) -> Result<Kept, Failure> {
        let nothing = Kept { file: None, restored: Vec::new(), failed: Mutex::new(None) };
        let Some(path) = path else { return Ok(nothing) };
        let cannot = |why: String| {
            Failure::input(format!("the file `{}` cannot be used: {why}", path.display()))
                .hint("choose another file")
        };
        // Another version may have other checks under the same names.
        let header = format!(
            "{{\"version\":\"{}\",\"scale\":\"{:?}\",\"seed\":{}}}",
            env!("CARGO_PKG_VERSION"),
            scale.size,
            scale.seed
        );
        let old = if path.exists() { read_text(path)? } else { String::new() };
        let mut restored = Vec::new();
        let mut broken = Vec::new();
        if let Some(first) = old.lines().next() {
            if first != header {
                return Err(Failure::input(format!(
                    "`{}` was not kept by a run of this version with these bounds and this seed",
                    path.display()
                ))
                .hint("choose another file, or the bounds and the seed of that run"));
            }
            for (number, line) in old.lines().enumerate().skip(1).filter(|(_, line)| !line.is_empty()) {
                match restore(line) {
                    Some(row) => restored.push(row),
                    None => broken.push(number + 1),
                }
            }
        }
        if let (Some(first), false) = (broken.first(), quiet) {
            let warning = format!(
                "warning: {}: {} not as it was written, first line {first}; what it held is run again\n",
                path.display(),
                counted(broken.len(), "line")
            );
            let _ = std::io::stderr().write_all(warning.as_bytes());
        }
        let open = || -> std::io::Result<std::fs::File> {
            let mut file = std::fs::OpenOptions::new().create(true).append(true).open(path)?;
            if old.is_empty() {
                writeln!(file, "{header}")?;
            } else if !old.ends_with('\n') {
                writeln!(file)?;
            }
            Ok(file)
        };
        let file = open().map_err(|e| cannot(e.to_string()))?;
        Ok(Kept { file: Some(Mutex::new(file)), restored, ..nothing })
    }

    fn contains(&self, id: &str) -> bool {
        self.restored.iter().any(|r| r.row.id == id)
    }

    fn add(&self, result: &ClaimResult) {
        if let Some(Ok(mut file)) = self.file.as_ref().map(Mutex::lock) {
            let text = object(result).to_string();
            // One write a line: a kill leaves whole lines and at most one that is cut short.
            let line = format!("{} {text}\n", digest(&text));
            if let (Err(error), Ok(mut failed)) = (file.write_all(line.as_bytes()), self.failed.lock()) {
                failed.get_or_insert(error);
            }
        }
    }

    /// The failure to end with where finished rows could not be kept.
    fn whole(&self, path: Option<&Path>) -> Result<(), Failure> {
        let failed = self.failed.lock().ok().and_then(|mut failed| failed.take());
        match (failed, path) {
            (Some(error), Some(path)) => Err(Failure::limit(format!(
                "not all finished rows could be kept in `{}`: {error}",
                path.display()
            ))
            .hint("keep them where there is room; the rows above are as they were found")),
            _ => Ok(()),
        }
    }

    fn restored(&self) -> Vec<ClaimResult> {
        self.restored.clone()
    }
}

fn digest(text: &str) -> String {
    sha2::Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The row of a line that is as it was written.
fn restore(line: &str) -> Option<ClaimResult> {
    let (hash, text) = line.split_once(' ')?;
    if digest(text) != hash {
        return None;
    }
    let value: Value = serde_json::from_str(text).ok()?;
    let id = value.get("id")?.as_str()?;
    let seconds = value.get("seconds").and_then(Value::as_f64).unwrap_or(0.0);
    let row = rows().iter().find(|row| row.id == id)?;
    let expected = claim(id)?.expected;
    let finding: Finding = serde_json::from_value(value).ok()?;
    Some(ClaimResult { row, expected, finding, seconds })
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    /// The words of a command line with quotes.
    fn words(command: &str) -> Vec<String> {
        let (mut words, mut word, mut quote) = (Vec::new(), String::new(), None);
        for c in command.chars() {
            match (c, quote) {
                ('\'' | '"', None) => quote = Some(c),
                (c, Some(open)) if c == open => quote = None,
                (' ', None) => words.push(std::mem::take(&mut word)),
                (c, _) => word.push(c),
            }
        }
        words.push(word);
        words
    }

    /// A refutation has a counterexample, a command that shows it, and the command is not the check itself.
    #[test]
    fn what_fails_in_print_has_a_counterexample_and_a_command_that_can_be_run() {
        let wanted: Vec<&'static Claim> = claims().iter().filter(|c| c.expected.fails_in_print()).collect();
        let results =
            wythoff::ledger::run(&wanted, Scale::SMALL, &|_| {}, &Budget::default().with_threads(2));
        assert_eq!(results.len(), wanted.len());
        for result in results {
            let (row, finding) = (result.row, result.finding);
            let id = row.id;
            assert_eq!(finding.status, result.expected, "{id}: {finding:?}");
            assert!(finding.counterexample.is_some_and(|c| !c.is_empty()), "{id} has no counterexample");
            assert_eq!(row.corrected.is_empty(), finding.status == Status::Refuted, "{id}: corrected text");
            let command = finding.command.unwrap_or_default();
            for command in command.split(" && ") {
                let words = words(command);
                assert!(words.len() > 2 && words[1] != "verify", "{id}: {command}");
                assert!(crate::Cli::try_parse_from(&words).is_ok(), "{id}: {command}");
                if matches!(words[1].as_str(), "p" | "grundy" | "solve" | "moves") {
                    assert!(wythoff::Game::parse(&words[2]).is_ok(), "{id}: {command}");
                }
            }
        }
    }

    #[test]
    fn readings_are_shown_where_a_row_is_clarified() {
        for claim in claims().iter().filter(|c| c.expected == Status::Clarified) {
            let row = rows().iter().find(|row| row.id == claim.id).unwrap();
            assert!(!row.reading.is_empty(), "{}", claim.id);
        }
    }
}
