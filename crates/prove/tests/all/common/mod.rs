//! Games of the catalog, and the whole way from their rules to a proof.

use wythoff_automata::{Limits, Numeration, Proof};
use wythoff_catalog::Resolved;
use wythoff_certificate::automaton;
use wythoff_prove::{AgainstRules, Outcome, Request, against_rules, compare, prove, rules_text, translate};
use wythoff_rules::Rules;

/// The rules of a catalog spec or of rule text.
pub fn rules(spec: &str) -> Rules {
    match Resolved::parse(spec) {
        Ok(game) => game.into_rules().unwrap_or_else(|| panic!("{spec} is not in the rule language")),
        Err(error) => panic!("{spec}: {error}"),
    }
}

/// Learns, proves, writes the certificate, has it checked, and compares what was checked with the rules.
#[track_caller]
pub fn proved(name: &str, rules: &Rules, request: &Request<'_>) -> Box<Proof> {
    let solver = wythoff_solvers::Budget::default();
    let proof = match prove(rules, request, &solver) {
        Ok((Outcome::Proved(proof), _)) => proof,
        Ok((Outcome::Refuted { position, .. }, _)) => panic!("{name}: refuted at {position:?}"),
        Ok((Outcome::Unknown { limit }, attempts)) => panic!("{name}: {limit}: {attempts:?}"),
        Err(error) => panic!("{name}: {error}"),
    };
    let text = rules_text(rules).expect("the rules can be written down");
    let certificate = proof.certificate(&text, &Limits::default()).expect("a certificate");
    let report = automaton::check(&certificate).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(report.states, proof.dfa().states(), "{name}");
    let numeration: Numeration = report.numeration.parse().unwrap();
    let again = Rules::read(&report.rules.join("\n")).unwrap_or_else(|error| panic!("{name}: {error}"));
    let compared = compare(&again, &report.statement, &numeration, &Limits::default()).unwrap();
    assert_eq!(compared.differences, Vec::<String>::new(), "{name}");
    assert_eq!(compared.grundy, request.grundy, "{name}");
    match against_rules(&report, &Limits::default()) {
        AgainstRules::Same { grundy, .. } => assert_eq!(grundy, request.grundy, "{name}"),
        other => panic!("{name}: {other:?}"),
    }
    stated_again(name, &report);
    proof
}

/// The statement that the checker writes as rules is, read and translated again, the game that was checked.
#[track_caller]
pub fn stated_again(name: &str, report: &automaton::Report) {
    let text = report.game.rule_text();
    let rules = Rules::read(&text).unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
    let game = translate(&rules).unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
    let without_names = |lines: &[String]| {
        let mut lines: Vec<String> = lines.iter().filter(|l| !l.starts_with("family")).cloned().collect();
        lines.sort();
        lines
    };
    let again = report.game.compare(&text).unwrap_or_else(|why| panic!("{name}: {why}\n{text}"));
    assert_eq!(again.difference, None, "{name}\n{text}");
    assert_eq!(without_names(&game.statement()), without_names(&report.statement), "{name}\n{text}");
}
