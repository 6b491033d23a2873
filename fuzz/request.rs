//! One request of a stranger: a spec and a position, read and asked about within one budget.

use std::ops::ControlFlow;
use wythoff_catalog::{NoFiles, Resolved, View};
use wythoff_numbers::Budget;
use wythoff_rules::{RuleError, Rules, parse_position};

/// What a request may use: a second of counted work, 256 MB.
pub fn budget() -> Budget {
    Budget::default().with_work(1_000_000_000).with_memory(256 << 20)
}

/// Runs a request; says whether the spec was a game. An error that helps nobody is a panic.
pub fn run(spec: &str, position: &str, budget: &Budget) -> bool {
    let game = match Resolved::parse_within(spec, &NoFiles, budget) {
        Ok(game) => game,
        Err(error) => {
            helps(&error);
            return false;
        }
    };
    let _ = (game.name(), game.values().len());
    match game.view() {
        View::Rules(rules) => ask(rules, position),
        View::Special(special) => {
            if let Ok(position) = special.parse(position) {
                let _ = special.legal(&position, &position);
            }
            let _ = (special.spec(), special.rules(), special.p_below(3));
        }
        View::Sum(terms) => terms.iter().filter_map(Resolved::rules).for_each(|rules| ask(rules, position)),
    }
    true
}

fn ask(rules: &Rules, position: &str) {
    let count = rules.coordinates().len();
    let given: Option<Vec<u64>> = parse_position(position).map_err(|error| helps(&error)).ok().map(|piles| {
        let small = |pile: &malachite::Natural| u64::try_from(pile).unwrap_or(u64::MAX >> 2);
        (0..count).map(|i| piles.get(i % piles.len()).map_or(3, small)).collect()
    });
    for mut position in [Some(vec![3; count]), given].into_iter().flatten() {
        for (pile, bound) in position.iter_mut().zip(rules.bounds()) {
            *pile = (*pile).min(bound.unwrap_or(u64::MAX) - 1);
        }
        if let Err(error) = rules.check_position(&position) {
            helps(&error);
            continue;
        }
        match rules.options(&position) {
            Ok(options) => {
                let to = options.first().unwrap_or(&position);
                let _ = rules.legality(&position, &rules.fresh_memory(), to).map_err(|error| helps(&error));
            }
            Err(error) => helps(&error),
        }
        let mut moves = 0;
        let _ = rules.for_each_option(&position, &rules.fresh_memory(), &mut |_| {
            moves += 1;
            if moves < 1000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        for pattern in rules.patterns().take(6) {
            let _ = (pattern.shape(), pattern.accepts(&position, &position));
            if let Some((_, first)) = position.split_last() {
                let _ = pattern.last_amounts(&position, first);
            }
        }
    }
}

/// An error names its place or says what to do, in few words, and speaks of no command line.
fn helps(error: &RuleError) {
    let text = format!("{error}\n{}", error.detail());
    assert!(error.place.is_some() || !error.hints.is_empty(), "neither place nor hint: {text}");
    assert!(text.len() < 6000, "a long error: {}", text.len());
    let flags = ["--below", "--first", "--misere", "--memory", "`wyt "];
    assert!(
        !flags.iter().any(|flag| error.message.contains(flag) || error.hints.concat().contains(flag)),
        "{text}"
    );
}
