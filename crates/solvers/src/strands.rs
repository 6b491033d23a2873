//! Families in pieces. A finite one is its vectors. A band is a bundle of strands: {(k, l) : lo <= ak - bl <= hi} with a, b >= 0 falls into the lattice lines
//! ak - bl = c, each of which runs along (b, a); the other conditions say where it begins.

use crate::kernel::Strand;
use wythoff_rules::{Condition, Conjunction};

/// Most strands that a band is taken apart into.
const MOST_STRANDS: i128 = 512;

/// Most single vectors that a finite family is taken apart into.
const MOST_VECTORS: usize = 512;

/// Most vectors that are tried.
const MOST_TRIED: i128 = 1 << 20;

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

/// `down * k + across * l + constant` divisible by `modulus`.
#[derive(Clone, Copy)]
struct Congruence {
    form: Half,
    modulus: i128,
}

impl Congruence {
    fn holds(&self, at: (i128, i128)) -> bool {
        self.form.at(at).rem_euclid(self.modulus) == 0
    }
}

/// Moves on two piles in pieces: strands, and single vectors.
type Pieces = (Vec<Strand>, Vec<(usize, usize)>);

/// The pieces that a conjunction on two piles consists of; `None` if it is neither finite nor a band that goes on for
/// ever, if it would fall into too many, or if it looks at the position.
pub(crate) fn pieces(moves: &Conjunction) -> Option<Pieces> {
    let mut halves = vec![Half { down: 1, across: 0, constant: 0 }, Half { down: 0, across: 1, constant: 0 }];
    let mut congruences = Vec::new();
    for condition in &moves.conditions {
        let (Condition::AtLeastZero(form) | Condition::Divisible(form, _)) = condition;
        let (&[x, y], &[u, v]) = (&form.before[..], &form.after[..]) else { return None };
        let small = |n: i64| n.unsigned_abs() < 1 << 32;
        if x.checked_neg() != Some(u)
            || y.checked_neg() != Some(v)
            || ![x, y, form.constant].into_iter().all(small)
        {
            return None;
        }
        let (down, across, constant) = (i128::from(x), i128::from(y), i128::from(form.constant));
        if let Condition::Divisible(_, modulus) = condition {
            let (form, modulus) = (Half { down, across, constant }, i128::from(*modulus));
            congruences.push(Congruence { form, modulus: modulus.max(1) });
            continue;
        }
        let common = gcd(down, across);
        if common == 0 {
            // No amount in it: always or never.
            if constant < 0 {
                return Some((Vec::new(), Vec::new()));
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
    if let Some(vectors) = vectors(&halves, &congruences) {
        return Some((Vec::new(), vectors));
    }
    Some((strands(&halves, &congruences)?, Vec::new()))
}

/// The vectors that satisfy all conditions, if those bound both amounts and there are not too many.
fn vectors(halves: &[Half], congruences: &[Congruence]) -> Option<Vec<(usize, usize)>> {
    // The greatest amounts, tightened by each condition in turn: k <= l and l < 10 bound both after two rounds.
    let (mut k_most, mut l_most): (Option<i128>, Option<i128>) = (None, None);
    for _ in 0..4 {
        for half in halves {
            if half.across < 0 && (half.down <= 0 || k_most.is_some()) {
                let at = half.constant + half.down.max(0) * k_most.unwrap_or(0);
                l_most = Some(l_most.unwrap_or(i128::MAX).min(at.div_euclid(-half.across)));
            }
            if half.down < 0 && (half.across <= 0 || l_most.is_some()) {
                let at = half.constant + half.across.max(0) * l_most.unwrap_or(0);
                k_most = Some(k_most.unwrap_or(i128::MAX).min(at.div_euclid(-half.down)));
            }
        }
    }
    let (k_most, l_most) = k_most.zip(l_most)?;
    if k_most < 0 || l_most < 0 {
        return Some(Vec::new());
    }
    if (k_most + 1).checked_mul(l_most + 1)? > MOST_TRIED {
        return None;
    }
    let mut found = Vec::new();
    for k in 0..=k_most {
        for l in 0..=l_most {
            let at = (k, l);
            if at != (0, 0) && halves.iter().all(|h| h.at(at) >= 0) && congruences.iter().all(|c| c.holds(at))
            {
                found.push((k as usize, l as usize));
            }
        }
    }
    (found.len() <= MOST_VECTORS).then_some(found)
}

/// The strands of a band.
fn strands(halves: &[Half], congruences: &[Congruence]) -> Option<Vec<Strand>> {
    let (form, low, high) = band(halves)?;
    // Along a line the congruences repeat with this period.
    let period = congruences.iter().fold(1, |all, c| all / gcd(all, c.modulus) * c.modulus);
    if (high - low + 1).max(0) * period > MOST_STRANDS {
        return None;
    }
    let (down, across) = (form.across.abs(), form.down.abs());
    let mut strands = Vec::new();
    for value in low..=high {
        let first = first_on_line(form, value)?;
        let Some(from) = cut(first, (down, across), halves)? else { continue };
        for i in 0..period {
            let start = (from.0 + i * down, from.1 + i * across);
            if congruences.iter().all(|c| c.holds(start)) {
                strands.push(strand(start, (period * down, period * across))?);
            }
        }
    }
    Some(strands)
}

/// The strand with a first vector and a step. Taking nothing is no move.
fn strand(start: (i128, i128), step: (i128, i128)) -> Option<Strand> {
    let start = if start == (0, 0) { step } else { start };
    let number = |n: i128| usize::try_from(n).ok();
    let (down, across) = (number(step.0)?, number(step.1)?);
    Some(Strand { down, across, start: (number(start.0)?, number(start.1)?) })
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

/// The first of first + i * step, i >= 0, from which on all conditions hold: `Some(None)` if they never do, `None` if
/// they hold for finitely many only.
#[allow(clippy::option_option)]
fn cut(first: (i128, i128), step: (i128, i128), halves: &[Half]) -> Option<Option<(i128, i128)>> {
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
    Some(Some((first.0 + from * step.0, first.1 + from * step.1)))
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
            "(k,l) where k <= l < 10",
            "(i,i) where i mod 2 == 1 or i >= 4",
            "(k,l) where |k - l| < 6 and (k - l) mod 2 == 0 and k mod 3 == 1",
            "(k,l) where |k - l| < 3 and k + l < 20",
            "(k,l) for k >= 0, l >= 0 where 0 < k + l < 4",
        ] {
            assert_eq!(vectors(text, 40), Some(options(text, 40)), "{text}");
        }
        assert_eq!(vectors("(k,l) where k <= l < 2*k", 40), None);
    }

    proptest! {
        #[test]
        fn a_bundle_is_its_band(
            a in -1i64..4, b in -4i64..2, low in -6i64..6, width in 0i64..6, c in -2i64..4, d in -2i64..4, e in -4i64..9,
            least in (0u64..3, 0u64..3), modulus in 1u64..4, residue in 0u64..4,
        ) {
            let (k, l) = least;
            let text = format!(
                "(k,l) for k >= {k}, l >= {l} where {low} <= {a}*k + {b}*l <= {} and {c}*k + {d}*l + {e} >= 0 \
                 and (k + 2*l) mod {modulus} == {}",
                low + width,
                residue % modulus,
            );
            if Rules::read(&text).is_ok() && let Some(found) = vectors(&text, 30) {
                prop_assert_eq!(found, options(&text, 30), "{}", text);
            }
        }
    }
}
