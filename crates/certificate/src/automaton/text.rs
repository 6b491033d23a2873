//! Reading a certificate: lines in a fixed order, every number bounded before it is used.

use super::CheckError;

/// The lines of a certificate with the number of the current one.
pub(crate) struct Lines<'a> {
    lines: Vec<&'a str>,
    at: usize,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Lines { lines: text.lines().collect(), at: 0 }
    }

    /// An error at the line read last.
    pub(crate) fn error(&self, message: impl Into<String>) -> CheckError {
        CheckError { line: self.at, message: message.into(), malformed: false }
    }

    /// The line read last is no line of a certificate.
    pub(crate) fn malformed(&self, message: impl Into<String>) -> CheckError {
        CheckError { malformed: true, ..self.error(message) }
    }

    pub(crate) fn remaining(&self) -> usize {
        self.lines.len() - self.at
    }

    /// The next line, cut into words, if it begins with `keyword`.
    pub(crate) fn optional(&mut self, keyword: &str) -> Option<Vec<&'a str>> {
        let mut words = self.lines.get(self.at)?.split(' ').filter(|w| !w.is_empty());
        if words.next() != Some(keyword) {
            return None;
        }
        self.at += 1;
        Some(words.collect())
    }

    /// The next line, which must begin with `keyword`.
    pub(crate) fn expect(&mut self, keyword: &str) -> Result<Vec<&'a str>, CheckError> {
        self.optional(keyword).ok_or_else(|| {
            let found = self.lines.get(self.at).map_or("the end of the file", |l| l);
            let found: String = found.chars().take(60).collect();
            let message = format!("expected `{keyword}`, found `{found}`");
            CheckError { line: self.at + 1, message, malformed: true }
        })
    }

    /// The text of the line read last after its first word.
    pub(crate) fn tail(&self) -> &'a str {
        let line = self.at.checked_sub(1).and_then(|i| self.lines.get(i)).copied().unwrap_or("");
        line.split_once(' ').map_or("", |(_, tail)| tail)
    }

    /// The line read last.
    pub(crate) fn line(&self) -> &'a str {
        self.at.checked_sub(1).and_then(|i| self.lines.get(i)).copied().unwrap_or("")
    }

    /// A number from `least` to `most`.
    pub(crate) fn number(&self, word: Option<&&str>, least: i64, most: i64) -> Result<i64, CheckError> {
        let word = word.ok_or_else(|| self.malformed("a number is missing"))?;
        word.parse::<i64>()
            .ok()
            .filter(|n| (least..=most).contains(n))
            .ok_or_else(|| self.malformed(format!("`{word}` is not a number from {least} to {most}")))
    }

    /// As many numbers as there are words.
    pub(crate) fn numbers(&self, words: &[&str], least: i64, most: i64) -> Result<Vec<i64>, CheckError> {
        words.iter().map(|w| self.number(Some(w), least, most)).collect()
    }

    /// A count that the rest of the file can hold, one line each.
    pub(crate) fn count(&self, word: Option<&&str>) -> Result<usize, CheckError> {
        let most = self.remaining();
        let n = self.number(word, 0, i64::MAX)? as usize;
        if n > most {
            return Err(
                self.malformed(format!("{n} lines are announced, {most} are left: the file is cut off"))
            );
        }
        Ok(n)
    }
}
