//! Wytlex(2, f) (LEX Definition 16): piles may grow, the sorted result must come earlier, and a shared difference may
//! be off by less than f of the position moved to.
//!
//! LEX Theorem 22 with its corrected hypotheses: pairs with a_n increasing are the P-set of some Wytlex(2, f) iff the
//! differences b_n - a_n strictly increase; then f(0,0) = b_1 - 1 and f(a_n, b_n) = d_(n+1) - d_n.

use super::pair::Lines;
use super::{Design, NoDesign, Pair, Reach};
use std::cmp::Ordering;
use wythoff_numbers::int::traits::*;
use wythoff_numbers::{Rational, Real};

/// The game of a pair, or the first index whose difference does not exceed the one before. O(n).
///
/// ```
/// use wythoff_discover::design::{Pair, wytlex};
/// use wythoff_numbers::Real;
/// let pair = |alpha: &str| Pair::homogeneous(Real::parse(alpha).unwrap(), 40);
/// assert!(wytlex(&pair("sqrt(2)")?).is_ok());
/// // alpha > 3/2 and not of the exceptional family: two differences are equal.
/// assert!(wytlex(&pair("sqrt(3)")?).is_err());
/// assert!(wytlex(&pair("(1+sqrt(5))/2")?).is_ok());
/// # Ok::<(), wythoff_discover::design::NoDesign>(())
/// ```
pub fn wytlex(pair: &Pair) -> Result<Design, NoDesign> {
    let pairs = pair.pairs();
    let (mut am, mut bm) = (0, 0);
    for (i, &(a, b)) in pairs.iter().enumerate() {
        if b - a <= bm - am {
            let rule = "the differences of its P-positions strictly increase";
            return Err(NoDesign::Differences {
                game: "Wytlex(2, f)",
                m: i,
                am,
                bm,
                n: i + 1,
                an: a,
                bn: b,
                rule,
            });
        }
        (am, bm) = (a, b);
    }
    let for_ever = always_increasing(pair)?;
    let (f, reach) = match pair.quadratic() {
        Some(lines) if for_ever => (closed(&lines, pairs[0]), Reach::Every),
        _ => (tabulated(pairs), Reach::Rows(pairs.len())),
    };
    Ok(Design {
        spec: format!("wytlex(piles=2,f=\"{f}\")"),
        f: Some(f),
        reach,
        reason: "f(0,0) = b_1 - 1 and f(a_n, b_n) = (b_(n+1) - a_(n+1)) - (b_n - a_n), 1 elsewhere; the differences strictly increase, as they must".to_string(),
        cites: vec!["LEX-T22", "LEX-D21"],
    })
}

/// Whether b_n - a_n strictly increases for all n: beta >= 3, or homogeneous with u = beta - 2 and u/(1 - u^2) a positive
/// integer (ledger RLX-T3FIX, where beta = 1 + ((2b-1) + sqrt(4b^2+1))/(2b) with b that integer).
fn always_increasing(pair: &Pair) -> Result<bool, NoDesign> {
    let Some((first, second)) = pair.sequences() else { return Ok(false) };
    let beta = second.alpha();
    let three = Rational::from(3);
    if beta.cmp_rational(&three)? != Ordering::Less {
        return Ok(true);
    }
    let homogeneous = first.gamma().to_string() == "0" && second.gamma().to_string() == "0";
    if !homogeneous || beta.as_quadratic().is_none() {
        return Ok(false);
    }
    let u = beta.sub(&Real::from(2));
    let b = u.div(&Real::from(1).sub(&u.mul(&u)))?;
    Ok(b.as_quadratic().and_then(|b| b.to_rational()).is_some_and(|b| b.is_integer() && b >= 1))
}

fn closed(lines: &Lines<'_>, first: (u64, u64)) -> String {
    let n = lines.index("b1");
    let next = format!("{n}+1");
    let step = format!("{} - {} - (b2 - b1)", lines.b(&next), lines.a(&next));
    let here = format!("b1 == {} and b2 == {}", lines.a(&n), lines.b(&n));
    format!("if b2 == 0 then {} else if {here} then {step} else 1", first.1 - first.0)
}

fn tabulated(pairs: &[(u64, u64)]) -> String {
    let difference = |i: usize| pairs[i].1 - pairs[i].0;
    let rows: Vec<(u64, u64, u64)> = (0..pairs.len().saturating_sub(1))
        .map(|i| (pairs[i].0, pairs[i].1, difference(i + 1) - difference(i)))
        .collect();
    format!("if b2 == 0 then {} else ({})", difference(0), rows_text(&rows))
}

/// A balanced tree over b1, with the larger pile tested at the leaf.
fn rows_text(rows: &[(u64, u64, u64)]) -> String {
    match rows {
        [] => "1".to_string(),
        [(a, b, value)] => format!("if b1 == {a} and b2 == {b} then {value} else 1"),
        _ => {
            let (low, high) = rows.split_at(rows.len() / 2);
            format!("if b1 < {} then ({}) else ({})", high[0].0, rows_text(low), rows_text(high))
        }
    }
}
