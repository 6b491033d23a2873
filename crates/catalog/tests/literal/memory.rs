//! The games that remember earlier moves, with the whole history at hand.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use wythoff_catalog::Resolved;
use wythoff_rules::{Outcome, Rules};
use wythoff_solvers::{Referee, State};

/// The names of the games of this file.
pub const GAMES: &[&str] = &["fibonacci-nim", "imitation-nim"];

fn rules(spec: &str) -> Rules {
    Resolved::parse(spec)
        .ok()
        .and_then(Resolved::into_rules)
        .unwrap_or_else(|| panic!("{spec} is a rule text"))
}

/// Fibonacci Nim: of n, after a removal of `last`; the first removal leaves something.
fn fibonacci_options(n: u64, last: Option<u64>) -> Vec<u64> {
    let most = last.map_or(n.saturating_sub(1), |last| 2 * last);
    (1..=n.min(most)).collect()
}

fn fibonacci_is_lost(n: u64, last: Option<u64>, known: &mut HashMap<(u64, Option<u64>), bool>) -> bool {
    if let Some(&lost) = known.get(&(n, last)) {
        return lost;
    }
    let lost = !fibonacci_options(n, last).into_iter().any(|i| fibonacci_is_lost(n - i, Some(i), known));
    known.insert((n, last), lost);
    lost
}

#[test]
fn fibonacci_nim() {
    let rules = rules("fibonacci-nim");
    let mut referee = Referee::new(&rules);
    let mut known = HashMap::new();
    for n in 1..40 {
        let start = referee.start(&[n]);
        let expected = fibonacci_is_lost(n, None, &mut known);
        assert_eq!(referee.outcome(&start) == Ok(Outcome::P), expected, "{n}");
        for last in 1..12u64 {
            let state = State { memory: vec![last as i64], ..start.clone() };
            let expected = fibonacci_is_lost(n, Some(last), &mut known);
            assert_eq!(referee.outcome(&state) == Ok(Outcome::P), expected, "{n};last={last}");
            let to: BTreeSet<u64> = referee.options(&state).unwrap().keys().map(|s| s.position[0]).collect();
            assert_eq!(
                to,
                fibonacci_options(n, Some(last)).iter().map(|i| n - i).collect(),
                "{n};last={last}"
            );
        }
        assert!(!rules.is_start(&[0]).unwrap());
    }
}

/// A move of Imitation Nim: the heaps it was made from, the heap it took from, and how much.
#[derive(Clone, Copy)]
struct Removal {
    from: [u64; 2],
    heap: usize,
    amount: u64,
}

impl Removal {
    /// Whether the move takes from the smaller heap, or from any if they are equal.
    fn is_from_smaller(&self) -> bool {
        self.from[self.heap] <= self.from[1 - self.heap]
    }

    /// Whether the move repeats, on the larger heap, what the move in front of it took from the smaller.
    fn imitates(&self, previous: Option<&Removal>) -> bool {
        let on_larger = self.from[self.heap] > self.from[1 - self.heap];
        on_larger && previous.is_some_and(|p| p.is_from_smaller() && p.amount == self.amount)
    }
}

/// Whether the last move of a game is the m-th imitation in a row of the player who made it.
fn is_forbidden(history: &[Removal], m: u64) -> bool {
    let mut own = history.iter().enumerate().rev().step_by(2);
    let run = own.by_ref().take_while(|(i, r)| r.imitates(i.checked_sub(1).map(|i| &history[i])));
    run.count() as u64 >= m
}

/// Plays every game from the heaps on, in both worlds; whether the player to move loses.
fn imitation_is_lost(
    heaps: [u64; 2],
    history: &mut Vec<Removal>,
    m: u64,
    referee: &mut Referee<'_>,
    state: &State,
) -> bool {
    let sorted = |heaps: [u64; 2]| vec![heaps[0].min(heaps[1]), heaps[0].max(heaps[1])];
    let there = referee.options(state).unwrap();
    let mut by_position: BTreeMap<Vec<u64>, State> = BTreeMap::new();
    for option in there.into_keys() {
        by_position.insert(option.position.clone(), option);
    }
    let mut here: BTreeSet<Vec<u64>> = BTreeSet::new();
    let mut lost = true;
    for heap in 0..2 {
        for amount in 1..=heaps[heap] {
            history.push(Removal { from: heaps, heap, amount });
            if !is_forbidden(history, m) {
                let mut left = heaps;
                left[heap] -= amount;
                here.insert(sorted(left));
                let next = by_position.get(&sorted(left));
                let next = next.unwrap_or_else(|| panic!("{heaps:?} -> {left:?} with m = {m}")).clone();
                lost &= !imitation_is_lost(left, history, m, referee, &next);
            }
            history.pop();
        }
    }
    assert!(here.iter().eq(by_position.keys()), "{heaps:?}, m = {m}: {here:?}, {by_position:?}");
    assert_eq!(referee.outcome(state) == Ok(Outcome::P), lost, "{heaps:?}, m = {m}");
    lost
}

#[test]
fn imitation_nim() {
    for m in 1..4 {
        let rules = rules(&format!("imitation-nim(m={m})"));
        let mut referee = Referee::new(&rules);
        for (x, y) in [(0, 0), (0, 3), (1, 1), (1, 2), (2, 2), (3, 1), (3, 3), (2, 5), (3, 5), (4, 4), (4, 5)]
        {
            let state = referee.start(&[x, y]);
            imitation_is_lost([x, y], &mut Vec::new(), m, &mut referee, &state);
        }
    }
}
