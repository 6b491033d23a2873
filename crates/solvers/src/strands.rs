//! A band as a bundle of strands: {(k, l) : lo <= ak - bl <= hi} with a, b >= 0 falls into the lattice lines
//! ak - bl = c, each of which runs along (b, a); the other conditions say where it begins.

use crate::kernel::Strand;
use wythoff_rules::{Condition, Conjunction};

/// Most strands that a band is taken apart into.
const MOST_STRANDS: i128 = 512;

/// `down * k + across * l + constant >= 0` for what is taken from the two piles.
#[derive(Clone, Copy)]
struct Half {
    down: i128,
    across: i128,
    constant: i128,
}

impl Half {
    fn at(self, (k, l): (i128, i128)) -> i128 {
        self.down * k + self.across * l + self.constant
    }
}

/// The strands that a conjunction on two piles consists of; `None` if it is not a band that goes on for ever, or if it
/// looks at the position.
pub(crate) fn strands_of(moves: &Conjunction) -> Option<Vec<Strand>> {
    let mut halves = vec![Half { down: 1, across: 0, constant: 0 }, Half { down: 0, across: 1, constant: 0 }];
    for condition in &moves.conditions {
        let Condition::AtLeastZero(form) = condition else { return None };
        let (&[x, y], &[u, v]) = (&form.before[..], &form.after[..]) else { return None };
        let small = |n: i64| n.unsigned_abs() < 1 << 32;
        if x.checked_neg() != Some(u)
            || y.checked_neg() != Some(v)
            || ![x, y, form.constant].into_iter().all(small)
        {
            return None;
        }
        let (down, across, constant) = (i128::from(x), i128::from(y), i128::from(form.constant));
        let common = gcd(down, across);
        if common == 0 {
            // No amount in it: always or never.
            if constant < 0 {
                return Some(Vec::new());
            }
            continue;
        }
        // Rounding keeps the integer points.
        halves.push(Half {
            down: down / common,
            across: across / common,
            constant: constant.div_euclid(common),
        });
    }
    let (form, low, high) = band(&halves)?;
    if high - low >= MOST_STRANDS {
        return None;
    }
    let mut strands = Vec::new();
    for value in low..=high {
        let first = first_on_line(form, value)?;
        strands.extend(cut(first, (form.across.abs(), form.down.abs()), &halves)?);
    }
    Some(strands)
}

/// A form ak - bl with a, b >= 0, prime to each other, that is bounded on both sides, with its least and greatest value.
fn band(halves: &[Half]) -> Option<(Half, i128, i128)> {
    let mut best: Option<(Half, i128, i128)> = None;
    for half in halves.iter().filter(|h| h.down >= 0 && h.across <= 0) {
        let same = halves.iter().filter(|h| (h.down, h.across) == (half.down, half.across));
        let other = halves.iter().filter(|h| (h.down, h.across) == (-half.down, -half.across));
        let (low, high) = (same.map(|h| -h.constant).max()?, other.map(|h| h.constant).min());
        let Some(high) = high else { continue };
        if best.is_none_or(|(_, l, h)| high - low < h - l) {
            best = Some((*half, low, high));
        }
    }
    best
}

/// A point with k, l >= 0 on the line ak - bl = value, no smaller one being on it.
fn first_on_line(form: Half, value: i128) -> Option<(i128, i128)> {
    let (a, b) = (form.down, -form.across);
    if b == 0 {
        // k = value, any l.
        return Some((value, 0));
    }
    // Of b consecutive k just one makes ak - value divisible by b; a bound on b bounds the search.
    if b > 1 << 16 {
        return None;
    }
    let k = (0..b).find(|k| (a * k - value).rem_euclid(b) == 0)?;
    let l = (a * k - value) / b;
    if l >= 0 {
        return Some((k, l));
    }
    // l grows by a with each step; with a = 0 the line is l = -value < 0, which no other condition will let pass.
    let steps = if a == 0 { 0 } else { (-l + a - 1) / a };
    Some((k + steps * b, l + steps * a))
}

/// The part of first + i * step, i >= 0, where all conditions hold: `Some(None)` if nowhere, `None` if it ends.
fn cut(first: (i128, i128), step: (i128, i128), halves: &[Half]) -> Option<Option<Strand>> {
    let mut from = 0;
    for half in halves {
        let (at, growth) = (half.at(first), half.down * step.0 + half.across * step.1);
        match growth {
            0 if at < 0 => return Some(None),
            0 => {}
            _ if growth > 0 => from = from.max((-at + growth - 1).div_euclid(growth)),
            _ => return None,
        }
    }
    let start = (first.0 + from * step.0, first.1 + from * step.1);
    // Taking nothing is no move.
    let start = if start == (0, 0) { step } else { start };
    let number = |n: i128| usize::try_from(n).ok();
    let (down, across) = (number(step.0)?, number(step.1)?);
    Some(Some(Strand { down, across, start: (number(start.0)?, number(start.1)?) }))
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use crate::moves::ray_moves;
    use proptest::prelude::*;
    use std::collections::BTreeSet;
    use wythoff_rules::Rules;

    fn vectors(text: &str, side: usize) -> Option<BTreeSet<(usize, usize)>> {
        let moves = ray_moves(&Rules::read(text).unwrap(), |_| true)?;
        let mut all = BTreeSet::new();
        moves.for_each(side, side, |a, b| {
            all.insert((a, b));
        });
        Some(all)
    }

    /// The moves from the far corner, one by one.
    fn options(text: &str, side: usize) -> BTreeSet<(usize, usize)> {
        let rules = Rules::read(text).unwrap();
        let options = rules.options(&[side as u64, side as u64]).unwrap();
        let taken = |x: u64| side - x as usize;
        let mut all: BTreeSet<_> = options.iter().map(|to| (taken(to[0]), taken(to[1]))).collect();
        if rules.is_symmetric() {
            all.extend(all.clone().into_iter().map(|(a, b)| (b, a)));
        }
        all
    }

    #[test]
    fn bands_that_are_bundles() {
        for text in [
            "(k,l) where |k - l| < 3",
            "(k,l) for k >= 0, l >= 0 where |k - l| < 3 and k + l > 0",
            "(k,l) where 0 <= 2*k - 3*l <= 4 and k + l >= 9",
            "(k,l) for k >= 0, l >= 1 where k <= 2",
            "(i,0) (0,i) (k,l) where k <= l < k + 5",
        ] {
            assert_eq!(vectors(text, 40), Some(options(text, 40)), "{text}");
        }
        assert_eq!(vectors("(k,l) where k <= l < 2*k", 40), None);
        assert_eq!(vectors("(k,l) where |k - l| < 3 and k + l < 20", 40), None);
    }

    proptest! {
        #[test]
        fn a_bundle_is_its_band(
            a in -1i64..4, b in -4i64..2, low in -6i64..6, width in 0i64..6, c in -2i64..4, d in -2i64..4, e in -4i64..9,
            least in (0u64..3, 0u64..3),
        ) {
            let (k, l) = least;
            let text = format!(
                "(k,l) for k >= {k}, l >= {l} where {low} <= {a}*k + {b}*l <= {} and {c}*k + {d}*l + {e} >= 0",
                low + width
            );
            if Rules::read(&text).is_ok() && let Some(found) = vectors(&text, 30) {
                prop_assert_eq!(found, options(&text, 30), "{}", text);
            }
        }
    }
}
