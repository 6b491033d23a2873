//! Positions of any size from a proof: agreement with the rules on a box, and piles of a thousand digits.

use crate::common::{proved, rules};
use std::collections::HashSet;
use wythoff_automata::{Limits, SetText};
use wythoff_numbers::Natural;
use wythoff_prove::{Player, Request};
use wythoff_rules::Rules;

fn naturals(position: &[u64]) -> Vec<Natural> {
    position.iter().map(|n| Natural::from(*n)).collect()
}

/// The player and the rules say the same of all positions with piles below the bound.
fn agrees(rules: &Rules, player: &Player, bound: u64) {
    let found = wythoff_solvers::p_below(rules, bound, &Default::default()).unwrap();
    let lost: HashSet<Vec<u64>> = found.positions.into_iter().collect();
    for x in 0..bound {
        for y in 0..bound {
            let here = rules.canonical(&[x, y]);
            let decision = player.decide(&naturals(&here)).unwrap();
            assert_eq!(decision.lost, lost.contains(&here), "{here:?}");
            let options = rules.options(&here).unwrap();
            match decision.to {
                Some(to) => {
                    let to: Vec<u64> = to.iter().map(|n| u64::try_from(n).unwrap()).collect();
                    assert!(options.contains(&to) && lost.contains(&to), "{here:?} to {to:?}");
                }
                None => assert!(
                    decision.lost || options.is_empty() || rules.convention().block.is_some(),
                    "{here:?}"
                ),
            }
        }
    }
}

#[test]
fn small_boxes() {
    let mut misere = rules("t-wythoff(t=2)");
    misere.set_misere().unwrap();
    for rules in [
        rules("(i,0) (0,i) (i,i) (1,3) (3,1)"),
        rules("(i,0) (0,i) (2i,i) (i,2i)"),
        rules("dr(k=2)"),
        rules("connell(b=2)"),
        rules("wyt-f(f=\"3\")"),
        rules("blocking-wythoff(k=3)"),
        misere,
    ] {
        let player = Player::new(&rules, &proved("play", &rules, &Request::default())).unwrap();
        agrees(&rules, &player, 30);
    }
}

#[test]
fn a_thousand_digits() {
    let rules = rules("(i,0) (0,i) (i,i) (1,3) (3,1)");
    let proof = proved("play", &rules, &Request::default());
    let player = Player::new(&rules, &proof).unwrap();
    let mut piles = vec![Natural::from(7u32); 2];
    for i in 0..1_000u32 {
        piles[0] = &piles[0] * Natural::from(10u32) + Natural::from(i % 10);
        piles[1] = &piles[1] * Natural::from(10u32) + Natural::from(i * i % 10);
    }
    let decision = player.decide(&piles).unwrap();
    assert!(!decision.lost);
    let to = decision.to.unwrap();
    assert!(player.is_legal(&piles, &to) || player.is_legal(&piles, &[to[1].clone(), to[0].clone()]));
    assert!(player.decide(&to).unwrap().lost);
    // One token less is no longer lost.
    let less = [to[0].clone() - Natural::from(1u32), to[1].clone()];
    assert!(!player.decide(&less).unwrap().lost);
    assert!(player.decide(&to[..1]).is_err());
    // The same by the set of the certificate.
    let text = proof.certificate("", &Limits::default()).unwrap();
    let again = Player::of_set(&rules, &SetText::read(&text).unwrap(), None).unwrap();
    assert_eq!(again.decide(&piles).unwrap().to, Some(to));
    agrees(&rules, &again, 12);
}
