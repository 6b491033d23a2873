//! Whether the checks of the ledger can fail.
//!
//! A mutant is the program with one thing wrong: a constant, an index, a case left out. Each must turn at least one
//! row of the ledger red. All mutants are built into one program (mutant schemata): an expression `e` becomes
//! `(if mutant("id") { wrong } else { e })`, and an environment variable says which mutant is alive. Some are listed, in
//! `mutants.tsv`; others come by rule (`rule.rs`): every answer of a theory, turned.

mod copy;
mod list;
mod rewrite;
mod rule;
mod run;

use clap::Parser;
use run::Alive;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
use thiserror::Error;

/// Runs every mutant of `mutants.tsv` against the ledger rows that should notice it.
#[derive(Parser)]
#[command(name = "mutants")]
struct Args {
    /// Mutants by name [default: all]
    ids: Vec<String>,
    /// Where the mutated copy of the workspace is kept and built
    #[arg(long, value_name = "DIR", default_value_os_t = std::env::temp_dir().join("wythoff-mutants"))]
    dir: PathBuf,
    /// Where it is built [default: `target` in DIR]
    #[arg(long, value_name = "DIR")]
    target_dir: Option<PathBuf>,
    /// The profile it is built with: release, or dev, which is built sooner and runs longer
    #[arg(long, default_value = "release", value_parser = ["release", "dev"])]
    profile: String,
    /// Run all rows of the ledger, not only those listed
    #[arg(long)]
    whole_ledger: bool,
    /// Seconds after which a mutant counts as noticed
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    timeout: u64,
    /// Mutants that run at the same time
    #[arg(long, value_name = "N", default_value_t = 2)]
    jobs: usize,
}

/// Why the mutants could not be run.
#[derive(Debug, Error)]
enum Failure {
    /// The list cannot be read.
    #[error("mutants.tsv, line {line}: {reason}")]
    List {
        /// The line.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// A place to change is not there exactly once.
    #[error("{mutant}: `{text}` occurs {count} times in {file}, it must occur once")]
    Place {
        /// The mutant.
        mutant: String,
        /// The text looked for.
        text: String,
        /// Where it was looked for.
        file: String,
        /// How often it is there.
        count: usize,
    },
    /// Two mutants change the same expression.
    #[error("two mutants change the same text of {0}")]
    Overlap(String),
    /// A file cannot be read or written.
    #[error("{0}: {1}")]
    File(PathBuf, std::io::Error),
    /// A program cannot be started.
    #[error("{0} cannot be run: {1}")]
    Start(&'static str, std::io::Error),
    /// The mutated copy does not compile.
    #[error("the mutated copy does not build; its text is in {0}")]
    Build(PathBuf),
    /// With no mutant alive the rows are not as recorded.
    #[error("with no mutant alive these rows are not as recorded: {0}")]
    Baseline(String),
    /// No mutant has this name.
    #[error("there is no mutant `{0}` in mutants.tsv")]
    Unknown(String),
}

fn main() -> ExitCode {
    match mutate(&Args::parse()) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(failure) => {
            eprintln!("mutants: {failure}");
            ExitCode::from(2)
        }
    }
}

/// The number of mutants that no row noticed.
fn mutate(args: &Args) -> Result<usize, Failure> {
    let listed = list::mutants()?;
    let (files, turned) = rewrite::changed_files(&listed)?;
    let all: Vec<Alive> = listed.iter().map(Alive::from).chain(turned.iter().map(Alive::from)).collect();
    if let Some(unknown) = args.ids.iter().find(|id| !all.iter().any(|m| m.id == **id)) {
        return Err(Failure::Unknown(unknown.clone()));
    }
    let wanted: Vec<&Alive> =
        all.iter().filter(|m| args.ids.is_empty() || args.ids.contains(&m.id)).collect();
    let target = args.target_dir.clone().unwrap_or_else(|| args.dir.join("target"));
    copy::workspace(&args.dir, &files)?;
    let program = run::build(&args.dir, &target, &args.profile)?;
    let runs = run::Runs {
        program,
        dir: args.dir.clone(),
        timeout: Duration::from_secs(args.timeout),
        whole_ledger: args.whole_ledger,
    };
    runs.baseline(&wanted)?;
    let noticed = runs.all(&wanted, args.jobs);
    let mut survivors = 0;
    for (mutant, outcome) in wanted.iter().zip(&noticed) {
        survivors += usize::from(!outcome.red());
        println!("{:28} {:46} {outcome}", mutant.id, mutant.file);
    }
    println!("{} mutants, {} noticed, {survivors} survive", wanted.len(), wanted.len() - survivors);
    Ok(survivors)
}
