//! Questions about one position.

use super::game::with;
use crate::event::{Event, Failure};
use crate::limits::Limits;
use crate::request::Subject;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::time::Duration;
use wythoff::{Budget, Game, Kind, Position, SolveRequest};

/// Milliseconds for what is told besides the answer: a value, all winning moves, who wins each option.
const BESIDES: Duration = Duration::from_millis(1500);

/// Cells of a board that are listed.
const CELLS: usize = 2000;

fn read(game: &Game, text: &str) -> Result<Position, Failure> {
    game.position(text).map_err(|error| Failure::from(error).about("position"))
}

/// What is told besides the answer: nothing where it is not had in short time, unless the request itself is over.
fn besides<T>(
    budget: &Budget,
    compute: impl FnOnce(&Budget) -> Result<T, wythoff::Error>,
) -> Result<Option<T>, Failure> {
    match compute(&budget.clone().within(BESIDES)) {
        Ok(value) => Ok(Some(value)),
        Err(error) if error.kind == Kind::Interrupted => Err(error.into()),
        Err(_) => Ok(None),
    }
}

/// Who wins, by which move, and how it is known.
pub(crate) fn solve(
    of: &Subject,
    text: &str,
    all: bool,
    board: bool,
    limits: &Limits,
    budget: &Budget,
) -> Result<Event, Failure> {
    let game = of.game(budget)?;
    let position = read(&game, text)?;
    let solved = game.solve(&position, &SolveRequest { all, ..SolveRequest::default() }, budget)?;
    let normal = game.convention() == "normal" && solved.header.block.is_none();
    let grundy = match normal {
        true => besides(budget, |budget| Ok(game.grundy(&position, budget)?.value_json()))?,
        false => None,
    };
    let mut more = json!({"position": position, "grundy": grundy});
    if board && game.coordinates() == 2 && solved.outcome != "P" {
        let cells = besides(budget, |budget| cells(&game, text, &position, limits, budget))?;
        let winning: Vec<[u64; 2]> = (cells.into_iter().flatten())
            .filter(|(_, outcome)| outcome.as_deref() == Some("P"))
            .map(|(cell, _)| cell)
            .collect();
        // With blocking every option that is P counts; where nothing was found the one winning move stands.
        if !winning.is_empty() {
            more["moves"] = json!(winning);
        }
    }
    Ok(Event::answer(&with(&solved, more)?))
}

/// A cell of the board and who wins it, where that is known.
type Cell = ([u64; 2], Option<String>);

/// The cells of the board that a position can be moved to, and who wins them.
fn cells(
    game: &Game,
    text: &str,
    position: &Position,
    limits: &Limits,
    budget: &Budget,
) -> Result<Vec<Cell>, wythoff::Error> {
    let cells = game.board_moves(text, CELLS.min(limits.options), budget)?;
    let mut options = Vec::with_capacity(cells.len());
    for cell in &cells {
        options.push(game.position(&format!("{},{}", cell[0], cell[1]))?);
    }
    // Both orders of the piles may be options, and are one position.
    let mut once: HashMap<String, usize> = HashMap::new();
    let mut asked = Vec::new();
    for option in &options {
        once.entry(option.to_string()).or_insert_with(|| {
            asked.push(option.clone());
            asked.len() - 1
        });
    }
    let outcomes = match game.option_outcomes(position, &asked, &budget.clone().within(BESIDES)) {
        Ok(outcomes) => outcomes.into_iter().map(Some).collect(),
        Err(error) if error.kind == Kind::Interrupted => return Err(error),
        Err(_) => vec![None; asked.len()],
    };
    Ok(cells
        .into_iter()
        .zip(&options)
        .map(|(cell, option)| (cell, outcomes[once[&option.to_string()]].clone()))
        .collect())
}

/// The options, and who wins them where that is cheap.
pub(crate) fn moves(
    of: &Subject,
    text: &str,
    board: bool,
    limits: &Limits,
    budget: &Budget,
) -> Result<Event, Failure> {
    let game = of.game(budget)?;
    let position = read(&game, text)?;
    let found = game.first_options(&position, limits.options, budget)?;
    let options: Vec<Value> = if board && game.coordinates() == 2 {
        let cells = cells(&game, text, &position, limits, budget)?;
        cells.into_iter().map(|(to, outcome)| json!({"to": to, "outcome": outcome})).collect()
    } else {
        let listed = &found.options;
        let outcomes = besides(budget, |budget| game.option_outcomes(&position, listed, budget))?;
        let outcome = |at: usize| outcomes.as_ref().map(|outcomes| outcomes[at].clone());
        listed.iter().enumerate().map(|(at, to)| json!({"to": to, "outcome": outcome(at)})).collect()
    };
    let listed = options.len();
    Ok(Event::answer(&with(
        &game.header(),
        json!({
            "position": position,
            "count": found.count,
            "at_least": found.at_least,
            "why": why(&options, found.at_least || (listed as u64) < found.count, &game),
            "listed": listed,
            "options": options,
            "seconds": found.seconds,
        }),
    )?))
}

/// Why a position is lost or won, from who wins its options.
fn why(options: &[Value], more: bool, game: &Game) -> String {
    let misere = game.convention() == "misere";
    if options.is_empty() && !more {
        return match misere {
            true => "there is no move, and in misère play whoever cannot move wins".to_string(),
            false => "there is no move, and whoever cannot move loses".to_string(),
        };
    }
    let of = |outcome: &str| options.iter().filter(|option| option["outcome"] == outcome).count();
    let (lost, unknown) = (of("P"), options.iter().any(|option| option["outcome"].is_null()));
    let (count, blocked) = (options.len(), game.blocked());
    if unknown || more || of("L") + of("R") > 0 {
        return format!("of its {count} options that were looked at {lost} are P");
    }
    match (lost as u64, blocked) {
        (0, _) => format!("none of its {count} options is P: whatever is moved, the other can win"),
        (lost, 0) => format!("{lost} of its {count} options {} P", if lost == 1 { "is" } else { "are" }),
        (lost, blocked) if lost <= blocked => {
            format!("{lost} of its {count} options are P, and up to {blocked} can be blocked")
        }
        (lost, blocked) => format!("{lost} of its {count} options are P, and only {blocked} can be blocked"),
    }
}

/// The piles in the numeration of the game.
pub(crate) fn written(of: &Subject, text: &str, budget: &Budget) -> Result<Event, Failure> {
    let game = of.game(budget)?;
    let position = read(&game, text)?;
    Ok(Event::answer(&game.written(&position, budget)?))
}

/// Whether one move is legal.
pub(crate) fn legal(of: &Subject, from: &str, to: &str, budget: &Budget) -> Result<Event, Failure> {
    let game = of.game(budget)?;
    let from = read(&game, from)?;
    Ok(Event::answer(&game.legal(&from, to, budget)?))
}
