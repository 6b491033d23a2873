//! VIS sections 1 and 2: Beatty sequences, exact covers, and games made from them.

use super::{Pairs, beatty_terms, big, defect, literal, sorted, square, terms, text};
use crate::run::Scale;
use crate::support::{floor, p_below, pairs_below, phi, surd};
use crate::verdict::{Checked, Finding, With, agree, ensure, found};
use malachite::base::num::arithmetic::traits::{Gcd, Lcm};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use wythoff_numbers::beatty::{
    Beatty, Cover, arithmetic_covers, complementary, exact_cover, first_defect, fraenkel_splitting,
    search_splittings,
};
use wythoff_numbers::{Integer, Quadratic, Rational, Real};
use wythoff_theory::rat::{mouse_pair, rat_triple};
use wythoff_theory::star::{moves_of, star};

// VIS-D-beatty: the n-th term is the largest m with m <= n alpha.
pub(super) fn beatty(scale: Scale) -> Checked {
    let most = scale.bound(300, 3_000, 100_000);
    for d in [2u64, 3, 5, 6, 7, 10] {
        let root = surd(0, 1, 1, d)?;
        for n in 1..=most {
            let m = floor(&root, n)?;
            ensure!(m * m <= d * n * n && d * n * n < (m + 1) * (m + 1), "floor({n} sqrt {d}) = {m}");
        }
    }
    Finding::holds(format!("sqrt d for d = 2, 3, 5, 6, 7, 10, n <= {most}"))
}

// VIS-D-compl: every positive integer in exactly one set.
pub(super) fn complementary_sets(scale: Scale) -> Checked {
    let cases = scale.bound(200, 2_000, 20_000);
    let mut random = scale.random(2);
    let mut whole = 0;
    for _ in 0..cases {
        let mut progressions: Vec<(i64, i64)> = Vec::new();
        for _ in 0..1 + random.below(3) {
            let modulus = 1 + random.below(4);
            progressions.push((modulus as i64, 1 + random.below(modulus) as i64));
        }
        let lists: Vec<Vec<i64>> = progressions.iter().map(|(a, b)| terms(24, |n| a * (n - 1) + b)).collect();
        let sequences: Vec<Beatty> = progressions
            .iter()
            .map(|(a, b)| Beatty::new(Real::from(*a), Real::from(b - a)).map_err(text))
            .collect::<Result<_, _>>()?;
        let own = (1..=24i64).find(|m| lists.iter().flatten().filter(|x| *x == m).count() != 1);
        agree!(defect(&lists, 24), own, "{progressions:?}");
        let found = first_defect(&sequences, 24, &crate::support::budget()).map_err(text)?.map(|(at, _)| at);
        agree!(found, own.map(Integer::from), "{progressions:?}");
        whole += u64::from(own.is_none());
    }
    ensure!(whole > 0, "no random system covers exactly");
    Finding::holds(format!("{cases} random systems of progressions up to 24, {whole} of them exact"))
}

// VIS-T-rayleigh: floor(n alpha), floor(n beta) are complementary iff alpha, beta are irrational with 1/alpha + 1/beta = 1.
pub(super) fn rayleigh(scale: Scale) -> Checked {
    let bound = scale.bound(300, 1500, 20_000);
    let irrationals = [
        surd(0, 1, 1, 2)?,
        phi()?,
        surd(0, 1, 1, 3)?,
        surd(-1, 1, 2, 13)?,
        surd(0, 1, 1, 7)?,
        surd(1, 2, 5, 11)?,
    ];
    for alpha in &irrationals {
        let beta = alpha.complement().map_err(text)?;
        agree!(
            defect(&[beatty_terms(alpha, bound), beatty_terms(&beta, bound)], bound),
            None,
            "alpha = {alpha}"
        );
    }
    // Irrational with another sum of densities.
    for alpha in &irrationals {
        for other in &irrationals {
            let inverse = alpha.complement().map_err(text)?;
            let same =
                inverse.same_field(other) && inverse.sub(other).map_err(text)?.sign() == Ordering::Equal;
            let gap = defect(&[beatty_terms(alpha, bound), beatty_terms(other, bound)], bound);
            agree!(gap.is_none(), same, "alpha = {alpha}, beta = {other}");
        }
    }
    // Rational: both hit the common multiple of the numerators.
    let most = scale.bound(9i64, 15, 30);
    let fractions: Vec<(i64, i64)> = (1..most)
        .flat_map(|p| (1..most).map(move |q| (p, q)))
        .filter(|(p, q)| p.unsigned_abs().gcd(q.unsigned_abs()) == 1)
        .collect();
    for &(p, q) in &fractions {
        for &(r, s) in &fractions {
            let far = p.unsigned_abs().lcm(r.unsigned_abs()) as i64;
            let lists = [terms(far, |n| n * p / q), terms(far, |n| n * r / s)];
            ensure!(defect(&lists, far).is_some(), "{p}/{q} and {r}/{s} are complementary");
        }
    }
    Finding::holds(format!("6 irrational moduli up to {bound}; all fractions with terms below {most}"))
}

// VIS-D-ecs: exact covers by arithmetic progressions.
pub(super) fn systems(scale: Scale) -> Checked {
    let largest = scale.bound(5u64, 6, 8);
    let classes: Vec<(u64, u64)> = (1..=largest).flat_map(|a| (0..a).map(move |r| (a, r))).collect();
    let period = (1..=largest).fold(1u64, |all, a| all.lcm(a));
    let exact =
        |chosen: &[(u64, u64)]| (0..period).all(|n| chosen.iter().filter(|(a, r)| n % a == *r).count() == 1);
    let mut own: BTreeSet<Vec<(u64, u64)>> = BTreeSet::new();
    for (i, x) in classes.iter().enumerate() {
        for (j, y) in classes.iter().enumerate().skip(i + 1) {
            own.extend(exact(&[*x, *y]).then(|| vec![*x, *y]));
            own.extend(classes[j + 1..].iter().filter(|z| exact(&[*x, *y, **z])).map(|z| vec![*x, *y, *z]));
        }
    }
    let mut found: BTreeSet<Vec<(u64, u64)>> = BTreeSet::new();
    for cover in arithmetic_covers(3, largest) {
        let mut classes: Vec<(u64, u64)> = cover.iter().map(|c| (c.modulus, c.residue)).collect();
        classes.sort_unstable();
        found.insert(classes);
    }
    agree!(found, own, "covers by 2 or 3 classes");
    Finding::holds(format!("moduli up to {largest}: {} covers by 2 or 3 classes, by trying all", own.len()))
}

// VIS-C-ecs-ex: 2n-1, 2n cover; the printed 4n-3, 4n-1, 4n miss 2; 4n-3, 4n-1, 2n and 2n-1, 4n-2, 4n cover.
pub(super) fn examples(_: Scale) -> Checked {
    let gap = |system: &[(i64, i64)]| {
        defect(&system.iter().map(|(a, b)| terms(48, |n| a * n + b)).collect::<Vec<_>>(), 48)
    };
    agree!(gap(&[(2, -1), (2, 0)]), None, "2n-1, 2n");
    agree!(gap(&[(4, -3), (4, -1), (2, 0)]), None, "4n-3, 4n-1, 2n");
    agree!(gap(&[(2, -1), (4, -2), (4, 0)]), None, "2n-1, 4n-2, 4n");
    let missed = gap(&[(4, -3), (4, -1), (4, 0)]).ok_or("4n-3, 4n-1, 4n cover")?;
    Finding::corrected(
        found(Some(format!("4n-3, 4n-1, 4n do not cover {missed}")), "")?,
        "all classes modulo 4",
    )
    .detail("4n-3, 4n-1, 2n cover exactly, and so do 2n-1, 4n-2, 4n")
    .shown_by("wyt beatty --cover 4,-3 4,-1 4", [format!("not exact: {missed} is in none")])
}

// VIS-T-MNDR: in an exact cover by two or more progressions the largest modulus occurs twice.
pub(super) fn largest_twice(scale: Scale) -> Checked {
    let (classes, largest) = scale.bound((4, 12), (6, 16), (7, 24));
    let covers = arithmetic_covers(classes, largest);
    for cover in &covers {
        let most = cover.iter().map(|c| c.modulus).max();
        let times = cover.iter().filter(|c| Some(c.modulus) == most).count();
        ensure!(cover.len() < 2 || times >= 2, "{cover:?}");
    }
    ensure!(covers.len() > 10, "only {} covers", covers.len());
    Finding::holds(format!("{} covers by up to {classes} classes, moduli up to {largest}", covers.len()))
}

/// The coefficients of z^b/(1 - z^a) below a length, by division: c_n = [n = b] + c_(n-a).
fn quotient(a: usize, b: usize, length: usize) -> Vec<u64> {
    let mut series = vec![0; length];
    for n in 0..length {
        series[n] = u64::from(n == b) + if n >= a { series[n - a] } else { 0 };
    }
    series
}

// VIS-P-genfun: z^b/(1 - z^a) is the sum over n >= 0 of z^(na+b), not over n >= 1; covers have the sum z/(1 - z).
pub(super) fn series(scale: Scale) -> Checked {
    let length = scale.bound(60, 200, 1000);
    let sum = |a: usize, b: usize, from: usize| {
        let mut series = vec![0u64; length];
        (from..).map(|n| n * a + b).take_while(|e| *e < length).for_each(|e| series[e] += 1);
        series
    };
    let mut printed = None;
    for a in 1..=8 {
        for b in 1..=a {
            agree!(quotient(a, b, length), sum(a, b, 0), "a = {a}, b = {b}");
            let differ = quotient(a, b, length).iter().zip(sum(a, b, 1)).position(|(x, y)| *x != y);
            printed = printed.or(differ.map(|e| (a, b, e)));
        }
    }
    let covers = arithmetic_covers(4, scale.bound(8, 12, 16));
    for cover in &covers {
        let mut total = vec![0u64; length];
        for class in cover {
            let b = if class.residue == 0 { class.modulus } else { class.residue };
            let part = quotient(class.modulus as usize, b as usize, length);
            total.iter_mut().zip(part).for_each(|(t, c)| *t += c);
        }
        agree!(total, quotient(1, 1, length), "{cover:?}");
    }
    let (a, b, e) = printed.ok_or("both sums agree")?;
    Finding::corrected(
        found(
            Some(format!("a = {a}, b = {b}: the coefficient of z^{e} is 1, and n a + b = {e} for no n >= 1")),
            "",
        )?,
        format!("{} covers, {length} coefficients", covers.len()),
    )
    .detail("the sum runs over n >= 0, with 1 <= b_i <= a_i")
    .shown_by(
        format!("wyt beatty {a} --gamma {b} --contains {e} && wyt beatty {a} --gamma {b} --first 3"),
        ["no".to_string(), format!("first   {}, {}, {}", a + b, 2 * a + b, 3 * a + b)],
    )
}

// VIS-C-ratnoncompl: floor(na/b), floor(ng/h) share kag and, if both moduli are above 1, miss kag - 1.
pub(super) fn rational_pairs(scale: Scale) -> Checked {
    let most = scale.bound(6i64, 9, 14);
    let fractions: Vec<(i64, i64)> = (1..=most)
        .flat_map(|p| (1..=most).map(move |q| (p, q)))
        .filter(|(p, q)| p.unsigned_abs().gcd(q.unsigned_abs()) == 1)
        .collect();
    // The least n with n a/b >= m is ceil(m b/a).
    let hits = |m: i64, (a, b): (i64, i64)| (m * b + a - 1) / a * a / b == m;
    let mut printed: Option<(i64, (i64, i64), (i64, i64), (i64, i64), i64)> = None;
    for &x in &fractions {
        for &y in fractions.iter().filter(|y| **y != x) {
            for k in 1..=3 {
                let common = k * x.0 * y.0;
                ensure!(hits(common, x) && hits(common, y), "{x:?}, {y:?}: {common}");
                let missed = !hits(common - 1, x) && !hits(common - 1, y);
                if x.0 > x.1 && y.0 > y.1 {
                    ensure!(missed, "{x:?}, {y:?}: {} is not missed", common - 1);
                } else if !missed && common > 1 {
                    let size = x.0 + x.1 + y.0 + y.1;
                    if printed.as_ref().is_none_or(|(least, ..)| size < *least) {
                        let hit = if hits(common - 1, x) { x } else { y };
                        printed = Some((size, x, y, hit, common - 1));
                    }
                }
            }
        }
    }
    let (_, x, y, hit, number) = printed.ok_or("kag - 1 is always missed")?;
    Finding::clarified(
        "both moduli above 1: both halves hold; without: kag is still shared, kag - 1 may be hit",
        format!("all fractions above 1 with terms up to {most}, k <= 3"),
    )
    .fails_at(found(
        Some(format!(
            "{}/{} and {}/{}: kag - 1 = {number} is a term for {}/{}",
            x.0, x.1, y.0, y.1, hit.0, hit.1
        )),
        "",
    )?)
    .shown_by(format!("wyt beatty {}/{} --contains {number}", hit.0, hit.1), ["yes, at n ="])
}

// VIS-T-nonhom: necessary and sufficient conditions for floor(n alpha + gamma), floor(n beta + delta) to be complementary.
pub(super) fn nonhomogeneous(scale: Scale) -> Checked {
    let (cases, whole, strict) = rational_conditions(scale)?;
    let irrational = irrational_conditions(scale)?;
    Finding::holds(format!("{cases} pairs with rational moduli, {whole} of them complementary; {irrational} with moduli phi, phi^2"))
        .detail(strict.map_or("the form with 1/q <= a + a' is not refuted here".into(), |case| {
            format!("the form with 1/q <= a + a' instead of 1 <= p + ceil(q a') is too strict: {case}")
        }))
}

/// floor((n - u/v) q/p), n >= 1, is floor(n alpha + gamma) with alpha = q/p; all a = p/q, a' = u/v, b' on a grid against the test.
fn rational_conditions(scale: Scale) -> Result<(u64, u64, Option<String>), String> {
    let (largest, v) = scale.bound((4i64, 4i64), (6, 4), (8, 6));
    let (mut cases, mut whole, mut strict) = (0, 0, None);
    for q in 2..=largest {
        for p in (1..q).filter(|p| p.unsigned_abs().gcd(q.unsigned_abs()) == 1) {
            let sequence = |p: i64, u: i64| {
                let gamma = Rational::from_signeds(-u * q, v * p);
                Beatty::new(Real::from(Rational::from_signeds(q, p)), Real::from(gamma)).map_err(text)
            };
            let bound = 6 * q;
            for u in -2 * v..=v {
                for w in -v..=2 * v {
                    let list = |p: i64, u: i64| terms(bound, |n| ((n * v - u) * q).div_euclid(v * p));
                    let own = defect(&[list(p, u), list(q - p, w)], bound).is_none();
                    let test = complementary(&sequence(p, u)?, &sequence(q - p, w)?).map_err(text)?.is_none();
                    agree!(test, own, "a = {p}/{q}, a' = {u}/{v}, b' = {w}/{v}");
                    cases += 1;
                    whole += u64::from(own);
                    // 1/q <= p/q + u/v
                    if own && v > p * v + u * q && strict.is_none() {
                        strict = Some(format!("a = {p}/{q}, a' = {u}/{v}, b' = {w}/{v} is complementary"));
                    }
                }
            }
        }
    }
    Ok((cases, whole, strict))
}

/// Moduli phi and phi^2 with additive constants (i + j phi)/2.
fn irrational_conditions(scale: Scale) -> Result<u64, String> {
    let (most, bound) = scale.bound((2i64, 60i64), (3, 120), (5, 300));
    let (alpha, beta) = (phi()?, phi()?.mul(&phi()?).map_err(text)?);
    let constants: Vec<Quadratic> = (-most..=most)
        .flat_map(|i| (-most..=most).map(move |j| surd(2 * i + j, j, 4, 5)))
        .collect::<Result<_, _>>()?;
    let list = |modulus: &Quadratic, constant: &Quadratic| {
        terms(bound, |n| i64::try_from(&modulus.floor_affine(&n.into(), constant)).unwrap_or(i64::MAX))
    };
    let real = |x: &Quadratic| Real::from(x.clone());
    let sequence =
        |modulus: &Quadratic, constant: &Quadratic| Beatty::new(real(modulus), real(constant)).map_err(text);
    let (lower, upper): (Vec<_>, Vec<_>) =
        constants.iter().map(|c| (list(&alpha, c), list(&beta, c))).unzip();
    let mut whole = 0;
    for (gamma, low) in constants.iter().zip(&lower) {
        for (delta, high) in constants.iter().zip(&upper) {
            let own = defect(&[low.clone(), high.clone()], bound).is_none();
            let test =
                complementary(&sequence(&alpha, gamma)?, &sequence(&beta, delta)?).map_err(text)?.is_none();
            agree!(test, own, "gamma = {gamma}, delta = {delta}");
            whole += u64::from(own);
        }
    }
    ensure!(whole > 0, "no complementary pair with moduli phi, phi^2");
    Ok((constants.len() * constants.len()) as u64)
}

// VIS-T-bang: {floor(n beta)} within {floor(n alpha)}: for irrational alpha iff a(1 - 1/alpha) + b/beta = 1 for positive integers
// a, b; for rational moduli by one period, and the same condition is sufficient there.
pub(super) fn containment(scale: Scale) -> Checked {
    let (most, bound) = scale.bound((3i64, 400i64), (6, 1500), (9, 6000));
    let mut contained = 0;
    let mut cases = 0;
    for (alpha, d) in [(phi()?, 5), (surd(0, 1, 1, 2)?, 2)] {
        let lower: BTreeSet<i64> = beatty_terms(&alpha, bound).into_iter().collect();
        // 1 - 1/alpha
        let density = alpha.complement().and_then(|beta| beta.recip()).map_err(text)?;
        for (i, j, w) in square(2 * most as u64 + 1)
            .flat_map(|(i, j)| [1, 2].map(|w| (i as i64 - most, j as i64 - most, w)))
        {
            let beta = surd(i, j, w, d)?;
            if beta.add_integer(&Integer::from(-1)).sign() != Ordering::Greater {
                continue;
            }
            let own = beatty_terms(&beta, bound).iter().all(|term| lower.contains(term));
            let mut law = false;
            for a in 1.. {
                let rest =
                    Quadratic::integer(1).sub(&density.mul_integer(&Integer::from(a))).map_err(text)?;
                if rest.sign() != Ordering::Greater {
                    break;
                }
                let b = rest.mul(&beta).map_err(text)?;
                law |= b.floor() == b.ceil();
            }
            agree!(law, own, "alpha = {alpha}, beta = {beta}");
            contained += u64::from(own);
            cases += 1;
        }
    }
    ensure!(contained > 0, "no sequence is contained in another");
    // Rational moduli p/q and r/s above 1: both sequences repeat, so one common period of the numerators decides.
    let largest = scale.bound(8i64, 13, 20);
    let fractions: Vec<(i64, i64)> = (2..=largest)
        .flat_map(|p| (1..p).map(move |q| (p, q)))
        .filter(|(p, q)| p.unsigned_abs().gcd(q.unsigned_abs()) == 1)
        .collect();
    let (mut pairs, mut inside, mut by_law, mut beyond) = (0, 0, 0, None);
    for &(p, q) in &fractions {
        for &(r, s) in &fractions {
            let period = p.unsigned_abs().lcm(r.unsigned_abs()) as i64;
            let member = |m: i64| (m * q + p - 1) / p * p / q == m;
            let decided = terms(period, |n| n * r / s).into_iter().all(member);
            // Far beyond the period, by brute force.
            let brute = terms(4 * period + 60, |n| n * r / s).into_iter().all(member);
            agree!(decided, brute, "{r}/{s} in {p}/{q}");
            // a (p - q)/p + b s/r = 1: a (p-q) r + b s p = p r.
            let law = (1..=p).any(|a| {
                let rest = p * r - a * (p - q) * r;
                rest > 0 && rest % (s * p) == 0
            });
            ensure!(!law || decided, "{r}/{s} satisfies the condition and is not in {p}/{q}");
            pairs += 1;
            inside += u64::from(decided);
            by_law += u64::from(law);
            if decided && !law {
                beyond = beyond.or(Some(format!("{r}/{s} in {p}/{q}")));
            }
        }
    }
    Finding::holds(format!(
        "irrational: alpha = phi, sqrt 2, {cases} moduli beta in their fields, {contained} contained, terms up to {bound}; rational: {pairs} pairs with numerators up to {largest}, {inside} contained"
    ))
    .detail(format!("for rational moduli the condition of the irrational case is sufficient ({by_law} pairs) and not necessary{}", beyond.map_or(String::new(), |at| format!(": {at}"))))
}

// VIS-C-niven-skolem: who proved what.
pub(super) fn niven_skolem(_: Scale) -> Checked {
    Finding::unchecked("history: who studied which case")
}

/// A homogeneous sequence as far as it is known: `count` terms, low <= alpha < high, as fractions.
#[derive(Clone, Copy)]
struct Partial {
    count: i64,
    low: (i64, i64),
    high: (i64, i64),
}

fn less(x: (i64, i64), y: (i64, i64)) -> bool {
    x.0 * y.1 < y.0 * x.1
}

impl Partial {
    const NONE: Partial = Partial { count: 0, low: (0, 1), high: (i64::MAX >> 20, 1) };

    /// With m as the next term if `taken`, as a number that is passed over if not; `None` if no modulus does that.
    fn after(self, m: i64, taken: bool) -> Option<Partial> {
        let Partial { mut count, mut low, mut high } = self;
        if taken {
            count += 1;
            low = if less(low, (m, count)) { (m, count) } else { low };
            high = if less((m + 1, count), high) { (m + 1, count) } else { high };
        }
        // The next term is above m.
        let next = (m + 1, count + 1);
        low = if less(low, next) { next } else { low };
        less(low, high).then_some(Partial { count, low, high })
    }
}

/// The largest N up to `most` such that k homogeneous sequences, all begun by `latest`, can split 1..N; and those that reach `most`.
fn deepest(m: i64, begun: &[Partial], k: usize, latest: i64, most: i64, full: &mut Vec<Vec<Partial>>) -> i64 {
    if m > most {
        full.push(begun.to_vec());
        return most;
    }
    if begun.len() < k && m > latest {
        return 0;
    }
    let mut reached = if begun.len() == k { m - 1 } else { 0 };
    for owner in 0..(begun.len() + 1).min(k) {
        let mut all = begun.to_vec();
        if owner == begun.len() {
            all.push(Partial::NONE);
        }
        let next: Option<Vec<Partial>> =
            all.iter().enumerate().map(|(i, s)| s.after(m, i == owner)).collect();
        if let Some(next) = next {
            reached = reached.max(deepest(m + 1, &next, k, latest, most, full));
        }
    }
    reached
}

// VIS-T-uspensky: k > 1 homogeneous sequences split the positive integers only if k = 2, with 1/a + 1/b = 1.
pub(super) fn only_two(scale: Scale) -> Checked {
    let latest = scale.bound(14, 24, 40);
    let most = 4 * latest;
    let mut found = Vec::new();
    for k in 3..=scale.bound(4, 5, 6) {
        let reached = deepest(1, &[], k, latest, most, &mut Vec::new());
        ensure!(reached < most, "{k} sequences split 1..{most}");
        found.push(match reached {
            0 => format!("{k} sequences: never all begun"),
            _ => format!("{k} sequences: not beyond {reached}"),
        });
    }
    let mut pairs = Vec::new();
    agree!(deepest(1, &[], 2, latest, most, &mut pairs), most, "two sequences");
    for pair in &pairs {
        // Some a in [low, high) of the first has its complement a/(a-1) in that of the second: the complements of the ends
        // embrace it, in the other order.
        let complement = |(p, q): (i64, i64)| (p, p - q);
        let [x, y] = [pair[0], pair[1]];
        ensure!(less(complement(x.high), y.high) || x.high.0 <= x.high.1, "{:?}..{:?}", x.low, x.high);
        ensure!(x.low.0 <= x.low.1 || !less(complement(x.low), y.low), "{:?}..{:?}", y.low, y.high);
    }
    Finding::holds(format!("every real modulus, all sequences begun by {latest}")).detail(format!(
        "{}; two sequences: {} ways to split 1..{most}, all with room for 1/a + 1/b = 1",
        found.join("; "),
        pairs.len()
    ))
}

/// All splittings with distinct moduli of the given periods have Fraenkel's moduli; returns how many there are.
fn fraenkel_moduli(m: usize, periods: u64) -> Result<usize, String> {
    let law: Vec<Rational> =
        (1..=m).map(|i| Rational::from_unsigneds((1u64 << m) - 1, 1u64 << (m - i))).collect();
    let mut found = 0;
    for period in 1..=periods {
        for splitting in search_splittings(m, period, &crate::support::budget()).map_err(text)? {
            agree!(splitting.moduli(), law, "m = {m}, period {period}");
            let cover = exact_cover(&splitting.sequences()).map_err(text)?;
            ensure!(matches!(cover, Cover::Exact { .. }), "m = {m}, period {period}: {splitting:?}");
            found += 1;
        }
    }
    Ok(found)
}

// VIS-CJ-fraenkel: distinct moduli, m >= 3: alpha_i = (2^m - 1)/2^(m-i).
pub(super) fn conjecture(scale: Scale) -> Checked {
    let periods: &[(usize, u64)] = scale.bound(
        &[(3, 24), (4, 20), (5, 31)],
        &[(3, 80), (4, 60), (5, 50), (6, 66), (7, 60), (8, 60)],
        &[(3, 140), (4, 90), (5, 70), (6, 70), (7, 80), (8, 90)],
    );
    let mut found = Vec::new();
    for &(m, most) in periods {
        found.push(format!("m = {m}, periods up to {most}: {}", fraenkel_moduli(m, most)?));
    }
    Finding::open(
        "every rational splitting with distinct moduli of those periods",
        format!("only Fraenkel's moduli; splittings up to rotation: {}", found.join("; ")),
    )
}

// VIS-C-fraenkel-known: m = 3..7 are settled; the search finds those splittings and no other.
pub(super) fn known_cases(scale: Scale) -> Checked {
    let periods: &[(usize, u64)] = scale.bound(
        &[(3, 21), (4, 20)],
        &[(3, 60), (4, 45), (5, 40), (6, 64)],
        &[(3, 120), (4, 80), (5, 63), (6, 66), (7, 90)],
    );
    for &(m, most) in periods {
        let found = fraenkel_moduli(m, most)?;
        agree!(found > 0, most >= (1 << m) - 1, "m = {m}: {found} splittings of periods up to {most}");
    }
    for m in 3..=7 {
        agree!(
            exact_cover(&fraenkel_splitting(m)).map_err(text)?,
            Cover::Exact { period: (1 << m) - 1 },
            "m = {m}"
        );
    }
    Finding::holds(format!("(m, largest period): {periods:?}; Fraenkel's own splitting for m = 3..7"))
}

/// The sets floor(n alpha + gamma), n >= 1, within 1..=window, for every real gamma that a splitting by three sequences allows.
///
/// As gamma grows the set changes only where some n alpha + gamma is an integer, so gamma = c - j alpha is enough. By counting, a
/// splitting needs the sum of (1 - gamma_i)/alpha_i to be 3/2, and none exceeds 1, so a first term is at most 1 + 3 alpha/2.
fn windows(alpha: &Quadratic, window: i64) -> Result<HashSet<u128>, String> {
    let whole = |n: i64| {
        i64::try_from(&alpha.floor_mul(&n.into())).map_err(|_| "a floor is out of range".to_string())
    };
    let count = (1..).find(|n| whole(*n).map_or(true, |x| x > window)).unwrap_or(1) + 1;
    let last_start = i64::try_from(&alpha.mul_integer(&Integer::from(3)).floor())
        .map_err(|_| "a modulus is too large")?
        / 2
        + 2;
    let mut sets = HashSet::new();
    for j in 0..=count {
        let first = whole(1 - j)?;
        let steps: Vec<i64> =
            (1..=count + 1).map(|n| Ok(whole(n - j)? - first)).collect::<Result<_, String>>()?;
        for start in 1..=last_start {
            let inside = steps.iter().map(|s| start + s).filter(|m| *m <= window);
            sets.insert(inside.fold(0u128, |set, m| set | 1 << m));
        }
    }
    Ok(sets)
}

// VIS-T-graham73: real distinct moduli can split (7/4, 7/2, 7); with an irrational modulus two are equal.
pub(super) fn irrational_moduli(scale: Scale) -> Checked {
    let splitting = (1..32)
        .find_map(|period| search_splittings(3, period, &crate::support::budget()).ok()?.into_iter().next())
        .ok_or("no splitting")?;
    agree!(
        exact_cover(&splitting.sequences()).map_err(text)?,
        Cover::Exact { period: splitting.period },
        "{splitting:?}"
    );
    let (unit, window) = scale.bound((2i64, 60i64), (4, 100), (6, 120));
    // Densities (u + v phi)/unit between 1/10 and 1.
    let mut sets: BTreeMap<(i64, i64), HashSet<u128>> = BTreeMap::new();
    for v in -unit..=unit {
        for u in -3 * unit..=3 * unit {
            let density = surd(2 * u + v, v, 2 * unit, 5)?;
            let ten = density.mul_integer(&Integer::from(10));
            let inside = ten.floor() >= 1 && ten.floor() < 10;
            if inside {
                sets.insert((u, v), windows(&density.recip().map_err(text)?, window)?);
            }
        }
    }
    let all: u128 = (1..=window).fold(0, |set, m| set | 1 << m);
    let (mut distinct, mut equal) = (0, 0);
    for (x, first) in &sets {
        for (y, second) in sets.range(x..) {
            let z = (unit - x.0 - y.0, -x.1 - y.1);
            let Some(third) = sets.get(&z).filter(|_| z >= *y && (x.1, y.1) != (0, 0)) else { continue };
            let splits =
                first.iter().any(|s| second.iter().any(|t| s & t == 0 && third.contains(&(all & !(s | t)))));
            let same = x == y || *y == z;
            ensure!(
                same || !splits,
                "densities {x:?}, {y:?}, {z:?} over {unit}: distinct, and 1..{window} is split"
            );
            distinct += u64::from(!same);
            equal += u64::from(same && splits);
        }
    }
    ensure!(equal > 0, "the search finds no splitting with two equal moduli");
    let moduli: Vec<String> = splitting.moduli().iter().map(ToString::to_string).collect();
    let cover: Vec<String> = (0..3).map(|i| format!("{},{}", moduli[i], 1 - (1i64 << i))).collect();
    Finding::clarified(
        format!("irrational for real: as far as it was run two moduli are equal, and {equal} triples with two equal moduli do split 1..{window}; any real numbers: fails"),
        format!("{distinct} triples of distinct densities (u + v phi)/{unit}, not all rational, every real constant: none splits 1..{window}"),
    )
    .fails_at(found(Some(format!("the moduli {} are real and distinct, and split", moduli.join(", "))), "")?)
    .shown_by(
        format!("wyt beatty --cover {}", cover.join(" ")),
        ["exact: every positive integer is in exactly one of them"],
    )
}

// VIS-C-apps: uses in scheduling.
pub(super) fn applications(_: Scale) -> Checked {
    Finding::unchecked("which papers use the conjecture")
}

// VIS-C-rat2: P-positions of the rat game: the middle member is floor(7n/2) - 1, not floor(7n/2).
pub(super) fn rat(scale: Scale) -> Checked {
    let side = scale.bound(20, 26, 44);
    let lost = p_below("rat", side)?;
    let triples: Vec<Vec<u64>> = (0..side)
        .map(|n| if n == 0 { vec![0; 3] } else { vec![7 * n / 4, 7 * n / 2 - 1, 7 * n - 3] })
        .filter(|t| t[2] < side)
        .collect();
    agree!(lost, triples, "rules");
    for n in 0..side {
        let theory = rat_triple(&big(n)).to_vec();
        if let Some(triple) = triples.get(n as usize) {
            agree!(theory, triple.iter().map(|x| big(*x)).collect::<Vec<_>>(), "n = {n}");
        }
    }
    let bound = scale.bound(210, 2_100, 21_000);
    let gap = |less: i64| {
        defect(
            &[terms(bound, |n| 7 * n / 4), terms(bound, |n| 7 * n / 2 - less), terms(bound, |n| 7 * n - 3)],
            bound,
        )
    };
    agree!(gap(1), None, "splitting");
    let printed = gap(0).ok_or("the printed system splits")?;
    Finding::corrected(
        found(Some(format!("the printed sequences do not hit {printed} exactly once: floor(7/2) = {}, and the P-position is {:?}", 7 / 2, triples[1])), "")?,
        format!("rules: piles below {side}; splitting up to {bound}"),
    )
    .detail("P = (floor(7n/4), floor(7n/2) - 1, 7n - 3) and 0")
    .shown_by(
        "wyt p rat --below 12 && wyt beatty --cover 7/4 7/2 7,-3",
        [
            format!("{},{},{}", triples[1][0], triples[1][1], triples[1][2]),
            format!("not exact: {printed} is in none"),
        ],
    )
}

// VIS-G-mouse: Nim moves, or k, l with |k - l| < 2 if y - x is 0 mod 3, else k = l: P = (floor(3n/2), 3n - 1) and (0,0).
pub(super) fn mouse(scale: Scale) -> Checked {
    let side = scale.bound(60, 150, 500);
    let lost = literal(side, &|x, y, k, l| {
        let a = if x.abs_diff(y) % 3 == 0 { 2 } else { 1 };
        (k, l) != (0, 0) && (k == 0 || l == 0 || k.abs_diff(l) < a)
    });
    let pairs: Pairs = mouse_pairs(side);
    agree!(sorted(&lost), pairs, "by the definition");
    let near = scale.bound(40, 70, 160);
    agree!(pairs_below("mouse", near)?, mouse_pairs(near), "rules");
    for (n, (x, y)) in (0..).zip(&pairs) {
        agree!(mouse_pair(&big(n)), [big(*x), big(*y)], "n = {n}");
    }
    Finding::holds(format!("by the definition below {side}, by the rules below {near}"))
        .detail("the rule is from the literature; the survey names the game only")
}

fn mouse_pairs(side: u64) -> Pairs {
    (0..side).map(|n| (3 * n / 2, (3 * n).saturating_sub(1))).filter(|p| p.1 < side).collect()
}

/// Both orders of the pairs other than (0,0), as moves.
fn as_moves(pairs: &Pairs) -> Vec<(usize, usize)> {
    let both = pairs.iter().flat_map(|&(a, b)| [(a, b), (b, a)]).filter(|p| *p != (0, 0));
    both.map(|(a, b)| (a as usize, b as usize)).collect::<BTreeSet<_>>().into_iter().collect()
}

/// The game G* whose moves are the P-positions of the game with these pairs as moves: its P-positions, (0,0) left out.
fn star_game(pairs: &Pairs, side: u64) -> Result<Vec<(usize, usize)>, String> {
    let side = side as usize;
    let dual = star(&as_moves(pairs), side, side).map_err(text)?;
    Ok(moves_of(&star(&moves_of(&dual), side, side).map_err(text)?))
}

// VIS-C-mousetrap: an invariant game with the P-positions of the mouse game: the star of the game with those as moves.
pub(super) fn mouse_trap(scale: Scale) -> Checked {
    let side = scale.bound(40, 80, 200);
    let pairs = mouse_pairs(side);
    agree!(pairs_below("mouse", side.min(50))?, mouse_pairs(side.min(50)), "mouse");
    agree!(star_game(&pairs, side)?, as_moves(&pairs), "the invariant game");
    Finding::holds(format!("piles below {side}"))
        .detail("a subtraction game by the star operator; the rules of the mouse trap are not given")
}

/// (floor(n alpha), floor(n beta)) with 1/alpha + 1/beta = 1, below a bound.
fn beatty_pairs(alpha: &Quadratic, side: u64) -> Result<Pairs, String> {
    let beta = alpha.complement().map_err(text)?;
    let mut pairs = Pairs::new();
    for n in 0.. {
        let pair = (floor(alpha, n)?, floor(&beta, n)?);
        if pair.1 >= side {
            break;
        }
        pairs.push(pair);
    }
    Ok(pairs)
}

fn duality(alphas: &[Quadratic], side: u64) -> Checked {
    for alpha in alphas {
        let pairs = beatty_pairs(alpha, side)?;
        agree!(star_game(&pairs, side)?, as_moves(&pairs), "alpha = {alpha}");
    }
    Finding::holds(format!("{} irrational alpha, piles below {side}", alphas.len()))
}

// VIS-C-reverse: from a set of pairs to a game with these P-positions.
pub(super) fn reverse(scale: Scale) -> Checked {
    let alphas: Vec<Quadratic> =
        (1..=4u64).map(|t| surd(2 - t as i64, 1, 2, t * t + 4)).collect::<Result<_, _>>()?;
    duality(&alphas, scale.bound(40, 80, 200))
}

// VIS-CJ-DR: for every complementary pair of Beatty sequences there is an invariant game with these P-positions.
pub(super) fn star_of_pairs(scale: Scale) -> Checked {
    let alphas = [
        surd(0, 1, 1, 2)?,
        phi()?,
        surd(0, 1, 1, 3)?,
        surd(-1, 1, 2, 13)?,
        surd(1, 1, 2, 3)?,
        surd(3, 1, 4, 17)?,
        surd(7, 1, 8, 2)?,
    ];
    duality(&alphas, scale.bound(40, 80, 250))
}

// VIS-D-star: the moves of G* are the P-positions of G other than 0.
pub(super) fn star_operator(scale: Scale) -> Checked {
    let side = scale.bound(30, 50, 100);
    for spec in ["wythoff", "mouse", "t-wythoff(t=2)", "nim(piles=2)"] {
        let moves: BTreeSet<(u64, u64)> = pairs_below(spec, side)?
            .into_iter()
            .flat_map(|(a, b)| [(a, b), (b, a)])
            .filter(|p| *p != (0, 0))
            .collect();
        let own = literal(side, &|_, _, k, l| moves.contains(&(k, l)));
        let found = crate::support::special_p_below(&format!("star(of={spec})"), side)?;
        let once: Vec<Vec<u64>> = own.iter().filter(|(a, b)| a <= b).map(|(a, b)| vec![*a, *b]).collect();
        let found: Vec<Vec<u64>> = found.into_iter().filter(|p| p[0] <= p[1]).collect();
        agree!(found, once, "star of {spec}");
    }
    Finding::holds(format!("4 games, piles below {side}"))
}
