//! Relaxed Wythoff (RLX Definition 2): from x0 <= y0 take from one pile, or from both to x1 <= y1 with
//! (y0 - y1) - (x0 - x1) < f(x1, y1, x0).
//!
//! A complementary pair is realisable iff a_m < a_n and b_m < b_n imply b_m - a_m <= b_n - a_n (ledger RLX-T5GEN):
//! otherwise the move from the later pair to the earlier one is legal for every f >= 0.

use super::text::table;
use super::{Design, NoDesign, Pair, Reach};

/// Which f is written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Witness {
    /// f(0, 0, a_n) = b_n - a_n and 0 elsewhere: works for every realisable pair (ledger RLX-T5ALT).
    Origin,
    /// f(x0) = (b_n - b_(n-1)) - (a_n - a_(n-1)) at x0 = a_n, 0 elsewhere: RLX (39), for Beatty pairs.
    Increments,
}

/// The relaxed game of a pair, or the first pair that no f allows. O(n log n).
///
/// ```
/// use wythoff_discover::design::{Pair, Witness, relaxed};
/// let pair = Pair::listed(&[1, 3, 4, 6], &[2, 5, 7, 8])?;
/// // (6,8) has a smaller difference than (4,7) and lies beyond it.
/// assert!(relaxed(&pair, Witness::Origin).is_err());
/// # Ok::<(), wythoff_discover::design::NoDesign>(())
/// ```
pub fn relaxed(pair: &Pair, witness: Witness) -> Result<Design, NoDesign> {
    realisable(pair.pairs())?;
    match witness {
        Witness::Origin => Ok(origin(pair)),
        Witness::Increments => increments(pair),
    }
}

/// The first pair whose difference is below that of an earlier pair with smaller larger coordinate.
fn realisable(pairs: &[(u64, u64)]) -> Result<(), NoDesign> {
    // A staircase of earlier pairs: b increasing, differences increasing; others are dominated.
    let mut stairs: std::collections::BTreeMap<u64, usize> = std::collections::BTreeMap::new();
    let difference = |i: usize| pairs[i].1 - pairs[i].0;
    for n in 0..pairs.len() {
        let (an, bn) = pairs[n];
        if let Some((_, &m)) = stairs.range(..bn).next_back()
            && difference(m) > difference(n)
        {
            let (am, bm) = pairs[m];
            let rule = "the later pair lies beyond the earlier one but has the smaller difference, so a legal move joins them whatever f is";
            return Err(NoDesign::Differences {
                game: "Relaxed Wythoff",
                m: m + 1,
                am,
                bm,
                n: n + 1,
                an,
                bn,
                rule,
            });
        }
        let dominated: Vec<u64> = stairs
            .range(bn..)
            .take_while(|(_, m)| difference(**m) <= difference(n))
            .map(|(b, _)| *b)
            .collect();
        for b in dominated {
            stairs.remove(&b);
        }
        stairs.insert(bn, n);
    }
    Ok(())
}

fn origin(pair: &Pair) -> Design {
    let (value, reach, how) = match pair.quadratic() {
        Some(lines) => {
            let value = format!("max(0, {} - x0)", lines.b(&lines.index("x0")));
            (value, Reach::Every, "in closed form")
        }
        None => {
            let values: Vec<(u64, u64)> = pair.pairs().iter().map(|&(a, b)| (a, b - a)).collect();
            (table("x0", &values, 0), Reach::Rows(values.len()), "from the listed terms")
        }
    };
    let f = format!("if y1 == 0 then ({value}) else 0");
    Design {
        spec: format!("relaxed(f=\"{f}\")"),
        f: Some(f),
        reach,
        reason: format!(
            "f(0,0,a_n) = b_n - a_n and 0 elsewhere, {how}: from (a_n, y) with a_n <= y < b_n the origin is reached, and no P-position reaches another because b_n - a_n never decreases along pairs that grow in both coordinates"
        ),
        cites: vec!["RLX-T5ALT", "RLX-T5GEN"],
    }
}

fn increments(pair: &Pair) -> Result<Design, NoDesign> {
    let pairs = pair.pairs();
    let reason = "f(x0) = (b_n - b_(n-1)) - (a_n - a_(n-1)) at x0 = a_n, where x0 + f(x0) never decreases along the a_n, so b_n = a_n + f(a_n) + b_(n-1) - a_(n-1)".to_string();
    let cites = vec!["RLX-T5", "RLX-T4S"];
    if let Some((first, _)) = pair.sequences().filter(|(first, _)| first.gamma().to_string() == "0") {
        let spec = format!("relaxed(alpha=\"{}\")", first.alpha());
        return Ok(Design { spec, f: None, reach: Reach::Every, reason, cites });
    }
    let mut values = Vec::with_capacity(pairs.len());
    let (mut last, mut before) = (0, 0);
    for (i, &(a, b)) in pairs.iter().enumerate() {
        let difference = b - a;
        // RLX-T4S needs f >= 0 and a_n + f(a_n) nondecreasing.
        let sum = difference.checked_sub(last).map(|f| (f, a + f)).filter(|&(_, sum)| sum >= before);
        let Some((f, sum)) = sum else {
            let (am, bm) = if i == 0 { (0, 0) } else { pairs[i - 1] };
            let rule = "a_n + f(a_n) would decrease, so the increments of RLX (39) do not serve; use the witness at the origin";
            return Err(NoDesign::Differences {
                game: "RLX (39)",
                m: i,
                am,
                bm,
                n: i + 1,
                an: a,
                bn: b,
                rule,
            });
        };
        values.push((a, f));
        (last, before) = (difference, sum);
    }
    let f = table("x0", &values, 0);
    let reach = Reach::Rows(values.len());
    Ok(Design { spec: format!("relaxed(f=\"{f}\")"), f: Some(f), reach, reason, cites })
}
