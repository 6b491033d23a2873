//! VIS section 3.1: Wythoff Nim as a vector subtraction game.

use super::{Pairs, big, floor_pairs, literal, mex_pairs, sorted, square, text};
use crate::proof;
use crate::run::Scale;
use crate::support::{floor, grundy, mex, p_below, pairs_below, rules, surd};
use crate::verdict::{Checked, Finding, With, agree, ensure, found};
use std::collections::{BTreeMap, BTreeSet};
use wythoff_numbers::Integer;
use wythoff_theory::vector_game::{EqualPairs, VectorGame};
use wythoff_theory::{Decider, DucheneRigo};

/// Whether a vector can be taken from a labelled position that it fits.
pub(super) type Legal<'a> = &'a dyn Fn(&[u64], &[u64]) -> bool;

/// Whether k > 0 and l > 0 can be taken from the two piles.
type Both<'a> = &'a dyn Fn(u64, u64) -> bool;

/// All tuples of numbers below a bound.
pub(super) fn tuples(piles: usize, side: u64) -> Vec<Vec<u64>> {
    wythoff_numbers::tuples::below(&vec![side; piles]).collect()
}

/// A vector that can be taken from one position but not from another that it fits: the game is variant.
pub(super) fn variance(positions: &[Vec<u64>], legal: Legal<'_>) -> Option<(Vec<u64>, Vec<u64>, Vec<u64>)> {
    let side = positions.iter().flatten().max().map_or(0, |most| most + 1);
    let fits = |p: &[u64], v: &[u64]| p.iter().zip(v).all(|(x, t)| t <= x);
    for vector in tuples(positions.first()?.len(), side).into_iter().filter(|v| v.iter().any(|t| *t > 0)) {
        let fitting: Vec<&Vec<u64>> = positions.iter().filter(|p| fits(p, &vector)).collect();
        let (yes, no): (Vec<_>, Vec<_>) = fitting.into_iter().partition(|p| legal(p, &vector));
        if let (Some(yes), Some(no)) = (yes.first(), no.first()) {
            return Some((vector, yes.to_vec(), no.to_vec()));
        }
    }
    None
}

/// Checks a labelled rule against the catalog: the same options from each position.
pub(super) fn same_options(spec: &str, positions: &[Vec<u64>], legal: Legal<'_>) -> Result<(), String> {
    let game = rules(spec)?;
    for from in positions {
        let below = from.iter().fold(vec![Vec::new()], |all, &x| {
            all.iter().flat_map(|t: &Vec<u64>| (0..=x).map(|y| [t.as_slice(), &[y]].concat())).collect()
        });
        let taken = |to: &[u64]| from.iter().zip(to).map(|(x, y)| x - y).collect::<Vec<u64>>();
        let own: BTreeSet<Vec<u64>> = below
            .into_iter()
            .filter(|to| to != from && legal(from, &taken(to)))
            .map(|to| game.canonical(&to))
            .collect();
        let found: BTreeSet<Vec<u64>> = game.options(from).map_err(text)?.into_iter().collect();
        agree!(found, own, "{spec} from {from:?}");
    }
    Ok(())
}

fn untouched(v: &[u64]) -> bool {
    v.contains(&0) && v.iter().any(|t| *t > 0)
}

/// Nim moves, or a vector of the kind given.
fn nim_or(v: &[u64], other: impl Fn(u64, u64) -> bool) -> bool {
    untouched(v) || (v[0] > 0 && v[1] > 0 && other(v[0], v[1]))
}

fn mouse_rule(p: &[u64], v: &[u64]) -> bool {
    let a = if p[0].abs_diff(p[1]).is_multiple_of(3) { 2 } else { 1 };
    nim_or(v, |k, l| k.abs_diff(l) < a)
}

/// The rat game on sorted piles.
fn rat_rule(p: &[u64], v: &[u64]) -> bool {
    let left: Vec<u64> = p.iter().zip(v).map(|(x, t)| x - t).collect();
    let second = if matches!((p[1] - p[0]) % 7, 0 | 2 | 5) { 2 } else { 1 };
    let third = match left[2].abs_diff(left[0]) {
        0 => 3,
        d if d % 7 == 4 => 6,
        _ => 5,
    };
    let all = v.iter().all(|t| *t > 0) && left.is_sorted();
    untouched(v) || (all && (v[0].abs_diff(v[1]) < second || v[0].abs_diff(v[2]) < third))
}

// VIS-D-variant: a game is invariant if what can be taken somewhere can be taken wherever it fits; mouse and rat are variant.
pub(super) fn variant(scale: Scale) -> Checked {
    let side = scale.bound(10, 14, 24);
    let pairs = tuples(2, side);
    let sorted: Vec<Vec<u64>> = tuples(2, side).into_iter().filter(|p| p.is_sorted()).collect();
    let triples: Vec<Vec<u64>> =
        tuples(3, scale.bound(11, 12, 14)).into_iter().filter(|p| p.is_sorted()).collect();
    same_options("mouse", &sorted, &mouse_rule)?;
    same_options("rat", &triples, &rat_rule)?;
    same_options("wythoff", &sorted, &|_, v| nim_or(v, |k, l| k == l))?;
    let (v, yes, no) = variance(&pairs, &mouse_rule).ok_or("no vector makes mouse variant")?;
    let (w, here, there) = variance(&triples, &rat_rule).ok_or("no vector makes rat variant")?;
    agree!(variance(&pairs, &|_, v| nim_or(v, |k, l| k == l)), None, "Wythoff Nim");
    agree!(variance(&pairs, &|_, v| nim_or(v, |k, l| k.abs_diff(l) < 3)), None, "3-Wythoff");
    Finding::holds(format!("two piles below {side}, three sorted piles")).detail(format!(
        "mouse: {v:?} from {yes:?}, not from {no:?}; rat: {w:?} from {here:?}, not from {there:?}"
    ))
}

fn vectors_text(vectors: &BTreeSet<Vec<u64>>) -> String {
    let shown = vectors.iter().map(|v| v.iter().map(u64::to_string).collect::<Vec<_>>().join(" "));
    format!("subtraction(v=\"{}\")", shown.collect::<Vec<_>>().join("; "))
}

// VIS-D-golomb: vector subtraction games are invariant, and Wythoff Nim is one.
pub(super) fn golomb(scale: Scale) -> Checked {
    let cases = scale.bound(20, 100, 500);
    let mut random = scale.random(3);
    let cells = tuples(2, 7);
    for _ in 0..cases {
        let vectors: BTreeSet<Vec<u64>> =
            (0..1 + random.below(4)).map(|_| vec![1 + random.below(3), random.below(4)]).collect();
        let legal: Legal<'_> = &|_, v| vectors.contains(v);
        agree!(variance(&cells, legal), None, "{vectors:?}");
        same_options(&vectors_text(&vectors), &cells, legal)?;
    }
    wythoff_vectors(scale)?;
    Finding::holds(format!("{cases} random sets of vectors, and Wythoff Nim"))
}

// VIS-D-vsg: from p to p - m for m <= p; no move loses.
pub(super) fn subtraction(scale: Scale) -> Checked {
    let (cases, side) = scale.bound((30, 12u64), (200, 16), (2000, 20));
    let mut random = scale.random(4);
    for _ in 0..cases {
        let piles = 1 + random.below(3) as usize;
        let vectors: BTreeSet<Vec<u64>> = (0..1 + random.below(4))
            .map(|_| (0..piles).map(|_| random.below(4)).collect::<Vec<u64>>())
            .filter(|v| v.iter().any(|t| *t > 0))
            .collect();
        if vectors.is_empty() {
            continue;
        }
        let side = if piles == 3 { side / 2 } else { side };
        let mut lost: BTreeSet<Vec<u64>> = BTreeSet::new();
        // Lexicographic order: every option comes before.
        for p in tuples(piles, side) {
            let option =
                |m: &Vec<u64>| p.iter().zip(m).map(|(x, t)| x.checked_sub(*t)).collect::<Option<Vec<u64>>>();
            if !vectors.iter().filter_map(option).any(|o| lost.contains(&o)) {
                lost.insert(p);
            }
        }
        let game = rules(&vectors_text(&vectors))?;
        // Symmetric sets of vectors are listed once.
        let own: BTreeSet<Vec<u64>> = lost.iter().map(|p| game.canonical(p)).collect();
        let found: BTreeSet<Vec<u64>> =
            p_below(&vectors_text(&vectors), side)?.iter().map(|p| game.canonical(p)).collect();
        agree!(found, own, "{vectors:?}");
    }
    Finding::holds(format!("{cases} random sets of vectors for 1, 2, 3 piles below {side} or half of it"))
}

// VIS-C-Mwyt: {(0,i), (i,0), (i,i)} is Wythoff Nim.
pub(super) fn wythoff_vectors(scale: Scale) -> Checked {
    let side = scale.bound(30, 80, 200);
    let lost = literal(side, &|_, _, k, l| k == 0 || l == 0 || k == l);
    let mut cells: Pairs =
        pairs_below("wythoff", side)?.into_iter().flat_map(|(a, b)| [(a, b), (b, a)]).collect();
    cells.sort_unstable();
    cells.dedup();
    agree!(lost, cells, "P-positions");
    let few = side.min(25);
    let vectors: BTreeSet<Vec<u64>> = (1..few).flat_map(|i| [vec![0, i], vec![i, 0], vec![i, i]]).collect();
    agree!(pairs_below(&vectors_text(&vectors), few)?, pairs_below("wythoff", few)?, "vectors written out");
    Finding::holds(format!("piles below {side}"))
}

// VIS-D-remark1: an invariant take-away game is the subtraction game of its vectors, and conversely.
pub(super) fn invariant_games(scale: Scale) -> Checked {
    let side = scale.bound(9, 13, 20);
    let cells: Vec<Vec<u64>> = tuples(2, side);
    let once: Vec<Vec<u64>> = cells.iter().filter(|p| p.is_sorted()).cloned().collect();
    let dr = |k: u64, l: u64| (k == l && (k % 2 == 1 || k >= 4)) || (k.min(l), k.max(l)) == (5, 6);
    let games: [(&str, Both<'_>); 3] =
        [("wythoff", &|k, l| k == l), ("t-wythoff(t=2)", &|k, l| k.abs_diff(l) < 2), ("dr(k=2)", &dr)];
    for (spec, both) in games {
        let legal: Legal<'_> = &|_, v| nim_or(v, both);
        same_options(spec, &once, legal)?;
        agree!(variance(&cells, legal), None, "{spec}");
        // What can be taken down to (0,0).
        let vectors: BTreeSet<Vec<u64>> = cells.iter().filter(|v| legal(v, v)).cloned().collect();
        agree!(p_below(&vectors_text(&vectors), side)?, p_below(spec, side)?, "{spec} as a subtraction game");
    }
    Finding::holds(format!("3 games, piles below {side}; subtraction games are invariant under VIS-D-golomb"))
}

// VIS-G-Mgw: Nim moves and (i,j) with |i - j| < k: B_n = A_n + kn.
pub(super) fn k_wythoff(scale: Scale) -> Checked {
    let side = scale.bound(40, 100, 300);
    for k in 1..=5 {
        let lost = sorted(&literal(side, &|_, _, i, j| i == 0 || j == 0 || i.abs_diff(j) < k));
        agree!(pairs_below(&format!("t-wythoff(t={k})"), side)?, lost, "k = {k}");
        agree!(mex_pairs(side, |n, a| a + k * n), lost, "k = {k}, recursion");
    }
    Finding::holds(format!("k <= 5, piles below {side}"))
}

// VIS-G-wytf: k and l with 0 < k <= l < f(k), in either order: B_n = f(A_n) for superadditive f; one-sided, as printed, the
// P-positions are not symmetric.
pub(super) fn wyt_f(scale: Scale) -> Checked {
    let side = scale.bound(30, 60, 150);
    let mut printed = None;
    for (shown, f) in [
        ("2*k", (|k| 2 * k) as fn(u64) -> u64),
        ("3*k", |k| 3 * k),
        ("k^2", |k| k * k),
        ("k^2+k", |k| k * k + k),
    ] {
        let both = |k: u64, l: u64| k <= l && l < f(k);
        let lost = literal(side, &|_, _, k, l| k == 0 || l == 0 || both(k, l) || both(l, k));
        agree!(pairs_below(&format!("wyt-f(f=\"{shown}\")"), side)?, sorted(&lost), "f = {shown}");
        agree!(mex_pairs(side, |_, a| f(a)), sorted(&lost), "f = {shown}: B_n = f(A_n)");
        let one_sided = literal(side, &|_, _, k, l| k == 0 || l == 0 || both(k, l));
        agree!(
            pairs_below(&format!("wyt-f-printed(f=\"{shown}\")"), side)?,
            one_sided,
            "one-sided, f = {shown}"
        );
        let lonely = one_sided.iter().find(|(a, b)| one_sided.binary_search(&(*b, *a)).is_err());
        printed = printed.or(lonely.map(|(a, b)| (shown, *a, *b)));
    }
    let (shown, a, b) = printed.ok_or("the one-sided game is symmetric")?;
    Finding::clarified("f(i) for f(k), with the mirror vectors: symmetric, B_n = f(A_n) for superadditive f; without the mirror vectors: another game, not symmetric", format!("4 functions, piles below {side}")).fails_at(found(Some(format!("f = {shown}: ({a},{b}) is P and ({b},{a}) is not")), "")?)
    .shown_by(
        format!("wyt solve 'wyt-f-printed(f=\"{shown}\")' {a},{b} && wyt solve 'wyt-f-printed(f=\"{shown}\")' {b},{a}"),
        ["P: the player to move loses", "N: the player to move wins"],
    )
}

/// Grundy values at x + y <= sum, by the definition; every move lowers the sum.
fn literal_grundy(sum: usize, moves: &dyn Fn(i64, i64) -> Vec<(i64, i64)>) -> Vec<Vec<u64>> {
    let mut table: Vec<Vec<u64>> = (0..=sum).map(|x| vec![0; sum - x + 1]).collect();
    for total in 0..=sum {
        for x in 0..=total {
            let y = total - x;
            let options = moves(x as i64, y as i64).into_iter().filter(|(a, b)| *a >= 0 && *b >= 0);
            table[x][y] = mex(&options.map(|(a, b)| table[a as usize][b as usize]).collect());
        }
    }
    table
}

fn knight_moves(x: i64, y: i64) -> Vec<(i64, i64)> {
    vec![(x - 1, y - 2), (x - 2, y - 1)]
}

fn chess_moves(x: i64, y: i64) -> Vec<(i64, i64)> {
    vec![(x - 1, y - 2), (x - 2, y - 1), (x + 1, y - 2), (x - 2, y + 1)]
}

fn king_moves(k: i64, x: i64, y: i64) -> Vec<(i64, i64)> {
    (1..=k).flat_map(|i| [(x - i, y), (x, y - i), (x - i, y - i)]).collect()
}

/// The solver's Grundy table against the definition.
fn same_values(spec: &str, side: usize, moves: &dyn Fn(i64, i64) -> Vec<(i64, i64)>) -> Result<(), String> {
    let (table, own) = (grundy(spec, side as u64)?, literal_grundy(2 * side, moves));
    for (x, row) in table.iter().enumerate() {
        for (y, value) in row.iter().enumerate() {
            agree!(u64::from(*value), own[x][y], "{spec} ({x},{y})");
        }
    }
    Ok(())
}

// VIS-G-knight: (1,2) and (2,1); the chess form also takes 2 and adds 1.
pub(super) fn knight(scale: Scale) -> Checked {
    let side = scale.bound(12, 24, 40);
    same_values("knight", side, &knight_moves)?;
    same_values("knight-chess", side, &chess_moves)?;
    Finding::holds(format!("both forms, Grundy values below {side}"))
}

// VIS-C-knight-per: G(x+3, y+3) = G(x,y), and G = min(x,y) mod 3 if |x - y| >= 2; in the chess form the period is 4.
pub(super) fn knight_period(scale: Scale) -> Checked {
    let sum = scale.bound(80, 200, 1000);
    for (moves, period) in [(knight_moves as fn(i64, i64) -> Vec<(i64, i64)>, 3), (chess_moves, 4)] {
        let table = literal_grundy(sum, &moves);
        for (x, y) in square(sum as u64)
            .map(|(x, y)| (x as usize, y as usize))
            .filter(|(x, y)| x + y + 2 * period <= sum)
        {
            agree!(table[x + period][y + period], table[x][y], "({x},{y}), period {period}");
            if period == 3 && x.abs_diff(y) >= 2 {
                agree!(table[x][y], x.min(y) as u64 % 3, "({x},{y})");
            }
        }
    }
    Finding::holds(format!("x + y <= {sum}"))
}

// VIS-G-king: (i,0), (0,i), (i,i) with i <= k.
pub(super) fn king(scale: Scale) -> Checked {
    let side = scale.bound(12, 24, 40);
    for k in 1..=5 {
        same_values(&format!("king(k={k})"), side, &|x, y| king_moves(k, x, y))?;
        same_values(&format!("radius(r={k})"), side, &|x, y| king_moves(k, x, y))?;
    }
    Finding::holds(format!("k <= 5, Grundy values below {side}"))
}

// VIS-C-king-per: every row is ultimately periodic with period k+1; for k = 2, G = (x + y) mod 3.
pub(super) fn king_period(scale: Scale) -> Checked {
    let (rows, columns) = scale.bound((8u64, 80u64), (12, 300), (30, 2000));
    let mut found = Vec::new();
    for k in 1..=4usize {
        let table = wythoff_solvers::grundy_table(
            &rules(&format!("king(k={k})"))?,
            &[rows, columns],
            &crate::support::budget(),
        );
        let values = table.map_err(text)?.values;
        let mut latest = 0;
        for (x, row) in values.chunks(columns as usize).enumerate() {
            let repeats = |y: usize| row[y] == row[y + k + 1];
            let start = (0..row.len() - k - 1).rev().find(|y| !repeats(*y)).map_or(0, |y| y + 1);
            ensure!(start < row.len() / 2, "k = {k}, row {x}: no period {} from {start} on", k + 1);
            latest = latest.max(start);
            if k == 2 {
                let law: Vec<u32> = (0..row.len()).map(|y| ((x + y) % 3) as u32).collect();
                agree!(row, law.as_slice(), "k = 2, row {x}");
            }
        }
        found.push(format!("k = {k}: from column {latest}"));
    }
    Finding::holds(format!("k <= 4, {rows} rows of {columns}")).detail(found.join("; "))
}

/// A move of the [a,b] game.
fn vector_move(a: u64, b: u64, k: u64, l: u64) -> bool {
    k == 0 || l == 0 || (k.is_multiple_of(a) && l.is_multiple_of(b) && k / a == l / b)
}

// VIS-G-abvec: Nim moves and multiples of (a,b).
pub(super) fn two_vectors(scale: Scale) -> Checked {
    let side = scale.bound(15, 30, 80);
    for (a, b) in (1..=6u64).flat_map(|a| (1..=6).map(move |b| (a, b))) {
        let lost = literal(side, &|_, _, k, l| vector_move(a, b, k, l));
        let own = if a == b { sorted(&lost) } else { lost };
        agree!(pairs_below(&format!("vector(a={a},b={b})"), side)?, own, "[{a},{b}]");
    }
    Finding::holds(format!("a, b <= 6, piles below {side}"))
}

// VIS-T-abvec-neq: for a != b the P-positions are (i,i).
pub(super) fn unequal_entries(scale: Scale) -> Checked {
    let side = scale.bound(20, 60, 200);
    let diagonal: Pairs = (0..side).map(|i| (i, i)).collect();
    for (a, b) in (1..=6u64).flat_map(|a| (1..=6).map(move |b| (a, b))).filter(|(a, b)| a != b) {
        agree!(pairs_below(&format!("vector(a={a},b={b})"), side)?, diagonal, "[{a},{b}]");
        let theory = VectorGame::new(a, b).map_err(text)?;
        for (x, y) in square(side.min(20)) {
            agree!(theory.is_p(&[big(x), big(y)]).map_err(text)?, x == y, "[{a},{b}] ({x},{y})");
        }
    }
    Finding::holds(format!("a, b <= 6, piles below {side}"))
}

// VIS-G-22: Nim moves and (2i,2i); [1,1] is Wythoff Nim.
pub(super) fn equal_entries(scale: Scale) -> Checked {
    let side = scale.bound(40, 100, 300);
    for a in 1..=5 {
        let lost = sorted(&literal(side, &|_, _, k, l| vector_move(a, a, k, l)));
        agree!(pairs_below(&format!("vector(a={a},b={a})"), side)?, lost, "[{a},{a}]");
    }
    agree!(pairs_below("vector(a=1,b=1)", side)?, pairs_below("wythoff", side)?, "[1,1]");
    Finding::holds(format!("a <= 5, piles below {side}"))
}

/// A_n = mex, B_n = A_n + d with the least d such that (d, A_n mod a) is new and A_n + d is free; the first `count` pairs.
fn equal_pairs(a: u64, count: usize) -> Pairs {
    let mut used = BTreeSet::new();
    let mut seen: BTreeMap<u64, BTreeSet<u64>> = BTreeMap::new();
    let mut next = 0;
    (0..count)
        .map(|_| {
            while used.remove(&next) {
                next += 1;
            }
            let (x, residue) = (next, next % a);
            next += 1;
            let differences = seen.entry(residue).or_default();
            let d = (0..).find(|d| !differences.contains(d) && !used.contains(&(x + d))).unwrap_or(0);
            differences.insert(d);
            if d > 0 {
                used.insert(x + d);
            }
            (x, x + d)
        })
        .collect()
}

// VIS-A-22: that algorithm, a step a pair.
pub(super) fn equal_algorithm(scale: Scale) -> Checked {
    let (side, count) = scale.bound((60, 300), (200, 3_000), (600, 10_000));
    for a in 1..=6u64 {
        let mut pairs = equal_pairs(a, count);
        agree!(EqualPairs::new(a).take(count).collect::<Pairs>(), pairs, "[{a},{a}]");
        pairs.retain(|p| p.1 < side);
        agree!(pairs_below(&format!("vector(a={a},b={a})"), side)?, pairs, "[{a},{a}], rules");
    }
    Finding::holds(format!("a <= 6: rules below {side}, {count} pairs by two programs"))
}

// VIS-CJ-22: A_n = floor(n (3 + sqrt 17)/4) fails as an equality; the difference stays in [-4,2], and B_n - A_n follows
// 2m, 2m, 2m+1, 2m-1 for n = 4m-1..4m+2.
pub(super) fn two_two(scale: Scale) -> Checked {
    let side = scale.bound(60, 200, 600);
    let count = scale.bound(4_000, 60_000, 2_000_000);
    let slope = surd(3, 1, 4, 17)?;
    let (mut least, mut most, mut first) = (0i64, 0i64, None);
    for (n, (a, b)) in (0u64..).zip(EqualPairs::new(2).take(count)) {
        let law = floor(&slope, n)?;
        let deviation = a as i64 - law as i64;
        (least, most) = (least.min(deviation), most.max(deviation));
        if deviation != 0 {
            first = first.or(Some((n, a, b, law)));
        }
        if n >= 3 {
            let (m, place) = ((n + 1) / 4, (n + 1) % 4);
            let pattern = 2 * m + u64::from(place == 2) - u64::from(place == 3);
            agree!(b - a, pattern, "B_n - A_n, n = {n}");
        }
    }
    ensure!(-4 <= least && most <= 2, "A_n - floor(n (3 + sqrt 17)/4) in [{least},{most}]");
    let pairs: Pairs = EqualPairs::new(2).take(count).filter(|p| p.1 < side).collect();
    agree!(pairs_below("vector(a=2,b=2)", side)?, pairs, "rules");
    let (n, a, b, law) = first.ok_or("the formula is exact")?;
    Finding::clarified(format!("up to a bounded difference: A_n - floor(n (3 + sqrt 17)/4) in [{least},{most}], and B_n - A_n is 2m, 2m, 2m+1, 2m-1 for n = 4m-1..4m+2; as an equality: fails"), format!("{count} pairs; rules below {side}")).fails_at(found(Some(format!("n = {n}: A_n = {a}, the formula gives {law}")), "")?)
        .shown_by(
            format!("wyt p 'vector(a=2,b=2)' --first {} && wyt eval 'floor((3*n+sqrt(17*n^2))/4)' --for n={n}", n + 1),
            [format!("{a},{b}"), format!("n = {n}: {law}")],
        )
}

/// A move of "one pile or the same from all".
fn all_or_one(v: &[u64]) -> bool {
    v.iter().filter(|t| **t > 0).count() == 1 || (v[0] > 0 && v.iter().all(|t| *t == v[0]))
}

// VIS-G-nheap: any number from one pile, or the same from all n.
pub(super) fn heaps(scale: Scale) -> Checked {
    let side = scale.bound(5, 7, 10);
    for piles in 2..=4 {
        let cells: Vec<Vec<u64>> = tuples(piles, side).into_iter().filter(|p| p.is_sorted()).collect();
        same_options(&format!("all-or-one(piles={piles})"), &cells, &|_, v| all_or_one(v))?;
    }
    agree!(p_below("all-or-one(piles=2)", 4 * side)?, p_below("wythoff", 4 * side)?, "2 piles");
    Finding::holds(format!("options of 2, 3, 4 piles below {side}; 2 piles are Wythoff Nim"))
}

// VIS-T-nheap-odd: for odd n the P-positions are those of Nim.
pub(super) fn odd_heaps(scale: Scale) -> Checked {
    let cases = scale.bound([(3, 8), (5, 3)], [(3, 16), (5, 5)], [(3, 30), (5, 7)]);
    for (piles, side) in cases {
        let nim: Vec<Vec<u64>> = tuples(piles, side)
            .into_iter()
            .filter(|p| p.is_sorted() && p.iter().fold(0, |sum, x| sum ^ x) == 0)
            .collect();
        agree!(p_below(&format!("all-or-one(piles={piles})"), side)?, nim, "{piles} piles");
    }
    let three = proof::prove("all-or-one(piles=3)", &proof::nim_sum_zero(3)?)?;
    let five = proof::prove("all-or-one(piles=5)", &proof::nim_sum_zero(5)?)?;
    Finding::holds(format!("(piles, side): {cases:?}"))
        .detail(format!("proved for all positions of 3 ({three}) and 5 piles ({five})"))
}

// VIS-O-nheap-even: for even n >= 4 nothing is known.
pub(super) fn even_heaps(scale: Scale) -> Checked {
    let side = scale.bound(8, 14, 26);
    let lost = p_below("all-or-one(piles=4)", side)?;
    let nim = |p: &Vec<u64>| p.iter().fold(0, |sum, x| sum ^ x) == 0;
    let other = lost.iter().find(|p| !nim(p)).ok_or("4 piles are Nim")?;
    let same = lost.iter().filter(|p| nim(p)).count();
    // A pile of 0 leaves Nim on three piles.
    ensure!(lost.iter().all(|p| p[0] > 0 || nim(p)), "an empty pile");
    let mut fourth: BTreeMap<&[u64], u64> = BTreeMap::new();
    for p in &lost {
        ensure!(fourth.insert(&p[..3], p[3]).is_none(), "two P-positions share {:?}", &p[..3]);
    }
    Finding::open(
        format!("4 piles below {side}: {} P-positions", lost.len()),
        format!(
            "{same} are also P in Nim; the first that is not: {other:?}; three piles determine the fourth"
        ),
    )
}

fn wyt_k_text(diagonals: &[u64]) -> String {
    let shown: Vec<String> = diagonals.iter().map(u64::to_string).collect();
    format!("wyt-k(K=\"{}\")", shown.join(","))
}

// VIS-G-wytK: Nim moves and (k,k) for k in K.
pub(super) fn wyt_k(scale: Scale) -> Checked {
    let side = scale.bound(24, 50, 120);
    for diagonals in [vec![1], vec![3], vec![1, 2], vec![2, 5], vec![1, 2, 4], vec![3, 4, 7]] {
        let lost = literal(side, &|_, _, k, l| k == 0 || l == 0 || (k == l && diagonals.contains(&k)));
        agree!(pairs_below(&wyt_k_text(&diagonals), side)?, sorted(&lost), "K = {diagonals:?}");
    }
    let all: Vec<u64> = (1..side).collect();
    agree!(pairs_below(&wyt_k_text(&all), side)?, pairs_below("wythoff", side)?, "K = 1, 2, 3, ...");
    Finding::holds(format!("6 sets K, and all k; piles below {side}"))
}

// VIS-T-wytK-P1: K = {k}: in each period k + 2 ceil(k/2) the P-positions are (i,i), i < k, then (k+2j, k+2j+1), j < ceil(k/2).
pub(super) fn one_diagonal(scale: Scale) -> Checked {
    let (most, side) = scale.bound((8u64, 60u64), (20, 120), (30, 400));
    for k in 1..=most {
        let half = k.div_ceil(2);
        let period = (0..k).map(|i| (i, i)).chain((0..half).map(|j| (k + 2 * j, k + 2 * j + 1)));
        let period: Pairs = period.collect();
        let pairs: Pairs = (0..=side / (k + 2 * half))
            .flat_map(|m| period.iter().map(move |(a, b)| (a + m * (k + 2 * half), b + m * (k + 2 * half))))
            .filter(|p| p.1 < side)
            .collect();
        agree!(pairs_below(&wyt_k_text(&[k]), side)?, pairs, "K = {{{k}}}");
    }
    Finding::holds(format!("k <= {most}, piles below {side}"))
}

/// The Grundy values for K with 1 and without multiples of 3.
fn by_threes(x: u64, y: u64) -> u64 {
    3 * ((x / 3) ^ (y / 3)) + (x + y) % 3
}

/// The Grundy table of Wyt_K against a formula.
fn table_of(diagonals: &[u64], side: u64, law: impl Fn(u64, u64) -> u64) -> Result<(), String> {
    let table = grundy(&wyt_k_text(diagonals), side)?;
    for (x, y) in square(side) {
        agree!(u64::from(table[x as usize][y as usize]), law(x, y), "K = {diagonals:?}, ({x},{y})");
    }
    Ok(())
}

// VIS-T-wytK-G2k: K = {2^k}: G = x xor y xor [bit k set in both] for k >= 1, and by threes for k = 0.
pub(super) fn power_of_two(scale: Scale) -> Checked {
    let side = scale.bound(48, 80, 256);
    table_of(&[1], side, by_threes)?;
    for k in 1..=4u32 {
        table_of(&[1 << k], side, |x, y| x ^ y ^ (x >> k & y >> k & 1))?;
    }
    Finding::holds(format!("k <= 4, Grundy values below {side}"))
}

// VIS-T-wytK-Gpow: K with 1 and any powers of 2, indeed any numbers that 3 does not divide: G as for K = {1}.
pub(super) fn powers_with_one(scale: Scale) -> Checked {
    let side = scale.bound(40, 80, 200);
    for mask in 0..16u64 {
        let powers: Vec<u64> =
            [1].into_iter().chain((1..=4).filter(|i| mask >> (i - 1) & 1 == 1).map(|i| 1 << i)).collect();
        table_of(&powers, side, by_threes)?;
    }
    for diagonals in [vec![1, 5], vec![1, 7, 10], vec![1, 2, 4, 5, 7, 8, 10, 11]] {
        table_of(&diagonals, side, by_threes)?;
    }
    ensure!(table_of(&[1, 3], side, by_threes).is_err(), "K = {{1, 3}} has the same values");
    Finding::holds(format!("16 sets of powers and 3 others, Grundy values below {side}"))
}

// VIS-C-latin: each number once in each row and column: on blocks of side 2^j for K = {2^k}, and 3 2^j with 1 in K.
pub(super) fn latin(scale: Scale) -> Checked {
    let double = scale.bound(1, 2, 4);
    let cases: [(&[u64], u64); 6] =
        [(&[1], 24), (&[1, 2], 24), (&[1, 4, 8], 24), (&[2], 32), (&[4], 32), (&[8], 32)];
    for (diagonals, side) in cases {
        let side = side * double;
        let table = grundy(&wyt_k_text(diagonals), side)?;
        let all: BTreeSet<u32> = (0..side as u32).collect();
        for (x, row) in table.iter().enumerate() {
            agree!(row.iter().copied().collect::<BTreeSet<u32>>(), all, "K = {diagonals:?}, row {x}");
            agree!(
                table.iter().map(|r| r[x]).collect::<BTreeSet<u32>>(),
                all,
                "K = {diagonals:?}, column {x}"
            );
        }
    }
    let wythoff = grundy("wythoff", 24)?;
    let whole = |row: &Vec<u32>| row.iter().copied().collect::<BTreeSet<u32>>() == (0..24).collect();
    ensure!(!wythoff.iter().all(whole), "Wythoff Nim is a latin square too");
    Finding::holds(format!("6 sets K, blocks of side {} and {}", 24 * double, 32 * double))
}

fn dr_move(k: u64, i: u64, j: u64) -> bool {
    let kept = i == j && (i % 2 == 1 || i >= 2 * k);
    i == 0 || j == 0 || kept || (i.min(j), i.max(j)) == (2 * k + 1, 2 * k + 2)
}

// VIS-G-MDR: Wythoff's moves without (2i,2i), 0 < i < k, with (2k+1,2k+2) and (2k+2,2k+1).
pub(super) fn dr(scale: Scale) -> Checked {
    let side = scale.bound(40, 80, 200);
    for k in 1..=8 {
        let lost = literal(side, &|_, _, i, j| dr_move(k, i, j));
        agree!(pairs_below(&format!("dr(k={k})"), side)?, sorted(&lost), "k = {k}");
    }
    Finding::holds(format!("k <= 8, piles below {side}"))
}

// VIS-T3: P = (floor(n a), floor(n b)) with a = [1; 1, k, 1, k, ...] = (2 - k + sqrt(k^2 + 4k))/2 and 1/a + 1/b = 1.
pub(super) fn theorem_3(scale: Scale) -> Checked {
    let side = scale.bound(80, 200, 800);
    for k in 1..=8u64 {
        let alpha = surd(2 - k as i64, 1, 2, k * k + 4 * k)?;
        let terms: Vec<Integer> = alpha.partial_quotients().take(9).collect();
        let law: Vec<Integer> =
            (0..9).map(|i| Integer::from(if i == 0 || i % 2 == 1 { 1 } else { k })).collect();
        agree!(terms, law, "continued fraction, k = {k}");
        let beta = alpha.complement().map_err(text)?;
        let lower = floor_pairs(&alpha, 0, side)?;
        let pairs: Pairs = (0u64..)
            .zip(lower)
            .map(|(n, (a, _))| Ok((a, floor(&beta, n)?)))
            .collect::<Result<Pairs, String>>()?
            .into_iter()
            .filter(|p| p.1 < side)
            .collect();
        agree!(pairs_below(&format!("dr(k={k})"), side)?, pairs, "k = {k}");
        let theory = DucheneRigo::new(k).map_err(text)?;
        for (x, y) in square(side.min(40)).filter(|(x, y)| x <= y) {
            agree!(
                theory.is_p(&[big(x), big(y)]).map_err(text)?,
                pairs.contains(&(x, y)),
                "k = {k}, ({x},{y})"
            );
        }
    }
    Finding::holds(format!("k <= 8, piles below {side}"))
}

// VIS-C-remark2: few games with more than two piles are in the literature.
pub(super) fn few_piles(_: Scale) -> Checked {
    Finding::unchecked("how much of the literature treats more than two piles")
}
