//! Automata for one linear or modular condition, over the alphabet of its digit sums.
//!
//! With n digits to come the value read so far is v_1 u_n + ... + v_k u_{n-k+1} + constant, and the digit sum
//! e = sum of coefficient · digit moves v by the recurrence: v' = (c_1 v_1 + v_2 + e, c_2 v_1 + v_3, ...).
//! What is still to come lies between -C⁻(u_n - 1) and C⁺(u_n - 1). As soon as this decides the inequality
//! for **all** n of the phase the state becomes "dead" or "true"; for Pisot recurrences finitely many states
//! remain. Equality, bands, bounds and vectors are all this one atom.

use std::cell::RefCell;

use crate::dfa::Dfa;
use crate::game::{Atom, Change};
use crate::hash::FastMap;
use crate::limits::{Limit, Limits};
use crate::numeration::Numeration;

/// What a state of an atom knows.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum AtomState {
    /// The condition holds whatever follows.
    True,
    /// v_1, ..., v_k and the constant, as explained in the module's page (modulo m for modular atoms).
    Value(Vec<i64>),
}

/// The automaton of an atom within a family. State 0 is dead.
#[derive(Debug, Clone)]
pub(crate) struct AtomMachine {
    /// Letters are e - least, e the digit sum.
    pub(crate) least: i64,
    dfa: Dfa,
    /// The start state for each constant that bounded coordinates contribute.
    starts: FastMap<i64, u32>,
    /// What each state knows; empty after minimisation.
    pub(crate) labels: Vec<AtomState>,
}

impl AtomMachine {
    pub(crate) fn next(&self, state: u32, letter: u32) -> u32 {
        self.dfa.next(state, letter)
    }

    pub(crate) fn accepts(&self, state: u32) -> bool {
        self.dfa.output(state) != 0
    }

    pub(crate) fn start(&self, constant: i64) -> u32 {
        self.starts.get(&constant).copied().unwrap_or(0)
    }

    /// The automaton with labels, not minimised. `before`, `after`: coefficients of the piles only;
    /// `change`: of the piles; `constants`: the contributions of bounded coordinates that occur.
    pub(crate) fn labelled(
        numeration: &Numeration,
        atom: &Atom,
        before: &[i64],
        after: &[i64],
        change: &[Change],
        constants: &[i64],
        limits: &Limits,
    ) -> Result<Self, Limit> {
        let scale = i128::from(numeration.scale());
        let k = numeration.degree();
        let period = numeration.period();
        // Tracks: a pile that stays contributes one track with the sum of its coefficients.
        let mut tracks: Vec<i64> = Vec::new();
        for ((&b, &a), change) in before.iter().zip(after).zip(change) {
            if *change == Change::Same {
                tracks.push(b + a);
            } else {
                tracks.extend([b, a]);
            }
        }
        let positive: i64 = tracks.iter().filter(|c| **c > 0).sum();
        let negative: i64 = -tracks.iter().filter(|c| **c < 0).sum::<i64>();
        let top = i64::from(numeration.max_digit());
        let least = -negative * top;
        let width = usize::try_from((positive + negative) * top + 1).unwrap_or(usize::MAX);
        limits.check("a linear condition", width, width.saturating_mul(4))?;

        // At most 13 products of 64-bit values and weights below 2^53: within 128 bits.
        let value = |v: &[i64]| -> i128 {
            let sum: i128 =
                v[..k].iter().zip(numeration.tail()).map(|(&x, &w)| i128::from(x) * i128::from(w)).sum();
            sum + i128::from(v[k]) * scale
        };
        let scratch: RefCell<Vec<i128>> = RefCell::default();
        // Whether v, with the sign and with a shift of its first part, is at least the bound for ever.
        let settled = |v: &[i64], shift: i64, sign: i128, phase: usize, bound: i128| -> bool {
            let mut wide = scratch.borrow_mut();
            wide.clear();
            wide.extend(v[..k].iter().map(|&x| i128::from(x) * sign));
            wide[0] += i128::from(shift);
            numeration.always_at_least(&wide, phase, bound)
        };
        enum Fate {
            Dead,
            True,
            Open,
        }
        let fate = |v: &[i64], phase: usize| -> Fate {
            let Atom::Linear { lo, hi, .. } = atom else { return Fate::Open };
            let constant = i128::from(v[k]);
            let (pos, neg) = (i128::from(positive), i128::from(negative));
            // Smallest possible value >= bound for all n; largest possible value <= bound for all n.
            let at_least = |bound: i128| settled(v, -negative, 1, phase, (bound - constant - neg) * scale);
            let at_most = |bound: i128| settled(v, -positive, -1, phase, (constant - bound - pos) * scale);
            let lo = lo.map(i128::from);
            let hi = hi.map(i128::from);
            if lo.is_some_and(|lo| at_most(lo - 1)) || hi.is_some_and(|hi| at_least(hi + 1)) {
                return Fate::Dead;
            }
            if lo.is_none_or(at_least) && hi.is_none_or(at_most) {
                return Fate::True;
            }
            Fate::Open
        };
        let modulus = match atom {
            Atom::Mod { modulus, .. } => Some(
                i64::from(*modulus)
                    .checked_mul(numeration.scale())
                    .ok_or(Limit::Numbers { what: "a modular condition" })?,
            ),
            Atom::Linear { .. } => None,
        };
        let reduce = |v: &mut [i64]| {
            if let Some(m) = modulus {
                v.iter_mut().for_each(|x| *x = x.rem_euclid(m));
            }
        };
        let accepts = |v: &[i64], phase: usize| -> bool {
            phase == 0
                && match atom {
                    Atom::Linear { lo, hi, .. } => {
                        let total = value(v);
                        lo.is_none_or(|lo| total >= i128::from(lo) * scale)
                            && hi.is_none_or(|hi| total <= i128::from(hi) * scale)
                    }
                    Atom::Mod { modulus, residue, .. } => {
                        (value(v) - i128::from(*residue) * scale).rem_euclid(i128::from(*modulus) * scale)
                            == 0
                    }
                }
        };

        // State 0 dead, state 1 true.
        let mut labels = vec![AtomState::Value(Vec::new()), AtomState::True];
        let mut phases = vec![0, 0];
        let mut ids: Vec<FastMap<Vec<i64>, u32>> = vec![FastMap::default(); period];
        let mut id = |v: &[i64], phase: usize, labels: &mut Vec<AtomState>, phases: &mut Vec<usize>| -> u32 {
            if let Some(&known) = ids[phase].get(v) {
                return known;
            }
            let state = match fate(v, phase) {
                Fate::Dead => 0,
                Fate::True => 1,
                Fate::Open => {
                    labels.push(AtomState::Value(v.to_vec()));
                    phases.push(phase);
                    labels.len() as u32 - 1
                }
            };
            ids[phase].insert(v.to_vec(), state);
            state
        };
        let mut starts = FastMap::default();
        for &constant in constants {
            let mut v = vec![0; k + 1];
            v[k] = constant;
            reduce(&mut v);
            let state = id(&v, 0, &mut labels, &mut phases);
            starts.insert(constant, state);
        }
        let mut delta = vec![0; width];
        delta.extend(std::iter::repeat_n(1, width));
        let mut output = vec![0, 1];
        let mut at = 2;
        let mut next: Vec<i64> = Vec::new();
        while at < labels.len() {
            limits.check("a linear condition", labels.len(), labels.len() * (width * 4 + 64))?;
            let AtomState::Value(v) = labels[at].clone() else { unreachable!("only state 1 is true") };
            let phase = phases[at];
            let index = (phase + period - 1) % period;
            output.push(u8::from(accepts(&v, phase)));
            let digit = i64::from(numeration.max_digit_at(index));
            let recurrence = numeration.recurrence(index);
            for letter in 0..width as i64 {
                let e = letter + least;
                if e < -negative * digit || e > positive * digit {
                    delta.push(0);
                    continue;
                }
                let step = |i: usize| {
                    let carried = if i + 1 < k { v[i + 1] } else { 0 };
                    let carried = if i == 0 { carried.checked_add(e)? } else { carried };
                    recurrence[i].checked_mul(v[0])?.checked_add(carried)
                };
                next.clear();
                for i in 0..k {
                    next.push(step(i).ok_or(Limit::Numbers { what: "a linear condition" })?);
                }
                next.push(v[k]);
                reduce(&mut next);
                delta.push(id(&next, index, &mut labels, &mut phases));
            }
            at += 1;
        }
        let start_list: Vec<u32> = constants.iter().map(|c| starts[c]).collect();
        Ok(AtomMachine { least, dfa: Dfa::raw(width, delta, output, start_list), starts, labels })
    }

    /// The minimal automaton, without labels.
    pub(crate) fn minimised(&self, constants: &[i64]) -> Self {
        let dfa = self.dfa.minimised();
        let starts = constants.iter().copied().zip(dfa.starts().iter().copied()).collect();
        AtomMachine { least: self.least, dfa, starts, labels: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Builds an atom on two piles and compares it with arithmetic on a box.
    fn compare(system: &str, atom: &Atom, change: &[Change], constant: i64) -> usize {
        let numeration: Numeration = system.parse().unwrap();
        let (before, after) = atom.coefficients();
        let raw =
            AtomMachine::labelled(&numeration, atom, before, after, change, &[constant], &Limits::default())
                .unwrap();
        let machine = raw.minimised(&[constant]);
        let bound = 14u64;
        let length = numeration.length(bound) + numeration.period();
        for code in 0..bound.pow(4) {
            let p: Vec<u64> = (0..4).map(|i| code / bound.pow(i) % bound).collect();
            let (x, y) = (&p[..2], &p[2..]);
            if (0..2).any(|i| change[i] == Change::Same && x[i] != y[i]) {
                continue;
            }
            let words: Vec<Vec<u8>> = p.iter().map(|&v| numeration.digits(v, length).unwrap()).collect();
            let mut state = machine.start(constant);
            let column = |i: usize| words.iter().map(|w| i64::from(w[i])).collect::<Vec<_>>();
            for digits in (0..words[0].len()).map(column) {
                let e: i64 = (0..2).map(|j| before[j] * digits[j] + after[j] * digits[2 + j]).sum();
                state = machine.next(state, (e - machine.least) as u32);
            }
            let shifted = match atom.clone() {
                Atom::Linear { before, after, lo, hi } => {
                    Atom::Linear { before, after, lo: lo.map(|b| b - constant), hi: hi.map(|b| b - constant) }
                }
                Atom::Mod { before, after, modulus, residue } => {
                    let residue = (i64::from(residue) - constant).rem_euclid(i64::from(modulus)) as u32;
                    Atom::Mod { before, after, modulus, residue }
                }
            };
            assert_eq!(machine.accepts(state), shifted.holds(x, y), "{system} {atom:?} {x:?} {y:?}");
        }
        machine.dfa.states()
    }

    #[test]
    fn atoms_agree_with_arithmetic() {
        use Change::{Less, Same};
        let diagonal = Atom::taken(&[1, -1], Some(0), Some(0));
        for system in ["zeckendorf", "base 2", "ostrowski 2 1", "parry 1 1 1", "parry 2 2"] {
            compare(system, &diagonal, &[Less, Less], 0);
            compare(system, &Atom::taken(&[1, -1], Some(-2), Some(1)), &[Less, Less], 1);
            compare(system, &Atom::taken(&[1, 0], None, Some(3)), &[Less, Same], 0);
            compare(system, &Atom::after(&[1, 1], Some(4), None), &[Less, Same], -2);
            compare(system, &Atom::taken(&[3, -2], Some(0), Some(0)), &[Less, Less], 0);
            compare(system, &Atom::taken_mod(&[1, 1], 3, 2), &[Less, Less], 4);
        }
    }

    #[test]
    fn the_diagonal_in_zeckendorf_has_fifteen_states() {
        let diagonal = Atom::taken(&[1, -1], Some(0), Some(0));
        assert_eq!(compare("zeckendorf", &diagonal, &[Change::Less, Change::Less], 0), 15);
    }
}
