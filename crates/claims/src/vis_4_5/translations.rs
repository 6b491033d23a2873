//! VIS 4.12 and 4.13: translations of Wythoff's P-positions, and Euclid.

use super::{Pair, Pairs, Play, big, first_difference, kernel, text};
use crate::run::Scale;
use crate::support::{grundy, mex, misere_p_below, p_below, pairs_below, surd, wythoff_pairs};
use crate::verdict::{Checked, Finding, With, agree, ensure, found};
use std::collections::BTreeSet;
use wythoff_numbers::{Quadratic, Rational};
use wythoff_theory::translate::Translated;
use wythoff_theory::{Decider, Euclid};

/// Wythoff's pairs moved by (k,l), below a side.
fn moved(k: u64, l: u64, side: u64) -> Pairs {
    let pairs = wythoff_pairs(side as usize).into_iter().map(|(a, b)| (a + k, b + l));
    pairs.filter(|p| p.1 < side).collect()
}

/// (k, l) and the number of exceptions, if from some place in the first half on all pairs are Wythoff's moved by (k,l).
fn translation(pairs: &Pairs, side: u64, most: u64) -> Option<(u64, u64, usize)> {
    let shifts = (0..=most).flat_map(|k| (0..=most).map(move |l| (k, l)));
    shifts.into_iter().find_map(|(k, l)| {
        let wanted: BTreeSet<Pair> = moved(k, l, side).into_iter().collect();
        let exceptions = pairs.iter().filter(|p| !wanted.contains(p)).count();
        let missing = wanted.iter().filter(|p| !pairs.contains(p)).count();
        let late = pairs.iter().rev().take(pairs.len() / 2).all(|p| wanted.contains(p));
        let complete = wanted.iter().rev().take(wanted.len() / 2).all(|p| pairs.contains(p));
        (late && complete).then_some((k, l, exceptions + missing))
    })
}

/// Nim moves, and equal amounts from both piles where `diagonal` allows them, of (x,y), x <= y, and the amount.
fn with_diagonal(side: u64, diagonal: impl Fn(Pair, u64) -> bool) -> Pairs {
    kernel(side, Play::Normal, |(x, y), (a, b)| {
        let nim = (a == x) != (b == y);
        nim || (a < x && x - a == y - b && diagonal((x, y), x - a))
    })
}

// VIS-D-transl: P is a finite set and (A_n + k, B_n + k), n >= n0, with k != 0.
pub(super) fn d_transl(scale: Scale) -> Checked {
    let side = scale.bound(60, 80, 200);
    for k in 1..=5 {
        let found = translation(&pairs_below(&format!("w-translate(k={k})"), side)?, side, 6);
        agree!(found, Some((k, k, k as usize)), "W_{k}: the translation, and the number of exceptions");
    }
    agree!(translation(&pairs_below("wythoff", side)?, side, 6), Some((0, 0, 0)), "Wythoff's game itself");
    agree!(translation(&pairs_below("t-wythoff(t=2)", side)?, side, 6), None, "2-Wythoff");
    Finding::holds(format!(
        "W_1, ..., W_5 are translations, Wythoff's own and 2-Wythoff are not; piles below {side}"
    ))
}

// VIS-G-Wk: equal amounts from both piles only if no pile falls below k. Read as if Nim moves were restrained too, it
// would be another game.
pub(super) fn g_wk(scale: Scale) -> Checked {
    let side = scale.bound(24, 40, 100);
    for k in 1..=4 {
        let literal = with_diagonal(side, |(x, _), i| x - i >= k);
        agree!(pairs_below(&format!("w-translate(k={k})"), side)?, literal, "k = {k}");
        let restrained = kernel(side, Play::Normal, |(x, y), (a, b)| {
            let nim = ((a == x) != (b == y)) && (a >= k || a == x) && (b >= k || b == y);
            nim || (a < x && x - a == y - b && a >= k)
        });
        ensure!(restrained != literal, "k = {k}: the two readings agree");
    }
    Finding::holds(format!("k = 1..4, piles below {side}; the proviso is on diagonal moves only"))
}

fn w_positions(k: u64, side: u64) -> Pairs {
    let mut pairs: Pairs = (0..k).map(|i| (i, i)).collect();
    pairs.extend(moved(k, k, side));
    pairs
}

// VIS-T-Wk: P = (i,i) for i < k, and (A_n + k, B_n + k).
pub(super) fn t_wk(scale: Scale) -> Checked {
    let side = scale.bound(60, 90, 250);
    for k in 1..=6 {
        agree!(pairs_below(&format!("w-translate(k={k})"), side)?, w_positions(k, side), "k = {k}");
        let theory = Translated::w(k).map_err(text)?;
        for (a, b) in w_positions(k, 40) {
            ensure!(theory.is_p(&[big(a), big(b)]).map_err(text)?, "k = {k}: ({a},{b})");
            ensure!(!theory.is_p(&[big(a), big(b + 1)]).map_err(text)?, "k = {k}: ({a},{})", b + 1);
        }
    }
    Finding::holds(format!("k = 1..6, piles below {side}"))
}

// VIS-G-Wjk: equal amounts i from a <= b only if a - i >= j and b - i >= k.
pub(super) fn g_wjk(scale: Scale) -> Checked {
    let side = scale.bound(20, 40, 90);
    for k in 0..=4u64 {
        for j in 0..=k {
            let literal = with_diagonal(side, |(x, y), i| x - i >= j && y - i >= k);
            agree!(pairs_below(&format!("w-translate(k={k},j={j})"), side)?, literal, "j = {j}, k = {k}");
        }
    }
    Finding::holds(format!("0 <= j <= k <= 4, piles below {side}"))
}

// VIS-T-Wjk: the P-positions depend only on k; W_{k,k} = W_k.
pub(super) fn t_wjk(scale: Scale) -> Checked {
    let side = scale.bound(50, 70, 180);
    for k in 1..=5u64 {
        for j in 0..=k {
            agree!(
                pairs_below(&format!("w-translate(k={k},j={j})"), side)?,
                w_positions(k, side),
                "j = {j}, k = {k}"
            );
        }
        let small = side.min(30);
        let both = grundy(&format!("w-translate(k={k},j={k})"), small)?;
        agree!(both, grundy(&format!("w-translate(k={k})"), small)?, "W_{{{k},{k}}} and W_{k}");
    }
    // Beyond j <= k it fails.
    let beyond = with_diagonal(side.min(60), |(x, y), i| x - i >= 2 && y - i >= 1);
    ensure!(beyond != w_positions(1, side.min(60)), "j = 2, k = 1 is the same");
    Finding::holds(format!("0 <= j <= k <= 5, piles below {side}"))
}

/// T_k by its rule: s from both, a - s > 0, and the floors of the two ratios differ by at most k.
fn t_literal(k: u64, side: u64) -> Pairs {
    with_diagonal(side, |(a, b), s| a > s && ((b - s) / (a - s)).abs_diff(b / a) <= k)
}

// VIS-G-Tk: the rule of T_k.
pub(super) fn g_tk(scale: Scale) -> Checked {
    let side = scale.bound(24, 50, 120);
    for k in 0..=5 {
        agree!(pairs_below(&format!("t-translate(k={k})"), side)?, t_literal(k, side), "k = {k}");
    }
    Finding::holds(format!("k = 0..5, piles below {side}"))
}

// VIS-T-Tk: said to answer the question for all k; P(T_k) is (0,0) and the pairs moved by (1,1), whatever k is.
pub(super) fn t_tk(scale: Scale) -> Checked {
    let side = scale.bound(60, 80, 200);
    let by_one = w_positions(1, side);
    for k in 0..=8 {
        agree!(pairs_below(&format!("t-translate(k={k})"), side)?, by_one, "k = {k}");
    }
    let (t_2, w_2) = (pairs_below("t-translate(k=2)", side)?, w_positions(2, side));
    let n = t_2.iter().zip(&w_2).position(|(x, y)| x != y).ok_or("T_2 translates by 2")?;
    let (theory, small) = (Translated::t(3).map_err(text)?, side.min(40));
    for (a, b) in w_positions(1, small) {
        ensure!(theory.is_p(&[big(a), big(b)]).map_err(text)?, "theory at ({a},{b})");
    }
    // The text after the rule drops the floors: then k = 0 is another game.
    let ratio = |a: u64, b: u64| Rational::from_unsigneds(b, a);
    let unfloored = with_diagonal(small, |(a, b), s| a > s && ratio(a - s, b - s) == ratio(a, b));
    let differs =
        first_difference(&unfloored, &w_positions(1, small)).ok_or("the floors do not matter for k = 0")?;
    Finding::clarified(format!("T_k is a translation whatever k is: by 1; T_k translates by k: only for k = 1. Without the floors, as in the explanation, k = 0 differs at {differs}"), format!("P(T_k) = (0,0) and (A_n + 1, B_n + 1): k = 0..8, piles below {side}")).fails_at(found(Some(format!("T_2 does not translate by 2: n = {n}: {:?} against {:?}", t_2[n], w_2[n])), "")?)
    .shown_by(
        format!("wyt p 't-translate(k=2)' --first {} && wyt p 'w-translate(k=2)' --first {}", n + 1, n + 1),
        [format!("{},{}", t_2[n].0, t_2[n].1), format!("{},{}", w_2[n].0, w_2[n].1)],
    )
}

// VIS-G-Tinf: with k infinite the only restraint is that a diagonal move empties no pile: W_1.
pub(super) fn g_tinf(scale: Scale) -> Checked {
    let side = scale.bound(24, 50, 150);
    let literal = with_diagonal(side, |(a, _), s| a > s);
    agree!(pairs_below("w-translate(k=1)", side)?, literal, "W_1");
    let small = side.min(24);
    // No two ratios of piles below the side differ by more than the side.
    let far = grundy(&format!("t-translate(k={small})"), small)?;
    agree!(far, grundy("w-translate(k=1)", small)?, "Grundy values of T_{small} and W_1");
    Finding::holds(format!("P-positions below {side}, Grundy values below {small}"))
}

// VIS-O-transl: is there a variant whose P-positions are, but for finitely many, (A_n + k, B_n + l) with k != l?
pub(super) fn o_transl(scale: Scale) -> Checked {
    let side = scale.bound(36, 60, 120);
    let most = scale.bound(3, 5, 7);
    let mut games: Vec<(String, Pairs)> = Vec::new();
    for j in 0..=most {
        for k in 0..=most {
            let both = with_diagonal(side, |(x, y), i| x - i >= j && y - i >= k);
            games.push((format!("diagonal moves to a >= {j}, b >= {k}"), both));
            let capped = with_diagonal(side, |(x, y), i| x - i >= j && y - x >= k);
            games.push((format!("diagonal moves to a >= {j} from b - a >= {k}"), capped));
            let nim = kernel(side, Play::Normal, |(x, y), (a, b)| {
                let one = (a == x && b < y && b != k) || (b == y && a < x && a != k);
                one || (a < x && x - a == y - b && a >= j)
            });
            games.push((format!("no Nim move to a pile of {k}, diagonal moves to a >= {j}"), nim));
        }
        let misere = misere_p_below(&format!("w-translate(k={j})"), side)?;
        games.push((format!("misère W_{j}"), misere.into_iter().map(|p| (p[0], p[1])).collect()));
    }
    let (mut equal, mut unequal) = (0, Vec::new());
    for (name, pairs) in &games {
        match translation(pairs, side, most + 3) {
            Some((k, l, _)) if k != l => unequal.push(format!("{name}: ({k},{l})")),
            Some(_) => equal += 1,
            None => {}
        }
    }
    // A variant that keeps Nim's moves has every large integer in one pair: A_n + k and B_n + l would split them.
    let last = 40 * side;
    for (k, l) in (0..=most).flat_map(|k| (0..=most).map(move |l| (k, l))) {
        let pairs = wythoff_pairs(last as usize);
        let mut times = vec![0u32; last as usize];
        for at in pairs.iter().flat_map(|(a, b)| [a + k, b + l]).filter(|at| *at < last) {
            times[at as usize] += 1;
        }
        let splits = times[last as usize / 2..].iter().all(|count| *count == 1);
        agree!(splits, k == l, "A_n + {k} and B_n + {l} split the integers from {} to {last}", last / 2);
    }
    let found = if unequal.is_empty() { "none moved by k != l".to_string() } else { unequal.join("; ") };
    Finding::open(
        format!("{} restraints on Nim and diagonal moves, piles below {side}", games.len()),
        format!(
            "{equal} moved by (k,k), k >= 0; {found}. A variant that keeps all Nim moves and has for each i finitely many moves (i,j) with i, j > 0 cannot: in a large row far out nothing but a P-position of the row can be reached, so that every large integer is in exactly one pair; but {{A_n + k}} leaves {{B_n + k}}, and {{B_n + l}} is another set, since the steps of B are not periodic"
        ),
    )
}

// 4.13: Euclid.

/// Grundy values of Euclid by its rule, 1 <= x, y < side.
fn euclid_values(side: u64) -> Vec<Vec<u64>> {
    let mut values = vec![vec![0; side as usize]; side as usize];
    for y in 1..side {
        for x in 1..=y {
            let options = (1..).map(|k| k * x).take_while(|taken| *taken < y);
            let reached: BTreeSet<u64> =
                options.map(|taken| values[x as usize][(y - taken) as usize]).collect();
            values[x as usize][y as usize] = mex(&reached);
            values[y as usize][x as usize] = values[x as usize][y as usize];
        }
    }
    values
}

// VIS-G-euclid: decrease the larger by a multiple of the smaller, both staying positive.
pub(super) fn g_euclid(scale: Scale) -> Checked {
    let side = scale.bound(40, 110, 400);
    let lost: BTreeSet<Vec<u64>> = p_below("euclid", side)?.into_iter().collect();
    let values = euclid_values(side);
    for x in 1..side {
        for y in x..side {
            agree!(lost.contains(&vec![x, y]), values[x as usize][y as usize] == 0, "({x},{y})");
        }
    }
    Finding::holds(format!("positive piles below {side}"))
}

// VIS-T-euclid-g: g(x,y) = floor(y/x - x/y) for x <= y.
pub(super) fn t_euclid_g(scale: Scale) -> Checked {
    let side = scale.bound(60, 150, 600);
    let values = euclid_values(side);
    for x in 1..side {
        for y in x..side {
            let value = values[x as usize][y as usize];
            agree!(value, (y * y - x * x) / (x * y), "({x},{y})");
            agree!(Euclid.grundy(&[big(x), big(y)]).map_err(text)?, big(value), "({x},{y})");
        }
    }
    Finding::holds(format!("positive piles below {side}"))
}

// VIS-T-euclid-wyt: g = t iff beta_t/alpha_t <= y/x < beta_{t+1}/alpha_{t+1}; every pair of t-Wythoff has g = t.
pub(super) fn t_euclid_wyt(scale: Scale) -> Checked {
    let side = scale.bound(60, 150, 400);
    let values = euclid_values(side);
    let mut slopes: Vec<Quadratic> = vec![Quadratic::integer(1)];
    for t in 1..=side {
        let (alpha, beta) = (surd(2 - t as i64, 1, 2, t * t + 4)?, surd(2 + t as i64, 1, 2, t * t + 4)?);
        slopes.push(beta.div(&alpha).map_err(text)?);
    }
    for x in 1..side {
        for y in x..side {
            let t = values[x as usize][y as usize] as usize;
            let ratio = Quadratic::rational(&Rational::from_unsigneds(y, x));
            ensure!(slopes[t] <= ratio && ratio < slopes[t + 1], "g({x},{y}) = {t}");
        }
    }
    for t in 1..=6u64 {
        for p in p_below(&format!("t-wythoff(t={t})"), side)?.iter().skip(1) {
            agree!(values[p[0] as usize][p[1] as usize], t, "t = {t}, {p:?}");
        }
    }
    Finding::holds(format!("positive piles below {side}, t-Wythoff's pairs for t = 1..6"))
}
