//! The nearest valid name to one that was mistyped.

/// Longer names are not compared: nobody mistypes them, and comparing costs the product of the lengths.
const LONGEST: usize = 40;

/// Most names that an error lists.
const LISTED: usize = 12;

/// The candidate closest to `name` by edit distance, if one is close enough to be meant.
///
/// ```
/// assert_eq!(wythoff_rules::nearest("whythoff", ["nim", "wythoff"]), Some("wythoff"));
/// assert_eq!(wythoff_rules::nearest("WYTHOFF", ["nim", "wythoff"]), Some("wythoff"));
/// assert_eq!(wythoff_rules::nearest("chess", ["nim", "wythoff"]), None);
/// ```
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if name.len() > LONGEST {
        return None;
    }
    let allowed = 1 + name.chars().count() / 3;
    candidates
        .into_iter()
        .filter(|candidate| candidate.len() <= LONGEST)
        .map(|candidate| (distance(&name.to_lowercase(), &candidate.to_lowercase()), candidate))
        .filter(|(distance, candidate)| *distance <= allowed && *distance < candidate.chars().count().max(2))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// The names that there are, the first of them if they are many.
pub(crate) fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let mut names = names.into_iter();
    let first: Vec<&str> = names.by_ref().take(LISTED).collect();
    let more = if names.next().is_some() { ", ..." } else { "" };
    format!("{}{more}", first.join(", "))
}

/// The Levenshtein distance of two words.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, to) in b.iter().enumerate() {
            let substituted = diagonal + usize::from(from != *to);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}
