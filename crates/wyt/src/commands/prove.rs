//! `wyt prove`: a theorem for all positions, a counterexample, or the limit that was reached.

use crate::context::Context;
use crate::count::number;
use crate::failure::Failure;
use crate::game::{Disk, GameArgs, counted};
use crate::json;
use crate::output::Output;
use std::io::Write;
use std::path::{Path, PathBuf};
use wythoff::{AddedMoves, Exception, ProofFile, ProofRequest, Proved};

/// What certificates begin with.
pub const CERTIFICATE: &[&str] =
    &["wythoff automaton certificate", "wythoff theorem certificate", "wyt-certificate"];

/// What drawings begin with.
const DRAWING: &[&str] = &["digraph automaton"];

/// Arguments of `wyt prove`.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Prove or refute a given set: a condition on the piles such as 'x == y', `beatty ALPHA`, `of SPEC` (the P-positions
    /// of another game), or @FILE (an automaton, or the set of a certificate)
    #[arg(long, value_name = "SET")]
    candidate: Option<String>,
    /// Write the proof here; `wyt check` re-checks it
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Numeration: zeckendorf, base B, ostrowski A B ..., parry C1 C2 ... [default: likely ones in turn]
    #[arg(long, value_name = "SYSTEM")]
    numeration: Option<String>,
    /// Prove the sets of Grundy value 0, ..., G
    #[arg(long, value_name = "G", value_parser = number::<u32>)]
    grundy: Option<u32>,
    /// Largest number of states of any automaton on the way
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = number::<usize>)]
    states: usize,
    /// Largest pile for which P-positions are computed as data
    #[arg(long, value_name = "B", value_parser = number::<u64>)]
    data: Option<u64>,
    /// Write the obligations as a script with its files for the prover Walnut into this folder
    #[arg(long, value_name = "DIR")]
    walnut: Option<PathBuf>,
    /// Decide whether another game has the same P-positions (with --grundy G: as the set of Grundy value G)
    #[arg(long, value_name = "SPEC2")]
    same_as: Option<String>,
    /// With --same-as: compare only positions with a pile of at least N, and list the exceptions
    #[arg(long, value_name = "N", requires = "same_as", value_parser = number::<u64>)]
    beyond: Option<u64>,
    /// Decide a statement about the P-positions, such as 'exists unique y: P(x, y)' (repeatable)
    #[arg(long, value_name = "FORMULA")]
    implies: Vec<String>,
    /// All single moves that can be added without changing the P-positions
    #[arg(long)]
    redundant: bool,
    /// The theorem and its proof in LaTeX
    #[arg(long)]
    latex: bool,
    /// Write the automaton as a drawing for Graphviz; `-` for standard output
    #[arg(long, value_name = "FILE")]
    dot: Option<PathBuf>,
    /// Write the proof as a theorem for Coq, with the theory that checks it, into this folder
    #[arg(long, value_name = "DIR")]
    coq: Option<PathBuf>,
}

/// Seconds after which the search ends where no other time is given.
const SECONDS: u64 = 120;

/// Exceptions that are shown.
const EXCEPTIONS: usize = 40;

impl Args {
    fn request(&self) -> ProofRequest {
        ProofRequest {
            candidate: self.candidate.clone(),
            numeration: self.numeration.clone(),
            grundy: self.grundy,
            states: Some(self.states),
            data: self.data,
            implies: self.implies.clone(),
            same_as: self.same_as.clone(),
            beyond: self.beyond,
            redundant: self.redundant,
            certificate: self.certificate.is_some(),
            latex: self.latex,
            dot: self.dot.is_some(),
            walnut: self.walnut.is_some(),
            coq: self.coq.is_some(),
        }
    }
}

/// Proves or refutes.
pub fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    // A place that cannot be written to is told before the proof.
    if let Some(path) = &args.certificate {
        Output::over(path, CERTIFICATE, context)?;
    }
    let drawing = args.dot.as_deref().map(|path| Output::over(path, DRAWING, context)).transpose()?;
    for folder in args.walnut.iter().chain(&args.coq) {
        folder_is_free(folder, context)?;
    }
    // One span of time for all that follows, certificates included.
    let proved = args.game.resolve(context)?.prove_with(&args.request(), &Disk, &context.budget_for(SECONDS));
    context.finish();
    let mut proved = proved?;
    let mut written = Vec::new();
    if let (Some(path), Some(first)) = (&args.certificate, proved.certificate.take()) {
        let texts = std::iter::once(first).chain(std::mem::take(&mut proved.more_certificates));
        for (index, text) in texts.enumerate() {
            let mut name = path.as_os_str().to_owned();
            if index > 0 {
                name.push(format!(".{}", index + 1));
            }
            let path = Path::new(&name);
            Output::over(path, CERTIFICATE, context)?.write_text(&text)?;
            let path = path.display();
            written.push(format!(
                "certificate: {path} ({} bytes); re-check it with `wyt check {path}`",
                text.len()
            ));
            proved.certificate = Some(path.to_string());
        }
    }
    if let (Some(drawing), Some(path), Some(text)) = (drawing, &args.dot, proved.dot.take()) {
        // Standard output holds the drawing alone.
        if drawing.is_standard() {
            return drawing.write_text(&text);
        }
        drawing.write_text(&text)?;
        let path = path.display();
        written.push(format!("automaton: {path}; draw it with `dot -Tsvg {path}`"));
        proved.dot = Some(path.to_string());
    }
    if let Some(folder) = &args.walnut {
        write_below(folder, &proved.walnut_files, context)?;
        if !proved.walnut_files.is_empty() {
            written.push(format!("{} files for Walnut in {}", proved.walnut_files.len(), folder.display()));
        }
    }
    if let (Some(folder), Some(name)) = (&args.coq, proved.coq.take()) {
        write_below(folder, &proved.coq_files, context)?;
        let (path, script) = (folder.join(&name), folder.join("check.sh"));
        let path = path.display();
        written.push(format!("theorem for Coq: {path}; check it with `sh {}`", script.display()));
        proved.coq = Some(path.to_string());
    }
    let mut out = std::io::stdout().lock();
    if context.global.json {
        json::write(&mut out, &proved)?;
    } else {
        writeln!(out, "{}", lines(&proved, written, args).join("\n"))?;
    }
    drop(out);
    if context.cancelled() && proved.verdict == "unknown" {
        return Err(Failure::interrupted("interrupted before a verdict"));
    }
    match proved.certificate_missing {
        None => Ok(()),
        Some(why) => {
            Err(Failure::limit(format!("the verdict stands, but its certificate was not written: {why}"))
                .hint("allow more with --time, --states or --memory"))
        }
    }
}

/// The answer for people.
fn lines(proved: &Proved, written: Vec<String>, args: &Args) -> Vec<String> {
    if let (Some(account), true) = (&proved.account, args.latex) {
        return vec![account.clone()];
    }
    // What was tried is told line by line below.
    let mut lines = vec![match &proved.limit {
        Some(limit) if proved.kind.is_none() => format!("unknown: {limit}"),
        _ => proved.statement.clone(),
    }];
    if let Some(found) = &proved.redundant {
        lines.extend(added(found, proved.numeration.as_deref().unwrap_or_default()));
    }
    if let Some(list) = &proved.exceptions {
        lines.extend(differences(proved, list));
    }
    if proved.verdict == "fits" || (proved.verdict == "refuted" && args.candidate.is_some()) {
        lines.extend(proved.states.zip(proved.numeration.as_ref()).map(|(states, numeration)| {
            format!(
                "the P-positions themselves are proved for all positions: {}, piles written in {numeration}",
                counted(states, "state")
            )
        }));
    }
    for attempt in &proved.tried {
        let least = match attempt.at_least {
            0 => String::new(),
            least => format!("; no automaton has fewer than {}", counted(least, "state")),
        };
        let (numeration, below, result) = (&attempt.numeration, attempt.below, &attempt.result);
        lines.push(format!("  {numeration}, from piles below {below}: {result}{least}"));
    }
    if proved.verdict == "unknown" {
        lines.push(
            "  raise --states, --time or --data, or give --numeration; `wyt discover` looks for other patterns"
                .to_string(),
        );
    }
    lines.extend(proved.certificate_missing.iter().map(|why| format!("no certificate was written: {why}")));
    lines.extend(written);
    lines.extend(proved.account.clone());
    lines.extend(proved.formula.iter().map(|formula| match formula.bound.as_str() {
        "all positions" => format!("In a formula: {}.", formula.statement),
        bound => format!("In a formula, as far as compared [{bound}]: {}.", formula.statement),
    }));
    lines
}

fn shown(position: &[u64]) -> String {
    position.iter().map(u64::to_string).collect::<Vec<_>>().join(",")
}

fn added(found: &AddedMoves, numeration: &str) -> [String; 3] {
    let show = |list: &[Vec<u64>]| {
        let shown: Vec<String> = list.iter().map(|m| format!("({})", shown(m))).collect();
        if shown.is_empty() { "none".to_string() } else { shown.join(" ") }
    };
    let (below, states) = (found.below, counted(found.states, "state"));
    [
        format!(
            "these moves are recognised by {states}, written in {numeration}; all of them can be added at once"
        ),
        format!("below {below} they are {}", show(&found.moves)),
        match found.others_below {
            Some(bound) => {
                format!("those that cannot be added have all amounts below {bound}: {}", show(&found.others))
            }
            None => format!("below {below} those that cannot be added are {}", show(&found.others)),
        },
    ]
}

fn differences(proved: &Proved, list: &[Exception]) -> Vec<String> {
    let mut lines = Vec::new();
    let complete = proved.exceptions_complete == Some(true);
    if let (Some(corner), true, "refuted") = (proved.corner, complete, proved.verdict) {
        lines.push(format!("--beyond {corner} asks for just that"));
    }
    let shown: Vec<String> =
        list.iter().take(EXCEPTIONS).map(|e| format!("{} ({})", shown(&e.position), e.of)).collect();
    if !shown.is_empty() {
        let more = if complete && list.len() <= EXCEPTIONS { "" } else { " and more" };
        lines.push(format!("in one set alone: {}{more}", shown.join(", ")));
    }
    lines
}

/// A folder that does not exist yet or is empty; any folder where files may be replaced.
fn folder_is_free(folder: &Path, context: &Context) -> Result<(), Failure> {
    match std::fs::read_dir(folder).map(|mut found| found.next().is_some()) {
        Ok(true) if !context.global.force => {
            Err(Failure::input(format!("the folder `{}` is not empty", folder.display()))
                .hint("--force replaces the files in it that have the names of the new ones"))
        }
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(Failure::input(format!("the folder `{}` cannot be used: {error}", folder.display()))
                .hint("name a folder that is empty or not there yet"))
        }
        _ => Ok(()),
    }
}

/// Writes files below a folder, which is made if need be.
fn write_below(folder: &Path, files: &[ProofFile], context: &Context) -> Result<(), Failure> {
    for file in files {
        let path = folder.join(&file.path);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).map_err(|e| {
                Failure::input(format!("`{}` cannot be made: {e}", parent.display()))
                    .hint("choose a folder that you may write to")
            })?;
        }
        Output::at(&path, context)?.write_text(&file.text)?;
    }
    Ok(())
}
