//! An answer says what was really done, and says the same however it is asked for.

use wythoff::{Budget, By, Game, Method, Range, SolveRequest, catalog};

/// A list of P-positions and the answers about its members, both computed from the rules, rest on the same: over the
/// whole catalog.
#[test]
fn lists_and_single_positions_name_the_same_evidence() {
    let budget = Budget::default();
    let mut compared = 0;
    for row in catalog(None) {
        let game = Game::parse(&row.name).unwrap();
        let listed = game.p(Range::First(4), 0, Some(Method::Rules), &budget);
        let listed = listed.or_else(|_| game.p(Range::Below(4), 0, Some(Method::Rules), &budget));
        let Ok(listed) = listed else { continue };
        for position in listed.positions.iter() {
            let text = position.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
            let Ok(position) = game.position(&text) else { continue };
            let request = SolveRequest { method: Some(Method::Rules), ..SolveRequest::default() };
            let solved = game.solve(&position, &request, &budget).unwrap();
            let name = &row.name;
            assert_eq!(solved.outcome, "P", "{name} {text}");
            assert_eq!(
                (solved.evidence.by, &solved.evidence.cites),
                (listed.by, &listed.cites),
                "{name} {text}"
            );
            compared += 1;
        }
    }
    assert!(compared > 150, "{compared}");
}

#[test]
fn piles_that_the_rules_leave_to_the_theory_begin_where_those_of_the_rules_end() {
    let budget = Budget::default();
    for game in ["wythoff", "(i,0) (0,i) (i,i)", "nim(piles=2)"] {
        let game = Game::parse(game).unwrap();
        for bits in [61, 62, 63, 64, 65] {
            let position = game.position(&format!("2^{bits},5")).unwrap();
            let solved = game.solve(&position, &Default::default(), &budget).unwrap();
            assert_eq!((solved.outcome.as_str(), solved.evidence.by), ("N", By::Theorem), "2^{bits}");
            let to = solved.moves[0].to_string();
            assert!(game.legal(&position, &to, &budget).unwrap().legal, "2^{bits} -> {to}");
        }
    }
}

#[test]
fn a_move_that_cannot_be_judged_is_not_called_illegal() {
    let game = Game::parse("nimsum-wytlex(piles=2,xor=abs)").unwrap();
    let judged = game.legal(&game.position("10^24,5").unwrap(), "3,5", &Budget::default());
    assert_eq!(judged.unwrap_err().kind, wythoff::Kind::Limit);
}
