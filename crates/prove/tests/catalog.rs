//! Games of the catalog, proved from their rules alone; and wrong candidates, refuted.

use wythoff_automata::Limits;
use wythoff_catalog::Resolved;
use wythoff_prove::{Outcome, Request, prove};
use wythoff_rules::Rules;

fn rules(spec: &str) -> Rules {
    match Resolved::parse(spec) {
        Ok(Resolved::Rules(rules, _)) => *rules,
        _ => panic!("{spec} is in the rule language"),
    }
}

fn states(rules: &Rules, request: &Request<'_>) -> Result<usize, String> {
    let solver = wythoff_solvers::Limits::default();
    match prove(rules, request, &solver).map_err(|e| e.to_string())? {
        (Outcome::Proved(proof), _) => Ok(proof.dfa().states()),
        (Outcome::Refuted { position, .. }, _) => Err(format!("refuted at {position:?}")),
        (Outcome::Unknown { limit }, attempts) => Err(format!("{limit}: {attempts:?}")),
    }
}

#[test]
fn games_of_the_papers_are_proved() {
    for spec in [
        "wythoff",
        "t-wythoff(t=2)",
        "t-wythoff(t=5)",
        "w-translate(k=2)",
        "r-wythoff",
        "e-wythoff",
        "connell(b=2)",
        "bt-wythoff(b=2,t=2)",
        "dr(k=2)",
        "radius(r=4)",
        "vector(a=1,b=2)",
        "wyt-f(f=\"3\")",
        "all-or-one(piles=3)",
        "nim(piles=3)",
        "three-vectors(a=1,b=4,c=2)",
    ] {
        let found = states(&rules(spec), &Request { limits: Limits::default(), ..Request::default() });
        assert!(found.is_ok(), "{spec}: {found:?}");
    }
    let mut misere = rules("t-wythoff(t=2)");
    misere.set_misere().unwrap();
    assert!(states(&misere, &Request::default()).is_ok());
}

#[test]
fn wrong_candidates_are_refuted() {
    let diagonal = |p: &[u64]| p[0] == p[1];
    let request = Request { candidate: Some(&diagonal), ..Request::default() };
    let found = prove(&rules("wythoff"), &request, &wythoff_solvers::Limits::default()).unwrap().0;
    let Outcome::Refuted { position, .. } = found else { panic!("the diagonal is not Wythoff's P-set") };
    assert_eq!(position, [1, 1]);
}

#[test]
fn grundy_value_one_of_ho_s_games_is_proved() {
    for spec in ["r-wythoff", "e-wythoff"] {
        let request = Request { grundy: Some(1), ..Request::default() };
        let found = states(&rules(spec), &request);
        assert!(found.is_ok(), "{spec}: {found:?}");
    }
}

#[test]
fn rules_outside_the_fragment_are_named() {
    let error =
        prove(&rules("euclid"), &Request::default(), &wythoff_solvers::Limits::default()).err().unwrap();
    assert!(error.to_string().contains("outside the linear fragment"), "{error}");
}
