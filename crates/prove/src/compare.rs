//! Whether the game that a certificate states is the game of some rules.
//!
//! The rules are translated again and the two statements are compared family by family; names and order of families
//! do not matter. A statement that says the same in other words is reported as different.

use crate::error::ProveFailure;
use crate::translate::translate;
use std::collections::HashMap;
use wythoff_automata::{Convention, Coordinate, Limits, Numeration, Prover};
use wythoff_rules::Rules;

/// How a stated game stands to rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// The statement is about the rules' game plus a Nim pile of at most this, so about Grundy values up to it.
    pub grundy: Option<u32>,
    /// What differs, line by line; empty if the games are the same.
    pub differences: Vec<String>,
}

/// Compares the lines that state a game in a certificate with rules.
pub fn compare(
    rules: &Rules,
    statement: &[String],
    numeration: &Numeration,
    limits: &Limits,
) -> Result<Comparison, ProveFailure> {
    let mut game = translate(rules)?;
    let mut grundy = None;
    // One bounded coordinate more than the rules have: a Nim pile that shows Grundy values.
    if let Some(stated) = statement.iter().find_map(|line| line.strip_prefix("coordinates ")) {
        let stated: Vec<&str> = stated.split_whitespace().collect();
        let values = stated.last().and_then(|last| last.parse::<u32>().ok());
        let normal = game.convention == Convention::Normal;
        let one_more = stated.len() == game.coordinates.len() + 1;
        if let Some(values) = values.filter(|v| *v >= 1 && one_more && normal) {
            game = game.plus_nim_pile(values - 1);
            grundy = Some(values - 1);
        }
    }
    // Preparing makes overlapping families disjoint where options are counted.
    let prepared = Prover::new(&game, numeration, limits)?;
    let (ours, theirs) = (blocks(&prepared.game().statement()), blocks(statement));
    let mut differences = Vec::new();
    for (from, others, whose) in
        [(&theirs, &ours, "only in the certificate"), (&ours, &theirs, "only in the rules")]
    {
        let mut left: HashMap<&[String], usize> = HashMap::new();
        for block in others {
            *left.entry(&block.lines).or_default() += 1;
        }
        for block in from {
            match left.get_mut(block.lines.as_slice()).filter(|count| **count > 0) {
                Some(count) => *count -= 1,
                None => differences.push(format!("{whose}: {block}")),
            }
        }
    }
    Ok(Comparison { grundy, differences })
}

/// A line of the header, or a family: its name, which does not count, and the lines that say what it is.
struct Block {
    name: String,
    lines: Vec<String>,
}

impl std::fmt::Display for Block {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let lines = self.lines.join("; ");
        if self.name.is_empty() { f.write_str(&lines) } else { write!(f, "family {} ({lines})", self.name) }
    }
}

fn blocks(statement: &[String]) -> Vec<Block> {
    let mut out: Vec<Block> = Vec::new();
    let mut in_family = false;
    for line in statement {
        let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some(name) = line.strip_prefix("family") {
            in_family = true;
            let name = if name.trim().is_empty() { "without a name" } else { name.trim() };
            out.push(Block { name: name.to_string(), lines: Vec::new() });
        } else if in_family {
            if let Some(family) = out.last_mut() {
                family.lines.push(line);
            }
        } else {
            out.push(Block { name: String::new(), lines: vec![line] });
        }
    }
    for block in &mut out {
        block.lines.sort();
    }
    out
}

/// The number of coordinates of a statement that the rules' positions have, and whether one more follows.
pub(crate) fn has_nim_pile(game: &wythoff_automata::Game, rules: &Rules) -> bool {
    !rules.convention().pass
        && game.coordinates.len() == rules.coordinates().len() + 1
        && matches!(game.coordinates.last(), Some(Coordinate::Bounded(_)))
}
