//! Reader, binder and evaluator of the rule language on any bytes.
//!
//! `cargo +nightly fuzz run rules fuzz/corpus/rules crates/catalog/games` starts from the catalog's games. The same
//! without a nightly compiler: `cargo run --release -p wythoff-rules --example rules_fuzz`.

#![no_main]

use libfuzzer_sys::fuzz_target;
use std::ops::ControlFlow;
use wythoff_rules::{Rules, Source, parse_expr, parse_game, parse_position};

fuzz_target!(|text: &str| {
    let _ = (parse_expr(text), parse_position(text));
    let Ok(game) = parse_game(text) else { return };
    assert_eq!(parse_game(&game.to_string()).as_ref(), Ok(&game));
    let source = Source { name: "fuzz".to_string(), text: text.to_string() };
    let Ok(mut rules) = Rules::bind_game(game, source, &[]) else { return };
    rules.limit_tries(1 << 12);
    let memory = rules.fresh_memory();
    for size in [0, 3, 7, 1 << 40] {
        let position: Vec<u64> = rules.bounds().iter().map(|b| b.map_or(size, |b| size.min(b - 1))).collect();
        if rules.check_position(&position).is_err() {
            continue;
        }
        let _ = rules.for_each_option(&position, &memory, &mut |_| ControlFlow::Continue(()));
        let _ = rules.legality(&position, &memory, &position);
        for pattern in rules.patterns().take(20) {
            let _ = pattern.shape();
            let _ = pattern.accepts(&position, &position);
            let _ = pattern.last_amounts(&position, &position[1..]);
        }
    }
});
