//! The answers have the fields that `docs/answers.md` promises, no more and no fewer.

use serde_json::Value;
use std::collections::BTreeMap;
use wythoff::{Budget, Conventions, Game, Range, SolveRequest};

/// The promised fields of each answer: name, and whether it is always there.
fn promised() -> BTreeMap<String, Vec<(String, bool)>> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/answers.md");
    let text = std::fs::read_to_string(path).expect("docs/answers.md");
    let rows = text.lines().filter(|line| line.starts_with("| `"));
    rows.map(|line| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let field = |word: &str| (word.trim_matches(['[', ']']).to_string(), !word.starts_with('['));
        (cells[1].trim_matches('`').to_string(), cells[3].split(' ').map(field).collect())
    })
    .collect()
}

fn held(answer: &impl serde::Serialize, name: &str) {
    let value = serde_json::to_value(answer).expect("it serialises");
    let Value::Object(object) = value else { panic!("{name} is no object") };
    let header = ["game", "params", "block", "terminals", "pass"];
    let fields = &promised()[name];
    for (field, always) in fields {
        assert!(!always || object.contains_key(field), "{name} lacks `{field}`");
    }
    for field in object.keys().filter(|field| !header.contains(&field.as_str())) {
        assert!(
            fields.iter().any(|(name, _)| name == field),
            "{name} has `{field}`, which is not documented"
        );
    }
}

#[test]
fn every_answer_has_the_documented_fields() {
    let budget = Budget::default();
    for spec in
        ["wythoff", "(i,0) (0,i) (i,i) (1,2) (2,1)", "wytlex", "fibonacci-nim", "wythoff + nim(piles=1)"]
    {
        let game = Game::parse(spec).unwrap();
        let position = match spec {
            "wytlex" => "1,2,4",
            "fibonacci-nim" => "8",
            "wythoff + nim(piles=1)" => "3,5 + 4",
            _ => "6,10",
        };
        let position = game.position(position).unwrap();
        held(&game.solve(&position, &SolveRequest::default(), &budget).unwrap(), "Solved");
        held(&game.describe(&budget), "Description");
        if let Ok(found) = game.p(Range::First(5), 0, None, &budget) {
            held(&found, "PPositions");
        }
        if let Ok(found) = game.grundy(&position, &budget) {
            held(&found, "GrundyValue");
        }
        if let Ok(found) = game.options(&position, &budget) {
            held(&found, "Options");
        }
    }
    let game = Game::parse("wythoff").unwrap();
    held(&game.grundy_table(&[3, 4], &budget).unwrap(), "GrundyValues");
    held(&game.discover(Some(60), false, &budget).unwrap(), "Discovery");
    held(&game.prove(&budget).unwrap(), "Proved");
    held(&game.palace_numbers([3, 4], &budget).unwrap(), "PalaceNumbers");
    held(&game.palace_automaton([3, 4], &budget).unwrap(), "PalaceAutomaton");
    let position = game.position("3,5").unwrap();
    held(&game.legal(&position, "3,4", &budget).unwrap(), "Legality");
    held(&game.legal(&position, "2,2", &budget).unwrap(), "Legality");
}

/// Huge piles keep every digit, in text and as strings of JSON.
#[test]
fn no_digit_is_lost() {
    let (game, budget) = (Game::parse("wythoff").unwrap(), Budget::default());
    let huge = "9007199254740993,9007199254740993";
    let solved = game.solve(&game.position(huge).unwrap(), &SolveRequest::default(), &budget).unwrap();
    assert_eq!(solved.outcome, "N");
    let moved = serde_json::to_value(&solved.moves).unwrap();
    for pile in moved[0].as_array().unwrap() {
        assert!(pile.as_u64().is_none_or(|pile| pile <= 1 << 53), "{pile}");
    }
    assert_eq!(game.position(huge).unwrap().to_string(), huge);
}

/// A copy of a catalog game's moves as somebody else would write them is answered by the same theorem.
#[test]
fn inline_rules_have_their_theorem() {
    let budget = Budget::default();
    let game = Game::parse("(i,0) (0,i) (i,i)").unwrap();
    let huge = game.position("1000000000000000000000000000000,1618033988749894848204586834366").unwrap();
    let solved = game.solve(&huge, &SolveRequest::default(), &budget).unwrap();
    assert_eq!(solved.outcome, "P");
}

/// Conventions come from and go to JSON, as a server and Python give them.
#[test]
fn conventions_are_data() {
    let conventions: Conventions =
        serde_json::from_str(r#"{"block": {"k": 2}, "terminals": ["1,2"]}"#).unwrap();
    let game = Game::parse("wythoff").unwrap().with(&conventions).unwrap();
    let header = serde_json::to_value(game.header()).unwrap();
    assert_eq!((header["block"]["k"].clone(), header["terminals"][0][1].clone()), (2.into(), 2.into()));
    assert!(serde_json::from_str::<Conventions>(r#"{"misère": true}"#).is_err());
}
