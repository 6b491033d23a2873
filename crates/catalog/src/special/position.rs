//! Positions of the games written in Rust: piles that are whole numbers of any size or rationals.
//!
//! No answers are made here.

use std::fmt;

use malachite::Natural;
use malachite::base::num::arithmetic::traits::DivExact;
use malachite::base::num::arithmetic::traits::Gcd;

use super::refused::Refused;
use wythoff_numbers::clipped;

/// So much of what was typed is shown in an error.
const SHOWN: usize = 60;

/// A pile or coordinate: a whole number or a rational in lowest terms.
///
/// A rational with denominator 1 is always `Whole`, so equal numbers are equal values.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Pile {
    /// A whole number.
    Whole(Natural),
    /// A fraction in lowest terms whose denominator is at least 2.
    Ratio {
        /// The numerator.
        num: Natural,
        /// The denominator, at least 2.
        den: Natural,
    },
}

/// The piles of a position, in the order in which the game keeps them.
pub type SpecialPosition = Vec<Pile>;

impl Pile {
    /// `num/den` in lowest terms; `None` when `den` is 0.
    ///
    /// ```
    /// use malachite::Natural;
    /// use wythoff_catalog::special::Pile;
    /// let pile = Pile::ratio(Natural::from(4u32), Natural::from(6u32)).unwrap();
    /// assert_eq!(pile.to_string(), "2/3");
    /// assert_eq!(Pile::ratio(Natural::from(6u32), Natural::from(3u32)), Some(Pile::from(2)));
    /// ```
    pub fn ratio(num: Natural, den: Natural) -> Option<Pile> {
        if den == 0u32 {
            return None;
        }
        let common = (&num).gcd(&den);
        let (num, den) = (num.div_exact(&common), den.div_exact(&common));
        Some(if den == 1u32 { Pile::Whole(num) } else { Pile::Ratio { num, den } })
    }

    /// Numerator and denominator.
    pub fn parts(&self) -> (Natural, Natural) {
        match self {
            Pile::Whole(n) => (n.clone(), Natural::from(1u32)),
            Pile::Ratio { num, den } => (num.clone(), den.clone()),
        }
    }

    /// The whole number, if the pile is one.
    pub fn whole(&self) -> Option<&Natural> {
        match self {
            Pile::Whole(n) => Some(n),
            Pile::Ratio { .. } => None,
        }
    }
}

impl From<u64> for Pile {
    fn from(n: u64) -> Self {
        Pile::Whole(Natural::from(n))
    }
}

impl From<Natural> for Pile {
    fn from(n: Natural) -> Self {
        Pile::Whole(n)
    }
}

impl fmt::Display for Pile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pile::Whole(n) => write!(f, "{n}"),
            Pile::Ratio { num, den } => write!(f, "{num}/{den}"),
        }
    }
}

/// A position as people write it: `6,10` or `5/3,7/2`.
pub fn show(position: &[Pile]) -> String {
    position.iter().map(Pile::to_string).collect::<Vec<_>>().join(",")
}

/// A position of machine-sized piles.
pub fn position_of(piles: &[u64]) -> SpecialPosition {
    piles.iter().map(|&n| Pile::from(n)).collect()
}

/// Reads piles separated by commas or lines, whole or `p/q`; a refusal names the pile that is wrong.
pub fn parse_piles(text: &str) -> Result<SpecialPosition, Refused> {
    let words = wythoff_rules::split_position(text).into_iter();
    words.enumerate().map(|(index, word)| parse_pile(word, index + 1)).collect()
}

fn parse_pile(word: &str, index: usize) -> Result<Pile, Refused> {
    let number = |digits: &str| -> Result<Natural, Refused> {
        let digits = digits.trim();
        let hint = "piles are whole numbers, as in 6,10, or for rationals fractions, as in 5/3,7/2";
        if digits.is_empty() {
            return Err(Refused::input(format!("pile {index} is empty")).hint(hint));
        }
        wythoff_rules::parse_pile(digits).map_err(|error| {
            let what = if digits.starts_with('-') { "is negative" } else { "is not a whole number" };
            let message =
                format!("pile {index} `{}` {what}", clipped(&digits.escape_debug().to_string(), SHOWN));
            if error.is_limit() { Refused::limit(error.message) } else { Refused::input(message) }.hint(hint)
        })
    };
    match word.split_once('/') {
        None => Ok(Pile::Whole(number(word)?)),
        Some((num, den)) => Pile::ratio(number(num)?, number(den)?)
            .ok_or_else(|| Refused::input(format!("pile {index} has denominator 0")).hint("write 5/3")),
    }
}

/// The piles as whole numbers, exactly `count` of them where a count is given.
pub fn whole_piles(position: &[Pile], count: Option<usize>) -> Result<Vec<Natural>, Refused> {
    if let Some(count) = count
        && position.len() != count
    {
        let word = if count == 1 { "pile" } else { "piles" };
        return Err(Refused::input(format!(
            "the game has {count} {word}, the position has {}",
            position.len()
        ))
        .hint(format!("give {count} {word}, separated by commas")));
    }
    let piles = position.iter().enumerate().map(|(index, pile)| match pile.whole() {
        Some(n) => Ok(n.clone()),
        None => Err(Refused::input(format!("pile {} is {pile}, not a whole number", index + 1))
            .hint("the piles of this game are whole numbers")),
    });
    piles.collect()
}

/// The piles as machine words, each at most `most`.
pub fn small_piles(position: &[Pile], count: Option<usize>, most: u64) -> Result<Vec<u64>, Refused> {
    let piles = whole_piles(position, count)?;
    let small = piles.iter().enumerate().map(|(index, n)| match u64::try_from(n) {
        Ok(n) if n <= most => Ok(n),
        _ => Err(Refused::limit(format!(
            "pile {} is above {most}, as far as this game is computed",
            index + 1
        ))
        .hint("ask for smaller piles")),
    });
    small.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_whole_numbers_and_fractions() {
        assert_eq!(show(&parse_piles(" 6, 10 ").unwrap()), "6,10");
        assert_eq!(show(&parse_piles("5/3,14/4,9/3").unwrap()), "5/3,7/2,3");
        let long = "9".repeat(400);
        assert_eq!(show(&parse_piles(&long).unwrap()), long);
    }

    #[test]
    fn refusals_name_the_pile() {
        for (text, reason) in [
            ("1,,2", "pile 2 is empty"),
            ("1,-2", "pile 2 `-2` is negative"),
            ("x", "pile 1 `x` is not a whole number"),
            ("1,2/0", "pile 2 has denominator 0"),
            ("", "pile 1 is empty"),
        ] {
            assert_eq!(parse_piles(text).unwrap_err().reason, reason);
        }
        assert!(whole_piles(&parse_piles("1,2/3").unwrap(), None).is_err());
        assert!(whole_piles(&position_of(&[1, 2]), Some(3)).is_err());
    }
}
