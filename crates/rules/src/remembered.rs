//! Games of one pile in which what the players remember bounds the next amount: what may be taken are the amounts from a
//! least one to a greatest one, which depends on the pile and on the memory; and what is remembered then depends on the
//! pile and the amount alone, not on what was remembered before. Fibonacci Nim and its like.

use crate::bind::{Arranged, Rules};
use crate::code::Node;
use crate::error::RuleError;
use crate::steady::{Rise, truth};

/// The moves of such a game.
pub struct UpTo<'a> {
    rules: &'a Rules,
    moves: &'a Arranged,
    least: u64,
}

impl Rules {
    /// The moves, if what is remembered bounds the next amount and is told by the last one.
    ///
    /// ```
    /// let read = |text: &str| wythoff_rules::Rules::read(text).unwrap();
    /// let fibonacci = read("piles ordered n\nmemory last = 0\n\
    ///     move (i) where if last == 0 then i < n else i <= 2*last then last = i");
    /// let moves = fibonacci.up_to().unwrap();
    /// assert!(moves.allows(8, &[2], 4).unwrap() && !moves.allows(8, &[2], 5).unwrap());
    /// assert!(read("piles ordered n\nmemory last = 0\nmove (i) where i != last then last = i").up_to().is_none());
    /// ```
    pub fn up_to(&self) -> Option<UpTo<'_>> {
        let ([moves], 1, false) = (&self.arranged[..], self.coordinates.len(), self.memory.is_empty()) else {
            return None;
        };
        let ([variable], [Some(take)]) = (&moves.variables[..], &moves.linear[..]) else { return None };
        let alone = take.constant == 0 && take.terms.len() == 1 && take.coefficient(variable.slot) == 1;
        if !alone || variable.list.is_some() || self.positions.is_some() || self.piles() != 1 {
            return None;
        }
        let mut least = 0;
        for (low, shift) in &variable.lows {
            let low = low.node.linear().filter(|low| low.is_constant())?;
            least = least.max(low.constant.checked_add(*shift)?);
        }
        // To take nothing is a mistake that the plain way tells.
        if least < 1 {
            return None;
        }
        let cells = 1..1 + self.memory.len();
        let after = cells.end;
        let asks = |node: &Node, slots: &dyn Fn(usize) -> bool| {
            let mut found = false;
            node.slots(&mut |slot| found |= slots(slot));
            found
        };
        let depends = |slot: usize| slot == variable.slot || slot == after;
        if variable.highs.iter().any(|(high, _)| asks(&high.node, &depends))
            || moves.updates.iter().any(|(_, update)| asks(&update.node, &|slot| cells.contains(&slot)))
            || moves.updates.len() < self.memory.len()
        {
            return None;
        }
        // As the amount grows, what is left falls.
        let ways = |slot: usize| match slot {
            _ if slot == variable.slot => Rise { up: true, down: false, natural: true },
            _ if slot == after => Rise { up: false, down: true, natural: true },
            _ => Rise { up: false, down: false, natural: !cells.contains(&slot) },
        };
        let falls = |condition: &Node| truth(condition, &ways).is_some_and(|truth| !truth.up);
        if moves.condition.as_ref().is_some_and(|condition| !falls(&condition.node)) {
            return None;
        }
        Some(UpTo { rules: self, moves, least: least as u64 })
    }
}

impl UpTo<'_> {
    /// The least amount that may ever be taken.
    pub fn least(&self) -> u64 {
        self.least
    }

    /// Whether an amount may be taken; then every smaller one may be that is not less than the least.
    pub fn allows(&self, pile: u64, memory: &[i64], amount: u64) -> Result<bool, RuleError> {
        if amount < self.least || amount > pile {
            return Ok(false);
        }
        self.with_slots(pile, memory, amount, |slots| {
            for (high, shift) in &self.moves.variables[0].highs {
                if (amount as i64) > high.clamped(slots, &mut self.rules.effort())?.saturating_add(*shift) {
                    return Ok(false);
                }
            }
            self.moves
                .condition
                .as_ref()
                .map_or(Ok(true), |condition| condition.holds(slots, &mut self.rules.effort()))
        })
    }

    /// Writes what is remembered after an amount has been taken; `false` if some number is too large.
    pub fn remember(&self, pile: u64, amount: u64, memory: &mut [i64]) -> Result<bool, RuleError> {
        for (cell, update) in &self.moves.updates {
            let value =
                self.with_slots(pile, &[], amount, |slots| update.clamped(slots, &mut self.rules.effort()))?;
            if value == i64::MIN || value == i64::MAX {
                return Ok(false);
            }
            memory[*cell] = value;
        }
        Ok(true)
    }

    /// Calls with the slots of a move: the pile, the memory, what is left and the amount.
    fn with_slots<T>(&self, pile: u64, memory: &[i64], amount: u64, call: impl FnOnce(&[i64]) -> T) -> T {
        let (cells, slot) = (self.rules.memory.len(), self.moves.variables[0].slot);
        let mut few = [0i64; 8];
        let mut many = Vec::new();
        let slots = match few.get_mut(..=slot) {
            Some(few) => few,
            None => {
                many.resize(slot + 1, 0);
                &mut many[..]
            }
        };
        slots[0] = pile as i64;
        slots[1..1 + memory.len()].copy_from_slice(memory);
        slots[1 + cells] = pile as i64 - amount as i64;
        slots[slot] = amount as i64;
        call(slots)
    }
}
