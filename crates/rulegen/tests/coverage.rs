//! The generators reach every construct of the grammar, in games that can be bound.

use std::collections::{BTreeMap, BTreeSet};
use wythoff_rulegen::{CONSTRUCTS, constructs, sample, sample_rays, sample_spelling};
use wythoff_rules::{Game, Rules, parse_game};

const SEEDS: u64 = 2000;

/// The games of a generator that can be bound, and how many seeds there were.
fn bound(make: fn(u64) -> String) -> (Vec<Game>, BTreeMap<String, u64>) {
    let mut games = Vec::new();
    let mut refused = BTreeMap::new();
    for seed in 0..SEEDS {
        let text = make(seed);
        let game = parse_game(&text).unwrap_or_else(|e| panic!("{e}\n{}\n{text}", e.detail()));
        match Rules::read(&text) {
            Ok(_) => games.push(game),
            Err(error) => *refused.entry(error.message).or_insert(0) += 1,
        }
    }
    (games, refused)
}

#[test]
fn every_construct_is_reached() {
    let mut seen: BTreeMap<&str, u64> = BTreeMap::new();
    for game in bound(sample_spelling).0 {
        for construct in constructs(&game) {
            *seen.entry(construct).or_insert(0) += 1;
        }
    }
    let known: BTreeSet<&str> = CONSTRUCTS.into();
    let reached: BTreeSet<&str> = seen.keys().copied().collect();
    assert_eq!(reached, known, "{seen:?}");
    let rare: Vec<_> = seen.iter().filter(|(_, count)| **count < 5).collect();
    assert!(rare.is_empty(), "reached hardly ever: {rare:?}");
}

#[test]
fn most_games_can_be_bound() {
    for (make, most_refused) in
        [(sample_spelling as fn(u64) -> String, SEEDS / 5), (sample, SEEDS / 20), (sample_rays, 0)]
    {
        let (_, refused) = bound(make);
        let count: u64 = refused.values().sum();
        assert!(count <= most_refused, "{count} of {SEEDS} are refused: {refused:?}");
    }
}

#[test]
fn people_spell_games_in_many_ways() {
    let texts: Vec<String> = (0..300).map(sample_spelling).collect();
    for sign in ["≤", "≥", "≠", "…", "# ", "\n    ", "2i", "\"", "|"] {
        assert!(texts.iter().any(|text| text.contains(sign)), "no text has {sign:?}");
    }
}
