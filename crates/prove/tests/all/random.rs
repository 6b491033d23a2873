//! Random rules: whatever is proved agrees with the referee on a box, and its certificate is accepted and about the rules.
//! More of them: `PROPTEST_RNG_SEED=7 PROPTEST_CASES=400 cargo test -p wythoff-prove --test random`.

use proptest::prelude::*;
use std::collections::HashSet;
use std::time::Duration;
use wythoff_automata::{Limits, SetText};
use wythoff_certificate::{automaton, transducer};
use wythoff_discover::game::kind_of;
use wythoff_discover::leapers::{self, PStream, certify_within};
use wythoff_prove::{
    AgainstRules, Attempt, Outcome, ProveFailure, Request, against_rules, prove, prove_between, prove_sorted,
    rules_text,
};
use wythoff_rulegen::{n_pile_game, two_pile_game, two_pile_rays};
use wythoff_rules::Rules;
use wythoff_solvers::{Budget, p_below};

/// Proves within a moment and compares.
fn judged(text: &str, misere: bool, pass: bool) -> Result<(), TestCaseError> {
    let Ok(mut rules) = Rules::read(text) else { return Ok(()) };
    if misere && rules.set_misere().is_err() {
        return Ok(());
    }
    if pass {
        rules.set_pass();
    }
    let budget = || Budget::default().within(Duration::from_millis(400));
    let bound = if rules.piles() <= 2 { 48 } else { 9 };
    let Ok(lost) = p_below(&rules, bound, &budget()) else { return Ok(()) };
    let lost: HashSet<Vec<u64>> = lost.positions.into_iter().collect();
    if let Some(found) = kind_of(&rules) {
        let rows: HashSet<Vec<u64>> = PStream::new(&found)
            .take_while(|p| p.0 < bound)
            .filter(|p| p.1 < bound)
            .map(|(a, b)| vec![a, b])
            .collect();
        let sorted = |set: &HashSet<Vec<u64>>| {
            set.iter().map(|p| vec![p[0].min(p[1]), p[0].max(p[1])]).collect::<HashSet<_>>()
        };
        prop_assert_eq!(sorted(&lost), rows, "{}", text);
        if let Ok(certificate) = certify_within(&found, &leapers::Limits::default(), &budget()) {
            prop_assert!(transducer::check(&certificate.text()).is_ok(), "{}", text);
        }
    }
    if let Ok(Some((_, Outcome::Proved(proof), _))) = sorted_piles(&rules, &budget()) {
        let set = SetText {
            numeration: proof.numeration().clone(),
            piles: rules.piles(),
            dfa: proof.dfa().clone(),
        };
        for place in boxed(&vec![bound; rules.piles()]).filter(|place| place.is_sorted()) {
            prop_assert_eq!(set.contains(&place), Some(lost.contains(&place)), "{:?} of\n{}", place, text);
        }
    }
    let Ok((Outcome::Proved(proof), _)) = prove(&rules, &Request::default(), &budget()) else {
        return Ok(());
    };
    let piles = rules.piles();
    let set = SetText { numeration: proof.numeration().clone(), piles, dfa: proof.dfa().clone() };
    let mut place = vec![0u64; rules.coordinates().len()];
    let bounds: Vec<u64> = rules.bounds().iter().map(|b| b.unwrap_or(bound)).collect();
    'all: loop {
        let mut asked = place.clone();
        asked.extend(pass.then_some(1));
        if rules.is_position(&place) == Ok(true) {
            // With several bounded coordinates the set is not asked by position.
            let expected = lost.contains(&rules.canonical(&place));
            let found = set.contains(&asked);
            prop_assert!(found.is_none_or(|found| found == expected), "{:?} of\n{}", place, text);
        }
        for (value, bound) in place.iter_mut().zip(&bounds) {
            *value += 1;
            if *value < *bound {
                continue 'all;
            }
            *value = 0;
        }
        break;
    }
    let limits = Limits { budget: budget(), ..Limits::default() };
    let Some(written) = rules_text(&rules) else { return Ok(()) };
    let Ok(certificate) = proof.certificate(&written, &limits) else { return Ok(()) };
    let report = automaton::check(&certificate);
    prop_assert!(report.is_ok(), "{:?} of\n{}", report.err(), text);
    if let Ok(report) = report {
        let stands = against_rules(&report, &limits);
        prop_assert!(!matches!(stands, AgainstRules::Different(_)), "{:?} of\n{}", stands, text);
    }
    Ok(())
}

/// On three piles and more, where order does not matter.
fn sorted_piles(rules: &Rules, budget: &Budget) -> Result<Option<Sorted>, ProveFailure> {
    match rules.piles() >= 3 && !rules.convention().pass {
        true => prove_sorted(rules, &Request::default(), budget),
        false => Ok(None),
    }
}

/// The game on sorted piles, what came of it, and what was tried.
type Sorted = (Rules, Outcome, Vec<Attempt>);

/// All positions with coordinates below these.
fn boxed(ends: &[u64]) -> impl Iterator<Item = Vec<u64>> {
    let ends = ends.to_vec();
    (0..ends.iter().product::<u64>()).map(move |mut n| {
        let mut place = Vec::new();
        for end in &ends {
            place.push(n % end);
            n /= end;
        }
        place
    })
}

/// Conditions on quotients of piles: the moves lie between those of the two games, and what is proved agrees.
fn quotients_judged(text: &str) -> Result<(), TestCaseError> {
    let Ok(rules) = Rules::read(text) else { return Ok(()) };
    for most in [1, 2] {
        let Ok(Some((below, above))) = rules.bounded_quotients(most) else { return Ok(()) };
        let games =
            [Rules::read(&below).expect("the game below"), Rules::read(&above).expect("the game above")];
        for place in boxed(&[9, 9]) {
            let options = |game: &Rules| {
                let all = game.options(&rules.canonical(&place));
                all.map(|all| all.iter().map(|to| rules.canonical(to)).collect::<Vec<_>>())
            };
            let (Ok(few), Ok(own), Ok(many)) = (options(&games[0]), options(&rules), options(&games[1]))
            else {
                return Ok(());
            };
            prop_assert!(few.iter().all(|to| own.contains(to)), "{:?} of\n{}", place, text);
            prop_assert!(own.iter().all(|to| many.contains(to)), "{:?} of\n{}", place, text);
        }
    }
    let budget = Budget::default().within(Duration::from_millis(400));
    let Ok(Some(between)) = prove_between(&rules, None, &budget) else { return Ok(()) };
    let Ok(lost) = p_below(&rules, 64, &Budget::default()) else { return Ok(()) };
    let proof = &between.proof;
    let set = SetText { numeration: proof.numeration().clone(), piles: 2, dfa: proof.dfa().clone() };
    for place in boxed(&[64, 64]) {
        let expected = lost.positions.contains(&rules.canonical(&place));
        prop_assert_eq!(set.contains(&place), Some(expected), "{:?} of\n{}", place, text);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(10), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn two_piles(text in two_pile_game(), misere in any::<bool>()) {
        judged(&text, misere, false)?;
    }

    #[test]
    fn rays(text in two_pile_rays(), misere in any::<bool>()) {
        judged(&text, misere, false)?;
    }

    #[test]
    fn any_piles(text in n_pile_game()) {
        judged(&text, false, false)?;
    }

    #[test]
    fn quotients(
        order in prop::sample::select(vec!["sorted x <= y", "unordered x, y"]),
        takes in prop::sample::select(vec!["(t, t)", "(s, t)", "(s, s + t)"]),
        left in prop::sample::select(vec!["y div x", "y' div x'", "y div (x' + 1)", "floor((x + y)/x)", "|y' div x' - y div x|"]),
        comparison in prop::sample::select(vec!["==", "!=", "<", "<=", ">", ">="]),
        right in prop::sample::select(vec!["0", "1", "2", "y div x", "x' div y'", "(y - x) div x"]),
        negated in any::<bool>(),
    ) {
        let negated = if negated { "not " } else { "" };
        quotients_judged(&format!(
            "piles {order}\nmove (i, 0)\nmove (0, i)\nmove {takes} where x' >= 1 and y' >= 1 and {negated}({left} {comparison} {right})"
        ))?;
    }

    #[test]
    fn with_a_pass(text in two_pile_rays(), misere in any::<bool>()) {
        judged(&text, misere, true)?;
    }
}
