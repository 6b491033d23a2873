//! Running `wyt` as a person does: words of a line, a folder to be in.

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

/// The program, with nothing to read.
pub fn wyt(args: &[&str]) -> Output {
    command(args).output().expect("wyt runs")
}

/// The program in a folder.
pub fn wyt_in(folder: &Folder, args: &[&str]) -> Output {
    command(args).current_dir(&folder.0).output().expect("wyt runs")
}

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wyt"));
    command.args(args).stdin(Stdio::null());
    command
}

/// Waits until a run listens to Ctrl-C: on a busy machine it may take long to begin, and before that the signal itself ends it.
#[cfg(unix)]
pub fn listens(id: u32) {
    let caught = || {
        let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
        let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:"))?;
        let mask = u64::from_str_radix(mask.trim(), 16).ok()?;
        Some(mask >> (libc::SIGINT - 1) & 1 == 1)
    };
    for _ in 0..600 {
        match caught() {
            Some(false) => std::thread::sleep(Duration::from_millis(50)),
            Some(true) => return,
            // A system that does not say so.
            None => return std::thread::sleep(Duration::from_secs(2)),
        }
    }
}

/// The words of a line, as a shell reads them: quotation marks, and a backslash before one character.
pub fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    let mut characters = line.chars();
    while let Some(c) = characters.next() {
        match (c, quote) {
            (c, Some(open)) if c == open => quote = None,
            ('\\', None) => word.get_or_insert_default().extend(characters.next()),
            ('"' | '\'', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (' ', None) => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

/// A folder of its own for a test, removed at its end.
pub struct Folder(pub PathBuf);

impl Folder {
    /// A new and empty one; no two tests use the same name.
    pub fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("wyt-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a folder can be made");
        Folder(path)
    }

    /// The path of a file in it.
    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Writes a file.
    pub fn write(&self, name: &str, text: &str) {
        std::fs::write(self.file(name), text).expect("a file can be written");
    }

    /// What is in it.
    pub fn names(&self) -> Vec<String> {
        let names = std::fs::read_dir(&self.0).expect("the folder is there").flatten();
        let mut names: Vec<String> =
            names.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_line_is_read_as_by_a_shell() {
    assert_eq!(
        words(r#"p 'wyt-f(f="k^2")' --first "3" a\ b ''"#),
        ["p", "wyt-f(f=\"k^2\")", "--first", "3", "a b", ""]
    );
}
