//! The game that a command is about: its spec and the conventions on top of it.

use crate::failure::Failure;
use clap::Args;
use wythoff_catalog::Resolved;
use wythoff_rules::{Rules, parse_position};

/// How a command names its game.
#[derive(Args, Clone)]
pub struct GameArgs {
    /// A name, a name with parameters, rules in quotes, or @file
    #[arg(value_name = "SPEC")]
    pub spec: String,
    #[command(flatten)]
    pub convention: ConventionArgs,
}

/// Conventions that go on top of any game.
#[derive(Args, Clone)]
pub struct ConventionArgs {
    /// The last mover loses
    #[arg(long)]
    pub misere: bool,
    /// Up to K-1 options are blocked before each move: all kinds, or one family
    #[arg(long, value_name = "K[:FAMILY]")]
    pub block: Option<String>,
    /// The game ends at this position too (repeatable)
    #[arg(long, value_name = "POS")]
    pub terminal: Vec<String>,
    /// Once in the game either player may pass, not from a terminal position
    #[arg(long)]
    pub pass: bool,
}

impl GameArgs {
    /// The game with its conventions.
    pub fn resolve(&self) -> Result<Resolved, Failure> {
        let game = Resolved::parse(&self.spec).map_err(|error| {
            let inline = self.spec.trim_start().starts_with('(');
            let failure = Failure::from(error);
            if inline && (self.spec.contains("misere") || self.spec.contains("misère")) {
                return failure.hint("misère play of rules in quotes is asked for by --misere");
            }
            failure
        })?;
        self.convention.apply(game)
    }
}

impl ConventionArgs {
    /// Whether any convention is asked for.
    pub fn is_plain(&self) -> bool {
        !self.misere && self.block.is_none() && self.terminal.is_empty() && !self.pass
    }

    fn apply(&self, game: Resolved) -> Result<Resolved, Failure> {
        match game {
            Resolved::Rules(mut rules, entry) => {
                self.apply_to_rules(&mut rules)?;
                Ok(Resolved::Rules(rules, entry))
            }
            other if self.is_plain() => Ok(other),
            other => {
                let failure = Failure::input(format!("conventions do not go on top of {}", called(&other)));
                Err(failure.hint("--misere, --block, --terminal and --pass need a game in the rule language"))
            }
        }
    }

    fn apply_to_rules(&self, rules: &mut Rules) -> Result<(), Failure> {
        if self.misere {
            rules.set_misere()?;
        }
        if let Some(text) = &self.block {
            let (count, family) = match text.split_once(':') {
                Some((count, family)) => (count, Some(family)),
                None => (text.as_str(), None),
            };
            let k = count.trim().parse().map_err(|_| {
                Failure::input(format!("--block {text}: `{count}` is not a number"))
                    .hint("write --block 3, or --block 3:FAMILY with a label that `wyt show` gives")
            })?;
            rules.set_block(k, family.as_slice())?;
        }
        for text in &self.terminal {
            rules.add_terminal(&small_position(text)?)?;
        }
        if self.pass {
            rules.set_pass();
        }
        Ok(())
    }
}

/// How errors speak of a game: its name, or these rules where they have none.
pub fn called(game: &Resolved) -> String {
    match game.name() {
        name if name.split(" + ").all(|part| !part.is_empty()) => format!("`{name}`"),
        _ => "these rules".to_string(),
    }
}

/// So many of a thing: `1 state`, `7 states`.
pub fn counted(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

/// A position with piles that fit 64 bits.
pub fn small_position(text: &str) -> Result<Vec<u64>, Failure> {
    let piles = parse_position(text)?;
    let small = |pile: &malachite::Natural| {
        u64::try_from(pile).map_err(|_| {
            Failure::limit("a pile is too large to be played from the rules").hint("piles go up to 2^62")
        })
    };
    piles.iter().map(small).collect()
}

/// The text of a position argument: itself, the contents of @FILE, or standard input for `-`.
pub fn position_text(argument: &str) -> Result<String, Failure> {
    let read = |what: &str, result: std::io::Result<String>| {
        result.map_err(|error| Failure::input(format!("{what} cannot be read: {error}")))
    };
    if argument == "-" {
        return read("standard input", std::io::read_to_string(std::io::stdin()));
    }
    match argument.strip_prefix('@') {
        Some(path) => read(&format!("the file `{path}`"), std::fs::read_to_string(path)),
        None => Ok(argument.to_string()),
    }
}
