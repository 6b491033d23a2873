//! Reading a certificate: lines in a fixed order, every number bounded before it is used.

use super::{CheckError, ErrorKind, Reason};

/// Longer lines are refused: the words of a line are held at once.
const LINE: usize = 1 << 24;

/// The lines of a certificate, read one by one, with the number of the current one.
pub(crate) struct Lines<'a> {
    rest: std::iter::Peekable<std::str::Lines<'a>>,
    current: &'a str,
    at: usize,
    total: usize,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Lines { rest: text.lines().peekable(), current: "", at: 0, total: text.lines().count() }
    }

    /// An error at the line read last.
    pub(crate) fn error(&self, reason: impl Into<Reason>) -> CheckError {
        let Reason { message, kind } = reason.into();
        CheckError { line: self.at, message, kind }
    }

    /// The line read last is no line of a certificate.
    pub(crate) fn malformed(&self, reason: impl Into<Reason>) -> CheckError {
        CheckError { kind: ErrorKind::Malformed, ..self.error(reason) }
    }

    pub(crate) fn remaining(&self) -> usize {
        self.total - self.at
    }

    /// The next line, cut into words, if it begins with `keyword`.
    pub(crate) fn optional(&mut self, keyword: &str) -> Option<Vec<&'a str>> {
        let line = *self.rest.peek().filter(|line| line.len() <= LINE)?;
        let mut words = line.split(' ').filter(|w| !w.is_empty());
        if words.next() != Some(keyword) {
            return None;
        }
        self.rest.next();
        self.current = line;
        self.at += 1;
        Some(words.collect())
    }

    /// The next line, which must begin with `keyword`.
    pub(crate) fn expect(&mut self, keyword: &str) -> Result<Vec<&'a str>, CheckError> {
        if let Some(words) = self.optional(keyword) {
            return Ok(words);
        }
        let message = match self.rest.peek() {
            Some(line) if line.len() > LINE => format!("the line is longer than {LINE} bytes"),
            found => {
                let found = found.map_or("the end of the file", |line| line);
                let found: String = found.chars().take(60).collect();
                format!("expected `{keyword}`, found `{}`", super::escaped(&found))
            }
        };
        Err(CheckError { line: self.at + 1, message, kind: ErrorKind::Malformed })
    }

    /// The text of the line read last after its first word.
    pub(crate) fn tail(&self) -> &'a str {
        self.current.split_once(' ').map_or("", |(_, tail)| tail)
    }

    /// The line read last.
    pub(crate) fn line(&self) -> &'a str {
        self.current
    }

    /// A number from `least` to `most`.
    pub(crate) fn number(&self, word: Option<&&str>, least: i64, most: i64) -> Result<i64, CheckError> {
        let word = word.ok_or_else(|| self.malformed("a number is missing"))?;
        word.parse::<i64>().ok().filter(|n| (least..=most).contains(n)).ok_or_else(|| {
            let word = super::escaped(&word.chars().take(60).collect::<String>());
            self.malformed(format!("`{word}` is not a number from {least} to {most}"))
        })
    }

    /// As many numbers as there are words.
    pub(crate) fn numbers(&self, words: &[&str], least: i64, most: i64) -> Result<Vec<i64>, CheckError> {
        words.iter().map(|w| self.number(Some(w), least, most)).collect()
    }

    /// A count that the rest of the file can hold, one line each.
    pub(crate) fn count(&self, word: Option<&&str>) -> Result<usize, CheckError> {
        let most = self.remaining();
        let n = self.number(word, 0, i64::MAX)?;
        let fits = usize::try_from(n).ok().filter(|n| *n <= most);
        fits.ok_or_else(|| {
            self.malformed(format!("{n} lines are announced, {most} are left: the file is cut off"))
        })
    }
}
