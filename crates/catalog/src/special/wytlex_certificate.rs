//! A finite check that covers the infinitely many positions of Wytlex(K, f) with a bounded first pile,
//! from the legality of moves alone (LEX Definition 16; the cases are those of LEX Lemmas 11 and 12).
//!
//! A listed position P^m reaches every position V with the same beginning v_1..v_i, whatever its other
//! piles, as soon as P^m precedes that beginning strictly and shares a size or a difference with it.

use std::collections::BTreeMap;

use malachite::Natural;
use thiserror::Error;

use super::refused::Refused;

/// A list of P-positions that is right for every position whose first pile is at most `most`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Certified {
    /// How many P-positions were listed.
    pub listed: usize,
    /// The largest first pile that is covered.
    pub most: Natural,
}

/// Why a list of P-positions was not certified.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CertificateFailure {
    /// A listed position moves to another one.
    #[error("[{}] moves to [{}]", commas(.from), commas(.to))]
    Joined {
        /// The position moved from.
        from: Vec<Natural>,
        /// The position moved to.
        to: Vec<Natural>,
    },
    /// Some position that begins with these piles has no move to a listed one for a reason found here.
    #[error("no listed position answers all positions that begin with [{}]", commas(.beginning))]
    Open {
        /// The smallest piles of such positions.
        beginning: Vec<Natural>,
    },
    /// A listed position is not sorted or has another number of piles than the first.
    #[error("[{}] is not a sorted position of the game", commas(.position))]
    Malformed {
        /// The position.
        position: Vec<Natural>,
    },
}

fn commas(piles: &[Natural]) -> String {
    piles.iter().map(Natural::to_string).collect::<Vec<_>>().join(",")
}

/// Checks `listed` as the P-positions with first pile at most `most`.
///
/// O(n^2 K^4) for n positions, however large the piles are.
pub(super) fn check(
    listed: &[Vec<Natural>],
    most: &Natural,
    width: impl Fn(&[Natural]) -> Result<Natural, Refused>,
) -> Result<Result<Certified, CertificateFailure>, Refused> {
    let mut blocks = Vec::new();
    for position in listed {
        if !position.is_sorted() || position.is_empty() || position.len() != listed[0].len() {
            return Ok(Err(CertificateFailure::Malformed { position: position.clone() }));
        }
        blocks.push(differences(position, &width(position)?));
    }
    if let Some((from, to)) = joined(listed, &blocks) {
        return Ok(Err(CertificateFailure::Joined { from: from.clone(), to: to.clone() }));
    }
    if let Some(beginning) = open_beginning(listed, &blocks, most) {
        return Ok(Err(CertificateFailure::Open { beginning }));
    }
    Ok(Ok(Certified { listed: listed.len(), most: most.clone() }))
}

/// D(B) + [0, f(B)) as half-open intervals.
fn differences(position: &[Natural], width: &Natural) -> Vec<(Natural, Natural)> {
    let mut blocks = Vec::new();
    for (j, high) in position.iter().enumerate() {
        for low in &position[..j] {
            let start = high - low;
            let end = &start + width;
            blocks.push((start, end));
        }
    }
    blocks.sort();
    blocks.dedup();
    blocks
}

/// Two listed positions with a legal move between them.
fn joined<'a>(
    listed: &'a [Vec<Natural>],
    blocks: &[Vec<(Natural, Natural)>],
) -> Option<(&'a Vec<Natural>, &'a Vec<Natural>)> {
    for from in listed {
        for (to, blocks) in listed.iter().zip(blocks) {
            if to >= from {
                continue;
            }
            let shares_size = from.iter().any(|pile| to.contains(pile));
            let shares_difference = || {
                from.iter().enumerate().any(|(j, high)| {
                    from[..j].iter().any(|low| {
                        let difference = high - low;
                        blocks.iter().any(|(start, end)| *start <= difference && difference < *end)
                    })
                })
            };
            if shares_size || shares_difference() {
                return Some((from, to));
            }
        }
    }
    None
}

/// A beginning whose positions are not all answered, if there is one. No two listed positions share a pile.
fn open_beginning(
    listed: &[Vec<Natural>],
    blocks: &[Vec<(Natural, Natural)>],
    most: &Natural,
) -> Option<Vec<Natural>> {
    let by_first: BTreeMap<&Natural, usize> = listed.iter().enumerate().map(|(m, p)| (&p[0], m)).collect();
    // The first pile that each size has been seen with: a position that begins with that size and has no
    // smaller first pile listed for it is answered by sharing it.
    let mut owner: BTreeMap<&Natural, &Natural> = BTreeMap::new();
    for position in listed {
        for pile in position {
            owner.insert(pile, &position[0]);
        }
    }
    let mut first = Natural::from(0u32);
    while first <= *most {
        match by_first.get(&first) {
            None if owner.get(&first).is_some_and(|owner| **owner < first) => {}
            None => return Some(vec![first]),
            Some(&n) => {
                let earlier: Vec<usize> = by_first.range::<Natural, _>(..&first).map(|(_, &m)| m).collect();
                if let Some(open) = open_after(&listed[n], &earlier, listed, blocks) {
                    return Some(open);
                }
            }
        }
        first += Natural::from(1u32);
    }
    None
}

/// For each i, the beginnings p_1..p_i, v with p_i <= v < p_{i+1} must be answered by earlier positions;
/// those with v > p_{i+1} are answered by `position` itself, which precedes them and shares p_1.
fn open_after(
    position: &[Natural],
    earlier: &[usize],
    listed: &[Vec<Natural>],
    blocks: &[Vec<(Natural, Natural)>],
) -> Option<Vec<Natural>> {
    for i in 1..position.len() {
        let mut answered: Vec<(Natural, Natural)> = Vec::new();
        for &m in earlier {
            answered.extend(listed[m].iter().map(|pile| (pile.clone(), pile + Natural::from(1u32))));
            for fixed in &position[..i] {
                answered.extend(blocks[m].iter().map(|(start, end)| (fixed + start, fixed + end)));
            }
        }
        answered.sort();
        let mut open = position[i - 1].clone();
        for (start, end) in answered {
            if start <= open && open < end {
                open = end;
            }
        }
        if open < position[i] {
            let mut beginning = position[..i].to_vec();
            beginning.push(open);
            return Some(beginning);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::special::{Special, Wytlex};

    fn checked(listed: &[Vec<u64>], most: u64) -> Result<Certified, CertificateFailure> {
        let listed: Vec<Vec<Natural>> =
            listed.iter().map(|p| p.iter().map(|&n| Natural::from(n)).collect()).collect();
        check(&listed, &Natural::from(most), |_| Ok(Natural::from(1u32))).unwrap()
    }

    #[test]
    fn a_wrong_list_is_refuted() {
        let right = Wytlex::new(3).unwrap().p_first(13).unwrap();
        assert_eq!(checked(&right, 23).unwrap().listed, 13);

        let mut changed = right.clone();
        changed[12] = vec![23, 39, 58]; // the P-position of Wythoff(3)
        assert!(matches!(checked(&changed, 23), Err(CertificateFailure::Joined { .. })));

        let mut short = right.clone();
        short.remove(7);
        assert!(matches!(checked(&short, 23), Err(CertificateFailure::Open { .. })));

        let mut high = right.clone();
        high[12] = vec![23, 42, 62];
        assert!(
            matches!(checked(&high, 23), Err(CertificateFailure::Open { beginning }) if beginning.len() == 3)
        );
        assert!(
            matches!(checked(&right, 24), Err(CertificateFailure::Open { beginning }) if beginning == [24u32])
        );
    }
}
