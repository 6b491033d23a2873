//! The questions of a sweep: how they are written, and what their answers hold. Answers have no times in them, so that
//! the same game has the same answer wherever it is asked.

use crate::shard::hex;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use std::fmt;
use std::str::FromStr;
use wythoff::{Budget, Error, Game, Names, Range};

/// How questions are written.
pub(crate) const ALL: &str = "ask one of: p first=N, p below=B, grundy size=R or RxC, slopes, identify, prove, discover, \
     same-p of=SPEC, same-p below=B of=SPEC, same-grundy size=R of=SPEC";

/// P-positions whose slopes are looked at where nothing is said.
const SLOPES: usize = 1000;

/// A question that every game of a sweep is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// How many P-positions, the last one, and the digest of all as text.
    P(Range),
    /// The digest of a table of Grundy values, and its largest value.
    Grundy(Vec<u64>),
    /// The beams of the first P-positions of a two-pile game.
    Slopes(usize),
    /// Which known game it is.
    Identify,
    /// Whether the P-positions are proved for all positions.
    Prove,
    /// What pattern the P-positions follow.
    Discover,
    /// Whether the P-positions are those of another game, and a first one that is not: for all positions by a proof, or
    /// below a bound.
    SameP {
        /// The bound.
        below: Option<u64>,
        /// The other game.
        of: String,
    },
    /// Whether the Grundy values of a table are those of another game, and the first that is not.
    SameGrundy {
        /// The sides of the table.
        size: Vec<u64>,
        /// The other game.
        of: String,
    },
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sides = |size: &[u64]| size.iter().map(u64::to_string).collect::<Vec<_>>().join("x");
        match self {
            Question::P(Range::First(n)) => write!(f, "p first={n}"),
            Question::P(Range::Below(bound)) => write!(f, "p below={bound}"),
            Question::Grundy(size) => write!(f, "grundy size={}", sides(size)),
            Question::Slopes(SLOPES) => f.write_str("slopes"),
            Question::Slopes(n) => write!(f, "slopes first={n}"),
            Question::Identify => f.write_str("identify"),
            Question::Prove => f.write_str("prove"),
            Question::Discover => f.write_str("discover"),
            Question::SameP { below: None, of } => write!(f, "same-p of={of}"),
            Question::SameP { below: Some(below), of } => write!(f, "same-p below={below} of={of}"),
            Question::SameGrundy { size, of } => write!(f, "same-grundy size={} of={of}", sides(size)),
        }
    }
}

impl FromStr for Question {
    type Err = Error;

    /// As it is written: `p first=10^4`, `grundy size=20x30`, `prove`.
    fn from_str(text: &str) -> Result<Question, Error> {
        let fault = || Error::input(format!("there is no question `{}`", text.trim())).hint(ALL);
        // A spec comes last and may hold anything.
        let (asked, of) = match text.split_once(" of=") {
            Some((asked, of)) => (asked, Some(of.trim().to_string())),
            None => (text, None),
        };
        let mut words = asked.split_whitespace();
        let (name, option) = (words.next().unwrap_or_default(), words.next());
        if words.next().is_some() {
            return Err(fault());
        }
        let option = option.map(|word| word.split_once('=').ok_or_else(fault)).transpose()?;
        Ok(match (name, option, of) {
            ("p", Some(("first", n)), None) => Question::P(Range::First(number(n)? as usize)),
            ("p", Some(("below", bound)), None) => Question::P(Range::Below(number(bound)?)),
            ("grundy", Some(("size", size)), None) => Question::Grundy(sides(size)?),
            ("slopes", None, None) => Question::Slopes(SLOPES),
            ("slopes", Some(("first", n)), None) => Question::Slopes(number(n)? as usize),
            ("identify", None, None) => Question::Identify,
            ("prove", None, None) => Question::Prove,
            ("discover", None, None) => Question::Discover,
            ("same-p", None, Some(of)) => Question::SameP { below: None, of },
            ("same-p", Some(("below", bound)), Some(of)) => {
                Question::SameP { below: Some(number(bound)?), of }
            }
            ("same-grundy", Some(("size", size)), Some(of)) => {
                Question::SameGrundy { size: sides(size)?, of }
            }
            _ => return Err(fault()),
        })
    }
}

/// `10000`, `10_000` or `10^4`.
fn number(text: &str) -> Result<u64, Error> {
    let fault = || Error::input(format!("`{text}` is not a number from 0 on")).hint("write 10000 or 10^4");
    let plain = |text: &str| text.trim().replace('_', "").parse::<u64>().map_err(|_| fault());
    match text.split_once('^') {
        None => plain(text),
        Some((base, power)) => {
            let power = u32::try_from(plain(power)?).map_err(|_| fault())?;
            plain(base)?.checked_pow(power).ok_or_else(fault)
        }
    }
}

fn sides(text: &str) -> Result<Vec<u64>, Error> {
    text.split('x').map(number).collect()
}

impl Question {
    /// The answer. What was cut short is no answer: it is an error of the kind that cut it.
    pub(crate) fn ask(&self, game: &Game, names: &Names, budget: &Budget) -> Result<Value, Error> {
        match self {
            Question::P(range) => {
                let found = game.p(*range, 0, None, budget)?;
                whole(found.partial, budget)?;
                let (mut rows, mut count) = (Rows::default(), 0u64);
                for position in found.positions.iter() {
                    rows.push(position.iter().copied());
                    count += 1;
                }
                let last = serde_json::to_value(found.positions.last()).unwrap_or(Value::Null);
                let last = last.get(0).cloned().unwrap_or(Value::Null);
                Ok(json!({"count": count, "last": last, "sha256": rows.finish(), "by": found.by}))
            }
            Question::Grundy(size) => {
                let found = game.grundy_table(size, budget)?;
                whole(found.partial, budget)?;
                let width = found.sides.last().map_or(1, |side| *side as usize).max(1);
                let mut rows = Rows::default();
                found.values.chunks(width).for_each(|row| rows.push(row.iter().copied()));
                let (last, most) = (found.values.last(), found.values.iter().max());
                Ok(json!({"count": found.values.len(), "last": last, "max": most, "sha256": rows.finish()}))
            }
            Question::Slopes(count) => Ok(json!({"beams": game.slopes(*count, budget)?})),
            Question::Identify => {
                let known = game.identify_at_once(names, budget)?;
                whole(known.partial, budget)?;
                Ok(json!({
                    "theory": known.theory, "same_game": known.same_game, "same_p": known.same_p,
                    "same_grundy": known.same_grundy,
                }))
            }
            Question::Prove => {
                let proved = game.prove(budget)?;
                if proved.verdict != "proved" {
                    budget.check()?;
                }
                let mut answer = Map::from_iter([("verdict".to_string(), json!(proved.verdict))]);
                let mut put = |name: &str, value: Value| {
                    if !value.is_null() {
                        answer.insert(name.to_string(), value);
                    }
                };
                put("kind", json!(proved.kind));
                put("numeration", json!(proved.numeration));
                put("states", json!(proved.states));
                put("limit", json!(proved.limit));
                Ok(Value::Object(answer))
            }
            Question::Discover => {
                let found = game.discover(None, false, budget)?;
                whole(found.partial, budget)?;
                let findings = found.findings.iter();
                let short =
                    |f: &wythoff::Found| json!({"kind": f.kind, "statement": f.statement, "bound": f.bound});
                Ok(json!({"findings": findings.map(short).collect::<Vec<_>>()}))
            }
            Question::SameP { below, of } => {
                let other = Game::parse(of)?.with(game.conventions())?;
                let Some(below) = below else {
                    let found = game.same_p(&other, budget)?;
                    return Ok(json!({"verdict": found.verdict, "first": found.first}));
                };
                Ok(compared(&game.compare_p(&other, *below, budget)?))
            }
            Question::SameGrundy { size, of } => {
                let other = Game::parse(of)?.with(game.conventions())?;
                Ok(compared(&game.compare_grundy(&other, size, budget)?))
            }
        }
    }
}

/// Whether two games agree, and the smallest position where they do not.
fn compared(found: &wythoff::Comparison) -> Value {
    match &found.first {
        None => json!({"same": true}),
        Some(at) => json!({"same": false, "first": at}),
    }
}

/// What was cut short is no answer.
fn whole(partial: bool, budget: &Budget) -> Result<(), Error> {
    if !partial {
        return Ok(());
    }
    budget.check()?;
    Err(Error::limit("the answer is not complete").hint("allow each game more time, or ask for less"))
}

/// The digest of rows as text, numbers joined by commas, each ended by a newline: that of `--summary`.
#[derive(Default)]
struct Rows {
    digest: Sha256,
    text: Vec<u8>,
}

impl Rows {
    fn push<T: itoa::Integer>(&mut self, row: impl Iterator<Item = T>) {
        let mut digits = itoa::Buffer::new();
        for (index, number) in row.enumerate() {
            if index > 0 {
                self.text.push(b',');
            }
            self.text.extend_from_slice(digits.format(number).as_bytes());
        }
        self.text.push(b'\n');
        if self.text.len() > 1 << 16 {
            self.digest.update(&self.text);
            self.text.clear();
        }
    }

    fn finish(mut self) -> String {
        self.digest.update(&self.text);
        hex(&self.digest.finalize())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_read_and_written_in_one_way() {
        for (written, canonical) in [
            ("p first=10^4", "p first=10000"),
            ("  p   below=1_000 ", "p below=1000"),
            ("grundy size=20x30", "grundy size=20x30"),
            ("slopes first=1000", "slopes"),
            ("slopes first=50", "slopes first=50"),
            ("same-p below=10^2 of=t-wythoff(t=2)", "same-p below=100 of=t-wythoff(t=2)"),
            ("same-p of=wythoff", "same-p of=wythoff"),
            ("same-grundy size=64 of=(i,0) (0,i)", "same-grundy size=64 of=(i,0) (0,i)"),
        ] {
            let question: Question = written.parse().unwrap();
            assert_eq!(question.to_string(), canonical);
            assert_eq!(canonical.parse::<Question>().unwrap(), question);
        }
        for wrong in [
            "",
            "p",
            "p first",
            "p first=",
            "p first=-1",
            "p first=10^99",
            "what",
            "prove it",
            "same-p below=3",
        ] {
            assert!(wrong.parse::<Question>().is_err(), "{wrong}");
        }
    }
}
