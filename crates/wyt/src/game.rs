//! The game that a command is about: its spec and the conventions on top of it.

use crate::failure::Failure;
use clap::Args;
use std::io::Read;
use std::path::Path;
use wythoff_catalog::{Files, OnTop, Resolved};
use wythoff_rules::{RuleError, parse_position};

/// The files that whoever types a command may name.
struct Disk;

impl Files for Disk {
    fn read(&self, path: &str, most: usize) -> Result<String, RuleError> {
        read_limited(Path::new(path), most as u64)
            .map_err(|why| RuleError::plain(format!("the file `{path}` cannot be read: {why}")))
    }

    fn exists(&self, path: &str) -> bool {
        Path::new(path).exists()
    }
}

/// The game of a spec that was typed.
pub fn game_of(spec: &str) -> Result<Resolved, RuleError> {
    Resolved::parse_with(spec, &Disk)
}

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
    #[arg(long, value_name = "K[:FAMILY]", allow_hyphen_values = true)]
    pub block: Option<String>,
    /// The game ends at this position too (repeatable)
    #[arg(long, value_name = "POS", allow_hyphen_values = true)]
    pub terminal: Vec<String>,
    /// Once in the game either player may pass, not from a terminal position
    #[arg(long)]
    pub pass: bool,
}

impl GameArgs {
    /// The game with its conventions.
    pub fn resolve(&self) -> Result<Resolved, Failure> {
        let game = game_of(&self.spec).map_err(|error| {
            let inline = self.spec.trim_start().starts_with('(');
            let failure = Failure::from(error);
            if inline && self.spec.contains(" + ") {
                return failure.hint("in a sum, rules go in quotation marks: '\"(i,0) (0,i)\" + nim'");
            }
            if inline && (self.spec.contains("misere") || self.spec.contains("misère")) {
                return failure.hint("misère play of rules in quotes is asked for by --misere");
            }
            failure
        })?;
        self.convention.apply(game)
    }
}

impl ConventionArgs {
    fn apply(&self, game: Resolved) -> Result<Resolved, Failure> {
        let block = self.block_count()?.map(|(k, family)| (k, family.map(str::to_string)));
        let on_top = OnTop { misere: self.misere, block, terminals: self.terminal.clone(), pass: self.pass };
        Ok(game.with(&on_top)?)
    }

    /// The number and the family of `--block`.
    fn block_count(&self) -> Result<Option<(u64, Option<&str>)>, Failure> {
        let Some(text) = &self.block else { return Ok(None) };
        let (count, family) = match text.split_once(':') {
            Some((count, family)) => (count, Some(family)),
            None => (text.as_str(), None),
        };
        let k = count.trim().parse().map_err(|_| {
            Failure::input(format!("--block {text}: `{count}` is not a number from 1 on"))
                .hint("write --block 3, or --block 3:FAMILY with a label that `wyt show` gives")
        })?;
        Ok(Some((k, family)))
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

/// Longest text of a position, in bytes.
const LONGEST: u64 = 1 << 30;

/// The text of a position argument: itself, the contents of @FILE, or standard input for `-`.
pub fn position_text(argument: &str) -> Result<String, Failure> {
    let cannot = |what: &str, why: String| Failure::input(format!("{what} cannot be read: {why}"));
    if argument == "-" {
        return limited(std::io::stdin(), LONGEST).map_err(|why| cannot("standard input", why));
    }
    match argument.strip_prefix('@') {
        Some(path) => {
            read_limited(Path::new(path), LONGEST).map_err(|why| cannot(&format!("the file `{path}`"), why))
        }
        None => Ok(argument.to_string()),
    }
}

/// The text of a file of at most so many bytes, or why not; what is read is counted, since a device has no size.
pub fn read_limited(path: &Path, most: u64) -> Result<String, String> {
    limited(std::fs::File::open(path).map_err(|e| e.to_string())?, most)
}

fn limited(from: impl Read, most: u64) -> Result<String, String> {
    let mut text = String::new();
    let size = from.take(most + 1).read_to_string(&mut text).map_err(|e| e.to_string())?;
    if size as u64 > most { Err(format!("it is larger than {most} bytes")) } else { Ok(text) }
}
