//! `wyt show`: a game as the laboratory knows it.

use crate::context::Context;
use crate::failure::Failure;
use crate::game::GameArgs;
use crate::json;
use std::io::Write;
use std::time::Duration;

/// Arguments of `wyt show`.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
}

/// Time that a game is shown in; what takes longer is left out.
const SHOWN_IN: Duration = Duration::from_millis(800);

/// Shows rules, parameters, sources, what is known, and a small table.
pub fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    let shown = args.game.resolve(context)?.describe(&context.budget().clone().within(SHOWN_IN));
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if context.global.json {
        json::write(&mut out, &shown)?;
        return Ok(out.flush()?);
    }
    if let Some(title) = &shown.title {
        writeln!(out, "{title}")?;
        writeln!(out, "described in {}", shown.sources.as_deref().unwrap_or_default().join("; "))?;
        if !shown.aliases.is_empty() {
            writeln!(out, "also called {}", shown.aliases.join(", "))?;
        }
        writeln!(out)?;
    }
    if let Some(words) = &shown.words {
        writeln!(out, "{}\n", wrapped(words, 100))?;
    }
    writeln!(out, "{}", shown.rules.trim_end())?;
    if !shown.parameters.is_empty() {
        writeln!(out, "\nparameters")?;
        for (name, value, range) in &shown.parameters {
            writeln!(out, "  {name} = {value}   ({range})")?;
        }
    }
    writeln!(out, "\n{}", shown.order)?;
    for note in shown.notes.as_deref().unwrap_or_default() {
        let remembered = shown.remembers.iter().any(|name| note.starts_with(&format!("{name}:")));
        writeln!(out, "{}: {note}", if remembered { "remembered" } else { "known" })?;
    }
    if let Some(name) = &shown.known_as {
        writeln!(out, "this is {name}")?;
    }
    if let Some(theory) = &shown.theory {
        writeln!(out, "theory: {theory}")?;
    }
    if let Some(difference) = &shown.printed {
        writeln!(out, "{difference}")?;
    }
    if let Some(positions) = &shown.positions {
        writeln!(out, "\nP-positions with small piles: {}", positions.join("  "))?;
    }
    Ok(out.flush()?)
}

/// The text in lines of about this many characters.
fn wrapped(text: &str, width: usize) -> String {
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.len() + 1 + word.len() <= width => *line = format!("{line} {word}"),
            _ => lines.push(word.to_string()),
        }
    }
    lines.join("\n")
}
