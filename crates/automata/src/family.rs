//! The automaton of one move family: it reads a position x, guesses an option x' in a target set T digit by
//! digit, and accepts if some option of x by this family lies in T.
//!
//! A state is (state of T, which piles are already smaller, states of the atoms). Options never exceed the
//! position, so they fit in words of the same length and no closure under leading zeros is needed. Pairs of
//! letters are grouped by their digit sums, so that an atom rejects whole groups at once.

use crate::atoms::AtomMachine;
use crate::dfa::{Alphabet, Dfa};
use crate::game::{Change, Family, Game};
use crate::hash::Interner;
use crate::limits::{Limit, Limits};
use crate::numeration::Numeration;

/// A letter of x that may stand above a given letter of x'.
struct Entry {
    letter: u32,
    /// Piles whose digit of x' is smaller, and those whose digit is larger.
    below: u16,
    above: u16,
}

/// Entries with the same digit sums.
struct Group {
    sums: usize,
    first: usize,
    end: usize,
}

/// For one index modulo the period: the groups of each letter of x'.
struct PairTable {
    of_letter: Vec<(usize, usize)>,
    groups: Vec<Group>,
    sums: Vec<u32>,
    entries: Vec<Entry>,
}

/// A family prepared for a numeration: atoms as automata, pairs of letters grouped.
pub(crate) struct CompiledFamily {
    pub(crate) atoms: Vec<AtomMachine>,
    /// Piles that must be smaller in the end.
    less: u16,
    /// Piles that may differ.
    moving: u16,
    /// Values of the bounded coordinates before and after, with the constants they give to the atoms.
    mode_pairs: Vec<(usize, usize, Vec<i64>)>,
    tables: Vec<PairTable>,
    coefficients: Vec<(Vec<i64>, Vec<i64>)>,
}

/// Whether atoms keep the labels that certificates need.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Labels {
    Drop,
    Keep,
}

impl CompiledFamily {
    pub(crate) fn new(
        game: &Game,
        family: &Family,
        numeration: &Numeration,
        alphabet: &Alphabet,
        labels: Labels,
        limits: &Limits,
    ) -> Result<Self, Limit> {
        let piles = game.piles();
        let change: Vec<Change> = piles.iter().map(|&i| family.change[i]).collect();
        let (mut less, mut moving) = (0u16, 0u16);
        for (track, c) in change.iter().enumerate() {
            less |= u16::from(*c == Change::Less) << track;
            moving |= u16::from(*c != Change::Same) << track;
        }
        let modes = game.modes();
        let mut mode_pairs = Vec::new();
        for m in 0..modes {
            let x = game.mode_values(m);
            for m2 in 0..modes {
                let y = game.mode_values(m2);
                let fits = (0..x.len()).all(|i| {
                    piles.contains(&i)
                        || match family.change[i] {
                            Change::Same => y[i] == x[i],
                            Change::Less => y[i] < x[i],
                            Change::AtMost => y[i] <= x[i],
                            Change::Any => true,
                        }
                });
                if fits {
                    let constants = family.atoms.iter().map(|atom| {
                        let (before, after) = atom.coefficients();
                        (0..x.len()).map(|i| before[i] * x[i] as i64 + after[i] * y[i] as i64).sum()
                    });
                    mode_pairs.push((m, m2, constants.collect::<Vec<i64>>()));
                }
            }
        }
        let mut atoms = Vec::new();
        let mut coefficients = Vec::new();
        for (a, atom) in family.atoms.iter().enumerate() {
            let (before, after) = atom.coefficients();
            let before: Vec<i64> = piles.iter().map(|&i| before[i]).collect();
            let after: Vec<i64> = piles.iter().map(|&i| after[i]).collect();
            let mut constants: Vec<i64> = mode_pairs.iter().map(|p| p.2[a]).collect();
            constants.sort_unstable();
            constants.dedup();
            let machine =
                AtomMachine::labelled(numeration, atom, &before, &after, &change, &constants, limits)?;
            atoms.push(if labels == Labels::Keep { machine } else { machine.minimised(&constants) });
            coefficients.push((before, after));
        }
        let mut compiled =
            CompiledFamily { atoms, less, moving, mode_pairs, tables: Vec::new(), coefficients };
        compiled.tables =
            (0..numeration.period()).map(|j| compiled.pair_table(numeration, alphabet, j)).collect();
        Ok(compiled)
    }

    /// The digit sum of an atom for a pair of letters, as a letter of its automaton.
    fn sum(&self, atom: usize, x: &[u8], y: &[u8]) -> u32 {
        let (before, after) = &self.coefficients[atom];
        let mut e = -self.atoms[atom].least;
        for i in 0..x.len() {
            e += before[i] * i64::from(x[i]) + after[i] * i64::from(y[i]);
        }
        e as u32
    }

    fn pair_table(&self, numeration: &Numeration, alphabet: &Alphabet, index: usize) -> PairTable {
        let max = numeration.max_digit_at(index);
        let legal: Vec<usize> =
            (0..alphabet.letters()).filter(|&l| alphabet.digits(l).iter().all(|&d| d <= max)).collect();
        let mut table = PairTable {
            of_letter: vec![(0, 0); alphabet.letters()],
            groups: vec![],
            sums: vec![],
            entries: vec![],
        };
        let mut pairs: Vec<(Vec<u32>, Entry)> = Vec::new();
        for &hidden in &legal {
            let y = alphabet.digits(hidden);
            pairs.clear();
            for &letter in &legal {
                let x = alphabet.digits(letter);
                let (mut below, mut above) = (0u16, 0u16);
                for i in 0..x.len() {
                    below |= u16::from(y[i] < x[i]) << i;
                    above |= u16::from(y[i] > x[i]) << i;
                }
                if (below | above) & !self.moving == 0 {
                    let sums = (0..self.atoms.len()).map(|a| self.sum(a, x, y)).collect();
                    pairs.push((sums, Entry { letter: letter as u32, below, above }));
                }
            }
            pairs.sort_by(|a, b| a.0.cmp(&b.0));
            let first_group = table.groups.len();
            for (sums, entry) in pairs.drain(..) {
                let same = table.groups.len() > first_group
                    && table
                        .groups
                        .last()
                        .is_some_and(|g| table.sums[g.sums..g.sums + sums.len()] == sums[..]);
                if !same {
                    let at = table.entries.len();
                    table.groups.push(Group { sums: table.sums.len(), first: at, end: at });
                    table.sums.extend_from_slice(&sums);
                }
                table.entries.push(entry);
                if let Some(group) = table.groups.last_mut() {
                    group.end += 1;
                }
            }
            table.of_letter[hidden] = (first_group, table.groups.len());
        }
        table
    }

    /// The start states for a value of the bounded coordinates: (T-state, smaller piles, atom states).
    /// Each with the value of the bounded coordinates that it moves to.
    pub(crate) fn starts(&self, mode: usize, target: &Dfa) -> Vec<(usize, Vec<u32>)> {
        let mut result = Vec::new();
        for (m, m2, constants) in &self.mode_pairs {
            let mut key = vec![target.starts()[*m2], 0];
            key.extend(self.atoms.iter().zip(constants).map(|(atom, &c)| atom.start(c)));
            if *m == mode && key[0] != 0 && key[2..].iter().all(|&s| s != 0) {
                result.push((*m2, key));
            }
        }
        result
    }

    /// Whether a state accepts.
    pub(crate) fn accepts(&self, key: &[u32], target: &Dfa) -> bool {
        target.output(key[0]) != 0
            && key[1] & u32::from(self.less) == u32::from(self.less)
            && self.atoms.iter().zip(&key[2..]).all(|(atom, &s)| atom.accepts(s))
    }

    /// All successors of a state: `visit(letter of x, letter of x', T-state, smaller piles, atom states)`.
    fn successors(&self, key: &[u32], index: usize, target: &Dfa, mut visit: impl FnMut(u32, u32, &[u32])) {
        let table = &self.tables[index];
        let atoms = self.atoms.len();
        let mut next = vec![0u32; 2 + atoms];
        for (hidden, &t) in target.row(key[0]).iter().enumerate() {
            if t == 0 {
                continue;
            }
            next[0] = t;
            let (first, end) = table.of_letter[hidden];
            'group: for group in &table.groups[first..end] {
                for a in 0..atoms {
                    let state = self.atoms[a].next(key[2 + a], table.sums[group.sums + a]);
                    if state == 0 {
                        continue 'group;
                    }
                    next[2 + a] = state;
                }
                for entry in &table.entries[group.first..group.end] {
                    if u32::from(entry.above) & !key[1] == 0 {
                        next[1] = key[1] | u32::from(entry.below);
                        visit(entry.letter, hidden as u32, &next);
                    }
                }
            }
        }
    }

    /// The successors of a state under one letter of x: `visit(letter of x', state)`.
    pub(crate) fn step(
        &self,
        key: &[u32],
        letter: u32,
        alphabet: &Alphabet,
        target: &Dfa,
        mut visit: impl FnMut(u32, &[u32]),
    ) {
        let x = alphabet.digits(letter as usize);
        let mut next = vec![0u32; key.len()];
        'hidden: for (hidden, &t) in target.row(key[0]).iter().enumerate() {
            if t == 0 {
                continue;
            }
            let y = alphabet.digits(hidden);
            let mut smaller = key[1];
            for i in 0..x.len() {
                let bit = 1u32 << i;
                if x[i] == y[i] || (u32::from(self.moving) & bit != 0 && smaller & bit != 0) {
                    continue;
                }
                if u32::from(self.moving) & bit == 0 || y[i] > x[i] {
                    continue 'hidden;
                }
                smaller |= bit;
            }
            next[0] = t;
            next[1] = smaller;
            for a in 0..self.atoms.len() {
                next[2 + a] = self.atoms[a].next(key[2 + a], self.sum(a, x, y));
                if next[2 + a] == 0 {
                    continue 'hidden;
                }
            }
            visit(hidden as u32, &next);
        }
    }
}

/// States between two looks at the clock.
const PACE: u32 = 1 << 10;

/// A nondeterministic automaton over the letters of x; one run for each option in the target.
pub(crate) struct Nfa {
    /// Edges of state s are `edges[first[s]..first[s + 1]]`, (letter, target).
    first: Vec<usize>,
    edges: Vec<(u32, u32)>,
    accept: Vec<bool>,
    /// Start states for each value of the bounded coordinates.
    pub(crate) starts: Vec<Vec<u32>>,
}

/// An automaton with the keys (T-state, smaller piles, atom states) of its states, and of the states that
/// were dropped because they cannot accept.
pub(crate) struct Keyed {
    pub(crate) nfa: Nfa,
    pub(crate) keys: Vec<Vec<u32>>,
    pub(crate) dropped: Vec<Vec<u32>>,
}

impl Nfa {
    pub(crate) fn states(&self) -> usize {
        self.accept.len()
    }

    pub(crate) fn edges(&self, state: u32) -> &[(u32, u32)] {
        &self.edges[self.first[state as usize]..self.first[state as usize + 1]]
    }

    pub(crate) fn accepts(&self, state: u32) -> bool {
        self.accept[state as usize]
    }

    /// Explores the family's states towards `target` and keeps those that can accept.
    pub(crate) fn build(
        family: &CompiledFamily,
        target: &Dfa,
        phases: &[usize],
        period: usize,
        modes: usize,
        limits: &Limits,
    ) -> Result<Self, Limit> {
        Ok(Self::explore(family, target, phases, period, modes, limits)?.0.trimmed().0)
    }

    /// [`Self::build`] with the keys of the states.
    pub(crate) fn build_with_keys(
        family: &CompiledFamily,
        target: &Dfa,
        phases: &[usize],
        period: usize,
        modes: usize,
        limits: &Limits,
    ) -> Result<Keyed, Limit> {
        let (nfa, ids) = Self::explore(family, target, phases, period, modes, limits)?;
        let (nfa, useful) = nfa.trimmed();
        let (mut keys, mut dropped) = (Vec::new(), Vec::new());
        for (i, &keep) in useful.iter().enumerate() {
            let side = if keep { &mut keys } else { &mut dropped };
            side.push(ids.get(i).to_vec());
        }
        Ok(Keyed { nfa, keys, dropped })
    }

    fn explore(
        family: &CompiledFamily,
        target: &Dfa,
        phases: &[usize],
        period: usize,
        modes: usize,
        limits: &Limits,
    ) -> Result<(Self, Interner<u32>), Limit> {
        let mut ids: Interner<u32> = Interner::new();
        let mut starts: Vec<Vec<u32>> = Vec::with_capacity(modes);
        for mode in 0..modes {
            starts.push(family.starts(mode, target).iter().map(|(_, k)| ids.intern(k).0 as u32).collect());
        }
        let mut first = vec![0usize];
        let mut edges: Vec<(u32, u32)> = Vec::new();
        let mut accept = Vec::new();
        let mut key: Vec<u32> = Vec::new();
        let mut at = 0;
        while at < ids.len() {
            limits.check("a move family", ids.len(), ids.bytes() + edges.len() * 8)?;
            key.clear();
            key.extend_from_slice(ids.get(at));
            let index = (phases[key[0] as usize] + period - 1) % period;
            let mut last: Vec<u32> = Vec::new();
            let mut last_id = 0u32;
            family.successors(&key, index, target, |letter, _, next| {
                if last != next {
                    last.clear();
                    last.extend_from_slice(next);
                    last_id = ids.intern(next).0 as u32;
                }
                edges.push((letter, last_id));
            });
            first.push(edges.len());
            accept.push(family.accepts(&key, target));
            at += 1;
        }
        Ok((Nfa { first, edges, accept, starts }, ids))
    }

    /// Drops the states that cannot accept; also says which were kept.
    fn trimmed(self) -> (Self, Vec<bool>) {
        let n = self.states();
        let mut start = vec![0usize; n + 1];
        for e in &self.edges {
            start[e.1 as usize + 1] += 1;
        }
        for i in 0..n {
            start[i + 1] += start[i];
        }
        let mut fill = start.clone();
        let mut sources = vec![0u32; self.edges.len()];
        for s in 0..n as u32 {
            for e in self.edges(s) {
                sources[fill[e.1 as usize]] = s;
                fill[e.1 as usize] += 1;
            }
        }
        let mut useful = self.accept.clone();
        let mut stack: Vec<u32> = (0..n as u32).filter(|&s| useful[s as usize]).collect();
        while let Some(t) = stack.pop() {
            for &s in &sources[start[t as usize]..start[t as usize + 1]] {
                if !useful[s as usize] {
                    useful[s as usize] = true;
                    stack.push(s);
                }
            }
        }
        let mut number = vec![u32::MAX; n];
        let mut count = 0;
        for s in 0..n {
            if useful[s] {
                number[s] = count;
                count += 1;
            }
        }
        let keep = |list: &[u32]| -> Vec<u32> {
            list.iter().map(|&s| number[s as usize]).filter(|&s| s != u32::MAX).collect()
        };
        let mut result = Nfa {
            first: vec![0],
            edges: Vec::new(),
            accept: Vec::new(),
            starts: self.starts.iter().map(|l| keep(l)).collect(),
        };
        for s in 0..n {
            if useful[s] {
                let live = self.edges(s as u32).iter().filter(|e| useful[e.1 as usize]);
                result.edges.extend(live.map(|e| (e.0, number[e.1 as usize])));
                result.first.push(result.edges.len());
                result.accept.push(self.accept[s]);
            }
        }
        (result, useful)
    }

    /// The class of each state under forward bisimulation that counts up to `cap` equal successors
    /// (`cap` 1: plain bisimulation), and the number of classes.
    pub(crate) fn bisimulation(&self, cap: u8, limits: &Limits) -> Result<(Vec<u32>, usize), Limit> {
        let n = self.states();
        let mut class: Vec<u32> = self.accept.iter().map(|&a| u32::from(a)).collect();
        let mut count = 0;
        let mut signature: Vec<u64> = Vec::new();
        loop {
            let mut ids: Interner<u64> = Interner::new();
            let mut next = Vec::with_capacity(n);
            for s in 0..n as u32 {
                if s % PACE == 0 {
                    limits.budget.check()?;
                }
                signature.clear();
                signature.extend(
                    self.edges(s).iter().map(|&(l, t)| u64::from(l) << 32 | u64::from(class[t as usize])),
                );
                signature.sort_unstable();
                cap_repeats(&mut signature, cap);
                signature.push(u64::from(class[s as usize]));
                next.push(ids.intern(&signature).0 as u32);
            }
            class = next;
            if ids.len() == count {
                return Ok((class, count));
            }
            count = ids.len();
        }
    }

    /// The quotient by [`Self::bisimulation`]: the same options counted up to `cap`.
    pub(crate) fn quotient(&self, cap: u8, limits: &Limits) -> Result<Self, Limit> {
        let (class, count) = self.bisimulation(cap, limits)?;
        if count == self.states() {
            return Ok(Nfa {
                first: self.first.clone(),
                edges: self.edges.clone(),
                accept: self.accept.clone(),
                starts: self.starts.clone(),
            });
        }
        let mut member = vec![u32::MAX; count];
        for (s, &c) in class.iter().enumerate().rev() {
            member[c as usize] = s as u32;
        }
        let mut result = Nfa { first: vec![0], edges: Vec::new(), accept: Vec::new(), starts: Vec::new() };
        let mut row: Vec<u64> = Vec::new();
        for &s in &member {
            row.clear();
            row.extend(self.edges(s).iter().map(|&(l, t)| u64::from(l) << 32 | u64::from(class[t as usize])));
            row.sort_unstable();
            cap_repeats(&mut row, cap);
            result.edges.extend(row.iter().map(|&e| ((e >> 32) as u32, e as u32)));
            result.first.push(result.edges.len());
            result.accept.push(self.accepts(s));
        }
        for list in &self.starts {
            let mut starts: Vec<u64> = list.iter().map(|&s| u64::from(class[s as usize])).collect();
            starts.sort_unstable();
            cap_repeats(&mut starts, cap);
            result.starts.push(starts.into_iter().map(|s| s as u32).collect());
        }
        Ok(result)
    }

    /// The deterministic automaton on valid words: output = number of accepting runs, at most `cap`.
    /// States are multisets of NFA states with at most `cap` repeats (`cap` 1: the subset construction).
    pub(crate) fn determinise(&self, universe: &Dfa, cap: u8, limits: &Limits) -> Result<Dfa, Limit> {
        let letters = universe.letters();
        let mut sets: Interner<u32> = Interner::new();
        sets.intern(&[0]);
        let mut starts = Vec::new();
        let mut key: Vec<u32> = Vec::new();
        for (mode, list) in self.starts.iter().enumerate() {
            key.clear();
            key.push(universe.starts()[mode]);
            let mut members: Vec<u64> = list.iter().map(|&s| u64::from(s)).collect();
            members.sort_unstable();
            cap_repeats(&mut members, cap);
            key.extend(members.iter().map(|&s| s as u32));
            starts.push(if key.len() > 1 { sets.intern(&key).0 as u32 } else { 0 });
        }
        let mut delta = vec![0u32; letters];
        let mut output = vec![0u8];
        let mut moves: Vec<u64> = Vec::new();
        let mut at = 1;
        while at < sets.len() {
            limits.check(
                "a determinised move family",
                sets.len(),
                sets.bytes() + sets.len() * letters * 4,
            )?;
            moves.clear();
            let set = sets.get(at);
            let valid = set[0];
            let mut count = 0usize;
            for &s in &set[1..] {
                count += usize::from(self.accepts(s));
                moves.extend(self.edges(s).iter().map(|&(l, t)| u64::from(l) << 32 | u64::from(t)));
            }
            output.push(count.min(usize::from(cap)) as u8);
            moves.sort_unstable();
            cap_repeats(&mut moves, cap);
            let base = delta.len();
            delta.resize(base + letters, 0);
            let mut rest = moves.as_slice();
            while let Some(&m) = rest.first() {
                let letter = (m >> 32) as u32;
                let end = rest.partition_point(|&m| (m >> 32) as u32 == letter);
                let next = universe.next(valid, letter);
                if next != 0 {
                    key.clear();
                    key.push(next);
                    key.extend(rest[..end].iter().map(|&m| m as u32));
                    delta[base + letter as usize] = sets.intern(&key).0 as u32;
                }
                rest = &rest[end..];
            }
            at += 1;
        }
        Ok(Dfa::raw(letters, delta, output, starts))
    }
}

/// Keeps at most `cap` of every run of equal elements of a sorted list.
pub(crate) fn cap_repeats(list: &mut Vec<u64>, cap: u8) {
    if cap == 1 {
        list.dedup();
        return;
    }
    let (mut kept, mut run) = (0usize, 0u8);
    for i in 0..list.len() {
        run = if kept > 0 && list[kept - 1] == list[i] { run.saturating_add(1) } else { 1 };
        if run <= cap {
            list[kept] = list[i];
            kept += 1;
        }
    }
    list.truncate(kept);
}
