//! The referee: the plainest possible solver, the judge of everything else.
//!
//! Options straight from the rules, memoised recursion, nothing clever. A position is lost for the player to move
//! (P) if every option is won for the other; the game decides what counts at the end: in normal play the player
//! who cannot move loses, in misère play that player wins. With blocking, the previous player may forbid up to
//! k-1 options, so the mover wins only with a P-option that cannot be blocked, or with k that can.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::ControlFlow;
use wythoff_rules::{Outcome, RuleError, Rules};

/// All that the future of a game depends on.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct State {
    /// The piles and extra coordinates.
    pub position: Vec<u64>,
    /// What is remembered of earlier moves.
    pub memory: Vec<i64>,
    /// Whether the pass has been used.
    pub passed: bool,
}

/// A solver for one game that remembers what it has found.
pub struct Referee<'a> {
    rules: &'a Rules,
    outcomes: HashMap<State, Outcome>,
    values: HashMap<State, u64>,
}

impl<'a> Referee<'a> {
    /// A referee for a game.
    pub fn new(rules: &'a Rules) -> Referee<'a> {
        Referee { rules, outcomes: HashMap::new(), values: HashMap::new() }
    }

    /// The state of a fresh start from a position.
    pub fn start(&self, position: &[u64]) -> State {
        State { position: self.rules.canonical(position), memory: self.rules.fresh_memory(), passed: false }
    }

    /// The options of a state, each with whether every move to it can be blocked.
    pub fn options(&self, state: &State) -> Result<BTreeMap<State, bool>, RuleError> {
        let mut options: BTreeMap<State, bool> = BTreeMap::new();
        let convention = self.rules.convention();
        if self.rules.is_ended(&state.position) {
            return Ok(options);
        }
        self.rules.for_each_option(&state.position, &state.memory, &mut |step| {
            let blockable = convention.block.as_ref().is_some_and(|block| block.families[step.family]);
            let next =
                State { position: step.to.to_vec(), memory: step.memory.to_vec(), passed: state.passed };
            options.entry(next).and_modify(|b| *b &= blockable).or_insert(blockable);
            ControlFlow::Continue(())
        })?;
        if convention.pass && !state.passed && !options.is_empty() {
            options.insert(State { passed: true, ..state.clone() }, false);
        }
        Ok(options)
    }

    /// The outcome of a state, by memoised retrograde analysis.
    ///
    /// ```
    /// use wythoff_rules::{Outcome, Rules};
    /// use wythoff_solvers::Referee;
    /// let rules = Rules::read("(i,0) (0,i) (i,i)").unwrap();
    /// let mut referee = Referee::new(&rules);
    /// let start = referee.start(&[3, 5]);
    /// assert_eq!(referee.outcome(&start), Ok(Outcome::P));
    /// ```
    pub fn outcome(&mut self, state: &State) -> Result<Outcome, RuleError> {
        self.settle(
            state,
            |referee| &referee.outcomes,
            |referee, state, options| {
                let outcome = referee.judge(options);
                referee.outcomes.insert(state.clone(), outcome);
            },
        )?;
        Ok(self.outcomes[state])
    }

    /// The rule of the game's end and of its middle, the options being known.
    fn judge(&self, options: &BTreeMap<State, bool>) -> Outcome {
        let convention = self.rules.convention();
        if options.is_empty() {
            return if convention.misere { Outcome::N } else { Outcome::P };
        }
        let lost = |option: &&State| self.outcomes[*option] == Outcome::P;
        let unblockable = options.iter().filter(|(_, b)| !**b).map(|(o, _)| o).filter(lost).count();
        let blockable = options.iter().filter(|(_, b)| **b).map(|(o, _)| o).filter(lost).count() as u64;
        let k = convention.block.as_ref().map_or(1, |block| block.k);
        if unblockable > 0 || blockable >= k { Outcome::N } else { Outcome::P }
    }

    /// The Grundy value: the least number that no option has. Only for normal play without blocking.
    pub fn grundy(&mut self, state: &State) -> Result<u64, RuleError> {
        grundy_makes_sense(self.rules)?;
        self.settle(
            state,
            |referee| &referee.values,
            |referee, state, options| {
                let seen: BTreeSet<u64> = options.keys().map(|option| referee.values[option]).collect();
                let mex = (0..).find(|value| !seen.contains(value)).unwrap_or(0);
                referee.values.insert(state.clone(), mex);
            },
        )?;
        Ok(self.values[state])
    }

    /// Settles a state after all its options, with a stack of its own: games can be longer than the machine's.
    fn settle<T>(
        &mut self,
        state: &State,
        known: impl Fn(&Self) -> &HashMap<State, T>,
        conclude: impl Fn(&mut Self, &State, &BTreeMap<State, bool>),
    ) -> Result<(), RuleError> {
        let mut stack = vec![state.clone()];
        while let Some(state) = stack.last().cloned() {
            if known(self).contains_key(&state) {
                stack.pop();
                continue;
            }
            let options = self.options(&state)?;
            let open: Vec<State> =
                options.keys().filter(|o| !known(self).contains_key(*o)).cloned().collect();
            if open.is_empty() {
                conclude(self, &state, &options);
                stack.pop();
            } else {
                stack.extend(open);
            }
        }
        Ok(())
    }

    /// The options that win: those of outcome P (which the opponent might block, if the game has blocking).
    pub fn winning(&mut self, state: &State) -> Result<Vec<State>, RuleError> {
        let mut winning = Vec::new();
        if self.outcome(state)? == Outcome::N {
            for option in self.options(state)?.into_keys() {
                if self.outcome(&option)? == Outcome::P {
                    winning.push(option);
                }
            }
        }
        Ok(winning)
    }
}

/// Grundy values are defined for normal play without blocking; says why not otherwise.
pub fn grundy_makes_sense(rules: &Rules) -> Result<(), RuleError> {
    let convention = rules.convention();
    let refuse = |why: &str| {
        let error = RuleError::plain(format!("this game has no Grundy values: {why}"));
        Err(error.hint("ask for P-positions, or who wins a position"))
    };
    if convention.misere {
        refuse("they describe sums in normal play, and this is misère play")
    } else if convention.block.is_some() {
        refuse("with blocking a move is more than a choice of an option")
    } else {
        Ok(())
    }
}
