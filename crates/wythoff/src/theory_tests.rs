//! End-Wythoff, RatWyt and Wytlex: the theory against the catalog's game on small positions, and against itself at a
//! thousand digits.

use malachite::Natural;
use wythoff_catalog::special::{Class, Pile, Special, SpecialPosition, position_of};
use wythoff_catalog::{Resolved, View};
use wythoff_numbers::Budget;
use wythoff_rules::Outcome;

use large::{BITS, Large};
use wythoff_numbers::Random;

use super::{SpecialVerdict, decide_special};

#[path = "../../theory/tests/deciders/large.rs"]
mod large;

fn decide(game: &Resolved, position: &[Pile]) -> SpecialVerdict {
    decide_special(game, rules(game), position, &Budget::default())
        .unwrap_or_else(|refusal| panic!("{refusal}"))
        .unwrap()
}

fn rules(game: &Resolved) -> &dyn Special {
    match game.view() {
        View::Special(special) => special.as_ref(),
        _ => panic!("the game is written in Rust"),
    }
}

/// The same outcome as the catalog's, and a winning move that it allows and sees as won.
fn agree(game: &Resolved, position: &[Pile]) {
    let verdict = decide(game, position);
    let outcome = rules(game).outcome(position).unwrap();
    assert_eq!(verdict.outcome == Outcome::P, outcome.class == Class::P, "{position:?}: {}", verdict.reason);
    assert_eq!(verdict.winning.is_some(), verdict.outcome == Outcome::N, "{position:?}");
    if let Some(to) = &verdict.winning {
        let legal = rules(game).legal(position, to);
        assert!(legal.is_ok(), "{position:?} -> {to:?}: {legal:?}");
        assert_eq!(rules(game).outcome(to).unwrap().class, Class::P, "{position:?} -> {to:?}");
    }
}

/// A P-position that the position moves to, or itself; legal by the catalog's rule.
fn lost_from(game: &Resolved, position: &[Pile]) -> SpecialPosition {
    let verdict = decide(game, position);
    assert!(verdict.reason.len() < 3000 && !verdict.cites.is_empty());
    let Some(to) = verdict.winning else { return position.to_vec() };
    assert!(rules(game).legal(position, &to).is_ok(), "{}", verdict.reason);
    assert_eq!(decide(game, &to).outcome, Outcome::P, "{}", verdict.reason);
    to
}

#[test]
fn small_positions() {
    let mut dice = Random::new(2);
    let [end, rat] = ["end-wythoff", "ratwyt"].map(|spec| Resolved::parse(spec).unwrap());
    for _ in 0..100 {
        let piles = dice.between(1, 5);
        let row: Vec<u64> = (0..piles).map(|_| dice.between(1, 16)).collect();
        agree(&end, &position_of(&row));
        let mut ratio = || Pile::ratio(dice.between(0, 40).into(), dice.between(1, 40).into()).unwrap();
        let pair = [ratio(), ratio()];
        agree(&rat, &pair);
    }
    for piles in 2..6 {
        let game = Resolved::parse(&format!("wytlex(piles={piles})")).unwrap();
        for _ in 0..60 {
            let mut position: Vec<u64> = (0..piles).map(|_| dice.between(0, 40)).collect();
            position.sort_unstable();
            agree(&game, &position_of(&position));
        }
    }
}

#[test]
fn rows_of_a_thousand_digits() {
    let game = Resolved::parse("end-wythoff").unwrap();
    let mut dice = Random::new(3);
    for (piles, draws) in [(2, 200), (3, 20), (4, 6)] {
        let row: SpecialPosition = (0..piles).map(|_| Pile::from(dice.natural(BITS))).collect();
        let lost = lost_from(&game, &row);
        for _ in 0..draws {
            // From one end or both.
            let last = lost.len() - 1;
            let least = lost[0].whole().unwrap().min(lost[last].whole().unwrap());
            let both = dice.between(0, 1) == 0;
            let end = *dice.pick(&[0, last]);
            let amount = dice.up_to(if both { least } else { lost[end].whole().unwrap() });
            let mut to = lost.clone();
            for i in [0, last] {
                if both || i == end {
                    to[i] = Pile::from(lost[i].whole().unwrap() - &amount);
                }
            }
            assert_eq!(decide(&game, &to).outcome, Outcome::N, "an option of a P-position");
        }
    }
}

#[test]
fn rationals_of_a_thousand_digits() {
    let game = Resolved::parse("ratwyt").unwrap();
    let mut dice = Random::new(4);
    for _ in 0..3 {
        let mut ratio = || Pile::ratio(dice.natural(BITS), dice.natural(BITS) + Natural::from(1u32)).unwrap();
        let lost = lost_from(&game, &[ratio(), ratio()]);
        for _ in 0..100 {
            // Steps on one rational, or equally many on both.
            let steps = dice.up_to(&Natural::from(3000u32));
            let which = dice.between(0, 2);
            let mut to = lost.clone();
            for (i, pile) in to.iter_mut().enumerate() {
                if which == 2 || which == i as u64 {
                    let (p, q) = pile.parts();
                    let after = wythoff_theory::ratwyt::Fraction { p, q }.after(&steps);
                    *pile = Pile::ratio(after.p, after.q).unwrap();
                }
            }
            if rules(&game).legal(&lost, &to).is_ok() {
                assert_eq!(decide(&game, &to).outcome, Outcome::N, "an option of a P-position");
            }
        }
    }
}

#[test]
fn wytlex_of_a_thousand_digits() {
    let mut dice = Random::new(5);
    for piles in [2, 3, 5] {
        let game = Resolved::parse(&format!("wytlex(piles={piles})")).unwrap();
        let mut position: SpecialPosition = (0..piles).map(|_| Pile::from(dice.natural(BITS))).collect();
        if piles > 2 {
            // The construction goes up to the smallest pile.
            position[0] = Pile::from(dice.between(0, 3000));
        }
        position.sort_by_key(|pile| pile.parts().0);
        lost_from(&game, &position);
    }
}
