//! Named words and morphisms: a prefix, or one letter.

use super::natural;
use crate::clock::timed;
use crate::error::Error;
use crate::evidence::Grounds;
use serde::Serialize;
use wythoff_numbers::Budget;
use wythoff_numbers::catalogue::{self, NamedWord};

/// Letters of a word.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Word {
    /// The name or the morphism.
    pub name: String,
    /// The letters; of a two-dimensional word its rows, line by line.
    pub word: String,
    /// What it rests on.
    #[serde(flatten)]
    pub grounds: Grounds,
    /// Time spent computing.
    pub seconds: f64,
}

/// Rows and columns of a two-dimensional word that are written out at most.
const SIDE: usize = 64;

/// The first letters of a word, or the corner of a two-dimensional one.
pub fn letters(name: &str, count: u64, budget: &Budget) -> Result<Word, Error> {
    let (word, seconds) = timed(budget, || prefix(name, count, budget));
    Ok(Word { name: name.to_string(), word: word?, grounds: Grounds::DEFINITION, seconds })
}

fn prefix(name: &str, count: u64, budget: &Budget) -> Result<String, Error> {
    match catalogue::word(name)? {
        NamedWord::Line(word) => {
            budget.need("the prefix", u128::from(count) * 4)?;
            let mut letters = String::new();
            for (done, letter) in (0..count).zip(word.into_letters()) {
                if done.is_multiple_of(1 << 12) {
                    budget.step(done, count)?;
                }
                letters.push(letter);
            }
            Ok(letters)
        }
        NamedWord::Plane(picture) => {
            let side = usize::try_from(count).unwrap_or(SIDE).min(SIDE);
            let rows: Vec<String> =
                picture.corner(side, side).into_iter().map(|row| row.into_iter().collect()).collect();
            Ok(rows.join("\n"))
        }
    }
}

/// One letter: at an index from 1 on, or at `x,y` of a two-dimensional word.
pub fn letter(name: &str, at: &str, budget: &Budget) -> Result<Word, Error> {
    let (word, seconds) = timed(budget, || -> Result<String, Error> {
        budget.check()?;
        let found = match catalogue::word(name)? {
            NamedWord::Line(word) => word.letter(&natural(at)?),
            NamedWord::Plane(picture) => {
                let (x, y) = at.split_once(',').ok_or_else(|| {
                    Error::input(format!("`{at}` is no place: this word has places x,y")).hint("write 3,5")
                })?;
                picture.letter(&natural(x)?, &natural(y)?)
            }
        };
        Ok(found?.to_string())
    });
    Ok(Word { name: name.to_string(), word: word?, grounds: Grounds::DEFINITION, seconds })
}
