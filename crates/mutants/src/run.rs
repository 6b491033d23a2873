//! Building the mutated program once, and running it with each mutant alive.

use crate::Failure;
use crate::list::Mutant;
use crate::rewrite::VARIABLE;
use crate::rule::Turned;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Builds `wyt` from the copy in `dir`; where the program is.
pub fn build(dir: &Path, target: &Path, profile: &str) -> Result<PathBuf, Failure> {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo
        .args(["build", "--profile", profile, "--quiet", "-p", "wyt", "--manifest-path"])
        .arg(dir.join("Cargo.toml"));
    cargo.arg("--target-dir").arg(target);
    // The choices make warnings; what cargo says matters only if it fails.
    let built = cargo.output().map_err(|e| Failure::Start("cargo", e))?;
    if !built.status.success() {
        eprintln!("{}", String::from_utf8_lossy(&built.stderr));
        return Err(Failure::Build(dir.to_path_buf()));
    }
    let folder = if profile == "dev" { "debug" } else { profile };
    Ok(target.join(folder).join(format!("wyt{}", std::env::consts::EXE_SUFFIX)))
}

/// A mutant as it is run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alive {
    /// Its name.
    pub id: String,
    /// The file it changes.
    pub file: String,
    /// Ledger rows that should notice, separated by spaces.
    pub rows: String,
}

impl From<&Mutant> for Alive {
    fn from(mutant: &Mutant) -> Alive {
        let Mutant { id, file, rows, .. } = mutant;
        Alive { id: id.to_string(), file: file.to_string(), rows: rows.to_string() }
    }
}

impl From<&Turned> for Alive {
    fn from(turned: &Turned) -> Alive {
        let Turned { id, file, rows } = turned.clone();
        Alive { id, file, rows }
    }
}

/// What became of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// These rows are not as recorded.
    Rows(Vec<String>),
    /// The program did not end in time.
    Timeout,
    /// The program ended without an answer.
    Crash,
}

impl Outcome {
    /// Whether the mutant was noticed.
    pub fn red(&self) -> bool {
        !matches!(self, Outcome::Rows(rows) if rows.is_empty())
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Rows(rows) if rows.is_empty() => f.write_str("SURVIVES"),
            Outcome::Rows(rows) => write!(f, "red: {}", rows.join(" ")),
            Outcome::Timeout => f.write_str("red: does not end"),
            Outcome::Crash => f.write_str("red: ends without an answer"),
        }
    }
}

/// The mutated program and how it is run.
pub struct Runs {
    /// The program.
    pub program: PathBuf,
    /// Where its answers are kept.
    pub dir: PathBuf,
    /// How long a mutant may take.
    pub timeout: Duration,
    /// Whether all rows are run, not only those listed.
    pub whole_ledger: bool,
}

impl Runs {
    /// Checks that all rows to be run are as recorded while no mutant is alive.
    pub fn baseline(&self, mutants: &[&Alive]) -> Result<(), Failure> {
        let rows: BTreeSet<&str> = mutants.iter().flat_map(|m| m.rows.split_whitespace()).collect();
        match self.run("", &rows, Duration::MAX)? {
            Outcome::Rows(rows) if rows.is_empty() => Ok(()),
            outcome => Err(Failure::Baseline(outcome.to_string())),
        }
    }

    /// What became of each mutant; `jobs` run at the same time.
    pub fn all(&self, mutants: &[&Alive], jobs: usize) -> Vec<Outcome> {
        let next = AtomicUsize::new(0);
        let found = Mutex::new(vec![Outcome::Crash; mutants.len()]);
        let work = || {
            while let Some((i, mutant)) = {
                let i = next.fetch_add(1, Ordering::Relaxed);
                mutants.get(i).map(|mutant| (i, mutant))
            } {
                let rows = mutant.rows.split_whitespace().collect();
                let outcome = self.run(&mutant.id, &rows, self.timeout).unwrap_or(Outcome::Crash);
                eprintln!("{}: {outcome}", mutant.id);
                if let Ok(mut found) = found.lock() {
                    found[i] = outcome;
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..jobs.max(1) {
                scope.spawn(work);
            }
        });
        found.into_inner().unwrap_or_default()
    }

    fn run(&self, mutant: &str, rows: &BTreeSet<&str>, timeout: Duration) -> Result<Outcome, Failure> {
        let path = self.dir.join(format!("answer-{}.json", mutant.replace('/', "-")));
        let answer = File::create(&path).map_err(|e| Failure::File(path.clone(), e))?;
        let mut command = Command::new(&self.program);
        command.args(["verify", "--small", "--json"]).env(VARIABLE, mutant).env("RAYON_NUM_THREADS", "1");
        if !self.whole_ledger {
            command.args(rows);
        }
        let started = command.stdout(answer).stderr(Stdio::null()).stdin(Stdio::null()).spawn();
        let mut child = started.map_err(|e| Failure::Start("wyt", e))?;
        let start = Instant::now();
        loop {
            match child.try_wait() {
                Ok(Some(_)) => break,
                Ok(None) if start.elapsed() < timeout => std::thread::sleep(Duration::from_millis(10)),
                _ => {
                    let _ = child.kill();
                    let _ = child.wait();
                    return Ok(Outcome::Timeout);
                }
            }
        }
        let text = std::fs::read_to_string(&path).map_err(|e| Failure::File(path.clone(), e))?;
        let _ = std::fs::remove_file(&path);
        Ok(red_rows(&text).map_or(Outcome::Crash, Outcome::Rows))
    }
}

/// The rows of an answer of `wyt verify --json` whose status is not the one recorded.
fn red_rows(answer: &str) -> Option<Vec<String>> {
    let answer: Value = serde_json::from_str(answer.lines().next()?).ok()?;
    let rows = answer.get("claims")?.as_array()?;
    let red = rows.iter().filter(|row| row.get("status") != row.get("recorded"));
    red.map(|row| row.get("id")?.as_str().map(str::to_string)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_red_when_its_status_is_not_the_recorded_one() {
        let answer = r#"{"claims":[{"id":"A","status":"holds","recorded":"holds"},{"id":"B","status":"error","recorded":"open"}]}"#;
        assert_eq!(red_rows(answer), Some(vec!["B".to_string()]));
        assert_eq!(red_rows(""), None);
        assert_eq!(red_rows("{}"), None);
    }

    #[test]
    fn no_red_row_means_that_the_mutant_survives() {
        assert!(!Outcome::Rows(Vec::new()).red());
        assert!(Outcome::Rows(vec!["A".into()]).red() && Outcome::Timeout.red() && Outcome::Crash.red());
    }
}
