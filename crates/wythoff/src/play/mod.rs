//! A game being played: a person against the program, from any position, with take-back, hints and a review.
//!
//! The program's draws depend on the seed and on the number of moves made alone, so that the same moves give the same
//! game: a face keeps what the person did, and nothing else.

mod board;
mod opponent;
mod queen;
mod review;
mod typed;

use crate::error::{Error, Kind};
use crate::evidence::Evidence;
use crate::game::Game;
use crate::position::Position;
use crate::solve::{SolveRequest, without_move};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use wythoff_numbers::Budget;

pub use queen::Square;
pub use review::{Judged, Review, Reviewed};

/// Who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Player {
    /// The person at the board.
    Person,
    /// The program.
    Program,
}

impl Player {
    /// The one who plays against this one.
    pub fn other(self) -> Player {
        match self {
            Player::Person => Player::Program,
            Player::Program => Player::Person,
        }
    }
}

/// How a game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Setup {
    /// The program makes the first move.
    pub program_begins: bool,
    /// How many moves in a hundred the program means well; 100 is perfect.
    pub level: u8,
    /// What the program's draws depend on.
    pub seed: u64,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup { program_begins: false, level: 100, seed: 1 }
    }
}

/// What happens next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase", tag = "turn")]
pub enum Turn {
    /// This player forbids options of the other, at most `most`.
    Block {
        /// Who does it.
        player: Player,
        /// How many options may be forbidden.
        most: u64,
    },
    /// This player moves.
    Move {
        /// Who does it.
        player: Player,
    },
    /// The game is over.
    Over {
        /// Who has won.
        winner: Player,
        /// Why.
        why: String,
    },
}

/// One move of the game so far.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Round {
    /// Who moved.
    pub mover: Player,
    /// From here,
    pub from: Position,
    /// these options being forbidden by the other,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub blocked: Vec<Position>,
    /// to here.
    pub to: Position,
}

/// What became of something that the person did.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Done {
    /// It was done.
    Made,
    /// It is against the rules: the conditions that it breaks. Nothing has changed.
    Refused(Vec<String>),
}

/// What a wise friend would say.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Hint {
    /// Whether the player whose turn it is can win.
    pub wins: bool,
    /// The move that wins, or the options to forbid.
    pub moves: Vec<Position>,
    /// How it is known.
    #[serde(flatten)]
    pub evidence: Evidence,
}

/// A game being played.
///
/// ```
/// use wythoff::play::{Match, Player, Setup, Turn};
/// use wythoff::{Budget, Game};
/// let budget = Budget::default();
/// let game = Game::parse("wythoff")?;
/// let start = game.position("2,3")?;
/// let mut played = Match::new(game, start, Setup::default(), &budget)?;
/// played.person("1,2", &budget)?;
/// played.program(&budget)?;
/// let hint = played.hint(&budget)?;
/// assert!(hint.wins);
/// played.person(&hint.moves[0].to_string(), &budget)?;
/// assert!(matches!(played.turn(&budget)?, Turn::Over { winner: Player::Person, .. }));
/// # Ok::<(), wythoff::Error>(())
/// ```
pub struct Match {
    game: Game,
    setup: Setup,
    start: Position,
    rounds: Vec<Round>,
    /// What is forbidden for the next move, once that is settled.
    blocked: Option<Vec<Position>>,
    known: HashMap<String, Option<bool>>,
}

/// A move that could be made.
#[derive(Clone, Debug)]
struct Choice {
    to: Position,
    blockable: bool,
}

/// Up to this many in all piles the options are listed; beyond, single moves are judged.
const LISTED: u64 = 20_000;

impl Match {
    /// A game from a position.
    pub fn new(game: Game, start: Position, setup: Setup, budget: &Budget) -> Result<Match, Error> {
        if game.is_partizan() {
            return Err(Error::input(
                "the players of this game have different moves: play is for impartial games",
            )
            .hint("positions of it can be solved"));
        }
        if setup.level > 100 {
            return Err(Error::input(format!(
                "level {}: the program's strength goes from 0 to 100",
                setup.level
            ))
            .hint("100 is perfect play, 0 random moves"));
        }
        let played = Match { game, setup, start, rounds: Vec::new(), blocked: None, known: HashMap::new() };
        // A position that cannot be played is refused now and not after the first move.
        played.turn(budget)?;
        Ok(played)
    }

    /// The game that is played.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        self.rounds.last().map_or(&self.start, |round| &round.to)
    }

    /// The moves so far.
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// What is forbidden for the next move.
    pub fn blocked(&self) -> &[Position] {
        self.blocked.as_deref().unwrap_or_default()
    }

    /// Who makes the next move.
    fn mover(&self) -> Player {
        match self.rounds.last() {
            Some(round) => round.mover.other(),
            None if self.setup.program_begins => Player::Program,
            None => Player::Person,
        }
    }

    /// What happens next.
    pub fn turn(&self, budget: &Budget) -> Result<Turn, Error> {
        let (mover, most) = (self.mover(), self.game.blocked());
        if !self.game.has_move(self.position(), budget)? {
            let misere = self.game.convention() == "misere";
            let winner = if misere { mover } else { mover.other() };
            let why = if misere {
                "there is no move, and in misère play whoever cannot move wins"
            } else {
                "there is no move, and whoever cannot move loses"
            };
            return Ok(Turn::Over { winner, why: why.to_string() });
        }
        if most == 0 {
            return Ok(Turn::Move { player: mover });
        }
        match &self.blocked {
            None => Ok(Turn::Block { player: mover.other(), most }),
            Some(blocked) => {
                let open = self.choices(budget)?.iter().any(|choice| !blocked.contains(&choice.to));
                if open {
                    return Ok(Turn::Move { player: mover });
                }
                let why = "every option is blocked, and then the mover loses".to_string();
                Ok(Turn::Over { winner: mover.other(), why })
            }
        }
    }

    /// All moves from here, where they can be listed.
    fn choices(&self, budget: &Budget) -> Result<Vec<Choice>, Error> {
        self.game.choices(self.position(), budget)
    }

    /// Whether the moves from here can be listed: not too many, and not without end.
    fn listed(&self, budget: &Budget) -> Result<Option<Vec<Choice>>, Error> {
        let piles = self.position().piles();
        let total =
            piles.iter().flatten().try_fold(0u64, |sum, pile| sum.checked_add(u64::try_from(pile).ok()?));
        if piles.is_some() && total.is_none_or(|total| total > LISTED) {
            return Ok(None);
        }
        match self.choices(budget) {
            Ok(choices) => Ok(Some(choices)),
            // No end of options, or more than the budget holds: moves are judged one by one.
            Err(error) if error.kind != Kind::Interrupted => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// What the person does when it is the person's turn: a move, written as the piles that remain (`3,5`) or as what
    /// is taken (`-2,-2`, `x-2`, `pass`); or the options to forbid, separated by spaces (`none` for none).
    pub fn person(&mut self, text: &str, budget: &Budget) -> Result<Done, Error> {
        match self.turn(budget)? {
            Turn::Move { player: Player::Person } => {
                let to = match typed::target(&self.game, self.position(), text)? {
                    typed::Target::To(to) => to,
                    typed::Target::Refused(reason) => return Ok(Done::Refused(vec![reason])),
                };
                match self.judged(&to, budget)? {
                    Ok(to) => self.push(to),
                    Err(reasons) => return Ok(Done::Refused(reasons)),
                }
            }
            Turn::Block { player: Player::Person, most } => match self.forbidden(text, most, budget)? {
                Ok(blocked) => self.blocked = Some(blocked),
                Err(reason) => return Ok(Done::Refused(vec![reason])),
            },
            Turn::Over { why, .. } => return Ok(Done::Refused(vec![format!("the game is over: {why}")])),
            _ => return Ok(Done::Refused(vec!["it is the program's turn".to_string()])),
        }
        Ok(Done::Made)
    }

    /// What the program does when it is the program's turn.
    pub fn program(&mut self, budget: &Budget) -> Result<(), Error> {
        match self.turn(budget)? {
            Turn::Move { player: Player::Program } => {
                let to = self.choose(budget)?;
                self.push(to);
            }
            Turn::Block { player: Player::Program, most } => {
                let blocked = self.choose_blocked(most, budget)?;
                self.blocked = Some(blocked);
            }
            _ => {}
        }
        Ok(())
    }

    fn push(&mut self, to: Position) {
        let blocked = self.blocked.take().unwrap_or_default();
        self.rounds.push(Round { mover: self.mover(), from: self.position().clone(), blocked, to });
    }

    /// Takes back the person's last move and what came after it; whether there was one.
    pub fn take_back(&mut self) -> bool {
        let Some(last) = self.rounds.iter().rposition(|round| round.mover == Player::Person) else {
            return false;
        };
        let taken = self.rounds.drain(last..).next();
        self.blocked = taken.filter(|_| self.game.blocked() > 0).map(|round| round.blocked);
        true
    }

    /// The position that a typed move leads to, or the conditions that it breaks.
    fn judged(&self, to: &str, budget: &Budget) -> Result<Result<Position, Vec<String>>, Error> {
        if let Some(choices) = self.listed(budget)? {
            let wanted = typed::meant(&self.game, self.position(), to, &choices);
            // With blocking the same piles in another order are another option.
            let open = wanted.iter().find(|choice| !self.blocked().contains(&choice.to));
            if let Some(choice) = open {
                return Ok(Ok(choice.to.clone()));
            }
            if let Some(choice) = wanted.first() {
                return Ok(Err(vec![format!("{} is blocked", choice.to)]));
            }
        }
        let judged = self.game.legal(self.position(), to, budget)?;
        if judged.legal { Ok(Ok(self.after(to)?)) } else { Ok(Err(judged.reasons)) }
    }

    /// The position after a legal move to these piles; a pass that was or is spent stays so.
    fn after(&self, to: &str) -> Result<Position, Error> {
        let moved = self.game.position(to)?;
        match self.game.has_pass()
            && (self.position().is_passed() || moved.piles() == self.position().piles())
        {
            true => Ok(moved.passed()),
            false => Ok(moved),
        }
    }

    /// The options that a text forbids, or what is wrong with it.
    fn forbidden(
        &self,
        text: &str,
        most: u64,
        budget: &Budget,
    ) -> Result<Result<Vec<Position>, String>, Error> {
        let choices = self.choices(budget)?;
        let text = text.trim().trim_start_matches("block").trim();
        let mut blocked: Vec<Position> = Vec::new();
        if text != "none" && !text.is_empty() {
            for word in text.split_whitespace() {
                let found = typed::meant(&self.game, self.position(), word, &choices);
                let fresh = found.iter().find(|choice| !blocked.contains(&choice.to));
                match fresh {
                    Some(choice) if choice.blockable => blocked.push(choice.to.clone()),
                    Some(choice) => return Ok(Err(format!("the move to {} cannot be blocked", choice.to))),
                    None if found.is_empty() => {
                        return Ok(Err(format!("{word} is not an option of {}", self.position())));
                    }
                    None => return Ok(Err(format!("{word} is blocked already"))),
                }
            }
        }
        if blocked.len() as u64 > most {
            return Ok(Err(format!("at most {most} may be blocked, and {} are given", blocked.len())));
        }
        Ok(Ok(blocked))
    }

    /// Whether the player to move from a position loses; nothing where it cannot be found out within the budget.
    fn is_lost(&mut self, position: &Position, budget: &Budget) -> Result<Option<bool>, Error> {
        let key = position.to_string();
        if let Some(known) = self.known.get(&key) {
            return Ok(*known);
        }
        let lost = match self.game.solve(position, &SolveRequest::default(), budget) {
            Ok(solved) => Some(solved.outcome == "P"),
            Err(error) if error.kind == Kind::Interrupted => return Err(error),
            Err(_) => None,
        };
        self.known.insert(key, lost);
        Ok(lost)
    }

    /// The moves from here that are open and win.
    fn open_wins(&mut self, budget: &Budget) -> Result<Vec<Position>, Error> {
        let mut wins = Vec::new();
        for choice in self.choices(budget)? {
            if !self.blocked().contains(&choice.to) && self.is_lost(&choice.to, budget)? == Some(true) {
                wins.push(choice.to);
            }
        }
        Ok(wins)
    }

    /// Winning options of the mover that may be blocked, at most so many.
    fn threats(&mut self, most: u64, budget: &Budget) -> Result<Vec<Position>, Error> {
        let mut threats = Vec::new();
        for choice in self.choices(budget)?.into_iter().filter(|choice| choice.blockable) {
            if (threats.len() as u64) < most && self.is_lost(&choice.to, budget)? == Some(true) {
                threats.push(choice.to);
            }
        }
        Ok(threats)
    }

    /// Whether whoever's turn it is can win, how, and how that is known.
    pub fn hint(&mut self, budget: &Budget) -> Result<Hint, Error> {
        let turn = self.turn(budget)?;
        let solved = self.game.solve(&self.position().clone(), &SolveRequest::default(), budget)?;
        let evidence = solved.evidence;
        match turn {
            Turn::Over { why, .. } => Err(Error::input(format!("the game is over: {why}"))
                .hint("take a move back, or look at the review")),
            Turn::Block { most, .. } => {
                let moves = self.threats(most, budget)?;
                Ok(Hint { wins: solved.outcome == "P", moves, evidence })
            }
            Turn::Move { .. } if self.game.blocked() > 0 => {
                let mut moves = self.open_wins(budget)?;
                // The move that the reason names, unless it is blocked.
                let named = solved.moves.iter().find_map(|to| moves.iter().position(|open| open == to));
                let mut evidence = evidence;
                match named {
                    Some(named) => moves.swap(0, named),
                    None => without_move(&mut evidence.reason),
                }
                moves.truncate(1);
                Ok(Hint { wins: !moves.is_empty(), moves, evidence })
            }
            Turn::Move { .. } => {
                let moves = solved.moves.iter().map(|to| self.reread(to)).collect();
                Ok(Hint { wins: solved.outcome != "P", moves, evidence })
            }
        }
    }

    /// A position as the game reads it: with all that is remembered.
    fn reread(&self, position: &Position) -> Position {
        self.game.position(&position.to_string()).unwrap_or_else(|_| position.clone())
    }
}
