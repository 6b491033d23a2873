//! Conditions on the quotient of the piles, F-Wythoff and T_k: outside the linear fragment, and yet proved. A game is taken in
//! which moves on both piles lead to quotients up to Q only; those left out lead to positions with a larger quotient. If
//! no P-position of the smaller game has one, which is decided, then its P-positions are stable and absorbing in the
//! whole game too, so they are those of the whole game.

use crate::common::{proved, rules};
use wythoff_automata::Limits;
use wythoff_prove::theorems::implies;
use wythoff_prove::{Player, Request, translate};
use wythoff_rules::Rules;
use wythoff_solvers::{Budget, p_below};

/// Moves on both piles from quotient q to quotient r for each pair that is allowed, r from 1 to `most`.
fn bounded(most: u64, allowed: impl Fn(u64, u64) -> bool) -> Rules {
    let mut text = String::from("piles sorted x <= y\nmove (i, 0)\nmove (0, i)\n");
    for r in 1..=most {
        for q in (1..=2 * most + 2).filter(|q| allowed(*q, r)) {
            let (next, beyond) = (q + 1, r + 1);
            text += &format!(
                "move (t, t) where x' >= 1 and {q}*x <= y < {next}*x and {r}*x' <= y' < {beyond}*x'\n"
            );
        }
    }
    Rules::read(&text).expect("rules")
}

fn settled(spec: &str, most: u64, allowed: impl Fn(u64, u64) -> bool) {
    let whole = rules(spec);
    assert!(translate(&whole).is_err(), "{spec} is outside the fragment");
    let smaller = bounded(most, allowed);
    let proof = proved(spec, &smaller, &Request::default());
    let above = format!("x >= 1 and y >= {}*x implies N", most + 1);
    assert!(implies(&smaller, &proof, &above, &Limits::default()).expect("decided").holds, "{spec}");
    let player = Player::new(&smaller, &proof).expect("a player");
    let lost = p_below(&whole, 80, &Budget::default()).expect("solved").positions;
    for x in 0..80u64 {
        for y in x..80 {
            let found = player.decide(&[x.into(), y.into()]).expect("decided").lost;
            assert_eq!(found, lost.contains(&vec![x, y]), "{spec} {x},{y}");
        }
    }
    println!("{spec}: {} states in {}", proof.dfa().states(), proof.numeration());
}

#[test]
fn f_wythoff() {
    settled("f-wythoff", 2, |q, r| q == r);
}

#[test]
fn t_translate() {
    settled("t-translate(k=1)", 2, |q, r| q.abs_diff(r) <= 1);
}
