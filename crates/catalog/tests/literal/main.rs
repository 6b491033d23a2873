//! Every game of the catalog against its rule as the papers state it, written here a second time, plainly and
//! slowly, for parameters drawn at random: options, legality, outcomes in normal and misère play, Grundy values
//! and lists of P-positions.

mod hostile;
mod memory;
mod reading;
mod rules;
mod special;

use std::collections::BTreeSet;

use proptest::prelude::*;
use reading::{Piles, Reading, Recursion, for_each_point};
use wythoff_catalog::{Resolved, entries};
use wythoff_numbers::Random;
use wythoff_rules::{Legality, Outcome, Rules};
use wythoff_solvers::{Budget, Referee};

fn bound(spec: &str) -> Rules {
    match Resolved::parse(spec) {
        Ok(game) => game.into_rules().unwrap_or_else(|| panic!("{spec} is no rule text")),
        Err(error) => panic!("{spec}: {}", error.message),
    }
}

/// The catalog's game and the paper's on a box.
fn compare(reading: &Reading) {
    let spec = &reading.spec;
    let rules = bound(spec);
    let mut referee = Referee::new(&rules);
    let mut recursion = Recursion::new(reading, false);
    let canonical = |piles: &Piles| {
        let mut piles = piles.clone();
        if rules.is_symmetric() {
            piles.sort_unstable();
        }
        piles
    };
    assert!(rules.is_symmetric() || !reading.symmetric, "{spec}: the order of the piles is of no account");
    let mut lost = BTreeSet::new();
    for_each_point(&reading.sides, |point| {
        let position = (reading.is_position)(point);
        assert_eq!(rules.is_position(point), Ok(position), "{spec}: {point:?}");
        if !position {
            return;
        }
        let start = referee.start(point);
        let found = referee.options(&start).unwrap();
        if reading.block.is_some() {
            let found: BTreeSet<(Piles, bool)> =
                found.into_iter().map(|(to, blockable)| (to.position, blockable)).collect();
            assert_eq!(found, reading.labelled_options(point), "{spec}: options of {point:?}");
        } else {
            let found: BTreeSet<Piles> = found.into_keys().map(|to| to.position).collect();
            let expected: BTreeSet<Piles> = reading.options(point).iter().map(canonical).collect();
            assert_eq!(found, expected, "{spec}: options of {point:?}");
            assert_eq!(referee.grundy(&start), Ok(recursion.value(point)), "{spec}: {point:?}");
        }
        let expected = recursion.is_lost(point);
        assert_eq!(referee.outcome(&start) == Ok(Outcome::P), expected, "{spec}: {point:?}");
        if expected {
            lost.insert(canonical(&point.to_vec()));
        }
    });
    if reading.sides.iter().zip(rules.bounds()).all(|(side, b)| b.is_some() || *side == reading.sides[0]) {
        let listed = wythoff_solvers::p_below(&rules, reading.sides[0], &Budget::default()).unwrap();
        assert_eq!(listed.positions.into_iter().collect::<BTreeSet<_>>(), lost, "{spec}");
    }
}

/// The same game when the last mover loses.
fn compare_in_misere(reading: &Reading) {
    let mut rules = bound(&reading.spec);
    rules.set_misere().unwrap();
    let mut referee = Referee::new(&rules);
    let mut recursion = Recursion::new(reading, true);
    for_each_point(&reading.sides, |point| {
        if (reading.is_position)(point) {
            let start = referee.start(point);
            let expected = recursion.is_lost(point);
            assert_eq!(
                referee.outcome(&start) == Ok(Outcome::P),
                expected,
                "misère {}: {point:?}",
                reading.spec
            );
        }
    });
}

/// Legality of single moves, illegal ones included.
fn compare_legality(reading: &Reading, dice: &mut Random) {
    let rules = bound(&reading.spec);
    for _ in 0..40 {
        let mut draw = || reading.sides.iter().map(|side| dice.between(0, side - 1)).collect::<Piles>();
        let (from, to) = (draw(), draw());
        if !(reading.is_position)(&from) || !(reading.is_position)(&to) {
            continue;
        }
        let mut expected = reading.options(&from).contains(&reading.canonical(&to));
        if rules.is_symmetric() && !reading.symmetric {
            let swapped = |p: &Piles| p.iter().rev().copied().collect::<Piles>();
            expected |= reading.options(&from).contains(&swapped(&to));
        }
        let found = matches!(rules.legality(&from, &rules.fresh_memory(), &to), Ok(Legality::Legal { .. }));
        assert_eq!(found, expected, "{}: {from:?} -> {to:?}", reading.spec);
    }
}

fn compare_all(reading: &Reading, dice: &mut Random) {
    compare(reading);
    compare_legality(reading, dice);
    if reading.block.is_none() {
        compare_in_misere(reading);
    }
}

#[test]
fn every_game_is_read_twice() {
    let here: BTreeSet<&str> = rules::GAMES.iter().map(|(name, _)| *name).collect();
    let here: BTreeSet<&str> = here.into_iter().chain(memory::GAMES.iter().copied()).collect();
    let here: BTreeSet<&str> = here.into_iter().chain(special::GAMES.iter().copied()).collect();
    let there: BTreeSet<&str> = entries().iter().map(|entry| entry.name).collect();
    assert_eq!(here, there);
}

#[test]
fn rule_texts_agree_with_the_papers_rules() {
    for (name, draw) in rules::GAMES {
        for seed in 0..4 {
            let mut dice = Random::new(seed);
            let reading = draw(&mut dice);
            assert!(reading.spec.split('(').next() == Some(name), "{name}: {}", reading.spec);
            compare_all(&reading, &mut dice);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn rule_texts_agree_for_any_parameters(seed in any::<u64>()) {
        let mut dice = Random::new(seed);
        let (_, draw) = dice.pick(rules::GAMES);
        compare_all(&draw(&mut dice), &mut dice);
    }
}
