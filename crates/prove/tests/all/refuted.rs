//! Wrong candidates from rule text: refuted at a smallest position, confirmed by the rules.

use crate::common::{proved, rules};
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

/// The least sum of a wrong position, if it is at most [`most`].
fn least_wrong(rules: &Rules, set: &SetText) -> Option<u64> {
    (0..=most(rules))
        .find(|sum| of_sum(rules, *sum).iter().any(|x| wrong_at(rules, set, &rules.canonical(x))))
}

/// Sums of coordinates up to which the definition is asked.
fn most(rules: &Rules) -> u64 {
    match rules.coordinates().len() {
        0..=2 => 26,
        3 => 12,
        _ => 6,
    }
}

/// All positions with a given sum of coordinates.
fn of_sum(rules: &Rules, sum: u64) -> Vec<Vec<u64>> {
    let mut begun: Vec<Vec<u64>> = vec![Vec::new()];
    for bound in rules.bounds() {
        let rest = |p: &Vec<u64>| sum - p.iter().sum::<u64>();
        let values = |p: &Vec<u64>| 0..bound.map_or(rest(p) + 1, |b| b.min(rest(p) + 1));
        let longer = begun.iter().flat_map(|p| values(p).map(|value| [&p[..], &[value]].concat()));
        begun = longer.collect();
    }
    begun.into_iter().filter(|p| p.iter().sum::<u64>() == sum).collect()
}

/// The prover's verdict on a set agrees with the definition on a box.
#[track_caller]
fn judged(name: &str, rules: &Rules, set: &SetText) {
    let candidate = || Candidate::Automaton(Box::new(set.clone()));
    let request = Request { candidate: Some(candidate()), ..Request::default() };
    let (outcome, _) = prove(rules, &request, &wythoff_solvers::Budget::default()).unwrap();
    let expected = least_wrong(rules, set);
    match outcome {
        Outcome::Proved(_) => assert_eq!(expected, None, "{name}"),
        Outcome::Refuted { position, witness, .. } => {
            let sum = position.iter().sum::<u64>();
            assert_eq!(confirm(rules, &candidate(), &position, &witness).unwrap(), Some(true), "{name}");
            assert!(expected.is_none_or(|least| least == sum), "{name}: {position:?}, but {expected:?}");
            assert!(expected.is_some() || sum > most(rules), "{name}: {position:?}");
        }
        Outcome::Unknown { limit } => panic!("{name}: {limit}"),
    }
}

fn set_of(name: &str, rules: &Rules) -> SetText {
    let (outcome, _) = prove(rules, &Request::default(), &wythoff_solvers::Budget::default()).unwrap();
    let Outcome::Proved(proof) = outcome else { panic!("{name} is not proved") };
    SetText { numeration: proof.numeration().clone(), piles: rules.piles(), dfa: proof.dfa().clone() }
}

/// One pair removed, one added, one moved: wrong, each of them.
fn edited(spec: &str, rules: &Rules, set: &SetText) {
    let limits = Limits::default();
    let prover = Prover::new(&translate(rules).unwrap(), &set.numeration, &limits).unwrap();
    // A position with its piles in every order that the rules do not tell apart.
    let orders = |p: &[u64]| {
        if rules.is_symmetric() { wythoff_numbers::tuples::arrangements(p) } else { vec![p.to_vec()] }
    };
    let near = |inside: bool, from: u64| {
        let mut all = (from..).flat_map(|sum| of_sum(rules, sum));
        all.find(|p| set.contains(p) == Some(inside)).unwrap()
    };
    let (p, q) = (orders(&near(true, 2)), orders(&near(false, most(rules) / 4)));
    for (added, removed) in [(vec![], p.clone()), (q.clone(), vec![]), (q, p)] {
        let dfa = prover.edited(&set.dfa, &added, &removed, &limits).unwrap();
        let edited = SetText { dfa, ..set.clone() };
        assert!(least_wrong(rules, &edited).is_some(), "{spec}");
        judged(spec, rules, &edited);
    }
}

/// Each rule dropped, vectors added; the number of changes that matter.
fn changed(spec: &str, rules: &Rules, set: &SetText) -> u32 {
    let text = rules_text(rules).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let moves: Vec<usize> = (0..lines.len()).filter(|i| lines[*i].starts_with("move")).collect();
    let mut changed: Vec<String> = Vec::new();
    for at in moves.iter().filter(|_| moves.len() > 1) {
        let kept: Vec<&str> = (0..lines.len()).filter(|i| i != at).map(|i| lines[i]).collect();
        changed.push(kept.join("\n"));
    }
    // Vectors between P-positions change the game, others may not: the definition decides.
    let zeros = ", 0".repeat(rules.coordinates().len() - 2);
    for (a, b) in [(1, 2), (2, 3), (4, 4)] {
        changed.push(format!("{text}\nmove ({a}, {b}{zeros})\nmove ({b}, {a}{zeros})"));
    }
    let mut wrong = 0;
    for text in changed {
        let other = Rules::read(&text).unwrap_or_else(|error| panic!("{spec}, {text}: {error}"));
        wrong += u32::from(least_wrong(&other, set).is_some());
        judged(&text, &other, set);
    }
    wrong
}

/// Edits and changed rules of every game; on the average at least two of the changes matter.
fn refuted(specs: &[&str]) {
    let mut wrong = 0;
    for spec in specs {
        let rules = rules(spec);
        let set = set_of(spec, &rules);
        edited(spec, &rules, &set);
        wrong += changed(spec, &rules, &set);
    }
    assert!(wrong as usize >= 2 * specs.len(), "{wrong} changes matter");
}

#[test]
fn t_wythoff() {
    refuted(&["wythoff", "t-wythoff(t=2)", "t-wythoff(t=4)", "t-wythoff(t=8)"]);
    for t in [1, 2, 5] {
        let mut misere = rules(&format!("t-wythoff(t={t})"));
        misere.set_misere().unwrap();
        let set = set_of("misere", &misere);
        edited("misere", &misere, &set);
        assert!(changed("misere", &misere, &set) > 0);
    }
}

#[test]
fn translations_and_restrictions() {
    refuted(&[
        "w-translate(k=1)",
        "w-translate(k=2)",
        "w-translate(k=6)",
        "r-wythoff",
        "e-wythoff",
        "connell(b=2)",
        "connell(b=4)",
        "bt-wythoff(b=2,t=1)",
        "bt-wythoff(b=1,t=2)",
        "dr(k=1)",
        "dr(k=2)",
    ]);
}

#[test]
fn periodic_games() {
    refuted(&[
        "radius(r=1)",
        "radius(r=3)",
        "radius(r=12)",
        "vector(a=1,b=2)",
        "vector(a=3,b=5)",
        "wyt-f(f=\"3\")",
        "wyt-f(f=\"8\")",
    ]);
}

#[test]
fn several_piles_blocking_and_vectors() {
    refuted(&[
        "nim(piles=3)",
        "all-or-one(piles=3)",
        "all-or-one(piles=5)",
        "three-vectors(a=1,b=4,c=2)",
        "blocking-wythoff(k=2)",
        "blocking-wythoff(k=3)",
        "maharaja(p=2,q=3)",
        "maharaja(p=1,q=3)",
    ]);
}

#[test]
fn the_wrong_parameter() {
    for (spec, other) in [
        ("t-wythoff(t=1)", "t-wythoff(t=2)"),
        ("t-wythoff(t=3)", "t-wythoff(t=2)"),
        ("t-wythoff(t=4)", "t-wythoff(t=5)"),
        ("w-translate(k=2)", "w-translate(k=3)"),
        ("connell(b=2)", "connell(b=3)"),
        ("bt-wythoff(b=2,t=1)", "bt-wythoff(b=2,t=2)"),
        ("dr(k=2)", "dr(k=1)"),
        ("radius(r=3)", "radius(r=4)"),
        ("vector(a=1,b=2)", "vector(a=2,b=2)"),
        ("wyt-f(f=\"3\")", "wyt-f(f=\"2\")"),
        ("blocking-wythoff(k=3)", "blocking-wythoff(k=2)"),
        ("three-vectors(a=1,b=4,c=2)", "three-vectors(a=1,b=1,c=2)"),
        ("maharaja(p=2,q=3)", "maharaja(p=1,q=2)"),
        ("wythoff", "maharaja(p=2,q=3)"),
    ] {
        let set = set_of(spec, &rules(spec));
        assert!(least_wrong(&rules(other), &set).is_some(), "{other}");
        judged(other, &rules(other), &set);
    }
    let mut misere = rules("wythoff");
    misere.set_misere().unwrap();
    judged("misere", &misere, &set_of("wythoff", &rules("wythoff")));
    let mut other = rules("t-wythoff(t=3)");
    other.set_misere().unwrap();
    judged("misere, the wrong t", &other, &set_of("misere", &misere));
}

/// The sets {G = 0} and {G = 1} of Ho's games, with one position removed, added or moved.
#[test]
fn grundy_values() {
    let limits = Limits::default();
    for spec in ["r-wythoff", "e-wythoff"] {
        let rules = rules(spec);
        let proof = proved(spec, &rules, &Request { grundy: Some(1), ..Request::default() });
        let game = translate(&rules).unwrap().plus_nim_pile(1);
        let prover = Prover::new(&game, proof.numeration(), &limits).unwrap();
        let (p, q) = ([[0, 1, 1], [1, 0, 1]].map(Vec::from), [[2, 3, 1], [3, 2, 1]].map(Vec::from));
        let inside = |p: &[u64]| prover.contains(proof.dfa(), p);
        assert!(p.iter().all(|p| inside(p) == Some(true)), "{spec}");
        assert!(q.iter().all(|q| inside(q) == Some(false)), "{spec}");
        for (added, removed) in [(&[][..], &p[..]), (&q, &[]), (&q, &p)] {
            let edited = prover.edited(proof.dfa(), added, removed, &limits).unwrap();
            let refutation = prover.prove(&edited, &limits).unwrap().refuted().expect(spec);
            let least = if removed.is_empty() { 6 } else { 2 };
            assert!(refutation.position.iter().sum::<u64>() <= least, "{spec}: {refutation:?}");
        }
    }
}

#[test]
fn conditions_are_decided_exactly() {
    let nim = rules("(i,0) (0,i)");
    let decide = |text: &str| {
        let candidate = Some(Candidate::Condition(condition(&nim, text).unwrap()));
        let request = Request { candidate, ..Request::default() };
        match prove(&nim, &request, &wythoff_solvers::Budget::default()).unwrap().0 {
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
    let (outcome, _) = prove(&nim, &request, &wythoff_solvers::Budget::default()).unwrap();
    let Outcome::Refuted { position, .. } = outcome else { panic!("squares are not Nim's P-positions") };
    assert_eq!(position, [2, 2]);
}

#[test]
fn automata_that_tell_leading_zeros_apart_are_no_sets() {
    let nim = rules("(i,0) (0,i)");
    let asked = |lines: &str| {
        let text = format!("numeration base 2\nautomaton set 2\nstarts 1\n{lines}");
        let candidate = Candidate::Automaton(Box::new(SetText::read(&text).unwrap()));
        let request = Request { candidate: Some(candidate), ..Request::default() };
        prove(&nim, &request, &wythoff_solvers::Budget::default())
    };
    let error = asked("s 1 1,1>2\ns 1 0,0>2 1,1>2\n").err().unwrap().to_string();
    assert!(error.contains("leading zeros"), "{error}");
    // Not minimal, but a set.
    let proved = asked("s 1 0,0>2 1,1>2\ns 1 0,0>1 1,1>1\n").unwrap().0;
    assert!(matches!(proved, Outcome::Proved(_)));
}
