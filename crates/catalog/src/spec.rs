//! How a game is named: `t-wythoff(t=3)`, `wyt-f(f="k^2+9")`, `star(of=wythoff)`, `'(i,0) (0,i)'`, `@my.game`,
//! `@my.game(t=3)`, `'wythoff + nim(piles=1)'`, `'"(i,0) (0,i)" + @my.game'`.

use crate::files::{Files, NoFiles};
use wythoff_rules::{ErrorKind, RuleError, Source, Span, TEXT_LIMIT, is_rule_text};

/// Most terms of a sum.
const TERMS: usize = 64;

/// Most values for parameters.
const ARGUMENTS: usize = 256;

/// Deepest nesting of specs in specs.
const DEPTH: usize = 8;

/// What ends the name of a file in a sum.
const PLUS: &str = " + ";

/// A game as it was named, before its name is looked up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spec {
    /// A name of the catalog with values for parameters.
    Named {
        /// The name.
        name: String,
        /// Values as text, in the order given.
        arguments: Vec<(String, String)>,
    },
    /// Rules in the rule language.
    Rules(String),
    /// A file with rules.
    File {
        /// Where it is.
        path: String,
        /// Values of its parameters as text, in the order given.
        arguments: Vec<(String, String)>,
    },
    /// A sum: a move is a move in one of the games.
    Sum(Vec<Spec>),
}

impl Spec {
    /// Reads a spec.
    ///
    /// ```
    /// use wythoff_catalog::Spec;
    /// let spec = Spec::parse("star(of=t-wythoff(t=3))").unwrap();
    /// let arguments = vec![("of".to_string(), "t-wythoff(t=3)".to_string())];
    /// assert_eq!(spec, Spec::Named { name: "star".to_string(), arguments });
    /// let sum = Spec::parse("nim + \"(i,0) (1,1)\" + @my.game").unwrap();
    /// assert!(matches!(sum, Spec::Sum(terms) if terms[1] == Spec::Rules("(i,0) (1,1)".to_string())));
    /// ```
    pub fn parse(text: &str) -> Result<Spec, RuleError> {
        Spec::parse_with(text, &NoFiles)
    }

    /// Reads a spec; a plus sign or parentheses belong to the name of a file if `files` has one of that name.
    pub fn parse_with(text: &str, files: &dyn Files) -> Result<Spec, RuleError> {
        if text.len() > TEXT_LIMIT {
            let message = format!("the text is longer than {TEXT_LIMIT} bytes");
            return Err(RuleError::new(ErrorKind::Limit, message).hint("a game is a page of text at most"));
        }
        let trimmed = text.trim();
        if let Some(path) = trimmed.strip_prefix('@')
            && (!path.contains(PLUS) || files.exists(path))
        {
            return Spec::file(trimmed, path, files);
        }
        if is_rule_text(trimmed) {
            return Ok(Spec::Rules(text.to_string()));
        }
        let mut reader = Reader { text, at: 0 };
        let mut terms = vec![reader.term(files)?];
        while reader.eat('+') {
            if terms.len() == TERMS {
                let error = reader.error("a sum has too many terms");
                return Err(RuleError { kind: ErrorKind::Limit, ..error });
            }
            terms.push(reader.term(files)?);
        }
        if !reader.rest().trim().is_empty() {
            let error = reader.error("expected the end, `(` or `+`");
            let error = error.hint("moves stand in parentheses: '(i,0) (0,i) (i,i)'");
            // No name has these characters, and names of files do.
            let file = files.exists(trimmed) || reader.rest().starts_with(['.', '/']);
            return Err(if file { error.hint("a file is named with @ in front: @my.game") } else { error });
        }
        Ok(if terms.len() == 1 { terms.swap_remove(0) } else { Spec::Sum(terms) })
    }

    /// A file, with values in parentheses after its name unless the name itself has them.
    fn file(text: &str, path: &str, files: &dyn Files) -> Result<Spec, RuleError> {
        let whole = || Spec::File { path: path.to_string(), arguments: Vec::new() };
        let Some(open) = path.find('(').filter(|_| path.ends_with(')') && !files.exists(path)) else {
            return Ok(whole());
        };
        let mut reader = Reader { text, at: text.len() - path.len() + open };
        let arguments = reader.arguments()?;
        if !reader.rest().trim().is_empty() {
            return Err(reader.error("expected the end"));
        }
        Ok(Spec::File { path: path[..open].to_string(), arguments })
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn skip_space(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn eat(&mut self, wanted: char) -> bool {
        self.skip_space();
        let found = self.rest().starts_with(wanted);
        self.at += if found { wanted.len_utf8() } else { 0 };
        found
    }

    fn error(&self, message: &str) -> RuleError {
        let here = self.at + (self.rest().len() - self.rest().trim_start().len());
        self.error_at(here, here + 1, message)
    }

    fn error_at(&self, start: usize, end: usize, message: &str) -> RuleError {
        RuleError::at(ErrorKind::Syntax, message, Span { start, end }, &Source::new("game", self.text))
    }

    fn word(&mut self, what: &str) -> Result<String, RuleError> {
        self.skip_space();
        let length = self.rest().find(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_'));
        let length = length.unwrap_or(self.rest().len());
        if length == 0 {
            return Err(self.error(&format!("expected {what}")));
        }
        let word = self.rest()[..length].to_string();
        self.at += length;
        Ok(word)
    }

    /// One of the games of a sum.
    fn term(&mut self, files: &dyn Files) -> Result<Spec, RuleError> {
        self.skip_space();
        let start = self.at;
        if self.rest().starts_with('@') {
            self.at += self.rest().find(PLUS).unwrap_or(self.rest().len());
            let text = self.text[start..self.at].trim();
            return Spec::file(text, &text[1..], files);
        }
        if self.rest().starts_with('"') {
            let quoted = self.value()?;
            let error = |message: &str| self.error_at(start, self.at, message);
            return match Spec::parse_with(&quoted, files)? {
                Spec::Sum(_) => Err(error("sums do not nest")),
                Spec::Named { .. } => {
                    let error = error("quotation marks in a sum are for rules");
                    Err(error.hint("a name goes without them"))
                }
                spec => Ok(spec),
            };
        }
        self.named()
    }

    fn named(&mut self) -> Result<Spec, RuleError> {
        let name = self.word("the name of a game").map_err(|error| {
            error.hint(
                "a game is a name such as `wythoff`, rules that start with a vector such as (i,0), or @file",
            )
        })?;
        let arguments = self.arguments()?;
        Ok(Spec::Named { name, arguments })
    }

    /// Values for parameters in parentheses, if there are any; one without a name is kept without a name.
    fn arguments(&mut self) -> Result<Vec<(String, String)>, RuleError> {
        let mut arguments: Vec<(String, String)> = Vec::new();
        if self.rest().starts_with('(') {
            self.at += 1;
            if !self.eat(')') {
                loop {
                    let start = self.at;
                    let key = match self.word("the name of a parameter") {
                        Ok(key) if self.eat('=') => key,
                        // `t-wythoff(3)`: a value alone.
                        _ if arguments.is_empty() => {
                            self.at = start;
                            String::new()
                        }
                        Ok(_) => {
                            let error = self.error("expected `=` and a value");
                            return Err(
                                error.hint("a value with commas goes in quotation marks: K=\"1,2,4\"")
                            );
                        }
                        Err(error) => {
                            return Err(error.hint("name each value, as in t=3"));
                        }
                    };
                    if arguments.len() == ARGUMENTS {
                        let error = self.error("there are too many values");
                        return Err(RuleError { kind: ErrorKind::Limit, ..error });
                    }
                    let value = self.value()?;
                    arguments.push((key, value));
                    if self.eat(')') {
                        break;
                    }
                    if !self.eat(',') {
                        return Err(self.error("expected `,` or `)`"));
                    }
                }
            }
        }
        Ok(arguments)
    }

    /// A value: in quotation marks, or up to the comma or parenthesis that ends it.
    fn value(&mut self) -> Result<String, RuleError> {
        self.skip_space();
        let start = self.at;
        if let Some(quoted) = self.rest().strip_prefix('"') {
            let Some(length) = quoted.find('"') else {
                return Err(self.error("this quotation mark is never closed"));
            };
            let value = quoted[..length].to_string();
            self.at += length + 2;
            return Ok(value);
        }
        let mut depth = 0;
        let mut in_quotes = false;
        for (offset, c) in self.text[start..].char_indices() {
            match c {
                '"' => in_quotes = !in_quotes,
                _ if in_quotes => {}
                '(' => depth += 1,
                ')' | ',' if depth == 0 => {
                    self.at = start + offset;
                    let value = self.text[start..self.at].trim();
                    if value.is_empty() {
                        return Err(self.error("expected a value"));
                    }
                    return Ok(value.to_string());
                }
                ')' => depth -= 1,
                _ => {}
            }
            if depth > DEPTH {
                self.at = start + offset;
                let error = self.error("parentheses nest too deep");
                return Err(RuleError { kind: ErrorKind::Limit, ..error });
            }
        }
        self.at = self.text.len();
        Err(self.error("the parameters are never closed").hint("add `)`"))
    }
}
