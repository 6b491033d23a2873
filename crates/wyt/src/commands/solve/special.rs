//! `wyt solve` for the games that are written in Rust: by their theory, or by the game's own construction.

use super::super::p::{NO_THEORY, is_modified};
use super::{Answer, By};
use crate::context::Context;
use crate::failure::Failure;
use crate::game::called;
use crate::json;
use serde_json::json;
use wythoff_catalog::Resolved;
use wythoff_catalog::special::{Basis, Class, Special, show};
use wythoff_theory::decide_special;

/// Who wins, and a winning move.
pub(super) fn answer(
    game: &Resolved,
    special: &dyn Special,
    text: &str,
    by: Option<By>,
    context: &Context,
) -> Result<Answer, Failure> {
    let position = context.aside(|| special.parse(text))?;
    if is_modified(game) {
        if by == Some(By::Theory) {
            return Err(Failure::input(NO_THEORY).hint("--by rules computes it"));
        }
    } else if by != Some(By::Rules) {
        match decide_special(game, &position) {
            Ok(Some(mut verdict)) => {
                if special.unordered() {
                    super::sort_told(&mut verdict.reason);
                }
                return Ok(Answer {
                    outcome: verdict.outcome.to_string(),
                    moves: context.aside(|| {
                        verdict.winning.iter().map(|to| (json::special_position(to), show(to))).collect()
                    }),
                    by: "theorem",
                    cites: verdict.cites.iter().map(|c| c.to_string()).collect(),
                    reason: verdict.reason,
                    value: None,
                    proof: None,
                });
            }
            Err(refusal) if by == Some(By::Theory) => {
                return Err(Failure::input(refusal.to_string()).hint("--by rules computes it"));
            }
            _ => {}
        }
    }
    let outcome = special.outcome(&position)?;
    let (by, cites) = match outcome.basis {
        Basis::Rules if by == Some(By::Theory) => {
            let message = format!("no theory of {} is known here", called(game));
            return Err(Failure::input(message).hint("--by rules computes it"));
        }
        Basis::Rules => ("rules", Vec::new()),
        Basis::Theorem(cites) => ("theorem", cites.iter().map(|c| c.to_string()).collect()),
    };
    let moves = outcome.winning.iter().map(|m| {
        let who = m.player.map_or(String::new(), |p| format!(" ({p:?})"));
        (json::special_position(&m.to), format!("{}{who}", show(&m.to)))
    });
    Ok(Answer {
        outcome: outcome.class.to_string(),
        moves: moves.collect(),
        by,
        cites,
        reason: "decided by the game's own construction".to_string(),
        value: outcome.value.map(|value| json!(value)),
        proof: None,
    })
}

/// All winning moves, each option asked.
pub(super) fn all(special: &dyn Special, text: &str) -> Result<Answer, Failure> {
    let position = special.parse(text)?;
    let mut moves = Vec::new();
    let outcome = special.outcome(&position)?;
    if outcome.winning.iter().any(|m| m.player.is_some()) {
        return Err(Failure::input(
            "the players of this game have different moves: --all is for impartial games",
        )
        .hint("without --all there is one winning move for each player who has one"));
    }
    for option in special.options(&position)? {
        if special.outcome(&option)?.class == Class::P {
            moves.push((json::special_position(&option), show(&option)));
        }
    }
    Ok(Answer {
        outcome: outcome.class.to_string(),
        moves,
        by: "rules",
        cites: Vec::new(),
        reason: "every option was looked at".to_string(),
        value: outcome.value.map(|value| json!(value)),
        proof: None,
    })
}
