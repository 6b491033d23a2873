//! A fuzzer for the rule language that needs no nightly compiler: mutates valid texts by bytes, words and
//! expressions, and runs each through reading, binding, moves, patterns and printing.
//!
//! ```text
//! cargo run --release -p wythoff-rules --example rules_fuzz -- [EXECUTIONS] [--seconds S] [--seed S] [--from N] [FILE...]
//! ```
//! Files given are rule texts to start from besides those of `fuzz/corpus/rules`.

#[path = "../../../fuzz/driver.rs"]
mod driver;
#[path = "../../../fuzz/mutate.rs"]
mod mutate;

use driver::{Asked, drive};
use wythoff_numbers::Random;
use wythoff_rules::{
    Argument, Rules, Source, parse_expr, parse_game, parse_list, parse_position, parse_vectors,
};

/// Everything that the language does with a text. Says whether the text was a game.
fn run(text: &str, n: u64) -> bool {
    let mut random = Random::new(n);
    let _ = match random.index(4) {
        0 => parse_expr(text).is_ok(),
        1 => parse_list(text).is_ok(),
        2 => parse_vectors(text).is_ok(),
        _ => parse_position(text).is_ok(),
    };
    let Ok(game) = parse_game(text) else {
        if random.index(4) == 0 {
            assert!(Rules::read(text).is_err());
        }
        return false;
    };
    let printed = game.to_string();
    assert_eq!(parse_game(&printed).as_ref(), Ok(&game), "printed and read back: {printed}");
    let mut arguments = Vec::new();
    if let (0, Some(param)) = (random.index(8), game.params.first()) {
        let value = random.pick(&["3", "0", "-1", "k^2", "1,2", "1 2; 2 1", "all", ")", "10^40"]);
        arguments.push((param.name.clone(), Argument::Text(value.to_string())));
    }
    let source = Source { name: "fuzz".to_string(), text: text.to_string() };
    let Ok(mut rules) = Rules::bind_game(game, source, &arguments) else { return false };
    rules.limit_tries(1 << 10);
    if let (0, Some(bound)) = (random.index(8), rules.bound_game()) {
        let text = bound.to_string();
        let again = Rules::read(&text).map(|r| r.is_symmetric());
        assert!(again.is_ok(), "bound and read back: {text}: {:?}", again.err());
    }
    let memory = rules.fresh_memory();
    for size in [4, 9, 1 << [0, 40, 61][random.index(3)]] {
        let position: Vec<u64> =
            rules.bounds().iter().map(|b| random.bits() % b.unwrap_or(size).min(size).max(1)).collect();
        if rules.check_position(&position).is_err() {
            continue;
        }
        let mut last = None;
        let options = rules.for_each_option(&position, &memory, &mut |step| {
            last = Some(step.to.to_vec());
            std::ops::ControlFlow::Continue(())
        });
        if let Err(error) = &options {
            assert!(!format!("{error}\n{}", error.detail()).is_empty());
        }
        let _ = rules.legality(&position, &memory, &last.unwrap_or_else(|| position.clone()));
        for pattern in rules.patterns().take(6) {
            let _ = pattern.shape();
            let taken: Vec<u64> = position.iter().map(|p| random.bits() % (p + 1)).collect();
            let _ = pattern.accepts(&position, &taken);
            if let Some((_, first)) = taken.split_last() {
                let _ = pattern.last_amounts(&position, first);
            }
        }
    }
    true
}

/// How many generated games there are to start from.
const GENERATED: u64 = 30_000;

fn main() {
    let asked = Asked::read();
    let mut texts = mutate::corpus("rules");
    for file in &asked.rest {
        match std::fs::read_to_string(file) {
            Ok(text) => texts.push(text),
            Err(error) => {
                eprintln!("error: {file}: {error}");
                std::process::exit(2);
            }
        }
    }
    // Two texts in three are generated, the others come from the lists.
    let given = texts.len() as u64;
    texts.extend((0..GENERATED).map(wythoff_rulegen::sample_spelling));
    for copy in 0..GENERATED / 2 {
        texts.push(texts[(copy % given) as usize].clone());
    }
    drive(
        &asked,
        |n| mutate::text(asked.seed, n, &texts),
        |n, text| Ok(if run(text, n) { "game" } else { "no game" }),
    );
}
