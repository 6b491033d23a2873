//! `wyt check`: files re-checked by code that shares nothing with what wrote them.

use crate::context::Context;
use crate::failure::Failure;
use crate::game::read_text;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use wythoff::{check, escaped};

/// Arguments of `wyt check`.
#[derive(clap::Args)]
pub struct Args {
    /// A table of `wyt export --format table`, or a certificate of `wyt prove` or `wyt discover`
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// Checks a file.
pub fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    let text = read_text(&args.file)?;
    let (checked, seconds) = context.timed(|| check(&text, context.budget()).map_err(Failure::from));
    let mut out = std::io::stdout().lock();
    if let (Err(failure), true) = (&checked, context.global.json)
        && failure.code == 1
    {
        writeln!(out, "{}", json!({"ok": false, "wrong": failure.message, "seconds": seconds}))?;
    }
    let checked = checked.map_err(|f| located(f, args))?;
    if context.global.json {
        crate::json::write(&mut out, &checked)?;
    } else {
        writeln!(out, "ok: {}\n{}", checked.kind, escaped_lines(checked.about.trim_end()))?;
        writeln!(out, "{}", checked.details)?;
    }
    match &checked.unread {
        None => Ok(()),
        Some(why) => Err(located(
            Failure::check(format!(
                "the proof is right, but the rules text was not compared with it: {}",
                escaped(why)
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
