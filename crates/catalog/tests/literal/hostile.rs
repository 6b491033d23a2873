//! Requests that mean no good: each ends within its budget, with an error that helps, and the process goes on.
//!
//! `specs_fuzz` among the examples runs as many as one likes.

#[path = "../../../../fuzz/mutate.rs"]
mod mutate;
#[path = "../../../../fuzz/request.rs"]
mod request;

use std::time::Duration;
use wythoff_catalog::{NoFiles, OnTop, Resolved};
use wythoff_numbers::Budget;
use wythoff_rules::ErrorKind;

const EXECUTIONS: u64 = 1000;

/// Far beyond the budget's second, since the machine may be busy; the runs this guards against took minutes.
const LONGEST: Duration = Duration::from_secs(30);

fn within_time(spec: &str, position: &str) -> bool {
    let budget = request::budget();
    let start = budget.now();
    let game = request::run(spec, position, &budget);
    assert!(budget.now() - start < LONGEST, "{position}: {spec:.200}");
    game
}

#[test]
fn generated_requests_end_within_their_budget() {
    let specs: Vec<String> = mutate::corpus("specs").into_iter().chain(mutate::corpus("rules")).collect();
    let positions = mutate::corpus("positions");
    let games = (0..EXECUTIONS)
        .filter(|n| within_time(&mutate::text(7, *n, &specs), &mutate::text(8, *n, &positions)));
    let games = games.count() as u64;
    assert!(EXECUTIONS / 10 < games && games < EXECUTIONS, "{games} of {EXECUTIONS} are games");
}

#[test]
fn requests_that_once_took_minutes() {
    let nested = (0..6).fold("nim(piles=2)".to_string(), |of, _| format!("with-own-p(of={of})"));
    for (spec, position) in [
        ("(i) where gcd(3^2500000+i, 2^4000000+i*x) > 0", "50"),
        ("fraenkel(f=\"2^(2^22)\")", "30,40"),
        ("wythoff-piles(piles=10)", "3"),
        ("relaxed(alpha=\"1+sqrt(2)/10^100\")", "10^18,10^18"),
        (&nested, "30,30"),
    ] {
        within_time(spec, position);
    }
    let game = Resolved::parse(&nested).unwrap();
    let special = game.special().unwrap();
    assert!(special.p_below(30).is_ok());
    // The budget of the request is the budget of all games that the game is made of.
    let budget = Budget::default().with_work(200_000);
    let game = Resolved::parse_within("star(of=with-own-p(of=wythoff))", &NoFiles, &budget).unwrap();
    assert!(game.special().unwrap().p_below(400).is_err());
}

#[test]
fn a_list_that_has_no_end_says_so() {
    let pass = OnTop { pass: true, ..OnTop::default() };
    let misere = OnTop { misere: true, ..OnTop::default() };
    for (spec, on_top, n) in [
        ("(i)", &pass, 2),
        ("fibonacci-nim", &misere, 3),
        ("relaxed(alpha=\"1+sqrt(2)/10^100\")", &OnTop::default(), 5),
        ("(i)", &OnTop::default(), 2),
    ] {
        let budget = Budget::default();
        let start = budget.now();
        let game = Resolved::parse(spec).unwrap().with(on_top).unwrap();
        let answer = wythoff_solvers::p_first(game.rules().unwrap(), n, &budget);
        assert!(matches!(answer, Err(wythoff_solvers::SolveError::Refused { .. })), "{spec}: {answer:?}");
        assert!(budget.now() - start < LONGEST * 2, "{spec}");
    }
}

#[test]
fn what_people_type_first() {
    let parse =
        |spec: &str| Resolved::parse(spec).map_err(|error| format!("{error}: {}", error.hints.join("; ")));
    assert_eq!(parse("t-wythoff(3)").unwrap().values(), parse("t-wythoff(t=3)").unwrap().values());
    assert_eq!(parse("wyt-k(\"1,4\")").unwrap().values(), parse("wyt-k(K=\"1,4\")").unwrap().values());
    let refused = |spec: &str| parse(spec).err().unwrap();
    assert_eq!(
        refused("wythoff(piles=3)"),
        "`wythoff` has no parameter `piles`: `wythoff-piles` has it: write wythoff-piles(piles=3)"
    );
    assert_eq!(
        refused("wythoff(t=3)"),
        "`wythoff` has no parameter `t`: `t-wythoff` has it: write t-wythoff(t=3)"
    );
    assert_eq!(
        refused("maharaja(2)"),
        "`maharaja` does not tell which parameter is 2: its parameters are: p, q; write maharaja(p=2)"
    );
    assert_eq!(refused("wythoff(3)"), "`wythoff` has no parameters: write `wythoff` alone");
    assert!(parse("piles sorted x <= y; move (i, 0); move (0, i)").unwrap().rules().is_some());
    assert_eq!(Resolved::parse("@/etc/passwd").err().unwrap().kind, ErrorKind::File);
    assert_eq!(Resolved::parse("star(of=@/etc/passwd)").err().unwrap().kind, ErrorKind::File);
}
