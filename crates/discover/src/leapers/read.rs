//! A certificate read back from its text, to decide positions with it.
//!
//! Nothing is proved here: whether the text proves what it says is for the independent checker. Transitions are not
//! taken from the text but stepped by the rule, so that what is read describes the rule in any case.

use super::{Certificate, Kind, Layer, Leapers, Machine, State};
use crate::error::DiscoverError;
use std::collections::BTreeSet;

/// The lines of the text, taken one by one.
struct Lines<'a> {
    rest: std::iter::Enumerate<std::str::Lines<'a>>,
    line: usize,
}

impl<'a> Lines<'a> {
    fn next(&mut self, expected: &'static str) -> Result<Vec<&'a str>, DiscoverError> {
        let (index, text) = self.rest.next().ok_or(DiscoverError::Line { line: self.line + 1, expected })?;
        self.line = index + 1;
        Ok(text.split_whitespace().collect())
    }

    fn some<T>(&self, value: Option<T>, expected: &'static str) -> Result<T, DiscoverError> {
        value.ok_or(DiscoverError::Line { line: self.line, expected })
    }

    /// A line of one keyword and one number.
    fn count(&mut self, keyword: &str, expected: &'static str) -> Result<usize, DiscoverError> {
        let words = self.next(expected)?;
        let number = match words[..] {
            [first, number] if first == keyword => number.parse().ok(),
            _ => None,
        };
        self.some(number, expected)
    }
}

fn pair<T: std::str::FromStr>(word: &str) -> Option<(T, T)> {
    let (p, q) = word.split_once(',')?;
    Some((p.parse().ok()?, q.parse().ok()?))
}

/// `state N used .. differences .. cells ..`
fn state(words: &[&str]) -> Option<State> {
    let mut parts = words.split(|word| *word == "layer");
    let words = parts.next()?;
    let at = |keyword: &str| words.iter().position(|word| *word == keyword);
    let (used, differences, cells) = (at("used")?, at("differences")?, at("cells")?);
    let quiet = at("quiet").unwrap_or(words.len());
    let numbers = |words: Option<&[&str]>| {
        words?.iter().map(|word| word.parse().ok()).collect::<Option<BTreeSet<u32>>>()
    };
    let uses = words.get(differences + 1..cells)?.iter();
    let uses = uses.map(|word| pair(word).or_else(|| Some((word.parse().ok()?, 0))));
    let joined =
        words.get(cells + 1..quiet)?.iter().map(|word| pair(word)).collect::<Option<BTreeSet<_>>>()?;
    Some(State {
        used: numbers(words.get(used + 1..differences))?.into_iter().collect(),
        differences: uses.collect::<Option<Vec<_>>>()?,
        cells: joined.into_iter().collect(),
        quiet: words.get(quiet + 1).map_or(Some(0), |word| word.parse().ok())?,
        upper: parts.map(layer).collect::<Option<Vec<_>>>()?,
    })
}

/// What follows `layer`: numbers, `differences`, numbers.
fn layer(words: &[&str]) -> Option<Layer> {
    let at = words.iter().position(|word| *word == "differences")?;
    let numbers = |words: &[&str]| words.iter().map(|word| word.parse().ok()).collect::<Option<Vec<u32>>>();
    Some(Layer { used: numbers(&words[..at])?, differences: numbers(&words[at + 1..])? })
}

/// `kind near N band N step N block N play normal`
fn read_kind(words: &[&str]) -> Option<Kind> {
    let ["kind", "near", near, "band", band, "step", step, "block", block, "play", play, rest @ ..] = words
    else {
        return None;
    };
    let (misere, pass) = match *play {
        "normal" => (false, false),
        "misere" => (true, false),
        "pass" => (false, true),
        _ => return None,
    };
    let number = |word: &str| word.parse().ok();
    let values = match rest {
        [] => 0,
        ["values", values] => number(values).filter(|values| *values <= 2)?,
        _ => return None,
    };
    let (near, band, step, block) = (number(near)?, number(band)?, number(step)?, number(block)?);
    Some(Kind { near, band, step, block, misere, values, pass })
}

/// The letters of `word LENGTH HEXADECIMAL`.
fn letters(words: &[&str], packed: bool) -> Option<Vec<u8>> {
    let ["word", length, digits] = words else { return None };
    let values = digits.chars().map(|digit| digit.to_digit(16)).collect::<Option<Vec<u32>>>()?;
    if !packed {
        return Some(values.iter().map(|value| *value as u8).collect());
    }
    let mut letters: Vec<u8> =
        values.iter().flat_map(|value| [8, 4, 2, 1].map(|bit| u8::from(value & bit != 0))).collect();
    letters.truncate(length.parse().ok()?);
    Some(letters)
}

impl Certificate {
    /// Reads what [`Certificate::text`] writes; O(length of the text), times the window length for the windows.
    ///
    /// ```
    /// use wythoff_discover::leapers::{Certificate, Leapers, Limits, certify};
    /// let certificate = certify(&Leapers::new(&[(2, 3)])?, &Limits::default())?;
    /// assert_eq!(Certificate::read(&certificate.text())?.statement(), certificate.statement());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(text: &str) -> Result<Certificate, DiscoverError> {
        let mut lines = Lines { rest: text.lines().enumerate(), line: 0 };
        lines.next("a header")?;
        let words = lines.next("`vectors`")?;
        let vectors = words.iter().skip(1).map(|word| pair(word)).collect::<Option<Vec<(u64, u64)>>>();
        let vectors = lines.some(vectors, "pairs of numbers")?;
        let mut words = lines.next("`origin`")?;
        let mut kind = Kind::default();
        if words.first() == Some(&"kind") {
            kind = lines.some(read_kind(&words), "`kind near N band N step N block N play normal`")?;
            words = lines.next("`origin`")?;
        }
        let mut machine = Machine::new(&Leapers::of_kind(&vectors, kind)?);
        let origin = match words[..] {
            ["origin", column, "state", start] => column.parse().ok().zip(start.parse().ok()),
            _ => None,
        };
        let (origin, start) = lines.some(origin, "`origin COLUMN state NUMBER`")?;
        let sync = lines.count("sync", "`sync LENGTH`")?;
        let length = lines.count("window", "`window LENGTH`")?;
        for number in 0..lines.count("states", "`states COUNT`")? {
            let state = state(&lines.next("a state")?);
            let entered = machine.enter(lines.some(state, "`state NUMBER used .. differences .. cells ..`")?);
            lines.some((entered == number).then_some(()), "a state that is not listed yet")?;
        }
        let states = machine.states().len();
        for _ in 0..lines.count("transitions", "`transitions COUNT`")? {
            let read = match lines.next("a transition")?[..] {
                ["read", from, letter, ..] => from.parse().ok().zip(letter.parse().ok()),
                _ => None,
            };
            let known = read.filter(|&(from, letter): &(usize, u8)| from < states && letter < kind.letters());
            let (from, letter) = lines.some(known, "`read STATE LETTER write .. go STATE`")?;
            machine.learn(from, letter);
        }
        let mut windows: BTreeSet<Box<[u8]>> = BTreeSet::new();
        for _ in 0..lines.count("words", "`words COUNT`")? {
            let word = letters(&lines.next("a word")?, kind.letters() == 2).filter(|_| length > 0);
            let word = lines.some(word, "`word LENGTH HEXADECIMAL`")?;
            windows.extend(word.windows(length).map(Box::from));
        }
        Ok(Certificate::new(machine, origin, start, sync, length, windows.into_iter().collect()))
    }
}
