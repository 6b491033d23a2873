//! Move families: their labels, successors, and the exploration of all moves between two automata.

use std::collections::{HashMap, HashSet};

use super::arithmetic::{Condition, Known, Numeration};
use super::{Dfa, Reason, Work};

/// How a family changes one coordinate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    Same,
    Less,
    AtMost,
    Any,
}

impl Change {
    pub(crate) fn parse(word: &str) -> Option<Self> {
        Some(match word {
            "same" => Change::Same,
            "less" => Change::Less,
            "atmost" => Change::AtMost,
            "any" => Change::Any,
            _ => return None,
        })
    }

    fn allows(self, x: i64, y: i64) -> bool {
        match self {
            Change::Same => y == x,
            Change::Less => y < x,
            Change::AtMost => y <= x,
            Change::Any => true,
        }
    }
}

/// A move family. `conditions` have one coefficient a coordinate when read; `prepare` splits them into those
/// of the piles and `fixed`, those of the bounded coordinates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Family {
    pub(crate) label: String,
    pub(crate) change: Vec<Change>,
    pub(crate) conditions: Vec<Condition>,
    pub(crate) blockable: bool,
    /// Coefficients of all coordinates, before and after, those of piles replaced by 0.
    fixed: Vec<(Vec<i64>, Vec<i64>)>,
    /// The changes of the piles.
    piles: Vec<Change>,
}

impl Family {
    pub(crate) fn new(
        label: String,
        change: Vec<Change>,
        conditions: Vec<Condition>,
        blockable: bool,
    ) -> Self {
        Family { label, change, conditions, blockable, fixed: Vec::new(), piles: Vec::new() }
    }

    /// Every move decreases a pile and raises none; or all piles stay, no bounded coordinate grows and one
    /// decreases.
    pub(crate) fn terminates(&self, coordinates: &[Option<i64>]) -> Result<(), String> {
        let pairs = || self.change.iter().zip(coordinates);
        if pairs().any(|(c, v)| v.is_none() && *c == Change::Any) {
            return Err("a pile may grow".into());
        }
        let less_pile = pairs().any(|(c, v)| v.is_none() && *c == Change::Less);
        let calm = pairs().all(|(c, v)| if v.is_none() { *c == Change::Same } else { *c != Change::Any });
        let less_other = pairs().any(|(c, v)| v.is_some() && *c == Change::Less);
        if less_pile || (calm && less_other) {
            Ok(())
        } else {
            Err("a move need not decrease anything".into())
        }
    }

    pub(crate) fn prepare(&mut self, piles: &[usize]) {
        self.piles = piles.iter().map(|&i| self.change[i]).collect();
        self.fixed.clear();
        for c in &mut self.conditions {
            let rest = |list: &[i64]| -> Vec<i64> {
                list.iter().enumerate().map(|(i, &v)| if piles.contains(&i) { 0 } else { v }).collect()
            };
            self.fixed.push((rest(&c.before), rest(&c.after)));
            c.before = piles.iter().map(|&i| c.before[i]).collect();
            c.after = piles.iter().map(|&i| c.after[i]).collect();
        }
        self.measure();
    }

    /// After `meet`: the conditions are already split.
    pub(crate) fn prepare_again(&mut self, piles: &[usize]) {
        self.piles = piles.iter().map(|&i| self.change[i]).collect();
        self.measure();
    }

    /// Sums of positive and negative coefficients; a pile that stays counts once, with both coefficients.
    fn measure(&mut self) {
        for c in &mut self.conditions {
            (c.positive, c.negative) = (0, 0);
            let mut add = |v: i64| if v > 0 { c.positive += v } else { c.negative -= v };
            for (i, change) in self.piles.iter().enumerate() {
                if *change == Change::Same {
                    add(c.before[i] + c.after[i]);
                } else {
                    add(c.before[i]);
                    add(c.after[i]);
                }
            }
        }
    }

    /// The moves of both families; `None` if there are none by the changes alone. Prepared families only.
    pub(crate) fn meet(&self, other: &Family) -> Option<Family> {
        let mut both = self.clone();
        for (a, &b) in both.change.iter_mut().zip(&other.change) {
            *a = match (*a, b) {
                (x, y) if x == y => x,
                (Change::Any, x) | (x, Change::Any) => x,
                (Change::AtMost, x) | (x, Change::AtMost) => x,
                _ => return None,
            };
        }
        both.conditions.extend(other.conditions.iter().cloned());
        both.fixed.extend(other.fixed.iter().cloned());
        Some(both)
    }

    /// Whether y is an option of x by this family, by the definition. For a family as read, before `prepare`.
    pub(crate) fn contains(&self, x: &[i64], y: &[i64]) -> bool {
        let change = self.change.iter().zip(x.iter().zip(y)).all(|(c, (&a, &b))| c.allows(a, b));
        change && self.conditions.iter().all(|c| c.met(x, y))
    }

    /// Whether the conditions that speak of x alone allow a move from there. For a family as read.
    pub(crate) fn begins_at(&self, x: &[i64]) -> bool {
        let mut alone = self.conditions.iter().filter(|c| c.after.iter().all(|c| *c == 0));
        alone.all(|c| c.met(x, &[]))
    }
}

/// A state of a family's automaton, as numbers: digits to come modulo P, state of the target automaton on the option,
/// the piles already smaller (a bit each), and what is known of each condition, by its number in [`Conditions`].
pub(crate) type Label = Vec<u32>;

/// The memory that a label takes as the key of a table and in a list.
pub(crate) fn label_bytes(label: &[u32]) -> usize {
    2 * (2 * std::mem::size_of::<Label>() + 16 + 4 * label.len())
}

/// What can be known of the conditions of a family, numbered as it is met, with the steps that were made: each is computed
/// once, however many labels it is part of.
pub(crate) struct Conditions {
    each: Vec<Steps>,
}

struct Steps {
    /// What the letters before and after a move weigh.
    before: Vec<i64>,
    after: Vec<i64>,
    least: i64,
    /// Number 0 is `True`.
    list: Vec<Known>,
    numbers: HashMap<Known, u32>,
    /// For each number, by index and weight: the number of what is known next, or one of the two below.
    next: Vec<Vec<u32>>,
    /// Weights that there are; more are not remembered.
    span: usize,
}

const UNSEEN: u32 = u32::MAX;
const FAILS: u32 = u32::MAX - 1;
const MOST_WEIGHTS: usize = 4096;

impl Conditions {
    pub(crate) fn new(space: &Space, family: &Family, work: &mut Work) -> Result<Conditions, Reason> {
        let zeros = vec![0; space.piles.len()];
        let mut each = Vec::new();
        for c in &family.conditions {
            work.keep(16 * space.digits.len() + 512)?;
            let before: Vec<i64> = space.digits.iter().map(|x| c.weight(x, &zeros)).collect();
            let after: Vec<i64> = space.digits.iter().map(|y| c.weight(&zeros, y)).collect();
            let end =
                |f: fn(i64, i64) -> i64| before.iter().copied().fold(0, f) + after.iter().copied().fold(0, f);
            let (least, most) = (end(i64::min), end(i64::max));
            let span = (most - least + 1) as usize;
            let numbers = HashMap::from([(Known::True, 0)]);
            each.push(Steps {
                before,
                after,
                least,
                list: vec![Known::True],
                numbers,
                next: vec![Vec::new()],
                span: if span > MOST_WEIGHTS { 0 } else { span },
            });
        }
        Ok(Conditions { each })
    }

    /// The number of what is known of a condition.
    pub(crate) fn number(&mut self, condition: usize, known: Known, work: &mut Work) -> Result<u32, Reason> {
        let steps = &mut self.each[condition];
        if let Some(number) = steps.numbers.get(&known) {
            return Ok(*number);
        }
        let values = if let Known::Value(v) = &known { v.len() } else { 0 };
        work.keep(4 * (64 + 8 * values))?;
        let number = steps.list.len() as u32;
        steps.numbers.insert(known.clone(), number);
        steps.list.push(known);
        steps.next.push(Vec::new());
        Ok(number)
    }

    fn known(&self, condition: usize, number: u32) -> &Known {
        &self.each[condition].list[number as usize]
    }

    /// What is known of a condition after a letter of x and one of the option.
    fn step(
        &mut self,
        (condition, c): (usize, &Condition),
        system: &Numeration,
        (number, index): (u32, usize),
        (letter, hidden): (u32, u32),
        work: &mut Work,
    ) -> Result<Option<u32>, Reason> {
        if number == 0 {
            return Ok(Some(0));
        }
        let steps = &mut self.each[condition];
        let weight = steps.before[letter as usize] + steps.after[hidden as usize];
        let slot = index * steps.span + (weight - steps.least) as usize;
        if steps.span > 0 {
            if steps.next[number as usize].is_empty() {
                work.keep(4 * steps.span * system.period())?;
                steps.next[number as usize] = vec![UNSEEN; steps.span * system.period()];
            }
            match steps.next[number as usize][slot] {
                UNSEEN => {}
                FAILS => return Ok(None),
                next => return Ok(Some(next)),
            }
        }
        let next = c.step(system, &steps.list[number as usize], index, weight)?;
        let next = next.map(|known| self.number(condition, known, work)).transpose()?;
        if self.each[condition].span > 0 {
            self.each[condition].next[number as usize][slot] = next.unwrap_or(FAILS);
        }
        Ok(next)
    }
}

/// Letters and coordinates of a game in a numeration.
pub(crate) struct Space {
    pub(crate) system: Numeration,
    pub(crate) piles: Vec<usize>,
    base: u64,
    /// The digits of each letter, one a pile.
    pub(crate) digits: Vec<Vec<u64>>,
    /// The values of all coordinates (piles 0) for each value of the bounded ones, first coordinate fastest.
    pub(crate) modes: Vec<Vec<i64>>,
}

impl Space {
    pub(crate) fn new(system: Numeration, coordinates: &[Option<i64>]) -> Result<Self, String> {
        let piles: Vec<usize> = (0..coordinates.len()).filter(|&i| coordinates[i].is_none()).collect();
        let base = system.max.iter().max().map_or(1, |m| m + 1);
        let letters =
            base.checked_pow(piles.len() as u32).filter(|&n| n <= 4096).ok_or("more than 4096 letters")?;
        let split = |mut code: u64| -> Vec<u64> {
            let mut digits = Vec::new();
            for _ in &piles {
                digits.push(code % base);
                code /= base;
            }
            digits
        };
        let digits = (0..letters).map(split).collect();
        let mut modes = vec![vec![0; coordinates.len()]];
        for (i, c) in coordinates.iter().enumerate() {
            if let Some(c) = c {
                let copy = |v: i64| {
                    modes.iter().map(move |m: &Vec<i64>| {
                        let mut m = m.clone();
                        m[i] = v;
                        m
                    })
                };
                modes = (0..*c).flat_map(copy).collect();
            }
        }
        Ok(Space { system, piles, base, digits, modes })
    }

    /// The number of digits that there are.
    pub(crate) fn base(&self) -> u64 {
        self.base
    }

    /// The number of a letter written `d,d,..`.
    pub(crate) fn letter(&self, text: &str) -> Option<u32> {
        let mut code = 0u64;
        let mut digits = 0;
        for digit in text.rsplit(',') {
            digits += 1;
            if digits > self.piles.len() {
                return None;
            }
            code = code * self.base + digit.parse::<u64>().ok().filter(|d| *d < self.base)?;
        }
        (digits == self.piles.len()).then_some(code as u32)
    }

    /// The automaton of all positions.
    pub(crate) fn universe(&self, work: &mut Work) -> Result<Dfa, Reason> {
        let mut states: Vec<(usize, Vec<usize>)> = vec![(0, vec![0; self.piles.len()])];
        let mut dfa = Dfa { starts: vec![1; self.modes.len()], output: vec![0], rows: vec![vec![]] };
        let mut ids: HashMap<(usize, Vec<usize>), usize> = HashMap::new();
        ids.insert(states[0].clone(), 1);
        let mut at = 0;
        while at < states.len() {
            let (phase, flags) = states[at].clone();
            let index = (phase + self.system.period() - 1) % self.system.period();
            let mut row = Vec::new();
            for (letter, digits) in self.digits.iter().enumerate() {
                work.spend(1)?;
                let next: Option<Vec<usize>> =
                    flags.iter().zip(digits).map(|(&f, &d)| self.system.follow(index, f, d)).collect();
                if let Some(next) = next {
                    let target = *ids.entry((index, next)).or_insert_with_key(|key| {
                        states.push(key.clone());
                        states.len()
                    });
                    row.push((letter as u32, target));
                }
            }
            // The state, twice, and its row, which may have grown to twice its length.
            work.keep(2 * 16 * row.len() + 6 * (48 + 8 * self.piles.len()))?;
            dfa.rows.push(row);
            dfa.output.push(u8::from(phase == 0));
            at += 1;
        }
        Ok(dfa)
    }

    /// The labels before any digit, for one value of the bounded coordinates before the move.
    pub(crate) fn first_labels(
        &self,
        (family, conditions): (&Family, &mut Conditions),
        target: &Dfa,
        mode: usize,
        work: &mut Work,
    ) -> Result<Vec<Label>, Reason> {
        let mut labels = Vec::new();
        let x = &self.modes[mode];
        'mode: for (m, y) in self.modes.iter().enumerate() {
            work.spend(1 + family.conditions.len())?;
            let fits = (0..x.len()).all(|i| self.piles.contains(&i) || family.change[i].allows(x[i], y[i]));
            if !fits || target.starts[m] == 0 {
                continue;
            }
            let mut label = vec![0, target.starts[m] as u32, 0];
            for (i, (c, (before, after))) in family.conditions.iter().zip(&family.fixed).enumerate() {
                let constant = (0..x.len()).map(|i| before[i] * x[i] + after[i] * y[i]).sum();
                let Some(known) = c.start(&self.system, constant) else { continue 'mode };
                label.push(conditions.number(i, known, work)?);
            }
            labels.push(label);
        }
        Ok(labels)
    }

    /// Tells the labels after one letter of x, for all letters of the option that the target reads.
    pub(crate) fn successors(
        &self,
        (family, conditions): (&Family, &mut Conditions),
        target: &Dfa,
        label: &[u32],
        letter: u32,
        work: &mut Work,
        found: &mut dyn FnMut(&[u32], &mut Work) -> Result<(), Reason>,
    ) -> Result<(), Reason> {
        let index = (label[0] as usize + self.system.period() - 1) % self.system.period();
        let x = &self.digits[letter as usize];
        if x.iter().any(|&d| d > self.system.max[index]) {
            return Ok(());
        }
        let mut next = label.to_vec();
        next[0] = index as u32;
        'option: for &(hidden, state) in target.rows.get(label[1] as usize).map_or(&[][..], |r| r) {
            work.spend(1 + family.conditions.len())?;
            let y = &self.digits[hidden as usize];
            let mut smaller = label[2];
            if state == 0 {
                continue;
            }
            for (i, change) in family.piles.iter().enumerate() {
                if x[i] == y[i] || smaller >> i & 1 == 1 {
                    continue;
                }
                if *change == Change::Same || y[i] > x[i] {
                    continue 'option;
                }
                smaller |= 1 << i;
            }
            (next[1], next[2]) = (state as u32, smaller);
            for (i, c) in family.conditions.iter().enumerate() {
                let known = (label[3 + i], index);
                match conditions.step((i, c), &self.system, known, (letter, hidden), work)? {
                    Some(known) => next[3 + i] = known,
                    None => continue 'option,
                }
            }
            found(&next, work)?;
        }
        Ok(())
    }

    /// Whether the label, with no digit to come, is a complete move into the target.
    pub(crate) fn accepts(
        &self,
        (family, conditions): (&Family, &Conditions),
        target: &Dfa,
        label: &[u32],
    ) -> bool {
        let holds = |(i, c): (usize, &Condition)| c.holds(&self.system, conditions.known(i, label[3 + i]));
        label[0] == 0
            && target.output.get(label[1] as usize).is_some_and(|&o| o > 0)
            && family.piles.iter().enumerate().all(|(i, c)| *c != Change::Less || label[2] >> i & 1 == 1)
            && family.conditions.iter().enumerate().all(holds)
    }

    /// All labels name states of the target.
    pub(crate) fn same_states(&self, labels: &[Label], target: &Dfa) -> Result<(), String> {
        if labels.iter().all(|l| (l[1] as usize) < target.output.len()) {
            Ok(())
        } else {
            Err("a label names a state that does not exist".into())
        }
    }

    /// The labels of a macro have one phase and name states of the target.
    pub(crate) fn same_phase<'a>(
        &self,
        labels: impl Iterator<Item = &'a Label>,
        target: &Dfa,
    ) -> Result<(), Reason> {
        let mut phase = None;
        for label in labels {
            if label[1] as usize >= target.output.len() || phase.is_some_and(|p| p != label[0]) {
                return Err("a macro mixes phases or names a state that does not exist".into());
            }
            phase = Some(label[0]);
        }
        Ok(())
    }

    /// Whether some x in `source`, not in `excused`, has an option in `target`: exploration of all pairs.
    pub(crate) fn has_move(
        &self,
        source: &Dfa,
        excused: &Dfa,
        target: &Dfa,
        family: &Family,
        work: &mut Work,
    ) -> Result<bool, Reason> {
        let mark = work.mark();
        let mut labels = Labels::new(Conditions::new(self, family, work)?);
        let mut seen: HashSet<[usize; 3]> = HashSet::new();
        let mut stack: Vec<[usize; 3]> = Vec::new();
        for mode in 0..self.modes.len() {
            for label in self.first_labels((family, &mut labels.conditions), target, mode, work)? {
                let node = [source.starts[mode], excused.starts[mode], labels.number(&label, work)?];
                if node[0] != 0 && seen.insert(node) {
                    stack.push(node);
                }
            }
        }
        while let Some([x, e, label]) = stack.pop() {
            let accepts = || self.accepts((family, &labels.conditions), target, &labels.list[label]);
            if source.output[x] > 0 && excused.output[e] == 0 && accepts() {
                return Ok(true);
            }
            for &(letter, next_x) in &source.rows[x] {
                if next_x == 0 {
                    continue;
                }
                let next_e = excused.next(e, letter);
                labels.follow(self, family, target, (label, letter), work)?;
                for &next in labels.after(label, letter) {
                    work.spend(1)?;
                    let node = [next_x, next_e, next];
                    if seen.insert(node) {
                        // Both the table and the stack may have grown to twice what they hold.
                        work.keep(4 * 32)?;
                        stack.push(node);
                    }
                }
            }
        }
        work.release(mark);
        Ok(false)
    }
}

/// The labels that were met, numbered, and their successors, each computed once: they do not depend on the state of x.
struct Labels {
    conditions: Conditions,
    list: Vec<Label>,
    numbers: HashMap<Label, usize>,
    /// By label and letter.
    after: Vec<Vec<Option<Vec<usize>>>>,
}

impl Labels {
    fn new(conditions: Conditions) -> Labels {
        Labels { conditions, list: Vec::new(), numbers: HashMap::new(), after: Vec::new() }
    }

    fn number(&mut self, label: &[u32], work: &mut Work) -> Result<usize, Reason> {
        if let Some(known) = self.numbers.get(label) {
            return Ok(*known);
        }
        work.keep(2 * label_bytes(label) + 64)?;
        self.list.push(label.to_vec());
        self.after.push(Vec::new());
        self.numbers.insert(label.to_vec(), self.list.len() - 1);
        Ok(self.list.len() - 1)
    }

    /// Computes the successors of a label under a letter, if they are not known.
    fn follow(
        &mut self,
        space: &Space,
        family: &Family,
        target: &Dfa,
        (label, letter): (usize, u32),
        work: &mut Work,
    ) -> Result<(), Reason> {
        if self.after[label].is_empty() {
            work.keep(24 * space.digits.len())?;
            self.after[label] = vec![None; space.digits.len()];
        }
        if self.after[label][letter as usize].is_none() {
            let mut flat = Vec::new();
            let from = self.list[label].clone();
            let conditions = (family, &mut self.conditions);
            space.successors(conditions, target, &from, letter, work, &mut |next, _| {
                flat.extend_from_slice(next);
                Ok(())
            })?;
            work.keep(16 + 8 * flat.len() / from.len())?;
            let next =
                flat.chunks(from.len()).map(|next| self.number(next, work)).collect::<Result<_, _>>()?;
            self.after[label][letter as usize] = Some(next);
        }
        Ok(())
    }

    fn after(&self, label: usize, letter: u32) -> &[usize] {
        self.after[label][letter as usize].as_deref().unwrap_or_default()
    }
}
