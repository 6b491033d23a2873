//! Complementary pairs: every positive integer is exactly one a_n or b_n, or the first that is not.

use super::Finding;
use super::Numbers;
use super::data::Pairs;
use std::collections::HashMap;

pub(super) fn of_pairs(pairs: &Pairs) -> Option<Finding> {
    let last = *pairs.a.last()?;
    let mut seen: HashMap<i64, (char, usize)> = HashMap::new();
    let mut twice: Option<(i64, String, String)> = None;
    for n in 0..pairs.len() {
        let (a, b) = (pairs.a[n], pairs.b[n]);
        // (0,0) and other pairs of equal piles name one size once.
        let entries = [('a', a), ('b', b)];
        for &(name, value) in &entries[..if a == b { 1 } else { 2 }] {
            if value <= last
                && let Some((other, m)) = seen.insert(value, (name, n))
                && twice.as_ref().is_none_or(|(least, _, _)| value < *least)
            {
                twice = Some((value, format!("{other}_{m}"), format!("{name}_{n}")));
            }
        }
    }
    let bound = format!("piles up to {last}");
    // A size that fills a pair by itself, other than 0 of the end position, is a term of both sequences.
    let equal = (0..pairs.len()).find(|&n| pairs.a[n] == pairs.b[n] && pairs.a[n] > 0);
    let missed = (0..=last).find(|value| !seen.contains_key(value));
    Some(match (twice, missed, equal) {
        (None, Some(value), _) => {
            let statement = format!("the sequences a and b do not tile the integers: {value} is neither");
            Finding::new(
                "complementary",
                statement,
                bound,
                Numbers::Complementary { complementary: false, first: Some(value), last: None },
            )
        }
        (Some((value, one, other)), _, _) => Finding::new(
            "complementary",
            format!("the sequences a and b do not tile the integers: {value} is both {one} and {other}"),
            bound,
            Numbers::Complementary { complementary: false, first: Some(value), last: None },
        ),
        (None, None, Some(n)) => {
            let value = pairs.a[n];
            let statement = format!(
                "every integer from 0 to {last} is in exactly one pair, but a and b are not complementary: {value} is both a_{n} and b_{n}"
            );
            Finding::new(
                "complementary",
                statement,
                bound,
                Numbers::Complementary { complementary: false, first: Some(value), last: None },
            )
        }
        (None, None, None) => Finding::new(
            "complementary",
            format!(
                "every integer from 0 to {last} is exactly one pile size of the pairs: a and b are complementary"
            ),
            bound,
            Numbers::Complementary { complementary: true, first: None, last: Some(last) },
        ),
    })
}
