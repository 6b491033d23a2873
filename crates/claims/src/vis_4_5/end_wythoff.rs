//! VIS 4.5 and 4.6: End-Wythoff, and the moves that Wythoff's game needs or tolerates.

use super::{Pairs, Play, big, kernel_taking, text};
use crate::run::Scale;
use crate::support::{pairs_below, phi, wythoff_pairs};
use crate::verdict::{Checked, Finding, With, agree, ensure};
use malachite::Natural;
use malachite::base::num::arithmetic::traits::Pow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use wythoff_catalog::special::{self, Class, Pile, Special};
use wythoff_numbers::words::Picture;
use wythoff_numbers::{Integer, Quadratic};
use wythoff_theory::Decider;
use wythoff_theory::end_wythoff::{self, EndWythoff};
use wythoff_theory::t_wythoff::needed_at;

/// Outcomes of End-Wythoff by its rules, remembered.
#[derive(Default)]
struct Rows(HashMap<Vec<u64>, bool>);

impl Rows {
    /// Whether the row is P; empty piles at the ends vanish.
    fn is_lost(&mut self, row: &[u64]) -> bool {
        let start = row.iter().take_while(|x| **x == 0).count();
        let end = row.len() - row[start..].iter().rev().take_while(|x| **x == 0).count();
        let row = &row[start..end];
        if row.len() < 2 {
            return row.is_empty();
        }
        if let Some(known) = self.0.get(row) {
            return *known;
        }
        let (left, right) = (row[0], row[row.len() - 1]);
        let mut wins = false;
        let mut taken = (1..=left).map(|i| (i, 0)).chain((1..=right).map(|i| (0, i)));
        let mut equal = (1..=left.min(right)).map(|i| (i, i));
        while let Some((k, l)) = taken.next().or_else(|| equal.next())
            && !wins
        {
            let mut target = row.to_vec();
            target[0] -= k;
            target[row.len() - 1] -= l;
            wins = self.is_lost(&target);
        }
        self.0.insert(row.to_vec(), !wins);
        !wins
    }

    /// The P-positions (a, K, b) with a, b below a bound, by a.
    fn table(&mut self, middle: &[u64], bound: u64) -> Pairs {
        let mut pairs = Vec::new();
        for a in 0..bound {
            for b in 0..bound {
                if self.is_lost(&[&[a], middle, &[b]].concat()) {
                    pairs.push((a, b));
                }
            }
        }
        pairs
    }
}

/// All vectors of positive entries up to `most` with at most `length` of them, the empty one included.
fn vectors(most: u64, length: usize) -> Vec<Vec<u64>> {
    let mut all = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..length {
        let to = all.len();
        for i in from..to {
            for entry in 1..=most {
                all.push([all[i].clone(), vec![entry]].concat());
            }
        }
        from = to;
    }
    all
}

fn naturals(row: &[u64]) -> Vec<Natural> {
    row.iter().map(|x| big(*x)).collect()
}

/// l and r with (0,K,l) and (r,K,0) in P.
fn ends(pairs: &Pairs) -> Option<(u64, u64)> {
    let l = pairs.iter().find(|p| p.0 == 0)?.1;
    let r = pairs.iter().find(|p| p.1 == 0)?.0;
    Some((l, r))
}

/// Middles to look at, and how far.
fn middles(scale: Scale) -> (Vec<Vec<u64>>, u64) {
    let (most, length, bound) = scale.bound((3, 2, 18), (4, 3, 30), (5, 4, 40));
    (vectors(most, length), bound)
}

// 4.5: End-Wythoff.

// VIS-G-endwyt: take from either end pile, or the same number from both; empty ends vanish.
pub(super) fn g_endwyt(scale: Scale) -> Checked {
    let (most, length) = scale.bound((3, 4), (4, 5), (5, 6));
    let game = special::EndWythoff::new(2).map_err(text)?;
    let mut rows = Rows::default();
    for row in vectors(most, length) {
        if row.is_empty() {
            continue;
        }
        let lost = rows.is_lost(&row);
        let position: Vec<Pile> = naturals(&row).into_iter().map(Pile::Whole).collect();
        let outcome = game.outcome(&position).map_err(text)?;
        agree!(outcome.class == Class::P, lost, "{row:?}");
    }
    Finding::holds(format!("all rows of up to {length} piles of up to {most}"))
}

// VIS-T-end-diff: of the pairs a_i <= b_i with (a_i, K, b_i) in P, by a_i: b_i - a_i = i for large i. Found: i > max(l,r).
pub(super) fn t_end_diff(scale: Scale) -> Checked {
    let (middles, bound) = middles(scale);
    let mut rows = Rows::default();
    let (mut checked, mut beyond) = (0, 0);
    for middle in &middles {
        let pairs = rows.table(middle, bound);
        // A middle whose ends reach beyond the table says nothing.
        let Some((l, r)) = ends(&pairs) else { continue };
        checked += 1;
        let rising = pairs.iter().filter(|p| p.0 <= p.1);
        for (i, (a, b)) in rising.enumerate().filter(|(i, _)| *i as u64 > l.max(r)) {
            beyond += 1;
            agree!(b - a, i as u64, "K = {middle:?}: pair {i} is ({a},{b})");
        }
    }
    ensure!(beyond > middles.len(), "only {beyond} pairs lie beyond max(l,r)");
    Finding::holds(format!("{checked} middles K, end piles below {bound}, {beyond} pairs with i > max(l,r)"))
}

// VIS-T-end-KP: if K is P, (a,K,b) is P iff (a,b) is P in Wythoff's game.
pub(super) fn t_end_kp(scale: Scale) -> Checked {
    let (middles, bound) = middles(scale);
    let mut wythoff: Pairs = pairs_below("wythoff", bound)?;
    wythoff.extend(wythoff.clone().into_iter().filter(|p| p.0 < p.1).map(|(a, b)| (b, a)));
    wythoff.sort_unstable();
    let mut rows = Rows::default();
    let mut count = 0;
    for middle in middles {
        if rows.is_lost(&middle) {
            agree!(rows.table(&middle, bound), wythoff, "K = {middle:?}");
            count += 1;
        } else {
            ensure!(rows.table(&middle, bound) != wythoff, "K = {middle:?} is not P");
        }
    }
    Finding::holds(format!(
        "{count} middles K that are P, end piles below {bound}; no other middle tried has this table"
    ))
}

// VIS-T-end-type: the table of (a,K,b) depends only on l and r.
pub(super) fn t_end_type(scale: Scale) -> Checked {
    let (middles, bound) = middles(scale);
    let mut rows = Rows::default();
    let mut types: BTreeMap<(u64, u64), (Vec<u64>, Pairs)> = BTreeMap::new();
    let mut checked = 0;
    for middle in middles {
        let pairs = rows.table(&middle, bound);
        let Some(kind) = ends(&pairs) else { continue };
        checked += 1;
        let (other, known) = types.entry(kind).or_insert((middle.clone(), pairs.clone()));
        agree!(pairs, *known, "K = {middle:?} and {other:?}, both with (l,r) = {kind:?}");
    }
    Finding::holds(format!("{checked} middles of {} types (l,r), end piles below {bound}", types.len()))
}

// VIS-A-end-poly: a polynomial algorithm: l and r of all intervals, then a shifted Wythoff table beyond the noise.
pub(super) fn a_end_poly(scale: Scale) -> Checked {
    let (most, length) = scale.bound((4, 3), (4, 5), (5, 5));
    let game = EndWythoff::new();
    let mut rows = Rows::default();
    for row in vectors(most, length) {
        let is_p = game.is_p(&naturals(&row)).map_err(text)?;
        agree!(is_p, rows.is_lost(&row), "{row:?}");
    }
    // Ends far beyond the middle, where the shifted table decides.
    let bound = scale.bound(20, 40, 80);
    for middle in [vec![1], vec![2, 3], vec![4, 1, 3]] {
        let pairs: BTreeSet<(u64, u64)> = rows.table(&middle, bound).into_iter().collect();
        for a in 1..bound {
            for b in 1..bound {
                let row = [vec![a], middle.clone(), vec![b]].concat();
                let is_p = game.is_p(&naturals(&row)).map_err(text)?;
                agree!(is_p, pairs.contains(&(a, b)), "{row:?}");
            }
        }
        let listed = end_wythoff::pairs_below(&middle, bound).map_err(text)?;
        agree!(listed.into_iter().collect::<BTreeSet<_>>(), pairs, "the list for K = {middle:?}");
        // Beyond the table that the algorithm keeps, against the row by row construction.
        let far = end_wythoff::pairs_below(&middle, 9000).map_err(text)?;
        for (a, b) in far.into_iter().filter(|(a, _)| *a > 5000).take(40) {
            let row = [vec![a], middle.clone(), vec![b]].concat();
            ensure!(game.is_p(&naturals(&row)).map_err(text)?, "{row:?}");
        }
    }
    // Huge rows: the partner of a is P, and no neighbour of it is.
    let digits = scale.bound(40u64, 200, 2000);
    let huge = Natural::from(10u32).pow(digits);
    for middle in [vec![1], vec![2, 3], vec![3, 1, 2]] {
        let mut row = naturals(&middle);
        row.insert(0, huge.clone());
        row.push(huge.clone());
        let verdict = game.decide(&row).map_err(text)?;
        let winning = verdict.winning.ok_or(format!("10^{digits}, {middle:?}, 10^{digits} is lost"))?;
        ensure!(
            game.is_p(&winning).map_err(text)?,
            "10^{digits}, {middle:?}, 10^{digits}: the winning move is not P"
        );
    }
    Finding::holds(format!(
        "all rows of up to {length} piles of up to {most}; winning moves with ends of 10^{digits}"
    ))
}

// 4.6: restrictions and extensions.

// VIS-T-norestr: no proper subset of the moves has the same P-positions: each move is the only winning one somewhere.
pub(super) fn t_norestr(scale: Scale) -> Checked {
    let most = scale.bound(12, 30, 200);
    // The theory names positions above (A_u,B_u), u = 0, 1, 3, 21 or 987 for k <= 200.
    let pairs = wythoff_pairs(20 * most as usize);
    let lost: BTreeSet<(u64, u64)> = pairs.iter().copied().collect();
    let is_lost = |x: u64, y: u64| lost.contains(&(x.min(y), x.max(y)));
    let winning = |x: u64, y: u64| {
        let mut moves = BTreeSet::new();
        moves.extend((1..=x).filter(|i| is_lost(x - i, y)).map(|i| (0, i)));
        moves.extend((1..=y).filter(|i| is_lost(x, y - i)).map(|i| (0, i)));
        moves.extend((1..=x.min(y)).filter(|i| is_lost(x - i, y - i)).map(|i| (i, i)));
        moves
    };
    for k in 1..=most {
        for (step, kind) in [((0, k), "one pile"), ((k, k), "both piles")] {
            // A position k above a P-position from which nothing else wins.
            let needed = pairs.iter().take(2 * most as usize + 20).find_map(|&(a, b)| {
                let above = [(a + step.0, b + step.1), (a + step.1, b + step.0)];
                above.into_iter().find(|&(x, y)| winning(x, y) == BTreeSet::from([step]))
            });
            ensure!(needed.is_some(), "taking {k} from {kind} is never the only winning move");
            // The position that the theory names for a move of any size.
            let named = needed_at(1, &big(step.0), &big(step.1)).map_err(text)?;
            let piles = named
                .and_then(|piles| Some((u64::try_from(&piles[0]).ok()?, u64::try_from(&piles[1]).ok()?)));
            let (x, y) = piles.ok_or_else(|| format!("no position is named for {k} from {kind}"))?;
            ensure!(y < pairs[pairs.len() - 1].0, "({x},{y}) is beyond the pairs");
            agree!(winning(x, y), BTreeSet::from([step]), "winning moves of ({x},{y})");
        }
    }
    let side = scale.bound(24, 40, 80);
    let wythoff = pairs_below("wythoff", side)?;
    for k in 1..=scale.bound(3, 6, 9) {
        let without_nim =
            kernel_taking(side, Play::Normal, |i, j| (i.min(j) == 0 && i.max(j) != k) || (i == j && i > 0));
        let without_diagonal = kernel_taking(side, Play::Normal, |i, j| i.min(j) == 0 || (i == j && i != k));
        ensure!(without_nim != wythoff, "the same P-positions below {side} without (0,{k})");
        ensure!(without_diagonal != wythoff, "the same P-positions below {side} without ({k},{k})");
    }
    Finding::holds(format!("a position with a single winning move for each of (0,k), (k,k), k <= {most}"))
}

/// The differences (i,j), i <= j < bound, of two of Wythoff's P-positions: the moves that cannot be adjoined.
fn differences(bound: u64) -> BTreeSet<(u64, u64)> {
    let pairs = wythoff_pairs(4 * bound as usize);
    let mut found = BTreeSet::new();
    for (n, &(a, b)) in pairs.iter().enumerate() {
        for &(c, d) in &pairs[..n] {
            for (c, d) in [(c, d), (d, c)] {
                if c <= a && d <= b && a - c < bound && b - d < bound {
                    found.insert(((a - c).min(b - d), (a - c).max(b - d)));
                }
            }
        }
    }
    found
}

/// The characterisation: (i,j), d = j - i >= 1, with i = floor(d phi), floor(d phi) + 1, or A_{d-m} - B_m for some m.
fn forbidden(i: u64, d: u64, a: &[u64], candidates: impl Iterator<Item = u64>) -> bool {
    let mut crossed = candidates.filter(|m| 2 * m <= d);
    let lower = |n: u64| a[n as usize];
    d >= 1 && (i == lower(d) || i == lower(d) + 1 || crossed.any(|m| lower(d - m) == i + lower(m) + m))
}

// VIS-T-adjoin: the moves that may be adjoined without changing P; all of them may be adjoined at once.
pub(super) fn t_adjoin(scale: Scale) -> Checked {
    let bound = scale.bound(40, 90, 250);
    let a: Vec<u64> = wythoff_pairs(bound as usize + 1).into_iter().map(|p| p.0).collect();
    let found = differences(bound);
    for i in 0..bound {
        for j in i.max(1)..bound {
            agree!(forbidden(i, j - i, &a, 0..=(j - i) / 2), found.contains(&(i, j)), "({i},{j})");
        }
    }
    let side = scale.bound(24, 40, 90);
    let wythoff = pairs_below("wythoff", side)?;
    let may_adjoin = |k: u64, l: u64| !forbidden(k.min(l), k.abs_diff(l), &a, 0..=k.abs_diff(l) / 2);
    let nim_or_diagonal = |k: u64, l: u64| k.min(l) == 0 || k == l;
    let all = kernel_taking(side, Play::Normal, |k, l| nim_or_diagonal(k, l) || may_adjoin(k, l));
    agree!(all, wythoff, "all adjoinable moves at once");
    let most = scale.bound(6, 9, 12);
    for i in 1..most {
        for j in i + 1..most {
            let one = kernel_taking(side, Play::Normal, |k, l| {
                nim_or_diagonal(k, l) || (k.min(l), k.max(l)) == (i, j)
            });
            agree!(one == wythoff, may_adjoin(i, j), "({i},{j}) adjoined, piles below {side}");
        }
    }
    Finding::holds(format!(
        "(i,j) below {bound} against differences of P-positions; games with moves adjoined, piles below {side}"
    ))
}

/// m near (d phi - i)/phi^3, at most 5 candidates, phi^3 = 2 + sqrt 5.
fn candidates(phi: &Quadratic, i: &Integer, d: &Integer) -> Result<Vec<Integer>, String> {
    let cube = Quadratic::new(2, 1, 5u32, 1).map_err(text)?;
    let place = phi.mul_integer(d).add_integer(&-i).div(&cube).map_err(text)?.floor();
    Ok((-2..=2)
        .map(|k| &place + Integer::from(k))
        .filter(|m| *m >= 0 && m * Integer::from(2) <= *d)
        .collect())
}

// VIS-A-adjoin: adjoinability is polynomial: only m near (d phi - i)/phi^3 matter.
pub(super) fn a_adjoin(scale: Scale) -> Checked {
    let bound = scale.bound(60u64, 150, 500);
    let phi = phi()?;
    let a: Vec<u64> = wythoff_pairs(bound as usize + 1).into_iter().map(|p| p.0).collect();
    for i in 0..bound {
        for d in 1..bound {
            let few = candidates(&phi, &Integer::from(i), &Integer::from(d))?;
            let few: Vec<u64> = few.iter().filter_map(|m| u64::try_from(m).ok()).collect();
            agree!(forbidden(i, d, &a, few.into_iter()), forbidden(i, d, &a, 0..=d / 2), "i = {i}, d = {d}");
        }
    }
    // Huge: a difference that is made from a chosen m is found among the candidates.
    let d = Integer::from(10).pow(scale.bound(50u64, 300, 3000));
    let lower = |n: &Integer| phi.floor_mul(n);
    for part in 5..=12 {
        let m = &d / Integer::from(part);
        let i = lower(&(&d - &m)) - lower(&m) - &m;
        ensure!(i < 0 || candidates(&phi, &i, &d)?.contains(&m), "m = d/{part} is not among the candidates");
    }
    Finding::holds(format!(
        "5 candidates against all m: i, d < {bound}; m recovered from d with {} digits",
        d.to_string().len()
    ))
}

// VIS-C-2Dmorph: a two-dimensional morphism of 13 letters draws the P-positions.
pub(super) fn c_2d_morphism(scale: Scale) -> Checked {
    let side = scale.bound(60usize, 144, 1000);
    let corner = Picture::wythoff().corner(side, side);
    let lost: BTreeSet<(u64, u64)> = pairs_below("wythoff", side as u64)?.into_iter().collect();
    for (x, row) in corner.iter().enumerate() {
        for (y, letter) in row.iter().enumerate() {
            let is_p = lost.contains(&(x.min(y) as u64, x.max(y) as u64));
            agree!(Picture::is_p_letter(*letter), is_p, "letter {letter} at ({x},{y})");
        }
    }
    Finding::holds(format!("{side} x {side} letters"))
        .detail("the morphism itself is not printed; this one is from the literature")
}
