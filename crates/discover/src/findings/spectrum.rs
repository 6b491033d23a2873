//! Beatty form of a sequence: s_n = floor(n alpha), or floor(n alpha + beta), with all the slopes that fit, or the
//! first index that refutes (Boshernitzan and Fraenkel; ledger LEX-BFALG).

use super::Numbers;
use super::{Finding, Named, name_in};
use std::cmp::Ordering;
use wythoff_numbers::spectrum::fit;
use wythoff_numbers::{Quadratic, Rational};

/// Fewer terms than this say nothing.
const FEWEST: usize = 8;

pub(super) fn of_terms(name: &str, start: i64, terms: &[i64]) -> Vec<Finding> {
    guided(name, start, terms, None)
}

/// The quadratic irrational that the slope of s_n = floor(n alpha) seems to be.
pub(super) fn slope_of(start: i64, terms: &[i64]) -> Option<Quadratic> {
    let (low, high) = homogeneous(start, terms)?;
    name_in(&low, &high, true)?.quadratic
}

/// A slope that something else in the data asks for.
pub(super) struct Expected {
    /// The slope.
    pub slope: Quadratic,
    /// What asks for it.
    pub reason: String,
}

/// As [`of_terms`], preferring the expected slope if it fits.
pub(super) fn guided(name: &str, start: i64, terms: &[i64], expected: Option<&Expected>) -> Vec<Finding> {
    let step = terms.windows(2).map(|w| i128::from(w[1]) - i128::from(w[0]));
    // An arithmetic progression is a period of length 1, said elsewhere.
    if terms.len() < FEWEST || step.clone().all(|d| Some(d) == step.clone().next()) {
        return Vec::new();
    }
    let end = start + terms.len() as i64;
    let bound = format!("n < {end}");
    if let Some((low, high)) = homogeneous(start, terms) {
        let inside =
            |e: &&Expected| e.slope > Quadratic::rational(&low) && e.slope < Quadratic::rational(&high);
        let (named, sentence) = match expected.filter(inside) {
            Some(Expected { slope, reason }) => {
                (Some(slope.to_string()), format!(", which contains {slope}, {reason}"))
            }
            None => {
                let named = name_in(&low, &high, true);
                (text_of(named.as_ref()), sentence_of(named.as_ref()))
            }
        };
        let statement = format!("{name}_n = floor(n alpha) for every alpha in [{low}, {high}){sentence}");
        let data = Numbers::Beatty {
            alpha: [low.to_string(), high.to_string()],
            beta: "0",
            named,
            sequence: name.to_string(),
        };
        return vec![Finding::new("beatty", statement, bound, data)];
    }
    match fit(start, terms) {
        Ok(lines) => {
            let (Some(low), Some(high)) = lines.slopes() else { return Vec::new() };
            let named = name_in(&low, &high, false);
            let line = lines.witness();
            let witness =
                line.as_ref().map(|(a, b)| format!("; one line is {}", line_text(a, b))).unwrap_or_default();
            let statement = format!(
                "{name}_n = floor(n alpha + beta) for some beta and every alpha in ({low}, {high}){}{witness}",
                sentence_of(named.as_ref())
            );
            let line = line.map(|(a, b)| [a.to_string(), b.to_string()]);
            let data = Numbers::Line {
                alpha: [low.to_string(), high.to_string()],
                line,
                named: text_of(named.as_ref()),
                sequence: name.to_string(),
            };
            vec![Finding::new("beatty", statement, bound, data)]
        }
        Err(refutation) => {
            let statement =
                format!("{name}_n is no floor(n alpha + beta): index {} refutes it", refutation.index);
            let data = Numbers::Refuted {
                high: refutation.high.into(),
                low: refutation.low.into(),
                refuted: refutation.index,
                sequence: name.to_string(),
            };
            let first = Finding::new("beatty", statement, format!("n <= {}", refutation.index), data);
            std::iter::once(first).chain(of_tail(name, start, terms)).collect()
        }
    }
}

/// `n 21/11 - 3/11`.
fn line_text(a: &Rational, b: &Rational) -> String {
    match b.cmp(&Rational::from(0)) {
        Ordering::Less => format!("n {a} - {}", -b),
        Ordering::Equal => format!("n {a}"),
        Ordering::Greater => format!("n {a} + {b}"),
    }
}

/// The line that the later three quarters follow.
fn of_tail(name: &str, start: i64, terms: &[i64]) -> Option<Finding> {
    let skipped = terms.len() / 4;
    let tail = terms.get(skipped..).filter(|tail| tail.len() >= 4 * FEWEST)?;
    let from = start + skipped as i64;
    let (low, high) = match fit(from, tail).ok()?.slopes() {
        (Some(low), Some(high)) => (low, high),
        _ => return None,
    };
    let named = name_in(&low, &high, false);
    let statement = format!(
        "from n = {from} on, {name}_n = floor(n alpha + beta) for some beta and every alpha in ({low}, {high}){}",
        sentence_of(named.as_ref())
    );
    let data = Numbers::LaterLine {
        alpha: [low.to_string(), high.to_string()],
        from,
        named: text_of(named.as_ref()),
        sequence: name.to_string(),
    };
    Some(Finding::new("beatty", statement, format!("n < {}", start + terms.len() as i64), data))
}

/// The slopes alpha in [low, high) with s_n = floor(n alpha) for all n.
pub(super) fn homogeneous(start: i64, terms: &[i64]) -> Option<(Rational, Rational)> {
    // As fractions (numerator, denominator), compared by cross products below 2^128.
    let mut low: Option<(i128, i128)> = None;
    let mut high: Option<(i128, i128)> = None;
    for (n, &term) in (start..).zip(terms) {
        let (n, term) = (i128::from(n), i128::from(term));
        if n < 0 || (n == 0 && term != 0) {
            return None;
        }
        if n > 0 {
            if low.is_none_or(|(p, q)| term * q > p * n) {
                low = Some((term, n));
            }
            if high.is_none_or(|(p, q)| (term + 1) * q < p * n) {
                high = Some((term + 1, n));
            }
        }
    }
    let ((p, q), (r, s)) = (low?, high?);
    (p * s < r * q).then(|| (Rational::from_signeds(p, q), Rational::from_signeds(r, s)))
}

pub(super) fn sentence_of(named: Option<&Named>) -> String {
    match named {
        None => String::new(),
        Some(Named { text, quadratic: None, .. }) => format!(", which contains {text}"),
        Some(Named { text, searched, .. }) => {
            format!(
                ", where {text} is the simplest quadratic irrational (coefficients up to {searched} tried)"
            )
        }
    }
}

pub(super) fn text_of(named: Option<&Named>) -> Option<String> {
    named.map(|named| named.text.clone())
}
