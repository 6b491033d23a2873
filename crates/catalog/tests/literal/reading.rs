//! A game as its paper states it, read literally: which vectors may be taken from which position. Slow on purpose.

use std::collections::{BTreeSet, HashMap};

/// A position.
pub type Piles = Vec<u64>;

/// All options of a position, not sorted, repeats allowed.
pub type Options = Box<dyn Fn(&[u64]) -> Vec<Piles>>;

/// Whether a move from a position to another can be blocked.
pub type Blockable = Box<dyn Fn(&[u64], &[u64]) -> bool>;

/// Which points are positions.
pub type IsPosition = Box<dyn Fn(&[u64]) -> bool>;

/// One game with its parameters drawn.
pub struct Reading {
    /// What the catalog is asked for.
    pub spec: String,
    /// Whether the order of the piles is of no account.
    pub symmetric: bool,
    /// The box that is compared.
    pub sides: Vec<u64>,
    /// The rule.
    pub options: Options,
    /// Which points are positions of the game.
    pub is_position: IsPosition,
    /// Up to k-1 of the moves for which the second part holds may be blocked.
    pub block: Option<(u64, Blockable)>,
}

impl Reading {
    /// A game in which a vector may be taken, or not; `rule` sees the position and what is taken, never all zeros.
    pub fn taking(
        spec: impl Into<String>,
        sides: &[u64],
        rule: impl Fn(&[u64], &[u64]) -> bool + 'static,
    ) -> Reading {
        let options = move |from: &[u64]| {
            let mut to = Vec::new();
            for_each_point(&from.iter().map(|pile| pile + 1).collect::<Vec<_>>(), |taken| {
                if taken.iter().any(|&t| t > 0) && rule(from, taken) {
                    to.push(from.iter().zip(taken).map(|(pile, t)| pile - t).collect());
                }
            });
            to
        };
        Reading {
            spec: spec.into(),
            symmetric: true,
            sides: sides.to_vec(),
            options: Box::new(options),
            is_position: Box::new(|_| true),
            block: None,
        }
    }

    /// The same game with labelled piles.
    pub fn labelled(mut self) -> Reading {
        self.symmetric = false;
        self
    }

    /// A position as the game keeps it: rules of symmetric games speak of the smaller pile first.
    pub fn canonical(&self, position: &[u64]) -> Piles {
        let mut position = position.to_vec();
        if self.symmetric {
            position.sort_unstable();
        }
        position
    }

    /// The options of a position, each once, in order.
    pub fn options(&self, position: &[u64]) -> BTreeSet<Piles> {
        let to = (self.options)(&self.canonical(position));
        to.iter().map(|option| self.canonical(option)).collect()
    }

    /// The options in front of sorting, each with whether the move can be blocked.
    pub fn labelled_options(&self, position: &[u64]) -> BTreeSet<(Piles, bool)> {
        let from = self.canonical(position);
        let blockable = |to: &Piles| self.block.as_ref().is_some_and(|(_, blockable)| blockable(&from, to));
        (self.options)(&from).into_iter().map(|to| (to.clone(), blockable(&to))).collect()
    }
}

/// Every point of a box.
pub fn for_each_point(sides: &[u64], mut visit: impl FnMut(&[u64])) {
    wythoff_numbers::tuples::below(sides).for_each(|point| visit(&point));
}

/// Outcomes and Grundy values by the definitions alone.
pub struct Recursion<'a> {
    reading: &'a Reading,
    misere: bool,
    lost: HashMap<Piles, bool>,
    values: HashMap<Piles, u64>,
}

impl<'a> Recursion<'a> {
    pub fn new(reading: &'a Reading, misere: bool) -> Self {
        Recursion { reading, misere, lost: HashMap::new(), values: HashMap::new() }
    }

    /// Whether the player to move loses.
    pub fn is_lost(&mut self, position: &[u64]) -> bool {
        let position = self.reading.canonical(position);
        if let Some(&known) = self.lost.get(&position) {
            return known;
        }
        let lost = match &self.reading.block {
            None => {
                let options = self.reading.options(&position);
                if options.is_empty() { !self.misere } else { !options.iter().any(|to| self.is_lost(to)) }
            }
            Some((k, _)) => {
                // The blocker forbids what wins, as far as it can be forbidden and k - 1 suffice.
                let winning = self.reading.labelled_options(&position);
                let winning: Vec<_> = winning.into_iter().filter(|(to, _)| self.is_lost(to)).collect();
                winning.iter().all(|(_, blockable)| *blockable) && (winning.len() as u64) < *k
            }
        };
        self.lost.insert(position, lost);
        lost
    }

    /// The least number that no option has.
    pub fn value(&mut self, position: &[u64]) -> u64 {
        let position = self.reading.canonical(position);
        if let Some(&known) = self.values.get(&position) {
            return known;
        }
        let options = self.reading.options(&position);
        let seen: BTreeSet<u64> = options.iter().map(|to| self.value(to)).collect();
        let value = (0..).find(|n| !seen.contains(n)).unwrap();
        self.values.insert(position, value);
        value
    }
}
