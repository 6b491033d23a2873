//! The options of a position: all of them, or the first and how many there are.
//!
//! A position of few moves is walked move by move. Of one with more, the rows of the board are asked in order: for given
//! other piles a family's options along the last pile are a few runs, which are counted without being walked.

use crate::clock::timed;
use crate::error::Error;
use crate::evidence::By;
use crate::game::{Game, Header};
use crate::position::{Inner, Position};
use serde::Serialize;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::Duration;
use wythoff_catalog::{Resolved, View};
use wythoff_numbers::{Budget, Stop};
use wythoff_rules::{ErrorKind, Pattern, RuleError, Rules};
use wythoff_solvers::{Referee, State};

/// The options of a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Options {
    /// The game.
    #[serde(flatten)]
    pub header: Header,
    /// How many there are; with `at_least`, how many were counted.
    pub count: u64,
    /// There are too many to count: there may be more than `count`.
    #[serde(skip_serializing_if = "is_false")]
    pub at_least: bool,
    /// How many are listed, where not all are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub listed: Option<usize>,
    /// The listed ones are not the first: these could not be found in short time.
    #[serde(skip_serializing_if = "is_false")]
    pub any: bool,
    /// The positions that can be moved to, each once, in lexicographic order.
    pub options: Vec<Position>,
    /// The rules.
    pub by: By,
    /// Time spent computing.
    pub seconds: f64,
}

fn is_false(value: &bool) -> bool {
    !value
}

impl Game {
    /// The positions that can be moved to.
    ///
    /// ```
    /// use wythoff::{Budget, Game};
    /// let game = Game::parse("wythoff")?;
    /// let found = game.options(&game.position("1,2")?, &Budget::default())?;
    /// let shown: Vec<String> = found.options.iter().map(|to| to.to_string()).collect();
    /// assert_eq!(shown, ["0,1", "0,2", "1,1"]);
    /// # Ok::<(), wythoff::Error>(())
    /// ```
    pub fn options(&self, position: &Position, budget: &Budget) -> Result<Options, Error> {
        let found = || options_of(&self.resolved, position, budget).map(Found::whole);
        self.found(timed(budget, found))
    }

    /// The first of the positions that can be moved to, and how many there are, within about a second for up to 100,000 of them.
    ///
    /// ```
    /// use wythoff::{Budget, Game};
    /// let game = Game::parse("t-wythoff(t=1000000)")?;
    /// let found = game.first_options(&game.position("10^9,10^9")?, 3, &Budget::default())?;
    /// let shown: Vec<String> = found.options.iter().map(|to| to.to_string()).collect();
    /// assert_eq!(shown, ["0,0", "0,1", "0,2"]);
    /// assert!(found.at_least && found.count > 1_000_000);
    /// # Ok::<(), wythoff::Error>(())
    /// ```
    pub fn first_options(&self, position: &Position, most: usize, budget: &Budget) -> Result<Options, Error> {
        self.found(timed(budget, || first_of(&self.resolved, position, most, budget)))
    }

    fn found(&self, (found, seconds): (Result<Found<Position>, Error>, f64)) -> Result<Options, Error> {
        let Found { count, at_least, any, options } = found?;
        let listed = Some(options.len()).filter(|listed| at_least || *listed as u64 != count);
        Ok(Options { header: self.header(), count, at_least, listed, any, options, by: By::Rules, seconds })
    }
}

/// What is found of the options of a position.
struct Found<T> {
    count: u64,
    at_least: bool,
    any: bool,
    options: Vec<T>,
}

impl<T> Found<T> {
    fn whole(options: Vec<T>) -> Found<T> {
        Found { count: options.len() as u64, at_least: false, any: false, options }
    }

    fn map<U>(self, into: impl FnMut(T) -> U) -> Found<U> {
        let Found { count, at_least, any, options } = self;
        Found { count, at_least, any, options: options.into_iter().map(into).collect() }
    }
}

/// What an option takes in memory.
const OPTION_BYTES: u128 = 512;

/// Refuses to list more options than fit, before any is kept.
fn allow(rules: &Rules, state: &State, budget: &Budget) -> Result<(), Error> {
    let (mut count, mut full) = (0u128, Ok(()));
    rules.for_each_option(&state.position, &state.memory, &mut |_| {
        count += 1;
        full = budget.allow("the list of options", count * OPTION_BYTES);
        if count % 4096 == 0 && full.is_ok() {
            full = budget.step(0, 0);
        }
        if full.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    Ok(full?)
}

pub(crate) fn options_of(
    game: &Resolved,
    position: &Position,
    budget: &Budget,
) -> Result<Vec<Position>, Error> {
    match game.view() {
        View::Rules(rules) => {
            let state = position.state()?;
            allow(rules, &state, budget)?;
            let options = Referee::new(rules).options(&state)?;
            Ok(options.keys().map(|option| Position::of_state(rules, option)).collect())
        }
        View::Special(special) => {
            let options = special.within(budget).options(position.special())?;
            Ok(options.into_iter().map(|option| Position(Inner::Special(option))).collect())
        }
        View::Sum(terms) => {
            let (parts, mut all) = (position.parts(), Vec::new());
            for (index, term) in terms.iter().enumerate() {
                for option in options_of(term, &parts[index], budget)? {
                    let mut moved = parts.to_vec();
                    moved[index] = option;
                    all.push(Position(Inner::Sum(moved)));
                }
            }
            Ok(all)
        }
    }
}

/// Time for walking move by move, and for asking rows: so long, and more for each option that is asked for.
const WALK: Duration = Duration::from_millis(250);
const ROWS: Duration = Duration::from_millis(500);
const EACH: Duration = Duration::from_micros(5);

/// Most options that a walk keeps, besides those that are asked for.
const KEPT: usize = 1 << 16;

fn first_of(
    game: &Resolved,
    position: &Position,
    most: usize,
    budget: &Budget,
) -> Result<Found<Position>, Error> {
    let View::Rules(rules) = game.view() else {
        let mut found = Found::whole(options_of(game, position, budget)?);
        found.options.truncate(most);
        return Ok(found);
    };
    let state = position.state()?;
    // What is listed may take half of the memory; `listed` says how many that is.
    let most = most.min((budget.memory() / (2 * OPTION_BYTES as u64)) as usize);
    let shown = |found: Found<State>| found.map(|option| Position::of_state(rules, &option));
    let (walked, ended) = within(rules, WALK, budget, |rules, short| walk(rules, &state, most, short))?;
    if !walked.at_least {
        return Ok(shown(walked));
    }
    let ask = |rules: &Rules, short: &Budget| match Rows::new(rules, &state) {
        Some(rows) => rows.ask(&state, most, short),
        None => (Found::nothing(), Ok(())),
    };
    let time = ROWS.saturating_add(EACH.saturating_mul(most.try_into().unwrap_or(u32::MAX)));
    let mut found = within(rules, time, budget, ask)?.0;
    // What a walk was refused for matters only where nothing is known.
    if found.options.is_empty() {
        match ended {
            Err(error) if walked.options.is_empty() => return Err(error.into()),
            _ => found = walked,
        }
    }
    Ok(shown(found))
}

/// What a search finds in so much time: of the budget itself nothing may be over. With it the error that ended the search.
fn within(
    rules: &Rules,
    time: Duration,
    budget: &Budget,
    search: impl FnOnce(&Rules, &Budget) -> (Found<State>, Result<(), RuleError>),
) -> Result<(Found<State>, Result<(), RuleError>), Error> {
    let time = budget.time_left().map_or(time, |left| time.min(left / 3));
    let short = budget.clone().within(time);
    let mut rules = rules.clone();
    rules.set_budget(&short);
    let (found, ended) = search(&rules, &short);
    budget.check()?;
    match ended {
        Err(error) if !matches!(error.kind, ErrorKind::Stopped(_)) => Err(error.into()),
        ended => Ok((found, ended)),
    }
}

impl Found<State> {
    fn nothing() -> Found<State> {
        Found { count: 0, at_least: true, any: true, options: Vec::new() }
    }
}

/// The options by trying every move, as long as they are few.
fn walk(rules: &Rules, state: &State, most: usize, budget: &Budget) -> (Found<State>, Result<(), RuleError>) {
    let (mut options, mut tried, mut stop) = (BTreeSet::new(), 0u64, Ok(()));
    let kept = most.max(KEPT);
    let mut ended = Ok(());
    if !rules.is_ended(&state.position) {
        ended = rules.for_each_option(&state.position, &state.memory, &mut |step| {
            tried += 1;
            if tried % 1024 == 0 {
                stop = budget.check();
            }
            let position = step.to.to_vec();
            options.insert(State { position, memory: step.memory.to_vec(), passed: state.passed });
            if options.len() > kept {
                stop = Err(Stop::Work);
            } else if options.len() % 1024 == 0 && stop.is_ok() {
                stop = budget.allow("the list of options", options.len() as u128 * OPTION_BYTES);
            }
            if stop.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
    }
    let ended = ended.and(stop.map_err(RuleError::from));
    let mut options: Vec<State> = options.into_iter().collect();
    options.extend(pass(rules, state, !options.is_empty()).filter(|_| ended.is_ok()));
    options.sort();
    let (count, at_least) = (options.len() as u64, ended.is_err());
    options.truncate(most);
    (Found { count, at_least, any: at_least, options }, ended)
}

/// What a pass leads to, where it is allowed.
fn pass(rules: &Rules, state: &State, may_move: bool) -> Option<State> {
    let allowed = rules.convention().pass && !state.passed && may_move;
    allowed.then(|| State { passed: true, ..state.clone() })
}

/// The options of a position row by row: of all piles but the last each choice in order.
struct Rows<'a> {
    patterns: Vec<Pattern<'a>>,
    /// The position in every order, where that does not matter.
    from: Vec<Vec<u64>>,
    symmetric: bool,
    position: &'a [u64],
    rules: &'a Rules,
}

/// More coordinates have too many orders.
const COORDINATES: usize = 5;

/// Most options of a row that are looked at one by one, where runs of several steps overlap.
const EXPANDED: u64 = 1 << 16;

/// `low`, `low + step`, ... up to `high`.
type Progression = (u64, u64, u64);

impl<'a> Rows<'a> {
    /// Nothing where moves add, sort the piles or remember something, or where some positions are none.
    fn new(rules: &'a Rules, state: &'a State) -> Option<Rows<'a>> {
        let position = &state.position;
        if !rules.only_takes()
            || !rules.memory().is_empty()
            || rules.sorts_piles()
            || rules.restricts_positions()
            || position.len() > COORDINATES
            || rules.is_ended(position)
        {
            return None;
        }
        // With blocking every place of the board counts.
        let symmetric = rules.is_symmetric() && rules.convention().block.is_none();
        let mut from = vec![position.clone()];
        if symmetric {
            from = vec![Vec::new()];
            for pile in position {
                let placed = from.iter().flat_map(|some: &Vec<u64>| {
                    (0..=some.len()).map(move |at| [&some[..at], &[*pile], &some[at..]].concat())
                });
                from = placed.collect::<BTreeSet<_>>().into_iter().collect();
            }
        }
        Some(Rows { patterns: rules.patterns().collect(), from, symmetric, position, rules })
    }

    /// The first options, and as many as can be counted in the time.
    fn ask(&self, state: &State, most: usize, budget: &Budget) -> (Found<State>, Result<(), RuleError>) {
        let mut found = Found { count: 0, at_least: false, any: false, options: Vec::new() };
        let ended = self.all(state, most, budget, &mut found);
        found.at_least |= ended.is_err();
        (found, ended)
    }

    fn all(
        &self,
        state: &State,
        most: usize,
        budget: &Budget,
        found: &mut Found<State>,
    ) -> Result<(), RuleError> {
        let last = self.position.len() - 1;
        let mut piles = self.position.to_vec();
        if self.symmetric {
            piles.sort_unstable();
        }
        let mut row = vec![0; last];
        for asked in 0u64.. {
            if asked % 64 == 0 {
                budget.check()?;
            }
            self.row(&row, state, most, found)?;
            // The next row in lexicographic order.
            let Some(at) = (0..last).rev().find(|at| row[*at] < piles[*at]) else { break };
            row[at] += 1;
            let least = if self.symmetric { row[at] } else { 0 };
            row[at + 1..].fill(least);
        }
        // Taking leads to what comes before the position: the pass is the last.
        if let Some(passed) = pass(self.rules, state, found.count > 0) {
            found.count = found.count.saturating_add(1);
            found.options.extend(Some(passed).filter(|_| found.options.len() < most));
        }
        Ok(())
    }

    /// The options with these first piles.
    fn row(
        &self,
        row: &[u64],
        state: &State,
        most: usize,
        found: &mut Found<State>,
    ) -> Result<(), RuleError> {
        let (last, mut runs) = (row.len(), Vec::<Progression>::new());
        let floor = row.last().copied().filter(|_| self.symmetric).unwrap_or(0);
        for from in &self.from {
            if row.iter().zip(from).any(|(left, pile)| left > pile) {
                continue;
            }
            let first: Vec<u64> = row.iter().zip(from).map(|(left, pile)| pile - left).collect();
            let still = first.iter().all(|taken| *taken == 0);
            for pattern in &self.patterns {
                let Some(taken) = pattern.last_amounts(from, &first)? else {
                    return Err(RuleError::from(Stop::Work));
                };
                for run in taken {
                    let step = run.step.max(1);
                    let least = if still && run.first == 0 { step } else { run.first };
                    let high = from[last].saturating_sub(least);
                    let mut low = from[last].saturating_sub(run.last);
                    if low < floor {
                        let up = (floor - low).div_ceil(step).checked_mul(step);
                        let Some(above) = up.and_then(|up| low.checked_add(up)) else { continue };
                        low = above;
                    }
                    if least <= run.last && low <= high {
                        runs.push((low, high, if low == high { 1 } else { step }));
                    }
                }
            }
        }
        let room = most - found.options.len();
        let (count, values, whole) = union(runs, room);
        // A count that does not fit says so, as one that is not whole does.
        found.at_least |= !whole || found.count.checked_add(count).is_none();
        found.count = found.count.saturating_add(count);
        found.options.extend(values.into_iter().map(|value| State {
            position: [row, &[value]].concat(),
            memory: Vec::new(),
            passed: state.passed,
        }));
        Ok(())
    }
}

/// How many numbers there are in some progressions, the first of them, and whether the count is whole.
fn union(mut runs: Vec<Progression>, room: usize) -> (u64, Vec<u64>, bool) {
    runs.sort_unstable();
    let size = |(low, high, step): &Progression| ((high - low) / step).saturating_add(1);
    let (mut count, mut values, mut whole) = (0, Vec::new(), true);
    if runs.len() == 1 || runs.iter().all(|(_, _, step)| *step == 1) {
        let mut next = 0;
        for (low, high, step) in runs {
            let low = if step == 1 { low.max(next) } else { low };
            if low > high {
                continue;
            }
            whole &= size(&(low, high, step)).checked_add(count).is_some();
            count = size(&(low, high, step)).saturating_add(count);
            let some = (low..=high).step_by(step as usize).take(room - values.len());
            values.extend(some);
            // Nothing is beyond the greatest number.
            let Some(beyond) = high.checked_add(1) else { break };
            next = beyond;
        }
        return (count, values, whole);
    }
    let all: u64 = runs.iter().map(size).fold(0, u64::saturating_add);
    let each = if all <= EXPANDED { usize::MAX } else { room };
    let mut some = BTreeSet::new();
    for (low, high, step) in &runs {
        some.extend((*low..=*high).step_by(*step as usize).take(each));
    }
    if all <= EXPANDED {
        count = some.len() as u64;
    } else {
        // The longest is among them.
        (count, whole) = (runs.iter().map(size).max().unwrap_or(0), false);
    }
    values.extend(some.into_iter().take(room));
    (count, values, whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What rows say, asked without a walk, is what the moves one by one say.
    #[test]
    fn rows_have_the_options_of_the_moves() {
        let budget = Budget::default();
        for (game, positions) in [
            ("wythoff", &["0,0", "3,5", "7,7", "12,4"][..]),
            ("t-wythoff(t=3)", &["9,9", "4,17"]),
            ("wythoff-piles(piles=3)", &["3,5,5", "4,4,4", "0,2,7"]),
            ("nim(piles=1)", &["0", "9"]),
            ("nim(piles=4)", &["1,2,3,4"]),
            ("(2i,3j) (0,2i) (0,3i)", &["9,11", "12,12"]),
            ("(i,j) where i + 2*j <= x (any,any) where x' mod 3 == 1", &["7,9", "10,6"]),
            ("(i,0) (0,i) (k,l) where gcd(k,l) == 1", &["8,9", "6,6"]),
            ("(3i,0) (0,i) (1,4)", &["10,17"]),
            ("(i,0,j) (0,i,2i) (i,i,i)", &["4,5,6", "0,3,9"]),
        ] {
            for conventions in ["", "block", "pass"] {
                let game = Resolved::parse(game).unwrap();
                let View::Rules(rules) = game.view() else { panic!() };
                let mut rules = rules.clone();
                match conventions {
                    "block" => rules.set_block(2, &[]).unwrap(),
                    "pass" => rules.set_pass(),
                    _ => {}
                }
                for position in positions.iter() {
                    let position = rules.canonical(
                        &wythoff_rules::parse_position(position)
                            .unwrap()
                            .iter()
                            .map(|pile| u64::try_from(pile).unwrap())
                            .collect::<Vec<_>>(),
                    );
                    let state = State { position, memory: Vec::new(), passed: false };
                    let all: Vec<State> = Referee::new(&rules).options(&state).unwrap().into_keys().collect();
                    let rows = Rows::new(&rules, &state).unwrap();
                    for most in [0, 1, 5, 1000] {
                        let (found, ended) = rows.ask(&state, most, &budget);
                        ended.unwrap();
                        let shown = format!("{:?} {conventions} {most}", state.position);
                        assert_eq!((found.count, found.at_least), (all.len() as u64, false), "{shown}");
                        assert_eq!(found.options, all[..most.min(all.len())], "{shown}");
                        let (walked, ended) = walk(&rules, &state, most, &budget);
                        ended.unwrap();
                        assert_eq!((walked.count, walked.options), (found.count, found.options), "{shown}");
                    }
                }
            }
        }
    }

    #[test]
    fn progressions_are_counted_together() {
        assert_eq!(union(vec![(4, 9, 1), (0, 5, 1)], 3), (10, vec![0, 1, 2], true));
        assert_eq!(union(vec![(0, 6, 2), (0, 6, 3)], 9), (5, vec![0, 2, 3, 4, 6], true));
        assert_eq!(union(vec![(2, u64::MAX, 1), (9, u64::MAX, 1)], 1), (u64::MAX - 1, vec![2], true));
        let long = 2 * EXPANDED;
        assert_eq!(
            union(vec![(0, 3 * long, 3), (1, 2 * long + 1, 2)], 4),
            (long + 1, vec![0, 1, 3, 5], false)
        );
    }
}
