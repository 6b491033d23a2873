//! Names for what this crate knows: sequences, arrays, words, numeration systems and trees of the papers.
//!
//! A thing is asked for by a text such as `lower-wythoff`, `t-wythoff-lower(t=3)` or `beatty(alpha="pi/2")`. Each entry says
//! in a line what it is and where it comes from; a name that is not known is answered with the nearest one.

mod arrays;
mod sequences;
mod systems;

use crate::error::NumberError;
use crate::real::Real;
use crate::trees::Tree;
use crate::words::{Morphism, Picture, Word};

pub use arrays::{NamedArray, array};
pub use sequences::{Sequence, sequence};
pub use systems::{System, system};

/// A parameter of an entry, with the value it has if none is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parameter {
    /// The name.
    pub name: &'static str,
    /// The default value.
    pub default: &'static str,
}

/// A line of the catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// The name.
    pub name: &'static str,
    /// The parameters.
    pub parameters: &'static [Parameter],
    /// What it is.
    pub description: &'static str,
    /// Where it comes from.
    pub source: &'static str,
}

/// All named sequences.
pub fn sequences() -> &'static [Entry] {
    sequences::ENTRIES
}

/// All named arrays.
pub fn arrays() -> &'static [Entry] {
    arrays::ENTRIES
}

/// All named numeration systems.
pub fn systems() -> &'static [Entry] {
    systems::ENTRIES
}

/// All named words.
pub fn words() -> &'static [Entry] {
    WORDS
}

/// All named trees.
pub fn trees() -> &'static [Entry] {
    TREES
}

const WORDS: &[Entry] = &[
    Entry {
        name: "fibonacci",
        parameters: &[],
        description: "a->ab, b->a: a at the lower, b at the upper Wythoff numbers",
        source: "VIS 3.2",
    },
    Entry {
        name: "k-wythoff",
        parameters: &[Parameter { name: "k", default: "2" }],
        description: "a->a^k b, b->a: the two sequences of k-Wythoff",
        source: "VIS Remark 3",
    },
    Entry {
        name: "tribonacci",
        parameters: &[],
        description: "a->ab, b->ac, c->a: the three sequences of the Tribonacci game",
        source: "VIS 3.2",
    },
    Entry {
        name: "thue-morse",
        parameters: &[],
        description: "a->ab, b->ba: the parity of the number of ones in base 2",
        source: "VIS 4.9",
    },
    Entry {
        name: "wythoff-picture",
        parameters: &[],
        description: "the two-dimensional word on 13 letters; a, e, g, j, l mark the pairs of Wythoff's game",
        source: "VIS 4.6",
    },
];

const TREES: &[Entry] = &[
    Entry {
        name: "t1",
        parameters: &[],
        description: "root 1, children floor(x phi), floor(x phi^2): every positive integer once",
        source: "VIS 7.4",
    },
    Entry { name: "t2", parameters: &[], description: "root 1, children 2x, 4x-1", source: "VIS 7.4" },
    Entry {
        name: "t3",
        parameters: &[],
        description: "root 0, children 2x, 1-x: every integer once",
        source: "VIS 7.4",
    },
    Entry {
        name: "t4",
        parameters: &[],
        description: "root 1, children x+1, 1/x: every positive rational once",
        source: "VIS 7.4",
    },
    Entry {
        name: "rationals",
        parameters: &[],
        description: "root 1, children x+1, -1/x: every rational once",
        source: "VIS 7.4",
    },
    Entry {
        name: "lazy-lower",
        parameters: &[],
        description: "L*: root 1, children m + F(k+1), m + F(k+2): the lower Wythoff numbers",
        source: "VIS 7.3",
    },
    Entry {
        name: "lazy-upper",
        parameters: &[],
        description: "U*: root 2, children m + F(k+1), m + F(k+2): the upper Wythoff numbers",
        source: "VIS 7.3",
    },
];

/// A name with parameters: `name` or `name(k=3, alpha="sqrt(2)")`.
///
/// ```
/// use wythoff_numbers::catalogue::Spec;
/// let spec = Spec::parse("beatty(alpha=\"pi/2\", gamma=1/2)").unwrap();
/// assert_eq!(spec.name, "beatty");
/// assert_eq!(spec.parameters, [("alpha".to_owned(), "pi/2".to_owned()), ("gamma".to_owned(), "1/2".to_owned())]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spec {
    /// The name.
    pub name: String,
    /// The parameters in the order given, quotes removed.
    pub parameters: Vec<(String, String)>,
}

impl Spec {
    /// Reads a name with parameters; a value ends at a comma or bracket outside quotes and nested brackets.
    pub fn parse(text: &str) -> Result<Spec, NumberError> {
        let start = text.len() - text.trim_start().len();
        let body = text.trim();
        let syntax =
            |at: usize, expected: &str| NumberError::Syntax { at: start + at, expected: expected.to_owned() };
        let Some(open) = body.find('(') else {
            return if body.is_empty() {
                Err(syntax(0, "a name"))
            } else {
                Ok(Spec { name: body.to_owned(), parameters: Vec::new() })
            };
        };
        let name = body[..open].trim();
        if name.is_empty() {
            return Err(syntax(0, "a name"));
        }
        let mut parameters = Vec::new();
        let (mut depth, mut quoted) = (0usize, false);
        let mut part = open + 1;
        let mut end = None;
        for (at, c) in body.char_indices().skip_while(|(at, _)| *at <= open) {
            match c {
                '"' => quoted = !quoted,
                _ if quoted => {}
                '(' => depth += 1,
                ')' if depth > 0 => depth -= 1,
                ')' | ',' => {
                    let piece = &body[part..at];
                    if !(piece.trim().is_empty() && c == ')' && parameters.is_empty()) {
                        let (key, value) =
                            piece.split_once('=').ok_or_else(|| syntax(part, "parameter=value"))?;
                        let value = value.trim();
                        let value =
                            value.strip_prefix('"').and_then(|v| v.strip_suffix('"')).unwrap_or(value);
                        parameters.push((key.trim().to_owned(), value.to_owned()));
                    }
                    part = at + 1;
                    if c == ')' {
                        end = Some(at + 1);
                        break;
                    }
                }
                _ => {}
            }
        }
        match end {
            None => Err(syntax(body.len(), "`)`")),
            Some(end) if end < body.len() => Err(syntax(end, "the end")),
            Some(_) => Ok(Spec { name: name.to_owned(), parameters }),
        }
    }

    /// The entry that the name means, once the parameters are known to be its own.
    fn entry(&self, kind: &'static str, entries: &'static [Entry]) -> Result<&'static Entry, NumberError> {
        let Some(entry) = entries.iter().find(|e| e.name == self.name) else {
            let nearest = entries.iter().min_by_key(|e| distance(&self.name, e.name)).map_or("", |e| e.name);
            return Err(NumberError::Unknown { kind, name: self.name.clone(), nearest });
        };
        for (parameter, _) in &self.parameters {
            if !entry.parameters.iter().any(|p| p.name == parameter) {
                let names: Vec<&str> = entry.parameters.iter().map(|p| p.name).collect();
                let expected = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
                return Err(NumberError::Parameter {
                    name: self.name.clone(),
                    parameter: parameter.clone(),
                    expected,
                });
            }
        }
        Ok(entry)
    }

    /// The value of a parameter, or its default.
    fn text<'a>(&'a self, entry: &'static Entry, parameter: &str) -> &'a str {
        let given = self.parameters.iter().rev().find(|(name, _)| name == parameter).map(|(_, v)| v.as_str());
        let default = entry.parameters.iter().find(|p| p.name == parameter).map_or("", |p| p.default);
        given.unwrap_or(default)
    }

    /// A whole number between bounds.
    fn number(
        &self,
        entry: &'static Entry,
        parameter: &str,
        least: u64,
        most: u64,
    ) -> Result<u64, NumberError> {
        let value = self.text(entry, parameter);
        value.parse().ok().filter(|n| (least..=most).contains(n)).ok_or_else(|| NumberError::Value {
            parameter: parameter.to_owned(),
            value: value.to_owned(),
            cause: format!("expected a whole number from {least} to {most}"),
        })
    }

    /// A real number.
    fn real(&self, entry: &'static Entry, parameter: &str) -> Result<Real, NumberError> {
        let value = self.text(entry, parameter);
        Real::parse(value).map_err(|e| NumberError::Value {
            parameter: parameter.to_owned(),
            value: value.to_owned(),
            cause: e.to_string(),
        })
    }
}

/// Levenshtein's distance of two short texts.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().take(64).enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let change = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row.last().copied().unwrap_or(0)
}

/// A word or a two-dimensional word.
#[derive(Debug, Clone)]
pub enum NamedWord {
    /// An infinite word.
    Line(Word),
    /// A two-dimensional word.
    Plane(Picture),
}

/// A word by its name, or the word of a morphism such as `a->ab,b->a` (its first letter starts it), or of a
/// two-dimensional one such as `a->[ab;cd],...`.
///
/// ```
/// use wythoff_numbers::catalogue::{NamedWord, word};
/// let Ok(NamedWord::Line(w)) = word("k-wythoff(k=3)") else { panic!() };
/// assert_eq!(w.letters().take(8).collect::<String>(), "aaabaaab");
/// assert!(word("fibonaci").unwrap_err().to_string().contains("`fibonacci`"));
/// ```
pub fn word(text: &str) -> Result<NamedWord, NumberError> {
    if text.contains("->") {
        if text.contains('[') {
            return Ok(NamedWord::Plane(Picture::parse(text)?));
        }
        let morphism = Morphism::parse(text)?;
        let start = morphism.letters().first().copied().unwrap_or(' ');
        return Ok(NamedWord::Line(morphism.word(start)?));
    }
    let spec = Spec::parse(text)?;
    let entry = spec.entry("word", WORDS)?;
    let morphism = match entry.name {
        "wythoff-picture" => return Ok(NamedWord::Plane(Picture::wythoff())),
        "k-wythoff" => {
            let k = spec.number(entry, "k", 1, 1 << 15)?;
            Morphism::k_wythoff(u16::try_from(k).unwrap_or(u16::MAX))
        }
        "tribonacci" => Morphism::tribonacci(),
        "thue-morse" => Morphism::parse("a->ab,b->ba")?,
        _ => Morphism::fibonacci(),
    };
    Ok(NamedWord::Line(morphism.word('a')?))
}

/// A tree by its name.
pub fn tree(name: &str) -> Result<Tree, NumberError> {
    let entry = Spec::parse(name)?.entry("tree", TREES)?;
    // The names of the entries are those that the trees give themselves.
    Tree::ALL.into_iter().find(|t| t.to_string() == entry.name).ok_or_else(|| NumberError::Unknown {
        kind: "tree",
        name: name.to_owned(),
        nearest: entry.name,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::int::{Integer, Natural};

    #[test]
    fn every_name_works_with_its_defaults() {
        for entry in sequences() {
            let s = sequence(entry.name).unwrap_or_else(|e| panic!("{}: {e}", entry.name));
            let terms: Vec<Integer> = s.terms().take(12).collect::<Result<_, _>>().unwrap();
            assert_eq!(terms.len(), 12, "{}", entry.name);
            for (n, term) in (s.first_index()..).zip(&terms) {
                assert_eq!(s.term(&Integer::from(n)).unwrap(), *term, "{} at {n}", entry.name);
            }
            if s.first_index() > 0 {
                assert!(s.term(&Integer::from(s.first_index() - 1)).is_err(), "{}", entry.name);
            }
        }
        for entry in arrays() {
            let corner = array(entry.name).unwrap().corner(4, 5).unwrap();
            assert_eq!((corner.len(), corner[0].len()), (4, 5));
        }
        for entry in systems() {
            let s = system(entry.name).unwrap_or_else(|e| panic!("{}: {e}", entry.name));
            for n in 0..50u32 {
                let n = Natural::from(n);
                let text = s.represent(&n).unwrap();
                assert_eq!(s.value(&text).unwrap(), n, "{} {text}", entry.name);
            }
        }
        for entry in words() {
            assert!(word(entry.name).is_ok());
        }
        for entry in trees() {
            assert!(tree(entry.name).unwrap().nodes().take(20).count() == 20);
        }
    }

    #[test]
    fn mistakes_name_the_cure() {
        let message = |r: Result<Sequence, NumberError>| r.err().unwrap().to_string();
        assert_eq!(
            message(sequence("lower-wythof")),
            "no sequence is called `lower-wythof`; the nearest name is `lower-wythoff`"
        );
        assert_eq!(
            message(sequence("t-wythoff-lower(k=3)")),
            "`t-wythoff-lower` has no parameter `k`; it has t"
        );
        assert!(message(sequence("t-wythoff-lower(t=0)")).contains("from 1"));
        assert!(message(sequence("beatty(alpha=sqr(2))")).contains("byte 0"));
        for (text, at) in [("", 0), ("x(", 2), ("x(1)", 2), ("x(a=1)y", 6), ("(a=1)", 0)] {
            assert!(
                matches!(Spec::parse(text), Err(NumberError::Syntax { at: found, .. }) if found == at),
                "{text}"
            );
        }
        assert_eq!(distance("kitten", "sitting"), 3);
    }
}
