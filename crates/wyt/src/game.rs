//! The game that a command is about: its spec and the conventions on top of it.

use crate::context::{Context, waiting};
use crate::failure::Failure;
use clap::Args;
use std::io::Read;
use std::path::Path;
use wythoff::{Block, Bytes, Conventions, Error, ErrorKind, Files, Game, RuleError};

/// The files that whoever types a command may name.
pub struct Disk;

impl Files for Disk {
    fn read(&self, path: &str, most: usize) -> Result<String, RuleError> {
        read_at_most(Path::new(path), most as u64).map_err(|why| {
            let error = RuleError::new(ErrorKind::File, format!("the file `{path}` cannot be read: {why}"));
            error.hint("name a text file that is there and that you may read")
        })
    }

    fn exists(&self, path: &str) -> bool {
        Path::new(path).exists()
    }
}

/// The game of a spec that was typed.
pub fn game_of(spec: &str, context: &Context) -> Result<Game, Error> {
    Game::parse_within(spec, &Disk, &context.reading()).map_err(|mut error| {
        let hint = format!("   = hint: a file is named with @ in front: @{spec}\n");
        if !spec.starts_with('@') && Path::new(spec).is_file() && !error.detail.contains(&hint) {
            error.detail += &hint;
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
    /// Whoever is to move at this position has won, whatever the moves are (repeatable)
    #[arg(long, value_name = "POS", allow_hyphen_values = true)]
    pub forced_n: Vec<String>,
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
        Ok(Conventions {
            misere: self.misere,
            block,
            terminals: self.terminal.clone(),
            forced_n: self.forced_n.clone(),
            pass: self.pass,
        })
    }
}

/// So many of a thing: `1 state`, `7 states`.
pub fn counted(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

/// The text of a position argument: itself, the contents of @FILE, or standard input for `-`.
pub fn position_text(argument: &str) -> Result<String, Failure> {
    if argument == "-" {
        return waiting(|| text_of(std::io::stdin(), most())).map_err(|unread| unread.of("standard input"));
    }
    match argument.strip_prefix('@') {
        Some(path) => read_text(Path::new(path)),
        None => Ok(argument.to_string()),
    }
}

/// The text of a file that was named, read within the memory allowed.
pub fn read_text(path: &Path) -> Result<String, Failure> {
    read_at_most(path, most()).map_err(|unread| unread.of(&format!("the file `{}`", path.display())))
}

/// Bytes of a file: what is made of it takes several times as much.
fn most() -> u64 {
    crate::memory::allowed() / 8
}

/// Why a file is not read.
enum Unread {
    /// It is longer than this.
    Long(u64),
    /// It is no text.
    NoText(String),
    /// What the system says.
    System(std::io::Error),
}

impl std::fmt::Display for Unread {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unread::Long(most) => write!(f, "it is larger than {}", Bytes(u128::from(*most))),
            Unread::NoText(why) => write!(f, "it is no text: {why}"),
            Unread::System(error) => error.fmt(f),
        }
    }
}

impl Unread {
    fn of(self, what: &str) -> Failure {
        let message = format!("{what} cannot be read: {self}");
        match self {
            Unread::Long(_) => Failure::limit(message).hint("allow more with --memory"),
            Unread::NoText(_) => Failure::input(message).hint("name a text file"),
            Unread::System(_) => {
                Failure::input(message).hint("name a file that is there and that you may read")
            }
        }
    }
}

fn read_at_most(path: &Path, most: u64) -> Result<String, Unread> {
    text_of(std::fs::File::open(path).map_err(Unread::System)?, most)
}

/// Bytes read at once.
const PIECE: usize = 1 << 16;

/// What is read is counted, since a device has no size, and looked at, since a device has no text.
fn text_of(mut from: impl Read, most: u64) -> Result<String, Unread> {
    let (mut bytes, mut piece) = (Vec::new(), vec![0; PIECE]);
    loop {
        let read = match from.read(&mut piece) {
            Ok(0) => break,
            Ok(read) => read,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(Unread::System(error)),
        };
        if let Some(at) = piece[..read].iter().position(|byte| *byte == 0) {
            return Err(Unread::NoText(format!("byte {} is 0", bytes.len() + at)));
        }
        if (bytes.len() + read) as u64 > most {
            return Err(Unread::Long(most));
        }
        bytes.extend_from_slice(&piece[..read]);
    }
    String::from_utf8(bytes)
        .map_err(|error| Unread::NoText(format!("byte {} is not UTF-8", error.utf8_error().valid_up_to())))
}
