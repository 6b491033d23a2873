//! How b_n comes from a_n and n: b_n = s a_n + t n + c, exactly, from some index on, or up to a bounded error.

use super::Finding;
use super::Numbers;
use super::additive::additive_period;
use super::data::Pairs;
use super::spectrum::{self, Expected};
use wythoff_numbers::Quadratic;

pub(super) fn of_pairs(pairs: &Pairs) -> Vec<Finding> {
    let relation = linear(pairs);
    let difference: Vec<i64> = pairs.a.iter().zip(&pairs.b).map(|(a, b)| b - a).collect();
    let mut found: Vec<Finding> = relation.into_iter().collect();
    if found.is_empty() {
        found.extend(super::additive::of_terms("(b-a)", 0, &difference));
        if additive_period(&difference).is_none() {
            found.extend(spectrum::of_terms("(b-a)", 0, &difference));
            found.extend(bounded(pairs, &difference));
        }
    }
    found
}

/// The slope alpha with 1/alpha + 1/(s alpha + t) = 1 that b_n = s a_n + t n + c asks of a complementary pair:
/// s alpha^2 + (t - s - 1) alpha - t = 0.
pub(super) fn slope_of(pairs: &Pairs) -> Option<Expected> {
    let Relation { s, t, c, .. } = relation(pairs)?;
    let (s, t) = (i64::try_from(s).ok()?, i64::try_from(t).ok()?);
    let b = t.checked_sub(s)?.checked_sub(1)?;
    let discriminant = b.checked_mul(b)?.checked_add(s.checked_mul(t)?.checked_mul(4)?)?;
    let slope = Quadratic::new(-b, 1, u64::try_from(discriminant).ok()?, s.checked_mul(2)?).ok()?;
    let formula = combination(&[(s.into(), "a_n"), (t.into(), "n"), (c, "")]);
    slope
        .is_irrational()
        .then(|| Expected { slope, reason: format!("the slope that b_n = {formula} asks for") })
}

/// b_n = s a_n + t n + c from an index on.
struct Relation {
    s: i128,
    t: i128,
    c: i128,
    from: usize,
}

/// Integers s >= 0, t, c that hold from an index in the first half on.
fn relation(pairs: &Pairs) -> Option<Relation> {
    let last = pairs.len() - 1;
    let row = |n: usize| [i128::from(pairs.a[n]), n as i128, i128::from(pairs.b[n])];
    // Two differences of rows give s and t; neighbours may be dependent, so several are tried.
    let (s, t) = (1..=8.min(last / 2)).find_map(|gap| {
        let base = row(last);
        let minus = |n: usize| {
            let r = row(n);
            [base[0] - r[0], base[1] - r[1], base[2] - r[2]]
        };
        let (u, v) = (minus(last - gap), minus(last / 2));
        let determinant = u[0] * v[1] - u[1] * v[0];
        if determinant == 0 {
            return None;
        }
        let (s, t) = (u[2] * v[1] - u[1] * v[2], u[0] * v[2] - u[2] * v[0]);
        (s % determinant == 0 && t % determinant == 0).then(|| (s / determinant, t / determinant))
    })?;
    let rest = |n: usize| row(n)[2] - s * row(n)[0] - t * n as i128;
    let c = rest(last);
    let from = (0..=last).rev().take_while(|&n| rest(n) == c).last()?;
    (s >= 0 && 2 * from <= last).then_some(Relation { s, t, c, from })
}

fn linear(pairs: &Pairs) -> Option<Finding> {
    let Relation { s, t, c, from } = relation(pairs)?;
    let since = if from == 0 { "for every n".to_string() } else { format!("for n >= {from}") };
    let statement = format!("b_n = {} {since}", combination(&[(s, "a_n"), (t, "n"), (c, "")]));
    let data = Numbers::Difference { c: c as i64, from, s: s as i64, t: t as i64 };
    Some(Finding::new("difference", statement, pairs.bound(), data))
}

/// `2 a_n + 3 n - 1`.
pub(super) fn combination(parts: &[(i128, &str)]) -> String {
    let mut text = String::new();
    for &(factor, name) in parts {
        if factor == 0 {
            continue;
        }
        let sign = match (text.is_empty(), factor < 0) {
            (true, true) => "-",
            (true, false) => "",
            (false, true) => " - ",
            (false, false) => " + ",
        };
        let size = factor.abs();
        let body = match (size, name) {
            (_, "") => size.to_string(),
            (1, _) => name.to_string(),
            _ => format!("{size} {name}"),
        };
        text.push_str(sign);
        text.push_str(&body);
    }
    if text.is_empty() { "0".to_string() } else { text }
}

/// b_n - a_n - t n in a short interval, for the integer t nearest to the growth.
fn bounded(pairs: &Pairs, difference: &[i64]) -> Option<Finding> {
    let last = pairs.len() - 1;
    let half = last / 2;
    let (rise, run) = (difference[last] - difference[half], (last - half) as i64);
    let t = (2 * rise + run).div_euclid(2 * run);
    let off = |range: std::ops::RangeInclusive<usize>| {
        let errors = range.map(|n| difference[n] - t * n as i64);
        errors.fold((i64::MAX, i64::MIN), |(least, most), e| (least.min(e), most.max(e)))
    };
    let ((least, most), (early_least, early_most)) = (off(0..=last), off(0..=half));
    // Bounded only if the second half adds little to what the first half shows.
    if t < 1 || most - least > 64 || 2 * (most - least) > 3 * (early_most - early_least) + 4 {
        return None;
    }
    let limit = if t == 1 { "(1+sqrt(5))/2".to_string() } else { format!("(2-{t}+sqrt({t}^2+4))/2") };
    let statement = format!(
        "b_n - a_n - {} lies between {least} and {most}; were it bounded for ever and a, b complementary, a_n/n would tend to {limit}",
        combination(&[(i128::from(t), "n")])
    );
    Some(Finding::new("difference", statement, pairs.bound(), Numbers::NearDifference { least, most, t }))
}
