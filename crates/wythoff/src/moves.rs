//! Who wins the options of a position, and whether one move is legal.

use crate::clock::timed;
use crate::error::{Advice, Error};
use crate::evidence::{By, Question, Way, ways};
use crate::game::{Game, Header};
use crate::grundy::value_at;
use crate::lost::Lost;
use crate::position::Position;
use serde::Serialize;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use wythoff_catalog::special::NotLegal;
use wythoff_catalog::{Resolved, View};
use wythoff_numbers::Budget;
use wythoff_rules::{Legality as Judged, PileOrder, Rules, show_position};
use wythoff_solvers::{Play, State};

/// Whether a move is legal, and why.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Legality {
    /// The game.
    #[serde(flatten)]
    pub header: Header,
    /// Whether it is.
    pub legal: bool,
    /// The family of a legal move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub family: Option<String>,
    /// The conditions that an illegal move breaks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<String>,
    /// The rules.
    pub by: By,
    /// Time spent computing.
    pub seconds: f64,
}

/// Whether, and the family or the reasons.
type Judgement = Result<String, Vec<String>>;

impl Game {
    /// Who wins each of the options of a position, in the order in which [`Game::options`] lists them: `P`, `N`, for
    /// partizan games also `L` or `R`.
    ///
    /// ```
    /// use wythoff::{Budget, Game};
    /// let (game, budget) = (Game::parse("wythoff")?, Budget::default());
    /// let from = game.position("1,3")?;
    /// let options = game.options(&from, &budget)?.options;
    /// let won = game.option_outcomes(&from, &options, &budget)?;
    /// let lost = options.iter().zip(won).filter(|(_, outcome)| outcome == "P");
    /// assert_eq!(lost.map(|(to, _)| to.to_string()).collect::<Vec<_>>(), ["1,2"]);
    /// # Ok::<(), wythoff::Error>(())
    /// ```
    pub fn option_outcomes(
        &self,
        from: &Position,
        options: &[Position],
        budget: &Budget,
    ) -> Result<Vec<String>, Error> {
        for way in ways(Question::Options, None) {
            let found = match (way, self.resolved.view()) {
                (Way::Theorem, View::Rules(_)) => self.decided(options, budget)?,
                (Way::Box, View::Rules(rules)) => outcomes_in_box(rules, from, options, budget)?,
                (Way::Lines, View::Rules(rules)) => {
                    let mut play = Play::new(rules, budget);
                    let outcome = |to: &Position| Ok::<_, Error>(play.outcome(&to.state()?)?.to_string());
                    Some(options.iter().map(outcome).collect::<Result<_, _>>()?)
                }
                (Way::Own, View::Special(_)) => {
                    let outcomes = options.iter().map(|to| self.outcome(to, budget));
                    Some(outcomes.collect::<Result<_, _>>()?)
                }
                (Way::NimSum, View::Sum(_)) => {
                    let outcome = |to: &Position| -> Result<String, Error> {
                        let lost = value_at(&self.resolved, to, budget)? == 0;
                        Ok(if lost { "P" } else { "N" }.to_string())
                    };
                    Some(options.iter().map(outcome).collect::<Result<_, _>>()?)
                }
                _ => None,
            };
            if let Some(found) = found {
                return Ok(found);
            }
        }
        Err(Error::input(format!("no way decides the options of {}", self.called()))
            .advise(Advice::OnePosition))
    }

    /// The cells of the board that a position of two piles can be moved to, in lexicographic order, each once: `text` says
    /// the piles in the order in which they lie, and each cell has them in that order. At most `most` of them.
    ///
    /// ```
    /// use wythoff::{Budget, Game};
    /// let cells = Game::parse("wythoff")?.board_moves("2,1", 100, &Budget::default())?;
    /// assert_eq!(cells, [[0, 1], [1, 0], [1, 1], [2, 0]]);
    /// # Ok::<(), wythoff::Error>(())
    /// ```
    pub fn board_moves(&self, text: &str, most: usize, budget: &Budget) -> Result<Vec<[u64; 2]>, Error> {
        let position = self.position(text)?;
        let piles = wythoff_rules::parse_position(text.split(';').next().unwrap_or(text))?;
        let Ok([x, y]) = <[u64; 2]>::try_from(crate::position::small(&piles)?) else {
            return Err(Error::input(format!(
                "a board is of two piles, and {} has {}",
                self.called(),
                piles.len()
            ))
            .hint("ask for the options of the position instead"));
        };
        let mut cells = BTreeSet::new();
        match self.resolved.view() {
            View::Rules(rules) => {
                let state = position.state()?;
                if rules.is_ended(&state.position) {
                    return Ok(Vec::new());
                }
                // `sorted`: the rule speaks of the smaller and the larger pile, wherever they lie.
                let turned = rules.order() == PileOrder::Sorted && x > y;
                let (mut count, mut stop) = (0u64, Ok(()));
                rules.for_each_move(&[x, y], &state.memory, &mut |step| {
                    count += 1;
                    if count % 4096 == 0 {
                        stop = budget.step(0, 0);
                    }
                    if let [a, b] = *step.to {
                        cells.insert(if turned { [b, a] } else { [a, b] });
                    }
                    let full = cells.len() >= most || stop.is_err();
                    if full { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                })?;
                stop?;
            }
            // Other games list their options; where order does not matter both orders that only take are shown.
            _ => {
                for option in self.options(&position, budget)?.options {
                    let piles = option.piles().and_then(|piles| crate::position::small(&piles).ok());
                    let Some(Ok([a, b])) = piles.map(<[u64; 2]>::try_from) else { continue };
                    let taken = |cell: [u64; 2]| cell[0] <= x && cell[1] <= y;
                    cells.extend(
                        [[a, b], [b, a]]
                            .into_iter()
                            .filter(|cell| taken(*cell) && (self.is_symmetric() || *cell == [a, b])),
                    );
                }
            }
        }
        Ok(cells.into_iter().take(most).collect())
    }

    /// The outcomes by the game's theory; nothing where it has none, or where it does not speak of one of them.
    fn decided(&self, options: &[Position], budget: &Budget) -> Result<Option<Vec<String>>, Error> {
        let Ok(Some(decider)) = crate::theory::decider_for(&self.resolved, budget) else { return Ok(None) };
        let mut outcomes = Vec::with_capacity(options.len());
        for option in options {
            budget.step(0, 0)?;
            let decided = |piles| wythoff_numbers::within(budget, || decider.decide(piles));
            let verdict = match option.plain_piles().map(decided) {
                Some(Ok(verdict)) => verdict,
                Some(Err(wythoff_theory::Refusal::Stopped(stop))) => return Err(stop.into()),
                _ => return Ok(None),
            };
            outcomes.push(verdict.outcome.to_string());
        }
        Ok(Some(outcomes))
    }

    /// Whether `from` may be moved to the position that `to` says: by which family, or which conditions it breaks.
    ///
    /// ```
    /// use wythoff::{Budget, Game};
    /// let game = Game::parse("t-wythoff(t=2)")?;
    /// let judged = game.legal(&game.position("5,5")?, "4,2", &Budget::default())?;
    /// assert!(!judged.legal && judged.reasons[0].contains("needs |k - l| < t"));
    /// # Ok::<(), wythoff::Error>(())
    /// ```
    pub fn legal(&self, from: &Position, to: &str, budget: &Budget) -> Result<Legality, Error> {
        let (judged, seconds) = timed(budget, || judge(&self.resolved, from, to, budget));
        let (family, reasons) = match judged? {
            Ok(family) => (Some(family), Vec::new()),
            Err(reasons) => (None, reasons),
        };
        let (header, legal) = (self.header(), family.is_some());
        Ok(Legality { header, legal, family, reasons, by: By::Rules, seconds })
    }
}

/// The outcomes from all P-positions with piles up to the largest, where that is the way.
fn outcomes_in_box(
    rules: &Rules,
    from: &Position,
    options: &[Position],
    budget: &Budget,
) -> Result<Option<Vec<String>>, Error> {
    let from = from.state()?;
    if !Lost::say_all(rules) {
        return Ok(None);
    }
    let lost = Lost::around(rules, &from.position, budget)?;
    let outcome = |to: &Position| Ok(if lost.has(&to.state()?) { "P" } else { "N" }.to_string());
    options.iter().map(outcome).collect::<Result<_, Error>>().map(Some)
}

fn judge(game: &Resolved, from: &Position, to: &str, budget: &Budget) -> Result<Judgement, Error> {
    match game.view() {
        View::Rules(rules) => judge_by_rules(rules, from, to),
        View::Special(special) => {
            let judged = special.within(budget).legal(from.special(), &special.parse(to)?);
            // A judgement that the budget cut off is none.
            budget.check()?;
            match judged {
                Ok(rule) => Ok(Ok(rule)),
                Err(NotLegal::Breaks(condition)) => Ok(Err(vec![condition])),
                Err(NotLegal::Unknown(refused)) => Err(refused.into()),
            }
        }
        // A move in a sum is a move in one of its games.
        View::Sum(terms) => {
            let to: Vec<&str> = to.split('+').map(str::trim).collect();
            if to.len() != terms.len() {
                return Err(Error::input("the position moved to needs a part for each game")
                    .hint("write a position for each game: 3,5 + 4"));
            }
            let parts = terms.iter().zip(from.parts()).zip(&to);
            let mut moved = Vec::new();
            for ((term, part), to) in parts {
                if target_of(term, to)? != *part {
                    moved.push((term, part, to));
                }
            }
            match moved[..] {
                [(term, part, to)] => judge(term, part, to, budget),
                [] => Ok(Err(vec!["nothing is moved".to_string()])),
                _ => Ok(Err(vec!["a move is a move in one of the games".to_string()])),
            }
        }
    }
}

/// The position that a part of a sum's target says.
fn target_of(game: &Resolved, text: &str) -> Result<Position, Error> {
    match game.view() {
        View::Rules(rules) if !text.contains(';') => {
            let (position, memory) = (target(rules, text)?, rules.fresh_memory());
            Ok(Position::of_state(rules, &State { position, memory, passed: false }))
        }
        _ => crate::position::of(game, text),
    }
}

/// A position moved to, which need not be one that a game starts from.
fn target(rules: &Rules, text: &str) -> Result<Vec<u64>, Error> {
    let piles = wythoff_rules::parse_position(text.split(';').next().unwrap_or(text))?;
    let position = crate::position::small(&piles)?;
    rules.check_position(&position)?;
    Ok(rules.canonical(&position))
}

fn judge_by_rules(rules: &Rules, from: &Position, to: &str) -> Result<Judgement, Error> {
    let state = match from.state() {
        Ok(state) => state,
        Err(too_large) => return crate::large::judge(rules, from, to, too_large),
    };
    let target = target(rules, to)?;
    // The memory that the position moved to is said to have is compared too.
    let wanted = match to.contains(';') {
        true => Some(crate::position::of_text(rules, to)?.state()?),
        false => None,
    };
    if rules.is_ended(&state.position) {
        return Ok(Err(vec![format!("the game has ended at {}", show_position(&state.position))]));
    }
    let spends = |wanted: &State| wanted.passed && !state.passed;
    if rules.convention().pass
        && target == rules.canonical(&state.position)
        && wanted.as_ref().is_none_or(spends)
    {
        return judge_pass(rules, &state, wanted);
    }
    match rules.legality(&state.position, &state.memory, &target)? {
        Judged::Legal { family } => {
            let family = &rules.families()[family];
            if let Some(wanted) = wanted {
                let mut met = Vec::new();
                rules.for_each_option(&state.position, &state.memory, &mut |step| {
                    if rules.canonical(step.to) == target {
                        let (position, memory) = (target.clone(), step.memory.to_vec());
                        met.push(State { position, memory, passed: state.passed });
                    }
                    if met.last() == Some(&wanted) {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                })?;
                if met.last() != Some(&wanted) {
                    met.sort();
                    met.dedup();
                    let met: Vec<String> =
                        met.iter().map(|state| Position::of_state(rules, state).to_string()).collect();
                    return Ok(Err(vec![format!(
                        "{}: {} leads to {}",
                        family.label,
                        family.text,
                        met.join(" or ")
                    )]));
                }
            }
            Ok(Ok(format!("{}: {}", family.label, family.text)))
        }
        Judged::Illegal { reasons } => Ok(Err(reasons)),
    }
}

/// Whether a pass is legal: once in the game, not where there is no move, and it leaves the memory alone.
fn judge_pass(rules: &Rules, state: &State, wanted: Option<State>) -> Result<Judgement, Error> {
    let mut over = true;
    rules.for_each_option(&state.position, &state.memory, &mut |_| {
        over = false;
        ControlFlow::Break(())
    })?;
    let reason = if state.passed {
        "the pass is spent"
    } else if over {
        "no pass where there is no move"
    } else if wanted.is_some_and(|wanted| wanted.memory != state.memory) {
        "a pass changes nothing that is remembered"
    } else {
        return Ok(Ok("the pass, once in the game".to_string()));
    };
    Ok(Err(vec![reason.to_string()]))
}
