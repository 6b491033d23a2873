//! A morphism that fixes a word: sigma(w) = w with short images, found by search.

use std::fmt;

/// A morphism on integer letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Morphism(Vec<(i64, Vec<i64>)>);

impl Morphism {
    /// Each letter with its image.
    pub fn images(&self) -> &[(i64, Vec<i64>)] {
        &self.0
    }

    /// The total length of the images.
    pub fn size(&self) -> usize {
        self.0.iter().map(|(_, image)| image.len()).sum()
    }

    fn image(&self, letter: i64) -> Option<&[i64]> {
        self.0.iter().find(|(l, _)| *l == letter).map(|(_, image)| &image[..])
    }
}

impl fmt::Display for Morphism {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (letter, image)) in self.0.iter().enumerate() {
            let comma = if i == 0 { "" } else { ", " };
            let image: Vec<String> = image.iter().map(i64::to_string).collect();
            write!(f, "{comma}{letter} -> {}", image.join(" "))?;
        }
        Ok(())
    }
}

/// The morphism with images of at most `longest` letters that fixes the word and grows from its first letter.
///
/// The image of a new letter is the next stretch of the word, so only its length is searched:
/// O(longest^alphabet) attempts, most of which fail at once. Shorter images first.
///
/// ```
/// use wythoff_discover::findings::fixed_by;
/// let fibonacci = [2, 1, 2, 2, 1, 2, 1, 2, 2, 1, 2, 2, 1, 2, 1, 2, 2, 1, 2, 1, 2];
/// assert_eq!(fixed_by(&fibonacci, 4).unwrap().to_string(), "2 -> 2 1, 1 -> 2");
/// ```
pub fn fixed_by(word: &[i64], longest: usize) -> Option<Morphism> {
    extend(word, longest, 0, 0, Morphism(Vec::new()))
}

/// Goes on reading at `read` and matching at `written`.
fn extend(
    word: &[i64],
    longest: usize,
    mut read: usize,
    mut written: usize,
    known: Morphism,
) -> Option<Morphism> {
    while written < word.len() {
        let letter = word[read];
        let Some(image) = known.image(letter) else {
            let least = if known.0.is_empty() { 2 } else { 1 };
            return (least..=longest).find_map(|length| {
                let image = word.get(written..written + length)?.to_vec();
                let mut more = known.clone();
                more.0.push((letter, image));
                extend(word, longest, read + 1, written + length, more)
            });
        };
        let rest = &word[written..];
        let length = image.len().min(rest.len());
        if image[..length] != rest[..length] {
            return None;
        }
        written += image.len();
        read += 1;
    }
    let complete = word.iter().all(|&letter| known.image(letter).is_some());
    (complete && word.len() >= 3 * known.size()).then_some(known)
}
