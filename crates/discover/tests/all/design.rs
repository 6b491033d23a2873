//! Designs solved from their rules by brute force here: the text of f is read by the rule language and the game played
//! out, and its P-positions must be the pair that the design started from.

use std::collections::HashSet;
use wythoff_discover::design::{
    Design, NoDesign, Pair, Reach, Witness, conflict, conflict_with_wythoff, conflicts_below, relaxed, star,
    uses_of_moves, wytlex,
};
use wythoff_numbers::beatty::Beatty;
use wythoff_numbers::{Budget, Integer, Natural, Real};
use wythoff_rules::Formula;

const SLOPES: [&str; 7] = ["(1+sqrt(5))/2", "sqrt(2)", "sqrt(3)", "(sqrt(13)-1)/2", "pi/2", "e/2", "1+1/pi"];

fn real(text: &str) -> Real {
    Real::parse(text).expect("a number")
}

fn homogeneous(alpha: &str, terms: usize) -> Pair {
    Pair::homogeneous(real(alpha), terms).expect("a pair")
}

fn at(f: &Formula, values: &[u64]) -> i64 {
    let values: Vec<Integer> = values.iter().map(|&v| Integer::from(v)).collect();
    i64::try_from(&f.value(&values).expect("defined")).expect("small")
}

/// The P-positions of Relaxed Wythoff in the first rows, from the rules.
fn solve_relaxed(text: &str, rows: usize) -> Vec<(u64, u64)> {
    let f = Formula::read("f", text, &["x1", "y1", "x0"]).unwrap_or_else(|e| panic!("{text}: {e}"));
    let mut p: Vec<(u64, u64)> = vec![(0, 0)];
    let mut x0 = 0;
    while p.len() <= rows {
        x0 += 1;
        if p.iter().any(|&(a, b)| a == x0 || b == x0) {
            continue;
        }
        let joined = |x0: u64, y0: u64| {
            p.iter().any(|&(x1, y1)| {
                let shares = y1 == y0 && x1 < x0;
                let both =
                    x1 < x0 && y1 < y0 && (y0 - y1) as i64 - ((x0 - x1) as i64) < at(&f, &[x1, y1, x0]);
                shares || both
            })
        };
        let y0 = (x0..).find(|&y0| !joined(x0, y0)).expect("a row has a P-position");
        p.push((x0, y0));
    }
    p.split_off(1)
}

/// The P-positions of Wytlex(2, f) in the first rows: a move to an earlier sorted position that shares a pile, or whose
/// difference e has d - e in [0, f).
fn solve_wytlex(text: &str, rows: usize) -> Vec<(u64, u64)> {
    let f = Formula::read("f", text, &["b1", "b2"]).unwrap_or_else(|e| panic!("{text}: {e}"));
    let mut p: Vec<(u64, u64)> = vec![(0, 0)];
    let mut x = 0;
    while p.len() <= rows {
        x += 1;
        if p.iter().any(|&(a, b)| a == x || b == x) {
            continue;
        }
        let joined = |y: u64| {
            p.iter().any(|&(a, b)| {
                let off = (y - x) as i64 - (b - a) as i64;
                y == a || y == b || (0 <= off && off < at(&f, &[a, b]))
            })
        };
        let y = (x..).find(|&y| !joined(y)).expect("a row has a P-position");
        p.push((x, y));
    }
    p.split_off(1)
}

#[track_caller]
fn check(design: &Design, pair: &Pair, rows: usize, solve: fn(&str, usize) -> Vec<(u64, u64)>) {
    let f = design.f.as_ref().expect("a function");
    assert!(design.spec.contains(f.as_str()));
    assert_eq!(solve(f, rows), pair.pairs()[..rows], "{}", design.spec);
}

#[test]
fn relaxed_games_of_beatty_pairs() {
    for alpha in SLOPES {
        let pair = homogeneous(alpha, 25);
        let design = relaxed(&pair, Witness::Origin).expect("realisable");
        check(&design, &pair, 25, solve_relaxed);
        let quadratic = alpha.contains("sqrt");
        assert_eq!(design.reach == Reach::Every, quadratic, "{alpha}");
        if quadratic {
            // Beyond the terms that the design has seen.
            let more = homogeneous(alpha, 45);
            check(&design, &more, 45, solve_relaxed);
        }
        let spec = relaxed(&pair, Witness::Increments).expect("realisable").spec;
        assert!(spec.starts_with("relaxed(alpha=\""), "{spec}");
    }
}

#[test]
fn relaxed_games_of_nonhomogeneous_pairs() {
    // gamma/alpha + delta/beta = 0.
    for (alpha, gamma) in [("sqrt(2)", "1/3"), ("(1+sqrt(5))/2", "-1/4"), ("sqrt(3)", "1/5")] {
        let (alpha, gamma) = (real(alpha), real(gamma));
        let beta = alpha.complement().expect("above 1");
        let delta = gamma.mul(&beta).div(&alpha).expect("not 0").neg();
        let first = Beatty::new(alpha, gamma).expect("a sequence");
        let second = Beatty::new(beta, delta).expect("a sequence");
        let pair = Pair::beatty(first, second, 40, &Default::default()).expect("complementary");
        let design = relaxed(&pair, Witness::Origin).expect("realisable");
        assert_eq!(design.reach, Reach::Every);
        check(&design, &pair, 40, solve_relaxed);
        if let Ok(design) = relaxed(&pair, Witness::Increments) {
            check(&design, &pair, 40, solve_relaxed);
        }
    }
    let half = Beatty::new(real("3/2"), real("0")).expect("a sequence");
    let third = Beatty::new(real("3"), real("-1")).expect("a sequence");
    let pair = Pair::beatty(half.clone(), third, 30, &Default::default()).expect("complementary");
    check(&relaxed(&pair, Witness::Origin).expect("realisable"), &pair, 30, solve_relaxed);
    let wrong = Beatty::new(real("3"), real("0")).expect("a sequence");
    assert!(matches!(Pair::beatty(half, wrong, 30, &Default::default()), Err(NoDesign::NotComplementary(_))));
}

#[test]
fn wytlex_games_of_beatty_pairs() {
    for alpha in SLOPES {
        let pair = homogeneous(alpha, 30);
        let steps = pair.pairs().windows(2).position(|w| w[1].1 - w[1].0 <= w[0].1 - w[0].0);
        match (wytlex(&pair), steps) {
            (Ok(design), None) => {
                check(&design, &pair, 25, solve_wytlex);
                if design.reach == Reach::Every {
                    check(&design, &homogeneous(alpha, 45), 45, solve_wytlex);
                }
            }
            (Err(NoDesign::Differences { m, n, .. }), Some(at)) => {
                assert_eq!((m, n), (at + 1, at + 2), "{alpha}")
            }
            (other, steps) => panic!("{alpha}: {other:?}, {steps:?}"),
        }
    }
    let golden = wytlex(&homogeneous("(1+sqrt(5))/2", 5)).expect("d_n = n");
    assert_eq!(golden.reach, Reach::Every);
    assert!(wytlex(&homogeneous("e/2", 30)).is_ok_and(|d| d.reach == Reach::Rows(30)));
}

#[test]
fn pairs_that_are_no_game() {
    assert_eq!(Pair::listed(&[1, 2], &[3, 3]).err(), Some(NoDesign::Twice { value: 3, first: 1, second: 2 }));
    assert_eq!(Pair::listed(&[1, 4], &[3, 5]).err(), Some(NoDesign::Missed { value: 2, index: 2 }));
    assert_eq!(Pair::listed(&[0], &[1]).err(), Some(NoDesign::Zero(1)));
    assert_eq!(Pair::listed(&[], &[]).err(), Some(NoDesign::Lengths(0, 0)));
    // The counterexample to the second sentence of RLX Theorem 5.
    let pair = Pair::listed(&[1, 2, 3, 7], &[4, 5, 6, 8]).expect("complementary");
    assert!(matches!(relaxed(&pair, Witness::Origin), Err(NoDesign::Differences { m: 3 | 1, n: 4, .. })));
    assert!(matches!(wytlex(&pair), Err(NoDesign::Differences { m: 1, n: 2, .. })));
    // Crossing pairs with decreasing b are fine for Relaxed Wythoff.
    let crossing = Pair::listed(&[1, 2, 4], &[6, 3, 5]).expect("complementary");
    check(&relaxed(&crossing, Witness::Origin).expect("realisable"), &crossing, 3, solve_relaxed);
}

#[test]
fn realisable_is_what_brute_force_says() {
    // All pairings of 1..=8: realisable iff the witness at the origin works; otherwise no f >= 0 does, since the move
    // is legal for f = 0 already.
    fn pairings(rest: &[u64]) -> Vec<Vec<(u64, u64)>> {
        let Some((&first, others)) = rest.split_first() else { return vec![Vec::new()] };
        let with = |i: usize| {
            let mut left = others.to_vec();
            let partner = left.remove(i);
            pairings(&left).into_iter().map(move |mut tail| {
                tail.insert(0, (first, partner));
                tail
            })
        };
        (0..others.len()).flat_map(with).collect()
    }
    for pairing in pairings(&[1, 2, 3, 4, 5, 6, 7, 8]) {
        let (a, b): (Vec<u64>, Vec<u64>) = pairing.iter().copied().unzip();
        let pair = Pair::listed(&a, &b).expect("complementary");
        let joined = pairing
            .iter()
            .any(|&(x1, y1)| pairing.iter().any(|&(x0, y0)| x1 < x0 && y1 < y0 && y0 - x0 < y1 - x1));
        match relaxed(&pair, Witness::Origin) {
            Ok(design) => {
                assert!(!joined);
                check(&design, &pair, 4, solve_relaxed);
            }
            Err(_) => assert!(joined, "{pairing:?}"),
        }
    }
}

#[test]
fn star_gives_the_pairs_back() {
    for alpha in SLOPES {
        let design = star(&homogeneous(alpha, 60), 60).expect("Duchêne and Rigo's conjecture, proved");
        assert!(matches!(design.reach, Reach::Below(60)), "{alpha}");
    }
    // Rational slopes may fail: floor((5n-2)/3) and floor((5n+1)/2).
    let first = Beatty::new(real("5/3"), real("-2/3")).expect("a sequence");
    let second = Beatty::new(real("5/2"), real("1/2")).expect("a sequence");
    let pair = Pair::beatty(first, second, 40, &Default::default()).expect("complementary");
    assert_eq!(star(&pair, 60).err(), Some(NoDesign::Star { x: 2, y: 5, is: 'N' }));
}

/// Wythoff's P-positions with smaller pile below the bound, both arrangements, by mex.
fn wythoff(bound: u64) -> HashSet<(u64, u64)> {
    let mut used = HashSet::new();
    let mut all = HashSet::new();
    let (mut n, mut a) = (0, 0);
    while a < bound {
        all.extend([(a, a + n), (a + n, a)]);
        used.extend([a, a + n]);
        while used.contains(&a) {
            a += 1;
        }
        n += 1;
    }
    all
}

#[test]
fn adjoinable_moves_of_wythoff() {
    let positions = wythoff(1000);
    let blocked: HashSet<(u64, u64)> =
        conflicts_below(&positions, 90, &Budget::default()).unwrap().into_iter().collect();
    for i in 0..90u64 {
        for j in i..90 {
            let conflict = conflict_with_wythoff(&Natural::from(i), &Natural::from(j));
            assert_eq!(conflict.is_some(), blocked.contains(&(i, j)), "({i},{j})");
            if let Some(found) = conflict {
                let small = |p: &[Natural; 2]| {
                    (u64::try_from(&p[0]).expect("small"), u64::try_from(&p[1]).expect("small"))
                };
                let (from, to) = (small(&found.from), small(&found.to));
                assert!(positions.contains(&from) && positions.contains(&to), "({i},{j})");
                assert_eq!((from.0 - to.0, from.1 - to.1), (i, j));
            }
        }
    }
    assert_eq!(conflict(&positions, 2, 3), Some(((3, 5), (1, 2))));
    assert_eq!(conflict(&positions, 1, 3), None);
}

#[test]
fn adjoining_at_a_hundred_digits() {
    use wythoff_numbers::Quadratic;
    use wythoff_numbers::int::traits::Pow;
    let phi = Quadratic::golden();
    let d = Integer::from(3).pow(200);
    let a = phi.floor_mul(&d);
    let natural = |x: Integer| Natural::try_from(x).expect("positive");
    // The P-position itself, its dual, and a crossing one cannot be adjoined; a neighbour of these can.
    let m = Integer::from(7).pow(60);
    let n = &d - &m;
    let crossing = phi.floor_mul(&n) - (phi.floor_mul(&m) + &m);
    for (i, joins) in [
        (a.clone(), true),
        (&a + Integer::from(1), true),
        (crossing, true),
        (&a + Integer::from(2), false),
        (&a - Integer::from(1), false),
    ] {
        let found = conflict_with_wythoff(&natural(i.clone()), &natural(&i + &d));
        assert_eq!(found.is_some(), joins);
        if let Some(found) = found {
            for [x, y] in [&found.from, &found.to] {
                let (x, y) =
                    (Integer::from(x.clone().min(y.clone())), Integer::from(x.clone().max(y.clone())));
                assert_eq!(phi.floor_mul(&(&y - &x)), x);
            }
            assert_eq!(Integer::from(&found.from[0]) - Integer::from(&found.to[0]), i);
            assert_eq!(Integer::from(&found.from[1]) - Integer::from(&found.to[1]), &i + &d);
        }
    }
}

#[test]
fn needed_moves_of_wythoff() {
    let below = 60;
    let positions = wythoff(below);
    let uses =
        uses_of_moves(|i, j| i == 0 || j == 0 || i == j, &positions, below, &Budget::default()).unwrap();
    // Dropping a move turns the first position that needs it into P: solve without it and see.
    for spare in [(0u64, 1u64), (1, 1), (2, 2), (0, 7), (5, 5)] {
        let stated = uses.iter().find(|u| u.vector == spare).expect("a move of Wythoff").needed_at;
        let mut p: HashSet<(u64, u64)> = HashSet::new();
        let mut first_change = None;
        for sum in 0..2 * below - 1 {
            for x in sum.saturating_sub(below - 1)..=sum.min(below - 1) {
                let y = sum - x;
                let wins = p.iter().any(|&(u, v)| {
                    u <= x && v <= y && (u, v) != (x, y) && {
                        let (i, j) = (x - u, y - v);
                        (i == 0 || j == 0 || i == j) && (i.min(j), i.max(j)) != spare
                    }
                });
                if !wins {
                    p.insert((x, y));
                    if !positions.contains(&(x, y)) && first_change.is_none() {
                        first_change = Some((x, y));
                    }
                }
            }
        }
        assert_eq!(stated.is_some(), first_change.is_some(), "{spare:?}: {stated:?} {first_change:?}");
    }
}
