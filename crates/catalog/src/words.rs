//! The rules of the catalog's rule texts in words, for people who do not read the rule language yet.

/// The rules of a game in words; nothing for a game that says them itself.
///
/// ```
/// assert!(wythoff_catalog::words("wythoff").unwrap().starts_with("Two piles."));
/// ```
pub fn words(name: &str) -> Option<&'static str> {
    WORDS.iter().find(|(game, _)| *game == name).map(|(_, text)| *text)
}

const WORDS: &[(&str, &str)] = &[
    (
        "all-or-one",
        "Any number of piles. Take any positive number from one pile, or the same positive number from every pile.",
    ),
    (
        "blocking-wythoff",
        "Two piles. Take any positive number from one pile, or from both piles amounts that differ by less than t (t = 1: the same number). \
         Before each move the other player forbids up to k-1 options: of any kind (on=all), of those from both piles (on=diagonal), \
         or of those that take at least t from one pile (on=nim). Whoever has no option left loses.",
    ),
    (
        "bounded-t-wythoff",
        "Two piles. Take from 1 to r from one pile, or from both piles amounts from 1 to r that differ by less than t.",
    ),
    (
        "bt-wythoff",
        "Two piles. Take a positive multiple of b from one pile, or from both piles amounts whose difference is a multiple of b and less than bt.",
    ),
    (
        "connell",
        "Two piles. Take a positive multiple of b from one pile, or the same positive number from both.",
    ),
    (
        "cyclic-nimhoff",
        "Any number of piles. Take any positive number from one pile, or from several piles less than h in all.",
    ),
    (
        "dr",
        "Two piles. Take any positive number from one pile, or the same number from both unless it is one of 2, 4, ..., 2k-2; \
         or 2k+1 from one pile and 2k+2 from the other.",
    ),
    (
        "e-wythoff",
        "Two piles. Take any positive number from one pile, or the same from both, or from both piles more from the smaller than from the larger.",
    ),
    (
        "euclid",
        "Two positive numbers. Subtract a positive multiple of the smaller from the larger, which must stay positive.",
    ),
    (
        "f-wythoff",
        "Two piles. Take any positive number from one pile, or the same number from both if neither is emptied and the quotient \
         of the larger by the smaller, rounded down, stays as it was.",
    ),
    (
        "fibonacci-nim",
        "One pile of at least one token. The first player takes at least one token, but not all; after that each player takes at most twice as many \
         as the player before.",
    ),
    (
        "fraenkel",
        "Two piles x0 <= y0. Take any positive number from one pile; or from both, leaving x1 <= y1, if the two amounts differ by less than f(x1, y1, x0).",
    ),
    (
        "fraenkel-zusman",
        "Any number of piles. Take any positive numbers from some of the piles, but not from all; or the same positive number from all.",
    ),
    (
        "gdwn",
        "Two piles. Take any positive number from one pile, or the same from both, or p times a number from one pile and q times that number from the other.",
    ),
    (
        "holladay",
        "Two piles. Take any positive number from one pile, or from both piles amounts that differ by less than k.",
    ),
    (
        "holladay-printed",
        "Two piles. Take any positive number from one pile, or from both piles amounts that differ by at most k.",
    ),
    (
        "holladay-side",
        "Two piles. Take any positive number from one pile, or at most k from both: the same number (amounts=equal), or any two (amounts=any).",
    ),
    (
        "imitation-nim",
        "Two piles. Take any positive number from one pile. To imitate is to take from the larger pile as many as the other player has just taken from the smaller \
         (from either, if they were equal); no player may do so m times in a row.",
    ),
    ("king", "Two piles. Take from 1 to k from one pile, or the same number from 1 to k from both."),
    ("knight", "Two piles. Take 1 from one pile and 2 from the other."),
    (
        "knight-chess",
        "Two piles. Take 1 from one pile and 2 from the other; or take 2 from one pile and add 1 to the other.",
    ),
    (
        "larsson-multiples",
        "Two piles. Take a positive multiple of p from one pile; or amounts that differ by less than m from the two piles, one of which may be 0.",
    ),
    (
        "linear-nimhoff",
        "As many piles as the vectors have entries, in order. Take a positive multiple of one of the vectors.",
    ),
    (
        "maharaja",
        "Two piles. Take any positive number from one pile, or the same from both, or p from one pile and q from the other.",
    ),
    ("moore-nim", "Any number of piles. Take any positive numbers from at least one and at most k piles."),
    (
        "mouse",
        "Two piles x <= y. Take any positive number from one pile, or the same from both; where y - x is a multiple of 3 the two amounts may also differ by 1.",
    ),
    ("nim", "Any number of piles. Take any positive number from one pile."),
    (
        "nim-ab",
        "Two piles. Take from the two piles amounts, not both 0, that differ by less than a, or of which one is less than b.",
    ),
    ("nim-plus", "Two piles. Take any positive number from one pile, or k from one and l from the other."),
    (
        "nimsum-wythoff",
        "Any number of piles. Take any positive number from one pile, or from several piles amounts whose nim-sum is 0.",
    ),
    (
        "r-wythoff",
        "Two piles. Take any positive number from the larger pile (from either, if they are equal), or the same positive number from both.",
    ),
    ("radius", "Two piles. Take from 1 to r from one pile, or the same number from 1 to r from both."),
    (
        "radius-diagonal",
        "Two piles. Take any positive number from one pile, or the same number from 1 to r from both.",
    ),
    ("radius-nim", "Two piles. Take from 1 to r from one pile, or the same positive number from both."),
    (
        "rat",
        "Three piles x <= y <= z. Take any positive numbers from one or two piles. Or take from all three and keep their order: from x and y amounts \
         that differ by less than 2 where y - x is 0, 2 or 5 modulo 7, and equal amounts otherwise; or from x and z amounts that differ by less than b, \
         where b is 3 if the new z equals the new x, 6 if it exceeds it by 4 modulo 7, and 5 otherwise.",
    ),
    (
        "rat-printed",
        "Three piles x <= y <= z. Take any positive numbers from one or two piles. Or take from all three and keep their order: from x and y amounts \
         that differ by less than 2 where y - x is 0 modulo 7, and equal amounts otherwise; or from x and z amounts that differ by less than b, \
         where b is 3 if the new z equals the new x, 6 if it exceeds it by 4 modulo 7, and 5 otherwise.",
    ),
    (
        "relaxed",
        "Two piles x0 <= y0. Take any positive number from one pile; or from both, leaving x1 <= y1, if what is taken from the larger exceeds what is taken from \
         the smaller by less than f(x1, y1, x0); it may also be less. With alpha in place of f, the f for which the P-positions are (floor(n alpha), floor(n beta)), \
         1/alpha + 1/beta = 1.",
    ),
    ("subtraction", "As many piles as the vectors have entries, in order. Take exactly one of the vectors."),
    (
        "t-translate",
        "Two piles. Take any positive number from one pile, or the same number from both if neither is emptied and the quotient \
         of the larger by the smaller, rounded down, changes by at most k.",
    ),
    (
        "t-wythoff",
        "Two piles. Take any positive number from one pile, or from both piles amounts that differ by less than t.",
    ),
    (
        "three-vectors",
        "A point x v1 + y v2 + i v3 with v1 = (c,0), v2 = (0,c), v3 = (a,b), written (x, y, i) with i below c. Subtract a positive multiple of v1, v2 or v3, \
         if the result is such a point. c times v3 is a v1 + b v2, so subtracting v3 where i is 0 takes from x and y.",
    ),
    (
        "tribonacci",
        "Three piles a <= b <= c. Take any positive numbers from one or two piles; or from all three, each amount at most the sum of the other two; \
         or the same number from two piles and more than twice as many from the third, unless what is left of the three has a' < c' < b'.",
    ),
    (
        "tribonacci-printed",
        "Three piles a, b, c, each with its name for good. Take any positive numbers from one or two piles; or from all three, each amount at most the sum of \
         the other two; or the same number from two piles and more than twice as many from the third, unless what is left of the three has a' < c' < b'.",
    ),
    (
        "unequal",
        "Two piles. Take any positive number from one pile, or two different positive numbers from the two.",
    ),
    (
        "vector",
        "Two piles in order. Take any positive number from one pile, or a times a number from the first and b times that number from the second.",
    ),
    (
        "w-translate",
        "Two piles. Take any positive number from one pile, or the same number from both if at least j is left of the smaller and at least k of the larger.",
    ),
    (
        "wyt-f",
        "Two piles. Take any positive number from one pile, or k from one pile and l from the other with k <= l < f(k).",
    ),
    (
        "wyt-f-printed",
        "Two piles in order. Take any positive number from one pile, or k from the first and l from the second with k <= l < f(k).",
    ),
    (
        "wyt-k",
        "Two piles. Take any positive number from one pile, or the same number from both if it is one of the list K.",
    ),
    ("wythoff", "Two piles. Take any positive number from one pile, or the same positive number from both."),
    (
        "wythoff-piles",
        "Any number of piles. Choose two piles and take from one of them, or the same number from both; from every other pile take any number, or none.",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::{Kind, entries};

    #[test]
    fn every_rule_text_is_also_told_in_words() {
        let texts = entries().iter().filter(|entry| matches!(entry.kind, Kind::Text(_)));
        assert!(texts.clone().map(|entry| entry.name).eq(WORDS.iter().map(|(name, _)| *name)));
        // Parameters are named, so that a reader finds them in the rules.
        for entry in texts {
            let text = words(entry.name).unwrap();
            for (parameter, _, _) in entry.parameters() {
                let hidden = ["piles", "v", "alpha"].contains(&parameter.as_str());
                let named = text.split(|c: char| !c.is_alphanumeric()).any(|word| word.contains(&parameter));
                assert!(hidden || named, "{}: {parameter}", entry.name);
            }
        }
    }
}
