//! The linear fragment says the same as the rules: every pair of positions in a box, move or not.

use std::collections::BTreeSet;
use wythoff_rules::{Condition, Conjunction, Rules};

fn holds(conjunction: &Conjunction, x: &[u64], y: &[u64]) -> bool {
    conjunction.conditions.iter().all(|condition| {
        let (form, modulus) = match condition {
            Condition::AtLeastZero(form) => (form, None),
            Condition::Divisible(form, m) => (form, Some(*m as i64)),
        };
        let dot = |c: &[i64], p: &[u64]| c.iter().zip(p).map(|(c, v)| c * *v as i64).sum::<i64>();
        let value = dot(&form.before, x) + dot(&form.after, y) + form.constant;
        modulus.map_or(value >= 0, |m| value.rem_euclid(m) == 0)
    })
}

fn positions(bounds: &[Option<u64>], side: u64) -> Vec<Vec<u64>> {
    bounds.iter().fold(vec![Vec::new()], |all, bound| {
        let side = bound.unwrap_or(side);
        all.iter().flat_map(|p: &Vec<u64>| (0..side).map(move |x| [p.as_slice(), &[x]].concat())).collect()
    })
}

#[test]
fn the_fragment_has_the_same_moves_as_the_rules() {
    for (text, side) in [
        ("(i,0) (0,i) (i,i)", 9),
        ("(i,0) (0,2i) (3i,2i) (1,2)", 9),
        ("(i,0) (0,i) (k,l) where |k - l| < 3", 8),
        ("piles unordered x, y\nmove (2*i, 0)\nmove (k, l) where |k - l| < 4 and (k - l) mod 2 == 0", 8),
        ("piles sorted x <= y\nmove (0, i)\nmove (i, i)\nmove (k, l) for k >= 1, l >= 0 where l < k", 8),
        ("piles sorted x <= y\nmove (i, 0)\nmove (i, i) where x' >= 1 and y' >= 2", 8),
        ("piles unordered x, y\nmove (i, i) where i mod 2 == 1 or i >= 4\nmove (i, 0)", 9),
        ("param f(k) = 3\npiles unordered x, y\nmove (i, 0)\nmove (k, l) where k <= l < f(k)", 8),
        ("piles unordered x[3]\nmove (i, 0...)\nmove (i...)", 5),
        ("(i,j) for i >= 0, j >= 0 where i + j > 0 and (|i - j| < 2 or min(i, j) < 1)", 8),
        (
            "piles ordered x, y\nextra i below 2\nmove (k, 0, 0)\nmove (0, 0, k)\nmove (p, 3p, i - j) for p >= 1, 0 <= j < 2",
            6,
        ),
        (
            "piles sorted x <= y\nmove (i, 0)\nmove (0, i)\nmove (k, l) where |k - l| < (if (y - x) mod 3 == 0 then 2 else 1)",
            8,
        ),
        ("(i,0) (0,i) (k,l) where 2*|k - l| + 1 <= 5", 8),
        ("(i,0) (0,i) (k,l) where |k - l| mod 2 == 1", 8),
        ("(i,0) (0,i) (k,l) where (2*max(k, l) - min(k, l) - 3) mod 5 >= 3", 8),
        ("(k,l) where 4 - min(k, l) < 2*max(k, l) - |k - 2*l|", 8),
        ("(k,l) where (if k > l then 2 else 5) - l <= 3*(if l > 2 then 1 else k)", 8),
        ("piles ordered x, y, z\nmove (i, j, k) where 2*max(i, j, k) <= i + j + k", 5),
    ] {
        let rules = Rules::read(text).unwrap();
        let fragment = rules.fragment().unwrap();
        let all = positions(rules.bounds(), side);
        for x in &all {
            let from_rules: BTreeSet<Vec<u64>> = rules.options(x).unwrap().into_iter().collect();
            let from_fragment: BTreeSet<Vec<u64>> = all
                .iter()
                .filter(|y| x.iter().zip(*y).zip(rules.bounds()).all(|((x, y), b)| y <= x || b.is_some()))
                .filter(|y| fragment.iter().any(|c| holds(c, x, y)))
                .map(|y| rules.canonical(y))
                .collect();
            assert_eq!(from_rules, from_fragment, "{text} at {x:?}");
        }
    }
}
