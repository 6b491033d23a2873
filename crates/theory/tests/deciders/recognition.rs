//! Theories are found from the rules: every game of the list again, unnamed and spelled otherwise; games that are almost
//! one of them; and random games, whatever is found being compared with the rules.

use crate::games::GAMES;
use crate::{for_each_point, is_start, naturals};
use proptest::prelude::*;
use std::ops::ControlFlow;
use wythoff_catalog::{Kind, OnTop, Resolved, entries, names_of};
use wythoff_numbers::Random;
use wythoff_rules::{Condition, Form, Outcome, Rules};
use wythoff_solvers::{Referee, State};
use wythoff_theory::{Recognised, recognise};

fn found(rules: &Rules) -> Option<Recognised> {
    recognise(rules).ok().flatten()
}

fn statement(text: &str) -> String {
    let rules = Rules::read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    match recognise(&rules) {
        Ok(Some(known)) => known.statement(),
        Ok(None) => "nothing".to_string(),
        Err(refusal) => refusal.to_string(),
    }
}

/// The rules as conditions on positions before and after, one family a conjunction: nothing is left of how they were written.
fn as_conditions(rules: &Rules) -> Option<String> {
    let names = rules.coordinates();
    let form = |form: &Form| {
        let mut terms: Vec<String> = vec![format!("{}", form.constant)];
        for (name, (before, after)) in names.iter().zip(form.before.iter().zip(&form.after)) {
            terms.push(format!("{before}*{name}"));
            terms.push(format!("{after}*{name}'"));
        }
        terms.join(" + ").replace("+ -", "- ")
    };
    if rules.bounds().iter().any(Option::is_some) || !rules.only_takes() {
        return None;
    }
    let mut out = format!("piles ordered {}\n", names.join(", "));
    for conjunction in rules.fragment().ok()? {
        let conditions: Vec<String> = conjunction
            .conditions
            .iter()
            .map(|condition| match condition {
                Condition::AtLeastZero(f) => format!("{} >= 0", form(f)),
                Condition::Divisible(f, m) => format!("({}) mod {m} == 0", form(f)),
            })
            .collect();
        let any = vec!["any"; names.len()].join(", ");
        out.push_str(&format!("move ({any}) where {}\n", conditions.join(" and ")));
    }
    Some(out)
}

fn bound(spec: &str, misere: bool) -> Rules {
    let on_top = OnTop { misere, ..OnTop::default() };
    let game = Resolved::parse(spec).and_then(|game| game.with(&on_top));
    game.unwrap_or_else(|error| panic!("{spec}: {error}")).into_rules().expect("a rule text")
}

#[test]
fn games_without_their_names_keep_their_theories() {
    for (name, misere, draw) in GAMES {
        for seed in 0..3 {
            let spec = draw(&mut Random::new(seed)).spec;
            let rules = bound(&spec, *misere);
            let named = found(&rules).unwrap_or_else(|| panic!("{spec} has a theory"));
            let (Some(game), None) = (rules.bound_game(), &rules.convention().block) else { continue };
            let text = game.to_string().replace(&format!("game   {name}"), "game   mine");
            let mut copy = Rules::read(&text).unwrap();
            if *misere {
                copy.set_misere().unwrap();
            }
            assert_eq!(found(&copy).map(|known| known.statement()), Some(named.statement()), "{text}");
        }
    }
}

#[test]
fn games_as_bare_conditions_keep_their_theories() {
    let mut tried = 0;
    for (_, misere, draw) in GAMES {
        for seed in 0..2 {
            let spec = draw(&mut Random::new(seed)).spec;
            let rules = bound(&spec, *misere);
            if rules.convention().block.is_some() || rules.piles() > 2 {
                continue;
            }
            let Some(text) = as_conditions(&rules) else { continue };
            let Ok(mut other) = Rules::read(&text) else { continue };
            if *misere {
                other.set_misere().unwrap();
            }
            let one = found(&rules).unwrap_or_else(|| panic!("{spec} has a theory"));
            let other = found(&other);
            assert_eq!(other.map(|known| known.statement()), Some(one.statement()), "{spec} as\n{text}");
            tried += 1;
        }
    }
    assert!(tried > 30, "{tried}");
}

#[test]
fn spellings() {
    for (text, theory) in [
        ("(i,0) (0,i) (i,i)", "Wythoff's game"),
        ("(i,0) (0,i) (k,l) where k - l < 3 and l - k < 3", "t-Wythoff, t = 3"),
        ("(i,0) (0,i) (i,i) (i,i+1) (i+1,i)", "t-Wythoff, t = 2"),
        ("(i,0) (0,i) (k,l) where |k - l| < 1000000007", "t-Wythoff, t = 1000000007"),
        ("(i,0) (0,i) (k,l) where k^2 + 9 > l >= k or l*l + 9 > k >= l", "Wyt(f), f = k^2 + 9"),
        ("(i,0) (0,i) (k,l) for 1 <= k <= 4, 1 <= l <= 4", "Wyt(f), f = 5"),
        ("(i,0) (0,i)", "Nim, piles = 2"),
        ("piles sorted a <= b <= c\nmove (i, 0, 0)\nmove (0, i, 0)\nmove (0, 0, i)", "Nim, piles = 3"),
        ("(5i,0) (0,5i) (i,i)", "bt-Wythoff, b = 5, t = 1"),
        ("(i,0) (0,i) (i,i) for 1 <= i <= 7", "bounded diagonal moves, r = 7"),
        ("(i,0) for i < 8 (0,i) for i < 8 (j,j) for 0 < j < 8", "the R-radius game, r = 7"),
        (
            "(i,0) (0,i) (3,3) (5,5)",
            "VIS 3.1 (Wyt_K) does not apply: K must have one member, or contain 1, and it contains 3 and 5",
        ),
        ("(i,0) (0,i) (3,3)", "Wyt_K, K = 3"),
        ("(i,0) (0,i) (1,3) (2,7)", "equal piles"),
        ("piles unordered x, y\nmove (i, 0)\nmove (i, i) where x != y", "equal piles"),
        ("piles unordered x, y\nmove (i, 0)\nmove (i, i)\nmisere", "misère t-Wythoff, t = 1"),
        ("piles unordered x, y\nmove (i, 0)\nmove (i, i)\nblock 2", "blocking Wythoff, k = 2"),
        ("piles sorted x <= y\nmove (0, i)\nmove (i, i)\nmove (1, 0)", "between R-Wythoff and E-Wythoff"),
    ] {
        assert!(statement(text).starts_with(theory), "{text}: {}", statement(text));
    }
}

#[test]
fn near_misses_are_not_taken_for_the_game() {
    for (text, not) in [
        ("(i,0) (0,i) (i,i) where i != 50000", "Wythoff"),
        ("(i,0) (0,i) (i,i) (1,2)", "Wythoff"),
        ("(i,0) (i,i)", "Wythoff"),
        ("(i,0) (0,i) (k,l) where |k - l| <= 3", "t = 3"),
        ("(i,0) (0,i) (k,l) where |k - l| < 3 and k + l < 10^9", "t-Wythoff"),
        ("(i,0) (0,i) (k,l) where |k - l| < 3 or k == 10^9", "t-Wythoff"),
        ("(i,0) (0,i) (k,l) where k <= l < k^2 + 9", "Wyt(f)"),
        ("piles unordered x, y\nmove (i, 0)\nmove (i, i)\nterminal (1, 2)", "Wythoff"),
        ("piles unordered x, y\nmove (i, 0)\nmove (i, i)\npass", "Wythoff"),
        ("piles unordered x, y\nmove (i, 0)\nmove (i, i)\nstart where x > 1", "Wythoff"),
    ] {
        assert!(!statement(text).contains(not), "{text}: {}", statement(text));
    }
}

/// Whatever is found decides as the rules do, and its winning moves are moves.
pub fn agrees_with_the_rules(text: &str, rules: &Rules, side: u64) -> Option<String> {
    let known = found(rules)?;
    let mut referee = Referee::new(rules);
    let sides: Vec<u64> = rules.bounds().iter().map(|bound| bound.unwrap_or(side)).collect();
    for_each_point(&sides, |point| {
        if rules.canonical(point) != point || !is_start(rules, point) {
            return;
        }
        let Ok(outcome) = referee.outcome(&referee.start(point)) else { return };
        let Ok(verdict) = known.decider.decide(&naturals(point)) else { return };
        let what = format!("{text}: {} at {point:?}", known.statement());
        assert_eq!(verdict.outcome, outcome, "{what}");
        if let Some(to) = verdict.winning {
            let to: Vec<u64> = to.iter().map(|pile| u64::try_from(pile).unwrap()).collect();
            let (piles, memory) = to.split_at(point.len());
            let mut legal = false;
            let canonical = rules.canonical(piles);
            let _ = rules.for_each_option(point, &rules.fresh_memory(), &mut |step| {
                legal |= rules.canonical(step.to) == canonical;
                ControlFlow::Continue(())
            });
            assert!(legal, "{what}: to {to:?}");
            let memory: Vec<i64> = memory.iter().map(|m| *m as i64).collect();
            let state = State { memory, ..referee.start(piles) };
            assert_eq!(referee.outcome(&state), Ok(Outcome::P), "{what}: to {to:?}");
        }
    });
    Some(known.statement())
}

/// Texts that differ from this one in one place.
fn mutants(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    for (old, new) in [
        ("<", "<="),
        ("<=", "<"),
        ("==", "!="),
        (">=", ">"),
        (" or ", " and "),
        (" and ", " or "),
        ("- ", "+ "),
        ("i, 0", "2*i, 0"),
        ("(i, i)", "(i, i + 1)"),
        ("unordered", "ordered"),
        ("any", "1"),
        ("'", ""),
    ] {
        for (at, _) in text.match_indices(old) {
            out.push([&text[..at], new, &text[at + old.len()..]].concat());
        }
    }
    for (at, digit) in text.char_indices().filter_map(|(at, c)| c.to_digit(10).map(|d| (at, d))) {
        for other in [(digit + 1) % 10, (digit + 9) % 10] {
            out.push([&text[..at], &other.to_string(), &text[at + 1..]].concat());
        }
    }
    for line in text.lines().filter(|line| line.starts_with("move")) {
        out.push(text.replace(&format!("{line}\n"), ""));
        out.push(format!("{text}{line} where {} > 2\n", if line.contains('i') { "i" } else { "k" }));
    }
    out.push(format!("{text}move (2, 1)\n"));
    out
}

#[test]
fn games_changed_in_one_place_are_never_taken_for_what_they_are_not() {
    let (mut tried, mut known) = (0, 0);
    for entry in entries() {
        let Kind::Text(text) = entry.kind else { continue };
        let body = text.find("\nparam").or_else(|| text.find("\npiles")).unwrap_or(0);
        for mutant in mutants(&text[body..]) {
            let Ok(mut rules) = Rules::read(&mutant) else { continue };
            rules.limit_tries(1 << 16);
            let side = if rules.coordinates().len() < 3 { 11 } else { 4 };
            tried += 1;
            known += usize::from(agrees_with_the_rules(&mutant, &rules, side).is_some());
        }
    }
    assert!(tried > 1000 && known > 100, "{known} of {tried}");
}

#[test]
fn games_of_the_catalog_are_called_by_their_names() {
    for entry in entries() {
        let Kind::Text(text) = entry.kind else { continue };
        let rules = Rules::read(text).unwrap();
        let names = names_of(&rules, &Default::default());
        assert!(names.contains(&entry.name.to_string()), "{}: {names:?}", entry.name);
    }
    for (_, misere, draw) in GAMES {
        let spec = draw(&mut Random::new(5)).spec;
        let rules = bound(&spec, *misere);
        let names = names_of(&rules, &Default::default());
        assert!(!names.is_empty(), "{spec}");
        for name in names {
            let other = bound(&name, *misere);
            for_each_point(&vec![5; rules.coordinates().len()], |point| {
                if rules.bounds().iter().zip(point).all(|(b, x)| b.is_none_or(|b| *x < b)) {
                    assert_eq!(rules.options(point), other.options(point), "{spec} is not {name}");
                }
            });
        }
    }
}

proptest! {
    #[test]
    fn random_games_are_what_they_are_taken_for(text in wythoff_rulegen::two_pile_game()) {
        if let Ok(mut rules) = Rules::read(&text) {
            rules.limit_tries(1 << 16);
            agrees_with_the_rules(&text, &rules, 9);
        }
    }

    #[test]
    fn random_rays_are_what_they_are_taken_for(text in wythoff_rulegen::two_pile_rays()) {
        agrees_with_the_rules(&text, &Rules::read(&text).unwrap(), 14);
    }
}
