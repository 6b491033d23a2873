//! Games in which order does not matter, on sorted piles: the same options, the same P-positions.

use crate::common::rules;
use std::collections::BTreeSet;
use wythoff_prove::{Outcome, Player, Request, prove_sorted};
use wythoff_rules::Rules;
use wythoff_solvers::{Budget, p_below};

const GAMES: [&str; 6] = [
    "nim(piles=3)",
    "moore-nim(piles=3)",
    "all-or-one(piles=3)",
    "tribonacci",
    "piles unordered x, y, z\nmove (i, 0, 0)\nmove (i, j, 0) where i mod 2 == 0 and j >= x",
    "piles sorted x <= y <= z\nmove (0, 0, i)\nmove (i, j, 0) where y' >= x'",
];

fn game(text: &str) -> Rules {
    if text.starts_with("piles") { Rules::read(text).expect("rules") } else { rules(text) }
}

#[test]
fn options_on_sorted_piles() {
    for text in GAMES {
        let whole = game(text);
        let sorted =
            Rules::read(&whole.on_sorted_piles().expect("linear").expect("symmetric")).expect("rules");
        let bound = 6u64;
        for position in (0..bound.pow(3)).map(|n| vec![n % bound, n / bound % bound, n / bound / bound]) {
            let found: BTreeSet<Vec<u64>> = sorted.options(&position).expect("options").into_iter().collect();
            let mut wanted = BTreeSet::new();
            if position.is_sorted() {
                for mut option in whole.options(&position).expect("options") {
                    option.sort_unstable();
                    wanted.insert(option);
                }
            }
            assert_eq!(found, wanted, "{text} {position:?}");
        }
    }
}

fn settled(text: &str) {
    let whole = game(text);
    let (sorted, outcome, attempts) =
        prove_sorted(&whole, &Request::default(), &Budget::default()).expect("asked").expect("symmetric");
    let Outcome::Proved(proof) = outcome else { panic!("{text}: {attempts:?}") };
    println!("{text}: {} states in {}, {:?}", proof.dfa().states(), proof.numeration(), proof.elapsed());
    let player = Player::new(&sorted, &proof).expect("a player");
    let bound = 12u64;
    let lost = p_below(&whole, bound, &Budget::default()).expect("solved").positions;
    for position in (0..bound.pow(3)).map(|n| vec![n % bound, n / bound % bound, n / bound / bound]) {
        if position.is_sorted() {
            let piles: Vec<_> = position.iter().map(|n| (*n).into()).collect();
            assert_eq!(
                player.decide(&piles).expect("decided").lost,
                lost.contains(&position),
                "{text} {position:?}"
            );
        }
    }
}

#[test]
fn proved_on_sorted_piles() {
    for text in ["nim(piles=3)", "all-or-one(piles=3)"] {
        settled(text);
    }
}

#[test]
#[ignore = "minutes in an unoptimised build"]
fn tribonacci() {
    settled("tribonacci");
}
