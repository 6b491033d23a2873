//! The answers have the fields that `docs/answers.md` promises, no more and no fewer.

use serde_json::Value;
use std::collections::BTreeMap;
use wythoff::{
    Budget, Conventions, Data, DesignKind, Format, Game, NoFiles, ProofRequest, Range, SolveRequest, numbers,
};

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
    let header = ["game", "params", "block", "terminals", "forced_n", "pass"];
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
    held(&game.row_periods(0..=5, &budget).unwrap(), "RowPeriods");
    held(&game.grundy(&game.position("5,10^12").unwrap(), &budget).unwrap(), "GrundyValue");
    held(&game.p_into(Range::First(5), 0, None, &budget, &mut |_| ()).unwrap(), "PStream");
    held(&game.discover(Some(60), false, &budget).unwrap(), "Discovery");
    held(&game.prove(&budget).unwrap(), "Proved");
    held(&game.palace_numbers([3, 4], &budget).unwrap(), "PalaceNumbers");
    held(&game.palace_automaton([3, 4], &budget).unwrap(), "PalaceAutomaton");
    let other = Game::parse("maharaja").unwrap();
    held(&game.compare_p(&other, 9, &budget).unwrap(), "Comparison");
    held(&game.compare_grundy(&other, &[9], &budget).unwrap(), "Comparison");
    held(&game.same_p(&other, &budget).unwrap(), "Sameness");
    let position = game.position("3,5").unwrap();
    held(&game.legal(&position, "3,4", &budget).unwrap(), "Legality");
    held(&game.legal(&position, "2,2", &budget).unwrap(), "Legality");
}

#[test]
fn proofs_checks_and_designs_have_the_documented_fields() {
    let budget = Budget::default();
    let game = Game::parse("wythoff").unwrap();
    let asked = ProofRequest {
        implies: vec!["exists unique y: P(x, y)".to_string(), "P implies y >= 2*x".to_string()],
        same_as: Some("(i,0) (0,i) (i,i) (2,4) (4,2)".to_string()),
        redundant: true,
        certificate: true,
        ..ProofRequest::default()
    };
    let decided = game.prove_with(&asked, &NoFiles, &budget).unwrap();
    held(&decided, "Proved");
    assert_eq!(decided.theorems.iter().map(|t| t.holds).collect::<Vec<_>>(), [true, false]);
    assert_eq!(decided.exceptions_complete, Some(true));
    for candidate in ["x == y", "beatty (1+sqrt(5))/2", "of nim(piles=2)"] {
        let asked = ProofRequest { candidate: Some(candidate.to_string()), ..ProofRequest::default() };
        held(&game.prove_with(&asked, &NoFiles, &budget).unwrap(), "Proved");
    }
    let all =
        ProofRequest { certificate: true, latex: true, walnut: true, coq: true, ..ProofRequest::default() };
    let proved = game.prove_with(&all, &NoFiles, &budget).unwrap();
    held(&proved, "Proved");
    assert!(!proved.walnut_files.is_empty() && proved.coq_files.len() > 1 && proved.latex.is_some());
    held(&wythoff::check(proved.certificate.as_ref().unwrap(), &budget).unwrap(), "Checked");
    held(&game.theorems(&budget).unwrap(), "Theorems");
    let family = vec![(1, game.clone()), (2, Game::parse("t-wythoff(t=2)").unwrap())];
    held(&wythoff::family_theorems("t", family, &budget).unwrap(), "FamilyTheorems");
    held(&game.identify(&budget).unwrap(), "Identified");
    held(&wythoff::design_beatty("sqrt(2)", "0", 40, &DesignKind::ALL, &budget).unwrap(), "Designs");
    held(&wythoff::design_pairs(&[(0, 0), (1, 2), (3, 5)], &DesignKind::ALL, &budget).unwrap(), "Designs");
    for vector in ["2,4", "1,2"] {
        held(&game.adjoin(vector, 40, &budget).unwrap(), "Adjoined");
    }
    held(&game.not_adjoinable(40, &budget).unwrap(), "NotAdjoinable");
    held(&game.remove("2,2", 40, &budget).unwrap(), "Removed");
    held(&game.move_uses(20, &budget).unwrap(), "MoveUses");
}

#[test]
fn answers_about_numbers_have_the_documented_fields() {
    let budget = Budget::default();
    held(&numbers::names(numbers::Named::Sequences), "Names");
    let lower = numbers::Sequence::parse("lower-wythoff").unwrap();
    held(&lower.first(5, &budget).unwrap(), "Terms");
    held(&lower.at(&7.into(), &budget).unwrap(), "Term");
    let array = numbers::Array::parse("wythoff").unwrap();
    held(&array.corner(3, 4, &budget).unwrap(), "Corner");
    held(&array.entry(&2.into(), 3, &budget).unwrap(), "Item");
    held(&array.axioms(6, 6, &budget).unwrap(), "Axioms");
    held(&array.fractal(6, 6, &budget).unwrap(), "Fractal");
    held(&numbers::letters("fibonacci", 9, &budget).unwrap(), "Word");
    held(&numbers::represent("zeckendorf", "100", &budget).unwrap(), "Representation");
    held(&numbers::represented("zeckendorf", "1001", &budget).unwrap(), "Representation");
    held(&numbers::trailing_zeros("zeckendorf", "100", &budget).unwrap(), "Representation");
    held(&numbers::beatty_at("sqrt(2)", "0", &9.into(), &budget).unwrap(), "BeattyTerm");
    held(&numbers::beatty_contains("sqrt(2)", "0", &9.into(), &budget).unwrap(), "Membership");
    let asked = numbers::BeattyPairRequest { alpha: "sqrt(2)".to_string(), first: 5, ..Default::default() };
    held(&numbers::beatty_pair(&asked, &budget).unwrap(), "BeattyPair");
    for sequences in [["2", "2,1"], ["2", "3"]] {
        held(&numbers::beatty_cover(&sequences.map(String::from), &budget).unwrap(), "Covered");
    }
    held(&numbers::fraenkel_splitting(3, &budget).unwrap(), "Splitting");
    held(&numbers::splittings(2, 4, &budget).unwrap(), "Splittings");
    held(&numbers::evaluate(&["2^10".to_string()], &[], &budget).unwrap(), "Evaluation");
    let golden = ["(3+sqrt(5))/2", "(1+sqrt(5))/2"];
    held(&numbers::beatty_within(golden[0], golden[1], &budget).unwrap(), "Containment");
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

/// Where there is no position a table has a dash, and the checker reads it so.
#[test]
fn tables_leave_out_what_is_no_position() {
    let budget = Budget::default();
    for (spec, lines) in
        [("euclid", "-,-,-,-\n-,0,1,2\n-,1,0,0\n-,2,0,0\nend 4\n"), ("nim(piles=1)", "0,1,2,3\nend 1\n")]
    {
        let game = Game::parse(spec).unwrap();
        let sides = vec![4; game.coordinate_names().len()];
        let values = game.grundy_table(&sides, &budget).unwrap();
        let mut table = Vec::new();
        game.export(Data::Values(&values), Format::Table, &Default::default(), &mut table, &budget).unwrap();
        let table = String::from_utf8(table).unwrap();
        assert!(table.ends_with(lines), "{table}");
        let checked = wythoff::check(&table, &budget).unwrap();
        assert!(serde_json::to_value(checked).unwrap()["ok"] == true, "{spec}");
    }
}

/// Where whoever is to move has won by decree: P is a position that is not such and has fewer than k options in P.
#[test]
fn forced_n_positions_are_won() {
    let decreed = [(1u64, 2u64), (3, 3), (0, 4), (4, 7)];
    type Takes = fn(u64, u64) -> bool;
    let wythoff: Takes = |i, j| i == 0 || j == 0 || i == j;
    let games: [(&str, u64, Takes, bool); 5] = [
        ("wythoff", 1, wythoff, true),
        ("(i,0) (0,i) (i,i)", 1, wythoff, true),
        ("wythoff", 3, wythoff, true),
        ("t-wythoff(t=2)", 1, |i, j| i == 0 || j == 0 || i.abs_diff(j) < 2, true),
        ("(i,0) (0,i) (1,2)", 1, |i, j| i == 0 || j == 0 || (i, j) == (1, 2), false),
    ];
    let budget = Budget::default();
    for (spec, k, takes, symmetric) in games {
        let on = |(x, y): (u64, u64)| decreed.contains(&(x, y)) || (symmetric && decreed.contains(&(y, x)));
        let mut lost: Vec<(u64, u64)> = Vec::new();
        for (x, y) in (0..24).flat_map(|x| (0..24).map(move |y| (x, y))) {
            let reached =
                |&&(a, b): &&(u64, u64)| a <= x && b <= y && (a, b) != (x, y) && takes(x - a, y - b);
            if !on((x, y)) && (lost.iter().filter(reached).count() as u64) < k {
                lost.push((x, y));
            }
        }
        lost.retain(|(x, y)| !symmetric || x <= y);
        let conventions = Conventions {
            block: (k > 1).then_some(wythoff::Block { k, family: None }),
            forced_n: decreed.iter().map(|(x, y)| format!("{x},{y}")).collect(),
            ..Conventions::default()
        };
        let game = Game::parse(spec).unwrap().with(&conventions).unwrap();
        let found = game.p(Range::Below(24), 0, None, &budget).unwrap();
        let mut table = Vec::new();
        game.export(
            Data::Positions(&found, Some(24)),
            Format::Table,
            &Default::default(),
            &mut table,
            &budget,
        )
        .unwrap();
        let checked = wythoff::check(&String::from_utf8(table).unwrap(), &budget).unwrap();
        assert!(serde_json::to_value(checked).unwrap()["ok"] == true, "{spec}, k = {k}");
        let found: Vec<(u64, u64)> = found.positions.iter().map(|p| (p[0], p[1])).collect();
        assert_eq!(found, lost, "{spec}, k = {k}");
        let refused = game.position("1,2").unwrap_err().to_string();
        assert!(refused.contains("whoever is to move there has won"), "{refused}");
    }
    let forced = |misere, pass| Conventions {
        misere,
        pass,
        forced_n: vec!["1,2".to_string()],
        ..Conventions::default()
    };
    for (spec, conventions) in
        [("wythoff", forced(true, false)), ("wythoff", forced(false, true)), ("wytlex", forced(false, false))]
    {
        assert!(Game::parse(spec).unwrap().with(&conventions).is_err(), "{spec}");
    }
}

/// What is written at speed is what the answers serialise to.
#[test]
fn fast_text_is_the_same_text() {
    let budget = Budget::default();
    for (spec, sides) in
        [("wythoff", &[7, 5][..]), ("nim(piles=1)", &[9]), ("nim(piles=3)", &[2, 3, 4]), ("wythoff", &[0, 4])]
    {
        let table = Game::parse(spec).unwrap().grundy_table(sides, &budget).unwrap();
        let mut fast = Vec::new();
        table.write_json(&mut fast).unwrap();
        assert_eq!(String::from_utf8(fast).unwrap(), serde_json::to_string(&table).unwrap() + "\n");
    }
    for count in [0, 1, 100] {
        let found =
            Game::parse("wyt-f(f=\"k^9\")").unwrap().p(Range::First(count), 0, None, &budget).unwrap();
        let mut fast = Vec::new();
        found.write_json(&mut fast).unwrap();
        assert_eq!(String::from_utf8(fast).unwrap(), serde_json::to_string(&found).unwrap() + "\n");
    }
}

/// Values far out are those of the period, and near ones those of the table.
#[test]
fn a_value_far_out_is_carried_by_the_period() {
    let budget = Budget::default();
    for (spec, exchanged) in [("wythoff", false), ("(i,0) (0,i) (i,i) (1,2)", true), ("gdwn(p=1,q=2)", false)]
    {
        let game = Game::parse(spec).unwrap();
        let table = game.grundy_table(&[6, 20_000], &budget).unwrap();
        let at = |x: u64, y: &str| {
            let (first, second) = (x.to_string(), y.to_string());
            game.grundy(&game.position(&format!("{first},{second}")).unwrap(), &budget).unwrap()
        };
        for column in [12_000u64, 13_577, 19_999] {
            let near = at(5, &column.to_string());
            assert_eq!(near.value, u64::from(table.values[5 * 20_000 + column as usize]), "{spec} {column}");
        }
        let far = at(5, "10^40 + 3");
        let period = far.period.expect("a repetition");
        let later = at(5, &format!("10^40 + 3 + {}", period.cycle));
        assert_eq!(later.value - &far.value, period.cycle, "{spec}");
        assert!(period.at < 20_000, "{spec}: {period:?}");
        let value = u64::from(table.values[5 * 20_000 + period.at as usize]);
        let distance = ("1".to_string() + &"0".repeat(40)).parse::<wythoff::Natural>().unwrap()
            + wythoff::Natural::from(3u32)
            - wythoff::Natural::from(period.at);
        assert_eq!(far.value, distance + wythoff::Natural::from(value), "{spec}");
        if exchanged {
            let turned = game.grundy(&game.position("10^12,4").unwrap(), &budget).unwrap();
            assert!(turned.period.is_some_and(|period| period.row == 4), "{spec}");
        }
    }
}

/// Found by fuzzing: what is taken is the least number of 64 bits, whose size is none of them.
#[test]
fn amounts_at_the_edge_of_64_bits_are_refused() {
    for text in ["(i,0) (0,i) (-9223372032036854775807 - 1,i)", "(i,0) (0,i) (-9223372036854775807 - 1,i)"] {
        let game = wythoff::Game::parse(text).unwrap();
        let found = game.p(wythoff::Range::Below(5), 0, None, &wythoff::Budget::default());
        assert!(found.unwrap_err().to_string().contains("makes a pile too large"), "{text}");
    }
    // The least amount leaves nothing legal, and larger ones are out of reach.
    let game = wythoff::Game::parse("(i,0) (0,i) (i - 9223372036854775807 - 1, 1099511627776*i)").unwrap();
    let found = game.p(wythoff::Range::Below(3), 0, None, &wythoff::Budget::default()).unwrap();
    assert_eq!(found.positions.flat(), [0, 0, 1, 1, 2, 2]);
}
