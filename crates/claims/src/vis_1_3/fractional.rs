//! VIS section 2, end: fractional parts of multiples of phi, devious convergence, partitional divergence.

use super::text;
use crate::run::Scale;
use crate::support::{floor, phi, surd};
use crate::verdict::{Checked, Finding, With, agree, ensure, found};
use malachite::base::num::arithmetic::traits::Gcd;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use wythoff_numbers::{Integer, Quadratic, Rational};

/// floor(n phi) for any integer n.
fn floor_phi(n: i64) -> Result<i64, String> {
    i64::try_from(&phi()?.floor_mul(&Integer::from(n))).map_err(|_| "a floor is out of range".to_string())
}

/// {n phi}, exactly.
fn part(n: i64) -> Result<Quadratic, String> {
    Ok(phi()?.mul_integer(&Integer::from(n)).add_integer(&Integer::from(-floor_phi(n)?)))
}

// VIS-I-semigroup: {m phi}{n phi} = {k phi} with k = mn - m floor(n phi) - n floor(m phi), m and n any integers; printed with
// m floor(phi).
pub(super) fn semigroup(scale: Scale) -> Checked {
    let most = scale.bound(12i64, 60, 400);
    let mut printed: Option<(i64, [i64; 4])> = None;
    for m in -most..=most {
        for n in -most..=most {
            let product = part(m)?.mul(&part(n)?).map_err(text)?;
            let k = m * n - m * floor_phi(n)? - n * floor_phi(m)?;
            agree!(part(k)?, product, "m = {m}, n = {n}, k = {k}");
            ensure!(m <= 0 || n <= 0 || k < 0, "m = {m}, n = {n}: k = {k} is not negative");
            let wrong = m * n - m * floor_phi(1)? - n * floor_phi(m)?;
            let size = m.max(n);
            if m > 0
                && n > 0
                && part(wrong)? != product
                && printed.as_ref().is_none_or(|(least, _)| size < *least)
            {
                printed = Some((size, [m, n, wrong, k]));
            }
        }
    }
    let (size, [m, n, wrong, k]) = printed.ok_or("the printed k is right")?;
    let phi = |x: &str| format!("floor(({x}+sqrt(5*({x})^2))/2)");
    let command = format!(
        "wyt eval 'm*n-m*{}-n*{}' 'm*n-m*{}-n*{}' --for m=1..{size} --for n=1..{size}",
        phi("1"),
        phi("m"),
        phi("n"),
        phi("m")
    );
    let printed = format!("m = {m}, n = {n}: k = {wrong}, and {{m phi}}{{n phi}} = {{{k} phi}}");
    Finding::corrected(found(Some(printed), "")?, format!("|m|, |n| <= {most}"))
        .detail(
            "k = mn - m floor(n phi) - n floor(m phi), negative for m, n > 0: closed only over all integers",
        )
        .shown_by(command, [format!("m = {m}, n = {n}: {wrong}  {k}")])
}

/// floor(n/phi).
fn slow_floor(n: u64) -> Result<u64, String> {
    floor(&phi()?.recip().map_err(text)?, n)
}

/// How often each value of n/floor(n/phi), in lowest terms, is taken for 2 <= n < bound.
fn multiplicities(bound: u64) -> Result<BTreeMap<(u64, u64), u64>, String> {
    let mut times = BTreeMap::new();
    for n in 2..bound {
        let f = slow_floor(n)?;
        let common = n.gcd(f);
        *times.entry((n / common, f / common)).or_default() += 1;
    }
    Ok(times)
}

// VIS-D-devious: x_n -> L, and for each B some value other than L is taken more than B times.
pub(super) fn devious(scale: Scale) -> Checked {
    let bound = scale.bound(400, 6_000, 60_000);
    let times = multiplicities(bound)?;
    let (value, most) = times.iter().max_by_key(|(_, times)| **times).ok_or("no values")?;
    // Below a smaller bound the most frequent value is rarer: no B holds for ever.
    let fewer = multiplicities(bound / 20)?.into_values().max().unwrap_or(0);
    ensure!(fewer < *most, "the largest multiplicity stays {most}");
    Finding::holds(format!("g(n) = n/(phi floor(n/phi)), 2 <= n < {bound}")).detail(format!(
        "phi g(n) = {}/{} is taken {most} times; below {} no value more than {fewer} times",
        value.0,
        value.1,
        bound / 20
    ))
}

// VIS-C-devious-g: g(n) -> 1, and F_{2k+1}/(phi F_{2k}) is taken exactly L_{2k+1} times, the Lucas number; g(1) is not defined.
pub(super) fn devious_g(scale: Scale) -> Checked {
    agree!(slow_floor(1)?, 0, "floor(1/phi)");
    let bound = scale.bound(2_000, 20_000, 500_000);
    for n in 2..bound {
        // 1 < g(n) < 1 + 1/f with f = floor(n/phi): phi f < n < phi (f + 1), that is floor(phi f) < n <= floor(phi (f + 1)).
        let f = slow_floor(n)?;
        ensure!(f >= 1 && floor(&phi()?, f)? < n && n <= floor(&phi()?, f + 1)?, "n = {n}");
    }
    let pairs = scale.bound(5, 8, 11);
    let (mut low, mut high, mut lucas, mut lucas_next) = (1u64, 2u64, 4u64, 7u64);
    let mut found = Vec::new();
    for k in 1..=pairs {
        // low = F_{2k}, high = F_{2k+1}, lucas = L_{2k+1}.
        let mut times = 0;
        for j in 1..=2 * lucas {
            times += u64::from(slow_floor(j * high)? == j * low);
        }
        agree!(times, lucas, "{high}/{low}, k = {k}");
        found.push(format!("{high}/{low}: {times}"));
        (low, high) = (low + high, low + 2 * high);
        (lucas, lucas_next) = (lucas + lucas_next, lucas + 2 * lucas_next);
    }
    let counted = multiplicities(scale.bound(400, 2_000, 20_000))?;
    agree!(counted.get(&(5, 3)).copied(), Some(11), "5/3");
    Finding::clarified(
        format!(
            "n >= 2: holds, values of phi g and how often: {}; at n = 1 g is not defined",
            found.join(", ")
        ),
        format!("2 <= n < {bound}: 1 < g(n) < 1 + 1/floor(n/phi)"),
    )
}

// VIS-D-slowbeatty: floor(n/phi): every value once or twice.
pub(super) fn slow(scale: Scale) -> Checked {
    let bound = scale.bound(1_000, 20_000, 500_000);
    let mut times: BTreeMap<u64, u64> = BTreeMap::new();
    for n in 1..bound {
        // 1/phi = phi - 1.
        let f = slow_floor(n)?;
        agree!(f, floor(&phi()?, n)? - n, "n = {n}");
        *times.entry(f).or_default() += 1;
    }
    let last = slow_floor(bound)?;
    for value in 0..last {
        let t = times.get(&value).copied().unwrap_or(0);
        ensure!(t == 1 || t == 2, "{value} is taken {t} times");
    }
    ensure!(times.values().any(|t| *t == 2), "no value is taken twice");
    Finding::holds(format!("n < {bound}"))
}

/// h(n) = n (g(n+1) - g(n)) with g(n) = n/(t floor(n/t)).
fn h(t: &Quadratic, n: u64) -> Result<Quadratic, String> {
    let inverse = t.recip().map_err(text)?;
    let whole = |n: u64| floor(&inverse, n).map(Integer::from);
    let (before, after) = (whole(n)?, whole(n + 1)?);
    ensure!(before != 0, "g({n}) is not defined");
    let n = Integer::from(n);
    let top = &n * ((&n + Integer::from(1)) * &before - &n * &after);
    Quadratic::rational(&Rational::from_integers(top, before * after)).div(t).map_err(text)
}

/// |x - y| < width/n.
fn close(x: &Quadratic, y: &Quadratic, width: i64, n: u64) -> Result<bool, String> {
    let apart = x.sub(y).map_err(text)?.mul_integer(&Integer::from(n));
    let below = apart.add_integer(&Integer::from(-width)).sign() == Ordering::Less;
    Ok(below && apart.add_integer(&Integer::from(width)).sign() == Ordering::Greater)
}

// VIS-D-partdiv: limits along two complementary sequences that differ; h for phi is such a sequence.
pub(super) fn partitional(scale: Scale) -> Checked {
    let last = scale.bound(1_000, 100_000, 10_000_000);
    limits(&phi()?, last)?;
    Finding::holds(format!(
        "h for t = phi: within 20/n of 1 - phi and of 1 at 100 indices n from each power of 10 up to {last}"
    ))
}

/// h(floor(nt)) -> 1 - t and h(floor(nt/(t-1))) -> 1: within 20/n, for 100 n from each power of 10 on.
fn limits(t: &Quadratic, last: u64) -> Result<(), String> {
    let other = t.complement().map_err(text)?;
    let lower = Quadratic::integer(1).sub(t).map_err(text)?;
    let mut start = 100;
    while start <= last {
        for n in start..start + 100 {
            ensure!(close(&h(t, floor(t, n)?)?, &lower, 20, n)?, "t = {t}, n = {n}, floor(nt)");
            ensure!(
                close(&h(t, floor(&other, n)?)?, &Quadratic::integer(1), 20, n)?,
                "t = {t}, n = {n}, floor(nt/(t-1))"
            );
        }
        start *= 10;
    }
    Ok(())
}

// VIS-T-partdiv: true with g_t in place of g; with g for phi, as printed, h(floor(nt)) has no limit for other t.
pub(super) fn partition_limits(scale: Scale) -> Checked {
    let last = scale.bound(1_000, 100_000, 10_000_000);
    let moduli = [phi()?, surd(0, 1, 1, 2)?, surd(0, 1, 1, 3)?, surd(0, 1, 1, 7)?, surd(1, 1, 2, 13)?];
    for t in &moduli {
        limits(t, last)?;
    }
    // t = sqrt 2 with g for phi: values near 1 and near 1 - phi come again and again.
    let (t, one) = (&moduli[1], Quadratic::integer(1));
    let low = one.sub(&phi()?).map_err(text)?;
    let mut seen = [None, None];
    for n in last..last + 20 {
        let value = h(&phi()?, floor(t, n)?)?;
        for (seen, limit) in seen.iter_mut().zip([&one, &low]) {
            if seen.is_none() && close(&value, limit, 20, n)? {
                *seen = Some(n);
            }
        }
    }
    let [Some(high), Some(low)] = seen else { return Err("h(floor(n sqrt 2)) keeps to one limit".into()) };
    // Whether h(m) > 1/2, by floors in units of 10^-15: g(m) = m/(phi f) = m (sqrt 5 - 1)/(2 f) with f = floor(m/phi).
    let g_text =
        |m: &str| format!("floor((sqrt(5*(10^15*{m})^2)-10^15*{m})/(2*floor((sqrt(5*{m}^2)-{m})/2)))");
    let at = [floor(t, high)?, floor(t, low)?];
    Finding::corrected(
        found(
            Some(format!(
                "t = sqrt 2, g for phi: h(floor(nt)) is near 1 at n = {high} and near 1 - phi at n = {low}"
            )),
            "",
        )?,
        format!(
            "{} values of t, 100 indices from each power of 10 up to {last}: within 20/n of the limits",
            moduli.len()
        ),
    )
    .detail("g must be g_t(n) = n/(t floor(n/t))")
    .shown_by(
        format!(
            "wyt eval '2*m*({0}-{1}) > 10^15' --for m={2} && wyt eval '2*m*({0}-{1}) > 10^15' --for m={3}",
            g_text("(m+1)"),
            g_text("m"),
            at[0],
            at[1]
        ),
        [format!("m = {}: 1", at[0]), format!("m = {}: 0", at[1])],
    )
}
