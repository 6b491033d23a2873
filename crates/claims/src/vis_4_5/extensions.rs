//! VIS 4.1 and 4.2: bt-Wythoff and t-Wythoff, in normal and misère play.

use super::{Pairs, Play, big, kernel_taking, mex_pairs, text};
use crate::proof;
use crate::run::Scale;
use crate::support::{floor, grundy, mex, misere_p_below, p_below, pairs_below, surd};
use crate::verdict::{Checked, Finding, With, agree, ensure, found};
use malachite::Natural;
use malachite::base::num::arithmetic::traits::Pow;
use std::collections::BTreeSet;
use wythoff_numbers::{Integer, Quadratic};
use wythoff_theory::Decider;
use wythoff_theory::connell::BtWythoff;
use wythoff_theory::t_wythoff::{Algebraic, Arithmetic, Misere, Recursive};

fn t_spec(t: u64) -> String {
    format!("t-wythoff(t={t})")
}

fn misere_pairs(spec: &str, side: u64) -> Result<Pairs, String> {
    Ok(misere_p_below(spec, side)?.into_iter().map(|p| (p[0], p[1])).collect())
}

fn may_take_t(t: u64) -> impl Fn(u64, u64) -> bool {
    move |k, l| (k == 0) != (l == 0) || (k > 0 && l > 0 && k.abs_diff(l) < t)
}

/// alpha_t = (2 - t + sqrt(t^2 + 4))/2.
fn alpha(t: u64) -> Result<Quadratic, String> {
    surd(2 - t as i64, 1, 2, t * t + 4)
}

/// floor(n x + y).
fn floor_line(x: &Quadratic, n: u64, y: &Quadratic) -> Result<u64, String> {
    u64::try_from(&x.floor_affine(&Integer::from(n), y)).map_err(|_| "a floor is out of range".to_string())
}

// VIS-C-4intro: where partizan games are treated.
pub(super) fn c_4intro(_: Scale) -> Checked {
    Finding::unchecked(
        "a reference inside the survey: 4.2 is misère t-Wythoff, where both players have the same moves",
    )
}

// 4.1: three extensions.

// VIS-G-btwythoff: a positive multiple of b from one pile, or k, l > 0 with |k-l| < bt, k = l mod b.
pub(super) fn g_btwythoff(scale: Scale) -> Checked {
    let side = scale.bound(16, 30, 60);
    for b in 1..=4u64 {
        for t in 1..=3 {
            let literal = kernel_taking(side, Play::Normal, |k, l| {
                let one = k.min(l) == 0 && k.max(l) % b == 0;
                one || (k.min(l) > 0 && k.abs_diff(l) < b * t && k.abs_diff(l) % b == 0)
            });
            agree!(pairs_below(&format!("bt-wythoff(b={b},t={t})"), side)?, literal, "b = {b}, t = {t}");
        }
    }
    Finding::holds(format!("b = 1..4, t = 1..3, piles below {side}"))
}

// VIS-T-btwythoff: with s = bt and alpha of s, class j < b: x = floor(n alpha + g_j), y = x + sn + j, g_0 = 0,
// g_j = 1 - (2-alpha)/(2t) + (2j-b) alpha/(2bt) = 1 - 1/t + j alpha/(bt).
pub(super) fn t_btwythoff(scale: Scale) -> Checked {
    let side = scale.bound(50, 150, 600);
    let most = scale.bound((3, 3), (6, 5), (8, 6));
    for b in 1..=most.0 {
        for t in 1..=most.1 {
            let s = b * t;
            let slope = alpha(s)?;
            let mut pairs = Vec::new();
            for j in 0..b {
                let (bi, ti, ji, si) = (b as i64, t as i64, j as i64, s as i64);
                let shift = if j == 0 {
                    Quadratic::integer(0)
                } else {
                    surd(2 * bi * ti - 2 * bi + ji * (2 - si), ji, 2 * bi * ti, s * s + 4)?
                };
                for n in 0.. {
                    let x = floor_line(&slope, n, &shift)?;
                    let y = x + s * n + j;
                    if y >= side {
                        break;
                    }
                    pairs.push((x, y));
                }
            }
            pairs.sort_unstable();
            let from_rules = pairs_below(&format!("bt-wythoff(b={b},t={t})"), side)?;
            agree!(from_rules, pairs, "b = {b}, t = {t}");
            let decider = BtWythoff::new(b, t).map_err(text)?;
            for x in 0..side.min(40) {
                for y in x..side.min(40) {
                    let is_p = decider.is_p(&[big(x), big(y)]).map_err(text)?;
                    agree!(is_p, pairs.contains(&(x, y)), "b = {b}, t = {t}, ({x},{y})");
                }
            }
        }
    }
    Finding::holds(format!("b <= {}, t <= {}, piles below {side}", most.0, most.1))
}

// VIS-C-b1: t-Wythoff is bt-Wythoff with b = 1.
pub(super) fn c_b1(scale: Scale) -> Checked {
    let side = scale.bound(12, 24, 60);
    for t in 1..=4 {
        agree!(grundy(&format!("bt-wythoff(b=1,t={t})"), side)?, grundy(&t_spec(t), side)?, "t = {t}");
    }
    Finding::holds(format!("Grundy values below {side}, t = 1..4"))
}

// VIS-G-twythoff: Nim moves, or k, l > 0 with |k-l| < t.
pub(super) fn g_twythoff(scale: Scale) -> Checked {
    let side = scale.bound(24, 50, 100);
    for t in 1..=6 {
        let literal = kernel_taking(side, Play::Normal, may_take_t(t));
        agree!(pairs_below(&t_spec(t), side)?, literal, "t = {t}");
    }
    Finding::holds(format!("t = 1..6, piles below {side}"))
}

// VIS-T-t-rec: A_n = mex, B_n = A_n + tn.
pub(super) fn t_rec(scale: Scale) -> Checked {
    let side = scale.bound(100, 400, 3000);
    for t in 1..=6 {
        agree!(pairs_below(&t_spec(t), side)?, mex_pairs(side, |n| t * n), "t = {t}");
    }
    Finding::holds(format!("t = 1..6, piles below {side}"))
}

// VIS-T-t-alg: (floor(n alpha), floor(n beta)), beta = alpha + t = (2 + t + sqrt(t^2+4))/2.
pub(super) fn t_alg(scale: Scale) -> Checked {
    let side = scale.bound(100, 400, 3000);
    for t in 1..=6 {
        let (lower, upper) = (alpha(t)?, surd(2 + t as i64, 1, 2, t * t + 4)?);
        agree!(lower.complement().map_err(text)?, upper, "t = {t}: 1/alpha + 1/beta = 1");
        let mut pairs = Vec::new();
        for n in 0.. {
            let pair = (floor(&lower, n)?, floor(&upper, n)?);
            if pair.1 >= side {
                break;
            }
            pairs.push(pair);
        }
        agree!(pairs_below(&t_spec(t), side)?, pairs, "t = {t}");
    }
    Finding::holds(format!("t = 1..6, piles below {side}"))
        .detail(format!("proved for all positions for t = 1..5 ({})", proof::t_wythoff(5)?))
}

// VIS-T-t-arith: basis of numerators of the convergents of alpha = [1; t, t, ...]; digits up to t, a digit t is followed
// by 0; the A_n end in an even number of zeros and B_n is A_n with a 0 adjoined.
pub(super) fn t_arith(scale: Scale) -> Checked {
    let side = scale.bound(120, 500, 3000);
    for t in 1..=6u64 {
        let slope = alpha(t)?;
        let mut basis: Vec<u64> = vec![1, t + 1];
        for (i, (numerator, _)) in slope.convergents().take(40).enumerate() {
            if basis[basis.len() - 1] > 1 << 40 {
                break;
            }
            if i >= 2 {
                basis.push(t * basis[i - 1] + basis[i - 2]);
            }
            agree!(numerator, Integer::from(basis[i]), "t = {t}, convergent {i}");
        }
        let digits = |mut m: u64| {
            let word = basis.iter().rev().map(|p| {
                let digit = m / p;
                m %= p;
                digit
            });
            word.collect::<Vec<u64>>()
        };
        let pairs = pairs_below(&t_spec(t), side)?;
        let lower: BTreeSet<u64> = pairs.iter().map(|p| p.0).collect();
        let upper: BTreeSet<u64> = pairs.iter().map(|p| p.1).collect();
        for m in 1..side {
            let word = digits(m);
            ensure!(word.iter().all(|d| *d <= t), "t = {t}: a digit of {m} exceeds {t}");
            ensure!(
                word.windows(2).all(|w| w[0] < t || w[1] == 0),
                "t = {t}: {t} is not followed by 0 in {m}"
            );
            let even = word.iter().rev().take_while(|d| **d == 0).count() % 2 == 0;
            if lower.contains(&m) || upper.contains(&m) {
                agree!(even, lower.contains(&m), "t = {t}: zeros at the end of {m}");
            }
        }
        for (a, b) in pairs {
            let mut shifted = digits(a)[1..].to_vec();
            shifted.push(0);
            agree!(digits(b), shifted, "t = {t}: the left shift of {a}");
        }
    }
    Finding::holds(format!("t = 1..6, piles below {side}"))
        .detail(format!("proved for all positions for t = 1..5 ({})", proof::t_wythoff(5)?))
}

// VIS-C-t-cplx: the recursion is exponential in the number of digits, the other two strategies are polynomial.
pub(super) fn c_t_cplx(scale: Scale) -> Checked {
    let digits = scale.bound(200u64, 2000, 50_000);
    for t in 1..=3u64 {
        // Each binary digit more doubles the number of terms that the recursion goes through.
        for i in 4..14u32 {
            let pairs =
                |bound: u64| mex_pairs((t + 2) * bound, |n| t * n).iter().filter(|p| p.0 < bound).count();
            let (few, many) = (pairs(1 << i), pairs(2 << i));
            ensure!(many + 2 >= 2 * few, "t = {t}: {few} terms below 2^{i}, {many} below 2^{}", i + 1);
        }
        let n = Natural::from(10u32).pow(digits);
        let (algebraic, arithmetic) = (Algebraic::new(t).map_err(text)?, Arithmetic::new(t).map_err(text)?);
        let lower = algebraic.lower(&n);
        agree!(lower, arithmetic.lower(&n), "t = {t}: A_n for n = 10^{digits}");
        let pair = [lower.clone(), algebraic.upper(&n)];
        ensure!(algebraic.is_p(&pair).map_err(text)?, "t = {t}: algebraic, n = 10^{digits}");
        ensure!(arithmetic.is_p(&pair).map_err(text)?, "t = {t}: arithmetic, n = 10^{digits}");
        let refused = Recursive::new(t).map_err(text)?.is_p(&pair);
        ensure!(refused.is_err(), "t = {t}: the recursion decided 10^{digits}");
    }
    Finding::holds(format!(
        "t = 1..3: recursion doubles its terms with each binary digit; the others agree at n = 10^{digits}"
    ))
}

// 4.2: misère play.

// VIS-G-mis-t: the same moves, the last mover loses.
pub(super) fn g_mis_t(scale: Scale) -> Checked {
    let side = scale.bound(24, 50, 100);
    for t in 1..=6 {
        let literal = kernel_taking(side, Play::Misere, may_take_t(t));
        agree!(misere_pairs(&t_spec(t), side)?, literal, "t = {t}");
    }
    Finding::holds(format!("t = 1..6, piles below {side}"))
}

/// Wythoff's pairs with (0,0), (1,2) exchanged for (2,2), (0,1) are the misère P-positions, for all positions.
fn misere_proof() -> Result<String, String> {
    proof::shifts_are_floors(1)?;
    let added = [vec![2, 2], vec![0, 1], vec![1, 0]];
    let removed = [vec![0, 0], vec![1, 2], vec![2, 1]];
    let set = proof::edited("wythoff", &proof::shifts(1)?, &added, &removed)?;
    let mut misere = crate::support::rules("wythoff")?;
    misere.set_misere().map_err(text)?;
    Ok(format!("all positions, by an automaton ({})", proof::prove_rules(&misere, &set)?))
}

// VIS-T-mis1: t = 1: (0,0), (1,2) give way to (2,2), (0,1); recursion from (2,2); the formula and the digits of normal
// play from n = 2 on.
pub(super) fn t_mis1(scale: Scale) -> Checked {
    let side = scale.bound(100, 300, 2000);
    let from_rules = misere_pairs("t-wythoff(t=1)", side)?;
    let mut exchanged: Pairs = pairs_below("wythoff", side)?;
    exchanged.retain(|p| *p != (0, 0) && *p != (1, 2));
    exchanged.extend([(2, 2), (0, 1)]);
    exchanged.sort_unstable();
    agree!(from_rules, exchanged, "normal play with three positions exchanged");
    let mut used = BTreeSet::from([2]);
    let mut recursive = vec![(2, 2)];
    for n in 1.. {
        let a = mex(&used);
        if a + n >= side {
            break;
        }
        used.extend([a, a + n]);
        recursive.push((a, a + n));
    }
    let phi = crate::support::phi()?;
    let arithmetic = Arithmetic::new(1).map_err(text)?;
    for (n, pair) in recursive.iter().enumerate().skip(2) {
        let a = floor(&phi, n as u64)?;
        agree!(*pair, (a, a + n as u64), "algebraic, n = {n}");
        agree!(big(pair.0), arithmetic.lower(&big(n as u64)), "arithmetic, n = {n}");
    }
    recursive.sort_unstable();
    agree!(from_rules, recursive, "recursion");
    Finding::proved(format!("{}; piles below {side}", misere_proof()?))
}

// VIS-T-mis-t-rec: t > 1: A_n = mex, B_n = A_n + tn + 1; in print the t is missing.
pub(super) fn t_mis_t_rec(scale: Scale) -> Checked {
    let side = scale.bound(80, 200, 1000);
    let mut failure = None;
    for t in 2..=7 {
        let from_rules = misere_pairs(&t_spec(t), side)?;
        agree!(from_rules, mex_pairs(side, |n| t * n + 1), "t = {t}");
        let printed = mex_pairs(side, |n| n + 1);
        let wrong = from_rules.iter().zip(&printed).position(|(x, y)| x != y);
        failure = failure.or(wrong.map(|n| (t, n, from_rules[n], printed[n])));
    }
    let (t, n, right, printed) = failure.ok_or("the printed recursion does not fail")?;
    Finding::corrected(
        found(Some(format!("t = {t}, n = {n}: {right:?} is P, and A_n + n + 1 gives {printed:?}")), "")?,
        format!("B_n = A_n + tn + 1: t = 2..7, piles below {side}"),
    )
    .shown_by(
        format!("wyt p 't-wythoff(t={t})' --misere --first {}", n + 1),
        [format!("{},{}", right.0, right.1)],
    )
}

// VIS-T-mis-t-alg: t > 1: A_n = floor(n alpha + gamma), B_n = floor(n beta + delta), gamma = 1/alpha, delta = gamma + 1;
// printed for n >= 2 only, true and needed for all n.
pub(super) fn t_mis_t_alg(scale: Scale) -> Checked {
    let side = scale.bound(80, 200, 1000);
    let mut missed = None;
    for t in 2..=7 {
        let lower = alpha(t)?;
        let upper = lower.add_integer(&Integer::from(t));
        let gamma = lower.recip().map_err(text)?;
        let delta = gamma.add_integer(&Integer::from(1));
        let from_rules = misere_pairs(&t_spec(t), side)?;
        let mut pairs = Vec::new();
        for n in 0.. {
            let pair = (floor_line(&lower, n, &gamma)?, floor_line(&upper, n, &delta)?);
            if pair.1 >= side {
                break;
            }
            pairs.push(pair);
        }
        agree!(from_rules, pairs, "t = {t}");
        let decider = Misere::new(t).map_err(text)?;
        for (a, b) in &pairs {
            ensure!(decider.is_p(&[big(*a), big(*b)]).map_err(text)?, "t = {t}: ({a},{b})");
        }
        let lost = from_rules.iter().find(|pair| !pairs[2..].contains(pair));
        missed = missed.or(lost.map(|pair| (t, *pair)));
    }
    let (t, pair) = missed.ok_or("n >= 2 is enough")?;
    Finding::clarified("n >= 0: the formula gives all misère P-positions; n >= 2, as printed: true, and the first two are left out", format!("all n >= 0: t = 2..7, piles below {side}")).fails_at(found(Some(format!("t = {t}: {pair:?} is P and no pair with n >= 2")), "")?)
        .shown_by(
            format!("wyt solve 't-wythoff(t={t})' {},{} --misere", pair.0, pair.1),
            ["P: the player to move loses"],
        )
}

// VIS-T-mis-t-arith: for t > 1 the misère P-positions are recognised by an automaton on the digits of the numeration of normal play.
pub(super) fn t_mis_t_arith(scale: Scale) -> Checked {
    let most = scale.bound(4, 8, 8);
    let mut found = Vec::new();
    for t in 1..=most {
        let mut misere = crate::support::rules(&t_spec(t))?;
        misere.set_misere().map_err(text)?;
        let numeration = wythoff_automata::Numeration::ostrowski(&[t as u32]).map_err(text)?;
        found.push(format!("t = {t}: {}", proof::settle_rules(&misere, Some(numeration))?));
    }
    Finding::proved(format!("all positions for t = 1..{most}, digits in ostrowski t: {}", found.join(", ")))
        .detail("an arithmetic characterisation for each t tried; the one of [39], for all t, is not in the survey")
}

// VIS-C-mis-disjoint: for t > 1 the P-positions of normal and misère play are disjoint.
pub(super) fn c_mis_disjoint(scale: Scale) -> Checked {
    let side = scale.bound(80, 300, 2000);
    let both = |t: u64| -> Result<Option<Vec<u64>>, String> {
        let normal: BTreeSet<Vec<u64>> = p_below(&t_spec(t), side)?.into_iter().collect();
        Ok(misere_p_below(&t_spec(t), side)?.into_iter().find(|p| normal.contains(p)))
    };
    for t in 2..=7 {
        agree!(both(t)?, None, "t = {t}");
    }
    ensure!(both(1)?.is_some(), "t = 1: normal and misère play share positions");
    Finding::holds(format!("t = 2..7, piles below {side}"))
}

// VIS-D-cedar: cedar trees.
pub(super) fn d_cedar(_: Scale) -> Checked {
    Finding::unchecked("cedar trees are named, not defined")
}
