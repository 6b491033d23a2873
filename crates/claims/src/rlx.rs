//! RLX: Kay and Polanco, Relaxed Wythoff has all Beatty solutions. In the order of the paper.

use crate::proof;
use crate::run::{Claim, Scale};
use crate::support::{floor, pairs_below, phi, surd, wythoff_pairs};
use crate::verdict::{Checked, Finding, Status, With, agree, ensure, found};
use std::collections::{BTreeMap, BTreeSet};
use wythoff_numbers::{Integer, Quadratic, Real};

macro_rules! rows {
    ($($id:literal $status:ident $check:ident),* $(,)?) => {
        pub(crate) const CLAIMS: &[Claim] = &[$(Claim { id: $id, expected: Status::$status, check: $check, code: concat!(module_path!(), "::", stringify!($check)) }),*];
    };
}

rows! {
    "RLX-H1" Unchecked h1, "RLX-G0" Holds g0, "RLX-F0" Holds f0, "RLX-RAY" Holds ray, "RLX-TW" Holds tw,
    "RLX-GF" Holds gf, "RLX-GFINV" Holds gfinv, "RLX-D1" Clarified d1, "RLX-T1" Holds t1, "RLX-T1MONO" Clarified t1mono,
    "RLX-R1" Holds r1, "RLX-NECMON" Clarified necmon, "RLX-D2" Holds d2, "RLX-D2AMB" Clarified d2amb, "RLX-T2" Holds t2,
    "RLX-R2" Clarified r2, "RLX-INV" Holds inv, "RLX-EASY" Unchecked easy, "RLX-T3" Clarified t3,
    "RLX-T3FIX" Holds t3fix, "RLX-E7" Holds e7, "RLX-E9" Holds e9, "RLX-E11" Corrected e11, "RLX-GDEF" Corrected gdef,
    "RLX-E13" Holds e13, "RLX-E18" Corrected e18, "RLX-NZ" Clarified nz, "RLX-INDEF" Holds indef, "RLX-L1" Holds l1,
    "RLX-L2" Clarified l2, "RLX-L2PF" Corrected l2pf, "RLX-E30" Corrected e30, "RLX-T4" Corrected t4, "RLX-T4X" Holds t4x,
    "RLX-T4S" Holds t4s, "RLX-T4L" Holds t4l, "RLX-COMP" Holds comp, "RLX-E34" Corrected e34, "RLX-T5" Holds t5,
    "RLX-T5GEN" Clarified t5gen, "RLX-T5ALT" Holds t5alt, "RLX-NONHOM" Holds nonhom, "RLX-E40" Corrected e40,
    "RLX-E41" Holds e41, "RLX-L3" Holds l3, "RLX-E43" Clarified e43, "RLX-R3" Holds r3, "RLX-L4" Holds l4,
    "RLX-T6" Clarified t6, "RLX-T6PF" Refuted t6pf, "RLX-E55" Corrected e55, "RLX-E73" Clarified e73,
    "RLX-E74" Corrected e74,
    "RLX-ABS1" Holds abs1, "RLX-ABS2" Clarified abs2, "RLX-CHROM" Unchecked chrom,
}

type Pairs = Vec<(u64, u64)>;
/// f(x1, y1, x0).
type F<'a> = &'a dyn Fn(u64, u64, u64) -> i64;

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Fraenkel,
    Relaxed,
}

/// Whether a move of the second kind leads from one sorted pair to another: the paper's condition.
fn second(kind: Kind, f: F<'_>, (x0, y0): (u64, u64), (x1, y1): (u64, u64)) -> bool {
    if x1 >= x0 || y1 >= y0 {
        return false;
    }
    let gain = (y0 - y1) as i64 - (x0 - x1) as i64;
    let gain = if kind == Kind::Fraenkel { gain.abs() } else { gain };
    gain < f(x1, y1, x0)
}

/// P-positions on a box by the definition.
fn literal(kind: Kind, f: F<'_>, side: u64) -> Pairs {
    let mut lost: Pairs = Vec::new();
    for x in 0..side {
        for y in x..side {
            let wins = lost.iter().any(|&(a, b)| {
                let nim = (a == x && b < y) || (b == y && a < x) || (b == x && a < y) || (a == y && b < x);
                nim || second(kind, f, (x, y), (a, b))
            });
            if !wins {
                lost.push((x, y));
            }
        }
    }
    lost
}

/// The first pairs row by row: each integer is in exactly one pair, so a row ends at its first P.
fn by_rows(kind: Kind, f: F<'_>, rows: usize) -> Pairs {
    let mut pairs: Pairs = Vec::new();
    let mut used = BTreeSet::new();
    let mut a = 0;
    while pairs.len() < rows {
        if !used.contains(&a) {
            let b = (a..).find(|b| !used.contains(b) && !pairs.iter().any(|p| second(kind, f, (a, *b), *p)));
            let b = b.unwrap_or(a);
            used.extend([a, b]);
            pairs.push((a, b));
        }
        a += 1;
    }
    pairs
}

/// The recurrence that is printed: a = mex, b = a + f(last pair, a) + b_last - a_last.
fn recurrence(f: F<'_>, count: usize) -> Pairs {
    let mut pairs: Pairs = vec![(0, 0)];
    let mut used = BTreeSet::from([0]);
    while pairs.len() < count {
        let a = (0..).find(|n| !used.contains(n)).unwrap_or(0);
        let (x, y) = pairs[pairs.len() - 1];
        let b = (a as i64 + f(x, y, a) + y as i64 - x as i64).max(0) as u64;
        used.extend([a, b]);
        pairs.push((a, b));
    }
    pairs
}

const ALPHAS: [&str; 8] = [
    "(1+sqrt(5))/2",
    "sqrt(2)",
    "sqrt(3)",
    "pi/2",
    "e/2",
    "1+1/pi",
    "19/10+sqrt(2)/100",
    "199/100+sqrt(2)/1000",
];

/// floor(n alpha), floor(n beta) for n = 0, 1, ...
fn beatty(alpha: &str, count: u64) -> Result<Pairs, String> {
    let alpha = Real::parse(alpha).map_err(|e| e.to_string())?;
    let beta = alpha.complement().map_err(|e| e.to_string())?;
    let small = |x: &Real, n: u64| {
        let floor = x.floor_mul(&Integer::from(n)).map_err(|e| e.to_string())?;
        u64::try_from(&floor).map_err(|_| "a floor is out of range".to_string())
    };
    (0..count).map(|n| Ok((small(&alpha, n)?, small(&beta, n)?))).collect()
}

/// The golden family alpha_t = (2 - t + sqrt(t^2 + 4))/2.
fn golden(t: u64) -> Result<Quadratic, String> {
    surd(2 - t as i64, 1, 2, t * t + 4)
}

/// (39): f at x0 = floor(n alpha) is the step of beta less the step of alpha.
fn f39(pairs: &Pairs) -> impl Fn(u64, u64, u64) -> i64 + use<> {
    let steps: BTreeMap<u64, i64> = (1..pairs.len())
        .map(|n| {
            let (a, b) = (pairs[n].0 - pairs[n - 1].0, pairs[n].1 - pairs[n - 1].1);
            (pairs[n].0, b as i64 - a as i64)
        })
        .collect();
    move |_, _, x0| steps.get(&x0).copied().unwrap_or(0)
}

// Section 1.

fn h1(_: Scale) -> Checked {
    Finding::unchecked(
        "history; in print Button should be Bouton, Frankel Fraenkel, and the year of Wythoff's paper differs between papers",
    )
}

// RLX-G0, RLX-F0: the P-positions of Wythoff are (floor(n phi), floor(n phi^2)).
fn g0(scale: Scale) -> Checked {
    f0(scale)
}

fn f0(scale: Scale) -> Checked {
    let side = scale.bound(60, 400, 3000);
    let phi = phi()?;
    let mut pairs = Vec::new();
    for n in 0..side {
        let a = floor(&phi, n)?;
        if a + n < side {
            pairs.push((a, a + n));
        }
    }
    agree!(pairs_below("wythoff", side)?, pairs, "Wythoff");
    Finding::proved(format!("{}; piles below {side}", proof::wythoff("wythoff")?))
}

// RLX-RAY: 1/alpha + 1/beta = 1, alpha irrational: the floors cover every positive integer once.
fn ray(scale: Scale) -> Checked {
    let count = scale.bound(200, 3000, 50_000);
    for alpha in &ALPHAS[..6] {
        let pairs = beatty(alpha, count)?;
        let mut all: Vec<u64> = pairs[1..].iter().flat_map(|(a, b)| [*a, *b]).collect();
        all.sort_unstable();
        let most = pairs[pairs.len() - 1].0;
        all.retain(|n| *n <= most);
        agree!(all, (1..=most).collect::<Vec<_>>(), "alpha = {alpha}");
    }
    Finding::holds(format!("6 moduli, n < {count}"))
}

// RLX-TW: t-Wythoff's P-positions are the Beatty pair of eq (1).
fn tw(scale: Scale) -> Checked {
    let side = scale.bound(60, 300, 2000);
    for t in 1..=6 {
        let alpha = golden(t)?;
        let mut pairs = Vec::new();
        for n in 0..side {
            let a = floor(&alpha, n)?;
            if a + t * n < side {
                pairs.push((a, a + t * n));
            }
        }
        agree!(pairs_below(&format!("t-wythoff(t={t})"), side)?, pairs, "t = {t}");
    }
    Finding::holds(format!("t = 1..6, piles below {side}"))
}

// RLX-GF: alpha_t and beta_t = alpha_t + t satisfy 1/alpha + 1/beta = 1: alpha beta = alpha + beta.
fn gf(_: Scale) -> Checked {
    for t in 1..=6u64 {
        let alpha = Real::parse(&format!("(2-{t}+sqrt({}))/2", t * t + 4)).map_err(|e| e.to_string())?;
        let beta = alpha.complement().map_err(|e| e.to_string())?;
        let shifted = alpha.add(&Real::parse(&t.to_string()).map_err(|e| e.to_string())?);
        let order = beta.compare(&shifted).map_err(|e| e.to_string())?;
        ensure!(order.is_eq(), "t = {t}");
    }
    Finding::holds("t = 1..6, exactly")
}

// RLX-GFINV: {alpha_t} = {beta_t}: beta_t - alpha_t = t is an integer.
fn gfinv(scale: Scale) -> Checked {
    let count = scale.bound(100, 1000, 20_000);
    for t in 1..=6 {
        let alpha = golden(t)?;
        let beta = surd(2 + t as i64, 1, 2, t * t + 4)?;
        for n in 0..count {
            // Equal fractional parts: the floors of all multiples differ by exactly tn.
            agree!(floor(&beta, n)?, floor(&alpha, n)? + t * n, "t = {t}, n = {n}");
        }
    }
    Finding::holds(format!("t = 1..6, n < {count}"))
}

/// Functions that satisfy the hypotheses of the Master Theorem.
fn admissible() -> Vec<(&'static str, Box<dyn Fn(u64, u64, u64) -> i64>)> {
    vec![
        ("2", Box::new(|_, _, _| 2)),
        ("3", Box::new(|_, _, _| 3)),
        ("x0-x1", Box::new(|x1, _, x0| x0 as i64 - x1 as i64)),
        ("x1+1", Box::new(|x1, _, _| x1 as i64 + 1)),
        ("x0", Box::new(|_, _, x0| x0 as i64)),
        ("y1-x1+x0+1", Box::new(|x1, y1, x0| (y1 + x0 + 1) as i64 - x1 as i64)),
        ("2*(x0-x1)+1", Box::new(|x1, _, x0| 2 * (x0 as i64 - x1 as i64) + 1)),
    ]
}

// RLX-D1: the sorted reading (x0 <= y0, x1 <= y1, both piles smaller), which the text leaves open; labelled piles are another game.
fn d1(scale: Scale) -> Checked {
    let side = scale.bound(14, 26, 50);
    for (text, f) in admissible() {
        agree!(
            pairs_below(&format!("fraenkel(f=\"{text}\")"), side)?,
            literal(Kind::Fraenkel, &f, side),
            "f = {text}"
        );
    }
    // Labelled piles with f = x1 + 1, x1 what is left of the first pile: not symmetric.
    let mut lost: Pairs = Vec::new();
    for (x, y) in (0..side).flat_map(|x| (0..side).map(move |y| (x, y))) {
        let wins = lost.iter().any(|&(a, b)| {
            let both = a < x && b < y && ((y - b) as i64 - (x - a) as i64).abs() < a as i64 + 1;
            (a == x && b < y) || (b == y && a < x) || both
        });
        if !wins {
            lost.push((x, y));
        }
    }
    let lonely = lost
        .iter()
        .find(|p| !lost.contains(&(p.1, p.0)))
        .map(|p| format!("f = x1 + 1, labelled piles: {p:?} is P and ({},{}) is not", p.1, p.0));
    Finding::clarified(
        "sorted piles, both smaller: the game of the theorem; labelled piles: another game, whose P-positions are not symmetric",
        format!("sorted: 7 functions, piles below {side}"),
    )
    .fails_at(found(lonely, "labelled piles are the same game")?)
}

// RLX-T1: for positive, monotone, semi-additive f the recurrence gives the P-positions.
fn t1(scale: Scale) -> Checked {
    let rows = scale.bound(12, 40, 120);
    for (text, f) in admissible() {
        // Where f grows with y1 the pairs double from row to row.
        let rows = if text.contains("y1") { rows.min(14) } else { rows };
        agree!(by_rows(Kind::Fraenkel, &f, rows), recurrence(&f, rows), "f = {text}");
    }
    let mut random = scale.random(1);
    let trials = scale.bound(5, 60, 300);
    for _ in 0..trials {
        let table: Vec<i64> = (0..64).map(|_| 1 + random.below(4) as i64).collect();
        let f = |x1: u64, y1: u64, _: u64| table[((x1 * 7 + y1) % 64) as usize];
        agree!(by_rows(Kind::Fraenkel, &f, 12), recurrence(&f, 12), "f(x1,y1) from {table:?}");
    }
    Finding::holds(format!("7 functions, {rows} rows; {trials} random f(x1,y1), 12 rows"))
}

// RLX-T1MONO: monotone must mean nondecreasing in x0: among small decreasing f the recurrence fails.
fn t1mono(_: Scale) -> Checked {
    // f(x0) = v1 for x0 = 1, v2 from x0 = 2 on, v1 > v2: decreasing.
    let fails = (2..=5i64).flat_map(|v| (1..v).map(move |w| (v, w))).find_map(|(v, w)| {
        let f = move |_: u64, _: u64, x0: u64| if x0 == 1 { v } else { w };
        let (truth, printed) = (by_rows(Kind::Fraenkel, &f, 5), recurrence(&f, 5));
        let n = (0..5).find(|n| truth[*n] != printed[*n])?;
        Some((v, w, truth[n], printed[n]))
    });
    let (v, w, truth, printed) = fails.ok_or("a decreasing f is covered after all")?;
    let square = |x1: u64, _: u64, x0: u64| ((x0 - x1) * (x0 - x1)) as i64;
    ensure!(by_rows(Kind::Fraenkel, &square, 10) != recurrence(&square, 10), "semi-additivity is not needed");
    t1(Scale::SMALL)?;
    Finding::clarified(
        "nondecreasing in x0: the theorem holds as far as it was run; decreasing functions included: it fails; semi-additivity is needed too",
        "decreasing f with two values up to 5; nondecreasing: as RLX-T1",
    )
    .fails_at(found(Some(format!("f = {v} if x0 = 1 else {w}: P has {truth:?}, the recurrence {printed:?}")), "")?)
    .shown_by(
        format!("wyt p 'fraenkel(f=\"if x0 == 1 then {v} else {w}\")' --first 5"),
        [format!("{},{}", truth.0, truth.1)],
    )
}

// RLX-R1: winning position in the paper means P-position.
fn r1(_: Scale) -> Checked {
    let lost = pairs_below("relaxed(f=\"2\")", 12)?;
    ensure!(lost.contains(&(0, 0)), "(0,0) is won by the previous player");
    agree!(lost, literal(Kind::Relaxed, &|_, _, _| 2, 12), "P-positions");
    Finding::holds("(0,0) and all P-positions below 12")
}

/// A positive f(x1,y1), constant in x0, whose P-positions are a Beatty pair with increasing differences.
fn varying_f(alpha: &str, rows: u64) -> Result<(Pairs, BTreeMap<(u64, u64), i64>), String> {
    let pairs = beatty(alpha, rows + 2)?;
    let difference = |n: usize| pairs[n].1 as i64 - pairs[n].0 as i64;
    let table = (0..pairs.len() - 1).map(|n| (pairs[n], difference(n + 1) - difference(n))).collect();
    Ok((pairs, table))
}

/// The games of RLX-T3: f positive, constant in x0, not constant, with a Beatty pair that is not golden.
fn not_golden(scale: Scale) -> Result<String, String> {
    let rows = scale.bound(15, 40, 70);
    for alpha in ["e/2", "4/3+sqrt(2)/100"] {
        let (pairs, table) = varying_f(alpha, rows)?;
        ensure!(table.values().all(|f| *f >= 1), "alpha = {alpha}: f is not positive");
        let distinct: BTreeSet<i64> = table.values().copied().collect();
        ensure!(distinct.len() > 1, "alpha = {alpha}: f is constant");
        let f = |x1: u64, y1: u64, _: u64| table.get(&(x1, y1)).copied().unwrap_or(1);
        agree!(by_rows(Kind::Fraenkel, &f, rows as usize), pairs[..rows as usize], "alpha = {alpha}");
    }
    Ok(format!(
        "alpha = e/2 and 4/3 + sqrt(2)/100: f positive, monotone, not constant, P a Beatty pair, {rows} rows"
    ))
}

fn necmon(scale: Scale) -> Checked {
    golden_only(scale)
}

fn along_p(scale: Scale) -> Result<(), String> {
    let count = scale.bound(50, 300, 3000);
    for t in 1..=6u64 {
        let pairs = beatty(&format!("(2-{t}+sqrt({}))/2", t * t + 4), count)?;
        for w in pairs.windows(2) {
            agree!((w[1].1 - w[0].1) - (w[1].0 - w[0].0), t, "t = {t}");
        }
    }
    Ok(())
}

fn r2(scale: Scale) -> Checked {
    golden_only(scale)
}

// RLX-D2: Relaxed Wythoff: the same without the absolute value.
fn d2(scale: Scale) -> Checked {
    let side = scale.bound(14, 26, 50);
    for (text, f) in admissible() {
        agree!(
            pairs_below(&format!("relaxed(f=\"{text}\")"), side)?,
            literal(Kind::Relaxed, &f, side),
            "f = {text}"
        );
    }
    Finding::holds(format!("7 functions, piles below {side}"))
}

// RLX-D2AMB: labelled piles and the bare inequality are other games.
fn d2amb(_: Scale) -> Checked {
    let labelled = "piles unordered x, y\nmove (i, 0)\nmove (k, l) where x <= y and l - k < (if x' <= y' then 1 else 1000)";
    let sorted = "piles sorted x <= y\nmove (i, 0)\nmove (0, i)\nmove (k, l) where x' <= y' and l - k < (if x' <= y' then 1 else 1000)";
    let (one, other) = (pairs_below(labelled, 12)?, pairs_below(sorted, 12)?);
    let first = other.iter().find(|p| !one.contains(p)).ok_or("the two readings agree below 12")?;
    agree!(other, literal(Kind::Relaxed, &|_, _, _| 1, 12), "the sorted reading");
    // The bare inequality against subtraction: f with a fixed point.
    let f = |_: u64, _: u64, x0: u64| if x0 == 1 { 2 } else { 0 };
    let (falls, grows) = (by_rows(Kind::Relaxed, &f, 6), growing(&f, 6));
    let n = (0..6).find(|n| falls[*n] != grows[*n]).ok_or("the bare inequality is the same game")?;
    Finding::clarified(
        format!(
            "sorted piles that fall: the game used here; labelled piles, f = 1 if x1 <= y1 else 1000: {first:?} is not P; bare inequality, f = 2 if x0 = 1 else 0: {:?} where subtraction has {:?}",
            grows[n], falls[n]
        ),
        "piles below 12; 6 rows",
    )
}

// RLX-T2, RLX-T5: every complementary Beatty pair is the P-set of the game with f of (39).
fn t2(scale: Scale) -> Checked {
    t5(scale)
}

fn t5(scale: Scale) -> Checked {
    let rows = scale.bound(15, 60, 90);
    for alpha in ALPHAS {
        let pairs = beatty(alpha, rows + 60)?;
        let f = f39(&pairs);
        agree!(by_rows(Kind::Relaxed, &f, rows as usize), pairs[..rows as usize], "alpha = {alpha}");
    }
    let side = scale.bound(20, 40, 80);
    let pairs: Pairs = beatty("sqrt(3)", 60)?.into_iter().filter(|p| p.1 < side).collect();
    agree!(pairs_below("relaxed(alpha=\"sqrt(3)\")", side)?, pairs, "the rules with alpha = sqrt(3)");
    Finding::holds(format!("8 moduli, {rows} rows; the rules for sqrt(3) below {side}"))
}

// RLX-INV: the game is not invariant: a vector is legal at one position and not at another.
fn inv(_: Scale) -> Checked {
    let f = |_: u64, _: u64, x0: u64| if x0 == 1 { 5 } else { 1 };
    ensure!(
        second(Kind::Relaxed, &f, (1, 5), (0, 1)) && !second(Kind::Relaxed, &f, (2, 6), (1, 2)),
        "the vector (1,4)"
    );
    Finding::holds("f = 5 if x0 = 1 else 1: (1,4) from (1,5), not from (2,6)")
}

fn easy(_: Scale) -> Checked {
    Finding::unchecked("whether a game is easy to play by hand is a matter of taste")
}

// RLX-T3: the Master Theorem gives more than the golden family, unless f is of x0 alone.
fn t3(scale: Scale) -> Checked {
    let fixed = t3fix(scale)?;
    golden_only(scale).map(|finding| Finding {
        bound: format!("{}; which pairs arise with f of (x1,y1): {}", finding.bound, fixed.bound),
        ..finding
    })
}

// RLX-T3FIX: with f >= 1 a pair arises iff b_n - a_n strictly increases: alpha < 3/2, or beta = 1 + ((2b-1) + sqrt(4b^2+1))/(2b).
fn t3fix(scale: Scale) -> Checked {
    let rows = scale.bound(15, 40, 80);
    // beta = (4b - 1 + sqrt(4b^2+1))/(2b), alpha its complement.
    let special: Vec<String> = (1..=scale.bound(3, 6, 12))
        .map(|b: i64| format!("1/(1-1/((4*{b}-1+sqrt(4*{b}^2+1))/(2*{b})))"))
        .collect();
    let exceptional: Vec<Quadratic> = (1..=special.len() as i64)
        .map(|b| surd(4 * b - 1, 1, 2 * b, (4 * b * b + 1) as u64)?.complement().map_err(|e| e.to_string()))
        .collect::<Result<_, _>>()?;
    for (b, alpha) in (1..).zip(&exceptional) {
        let beta = alpha.complement().map_err(|e| e.to_string())?;
        let pairs: Pairs = (0..=rows + 1)
            .map(|n| Ok((floor(alpha, n)?, floor(&beta, n)?)))
            .collect::<Result<_, String>>()?;
        let table: BTreeMap<(u64, u64), i64> =
            pairs.windows(2).map(|w| (w[0], (w[1].1 - w[1].0) as i64 - (w[0].1 - w[0].0) as i64)).collect();
        ensure!(table.values().all(|f| *f >= 1), "b = {b}: the differences do not increase");
        let f = |x1: u64, y1: u64, _: u64| table.get(&(x1, y1)).copied().unwrap_or(1);
        agree!(by_rows(Kind::Fraenkel, &f, rows as usize), pairs[..rows as usize], "b = {b}");
    }
    for alpha in ALPHAS.iter().chain(&["4/3+sqrt(2)/100", "6/5+sqrt(3)/50"]) {
        let (pairs, table) = varying_f(alpha, rows)?;
        let increasing = table.values().all(|f| *f >= 1);
        if increasing {
            let f = |x1: u64, y1: u64, _: u64| table.get(&(x1, y1)).copied().unwrap_or(1);
            agree!(by_rows(Kind::Fraenkel, &f, rows as usize), pairs[..rows as usize], "alpha = {alpha}");
        } else {
            // Equal differences are joined by a legal move whenever f >= 1.
            let n = (0..pairs.len() - 1).find(|n| table[&pairs[*n]] <= 0).ok_or("no repeated difference")?;
            let ones = |_: u64, _: u64, _: u64| 1;
            ensure!(
                second(Kind::Fraenkel, &ones, pairs[n + 1], pairs[n]),
                "alpha = {alpha}: no obstruction at n = {n}"
            );
        }
        let below =
            Real::parse(alpha).and_then(|a| a.cmp_rational(&wythoff_numbers::Rational::from_signeds(3, 2)));
        let below = below.map_err(|e| e.to_string())?.is_lt();
        ensure!(!below || increasing, "alpha = {alpha} < 3/2 and the differences do not increase");
    }
    let (moduli, far) = increasing_exactly_where_said(scale, &exceptional)?;
    Finding::holds(format!(
        "the game: 10 moduli, and the exceptional ones b = 1..{}, {rows} rows; the differences: {moduli} quadratic moduli, \
         above 3/2 a repeated one at n <= {far} but for the exceptional ones",
        special.len()
    ))
}

/// Quadratic moduli between 1 and 2, all with small coefficients: b_n - a_n increases strictly if alpha < 3/2 or alpha is
/// exceptional, and else does not; how many moduli, and the latest n with b_n - a_n = b_{n-1} - a_{n-1}.
fn increasing_exactly_where_said(scale: Scale, exceptional: &[Quadratic]) -> Result<(u64, u64), String> {
    let (most, rows) = scale.bound((3i64, 400u64), (6, 4000), (10, 20_000));
    let (mut moduli, mut latest) = (0, 0);
    let small = (1..=most).flat_map(|c| (-most..=2 * most).map(move |a| (a, c)));
    let fields = || [2u64, 3, 5, 13, 17, 37].into_iter().flat_map(|d| [(1, d), (2, d), (-1, d)]);
    let written = small.flat_map(|(a, c)| fields().map(move |(b, d)| surd(a, b, c, d)));
    // The exceptional ones themselves are among them, whatever their field.
    for alpha in written.chain(exceptional.iter().cloned().map(Ok)) {
        let alpha = alpha?;
        let above = |p: i64, q: i64| alpha.mul_integer(&q.into()).add_integer(&(-p).into()).sign().is_gt();
        if !above(1, 1) || above(2, 1) {
            continue;
        }
        moduli += 1;
        let beta = alpha.complement().map_err(|e| e.to_string())?;
        let mut before = 0;
        let mut repeated = None;
        for n in 1..=rows {
            let difference = floor(&beta, n)? - floor(&alpha, n)?;
            if difference <= before {
                repeated = Some(n);
                break;
            }
            before = difference;
        }
        let said = !above(3, 2) || exceptional.contains(&alpha);
        agree!(repeated.is_none(), said, "alpha = {alpha}: the differences increase");
        latest = latest.max(repeated.unwrap_or(0));
    }
    Ok((moduli, latest))
}

// Section 3.

// RLX-E7: f(a_n,b_n,a_{n+1}) = (b_{n+1} - b_n) - (a_{n+1} - a_n).
fn e7(scale: Scale) -> Checked {
    let rows = scale.bound(15, 60, 200);
    for (text, f) in admissible() {
        let rows = if text.contains("y1") { rows.min(14) } else { rows };
        for w in by_rows(Kind::Fraenkel, &f, rows).windows(2) {
            let step = (w[1].1 - w[0].1) as i64 - (w[1].0 - w[0].0) as i64;
            agree!(f(w[0].0, w[0].1, w[1].0), step, "f = {text}, {w:?}");
        }
    }
    Finding::holds(format!("7 functions, P from the rules, {rows} rows"))
}

fn quadratics() -> Result<Vec<(Quadratic, Quadratic)>, String> {
    let mut out = Vec::new();
    for (a, b, c, d) in [(1, 1, 2, 5), (0, 1, 1, 2), (0, 1, 1, 3), (1, 1, 3, 7), (5, 1, 5, 2), (2, 1, 3, 3)] {
        let alpha = surd(a, b, c, d)?;
        let beta = alpha.complement().map_err(|e| e.to_string())?;
        out.push((alpha, beta));
    }
    Ok(out)
}

/// floor(x n) - n floor(x): the floor of n times the fractional part.
fn fractional(x: &Quadratic, n: u64) -> Result<u64, String> {
    Ok(floor(x, n)? - n * floor(x, 1)?)
}

// RLX-E9: floor(beta(n+1)) = floor(beta)(n+1) + floor({beta}(n+1)).
fn e9(scale: Scale) -> Checked {
    let count = scale.bound(40, 120, 2000);
    for (_, beta) in quadratics()? {
        let whole = floor(&beta, 1)?;
        let part = beta
            .sub(&Quadratic::new(whole as i64, 0, 0u32, 1).map_err(|e| e.to_string())?)
            .map_err(|e| e.to_string())?;
        for n in 1..count {
            agree!(floor(&beta, n)?, whole * n + floor(&part, n)?, "n = {n}");
        }
    }
    Finding::holds(format!("6 moduli, n < {count}"))
}

// RLX-E11: the expansion needs plus signs.
fn e11(scale: Scale) -> Checked {
    let count = scale.bound(40, 120, 2000);
    let mut printed_fails = None;
    for (_, beta) in quadratics()? {
        let whole = floor(&beta, 1)? as i64;
        for n in 1..count {
            let left = (floor(&beta, n + 1)? - floor(&beta, n)?) as i64;
            let (next, now) = (fractional(&beta, n + 1)? as i64, fractional(&beta, n)? as i64);
            let (n1, n0) = (n as i64 + 1, n as i64);
            agree!(left, (whole * n1 + next) - (whole * n0 + now), "n = {n}");
            let printed = (whole * n1 - next) - (whole * n0 - now);
            if printed != left && printed_fails.is_none() {
                printed_fails = Some((beta.clone(), n, left, printed));
            }
        }
    }
    let (beta, n, left, printed) = printed_fails.ok_or("the printed signs hold")?;
    agree!(beta, surd(3, 1, 2, 5)?, "the first modulus");
    let (floor, part) = (
        |n: &str| format!("floor((3*{n}+sqrt(5*{n}^2))/2)"),
        |n: &str| format!("(2*{n}-floor((sqrt(5*{n}^2)-{n})/2))"),
    );
    Finding::corrected(
        found(Some(format!("beta = {beta}, n = {n}: left {left}, printed {printed}")), "")?,
        format!("with plus signs: 6 moduli, n < {count}"),
    )
    .shown_by(
        format!("wyt eval '{}-{}' '{}-{}' --for n={n}", floor("(n+1)"), floor("n"), part("(n+1)"), part("n")),
        [format!("n = {n}: {left}  {printed}")],
    )
}

// RLX-GDEF: g needs division: with rho = 1/{beta} the printed values are not 0 and 1.
fn gdef(scale: Scale) -> Checked {
    let count = scale.bound(40, 200, 2000);
    // {phi^2} = 1/phi, so rho = phi: printed g takes the values 1 and 2.
    let rho = phi()?;
    let mut printed = BTreeSet::new();
    for n in 0..count {
        printed.insert(floor(&rho, n + 1)? - floor(&rho, n)?);
    }
    ensure!(printed.iter().any(|v| *v > 1), "the printed g is an indicator");
    for (_, beta) in quadratics()? {
        for n in 0..count {
            let g = fractional(&beta, n + 1)? - fractional(&beta, n)?;
            ensure!(g <= 1, "n = {n}: g = {g}");
        }
    }
    Finding::corrected(
        found(Some(format!("rho = 1/{{phi^2}}: the values are {printed:?}")), "")?,
        format!("floor((n+1)/rho) - floor(n/rho): 6 moduli, n < {count}"),
    )
    .shown_by(
        "wyt eval 'floor((n+1+sqrt(5*(n+1)^2))/2) - floor((n+sqrt(5*n^2))/2)' --for n=0..5",
        ["n = 0: 1", "n = 1: 2"],
    )
}

/// d(n) = g of beta less g of alpha.
fn d(alpha: &Quadratic, beta: &Quadratic, n: u64) -> Result<i64, String> {
    let g = |x: &Quadratic| Ok::<i64, String>(fractional(x, n + 1)? as i64 - fractional(x, n)? as i64);
    Ok(g(beta)? - g(alpha)?)
}

// RLX-E13: f along the P-positions is d(n) + [beta] - [alpha].
fn e13(scale: Scale) -> Checked {
    let count = scale.bound(40, 120, 2000);
    for (alpha, beta) in quadratics()? {
        let base = floor(&beta, 1)? as i64 - floor(&alpha, 1)? as i64;
        for n in 0..count {
            let step = |x: &Quadratic| Ok::<i64, String>((floor(x, n + 1)? - floor(x, n)?) as i64);
            agree!(step(&beta)? - step(&alpha)?, d(&alpha, &beta, n)? + base, "n = {n}");
        }
    }
    Finding::holds(format!("6 moduli, n < {count}"))
}

// Section 4.

// RLX-E18: b - a > max of the earlier differences must be >=, and is no equivalence.
fn e18(scale: Scale) -> Checked {
    let count = scale.bound(30, 200, 2000);
    let mut equal = None;
    for alpha in ALPHAS {
        let mut most = -1i64;
        for (n, (a, b)) in beatty(alpha, count)?.into_iter().enumerate() {
            let difference = b as i64 - a as i64;
            ensure!(difference >= most, "alpha = {alpha}, n = {n}");
            if difference == most && equal.is_none() {
                equal = Some((alpha, n, a, b, difference));
            }
            most = most.max(difference);
        }
    }
    let f = |_: u64, _: u64, x0: u64| if x0 == 1 { 5 } else { 1 };
    let general = by_rows(Kind::Relaxed, &f, 3);
    ensure!(general[2].1 - general[2].0 < general[1].1 - general[1].0, "differences never fall");
    let (alpha, n, a, b, difference) = equal.ok_or("the strict inequality holds")?;
    Finding::corrected(
        found(
            Some(format!(
                "alpha = {alpha}, n = {n}: the P-position ({a},{b}) repeats the difference {difference}"
            )),
            "",
        )?,
        format!(">= for Beatty pairs: 8 moduli, n < {count}"),
    )
    .shown_by(format!("wyt p 'relaxed(alpha=\"{alpha}\")' --first {}", n + 1), [format!("{a},{b}")])
    .detail(format!("for f = 5 if x0 = 1 else 1 the differences fall: {general:?}"))
}

// RLX-NZ: f(0,0,1) != 0 does not keep a != b in a game of subtraction; in the game of the bare inequality it does.
fn nz(scale: Scale) -> Checked {
    // f(x0) = v at x0 = 1 and w elsewhere.
    let fixed = (1..=3i64).flat_map(|v| (0..=2i64).map(move |w| (v, w))).find_map(|(v, w)| {
        let f = move |_: u64, _: u64, x0: u64| if x0 == 1 { v } else { w };
        by_rows(Kind::Relaxed, &f, 6).into_iter().skip(1).find(|p| p.0 == p.1).map(|p| (v, w, p))
    });
    let (v, w, pair) = fixed.ok_or("no fixed point")?;
    let mut random = scale.random(5);
    let trials = scale.bound(10, 100, 500);
    for _ in 0..trials {
        let table: Vec<i64> = (0..32).map(|_| random.below(4) as i64).collect();
        let g = |x1: u64, y1: u64, x0: u64| {
            table[((x1 * 5 + y1 * 3 + x0) % 32) as usize] + i64::from((x1, y1) == (0, 0))
        };
        ensure!(by_rows(Kind::Relaxed, &g, 10)[1..].iter().all(|p| p.0 < p.1), "{table:?}");
        let h = |x1: u64, y1: u64, x0: u64| {
            if (x1, y1, x0) == (0, 0, 1) { 1 } else { table[((x1 * 5 + y1 * 3 + x0) % 32) as usize] }
        };
        ensure!(growing(&h, 10)[1..].iter().all(|p| p.0 < p.1), "bare inequality, {table:?}");
    }
    Finding::clarified(
        "bare inequality: holds; subtraction: fails, and f(0,0,x0) >= 1 for all x0 repairs it",
        format!("{trials} random f in both readings"),
    )
    .fails_at(found(Some(format!("subtraction, f = {v} if x0 = 1 else {w}: {pair:?}")), "")?)
    .shown_by(
        format!("wyt p 'relaxed(f=\"if x0 == 1 then {v} else {w}\")' --first 5"),
        [format!("{},{}", pair.0, pair.1)],
    )
}

// RLX-INDEF: the smaller pile may lose any amount more.
fn indef(_: Scale) -> Checked {
    for k in 2..30u64 {
        ensure!(second(Kind::Relaxed, &|_, _, _| 0, (k, k + 5), (0, k + 4)), "k = {k}");
    }
    Finding::holds("x loses k, y loses 1, f = 0: legal for k = 2..29")
}

// RLX-L1: double mex.
fn l1(scale: Scale) -> Checked {
    let rows = scale.bound(10, 18, 40);
    for kind in [Kind::Fraenkel, Kind::Relaxed] {
        for (text, f) in admissible().into_iter().take(4) {
            let side = 4 * rows as u64;
            let pairs = literal(kind, &f, side);
            for n in 1..rows.min(pairs.len()) {
                let earlier = &pairs[..n];
                let used: BTreeSet<u64> = earlier.iter().flat_map(|p| [p.0, p.1]).collect();
                let a = (0..).find(|x| !used.contains(x)).unwrap_or(0);
                let can = |b: u64| {
                    let pair = (a.min(b), a.max(b));
                    earlier.iter().any(|p| second(kind, &f, pair, *p) || p.0 == b || p.1 == b)
                };
                let b = (a..).find(|b| !can(*b)).unwrap_or(0);
                agree!(pairs[n], (a, b), "f = {text}, n = {n}");
            }
        }
    }
    Finding::holds(format!("4 functions in both games, {rows} rows"))
}

// RLX-L2: in the game of subtraction the P-positions need not cover without fixed points; every integer is in exactly one.
fn l2(scale: Scale) -> Checked {
    let f = |_: u64, _: u64, x0: u64| if x0 == 1 { 2 } else { 0 };
    let side = scale.bound(14, 24, 40);
    let fixed = literal(Kind::Relaxed, &f, side).into_iter().skip(1).find(|p| p.0 == p.1);
    let fixed = fixed.ok_or("no fixed point")?;
    let mut random = scale.random(2);
    for _ in 0..scale.bound(5, 40, 200) {
        let table: Vec<i64> = (0..32).map(|_| random.below(4) as i64).collect();
        let g = |x1: u64, y1: u64, x0: u64| {
            if (x1, y1, x0) == (0, 0, 1) { 1 } else { table[((x1 + 3 * y1 + 7 * x0) % 32) as usize] }
        };
        let mut seen = BTreeSet::new();
        for (a, b) in literal(Kind::Relaxed, &g, side) {
            ensure!(seen.insert(a) && (a == b || seen.insert(b)), "{table:?}: ({a},{b}) repeats an integer");
        }
        let mut covered = BTreeSet::new();
        for (a, b) in &growing(&g, 12)[1..] {
            ensure!(covered.insert(*a) && covered.insert(*b), "bare inequality, {table:?}: ({a},{b})");
        }
    }
    Finding::clarified(
        "bare inequality: the P-positions exactly cover; subtraction: every integer is in exactly one P-position, but a = b may occur",
        format!("random f, piles below {side}"),
    )
    .fails_at(found(Some(format!("subtraction, f = 2 if x0 = 1 else 0: {fixed:?} has a = b")), "")?)
    .shown_by(
        "wyt p 'relaxed(f=\"if x0 == 1 then 2 else 0\")' --first 5",
        [format!("{},{}", fixed.0, fixed.1)],
    )
}

// RLX-L2PF: the z of the proof is not the partner, in either reading.
fn l2pf(scale: Scale) -> Checked {
    let fails = (2..=6i64).find_map(|v| {
        let f = move |x1: u64, y1: u64, _: u64| if (x1, y1) == (0, 0) { v } else { 1 };
        let (pairs, bare) = (by_rows(Kind::Relaxed, &f, 3), growing(&f, 3));
        let (a, b) = pairs[2];
        let z = (a..)
            .find(|z| pairs[..2].iter().all(|(x, y)| *z as i64 - *y as i64 + *x as i64 >= v + a as i64))?;
        (z != b && bare[2] != (a, z)).then_some((v, a, b, z))
    });
    t4x(scale)?;
    let (v, a, b, z) = fails.ok_or("the proof's z is the partner")?;
    Finding::corrected(
        found(Some(format!("f = {v} at (0,0), 1 elsewhere: the proof gives ({a},{z}), but ({a},{b}) is P; so too with the bare inequality")), "")?,
        "with f of each earlier pair: as RLX-T4X",
    )
    .shown_by(
        format!("wyt p 'relaxed(f=\"if x1+y1 == 0 then {v} else 1\")' --first 3"),
        [format!("{a},{b}")],
    )
}

// RLX-E30: (b_n - b_k) - (a_n - a_k) = (b_n - a_n) - (b_k - a_k); printed with b_n - b_n.
fn e30(_: Scale) -> Checked {
    let pairs = wythoff_pairs(40);
    let mut printed_fails = None;
    for (n, p) in pairs.iter().enumerate() {
        for (k, q) in pairs.iter().enumerate().take(n) {
            let right = (p.1 - p.0) as i64 - (q.1 - q.0) as i64;
            agree!((p.1 - q.1) as i64 - (p.0 - q.0) as i64, right, "n = {n}, k = {k}");
            let left = 0 - (p.0 - q.0) as i64;
            if printed_fails.is_none() && left != right {
                printed_fails = Some((n, k, *p, *q, left, right));
            }
        }
    }
    let (n, k, (a, b), (x, y), left, right) = printed_fails.ok_or("the printed identity holds")?;
    Finding::corrected(
        found(Some(format!("Wythoff, n = {n}, k = {k}: left {left}, right {right}")), "")?,
        "Wythoff's pairs, n < 40",
    )
    .shown_by(format!("wyt eval '({b}-{b})-({a}-{x})' '({b}-{a})-({y}-{x})'"), [format!("{left}  {right}")])
}

// RLX-T4: the recurrence fails for general f, in both readings; the right statements are RLX-T4X and RLX-T4S.
fn t4(scale: Scale) -> Checked {
    // f = 100 at (0,0,c), 1 elsewhere.
    let fails = (1..=4u64).find_map(|c| {
        let f = move |x1: u64, y1: u64, x0: u64| if (x1, y1, x0) == (0, 0, c) { 100 } else { 1 };
        let (truth, bare, printed) = (by_rows(Kind::Relaxed, &f, 5), growing(&f, 5), recurrence(&f, 5));
        let n = (0..5).find(|n| truth[*n] != printed[*n] && bare[*n] != printed[*n])?;
        Some((c, truth[n], bare[n], printed[n]))
    });
    let (c, truth, bare, wrong) = fails.ok_or("the recurrence holds in one of the readings")?;
    let mut random = scale.random(4);
    let trials = scale.bound(20, 120, 600);
    let mut fail = [0, 0];
    for _ in 0..trials {
        let table: Vec<i64> = (0..64).map(|_| random.below(4) as i64).collect();
        let g = |x1: u64, y1: u64, x0: u64| {
            if (x1, y1, x0) == (0, 0, 1) { 1 } else { table[((x1 + 3 * y1 + 11 * x0) % 64) as usize] }
        };
        let printed = recurrence(&g, 22);
        fail[0] += u64::from(by_rows(Kind::Relaxed, &g, 22) != printed);
        fail[1] += u64::from(growing(&g, 22) != printed);
    }
    t4x(scale)?;
    t4l(scale)?;
    Finding::corrected(
        found(Some(format!("f = 100 at (0,0,{c}), 1 elsewhere: P has {truth:?}, with the bare inequality {bare:?}, the recurrence {wrong:?}")), "")?,
        format!("RLX-T4X and RLX-T4L on random f; of {trials} random f, {} refute the recurrence for subtraction, {} for the bare inequality", fail[0], fail[1]),
    )
    .shown_by(
        format!("wyt p 'relaxed(f=\"if x1+y1 == 0 and x0 == {c} then 100 else 1\")' --first 5 && wyt p 'relaxed-growing(f=\"if x1+y1 == 0 and x0 == {c} then 100 else 1\")' --first 5"),
        [format!("{},{}", truth.0, truth.1), format!("{},{}", bare.0, bare.1)],
    )
}

// RLX-T4X: b is the least outside the union of [b_k, a + f(a_k,b_k,a) + b_k - a_k).
fn t4x(scale: Scale) -> Checked {
    let (trials, rows) = scale.bound((10, 12), (120, 22), (600, 40));
    let mut random = scale.random(44);
    for _ in 0..trials {
        let table: Vec<i64> = (0..64).map(|_| random.below(5) as i64).collect();
        let f = |x1: u64, y1: u64, x0: u64| table[((x1 + 5 * y1 + 11 * x0) % 64) as usize];
        let mut pairs: Pairs = vec![(0, 0)];
        let mut used = BTreeSet::from([0]);
        while pairs.len() < rows {
            let a = (0..).find(|n| !used.contains(n)).unwrap_or(0);
            let blocked = |b: u64| {
                pairs.iter().any(|(x, y)| {
                    let end = a as i64 + f(*x, *y, a) + *y as i64 - *x as i64;
                    b == *y || b == *x || (b > *y && (b as i64) < end)
                })
            };
            let b = (a..).find(|b| !blocked(*b)).unwrap_or(0);
            used.extend([a, b]);
            pairs.push((a, b));
        }
        agree!(by_rows(Kind::Relaxed, &f, rows), pairs, "f from {table:?}");
    }
    Finding::holds(format!("{trials} random f, {rows} rows"))
}

// RLX-T4S: the recurrence is right for f(x1,y1) with f(0,0) >= 1, and for f(x0) with x0 + f(x0) nondecreasing.
fn t4s(scale: Scale) -> Checked {
    let (trials, rows) = scale.bound((10, 12), (60, 20), (300, 40));
    let mut random = scale.random(45);
    for _ in 0..trials {
        let table: Vec<i64> = (0..64).map(|_| random.below(4) as i64).collect();
        let f =
            |x1: u64, y1: u64, _: u64| table[((x1 + 5 * y1) % 64) as usize] + i64::from((x1, y1) == (0, 0));
        agree!(by_rows(Kind::Relaxed, &f, rows), recurrence(&f, rows), "f(x1,y1) from {table:?}");
        let mut values = vec![1 + random.below(3) as i64];
        for _ in 1..400 {
            let last = values[values.len() - 1];
            values.push((last - 1 + random.below(3) as i64).max(0));
        }
        let g = |_: u64, _: u64, x0: u64| values[(x0 as usize).saturating_sub(1).min(399)];
        agree!(by_rows(Kind::Relaxed, &g, rows), recurrence(&g, rows), "f(x0) from {:?}", &values[..20]);
    }
    Finding::holds(format!("{trials} random f of each kind, {rows} rows"))
}

// RLX-T4L: if pile B may grow: b = a + max over k of f(a_k,b_k,a) + b_k - a_k.
fn t4l(scale: Scale) -> Checked {
    let (trials, rows) = scale.bound((10, 10), (60, 22), (300, 40));
    let mut random = scale.random(46);
    for _ in 0..trials {
        let table: Vec<i64> = (0..64).map(|_| random.below(4) as i64).collect();
        let f = |x1: u64, y1: u64, x0: u64| {
            if (x1, y1, x0) == (0, 0, 1) { 1 } else { table[((x1 + 5 * y1 + 11 * x0) % 64) as usize] }
        };
        let legal = |(x0, y0): (u64, u64), (x1, y1): (u64, u64)| {
            x1 < x0 && (y0 as i64 - y1 as i64) - (x0 as i64 - x1 as i64) < f(x1, y1, x0)
        };
        let (mut rules, mut formula): (Pairs, Pairs) = (vec![(0, 0)], vec![(0, 0)]);
        let mut used = BTreeSet::from([0]);
        while rules.len() < rows {
            let a = (0..).find(|n| !used.contains(n)).unwrap_or(0);
            let b =
                (a..).find(|b| !used.contains(b) && !rules.iter().any(|p| legal((a, *b), *p))).unwrap_or(0);
            used.extend([a, b]);
            rules.push((a, b));
            let best = formula.iter().map(|(x, y)| f(*x, *y, a) + *y as i64 - *x as i64).max().unwrap_or(0);
            formula.push((a, (a as i64 + best) as u64));
        }
        agree!(rules, formula, "f from {table:?}");
    }
    let named: [(&str, Box<dyn Fn(u64, u64, u64) -> i64>); 3] = [
        ("2", Box::new(|_, _, _| 2)),
        (
            "if x1+y1 == 0 and x0 == 3 then 100 else 1",
            Box::new(|x1, y1, x0| if (x1, y1, x0) == (0, 0, 3) { 100 } else { 1 }),
        ),
        ("1 + (x1+2*y1+x0) mod 4", Box::new(|x1, y1, x0| 1 + ((x1 + 2 * y1 + x0) % 4) as i64)),
    ];
    for (text, f) in named {
        let game = wythoff_catalog::Resolved::parse(&format!("relaxed-growing(f=\"{text}\")"));
        let game = game.map_err(|e| e.to_string())?;
        let listed = game.special().ok_or("the game is in the rule language")?.p_first(rows);
        let listed: Pairs = listed.map_err(|e| e.to_string())?.iter().map(|p| (p[0], p[1])).collect();
        agree!(listed, growing(&f, rows), "the game of the catalog, f = {text}");
    }
    Finding::holds(format!("{trials} random f, {rows} rows; the game `relaxed-growing` for 3 f"))
        .command("wyt p 'relaxed-growing(f=\"1 + x0 mod 3\")' --first 10")
}

// RLX-COMP: the recurrence itself always produces complementary sequences with b increasing.
fn comp(scale: Scale) -> Checked {
    let (trials, count) = scale.bound((10, 40), (60, 80), (300, 200));
    let mut random = scale.random(47);
    for _ in 0..trials {
        let table: Vec<i64> = (0..64).map(|_| random.below(4) as i64).collect();
        let f = |x1: u64, y1: u64, x0: u64| {
            if (x1, y1, x0) == (0, 0, 1) { 1 } else { table[((x1 + 5 * y1 + 11 * x0) % 64) as usize] }
        };
        let pairs = recurrence(&f, count);
        let mut seen = BTreeSet::new();
        for (a, b) in &pairs[1..] {
            ensure!(seen.insert(*a) && seen.insert(*b), "{table:?}: ({a},{b})");
        }
        ensure!(pairs.windows(2).all(|w| w[0].1 < w[1].1), "{table:?}: b does not increase");
    }
    Finding::holds(format!("{trials} random f, {count} terms"))
}

// RLX-E34: the double mex of the proof needs k < n+1 and (a_{n+1}, b).
fn e34(_: Scale) -> Checked {
    let pairs = wythoff_pairs(12);
    let wrong = (1..10).find_map(|n| {
        let earlier: BTreeSet<u64> = pairs[..n].iter().flat_map(|p| [p.0, p.1]).collect();
        let mex = (0..).find(|x| !earlier.contains(x)).unwrap_or(0);
        (mex != pairs[n + 1].0).then(|| {
            format!(
                "Wythoff, n = {n}: with k < n the mex is {mex} = a_{n}, not a_{} = {}",
                n + 1,
                pairs[n + 1].0
            )
        })
    });
    l1(Scale::SMALL)?;
    Finding::corrected(found(wrong, "the printed index range gives a_(n+1)")?, "with k < n+1: as RLX-L1")
        .shown_by("wyt p wythoff --first 3", ["1,2", "3,5"])
}

// RLX-T5GEN: Beatty pairs all arise (RLX-T5); a pairing of the integers arises iff differences do not fall upward.
fn t5gen(scale: Scale) -> Checked {
    let (trials, most) = scale.bound((20, 10), (80, 18), (500, 26));
    let mut random = scale.random(50);
    let mut joined = None;
    for _ in 0..trials {
        // A random pairing of 1..most.
        let mut numbers: Vec<u64> = (1..=most).collect();
        let mut pairs: Pairs = vec![(0, 0)];
        while let Some(a) = (!numbers.is_empty()).then(|| numbers.remove(0)) {
            let near = (numbers.len() as u64).min(4);
            let b = numbers.remove(random.below(near) as usize);
            pairs.push((a, b));
        }
        let condition =
            pairs.iter().all(|p| pairs.iter().all(|q| !(p.0 < q.0 && p.1 < q.1) || p.1 - p.0 <= q.1 - q.0));
        let witness: BTreeMap<u64, i64> = pairs.iter().map(|(a, b)| (*a, (b - a) as i64)).collect();
        let f = |x1: u64, y1: u64, x0: u64| {
            if (x1, y1) == (0, 0) { witness.get(&x0).copied().unwrap_or(0) } else { 0 }
        };
        let realised = by_rows(Kind::Relaxed, &f, pairs.len()) == pairs;
        agree!(realised, condition, "{pairs:?}");
        // Complementary sequences in order: the smaller numbers and the larger ones, sorted.
        let increasing = pairs.windows(2).all(|w| w[0].1 < w[1].1);
        let move_for_all = pairs.iter().find_map(|p| {
            pairs.iter().find(|q| second(Kind::Relaxed, &|_, _, _| 0, *p, **q)).map(|q| (*p, *q))
        });
        if increasing && joined.is_none() {
            joined = move_for_all;
        }
    }
    t5(scale)?;
    Finding::clarified(
        "Beatty sequences, as the first sentence says: holds (RLX-T5); any complementary sequences: some pairings have a move between two of their pairs for every f >= 0",
        format!("the exact condition on {trials} random pairings of 1..{most}"),
    )
    .fails_at(found(joined.map(|(p, q)| format!("complementary increasing sequences with the pairs {q:?} and {p:?}: {p:?} -> {q:?} is legal for every f >= 0")), "all pairings arise")?)
}

// RLX-T5ALT: simpler witnesses: f(a_k,b_k,.) = d_{k+1} - d_k, or f(0,0,a_n) = d_n and 0 elsewhere.
fn t5alt(scale: Scale) -> Checked {
    let rows = scale.bound(15, 60, 90) as usize;
    for alpha in ALPHAS {
        let (pairs, table) = varying_f(alpha, rows as u64 + 5)?;
        let one = |x1: u64, y1: u64, _: u64| table.get(&(x1, y1)).copied().unwrap_or(0);
        agree!(by_rows(Kind::Relaxed, &one, rows), pairs[..rows], "alpha = {alpha}, first witness");
        let at: BTreeMap<u64, i64> = pairs.iter().map(|(a, b)| (*a, (b - a) as i64)).collect();
        let two = |x1: u64, y1: u64, x0: u64| {
            if (x1, y1) == (0, 0) { at.get(&x0).copied().unwrap_or(0) } else { 0 }
        };
        agree!(by_rows(Kind::Relaxed, &two, rows), pairs[..rows], "alpha = {alpha}, second witness");
    }
    Finding::holds(format!("8 moduli, {rows} rows"))
}

// RLX-NONHOM: nonhomogeneous complementary pairs are P-sets too.
fn nonhom(scale: Scale) -> Checked {
    let rows = scale.bound(12, 40, 80) as usize;
    let span = 40 * rows as u64;
    let mut done = 0;
    for (alpha, _) in quadratics()? {
        for offset in [1i64, -1, 2] {
            // The numbers floor(n alpha + offset/10), and those that they leave.
            let slow: BTreeSet<u64> = (1..span as i64)
                .filter_map(|n| {
                    let scaled =
                        alpha.floor_affine(&Integer::from(n), &Quadratic::new(offset, 0, 0u32, 10).ok()?);
                    u64::try_from(&scaled).ok().filter(|v| *v >= 1)
                })
                .collect();
            let fast: Vec<u64> = (1..span).filter(|n| !slow.contains(n)).collect();
            ensure!(fast.len() > rows, "offset {offset}: {span} numbers are too few");
            let mut pairs: Pairs = vec![(0, 0)];
            pairs.extend(slow.iter().zip(&fast).map(|(a, b)| (*a.min(b), *a.max(b))));
            pairs.truncate(rows + 5);
            pairs.sort_unstable();
            let differences: Vec<u64> = pairs.iter().map(|(a, b)| b - a).collect();
            ensure!(differences.windows(2).all(|w| w[0] <= w[1]), "offset {offset}: differences fall");
            let at: BTreeMap<u64, i64> = pairs.iter().map(|(a, b)| (*a, (b - a) as i64)).collect();
            let f = |x1: u64, y1: u64, x0: u64| {
                if (x1, y1) == (0, 0) { at.get(&x0).copied().unwrap_or(0) } else { 0 }
            };
            agree!(by_rows(Kind::Relaxed, &f, rows), pairs[..rows], "offset {offset}");
            done += 1;
        }
    }
    Finding::holds(format!("{done} nonhomogeneous pairs, {rows} rows"))
}

// RLX-E40: needs d(n-1).
fn e40(scale: Scale) -> Checked {
    let count = scale.bound(40, 120, 1000);
    let mut printed_fails = None;
    for (alpha, beta) in quadratics()? {
        let base = floor(&beta, 1)? as i64 - floor(&alpha, 1)? as i64;
        for n in 1..count {
            let step = |x: &Quadratic| Ok::<i64, String>((floor(x, n)? - floor(x, n - 1)?) as i64);
            let f = step(&beta)? - step(&alpha)?;
            agree!(f, d(&alpha, &beta, n - 1)? + base, "n = {n}");
            let printed = d(&alpha, &beta, n)? + base;
            if printed != f && printed_fails.is_none() {
                printed_fails = Some((alpha.clone(), n, f, printed));
            }
        }
    }
    let (alpha, n, f, printed) = printed_fails.ok_or("the printed index holds")?;
    agree!(alpha, surd(0, 1, 1, 3)?, "the first modulus whose d is not 0");
    // alpha = sqrt 3, beta = (3 + sqrt 3)/2: f along the pairs, and what (40) has, one step later.
    let step = |n: &str| {
        let floor = |m: &str| format!("(floor((3*{m}+sqrt(3*{m}^2))/2)-floor(sqrt(3*{m}^2)))");
        format!("({}-{})", floor(n), floor(&format!("({n}-1)")))
    };
    Finding::corrected(
        found(Some(format!("alpha = {alpha}, n = {n}: (39) gives {f}, (40) {printed}")), "")?,
        format!("d(n-1): 6 moduli, n < {count}"),
    )
    .shown_by(
        format!("wyt eval '{}' '{}' --for n={n}", step("n"), step("(n+1)")),
        [format!("n = {n}: {f}  {printed}")],
    )
}

// RLX-E41: f(0,0,1) = [beta] - [alpha] >= 1 and f >= 0 everywhere.
fn e41(scale: Scale) -> Checked {
    let count = scale.bound(40, 120, 2000);
    for alpha in ALPHAS {
        let pairs = beatty(alpha, count)?;
        let f = f39(&pairs);
        ensure!(f(0, 0, 1) >= 1 && f(0, 0, 1) == pairs[1].1 as i64 - pairs[1].0 as i64, "alpha = {alpha}");
        ensure!(pairs[1..].iter().all(|p| f(0, 0, p.0) >= 0), "alpha = {alpha}: f < 0");
    }
    Finding::holds(format!("8 moduli, n < {count}"))
}

// RLX-L3, RLX-L4: d is 0 for the golden family and takes at least two values otherwise.
fn l3(scale: Scale) -> Checked {
    let count = scale.bound(200, 2000, 20_000);
    for (alpha, beta) in quadratics()? {
        let mut values: BTreeMap<i64, u64> = BTreeMap::new();
        for n in 0..count {
            *values.entry(d(&alpha, &beta, n)?).or_default() += 1;
        }
        let zero = values.len() == 1 && values.contains_key(&0);
        ensure!(
            zero || (values.len() >= 2 && values.values().filter(|c| **c > count / 50).count() >= 2),
            "{values:?}"
        );
    }
    Finding::holds(format!("6 moduli, n < {count}"))
}

fn l4(scale: Scale) -> Checked {
    let count = scale.bound(200, 2000, 20_000);
    for t in 1..=8 {
        let alpha = golden(t)?;
        let beta = alpha.complement().map_err(|e| e.to_string())?;
        agree!(floor(&beta, 1)? - floor(&alpha, 1)?, t, "t = [beta] - [alpha]");
        for n in 0..count {
            agree!(d(&alpha, &beta, n)?, 0, "t = {t}, n = {n}");
        }
    }
    let (alpha, beta) = quadratics()?.swap_remove(2);
    let mut values = BTreeSet::new();
    for n in 0..count {
        values.insert(d(&alpha, &beta, n)?);
    }
    ensure!(values.len() > 1, "sqrt(3): d is constant");
    Finding::holds(format!("t = 1..8, n < {count}; sqrt(3) takes {values:?}"))
}

// RLX-E43: X = {floor(k/{alpha})}, k >= 1; without floors no n >= 1 is in X, and with k = 0 n = 0 is too much.
fn e43(scale: Scale) -> Checked {
    let count = scale.bound(30, 60, 400);
    let mut wrong = None;
    for (alpha, beta) in quadratics()? {
        for x in [&alpha, &beta] {
            let part = x.add_integer(&Integer::from(-(floor(x, 1)? as i64)));
            let inverse = part.recip().map_err(|e| e.to_string())?;
            let floors: BTreeSet<u64> = (1..count).map(|k| floor(&inverse, k)).collect::<Result<_, _>>()?;
            let reach = floors.last().copied().unwrap_or(0).min(count);
            for n in 0..reach {
                let g = fractional(x, n + 1)? > fractional(x, n)?;
                agree!(g, floors.contains(&n), "n = {n}");
                // k/{alpha} = n for an integer n only if n {alpha} is an integer: only n = 0, by k = 0.
                let printed = n == 0;
                if n > 0 && g != printed && wrong.is_none() {
                    wrong = Some(format!(
                        "without floors: alpha = {x}, n = {n}: g(n) = {}, n is not in X",
                        u8::from(g)
                    ));
                }
            }
        }
    }
    Finding::clarified(
        "floors understood, since X is called a Beatty sequence, n >= 1: holds; n = 0 as well: k must start at 1; no floors: fails",
        format!("with floors and k >= 1: 12 moduli, n < {count}"),
    )
    .fails_at(found(wrong, "the printed X is right")?)
    .shown_by(
        "wyt eval 'floor((n+1+sqrt(5*(n+1)^2))/2) - floor((n+sqrt(5*n^2))/2) - 1' --for n=0..6",
        ["n = 0: 0", "n = 1: 1"],
    )
}

// RLX-R3: d is not periodic.
fn r3(scale: Scale) -> Checked {
    let (periods, count) = scale.bound((40, 600), (200, 3000), (500, 8000));
    let (alpha, beta) = quadratics()?.swap_remove(2);
    let values: Vec<i64> = (0..count).map(|n| d(&alpha, &beta, n)).collect::<Result<_, _>>()?;
    for p in 1..periods {
        ensure!((0..values.len() - p).any(|n| values[n] != values[n + p]), "period {p}");
    }
    Finding::holds(format!("alpha = sqrt(3): no period below {periods} on {count} terms"))
}

fn t6(scale: Scale) -> Checked {
    golden_only(scale)
}

// RLX-T6PF: the step (68)-(71) fails: after f falls the next pair need not be (a,a+1).
fn t6pf(_: Scale) -> Checked {
    // f = t up to x0 = c - 1, t - d > 0 from c on; a = c a lower number of t-Wythoff.
    let fails = (2..=4i64).flat_map(|t| (1..t).map(move |d| (t, d))).find_map(|(t, d)| {
        let golden = recurrence(&|_, _, _| t, 6);
        golden[2..].iter().find_map(|&(c, _)| {
            let f = move |_: u64, _: u64, x0: u64| if x0 < c { t } else { t - d };
            let next = by_rows(Kind::Fraenkel, &f, 6).into_iter().find(|p| p.0 >= c)?;
            (next != (c, c + 1)).then_some((t, d, c, next))
        })
    });
    let (t, d, c, next) = fails.ok_or("the next pair is always (a,a+1)")?;
    Finding::refuted(
        found(
            Some(format!(
                "f = {t}, then {} from x0 = {c} on: the next winning position is {next:?}, not ({c},{})",
                t - d,
                c + 1
            )),
            "",
        )?,
        "t up to 4, falls at the first lower numbers",
    )
    .shown_by(
        format!("wyt p 'fraenkel(f=\"if x0 < {c} then {t} else {}\")' --first 6", t - d),
        [format!("{},{}", next.0, next.1)],
    )
}

// RLX-E55: the equivalence with k + d fails, with t + d and (k+1) t + d it holds.
fn e55(_: Scale) -> Checked {
    let mut wrong = None;
    for (t, d, k) in (1..5i64).flat_map(|t| (1..4i64).flat_map(move |d| (0..5i64).map(move |k| (t, d, k)))) {
        // With a = 0 the difference b - a is b.
        for b in 0..40i64 {
            agree!(b - k * t >= t + d, b >= (k + 1) * t + d, "t = {t}, d = {d}, k = {k}, b - a = {b}");
            if (b - k * t >= k + d) != (b >= k * t + d) && wrong.is_none() {
                wrong = Some((t, d, k, b));
            }
        }
    }
    let (t, d, k, b) = wrong.ok_or("the printed equivalence holds")?;
    Finding::corrected(
        found(
            Some(format!(
                "t = {t}, d = {d}, k = {k}, b - a = {b}: left {}, right {}",
                b - k * t >= k + d,
                b >= k * t + d
            )),
            "",
        )?,
        "t, d < 5, k < 5, b - a < 40",
    )
    .shown_by(
        format!("wyt eval '({b})-{k}*{t} >= {k}+{d}' '{b} >= {k}*{t}+{d}'"),
        [format!("{}  {}", u8::from(b - k * t >= k + d), u8::from(b >= k * t + d))],
    )
}

// RLX-E73: (72), (73) with b >= a_{n+1} and the Nim moves counted in give the P-positions; the bare mex is 0.
fn e73(scale: Scale) -> Checked {
    let rows = scale.bound(12, 30, 80);
    let mut bare = None;
    for (text, f) in admissible() {
        let rows = if text.contains("y1") { rows.min(12) } else { rows };
        let pairs = by_rows(Kind::Fraenkel, &f, rows);
        for n in 1..pairs.len() {
            let earlier = &pairs[..n];
            let used: BTreeSet<u64> = earlier.iter().flat_map(|p| [p.0, p.1]).collect();
            let a = (0..).find(|x| !used.contains(x)).unwrap_or(0);
            let sees = |b: u64| {
                earlier.iter().any(|(x, y)| {
                    let gain = (b as i64 - *y as i64) - (a as i64 - *x as i64);
                    gain.abs() < f(*x, *y, a)
                })
            };
            let b = (a..).find(|b| {
                !used.contains(b) && !earlier.iter().any(|p| second(Kind::Fraenkel, &f, (a, *b), *p))
            });
            agree!((a, b), (pairs[n].0, Some(pairs[n].1)), "f = {text}, n = {n}");
            let literal = (0..).find(|b| !sees(*b)).unwrap_or(0);
            if literal != pairs[n].1 {
                bare = bare.or(Some((text, n, literal, pairs[n])));
            }
        }
    }
    let (text, n, literal, (a, b)) = bare.ok_or("the bare mex is right")?;
    Finding::clarified(
        "mex over b >= a_(n+1), moves that leave one pile counted in: the P-positions; the mex of the printed set alone: not even b >= a_(n+1)",
        format!("7 functions, {rows} rows"),
    )
    .fails_at(found(Some(format!("f = {text}, n = {n}: the printed set has mex {literal}, and ({a},{b}) is P")), "")?)
    .shown_by(format!("wyt p 'fraenkel(f=\"{text}\")' --first {}", n + 1), [format!("{a},{b}")])
}

// RLX-E74: the sign of the absolute value is decided for each i, not by the max.
fn e74(_: Scale) -> Checked {
    let pairs = wythoff_pairs(9);
    let most = 8i64;
    let mut wrong = None;
    for (a, b) in (12..16i64).flat_map(|a| (a..a + 12).map(move |b| (a, b))) {
        for (x, y) in pairs.iter().map(|(x, y)| (*x as i64, *y as i64)) {
            let inner = (b - y) - (a - x);
            agree!(inner.abs(), if b - a >= y - x { inner } else { -inner }, "({a},{b}), ({x},{y})");
            let printed = if b - a > most { inner } else { -inner };
            if printed != inner.abs() && wrong.is_none() {
                wrong = Some((a, b, x, y, inner.abs(), printed));
            }
        }
    }
    let (a, b, x, y, right, printed) = wrong.ok_or("the printed cases are right")?;
    Finding::corrected(
        found(Some(format!("Wythoff's first 9 pairs, a = {a}, b = {b}, (a_i,b_i) = ({x},{y}): the absolute value is {right}, the printed case gives {printed}")), "")?,
        "the sign of (b - a) - (b_i - a_i) for each i",
    )
    .shown_by(
        format!("wyt eval '|({b}-{y})-({a}-{x})|' '({a}-{x})-({b}-{y})'"),
        [format!("{right}  {printed}")],
    )
}

// RLX-ABS1: all homogeneous irrational complementary pairs; and nonhomogeneous ones.
fn abs1(scale: Scale) -> Checked {
    t5(scale)?;
    nonhom(scale)
}

fn abs2(scale: Scale) -> Checked {
    golden_only(scale)
}

fn chrom(_: Scale) -> Checked {
    Finding::unchecked("the rules of the games named are not given")
}

/// Nondecreasing and nonincreasing functions of x0 alone with values 1..=most, constant from `length` on: for which of
/// them the first pairs may be those of a complementary Beatty pair, and whether such an f is constant as far as it is used.
fn monotone_of_x0(scale: Scale) -> Result<u64, String> {
    let (most, length, rows) = scale.bound((3i64, 4usize, 14usize), (4, 6, 24), (5, 8, 40));
    let mut all: Vec<Vec<i64>> = vec![Vec::new()];
    for _ in 0..length {
        all = all.into_iter().flat_map(|f| (1..=most).map(move |v| [f.clone(), vec![v]].concat())).collect();
    }
    let mut tried = 0;
    for f in all.into_iter().filter(|f| f.is_sorted() || f.iter().rev().is_sorted()) {
        tried += 1;
        let at = |_: u64, _: u64, x0: u64| f[(x0 as usize).saturating_sub(1).min(f.len() - 1)];
        let pairs = by_rows(Kind::Fraenkel, &at, rows);
        let column =
            |g: fn(&(u64, u64)) -> u64| pairs[1..].iter().map(g).map(|x| x as i64).collect::<Vec<i64>>();
        // Both columns homogeneous Beatty: floor(n s) for one s each, tested by the cone of slopes.
        let beatty = |column: &[i64]| {
            let low = (1i64..).zip(column).map(|(n, x)| wythoff_numbers::Rational::from_signeds(*x, n)).max();
            let high =
                (1i64..).zip(column).map(|(n, x)| wythoff_numbers::Rational::from_signeds(x + 1, n)).min();
            low < high
        };
        if beatty(&column(|p| p.0)) && beatty(&column(|p| p.1)) {
            // The values that the pairs use: f at a_1, ..., a_rows.
            let used: BTreeSet<i64> = pairs[1..].iter().map(|p| at(0, 0, p.0)).collect();
            ensure!(used.len() == 1, "f = {f:?} of x0: Beatty pairs {:?} and f not constant", &pairs[..6]);
        }
    }
    Ok(tried)
}

// RLX-NECMON, RLX-R2, RLX-T6, RLX-ABS2: read with f of x0 alone they hold; with f of three variables they fail.
fn golden_only(scale: Scale) -> Checked {
    let witness = not_golden(scale)?;
    along_p(scale)?;
    let tried = monotone_of_x0(scale)?;
    // One such game in closed form: beta = 3 sqrt 2, alpha = (18 + 3 sqrt 2)/17; of x1 = a_k the index is k = x1 - floor(x1/beta).
    let (slow, fast, inverse) = (surd(18, 3, 17, 2)?, surd(0, 3, 1, 2)?, surd(0, 1, 6, 2)?);
    let rows = scale.bound(15u64, 40, 70);
    let at = |x: &Quadratic, n: u64| floor(x, n).map_or(0, |value| value as i64);
    let step = |x: &Quadratic, n: u64| at(x, n + 1) - at(x, n);
    let f = |x1: u64, _: u64, _: u64| {
        let k = x1 - at(&inverse, x1) as u64;
        step(&fast, k) - step(&slow, k)
    };
    let pairs: Pairs = (0..rows).map(|n| (at(&slow, n) as u64, at(&fast, n) as u64)).collect();
    agree!(by_rows(Kind::Fraenkel, &f, rows as usize), pairs, "beta = 3 sqrt 2");
    let values: BTreeSet<i64> = pairs.iter().map(|p| f(p.0, p.1, 0)).collect();
    ensure!(values.len() > 1 && values.iter().all(|v| *v >= 1), "f takes {values:?}");
    let text = "floor(sqrt(18*(K+1)^2))-floor(sqrt(18*K^2))-floor((18*(K+1)+sqrt(18*(K+1)^2))/17)+floor((18*K+sqrt(18*K^2))/17)"
        .replace('K', "(x1-floor(sqrt(2*x1^2)/6))");
    let column = |g: fn(&(u64, u64)) -> u64| {
        pairs[1..7].iter().map(g).map(|x| x.to_string()).collect::<Vec<_>>().join(", ")
    };
    Finding::clarified(
        "f a monotone function of x0 alone: Beatty P-positions force a constant f, golden; f positive, constant in x0, of (x1,y1): other Beatty pairs arise",
        format!("{tried} monotone f of x0, none with Beatty pairs unless constant; golden pairs have f constant along P, t = 1..6"),
    )
    .fails_at(found(Some(format!("alpha = {slow}, f a function of x1 with the values {values:?}: P is the Beatty pair, {rows} rows; {witness}")), "")?)
    .shown_by(
        format!("wyt p 'fraenkel(f=\"{text}\")' --first 7 && wyt beatty '3*sqrt(2)' --first 6"),
        pairs[1..7]
            .iter()
            .map(|(a, b)| format!("{a},{b}"))
            .chain([format!("first   {}", column(|p| p.1)), format!("second  {}", column(|p| p.0))]),
    )
}

/// The game with the bare inequality, by which pile B may grow: its first pairs by the rules.
pub(crate) fn growing(f: F<'_>, rows: usize) -> Pairs {
    let legal = |(x0, y0): (u64, u64), (x1, y1): (u64, u64)| {
        x1 < x0 && (y0 as i64 - y1 as i64) - (x0 as i64 - x1 as i64) < f(x1, y1, x0)
    };
    let mut pairs: Pairs = vec![(0, 0)];
    let mut used = BTreeSet::from([0]);
    while pairs.len() < rows {
        let a = (0..).find(|n| !used.contains(n)).unwrap_or(0);
        let b = (a..).find(|b| !used.contains(b) && !pairs.iter().any(|p| legal((a, *b), *p))).unwrap_or(0);
        used.extend([a, b]);
        pairs.push((a, b));
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_paper_is_as_recorded() {
        crate::support::check_module("RLX", CLAIMS);
    }
}
