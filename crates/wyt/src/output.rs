//! The one writer of files: whole or not at all, never over another file unasked, nothing left behind by a signal.

use crate::context::Context;
use crate::failure::Failure;
use std::fs::{File, OpenOptions};
use std::hash::{BuildHasher, RandomState};
use std::io::{BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::time::Duration;

/// Bytes that are handed to the system at once; between two such pieces Ctrl-C is noticed.
const PIECE: usize = 1 << 16;

/// As many bytes of a file are looked at to see what it is.
const FIRST: u64 = 300;

/// Files that are being written and have not yet got their names.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Removes what is being written, for a program that ends at once.
pub fn remove_unfinished() {
    // Whoever holds the list may be waiting for this very thread: it is not waited for long.
    for _ in 0..20 {
        match UNFINISHED.try_lock() {
            Ok(files) => return remove_all(files),
            // A thread that panicked while it held the list leaves the list as it is, which is what is wanted.
            Err(TryLockError::Poisoned(broken)) => return remove_all(broken.into_inner()),
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(5)),
        }
    }
}

fn remove_all(mut files: MutexGuard<'_, Vec<PathBuf>>) {
    for file in files.drain(..) {
        let _ = std::fs::remove_file(file);
    }
}

/// A file that may not grow any more is told as an error like a full disk, instead of ending the program.
pub fn survive_large_files() {
    #[cfg(unix)]
    // SAFETY: ignoring a signal installs no code of ours.
    unsafe {
        libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
    }
}

/// Where a command was asked to write. Made before anything is computed, so that a wrong place is told at once.
pub struct Output<'a> {
    /// As it was typed.
    path: &'a Path,
    place: Place,
    context: &'a Context,
}

enum Place {
    /// `-`
    Standard,
    /// A device or a pipe: written to as it is.
    Device,
    /// A file, links followed: replaced when the new one is complete.
    File { target: PathBuf, replaces: bool },
}

impl<'a> Output<'a> {
    /// Looks whether a file can be written there: the folder is there and takes files, and nothing has the name yet,
    /// or may be replaced.
    pub fn at(path: &'a Path, context: &'a Context) -> Result<Output<'a>, Failure> {
        Output::over(path, &[], context)
    }

    /// As `at`, for what is made again and again: a file with one of these words in its first bytes is such a file, and
    /// is replaced unasked.
    pub fn over(path: &'a Path, own: &[&str], context: &'a Context) -> Result<Output<'a>, Failure> {
        if path == Path::new("-") {
            if context.global.json {
                return Err(Failure::input("standard output cannot hold both the file and the answer")
                    .hint("leave out --json, or name a file instead of `-`"));
            }
            return Ok(Output { path, place: Place::Standard, context });
        }
        let target = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        match target.metadata() {
            Ok(found) if found.is_dir() => {
                return Err(
                    Failure::input(format!("`{}` is a folder", path.display())).hint("name a file in it")
                );
            }
            // /dev/stdout is what standard output happens to be, a plain file too.
            Ok(found) if !found.is_file() || path.starts_with("/dev") => {
                return Ok(Output { path, place: Place::Device, context });
            }
            Ok(_) if !context.global.force && !begins_with(&target, own) => {
                return Err(Failure::input(format!("the file `{}` is there already", path.display()))
                    .hint("--force replaces it"));
            }
            _ => {}
        }
        let replaces = context.global.force || target.exists();
        let output = Output { path, place: Place::File { target: target.clone(), replaces }, context };
        // The only way to know is to try.
        let (beside, _) = Unfinished::beside(&target).map_err(|error| output.failure(error))?;
        drop(beside);
        Ok(output)
    }

    /// Whether this is standard output, which then holds nothing else.
    pub fn is_standard(&self) -> bool {
        matches!(self.place, Place::Standard)
    }

    /// Writes what `write` writes; a file gets its name when it is complete and on the disk. After Ctrl-C nothing is
    /// written.
    pub fn write(self, write: impl FnOnce(&mut dyn Write) -> Result<(), Failure>) -> Result<(), Failure> {
        if self.context.cancelled() {
            return Err(self.interrupted());
        }
        match &self.place {
            Place::Standard => self.fill(std::io::stdout().lock(), write).map(drop),
            Place::Device => {
                let device = OpenOptions::new().write(true).open(self.path);
                self.fill(device.map_err(|error| self.failure(error))?, write).map(drop)
            }
            Place::File { target, replaces } => {
                let (beside, file) = Unfinished::beside(target).map_err(|error| self.failure(error))?;
                let file = self.fill(file, write)?;
                file.sync_all().map_err(|error| self.failure(error))?;
                // Somebody else's file that appeared meanwhile stays.
                if !replaces && target.exists() {
                    return Err(Failure::input(format!(
                        "the file `{}` has appeared meanwhile",
                        self.path.display()
                    ))
                    .hint("--force replaces it"));
                }
                std::fs::rename(&beside.0, target).map_err(|error| self.failure(error))
            }
        }
    }

    /// The text, written.
    pub fn write_text(self, text: &str) -> Result<(), Failure> {
        self.write(|out| Ok(out.write_all(text.as_bytes())?))
    }

    fn fill<W: Write>(
        &self,
        to: W,
        write: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
    ) -> Result<W, Failure> {
        let watched = Watched { to, context: self.context, failed: None };
        let mut out = BufWriter::with_capacity(PIECE, watched);
        let written = write(&mut out).and_then(|()| Ok(out.flush()?));
        // What is left in the buffer after an error is dropped with it.
        let (watched, _) = out.into_parts();
        match (written, watched.failed) {
            (Ok(()), _) => Ok(watched.to),
            (Err(_), _) if self.context.cancelled() => Err(self.interrupted()),
            (Err(_), Some(error)) => Err(self.failure(error)),
            (Err(failure), None) => Err(failure),
        }
    }

    fn interrupted(&self) -> Failure {
        Failure::interrupted(format!("interrupted; `{}` was not written", self.path.display()))
    }

    /// What the system said, with the name of the file.
    fn failure(&self, error: std::io::Error) -> Failure {
        let name = match self.place {
            Place::Standard => "standard output".to_string(),
            _ => format!("the file `{}`", self.path.display()),
        };
        match error.kind() {
            // A reader that has gone away is no failure.
            ErrorKind::BrokenPipe => Failure::from(error),
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
                Failure::limit(format!("{name} cannot be written: {error}"))
                    .hint("write it where there is room")
            }
            ErrorKind::NotFound => Failure::input(format!("{name} cannot be written: {error}"))
                .hint("choose a folder that exists and that you may write to"),
            _ => Failure::input(format!("{name} cannot be written: {error}"))
                .hint("choose a folder that you may write to"),
        }
    }
}

/// Whether one of the words stands in the first bytes of a file.
fn begins_with(path: &Path, words: &[&str]) -> bool {
    let mut first = Vec::new();
    let read = File::open(path).and_then(|file| file.take(FIRST).read_to_end(&mut first));
    let text = String::from_utf8_lossy(&first);
    read.is_ok() && words.iter().any(|word| text.contains(word))
}

/// A file without its name yet; removed when dropped, unless it was renamed.
struct Unfinished(PathBuf);

impl Unfinished {
    /// A new file beside the target. Its name cannot be guessed, and no link or file that has it is opened.
    fn beside(target: &Path) -> std::io::Result<(Unfinished, File)> {
        loop {
            let name = format!(".wyt-{:016x}.part", RandomState::new().hash_one(target));
            let path = target.with_file_name(name);
            let mut files = UNFINISHED.lock().unwrap_or_else(|broken| broken.into_inner());
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(file) => {
                    files.push(path.clone());
                    return Ok((Unfinished(path), file));
                }
                Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
                Err(error) => return Err(error),
            }
        }
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        let mut files = UNFINISHED.lock().unwrap_or_else(|broken| broken.into_inner());
        files.retain(|file| *file != self.0);
        // After the renaming there is nothing of this name; a system that fails once is asked again.
        for _ in 0..3 {
            match std::fs::remove_file(&self.0) {
                Err(error) if error.kind() != ErrorKind::NotFound => {}
                _ => break,
            }
        }
    }
}

/// A writer that stops after Ctrl-C and remembers what the system said.
struct Watched<'a, W> {
    to: W,
    context: &'a Context,
    failed: Option<std::io::Error>,
}

impl<W: Write> Watched<'_, W> {
    fn remember<T>(&mut self, result: std::io::Result<T>) -> std::io::Result<T> {
        result.map_err(|error| {
            let kind = error.kind();
            if kind != ErrorKind::Interrupted {
                self.failed = Some(error);
            }
            kind.into()
        })
    }
}

impl<W: Write> Write for Watched<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        if self.context.cancelled() {
            return Err(ErrorKind::Other.into());
        }
        let written = self.to.write(bytes);
        self.remember(written)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        let flushed = self.to.flush();
        self.remember(flushed)
    }
}
