//! Moves as people type them: what remains, what is taken, or a pass.

use super::Choice;
use crate::error::Error;
use crate::game::Game;
use crate::position::Position;
use malachite::Natural;

/// What a typed move means.
pub(super) enum Target {
    /// The position that it leads to.
    To(String),
    /// It cannot be a move, for this reason.
    Refused(String),
}

/// The position that a typed move leads to: `3,5` is what remains, `-2,-2` and `x-2 y-2` what is taken.
pub(super) fn target(game: &Game, here: &Position, text: &str) -> Result<Target, Error> {
    let text = text.trim();
    if text == "pass" {
        return Ok(match game.has_pass() {
            // A pass leaves the piles as they are.
            true => Target::To(bare(&here.to_string()).to_string()),
            false => Target::Refused("this game has no pass".to_string()),
        });
    }
    let taken = text.strip_prefix("take ").map(str::trim);
    let names = game.coordinate_names();
    let amounts = match taken {
        Some(amounts) => Some(by_place(amounts)?),
        None if text.starts_with('-') || text.contains(",-") || text.contains(", -") => Some(by_place(text)?),
        None => by_name(text, &names)?,
    };
    let Some(amounts) = amounts else { return Ok(Target::To(text.to_string())) };
    let Some(mut piles) = here.piles() else {
        return Err(Error::input("amounts can be taken from whole piles of one game only")
            .hint("type the position that is moved to"));
    };
    let most = amounts.iter().map(|(place, _)| place + 1).max().unwrap_or(0);
    if most > piles.len() {
        return Ok(Target::Refused(format!("there are {} piles, and {most} amounts are given", piles.len())));
    }
    for (place, amount) in amounts {
        if piles[place] < amount {
            let name = names.get(place).cloned().unwrap_or_default();
            return Ok(Target::Refused(format!(
                "{name} holds {}, and {amount} cannot be taken",
                piles[place]
            )));
        }
        piles[place] -= amount;
    }
    Ok(Target::To(piles.iter().map(Natural::to_string).collect::<Vec<_>>().join(",")))
}

fn amount(text: &str) -> Result<Natural, Error> {
    let digits = text.trim();
    let digits = digits.strip_prefix('-').unwrap_or(digits).trim();
    match digits.chars().all(|c| c.is_ascii_digit()) && !digits.is_empty() {
        true => Ok(wythoff_rules::parse_position(digits)?.remove(0)),
        false => Err(Error::input(format!("`{}` is not an amount", text.escape_debug()))
            .hint("type what remains, 3,5, or what is taken, -2,0")),
    }
}

/// `-2,0`: an amount for each pile.
fn by_place(text: &str) -> Result<Vec<(usize, Natural)>, Error> {
    text.split(',').enumerate().map(|(place, part)| Ok((place, amount(part)?))).collect()
}

/// `x-2 y-2`: amounts by the names of the piles; nothing where the text is no such list.
fn by_name(text: &str, names: &[String]) -> Result<Option<Vec<(usize, Natural)>>, Error> {
    let mut amounts = Vec::new();
    for word in text.split([' ', ',']).filter(|word| !word.is_empty()) {
        let Some((name, taken)) = word.split_once('-') else { return Ok(None) };
        let Some(place) = names.iter().position(|n| n == name) else { return Ok(None) };
        amounts.push((place, amount(taken)?));
    }
    Ok((!amounts.is_empty()).then_some(amounts))
}

/// A position's piles as they are written, without what is remembered.
fn bare(text: &str) -> &str {
    text.split(';').next().unwrap_or(text)
}

/// The choices that a text may mean: exactly as they are written first, then those with the same piles in any order
/// that the game does not tell apart.
pub(super) fn meant<'a>(game: &Game, here: &Position, text: &str, choices: &'a [Choice]) -> Vec<&'a Choice> {
    let plain: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let squeezed = |to: &Position| to.to_string().chars().filter(|c| !c.is_whitespace()).collect::<String>();
    let mut exact: Vec<&Choice> = choices.iter().filter(|choice| squeezed(&choice.to) == plain).collect();
    if plain.contains(';') {
        return exact;
    }
    let sorted = |text: &str| {
        let mut piles: Vec<String> = bare(text).split(',').map(|pile| trimmed(pile).to_string()).collect();
        if game.is_symmetric() {
            piles.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
        }
        piles
    };
    let (wanted, stays) = (sorted(&plain), sorted(&squeezed(here)));
    for choice in choices {
        let same = sorted(&squeezed(&choice.to)) == wanted;
        // The piles as they are mean a pass, and nothing else does.
        if same && !exact.iter().any(|e| e.to == choice.to) && (wanted != stays || choice.to != *here) {
            exact.push(choice);
        }
    }
    exact
}

/// A number without zeros in front.
fn trimmed(digits: &str) -> &str {
    let rest = digits.trim_start_matches('0');
    if rest.is_empty() && !digits.is_empty() { "0" } else { rest }
}
