//! `wyt design adjoin` and `wyt design remove`: moves that a game can gain or lose and keep its P-positions.

use crate::context::Context;
use crate::failure::Failure;
use malachite::Natural;
use serde_json::{Value, json};
use std::collections::{BTreeSet, HashSet};
use std::io::Write;
use wythoff_catalog::Resolved;
use wythoff_discover::design::{
    Conflict, MoveUse, conflict, conflict_by_theory, conflict_with_t_wythoff, conflicts_below, uses_of_moves,
    with_move, without_move,
};
use wythoff_rules::{Condition, Rules};
use wythoff_theory::t_wythoff::needed_at;

/// Moves listed have amounts below this, and below a third of the bound: larger ones are not tried often enough.
const LISTED: u64 = 64;

/// A two-pile game of the rule language and its P-positions below a bound, in both orders of the piles.
struct Board<'a> {
    game: &'a Resolved,
    rules: &'a Rules,
    below: u64,
    positions: HashSet<(u64, u64)>,
}

impl<'a> Board<'a> {
    fn new(game: &'a Resolved, below: u64, context: &Context) -> Result<Board<'a>, Failure> {
        let rules = rules_of(game)?;
        let found = wythoff_solvers::p_below(rules, below, context.budget())?;
        let mut positions: HashSet<(u64, u64)> = found.positions.iter().map(|p| (p[0], p[1])).collect();
        if rules.is_symmetric() {
            positions.extend(found.positions.iter().map(|p| (p[1], p[0])));
        }
        Ok(Board { game, rules, below, positions })
    }

    /// Amounts up to which moves are listed.
    fn listed(&self) -> u64 {
        LISTED.min(self.below / 3 + 1)
    }
}

fn rules_of(game: &Resolved) -> Result<&Rules, Failure> {
    let Some(rules) = game.rules() else {
        return Err(Failure::input(format!("`{}` is not in the rule language", game.name()))
            .hint("moves are adjoined to and removed from games in the rule language"));
    };
    if rules.coordinates().len() != 2 {
        return Err(Failure::input("moves are adjoined to and removed from two-pile games"));
    }
    Ok(rules)
}

/// The t of a game that is t-Wythoff, by its moves: they are those of the catalog's game.
fn t_of(game: &Resolved) -> Option<u64> {
    let Some(rules) = game.rules() else { return None };
    if rules.is_modified() || rules.bounds().iter().any(Option::is_some) {
        return None;
    }
    let moves = conjunctions(rules)?;
    // |k - l| < t is t - 1 - k + l >= 0 and its mirror image, so that t - 1 is one of the constants.
    let constants = moves.iter().flatten().filter_map(|condition| match condition {
        Condition::AtLeastZero(form) => u64::try_from(form.constant).ok(),
        Condition::Divisible(..) => None,
    });
    let candidates: BTreeSet<u64> =
        constants.filter_map(|constant| constant.checked_add(1)).chain([1]).collect();
    candidates.into_iter().find(|t| {
        let specs = [format!("t-wythoff(t={t})"), "wythoff".to_string()];
        specs.iter().take(if *t == 1 { 2 } else { 1 }).any(|spec| {
            let known = Resolved::parse(spec).ok().and_then(Resolved::into_rules);
            known.is_some_and(|known| conjunctions(&known).as_ref() == Some(&moves))
        })
    })
}

/// The moves as a set of sets of linear conditions; `None` outside the linear fragment.
fn conjunctions(rules: &Rules) -> Option<Vec<Vec<Condition>>> {
    let sorted = |mut conditions: Vec<Condition>| {
        conditions.sort_by_key(|condition| format!("{condition:?}"));
        conditions.dedup();
        conditions
    };
    let mut moves: Vec<Vec<Condition>> =
        rules.fragment().ok()?.into_iter().map(|moves| sorted(moves.conditions)).collect();
    moves.sort_by_key(|conditions| format!("{conditions:?}"));
    moves.dedup();
    Some(moves)
}

/// The two amounts of a move.
fn amounts(text: &str) -> Result<[Natural; 2], Failure> {
    let vector = wythoff_rules::parse_position(text)?;
    <[Natural; 2]>::try_from(vector).ok().filter(|[i, j]| *i != 0u32 || *j != 0u32).ok_or_else(|| {
        Failure::input("a move on two piles has two amounts, not both 0").hint("write it as in 2,3")
    })
}

fn shown(position: &[Natural; 2]) -> String {
    format!("({},{})", position[0], position[1])
}

/// Prints the rules with the move or without it, or nothing where they cannot be written.
fn print_rules(out: &mut impl Write, text: Option<&String>, which: &str) -> Result<(), Failure> {
    if let Some(text) = text {
        writeln!(out, "the rules {which} it, for a file that `wyt p @FILE` reads:")?;
        // Flush left, so that they can be saved as they are.
        writeln!(out, "{}", text.trim_end())?;
    }
    Ok(())
}

/// Whether a move can be adjoined, or which cannot.
pub fn adjoin(game: &Resolved, vector: Option<&str>, below: u64, context: &Context) -> Result<(), Failure> {
    let Some(vector) = vector else { return list_conflicts(&Board::new(game, below, context)?, context) };
    let [i, j] = amounts(vector)?;
    let rules = rules_of(game)?;
    let (found, bound, cites) = match t_of(game) {
        Some(t) => {
            let found = conflict_with_t_wythoff(t, &i, &j);
            (found, "every position".to_string(), vec!["VIS-T-adjoin", "VIS-A-adjoin"])
        }
        None => {
            let board = Board::new(game, below, context)?;
            let found = conflict_on(&board, &i, &j)?;
            (found, format!("P-positions with piles below {below}"), Vec::new())
        }
    };
    let text = match found {
        None => with_move(rules, &i.to_string(), &j.to_string()),
        Some(_) => None,
    };
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if context.global.json {
        let joins = found.as_ref().map(|c| json!([huge_position(&c.from), huge_position(&c.to)]));
        let answer = json!({"adjoinable": found.is_none(), "joins": joins, "bound": bound, "cites": cites, "rules": text});
        writeln!(out, "{answer}")?;
        return Ok(out.flush()?);
    }
    match found {
        None => {
            writeln!(out, "({i},{j}) can be adjoined: it joins no two P-positions ({bound})")?;
            print_rules(&mut out, text.as_ref(), "with")?;
        }
        Some(c) => writeln!(
            out,
            "({i},{j}) cannot be adjoined: it joins the P-positions {} and {}",
            shown(&c.from),
            shown(&c.to)
        )?,
    }
    Ok(out.flush()?)
}

/// Two P-positions that a move joins, both on the board, or the smaller there and the larger by the theory.
fn conflict_on(board: &Board<'_>, i: &Natural, j: &Natural) -> Result<Option<Conflict>, Failure> {
    if let (Ok(i), Ok(j)) = (u64::try_from(i), u64::try_from(j))
        && let Some((from, to)) = conflict(&board.positions, i, j)
    {
        let natural = |(x, y): (u64, u64)| [x, y].map(Natural::from);
        return Ok(Some(Conflict { from: natural(from), to: natural(to) }));
    }
    let large = i.max(j) >= &Natural::from(board.below);
    match wythoff_theory::decider_for(board.game) {
        Ok(Some(decider)) => {
            let mut listed: Vec<(u64, u64)> = board.positions.iter().copied().collect();
            listed.sort_unstable();
            conflict_by_theory(decider.as_ref(), &listed, i, j)
                .map_err(|refusal| Failure::input(refusal.to_string()))
        }
        _ if large => Err(Failure::input(format!("no theory decides `{}`", board.game.name()))
            .hint("without one, moves are tested below the bound: --below")),
        _ => Ok(None),
    }
}

fn list_conflicts(board: &Board<'_>, context: &Context) -> Result<(), Failure> {
    let listed = conflicts_below(&board.positions, board.listed());
    let bound = format!("P-positions with piles below {}, amounts below {}", board.below, board.listed());
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if context.global.json {
        writeln!(out, "{}", json!({"not_adjoinable": listed, "bound": bound}))?;
    } else {
        writeln!(out, "moves that cannot be adjoined, since they join two P-positions ({bound}):")?;
        listed.iter().try_for_each(|(i, j)| writeln!(out, "{i},{j}"))?;
    }
    Ok(out.flush()?)
}

/// Whether a move can be removed, or which.
pub fn remove(game: &Resolved, vector: Option<&str>, below: u64, context: &Context) -> Result<(), Failure> {
    let Some(vector) = vector else { return list_uses(&Board::new(game, below, context)?, context) };
    let [i, j] = amounts(vector)?;
    let rules = rules_of(game)?;
    let (needed, bound) = match t_of(game) {
        Some(t) => {
            let difference = if i < j { &j - &i } else { &i - &j };
            if i != 0u32 && j != 0u32 && difference >= t {
                return Err(not_a_move(&i, &j));
            }
            let found = needed_at(t, &i, &j).map_err(|r| Failure::input(r.to_string()))?;
            (found, "every position".to_string())
        }
        None => {
            let board = Board::new(game, below, context)?;
            let (Ok(k), Ok(l)) = (u64::try_from(&i), u64::try_from(&j)) else { return Err(beyond(below)) };
            let used = uses(&board)?.into_iter().find(|used| used.vector == (k.min(l), k.max(l)));
            let used =
                used.ok_or_else(|| if k.max(l) < below { not_a_move(&i, &j) } else { beyond(below) })?;
            (
                used.needed_at.map(|(x, y)| [x, y].map(Natural::from)),
                format!("positions with piles below {below}"),
            )
        }
    };
    let text = match needed {
        None => without_move(rules, &i.to_string(), &j.to_string()),
        Some(_) => None,
    };
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if context.global.json {
        let at = needed.as_ref().map(|p| huge_position(p));
        writeln!(
            out,
            "{}",
            json!({"removable": needed.is_none(), "needed_at": at, "bound": bound, "rules": text})
        )?;
        return Ok(out.flush()?);
    }
    match needed {
        Some(at) => {
            writeln!(out, "({i},{j}) cannot be removed: {} has no other winning move", shown(&at))?;
        }
        None => {
            writeln!(out, "({i},{j}) can be removed: every N-position has another winning move ({bound})")?;
            print_rules(&mut out, text.as_ref(), "without")?;
        }
    }
    Ok(out.flush()?)
}

fn not_a_move(i: &Natural, j: &Natural) -> Failure {
    Failure::input(format!("({i},{j}) is not a move of the game"))
}

fn beyond(below: u64) -> Failure {
    Failure::input(format!("moves of this game are tested on positions with piles below {below}"))
        .hint("a larger --below reaches larger moves; of t-wythoff a move of any size can be tested")
}

/// What each move is needed for on the board; only for games whose moves may be played wherever they fit.
fn uses(board: &Board<'_>) -> Result<Vec<MoveUse>, Failure> {
    let rules = board.rules;
    if !rules.is_symmetric() || !rules.patterns().all(|pattern| pattern.is_invariant()) {
        return Err(Failure::input("the moves depend on the position, or on which pile is which")
            .hint("moves are removed from symmetric games whose moves may be played wherever they fit"));
    }
    if rules.is_modified() || !rules.memory().is_empty() {
        return Err(Failure::input("moves are removed in normal play, without blocking, passing or memory"));
    }
    let corner = board.below;
    let options = rules.options(&[corner, corner])?;
    let moves: HashSet<(u64, u64)> = options.iter().map(|to| (corner - to[1], corner - to[0])).collect();
    Ok(uses_of_moves(|i, j| moves.contains(&(i.min(j), i.max(j))), &board.positions, board.below))
}

fn list_uses(board: &Board<'_>, context: &Context) -> Result<(), Failure> {
    let mut uses = uses(board)?;
    uses.retain(|used| used.vector.1 < board.listed());
    let bound = format!("positions with piles below {}, amounts below {}", board.below, board.listed());
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if context.global.json {
        let rows: Vec<Value> =
            uses.iter().map(|used| json!({"move": used.vector, "needed_at": used.needed_at})).collect();
        writeln!(out, "{}", json!({"moves": rows, "bound": bound}))?;
        return Ok(out.flush()?);
    }
    writeln!(out, "each move, and the first position that has no other winning move ({bound}):")?;
    for used in uses {
        let (i, j) = used.vector;
        match used.needed_at {
            Some((x, y)) => writeln!(out, "{i},{j}  needed at {x},{y}")?,
            None => writeln!(out, "{i},{j}  can be removed")?,
        }
    }
    Ok(out.flush()?)
}

/// A position with piles of any size.
fn huge_position(position: &[Natural]) -> Value {
    let pile = |n: &Natural| match u64::try_from(n) {
        Ok(small) if small <= 1 << 53 => json!(small),
        _ => json!(n.to_string()),
    };
    Value::Array(position.iter().map(pile).collect())
}
