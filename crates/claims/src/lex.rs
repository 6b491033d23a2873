//! LEX: Klein and Fraenkel, Lexicographic Wythoff. In the order of the paper.

use crate::proof;
use crate::run::{Claim, Scale};
use crate::support::{floor, go_on, p_below, pairs_below, phi, special_p_below, surd, wythoff_pairs};
use crate::verdict::{Checked, Finding, Status, With, agree, ensure, found};
use malachite::Natural;
use malachite::base::num::logic::traits::{BitAccess, SignificantBits};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use wythoff_catalog::special::{NimsumWytlex, Special, Wytlex, XorReading, definition_3, definition_14};
use wythoff_numbers::Random;
use wythoff_numbers::{Budget, Integer, Quadratic, Rational, Real, spectrum};
use wythoff_theory::lexified_nimsum::{LexifiedNimsum, Xor};
use wythoff_theory::nimsum::NimSumPlanes;
use wythoff_theory::wytlex::{self, Reach, Wytlex3, WytlexStream};

macro_rules! rows {
    ($($id:literal $status:ident $check:ident),* $(,)?) => {
        pub(crate) const CLAIMS: &[Claim] = &[$(Claim { id: $id, expected: Status::$status, check: $check, code: concat!(module_path!(), "::", stringify!($check)) }),*];
    };
}

rows! {
    "LEX-ABS1" Holds abs1, "LEX-ABS2" Unchecked abs2, "LEX-ABS3" Holds abs3, "LEX-D1" Holds d1, "LEX-FZ" Holds fz,
    "LEX-TILE3" Holds tile3, "LEX-MOORE" Clarified moore, "LEX-NIMSUM" Holds nimsum, "LEX-NSCONJ" Open nsconj,
    "LEX-NSNOTILE" Holds nsnotile, "LEX-S5SPECIAL" Clarified s5special, "LEX-AKIYAMA" Unchecked akiyama,
    "LEX-MOSTNH" Clarified mostnh, "LEX-D2" Holds d2, "LEX-W4" Holds w4, "LEX-W3NOTILE" Holds w3notile,
    "LEX-DLEX" Holds dlex, "LEX-D3" Holds d3, "LEX-N1" Holds n1, "LEX-EX21" Holds ex21, "LEX-W2" Holds w2,
    "LEX-TAB1A" Holds tab1a, "LEX-TAB1B" Holds tab1b, "LEX-TAB1C" Holds tab1c, "LEX-TAB1D" Holds tab1d,
    "LEX-INF" Holds inf, "LEX-FIN" Holds fin, "LEX-ORD" Holds ord, "LEX-LEXIFY" Holds lexify, "LEX-D4" Holds d4,
    "LEX-D5" Holds d5, "LEX-L6" Holds l6, "LEX-L7" Clarified l7, "LEX-C8" Clarified c8, "LEX-L9" Holds l9,
    "LEX-L10" Holds l10, "LEX-L11" Holds l11, "LEX-L12" Holds l12, "LEX-T13" Holds t13, "LEX-CX" Holds cx,
    "LEX-BFALG" Holds bfalg, "LEX-BEATTY" Holds not_beatty, "LEX-BTAIL" Holds btail, "LEX-NOALG" Open noalg,
    "LEX-X1" Holds x1, "LEX-X2" Holds x2, "LEX-X3" Open x3, "LEX-X4" Open x4, "LEX-D14" Holds d14,
    "LEX-D15" Holds d15, "LEX-D16" Holds d16, "LEX-TAB2" Corrected tab2, "LEX-TAB2A" Corrected tab2a,
    "LEX-L17" Holds l17, "LEX-C18" Holds c18, "LEX-T19" Holds t19, "LEX-T20" Holds t20, "LEX-T20BR" Scan t20br,
    "LEX-NCONST" Holds nconst, "LEX-D21" Clarified d21, "LEX-T20MON" Holds t20mon, "LEX-T22" Clarified t22,
    "LEX-COR23" Corrected cor23, "LEX-COR23CH" Corrected cor23ch, "LEX-COR23Q" Holds cor23q, "LEX-O1NIM" Holds o1nim,
    "LEX-O2" Open o2, "LEX-O3" Open o3, "LEX-O4" Open o4, "LEX-O5" Open o5, "X-CROSS" Holds cross,
}

type Piles = Vec<u64>;

/// D(A): all differences of two piles.
fn differences(a: &[u64]) -> BTreeSet<u64> {
    (0..a.len())
        .flat_map(|i| (i + 1..a.len()).map(move |j| (i, j)))
        .map(|(i, j)| a[j].abs_diff(a[i]))
        .collect()
}

fn shares(a: &[u64], b: &[u64]) -> bool {
    a.iter().any(|x| b.contains(x))
}

/// Legality by Definition 14 and 16: B precedes A, and they share a pile, or D(A) meets D(B) + [0, f).
fn legal_f(a: &[u64], b: &[u64], f: u64) -> bool {
    let window = |d: &u64| differences(a).iter().any(|e| e >= d && e - d < f);
    b < a && (shares(a, b) || differences(b).iter().any(window))
}

fn legal(a: &[u64], b: &[u64]) -> bool {
    legal_f(a, b, 1)
}

/// Legality by Definition 3, literally: some matching changes one of two piles, or both by the same amount.
pub(crate) fn literal(a: &[u64], b: &[u64]) -> bool {
    fn matchings(left: &[u64], right: &mut Vec<u64>, changes: &mut Vec<i64>) -> bool {
        let Some((first, rest)) = left.split_first() else {
            let zero = changes.contains(&0);
            let equal = (0..changes.len()).any(|i| changes[..i].contains(&changes[i]));
            return zero || equal;
        };
        (0..right.len()).any(|i| {
            let to = right.remove(i);
            changes.push(*first as i64 - to as i64);
            let found = matchings(rest, right, changes);
            changes.pop();
            right.insert(i, to);
            found
        })
    }
    b < a && matchings(a, &mut b.to_vec(), &mut Vec::new())
}

/// All sorted positions with piles below a bound.
pub(crate) fn sorted_box(piles: usize, side: u64) -> Vec<Piles> {
    let mut all: Vec<Piles> = vec![Vec::new()];
    for _ in 0..piles {
        all = all
            .iter()
            .flat_map(|p| (p.last().copied().unwrap_or(0)..side).map(move |x| [p.as_slice(), &[x]].concat()))
            .collect();
    }
    all
}

/// Construction 8 (18 with f) by plain sets: for the first `count` positions.
pub(crate) fn construction(piles: usize, count: usize, f: &dyn Fn(&[u64]) -> u64) -> Vec<Piles> {
    let mut out: Vec<Piles> = vec![vec![0; piles]];
    let (mut sizes, mut gaps) = (BTreeSet::from([0u64]), BTreeSet::new());
    let spread = |p: &[u64], gaps: &mut BTreeSet<u64>| {
        for d in differences(p) {
            gaps.extend(d..d + f(p));
        }
    };
    spread(&out[0], &mut gaps);
    gaps.insert(0);
    while out.len() < count {
        let mut position: Piles = Vec::new();
        for _ in 0..piles {
            let from = position.last().copied().unwrap_or(0);
            let free =
                |x: &u64| !sizes.contains(x) && position.iter().all(|p| *x >= *p && !gaps.contains(&(x - p)));
            position.push((from..).find(|x| free(x)).unwrap_or(0));
        }
        sizes.extend(&position);
        spread(&position, &mut gaps);
        out.push(position);
    }
    out
}

pub(crate) fn plain(piles: usize, count: usize) -> Vec<Piles> {
    construction(piles, count, &|_| 1)
}

/// The P-positions of the construction with first pile at most `most`, checked by the legality of moves alone.
fn certified(game: &wytlex::Wytlex, most: u64) -> Result<(), String> {
    let mut list = Vec::new();
    for position in game.stream() {
        let position = position.map_err(|e| e.to_string())?;
        if position[0] > most {
            break;
        }
        list.push(position);
    }
    game.check_list(&list, most).map_err(|fault| fault.to_string())
}

fn small(p: &[Natural]) -> Result<Vec<u64>, String> {
    p.iter().map(|x| u64::try_from(x).map_err(|_| "too large".to_string())).collect()
}

fn naturals(p: &[u64]) -> Vec<Natural> {
    p.iter().map(|x| Natural::from(*x)).collect()
}

// Section 1.

// LEX-ABS1, LEX-D1: Wythoff's pairs from the rules; the two sequences tile the positive integers.
fn abs1(scale: Scale) -> Checked {
    let count = scale.bound(2_000, 100_000, 2_000_000);
    let phi = phi()?;
    let mut seen = vec![false; 2 * count];
    for n in 1..count as u64 {
        let a = floor(&phi, n)?;
        for x in [a, a + n] {
            if let Some(cell) = seen.get_mut(x as usize) {
                ensure!(!*cell, "{x} occurs twice");
                *cell = true;
            }
        }
    }
    let most = floor(&phi, count as u64 - 1)? as usize;
    ensure!(seen[1..most].iter().all(|c| *c), "a gap below {most}");
    Finding::proved(format!("{}; every integer from 1 to {most} exactly once", proof::wythoff("wythoff")?))
}

fn abs2(_: Scale) -> Checked {
    Finding::unchecked("a claim of priority about the literature")
}

// LEX-ABS3: see LEX-INF and LEX-FIN.
fn abs3(scale: Scale) -> Checked {
    inf(scale)?;
    fin(scale)
}

fn d1(scale: Scale) -> Checked {
    let side = scale.bound(60, 200, 2000);
    let pairs: Vec<(u64, u64)> = wythoff_pairs(side as usize).into_iter().filter(|p| p.1 < side).collect();
    agree!(pairs_below("wythoff", side)?, pairs, "Wythoff");
    Finding::holds(format!("piles below {side}"))
}

// LEX-FZ: the Fraenkel-Zusman P-positions repeat pile sizes, and come from triangular numbers.
fn fz(scale: Scale) -> Checked {
    let side = scale.bound(9, 14, 24);
    let lost = p_below("fraenkel-zusman(piles=3)", side)?;
    let ours: Vec<Piles> = sorted_box(3, side)
        .into_iter()
        .filter(|p| {
            let excess: u64 = p.iter().map(|x| x - p[0]).sum();
            (0..=p[0]).any(|n| n * (n + 1) / 2 == p[0] && excess == n)
        })
        .collect();
    agree!(lost, ours, "P-positions");
    ensure!(lost.contains(&vec![1, 1, 2]), "1 is not repeated");
    Finding::holds(format!("K = 3, piles below {side}; 1 occurs twice in (1,1,2)"))
}

// LEX-TILE3: the rat sequences and the Tribonacci classes tile.
fn tile3(scale: Scale) -> Checked {
    let count = scale.bound(300, 1500, 100_000u64);
    let mut all: Vec<u64> = (1..count).flat_map(|n| [7 * n / 4, 7 * n / 2 - 1, 7 * n - 3]).collect();
    all.sort_unstable();
    let most = 7 * (count - 1) / 4;
    all.retain(|x| *x <= most);
    agree!(all, (1..=most).collect::<Vec<_>>(), "the rat sequences");
    let lost = p_below("tribonacci", scale.bound(18, 30, 60))?;
    let mut piles: Vec<u64> = lost[1..].iter().flatten().copied().collect();
    piles.sort_unstable();
    let distinct = piles.windows(2).all(|w| w[0] < w[1]);
    ensure!(distinct, "a pile size repeats in the Tribonacci game");
    Finding::holds(format!("n < {count}; {} Tribonacci P-positions from the rules", lost.len()))
}

// LEX-MOORE: the digit criterion from the rules; by it positions of hundreds of digits are decided, with legal moves.
fn moore(scale: Scale) -> Checked {
    for (piles, k, side) in [
        (3usize, 1u64, scale.bound(6, 8, 16)),
        (3, 2, scale.bound(6, 8, 16)),
        (4, 2, scale.bound(4, 6, 10)),
        (4, 3, scale.bound(4, 6, 10)),
    ] {
        let lost: BTreeSet<Piles> =
            p_below(&format!("moore-nim(piles={piles},k={k})"), side)?.into_iter().collect();
        for p in sorted_box(piles, side) {
            let balanced = (0..8)
                .all(|bit| (p.iter().filter(|x| *x >> bit & 1 == 1).count() as u64).is_multiple_of(k + 1));
            agree!(lost.contains(&p), balanced, "K = {piles}, k = {k}, {p:?}");
        }
    }
    let game = wythoff_theory::nim::MooreNim::new(4, 2).map_err(|e| e.to_string())?;
    let mut random = scale.random(11);
    let balanced = |p: &[Natural]| {
        let bits = p.iter().map(|x| x.significant_bits()).max().unwrap_or(0);
        (0..bits).all(|bit| p.iter().filter(|x| x.get_bit(bit)).count() % 3 == 0)
    };
    let mut shown = None;
    for _ in 0..scale.bound(10, 40, 200) {
        let huge: Vec<Natural> = (0..4)
            .map(|_| {
                (0..20).fold(Natural::from(1u32), |x, _| (x << 64u32) + Natural::from(random.below(u64::MAX)))
            })
            .collect();
        let verdict = wythoff_theory::Decider::decide(&game, &huge).map_err(|e| e.to_string())?;
        let Some(to) = verdict.winning else {
            ensure!(balanced(&huge), "{huge:?} is N without a move");
            continue;
        };
        let changed = to.iter().zip(&huge).filter(|(t, h)| t != h).count();
        let legal = to.iter().zip(&huge).all(|(t, h)| t <= h) && (1..=2).contains(&changed);
        ensure!(legal && balanced(&to), "{huge:?} -> {to:?}");
        let short: Vec<String> = huge.iter().map(|x| (x >> 1200u32).to_string()).collect();
        shown = shown.or(Some(short.join(",")));
    }
    let position = shown.ok_or("no position was decided with a move")?;
    Finding::clarified(
        "the criterion stated first decides in time linear in the digits, with a move; so the last sentence of the paragraph does not fit this game",
        "the criterion from the rules: K = 3, k = 1, 2; K = 4, k = 2, 3; random positions of K = 4, k = 2 with legal moves to P",
    )
    .fails_at(found(Some(format!("K = 4, k = 2 is decided at once, with a move, as at {position}; so too piles of 385 digits")), "")?)
    .shown_by(
        format!("wyt solve 'moore-nim(piles=4,k=2)' {position}"),
        ["N: the player to move wins", "move to", "known by theorem (LEX-MOORE)"],
    )
}

/// The nim-sum game literally: every vector of removals.
fn nimsum_literal(side: u64) -> Vec<Piles> {
    let mut lost: BTreeSet<Piles> = BTreeSet::new();
    for p in sorted_box(3, side) {
        let wins = (0..=p[0]).any(|i| {
            (0..=p[1]).any(|j| {
                (0..=p[2]).any(|k| {
                    let taken = [i, j, k];
                    let single = taken.iter().filter(|t| **t > 0).count() == 1;
                    if !(single || (i | j | k > 0 && i ^ j ^ k == 0)) {
                        return false;
                    }
                    let mut to: Piles = p.iter().zip(taken).map(|(x, t)| x - t).collect();
                    to.sort_unstable();
                    lost.contains(&to)
                })
            })
        });
        if !wins {
            lost.insert(p);
        }
    }
    lost.into_iter().collect()
}

// LEX-NIMSUM: the rules of the nim-sum game.
fn nimsum(scale: Scale) -> Checked {
    let side = scale.bound(8, 14, 20);
    agree!(p_below("nimsum-wythoff(piles=3)", side)?, nimsum_literal(side), "3 piles");
    let planes = NimSumPlanes::solve(3, side as u32).map_err(|e| e.to_string())?;
    for p in nimsum_literal(side).iter().filter(|p| p[0] <= 3) {
        agree!(planes.partner(p[0] as u32, p[1] as u32), Some(p[2] as u32), "{p:?}");
    }
    Finding::holds(format!("3 piles below {side}, and the planes of the first three"))
}

// LEX-NSCONJ: C_n = B_n + n + constant eventually.
fn nsconj(scale: Scale) -> Checked {
    let (most, bound) = scale.bound((2, 400), (6, 2500), (10, 8000));
    let planes = NimSumPlanes::solve(most, bound).map_err(|e| e.to_string())?;
    let mut found = Vec::new();
    for a in 0..=most {
        let pairs: Vec<(u32, u32)> = planes.pairs(a).filter(|(b, _)| *b >= a).collect();
        let shifts: Vec<i64> =
            pairs.iter().enumerate().map(|(n, (b, c))| *c as i64 - *b as i64 - n as i64).collect();
        let last = shifts[shifts.len() * 3 / 4];
        let steady = shifts[shifts.len() * 3 / 4..shifts.len() * 9 / 10].iter().all(|s| *s == last);
        found.push(format!("first heap {a}: {last}{}", if steady { "" } else { " (not yet steady)" }));
    }
    Finding::open(
        format!("first heap up to {most}, second below {bound}"),
        format!("C_n - B_n - n settles at {}", found.join(", ")),
    )
}

// LEX-NSNOTILE: pile sizes repeat.
fn nsnotile(_: Scale) -> Checked {
    let lost = p_below("nimsum-wythoff(piles=3)", 6)?;
    let with_one: Vec<&Piles> = lost.iter().filter(|p| p.contains(&1)).collect();
    ensure!(with_one.len() >= 3, "1 occurs in {with_one:?} only");
    Finding::holds(format!("1 occurs in {with_one:?}"))
}

// LEX-S5SPECIAL: |k-l| < a has moves that Wytlex(2,a) lacks; the P-positions agree.
fn s5special(scale: Scale) -> Checked {
    let side = scale.bound(20, 60, 200);
    let mut differ = None;
    for a in 2..=5u64 {
        let game = crate::support::rules(&format!("t-wythoff(t={a})"))?;
        for from in sorted_box(2, 6) {
            let options: BTreeSet<Piles> =
                game.options(&from).map_err(|e| e.to_string())?.into_iter().collect();
            let ours: BTreeSet<Piles> =
                sorted_box(2, 6).into_iter().filter(|b| legal_f(&from, b, a)).collect();
            ensure!(ours.is_subset(&options), "a = {a}, {from:?}: Wytlex has other moves");
            differ = differ.or(options.difference(&ours).next().map(|to| (a, from, to.clone())));
        }
        let ours: Vec<Piles> =
            construction(2, side as usize, &|_| a).into_iter().filter(|p| p[1] < side).collect();
        agree!(p_below(&format!("t-wythoff(t={a})"), side)?, ours, "a = {a}");
    }
    let (a, from, to) = differ.ok_or("the moves are the same")?;
    Finding::clarified(
        "as to P-positions it holds; as to rules, the game of [5] has moves that Wytlex(2,a) lacks",
        format!("P-positions: a = 2..5, piles below {side}; moves: piles below 6"),
    )
    .fails_at(found(
        Some(format!("a = {a}: {from:?} -> {to:?} is a move of the game of [5], and none of Wytlex(2,{a})")),
        "",
    )?)
    .shown_by(
        format!(
            "wyt moves 't-wythoff(t={a})' {0},{1} --to {2},{3} && wyt moves 'wytlex(piles=2,f=\"{a}\")' {0},{1} --to {2},{3}",
            from[0], from[1], to[0], to[1]
        ),
        ["legal, by", "not legal"],
    )
}

fn akiyama(_: Scale) -> Checked {
    Finding::unchecked("the rules of the game are not given")
}

/// The pair floor(np + b_p), floor(nq + b_q) with 1/p + 1/q = 1, or none if it does not tile 1..bound.
fn nonhomogeneous(
    p: &Quadratic,
    b_p: &Quadratic,
    q: &Quadratic,
    b_q: &Quadratic,
    bound: u64,
) -> Option<(Vec<u64>, Vec<u64>)> {
    let terms = |slope: &Quadratic, offset: &Quadratic| -> Vec<u64> {
        (1..bound as i64)
            .filter_map(|n| u64::try_from(&slope.floor_affine(&Integer::from(n), offset)).ok())
            .take_while(|x| *x < bound)
            .collect()
    };
    let (y, z) = (terms(p, b_p), terms(q, b_q));
    let mut all: Vec<u64> = y.iter().chain(&z).copied().collect();
    all.sort_unstable();
    (all == (1..bound).collect::<Vec<_>>()).then_some((y, z))
}

// LEX-MOSTNH: for q >= 3 and 1 in the slow sequence the differences strictly increase, and so the pair is a P-set by
// Theorem 22; for q in (2,3) the homogeneous pairs tried do not.
fn mostnh(scale: Scale) -> Checked {
    let bound = scale.bound(200, 800, 3000);
    let mut random = scale.random(7);
    let (mut above, mut below, mut first) = (0, 0, None);
    let mut one_in_fast = None;
    for _ in 0..scale.bound(12, 40, 200) {
        // Close below 3 the differences fail only far out: q is kept away from there.
        let r = match random.below(1800) as i64 {
            r if r < 800 => r,
            r => r + 200,
        };
        let q = surd(2000 + r, 1, 1000, 2)?;
        let p = q.complement().map_err(|e| e.to_string())?;
        // gamma in [0,1), delta = -gamma q/p: complementary in general.
        let gamma = if r >= 1000 {
            Quadratic::new(random.below(100) as i64, 0, 0u32, 100)
        } else {
            Ok(Quadratic::integer(0))
        };
        let gamma = gamma.map_err(|e| e.to_string())?;
        let delta = gamma.mul(&q).and_then(|x| x.div(&p)).map_err(|e| e.to_string())?.neg();
        let Some((y, z)) = nonhomogeneous(&p, &gamma, &q, &delta, bound) else { continue };
        let gaps: Vec<i64> = y.iter().zip(&z).map(|(a, b)| *b as i64 - *a as i64).collect();
        let increasing = gaps.windows(2).all(|w| w[0] < w[1]);
        if r >= 1000 && y[0] < z[0] {
            above += 1;
            ensure!(increasing, "q = {q}, gamma = {gamma}: the differences do not increase");
            let cover: Vec<(u64, u64)> = y.iter().copied().zip(z.iter().copied()).collect();
            let rows = cover.len().min(12);
            agree!(
                rows_of(&f22(&cover), rows)?[1..],
                cover[..rows - 1],
                "q = {q}, gamma = {gamma}: P-positions"
            );
        } else if r >= 1000 {
            one_in_fast = one_in_fast.or(Some(format!("q = {q}, gamma = {gamma}")));
        } else {
            below += 1;
            let n = gaps
                .windows(2)
                .position(|w| w[0] >= w[1])
                .ok_or(format!("q = {q} < 3: the differences increase"))?;
            first = first.or(Some((q.clone(), n, y.clone(), z.clone())));
        }
    }
    ensure!(above > 0 && below > 0, "{above} pairs with q >= 3, {below} with q < 3");
    let (q, n, y, z) = first.ok_or("all pairs qualify")?;
    let list = |terms: &[u64]| terms[..n + 2].iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
    Finding::clarified(
        format!("q >= 3 with 1 in the slow sequence: all {above} random pairs are P-positions; 2 < q < 3, homogeneous: none of {below}; so most as counted by q, half as counted by p"),
        format!("integers below {bound}"),
    )
    .fails_at(found(
        Some(format!("q = {q}: z^n - y^n does not grow from n = {} to n = {}", n + 1, n + 2)),
        "",
    )?)
    .shown_by(
        format!("wyt beatty '{q}' --first {}", n + 2),
        [format!("first   {}", list(&z)), format!("second  {}", list(&y))],
    )
}

// Section 2.

/// Wythoff(K) literally: some x_i = 0 or two equal, for some matching of the sorted piles. The P-positions in the order
/// of their totals, then lexicographically. A move keeps a pile or the difference of two, so only P-positions that
/// have one of these are asked.
fn wythoff_k(piles: usize, total: u64) -> Result<Vec<Piles>, String> {
    let mut lost: Vec<Piles> = Vec::new();
    let none = || vec![Vec::<usize>::new(); total as usize + 1];
    let (mut with_pile, mut with_difference) = (none(), none());
    for sum in 0..=total {
        go_on(1 << 10)?;
        for_each_of_sum(piles, sum, &mut |p| {
            let differences = || (1..piles).flat_map(|j| (0..j).map(move |i| (p[j] - p[i]) as usize));
            let reached = |at: &usize| lost[*at].iter().zip(p).all(|(q, p)| q <= p) && takes(p, &lost[*at]);
            let winning = p.iter().any(|x| with_pile[*x as usize].iter().any(reached))
                || differences().any(|d| with_difference[d].iter().any(reached));
            if !winning {
                p.iter().for_each(|x| with_pile[*x as usize].push(lost.len()));
                differences().for_each(|d| with_difference[d].push(lost.len()));
                lost.push(p.to_vec());
            }
        });
    }
    Ok(lost)
}

/// Calls `visit` with the sorted positions of a total, in lexicographic order.
fn for_each_of_sum(piles: usize, sum: u64, visit: &mut dyn FnMut(&[u64])) {
    fn go(p: &mut Piles, piles: usize, left: u64, visit: &mut dyn FnMut(&[u64])) {
        let (least, more) = (p.last().copied().unwrap_or(0), (piles - p.len()) as u64);
        if more == 1 {
            p.push(left);
            visit(p);
            p.pop();
            return;
        }
        for x in least..=left / more {
            p.push(x);
            go(p, piles, left - x, visit);
            p.pop();
        }
    }
    go(&mut Vec::new(), piles, sum, visit);
}

/// Whether removals lead from one position to another with some removal 0 or two equal.
fn takes(from: &[u64], to: &[u64]) -> bool {
    fn go(left: &[u64], right: &mut Vec<u64>, taken: &mut Vec<u64>) -> bool {
        let Some((first, rest)) = left.split_first() else {
            let some = taken.iter().any(|t| *t > 0);
            let equal = (0..taken.len()).any(|i| taken[..i].contains(&taken[i]));
            return some && (taken.contains(&0) || equal);
        };
        (0..right.len()).any(|i| {
            if right[i] > *first {
                return false;
            }
            let to = right.remove(i);
            taken.push(first - to);
            let found = go(rest, right, taken);
            taken.pop();
            right.insert(i, to);
            found
        })
    }
    go(from, &mut to.to_vec(), &mut Vec::new())
}

// LEX-D2: the rules of Wythoff(K) against the matching form.
fn d2(scale: Scale) -> Checked {
    let side = scale.bound(8, 12, 20);
    let rules = crate::support::rules("wythoff-piles(piles=3)")?;
    let all = sorted_box(3, side);
    for p in &all {
        let options: BTreeSet<Piles> = rules.options(p).map_err(|e| e.to_string())?.into_iter().collect();
        for to in &all {
            agree!(options.contains(to), takes(p, to), "{p:?} -> {to:?}");
        }
    }
    Finding::holds(format!("3 piles below {side}: every pair of positions"))
}

// LEX-W4: the 13th and 14th P-positions of Wythoff(4) share 27.
fn w4(scale: Scale) -> Checked {
    let wanted = [vec![27u64, 52, 81, 104], vec![27, 55, 80, 103]];
    // No move joins them, and neither moves to the other P-positions: they extend the list found below.
    ensure!(!takes(&wanted[1], &wanted[0]) && !takes(&wanted[0], &wanted[1]), "the two are joined by a move");
    let total = scale.bound(60, 265, 280);
    let lost = wythoff_k(4, total)?;
    for p in lost.iter().filter(|p| !wanted.contains(p)) {
        ensure!(!wanted.iter().any(|w| takes(w, p)), "{p:?} is reached");
    }
    let from_rules = p_below("wythoff-piles(piles=4)", scale.bound(6, 10, 14))?;
    for p in from_rules.iter().filter(|p| p.iter().sum::<u64>() <= total) {
        ensure!(lost.contains(p), "{p:?} from the rules");
    }
    if total < 265 {
        return Finding::holds(format!("neither of the two moves to a P-position of total up to {total}"))
            .detail("that they are the 13th and 14th takes all positions of total up to 265, a longer run");
    }
    agree!(lost[12..14], wanted, "the 13th and 14th P-positions, 0 being the first");
    let mut sizes: Vec<u64> = lost[1..13].iter().flatten().copied().collect();
    sizes.sort_unstable();
    ensure!(sizes.windows(2).all(|w| w[0] < w[1]), "a repetition before the 14th");
    Finding::holds(format!("all positions of total up to {total}"))
}

// LEX-W3NOTILE: 1094 in [441,783,1094] and [443,782,1094]; the P-positions by the largest pile.
fn w3notile(scale: Scale) -> Checked {
    let pair = [vec![441u64, 783, 1094], vec![443, 782, 1094]];
    ensure!(!takes(&pair[1], &pair[0]), "the two are joined by a move");
    // A position of total T has a smallest pile of at most T/3: rows up to there hold all of them.
    let total = scale.bound(180, 2319, 2319);
    let mut by_total: Vec<Piles> = wythoff_3_by_rows(total / 3, total + 1)?
        .into_iter()
        .filter(|p| p.iter().sum::<u64>() <= total)
        .collect();
    by_total.sort_by_key(|p| p.iter().sum::<u64>());
    // The same without rows: each position of small total after all smaller ones.
    let few = scale.bound(60, 300, 500);
    let (small, all): (BTreeSet<Piles>, Vec<Piles>) =
        (by_total.iter().filter(|p| p.iter().sum::<u64>() <= few).cloned().collect(), wythoff_k(3, few)?);
    agree!(small, all.into_iter().collect(), "total up to {few}, by rows and one by one");
    let mut seen = BTreeSet::new();
    let repeated = by_total.iter().skip(1).position(|p| !p.iter().all(|x| seen.insert(*x)));
    let Some(at) = repeated.map(|i| i + 1) else {
        ensure!(total < 2319, "no size is repeated up to the total {total}");
        return Finding::holds(format!(
            "no size is repeated up to the total {total}; the two are farther out"
        ));
    };
    agree!((at, &by_total[at]), (226, &pair[1]), "the first P-position with a size that was there");
    agree!(by_total.iter().position(|p| *p == pair[0]), Some(225), "the index of the other");
    Finding::holds(format!(
        "all {} P-positions of total up to {total}, in the order of the total: the first repeated size is 1094, at index {at}; one by one up to the total {few}",
        by_total.len()
    ))
}

// LEX-DLEX: the lexicographic order of sorted vectors.
fn dlex(_: Scale) -> Checked {
    let all = sorted_box(3, 6);
    for a in &all {
        for b in &all {
            let first = (0..3).find(|i| a[*i] != b[*i]);
            agree!(b < a, first.is_some_and(|i| b[i] < a[i]), "{b:?} before {a:?}");
        }
    }
    Finding::holds("3 piles below 6")
}

// LEX-D3, LEX-D14: Definition 3 literally, and the predicates of the game in Rust, against Definition 14.
fn d3(scale: Scale) -> Checked {
    d14(scale)
}

fn d14(scale: Scale) -> Checked {
    let mut pairs = 0;
    for (piles, side) in
        scale.bound([(2usize, 8u64), (3, 5), (4, 3)], [(2, 14), (3, 8), (4, 4)], [(2, 20), (3, 10), (4, 6)])
    {
        let all = sorted_box(piles, side);
        for a in &all {
            for b in &all {
                pairs += 1;
                let expected = legal(a, b);
                agree!(literal(a, b), expected, "{a:?} -> {b:?}");
                let (x, y) = (naturals(a), naturals(b));
                agree!((definition_3(&x, &y), definition_14(&x, &y)), (expected, expected), "{a:?} -> {b:?}");
            }
        }
    }
    Finding::holds(format!("{pairs} ordered pairs on 2, 3 and 4 piles"))
}

// LEX-N1: from every nonzero position with an empty pile there is a move to 0.
fn n1(scale: Scale) -> Checked {
    for (piles, side) in [(3usize, scale.bound(8, 12, 30)), (4, scale.bound(5, 7, 14))] {
        for p in sorted_box(piles, side).iter().filter(|p| p[0] == 0 && p.iter().any(|x| *x > 0)) {
            ensure!(literal(p, &vec![0; piles]), "{p:?}");
        }
    }
    Finding::holds("3 and 4 piles")
}

// LEX-EX21: the five examples.
fn ex21(_: Scale) -> Checked {
    let game = Wytlex::new(3).map_err(|e| e.to_string())?;
    let parse = |t: &str| game.parse(t).map_err(|e| e.to_string());
    for (from, to, expected) in [
        ("0,10,30", "0,0,0", true),
        ("0,10,30", "0,9,50", true),
        ("10,10,20", "5,12,12", true),
        ("1,2,3", "0,0,0", false),
    ] {
        agree!(game.legal(&parse(from)?, &parse(to)?).is_ok(), expected, "{from} -> {to}");
    }
    let all = sorted_box(3, 8);
    ensure!(!all.iter().any(|b| legal(&[0, 0, 0], b)), "[0,0,0] is not terminal");
    Finding::holds("all five")
}

// LEX-W2: Wytlex(2) has exactly the moves of Wythoff.
fn w2(scale: Scale) -> Checked {
    let (side, cap) = scale.bound((8, 16), (13, 30), (24, 60));
    let rules = crate::support::rules("wythoff")?;
    for a in sorted_box(2, side) {
        let options: BTreeSet<Piles> = rules.options(&a).map_err(|e| e.to_string())?.into_iter().collect();
        let ours: BTreeSet<Piles> = sorted_box(2, cap).into_iter().filter(|b| literal(&a, b)).collect();
        agree!(ours, options, "{a:?}");
    }
    Finding::holds(format!("piles below {side}, results below {cap}"))
}

const TABLE_1: [[u64; 3]; 13] = [
    [0, 0, 0],
    [1, 2, 3],
    [4, 7, 10],
    [5, 9, 13],
    [6, 11, 16],
    [8, 15, 22],
    [12, 21, 30],
    [14, 25, 36],
    [17, 29, 41],
    [18, 31, 44],
    [19, 34, 49],
    [20, 37, 53],
    [23, 42, 61],
];

/// P-positions of Wytlex(K) on a box by the definition of P, legality literal.
fn retrograde(piles: usize, side: u64) -> Vec<Piles> {
    let mut lost: Vec<Piles> = Vec::new();
    for a in sorted_box(piles, side) {
        if !lost.iter().any(|b| legal(&a, b)) {
            lost.push(a);
        }
    }
    lost
}

// LEX-TAB1A: Table 1, left, from the rules on a box.
fn tab1a(scale: Scale) -> Checked {
    let side = scale.bound(31, 62, 62);
    let found = retrograde(3, side);
    let table: Vec<Piles> = TABLE_1.iter().map(|r| r.to_vec()).filter(|r| r[2] < side).collect();
    agree!(found[..table.len()], table, "Table 1");
    agree!(special_p_below("wytlex(piles=3)", 62)?[..13], TABLE_1.map(|r| r.to_vec()), "the game in Rust");
    Finding::holds(format!("{} rows from the rules on a box of {side}, 13 by the game in Rust", table.len()))
}

// LEX-TAB1B: Wythoff(3) by total: the same up to n = 11, then 23 39 58.
fn tab1b(scale: Scale) -> Checked {
    let total = scale.bound(60, 121, 127);
    let lost = wythoff_k(3, total)?;
    for (n, p) in lost.iter().enumerate().take(13) {
        let expected = if n == 12 { vec![23, 39, 58] } else { TABLE_1[n].to_vec() };
        agree!(*p, expected, "row {n}");
    }
    Finding::holds(format!("{} rows, total up to {total}", lost.len().min(13)))
}

// LEX-TAB1C: only row 12 differs.
fn tab1c(scale: Scale) -> Checked {
    let total = scale.bound(60, 121, 127);
    let lost = wythoff_k(3, total)?;
    let rows = lost.len().min(12);
    agree!(lost[..rows], plain(3, 13)[..rows], "rows 0 to 11");
    ensure!(plain(3, 13)[12] != vec![23, 39, 58], "row 12 agrees");
    Finding::holds(format!("{rows} rows agree; row 12 of Wytlex(3) is {:?}", plain(3, 13)[12]))
}

// LEX-TAB1D: [23,39,58] -> [20,37,53] in Wytlex(3) by +14, +14, -38.
fn tab1d(_: Scale) -> Checked {
    ensure!(literal(&[23, 39, 58], &[20, 37, 53]) && !takes(&[23, 39, 58], &[20, 37, 53]), "legality");
    let mut moved: Vec<i64> = [23i64 + 14, 39 + 14, 58 - 38].to_vec();
    moved.sort_unstable();
    agree!(moved, vec![20, 37, 53], "+14, +14, -38");
    Finding::holds("legal in Wytlex(3), not in Wythoff(3)")
}

// LEX-INF: K > 2: with two nonempty piles there are infinitely many options: take 1, add n.
fn inf(scale: Scale) -> Checked {
    let side = scale.bound(5, 6, 10);
    for a in sorted_box(3, side) {
        let nonempty = a.iter().filter(|x| **x > 0).count();
        for n in [1u64, 7, 1000] {
            if nonempty >= 2 {
                let i = a.iter().position(|x| *x > 0).unwrap_or(0);
                let mut to = a.clone();
                to[i] -= 1;
                to[2] += n;
                to.sort_unstable();
                ensure!(literal(&a, &to), "{a:?} -> {to:?}");
            }
        }
        if nonempty == 1 {
            let options = sorted_box(3, a[2] + 30).into_iter().filter(|b| literal(&a, b)).count() as u64;
            agree!(options, a[2], "{a:?}: options");
        }
    }
    Finding::holds(format!("3 piles below {side}, n = 1, 7, 1000"))
}

// LEX-FIN, LEX-ORD: every move lowers the rank sum of omega^(K-i) (a_i - a_{i-1}).
fn fin(scale: Scale) -> Checked {
    ord(scale)
}

/// The coefficients of the rank in Cantor normal form, highest power first.
fn rank(a: &[u64]) -> Vec<u64> {
    let mut last = 0;
    a.iter().map(|x| x - std::mem::replace(&mut last, *x)).collect()
}

fn ord(scale: Scale) -> Checked {
    for (piles, side) in [(3usize, scale.bound(6, 9, 12)), (4, scale.bound(4, 6, 7))] {
        let all = sorted_box(piles, side);
        for a in &all {
            for b in &all {
                // Order by rank is the lexicographic order, so legal moves fall.
                agree!(rank(b) < rank(a), b < a, "{b:?}, {a:?}");
                if literal(a, b) {
                    ensure!(rank(b) < rank(a), "{a:?} -> {b:?}");
                }
            }
            // Options that reach up to the rank: lower pile j by one, let the later ones be large.
            if let Some(j) = a.iter().rposition(|x| *x > a[..1][0].min(*x) || *x > 0) {
                let mut to = a.clone();
                if to[j] > if j > 0 { to[j - 1] } else { 0 } {
                    to[j] -= 1;
                    for x in to[j + 1..].iter_mut() {
                        *x = 50;
                    }
                    ensure!(
                        j + 1 == piles || literal(a, &to) || a[..j].is_empty() && piles < 3,
                        "{a:?} -> {to:?}"
                    );
                }
            }
        }
    }
    Finding::holds("3 and 4 piles: rank order = lexicographic order, moves fall, cofinal options are legal")
}

// LEX-LEXIFY: lexifying a relation on removal vectors: Wythoff(K) gives Wytlex(K).
fn lexify(scale: Scale) -> Checked {
    let side = scale.bound(5, 7, 9);
    for a in sorted_box(3, side) {
        for b in sorted_box(3, side) {
            // Removals of either sign with one of them 0 or two equal, the result earlier.
            agree!(literal(&a, &b), legal(&a, &b), "{a:?} -> {b:?}");
            if takes(&a, &b) {
                ensure!(literal(&a, &b), "{a:?} -> {b:?} is lost by lexifying");
            }
        }
    }
    Finding::holds(format!("3 piles below {side}: contains Wythoff(3), equals Wytlex(3)"))
}

// LEX-D4: sums of sets, against membership by trying: n is in S + T iff n - s is in T for some s in S.
fn d4(scale: Scale) -> Checked {
    let mut random = scale.random(4);
    for _ in 0..scale.bound(50, 400, 4000) {
        let mut set =
            |size: u64| -> BTreeSet<u64> { (0..random.below(size)).map(|_| random.below(20)).collect() };
        let (s, t) = (set(5), set(5));
        let sum: BTreeSet<u64> = s.iter().flat_map(|a| t.iter().map(move |b| a + b)).collect();
        for n in 0..40 {
            agree!(
                sum.contains(&n),
                s.iter().any(|a| n >= *a && t.contains(&(n - a))),
                "{n} in {s:?} + {t:?}"
            );
        }
        if let Some(x) = s.first() {
            let shifted: BTreeSet<u64> = t.iter().map(|b| x + b).collect();
            ensure!(shifted.is_subset(&sum), "{x} + {t:?}");
        }
    }
    // As Definition 16 uses it: a difference in D(B) + [0,f) makes a move legal.
    for f in 1..5u64 {
        let legal: Vec<u64> = (0..12).filter(|d| legal_f(&[50, 50 + d], &[1, 3], f)).collect();
        agree!(legal, (2..2 + f).collect::<Vec<_>>(), "{{2}} + [0,{f})");
    }
    Finding::holds("random sets of integers below 20, and D(B) + [0,f) as legality")
}

// LEX-D5: all pairs, not only neighbours: adjacent differences would give [4,6,8] at n = 2.
fn d5(_: Scale) -> Checked {
    agree!(differences(&[1, 2, 4]), BTreeSet::from([1, 2, 3]), "D(1,2,4)");
    let used = BTreeSet::from([0u64, 1, 2, 3]);
    let adjacent = BTreeSet::from([0u64, 1]);
    let mut position: Piles = Vec::new();
    for _ in 0..3 {
        let free =
            |x: &u64| !used.contains(x) && position.iter().all(|p| x >= p && !adjacent.contains(&(x - p)));
        position.push((0..).find(|x| free(x)).unwrap_or(0));
    }
    ensure!(position != TABLE_1[2].to_vec(), "adjacent differences give Table 1");
    agree!(plain(3, 3)[2], TABLE_1[2].to_vec(), "all differences");
    Finding::holds(format!(
        "adjacent differences alone would give {position:?}, Table 1 has {:?}",
        TABLE_1[2]
    ))
}

// Section 3.

// LEX-L6: B before A with a shared pile size: legal.
fn l6(scale: Scale) -> Checked {
    let side = scale.bound(5, 8, 10);
    let all = sorted_box(3, side);
    for a in &all {
        for b in all.iter().filter(|b| *b < a && shares(a, b)) {
            ensure!(literal(a, b), "{a:?} -> {b:?}");
        }
    }
    Finding::holds(format!("3 piles below {side}"))
}

// LEX-L7: without a shared size: legal if and only if D(A) meets D(B); i != j is needed.
fn l7(scale: Scale) -> Checked {
    let side = scale.bound(5, 8, 10);
    let all = sorted_box(3, side);
    let mut with_equal = None;
    for a in &all {
        for b in all.iter().filter(|b| *b < a && !shares(a, b)) {
            let legal = literal(a, b);
            agree!(legal, !differences(a).is_disjoint(&differences(b)), "{a:?} -> {b:?}");
            // With i = j allowed 0 is a difference of A.
            let printed = legal || differences(b).contains(&0);
            if printed && !legal {
                with_equal = with_equal.or(Some((a.clone(), b.clone())));
            }
        }
    }
    let (a, b) = with_equal.ok_or("i = j does no harm")?;
    let text = |p: &[u64]| p.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
    Finding::clarified(
        "with i != j the lemma holds; with i = j allowed it would make illegal moves legal",
        format!("3 piles below {side}, legality by Definition 3 literally"),
    )
    .fails_at(found(Some(format!("{a:?} -> {b:?} is illegal, though a_i - a_i = 0 is in D(B)")), "")?)
    .shown_by(format!("wyt moves wytlex {} --to {}", text(&a), text(&b)), ["not legal"])
}

// LEX-C8: the construction with 1 <= i <= K gives the P-positions; the printed range leaves p_K out.
fn c8(scale: Scale) -> Checked {
    let count = scale.bound(20, 60, 200);
    for piles in 2..=5usize {
        let streamed: Vec<Piles> = WytlexStream::new(piles).take(count).collect();
        let skip = usize::from(streamed.first().is_some_and(|p| p.iter().any(|x| *x > 0)));
        agree!(streamed[..count - 1], plain(piles, count + 1)[skip..skip + count - 1], "K = {piles}");
    }
    agree!(plain(3, 13), TABLE_1.map(|r| r.to_vec()).to_vec(), "Table 1");
    Finding::clarified(
        "read as p_i = mex Q_i for 1 <= i <= K it is complete and gives Table 1; the printed range 1 <= i < K defines Q_K and not p_K",
        format!("1 <= i <= K: K = 2..5, {count} positions; Table 1"),
    )
}

// LEX-L9: p_1 increases with n, p_i with i; p_2 need not increase with n for K >= 4.
fn l9(scale: Scale) -> Checked {
    let count = scale.bound(30, 120, 400);
    for piles in 2..=6 {
        let list = plain(piles, count);
        ensure!(list.windows(2).all(|w| w[0][0] < w[1][0]), "K = {piles}: p_1");
        ensure!(list[1..].iter().all(|p| p.windows(2).all(|w| w[0] < w[1])), "K = {piles}: p_i");
    }
    let falls = plain(4, 30).windows(2).position(|w| w[0][1] >= w[1][1]).ok_or("K = 4: p_2 increases too")?;
    Finding::holds(format!("K = 2..6, n < {count}"))
        .detail(format!("p_2 need not increase with n: for K = 4 it first falls after n = {falls}"))
}

// LEX-L10: the K sequences tile.
fn l10(scale: Scale) -> Checked {
    let count = scale.bound(30, 120, 400);
    for piles in 2..=6 {
        let list = plain(piles, count);
        let mut all: Vec<u64> = list[1..].iter().flatten().copied().collect();
        all.sort_unstable();
        let most = list[count - 1][0];
        all.retain(|x| *x <= most);
        agree!(all, (1..=most).collect::<Vec<_>>(), "K = {piles}");
    }
    Finding::holds(format!("K = 2..6, n < {count}"))
}

// LEX-L11: no legal move joins two candidates.
fn l11(scale: Scale) -> Checked {
    let count = scale.bound(20, 50, 90);
    for piles in 2..=4 {
        let list = plain(piles, count);
        for a in &list {
            for b in &list {
                ensure!(!literal(a, b), "K = {piles}: {a:?} -> {b:?}");
            }
        }
    }
    Finding::holds(format!("K = 2..4, n < {count}, legality literal"))
}

// LEX-L12, LEX-T13: every other position moves to a candidate: a finite certificate covers the unbounded ones.
fn l12(scale: Scale) -> Checked {
    let mut done = Vec::new();
    for (piles, most) in
        [(2usize, scale.bound(10, 30, 60)), (3, scale.bound(8, 25, 60)), (4, scale.bound(5, 15, 30))]
    {
        let game = wytlex::Wytlex::new(piles).map_err(|e| e.to_string())?;
        certified(&game, most).map_err(|fault| format!("K = {piles}: {fault}"))?;
        done.push(format!("K = {piles}: first pile up to {most}"));
    }
    Finding::holds(done.join("; "))
}

// LEX-T13: on a box every P-position of the rules is a candidate and every candidate is P; a certificate covers what is outside.
fn t13(scale: Scale) -> Checked {
    let side = scale.bound(24, 42, 62);
    for piles in [2usize, 3] {
        let ours: BTreeSet<Piles> =
            plain(piles, side as usize).into_iter().filter(|p| p[piles - 1] < side).collect();
        // By the rules on the box alone: options outside it, with later piles that grow, are not seen, so that a position
        // without a move inside the box need not be P. Those that are not candidates must move to a candidate outside.
        let inside: BTreeSet<Piles> = retrograde(piles, side).into_iter().collect();
        ensure!(ours.is_subset(&inside), "K = {piles}: a candidate has a move to a P-position");
        let outside: Vec<Piles> =
            plain(piles, 4 * side as usize).into_iter().filter(|p| p[piles - 1] >= side).collect();
        for p in inside.difference(&ours) {
            ensure!(
                outside.iter().any(|q| q < p && literal(p, q)),
                "K = {piles}: {p:?} is P by the rules and no candidate"
            );
        }
        ensure!(piles > 2 || inside == ours, "K = 2: the box is closed under moves");
    }
    let certificate = l12(scale)?;
    Finding::holds(format!("box of {side} for K = 2, 3, both directions; {}", certificate.bound))
}

// LEX-CX: set sizes |X| <= nK, |D| <= nK^2, |Q| <= nK^3.
fn cx(scale: Scale) -> Checked {
    let count = scale.bound(40, 120, 300);
    for piles in 2..=6usize {
        let list = plain(piles, count);
        let mut sizes = BTreeSet::new();
        let mut gaps = BTreeSet::new();
        for (n, p) in list.iter().enumerate() {
            sizes.extend(p);
            gaps.extend(differences(p));
            let n = n + 1;
            ensure!(sizes.len() <= n * piles && gaps.len() <= n * piles * piles, "K = {piles}, n = {n}");
            let q: BTreeSet<u64> =
                sizes.iter().copied().chain(p.iter().flat_map(|x| gaps.iter().map(move |g| x + g))).collect();
            ensure!(q.len() <= n * piles.pow(3), "K = {piles}, n = {n}: Q");
        }
    }
    Finding::holds(format!("K = 2..6, n < {count}"))
}

// LEX-BFALG: the linear-time test against all pairs.
fn bfalg(scale: Scale) -> Checked {
    let trials = scale.bound(30, 150, 1000);
    let mut random = scale.random(30);
    for trial in 0..trials {
        let (p, q, r) = (random.below(50) as i64 + 1, random.below(40) as i64 + 1, random.below(40) as i64);
        let mut data: Vec<i64> = (1..30).map(|n| (n * p + r).div_euclid(q)).collect();
        if trial % 2 == 0 {
            let i = random.below(29) as usize;
            data[i] += random.below(3) as i64 - 1;
        }
        // floor(na + b) for some reals: max (s_j - s_i - 1)/(j - i) < min (s_j - s_i + 1)/(j - i).
        let (mut low, mut high): (Option<Rational>, Option<Rational>) = (None, None);
        for i in 0..data.len() {
            for j in i + 1..data.len() {
                let step = (j - i) as i64;
                let (a, b) = (
                    Rational::from_signeds(data[j] - data[i] - 1, step),
                    Rational::from_signeds(data[j] - data[i] + 1, step),
                );
                if low.as_ref().is_none_or(|l| a > *l) {
                    low = Some(a);
                }
                if high.as_ref().is_none_or(|h| b < *h) {
                    high = Some(b);
                }
            }
        }
        agree!(spectrum::fit(1, &data).is_ok(), low < high, "{data:?}");
    }
    Finding::holds(format!("{trials} random sequences of 29 terms"))
}

// LEX-BEATTY: no coordinate of Wytlex(3) is a Beatty sequence.
fn not_beatty(_: Scale) -> Checked {
    let list = plain(3, 13);
    let mut found = Vec::new();
    for i in 0..3 {
        let data: Vec<i64> = list[1..].iter().map(|p| p[i] as i64).collect();
        let length = (1..=data.len()).find(|k| spectrum::fit(1, &data[..*k]).is_err());
        found.push(length.ok_or(format!("coordinate {} fits 12 terms", i + 1))?);
    }
    Finding::holds(format!("already the first {found:?} terms refute"))
}

// LEX-BTAIL: the same after positions of total below two million.
fn btail(scale: Scale) -> Checked {
    let least = scale.bound(20_000, 2_000_000, 2_000_000u64);
    let tail: Vec<[u64; 3]> =
        Wytlex3::new().skip_while(|p| p.iter().sum::<u64>() < least).take(200).collect();
    for i in 0..3 {
        let data: Vec<i64> = tail.iter().map(|p| p[i] as i64).collect();
        ensure!(spectrum::fit(1, &data).is_err(), "coordinate {} fits 200 terms", i + 1);
    }
    Finding::holds(format!("totals from {least} on: 200 terms refute each coordinate"))
}

// LEX-NOALG: a linear-time stream; no closed form.
fn noalg(scale: Scale) -> Checked {
    let count = scale.bound(2_000, 100_000, 5_000_000);
    let last = Wytlex3::new().nth(count - 1).ok_or("the stream ends")?;
    Finding::open(
        format!("Wytlex(3) streamed to n = {count}"),
        format!("P^{count} = {last:?} in O(1) a step; no closed form is known here"),
    )
}

// LEX-X1: p_3 - p_2 = m = mex D and p_2 - p_1 - m in {0,1,2}; the O(1) step is Construction 8.
fn x1(scale: Scale) -> Checked {
    let count = scale.bound(150, 700, 3000);
    let list = plain(3, count);
    let mut gaps: BTreeSet<u64> = BTreeSet::from([0]);
    for p in &list[1..] {
        let m = (0..).find(|d| !gaps.contains(d)).unwrap_or(0);
        agree!(p[2] - p[1], m, "{p:?}");
        ensure!((m..m + 3).contains(&(p[1] - p[0])), "{p:?}, m = {m}");
        gaps.extend(differences(p));
    }
    let streamed: Vec<Piles> = Wytlex3::new().take(count - 1).map(|p| p.to_vec()).collect();
    agree!(streamed, list[1..], "the O(1) step");
    Finding::holds(format!("n < {count}"))
}

// LEX-X2: Wytlex(3, c): p_3 - p_2 = mex D and p_2 - p_1 - mex D in {0, 1, c+1}.
fn x2(scale: Scale) -> Checked {
    let count = scale.bound(60, 250, 900);
    for c in [1u64, 2, 3, 5] {
        let mut gaps: BTreeSet<u64> = (0..c).collect();
        for p in &construction(3, count, &|_| c)[1..] {
            let m = (0..).find(|d| !gaps.contains(d)).unwrap_or(0);
            agree!(p[2] - p[1], m, "c = {c}, {p:?}");
            ensure!([0, 1, c + 1].contains(&(p[1] - p[0] - m)), "c = {c}, {p:?}, m = {m}");
            for d in differences(p) {
                gaps.extend(d..d + c);
            }
        }
    }
    Finding::holds(format!("c = 1, 2, 3, 5, n < {count}"))
}

/// p_i/n at the end of a stream, times 10^4.
fn slopes(piles: usize, count: usize) -> Result<Vec<u64>, String> {
    let last = WytlexStream::new(piles).nth(count).ok_or("the stream ends")?;
    Ok(last.iter().map(|p| p * 10_000 / count as u64).collect())
}

// LEX-X3: the gaps stay small, and the slopes are in arithmetic progression with reciprocals that sum to 1.
fn x3(scale: Scale) -> Checked {
    let count = scale.bound(2_000, 100_000, 1_000_000);
    let mut found = Vec::new();
    for piles in 3..=5 {
        let s = slopes(piles, count)?;
        // Sum of 1/slope within one part in a thousand.
        let sum: u64 = s.iter().map(|x| 10_000_000_000 / x).sum();
        found.push(format!("K = {piles}: {s:?}/10000, reciprocals sum to {}/1000000", sum));
    }
    Finding::open(format!("n = {count}"), found.join("; "))
}

// LEX-X4: mu = 3/2 + r, r the density of p_2 - p_1 != mex D.
fn x4(scale: Scale) -> Checked {
    let count = scale.bound(2_000, 200_000, 5_000_000u64);
    let (mut unequal, mut last) = (0u64, [0u64; 3]);
    for p in Wytlex3::new().take(count as usize) {
        unequal += u64::from(p[1] - p[0] != p[2] - p[1]);
        last = p;
    }
    let mu = (last[2] - last[1]) * 100_000 / count;
    let r = unequal * 100_000 / count;
    Finding::open(format!("n = {count}"), format!("mu = {mu}/100000, 3/2 + r = {}/100000", 150_000 + r))
}

// Section 4: Variable Wytlex.

// LEX-D15: half-open intervals.
fn d15(_: Scale) -> Checked {
    for f in 1..6u64 {
        let window: Vec<u64> = (0..20).filter(|d| legal_f(&[100, 100 + d], &[0, 3], f)).collect();
        agree!(window, (3..3 + f).collect::<Vec<_>>(), "3 + [0,{f})");
    }
    Finding::holds("3 + [0, f) for f = 1..5, by legality from [100, 100 + d] to [0,3]")
}

pub(crate) fn one_plus(b: &[u64]) -> u64 {
    1 + b[2] - b[1]
}

fn variable(text: &str, f: fn(&[u64]) -> u64) -> Result<Wytlex, String> {
    let function = move |p: &[Natural], _: &Budget| Ok(Integer::from(f(&small(p)?)));
    Wytlex::with_f(3, text, Arc::new(function)).map_err(|e| e.to_string())
}

// LEX-D16, LEX-L17: legality of Variable Wytlex; the game in Rust against the definition.
fn d16(scale: Scale) -> Checked {
    let side = scale.bound(4, 6, 8);
    let game = variable("1+b3-b2", one_plus)?;
    for a in sorted_box(3, side) {
        for b in sorted_box(3, side) {
            let (x, y) =
                (wythoff_catalog::special::position_of(&a), wythoff_catalog::special::position_of(&b));
            agree!(game.legal(&x, &y).is_ok(), legal_f(&a, &b, one_plus(&b)), "{a:?} -> {b:?}");
        }
    }
    Finding::holds(format!("f = 1 + B3 - B2, 3 piles below {side}"))
}

// LEX-L17: Lemma 17 for disjoint piles: the game in Rust, which tells reasons, against the differences.
fn l17(scale: Scale) -> Checked {
    let side = scale.bound(5, 7, 9);
    let cases: [(&str, fn(&[u64]) -> u64); 3] =
        [("1+b3-b2", one_plus), ("3", |_| 3), ("1+(b1 mod 2)", |b| 1 + b[0] % 2)];
    let mut pairs = 0;
    for (text, f) in cases {
        let game = variable(text, f)?;
        for a in sorted_box(3, side) {
            for b in sorted_box(3, side).iter().filter(|b| **b < a && !shares(&a, b)) {
                // a_j - a_i in D(B) + [0,f), looked at pair by pair.
                let lemma = (0..3).any(|i| {
                    (i + 1..3).any(|j| {
                        let d = a[j] - a[i];
                        (0..3).any(|k| (k + 1..3).any(|l| d >= b[l] - b[k] && d - (b[l] - b[k]) < f(b)))
                    })
                });
                let (x, y) =
                    (wythoff_catalog::special::position_of(&a), wythoff_catalog::special::position_of(b));
                agree!(game.legal(&x, &y).is_ok(), lemma, "f = {text}: {a:?} -> {b:?}");
                pairs += 1;
            }
        }
    }
    Finding::holds(format!("3 functions, {pairs} pairs without a shared size, 3 piles below {side}"))
}

// LEX-TAB2: row B = [0,1,2] is printed with D(B) = {1} and {1,2}; a position is legal only by the missing difference.
fn tab2(_: Scale) -> Checked {
    let a = [2u64, 4, 6];
    // D(B) and the window as printed, in the order of the table.
    let printed: [(&[u64], &[u64], bool); 10] = [
        (&[0], &[0], false),
        (&[0, 1], &[0, 1, 2], true),
        (&[0, 2], &[0, 1, 2, 3, 4], true),
        (&[0, 1], &[0, 1], false),
        (&[1], &[1, 2], true),
        (&[0, 2], &[0, 2], true),
        (&[0], &[0], false),
        (&[0, 1], &[0, 1, 2], true),
        (&[0, 1], &[0, 1], true),
        (&[0], &[0], true),
    ];
    let mut wrong = Vec::new();
    for (b, (set, window, legality)) in sorted_box(3, 3).into_iter().zip(printed) {
        agree!(legal_f(&a, &b, one_plus(&b)), legality, "legality of {b:?}");
        let (d, all): (BTreeSet<u64>, BTreeSet<u64>) =
            (differences(&b), differences(&b).into_iter().flat_map(|d| d..d + one_plus(&b)).collect());
        if d.iter().ne(set) || all.iter().ne(window) {
            wrong.push((b, d, all, window.to_vec()));
        }
    }
    agree!(wrong.len(), 1, "rows that are wrong");
    let (b, d, all, window) = wrong.remove(0);
    agree!((d, all.clone()), (BTreeSet::from([1, 2]), BTreeSet::from([1, 2, 3])), "the right row of {b:?}");
    // A position that moves to B by Definition 16 and would not by the printed window.
    let by_printed = |p: &Piles| differences(p).iter().any(|e| window.contains(e));
    let shown = sorted_box(3, 12)
        .into_iter()
        .find(|p| !shares(p, &b) && legal_f(p, &b, one_plus(&b)) && !by_printed(p));
    let p = shown.ok_or("the missing difference decides nothing")?;
    Finding::corrected(
        found(
            Some(format!(
                "B = {b:?}: {p:?} -> B is legal by the difference 3, which the printed D(B)+[0,2) lacks"
            )),
            "",
        )?,
        "10 rows: the others are right, and so is the legality column",
    )
    .shown_by(
        format!(
            "wyt moves 'wytlex(piles=3,f=\"1+b3-b2\")' {},{},{} --to {},{},{}",
            p[0], p[1], p[2], b[0], b[1], b[2]
        ),
        ["legal, by the difference 3"],
    )
}

// LEX-TAB2A: D([2,4,6]) = {2,4}: a move is legal only by the difference 4.
fn tab2a(_: Scale) -> Checked {
    let a = [2u64, 4, 6];
    agree!(differences(&a), BTreeSet::from([2, 4]), "D([2,4,6])");
    // Legal by Definition 3, literally, and not with D(A) = {2}.
    let shown = sorted_box(3, 8)
        .into_iter()
        .find(|b| literal(&a, b) && !shares(&a, b) && !differences(b).contains(&2));
    let b = shown.ok_or("the difference 4 decides nothing")?;
    Finding::corrected(
        found(Some(format!("A -> {b:?} is legal in Wytlex(3), by the difference 4 = 6 - 2 alone")), "")?,
        "all differences",
    )
    .shown_by(
        format!("wyt moves wytlex 2,4,6 --to {},{},{}", b[0], b[1], b[2]),
        ["legal, by the difference 4 of 2 and 6"],
    )
}

// LEX-C18, LEX-T19: Construction 18 gives the P-positions.
fn c18(scale: Scale) -> Checked {
    t19(scale)
}

fn t19(scale: Scale) -> Checked {
    let cases: [(&str, fn(&[u64]) -> u64); 4] =
        [("1+b3-b2", one_plus), ("2", |_| 2), ("1+b1", |b| 1 + b[0]), ("1+(b1 mod 3)", |b| 1 + b[0] % 3)];
    let (side, most) = scale.bound((20, 4), (40, 9), (60, 15));
    for (text, f) in cases {
        let mut lost: Vec<Piles> = Vec::new();
        for a in sorted_box(3, side) {
            if !lost.iter().any(|b| legal_f(&a, b, f(b))) {
                lost.push(a);
            }
        }
        let ours: Vec<Piles> = construction(3, 8, &f).into_iter().filter(|p| p[2] < side).collect();
        for p in &ours {
            ensure!(lost.contains(p), "f = {text}: {p:?}");
        }
        let reach: Reach = Arc::new(move |p| Ok(Natural::from(f(&small(p)?))));
        let game = wytlex::Wytlex::variable(3, reach).map_err(|e| e.to_string())?;
        certified(&game, most).map_err(|fault| format!("f = {text}: {fault}"))?;
    }
    Finding::holds(format!("4 functions: on a box of {side}, and a certificate for first piles up to {most}"))
}

/// Wytlex(2,f) by its rule, row by row.
fn rows_of(f: &dyn Fn(u64, u64) -> u64, rows: usize) -> Result<Vec<(u64, u64)>, String> {
    let mut pairs: Vec<(u64, u64)> = Vec::new();
    let mut used = BTreeSet::new();
    let mut a = 0;
    while pairs.len() < rows {
        go_on(1 << 10)?;
        if !used.contains(&a) {
            let free = |b: &u64| !pairs.iter().any(|(x, y)| legal_f(&[a, *b], &[*x, *y], f(*x, *y)));
            let b = (a..).find(free).unwrap_or(a);
            used.extend([a, b]);
            pairs.push((a, b));
        }
        a += 1;
    }
    Ok(pairs)
}

fn sums(f: &dyn Fn(u64, u64) -> u64, rows: usize) -> Vec<(u64, u64)> {
    let mut pairs: Vec<(u64, u64)> = vec![(0, 0)];
    let mut used = BTreeSet::from([0]);
    let mut total = 0;
    while pairs.len() < rows {
        let (x, y) = pairs[pairs.len() - 1];
        total += f(x, y);
        let a = (0..).find(|n| !used.contains(n)).unwrap_or(0);
        used.extend([a, a + total]);
        pairs.push((a, a + total));
    }
    pairs
}

fn random_f(random: &mut Random) -> impl Fn(u64, u64) -> u64 + use<> {
    let table: Vec<u64> = (0..64).map(|_| 1 + random.below(4)).collect();
    move |x, y| table[((3 * x + y) % 64) as usize]
}

// LEX-T20: p_1 = mex, p_2 = p_1 + sum of f.
fn t20(scale: Scale) -> Checked {
    let (trials, rows) = scale.bound((8, 12), (40, 30), (200, 50));
    let mut random = scale.random(20);
    for _ in 0..trials {
        let f = random_f(&mut random);
        agree!(rows_of(&f, rows)?, sums(&f, rows), "a random f");
    }
    Finding::holds(format!("{trials} random positive f, {rows} rows"))
}

// LEX-T20BR: the interval is half-open: closed it gives a wrong p_2.
fn t20br(scale: Scale) -> Checked {
    let right = sums(&|_, _| 1, 8);
    let wrong = (1..8).find_map(|n| {
        let (a, total) = (right[n].0, n as u64);
        let used: BTreeSet<u64> = right[..n].iter().flat_map(|p| [p.0, p.1]).chain(a..=a + total).collect();
        let closed = (0..).find(|x| !used.contains(x)).unwrap_or(0);
        (closed != right[n].1).then_some((n, closed, right[n]))
    });
    t20(scale)?;
    let (n, closed, (a, b)) = wrong.ok_or("a closed interval does as well")?;
    Finding::scan(
        found(
            Some(format!(
                "f = 1 (Wythoff), n = {n}: the closed interval gives p_2 = {closed}, and P^{n} = ({a},{b})"
            )),
            "",
        )?,
        "half-open: as LEX-T20",
    )
    .shown_by(format!("wyt p 'wytlex(piles=2)' --first {}", n + 1), [format!("{a},{b}")])
}

// LEX-NCONST: f = a: the P-positions of t-Wythoff.
fn nconst(scale: Scale) -> Checked {
    let side = scale.bound(30, 120, 500);
    for a in 1..=6 {
        let ours: Vec<(u64, u64)> =
            sums(&|_, _| a, side as usize).into_iter().filter(|p| p.1 < side).collect();
        agree!(pairs_below(&format!("t-wythoff(t={a})"), side)?, ours, "a = {a}");
    }
    Finding::holds(format!("a = 1..6, piles below {side}"))
}

// LEX-D21: with y increasing the three consequences hold; without, covers satisfy the definition and have y^1 > 1.
fn d21(scale: Scale) -> Checked {
    let rows = scale.bound(20, 60, 200);
    let mut random = scale.random(21);
    for _ in 0..scale.bound(5, 40, 100) {
        let pairs = sums(&random_f(&mut random), rows);
        let mut used = BTreeSet::new();
        for (a, b) in &pairs[1..] {
            let mex = (1..).find(|n| !used.contains(n)).unwrap_or(0);
            ensure!(*a == mex && a < b, "({a},{b})");
            used.extend([*a, *b]);
        }
    }
    let unsorted = unsorted_covers(6, rows);
    for cover in &unsorted {
        let all: BTreeSet<u64> = cover.iter().flat_map(|p| [p.0, p.1]).collect();
        ensure!(
            all.len() == 2 * cover.len() && (1..=rows as u64).all(|n| all.contains(&n)),
            "{cover:?} is no cover"
        );
        ensure!(cover.windows(2).all(|w| w[0].1 - w[0].0 < w[1].1 - w[1].0), "{cover:?}");
    }
    let shown = unsorted.iter().find(|c| c[0].0 != 1).map(|c| {
        let column = |f: fn(&(u64, u64)) -> u64| {
            c.iter().take(5).map(f).map(|x| x.to_string()).collect::<Vec<_>>().join(",")
        };
        format!(
            "y = {},.., z = {},..: a disjoint cover with y^1 < z^1 and growing differences, and y^1 = {}",
            column(|p| p.0),
            column(|p| p.1),
            c[0].0
        )
    });
    Finding::clarified(
        "with y increasing, y^1 = 1, y^n < z^n and y^n = mex; the definition does not ask for it, and without it they fail",
        format!("y increasing: random covers, {rows} terms; {} covers with y not increasing", unsorted.len()),
    )
    .fails_at(found(shown, "the definition implies that y increases")?)
}

// LEX-T20MON: the P-positions of any Wytlex(2,f) are a monotonic disjoint cover.
fn t20mon(scale: Scale) -> Checked {
    let (trials, rows) = scale.bound((8, 20), (60, 40), (200, 80));
    let mut random = scale.random(200);
    for _ in 0..trials {
        let pairs = rows_of(&random_f(&mut random), rows)?;
        ensure!(pairs.windows(2).all(|w| w[0].1 - w[0].0 < w[1].1 - w[1].0), "{pairs:?}");
    }
    Finding::holds(format!("{trials} random f, {rows} rows"))
}

/// The f of Theorem 22 for a cover.
fn f22(cover: &[(u64, u64)]) -> impl Fn(u64, u64) -> u64 + use<> {
    let mut table: BTreeMap<(u64, u64), u64> = BTreeMap::from([((0, 0), cover[0].1 - 1)]);
    for w in cover.windows(2) {
        table.insert(w[0], (w[1].1 - w[1].0) - (w[0].1 - w[0].0));
    }
    move |x, y| table.get(&(x, y)).copied().unwrap_or(1)
}

// LEX-T22: the inverse problem, for y increasing: Beatty pairs, squares, and random covers; without, no f does it.
fn t22(scale: Scale) -> Checked {
    let rows = scale.bound(12, 40, 60);
    for alpha in ["(1+sqrt(5))/2", "sqrt(2)", "e/2", "4/3+sqrt(2)/100"] {
        let alpha = Real::parse(alpha).map_err(|e| e.to_string())?;
        let beta = alpha.complement().map_err(|e| e.to_string())?;
        let small = |x: &Real, n: u64| {
            u64::try_from(&x.floor_mul(&Integer::from(n)).map_err(|e| e.to_string())?)
                .map_err(|_| "range".to_string())
        };
        let cover: Vec<(u64, u64)> = (1..rows as u64 + 20)
            .map(|n| Ok((small(&alpha, n)?, small(&beta, n)?)))
            .collect::<Result<_, String>>()?;
        let found = rows_of(&f22(&cover), rows)?;
        agree!(found[1..], cover[..rows - 1], "a Beatty pair");
    }
    // z = n^2 + 1 and the rest.
    let z: Vec<u64> = (1..60).map(|n| n * n + 1).collect();
    let y: Vec<u64> = (1..200).filter(|x| !z.contains(x)).take(59).collect();
    let cover: Vec<(u64, u64)> = y.into_iter().zip(z).collect();
    agree!(rows_of(&f22(&cover), rows)?[1..], cover[..rows - 1], "z = n^2 + 1");
    // Random covers with y increasing: z the least number left that makes the difference grow by a random amount at least.
    let mut random = scale.random(22);
    let trials = scale.bound(10, 60, 300);
    for _ in 0..trials {
        let (mut used, mut cover, mut last) = (BTreeSet::new(), Vec::new(), 0);
        while cover.len() < rows + 1 {
            let y = (1..).find(|n| !used.contains(n)).unwrap_or(1);
            let z = (y + last + 1 + random.below(4)..).find(|n| !used.contains(n)).unwrap_or(y);
            used.extend([y, z]);
            last = z - y;
            cover.push((y, z));
        }
        agree!(rows_of(&f22(&cover), rows)?[1..], cover[..rows - 1], "{cover:?}");
    }
    // A cover with y not increasing: two of its positions are joined by a move whatever f is, since f >= 1.
    let unsorted = unsorted_covers(6, rows);
    let joined = unsorted.iter().find_map(|cover| {
        let all: Vec<[u64; 2]> = cover.iter().map(|(y, z)| [*y, *z]).collect();
        all.iter().find_map(|a| all.iter().find(|b| legal_f(a, *b, 1)).map(|b| (a, *b))).map(|(a, b)| (*a, b))
    });
    let never = unsorted.iter().filter(|cover| {
        let mut sorted: Vec<(u64, u64)> = (*cover).clone();
        sorted.sort_unstable();
        sorted.windows(2).any(|w| w[1].1 - w[1].0 <= w[0].1 - w[0].0)
    });
    agree!(never.count(), unsorted.len(), "covers whose differences do not grow with y");
    let shown = joined.map(|(a, b)| format!("a cover with {a:?} and {b:?}: {a:?} -> {b:?} is legal for every f")).or_else(|| {
        unsorted.first().map(|c| format!("the cover {:?}, ..: sorted by the first pile its differences do not grow, as those of P-positions do (LEX-T20)", &c[..2]))
    });
    Finding::clarified(
        "with y increasing the theorem holds; the covers with y not increasing that Definition 21 admits are no P-sets",
        format!("4 Beatty pairs, z = n^2 + 1 and {trials} random covers, {rows} rows; {} covers with y not increasing", unsorted.len()),
    )
    .fails_at(found(shown, "y need not increase")?)
}

// LEX-COR23: needs y^1 < z^1: among small rational offsets those with 1 in the fast sequence are no P-sets.
fn cor23(scale: Scale) -> Checked {
    let bound = scale.bound(100, 300, 1500);
    let rational = |n: i64, d: i64| Quadratic::new(n, 0, 0u32, d).map_err(|e| e.to_string());
    let (mut good, mut bad) = (0, None);
    // Irrational q near 3 and 7/2, which the counterexample is looked for among, then q = 3, 7/2, 4; offsets in steps
    // of 1/10 and 1/2.
    let slopes =
        [surd(30, 1, 10, 2)?, surd(35, 1, 10, 3)?, rational(3, 1)?, rational(7, 2)?, rational(4, 1)?];
    for q in &slopes {
        let p = q.complement().map_err(|e| e.to_string())?;
        let offsets: Vec<(Quadratic, Quadratic)> = if q.is_irrational() {
            // Complementary iff b_p/p + b_q/q = 0 (up to exceptions).
            (-10..=10)
                .map(|i| {
                    let b = rational(i, 10)?;
                    let c = b.mul(q).and_then(|x| x.div(&p)).map_err(|e| e.to_string())?.neg();
                    Ok((b, c))
                })
                .collect::<Result<_, String>>()?
        } else {
            (-6..=2)
                .flat_map(|i| (-8..=2).map(move |j| (i, j)))
                .map(|(i, j)| Ok((rational(i, 2)?, rational(j, 2)?)))
                .collect::<Result<_, String>>()?
        };
        for (b_p, b_q) in offsets {
            let Some((y, z)) = nonhomogeneous(&p, &b_p, q, &b_q, bound) else { continue };
            let pair = |n: usize| [y[n].min(z[n]), y[n].max(z[n])];
            if y[0] < z[0] {
                good += 1;
                let gaps: Vec<i64> = y.iter().zip(&z).map(|(a, b)| *b as i64 - *a as i64).collect();
                ensure!(
                    gaps.windows(2).all(|w| w[0] < w[1]),
                    "q = {q}, b_p = {b_p}: differences do not grow"
                );
            } else {
                let n = y.len().min(z.len()) - 1;
                let joined = (1..n).find_map(|i| {
                    (0..i).find(|j| legal_f(&pair(i), &pair(*j), 1)).map(|j| (pair(i), pair(j)))
                });
                if let Some((from, to)) = joined {
                    bad = bad.or(Some((format!("p = {p}, b_p = {b_p}, q = {q}, b_q = {b_q} tile: {from:?} -> {to:?} is legal for every f"), from, to)));
                }
            }
        }
    }
    ensure!(good > 3, "only {good} pairs with 1 in the slow sequence");
    let (text, from, to) = bad.ok_or("y^1 < z^1 is not needed")?;
    Finding::corrected(
        found(Some(text), "")?,
        format!("with y^1 < z^1: {good} pairs with q >= 3, integers below {bound}, differences strictly increasing"),
    )
    .shown_by(
        format!("wyt moves 'wytlex(piles=2)' {},{} --to {},{}", from[0], from[1], to[0], to[1]),
        ["legal, by the difference"],
    )
}

// LEX-COR23CH: the sign in the chain.
fn cor23ch(scale: Scale) -> Checked {
    let count = scale.bound(50, 200, 2000);
    let q = surd(33, 1, 10, 2)?;
    let p = q.complement().map_err(|e| e.to_string())?;
    let mut printed_fails = None;
    for n in 1..count {
        let step = |x: &Quadratic, n: u64| floor(x, n).map(|v| v as i64);
        let left = step(&q, n + 1)? - step(&p, n + 1)?;
        let right = step(&q, n)? - step(&p, n)? + step(&q, 1)? - step(&p, 1)? - 1;
        ensure!(left >= right && right > step(&q, n)? - step(&p, n)?, "n = {n}");
        let printed = step(&q, n)? + step(&p, n)? + step(&q, 1)? - step(&p, 1)? - 1;
        if left < printed && printed_fails.is_none() {
            printed_fails = Some((n, left, printed));
        }
    }
    let (n, left, printed) = printed_fails.ok_or("the printed sign holds")?;
    let (long, short) = (
        |n: &str| format!("floor((33*{n}+sqrt(2*({n})^2))/10)"),
        |n: &str| format!("floor((757*{n}-sqrt(200*({n})^2))/527)"),
    );
    Finding::corrected(
        found(Some(format!("q = (33+sqrt 2)/10, n = {n}: left {left}, printed right side {printed}")), "")?,
        format!("with minus: n < {count}"),
    )
    .shown_by(
        format!(
            "wyt eval '{}-{}' '{}+{}+{}-{}-1' --for n={n}",
            long("(n+1)"),
            short("(n+1)"),
            long("n"),
            short("n"),
            long("1"),
            short("1")
        ),
        [format!("n = {n}: {left}  {printed}")],
    )
}

// LEX-COR23Q: for q in (2,3) the differences increase if and only if q = 1 + ((2b-1) + sqrt(4b^2+1))/(2b).
fn cor23q(scale: Scale) -> Checked {
    let count = scale.bound(300, 2000, 20_000);
    for b in 1..=8i64 {
        let q = surd(4 * b - 1, 1, 2 * b, (4 * b * b + 1) as u64)?;
        let p = q.complement().map_err(|e| e.to_string())?;
        let mut last = -1i64;
        for n in 1..count {
            let gap = floor(&q, n)? as i64 - floor(&p, n)? as i64;
            ensure!(gap > last, "b = {b}, n = {n}");
            last = gap;
        }
    }
    let mut random = scale.random(23);
    let trials = scale.bound(10, 60, 300);
    for _ in 0..trials {
        let q = surd(2000 + random.below(990) as i64, 1, 1000, 2)?;
        let p = q.complement().map_err(|e| e.to_string())?;
        let gaps: Result<Vec<i64>, String> =
            (1..3000).map(|n| Ok(floor(&q, n)? as i64 - floor(&p, n)? as i64)).collect();
        ensure!(gaps?.windows(2).any(|w| w[0] >= w[1]), "q = {q:?} increases");
    }
    Finding::holds(format!("b = 1..8, n < {count}; {trials} random q in (2,3) all fail"))
}

// Section 6.

// LEX-O1NIM: lexifying Nim, or Wythoff on two piles, adds no move.
fn o1nim(scale: Scale) -> Checked {
    let side = scale.bound(5, 7, 10);
    let all = sorted_box(3, side);
    for a in &all {
        for b in all.iter().filter(|b| *b < a) {
            // Lexified Nim: all but one pile kept, the changed one of either sign, the result earlier.
            let mut rest = b.clone();
            let kept = a
                .iter()
                .filter(|x| rest.iter().position(|y| y == *x).map(|i| rest.remove(i)).is_some())
                .count();
            if kept == 2 {
                ensure!(a.iter().sum::<u64>() > b.iter().sum::<u64>(), "{a:?} -> {b:?} adds");
            }
        }
    }
    w2(scale)?;
    Finding::holds(format!(
        "3-pile Nim below {side}: a change of one pile that goes earlier takes; Wythoff as LEX-W2"
    ))
}

// LEX-O2: the lexified nim-sum game: exact on two piles; two readings of xor differ.
fn o2(scale: Scale) -> Checked {
    let side = scale.bound(20, 60, 200);
    let two = NimsumWytlex::new(2, XorReading::TwosComplement).map_err(|e| e.to_string())?;
    agree!(two.p_below(side).map_err(|e| e.to_string())?, p_below("wythoff", side)?, "two piles");
    let mut found = Vec::new();
    for (name, reading) in [("two", Xor::TwosComplement), ("abs", Xor::Absolute)] {
        let game = LexifiedNimsum::new(3, reading).map_err(|e| e.to_string())?;
        let known = game.determined_below(9).map_err(|e| e.to_string())?;
        found.push(format!("xor={name}: {known:?}"));
    }
    Finding::open(format!("two piles below {side}; three piles where determined, below 9"), found.join("; "))
}

// LEX-O3: Wytlex(2,f) for linear f.
fn o3(scale: Scale) -> Checked {
    let rows = scale.bound(10, 16, 24);
    for (n, (a, b)) in sums(&|x, y| 1 + y - x, rows).into_iter().enumerate() {
        agree!(b - a, (1 << n) - 1, "n = {n}");
    }
    let quadratic = sums(&|x, _| 1 + x, 400);
    let (a, b) = quadratic[399];
    Finding::open(
        format!("f = 1 + B2 - B1: {rows} rows; f = 1 + B1: 400 rows"),
        format!(
            "p_2 - p_1 = 2^n - 1 for the first; (p_2 - p_1)/n^2 = {}/1000 at n = 399 for the second",
            (b - a) * 1000 / (399 * 399)
        ),
    )
}

// LEX-O4: Wytlex(3, 1+B3-B2): both differences are (3^n - 1)/2.
fn o4(scale: Scale) -> Checked {
    let count = scale.bound(6, 9, 10);
    for (n, p) in construction(3, count, &one_plus).iter().enumerate() {
        let expected = (3u64.pow(n as u32) - 1) / 2;
        agree!((p[1] - p[0], p[2] - p[1]), (expected, expected), "n = {n}");
    }
    Finding::open(format!("{count} positions"), "p_2 - p_1 = p_3 - p_2 = (3^n - 1)/2")
}

// LEX-O5: linear time for K = 3; near linear for all K.
fn o5(scale: Scale) -> Checked {
    let count = scale.bound(2_000, 50_000, 1_000_000);
    let one = Wytlex3::new().nth(count - 1).ok_or("the stream ends")?;
    let mut other = WytlexStream::new(3);
    let first = other.next().ok_or("the stream ends")?;
    let skip = if first.iter().all(|x| *x == 0) { count - 1 } else { count - 2 };
    agree!(other.nth(skip), Some(one.to_vec()), "the two streams at n = {count}");
    Finding::open(
        format!("two linear-time streams agree at n = {count}"),
        "a test in time polynomial in the digits of n is not known here",
    )
}

// X-CROSS: for positive f(x1,y1) the three games have the same P-positions.
fn cross(scale: Scale) -> Checked {
    let (trials, rows) = scale.bound((6, 10), (40, 25), (200, 40));
    let mut random = scale.random(99);
    for _ in 0..trials {
        let f = random_f(&mut random);
        let wytlex = rows_of(&f, rows)?;
        for absolute in [true, false] {
            let mut pairs: Vec<(u64, u64)> = Vec::new();
            let mut used = BTreeSet::new();
            let mut a = 0;
            while pairs.len() < rows {
                if !used.contains(&a) {
                    let second = |b: u64, p: &(u64, u64)| {
                        let gain = b as i64 - p.1 as i64 - (a as i64 - p.0 as i64);
                        p.0 < a && p.1 < b && if absolute { gain.abs() } else { gain } < f(p.0, p.1) as i64
                    };
                    let b = (a..)
                        .find(|b| !used.contains(b) && !pairs.iter().any(|p| second(*b, p)))
                        .unwrap_or(a);
                    used.extend([a, b]);
                    pairs.push((a, b));
                }
                a += 1;
            }
            agree!(pairs, wytlex, "absolute value: {absolute}");
        }
    }
    Finding::holds(format!("{trials} random f(x1,y1), {rows} rows"))
}

/// The P-positions x <= y <= z of Wythoff(3) with x up to a bound and z below another, in the order of x, then y, then z.
///
/// A move keeps a pile or a difference: (x,y,z) is N iff an earlier P-position is reached. For each row (x,y) the z that
/// are reached from below are marked from the P-positions with smaller x or y, so that each row costs the number of
/// P-positions known.
fn wythoff_3_by_rows(first: u64, side: u64) -> Result<BTreeSet<Piles>, String> {
    const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let mut lost: Vec<Piles> = Vec::new();
    // The two piles beside one of a size, in either order; the lower one of two that differ by so much, and the third.
    let none = || vec![Vec::<[u64; 2]>::new(); side as usize];
    let (mut with_pile, mut with_difference) = (none(), none());
    for x in 0..=first {
        for y in x..side {
            go_on(1 << 10)?;
            // Nothing from one of the two, or the same from both: anything from the third pile, something from some pile.
            let beside = |v: u64| with_pile[v as usize].iter().map(|&[low, third]| (low, third));
            let kept_x =
                beside(x).filter(|(low, _)| *low <= y).map(|(low, third)| third + u64::from(low == y));
            let kept_y =
                beside(y).filter(|(low, _)| *low <= x).map(|(low, third)| third + u64::from(low == x));
            let apart = with_difference[(y - x) as usize].iter().filter(|[low, _]| *low <= x);
            let same = apart.map(|&[low, third]| third + u64::from(low == x));
            let limit = kept_x.chain(kept_y).chain(same).fold(side, u64::min);
            if limit <= y {
                continue;
            }
            // Every order in which an earlier position can be what is left of (x,y,z), with what was taken from x and y.
            let orders = || {
                lost.iter().flat_map(move |p| {
                    ORDERS
                        .iter()
                        .filter(move |o| p[o[0]] <= x && p[o[1]] <= y)
                        .map(move |o| (x - p[o[0]], y - p[o[1]], p[o[2]]))
                })
            };
            // Else nothing from the third pile, or as much as from one of the others.
            let mut ruled_out = vec![false; limit as usize];
            for (s, t, third) in orders().filter(|(s, t, _)| *s != 0 && *t != 0 && s != t) {
                for z in [third, third + s, third + t] {
                    if let Some(cell) = ruled_out.get_mut(z as usize) {
                        *cell = true;
                    }
                }
            }
            // Within a row the first z that is free is P, and reaches rule out the rest: it leaves x and y as they are.
            if let Some(z) = (y..limit).find(|z| !ruled_out[*z as usize]) {
                let p = vec![x, y, z];
                for o in &ORDERS {
                    let [a, b, third] = o.map(|i| p[i]);
                    with_pile[a as usize].push([b, third]);
                    if b >= a {
                        with_difference[(b - a) as usize].push([a, third]);
                    }
                }
                lost.push(p);
            }
        }
    }
    Ok(lost.into_iter().collect())
}

/// Continues a cover greedily: y the least number left, z the least number left that makes the difference grow.
fn continued(prefix: &[(u64, u64)], length: usize) -> Vec<(u64, u64)> {
    let mut cover = prefix.to_vec();
    let mut used: BTreeSet<u64> = prefix.iter().flat_map(|p| [p.0, p.1]).collect();
    while cover.len() < length {
        let y = (1..).find(|x| !used.contains(x)).unwrap_or(1);
        let least = cover.last().map_or(1, |(a, b)| y + b - a + 1);
        let z = (least..).find(|x| !used.contains(x)).unwrap_or(least);
        used.extend([y, z]);
        cover.push((y, z));
    }
    cover
}

/// Covers that satisfy Definition 21 word for word and have y not increasing: all small starts, continued.
fn unsorted_covers(most: u64, length: usize) -> Vec<Vec<(u64, u64)>> {
    let mut out = Vec::new();
    for (a, b) in (1..=most).flat_map(|a| (a + 1..=most).map(move |b| (a, b))) {
        for (c, d) in (1..a).flat_map(|c| (c + 1..=most).map(move |d| (c, d))) {
            let distinct = BTreeSet::from([a, b, c, d]).len() == 4;
            if distinct && d - c > b - a {
                out.push(continued(&[(a, b), (c, d)], length));
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_paper_is_as_recorded() {
        crate::support::check_module("LEX", CLAIMS);
        assert!(CLAIMS.iter().any(|claim| claim.id == "X-CROSS"));
    }
}
