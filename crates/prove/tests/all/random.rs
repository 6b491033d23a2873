//! Random rules: whatever is proved agrees with the referee on a box, and its certificate is accepted and about the rules.
//! More of them: `PROPTEST_RNG_SEED=7 PROPTEST_CASES=400 cargo test -p wythoff-prove --test random`.

use proptest::prelude::*;
use std::collections::HashSet;
use std::time::Duration;
use wythoff_automata::{Limits, SetText};
use wythoff_certificate::{automaton, transducer};
use wythoff_discover::game::kind_of;
use wythoff_discover::leapers::{self, PStream, certify_within};
use wythoff_prove::{AgainstRules, Outcome, Request, against_rules, prove, rules_text};
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
    fn with_a_pass(text in two_pile_rays(), misere in any::<bool>()) {
        judged(&text, misere, true)?;
    }
}
