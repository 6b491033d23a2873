//! A game being played: the request carries what the person did, and the game is played again from its start.

use crate::event::{Event, Failure};
use crate::limits::Limits;
use crate::request::PlayRequest;
use serde_json::{Value, json};
use wythoff::Budget;
use wythoff::play::{Done, Match, Player, Round, Turn};

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
    let cells = trail(&played, &request.position, most, budget)?;
    let options = match (cells.as_deref().and_then(<[_]>::last), over) {
        (Some([x, y]), false) => played.game().board_moves(&lying(&here, [*x, *y]), most, budget).ok(),
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

/// A position of two piles with its piles as they lie, and what it remembers.
fn lying(position: &str, [x, y]: [u64; 2]) -> String {
    let remembered = position.find(';').map_or("", |at| &position[at..]);
    format!("{x},{y}{remembered}")
}

/// Where the queen has stood: of games in which order does not matter positions are told sorted, and a queen does not
/// jump over the diagonal. Nothing where the game is not of two piles, or where they are too large for a board.
fn trail(
    played: &Match,
    start: &str,
    most: usize,
    budget: &Budget,
) -> Result<Option<Vec<[u64; 2]>>, Failure> {
    let game = played.game();
    let pair = |text: &str| -> Option<[u64; 2]> {
        let piles: Vec<u64> =
            text.split(';').next()?.split(',').map(|pile| pile.trim().parse().ok()).collect::<Option<_>>()?;
        piles.try_into().ok()
    };
    let Some(first) = pair(start).filter(|cell| game.coordinates() == 2 && cell[0].max(cell[1]) <= BOARD)
    else {
        return Ok(None);
    };
    let mut cells = vec![first];
    for round in played.rounds() {
        budget.step(cells.len() as u64, 0).map_err(wythoff::Error::from)?;
        let Some(to) = pair(&round.to.to_string()) else { return Ok(None) };
        let at = cells[cells.len() - 1];
        let turned = [to[1], to[0]];
        let cell = match game.is_symmetric() && to != turned {
            false => to,
            true => {
                let legal = game.board_moves(&lying(&round.from.to_string(), at), most, budget)?;
                match (legal.contains(&to), legal.contains(&turned)) {
                    (false, true) => turned,
                    // A pass stays where it is; of two ways the one that leaves more where it lies.
                    (false, false) if turned == at => turned,
                    (true, true) if turned[0] == at[0] || turned[1] == at[1] => turned,
                    _ => to,
                }
            }
        };
        cells.push(cell);
    }
    Ok(Some(cells))
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
