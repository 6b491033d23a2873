//! All rows of End-Wythoff with so many piles below a bound that are P, one middle after the other (VIS-T-end-type).
//!
//! For a middle K the P-positions (a, K, b) are the graph of a permutation a -> b, since each row and each column holds one; it
//! depends on K only through l and r. So the permutation of each (l, r) that occurs is made once, in words of 64 candidates.

use std::collections::HashMap;
use std::rc::Rc;

use wythoff_numbers::bits::Bits;
use wythoff_numbers::tuples::next_below;

use crate::{Refusal, Visit};
use wythoff_numbers::{hold, pay};

/// The largest bound.
const MOST_PILE: u64 = 50_000;

/// The most rows that a list goes through.
const MOST_ROWS: u128 = 50_000_000;

/// Piles between two payments, and what each costs, in nanoseconds.
const PACE: u64 = 256;
const WORK: u64 = 50;

/// The pairings a -> b that belong to (l, r), as far as they were needed.
#[derive(Default)]
struct Pairings {
    known: HashMap<(u64, u64), Rc<Vec<u64>>>,
}

impl Pairings {
    /// The pairing of (l, r) for a = 0, .., most: each b is the least that no earlier a uses, in its column
    /// or on its diagonal, except that 0 goes with l, and r with 0.
    fn up_to(&mut self, (l, r): (u64, u64), most: u64) -> Result<Rc<Vec<u64>>, Refusal> {
        if let Some(known) = self.known.get(&(l, r))
            && known.len() as u64 > most
        {
            return Ok(known.clone());
        }
        let mut used = Bits::default();
        let mut diagonals = Bits::default();
        let mut partners = Vec::with_capacity(most as usize + 1);
        let mut least = 1;
        used.insert(0u64);
        for a in 0..=most {
            if a % PACE == 0 {
                pay(PACE * WORK)?;
            }
            // The diagonal of (a, b) is b - a + most >= 0.
            let b = if a == 0 {
                l
            } else if a == r {
                0
            } else {
                let mut b = least;
                loop {
                    let taken = used.word_at(b) | diagonals.word_at(b + most - a);
                    if taken != u64::MAX {
                        break b + u64::from((!taken).trailing_zeros());
                    }
                    b += 64;
                }
            };
            used.insert(b);
            diagonals.insert(b + most - a);
            least = used.next_absent(least);
            partners.push(b);
        }
        let partners = Rc::new(partners);
        self.known.insert((l, r), partners.clone());
        Ok(partners)
    }

    fn partner(&mut self, kind: (u64, u64), a: u64) -> Result<u64, Refusal> {
        let size = a.next_power_of_two().max(64);
        Ok(self.up_to(kind, size)?[a as usize])
    }

    /// (l, r) of a middle without empty piles, by the intervals of the row.
    fn kind(&mut self, middle: &[u64]) -> Result<(u64, u64), Refusal> {
        // kinds[i] belongs to the interval of the current length that starts at i.
        let mut shorter = vec![(0, 0); middle.len() + 1];
        for length in 1..=middle.len() {
            let longer = (0..=middle.len() - length).map(|i| {
                let (first, last) = (middle[i], middle[i + length - 1]);
                let (without_first, without_last) = (shorter[i + 1], shorter[i]);
                let l = self.partner(without_first, first)?;
                let r = self.partner((without_last.1, without_last.0), last)?;
                Ok::<_, Refusal>((l, r))
            });
            shorter = longer.collect::<Result<_, _>>()?;
        }
        Ok(shorter[0])
    }
}

/// The row without its empty piles: an empty pile changes nothing, whether it vanishes now or at an end.
fn without_empty(row: &[u64]) -> Vec<u64> {
    row.iter().copied().filter(|&pile| pile > 0).collect()
}

/// The pairs (a, b), by increasing a, with (a, K, b) in P and both below a bound.
///
/// ```
/// use wythoff_theory::end_wythoff::pairs_below;
/// assert_eq!(pairs_below(&[1], 4)?, [(0, 2), (1, 1), (2, 0)]);
/// # Ok::<(), wythoff_theory::Refusal>(())
/// ```
pub fn pairs_below(middle: &[u64], bound: u64) -> Result<Vec<(u64, u64)>, Refusal> {
    let Some(most) = bound.checked_sub(1) else { return Ok(Vec::new()) };
    check(middle.iter().copied().max().unwrap_or(0).max(bound), 1)?;
    let mut pairings = Pairings::default();
    let kind = pairings.kind(&without_empty(middle))?;
    let partners = pairings.up_to(kind, most)?;
    Ok((0..bound).zip(partners.iter().copied()).filter(|&(_, b)| b < bound).collect())
}

fn check(bound: u64, middles: u128) -> Result<(), Refusal> {
    if bound > MOST_PILE || middles.saturating_mul(u128::from(bound)) > MOST_ROWS {
        return Err(Refusal::Limit(format!(
            "rows are listed below {MOST_PILE}, and where there are at most {MOST_ROWS} of them"
        )));
    }
    Ok(())
}

/// The P-positions of `piles` piles below a bound, in lexicographic order; of two piles the sorted ones.
pub(super) fn rows_below(piles: usize, bound: u64, visit: &mut Visit<'_>) -> Result<(), Refusal> {
    let Some(most) = bound.checked_sub(1) else { return Ok(()) };
    if piles < 2 {
        let _ = visit(&vec![0; piles]);
        return Ok(());
    }
    check(bound, u128::from(bound).checked_pow(piles as u32 - 2).unwrap_or(u128::MAX))?;
    let (mut pairings, mut tables) = (Pairings::default(), Vec::new());
    let (mut middle, sides) = (vec![0; piles - 2], vec![bound; piles - 2]);
    loop {
        pay(PACE)?;
        hold("the middles of the rows", tables.len() as u64 * (piles as u64 * 8 + 48))?;
        let kind = pairings.kind(&without_empty(&middle))?;
        tables.push((middle.clone(), pairings.up_to(kind, most)?));
        if !next_below(&mut middle, &sides) {
            break;
        }
    }
    for a in 0..bound {
        pay(tables.len() as u64)?;
        for (middle, partners) in &tables {
            let b = partners[a as usize];
            if b < bound && !(piles == 2 && b < a) && visit(&[&[a][..], middle, &[b]].concat()).is_break() {
                return Ok(());
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_middle_that_is_lost_gives_wythoffs_pairs() {
        let pairs = pairs_below(&[1, 2], 60).unwrap();
        assert_eq!(pairs, pairs_below(&[], 60).unwrap());
        assert_eq!(pairs[..4], [(0, 0), (1, 2), (2, 1), (3, 5)]);
    }

    #[test]
    fn differences_settle_after_the_noise() {
        // VIS-T-end-diff: b_i - a_i = i for i > max(l, r), pairs with a_i <= b_i in order of a_i.
        for middle in [vec![3u64], vec![7], vec![4, 9], vec![2, 2, 5]] {
            let (l, r) = Pairings::default().kind(&middle).unwrap();
            let pairs = pairs_below(&middle, 400).unwrap();
            let rising = pairs.iter().filter(|(a, b)| a <= b).take(100).enumerate();
            for (i, (a, b)) in rising.map(|(i, pair)| (i as u64, pair)) {
                assert!(i <= l.max(r) || b - a == i, "{middle:?} {i}");
            }
        }
    }
}
