//! VIS 6.2: R-Wythoff and E-Wythoff, which keep Wythoff's P-positions.

use super::rows::{additive_period, literal_table, table};
use super::{lower, natural, text};
use crate::proof::{self, Named};
use crate::run::Scale;
use crate::support::{pairs_below, wythoff_pairs};
use crate::verdict::{Checked, Finding, With, agree, ensure, found};
use std::collections::BTreeSet;
use wythoff_theory::Decider;
use wythoff_theory::ho::Ho;

type Options<'a> = dyn Fn(usize, usize) -> Vec<(usize, usize)> + 'a;

/// From a <= b: take from b, or the same from both; from a = b either pile may be reduced.
fn r_options(y: usize, x: usize) -> Vec<(usize, usize)> {
    let mut to: Vec<(usize, usize)> = (1..=x.min(y)).map(|t| (y - t, x - t)).collect();
    if x >= y {
        to.extend((0..x).map(|a| (y, a)));
    }
    if y >= x {
        to.extend((0..y).map(|b| (b, x)));
    }
    to
}

fn wythoff_options(y: usize, x: usize) -> Vec<(usize, usize)> {
    let mut to: Vec<(usize, usize)> = (1..=x.min(y)).map(|t| (y - t, x - t)).collect();
    to.extend((0..x).map(|a| (y, a)).chain((0..y).map(|b| (b, x))));
    to
}

/// Wythoff's moves, and k from the smaller pile with l < k from the larger one.
fn e_options(y: usize, x: usize) -> Vec<(usize, usize)> {
    let mut to = wythoff_options(y, x);
    for k in 1..=x.min(y) {
        for l in 0..k {
            if y <= x {
                to.push((y - k, x - l));
            }
            if x <= y {
                to.push((y - l, x - k));
            }
        }
    }
    to
}

/// P-positions (a,b), a <= b, by the definition.
fn literal_p(side: usize, options: &Options<'_>) -> BTreeSet<(usize, usize)> {
    let mut lost = vec![vec![false; side]; side];
    for y in 0..side {
        for x in 0..side {
            lost[y][x] = !options(y, x).iter().any(|(b, a)| lost[*b][*a]);
        }
    }
    (0..side).flat_map(|y| (y..side).map(move |x| (y, x))).filter(|(y, x)| lost[*y][*x]).collect()
}

fn pairs_of(set: &BTreeSet<(usize, usize)>) -> Vec<(u64, u64)> {
    set.iter().map(|(a, b)| (*a as u64, *b as u64)).collect()
}

/// Whether a move set is symmetric: (i,j) allowed from a position implies (j,i) allowed from it if there are enough tokens.
fn is_symmetric(side: usize, options: &Options<'_>) -> Option<((usize, usize), (usize, usize))> {
    positions(side).find_map(|(a, b)| {
        let to: BTreeSet<(usize, usize)> = options(a, b).into_iter().collect();
        let takes = to.iter().map(|(c, d)| (a - c, b - d));
        takes.clone().find(|(i, j)| a >= *j && b >= *i && !to.contains(&(a - j, b - i))).map(|m| ((a, b), m))
    })
}

/// Whether a move set is invariant: a move allowed somewhere is allowed wherever there are enough tokens.
fn is_invariant(side: usize, options: &Options<'_>) -> Option<((usize, usize), (usize, usize))> {
    let takes = |a: usize, b: usize| options(a, b).into_iter().map(move |(c, d)| (a - c, b - d));
    let moves: BTreeSet<(usize, usize)> = positions(side).flat_map(|(a, b)| takes(a, b)).collect();
    positions(side).find_map(|(a, b)| {
        let here: BTreeSet<(usize, usize)> = takes(a, b).collect();
        moves.iter().find(|(i, j)| *i <= a && *j <= b && !here.contains(&(*i, *j))).map(|m| ((a, b), *m))
    })
}

fn positions(side: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..2 * side).flat_map(move |sum| {
        (0..=sum).map(move |a| (a, sum - a)).filter(move |(a, b)| *a < side && *b < side)
    })
}

/// Nim moves, and one token from both piles if their sum is a multiple of 4: symmetric in the printed sense.
fn parity_options(y: usize, x: usize) -> Vec<(usize, usize)> {
    let mut to: Vec<(usize, usize)> = (0..x).map(|a| (y, a)).chain((0..y).map(|b| (b, x))).collect();
    to.extend(y.checked_sub(1).zip(x.checked_sub(1)).filter(|_| (x + y).is_multiple_of(4)));
    to
}

/// One vector, in one order only.
fn vector_options(y: usize, x: usize) -> Vec<(usize, usize)> {
    y.checked_sub(1).zip(x.checked_sub(2)).into_iter().collect()
}

// VIS-6.2-invariance: the printed notion is symmetry of the move set, not invariance; both told apart.
pub(super) fn invariance(scale: Scale) -> Checked {
    let side = scale.bound(10, 16, 30);
    ensure!(is_symmetric(side, &wythoff_options).is_none(), "Wythoff is not symmetric");
    ensure!(is_invariant(side, &wythoff_options).is_none(), "Wythoff is not invariant");
    for (name, options) in [("R", &r_options as &Options<'_>), ("E", &e_options)] {
        ensure!(is_symmetric(side, options).is_some(), "{name}-Wythoff is symmetric");
        ensure!(is_invariant(side, options).is_some(), "{name}-Wythoff is invariant");
    }
    // Neither notion implies the other.
    ensure!(is_symmetric(side, &parity_options).is_none(), "the parity game is not symmetric");
    let Some((at, taken)) = is_invariant(side, &parity_options) else {
        return Err("the parity game is invariant".to_string());
    };
    ensure!(is_invariant(side, &vector_options).is_none(), "one vector is not invariant");
    ensure!(is_symmetric(side, &vector_options).is_some(), "one vector is symmetric");
    Finding::clarified("as printed, symmetry of the moves at a position; as in section 3, a move allowed somewhere is allowed wherever it fits. Wythoff has both, R- and E-Wythoff neither, and neither implies the other", format!(
            "Wythoff is invariant (a move allowed somewhere is allowed wherever it fits), R- and E-Wythoff are not: piles below {side}"
        )).fails_at(found(Some(format!(
            "Nim with (1,1) allowed where the sum is a multiple of 4 is symmetric, but {taken:?} is not allowed from {at:?}"
        )), "")?)
}

// VIS-6.2-xref36
pub(super) fn cross_reference(_: Scale) -> Checked {
    Finding::unchecked("a reference inside the survey: it has no Section 3.6, the topic is Section 4.6")
}

fn rule(spec: &str, options: &Options<'_>, side: usize) -> Result<(), String> {
    agree!(table(spec, side, side)?, literal_table(side, side, options), "Grundy values of {spec}");
    agree!(pairs_below(spec, side as u64)?, pairs_of(&literal_p(side, options)), "P-positions of {spec}");
    Ok(())
}

fn keeps_p(spec: &str, ho: &Ho, side: u64) -> Result<(), String> {
    let wythoff: Vec<(u64, u64)> =
        wythoff_pairs(side as usize).into_iter().take_while(|p| p.1 < side).collect();
    agree!(pairs_below(spec, side)?, wythoff, "P-positions of {spec}");
    for (a, b) in wythoff {
        ensure!(ho.is_p(&[natural(a), natural(b)]).map_err(text)?, "the decider at ({a},{b})");
        ensure!(!ho.is_p(&[natural(a), natural(b + 1)]).map_err(text)?, "the decider at ({a},{})", b + 1);
    }
    Ok(())
}

// VIS-6.2-R-rule
pub(super) fn r_rule(scale: Scale) -> Checked {
    let side = scale.bound(25, 60, 120);
    rule("r-wythoff", &r_options, side)?;
    Finding::holds(format!("Grundy values and P-positions below {side} by the definition"))
}

// VIS-6.2-R-P: R-Wythoff has Wythoff's P-positions.
pub(super) fn r_p(scale: Scale) -> Checked {
    let side = scale.bound(60, 200, 600);
    keeps_p("r-wythoff", &Ho::r().map_err(text)?, side)?;
    Finding::proved(format!("{}; piles below {side}", proof::wythoff("r-wythoff")?))
}

// VIS-6.2-R-minimal: no move size can be deleted everywhere; single moves can.
pub(super) fn r_minimal(scale: Scale) -> Checked {
    let (sizes, side) = scale.bound((6, 26), (20, 72), (29, 110));
    let whole = literal_p(side, &r_options);
    // The first single move, in the order of positions, whose absence changes nothing.
    let small = 12;
    let kept = literal_p(small, &r_options);
    let redundant = positions(small).find_map(|from| {
        let spared = |to: &(usize, usize)| {
            let without = |y: usize, x: usize| {
                let mut options = r_options(y, x);
                options.retain(|target| (y, x) != from || target != to);
                options
            };
            literal_p(small, &without) == kept
        };
        // A move that wins, so that it is missed unless there is another one.
        let lost = |(a, b): &(usize, usize)| kept.contains(&(*a.min(b), *a.max(b)));
        r_options(from.0, from.1).into_iter().find(|to| lost(to) && spared(to)).map(|to| (from, to))
    });
    let Some((from, to)) = redundant else {
        return Err("every winning move is needed".to_string());
    };
    for size in 1..=sizes {
        let no_diagonal = |y: usize, x: usize| {
            let mut options = r_options(y, x);
            options.retain(|(b, a)| (y - b, x - a) != (size, size));
            options
        };
        let no_nim = |y: usize, x: usize| {
            let mut options = r_options(y, x);
            options.retain(|(b, a)| (y - b, x - a) != (size, 0) && (y - b, x - a) != (0, size));
            options
        };
        ensure!(literal_p(side, &no_diagonal) != whole, "nothing changes without ({size},{size})");
        ensure!(literal_p(side, &no_nim) != whole, "nothing changes without {size} from the larger pile");
    }
    Finding::clarified("restrictions that delete a size of move everywhere: each changes the P-positions; restrictions at single positions: some do not", format!(
            "each size 1..{sizes} of either kind, deleted everywhere, changes the P-positions below {side}"
        )).fails_at(found(Some(format!("without the single winning move {from:?} -> {to:?} the P-positions below {small} stay")), "")?)
    .shown_by(
        format!("wyt solve r-wythoff {},{} --all", from.0, from.1),
        [format!("move to {},{}", to.0.min(to.1), to.0.max(to.1)), "move to".to_string()],
    )
}

// VIS-6.2-E-rule
pub(super) fn e_rule(scale: Scale) -> Checked {
    let side = scale.bound(18, 36, 60);
    rule("e-wythoff", &e_options, side)?;
    Finding::holds(format!("Grundy values and P-positions below {side} by the definition"))
}

// VIS-6.2-E-P: E-Wythoff has Wythoff's P-positions.
pub(super) fn e_p(scale: Scale) -> Checked {
    let side = scale.bound(40, 120, 300);
    keeps_p("e-wythoff", &Ho::e().map_err(text)?, side)?;
    Finding::proved(format!("{}; piles below {side}", proof::wythoff("e-wythoff")?))
}

/// Positions a <= b of Grundy value 1, from the rules.
fn value_1(spec: &str, side: usize) -> Result<BTreeSet<(u64, u64)>, String> {
    let table = table(spec, side, side)?;
    let ones = (0..side).flat_map(|y| (y..side).map(move |x| (y, x)));
    Ok(ones.filter(|(y, x)| table[*y][*x] == 1).map(|(y, x)| (y as u64, x as u64)).collect())
}

/// (floor(phi n) - 1, floor(phi n) + n - 1), n >= 1.
fn translated(side: usize) -> Result<BTreeSet<(u64, u64)>, String> {
    let pairs = lower(side as u64)?.into_iter().zip(1..).map(|(l, n)| (l - 1, l + n - 1));
    Ok(pairs.filter(|p| p.1 < side as u64).collect())
}

/// The same pairs for all n, in either order, as an automaton.
fn e_ones() -> Result<Named, String> {
    proof::shifts_are_floors(1)?;
    proof::image(&proof::shifts(1)?, 1, -1)
}

/// The same with (2,2) and (4,6) for (2,4).
fn r_ones() -> Result<Named, String> {
    let added = [vec![2, 2], vec![4, 6], vec![6, 4]];
    proof::edited("wythoff", &e_ones()?, &added, &[vec![2, 4], vec![4, 2]])
}

// VIS-6.2-R-g1
pub(super) fn r_value_1(scale: Scale) -> Checked {
    let side = scale.bound(50, 150, 300);
    let mut expected = translated(side)?;
    expected.remove(&(2, 4));
    expected.extend([(2, 2), (4, 6)]);
    agree!(value_1("r-wythoff", side)?, expected, "Grundy value 1 in R-Wythoff");
    let proof = proof::prove_values("r-wythoff", &proof::shifts(1)?, &r_ones()?)?;
    Finding::proved(format!("all positions, by an automaton ({proof}); piles below {side}"))
}

// VIS-6.2-E-g1
pub(super) fn e_value_1(scale: Scale) -> Checked {
    let side = scale.bound(30, 70, 160);
    agree!(value_1("e-wythoff", side)?, translated(side)?, "Grundy value 1 in E-Wythoff");
    let proof = proof::prove_values("e-wythoff", &proof::shifts(1)?, &e_ones()?)?;
    Finding::proved(format!("all positions, by an automaton ({proof}); piles below {side}"))
}

// VIS-6.2-differ3: the two sets differ in (2,2), (2,4), (4,6) only.
pub(super) fn three_differ(scale: Scale) -> Checked {
    let side = scale.bound(30, 70, 160);
    let (r, e) = (value_1("r-wythoff", side)?, value_1("e-wythoff", side)?);
    let difference: Vec<(u64, u64)> = r.symmetric_difference(&e).copied().collect();
    agree!(difference, [(2, 2), (2, 4), (4, 6)], "symmetric difference");
    let p = pairs_below("wythoff", side as u64 + 1)?;
    let moved: BTreeSet<(u64, u64)> = p.iter().skip(1).map(|(a, b)| (a - 1, b - 1)).collect();
    agree!(e, moved, "Wythoff's pairs moved by (-1,-1)");
    // Proved to be the sets of value 1, and one is made from the other by these three pairs.
    proof::prove_values("r-wythoff", &proof::shifts(1)?, &r_ones()?)?;
    let proof = proof::prove_values("e-wythoff", &proof::shifts(1)?, &e_ones()?)?;
    Finding::proved(format!("all positions, by an automaton ({proof}); piles below {side}"))
}

const BOTH: [(&str, &Options<'static>); 2] = [("R-Wythoff", &r_options), ("E-Wythoff", &e_options)];

// VIS-6.2-allvalues: every row contains every Grundy value.
pub(super) fn all_values(scale: Scale) -> Checked {
    let (rows, most, columns) = scale.bound((7, 8, 60), (16, 30, 300), (30, 60, 800));
    for (name, options) in BOTH {
        for (a, row) in literal_table(rows, columns, options).iter().enumerate() {
            let missing = (0..=most).find(|g| !row.contains(g));
            ensure!(missing.is_none(), "{name}: {missing:?} is not in row {a} below {columns}");
        }
    }
    Finding::holds(format!("rows below {rows}, values to {most}, columns below {columns}, both games"))
}

// VIS-6.2-cover: for every g the coordinates of the positions of value g cover all integers.
pub(super) fn cover(scale: Scale) -> Checked {
    let (side, most, covered) = scale.bound((50, 5, 15), (80, 8, 24), (150, 12, 45));
    for spec in ["r-wythoff", "e-wythoff"] {
        let table = table(spec, side, side)?;
        for g in 0..=most {
            let mut met = BTreeSet::new();
            for (y, row) in table.iter().enumerate() {
                let cells = row.iter().enumerate().filter(|(_, value)| **value == g);
                met.extend(cells.flat_map(|(x, _)| [x, y]));
            }
            let missing = (0..covered).find(|n| !met.contains(n));
            ensure!(missing.is_none(), "{spec}: value {g} misses {missing:?}");
        }
    }
    Finding::holds(format!(
        "values to {most} cover the integers below {covered}, piles below {side}, both games"
    ))
}

// VIS-6.2-additive: rows of both games are additively periodic. Nothing bounds the period: row 9 of R-Wythoff shows none
// below 8000.
pub(super) fn additive(scale: Scale) -> Checked {
    let (rows, columns) = scale.bound((6, 450), (9, 1500), (9, 8000));
    let mut found = Vec::new();
    for (name, options) in BOTH {
        let mut periods = Vec::new();
        for (a, row) in literal_table(rows, columns, options).iter().enumerate() {
            let period = additive_period(row);
            periods.push(period.ok_or_else(|| format!("{name}: row {a} shows no period below {columns}"))?);
        }
        found.push((name, periods));
    }
    agree!(found[0].1[..6], [(0, 1), (3, 1), (3, 1), (7, 4), (14, 12), (15, 12)], "rows 0..5 of R-Wythoff");
    Finding::holds(format!("rows below {rows}, columns below {columns}; seen on the second half"))
        .detail(format!("(pre-period, period): {found:?}"))
}
