//! Text to tokens. A token knows its place and whether white space or a new line stands before it.

use crate::span::{Span, TextError};

/// What a token is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    Ident(String),
    Number(String),
    Text(String),
    /// Punctuation and operators, in their plain spelling.
    Sign(&'static str),
    End,
}

/// A token with its place.
#[derive(Clone, Debug)]
pub(crate) struct Lexeme {
    pub token: Token,
    pub span: Span,
    /// White space stands before it.
    pub spaced: bool,
    /// It is the first of its line.
    pub fresh_line: bool,
    /// It is the first of its line and not indented: a new statement.
    pub flush_left: bool,
}

const SIGNS: [&str; 26] = [
    "...", "==", "!=", "<=", ">=", "->", "(", ")", "[", "]", "{", "}", ",", ";", ":", "=", "<", ">", "+",
    "-", "*", "/", "^", "|", "'", ".",
];

/// The same signs as people may type them.
const SYNONYMS: [(&str, &str); 4] = [("≤", "<="), ("≥", ">="), ("≠", "!="), ("…", "...")];

/// All tokens of a text, ending with [`Token::End`]. Comments run from `#` to the end of the line.
pub(crate) fn tokens(text: &str) -> Result<Vec<Lexeme>, TextError> {
    let bytes = text.as_bytes();
    let mut out = Vec::new();
    let mut at = 0;
    let (mut spaced, mut fresh_line, mut indented) = (true, true, false);
    while at < bytes.len() {
        let rest = &text[at..];
        let first = rest.chars().next().unwrap_or(' ');
        if first == '\n' {
            (spaced, fresh_line, indented) = (true, true, false);
            at += 1;
            continue;
        }
        if first.is_whitespace() {
            spaced = true;
            indented |= fresh_line;
            at += first.len_utf8();
            continue;
        }
        if first == '#' {
            at += rest.find('\n').unwrap_or(rest.len());
            continue;
        }
        let (token, length) = read(rest, at)?;
        let span = Span { start: at, end: at + length };
        out.push(Lexeme { token, span, spaced, fresh_line, flush_left: fresh_line && !indented });
        (spaced, fresh_line, indented) = (false, false, false);
        at += length;
    }
    let end = Span { start: text.trim_end().len(), end: text.trim_end().len() };
    out.push(Lexeme { token: Token::End, span: end, spaced: true, fresh_line: true, flush_left: true });
    Ok(out)
}

/// The first token of a text that starts with none of white space and comment, and its length.
fn read(rest: &str, at: usize) -> Result<(Token, usize), TextError> {
    let first = rest.chars().next().unwrap_or(' ');
    if first.is_ascii_digit() {
        let length = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        return Ok((Token::Number(rest[..length].to_string()), length));
    }
    if first.is_ascii_alphabetic() || first == '_' {
        let length = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        return Ok((Token::Ident(rest[..length].to_string()), length));
    }
    if first == '"' {
        return match rest[1..].find('"') {
            Some(length) => Ok((Token::Text(rest[1..1 + length].to_string()), length + 2)),
            None => {
                Err(TextError::new(Span { start: at, end: at + 1 }, "this quotation mark is never closed")
                    .hint("close the text with another `\"`"))
            }
        };
    }
    if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
        return Ok((Token::Sign(sign), sign.len()));
    }
    if let Some((typed, sign)) = SYNONYMS.iter().find(|(typed, _)| rest.starts_with(typed)) {
        return Ok((Token::Sign(sign), typed.len()));
    }
    let span = Span { start: at, end: at + first.len_utf8() };
    let error = TextError::new(span, format!("the character `{first}` has no meaning here"));
    Err(match first {
        '&' => error.hint("write `and`"),
        '!' => error.hint("write `not`, or `!=` for unequal"),
        '%' => error.hint("write `mod`"),
        '−' | '–' => error.hint("write the minus sign `-`"),
        _ => error,
    })
}
