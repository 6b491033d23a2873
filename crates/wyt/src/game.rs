//! The game that a command is about: its spec and the conventions on top of it.

use crate::context::Context;
use crate::failure::Failure;
use clap::Args;
use std::io::Read;
use std::path::Path;
use wythoff::{Block, Conventions, Error, ErrorKind, Files, Game, RuleError};

/// The files that whoever types a command may name.
pub struct Disk;

impl Files for Disk {
    fn read(&self, path: &str, most: usize) -> Result<String, RuleError> {
        read_limited(Path::new(path), most as u64).map_err(|why| {
            RuleError::new(ErrorKind::File, format!("the file `{path}` cannot be read: {why}"))
        })
    }

    fn exists(&self, path: &str) -> bool {
        Path::new(path).exists()
    }
}

/// The game of a spec that was typed.
pub fn game_of(spec: &str, context: &Context) -> Result<Game, Error> {
    Game::parse_within(spec, &Disk, &context.reading()).map_err(|mut error| {
        if !spec.starts_with('@') && Path::new(spec).is_file() {
            error.detail += &format!("   = hint: a file is named with @ in front: @{spec}\n");
        }
        error
    })
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
    pub fn resolve(&self, context: &Context) -> Result<Game, Failure> {
        Ok(game_of(&self.spec, context)?.with(&self.convention.read()?)?)
    }
}

impl ConventionArgs {
    /// The conventions that were typed.
    pub fn read(&self) -> Result<Conventions, Failure> {
        let block = self.block.as_ref().map(|text| text.parse::<Block>()).transpose()?;
        Ok(Conventions { misere: self.misere, block, terminals: self.terminal.clone(), pass: self.pass })
    }
}

/// So many of a thing: `1 state`, `7 states`.
pub fn counted(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
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
