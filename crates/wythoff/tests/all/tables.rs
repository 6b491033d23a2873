//! What is answered from tables is what the options say: games with a pass, and games that start at some positions only.

use crate::play::Text;
use std::collections::{BTreeSet, HashMap};
use wythoff::{Budget, Conventions, Game, Position, SolveRequest};

/// Whether a position is lost, from its options alone.
fn is_lost(game: &Game, position: &Position, known: &mut HashMap<String, bool>) -> bool {
    let name = position.to_string();
    if let Some(lost) = known.get(&name) {
        return *lost;
    }
    let options = game.options(position, &Budget::default()).unwrap().options;
    let wins = options.iter().any(|option| is_lost(game, option, known));
    let lost = if options.is_empty() { game.convention() != "misere" } else { !wins };
    known.insert(name, lost);
    lost
}

#[test]
fn positions_before_and_after_the_pass_are_what_their_options_say() {
    let budget = Budget::default();
    let all = SolveRequest { all: true, ..SolveRequest::default() };
    let (mut positions, mut by_pass) = (0, 0);
    for text in [
        "(i,0) (0,i) (i,i)",
        "(i,0) (0,2i) (2i,i)",
        "(i,0) (0,i) (k,l) where |k-l| < 3 or k == 4",
        "(i,0) (0,i) (i,i) where x*y mod 3 > 0",
        "(i,0,0) (0,i,0) (0,0,i) (i,i,i)",
    ] {
        for misere in [false, true] {
            let on = Conventions { pass: true, misere, ..Conventions::default() };
            let game = Game::parse(text).unwrap().with(&on).unwrap();
            let start = if game.coordinates() == 3 { "3,4,5" } else { "9,12" };
            let (start, mut known) = (game.position(start).unwrap(), HashMap::new());
            for option in game.options(&start, &budget).unwrap().options.iter().chain([&start]) {
                let lost = is_lost(&game, option, &mut known);
                let solved = game.solve(option, &all, &budget).unwrap();
                assert_eq!(solved.outcome, if lost { "P" } else { "N" }, "{text} {misere} {option}");
                let below = game.options(option, &budget).unwrap().options;
                let outcomes = game.option_outcomes(option, &below, &budget).unwrap();
                let winning: BTreeSet<String> = below
                    .iter()
                    .filter(|below| is_lost(&game, below, &mut known))
                    .map(Position::to_string)
                    .collect();
                let told: BTreeSet<String> = solved.moves.iter().map(Position::to_string).collect();
                assert_eq!(
                    told,
                    if lost { BTreeSet::new() } else { winning.clone() },
                    "{text} {misere} {option}"
                );
                for (below, outcome) in below.iter().zip(outcomes) {
                    assert_eq!(
                        outcome == "P",
                        known[&below.to_string()],
                        "{text} {misere} {option} to {below}"
                    );
                }
                positions += 1;
                by_pass += usize::from(winning.iter().any(|option| option.contains("pass")));
            }
        }
    }
    assert!(positions > 300 && by_pass > 3, "{positions} {by_pass}");
}

#[test]
fn a_pass_costs_no_more_than_two_tables() {
    // Lines of play would take minutes here.
    let on = Conventions { pass: true, ..Conventions::default() };
    let game = Game::parse("(i,0) (0,i) (k,l) where |k-l| < 3").unwrap().with(&on).unwrap();
    let budget = Budget::default().within(std::time::Duration::from_secs(20));
    let solved = game.solve(&game.position("300,400").unwrap(), &SolveRequest::default(), &budget).unwrap();
    assert!(solved.evidence.reason.contains("P-positions with piles below 401"), "{solved:?}");
}

#[test]
fn what_no_game_starts_from_is_an_option_all_the_same() {
    let rules = "game g\npiles unordered x, y\nstart where y > 90\nmove (i, 0)\nmove (i, i) where i != 2\n";
    let game = Game::parse_with("@game", &Text(rules.to_string())).unwrap();
    let budget = Budget::default();
    let solved = game.solve(&game.position("60,95").unwrap(), &SolveRequest::default(), &budget).unwrap();
    let moves: Vec<String> = solved.moves.iter().map(Position::to_string).collect();
    assert_eq!((solved.outcome.as_str(), moves), ("N", vec!["45,60".to_string()]));
}

#[test]
fn lopsided_positions_are_decided_from_lopsided_boxes() {
    // The cube around them has 10^11 positions or more, and lines of play come to thousands that have thousands of options.
    let budget = Budget::default().within(std::time::Duration::from_secs(20));
    for (spec, position, bounds) in [
        ("wythoff-piles(piles=3)", "8000,2,1", "up to 1,2,8000"),
        ("wythoff-piles(piles=4)", "1,2,3,2000", "up to 1,2,3,2000"),
        ("(i,0,0) (0,i,0) (0,0,i) (i,0,i) where gcd(x,z) == 1", "5000,1,2", "up to 5000,1,2"),
    ] {
        let game = Game::parse(spec).unwrap();
        let solved =
            game.solve(&game.position(position).unwrap(), &SolveRequest::default(), &budget).unwrap();
        assert!(solved.evidence.reason.contains(bounds), "{solved:?}");
        let moved = game.solve(&solved.moves[0], &SolveRequest::default(), &budget).unwrap();
        assert_eq!((solved.outcome.as_str(), moved.outcome.as_str()), ("N", "P"), "{spec}");
    }
}
