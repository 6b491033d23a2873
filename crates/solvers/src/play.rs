//! Any game from single states: lines of play are followed only as far as they decide, within the limits.
//!
//! For games with memory, with moves that leave every box, and for one state far from others. A state whose option is
//! not settled yet waits on a stack of its own and starts over once that option is. An option is followed once in all,
//! so the states walk through their options at most twice on average.
//!
//! Cost: two visits of every option of every state met; outcomes stop at the first winning move.

use crate::error::SolveError;
use crate::referee::{State, grundy_makes_sense};
use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::ControlFlow;
use wythoff_numbers::Budget;
use wythoff_rules::{Outcome, Rules};

/// States between two looks at the limits.
const PACE: usize = 1024;

/// What a settled state takes, besides its numbers.
const STATE_BYTES: usize = 96;

/// A state in one piece: piles, memory, and whether the pass is used.
type Key = Box<[i64]>;

/// The answer about a state, or an option of it that is open.
type Attempt<T> = Result<T, Key>;

/// A solver for one game that keeps what it has settled, and refuses to keep more than the limits allow.
pub struct Play<'a> {
    rules: &'a Rules,
    limits: Budget,
    lost: States<bool>,
    values: States<u64>,
}

/// What is known of states.
type States<T> = HashMap<Key, T, BuildHasherDefault<Mixed>>;

/// Mixes the numbers of a state, eight bytes at a time: a few operations each, where a hash that withstands an adversary
/// takes a good part of the time of play.
#[derive(Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        // An odd number near 2^64 divided by the golden ratio: neighbours go far apart.
        let mixed = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ (mixed >> 32);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn finish(&self) -> u64 {
        self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

impl<'a> Play<'a> {
    /// A solver within limits.
    pub fn new(rules: &'a Rules, limits: &Budget) -> Play<'a> {
        Play { rules, limits: limits.clone(), lost: States::default(), values: States::default() }
    }

    /// The outcome of a state.
    ///
    /// ```
    /// use wythoff_rules::{Outcome, Rules};
    /// use wythoff_solvers::{Budget, Play, Referee};
    /// let rules = Rules::read("(i,0) (0,i) (i,i)").unwrap();
    /// let start = Referee::new(&rules).start(&[3, 5]);
    /// assert_eq!(Play::new(&rules, &Budget::default()).outcome(&start).unwrap(), Outcome::P);
    /// ```
    pub fn outcome(&mut self, state: &State) -> Result<Outcome, SolveError> {
        self.settle(state, |play| &mut play.lost, Self::try_outcome)?;
        Ok(if self.lost.get(&key(state)) == Some(&true) { Outcome::P } else { Outcome::N })
    }

    /// The Grundy value of a state: the least number that no option has.
    pub fn grundy(&mut self, state: &State) -> Result<u64, SolveError> {
        grundy_makes_sense(self.rules)?;
        self.settle(state, |play| &mut play.values, Self::try_value)?;
        Ok(self.values.get(&key(state)).copied().unwrap_or(0))
    }

    /// The options that win: those of outcome P (which the opponent might block, if the game has blocking).
    pub fn winning(&mut self, state: &State) -> Result<Vec<State>, SolveError> {
        let mut winning = Vec::new();
        if self.outcome(state)? == Outcome::N {
            let mut options: Vec<Key> = Vec::new();
            self.for_each(&key(state), &mut |option, _| {
                options.push(option.into());
                ControlFlow::Continue(())
            })?;
            options.sort();
            options.dedup();
            for option in options {
                let option = self.state(&option);
                if self.outcome(&option)? == Outcome::P {
                    winning.push(option);
                }
            }
        }
        Ok(winning)
    }

    /// Settles a state in a table, and what it waits for: an attempt gives the answer or an option that is open.
    fn settle<T>(
        &mut self,
        state: &State,
        table: fn(&mut Self) -> &mut States<T>,
        attempt: fn(&Self, &Key) -> Result<Attempt<T>, SolveError>,
    ) -> Result<(), SolveError> {
        let mut waiting = vec![key(state)];
        let mut visits = 0usize;
        while let Some(next) = waiting.last() {
            if visits.is_multiple_of(PACE) {
                let settled = table(self).len();
                self.look(settled + waiting.len())?;
            }
            visits += 1;
            if table(self).contains_key(next) {
                waiting.pop();
                continue;
            }
            match attempt(self, next)? {
                Ok(answer) => table(self).extend(waiting.pop().map(|key| (key, answer))),
                Err(open) => waiting.push(open),
            }
        }
        Ok(())
    }

    /// Refuses more states, settled or waiting, if there is no room for them, and ends if somebody asked for that.
    fn look(&self, states: usize) -> Result<(), SolveError> {
        let bytes = STATE_BYTES + 8 * (self.rules.coordinates().len() + self.rules.memory().len() + 1);
        // A table of states is rebuilt in twice the room when it is full.
        self.limits.allow("the states that play can come to", (states + PACE) as u128 * bytes as u128)?;
        Ok(self.limits.step(0, 0)?)
    }

    fn state(&self, key: &[i64]) -> State {
        let (position, rest) = key.split_at(self.rules.coordinates().len());
        let (memory, passed) = rest.split_at(self.rules.memory().len());
        State {
            position: position.iter().map(|x| x.unsigned_abs()).collect(),
            memory: memory.to_vec(),
            passed: passed == [1],
        }
    }

    /// Calls `visit` with every option and whether that move can be blocked, until told to stop.
    fn for_each(
        &self,
        key: &Key,
        visit: &mut dyn FnMut(&[i64], bool) -> ControlFlow<()>,
    ) -> Result<(), SolveError> {
        let convention = self.rules.convention();
        let state = self.state(key);
        if self.rules.is_ended(&state.position) {
            return Ok(());
        }
        let (mut option, mut over, mut stopped) = (Vec::with_capacity(key.len()), true, false);
        self.rules.for_each_option(&state.position, &state.memory, &mut |step| {
            over = false;
            let can_be_blocked = convention.block.as_ref().is_some_and(|block| block.families[step.family]);
            option.clear();
            option.extend(step.to.iter().map(|x| *x as i64));
            option.extend_from_slice(step.memory);
            option.push(i64::from(state.passed));
            let go_on = visit(&option, can_be_blocked);
            stopped = go_on.is_break();
            go_on
        })?;
        if convention.pass && !state.passed && !over && !stopped {
            let mut option = key.to_vec();
            if let Some(passed) = option.last_mut() {
                *passed = 1;
            }
            let _ = visit(&option, false);
        }
        Ok(())
    }

    /// Whether a state is lost, or an option that must be settled first.
    fn try_outcome(&self, key: &Key) -> Result<Attempt<bool>, SolveError> {
        let convention = self.rules.convention();
        let k = convention.block.as_ref().map_or(1, |block| block.k);
        let (mut over, mut open, mut won) = (true, None, false);
        // Only with blocking: the P-options of which every move can be blocked.
        let mut lost: BTreeMap<Key, bool> = BTreeMap::new();
        self.for_each(key, &mut |option, can_be_blocked| {
            over = false;
            match self.lost.get(option) {
                // The first one is settled first: small amounts decide soonest, by measure.
                None => {
                    open = Some(option.into());
                    return ControlFlow::Break(());
                }
                Some(false) => {}
                Some(true) if can_be_blocked => {
                    lost.entry(option.into()).or_insert(true);
                }
                Some(true) => won = true,
            }
            if won { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        Ok(match open {
            Some(open) => Err(open),
            None if over => Ok(!convention.misere),
            None => Ok(!won && (lost.len() as u64) < k),
        })
    }

    /// The value of a state, or an option that must be settled first.
    fn try_value(&self, key: &Key) -> Result<Attempt<u64>, SolveError> {
        let (mut seen, mut open) = (Vec::new(), None);
        self.for_each(key, &mut |option, _| match self.values.get(option) {
            Some(value) => {
                seen.push(*value);
                ControlFlow::Continue(())
            }
            None => {
                open = Some(option.into());
                ControlFlow::Break(())
            }
        })?;
        seen.sort_unstable();
        seen.dedup();
        let mex = seen.iter().enumerate().find(|(at, value)| **value != *at as u64);
        Ok(open.map_or(Ok(mex.map_or(seen.len(), |(at, _)| at) as u64), Err))
    }
}

fn key(state: &State) -> Key {
    let piles = state.position.iter().map(|x| *x as i64);
    piles.chain(state.memory.iter().copied()).chain([i64::from(state.passed)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::Referee;
    use wythoff_numbers::Stop;

    const FIBONACCI: &str = "piles ordered n\nmemory last = 0\n\
        move take: (i) where if last == 0 then i < n else i <= 2*last then last = i";

    /// A long line of play is refused before anything is settled: states that wait take room too.
    #[test]
    fn waiting_states_are_within_the_limits() {
        let mut rules = Rules::read("(1) (2)").unwrap();
        rules.set_pass();
        let start = Referee::new(&rules).start(&[1_000_000_000]);
        let mut play = Play::new(&rules, &Budget::default().with_memory(1 << 20));
        assert!(matches!(play.outcome(&start), Err(SolveError::Stopped { why: Stop::Memory { .. }, .. })));
        assert!(matches!(
            play.grundy(&start),
            Err(SolveError::Stopped { why: Stop::Memory { .. }, .. } | SolveError::Refused { .. })
        ));
    }

    #[test]
    fn outcomes_and_values_are_the_referees() {
        for text in [
            FIBONACCI,
            "(i,0) (0,i) (i,i) (1,2)",
            "piles ordered x, y\nmove a: (1, -i) for 1 <= i <= x\nmove b: (0, i)",
        ] {
            for (pass, misere, block) in [
                (false, false, 1),
                (true, false, 1),
                (false, true, 1),
                (true, true, 1),
                (false, false, 2),
                (true, false, 3),
            ] {
                let mut rules = Rules::read(text).unwrap();
                if pass {
                    rules.set_pass();
                }
                if misere {
                    rules.set_misere().unwrap();
                }
                rules.set_block(block, &[]).ok();
                let (mut play, mut referee) = (Play::new(&rules, &Budget::default()), Referee::new(&rules));
                for x in 0..7u64 {
                    for y in 0..if rules.piles() == 1 { 1 } else { 7 } {
                        let start = referee.start(&[x, y][..rules.piles()]);
                        assert_eq!(
                            play.outcome(&start).unwrap(),
                            referee.outcome(&start).unwrap(),
                            "{text} {start:?}"
                        );
                        assert_eq!(
                            play.winning(&start).unwrap(),
                            referee.winning(&start).unwrap(),
                            "{text} {start:?}"
                        );
                        if !misere && block == 1 {
                            assert_eq!(
                                play.grundy(&start).unwrap(),
                                referee.grundy(&start).unwrap(),
                                "{text} {start:?}"
                            );
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn memory_is_bounded() {
        let rules = Rules::read(FIBONACCI).unwrap();
        let start = Referee::new(&rules).start(&[5000]);
        let limits = Budget::default().with_memory(1 << 18);
        assert!(matches!(
            Play::new(&rules, &limits).grundy(&start),
            Err(SolveError::Stopped { why: Stop::Memory { .. }, .. })
        ));
    }
}
