//! VIS section 1: Wythoff Nim and its first relatives.

use super::{Pairs, beatty_terms, big, defect, floor_pairs, literal, mex_pairs, sorted, square, terms, text};
use crate::proof;
use crate::run::Scale;
use crate::support::{floor, grundy, mex, pairs_below, phi, rules, surd, wythoff_pairs};
use crate::verdict::{Checked, Finding, With, agree, ensure, found};
use malachite::base::num::arithmetic::traits::{FloorSqrt, Gcd, Pow};
use std::collections::{BTreeMap, BTreeSet};
use wythoff_numbers::Natural;
use wythoff_numbers::numeration::{LazyFibonacci, Positional, zeckendorf};
use wythoff_theory::connell::BtWythoff;
use wythoff_theory::{Decider, Wythoff};

/// A move of Wythoff Nim.
fn wythoff_move(k: u64, l: u64) -> bool {
    (k, l) != (0, 0) && (k == 0 || l == 0 || k == l)
}

// VIS-G-wythoff: take from one pile, or the same from both; the only position without a move is (0,0).
pub(super) fn game(scale: Scale) -> Checked {
    let side = scale.bound(40, 120, 400);
    let lost = literal(side, &|_, _, k, l| wythoff_move(k, l));
    agree!(sorted(&lost), pairs_below("wythoff", side)?, "P-positions");
    ensure!(lost.iter().all(|&(a, b)| lost.binary_search(&(b, a)).is_ok()), "not symmetric");
    let rules = rules("wythoff")?;
    for (x, y) in square(side.min(60)) {
        agree!(rules.options(&[x, y]).map_err(text)?.is_empty(), (x, y) == (0, 0), "({x},{y})");
    }
    Finding::holds(format!("piles below {side}"))
}

// VIS-D-PN: P has no option in P, N has one; an acyclic game has exactly one such set.
pub(super) fn kernel(scale: Scale) -> Checked {
    let (graphs, vertices) = (scale.bound(40, 300, 2000), 10usize);
    let mut random = scale.random(1);
    for graph in 0..graphs {
        let edges = 1 + random.below(4);
        let options: Vec<u32> = (0..vertices)
            .map(|v| (0..v).filter(|_| random.below(5) < edges).fold(0, |set, w| set | 1 << w))
            .collect();
        let is_kernel = |set: &u32| (0..vertices).all(|v| (set >> v & 1 == 1) == (options[v] & set == 0));
        let kernels: Vec<u32> = (0..1u32 << vertices).filter(is_kernel).collect();
        let solved = (0..vertices).fold(0u32, |lost, v| lost | u32::from(options[v] & lost == 0) << v);
        agree!(kernels, vec![solved], "acyclic graph {graph}: {options:?}");
    }
    let side = scale.bound(20, 50, 150);
    let rules = rules("wythoff")?;
    let lost: BTreeSet<(u64, u64)> = pairs_below("wythoff", side)?.into_iter().collect();
    for (x, y) in square(side).filter(|(x, y)| x <= y) {
        let wins = rules.options(&[x, y]).map_err(text)?.iter().any(|o| lost.contains(&(o[0], o[1])));
        agree!(!lost.contains(&(x, y)), wins, "({x},{y})");
    }
    Finding::holds(format!(
        "{graphs} acyclic graphs of {vertices} vertices, all subsets; Wythoff Nim below {side}"
    ))
}

// VIS-D-mex: the least nonnegative integer not in the set.
pub(super) fn mex_of_sets(_: Scale) -> Checked {
    for mask in 0u64..4096 {
        let set: BTreeSet<u64> = (0..12).filter(|i| mask >> i & 1 == 1).collect();
        let least = u64::from(mask.trailing_ones());
        agree!(mex(&set), least, "{set:?}");
        agree!(wythoff_numbers::mex::mex(set.iter().copied()), least, "{set:?}");
    }
    Finding::holds("all subsets of 0..11")
}

// VIS-T1: A_n = mex{A_i, B_i : i < n}, B_n = A_n + n.
pub(super) fn theorem_1(scale: Scale) -> Checked {
    let side = scale.bound(200, 1500, 10_000);
    agree!(pairs_below("wythoff", side)?, mex_pairs(side, |n, a| a + n), "rules against recursion");
    // The floors cover every number once and differ by n, so that they are the mex recursion.
    let proof = proof::wythoff("wythoff")?;
    Finding::proved(format!("{proof}; rules against recursion: piles below {side}"))
}

// VIS-TAB1: the first 15 pairs.
pub(super) fn table_1(_: Scale) -> Checked {
    let lower = [0, 1, 3, 4, 6, 8, 9, 11, 12, 14, 16, 17, 19, 21, 22];
    let upper = [0, 2, 5, 7, 10, 13, 15, 18, 20, 23, 26, 28, 31, 34, 36];
    let printed: Pairs = lower.into_iter().zip(upper).collect();
    agree!(pairs_below("wythoff", 37)?, printed, "Table 1");
    Finding::holds("15 pairs")
}

// VIS-C-T1-cplx: the recursion takes about x steps to reach a pile x, exponential in the length of x.
pub(super) fn steps(scale: Scale) -> Checked {
    let most = scale.bound(12, 18, 22);
    let slow = phi()?.recip().map_err(text)?;
    for bits in 2..=most {
        let x = 1u64 << bits;
        // A_n < x if and only if n <= floor(x/phi).
        let steps = mex_pairs_until(x);
        agree!(steps, floor(&slow, x)? + 1, "pairs up to 2^{bits}");
        ensure!(steps > 1 << (bits - 1), "2^{bits}: {steps} steps");
    }
    Finding::holds(format!("more than 2^(d-1) steps for x = 2^d, d <= {most}"))
}

/// The steps of the recursion while A_n < x.
fn mex_pairs_until(x: u64) -> u64 {
    wythoff_numbers::mex::MexPairs::new(|n| n).take_while(|pair| pair.0 < x).count() as u64
}

// VIS-T2: (floor(n phi), floor(n phi^2)).
pub(super) fn theorem_2(scale: Scale) -> Checked {
    let side = scale.bound(200, 1500, 10_000);
    agree!(pairs_below("wythoff", side)?, floor_pairs(&phi()?, 1, side)?, "rules against floors");
    let square = phi()?.mul(&phi()?).map_err(text)?;
    let terms = scale.bound(1_000, 50_000, 1_000_000);
    for (n, (a, b)) in (0u64..).zip(wythoff_pairs(terms)) {
        agree!((a, b), (floor(&phi()?, n)?, floor(&square, n)?), "n = {n}");
    }
    let proof = proof::wythoff("wythoff")?;
    Finding::proved(format!("{proof}; rules: piles below {side}; recursion: n < {terms}"))
}

// VIS-C-T2-cplx: a position of any length is decided with a few long multiplications and one root.
pub(super) fn far(scale: Scale) -> Checked {
    let digits = scale.bound(1_000, 20_000, 200_000);
    let wythoff = Wythoff::new().map_err(text)?;
    for exponent in [20, digits / 10, digits] {
        let n = Natural::from(10u32).pow(exponent) + big(7);
        // floor(n phi) = floor((n + isqrt(5 n^2))/2).
        let a = (&n + (&n * &n * big(5)).floor_sqrt()) >> 1u32;
        let b = &a + &n;
        ensure!(wythoff.is_p(&[a.clone(), b.clone()]).map_err(text)?, "n = 10^{exponent} + 7");
        ensure!(!wythoff.is_p(&[a, b + big(1)]).map_err(text)?, "n = 10^{exponent} + 7, one more");
    }
    Finding::holds(format!("piles of up to {digits} digits"))
}

// VIS-C-SGhard: no polynomial algorithm is known for the Grundy values that are not 0.
pub(super) fn values(scale: Scale) -> Checked {
    let side = scale.bound(24usize, 60, 150);
    let table = grundy("wythoff", side as u64)?;
    let mut own = vec![vec![0u64; side]; side];
    for x in 0..side {
        for y in 0..side {
            let mut seen: BTreeSet<u64> =
                (0..x).map(|i| own[i][y]).chain((0..y).map(|j| own[x][j])).collect();
            seen.extend((1..=x.min(y)).map(|k| own[x - k][y - k]));
            own[x][y] = mex(&seen);
            agree!(u64::from(table[x][y]), own[x][y], "({x},{y})");
        }
    }
    let nim = square(side as u64).filter(|&(x, y)| own[x as usize][y as usize] == x ^ y).count();
    Finding::open(
        format!("the table below {side}, by the definition and by the solver"),
        format!("{nim} of {} values are the nim-sum; no formula is known", side * side),
    )
}

// VIS-C-kernel-coxeter: A_n = mex follows whenever all Nim moves are there; B_n = A_n + n needs the diagonals as well.
pub(super) fn mex_is_not_enough(scale: Scale) -> Checked {
    let side = scale.bound(60, 200, 600);
    let mut others = Vec::new();
    for spec in
        ["wythoff", "nim(piles=2)", "wyt-k(K=\"1\")", "radius-diagonal(r=3)", "unequal", "t-wythoff(t=2)"]
    {
        let pairs = pairs_below(spec, side)?;
        let mut used = BTreeSet::new();
        let mut differ = None;
        for (n, &(a, b)) in (0..).zip(&pairs) {
            // A pair that ends beyond the side is not in the list, so the list is whole only while mex agrees below it.
            if b >= side / 4 {
                break;
            }
            agree!(a, mex(&used), "{spec}: A_{n}");
            used.extend([a, b]);
            if b != a + n {
                differ = differ.or(Some(format!("{spec}: B_{n} = {b} and A_{n} = {a}")));
            }
        }
        agree!(differ.is_none(), spec == "wythoff", "{spec}: B_n = A_n + n");
        others.extend(differ);
    }
    Finding::holds(format!("6 games, piles below {}", side / 4)).detail(others.join("; "))
}

// VIS-C-fillrule: in the order of A_n the differences are 0, 1, 2, ...
pub(super) fn fill_rule(scale: Scale) -> Checked {
    let side = scale.bound(200, 1000, 6000);
    for (n, (a, b)) in (0..).zip(pairs_below("wythoff", side)?) {
        agree!(b - a, n, "({a},{b})");
    }
    Finding::holds(format!("piles below {side}"))
}

// VIS-C-diagbeam: from a P-position upwards, along the diagonal and the two Nim directions, everything is N.
pub(super) fn beams(scale: Scale) -> Checked {
    let side = scale.bound(100, 300, 1000);
    let lost: BTreeSet<(u64, u64)> =
        pairs_below("wythoff", side)?.into_iter().flat_map(|(a, b)| [(a, b), (b, a)]).collect();
    for &(x, y) in &lost {
        for t in 1..side {
            for (u, v) in [(x + t, y + t), (x + t, y), (x, y + t)] {
                ensure!(!lost.contains(&(u, v)), "({x},{y}) and ({u},{v}) are both P");
            }
        }
    }
    Finding::holds(format!("piles below {side}"))
}

// VIS-FIG1: the first column without light, then its lowest cell above the diagonal without light; (6,10) is found so.
pub(super) fn painter(scale: Scale) -> Checked {
    let side = scale.bound(100usize, 400, 2000);
    let (mut columns, mut diagonals) = (vec![false; side], vec![false; side]);
    let mut found = Pairs::new();
    while let Some(x) = columns.iter().position(|lit| !lit) {
        let Some(d) = diagonals.iter().position(|lit| !lit) else { break };
        found.push((x as u64, (x + d) as u64));
        columns[x] = true;
        diagonals[d] = true;
        // The mirror image lights its own column.
        if let Some(lit) = columns.get_mut(x + d) {
            *lit = true;
        }
    }
    found.retain(|p| p.1 < side as u64);
    agree!(pairs_below("wythoff", side as u64)?, found, "light and rules");
    ensure!(found.contains(&(6, 10)), "(6,10)");
    Finding::holds(format!("columns below {side}"))
}

// VIS-C-rabbit: between neighbouring B-columns there are one or two A-columns, in the order of the Fibonacci word.
pub(super) fn rabbits(scale: Scale) -> Checked {
    let side = scale.bound(200, 1000, 6000);
    let upper: Vec<u64> = pairs_below("wythoff", side)?.into_iter().skip(1).map(|p| p.1).collect();
    let gaps: Vec<u64> = upper.windows(2).map(|w| w[1] - w[0] - 1).collect();
    ensure!(gaps.iter().all(|g| *g == 1 || *g == 2), "{gaps:?}");
    let (mut word, mut before) = (vec![2, 1], vec![2]);
    while word.len() < gaps.len() {
        let next = [word.clone(), before].concat();
        before = std::mem::replace(&mut word, next);
    }
    word.truncate(gaps.len());
    agree!(gaps, word, "gaps");
    Finding::holds(format!("piles below {side}"))
}

const FIBONACCI: [u64; 16] = [1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987, 1597];

/// The value of binary digits over 1, 2, 3, 5, 8, ...
fn fibonacci_value(digits: &str) -> u64 {
    digits.chars().rev().zip(FIBONACCI).filter(|(digit, _)| *digit == '1').map(|(_, weight)| weight).sum()
}

/// All words of digits 0 and 1 with at most `length` digits and leading digit 1 without `forbidden`, by value.
fn words_without(forbidden: &str, length: u32) -> BTreeMap<u64, Vec<String>> {
    let mut found: BTreeMap<u64, Vec<String>> = BTreeMap::new();
    for word in (1u32..1 << length).map(|mask| format!("{mask:b}")).filter(|word| !word.contains(forbidden)) {
        found.entry(fibonacci_value(&word)).or_default().push(word);
    }
    found
}

fn unique_representation(system: &impl Positional, forbidden: &str, length: u32) -> Checked {
    let words = words_without(forbidden, length);
    // Positive values, as many as the largest: they are 1, 2, ..., most.
    let most = words.len() as u64;
    agree!(words.keys().next_back().copied(), Some(most), "the largest value");
    for (n, word) in words {
        agree!(word, vec![system.represent(&big(n)).map_err(text)?.to_string()], "{n}");
    }
    Finding::holds(format!("all words of at most {length} digits: n <= {most}"))
}

// VIS-D-minfib: no two adjacent ones: every n has exactly one such word.
pub(super) fn minimal(scale: Scale) -> Checked {
    unique_representation(&zeckendorf(), "11", scale.bound(10, 14, 16))
}

// VIS-D-maxfib: leading digit 1, no two adjacent zeros: every n has exactly one such word.
pub(super) fn maximal(scale: Scale) -> Checked {
    unique_representation(&LazyFibonacci::new(), "00", scale.bound(10, 14, 16))
}

// VIS-TAB2: the minimal column is right; the maximal one is wrong for n = 7..11.
pub(super) fn table_2(_: Scale) -> Checked {
    let least = "1 10 100 101 1000 1001 1010 10000 10001 10010 10100 10101 100000";
    let most = "1 10 11 101 110 111 10100 10111 11011 11110 11111 10101 10110";
    let (minimal, maximal) = (words_without("11", 7), words_without("00", 7));
    let (mut wrong, mut first) = (Vec::new(), None);
    for (n, (low, high)) in (1u64..).zip(least.split(' ').zip(most.split(' '))) {
        agree!(minimal[&n], vec![low.to_string()], "minimal, n = {n}");
        let right = &maximal[&n][0];
        agree!(
            LazyFibonacci::new().represent(&big(n)).map_err(text)?.to_string(),
            *right,
            "maximal, n = {n}"
        );
        if right != high {
            first = first.or(Some((n, right.clone())));
            wrong.push(format!("n = {n}: printed {high}, which is {}; right {right}", fibonacci_value(high)));
        }
    }
    let upper: Vec<u64> = pairs_below("wythoff", 14)?.into_iter().skip(1).map(|p| p.1).collect();
    agree!(upper, vec![2, 5, 7, 10, 13], "bold");
    let (n, right) = first.ok_or("the table is right")?;
    Finding::scan(found(wrong.first(), "")?, "n <= 13; the minimal column is right")
        .detail(wrong.join("; "))
        .shown_by(format!("wyt rep lazy {n}"), [right])
}

// VIS-C-tab2-props: n is in A iff an even number of zeros ends its minimal word iff a 1 ends its maximal one; A(n) with a 0
// appended is B(n), in both.
pub(super) fn endings(scale: Scale) -> Checked {
    let terms = scale.bound(400, 5_000, 100_000);
    let (minimal, maximal) = (zeckendorf(), LazyFibonacci::new());
    for (a, b) in wythoff_pairs(terms).into_iter().skip(1) {
        for (n, lower) in [(a, true), (b, false)] {
            let digits = minimal.represent(&big(n)).map_err(text)?;
            agree!(digits.trailing_zeros() % 2 == 0, lower, "minimal word of {n}");
            agree!(maximal.represent(&big(n)).map_err(text)?.digit(0) == 1, lower, "maximal word of {n}");
        }
        agree!(minimal.shift(&big(a)).map_err(text)?, big(b), "minimal word of {a}, shifted");
        agree!(maximal.shift(&big(a)).map_err(text)?, big(b), "maximal word of {a}, shifted");
        let words = [minimal.represent(&big(a)).map_err(text)?, maximal.represent(&big(a)).map_err(text)?];
        let shifted = words.map(|w| w.shifted_left(1).to_string());
        agree!(shifted[0], minimal.represent(&big(b)).map_err(text)?.to_string(), "minimal word of {b}");
        agree!(shifted[1], maximal.represent(&big(b)).map_err(text)?.to_string(), "maximal word of {b}");
    }
    Finding::holds(format!("the first {terms} pairs"))
}

// VIS-G-queen: the queen's walk to the corner, square by square, is Wythoff Nim.
pub(super) fn queen(scale: Scale) -> Checked {
    let side = scale.bound(40usize, 100, 400);
    let mut lost = vec![vec![false; side]; side];
    let mut pairs = Pairs::new();
    for x in 0..side {
        for y in 0..side {
            let wins = [(1, 0), (0, 1), (1, 1)].iter().any(|&(dx, dy)| {
                (1..)
                    .map_while(|s| Some((x.checked_sub(s * dx)?, y.checked_sub(s * dy)?)))
                    .any(|(u, v)| lost[u][v])
            });
            lost[x][y] = !wins;
            if !wins && x <= y {
                pairs.push((x as u64, y as u64));
            }
        }
    }
    agree!(pairs_below("wythoff", side as u64)?, pairs, "board and piles");
    Finding::holds(format!("a board of side {side}"))
}

// VIS-C-berge: what a book of 1962 prints.
pub(super) fn berge(_: Scale) -> Checked {
    Finding::unchecked(
        "what a book prints; the Grundy values are computed under VIS-C-SGhard, the fill rule under VIS-C-fillrule",
    )
}

/// alpha_b = (2 - b + sqrt(b^2 + 4))/2 divided by `by`.
fn slope(b: u64, by: u64) -> Result<wythoff_numbers::Quadratic, String> {
    surd(2 - b as i64, 1, 2 * by as i64, b * b + 4)
}

// VIS-G-connell: a multiple of b from one pile, or the same from both.
pub(super) fn connell(scale: Scale) -> Checked {
    let side = scale.bound(30, 60, 200);
    for b in 1..=6 {
        let lost = literal(side, &|_, _, k, l| {
            (k, l) != (0, 0) && (k == l || (k == 0 && l % b == 0) || (l == 0 && k % b == 0))
        });
        agree!(sorted(&lost), pairs_below(&format!("connell(b={b})"), side)?, "b = {b}");
        let theory = BtWythoff::connell(b).map_err(text)?;
        for (x, y) in square(side).filter(|(x, y)| x <= y) {
            let is_p = theory.is_p(&[big(x), big(y)]).map_err(text)?;
            agree!(is_p, lost.binary_search(&(x, y)).is_ok(), "b = {b}, ({x},{y})");
        }
    }
    Finding::holds(format!("b <= 6, piles below {side}"))
}

// VIS-C-connell-b: P = (floor(m a/b), floor(m a/b) + m); the lower members of class j (m = j mod b) are complementary to the
// upper members of class b - j, not of class j.
pub(super) fn connell_classes(scale: Scale) -> Checked {
    let side = scale.bound(60, 200, 800);
    let bound = scale.bound(300, 2_000, 20_000);
    let mut printed = None;
    for b in 1..=6u64 {
        let step = slope(b, b)?;
        agree!(pairs_below(&format!("connell(b={b})"), side)?, floor_pairs(&step, 1, side)?, "b = {b}");
        let class = |j: u64, upper: bool| -> Vec<i64> {
            let member = |n: i64| {
                // Class 0 starts at m = b, since (0,0) is in no sequence; the others at m = j.
                let m = if j == 0 { n as u64 * b } else { (n as u64 - 1) * b + j };
                let low = floor(&step, m).map_or(i64::MAX, |x| x as i64);
                // Classes other than 0 cover 0 as well: everything is raised by 1.
                low + if upper { m as i64 } else { 0 } + i64::from(j != 0)
            };
            terms(bound, member)
        };
        for j in 0..b {
            let mirror = (b - j) % b;
            let gap = defect(&[class(j, false), class(mirror, true)], bound);
            ensure!(gap.is_none(), "b = {b}: A^{j} and B^{mirror} at {gap:?}");
            if let Some(at) = defect(&[class(j, false), class(j, true)], bound) {
                let at = at - i64::from(j != 0);
                printed = printed.or(Some((b, j, at)));
            }
        }
    }
    let (b, j, at) = printed.ok_or("each class by itself is complementary")?;
    Finding::clarified(
        "paired as (A^j, B^(b-j)), classes by the difference modulo b: complementary; as (A^j, B^j): not",
        format!("b <= 6: piles below {side}, (A^j, B^(b-j)) up to {bound}"),
    )
    .fails_at(found(Some(format!("b = {b}: the pair (A^{j}, B^{j}) is not complementary at {at}")), "")?)
    .command(format!("wyt p 'connell(b={b})' --below 20"))
}

// VIS-G-holladay, VIS-T-holladay: B_n = A_n + kn and floors need |i - j| < k; the printed "not more than k more" gives k + 1.
pub(super) fn holladay(scale: Scale) -> Checked {
    let side = scale.bound(60, 200, 800);
    let mut printed = None;
    for k in 1..=4u64 {
        let law = mex_pairs(side, |n, a| a + k * n);
        let text = pairs_below(&format!("holladay-printed(k={k})"), side)?;
        agree!(text, mex_pairs(side, |n, a| a + (k + 1) * n), "printed, k = {k}");
        if let Some(n) = law.iter().zip(&text).position(|(x, y)| x != y) {
            printed = printed.or(Some((k, n, text[n], law[n])));
        }
        agree!(pairs_below(&format!("holladay(k={k})"), side)?, law, "|i - j| < k, k = {k}");
        agree!(floor_pairs(&slope(k, 1)?, k, side)?, law, "floors, k = {k}");
        let own =
            literal(side.min(60), &|_, _, i, j| (i, j) != (0, 0) && (i == 0 || j == 0 || i.abs_diff(j) < k));
        agree!(sorted(&own), mex_pairs(side.min(60), |n, a| a + k * n), "by the definition, k = {k}");
    }
    let (k, n, literal, law) = printed.ok_or("the printed rule gives B_n = A_n + kn")?;
    Finding::clarified("|i - j| < k, as in sections 3.1 and 4.1: B_n = A_n + kn and the floors hold; |i - j| <= k, as quoted in section 1: B_n = A_n + (k+1)n", format!("|i - j| < k: k <= 4, piles below {side}")).fails_at(found(Some(format!("|i - j| <= {k}, n = {n}: {literal:?}, not {law:?}")), "")?)
    .shown_by(
        format!("wyt p 'holladay-printed(k={k})' --first {}", n + 1),
        [format!("{},{}", literal.0, literal.1)],
    )
}

// VIS-C-holladay4: four variations with the same P-positions.
pub(super) fn holladay_four(_: Scale) -> Checked {
    Finding::unchecked("the rules of the four variations are not given")
}

// VIS-G-holladay-other: any number from one pile, or at most k from both; equal amounts or any.
pub(super) fn side_games(scale: Scale) -> Checked {
    let side = scale.bound(30, 80, 200);
    for k in 1..=5u64 {
        let list: Vec<String> = (1..=k).map(|i| i.to_string()).collect();
        let cases =
            [("equal", format!("wyt-k(K=\"{}\")", list.join(","))), ("any", format!("wyt-f(f=\"{k}+1\")"))];
        for (amounts, same) in cases {
            let lost = literal(side, &|_, _, i, j| {
                let both = i.max(j) <= k && (i == j || amounts == "any");
                (i, j) != (0, 0) && (i == 0 || j == 0 || both)
            });
            agree!(
                pairs_below(&format!("holladay-side(k={k},amounts={amounts})"), side)?,
                sorted(&lost),
                "k = {k}, {amounts}"
            );
            agree!(pairs_below(&same, side)?, sorted(&lost), "{same}");
        }
    }
    Finding::holds(format!("both readings, k <= 5, piles below {side}"))
}

// VIS-C-holladay-nofill: in those games B_n = A_n + cn fails for every c.
pub(super) fn no_fill(scale: Scale) -> Checked {
    let side = scale.bound(60, 200, 600);
    let mut found = Vec::new();
    for k in 1..=5u64 {
        for amounts in ["equal", "any"] {
            let pairs = pairs_below(&format!("holladay-side(k={k},amounts={amounts})"), side)?;
            let difference = |n: usize| pairs[n].1 - pairs[n].0;
            let c = difference(1);
            let n = (0..pairs.len()).find(|&n| difference(n) != c * n as u64);
            let n = n.ok_or_else(|| format!("k = {k}, {amounts}: B_n = A_n + {c} n"))?;
            found.push(format!("k = {k}, {amounts}: c = {c} fails at n = {n}"));
        }
    }
    Finding::holds(format!("both readings, k <= 5, piles below {side}")).detail(found.join("; "))
}

// VIS-C-FB-include: bt-Wythoff is Connell's game for t = 1 and Holladay's for b = 1: it includes both.
pub(super) fn includes(scale: Scale) -> Checked {
    let side = scale.bound(12, 20, 50);
    let same = |one: &str, other: &str| -> Result<bool, String> {
        let (one, other) = (rules(one)?, rules(other)?);
        for (x, y) in square(side).filter(|(x, y)| x <= y) {
            let sets: Vec<BTreeSet<Vec<u64>>> = [one.options(&[x, y]), other.options(&[x, y])]
                .into_iter()
                .map(|options| options.map(BTreeSet::from_iter).map_err(text))
                .collect::<Result<_, _>>()?;
            if sets[0] != sets[1] {
                return Ok(false);
            }
        }
        Ok(true)
    };
    let mut included = None;
    for n in 1..=6 {
        let connell = same(&format!("bt-wythoff(b={n},t=1)"), &format!("connell(b={n})"))?;
        ensure!(connell, "Connell, b = {n}");
        included = included.or((n > 1 && connell).then_some(n));
        ensure!(same(&format!("bt-wythoff(b=1,t={n})"), &format!("holladay(k={n})"))?, "Holladay, k = {n}");
    }
    ensure!(!same("bt-wythoff(b=2,t=2)", "connell(b=2)")?, "the comparison sees no difference");
    let b = included.ok_or("Connell's game is not included")?;
    Finding::corrected(
        found(Some(format!("b = {b}, t = 1: all moves are those of Connell's game with b = {b}")), "")?,
        format!("all moves, b, t <= 6, piles below {side}"),
    )
    .detail("it includes Connell's game (t = 1) and Holladay's (b = 1)")
    .shown_by(format!("wyt identify 'bt-wythoff(b={b},t=1)'"), ["the same game, proved: connell"])
}

// VIS-C-larsson3: P = (floor(n a/p), floor(n a/p) + mn) with a = a_{mp}, by blocking p-1 long rook moves, and for coprime m, p
// by rook moves in multiples of p.
pub(super) fn larsson(scale: Scale) -> Checked {
    let side = scale.bound(24, 36, 100);
    for m in 1..=3u64 {
        for p in 1..=3u64 {
            let pairs = floor_pairs(&slope(m * p, p)?, m, side)?;
            agree!(
                pairs_below(&format!("blocking-wythoff(k={p},on=nim,t={m})"), side)?,
                pairs,
                "blocking, m = {m}, p = {p}"
            );
            if m.gcd(p) == 1 {
                agree!(
                    pairs_below(&format!("larsson-multiples(m={m},p={p})"), side)?,
                    pairs,
                    "multiples, m = {m}, p = {p}"
                );
            }
        }
    }
    Finding::holds(format!("m, p <= 3, piles below {side}: two of the three games"))
}

// VIS-C-beattylinks: P-positions that are Beatty sequences with integer, rational and irrational moduli.
pub(super) fn links(scale: Scale) -> Checked {
    let side = scale.bound(40i64, 50, 100);
    let lists = |spec: &str| -> Result<[Vec<i64>; 2], String> {
        let pairs = pairs_below(spec, 2 * side as u64)?;
        let column = |f: fn(&(u64, u64)) -> u64| {
            pairs.iter().skip(1).map(|p| f(p) as i64).take_while(|x| *x < side / 2).collect::<Vec<i64>>()
        };
        Ok([column(|p| p.0), column(|p| p.1)])
    };
    let bound = side / 2 - 1;
    agree!(lists("vector(a=1,b=2)")?, [terms(bound, |n| n), terms(bound, |n| n)], "modulus 1 twice");
    agree!(lists("mouse")?, [terms(bound, |n| 3 * n / 2), terms(bound, |n| 3 * n - 1)], "moduli 3/2 and 3");
    let square = phi()?.mul(&phi()?).map_err(text)?;
    agree!(
        lists("wythoff")?,
        [beatty_terms(&phi()?, bound), beatty_terms(&square, bound)],
        "moduli phi and phi^2"
    );
    Finding::holds(format!("one game each, piles up to {bound}"))
}
