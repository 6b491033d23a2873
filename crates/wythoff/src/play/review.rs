//! The game afterwards: which moves gave a won position away, and where the game was lost.

use super::{Match, Player, Turn};
use crate::error::Error;
use crate::position::Position;
use serde::Serialize;
use wythoff_numbers::Budget;

/// What a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Judged {
    /// It keeps the win.
    Wins,
    /// Every move loses against perfect play.
    Lost,
    /// There was a win, and it is given away.
    Mistake,
    /// The other could have blocked every winning option and did not.
    BadBlock,
    /// It could not be found out within the budget.
    Unknown,
}

/// One move, judged.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reviewed {
    /// The number of the move, from 1.
    pub number: usize,
    /// Who moved.
    pub mover: Player,
    /// From here
    pub from: Position,
    /// to here.
    pub to: Position,
    /// What the move was; a bad block is the other player's.
    pub judged: Judged,
    /// What would have won.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub better: Option<Position>,
}

/// A game, looked at afterwards.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Review {
    /// The moves.
    pub moves: Vec<Reviewed>,
    /// The place in `moves` of the last mistake of the player who lost.
    pub turning_point: Option<usize>,
    /// The same in words.
    pub summary: String,
}

impl Match {
    /// Judges every move, and says where the game was lost.
    pub fn review(&mut self, budget: &Budget) -> Result<Review, Error> {
        let winner = match self.turn(budget)? {
            Turn::Over { winner, .. } => Some(winner),
            _ => None,
        };
        // Each round is looked at from the place where it began.
        let mut past = Match {
            game: self.game.clone(),
            setup: self.setup,
            start: self.start.clone(),
            rounds: Vec::new(),
            blocked: None,
            known: std::mem::take(&mut self.known),
        };
        let mut moves = Vec::new();
        for (index, round) in self.rounds.iter().enumerate() {
            past.blocked = Some(round.blocked.clone());
            let (judged, better) = past.judge_round(&round.to, budget)?;
            let (mover, from, to) = (round.mover, round.from.clone(), round.to.clone());
            moves.push(Reviewed { number: index + 1, mover, from, to, judged, better });
            past.rounds.push(round.clone());
        }
        self.known = past.known;
        let loser = winner.map(Player::other);
        let errs = |m: &Reviewed| match m.judged {
            Judged::Mistake => Some(m.mover),
            Judged::BadBlock => Some(m.mover.other()),
            _ => None,
        };
        let turning_point = loser.and_then(|loser| moves.iter().rposition(|m| errs(m) == Some(loser)));
        let summary = summary(&moves, turning_point, loser);
        Ok(Review { moves, turning_point, summary })
    }

    fn judge_round(&mut self, to: &Position, budget: &Budget) -> Result<(Judged, Option<Position>), Error> {
        let here = self.position().clone();
        let (before, after) = (self.is_lost(&here, budget)?, self.is_lost(to, budget)?);
        let (Some(lost), Some(wins)) = (before, after) else { return Ok((Judged::Unknown, None)) };
        if self.game.blocked() > 0 {
            let open = self.open_wins(budget)?;
            let better = open.first().cloned();
            return Ok(match (open.is_empty(), wins, lost) {
                // The blocker had a way to leave nothing that wins.
                (false, true, true) => (Judged::BadBlock, None),
                (_, true, _) => (Judged::Wins, None),
                (false, false, _) => (Judged::Mistake, better),
                (true, false, _) => (Judged::Lost, None),
            });
        }
        if wins {
            return Ok((Judged::Wins, None));
        }
        if lost {
            return Ok((Judged::Lost, None));
        }
        let solved = self.game.solve(&here, &Default::default(), budget)?;
        Ok((Judged::Mistake, solved.moves.first().map(|to| self.reread(to))))
    }
}

fn name(player: Player) -> &'static str {
    match player {
        Player::Person => "you",
        Player::Program => "the program",
    }
}

fn summary(moves: &[Reviewed], turning_point: Option<usize>, loser: Option<Player>) -> String {
    let unknown = moves.iter().any(|m| m.judged == Judged::Unknown);
    match (turning_point.and_then(|at| moves.get(at)), loser) {
        (Some(at), Some(loser)) if at.judged == Judged::BadBlock => format!(
            "the game was lost before move {}: at {} {} could have blocked every winning option",
            at.number,
            at.from,
            name(loser)
        ),
        (Some(at), Some(loser)) => {
            let better = at.better.as_ref().map_or(String::new(), |to| format!("; to {to} would have won"));
            format!(
                "the game was lost at move {}: from {} {} moved to {}{better}",
                at.number,
                at.from,
                name(loser),
                at.to
            )
        }
        (None, Some(_)) if unknown => {
            "where the game was lost is not known: some positions are too large".to_string()
        }
        (None, Some(loser)) => format!("{} had no winning move in the whole game", name(loser)),
        _ => "the game is not over".to_string(),
    }
}
