//! A game being played: the request carries what the person did, and the game is played again from its start.

use crate::event::{Event, Failure};
use crate::limits::Limits;
use crate::request::PlayRequest;
use serde_json::{Value, json};
use wythoff::play::{Done, Match, Player, Round, Square, Turn};
use wythoff::{Budget, Game};

/// Cells of a board that are listed.
const CELLS: usize = 2000;

/// The largest pile of a board.
const BOARD: u64 = 1000;

/// Where the game stands.
pub(crate) fn play(request: &PlayRequest, limits: &Limits, budget: &Budget) -> Result<Event, Failure> {
    let game = request.of.game(budget)?;
    let start = game.position(&request.position).map_err(|error| Failure::from(error).about("position"))?;
    let mut played = Match::new(game, start, request.setup(), budget)?;
    let (mut did, mut refused) = (request.did.iter().enumerate(), None);
    let turn = loop {
        budget.step(played.rounds().len() as u64, 0).map_err(wythoff::Error::from)?;
        match played.turn(budget)? {
            Turn::Move { player: Player::Program } | Turn::Block { player: Player::Program, .. } => {
                played.program(budget)?;
            }
            over @ Turn::Over { .. } => {
                if did.next().is_some() {
                    refused = Some(vec!["the game is over".to_string()]);
                }
                break over;
            }
            turn => {
                let Some((number, text)) = did.next() else { break turn };
                if let Done::Refused(reasons) = played.person(text, budget)? {
                    if number + 1 < request.did.len() {
                        let message = format!("`{text}` is refused: {}", reasons.join("; "));
                        return Err(Failure::new("input", message).about("did"));
                    }
                    refused = Some(reasons);
                    break turn;
                }
            }
        }
    };
    let over = matches!(turn, Turn::Over { .. });
    let hint = match request.hint && !over {
        true => Some(played.hint(budget)?),
        false => None,
    };
    let review = match request.review {
        true => Some(played.review(budget)?),
        false => None,
    };
    let here = played.position().to_string();
    let most = CELLS.min(limits.options);
    let cells = match square(played.game(), &request.position) {
        Some(start) => played.trail(start, most, budget)?,
        None => None,
    };
    let options = match (cells.as_deref().and_then(<[_]>::last), over) {
        (Some(queen), false) => played.reached(*queen, most, budget).ok(),
        _ => None,
    };
    let texts = |positions: &[wythoff::Position]| -> Vec<String> {
        positions.iter().map(|position| position.to_string()).collect()
    };
    let round = |round: &Round| {
        json!({
            "mover": round.mover,
            "from": round.from.to_string(),
            "blocked": texts(&round.blocked),
            "to": round.to.to_string(),
        })
    };
    let hint = hint.map(|hint| {
        let evidence = serde_json::to_value(&hint.evidence).unwrap_or_default();
        let mut told = json!({"wins": hint.wins, "moves": texts(&hint.moves)});
        if let (Some(told), Value::Object(evidence)) = (told.as_object_mut(), evidence) {
            told.extend(evidence);
        }
        told
    });
    Ok(Event::answer(&json!({
        "position": here,
        "rounds": played.rounds().iter().map(round).collect::<Vec<_>>(),
        "turn": told(&turn),
        "blocked": texts(played.blocked()),
        "refused": refused,
        "cells": cells,
        "options": options,
        "hint": hint,
        "review": review,
    })))
}

/// The square on which the queen begins; nothing where the game is not of two piles, or where they are too large for a
/// board.
fn square(game: &Game, start: &str) -> Option<Square> {
    let piles = start.split(';').next()?.split(',').map(|pile| pile.trim().parse().ok());
    let square: Square = piles.collect::<Option<Vec<u64>>>()?.try_into().ok()?;
    (game.coordinates() == 2 && square[0].max(square[1]) <= BOARD).then_some(square)
}

fn told(turn: &Turn) -> Value {
    match turn {
        Turn::Move { player } => json!({"kind": "move", "player": player}),
        Turn::Block { player, most } => json!({"kind": "block", "player": player, "most": most}),
        Turn::Over { winner, why } => {
            json!({"kind": "over", "winner": winner, "loser": winner.other(), "why": why})
        }
    }
}
