//! A pass: one more coordinate of the proof, compared with the referee's answers, in theorems and in play.

use crate::common::{proved, rules};
use std::collections::HashSet;
use wythoff_automata::Limits;
use wythoff_numbers::Natural;
use wythoff_prove::theorems::{Side, implies, prove_alike, same};
use wythoff_prove::{Outcome, Player, Request, prove, translate};
use wythoff_rules::Rules;
use wythoff_solvers::{Budget, p_below};

const GAMES: [&str; 2] = ["nim(piles=2)", "r-wythoff"];

fn with_pass(spec: &str, misere: bool) -> Rules {
    let mut rules = rules(spec);
    rules.set_pass();
    if misere {
        rules.set_misere().expect("misère play");
    }
    rules
}

#[test]
fn games_with_a_pass_are_proved() {
    for spec in GAMES {
        for misere in [false, true] {
            let rules = with_pass(spec, misere);
            let proof = proved(&format!("{spec} with a pass, misère: {misere}"), &rules, &Request::default());
            let player = Player::new(&rules, &proof).expect("a player");
            let bound = 40;
            let below = |rules: &Rules| -> HashSet<Vec<u64>> {
                p_below(rules, bound, &Budget::default()).expect("solved").positions.into_iter().collect()
            };
            let lost = below(&rules);
            let mut gone = crate::common::rules(spec);
            if misere {
                gone.set_misere().expect("misère play");
            }
            let lost_without = below(&gone);
            let mut passes = 0;
            for x in 0..bound {
                for y in x..bound {
                    let piles = [Natural::from(x), Natural::from(y)];
                    let decision = player.decide(&piles).expect("decided");
                    assert_eq!(decision.lost, lost.contains(&vec![x, y]), "{spec} {misere} {x},{y}");
                    // Whoever wins has a move, unless the game is over in misère play.
                    assert_eq!(decision.to.is_some(), !decision.lost && (x, y) != (0, 0), "{x},{y}");
                    if let Some(to) = decision.to {
                        let to: Vec<u64> = to.iter().map(|n| u64::try_from(n).expect("small")).collect();
                        let left = if decision.passes { &lost_without } else { &lost };
                        assert!(left.contains(&to), "{spec} {misere} {x},{y} to {to:?}");
                        assert_eq!(decision.passes, to == [x, y]);
                        passes += usize::from(decision.passes);
                    }
                    let after = player.decide_passed(&piles).expect("decided");
                    assert_eq!(after.lost, lost_without.contains(&vec![x, y]), "{spec} {misere} {x},{y}");
                }
            }
            assert!(passes > 0, "{spec} {misere}: {passes} winning moves are to pass");
        }
    }
}

#[test]
fn theorems_about_a_pass() {
    let rules = with_pass("r-wythoff", false);
    let proof = proved("r-wythoff with a pass", &rules, &Request::default());
    let limits = Limits::default();
    let row = implies(&rules, &proof, "exists unique y: P(x, y)", &limits).expect("decided");
    let lost = p_below(&rules, 60, &Budget::default()).expect("solved").positions;
    let rows = (0..20u64).all(|x| lost.iter().filter(|p| p.contains(&x)).count() == 1);
    assert_eq!(row.holds, rows);
    // Against misère play and normal play of the same game without the pass.
    for misere in [false, true] {
        let mut other = crate::common::rules("r-wythoff");
        if misere {
            other.set_misere().expect("misère play");
        }
        let side = Side { rules: &rules, proof: &proof, grundy: 0 };
        let alike = prove_alike(side, &other, Request::default(), &Budget::default()).expect("proved");
        let Outcome::Proved(alike) = alike else { panic!("no proof in the numeration of the first") };
        let second = Side { rules: &other, proof: &alike, grundy: 0 };
        let found = same(side, second, None, &limits).expect("compared");
        let theirs = p_below(&other, 60, &Budget::default()).expect("solved").positions;
        assert_eq!(found.decided.holds && found.exceptions.is_empty(), lost == theirs);
    }
}

#[test]
fn what_a_pass_is_not_proved_with() {
    // (x, 0) with x >= 1 has no move: infinitely many ends.
    let mut bounded = Rules::read("(0,i) (i,i)").expect("rules");
    bounded.set_pass();
    assert!(translate(&bounded).is_err());
    let request = Request { grundy: Some(1), ..Request::default() };
    assert!(prove(&with_pass("r-wythoff", false), &request, &Budget::default()).is_err());
}
