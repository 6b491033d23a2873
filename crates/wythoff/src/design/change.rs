//! Moves that a game can gain or lose and keep its P-positions.

use crate::error::Error;
use crate::evidence::By;
use crate::game::Game;
use crate::json;
use crate::theory::{cites, decider_for};
use malachite::Natural;
use serde::{Serialize, Serializer};
use serde_json::Value;
use std::collections::HashSet;
use wythoff_discover::design::{
    Conflict, conflict, conflict_by_theory, conflict_with_t_wythoff, conflicts_below, uses_of_moves,
    with_move, without_move,
};
use wythoff_numbers::Budget;
use wythoff_rules::Rules;
use wythoff_theory::t_of;
use wythoff_theory::t_wythoff::needed_at;

/// A position of two piles of any size.
pub type Place = [Natural; 2];

/// Whether a move can be adjoined.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Adjoined {
    /// Whether it can.
    pub adjoinable: bool,
    /// Two P-positions that it joins, where it cannot.
    #[serde(serialize_with = "two_places")]
    pub joins: Option<[Place; 2]>,
    /// How far that was looked at, in words.
    pub bound: String,
    /// A theorem, or the rules as far as they were looked at.
    pub by: By,
    /// Rows of the ledger that the answer rests on.
    pub cites: Vec<&'static str>,
    /// The rules with the move, where it can be adjoined and they can be written.
    pub rules: Option<String>,
    /// The move.
    #[serde(skip)]
    pub vector: Place,
}

/// Moves that cannot be adjoined.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NotAdjoinable {
    /// The moves, smaller amount first.
    pub not_adjoinable: Vec<(u64, u64)>,
    /// How far that was looked at, in words.
    pub bound: String,
    /// The rules.
    pub by: By,
}

/// Whether a move can be removed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Removed {
    /// Whether it can.
    pub removable: bool,
    /// A position that has no other winning move, where it cannot.
    #[serde(serialize_with = "place")]
    pub needed_at: Option<Place>,
    /// How far that was looked at, in words.
    pub bound: String,
    /// A theorem, or the rules as far as they were looked at.
    pub by: By,
    /// Rows of the ledger that the answer rests on.
    pub cites: Vec<&'static str>,
    /// The rules without the move, where it can be removed and they can be written.
    pub rules: Option<String>,
    /// The move.
    #[serde(skip)]
    pub vector: Place,
}

/// What the moves of a game are needed for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveUses {
    /// The moves.
    pub moves: Vec<MoveUse>,
    /// How far that was looked at, in words.
    pub bound: String,
    /// The rules.
    pub by: By,
}

/// What a move is needed for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveUse {
    /// The move, smaller amount first; its mirror image counts with it.
    #[serde(rename = "move")]
    pub vector: (u64, u64),
    /// The first position that has no other winning move; nothing where there is none.
    pub needed_at: Option<(u64, u64)>,
}

fn place_value(place: &Place) -> Value {
    Value::Array(place.iter().map(json::natural).collect())
}

fn place<S: Serializer>(place: &Option<Place>, to: S) -> Result<S::Ok, S::Error> {
    place.as_ref().map(place_value).serialize(to)
}

fn two_places<S: Serializer>(places: &Option<[Place; 2]>, to: S) -> Result<S::Ok, S::Error> {
    places.as_ref().map(|places| places.each_ref().map(place_value)).serialize(to)
}

/// Moves listed have amounts below this, and below a third of the bound: larger ones are not tried often enough.
const LISTED: u64 = 64;

/// Every position, in words.
const EVERY: &str = "every position";

/// A two-pile game of the rule language and its P-positions below a bound, in both orders of the piles.
struct Board<'a> {
    game: &'a Game,
    rules: &'a Rules,
    below: u64,
    positions: HashSet<(u64, u64)>,
}

impl Board<'_> {
    /// Amounts up to which moves are listed.
    fn listed(&self) -> u64 {
        LISTED.min(self.below / 3 + 1)
    }
}

impl Game {
    fn two_piles(&self) -> Result<&Rules, Error> {
        let Some(rules) = self.rules() else {
            return Err(Error::input(format!("{} is not in the rule language", self.called()))
                .hint("moves are adjoined to and removed from games in the rule language"));
        };
        if rules.coordinates().len() != 2 {
            return Err(Error::input("moves are adjoined to and removed from two-pile games"));
        }
        Ok(rules)
    }

    fn board(&self, below: u64, budget: &Budget) -> Result<Board<'_>, Error> {
        let rules = self.two_piles()?;
        let found = wythoff_solvers::p_below(rules, below, budget)?;
        let mut positions: HashSet<(u64, u64)> = found.positions.iter().map(|p| (p[0], p[1])).collect();
        if rules.is_symmetric() {
            positions.extend(found.positions.iter().map(|p| (p[1], p[0])));
        }
        Ok(Board { game: self, rules, below, positions })
    }

    /// Whether a move of any size, such as `2,3`, can be adjoined without changing the P-positions: it joins no two of
    /// them. Of t-Wythoff this is decided for all positions, otherwise for those below a bound.
    ///
    /// ```
    /// use wythoff::{Budget, Game};
    /// let adjoined = Game::parse("(i,0) (0,i) (i,i)")?.adjoin("2,4", 200, &Budget::default())?;
    /// assert_eq!((adjoined.adjoinable, adjoined.bound.as_str()), (true, "every position"));
    /// # Ok::<(), wythoff::Error>(())
    /// ```
    pub fn adjoin(&self, vector: &str, below: u64, budget: &Budget) -> Result<Adjoined, Error> {
        let [i, j] = amounts(vector)?;
        let rules = self.two_piles()?;
        let (found, bound, cites) = match t_of(rules) {
            Some(t) => {
                (conflict_with_t_wythoff(t, &i, &j), EVERY.to_string(), vec!["VIS-T-adjoin", "VIS-A-adjoin"])
            }
            None => {
                let (found, cites) = conflict_on(&self.board(below, budget)?, &i, &j, budget)?;
                (found, format!("P-positions with piles below {below}"), cites)
            }
        };
        let text = match found {
            None => with_move(rules, &i.to_string(), &j.to_string()),
            Some(_) => None,
        };
        let joins = found.map(|Conflict { from, to }| [from, to]);
        let (adjoinable, by) = (joins.is_none(), By::resting_on(&cites));
        Ok(Adjoined { adjoinable, joins, bound, by, cites, rules: text, vector: [i, j] })
    }

    /// The moves that cannot be adjoined, seen on P-positions below a bound.
    pub fn not_adjoinable(&self, below: u64, budget: &Budget) -> Result<NotAdjoinable, Error> {
        let board = self.board(below, budget)?;
        let not_adjoinable = conflicts_below(&board.positions, board.listed(), budget)?;
        let bound = format!("P-positions with piles below {}, amounts below {}", board.below, board.listed());
        Ok(NotAdjoinable { not_adjoinable, bound, by: By::Rules })
    }

    /// Whether a move can be removed without changing the P-positions: no position needs it. Of t-Wythoff this is decided
    /// for all positions, otherwise for those below a bound.
    pub fn remove(&self, vector: &str, below: u64, budget: &Budget) -> Result<Removed, Error> {
        let [i, j] = amounts(vector)?;
        let rules = self.two_piles()?;
        let (needed_at, bound, cites) = match t_of(rules) {
            Some(t) => {
                let difference = if i < j { &j - &i } else { &i - &j };
                if i != 0u32 && j != 0u32 && difference >= t {
                    return Err(not_a_move(&i, &j));
                }
                let found = needed_at(t, &i, &j).map_err(|refusal| Error::input(refusal.to_string()))?;
                (found, EVERY.to_string(), vec!["VIS-T-norestr"])
            }
            None => {
                let board = self.board(below, budget)?;
                let (Ok(k), Ok(l)) = (u64::try_from(&i), u64::try_from(&j)) else {
                    return Err(beyond(below));
                };
                let uses = uses(&board, budget)?;
                let used = uses.into_iter().find(|used| used.vector == (k.min(l), k.max(l)));
                let used =
                    used.ok_or_else(|| if k.max(l) < below { not_a_move(&i, &j) } else { beyond(below) })?;
                let at = used.needed_at.map(|(x, y)| [x, y].map(Natural::from));
                (at, format!("positions with piles below {below}"), Vec::new())
            }
        };
        let text = match needed_at {
            None => without_move(rules, &i.to_string(), &j.to_string()),
            Some(_) => None,
        };
        let (removable, by) = (needed_at.is_none(), By::resting_on(&cites));
        Ok(Removed { removable, needed_at, bound, by, cites, rules: text, vector: [i, j] })
    }

    /// The moves of the game, each with the first position below a bound that needs it.
    pub fn move_uses(&self, below: u64, budget: &Budget) -> Result<MoveUses, Error> {
        let board = self.board(below, budget)?;
        let mut moves = uses(&board, budget)?;
        moves.retain(|used| used.vector.1 < board.listed());
        let bound = format!("positions with piles below {}, amounts below {}", board.below, board.listed());
        Ok(MoveUses { moves, bound, by: By::Rules })
    }
}

/// The two amounts of a move.
fn amounts(text: &str) -> Result<Place, Error> {
    let vector = wythoff_rules::parse_position(text)?;
    Place::try_from(vector).ok().filter(|[i, j]| *i != 0u32 || *j != 0u32).ok_or_else(|| {
        Error::input("a move on two piles has two amounts, not both 0").hint("write it as in 2,3")
    })
}

/// Two P-positions that a move joins, both on the board, or the smaller there and the larger by the theory, and the rows of
/// the ledger that this rests on.
fn conflict_on(
    board: &Board<'_>,
    i: &Natural,
    j: &Natural,
    budget: &Budget,
) -> Result<(Option<Conflict>, Vec<&'static str>), Error> {
    if let (Ok(i), Ok(j)) = (u64::try_from(i), u64::try_from(j))
        && let Some((from, to)) = conflict(&board.positions, i, j)
    {
        let natural = |(x, y): (u64, u64)| [x, y].map(Natural::from);
        return Ok((Some(Conflict { from: natural(from), to: natural(to) }), Vec::new()));
    }
    let large = i.max(j) >= &Natural::from(board.below);
    match decider_for(&board.game.resolved, budget) {
        Ok(Some(decider)) => {
            let cites = cites(decider.as_ref(), 2);
            let mut listed: Vec<(u64, u64)> = board.positions.iter().copied().collect();
            listed.sort_unstable();
            for part in listed.chunks(PACE) {
                budget.check()?;
                let found = conflict_by_theory(decider.as_ref(), part, i, j)
                    .map_err(|refusal| Error::input(refusal.to_string()))?;
                if found.is_some() {
                    return Ok((found, cites));
                }
            }
            Ok((None, cites))
        }
        _ if large => Err(Error::input(format!("no theory decides {}", board.game.called()))
            .hint("without one, moves are tested below the bound: a larger one reaches larger moves")),
        _ => Ok((None, Vec::new())),
    }
}

/// Positions between two looks at the budget.
const PACE: usize = 16;

fn not_a_move(i: &Natural, j: &Natural) -> Error {
    Error::input(format!("({i},{j}) is not a move of the game"))
}

fn beyond(below: u64) -> Error {
    Error::input(format!("moves of this game are tested on positions with piles below {below}"))
        .hint("a larger bound reaches larger moves; of t-wythoff a move of any size can be tested")
}

/// What each move is needed for on the board; only for games whose moves may be played wherever they fit.
fn uses(board: &Board<'_>, budget: &Budget) -> Result<Vec<MoveUse>, Error> {
    let rules = board.rules;
    if !rules.is_symmetric() || !rules.patterns().all(|pattern| pattern.is_invariant()) {
        return Err(Error::input("the moves depend on the position, or on which pile is which")
            .hint("moves are removed from symmetric games whose moves may be played wherever they fit"));
    }
    if rules.is_modified() || !rules.memory().is_empty() {
        return Err(Error::input("moves are removed in normal play, without blocking, passing or memory"));
    }
    let corner = board.below;
    let options = rules.options(&[corner, corner])?;
    let moves: HashSet<(u64, u64)> = options.iter().map(|to| (corner - to[1], corner - to[0])).collect();
    let allowed = |i: u64, j: u64| moves.contains(&(i.min(j), i.max(j)));
    let uses = uses_of_moves(allowed, &board.positions, board.below, budget)?;
    let used =
        |used: wythoff_discover::design::MoveUse| MoveUse { vector: used.vector, needed_at: used.needed_at };
    Ok(uses.into_iter().map(used).collect())
}
