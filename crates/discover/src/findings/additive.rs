//! Additive periods: s_{n+q} = s_n + p from some index on (GEO Theorems on rows; ledger NEW-ROWS).

use super::Finding;
use super::Numbers;
use super::difference::combination;

/// An additive period that fits the data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Additive {
    /// Terms before the periodic part.
    pub preperiod: usize,
    /// q.
    pub period: usize,
    /// p.
    pub gain: i64,
}

/// Terms of which no part is kept back.
const FEW: usize = 24;

/// The least period of the differences that at least four repetitions and a third of the data show, and that two thirds of
/// the data show as well: words of slopes near rationals repeat themselves for a while wherever a table happens to
/// end, and only what foretells the last third is more than that. O(n).
pub(super) fn additive_period(terms: &[i64]) -> Option<Additive> {
    let found = shown(terms)?;
    // Few terms, as people type them, leave nothing to foretell: what they show is said, with its bound.
    if terms.len() < FEW {
        return Some(found);
    }
    (shown(&terms[..terms.len() * 2 / 3])? == found).then_some(found)
}

fn shown(terms: &[i64]) -> Option<Additive> {
    let backwards: Vec<i64> =
        terms.windows(2).rev().map(|w| w[1].checked_sub(w[0])).collect::<Option<_>>()?;
    let z = z_function(&backwards);
    let n = backwards.len();
    let period = (1..=n / 3).find(|&q| {
        let length = q + z[q];
        length >= 4 * q && 3 * length >= n && length >= 6
    })?;
    let preperiod = n - (period + z[period]);
    let gain = terms[n].checked_sub(terms[n - period])?;
    Some(Additive { preperiod, period, gain })
}

/// z[i]: the length of the longest common prefix of the word and its suffix from i.
fn z_function(word: &[i64]) -> Vec<usize> {
    let n = word.len();
    let mut z = vec![0; n];
    let (mut left, mut right) = (0, 0);
    for i in 1..n {
        let mut length = if i < right { z[i - left].min(right - i) } else { 0 };
        while i + length < n && word[length] == word[i + length] {
            length += 1;
        }
        if i + length > right {
            (left, right) = (i, i + length);
        }
        z[i] = length;
    }
    z
}

pub(super) fn of_terms(name: &str, start: i64, terms: &[i64]) -> Option<Finding> {
    let Additive { preperiod, period, gain } = additive_period(terms)?;
    let from = start + preperiod as i64;
    let since = if preperiod == 0 { "for every n".to_string() } else { format!("for n >= {from}") };
    let first = terms[preperiod];
    let statement = match (period, gain) {
        (1, 0) => format!("{name}_n = {first} {since}"),
        (1, _) => {
            let constant = i128::from(first) - i128::from(gain) * i128::from(from);
            format!("{name}_n = {} {since}", combination(&[(i128::from(gain), "n"), (constant, "")]))
        }
        (_, 0) => format!("{name}_(n+{period}) = {name}_n {since}"),
        _ => format!("{name}_(n+{period}) = {name}_n + {gain} {since}"),
    };
    let data = Numbers::Period { from, gain, period, sequence: name.to_string() };
    Some(Finding::new("period", statement, format!("n < {}", start + terms.len() as i64), data))
}
