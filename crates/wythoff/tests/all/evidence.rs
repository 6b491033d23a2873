//! An answer says what was really done, and says the same however it is asked for.

use wythoff::{Budget, Game, Method, Range, SolveRequest, catalog};

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
