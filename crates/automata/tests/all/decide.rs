//! Positions of any size from a proof: every move found is legal and leads to a P-position.

use crate::zoo::*;
use wythoff_automata::learn::{Options, learn};
use wythoff_automata::{Decider, Game, Oracle, PositionTable};
use wythoff_numbers::Random;

fn decider(game: &Game, system: &str, oracle: &dyn Oracle) -> Decider {
    let outcome = learn(game, &numeration(system), oracle, &Options::default()).unwrap();
    Decider::new(&outcome.proved().unwrap()).unwrap()
}

#[test]
fn moves_are_legal_and_win() {
    for (game, system, bound) in [
        (wythoff(), "zeckendorf", 60),
        (t_wythoff(2), "ostrowski 2", 300),
        (misere(wythoff()), "zeckendorf", 60),
        (r_wythoff(), "zeckendorf", 60),
        (w_translate(3), "zeckendorf", 200),
        (connell(2), "ostrowski 2", 300),
        (three_vectors(1, 4, 2), "base 2", 40),
        (nim(3), "base 2", 16),
    ] {
        let table = PositionTable::by_rules(&game, bound).unwrap();
        let decider = decider(&game, system, &table);
        let mut random = Random::new(3);
        for i in 0..60 {
            let shift = i % 40;
            let mut x: Vec<u64> = game.coordinates.iter().map(|_| (random.bits() >> 12) >> shift).collect();
            if x.len() > game.piles().len() {
                x[2] %= 2;
            }
            match decider.winning_move_at(&x).unwrap() {
                Some(y) => {
                    assert!(game.is_option(&x, &y), "{x:?} to {y:?}");
                    assert!(decider.is_p_at(&y).unwrap());
                    assert!(!decider.is_p_at(&x).unwrap());
                }
                None => assert!(decider.is_p_at(&x).unwrap(), "{x:?}"),
            }
        }
    }
}

#[test]
fn misere_end_needs_no_move() {
    let game = misere(wythoff());
    let decider = decider(&game, "zeckendorf", &PositionTable::by_rules(&game, 60).unwrap());
    assert!(!decider.is_p_at(&[0, 0]).unwrap());
    assert_eq!(decider.winning_move_at(&[0, 0]).unwrap(), None);
    assert_eq!(decider.winning_move_at(&[0, 2]).unwrap(), Some(vec![0, 1]));
}

/// Twenty thousand digits: linear, and the two piles of a P-position found by a move.
#[test]
fn long_words() {
    let decider = decider(&wythoff(), "zeckendorf", &PositionTable::by_rules(&wythoff(), 60).unwrap());
    let mut random = Random::new(5);
    let mut word = |length: usize| -> Vec<u8> {
        let mut last = 0;
        (0..length)
            .map(|_| {
                last = if last == 0 { random.below(2) as u8 } else { 0 };
                last
            })
            .collect()
    };
    let words = vec![word(20_000), word(20_000)];
    let found = decider.winning_move(&words, &[]).unwrap().unwrap();
    assert!(decider.is_p(&found.words, &[]).unwrap());
    assert!(found.words.iter().zip(&words).all(|(after, before)| after <= before));
    assert!(decider.winning_move(&found.words, &[]).unwrap().is_none());
    assert!(decider.is_p(&[vec![1, 1], vec![0, 0]], &[]).is_err());
    assert!(decider.is_p(&[vec![1], vec![0, 0]], &[]).is_err());
    assert!(decider.is_p(&[vec![1]], &[]).is_err());
    assert!(decider.is_p_at(&[1, 2, 3]).is_err());
}
