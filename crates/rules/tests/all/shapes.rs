//! What patterns say of the moves is what enumeration finds, at every position of a small box.

use proptest::prelude::*;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use wythoff_numbers::tuples::below;
use wythoff_rulegen::{n_pile_game, two_pile_game, two_pile_rays};
use wythoff_rules::{PileOrder, Rules, Shape};

fn sides(rules: &Rules, size: u64) -> Vec<u64> {
    rules.bounds().iter().map(|b| b.map_or(size, |b| b.min(size))).collect()
}

/// The options of a fresh start, by family; `None` if the rules fail there.
fn options(rules: &Rules, position: &[u64]) -> Option<BTreeSet<(usize, Vec<u64>)>> {
    let mut found = BTreeSet::new();
    let done = rules.for_each_option(position, &rules.fresh_memory(), &mut |step| {
        found.insert((step.family, rules.canonical(step.to)));
        ControlFlow::Continue(())
    });
    done.ok().map(|()| found)
}

/// The options that the patterns accept, vector by vector.
fn accepted(rules: &Rules, position: &[u64]) -> Option<BTreeSet<(usize, Vec<u64>)>> {
    let mut found = BTreeSet::new();
    let smaller: Vec<u64> = position.iter().map(|p| p + 1).collect();
    for pattern in rules.patterns() {
        for taken in below(&smaller) {
            if pattern.accepts(position, &taken).ok()?? {
                let left: Vec<u64> = position.iter().zip(&taken).map(|(p, t)| p - t).collect();
                found.insert((pattern.family(), rules.canonical(&left)));
            }
        }
    }
    Some(found)
}

/// The options in the runs that the patterns give for each choice of the first amounts.
fn in_runs(rules: &Rules, position: &[u64]) -> Option<BTreeSet<(usize, Vec<u64>)>> {
    let mut found = BTreeSet::new();
    let (last, first) = position.split_last()?;
    let smaller: Vec<u64> = first.iter().map(|p| p + 1).collect();
    for pattern in rules.patterns() {
        for taken in below(&smaller) {
            let runs = pattern.last_amounts(position, &taken).ok()??;
            for run in &runs {
                assert!(run.first <= run.last && run.last <= *last, "{run:?}");
                for amount in (run.first..=run.last).step_by(run.step as usize) {
                    let mut left: Vec<u64> = first.iter().zip(&taken).map(|(p, t)| p - t).collect();
                    left.push(last - amount);
                    found.insert((pattern.family(), rules.canonical(&left)));
                }
            }
        }
    }
    Some(found)
}

/// The options by the shapes alone, if all shapes are vectors and rays and every tuple is a position.
fn by_shape(rules: &Rules, position: &[u64]) -> Option<BTreeSet<(usize, Vec<u64>)>> {
    if rules.restricts_positions() {
        return None;
    }
    let mut found = BTreeSet::new();
    for pattern in rules.patterns() {
        let mut take = |vector: &[u64], times: u64| {
            let left: Option<Vec<u64>> =
                position.iter().zip(vector).map(|(p, v)| p.checked_sub(times.checked_mul(*v)?)).collect();
            let fits = left.is_some();
            found.extend(left.map(|left| (pattern.family(), rules.canonical(&left))));
            fits
        };
        match pattern.shape() {
            Shape::Vectors(vectors) => vectors.iter().for_each(|v| {
                take(v, 1);
            }),
            Shape::Ray { vector, from, to } => {
                let mut multiples = from..=to.unwrap_or(u64::MAX);
                while multiples.next().is_some_and(|times| take(&vector, times)) {}
            }
            Shape::Invariant | Shape::Variant => return None,
        }
    }
    Some(found)
}

/// Positions as patterns want them.
fn positions(rules: &Rules, size: u64) -> Vec<Vec<u64>> {
    let mut all: Vec<Vec<u64>> = below(&sides(rules, size)).collect();
    if rules.order() == PileOrder::Sorted {
        all.retain(|p| p.is_sorted());
    }
    all
}

fn check(text: &str, size: u64) -> Result<(), TestCaseError> {
    let Ok(rules) = Rules::read(text) else { return Ok(()) };
    for position in positions(&rules, size) {
        let Some(expected) = options(&rules, &position) else { continue };
        if rules.only_takes() {
            for (how, found) in [
                ("accepts", accepted(&rules, &position)),
                ("last_amounts", in_runs(&rules, &position)),
                ("shape", by_shape(&rules, &position)),
            ] {
                if let Some(found) = found {
                    prop_assert_eq!(&found, &expected, "{} at {:?} of\n{}", how, position, text);
                }
            }
        }
        let targets: BTreeSet<Vec<u64>> = expected.into_iter().map(|(_, to)| to).collect();
        let listed = rules.options(&position).unwrap().iter().map(|to| rules.canonical(to)).collect();
        prop_assert_eq!(targets, listed);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn patterns_of_two_piles_are_the_moves(text in two_pile_game()) {
        check(&text, 9)?;
    }

    #[test]
    fn patterns_of_rays_are_the_moves(text in two_pile_rays()) {
        check(&text, 9)?;
    }

    #[test]
    fn patterns_of_any_piles_are_the_moves(text in n_pile_game()) {
        check(&text, 4)?;
    }

    /// A game that calls itself symmetric has the same options, memory included, from every arrangement.
    #[test]
    fn symmetric_games_do_not_care_for_order(text in n_pile_game()) {
        let Ok(rules) = Rules::read(&text) else { return Ok(()) };
        if rules.is_symmetric() {
            let moves = |position: &[u64]| {
                let mut found = BTreeSet::new();
                let done = rules.for_each_option(position, &rules.fresh_memory(), &mut |step| {
                    found.insert((step.family, rules.canonical(step.to), step.memory.to_vec()));
                    ControlFlow::Continue(())
                });
                done.map(|()| found)
            };
            for position in below(&sides(&rules, 4)) {
                let mut sorted = position.clone();
                sorted.sort();
                let by_target = |found: BTreeSet<(usize, Vec<u64>, Vec<i64>)>| {
                    found.into_iter().map(|(_, to, memory)| (to, memory)).collect::<BTreeSet<_>>()
                };
                prop_assert_eq!(
                    moves(&position).map(by_target),
                    moves(&sorted).map(by_target),
                    "{:?} of\n{}", position, text
                );
                prop_assert_eq!(rules.is_position(&position), rules.is_position(&sorted));
            }
        }
    }

    /// A move that legality allows is an option, and the reverse, in whatever order the piles are given.
    #[test]
    fn legal_moves_are_the_options(text in two_pile_game()) {
        let Ok(rules) = Rules::read(&text) else { return Ok(()) };
        for from in [[4, 5], [5, 4], [7, 2], [6, 6]] {
            let Some(expected) = options(&rules, &rules.canonical(&from)) else { return Ok(()) };
            let targets: BTreeSet<Vec<u64>> = expected.into_iter().map(|(_, to)| to).collect();
            for to in below(&[8, 8]) {
                let legal = matches!(
                    rules.legality(&from, &rules.fresh_memory(), &to),
                    Ok(wythoff_rules::Legality::Legal { .. })
                );
                prop_assert_eq!(legal, targets.contains(&rules.canonical(&to)), "{:?} to {:?} of\n{}", from, to, text);
            }
        }
    }
}

/// Two conditions with the same pieces, differently joined, are different.
#[test]
fn symmetry_is_not_fooled_by_parentheses() {
    let text = "(i, 0) where x > 5 and not (x < 10 and y > 3 and i < 2) \
                (0, i) where y > 5 and x > 3 and not (y < 10 and i < 2)";
    assert!(!Rules::read(text).unwrap().is_symmetric());
    let or = "(i, 0) where x > 1 and (y > 2 or x > 3) (0, i) where (y > 1 and x > 2) or y > 3";
    assert!(!Rules::read(or).unwrap().is_symmetric());
}

/// Every amount of a list is held to the other bounds of its variable.
#[test]
fn listed_amounts_keep_to_their_range() {
    let rules = Rules::read("param K list = 1, 3, 7\npiles ordered x\nmove (k) for k in K, k <= 4").unwrap();
    assert_eq!(rules.patterns().next().unwrap().shape(), Shape::Vectors(vec![vec![1], vec![3]]));
    assert_eq!(rules.options(&[9]).unwrap(), [[6], [8]]);
}
