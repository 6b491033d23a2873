//! Where `@my.game` comes from: whoever reads a spec says which files it may name. By itself this crate opens none,
//! so that a stranger's text tells nothing about the machine that reads it.

use wythoff_rules::{ErrorKind, RuleError};

/// Largest rule file that is read, in bytes.
pub const FILE_LIMIT: usize = 1 << 20;

/// A source of files for specs that name them.
pub trait Files {
    /// The text of a file of at most so many bytes, or why it cannot be had.
    fn read(&self, path: &str, most: usize) -> Result<String, RuleError>;

    /// Whether there is such a file: a name may itself have parentheses or a plus sign.
    fn exists(&self, path: &str) -> bool {
        self.read(path, FILE_LIMIT).is_ok()
    }
}

/// No files at all: what libraries, servers and tests use.
///
/// ```
/// let error = wythoff_catalog::Resolved::parse("@my.game").err().unwrap();
/// assert_eq!(error.message, "the file `my.game` is not read: files cannot be named here");
/// ```
pub struct NoFiles;

impl Files for NoFiles {
    fn read(&self, path: &str, _most: usize) -> Result<String, RuleError> {
        let message = format!("the file `{path}` is not read: files cannot be named here");
        Err(RuleError::new(ErrorKind::File, message).hint("give the text of the file itself as the game"))
    }
}

/// The rule text of a file.
pub(crate) fn rule_text(files: &dyn Files, path: &str) -> Result<String, RuleError> {
    let text = files.read(path, FILE_LIMIT)?;
    if text.len() > FILE_LIMIT {
        let message = format!("the file `{path}` is larger than {FILE_LIMIT} bytes");
        return Err(RuleError::new(ErrorKind::Limit, message).hint("a game is a page of text at most"));
    }
    // Some editors put a mark in front of the text.
    Ok(text.strip_prefix('\u{feff}').unwrap_or(&text).to_string())
}
