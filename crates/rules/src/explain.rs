//! Whether one move is legal, and if not, why: the condition or the range that it breaks, or what the families take.

use crate::bind::{Arranged, Rules, Value};
use crate::code::{Code, Node};
use crate::error::RuleError;
use crate::game::PileOrder;
use crate::linear::Linear;
use crate::rules::show_position;
use crate::walk::Walk;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// Most lines of an explanation.
const LINES: usize = 12;

/// Most amounts that are tried for an explanation.
const TRIED: u64 = 1 << 22;

/// Whether a move is legal, and why not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Legality {
    /// It is, by a move of this family.
    Legal {
        /// Index of the family.
        family: usize,
    },
    /// It is not; for each family that has a word on it, the condition that it breaks.
    Illegal {
        /// One reason a line.
        reasons: Vec<String>,
    },
}

impl Rules {
    /// A family that takes just what is missing, where that can be told from the amounts: at once, however large the
    /// piles. Both positions are canonical; only this order and the one turned around are tried.
    fn taking(&self, from: &[u64], to: &[u64]) -> Result<Option<usize>, RuleError> {
        if !self.memory().is_empty() {
            return Ok(None);
        }
        let turned: Vec<u64> = to.iter().rev().copied().collect();
        for to in [to, &turned[..if self.is_symmetric() { turned.len() } else { 0 }]] {
            let taken: Option<Vec<u64>> = from.iter().zip(to).map(|(x, left)| x.checked_sub(*left)).collect();
            let Some(taken) = taken.filter(|taken| taken.len() == from.len()) else { continue };
            for pattern in self.patterns() {
                if pattern.accepts(from, &taken)? == Some(true) {
                    return Ok(Some(pattern.family()));
                }
            }
        }
        Ok(None)
    }

    /// Whether there is a move from one position to another, by which family, or which condition it breaks.
    pub fn legality(&self, from: &[u64], memory: &[i64], to: &[u64]) -> Result<Legality, RuleError> {
        let wanted = self.canonical(to);
        if let Some(family) = self.taking(&self.canonical(from), &wanted)? {
            return Ok(Legality::Legal { family });
        }
        let (mut reasons, mut said): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
        let mut walk = Walk::new(self, from, memory)?;
        walk.aim(&wanted);
        for arranged in &self.arranged {
            let mut legal = false;
            let _ = walk.family_unconditionally(arranged, &mut |walk| {
                if self.canonical(&walk.to) != wanted {
                    return Ok(ControlFlow::Continue(()));
                }
                let Some(condition) = walk.broken(arranged)? else {
                    legal = true;
                    return Ok(ControlFlow::Break(()));
                };
                // That the piles would change places is no reason: the same move is tried in its place too.
                let swapped = self.order() == PileOrder::Sorted && !walk.to.is_sorted();
                // One set of amounts is enough for an example.
                let reason = self.of_family(arranged, &format!("needs {condition}"));
                if !(swapped && self.is_order(&condition) || said.contains(&reason)) {
                    let values = self.values_in(&condition, arranged, &walk.slots);
                    reasons.push(format!("{reason}{values}"));
                    said.push(reason);
                }
                Ok(ControlFlow::Continue(()))
            })?;
            if legal {
                return Ok(Legality::Legal { family: arranged.family });
            }
        }
        let here = self.canonical(from);
        if reasons.is_empty() && here == wanted {
            reasons.push("takes nothing: a move changes some pile".to_string());
        } else if reasons.is_empty() && self.only_takes() {
            let names = self.coordinates().iter().zip(here.iter().zip(&wanted));
            for (name, (a, b)) in names.filter(|(_, (a, b))| b > a) {
                reasons.push(format!("a pile cannot grow: {name} from {a} to {b}"));
            }
        }
        if reasons.is_empty() && !self.is_position(&wanted)? {
            reasons.push(format!("{} is not a position of the game", show_position(to)));
        }
        if reasons.is_empty() {
            for arranged in &self.arranged {
                // A search for an explanation that becomes too long explains nothing.
                if let Ok(Some(reason)) = self.out_of_range(arranged, from, memory, &wanted) {
                    add(&mut reasons, self.of_family(arranged, &reason));
                }
            }
        }
        if reasons.is_empty() {
            reasons = self.what_is_taken(&here, &wanted);
        }
        Ok(Legality::Illegal { reasons })
    }

    fn of_family(&self, arranged: &Arranged, what: &str) -> String {
        let family = &self.families[arranged.family];
        format!("{} {}: {what}", family.label, family.text)
    }

    /// Whether a condition says `x' <= y'` of two coordinates.
    fn is_order(&self, condition: &str) -> bool {
        let sides: Option<(&str, &str)> = condition.split_once("<=").or_else(|| condition.split_once('<'));
        let after = |side: &str| {
            let name = side.trim().strip_suffix('\'');
            name.is_some_and(|name| self.coordinates.iter().any(|c| c == name))
        };
        sides.is_some_and(|(a, b)| after(a) && after(b))
    }

    /// The values of the names in a condition: ` (k = 1, l = 3)`.
    fn values_in(&self, condition: &str, arranged: &Arranged, slots: &[i64]) -> String {
        let mut values: Vec<String> = Vec::new();
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '\'';
        for name in condition.split(|c| !is_part(c)).filter(|name| !name.is_empty()) {
            let slot = arranged.names.iter().find(|(n, _)| n == name).and_then(|(_, slot)| slots.get(*slot));
            let value = slot.map(i64::to_string).or_else(|| {
                let parameter = self.values().iter().find(|(n, _)| n == name).map(|(_, value)| value);
                parameter.filter(|v| matches!(v, Value::Integer(_))).map(Value::to_string)
            });
            if let Some(value) = value {
                add(&mut values, format!("{name} = {value}"));
            }
        }
        if values.is_empty() { String::new() } else { format!(" ({})", values.join(", ")) }
    }

    /// The range of an amount that the move breaks, if the family has the move when amounts are free.
    fn out_of_range(
        &self,
        arranged: &Arranged,
        from: &[u64],
        memory: &[i64],
        wanted: &[u64],
    ) -> Result<Option<String>, RuleError> {
        let mut free = arranged.clone();
        free.skip_zero = true;
        for (variable, caps) in free.variables.iter_mut().zip(&arranged.caps) {
            let zero = Code { node: Node::Const(0), source: self.source.clone() };
            variable.lows = vec![(zero, 0)];
            if !caps.is_empty() {
                variable.highs.clear();
                variable.list = None;
            }
        }
        let mut found = None;
        let mut walk = Walk::new(self, from, memory)?;
        walk.limit(TRIED);
        walk.aim(wanted);
        let _ = walk.family_unconditionally(&free, &mut |walk| {
            if self.canonical(&walk.to) != wanted {
                return Ok(ControlFlow::Continue(()));
            }
            for variable in &arranged.variables {
                let name = arranged.names.iter().find(|(_, slot)| *slot == variable.slot);
                let (Some((name, _)), value) = (name, walk.slots[variable.slot]) else { continue };
                let (mut low, mut high) = (i64::MIN, i64::MAX);
                for (code, shift) in &variable.lows {
                    low = low.max(walk.clamped(code)?.saturating_add(*shift));
                }
                for (code, shift) in &variable.highs {
                    high = high.min(walk.clamped(code)?.saturating_add(*shift));
                }
                let needs = match &variable.list {
                    Some(list) if !list.contains(&value) => format!("{name} is in its list"),
                    _ if value < low => format!("{name} >= {low}"),
                    _ if value > high => format!("{name} <= {high}"),
                    _ => continue,
                };
                found = Some(format!("needs {needs} here ({name} = {value})"));
                return Ok(ControlFlow::Break(()));
            }
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(found)
    }

    /// What the move takes, and what each family takes.
    fn what_is_taken(&self, from: &[u64], to: &[u64]) -> Vec<String> {
        let mut ways: BTreeSet<Vec<u64>> = BTreeSet::new();
        let amounts =
            |to: &[u64]| from.iter().zip(to).map(|(a, b)| a.checked_sub(*b)).collect::<Option<Vec<_>>>();
        ways.extend(amounts(to));
        if self.is_symmetric() {
            for i in 0..to.len() {
                for j in 0..i {
                    let mut swapped = to.to_vec();
                    swapped.swap(i, j);
                    ways.extend(amounts(&swapped));
                }
            }
        }
        let shown: Vec<String> =
            ways.iter().map(|way| way.iter().map(u64::to_string).collect::<Vec<_>>().join(" and ")).collect();
        let mut lines = Vec::new();
        if !shown.is_empty() {
            lines.push(format!("the move takes {}, and no family does", shown.join(", or ")));
        }
        for arranged in &self.arranged {
            let all = self.arranged.iter().filter(|a| a.family == arranged.family);
            let is_taken = |form: &&Option<Linear>| {
                form.as_ref().is_none_or(|form| form.constant != 0 || !form.terms.is_empty())
            };
            let taken: Vec<Vec<&Option<Linear>>> =
                all.map(|a| a.linear.iter().filter(is_taken).collect()).collect();
            let equal = |pair: &[&Option<Linear>]| match (pair[0], pair[1]) {
                (Some(a), Some(b)) => a.constant == b.constant && a.terms == b.terms,
                _ => false,
            };
            let what = if taken.iter().all(|forms| forms.len() == 1) {
                "takes from one pile"
            } else if taken.iter().all(|forms| forms.windows(2).all(equal)) {
                "takes equal amounts"
            } else {
                "takes other amounts"
            };
            add(&mut lines, self.of_family(arranged, what));
            if lines.len() > LINES {
                lines.pop();
                lines.push("and so on".to_string());
                break;
            }
        }
        lines
    }
}

/// Adds a line that is not there yet.
fn add(lines: &mut Vec<String>, line: String) {
    if !lines.contains(&line) {
        lines.push(line);
    }
}
