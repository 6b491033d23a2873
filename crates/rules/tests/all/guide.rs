//! Every example of the guide to the rule language is run, and the guide has an example for every construct.
//!
//! A block marked `game` is a rule text; its comments that start with `#>` say what follows from it:
//! `#> from 1,2: ...` lists the options of a position, `#> lost below 8: ...` the P-positions, either one with
//! parameters as in `#> with t=3; from 1,2: ...`, or with memory as in `#> from 20;last=4: ...`. A block marked
//! `refused` is no game, and says why; a block marked `error` after it is what people see. A block marked `values`
//! has lines `expression = value`.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use wythoff_rulegen::{CONSTRUCTS, constructs};
use wythoff_rules::{Argument, Formula, RuleError, Rules, Source, parse_game};

const GUIDE: &str = include_str!("../../../../docs/rules.md");

/// The blocks of the guide: their mark and their text.
fn blocks() -> Vec<(&'static str, String)> {
    let mut out: Vec<(&str, String)> = Vec::new();
    let mut open = false;
    for line in GUIDE.lines() {
        match line.strip_prefix("```") {
            Some(mark) if !open => {
                open = true;
                out.push((mark, String::new()));
            }
            Some(_) => open = false,
            None if open => {
                if let Some((_, text)) = out.last_mut() {
                    *text += line;
                    text.push('\n');
                }
            }
            None => {}
        }
    }
    out
}

fn bind(text: &str, arguments: &str) -> Result<Rules, RuleError> {
    let arguments: Vec<(String, Argument)> = arguments
        .split("; ")
        .filter_map(|a| a.split_once('='))
        .map(|(name, value)| (name.to_string(), Argument::Text(value.to_string())))
        .collect();
    Rules::bind(Source { name: "rules".into(), text: text.into() }, &arguments)
}

fn position(text: &str) -> Vec<u64> {
    text.split(',').map(|p| p.parse().unwrap_or_else(|_| panic!("{text}"))).collect()
}

fn listed(list: BTreeSet<Vec<u64>>) -> String {
    let shown = |p: &Vec<u64>| p.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
    list.iter().map(shown).collect::<Vec<_>>().join("  ")
}

/// The options of a state such as `20;last=4`.
fn options(rules: &Rules, state: &str) -> BTreeSet<Vec<u64>> {
    let mut parts = state.split(';');
    let position = rules.canonical(&position(parts.next().unwrap_or("")));
    let mut memory = rules.fresh_memory();
    for (name, value) in parts.filter_map(|p| p.split_once('=')) {
        let cell = rules.memory().iter().position(|(n, _)| n == name).unwrap();
        memory[cell] = value.parse().unwrap();
    }
    let mut found = BTreeSet::new();
    rules
        .for_each_option(&position, &memory, &mut |step| {
            found.insert(step.to.to_vec());
            ControlFlow::Continue(())
        })
        .unwrap();
    if rules.is_ended(&position) { BTreeSet::new() } else { found }
}

type State = (Vec<u64>, Vec<i64>, bool);

/// Whether the player to move loses, by the definition.
fn lost(rules: &Rules, state: State, known: &mut BTreeMap<State, bool>) -> bool {
    if let Some(lost) = known.get(&state) {
        return *lost;
    }
    let convention = rules.convention();
    let mut next: BTreeMap<State, bool> = BTreeMap::new();
    if !rules.is_ended(&state.0) {
        rules
            .for_each_option(&state.0, &state.1, &mut |step| {
                let blockable = convention.block.as_ref().is_some_and(|b| b.families[step.family]);
                let option = (step.to.to_vec(), step.memory.to_vec(), state.2);
                *next.entry(option).or_insert(blockable) &= blockable;
                ControlFlow::Continue(())
            })
            .unwrap();
    }
    if convention.pass && !state.2 && !next.is_empty() {
        next.insert((state.0.clone(), state.1.clone(), true), false);
    }
    let wins: Vec<bool> =
        next.iter().filter(|(o, _)| lost(rules, (*o).clone(), known)).map(|(_, b)| *b).collect();
    let k = convention.block.as_ref().map_or(1, |b| b.k as usize);
    let is_lost = match next.is_empty() {
        true => !convention.misere,
        false => !wins.contains(&false) && wins.len() < k,
    };
    known.insert(state, is_lost);
    is_lost
}

fn lost_below(rules: &Rules, bound: u64) -> BTreeSet<Vec<u64>> {
    let sides: Vec<u64> = rules.bounds().iter().map(|b| b.unwrap_or(bound)).collect();
    let all = sides.iter().fold(vec![vec![]], |all: Vec<Vec<u64>>, side| {
        all.iter().flat_map(|p| (0..*side).map(move |c| [p.as_slice(), &[c]].concat())).collect()
    });
    let mut known = BTreeMap::new();
    all.into_iter()
        .filter(|p| !rules.is_symmetric() || p.is_sorted())
        .filter(|p| rules.is_position(p).unwrap() && rules.is_start(p).unwrap())
        .filter(|p| lost(rules, (p.clone(), rules.fresh_memory(), false), &mut known))
        .collect()
}

#[test]
fn every_game_is_a_game_and_has_the_moves_it_says() {
    let (mut said, mut wrong) = (0, String::new());
    for (_, text) in blocks().iter().filter(|(mark, _)| *mark == "game") {
        let rules = bind(text, "").unwrap_or_else(|e| panic!("{e}\n{}\n{text}", e.detail()));
        assert_eq!(parse_game(&rules.game().to_string()).as_ref(), Ok(rules.game()));
        for line in text.lines().filter_map(|line| line.strip_prefix("#> ")) {
            let (arguments, claim) = match line.strip_prefix("with ") {
                Some(rest) => rest.split_at(rest.rfind("; ").unwrap_or_else(|| panic!("{line}"))),
                None => ("", line),
            };
            let rules = bind(text, arguments).unwrap_or_else(|e| panic!("{e}\n{text}"));
            let (question, answer) =
                claim.trim_start_matches("; ").split_once(": ").unwrap_or_else(|| panic!("{line}"));
            let found = match (question.strip_prefix("from "), question.strip_prefix("lost below ")) {
                (Some(state), _) => options(&rules, state),
                (_, Some(bound)) => lost_below(&rules, bound.parse().unwrap()),
                _ => panic!("{line}"),
            };
            if listed(found.clone()) != answer.trim_start_matches("none") {
                wrong += &format!("{text}{line}\nfound: {}\n\n", listed(found));
            }
            said += 1;
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
    assert!(said > 40, "only {said} statements");
}

#[test]
fn what_is_refused_is_refused_for_the_reason_given() {
    let blocks = blocks();
    let mut shown = 0;
    for (index, (_, text)) in blocks.iter().enumerate().filter(|(_, (mark, _))| *mark == "refused") {
        let (rules, reasons): (Vec<&str>, Vec<&str>) =
            text.lines().partition(|line| !line.starts_with("#> "));
        let rules = rules.join("\n");
        let error = bind(&rules, "").err().unwrap_or_else(|| panic!("this is a game:\n{rules}"));
        assert_eq!(format!("#> {error}"), reasons.join("\n"), "{rules}");
        if let Some(("error", expected)) = blocks.get(index + 1) {
            assert_eq!(format!("error: {error}\n{}", error.detail()), *expected);
            shown += 1;
        }
    }
    assert!(shown > 1);
}

#[test]
fn values_are_as_given() {
    for (_, text) in blocks().iter().filter(|(mark, _)| *mark == "values") {
        for line in text.lines() {
            let (expression, value) = line.rsplit_once(" = ").unwrap_or_else(|| panic!("{line}"));
            let formula =
                Formula::read("value", expression.trim(), &[]).unwrap_or_else(|e| panic!("{line}: {e}"));
            assert_eq!(formula.value(&[]).unwrap().to_string(), value.trim(), "{line}");
        }
    }
}

#[test]
fn every_construct_has_an_example() {
    let mut used = BTreeSet::new();
    for (_, text) in blocks().iter().filter(|(mark, _)| *mark == "game") {
        used.extend(constructs(&parse_game(text).unwrap()));
    }
    let missing: Vec<&str> = CONSTRUCTS.into_iter().filter(|c| !used.contains(c)).collect();
    assert!(missing.is_empty(), "no example for {missing:?}");
}
