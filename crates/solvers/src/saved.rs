//! States of long computations as bytes: numbers of 64 bits, the lowest byte first.

use wythoff_numbers::bits::Filling;

/// Writes a number.
pub(crate) fn number(to: &mut Vec<u8>, n: usize) {
    to.extend_from_slice(&(n as u64).to_le_bytes());
}

/// Writes words and how many they are.
pub(crate) fn words(to: &mut Vec<u8>, words: &[u64]) {
    number(to, words.len());
    words.iter().for_each(|word| to.extend_from_slice(&word.to_le_bytes()));
}

/// Writes a set.
pub(crate) fn filling(to: &mut Vec<u8>, set: &Filling) {
    let (words_in, stretch) = set.parts();
    [stretch.0, stretch.1].iter().for_each(|n| number(to, *n));
    words(to, words_in);
}

/// Reads a set.
pub(crate) fn read_filling(from: &mut &[u8]) -> Option<Filling> {
    let stretch = (read(from)?, read(from)?);
    Some(Filling::from_parts(read_words(from)?, stretch))
}

/// Takes so many bytes off.
pub(crate) fn take<'a>(from: &mut &'a [u8], bytes: usize) -> Option<&'a [u8]> {
    let (taken, rest) = from.split_at_checked(bytes)?;
    *from = rest;
    Some(taken)
}

/// Reads a number.
pub(crate) fn read(from: &mut &[u8]) -> Option<usize> {
    let bytes = take(from, 8)?.try_into().ok()?;
    usize::try_from(u64::from_le_bytes(bytes)).ok()
}

/// Reads words.
pub(crate) fn read_words(from: &mut &[u8]) -> Option<Vec<u64>> {
    let count = read(from)?;
    let bytes = take(from, count.checked_mul(8)?)?;
    Some(bytes.chunks_exact(8).map(|b| u64::from_le_bytes(std::array::from_fn(|i| b[i]))).collect())
}
