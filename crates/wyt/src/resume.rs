//! `--resume FILE`: the state of a long run, saved on the way, from which the same run goes on.
//!
//! The file says what it is, for which question, and the hash of the rest; it is replaced as a whole, so that a run may be
//! killed at any moment, and removed when the run is done.

use crate::context::Context;
use crate::failure::Failure;
use crate::output::Output;
use sha2::{Digest, Sha256};
use std::path::Path;
use std::time::{Duration, Instant};
use wythoff::Game;

/// How a file begins: what it is, and the version of its layout.
const MAGIC: &str = "wyt-resume 1 ";

/// Least time between two saves, and how many times longer than a save it is: saving takes a twentieth of the time.
const PACE: Duration = Duration::from_millis(250);
const SHARE: u32 = 20;

/// Looks between which the clock is not asked.
const LOOKS: u32 = 16;

/// Where a run is saved.
pub struct Resume<'a> {
    path: &'a Path,
    /// The question: a state goes on only with the same.
    question: String,
    context: &'a Context,
    due: Instant,
    looks: u32,
}

impl<'a> Resume<'a> {
    /// The place, and the state that is there if the run was begun before.
    pub fn open(
        path: &'a Path,
        question: String,
        context: &'a Context,
    ) -> Result<(Resume<'a>, Option<Vec<u8>>), Failure> {
        let resume = Resume { path, question, context, due: Instant::now() + PACE, looks: 0 };
        let bytes = match std::fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                // A wrong place is told before anything is computed.
                Output::over(path, &[MAGIC], context)?;
                return Ok((resume, None));
            }
            Err(error) => {
                let what = format!("the file `{}` cannot be read: {error}", path.display());
                return Err(Failure::input(what).hint("name a file that can be read and written"));
            }
        };
        let state = resume.state(&bytes)?;
        Ok((resume, Some(state)))
    }

    /// The state in a file.
    fn state(&self, bytes: &[u8]) -> Result<Vec<u8>, Failure> {
        let name = self.path.display();
        let broken = || {
            Failure::input(format!("the file `{name}` is no state of a run, or is damaged"))
                .hint("name another file, or remove this one to begin anew")
        };
        let rest = bytes.strip_prefix(MAGIC.as_bytes()).ok_or_else(broken)?;
        let (digest, rest) = split_line(rest).ok_or_else(broken)?;
        if digest != hex(&Sha256::digest(rest)).as_bytes() {
            return Err(broken());
        }
        let (question, state) = split_line(rest).ok_or_else(broken)?;
        if question != self.question.as_bytes() {
            let other = String::from_utf8_lossy(question);
            return Err(Failure::input(format!("the file `{name}` is the state of another run: {other}"))
                .hint("name another file, or remove this one to begin anew"));
        }
        Ok(state.to_vec())
    }

    /// Whether it is time to save.
    pub fn is_due(&mut self) -> bool {
        self.looks += 1;
        self.looks.is_multiple_of(LOOKS) && Instant::now() >= self.due
    }

    /// Saves a state.
    pub fn save(&mut self, state: &[u8]) -> Result<(), Failure> {
        let (start, question) = (Instant::now(), self.question.as_bytes());
        let mut digest = Sha256::new();
        [question, b"\n", state].iter().for_each(|part| digest.update(part));
        let digest = hex(&digest.finalize());
        Output::over(self.path, &[MAGIC], self.context)?.write(|out| {
            writeln!(out, "{MAGIC}{digest}")?;
            [question, b"\n", state].iter().try_for_each(|part| out.write_all(part))?;
            Ok(())
        })?;
        self.due = Instant::now() + PACE.max(start.elapsed() * SHARE);
        Ok(())
    }

    /// The state that was taken in is not one of this run.
    pub fn wrong(&self) -> Failure {
        Failure::input(format!("the state in `{}` does not fit this run", self.path.display()))
            .hint("remove the file to begin anew")
    }

    /// The run is done: the state is of no more use.
    pub fn done(self) {
        // A file that is left behind says what it is.
        let _ = std::fs::remove_file(self.path);
    }
}

/// A question about a game on one line, with the hash of its rules: a file of rules may be changed between two runs.
pub fn question(what: &str, game: &Game) -> Result<String, Failure> {
    let header = serde_json::to_string(&game.header()).map_err(std::io::Error::from)?;
    let rules = game.rules().map_or_else(String::new, |rules| rules.game().to_string());
    let rules = hex(&Sha256::digest(rules.as_bytes()));
    Ok(format!("{what} of {header}, {}, rules {rules}", game.convention()))
}

fn split_line(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = bytes.iter().position(|byte| *byte == b'\n')?;
    Some((&bytes[..end], &bytes[end + 1..]))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
