//! VIS 4.7 and 4.8: rat games and RatWyt.

use super::{big, text};
use crate::run::Scale;
use crate::support::{p_below, rules, wythoff_pairs};
use crate::verdict::{Checked, Finding, With, agree, ensure, found};
use malachite::Natural;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use wythoff_catalog::special::{self, Class, Pile, Special};
use wythoff_numbers::beatty::{fraenkel_splitting, search_splittings};
use wythoff_numbers::{Integer, Rational};
use wythoff_rules::Rules;
use wythoff_theory::Decider;
use wythoff_theory::rat::rat_triple;
use wythoff_theory::ratwyt::{Fraction, RatWyt};

/// The k-th component of (4) for m piles: floor((2^m - 1) n / 2^{m-k}) - 2^{k-1} + 1.
fn component(m: u32, k: u32, n: u64) -> u64 {
    ((1u64 << m) - 1) * n / (1 << (m - k)) + 1 - (1 << (k - 1))
}

fn rat_position(m: u32, n: u64) -> Vec<u64> {
    if n == 0 { vec![0; m as usize] } else { (1..=m).map(|k| component(m, k, n)).collect() }
}

// VIS-D-rat4: the m sequences.
pub(super) fn d_rat4(scale: Scale) -> Checked {
    let count = scale.bound(60, 400, 5000);
    for m in 2..=10u32 {
        for (k, sequence) in (1..).zip(fraenkel_splitting(u64::from(m))) {
            for n in 1..count {
                let term = sequence.term(&Integer::from(n)).map_err(text)?;
                agree!(term, Integer::from(component(m, k, n)), "m = {m}, k = {k}, n = {n}");
            }
        }
    }
    for n in 0..count {
        let triple: Vec<Natural> = rat_position(3, n).into_iter().map(big).collect();
        agree!(rat_triple(&big(n)).to_vec(), triple, "m = 3, n = {n}");
    }
    Finding::holds(format!("m = 2..10, n < {count}"))
}

// VIS-C-moduli: the moduli are (2^m - 1)/2^{m-k}; printed with a floor around them.
pub(super) fn c_moduli(scale: Scale) -> Checked {
    let most = scale.bound(8, 12, 16);
    let mut failure = None;
    for m in 2..=most {
        let period = (1u64 << m) - 1;
        let mut printed = Rational::from(0);
        let mut corrected = Rational::from(0);
        for k in 1..=m {
            let parts = 1u64 << (m - k);
            // The k-th sequence has 2^{m-k} terms in each 2^m - 1 numbers, so its modulus is the quotient.
            let terms = (1..).take_while(|n| component(m, k, *n) <= 3 * period).count() as u64;
            agree!(terms, 3 * parts, "m = {m}, k = {k}: terms up to {}", 3 * period);
            corrected += Rational::from_unsigneds(parts, period);
            printed += Rational::from_unsigneds(1, period / parts);
        }
        agree!(corrected, Rational::from(1), "m = {m}: the densities");
        if printed != 1 {
            failure =
                failure.or(Some(format!("m = {m}: with floors the densities sum to {printed}, not to 1")));
        }
    }
    Finding::clarified(
        "without floors: the moduli, densities summing to 1; with floors: their inverses do not sum to 1",
        format!("without floors: m = 2..{most}, three periods"),
    )
    .fails_at(found(failure, "floors do no harm")?)
}

// VIS-T-split4: the sequences split the positive integers.
pub(super) fn t_split4(scale: Scale) -> Checked {
    let most = scale.bound(9, 13, 18);
    for m in 2..=most {
        let bound = 2 * ((1u64 << m) - 1);
        let mut all: Vec<u64> = Vec::new();
        for k in 1..=m {
            all.extend((1..).map(|n| component(m, k, n)).take_while(|x| *x <= bound));
        }
        all.sort_unstable();
        agree!(all, (1..=bound).collect::<Vec<_>>(), "m = {m}");
    }
    Finding::holds(format!("m = 2..{most}, two periods, hence all (each sequence repeats)"))
}

fn rat_positions_below(m: u32, side: u64) -> Vec<Vec<u64>> {
    (0..).map(|n| rat_position(m, n)).take_while(|p| p.iter().all(|x| *x < side)).collect()
}

// VIS-G-rat3: the rules for m = 3. The printed a is wrong; with a = 2 iff y - x is 0, 2 or 5 mod 7 they are right.
pub(super) fn g_rat3(scale: Scale) -> Checked {
    let side = scale.bound(20, 28, 46);
    let wanted = rat_positions_below(3, side);
    agree!(p_below("rat", side)?, wanted, "the corrected rules");
    let printed = p_below("rat-printed", side.min(20))?;
    let wanted = rat_positions_below(3, side.min(20));
    let n = printed.iter().zip(&wanted).position(|(x, y)| x != y);
    let n = n.ok_or("the printed rules have the stated P-positions")?;
    let (lost, stated) = (&printed[n], &wanted[n]);
    Finding::clarified(
        "with a = 2 iff (y - x) mod 7 is 0, 2 or 5 the stated P-positions come out; with the printed a alone they do not",
        format!("a = 2 iff (y - x) mod 7 is 0, 2 or 5: piles below {side}"),
    )
    .fails_at(found(Some(format!("with the printed a, n = {n}: {lost:?} is P, where {stated:?} is stated")), "")?)
    .shown_by(
        format!("wyt solve rat-printed {},{},{}", lost[0], lost[1], lost[2]),
        ["P: the player to move loses"],
    )
}

// VIS-T-rat3: P = (floor(7n/4), floor(7n/2) - 1, 7n - 3) and 0.
pub(super) fn t_rat3(scale: Scale) -> Checked {
    let side = scale.bound(20, 30, 56);
    agree!(p_below("rat", side)?, rat_positions_below(3, side), "the rat game");
    Finding::holds(format!("piles below {side}")).detail("for the corrected rules of VIS-G-rat3")
}

/// All orders of a position.
fn orders(position: &[u64]) -> BTreeSet<Vec<u64>> {
    if position.len() <= 1 {
        return BTreeSet::from([position.to_vec()]);
    }
    let mut found = BTreeSet::new();
    for i in 0..position.len() {
        let mut rest = position.to_vec();
        let first = rest.remove(i);
        found.extend(orders(&rest).into_iter().map(|tail| [vec![first], tail].concat()));
    }
    found
}

fn less(x: &[u64], y: &[u64]) -> Option<Vec<u64>> {
    x.iter().zip(y).map(|(x, y)| x.checked_sub(*y)).collect()
}

/// With every vector as a move, from everywhere and in any order of the piles, that is no difference of two of the
/// positions: the first position outside the set, below a side, that cannot move into it.
fn not_absorbed(m: u32, side: u64) -> Option<Vec<u64>> {
    let positions: Vec<Vec<u64>> = (0..4 * side).map(|n| rat_position(m, n)).collect();
    let small: Vec<Vec<u64>> =
        positions.iter().filter(|p| p.iter().all(|x| *x < side)).flat_map(|p| orders(p)).collect();
    let mut differences = BTreeSet::new();
    for (n, p) in positions.iter().enumerate() {
        for q in positions[..n].iter().flat_map(|q| orders(q)).filter(|q| q[0] <= p[0]) {
            if let Some(mut taken) = less(p, &q).filter(|taken| taken.iter().all(|x| *x < side)) {
                taken.sort_unstable();
                differences.insert(taken);
            }
        }
    }
    let mut position = vec![0; m as usize];
    loop {
        let sorted = position.windows(2).all(|w| w[0] <= w[1]);
        if sorted && !small.contains(&position) {
            let moves = small.iter().filter_map(|p| less(&position, p));
            let absorbed = moves.into_iter().any(|mut taken| {
                taken.sort_unstable();
                !differences.contains(&taken)
            });
            if !absorbed {
                return Some(position);
            }
        }
        let place = (0..position.len()).rev().find(|i| position[*i] + 1 < side)?;
        position[place] += 1;
        position[place + 1..].fill(0);
    }
}

// VIS-O-rat4: nice rules for m >= 4.
pub(super) fn o_rat4(scale: Scale) -> Checked {
    let sides = scale.bound([12u64, 9], [24, 14], [40, 20]);
    let mut found = Vec::new();
    for (m, side) in [(3u32, sides[0]), (4, sides[1])] {
        found.push(match not_absorbed(m, side) {
            None => format!("m = {m}: the vectors that are no difference of two P-positions, as moves from everywhere, have these P-positions"),
            Some(position) => format!("m = {m}: no moves that are the same everywhere: {position:?} has none"),
        });
    }
    Finding::open(
        format!("invariant moves, m = 3 with piles below {}, m = 4 below {}", sides[0], sides[1]),
        found.join("; "),
    )
}

// VIS-CJ-unique: (4) is the only splitting into sequences with distinct moduli.
pub(super) fn cj_unique(scale: Scale) -> Checked {
    let bounds: [(usize, u64); 3] =
        scale.bound([(3, 24), (4, 18), (5, 32)], [(3, 60), (4, 40), (5, 34)], [(3, 120), (4, 60), (5, 40)]);
    let mut count = 0;
    for (m, most) in bounds {
        for period in 1..=most {
            for found in search_splittings(m, period, &crate::support::budget()).map_err(text)? {
                let wanted: Vec<Rational> =
                    (1..=m).map(|k| Rational::from_unsigneds((1u64 << m) - 1, 1 << (m - k))).collect();
                agree!(found.moduli(), wanted, "another splitting, m = {m}, period {period}");
                count += 1;
            }
        }
    }
    Finding::open(
        format!(
            "rational moduli with common period: m = 3 up to {}, m = 4 up to {}, m = 5 up to {}",
            bounds[0].1, bounds[1].1, bounds[2].1
        ),
        format!("{count} splittings, all with the moduli (2^m - 1)/2^(m-k)"),
    )
}

/// Whether a vector may be taken from a position of a game.
fn takes(rules: &Rules, position: &[u64]) -> Result<BTreeSet<Vec<u64>>, String> {
    let options = rules.options(position).map_err(text)?;
    Ok(options.iter().filter_map(|to| less(position, to)).collect())
}

// VIS-D-nice: nice rules depend on finitely many P-positions, and may, perhaps, be called invariant. The rat rules are
// called nice, but what may be taken depends on where.
pub(super) fn d_nice(scale: Scale) -> Checked {
    let side = scale.bound(7, 9, 12);
    let rat = rules("rat")?;
    let mut taken: BTreeMap<Vec<u64>, Vec<u64>> = BTreeMap::new();
    let mut sorted = Vec::new();
    for x in 0..side {
        for y in x..side {
            for z in y..side {
                let position = vec![x, y, z];
                for amounts in takes(&rat, &position)? {
                    taken.entry(amounts).or_insert(position.clone());
                }
                sorted.push(position);
            }
        }
    }
    let mut variant = None;
    for position in &sorted {
        let here = takes(&rat, position)?;
        for (amounts, from) in taken.iter().filter(|(amounts, _)| !here.contains(*amounts)) {
            let fits = less(position, amounts).is_some_and(|p| p.windows(2).all(|w| w[0] <= w[1]));
            if fits && variant.is_none() {
                variant = Some((amounts.clone(), from.clone(), position.clone()));
            }
        }
    }
    let (amounts, from, position) =
        variant.ok_or_else(|| format!("the rat game is invariant below {side}"))?;
    let text = |p: &[u64]| p.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
    let rest = |p: &[u64]| text(&p.iter().zip(&amounts).map(|(x, t)| x - t).collect::<Vec<_>>());
    Finding::clarified(
        "a tentative definition, not a statement; in the sense of section 2 the rat game, which is called nice, is not invariant",
        format!("sorted piles below {side}"),
    )
    .fails_at(found(Some(format!("rat game: {amounts:?} may be taken from {from:?} and not from {position:?}")), "")?)
    .shown_by(
        format!("wyt moves rat {} --to {} && wyt moves rat {} --to {}", text(&from), rest(&from), text(&position), rest(&position)),
        ["legal, by", "not legal"],
    )
}

// 4.8: RatWyt.

/// A step on p/q.
fn step((p, q): (u64, u64)) -> (u64, u64) {
    if p >= q { (p - q, q) } else { (p, q - p) }
}

/// The number of steps to numerator 0.
fn steps(mut fraction: (u64, u64)) -> u64 {
    let mut count = 0;
    while fraction.0 > 0 {
        fraction = step(fraction);
        count += 1;
    }
    count
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn fractions(p: u64, q: u64) -> Vec<(u64, u64)> {
    (0..p).flat_map(|p| (1..q).map(move |q| (p, q))).filter(|(p, q)| gcd(*p, *q) == 1).collect()
}

// VIS-D-step: p/q to (p-q)/q or p/(q-p); as printed 0/1 steps to itself for ever, so 0 must be the end.
pub(super) fn d_step(scale: Scale) -> Checked {
    let bound = scale.bound(20, 60, 300);
    agree!(step((0, 1)), (0, 1), "the printed step at 0");
    for (p, q) in fractions(bound, bound) {
        let fraction = Fraction::new(&big(p), &big(q)).ok_or("a denominator is 0")?;
        let (mut sum, mut rest) = (0, (p, q));
        while rest.1 > 0 {
            sum += rest.0 / rest.1;
            rest = (rest.1, rest.0 % rest.1);
        }
        agree!(steps((p, q)), sum, "{p}/{q}: steps and the sum of the partial quotients");
        agree!(fraction.depth(), big(sum), "{p}/{q}");
        let end = fraction.after(&big(sum));
        agree!((end.p, end.q), (big(0), big(1)), "{p}/{q} after its steps");
    }
    Finding::clarified(
        "for p > 0 the steps lead to 0, as many as the partial quotients sum to; at 0 the formula has no end"
            .to_string(),
        format!("0 is the end: p, q < {bound}, steps = sum of the partial quotients"),
    )
}

/// RatWyt by its rules.
fn rat_lost(state: [(u64, u64); 2], known: &mut HashMap<[(u64, u64); 2], bool>) -> bool {
    if let Some(lost) = known.get(&state) {
        return *lost;
    }
    let mut wins = false;
    for which in [[true, false], [false, true], [true, true]] {
        let mut now = state;
        while now.iter().zip(which).all(|(fraction, moves)| !moves || fraction.0 > 0) {
            for i in (0..2).filter(|i| which[*i]) {
                now[i] = step(now[i]);
            }
            wins |= rat_lost(now, known);
        }
    }
    known.insert(state, !wins);
    !wins
}

// VIS-G-ratwyt: any positive number of steps on one, or the same number on both.
pub(super) fn g_ratwyt(scale: Scale) -> Checked {
    let bound = scale.bound(6, 10, 20);
    let game = special::RatWyt::default();
    let mut known = HashMap::new();
    let all = fractions(bound, bound);
    let pile = |(p, q): (u64, u64)| {
        if q == 1 { Pile::Whole(big(p)) } else { Pile::Ratio { num: big(p), den: big(q) } }
    };
    for &x in &all {
        for &y in &all {
            let lost = rat_lost([x, y], &mut known);
            let outcome = game.outcome(&[pile(x), pile(y)]).map_err(text)?;
            agree!(outcome.class == Class::P, lost, "{x:?}, {y:?}");
        }
    }
    Finding::holds(format!("all pairs of p/q with p, q < {bound}"))
}

// VIS-T-ratwyt: P iff the depths in the Calkin-Wilf tree are a pair of Wythoff's.
pub(super) fn t_ratwyt(scale: Scale) -> Checked {
    let bound = scale.bound(6, 10, 20);
    // The tree: children of p/q are p/(p+q) and (p+q)/q, from 1/1 at depth 1.
    let mut depth: HashMap<(u64, u64), u64> = HashMap::from([((0, 1), 0)]);
    let mut level = vec![(1, 1)];
    for generation in 1..=bound + 1 {
        depth.extend(level.iter().map(|fraction| (*fraction, generation)));
        level.retain(|(p, q)| p + q <= 2 * bound);
        level = level.iter().flat_map(|&(p, q)| [(p, p + q), (p + q, q)]).collect();
    }
    let wythoff: BTreeSet<(u64, u64)> = wythoff_pairs(2 * bound as usize).into_iter().collect();
    let theory = RatWyt::new().map_err(text)?;
    let mut known = HashMap::new();
    let all = fractions(bound, bound);
    for &x in &all {
        for &y in &all {
            let (Some(a), Some(b)) = (depth.get(&x), depth.get(&y)) else {
                return Err(format!("{x:?} or {y:?} is not in the tree to depth {bound}"));
            };
            let lost = rat_lost([x, y], &mut known);
            agree!(wythoff.contains(&(*a.min(b), *a.max(b))), lost, "{x:?}, {y:?} of depths {a}, {b}");
            let is_p = theory.is_p(&[big(x.0), big(x.1), big(y.0), big(y.1)]).map_err(text)?;
            agree!(is_p, lost, "{x:?}, {y:?}");
        }
    }
    ensure!(!all.is_empty(), "no fractions");
    Finding::holds(format!("all pairs of p/q with p, q < {bound}"))
}
