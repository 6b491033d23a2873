//! Wrong candidates from rule text: refuted at a smallest position, confirmed by the rules.

mod common;

use common::{proved, rules};
use wythoff_automata::{Limits, Prover, SetText};
use wythoff_prove::{Candidate, Outcome, Request, condition, confirm, prove, rules_text, translate};
use wythoff_rules::Rules;

/// Whether the set breaks the rules at a position, by the definition, from the options that the rules list.
fn wrong_at(rules: &Rules, set: &SetText, x: &[u64]) -> bool {
    let options = rules.options(x).unwrap();
    let inside = |p: &[u64]| set.contains(p).unwrap();
    let winning = options.iter().filter(|o| inside(o)).count() as u64;
    let lost = match &rules.convention().block {
        Some(block) => winning < block.k,
        None => winning == 0 && !(rules.convention().misere && options.is_empty()),
    };
    inside(x) != lost
}

/// The least sum of a wrong position, if it is at most `most`.
fn least_wrong(rules: &Rules, set: &SetText, most: u64) -> Option<u64> {
    (0..=most).find(|sum| of_sum(set.piles, *sum).iter().any(|x| wrong_at(rules, set, &rules.canonical(x))))
}

/// All positions of so many piles with a given sum.
fn of_sum(piles: usize, sum: u64) -> Vec<Vec<u64>> {
    if piles == 1 {
        return vec![vec![sum]];
    }
    let longer = |first: u64| {
        let rest = of_sum(piles - 1, sum - first).into_iter();
        rest.map(move |rest| [vec![first], rest].concat())
    };
    (0..=sum).flat_map(longer).collect()
}

/// The prover's verdict on a set agrees with the definition on a box.
#[track_caller]
fn judged(name: &str, rules: &Rules, set: &SetText) {
    let candidate = || Candidate::Automaton(Box::new(set.clone()));
    let request = Request { candidate: Some(candidate()), ..Request::default() };
    let (outcome, _) = prove(rules, &request, &wythoff_solvers::Limits::default()).unwrap();
    let expected = least_wrong(rules, set, 26);
    match outcome {
        Outcome::Proved(_) => assert_eq!(expected, None, "{name}"),
        Outcome::Refuted { position, witness, .. } => {
            let sum = position.iter().sum::<u64>();
            assert_eq!(confirm(rules, &candidate(), &position, &witness).unwrap(), Some(true), "{name}");
            assert!(expected.is_none_or(|least| least == sum), "{name}: {position:?}, but {expected:?}");
            assert!(expected.is_some() || sum > 26, "{name}: {position:?}");
        }
        Outcome::Unknown { limit } => panic!("{name}: {limit}"),
    }
}

fn set_of(name: &str, rules: &Rules) -> SetText {
    let proof = proved(name, rules, &Request::default());
    SetText { numeration: proof.numeration().clone(), piles: rules.piles(), dfa: proof.dfa().clone() }
}

const FAMILIES: [&str; 13] = [
    "wythoff",
    "t-wythoff(t=2)",
    "t-wythoff(t=4)",
    "w-translate(k=2)",
    "r-wythoff",
    "e-wythoff",
    "connell(b=2)",
    "bt-wythoff(b=2,t=1)",
    "dr(k=2)",
    "radius(r=3)",
    "vector(a=1,b=2)",
    "wyt-f(f=\"3\")",
    "blocking-wythoff(k=3)",
];

#[test]
fn one_pair_removed_added_or_moved() {
    let mut misere = rules("t-wythoff(t=2)");
    misere.set_misere().unwrap();
    let more = ["maharaja(p=2,q=3)", "nim(piles=3)", "all-or-one(piles=3)"];
    let games = FAMILIES.iter().chain(&more).map(|spec| (*spec, rules(spec)));
    for (spec, rules) in games.chain([("misere t-wythoff(t=2)", misere)]) {
        let set = set_of(spec, &rules);
        let limits = Limits::default();
        let prover = Prover::new(&translate(&rules).unwrap(), &set.numeration, &limits).unwrap();
        // A position in every order: turned around, and backwards.
        let orders = |p: &Vec<u64>| -> Vec<Vec<u64>> {
            let turned = (0..p.len()).map(|by| [&p[by..], &p[..by]].concat());
            turned.flat_map(|t| [t.clone(), t.into_iter().rev().collect()]).collect()
        };
        let near = |inside: bool, from: u64| {
            let mut all = (from..).flat_map(|sum| of_sum(set.piles, sum));
            all.find(|p| set.contains(p) == Some(inside)).unwrap()
        };
        let (p, q) = (orders(&near(true, 2)), orders(&near(false, 6)));
        for (added, removed) in [(vec![], p.clone()), (q.clone(), vec![]), (q, p)] {
            let dfa = prover.edited(&set.dfa, &added, &removed, &limits).unwrap();
            let edited = SetText { dfa, ..set.clone() };
            assert!(least_wrong(&rules, &edited, 26).is_some(), "{spec}");
            judged(spec, &rules, &edited);
        }
    }
}

#[test]
fn one_rule_dropped_or_added() {
    let mut wrong = 0;
    for spec in FAMILIES {
        let set = set_of(spec, &rules(spec));
        let text = rules_text(&rules(spec)).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let moves: Vec<usize> = (0..lines.len()).filter(|i| lines[*i].starts_with("move")).collect();
        let mut changed: Vec<String> = Vec::new();
        for at in moves.iter().filter(|_| moves.len() > 1) {
            let kept: Vec<&str> = (0..lines.len()).filter(|i| i != at).map(|i| lines[i]).collect();
            changed.push(kept.join("\n"));
        }
        // Vectors between P-positions change the game, others may not: the definition decides.
        for vector in ["(1, 2)", "(2, 3)", "(4, 4)"] {
            changed.push(format!("{text}\nmove {vector}\nmove ({})", reversed(vector)));
        }
        for text in changed {
            let other = Rules::read(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            wrong += u32::from(least_wrong(&other, &set, 26).is_some());
            judged(&text, &other, &set);
        }
    }
    assert!(wrong >= 40, "{wrong} changes matter");
}

fn reversed(vector: &str) -> String {
    let parts: Vec<&str> = vector.trim_matches(['(', ')']).split(", ").collect();
    format!("{}, {}", parts[1], parts[0])
}

#[test]
fn the_wrong_parameter() {
    for (spec, other) in [
        ("t-wythoff(t=1)", "t-wythoff(t=2)"),
        ("t-wythoff(t=3)", "t-wythoff(t=2)"),
        ("t-wythoff(t=4)", "t-wythoff(t=5)"),
        ("w-translate(k=2)", "w-translate(k=3)"),
        ("connell(b=2)", "connell(b=3)"),
        ("dr(k=2)", "dr(k=1)"),
        ("radius(r=3)", "radius(r=4)"),
        ("wyt-f(f=\"3\")", "wyt-f(f=\"2\")"),
        ("blocking-wythoff(k=3)", "blocking-wythoff(k=2)"),
    ] {
        let set = set_of(spec, &rules(spec));
        assert!(least_wrong(&rules(other), &set, 26).is_some(), "{other}");
        judged(other, &rules(other), &set);
    }
    let mut misere = rules("wythoff");
    misere.set_misere().unwrap();
    judged("misere", &misere, &set_of("wythoff", &rules("wythoff")));
}

#[test]
fn conditions_are_decided_exactly() {
    let nim = rules("(i,0) (0,i)");
    let decide = |text: &str| {
        let candidate = Some(Candidate::Condition(condition(&nim, text).unwrap()));
        let request = Request { candidate, ..Request::default() };
        match prove(&nim, &request, &wythoff_solvers::Limits::default()).unwrap().0 {
            Outcome::Proved(_) => None,
            Outcome::Refuted { position, .. } => Some(position),
            Outcome::Unknown { limit } => panic!("{text}: {limit}"),
        }
    };
    assert_eq!(decide("x == y"), None);
    assert_eq!(decide("x <= y and y <= x"), None);
    assert_eq!(decide("not x != y"), None);
    // Right on every small position, wrong at the first large one.
    assert_eq!(decide("x == y and x < 1000"), Some(vec![1000, 1000]));
    assert_eq!(decide("x == y and x mod 7 != 5"), Some(vec![5, 5]));
    let asked = |p: &[u64]| p[0] * p[0] == p[1];
    let request = Request { candidate: Some(Candidate::Asked(&asked)), ..Request::default() };
    let (outcome, _) = prove(&nim, &request, &wythoff_solvers::Limits::default()).unwrap();
    let Outcome::Refuted { position, .. } = outcome else { panic!("squares are not Nim's P-positions") };
    assert_eq!(position, [2, 2]);
}
