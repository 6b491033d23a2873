//! Search for accepted words in an implicitly given graph: a shortest one, then, where the graph is small
//! enough, one whose position has the least sum of coordinates.

use crate::dfa::{Alphabet, Dfa};
use crate::game::Game;
use crate::hash::FastMap;
use crate::limits::{Limit, Limits};
use crate::numeration::Numeration;

/// A graph whose edges carry letters; nodes are pairs of state numbers.
pub(crate) trait Graph {
    fn starts(&self, mode: usize) -> Vec<u64>;
    fn accepts(&self, node: u64) -> bool;
    fn edges(&self, node: u64, visit: &mut dyn FnMut(u32, u64));
}

/// The value of the bounded coordinates and the letters of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) mode: usize,
    pub(crate) letters: Vec<u32>,
}

/// Beyond this many table entries the shortest word is good enough.
const TABLE: usize = 30_000_000;

/// Every node of the graph numbered, stopping early at the first accepting one if `first` is set.
struct Exploration {
    nodes: Vec<u64>,
    ids: FastMap<u64, u32>,
    /// The node and letter from which each node was first reached; starts hold their mode.
    parent: Vec<(u32, u32)>,
    found: Option<u32>,
}

fn explore(graph: &dyn Graph, modes: usize, first: bool, limits: &Limits) -> Result<Exploration, Limit> {
    let mut e = Exploration { nodes: vec![], ids: FastMap::default(), parent: vec![], found: None };
    for mode in 0..modes {
        for node in graph.starts(mode) {
            if e.ids.insert(node, e.nodes.len() as u32).is_none() {
                e.nodes.push(node);
                e.parent.push((u32::MAX, mode as u32));
            }
        }
    }
    let mut at = 0;
    while at < e.nodes.len() {
        limits.check("the search for an option inside the set", at, e.nodes.len() * 40)?;
        let node = e.nodes[at];
        if e.found.is_none() && graph.accepts(node) {
            e.found = Some(at as u32);
            if first {
                break;
            }
        }
        let Exploration { nodes, ids, parent, .. } = &mut e;
        graph.edges(node, &mut |letter, next| {
            ids.entry(next).or_insert_with(|| {
                nodes.push(next);
                parent.push((at as u32, letter));
                nodes.len() as u32 - 1
            });
        });
        at += 1;
    }
    Ok(e)
}

/// A shortest accepted word, or `None` when there is none at all.
pub(crate) fn shortest(graph: &dyn Graph, modes: usize, limits: &Limits) -> Result<Option<Word>, Limit> {
    let e = explore(graph, modes, true, limits)?;
    Ok(e.found.map(|mut at| {
        let mut letters = Vec::new();
        while e.parent[at as usize].0 != u32::MAX {
            letters.push(e.parent[at as usize].1);
            at = e.parent[at as usize].0;
        }
        letters.reverse();
        Word { mode: e.parent[at as usize].1 as usize, letters }
    }))
}

/// An accepted word whose position has the least sum of coordinates; `shortest` if the graph is too large.
pub(crate) fn least(
    graph: &dyn Graph,
    shortest: Word,
    game: &Game,
    numeration: &Numeration,
    alphabet: &Alphabet,
    limits: &Limits,
) -> Word {
    let modes = game.modes();
    let small = Limits { states: limits.states.min(TABLE / 40), ..limits.clone() };
    let Ok(e) = explore(graph, modes, false, &small) else { return shortest };
    let n = e.nodes.len();
    let weight =
        |letter: u32| -> u64 { alphabet.digits(letter as usize).iter().map(|&d| u64::from(d)).sum() };
    let offset: Vec<u64> = (0..modes).map(|m| game.mode_values(m).iter().sum()).collect();
    let mut edges: Vec<Vec<(u32, u32)>> = Vec::with_capacity(n);
    for &node in &e.nodes {
        let mut row = Vec::new();
        graph.edges(node, &mut |letter, next| row.push((letter, e.ids[&next])));
        edges.push(row);
    }
    // cost[l][node]: the least sum that l more digits add before acceptance.
    let mut cost: Vec<Vec<u64>> =
        vec![e.nodes.iter().map(|&v| if graph.accepts(v) { 0 } else { u64::MAX }).collect()];
    let mut best: Option<(u64, usize, usize, u32)> = None;
    loop {
        let length = cost.len() - 1;
        for (mode, &extra) in offset.iter().enumerate() {
            for node in graph.starts(mode) {
                let at = e.ids[&node];
                let sum = cost[length][at as usize].saturating_add(extra);
                if sum < u64::MAX && best.is_none_or(|b| sum < b.0) {
                    best = Some((sum, length, mode, at));
                }
            }
        }
        // A longer word has a coordinate of at least u_length (or repeats a position with leading zeros).
        let Some(unit) = numeration.weight(length) else { break };
        if best.is_some_and(|b| unit > b.0) || (cost.len() + 1) * n > TABLE {
            break;
        }
        let row = edges.iter().map(|row| {
            row.iter()
                .map(|&(l, t)| cost[length][t as usize].saturating_add(weight(l).saturating_mul(unit)))
                .min()
                .unwrap_or(u64::MAX)
        });
        cost.push(row.collect());
    }
    let Some((_, length, mode, mut at)) = best else { return shortest };
    let mut letters = Vec::with_capacity(length);
    for l in (1..=length).rev() {
        let unit = numeration.weight(l - 1).unwrap_or(u64::MAX);
        let step = edges[at as usize].iter().find(|&&(letter, t)| {
            cost[l - 1][t as usize] != u64::MAX
                && cost[l - 1][t as usize].saturating_add(weight(letter).saturating_mul(unit))
                    == cost[l][at as usize]
        });
        let Some(&(letter, t)) = step else { return shortest };
        letters.push(letter);
        at = t;
    }
    Word { mode, letters }
}

/// An automaton seen as a graph of its accepted words.
pub(crate) struct Accepted<'a>(pub(crate) &'a Dfa);

impl Graph for Accepted<'_> {
    fn starts(&self, mode: usize) -> Vec<u64> {
        let s = self.0.starts()[mode];
        if s == 0 { vec![] } else { vec![u64::from(s)] }
    }
    fn accepts(&self, node: u64) -> bool {
        self.0.output(node as u32) != 0
    }
    fn edges(&self, node: u64, visit: &mut dyn FnMut(u32, u64)) {
        for (letter, &t) in self.0.row(node as u32).iter().enumerate() {
            if t != 0 {
                visit(letter as u32, u64::from(t));
            }
        }
    }
}
