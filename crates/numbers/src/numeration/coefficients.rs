//! What a numeration system is, in one spelling for representations, proofs and theory: its kind and its coefficients.

use std::fmt;

use crate::error::NumberError;

/// A system written as its name and its coefficients.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Coefficients {
    /// `base 10`.
    Base(u64),
    /// `ostrowski 1 4`: u_(j+1) = a_j u_j + u_(j-1), u_(-1) = u_0 = 1, with this period a_0, a_1, ...
    Ostrowski(Vec<u64>),
    /// `parry 1 1 1`: every k digits in a row are lexicographically below c_1 .. c_k.
    Parry(Vec<u64>),
}

impl Coefficients {
    /// Reads `base 10`, `ostrowski 1 4` or `parry 1 1 1`; nothing where the text has another form.
    ///
    /// ```
    /// use wythoff_numbers::numeration::Coefficients;
    /// assert_eq!(Coefficients::parse("ostrowski 1, 4").unwrap(), Some(Coefficients::Ostrowski(vec![1, 4])));
    /// assert_eq!(Coefficients::parse("zeckendorf").unwrap(), None);
    /// ```
    pub fn parse(text: &str) -> Result<Option<Coefficients>, NumberError> {
        let Some((name, rest)) = text.trim().split_once([' ', '\t', ',']) else { return Ok(None) };
        if rest.contains(['(', '=']) {
            return Ok(None);
        }
        Ok(match (name, rest) {
            ("base", _) => match listed(rest)?[..] {
                [b] => Some(Coefficients::Base(b)),
                _ => None,
            },
            ("ostrowski", _) => Some(Coefficients::Ostrowski(listed(rest)?)),
            ("parry", _) => Some(Coefficients::Parry(listed(rest)?)),
            _ => None,
        })
    }
}

impl fmt::Display for Coefficients {
    /// The text that [`Coefficients::parse`] reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |digits: &[u64]| digits.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
        match self {
            Coefficients::Base(b) => write!(f, "base {b}"),
            Coefficients::Ostrowski(a) => write!(f, "ostrowski {}", list(a)),
            Coefficients::Parry(c) => write!(f, "parry {}", list(c)),
        }
    }
}

/// Numbers with blanks, commas or dots between them.
pub(crate) fn listed(text: &str) -> Result<Vec<u64>, NumberError> {
    let words = text.split([' ', '\t', ',', '.']).filter(|word| !word.is_empty());
    let read = |word: &str| {
        word.parse().map_err(|_| NumberError::Value {
            parameter: "coefficients".to_owned(),
            value: text.to_owned(),
            cause: format!("`{word}` is not a whole number"),
        })
    };
    words.map(read).collect()
}
