//! What a certificate states, whole: coordinates, how play ends, terminal positions, moves; in words, and as a rule text.

use super::arithmetic::Bound;
use super::escaped;
use super::families::{Change, Family};

/// How play ends, and what may be blocked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Play {
    /// The player who cannot move loses.
    Normal,
    /// The player who cannot move wins.
    Misere,
    /// Normal play; before each move the opponent forbids at most k - 1 of the blockable options.
    Blocking(u8),
}

/// The game that an accepted certificate is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// `None`: a pile; otherwise the number of values.
    pub(super) coordinates: Vec<Option<i64>>,
    pub(super) play: Play,
    pub(super) terminals: Vec<Vec<i64>>,
    /// As read, with a coefficient for each coordinate.
    pub(super) families: Vec<Family>,
}

/// Terminal positions that are shown one by one.
const SHOWN: usize = 50;

impl Statement {
    /// How play ends.
    pub fn play(&self) -> Play {
        self.play
    }

    /// For each coordinate the number of its values; `None` for a pile.
    pub fn coordinates(&self) -> &[Option<i64>] {
        &self.coordinates
    }

    /// Positions from which no move is allowed although a family has one.
    pub fn terminals(&self) -> &[Vec<i64>] {
        &self.terminals
    }

    /// The values of the bounded coordinates, by the number of the tuple, first coordinate fastest.
    pub fn mode(&self, mut number: usize) -> Vec<i64> {
        let mut values = Vec::new();
        for count in self.coordinates.iter().flatten() {
            let count = usize::try_from(*count).unwrap_or(1).max(1);
            values.push((number % count) as i64);
            number /= count;
        }
        values
    }

    fn name(&self, i: usize) -> String {
        if self.coordinates[i].is_none() { format!("x{i}") } else { format!("i{i}") }
    }

    /// The statement, a sentence a line: positions and how play ends, terminal positions, moves. Control characters
    /// of names are shown by their numbers.
    pub fn words(&self) -> Vec<String> {
        let names = (0..self.coordinates.len()).map(|i| match self.coordinates[i] {
            None => format!("{} a pile", self.name(i)),
            Some(values) => format!("{} from 0 to {}", self.name(i), values - 1),
        });
        let play = match self.play {
            Play::Normal => "normal play: the player who cannot move loses".to_string(),
            Play::Misere => "misère play: the player who cannot move wins".to_string(),
            Play::Blocking(k) => format!(
                "blocking {k}: before each move the opponent forbids at most {} of the options that can be blocked, and the player who cannot move loses",
                k - 1
            ),
        };
        let mut out = vec![format!("positions: {}; {play}", names.collect::<Vec<_>>().join(", "))];
        if !self.terminals.is_empty() {
            let shown = self.terminals.iter().take(SHOWN).map(|t| format!("({})", numbers(t)));
            let more = match self.terminals.len().saturating_sub(SHOWN) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            out.push(format!("the game also ends at {}{more}", shown.collect::<Vec<_>>().join(", ")));
        }
        if self.families.is_empty() {
            out.push("there is no move".to_string());
        }
        out.extend(self.families.iter().map(|family| format!("move {}", self.family(family))));
        out
    }

    fn family(&self, family: &Family) -> String {
        let mut text = format!("{}:", label(&family.label));
        for (i, change) in family.change.iter().enumerate() {
            let x = self.name(i);
            let part = match change {
                Change::Same => format!("{x}' = {x}"),
                Change::Less => format!("{x}' < {x}"),
                Change::AtMost => format!("{x}' <= {x}"),
                Change::Any => format!("{x}' any"),
            };
            text += &format!("{} {part}", if i > 0 { "," } else { "" });
        }
        for c in &family.conditions {
            let sum = self.sum(&c.before, &c.after, " ");
            text += &match c.bound {
                Bound::Linear(Some(lo), Some(hi)) if lo == hi => format!("; {sum} = {lo}"),
                Bound::Linear(Some(lo), Some(hi)) => format!("; {lo} <= {sum} <= {hi}"),
                Bound::Linear(Some(lo), None) => format!("; {sum} >= {lo}"),
                Bound::Linear(None, Some(hi)) => format!("; {sum} <= {hi}"),
                Bound::Linear(None, None) => String::new(),
                Bound::Mod(m, r) => format!("; {sum} = {r} mod {m}"),
            };
        }
        if !family.blockable && matches!(self.play, Play::Blocking(_)) {
            text += "; cannot be blocked";
        }
        text
    }

    fn sum(&self, before: &[i64], after: &[i64], times: &str) -> String {
        let mut sum = String::new();
        for (list, prime) in [(before, ""), (after, "'")] {
            for (i, &v) in list.iter().enumerate().filter(|(_, v)| **v != 0) {
                let sign = match (v < 0, sum.is_empty()) {
                    (true, true) => "-",
                    (true, false) => " - ",
                    (false, true) => "",
                    (false, false) => " + ",
                };
                let size = if v.abs() == 1 { String::new() } else { format!("{}{times}", v.abs()) };
                sum += &format!("{sign}{size}{}{prime}", self.name(i));
            }
        }
        if sum.is_empty() { "0".to_string() } else { sum }
    }

    /// The statement as a text of the rule language, with names of its own.
    pub fn rule_text(&self) -> String {
        let piles: Vec<String> = (0..self.coordinates.len())
            .filter(|i| self.coordinates[*i].is_none())
            .map(|i| self.name(i))
            .collect();
        let mut text = format!("piles ordered {}\n", piles.join(", "));
        for (i, values) in self.coordinates.iter().enumerate() {
            if let Some(values) = values {
                text += &format!("extra {} below {values}\n", self.name(i));
            }
        }
        for (number, family) in self.families.iter().enumerate() {
            text += &format!("move f{number}: {}\n", self.vector(family));
        }
        match self.play {
            Play::Normal => {}
            Play::Misere => text += "misere\n",
            Play::Blocking(k) if self.families.iter().all(|f| f.blockable) => text += &format!("block {k}\n"),
            Play::Blocking(k) => {
                let named = self.families.iter().enumerate().filter(|(_, f)| f.blockable);
                let names: Vec<String> = named.map(|(i, _)| format!("f{i}")).collect();
                text += &format!("block {k} of {}\n", names.join(", "));
            }
        }
        for terminal in &self.terminals {
            text += &format!("terminal ({})\n", numbers(terminal));
        }
        text
    }

    /// A family as a vector of amounts with their ranges and conditions.
    fn vector(&self, family: &Family) -> String {
        let (mut amounts, mut ranges, mut conditions) = (Vec::new(), Vec::new(), Vec::new());
        for (i, change) in family.change.iter().enumerate() {
            amounts.push(match (change, self.coordinates[i]) {
                (Change::Same, _) => "0".to_string(),
                (Change::Less, _) => {
                    ranges.push(format!("d{i} >= 1"));
                    format!("d{i}")
                }
                (Change::AtMost, _) => {
                    ranges.push(format!("d{i} >= 0"));
                    format!("d{i}")
                }
                (Change::Any, values) => {
                    ranges.push(format!("0 <= d{i} < {}", values.unwrap_or(1)));
                    format!("{} - d{i}", self.name(i))
                }
            });
        }
        for c in &family.conditions {
            let sum = self.sum(&c.before, &c.after, "*");
            match c.bound {
                Bound::Linear(lo, hi) => {
                    conditions.extend(lo.map(|lo| format!("{sum} >= {lo}")));
                    conditions.extend(hi.map(|hi| format!("{sum} <= {hi}")));
                }
                Bound::Mod(m, r) => conditions.push(format!("({sum}) mod {m} == {r}")),
            }
        }
        let mut text = format!("({})", amounts.join(", "));
        if !ranges.is_empty() {
            text += &format!(" for {}", ranges.join(", "));
        }
        if !conditions.is_empty() {
            text += &format!(" where {}", conditions.join(" and "));
        }
        text
    }
}

/// A family's name as it may stand in a sentence. It comes from the file: one that could be read as part of the
/// statement is quoted.
fn label(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, ' ' | '-' | '_');
    if text.len() <= 60 && text.chars().all(plain) {
        return text.to_string();
    }
    let short: String = text.chars().take(60).collect();
    let more = if short.len() < text.len() { "..." } else { "" };
    format!("\"{}{more}\"", escaped(&short).replace(['"', '\\'], "'"))
}

fn numbers(position: &[i64]) -> String {
    position.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")
}
