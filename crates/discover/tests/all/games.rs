//! Through the catalog: findings of named games, and designs whose specs give their pairs back.

use malachite::Natural;
use malachite::base::num::arithmetic::traits::Pow;
use wythoff_catalog::{Resolved, View};
use wythoff_discover::design::{Design, Pair, Reach, Witness, relaxed, star, wytlex};
use wythoff_discover::game::{leapers_of, of_grundy, of_rules};
use wythoff_discover::leapers::{self, LeaperTheory, certify};
use wythoff_numbers::Real;
use wythoff_rules::{Outcome, Rules};
use wythoff_solvers::{Budget, p_below};
use wythoff_theory::Decider;

fn game(spec: &str) -> Resolved {
    Resolved::parse(spec).unwrap_or_else(|e| panic!("{spec}: {}", e.message))
}

/// The sorted P-positions of a spec below a bound, without (0,0).
fn solved(spec: &str, below: u64) -> Vec<(u64, u64)> {
    let list = match game(spec).view() {
        View::Rules(rules) => p_below(rules, below, &Budget::default()).expect("solved").positions,
        View::Special(special) => special.p_below(below).unwrap_or_else(|e| panic!("{spec}: {}", e.reason)),
        View::Sum(_) => panic!("no sum"),
    };
    let mut pairs: Vec<(u64, u64)> =
        list.iter().map(|p| (p[0].min(p[1]), p[0].max(p[1]))).filter(|&p| p != (0, 0)).collect();
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

#[track_caller]
fn gives_back(design: &Design, pair: &Pair, below: u64) {
    let expected: Vec<(u64, u64)> = pair.pairs().iter().copied().filter(|p| p.1 < below).collect();
    assert_eq!(solved(&design.spec, below), expected, "{}", design.spec);
}

#[test]
fn designs_go_straight_back() {
    for alpha in ["(1+sqrt(5))/2", "sqrt(2)", "sqrt(3)", "e/2", "pi/2"] {
        let pair = Pair::homogeneous(Real::parse(alpha).expect("a number"), 60).expect("a pair");
        for witness in [Witness::Origin, Witness::Increments] {
            gives_back(&relaxed(&pair, witness).expect("realisable"), &pair, 60);
        }
        let design = star(&pair, 40).expect("a star game");
        assert_eq!(design.reach, Reach::Below(40));
        gives_back(&design, &pair, 40);
        if let Ok(design) = wytlex(&pair) {
            gives_back(&design, &pair, 60);
        }
    }
}

#[test]
fn designs_with_an_offset_go_straight_back() {
    let real = |text: &str| Real::parse(text).expect("a number");
    for (alpha, gamma) in [("sqrt(2)", "1/3"), ("sqrt(2)", "-1/3"), ("sqrt(3)", "1/5"), ("3/2", "1/4")] {
        let pair = Pair::with_offset(real(alpha), real(gamma), 60, &Default::default()).expect("a pair");
        gives_back(&relaxed(&pair, Witness::Origin).expect("realisable"), &pair, 60);
        if let Ok(design) = wytlex(&pair) {
            gives_back(&design, &pair, 60);
        }
    }
}

#[test]
fn leapers_are_recognised() {
    let vectors = |spec: &str| match game(spec).view() {
        View::Rules(rules) => leapers_of(rules).map(|l| l.vectors().to_vec()),
        _ => None,
    };
    assert_eq!(vectors("wythoff"), Some(vec![]));
    assert_eq!(vectors("maharaja"), Some(vec![(1, 2), (2, 1)]));
    assert_eq!(vectors("maharaja(p=2,q=3)"), Some(vec![(2, 3), (3, 2)]));
    assert_eq!(
        vectors("(i,0) (0,i) (i,i) (1,2) (2,1) (4,7) (7,4)"),
        Some(vec![(1, 2), (2, 1), (4, 7), (7, 4)])
    );
    for other in [
        "t-wythoff(t=2)",
        "nim(piles=2)",
        "gdwn",
        "(i,0) (0,i) (i,i) (1,2)",
        "radius(r=3)",
        "vector(a=2,b=3)",
    ] {
        assert_eq!(vectors(other), None, "{other}");
    }
    let mut misere = Rules::read("(i,0) (0,i) (i,i)").expect("rules");
    misere.set_misere().expect("misère play");
    // An automaton says more.
    assert!(leapers_of(&misere).is_none());
    assert_eq!(vectors("vector(a=2,b=2)"), Some(vec![]));
}

#[test]
fn discovered_from_a_name() {
    let say = |spec: &str, below: u64| {
        let rules = game(spec).into_rules().expect("rules");
        let found = of_rules(&rules, below, &Budget::default(), &leapers::Limits::default(), &mut |_| {});
        let found = found.unwrap_or_else(|e| panic!("{spec}: {e}"));
        found.findings.iter().map(|f| f.statement.clone()).collect::<Vec<_>>()
    };
    assert!(say("t-wythoff(t=3)", 200).iter().any(|s| s == "b_n = a_n + 3 n for every n"));
    assert!(say("radius(r=3)", 60).iter().any(|s| s.contains("modulo 4")));
    assert!(say("wyt-f(f=\"4*k\")", 300).iter().any(|s| s == "b_n = 4 a_n for every n"));
    assert!(say("nim(piles=3)", 16).iter().any(|s| s.contains("nim-sum")));
    let nim = game("nim(piles=2)").into_rules().expect("rules");
    let rows = of_grundy(&nim, 6, 40, &Budget::default()).expect("a table");
    assert!(rows.iter().any(|f| f.kind == "nim-sum"));
}

#[test]
fn the_telescope_as_a_theory() {
    let certificate = certify(&leapers::Leapers::new(&[(1, 2)]).expect("short"), &leapers::Limits::default());
    let theory = LeaperTheory::new(&certificate.expect("a certificate"));
    let x = Natural::from(10u32).pow(300);
    let y = theory.telescope().partner(&x).expect("a partner");
    let verdict = theory.decide(&[y.clone(), x.clone()]).expect("decided");
    assert_eq!(verdict.outcome, Outcome::P);
    let verdict = theory.decide(&[y, x.clone() + x]).expect("decided");
    assert_eq!(verdict.outcome, Outcome::N);
    let winning = verdict.winning.expect("a move");
    assert_eq!(theory.is_p(&winning), Ok(true));
    assert!(theory.decide(&[Natural::from(1u32)]).is_err());
    let first: Vec<Vec<u64>> = theory.p_positions().expect("a list").take(3).collect();
    assert_eq!(first, [[0, 0], [1, 3], [2, 6]]);
}

/// Where no windows are closed but a chain is, the transducer is a finding with its certificate.
#[test]
fn chains_are_findings() {
    let rules = Rules::read("(i,0) (0,i) (i,i) (5,8) (8,5)").expect("rules");
    let found = of_rules(&rules, 60, &Budget::default(), &leapers::Limits::default(), &mut |_| {});
    let found = found.expect("findings");
    let finding = found.findings.iter().find(|f| f.kind == "transducer").expect("a transducer");
    assert!(finding.statement.contains("links of 4 letters, closed"), "{}", finding.statement);
    let accepted = wythoff_certificate::transducer::check(&found.certificate.expect("a certificate"));
    assert!(accepted.expect("accepted").chained);
}
