//! Whether a checked certificate is about the rules text that stands in it, seen twice: through the checker's own
//! reader of rules, move by move on a box, and through the translation, family by family.

use crate::compare::compare;
use wythoff_automata::{Limits, Numeration};
use wythoff_certificate::automaton::Report;
use wythoff_rules::Rules;

/// How a certificate stands to its rules text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AgainstRules {
    /// The families are those of the rules, and so is every move on the box.
    Same {
        /// The rules' game plus a Nim pile of at most this, so about Grundy values up to it.
        grundy: Option<u32>,
        /// Every move from positions below this was compared by the checker's own reader.
        below: Vec<u64>,
    },
    /// What differs, line by line.
    Different(Vec<String>),
    /// Why the rules text could not be compared.
    Unread(String),
}

/// Compares the rules text of a certificate with what was checked.
pub fn against_rules(report: &Report, limits: &Limits) -> AgainstRules {
    if report.rules.iter().all(|line| line.trim().is_empty()) {
        return AgainstRules::Unread("there is none".to_string());
    }
    let text = report.rules.join("\n");
    let on_a_box = match report.game.compare(&text) {
        Ok(comparison) => match comparison.difference {
            Some(difference) => return AgainstRules::Different(vec![difference]),
            None => comparison,
        },
        Err(why) => return AgainstRules::Unread(format!("the checker's reader: {why}")),
    };
    let unread = |why: String| AgainstRules::Unread(why);
    let rules = match Rules::read(&text) {
        Ok(rules) => rules,
        Err(error) => return unread(format!("it is not in the rule language: {error}")),
    };
    let numeration = match report.numeration.parse::<Numeration>() {
        Ok(numeration) => numeration,
        Err(error) => return unread(error.to_string()),
    };
    match compare(&rules, &report.statement, &numeration, limits) {
        Ok(same) if same.differences.is_empty() && same.grundy == on_a_box.grundy => {
            AgainstRules::Same { grundy: same.grundy, below: on_a_box.below }
        }
        Ok(other) => AgainstRules::Different(other.differences),
        Err(error) => unread(error.to_string()),
    }
}
