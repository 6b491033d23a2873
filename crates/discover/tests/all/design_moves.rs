//! Moves that a game can gain or lose, and games of pairs of sequences at their edges.

use std::collections::{BTreeSet, HashSet};
use wythoff_catalog::Resolved;
use wythoff_discover::design::{
    Conflict, NoDesign, Pair, Reach, conflict_by_theory, conflict_with_t_wythoff, conflicts_below, star,
    uses_of_moves, with_move, without_move, wytlex,
};
use wythoff_numbers::{Budget, Natural, Quadratic, Real};
use wythoff_rules::Rules;
use wythoff_solvers::p_below;
use wythoff_theory::Decider;
use wythoff_theory::t_wythoff::Algebraic;

#[test]
fn joined_pairs_of_t_wythoff() {
    for t in 1..6u64 {
        let game = Algebraic::new(t).unwrap();
        let small = |n: Natural| u64::try_from(&n).unwrap();
        let pairs = (0..400u64).map(|n| (small(game.lower(&n.into())), small(game.upper(&n.into()))));
        let positions: HashSet<(u64, u64)> = pairs.flat_map(|(a, b)| [(a, b), (b, a)]).collect();
        let listed: Vec<(u64, u64)> = positions.iter().copied().collect();
        let blocked: HashSet<(u64, u64)> =
            conflicts_below(&positions, 60, &Budget::default()).unwrap().into_iter().collect();
        for (i, j) in (0..60u64).flat_map(|i| (i..60).map(move |j| (i, j))) {
            let found = conflict_with_t_wythoff(t, &i.into(), &j.into());
            assert_eq!(found.is_some(), blocked.contains(&(i, j)), "t = {t}, ({i},{j})");
            if let Some(Conflict { from, to }) = found {
                assert!(game.is_p(&from) == Ok(true) && game.is_p(&to) == Ok(true), "t = {t}, ({i},{j})");
                assert_eq!([&from[0] - &to[0], &from[1] - &to[1]], [i, j].map(Natural::from));
            }
        }
        assert!(conflict_by_theory(&game, &listed, &1u32.into(), &(1 + t).into()).unwrap().is_some());
        assert!(conflict_by_theory(&game, &listed, &0u32.into(), &9u32.into()).unwrap().is_none());
    }
}

fn rules(spec: &str) -> Rules {
    Resolved::parse(spec).ok().and_then(Resolved::into_rules).unwrap_or_else(|| panic!("{spec}"))
}

fn lost(rules: &Rules) -> BTreeSet<Vec<u64>> {
    p_below(rules, 40, &Budget::default()).unwrap().positions.into_iter().collect()
}

/// P-positions of the moves allowed by a predicate on sorted amounts, by the definition.
fn plain(allowed: impl Fn(u64, u64) -> bool) -> BTreeSet<Vec<u64>> {
    let mut lost: BTreeSet<Vec<u64>> = BTreeSet::new();
    for sum in 0..79u64 {
        for x in sum.saturating_sub(39)..=sum / 2 {
            let y = sum - x;
            let wins = lost.iter().flat_map(|p| [(p[0], p[1]), (p[1], p[0])]).any(|(u, v)| {
                u <= x && v <= y && (u, v) != (x, y) && allowed((x - u).min(y - v), (x - u).max(y - v))
            });
            if !wins {
                lost.insert(vec![x, y]);
            }
        }
    }
    lost
}

#[test]
fn changed_rules_are_read_and_played() {
    for (spec, t) in
        [("wythoff", 1), ("t-wythoff(t=3)", 3), ("(i,0) (0,i) (i,i)", 1), ("fraenkel(f=\"2\")", 2)]
    {
        let rules = rules(spec);
        let band = |k: u64, l: u64| k == 0 || l - k < t;
        let more = Rules::read(&with_move(&rules, "2", "7").unwrap()).unwrap();
        assert_eq!(lost(&more), plain(|k, l| band(k, l) || (k, l) == (2, 7)), "{spec}");
        for (i, j) in [(0, 3), (2, 2)] {
            let less = Rules::read(&without_move(&rules, &i.to_string(), &j.to_string()).unwrap()).unwrap();
            assert_eq!(lost(&less), plain(|k, l| band(k, l) && (k, l) != (i, j)), "{spec} without {i},{j}");
        }
    }
    assert!(with_move(&rules("nim(piles=3)"), "1", "1").is_none());
    let text = |spec: &str, i: &str, j: &str| without_move(&rules(spec), i, j).expect("rules");
    // Only the family that takes the move is changed, and one that takes nothing else goes.
    assert_eq!(text("wythoff", "2", "2").matches("where").count(), 1);
    assert!(!text("(i,0) (0,i) (i,i) (2,4) (4,2)", "4", "2").contains('4'));
}

#[test]
fn an_adjoinable_move_changes_nothing() {
    let rules = rules("t-wythoff(t=2)");
    for (i, j) in [(1u64, 4u64), (3, 8), (2, 7), (1, 3), (3, 6)] {
        let [k, l] = [i, j].map(Natural::from);
        let conflict = conflict_with_t_wythoff(2, &k, &l);
        let more = Rules::read(&with_move(&rules, &i.to_string(), &j.to_string()).unwrap()).unwrap();
        assert_eq!(lost(&more) == lost(&rules), conflict.is_none(), "({i},{j})");
    }
}

#[test]
fn of_nim_every_move_is_needed_and_an_idle_one_is_not() {
    let nim: HashSet<(u64, u64)> = (0..20).map(|x| (x, x)).collect();
    let uses = uses_of_moves(|i, j| i == 0 || j == 0, &nim, 20, &Budget::default()).unwrap();
    assert!(uses.iter().all(|used| used.needed_at == Some((0, used.vector.1))));
    // Moves (i,i+1) adjoined to Nim: from (x,x+1) taking 1 wins as well.
    let idle = uses_of_moves(|i, j| i == 0 || j == 0 || j - i == 1, &nim, 20, &Budget::default()).unwrap();
    assert!(idle.iter().all(|used| (used.vector.0 == 0) == used.needed_at.is_some()));
}

/// A slope so near to 1 that the first larger number lies beyond the box.
#[test]
fn a_box_without_pairs_has_no_game() {
    let pair = Pair::homogeneous(Real::parse("1+sqrt(2)/1000").unwrap(), 200).unwrap();
    assert_eq!(star(&pair, 60), Err(NoDesign::NoPairs(60)));
}

#[test]
fn the_exceptional_slopes_have_increasing_differences() {
    for b in 1..=12i64 {
        // 1 + ((2b-1) + sqrt(4b^2+1))/(2b)
        let beta = Quadratic::new(4 * b - 1, 1, (4 * b * b + 1) as u64, 2 * b).expect("b > 0");
        let alpha = Real::from(beta).complement().expect("beta > 1");
        let pair = Pair::homogeneous(alpha.clone(), 400).expect("a pair");
        assert!(wytlex(&pair).is_ok_and(|design| design.reach == Reach::Every), "{alpha}");
    }
    // A slope between two of them fails.
    let pair = Pair::homogeneous(Real::parse("(3+sqrt(3))/3").expect("a number"), 400).expect("a pair");
    assert!(wytlex(&pair).is_err());
}
