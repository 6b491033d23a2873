//! What a page asks, as JSON, and the limits of what it may ask.

use crate::event::Failure;
use crate::limits::Limits;
use serde::Deserialize;
use wythoff::play::Setup;
use wythoff::{Block, Budget, Conventions, Error, Format, Game, NoFiles, PictureKind};

/// A question.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "ask", rename_all = "lowercase")]
pub enum Request {
    /// Which engine this is, and what it allows.
    Engine,
    /// The catalog, or the games in which a word occurs.
    Games {
        /// The word.
        #[serde(default)]
        word: Option<String>,
    },
    /// Whether a text is a game, and what a board of it needs to know: asked while it is typed.
    Read(Subject),
    /// A game in words.
    Describe(Subject),
    /// Who wins a position, by which move, and how it is known.
    Solve {
        /// The game.
        #[serde(flatten)]
        of: Subject,
        /// The position.
        position: String,
        /// All winning moves instead of one.
        #[serde(default)]
        all: bool,
        /// Winning moves as cells of the board, all of them where that is cheap.
        #[serde(default)]
        board: bool,
    },
    /// The options of a position and who wins them; with `to`, whether that one move is legal.
    Moves {
        /// The game.
        #[serde(flatten)]
        of: Subject,
        /// The position.
        position: String,
        /// One move that is judged.
        #[serde(default)]
        to: Option<String>,
        /// Options as cells of the board.
        #[serde(default)]
        board: bool,
    },
    /// The piles of a position in the numeration of its game.
    Written {
        /// The game.
        #[serde(flatten)]
        of: Subject,
        /// The position.
        position: String,
    },
    /// A square of the map.
    Tile(TileRequest),
    /// The beams of the first P-positions.
    Slopes {
        /// The game.
        #[serde(flatten)]
        of: Subject,
        /// From so many.
        #[serde(default = "twenty")]
        first: usize,
    },
    /// A line of a slope that somebody wrote.
    Line {
        /// The slope.
        slope: String,
    },
    /// The first P-positions.
    First {
        /// The game.
        #[serde(flatten)]
        of: Subject,
        /// How many.
        #[serde(default = "twenty")]
        count: usize,
        /// How many are left out.
        #[serde(default)]
        from: usize,
    },
    /// Which known game this is.
    Identify(Subject),
    /// What pattern the P-positions follow.
    Discover {
        /// The game.
        #[serde(flatten)]
        of: Subject,
        /// Piles below this are looked at.
        #[serde(default)]
        below: Option<u64>,
        /// Theorems too, where the P-positions are proved.
        #[serde(default)]
        theorems: bool,
    },
    /// A proof for all positions.
    Prove {
        /// The game.
        #[serde(flatten)]
        of: Subject,
        /// Seconds that it may take.
        #[serde(default)]
        time: Option<u64>,
        /// A set to be proved or refuted instead of one that is found: a condition such as `x == y`, `beatty ALPHA`,
        /// `of SPEC`.
        #[serde(default)]
        candidate: Option<String>,
        /// With the proof as files for Walnut.
        #[serde(default)]
        walnut: bool,
    },
    /// A game being played: where it stands after what the person did.
    Play(PlayRequest),
    /// A picture.
    Picture(PictureOf),
    /// Data for other tools.
    Export(ExportRequest),
    /// The claims of the papers, section by section.
    Ledger,
    /// One claim of the papers, run.
    Claim {
        /// The row's name.
        id: String,
    },
    /// The names of sequences, words, arrays and numeration systems.
    Names,
    /// Terms of a sequence, letters of a word, a corner of an array, digits of a number.
    Numbers(NumbersRequest),
}

fn twenty() -> usize {
    20
}

/// A game with what goes on top of it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Subject {
    /// The game's spec.
    pub game: String,
    /// What goes on top.
    #[serde(default)]
    pub on: On,
}

/// What goes on top of a game.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct On {
    /// The last mover loses.
    pub misere: bool,
    /// Up to k - 1 options are blocked: `3`, or `"3:family"`.
    pub block: Option<Blocked>,
    /// The game ends at these positions too.
    pub terminal: Vec<String>,
    /// At these positions whoever is to move has won.
    pub forced_n: Vec<String>,
    /// One pass in the game.
    pub pass: bool,
}

/// Blocking as it is written.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum Blocked {
    /// k.
    Count(u64),
    /// k, or k and a family.
    Text(String),
}

/// A square of the map that is asked for.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct TileRequest {
    /// The game.
    #[serde(flatten)]
    pub of: Subject,
    /// What is shown.
    pub layer: Layer,
    /// The second game of a difference.
    #[serde(default)]
    pub other: Option<String>,
    /// The column of the tile.
    pub x: u64,
    /// The row of the tile.
    pub y: u64,
    /// A pixel is 2^level cells wide.
    #[serde(default)]
    pub level: u32,
    /// Pixels along a side.
    #[serde(default = "usual_size")]
    pub size: u64,
    /// The piles after the first two, of a game that has more.
    #[serde(default)]
    pub slice: String,
}

fn usual_size() -> u64 {
    256
}

/// What a tile shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Layer {
    /// P-positions.
    P,
    /// Grundy values.
    Grundy,
    /// How many P-positions each position sees.
    Palace,
    /// Where the P-positions of two games differ.
    Difference,
}

/// A game being played.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct PlayRequest {
    /// The game.
    #[serde(flatten)]
    pub of: Subject,
    /// Where it starts.
    pub position: String,
    /// The program makes the first move.
    #[serde(default)]
    pub program_begins: bool,
    /// How many moves in a hundred the program means well.
    #[serde(default = "perfect")]
    pub level: u8,
    /// What the program's draws depend on.
    #[serde(default)]
    pub seed: u64,
    /// What the person did, one after the other: moves, or options that were forbidden.
    #[serde(default)]
    pub did: Vec<String>,
    /// With what a wise friend would say.
    #[serde(default)]
    pub hint: bool,
    /// With every move judged, and where the game was lost.
    #[serde(default)]
    pub review: bool,
}

fn perfect() -> u8 {
    100
}

impl PlayRequest {
    pub(crate) fn setup(&self) -> Setup {
        Setup { program_begins: self.program_begins, level: self.level, seed: self.seed }
    }
}

/// A picture that is asked for.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct PictureOf {
    /// The game.
    #[serde(flatten)]
    pub of: Subject,
    /// The second game of a difference.
    #[serde(default)]
    pub with: Option<String>,
    /// What it shows.
    #[serde(default)]
    pub kind: PictureKind,
    /// `svg` or `png`.
    pub format: PictureFormat,
    /// Piles below this.
    #[serde(default)]
    pub below: Option<u64>,
    /// Pixels along a side, of a PNG.
    #[serde(default)]
    pub pixels: Option<u32>,
    /// Lines of slope.
    #[serde(default)]
    pub slopes: Vec<String>,
    /// Without title and caption.
    #[serde(default)]
    pub bare: bool,
    /// The piles after the first two, which are held.
    #[serde(default)]
    pub slice: String,
}

/// Data that are asked for.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct ExportRequest {
    /// The game.
    #[serde(flatten)]
    pub of: Subject,
    /// The kind of file.
    pub format: Format,
    /// What is written.
    #[serde(default)]
    pub what: What,
    /// All P-positions with piles below this, or the side of the table.
    #[serde(default)]
    pub below: Option<u64>,
    /// The first so many P-positions instead.
    #[serde(default)]
    pub first: Option<usize>,
    /// Which pile a b-file lists, from 1 on.
    #[serde(default)]
    pub pile: Option<usize>,
    /// The piles after the first two, which are held; all positions of the box where nothing is said.
    #[serde(default)]
    pub slice: Option<String>,
}

/// Numbers of the papers that are asked for.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct NumbersRequest {
    /// What kind of thing it is.
    pub kind: NumbersKind,
    /// Its name, with parameters.
    pub name: String,
    /// How many terms, letters or rows.
    #[serde(default = "twenty")]
    pub count: usize,
    /// How many columns of an array.
    #[serde(default = "twenty")]
    pub columns: usize,
    /// The number whose digits are asked for.
    #[serde(default)]
    pub number: String,
}

/// A kind of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NumbersKind {
    /// A sequence.
    Sequence,
    /// A word.
    Word,
    /// An array or a tree.
    Array,
    /// A numeration system.
    System,
}

/// A kind of picture file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PictureFormat {
    /// Vector graphics.
    Svg,
    /// Pixels.
    Png,
}

/// What an export writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum What {
    /// P-positions.
    #[default]
    P,
    /// Grundy values.
    Grundy,
}

impl Request {
    /// Reads a request; what is longer than allowed is refused before anything is computed.
    pub fn read(bytes: &[u8], limits: &Limits) -> Result<Request, Failure> {
        if bytes.len() > limits.request_bytes {
            return Err(Failure::limit(format!("a request has at most {} bytes", limits.request_bytes)));
        }
        let request: Request = serde_json::from_slice(bytes)
            .map_err(|error| Failure::input(format!("the request cannot be read: {error}")))?;
        request.check(limits)?;
        Ok(request)
    }

    /// The game that it is about.
    pub fn subject(&self) -> Option<&Subject> {
        match self {
            Request::Engine
            | Request::Games { .. }
            | Request::Line { .. }
            | Request::Ledger
            | Request::Claim { .. }
            | Request::Names
            | Request::Numbers(_) => None,
            Request::Read(of) | Request::Describe(of) | Request::Identify(of) => Some(of),
            Request::Solve { of, .. }
            | Request::Moves { of, .. }
            | Request::Written { of, .. }
            | Request::Slopes { of, .. }
            | Request::First { of, .. }
            | Request::Discover { of, .. }
            | Request::Prove { of, .. } => Some(of),
            Request::Picture(picture) => Some(&picture.of),
            Request::Export(export) => Some(&export.of),
            Request::Tile(tile) => Some(&tile.of),
            Request::Play(play) => Some(&play.of),
        }
    }

    /// Whether it is a click, which is answered at once, and not a table or a proof.
    pub fn is_click(&self) -> bool {
        !matches!(
            self,
            Request::Tile(_)
                | Request::Identify(_)
                | Request::Discover { .. }
                | Request::Prove { .. }
                | Request::Picture(_)
                | Request::Export(_)
                | Request::Claim { .. }
        )
    }

    /// Whether it may take minutes: a proof, a search for patterns, or a claim that is run.
    pub fn is_proof(&self) -> bool {
        matches!(
            self,
            Request::Prove { .. } | Request::Discover { .. } | Request::Identify(_) | Request::Claim { .. }
        )
    }

    /// Milliseconds that it may take.
    pub fn time(&self, limits: &Limits) -> u64 {
        match self {
            Request::Prove { time: Some(seconds), .. } => {
                seconds.saturating_mul(1000).max(100).min(limits.proof_ms)
            }
            Request::Prove { .. } | Request::Discover { .. } | Request::Claim { .. } => {
                limits.proof_ms.min(120_000)
            }
            request if request.is_click() => limits.click_ms,
            _ => limits.table_ms,
        }
    }

    fn check(&self, limits: &Limits) -> Result<(), Failure> {
        let long = |what: &str, most: usize| Failure::limit(format!("{what} is longer than {most} bytes"));
        let game = |text: &str| match text.len() > limits.game_bytes {
            true => Err(long("the text of a game", limits.game_bytes).about("game")),
            false => Ok(()),
        };
        let position = |text: &str, field| match text.len() > limits.position_bytes {
            true => Err(long("the text of a position", limits.position_bytes).about(field)),
            false => Ok(()),
        };
        let count = |count: usize| match count > limits.count {
            true => Err(Failure::limit(format!("at most {} are listed at once", limits.count))
                .hint("ask for fewer")
                .about("count")),
            false => Ok(()),
        };
        let below = |below: Option<u64>| match below.is_some_and(|below| below > limits.tile_piles) {
            true => Err(Failure::limit(format!("piles go up to {} here", limits.tile_piles))
                .hint("the command line has no such limit")
                .about("below")),
            false => Ok(()),
        };
        if let Some(of) = self.subject() {
            game(&of.game)?;
            if of.on.terminal.len().max(of.on.forced_n.len()) > limits.options {
                let message = format!("at most {} extra ends and forced N-positions", limits.options);
                return Err(Failure::limit(message).about("on"));
            }
        }
        match self {
            Request::Solve { position: at, .. } | Request::Written { position: at, .. } => {
                position(at, "position")
            }
            Request::Moves { position: at, to, .. } => {
                position(at, "position")?;
                position(to.as_deref().unwrap_or_default(), "to")
            }
            Request::Slopes { first, .. } => count(*first),
            Request::Line { slope } => position(slope, "slope"),
            Request::Numbers(asked) => {
                position(&asked.number, "number")?;
                game(&asked.name)?;
                count(asked.count.saturating_mul(match asked.kind {
                    NumbersKind::Array => asked.columns.max(1),
                    _ => 1,
                }))
            }
            Request::First { count: some, from, .. } => count(some.saturating_add(*from)),
            Request::Discover { below: bound, .. } => below(*bound),
            Request::Prove { candidate, .. } => {
                position(candidate.as_deref().unwrap_or_default(), "candidate")
            }
            Request::Tile(tile) => {
                game(tile.other.as_deref().unwrap_or_default())?;
                position(&tile.slice, "slice")?;
                if tile.level > limits.tile_level {
                    let message = format!("tiles are zoomed out to level {} at most", limits.tile_level);
                    return Err(Failure::limit(message).about("level"));
                }
                if !tile.size.is_power_of_two() || !(16..=512).contains(&tile.size) {
                    let message = "the size of a tile is a power of two from 16 to 512";
                    return Err(Failure::input(message).about("size"));
                }
                Ok(())
            }
            Request::Play(play) => {
                position(&play.position, "position")?;
                if play.did.len() > limits.moves {
                    let message = format!("a game has at most {} moves here", limits.moves);
                    return Err(Failure::limit(message).about("did"));
                }
                Ok(())
            }
            Request::Picture(picture) => {
                game(picture.with.as_deref().unwrap_or_default())?;
                below(picture.below)?;
                position(&picture.slice, "slice")?;
                if picture.pixels.is_some_and(|pixels| pixels > limits.pixels) {
                    let message = format!("a picture has at most {} pixels along a side", limits.pixels);
                    return Err(Failure::limit(message).about("pixels"));
                }
                Ok(())
            }
            Request::Export(export) => {
                below(export.below)?;
                position(export.slice.as_deref().unwrap_or_default(), "slice")?;
                count(export.first.unwrap_or(0))
            }
            _ => Ok(()),
        }
    }
}

impl Subject {
    /// The game, paid for by the budget.
    pub(crate) fn game(&self, budget: &Budget) -> Result<Game, Failure> {
        let game = read_game(&self.game, budget).map_err(|failure| failure.about("game"))?;
        let on = self.on.conventions()?;
        match on.is_plain() {
            true => Ok(game),
            false => game.with(&on).map_err(|error| Failure { place: None, ..error.into() }.about("on")),
        }
    }

    /// The second game, under the same conventions.
    pub(crate) fn beside(&self, other: &str, budget: &Budget) -> Result<Game, Failure> {
        let other = Subject { game: other.to_string(), on: self.on.clone() };
        other.game(budget).map_err(|failure| match failure.field {
            Some("game") => failure.about("other"),
            _ => failure,
        })
    }

    /// The name under which its tables are kept.
    pub(crate) fn key(&self) -> String {
        format!("{:?}", (&self.game, &self.on))
    }
}

/// A game from a text that names no file.
fn read_game(text: &str, budget: &Budget) -> Result<Game, Failure> {
    Game::parse_within(text, &NoFiles, budget).map_err(|error| {
        let failure = Failure::from(error);
        let kind = if failure.kind == "input" { "rules" } else { failure.kind };
        Failure { kind, ..failure }
    })
}

impl On {
    fn conventions(&self) -> Result<Conventions, Failure> {
        let block = match &self.block {
            None | Some(Blocked::Count(1)) => None,
            Some(Blocked::Count(k)) => Some(Block { k: *k, family: None }),
            Some(Blocked::Text(text)) => {
                let read = text.parse::<Block>();
                Some(read.map_err(|error: Error| Failure::from(error).about("on"))?)
            }
        };
        Ok(Conventions {
            misere: self.misere,
            block,
            terminals: self.terminal.clone(),
            forced_n: self.forced_n.clone(),
            pass: self.pass,
        })
    }
}
