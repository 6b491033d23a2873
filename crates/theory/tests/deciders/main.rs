//! Every theory, for parameters drawn at random: against the rules on boxes and around
//! P-positions, and against itself at a thousand digits.

mod games;
mod large;
mod recognition;

use std::collections::{BTreeSet, HashSet};

use games::{GAMES, Game, Huge, borrowed, play, proposal};
use large::{BITS, Large};
use malachite::base::num::basic::traits::One;
use malachite::{Integer, Natural};
use wythoff_catalog::{Kind, OnTop, Resolved, entries};
use wythoff_numbers::Random;
use wythoff_rules::{Outcome, Rules};
use wythoff_solvers::{Budget, Referee, State};
use wythoff_theory::{Decider, Refusal, decider_for};

/// The game bound to its parameters, and its theory.
fn bound(game: &Game) -> (Rules, Box<dyn Decider>) {
    let on_top = OnTop { misere: game.misere, ..OnTop::default() };
    let bound = Resolved::parse(&game.spec).unwrap().with(&on_top).unwrap();
    let decider = bound.rules().map_or(Ok(None), decider_for);
    match decider {
        Ok(Some(decider)) => (bound.into_rules().expect("a rule text"), decider),
        Ok(None) => panic!("{} has no theory", game.spec),
        Err(refusal) => panic!("{}: {refusal}", game.spec),
    }
}

fn naturals(position: &[u64]) -> Vec<Natural> {
    position.iter().map(|&pile| Natural::from(pile)).collect()
}

/// One position: the outcome is `expected`, and a winning move is legal and leads to a lost position.
fn check(
    game: &Game,
    decider: &dyn Decider,
    position: &[u64],
    expected: bool,
    lost: &mut dyn FnMut(&[u64]) -> bool,
    options: &dyn Fn(&[u64]) -> BTreeSet<Vec<u64>>,
) {
    let name = format!("{}{} {position:?}", game.spec, if game.misere { " misère" } else { "" });
    let big = naturals(position);
    assert_eq!(decider.is_p(&big), Ok(expected), "{name}");
    let verdict = decider.decide(&big).unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
    assert_eq!(verdict.outcome == Outcome::P, expected, "{name}: {}", verdict.reason);
    assert!(!verdict.reason.is_empty() && !verdict.cites.is_empty(), "{name}");
    match verdict.winning {
        Some(to) => {
            let to: Vec<u64> = to.iter().map(|pile| u64::try_from(pile).unwrap()).collect();
            // A game with memory names what it remembers after the piles.
            let piles = &to[..position.len()];
            assert!(!expected && options(position).contains(piles), "{name} -> {to:?}: {}", verdict.reason);
            assert!(lost(&to), "{name} -> {to:?}: {}", verdict.reason);
        }
        None => assert!(expected || options(position).is_empty() || game.blocked > 0, "{name}: no move"),
    }
}

fn for_each_point(sides: &[u64], mut visit: impl FnMut(&[u64])) {
    let mut point = vec![0; sides.len()];
    loop {
        visit(&point);
        let Some(i) = (0..sides.len()).rev().find(|&i| point[i] + 1 < sides[i]) else { return };
        point[i] += 1;
        point[i + 1..].fill(0);
    }
}

/// Whether a game may start from the position.
fn is_start(rules: &Rules, position: &[u64]) -> bool {
    rules.is_position(position) == Ok(true) && rules.is_start(position) == Ok(true)
}

/// The canonical options of a fresh start.
fn options_by_rules(rules: &Rules) -> impl Fn(&[u64]) -> BTreeSet<Vec<u64>> + '_ {
    |position| {
        let sorted = |piles: Vec<u64>| rules.canonical(&piles);
        rules.options(&rules.canonical(position)).unwrap().into_iter().map(sorted).collect()
    }
}

/// The theory against the referee on the whole box.
fn against_the_referee(game: &Game) {
    let (rules, decider) = bound(game);
    let mut referee = Referee::new(&rules);
    let options = options_by_rules(&rules);
    // The option as the game keeps it, since a theory may name the piles in the order they had.
    let in_order = |position: &[u64]| options(position);
    let legal = |position: &[u64]| -> BTreeSet<Vec<u64>> {
        let mut all = in_order(position);
        if rules.is_symmetric() {
            let mirrored: Vec<Vec<u64>> = all.iter().flat_map(|to| orders(to)).collect();
            all.extend(mirrored);
        }
        all
    };
    for_each_point(&game.sides, |point| {
        if rules.canonical(point) != point || !is_start(&rules, point) {
            return;
        }
        let start = referee.start(point);
        let expected = referee.outcome(&start) == Ok(Outcome::P);
        let mut lost = |to: &[u64]| {
            let (piles, memory) = to.split_at(point.len());
            let memory = memory.iter().map(|&m| m as i64).collect();
            let state = State { memory, ..referee.start(piles) };
            referee.outcome(&state) == Ok(Outcome::P)
        };
        check(game, decider.as_ref(), point, expected, &mut lost, &legal);
    });
}

/// Every order of the piles of a small position.
fn orders(position: &[u64]) -> Vec<Vec<u64>> {
    match position {
        [a, b] => vec![vec![*a, *b], vec![*b, *a]],
        [a, b, c] => [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]]
            .iter()
            .map(|p| p.iter().map(|x| **x).collect())
            .collect(),
        [first, rest @ ..] => {
            let others = orders(rest);
            let insert = |other: &Vec<u64>, at: usize| [&other[..at], &[*first], &other[at..]].concat();
            others.iter().flat_map(|o| (0..=o.len()).map(move |at| insert(o, at))).collect()
        }
        [] => vec![Vec::new()],
    }
}

/// The P-positions of a larger box by the solvers, and the positions next to them: the boundaries of every theorem.
fn around_p_positions(game: &Game, dice: &mut Random) {
    let (rules, decider) = bound(game);
    if game.misere || !rules.memory().is_empty() {
        return;
    }
    let below = if game.sides.len() == 2 { 120 } else { 26 };
    let Ok(found) = wythoff_solvers::p_below(&rules, below, &Budget::default()) else { return };
    let lost: HashSet<Vec<u64>> = found.positions.iter().cloned().collect();
    let agree = |position: Vec<u64>| {
        let inside = position.iter().all(|&pile| pile < below);
        if inside && is_start(&rules, &position) {
            let expected = lost.contains(&rules.canonical(&position));
            assert_eq!(decider.is_p(&naturals(&position)), Ok(expected), "{} {position:?}", game.spec);
        }
    };
    let step = (found.positions.len() / 150).max(1);
    for p in found.positions.iter().step_by(step) {
        agree(p.clone());
        for pile in 0..p.len() {
            for near in game.scales.iter().flat_map(|&s| [s as i64, -(s as i64)]) {
                let mut position = p.clone();
                let Some(moved) = position[pile].checked_add_signed(near) else { continue };
                if rules.bounds()[pile].is_none_or(|bound| moved < bound) {
                    position[pile] = moved;
                    agree(rules.canonical(&position));
                }
            }
        }
    }
    for _ in 0..300 {
        let bounds = rules.bounds().iter().map(|b| b.unwrap_or(below));
        let position: Vec<u64> = bounds.map(|bound| dice.between(0, bound - 1)).collect();
        agree(rules.canonical(&position));
    }
}

/// A theory against itself: winning moves are legal and lead to P-positions, and those do not move to each other.
fn against_itself(game: &Game, dice: &mut Random) {
    let Huge::Played(draws) = game.huge else { return };
    let (rules, decider) = bound(game);
    let symmetric = rules.is_symmetric();
    let mut position: Vec<Natural> = (0..game.sides.len()).map(|_| dice.natural(BITS)).collect();
    if let Some(at) = rules.bounds().iter().position(Option::is_some) {
        position[at] = Natural::from(dice.between(0, game.sides[at] - 1));
    }
    let sort = |position: &mut Vec<Natural>| {
        if symmetric {
            position.sort();
        }
    };
    sort(&mut position);
    let name = format!("{}{}", game.spec, if game.misere { " misère" } else { "" });
    let verdict = decider.decide(&position).unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
    assert!(verdict.reason.len() < 3000, "{name}: the reason is one paragraph");
    let mut lost = match (verdict.outcome, verdict.winning) {
        (Outcome::P, _) => position,
        (Outcome::N, Some(to)) => {
            assert!(is_legal(game, &position, &to), "{name}: {}", verdict.reason);
            to
        }
        (Outcome::N, None) => panic!("{name}: no move from an N-position"),
    };
    sort(&mut lost);
    assert_eq!(decider.is_p(&lost), Ok(true), "{name}: {}", verdict.reason);
    let mut reached = HashSet::new();
    let mut played = 0;
    for _ in 0..draws {
        let to = if game.spec.starts_with("three-vectors") && dice.between(0, 2) == 0 {
            borrowed(game, dice, &lost)
        } else {
            let taken = proposal(dice, game, &lost);
            play(game, &lost, &taken)
        };
        let Some(mut to) = to else { continue };
        sort(&mut to);
        played += 1;
        match decider.is_p(&to) {
            Ok(true) => drop(reached.insert(to)),
            Ok(false) => {}
            Err(Refusal::Position(_)) => {}
            Err(refusal) => panic!("{name}: {refusal}"),
        }
    }
    assert!(reached.len() <= game.blocked, "{name}: a P-position moves to a P-position");
    let has_options = lost.iter().any(|pile| *pile > 1000u32);
    assert!(played > 0 || !has_options, "{name}: no options were drawn");
}

/// Whether the move is one of the game's, in one order of the piles or another.
fn is_legal(game: &Game, from: &[Natural], to: &[Natural]) -> bool {
    let taken: Option<Vec<Natural>> = from.iter().zip(to).map(|(a, b)| (a >= b).then(|| a - b)).collect();
    if let Some(taken) = taken
        && play(game, from, &taken).is_some()
    {
        return true;
    }
    // Three vectors: the third was taken, and the last coordinate may have risen.
    if game.spec.starts_with("three-vectors") {
        let [a, b] = [game.scales[1], game.scales[2]].map(Integer::from);
        let [x, y] = [0, 1].map(|i| Integer::from(&from[i]) - Integer::from(&to[i]));
        return x > 0
            && x.clone() * b == y * &a
            && (x / &a) * a == Integer::from(&from[0]) - Integer::from(&to[0]);
    }
    false
}

#[test]
fn every_theory_of_the_catalog_is_here_or_agrees_with_the_rules() {
    let here: BTreeSet<(&str, bool)> = GAMES.iter().map(|(name, misere, _)| (*name, *misere)).collect();
    let mut there = BTreeSet::new();
    for entry in entries() {
        let Kind::Text(text) = entry.kind else { continue };
        for misere in [false, true] {
            let mut rules = Rules::read(text).unwrap();
            if misere && rules.set_misere().is_err() {
                continue;
            }
            let side = if rules.coordinates().len() < 3 { 14 } else { 5 };
            if recognition::agrees_with_the_rules(entry.name, &rules, side).is_some() {
                there.insert((entry.name, misere));
            }
        }
    }
    // Games whose rules are another's too, under whichever name: they were drawn there.
    for (name, misere) in there.difference(&here) {
        let mut rules = Resolved::parse(name).unwrap().into_rules().expect("a rule text");
        if *misere {
            rules.set_misere().unwrap();
        }
        let names = wythoff_catalog::names_of(&rules, &Budget::default());
        let drawn = |other: &String| {
            let other = other.split('(').next().unwrap_or_default();
            other != *name && here.iter().any(|(drawn, _)| *drawn == other)
        };
        assert!(
            names.iter().any(drawn),
            "{name} (misère: {misere}) has a theory and is not drawn: {names:?}"
        );
    }
}

#[test]
fn theories_agree_with_the_referee() {
    for (_, _, draw) in GAMES {
        for seed in 0..4 {
            against_the_referee(&draw(&mut Random::new(seed)));
        }
    }
}

#[test]
fn streams_are_the_p_positions_of_the_rules() {
    for (_, _, draw) in GAMES {
        for seed in 9..12 {
            let game = draw(&mut Random::new(seed));
            let (rules, decider) = bound(&game);
            let Some(stream) = decider.p_positions() else { continue };
            let below = if game.sides.len() == 2 { 60 } else { 20 };
            let Ok(found) = wythoff_solvers::p_below(&rules, below, &Budget::default()) else { continue };
            let head: Vec<Vec<u64>> = stream.take(3000).collect();
            if head.len() == 3000 && head[2999][0] < below {
                // A row without end comes first.
                continue;
            }
            let inside = |p: &Vec<u64>| p.iter().all(|&pile| pile < below);
            let listed: Vec<Vec<u64>> = head.into_iter().filter(inside).collect();
            assert_eq!(listed, found.positions, "{}", game.spec);
        }
    }
}

#[test]
fn theories_agree_with_the_rules_around_p_positions() {
    for (_, _, draw) in GAMES {
        for seed in 4..9 {
            let mut dice = Random::new(seed);
            around_p_positions(&draw(&mut dice), &mut dice);
        }
    }
}

#[test]
fn moves_for_any_size_are_those_of_the_rules() {
    // The moves that the large positions are played with, against the rule texts on small ones.
    for (_, _, draw) in GAMES {
        let mut dice = Random::new(11);
        let game = draw(&mut dice);
        if matches!(game.huge, Huge::Small) {
            continue;
        }
        let (rules, _) = bound(&game);
        for _ in 0..60 {
            let mut from: Vec<u64> = game.sides.iter().map(|side| dice.between(0, side - 1)).collect();
            from = rules.canonical(&from);
            if !is_start(&rules, &from) {
                continue;
            }
            let taken: Vec<u64> = from.iter().map(|&pile| dice.between(0, pile)).collect();
            if taken.iter().all(|&t| t == 0) {
                continue;
            }
            let to: Vec<u64> = from.iter().zip(&taken).map(|(pile, t)| pile - t).collect();
            let mine = play(&game, &naturals(&from), &naturals(&taken)).is_some();
            let theirs = options_by_rules(&rules)(&from).contains(&rules.canonical(&to));
            // Another order of the piles may reach the same position.
            assert!(theirs || !mine, "{}: {from:?} -> {to:?}", game.spec);
            assert!(mine || !theirs || rules.is_symmetric(), "{}: {from:?} -> {to:?}", game.spec);
        }
    }
}

#[test]
fn theories_agree_with_themselves_at_a_thousand_digits() {
    for (_, _, draw) in GAMES {
        for seed in 21..24 {
            let mut dice = Random::new(seed);
            against_itself(&draw(&mut dice), &mut dice);
        }
    }
}

#[test]
fn the_three_strategies_of_t_wythoff_agree() {
    use wythoff_theory::t_wythoff::{Algebraic, Arithmetic, Recursive};
    let mut dice = Random::new(8);
    for t in [1, 2, 3, 7, 20] {
        let (floors, digits, mex) =
            (Algebraic::new(t).unwrap(), Arithmetic::new(t).unwrap(), Recursive::new(t).unwrap());
        for _ in 0..60 {
            let small = [dice.between(0, 3000), dice.between(0, 3000)].map(Natural::from);
            let expected = mex.is_p(&small).unwrap();
            assert_eq!((floors.is_p(&small), digits.is_p(&small)), (Ok(expected), Ok(expected)));
            // A thousand digits: from N to P by one strategy, seen as P by the other.
            let mut large = [dice.natural(BITS), dice.natural(BITS)];
            large.sort();
            for (by, seen) in [(&floors as &dyn Decider, &digits as &dyn Decider), (&digits, &floors)] {
                let verdict = by.decide(&large).unwrap();
                let lost = verdict.winning.unwrap_or_else(|| large.to_vec());
                assert_eq!(seen.is_p(&lost), Ok(true), "t = {t}: {}", verdict.reason);
                let beside = [&lost[0] + Natural::ONE, lost[1].clone()];
                assert_eq!(seen.is_p(&beside), Ok(false), "t = {t}");
            }
        }
    }
}
