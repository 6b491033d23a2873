//! The word of first differences: its letters, its balance, and a morphism that fixes it.

use super::Numbers;
use super::additive::additive_period;
use super::spectrum::slope_of;
use super::{Finding, fixed_by};

/// Sums of factors up to this length are compared.
const LONGEST: usize = 128;
/// Letters read for the balance.
const READ: usize = 20_000;
/// Words with more letters than this are no words for us.
const ALPHABET: usize = 6;

pub(super) fn of_terms(name: &str, start: i64, terms: &[i64]) -> Vec<Finding> {
    let Some(word) = terms.windows(2).map(|w| w[1].checked_sub(w[0])).collect::<Option<Vec<i64>>>() else {
        return Vec::new();
    };
    let mut letters = word.clone();
    letters.sort_unstable();
    letters.dedup();
    if word.len() < 16 || !(2..=ALPHABET).contains(&letters.len()) {
        return Vec::new();
    }
    let mut found = vec![balance(name, start, terms, &letters)];
    if slope_of(start, terms).is_some() || additive_period(terms).is_none() {
        found.extend(morphism(name, &word));
    }
    found
}

fn balance(name: &str, start: i64, terms: &[i64], letters: &[i64]) -> Finding {
    let terms = &terms[..terms.len().min(READ)];
    let longest = LONGEST.min(terms.len() / 2);
    let spreads: Vec<(i64, i64)> = (1..=longest)
        .map(|length| {
            let sums = terms.iter().zip(&terms[length..]).map(|(first, last)| last - first);
            sums.fold((i64::MAX, i64::MIN), |(least, most), sum| (least.min(sum), most.max(sum)))
        })
        .collect();
    let worst = spreads.iter().map(|(least, most)| most - least).max().unwrap_or(0);
    let list: Vec<String> = letters.iter().map(i64::to_string).collect();
    let verdict = match spreads.iter().position(|(least, most)| most - least > 1) {
        None => {
            format!("a balanced word: sums of factors of equal length up to {longest} differ by at most 1")
        }
        Some(at) => {
            let (length, (least, most)) = (at + 1, spreads[at]);
            format!(
                "not a balanced word: factors of length {length} have sums {least} and {most}; up to length {longest} the sums differ by at most {worst}"
            )
        }
    };
    let statement = format!("the differences {name}_(n+1) - {name}_n are {}, {verdict}", list.join(", "));
    let data = Numbers::Word {
        balanced: worst <= 1,
        factors: longest,
        letters: letters.to_vec(),
        sequence: name.to_string(),
        spread: worst,
    };
    Finding::new("word", statement, format!("n < {}", start + terms.len() as i64), data)
}

fn morphism(name: &str, word: &[i64]) -> Option<Finding> {
    let fixed = (0..3).filter_map(|skip| Some((skip, fixed_by(word.get(skip..)?, 8)?)));
    let (skipped, morphism) = fixed.min_by_key(|(skip, morphism)| (morphism.size(), *skip))?;
    let after = match skipped {
        0 => String::new(),
        1 => " after its first letter".to_string(),
        _ => format!(" after its first {skipped} letters"),
    };
    let statement = format!("the word of differences of {name}{after} is fixed by {morphism}");
    let data = Numbers::Morphism { images: morphism.images().to_vec(), sequence: name.to_string(), skipped };
    Some(Finding::new("morphism", statement, format!("{} letters", word.len()), data))
}
