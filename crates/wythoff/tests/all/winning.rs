//! All winning moves of a position are its options that are P, however the outcome was found.

use wythoff::{Block, Budget, Conventions, Game, Kind, Method, Range, SolveRequest};

/// With blocking, options are places on the board: (93,94) and (94,93) are the same position.
#[test]
fn blocked_games_tell_all_winning_moves() {
    let budget = Budget::default();
    let block = Some(Block { k: 2, family: None });
    let conventions = Conventions { block, ..Conventions::default() };
    let game = Game::parse("(i,0) (0,i)").unwrap().with(&conventions).unwrap();
    let position = game.position("94,132").unwrap();
    let all = SolveRequest { all: true, ..SolveRequest::default() };
    let solved = game.solve(&position, &all, &budget).unwrap();
    assert_eq!(solved.outcome, "N");
    let moves: Vec<String> = solved.moves.iter().map(ToString::to_string).collect();
    assert_eq!(moves, ["93,94", "94,95"]);
}

/// The P-positions of NIM(a,0) have one smaller pile, and a theory's list of them has no end.
#[test]
fn a_list_of_a_theory_ends_below_a_bound() {
    let budget = Budget::default().within(std::time::Duration::from_secs(20));
    let misere = Conventions { misere: true, ..Conventions::default() };
    for (spec, conventions) in [
        ("nim-ab(a=3,b=0)", &misere),
        ("nim-ab(a=1,b=0)", &misere),
        ("nim-ab(a=2,b=0)", &Conventions::default()),
    ] {
        let game = Game::parse(spec).unwrap().with(conventions).unwrap();
        let by_theory = game.p(Range::Below(36), 0, Some(Method::Theory), &budget);
        assert_eq!(by_theory.unwrap_err().kind, Kind::Input, "{spec}");
        assert!(!game.p(Range::Below(36), 0, None, &budget).unwrap().partial, "{spec}");
    }
}
