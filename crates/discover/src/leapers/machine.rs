//! The finite transducer: states of the column process relative to its frontier, and what each
//! writes when it reads a letter of its own word (ledger VIS-8.4-dictionary).

use super::{Kind, Leapers};
use std::collections::HashMap;

/// What the future of the column process depends on, relative to column `x` and frontier `F = x + d`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct State {
    /// `y - F` of the larger coordinates `y >= F` placed so far.
    pub used: Vec<u32>,
    /// `(e - d, c)` for each use of a difference `e >= d` by the columns congruent to `x + c`.
    pub differences: Vec<(u32, u32)>,
    /// `(s - x, t - F)` of the cells `(s, t)` that a vector joins to a placed P-position and that
    /// neither a used column nor a used difference excludes already.
    pub cells: Vec<(u32, u32)>,
    /// So many columns from `x` on are too near a used one.
    pub quiet: u32,
    /// The layers after the first, where there are several.
    pub upper: Vec<Layer>,
}

/// What the future of a layer after the first depends on, relative to the same column and frontier.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Layer {
    /// `y - F` of the larger coordinates `y >= F` placed so far.
    pub used: Vec<u32>,
    /// `e - d` of the differences `e >= d` used so far.
    pub differences: Vec<u32>,
}

impl State {
    /// Sorts, and drops cells that can no longer be candidates: a candidate `(x + i, F + j)` has
    /// `j >= i`, as the frontier advances at least as fast as the column. Uses beyond what blocking
    /// allows say nothing more.
    pub(super) fn canonical(mut self, kind: &Kind) -> State {
        self.used.sort_unstable();
        self.differences.sort_unstable();
        let most = kind.block as usize;
        let all = std::mem::take(&mut self.differences);
        for (i, &mark) in all.iter().enumerate() {
            if i < most || all[i - most] != mark {
                self.differences.push(mark);
            }
        }
        let mut cells = std::mem::take(&mut self.cells);
        cells.retain(|&(i, j)| {
            j >= i && self.used.binary_search(&j).is_err() && !self.is_full(j - i, i % kind.step, kind)
        });
        cells.sort_unstable();
        cells.dedup();
        self.cells = cells;
        for layer in &mut self.upper {
            layer.used.sort_unstable();
            layer.differences.sort_unstable();
        }
        self
    }

    /// Whether a difference can no longer be used by a class of columns.
    fn is_full(&self, difference: u32, class: u32, kind: &Kind) -> bool {
        self.differences.iter().filter(|&&mark| mark == (difference, class)).count() >= kind.block as usize
    }

    /// Reads one letter: the state after it, and what happened. `None` where the P-position does not have the least
    /// difference and row, for kinds that need this.
    pub fn step(&self, leapers: &Leapers, letter: u8) -> Option<(State, Vec<u8>, Option<u32>)> {
        let kind = leapers.kind();
        let mut next = self.clone();
        let mut place = None;
        let mut rows = Vec::new();
        if letter & 1 == 0 && self.quiet == 0 {
            let mut j = 0;
            while next.used.contains(&j) || next.is_full(j, 0, &kind) || next.cells.contains(&(0, j)) {
                j += 1;
            }
            if kind.is_strict() && j > 0 {
                return None;
            }
            next.used.push(j);
            next.differences.extend((j..j + kind.band).map(|e| (e, 0)));
            next.cells.extend(leapers.vectors().iter().map(|&(p, q)| (p, j + q)));
            place = Some(j);
            rows.push(j);
        }
        if letter & 1 == 1 || place.is_some() {
            next.quiet = kind.near;
        }
        next.quiet = next.quiet.saturating_sub(1);
        for (layer, bit) in next.upper.iter_mut().zip(1..) {
            let mut last = None;
            if letter >> bit & 1 == 0 {
                let mut j = 0;
                while layer.used.contains(&j) || layer.differences.contains(&j) || rows.contains(&j) {
                    j += 1;
                }
                layer.used.push(j);
                layer.differences.push(j);
                rows.push(j);
                last = Some(j);
            }
            if kind.pass {
                place = last;
            }
        }
        let mut rise = 0;
        while (0..kind.step).all(|class| next.is_full(rise, class, &kind))
            && next.upper.iter().all(|layer| layer.differences.contains(&rise))
        {
            rise += 1;
        }
        let letter_at = |j: u32| {
            let first = u8::from(next.used.contains(&j));
            next.upper
                .iter()
                .zip(1..)
                .fold(first, |l, (layer, bit)| l | u8::from(layer.used.contains(&j)) << bit)
        };
        let output = (0..=rise).map(letter_at).collect();
        for layer in &mut next.upper {
            layer.used.retain_mut(|j| shift(j, rise + 1));
            layer.differences.retain_mut(|j| shift(j, rise));
        }
        next.used.retain_mut(|j| shift(j, rise + 1));
        next.differences.retain_mut(|(j, class)| {
            *class = (*class + kind.step - 1) % kind.step;
            shift(j, rise)
        });
        next.cells.retain_mut(|(i, j)| shift(i, 1) && shift(j, rise + 1));
        Some((next.canonical(&kind), output, place))
    }
}

/// Moves an offset down; false if it falls behind.
fn shift(offset: &mut u32, by: u32) -> bool {
    let ahead = *offset >= by;
    *offset = offset.saturating_sub(by);
    ahead
}

/// A transition of the transducer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The state after the letter.
    pub to: usize,
    /// The letters from the frontier on that become settled; at least one.
    pub output: Vec<u8>,
    /// For letter 0, `y - F` of the P-position placed.
    pub place: Option<u32>,
}

/// A partial transducer: the states and transitions met so far.
#[derive(Clone, Debug)]
pub struct Machine {
    leapers: Leapers,
    states: Vec<State>,
    index: HashMap<State, usize>,
    edges: Vec<Vec<Option<Edge>>>,
}

impl Machine {
    /// No state yet.
    pub fn new(leapers: &Leapers) -> Machine {
        Machine { leapers: leapers.clone(), states: Vec::new(), index: HashMap::new(), edges: Vec::new() }
    }

    /// The vectors that the transducer is about.
    pub fn leapers(&self) -> &Leapers {
        &self.leapers
    }

    /// The states in the order in which they were met.
    pub fn states(&self) -> &[State] {
        &self.states
    }

    /// The number of transitions.
    pub fn transitions(&self) -> usize {
        self.edges.iter().flatten().flatten().count()
    }

    /// The transition of a state on a letter, if it was met.
    pub fn edge(&self, state: usize, letter: u8) -> Option<&Edge> {
        self.edges.get(state)?.get(usize::from(letter))?.as_ref()
    }

    /// The number of a state, entered if new.
    pub fn enter(&mut self, state: State) -> usize {
        if let Some(&number) = self.index.get(&state) {
            return number;
        }
        let number = self.states.len();
        self.index.insert(state.clone(), number);
        self.states.push(state);
        self.edges.push(vec![None; usize::from(self.leapers.kind().letters())]);
        number
    }

    /// Reads a letter, entering the transition if it is new; true if it was. `None` if the rule makes no step of a
    /// transducer there.
    pub(super) fn learn(&mut self, state: usize, letter: u8) -> Option<(usize, bool)> {
        if let Some(edge) = self.edge(state, letter) {
            return Some((edge.to, false));
        }
        let (next, output, place) = self.states[state].step(&self.leapers, letter)?;
        let to = self.enter(next);
        self.edges[state][usize::from(letter)] = Some(Edge { to, output, place });
        Some((to, true))
    }

    /// The states that remain after reading letters from every state.
    pub fn survivors(&self, letters: &[u8]) -> Vec<usize> {
        let mut alive: Vec<usize> = (0..self.states.len()).collect();
        for &letter in letters {
            self.narrow(&mut alive, letter);
        }
        alive
    }

    /// One letter of [`Machine::survivors`].
    pub(super) fn narrow(&self, alive: &mut Vec<usize>, letter: u8) {
        let mut next: Vec<usize> = alive.iter().filter_map(|&s| self.edge(s, letter)).map(|e| e.to).collect();
        next.sort_unstable();
        next.dedup();
        *alive = next;
    }
}
