//! VIS 4.9 to 4.11: constraint functions, Wyt(f), and sequences by mex.

use super::{Pair, Pairs, Play, big, kernel, mex_pairs, text};
use crate::proof;
use crate::run::Scale;
use crate::support::{floor, mex, misere_p_below, pairs_below, phi, surd};
use crate::verdict::{Checked, Finding, With, agree, ensure};
use malachite::Natural;
use malachite::base::num::arithmetic::traits::Pow;
use std::collections::BTreeSet;
use wythoff_numbers::Integer;
use wythoff_numbers::mex::MexPairs;
use wythoff_theory::mex_window::{MexWindow, Place};

type Constraint = fn(u64, u64, u64) -> u64;

/// Positive functions f(x1,y1,x0), nondecreasing in x0, with sums over a chain of steps at least the value of the whole.
const CONSTRAINTS: [(&str, Constraint); 9] = [
    ("1", |_, _, _| 1),
    ("2", |_, _, _| 2),
    ("4", |_, _, _| 4),
    ("x0-x1", |x1, _, x0| x0 - x1),
    ("x1+1", |x1, _, _| x1 + 1),
    ("x0", |_, _, x0| x0),
    ("y1-x1+x0+1", |x1, y1, x0| y1 - x1 + x0 + 1),
    ("2*(x0-x1)+1", |x1, _, x0| 2 * (x0 - x1) + 1),
    ("1 + x1 mod 2", |x1, _, _| 1 + x1 % 2),
];

/// Larger b_n count as this: some grow exponentially, and only those below the a_n matter.
const BEYOND: u64 = 1 << 60;

/// Theorem 6: a_n = mex, b_0 = 0, b_n = f(a_{n-1}, b_{n-1}, a_n) + b_{n-1} + a_n - a_{n-1}, while a_n is below a bound.
fn theorem_6(f: Constraint, bound: u64) -> Pairs {
    let mut used = BTreeSet::from([0]);
    let mut pairs = vec![(0, 0)];
    let (mut a, mut b) = (0, 0);
    loop {
        let next = mex(&used);
        if next >= bound {
            return pairs;
        }
        b = (b + f(a, b, next) + next - a).min(BEYOND);
        a = next;
        used.extend([a, b]);
        pairs.push((a, b));
    }
}

fn below(pairs: Pairs, side: u64) -> Pairs {
    pairs.into_iter().filter(|p| p.1 < side).collect()
}

/// The general two-pile subtraction game: (x0,y0) to (x1,y1), both sorted, by a Nim move, or from both piles with
/// |(y0-y1) - (x0-x1)| < f(x1,y1,x0).
fn general(side: u64, f: Constraint) -> Pairs {
    kernel(side, Play::Normal, |(x0, y0), (x1, y1)| {
        let nim = (x1 == x0) != (y1 == y0);
        let both = x1 < x0 && y1 < y0 && x1 <= y1;
        nim || (both && (y0 - y1).abs_diff(x0 - x1) < f(x1, y1, x0))
    })
}

// 4.9: games played by Boole and Galois.

// VIS-T6: the recurrence gives the P-positions of the general two-pile subtraction game.
pub(super) fn t6(scale: Scale) -> Checked {
    let side = scale.bound(30, 42, 80);
    for (name, f) in CONSTRAINTS {
        let from_rules = pairs_below(&format!("fraenkel(f=\"{name}\")"), side)?;
        agree!(from_rules, below(theorem_6(f, side), side), "f = {name}");
    }
    // The hypotheses are needed: not monotone, not semi-additive.
    let unfit: [(&str, Constraint); 2] = [
        ("if x0 == 1 then 3 else 1", |_, _, x0| if x0 == 1 { 3 } else { 1 }),
        ("(x0-x1)^2", |x1, _, x0| (x0 - x1) * (x0 - x1)),
    ];
    for (name, f) in unfit {
        let from_rules = pairs_below(&format!("fraenkel(f=\"{name}\")"), side)?;
        ensure!(from_rules != below(theorem_6(f, side), side), "f = {name} is covered as well");
    }
    Finding::holds(format!(
        "{} functions, piles below {side}; fails for one that is not monotone, one not semi-additive",
        CONSTRAINTS.len()
    ))
}

// VIS-G-gen2pile: the game, as the literature has it.
pub(super) fn g_gen2pile(scale: Scale) -> Checked {
    let side = scale.bound(16, 30, 60);
    for (name, f) in CONSTRAINTS {
        agree!(pairs_below(&format!("fraenkel(f=\"{name}\")"), side)?, general(side, f), "f = {name}");
    }
    Finding::holds(format!("{} functions, piles below {side}", CONSTRAINTS.len()))
        .detail("the rule itself is not printed")
}

// VIS-T6-props: A and B split the positive integers, b_{n+1} - b_n >= 2, a_{n+1} - a_n is 1 or 2. Printed from i = 0.
pub(super) fn t6_props(scale: Scale) -> Checked {
    let bound = scale.bound(200, 1000, 5000);
    for (name, f) in CONSTRAINTS {
        let pairs = theorem_6(f, bound);
        agree!(pairs[0], (0, 0), "f = {name}");
        let mut all: Vec<u64> = pairs[1..].iter().flat_map(|p| [p.0, p.1]).filter(|x| *x < bound).collect();
        all.sort_unstable();
        agree!(all, (1..bound).collect::<Vec<_>>(), "f = {name}: the union for i >= 1");
        for w in pairs.windows(2) {
            ensure!(
                w[1].1 == BEYOND || w[1].1 - w[0].1 >= 2,
                "f = {name}: b steps from {:?} to {:?}",
                w[0],
                w[1]
            );
            ensure!(
                (1..=2).contains(&(w[1].0 - w[0].0)),
                "f = {name}: a steps from {:?} to {:?}",
                w[0],
                w[1]
            );
        }
    }
    Finding::clarified(
        "i >= 1: the sequences partition the positive integers; with i = 0 they share 0, which is not positive",
        format!("(i) for i >= 1: {} functions, a_n < {bound}", CONSTRAINTS.len()),
    )
}

// VIS-C-f-t: f = t gives t-Wythoff.
pub(super) fn c_f_t(scale: Scale) -> Checked {
    let side = scale.bound(40, 54, 120);
    for t in 1..=5 {
        let general = pairs_below(&format!("fraenkel(f=\"{t}\")"), side)?;
        agree!(general, pairs_below(&format!("t-wythoff(t={t})"), side)?, "t = {t}");
    }
    Finding::holds(format!("t = 1..5, piles below {side}"))
}

// VIS-G-PTM: a game for the Prouhet-Thue-Morse word: f = x0 - x1 has P = (a, 2a), and the a are where the word changes.
pub(super) fn g_ptm(scale: Scale) -> Checked {
    let side = scale.bound(64, 80, 200);
    let letter = |n: u64| n.count_ones() % 2;
    let changes = (1..side).filter(|n| letter(*n) != letter(n - 1));
    let mut pairs = vec![(0, 0)];
    pairs.extend(changes.map(|a| (a, 2 * a)).filter(|p| p.1 < side));
    agree!(pairs_below("fraenkel(f=\"x0-x1\")", side)?, pairs, "f = x0 - x1");
    Finding::holds(format!("f = x0 - x1, piles below {side}"))
        .detail("the survey gives no rules; the game for Hofstadter's sequence is not tried")
}

// VIS-G-boole: games with Boolean constraint functions.
pub(super) fn g_boole(_: Scale) -> Checked {
    Finding::unchecked("rules not given")
}

// 4.10: Wyt(f).

fn superadditive(f: &[u64]) -> bool {
    let above = f.iter().enumerate().all(|(k, value)| *value >= k as u64);
    above && (0..f.len()).all(|k| (0..f.len() - k).all(|l| f[k + l] >= f[k] + f[l]))
}

// VIS-D-superadd: f(k) >= k and f(k+l) >= f(k) + f(l). The same in another form: f(0) = 0, f(k) >= k, and f(n) is at
// least the sum of f over any way to write n as a sum.
pub(super) fn d_superadd(scale: Scale) -> Checked {
    let trials = scale.bound(2000, 20_000, 200_000);
    let mut random = scale.random(10);
    let mut count = 0;
    for _ in 0..trials {
        let length = 2 + random.below(5) as usize;
        let mut f = vec![random.below(5).saturating_sub(3)];
        for k in 1..length as u64 {
            let last = f[k as usize - 1];
            f.push((last + random.below(4)).max(k));
        }
        // best[n]: the greatest sum of f over the parts of n, by one part at a time.
        let mut best = vec![0; length];
        for n in 1..length {
            best[n] = (1..=n).map(|part| f[part] + best[n - part]).max().unwrap_or(0);
        }
        let by_sums = f[0] == 0 && f.iter().zip(&best).all(|(value, sum)| value >= sum);
        agree!(superadditive(&f), by_sums, "f = {f:?}");
        count += u64::from(by_sums);
    }
    ensure!(count > 0 && count < trials, "all or none of the functions are superadditive");
    Finding::holds(format!("{trials} random functions on up to 6 arguments, {count} of them superadditive"))
}

fn wyt(f: &str) -> String {
    format!("wyt-f(f=\"{f}\")")
}

// VIS-T-wytf-super: f strictly increasing and superadditive: A_n = mex, B_n = f(A_n).
pub(super) fn t_wytf_super(scale: Scale) -> Checked {
    let side = scale.bound(60, 200, 1000);
    let cases: [(&str, fn(u64) -> u64); 6] = [
        ("k", |k| k),
        ("2*k", |k| 2 * k),
        ("3*k", |k| 3 * k),
        ("k^2", |k| k * k),
        ("k^2+2*k", |k| k * k + 2 * k),
        ("2^k-1", |k| (1u64 << k.min(40)) - 1),
    ];
    for (name, f) in cases {
        let table: Vec<u64> = (0..20).map(f).collect();
        ensure!(
            superadditive(&table) && table.is_sorted_by(|a, b| a < b),
            "{name} does not satisfy the hypotheses"
        );
        let mut used = BTreeSet::new();
        let mut pairs = Vec::new();
        for a in 0..side {
            if used.insert(a) {
                used.insert(f(a));
                pairs.push((a, f(a)));
            }
        }
        agree!(pairs_below(&wyt(name), side)?, below(pairs, side), "f = {name}");
    }
    Finding::holds(format!("6 functions, piles below {side}"))
}

// VIS-T-wytf-const: f = c: P = q(c^2-1) + (c+1) r + (s, cs), 0 <= r <= c-2, 0 <= s <= c-1-r.
pub(super) fn t_wytf_const(scale: Scale) -> Checked {
    let side = scale.bound(80, 200, 800);
    for c in 2..=8u64 {
        let mut pairs = Vec::new();
        for q in 0..=side / (c * c - 1) {
            for r in 0..=c - 2 {
                let base = q * (c * c - 1) + (c + 1) * r;
                pairs.extend((0..=c - 1 - r).map(|s| (base + s, base + c * s)));
            }
        }
        pairs.sort_unstable();
        agree!(pairs_below(&wyt(&c.to_string()), side)?, below(pairs, side), "c = {c}");
    }
    agree!(pairs_below(&wyt("1"), side)?, (0..side).map(|i| (i, i)).collect::<Pairs>(), "c = 1 is Nim");
    let mut proofs = Vec::new();
    for c in 2..=4u64 {
        let paired = |x: u64, y: u64| {
            (0..=c - 2).any(|r| (0..=c - 1 - r).any(|s| (x, y) == ((c + 1) * r + s, (c + 1) * r + c * s)))
        };
        let set = proof::by_last_digits(c as u32 * c as u32 - 1, 2, true, |d| {
            paired(d[0], d[1]) || paired(d[1], d[0])
        })?;
        proofs.push(proof::prove(&wyt(&c.to_string()), &set)?);
    }
    Finding::holds(format!("c = 1..8, piles below {side}"))
        .detail(format!("proved for all positions for c = 2..4 ({})", proofs.join("; ")))
}

// VIS-T-wytf-poly: f a polynomial of degree > 1, no coefficient negative, a_0 > 0:
// B_n = max(f(A_n), B_{n-1} + f(A_n - A_{n-1})).
pub(super) fn t_wytf_poly(scale: Scale) -> Checked {
    let side = scale.bound(120, 250, 1000);
    let cases: [(&str, fn(u64) -> u64); 6] = [
        ("k^2+1", |k| k * k + 1),
        ("k^2+5", |k| k * k + 5),
        ("k^2+k+1", |k| k * k + k + 1),
        ("2*k^2+9", |k| 2 * k * k + 9),
        ("k^3+3", |k| k * k * k + 3),
        ("3*k^2+20", |k| 3 * k * k + 20),
    ];
    for (name, f) in cases {
        let mut used = BTreeSet::from([0]);
        let mut pairs = vec![(0, 0)];
        let (mut a, mut b) = (0, 0);
        for next in 1..side {
            if used.insert(next) {
                b = f(next).max(b + f(next - a));
                a = next;
                used.insert(b);
                pairs.push((a, b));
            }
        }
        agree!(pairs_below(&wyt(name), side)?, below(pairs, side), "f = {name}");
    }
    Finding::holds(format!("6 polynomials, piles below {side}"))
}

// 4.11: the mex function.

/// Whether (x,y) is some (a_n, b_n): the decision problem, by going through the terms.
fn is_term(pairs: &Pairs, pair: Pair) -> bool {
    pairs.binary_search_by_key(&pair.0, |p| p.0).is_ok_and(|n| pairs[n].1 == pair.1)
}

// VIS-D-mexpair: a_n = mex{a_i, b_i : i < n}, b_n = a_n + c_n.
pub(super) fn d_mexpair(scale: Scale) -> Checked {
    let (trials, count) = scale.bound((20, 40usize), (200, 80), (1000, 200));
    let mut random = scale.random(11);
    for _ in 0..trials {
        let mut c = vec![random.below(2)];
        for n in 1..count {
            c.push(c[n - 1] + 1 + random.below(3));
        }
        let mut used = BTreeSet::new();
        let mut pairs = Vec::new();
        for c in &c {
            let a = mex(&used);
            used.extend([a, a + c]);
            pairs.push((a, a + c));
        }
        let stream: Pairs = MexPairs::new(|n| c[n as usize]).take(count).collect();
        agree!(stream, pairs, "c = {c:?}");
        ensure!(is_term(&pairs, pairs[count / 2]), "c = {c:?}: term {}", count / 2);
        let (x, y) = pairs[count / 2];
        ensure!(!is_term(&pairs, (x, y + 1)), "c = {c:?}: ({x},{})", y + 1);
    }
    Finding::holds(format!("{trials} random increasing c_n, {count} terms"))
}

// VIS-D-approxlin: u1 <= c_n - n alpha <= u2 for some constants.
pub(super) fn d_approxlin(scale: Scale) -> Checked {
    let count = scale.bound(500, 5000, 50_000);
    let phi = phi()?;
    // c_n - n alpha, rounded down: bounded for these, with the alpha named.
    for t in 1..=4 {
        for n in 0..count {
            let steps = i128::from(3 * (n / t)) * i128::from(t) - i128::from(3 * n);
            ensure!((-3 * i128::from(t)..=0).contains(&steps), "c_n = 3 floor(n/{t}), n = {n}");
        }
    }
    for n in 0..count {
        let a = floor(&phi, n)?;
        let defect = phi.mul_integer(&Integer::from(n)).add_integer(&-Integer::from(a)).floor();
        agree!(defect, Integer::from(0), "c_n = floor(n phi), n = {n}");
    }
    // For c_n = n^2 the spread about every line through two of its points grows.
    let spread =
        |m: i128| (0..=m).map(|n| n * n - n * m).fold((0, 0), |(low, high), v| (v.min(low), v.max(high)));
    for m in [10i128, 100, 400] {
        let (low, high) = spread(m);
        ensure!(high - low >= m * m / 4, "c_n = n^2 keeps to a line up to n = {m}");
    }
    Finding::holds(format!("3 floor(n/t) with 3/t, floor(n phi) with phi: n < {count}; n^2 is not"))
}

/// Approximately linear c_n with slope p/q.
const SLOPES: [(u64, u64, fn(u64) -> u64); 5] = [
    (1, 1, |n| n),
    (3, 1, |n| 3 * n + 1),
    (1, 2, |n| n / 2),
    (3, 2, |n| 3 * n / 2 + 2),
    (5, 3, |n| 5 * (n / 3) + n % 3),
];

// VIS-A-mexpoly: a decision in polynomial time, by windows.
pub(super) fn a_mexpoly(scale: Scale) -> Checked {
    let count = scale.bound(150usize, 400, 1500);
    for (p, q, c) in SLOPES {
        let differences =
            move |n: &Natural| u64::try_from(n).map_or(Natural::from(0u32), |n| Natural::from(c(n)));
        let windows = MexWindow::new(p, q, differences).map_err(text)?;
        for (n, (a, b)) in MexPairs::new(c).take(count).enumerate() {
            agree!(windows.pair(&big(n as u64)).map_err(text)?, [big(a), big(b)], "slope {p}/{q}, n = {n}");
            if b > a {
                agree!(
                    windows.place(&big(a)).map_err(text)?,
                    Place::Lower(big(n as u64)),
                    "slope {p}/{q}, {a}"
                );
                agree!(
                    windows.place(&big(b)).map_err(text)?,
                    Place::Upper(big(n as u64)),
                    "slope {p}/{q}, {b}"
                );
            }
        }
    }
    let wythoff = MexWindow::new(1, 1, |n: &Natural| n.clone()).map_err(text)?;
    let digits = scale.bound(40u64, 200, 1000);
    let n = Natural::from(10u32).pow(digits);
    let a = Natural::try_from(phi()?.floor_mul(&Integer::from(&n))).map_err(|_| "a floor is negative")?;
    agree!(wythoff.pair(&n).map_err(text)?, [a.clone(), a + &n], "Wythoff's pair for n = 10^{digits}");
    Finding::holds(format!("{} sequences c_n, n < {count}; Wythoff's at n = 10^{digits}", SLOPES.len()))
}

// VIS-C-mexpoly-apps: it settles games that were analysed before: misère t-Wythoff has c_n = tn + 1.
pub(super) fn c_mexpoly_apps(scale: Scale) -> Checked {
    let side = scale.bound(60, 200, 1000);
    for t in 2..=4u64 {
        let windows = MexWindow::new(t, 1, move |n: &Natural| n * Natural::from(t) + Natural::from(1u32))
            .map_err(text)?;
        let lost = misere_p_below(&format!("t-wythoff(t={t})"), side)?;
        agree!(lost.len(), mex_pairs(side, |n| t * n + 1).len(), "t = {t}");
        for (n, p) in lost.iter().enumerate() {
            agree!(
                windows.pair(&big(n as u64)).map_err(text)?,
                [big(p[0]), big(p[1])],
                "misère, t = {t}, n = {n}"
            );
        }
        let n = Natural::from(10u32).pow(30);
        let slope = surd(2 - t as i64, 1, 2, t * t + 4)?;
        let lower = slope.floor_affine(&Integer::from(&n), &slope.recip().map_err(text)?);
        let [a, _] = windows.pair(&n).map_err(text)?;
        agree!(Integer::from(a), lower, "misère, t = {t}, n = 10^30");
    }
    Finding::holds(format!(
        "misère t-Wythoff, t = 2..4: piles below {side} against the rules, n = 10^30 against the closed form"
    ))
}
