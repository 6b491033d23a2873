//! Stability: no position of the set has an option in the set. Reachability in the product of the set's
//! automaton with the automaton of a move family; breadth first, so a counterexample is a shortest one.

use crate::dfa::Dfa;
use crate::family::Nfa;
use crate::smallest::Graph;

/// Words x in `source` that have an option accepted by `family`.
pub(crate) struct Unstable<'a> {
    pub(crate) source: &'a Dfa,
    pub(crate) family: &'a Nfa,
}

impl Graph for Unstable<'_> {
    fn starts(&self, mode: usize) -> Vec<u64> {
        let s = self.source.starts()[mode];
        if s == 0 {
            return Vec::new();
        }
        self.family.starts[mode].iter().map(|&q| u64::from(s) << 32 | u64::from(q)).collect()
    }

    fn accepts(&self, node: u64) -> bool {
        self.source.output((node >> 32) as u32) != 0 && self.family.accepts(node as u32)
    }

    fn edges(&self, node: u64, visit: &mut dyn FnMut(u32, u64)) {
        let row = self.source.row((node >> 32) as u32);
        for &(letter, q) in self.family.edges(node as u32) {
            let s = row[letter as usize];
            if s != 0 {
                visit(letter, u64::from(s) << 32 | u64::from(q));
            }
        }
    }
}
